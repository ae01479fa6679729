//! The Python object of a function of the table: its entry, called by the vectorcall protocol.
//!
//! One type serves functions and methods. It is a method descriptor, as Python's own functions are, so that `x.sum()`
//! calls without a bound method. Documentation and signature are generated when they are read.

use std::ffi::{CStr, c_int, c_void};
use std::mem::offset_of;
use std::ptr::null_mut;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use super::Entry;
use super::call::call;
use crate::slots::{Object, raise};

type Vectorcall = unsafe extern "C" fn(Object, *const Object, usize, Object) -> Object;

/// The bit of an argument count that permits the use of the slot before the arguments.
const ARGUMENTS_OFFSET: usize = 1 << (usize::BITS - 1);

/// The type flag for objects with a vectorcall pointer. It is part of the stable ABI from Python 3.12 on; earlier
/// interpreters have the same bit.
const HAVE_VECTORCALL: std::ffi::c_ulong = 1 << 11;

#[repr(C)]
struct FunctionObject {
    base: ffi::PyObject,
    /// The vectorcall pointer of the object.
    vectorcall: Vectorcall,
    weak_references: Object,
    /// The table's entry of the function.
    entry: &'static Entry,
    /// The name of this object: the function's own, or an alias.
    name: &'static str,
    /// The class to which the method belongs, or null.
    owner: *mut ffi::PyTypeObject,
}

/// The type of the objects, which is made once and never freed.
///
/// # Errors
/// A memory error.
pub(super) fn function_type(py: Python<'_>) -> PyResult<*mut ffi::PyTypeObject> {
    static MADE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(MADE.get_or_try_init(py, || make_type(py))?.as_ptr().cast())
}

fn make_type(py: Python<'_>) -> PyResult<Py<PyType>> {
    let offset = |name: &'static CStr, offset: usize| ffi::PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_PYSSIZET,
        offset: offset as ffi::Py_ssize_t,
        flags: ffi::Py_READONLY,
        doc: std::ptr::null(),
    };
    let members = vec![
        offset(c"__vectorcalloffset__", offset_of!(FunctionObject, vectorcall)),
        offset(c"__weaklistoffset__", offset_of!(FunctionObject, weak_references)),
        ffi::PyMemberDef::default(),
    ];
    let getter = |name: &'static CStr, get: ffi::getter| ffi::PyGetSetDef {
        name: name.as_ptr(),
        get: Some(get),
        set: None,
        doc: std::ptr::null(),
        closure: null_mut(),
    };
    let getters = vec![
        getter(c"__name__", name),
        getter(c"__qualname__", qualified_name),
        getter(c"__module__", module),
        getter(c"__doc__", documentation),
        getter(c"__text_signature__", signature),
        ffi::PyGetSetDef::default(),
    ];
    let methods = vec![
        ffi::PyMethodDef {
            ml_name: c"__reduce__".as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunction: reduce },
            ml_flags: ffi::METH_NOARGS,
            ml_doc: std::ptr::null(),
        },
        ffi::PyMethodDef::zeroed(),
    ];
    let slot = |slot: c_int, pfunc: *mut c_void| ffi::PyType_Slot { slot, pfunc };
    // The tables live as long as the type, which is never freed.
    let mut slots = [
        slot(ffi::Py_tp_call, call_with_tuple as *mut c_void),
        slot(ffi::Py_tp_dealloc, free as *mut c_void),
        slot(ffi::Py_tp_descr_get, bind as *mut c_void),
        slot(ffi::Py_tp_repr, represent as *mut c_void),
        slot(ffi::Py_tp_members, members.leak().as_mut_ptr().cast()),
        slot(ffi::Py_tp_getset, getters.leak().as_mut_ptr().cast()),
        slot(ffi::Py_tp_methods, methods.leak().as_mut_ptr().cast()),
        slot(0, null_mut()),
    ];
    let flags = ffi::Py_TPFLAGS_DEFAULT
        | HAVE_VECTORCALL
        | ffi::Py_TPFLAGS_METHOD_DESCRIPTOR
        | ffi::Py_TPFLAGS_DISALLOW_INSTANTIATION
        | ffi::Py_TPFLAGS_IMMUTABLETYPE;
    let mut spec = ffi::PyType_Spec {
        name: c"cuprust.function".as_ptr(),
        basicsize: size_of::<FunctionObject>() as c_int,
        itemsize: 0,
        flags: flags as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: the specification is whole, its tables end with an empty entry and live for ever, and the offsets are
    // those of the object's own fields.
    let made = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&mut spec)) }?;
    Ok(made.cast_into()?.unbind())
}

/// A function under one of its names; a method, if a class is given.
///
/// # Safety
/// The type is that of [`function_type`], and the class is never freed.
pub(super) unsafe fn new<'py>(
    py: Python<'py>,
    class: *mut ffi::PyTypeObject,
    entry: &'static Entry,
    name: &'static str,
    owner: *mut ffi::PyTypeObject,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the type's objects begin as the interpreter's do, so it may allocate one; all further fields are written
    // here.
    unsafe {
        let object = ffi::PyType_GenericAlloc(class, 0);
        if !object.is_null() {
            let function = &mut *object.cast::<FunctionObject>();
            function.vectorcall = if owner.is_null() { call_function } else { call_method };
            function.weak_references = null_mut();
            (function.entry, function.name, function.owner) = (entry, name, owner);
        }
        Bound::from_owned_ptr_or_err(py, object)
    }
}

/// # Safety
/// The object is one of this file's type.
#[inline(always)]
unsafe fn of<'a>(object: Object) -> &'a FunctionObject {
    // SAFETY: the caller promises it, and such objects are made by `new` alone.
    unsafe { &*object.cast::<FunctionObject>() }
}

unsafe extern "C" fn call_function(object: Object, arguments: *const Object, count: usize, names: Object) -> Object {
    // SAFETY: the interpreter calls an object of the type, and passes as many borrowed arguments as it says, after them
    // those that the tuple of names names.
    unsafe { call(of(object).entry.callable(), None, arguments, count & !ARGUMENTS_OFFSET, names) }
}

unsafe extern "C" fn call_method(object: Object, arguments: *const Object, count: usize, names: Object) -> Object {
    let count = count & !ARGUMENTS_OFFSET;
    // SAFETY: as in `call_function`; the first of the arguments by position is the owner.
    unsafe {
        let function = of(object);
        if count == 0 || ffi::PyObject_TypeCheck(*arguments, function.owner) == 0 {
            return raise(wrong_owner(function, (count > 0).then(|| *arguments)));
        }
        call(function.entry.callable(), Some(*arguments), arguments.add(1), count - 1, names)
    }
}

#[cold]
fn wrong_owner(function: &FunctionObject, object: Option<Object>) -> PyErr {
    Python::attach(|py| {
        let class = class_name(function);
        let text = match object {
            // SAFETY: the interpreter passes the argument as a borrowed reference.
            Some(object) => match unsafe { Borrowed::from_ptr(py, object) }.get_type().name() {
                Ok(other) => {
                    format!("descriptor '{}' for '{class}' objects doesn't apply to a '{other}' object", function.name)
                }
                Err(error) => return error,
            },
            None => format!("unbound method {class}.{}() needs an argument", function.name),
        };
        PyTypeError::new_err(text)
    })
}

/// A call by the older protocol, with a tuple and a dictionary.
unsafe extern "C" fn call_with_tuple(object: Object, arguments: Object, named: Object) -> Object {
    Python::attach(|py| {
        // SAFETY: the interpreter passes a borrowed tuple, and a dictionary with keys that are strings or nothing.
        let (positional, named) = unsafe {
            (
                Borrowed::from_ptr(py, arguments).cast_unchecked::<PyTuple>().to_owned(),
                Borrowed::from_ptr_or_opt(py, named),
            )
        };
        let mut passed: Vec<Object> = positional.iter_borrowed().map(|argument| argument.as_ptr()).collect();
        let count = passed.len();
        let mut pairs = Vec::new();
        if let Some(named) = named {
            // SAFETY: the interpreter passes named arguments as a dictionary.
            pairs.extend(unsafe { named.cast_unchecked::<PyDict>() }.iter());
        }
        passed.extend(pairs.iter().map(|(_, value)| value.as_ptr()));
        let names = match PyTuple::new(py, pairs.iter().map(|(name, _)| name)) {
            Ok(names) => names,
            Err(error) => return raise(error),
        };
        let names = if pairs.is_empty() { null_mut() } else { names.as_ptr() };
        // SAFETY: the arguments are kept by the tuple and the pairs until the call returns.
        unsafe { (of(object).vectorcall)(object, passed.as_ptr(), count, names) }
    })
}

/// `x.sum` without a call: a bound method. Read from the class itself, or from nothing, it is the function.
unsafe extern "C" fn bind(object: Object, instance: Object, _class: Object) -> Object {
    Python::attach(|py| {
        // SAFETY: the interpreter passes both objects as borrowed references.
        let (function, instance) = unsafe { (Borrowed::from_ptr(py, object), Borrowed::from_ptr_or_opt(py, instance)) };
        let Some(instance) = instance.filter(|instance| !instance.is_none()) else {
            return function.to_owned().into_ptr();
        };
        let bound = py.import("types").and_then(|types| types.getattr("MethodType")?.call1((function, instance)));
        bound.map_or_else(raise, Bound::into_ptr)
    })
}

unsafe extern "C" fn free(object: Object) {
    // SAFETY: the interpreter frees an object of the type, to which nothing refers any more; the type lives as long as
    // its objects.
    unsafe {
        if !of(object).weak_references.is_null() {
            ffi::PyObject_ClearWeakRefs(object);
        }
        let class = ffi::Py_TYPE(object);
        ffi::PyObject_Free(object.cast());
        ffi::Py_DECREF(class.cast());
    }
}

/// The name of the class to which the method belongs.
fn class_name(function: &FunctionObject) -> String {
    Python::attach(|py| {
        // SAFETY: the class is one, and lives for ever.
        let class = unsafe { Borrowed::from_ptr(py, function.owner.cast()).cast_unchecked::<PyType>() };
        class.name().map(|name| name.to_string()).unwrap_or_default()
    })
}

/// A text as a new object.
fn text(text: &str) -> Object {
    Python::attach(|py| PyString::new(py, text).into_any().into_ptr())
}

unsafe extern "C" fn represent(object: Object) -> Object {
    // SAFETY: the interpreter calls this slot with an object of the type.
    let function = unsafe { of(object) };
    match function.owner.is_null() {
        true => text(&format!("<function {}>", function.name)),
        false => text(&format!("<method '{}' of '{}' objects>", function.name, class_name(function))),
    }
}

unsafe extern "C" fn name(object: Object, _closure: *mut c_void) -> Object {
    // SAFETY: the interpreter calls this slot with an object of the type.
    text(unsafe { of(object) }.name)
}

unsafe extern "C" fn qualified_name(object: Object, _closure: *mut c_void) -> Object {
    // SAFETY: the interpreter calls this slot with an object of the type.
    let function = unsafe { of(object) };
    match function.owner.is_null() {
        true => text(function.name),
        false => text(&format!("{}.{}", class_name(function), function.name)),
    }
}

unsafe extern "C" fn module(object: Object, _closure: *mut c_void) -> Object {
    // SAFETY: the interpreter calls this slot with an object of the type.
    let function = unsafe { of(object) };
    // A class is found in its module; its entry among the table's modules has a longer name.
    let home = function.entry.function.module;
    text(if function.owner.is_null() { home } else { home.split('.').next().unwrap_or(home) })
}

unsafe extern "C" fn documentation(object: Object, _closure: *mut c_void) -> Object {
    // SAFETY: the interpreter calls this slot with an object of the type.
    text(&unsafe { of(object) }.entry.function.documentation())
}

/// The signature in the format of the interpreter's own functions: for a method, a marker stands for the owner.
unsafe extern "C" fn signature(object: Object, _closure: *mut c_void) -> Object {
    // SAFETY: the interpreter calls this slot with an object of the type.
    let object = unsafe { of(object) };
    let function = object.entry.function;
    if object.owner.is_null() {
        return text(&function.signature(false));
    }
    let signature = function.signature(true);
    let owner = if signature.contains('/') { "$self" } else { "$self, /" };
    let separator = if signature == "()" { "" } else { ", " };
    text(&format!("({owner}{separator}{}", &signature[1..]))
}

/// What pickle stores: the name of a function, or where to find a method.
unsafe extern "C" fn reduce(object: Object, _nothing: Object) -> Object {
    // SAFETY: the interpreter calls this slot with an object of the type.
    let function = unsafe { of(object) };
    if function.owner.is_null() {
        return text(function.name);
    }
    Python::attach(|py| {
        let parts = || -> PyResult<Bound<'_, PyTuple>> {
            let getattr = py.import("builtins")?.getattr("getattr")?;
            // SAFETY: the class lives for ever.
            let class = unsafe { Borrowed::from_ptr(py, function.owner.cast()) };
            (getattr, (class, function.name)).into_pyobject(py)
        };
        parts().map_or_else(raise, |parts| parts.into_any().into_ptr())
    })
}
