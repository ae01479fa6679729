//! Random numbers: the class `Generator` as NumPy has it, and the functions of the module over the device's default one.

use std::hash::{BuildHasher, RandomState as Entropy};

use cuprust::random::{Generator, GeneratorState, default_generator};
use cuprust::{Array, DType, Device};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::array::NdArray;
use crate::convert::{Shape, cast};
use crate::dtype::{MaybeDType, given};
use crate::error::{Result, caught, type_error, value_error};
use crate::operand::ArrayLike;

/// Draws random numbers: counter-based (Philox4x32-10), the same on every device.
#[pyclass(frozen, name = "Generator", module = "cuprust.random", subclass)]
pub(crate) struct PyGenerator {
    source: Source,
}

enum Source {
    Own(Generator),
    /// The default one of whichever device is current.
    Default,
}

impl PyGenerator {
    fn with<T>(&self, draw: impl FnOnce(&Generator) -> cuprust::Result<T>) -> Result<T> {
        caught(|| match &self.source {
            Source::Own(generator) => draw(generator),
            Source::Default => draw(default_generator(Device::current()?)),
        })
    }
}

/// A seed from whatever Python calls one; a fresh one for None.
fn seed_of(seed: Option<&Bound<'_, PyAny>>) -> Result<u64> {
    let Some(seed) = seed.filter(|seed| !seed.is_none()) else {
        // The standard library keys its hashes from the system's entropy.
        return Ok(Entropy::new().hash_one(std::time::SystemTime::now()));
    };
    match seed.extract::<i128>() {
        Ok(value) if value < 0 => Err(value_error("expected non-negative integer")),
        // Beyond 64 bits the upper half is folded in, so that different seeds stay different.
        Ok(value) => Ok(value as u64 ^ (value >> 64) as u64),
        Err(_) => Err(type_error("seed must be an integer or None")),
    }
}

/// A shape of draws: None is one number, as an array without axes.
fn size_of(size: Option<Shape>) -> cuprust::Dims {
    size.map_or(cuprust::Dims::EMPTY, |shape| shape.0)
}

fn float(dtype: MaybeDType) -> DType {
    given(dtype).unwrap_or(DType::F64)
}

/// What one parameter of a distribution says, where it is a number.
fn parameter(value: &Bound<'_, PyAny>) -> Result<f64> {
    match value.extract::<f64>() {
        Ok(value) => Ok(value),
        Err(_) => Err(cuprust::Error::not_implemented(
            "parameters of distributions that are arrays are not built yet: draw from the standard distribution, then scale and shift",
        )
        .into()),
    }
}

#[pymethods]
impl PyGenerator {
    #[new]
    #[pyo3(signature = (seed=None))]
    fn new(seed: Option<&Bound<'_, PyAny>>) -> Result<PyGenerator> {
        let seed = seed_of(seed)?;
        caught(|| Ok(PyGenerator { source: Source::Own(Generator::new(seed, Device::current()?)) }))
    }

    /// Floats in [0, 1).
    #[pyo3(signature = (size=None, dtype=None, out=None))]
    fn random(&self, size: Option<Shape>, dtype: MaybeDType, out: Option<&Bound<'_, NdArray>>) -> Result<NdArray> {
        if let Some(out) = out {
            let drawn =
                self.with(|generator| generator.random(out.get().array().shape(), out.get().array().dtype()))?;
            caught(|| out.get().array().assign(&drawn))?;
            return Ok(NdArray::new(out.get().array().clone()));
        }
        self.with(|generator| generator.random(size_of(size), float(dtype))).map(NdArray::new)
    }

    /// Integers from low to high, high itself only where `endpoint` says so; from zero to low where high is not given.
    #[pyo3(signature = (low, high=None, size=None, dtype=None, endpoint=false))]
    fn integers(
        &self,
        low: i128,
        high: Option<i128>,
        size: Option<Shape>,
        dtype: MaybeDType,
        endpoint: bool,
    ) -> Result<NdArray> {
        let (low, high) = high.map_or((0, low), |high| (low, high));
        let (dtype, shape) = (given(dtype).unwrap_or(DType::I64), size_of(size));
        self.with(|generator| generator.integers(low, high, endpoint, &shape, dtype)).map(NdArray::new)
    }

    /// Numbers of the standard normal distribution.
    #[pyo3(signature = (size=None, dtype=None))]
    fn standard_normal(&self, size: Option<Shape>, dtype: MaybeDType) -> Result<NdArray> {
        self.with(|generator| generator.standard_normal(size_of(size), float(dtype))).map(NdArray::new)
    }

    /// Numbers of a normal distribution with a mean and a standard deviation.
    #[pyo3(signature = (loc=None, scale=None, size=None, dtype=None))]
    fn normal(
        &self,
        loc: Option<&Bound<'_, PyAny>>,
        scale: Option<&Bound<'_, PyAny>>,
        size: Option<Shape>,
        dtype: MaybeDType,
    ) -> Result<NdArray> {
        let (loc, scale) = (loc.map_or(Ok(0.0), parameter)?, scale.map_or(Ok(1.0), parameter)?);
        self.with(|generator| generator.normal(loc, scale, size_of(size), float(dtype))).map(NdArray::new)
    }

    /// Floats in [low, high).
    #[pyo3(signature = (low=None, high=None, size=None, dtype=None))]
    fn uniform(
        &self,
        low: Option<&Bound<'_, PyAny>>,
        high: Option<&Bound<'_, PyAny>>,
        size: Option<Shape>,
        dtype: MaybeDType,
    ) -> Result<NdArray> {
        let (low, high) = (low.map_or(Ok(0.0), parameter)?, high.map_or(Ok(1.0), parameter)?);
        self.with(|generator| generator.uniform(low, high, size_of(size), float(dtype))).map(NdArray::new)
    }

    /// Numbers of an exponential distribution with a mean.
    #[pyo3(signature = (scale=None, size=None, dtype=None))]
    fn exponential(&self, scale: Option<&Bound<'_, PyAny>>, size: Option<Shape>, dtype: MaybeDType) -> Result<NdArray> {
        let scale = scale.map_or(Ok(1.0), parameter)?;
        self.with(|generator| generator.exponential(scale, size_of(size), float(dtype))).map(NdArray::new)
    }

    /// Elements of an array, or integers below a number, drawn with or without repetition, each with its probability.
    #[pyo3(signature = (a, size=None, replace=true, p=None))]
    fn choice(
        &self,
        py: Python<'_>,
        a: &Bound<'_, PyAny>,
        size: Option<Shape>,
        replace: bool,
        p: Option<&Bound<'_, PyAny>>,
    ) -> Result<NdArray> {
        let chances = p.filter(|p| !p.is_none()).map(|p| probabilities(py, p)).transpose()?;
        let shape = size_of(size);
        if let Ok(count) = a.extract::<i64>() {
            return self
                .with(|generator| generator.choice(count, &shape, replace, chances.as_deref()))
                .map(NdArray::new);
        }
        let elements = crate::convert::from_any(a, None)?;
        self.with(|generator| generator.choice_of(&elements, &shape, replace, chances.as_deref())).map(NdArray::new)
    }

    /// The integers below a number in random order; of an array, a copy with its first axis in random order.
    fn permutation(&self, x: &Bound<'_, PyAny>) -> Result<NdArray> {
        if let Ok(count) = x.extract::<i64>() {
            return self.with(|generator| generator.permutation(count)).map(NdArray::new);
        }
        let array = crate::convert::from_any(x, None)?;
        let Some(&count) = array.shape().first() else {
            return Err(crate::error::type_error("x must be an integer or at least 1-dimensional"));
        };
        let places = self.with(|generator| generator.permutation(count))?;
        caught(|| cuprust::indexing::take(&array, &places, Some(0), cuprust::Bounds::Raise, None)).map(NdArray::new)
    }

    /// The seed and the counter, from which all further numbers follow.
    fn get_state(&self) -> Result<(u64, u64)> {
        let state = self.with(|generator| Ok(generator.state()))?;
        Ok((state.seed, state.counter))
    }

    /// Goes on from a seed and a counter.
    fn set_state(&self, state: (u64, u64)) -> Result<()> {
        self.with(|generator| {
            generator.set_state(GeneratorState { seed: state.0, counter: state.1 });
            Ok(())
        })
    }

    /// Begins anew from a seed; from a fresh one where none is given.
    #[pyo3(signature = (seed=None))]
    fn seed(&self, seed: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let seed = seed_of(seed)?;
        self.with(|generator| {
            generator.seed(seed);
            Ok(())
        })
    }

    /// The generator that the functions of the module draw from.
    #[classmethod]
    fn _default(_class: &Bound<'_, PyType>) -> PyGenerator {
        PyGenerator { source: Source::Default }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyTuple>> {
        let state = slf.get().get_state()?;
        let restore = slf.py().import("cuprust._core")?.getattr("_restored")?;
        Ok((restore, (slf.get_type(), state)).into_pyobject(slf.py())?)
    }
}

/// A generator of a class that goes on from a state.
#[pyfunction(name = "_restored")]
fn restored<'py>(class: &Bound<'py, PyType>, state: (u64, u64)) -> Result<Bound<'py, PyAny>> {
    let made = class.call1((0,))?;
    made.call_method1("set_state", (state,))?;
    Ok(made)
}

fn probabilities(py: Python<'_>, p: &Bound<'_, PyAny>) -> Result<Vec<f64>> {
    let array: Array = match p.extract::<ArrayLike<'_>>() {
        Ok(array) => cast(array.clone(), Some(DType::F64))?,
        // NumPy's own arrays are welcome here: they are read once, on the host.
        Err(_) => crate::convert::from_any(p, Some(DType::F64))?,
    };
    if array.ndim() != 1 {
        return Err(value_error("'p' must be 1-dimensional"));
    }
    py.detach(|| caught(|| array.to_vec::<f64>()))
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>, random: &Bound<'_, PyModule>) -> PyResult<()> {
    random.add_class::<PyGenerator>()?;
    module.add_function(wrap_pyfunction!(restored, module)?)
}
