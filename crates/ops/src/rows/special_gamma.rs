//! The special functions that follow from the gamma function, and the inverses of the error functions.

use cuprust_num::math::Elementary;
use cuprust_num::special;

use super::special::row;
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL};

pub(super) const ROWS: &[Row] = &[
    row!(gammasgn(x) by scalar_unary)
        .doc("The sign of the gamma function: NaN at negative integers, and that of a zero at zeros."),
    row!(rgamma(x) by scalar_unary, complex rgamma_c128).doc("One over the gamma function: zero at zero and at negative integers."),
    row!(loggamma(x) by scalar_unary, complex loggamma_c128).doc("The principal branch of the logarithm of the gamma function: infinite at zero, NaN at negative real numbers."),
    row!(beta(a, b) by scalar_binary).doc("The beta function, gamma(a) gamma(b)/gamma(a + b)."),
    row!(betaln(a, b) by scalar_binary).doc("The logarithm of the absolute value of the beta function."),
    row!(binom(n, k) by scalar_binary)
        .rule(Rule::First)
        .doc("The binomial coefficient of real numbers, gamma(n + 1)/(gamma(k + 1) gamma(n - k + 1)): NaN for negative integers n."),
    row!(poch(a, m) by scalar_binary).rule(Rule::First).doc("The rising factorial of Pochhammer, gamma(a + m)/gamma(a)."),
    row!(gammainc(a, x) by scalar_binary)
        .doc("The regularized lower incomplete gamma function: the integral of t^(a - 1) exp(-t)/gamma(a) from zero to x, for a and x from zero on."),
    row!(gammaincc(a, x) by scalar_binary)
        .doc("The regularized upper incomplete gamma function: the integral of t^(a - 1) exp(-t)/gamma(a) from x on, for a and x from zero on."),
    row!(gammaincinv(a, p) by scalar_binary).doc("The inverse of `gammainc` over x, for p from 0 to 1."),
    row!(gammainccinv(a, q) by scalar_binary).doc("The inverse of `gammaincc` over x, for q from 0 to 1."),
    row!(betaincc(a, b, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The complement of `betainc`: the integral of t^(a - 1) (1 - t)^(b - 1) from x to one over that from zero."),
    row!(betaincinv(a, b, p) by scalar_ternary).also(&["btdtri"]).rule(Rule::First).doc("The inverse of `betainc` over x, for p from 0 to 1."),
    row!(betainccinv(a, b, q) by scalar_ternary).rule(Rule::First).doc("The inverse of `betaincc` over x, for q from 0 to 1."),
    row!(erfinv(y) by scalar_unary)
        .rule(Rule::First)
        .doc("The inverse of the error function: infinite at one and minus one, NaN beyond."),
    row!(erfcinv(y) by scalar_unary)
        .rule(Rule::First)
        .doc("The inverse of the complementary error function: infinite at zero and two, NaN beyond."),
    row!(log_ndtr(x) by scalar_unary, complex log_ndtr_c128)
        .doc("The logarithm of the area under the standard normal density up to the operand."),
    row!(ndtri_exp(y) by scalar_unary)
        .rule(Rule::First)
        .doc("The number up to which the area under the standard normal density is exp(y): the inverse of `log_ndtr`."),
    row!(dawsn(x) by scalar_unary, complex dawsn_c128).doc("Dawson's integral: exp(-x^2) times the integral of exp(t^2) from zero to x."),
    row!(erfi(x) by scalar_unary, complex erfi_c128).doc("The imaginary error function: 2/sqrt(pi) times the integral of exp(t^2) from zero to x."),
    row!(voigt_profile(x, sigma, gamma) by scalar_ternary)
        .doc("The density at x of the sum of a normal variable of standard deviation sigma and one of Cauchy's distribution of half width gamma."),
    row!(owens_t(h, a) by scalar_binary)
        .rule(Rule::First)
        .doc("Owen's T function: 1/(2 pi) times the integral of exp(-h^2 (1 + t^2)/2)/(1 + t^2) from zero to a."),
    Row::unary(
        "wofz",
        &["special_wofz({0})"],
        loops!(scalar_unary complexes => |x: T| {
            let w = special::wofz_c128(cuprust_num::c128::new(x.re.to_f64(), x.im.to_f64()));
            T::new(Elementary::from_f64(w.re), Elementary::from_f64(w.im))
        }),
    )
    .within(&[SPECIAL])
    .long()
    .doc("The function of Faddeeva of complex numbers: exp(-z^2) erfc(-i z)."),
    row!(zetac(x) by scalar_unary).doc("The zeta function of Riemann less one, with all digits for large x: infinite at one."),
];
