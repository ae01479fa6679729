//! Elements in other shapes and orders, joined and split: `reshape`, `roll`, `concatenate`, `split` and their kin.

use cuprust::{Array, JoinOptions, Padding, Sections, Value, manipulation};
use pyo3::exceptions::{PyNotImplementedError, PyOverflowError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::array::NdArray;
use crate::convert::{AxesArgument, Order, ReduceAxes, Shape, casting_of, integers};
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
    let own = array.get().array();
    let result = caught(|| own.reshape_ordered(shape, order.into()))?;
    match copy {
        Some(false) if !result.shares_storage(own) => {
            Err(value_error("Unable to avoid creating a copy while reshaping."))
        }
        Some(true) if result.shares_storage(own) => {
            crate::object::bound(array.py(), NdArray::new(caught(|| result.copy())?))
        }
        _ => NdArray::from_view(result, array),
    }
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
    if a.array().ndim() < 2 {
        return Err(value_error("Input must be >= 2-d."));
    }
    NdArray::from_view(a.array().flip(Some(&[1]))?, &a.0)
}

/// The elements in reverse order along the first axis.
#[pyfunction]
fn flipud<'py>(a: Source<'py>) -> View<'py> {
    if a.array().ndim() < 1 {
        return Err(value_error("Input must be >= 1-d."));
    }
    NdArray::from_view(a.array().flip(Some(&[0]))?, &a.0)
}

/// The array turned by quarters in the plane of two axes.
#[pyfunction]
#[pyo3(signature = (a, k=1, axes=None), text_signature = "(a, k=1, axes=(0, 1))")]
fn rot90<'py>(a: Source<'py>, k: i64, axes: Option<&Bound<'py, PyAny>>) -> View<'py> {
    let axes = axes.map(integers).transpose()?.unwrap_or_else(|| vec![0, 1]);
    let &[first, second] = &axes[..] else { return Err(value_error("len(axes) must be 2.")) };
    NdArray::from_view(caught(|| a.array().rot90(k, [first, second]))?, &a.0)
}

/// The elements moved along axes; those that leave at one end come in at the other.
#[pyfunction]
#[pyo3(signature = (a, shift, axis=None))]
fn roll(py: Python<'_>, a: ArrayLike<'_>, shift: &Bound<'_, PyAny>, axis: AxesArgument) -> Result<Py<PyAny>> {
    // As NumPy, one shift for several axes and several shifts for one axis are broadcast: the crate does it.
    let result = match exact(shift.as_borrowed()) {
        Some(Value::Int(shift)) if i64::try_from(shift).is_ok() => {
            caught(|| a.roll(&[shift as i64], axis.0.as_deref()))
        }
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
    atleast_3d "Arrays of at least three axes." Array::at_least_3d;
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
    let options = JoinOptions { out: target(&out), dtype: given(dtype), casting: casting_of(casting)? };
    let result = caught(|| manipulation::concatenate(&tup.arrays(), axis, &options))?;
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
    let options = JoinOptions { out: target(&out), dtype: given(dtype), casting: casting_of(casting)? };
    let result = caught(|| manipulation::stack(&tup.arrays(), axis, &options))?;
    give(py, result, out)
}

/// Arrays joined along the first axis, vectors as rows.
#[pyfunction]
#[pyo3(signature = (tup, *, dtype=None, casting="same_kind"))]
fn vstack(tup: Arrays<'_>, dtype: MaybeDType, casting: &str) -> Result<NdArray> {
    let options = JoinOptions { dtype: given(dtype), casting: casting_of(casting)?, ..JoinOptions::default() };
    caught(|| manipulation::vstack(&tup.arrays(), &options)).map(NdArray::new)
}

/// Arrays joined along the second axis, vectors along their only one.
#[pyfunction]
#[pyo3(signature = (tup, *, dtype=None, casting="same_kind"))]
fn hstack(tup: Arrays<'_>, dtype: MaybeDType, casting: &str) -> Result<NdArray> {
    let options = JoinOptions { dtype: given(dtype), casting: casting_of(casting)?, ..JoinOptions::default() };
    caught(|| manipulation::hstack(&tup.arrays(), &options)).map(NdArray::new)
}

/// Arrays joined along the third axis.
#[pyfunction]
fn dstack(tup: Arrays<'_>) -> Result<NdArray> {
    caught(|| manipulation::dstack(&tup.arrays(), &JoinOptions::default())).map(NdArray::new)
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
    axis: i64,
    equal: bool,
) -> Result<Bound<'py, PyList>> {
    let cuts;
    let sections = match sections.extract::<i64>() {
        Ok(0) if equal => {
            return Err(PyZeroDivisionError::new_err("an array cannot be split into 0 parts").into());
        }
        Ok(count) => Sections::Count(count),
        Err(error) if error.is_instance_of::<PyOverflowError>(sections.py()) => {
            // No array has so many elements that they could be parted equally.
            return Err(if equal {
                value_error("array split does not result in an equal division")
            } else {
                error.into()
            });
        }
        Err(_) => {
            cuts = integers(sections)?;
            Sections::Before(&cuts)
        }
    };
    let array = source.array();
    let parts = caught(|| if equal { array.split(sections, axis) } else { array.array_split(sections, axis) })?;
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
    parts(&ary, indices_or_sections, axis, true)
}

/// Views of parts along an axis, of lengths as equal as can be.
#[pyfunction]
#[pyo3(signature = (ary, indices_or_sections, axis=0))]
fn array_split<'py>(
    ary: Source<'py>,
    indices_or_sections: &Bound<'py, PyAny>,
    axis: i64,
) -> Result<Bound<'py, PyList>> {
    parts(&ary, indices_or_sections, axis, false)
}

/// `split` along the first axis.
#[pyfunction]
fn vsplit<'py>(ary: Source<'py>, indices_or_sections: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    if ary.array().ndim() < 2 {
        return Err(value_error("vsplit only works on arrays of 2 or more dimensions"));
    }
    parts(&ary, indices_or_sections, 0, true)
}

/// `split` along the second axis, and of a vector along its only one.
#[pyfunction]
fn hsplit<'py>(ary: Source<'py>, indices_or_sections: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    match ary.array().ndim() {
        0 => Err(value_error("hsplit only works on arrays of 1 or more dimensions")),
        rank => parts(&ary, indices_or_sections, i64::from(rank > 1), true),
    }
}

/// `split` along the third axis.
#[pyfunction]
fn dsplit<'py>(ary: Source<'py>, indices_or_sections: &Bound<'py, PyAny>) -> Result<Bound<'py, PyList>> {
    if ary.array().ndim() < 3 {
        return Err(value_error("dsplit only works on arrays of 3 or more dimensions"));
    }
    parts(&ary, indices_or_sections, 2, true)
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
    match counts[..] {
        [count] => caught(|| array.repeat(count, axis)),
        _ => Err(Failure::Python(PyNotImplementedError::new_err(
            "repeat with another count for each element is not built yet",
        ))),
    }
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
    let mut padding = match mode {
        "constant" => Padding::Constant(cuprust::Scalar::zero(array.dtype())),
        "edge" => Padding::Edge,
        "wrap" => Padding::Wrap,
        "linear_ramp" | "maximum" | "mean" | "median" | "minimum" | "reflect" | "symmetric" | "empty" => {
            let text = format!("pad with mode '{mode}' is not built yet: the modes are constant, edge and wrap");
            return Err(Failure::Python(PyNotImplementedError::new_err(text)));
        }
        _ => return Err(value_error(format!("mode '{mode}' is not supported"))),
    };
    for (name, value) in kwargs.into_iter().flat_map(|kwargs| kwargs.iter()) {
        let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
        match (&*name, &mut padding, number(value.as_borrowed())?) {
            ("constant_values", Padding::Constant(constant), Some(number)) => {
                *constant = number.assigned(array.dtype())?
            }
            ("constant_values", Padding::Constant(_), None) => {
                return Err(Failure::Python(PyNotImplementedError::new_err(
                    "pad with several constants is not built yet",
                )));
            }
            _ => return Err(value_error(format!("unsupported keyword arguments for mode '{mode}': {name}"))),
        }
    }
    let widths = pairs(pad_width, array.ndim())?;
    caught(|| array.pad(&widths, padding)).map(NdArray::new)
}

/// Pairs of widths for each axis, of which NumPy lets one or two stand for all.
fn pairs(object: &Bound<'_, PyAny>, rank: usize) -> Result<Vec<(i64, i64)>> {
    if let Ok(width) = object.extract::<i64>() {
        return Ok(vec![(width, width); rank]);
    }
    let mut parts = Vec::new();
    for part in object.try_iter()? {
        let part = part?;
        parts.push(integers(&part)?);
    }
    let flat =
        parts.iter().all(|part| part.len() == 1) && parts.len() == 2 && object.get_item(0)?.extract::<i64>().is_ok();
    let pair = |part: &[i64]| match *part {
        [both] => Ok((both, both)),
        [before, after] => Ok((before, after)),
        _ => Err(value_error("pad_width must be an integer, a pair, or a pair for each axis")),
    };
    if flat {
        return Ok(vec![(parts[0][0], parts[1][0]); rank]);
    }
    let widths = parts.iter().map(|part| pair(part)).collect::<Result<Vec<_>>>()?;
    match widths[..] {
        [only] if rank != 1 => Ok(vec![only; rank]),
        _ => Ok(widths),
    }
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
            made = caught(|| cuprust::creation::full(&[], scalar, dst.0.device()))?;
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
