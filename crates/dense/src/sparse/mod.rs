//! Sparse matrices: their factorizations, and systems solved by them.

mod incomplete;
mod lu;
mod order;
mod triangle;

use cuprust_num::{c64, c128};
use cuprust_reserve::Refused;

use crate::matrix::Field;
pub use order::Ordering;

/// Polled from time to time; returns whether the caller wants to stop the work.
pub type Poll<'a> = &'a dyn Fn() -> bool;

/// The reason why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A column has no nonzero pivot, or a row's element on the diagonal is zero or not stored: its number.
    Singular(usize),
    /// There is no memory.
    Memory(Refused),
    /// The caller stopped the work.
    Interrupted,
}

impl From<Refused> for Stop {
    fn from(refused: Refused) -> Stop {
        Stop::Memory(refused)
    }
}

/// Polls the caller for a stop.
fn check(poll: Poll) -> Result<(), Stop> {
    if poll() { Err(Stop::Interrupted) } else { Ok(()) }
}

/// As [`check`], at intervals of so many steps that the polls take little time.
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

/// Runs a block with the elements, whatever their dtype is.
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

/// A square matrix in compressed row form, or in compressed column form: the value and the column, or row, of each
/// stored element, and the start of each row, or column. The elements may be unordered, without duplicates.
#[derive(Debug, Clone, PartialEq)]
pub struct Compressed {
    /// The start of each row, and the end of the last row.
    pub starts: Vec<usize>,
    /// The column of each element, less than the number of rows.
    pub indices: Vec<usize>,
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
    indices: &'a [usize],
    values: &'a [T],
}

impl<'a, T: Copy> Lines<'a, T> {
    fn of(matrix: &'a Compressed, values: &'a [T]) -> Lines<'a, T> {
        Lines { starts: &matrix.starts, indices: &matrix.indices, values }
    }

    fn size(&self) -> usize {
        self.starts.len() - 1
    }

    /// The columns and elements of a row.
    fn row(&self, row: usize) -> impl Iterator<Item = (usize, T)> + 'a {
        let own = self.starts[row]..self.starts[row + 1];
        self.indices[own.clone()].iter().copied().zip(self.values[own].iter().copied())
    }
}

/// The system that is solved by a matrix.
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
    /// The element of the system's matrix where `value` is stored.
    #[inline(always)]
    fn element<T: Field>(self, value: T) -> T {
        if self == Form::Adjoint { value.conj() } else { value }
    }
}

/// The parameters of a factorization.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Elimination {
    /// The order in which columns are eliminated.
    pub ordering: Ordering,
    /// An element of the diagonal is the pivot if its ratio to the largest element of its column is at least this.
    pub threshold: f64,
    /// Elements whose ratio to the largest of their column is smaller are dropped.
    pub drop: f64,
}

/// The LU factorization of a square matrix: a unit lower triangle and an upper one, whose product is the matrix with
/// its rows and columns permuted.
#[derive(Debug)]
pub struct SparseLu(Typed);

#[derive(Debug)]
enum Typed {
    F32(lu::Lu<f32>),
    F64(lu::Lu<f64>),
    C64(lu::Lu<c64>),
    C128(lu::Lu<c128>),
}

/// Runs a block with the factors, whatever their dtype is.
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
    /// Factors a matrix given by its columns.
    ///
    /// # Errors
    /// If a column has no nonzero pivot: the matrix is singular; if there is no memory, or the caller stops it.
    pub fn of(columns: &Compressed, how: Elimination, poll: Poll) -> Result<SparseLu, Stop> {
        let order = order::of(how.ordering, &columns.starts, &columns.indices, poll)?;
        Ok(SparseLu(match &columns.values {
            Numbers::F32(values) => Typed::F32(lu::factor(Lines::of(columns, values), order, how, poll)?),
            Numbers::F64(values) => Typed::F64(lu::factor(Lines::of(columns, values), order, how, poll)?),
            Numbers::C64(values) => Typed::C64(lu::factor(Lines::of(columns, values), order, how, poll)?),
            Numbers::C128(values) => Typed::C128(lu::factor(Lines::of(columns, values), order, how, poll)?),
        }))
    }

    /// Solves systems in place: right sides of the factors' dtype, one after another. Returns whether the dtype is that
    /// of the factors.
    ///
    /// # Errors
    /// If there is no memory, or the caller stops it.
    pub fn solve(&self, sides: &mut Numbers, form: Form, poll: Poll) -> Result<bool, Stop> {
        factored!(&self.0, |lu, Of| match sides {
            Of(sides) => lu.solve(sides, form, poll).map(|()| true),
            _ => Ok(false),
        })
    }

    /// The lower triangle by its columns, each in ascending order.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn lower(&self) -> Result<Compressed, Refused> {
        factored!(&self.0, |lu, Of| {
            let lu::Triangle { starts, indices, values } = lu.lower.sorted()?;
            Ok(Compressed { starts, indices, values: Of(values) })
        })
    }

    /// The upper triangle by its columns, each in ascending order.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn upper(&self) -> Result<Compressed, Refused> {
        factored!(&self.0, |lu, Of| {
            let lu::Triangle { starts, indices, values } = lu.upper.sorted()?;
            Ok(Compressed { starts, indices, values: Of(values) })
        })
    }

    /// The row of the factors' product for each row of the matrix.
    pub fn rows(&self) -> &[usize] {
        factored!(&self.0, |lu| &lu.rows)
    }

    /// The column of the factors' product for each column of the matrix.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn columns(&self) -> Result<Vec<usize>, Refused> {
        factored!(&self.0, |lu| order::inverse(&lu.columns))
    }

    /// The number of elements of both factors.
    pub fn count(&self) -> usize {
        factored!(&self.0, |lu| lu.lower.indices.len() + lu.upper.indices.len())
    }
}

/// The part of a matrix that is used as a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Half {
    /// Whether it is the lower one.
    pub lower: bool,
    /// Whether the diagonal counts as ones, whatever is stored there.
    pub unit: bool,
    /// The system that is solved.
    pub form: Form,
}

/// Solves systems by a triangle of a matrix given by its rows, in place: right sides of its dtype, one after another.
/// Elements outside of the triangle are not read.
///
/// # Errors
/// If the element of a row on the diagonal is zero or not stored, there is no memory, or the caller stops it.
pub fn solve_triangle(rows: &Compressed, half: Half, sides: &mut Numbers, poll: Poll) -> Result<(), Stop> {
    match (&rows.values, sides) {
        (Numbers::F32(values), Numbers::F32(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        (Numbers::F64(values), Numbers::F64(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        (Numbers::C64(values), Numbers::C64(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        (Numbers::C128(values), Numbers::C128(sides)) => triangle::solve(Lines::of(rows, values), half, sides, poll),
        _ => panic!("the right sides have the dtype of the matrix"),
    }
}

/// Incomplete LU factorization in place of a matrix given by its rows, each in ascending order, without fill-in: the
/// unit lower triangle is below the diagonal, the upper one on it and above.
///
/// # Errors
/// If the element of a row on the diagonal is zero or not stored, there is no memory, or the caller stops it.
pub fn factor_in_place(rows: &mut Compressed, poll: Poll) -> Result<(), Stop> {
    debug_assert!((0..rows.size()).all(|row| rows.indices[rows.starts[row]..rows.starts[row + 1]].is_sorted()));
    let Compressed { starts, indices, values } = rows;
    each!(values, |values| incomplete::factor(starts, indices, values, poll))
}
