//! Comparison, and choice by it.

use cuprust_num::DType;

use crate::Slot::{Fixed, Same};
use crate::loops::loops;
use crate::{Row, Rule};

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "equal",
        Rule::First,
        &[Same, Same],
        &[Fixed(DType::Bool)],
        &["{0} == {1}"],
        loops!(binary, bools integers floats complexes, |x: T, y: T| x == y),
    )
    .doc("Whether the operands are equal. NaN equals nothing."),
    Row::new(
        "where",
        Rule::First,
        &[Fixed(DType::Bool), Same, Same],
        &[Same],
        &["{0} ? {1} : {2}"],
        loops!(ternary, bools integers floats complexes, |c: bool, x: T, y: T| if c { x } else { y }),
    )
    .doc("The second operand where the first is true, and the third elsewhere."),
];
