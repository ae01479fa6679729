//! The methods of `ndarray` that copy, convert and read, and those that show the elements in another shape.

use cuprust::{Argument, Array, DType};
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::array::NdArray;
use crate::attributes::{assign, imaginary_part, real_part};
use crate::choice::{Indices, Mode};
use crate::convert::{Order, ReduceAxes, Shape, casting_of, download, integers, is_in, ordered_copy, upload};
use crate::dtype::{AnyDType, MaybeDType, Stored, given};
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::number::to_python;
use crate::object::object;
use crate::operand::{ArrayLike, Operand, is_numpy};
use crate::operators::element;
use crate::reductions::{MaybeOut, give, target};
use crate::sorting::Kind;
use crate::stream::PyStream;

#[pymethods]
impl NdArray {
    /// An array of a shape whose elements are not set.
    #[new]
    #[pyo3(signature = (shape, dtype=None, memptr=None, strides=None, order="C"))]
    fn __new__(
        shape: Shape,
        dtype: MaybeDType,
        memptr: Option<&Bound<'_, PyAny>>,
        strides: Option<&Bound<'_, PyAny>>,
        order: Order,
    ) -> Result<NdArray> {
        if memptr.is_some() || strides.is_some() {
            return Err(Failure::Python(PyNotImplementedError::new_err(
                "an array over given memory or with given strides is not built yet: import it by from_dlpack or asarray",
            )));
        }
        crate::creation::empty_array(&shape.0, given(dtype), order, None).map(NdArray::new)
    }

    /// A copy in memory of its own.
    #[pyo3(signature = (order="C"))]
    fn copy(&self, py: Python<'_>, order: Order) -> Result<Py<PyAny>> {
        object(py, ordered_copy(self.array(), self.array().dtype(), order)?)
    }

    fn __copy__(&self) -> Result<NdArray> {
        ordered_copy(self.array(), self.array().dtype(), Order::Keep).map(NdArray::new)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Result<NdArray> {
        self.__copy__()
    }

    /// The elements converted to a dtype; the array itself where it has the dtype and no copy is asked for.
    #[pyo3(signature = (dtype, order="K", casting="unsafe", subok=None, copy=true))]
    fn astype<'py>(
        slf: &Bound<'py, Self>,
        dtype: AnyDType,
        order: Order,
        casting: &str,
        subok: Option<&Bound<'py, PyAny>>,
        copy: bool,
    ) -> Result<Bound<'py, NdArray>> {
        let _ = subok;
        let array = slf.get().array();
        check_cast(array.dtype(), dtype.0, casting)?;
        if !copy && dtype.0 == array.dtype() && is_in(array, order) {
            return Ok(slf.clone());
        }
        crate::object::bound(slf.py(), NdArray::new(ordered_copy(array, dtype.0, order)?))
    }

    /// The elements as a NumPy array. Waits for them.
    #[pyo3(signature = (stream=None, order="C", out=None, blocking=true))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        order: Order,
        out: Option<&Bound<'py, PyAny>>,
        blocking: bool,
    ) -> Result<Bound<'py, PyAny>> {
        // Elements are always there when this returns: a copy that goes on would need pinned memory that nobody else reads.
        let _ = blocking;
        PyStream::check(stream)?;
        download(py, self.array(), order, out)
    }

    /// Writes the elements of a NumPy array of the same shape and dtype.
    #[pyo3(signature = (arr, stream=None))]
    fn set(&self, arr: &Bound<'_, PyAny>, stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        PyStream::check(stream)?;
        if !is_numpy(arr)? {
            return Err(type_error("Only numpy.ndarray can be set to cuprust.ndarray"));
        }
        let own = self.array();
        let source = upload(arr, own.device())?;
        if source.dtype() != own.dtype() {
            return Err(type_error(format!("{} array cannot be set to {} array", source.dtype(), own.dtype())));
        }
        if source.shape() != own.shape() {
            let (from, to) = (cuprust::shape_text(source.shape()), cuprust::shape_text(own.shape()));
            return Err(value_error(format!("Shape mismatch. Old shape: {to}, new shape: {from}")));
        }
        caught(|| own.assign(&source))
    }

    /// One element as a Python number: the only one, or the one at an index.
    #[pyo3(signature = (*args))]
    fn item<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyAny>> {
        let array = self.array();
        let places = match args.len() {
            0 => return to_python(py, element(py, array)?),
            1 => integers(&args.get_item(0)?)?,
            _ => integers(args)?,
        };
        let at = |array: &Array| {
            let index: Vec<_> = places.iter().map(|&place| cuprust::Index::At(place)).collect();
            array.at(&index)
        };
        let one = match places.len() {
            1 if array.ndim() != 1 => caught(|| at(&array.ravel()?))?,
            count if count == array.ndim() => at(array)?,
            _ => return Err(value_error("incorrect number of indices for array")),
        };
        to_python(py, element(py, &one)?)
    }

    /// The elements as nested lists of Python numbers.
    fn tolist<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(download(py, self.array(), Order::C, None)?.call_method0("tolist")?)
    }

    /// The elements as bytes, in C order or another.
    #[pyo3(signature = (order="C"))]
    fn tobytes<'py>(&self, py: Python<'py>, order: Order) -> Result<Bound<'py, PyBytes>> {
        let array = self.array().clone();
        let fortran = order == Order::Fortran
            || (order != Order::C && array.layout().is_fortran() && !array.layout().is_contiguous());
        let source = if fortran { array.t() } else { array };
        PyBytes::new_with(py, source.nbytes() as usize, |bytes| Ok(py.detach(|| caught(|| source.read_into(bytes)))?))
            .map_err(Failure::Python)
    }

    /// Writes one number everywhere.
    fn fill(&self, value: &Bound<'_, PyAny>) -> Result<()> {
        assign(self.array(), value)
    }

    /// The same memory read as another dtype.
    #[pyo3(signature = (dtype=None))]
    fn view<'py>(slf: &Bound<'py, Self>, dtype: Option<Stored<'py>>) -> Result<Bound<'py, NdArray>> {
        let array = slf.get().array();
        match dtype.map(|stored| stored.in_place()).transpose()? {
            None => NdArray::from_view(array.clone(), slf),
            Some(dtype) => NdArray::from_view(caught(|| array.reinterpret(dtype))?, slf),
        }
    }

    /// The elements in another shape, without a copy where strides can say it. One extent may be -1.
    #[pyo3(signature = (*shape, order="C", copy=None))]
    fn reshape<'py>(
        slf: &Bound<'py, Self>,
        shape: &Bound<'py, PyTuple>,
        order: Option<Order>,
        copy: Option<bool>,
    ) -> Result<Bound<'py, NdArray>> {
        let shape = unpacked(shape)?;
        crate::shapes::reshaped(slf, &shape.extract::<Shape>()?.0, order.unwrap_or(Order::C), copy)
    }

    /// The elements in one dimension, without a copy where possible.
    #[pyo3(signature = (order="C"))]
    fn ravel<'py>(slf: &Bound<'py, Self>, order: Order) -> Result<Bound<'py, NdArray>> {
        crate::shapes::raveled(slf, order)
    }

    /// A copy of the elements in one dimension.
    #[pyo3(signature = (order="C"))]
    fn flatten(&self, order: Order) -> Result<NdArray> {
        caught(|| self.array().flatten_ordered(order.into())).map(NdArray::new)
    }

    /// The axes in another order; reversed where none is given.
    #[pyo3(signature = (*axes))]
    fn transpose<'py>(slf: &Bound<'py, Self>, axes: &Bound<'py, PyTuple>) -> Result<Bound<'py, NdArray>> {
        let axes = unpacked(axes)?;
        let none = axes.is_none() || axes.cast::<PyTuple>().is_ok_and(|axes| axes.is_empty());
        // No arguments mean the reverse; an empty tuple means the order of an array without axes.
        let order = if none { None } else { Some(axes.extract::<Shape>()?.0) };
        NdArray::from_view(slf.get().array().transpose(order.as_deref())?, slf)
    }

    /// Two axes exchanged.
    fn swapaxes<'py>(slf: &Bound<'py, Self>, axis1: i64, axis2: i64) -> Result<Bound<'py, NdArray>> {
        NdArray::from_view(slf.get().array().swapaxes(axis1, axis2)?, slf)
    }

    /// Without axes of extent one: all, or those named.
    #[pyo3(signature = (axis=None))]
    fn squeeze<'py>(slf: &Bound<'py, Self>, axis: ReduceAxes) -> Result<Bound<'py, NdArray>> {
        NdArray::from_view(slf.get().array().squeeze(axis.of(slf.get().array()))?, slf)
    }

    /// A view of the diagonal of two axes.
    #[pyo3(signature = (offset=0, axis1=0, axis2=1))]
    fn diagonal<'py>(slf: &Bound<'py, Self>, offset: i64, axis1: i64, axis2: i64) -> Result<Bound<'py, NdArray>> {
        NdArray::from_view(slf.get().array().diagonal(offset, axis1, axis2)?, slf)
    }

    /// The sum along the diagonal of two axes.
    #[pyo3(signature = (offset=0, axis1=0, axis2=1, dtype=None, out=None))]
    fn trace(
        &self,
        py: Python<'_>,
        offset: i64,
        axis1: i64,
        axis2: i64,
        dtype: MaybeDType,
        out: MaybeOut<'_>,
    ) -> Result<Py<PyAny>> {
        let result = caught(|| cuprust::linalg::trace(self.array(), offset, axis1, axis2, given(dtype), target(&out)))?;
        give(py, result, out)
    }

    /// Each element several times.
    #[pyo3(signature = (repeats, axis=None))]
    fn repeat(&self, repeats: &Bound<'_, PyAny>, axis: Option<i64>) -> Result<NdArray> {
        crate::shapes::repeated(self.array(), repeats, axis).map(NdArray::new)
    }

    /// The running sum along an axis, or over the elements in C order.
    #[pyo3(signature = (axis=None, dtype=None, out=None))]
    fn cumsum(&self, py: Python<'_>, axis: Option<i64>, dtype: MaybeDType, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
        let result = caught(|| cuprust::math::cumsum(self.array(), axis, given(dtype), target(&out)))?;
        give(py, result, out)
    }

    /// The running product along an axis, or over the elements in C order.
    #[pyo3(signature = (axis=None, dtype=None, out=None))]
    fn cumprod(&self, py: Python<'_>, axis: Option<i64>, dtype: MaybeDType, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
        let result = caught(|| cuprust::math::cumprod(self.array(), axis, given(dtype), target(&out)))?;
        give(py, result, out)
    }

    /// The dot product: of vectors, of matrices, or over the last axis.
    #[pyo3(signature = (b, out=None))]
    fn dot(&self, py: Python<'_>, b: ArrayLike<'_>, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
        let result = caught(|| cuprust::linalg::dot(self.array(), &b, target(&out)))?;
        give(py, result, out)
    }

    fn __matmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
        product(py, self.array(), other, false)
    }

    fn __rmatmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Result<Py<PyAny>> {
        product(py, self.array(), other, true)
    }

    fn __imatmul__(&self, other: ArrayLike<'_>) -> Result<()> {
        caught(|| cuprust::linalg::matmul(self.array(), &other, Some(self.array())).map(drop))
    }

    /// The elements kept within bounds.
    #[pyo3(signature = (min=None, max=None, out=None))]
    fn clip(
        &self,
        py: Python<'_>,
        min: Option<Operand<'_>>,
        max: Option<Operand<'_>>,
        out: MaybeOut<'_>,
    ) -> Result<Py<PyAny>> {
        crate::choice::clipped(py, self.array(), min.as_ref(), max.as_ref(), out)
    }

    /// The elements rounded to a number of decimals, halves to even.
    #[pyo3(signature = (decimals=0, out=None))]
    fn round(&self, py: Python<'_>, decimals: i64, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
        let result = caught(|| cuprust::math::round(self.array(), decimals, target(&out)))?;
        give(py, result, out)
    }

    /// The complex conjugate.
    fn conj(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        let row = const { cuprust::ops::RowId::named("conjugate") };
        object(py, caught(|| cuprust::ufunc::unary(row, self.array()))?)
    }

    /// The complex conjugate.
    fn conjugate(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        self.conj(py)
    }

    /// Sorts the elements along an axis, in place.
    #[pyo3(signature = (axis=-1, kind=None, order=None, *, stable=None))]
    fn sort(
        &self,
        axis: i64,
        kind: Option<&Bound<'_, PyAny>>,
        order: Option<&Bound<'_, PyAny>>,
        stable: Option<&Bound<'_, PyAny>>,
    ) -> Result<()> {
        Kind::check(kind, order, stable)?;
        caught(|| self.array().sort(axis))
    }

    /// The places that elements have before they are sorted along an axis, or in the flattened array.
    #[pyo3(signature = (axis=Some(-1), kind=None, order=None, *, stable=None))]
    fn argsort(
        &self,
        axis: Option<i64>,
        kind: Option<&Bound<'_, PyAny>>,
        order: Option<&Bound<'_, PyAny>>,
        stable: Option<&Bound<'_, PyAny>>,
    ) -> Result<NdArray> {
        Kind::check(kind, order, stable)?;
        caught(|| self.array().argsort(axis)).map(NdArray::new)
    }

    /// The indices of the elements that are not zero, an array for each axis.
    fn nonzero(&self, py: Python<'_>) -> Result<Py<PyAny>> {
        crate::choice::places(py, self.array())
    }

    /// The elements at places along an axis, or of the flattened array.
    #[pyo3(signature = (indices, axis=None, out=None, mode="raise"))]
    fn take(
        &self,
        py: Python<'_>,
        indices: Indices,
        axis: Option<i64>,
        out: MaybeOut<'_>,
        mode: Mode,
    ) -> Result<Py<PyAny>> {
        crate::choice::taken(py, self.array(), &indices, axis, out, mode)
    }
}

/// A matrix product with whatever stands on the other side.
fn product(py: Python<'_>, array: &Array, other: &Bound<'_, PyAny>, reflected: bool) -> Result<Py<PyAny>> {
    let operand = other.extract::<Operand<'_>>()?;
    let b = match operand.argument() {
        Some(Argument::Array(b)) => b,
        Some(_) => {
            return Err(value_error(
                "matmul: an operand does not have enough dimensions: it is a number, use * for it",
            ));
        }
        None if crate::operand::is_numpy(other)? => return Err(crate::operand::unsupported(other)),
        None => return Ok(py.NotImplemented()),
    };
    let (a, b) = if reflected { (b, array) } else { (array, b) };
    object(py, caught(|| cuprust::linalg::matmul(a, b, None))?)
}

/// Arguments given one by one or as one sequence.
fn unpacked<'py>(arguments: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyAny>> {
    if arguments.len() == 1 { Ok(arguments.get_item(0)?) } else { Ok(arguments.clone().into_any()) }
}

/// Refuses a cast that a rule does not allow.
pub(crate) fn check_cast(from: DType, to: DType, casting: &str) -> Result<()> {
    let rule = casting_of(casting)?;
    if cuprust::can_cast(from, to, rule) {
        return Ok(());
    }
    Err(type_error(format!(
        "Cannot cast array data from dtype('{from}') to dtype('{to}') according to the rule '{casting}'"
    )))
}

/// The real part of an array or a number.
#[pyfunction]
pub(crate) fn real<'py>(val: crate::operand::Source<'py>) -> Result<Bound<'py, NdArray>> {
    NdArray::from_view(real_part(val.array())?, &val.0)
}

/// The imaginary part of an array or a number.
#[pyfunction]
pub(crate) fn imag<'py>(val: crate::operand::Source<'py>) -> Result<Bound<'py, NdArray>> {
    NdArray::from_view(imaginary_part(val.array())?, &val.0)
}
