//! The rows: every elementwise operation, one chapter a file, and their numbers.

mod arithmetic;
mod comparison;
mod complex;
mod densities;
mod draws;
mod dtype_cache;
mod exponential;
mod factors;
mod floating;
mod hyperbolic;
mod integers;
mod logic;
mod rounding;
mod special;
mod special_bessel;
mod special_distributions;
mod special_elementary;
mod special_gamma;
mod special_integrals;
mod special_polynomials;
mod trigonometric;

use crate::Row;

/// The chapters, in the order of the documentation. A constant would be instantiated anew, with all its loops, by every
/// crate that names it.
pub static CHAPTERS: &[(&str, &[Row])] = ALL;
const ALL: &[(&str, &[Row])] = &[
    ("Arithmetic", arithmetic::ROWS),
    ("Comparison and choice", comparison::ROWS),
    ("Logic", logic::ROWS),
    ("Integers", integers::ROWS),
    ("Exponentials and logarithms", exponential::ROWS),
    ("Trigonometry", trigonometric::ROWS),
    ("Hyperbolic functions", hyperbolic::ROWS),
    ("Rounding", rounding::ROWS),
    ("Floating point", floating::ROWS),
    ("Complex numbers", complex::ROWS),
    ("Special functions", special::ROWS),
    ("Special functions: Bessel", special_bessel::ROWS),
    ("Special functions: integrals", special_integrals::ROWS),
    ("Special functions: polynomials and hypergeometric functions", special_polynomials::ROWS),
    ("Special functions: elementary", special_elementary::ROWS),
    ("Special functions: gamma", special_gamma::ROWS),
    ("Special functions: distributions", special_distributions::ROWS),
    (UNNAMED, comparison::ACROSS_ROWS),
    (UNNAMED, arithmetic::CHECKED_ROWS),
    (UNNAMED, arithmetic::POWER_ROWS),
    (UNNAMED, draws::ROWS),
    (UNNAMED, densities::ROWS),
    (UNNAMED, factors::ROWS),
    (UNNAMED, special_bessel::DERIVATIVE_ROWS),
    (UNNAMED, special_polynomials::SECOND_KIND_ROWS),
];

/// The chapter of the rows that have no name in NumPy and are used by others.
pub const UNNAMED: &str = "Reached through others";

/// The number of a row, by which an instruction names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(u16);

const COUNT: usize = {
    let (mut count, mut chapter) = (0, 0);
    while chapter < ALL.len() {
        count += ALL[chapter].1.len();
        chapter += 1;
    }
    count
};

static ROWS: [&Row; COUNT] = ROWS_CONST;
const ROWS_CONST: [&Row; COUNT] = {
    let mut rows = [&ALL[0].1[0]; COUNT];
    let (mut filled, mut chapter) = (0, 0);
    while chapter < ALL.len() {
        let mut i = 0;
        while i < ALL[chapter].1.len() {
            rows[filled] = &ALL[chapter].1[i];
            filled += 1;
            i += 1;
        }
        chapter += 1;
    }
    rows
};

impl RowId {
    /// The sum of two operands, for which devices have special instructions and loops.
    pub const ADD: RowId = RowId::named("add");

    /// The number of rows.
    pub const COUNT: usize = COUNT;

    /// Every row's number.
    pub fn all() -> impl Iterator<Item = RowId> {
        (0..COUNT as u16).map(RowId)
    }

    /// The row of this name or alias. For a name that is known at compile time, use `const { RowId::named("add") }`.
    pub fn find(name: &str) -> Option<RowId> {
        RowId::all().find(|id| id.row().name == name || id.row().aliases.contains(&name))
    }

    /// The row of this name.
    ///
    /// Where there is none, which is a compile error in a constant.
    /// Where there is none: in a constant, that is an error of compilation.
    pub const fn named(name: &str) -> RowId {
        let mut i = 0;
        while i < COUNT {
            if equal(ROWS_CONST[i].name.as_bytes(), name.as_bytes()) {
                return RowId(i as u16);
            }
            i += 1;
        }
        panic!("there is no row of this name")
    }

    /// The row of this number, if there is one.
    pub fn from_number(number: u16) -> Option<RowId> {
        ((number as usize) < COUNT).then_some(RowId(number))
    }

    /// The number.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The row.
    #[inline]
    pub fn row(self) -> &'static Row {
        ROWS[self.0 as usize]
    }
}

pub(crate) const fn equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}
