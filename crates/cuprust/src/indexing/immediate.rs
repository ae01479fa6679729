//! Short index arrays on the host: up to some thousand elements, reading and writing within the call costs less than
//! recording it.

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::{DType, Scalar};

use crate::array::scalar_for;
use crate::runtime::Guard;
use crate::{Argument, Array};

/// The most elements that are read and written within the call: one thread handles this many indices in less time than
/// it takes to record, plan and run the checks and the gather.
const MAX_ELEMENTS: i64 = 1 << 15;

/// The longest mask that is tested bool by bool.
const MAX_MASK_BOOLS: i64 = 256;

/// The rows that indices along the first axis select: their address and size in bytes.
struct Rows {
    first: *const u8,
    bytes: usize,
    named: *const i64,
    count: usize,
    extent: i64,
}

impl Rows {
    /// The rows, if there are few and both the array and the indices are computed and contiguous.
    fn of(state: &Guard, array: &Array, indices: &Array) -> Option<Rows> {
        let (&extent, rest) = array.shape().split_first()?;
        let (size, count) = (array.dtype().size() as u64, indices.size());
        let row: i64 = rest.iter().product();
        let few = (1..=MAX_ELEMENTS).contains(&count) && (1..=MAX_ELEMENTS / count).contains(&row);
        let plain = indices.dtype() == DType::I64 && indices.layout().is_contiguous() && array.layout().is_contiguous();
        if !few || !plain || array.dtype() == DType::Bool && state.has_raw_bools(array.storage()) {
            return None;
        }
        let ready = |array: &Array, size: u64| {
            state.ready(array.storage(), array.layout().offset as u64 * size, array.size() as u64 * size)
        };
        let (named, first) = (ready(indices, 8)?.cast(), ready(array, size)?);
        Some(Rows { first, bytes: row as usize * size as usize, named, count: count as usize, extent })
    }

    /// The index with this number, counted from the start of the axis. Each is read only once, so that no other thread
    /// can change it after the check.
    ///
    /// # Errors
    /// An index error for an index out of range.
    ///
    /// # Safety
    /// The state in which the rows were found is locked, and `number` is below the number of indices.
    #[inline]
    unsafe fn index(&self, number: usize) -> Result<usize> {
        // SAFETY: as the caller says, the address is that of an integer in memory that a storage holds.
        let index = unsafe { self.named.add(number).read_unaligned() };
        let counted = if index < 0 { index.wrapping_add(self.extent) } else { index };
        match (0..self.extent).contains(&counted) {
            true => Ok(counted as usize),
            false => Err(self.outside(index)),
        }
    }

    #[cold]
    fn outside(&self, index: i64) -> Error {
        Error::index(format!("index {index} is out of bounds for axis 0 with size {}", self.extent))
    }

    /// Copies the rows to memory.
    ///
    /// # Errors
    /// An index error for an index out of range.
    ///
    /// # Safety
    /// The state in which the rows were found is locked, and the memory has space for all rows, and does not overlap
    /// the array.
    unsafe fn read(&self, to: *mut u8) -> Result<()> {
        // SAFETY: as the caller says; each element is one of this many bytes.
        unsafe {
            match self.bytes {
                4 => self.read_as::<[u8; 4]>(to.cast()),
                8 => self.read_as::<[u8; 8]>(to.cast()),
                bytes => (0..self.count).try_for_each(|number| {
                    let from = self.first.wrapping_add(self.index(number)? * bytes);
                    std::ptr::copy_nonoverlapping(from, to.wrapping_add(number * bytes), bytes);
                    Ok(())
                }),
            }
        }
    }

    /// # Errors
    /// As [`Rows::read`].
    ///
    /// # Safety
    /// As [`Rows::read`], and a row has the size of `T`; `to` need not be aligned.
    #[inline]
    unsafe fn read_as<T: Copy>(&self, to: *mut T) -> Result<()> {
        let from = self.first.cast::<T>();
        for number in 0..self.count {
            // SAFETY: the index is within the array, and the room is the number's own.
            unsafe { to.add(number).write_unaligned(from.add(self.index(number)?).read_unaligned()) };
        }
        Ok(())
    }

    /// Copies rows from memory, where consecutive rows are `step` bytes apart. Nothing is written if an index is out of
    /// range.
    ///
    /// # Errors
    /// An index error for an index out of range.
    ///
    /// # Safety
    /// The state in which the rows were found is locked, and the memory has as many rows or, with a step of zero, one,
    /// and does not overlap the array.
    unsafe fn write(&self, beside: *const u8, step: usize) -> Result<()> {
        // SAFETY: as the caller says.
        let indices = (0..self.count).map(|number| unsafe { self.index(number) }).collect::<Result<Vec<_>>>()?;
        let mut from = beside;
        for index in indices {
            let to = self.first.wrapping_add(index * self.bytes).cast_mut();
            // SAFETY: the index is within the array, and the caller promises the other side.
            unsafe {
                match self.bytes {
                    4 => to.cast::<[u8; 4]>().write_unaligned(from.cast::<[u8; 4]>().read_unaligned()),
                    8 => to.cast::<[u8; 8]>().write_unaligned(from.cast::<[u8; 8]>().read_unaligned()),
                    bytes => std::ptr::copy_nonoverlapping(from, to, bytes),
                }
            }
            from = from.wrapping_add(step);
        }
        Ok(())
    }
}

/// The elements at indices along the first axis, if they can be read within the call.
///
/// # Errors
/// An index error for an index out of range.
pub(super) fn read(array: &Array, indices: &Array) -> Result<Option<Array>> {
    let device = array.device();
    let (Some(eager), true) = (device.eager(), indices.ndim() + array.ndim() <= 64) else { return Ok(None) };
    let mut state = device.lock()?;
    let Some(rows) = Rows::of(&state, array, indices) else { return Ok(None) };
    let shape = [indices.shape(), &array.shape()[1..]].concat();
    let (storage, memory, _) = state.create_filled((rows.count * rows.bytes) as u64, eager)?;
    // SAFETY: the state is locked, and the new memory has space for all rows.
    unsafe { rows.read(memory.address as *mut u8)? };
    Ok(Some(Array::over(storage, array.dtype(), Layout::contiguous(&shape))))
}

/// The elements where a mask of the same shape is true, if there is at least one and they can be read within the call.
///
/// # Errors
/// Errors of the device.
pub(super) fn read_where(array: &Array, mask: &Array) -> Result<Option<Array>> {
    let device = array.device();
    let (Some(eager), true) = (device.eager(), (1..=MAX_MASK_BOOLS).contains(&mask.size())) else { return Ok(None) };
    let plain = array.layout().is_contiguous() && mask.layout().is_contiguous() && array.size() == mask.size();
    let mut state = device.lock()?;
    let raw_bools = |array: &Array| array.dtype() == DType::Bool && state.has_raw_bools(array.storage());
    if !plain || raw_bools(array) || raw_bools(mask) {
        return Ok(None);
    }
    let (size, count) = (array.dtype().size(), mask.size() as usize);
    let ready = |array: &Array, size: u64| {
        state.ready(array.storage(), array.layout().offset as u64 * size, array.size() as u64 * size)
    };
    let (Some(bools), Some(from)) = (ready(mask, 1), ready(array, size as u64)) else { return Ok(None) };
    let (mut indices, mut found) = ([0u16; MAX_MASK_BOOLS as usize + 1], 0);
    for index in 0..count {
        indices[found] = index as u16;
        // SAFETY: the address is that of as many bools in memory that a storage holds while the state is locked.
        found += usize::from(unsafe { bools.add(index).read() } & 1);
    }
    if found == 0 {
        return Ok(None);
    }
    let (storage, memory, _) = state.create_filled((found * size) as u64, eager)?;
    let to = memory.address as *mut u8;
    for (i, &index) in indices[..found].iter().enumerate() {
        let (from, to) = (from.wrapping_add(usize::from(index) * size), to.wrapping_add(i * size));
        // SAFETY: the index is that of an element, and the new memory has space for all that were found.
        unsafe {
            match size {
                4 => to.cast::<[u8; 4]>().write(from.cast::<[u8; 4]>().read()),
                8 => to.cast::<[u8; 8]>().write(from.cast::<[u8; 8]>().read()),
                size => std::ptr::copy_nonoverlapping(from, to, size),
            }
        }
    }
    Ok(Some(Array::over(storage, array.dtype(), Layout::contiguous(&[found as i64]))))
}

/// Writes a number or an array of the same dtype at indices along the first axis, if that can be done within the call.
/// Returns whether it was.
///
/// # Errors
/// An index error for an index out of range, and the errors of [`scalar_for`] for numbers.
pub(super) fn write(array: &Array, indices: &Array, value: &Argument) -> Result<bool> {
    let (device, dtype) = (array.device(), array.dtype());
    if device.eager().is_none() {
        return Ok(false);
    }
    let number = match *value {
        Argument::Scalar(scalar) => Some(scalar.cast(dtype)),
        Argument::Value(value) => Some(scalar_for(value, dtype)?),
        Argument::Array(_) => None,
    };
    let state = device.lock()?;
    if !state.is_writable_now(array.storage()) || indices.shares_storage(array) {
        return Ok(false);
    }
    let Some(rows) = Rows::of(&state, array, indices) else { return Ok(false) };
    match (value, number) {
        (_, Some(number)) => {
            let row = repeated(&number, rows.bytes);
            // SAFETY: the state is locked, and one row was made.
            unsafe { rows.write(row.as_ptr(), 0)? };
        }
        (Argument::Array(values), None) => {
            let (shape, own) = (values.shape(), values.layout());
            let (outer, rest) = shape.split_at(indices.ndim().min(shape.len()));
            let fits = outer == indices.shape() && *rest == array.shape()[1..] && own.is_contiguous();
            if !fits || values.dtype() != dtype || values.shares_storage(array) {
                return Ok(false);
            }
            let size = dtype.size() as u64;
            let raw_bools = dtype == DType::Bool && state.has_raw_bools(values.storage());
            let from = state.ready(values.storage(), own.offset as u64 * size, values.size() as u64 * size);
            let Some(from) = from.filter(|_| !raw_bools) else { return Ok(false) };
            // SAFETY: the state is locked, and the values are another storage's, with a row for each index.
            unsafe { rows.write(from, rows.bytes)? };
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The bytes of a number, repeated to this length.
fn repeated(number: &Scalar, bytes: usize) -> Vec<u8> {
    number.bytes()[..number.dtype().size()].iter().copied().cycle().take(bytes).collect()
}
