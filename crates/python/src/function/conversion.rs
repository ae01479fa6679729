//! Conversion of arguments by the types of their parameters.

use std::mem::MaybeUninit;

use cuprust::manipulation::Pairs;
use cuprust::table::{ArgumentValue, Kind, Parameter, Reals};
use cuprust::{Argument, Bounds, DType, Device, Dims, Scalar, Value};
use pyo3::exceptions::{PyAssertionError, PyOverflowError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PySequence, PySet, PyString, PyTuple};

use super::argument_owners::{ArgumentOwners, takes_items};
use super::labels::{contraction, labelled};
use super::sequences::{arrays, operands};
use crate::convert::{
    Shape, casting_of, clamped, extents, from_any, integer, integers, order_of, sequence_of_integers, single_integer,
};
use crate::device::named;
use crate::dtype::{AnyDType, from_python, numpy};
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::index::{parts, written};
use crate::number::{Number, exact, number, small_integer};
use crate::object::ours;
use crate::operand::{Operand, Source, array_like, indices, is_numpy, mask, target, unsupported};
use crate::random::PyGenerator;
use crate::slots::{Object, borrowed};
use crate::stream::PyStream;
use crate::ufunc::{Ufunc, loop_of};

/// Converts the commonest arguments, which are recognised by their class and own no memory. Returns whether it was one.
#[inline]
pub(super) fn common<'a>(
    parameter: &Parameter,
    object: Borrowed<'a, 'a, PyAny>,
    slot: &mut MaybeUninit<ArgumentValue<'a>>,
) -> bool {
    if object.is_none() {
        let allowed = parameter.takes.allows_none();
        if allowed {
            slot.write(ArgumentValue::None);
        }
        return allowed;
    }
    match parameter.takes.kind {
        Kind::Array | Kind::Indices | Kind::Prototype | Kind::Shaped | Kind::Source | Kind::Out | Kind::Mask => {
            let Some(array) = ours(object) else { return false };
            slot.write(ArgumentValue::Array(array.array()));
        }
        Kind::Operand | Kind::Elements => {
            if let Some(array) = ours(object) {
                slot.write(ArgumentValue::Array(array.array()));
            } else if let Some(integer) = small_integer(object) {
                slot.write(ArgumentValue::Value(Value::Int(integer.into())));
            } else if let Some(Value::Float(value)) = exact(object) {
                slot.write(ArgumentValue::Value(Value::Float(value)));
            } else {
                return false;
            }
        }
        Kind::Int | Kind::Clamped | Kind::Ints | Kind::Whole | Kind::Shifts | Kind::Axes | Kind::Shape => {
            let Some(integer) = small_integer(object) else { return false };
            slot.write(ArgumentValue::Int(integer));
        }
        Kind::Wide => {
            let Some(integer) = small_integer(object) else { return false };
            slot.write(ArgumentValue::Value(Value::Int(integer.into())));
        }
        Kind::Bool if object.is_instance_of::<PyBool>() => {
            // SAFETY: the interpreter is attached, and its constant is compared by address.
            slot.write(ArgumentValue::Bool(object.as_ptr() == unsafe { ffi::Py_True() }));
        }
        _ => return false,
    }
    true
}

/// An argument for a parameter.
///
/// # Errors
/// NumPy's exception for an argument of another type.
#[inline(never)]
pub(super) fn convert<'a>(
    parameter: &Parameter,
    object: Borrowed<'a, 'a, PyAny>,
    kept: &mut ArgumentOwners,
) -> Result<ArgumentValue<'a>> {
    if object.is_none() && parameter.takes.allows_none() {
        return Ok(ArgumentValue::None);
    }
    let kind = parameter.takes.kind;
    if takes_items(kind) {
        kept.reserve(&object)?;
    }
    Ok(match kind {
        Kind::Array => array_like(object)?.into(),
        Kind::AnyArray => match ours(object) {
            Some(array) => ArgumentValue::Array(array.array()),
            None => ArgumentValue::New(Box::new(from_any(&object, None)?)),
        },
        Kind::Prototype => prototype(object)?,
        Kind::Shaped => {
            object.getattr("ndim")?;
            prototype(object)?
        }
        Kind::Indices => indices(object)?.into(),
        Kind::IntPairs if object.is_instance_of::<PyDict>() => ArgumentValue::IntPairs(Box::new(widths(object)?)),
        Kind::IntPairs => ArgumentValue::IntPairs(Box::new(pairs(&object, &integer)?)),
        Kind::NumberPairs => ArgumentValue::NumberPairs(Box::new(pairs(&object, &one_argument)?)),
        Kind::IntLists => match object.cast::<PyList>() {
            Ok(lists) => {
                let lists = lists.iter().map(|list| Ok(Dims::new(&integers(&list)?)));
                ArgumentValue::IntLists(lists.collect::<Result<_>>()?)
            }
            Err(_) => return Err(type_error(format!("{} should be a list.", parameter.name))),
        },
        Kind::Arrays => ArgumentValue::Arrays(arrays(object, kept)?),
        Kind::Operand => operand(parameter, object)?,
        Kind::Operands => operands(object, kept)?,
        Kind::Elements if is_numpy(&object)? => ArgumentValue::New(Box::new(from_any(&object, None)?)),
        Kind::Elements => operand(parameter, object)?,
        Kind::Out => ArgumentValue::Array(target(object)?),
        Kind::Output => match ours(object) {
            Some(array) => ArgumentValue::Array(array.array()),
            None => ArgumentValue::DType(object.extract::<AnyDType>()?.0),
        },
        Kind::Mask => mask(object)?.map_or(ArgumentValue::None, ArgumentValue::from),
        Kind::Number => one_number(object)?,
        Kind::Axes => axes(object)?,
        Kind::Int => ArgumentValue::Int(integer(&object)?),
        Kind::Clamped => ArgumentValue::Int(clamped(&object)?),
        Kind::Ints => match single_integer(&object)? {
            Some(one) => ArgumentValue::Int(one),
            None => ArgumentValue::Ints(Dims::new(&sequence_of_integers(&object)?)),
        },
        Kind::Whole => match single_whole(&object)? {
            Some(one) => ArgumentValue::Int(one),
            None => ArgumentValue::Ints(Dims::new(&wholes(&object)?)),
        },
        Kind::Shifts => shifts(&object)?,
        // As in NumPy, an empty list becomes an array of floats.
        Kind::Ranks if is_nothing(object) => return Err(type_error("Partition index must be integer")),
        Kind::Ranks => ArgumentValue::Ints(Dims::new(&integers(&object)?)),
        Kind::Sequence if object.len().is_err() => {
            let class = object.get_type().name()?;
            return Err(type_error(format!("{}: '{class}' object is not iterable", parameter.name)));
        }
        Kind::Sequence => ArgumentValue::Ints(extents(integers(&object).map(|values| Dims::new(&values)))?),
        Kind::Shape => ArgumentValue::Ints(object.extract::<Shape>()?.0),
        Kind::Sections => sections(object)?,
        Kind::Counts => ArgumentValue::Ints(counts(object)?),
        Kind::AxisPairs => axis_pairs(object)?,
        Kind::Float => ArgumentValue::Float(real(object)?),
        Kind::Bool => ArgumentValue::Bool(object.is_truthy()?),
        Kind::Bools => {
            let each = object.try_iter()?.map(|own| Ok(ArgumentValue::Bool(own?.is_truthy()?)));
            ArgumentValue::Each(each.collect::<Result<_>>()?)
        }
        Kind::Text => match object.cast::<PyString>() {
            Ok(text) => ArgumentValue::Text(text.to_string_lossy().into()),
            Err(_) => return Err(must_be(parameter, "str", object)),
        },
        Kind::Texts => texts(parameter, object)?,
        Kind::DType => ArgumentValue::DType(object.extract::<AnyDType>()?.0),
        Kind::Order => ArgumentValue::Order(order_of(object)?),
        Kind::NumberOrText => match object.cast::<PyString>() {
            Ok(text) => ArgumentValue::Text(text.to_string_lossy().into()),
            Err(_) => match number(object)? {
                Some(number) => ArgumentValue::Value(number.value()),
                None => match element_of_ours(object)? {
                    Some(element) => ArgumentValue::Value(element.value()),
                    None => return Err(must_be(parameter, "a number or str", object)),
                },
            },
        },
        Kind::ArrayOrText => match object.cast::<PyString>() {
            Ok(text) => ArgumentValue::Text(text.to_string_lossy().into()),
            Err(_) => array_like(object)?.into(),
        },
        Kind::Loop => ArgumentValue::Loop(Box::new(loop_of(object)?)),
        Kind::Casting => match object.cast::<PyString>() {
            Ok(name) => ArgumentValue::Casting(casting_of(&name.to_string_lossy())?),
            Err(_) => return Err(must_be(parameter, "str", object)),
        },
        Kind::Bounds => ArgumentValue::Bounds(bounds(object)?),
        Kind::Reals => ArgumentValue::Reals(Box::new(reals(parameter, object)?)),
        Kind::Contraction => contraction(object)?,
        Kind::Bins => bins(object)?,
        Kind::EachBins => each_bins(object)?,
        Kind::Interval => interval(&object)?,
        Kind::Limits => limits(parameter, &object)?,
        Kind::EachInterval => {
            let each = object.try_iter()?.map(|own| interval(&own?));
            ArgumentValue::Each(each.collect::<Result<_>>()?)
        }
        Kind::ArrayOrSequence => match ours(object) {
            Some(array) => ArgumentValue::Array(array.array()),
            None => ArgumentValue::Arrays(arrays(object, kept)?),
        },
        Kind::EachBounds if is_list_or_tuple(object) => {
            let each = object.try_iter()?.map(|own| bounds(own?.as_borrowed()));
            ArgumentValue::EachBounds(each.collect::<Result<_>>()?)
        }
        Kind::EachBounds => ArgumentValue::EachBounds(Box::new([bounds(object)?])),
        Kind::Device => ArgumentValue::Device(named(&object)?),
        Kind::Stream => {
            PyStream::check(Some(&object))?;
            ArgumentValue::None
        }
        Kind::Wide => ArgumentValue::Value(Value::Int(object.extract()?)),
        Kind::Source => ArgumentValue::Foreign(Box::new(Source(object))),
        Kind::Object => match ours(object) {
            Some(array) => ArgumentValue::Array(array.array()),
            None => ArgumentValue::Bool(!object.is_none()),
        },
        Kind::Owner => match object.cast::<Ufunc>() {
            Ok(ufunc) => ArgumentValue::Row(ufunc.get().row),
            Err(_) => ArgumentValue::Owner(object.cast::<PyGenerator>()?.get().generator()?),
        },
        Kind::IndexAsWritten => ArgumentValue::Index(written(&object)?.into()),
        Kind::Index => ArgumentValue::Index(parts(&object)?.into()),
        Kind::Labelled | Kind::Ignored => ArgumentValue::None,
    })
}

/// All further positional arguments, for the parameter that collects them.
///
/// # Errors
/// As [`convert`].
pub(super) fn convert_rest<'a>(parameter: &Parameter, objects: &'a [Object]) -> Result<ArgumentValue<'a>> {
    // SAFETY: the interpreter keeps the arguments of a call alive until it returns, which is longer than the slice is
    // borrowed.
    let argument = |object: &Object| unsafe { borrowed(*object) };
    match (parameter.takes.kind, objects) {
        (Kind::Arrays, objects) => {
            Ok(ArgumentValue::Arrays(objects.iter().map(|object| array_like(argument(object))).collect::<Result<_>>()?))
        }
        (Kind::Labelled, objects) => labelled(&objects.iter().map(argument).collect::<Vec<_>>()),
        (Kind::Indices, objects) => {
            Ok(ArgumentValue::Arrays(objects.iter().map(|object| indices(argument(object))).collect::<Result<_>>()?))
        }
        (Kind::IntLists, objects) => {
            let lists = objects.iter().map(|object| Ok(Dims::new(&integers(&argument(object))?)));
            Ok(ArgumentValue::IntLists(lists.collect::<Result<_>>()?))
        }
        // A sequence, or separate integers.
        (Kind::Ints | Kind::Shape, []) if parameter.takes.optional => Ok(ArgumentValue::None),
        (_, []) => Ok(ArgumentValue::Ints(Dims::EMPTY)),
        (_, [only]) => convert(parameter, argument(only), &mut ArgumentOwners::default()),
        (kind, objects) => {
            let each = |object: &Object| match small_integer(argument(object)) {
                Some(integer) => Ok(integer),
                None => integer(&argument(object)),
            };
            let integers = objects.iter().map(each).collect::<Result<Dims>>();
            Ok(ArgumentValue::Ints(if kind == Kind::Shape { extents(integers)? } else { integers? }))
        }
    }
}

/// An integer or a sequence of integers, wide ones if one of them exceeds 64 bits.
fn shifts<'a>(object: &Bound<'_, PyAny>) -> Result<ArgumentValue<'a>> {
    match integers(object) {
        Err(Failure::Python(error)) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            let wide = |part: &Bound<'_, PyAny>| Ok(ArgumentValue::Value(Value::Int(part.extract()?)));
            if object.try_iter().is_err() {
                return Ok(ArgumentValue::Each([wide(object)?].into()));
            }
            Ok(ArgumentValue::Each(object.try_iter()?.map(|part| wide(&part?)).collect::<Result<_>>()?))
        }
        integers => Ok(ArgumentValue::Ints(Dims::new(&integers?))),
    }
}

/// Whether an object is an empty list or tuple.
fn is_nothing(object: Borrowed<'_, '_, PyAny>) -> bool {
    (object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()) && object.len().is_ok_and(|len| len == 0)
}

#[cold]
fn must_be(parameter: &Parameter, what: &str, object: Borrowed<'_, '_, PyAny>) -> Failure {
    match object.get_type().name() {
        Ok(class) => type_error(format!("{} must be {what}, not {class}", parameter.name)),
        Err(error) => error.into(),
    }
}

/// The prototype of a `_like` function, of which shape, dtype and order are used. The elements of NumPy's arrays are
/// not copied.
fn prototype<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    if let Some(array) = ours(object) {
        return Ok(ArgumentValue::Array(array.array()));
    }
    if !is_numpy(&object)? {
        return from_any(&object, None).map(|array| ArgumentValue::New(Box::new(array)));
    }
    let dtype = crate::dtype::from_python(&object.getattr("dtype")?)?;
    let (shape, strides): (Vec<i64>, Vec<i64>) =
        (object.getattr("shape")?.extract()?, object.getattr("strides")?.extract()?);
    // Memory is allocated at the first write, and this array is never written.
    let laid_out = || cuprust::Array::empty(&shape, dtype, Device::current()?)?.laid_out_like(&strides);
    caught(laid_out).map(|array| ArgumentValue::New(Box::new(array)))
}

/// A number as an argument, for example a fill value.
fn one_argument(object: &Bound<'_, PyAny>) -> Result<Argument<'static>> {
    match number(object.as_borrowed())? {
        Some(number) => Ok(number.into()),
        None => match element_of_ours(object.as_borrowed())? {
            Some(element) => Ok(Argument::Scalar(element)),
            None => Err(unsupported(object)),
        },
    }
}

/// The element of an array of ours that has no axes, which is waited for.
fn element_of_ours(object: Borrowed<'_, '_, PyAny>) -> Result<Option<Scalar>> {
    match ours(object) {
        Some(array) if array.array().ndim() == 0 => crate::number::element(object.py(), array.array()).map(Some),
        _ => Ok(None),
    }
}

/// A pair for each axis; as in NumPy, one value or one pair may stand for all.
fn pairs<T: Copy>(object: &Bound<'_, PyAny>, one: &impl Fn(&Bound<'_, PyAny>) -> Result<T>) -> Result<Pairs<T>> {
    if object.is_instance_of::<PyDict>() {
        return Err(type_error("a dict is not a number: only `pad_width` takes one"));
    }
    let rows = match object.try_iter() {
        Err(_) => return one(object).map(|both| Pairs::All(both, both)),
        Ok(rows) if object.len().is_ok() => rows.collect::<PyResult<Vec<_>>>()?,
        Ok(_) => return Err(unsupported(object)),
    };
    if rows.is_empty() {
        return Err(type_error("`pad_width` must be of integral type."));
    }
    let pair = |row: &[Bound<'_, PyAny>]| match row {
        [both] => one(both).map(|both| (both, both)),
        [before, after] => Ok((one(before)?, one(after)?)),
        _ => Err(value_error("operands could not be broadcast together: a pair has one or two values for each axis")),
    };
    if rows.iter().all(|row| row.len().is_err()) {
        return pair(&rows).map(|(before, after)| Pairs::All(before, after));
    }
    let row = |row: &Bound<'_, PyAny>| pair(&row.try_iter()?.collect::<PyResult<Vec<_>>>()?);
    rows.iter().map(row).collect::<Result<Vec<_>>>().map(Pairs::Each)
}

/// Pad widths by axis. As in NumPy, a width must be a Python integer, or a tuple of two.
fn widths(object: Borrowed<'_, '_, PyAny>) -> Result<Pairs<i64>> {
    let width = |object: &Bound<'_, PyAny>| match object.is_instance_of::<PyInt>() {
        true => integer(object),
        false => Err(PyAssertionError::new_err("a width is an integer or a tuple of two integers").into()),
    };
    let pair = |object: Bound<'_, PyAny>| match object.cast::<PyTuple>() {
        Ok(pair) if pair.len() == 2 => Ok((width(&pair.get_item(0)?)?, width(&pair.get_item(1)?)?)),
        _ => width(&object).map(|both| (both, both)),
    };
    let axes = object.cast::<PyDict>()?.iter().map(|(axis, width)| Ok((integer(&axis)?, pair(width)?)));
    Ok(Pairs::Named { axes: axes.collect::<Result<_>>()?, rest: 0 })
}

fn operand<'a>(parameter: &Parameter, object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    Ok(match Operand::extract(object)? {
        Operand::Array(array) => ArgumentValue::Array(array),
        Operand::New(array) => ArgumentValue::New(Box::new(array)),
        Operand::Number(Number::Weak(value)) => ArgumentValue::Value(value),
        Operand::Number(Number::Strong(scalar)) => ArgumentValue::Scalar(scalar),
        Operand::Foreign if is_numpy(&object)? => return Err(unsupported(&object)),
        Operand::Foreign => {
            let name = parameter.name;
            return Err(type_error(format!("{name} must be an array or a number: convert it with asarray first")));
        }
    })
}

fn one_number<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    match number(object)? {
        Some(Number::Weak(value)) => Ok(ArgumentValue::Value(value)),
        Some(Number::Strong(scalar)) => Ok(ArgumentValue::Scalar(scalar)),
        None => match element_of_ours(object)? {
            Some(element) => Ok(ArgumentValue::Scalar(element)),
            None => Err(unsupported(&object)),
        },
    }
}

fn axes<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    if object.is_instance_of::<PyBool>() {
        return Err(type_error("an integer is required for the axis, not a bool"));
    }
    if object.is_instance_of::<PyList>() {
        return Err(type_error("'list' object cannot be interpreted as an integer: name several axes by a tuple"));
    }
    if object.is_instance_of::<PyTuple>() {
        return Ok(ArgumentValue::Ints(Dims::new(&integers(&object)?)));
    }
    Ok(ArgumentValue::Int(integer(&object)?))
}

fn sections<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    match object.extract::<i64>() {
        Ok(count) => Ok(ArgumentValue::Int(count)),
        // No array has enough elements to be split like this.
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(ArgumentValue::Int(i64::MAX)),
        Err(_) => Ok(ArgumentValue::Ints(Dims::new(&integers(&object)?))),
    }
}

/// Counts: a number, or a sequence of them without further nesting, each converted as `int` does.
fn counts(object: Borrowed<'_, '_, PyAny>) -> Result<Dims> {
    if let Some(array) = ours(object).map(|array| array.array())
        && (array.dtype() == DType::Bool || array.dtype().is_integer())
    {
        if array.dtype() == DType::U64 {
            return Err(type_error(
                "Cannot cast array data from dtype('uint64') to dtype('int64') according to the rule 'safe'",
            ));
        }
        let counts = object.py().detach(|| caught(|| array.astype(DType::I64)))?;
        return match counts.ndim() {
            0 | 1 => Ok(Dims::new(&object.py().detach(|| caught(|| counts.to_vec::<i64>()))?)),
            _ => Err(value_error("object too deep for desired array")),
        };
    }
    if is_numpy(&object)? {
        let dtype = object.getattr("dtype")?;
        let (kind, bytes): (char, usize) = (dtype.getattr("kind")?.extract()?, dtype.getattr("itemsize")?.extract()?);
        let ndim: usize = object.getattr("ndim")?.extract()?;
        // Many integers are converted at once.
        if ndim == 1 && (matches!(kind, 'b' | 'i') || kind == 'u' && bytes < 8) {
            let bytes = object.call_method1("astype", ("int64",))?.call_method0("tobytes")?;
            let bytes = bytes.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes();
            let (counts, _) = bytes.as_chunks::<8>();
            return Ok(counts.iter().map(|bytes| i64::from_ne_bytes(*bytes)).collect());
        }
    }
    let array = ours(object).map(|array| array.array().ndim());
    if let Some(ndim) = array.or(if is_numpy(&object)? { Some(object.getattr("ndim")?.extract()?) } else { None }) {
        return match ndim {
            0 | 1 => Ok(Dims::new(&integers(&object)?)),
            _ => Err(value_error("object too deep for desired array")),
        };
    }
    let is_sequence =
        |object: &Bound<'_, PyAny>| object.cast::<PySequence>().is_ok() && !object.is_instance_of::<PyString>();
    let one = |object: &Bound<'_, PyAny>| -> Result<i64> {
        if is_sequence(object) {
            return Err(value_error("setting an array element with a sequence: counts have one dimension at most"));
        }
        Ok(object.py().get_type::<PyInt>().call1((object,))?.extract()?)
    };
    if !is_sequence(&object) {
        return Ok(Dims::new(&[one(&object)?]));
    }
    let parts = object.try_iter()?.map(|part| one(&part?)).collect::<Result<Vec<_>>>()?;
    Ok(Dims::new(&parts))
}

/// The whole part of a number, or nothing for another object.
fn single_whole(object: &Bound<'_, PyAny>) -> Result<Option<i64>> {
    if let Some(one) = single_integer(object)? {
        return Ok(Some(one));
    }
    let value = match number(object.as_borrowed())? {
        Some(number) => number.value(),
        None => match element_of_ours(object.as_borrowed())? {
            Some(element) => element.value(),
            None => return Ok(None),
        },
    };
    match value {
        Value::Float(_) | Value::Int(_) => Ok(Some(object.py().get_type::<PyInt>().call1((object,))?.extract()?)),
        _ => Ok(None),
    }
}

/// The whole parts of the numbers of a sequence.
fn wholes(object: &Bound<'_, PyAny>) -> Result<Vec<i64>> {
    let whole = |own: Bound<'_, PyAny>| match single_whole(&own)? {
        Some(whole) => Ok(whole),
        None => integer(&own),
    };
    match object.is_instance_of::<PyDict>() || object.is_instance_of::<PySet>() {
        true => sequence_of_integers(object),
        false => match object.try_iter() {
            Ok(items) => items.map(|item| whole(item?)).collect(),
            Err(_) => sequence_of_integers(object),
        },
    }
}

fn axis_pairs<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    let Ok(parts) = object.try_iter() else { return Ok(ArgumentValue::Int(integer(&object)?)) };
    let lists = parts.collect::<PyResult<Vec<_>>>()?;
    let [own, others] = &lists[..] else {
        return Err(value_error(format!("axes must be a number or two lists of axes, not {} lists", lists.len())));
    };
    Ok(ArgumentValue::AxisLists(Box::new((Dims::new(&integers(own)?), Dims::new(&integers(others)?)))))
}

fn real(object: Borrowed<'_, '_, PyAny>) -> Result<f64> {
    Ok(object.extract::<f64>()?)
}

fn bounds(object: Borrowed<'_, '_, PyAny>) -> Result<Bounds> {
    if object.is_none() {
        return Ok(Bounds::Raise);
    }
    if let Ok(name) = object.cast::<PyString>() {
        let name = name.to_string_lossy();
        return Bounds::from_name(&name)
            .ok_or_else(|| value_error(format!("clipmode must be one of 'clip', 'raise', or 'wrap' (got '{name}')")));
    }
    // NumPy's numbers are those of its enumeration NPY_CLIPMODE.
    match integer(&object)? {
        0 => Ok(Bounds::Clip),
        1 => Ok(Bounds::Wrap),
        2 => Ok(Bounds::Raise),
        other => Err(type_error(format!("clipmode must be 0 (clip), 1 (wrap) or 2 (raise), not {other}"))),
    }
}

/// The bins of a histogram: the name of an estimator, a number of them, or edges.
fn bins<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    if let Ok(name) = object.cast::<PyString>() {
        return Ok(ArgumentValue::Text(name.to_string_lossy().into()));
    }
    if object.is_none() {
        return Err(type_error("`bins` must be an integer, a string, or an array"));
    }
    match ours(object).map(|array| array.array()) {
        Some(array) if array.ndim() > 0 || !array.dtype().is_integer() => Ok(ArgumentValue::Array(array)),
        _ => match integer(&object) {
            Ok(count) => Ok(ArgumentValue::Int(count)),
            Err(_) if is_numpy(&object)? => Ok(ArgumentValue::New(Box::new(from_any(&object, None)?))),
            Err(_) => Ok(array_like(object)?.into()),
        },
    }
}

/// The bins of a histogram of several axes: a number, an array of numbers, or bins for each axis.
fn each_bins<'a>(object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    if object.cast::<PyString>().is_ok() || object.is_none() {
        return Err(type_error("`bins` must be an integer, or an integer or an array for each axis"));
    }
    if ours(object).is_none()
        && let Ok(parts) = object.try_iter()
    {
        let parts = parts.collect::<PyResult<Vec<_>>>()?;
        if parts.iter().any(|part| part.len().is_ok()) {
            // Items of a list may be freed before the call ends.
            let owned = |part| match part {
                ArgumentValue::Array(array) => ArgumentValue::New(Box::new(array.clone())),
                ArgumentValue::Int(count) => ArgumentValue::Int(count),
                ArgumentValue::Text(name) => ArgumentValue::Text(name),
                ArgumentValue::New(array) => ArgumentValue::New(array),
                _ => ArgumentValue::None,
            };
            let each = parts.iter().map(|part| bins(part.as_borrowed()).map(owned));
            return Ok(ArgumentValue::Each(each.collect::<Result<_>>()?));
        }
    }
    bins(object)
}

/// Two numbers, or `None`.
fn interval(object: &Bound<'_, PyAny>) -> Result<ArgumentValue<'static>> {
    if object.is_none() {
        return Ok(ArgumentValue::None);
    }
    let ends = object.try_iter()?.map(|end| one_argument(&end?)).collect::<Result<Vec<_>>>()?;
    match ends[..] {
        [first, last] => Ok(ArgumentValue::NumberPairs(Box::new(Pairs::All(first, last)))),
        _ => Err(value_error(format!("a range has two ends, not {}", ends.len()))),
    }
}

/// Two real numbers, of which each may be None.
fn limits(parameter: &Parameter, object: &Bound<'_, PyAny>) -> Result<ArgumentValue<'static>> {
    let end = |end: PyResult<Bound<'_, PyAny>>| match end? {
        none if none.is_none() => Ok(ArgumentValue::None),
        number => Ok(ArgumentValue::Float(real(number.as_borrowed())?)),
    };
    let ends: Box<[ArgumentValue]> = object.try_iter()?.map(end).collect::<Result<_>>()?;
    match ends.len() {
        2 => Ok(ArgumentValue::Each(ends)),
        count => Err(type_error(format!("{} must have two elements, not {count}", parameter.name))),
    }
}

/// A string, or several in a sequence.
fn texts<'a>(parameter: &Parameter, object: Borrowed<'a, '_, PyAny>) -> Result<ArgumentValue<'a>> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(ArgumentValue::Text(text.to_string_lossy().into()));
    }
    let wrong = || must_be(parameter, "str or a sequence of str", object);
    let each = object.try_iter().map_err(|_| wrong())?.map(|own| match own?.cast::<PyString>() {
        Ok(text) => Ok(ArgumentValue::Text(text.to_string_lossy().into())),
        Err(_) => Err(wrong()),
    });
    Ok(ArgumentValue::Each(each.collect::<Result<_>>()?))
}

fn reals(parameter: &Parameter, object: Borrowed<'_, '_, PyAny>) -> Result<Reals> {
    if object.is_exact_instance_of::<PyFloat>() || object.is_instance_of::<PyInt>() {
        let (values, whole) = (vec![object.extract()?], object.is_instance_of::<PyInt>());
        return Ok(Reals { shape: Dims::EMPTY, values, dtype: None, whole });
    }
    let array_of =
        |shape, values, dtype: DType| Reals { shape, values, dtype: Some(dtype), whole: !dtype.is_inexact() };
    let checked = |rank: usize| match rank {
        0..=2 => Ok(()),
        _ => Err(value_error(format!("{} must be a scalar or 1d", parameter.name))),
    };
    if let Some(ours) = ours(object) {
        let array = ours.array();
        checked(array.ndim())?;
        let values = object.py().detach(|| caught(|| array.astype(DType::F64)?.to_vec::<f64>()))?;
        return Ok(array_of(array.shape().into(), values, array.dtype()));
    }
    let asarray = numpy(object.py())?.asarray.bind(object.py());
    let array = match asarray.call1((object,)) {
        Ok(array) => array,
        // NumPy refuses our arrays among the numbers of a sequence.
        Err(error) => match on_host(object)? {
            Some(numbers) => asarray.call1((numbers,))?,
            None => return Err(error.into()),
        },
    };
    let kind = array.getattr("dtype")?.getattr("kind")?.extract::<char>()?;
    if !matches!(kind, 'b' | 'i' | 'u' | 'f') {
        return Err(type_error(format!("{} must be real numbers", parameter.name)));
    }
    let shape: Vec<i64> = array.getattr("shape")?.extract()?;
    checked(shape.len())?;
    let dtype = if kind == 'f' { from_python(&array.getattr("dtype")?)? } else { DType::I64 };
    let values =
        array.call_method1("astype", ("float64",))?.call_method0("ravel")?.call_method0("tolist")?.extract()?;
    Ok(array_of(Dims::new(&shape), values, dtype))
}

/// A list or a tuple with our arrays among its items, or among those of its items, as a list with NumPy's in their
/// place; nothing for another object.
#[cold]
fn on_host<'py>(object: Borrowed<'_, 'py, PyAny>) -> Result<Option<Bound<'py, PyList>>> {
    if !is_list_or_tuple(object) {
        return Ok(None);
    }
    let items = PyList::empty(object.py());
    for item in object.try_iter()? {
        let item = item?;
        match ours(item.as_borrowed()) {
            Some(_) => items.append(item.call_method0("get")?)?,
            None => match on_host(item.as_borrowed())? {
                Some(inner) => items.append(inner)?,
                None => items.append(item)?,
            },
        }
    }
    Ok(Some(items))
}

fn is_list_or_tuple(object: Borrowed<'_, '_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}
