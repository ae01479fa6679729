//! Sums over whole numbers of terms that vary slowly, which take no more work where there are more terms: the integral
//! by Gauss's rule with Gregory's corrections at its ends, and of terms that rise and fall once the trapezoidal rule,
//! whose step is many terms.

use super::panels::{GAUSS_POINTS, GAUSS_WEIGHTS};

/// By how much the sum of terms from zero on is more than their integral: the weights of the first ten terms (Gregory's
/// series up to differences of the ninth order).
const END_WEIGHTS: [f64; 10] = [
    0.7198104035560633,
    -0.6500924360169151,
    1.208305425284592,
    -1.8109017756934425,
    1.9955814719616802,
    -1.5759609362473945,
    0.867866061407728,
    -0.3167875681417348,
    0.06896520387405804,
    -0.006785849984634707,
];
/// Fewest terms of an interval. A power of the distance has at its ends an error of 1e-16.
const MIN_INTERVAL: f64 = 32.0;
/// Most intervals and single terms of a sum.
const MAX_PARTS: usize = 20000;
/// What is a smaller part of a sum does not count.
const SMALLEST_PART: f64 = 1e-19;

/// What the weights of terms from a number on, upwards or downwards, add.
#[inline(always)]
fn end_excess(term: &impl Fn(f64) -> f64, from: f64, towards: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..10 {
        sum += END_WEIGHTS[i] * term(from + towards * i as f64);
    }
    sum
}

/// The sum of the terms of whole numbers from one up or down, as `towards` is 1 or -1, to a last one, or to where they
/// are too small to count beside a sum that they are added to. Within a width of a number the terms vary little.
#[inline(always)]
pub(super) fn smooth_sum(
    start: f64,
    term: &impl Fn(f64) -> f64,
    width: &impl Fn(f64) -> f64,
    (from, last, towards): (f64, f64, f64),
) -> f64 {
    let (mut sum, mut at, mut before, mut inside) = (start, from, 0.0, false);
    for _ in 0..MAX_PARTS {
        let left = (last - at) * towards;
        if !(left >= 0.0) {
            break;
        }
        let wide = width(at).floor();
        let mut part = 0.0;
        if wide >= MIN_INTERVAL && wide <= left {
            if !inside {
                inside = true;
                sum += end_excess(term, at, towards);
            }
            let half = 0.5 * wide;
            let middle = at + towards * half;
            for i in 0..8 {
                let away = half * GAUSS_POINTS[i];
                part += half * GAUSS_WEIGHTS[i] * (term(middle - away) + term(middle + away));
            }
            at += towards * wide;
        } else if inside {
            inside = false;
            part = end_excess(term, at, -towards);
            at += towards;
        } else {
            part = term(at);
            at += towards;
        }
        sum += part;
        if part.abs() <= SMALLEST_PART * sum.abs() && part.abs() <= before {
            break;
        }
        before = part.abs();
    }
    sum
}

/// The largest power of two up to a number from one on, and one for smaller ones: numbers that lie this far apart are
/// exact.
pub(super) fn stride_within(x: f64) -> f64 {
    if x < 2.0 {
        return 1.0;
    }
    f64::from_bits(x.to_bits() & 0x7ff0000000000000)
}

/// More terms than a sum has on either side of its largest one, of steps of at least a sixth of its deviation.
const MAX_STRIDES: usize = 2000;

/// The sum of terms that rise and fall once, as the normal density does, of whole numbers from zero on: those a stride
/// apart from a centre. A stride up to a third of the deviation leaves no error.
#[inline(always)]
pub(super) fn strided_sum(term: &impl Fn(f64) -> f64, centre: f64, stride: f64) -> f64 {
    let at_centre = term(centre);
    let mut sum = at_centre;
    for side in 0..2 {
        let towards = if side == 0 { stride } else { -stride };
        let (mut at, mut before) = (centre, at_centre);
        for _ in 0..MAX_STRIDES {
            at += towards;
            if !(at >= 0.0) {
                break;
            }
            let next = term(at);
            sum += next;
            if !(next > SMALLEST_PART * sum) && next <= before {
                break;
            }
            before = next;
        }
    }
    stride * sum
}
