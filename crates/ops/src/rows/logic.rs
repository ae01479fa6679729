//! Logic: truth values, and the tests that give them.

use cuprust_num::{Complex, DType, Float, Ordered};

use crate::Slot::Fixed;
use crate::loops::loops;
use crate::{Row, Slot};

const TRUTH: &[Slot] = &[Fixed(DType::Bool)];

pub(super) const ROWS: &[Row] = &[
    Row::binary(
        "logical_and",
        &["bool({0}) && bool({1})"],
        loops!(binary bools integers floats complexes => |x: T, y: T| x.truth() & y.truth()),
    )
    .gives(TRUTH)
    .identity(1.0)
    .of_truths()
    .at_most(|_| 1)
    .doc("Whether both operands are true: not zero, NaN included."),
    Row::binary(
        "logical_or",
        &["bool({0}) || bool({1})"],
        loops!(binary bools integers floats complexes => |x: T, y: T| x.truth() | y.truth()),
    )
    .gives(TRUTH)
    .identity(0.0)
    .of_truths()
    .at_most(|_| 1)
    .doc("Whether either operand is true: not zero, NaN included."),
    Row::binary(
        "logical_xor",
        &["bool({0}) != bool({1})"],
        loops!(binary bools integers floats complexes => |x: T, y: T| x.truth() != y.truth()),
    )
    .gives(TRUTH)
    .identity(0.0)
    .of_truths()
    .at_most(|_| 1)
    .doc("Whether exactly one operand is true: not zero, NaN included."),
    Row::unary("logical_not", &["!bool({0})"], loops!(unary bools integers floats complexes => |x: T| !x.truth()))
        .gives(TRUTH)
        .of_truths()
        .at_most(|_| 1)
        .doc("Whether the operand is zero."),
    Row::unary("isnan", &["is_nan({0})"], loops!(unary bools integers floats complexes => |x: T| Ordered::isnan(x)))
        .gives(TRUTH)
        .doc("Whether the operand is NaN, in either part where it is complex."),
    Row::unary(
        "isinf",
        &["is_infinite({0})"],
        loops!(
            unary bools integers => |_x: T| false;
            unary floats => |x: T| Float::isinf(x);
            unary complexes => |x: T| Complex::isinf(x)
        ),
    )
    .gives(TRUTH)
    .doc("Whether the operand is an infinity, in either part where it is complex."),
    Row::unary(
        "isfinite",
        &["is_finite({0})"],
        loops!(
            unary bools integers => |_x: T| true;
            unary floats => |x: T| Float::isfinite(x);
            unary complexes => |x: T| Complex::isfinite(x)
        ),
    )
    .gives(TRUTH)
    .doc("Whether the operand is neither an infinity nor NaN, in both parts where it is complex."),
    Row::unary(
        "isposinf",
        &["is_infinity({0}, false)"],
        loops!(unary bools integers => |_x: T| false; unary floats => |x: T| Float::isinf(x) & !Float::signbit(x)),
    )
    .gives(TRUTH)
    .doc("Whether the operand is positive infinity."),
    Row::unary(
        "isneginf",
        &["is_infinity({0}, true)"],
        loops!(unary bools integers => |_x: T| false; unary floats => |x: T| Float::isinf(x) & Float::signbit(x)),
    )
    .gives(TRUTH)
    .doc("Whether the operand is negative infinity."),
    Row::unary("signbit", &["sign_bit({0})"], loops!(unary floats => |x: T| Float::signbit(x)))
        .gives(TRUTH)
        .doc("Whether the sign bit is set, as it is for -0.0."),
];
