//! Indexing from Python: what stands between the brackets of `a[..]`, and reading, writing and iterating by it.

use cuprust::{Argument, Array, Bounds, DType, Index, Value};
use pyo3::exceptions::{PyIndexError, PyNotImplementedError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyIterator, PyList, PySlice, PyString, PyTuple};

use crate::array::NdArray;
use crate::convert::from_any;
use crate::error::{Failure, Result, caught, type_error};
use crate::number;
use crate::operand::{Operand, is_numpy};

/// A whole index.
enum Place {
    /// A view.
    Basic(Vec<Index<'static>>),
    /// The elements where this is true.
    Mask(Array),
    /// The elements at these places.
    Indices(Array),
}

/// One part of an index.
enum Part {
    Basic(Index<'static>),
    Array(Array),
}

fn place(array: &Array, object: &Bound<'_, PyAny>) -> Result<Place> {
    let Ok(parts) = object.cast::<PyTuple>() else {
        return Ok(match part(object)? {
            Part::Basic(index) => Place::Basic(vec![index]),
            Part::Array(array) => advanced(array),
        });
    };
    let mut basic = Vec::with_capacity(parts.len());
    for object in parts.iter_borrowed() {
        match part(&object)? {
            Part::Basic(index) => basic.push(index),
            // `a[mask,]` and `a[mask, ...]` are `a[mask]`.
            Part::Array(found)
                if basic.is_empty() && only_wholes(parts, array.ndim() - found.ndim().min(array.ndim()))? =>
            {
                return Ok(advanced(found));
            }
            Part::Array(_) => {
                return Err(Failure::Python(PyNotImplementedError::new_err(
                    "indexing by arrays together with other parts is not built yet: index by one after the other",
                )));
            }
        }
    }
    Ok(Place::Basic(basic))
}

fn advanced(array: Array) -> Place {
    if array.dtype() == DType::Bool { Place::Mask(array) } else { Place::Indices(array) }
}

/// Whether all parts after the first are `:` or `...`, and no more than there are axes for.
fn only_wholes(parts: &Bound<'_, PyTuple>, axes: usize) -> Result<bool> {
    let mut count = 0;
    for object in parts.iter_borrowed().skip(1) {
        match part(&object)? {
            Part::Basic(Index::Ellipsis) => {}
            Part::Basic(Index::Slice { start: Some(0), stop: Some(i64::MAX), step: Some(1) }) => count += 1,
            _ => return Ok(false),
        }
    }
    Ok(count <= axes)
}

fn part(object: &Bound<'_, PyAny>) -> Result<Part> {
    if let Some(index) = one_part(object.as_borrowed())? {
        return Ok(Part::Basic(index));
    }
    if object.is_none() {
        return Ok(Part::Basic(Index::NewAxis));
    }
    if object.is(object.py().Ellipsis()) {
        return Ok(Part::Basic(Index::Ellipsis));
    }
    if let Ok(array) = object.cast::<NdArray>() {
        let array = array.get().array();
        if array.ndim() == 0 && array.dtype().is_integer() {
            return Ok(Part::Basic(Index::At(crate::number::element(object.py(), array)?.get())));
        }
        return check_dtype(array.clone()).map(Part::Array);
    }
    if object.is_instance_of::<PyBool>() || object.is_instance_of::<PyList>() || is_numpy(object)? {
        let array = from_any(object, None)?;
        // An empty list is of float64, and names no elements.
        let array = if array.size() == 0 { caught(|| array.astype(DType::I64))? } else { array };
        return check_dtype(array).map(Part::Array);
    }
    if object.is_instance_of::<PyString>() || object.is_instance_of::<pyo3::types::PyFloat>() {
        return Err(invalid());
    }
    match object.extract::<i64>() {
        Ok(value) => Ok(Part::Basic(Index::At(value))),
        Err(_) if object.is_instance_of::<PyInt>() => Err(invalid()),
        Err(_) => Err(invalid()),
    }
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
    // What is missing has become the far end, which is where a missing bound reaches.
    Ok(Index::Slice { start: Some(start as i64), stop: Some(stop as i64), step: Some(step as i64) })
}

/// The place or the slice that an object is, where it is just a Python integer or a slice.
#[inline]
pub(crate) fn one_part(object: Borrowed<'_, '_, PyAny>) -> Result<Option<Index<'static>>> {
    if let Some(Value::Int(value)) = number::exact(object) {
        return Ok(Some(at(value)));
    }
    if object.is_instance_of::<PySlice>() { slice(&object).map(Some) } else { Ok(None) }
}

/// Beyond 64 bits a place is out of bounds whatever the axis, and the nearest of 64 bits says so.
fn at(place: i128) -> Index<'static> {
    Index::At(place.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

/// `a[index]`, whatever the index.
pub(crate) fn get<'py>(owner: &Bound<'py, NdArray>, index: &Bound<'py, PyAny>) -> Result<Bound<'py, NdArray>> {
    let array = owner.get().array();
    match place(array, index)? {
        Place::Basic(index) => NdArray::from_view(array.at(&index)?, owner),
        Place::Indices(_) if array.ndim() == 0 => Err(Failure::Python(PyIndexError::new_err(
            "too many indices for array: array is 0-dimensional, but 1 were indexed",
        ))),
        Place::Indices(indices) => {
            let taken = caught(|| cuprust::indexing::take(array, &indices, Some(0), Bounds::Raise, None))?;
            crate::object::bound(owner.py(), taken, None)
        }
        Place::Mask(mask) => {
            let taken = owner.py().detach(|| caught(|| cuprust::indexing::take_where(array, &mask)))?;
            crate::object::bound(owner.py(), taken, None)
        }
    }
}

#[pymethods]
impl NdArray {
    fn __setitem__(slf: &Bound<'_, Self>, index: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
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
        match place(array, index)? {
            Place::Basic(index) => caught(|| array.set(&index, value)),
            Place::Mask(mask) => caught(|| array.set_where(&mask, value)),
            Place::Indices(_) => Err(Failure::Python(PyNotImplementedError::new_err(
                "assigning to the elements that an integer array names is not built yet: use ufunc.at, or where with a mask",
            ))),
        }
    }

    fn __len__(&self) -> Result<usize> {
        match self.array().shape().first() {
            Some(&extent) => Ok(extent as usize),
            None => Err(type_error("len() of unsized object")),
        }
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyIterator>> {
        let array = slf.get().array();
        let Some(&extent) = array.shape().first() else { return Err(type_error("iteration over a 0-d array")) };
        let views = (0..extent).map(|place| NdArray::from_view(array.at(place)?, slf));
        let views = views.collect::<Result<Vec<_>>>()?;
        Ok(PyList::new(slf.py(), views)?.try_iter()?)
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
