//! Elliptic integrals of an angle, by Carlson's symmetric integrals (DLMF 19.25.5, 19.25.9, 19.25.10), and the complete
//! one of the second kind from powers of the parameter, or of its complement with a logarithm (DLMF 19.12.2).

use super::elliptic::{ellipk, elliprd, elliprf};
use crate::math::{asinh, cos, fast_two_sum, log, polynomial, sin, tan, two_product};

/// The complete elliptic integral of the second kind of parameter m: the integral of sqrt(1 - m sin(t)^2) over a
/// quarter turn. NaN for m above one.
pub fn ellipe(m: f64) -> f64 {
    if !(m <= 1.0) {
        return f64::NAN;
    }
    if m.is_infinite() {
        return f64::INFINITY;
    }
    // DLMF 19.7.2 maps negative parameters to the range from zero to one; the complement becomes 1/(1 - m).
    let negative = m < 0.0;
    let complement = if negative { 1.0 / (1.0 - m) } else { 1.0 - m };
    let value = if complement >= 0.5 {
        polynomial(4.0 * (if negative { -m * complement } else { m }) - 1.0, &E_SMALL)
    } else if complement == 0.0 {
        1.0
    } else {
        let t = 4.0 * complement - 1.0;
        1.0 + complement * (polynomial(t, &E_REST) - 0.5 * log(complement) * polynomial(t, &E_LOG))
    };
    if negative { value * (1.0 - m).sqrt() } else { value }
}

/// The elliptic integral of the first kind of the angle phi and the parameter m up to one: the integral of
/// 1/sqrt(1 - m sin(t)^2) from zero to phi.
pub fn ellipkinc(phi: f64, m: f64) -> f64 {
    if phi.is_nan() || !(m <= 1.0) {
        return f64::NAN;
    }
    if phi.is_infinite() {
        return if m.is_infinite() { f64::NAN } else { phi };
    }
    if m.is_infinite() {
        return 0.0;
    }
    if m == 1.0 {
        // Infinite beyond a quarter turn, and without a sign, as in SciPy.
        return if phi.abs() >= std::f64::consts::FRAC_PI_2 { f64::INFINITY } else { asinh(tan(phi)) };
    }
    let (turns, s, c) = half_turns_of_angle(phi);
    let whole = if turns == 0.0 { 0.0 } else { 2.0 * turns * ellipk(m) };
    whole + s * elliprf(c * c, c * c + (1.0 - m) * (s * s), 1.0)
}

/// The elliptic integral of the second kind of the angle phi and the parameter m up to one: the integral of
/// sqrt(1 - m sin(t)^2) from zero to phi.
pub fn ellipeinc(phi: f64, m: f64) -> f64 {
    if phi.is_nan() || !(m <= 1.0) {
        return f64::NAN;
    }
    if phi.is_infinite() {
        return phi;
    }
    if m.is_infinite() {
        return f64::INFINITY;
    }
    let (turns, s, c) = half_turns_of_angle(phi);
    let whole = if turns == 0.0 { 0.0 } else { 2.0 * turns * ellipe(m) };
    if m == 1.0 {
        return whole + s;
    }
    let (square, cosine) = (s * s, c * c);
    let rest = cosine + (1.0 - m) * square;
    let first = elliprf(cosine, rest, 1.0);
    let third = m * square / 3.0;
    // Both forms are sums of positive terms.
    if m < 0.0 {
        return whole + s * (first - third * elliprd(cosine, rest, 1.0));
    }
    whole + s * ((1.0 - m) * (first + third * elliprd(cosine, 1.0, rest)) + m * c / rest.sqrt())
}

/// The nearest multiple of pi to an angle, and the sine and cosine of the remainder, which is at most a quarter turn.
fn half_turns_of_angle(phi: f64) -> (f64, f64, f64) {
    /// The rounding error of pi.
    const LOST: f64 = 1.2246467991473532e-16;
    let turns = (phi * std::f64::consts::FRAC_1_PI).round_ties_even();
    let (product, low) = two_product(turns, std::f64::consts::PI);
    // The difference is exact, as the product is next to the angle.
    let (rest, low) = fast_two_sum(phi - product, -(low + turns * LOST));
    let (s, c) = (sin(rest), cos(rest));
    (turns, s + c * low, c - s * low)
}

/// E(m) in powers of 4m - 1, for m up to 1/2.
const E_SMALL: [f64; 18] = [
    1.4674622093394272,
    -0.1091440727365845,
    -0.0065722223541809744,
    -0.0008964350561412362,
    -0.000161686045887656,
    -3.371848492375899e-05,
    -7.689316472627181e-06,
    -1.8632198306506549e-06,
    -4.717597600178306e-07,
    -1.234889506000761e-07,
    -3.316685556475766e-08,
    -9.098755311500298e-09,
    -2.5602652014767325e-09,
    -7.268098354401977e-10,
    -1.8835274001792591e-10,
    -5.361552778048996e-11,
    -2.6366275195832813e-11,
    -7.999137959962574e-12,
];

/// The factor of -p log(p)/2 in E(1 - p), in powers of 4p - 1, for p up to 1/2.
const E_LOG: [f64; 21] = [
    0.555866197926681,
    0.066944107185115,
    0.013696518753239167,
    0.0032938410777165607,
    0.0008586341664647855,
    0.00023496822741583842,
    6.64251203051306e-05,
    1.92210587144101e-05,
    5.660230959713932e-06,
    1.68975234026917e-06,
    5.099964846902563e-07,
    1.5532720164461988e-07,
    4.7660341479316765e-08,
    1.468741053773271e-08,
    4.557032419049562e-09,
    1.4590188898778782e-09,
    4.5939863962121877e-10,
    1.1459850130308893e-10,
    3.5010088078292544e-11,
    2.432678899145619e-11,
    7.941285901775092e-12,
];

/// The rest of E(1 - p) - 1, over p, in the same powers.
const E_REST: [f64; 18] = [
    0.45892702241238265,
    0.01761328282649299,
    0.0021378953598063153,
    0.0003647773460041864,
    7.360634686460003e-05,
    1.642121323425476e-05,
    3.917065896108005e-06,
    9.801306000273539e-07,
    2.5420917112988843e-07,
    6.779807412658717e-08,
    1.8482929753901213e-08,
    5.132720184056882e-09,
    1.4595110937261504e-09,
    4.179203076342672e-10,
    1.0881544197945195e-10,
    3.116753460590692e-11,
    1.5509495916798203e-11,
    4.727661172613242e-12,
];
