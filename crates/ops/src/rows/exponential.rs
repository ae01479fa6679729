//! Exponentials and logarithms.

use cuprust_num::{Complex, Float};

use crate::loops::loops;
use crate::{Row, SPECIAL, TOP};

pub(super) const ROWS: &[Row] = &[
    Row::unary(
        "exp",
        &["exp({0})"],
        loops!(unary floats => |x: T| Float::exp(x); scalar_unary complexes => |x: T| Complex::exp(x)),
    )
    .long()
    .doc("e to the power of the operand."),
    Row::unary(
        "exp2",
        &["exp2({0})"],
        loops!(unary floats => |x: T| Float::exp2(x); scalar_unary complexes => |x: T| Complex::exp2(x)),
    )
    .within(&[TOP, SPECIAL])
    .long()
    .doc("Two to the power of the operand."),
    Row::unary(
        "expm1",
        &["expm1({0})"],
        loops!(unary floats => |x: T| Float::expm1(x); scalar_unary complexes => |x: T| Complex::expm1(x)),
    )
    .within(&[TOP, SPECIAL])
    .long()
    .doc("e to the power of the operand, less one, exact near zero."),
    Row::unary(
        "log",
        &["log({0})"],
        loops!(unary floats => |x: T| Float::log(x); scalar_unary complexes => |x: T| Complex::log(x)),
    )
    .long()
    .doc("The natural logarithm."),
    Row::unary(
        "log2",
        &["log2({0})"],
        loops!(unary floats => |x: T| Float::log2(x); scalar_unary complexes => |x: T| Complex::log2(x)),
    )
    .long()
    .doc("The logarithm to base two."),
    Row::unary(
        "log10",
        &["log10({0})"],
        loops!(unary floats => |x: T| Float::log10(x); scalar_unary complexes => |x: T| Complex::log10(x)),
    )
    .long()
    .doc("The logarithm to base ten."),
    Row::unary(
        "log1p",
        &["log1p({0})"],
        loops!(unary floats => |x: T| Float::log1p(x); scalar_unary complexes => |x: T| Complex::log1p(x)),
    )
    .within(&[TOP, SPECIAL])
    .long()
    .doc("The natural logarithm of one plus the operand, exact near zero."),
    Row::binary("logaddexp", &["log_add_exp({0}, {1})"], loops!(binary floats => |x: T, y: T| Float::logaddexp(x, y)))
        .identity(f64::NEG_INFINITY)
        .long()
        .doc("The logarithm of the sum of the exponentials of the operands, without overflow."),
    Row::binary(
        "logaddexp2",
        &["log_add_exp2({0}, {1})"],
        loops!(binary floats => |x: T, y: T| Float::logaddexp2(x, y)),
    )
    .identity(f64::NEG_INFINITY)
    .long()
    .doc("The logarithm to base two of the sum of the operands' powers of two, without overflow."),
];
