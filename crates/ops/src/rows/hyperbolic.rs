//! Hyperbolic functions and their inverses.

use cuprust_num::{Complex, Float};

use crate::Row;
use crate::loops::loops;

pub(super) const ROWS: &[Row] = &[
    Row::unary(
        "sinh",
        &["sinh({0})"],
        loops!(unary floats => |x: T| Float::sinh(x); scalar_unary complexes => |x: T| Complex::sinh(x)),
    )
    .long()
    .doc("The hyperbolic sine."),
    Row::unary(
        "cosh",
        &["cosh({0})"],
        loops!(unary floats => |x: T| Float::cosh(x); scalar_unary complexes => |x: T| Complex::cosh(x)),
    )
    .long()
    .doc("The hyperbolic cosine."),
    Row::unary(
        "tanh",
        &["tanh({0})"],
        loops!(unary floats => |x: T| Float::tanh(x); scalar_unary complexes => |x: T| Complex::tanh(x)),
    )
    .long()
    .doc("The hyperbolic tangent."),
    Row::unary(
        "arcsinh",
        &["asinh({0})"],
        loops!(unary floats => |x: T| Float::arcsinh(x); scalar_unary complexes => |x: T| Complex::arcsinh(x)),
    )
    .also(&["asinh"])
    .long()
    .doc("The inverse hyperbolic sine."),
    Row::unary(
        "arccosh",
        &["acosh({0})"],
        loops!(unary floats => |x: T| Float::arccosh(x); scalar_unary complexes => |x: T| Complex::arccosh(x)),
    )
    .also(&["acosh"])
    .long()
    .doc("The inverse hyperbolic cosine; NaN of a real number below one."),
    Row::unary(
        "arctanh",
        &["atanh({0})"],
        loops!(unary floats => |x: T| Float::arctanh(x); scalar_unary complexes => |x: T| Complex::arctanh(x)),
    )
    .also(&["atanh"])
    .long()
    .doc("The inverse hyperbolic tangent; NaN of a real number outside [-1, 1]."),
];
