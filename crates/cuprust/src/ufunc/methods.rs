//! What every ufunc has beside its call: `accumulate`, `reduce`, `reduceat`, `outer` and `at`.

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::{Casting, DType, can_cast};
use cuprust_ops::{Operand, Reduction, Routine, RowId};

use crate::indexing::scalar_for;
use crate::ufunc::reduction::{ReduceOptions, fold};
use crate::ufunc::{self, Argument, MapOptions, map};
use crate::{Array, Index, normalize_axis};

const ADD: RowId = RowId::named("add");
const MULTIPLY: RowId = RowId::named("multiply");

/// The folds of the elements up to each one along an axis, by an associative row: `ufunc.accumulate`.
///
/// # Errors
/// A type error for a row that is not associative and for an array without axes, an axis error for one out of range, a value error for an `out` of
/// another shape.
pub fn accumulate(row: RowId, array: &Array, axis: i64, dtype: Option<DType>, out: Option<&Array>) -> Result<Array> {
    foldable(row, "accumulate")?;
    if array.ndim() == 0 && matches!(axis, 0 | -1) {
        return Err(Error::type_(format!(
            "cannot accumulate on a scalar: {}.accumulate needs an axis",
            row.row().name
        )));
    }
    let dtype = fold_dtype(row, array.dtype(), dtype)?;
    scan(row, array, axis, dtype, out)
}

pub(crate) fn scan(row: RowId, array: &Array, axis: i64, dtype: DType, out: Option<&Array>) -> Result<Array> {
    let name = row.row().name;
    let axis = normalize_axis(axis, array.ndim()).map_err(|error| error.within(name))?;
    if let Some(out) = out {
        out.check_out(name, array.shape(), array.device())?;
        if !can_cast(dtype, out.dtype(), Casting::SameKind) {
            return Err(Error::type_(format!(
                "{name}: cannot cast from {dtype} to {} with casting rule 'same_kind'",
                out.dtype()
            )));
        }
    }
    let source = array.in_dtype(dtype)?;
    let result = array.empty_like(Some(dtype))?;
    if result.size() != 0 {
        let mut order: Vec<usize> = (0..array.ndim()).filter(|&other| other != axis).collect();
        order.push(axis);
        let from = source.view_of(source.layout().permute(&order));
        let to = result.view_of(result.layout().permute(&order));
        let opcode = Opcode::Routine(Routine::Scan { row });
        to.device().lock()?.record(opcode, to.shape(), &[to.output()], &[from.input()])?;
    }
    result.into_out(out)
}

/// The fold of the elements over axes by an associative row: `ufunc.reduce`. Sums and products of narrow integers rise to
/// 64 bits.
///
/// # Errors
/// A type error for a row that is not associative, and as [`crate::ufunc::reduction::reduce`].
pub fn reduce(row: RowId, array: &Array, options: &ReduceOptions) -> Result<Array> {
    foldable(row, "reduce")?;
    let dtype = fold_dtype(row, array.dtype(), options.dtype)?;
    fold(Reduction::Fold(row), row.row().name, array, dtype, options)
}

/// The folds of slices along an axis by an associative row: `ufunc.reduceat`. The slice of an index ends where the next index
/// begins; of an index that is not below the next one, it is the element that it names.
///
/// # Errors
/// As [`reduce`], and an index error for an index out of range.
pub fn reduce_at(
    row: RowId,
    array: &Array,
    indices: &[i64],
    axis: i64,
    dtype: Option<DType>,
    out: Option<&Array>,
) -> Result<Array> {
    foldable(row, "reduceat")?;
    let name = row.row().name;
    let axis = normalize_axis(axis, array.ndim()).map_err(|error| error.within(name))?;
    let dtype = fold_dtype(row, array.dtype(), dtype)?;
    let (extent, mut shape) = (array.shape()[axis], array.shape().to_vec());
    if let Some(wrong) = indices.iter().find(|index| !(0..extent).contains(*index)) {
        return Err(Error::index(format!("index {wrong} out-of-bounds in {name}.reduceat [0, {extent})")));
    }
    shape[axis] = indices.len() as i64;
    let result = Array::empty(&shape, dtype, array.device())?;
    let part = |array: &Array, start: i64, stop: i64| {
        let mut index = vec![Index::ALL; axis];
        index.push(Index::range(start, stop));
        array.at(&index)
    };
    for (place, &start) in indices.iter().enumerate() {
        let stop = indices.get(place + 1).map_or(extent, |&next| next.max(start + 1));
        let to = part(&result, place as i64, place as i64 + 1)?;
        let axes = [axis as i64];
        let options = ReduceOptions { axes: Some(&axes), dtype: Some(dtype), keepdims: true, ..Default::default() };
        to.assign(&reduce(row, &part(array, start, stop)?, &options)?)?;
    }
    if let Some(out) = out {
        out.check_out(name, result.shape(), result.device())?;
    }
    result.into_out(out)
}

fn foldable(row: RowId, what: &str) -> Result<()> {
    let row = row.row();
    if row.inputs.len() != 2 {
        return Err(Error::value(format!("{what} only supported for binary functions: {} is none", row.name)));
    }
    if row.outputs.len() != 1 {
        return Err(Error::value(format!("{what} only supported for functions returning a single value")));
    }
    if !row.associative {
        return Err(Error::not_implemented(format!(
            "{}.{what} is not built yet: {} is not associative, so it cannot be folded in blocks",
            row.name, row.name
        )));
    }
    Ok(())
}

/// The dtype in which a row folds elements of a dtype, or of one that is named.
///
/// # Errors
/// A type error where the row has no loop for it.
pub fn fold_dtype(row: RowId, operand: DType, wanted: Option<DType>) -> Result<DType> {
    let what = row.row();
    let like = match what.name {
        "add" => Some("sum"),
        "multiply" => Some("prod"),
        _ => None,
    };
    let wide = like.and_then(|name| cuprust_ops::REDUCTIONS.iter().find(|reduction| reduction.name == name));
    let dtype = wanted.unwrap_or_else(|| wide.map_or(operand, |reduction| reduction.dtype(operand)));
    let loop_dtype = what.resolve(&[Operand::Strong(dtype), Operand::Strong(dtype)]).map_err(Error::type_)?;
    // A fold feeds results in again, so they have the dtype of the operands; of the truth functions that is bool.
    Ok(what.outputs[0].dtype(loop_dtype))
}

/// A row on all pairs of elements: the axes of the first operand, then those of the second. `ufunc.outer`.
///
/// # Errors
/// A type error for a row that takes not two operands, and as [`map`].
pub fn outer(row: RowId, a: &Array, b: &Array, options: &MapOptions) -> Result<Vec<Array>> {
    if row.row().inputs.len() != 2 {
        return Err(Error::value("outer product only supported for binary functions"));
    }
    let layout = (0..b.ndim()).fold(a.layout().clone(), |layout, _| layout.with_axis(layout.rank()));
    map(row, &[Argument::Array(&a.view_of(layout)), Argument::Array(b)], options)
}

/// `a[i] = a[i] op b` for each `i` of an integer array along the first axis, repeated ones counted each time: `ufunc.at`.
///
/// Where the indices lie in this process's memory, or name more than an element each, it waits for them, to check them. Else
/// the device does: one out of range is an error of the next call that waits for the device.
///
/// # Errors
/// An index error for an index out of range, a type error for indices that are not integers or a cast that is not
/// allowed, a value error where `b` does not broadcast.
pub fn at(row: RowId, array: &Array, indices: &Array, operand: Option<Argument>) -> Result<()> {
    array.check_writable()?;
    let name = row.row().name;
    if !indices.dtype().is_integer() {
        return Err(Error::index(format!("{name}.at: indices must be integers, not {}", indices.dtype())));
    }
    if array.ndim() == 0 {
        return Err(Error::index("too many indices for array: array is 0-dimensional, but 1 were indexed"));
    }
    let binary = row.row().inputs.len() == 2;
    let later = !array.device().is_host() && binary && array.shape()[1..].iter().product::<i64>() == 1;
    let indices = from_the_start(indices, 0, array.shape()[0], later)?;
    match (row.row().inputs.len(), operand) {
        (2, Some(operand)) => binary_at(row, array, &indices, operand),
        (2, None) => Err(Error::value(format!("second operand needed for ufunc {name}"))),
        (1, None) => unary_at(row, array, &indices),
        (1, Some(_)) => Err(Error::value("second operand provided when ufunc is unary")),
        _ => Err(Error::value("Only unary and binary ufuncs supported at this time")),
    }
}

/// The indices along an axis as int64, negative ones counted from the end, and checked now where that is not done `later`.
pub(crate) fn from_the_start(indices: &Array, axis: usize, extent: i64, later: bool) -> Result<Array> {
    let indices = indices.in_dtype(DType::I64)?;
    for name in ["max", "min"] {
        if later || indices.size() == 0 {
            break;
        }
        let place: i64 = crate::ufunc::reduction::named(name, &indices, &ReduceOptions::default())?.item()?.get();
        if !(-extent..extent).contains(&place) {
            return Err(Error::index(format!("index {place} is out of bounds for axis {axis} with size {extent}")));
        }
        if name == "min" && place >= 0 {
            return Ok(indices);
        }
    }
    let number = |value: i64| Argument::Value(cuprust_num::Value::Int(value as i128));
    let one = |row: RowId, arguments: &[Argument]| {
        map(row, arguments, &MapOptions::default()).map(|mut outputs| outputs.swap_remove(0))
    };
    let negative = one(const { RowId::named("less") }, &[Argument::Array(&indices), number(0)])?;
    let moved = one(ADD, &[Argument::Array(&indices), number(extent)])?;
    crate::indexing::where_(&negative, Argument::Array(&moved), Argument::Array(&indices))
}

fn binary_at(row: RowId, array: &Array, indices: &Array, operand: Argument) -> Result<()> {
    let name = row.row().name;
    let value = match operand {
        Argument::Array(value) => value.clone(),
        Argument::Scalar(scalar) => crate::creation::full(&[], scalar, array.device())?,
        Argument::Value(value) => {
            let scalar = scalar_for(value, value.weak().with(array.dtype()))?;
            crate::creation::full(&[], scalar, array.device())?
        }
    };
    let operands = [Operand::Strong(array.dtype()), Operand::Strong(value.dtype())];
    let dtype = row.row().resolve(&operands).map_err(Error::type_)?;
    if row == crate::ufunc::powers::POWER {
        crate::ufunc::powers::check_exponents(dtype, Argument::Array(&value), None)?;
    }
    let result = row.row().outputs[0].dtype(dtype);
    if !can_cast(result, array.dtype(), Casting::SameKind) {
        return Err(Error::type_(format!(
            "Cannot cast ufunc '{name}' output from {result} to {} with casting rule 'same_kind'",
            array.dtype()
        )));
    }
    let rest: Vec<i64> = array.shape()[1..].to_vec();
    let shape: Vec<i64> = indices.shape().iter().chain(&rest).copied().collect();
    let value = value.broadcast_to(&shape).map_err(|error| error.within(name))?;
    if value.size() == 0 {
        return Ok(());
    }
    if result != dtype {
        return Err(Error::not_implemented(format!(
            "{name}.at is not built yet: the result is of another dtype than the operands"
        )));
    }
    // The routine works on one axis in the dtype of the loop; another layout or dtype is brought to it and back, and so are
    // bools whose bytes may be other than 0 and 1: the routine reads what it writes.
    let loose = dtype == DType::Bool && array.device().lock()?.is_loose(array.storage());
    let plain = array.layout().is_contiguous() && array.dtype() == dtype && !loose;
    let target = if plain { array.clone() } else { array.astype(dtype)? };
    let inner: i64 = rest.iter().product();
    let flat = target.ravel()?;
    let places = if inner == 1 {
        indices.ravel()?.ascontiguous()?
    } else {
        let column = indices.ravel()?.reshape(&[-1, 1])?;
        let number = Argument::Value(cuprust_num::Value::Int(inner as i128));
        let starts = map(MULTIPLY, &[Argument::Array(&column), number], &MapOptions::default())?.swap_remove(0);
        let within = crate::creation::positions(&[inner], 0, &[1], DType::I64, array.device())?;
        ufunc::binary(ADD, &starts, &within)?.ravel()?.ascontiguous()?
    };
    let values = value.in_dtype(dtype)?.ravel()?.ascontiguous()?;
    let opcode = Opcode::Routine(Routine::At { row });
    flat.device().lock()?.record(opcode, flat.shape(), &[flat.output()], &[places.input(), values.input()])?;
    if plain { Ok(()) } else { array.assign(&target) }
}

/// A unary row at the places that are named, once however often they are: NumPy applies it each time, so the indices are
/// gone through one by one.
fn unary_at(row: RowId, array: &Array, indices: &Array) -> Result<()> {
    for place in indices.to_vec::<i64>()? {
        let part = array.at(&[Index::At(place)])?;
        let options = MapOptions { out: [Some(&part), None], ..MapOptions::default() };
        map(row, &[Argument::Array(&part)], &options)?;
    }
    Ok(())
}
