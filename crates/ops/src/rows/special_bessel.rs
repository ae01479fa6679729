//! Bessel functions of SciPy.

use cuprust_num::math::Elementary;
use cuprust_num::{DType, c128, special};

use super::special::row;
use crate::Slot::{Fixed, Real, Same};
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL, TOP};

/// The row of a spherical function: of an integer order and a number. Its function is declared in the function table,
/// because the flag for the derivative is not an operand.
macro_rules! spherical_row {
    ($name:ident($n:ident, $x:ident)) => {
        row!(
            $name: binary, "((double){0}, {1})",
            loops!(scalar_binary singles => |$n: i64, $x: T| T::from_f64(special::$name($n as f64, $x.to_f64())))
        )
        .takes(&[Fixed(DType::I64), Same])
    };
}

/// The loops of a function of an order and a complex number; complex64 is computed in complex128.
macro_rules! complex_loops {
    ($name:ident $(, $($real:tt)*)?) => {
        loops!(
            $($($real)*;)?
            scalar_binary narrow_complexes => |v: f32, z: T| {
                let value = special::$name(v as f64, c128::new(z.re as f64, z.im as f64));
                T::new(value.re as f32, value.im as f32)
            };
            scalar_binary wide_complexes => |v: f64, z: T| special::$name(v, z)
        )
    };
}

/// The row of a Bessel function of real order, of real and of complex numbers, which two functions compute.
macro_rules! order_row {
    ($name:ident, $complex:ident) => {
        row!(
            $name: binary,
            [],
            complex_loops!($complex, scalar_binary singles => |v: T, x: T| T::from_f64(special::$name(v.to_f64(), x.to_f64())))
        )
        .text(&[concat!("narrowed<{T}>(special_", stringify!($name), "((double){0}, widened({1})))")])
        .rule(Rule::First)
        .takes(&[Real, Same])
    };
}

/// The row of a function of complex numbers alone.
macro_rules! complex_row {
    ($name:ident) => {
        row!($name: binary, [], complex_loops!($name))
            .text(&[concat!("narrowed<{T}>(special_", stringify!($name), "((double){0}, widened({1})))")])
            .rule(Rule::First)
            .takes(&[Real, Same])
    };
}

/// The row of a function of one operand with four results.
macro_rules! quadruple_row {
    ($name:ident($x:ident)) => {
        row!(
            $name: unary,
            ["({0}).first", "({0}).second", "({0}).third", "({0}).fourth"],
            loops!(
                scalar_unary_quadruple float32s => |$x: T| {
                    let (first, second, third, fourth) = special::$name($x as f64);
                    (first as f32, second as f32, third as f32, fourth as f32)
                };
                scalar_unary_quadruple doubles => |$x: T| special::$name($x)
            )
        )
        .rule(Rule::First)
        .gives(&[Same; 4])
    };
}

/// The row of a function of one operand, which may be complex, with four results.
macro_rules! complex_quadruple_row {
    ($name:ident($x:ident), complex $complex:ident) => {
        row!(
            $name: unary,
            [],
            loops!(
                scalar_unary_quadruple float32s => |$x: T| {
                    let (first, second, third, fourth) = special::$name($x as f64);
                    (first as f32, second as f32, third as f32, fourth as f32)
                };
                scalar_unary_quadruple doubles => |$x: T| special::$name($x);
                scalar_unary_quadruple narrow_complexes => |$x: T| {
                    let (first, second, third, fourth) = special::$complex(c128::new($x.re as f64, $x.im as f64));
                    let narrow = |z: c128| T::new(z.re as f32, z.im as f32);
                    (narrow(first), narrow(second), narrow(third), narrow(fourth))
                };
                scalar_unary_quadruple wide_complexes => |$x: T| special::$complex($x)
            )
        )
        .text(&[
            concat!("narrowed<{T}>(special_", stringify!($name), "(widened({0})).first)"),
            concat!("narrowed<{T}>(special_", stringify!($name), "(widened({0})).second)"),
            concat!("narrowed<{T}>(special_", stringify!($name), "(widened({0})).third)"),
            concat!("narrowed<{T}>(special_", stringify!($name), "(widened({0})).fourth)"),
        ])
        .rule(Rule::First)
        .gives(&[Same; 4])
    };
}

pub(super) const ROWS: &[Row] = &[
    row!(i0e(x) by unary).doc("The modified Bessel function of the first kind and order zero, times exp(-|x|)."),
    row!(i1(x) by unary).doc("The modified Bessel function of the first kind and order one."),
    row!(i1e(x) by unary).doc("The modified Bessel function of the first kind and order one, times exp(-|x|)."),
    row!(j0(x) by scalar_unary).doc("The Bessel function of the first kind and order zero."),
    row!(j1(x) by scalar_unary).doc("The Bessel function of the first kind and order one: NaN at infinity."),
    row!(y0(x) by scalar_unary)
        .doc("The Bessel function of the second kind and order zero: minus infinity at zero, NaN below and at infinity."),
    row!(y1(x) by scalar_unary)
        .doc("The Bessel function of the second kind and order one: minus infinity at zero, NaN below and at infinity."),
    row!(k0(x) by scalar_unary)
        .doc("The modified Bessel function of the second kind and order zero: infinite at zero, NaN below."),
    row!(k0e(x) by scalar_unary)
        .doc("The modified Bessel function of the second kind and order zero, times exp(x): infinite at zero, NaN below."),
    row!(k1(x) by scalar_unary)
        .doc("The modified Bessel function of the second kind and order one: infinite at zero, NaN below."),
    row!(k1e(x) by scalar_unary)
        .doc("The modified Bessel function of the second kind and order one, times exp(x): infinite at zero, NaN below."),
    order_row!(jv, jv_c128)
        .also(&["jn"])
        .doc("The Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."),
    order_row!(jve, jve_c128)
        .doc("The Bessel function of the first kind and of real order v, times exp(-|y|), y the imaginary part of the operand."),
    order_row!(yve, yve_c128)
        .doc("The Bessel function of the second kind and of real order v, times exp(-|y|), y the imaginary part of the operand."),
    order_row!(yv, yv_c128)
        .doc("The Bessel function of the second kind and of real order v: infinite at zero, NaN below and at infinity."),
    row!(yn(n, x) by scalar_binary)
        .rule(Rule::Orders)
        .doc("The Bessel function of the second kind and of whole order n, of which a fraction is dropped."),
    order_row!(iv, iv_c128)
        .doc("The modified Bessel function of the first kind and of real order v: NaN at infinity, and for negative x where v is no integer."),
    order_row!(ive, ive_c128)
        .doc("The modified Bessel function of the first kind and of real order v, times exp(-|x|)."),
    order_row!(kv, kv_c128)
        .doc("The modified Bessel function of the second kind and of real order v: infinite at zero, NaN below."),
    order_row!(kve, kve_c128)
        .doc("The modified Bessel function of the second kind and of real order v, times exp(x)."),
    row!(struve(v, x) by scalar_binary)
        .doc("The Struve function of real order v: NaN for negative x where v is no integer."),
    row!(modstruve(v, x) by scalar_binary)
        .doc("The modified Struve function of real order v: NaN for negative x where v is no integer."),
    complex_row!(hankel1).doc("Hankel's function of the first kind and of real order v, the sum of J and i Y, of complex numbers."),
    complex_row!(hankel2).doc("Hankel's function of the second kind and of real order v, J less i Y, of complex numbers."),
    complex_row!(hankel1e).doc("Hankel's function of the first kind and of real order v, times exp(-i z)."),
    complex_row!(hankel2e).doc("Hankel's function of the second kind and of real order v, times exp(i z)."),
    row!(kn(n, x) by scalar_binary)
        .rule(Rule::Orders)
        .doc("The modified Bessel function of the second kind and of whole order n, of which a fraction is dropped."),
    row!(ber(x) by scalar_unary).rule(Rule::First).doc("The function of Kelvin ber: the real part of I of order zero at x exp(i pi/4)."),
    row!(bei(x) by scalar_unary).rule(Rule::First).doc("The function of Kelvin bei: the imaginary part of I of order zero at x exp(i pi/4)."),
    row!(ker(x) by scalar_unary).rule(Rule::First).doc("The function of Kelvin ker: the real part of K of order zero at x exp(i pi/4); NaN below zero."),
    row!(kei(x) by scalar_unary).rule(Rule::First).doc("The function of Kelvin kei: the imaginary part of K of order zero at x exp(i pi/4); NaN below zero."),
    row!(berp(x) by scalar_unary).rule(Rule::First).doc("The derivative of the function of Kelvin ber."),
    row!(beip(x) by scalar_unary).rule(Rule::First).doc("The derivative of the function of Kelvin bei."),
    row!(kerp(x) by scalar_unary).rule(Rule::First).doc("The derivative of the function of Kelvin ker."),
    row!(keip(x) by scalar_unary).rule(Rule::First).doc("The derivative of the function of Kelvin kei."),
    row!(
        kelvin: unary,
        [],
        loops!(
            scalar_unary_quadruple narrow_complexes => |x: f32| {
                let (first, second, third, fourth) = special::kelvin(x as f64);
                let narrow = |z: c128| T::new(z.re as f32, z.im as f32);
                (narrow(first), narrow(second), narrow(third), narrow(fourth))
            };
            scalar_unary_quadruple wide_complexes => |x: f64| special::kelvin(x)
        )
    )
    .text(&[
        "narrowed<{T}>(special_kelvin((double){0}).first)",
        "narrowed<{T}>(special_kelvin((double){0}).second)",
        "narrowed<{T}>(special_kelvin((double){0}).third)",
        "narrowed<{T}>(special_kelvin((double){0}).fourth)",
    ])
    .rule(Rule::First)
    .takes(&[Real])
    .gives(&[Same; 4])
    .doc("The functions of Kelvin as complex numbers: ber + i bei, ker + i kei, and the derivatives of both."),
    complex_quadruple_row!(airy(x), complex airy_c128).doc("The functions of Airy: Ai, its derivative, Bi and its derivative."),
    complex_quadruple_row!(airye(x), complex airye_c128)
        .doc("The functions of Airy with their exponentials taken out: Ai and its derivative times exp(2/3 x^(3/2)), NaN for negative x, and Bi and its derivative times exp(-2/3 x^(3/2)), which is one for negative x."),
    quadruple_row!(itairy(x)).doc("The integrals of Airy's functions from zero to x: of Ai(t), Bi(t), Ai(-t) and Bi(-t)."),
    row!(besselpoly(a, lmb, nu) by scalar_ternary).doc(
        "The integral of x^lmb times the Bessel function of order nu of 2 a x from zero to one: NaN for negative a.",
    ),
    spherical_row!(spherical_jn(n, x)).function().doc("The spherical Bessel function of the first kind."),
    spherical_row!(spherical_yn(n, x)).function().doc("The spherical Bessel function of the second kind."),
    spherical_row!(spherical_in(n, x)).function().doc("The modified spherical Bessel function of the first kind."),
    spherical_row!(spherical_kn(n, x)).function().doc("The modified spherical Bessel function of the second kind."),
];

/// The derivatives of the spherical functions, which these functions call.
pub(super) const DERIVATIVE_ROWS: &[Row] = &[
    spherical_row!(spherical_jn_derivative(n, x))
        .within(&[TOP])
        .doc("The derivative of the spherical Bessel function of the first kind."),
    spherical_row!(spherical_yn_derivative(n, x))
        .within(&[TOP])
        .doc("The derivative of the spherical Bessel function of the second kind."),
    spherical_row!(spherical_in_derivative(n, x))
        .within(&[TOP])
        .doc("The derivative of the modified spherical Bessel function of the first kind."),
    spherical_row!(spherical_kn_derivative(n, x))
        .within(&[TOP])
        .doc("The derivative of the modified spherical Bessel function of the second kind."),
];
