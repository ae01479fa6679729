//! Complete elliptic integrals by the arithmetic-geometric mean (DLMF 19.8.5).

use crate::math::select;

/// The complete elliptic integral of the first kind of parameter m: the integral of 1/sqrt(1 - m sin(t)^2) over a quarter turn.
#[inline(always)]
pub fn ellipk(m: f64) -> f64 {
    ellipkm1(1.0 - m)
}

/// [`ellipk`] of `1 - p`, with all digits where p is small.
#[inline(always)]
pub fn ellipkm1(p: f64) -> f64 {
    let inside = select(p > 0.0, p, 1.0);
    let (mut a, mut g) = (1.0, inside.sqrt());
    // The ratio of the means is squared away: sixteen steps do for every float64, and ten for most.
    for _ in 0..STEPS {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    let value = std::f64::consts::FRAC_PI_2 / a;
    let edge = select(p == 0.0, f64::INFINITY, f64::NAN);
    select(p > 0.0, select(p.is_infinite(), 0.0, value), edge)
}

/// Steps of the mean. Each halves the logarithm of the ratio until that is below one and then squares what is left: the smallest
/// subnormal, whose root is 2e-162, takes 9 and 5.
const STEPS: usize = 14;
