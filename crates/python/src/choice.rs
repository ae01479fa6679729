//! Choosing and comparing: `where`, `clip`, `isclose`, `round` and their kin; and products of matrices and running sums.

use std::convert::Infallible;

use cuprust::logic::{self, Tolerance};
use cuprust::{Argument, Array, Bounds, DType, MapOptions, indexing, linalg, math};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::extract_argument::DefaultOf;
use crate::array::NdArray;
use crate::convert::{Order, casting_of, from_any, integer, integers};
use crate::creation::WeakScalar;
use crate::dtype::{MaybeDType, given, numpy};
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::object::object;
use crate::operand::{ArrayLike, Arrays, Operand, is_numpy, unsupported};
use crate::reductions::{MaybeOut, give, target};

/// An operand that may not be foreign, as the crate takes it.
fn argument<'a>(operand: &'a Operand<'_>, what: &str) -> Result<Argument<'a>> {
    operand
        .argument()
        .ok_or_else(|| type_error(format!("{what} must be an array or a number: convert it with asarray first")))
}

/// The first choice where a condition is true, and the second elsewhere.
#[pyfunction]
#[pyo3(signature = (condition, x=None, y=None))]
fn r#where(
    py: Python<'_>,
    condition: ArrayLike<'_>,
    x: Option<Operand<'_>>,
    y: Option<Operand<'_>>,
) -> Result<Py<PyAny>> {
    match (x, y) {
        (Some(x), Some(y)) => {
            let (x, y) = (argument(&x, "x")?, argument(&y, "y")?);
            object(py, caught(|| indexing::where_(&condition, x, y))?)
        }
        (None, None) => places(py, &condition),
        _ => Err(value_error("either both or neither of x and y should be given")),
    }
}

/// The elements kept within bounds.
pub(crate) fn clipped(
    py: Python<'_>,
    array: &Array,
    low: Option<&Operand<'_>>,
    high: Option<&Operand<'_>>,
    out: MaybeOut<'_>,
) -> Result<Py<PyAny>> {
    let low = low.map(|low| argument(low, "a_min")).transpose()?;
    let high = high.map(|high| argument(high, "a_max")).transpose()?;
    let result = caught(|| math::clip(array, low, high, target(&out)))?;
    give(py, result, out)
}

/// A limit as an argument. One that is not given is told from None, which is no limit.
enum Limit<'a> {
    Absent,
    Given(Option<Operand<'a>>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Limit<'a> {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        if object.is_none() { Ok(Limit::Given(None)) } else { Operand::extract(object).map(Some).map(Limit::Given) }
    }
}

impl<'a> DefaultOf<Limit<'a>> for Option<Infallible> {
    #[inline]
    fn argument(self) -> Limit<'a> {
        Limit::Absent
    }
}

/// The elements kept within bounds, each a number, an array, or None.
#[pyfunction]
#[pyo3(signature = (a, a_min=None, a_max=None, out=None, *, min=None, max=None))]
fn clip(
    py: Python<'_>,
    a: ArrayLike<'_>,
    a_min: Limit<'_>,
    a_max: Limit<'_>,
    out: MaybeOut<'_>,
    min: Limit<'_>,
    max: Limit<'_>,
) -> Result<Py<PyAny>> {
    let (low, high) = match (a_min, a_max, min, max) {
        (Limit::Absent, Limit::Absent, min, max) => (min, max),
        (Limit::Absent, ..) => return Err(type_error("clip() missing 1 required positional argument: 'a_min'")),
        (_, Limit::Absent, ..) => return Err(type_error("clip() missing 1 required positional argument: 'a_max'")),
        (low, high, Limit::Absent, Limit::Absent) => (low, high),
        _ => {
            return Err(value_error(
                "Passing `min` or `max` keyword argument when `a_min` and `a_max` are provided is forbidden.",
            ));
        }
    };
    let operand = |limit| match limit {
        Limit::Absent => None,
        Limit::Given(operand) => operand,
    };
    let (low, high) = (operand(low), operand(high));
    clipped(py, &a, low.as_ref(), high.as_ref(), out)
}

/// Of several arrays, the element of the first whose condition is true; the default where none is.
#[pyfunction]
#[pyo3(signature = (condlist, choicelist, default=0))]
fn select(condlist: Arrays<'_>, choicelist: Arrays<'_>, default: WeakScalar) -> Result<NdArray> {
    caught(|| indexing::select(&condlist.arrays(), &choicelist.arrays(), default.0)).map(NdArray::new)
}

/// Where two arrays are equal within a tolerance.
#[pyfunction]
#[pyo3(signature = (a, b, rtol=1e-5, atol=1e-8, equal_nan=false))]
fn isclose(a: ArrayLike<'_>, b: ArrayLike<'_>, rtol: f64, atol: f64, equal_nan: bool) -> Result<NdArray> {
    let tolerance = Tolerance { relative: rtol, absolute: atol, equal_nan };
    caught(|| logic::isclose(&a, &b, tolerance)).map(NdArray::new)
}

/// Whether two arrays are equal within a tolerance, as an array without axes.
#[pyfunction]
#[pyo3(signature = (a, b, rtol=1e-5, atol=1e-8, equal_nan=false))]
fn allclose(
    py: Python<'_>,
    a: ArrayLike<'_>,
    b: ArrayLike<'_>,
    rtol: f64,
    atol: f64,
    equal_nan: bool,
) -> Result<NdArray> {
    let tolerance = Tolerance { relative: rtol, absolute: atol, equal_nan };
    truth(py, || logic::allclose(&a, &b, tolerance))
}

/// Whether two arrays have one shape and equal elements, as an array without axes.
#[pyfunction]
#[pyo3(signature = (a1, a2, equal_nan=false))]
fn array_equal(py: Python<'_>, a1: ArrayLike<'_>, a2: ArrayLike<'_>, equal_nan: bool) -> Result<NdArray> {
    truth(py, || logic::array_equal(&a1, &a2, equal_nan))
}

/// Whether two arrays have equal elements after broadcasting, as an array without axes.
#[pyfunction]
fn array_equiv(py: Python<'_>, a1: ArrayLike<'_>, a2: ArrayLike<'_>) -> Result<NdArray> {
    truth(py, || logic::array_equiv(&a1, &a2))
}

/// A truth value that is waited for while the interpreter is left to others.
fn truth(py: Python<'_>, find: impl FnOnce() -> cuprust::Result<bool> + Send) -> Result<NdArray> {
    let value = py.detach(|| caught(find))?;
    let device = cuprust::Device::current()?;
    caught(|| cuprust::creation::full(cuprust::shape(()).on(device), cuprust::Scalar::new(value))).map(NdArray::new)
}

/// NaN and infinities replaced by numbers.
#[pyfunction]
#[pyo3(signature = (x, copy=true, nan=0.0, posinf=None, neginf=None))]
fn nan_to_num(
    py: Python<'_>,
    x: &Bound<'_, PyAny>,
    copy: bool,
    nan: f64,
    posinf: Option<f64>,
    neginf: Option<f64>,
) -> Result<Py<PyAny>> {
    let array = x.extract::<ArrayLike<'_>>()?;
    let result = caught(|| math::nan_to_num(&array, nan, posinf, neginf))?;
    if copy || !x.is_instance_of::<NdArray>() {
        return object(py, result);
    }
    caught(|| array.assign(&result))?;
    Ok(x.clone().unbind())
}

/// The elements rounded to a number of decimals, halves to even.
#[pyfunction]
#[pyo3(signature = (a, decimals=0, out=None))]
fn round(py: Python<'_>, a: ArrayLike<'_>, decimals: i64, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
    let result = caught(|| math::round(&a, decimals, target(&out)))?;
    give(py, result, out)
}

/// The product of matrices over the last two axes; the axes before them broadcast.
#[pyfunction]
#[pyo3(signature = (x1, x2, /, out=None, *, casting="same_kind", dtype=None, order="K"))]
fn matmul(
    py: Python<'_>,
    x1: ArrayLike<'_>,
    x2: ArrayLike<'_>,
    out: MaybeOut<'_>,
    casting: &str,
    dtype: MaybeDType,
    order: Order,
) -> Result<Py<PyAny>> {
    let options = MapOptions {
        out: [target(&out), None],
        dtype: given(dtype),
        casting: casting_of(casting)?,
        order: order.into(),
        ..MapOptions::default()
    };
    let result = caught(|| linalg::matmul_with(&x1, &x2, &options))?;
    give(py, result, out)
}

/// A product by a number, of vectors, of matrices, or over the last axis.
#[pyfunction]
#[pyo3(signature = (a, b, out=None))]
fn dot(py: Python<'_>, a: ArrayLike<'_>, b: ArrayLike<'_>, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
    let result = caught(|| linalg::dot(&a, &b, target(&out)))?;
    give(py, result, out)
}

/// The inner product of two arrays flattened, the first conjugated.
#[pyfunction]
fn vdot(a: ArrayLike<'_>, b: ArrayLike<'_>) -> Result<NdArray> {
    caught(|| linalg::vdot(&a, &b)).map(NdArray::new)
}

/// The sum over the last axes of both.
#[pyfunction]
fn inner(a: ArrayLike<'_>, b: ArrayLike<'_>) -> Result<NdArray> {
    caught(|| linalg::inner(&a, &b)).map(NdArray::new)
}

/// All products of elements of two arrays flattened, as a matrix.
#[pyfunction]
#[pyo3(signature = (a, b, out=None))]
fn outer(py: Python<'_>, a: ArrayLike<'_>, b: ArrayLike<'_>, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
    let result = caught(|| linalg::outer(&a, &b, target(&out)))?;
    give(py, result, out)
}

/// The sum over pairs of axes: the last and first `axes`, or those of two lists.
#[pyfunction]
#[pyo3(signature = (a, b, axes=None), text_signature = "(a, b, axes=2)")]
fn tensordot(a: ArrayLike<'_>, b: ArrayLike<'_>, axes: Option<&Bound<'_, PyAny>>) -> Result<NdArray> {
    let (of_a, of_b) = match axes {
        Some(axes) if axes.try_iter().is_ok() => {
            let lists = axes.try_iter()?.collect::<PyResult<Vec<_>>>()?;
            let [of_a, of_b] = &lists[..] else {
                return Err(value_error(format!(
                    "axes must be a number or two lists of axes, not {} lists",
                    lists.len()
                )));
            };
            (integers(of_a)?, integers(of_b)?)
        }
        axes => {
            let count = axes.map_or(Ok(2), integer)?;
            ((-count..0).collect(), (0..count).collect())
        }
    };
    caught(|| linalg::tensordot(&a, &b, &of_a, &of_b)).map(NdArray::new)
}

/// The sum along the diagonal of two axes.
#[pyfunction]
#[pyo3(signature = (a, offset=0, axis1=0, axis2=1, dtype=None, out=None))]
fn trace(
    py: Python<'_>,
    a: ArrayLike<'_>,
    offset: i64,
    axis1: i64,
    axis2: i64,
    dtype: MaybeDType,
    out: MaybeOut<'_>,
) -> Result<Py<PyAny>> {
    let result = caught(|| linalg::trace(&a, offset, axis1, axis2, given(dtype), target(&out)))?;
    give(py, result, out)
}

/// The running sum along an axis, or over the elements in C order.
#[pyfunction]
#[pyo3(signature = (a, axis=None, dtype=None, out=None))]
fn cumsum(
    py: Python<'_>,
    a: ArrayLike<'_>,
    axis: Option<i64>,
    dtype: MaybeDType,
    out: MaybeOut<'_>,
) -> Result<Py<PyAny>> {
    let result = caught(|| math::cumsum(&a, axis, given(dtype), target(&out)))?;
    give(py, result, out)
}

/// The running product along an axis, or over the elements in C order.
#[pyfunction]
#[pyo3(signature = (a, axis=None, dtype=None, out=None))]
fn cumprod(
    py: Python<'_>,
    a: ArrayLike<'_>,
    axis: Option<i64>,
    dtype: MaybeDType,
    out: MaybeOut<'_>,
) -> Result<Py<PyAny>> {
    let result = caught(|| math::cumprod(&a, axis, given(dtype), target(&out)))?;
    give(py, result, out)
}

/// The indices of the elements that are not zero, an array for each axis.
#[pyfunction]
fn nonzero(py: Python<'_>, a: ArrayLike<'_>) -> Result<Py<PyAny>> {
    places(py, &a)
}

/// The positions of the elements that are not zero, in the flattened array.
#[pyfunction]
fn flatnonzero(py: Python<'_>, a: ArrayLike<'_>) -> Result<NdArray> {
    py.detach(|| caught(|| cuprust::indexing::flat_places(&a))).map(NdArray::new)
}

/// What `nonzero` gives of an array.
pub(crate) fn places(py: Python<'_>, array: &Array) -> Result<Py<PyAny>> {
    let found = py.detach(|| caught(|| cuprust::indexing::nonzero(array)))?;
    let found = found.into_iter().map(|axis| object(py, axis)).collect::<Result<Vec<_>>>()?;
    Ok(PyTuple::new(py, found)?.into_any().unbind())
}

/// Indices as an argument: an integer or an array of integers; lists become int64, as NumPy converts them, and so do NumPy's
/// arrays.
pub(crate) struct Indices(Array);

impl Indices {
    /// The indices themselves, which are waited for.
    ///
    /// # Errors
    /// A type error for what is not integers, a value error for more axes than one.
    pub(crate) fn numbers(&self, py: Python<'_>) -> Result<Vec<i64>> {
        if !self.0.dtype().is_integer() {
            return Err(type_error(format!("indices must be integers, not {}", self.0.dtype())));
        }
        if self.0.ndim() != 1 {
            return Err(value_error("indices must have one axis"));
        }
        let indices = caught(|| self.0.astype(DType::I64))?;
        py.detach(|| caught(|| indices.to_vec::<i64>()))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Indices {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Indices> {
        let typed = object.is_instance_of::<NdArray>()
            || is_numpy(&object)?
            || object.is_instance(numpy(object.py())?.generic.bind(object.py()))?;
        from_any(&object, if typed { None } else { Some(DType::I64) }).map(Indices)
    }
}

/// What becomes of an index out of range, as an argument: NumPy's names and their numbers.
#[derive(Clone, Copy)]
pub(crate) struct Mode(Bounds);

impl DefaultOf<Mode> for &'static str {
    fn argument(self) -> Mode {
        Mode(Bounds::from_name(self).expect("a signature's default is one of the three names"))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Mode {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Mode> {
        if object.is_none() {
            return Ok(Mode(Bounds::Raise));
        }
        if let Ok(name) = object.cast::<PyString>() {
            let name = name.to_string_lossy();
            return Bounds::from_name(&name).map(Mode).ok_or_else(|| {
                value_error(format!("clipmode must be one of 'clip', 'raise', or 'wrap' (got '{name}')"))
            });
        }
        // NumPy's numbers are those of its enumeration NPY_CLIPMODE.
        match integer(&object)? {
            0 => Ok(Mode(Bounds::Clip)),
            1 => Ok(Mode(Bounds::Wrap)),
            2 => Ok(Mode(Bounds::Raise)),
            other => Err(type_error(format!("clipmode must be 0 (clip), 1 (wrap) or 2 (raise), not {other}"))),
        }
    }
}

/// The elements at places along an axis, or of the flattened array. An index out of range is an error, wraps around, or is
/// the nearest one in range, as the mode says.
#[pyfunction]
#[pyo3(signature = (a, indices, axis=None, out=None, mode="raise"))]
fn take(
    py: Python<'_>,
    a: ArrayLike<'_>,
    indices: Indices,
    axis: Option<i64>,
    out: MaybeOut<'_>,
    mode: Mode,
) -> Result<Py<PyAny>> {
    taken(py, &a, &indices, axis, out, mode)
}

/// The elements of an array that `take` takes.
pub(crate) fn taken(
    py: Python<'_>,
    array: &Array,
    indices: &Indices,
    axis: Option<i64>,
    out: MaybeOut<'_>,
    mode: Mode,
) -> Result<Py<PyAny>> {
    let result = caught(|| cuprust::indexing::take(array, &indices.0, axis, mode.0, target(&out)))?;
    give(py, result, out)
}

/// Whether an object is an array of complex numbers, or a complex number.
#[pyfunction]
fn iscomplexobj(x: &Bound<'_, PyAny>) -> Result<bool> {
    match x.cast::<NdArray>() {
        Ok(array) => Ok(array.get().array().dtype().is_complex()),
        Err(_) if is_numpy(x)? => Err(unsupported(x)),
        Err(_) => Ok(from_any(x, None)?.dtype().is_complex()),
    }
}

/// Whether an object is not an array of complex numbers, nor a complex number.
#[pyfunction]
fn isrealobj(x: &Bound<'_, PyAny>) -> Result<bool> {
    Ok(!iscomplexobj(x)?)
}

/// The vector 2-norm over axes: the square root of the sum of squared absolute values.
#[pyfunction]
#[pyo3(name = "_norm", signature = (x, axis=None, keepdims=false))]
fn norm(x: ArrayLike<'_>, axis: crate::convert::AxesArgument, keepdims: bool) -> Result<NdArray> {
    caught(|| linalg::norm(&x, axis.0.as_deref(), keepdims)).map(NdArray::new)
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    // `where` and `clip` are rows too; these functions have NumPy's signatures and stand in their places.
    module.add_function(wrap_pyfunction!(r#where, module)?)?;
    add!(clip select isclose allclose array_equal array_equiv nan_to_num round matmul dot vdot inner outer tensordot trace
         cumsum cumprod take nonzero flatnonzero iscomplexobj isrealobj norm);
    for (alias, name) in [("around", "round"), ("round_", "round")] {
        module.add(alias, module.getattr(name)?)?;
    }
    Ok(())
}
