//! Short index arrays where the host has the elements: up to some thousand, reading and writing within the call costs
//! less than recording it.

use cuprust_ir::{Error, Layout, Result};
use cuprust_num::{DType, Scalar};

use crate::array::scalar_for;
use crate::runtime::Guard;
use crate::{Argument, Array};

/// The most elements that are read and written within the call: one thread follows so many indices sooner than a
/// program of their checks and their reading is recorded and run.
const MAX_ELEMENTS: i64 = 1 << 15;

/// The longest mask whose bools are tested one by one.
const MAX_MASK_BOOLS: i64 = 256;

/// The rows of an array that places along its first axis name: where they are, and of how many bytes.
struct Rows {
    first: *const u8,
    bytes: usize,
    named: *const i64,
    count: usize,
    extent: i64,
}

impl Rows {
    /// The rows, where there are few, ready and in C order, as the places are.
    fn of(state: &Guard, array: &Array, indices: &Array) -> Option<Rows> {
        let (&extent, rest) = array.shape().split_first()?;
        let (size, count) = (array.dtype().size() as u64, indices.size());
        let row: i64 = rest.iter().product();
        let few = (1..=MAX_ELEMENTS).contains(&count) && (1..=MAX_ELEMENTS / count).contains(&row);
        let plain = indices.dtype() == DType::I64 && indices.layout().is_contiguous() && array.layout().is_contiguous();
        if !few || !plain || array.dtype() == DType::Bool && state.is_loose(array.storage()) {
            return None;
        }
        let ready = |array: &Array, size: u64| {
            state.ready(array.storage(), array.layout().offset as u64 * size, array.size() as u64 * size)
        };
        let (named, first) = (ready(indices, 8)?.cast(), ready(array, size)?);
        Some(Rows { first, bytes: row as usize * size as usize, named, count: count as usize, extent })
    }

    /// The place that stands somewhere among those that are named, counted from the start of the axis. Each is read
    /// once, so that no other thread can change it after it was checked.
    ///
    /// # Errors
    /// An index error for a place outside the axis.
    ///
    /// # Safety
    /// The state in which the rows were found is locked, and so many places are named.
    #[inline]
    unsafe fn place(&self, number: usize) -> Result<usize> {
        // SAFETY: as the caller says, the address is that of an integer in memory that a storage holds.
        let place = unsafe { self.named.add(number).read_unaligned() };
        let counted = if place < 0 { place.wrapping_add(self.extent) } else { place };
        match (0..self.extent).contains(&counted) {
            true => Ok(counted as usize),
            false => Err(self.outside(place)),
        }
    }

    #[cold]
    fn outside(&self, place: i64) -> Error {
        Error::index(format!("index {place} is out of bounds for axis 0 with size {}", self.extent))
    }

    /// Copies row after row to memory.
    ///
    /// # Errors
    /// An index error for a place outside the axis.
    ///
    /// # Safety
    /// The state in which the rows were found is locked, and the memory has room for all rows, apart from the array.
    unsafe fn read(&self, to: *mut u8) -> Result<()> {
        // SAFETY: as the caller says; each element is one of so many bytes.
        unsafe {
            match self.bytes {
                4 => self.read_as::<[u8; 4]>(to.cast()),
                8 => self.read_as::<[u8; 8]>(to.cast()),
                bytes => (0..self.count).try_for_each(|number| {
                    let from = self.first.wrapping_add(self.place(number)? * bytes);
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
    /// As [`Rows::read`], and a row has as many bytes as `T`, which may lie at any byte.
    #[inline]
    unsafe fn read_as<T: Copy>(&self, to: *mut T) -> Result<()> {
        let from = self.first.cast::<T>();
        for number in 0..self.count {
            // SAFETY: the place is within the array, and the room is the number's own.
            unsafe { to.add(number).write_unaligned(from.add(self.place(number)?).read_unaligned()) };
        }
        Ok(())
    }

    /// Copies rows from memory, where each begins so many bytes behind the one before. Nothing is written where a place
    /// is wrong.
    ///
    /// # Errors
    /// An index error for a place outside the axis.
    ///
    /// # Safety
    /// The state in which the rows were found is locked, and so many rows are there, or, without a step, one, apart
    /// from the array.
    unsafe fn write(&self, beside: *const u8, step: usize) -> Result<()> {
        // SAFETY: as the caller says.
        let places = (0..self.count).map(|number| unsafe { self.place(number) }).collect::<Result<Vec<_>>>()?;
        let mut from = beside;
        for place in places {
            let to = self.first.wrapping_add(place * self.bytes).cast_mut();
            // SAFETY: the place is within the array, and the caller promises the other side.
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

/// The elements at places along the first axis, where they can be read at once.
///
/// # Errors
/// An index error for a place outside the axis.
pub(super) fn read(array: &Array, indices: &Array) -> Result<Option<Array>> {
    let device = array.device();
    let (Some(eager), true) = (device.eager(), indices.ndim() + array.ndim() <= 64) else { return Ok(None) };
    let mut state = device.lock()?;
    let Some(rows) = Rows::of(&state, array, indices) else { return Ok(None) };
    let shape = [indices.shape(), &array.shape()[1..]].concat();
    let (storage, memory, _) = state.create_filled((rows.count * rows.bytes) as u64, eager)?;
    // SAFETY: the state is locked, and the new memory has room for all rows.
    unsafe { rows.read(memory.address as *mut u8)? };
    Ok(Some(Array::over(storage, array.dtype(), Layout::contiguous(&shape))))
}

/// The elements where a mask of the same shape is true, where they are so few that they can be read at once, and one at
/// least.
///
/// # Errors
/// What is wrong with the device.
pub(super) fn read_where(array: &Array, mask: &Array) -> Result<Option<Array>> {
    let device = array.device();
    let (Some(eager), true) = (device.eager(), (1..=MAX_MASK_BOOLS).contains(&mask.size())) else { return Ok(None) };
    let plain = array.layout().is_contiguous() && mask.layout().is_contiguous() && array.size() == mask.size();
    let mut state = device.lock()?;
    let loose = |array: &Array| array.dtype() == DType::Bool && state.is_loose(array.storage());
    if !plain || loose(array) || loose(mask) {
        return Ok(None);
    }
    let (size, count) = (array.dtype().size(), mask.size() as usize);
    let ready = |array: &Array, size: u64| {
        state.ready(array.storage(), array.layout().offset as u64 * size, array.size() as u64 * size)
    };
    let (Some(bools), Some(from)) = (ready(mask, 1), ready(array, size as u64)) else { return Ok(None) };
    let (mut places, mut found) = ([0u16; MAX_MASK_BOOLS as usize + 1], 0);
    for place in 0..count {
        places[found] = place as u16;
        // SAFETY: the address is that of as many bools in memory that a storage holds while the state is locked.
        found += usize::from(unsafe { bools.add(place).read() } & 1);
    }
    if found == 0 {
        return Ok(None);
    }
    let (storage, memory, _) = state.create_filled((found * size) as u64, eager)?;
    let to = memory.address as *mut u8;
    for (i, &place) in places[..found].iter().enumerate() {
        let (from, to) = (from.wrapping_add(usize::from(place) * size), to.wrapping_add(i * size));
        // SAFETY: the place is that of an element, and the new memory has room for all that were found.
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

/// Writes a number or an array of the same dtype at places along the first axis, where that can be done at once. Says
/// whether it was.
///
/// # Errors
/// An index error for a place outside the axis, and what [`scalar_for`] says of numbers.
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
    if !state.takes_now(array.storage()) || indices.shares_storage(array) {
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
            let (places, rest) = shape.split_at(indices.ndim().min(shape.len()));
            let fits = places == indices.shape() && *rest == array.shape()[1..] && own.is_contiguous();
            if !fits || values.dtype() != dtype || values.shares_storage(array) {
                return Ok(false);
            }
            let size = dtype.size() as u64;
            let loose = dtype == DType::Bool && state.is_loose(values.storage());
            let from = state.ready(values.storage(), own.offset as u64 * size, values.size() as u64 * size);
            let Some(from) = from.filter(|_| !loose) else { return Ok(false) };
            // SAFETY: the state is locked, and the values are another storage's, with a row for each place.
            unsafe { rows.write(from, rows.bytes)? };
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// So many bytes of a number again and again.
fn repeated(number: &Scalar, bytes: usize) -> Vec<u8> {
    number.bytes()[..number.dtype().size()].iter().copied().cycle().take(bytes).collect()
}
