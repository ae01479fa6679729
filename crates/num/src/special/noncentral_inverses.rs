//! Inverses of the noncentral chi-square and F distributions over their numbers and parameters.

use super::noncentral::{chndtr, ncfdtr, noncentral_chi_square_upper, noncentral_f_upper};
use super::parameters::{MAX_RIDDERS_STEPS, is_outside, solved, surplus};
use super::ridders::{bracket_about, ridders_root};
use crate::math::{exp, log};

/// The largest degrees of freedom and noncentralities that are looked for.
const MAX_DEGREES_OF_FREEDOM: f64 = 1e10;
const MAX_NONCENTRALITY: f64 = 1e6;
/// Most doublings of a step.
const MAX_STEPS_OUT: usize = 8;

/// Whether a number is not positive and finite.
fn is_not_positive(x: f64) -> bool {
    !(x > 0.0 && x < f64::INFINITY)
}

/// Whether a number is no noncentrality.
fn is_no_noncentrality(nc: f64) -> bool {
    !(nc >= 0.0 && nc < f64::INFINITY)
}

/// The probabilities of the noncentral chi-square distribution up to x and above.
fn chi_square_parts(x: f64, df: f64, nc: f64) -> (f64, f64) {
    (chndtr(x, df, nc), noncentral_chi_square_upper(x, df, nc))
}

/// The probabilities of the noncentral F distribution up to f and above.
fn noncentral_f_parts(n: f64, d: f64, nc: f64, f: f64) -> (f64, f64) {
    (ncfdtr(n, d, nc, f), noncentral_f_upper(n, d, nc, f))
}

/// The inverse of `chndtr` over x.
pub fn chndtrix(p: f64, df: f64, nc: f64) -> f64 {
    if is_outside(p) || is_not_positive(df) || is_no_noncentrality(nc) {
        return f64::NAN;
    }
    solved(&|x| chi_square_parts(x, df, nc), true, df + nc, f64::INFINITY, p, 1.0 - p)
}

/// The inverse of `chndtr` over the degrees of freedom, up to 1e10.
pub fn chndtridf(x: f64, p: f64, nc: f64) -> f64 {
    if is_outside(p) || is_not_positive(x) || is_no_noncentrality(nc) {
        return f64::NAN;
    }
    let first = if x > nc + 1.0 { x - nc } else { 1.0 };
    solved(&|df| chi_square_parts(x, df, nc), false, first, MAX_DEGREES_OF_FREEDOM, p, 1.0 - p)
}

/// The inverse of `chndtr` over the noncentrality, up to 1e6: zero where the central distribution has less.
pub fn chndtrinc(x: f64, df: f64, p: f64) -> f64 {
    if is_outside(p) || is_not_positive(x) || is_not_positive(df) {
        return f64::NAN;
    }
    let first = if x > df + 1.0 { x - df } else { 1.0 };
    solved(&|nc| chi_square_parts(x, df, nc), false, first, MAX_NONCENTRALITY, p, 1.0 - p)
}

/// The inverse of `ncfdtr` over f.
pub fn ncfdtri(n: f64, d: f64, nc: f64, p: f64) -> f64 {
    if is_outside(p) || is_not_positive(n) || is_not_positive(d) || is_no_noncentrality(nc) {
        return f64::NAN;
    }
    solved(&|f| noncentral_f_parts(n, d, nc, f), true, 1.0 + nc / n, f64::INFINITY, p, 1.0 - p)
}

/// The inverse of `ncfdtr` over the noncentrality, up to 1e6: zero where the central distribution has less.
pub fn ncfdtrinc(n: f64, d: f64, p: f64, f: f64) -> f64 {
    if is_outside(p) || is_not_positive(n) || is_not_positive(d) || is_not_positive(f) {
        return f64::NAN;
    }
    solved(&|nc| noncentral_f_parts(n, d, nc, f), false, 1.0, MAX_NONCENTRALITY, p, 1.0 - p)
}

/// The root nearest to 5, up to the most degrees of freedom, of a function of their logarithm.
#[inline(always)]
fn degrees_of_freedom(excess: &impl Fn(f64) -> f64) -> f64 {
    let (first, last) = (log(5.0), log(MAX_DEGREES_OF_FREEDOM));
    let bracket = bracket_about(excess, first, last, MAX_STEPS_OUT);
    exp(ridders_root(excess, bracket, first, MAX_RIDDERS_STEPS, (1e-16, 1.0)))
}

/// The inverse of `ncfdtr` over the first degrees of freedom, the nearest to 5 up to 1e10: NaN where there are none.
pub fn ncfdtridfn(p: f64, d: f64, nc: f64, f: f64) -> f64 {
    if is_outside(p) || is_not_positive(d) || is_no_noncentrality(nc) || is_not_positive(f) {
        return f64::NAN;
    }
    let excess = |s: f64| surplus(noncentral_f_parts(exp(s), d, nc, f), p, 1.0 - p);
    degrees_of_freedom(&excess)
}

/// The inverse of `ncfdtr` over the second degrees of freedom, the nearest to 5 up to 1e10: NaN where there are none.
pub fn ncfdtridfd(n: f64, p: f64, nc: f64, f: f64) -> f64 {
    if is_outside(p) || is_not_positive(n) || is_no_noncentrality(nc) || is_not_positive(f) {
        return f64::NAN;
    }
    let excess = |s: f64| surplus(noncentral_f_parts(n, exp(s), nc, f), p, 1.0 - p);
    degrees_of_freedom(&excess)
}
