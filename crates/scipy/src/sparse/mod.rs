//! Matrices of which few elements are stored.
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::sparse::Csr;
//!
//! # fn main() -> Result<()> {
//! let matrix = Csr::from_dense(&array![[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]])?;
//! assert_eq!(matrix.count(), 3);
//! assert_eq!(matrix.product(&array![1.0, 10.0, 100.0])?.to_string(), "[ 20. 301.]");
//! # Ok(())
//! # }
//! ```

mod arithmetic;
mod conversion;
mod coordinates;
mod diagonals;
mod elementwise;
mod extremes;
pub mod linalg;
mod selection;
mod systems;

use std::sync::{Arc, OnceLock};

use cuprust::chapters::CompressedRows;
use cuprust::creation::{full, shape, zeros};
use cuprust::sorting::{Side, searchsorted};
use cuprust::ufunc::rows;
use cuprust::{Array, Device, arange, span};
use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

pub use coordinates::Coo;
pub use diagonals::Dia;
pub use systems::{Elimination, Form, Half, Lu, Ordering};

/// A matrix by its rows: of each stored element its value and its column, and where the elements of each row begin.
///
/// The elements of a row may be in any order, and duplicates count as their sum. A clone shares the three arrays, of
/// which the elements may be changed in place and the others not: the positions of the transpose are computed once.
#[derive(Debug, Clone)]
pub struct Csr {
    data: Array,
    indices: Array,
    indptr: Array,
    shape: [i64; 2],
    /// The positions of the transpose, once they have been computed.
    transposed: Arc<OnceLock<Transposed>>,
}

/// The structure of a transpose: the index of each element in the matrix, its column, and the starts of rows.
#[derive(Debug)]
struct Transposed {
    order: Array,
    indices: Array,
    indptr: Array,
}

impl Csr {
    fn of(data: Array, indices: Array, indptr: Array, shape: [i64; 2]) -> Csr {
        Csr { data, indices, indptr, shape, transposed: Arc::default() }
    }

    /// The matrix of these elements: row `i` has `data[k]` in the columns `indices[k]`, for `k` from `indptr[i]` up to
    /// `indptr[i + 1]`. Waits for the two, to check them. They become int32 where that holds the number of elements and
    /// of columns, else int64.
    ///
    /// # Errors
    /// A value error for arrays that are no matrix of this shape, as SciPy's, and for half precision; a type error for
    /// indices that are no integers.
    pub fn new(data: &Array, indices: &Array, indptr: &Array, shape: [i64; 2]) -> Result<Csr> {
        let [rows, columns] = check_shape(shape)?;
        for (array, name) in [(data, "data"), (indices, "indices"), (indptr, "indptr")] {
            data.check_device(array)?;
            if array.ndim() != 1 {
                return Err(Error::value(format!("{name} should be rank 1")));
            }
        }
        check_dtype(data.dtype())?;
        check_integers(&[indices, indptr])?;
        if indptr.size() != rows + 1 {
            return Err(Error::value(format!("index pointer size {} should be {}", indptr.size(), rows + 1)));
        }
        if indices.size() != data.size() {
            return Err(Error::value("indices and data should have the same size"));
        }
        let [first, last] = [0, rows].map(|position| indptr.view_within(indptr.layout().at(0, position)).item());
        if first?.get::<i64>() != 0 {
            return Err(Error::value("index pointer should start with 0"));
        }
        let count = last?.get::<i64>();
        if count > data.size() {
            return Err(Error::value(
                "Last value of index pointer should be less than the size of index and data arrays",
            ));
        }
        if rows > 0 {
            let [low, high] = [0, 1].map(|skip| indptr.view_within(indptr.layout().slice(0, skip, 1, rows)));
            if rows::any(&rows::less(&high, &low)?, ..)?.item()?.get() {
                return Err(Error::value("index pointer values must form a non-decreasing sequence"));
            }
        }
        let [data, indices] = [data, indices].map(|array| array.view_within(array.layout().slice(0, 0, 1, count)));
        if count > 0 {
            check_indices(&indices, columns, "column")?;
        }
        let dtype = index_dtype(count.max(columns));
        Ok(Csr::of(data, indices.in_dtype(dtype)?, indptr.in_dtype(dtype)?, shape))
    }

    /// A matrix of zeros.
    ///
    /// # Errors
    /// A value error for a negative extent and for half precision.
    pub fn empty(shape_of: [i64; 2], dtype: DType, device: Device) -> Result<Csr> {
        let [rows, columns] = check_shape(shape_of)?;
        check_dtype(dtype)?;
        let index = index_dtype(columns);
        Ok(Csr::of(
            zeros(shape(0).dtype(dtype).on(device))?,
            zeros(shape(0).dtype(index).on(device))?,
            zeros(shape(rows + 1).dtype(index).on(device))?,
            shape_of,
        ))
    }

    /// The matrix with ones on its main diagonal: `scipy.sparse.identity`.
    ///
    /// # Errors
    /// A value error for a negative extent and for half precision.
    pub fn identity(extent: i64, dtype: DType, device: Device) -> Result<Csr> {
        check_shape([extent; 2])?;
        check_dtype(dtype)?;
        let index = index_dtype(extent);
        let numbers = |count: i64| arange(span(count).dtype(index).on(device));
        let data = full(shape(extent).on(device), Scalar::new(true).cast(dtype))?;
        Ok(Csr::of(data, numbers(extent)?, numbers(extent + 1)?, [extent; 2]))
    }

    fn compressed_rows(&self) -> CompressedRows<'_> {
        CompressedRows { data: &self.data, columns: &self.indices, starts: &self.indptr, shape: self.shape }
    }

    /// The stored elements, row after row.
    pub fn data(&self) -> &Array {
        &self.data
    }

    /// The column of each stored element.
    pub fn indices(&self) -> &Array {
        &self.indices
    }

    /// Where the elements of each row begin, and where the last row ends.
    pub fn indptr(&self) -> &Array {
        &self.indptr
    }

    /// The numbers of rows and columns.
    pub fn shape(&self) -> [i64; 2] {
        self.shape
    }

    /// How many elements are stored.
    pub fn count(&self) -> i64 {
        self.data.size()
    }

    /// The dtype of the elements.
    pub fn dtype(&self) -> DType {
        self.data.dtype()
    }

    /// The matrix with other elements at the same positions.
    ///
    /// # Errors
    /// A value error for another number of elements and for half precision.
    pub fn with_data(&self, data: &Array) -> Result<Csr> {
        self.data.check_device(data)?;
        check_dtype(data.dtype())?;
        if data.shape() != self.data.shape() {
            return Err(Error::value("indices and data should have the same size"));
        }
        Ok(Csr { data: data.clone(), ..self.clone() })
    }

    /// The matrix in arrays of its own.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn copy(&self) -> Result<Csr> {
        let [data, indices, indptr] = [&self.data, &self.indices, &self.indptr].map(Array::copy);
        Ok(Csr::of(data?, indices?, indptr?, self.shape))
    }

    /// The row of each stored element, as int64.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn rows(&self) -> Result<Array> {
        let numbers = arange(span(self.count()).dtype(self.indptr.dtype()).on(self.data.device()))?;
        // A row begins at its first element; of several rows with the same start the last one has the elements.
        rows::subtract(&searchsorted(&self.indptr, &numbers, Side::Right, None)?, 1)
    }
}

/// The dtype of indices up to a number.
fn index_dtype(max_index: i64) -> DType {
    if max_index <= i64::from(i32::MAX) { DType::I32 } else { DType::I64 }
}

fn check_shape(shape: [i64; 2]) -> Result<[i64; 2]> {
    if shape.iter().any(|&extent| extent < 0) {
        return Err(Error::value("'shape' elements cannot be negative"));
    }
    Ok(shape)
}

fn check_dtype(dtype: DType) -> Result<()> {
    if matches!(dtype, DType::F16 | DType::BF16) {
        return Err(Error::value(format!(
            "sparse matrices do not have the dtype {dtype}: convert the elements to float32"
        )));
    }
    Ok(())
}

fn check_integers(arrays: &[&Array]) -> Result<()> {
    match arrays.iter().find(|array| !array.dtype().is_integer()) {
        Some(wrong) => Err(Error::type_(format!("indices of a sparse matrix are integers, not {}", wrong.dtype()))),
        None => Ok(()),
    }
}

/// Refuses indices beyond an extent. There is at least one index.
fn check_indices(positions: &Array, extent: i64, what: &str) -> Result<()> {
    let [low, high] =
        [rows::min(positions, ..)?.item()?, rows::max(positions, ..)?.item()?].map(|position| position.get::<i64>());
    if high >= extent {
        return Err(Error::value(format!("{what} index exceeds matrix dimensions: {high} is not less than {extent}")));
    }
    if low < 0 {
        return Err(Error::value(format!("negative {what} index found: {low}")));
    }
    Ok(())
}
