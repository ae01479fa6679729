//! Systems whose matrix has few elements, by its factors or by a triangle of it. The CPU solves them, of arrays
//! elsewhere with copies.

use cuprust::chapters::{interruptible, list_for};
use cuprust::{Array, Device};
use cuprust_dense::sparse::{Compressed, Numbers, Poll, SparseLu, Stop, factor_in_place, solve_triangle};
use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, can_cast, promote};

use super::Csr;

pub use cuprust_dense::sparse::{Elimination, Form, Half, Ordering};

/// The factors of a square matrix by elimination with row and column exchanges.
#[derive(Debug)]
pub struct Lu {
    factors: SparseLu,
    size: i64,
    dtype: DType,
    device: Device,
}

impl Csr {
    /// The factors of the transpose: of the matrix whose columns these rows are. Waits for the elements.
    ///
    /// # Errors
    /// A value error for a matrix that is not square, a runtime error for one that is singular, a type error for
    /// elements that are no floats.
    pub fn factor_transposed(&self, how: Elimination) -> Result<Lu> {
        let size = self.square("can only factor square matrices")?;
        let columns = self.compressed(self.dtype())?;
        let factors =
            heard(|poll| SparseLu::of(&columns, how, poll), |_| Error::runtime("Factor is exactly singular"))?;
        Ok(Lu { factors, size, dtype: self.dtype(), device: self.data.device() })
    }

    /// The solution of a system by a triangle of the matrix, for a vector or the columns of a matrix. Elements outside
    /// of the triangle are not read. Waits for the elements.
    ///
    /// # Errors
    /// A value error for a matrix that is not square and for right sides of another extent, a linear algebra error for
    /// a zero on the diagonal.
    pub fn solve_triangle(&self, b: &Array, half: Half) -> Result<Array> {
        self.data.check_device(b)?;
        let size = self.square("A must be a square matrix")?;
        let dtype = promote(promote(self.dtype(), DType::F32), b.dtype());
        let mut sides = Sides::of(b, size, dtype)?;
        let rows = self.compressed(dtype)?;
        heard(|poll| solve_triangle(&rows, half, &mut sides.numbers, poll), singular)?;
        sides.into_array(self.data.device())
    }

    /// The incomplete LU factorization of the matrix, with the same stored positions: below the diagonal the unit lower
    /// triangle, on it and above the upper one. Each row is in ascending order, without duplicates. Waits for the
    /// elements.
    ///
    /// # Errors
    /// A value error for a matrix that is not square, a linear algebra error for a zero on the diagonal.
    pub fn incomplete_factors(&self) -> Result<Csr> {
        self.square("A must be a square matrix")?;
        let mut rows = self.compressed(self.dtype())?;
        heard(|poll| factor_in_place(&mut rows, poll), singular)?;
        self.with_data(&array(rows.values, &[self.count()], self.data.device())?)
    }

    fn square(&self, otherwise: &str) -> Result<i64> {
        let [rows, columns] = self.shape;
        if rows == columns {
            Ok(rows)
        } else {
            Err(Error::value(format!("{otherwise}, not of shape {:?}", self.shape)))
        }
    }

    /// The matrix in memory of the CPU, in a dtype.
    fn compressed(&self, dtype: DType) -> Result<Compressed> {
        let integers = |array: &Array| -> Result<Vec<usize>> {
            let all = array.in_dtype(DType::I64)?.to_vec::<i64>()?;
            let mut indices = list_for(all.len(), "indices of elements")?;
            for one in all {
                indices.push(usize::try_from(one).map_err(|_| changed())?);
            }
            Ok(indices)
        };
        let (starts, indices) = (integers(&self.indptr)?, integers(&self.indices)?);
        let values = numbers(&self.data.in_dtype(dtype)?)?;
        let rise = starts.first() == Some(&0) && starts.last() == Some(&indices.len()) && starts.is_sorted();
        if !rise || indices.iter().any(|&index| index >= self.shape[1] as usize) {
            return Err(changed());
        }
        Ok(Compressed { starts, indices, values })
    }

    /// A square matrix of such elements.
    fn from_compressed(of: Compressed, device: Device) -> Result<Csr> {
        let (size, count) = (of.starts.len() as i64 - 1, of.indices.len() as i64);
        let integers = |all: &[usize]| {
            let mut integers = list_for(all.len(), "indices of elements")?;
            integers.extend(all.iter().map(|&one| one as i64));
            Array::from_slice(&integers, [all.len() as i64], device)?.in_dtype(super::index_dtype(count.max(size)))
        };
        let (indptr, indices) = (integers(&of.starts)?, integers(&of.indices)?);
        Ok(Csr::of(array(of.values, &[count], device)?, indices, indptr, [size, size]))
    }
}

fn changed() -> Error {
    Error::value("the indices of the elements are no longer those of a matrix")
}

/// Runs work on memory of the CPU with the host language's lock released, while signals are heard.
///
/// An exception of a signal's handler; out of memory; the error that `singular` makes of a row or column.
fn heard<T>(work: impl FnOnce(Poll) -> Result<T, Stop>, singular: impl Fn(usize) -> Error) -> Result<T> {
    interruptible(|poll| {
        work(poll).map_err(|stop| match stop {
            Stop::Singular(row) => singular(row),
            Stop::Memory(refused) => refused.into(),
            Stop::Interrupted => Error::runtime("interrupted"),
        })
    })
}

fn singular(row: usize) -> Error {
    Error::lin_alg(format!("A is singular: zero entry on diagonal, in row {row}."))
}

impl Lu {
    /// The solution of a system for a vector or the columns of a matrix.
    ///
    /// # Errors
    /// A value error for right sides of another extent; a type error for such that the dtype of the factors does not
    /// hold.
    pub fn solve(&self, b: &Array, form: Form) -> Result<Array> {
        if b.device() != self.device {
            return Err(cuprust::chapters::on_different_devices(self.device, b.device()));
        }
        if !can_cast(b.dtype(), self.dtype, Casting::Safe) {
            return Err(Error::type_(format!(
                "Cannot cast array data from {} to {} according to the rule 'safe'",
                b.dtype(),
                self.dtype
            )));
        }
        let mut sides = Sides::of(b, self.size, self.dtype)?;
        heard(|poll| self.factors.solve(&mut sides.numbers, form, poll), singular)?;
        sides.into_array(self.device)
    }

    /// The unit lower triangle as its transpose: its columns are the rows.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn lower(&self) -> Result<Csr> {
        Csr::from_compressed(self.factors.lower()?, self.device)
    }

    /// The upper triangle as its transpose: its columns are the rows.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn upper(&self) -> Result<Csr> {
        Csr::from_compressed(self.factors.upper()?, self.device)
    }

    /// The row of the factors' product that each row of the matrix is, as int32.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn rows(&self) -> Result<Array> {
        self.order(self.factors.rows())
    }

    /// The column of the factors' product that each column of the matrix is, as int32.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn columns(&self) -> Result<Array> {
        self.order(&self.factors.columns()?)
    }

    fn order(&self, order: &[usize]) -> Result<Array> {
        let mut indices = list_for(order.len(), "indices of rows")?;
        indices.extend(order.iter().map(|&index| index as i32));
        Array::from_slice(&indices, [self.size], self.device)
    }

    /// The number of elements of both factors.
    pub fn count(&self) -> i64 {
        self.factors.count() as i64
    }

    /// The number of rows of the matrix.
    pub fn size(&self) -> i64 {
        self.size
    }
}

/// Right sides of systems, one after another.
struct Sides {
    numbers: Numbers,
    size: i64,
    /// The number of right sides; None for a vector.
    count: Option<i64>,
}

impl Sides {
    fn of(b: &Array, size: i64, dtype: DType) -> Result<Sides> {
        let count = match *b.shape() {
            [own] if own == size => None,
            [own, count] if own == size => Some(count),
            [_] | [_, _] => {
                return Err(Error::value(format!(
                    "b is of incompatible size: shape {:?} for {size} unknowns",
                    b.shape()
                )));
            }
            _ => return Err(Error::value(format!("b must have 1 or 2 dims but its shape is {:?}.", b.shape()))),
        };
        Ok(Sides { numbers: numbers(&b.in_dtype(dtype)?.t())?, size, count })
    }

    fn into_array(self, device: Device) -> Result<Array> {
        match self.count {
            None => array(self.numbers, &[self.size], device),
            Some(count) => Ok(array(self.numbers, &[count, self.size], device)?.t()),
        }
    }
}

/// The elements of an array in C order.
fn numbers(array: &Array) -> Result<Numbers> {
    Ok(match array.dtype() {
        DType::F32 => Numbers::F32(array.to_vec()?),
        DType::F64 => Numbers::F64(array.to_vec()?),
        DType::C64 => Numbers::C64(array.to_vec()?),
        DType::C128 => Numbers::C128(array.to_vec()?),
        other => return Err(Error::type_(format!("no systems are solved in the dtype {other}: convert the elements"))),
    })
}

/// An array of these elements.
fn array(numbers: Numbers, shape: &[i64], device: Device) -> Result<Array> {
    match numbers {
        Numbers::F32(all) => Array::from_slice(&all, shape, device),
        Numbers::F64(all) => Array::from_slice(&all, shape, device),
        Numbers::C64(all) => Array::from_slice(&all, shape, device),
        Numbers::C128(all) => Array::from_slice(&all, shape, device),
    }
}
