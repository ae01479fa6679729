//! Special functions related to elementary ones, and the terms of entropies and losses.

use cuprust_num::math::Elementary;
use cuprust_num::special;

use super::special::row;
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL};

pub(super) const ROWS: &[Row] = &[
    row!(exp10(x) by unary).doc("Ten to the power of the operand."),
    row!(cosm1(x) by scalar_unary).doc("The cosine less one, cos(x) - 1, with all digits where that is small."),
    row!(exprel(x) by scalar_unary).doc("The relative exponential (exp(x) - 1)/x: one at zero."),
    row!(powm1(x, y) by scalar_binary).rule(Rule::First).doc("The power less one, x^y - 1, with all digits where that is small."),
    row!(boxcox(x, lambda) by scalar_binary)
        .rule(Rule::First)
        .doc("The transformation of Box and Cox: (x^lambda - 1)/lambda, and log(x) where lambda is zero."),
    row!(boxcox1p(x, lambda) by scalar_binary)
        .rule(Rule::First)
        .doc("The transformation of Box and Cox of 1 + x: ((1 + x)^lambda - 1)/lambda, and log(1 + x) where lambda is zero."),
    row!(inv_boxcox(x, lambda) by scalar_binary)
        .rule(Rule::First)
        .doc("The inverse of `boxcox`: (1 + lambda x)^(1/lambda), and exp(x) where lambda is zero."),
    row!(inv_boxcox1p(x, lambda) by scalar_binary)
        .rule(Rule::First)
        .doc("The inverse of `boxcox1p`: (1 + lambda x)^(1/lambda) - 1, and exp(x) - 1 where lambda is zero."),
    row!(radian(degrees, minutes, seconds) by ternary)
        .doc("The angle in radians of so many degrees, minutes and seconds."),
    row!(sindg(x) by scalar_unary).doc("The sine of an angle in degrees: exact at its zeros, and zero beyond 1e14."),
    row!(cosdg(x) by scalar_unary).doc("The cosine of an angle in degrees: exact at its zeros, and zero beyond 1e14."),
    row!(tandg(x) by scalar_unary)
        .doc("The tangent of an angle in degrees: infinite at odd multiples of 90, and zero beyond 1e14."),
    row!(cotdg(x) by scalar_unary)
        .doc("The cotangent of an angle in degrees: infinite at multiples of 180, and zero beyond 1e14."),
    row!(expit(x) by unary).doc("The logistic function 1/(1 + exp(-x))."),
    row!(log_expit(x) by unary).doc("The logarithm of the logistic function: -log(1 + exp(-x))."),
    row!(logit(p) by scalar_unary)
        .doc("The inverse of the logistic function, log(p/(1 - p)): infinite at zero and one, NaN beyond."),
    row!(xlogy(x, y) by binary, complex xlogy_c128).doc("The product x log(y): zero where x is zero and y is a number."),
    row!(xlog1py(x, y) by binary, complex xlog1py_c128).doc("The product x log(1 + y): zero where x is zero and y is a number."),
    row!(agm(a, b) by scalar_binary)
        .rule(Rule::First)
        .doc("The arithmetic-geometric mean of Gauss, the common limit of the means of the operands: NaN for opposite signs."),
    row!(entr(x) by unary).rule(Rule::First).doc("The term of an entropy, -x log(x): zero at zero, minus infinity below."),
    row!(rel_entr(x, y) by scalar_binary)
        .rule(Rule::First)
        .doc("The term of a relative entropy, x log(x/y): zero for x = 0 and y >= 0, infinite elsewhere outside of x, y > 0."),
    row!(kl_div(x, y) by scalar_binary)
        .rule(Rule::First)
        .doc("The term of a Kullback-Leibler divergence, x log(x/y) - x + y: y for x = 0 and y >= 0, infinite elsewhere outside of x, y > 0."),
    row!(huber(delta, r) by binary)
        .rule(Rule::First)
        .doc("Huber's loss: r^2/2 for |r| up to delta, beyond it delta (|r| - delta/2); infinite for negative delta."),
    row!(pseudo_huber(delta, r) by binary)
        .rule(Rule::First)
        .doc("Huber's smooth loss, delta^2 (sqrt(1 + (r/delta)^2) - 1); infinite for negative delta."),
];
