//! Software floating point in any format and rounding mode: correctly rounded arithmetic on integers of 128 bits with a
//! sticky bit.
//!
//! IEEE 754-2019, but a NaN that an operation makes is the canonical one of its format, as on a device.

/// A binary floating format: how many bits of exponent and of fraction it stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) exponent: u32,
    pub(crate) fraction: u32,
    /// Whether it has infinities. E4M3 has none: its top exponent holds numbers, and one NaN.
    pub(crate) infinite: bool,
    /// The canonical NaN.
    pub(crate) nan: u64,
}

pub(crate) const F16: Format = Format { exponent: 5, fraction: 10, infinite: true, nan: 0x7fff };
pub(crate) const BF16: Format = Format { exponent: 8, fraction: 7, infinite: true, nan: 0x7fff };
pub(crate) const F32: Format = Format { exponent: 8, fraction: 23, infinite: true, nan: 0x7fff_ffff };
pub(crate) const F64: Format = Format { exponent: 11, fraction: 52, infinite: true, nan: 0xfff8_0000_0000_0000 };
/// TF32 is f32 with ten bits of fraction; here it is stored without the thirteen low bits.
pub(crate) const TF32: Format = Format { exponent: 8, fraction: 10, infinite: true, nan: 0x3ffff };
pub(crate) const E4M3: Format = Format { exponent: 4, fraction: 3, infinite: false, nan: 0x7f };
pub(crate) const E5M2: Format = Format { exponent: 5, fraction: 2, infinite: true, nan: 0x7f };

/// The direction of rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// To the nearest, ties to even.
    Nearest,
    /// To the nearest, ties away from zero.
    Away,
    Zero,
    Down,
    Up,
}

/// An unpacked number: `mantissa * 2^exponent`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Nan,
    Infinite(bool),
    Finite { negative: bool, exponent: i32, mantissa: u128 },
}

use Number::{Finite, Infinite, Nan};

impl Format {
    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    fn sign_bit(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    /// The smallest normal number, as bits.
    fn least_normal(self) -> u64 {
        1 << self.fraction
    }

    /// The same bits, or a zero of that sign for a subnormal number.
    pub(crate) fn flush(self, bits: u64) -> u64 {
        if bits & (self.sign_bit() - 1) < self.least_normal() { bits & self.sign_bit() } else { bits }
    }

    /// Unpacks these bits.
    pub(crate) fn decode(self, bits: u64) -> Number {
        let negative = bits & self.sign_bit() != 0;
        let top = (1u64 << self.exponent) - 1;
        let exponent = bits >> self.fraction & top;
        let fraction = bits & (self.least_normal() - 1);
        if !self.infinite && bits & 0x7f == 0x7f {
            return Nan;
        }
        if self.infinite && exponent == top {
            return if fraction == 0 { Infinite(negative) } else { Nan };
        }
        let (mantissa, exponent) =
            if exponent == 0 { (fraction, 1) } else { (fraction | self.least_normal(), exponent as i32) };
        Finite { negative, exponent: exponent - self.bias() - self.fraction as i32, mantissa: u128::from(mantissa) }
    }

    /// The largest finite number of that sign.
    pub(crate) fn largest(self, negative: bool) -> u64 {
        let sign = if negative { self.sign_bit() } else { 0 };
        let top = ((1u64 << self.exponent) - 1) << self.fraction;
        sign | if self.infinite { top - 1 } else { 0x7e }
    }

    /// Infinity of that sign; a format without one gives its NaN.
    pub(crate) fn infinity(self, negative: bool) -> u64 {
        let sign = if negative { self.sign_bit() } else { 0 };
        sign | if self.infinite { ((1u64 << self.exponent) - 1) << self.fraction } else { 0x7f }
    }

    /// The bits of this number, rounded.
    pub(crate) fn round(self, number: Number, mode: Rounding) -> u64 {
        let (negative, exponent, mantissa) = match number {
            Nan => return self.nan,
            Infinite(negative) => return self.infinity(negative),
            Finite { negative, exponent, mantissa } => (negative, exponent, mantissa),
        };
        let sign = if negative { self.sign_bit() } else { 0 };
        if mantissa == 0 {
            return sign;
        }
        let length = 128 - mantissa.leading_zeros() as i32;
        let least = 1 - self.bias() - self.fraction as i32;
        // The unit in the last place of the result, as a power of two.
        let unit = (exponent + length - 1 - self.fraction as i32).max(least);
        let shift = unit - exponent;
        let kept = if shift <= 0 {
            mantissa << (-shift) as u32
        } else {
            let shift = shift as u32;
            let (kept, rest, half) = if shift > 127 {
                (0, 1, 2)
            } else {
                (mantissa >> shift, mantissa & ((1 << shift) - 1), 1u128 << (shift - 1))
            };
            let up = match mode {
                Rounding::Nearest => rest > half || rest == half && kept & 1 == 1,
                Rounding::Away => rest >= half,
                Rounding::Zero => false,
                Rounding::Down => negative && rest > 0,
                Rounding::Up => !negative && rest > 0,
            };
            kept + u128::from(up)
        };
        // A carry out of the fraction increments the exponent.
        let stored = (unit - least) as u64;
        let bits = if kept < u128::from(self.least_normal()) {
            kept as u64
        } else {
            ((stored + 1) << self.fraction).wrapping_add((kept - u128::from(self.least_normal())) as u64)
        };
        if bits > self.largest(false) || stored > 1 << self.exponent {
            let to_largest = match mode {
                Rounding::Zero => true,
                Rounding::Down => !negative,
                Rounding::Up => negative,
                Rounding::Nearest | Rounding::Away => false,
            };
            return if to_largest { self.largest(negative) } else { self.infinity(negative) };
        }
        sign | bits
    }
}

/// A number from a signed integer.
pub(crate) fn integer(value: i128) -> Number {
    Finite { negative: value < 0, exponent: 0, mantissa: value.unsigned_abs() }
}

/// Shifts right, and sets the last bit if any of the bits shifted out was set.
fn shift_right(mantissa: u128, by: i32) -> u128 {
    if by <= 0 {
        mantissa
    } else if by > 127 {
        u128::from(mantissa != 0)
    } else {
        mantissa >> by | u128::from(mantissa & ((1 << by) - 1) != 0)
    }
}

/// The same value with its highest bit at bit 124, which leaves space for a carry.
fn normal(exponent: i32, mantissa: u128) -> (i32, u128) {
    if mantissa == 0 {
        return (i32::MIN / 2, 0);
    }
    let shift = mantissa.leading_zeros() as i32 - 3;
    if shift >= 0 { (exponent - shift, mantissa << shift) } else { (exponent - shift, shift_right(mantissa, -shift)) }
}

pub(crate) fn negate(a: Number) -> Number {
    match a {
        Nan => Nan,
        Infinite(negative) => Infinite(!negative),
        Finite { negative, exponent, mantissa } => Finite { negative: !negative, exponent, mantissa },
    }
}

/// The sum, exact but for a sticky bit below any format's last place.
pub(crate) fn add(a: Number, b: Number, mode: Rounding) -> Number {
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(x), Infinite(y)) => {
            if x == y {
                a
            } else {
                Nan
            }
        }
        (Infinite(_), _) => a,
        (_, Infinite(_)) => b,
        (Finite { negative: sa, exponent: ea, mantissa: ma }, Finite { negative: sb, exponent: eb, mantissa: mb }) => {
            if ma == 0 && mb == 0 {
                let negative = if sa == sb { sa } else { mode == Rounding::Down };
                return Finite { negative, exponent: 0, mantissa: 0 };
            }
            let ((ea, ma), (eb, mb)) = (normal(ea, ma), normal(eb, mb));
            let exponent = ea.max(eb);
            let (ma, mb) = (shift_right(ma, exponent.saturating_sub(ea)), shift_right(mb, exponent.saturating_sub(eb)));
            let (negative, mantissa) = if sa == sb {
                (sa, ma + mb)
            } else if ma == mb {
                (mode == Rounding::Down, 0)
            } else if ma > mb {
                (sa, ma - mb)
            } else {
                (sb, mb - ma)
            };
            Finite { negative, exponent, mantissa }
        }
    }
}

/// The product, exact for formats up to f64.
pub(crate) fn multiply(a: Number, b: Number) -> Number {
    match (a, b) {
        (Nan, _) | (_, Nan) => Nan,
        (Infinite(sa), Infinite(sb)) => Infinite(sa != sb),
        (Infinite(sa), Finite { negative, mantissa, .. }) | (Finite { negative, mantissa, .. }, Infinite(sa)) => {
            if mantissa == 0 {
                Nan
            } else {
                Infinite(sa != negative)
            }
        }
        (Finite { negative: sa, exponent: ea, mantissa: ma }, Finite { negative: sb, exponent: eb, mantissa: mb }) => {
            Finite { negative: sa != sb, exponent: ea + eb, mantissa: ma * mb }
        }
    }
}

/// The quotient, with a sticky bit.
pub(crate) fn divide(a: Number, b: Number) -> Number {
    match (a, b) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) => Nan,
        (Infinite(sa), Finite { negative, .. }) => Infinite(sa != negative),
        (Finite { negative, .. }, Infinite(sb)) => Finite { negative: negative != sb, exponent: 0, mantissa: 0 },
        (Finite { negative: sa, exponent: ea, mantissa: ma }, Finite { negative: sb, exponent: eb, mantissa: mb }) => {
            match (ma, mb) {
                (0, 0) => Nan,
                (_, 0) => Infinite(sa != sb),
                (0, _) => Finite { negative: sa != sb, exponent: 0, mantissa: 0 },
                _ => {
                    let shift = ma.leading_zeros() as i32 - 1;
                    let dividend = ma << shift;
                    let (quotient, rest) = (dividend / mb, dividend % mb);
                    let exponent = ea - shift - eb;
                    Finite {
                        negative: sa != sb,
                        exponent: exponent - 1,
                        mantissa: quotient << 1 | u128::from(rest != 0),
                    }
                }
            }
        }
    }
}

/// The square root, with a sticky bit.
pub(crate) fn square_root(a: Number) -> Number {
    match a {
        Nan | Infinite(true) => Nan,
        Infinite(false) => a,
        Finite { mantissa: 0, .. } => a,
        Finite { negative: true, .. } => Nan,
        Finite { exponent, mantissa, .. } => {
            let mut shift = mantissa.leading_zeros() as i32;
            if (exponent - shift) % 2 != 0 {
                shift -= 1;
            }
            let value = mantissa << shift;
            let root = value.isqrt();
            let rest = u128::from(root * root != value);
            Finite { negative: false, exponent: (exponent - shift) / 2 - 1, mantissa: root << 1 | rest }
        }
    }
}

/// To the nearest integer of this rounding; halves of the result are exact.
pub(crate) fn to_integer(a: Number, mode: Rounding) -> Option<i128> {
    let Finite { negative, exponent, mantissa } = a else { return None };
    if mantissa == 0 {
        return Some(0);
    }
    let magnitude = if exponent >= 0 {
        // Beyond 2^100 every caller saturates.
        if exponent > 60 { 1 << 100 } else { (mantissa << exponent) as i128 }
    } else {
        let shift = -exponent;
        let (kept, rest, half) = if shift > 126 {
            (0, 1u128, 2u128)
        } else {
            (mantissa >> shift, mantissa & ((1 << shift) - 1), 1 << (shift - 1))
        };
        let up = match mode {
            Rounding::Nearest => rest > half || rest == half && kept & 1 == 1,
            Rounding::Away => rest >= half,
            Rounding::Zero => false,
            Rounding::Down => negative && rest > 0,
            Rounding::Up => !negative && rest > 0,
        };
        (kept + u128::from(up)) as i128
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// An operation with a rounding, as one word of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Sqrt,
    Min,
    Max,
    Neg,
    Abs,
}

/// The modifiers of one floating-point instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spec {
    pub(crate) operation: Operation,
    pub(crate) format: Format,
    pub(crate) mode: Rounding,
    pub(crate) flush: bool,
    /// Clamp to 0..1, NaN to zero.
    pub(crate) saturate: bool,
    /// Clamp below at zero; NaN stays canonical.
    pub(crate) relu: bool,
    /// `min.NaN`, `max.NaN`: one NaN makes the result NaN.
    pub(crate) nan: bool,
    /// `min.xorsign.abs`
    pub(crate) xorsign: bool,
}

impl Spec {
    /// An operation without modifiers: to the nearest, nothing flushed or clamped.
    pub(crate) fn plain(operation: Operation, format: Format) -> Spec {
        Spec {
            operation,
            format,
            mode: Rounding::Nearest,
            flush: false,
            saturate: false,
            relu: false,
            nan: false,
            xorsign: false,
        }
    }

    /// The result on these bits; operands that the operation does not have are ignored.
    pub(crate) fn apply(&self, a: u64, b: u64, c: u64) -> u64 {
        let f = self.format;
        let input = |x| if self.flush { f.flush(x) } else { x };
        let (a, b, c) = (input(a), input(b), input(c));
        if f == F64
            && let Some(nan) = self.payload(a, b, c)
        {
            return nan;
        }
        let (x, y) = (f.decode(a), f.decode(b));
        let exact = match self.operation {
            Operation::Add => add(x, y, self.mode),
            Operation::Sub => add(x, negate(y), self.mode),
            Operation::Mul => multiply(x, y),
            Operation::Fma => add(multiply(x, y), f.decode(c), self.mode),
            Operation::Div => divide(x, y),
            Operation::Sqrt => square_root(x),
            Operation::Min | Operation::Max => return self.finish(self.extremum(a, b)),
            Operation::Neg => return if x == Nan { f.nan } else { a ^ f.sign_bit() },
            Operation::Abs => return if x == Nan { f.nan } else { a & !f.sign_bit() },
        };
        self.finish(f.round(exact, self.mode))
    }

    /// For f64 a device propagates the payload of a NaN, by this order of the operands.
    fn payload(&self, a: u64, b: u64, c: u64) -> Option<u64> {
        let order: &[u64] = match self.operation {
            Operation::Add | Operation::Sub | Operation::Mul => &[b, a],
            Operation::Fma => &[b, c, a],
            Operation::Div => &[a, b],
            Operation::Sqrt | Operation::Neg | Operation::Abs => &[a],
            Operation::Min | Operation::Max if F64.decode(a) == Nan && F64.decode(b) == Nan => &[b],
            Operation::Min | Operation::Max => &[],
        };
        order.iter().find(|o| F64.decode(**o) == Nan).map(|o| o | 1 << 51)
    }

    fn finish(&self, bits: u64) -> u64 {
        let f = self.format;
        let bits = if self.flush { f.flush(bits) } else { bits };
        let nan = f.decode(bits) == Nan;
        let negative = bits & f.sign_bit() != 0;
        if self.saturate {
            let one = (f.bias() as u64) << f.fraction;
            if nan || negative { 0 } else { bits.min(one) }
        } else if self.relu && !nan && negative {
            0
        } else {
            bits
        }
    }

    fn extremum(&self, a: u64, b: u64) -> u64 {
        let f = self.format;
        let sign = if self.xorsign { (a ^ b) & f.sign_bit() } else { 0 };
        let (a, b) = if self.xorsign { (a & !f.sign_bit(), b & !f.sign_bit()) } else { (a, b) };
        let chosen = match (f.decode(a) == Nan, f.decode(b) == Nan) {
            (true, true) => return f.nan,
            (true, false) | (false, true) if self.nan => return f.nan,
            (true, false) => b,
            (false, true) => a,
            (false, false) => {
                // Compared as integers of this order, -0 is less than +0.
                let order = |x: u64| if x & f.sign_bit() != 0 { -((x & !f.sign_bit()) as i64) - 1 } else { x as i64 };
                let first_is_less = order(a) < order(b);
                if first_is_less == (self.operation == Operation::Min) { a } else { b }
            }
        };
        chosen & !if self.xorsign { f.sign_bit() } else { 0 } | sign
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cheap random generator of bits with many edge cases.
    fn bits(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let x = *seed ^ *seed >> 29;
        match x % 11 {
            0 => x & 0x8000_0000_8000_0000,
            1 => x & 0x8000_000f_8000_000f,
            2 => x | 0x7f80_0000_7f80_0000,
            3 => x & 0xffff_ffff_ff00_0000,
            4 => 0x3ff0_0000_3f80_0000 ^ (x & 3),
            _ => x.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }

    #[test]
    fn agrees_with_the_processor_to_the_nearest() {
        let mut seed = 7;
        let ops = [Operation::Add, Operation::Sub, Operation::Mul, Operation::Fma, Operation::Div, Operation::Sqrt];
        for round in 0..200_000 {
            let (a, b, c) = (bits(&mut seed), bits(&mut seed), bits(&mut seed));
            let operation = ops[round % ops.len()];
            let got = Spec::plain(operation, F64).apply(a, b, c);
            let (x, y, z) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
            let want = match operation {
                Operation::Add => x + y,
                Operation::Sub => x - y,
                Operation::Mul => x * y,
                Operation::Fma => x.mul_add(y, z),
                Operation::Div => x / y,
                _ => x.sqrt(),
            };
            assert!(
                want.is_nan() && F64.decode(got) == Nan || want.to_bits() == got,
                "{operation:?} {x:e} {y:e} {z:e}"
            );
            let got = Spec::plain(operation, F32).apply(a & 0xffff_ffff, b & 0xffff_ffff, c & 0xffff_ffff);
            let [x, y, z] = [a, b, c].map(|v| f32::from_bits(v as u32));
            let want = match operation {
                Operation::Add => x + y,
                Operation::Sub => x - y,
                Operation::Mul => x * y,
                Operation::Fma => x.mul_add(y, z),
                Operation::Div => x / y,
                _ => x.sqrt(),
            };
            assert!(
                want.is_nan() && got == F32.nan || u64::from(want.to_bits()) == got,
                "{operation:?} {x:e} {y:e} {z:e}"
            );
        }
    }

    #[test]
    fn directed_modes_enclose_the_result() {
        let mut seed = 3;
        for _ in 0..100_000 {
            let (a, b) = (bits(&mut seed) & 0xffff_ffff, bits(&mut seed) & 0xffff_ffff);
            for operation in [Operation::Add, Operation::Mul, Operation::Div] {
                let with = |mode| f32::from_bits(Spec { mode, ..Spec::plain(operation, F32) }.apply(a, b, 0) as u32);
                let (down, near, up) = (with(Rounding::Down), with(Rounding::Nearest), with(Rounding::Up));
                if near.is_nan() {
                    continue;
                }
                let (x, y) = (f64::from(f32::from_bits(a as u32)), f64::from(f32::from_bits(b as u32)));
                assert!(down <= near && near <= up);
                if operation == Operation::Mul {
                    // A product of two f32 is exact in f64.
                    assert!(f64::from(down) <= x * y && x * y <= f64::from(up));
                    assert_eq!(f64::from(down) == x * y, f64::from(up) == x * y);
                }
                if down != up && down.is_finite() && up.is_finite() && down != 0.0 {
                    assert_eq!(down.next_up(), up, "{operation:?} {x:e} {y:e}");
                }
            }
        }
    }

    #[test]
    fn halves_agree_with_their_crate() {
        for a in 0..=0xffffu64 {
            let x = half::f16::from_bits(a as u16).to_f32();
            let back = F16.round(F32.decode(u64::from(x.to_bits())), Rounding::Nearest);
            assert!(x.is_nan() || back == a);
            let b = a.wrapping_mul(40503) & 0xffff;
            let y = half::f16::from_bits(b as u16).to_f32();
            let want = half::f16::from_f32(x * y);
            let got = Spec::plain(Operation::Mul, F16).apply(a, b, 0);
            assert!(want.is_nan() && got == F16.nan || u64::from(want.to_bits()) == got);
        }
    }
}
