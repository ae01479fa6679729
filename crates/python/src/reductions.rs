//! Reductions, as functions of the module and as methods of `ndarray`: `sum(a, axis=0)` and `a.sum(axis=0)`.

// The methods are written by a macro, within which PyO3's own unsafe calls are taken for ours.
#![allow(unsafe_op_in_unsafe_fn)]
// NumPy has given these functions as many arguments as they have.
#![allow(clippy::too_many_arguments)]

use std::sync::LazyLock;

use cuprust::ops::{REDUCTIONS, ReductionRow};
use cuprust::ufunc::reduction::reduce;
use cuprust::{Array, DType, Error, Over, ReduceOptions, axis as over_axes};
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::convert::{ReduceAxes, cast};
use crate::dtype::{MaybeDType, given};
use crate::error::{Failure, Result, caught};
use crate::number::number;
use crate::object::object;
use crate::operand::{ArrayLike, Operand};

/// An argument that is one of our arrays to write to, or not given.
pub(crate) type MaybeOut<'py> = Option<Bound<'py, NdArray>>;

/// The result as an object: the one that was written to, where one was given.
pub(crate) fn give(py: Python<'_>, result: Array, out: MaybeOut<'_>) -> Result<Py<PyAny>> {
    match out {
        Some(out) => Ok(out.into_any().unbind()),
        None => object(py, result),
    }
}

/// The array in an argument to write to.
pub(crate) fn target<'a>(out: &'a MaybeOut<'_>) -> Option<&'a Array> {
    out.as_ref().map(|out| out.get().array())
}

/// The reduction of this name, looked for once.
macro_rules! row {
    ($name:expr) => {{
        static ROW: LazyLock<cuprust::Result<&'static ReductionRow>> = LazyLock::new(|| crate::reductions::row($name));
        ROW.clone()?
    }};
}

/// The reduction of this name.
pub(crate) fn row(name: &str) -> cuprust::Result<&'static ReductionRow> {
    REDUCTIONS
        .iter()
        .find(|row| row.name == name)
        .ok_or_else(|| Error::not_implemented(format!("the reduction {name}")))
}

/// A `where=` argument: None where it says True, which is no mask.
pub(crate) fn mask(object: Option<&Bound<'_, PyAny>>) -> Result<Option<Array>> {
    match object {
        None => Ok(None),
        Some(object) if object.is_none() || object.is(pyo3::types::PyBool::new(object.py(), true)) => Ok(None),
        Some(object) => match object.extract::<Operand<'_>>()? {
            Operand::Array(array) => Ok(Some(array.clone())),
            _ => crate::convert::from_any(object, Some(DType::Bool)).map(Some),
        },
    }
}

/// What is said of a reduction in Python.
struct Said<'a, 'py> {
    axis: ReduceAxes,
    dtype: MaybeDType,
    out: MaybeOut<'py>,
    keepdims: bool,
    initial: Option<&'a Bound<'py, PyAny>>,
    mask: Option<&'a Bound<'py, PyAny>>,
}

fn run(py: Python<'_>, row: &'static ReductionRow, array: &Array, said: Said<'_, '_>) -> Result<Py<PyAny>> {
    let dtype = given(said.dtype);
    let initial = match said.initial.filter(|initial| !initial.is_none()) {
        None => None,
        Some(initial) => match number(initial.as_borrowed())? {
            Some(number) => Some(number.assigned(dtype.unwrap_or_else(|| row.dtype(array.dtype())))?),
            None => return Err(crate::operand::unsupported(initial)),
        },
    };
    let mask = mask(said.mask)?;
    let options = ReduceOptions {
        axes: said.axis.of(array),
        dtype,
        out: target(&said.out),
        keepdims: said.keepdims,
        initial,
        mask: mask.as_ref(),
    };
    let result = caught(|| reduce(row, array, &options))?;
    give(py, result, said.out)
}

macro_rules! reductions {
    ($($name:ident $doc:literal ($($dtype:ident)?) ($($initial:ident)?);)*) => {
        $(
            #[doc = $doc]
            #[pyfunction]
            #[pyo3(signature = (a, axis=None, $($dtype=None,)? out=None, keepdims=false, *, $($initial=None,)? r#where=None))]
            pub(crate) fn $name<'py>(
                py: Python<'py>, a: ArrayLike<'_>, axis: ReduceAxes, $($dtype: MaybeDType,)? out: MaybeOut<'py>, keepdims: bool,
                $($initial: Option<&Bound<'py, PyAny>>,)? r#where: Option<&Bound<'py, PyAny>>,
            ) -> Result<Py<PyAny>> {
                #[allow(unused_mut, unused_assignments)]
                let mut said = Said { axis, dtype: None, out, keepdims, initial: None, mask: r#where };
                $(said.dtype = $dtype;)?
                $(said.initial = $initial;)?
                run(py, row!(stringify!($name)), &a, said)
            }
        )*

        #[pymethods]
        impl NdArray { $(
            #[doc = $doc]
            #[pyo3(signature = (axis=None, $($dtype=None,)? out=None, keepdims=false, *, $($initial=None,)? r#where=None))]
            fn $name<'py>(
                &self, py: Python<'py>, axis: ReduceAxes, $($dtype: MaybeDType,)? out: MaybeOut<'py>, keepdims: bool,
                $($initial: Option<&Bound<'py, PyAny>>,)? r#where: Option<&Bound<'py, PyAny>>,
            ) -> Result<Py<PyAny>> {
                #[allow(unused_mut, unused_assignments)]
                let mut said = Said { axis, dtype: None, out, keepdims, initial: None, mask: r#where };
                $(said.dtype = $dtype;)?
                $(said.initial = $initial;)?
                run(py, row!(stringify!($name)), self.array(), said)
            }
        )* }
    };
}

reductions! {
    sum "The sum of the elements over axes." (dtype) (initial);
    prod "The product of the elements over axes." (dtype) (initial);
    max "The largest element over axes; NaN where there is one." () (initial);
    min "The smallest element over axes; NaN where there is one." () (initial);
    any "Whether any element over axes is true." () ();
    all "Whether every element over axes is true." () ();
}

fn position(
    py: Python<'_>,
    row: &'static ReductionRow,
    array: &Array,
    axis: Option<i64>,
    dtype: MaybeDType,
    out: MaybeOut<'_>,
    keepdims: bool,
) -> Result<Py<PyAny>> {
    // As NumPy, an array without axes counts as a vector of one.
    let axes = axis.filter(|axis| array.ndim() != 0 || !matches!(axis, 0 | -1)).map(|axis| [axis]);
    let options = ReduceOptions {
        axes: axes.as_ref().map(|axes| &axes[..]),
        out: target(&out),
        keepdims,
        ..ReduceOptions::default()
    };
    let result = cast(caught(|| reduce(row, array, &options))?, given(dtype))?;
    give(py, result, out)
}

macro_rules! positions {
    ($($name:ident $doc:literal;)*) => {
        $(
            #[doc = $doc]
            #[pyfunction]
            #[pyo3(signature = (a, axis=None, dtype=None, out=None, keepdims=false))]
            pub(crate) fn $name(
                py: Python<'_>, a: ArrayLike<'_>, axis: Option<i64>, dtype: MaybeDType, out: MaybeOut<'_>, keepdims: bool,
            ) -> Result<Py<PyAny>> {
                position(py, row!(stringify!($name)), &a, axis, dtype, out, keepdims)
            }
        )*

        #[pymethods]
        impl NdArray { $(
            #[doc = $doc]
            #[pyo3(signature = (axis=None, dtype=None, out=None, keepdims=false))]
            fn $name(
                &self, py: Python<'_>, axis: Option<i64>, dtype: MaybeDType, out: MaybeOut<'_>, keepdims: bool,
            ) -> Result<Py<PyAny>> {
                position(py, row!(stringify!($name)), self.array(), axis, dtype, out, keepdims)
            }
        )* }
    };
}

positions! {
    argmax "The position of the first largest element; of the first NaN where there is one.";
    argmin "The position of the first smallest element; of the first NaN where there is one.";
}

/// What is said of a mean or a variance in Python.
struct Moment<'a, 'py> {
    axis: ReduceAxes,
    dtype: MaybeDType,
    out: MaybeOut<'py>,
    ddof: f64,
    keepdims: bool,
    mask: Option<&'a Bound<'py, PyAny>>,
    /// Whether NaN is left out.
    nan: bool,
}

type Compute = fn(&Array, Over<'_>, f64) -> cuprust::Result<Array>;

fn moment(py: Python<'_>, compute: Compute, array: &Array, said: Moment<'_, '_>) -> Result<Py<PyAny>> {
    let mask = mask(said.mask)?;
    // Means of numbers that cannot be NaN name the axes that the array has.
    let axes = if said.nan && array.dtype().is_inexact() { said.axis.of(array) } else { said.axis.named.0.as_deref() };
    let over = over_axes(axes).dtype(given(said.dtype)).out(target(&said.out)).with_keepdims(said.keepdims);
    let result = caught(|| compute(array, over.mask(mask.as_ref()), said.ddof))?;
    give(py, result, said.out)
}

macro_rules! moments {
    ($($name:ident $compute:expr, $doc:literal, ($($ddof:ident)?);)*) => { $(
        #[doc = $doc]
        #[pyfunction]
        #[pyo3(signature = (a, axis=None, dtype=None, out=None, $($ddof=0.0,)? keepdims=false, *, r#where=None))]
        #[allow(clippy::too_many_arguments)]
        pub(crate) fn $name<'py>(
            py: Python<'py>, a: ArrayLike<'_>, axis: ReduceAxes, dtype: MaybeDType, out: MaybeOut<'py>, $($ddof: f64,)?
            keepdims: bool, r#where: Option<&Bound<'py, PyAny>>,
        ) -> Result<Py<PyAny>> {
            #[allow(unused_mut, unused_assignments)]
            let mut said = Moment { axis, dtype, out, ddof: 0.0, keepdims, mask: r#where, nan: stringify!($name).starts_with("nan") };
            $(said.ddof = $ddof;)?
            moment(py, $compute, &a, said)
        }
    )* };
}

moments! {
    mean |a, over, _| a.mean(over), "The mean over axes. Integers give float64.", ();
    var |a, over, ddof| a.var(over.ddof(ddof)), "The variance over axes: the mean squared distance from the mean, divided by the number less ddof.", (ddof);
    nanmean |a, over, _| a.nanmean(over), "The mean over axes of the elements that are not NaN.", ();
    nanvar |a, over, ddof| a.nanvar(over.ddof(ddof)), "The variance over axes of the elements that are not NaN.", (ddof);
    nanstd |a, over, ddof| a.nanstd(over.ddof(ddof)), "The standard deviation over axes of the elements that are not NaN.", (ddof);
}

/// The standard deviation over axes: the square root of the variance.
#[pyfunction(name = "std")]
#[pyo3(signature = (a, axis=None, dtype=None, out=None, ddof=0.0, keepdims=false, *, r#where=None))]
#[allow(clippy::too_many_arguments)]
fn standard_deviation<'py>(
    py: Python<'py>,
    a: ArrayLike<'_>,
    axis: ReduceAxes,
    dtype: MaybeDType,
    out: MaybeOut<'py>,
    ddof: f64,
    keepdims: bool,
    r#where: Option<&Bound<'py, PyAny>>,
) -> Result<Py<PyAny>> {
    moment(
        py,
        |a, over, ddof| a.std(over.ddof(ddof)),
        &a,
        Moment { axis, dtype, out, ddof, keepdims, mask: r#where, nan: false },
    )
}

#[pymethods]
impl NdArray {
    /// The mean over axes. Integers give float64.
    #[pyo3(signature = (axis=None, dtype=None, out=None, keepdims=false))]
    fn mean(
        &self,
        py: Python<'_>,
        axis: ReduceAxes,
        dtype: MaybeDType,
        out: MaybeOut<'_>,
        keepdims: bool,
    ) -> Result<Py<PyAny>> {
        moment(
            py,
            |a, over, _| a.mean(over),
            self.array(),
            Moment { axis, dtype, out, ddof: 0.0, keepdims, mask: None, nan: false },
        )
    }

    /// The variance over axes.
    #[pyo3(signature = (axis=None, dtype=None, out=None, ddof=0.0, keepdims=false))]
    fn var(
        &self,
        py: Python<'_>,
        axis: ReduceAxes,
        dtype: MaybeDType,
        out: MaybeOut<'_>,
        ddof: f64,
        keepdims: bool,
    ) -> Result<Py<PyAny>> {
        moment(
            py,
            |a, over, ddof| a.var(over.ddof(ddof)),
            self.array(),
            Moment { axis, dtype, out, ddof, keepdims, mask: None, nan: false },
        )
    }

    /// The standard deviation over axes.
    #[pyo3(signature = (axis=None, dtype=None, out=None, ddof=0.0, keepdims=false))]
    fn std(
        &self,
        py: Python<'_>,
        axis: ReduceAxes,
        dtype: MaybeDType,
        out: MaybeOut<'_>,
        ddof: f64,
        keepdims: bool,
    ) -> Result<Py<PyAny>> {
        moment(
            py,
            |a, over, ddof| a.std(over.ddof(ddof)),
            self.array(),
            Moment { axis, dtype, out, ddof, keepdims, mask: None, nan: false },
        )
    }

    /// The largest element less the smallest, over axes.
    #[pyo3(signature = (axis=None, out=None, keepdims=false))]
    fn ptp(&self, py: Python<'_>, axis: ReduceAxes, out: MaybeOut<'_>, keepdims: bool) -> Result<Py<PyAny>> {
        plain(py, |a, over| a.ptp(over), self.array(), axis, None, out, keepdims)
    }
}

macro_rules! named {
    ($($name:ident $doc:literal;)*) => { $(
        #[doc = $doc]
        #[pyfunction]
        #[pyo3(signature = (a, axis=None, out=None, keepdims=false))]
        pub(crate) fn $name(
            py: Python<'_>, a: ArrayLike<'_>, axis: ReduceAxes, out: MaybeOut<'_>, keepdims: bool,
        ) -> Result<Py<PyAny>> {
            run(py, row!(stringify!($name)), &a, Said { axis, dtype: None, out, keepdims, initial: None, mask: None })
        }
    )* };
}

named! {
    nanmax "The largest element over axes that is not NaN; NaN where there is no other.";
    nanmin "The smallest element over axes that is not NaN; NaN where there is no other.";
}

type Reduce = fn(&Array, Over<'_>) -> cuprust::Result<Array>;

fn plain(
    py: Python<'_>,
    compute: Reduce,
    array: &Array,
    axis: ReduceAxes,
    dtype: MaybeDType,
    out: MaybeOut<'_>,
    keepdims: bool,
) -> Result<Py<PyAny>> {
    let over = over_axes(axis.of(array)).dtype(given(dtype)).out(target(&out)).with_keepdims(keepdims);
    let result = caught(|| compute(array, over))?;
    give(py, result, out)
}

macro_rules! plain {
    ($($name:ident $compute:expr, $doc:literal, ($($dtype:ident)?);)*) => { $(
        #[doc = $doc]
        #[pyfunction]
        #[pyo3(signature = (a, axis=None, $($dtype=None,)? out=None, keepdims=false))]
        pub(crate) fn $name(
            py: Python<'_>, a: ArrayLike<'_>, axis: ReduceAxes, $($dtype: MaybeDType,)? out: MaybeOut<'_>, keepdims: bool,
        ) -> Result<Py<PyAny>> {
            #[allow(unused_mut, unused_assignments)]
            let mut wanted = None;
            $(wanted = $dtype;)?
            plain(py, $compute, &a, axis, wanted, out, keepdims)
        }
    )* };
}

plain! {
    ptp |a, over| a.ptp(over), "The largest element less the smallest, over axes.", ();
    nansum |a, over| a.nansum(over), "The sum over axes, NaN counting as zero.", (dtype);
    nanprod |a, over| a.nanprod(over), "The product over axes, NaN counting as one.", (dtype);
}

/// The number of elements over axes that are not zero.
#[pyfunction]
#[pyo3(signature = (a, axis=None, *, keepdims=false))]
pub(crate) fn count_nonzero(py: Python<'_>, a: ArrayLike<'_>, axis: ReduceAxes, keepdims: bool) -> Result<Py<PyAny>> {
    object(py, caught(|| a.count_nonzero(over_axes(axis.of(&a)).with_keepdims(keepdims)))?)
}

/// The weighted mean over axes; with the sum of the weights where `returned` asks for it.
#[pyfunction]
#[pyo3(signature = (a, axis=None, weights=None, returned=false, *, keepdims=false))]
pub(crate) fn average(
    py: Python<'_>,
    a: ArrayLike<'_>,
    axis: ReduceAxes,
    weights: Option<ArrayLike<'_>>,
    returned: bool,
    keepdims: bool,
) -> Result<Py<PyAny>> {
    let over = over_axes(axis.named.0.as_deref()).with_keepdims(keepdims);
    let (mean, sum) = caught(|| a.weighted_average(over, weights.as_deref()))?;
    if returned {
        let sum = caught(|| sum.broadcast_to(mean.shape()))?;
        return Ok((object(py, mean)?, object(py, sum)?).into_pyobject(py).map_err(Failure::from)?.into_any().unbind());
    }
    object(py, mean)
}

/// Adds the functions of this chapter to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($($name:ident)*) => { $( module.add_function(wrap_pyfunction!($name, module)?)?; )* };
    }
    add!(sum prod max min any all argmax argmin mean var standard_deviation nanmean nanvar nanstd ptp nansum nanprod nanmax nanmin
         count_nonzero average);
    for row in REDUCTIONS {
        for alias in row.aliases {
            module.add(*alias, module.getattr(row.name)?)?;
        }
    }
    Ok(())
}
