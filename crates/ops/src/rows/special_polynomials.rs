//! Orthogonal polynomials, and hypergeometric functions and those of Lambert and Wright, of SciPy.

use cuprust_num::math::Elementary;
use cuprust_num::{DType, special};

use super::special::row;
use crate::Slot::{Fixed, Same};
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL, TOP};

pub(super) const ROWS: &[Row] = &[
    row!(eval_legendre(n | x), complex eval_legendre_c128).rule(Rule::Orders).doc("The polynomial of Legendre of degree n; for other degrees the function."),
    row!(eval_chebyt(n | x), complex eval_chebyt_c128)
        .rule(Rule::Orders)
        .doc("The polynomial of Chebyshev of the first kind and of degree n: cos(n arccos(x))."),
    row!(eval_chebyu(n | x), complex eval_chebyu_c128)
        .rule(Rule::Orders)
        .doc("The polynomial of Chebyshev of the second kind and of degree n: sin((n + 1) t)/sin(t) with t = arccos(x)."),
    row!(eval_chebyc(n | x), complex eval_chebyc_c128)
        .rule(Rule::Orders)
        .doc("The polynomial of Chebyshev of the first kind and of degree n on -2 to 2: twice eval_chebyt of x/2."),
    row!(eval_chebys(n | x), complex eval_chebys_c128)
        .rule(Rule::Orders)
        .doc("The polynomial of Chebyshev of the second kind and of degree n on -2 to 2: eval_chebyu of x/2."),
    row!(eval_sh_legendre(n | x), complex eval_sh_legendre_c128).rule(Rule::Orders).doc("The polynomial of Legendre of degree n of 2x - 1."),
    row!(eval_sh_chebyt(n | x), complex eval_sh_chebyt_c128).rule(Rule::Orders).doc("The polynomial of Chebyshev of the first kind and of degree n of 2x - 1."),
    row!(eval_sh_chebyu(n | x), complex eval_sh_chebyu_c128).rule(Rule::Orders).doc("The polynomial of Chebyshev of the second kind and of degree n of 2x - 1."),
    row!(
        eval_hermite: binary, "((double){0}, {1})",
        loops!(scalar_binary doubles => |n: i64, x: T| special::eval_hermite(n as f64, x))
    )
    .takes(&[Fixed(DType::I64), Same])
    .doc("The polynomial of Hermite of whole degree n and of the weight exp(-x^2), in float64. NaN for negative n."),
    row!(
        eval_hermitenorm: binary, "((double){0}, {1})",
        loops!(scalar_binary doubles => |n: i64, x: T| special::eval_hermitenorm(n as f64, x))
    )
    .takes(&[Fixed(DType::I64), Same])
    .doc("The polynomial of Hermite of whole degree n and of the weight exp(-x^2/2), in float64. NaN for negative n."),
    row!(eval_laguerre(n | x), complex eval_laguerre_c128).rule(Rule::Orders).doc("The polynomial of Laguerre of degree n, NaN for degrees above 1e6; for other degrees the function."),
    row!(eval_genlaguerre(n, alpha | x), complex eval_genlaguerre_c128)
        .rule(Rule::Orders)
        .doc("The generalized polynomial of Laguerre of degree n and of the parameter alpha above -1; NaN for whole degrees above 1e6."),
    row!(eval_gegenbauer(n, alpha | x), complex eval_gegenbauer_c128).rule(Rule::Orders).doc("The polynomial of Gegenbauer of degree n and of the parameter alpha; NaN for whole degrees above 1e6."),
    row!(eval_jacobi(n, alpha, beta | x), complex eval_jacobi_c128)
        .rule(Rule::Orders)
        .doc("The polynomial of Jacobi of degree n and of the parameters alpha and beta; NaN for whole degrees above 1e6."),
    row!(eval_sh_jacobi(n, p, q | x), complex eval_sh_jacobi_c128)
        .rule(Rule::Orders)
        .doc("The polynomial of Jacobi of degree n on 0 to 1, of the parameters p - q and q - 1, with one as leading coefficient; NaN for whole degrees above 1e6."),
    row!(lpmv(m, v, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The associated function of Legendre of whole order m and of degree v, with Condon and Shortley's phase, for x from -1 to 1; NaN for degrees above 1e6 unless m is zero."),
    row!(hyp0f1(v | x), complex hyp0f1_c128).rule(Rule::First).doc("The confluent hypergeometric limit function 0F1(v; x)."),
    row!(hyp1f1(a, b | x), complex hyp1f1_c128).rule(Rule::First).doc("The confluent hypergeometric function of Kummer, 1F1(a; b; x)."),
    row!(hyp2f1(a, b, c | x), complex hyp2f1_c128)
        .doc("The hypergeometric function of Gauss, 2F1(a, b; c; x): of real numbers infinite beyond one, unless it is a polynomial; of complex ones the cut is there."),
    row!(hyperu(a, b, x) by scalar_ternary)
        .rule(Rule::First)
        .doc("The confluent hypergeometric function of Tricomi, U(a, b, x): NaN for negative x, and for parameters beyond 20000 in size."),
    row!(wrightomega(x) by scalar_unary, complex wrightomega_c128).rule(Rule::First).doc("The function omega of Wright: the solution w of w + log(w) = x."),
    row!(wright_bessel(a, b, x) by scalar_ternary)
        .doc("The generalized Bessel function of Wright: the sum of x^k/(k! gamma(a k + b)) over k from zero, for operands that are not negative."),
    row!(log_wright_bessel(a, b, x) by scalar_ternary)
        .doc("The logarithm of the generalized Bessel function of Wright, finite where that overflows."),
    row!(
        lambertw: ternary, "({0}, (double){1}, {2})",
        loops!(scalar_ternary wide_complexes => |z: T, k: i64, tol: f64| special::lambertw(z, k as f64, tol))
    )
    .takes(&[Same, Fixed(DType::I64), Fixed(DType::F64)])
    .function()
    .doc("The branch k of the function of Lambert: the solution w of w exp(w) = z."),
    row!(
        sph_harm_y: quaternary, "((double){0}, (double){1}, {2}, {3})",
        loops!(scalar_quaternary doubles => |n: i64, m: i64, theta: T, phi: T| special::sph_harm_y(n as f64, m as f64, theta, phi))
    )
    .takes(&[Fixed(DType::I64), Fixed(DType::I64), Same, Same])
    .gives(&[Fixed(DType::C128)])
    .function()
    .doc("The spherical harmonic of degree n and order m at the polar angle theta and the azimuth phi."),
];

/// The functions of the second kind, which those of all degrees and orders call.
pub(super) const SECOND_KIND_ROWS: &[Row] = &[row!(legendre_second(m, n | z), complex legendre_second_c128)
    .within(&[TOP])
    .doc("The associated function of Legendre of the second kind, of whole order m and degree n.")];
