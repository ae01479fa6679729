//! `ufunc.at`: applies a row to elements at indices, repeatedly for repeated indices.

use cuprust_ir::{Dims, Error, Layout, Opcode, Result};
use cuprust_num::{DType, Scalar, Value};
use cuprust_ops::{Operand, Routine, RowId};

use crate::array::scalar_for;
use crate::indexing::IntoIndex;
use crate::indexing::advanced::Selection;
use crate::ufunc::Argument;
use crate::ufunc::powers::{POWER, check_exponents};
use crate::{Array, Index, creation};

/// `a[index] = a[index] op b` for each element that the index selects, repeatedly for repeated indices: `ufunc.at`. The
/// index can be any that [`Array::set`] accepts.
///
/// As in NumPy, a number takes part with its default dtype, and every result is cast to the array's dtype, whatever
/// that is. If the indices are in this process's memory it waits for them, to check them. Otherwise the device checks
/// them: one out of range is raised by the next call that waits for the device.
///
/// # Errors
/// An index error for an index out of range, a type error for dtypes that the row has no loop for, a value error where
/// `b` does not broadcast.
///
/// ```
/// # use cuprust::*;
/// let a = zeros(3)?;
/// ufunc_methods::at(ops::RowId::named("add"), &a, &array![0, 0, 2], Some(1.0.into()))?;
/// assert_eq!(a.to_string(), "[2. 0. 1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn at<'i>(row: RowId, array: &Array, index: impl IntoIndex<'i>, operand: Option<Argument>) -> Result<()> {
    index.with_parts(|parts| at_parts(row, array, parts, operand))
}

fn at_parts(row: RowId, array: &Array, index: &[Index], operand: Option<Argument>) -> Result<()> {
    array.check_writable()?;
    let what = row.row();
    let name = what.name;
    if what.outputs.len() != 1 {
        return Err(Error::value("Only single output ufuncs supported at this time"));
    }
    match (what.inputs.len(), operand) {
        (2, None) => return Err(Error::value(format!("second operand needed for ufunc {name}"))),
        (1, Some(_)) => return Err(Error::value("second operand provided when ufunc is unary")),
        (1 | 2, _) => {}
        _ => return Err(Error::value("Only unary and binary ufuncs supported at this time")),
    }
    for part in index {
        if let Index::Array(indices) = part {
            array.check_device(indices)?;
        }
    }
    let selection = Selection::of(array, index)?;
    let shape = selection.shape();
    let value = operand.map(|operand| value_of(row, array, operand)).transpose()?;
    let value = value.map(|value| value.broadcast_to(&shape)).transpose().map_err(|error| error.within(name))?;
    let change = Change::of(row, array, value)?;
    if shape.contains(&0) {
        return Ok(());
    }
    if let Some(value) = change.value.as_ref().filter(|_| row == POWER) {
        check_exponents(change.dtype, Argument::Array(value), None)?;
    }
    match change.method {
        Method::InOrder => change.in_order(array, index),
        Method::At(dtype) => change.at_once(dtype, array, index, selection),
    }
}

/// Adds values, or one, to the elements of a contiguous one-dimensional array at int64 indices that are known to be in
/// range; floats in order, or as it is fastest.
pub(crate) fn add_known(sums: &Array, indices: &Array, values: Option<&Array>, ordered: bool) -> Result<()> {
    let values = match values {
        Some(values) => values.clone(),
        None => creation::full(creation::shape(()).on(sums.device()), Scalar::one(sums.dtype()))?
            .broadcast_to(indices.shape())?,
    };
    record(Routine::At { row: RowId::ADD, ordered }, sums, indices, Some(&in_one_axis(&values)?))
}

fn record(routine: Routine, line: &Array, indices: &Array, values: Option<&Array>) -> Result<()> {
    let inputs: Vec<_> = [indices].into_iter().chain(values).map(Array::input).collect();
    line.device().lock()?.record(Opcode::Routine(routine), line.shape(), &[line.output()], &inputs)
}

/// The elements as a one-dimensional array, without memory for each if they are one number.
fn in_one_axis(values: &Array) -> Result<Array> {
    let own = values.layout();
    if own.shape.iter().zip(own.strides.iter()).any(|(&extent, &stride)| extent != 1 && stride != 0) {
        return values.ravel()?.ascontiguous();
    }
    let (shape, strides) = (Dims::new(&[own.size()]), Dims::new(&[0]));
    Ok(values.view_of(Layout { shape, strides, offset: own.offset }))
}

/// The second operand as an array.
fn value_of(row: RowId, array: &Array, operand: Argument) -> Result<Array> {
    let scalar = match operand {
        Argument::Array(value) => return Ok(value.clone()),
        Argument::Scalar(scalar) => scalar,
        Argument::Value(value) => {
            // An integer that fits gives the same result in an integer dtype as in its own, and one that every float
            // dtype holds is added, subtracted and multiplied with one rounding in any. Where the order of roundings is
            // not fixed, a number takes the array's dtype as elsewhere.
            let own = array.dtype();
            let fits = match value {
                // With uint64, which has no common integer dtype with int64, it is a float64.
                Value::Int(_) if own.is_integer() => own != DType::U64,
                Value::Int(-256..=256) if own.is_inexact() && row.row().modular => true,
                _ => {
                    !array.device().capabilities().ordered_updates && own.is_inexact() && value.weak().with(own) == own
                }
            };
            let wide = value.weak().alone();
            let found = [own].into_iter().filter(|_| fits).chain([wide, DType::U64]).find_map(|dtype| value.to(dtype));
            found.map_or_else(|| scalar_for(value, wide), Ok)?
        }
    };
    creation::full(creation::shape(()).on(array.device()), scalar)
}

/// The operation on each selected element.
struct Change {
    row: RowId,
    /// The dtype of the loop.
    dtype: DType,
    /// Whether the element is the second operand.
    exchanged: bool,
    /// The first operand, one for each selected element.
    value: Option<Array>,
    method: Method,
}

/// How the operation is executed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    /// By the routine, on elements of this dtype.
    At(DType),
    /// Sequentially: each result is cast to the array's dtype before it is an operand again.
    InOrder,
}

impl Change {
    fn of(row: RowId, array: &Array, value: Option<Array>) -> Result<Change> {
        let (own, capabilities) = (array.dtype(), array.device().capabilities());
        let operands: Vec<Operand> =
            [own].into_iter().chain(value.as_ref().map(Array::dtype)).map(Operand::Strong).collect();
        let (row, exchanged) = row.row().exact(&operands).unwrap_or((row, false));
        let what = row.row();
        let dtype = match exchanged {
            true => what.resolve(&[operands[1], operands[0]]),
            false => what.resolve(&operands),
        };
        let dtype = dtype.map_err(Error::type_)?;
        let is_alike = !exchanged && what.outputs[0].dtype(dtype) == dtype && what.inputs[0].dtype(dtype) == dtype;
        let method = if !is_alike || dtype.size() > capabilities.max_update_bytes && row != RowId::ADD {
            // A sum of complex numbers takes two steps, each of which changes one part.
            Method::InOrder
        } else if dtype == own || what.modular && own.is_integer() && dtype.is_integer() {
            Method::At(own)
        } else if !capabilities.ordered_updates && own.is_inexact() {
            // The order of the roundings is not fixed there, and the last result stays.
            Method::At(dtype)
        } else {
            Method::InOrder
        };
        Ok(Change { row, dtype, exchanged, value, method })
    }

    /// By the routine, which works on a one-dimensional array of one dtype; other layouts and dtypes, and raw bools,
    /// are converted and written back: the routine reads what it writes.
    fn at_once(&self, dtype: DType, array: &Array, index: &[Index], own: Selection) -> Result<()> {
        let raw_bools = dtype == DType::Bool && array.device().lock()?.has_raw_bools(array.storage());
        let plain = array.layout().is_contiguous() && array.dtype() == dtype && !raw_bools;
        let target = if plain { array.clone() } else { array.astype(dtype)? };
        let (line, indices) = if plain { own } else { Selection::of(&target, index)? }.in_line()?;
        let indices = indices.ravel()?.ascontiguous()?;
        let indices = if indices.shares_storage(&line) { indices.copy()? } else { indices };
        let slot = self.row.row().inputs.get(1);
        let values =
            self.value.as_ref().zip(slot).map(|(value, slot)| in_one_axis(&value.in_dtype(slot.dtype(dtype))?));
        let routine = Routine::At { row: self.row, ordered: true };
        record(routine, &line, &indices, values.transpose()?.as_ref())?;
        if plain { Ok(()) } else { array.assign(&target) }
    }

    /// Sequentially, in host memory: only that gives NumPy's results where each result is cast.
    fn in_order(&self, array: &Array, index: &[Index]) -> Result<()> {
        let (what, own) = (self.row.row(), array.dtype());
        let Some(loops) = (what.loops)(self.dtype) else {
            return Err(Error::type_(format!("{} has no loop for {}", what.name, self.dtype)));
        };
        let (element, other) = if self.exchanged { (1, 0) } else { (0, 1) };
        let slot = |position: usize| what.inputs.get(position).map_or(self.dtype, |slot| slot.dtype(self.dtype));
        let (takes, gives) = (slot(element), what.outputs[0].dtype(self.dtype));
        let values = self.value.as_ref().map(|value| value.in_dtype(slot(other))?.to_bytes()).transpose()?;
        let mut values = values.as_deref().map(|bytes| bytes.chunks_exact(slot(other).size()));
        let contiguous = array.ascontiguous()?;
        let (line, indices) = Selection::of(&contiguous, index)?.in_line()?;
        // Indices are relative to the first element after the basic parts of the index.
        let start = line.layout().offset - contiguous.layout().offset;
        let indices = indices.to_vec::<i64>()?;
        let (size, mut elements) = (own.size(), contiguous.to_bytes()?);
        let mut operands = [Aligned([0; 16]), Aligned([0; 16])];
        let mut made = Aligned([0; 16]);
        for position in indices {
            let position = position.checked_add(start).and_then(|position| usize::try_from(position).ok());
            let bytes = position.and_then(|position| elements.chunks_exact_mut(size).nth(position));
            let Some(bytes) = bytes else {
                return Err(Error::index(format!("{}.at: an index is out of bounds for its axis", what.name)));
            };
            operands[element].0 = *Scalar::from_bytes(own, bytes).cast(takes).bytes();
            if let Some(value) = values.as_mut().and_then(Iterator::next) {
                operands[other].0 = *Scalar::from_bytes(slot(other), value).bytes();
            }
            let inputs = operands.each_ref().map(|operand| operand.0.as_ptr());
            let outputs = [made.0.as_mut_ptr()];
            // SAFETY: the row has one output and at most two inputs, in the dtypes of its slots; each lies in 16
            // aligned bytes of its own, and a bool among them is 0 or 1, as Scalar makes it.
            unsafe { (loops.baseline)(inputs.as_ptr(), outputs.as_ptr(), 1) };
            bytes.copy_from_slice(&Scalar::from_bytes(gives, &made.0).cast(own).bytes()[..size]);
        }
        array.assign(&Array::from_bytes(&elements, array.shape(), own, array.device())?)
    }
}

/// Memory for one element of any dtype.
#[repr(align(16))]
struct Aligned([u8; 16]);
