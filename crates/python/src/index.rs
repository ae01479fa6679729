//! Indexing from Python: parsing of `a[..]`, and reading, writing and iterating by it.

use cuprust::table::IndexPart;
use cuprust::{Argument, Array, DType, Index, Value};
use pyo3::exceptions::PyIndexError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyList, PySequence, PySlice, PyString, PyTuple};

use crate::array::NdArray;
use crate::convert::from_any;
use crate::error::{Failure, Result, caught, type_error};
use crate::flat::Parts;
use crate::number::{self, Number};
use crate::operand::{Operand, is_numpy};
use crate::profiler::away;

/// The parts of an index. A mask without elements selects nothing, whatever the array's extents: it is replaced by an
/// empty list of indices for each of its axes.
pub(crate) fn parts(object: &Bound<'_, PyAny>) -> Result<Vec<IndexPart>> {
    without_empty_masks(written(object)?)
}

/// The parts of an index of an array. As in NumPy, an extent of zero matches any axis, and the other extents of such a
/// mask have to match.
fn parts_of(array: &Array, object: &Bound<'_, PyAny>) -> Result<Vec<IndexPart>> {
    let parts = written(object)?;
    let is_empty =
        |part: &IndexPart| matches!(part, IndexPart::Array(mask) if mask.dtype() == DType::Bool && mask.size() == 0);
    if !parts.iter().any(is_empty) {
        return Ok(parts);
    }
    let selected = |part: &IndexPart| match part {
        IndexPart::Array(mask) if mask.dtype() == DType::Bool => mask.ndim(),
        IndexPart::Basic(Index::NewAxis | Index::Ellipsis) => 0,
        _ => 1,
    };
    let whole = array.ndim().saturating_sub(parts.iter().map(selected).sum());
    let mut first = 0;
    for part in &parts {
        if let IndexPart::Array(mask) = part
            && is_empty(part)
        {
            for (axis, &masks) in mask.shape().iter().enumerate() {
                let own = array.shape().get(first + axis).copied().unwrap_or(0);
                if masks != 0 && masks != own {
                    let axis = first + axis;
                    return Err(Failure::Python(PyIndexError::new_err(format!(
                        "boolean index did not match indexed array along axis {axis}; size of axis is {own} but size of corresponding \
                         boolean axis is {masks}"
                    ))));
                }
            }
        }
        first += if matches!(part, IndexPart::Basic(Index::Ellipsis)) { whole } else { selected(part) };
    }
    without_empty_masks(parts)
}

/// The parts as written between the brackets.
pub(crate) fn written(object: &Bound<'_, PyAny>) -> Result<Vec<IndexPart>> {
    match object.cast::<PyTuple>() {
        Ok(parts) => parts.iter_borrowed().map(|object| part(&object)).collect(),
        Err(_) => Ok(vec![part(object)?]),
    }
}

fn without_empty_masks(parts: Vec<IndexPart>) -> Result<Vec<IndexPart>> {
    let mut out = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            IndexPart::Array(mask) if mask.dtype() == DType::Bool && mask.size() == 0 => {
                let none = caught(|| Array::empty([0], DType::I64, mask.device()))?;
                out.extend(std::iter::repeat_n(IndexPart::Array(none), mask.ndim()));
            }
            part => out.push(part),
        }
    }
    Ok(out)
}

fn part(object: &Bound<'_, PyAny>) -> Result<IndexPart> {
    if let Some(index) = one_part(object.as_borrowed())? {
        return Ok(IndexPart::Basic(index));
    }
    if object.is_none() {
        return Ok(IndexPart::Basic(Index::NewAxis));
    }
    if object.is(object.py().Ellipsis()) {
        return Ok(IndexPart::Basic(Index::Ellipsis));
    }
    if let Ok(array) = object.cast::<NdArray>() {
        return check_dtype(array.get().array().clone()).map(IndexPart::Array);
    }
    if object.is_instance_of::<PyList>() {
        return sequence(object);
    }
    if is_bool_scalar(object)? || is_numpy(object)? {
        return check_dtype(from_any(object, None)?).map(IndexPart::Array);
    }
    if object.is_instance_of::<PyString>() || object.is_instance_of::<pyo3::types::PyFloat>() {
        return Err(invalid());
    }
    if object.hasattr("__cupy_get_ndarray__")? {
        return check_dtype(from_any(object, None)?).map(IndexPart::Array);
    }
    match object.extract::<i64>() {
        Ok(value) => Ok(IndexPart::Basic(Index::At(value))),
        // To ask whether an object is a sequence takes long: NumPy's integers are not asked.
        Err(_) if is_sequence(object) => sequence(object),
        Err(_) => Err(invalid()),
    }
}

/// The indices in a sequence. An empty one is of float64, and selects no elements.
fn sequence(object: &Bound<'_, PyAny>) -> Result<IndexPart> {
    let array = from_any(object, None)?;
    let array = if array.size() == 0 { caught(|| array.astype(DType::I64))? } else { array };
    check_dtype(array).map(IndexPart::Array)
}

/// Whether an object is a sequence of indices, as a tuple or a range: bytes are none.
fn is_sequence(object: &Bound<'_, PyAny>) -> bool {
    let is_bytes = || object.is_instance_of::<PyBytes>() || object.is_instance_of::<PyByteArray>();
    object.cast::<PySequence>().is_ok() && !is_bytes()
}

/// Whether an object is a bool, Python's or NumPy's: a mask without axes.
fn is_bool_scalar(object: &Bound<'_, PyAny>) -> Result<bool> {
    Ok(match number::number(object.as_borrowed())? {
        Some(Number::Weak(value)) => matches!(value, Value::Bool(_)),
        Some(Number::Strong(scalar)) => scalar.dtype() == DType::Bool,
        None => false,
    })
}

fn check_dtype(array: Array) -> Result<Array> {
    if array.dtype().is_integer() || array.dtype() == DType::Bool {
        return Ok(array);
    }
    Err(Failure::Python(PyIndexError::new_err("arrays used as indices must be of integer (or boolean) type")))
}

#[cold]
fn invalid() -> Failure {
    Failure::Python(PyIndexError::new_err(
        "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices",
    ))
}

fn slice(object: &Bound<'_, PyAny>) -> Result<Index<'static>> {
    let (mut start, mut stop, mut step) = (0, 0, 0);
    // SAFETY: the object is a slice, checked by the caller; the three integers are written before the call returns.
    let code = unsafe { ffi::PySlice_Unpack(object.as_ptr(), &mut start, &mut stop, &mut step) };
    if code < 0 {
        return Err(PyErr::fetch(object.py()).into());
    }
    // A missing bound was replaced by the end of the range, which means the same.
    Ok(Index::Slice { start: Some(start as i64), stop: Some(stop as i64), step: Some(step as i64) })
}

/// The index or the slice for an object that is exactly a Python integer or a slice.
#[inline]
pub(crate) fn one_part(object: Borrowed<'_, '_, PyAny>) -> Result<Option<Index<'static>>> {
    if let Some(Value::Int(value)) = number::exact(object) {
        return Ok(Some(at(value)));
    }
    if object.is_instance_of::<PySlice>() { slice(&object).map(Some) } else { Ok(None) }
}

/// An index beyond 64 bits is out of bounds for any axis, and so is the nearest one of 64 bits.
fn at(index: i128) -> Index<'static> {
    Index::At(index.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

/// `a[index]`, for any index.
pub(crate) fn get<'py>(owner: &Bound<'py, NdArray>, index: &Bound<'py, PyAny>) -> Result<Bound<'py, NdArray>> {
    let array = owner.get().array();
    let parts = parts_of(array, index)?;
    let index: Vec<Index> = parts.iter().map(IndexPart::index).collect();
    if index.iter().any(|part| matches!(part, Index::Array(_))) {
        let selected = owner.py().detach(|| caught(|| array.at(&index)))?;
        return crate::object::bound(owner.py(), selected, None);
    }
    NdArray::from_view(array.at(&index)?, owner)
}

#[pymethods]
impl NdArray {
    fn __setitem__(slf: &Bound<'_, Self>, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        let _away = away();
        let array = slf.get().array();
        let operand = value.extract::<Operand<'_>>()?;
        let converted;
        let value = match operand.argument() {
            Some(argument) => argument,
            None => {
                converted = from_any(value, None)?;
                Argument::Array(&converted)
            }
        };
        let parts = parts_of(array, index)?;
        let index: Vec<Index> = parts.iter().map(IndexPart::index).collect();
        caught(|| array.set(&index, value))
    }

    fn __len__(&self) -> Result<usize> {
        match self.array().shape().first() {
            Some(&extent) => Ok(extent as usize),
            None => Err(type_error("len() of unsized object")),
        }
    }

    fn __iter__(slf: &Bound<'_, Self>) -> Result<Parts> {
        Parts::of(slf)
    }

    fn __contains__(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> Result<bool> {
        let equal = slf.eq_array(value)?;
        let any = caught(|| {
            cuprust::ufunc::reduction::reduce(
                const { cuprust::ops::ReductionRow::named("any") },
                &equal,
                &Default::default(),
            )
        })?;
        Ok(crate::number::element(slf.py(), &any)?.get())
    }
}

trait Equals {
    fn eq_array(&self, value: &Bound<'_, PyAny>) -> Result<Array>;
}

impl Equals for Bound<'_, NdArray> {
    fn eq_array(&self, value: &Bound<'_, PyAny>) -> Result<Array> {
        let operand = value.extract::<Operand<'_>>()?;
        let Some(argument) = operand.argument() else { return Err(crate::operand::unsupported(value)) };
        let arguments = [Argument::Array(self.get().array()), argument];
        let row = const { cuprust::ops::RowId::named("equal") };
        let equal = caught(|| cuprust::ufunc::map(row, &arguments, &Default::default()))?;
        equal.into_iter().next().ok_or_else(|| type_error("equal gave nothing"))
    }
}
