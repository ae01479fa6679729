//! The parts and neighbours of floats, and the special functions that NumPy has.

use cuprust_num::{DType, Float};

use crate::Slot::{Fixed, Same};
use crate::loops::loops;
use crate::{Row, Rule, SPECIAL, TOP};

pub(super) const ROWS: &[Row] = &[
    Row::binary("copysign", &["copysign({0}, {1})"], loops!(binary floats => |x: T, y: T| Float::copysign(x, y)))
        .doc("The first operand's magnitude with the second operand's sign."),
    Row::binary(
        "nextafter",
        &["next_after({0}, {1})"],
        loops!(scalar_binary floats => |x: T, y: T| Float::nextafter(x, y)),
    )
    .doc("The next number of the dtype after the first operand in the direction of the second."),
    Row::unary("spacing", &["spacing({0})"], loops!(scalar_unary floats => |x: T| Float::spacing(x)))
        .doc("The distance from the operand to the next number of the dtype."),
    Row::unary(
        "modf",
        &["fractional_part({0})", "whole_part({0})"],
        loops!(unary_pair floats => |x: T| Float::modf(x)),
    )
    .gives(&[Same, Same])
    .doc("The fraction and the whole part, both of the operand's sign."),
    Row::unary(
        "frexp",
        &["mantissa({0})", "exponent({0})"],
        loops!(scalar_unary_pair floats => |x: T| Float::frexp(x)),
    )
    .gives(&[Same, Fixed(DType::I32)])
    .doc("A number of magnitude in [0.5, 1), and the power of two (int32) by which it gives the operand."),
    Row::binary(
        "ldexp",
        &["scale_by_two({0}, {1})"],
        loops!(scalar_binary floats => |x: T, y: i64| Float::ldexp(x, y)),
    )
    .takes(&[Same, Fixed(DType::I64)])
    .doc("The first operand times two to the power of the second, an integer."),
    Row::unary("i0", &["bessel_i0({0})"], loops!(unary floats => |x: T| Float::i0(x)))
        .within(&[TOP, SPECIAL])
        .rule(Rule::Quotient)
        .long()
        .doc("The modified Bessel function of the first kind and order zero."),
];
