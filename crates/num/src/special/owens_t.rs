//! Owen's T function by Gauss's quadrature.

use super::error_function::{decay, erfc, scaled_complement};
use crate::math::{atan, exp, select, two_product};

/// Owen's T function: 1/(2 pi) times the integral of exp(-h^2 (1 + t^2)/2)/(1 + t^2) from zero to a.
pub fn owens_t(h: f64, a: f64) -> f64 {
    if h.is_nan() || a.is_nan() {
        return f64::NAN;
    }
    let (h, size) = (h.abs(), a.abs());
    if h.is_infinite() || a == 0.0 {
        return 0.0;
    }
    let value = if h == 0.0 {
        atan(size) * (0.5 * std::f64::consts::FRAC_1_PI)
    } else if size <= 1.0 {
        owens_quadrature(h, 0.0, size)
    } else {
        // With Q the area above h and R that above a h, T(h, a) = Q (1 - R)/2 + R (1 - Q)/2 - T(a h, 1/a).
        let q = area_beyond(h, 0.0);
        if size.is_infinite() || size * h > 1e10 {
            return (0.5 * q).copysign(a);
        }
        let (product, lost) = two_product(size, h);
        let r = area_beyond(product, lost);
        0.5 * (q * (1.0 - r) + r * (1.0 - q)) - owens_quadrature(product, lost, 1.0 / size)
    };
    value.copysign(a)
}

/// The area above h + h_low, from zero on, under the standard normal density.
fn area_beyond(h: f64, h_low: f64) -> f64 {
    if h < 1.0 {
        return 0.5 * erfc(h * std::f64::consts::FRAC_1_SQRT_2);
    }
    let (square, low) = two_product(h, h);
    0.5 * scaled_complement(h * std::f64::consts::FRAC_1_SQRT_2) * decay(0.5 * square, 0.5 * low + h * h_low)
}

/// The integral for a up to one: over t until the exponential is negligible relative to its value at zero.
fn owens_quadrature(h: f64, h_low: f64, a: f64) -> f64 {
    let end = select(a * h > 8.8, 8.8 / h, a);
    let scaled = h * end;
    let mut sum = 0.0;
    for k in 0..32 {
        let (t, u) = (end * NODES[k], scaled * NODES[k]);
        sum += WEIGHTS[k] * exp(-0.5 * u * u) / (1.0 + t * t);
    }
    let (square, low) = two_product(h, h);
    decay(0.5 * square, 0.5 * low + h * h_low) * (0.5 * std::f64::consts::FRAC_1_PI) * (end * sum)
}

/// The nodes of Gauss's quadrature of 32 points from zero to one.
const NODES: [f64; 32] = [
    0.0013680690752592183,
    0.007194244227365833,
    0.017618872206246784,
    0.03254696203113015,
    0.05183942211697394,
    0.07531619313371501,
    0.1027581020160288,
    0.13390894062985517,
    0.1684778665348924,
    0.20614212137961885,
    0.2465500455338853,
    0.2893243619346823,
    0.33406569885893617,
    0.38035631887393145,
    0.42776401920860174,
    0.4758461671561308,
    0.5241538328438692,
    0.5722359807913983,
    0.6196436811260685,
    0.6659343011410638,
    0.7106756380653176,
    0.7534499544661147,
    0.7938578786203812,
    0.8315221334651076,
    0.8660910593701449,
    0.8972418979839712,
    0.9246838068662849,
    0.9481605778830261,
    0.9674530379688698,
    0.9823811277937532,
    0.9928057557726342,
    0.9986319309247408,
];

/// Their weights.
const WEIGHTS: [f64; 32] = [
    0.003509305004735048,
    0.008137197365452835,
    0.01269603265463103,
    0.017136931456510716,
    0.02141794901111334,
    0.025499029631188087,
    0.029342046739267772,
    0.032911111388180925,
    0.03617289705442425,
    0.039096947893535156,
    0.041655962113473374,
    0.043826046502201906,
    0.045586939347881945,
    0.04692219954040228,
    0.04781936003963743,
    0.0482700442573639,
    0.0482700442573639,
    0.04781936003963743,
    0.04692219954040228,
    0.045586939347881945,
    0.043826046502201906,
    0.041655962113473374,
    0.039096947893535156,
    0.03617289705442425,
    0.032911111388180925,
    0.029342046739267772,
    0.025499029631188087,
    0.02141794901111334,
    0.017136931456510716,
    0.01269603265463103,
    0.008137197365452835,
    0.003509305004735048,
];
