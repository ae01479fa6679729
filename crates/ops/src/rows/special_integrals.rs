//! Integrals that SciPy has as special functions: exponential, trigonometric and elliptic ones, and the dilogarithm.

use cuprust_num::math::Elementary;
use cuprust_num::{c128, special};

use super::special::row;
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL, Slot};

/// The row of a function of one operand, real or complex, with two results.
macro_rules! pair_row {
    ($name:ident($x:ident), complex $complex:ident) => {
        row!(
            $name: unary,
            [],
            loops!(
                scalar_unary_pair float32s => |$x: T| {
                    let (first, second) = special::$name($x as f64);
                    (first as f32, second as f32)
                };
                scalar_unary_pair doubles => |$x: T| special::$name($x);
                scalar_unary_pair narrow_complexes => |$x: T| {
                    let (first, second) = special::$complex(c128::new($x.re as f64, $x.im as f64));
                    (T::new(first.re as f32, first.im as f32), T::new(second.re as f32, second.im as f32))
                };
                scalar_unary_pair wide_complexes => |$x: T| special::$complex($x)
            )
        )
        .text(&[
            concat!("narrowed<{T}>(special_", stringify!($name), "(widened({0})).first)"),
            concat!("narrowed<{T}>(special_", stringify!($name), "(widened({0})).second)"),
        ])
        .gives(&[Slot::Same; 2])
    };
}

pub(super) const ROWS: &[Row] = &[
    row!(exp1(x) by scalar_unary, complex exp1_c128)
        .rule(Rule::First)
        .doc("The exponential integral E1, of exp(-t)/t from x to infinity: infinite at zero, NaN for real numbers below. Of complex numbers the cut is the negative real axis."),
    row!(expi(x) by scalar_unary, complex expi_c128)
        .rule(Rule::First)
        .doc("The exponential integral Ei, of exp(t)/t from minus infinity to x as a principal value: minus infinity at zero."),
    row!(expn(n, x) by scalar_binary)
        .rule(Rule::Orders)
        .doc("The exponential integral of whole order n: the integral of exp(-x t)/t^n from one to infinity. A fraction of n is dropped."),
    pair_row!(sici(x), complex sici_c128)
        .rule(Rule::First)
        .doc("The sine integral, of sin(t)/t from zero to x, and the cosine integral: the constant of Euler, log(x) and the integral of (cos(t) - 1)/t."),
    pair_row!(shichi(x), complex shichi_c128)
        .rule(Rule::First)
        .doc("The hyperbolic sine integral, of sinh(t)/t from zero to x, and the hyperbolic cosine integral."),
    row!(spence(x) by scalar_unary, complex spence_c128)
        .rule(Rule::First)
        .doc("The dilogarithm of 1 - x: minus the integral of log(t)/(t - 1) from one to x. NaN for real numbers below zero."),
    row!(ellipe(m) by scalar_unary)
        .doc("The complete elliptic integral of the second kind of the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) over a quarter turn."),
    row!(ellipkinc(phi, m) by scalar_binary)
        .doc("The elliptic integral of the first kind of the angle phi and the parameter m up to one: the integral of 1/sqrt(1 - m sin(t)^2) from zero to phi."),
    row!(ellipeinc(phi, m) by scalar_binary)
        .doc("The elliptic integral of the second kind of the angle phi and the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) from zero to phi."),
];
