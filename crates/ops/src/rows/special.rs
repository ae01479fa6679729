//! The special functions that SciPy has and NumPy has not. As there, float32 stays and every other dtype rises to float64.

use cuprust_num::Float;

use crate::loops::loops;
use crate::{Row, Rule, SPECIAL};

pub(super) const ROWS: &[Row] = &[
    Row::unary("erf", &["erf({0})"], loops!(scalar_unary singles => |x: T| Float::erf(x)))
        .within(&[SPECIAL])
        .rule(Rule::Double)
        .long()
        .doc("The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to the operand."),
    Row::unary("erfc", &["erfc({0})"], loops!(scalar_unary singles => |x: T| Float::erfc(x)))
        .within(&[SPECIAL])
        .rule(Rule::Double)
        .long()
        .doc("One less the error function, without loss of digits where that is small."),
];
