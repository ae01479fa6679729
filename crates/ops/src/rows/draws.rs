//! Random numbers of distributions that need a variable number of words each: from parameters and the element's own
//! key.

use cuprust_num::{DType, draws};

use crate::Row;
use crate::Slot::{self, Fixed, Same};
use crate::loops::loops;

const KEY: Slot = Fixed(DType::U64);
const COUNT: Slot = Fixed(DType::I64);

pub(super) const ROWS: &[Row] = &[
    Row::binary("draw_gamma", &["special_draw_gamma({0}, {1})"], loops!(scalar_binary doubles => |a: T, key: u64| draws::draw_gamma(a, key)))
        .takes(&[Same, KEY])
        .long()
        .doc("A number of the gamma distribution with a shape and scale 1."),
    Row::ternary(
        "draw_beta",
        &["special_draw_beta({0}, {1}, {2})"],
        loops!(scalar_ternary doubles => |a: T, b: T, key: u64| draws::draw_beta(a, b, key)),
    )
    .takes(&[Same, Same, KEY])
    .long()
    .doc("A number of the beta distribution."),
    Row::binary(
        "draw_poisson",
        &["special_draw_poisson({0}, {1})"],
        loops!(scalar_binary doubles => |lam: T, key: u64| draws::draw_poisson(lam, key)),
    )
    .takes(&[Same, KEY])
    .gives(&[COUNT])
    .long()
    .doc("A number of the Poisson distribution."),
    Row::ternary(
        "draw_binomial",
        &["special_draw_binomial({0}, {1}, {2})"],
        loops!(scalar_ternary doubles => |p: T, n: i64, key: u64| draws::draw_binomial(p, n, key)),
    )
    .takes(&[Same, COUNT, KEY])
    .gives(&[COUNT])
    .long()
    .doc("How many of some trials succeed that do so with a probability."),
    Row::ternary(
        "draw_hypergeometric",
        &["special_draw_hypergeometric({0}, {1}, {2})"],
        loops!(scalar_ternary longs => |populations: T, sample: i64, key: u64| draws::draw_hypergeometric(populations, sample, key)),
    )
    .takes(&[COUNT, COUNT, KEY])
    .gives(&[COUNT])
    .long()
    .doc("How many of a sample are good, of a population whose low 32 bits count the good and whose others the bad."),
    Row::binary("draw_zipf", &["special_draw_zipf({0}, {1})"], loops!(scalar_binary doubles => |a: T, key: u64| draws::draw_zipf(a, key)))
        .takes(&[Same, KEY])
        .gives(&[COUNT])
        .long()
        .doc("A number of the zeta distribution."),
    Row::binary(
        "draw_vonmises",
        &["special_draw_vonmises({0}, {1})"],
        loops!(scalar_binary doubles => |kappa: T, key: u64| draws::draw_vonmises(kappa, key)),
    )
    .takes(&[Same, KEY])
    .long()
    .doc("An angle of the von Mises distribution around zero."),
    // Checks of the parameters before numbers are drawn with them. On a GPU these detect parameters outside of the
    // domain.
    Row::unary("not_negative", &["{0}"], loops!(unary doubles => |x: T| x))
        .refuses("{0} < 0.0", "a parameter of a distribution is negative")
        .doc("The operand, a parameter that must not be negative."),
    Row::unary("above_zero", &["{0}"], loops!(unary doubles => |x: T| x))
        .refuses("{0} <= 0.0", "a parameter of a distribution is not positive")
        .doc("The operand, a parameter that must be positive."),
    Row::unary("probability", &["{0}"], loops!(unary doubles => |x: T| x))
        .refuses("!({0} >= 0.0 && {0} <= 1.0)", "a probability is below zero, above one or NaN")
        .doc("The operand, which must be a probability."),
];
