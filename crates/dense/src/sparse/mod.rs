//! Matrices of which few elements are stored: their factors, and systems solved by them.

mod incomplete;
mod lu;
mod order;
mod triangle;

use cuprust_num::{c64, c128};
use cuprust_reserve::Refused;

use crate::matrix::Field;
pub use order::Ordering;

/// Asked now and then whether the caller wants the work to end early.
pub type Poll<'a> = &'a dyn Fn() -> bool;

/// Why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A column has no pivot but zero, or a row's element on the diagonal is zero or not stored: its number.
    Singular(usize),
    /// There is no memory.
    Memory(Refused),
    /// The caller wanted the work to end.
    Interrupted,
}

impl From<Refused> for Stop {
    fn from(refused: Refused) -> Stop {
        Stop::Memory(refused)
    }
}

/// Whether the work goes on.
fn check(poll: Poll) -> Result<(), Stop> {
    if poll() { Err(Stop::Interrupted) } else { Ok(()) }
}

/// As [`check`], at every so many steps that take less than to ask does.
fn check_at(step: usize, poll: Poll) -> Result<(), Stop> {
    if step.is_multiple_of(64) { check(poll) } else { Ok(()) }
}

/// Elements of one of the dtypes that systems are solved in.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "each is named for its dtype")]
pub enum Numbers {
    F32(Vec<f32>),
    F64(Vec<f64>),
    C64(Vec<c64>),
    C128(Vec<c128>),
}

/// What is done with the elements, whatever their dtype is.
macro_rules! each {
    ($numbers:expr, |$all:ident| $done:expr) => {
        match $numbers {
            Numbers::F32($all) => $done,
            Numbers::F64($all) => $done,
            Numbers::C64($all) => $done,
            Numbers::C128($all) => $done,
        }
    };
}

/// A square matrix by its rows, or by its columns: of each stored element its value and its column, or row, and where
/// those of each row, or column, begin. They stand in any order, each place once.
#[derive(Debug, Clone, PartialEq)]
pub struct Compressed {
    /// Where the elements of each row begin, and where the last row ends.
    pub starts: Vec<usize>,
    /// The column of each element, less than the number of rows.
    pub places: Vec<usize>,
    /// The elements.
    pub values: Numbers,
}

impl Compressed {
    /// The number of rows.
    fn size(&self) -> usize {
        self.starts.len() - 1
    }
}

/// A matrix with elements of one type.
#[derive(Clone, Copy)]
struct Lines<'a, T> {
    starts: &'a [usize],
    places: &'a [usize],
    values: &'a [T],
}

impl<'a, T: Copy> Lines<'a, T> {
    fn of(matrix: &'a Compressed, values: &'a [T]) -> Lines<'a, T> {
        Lines { starts: &matrix.starts, places: &matrix.places, values }
    }

    fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// The places and elements of a row.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, T)> + 'a {
        let own = self.starts[row]..self.starts[row + 1];
        self.places[own.clone()].iter().copied().zip(self.values[own].iter().copied())
    }
}

/// Which system is solved by a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// That of the matrix itself.
    Plain,
    /// That of its transpose.
    Transposed,
    /// That of its conjugate transpose.
    Adjoint,
}

impl Form {
    /// The element of the matrix that is solved by, where `value` is stored.
    #[inline(always)]
    fn element<T: Field>(self, value: T) -> T {
        if self == Form::Adjoint { value.conj() } else { value }
    }
}

/// How factors are found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elimination {
    /// The order in which columns are eliminated.
    pub ordering: Ordering,
    /// An element of the diagonal is the pivot where it is at least so many times as large as the largest of its
    /// column.
    pub threshold: f64,
    /// Elements smaller than so many times the largest of their column are dropped.
    pub drop: f64,
}

/// The factors of a square matrix: a unit lower triangle and an upper one, whose product is the matrix with its rows
/// and columns exchanged.
#[derive(Debug)]
pub struct SparseLu(Typed);

#[derive(Debug)]
enum Typed {
    F32(lu::Lu<f32>),
    F64(lu::Lu<f64>),
    C64(lu::Lu<c64>),
    C128(lu::Lu<c128>),
}

/// What is done with factors, whatever their dtype is.
macro_rules! factored {
    ($lu:expr, |$one:ident| $done:expr) => {
        match $lu {
            Typed::F32($one) => $done,
            Typed::F64($one) => $done,
            Typed::C64($one) => $done,
            Typed::C128($one) => $done,
        }
    };
    ($lu:expr, |$one:ident, $Of:ident| $done:expr) => {
        match $lu {
            Typed::F32($one) => {
                use Numbers::F32 as $Of;
                $done
            }
            Typed::F64($one) => {
                use Numbers::F64 as $Of;
                $done
            }
            Typed::C64($one) => {
                use Numbers::C64 as $Of;
                $done
            }
            Typed::C128($one) => {
                use Numbers::C128 as $Of;
                $done
            }
        }
    };
}

impl SparseLu {
    /// Factors a matrix that is given by its columns.
    ///
    /// # Errors
    /// Where a column has no pivot but zero: the matrix is singular; where there is no memory, or the caller stops it.
    pub fn of(columns: &Compressed, how: Elimination, poll: Poll) -> Result<SparseLu, Stop> {
        let order = order::of(how.ordering, &columns.starts, &columns.places, poll)?;
        Ok(SparseLu(match &columns.values {
            Numbers::F32(values) => Typed::F32(lu::factor(Lines::of(columns, values), order, how, poll)?),
            Numbers::F64(values) => Typed::F64(lu::factor(Lines::of(columns, values), order, how, poll)?),
            Numbers::C64(values) => Typed::C64(lu::factor(Lines::of(columns, values), order, how, poll)?),
            Numbers::C128(values) => Typed::C128(lu::factor(Lines::of(columns, values), order, how, poll)?),
        }))
    }

    /// Solves systems in place: right sides of the factors' dtype one after another. Says whether the dtype is that of
    /// the factors.
    ///
    /// # Errors
    /// Where there is no memory, or the caller stops it.
    pub fn solve(&self, sides: &mut Numbers, form: Form, poll: Poll) -> Result<bool, Stop> {
        factored!(&self.0, |lu, Of| match sides {
            Of(sides) => lu.solve(sides, form, poll).map(|()| true),
            _ => Ok(false),
        })
    }

    /// The lower triangle by its columns, each in ascending order.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn lower(&self) -> Result<Compressed, Refused> {
        factored!(&self.0, |lu, Of| {
            let lu::Triangle { starts, places, values } = lu.lower.sorted()?;
            Ok(Compressed { starts, places, values: Of(values) })
        })
    }

    /// The upper triangle by its columns, each in ascending order.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn upper(&self) -> Result<Compressed, Refused> {
        factored!(&self.0, |lu, Of| {
            let lu::Triangle { starts, places, values } = lu.upper.sorted()?;
            Ok(Compressed { starts, places, values: Of(values) })
        })
    }

    /// The row of the factors' product that each row of the matrix is.
    pub fn rows(&self) -> &[usize] {
        factored!(&self.0, |lu| &lu.rows)
    }

    /// The column of the factors' product that each column of the matrix is.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn columns(&self) -> Result<Vec<usize>, Refused> {
        factored!(&self.0, |lu| order::inverse(&lu.columns))
    }

    /// How many elements the factors have together.
    pub fn count(&self) -> usize {
        factored!(&self.0, |lu| lu.lower.places.len() + lu.upper.places.len())
    }
}

/// What is read of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Half {
    /// Whether it is the lower one.
    pub lower: bool,
    /// Whether the diagonal is one, whatever is stored there.
    pub unit: bool,
    /// Which system is solved.
    pub form: Form,
}

/// Solves systems by a triangle of a matrix that is given by its rows, in place: right sides of its dtype one after
/// another. What is stored beside the triangle is not read.
///
/// # Errors
/// Where the element of a row on the diagonal is zero or not stored, there is no memory, or the caller stops it.
pub fn solve_triangle(rows: &Compressed, half: Half, sides: &mut Numbers, poll: Poll) -> Result<(), Stop> {
    match (&rows.values, sides) {
        (Numbers::F32(values), Numbers::F32(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        (Numbers::F64(values), Numbers::F64(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        (Numbers::C64(values), Numbers::C64(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        (Numbers::C128(values), Numbers::C128(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        _ => panic!("the right sides have the dtype of the matrix"),
    }
}

/// Factors a matrix that is given by its rows, each in ascending order, in place, as far as its own places reach: the
/// unit lower triangle stands below the diagonal, the upper one on it and above.
///
/// # Errors
/// Where the element of a row on the diagonal is zero or not stored, there is no memory, or the caller stops it.
pub fn factor_in_place(rows: &mut Compressed, poll: Poll) -> Result<(), Stop> {
    debug_assert!((0..rows.size()).all(|row| rows.places[rows.starts[row]..rows.starts[row + 1]].is_sorted()));
    let Compressed { starts, places, values } = rows;
    each!(values, |values| incomplete::factor(starts, places, values, poll))
}
