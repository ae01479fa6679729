//! Functions of one lane, one row for each: the types of its operands and result, and what it computes.

use crate::approx;
use crate::convert;
use crate::fused;
use crate::lanes::{Constants, File, map1, map2, map3};
use crate::soft::Spec;

/// The operands of a row: destination, sources, and an index or constant whose meaning depends on the row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operands {
    pub(crate) d: u32,
    pub(crate) s: [u32; 3],
    pub(crate) x: u32,
}

/// Tables that rows use in addition to registers.
pub(crate) struct Tables<'a> {
    pub(crate) constants: &'a Constants,
    pub(crate) floats: &'a [Spec],
    pub(crate) conversions: &'a [convert::Conversion],
}

/// The width of a register class, as rows name it.
pub(crate) trait Width {
    const WIDE: bool;
}
macro_rules! widths { ($($ty:ty = $wide:expr),*) => { $(impl Width for $ty { const WIDE: bool = $wide; })* }; }
widths!(u16 = false, i16 = false, u32 = false, i32 = false, f32 = false, u64 = true, i64 = true, f64 = true);

macro_rules! rows {
    ($x:ident $t:ident $($name:ident($($arg:ident: $ty:ty),*) -> $out:ty = $body:expr;)*) => {
        /// One function of a lane.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Alu { $($name),* }

        impl Alu {
            /// Whether each source, and then the result, is 64 bits wide.
            pub(crate) fn widths(self) -> (&'static [bool], bool) {
                match self { $(Alu::$name => (&[$(<$ty as Width>::WIDE),*], <$out as Width>::WIDE)),* }
            }

            /// Runs the row in the lanes of `mask`.
            pub(crate) fn run(self, file: &mut File, $t: &Tables<'_>, o: &Operands, mask: u32) {
                let $x = o.x;
                let _ = $x;
                match self { $(Alu::$name => rows!(@run file, $t, o, mask, ($($arg: $ty),*) -> $out = $body)),* }
            }
        }
    };
    (@run $f:ident, $t:ident, $o:ident, $m:ident, ($a:ident: $ta:ty) -> $out:ty = $body:expr) => {
        map1::<$ta, $out>($f, $t.constants, $m, $o.d, $o.s[0], |$a| $body)
    };
    (@run $f:ident, $t:ident, $o:ident, $m:ident, ($a:ident: $ta:ty, $b:ident: $tb:ty) -> $out:ty = $body:expr) => {
        map2::<$ta, $tb, $out>($f, $t.constants, $m, $o.d, [$o.s[0], $o.s[1]], |$a, $b| $body)
    };
    (@run $f:ident, $t:ident, $o:ident, $m:ident,
     ($a:ident: $ta:ty, $b:ident: $tb:ty, $c:ident: $tc:ty) -> $out:ty = $body:expr) => {
        map3::<$ta, $tb, $tc, $out>($f, $t.constants, $m, $o.d, $o.s, |$a, $b, $c| $body)
    };
}

rows! { x t
    Move32(a: u32) -> u32 = a;
    Move64(a: u64) -> u64 = a;
    Low(a: u64) -> u32 = a as u32;
    High(a: u64) -> u32 = (a >> 32) as u32;
    Join(a: u32, b: u32) -> u64 = u64::from(a) | u64::from(b) << 32;
    Join16(a: u32, b: u32) -> u32 = a & 0xffff | b << 16;
    Join8(a: u32, b: u32) -> u32 = a & 0xff | (b & 0xff) << 8;
    // x: the first bit and the number of bits.
    Cut(a: u32) -> u32 = a >> (x & 31) & (!0u32 >> (32 - (x >> 8)));
    ZeroExtend(a: u32) -> u64 = u64::from(a);
    SignExtend(a: i32) -> i64 = i64::from(a);
    SignExtend8(a: u32) -> i32 = i32::from(a as i8);
    SignExtend16(a: i16) -> i32 = i32::from(a);
    ZeroExtend8(a: u32) -> u32 = a & 0xff;
    ZeroExtend16(a: u32) -> u32 = a & 0xffff;

    Add16(a: u16, b: u16) -> u16 = a.wrapping_add(b);
    Sub16(a: u16, b: u16) -> u16 = a.wrapping_sub(b);
    Mul16(a: u16, b: u16) -> u16 = a.wrapping_mul(b);
    MulHighU16(a: u16, b: u16) -> u16 = ((u32::from(a) * u32::from(b)) >> 16) as u16;
    MulHighS16(a: i16, b: i16) -> i16 = ((i32::from(a) * i32::from(b)) >> 16) as i16;
    MulWideU16(a: u16, b: u16) -> u32 = u32::from(a) * u32::from(b);
    MulWideS16(a: i16, b: i16) -> i32 = i32::from(a) * i32::from(b);
    Mad16(a: u16, b: u16, c: u16) -> u16 = a.wrapping_mul(b).wrapping_add(c);
    MadWideU16(a: u16, b: u16, c: u32) -> u32 = (u32::from(a) * u32::from(b)).wrapping_add(c);
    MadWideS16(a: i16, b: i16, c: i32) -> i32 = (i32::from(a) * i32::from(b)).wrapping_add(c);
    MadHighU16(a: u16, b: u16, c: u16) -> u16 = (((u32::from(a) * u32::from(b)) >> 16) as u16).wrapping_add(c);
    MadHighS16(a: i16, b: i16, c: i16) -> i16 = (((i32::from(a) * i32::from(b)) >> 16) as i16).wrapping_add(c);
    DivU16(a: u16, b: u16) -> u16 = a.checked_div(b).unwrap_or(!0);
    DivS16(a: i16, b: i16) -> i16 = if b == 0 { -1 } else { a.wrapping_div(b) };
    RemU16(a: u16, b: u16) -> u16 = a.checked_rem(b).unwrap_or(!0);
    RemS16(a: i16, b: i16) -> i16 = if b == 0 { -1 } else { a.wrapping_rem(b) };
    MinU16(a: u16, b: u16) -> u16 = a.min(b);
    MinS16(a: i16, b: i16) -> i16 = a.min(b);
    MaxU16(a: u16, b: u16) -> u16 = a.max(b);
    MaxS16(a: i16, b: i16) -> i16 = a.max(b);
    Neg16(a: u16) -> u16 = a.wrapping_neg();
    Abs16(a: i16) -> i16 = a.wrapping_abs();
    Not16(a: u16) -> u16 = !a;
    Shl16(a: u16, b: u32) -> u16 = if b > 15 { 0 } else { a << b };
    ShrU16(a: u16, b: u32) -> u16 = if b > 15 { 0 } else { a >> b };
    ShrS16(a: i16, b: u32) -> i16 = a >> b.min(15);
    SadU16(a: u16, b: u16, c: u16) -> u16 = a.abs_diff(b).wrapping_add(c);
    SadS16(a: i16, b: i16, c: u16) -> u16 = a.abs_diff(b).wrapping_add(c);
    CNot16(a: u16) -> u16 = u16::from(a == 0);
    AddPacked16(a: u32, b: u32) -> u32 = a.wrapping_add(b) & 0xffff | (a & !0xffff).wrapping_add(b & !0xffff);
    MinPackedU16(a: u32, b: u32) -> u32 = packed(a, b, |a, b| a.min(b));
    MinPackedS16(a: u32, b: u32) -> u32 = packed(a, b, |a, b| (a as i16).min(b as i16) as u16);
    MaxPackedU16(a: u32, b: u32) -> u32 = packed(a, b, |a, b| a.max(b));
    MaxPackedS16(a: u32, b: u32) -> u32 = packed(a, b, |a, b| (a as i16).max(b as i16) as u16);

    Add32(a: u32, b: u32) -> u32 = a.wrapping_add(b);
    AddSaturate32(a: i32, b: i32) -> i32 = a.saturating_add(b);
    Sub32(a: u32, b: u32) -> u32 = a.wrapping_sub(b);
    SubSaturate32(a: i32, b: i32) -> i32 = a.saturating_sub(b);
    Mul32(a: u32, b: u32) -> u32 = a.wrapping_mul(b);
    MulHighU32(a: u32, b: u32) -> u32 = ((u64::from(a) * u64::from(b)) >> 32) as u32;
    MulHighS32(a: i32, b: i32) -> i32 = ((i64::from(a) * i64::from(b)) >> 32) as i32;
    MulWideU32(a: u32, b: u32) -> u64 = u64::from(a) * u64::from(b);
    MulWideS32(a: i32, b: i32) -> i64 = i64::from(a) * i64::from(b);
    Mad32(a: u32, b: u32, c: u32) -> u32 = a.wrapping_mul(b).wrapping_add(c);
    MadHighU32(a: u32, b: u32, c: u32) -> u32 = (((u64::from(a) * u64::from(b)) >> 32) as u32).wrapping_add(c);
    MadHighS32(a: i32, b: i32, c: i32) -> i32 = (((i64::from(a) * i64::from(b)) >> 32) as i32).wrapping_add(c);
    MadHighSaturate32(a: i32, b: i32, c: i32) -> i32 = (((i64::from(a) * i64::from(b)) >> 32) as i32).saturating_add(c);
    MadWideU32(a: u32, b: u32, c: u64) -> u64 = (u64::from(a) * u64::from(b)).wrapping_add(c);
    MadWideS32(a: i32, b: i32, c: i64) -> i64 = (i64::from(a) * i64::from(b)).wrapping_add(c);
    Mul24LowU(a: u32, b: u32) -> u32 = (a & 0xff_ffff).wrapping_mul(b & 0xff_ffff);
    Mul24LowS(a: i32, b: i32) -> i32 = (a << 8 >> 8).wrapping_mul(b << 8 >> 8);
    Mul24HighU(a: u32, b: u32) -> u32 = ((u64::from(a & 0xff_ffff) * u64::from(b & 0xff_ffff)) >> 16) as u32;
    Mul24HighS(a: i32, b: i32) -> i32 = ((i64::from(a << 8 >> 8) * i64::from(b << 8 >> 8)) >> 16) as i32;
    DivU32(a: u32, b: u32) -> u32 = a.checked_div(b).unwrap_or(!0);
    DivS32(a: i32, b: i32) -> i32 = if b == 0 { -1 } else { a.wrapping_div(b) };
    RemU32(a: u32, b: u32) -> u32 = a.checked_rem(b).unwrap_or(!0);
    RemS32(a: i32, b: i32) -> i32 = if b == 0 { -1 } else { a.wrapping_rem(b) };
    MinU32(a: u32, b: u32) -> u32 = a.min(b);
    MinS32(a: i32, b: i32) -> i32 = a.min(b);
    MinReluS32(a: i32, b: i32) -> i32 = a.min(b).max(0);
    MaxU32(a: u32, b: u32) -> u32 = a.max(b);
    MaxS32(a: i32, b: i32) -> i32 = a.max(b);
    MaxReluS32(a: i32, b: i32) -> i32 = a.max(b).max(0);
    Neg32(a: u32) -> u32 = a.wrapping_neg();
    Abs32(a: i32) -> i32 = a.wrapping_abs();
    Not32(a: u32) -> u32 = !a;
    CNot32(a: u32) -> u32 = u32::from(a == 0);
    And32(a: u32, b: u32) -> u32 = a & b;
    Or32(a: u32, b: u32) -> u32 = a | b;
    Xor32(a: u32, b: u32) -> u32 = a ^ b;
    Lop3(a: u32, b: u32, c: u32) -> u32 = lop3(a, b, c, x);
    Shl32(a: u32, b: u32) -> u32 = if b > 31 { 0 } else { a << b };
    ShrU32(a: u32, b: u32) -> u32 = if b > 31 { 0 } else { a >> b };
    ShrS32(a: i32, b: u32) -> i32 = a >> b.min(31);
    ShiftLeftWrap(a: u32, b: u32, c: u32) -> u32 = ((u64::from(b) << 32 | u64::from(a)) << (c & 31) >> 32) as u32;
    ShiftLeftClamp(a: u32, b: u32, c: u32) -> u32 = ((u64::from(b) << 32 | u64::from(a)) << c.min(32) >> 32) as u32;
    ShiftRightWrap(a: u32, b: u32, c: u32) -> u32 = ((u64::from(b) << 32 | u64::from(a)) >> (c & 31)) as u32;
    ShiftRightClamp(a: u32, b: u32, c: u32) -> u32 = ((u64::from(b) << 32 | u64::from(a)) >> c.min(32)) as u32;
    Popc32(a: u32) -> u32 = a.count_ones();
    Clz32(a: u32) -> u32 = a.leading_zeros();
    Brev32(a: u32) -> u32 = a.reverse_bits();
    FindU32(a: u32) -> u32 = find(u64::from(a), x);
    FindS32(a: i32) -> u32 = find(u64::from((if a < 0 { !a } else { a }) as u32), x & 64 | 31);
    Prmt(a: u32, b: u32, c: u32) -> u32 = permute(a, b, c, x);
    BfeU32(a: u32, b: u32, c: u32) -> u32 = field(u64::from(a), b, c, 32, false) as u32;
    BfeS32(a: i32, b: u32, c: u32) -> u32 = field(i64::from(a) as u64, b, c, 32, true) as u32;
    SadU32(a: u32, b: u32, c: u32) -> u32 = a.abs_diff(b).wrapping_add(c);
    SadS32(a: i32, b: i32, c: u32) -> u32 = a.abs_diff(b).wrapping_add(c);
    Dp4a(a: u32, b: u32, c: u32) -> u32 = dp4a(a, b, c, x);
    Dp2a(a: u32, b: u32, c: u32) -> u32 = dp2a(a, b, c, x);
    BmskClamp(a: u32, b: u32) -> u32 = if a > 31 { 0 } else { (((1u64 << b.min(32)) - 1) << a) as u32 };
    BmskWrap(a: u32, b: u32) -> u32 = (((1u64 << (b & 31)) - 1) << (a & 31)) as u32;
    SzextU(a: u32, b: u32) -> u32 = extend(a, b, x & 1 != 0, false);
    SzextS(a: u32, b: u32) -> u32 = extend(a, b, x & 1 != 0, true);
    NthSet(a: u32, b: u32, c: i32) -> u32 = nth_set(a, b, c);

    Add64(a: u64, b: u64) -> u64 = a.wrapping_add(b);
    Sub64(a: u64, b: u64) -> u64 = a.wrapping_sub(b);
    Mul64(a: u64, b: u64) -> u64 = a.wrapping_mul(b);
    MulHighU64(a: u64, b: u64) -> u64 = ((u128::from(a) * u128::from(b)) >> 64) as u64;
    MulHighS64(a: i64, b: i64) -> i64 = ((i128::from(a) * i128::from(b)) >> 64) as i64;
    Mad64(a: u64, b: u64, c: u64) -> u64 = a.wrapping_mul(b).wrapping_add(c);
    MadHighU64(a: u64, b: u64, c: u64) -> u64 = (((u128::from(a) * u128::from(b)) >> 64) as u64).wrapping_add(c);
    MadHighS64(a: i64, b: i64, c: i64) -> i64 = (((i128::from(a) * i128::from(b)) >> 64) as i64).wrapping_add(c);
    DivU64(a: u64, b: u64) -> u64 = a.checked_div(b).unwrap_or(!0);
    DivS64(a: i64, b: i64) -> i64 = if b == 0 { -1 } else { a.wrapping_div(b) };
    RemU64(a: u64, b: u64) -> u64 = a.checked_rem(b).unwrap_or(!0);
    RemS64(a: i64, b: i64) -> i64 = if b == 0 { -1 } else { a.wrapping_rem(b) };
    MinU64(a: u64, b: u64) -> u64 = a.min(b);
    MinS64(a: i64, b: i64) -> i64 = a.min(b);
    MaxU64(a: u64, b: u64) -> u64 = a.max(b);
    MaxS64(a: i64, b: i64) -> i64 = a.max(b);
    Neg64(a: u64) -> u64 = a.wrapping_neg();
    Abs64(a: i64) -> i64 = a.wrapping_abs();
    Not64(a: u64) -> u64 = !a;
    CNot64(a: u64) -> u64 = u64::from(a == 0);
    And64(a: u64, b: u64) -> u64 = a & b;
    Or64(a: u64, b: u64) -> u64 = a | b;
    Xor64(a: u64, b: u64) -> u64 = a ^ b;
    Shl64(a: u64, b: u32) -> u64 = if b > 63 { 0 } else { a << b };
    ShrU64(a: u64, b: u32) -> u64 = if b > 63 { 0 } else { a >> b };
    ShrS64(a: i64, b: u32) -> i64 = a >> b.min(63);
    Popc64(a: u64) -> u32 = a.count_ones();
    Clz64(a: u64) -> u32 = a.leading_zeros();
    Brev64(a: u64) -> u64 = a.reverse_bits();
    FindU64(a: u64) -> u32 = find(a, x);
    FindS64(a: i64) -> u32 = find((if a < 0 { !a } else { a }) as u64, x & 64 | 63);
    // For 64 bits a device uses position and length whole; the manual says that they are below 256.
    BfeU64(a: u64, b: u32, c: u32) -> u64 = field(a, b.min(255), c.min(255), 64, false);
    BfeS64(a: u64, b: u32, c: u32) -> u64 = field(a, b.min(255), c.min(255), 64, true);
    // The bits of a field at `a` of length `b`.
    InsertMask32(a: u32, b: u32) -> u32 = insert_mask(a & 0xff, b & 0xff, 32) as u32;
    InsertMask64(a: u32, b: u32) -> u64 = insert_mask(a, b, 64);
    Blend32(a: u32, b: u32, c: u32) -> u32 = a & c | b & !c;
    Blend64(a: u64, b: u64, c: u64) -> u64 = a & c | b & !c;
    SlctS32(a: u32, b: u32, c: i32) -> u32 = if c >= 0 { a } else { b };
    SlctS64(a: u64, b: u64, c: i32) -> u64 = if c >= 0 { a } else { b };
    SlctF32(a: u32, b: u32, c: f32) -> u32 = if c >= 0.0 { a } else { b };
    SlctF64(a: u64, b: u64, c: f32) -> u64 = if c >= 0.0 { a } else { b };
    SadU64(a: u64, b: u64, c: u64) -> u64 = a.abs_diff(b).wrapping_add(c);
    SadS64(a: i64, b: i64, c: u64) -> u64 = a.abs_diff(b).wrapping_add(c);

    AddF32(a: f32, b: f32) -> f32 = a + b;
    SubF32(a: f32, b: f32) -> f32 = a - b;
    MulF32(a: f32, b: f32) -> f32 = a * b;
    FmaF32(a: f32, b: f32, c: f32) -> f32 = a.mul_add(b, c);
    AddFlushF32(a: f32, b: f32) -> f32 = flushed(flushed(a) + flushed(b));
    SubFlushF32(a: f32, b: f32) -> f32 = flushed(flushed(a) - flushed(b));
    MulFlushF32(a: f32, b: f32) -> f32 = flushed(flushed(a) * flushed(b));
    FmaFlushF32(a: f32, b: f32, c: f32) -> f32 = flushed(flushed(a).mul_add(flushed(b), flushed(c)));
    DivF32(a: f32, b: f32) -> f32 = a / b;
    SqrtF32(a: f32) -> f32 = a.sqrt();
    NegF32(a: f32) -> f32 = -a;
    AbsF32(a: f32) -> f32 = a.abs();
    MinF32(a: f32, b: f32) -> f32 = if a < b || b.is_nan() || a == b && a.is_sign_negative() { a } else { b };
    MaxF32(a: f32, b: f32) -> f32 = if a > b || b.is_nan() || a == b && a.is_sign_positive() { a } else { b };
    MinF64(a: f64, b: f64) -> u64 = with_payload(least(a, b), [b, a]);
    MaxF64(a: f64, b: f64) -> u64 = with_payload(-least(-a, -b), [b, a]);
    AddF16(a: u16, b: u16) -> u32 = half_by_f32(a, b, |a, b| a + b);
    SubF16(a: u16, b: u16) -> u32 = half_by_f32(a, b, |a, b| a - b);
    MulF16(a: u16, b: u16) -> u32 = half_by_f32(a, b, |a, b| a * b);
    CopySignF32(a: u32, b: u32) -> u32 = a & 1 << 31 | b & !(1 << 31);
    // A device propagates the payload of a NaN, the second operand's before the first's.
    AddF64(a: f64, b: f64) -> u64 = with_payload(a + b, [b, a]);
    SubF64(a: f64, b: f64) -> u64 = with_payload(a - b, [b, a]);
    MulF64(a: f64, b: f64) -> u64 = with_payload(a * b, [b, a]);
    FmaF64(a: f64, b: f64, c: f64) -> u64 = with_payload(a.mul_add(b, c), [b, c, a]);
    DivF64(a: f64, b: f64) -> u64 = with_payload(a / b, [a, b]);
    SqrtF64(a: f64) -> u64 = with_payload(a.sqrt(), [a]);
    NegF64(a: f64) -> u64 = with_payload(-a, [a]);
    AbsF64(a: f64) -> u64 = with_payload(a.abs(), [a]);
    CopySignF64(a: u64, b: u64) -> u64 = a & 1 << 63 | b & !(1 << 63);
    AddBf16(a: u16, b: u16) -> u32 = bf16_by_f32(a, b, |a, b| a + b);
    SubBf16(a: u16, b: u16) -> u32 = bf16_by_f32(a, b, |a, b| a - b);
    MulBf16(a: u16, b: u16) -> u32 = bf16_by_f32(a, b, |a, b| a * b);
    AddF16x2(a: u32, b: u32) -> u32 = packed(a, b, |a, b| half_by_f32(a, b, |a, b| a + b) as u16);
    SubF16x2(a: u32, b: u32) -> u32 = packed(a, b, |a, b| half_by_f32(a, b, |a, b| a - b) as u16);
    MulF16x2(a: u32, b: u32) -> u32 = packed(a, b, |a, b| half_by_f32(a, b, |a, b| a * b) as u16);
    AddBf16x2(a: u32, b: u32) -> u32 = packed(a, b, |a, b| bf16_by_f32(a, b, |a, b| a + b) as u16);
    SubBf16x2(a: u32, b: u32) -> u32 = packed(a, b, |a, b| bf16_by_f32(a, b, |a, b| a - b) as u16);
    MulBf16x2(a: u32, b: u32) -> u32 = packed(a, b, |a, b| bf16_by_f32(a, b, |a, b| a * b) as u16);
    FmaF16(a: u16, b: u16, c: u16) -> u32 = u32::from(fused::half(a, b, c));
    FmaBf16(a: u16, b: u16, c: u16) -> u32 = u32::from(fused::brain(a, b, c));
    FmaF16x2(a: u32, b: u32, c: u32) -> u32 = fused::packed(a, b, c, fused::half);
    FmaBf16x2(a: u32, b: u32, c: u32) -> u32 = fused::packed(a, b, c, fused::brain);
    Rcp(a: u32) -> u32 = approx::rcp(a, x & 1 != 0);
    SqrtApprox(a: u32) -> u32 = approx::sqrt(a, x & 1 != 0);
    Rsqrt(a: u32) -> u32 = approx::rsqrt(a, x & 1 != 0);
    Sin(a: u32) -> u32 = approx::sin(a, x & 1 != 0);
    Cos(a: u32) -> u32 = approx::cos(a, x & 1 != 0);
    Lg2(a: u32) -> u32 = approx::lg2(a, x & 1 != 0);
    Ex2(a: u32) -> u32 = approx::ex2(a, x & 1 != 0);
    Tanh(a: u32) -> u32 = approx::tanh(a);
    DivApprox(a: u32, b: u32) -> u32 = approx::div(a, b, x & 1 != 0, x & 2 != 0);
    RcpHigh(a: u64) -> u64 = approx::high_word(a, |a| 1.0 / a);
    RsqrtF64(a: f64) -> f64 = 1.0 / a.sqrt();
    RsqrtHigh(a: u64) -> u64 = approx::high_word(a, |a| 1.0 / a.sqrt());
    Ex2F16(a: u16) -> u32 = convert::through_f32(a, crate::soft::F16, x, |v| approx::ex2(v, false));
    TanhF16(a: u16) -> u32 = convert::through_f32(a, crate::soft::F16, x, approx::tanh);
    Ex2Bf16(a: u16) -> u32 = convert::through_f32(a, crate::soft::BF16, x, |v| approx::ex2(v, true));
    TanhBf16(a: u16) -> u32 = convert::through_f32(a, crate::soft::BF16, x, approx::tanh);

    // x: the index among the function's float specifications.
    Soft32(a: u32, b: u32, c: u32) -> u32 = t.floats[x as usize].apply(u64::from(a), u64::from(b), u64::from(c)) as u32;
    Soft16(a: u16, b: u16, c: u16) -> u32 = t.floats[x as usize].apply(u64::from(a), u64::from(b), u64::from(c)) as u32;
    SoftPacked(a: u32, b: u32, c: u32) -> u32 = soft_packed(&t.floats[x as usize], a, b, c);
    Soft64(a: u64, b: u64, c: u64) -> u64 = t.floats[x as usize].apply(a, b, c);
    SoftPair32(a: u64, b: u64, c: u64) -> u64 = soft_pair(&t.floats[x as usize], a, b, c);
    RcpSoft32(a: u32) -> u32 = t.floats[x as usize].apply(0x3f80_0000, u64::from(a), 0) as u32;
    RcpSoft64(a: u64) -> u64 = t.floats[x as usize].apply(0x3ff0_0000_0000_0000, a, 0);

    // x: the index among the function's conversions.
    Convert32To32(a: u32) -> u32 = t.conversions[x as usize].apply(u64::from(a)) as u32;
    Convert32To64(a: u32) -> u64 = t.conversions[x as usize].apply(u64::from(a));
    Convert64To32(a: u64) -> u32 = t.conversions[x as usize].apply(a) as u32;
    Convert64To64(a: u64) -> u64 = t.conversions[x as usize].apply(a);
    ConvertPair(a: u32, b: u32) -> u32 = t.conversions[x as usize].pair(a, b);
    ConvertUnpack(a: u32) -> u32 = t.conversions[x as usize].unpack(a);
    F32FromS32(a: i32) -> f32 = a as f32;
    F32FromU32(a: u32) -> f32 = a as f32;
    F64FromS32(a: i32) -> f64 = f64::from(a);
    F64FromU32(a: u32) -> f64 = f64::from(a);
    F64FromF32(a: u32) -> u64 = convert::widen(a);
    F32FromF64(a: u64) -> u32 = convert::narrow(a);
    S32FromF32(a: f32) -> i32 = a as i32;
    F32FromF16(a: u16) -> f32 = half::f16::from_bits(a).to_f32();
    F32FromBf16(a: u32) -> u32 = a << 16;
}

/// The bits of a result of f64; a NaN is the first NaN among these operands, made quiet, or the canonical one of a
/// device.
#[inline(always)]
fn with_payload<const N: usize>(result: f64, operands: [f64; N]) -> u64 {
    if !result.is_nan() {
        return result.to_bits();
    }
    let nan = operands.into_iter().find(|o| o.is_nan());
    nan.map_or(0xfff8_0000_0000_0000, |o| o.to_bits() | 1 << 51)
}

#[inline(always)]
fn least(a: f64, b: f64) -> f64 {
    if a < b || b.is_nan() || a == b && a.is_sign_negative() { a } else { b }
}

fn packed(a: u32, b: u32, f: impl Fn(u16, u16) -> u16) -> u32 {
    u32::from(f(a as u16, b as u16)) | u32::from(f((a >> 16) as u16, (b >> 16) as u16)) << 16
}

#[inline(always)]
fn lop3(a: u32, b: u32, c: u32, table: u32) -> u32 {
    let mut out = 0;
    for k in 0..8 {
        let term =
            (if k & 4 != 0 { a } else { !a }) & (if k & 2 != 0 { b } else { !b }) & (if k & 1 != 0 { c } else { !c });
        out |= term & 0u32.wrapping_sub(table >> k & 1);
    }
    out
}

/// The position of the highest bit, or all ones; with bit 6 of `x`, the shift that moves it to the top, whose index is
/// `x & 63`.
fn find(a: u64, x: u32) -> u32 {
    match a.checked_ilog2() {
        None => u32::MAX,
        Some(bit) if x & 64 != 0 => (x & 63) - bit,
        Some(bit) => bit,
    }
}

fn permute(a: u32, b: u32, selector: u32, mode: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    let byte = |k: u32| (bytes >> (8 * (k & 7))) as u32 & 0xff;
    let s = selector & 3;
    let picks: [u32; 4] = match mode {
        1 => [s, s + 1, s + 2, s + 3],
        2 => [s, s.wrapping_sub(1) & 7, s.wrapping_sub(2) & 7, s.wrapping_sub(3) & 7],
        3 => [s; 4],
        4 => [s, s.max(1), s.max(2), 3],
        5 => [0, s.min(1), s.min(2), s],
        6 => [(s & 1) * 2, (s & 1) * 2 + 1, (s & 1) * 2, (s & 1) * 2 + 1],
        _ => {
            let mut out = 0;
            for k in 0..4 {
                let pick = selector >> (4 * k) & 15;
                let value = byte(pick);
                out |= if pick & 8 != 0 { (value >> 7) * 0xff } else { value } << (8 * k);
            }
            return out;
        }
    };
    (0..4).fold(0, |out, k| out | byte(picks[k as usize]) << (8 * k))
}

fn field(a: u64, position: u32, length: u32, bits: u32, signed: bool) -> u64 {
    let (position, length) = (position & 0xff, length & 0xff);
    let top = bits - 1;
    let fill =
        if !signed || length == 0 { 0 } else { a >> position.saturating_add(length).saturating_sub(1).min(top) & 1 };
    let mut out = 0u64;
    let taken = length.min(bits.saturating_sub(position));
    if taken > 0 {
        out = a >> position & (!0 >> (64 - taken));
    }
    if fill == 1 && taken < 64 {
        out |= !0 << taken;
    }
    out
}

fn dp4a(a: u32, b: u32, c: u32, x: u32) -> u32 {
    let part = |v: u32, k: u32, signed: u32| {
        let byte = (v >> (8 * k)) as u8;
        if signed != 0 { i32::from(byte as i8) } else { i32::from(byte) }
    };
    (0..4).fold(c, |sum, k| sum.wrapping_add((part(a, k, x & 1) * part(b, k, x & 2)) as u32))
}

fn dp2a(a: u32, b: u32, c: u32, x: u32) -> u32 {
    let half = |k: u32| {
        let v = (a >> (16 * k)) as u16;
        if x & 1 != 0 { i32::from(v as i16) } else { i32::from(v) }
    };
    let byte = |k: u32| {
        let v = (b >> (8 * (k + if x & 4 != 0 { 2 } else { 0 }))) as u8;
        if x & 2 != 0 { i32::from(v as i8) } else { i32::from(v) }
    };
    (0..2).fold(c, |sum, k| sum.wrapping_add(half(k).wrapping_mul(byte(k)) as u32))
}

fn extend(a: u32, n: u32, wrap: bool, signed: bool) -> u32 {
    let n = if wrap { n & 31 } else { n.min(32) };
    match n {
        0 => 0,
        _ if signed => ((a << (32 - n)) as i32 >> (32 - n)) as u32,
        _ => a << (32 - n) >> (32 - n),
    }
}

/// `fns`: the position of the n-th set bit, from a start upward or downward.
fn nth_set(mask: u32, start: u32, offset: i32) -> u32 {
    if start > 31 {
        return u32::MAX;
    }
    if offset == 0 {
        return if mask >> start & 1 == 1 { start } else { u32::MAX };
    }
    let (mut at, step, mut left) = (start as i32, offset.signum(), offset.unsigned_abs());
    while (0..32).contains(&at) {
        if mask >> at & 1 == 1 {
            left -= 1;
            if left == 0 {
                return at as u32;
            }
        }
        at += step;
    }
    u32::MAX
}

fn insert_mask(position: u32, length: u32, bits: u32) -> u64 {
    let taken = length.min(bits.saturating_sub(position));
    if taken == 0 { 0 } else { !0 >> (64 - taken) << position }
}

/// `ftz`: a subnormal number counts as zero.
#[inline(always)]
fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0f32.copysign(x) } else { x }
}

/// As for f16: a sum or product of two bf16 may be rounded to f32 first.
fn bf16_by_f32(a: u16, b: u16, f: impl Fn(f32, f32) -> f32) -> u32 {
    let y = half::bf16::from_f32(f(half::bf16::from_bits(a).to_f32(), half::bf16::from_bits(b).to_f32()));
    if y.is_nan() { 0x7fff } else { u32::from(y.to_bits()) }
}

/// f32 is wide enough that a sum or product of two f16, rounded to f32 and then to f16, is rounded correctly.
fn half_by_f32(a: u16, b: u16, f: impl Fn(f32, f32) -> f32) -> u32 {
    let y = half::f16::from_f32(f(half::f16::from_bits(a).to_f32(), half::f16::from_bits(b).to_f32()));
    if y.is_nan() { 0x7fff } else { u32::from(y.to_bits()) }
}

fn soft_packed(spec: &Spec, a: u32, b: u32, c: u32) -> u32 {
    let one = |shift: u32| {
        let cut = |v: u32| u64::from(v >> shift & 0xffff);
        spec.apply(cut(a), cut(b), cut(c)) as u32
    };
    one(0) | one(16) << 16
}

fn soft_pair(spec: &Spec, a: u64, b: u64, c: u64) -> u64 {
    let one = |shift: u32| {
        let cut = |v: u64| v >> shift & 0xffff_ffff;
        spec.apply(cut(a), cut(b), cut(c))
    };
    one(0) | one(32) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_set_bit() {
        // From bit 3 upward, and from bit 16 downward; a start beyond the word finds nothing.
        assert_eq!([nth_set(0xf0, 3, 1), nth_set(0xf0, 3, 3), nth_set(0xf0, 3, 5)], [4, 6, u32::MAX]);
        assert_eq!([nth_set(0xf0, 16, -1), nth_set(0xf0, 5, -2), nth_set(0xf0, 5, 0)], [7, 4, 5]);
        assert_eq!([nth_set(0xf0, 32, 1), nth_set(0xf0, 0, 0)], [u32::MAX; 2]);
    }

    #[test]
    fn fields_and_masks() {
        assert_eq!(field(0xabcd, 4, 8, 32, false), 0xbc);
        assert_eq!(field(0xabcd, 4, 8, 32, true), 0xffff_ffff_ffff_ffbc);
        assert_eq!([insert_mask(4, 8, 32), insert_mask(28, 8, 32), insert_mask(40, 1, 32)], [0xff0, 0xf000_0000, 0]);
    }
}
