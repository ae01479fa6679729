//! Functions of the module whose commonest call is answered before PyO3 takes the arguments apart.
//!
//! `roll` and `where` are called for every step of a stencil. A front looks whether the call is the common one, by the classes
//! of its arguments; every other call goes on to the function that PyO3 has written.

use std::ffi::CString;
use std::sync::atomic::{AtomicPtr, Ordering};

use cuprust::{Argument, Value, indexing};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::caught;
use crate::number::exact;
use crate::object::ours;
use crate::slots::{Object, give, lent};

type Function = unsafe extern "C" fn(Object, *const Object, ffi::Py_ssize_t, Object) -> Object;

/// The functions that PyO3 has written; null before the module is made.
static ROLL: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());
static WHERE: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());

/// The name `axis` as the interpreter's compiled code has it.
static AXIS: AtomicPtr<ffi::PyObject> = AtomicPtr::new(std::ptr::null_mut());

/// `roll(a, shift, axis=axis)`.
unsafe extern "C" fn roll(module: Object, arguments: *const Object, count: ffi::Py_ssize_t, names: Object) -> Object {
    // SAFETY: the interpreter lends as many arguments as it says, behind them those that the tuple of names names.
    unsafe {
        let by_name = count == 2
            && !names.is_null()
            && ffi::PyTuple_Size(names) == 1
            && ffi::PyTuple_GetItem(names, 0) == AXIS.load(Ordering::Relaxed);
        if by_name || count == 3 && names.is_null() {
            let [a, shift, axis] = [0, 1, 2].map(|place| lent(*arguments.add(place)));
            if let Some(a) = ours(a)
                && let (Some(Value::Int(shift)), Some(Value::Int(axis))) = (exact(shift), exact(axis))
                && let (Ok(shift), Ok(axis)) = (i64::try_from(shift), i64::try_from(axis))
            {
                return give(caught(|| a.array().roll(shift, axis)));
            }
        }
        go_on(&ROLL, module, arguments, count, names)
    }
}

/// `where(condition, x, y)`.
unsafe extern "C" fn r#where(
    module: Object,
    arguments: *const Object,
    count: ffi::Py_ssize_t,
    names: Object,
) -> Object {
    // SAFETY: as in `roll`.
    unsafe {
        if count == 3 && names.is_null() {
            let [condition, x, y] = [0, 1, 2].map(|place| lent(*arguments.add(place)));
            if let (Some(condition), Some(x), Some(y)) = (ours(condition), argument(x), argument(y)) {
                return give(caught(|| indexing::where_(condition.array(), x, y)));
            }
        }
        go_on(&WHERE, module, arguments, count, names)
    }
}

/// An array of ours, or just a number of Python's.
fn argument<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<Argument<'a>> {
    match ours(object) {
        Some(array) => Some(Argument::Array(array.array())),
        None => exact(object).map(Argument::Value),
    }
}

/// Calls the function that PyO3 has written.
///
/// # Safety
/// The arguments are those of a call by the interpreter.
unsafe fn go_on(
    function: &AtomicPtr<()>,
    module: Object,
    arguments: *const Object,
    count: ffi::Py_ssize_t,
    names: Object,
) -> Object {
    let function = function.load(Ordering::Relaxed);
    // SAFETY: `put` has stored the function before the front could be called, and has seen that it takes these arguments.
    unsafe { std::mem::transmute::<*mut (), Function>(function)(module, arguments, count, names) }
}

/// Puts a front before a function of the module, under its name and with its documentation.
fn put(module: &Bound<'_, PyModule>, name: &str, front: Function, behind: &AtomicPtr<()>) -> PyResult<()> {
    let function = module.getattr(name)?;
    let (signature, text): (String, String) =
        (function.getattr("__text_signature__")?.extract()?, function.getattr("__doc__")?.extract()?);
    let wanted = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    // SAFETY: the attribute is a function that PyO3 made; its pointer and flags are asked of the interpreter, and the new
    // function's definition is leaked, so that it lives as long as the function.
    unsafe {
        if ffi::PyCFunction_GetFlags(function.as_ptr()) != wanted {
            return Ok(());
        }
        let Some(pointer) = ffi::PyCFunction_GetFunction(function.as_ptr()) else { return Ok(()) };
        behind.store(pointer as *mut (), Ordering::Relaxed);
        let definition = Box::leak(Box::new(ffi::PyMethodDef {
            ml_name: CString::new(name)?.into_raw(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: front },
            ml_flags: wanted,
            ml_doc: CString::new(format!("{name}{signature}\n--\n\n{text}"))?.into_raw(),
        }));
        let object = ffi::PyCFunction_NewEx(definition, module.as_ptr(), module.name()?.as_ptr());
        module.setattr(name, Bound::from_owned_ptr_or_err(module.py(), object)?)
    }
}

/// Puts the fronts before their functions, which are in the module already.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // A reference is kept for ever, so that the name stays where it is.
    AXIS.store(PyString::intern(module.py(), "axis").into_ptr(), Ordering::Relaxed);
    put(module, "roll", roll, &ROLL)?;
    put(module, "where", r#where, &WHERE)
}
