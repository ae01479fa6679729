//! Trigonometric functions and angles, in radians.

use cuprust_num::{Complex, Float};

use crate::loops::loops;
use crate::{Row, Rule, SPECIAL, TOP};

pub(super) const ROWS: &[Row] = &[
    Row::unary(
        "sin",
        &["sin({0})"],
        loops!(block floats => |x: &[T], y: &mut [T]| Float::sin_block(x, y); scalar_unary complexes => |x: T| Complex::sin(x)),
    )
    .long()
    .doc("The sine."),
    Row::unary(
        "cos",
        &["cos({0})"],
        loops!(block floats => |x: &[T], y: &mut [T]| Float::cos_block(x, y); scalar_unary complexes => |x: T| Complex::cos(x)),
    )
    .long()
    .doc("The cosine."),
    Row::unary(
        "tan",
        &["tan({0})"],
        loops!(block floats => |x: &[T], y: &mut [T]| Float::tan_block(x, y); scalar_unary complexes => |x: T| Complex::tan(x)),
    )
    .long()
    .doc("The tangent."),
    Row::unary(
        "arcsin",
        &["asin({0})"],
        loops!(unary floats => |x: T| Float::arcsin(x); scalar_unary complexes => |x: T| Complex::arcsin(x)),
    )
    .also(&["asin"])
    .long()
    .doc("The inverse sine, within [-pi/2, pi/2]; NaN of a real number outside [-1, 1]."),
    Row::unary(
        "arccos",
        &["acos({0})"],
        loops!(unary floats => |x: T| Float::arccos(x); scalar_unary complexes => |x: T| Complex::arccos(x)),
    )
    .also(&["acos"])
    .long()
    .doc("The inverse cosine, within [0, pi]; NaN of a real number outside [-1, 1]."),
    Row::unary(
        "arctan",
        &["atan({0})"],
        loops!(unary floats => |x: T| Float::arctan(x); scalar_unary complexes => |x: T| Complex::arctan(x)),
    )
    .also(&["atan"])
    .long()
    .doc("The inverse tangent, within [-pi/2, pi/2]."),
    Row::binary("arctan2", &["atan2({0}, {1})"], loops!(binary floats => |y: T, x: T| Float::arctan2(y, x)))
        .also(&["atan2"])
        .long()
        .doc("The angle of the point whose ordinate is the first operand and whose abscissa the second, within [-pi, pi]."),
    Row::binary("hypot", &["hypot({0}, {1})"], loops!(binary floats => |x: T, y: T| Float::hypot(x, y)))
        .identity(0.0)
        .long()
        .doc("The length of the hypotenuse over the operands, without overflow on the way."),
    Row::unary(
        "degrees",
        &["degrees({0})"],
        loops!(unary floats => |x: T| Float::degrees(x)),
    )
    .also(&["rad2deg"])
    .doc("The angle in degrees of an angle in radians."),
    Row::unary(
        "radians",
        &["radians({0})"],
        loops!(unary floats => |x: T| Float::radians(x)),
    )
    .also(&["deg2rad"])
    .doc("The angle in radians of an angle in degrees."),
    Row::unary(
        "sinc",
        &["sinc({0})"],
        loops!(unary floats => |x: T| Float::sinc(x); scalar_unary complexes => |x: T| Complex::sinc(x)),
    )
    .within(&[TOP, SPECIAL])
    .rule(Rule::Quotient)
    .long()
    .doc("The normalised sinc: sin(pi x) / (pi x), one at zero."),
];
