//! The parts of complex numbers.

use cuprust_num::{Complex, Float};

use crate::Slot::Real;
use crate::loops::loops;
use crate::{Row, Rule};

pub(super) const ROWS: &[Row] = &[
    Row::unary(
        "real",
        &["real_part({0})"],
        loops!(unary bools integers floats => |x: T| x; unary complexes => |x: T| x.re),
    )
    .gives(&[Real])
    .function()
    .doc("The real part: of a real number, itself."),
    Row::unary(
        "imag",
        &["imaginary_part({0})"],
        loops!(
            unary bools => |_x: T| false;
            unary integers => |_x: T| 0 as T;
            unary halves => |_x: T| T::ZERO;
            unary singles => |_x: T| 0.0 as T;
            unary complexes => |x: T| x.im
        ),
    )
    .gives(&[Real])
    .function()
    .doc("The imaginary part: of a real number, zero."),
    Row::unary(
        "conjugate",
        &["conjugate({0})"],
        loops!(unary integers floats => |x: T| x; unary complexes => |x: T| Complex::conjugate(x)),
    )
    .also(&["conj"])
    .doc("The operand with its imaginary part's sign changed."),
    Row::unary(
        "angle",
        &["angle({0})"],
        loops!(unary floats => |x: T| Float::angle(x); scalar_unary complexes => |x: T| Complex::angle(x)),
    )
    .rule(Rule::BoolAsInteger)
    .gives(&[Real])
    .function()
    .doc("The angle in radians, within [-pi, pi]: of a real number, zero or pi by its sign."),
];
