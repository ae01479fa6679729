//! Distribution functions: those that are incomplete gamma and beta functions, and their inverses over the variable.
//! Counts and numbers of trials are rounded down where they are not whole.

use super::beta::{
    beta_inverse, beta_parts, beta_parts_of_pair, betaincc, betainccinv, betaincinv, incomplete_beta, swapped,
};
use super::gamma_incomplete::{both_of_gamma, gamma_power, gammainc, gammaincc, gammainccinv, gammaincinv};
use super::gamma_ratio::betaln_positive;
use super::normal::{ndtr, ndtri, quantile_pair};
use super::powers::pair_times;
use crate::math::{exp, log, two_sum};

/// Whether a probability is none.
pub(super) fn is_no_probability(p: f64) -> bool {
    !(p >= 0.0 && p <= 1.0)
}

/// The probability of at most k successes in n trials of probability p.
pub fn bdtr(k: f64, n: f64, p: f64) -> f64 {
    let (k, n) = (k.floor(), n.trunc());
    if is_no_probability(p) || !(k >= 0.0 && n >= k && n.is_finite()) {
        return f64::NAN;
    }
    if k == n { 1.0 } else { betaincc(k + 1.0, n - k, p) }
}

/// The probability of more than k successes in n trials of probability p.
pub fn bdtrc(k: f64, n: f64, p: f64) -> f64 {
    let (k, n) = (k.floor(), n.trunc());
    if is_no_probability(p) || k.is_nan() || !n.is_finite() {
        return f64::NAN;
    }
    if n < k {
        return f64::NAN;
    }
    if k < 0.0 {
        return 1.0;
    }
    if k == n {
        return 0.0;
    }
    let (lower, _) = beta_parts(k + 1.0, n - k, p);
    lower
}

/// The probability of success for which that of at most k successes in n trials is y.
pub fn bdtri(k: f64, n: f64, y: f64) -> f64 {
    let (k, n) = (k.floor(), n.trunc());
    if is_no_probability(y) || !(k >= 0.0 && n > k && n.is_finite()) {
        return f64::NAN;
    }
    betainccinv(k + 1.0, n - k, y)
}

/// The probability that a variable of a chi-square distribution with v degrees of freedom is at most x.
pub fn chdtr(v: f64, x: f64) -> f64 {
    gammainc(0.5 * v, 0.5 * x)
}

/// The probability that a variable of a chi-square distribution with v degrees of freedom is above x.
pub fn chdtrc(v: f64, x: f64) -> f64 {
    gammaincc(0.5 * v, 0.5 * x)
}

/// The inverse of `chdtrc` over x.
pub fn chdtri(v: f64, p: f64) -> f64 {
    2.0 * gammainccinv(0.5 * v, p)
}

/// The probabilities that a variable of an F distribution is at most x, and above.
pub(super) fn f_parts(n: f64, d: f64, x: f64) -> (f64, f64) {
    if !(n > 0.0 && d > 0.0 && x >= 0.0) {
        return (f64::NAN, f64::NAN);
    }
    if n.is_infinite() || d.is_infinite() {
        return if x.is_infinite() { (1.0, 0.0) } else { (f64::NAN, f64::NAN) };
    }
    let product = n * x;
    if product.is_infinite() {
        return (1.0, 0.0);
    }
    let lost = n.mul_add(x, -product);
    if product <= d {
        let (part, part_low) = part_of_sum(product, lost, d, 0.0);
        return beta_parts_of_pair(0.5 * n, 0.5 * d, part, part_low);
    }
    let (part, part_low) = part_of_sum(d, 0.0, product, lost);
    swapped(beta_parts_of_pair(0.5 * d, 0.5 * n, part, part_low))
}

/// `u/(u + v)` of two pairs, in two parts.
fn part_of_sum(u: f64, u_low: f64, v: f64, v_low: f64) -> (f64, f64) {
    let (sum, rest) = two_sum(u, v);
    let part = u / sum;
    (part, ((-part).mul_add(sum, u) + (u_low - part * (rest + u_low + v_low))) / sum)
}

/// The probability that a variable of an F distribution with n and d degrees of freedom is at most x.
pub fn fdtr(n: f64, d: f64, x: f64) -> f64 {
    let (lower, _) = f_parts(n, d, x);
    lower
}

/// The probability that a variable of an F distribution with n and d degrees of freedom is above x.
pub fn fdtrc(n: f64, d: f64, x: f64) -> f64 {
    let (_, upper) = f_parts(n, d, x);
    upper
}

/// The inverse of `fdtr` over x.
pub fn fdtri(n: f64, d: f64, p: f64) -> f64 {
    if !(n > 0.0 && d > 0.0 && p >= 0.0 && p <= 1.0) || n.is_infinite() || d.is_infinite() {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 1.0 { f64::INFINITY } else { 0.0 };
    }
    let (x, y) =
        if p <= 0.5 { beta_inverse(0.5 * n, 0.5 * d, p) } else { swapped(beta_inverse(0.5 * d, 0.5 * n, 1.0 - p)) };
    d / n * (x / y)
}

/// The probability that a variable of a gamma distribution of rate a and shape b is at most x.
pub fn gdtr(a: f64, b: f64, x: f64) -> f64 {
    let (lower, _) = gamma_parts(a, b, x);
    lower
}

/// The probability that a variable of a gamma distribution of rate a and shape b is above x.
pub fn gdtrc(a: f64, b: f64, x: f64) -> f64 {
    let (_, upper) = gamma_parts(a, b, x);
    upper
}

/// The probabilities of a gamma distribution of rate a and shape b up to x and above.
fn gamma_parts(a: f64, b: f64, x: f64) -> (f64, f64) {
    if x < 0.0 {
        return (f64::NAN, f64::NAN);
    }
    let product = a * x;
    let (lower, upper) = both_of_gamma(b, product);
    if !(product > 1e-290 && product.is_finite() && b > 0.0 && b.is_finite()) {
        return (lower, upper);
    }
    // What the rounding of the product changes, which grows with the shape.
    let shift = gamma_power(b, product) * b * (a.mul_add(x, -product) / product);
    let smaller = if lower < upper { lower } else { upper };
    if shift.abs() < 1e-8 * smaller { (lower + shift, upper - shift) } else { (lower, upper) }
}

/// The inverse of `gdtr` over x.
pub fn gdtrix(a: f64, b: f64, p: f64) -> f64 {
    gammaincinv(b, p) / a
}

/// The inverse of `gdtr` over the rate.
pub fn gdtria(p: f64, b: f64, x: f64) -> f64 {
    gammaincinv(b, p) / x
}

/// The probability of at most k failures before the n-th success, of probability p.
pub fn nbdtr(k: f64, n: f64, p: f64) -> f64 {
    let (k, n) = (k.trunc(), n.trunc());
    if is_no_probability(p) || !(k >= 0.0 && n > 0.0) || k.is_infinite() || n.is_infinite() {
        return f64::NAN;
    }
    let (lower, _) = beta_parts(n, k + 1.0, p);
    lower
}

/// The probability of more than k failures before the n-th success, of probability p.
pub fn nbdtrc(k: f64, n: f64, p: f64) -> f64 {
    let (k, n) = (k.trunc(), n.trunc());
    if is_no_probability(p) || !(k >= 0.0 && n > 0.0) || k.is_infinite() || n.is_infinite() {
        return f64::NAN;
    }
    let (_, upper) = beta_parts(n, k + 1.0, p);
    upper
}

/// The probability of success for which that of at most k failures before the n-th success is y.
pub fn nbdtri(k: f64, n: f64, y: f64) -> f64 {
    let (k, n) = (k.trunc(), n.trunc());
    if is_no_probability(y) || !(k >= 0.0) || !n.is_finite() {
        return f64::NAN;
    }
    if y == 0.0 || y == 1.0 {
        return y;
    }
    betaincinv(n, k + 1.0, y)
}

/// The probability of at most k events of a Poisson distribution of mean m.
pub fn pdtr(k: f64, m: f64) -> f64 {
    if k < 0.0 || m < 0.0 {
        return f64::NAN;
    }
    if m == 0.0 { 1.0 } else { gammaincc(k.floor() + 1.0, m) }
}

/// The probability of more than k events of a Poisson distribution of mean m.
pub fn pdtrc(k: f64, m: f64) -> f64 {
    if k < 0.0 || m < 0.0 {
        return f64::NAN;
    }
    if m == 0.0 { 0.0 } else { gammainc(k.floor() + 1.0, m) }
}

/// The mean for which the probability of at most k events of a Poisson distribution is y.
pub fn pdtri(k: f64, y: f64) -> f64 {
    let k = k.trunc();
    if !(k >= 0.0 && y >= 0.0 && y < 1.0 && k.is_finite()) {
        return f64::NAN;
    }
    gammainccinv(k + 1.0, y)
}

/// The probability that a variable of Student's distribution with df degrees of freedom is at most t.
pub fn stdtr(df: f64, t: f64) -> f64 {
    let (below, _) = stdtr_parts(df, t);
    below
}

/// The probabilities of Student's distribution below t and above.
pub(super) fn stdtr_parts(df: f64, t: f64) -> (f64, f64) {
    if !(df > 0.0) || t.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    if df.is_infinite() {
        return (ndtr(t), ndtr(-t));
    }
    let (centre, tail) = student_tail(df, t.abs());
    // Where the tail is large, the other side is a half and the part between.
    let rest = if tail > 0.25 { 0.5 + centre } else { 1.0 - tail };
    if t > 0.0 { (rest, tail) } else { (tail, rest) }
}

/// The probability of Student's distribution from zero to a, where that is at most 1/4, and that above a.
fn student_tail(df: f64, a: f64) -> (f64, f64) {
    if a.is_infinite() {
        return (0.5, 0.0);
    }
    // a^2/df, whose parts are in range.
    let quotient = a / df;
    let ratio = quotient * a;
    let ratio_low = quotient.mul_add(a, -ratio) + (-quotient).mul_add(df, a) / df * a;
    if ratio < 1.0 {
        let (x, x_low) = part_of_sum(ratio, ratio_low, 1.0, 0.0);
        if x == 0.0 {
            return (0.0, 0.5);
        }
        let (lower, upper) = incomplete_beta(0.5, 0.5 * df, x, x_low);
        return (0.5 * lower, 0.5 * upper);
    }
    let (x, x_low) = part_of_sum(1.0, 0.0, ratio, ratio_low);
    if x < 1e-290 {
        // The first term of the power series, of which x itself may be out of range.
        let power = df * (0.5 * log(df) - log(a));
        // df B(df/2, 1/2) is 2, as near as a number is, where logarithms of both would cancel.
        let tail = if df < 1e-17 { 0.5 * exp(power) } else { exp(power - log(df) - betaln_positive(0.5 * df, 0.5)) };
        return (0.5 - tail, tail);
    }
    let (lower, upper) = incomplete_beta(0.5 * df, 0.5, x, x_low);
    (0.5 * upper, 0.5 * lower)
}

/// The inverse of `stdtr` over t.
pub fn stdtrit(df: f64, p: f64) -> f64 {
    if !(df > 0.0) || is_no_probability(p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { -f64::INFINITY } else { f64::INFINITY };
    }
    if df.is_infinite() {
        return ndtri(p);
    }
    if p == 0.5 {
        return 0.0;
    }
    let tail = if p < 0.5 { p } else { 1.0 - p };
    // Far out the tail is (df/t^2)^(df/2)/(df B(df/2, 1/2)), of which the square of t may be infinite.
    let far = -(log(tail) + log(df) + betaln_positive(0.5 * df, 0.5)) / df;
    if far > 300.0 {
        let t = exp(far + 0.5 * log(df));
        return if p < 0.5 { -t } else { t };
    }
    // x/y = t^2/df.
    let (x, y) = if tail <= 0.25 {
        swapped(beta_inverse(0.5 * df, 0.5, 2.0 * tail))
    } else {
        beta_inverse(0.5, 0.5 * df, 1.0 - 2.0 * tail)
    };
    let t = (df * (x / y)).sqrt();
    if p < 0.5 { -t } else { t }
}

/// The mean of a normal distribution of standard deviation sd for which the probability of at most x is p.
pub fn nrdtrimn(p: f64, sd: f64, x: f64) -> f64 {
    if !(sd > 0.0 && p > 0.0 && p < 1.0) {
        return f64::NAN;
    }
    // Beside zero the mean is what the quantile's rounding lost, as often as the deviation is large.
    let (product, product_low) = pair_times(quantile_pair(p), -sd);
    let (mean, low) = two_sum(x, product);
    if mean.is_finite() { mean + (low + product_low) } else { mean }
}

/// The standard deviation of a normal distribution of this mean for which the probability of at most x is p.
pub fn nrdtrisd(mean: f64, p: f64, x: f64) -> f64 {
    if !(p > 0.0 && p < 1.0) {
        return f64::NAN;
    }
    (x - mean) / ndtri(p)
}
