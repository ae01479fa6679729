//! `ufunc.at`: elements that indices name are changed by a row, repeated ones each time.

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::{DType, Scalar, Value};
use cuprust_ops::{Operand, Routine, RowId};

use super::methods::from_the_start;
use super::powers::{POWER, check_exponents};
use crate::indexing::scalar_for;
use crate::ufunc::{self, Argument, MapOptions, map};
use crate::{Array, creation};

const MULTIPLY: RowId = RowId::named("multiply");

/// `a[i] = a[i] op b` for each `i` of an integer array along the first axis, repeated ones counted each time: `ufunc.at`.
///
/// As in NumPy, a number takes part in the dtype that it has alone, and every result is cast to the array's dtype, whatever that
/// is. Where the indices lie in this process's memory, or name more than an element each, it waits for them, to check them. Else
/// the device does: one out of range is an error of the next call that waits for the device.
///
/// # Errors
/// An index error for an index out of range, a type error for indices that are not integers and dtypes that the row has no loop for, a
/// value error where `b` does not broadcast.
pub fn at(row: RowId, array: &Array, indices: &Array, operand: Option<Argument>) -> Result<()> {
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
    if !indices.dtype().is_integer() {
        return Err(Error::index(format!("{name}.at: indices must be integers, not {}", indices.dtype())));
    }
    if array.ndim() == 0 {
        return Err(Error::index("too many indices for array: array is 0-dimensional, but 1 were indexed"));
    }
    let value = operand.map(|operand| value_of(row, array, operand)).transpose()?;
    let shape: Vec<i64> = indices.shape().iter().chain(&array.shape()[1..]).copied().collect();
    let value = value.map(|value| value.broadcast_to(&shape)).transpose().map_err(|error| error.within(name))?;
    let change = Change::of(row, array, value)?;
    let inner: i64 = array.shape()[1..].iter().product();
    let later = !array.device().is_host() && change.way != Way::InOrder && inner == 1;
    let indices = from_the_start(indices, 0, array.shape()[0], later)?;
    if shape.contains(&0) {
        return Ok(());
    }
    if let Some(value) = change.value.as_ref().filter(|_| row == POWER) {
        check_exponents(change.dtype, Argument::Array(value), None)?;
    }
    match change.way {
        Way::InOrder => change.in_order(array, &indices),
        Way::At(dtype) => change.at_once(dtype, array, &indices, inner),
    }
}

/// The second operand as an array.
fn value_of(row: RowId, array: &Array, operand: Argument) -> Result<Array> {
    let scalar = match operand {
        Argument::Array(value) => return Ok(value.clone()),
        Argument::Scalar(scalar) => scalar,
        Argument::Value(value) => {
            // An integer that fits gives in an integer dtype what it gives in its own, and one that every float dtype holds is
            // added, subtracted and multiplied with one rounding in any. On a GPU, where the order of roundings is not fixed, a
            // number takes the array's dtype as elsewhere.
            let own = array.dtype();
            let fits = match value {
                // Beside uint64, which no integer dtype holds together with its own, it is a float64.
                Value::Int(_) if own.is_integer() => own != DType::U64,
                Value::Int(-256..=256) if own.is_inexact() && row.row().modular => true,
                _ => !array.device().is_host() && own.is_inexact() && value.weak().with(own) == own,
            };
            let wide = value.weak().alone();
            let found = [own].into_iter().filter(|_| fits).chain([wide, DType::U64]).find_map(|dtype| value.to(dtype));
            found.map_or_else(|| scalar_for(value, wide), Ok)?
        }
    };
    creation::full(creation::shape(()).on(array.device()), scalar)
}

/// What is done to each element that is named.
struct Change {
    row: RowId,
    /// The dtype of the loop.
    dtype: DType,
    /// Whether the element is the second operand.
    exchanged: bool,
    /// The first operand, one for each element that is named.
    value: Option<Array>,
    way: Way,
}

/// How it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By the routine, on elements of this dtype.
    At(DType),
    /// One element after another: each result is cast to the array's dtype before it is an operand again.
    InOrder,
}

impl Change {
    fn of(row: RowId, array: &Array, value: Option<Array>) -> Result<Change> {
        let (own, on_host) = (array.dtype(), array.device().is_host());
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
        let way = if !is_alike || dtype == DType::C128 && !on_host && row != RowId::ADD {
            // A GPU changes at most 8 bytes in one step; a sum of complex numbers has two.
            Way::InOrder
        } else if dtype == own || what.modular && own.is_integer() && dtype.is_integer() {
            Way::At(own)
        } else if !on_host && own.is_inexact() {
            // The order of the roundings is not fixed there, and the last one is left.
            Way::At(dtype)
        } else {
            Way::InOrder
        };
        Ok(Change { row, dtype, exchanged, value, way })
    }

    /// By the routine, which works on one axis in one dtype; another layout or dtype is brought to it and back, and so are bools
    /// whose bytes may be other than 0 and 1: the routine reads what it writes.
    fn at_once(&self, dtype: DType, array: &Array, indices: &Array, inner: i64) -> Result<()> {
        let loose = dtype == DType::Bool && array.device().lock()?.is_loose(array.storage());
        let plain = array.layout().is_contiguous() && array.dtype() == dtype && !loose;
        let target = if plain { array.clone() } else { array.astype(dtype)? };
        let flat = target.ravel()?;
        let places = if inner == 1 {
            indices.ravel()?.ascontiguous()?
        } else {
            let column = indices.ravel()?.reshape([-1, 1])?;
            let number = Argument::Value(Value::Int(inner as i128));
            let starts = map(MULTIPLY, &[Argument::Array(&column), number], &MapOptions::default())?.swap_remove(0);
            let within = creation::positions(&[inner], 0, &[1], DType::I64, array.device())?;
            ufunc::binary(RowId::ADD, &starts, &within)?.ravel()?.ascontiguous()?
        };
        let slot = self.row.row().inputs.get(1);
        let values = self
            .value
            .as_ref()
            .zip(slot)
            .map(|(value, slot)| value.in_dtype(slot.dtype(dtype))?.ravel()?.ascontiguous());
        let values = values.transpose()?;
        let inputs: Vec<_> = [&places].into_iter().chain(&values).map(Array::input).collect();
        let opcode = Opcode::Routine(Routine::At { row: self.row });
        flat.device().lock()?.record(opcode, flat.shape(), &[flat.output()], &inputs)?;
        if plain { Ok(()) } else { array.assign(&target) }
    }

    /// One element after another, in memory of the host: nothing else gives what NumPy gives where each result is cast.
    fn in_order(&self, array: &Array, indices: &Array) -> Result<()> {
        let (what, own) = (self.row.row(), array.dtype());
        let Some(loops) = (what.loops)(self.dtype) else {
            return Err(Error::type_(format!("{} has no loop for {}", what.name, self.dtype)));
        };
        let (element, other) = if self.exchanged { (1, 0) } else { (0, 1) };
        let slot = |place: usize| what.inputs.get(place).map_or(self.dtype, |slot| slot.dtype(self.dtype));
        let (takes, gives) = (slot(element), what.outputs[0].dtype(self.dtype));
        let values = self.value.as_ref().map(|value| value.in_dtype(slot(other))?.to_bytes()).transpose()?;
        let mut values = values.as_deref().map(|bytes| bytes.chunks_exact(slot(other).size()));
        let (places, mut elements) = (indices.to_vec::<i64>()?, array.to_bytes()?);
        let size = own.size();
        let row_length = size * array.shape()[1..].iter().product::<i64>() as usize;
        let mut operands = [Aligned([0; 16]), Aligned([0; 16])];
        let mut made = Aligned([0; 16]);
        for place in places {
            let row = &mut elements[place as usize * row_length..][..row_length];
            for bytes in row.chunks_exact_mut(size) {
                operands[element].0 = *Scalar::from_bytes(own, bytes).cast(takes).bytes();
                if let Some(value) = values.as_mut().and_then(Iterator::next) {
                    operands[other].0 = *Scalar::from_bytes(slot(other), value).bytes();
                }
                let inputs = operands.each_ref().map(|operand| operand.0.as_ptr());
                let outputs = [made.0.as_mut_ptr()];
                // SAFETY: the row has one output and at most two inputs, in the dtypes of its slots; each lies in 16 aligned bytes of
                // its own, and a bool among them is 0 or 1, as Scalar makes it.
                unsafe { (loops.baseline)(inputs.as_ptr(), outputs.as_ptr(), 1) };
                bytes.copy_from_slice(&Scalar::from_bytes(gives, &made.0).cast(own).bytes()[..size]);
            }
        }
        array.assign(&Array::from_bytes(&elements, array.shape(), own, array.device())?)
    }
}

/// Room for one element of any dtype.
#[repr(align(16))]
struct Aligned([u8; 16]);
