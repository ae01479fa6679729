//! Integers: their bits and their divisors.

use cuprust_num::{DType, Integer};

use crate::Slot::Fixed;
use crate::loops::loops;
use crate::{Row, Rule};

pub(super) const ROWS: &[Row] = &[
    Row::binary("bitwise_and", &["{0} & {1}"], loops!(binary bools integers => |x: T, y: T| x & y))
        .identity(-1.0)
        .modular()
        .at_most(|[a, b, _]| if a < b { a } else { b })
        .doc("The bits that both operands have."),
    Row::binary("bitwise_or", &["{0} | {1}"], loops!(binary bools integers => |x: T, y: T| x | y))
        .identity(0.0)
        .modular()
        .at_most(all_bits)
        .doc("The bits that either operand has."),
    Row::binary("bitwise_xor", &["{0} ^ {1}"], loops!(binary bools integers => |x: T, y: T| x ^ y))
        .identity(0.0)
        .modular()
        .at_most(all_bits)
        .doc("The bits that exactly one operand has."),
    Row::unary("invert", &["invert({0})"], loops!(unary bools integers => |x: T| !x))
        .also(&["bitwise_not", "bitwise_invert"])
        .doc("Every bit changed; of bool, whether the operand is false."),
    Row::binary(
        "left_shift",
        &["left_shift({0}, {1})"],
        loops!(binary integers => |x: T, y: T| Integer::left_shift(x, y)),
    )
    .also(&["bitwise_left_shift"])
    .doc("The bits moved up by the second operand; zero where that is negative or not less than the width."),
    Row::binary(
        "right_shift",
        &["right_shift({0}, {1})"],
        loops!(binary integers => |x: T, y: T| Integer::right_shift(x, y)),
    )
    .also(&["bitwise_right_shift"])
    .doc("The bits moved down by the second operand, the sign kept; only the sign is left where that is negative or not less than the width."),
    Row::unary("bitwise_count", &["bit_count({0})"], loops!(unary integers => |x: T| Integer::bitwise_count(x)))
        .gives(&[Fixed(DType::U8)])
        .doc("How many ones the operand's magnitude has in binary."),
    Row::binary("gcd", &["gcd({0}, {1})"], loops!(scalar_binary integers => |x: T, y: T| Integer::gcd(x, y)))
        .identity(0.0)
        .rule(Rule::NotBool("logical_or (`|`)"))
        .long()
        .doc("The greatest common divisor of the magnitudes."),
    Row::binary("lcm", &["lcm({0}, {1})"], loops!(scalar_binary integers => |x: T, y: T| Integer::lcm(x, y)))
        .rule(Rule::NotBool("logical_and (`&`)"))
        .long()
        .doc("The least common multiple of the magnitudes."),
];

/// All bits up to the last one that either operand may have.
fn all_bits([a, b, _]: [u32; 3]) -> u32 {
    a.max(b).checked_add(1).map_or(u32::MAX, u32::next_power_of_two) - 1
}
