//! DLPack's C exchange interface (version 1.3): a table of functions on the class `ndarray`, by which a C extension
//! exchanges an array without calling Python.

use std::ffi::{CStr, c_char, c_int, c_void};

use cuprust::{Array, Stream};
use pyo3::ffi;
use pyo3::prelude::*;

use crate::array::NdArray;
use crate::error::{Failure, Result, caught, guarded, type_error};
use crate::exchange::{
    CPU, DlTensor, ManagedVersioned, READ_ONLY, borrowed_tensor, device_of_dl, dtype_of_dl, exported, import_tensor,
};
use crate::object::{bound, ours};
use crate::slots::{Object, borrowed};

#[repr(C)]
struct Header {
    major: u32,
    minor: u32,
    previous: *const Header,
}

type SetError = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char);

#[repr(C)]
struct Table {
    header: Header,
    allocate: unsafe extern "C" fn(*const DlTensor, *mut *mut ManagedVersioned, *mut c_void, Option<SetError>) -> c_int,
    from_object: unsafe extern "C" fn(Object, *mut *mut ManagedVersioned) -> c_int,
    to_object: unsafe extern "C" fn(*mut ManagedVersioned, *mut Object) -> c_int,
    borrow: unsafe extern "C" fn(Object, *mut DlTensor) -> c_int,
    current_stream: unsafe extern "C" fn(i32, i32, *mut *mut c_void) -> c_int,
}

// SAFETY: the table is never changed, and the one pointer in it is null.
unsafe impl Sync for Table {}

static TABLE: Table = Table {
    header: Header { major: 1, minor: 3, previous: std::ptr::null() },
    allocate,
    from_object,
    to_object,
    borrow,
    current_stream,
};

const NAME: &CStr = c"dlpack_exchange_api";

/// The return value of a function of the table; the exception is set if it failed.
fn status(result: Result<()>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(failure) => {
            let error: PyErr = failure.into();
            Python::attach(|py| error.restore(py));
            -1
        }
    }
}

/// The array in an object.
///
/// # Safety
/// The thread is attached, and the object lives as long as the array is used.
unsafe fn array_of<'a>(object: Object) -> Result<&'a Array> {
    // SAFETY: as the caller says.
    match ours(unsafe { borrowed(object) }) {
        Some(array) => Ok(array.array()),
        None => Err(type_error("the C exchange interface is for cuprust.ndarray, but the object is not one")),
    }
}

/// A new array of the shape, dtype and device of a tensor, as a managed tensor.
unsafe extern "C" fn allocate(
    prototype: *const DlTensor,
    out: *mut *mut ManagedVersioned,
    context: *mut c_void,
    set_error: Option<SetError>,
) -> c_int {
    let made = guarded(|| {
        // SAFETY: the caller keeps a tensor alive until this returns, with as many extents as it has axes.
        let (device, dtype, shape) = unsafe {
            let tensor = &*prototype;
            (device_of_dl(tensor.device)?, dtype_of_dl(tensor.dtype)?, tensor.extents()?)
        };
        let array = caught(|| Array::empty(shape, dtype, device))?;
        exported(&array, 0)
    });
    match made {
        Ok(managed) => {
            // SAFETY: the caller passes an address for the tensor.
            unsafe { *out = managed };
            0
        }
        Err(failure) => {
            // The calling thread need not be attached: the error goes to the caller's function, without an exception.
            let text = match failure {
                Failure::Crate(error) => error.text().to_owned(),
                Failure::Python(error) => Python::attach(|py| error.value(py).to_string()),
            };
            let text = std::ffi::CString::new(text).unwrap_or_default();
            if let Some(set_error) = set_error {
                // SAFETY: the caller has handed both over; the texts live until the function returns.
                unsafe { set_error(context, c"RuntimeError".as_ptr(), text.as_ptr()) };
            }
            -1
        }
    }
}

/// An array as a managed tensor, which shares its memory.
unsafe extern "C" fn from_object(object: Object, out: *mut *mut ManagedVersioned) -> c_int {
    status(guarded(|| {
        // SAFETY: the caller is attached and passes the object as a borrowed reference.
        let array = unsafe { array_of(object) }?;
        let managed = exported(array, if array.is_writable() { 0 } else { READ_ONLY })?;
        // SAFETY: the caller passes an address for the tensor.
        unsafe { *out = managed };
        Ok(())
    }))
}

/// An array over a managed tensor's memory. The tensor is consumed, also if this fails.
unsafe extern "C" fn to_object(managed: *mut ManagedVersioned, out: *mut Object) -> c_int {
    status(guarded(|| {
        // SAFETY: the caller is attached.
        let py = unsafe { Python::assume_attached() };
        // SAFETY: the caller hands the tensor over.
        let (array, shared, owner) = unsafe { import_tensor(py, managed) }?;
        let base = shared.then(|| owner.unbind());
        let object = bound(py, array, base)?;
        // SAFETY: the caller passes an address for the object, and owns the new reference.
        unsafe { *out = object.into_ptr() };
        Ok(())
    }))
}

/// An array as a tensor that is valid as long as the caller keeps the object and calls nothing of this library. The
/// memory remains the array's, and counts as exported from now on: a caller may call back and find its elements
/// computed.
unsafe extern "C" fn borrow(object: Object, out: *mut DlTensor) -> c_int {
    status(guarded(|| {
        // SAFETY: the caller is attached and passes the object as a borrowed reference.
        let array = unsafe { array_of(object) }?;
        let address = caught(|| array.export())?;
        // SAFETY: the caller passes an address for the tensor.
        unsafe { *out = borrowed_tensor(array, address) };
        Ok(())
    }))
}

/// The handle of the stream to which the thread's work on a device goes; null on the CPU.
unsafe extern "C" fn current_stream(kind: i32, number: i32, out: *mut *mut c_void) -> c_int {
    status(guarded(|| {
        let handle = match kind {
            CPU => 0,
            _ => Stream::current(device_of_dl(crate::exchange::DlDevice { kind, number })?).native(),
        };
        // SAFETY: the caller passes an address for the handle.
        unsafe { *out = handle as *mut c_void };
        Ok(())
    }))
}

/// Attaches the table to the class.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    // SAFETY: the table and the name live as long as the program, and the capsule has no destructor.
    let capsule = unsafe {
        let table = (&raw const TABLE).cast_mut().cast();
        Bound::from_owned_ptr_or_err(py, ffi::PyCapsule_New(table, NAME.as_ptr(), None))?
    };
    py.get_type::<NdArray>().setattr("__dlpack_c_exchange_api__", capsule)
}
