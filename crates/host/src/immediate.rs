//! Tiny operations run at once: a row or a reduction on contiguous blocks, without a kernel.

use std::sync::OnceLock;

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::{Loop, MAX_INPUTS, MAX_OUTPUTS, Reduction, RowId};

use crate::Host;
use crate::compile::BLOCK_BYTES;
use crate::reduce::Reducer;

/// The fastest loop of every row and dtype.
static LOOPS: OnceLock<Box<[Option<Loop>]>> = OnceLock::new();

fn loops() -> &'static [Option<Loop>] {
    LOOPS.get_or_init(|| {
        let of = |row: RowId, dtype: DType| (row.row().loops)(dtype).map(|loops| loops.best());
        RowId::all().flat_map(|row| DType::ALL.iter().map(move |&dtype| of(row, dtype))).collect()
    })
}

/// Bytes of a result that are staged at a time, where the result replaces an operand.
const STAGED_BYTES: usize = 4096;

impl Host {
    /// Reduces `n` elements of `dtype`, at least one, to one now, on this thread, in the same order as a kernel does.
    ///
    /// # Errors
    /// A type error where the reduction is not defined for the dtype.
    ///
    /// # Safety
    /// `block` holds `n` elements of the dtype, and `into` holds one result and does not overlap them; both are
    /// aligned.
    pub unsafe fn reduce_now(
        &self,
        reduction: Reduction,
        dtype: DType,
        block: *const u8,
        n: usize,
        into: *mut u8,
    ) -> Result<()> {
        let reducer = Reducer::new(reduction, dtype)?;
        if let Reducer::Fold(fold) = &reducer
            && n * dtype.size() <= BLOCK_BYTES
            // SAFETY: as the caller promises.
            && unsafe { fold.total_of(block, n, into) }
        {
            return Ok(());
        }
        let lanes = BLOCK_BYTES / dtype.size().max(2);
        let mut state = reducer.state(n.min(lanes));
        // SAFETY: the caller promises the elements and the result's memory; no block is longer than the state's lanes.
        unsafe {
            for first in (0..n).step_by(lanes) {
                state.push_row(block.add(first * dtype.size()), lanes.min(n - first), first as i64);
            }
            state.close_row();
            state.finish(into, 1)
        }
    }

    /// Applies a row, in the loop of `dtype`, to `n` elements now, on this thread.
    ///
    /// An output may be exactly the memory of an input of the same element size; otherwise nothing may overlap.
    ///
    /// # Errors
    /// A type error where the row has no loop for the dtype, a runtime error where the number of operands is not the
    /// row's.
    ///
    /// # Safety
    /// Each pointer is aligned to the dtype of its slot of the row, and valid for `n` elements of it.
    pub unsafe fn map_now(
        &self,
        row: RowId,
        dtype: DType,
        inputs: &[*const u8],
        outputs: &[*mut u8],
        n: usize,
    ) -> Result<()> {
        let Some(run) = loops()[row.number() as usize * DType::COUNT + dtype as usize] else {
            return Err(Error::type_(format!("{} has no loop for {dtype}", row.row().name)));
        };
        let slots = row.row();
        if inputs.len() != slots.inputs.len() || outputs.len() != slots.outputs.len() {
            return Err(Error::runtime(format!(
                "{} takes {} inputs and {} outputs, not {} and {}",
                slots.name,
                slots.inputs.len(),
                slots.outputs.len(),
                inputs.len(),
                outputs.len()
            )));
        }
        if !outputs.iter().any(|output| inputs.contains(&output.cast_const())) {
            // SAFETY: the caller promises the pointers; none is both read and written.
            unsafe { run(inputs.as_ptr(), outputs.as_ptr(), n) };
            return Ok(());
        }
        #[repr(align(64))]
        struct Staging([[u8; STAGED_BYTES]; MAX_OUTPUTS]);
        let mut staging = Staging([[0; STAGED_BYTES]; MAX_OUTPUTS]);
        let staging = staging.0.each_mut().map(|block| block.as_mut_ptr());
        let in_size = |i: usize| slots.inputs[i].dtype(dtype).size();
        let out_size = |i: usize| slots.outputs[i].dtype(dtype).size();
        // An element has at most 16 bytes.
        let lanes = STAGED_BYTES / 16;
        let mut done = 0;
        while done < n {
            let count = lanes.min(n - done);
            let mut from = [std::ptr::null(); MAX_INPUTS];
            for (i, (from, &input)) in from.iter_mut().zip(inputs).enumerate() {
                // SAFETY: the caller promises n elements, and done is below n.
                *from = unsafe { input.add(done * in_size(i)) };
            }
            // SAFETY: the inputs have count elements here; the staging blocks hold as many and overlap nothing.
            unsafe {
                run(from.as_ptr(), staging.as_ptr(), count);
                for (i, &output) in outputs.iter().enumerate() {
                    let size = out_size(i);
                    std::ptr::copy_nonoverlapping(staging[i].cast_const(), output.add(done * size), count * size);
                }
            }
            done += count;
        }
        Ok(())
    }
}
