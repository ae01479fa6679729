//! How an array becomes a Python object, and the reuse of objects' memory.
//!
//! PyO3 makes the class, and could make the objects: with two calls of the interpreter and a lock. Small arrays are
//! created and freed by the million, so the memory of freed objects is cached here.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr;

use cuprust::Array;
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, ffi};

use crate::array::NdArray;
use crate::error::Result;
use crate::foreign_memory;

/// An array of the crate as a new Python object.
#[inline]
pub(crate) fn object(py: Python<'_>, array: Array) -> Result<Py<PyAny>> {
    Ok(bound(py, array, None)?.into_any().unbind())
}

/// An array as a new Python object, which keeps the base alive.
#[inline]
pub(crate) fn bound(py: Python<'_>, array: Array, base: Option<Py<PyAny>>) -> Result<Bound<'_, NdArray>> {
    let object = new_object(py, array, base)?;
    // SAFETY: the object is new, of the class, and the reference is handed over.
    Ok(unsafe { Bound::from_owned_ptr(py, object).cast_into_unchecked() })
}

/// The array in an object, if it is one of ours. The class has no subclasses.
#[inline]
pub(crate) fn ours<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<&'a NdArray> {
    // SAFETY: the object is borrowed, and says that the thread is attached; one of the class has the array after its
    // head.
    unsafe {
        let is_ours = ffi::Py_TYPE(object.as_ptr()) == (*FREE_LIST.0.get()).class;
        is_ours.then(|| &*object.as_ptr().byte_add(OFFSET).cast::<NdArray>())
    }
}

/// The offset of the array in an object: after the header that all objects have.
const OFFSET: usize = size_of::<ffi::PyObject>();

/// The most freed objects in the cache.
const MAX_FREE_OBJECTS: usize = 256;

/// The class, and a cache of freed objects: memory of the size of an object, without an array.
struct FreeList {
    class: *mut ffi::PyTypeObject,
    count: usize,
    kept: [*mut ffi::PyObject; MAX_FREE_OBJECTS],
}

struct OfOneThread(UnsafeCell<FreeList>);

// SAFETY: it is used only by threads that are attached to the interpreter, which is one at a time: the module requires
// that.
unsafe impl Sync for OfOneThread {}

static FREE_LIST: OfOneThread = OfOneThread(UnsafeCell::new(FreeList {
    class: ptr::null_mut(),
    count: 0,
    kept: [ptr::null_mut(); MAX_FREE_OBJECTS],
}));

/// A new object that holds an array and keeps its base alive, as an owned pointer.
#[inline]
pub(crate) fn new_object(py: Python<'_>, array: Array, base: Option<Py<PyAny>>) -> Result<*mut ffi::PyObject> {
    // SAFETY: `py` says that the thread is attached. Nothing in this block runs Python.
    let kept = unsafe {
        let free_list = &mut *FREE_LIST.0.get();
        free_list.count.checked_sub(1).map(|count| {
            free_list.count = count;
            (free_list.kept[count], free_list.class)
        })
    };
    let Some((object, class)) = kept else { return allocate(py, array, base) };
    // SAFETY: the cache has only memory of unreferenced objects of the class. The array's field in it is
    // empty, and its list of weak references too.
    unsafe {
        ffi::PyObject_Init(object, class);
        NdArray::write(object.byte_add(OFFSET).cast(), array, base);
    }
    Ok(object)
}

/// A new object with newly allocated memory.
#[cold]
fn allocate(py: Python<'_>, array: Array, base: Option<Py<PyAny>>) -> Result<*mut ffi::PyObject> {
    cuprust_reserve::check()?;
    foreign_memory::give_back();
    let array = match base {
        Some(base) => NdArray::with_base(array, base),
        None => NdArray::new(array),
    };
    let object = Bound::new(py, array)?;
    debug_assert_eq!((&raw const *object.get()).addr(), object.as_ptr().addr() + OFFSET);
    Ok(object.into_ptr())
}

/// The slot that frees an object's memory, after its array was dropped.
///
/// # Safety
/// The interpreter calls it, with an unreferenced object of the class.
pub(crate) unsafe extern "C" fn free(object: *mut c_void) {
    // SAFETY: the interpreter calls slots attached. The class is one that the collector knows, and its objects' memory
    // comes from the collector's allocator.
    unsafe {
        let free_list = &mut *FREE_LIST.0.get();
        if free_list.count < MAX_FREE_OBJECTS && !free_list.class.is_null() {
            free_list.kept[free_list.count] = object.cast();
            free_list.count += 1;
        } else {
            ffi::PyObject_GC_Del(object);
        }
    }
    foreign_memory::give_back();
}

/// Adds the class to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NdArray>()?;
    let class = NdArray::type_object_raw(module.py());
    // SAFETY: the module is made by an attached thread.
    unsafe { (*FREE_LIST.0.get()).class = class };
    Ok(())
}
