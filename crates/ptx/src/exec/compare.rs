//! Comparisons, and arithmetic with carry.

use super::{logic, predicate, set_predicate};
use crate::lanes::{Constants, File, Lane, Raw, WARP, put};
use crate::program::{Carry, CarryKind, Class, Compare, Compared, Compares, Test};

/// A comparable value; only floats have an unordered outcome.
trait Value: PartialOrd + Copy {}
impl<T: PartialOrd + Copy> Value for T {}

#[inline(always)]
fn holds<T: Value>(test: Test, a: T, b: T) -> bool {
    let unordered = a.partial_cmp(&b).is_none();
    match test {
        Test::Eq => a == b,
        // For unordered numbers, none of the ordered tests holds.
        Test::Ne => a != b && !unordered,
        Test::Lt => a < b,
        Test::Le => a <= b,
        Test::Gt => a > b,
        Test::Ge => a >= b,
        Test::Equ => a == b || unordered,
        Test::Neu => a != b,
        Test::Ltu => a < b || unordered,
        Test::Leu => a <= b || unordered,
        Test::Gtu => a > b || unordered,
        Test::Geu => a >= b || unordered,
        Test::Num => !unordered,
        Test::Nan => unordered,
    }
}

#[inline(always)]
fn lanes_that<L: Lane, T: Value>(file: &File, k: &Constants, c: &Compare, of: impl Fn(L) -> T) -> u32 {
    let (a, b) = (L::Bits::read(file, k, c.a), L::Bits::read(file, k, c.b));
    macro_rules! all {
        ($($test:ident)*) => { match c.test { $(Test::$test => {
            let mut out = 0u32;
            for lane in 0..WARP {
                out |= u32::from(holds(Test::$test, of(L::of(a[lane])), of(L::of(b[lane])))) << lane;
            }
            out
        })* } };
    }
    all!(Eq Ne Lt Le Gt Ge Equ Neu Ltu Leu Gtu Geu Num Nan)
}

fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0.0 } else { x }
}

pub(super) fn compare(file: &mut File, k: &Constants, c: &Compare, active: u32) {
    let f16 = |v: u32| half::f16::from_bits(v as u16).to_f32();
    let bf16 = |v: u32| f32::from_bits(v << 16);
    let (low, high) = match c.ty {
        Compared::U16 => (lanes_that(file, k, c, |v: u16| v), 0),
        Compared::S16 => (lanes_that(file, k, c, |v: i16| v), 0),
        Compared::U32 => (lanes_that(file, k, c, |v: u32| v), 0),
        Compared::S32 => (lanes_that(file, k, c, |v: i32| v), 0),
        Compared::U64 => (lanes_that(file, k, c, |v: u64| v), 0),
        Compared::S64 => (lanes_that(file, k, c, |v: i64| v), 0),
        Compared::F32 if c.flush => (lanes_that(file, k, c, |v: f32| flushed(v)), 0),
        Compared::F32 => (lanes_that(file, k, c, |v: f32| v), 0),
        Compared::F64 => (lanes_that(file, k, c, |v: f64| v), 0),
        Compared::F16 => (lanes_that(file, k, c, f16), 0),
        Compared::Bf16 => (lanes_that(file, k, c, bf16), 0),
        Compared::F16x2 => (lanes_that(file, k, c, f16), lanes_that(file, k, c, |v: u32| f16(v >> 16))),
        Compared::Bf16x2 => (lanes_that(file, k, c, bf16), lanes_that(file, k, c, |v: u32| bf16(v >> 16))),
    };
    let packed = matches!(c.ty, Compared::F16x2 | Compared::Bf16x2);
    let with = predicate(file, c.c);
    match c.result {
        Compares::Predicates(p, q) => {
            let second = if packed { high } else { !low };
            set_predicate(file, p, logic(c.table, low, with), active);
            if let Some(q) = q {
                set_predicate(file, q, logic(c.table, second, with), active);
            }
        }
        Compares::Word { d, yes } => {
            let bits = logic(c.table, low, with);
            let out: [u32; WARP] = std::array::from_fn(|lane| if bits >> lane & 1 == 1 { yes } else { 0 });
            put(file, d, active, &out);
        }
        Compares::Packed { d, yes } => {
            let (low, high) = (logic(c.table, low, with), logic(c.table, high, with));
            let out: [u32; WARP] = std::array::from_fn(|lane| {
                let pick = |bits: u32| if bits >> lane & 1 == 1 { yes } else { 0 };
                pick(low) | pick(high) << 16
            });
            put(file, d, active, &out);
        }
    }
}

pub(super) fn test(file: &mut File, k: &Constants, class: Class, wide: bool, d: u32, a: u32, active: u32) {
    let holds = |finite: bool, nan: bool, normal: bool, subnormal: bool| match class {
        Class::Finite => finite,
        Class::Infinite => !finite && !nan,
        Class::Number => !nan,
        Class::Nan => nan,
        Class::Normal => normal,
        Class::Subnormal => subnormal,
    };
    let mut bits = 0;
    for lane in 0..WARP {
        let is = if wide {
            let v = f64::from_bits(u64::read(file, k, a)[lane]);
            holds(v.is_finite(), v.is_nan(), v.is_finite() && !v.is_subnormal(), v.is_subnormal())
        } else {
            let v = f32::from_bits(u32::read(file, k, a)[lane]);
            holds(v.is_finite(), v.is_nan(), v.is_finite() && !v.is_subnormal(), v.is_subnormal())
        };
        bits |= u32::from(is) << lane;
    }
    set_predicate(file, d, bits, active);
}

pub(super) fn carry(file: &mut File, k: &Constants, c: &Carry, active: u32) {
    // Without an input flag, there is no carry into a sum, and no borrow from a difference.
    let without = if c.kind == CarryKind::Sub { u32::MAX } else { 0 };
    let flags = if c.reads { file.carry } else { without };
    let mut out_flags = 0u32;
    if c.wide {
        let [x, y, z] = c.s.map(|s| u64::read(file, k, s));
        let mut out = [0u64; WARP];
        for lane in 0..WARP {
            let flag = flags >> lane & 1 == 1;
            let (value, flag) = one(c.kind, u128::from(x[lane]), u128::from(y[lane]), u128::from(z[lane]), flag, 64);
            out[lane] = value as u64;
            out_flags |= u32::from(flag) << lane;
        }
        put(file, c.d, active, &out);
    } else {
        let [x, y, z] = c.s.map(|s| u32::read(file, k, s));
        let mut out = [0u32; WARP];
        for lane in 0..WARP {
            let flag = flags >> lane & 1 == 1;
            let (value, flag) = one(c.kind, u128::from(x[lane]), u128::from(y[lane]), u128::from(z[lane]), flag, 32);
            out[lane] = value as u32;
            out_flags |= u32::from(flag) << lane;
        }
        put(file, c.d, active, &out);
    }
    if c.writes {
        file.carry = file.carry & !active | out_flags & active;
    }
}

/// One lane's result and the flag it sets.
fn one(kind: CarryKind, x: u128, y: u128, z: u128, flag: bool, bits: u32) -> (u128, bool) {
    let low = (1u128 << bits) - 1;
    let signed = |v: u128| ((v << (128 - bits)) as i128) >> (128 - bits);
    let flag = u128::from(flag);
    // A subtraction adds the complement: its flag is set where there is no borrow.
    let sum = match kind {
        CarryKind::Add => x + y + flag,
        CarryKind::Sub => x + (!y & low) + flag,
        CarryKind::MadLow => (x.wrapping_mul(y) & low) + z + flag,
        CarryKind::MadHighU => ((x * y) >> bits) + z + flag,
        CarryKind::MadHighS => (((signed(x) * signed(y)) >> bits) as u128 & low) + z + flag,
    };
    (sum & low, sum >> bits != 0)
}
