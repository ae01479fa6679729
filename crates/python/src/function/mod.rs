//! The functions of the crate's table as Python's: one callable for all, which takes arguments apart by the table.
//!
//! `object.rs` is the object that Python sees, which carries the number of its callable; `call.rs` takes arguments apart, `given.rs` converts them (`labels.rs` those of `einsum`), `result.rs` makes objects of what the crate gives.

mod call;
mod given;
mod kept;
mod labels;
mod object;
mod result;
mod sequences;

use std::cell::UnsafeCell;
use std::ptr::null_mut;

use cuprust::modules::functions;
use cuprust::table::{Function, GENERATORS, Kind, METHODS, Passing, UFUNCS};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::array::NdArray;
use crate::random::PyGenerator;
use crate::slots::Object;
use crate::ufunc::Ufunc;

/// The most parameters that a function has.
const MOST: usize = 16;

/// A function of the table, with what a call wants to know at once.
struct Callable {
    function: &'static Function,
    /// The parameters' names, interned, for which references are kept for ever.
    names: Box<[Object]>,
    /// How many parameters may be passed by position.
    by_position: usize,
    /// How many come before the one that takes all further positions, where there is one.
    rest: Option<usize>,
    /// How many there are up to the last that is required, or that takes all further positions.
    required: usize,
    /// Which parameter is the array to write to.
    out: Option<usize>,
}

struct Callables(UnsafeCell<Vec<Callable>>);

// SAFETY: the list is filled while the module is made, by one attached thread, before any entry can be called; then it is only
// read.
unsafe impl Sync for Callables {}

static CALLABLES: Callables = Callables(UnsafeCell::new(Vec::new()));

/// The callable of a number.
#[inline]
fn callable(number: usize) -> &'static Callable {
    // SAFETY: an entry is made only for a number below the list's length, after the list was filled; it does not change then.
    unsafe { &(&*CALLABLES.0.get())[number] }
}

impl Callable {
    fn new(py: Python<'_>, function: &'static Function) -> Callable {
        let parameters = function.parameters;
        assert!(parameters.len() <= MOST, "{} has more than {MOST} parameters", function.name);
        let passed = |passing: Passing| matches!(passing, Passing::Position | Passing::Either);
        Callable {
            function,
            names: parameters.iter().map(|parameter| PyString::intern(py, parameter.name).into_ptr()).collect(),
            by_position: parameters.iter().filter(|parameter| passed(parameter.passing)).count(),
            rest: parameters.iter().position(|parameter| parameter.passing == Passing::Rest),
            required: parameters.iter().rposition(|parameter| parameter.default.is_none()).map_or(0, |last| last + 1),
            out: parameters.iter().position(|parameter| parameter.takes.kind == Kind::Out),
        }
    }
}

/// The module of a function's name, made where it is not there yet.
pub(crate) fn module_of<'py>(core: &Bound<'py, PyModule>, name: &str) -> PyResult<Bound<'py, PyModule>> {
    let mut module = core.clone();
    for part in name.split('.').skip(1) {
        module = match module.getattr_opt(part)? {
            Some(inner) => inner.cast_into::<PyModule>()?,
            None => {
                let inner = PyModule::new(core.py(), part)?;
                module.setattr(part, &inner)?;
                inner
            }
        };
    }
    Ok(module)
}

/// Adds the functions of the table to the module, and the methods to the classes.
pub(crate) fn register(core: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = core.py();
    let callables: Vec<Callable> = functions().map(|function| Callable::new(py, function)).collect();
    let arrays = py.get_type::<NdArray>();
    let classes =
        [(METHODS, arrays.clone()), (UFUNCS, py.get_type::<Ufunc>()), (GENERATORS, py.get_type::<PyGenerator>())];
    // SAFETY: the module is being made by one attached thread, and no entry has been handed out yet.
    unsafe { *CALLABLES.0.get() = callables };
    let kind = object::make_type(py)?;
    // SAFETY: as above; from here on the list is only read.
    for (number, callable) in unsafe { &*CALLABLES.0.get() }.iter().enumerate() {
        let function = callable.function;
        let class = classes.iter().find(|(name, _)| *name == function.module).map(|(_, class)| class);
        if class.is_none() {
            let module = module_of(core, function.module)?;
            for name in function.names() {
                // SAFETY: the type is this file's, and the number that of a callable.
                module.add(name, unsafe { object::new(py, kind, number, name, null_mut()) }?)?;
            }
        }
        if let Some(class) = class.or(function.method.then_some(&arrays)) {
            // SAFETY: as above; the classes of the extension live for ever.
            let method = unsafe { object::new(py, kind, number, function.name, class.as_type_ptr()) }?;
            class.setattr(function.name, method)?;
        }
    }
    core.add_function(wrap_pyfunction!(repeated, core)?)?;
    core.add_function(wrap_pyfunction!(table, core)?)
}

/// Further objects of the table's functions, for tests: so many of the function of this name in the module `cuprust`.
#[pyfunction]
#[pyo3(name = "_repeated")]
fn repeated<'py>(py: Python<'py>, name: &str, count: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let number = functions().position(|function| function.name == name && function.module == "cuprust");
    let number = number.ok_or_else(|| pyo3::exceptions::PyKeyError::new_err(name.to_owned()))?;
    let kind = object::make_type(py)?;
    // SAFETY: the type is this file's, and the number that of a callable.
    (0..count).map(|_| unsafe { object::new(py, kind, number, callable(number).function.name, null_mut()) }).collect()
}

/// The function table, for tests: of each function its module, name, aliases, whether it is a method, and its parameters.
#[pyfunction]
#[pyo3(name = "_table")]
fn table(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let rows = functions().map(|function| {
        let row = PyDict::new(py);
        row.set_item("module", function.module)?;
        row.set_item("name", function.name)?;
        row.set_item("aliases", function.aliases.to_vec())?;
        row.set_item("method", function.method)?;
        row.set_item("result", function.result.0)?;
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .map(|parameter| {
                let (takes, passing) = (format!("{:?}", parameter.takes), format!("{:?}", parameter.passing));
                (parameter.name, takes, passing, parameter.default)
            })
            .collect();
        row.set_item("parameters", parameters)?;
        Ok(row)
    });
    PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
}
