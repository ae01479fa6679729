//! Rows applied to arrays: broadcasting, promotion, `out`, `where`, `dtype` and `casting`, as in NumPy's ufuncs.

mod argument;
pub(crate) mod casting;
mod immediate;
mod instructions;
mod layouts;
pub mod operators;
mod options;
pub mod over;
pub(crate) mod powers;
pub mod reduction;
pub mod rows;
pub(crate) mod scan;
mod selection;
mod signature;
pub(crate) mod table;

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::{Casting, DType, Value};
use cuprust_ops::{RowId, Slot};

use crate::Array;
use crate::array::byte_size;
use crate::runtime::{Device, Input, on_different_devices, poll_signals_at_times};
use casting::{check_mask, check_output, loop_dtype, widen};
use layouts::{new_layout, result_layout, result_shape};
use powers::{INTEGER_POWER, POWER, power_by, power_row};

pub use argument::Argument;
pub use casting::cast_value;
pub(crate) use instructions::plain_map;
pub(crate) use layouts::result_layout_of;
pub use options::{MapOptions, ReduceOptions, single_output};
pub use selection::where_;
pub(crate) use selection::{common_dtype, typed};
pub use signature::{Loop, Signature};

/// Applies a row to operands of any shapes that broadcast. The result has one array for each of the row's outputs.
///
/// # Errors
/// - A type error where the row has no loop for the dtypes, or a cast is not allowed.
/// - A value error where shapes do not broadcast, or an `out` is narrower than they are or read-only; and for integers
///   to negative integer powers.
/// - An overflow error where a Python integer does not fit the dtype.
///
/// ```
/// # use cuprust::*;
/// let found = ufunc::map(ops::RowId::named("modf"), &[(&array![1.5]).into()], &MapOptions::default())?;
/// assert_eq!(format!("{} {}", found[0], found[1]), "[0.5] [1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn map(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Vec<Array>> {
    if let ([Argument::Array(first), rest @ ..], [Some(out), None, ..]) = (arguments, options.out)
        && rest.len() < 2
        && (options.mask.is_none() && !options.names_loop() && options.casting == Casting::SameKind)
        && write_same_shape(row, first, rest.first().copied(), out)?
    {
        return Ok(vec![out.clone()]);
    }
    let device = device_of(arguments)?;
    // Signed and unsigned 64-bit integers are compared exactly: no dtype holds both.
    if !options.names_loop()
        && let [a, b] = *arguments
        && let Some((exact, exchanged)) = row.row().exact(&[a.operand(), b.operand()])
    {
        return map(exact, &if exchanged { [b, a] } else { [a, b] }, options);
    }
    let what = row.row();
    if arguments.len() != what.inputs.len() {
        return Err(Error::type_(format!(
            "{} takes {} operands, not {}",
            what.name,
            what.inputs.len(),
            arguments.len()
        )));
    }
    let dtype = loop_dtype(row, arguments, options)?;
    if what.outputs[0] == Slot::Fixed(DType::Bool)
        && let Some(widened) = widen(arguments, what.inputs, dtype)
    {
        return map(row, &widened, options);
    }
    let scalars = arguments
        .iter()
        .zip(what.inputs)
        .map(|(argument, slot)| argument.scalar(slot.dtype(dtype), what.name))
        .collect::<Result<Vec<_>>>()?;
    for (out, slot) in options.out.iter().zip(what.outputs) {
        out.map_or(Ok(()), |out| check_output(what.name, out, slot.dtype(dtype), options.casting))?;
    }
    options.mask.map_or(Ok(()), |mask| check_mask(what.name, mask))?;
    let shape = result_shape(row, arguments, options)?;
    let row = if row == POWER && !shape.contains(&0) { power_row(dtype, arguments[1], options.mask)? } else { row };
    let layouts = arguments.iter().map(|argument| argument.layout(&shape)).collect::<Result<Vec<_>>>()?;
    let mut inputs: Vec<Input> = arguments
        .iter()
        .zip(layouts.iter().zip(&scalars))
        .map(|(argument, (layout, scalar))| match (argument, layout, scalar) {
            (Argument::Array(array), Some(layout), _) => Input::View(array.storage(), array.dtype(), layout, &[]),
            (_, _, Some(scalar)) => Input::Scalar(*scalar),
            _ => unreachable!("an argument is an array or a scalar"),
        })
        .collect();
    let taking_part = match (arguments, options.mask) {
        (&[_, exponents], Some(mask)) if row == INTEGER_POWER => {
            let taking_part = exponents_under(mask, exponents)?;
            Some(taking_part.view_of(taking_part.layout().broadcast(&shape)?))
        }
        _ => None,
    };
    if let Some(taking_part) = &taking_part {
        inputs[1] = taking_part.input();
    }
    let mut outputs = Vec::with_capacity(what.outputs.len());
    for (position, slot) in what.outputs.iter().enumerate() {
        outputs.push(match options.out[position] {
            Some(out) => {
                out.check_out(what.name, &shape, device)?;
                out.clone()
            }
            None => Array::over(
                device.lock()?.create(byte_size(&shape, slot.dtype(dtype))?)?,
                slot.dtype(dtype),
                new_layout((row, dtype), &shape, &layouts, arguments, options),
            ),
        });
    }
    if outputs[0].size() == 0 {
        return Ok(outputs);
    }
    match options.mask {
        None => {
            poll_signals_at_times()?;
            let mut state = device.lock()?;
            if let ([out], [Some(_), None, ..], Some(eager)) = (&outputs[..], options.out, device.eager())
                && immediate::map_into(&mut state, eager, row, dtype, (&out.whole_input(), out.size()), &inputs)?
            {
                return Ok(outputs);
            }
            let targets: Vec<_> = outputs.iter().map(Array::output).collect();
            state.record(Opcode::Map(row, dtype), &shape, &targets, &inputs)?;
        }
        Some(mask) => instructions::masked(row, dtype, &shape, (&outputs, options.out), &inputs, mask, device)?,
    }
    Ok(outputs)
}

/// The common case of two arrays without options.
///
/// # Errors
/// As [`map`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(ufunc::binary(ops::RowId::named("add"), &array![1, 2], &array![3, 4])?.to_string(), "[4 6]");
/// # Ok::<(), Error>(())
/// ```
#[inline]
pub fn binary(row: RowId, a: &Array, b: &Array) -> Result<Array> {
    if a.dtype() == b.dtype()
        && a.layout().shape == b.layout().shape
        && a.device() == b.device()
        && a.size() != 0
        && let Some(dtype) = row.resolve_one_dtype(a.dtype(), None, 2)
    {
        let row = if row == POWER { power_row(dtype, Argument::Array(b), None)? } else { row };
        let (layout, plain) = if a.is_plain() && b.is_plain() {
            (a.layout().from_start(), true)
        } else {
            let layout = result_layout(a.shape(), &[Some(a.layout().clone()), Some(b.layout().clone())]);
            let plain = layout.is_plain();
            (layout, plain)
        };
        return instructions::plain_map(row, dtype, (layout, plain), &[a.whole_input(), b.whole_input()], a.device());
    }
    first(map(row, &[Argument::Array(a), Argument::Array(b)], &MapOptions::default()))
}

/// The common case of an array and a number, on either side, without options.
///
/// # Errors
/// As [`map`].
///
/// ```
/// # use cuprust::*;
/// let subtract = ops::RowId::named("subtract");
/// assert_eq!(ufunc::binary_scalar(subtract, &array![1, 2], Value::Int(9), true)?.to_string(), "[8 7]");
/// # Ok::<(), Error>(())
/// ```
#[inline]
pub fn binary_scalar(row: RowId, a: &Array, value: Value, reflected: bool) -> Result<Array> {
    if row == POWER
        && !reflected
        && let Some(cheap) = power_by(a.dtype(), value)
    {
        return unary(cheap, a);
    }
    if a.size() != 0
        && let Some(dtype) = row.resolve_one_dtype(a.dtype(), Some(value.weak()), 2)
        && let Some(scalar) = value.to(dtype)
    {
        let exponent = || if reflected { Argument::Array(a) } else { Argument::Value(value) };
        let row = if row == POWER { power_row(dtype, exponent(), None)? } else { row };
        let (array, scalar) = (a.whole_input(), Input::Scalar(scalar));
        let inputs = if reflected { [scalar, array] } else { [array, scalar] };
        return instructions::plain_map(row, dtype, result_layout_of(a), &inputs, a.device());
    }
    let (array, value) = (Argument::Array(a), Argument::Value(value));
    let arguments = if reflected { [value, array] } else { [array, value] };
    first(map(row, &arguments, &MapOptions::default()))
}

/// The common case of one array without options.
///
/// # Errors
/// As [`map`].
///
/// ```
/// # use cuprust::*;
/// assert_eq!(ufunc::unary(ops::RowId::named("negative"), &array![1, 2])?.to_string(), "[-1 -2]");
/// # Ok::<(), Error>(())
/// ```
#[inline]
pub fn unary(row: RowId, a: &Array) -> Result<Array> {
    if a.size() != 0
        && let Some(dtype) = row.resolve_one_dtype(a.dtype(), None, 1)
    {
        return instructions::plain_map(row, dtype, result_layout_of(a), &[a.whole_input()], a.device());
    }
    first(map(row, &[Argument::Array(a)], &MapOptions::default()))
}

/// An operation in place: `a op= b`.
///
/// # Errors
/// As [`map`] with `out`.
///
/// ```
/// # use cuprust::*;
/// let a = array![1, 2];
/// ufunc::in_place(ops::RowId::named("add"), &a, 5.into())?;
/// assert_eq!(a.to_string(), "[6 7]");
/// # Ok::<(), Error>(())
/// ```
pub fn in_place(row: RowId, a: &Array, b: Argument) -> Result<()> {
    if write_same_shape(row, a, Some(b), a)? {
        return Ok(());
    }
    map(row, &[Argument::Array(a), b], &MapOptions { out: single_output(Some(a)), ..MapOptions::default() }).map(drop)
}

/// The common case of one or two arrays and an `out`, without other options. Returns whether it was done; if not,
/// [`map`] does it or raises the error.
///
/// # Errors
/// As [`map`].
///
/// ```
/// # use cuprust::*;
/// let (a, out) = (array![1.0, 4.0], zeros(2)?);
/// assert!(ufunc::write(ops::RowId::named("sqrt"), &a, None, &out)?);
/// assert_eq!(out.to_string(), "[1. 2.]");
/// # Ok::<(), Error>(())
/// ```
#[inline]
pub fn write(row: RowId, a: &Array, b: Option<&Array>, out: &Array) -> Result<bool> {
    write_same_shape(row, a, b.map(Argument::Array), out)
}

/// The common case of writing to an existing array: the operands have its shape and one dtype, or are a number, and the
/// results have its dtype. Returns whether that was so; if not, nothing was done.
fn write_same_shape(row: RowId, first: &Array, second: Option<Argument>, out: &Array) -> Result<bool> {
    let matches_first =
        |other: &Array| other.layout().shape == first.layout().shape && other.device() == first.device();
    let weak = match second {
        Some(Argument::Value(value)) => Some(value.weak()),
        _ => None,
    };
    let operands = 1 + second.is_some() as usize;
    let writes_it = |dtype| matches!(row.row().outputs, [slot] if slot.dtype(dtype) == out.dtype());
    let Some(dtype) = row.resolve_one_dtype(first.dtype(), weak, operands).filter(|&dtype| writes_it(dtype)) else {
        return Ok(false);
    };
    if !matches_first(out) || !out.is_writable() || out.size() == 0 {
        return Ok(false);
    }
    let input = match second {
        None => first.whole_input(),
        Some(Argument::Array(second)) if second.dtype() == first.dtype() && matches_first(second) => {
            second.whole_input()
        }
        Some(Argument::Value(value)) => match value.to(dtype) {
            Some(scalar) => Input::Scalar(scalar),
            None => return Ok(false),
        },
        _ => return Ok(false),
    };
    let inputs = [first.whole_input(), input];
    let inputs = &inputs[..operands];
    let row = match second {
        Some(exponent) if row == POWER => power_row(dtype, exponent, None)?,
        _ => row,
    };
    poll_signals_at_times()?;
    let mut state = out.device().lock()?;
    if let Some(eager) = out.device().eager()
        && immediate::map_into(&mut state, eager, row, dtype, (&out.whole_input(), out.size()), inputs)?
    {
        return Ok(true);
    }
    state.record(Opcode::Map(row, dtype), out.shape(), &[out.output()], inputs)?;
    Ok(true)
}

/// Any operands without options, for a row with one output.
///
/// # Errors
/// As [`map`].
///
/// ```
/// # use cuprust::*;
/// let found = ufunc::apply(ops::RowId::named("power"), &[2.into(), (&array![1, 3]).into()])?;
/// assert_eq!(found.to_string(), "[2 8]");
/// # Ok::<(), Error>(())
/// ```
pub fn apply(row: RowId, arguments: &[Argument]) -> Result<Array> {
    match arguments {
        [Argument::Array(a), Argument::Array(b)] => binary(row, a, b),
        [Argument::Array(a), Argument::Value(value)] => binary_scalar(row, a, *value, false),
        [Argument::Value(value), Argument::Array(b)] => binary_scalar(row, b, *value, true),
        _ => first(map(row, arguments, &MapOptions::default())),
    }
}

/// Any operands without options, for a row with two outputs.
///
/// # Errors
/// As [`map`], and a type error for a row with one output.
///
/// ```
/// # use cuprust::*;
/// let (quotient, rest) = ufunc::apply_pair(ops::RowId::named("divmod"), &[(&array![7]).into(), 3.into()])?;
/// assert_eq!(format!("{quotient} {rest}"), "[2] [1]");
/// # Ok::<(), Error>(())
/// ```
pub fn apply_pair(row: RowId, arguments: &[Argument]) -> Result<(Array, Array)> {
    apply_several(row, arguments).map(|[a, b]| (a, b))
}

/// Any operands without options, for a row with `N` outputs.
///
/// # Errors
/// As [`map`], and a type error for a row with another number of outputs.
///
/// ```
/// # use cuprust::*;
/// let [part, whole] = ufunc::apply_several(ops::RowId::named("modf"), &[(&array![1.5]).into()])?;
/// assert_eq!(format!("{part} {whole}"), "[0.5] [1.]");
/// # Ok::<(), Error>(())
/// ```
pub fn apply_several<const N: usize>(row: RowId, arguments: &[Argument]) -> Result<[Array; N]> {
    let results = <[Array; N]>::try_from(map(row, arguments, &MapOptions::default())?);
    results.map_err(|_| Error::type_(format!("{} does not have {N} results", row.row().name)))
}

/// As [`map`], for a row with one output.
///
/// # Errors
/// As [`map`].
///
/// ```
/// # use cuprust::*;
/// let options = MapOptions { dtype: Some(DType::F32), ..Default::default() };
/// let found = ufunc::map_one(ops::RowId::named("add"), &[(&array![1, 2]).into(), 1.into()], &options)?;
/// assert_eq!(found.dtype(), DType::F32);
/// # Ok::<(), Error>(())
/// ```
pub fn map_one(row: RowId, arguments: &[Argument], options: &MapOptions) -> Result<Array> {
    first(map(row, arguments, options))
}

fn first(arrays: Result<Vec<Array>>) -> Result<Array> {
    arrays.map(|mut arrays| arrays.swap_remove(0))
}

fn device_of(arguments: &[Argument]) -> Result<Device> {
    let mut found: Option<Device> = None;
    for argument in arguments {
        if let Argument::Array(array) = argument {
            match found {
                Some(device) if device != array.device() => {
                    return Err(on_different_devices(device, array.device()));
                }
                _ => found = Some(array.device()),
            }
        }
    }
    found.map_or_else(Device::current, Ok)
}

/// Exponents, replaced by zero where a mask is false, so that those have no effect.
///
/// # Errors
/// A value error where the mask does not broadcast.
fn exponents_under(mask: &Array, exponents: Argument) -> Result<Array> {
    let zero = Argument::Value(Value::Int(0));
    apply(const { RowId::named("where") }, &[Argument::Array(mask), exponents, zero])
}
