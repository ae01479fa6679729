//! The distribution of the studentized range, of the range of k normal variables over an independent estimate of their
//! deviation with df degrees of freedom: an integral over the logarithm of the estimate where this varies less than the
//! range, and over that of the range elsewhere. The trapezoidal rule has a step for either's scale, goes from the mode
//! outwards, and closes in a geometric series where both are powers, so that its terms are bounded for all parameters.

use super::distributions::is_no_probability;
use super::gamma::{gammaln_positive, stirling};
use super::gamma_incomplete::{gammaln_of_next, incomplete_gamma, lower_sum};
use super::gamma_ratio::poch;
use super::normal::ndtri;
use super::normal_range::{LOWER_PART, MIN_EXPONENT, RANGE_DENSITY, UPPER_PART, log_range, typical_maximum};
use super::panels::exponential_excess;
use crate::math::{exp, expm1, log, log1p, pow};

/// The range's power by an order, for which df stands, instead of a quantity at q.
const RANGE_POWER: i32 = 3;
/// Part of the sum below which what is left is negligible.
const NEGLIGIBLE_REST: f64 = 1e-18;
/// Most terms of the rule on one side of the mode.
const MAX_STUDENTIZED_TERMS: usize = 4000;
/// Most steps of Newton's method for a mode, and for a quantile.
const MAX_NEWTON_STEPS_OF_RANGE: usize = 40;
const MAX_RANGE_QUANTILE_STEPS: usize = 60;
/// A larger range is as unlikely as this one.
const LARGEST_RANGE: f64 = 1e150;
/// From as many degrees of freedom on the estimate is exact to rounding.
const EXACT_FREEDOM: f64 = 1e22;
/// The widest step of a logarithm: the integrands are analytic as far as pi/4 from the real axis.
const WIDEST_STEP: f64 = 0.13;
/// The least degrees of freedom for which the integral is over the estimate.
const MIN_ESTIMATE_FREEDOM: f64 = 8.0;

/// The step over the logarithm of the range that its distribution needs.
fn range_step(k: f64) -> f64 {
    let place = typical_maximum(k);
    if place * place > 2.0 { 2.0 * WIDEST_STEP / (place * place) } else { WIDEST_STEP }
}

/// The step over the logarithm of the estimate that its distribution needs.
fn estimate_step(df: f64) -> f64 {
    let narrow = 0.45 / df.sqrt();
    if narrow < WIDEST_STEP { narrow } else { WIDEST_STEP }
}

/// Whether the integral is over the estimate.
fn is_over_estimate(k: f64, df: f64) -> bool {
    df >= MIN_ESTIMATE_FREEDOM && estimate_step(df) < 2.0 * range_step(k)
}

/// The logarithm of the factor of the density of the estimate's logarithm v before e^(-df (e^(2 v) - 1 - 2 v)/2).
fn log_estimate_height(df: f64) -> f64 {
    let half = 0.5 * df;
    if half >= 8.0 {
        return 0.5 * log(df / std::f64::consts::PI) - stirling(half);
    }
    log(df) + half * log(half) - half - gammaln_of_next(half)
}

/// The logarithms of the probabilities that the estimate is at most s, or more.
fn log_estimate_parts(s: f64, df: f64) -> (f64, f64) {
    let a = 0.5 * df;
    let x = a * s * s;
    if x < 1e-18 {
        let lower = a * (log(a) + 2.0 * log(s)) - gammaln_of_next(a);
        return (lower, log(-expm1(lower)));
    }
    if x > 1e305 {
        return (0.0, -1e305);
    }
    let (lower, upper) = incomplete_gamma(a, x);
    let log_lower =
        if lower > 1e-290 { log(lower) } else { a * log(x) - x - gammaln_of_next(a) + log(lower_sum(a, x)) };
    // The continued fraction's first part.
    let log_upper = if upper > 1e-290 { log(upper) } else { a * log(x) - x - gammaln_positive(a) - log(x + 1.0 - a) };
    (log_lower, log_upper)
}

/// The logarithm of the integrand: at the estimate's logarithm t, or at the range's.
fn studentized_exponent(t: f64, q: f64, k: f64, df: f64, kind: i32, over_estimate: bool) -> f64 {
    if over_estimate {
        let scale = exp(t);
        let factor = if kind == RANGE_DENSITY { t } else { 0.0 };
        let w = if q * scale < LARGEST_RANGE { q * scale } else { LARGEST_RANGE };
        return log_range(w, k, kind) + factor - 0.5 * df * exponential_excess(2.0 * t);
    }
    let w = exp(t);
    let of_range = log_range(w, k, RANGE_DENSITY) + t;
    if kind == RANGE_POWER {
        return of_range + df * t;
    }
    let s = w / q;
    if kind == RANGE_DENSITY {
        return of_range - 0.5 * df * exponential_excess(2.0 * log(s));
    }
    let (lower, upper) = log_estimate_parts(s, df);
    of_range + (if kind == LOWER_PART { upper } else { lower })
}

/// Whether the integrand over the range is a power of it, or one less another for the lower part, from w downwards.
fn is_power(w: f64, q: f64, k: f64, df: f64, kind: i32) -> bool {
    if !((k + 2.0) * w * w < 1e-17) {
        return false;
    }
    let s = w / q;
    kind == RANGE_POWER || df * s * s < 1e-17
}

/// A point near the mode of the integrand, and minus the second derivative there.
fn studentized_mode(start: f64, q: f64, k: f64, df: f64, kind: i32, over_estimate: bool, step: f64) -> (f64, f64) {
    let (mut low, mut high) = (-740.0, 705.0);
    let mut place = start;
    let mut curve = 0.0;
    let mut most = 1.0;
    for _ in 0..MAX_NEWTON_STEPS_OF_RANGE {
        let here = studentized_exponent(place, q, k, df, kind, over_estimate);
        let above = studentized_exponent(place + step, q, k, df, kind, over_estimate);
        let below = studentized_exponent(place - step, q, k, df, kind, over_estimate);
        let slope = (above - below) / (2.0 * step);
        curve = (2.0 * here - above - below) / (step * step);
        if slope > 0.0 {
            low = place;
        } else {
            high = place;
        }
        let wanted = if curve > 1e-9 { slope / curve } else { most * slope / (slope.abs() + 1e-300) };
        let bounded = if wanted > most { most } else { wanted };
        let bounded = if bounded < -most { -most } else { bounded };
        most *= 2.0;
        let next = place + bounded;
        let next = if next > low && next < high { next } else { 0.5 * (low + high) };
        let moved = next - place;
        if moved * moved * curve.abs() < 0.5 || moved.abs() < step {
            break;
        }
        place = next;
    }
    (place, curve)
}

/// The logarithm of the quantity of a kind at q, for positive finite q; of `RANGE_POWER` for the order df.
fn log_studentized_near(q: f64, k: f64, df: f64, kind: i32) -> f64 {
    if df >= EXACT_FREEDOM && kind != RANGE_POWER {
        return log_range(q, k, kind);
    }
    let over_estimate = kind != RANGE_POWER && is_over_estimate(k, df);
    let of_range = range_step(k);
    let of_estimate = if kind == RANGE_POWER { WIDEST_STEP } else { estimate_step(df) };
    let widest = if of_range < of_estimate { of_range } else { of_estimate };
    let mut start = 0.0;
    if over_estimate && kind != LOWER_PART && q > 2.0 * typical_maximum(k) {
        // The estimate's density times the normal decay of the range.
        start = -0.5 * log1p(0.5 * q * (q / df));
    }
    if !over_estimate {
        let place = 2.0 * typical_maximum(k);
        start = log(if place > 1.4 { place } else { 1.4 });
        // The least estimates that matter, for ranges that are powers.
        let reach = if kind == LOWER_PART { k - 1.0 } else { k - 1.0 + df };
        let bound = if kind == LOWER_PART || kind == RANGE_DENSITY { log(q) + 0.5 * log(reach / df) } else { start };
        if bound < start {
            start = bound;
        }
    }
    let (mode, curve) = studentized_mode(start, q, k, df, kind, over_estimate, widest);
    let top = studentized_exponent(mode, q, k, df, kind, over_estimate);
    if !(top > MIN_EXPONENT) {
        return top;
    }
    let narrow = 0.45 / curve.sqrt();
    let step = if narrow < widest { narrow } else { widest };
    let mut sum = 0.0;
    for j in 0..MAX_STUDENTIZED_TERMS {
        let term = exp(studentized_exponent(mode + step * j as f64, q, k, df, kind, over_estimate) - top);
        sum += term;
        if !(term > NEGLIGIBLE_REST * sum) {
            break;
        }
    }
    let mut last = 1.0;
    for j in 1..MAX_STUDENTIZED_TERMS {
        let t = mode - step * j as f64;
        let term = exp(studentized_exponent(t, q, k, df, kind, over_estimate) - top);
        if !over_estimate && is_power(exp(t), q, k, df, kind) {
            sum += term * power_rest(exp(t) / q, k, df, kind, step);
            break;
        }
        sum += term;
        if !(term > NEGLIGIBLE_REST * sum * (1.0 - term / last)) {
            break;
        }
        last = term;
    }
    let value = top + log(step * sum);
    if kind == RANGE_POWER {
        return value;
    }
    let height = if over_estimate || kind == RANGE_DENSITY { log_estimate_height(df) } else { 0.0 };
    if kind == RANGE_DENSITY {
        return value + height - (if over_estimate { 0.0 } else { log(q) });
    }
    if value + height < 0.0 { value + height } else { 0.0 }
}

/// The sum of all terms from one on over this one, where the integrand is a power of the range or one less another.
fn power_rest(s: f64, k: f64, df: f64, kind: i32, step: f64) -> f64 {
    let of_range = -expm1(-(k - 1.0) * step);
    let of_both = -expm1(-(k - 1.0 + df) * step);
    if kind != LOWER_PART {
        return 1.0 / of_both;
    }
    let (_, upper) = log_estimate_parts(s, df);
    (of_range + (1.0 - of_range) * -expm1(-df * step) / exp(upper)) / (of_range * of_both)
}

/// The same at e^place for any point: from some point on in either direction the distribution is a power of q.
fn log_studentized(place: f64, k: f64, df: f64, kind: i32) -> f64 {
    let freedom = if df < 1e300 { df } else { 1e300 };
    let lowest = log(1e-10) - 0.5 * (log(k + 2.0) + log1p((k + 2.0) / freedom));
    if place < lowest {
        let reach = if kind == RANGE_DENSITY { k - 2.0 } else { k - 1.0 };
        let part = if kind == RANGE_DENSITY { RANGE_DENSITY } else { LOWER_PART };
        let value = log_studentized_near(exp(lowest), k, df, part) + reach * (place - lowest);
        return if kind == UPPER_PART { log(-expm1(value)) } else { value };
    }
    let highest = log(1e12) + 0.5 * log1p(freedom);
    if place > highest && df >= EXACT_FREEDOM {
        return if kind == LOWER_PART { 0.0 } else { -f64::INFINITY };
    }
    if place > highest {
        let reach = if kind == RANGE_DENSITY { df + 1.0 } else { df };
        let part = if kind == RANGE_DENSITY { RANGE_DENSITY } else { UPPER_PART };
        let value = log_studentized_near(exp(highest), k, df, part) - reach * (place - highest);
        return if kind == LOWER_PART { log(-expm1(value)) } else { value };
    }
    log_studentized_near(exp(place), k, df, kind)
}

/// The quantity of a kind at q.
fn studentized_value(q: f64, k: f64, df: f64, kind: i32) -> f64 {
    if !(q > 0.0) || q.is_infinite() {
        if kind == RANGE_DENSITY {
            return if q != 0.0 || k > 2.0 {
                0.0
            } else if k < 2.0 {
                f64::INFINITY
            } else {
                exp(log_studentized(-700.0, k, df, kind))
            };
        }
        return if (q > 0.0) == (kind == LOWER_PART) { 1.0 } else { 0.0 };
    }
    exp(log_studentized(log(q), k, df, kind))
}

/// Whether there is no such distribution.
fn is_no_studentized(k: f64, df: f64) -> bool {
    !(k > 1.0 && k < f64::INFINITY && df > 0.0)
}

/// The probability that the studentized range of k variables and df degrees of freedom is at most q.
pub fn studentized_range_lower(q: f64, k: f64, df: f64) -> f64 {
    if q.is_nan() || is_no_studentized(k, df) {
        return f64::NAN;
    }
    studentized_value(q, k, df, LOWER_PART)
}

/// The probability that the studentized range of k variables and df degrees of freedom is more than q.
pub fn studentized_range_upper(q: f64, k: f64, df: f64) -> f64 {
    if q.is_nan() || is_no_studentized(k, df) {
        return f64::NAN;
    }
    studentized_value(q, k, df, UPPER_PART)
}

/// The density of the studentized range of k variables and df degrees of freedom.
pub fn studentized_range_density(q: f64, k: f64, df: f64) -> f64 {
    if q.is_nan() || is_no_studentized(k, df) {
        return f64::NAN;
    }
    studentized_value(q, k, df, RANGE_DENSITY)
}

/// The logarithm of the point where the lower or the upper tail is of a size, the smaller one of both: by Newton's
/// method of logarithms, of which the tails are concave, so that it converges from one side.
fn log_studentized_quantile(k: f64, df: f64, lower: f64, upper: f64) -> f64 {
    let is_lower = lower < upper;
    let kind = if is_lower { LOWER_PART } else { UPPER_PART };
    let wanted = log(if is_lower { lower } else { upper });
    // Where as many variables as that are outside on either side, and where as many pairs are that far apart.
    let outside = -(if is_lower { wanted } else { log1p(-upper) }) / (2.0 * k);
    let by_ends = if outside < 0.4 { -2.0 * ndtri(outside) } else { 0.5 };
    let by_pairs = -std::f64::consts::SQRT_2 * ndtri(0.5 * upper / (0.5 * k * (k - 1.0)));
    let guess = if !is_lower && by_pairs > 0.0 && by_pairs < by_ends { by_pairs } else { by_ends };
    let mut place = log(guess);
    let (mut low, mut high) = (-f64::INFINITY, f64::INFINITY);
    for _ in 0..MAX_RANGE_QUANTILE_STEPS {
        let value = log_studentized(place, k, df, kind);
        let excess = if is_lower { value - wanted } else { wanted - value };
        if excess == 0.0 {
            break;
        }
        if excess > 0.0 {
            high = place;
        } else {
            low = place;
        }
        let rate = exp(log_studentized(place, k, df, RANGE_DENSITY) + place - value);
        let next = place - excess / rate;
        if (next - place).abs() <= 1e-9 {
            return next;
        }
        let is_inside = next > low && next < high;
        if !is_inside && !(high - low > 1e-15 * (1.0 + place.abs())) {
            break;
        }
        if is_inside {
            place = next;
        } else if low.is_infinite() {
            place = high - 3.0;
        } else if high.is_infinite() {
            place = low + 3.0;
        } else {
            place = 0.5 * (low + high);
        }
    }
    place
}

/// The number up to which the studentized range has the probability p.
pub fn studentized_range_quantile(p: f64, k: f64, df: f64) -> f64 {
    if is_no_probability(p) || is_no_studentized(k, df) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { 0.0 } else { f64::INFINITY };
    }
    exp(log_studentized_quantile(k, df, p, 1.0 - p))
}

/// The number above which the studentized range has the probability q.
pub fn studentized_range_upper_quantile(q: f64, k: f64, df: f64) -> f64 {
    if is_no_probability(q) || is_no_studentized(k, df) {
        return f64::NAN;
    }
    if q == 0.0 || q == 1.0 {
        return if q == 1.0 { 0.0 } else { f64::INFINITY };
    }
    exp(log_studentized_quantile(k, df, 1.0 - q, q))
}

/// The mean of the studentized range's power by an order: that of the range times that of the inverse of the estimate;
/// infinite from as many degrees of freedom as the order on.
pub fn studentized_range_moment(order: f64, k: f64, df: f64) -> f64 {
    if is_no_studentized(k, df) || !(order > 0.0) {
        return f64::NAN;
    }
    if df <= order {
        return f64::INFINITY;
    }
    let of_range = exp(log_studentized_near(1.0, k, order, RANGE_POWER));
    // The estimate's factor is about 1 + order^2/(4 df).
    if df > 1e17 * (1.0 + order * order) {
        return of_range;
    }
    // (df/2)^(order/2) gamma((df - order)/2)/gamma(df/2).
    of_range * pow(0.5 * df, 0.5 * order) / poch(0.5 * (df - order), 0.5 * order)
}

/// Most ranges of the table for the entropy.
const TABLE_LENGTH: usize = 768;
/// Most points of the rule for the entropy on either side.
const MAX_ENTROPY_NODES: usize = 2000;

/// The entropy of the studentized range: minus the integral of f log(f), by the trapezoidal rule over the logarithm of
/// q. Where the estimate varies as much as the range does, f is the convolution of both densities, of which one is
/// computed once. Far out f is a power on either side, and the sums are closed.
pub fn studentized_range_entropy(k: f64, df: f64) -> f64 {
    if is_no_studentized(k, df) {
        return f64::NAN;
    }
    let of_range = range_step(k);
    let place = 2.0 * typical_maximum(k);
    // Ranges that matter, from the largest one downwards.
    let largest = log(2.0 * (0.25 * place * place + 100.0).sqrt());
    let of_estimate = if df < 1e15 { estimate_step(df) } else { 0.0 };
    let table_step = if of_estimate < of_range { of_estimate } else { of_range };
    let has_table = of_estimate > 0.25 * of_range;
    let freedom = if df < 1e300 { df } else { 1e300 };
    let lowest = log(1e-10) - 0.5 * (log(k + 2.0) + log1p((k + 2.0) / freedom));
    let mut densities = [0.0; TABLE_LENGTH];
    let mut length = 0usize;
    let (mut is_whole, mut is_power) = (false, false);
    let mut most = -f64::INFINITY;
    if has_table {
        for i in 0..TABLE_LENGTH {
            let t = largest - table_step * i as f64;
            let value = log_range(exp(t), k, RANGE_DENSITY) + t;
            densities[i] = value;
            length = i + 1;
            most = if value > most { value } else { most };
            if value < most - 800.0 {
                is_whole = true;
                break;
            }
            // Smaller ranges add a geometric series at all points.
            if t < lowest - 21.0 - 0.5 * log1p(freedom) {
                is_power = true;
                break;
            }
        }
    }
    let height = if has_table { log_estimate_height(df) + log(table_step) } else { 0.0 };
    // Smaller ranges than those of the table matter for what is not as far above them.
    let covered = 41.0 / (df + k - 1.0) - table_step * length as f64;
    let from = if is_whole || is_power { -f64::INFINITY } else { largest + covered };
    let smaller = -expm1(-(df + k - 1.0) * table_step);
    let series = if is_power { (1.0 - smaller) / smaller } else { 0.0 };
    let highest = largest + 21.0 + 0.5 * log1p(freedom);
    let centre = log(if place > 1.4 { place } else { 1.4 });
    let step = 0.5 * of_range;
    let (mut sum, mut size) = (0.0, 0.0);
    for side in 0..2 {
        let towards = if side == 0 { step } else { -step };
        let mut last = 0.0;
        for j in 0..MAX_ENTROPY_NODES {
            let t = centre + towards * j as f64;
            let mut logarithm = -t;
            if has_table && t > from {
                let (mut density, mut part) = (0.0, 0.0);
                for i in 0..length {
                    let v = largest - table_step * i as f64 - t;
                    part = exp(densities[i] - 0.5 * df * exponential_excess(2.0 * v));
                    density += part;
                }
                density += part * series;
                logarithm += log(density) + height;
            } else {
                logarithm = log_studentized(t, k, df, RANGE_DENSITY);
            }
            let share = exp(logarithm + t);
            if !(share > 0.0) {
                break;
            }
            // Of both sides the first point is one.
            let part = if j == 0 { 0.5 * share } else { share };
            sum -= part * logarithm;
            let bound = share * (1.0 + logarithm.abs());
            size += bound;
            let rest = 1.0 - share / last;
            if rest > 0.0 && bound < 1e-17 * size * rest * rest {
                break;
            }
            // What is left below the mode is at most as high down to where it is a power.
            if side == 1 && j > 8 && bound * ((t - lowest + 1.0) / step) / (k - 1.0) < 1e-17 * size {
                break;
            }
            last = share;
            if (side == 0 && t > highest) || (side == 1 && t < lowest) {
                let fall = if side == 0 { df } else { k - 1.0 };
                let change = if side == 0 { df + 1.0 } else { k - 2.0 };
                let left = -expm1(-fall * step);
                let closed = share * (1.0 - left) / left * (step * change / left - logarithm);
                sum += closed;
                size += closed.abs();
                break;
            }
        }
    }
    step * sum
}
