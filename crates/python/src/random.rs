//! The class `Generator`, whose methods are in the function table, and its pickling.

use std::sync::{Arc, Mutex, PoisonError};

use cuprust::random::{Generator, GeneratorState, Sequence, default_generator, seed_of};
use cuprust::table::GENERATORS;
use cuprust::{DType, Device, shape};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use crate::array::NdArray;
use crate::convert::Shape;
use crate::error::{Result, caught, value_error};

/// Draws random numbers: counter-based (Philox4x32-10), the same on every device, where no other bit generator is
/// given.
#[pyclass(frozen, name = "Generator", module = "cuprust.random", subclass)]
pub(crate) struct PyGenerator {
    source: Source,
    /// The bit generator, once it has been set or read.
    bits: Mutex<Option<Py<PyAny>>>,
}

#[derive(Clone)]
enum Source {
    Own(Arc<Generator>),
    /// The default one of the current device.
    Default,
}

/// The seed or state with which a generator starts.
#[derive(FromPyObject)]
enum Beginning<'py> {
    Number(u64),
    Other(Bound<'py, PyAny>),
}

/// A state in Python's form: seed and counter, or the name of an algorithm and its words.
#[derive(FromPyObject, IntoPyObject)]
enum State {
    Philox((u64, u64)),
    Sequence((String, [u32; 6])),
}

impl State {
    fn of(state: GeneratorState) -> State {
        match state {
            GeneratorState::Philox { seed, counter } => State::Philox((seed, counter)),
            GeneratorState::Sequence(Sequence::Xorwow(words)) => State::Sequence(("XORWOW".into(), words)),
            GeneratorState::Sequence(Sequence::Mrg32k3a(words)) => State::Sequence(("MRG32k3a".into(), words)),
        }
    }

    /// # Errors
    /// A value error for another algorithm, and for words that are not a valid state of it.
    fn state(self) -> Result<GeneratorState> {
        Ok(match self {
            State::Philox((seed, counter)) => GeneratorState::Philox { seed, counter },
            State::Sequence((name, words)) => GeneratorState::Sequence(match name.as_str() {
                "XORWOW" => Sequence::Xorwow(words).checked()?,
                "MRG32k3a" => Sequence::Mrg32k3a(words).checked()?,
                _ => return Err(value_error(format!("there is no bit generator {name}"))),
            }),
        })
    }
}

impl PyGenerator {
    fn of(source: Source) -> PyGenerator {
        PyGenerator { source, bits: Mutex::default() }
    }

    /// The generator; the current device's if it is the default one.
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
    #[pyo3(signature = (seed=None, *, _bits="Philox4x3210", _shared=false))]
    fn new(py: Python<'_>, seed: Option<Beginning<'_>>, _bits: &str, _shared: bool) -> Result<PyGenerator> {
        if _shared {
            return Ok(PyGenerator::of(Source::Default));
        }
        let number = match seed {
            None => None,
            Some(Beginning::Number(number)) => Some(number.into()),
            Some(Beginning::Other(object)) => {
                // All generators made from a bit generator share its numbers.
                if let Ok(own) = object.getattr("_generator") {
                    let source = own.cast::<PyGenerator>().map_err(PyErr::from)?.get().source.clone();
                    return Ok(PyGenerator { source, bits: Mutex::new(Some(object.unbind())) });
                }
                py.import("cuprust.random")?.getattr("_key")?.call1((object,))?.extract()?
            }
        };
        let generator = caught(|| {
            let seed = seed_of(number)?;
            let state = match _bits {
                "XORWOW" => GeneratorState::Sequence(Sequence::xorwow(seed)),
                "MRG32k3a" => GeneratorState::Sequence(Sequence::mrg32k3a(seed)),
                _ => GeneratorState::Philox { seed, counter: 0 },
            };
            Ok(Generator::from_state(state, Device::current()?))
        })?;
        Ok(PyGenerator::of(Source::Own(Arc::new(generator))))
    }

    /// The state from which all further numbers follow: the seed and the counter, or the name of a bit generator and
    /// its words.
    fn get_state(&self) -> Result<State> {
        Ok(State::of(self.generator()?.state()))
    }

    /// Goes on from a state.
    fn set_state(&self, state: State) -> Result<()> {
        self.generator()?.set_state(state.state()?);
        Ok(())
    }

    /// Where its bits come from. Setting another lets it go on from where that one stands.
    #[getter]
    fn bit_generator<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let bits = self.bits.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(|bits| bits.clone_ref(py));
        if let Some(bits) = bits {
            return Ok(bits.into_bound(py));
        }
        let own = Bound::new(py, PyGenerator::of(self.source.clone()))?;
        let made = py.import("cuprust.random")?.getattr("_bits_of")?.call1((own,))?;
        let mut bits = self.bits.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have made one meanwhile.
        Ok(bits.get_or_insert_with(|| made.unbind()).clone_ref(py).into_bound(py))
    }

    #[setter]
    fn set_bit_generator(&self, bits: &Bound<'_, PyAny>) -> Result<()> {
        let other = bits.getattr("_generator")?;
        let state = other.cast::<PyGenerator>().map_err(PyErr::from)?.get().generator()?.state();
        self.bits.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Source::Own(own) = &self.source
            && Arc::strong_count(own) > 1
        {
            return Err(value_error("other generators draw from this one's bit generator: make a new Generator"));
        }
        self.generator()?.set_state(state);
        Ok(())
    }

    /// Generators of their own, whose numbers are independent of each other's and of this one's.
    fn spawn<'py>(slf: &Bound<'py, Self>, n_children: usize) -> Result<Vec<Bound<'py, PyAny>>> {
        let bits = slf.get().bit_generator(slf.py())?.call_method1("spawn", (n_children,))?;
        bits.try_iter()?.map(|bits| Ok(slf.get_type().call1((bits?,))?)).collect()
    }

    /// The numbers of the bit generator itself, as uint64.
    fn _raw(&self, shape: Shape) -> Result<NdArray> {
        let generator = self.generator()?;
        Ok(NdArray::new(caught(|| generator.raw(&shape.0[..]))?))
    }

    /// Random bytes.
    fn bytes<'py>(&self, py: Python<'py>, length: u64) -> Result<Bound<'py, PyBytes>> {
        let length = i64::try_from(length).map_err(|_| value_error("the length is too large"))?;
        let generator = self.generator()?;
        let drawn = caught(|| generator.integers(0..=255, shape([length]).dtype(DType::U8)))?;
        Ok(PyBytes::new_with(py, length as usize, |bytes| Ok(py.detach(|| caught(|| drawn.read_into(bytes)))?))?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, PyTuple>> {
        let bits = slf.get().bits.lock().unwrap_or_else(PoisonError::into_inner);
        // A bit generator also has the generators spawned from it, and may be shared.
        if let Some(bits) = bits.as_ref().map(|bits| bits.clone_ref(slf.py())) {
            return Ok((slf.get_type(), (bits,)).into_pyobject(slf.py())?);
        }
        drop(bits);
        let state = slf.get().get_state()?;
        let restore = slf.py().import("cuprust._core")?.getattr("_restored")?;
        Ok((restore, (slf.get_type(), state)).into_pyobject(slf.py())?)
    }
}

/// A generator of a class that goes on from a state.
#[pyfunction(name = "_restored")]
fn restored<'py>(class: &Bound<'py, PyType>, state: State) -> Result<Bound<'py, PyAny>> {
    let made = class.call1((0,))?;
    made.call_method1("set_state", (state,))?;
    Ok(made)
}

/// Adds the module `random` with the class, its methods, and what pickles it.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    crate::later::within(module, "random", |random| {
        random.add_class::<PyGenerator>()?;
        crate::function::add_methods(&random.py().get_type::<PyGenerator>(), |function| function.module == GENERATORS)
    })?;
    module.add_function(wrap_pyfunction!(restored, module)?)
}
