//! The class behind `fuse`: a Python function that is recorded once for each kind of arguments, and then replayed as
//! one program.
//!
//! A recording depends on the arguments (`arguments.rs`) and on the values outside of the function that it uses
//! (`guards.rs`): it is replayed if both are unchanged. `results.rs` makes the results.

mod arguments;
mod guards;
mod results;

use std::sync::{Arc, Mutex, PoisonError};

use cuprust::chapters::warn;
use cuprust::fused::{ELEMENT_READ_ERROR, MAX_VARIANTS, Recorded, Recorder, VARIANT_LIMIT_WARNING};
use cuprust::{Warning, allow_waiting, is_tracing};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::error::{DeviceSynchronized, Result, caught};
use crate::fused::arguments::Arguments;
use crate::fused::guards::{Guard, Guards};
use crate::fused::results::{Made, Results};

/// A function that is called with arrays, recorded once for each kind of arguments.
#[pyclass(frozen, subclass, name = "Fused", module = "cuprust")]
pub(crate) struct Fused {
    function: Py<PyAny>,
    variants: Mutex<Arc<Vec<Arc<Variant>>>>,
}

/// The recording for arguments of one kind, valid while the values that it uses are unchanged.
struct Variant {
    arguments: arguments::Key,
    guards: Vec<Guard>,
    program: std::result::Result<Program, String>,
}

struct Program {
    recorded: Recorded,
    /// For each resulting array, the argument whose memory it shares.
    owners: Vec<Option<usize>>,
    made: Made,
}

#[pymethods]
impl Fused {
    #[new]
    fn new(function: Py<PyAny>) -> Fused {
        Fused { function, variants: Mutex::default() }
    }

    /// Calls the function, or runs what it recorded.
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Within another fused function it is part of that one.
        if is_tracing() {
            return self.function.bind(args.py()).call(args, kwargs);
        }
        Ok(self.run(args, kwargs)?)
    }

    /// The outcome for each kind of arguments that the function was called with: the number of operations of its
    /// program, or why the function is called each time.
    fn programs(&self) -> Vec<String> {
        let text = |variant: &Arc<Variant>| match &variant.program {
            Ok(program) => format!("a program of {} operations", program.recorded.instructions()),
            Err(why) => format!("called each time: {why}"),
        };
        self.variants().iter().map(text).collect()
    }

    /// Forgets what was recorded.
    fn clear_cache(&self) {
        *self.variants.lock().unwrap_or_else(PoisonError::into_inner) = Arc::default();
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        visit.call(&self.function)?;
        // The garbage collector runs attached; no thread holds the lock while it runs Python code.
        let Ok(variants) = self.variants.try_lock() else { return Ok(()) };
        for variant in variants.iter() {
            variant.arguments.objects.iter().try_for_each(|object| visit.call(object))?;
            variant.guards.iter().try_for_each(|guard| guard.traverse(&visit))?;
        }
        Ok(())
    }

    fn __clear__(&self) {
        self.clear_cache();
    }
}

impl Fused {
    fn variants(&self) -> Arc<Vec<Arc<Variant>>> {
        self.variants.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn run<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> Result<Bound<'py, PyAny>> {
        let Some(arguments) = Arguments::of(args, kwargs)? else { return self.call(args, kwargs) };
        let variants = self.variants();
        for variant in variants.iter() {
            if !variant.arguments.is_of(&arguments)? || !guards::hold(args.py(), &variant.guards)? {
                continue;
            }
            let Ok(program) = &variant.program else { return self.call(args, kwargs) };
            return match caught(|| program.recorded.run(&arguments.arrays()))? {
                Some(results) => program.made.object(results, &program.owners, &arguments),
                None => self.call(args, kwargs),
            };
        }
        if variants.len() >= MAX_VARIANTS { self.call(args, kwargs) } else { self.record(args, kwargs, arguments) }
    }

    /// Calls the function with waiting for devices forbidden.
    fn call<'py>(&self, args: &Bound<'py, PyTuple>, kwargs: Option<&Bound<'py, PyDict>>) -> Result<Bound<'py, PyAny>> {
        let before = allow_waiting(false);
        let result = self.function.bind(args.py()).call(args, kwargs);
        allow_waiting(before);
        result.map_err(|error| elements_were_read(args.py(), error).into())
    }

    fn record<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
        arguments: Arguments<'py>,
    ) -> Result<Bound<'py, PyAny>> {
        let py = args.py();
        let function = self.function.bind(py);
        let found = Guards::of(function, &arguments.objects)?;
        let arrays = arguments.arrays();
        let Some(recorder) = caught(|| Recorder::begin(&arrays))? else { return self.call(args, kwargs) };
        let result = match function.call(args, kwargs) {
            Ok(result) => result,
            Err(error) => {
                drop(recorder);
                return Err(elements_were_read(py, error).into());
            }
        };
        let results = Results::of(&result, &arguments, &found)?;
        let outputs: Vec<&cuprust::Array> = results.arrays.iter().map(|array| array.get().array()).collect();
        let known: Vec<&cuprust::Array> = found.arrays.iter().map(|array| array.get().array()).collect();
        let recorded = caught(|| recorder.end(&arrays, Some(&known), &outputs))?;
        let writes_elements = !guards::elements_hold(py, &found.guards)?;
        let program = match (found.unexamined, results.unknown, recorded) {
            (Some(why), ..) | (None, Some(why), _) => Err(why),
            (None, None, Err(why)) => Err(why.to_owned()),
            (None, None, Ok(recorded)) if recorded.reads_host() && found.reads_elements => {
                drop(recorded);
                Err("elements come from the host, and the function uses arrays of it that are large or not NumPy's"
                    .to_owned())
            }
            (None, None, Ok(recorded)) if writes_elements => {
                drop(recorded);
                Err("it writes a NumPy array that it depends on".to_owned())
            }
            (None, None, Ok(recorded)) => Ok(Program { recorded, owners: results.owners, made: results.made }),
        };
        let guards = if writes_elements { Vec::new() } else { found.guards };
        let variant = Arc::new(Variant { arguments: arguments.into_key(), guards, program });
        let is_last = {
            let mut variants = self.variants.lock().unwrap_or_else(PoisonError::into_inner);
            let mut more = variants.to_vec();
            more.push(variant);
            *variants = Arc::new(more);
            variants.len() == MAX_VARIANTS
        };
        if is_last {
            caught(|| warn(Warning::Runtime, VARIANT_LIMIT_WARNING))?;
        }
        Ok(result)
    }
}

/// The exception of a function that read elements, with the line; any other one unchanged.
fn elements_were_read(py: Python<'_>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<DeviceSynchronized>(py) {
        return error;
    }
    let line = || -> PyResult<String> {
        let mut last = error.traceback(py).map(Bound::into_any);
        let mut line = String::new();
        while let Some(frame) = last {
            let code = frame.getattr("tb_frame")?.getattr("f_code")?;
            line = format!("{}, line {}", code.getattr("co_filename")?, frame.getattr("tb_lineno")?);
            let next = frame.getattr("tb_next")?;
            last = (!next.is_none()).then_some(next);
        }
        Ok(line)
    };
    let text = match line() {
        Ok(line) if !line.is_empty() => format!("{ELEMENT_READ_ERROR} ({line})"),
        _ => ELEMENT_READ_ERROR.to_owned(),
    };
    let raised = PyTypeError::new_err(text);
    raised.set_cause(py, Some(error));
    raised
}

/// Adds the class to the module.
pub(crate) fn register(core: &Bound<'_, PyModule>) -> PyResult<()> {
    core.add_class::<Fused>()
}
