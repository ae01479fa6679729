//! sin, cos and tan: one number at a time, and whole blocks with the large arguments taken aside.

use super::coefficients::{COS, SIN};
use super::doubled::{MAGIC, divide, fast_two_sum, polynomial, select, two_sum};

/// Up to this magnitude the quick reduction by pi/2 holds; beyond it `libm` reduces with as many digits as it takes.
pub const TRIGONOMETRIC_RANGE: f64 = 51471.0;

/// `x = q pi/2 + r + low` for `|x|` up to the range: `r`, `low`, and `q` in the low bits of a word.
#[inline(always)]
fn reduce(x: f64) -> (f64, f64, u64) {
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

/// The sine for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
pub fn sin_fast(x: f64) -> f64 {
    let (r, low, q) = reduce(x);
    // The sums with zero would lose the sign of a negative zero.
    select(x == 0.0, x, sine_of_parts(r, low, q))
}

/// The cosine for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
pub fn cos_fast(x: f64) -> f64 {
    let (r, low, q) = reduce(x);
    sine_of_parts(r, low, q.wrapping_add(1))
}

/// The tangent for `|x|` up to [`TRIGONOMETRIC_RANGE`].
#[inline(always)]
pub fn tan_fast(x: f64) -> f64 {
    let (r, low, q) = reduce(x);
    let odd = q & 1 != 0;
    let z = r * r;
    let half = 0.5 * z;
    let rounded = 1.0 - half;
    let (sh, sl) = fast_two_sum(r, low * rounded + r * z * polynomial(z, &SIN));
    let (ch, cl) = fast_two_sum(rounded, ((1.0 - rounded) - half) - r * low + z * z * polynomial(z, &COS));
    let numerator = (select(odd, -ch, sh), select(odd, -cl, sl));
    let value = divide(numerator, (select(odd, sh, ch), select(odd, sl, cl)));
    select(x == 0.0, x, value)
}

macro_rules! with_range {
    ($($(#[$doc:meta])* $name:ident, $block:ident, $fast:ident, $slow:path;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(x: f64) -> f64 {
            if x.abs() <= TRIGONOMETRIC_RANGE { $fast(x) } else { $slow(x) }
        }

        /// The same for a block: `y[i]` from `x[i]`, as far as the shorter of the two reaches.
        ///
        /// Free of branches where the whole block is in range, so the loop is compiled for the caller's target
        /// features; otherwise each number goes its own way.
        #[inline(always)]
        pub fn $block(x: &[f64], y: &mut [f64]) {
            let inside = x.iter().fold(true, |all, v| all & (v.abs() <= TRIGONOMETRIC_RANGE));
            if inside {
                for (y, &x) in y.iter_mut().zip(x) {
                    *y = $fast(x);
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
    sin, sin_f64, sin_fast, libm::sin;
    /// The cosine, for any argument.
    cos, cos_f64, cos_fast, libm::cos;
    /// The tangent, for any argument.
    tan, tan_f64, tan_fast, libm::tan;
}
