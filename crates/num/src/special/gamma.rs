//! The gamma function, its logarithm and its logarithmic derivative: powers around two, recurrences to there,
//! Stirling's series beyond.

use super::polynomials::{cos_pi, sin_pi};
use crate::math::{exp2_of_pair, fast_two_sum, log, log2_pair, polynomial, select, two_product, two_sum};

/// The gamma function; NaN at negative integers, infinite with its sign at zeros.
pub fn gamma(x: f64) -> f64 {
    if x == 0.0 {
        return (1.0 / x).copysign(x);
    }
    let a = x.abs();
    if x > 0.0 || x.is_nan() {
        return gamma_positive(x);
    }
    if a == a.floor() {
        return f64::NAN;
    }
    // The product of a and the sine would be zero.
    if a < 1e-100 {
        return 1.0 / x;
    }
    let sine = -sin_pi(a);
    if a > 171.5 {
        // The product of gamma(a + 1) and the sine is split, because its first factor overflows.
        if a > 184.0 {
            return 0.0f64.copysign(sine);
        }
        let half = gamma_positive(a - 40.0);
        let mut product = std::f64::consts::PI / (a * sine) / half;
        for k in 1..41 {
            product /= a - k as f64;
        }
        return product;
    }
    // gamma(-a) gamma(a) = -pi/(a sin(pi a)) (DLMF 5.5.3).
    std::f64::consts::PI / (a * sine * gamma_positive(a))
}

/// The gamma function of a positive number, or of NaN.
#[inline(always)]
pub(super) fn gamma_positive(x: f64) -> f64 {
    if !(x < 171.7) {
        return if x.is_nan() { x } else { f64::INFINITY };
    }
    if x > 12.0 {
        return stirling_gamma(x);
    }
    if x < 1e-300 {
        return 1.0 / x;
    }
    // The products and the shifted argument are pairs, so that the roundings of up to ten factors do not add up.
    let (mut y, mut factor, mut factor_low) = (x, 1.0, 0.0);
    while y >= 3.0 {
        y -= 1.0;
        let (product, lost) = two_product(factor, y);
        factor_low = factor_low * y + lost;
        factor = product;
    }
    let (mut y_low, mut divisor, mut divisor_low) = (0.0, 1.0, 0.0);
    while y < 2.0 {
        let (product, lost) = two_product(divisor, y);
        divisor_low = divisor_low * y + divisor * y_low + lost;
        divisor = product;
        let (next, rest) = two_sum(y, 1.0);
        y = next;
        y_low += rest;
    }
    let u = y - 2.5;
    let slope = polynomial(u, &GAMMA_MIDDLE);
    let (value, value_low) = fast_two_sum(GAMMA_OF_MIDDLE, u * slope);
    let (top, lost) = two_product(factor, value);
    let top_low = lost + factor * (value_low + y_low * (slope + GAMMA_MIDDLE[1] * u)) + factor_low * value;
    let quotient = top / divisor;
    quotient + ((-quotient).mul_add(divisor, top) + (top_low - quotient * divisor_low)) / divisor
}

/// Stirling's series with the power in pairs, whose errors would count as often as the exponent is large.
#[inline(always)]
fn stirling_gamma(x: f64) -> f64 {
    /// log2(e) and log2(sqrt(2 pi)), and what their roundings lost.
    const LOG2_E: f64 = std::f64::consts::LOG2_E;
    const LOG2_E_LOW: f64 = 2.0355273740931033e-17;
    const LOG2_ROOT_TWO_PI: f64 = 1.3257480647361595;
    const LOG2_ROOT_TWO_PI_LOW: f64 = -7.153413670427599e-17;
    let (high, low) = log2_pair(x);
    let (power, lost) = two_product(x - 0.5, high);
    let (decay, decay_lost) = two_product(x, LOG2_E);
    let (sum, rest) = two_sum(power, -decay);
    let (sum, more) = two_sum(sum, LOG2_ROOT_TWO_PI);
    let tail = rest + more + ((lost - decay_lost) + ((x - 0.5) * low - x * LOG2_E_LOW) + LOG2_ROOT_TWO_PI_LOW);
    let (sum, tail) = fast_two_sum(sum, tail);
    let value = exp2_of_pair(sum, tail);
    let correction = stirling(x);
    // exp(c) - 1 of the correction, which is below 1/144.
    value
        + value
            * (correction
                * (1.0
                    + correction
                        * (0.5 + correction * (1.0 / 6.0 + correction * (1.0 / 24.0 + correction * (1.0 / 120.0))))))
}

/// `gammaln(x) - ((x - 1/2) log(x) - x + log(2 pi)/2)`, for `x` from 8 on.
#[inline(always)]
pub(super) fn stirling(x: f64) -> f64 {
    let inverse = 1.0 / x;
    inverse * polynomial(inverse * inverse, &STIRLING)
}

/// The logarithm of the absolute value of the gamma function.
pub fn gammaln(x: f64) -> f64 {
    // SciPy's value at minus infinity, where there is no limit, is the argument.
    if x.is_nan() || x.is_infinite() {
        return x;
    }
    if x > 0.0 {
        return gammaln_positive(x);
    }
    let a = x.abs();
    if a == a.floor() {
        return f64::INFINITY;
    }
    log(std::f64::consts::PI / (a * sin_pi(a).abs())) - gammaln_positive(a)
}

/// The logarithm of the gamma function of a positive finite number.
#[inline(always)]
pub(super) fn gammaln_positive(x: f64) -> f64 {
    /// log(2 pi)/2.
    const HALF_LOG_TWO_PI: f64 = 0.9189385332046728;
    if x >= 8.0 {
        if x > 1e17 {
            return x * (log(x) - 1.0);
        }
        return (x - 0.5) * (log(x) - 1.0) + (HALF_LOG_TWO_PI - 0.5 + stirling(x));
    }
    let (mut y, mut product) = (x, 1.0);
    while y >= 2.5 {
        y -= 1.0;
        product *= y;
    }
    // gammaln(x) = gammaln(2 + t) -+ log(factor); both terms vanish at one and at two, each with all its digits. The
    // polynomial and the logarithm are the same for all three ranges, so that the threads of a warp do not diverge.
    let (below, between) = (x < 0.5, x < 1.5);
    let t = select(below, x, select(between, x - 1.0, y - 2.0));
    let factor = log(select(below, x * (1.0 + x), select(between, x, product)));
    t * polynomial(t, &GAMMALN_TWO) + select(between, -factor, factor)
}

/// The logarithmic derivative of the gamma function; infinite with its sign at zeros, NaN at negative integers.
pub fn digamma(x: f64) -> f64 {
    if x > 0.0 || x.is_nan() {
        return digamma_positive(x);
    }
    if x == 0.0 {
        return -(1.0 / x);
    }
    let a = x.abs();
    if a == a.floor() {
        return f64::NAN;
    }
    digamma_positive(1.0 + a) + std::f64::consts::PI * (cos_pi(a) / sin_pi(a))
}

#[inline(always)]
fn digamma_positive(x: f64) -> f64 {
    /// The zero of the function, and what its rounding lost.
    const ROOT: f64 = 1.4616321449683622;
    const ROOT_LOW: f64 = 9.549995429965697e-17;
    if x >= 10.0 {
        let inverse = 1.0 / x;
        let square = inverse * inverse;
        return log(x) - (0.5 * inverse + square * polynomial(square, &DIGAMMA_FAR));
    }
    let (mut y, mut sum) = (x, 0.0);
    while y > 2.0 {
        y -= 1.0;
        sum += 1.0 / y;
    }
    // Only the smallest arguments are raised, by one.
    let below = y < 1.0;
    if below {
        sum = -1.0 / y;
        y += 1.0;
    }
    if x.is_infinite() {
        return x;
    }
    ((y - ROOT) - ROOT_LOW) * polynomial(y - 1.5, &DIGAMMA_MIDDLE) + sum
}

/// B(2k) / (2k (2k - 1)) for k from one, B the Bernoulli numbers: Stirling's series (DLMF 5.11.1).
pub(super) const STIRLING: [f64; 10] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360360.0,
    1.0 / 156.0,
    -3617.0 / 122400.0,
    43867.0 / 244188.0,
    -174611.0 / 125400.0,
];

/// B(2k) / 2k for k from one (DLMF 5.11.2).
pub(super) const DIGAMMA_FAR: [f64; 8] =
    [1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32760.0, 1.0 / 12.0, -3617.0 / 8160.0];

/// gammaln(2 + t)/t in powers of t, for t from -1/2 to 1/2.
pub(super) const GAMMALN_TWO: [f64; 20] = [
    0.42278433509846713,
    0.3224670334241132,
    -0.06735230105319814,
    0.02058080842778457,
    -0.0073855510286681535,
    0.002890510330738737,
    -0.0011927539120010226,
    0.0005096695248853096,
    -0.00022315475074520367,
    9.945750909889392e-05,
    -4.4926351103833334e-05,
    2.050726741605779e-05,
    -9.438458716242811e-06,
    4.374374916915131e-06,
    -2.0449201467015115e-06,
    9.578663334114758e-07,
    -4.303558760359961e-07,
    2.0304806751615227e-07,
    -1.3412819758517287e-07,
    6.379047507619774e-08,
];

/// gamma(2.5), which is a float64 to 71 bits.
const GAMMA_OF_MIDDLE: f64 = 1.329340388179137;

/// (gamma(2.5 + u) - gamma(2.5))/u in powers of u, for u from -1/2 to 1/2.
const GAMMA_MIDDLE: [f64; 17] = [
    0.9347345216260855,
    0.6545585779813367,
    0.25387124684114293,
    0.10967323400218487,
    0.028360780594830326,
    0.010392403424525895,
    0.0016074004854324574,
    0.0007544741634534283,
    3.941771682340493e-06,
    6.132951527532448e-05,
    -1.2801469976800749e-05,
    7.257335209971111e-06,
    -2.5616230813219703e-06,
    1.0675361551610872e-06,
    -4.194966651325622e-07,
    2.038631996005556e-07,
    -8.145090189168093e-08,
];

/// digamma(1.5 + u)/(1.5 + u - root) in powers of u, for u from -1/2 to 1/2.
const DIGAMMA_MIDDLE: [f64; 24] = [
    0.9510558760318328,
    -0.42362742128146047,
    0.24054248424078736,
    -0.14840492305391761,
    0.09498872445283,
    -0.06192213327165706,
    0.04076083394462657,
    -0.02697579684427536,
    0.017907248195969127,
    -0.011908215172584002,
    0.007927024067961237,
    -0.00528001782089874,
    0.0035180800751066694,
    -0.002344650082351321,
    0.0015635679757533885,
    -0.001042261556504223,
    0.0006899717801166841,
    -0.0004599625144612576,
    0.0003268068044141764,
    -0.0002178682145501451,
    9.173383289174792e-05,
    -6.11554261750751e-05,
    0.00012230983055406747,
    -8.153978973309418e-05,
];
