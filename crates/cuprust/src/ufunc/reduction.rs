//! Reductions of arrays: axes, `keepdims`, `dtype`, `out`, `where` and `initial`, as NumPy has them.

use cuprust_ir::{Axes, Dims, Error, Layout, Opcode, Result};
use cuprust_num::{Casting, DType, Scalar, can_cast};
use cuprust_ops::{REDUCTIONS, Reduction, ReductionRow, RowId, accumulation};

use crate::runtime::Input;
use crate::ufunc::casting::{check_mask, fold_dtype, warn_of_lost_parts};
use crate::ufunc::instructions::fold_now;
use crate::ufunc::over::{Initial, Over};
use crate::ufunc::{Argument, MapOptions, ReduceOptions, binary, map, single_output, unary};
use crate::{Array, Device, normalize_axes};

/// Reduces an array by a named reduction: `sum`, `max`, `argmin`, ..
///
/// # Errors
/// - An axis error for an axis out of range, a value error for one named twice.
/// - A value error for reducing no elements where there is no identity, and for an `out` of another shape.
/// - A type error where indices are to be written to an `out` of a dtype other than integers.
///
/// ```
/// # use cuprust::*;
/// let (sum, options) = (ops::ReductionRow::named("sum"), ReduceOptions { axes: Some(&[1]), ..Default::default() });
/// assert_eq!(ufunc::reduction::reduce(sum, &array![[1, 2], [3, 4]], &options)?.to_string(), "[3 7]");
/// # Ok::<(), Error>(())
/// ```
pub fn reduce(row: &ReductionRow, array: &Array, options: &ReduceOptions) -> Result<Array> {
    let dtype = dtype_of(row, array, options.dtype, options.out)?;
    fold(row.reduction, row.name, array, dtype, options)
}

/// The dtype in which a reduction accumulates: the given one, or the one that follows from the array and an `out`.
fn dtype_of(row: &ReductionRow, array: &Array, named: Option<DType>, out: Option<&Array>) -> Result<DType> {
    match (named, out, row.reduction) {
        (Some(dtype), ..) => Ok(dtype),
        (None, Some(_), Reduction::Fold(fold)) => fold_dtype(fold, array.dtype(), None, out),
        _ => Ok(row.dtype(array.dtype())),
    }
}

/// Reduces an array with elements cast to `dtype`; `name` is for errors.
///
/// # Errors
/// As [`reduce`].
pub fn fold(reduction: Reduction, name: &str, array: &Array, dtype: DType, options: &ReduceOptions) -> Result<Array> {
    if let (Some(_), Some(out)) = (options.initial, options.out)
        && out.dtype() != reduction.result(dtype)
    {
        // A result written to `out` is cast once, so the initial value is combined before.
        let result = fold(reduction, name, array, dtype, &ReduceOptions { out: None, ..*options })?;
        check_out(name, out, result.shape(), array.device(), reduction)?;
        out.assign_unchecked(&result)?;
        return Ok(out.clone());
    }
    warn_of_lost_parts(array.dtype(), dtype)?;
    if let Some(result) = fold_now(reduction, array, dtype, options)? {
        return Ok(result);
    }
    let axes = normalize_axes(options.axes, array.ndim()).map_err(|error| error.within(name))?;
    let shape = array.shape();
    let kept: Dims = (0..shape.len()).map(|axis| if axes.contains(axis) { 1 } else { shape[axis] }).collect();
    let short: Dims = (0..shape.len()).filter(|&axis| !axes.contains(axis)).map(|axis| shape[axis]).collect();
    let shown = if options.keepdims { &kept } else { &short };
    let result = reduction.result(dtype);
    let out = match options.out {
        None => Array::empty(shown, result, array.device())?,
        Some(out) => {
            check_out(name, out, shown, array.device(), reduction)?;
            out.clone()
        }
    };
    let source = prepare(reduction, name, array, dtype, options)?;
    let empty = axes.iter().filter(|&axis| axis < shape.len()).any(|axis| shape[axis] == 0);
    if empty && matches!(reduction, Reduction::ArgMax | Reduction::ArgMin) {
        return Err(Error::value(format!("attempt to get {name} of an empty sequence")));
    }
    if empty && !reduction.has_identity() && options.initial.is_none() {
        return Err(Error::value(format!("zero-size array to reduction operation {name} which has no identity")));
    }
    if out.size() == 0 {
        return Ok(out);
    }
    // The recorded instruction has every axis; the user's array may lack the reduced ones.
    let full = if options.keepdims { out.layout().clone() } else { with_axes(out.layout(), axes, shape.len()) };
    let target = out.view_of(full);
    if empty {
        let identity = match (reduction, options.initial) {
            (_, Some(initial)) => initial,
            (Reduction::Fold(row), None) => Scalar::new(row.row().identity.unwrap_or_default()),
            _ => Scalar::zero(result),
        };
        out.device().lock()?.record(
            Opcode::Copy,
            &kept,
            &[target.output()],
            &[Input::Scalar(identity.cast(out.dtype()))],
        )?;
        return Ok(out);
    }
    if !axes.iter().any(|axis| axis < shape.len()) {
        // Over no axes every element is reduced alone: a fold gives the element, an arg-reduction 0, and a variance the
        // distance from itself.
        match reduction {
            Reduction::Fold(row) => target.assign_unchecked(&alone(row, &source.astype(dtype)?)?)?,
            Reduction::SquaredDeviations => {
                target.assign_unchecked(&distance_from_itself(&source.in_dtype(dtype)?)?)?
            }
            _ => target.fill(Scalar::zero(result))?,
        }
        return start_from(reduction, &out, dtype, options);
    }
    let accumulate = accumulation(reduction, dtype);
    let opcode = Opcode::Reduce(reduction, accumulate, axes);
    out.device().lock()?.record(opcode, shape, &[target.output()], &[source.input()])?;
    start_from(reduction, &out, dtype, options)
}

/// The fold of each element alone: with the identity, if that is not neutral, as for `hypot`, whose results have no
/// sign.
fn alone(row: RowId, elements: &Array) -> Result<Array> {
    let what = row.row();
    match what.identity.filter(|_| what.neutral(elements.dtype()).is_none() && !what.of_truths) {
        None => Ok(elements.clone()),
        Some(identity) => {
            let identity = Argument::Scalar(Scalar::new(identity).cast(elements.dtype()));
            map(row, &[identity, Argument::Array(elements)], &MapOptions::default())
                .map(|mut arrays| arrays.swap_remove(0))
        }
    }
}

/// Zero, and NaN for elements that are not finite, whose distance from themselves is undefined.
fn distance_from_itself(array: &Array) -> Result<Array> {
    let distance = binary(const { RowId::named("subtract") }, array, array)?;
    unary(const { RowId::named("absolute") }, &distance)
}

/// The result combined with the initial value.
fn start_from(reduction: Reduction, out: &Array, dtype: DType, options: &ReduceOptions) -> Result<Array> {
    if let (Some(initial), Reduction::Fold(row)) = (options.initial, reduction) {
        let arguments = [Argument::Array(out), Argument::Scalar(initial.cast(dtype))];
        map(
            row,
            &arguments,
            &MapOptions { out: single_output(Some(out)), casting: Casting::Unsafe, ..MapOptions::default() },
        )?;
    }
    Ok(out.clone())
}

/// The operand with masked elements replaced by the identity, so that they have no effect.
fn prepare(reduction: Reduction, name: &str, array: &Array, dtype: DType, options: &ReduceOptions) -> Result<Array> {
    let Some(mask) = options.mask else { return Ok(array.clone()) };
    check_mask(name, mask)?;
    let neutral = match (reduction, options.initial) {
        (Reduction::Fold(row), initial) => match (row.row().identity, initial) {
            (Some(identity), _) => Scalar::new(identity).cast(dtype),
            (None, Some(initial)) => initial.cast(dtype),
            (None, None) => {
                return Err(Error::value(format!(
                    "{name} has no identity, so to use a where mask one has to specify 'initial'"
                )));
            }
        },
        _ => return Err(Error::type_(format!("{name} takes no where mask"))),
    };
    let choice = const { RowId::named("where") };
    let typed = if array.dtype() == dtype { array.clone() } else { array.astype(dtype)? };
    let shape = typed.shape().to_vec();
    let mask = mask.view_of(mask.layout().broadcast(&shape).map_err(|error| error.within(name))?);
    let arguments = [Argument::Array(&mask), Argument::Array(&typed), Argument::Scalar(neutral)];
    map(choice, &arguments, &MapOptions::default()).map(|mut arrays| arrays.swap_remove(0))
}

/// Checks the shape of `out`. As in NumPy, a fold writes it whatever its dtype, and indices only to integers.
fn check_out(name: &str, out: &Array, shape: &[i64], device: Device, reduction: Reduction) -> Result<()> {
    out.check_out(name, shape, device)?;
    let positions = matches!(reduction, Reduction::ArgMax | Reduction::ArgMin);
    if positions && !can_cast(out.dtype(), DType::I64, Casting::Safe) {
        return Err(Error::type_(format!("{name}: positions are int64, and out has dtype {}", out.dtype())));
    }
    Ok(())
}

/// A layout with axes of extent one inserted where the reduction removed axes.
fn with_axes(layout: &Layout, axes: Axes, rank: usize) -> Layout {
    (0..rank).filter(|&axis| axes.contains(axis)).fold(layout.clone(), |layout, axis| layout.with_axis(axis))
}

/// As [`reduce`], for a fold that may have an initial value.
///
/// # Errors
/// As [`reduce`], and an overflow error for an initial integer that does not fit the dtype.
///
/// ```
/// # use cuprust::*;
/// let (sum, over) = (ops::ReductionRow::named("sum"), axis(..).initial(10));
/// assert_eq!(ufunc::reduction::start_over(sum, &array![1, 2], over)?.to_string(), "13");
/// # Ok::<(), Error>(())
/// ```
pub fn start_over(row: &ReductionRow, array: &Array, over: Over<'_, Initial<'_>>) -> Result<Array> {
    let dtype = dtype_of(row, array, over.dtype, over.out)?;
    fold(row.reduction, row.name, array, dtype, &over.started(dtype)?)
}

/// Reduces by a reduction's name or alias: `"sum"`, `"amax"`, `"argmin"`, ..
///
/// # Errors
/// As [`reduce`], and a value error for an unknown name.
///
/// ```
/// # use cuprust::*;
/// let options = ReduceOptions::default();
/// assert_eq!(ufunc::reduction::named("max", &array![1, 5, 2], &options)?.to_string(), "5");
/// # Ok::<(), Error>(())
/// ```
pub fn named(name: &str, array: &Array, options: &ReduceOptions) -> Result<Array> {
    let found = REDUCTIONS.iter().find(|row| row.name == name || row.aliases.contains(&name));
    reduce(found.ok_or_else(|| Error::value(format!("there is no reduction `{name}`")))?, array, options)
}
