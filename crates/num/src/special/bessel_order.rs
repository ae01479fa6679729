//! The Bessel function of the first kind of real order: its power series (DLMF 10.2.2), Hankel's expansion for large
//! arguments (10.17) and Debye's for large orders (10.19), and between them recurrences over the order: forwards where
//! they are stable, else backwards (Olver, "Numerical solution of second-order linear difference equations", 1967),
//! scaled by Hankel's functions of a low order or, for small arguments, by their continued fraction (Barnett, Feng,
//! Steed, Goldfarb, "Coulomb wave functions for all real eta and rho", 1974).

use super::gamma::{gamma, stirling};
use super::polynomials::{cos_pi, sin_pi};
use crate::math::{atan, cbrt, cos, exp, exp2_of_pair, log, log2_pair, polynomial, sin, two_product, two_sum};

/// From this argument on, Hankel's expansion has float64's digits for orders up to the root of twice the argument.
const MIN_HANKEL_ARGUMENT: f64 = 25.0;
/// Above this order Debye's expansion replaces Hankel's, whose phase loses as many digits as the order has.
pub(super) const MAX_RECURRED_ORDER: f64 = 4096.0;
/// How many cube roots of the argument an order is away from it where seven terms of Debye's expansion do.
const FAR_FROM_TURNING: f64 = 40.0;
/// Above this order values near the turning point are scaled from there, in bounded time.
const MAX_TURNING_ORDER: f64 = 1e9;
/// The square of the argument from which the roundings of the power series' terms are kept: below it no more than five
/// terms are as large as the sum.
const MIN_COMPENSATED_SQUARE: f64 = 25.0;
/// More than the steps of a recurrence: some 85 cube roots of the largest argument, and the digits' beyond the turning
/// point.
const MAX_RECURRENCE_STEPS: usize = 100000;

/// The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no
/// integer.
pub fn jv(v: f64, x: f64) -> f64 {
    if v.is_nan() || x.is_nan() || x.is_infinite() {
        return f64::NAN;
    }
    let order = v.abs();
    let whole = order == order.floor();
    if x < 0.0 && (!whole || order.is_infinite()) {
        return f64::NAN;
    }
    // Functions of integer orders n and -n, and of arguments x and -x, differ by the factor (-1)^n (DLMF 10.4.1,
    // 10.11.1).
    let odd = whole && 0.5 * order != (0.5 * order).floor();
    let value = of_order(order, x.abs(), v < 0.0 && !whole);
    if odd && (v < 0.0) != (x < 0.0) { -value } else { value }
}

/// The function of the order, or of its negative where `reflected`, which is no integer then; `x` is finite and not
/// negative.
fn of_order(order: f64, x: f64, reflected: bool) -> f64 {
    if x == 0.0 {
        let pole = f64::INFINITY.copysign(sin_pi(order));
        return if reflected {
            pole
        } else if order == 0.0 {
            1.0
        } else {
            0.0
        };
    }
    if order.is_infinite() {
        return 0.0;
    }
    let least = if order > 1.0 { order } else { 1.0 };
    if x * x <= 4.0 * (if reflected { least } else { order + 1.0 }) {
        return bessel_power_series(order, x, reflected, -1.0);
    }
    let (j, y) = both_kinds(order, x, reflected);
    // DLMF 10.4.7.
    if reflected { cos_pi(order) * j - sin_pi(order) * y } else { j }
}

/// The functions of the first and second kind, for `x^2/4` beyond the order. The second may be left at zero unless it
/// is `wanted`.
pub(super) fn both_kinds(order: f64, x: f64, wanted: bool) -> (f64, f64) {
    let far = x >= MIN_HANKEL_ARGUMENT && 2.0 * x >= order * order;
    if !far && order > MAX_RECURRED_ORDER {
        if (order - x).abs() >= FAR_FROM_TURNING * cbrt(order) {
            return debye(order, x);
        }
        if order > MAX_TURNING_ORDER {
            // Near the turning point both depend on (x - order)/cbrt(order) alone, to the first order (DLMF 10.19.8).
            let ratio = cbrt(order / MAX_TURNING_ORDER);
            let (j, y) = by_recurrence(MAX_TURNING_ORDER, MAX_TURNING_ORDER + (x - order) / ratio, wanted);
            return (j / ratio, y / ratio);
        }
    }
    by_recurrence(order, x, wanted)
}

/// The power series in `sign x^2/4` with its leading factor `(x/2)^v/gamma(v + 1)`: J for the sign -1 and `x^2/4` up to
/// the order, I for the sign 1. For a negative order, -v, the terms decrease until the k-th that is nearest to v, whose
/// divisor `k - v` may be small.
pub(super) fn bessel_power_series(order: f64, x: f64, reflected: bool, sign: f64) -> f64 {
    /// log2(e/2), what its rounding lost, and sqrt(2 pi).
    const LOG2_HALF_E: f64 = 0.4426950408889634;
    const LOG2_HALF_E_LOW: f64 = 2.0355273740931033e-17;
    const ROOT_TWO_PI: f64 = 2.5066282746310002;
    let signed = if reflected { -order } else { order };
    let (product, lost) = two_product(x, x);
    let square = sign * (0.25 * product);
    // The roundings of the square and of n + v return in each term, so that they add up to ten units of the last place
    // where x is 40: a term's relative error by them, and what they change the sum by.
    let is_tiny = product < 1e-250;
    let (step, over_square) = if is_tiny { (0.0, 0.0) } else { (lost / product, 1.0 / square) };
    let (mut term, mut sum, mut drift, mut rest) = (1.0, 1.0, 0.0, 0.0);
    // Many terms of one sign are as large as the sum: their own roundings and those of the sum add up too.
    let many = product > MIN_COMPENSATED_SQUARE && sign > 0.0 && !reflected;
    for k in 1..2000 {
        let n = k as f64;
        let (at, at_lost) = two_sum(n, signed);
        if many {
            let (divisor, divisor_low) = two_product(n, at);
            let ratio = square / divisor;
            let (back, back_low) = two_product(ratio, divisor);
            let remainder = (square - back) - back_low - ratio * (divisor_low + n * at_lost) + 0.25 * lost;
            let (next, next_low) = two_product(term, ratio);
            drift = next_low + drift * ratio + next * (remainder * over_square);
            let (total, total_low) = two_sum(sum, next);
            rest += total_low + drift;
            (term, sum) = (next, total);
            if term <= 1e-17 * sum {
                break;
            }
            continue;
        }
        let ratio = square / (n * at);
        term *= ratio;
        sum += term;
        drift += step - at_lost * (n * ratio * over_square);
        rest += drift * term;
        let passed = !reflected || n > order;
        if term.abs() <= (if passed { 1e-17 } else { 1e-34 }) * sum.abs() {
            break;
        }
    }
    sum += rest;
    let (high, low) = log2_pair(x);
    // log2((x/2)^v), or by Stirling's series log2((e x/2/v)^v), in pairs.
    let large = order > 20.0;
    let (base, base_low) = if large { log2_pair(order) } else { (1.0, 0.0) };
    let (ratio, rest) = two_sum(high, -base);
    let (ratio, more) = two_sum(ratio, if large { LOG2_HALF_E } else { 0.0 });
    let tail = rest + more + (low - base_low) + if large { LOG2_HALF_E_LOW } else { 0.0 };
    let (exponent, lost) = two_product(signed, ratio);
    let inside = exponent.abs() < 1100.0;
    let exponent = if inside { exponent } else { 1100.0f64.copysign(exponent) };
    let power = exp2_of_pair(exponent, if inside { lost + signed * tail } else { 0.0 });
    let sine = sin_pi(order) * std::f64::consts::FRAC_1_PI;
    if large {
        let correction = stirling(order);
        let root = ROOT_TWO_PI * order.sqrt();
        return if reflected {
            power * (exp(correction) * root / order) * sine * sum
        } else {
            power * (exp(-correction) / root) * sum
        };
    }
    if reflected && order > 1.0 {
        return power * gamma(order) * sine * sum;
    }
    // One more than a large order would round it, and its gamma function grows fast.
    let factorial = if signed >= 1.0 { signed * gamma(signed) } else { gamma(1.0 + signed) };
    power / factorial * sum
}

/// The functions of the first and second kind of an order and of the next, from Hankel's expansion (DLMF 10.17.3).
fn hankel(order: f64, x: f64) -> (f64, f64, f64, f64) {
    let (c, s) = (cos(x), sin(x));
    // The phase x - (order/2 + 1/4) pi, as a multiple of pi and the argument, which each are reduced without loss.
    let (cosine, sine) = (cos_pi(0.5 * order), sin_pi(0.5 * order));
    let (rotated_c, rotated_s) = (cosine - sine, cosine + sine);
    let (wave_c, wave_s) = (c * rotated_c + s * rotated_s, s * rotated_c - c * rotated_s);
    let amplitude = 1.0 / (std::f64::consts::PI * x).sqrt();
    let (p, q) = modulus_parts(order, x);
    let (next_p, next_q) = modulus_parts(order + 1.0, x);
    (
        amplitude * (p * wave_c - q * wave_s),
        amplitude * (p * wave_s + q * wave_c),
        amplitude * (next_p * wave_s + next_q * wave_c),
        amplitude * (next_q * wave_s - next_p * wave_c),
    )
}

/// The even and the odd terms of Hankel's expansion.
fn modulus_parts(order: f64, x: f64) -> (f64, f64) {
    let step = 0.125 / x;
    let (mut term, mut even, mut odd, mut odd_turn) = (1.0, 1.0, 0.0, true);
    for k in 1..60 {
        let n = k as f64;
        let root = 2.0 * n - 1.0;
        term *= (2.0 * order - root) * (2.0 * order + root) * (step / n);
        // The signs alternate among the even terms and among the odd ones.
        if odd_turn {
            odd += term;
            term = -term;
        } else {
            even += term;
        }
        odd_turn = !odd_turn;
        if term.abs() < 1e-18 {
            break;
        }
    }
    (even, odd)
}

/// The functions of both kinds by recurrence from a lower order or, the first, down to it.
fn by_recurrence(order: f64, x: f64, wanted: bool) -> (f64, f64) {
    let near = x < MIN_HANKEL_ARGUMENT;
    let turning = order > MAX_RECURRED_ORDER && 2.0 * x < order * order;
    let start = if turning { x - (FAR_FROM_TURNING + 2.0) * cbrt(x) } else { (2.0 * x).sqrt() };
    let steps = if near {
        order.floor()
    } else if order > start {
        (order - start).ceil()
    } else {
        0.0
    };
    let low = order - steps;
    let (mut value, mut base, mut next) = (0.0, 1.0, 0.0);
    let down = near || order > x;
    if down {
        (value, base, next) = downwards(order, x, steps);
    }
    let (j, y, next_j, next_y) = if near {
        steed(low, x, base, next)
    } else if turning {
        let (j, y) = debye(low, x);
        let (next_j, next_y) = debye(low + 1.0, x);
        (j, y, next_j, next_y)
    } else {
        hankel(low, x)
    };
    let first = if down {
        value * ((j * base + next_j * next) / (base * base + next * next))
    } else {
        upwards(low, x, steps, j, next_j)
    };
    (first, if wanted { upwards(low, x, steps, y, next_y) } else { 0.0 })
}

/// 2/x, and what its rounding lost: an error of one sign in every step would add up.
pub(super) fn twice_reciprocal(x: f64) -> (f64, f64) {
    let reciprocal = 2.0 / x;
    (reciprocal, reciprocal.mul_add(-x, 2.0) / x)
}

/// The function `steps` orders higher, from its values at an order and the next.
pub(super) fn upwards(order: f64, x: f64, steps: f64, value: f64, next: f64) -> f64 {
    let reciprocal = twice_reciprocal(x);
    let (mut current, mut ahead, mut k) = ((value, 0.0), (next, 0.0), 1.0);
    for _ in 0..MAX_RECURRENCE_STEPS {
        // After an infinity comes the difference of two.
        if k > steps || is_infinite_pair(current) {
            break;
        }
        (current, ahead) = (ahead, recurred(two_sum(order, k), reciprocal, ahead, current, -1.0));
        k += 1.0;
    }
    rounded(current)
}

/// `2 n/x` times a pair, and `sign` times another pair, for the sum n of two numbers: a step of a recurrence, whose
/// roundings would add up.
#[inline(always)]
pub(super) fn recurred(
    (n, n_low): (f64, f64),
    (reciprocal, lost): (f64, f64),
    (ahead, ahead_low): (f64, f64),
    (current, current_low): (f64, f64),
    sign: f64,
) -> (f64, f64) {
    let (factor, factor_low) = two_product(n, reciprocal);
    let (product, product_low) = two_product(factor, ahead);
    let (sum, sum_low) = two_sum(product, sign * current);
    let low = product_low + (factor_low + n * lost + n_low * reciprocal) * ahead + factor * ahead_low;
    (sum, low + sum_low + sign * current_low)
}

#[inline(always)]
fn is_infinite_pair((high, _): (f64, f64)) -> bool {
    high.is_infinite()
}

#[inline(always)]
fn exceeds((high, _): (f64, f64), most: f64) -> bool {
    high.abs() > most
}

#[inline(always)]
fn scaled_pair((high, low): (f64, f64), factor: f64) -> (f64, f64) {
    (high * factor, low * factor)
}

/// The sum of a pair, whose low part is NaN where the high one is infinite.
#[inline(always)]
pub(super) fn rounded((high, low): (f64, f64)) -> f64 {
    if high.is_infinite() { high } else { high + low }
}

/// Multiples, by one factor, of the function of the first kind at the order, this many orders below it, and at the next
/// after that.
fn downwards(order: f64, x: f64, steps: f64) -> (f64, f64, f64) {
    /// 2^400, and its inverse.
    const LARGE: f64 = 2.582249878086909e120;
    const SMALL: f64 = 3.872591914849318e-121;
    let (reciprocal, lost) = twice_reciprocal(x);
    // The other solution grows as this one falls: where it has grown by 1e9, this one may begin with zero.
    let (mut current, mut ahead, mut above) = (0.0, 1.0, 0.0);
    for _ in 0..MAX_RECURRENCE_STEPS {
        above += 1.0;
        let n = order + above;
        (current, ahead) = (ahead, n * reciprocal * ahead - current);
        if ahead.abs() > 1e10 {
            break;
        }
    }
    let (mut value, mut k) = (0.0, above);
    let (mut lower, mut upper) = ((1.0, 0.0), (0.0, 0.0));
    for _ in 0..2 * MAX_RECURRENCE_STEPS {
        if k == 0.0 {
            value = rounded(lower);
        }
        if k <= -steps {
            break;
        }
        (lower, upper) = (recurred(two_sum(order, k), (reciprocal, lost), lower, upper, -1.0), lower);
        k -= 1.0;
        if exceeds(lower, LARGE) {
            lower = scaled_pair(lower, SMALL);
            upper = scaled_pair(upper, SMALL);
            value *= SMALL;
        }
    }
    (value, rounded(lower), rounded(upper))
}

/// The functions of the first and second kind of an order and of the next, for `x` from 2 on, from multiples of the
/// first: Steed's continued fraction gives the logarithmic derivative p + iq of Hankel's function, with which these
/// have the Wronskian 2/(pi x).
fn steed(order: f64, x: f64, multiple: f64, next: f64) -> (f64, f64, f64, f64) {
    let (mut re, mut im) = (0.0, 0.0);
    let mut n = (8.0 + 110.0 / x).floor() + 0.5;
    for _ in 0..MAX_STEED_TERMS {
        n -= 1.0;
        if n < 0.0 {
            break;
        }
        let numerator = (n - order) * (n + order);
        let (c, d) = (2.0 * x + re, 2.0 * (n + 0.5) + im);
        let scale = numerator / (c * c + d * d);
        (re, im) = (c * scale, -d * scale);
    }
    // p + iq = -1/(2x) + i + (i/x) (re + i im).
    let (p, q) = (-(0.5 + im) / x, 1.0 + re / x);
    let slope = order / x * multiple - next;
    let other = (p * multiple - slope) / q;
    let scale = (2.0 / (std::f64::consts::PI * x * q) / (multiple * multiple + other * other)).sqrt();
    let (j, y) = (scale * multiple, scale * other);
    (j, y, scale * next, order / x * y - (p * y + q * j))
}

/// More than the terms of the continued fraction, of which x = 2 needs most: 55, and 7 at x = 25.
const MAX_STEED_TERMS: usize = 80;

/// The functions of the first and second kind, for large orders away from the argument, by Debye's expansion (DLMF
/// 10.19.3, 10.19.6).
fn debye(order: f64, x: f64) -> (f64, f64) {
    let above = x > order;
    let root = (x - order).abs().sqrt() * (x + order).sqrt();
    let (t, inverse) = (root / order, 1.0 / root);
    let square = if above { t * t } else { -(t * t) };
    let z = -1.0 / square;
    // U_k(p)/order^k is the k-th power of 1/root times a polynomial in p^2.
    let (second, third) = (inverse * inverse, inverse * inverse * inverse);
    let (u1, u2) = (inverse * polynomial(z, &DEBYE_1), second * polynomial(z, &DEBYE_2));
    let (u3, u4) = (third * polynomial(z, &DEBYE_3), second * second * polynomial(z, &DEBYE_4));
    let (u5, u6) = (second * third * polynomial(z, &DEBYE_5), third * third * polynomial(z, &DEBYE_6));
    // t - atan(t), or atanh(t) - t, without cancellation.
    let excess = if t < 0.3 {
        t * t * t * polynomial(-square, &ATANH_CUBED)
    } else if above {
        t - atan(t)
    } else {
        log((order + root) / x) - t
    };
    let amplitude = (std::f64::consts::FRAC_2_PI * inverse).sqrt();
    if !above {
        let (even, odd) = (1.0 + u2 + u4 + u6, u1 + u3 + u5);
        let power = exp(-0.5 * order * excess);
        return (0.5 * amplitude * power * (even + odd) * power, -amplitude / power * (even - odd) / power);
    }
    let (even, odd) = (1.0 - u2 + u4 - u6, u1 - u3 + u5);
    let phase = order * excess;
    // Turned by pi/4.
    let (c, s) = (cos(phase), sin(phase));
    let (wave_c, wave_s) = (std::f64::consts::FRAC_1_SQRT_2 * (c + s), std::f64::consts::FRAC_1_SQRT_2 * (s - c));
    (amplitude * (even * wave_c + odd * wave_s), amplitude * (even * wave_s - odd * wave_c))
}

/// (atanh(t) - t)/t^3 in powers of t^2, for t up to 0.3.
const ATANH_CUBED: [f64; 16] = [
    1.0 / 3.0,
    1.0 / 5.0,
    1.0 / 7.0,
    1.0 / 9.0,
    1.0 / 11.0,
    1.0 / 13.0,
    1.0 / 15.0,
    1.0 / 17.0,
    1.0 / 19.0,
    1.0 / 21.0,
    1.0 / 23.0,
    1.0 / 25.0,
    1.0 / 27.0,
    1.0 / 29.0,
    1.0 / 31.0,
    1.0 / 33.0,
];

/// U_k(p)/p^k in powers of p^2 (DLMF 10.41.9).
const DEBYE_1: [f64; 2] = [1.0 / 8.0, -5.0 / 24.0];
const DEBYE_2: [f64; 3] = [9.0 / 128.0, -77.0 / 192.0, 385.0 / 1152.0];
const DEBYE_3: [f64; 4] = [75.0 / 1024.0, -4563.0 / 5120.0, 17017.0 / 9216.0, -85085.0 / 82944.0];
const DEBYE_4: [f64; 5] =
    [3675.0 / 32768.0, -96833.0 / 40960.0, 144001.0 / 16384.0, -7436429.0 / 663552.0, 37182145.0 / 7962624.0];
const DEBYE_5: [f64; 6] = [
    59535.0 / 262144.0,
    -67608983.0 / 9175040.0,
    250881631.0 / 5898240.0,
    -108313205.0 / 1179648.0,
    5391411025.0 / 63700992.0,
    -5391411025.0 / 191102976.0,
];
const DEBYE_6: [f64; 7] = [
    2401245.0 / 4194304.0,
    -388895895.0 / 14680064.0,
    1441372804469.0 / 6606028800.0,
    -33010308331.0 / 47185920.0,
    4445922195.0 / 4194304.0,
    -1169936192425.0 / 1528823808.0,
    5849680962125.0 / 27518828544.0,
];
