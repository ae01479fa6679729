//! The functions and ufuncs of each module, made when the module is first imported.

use std::ptr::null_mut;

use cuprust::ops::{RowId, TOP};
use cuprust::table::{METHODS, Reference, UFUNCS};
use cuprust_scipy::modules;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::{ENTRIES, add_methods, object, repeated, table};
use crate::array::NdArray;
use crate::ufunc::{Ufunc, rows_of};

/// The functions and ufuncs of the modules that have been imported, by the modules' names.
static MADE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();

/// The functions and ufuncs of a module by their names and aliases. They are made once.
///
/// # Errors
/// A memory error.
fn functions_of<'py>(py: Python<'py>, module: &str) -> PyResult<Bound<'py, PyDict>> {
    let made = MADE.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    if let Some(found) = made.get_item(module)? {
        return Ok(found.cast_into()?);
    }
    let found = PyDict::new(py);
    made.set_item(module, &found)?;
    for (id, home) in rows_of(module) {
        let row = id.row();
        // A row that several modules share is one object.
        let ufunc = match home == module {
            true => Bound::new(py, Ufunc { row: id })?.into_any(),
            false => functions_of(py, home)?.as_any().get_item(row.name)?,
        };
        for name in std::iter::once(&row.name).chain(row.aliases) {
            found.set_item(PyString::intern(py, name), &ufunc)?;
        }
    }
    let kind = object::function_type(py)?;
    for entry in ENTRIES.iter().filter(|entry| entry.function.module == module) {
        for name in entry.function.names() {
            // SAFETY: the type is that of `object.rs`.
            let function = unsafe { object::new(py, kind, entry, name, null_mut()) }?;
            found.set_item(PyString::intern(py, name), function)?;
        }
    }
    Ok(found)
}

/// The functions and ufuncs of a module of the function table, by their names.
#[pyfunction]
#[pyo3(name = "_functions")]
fn python_functions<'py>(py: Python<'py>, module: &str) -> PyResult<Bound<'py, PyDict>> {
    functions_of(py, module)?.copy()
}

/// The ufunc of this name or alias.
#[pyfunction]
#[pyo3(name = "_ufunc")]
fn named<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let home = RowId::find(name).map_or(TOP, |id| id.row().modules[0]);
    functions_of(py, home)?.as_any().get_item(name)
}

/// The names of the modules within a package that the function table declares, and of packages with such modules, in
/// order.
#[pyfunction]
#[pyo3(name = "_submodules")]
fn submodules<'py>(py: Python<'py>, package: &str) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, modules::submodules(package))
}

/// The modules that the function table declares, for tests: of each its name, its documentation, and the module that
/// its functions are compared with, or None and why there is none.
#[pyfunction]
#[pyo3(name = "_modules")]
fn declared(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let declared = modules::modules().map(|module| match module.reference {
        Reference::Module(reference) => (module.name, module.doc, Some(reference), None),
        Reference::None(why) => (module.name, module.doc, None, Some(why)),
    });
    PyList::new(py, declared.collect::<Vec<_>>())
}

/// Adds the functions and ufuncs of the top to the module, and the methods to the classes of arrays and ufuncs.
pub(crate) fn register(core: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = core.py();
    let top = functions_of(py, TOP)?;
    core.dict().update(top.as_mapping())?;
    let names = core.index()?;
    names.call_method1("extend", (top.keys(),))?;
    add_methods(&py.get_type::<NdArray>(), |function| function.method || function.module == METHODS)?;
    add_methods(&py.get_type::<Ufunc>(), |function| function.module == UFUNCS)?;
    core.add_function(wrap_pyfunction!(python_functions, core)?)?;
    core.add_function(wrap_pyfunction!(named, core)?)?;
    core.add_function(wrap_pyfunction!(submodules, core)?)?;
    core.add_function(wrap_pyfunction!(declared, core)?)?;
    core.add_function(wrap_pyfunction!(repeated, core)?)?;
    core.add_function(wrap_pyfunction!(table, core)?)
}
