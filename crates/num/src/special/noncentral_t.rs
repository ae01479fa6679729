//! The noncentral distribution of Student, of (z + nc)/(s/sqrt(df)) of a normal z and a chi variable s: means over s by
//! the trapezoidal rule on its logarithm, whose error falls faster than exponentially (Trefethen, Weideman, "The
//! exponentially convergent trapezoidal rule", 2014), and the series of incomplete beta functions (Lenth, "Cumulative
//! distribution function of the non-central t distribution", 1989). Inverses by Ridders's method.

use super::densities::log_gamma_density;
use super::distributions::stdtr;
use super::gamma_incomplete::{both_of_gamma, gamma_power};
use super::gamma_ratio::poch;
use super::noncentral::{MIN_DIFFERENCE, beta_of_sum, largest_beta_term, shares_of_odds};
use super::normal::{NORMAL_HEIGHT, ndtr};
use super::normal_inverse::log_ndtr;
use super::powers::pair_over;
use super::ridders::ridders_root;
use crate::math::{exp, expm1, hypot, log, two_product};

/// Most terms of a sum on either side of its largest one.
const MAX_TERMS_OF_T: usize = 6000;
/// The largest step of the rule, of which the width of the chi variable's distribution is at least 1/2.
const LARGEST_STEP: f64 = 0.12;
/// Largest noncentrality for which the series is summed, and from which on means are those over the normal variable
/// where it is the wider one.
const MAX_SUMMED_NONCENTRALITY: f64 = 80.0;
/// Degrees of freedom beyond which the chi variable is nearly normal, and its deviation less than the error of the
/// place of the largest integrand.
const MAX_CHI_FREEDOM: f64 = 1e18;
/// The step of the rule over the normal variable, of which the integrand's width is at least 0.45, and how far from its
/// mean it matters.
const NORMAL_STEP: f64 = 0.2;
const NORMAL_STEPS: usize = 195;

/// The logarithm of the chi variable's density of df degrees of freedom at e^v, over v.
fn log_chi_density(df: f64, v: f64) -> f64 {
    let half = 0.5 * exp(2.0 * v);
    log_gamma_density(0.5 * df, half) + log(2.0 * half)
}

/// The logarithm of the integrand: of the probability that z is below nc - slope s, or of the density at it.
fn log_share(df: f64, nc: f64, slope: f64, v: f64, as_density: bool) -> f64 {
    let chi = log_chi_density(df, v);
    let distance = nc - slope * exp(v);
    if as_density {
        return chi + v - 0.5 * distance * distance;
    }
    chi + log_ndtr(distance)
}

/// The logarithm of the integral over all v.
fn log_integral(df: f64, nc: f64, slope: f64, as_density: bool) -> f64 {
    // The largest integrand by golden sections, as it has one maximum.
    const GOLDEN: f64 = 0.6180339887498949;
    let middle = 0.5 * log(if df > 1.0 { df } else { 1.0 });
    let (mut low, mut high) = (middle - 60.0 / (1.0 + df.sqrt()) - 30.0, middle + 12.0);
    if slope > 1.0 {
        // The maximum may be where the number lies within a deviation.
        low -= log(slope);
    }
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) =
        (log_share(df, nc, slope, left, as_density), log_share(df, nc, slope, right, as_density));
    for _ in 0..60 {
        if at_left > at_right {
            high = right;
            (right, at_right) = (left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = log_share(df, nc, slope, left, as_density);
        } else {
            low = left;
            (left, at_left) = (right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = log_share(df, nc, slope, right, as_density);
        }
    }
    let mode = 0.5 * (low + high);
    let at_mode = log_share(df, nc, slope, mode, as_density);
    if !(at_mode > -f64::INFINITY) {
        return -f64::INFINITY;
    }
    // Steps of two fifths of the deviation about the mode, by how far its sides fall.
    let size = slope * exp(mode);
    let curve = df + 2.0 * exp(2.0 * mode) + size * size;
    let mut step = 0.4 / curve.sqrt();
    // The normal probability rises about nc, if that is not beyond where the chi variable is.
    let narrow =
        if size.abs() > nc.abs() / 12.0 { 0.6 / (1.0 + nc.abs()) } else { 0.4 / (1.0 + nc.abs() * size.abs()).sqrt() };
    step = if step < narrow { step } else { narrow };
    step = if step < LARGEST_STEP { step } else { LARGEST_STEP };
    let mut sum = 1.0;
    for k in 1..MAX_TERMS_OF_T {
        let term = exp(log_share(df, nc, slope, mode + step * k as f64, as_density) - at_mode);
        sum += term;
        if term <= 1e-18 * sum {
            break;
        }
    }
    // Far below, the terms are those of a power of e^v, of which the rest is a geometric series.
    let power = if as_density { df + 1.0 } else { df };
    for k in 1..MAX_TERMS_OF_T {
        let v = mode - step * k as f64;
        let term = exp(log_share(df, nc, slope, v, as_density) - at_mode);
        sum += term;
        if term <= 1e-18 * sum {
            break;
        }
        let size = exp(v);
        if size * size < 1e-18 && slope.abs() * size * (1.0 + nc.abs()) < 1e-18 {
            sum += term * exp(-power * step) / -expm1(-power * step);
            break;
        }
    }
    at_mode + log(step * sum)
}

/// Whether means are those over the normal variable z: of a number z + nc that is surely positive, by which the chi
/// variable is limited, and varies less than that.
fn is_mean_over_normal(df: f64, nc: f64) -> bool {
    nc > MAX_SUMMED_NONCENTRALITY && nc * nc > df
}

/// The probability that the variable is above a positive t, or up to it, as a mean over the normal variable.
fn mean_over_normal(df: f64, nc: f64, t: f64, above: bool) -> f64 {
    let mut sum = 0.0;
    for k in 0..(2 * NORMAL_STEPS + 1) {
        let z = NORMAL_STEP * (k as f64 - NORMAL_STEPS as f64);
        let largest = (nc + z) / t;
        let (lower, upper) = both_of_gamma(0.5 * df, 0.5 * df * largest * largest);
        sum += exp(-0.5 * z * z) * (if above { lower } else { upper });
    }
    NORMAL_HEIGHT * NORMAL_STEP * sum
}

/// How many deviations the normal variable is from where t begins, of very many degrees of freedom.
fn nearly_normal_deviation(df: f64, nc: f64, t: f64) -> f64 {
    let ratio = t / df.sqrt();
    (t - nc) / (1.0 + 0.5 * ratio * ratio).sqrt()
}

/// The probability that the variable is above a positive t.
fn above_of_t(df: f64, nc: f64, t: f64) -> f64 {
    let value = if is_mean_over_normal(df, nc) {
        mean_over_normal(df, nc, t, true)
    } else if df > MAX_CHI_FREEDOM {
        ndtr(-nearly_normal_deviation(df, nc, t))
    } else if nc > 0.0 && nc <= MAX_SUMMED_NONCENTRALITY {
        series_of_t(df, nc, t, false)
    } else {
        exp(log_integral(df, nc, t / df.sqrt(), false))
    };
    if value < 1.0 { value } else { 1.0 }
}

/// The probability that the variable of a positive nc is at most a positive t.
fn below_of_t(df: f64, nc: f64, t: f64) -> f64 {
    let value = if is_mean_over_normal(df, nc) {
        mean_over_normal(df, nc, t, false)
    } else if df > MAX_CHI_FREEDOM {
        ndtr(nearly_normal_deviation(df, nc, t))
    } else if nc > MAX_SUMMED_NONCENTRALITY {
        exp(log_integral(df, -nc, -t / df.sqrt(), false))
    } else {
        series_of_t(df, nc, t, true)
    };
    if value < 1.0 { value } else { 1.0 }
}

/// The probability that the variable of a positive nc is at most a positive t, or above it: half of the sum over j of
/// the weights of Poisson's distribution times incomplete beta functions, of whole and of half numbers, and below t the
/// probability below zero.
fn series_of_t(df: f64, nc: f64, t: f64, below: bool) -> f64 {
    let (square, lost) = two_product(t, t);
    let odds = if square.is_finite() { pair_over((square, lost), df) } else { (t / df * t, 0.0) };
    let ((x, x_low), (y, y_low)) = shares_of_odds(odds);
    let (mean, mean_low) = two_product(nc, 0.5 * nc);
    let b = 0.5 * df;
    let sign = if below { -1.0 } else { 1.0 };
    let mut sum = if below { 2.0 * ndtr(-nc) } else { 0.0 };
    for half in 0..2 {
        let (offset, shift) = if half == 0 { (0.5, 0.0) } else { (1.0, 0.5) };
        let mut centre = mean.floor();
        let (_, _, at_mean) = beta_of_sum(offset, centre, b, (x, x_low), (y, y_low));
        if below && at_mean < MIN_DIFFERENCE {
            // Far below, the sum begins above its own largest term, as its functions lose digits upwards.
            let largest = largest_beta_term(offset, b, mean, x);
            let above = (largest + 10.0 * largest.sqrt() + 30.0).floor();
            centre = if above < centre { above } else { centre };
        }
        // e^-m m^j/j!, and nc/sqrt(2) e^-m m^j/gamma(j + 3/2).
        let mut weight = gamma_power(centre, mean);
        if half == 1 {
            weight *= nc * std::f64::consts::FRAC_1_SQRT_2 / poch(centre + 1.0, 0.5);
        }
        // What the rounding of the mean changes.
        let loss = if mean > MIN_DIFFERENCE { mean_low / mean } else { 0.0 };
        let (lower, upper, difference) = beta_of_sum(offset, centre, b, (x, x_low), (y, y_low));
        let at_centre = if below { lower } else { upper };
        let first = weight * at_centre * (1.0 + loss * (centre + shift - mean));
        sum += first;
        let (mut w, mut p, mut step, mut last) = (weight, at_centre, difference, first);
        for k in 1..MAX_TERMS_OF_T {
            let j = centre + k as f64;
            p += sign * step;
            step *= x * (j - 1.0 + offset + b) / (j + offset);
            w *= mean / (j + shift);
            let term = w * p * (1.0 + loss * (j + shift - mean));
            if !(term > 1e-17 * sum || term > last) {
                break;
            }
            sum += term;
            last = term;
        }
        (w, p, step, last) = (weight, at_centre, difference, first);
        for k in 0..MAX_TERMS_OF_T {
            let j = centre - k as f64;
            if j <= 0.0 {
                break;
            }
            if step > 0.0 {
                step *= (j + offset) / (x * (j - 1.0 + offset + b));
            }
            p -= sign * step;
            w *= (j + shift) / mean;
            let term = w * p * (1.0 + loss * (j - 1.0 + shift - mean));
            // Terms rise at first where the sum begins above the largest one.
            if !(term > 1e-17 * sum || term > last) {
                break;
            }
            sum += term;
            last = term;
        }
    }
    0.5 * sum
}

/// Whether there is no such distribution.
fn is_no_t(df: f64, nc: f64, t: f64) -> bool {
    !(df > 0.0) || !(nc.abs() < f64::INFINITY) || t.is_nan()
}

/// The probability that a variable of a noncentral distribution of Student with df degrees of freedom and noncentrality
/// nc is at most t.
pub fn nctdtr(df: f64, nc: f64, t: f64) -> f64 {
    if is_no_t(df, nc, t) {
        return f64::NAN;
    }
    if t.is_infinite() {
        return if t > 0.0 { 1.0 } else { 0.0 };
    }
    if df.is_infinite() {
        return ndtr(t - nc);
    }
    if nc == 0.0 {
        return stdtr(df, t);
    }
    if t == 0.0 {
        return ndtr(-nc);
    }
    if t < 0.0 {
        return above_of_t(df, -nc, -t);
    }
    let above = above_of_t(df, nc, t);
    if above < 0.5 || nc < 0.0 { 1.0 - above } else { below_of_t(df, nc, t) }
}

/// The logarithm of the density of the noncentral distribution of Student at t.
pub fn log_noncentral_t_density(df: f64, nc: f64, t: f64) -> f64 {
    /// log(2 pi)/2.
    const HALF_LOG_TAU: f64 = 0.9189385332046728;
    if is_no_t(df, nc, t) || df.is_infinite() {
        return f64::NAN;
    }
    if t.is_infinite() {
        return -f64::INFINITY;
    }
    let (number, centre) = if t < 0.0 { (-t, -nc) } else { (t, nc) };
    let over_normal = is_mean_over_normal(df, centre);
    if over_normal || df > MAX_CHI_FREEDOM {
        // The largest integrand is at w = z + nc, where w^2 (1 + df/t^2) - nc w - df is zero.
        let curve = 1.0 + df / number / number;
        let place = 0.5 * (centre + hypot(centre, 2.0 * (df * curve).sqrt())) / curve;
        let bend = curve + df / place / place;
        // A power of w whose end is near is integrated over the chi variable.
        if number > 0.0 && place * bend.sqrt() > 40.0 {
            if df > MAX_CHI_FREEDOM {
                return log_share_of_density(df, centre, number, place) - 0.5 * log(bend) - log(number);
            }
            return log_density_over_normal(df, centre, number, place, 0.4 / bend.sqrt());
        }
    }
    if df > MAX_CHI_FREEDOM && t == 0.0 {
        return -0.5 * nc * nc - HALF_LOG_TAU;
    }
    log_integral(df, nc, t / df.sqrt(), true) - HALF_LOG_TAU - 0.5 * log(df)
}

/// The logarithm of the density at a positive t, as a mean over the normal variable w - nc about its largest integrand.
fn log_density_over_normal(df: f64, nc: f64, t: f64, place: f64, step: f64) -> f64 {
    let largest = log_share_of_density(df, nc, t, place);
    let mut sum = 0.0;
    for k in 0..51 {
        sum += exp(log_share_of_density(df, nc, t, place + step * (k as f64 - 25.0)) - largest);
    }
    largest + log(NORMAL_HEIGHT * step * sum) - log(t)
}

/// The logarithm of the integrand at w, which the chi variable over the root of df times t is.
fn log_share_of_density(df: f64, nc: f64, t: f64, w: f64) -> f64 {
    let ratio = w / t;
    let half = 0.5 * df * ratio * ratio;
    log_gamma_density(0.5 * df, half) + log(2.0 * half) - 0.5 * (w - nc) * (w - nc)
}

/// The parameter to solve for.
const OVER_T: i32 = 0;
const OVER_FREEDOM: i32 = 1;
const OVER_NONCENTRALITY: i32 = 2;

/// The logarithm of the smaller part by what it is to be, with the sign of how much the lower part is too large: of the
/// number s, of which t and the noncentrality are hyperbolic sines and the degrees of freedom exponentials.
fn t_surplus(kind: i32, s: f64, u: f64, v: f64, p: f64) -> f64 {
    let size = exp(s);
    let sine = 0.5 * (size - 1.0 / size);
    let lower = if kind == OVER_T {
        nctdtr(u, v, sine)
    } else if kind == OVER_FREEDOM {
        nctdtr(size, u, v)
    } else {
        nctdtr(u, sine, v)
    };
    if p < 0.5 {
        return if lower > 0.0 { log(lower) - log(p) } else { -800.0 };
    }
    let upper = if kind == OVER_T {
        nctdtr(u, -v, -sine)
    } else if kind == OVER_FREEDOM {
        nctdtr(size, -u, -v)
    } else {
        nctdtr(u, -sine, -v)
    };
    if upper > 0.0 { log(1.0 - p) - log(upper) } else { 800.0 }
}

/// The number at which the lower part is p, in an interval that is widened a limited number of times; NaN if the parts
/// at both of its ends are on one side.
fn solved_t(kind: i32, (from, to): (f64, f64), widenings: usize, u: f64, v: f64, p: f64) -> f64 {
    let (mut from, mut to) = (from, to);
    let (mut at_from, mut at_to) = (t_surplus(kind, from, u, v, p), t_surplus(kind, to, u, v, p));
    for k in 0..10 {
        if k >= widenings || (at_from > 0.0) != (at_to > 0.0) {
            break;
        }
        (from, to) = (2.0 * from, 2.0 * to);
        (at_from, at_to) = (t_surplus(kind, from, u, v, p), t_surplus(kind, to, u, v, p));
    }
    if at_from == 0.0 || at_to == 0.0 {
        return if at_from == 0.0 { from } else { to };
    }
    if at_from.is_nan() || at_to.is_nan() || (at_from > 0.0) == (at_to > 0.0) {
        return f64::NAN;
    }
    let bracket = (from, to, at_from, at_to);
    ridders_root(&|place| t_surplus(kind, place, u, v, p), bracket, from, 60, (1e-16, 1.0))
}

fn is_no_inner_probability(p: f64) -> bool {
    !(p > 0.0 && p < 1.0)
}

/// The inverse of `nctdtr` over t.
pub fn nctdtrit(df: f64, nc: f64, p: f64) -> f64 {
    if is_no_t(df, nc, 0.0) || is_no_inner_probability(p) {
        return f64::NAN;
    }
    let s = solved_t(OVER_T, (-2.0, 2.0), 8, df, nc, p);
    let size = exp(s);
    0.5 * (size - 1.0 / size)
}

/// The inverse of `nctdtr` over the degrees of freedom, up to 1e10.
pub fn nctdtridf(p: f64, nc: f64, t: f64) -> f64 {
    if is_no_t(1.0, nc, t) || is_no_inner_probability(p) || t.is_infinite() {
        return f64::NAN;
    }
    exp(solved_t(OVER_FREEDOM, (-6.0, 23.025850929940457), 0, nc, t, p))
}

/// The inverse of `nctdtr` over the noncentrality.
pub fn nctdtrinc(df: f64, p: f64, t: f64) -> f64 {
    if is_no_t(df, 0.0, t) || is_no_inner_probability(p) || t.is_infinite() {
        return f64::NAN;
    }
    let size = exp(solved_t(OVER_NONCENTRALITY, (-1.5, 1.5), 3, df, t, p));
    0.5 * (size - 1.0 / size)
}
