//! sin, cos and tan: of one number at a time, and of whole blocks in which large arguments are handled separately.

use super::coefficients::{COS, SIN};
use super::doubled::{MAGIC, divide, fast_two_sum, halves, polynomial, power_of_two, select, two_product, two_sum};

/// Up to this magnitude the quick reduction by pi/2 holds.
pub const TRIGONOMETRIC_RANGE: f64 = 51471.0;

/// Up to this magnitude a reduction with exact products is accurate, which costs half as much again; beyond it the
/// reduction uses as many bits of 2/pi as it needs.
pub const TRIGONOMETRIC_FAR_RANGE: f64 = 1e9;

/// `x = q pi/2 + r + low`: `r`, at most pi/4, `low`, and `q` in the low bits of a word.
type Reduced = (f64, f64, u64);

/// The reduction for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
fn reduce_near(x: f64) -> Reduced {
    // Two parts of 38 bits, so that 15 bits of quotient times either is exact, and the rest. In this range no double
    // but zero is nearer to a multiple of pi/2 than some 2^-55, where the three parts still leave 60 good bits.
    const FIRST: f64 = 1.5707963267923333;
    const SECOND: f64 = 2.5633441515839558e-12;
    const THIRD: f64 = 1.0562999066987428e-23;
    let shifted = x * std::f64::consts::FRAC_2_PI + MAGIC;
    let n = shifted - MAGIC;
    let (sum, rest) = two_sum(x - n * FIRST, -(n * SECOND));
    let (r, low) = fast_two_sum(sum, rest - n * THIRD);
    (r, low, shifted.to_bits())
}

/// The reduction for `|x|` up to [`TRIGONOMETRIC_FAR_RANGE`].
#[inline(always)]
fn reduce_far(x: f64) -> Reduced {
    // pi/2 in three doubles, the first two multiplied exactly: 159 bits, of which 30 go to the quotient.
    const SECOND: f64 = 6.123233995736766e-17;
    const THIRD: f64 = -1.4973849048591698e-33;
    let shifted = x * std::f64::consts::FRAC_2_PI + MAGIC;
    let n = shifted - MAGIC;
    let (first, first_rest) = two_product(n, std::f64::consts::FRAC_PI_2);
    let (second, second_rest) = two_product(n, SECOND);
    let (sum, rest) = two_sum(x - first, -first_rest);
    let (sum, more) = two_sum(sum, -second);
    let (r, low) = fast_two_sum(sum, (rest + more) - (second_rest + n * THIRD));
    (r, low, shifted.to_bits())
}

/// The reduction for `|x|` beyond that (Payne, Hanek, "Radian reduction for trigonometric functions", 1983): the
/// significand of `x` as an integer, times the 192 bits of 2/pi after those that give whole turns. NaN if `x` is not
/// finite.
#[inline(never)]
fn reduce_huge(x: f64) -> Reduced {
    /// pi/2, and its rounding error.
    const HALF_PI: f64 = std::f64::consts::FRAC_PI_2;
    const HALF_PI_LOW: f64 = 6.123233995736766e-17;
    const WORD: u64 = 0xffff_ffff;
    let bits = x.to_bits();
    let exponent = (bits >> 52) & 0x7ff;
    if exponent == 0x7ff {
        return (f64::NAN, f64::NAN, 0);
    }
    let integer = (bits & 0x000f_ffff_ffff_ffff) | 0x0010_0000_0000_0000;
    // x is the integer times 2^(exponent - 1075). Bits of 2/pi that give multiples of four times this are whole turns;
    // the table begins with 32 zeros, for arguments for which all bits count.
    let skipped = exponent - 1045;
    let (start, shift) = ((skipped >> 5) as usize, skipped & 31);
    // The product modulo a whole turn, in words of 32 bits, lowest first.
    let mut product = [0u64; 6];
    let (low, high) = (integer & WORD, integer >> 32);
    let (mut carry, mut below) = (0u64, 0u64);
    for k in 0..6 {
        let pair = (TWO_OVER_PI[start + 5 - k] << 32) | TWO_OVER_PI[start + 6 - k];
        let word = (pair >> (32 - shift)) & WORD;
        let (direct, shifted) = (word * low, below * high);
        let sum = (direct & WORD) + (shifted & WORD) + carry;
        product[k] = sum & WORD;
        carry = (direct >> 32) + (shifted >> 32) + (sum >> 32);
        below = word;
    }
    let first = (product[5] << 32) | product[4];
    let second = (product[3] << 32) | product[2];
    let third = (product[1] << 32) | product[0];
    let quarters = first >> 62;
    let fraction = (first << 2) | (second >> 62);
    let rest = (second << 2) | (third >> 62);
    // Rounded to the nearest quarter: a fraction beyond a half is negative, from the next quarter.
    let up = fraction >> 63;
    let (fraction, rest) = if up == 1 { (!fraction, !rest) } else { (fraction, rest) };
    let zeros = fraction.leading_zeros();
    let fraction = (fraction << zeros) | ((rest >> 1) >> (63 - zeros));
    let rest = rest << zeros;
    let unit = power_of_two(-64.0 - zeros as f64);
    let high = (fraction >> 11) as f64 * 2048.0 * unit;
    let low = (((fraction & 0x7ff) << 42) | (rest >> 22)) as f64 * (unit * 2.2737367544323206e-13);
    let (r, lost) = two_product(high, HALF_PI);
    let (r, low) = fast_two_sum(r, lost + (low * HALF_PI + high * HALF_PI_LOW));
    let negative = (up == 1) != x.is_sign_negative();
    let q = if x.is_sign_negative() { 0u64.wrapping_sub(quarters + up) } else { quarters + up };
    (select(negative, -r, r), select(negative, -low, low), q)
}

/// The sine of `q` quarter turns and `r + low`, where `|r|` is at most pi/4.
#[inline(always)]
pub(crate) fn sine_of_parts(r: f64, low: f64, q: u64) -> f64 {
    let odd = q & 1 != 0;
    let z = r * r;
    let half = 0.5 * z;
    let cosine = 1.0 - half;
    // The two polynomials have the same length, so one pass does for both with the coefficients chosen.
    let mut c = [0.0; 6];
    for i in 0..6 {
        c[i] = select(odd, COS[i], SIN[i]);
    }
    let leading = select(odd, cosine, r);
    let correction = select(odd, ((1.0 - cosine) - half) - r * low, low * cosine);
    let value = leading + (correction + z * select(odd, z, r) * polynomial(z, &c));
    f64::from_bits(value.to_bits() ^ ((q & 2) << 62))
}

#[inline(always)]
fn sine(x: f64, (r, low, q): Reduced) -> f64 {
    // The sums with zero would lose the sign of a negative zero.
    select(x == 0.0, x, sine_of_parts(r, low, q))
}

/// The cosine of the same.
#[inline(always)]
pub(crate) fn cos_of_parts(r: f64, low: f64, q: u64) -> f64 {
    sine_of_parts(r, low, q.wrapping_add(1))
}

#[inline(always)]
fn cosine(_: f64, (r, low, q): Reduced) -> f64 {
    cos_of_parts(r, low, q)
}

#[inline(always)]
fn tangent(x: f64, (r, low, q): Reduced) -> f64 {
    let odd = q & 1 != 0;
    let z = r * r;
    // The square's own rounding error would be a third of a unit of the cosine.
    let (rh, rl) = halves(r);
    let lost = (rh * rh - z) + (r + rh) * rl;
    let half = 0.5 * z;
    let rounded = 1.0 - half;
    let (sh, sl) = fast_two_sum(r, low * rounded + r * z * polynomial(z, &SIN));
    let (ch, cl) =
        fast_two_sum(rounded, ((1.0 - rounded) - half) - (0.5 * lost + r * low) + z * z * polynomial(z, &COS));
    let numerator = (select(odd, -ch, sh), select(odd, -cl, sl));
    let value = divide(numerator, (select(odd, sh, ch), select(odd, sl, cl)));
    select(x == 0.0, x, value)
}

/// The reduction of any argument.
#[inline(always)]
fn reduce_any(x: f64) -> Reduced {
    if x.abs() <= TRIGONOMETRIC_RANGE {
        reduce_near(x)
    } else if x.abs() <= TRIGONOMETRIC_FAR_RANGE {
        reduce_far(x)
    } else {
        reduce_huge(x)
    }
}

/// [`sin`] without branches, for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
pub fn sin_fast(x: f64) -> f64 {
    sine(x, reduce_near(x))
}

/// [`cos`] without branches, for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
pub fn cos_fast(x: f64) -> f64 {
    cosine(x, reduce_near(x))
}

/// [`tan`] without branches, for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
pub fn tan_fast(x: f64) -> f64 {
    tangent(x, reduce_near(x))
}

/// The sine, for any argument.
#[inline(always)]
pub fn sin(x: f64) -> f64 {
    sine(x, reduce_any(x))
}

/// The cosine, for any argument.
#[inline(always)]
pub fn cos(x: f64) -> f64 {
    cosine(x, reduce_any(x))
}

/// The tangent, for any argument.
#[inline(always)]
pub fn tan(x: f64) -> f64 {
    tangent(x, reduce_any(x))
}

macro_rules! with_range {
    ($($name:ident, $block:ident, $fast:ident, $of:ident;)*) => {$(
        /// The function named without `_f64`, for a block: `y[i]` from `x[i]`, as far as the shorter of the two
        /// reaches.
        ///
        /// Free of branches if the whole block is in one range, so the loop is compiled for the caller's target
        /// features; otherwise each number is reduced separately.
        #[inline(always)]
        pub fn $block(x: &[f64], y: &mut [f64]) {
            let within = |limit: f64| x.iter().fold(true, |all, v| all & (v.abs() <= limit));
            if within(TRIGONOMETRIC_RANGE) {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = $fast(x);
                }
            } else if within(TRIGONOMETRIC_FAR_RANGE) {
                for (y, &x) in y.iter_mut().zip(x) {
                    // Both reductions, so that the answer does not depend on the neighbours.
                    let (near, far, inside) = (reduce_near(x), reduce_far(x), x.abs() <= TRIGONOMETRIC_RANGE);
                    let pick = (select(inside, near.0, far.0), select(inside, near.1, far.1), near.2);
                    *y = $of(x, pick);
                }
            } else {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = $name(x);
                }
            }
        }
    )*};
}

with_range! {
    sin, sin_f64, sin_fast, sine;
    cos, cos_f64, cos_fast, cosine;
    tan, tan_f64, tan_fast, tangent;
}

/// The bits of 2/pi after the point, 32 to a word, as many as the largest float64 needs, after a word of zeros.
const TWO_OVER_PI: [u64; 43] = [
    0x0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a,
    0x424dd2e0, 0x6492eea, 0x9d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf,
    0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
    0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d, 0xa9e39161, 0x5ee61b08,
];
