//! Elements in other shapes and orders, joined and split: `reshape`, `roll`, `concatenate`, `split` and their kin.

use cuprust::manipulation::{Join, Lengths, Padding, Pairs, Sections};
use cuprust::{Argument, Array, Value, manipulation};
use pyo3::exceptions::{PyNotImplementedError, PyOverflowError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::array::NdArray;
use crate::convert::{AxesArgument, Order, ReduceAxes, Shape, casting_of, integer, integers};
use crate::creation::count;
use crate::dtype::{MaybeDType, given};
use crate::error::{Failure, Result, caught, value_error};
use crate::number::{Number, exact, number};
use crate::object::object;
use crate::operand::{ArrayLike, Arrays, Operand, Out, Source, unsupported};
use crate::operand::{MaybeOut, give, mask, target};

/// A view of an array as an object, with the array as its base.
type View<'py> = Result<Bound<'py, NdArray>>;

/// An array in another shape.
pub(crate) fn reshaped<'py>(array: &Bound<'py, NdArray>, shape: &[i64], order: Order, copy: Option<bool>) -> View<'py> {
    NdArray::from_view(caught(|| array.get().array().reshape_with(shape, order.into(), copy))?, array)
}

/// An array in one dimension.
pub(crate) fn raveled<'py>(array: &Bound<'py, NdArray>, order: Order) -> View<'py> {
    let own = array.get().array();
    NdArray::from_view(caught(|| own.ravel_ordered(order.into()))?, array)
}

/// The elements in another shape, without a copy where strides can say it. One extent may be -1.
#[pyfunction]
#[pyo3(signature = (a, newshape, order="C", *, copy=None))]
fn reshape<'py>(a: Source<'py>, newshape: Shape, order: Option<Order>, copy: Option<bool>) -> View<'py> {
    reshaped(&a.0, &newshape.0, order.unwrap_or(Order::C), copy)
}

/// The elements in one dimension, without a copy where possible.
#[pyfunction]
#[pyo3(signature = (a, order="C"))]
fn ravel<'py>(a: Source<'py>, order: Order) -> View<'py> {
    raveled(&a.0, order)
}

/// The axes in another order; reversed where none is given.
#[pyfunction]
#[pyo3(signature = (a, axes=None))]
fn transpose<'py>(a: Source<'py>, axes: Option<&Bound<'py, PyAny>>) -> View<'py> {
    let order = axes.map(integers).transpose()?;
    NdArray::from_view(a.array().transpose(order.as_deref())?, &a.0)
}

/// The last two axes exchanged.
#[pyfunction]
#[pyo3(signature = (x, /))]
fn matrix_transpose<'py>(x: Source<'py>) -> View<'py> {
    NdArray::from_view(x.array().matrix_transpose()?, &x.0)
}

/// Two axes exchanged.
#[pyfunction]
fn swapaxes<'py>(a: Source<'py>, axis1: i64, axis2: i64) -> View<'py> {
    NdArray::from_view(a.array().swapaxes(axis1, axis2)?, &a.0)
}

/// Axes moved to other places, the rest in their order.
#[pyfunction]
fn moveaxis<'py>(a: Source<'py>, source: &Bound<'py, PyAny>, destination: &Bound<'py, PyAny>) -> View<'py> {
    NdArray::from_view(a.array().moveaxis(&integers(source)?, &integers(destination)?)?, &a.0)
}

/// One axis moved before another.
#[pyfunction]
#[pyo3(signature = (a, axis, start=0))]
fn rollaxis<'py>(a: Source<'py>, axis: i64, start: i64) -> View<'py> {
    NdArray::from_view(a.array().rollaxis(axis, start)?, &a.0)
}

/// Without axes of extent one: all, or those named.
#[pyfunction]
#[pyo3(signature = (a, axis=None))]
fn squeeze<'py>(a: Source<'py>, axis: ReduceAxes) -> View<'py> {
    NdArray::from_view(a.array().squeeze(axis.of(a.array()))?, &a.0)
}

/// With new axes of extent one at these places of the result.
#[pyfunction]
fn expand_dims<'py>(a: Source<'py>, axis: &Bound<'py, PyAny>) -> View<'py> {
    NdArray::from_view(a.array().expand_dims(&integers(axis)?)?, &a.0)
}

/// The array repeated along new axes and axes of extent one: a view that cannot be written.
#[pyfunction]
fn broadcast_to<'py>(array: Source<'py>, shape: Shape) -> View<'py> {
    NdArray::from_view(array.array().broadcast_to(&shape.0)?, &array.0)
}

/// Several arrays broadcast to their common shape.
#[pyfunction]
#[pyo3(signature = (*args))]
fn broadcast_arrays<'py>(py: Python<'py>, args: Arrays<'py>) -> Result<Bound<'py, PyList>> {
    let views = caught(|| manipulation::broadcast_arrays(&args.arrays()))?;
    Ok(PyList::new(py, views_of(views, &args.0)?)?)
}

fn views_of<'py>(views: Vec<Array>, sources: &[Source<'py>]) -> Result<Vec<Bound<'py, NdArray>>> {
    views.into_iter().zip(sources).map(|(view, source)| NdArray::from_view(view, &source.0)).collect()
}

/// The shape that shapes broadcast to.
#[pyfunction]
#[pyo3(signature = (*args))]
fn broadcast_shapes<'py>(py: Python<'py>, args: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyTuple>> {
    let shapes = args.iter().map(|shape| integers(&shape)).collect::<Result<Vec<_>>>()?;
    let shapes: Vec<&[i64]> = shapes.iter().map(Vec::as_slice).collect();
    Ok(PyTuple::new(py, cuprust::broadcast_shapes(&shapes)?.iter())?)
}

/// The elements in reverse order along axes; along all where none is given.
#[pyfunction]
#[pyo3(signature = (a, axis=None))]
fn flip<'py>(a: Source<'py>, axis: AxesArgument) -> View<'py> {
    NdArray::from_view(a.array().flip(axis.0.as_deref())?, &a.0)
}

/// The elements in reverse order along the second axis.
#[pyfunction]
fn fliplr<'py>(a: Source<'py>) -> View<'py> {
    NdArray::from_view(a.array().fliplr()?, &a.0)
}

/// The elements in reverse order along the first axis.
#[pyfunction]
fn flipud<'py>(a: Source<'py>) -> View<'py> {
    NdArray::from_view(a.array().flipud()?, &a.0)
}

/// The array turned by quarters in the plane of two axes.
#[pyfunction]
#[pyo3(signature = (a, k=1, axes=None), text_signature = "(a, k=1, axes=(0, 1))")]
fn rot90<'py>(a: Source<'py>, k: i64, axes: Option<&Bound<'py, PyAny>>) -> View<'py> {
    let axes = axes.map(integers).transpose()?.unwrap_or_else(|| vec![0, 1]);
    NdArray::from_view(caught(|| a.array().rot90(k, &axes))?, &a.0)
}

/// The elements moved along axes; those that leave at one end come in at the other.
#[pyfunction]
#[pyo3(signature = (a, shift, axis=None))]
fn roll(py: Python<'_>, a: ArrayLike<'_>, shift: &Bound<'_, PyAny>, axis: AxesArgument) -> Result<Py<PyAny>> {
    // As NumPy, one shift for several axes and several shifts for one axis are broadcast: the crate does it.
    let result = match exact(shift.as_borrowed()) {
        Some(Value::Int(shift)) if i64::try_from(shift).is_ok() => caught(|| a.roll(shift as i64, axis.0.as_deref())),
        _ => {
            let shifts = integers(shift)?;
            caught(|| a.roll(&shifts, axis.0.as_deref()))
        }
    };
    object(py, result?)
}

macro_rules! at_least {
    ($($name:ident $doc:literal $view:expr;)*) => { $(
        #[doc = $doc]
        #[pyfunction]
        #[pyo3(signature = (*arys))]
        fn $name<'py>(py: Python<'py>, arys: Arrays<'py>) -> Result<Py<PyAny>> {
            let view: fn(&Array) -> Array = $view;
            let mut views = views_of(arys.0.iter().map(|source| view(source.array())).collect(), &arys.0)?;
            match views.pop() {
                Some(only) if views.is_empty() => Ok(only.into_any().unbind()),
                last => {
                    views.extend(last);
                    Ok(PyTuple::new(py, views)?.into_any().unbind())
                }
            }
        }
    )* };
}

at_least! {
    atleast_1d "Arrays of at least one axis." |array| array.at_least(1);
    atleast_2d "Arrays of at least two axes." |array| array.at_least(2);
    atleast_3d "Arrays of at least three axes." Array::atleast_3d;
}

/// Arrays joined along an axis they have; flattened first where the axis is None.
#[pyfunction]
#[pyo3(signature = (tup, axis=0, out=None, *, dtype=None, casting="same_kind"))]
fn concatenate(
    py: Python<'_>,
    tup: Arrays<'_>,
    axis: Option<i64>,
    out: MaybeOut<'_>,
    dtype: MaybeDType,
    casting: &str,
) -> Result<Py<PyAny>> {
    let join = Join::along(axis).out(target(&out)).dtype(given(dtype)).casting(casting_of(casting)?);
    let result = caught(|| manipulation::concatenate(&tup.arrays(), join))?;
    give(py, result, out)
}

/// Arrays of one shape joined along a new axis.
#[pyfunction]
#[pyo3(signature = (tup, axis=0, out=None, *, dtype=None, casting="same_kind"))]
fn stack(
    py: Python<'_>,
    tup: Arrays<'_>,
    axis: i64,
    out: MaybeOut<'_>,
    dtype: MaybeDType,
    casting: &str,
) -> Result<Py<PyAny>> {
    let join = Join::along(axis).out(target(&out)).dtype(given(dtype)).casting(casting_of(casting)?);
    let result = caught(|| manipulation::stack(&tup.arrays(), join))?;
    give(py, result, out)
}

/// Arrays joined along the first axis, vectors as rows.
#[pyfunction]
#[pyo3(signature = (tup, *, dtype=None, casting="same_kind"))]
fn vstack(tup: Arrays<'_>, dtype: MaybeDType, casting: &str) -> Result<NdArray> {
    let join = Join::along(0).dtype(given(dtype)).casting(casting_of(casting)?);
    caught(|| manipulation::vstack_with(&tup.arrays(), join)).map(NdArray::new)
}

/// Arrays joined along the second axis, vectors along their only one.
#[pyfunction]
#[pyo3(signature = (tup, *, dtype=None, casting="same_kind"))]
fn hstack(tup: Arrays<'_>, dtype: MaybeDType, casting: &str) -> Result<NdArray> {
    let join = Join::along(1).dtype(given(dtype)).casting(casting_of(casting)?);
    caught(|| manipulation::hstack_with(&tup.arrays(), join)).map(NdArray::new)
}

/// Arrays joined along the third axis.
#[pyfunction]
fn dstack(tup: Arrays<'_>) -> Result<NdArray> {
    caught(|| manipulation::dstack(&tup.arrays())).map(NdArray::new)
}

/// Vectors as the columns of a matrix.
#[pyfunction]
fn column_stack(tup: Arrays<'_>) -> Result<NdArray> {
    caught(|| manipulation::column_stack(&tup.arrays())).map(NdArray::new)
}

/// Views of parts along an axis.
fn parts<'py>(
    source: &Source<'py>,
    sections: &Bound<'py, PyAny>,
    split: impl FnOnce(&Array, Sections) -> cuprust::Result<Vec<Array>>,
) -> Result<Bound<'py, PyList>> {
    let sections = match sections.extract::<i64>() {
        Ok(count) => Sections::Count(count),
        Err(error) if error.is_instance_of::<PyOverflowError>(sections.py()) => {
            // No array has so many elements that they could be parted equally.
            return Err(value_error("array split does not result in an equal division"));
        }
        Err(_) => Sections::from(&integers(sections)?[..]),
    };
    let parts = caught(|| split(source.array(), sections))?;
    let views = PyList::empty(source.0.py());
    for part in parts {
        views.append(NdArray::from_view(part, &source.0)?)?;
    }
    Ok(views)
}

/// Views of parts along an axis: of equal lengths, or cut at places.
#[pyfunction]
#[pyo3(signature = (ary, indices_or_sections, axis=0))]
fn split<'py>(ary: Source<'py>, indices_or_sections: &Bound<'py, PyAny>, axis: i64) -> Result<Bound<'py, PyList>> {
    parts(&ary, indices_or_sections, |array, sections| array.split(sections, axis))
}

/// Views of parts along an axis, of lengths as equal as can be.
#[pyfunction]
#[pyo3(signature = (ary, indices_or_sections, axis=0))]
fn array_split<'py>(
    ary: Source<'py>,
    indices_or_sections: &Bound<'py, PyAny>,
    axis: i64,
) -> Result<Bound<'py, PyList>> {
    let count = indices_or_sections.extract::<i64>();
    if let Err(error) = count
        && error.is_instance_of::<PyOverflowError>(ary.0.py())
    {
        return Err(error.into());
    }
    parts(&ary, indices_or_sections, |array, sections| array.array_split(sections, axis))
}

/// `split` along the first axis.
#[pyfunction]
fn vsplit<'py>(ary: Source<'py>, indices_or_sections: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    parts(&ary, indices_or_sections, |array, sections| array.vsplit(sections))
}

/// `split` along the second axis, and of a vector along its only one.
#[pyfunction]
fn hsplit<'py>(ary: Source<'py>, indices_or_sections: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    parts(&ary, indices_or_sections, |array, sections| array.hsplit(sections))
}

/// `split` along the third axis.
#[pyfunction]
fn dsplit<'py>(ary: Source<'py>, indices_or_sections: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    parts(&ary, indices_or_sections, |array, sections| array.dsplit(sections))
}

/// The array beside itself several times along each axis.
#[pyfunction]
#[allow(non_snake_case)]
fn tile(A: ArrayLike<'_>, reps: &Bound<'_, PyAny>) -> Result<NdArray> {
    let counts = integers(reps)?;
    caught(|| A.tile(&counts)).map(NdArray::new)
}

/// Each element several times.
pub(crate) fn repeated(array: &Array, repeats: &Bound<'_, PyAny>, axis: Option<i64>) -> Result<Array> {
    let counts = integers(repeats)?;
    caught(|| array.repeat(&counts, axis))
}

/// Each element several times, along an axis or over the elements in C order.
#[pyfunction]
#[pyo3(signature = (a, repeats, axis=None))]
fn repeat(a: ArrayLike<'_>, repeats: &Bound<'_, PyAny>, axis: Option<i64>) -> Result<NdArray> {
    repeated(&a, repeats, axis).map(NdArray::new)
}

/// With a margin around it.
#[pyfunction]
#[pyo3(signature = (array, pad_width, mode="constant", **kwargs))]
fn pad(
    array: ArrayLike<'_>,
    pad_width: &Bound<'_, PyAny>,
    mode: &str,
    kwargs: Option<&Bound<'_, PyDict>>,
) -> Result<NdArray> {
    let widths = pairs(pad_width, &integer)?;
    let mut given = None;
    for (name, value) in kwargs.into_iter().flat_map(|kwargs| kwargs.iter()) {
        let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
        let taken = match mode {
            "constant" => name == "constant_values",
            "linear_ramp" => name == "end_values",
            "maximum" | "mean" | "minimum" => name == "stat_length",
            "reflect" | "symmetric" => name == "reflect_type",
            _ => false,
        };
        if !taken {
            return Err(value_error(format!("unsupported keyword arguments for mode '{mode}': {name}")));
        }
        given = Some(value).filter(|value| !value.is_none());
    }
    let number = |object: &Bound<'_, PyAny>| match number(object.as_borrowed())? {
        Some(Number::Weak(value)) => Ok(Argument::Value(value)),
        Some(Number::Strong(scalar)) => Ok(Argument::Scalar(scalar)),
        None => Err(unsupported(object)),
    };
    let numbers = || {
        given.as_ref().map_or(Ok(Pairs::All(Argument::Value(Value::Int(0)), Argument::Value(Value::Int(0)))), |given| {
            pairs(given, &number)
        })
    };
    let lengths = || given.as_ref().map_or(Ok(Lengths::from(..)), |given| pairs(given, &integer).map(Lengths::from));
    let odd = || match given.as_ref().map(|given| given.extract::<String>()).transpose()?.as_deref() {
        None | Some("even") => Ok(false),
        Some("odd") => Ok(true),
        Some(other) => Err(value_error(format!("reflect_type is 'even' or 'odd', not '{other}'"))),
    };
    let padding = match mode {
        "constant" => Padding::constant(numbers()?),
        "edge" => Padding::edge(),
        "wrap" => Padding::wrap(),
        "empty" => Padding::empty(),
        "reflect" => {
            if odd()? {
                Padding::reflect_odd()
            } else {
                Padding::reflect()
            }
        }
        "symmetric" => {
            if odd()? {
                Padding::symmetric_odd()
            } else {
                Padding::symmetric()
            }
        }
        "linear_ramp" => Padding::linear_ramp(numbers()?),
        "maximum" => Padding::maximum(lengths()?),
        "mean" => Padding::mean(lengths()?),
        "minimum" => Padding::minimum(lengths()?),
        "median" => {
            return Err(Failure::Python(PyNotImplementedError::new_err("pad with mode 'median' is not built yet")));
        }
        _ => return Err(value_error(format!("mode '{mode}' is not supported"))),
    };
    caught(|| array.pad(widths, padding)).map(NdArray::new)
}

/// Pairs for each axis, of which NumPy lets one or two stand for all.
fn pairs<T: Copy>(object: &Bound<'_, PyAny>, one: &impl Fn(&Bound<'_, PyAny>) -> Result<T>) -> Result<Pairs<T>> {
    let rows = match object.try_iter() {
        Err(_) => return one(object).map(|both| Pairs::All(both, both)),
        Ok(rows) if object.len().is_ok() => rows.collect::<PyResult<Vec<_>>>()?,
        Ok(_) => return Err(unsupported(object)),
    };
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

/// Copies elements into an array, broadcast, where a mask is true.
#[pyfunction]
#[pyo3(signature = (dst, src, casting="same_kind", r#where=None))]
fn copyto(dst: Out<'_>, src: &Bound<'_, PyAny>, casting: &str, r#where: Option<&Bound<'_, PyAny>>) -> Result<()> {
    let casting = casting_of(casting)?;
    let mask = mask(r#where)?;
    let operand = src.extract::<Operand<'_>>()?;
    let made;
    let source = match &operand {
        Operand::Array(array) => *array,
        Operand::New(array) => array,
        Operand::Number(number) => {
            let scalar = match *number {
                Number::Strong(scalar) => scalar,
                Number::Weak(value) => cuprust::cast_value(value, dst.0.dtype(), casting)?,
            };
            made = caught(|| cuprust::creation::full(cuprust::shape(()).on(dst.0.device()), scalar))?;
            &made
        }
        Operand::Foreign => return Err(unsupported(src)),
    };
    caught(|| dst.0.copy_from(source, casting, mask.as_ref()))
}

/// A view of the diagonal of two axes.
#[pyfunction]
#[pyo3(signature = (a, offset=0, axis1=0, axis2=1))]
fn diagonal<'py>(a: Source<'py>, offset: i64, axis1: i64, axis2: i64) -> View<'py> {
    NdArray::from_view(a.array().diagonal(offset, axis1, axis2)?, &a.0)
}

/// The extent of each axis of an array, or of what becomes one.
#[pyfunction]
fn shape<'py>(py: Python<'py>, a: ArrayLike<'_>) -> Result<Bound<'py, PyTuple>> {
    Ok(PyTuple::new(py, a.shape())?)
}

/// The number of axes of an array, or of what becomes one.
#[pyfunction]
fn ndim(a: ArrayLike<'_>) -> usize {
    a.ndim()
}

/// The number of elements, or the extent of one axis.
#[pyfunction]
#[pyo3(signature = (a, axis=None))]
fn size(a: ArrayLike<'_>, axis: Option<&Bound<'_, PyAny>>) -> Result<i64> {
    match axis {
        None => Ok(a.size()),
        Some(axis) => Ok(a.shape()[cuprust::normalize_axis(count(axis)?, a.ndim())?]),
    }
}

/// Whether two arrays share memory, as far as their bounds tell.
#[pyfunction]
#[pyo3(signature = (a, b, max_work=None))]
fn may_share_memory(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, max_work: Option<&Bound<'_, PyAny>>) -> Result<bool> {
    let _ = max_work;
    let (Ok(a), Ok(b)) = (a.cast::<NdArray>(), b.cast::<NdArray>()) else { return Ok(false) };
    let (a, b) = (a.get().array(), b.get().array());
    let bytes = |array: &Array| {
        let size = array.dtype().size() as i64;
        array.layout().bounds().map(|(low, high)| (low * size, (high + 1) * size))
    };
    Ok(match (a.shares_storage(b), bytes(a), bytes(b)) {
        (true, Some((low, high)), Some((other_low, other_high))) => low < other_high && other_low < high,
        _ => false,
    })
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    add!(reshape ravel transpose matrix_transpose swapaxes moveaxis rollaxis squeeze expand_dims broadcast_to
         broadcast_arrays broadcast_shapes flip fliplr flipud rot90 roll atleast_1d atleast_2d atleast_3d concatenate stack
         vstack hstack dstack column_stack split array_split vsplit hsplit dsplit tile repeat pad copyto diagonal shape ndim
         size may_share_memory);
    for (alias, name) in [("concat", "concatenate"), ("row_stack", "vstack"), ("permute_dims", "transpose")] {
        module.add(alias, module.getattr(name)?)?;
    }
    Ok(())
}
