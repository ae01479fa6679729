//! sin, cos and tan: one number at a time, and whole blocks with the large arguments taken aside.

use super::coefficients::{COS, SIN};
use super::doubled::{MAGIC, divide, fast_two_sum, halves, polynomial, select, two_product, two_sum};

/// Up to this magnitude the quick reduction by pi/2 holds.
pub const TRIGONOMETRIC_RANGE: f64 = 51471.0;

/// Up to this magnitude a reduction with exact products holds, which costs half as much again; beyond it `libm` reduces
/// with as many digits as it takes.
pub const TRIGONOMETRIC_FAR_RANGE: f64 = 1e9;

/// `x = q pi/2 + r + low`: `r`, at most pi/4, `low`, and `q` in the low bits of a word.
type Reduced = (f64, f64, u64);

/// The reduction for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
fn reduce(x: f64) -> Reduced {
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

/// The sine of `q` quarter turns and `r + low`, where `|r|` is at most pi/4.
#[inline(always)]
fn sine_of_parts(r: f64, low: f64, q: u64) -> f64 {
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

#[inline(always)]
fn cosine(_: f64, (r, low, q): Reduced) -> f64 {
    sine_of_parts(r, low, q.wrapping_add(1))
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

macro_rules! with_range {
    ($($(#[$doc:meta])* $name:ident, $block:ident, $fast:ident, $of:ident, $slow:path;)*) => {$(
        /// The form without branches of the function named without `_fast`, for `|x|` up to [`TRIGONOMETRIC_RANGE`].
        #[inline(always)]
        pub fn $fast(x: f64) -> f64 {
            $of(x, reduce(x))
        }

        $(#[$doc])*
        #[inline(always)]
        pub fn $name(x: f64) -> f64 {
            if x.abs() <= TRIGONOMETRIC_RANGE {
                $fast(x)
            } else if x.abs() <= TRIGONOMETRIC_FAR_RANGE {
                $of(x, reduce_far(x))
            } else {
                $slow(x)
            }
        }

        /// The function named without `_f64`, for a block: `y[i]` from `x[i]`, as far as the shorter of the two reaches.
        ///
        /// Free of branches where the whole block is in one range, so the loop is compiled for the caller's target
        /// features; otherwise each number goes its own way.
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
                    let (near, far, inside) = (reduce(x), reduce_far(x), x.abs() <= TRIGONOMETRIC_RANGE);
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
    /// The sine, for any argument.
    sin, sin_f64, sin_fast, sine, libm::sin;
    /// The cosine, for any argument.
    cos, cos_f64, cos_fast, cosine, libm::cos;
    /// The tangent, for any argument.
    tan, tan_f64, tan_fast, tangent, libm::tan;
}
