//! Arithmetic: sums, products and what is made of them.

use crate::Slot::Same;
use crate::loops::loops;
use crate::{Row, Rule};

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "add",
        Rule::First,
        &[Same, Same],
        &[Same],
        &["{0} + {1}"],
        loops!(binary, {bools, |x: T, y: T| x | y} {integers, |x: T, y: T| x.wrapping_add(y)} {floats complexes, |x: T, y: T| x + y}),
    )
    .identity(0.0)
    .doc("The sum of the operands. For bool, whether either is true."),
    Row::new(
        "multiply",
        Rule::First,
        &[Same, Same],
        &[Same],
        &["{0} * {1}"],
        loops!(binary, {bools, |x: T, y: T| x & y} {integers, |x: T, y: T| x.wrapping_mul(y)} {floats complexes, |x: T, y: T| x * y}),
    )
    .identity(1.0)
    .doc("The product of the operands. For bool, whether both are true."),
];
