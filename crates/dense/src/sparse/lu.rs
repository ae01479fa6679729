//! Left-looking LU factorization of sparse matrices, column by column, with row exchanges.
//!
//! A column of the factors is the solution of a triangular system by the columns before it, and is sparse: its pattern
//! follows from the patterns of the matrix and of these columns (Gilbert, Peierls: Sparse partial pivoting in time
//! proportional to arithmetic operations, 1988).

use cuprust_reserve::{Refused, copied, filled, grow, list};

use super::{Elimination, Form, Lines, Poll, Stop, check, check_at};
use crate::matrix::Field;

/// A triangle in compressed column form.
#[derive(Debug)]
pub(super) struct Triangle<T> {
    pub(super) starts: Vec<usize>,
    pub(super) indices: Vec<usize>,
    pub(super) values: Vec<T>,
}

impl<T: Field> Triangle<T> {
    fn reserved(size: usize, count: usize) -> Result<Triangle<T>, Refused> {
        let mut starts = list(size + 1)?;
        starts.push(0);
        Ok(Triangle { starts, indices: list(count)?, values: list(count)? })
    }

    /// Reserves memory for as many more elements.
    fn grow(&mut self, more: usize) -> Result<(), Refused> {
        grow(&mut self.indices, more)?;
        grow(&mut self.values, more)
    }

    fn put(&mut self, index: usize, value: T) {
        self.indices.push(index);
        self.values.push(value);
    }

    fn end_column(&mut self) {
        self.starts.push(self.indices.len());
    }

    /// A copy in which each column is in ascending order.
    pub(super) fn sorted(&self) -> Result<Triangle<T>, Refused> {
        let (mut indices, mut values) = (list(self.indices.len())?, list(self.indices.len())?);
        let longest = self.starts.windows(2).map(|bounds| bounds[1] - bounds[0]).max().unwrap_or(0);
        let mut column = list(longest)?;
        for bounds in self.starts.windows(2) {
            let own = bounds[0]..bounds[1];
            column.clear();
            column.extend(self.indices[own.clone()].iter().copied().zip(self.values[own].iter().copied()));
            column.sort_unstable_by_key(|(index, _)| *index);
            indices.extend(column.iter().map(|(index, _)| *index));
            values.extend(column.iter().map(|(_, value)| *value));
        }
        Ok(Triangle { starts: copied(&self.starts)?, indices, values })
    }
}

/// The factors of a matrix whose rows and columns were exchanged.
#[derive(Debug)]
pub(super) struct Lu<T> {
    /// Unit: the first element of each column is that of the diagonal.
    pub(super) lower: Triangle<T>,
    /// The last element of each column is that of the diagonal.
    pub(super) upper: Triangle<T>,
    /// The new index of each row of the matrix.
    pub(super) rows: Vec<usize>,
    /// The original index of each column.
    pub(super) columns: Vec<usize>,
}

/// No row yet.
const NONE: usize = usize::MAX;

/// Factors a matrix given by its columns, in this order.
///
/// # Errors
/// If a column has no nonzero pivot, there is no memory, or the caller stops it.
pub(super) fn factor<T: Field>(
    columns: Lines<T>,
    order: Vec<usize>,
    how: Elimination,
    poll: Poll,
) -> Result<Lu<T>, Stop> {
    let size = columns.size();
    let count = 4 * columns.values.len() + size;
    let (mut lower, mut upper) = (Triangle::reserved(size, count)?, Triangle::reserved(size, count)?);
    let mut rows = filled(NONE, size)?;
    let mut reached = Reached::new(size)?;
    let mut sums = filled(T::ZERO, size)?;
    for (step, &column) in order.iter().enumerate() {
        check(poll)?;
        reached.of(columns.indices[columns.starts[column]..columns.starts[column + 1]].iter().copied(), &lower, &rows);
        // At most as many elements, with the pivot in both.
        upper.grow(reached.order.len() + 1)?;
        lower.grow(reached.order.len() + 1)?;
        let mut largest = 0.0f64;
        for (row, value) in columns.row(column) {
            sums[row] = sums[row] + value;
            largest = largest.max(value.size());
        }
        let least = how.drop * largest;
        let (mut pivot, mut largest) = (NONE, 0.0);
        // Columns come before those that they update.
        for &row in reached.order.iter().rev() {
            let value = sums[row];
            let above = rows[row];
            if above == NONE {
                let size = value.size();
                if size > largest || size.is_nan() && !f64::is_nan(largest) {
                    (pivot, largest) = (row, size);
                }
                continue;
            }
            sums[row] = T::ZERO;
            if how.drop > 0.0 && value.size() < least {
                continue;
            }
            upper.put(above, value);
            for index in lower.starts[above] + 1..lower.starts[above + 1] {
                let below = lower.indices[index];
                sums[below] = sums[below] - lower.values[index] * value;
            }
        }
        if pivot == NONE {
            return Err(Stop::Singular(column));
        }
        let diagonal = sums[column].size();
        if rows[column] == NONE && reached.is_reached(column) && diagonal > 0.0 && diagonal >= how.threshold * largest {
            pivot = column;
        }
        let head = sums[pivot];
        let by = head.divisor();
        upper.put(step, head);
        upper.end_column();
        rows[pivot] = step;
        lower.put(pivot, T::ONE);
        sums[pivot] = T::ZERO;
        for &row in &reached.order {
            if rows[row] == NONE {
                let value = sums[row];
                sums[row] = T::ZERO;
                if how.drop == 0.0 || value.size() >= least {
                    lower.put(row, value.over(by));
                }
            }
        }
        lower.end_column();
    }
    lower.indices.iter_mut().for_each(|index| *index = rows[*index]);
    Ok(Lu { lower, upper, rows, columns: order })
}

/// The rows in which a column of the factors has elements, searched from those in which the matrix has.
struct Reached {
    /// The rows in topological order: each after those that its column updates.
    order: Vec<usize>,
    /// The last search that reached each row, counted from 1.
    seen: Vec<usize>,
    search: usize,
    /// The stack of the search: rows, and the next index in their columns.
    path: Vec<(usize, usize)>,
}

impl Reached {
    /// Every row is reached once, which bounds the lists.
    fn new(size: usize) -> Result<Reached, Refused> {
        Ok(Reached { order: list(size)?, seen: filled(0, size)?, search: 0, path: list(size)? })
    }

    fn is_reached(&self, row: usize) -> bool {
        self.seen[row] == self.search
    }

    /// Depth-first search from these rows: a row with a pivot leads to those of its column of the lower triangle.
    fn of<T: Field>(&mut self, from: impl Iterator<Item = usize>, lower: &Triangle<T>, rows: &[usize]) {
        self.search += 1;
        self.order.clear();
        let first = |row: usize| if rows[row] == NONE { 0 } else { lower.starts[rows[row]] + 1 };
        for row in from {
            if self.is_reached(row) {
                continue;
            }
            self.seen[row] = self.search;
            self.path.push((row, first(row)));
            while let Some((row, next)) = self.path.last_mut() {
                let end = if rows[*row] == NONE { 0 } else { lower.starts[rows[*row] + 1] };
                if *next < end {
                    let below = lower.indices[*next];
                    *next += 1;
                    if self.seen[below] != self.search {
                        self.seen[below] = self.search;
                        self.path.push((below, first(below)));
                    }
                } else {
                    self.order.push(*row);
                    self.path.pop();
                }
            }
        }
    }
}

impl<T: Field> Lu<T> {
    /// Solves systems by the factors, in place, one right side after another.
    ///
    /// # Errors
    /// If there is no memory, or the caller stops it.
    pub(super) fn solve(&self, sides: &mut [T], form: Form, poll: Poll) -> Result<(), Stop> {
        let size = self.rows.len();
        let mut x = filled(T::ZERO, size)?;
        for side in sides.chunks_exact_mut(size.max(1)) {
            if form == Form::Plain {
                self.rows.iter().zip(&*side).for_each(|(&row, &value)| x[row] = value);
                self.eliminate(&mut x, poll)?;
                self.columns.iter().zip(&x).for_each(|(&column, &value)| side[column] = value);
            } else {
                self.columns.iter().zip(&mut x).for_each(|(&column, x)| *x = side[column]);
                self.eliminate_transposed(&mut x, form, poll)?;
                self.rows.iter().zip(&mut *side).for_each(|(&row, value)| *value = x[row]);
            }
        }
        Ok(())
    }

    fn eliminate(&self, x: &mut [T], poll: Poll) -> Result<(), Stop> {
        let size = x.len();
        for (bounds, column) in self.lower.starts.windows(2).zip(0..size) {
            check_at(column, poll)?;
            let value = x[column];
            for index in bounds[0] + 1..bounds[1] {
                let row = self.lower.indices[index];
                x[row] = x[row] - self.lower.values[index] * value;
            }
        }
        for (bounds, column) in self.upper.starts.windows(2).zip(0..size).rev() {
            check_at(column, poll)?;
            let last = bounds[1] - 1;
            let value = x[column].quotient(self.upper.values[last]);
            x[column] = value;
            for index in bounds[0]..last {
                let row = self.upper.indices[index];
                x[row] = x[row] - self.upper.values[index] * value;
            }
        }
        Ok(())
    }

    fn eliminate_transposed(&self, x: &mut [T], form: Form, poll: Poll) -> Result<(), Stop> {
        let size = x.len();
        let product = |of: &Triangle<T>, index: usize, x: &[T]| form.element(of.values[index]) * x[of.indices[index]];
        for (bounds, column) in self.upper.starts.windows(2).zip(0..size) {
            check_at(column, poll)?;
            let last = bounds[1] - 1;
            let sum = (bounds[0]..last).fold(x[column], |sum, index| sum - product(&self.upper, index, x));
            x[column] = sum.quotient(form.element(self.upper.values[last]));
        }
        for (bounds, column) in self.lower.starts.windows(2).zip(0..size).rev() {
            check_at(column, poll)?;
            x[column] = (bounds[0] + 1..bounds[1]).fold(x[column], |sum, index| sum - product(&self.lower, index, x));
        }
        Ok(())
    }
}
