//! The instructions of operations and reductions: run immediately if that costs less than recording them, else
//! recorded.

use cuprust_ir::{Axes, Dims, Layout, Opcode, Result};
use cuprust_num::DType;
use cuprust_ops::{MAX_OUTPUTS, Reduction, RowId, accumulation};

use super::immediate;
use super::options::ReduceOptions;
use crate::Array;
use crate::array::byte_size;
use crate::runtime::{Device, Input, poll_signals_at_times};

/// Applies a row to operands of one shape, as a new array of that shape, contiguous or not: immediately if that costs
/// less than recording it.
#[inline]
pub(crate) fn plain_map(
    row: RowId,
    dtype: DType,
    (layout, plain): (Layout, bool),
    inputs: &[Input],
    device: Device,
) -> Result<Array> {
    let result = row.row().outputs[0].dtype(dtype);
    let bytes = byte_size(&layout.shape, result)?;
    poll_signals_at_times()?;
    let mut state = device.lock()?;
    if let Some(eager) = device.eager()
        && let Some(storage) = immediate::map(&mut state, eager, row, dtype, (result, bytes, plain), inputs)?
    {
        return Ok(Array::over_known(storage, result, layout, plain));
    }
    let storage = state.record_new(Opcode::Map(row, dtype), bytes, (result, &layout, plain), inputs)?;
    Ok(Array::over_known(storage, result, layout, plain))
}

/// Writes only where a mask is true: the row's results go to temporaries, and a select between them and the old
/// elements goes to the given outputs. New outputs have no old elements, so they are written directly.
pub(super) fn masked(
    row: RowId,
    dtype: DType,
    shape: &Dims,
    (outputs, given): (&[Array], [Option<&Array>; MAX_OUTPUTS]),
    inputs: &[Input],
    mask: &Array,
    device: Device,
) -> Result<()> {
    let mask = mask.view_of(mask.layout().broadcast(shape)?);
    let mut results = Vec::with_capacity(outputs.len());
    for ((slot, output), given) in row.row().outputs.iter().zip(outputs).zip(given) {
        results.push(match given {
            Some(_) => Array::empty(shape, slot.dtype(dtype), device)?,
            None => output.clone(),
        });
    }
    let targets: Vec<_> = results.iter().map(Array::output).collect();
    let mut state = device.lock()?;
    state.record(Opcode::Map(row, dtype), shape, &targets, inputs)?;
    for (out, result) in given.iter().zip(&results) {
        if let Some(out) = out {
            state.record_masked(out.output(), mask.input(), result.input())?;
        }
    }
    Ok(())
}

/// Reduces all elements immediately on the CPU, if they are few and there are no options.
pub(super) fn fold_now(
    reduction: Reduction,
    array: &Array,
    dtype: DType,
    options: &ReduceOptions,
) -> Result<Option<Array>> {
    let Some(eager) = array.device().eager() else { return Ok(None) };
    let ReduceOptions { axes: None, out: None, keepdims: false, initial: None, mask: None, .. } = *options else {
        return Ok(None);
    };
    let plain = !matches!(reduction, Reduction::SquaredDeviations) && accumulation(reduction, dtype) == dtype;
    if !plain || array.size() == 0 || array.ndim() == 0 {
        return Ok(None);
    }
    poll_signals_at_times()?;
    let mut state = array.device().lock()?;
    let storage = immediate::reduce(&mut state, eager, reduction, dtype, array.size(), &array.whole_input())?;
    Ok(storage.map(|storage| Array::over(storage, reduction.result(dtype), Layout::contiguous(&[]))))
}

/// Folds all elements of an array by a row, in its dtype, which is the one in which the row accumulates. There is at
/// least one element.
pub(super) fn fold_all(row: RowId, array: &Array) -> Result<Array> {
    let (reduction, dtype, rank) = (Reduction::Fold(row), array.dtype(), array.ndim());
    debug_assert_eq!(accumulation(reduction, dtype), dtype);
    if let Some(result) = fold_now(reduction, array, dtype, &ReduceOptions::default())? {
        return Ok(result);
    }
    let out = Array::empty((), reduction.result(dtype), array.device())?;
    // The recorded instruction has every axis.
    let target = out.view_of((0..rank).fold(out.layout().clone(), |layout, axis| layout.with_axis(axis)));
    let opcode = Opcode::Reduce(reduction, dtype, Axes::all(rank));
    out.device().lock()?.record(opcode, array.shape(), &[target.output()], &[array.input()])?;
    Ok(out)
}
