//! The class `Generator`, whose methods the function table has, and what pickles it.

use cuprust::random::{Generator, GeneratorState, default_generator, seed_of};
use cuprust::{DType, Device};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use crate::error::{Result, caught, value_error};

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
    /// The generator, of the current device where it is the default one.
    pub(crate) fn generator(&self) -> Result<&Generator> {
        match &self.source {
            Source::Own(generator) => Ok(generator),
            Source::Default => Ok(default_generator(Device::current()?)),
        }
    }
}

#[pymethods]
impl PyGenerator {
    #[new]
    #[pyo3(signature = (seed=None, *, _shared=false))]
    fn new(seed: Option<i128>, _shared: bool) -> Result<PyGenerator> {
        if _shared {
            return Ok(PyGenerator { source: Source::Default });
        }
        let generator = caught(|| Ok(Generator::new(seed_of(seed)?, Device::current()?)))?;
        Ok(PyGenerator { source: Source::Own(generator) })
    }

    /// The seed and the counter, from which all further numbers follow.
    fn get_state(&self) -> Result<(u64, u64)> {
        let state = self.generator()?.state();
        Ok((state.seed, state.counter))
    }

    /// Goes on from a seed and a counter.
    fn set_state(&self, state: (u64, u64)) -> Result<()> {
        let (seed, counter) = state;
        self.generator()?.set_state(GeneratorState { seed, counter });
        Ok(())
    }

    /// Random bytes.
    fn bytes<'py>(&self, py: Python<'py>, length: u64) -> Result<Bound<'py, PyBytes>> {
        let length = i64::try_from(length).map_err(|_| value_error("the length is too large"))?;
        let generator = self.generator()?;
        let drawn = caught(|| generator.integers(0, 255, true, [length], DType::U8))?;
        Ok(PyBytes::new_with(py, length as usize, |bytes| Ok(py.detach(|| caught(|| drawn.read_into(bytes)))?))?)
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

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>, random: &Bound<'_, PyModule>) -> PyResult<()> {
    random.add_class::<PyGenerator>()?;
    module.add_function(wrap_pyfunction!(restored, module)?)
}
