//! The distribution functions of SciPy's special functions, and their inverses.

use cuprust_num::math::Elementary;
use cuprust_num::special;

use super::special::row;
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL};

pub(super) const ROWS: &[Row] = &[
    row!(bdtr(k, n, p) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability of at most k successes in n trials of probability p; k and n are rounded down."),
    row!(bdtrc(k, n, p) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability of more than k successes in n trials of probability p; k and n are rounded down."),
    row!(bdtri(k, n, y) by scalar_ternary)
        .rule(Rule::First)
        .doc("The inverse of `bdtr` over p: the probability of success for which that of at most k successes in n trials is y."),
    row!(chdtr(v, x) by scalar_binary)
        .rule(Rule::First)
        .doc("The probability that a variable of a chi-square distribution with v degrees of freedom is at most x."),
    row!(chdtrc(v, x) by scalar_binary)
        .rule(Rule::First)
        .doc("The probability that a variable of a chi-square distribution with v degrees of freedom is above x."),
    row!(chdtri(v, p) by scalar_binary).rule(Rule::First).doc("The inverse of `chdtrc` over x."),
    row!(fdtr(dfn, dfd, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability that a variable of an F distribution with dfn and dfd degrees of freedom is at most x."),
    row!(fdtrc(dfn, dfd, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability that a variable of an F distribution with dfn and dfd degrees of freedom is above x."),
    row!(fdtri(dfn, dfd, p) by scalar_ternary).rule(Rule::First).doc("The inverse of `fdtr` over x."),
    row!(gdtr(a, b, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability that a variable of a gamma distribution of rate a and shape b is at most x."),
    row!(gdtrc(a, b, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability that a variable of a gamma distribution of rate a and shape b is above x."),
    row!(gdtria(p, b, x) by scalar_ternary).rule(Rule::First).doc("The inverse of `gdtr` over the rate a."),
    row!(gdtrix(a, b, p) by scalar_ternary).rule(Rule::First).doc("The inverse of `gdtr` over x."),
    row!(nbdtr(k, n, p) by scalar_ternary)
        .rule(Rule::Orders)
        .doc("The probability of at most k failures before the n-th success of probability p; k and n are rounded towards zero."),
    row!(nbdtrc(k, n, p) by scalar_ternary)
        .rule(Rule::Orders)
        .doc("The probability of more than k failures before the n-th success of probability p; k and n are rounded towards zero."),
    row!(nbdtri(k, n, y) by scalar_ternary).rule(Rule::Orders).doc("The inverse of `nbdtr` over p."),
    row!(pdtr(k, m) by scalar_binary)
        .rule(Rule::First)
        .doc("The probability of at most k events of a Poisson distribution of mean m; k is rounded down."),
    row!(pdtrc(k, m) by scalar_binary)
        .rule(Rule::First)
        .doc("The probability of more than k events of a Poisson distribution of mean m; k is rounded down."),
    row!(pdtri(k, y) by scalar_binary).rule(Rule::Orders).doc("The inverse of `pdtr` over m."),
    row!(stdtr(df, t) by scalar_binary)
        .rule(Rule::First)
        .doc("The probability that a variable of Student's distribution with df degrees of freedom is at most t."),
    row!(stdtrit(df, p) by scalar_binary).rule(Rule::First).doc("The inverse of `stdtr` over t."),
    row!(nrdtrimn(p, sd, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The mean of a normal distribution of standard deviation sd for which the probability of at most x is p."),
    row!(nrdtrisd(mean, p, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The standard deviation of a normal distribution of this mean for which the probability of at most x is p."),
    row!(kolmogorov(x) by scalar_unary)
        .rule(Rule::First)
        .doc("The probability that sqrt(n) times the greatest distance of the empirical distribution of n samples is above x, for large n."),
    row!(kolmogi(p) by scalar_unary).rule(Rule::First).doc("The inverse of `kolmogorov`."),
    row!(tklmbda(x, shape) by scalar_binary)
        .rule(Rule::First)
        .doc("The distribution function of Tukey's lambda distribution, whose quantile of p is (p^shape - (1 - p)^shape)/shape."),
    row!(gdtrib(a, p, x) by scalar_ternary).rule(Rule::First).doc("The inverse of `gdtr` over the shape b."),
    row!(chdtriv(p, x) by scalar_binary).rule(Rule::First).doc("The inverse of `chdtr` over the degrees of freedom v."),
    row!(pdtrik(p, m) by scalar_binary).rule(Rule::First).doc("The inverse of `pdtr` over k, as a real number."),
    row!(btdtria(p, b, x) by scalar_ternary).rule(Rule::First).doc("The inverse of `betainc` over its first parameter a."),
    row!(btdtrib(a, p, x) by scalar_ternary).rule(Rule::First).doc("The inverse of `betainc` over its second parameter b."),
    row!(bdtrik(y, n, p) by scalar_ternary).rule(Rule::First).doc("The inverse of `bdtr` over k, as a real number."),
    row!(bdtrin(k, y, p) by scalar_ternary).rule(Rule::First).doc("The inverse of `bdtr` over n, as a real number."),
    row!(nbdtrik(y, n, p) by scalar_ternary).rule(Rule::First).doc("The inverse of `nbdtr` over k, as a real number."),
    row!(nbdtrin(k, y, p) by scalar_ternary).rule(Rule::First).doc("The inverse of `nbdtr` over n, as a real number."),
    row!(fdtridfd(dfn, p, x) by scalar_ternary).rule(Rule::First).doc("The inverse of `fdtr` over the degrees of freedom dfd, up to 1e10."),
    row!(stdtridf(p, t) by scalar_binary).rule(Rule::First).doc("The inverse of `stdtr` over the degrees of freedom, up to 1e10."),
    row!(smirnov(n, d) by scalar_binary)
        .rule(Rule::Orders)
        .doc("The probability that the greatest distance of the empirical distribution of n samples above the true one is at least d; NaN where n is not whole."),
    row!(smirnovi(n, p) by scalar_binary).rule(Rule::Orders).doc("The inverse of `smirnov` over d."),
    row!(chndtr(x, df, nc) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability that a variable of a noncentral chi-square distribution with df degrees of freedom and noncentrality nc is at most x."),
    row!(ncfdtr(dfn, dfd, nc, f) by scalar_quaternary)
        .rule(Rule::First)
        .doc("The probability that a variable of a noncentral F distribution with dfn and dfd degrees of freedom and noncentrality nc is at most f."),
    row!(nctdtr(df, nc, t) by scalar_ternary)
        .rule(Rule::First)
        .doc("The probability that a variable of a noncentral distribution of Student with df degrees of freedom and noncentrality nc is at most t."),
    row!(nctdtrit(df, nc, p) by scalar_ternary).rule(Rule::First).doc("The inverse of `nctdtr` over t."),
    row!(nctdtridf(p, nc, t) by scalar_ternary).rule(Rule::First).doc("The inverse of `nctdtr` over the degrees of freedom, up to 1e10."),
    row!(nctdtrinc(df, p, t) by scalar_ternary).rule(Rule::First).doc("The inverse of `nctdtr` over the noncentrality."),
    row!(chndtrix(p, df, nc) by scalar_ternary).rule(Rule::First).doc("The inverse of `chndtr` over x."),
    row!(chndtridf(x, p, nc) by scalar_ternary).rule(Rule::First).doc("The inverse of `chndtr` over the degrees of freedom, up to 1e10."),
    row!(chndtrinc(x, df, p) by scalar_ternary)
        .rule(Rule::First)
        .doc("The inverse of `chndtr` over the noncentrality, up to 1e6: zero where the central distribution has less."),
    row!(ncfdtri(dfn, dfd, nc, p) by scalar_quaternary).rule(Rule::First).doc("The inverse of `ncfdtr` over f."),
    row!(ncfdtridfn(p, dfd, nc, f) by scalar_quaternary)
        .rule(Rule::First)
        .doc("The inverse of `ncfdtr` over the degrees of freedom dfn, the nearest to 5 up to 1e10: NaN where there are none."),
    row!(ncfdtridfd(dfn, p, nc, f) by scalar_quaternary)
        .rule(Rule::First)
        .doc("The inverse of `ncfdtr` over the degrees of freedom dfd, the nearest to 5 up to 1e10: NaN where there are none."),
    row!(ncfdtrinc(dfn, dfd, p, f) by scalar_quaternary)
        .rule(Rule::First)
        .doc("The inverse of `ncfdtr` over the noncentrality, up to 1e6: zero where the central distribution has less."),
];
