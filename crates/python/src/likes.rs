//! New arrays like others: `empty_like`, `zeros_like`, `ones_like`, `full_like`.

use cuprust::{Array, DType, Device};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::convert::{Order, Shape, from_any};
use crate::creation::in_order;
use crate::device::{AnyDevice, MaybeDevice};
use crate::dtype::{MaybeDType, given};
use crate::error::{Result, caught};
use crate::operand::{ArrayLike, is_numpy};

/// What a `_like` function takes its shape, dtype and order from: an array of ours, or whatever becomes one. Of NumPy's arrays
/// the elements are left where they are.
struct Prototype<'a>(ArrayLike<'a>);

impl<'a, 'py> FromPyObject<'a, 'py> for Prototype<'a> {
    type Error = crate::error::Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        if let Ok(array) = object.cast::<NdArray>() {
            return Ok(Prototype(ArrayLike::Ours(array.get().array())));
        }
        if !is_numpy(&object)? {
            return from_any(&object, None).map(|array| Prototype(ArrayLike::New(array)));
        }
        let dtype = crate::dtype::from_python(&object.getattr("dtype")?)?;
        let (shape, strides): (Vec<i64>, Vec<i64>) =
            (object.getattr("shape")?.extract()?, object.getattr("strides")?.extract()?);
        // Memory is taken when something is written, and nothing is written to this one.
        laid_out(&shape, &strides, dtype, Device::current()?).map(|array| Prototype(ArrayLike::New(array)))
    }
}

/// An array whose axes follow one another in memory as strides have them, without gaps.
fn laid_out(shape: &[i64], strides: &[i64], dtype: DType, device: Device) -> Result<Array> {
    let mut order: Vec<usize> = (0..shape.len()).collect();
    order.sort_by_key(|&axis| std::cmp::Reverse(strides[axis].unsigned_abs()));
    let in_memory: Vec<i64> = order.iter().map(|&axis| shape[axis]).collect();
    let mut back = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &axis)| back[axis] = place as i64);
    caught(|| Array::empty(&in_memory, dtype, device)?.transpose(&back))
}

/// The array that a `_like` function fills: of the prototype's shape, dtype, order and device where nothing else is said.
fn like(
    Prototype(prototype): &Prototype<'_>,
    dtype: MaybeDType,
    order: Order,
    shape: Option<Shape>,
    device: MaybeDevice,
) -> Result<Array> {
    let dtype = given(dtype).unwrap_or(prototype.dtype());
    let device = device.map_or(prototype.device(), |AnyDevice(device)| device);
    match (shape, order) {
        (None, Order::Keep) if device == prototype.device() => caught(|| prototype.empty_like(Some(dtype))),
        (None, Order::Keep) => laid_out(prototype.shape(), &prototype.layout().strides, dtype, device),
        // Axes keep their order in memory where there are as many as before.
        (Some(Shape(shape)), Order::Keep) if shape.len() == prototype.ndim() => {
            laid_out(&shape, &prototype.layout().strides, dtype, device)
        }
        (Some(Shape(shape)), Order::Keep) => caught(|| Array::empty(&shape, dtype, device)),
        (shape, order) => {
            let fortran = order == Order::Fortran
                || (order == Order::Any && prototype.layout().is_fortran() && !prototype.layout().is_contiguous());
            let shape = shape.map_or_else(|| cuprust::Dims::new(prototype.shape()), |shape| shape.0);
            let order = if fortran { Order::Fortran } else { Order::C };
            in_order(&shape, order, |shape| Array::empty(shape, dtype, device))
        }
    }
}

/// An array like another whose elements are not set.
#[pyfunction]
#[pyo3(signature = (prototype, dtype=None, order="K", subok=None, shape=None, *, device=None))]
fn empty_like(
    prototype: Prototype<'_>,
    dtype: MaybeDType,
    order: Order,
    subok: Option<&Bound<'_, PyAny>>,
    shape: Option<Shape>,
    device: MaybeDevice,
) -> Result<NdArray> {
    let _ = subok;
    like(&prototype, dtype, order, shape, device).map(NdArray::new)
}

/// An array like another, of zeros.
#[pyfunction]
#[pyo3(signature = (a, dtype=None, order="K", subok=None, shape=None, *, device=None))]
fn zeros_like(
    a: Prototype<'_>,
    dtype: MaybeDType,
    order: Order,
    subok: Option<&Bound<'_, PyAny>>,
    shape: Option<Shape>,
    device: MaybeDevice,
) -> Result<NdArray> {
    let _ = subok;
    let out = like(&a, dtype, order, shape, device)?;
    caught(|| out.fill(cuprust::Scalar::zero(out.dtype())))?;
    Ok(NdArray::new(out))
}

/// An array like another, of ones.
#[pyfunction]
#[pyo3(signature = (a, dtype=None, order="K", subok=None, shape=None, *, device=None))]
fn ones_like(
    a: Prototype<'_>,
    dtype: MaybeDType,
    order: Order,
    subok: Option<&Bound<'_, PyAny>>,
    shape: Option<Shape>,
    device: MaybeDevice,
) -> Result<NdArray> {
    let _ = subok;
    let out = like(&a, dtype, order, shape, device)?;
    caught(|| out.fill(cuprust::Scalar::one(out.dtype())))?;
    Ok(NdArray::new(out))
}

/// An array like another, of one value.
#[pyfunction]
#[pyo3(signature = (a, fill_value, dtype=None, order="K", subok=None, shape=None, *, device=None))]
#[allow(clippy::too_many_arguments)]
fn full_like(
    a: Prototype<'_>,
    fill_value: &Bound<'_, PyAny>,
    dtype: MaybeDType,
    order: Order,
    subok: Option<&Bound<'_, PyAny>>,
    shape: Option<Shape>,
    device: MaybeDevice,
) -> Result<NdArray> {
    let _ = subok;
    let out = like(&a, dtype, order, shape, device)?;
    crate::attributes::assign(&out, fill_value)?;
    Ok(NdArray::new(out))
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(empty_like, module)?)?;
    module.add_function(wrap_pyfunction!(zeros_like, module)?)?;
    module.add_function(wrap_pyfunction!(ones_like, module)?)?;
    module.add_function(wrap_pyfunction!(full_like, module)?)
}
