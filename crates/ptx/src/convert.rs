//! The instruction `cvt`, for every pair of types, rounding and clamp.

use crate::soft::{self, BF16, E4M3, E5M2, F16, F32, F64, Format, Number, Rounding, TF32};
use crate::syntax::Ty;

/// The modifiers of one conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Conversion {
    pub(crate) from: Ty,
    pub(crate) to: Ty,
    pub(crate) mode: Rounding,
    /// The result has an integral value, although its type is a float: `.rni` and the like.
    pub(crate) integral: bool,
    pub(crate) flush: bool,
    pub(crate) saturate: bool,
    pub(crate) relu: bool,
    /// An overflow gives the largest number: `.satfinite`.
    pub(crate) finite: bool,
}

/// The format of a float type, or of one half of a packed one.
pub(crate) fn format(ty: Ty) -> Option<Format> {
    Some(match ty {
        Ty::F(16) | Ty::F16x2 => F16,
        Ty::F(32) | Ty::F32x2 => F32,
        Ty::F(64) => F64,
        Ty::Bf16 | Ty::Bf16x2 => BF16,
        Ty::Tf32 => TF32,
        Ty::E4m3x2 | Ty::E4m3 => E4M3,
        Ty::E5m2x2 | Ty::E5m2 => E5M2,
        _ => return None,
    })
}

impl Conversion {
    /// The result for these bits. Bits above the source type's width are ignored; those above the result's are zero,
    /// except that signed integers are sign-extended to 64 bits.
    pub(crate) fn apply(&self, bits: u64) -> u64 {
        let bits = bits & mask(self.from.bits());
        // Only subnormal numbers of f32 are flushed.
        let bits = if self.flush && self.from == Ty::F(32) { F32.flush(bits) } else { bits };
        let number = match format(self.from) {
            Some(f) => f.decode(bits),
            None => soft::integer(self.integer(bits)),
        };
        match format(self.to) {
            Some(f) => match self.payload(bits, number) {
                Some(nan) => nan,
                None => self.finish(f, number),
            },
            None => match number {
                // From f64, and to 64 bits, a NaN gives the top bit alone; otherwise it gives zero.
                Number::Nan if self.to.bits() == 64 || self.from == Ty::F(64) => self.cut(1 << (self.to.bits() - 1)),
                Number::Nan => 0,
                Number::Infinite(negative) => self.clamp(if negative { -1 << 100 } else { 1 << 100 }),
                // Between integers, bits are truncated unless a clamp is specified.
                _ if format(self.from).is_none() && !self.saturate => self.cut(self.integer(bits) as u64),
                _ => self.clamp(soft::to_integer(number, self.mode).unwrap_or(0)),
            },
        }
    }

    /// Where f64 is one side, a NaN keeps its sign and the upper part of its payload, and is made quiet.
    fn payload(&self, bits: u64, number: Number) -> Option<u64> {
        let (from, to) = (format(self.from)?, format(self.to)?);
        if number == Number::Nan && to == TF32 {
            // The oldest of the conversions to TF32 truncates a NaN; the later ones make the canonical one.
            return Some(if self.mode == Rounding::Away { bits & !0x1fff } else { 0x7fff_e000 });
        }
        if number != Number::Nan || self.saturate || from != F64 && to != F64 {
            return None;
        }
        let bits = if self.flush && from == F32 { F32.nan } else { bits };
        let sign = bits >> (from.exponent + from.fraction) << (to.exponent + to.fraction);
        let fraction = bits & ((1 << from.fraction) - 1);
        let fraction = if from.fraction > to.fraction {
            fraction >> (from.fraction - to.fraction)
        } else {
            fraction << (to.fraction - from.fraction)
        };
        let exponent = ((1 << to.exponent) - 1) << to.fraction;
        Some(sign | exponent | 1 << (to.fraction - 1) | fraction)
    }

    /// `cvt.x2`: `a` goes into the high half, `b` into the low one.
    pub(crate) fn pair(&self, a: u32, b: u32) -> u32 {
        let width = self.to.bits() / 2;
        let (a, b) = (self.apply(u64::from(a)) as u32, self.apply(u64::from(b)) as u32);
        a << width | b
    }

    /// A packed pair of eight-bit floats as a pair of f16.
    pub(crate) fn unpack(&self, a: u32) -> u32 {
        let one = |v: u32| {
            let f = format(self.from).unwrap_or(E4M3);
            self.finish(F16, f.decode(u64::from(v & 0xff))) as u32
        };
        one(a) | one(a >> 8) << 16
    }

    fn integer(&self, bits: u64) -> i128 {
        let width = self.from.bits();
        let value = bits & mask(width);
        if self.from.signed() && width < 128 {
            i128::from((value << (64 - width)) as i64 >> (64 - width))
        } else {
            i128::from(value)
        }
    }

    fn cut(&self, value: u64) -> u64 {
        let width = self.to.bits();
        if self.to.signed() { ((value << (64 - width)) as i64 >> (64 - width)) as u64 } else { value & mask(width) }
    }

    fn clamp(&self, value: i128) -> u64 {
        let width = self.to.bits();
        let (low, high) = if self.to.signed() {
            (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
        } else {
            (0, (1i128 << width) - 1)
        };
        value.clamp(low, high) as u64
    }

    fn finish(&self, f: Format, number: Number) -> u64 {
        let number = if self.integral {
            match soft::to_integer(number, self.mode) {
                // A large float is an integer already.
                Some(i) if i.unsigned_abs() < 1 << 99 => match (soft::integer(i), number) {
                    (Number::Finite { exponent, mantissa, .. }, Number::Finite { negative, .. }) => {
                        Number::Finite { negative, exponent, mantissa }
                    }
                    (n, _) => n,
                },
                _ => number,
            }
        } else {
            number
        };
        let mut bits = f.round(number, self.mode);
        let sign = 1u64 << (f.exponent + f.fraction);
        if self.flush && f == F32 {
            bits = f.flush(bits);
        }
        let nan = number == Number::Nan;
        if self.finite && !nan && bits & (sign - 1) >= f.infinity(false) {
            bits = f.largest(bits & sign != 0);
        }
        if self.saturate {
            let one = ((1u64 << (f.exponent - 1)) - 1) << f.fraction;
            bits = if nan || bits & sign != 0 { 0 } else { bits.min(one) };
        }
        if self.relu && !nan && bits & sign != 0 {
            bits = 0;
        }
        if f == TF32 { bits << 13 } else { bits }
    }
}

/// An f32 as f64; a NaN keeps its payload.
#[inline(always)]
pub(crate) fn widen(a: u32) -> u64 {
    let x = f32::from_bits(a);
    if x.is_nan() {
        return u64::from(a >> 31) << 63 | 0x7ff8 << 48 | u64::from(a & 0x7f_ffff) << 29;
    }
    f64::from(x).to_bits()
}

/// An f64 as f32, to the nearest; a NaN keeps the upper part of its payload.
#[inline(always)]
pub(crate) fn narrow(a: u64) -> u32 {
    let x = f64::from_bits(a);
    if x.is_nan() {
        return (a >> 63 << 31) as u32 | 0x7fc0_0000 | (a >> 29) as u32 & 0x7f_ffff;
    }
    (x as f32).to_bits()
}

fn mask(bits: u32) -> u64 {
    if bits >= 64 { !0 } else { (1 << bits) - 1 }
}

/// A function of f32 on a 16-bit float; with `packed` the caller has separated the halves.
pub(crate) fn through_f32(a: u16, f: Format, _packed: u32, function: impl Fn(u32) -> u32) -> u32 {
    let wide = F32.round(f.decode(u64::from(a)), Rounding::Nearest) as u32;
    f.round(F32.decode(u64::from(function(wide))), Rounding::Nearest) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion(from: Ty, to: Ty, mode: Rounding) -> Conversion {
        Conversion { from, to, mode, integral: false, flush: false, saturate: false, relu: false, finite: false }
    }

    #[test]
    fn integers_from_floats_clamp_and_round() {
        let c = conversion(Ty::F(32), Ty::S(32), Rounding::Nearest);
        let of = |x: f32| c.apply(u64::from(x.to_bits())) as i32;
        assert_eq!([of(2.5), of(3.5), of(-2.5), of(1e20), of(-1e20), of(f32::NAN)], [2, 4, -2, i32::MAX, i32::MIN, 0]);
        let c = conversion(Ty::F(64), Ty::U(8), Rounding::Zero);
        assert_eq!([c.apply(300.7f64.to_bits()), c.apply((-1.0f64).to_bits())], [255, 0]);
    }

    #[test]
    fn floats_from_integers_agree_with_the_processor() {
        for k in 0..10_000i64 {
            let x = k.wrapping_mul(0x9e37_79b9_7f4a_7c15u64 as i64) >> (k % 60);
            let c = conversion(Ty::S(64), Ty::F(32), Rounding::Nearest);
            assert_eq!(c.apply(x as u64) as u32, (x as f32).to_bits());
            let c = conversion(Ty::U(64), Ty::F(64), Rounding::Nearest);
            assert_eq!(c.apply(x as u64), (x as u64 as f64).to_bits());
        }
    }

    #[test]
    fn rounding_to_an_integral_float_keeps_the_sign_of_zero() {
        let c = Conversion { integral: true, ..conversion(Ty::F(32), Ty::F(32), Rounding::Nearest) };
        assert_eq!(c.apply(u64::from((-0.25f32).to_bits())) as u32, (-0.0f32).to_bits());
        assert_eq!(c.apply(u64::from(1e30f32.to_bits())) as u32, 1e30f32.to_bits());
    }
}
