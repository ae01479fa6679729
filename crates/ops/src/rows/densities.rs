//! Densities, sums, quantiles and entropies of distributions, of which SciPy's statistics are made.

use cuprust_num::math::Elementary;
use cuprust_num::special;

use super::special::row;
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL, TOP};

macro_rules! rows {
    ($($name:ident($($operand:ident),+) by $shape:ident: $doc:literal;)*) => {
        &[$(row!($name($($operand),+) by $shape).within(&[TOP]).doc($doc)),*]
    };
}

pub(super) const ROWS: &[Row] = rows! {
    gamma_density(a, x) by scalar_binary: "The density of the gamma distribution of a shape.";
    log_gamma_density(a, x) by scalar_binary: "The logarithm of the density of the gamma distribution of a shape.";
    beta_density(a, b, x) by scalar_ternary: "The density of the beta distribution.";
    log_beta_density(a, b, x) by scalar_ternary: "The logarithm of the density of the beta distribution.";
    f_density(n, d, x) by scalar_ternary: "The density of the F distribution with n and d degrees of freedom.";
    log_f_density(n, d, x) by scalar_ternary: "The logarithm of the density of the F distribution.";
    log_student_density(df, x) by scalar_binary: "The logarithm of the density of Student's distribution.";
    poisson_mass(k, m) by scalar_binary: "The probability of k events where m are expected.";
    log_poisson_mass(k, m) by scalar_binary: "The logarithm of the probability of k events where m are expected.";
    binomial_mass(k, n, p) by scalar_ternary: "The probability of k successes in n trials of probability p.";
    log_binomial_mass(k, n, p) by scalar_ternary: "The logarithm of the probability of k successes in n trials.";
    negative_binomial_mass(k, n, p) by scalar_ternary: "The probability of k failures before the n-th success, of probability p.";
    log_negative_binomial_mass(k, n, p) by scalar_ternary: "The logarithm of the probability of k failures before the n-th success.";
    hypergeometric_mass(k, total, good, draws) by scalar_quaternary: "The probability of k good ones among draws without replacement.";
    log_hypergeometric_mass(k, total, good, draws) by scalar_quaternary: "The logarithm of the probability of k good ones among draws.";
    hypergeometric_lower(k, total, good, draws) by scalar_quaternary: "The probability of at most k good ones among draws.";
    hypergeometric_upper(k, total, good, draws) by scalar_quaternary: "The probability of more than k good ones among draws.";
    poisson_quantile(p, m) by scalar_binary: "The least number of events whose probability of at most as many is p or more.";
    poisson_upper_quantile(q, m) by scalar_binary: "The least number of events whose probability of more is q or less.";
    binomial_quantile(y, n, p) by scalar_ternary: "The least number of successes whose probability of at most as many is y or more.";
    binomial_upper_quantile(z, n, p) by scalar_ternary: "The least number of successes whose probability of more is z or less.";
    negative_binomial_quantile(y, n, p) by scalar_ternary: "The least number of failures whose probability of at most as many is y or more.";
    negative_binomial_upper_quantile(z, n, p) by scalar_ternary: "The least number of failures whose probability of more is z or less.";
    hypergeometric_quantile(p, total, good, draws) by scalar_quaternary: "The least number of good ones whose probability of at most as many is p or more.";
    hypergeometric_upper_quantile(q, total, good, draws) by scalar_quaternary: "The least number of good ones whose probability of more is q or less.";
    log_inverse_gaussian_lower(x, m) by scalar_binary: "The logarithm of the inverse Gaussian distribution's probability up to x.";
    log_inverse_gaussian_upper(x, m) by scalar_binary: "The logarithm of the inverse Gaussian distribution's probability above x.";
    inverse_gaussian_quantile(p, m) by scalar_binary: "The inverse over x of the inverse Gaussian distribution's probability up to x.";
    inverse_gaussian_upper_quantile(q, m) by scalar_binary: "The inverse over x of the inverse Gaussian distribution's probability above x.";
    log_exponential_normal_lower(x, k) by scalar_binary: "The logarithm of the probability up to x of a normal variable and k times an exponential one.";
    log_exponential_normal_upper(x, k) by scalar_binary: "The logarithm of the probability above x of a normal variable and k times an exponential one.";
    exponential_normal_quantile(p, k) by scalar_binary: "The inverse over x of that probability up to x.";
    exponential_normal_upper_quantile(q, k) by scalar_binary: "The inverse over x of that probability above x.";
    exponential_normal_entropy(k) by scalar_unary: "The entropy of a normal variable and k times an exponential one.";
    noncentral_chi_square_upper(x, df, nc) by scalar_ternary: "The probability above x of the noncentral chi-square distribution.";
    noncentral_f_upper(dfn, dfd, nc, f) by scalar_quaternary: "The probability above f of the noncentral F distribution.";
    log_noncentral_f_density(dfn, dfd, nc, f) by scalar_quaternary: "The logarithm of the density of the noncentral F distribution.";
    log_noncentral_t_density(df, nc, t) by scalar_ternary: "The logarithm of the density of the noncentral distribution of Student.";
    kolmogorov_lower(x) by scalar_unary: "The distribution function of Kolmogorov.";
    kolmogorov_density(x) by scalar_unary: "The density of Kolmogorov's distribution.";
    kolmogorov_quantile(p) by scalar_unary: "The inverse of Kolmogorov's distribution function.";
    von_mises_lower(x, kappa) by scalar_binary: "The distribution function of von Mises, which grows by one with each turn.";
    von_mises_upper(x, kappa) by scalar_binary: "One less the distribution function of von Mises.";
    von_mises_quantile(p, kappa) by scalar_binary: "The angle below which von Mises's distribution has the probability p.";
    von_mises_moment(order, kappa) by scalar_binary: "The mean of an even power of the angle of von Mises's distribution.";
    skew_normal_lower(x, a) by scalar_binary: "The probability of at most x of the skewed normal distribution.";
    logarithmic_series_lower(k, p) by scalar_binary: "The probability of at most k of the logarithmic distribution.";
    logarithmic_series_upper(k, p) by scalar_binary: "The probability of more than k of the logarithmic distribution.";
    logarithmic_series_entropy(p) by scalar_unary: "The entropy of the logarithmic distribution.";
    yule_simon_entropy(alpha) by scalar_unary: "The entropy of the distribution of Yule and Simon.";
    beta_binomial_lower(k, n, a, b) by scalar_quaternary: "The probability of at most k successes of a beta variable's probability in n trials.";
    beta_binomial_upper(k, n, a, b) by scalar_quaternary: "The probability of more than k successes of a beta variable's probability in n trials.";
    beta_binomial_entropy(n, a, b) by scalar_ternary: "The entropy of the number of successes of a beta variable's probability.";
    zipf_upper_quantile(q, a) by scalar_binary: "The least k whose part of the zeta distribution above it is q or less.";
    poisson_entropy(m) by scalar_unary: "The entropy of Poisson's distribution of mean m.";
    binomial_entropy(n, p) by scalar_binary: "The entropy of the number of successes in n trials of probability p.";
    negative_binomial_entropy(n, p) by scalar_binary: "The entropy of the number of failures before the n-th success.";
    hypergeometric_entropy(total, good, draws) by scalar_ternary: "The entropy of the number of good ones among draws.";
};
