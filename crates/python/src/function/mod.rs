//! The functions of the crate's table as Python functions: one callable for all, which converts arguments by the table.
//!
//! `object.rs` is the Python object, which has a table entry; `call.rs` assigns arguments to parameters,
//! `second_names.rs` has CuPy's names of them, `conversion.rs` converts them (`labels.rs` those of `einsum`),
//! `foreign_operands.rs` has those of other classes, `result.rs` makes objects of results; `modules.rs` makes the
//! functions of a module when it is imported.

mod argument_owners;
mod call;
mod conversion;
mod foreign_operands;
mod labels;
mod modules;
mod object;
mod result;
mod second_names;
mod sequences;

use std::ptr::null_mut;
use std::sync::{LazyLock, OnceLock};

use cuprust::table::{Function, Kind, Passing};
use cuprust_scipy::modules::functions;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyType};

pub(crate) use modules::register;
pub(crate) use second_names::operand_names;

use crate::slots::Object;
use foreign_operands::NumPyOperands;

/// The most parameters of a function.
const MAX_PARAMETERS: usize = 16;

/// A function of the table, and the data that a call needs, which the first call computes.
struct Entry {
    function: &'static Function,
    callable: OnceLock<Callable>,
}

/// Data for calls of a function.
struct Callable {
    function: &'static Function,
    /// The parameters' names, interned, with references that are kept for ever.
    names: Box<[Name]>,
    /// How many parameters can be passed by position.
    by_position: usize,
    /// How many come before the one that collects all further positional arguments, if there is one.
    rest: Option<usize>,
    /// How many there are up to the last that is required, or that collects positional arguments.
    required: usize,
    /// The parameter that is the array to write to.
    out: Option<usize>,
    /// What becomes of NumPy's arrays among the arguments.
    numpys: NumPyOperands,
}

/// An interned name, which is compared by address.
#[derive(PartialEq, Eq)]
struct Name(Object);

// SAFETY: the name lives for ever and is only compared by its address.
unsafe impl Send for Name {}
// SAFETY: as above.
unsafe impl Sync for Name {}

/// All functions of the table.
static ENTRIES: LazyLock<Box<[Entry]>> =
    LazyLock::new(|| functions().map(|function| Entry { function, callable: OnceLock::new() }).collect());

impl Entry {
    /// The data for calls. The caller is attached to the interpreter.
    #[inline]
    fn callable(&'static self) -> &'static Callable {
        self.callable.get_or_init(|| Python::attach(|py| Callable::new(py, self.function)))
    }
}

impl Callable {
    #[cold]
    fn new(py: Python<'_>, function: &'static Function) -> Callable {
        let parameters = function.parameters;
        assert!(parameters.len() <= MAX_PARAMETERS, "{} has more than {MAX_PARAMETERS} parameters", function.name);
        let passed = |passing: Passing| matches!(passing, Passing::Position | Passing::Either);
        let interned = |name| Name(PyString::intern(py, name).into_ptr());
        Callable {
            function,
            names: parameters.iter().map(|parameter| interned(parameter.name)).collect(),
            by_position: parameters.iter().filter(|parameter| passed(parameter.passing)).count(),
            rest: parameters.iter().position(|parameter| parameter.passing == Passing::Rest),
            required: parameters.iter().rposition(|parameter| parameter.default.is_none()).map_or(0, |last| last + 1),
            out: parameters.iter().position(|parameter| matches!(parameter.takes.kind, Kind::Out | Kind::Output)),
            numpys: NumPyOperands::of(function),
        }
    }
}

/// Adds to a class the methods that are declared for it: for arrays those functions that are methods too, and those of
/// the class's own name.
///
/// # Errors
/// A memory error.
pub(crate) fn add_methods(class: &Bound<'_, PyType>, of: impl Fn(&Function) -> bool) -> PyResult<()> {
    let py = class.py();
    let kind = object::function_type(py)?;
    for entry in ENTRIES.iter().filter(|entry| of(entry.function)) {
        let name = PyString::intern(py, entry.function.name);
        // SAFETY: the type is this module's, and the classes of the extension live for ever.
        let method = unsafe { object::new(py, kind, entry, entry.function.name, class.as_type_ptr()) }?;
        class.setattr(name, method)?;
    }
    Ok(())
}

/// Further objects of the table's functions, for tests: this many of the function of this name in the module `cuprust`.
#[pyfunction]
#[pyo3(name = "_repeated")]
fn repeated<'py>(py: Python<'py>, name: &str, count: usize) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let top = |entry: &&Entry| entry.function.name == name && entry.function.module == cuprust::ops::TOP;
    let entry = ENTRIES.iter().find(top).ok_or_else(|| pyo3::exceptions::PyKeyError::new_err(name.to_owned()))?;
    let kind = object::function_type(py)?;
    // SAFETY: the type is this module's.
    (0..count).map(|_| unsafe { object::new(py, kind, entry, entry.function.name, null_mut()) }).collect()
}

/// The function table, for tests: of each function its module, name, aliases, whether it is a method, its parameters,
/// and what becomes of NumPy's arrays: whether NumPy computes of them, and which parameters convert them.
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
        let numpys = NumPyOperands::of(function);
        let converting: Vec<_> = numpys.converted.iter().map(|&position| function.parameters[position].name).collect();
        row.set_item("numpys", (numpys.delegating.is_some(), converting))?;
        Ok(row)
    });
    PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
}
