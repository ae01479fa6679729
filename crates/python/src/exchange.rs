//! Memory shared with other libraries without a copy: DLPack both ways, and the CUDA array interface.
//!
//! DLPack's structs are those of version 1.0 (dmlc/dlpack, `dlpack.h`), with the older form beside them.

use std::any::Any;
use std::ffi::{CStr, c_void};
use std::sync::Mutex;

use cuprust::{Array, DType, Device, DeviceKind, Kind, Layout, Lease, Stream};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};

use crate::array::NdArray;
use crate::dtype::from_python;
use crate::error::{Failure, Result, caught, type_error, value_error};

#[repr(C)]
#[derive(Clone, Copy)]
struct DlDevice {
    kind: i32,
    number: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct DlDataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

#[repr(C)]
struct DlTensor {
    data: *mut c_void,
    device: DlDevice,
    ndim: i32,
    dtype: DlDataType,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

/// What a capsule `dltensor` points to.
#[repr(C)]
struct Managed {
    tensor: DlTensor,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

/// What a capsule `dltensor_versioned` points to.
#[repr(C)]
struct ManagedVersioned {
    major: u32,
    minor: u32,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut ManagedVersioned)>,
    flags: u64,
    tensor: DlTensor,
}

const CPU: i32 = 1;
const CUDA: i32 = 2;
const EXTENSION: i32 = 12;
const READ_ONLY: u64 = 1;
const COPIED: u64 = 2;

const NAME: &CStr = c"dltensor";
const USED: &CStr = c"used_dltensor";
const NAME_VERSIONED: &CStr = c"dltensor_versioned";
const USED_VERSIONED: &CStr = c"used_dltensor_versioned";

/// What an exported tensor keeps: the lease of its memory, and the extents and strides that the tensor points to.
struct Exported {
    _lease: Lease,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

fn device_of(device: Device) -> DlDevice {
    match device.kind() {
        DeviceKind::Cpu => DlDevice { kind: CPU, number: 0 },
        // Only this process's kernels know the machine's addresses: to others it is a device of its own.
        DeviceKind::Ptx => DlDevice { kind: EXTENSION, number: 0 },
        DeviceKind::Cuda(number) => DlDevice { kind: CUDA, number: number as i32 },
    }
}

fn code_of(dtype: DType) -> DlDataType {
    let code = match (dtype, dtype.kind()) {
        (DType::BF16, _) => 4,
        (_, Kind::Signed) => 0,
        (_, Kind::Unsigned) => 1,
        (_, Kind::Float) => 2,
        (_, Kind::Complex) => 5,
        (_, Kind::Bool) => 6,
    };
    DlDataType { code, bits: 8 * dtype.size() as u8, lanes: 1 }
}

/// Exports an array, computed and fixed where it lies.
fn tensor(array: &Array) -> Result<(DlTensor, Box<Exported>)> {
    let lease = caught(|| array.lease())?;
    let address = lease.address();
    let mut exported =
        Box::new(Exported { _lease: lease, shape: array.shape().to_vec(), strides: array.layout().strides.to_vec() });
    let tensor = DlTensor {
        data: if array.size() == 0 { std::ptr::null_mut() } else { address as *mut c_void },
        device: device_of(array.device()),
        ndim: array.ndim() as i32,
        dtype: code_of(array.dtype()),
        shape: exported.shape.as_mut_ptr(),
        strides: exported.strides.as_mut_ptr(),
        byte_offset: 0,
    };
    Ok((tensor, exported))
}

unsafe extern "C" fn delete(managed: *mut Managed) {
    // SAFETY: this is called once, with what `__dlpack__` made by Box::into_raw, context included.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.context.cast::<Exported>()));
    }
}

unsafe extern "C" fn delete_versioned(managed: *mut ManagedVersioned) {
    // SAFETY: this is called once, with what `__dlpack__` made by Box::into_raw, context included.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.context.cast::<Exported>()));
    }
}

unsafe extern "C" fn drop_capsule(capsule: *mut ffi::PyObject) {
    // SAFETY: the interpreter calls this with our capsule. Whoever consumed it has renamed it and calls the deleter; one
    // that still has its first name still owns the tensor.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, NAME.as_ptr()) != 0 {
            let managed: *mut Managed = ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        } else if ffi::PyCapsule_IsValid(capsule, NAME_VERSIONED.as_ptr()) != 0 {
            let managed: *mut ManagedVersioned = ffi::PyCapsule_GetPointer(capsule, NAME_VERSIONED.as_ptr()).cast();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        }
    }
}

#[pymethods]
impl NdArray {
    /// The array as a DLPack capsule: its memory, shared; copied where asked for or where it goes to the CPU.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> Result<Bound<'py, PyAny>> {
        let mut array = self.array().clone();
        let own = device_of(array.device());
        let elsewhere = dl_device.is_some_and(|(kind, number)| (kind, number) != (own.kind, own.number));
        if elsewhere {
            let wants_cpu = dl_device.is_some_and(|(kind, _)| kind == CPU);
            if !wants_cpu || copy == Some(false) {
                return Err(Failure::Python(PyBufferError::new_err(format!(
                    "the array is on {} and cannot be shared with another device: copy it there with to_device",
                    array.device()
                ))));
            }
            array = py.detach(|| caught(|| array.to_device(Device::cpu())))?;
        }
        if copy == Some(true) && !elsewhere {
            array = caught(|| array.copy())?;
        }
        let (device, on_host) = (array.device(), array.device().is_host());
        if on_host && stream.is_some_and(|stream| !stream.is_none()) {
            return Err(Failure::Python(PyBufferError::new_err(
                "on the CPU there are no streams: stream must be None",
            )));
        }
        // None is CUDA's legacy null stream, and -1 says that the consumer needs no order.
        let consumer = match stream.filter(|stream| !stream.is_none()) {
            None => 1,
            Some(stream) => stream.extract::<i64>()?,
        };
        if !on_host && matches!(consumer, 0 | ..=-2) {
            return Err(value_error(format!("stream must be None, -1, or the handle of a stream, not {consumer}")));
        }
        let versioned = max_version.is_some_and(|(major, _)| major >= 1);
        if !versioned && !array.is_writable() {
            return Err(Failure::Python(PyBufferError::new_err(
                "a read-only array is exported to those who ask for DLPack 1.0 or later only",
            )));
        }
        let (tensor, exported) = py.detach(|| tensor(&array).map(Sendable))?.0;
        if !on_host && consumer != -1 {
            caught(|| Stream::current(device).let_native_wait(consumer as u64))?;
        }
        let context = Box::into_raw(exported).cast();
        let (pointer, name): (*mut c_void, &CStr) = if versioned {
            let copied = if elsewhere || copy == Some(true) { COPIED } else { 0 };
            let flags = copied | if array.is_writable() { 0 } else { READ_ONLY };
            let managed =
                ManagedVersioned { major: 1, minor: 0, context, deleter: Some(delete_versioned), flags, tensor };
            (Box::into_raw(Box::new(managed)).cast(), NAME_VERSIONED)
        } else {
            let managed = Managed { tensor, context, deleter: Some(delete) };
            (Box::into_raw(Box::new(managed)).cast(), NAME)
        };
        // SAFETY: the pointer is not null, the name lives as long as the program, and the destructor knows both forms. The
        // result is a new reference or null with an exception set.
        let capsule = unsafe {
            let capsule = ffi::PyCapsule_New(pointer, name.as_ptr(), Some(drop_capsule));
            Bound::from_owned_ptr_or_err(py, capsule)
        };
        Ok(capsule?)
    }

    /// The kind (1: CPU, 2: CUDA) and number of the array's device in DLPack.
    fn __dlpack_device__(&self) -> (i32, i32) {
        let device = device_of(self.array().device());
        (device.kind, device.number)
    }

    /// The array's memory, for libraries that use the same GPU. It is computed and fixed where it lies.
    #[getter]
    fn __cuda_array_interface__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let array = self.array().clone();
        if !matches!(array.device().kind(), DeviceKind::Cuda(_)) {
            return Err(Failure::Python(pyo3::exceptions::PyAttributeError::new_err(format!(
                "an array on {} has no __cuda_array_interface__",
                array.device()
            ))));
        }
        let address = py.detach(|| caught(|| array.export()))?;
        let interface = PyDict::new(py);
        interface.set_item("shape", PyTuple::new(py, array.shape())?)?;
        interface.set_item("typestr", crate::dtype::to_numpy(py, array.dtype())?.getattr("str")?)?;
        interface.set_item("descr", crate::dtype::to_numpy(py, array.dtype())?.getattr("descr")?)?;
        let strides = PyTuple::new(py, array.strides().iter())?;
        let contiguous = array.layout().is_contiguous();
        interface.set_item("strides", if contiguous { py.None().into_bound(py) } else { strides.into_any() })?;
        let address = if array.size() == 0 { 0 } else { address };
        interface.set_item("data", (address, !array.is_writable()))?;
        // Version 3 lets the consumer wait for the stream.
        interface.set_item("stream", named_stream(array.device()))?;
        interface.set_item("version", 3)?;
        Ok(interface)
    }
}

/// The handle of the thread's stream, by which protocols name it: 1 for CUDA's legacy null stream.
fn named_stream(device: Device) -> u64 {
    Stream::current(device).native().max(1)
}

/// Carries a tensor over the gap in which the interpreter is left to others.
struct Sendable<T>(T);

// SAFETY: the pointers in it are to memory that the value owns or that its array keeps, not bound to a thread.
unsafe impl<T> Send for Sendable<T> {}

/// Objects that were lent to us and whose borrower is gone: dropped when the interpreter next has time.
static LENT: Mutex<Vec<Py<PyAny>>> = Mutex::new(Vec::new());

/// Keeps a Python object alive from outside of Python.
///
/// It may be dropped while the device's state is locked. Dropping the object there could run any Python code, which could
/// want the same lock, so that is left to the interpreter's next pause.
struct Lent(Option<Py<PyAny>>);

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(object) = self.0.take() {
            LENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(object);
            // SAFETY: this function may be called from any thread, attached or not. Where the list of pending calls is full,
            // the next drop tries again.
            unsafe { ffi::Py_AddPendingCall(Some(give_back), std::ptr::null_mut()) };
        }
    }
}

extern "C" fn give_back(_nothing: *mut c_void) -> std::ffi::c_int {
    let objects = std::mem::take(&mut *LENT.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    drop(objects);
    0
}

fn owner(object: &Bound<'_, PyAny>) -> Box<dyn Any + Send> {
    Box::new(Lent(Some(object.clone().unbind())))
}

/// An array over the memory of an object that has a CUDA array interface; none of another object.
pub(crate) fn from_interface(object: &Bound<'_, PyAny>) -> Result<Option<Array>> {
    let Some(interface) = object.getattr_opt("__cuda_array_interface__")? else { return Ok(None) };
    let interface =
        interface.cast_into::<PyDict>().map_err(|_| type_error("__cuda_array_interface__ must be a dict"))?;
    let item = |name: &str| -> Result<Bound<'_, PyAny>> {
        interface.get_item(name)?.ok_or_else(|| value_error(format!("__cuda_array_interface__ has no {name}")))
    };
    let shape: Vec<i64> = item("shape")?.extract()?;
    let dtype = from_python(&item("typestr")?)?;
    let (address, read_only): (u64, bool) = item("data")?.extract()?;
    if interface.get_item("mask")?.is_some_and(|mask| !mask.is_none()) {
        return Err(value_error("masked arrays are not supported"));
    }
    let size = dtype.size() as i64;
    let mut layout = Layout::contiguous(&shape);
    if let Some(strides) = interface.get_item("strides")?.filter(|strides| !strides.is_none()) {
        let strides: Vec<i64> = strides.extract()?;
        if strides.len() != shape.len() || strides.iter().any(|stride| stride % size != 0) {
            return Err(value_error("strides must be multiples of the element's size, one for each axis"));
        }
        layout.strides = strides.iter().map(|stride| stride / size).collect();
    }
    let device = match Device::current()?.kind() {
        DeviceKind::Cuda(number) => caught(|| Device::cuda(number))?,
        DeviceKind::Cpu | DeviceKind::Ptx => caught(|| Device::cuda(0))?,
    };
    // The producer's stream may still be at work on the memory.
    if let Some(stream) = interface.get_item("stream")?.filter(|stream| !stream.is_none()) {
        let native: u64 = stream.extract()?;
        caught(|| Stream::current(device).wait_for_native(native))?;
    }
    if layout.size() == 0 {
        return caught(|| Array::empty(&shape, dtype, device)).map(Some);
    }
    // SAFETY: the interface promises memory of the device for as long as the object lives, which the owner keeps.
    unsafe { borrowed(address, dtype, layout, !read_only, owner(object), device) }.map(Some)
}

/// An array over memory that somebody lends.
///
/// # Safety
/// As [`Array::from_foreign`]: the memory that the layout reaches is valid for the dtype until the owner is dropped.
unsafe fn borrowed(
    address: u64,
    dtype: DType,
    mut layout: Layout,
    writable: bool,
    owner: Box<dyn Any + Send>,
    device: Device,
) -> Result<Array> {
    let size = dtype.size() as u64;
    // Negative strides reach below the address: the memory begins at the lowest place.
    let (low, high) = layout.bounds().unwrap_or((0, -1));
    layout.offset -= low;
    let start = address.wrapping_add_signed(low * size as i64);
    let bytes = (high - low + 1) as u64 * size;
    // SAFETY: the caller promises the memory; the range is what the layout reaches of it.
    caught(|| unsafe { Array::from_foreign(start, bytes, dtype, layout, writable, owner, device) })
}

/// Calls the deleter of a tensor that was taken over, when it is dropped.
struct Taken {
    managed: *mut c_void,
    versioned: bool,
}

// SAFETY: DLPack lets a deleter be called from any thread.
unsafe impl Send for Taken {}

impl Drop for Taken {
    fn drop(&mut self) {
        let (managed, versioned) = (self.managed as usize, self.versioned);
        // The deleter of a Python library wants the interpreter, and this may be dropped while the device's state is locked,
        // which whoever holds the interpreter may be waiting for. A thread of its own waits for nobody here.
        let call = move || {
            // SAFETY: the tensor was taken over from its capsule, which was renamed, so the deleter is ours to call, once.
            unsafe {
                if versioned {
                    let managed = managed as *mut ManagedVersioned;
                    if let Some(deleter) = (*managed).deleter {
                        deleter(managed);
                    }
                } else {
                    let managed = managed as *mut Managed;
                    if let Some(deleter) = (*managed).deleter {
                        deleter(managed);
                    }
                }
            }
        };
        DELETERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(Box::new(call));
        // SAFETY: this function may be called from any thread, attached or not.
        unsafe { ffi::Py_AddPendingCall(Some(delete_taken), std::ptr::null_mut()) };
    }
}

type Deleter = Box<dyn FnOnce() + Send>;

/// Deleters to call when the interpreter next has time.
static DELETERS: Mutex<Vec<Deleter>> = Mutex::new(Vec::new());

extern "C" fn delete_taken(_nothing: *mut c_void) -> std::ffi::c_int {
    let deleters = std::mem::take(&mut *DELETERS.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    for delete in deleters {
        delete();
    }
    0
}

/// An array over the memory of an object that speaks DLPack: on the CPU or a GPU, without a copy.
#[pyfunction]
#[pyo3(signature = (x, /, *, device=None, copy=None))]
fn from_dlpack<'py>(
    py: Python<'py>,
    x: &Bound<'py, PyAny>,
    device: Option<&Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> Result<NdArray> {
    let array = imported(py, x)?;
    let target = device.filter(|device| !device.is_none()).map(crate::device::named).transpose()?;
    if let Some(target) = target
        && target != array.device()
    {
        if copy == Some(false) {
            return Err(value_error("the memory is on another device and cannot be shared without a copy"));
        }
        return py.detach(|| caught(|| array.to_device(target))).map(NdArray::new);
    }
    if copy == Some(true) {
        return caught(|| array.copy()).map(NdArray::new);
    }
    Ok(NdArray::with_base(array, x.clone().unbind()))
}

fn imported(py: Python<'_>, object: &Bound<'_, PyAny>) -> Result<Array> {
    let capsule = if object.is_instance_of::<PyCapsule>() {
        object.clone()
    } else {
        let method = object.getattr("__dlpack__").map_err(|_| {
            type_error("from_dlpack: the object has no __dlpack__; use asarray for lists and NumPy's arrays")
        })?;
        let (kind, number): (i32, i32) = object.call_method0("__dlpack_device__")?.extract()?;
        let options = PyDict::new(py);
        options.set_item("max_version", (1, 0))?;
        if kind == CUDA {
            // The producer has the stream wait for its own work on the memory.
            let device = caught(|| Device::cuda(u32::try_from(number).unwrap_or(0)))?;
            options.set_item("stream", named_stream(device))?;
        }
        match method.call((), Some(&options)) {
            Ok(capsule) => capsule,
            // Older libraries do not know the keyword.
            Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(py) => {
                options.del_item("max_version")?;
                method.call((), Some(&options))?
            }
            Err(error) => return Err(error.into()),
        }
    };
    let pointer = capsule.as_ptr();
    // SAFETY: the object is alive; the name that the capsule is asked for says which of the two structs its pointer is to.
    // A capsule that is renamed is ours, deleter included, which `Taken` calls. The tensor is read while `Taken` holds it.
    unsafe {
        let versioned = ffi::PyCapsule_IsValid(pointer, NAME_VERSIONED.as_ptr()) != 0;
        if !versioned && ffi::PyCapsule_IsValid(pointer, NAME.as_ptr()) == 0 {
            return Err(value_error("from_dlpack: not a DLPack capsule, or one that was used already"));
        }
        let (name, used) = if versioned { (NAME_VERSIONED, USED_VERSIONED) } else { (NAME, USED) };
        let managed = ffi::PyCapsule_GetPointer(pointer, name.as_ptr());
        if versioned && (*managed.cast::<ManagedVersioned>()).major > 1 {
            return Err(value_error("from_dlpack: the capsule is of a newer major version of DLPack than 1"));
        }
        if ffi::PyCapsule_SetName(pointer, used.as_ptr()) != 0 {
            return Err(PyErr::fetch(py).into());
        }
        let taken = Taken { managed, versioned };
        let (tensor, writable) = if versioned {
            let managed = &*managed.cast::<ManagedVersioned>();
            (&managed.tensor, managed.flags & READ_ONLY == 0)
        } else {
            (&(*managed.cast::<Managed>()).tensor, true)
        };
        from_tensor(tensor, writable, taken)
    }
}

/// An array over a tensor's memory.
///
/// # Safety
/// The tensor is what `taken` holds, and as DLPack describes it.
unsafe fn from_tensor(tensor: &DlTensor, writable: bool, taken: Taken) -> Result<Array> {
    let device = match (tensor.device.kind, u32::try_from(tensor.device.number)) {
        (CPU | 3, _) => Device::cpu(),
        (CUDA | 13, Ok(number)) => caught(|| Device::cuda(number))?,
        (kind, _) => {
            return Err(Failure::Python(PyBufferError::new_err(format!("unsupported DLPack device type {kind}"))));
        }
    };
    let wanted = tensor.dtype;
    let same = |dtype: &&DType| {
        let code = code_of(**dtype);
        (code.code, code.bits, code.lanes) == (wanted.code, wanted.bits, wanted.lanes)
    };
    let Some(&dtype) = DType::ALL.iter().find(same) else {
        return Err(Failure::Python(PyBufferError::new_err(format!(
            "unsupported DLPack dtype: code {}, {} bits, {} lanes",
            wanted.code, wanted.bits, wanted.lanes
        ))));
    };
    let rank = tensor.ndim as usize;
    // SAFETY: the tensor has as many extents as axes, and as many strides where it has any.
    let (shape, strides) = unsafe {
        let list = |pointer: *mut i64| if rank == 0 { &[][..] } else { std::slice::from_raw_parts(pointer, rank) };
        (list(tensor.shape), if tensor.strides.is_null() { None } else { Some(list(tensor.strides)) })
    };
    let mut layout = Layout::contiguous(shape);
    if let Some(strides) = strides {
        layout.strides = strides.iter().copied().collect();
    }
    if layout.size() == 0 {
        return caught(|| Array::empty(shape, dtype, device));
    }
    let address = tensor.data as u64 + tensor.byte_offset;
    // SAFETY: DLPack promises the memory that the strides reach until the deleter is called, which the owner does.
    unsafe { borrowed(address, dtype, layout, writable, Box::new(taken), device) }
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(from_dlpack, module)?)?;
    module.add("fromDlpack", module.getattr("from_dlpack")?)
}
