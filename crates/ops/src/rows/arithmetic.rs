//! Arithmetic: sums, products, quotients, powers and roots.

use cuprust_num::{Complex, Float, Integer, Number, Quotients};

use crate::Slot::{Real, Same};
use crate::loops::loops;
use crate::{Accumulator, Row, Rule, SPECIAL, TOP};

pub(super) const ROWS: &[Row] = &[
    Row::binary(
        "add",
        &["add({0}, {1})"],
        loops!(binary bools => |x: T, y: T| x | y; binary integers floats complexes => |x: T, y: T| Number::add(x, y)),
    )
    .identity(0.0)
    .modular()
    .accumulates(Accumulator::Wide)
    .at_most(|[a, b, _]| a + b)
    .doc("The sum of the operands. For bool, whether either is true."),
    Row::binary(
        "subtract",
        &["subtract({0}, {1})"],
        loops!(binary integers floats complexes => |x: T, y: T| Number::subtract(x, y)),
    )
    .rule(Rule::NotBool("logical_xor (`^`)"))
    .modular()
    .accumulates(Accumulator::Single)
    .doc("The first operand less the second."),
    Row::binary(
        "multiply",
        &["multiply({0}, {1})"],
        loops!(binary bools => |x: T, y: T| x & y; binary integers floats complexes => |x: T, y: T| Number::multiply(x, y)),
    )
    .identity(1.0)
    .modular()
    .accumulates(Accumulator::Wide)
    .at_most(|[a, b, _]| a * b)
    .doc("The product of the operands. For bool, whether both are true."),
    Row::binary(
        "divide",
        &["{0} / {1}"],
        loops!(binary floats => |x: T, y: T| Float::divide(x, y); binary complexes => |x: T, y: T| Complex::divide(x, y)),
    )
    .also(&["true_divide"])
    .rule(Rule::Quotient)
    .accumulates(Accumulator::Single)
    .doc("The first operand over the second; integers give float64."),
    Row::binary(
        "floor_divide",
        &["floor_divide({0}, {1})"],
        loops!(
            binary_block integers => |x: &[T], y: &[T], r: &mut [T]| Quotients::each_quotient(x, y, r);
            binary_block floats => |x: &[T], y: &[T], r: &mut [T]| Float::floor_divide_block(x, y, r)
        ),
    )
    .divides()
    .long()
    .doc("The quotient, rounded down. An integer over zero is zero."),
    Row::binary(
        "remainder",
        &["modulo({0}, {1})"],
        loops!(
            binary_block integers => |x: &[T], y: &[T], r: &mut [T]| Quotients::each_remainder(x, y, r);
            binary_block floats => |x: &[T], y: &[T], r: &mut [T]| Float::remainder_block(x, y, r)
        ),
    )
    .also(&["mod"])
    .divides()
    .long()
    .doc("What the division rounded down leaves: it has the divisor's sign, as Python's `%`. An integer by zero leaves zero."),
    Row::binary(
        "fmod",
        &["truncated_modulo({0}, {1})"],
        loops!(
            binary integers => |x: T, y: T| Integer::fmod(x, y);
            binary_block floats => |x: &[T], y: &[T], r: &mut [T]| Float::fmod_block(x, y, r)
        ),
    )
    .divides()
    .long()
    .doc("What the division rounded towards zero leaves: it has the dividend's sign, as C's `fmod`."),
    Row::binary(
        "divmod",
        &["floor_divide({0}, {1})", "modulo({0}, {1})"],
        loops!(
            binary_pair integers => |x: T, y: T| (Integer::floor_divide(x, y), Integer::remainder(x, y));
            scalar_binary_pair floats => |x: T, y: T| Float::divmod(x, y)
        ),
    )
    .gives(&[Same, Same])
    .divides()
    .long()
    .doc("The quotient rounded down, and the remainder."),
    Row::binary(
        "power",
        &["power({0}, {1})"],
        loops!(
            scalar_binary integers => |x: T, y: T| Integer::power(x, y);
            binary_block floats => |x: &[T], y: &[T], r: &mut [T]| Float::power_block(x, y, r);
            scalar_binary complexes => |x: T, y: T| Complex::power(x, y)
        ),
    )
    .also(&["pow"])
    .long()
    .doc("The first operand to the power of the second. Integers wrap around, and refuse negative exponents."),
    Row::binary(
        "float_power",
        &["power({0}, {1})"],
        loops!(
            binary_block doubles => |x: &[T], y: &[T], r: &mut [T]| Float::power_block(x, y, r);
            scalar_binary wide_complexes => |x: T, y: T| Complex::power(x, y)
        ),
    )
    .long()
    .doc("The first operand to the power of the second, in float64 or complex128 at least."),
    Row::unary(
        "positive",
        &["{0}"],
        loops!(unary integers floats complexes => |x: T| x),
    )
    .rule(Rule::NotBool("the array itself"))
    .doc("The operand itself."),
    Row::unary(
        "negative",
        &["negative({0})"],
        loops!(unary integers floats complexes => |x: T| Number::negative(x)),
    )
    .rule(Rule::NotBool("logical_not (`~`)"))
    .doc("The operand with its sign changed."),
    Row::unary(
        "absolute",
        &["absolute({0})"],
        loops!(
            unary bools => |x: T| x;
            unary integers => |x: T| Integer::absolute(x);
            unary floats => |x: T| Float::fabs(x);
            unary complexes => |x: T| Complex::absolute(x)
        ),
    )
    .also(&["abs"])
    .gives(&[Real])
    .doc("The magnitude. That of a complex number is real; that of the smallest integer of a dtype wraps around."),
    Row::unary("fabs", &["absolute({0})"], loops!(unary floats => |x: T| Float::fabs(x)))
        .doc("The magnitude, as a float."),
    Row::unary(
        "sign",
        &["sign({0})"],
        loops!(unary integers floats complexes => |x: T| Number::sign(x)),
    )
    .rule(Rule::NotBool("the array itself"))
    .doc("-1, 0 or 1 by the operand's sign; NaN at NaN. Of a complex number, the number over its magnitude."),
    Row::unary(
        "reciprocal",
        &["reciprocal({0})"],
        loops!(unary integers floats complexes => |x: T| Number::reciprocal(x)),
    )
    .doc("One over the operand. Of integers, the whole part of that, and zero at zero."),
    Row::unary(
        "square",
        &["multiply({0}, {0})"],
        loops!(unary integers floats complexes => |x: T| Number::square(x)),
    )
    .doc("The operand times itself."),
    Row::unary(
        "sqrt",
        &["sqrt({0})"],
        loops!(unary floats => |x: T| Float::sqrt(x); scalar_unary complexes => |x: T| Complex::sqrt(x)),
    )
    .doc("The square root: NaN of negative numbers, and of complex numbers the root with the larger real part."),
    Row::unary("cbrt", &["cbrt({0})"], loops!(unary floats => |x: T| Float::cbrt(x)))
        .within(&[TOP, SPECIAL])
        .long()
        .doc("The cube root, which negative numbers have too."),
    Row::unary("rsqrt", &["1 / sqrt({0})"], loops!(unary floats => |x: T| Float::rsqrt(x)))
        .doc("One over the square root."),
    Row::binary(
        "heaviside",
        &["heaviside({0}, {1})"],
        loops!(binary floats => |x: T, y: T| Float::heaviside(x, y)),
    )
    .doc("Zero below zero, one above, and the second operand at zero."),
];

/// A power whose exponents only the device sees: the host checks all others. The names do not exist in NumPy.
pub(super) const CHECKED_ROWS: &[Row] = &[Row::binary(
    "integer_power",
    &["power({0}, {1})"],
    loops!(scalar_binary signed => |x: T, y: T| Integer::power(x, y)),
)
.long()
.refuses("{1} < 0", "Integers to negative integer powers are not allowed.")
.doc("The first operand, an integer, to the power of the second, which is not negative.")];

/// Powers with the most common exponents after two: as products, with the bits that a power has.
pub(super) const POWER_ROWS: &[Row] = &[
    Row::unary("cube", &["cube({0})"], loops!(unary floats => |x: T| Float::cube(x)))
        .doc("The operand to the power of three."),
    Row::unary("fourth_power", &["fourth_power({0})"], loops!(unary floats => |x: T| Float::fourth_power(x)))
        .doc("The operand to the power of four."),
];
