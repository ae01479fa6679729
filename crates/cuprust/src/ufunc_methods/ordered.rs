//! Folds by rows that are not associative, such as differences and quotients: of the elements along one axis, from the
//! first to the last.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::{Reduction, RowId, accumulation};

use crate::indexing::take_along_axis;
use crate::manipulation::concatenate;
use crate::ufunc::casting::{check_mask, warn_of_lost_parts};
use crate::ufunc::powers::{POWER, check_exponents};
use crate::ufunc::scan::scan;
use crate::ufunc::{Argument, ReduceOptions, rows};
use crate::{Array, Index, creation, normalize_axes};

/// The fold of elements of a dtype along an axis, as in NumPy's `reduce` for a ufunc that is not reorderable.
///
/// # Errors
/// An axis error for an axis out of range; a value error for more axes than one, for no elements without an initial
/// value, for a mask without one, for an `out` of another shape, and for negative powers of integers.
pub(super) fn reduce(row: RowId, array: &Array, dtype: DType, options: &ReduceOptions) -> Result<Array> {
    let (name, rank) = (row.row().name, array.ndim());
    let axes = normalize_axes(options.axes, rank).map_err(|error| error.within(name))?;
    let mut named = axes.iter().filter(|&axis| axis < rank);
    let axis = named.next();
    if named.next().is_some() {
        return Err(Error::value(format!(
            "reduction operation '{name}' is not reorderable, so at most one axis may be specified"
        )));
    }
    let kept: Vec<i64> = (0..rank).map(|own| if axis == Some(own) { 1 } else { array.shape()[own] }).collect();
    let short: Vec<i64> = (0..rank).filter(|&own| axis != Some(own)).map(|own| array.shape()[own]).collect();
    let shape = if options.keepdims { kept } else { short };
    if let Some(out) = options.out {
        out.check_out(name, &shape, array.device())?;
    }
    warn_of_lost_parts(array.dtype(), dtype)?;
    let mask = options.mask.map(|mask| -> Result<Array> {
        check_mask(name, mask)?;
        let layout = mask.layout().broadcast(array.shape()).map_err(|error| error.within(name))?;
        Ok(mask.view_of(layout))
    });
    let (mut mask, mut line) = (mask.transpose()?, array.clone());
    // Over no axis every element is a line of its own.
    let axis = axis.unwrap_or(rank);
    if axis == rank {
        let of_one = |array: &Array| array.view_of(array.layout().with_axis(rank));
        (line, mask) = (of_one(&line), mask.as_ref().map(of_one));
    }
    let mut counts = None;
    if let Some(mask) = mask {
        if options.initial.is_none() {
            return Err(Error::value(format!(
                "reduction operation '{name}' does not have an identity, so to use a where mask one has to specify 'initial'"
            )));
        }
        // Selected elements are moved to the front, in their order.
        let order = rows::logical_not(&mask)?.argsort(Some(axis as i64))?;
        line = take_along_axis(&line, &order, axis as i64)?;
        counts = Some(mask.count_nonzero(crate::axis(axis as i64).keepdims())?);
    }
    let line = line.in_dtype(accumulation(Reduction::Fold(row), dtype))?;
    let line = match options.initial {
        None => line,
        Some(initial) => {
            let mut one = line.shape().to_vec();
            one[axis] = 1;
            let initial = Argument::Scalar(initial.cast(dtype));
            let first = creation::full(creation::shape(&one[..]).dtype(line.dtype()).on(line.device()), initial)?;
            concatenate(&[first, line], axis as i64)?
        }
    };
    // The initial value is the first of a line, and not subject to the mask.
    folds(row, &line, axis, counts.as_ref())?.in_dtype(dtype)?.reshape(&shape[..])?.into_out(options.out)
}

/// The folds of lines along an axis, which is kept with extent one: of whole lines, or of the elements up to the
/// indices `last`.
///
/// # Errors
/// A value error for lines without elements, and for negative powers of integers.
pub(super) fn folds(row: RowId, line: &Array, axis: usize, last: Option<&Array>) -> Result<Array> {
    let extent = line.shape()[axis];
    if extent == 0 {
        return Err(Error::value(format!(
            "zero-size array to reduction operation {} which has no identity",
            row.row().name
        )));
    }
    check(row, line, axis, last)?;
    let running = scan(row, line, axis as i64, line.dtype(), None)?;
    match last {
        Some(last) => take_along_axis(&running, last, axis as i64),
        None => part(&running, axis, extent - 1),
    }
}

/// Refuses negative powers of integers. The first element of a line does not matter, since it is not an exponent.
///
/// # Errors
/// A value error.
pub(super) fn check(row: RowId, line: &Array, axis: usize, last: Option<&Array>) -> Result<()> {
    if row != POWER || line.shape()[axis] < 2 {
        return Ok(());
    }
    let exponents = part(line, axis, 1)?;
    let taking_part = match last {
        None => None,
        Some(last) => {
            let mut along = vec![1; line.ndim()];
            along[axis] = exponents.shape()[axis];
            let indices = creation::positions(&along[axis..=axis], 1, &[1], DType::I64, line.device())?;
            Some(rows::less_equal(&indices.reshape(&along[..])?, last)?)
        }
    };
    check_exponents(line.dtype(), Argument::Array(&exponents), taking_part.as_ref())
}

/// The elements from an index of an axis on.
fn part(line: &Array, axis: usize, first: i64) -> Result<Array> {
    let mut index = vec![Index::ALL; axis];
    index.push(Index::range(first, line.shape()[axis]));
    line.at(&index)
}
