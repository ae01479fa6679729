//! Sums that several special functions evaluate: Chebyshev series, and the sine of multiples of pi.

use crate::math::{cos_of_parts, sine_of_parts};

/// The sum of `c[k] T_k(t)` by Clenshaw's recurrence, for `t` from -1 to 1.
#[inline(always)]
pub(super) fn chebyshev<const N: usize>(t: f64, c: &[f64; N]) -> f64 {
    let (mut ahead, mut current) = (0.0, 0.0);
    for k in (1..N).rev() {
        (ahead, current) = (current, 2.0 * t * current - ahead + c[k]);
    }
    t * current - ahead + c[0]
}

/// sin(pi x), exact in its zeros.
#[inline(always)]
pub(super) fn sin_pi(x: f64) -> f64 {
    let (r, low, q) = half_turns(x);
    sine_of_parts(r, low, q)
}

/// cos(pi x), exact in its zeros.
#[inline(always)]
pub(super) fn cos_pi(x: f64) -> f64 {
    let (r, low, q) = half_turns(x);
    cos_of_parts(r, low, q)
}

/// `pi x = q pi/2 + r + low` with `|r|` at most pi/4.
#[inline(always)]
fn half_turns(x: f64) -> (f64, f64, u64) {
    /// The rounding error of pi.
    const PI_LOW: f64 = 1.2246467991473532e-16;
    // Every double from 2^53 on is even; NaN and infinities become NaN.
    let x = if x.abs() < 9007199254740992.0 { x } else { x - x };
    let quarters = (2.0 * x).round_ties_even();
    let rest = x - 0.5 * quarters;
    let r = rest * std::f64::consts::PI;
    let low = rest.mul_add(std::f64::consts::PI, -r) + rest * PI_LOW;
    (r, low, quarters as i64 as u64)
}
