//! Small work where the device has an eager executor: up to some thousand elements, running it within the call costs
//! less than recording it.

use std::mem::MaybeUninit;

use cuprust_ir::Result;
use cuprust_num::{DType, Scalar};
use cuprust_ops::{MAX_INPUTS, Reduction, RowId};

use crate::runtime::{Eager, Guard, Input, StorageRef, immediate};

/// The most elements of work that runs within the call, where its operands are ready.
const MAX_ELEMENTS: u64 = 4096;

/// A number repeated as often as a block has elements, so that a loop reads it as an operand like any other.
#[repr(align(64))]
struct Spread([MaybeUninit<[u8; 16]>; SPREAD]);

/// How many elements run at a time where an operand is a number.
const SPREAD: usize = 256;

impl Spread {
    /// Writes the number `count` times, at most [`SPREAD`] times.
    fn fill(&mut self, scalar: &Scalar, count: usize) {
        let size = scalar.dtype().size();
        // The sizes of elements divide 16, so the same 16 bytes follow each other.
        let mut pattern = [0; 16];
        pattern.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(&scalar.bytes()[..size]));
        let patterns = (count.min(SPREAD) * size).div_ceil(16);
        self.0[..patterns].iter_mut().for_each(|place| {
            place.write(pattern);
        });
    }
}

/// The elements of an input, where there are `count` that are ready, in C order, and of this dtype; of bools, where
/// their bytes are 0 and 1.
#[inline]
fn ready(state: &Guard, input: &Input, dtype: DType, count: usize) -> Option<*const u8> {
    let (storage, own, offset) = match *input {
        Input::Plain(storage, own, offset) => (storage, own, offset),
        Input::View(storage, own, layout, []) if layout.is_contiguous() && layout.size() == count as i64 => {
            (storage, own, layout.offset)
        }
        _ => return None,
    };
    if own != dtype || dtype == DType::Bool && state.is_loose(storage) {
        return None;
    }
    let size = own.size() as u64;
    state.ready(storage, offset as u64 * size, count as u64 * size)
}

/// Runs a row now where it is small, its operands are ready, of the loop's dtypes and in C order, and the result is
/// plain. Gives the storage of the result, of the dtype and bytes given.
#[inline]
pub(crate) fn map(
    state: &mut Guard,
    eager: &Eager,
    row: RowId,
    dtype: DType,
    (result, bytes, plain): (DType, u64, bool),
    inputs: &[Input],
) -> Result<Option<StorageRef>> {
    let size = result.size();
    if bytes > MAX_ELEMENTS * size as u64 || !plain {
        return Ok(None);
    }
    let count = bytes as usize / size;
    let Some(operands) = Operands::of(state, row, dtype, count, inputs) else { return Ok(None) };
    let (storage, memory, start) = state.create_filled(bytes, eager)?;
    // SAFETY: the output is new memory of `count` elements.
    unsafe { operands.map(eager, row, dtype, (memory.address as *mut u8, count), start)? };
    Ok(Some(storage))
}

/// Runs a row and puts its results in the place of an array that is there, in C order: one of the operands, or another.
/// As [`map`], and no recorded instruction may name that storage: it would see the results too early. Says whether it
/// did.
#[inline]
pub(crate) fn map_into(
    state: &mut Guard,
    eager: &Eager,
    row: RowId,
    dtype: DType,
    (target, count): (&Input, i64),
    inputs: &[Input],
) -> Result<bool> {
    let (Input::Plain(storage, ..) | Input::View(storage, ..)) = *target else { return Ok(false) };
    if count as u64 > MAX_ELEMENTS || !state.takes_now(storage) {
        return Ok(false);
    }
    let result = row.row().outputs[0].dtype(dtype);
    let count = count as usize;
    let Some(to) = ready(state, target, result, count) else { return Ok(false) };
    let Some(operands) = Operands::of(state, row, dtype, count, inputs) else { return Ok(false) };
    let sizes = || row.row().inputs.iter().map(|slot| slot.dtype(dtype).size());
    let may_meet = sizes().all(|size| size == result.size());
    let bytes = count * sizes().max().unwrap_or(0).max(result.size());
    if !operands.are_apart(to, bytes, may_meet) {
        return Ok(false);
    }
    // SAFETY: the target's memory has room for as many results of its dtype, and every operand is apart from it, or is
    // that very memory with elements of that size.
    unsafe { operands.map(eager, row, dtype, (to.cast_mut(), count), cuprust_profile::started())? };
    Ok(true)
}

/// Where the operands of a row are, and the number among them, if there is one, with its place.
struct Operands<'a> {
    addresses: [*const u8; MAX_INPUTS],
    count: usize,
    number: Option<(usize, &'a Scalar)>,
}

impl<'a> Operands<'a> {
    /// The operands, where all are ready, of the dtypes of the loop's slots and in C order.
    #[inline]
    fn of(state: &Guard, row: RowId, dtype: DType, length: usize, inputs: &'a [Input]) -> Option<Operands<'a>> {
        let mut operands = Operands { addresses: [std::ptr::null(); MAX_INPUTS], count: inputs.len(), number: None };
        for (place, (input, slot)) in inputs.iter().zip(row.row().inputs).enumerate() {
            match input {
                // Two numbers and an array are rare; they are recorded.
                Input::Scalar(scalar) if operands.number.is_none() => operands.number = Some((place, scalar)),
                _ => operands.addresses[place] = ready(state, input, slot.dtype(dtype), length)?,
            }
        }
        Some(operands)
    }

    /// Whether no operand touches as many bytes from an address on, each having at most as many; where they `may_meet`,
    /// one may begin at that address.
    fn are_apart(&self, to: *const u8, bytes: usize, may_meet: bool) -> bool {
        let operands = self.addresses[..self.count].iter().filter(|address| !address.is_null());
        operands.into_iter().all(|&from| from == to && may_meet || from.addr().abs_diff(to.addr()) >= bytes)
    }

    /// Runs the row. Where events are recorded, it begins at a moment.
    ///
    /// # Safety
    /// The state in which the operands were ready is locked, they have `count` elements each, and `to` has room for as
    /// many results. An operand is at `to`, and its elements are as long as the results, or it is apart from that room.
    #[inline]
    unsafe fn map(
        self,
        eager: &Eager,
        row: RowId,
        dtype: DType,
        (to, count): (*mut u8, usize),
        start: Option<u64>,
    ) -> Result<()> {
        let Some(start) = start else {
            // SAFETY: as the caller promises.
            return unsafe { self.run(eager, row, dtype, to, count) };
        };
        let read = self.addresses[..self.count].iter().zip(row.row().inputs).filter(|(address, _)| !address.is_null());
        let read: usize = read.map(|(_, slot)| slot.dtype(dtype).size() * count).sum();
        let written = row.row().outputs[0].dtype(dtype).size() * count;
        // SAFETY: as the caller promises.
        unsafe { self.run(eager, row, dtype, to, count)? };
        immediate(row.row().name, start, [read as u64, written as u64, count as u64], dtype);
        Ok(())
    }

    /// # Safety
    /// As [`Operands::map`].
    #[inline]
    unsafe fn run(mut self, eager: &Eager, row: RowId, dtype: DType, to: *mut u8, count: usize) -> Result<()> {
        match self.number {
            // SAFETY: as the caller promises.
            None => unsafe { eager.map_now(row, dtype, &self.addresses[..self.count], &[to], count) },
            Some((place, scalar)) => {
                let addresses = &mut self.addresses[..self.count];
                // SAFETY: as the caller promises.
                unsafe { map_with(eager, row, dtype, (place, scalar), addresses, to, count) }
            }
        }
    }
}

/// Runs a row on `count` elements, where operand `place` is a number and the others are at their addresses.
///
/// # Safety
/// As [`Operands::map`].
unsafe fn map_with(
    eager: &Eager,
    row: RowId,
    dtype: DType,
    (place, scalar): (usize, &Scalar),
    addresses: &mut [*const u8],
    mut to: *mut u8,
    count: usize,
) -> Result<()> {
    let slots = row.row();
    let mut spread = Spread([MaybeUninit::uninit(); SPREAD]);
    spread.fill(scalar, count);
    for start in (0..count).step_by(SPREAD) {
        let turn = SPREAD.min(count - start);
        addresses[place] = spread.0.as_ptr().cast();
        // SAFETY: the operands and the output have `count - start` elements from here on, and lie to each other as
        // before; the number was written as often as a turn has elements.
        unsafe { eager.map_now(row, dtype, addresses, &[to], turn)? };
        for (address, slot) in addresses.iter_mut().zip(slots.inputs) {
            *address = address.wrapping_add(turn * slot.dtype(dtype).size());
        }
        to = to.wrapping_add(turn * slots.outputs[0].dtype(dtype).size());
    }
    Ok(())
}

/// Reduces all elements of an input to one now, where they are few, ready, of the dtype in which they are reduced, and
/// in C order. Gives the storage of the result.
pub(crate) fn reduce(
    state: &mut Guard,
    eager: &Eager,
    reduction: Reduction,
    dtype: DType,
    count: i64,
    input: &Input,
) -> Result<Option<StorageRef>> {
    if count as u64 > MAX_ELEMENTS {
        return Ok(None);
    }
    let Some(address) = ready(state, input, dtype, count as usize) else { return Ok(None) };
    let bytes = reduction.result(dtype).size() as u64;
    let (storage, memory, start) = state.create_filled(bytes, eager)?;
    // SAFETY: the address is that of `count` elements in memory that a storage holds while the state is locked; the
    // result is new memory of one element.
    unsafe { eager.reduce_now(reduction, dtype, address, count as usize, memory.address as *mut u8)? };
    if let Some(start) = start {
        immediate(reduction.name(), start, [(count as usize * dtype.size()) as u64, bytes, count as u64], dtype);
    }
    Ok(Some(storage))
}
