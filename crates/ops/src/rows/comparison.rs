//! Comparison, and choice by it.

use cuprust_num::{Across, DType, Ordered};

use crate::Slot::{Fixed, Same};
use crate::loops::loops;
use crate::{Row, Slot};

const TRUTH: &[Slot] = &[Fixed(DType::Bool)];

pub(super) const ROWS: &[Row] = &[
    Row::binary(
        "equal",
        &["{0} == {1}"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::equal(x, y)),
    )
    .gives(TRUTH)
    .across("equal_across", "equal_across")
    .at_most(|_| 1)
    .doc("Whether the operands are equal. NaN equals nothing."),
    Row::binary(
        "not_equal",
        &["{0} != {1}"],
        loops!(binary bools integers floats complexes => |x: T, y: T| !Ordered::equal(x, y)),
    )
    .gives(TRUTH)
    .across("not_equal_across", "not_equal_across")
    .at_most(|_| 1)
    .doc("Whether the operands differ. NaN differs from everything."),
    Row::binary(
        "less",
        &["{0} < {1}"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::less(x, y)),
    )
    .gives(TRUTH)
    .across("less_across", "greater_across")
    .at_most(|_| 1)
    .doc("Whether the first operand is the smaller. Complex numbers are compared by their real parts, then by their imaginary parts."),
    Row::binary(
        "less_equal",
        &["{0} <= {1}"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::less_equal(x, y)),
    )
    .gives(TRUTH)
    .across("less_equal_across", "greater_equal_across")
    .at_most(|_| 1)
    .doc("Whether the first operand is the smaller or equal. Complex numbers are compared by their real parts, then by their imaginary parts."),
    Row::binary(
        "greater",
        &["{0} > {1}"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::less(y, x)),
    )
    .gives(TRUTH)
    .across("greater_across", "less_across")
    .at_most(|_| 1)
    .doc("Whether the first operand is the larger. Complex numbers are compared by their real parts, then by their imaginary parts."),
    Row::binary(
        "greater_equal",
        &["{0} >= {1}"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::less_equal(y, x)),
    )
    .gives(TRUTH)
    .across("greater_equal_across", "less_equal_across")
    .at_most(|_| 1)
    .doc("Whether the first operand is the larger or equal. Complex numbers are compared by their real parts, then by their imaginary parts."),
    Row::binary(
        "maximum",
        &["maximum({0}, {1})"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::maximum(x, y)),
    )
    .associative()
    .at_most(|[a, b, _]| if a > b { a } else { b })
    .doc("The larger operand; NaN where either is NaN."),
    Row::binary(
        "minimum",
        &["minimum({0}, {1})"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::minimum(x, y)),
    )
    .associative()
    .at_most(|[a, b, _]| if a < b { a } else { b })
    .doc("The smaller operand; NaN where either is NaN."),
    Row::binary(
        "fmax",
        &["number_maximum({0}, {1})"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::fmax(x, y)),
    )
    .associative()
    .doc("The larger operand; where one is NaN, the other."),
    Row::binary(
        "fmin",
        &["number_minimum({0}, {1})"],
        loops!(binary bools integers floats complexes => |x: T, y: T| Ordered::fmin(x, y)),
    )
    .associative()
    .doc("The smaller operand; where one is NaN, the other."),
    Row::ternary(
        "clip",
        &["minimum(maximum({0}, {1}), {2})"],
        loops!(
            ternary bools integers floats complexes =>
                |x: T, low: T, high: T| Ordered::minimum(Ordered::maximum(x, low), high)
        ),
    )
    .function()
    .doc("The first operand, but not below the second, and not above the third; NaN where any is NaN."),
    Row::ternary(
        "where",
        &["{0} ? {1} : {2}"],
        loops!(ternary bools integers floats complexes => |c: bool, x: T, y: T| if c { x } else { y }),
    )
    .takes(&[Fixed(DType::Bool), Same, Same])
    .at_most(|[_, b, c]| if b > c { b } else { c })
    .function()
    .doc("The second operand where the first is true, and the third elsewhere."),
];

const ACROSS: &[Slot] = &[Fixed(DType::I64), Fixed(DType::U64)];

/// The comparisons of int64 with uint64, which no integer dtype holds together. Their names do not exist in NumPy:
/// [`Row::exact`] finds them.
pub(super) const ACROSS_ROWS: &[Row] = &[
    Row::binary("equal_across", &["equal_across({0}, {1})"], loops!(binary longs => |x: T, y: u64| x.equal_across(y)))
        .takes(ACROSS)
        .gives(TRUTH)
        .doc("Whether an int64 and a uint64 are equal."),
    Row::binary(
        "not_equal_across",
        &["!equal_across({0}, {1})"],
        loops!(binary longs => |x: T, y: u64| !x.equal_across(y)),
    )
    .takes(ACROSS)
    .gives(TRUTH)
    .doc("Whether an int64 and a uint64 differ."),
    Row::binary("less_across", &["less_across({0}, {1})"], loops!(binary longs => |x: T, y: u64| x.less_across(y)))
        .takes(ACROSS)
        .gives(TRUTH)
        .doc("Whether an int64 is smaller than a uint64."),
    Row::binary(
        "less_equal_across",
        &["less_across({0}, {1}) || equal_across({0}, {1})"],
        loops!(binary longs => |x: T, y: u64| x.less_across(y) | x.equal_across(y)),
    )
    .takes(ACROSS)
    .gives(TRUTH)
    .doc("Whether an int64 is smaller than a uint64 or equal to it."),
    Row::binary(
        "greater_across",
        &["!(less_across({0}, {1}) || equal_across({0}, {1}))"],
        loops!(binary longs => |x: T, y: u64| !(x.less_across(y) | x.equal_across(y))),
    )
    .takes(ACROSS)
    .gives(TRUTH)
    .doc("Whether an int64 is larger than a uint64."),
    Row::binary(
        "greater_equal_across",
        &["!less_across({0}, {1})"],
        loops!(binary longs => |x: T, y: u64| !x.less_across(y)),
    )
    .takes(ACROSS)
    .gives(TRUTH)
    .doc("Whether an int64 is larger than a uint64 or equal to it."),
];
