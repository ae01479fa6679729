//! Small operations on a device with an eager executor: up to some thousand elements, running within the call costs
//! less than recording.

use std::mem::MaybeUninit;

use cuprust_ir::Result;
use cuprust_num::{DType, Scalar};
use cuprust_ops::{MAX_INPUTS, Reduction, RowId};

use crate::runtime::{Eager, Guard, Input, StorageRef, immediate};

/// The most elements of an operation that runs within the call, if its operands are ready.
const MAX_ELEMENTS: u64 = 4096;

/// A number repeated for a block of elements, so that a loop reads it like any other operand.
#[repr(align(64))]
struct Repeated([MaybeUninit<[u8; 16]>; BLOCK_ELEMENTS]);

/// The number of elements per block if an operand is a number.
const BLOCK_ELEMENTS: usize = 256;

impl Repeated {
    /// Writes the number `count` times, at most [`BLOCK_ELEMENTS`] times.
    fn fill(&mut self, scalar: &Scalar, count: usize) {
        let size = scalar.dtype().size();
        // The sizes of elements divide 16, so the same 16 bytes repeat.
        let mut pattern = [0; 16];
        pattern.chunks_exact_mut(size).for_each(|element| element.copy_from_slice(&scalar.bytes()[..size]));
        let patterns = (count.min(BLOCK_ELEMENTS) * size).div_ceil(16);
        self.0[..patterns].iter_mut().for_each(|index| {
            index.write(pattern);
        });
    }
}

/// The elements of an input, if there are `count` that are ready, contiguous, and of this dtype, with no raw bools.
#[inline]
fn ready(state: &Guard, input: &Input, dtype: DType, count: usize) -> Option<*const u8> {
    let (storage, own, offset) = match *input {
        Input::Plain(storage, own, offset) => (storage, own, offset),
        Input::View(storage, own, layout, []) if layout.is_contiguous() && layout.size() == count as i64 => {
            (storage, own, layout.offset)
        }
        _ => return None,
    };
    if own != dtype || dtype == DType::Bool && state.has_raw_bools(storage) {
        return None;
    }
    let size = own.size() as u64;
    state.ready(storage, offset as u64 * size, count as u64 * size)
}

/// Runs a row now if it is small, its operands are ready, contiguous and of the loop's dtypes, and the result is
/// contiguous. Returns the storage of the result, of the given dtype and bytes.
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

/// Runs a row and writes its results to an existing contiguous array, which may be one of the operands. As [`map`], and
/// no recorded instruction may name its storage, since it would see the results too early. Returns whether it did.
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
    if count as u64 > MAX_ELEMENTS || !state.is_writable_now(storage) {
        return Ok(false);
    }
    let result = row.row().outputs[0].dtype(dtype);
    let count = count as usize;
    let Some(to) = ready(state, target, result, count) else { return Ok(false) };
    let Some(operands) = Operands::of(state, row, dtype, count, inputs) else { return Ok(false) };
    let sizes = || row.row().inputs.iter().map(|slot| slot.dtype(dtype).size());
    let may_alias = sizes().all(|size| size == result.size());
    let bytes = count * sizes().max().unwrap_or(0).max(result.size());
    if !operands.are_apart(to, bytes, may_alias) {
        return Ok(false);
    }
    // SAFETY: the target's memory has space for as many results of its dtype, and every operand is apart from it, or is
    // that very memory with elements of that size.
    unsafe { operands.map(eager, row, dtype, (to.cast_mut(), count), cuprust_profile::started())? };
    Ok(true)
}

/// The addresses of a row's operands, and the number among them with its index, if there is one.
struct Operands<'a> {
    addresses: [*const u8; MAX_INPUTS],
    count: usize,
    number: Option<(usize, &'a Scalar)>,
}

impl<'a> Operands<'a> {
    /// The operands, if all are ready, contiguous and of the dtypes of the loop's slots.
    #[inline]
    fn of(state: &Guard, row: RowId, dtype: DType, length: usize, inputs: &'a [Input]) -> Option<Operands<'a>> {
        let mut operands = Operands { addresses: [std::ptr::null(); MAX_INPUTS], count: inputs.len(), number: None };
        for (index, (input, slot)) in inputs.iter().zip(row.row().inputs).enumerate() {
            match input {
                // Two numbers and an array are rare; they are recorded.
                Input::Scalar(scalar) if operands.number.is_none() => operands.number = Some((index, scalar)),
                _ => operands.addresses[index] = ready(state, input, slot.dtype(dtype), length)?,
            }
        }
        Some(operands)
    }

    /// Whether no operand overlaps a range of memory of this length, which no operand exceeds; with `may_alias`, one
    /// may begin at the same address.
    fn are_apart(&self, to: *const u8, bytes: usize, may_alias: bool) -> bool {
        let operands = self.addresses[..self.count].iter().filter(|address| !address.is_null());
        operands.into_iter().all(|&from| from == to && may_alias || from.addr().abs_diff(to.addr()) >= bytes)
    }

    /// Runs the row, and records its event if events are recorded.
    ///
    /// # Safety
    /// The state in which the operands were ready is locked, they have `count` elements each, and `to` has space for as
    /// many results. An operand either starts at `to` with elements as long as the results, or does not overlap the
    /// results.
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
            Some((index, scalar)) => {
                let addresses = &mut self.addresses[..self.count];
                // SAFETY: as the caller promises.
                unsafe { map_with(eager, row, dtype, (index, scalar), addresses, to, count) }
            }
        }
    }
}

/// Runs a row on `count` elements, where one operand is a number and the others are at their addresses.
///
/// # Safety
/// As [`Operands::map`].
unsafe fn map_with(
    eager: &Eager,
    row: RowId,
    dtype: DType,
    (index, scalar): (usize, &Scalar),
    addresses: &mut [*const u8],
    mut to: *mut u8,
    count: usize,
) -> Result<()> {
    let slots = row.row();
    let mut spread = Repeated([MaybeUninit::uninit(); BLOCK_ELEMENTS]);
    spread.fill(scalar, count);
    for start in (0..count).step_by(BLOCK_ELEMENTS) {
        let block = BLOCK_ELEMENTS.min(count - start);
        addresses[index] = spread.0.as_ptr().cast();
        // SAFETY: the operands and the output have `count - start` elements from here on, and lie to each other as
        // before; the number was written as often as a block has elements.
        unsafe { eager.map_now(row, dtype, addresses, &[to], block)? };
        for (address, slot) in addresses.iter_mut().zip(slots.inputs) {
            *address = address.wrapping_add(block * slot.dtype(dtype).size());
        }
        to = to.wrapping_add(block * slots.outputs[0].dtype(dtype).size());
    }
    Ok(())
}

/// Reduces all elements of an input to one now, if they are few, ready, contiguous and of the dtype of the reduction.
/// Returns the storage of the result.
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
