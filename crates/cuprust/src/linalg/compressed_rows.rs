//! Products, sums and transposes of matrices in CSR form (compressed sparse rows), as functions of their arrays.

use cuprust_ir::{Combine, Error, Memory, Opcode, Result, SparseRows, StoredRows, StreamId, TransposedRows};
use cuprust_num::DType;
use cuprust_ops::Routine;
use smallvec::SmallVec;

use crate::runtime::{Device, Guard, StorageRef};
use crate::{Array, Layout};

/// The widest matrix whose column sums are accumulated in a dense buffer, unless it has at least as many products.
const MAX_WIDTH: i64 = 1 << 22;

/// The arrays of a CSR matrix: row `i` has `data[k]` in the columns `columns[k]`, for `k` from `starts[i]` up to
/// `starts[i + 1]`.
#[derive(Debug, Clone, Copy)]
pub struct CompressedRows<'a> {
    /// The stored elements, row after row.
    pub data: &'a Array,
    /// Their columns, int32 or int64.
    pub columns: &'a Array,
    /// Where the elements of each row begin, and where the last row ends; of the columns' dtype.
    pub starts: &'a Array,
    /// The numbers of rows and columns.
    pub shape: [i64; 2],
}

/// The arrays of a new matrix: its elements, their columns, and where each row begins.
#[derive(Debug)]
pub struct JoinedRows {
    /// The stored elements.
    pub data: Array,
    /// Their columns, of the dtype in which the matrices were joined.
    pub columns: Array,
    /// Where each row begins, of that dtype.
    pub starts: Array,
}

/// The permutation from a matrix's elements to those of its transpose.
#[derive(Debug)]
pub struct TransposedElements {
    /// For each element of the transpose, its index in the matrix, int64.
    pub order: Array,
    /// Its column in the transpose.
    pub columns: Array,
    /// Where the rows of the transpose begin.
    pub starts: Array,
}

impl CompressedRows<'_> {
    /// The product with a dense matrix of the elements' dtype.
    ///
    /// # Errors
    /// A value error for arrays that are not a matrix, or a dense matrix with another number of rows; out of memory.
    pub fn product(&self, dense: &Array) -> Result<Array> {
        self.check(self.data)?;
        self.data.check_device(dense)?;
        let &[rows, width] = dense.shape() else { return Err(no_matrix()) };
        if rows != self.shape[1] || dense.dtype() != self.data.dtype() {
            return Err(no_matrix());
        }
        let shape = [self.shape[0], width];
        let out = Array::empty(shape, self.data.dtype(), self.data.device())?;
        if out.size() != 0 {
            let inputs = [self.data.input(), self.columns.input(), self.starts.input(), dense.input()];
            out.device().lock()?.record(Opcode::Routine(Routine::SparseProduct), &shape, &[out.output()], &inputs)?;
        }
        Ok(out)
    }

    /// The sum or the product with another matrix, in a dtype, computed within the call: row by row, in parallel.
    /// `None` where the executor cannot do it, while the stream is captured, and for unsorted rows.
    /// # Errors
    /// Errors in what was recorded before; a value error for arrays that are not matrices; an index error for columns
    /// out of range; out of memory.
    pub fn join(&self, other: &CompressedRows, combine: Combine, dtype: DType) -> Result<Option<JoinedRows>> {
        self.check(other.data)?;
        other.check(self.data)?;
        let inner = match combine {
            Combine::Product => self.shape[1] == other.shape[0],
            Combine::Sum | Combine::Intersection => self.shape == other.shape,
        };
        if !inner {
            return Err(no_matrix());
        }
        let device = self.data.device();
        let (rows, width) = (self.shape[0], other.shape[1]);
        let count = self.data.size().saturating_add(other.data.size());
        let is_wide = combine == Combine::Product && width > MAX_WIDTH.max(count);
        let is_empty = self.data.size() == 0 || other.data.size() == 0;
        let can_join = device.extensions().sparse_rows.is_some();
        if count > i64::from(i32::MAX) || is_wide || is_empty || !can_join || !device.has_own_memory() {
            return Ok(None);
        }
        let index = match (self.columns.dtype(), other.columns.dtype()) {
            (DType::I32, DType::I32) => DType::I32,
            _ => DType::I64,
        };
        let mut arrays = SmallVec::<[Array; 6]>::new();
        for of in [self, other] {
            arrays.push(line(of.data, dtype)?);
            arrays.push(line(of.columns, index)?);
            arrays.push(line(of.starts, index)?);
        }
        let arrays: SmallVec<[&Array; 6]> = arrays.iter().collect();
        let made = run_now(device, &arrays, |executor, addresses, stream| {
            let pair = [self.stored(&addresses[..3]), other.stored(&addresses[3..])];
            // SAFETY: the arrays lie in C order at these addresses, have the dtypes said and as many elements as the
            // matrices say, and whatever else wants their storages waits until this has ended.
            unsafe { executor.join_rows(combine, dtype, index, pair, stream) }
        })?;
        let Some((Some(made), mut state)) = made else { return Ok(None) };
        let mut array = |dtype: DType, count: i64, memory| -> Result<Array> {
            let storage = state.create_over(count as u64 * dtype.size() as u64, memory)?;
            Ok(Array::over(storage, dtype, Layout::contiguous(&[count])))
        };
        Ok(Some(JoinedRows {
            data: array(dtype, made.count, made.data)?,
            columns: array(index, made.count, made.columns)?,
            starts: array(index, rows + 1, made.starts)?,
        }))
    }

    /// The sums of columns in a dtype, each row multiplied by its element of a vector if there is one: the product of
    /// the transpose with that vector. Computed within the call; `None` as for [`CompressedRows::join`].
    ///
    /// # Errors
    /// As [`CompressedRows::join`].
    pub fn sum_columns(&self, by: Option<&Array>, dtype: DType) -> Result<Option<Array>> {
        self.check(self.data)?;
        if let Some(by) = by {
            self.data.check_device(by)?;
            if by.shape() != &self.shape[..1] {
                return Err(no_matrix());
            }
        }
        let device = self.data.device();
        if device.extensions().sparse_rows.is_none() {
            return Ok(None);
        }
        let index = self.columns.dtype();
        let of = [line(self.data, dtype)?, line(self.columns, index)?, line(self.starts, index)?];
        let by = by.map(|by| line(by, dtype)).transpose()?;
        let out = Array::empty([self.shape[1]], dtype, device)?;
        let arrays: SmallVec<[&Array; 5]> = of.iter().chain(&by).chain([&out]).collect();
        let made = run_now(device, &arrays, |executor, addresses, _| {
            let (by, into) = (by.as_ref().map(|_| addresses[3]), addresses[addresses.len() - 1]);
            // SAFETY: as in `join`; the vector has a number for each row, and the output an element for each column.
            unsafe { executor.sum_columns(dtype, index, self.stored(&addresses[..3]), by, into) }
        })?;
        let is_made = made.is_some_and(|(is_made, _)| is_made);
        drop(arrays);
        Ok(is_made.then_some(out))
    }

    /// The permutation of elements for the transpose. Computed within the call; `None` as for [`CompressedRows::join`].
    ///
    /// # Errors
    /// As [`CompressedRows::join`].
    pub fn transposed(&self) -> Result<Option<TransposedElements>> {
        self.check(self.data)?;
        let ([rows, width], index, count) = (self.shape, self.columns.dtype(), self.data.size());
        let device = self.data.device();
        let fits = index == DType::I64 || count.max(rows) <= i64::from(i32::MAX);
        if count == 0 || width > MAX_WIDTH.max(count) || !fits || device.extensions().sparse_rows.is_none() {
            return Ok(None);
        }
        let new = |dtype, count| Array::empty([count], dtype, device);
        let made = TransposedElements {
            order: new(DType::I64, count)?,
            columns: new(index, count)?,
            starts: new(index, width + 1)?,
        };
        let of = [line(self.columns, index)?, line(self.starts, index)?];
        let arrays = [&of[0], &of[1], &made.order, &made.columns, &made.starts];
        let ran = run_now(device, &arrays, |executor, addresses, _| {
            let into = TransposedRows { order: addresses[2], rows: addresses[3], starts: addresses[4] };
            // The elements are not read.
            let stored = self.stored(&[addresses[0], addresses[0], addresses[1]]);
            // SAFETY: as in `join`; the outputs have an element for each stored element, and for each column and the
            // end of all.
            unsafe { executor.transpose_rows(index, stored, into) }
        })?;
        Ok(ran.map(|_| made))
    }

    /// Refuses arrays whose extents differ from the matrix's, whose dtypes no matrix has, or that are on another device
    /// than this array.
    fn check(&self, on: &Array) -> Result<()> {
        let [data, columns, starts] = [self.data, self.columns, self.starts];
        for array in [data, columns, starts] {
            on.check_device(array)?;
        }
        let index = columns.dtype();
        let extents = [data.shape() == columns.shape(), starts.shape() == [self.shape[0] + 1]];
        if data.ndim() != 1
            || extents.contains(&false)
            || !matches!(index, DType::I32 | DType::I64)
            || index != starts.dtype()
        {
            return Err(no_matrix());
        }
        Ok(())
    }

    /// The matrix in memory, by the addresses of its elements, columns and row starts.
    fn stored(&self, addresses: &[u64]) -> StoredRows {
        StoredRows {
            data: addresses[0],
            columns: addresses[1],
            starts: addresses[2],
            count: self.data.size(),
            shape: self.shape,
        }
    }
}

#[cold]
fn no_matrix() -> Error {
    Error::value("the arrays do not form a matrix in compressed rows, or do not match the operand's extent")
}

/// Runs work on the addresses of contiguous arrays within the call, after computing them. `None` where the executor has
/// no operations on sparse rows, while the stream is captured, and where an array has raw bools.
fn run_now<T>(
    device: Device,
    arrays: &[&Array],
    work: impl FnOnce(&dyn SparseRows, &[u64], StreamId) -> Result<T>,
) -> Result<Option<(T, Guard)>> {
    let Some(executor) = device.extensions().sparse_rows else { return Ok(None) };
    let stream = device.stream();
    let mut state = device.lock()?;
    let has_raw_bools = |array: &&Array| array.dtype() == DType::Bool && state.has_raw_bools(array.storage());
    if state.capture_of(stream).is_some() || arrays.iter().any(has_raw_bools) {
        return Ok(None);
    }
    let storages: SmallVec<[(&StorageRef, bool); 6]> = arrays.iter().map(|array| (array.storage(), false)).collect();
    let borrowed = state.borrow_storages(&storages, stream)?;
    let addresses: SmallVec<[u64; 6]> =
        arrays.iter().zip(&borrowed.memories).map(|(array, &memory)| address(array, memory)).collect();
    let made = state.run_borrowed(&borrowed, || work(executor, &addresses, stream))?;
    Ok(Some((made, state)))
}

/// The address of an array's first element in the memory of its storage.
fn address(array: &Array, memory: Memory) -> u64 {
    memory.address + array.layout().offset as u64 * array.dtype().size() as u64
}

/// An array in a dtype, contiguous.
fn line(array: &Array, dtype: DType) -> Result<Array> {
    let array = array.in_dtype(dtype)?;
    if array.layout().is_contiguous() { Ok(array) } else { array.copy() }
}
