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

/// The row of a function of one real operand with two real results.
macro_rules! real_pair_row {
    ($name:ident($x:ident)) => {
        row!(
            $name: unary,
            ["({0}).first", "({0}).second"],
            loops!(
                scalar_unary_pair float32s => |$x: T| {
                    let (first, second) = special::$name($x as f64);
                    (first as f32, second as f32)
                };
                scalar_unary_pair doubles => |$x: T| special::$name($x)
            )
        )
        .rule(Rule::First)
        .gives(&[Slot::Same; 2])
    };
}

/// The row of a function of one real operand with two complex results.
macro_rules! complex_pair_row {
    ($name:ident) => {
        row!(
            $name: unary,
            [],
            loops!(
                scalar_unary_pair narrow_complexes => |x: f32| {
                    let (first, second) = special::$name(x as f64);
                    (T::new(first.re as f32, first.im as f32), T::new(second.re as f32, second.im as f32))
                };
                scalar_unary_pair wide_complexes => |x: f64| special::$name(x)
            )
        )
        .text(&[
            concat!("narrowed<{T}>(special_", stringify!($name), "((double){0}).first)"),
            concat!("narrowed<{T}>(special_", stringify!($name), "((double){0}).second)"),
        ])
        .rule(Rule::First)
        .takes(&[Slot::Real])
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
    pair_row!(fresnel(x), complex fresnel_c128)
        .doc("The integrals of Fresnel, of sin(pi t^2/2) and of cos(pi t^2/2) from zero to x."),
    row!(ellipe(m) by scalar_unary)
        .doc("The complete elliptic integral of the second kind of the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) over a quarter turn."),
    row!(ellipkinc(phi, m) by scalar_binary)
        .doc("The elliptic integral of the first kind of the angle phi and the parameter m up to one: the integral of 1/sqrt(1 - m sin(t)^2) from zero to phi."),
    row!(ellipeinc(phi, m) by scalar_binary)
        .doc("The elliptic integral of the second kind of the angle phi and the parameter m up to one: the integral of sqrt(1 - m sin(t)^2) from zero to phi."),
    real_pair_row!(itj0y0(x))
        .doc("The integrals of the Bessel functions of order zero, of the first and of the second kind, from zero to x; the second NaN for negative x."),
    real_pair_row!(iti0k0(x))
        .doc("The integrals of the modified Bessel functions of order zero, of the first and of the second kind, from zero to x; the second NaN for negative x."),
    real_pair_row!(it2j0y0(x))
        .doc("The integral of (1 - J0(t))/t from zero to x and that of Y0(t)/t from x to infinity, which is NaN for negative x."),
    real_pair_row!(it2i0k0(x))
        .doc("The integral of (I0(t) - 1)/t from zero to x and that of K0(t)/t from x to infinity, which is NaN for negative x."),
    row!(itstruve0(x) by scalar_unary)
        .rule(Rule::First)
        .doc("The integral of the Struve function of order zero from zero to x."),
    row!(it2struve0(x) by scalar_unary)
        .rule(Rule::First)
        .doc("The integral of the Struve function of order zero over t from x to infinity."),
    row!(itmodstruve0(x) by scalar_unary)
        .rule(Rule::First)
        .doc("The integral of the modified Struve function of order zero from zero to x."),
    complex_pair_row!(modfresnelp)
        .doc("The modified integral of Fresnel of exp(i t^2) from x to infinity, and the same over sqrt(pi) exp(i (x^2 + pi/4))."),
    complex_pair_row!(modfresnelm)
        .doc("The modified integral of Fresnel of exp(-i t^2) from x to infinity, and the same over sqrt(pi) exp(-i (x^2 + pi/4))."),
];
