//! Sums and products of two matrices on the CPU, at once: row by row, by threads.

use cuprust_host::{Combine, StoredRows, TransposedRows};
use cuprust_ir::{Memory, Result};
use cuprust_num::{DType, promote};
use smallvec::SmallVec;

use super::Csr;
use crate::runtime::StorageRef;
use crate::{Array, Layout};

/// Sums of products are held for each column: of a wider matrix, for each product that there is at least.
const WIDE: i64 = 1 << 22;

impl Csr {
    /// The sum or the product with another matrix of the same device, where that can be made at once. Nothing for a
    /// device that is not the CPU, while the stream is captured, and for rows that are not sorted.
    ///
    /// # Errors
    /// What went wrong in what was recorded before; places beyond the matrices; where there is no memory.
    pub(super) fn join(&self, other: &Csr, combine: Combine) -> Result<Option<Csr>> {
        let device = self.data.device();
        let Some(host) = device.host() else { return Ok(None) };
        let (dtype, shape) = (promote(self.dtype(), other.dtype()), [self.shape[0], other.shape[1]]);
        let count = self.count().saturating_add(other.count());
        let is_wide = combine == Combine::Product && shape[1] > WIDE.max(count);
        if count > i64::from(i32::MAX) || is_wide || self.count() == 0 || other.count() == 0 {
            return Ok(None);
        }
        let index = match (self.indices.dtype(), other.indices.dtype()) {
            (DType::I32, DType::I32) => DType::I32,
            _ => DType::I64,
        };
        let mut arrays = SmallVec::<[Array; 6]>::new();
        for of in [self, other] {
            arrays.push(line(&of.data, dtype)?);
            arrays.push(line(&of.indices, index)?);
            arrays.push(line(&of.indptr, index)?);
        }
        let stream = device.stream();
        let mut state = device.lock()?;
        let is_loose = |array: &Array| array.dtype() == DType::Bool && state.is_loose(array.storage());
        if state.capture_of(stream).is_some() || !state.has_own_memory() || arrays.iter().any(is_loose) {
            return Ok(None);
        }
        let storages: SmallVec<[(&StorageRef, bool); 6]> =
            arrays.iter().map(|array| (array.storage(), false)).collect();
        let handed = state.hand_over(&storages, stream)?;
        let address = |place: usize| address(&arrays[place], handed.memories[place]);
        let stored = |first: usize, of: &Csr| StoredRows {
            data: address(first),
            columns: address(first + 1),
            starts: address(first + 2),
            count: of.count(),
            shape: of.shape,
        };
        let pair = [stored(0, self), stored(3, other)];
        // SAFETY: the arrays lie in C order at these addresses, have the dtypes said and as many elements as the
        // matrices say, and whatever else wants their storages waits until this has ended.
        let made = state.run_handed(&handed, || unsafe { host.join_rows(combine, dtype, index, pair, stream) })?;
        let Some(made) = made else { return Ok(None) };
        let mut array = |dtype: DType, count: i64, memory| -> Result<Array> {
            let storage = state.create_over(count as u64 * dtype.size() as u64, memory)?;
            Ok(Array::over(storage, dtype, Layout::contiguous(&[count])))
        };
        let data = array(dtype, made.count, made.data)?;
        let indices = array(index, made.count, made.columns)?;
        let indptr = array(index, shape[0] + 1, made.starts)?;
        drop(state);
        let wanted = super::index_dtype(made.count.max(shape[1]));
        Ok(Some(Csr::of(data, indices.in_dtype(wanted)?, indptr.in_dtype(wanted)?, shape)))
    }

    /// The product of the transpose with a vector, or the sums of columns in a dtype, where that can be made at once,
    /// as [`Csr::join`].
    ///
    /// # Errors
    /// As there.
    pub(super) fn sum_columns(&self, by: Option<&Array>, dtype: DType) -> Result<Option<Array>> {
        let device = self.data.device();
        let Some(host) = device.host() else { return Ok(None) };
        let index = self.indices.dtype();
        let mut arrays = SmallVec::<[Array; 4]>::new();
        for (array, dtype) in [(&self.data, dtype), (&self.indices, index), (&self.indptr, index)] {
            arrays.push(line(array, dtype)?);
        }
        if let Some(by) = by {
            arrays.push(line(by, dtype)?);
        }
        let out = Array::empty([self.shape[1]], dtype, device)?;
        arrays.push(out.clone());
        let stream = device.stream();
        let mut state = device.lock()?;
        let is_loose = |array: &Array| array.dtype() == DType::Bool && state.is_loose(array.storage());
        if state.capture_of(stream).is_some() || arrays.iter().any(is_loose) {
            return Ok(None);
        }
        let storages: SmallVec<[(&StorageRef, bool); 5]> =
            arrays.iter().map(|array| (array.storage(), false)).collect();
        let handed = state.hand_over(&storages, stream)?;
        let address = |place: usize| address(&arrays[place], handed.memories[place]);
        let of = StoredRows {
            data: address(0),
            columns: address(1),
            starts: address(2),
            count: self.count(),
            shape: self.shape,
        };
        let (by, into) = (by.map(|_| address(3)), address(arrays.len() - 1));
        // SAFETY: as above; the vector has a number for each row, and the output a place for each column.
        let is_made = state.run_handed(&handed, || unsafe { host.sum_columns(dtype, index, of, by, into) })?;
        Ok(is_made.then_some(out))
    }

    /// The order of the elements by columns, their rows, and where columns begin, where that can be found at once, as
    /// [`Csr::join`].
    ///
    /// # Errors
    /// As there.
    pub(super) fn turn(&self) -> Result<Option<[Array; 3]>> {
        let device = self.data.device();
        let Some(host) = device.host() else { return Ok(None) };
        let ([rows, width], index) = (self.shape, self.indices.dtype());
        if self.count() == 0 || width > WIDE.max(self.count()) || index != super::index_dtype(self.count().max(rows)) {
            return Ok(None);
        }
        let [order, own, starts] = [(DType::I64, self.count()), (index, self.count()), (index, width + 1)]
            .map(|(dtype, count)| Array::empty([count], dtype, device));
        let (made, given) = ([order?, own?, starts?], [line(&self.indices, index)?, line(&self.indptr, index)?]);
        let stream = device.stream();
        let mut state = device.lock()?;
        if state.capture_of(stream).is_some() {
            return Ok(None);
        }
        let arrays = [&given[0], &given[1], &made[0], &made[1], &made[2]];
        let storages = arrays.map(|array| (array.storage(), false));
        let handed = state.hand_over(&storages, stream)?;
        let address = |place: usize| address(arrays[place], handed.memories[place]);
        let of = StoredRows {
            data: address(0),
            columns: address(0),
            starts: address(1),
            count: self.count(),
            shape: self.shape,
        };
        let into = TransposedRows { order: address(2), rows: address(3), starts: address(4) };
        // SAFETY: as above; the outputs have a place for each element, and for each column and the end of all.
        state.run_handed(&handed, || unsafe { host.transpose_rows(index, of, into) })?;
        Ok(Some(made))
    }
}

/// Where an array's elements begin in the memory of its storage.
fn address(array: &Array, memory: Memory) -> u64 {
    memory.address + array.layout().offset as u64 * array.dtype().size() as u64
}

/// An array in a dtype, its elements one after another.
fn line(array: &Array, dtype: DType) -> Result<Array> {
    let array = array.in_dtype(dtype)?;
    if array.layout().is_contiguous() { Ok(array) } else { array.copy() }
}
