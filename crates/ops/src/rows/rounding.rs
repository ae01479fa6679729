//! Rounding to whole numbers.

use cuprust_num::{Complex, Float};

use crate::Row;
use crate::loops::loops;

pub(super) const ROWS: &[Row] = &[
    Row::unary(
        "floor",
        &["round_down({0})"],
        loops!(unary bools integers => |x: T| x; unary floats => |x: T| Float::floor(x)),
    )
    .doc("The largest whole number that is not above the operand."),
    Row::unary(
        "ceil",
        &["round_up({0})"],
        loops!(unary bools integers => |x: T| x; unary floats => |x: T| Float::ceil(x)),
    )
    .doc("The smallest whole number that is not below the operand."),
    Row::unary(
        "trunc",
        &["round_to_zero({0})"],
        loops!(unary bools integers => |x: T| x; unary floats => |x: T| Float::trunc(x)),
    )
    .also(&["fix"])
    .doc("The operand without its fraction."),
    Row::unary(
        "rint",
        &["rint({0})"],
        loops!(unary floats => |x: T| Float::rint(x); unary complexes => |x: T| Complex::rint(x)),
    )
    .doc("The nearest whole number, ties to even; of a complex number, of both parts."),
];
