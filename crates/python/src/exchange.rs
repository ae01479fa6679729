//! Memory shared with other libraries without a copy: DLPack in both directions, and the CUDA array interface of
//! arrays.
//!
//! DLPack's structs are those of version 1.0 (dmlc/dlpack, `dlpack.h`), and the older form.

use std::ffi::{CStr, c_void};

use cuprust::{Array, DType, Device, DeviceKind, ErrorKind, Kind, Lease, MAX_AXES, Stream};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyMemoryView};

use crate::array::NdArray;
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::foreign_memory::ForeignMemory;
use crate::sequence::ints;

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct DlDevice {
    pub kind: i32,
    pub number: i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct DlDataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

#[repr(C)]
pub(crate) struct DlTensor {
    data: *mut c_void,
    pub device: DlDevice,
    ndim: i32,
    pub dtype: DlDataType,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

/// The struct of a capsule `dltensor`.
#[repr(C)]
struct Managed {
    tensor: DlTensor,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

/// The struct of a capsule `dltensor_versioned`.
#[repr(C)]
pub(crate) struct ManagedVersioned {
    major: u32,
    minor: u32,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut ManagedVersioned)>,
    flags: u64,
    tensor: DlTensor,
}

pub(crate) const CPU: i32 = 1;
const CUDA: i32 = 2;
const EXTENSION: i32 = 12;
pub(crate) const READ_ONLY: u64 = 1;
const COPIED: u64 = 2;

const NAME: &CStr = c"dltensor";
const USED: &CStr = c"used_dltensor";
const NAME_VERSIONED: &CStr = c"dltensor_versioned";
const USED_VERSIONED: &CStr = c"used_dltensor_versioned";
const CONSUMED: &CStr = c"cuprust_dltensor";
const CONSUMED_VERSIONED: &CStr = c"cuprust_dltensor_versioned";

/// A tensor of either form with the lease of its memory. The tensor's extents and strides are those of the leased
/// array, so that it is made by one allocation.
#[repr(C)]
struct Exported<M> {
    managed: M,
    lease: Lease,
}

fn device_of(device: Device) -> DlDevice {
    match device.kind() {
        DeviceKind::Cpu => DlDevice { kind: CPU, number: 0 },
        // Only this process's kernels can use the PTX machine's addresses: to others it is an extension device.
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

/// A tensor for an array whose elements are at an address. It is valid as long as the array is not moved, and neither
/// the extents nor the strides may be written.
pub(crate) fn borrowed_tensor(array: &Array, address: u64) -> DlTensor {
    DlTensor {
        data: if array.size() == 0 { std::ptr::null_mut() } else { address as *mut c_void },
        device: device_of(array.device()),
        ndim: array.ndim() as i32,
        dtype: code_of(array.dtype()),
        shape: array.shape().as_ptr().cast_mut(),
        strides: array.layout().strides.as_ptr().cast_mut(),
        byte_offset: 0,
    }
}

impl DlTensor {
    /// The extents.
    ///
    /// # Safety
    /// The tensor points to as many extents as it has axes, or is null, and they outlive the tensor.
    ///
    /// # Errors
    /// A buffer error for an invalid number of axes, and for missing extents.
    pub(crate) unsafe fn extents(&self) -> Result<&[i64]> {
        let Some(rank) = usize::try_from(self.ndim).ok().filter(|&rank| rank <= MAX_AXES) else {
            return Err(buffer_error(format!(
                "a DLPack tensor of {} axes: from 0 to {MAX_AXES} are possible",
                self.ndim
            )));
        };
        match rank {
            0 => Ok(&[]),
            _ if self.shape.is_null() => Err(buffer_error("a DLPack tensor without a shape".to_owned())),
            // SAFETY: the caller says that there are this many.
            _ => Ok(unsafe { std::slice::from_raw_parts(self.shape, rank) }),
        }
    }
}

/// Exports an array, computed and with its memory fixed, in the form that `managed` makes of its tensor.
fn export<M>(
    array: &Array,
    managed: impl FnOnce(DlTensor) -> M,
    tensor: fn(&mut M) -> &mut DlTensor,
) -> Result<*mut M> {
    let lease = caught(|| array.lease())?;
    let made = managed(borrowed_tensor(array, lease.address()));
    let mut exported = Box::new(Exported { managed: made, lease });
    // The leased array is not moved from now on, and neither are its extents and strides.
    let own = borrowed_tensor(exported.lease.array(), exported.lease.address());
    *tensor(&mut exported.managed) = own;
    Ok(Box::into_raw(exported).cast())
}

/// An array as a tensor of the versioned form, which its deleter releases.
pub(crate) fn exported(array: &Array, flags: u64) -> Result<*mut ManagedVersioned> {
    let deleter = Some(delete_versioned as unsafe extern "C" fn(_));
    let form = |tensor| ManagedVersioned { major: 1, minor: 0, context: std::ptr::null_mut(), deleter, flags, tensor };
    export(array, form, |managed| &mut managed.tensor)
}

/// The same in the form before version 1.0.
fn exported_unversioned(array: &Array) -> Result<*mut Managed> {
    let deleter = Some(delete as unsafe extern "C" fn(_));
    let form = |tensor| Managed { tensor, context: std::ptr::null_mut(), deleter };
    export(array, form, |managed| &mut managed.tensor)
}

unsafe extern "C" fn delete(managed: *mut Managed) {
    // SAFETY: this is called once, with what `export` made by Box::into_raw: the form is the first part of the whole.
    drop(unsafe { Box::from_raw(managed.cast::<Exported<Managed>>()) });
}

unsafe extern "C" fn delete_versioned(managed: *mut ManagedVersioned) {
    // SAFETY: as in `delete`.
    drop(unsafe { Box::from_raw(managed.cast::<Exported<ManagedVersioned>>()) });
}

unsafe extern "C" fn drop_capsule(capsule: *mut ffi::PyObject) {
    // SAFETY: the interpreter calls this with our capsule. The consumer has renamed it and calls the deleter; one
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
    /// The array as a DLPack capsule: its memory, shared; copied where requested or where it goes to the CPU.
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
            array = crate::profiler::detached(py, || caught(|| array.to_device(Device::cpu())))?;
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
        // None is CUDA's legacy null stream, and -1 means that the consumer needs no ordering.
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
                "a read-only array is only exported to consumers of DLPack 1.0 or later",
            )));
        }
        let copied = if elsewhere || copy == Some(true) { COPIED } else { 0 };
        let flags = copied | if array.is_writable() { 0 } else { READ_ONLY };
        let made = py.detach(|| match versioned {
            true => exported(&array, flags).map(|managed| Sendable(managed.cast::<c_void>())),
            false => exported_unversioned(&array).map(|managed| Sendable(managed.cast())),
        });
        let Sendable(managed) = made?;
        let name = if versioned { NAME_VERSIONED } else { NAME };
        // SAFETY: the name lives as long as the program, the pointer is not null, and the destructor knows both forms.
        // The result is a new reference, or null with an exception set: then nothing else has the tensor, and it is
        // deleted here.
        let capsule = unsafe {
            let capsule = ffi::PyCapsule_New(managed, name.as_ptr(), Some(drop_capsule));
            match capsule.is_null() {
                true if versioned => delete_versioned(managed.cast()),
                true => delete(managed.cast()),
                false => {}
            }
            Bound::from_owned_ptr_or_err(py, capsule)?
        };
        if !on_host && consumer != -1 {
            caught(|| Stream::current(device).let_native_wait(consumer as u64))?;
        }
        Ok(capsule)
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
        let address = crate::profiler::detached(py, || caught(|| array.export()))?;
        let interface = PyDict::new(py);
        interface.set_item("shape", ints(py, array.shape())?)?;
        interface.set_item("typestr", crate::dtype::to_numpy(py, array.dtype())?.getattr("str")?)?;
        interface.set_item("descr", crate::dtype::to_numpy(py, array.dtype())?.getattr("descr")?)?;
        let strides = ints(py, &array.strides())?;
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

/// The handle of the thread's stream in protocols: 1 for CUDA's legacy null stream.
fn named_stream(device: Device) -> u64 {
    Stream::current(device).native().max(1)
}

/// Moves a tensor into the section in which the interpreter's lock is released.
struct Sendable<T>(T);

// SAFETY: the pointers in it are to memory that the value owns or that its array keeps, not bound to a thread.
unsafe impl<T> Send for Sendable<T> {}

/// An array over the memory of an object that speaks DLPack, on the CPU or a GPU: without a copy, unless one is
/// requested or the memory is not aligned to the dtype. Elements that overlap are read-only.
#[pyfunction]
#[pyo3(signature = (x, /, *, device=None, copy=None))]
fn from_dlpack<'py>(
    py: Python<'py>,
    x: &Bound<'py, PyAny>,
    device: Option<&Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> Result<NdArray> {
    let (array, shared) = imported(py, x, copy)?;
    let target = device.filter(|device| !device.is_none()).map(crate::device::named).transpose()?;
    if let Some(target) = target
        && target != array.device()
    {
        if copy == Some(false) {
            return Err(value_error("the memory is on another device and cannot be shared without a copy"));
        }
        return crate::profiler::detached(py, || caught(|| array.to_device(target))).map(NdArray::new);
    }
    Ok(match (shared, copy) {
        (true, Some(true)) => NdArray::new(caught(|| array.copy())?),
        (true, _) => NdArray::with_base(array, x.clone().unbind()),
        (false, _) => NdArray::new(array),
    })
}

/// The array of an object that supports DLPack, and whether it shares the object's memory.
fn imported(py: Python<'_>, object: &Bound<'_, PyAny>, copy: Option<bool>) -> Result<(Array, bool)> {
    let capsule = if object.is_instance_of::<PyCapsule>() { object.clone() } else { capsule_of(py, object)? };
    let pointer = capsule.as_ptr();
    // SAFETY: the object is alive; the name under which the capsule is read says which of the two structs its pointer
    // is to. A capsule that is renamed is ours, deleter included, which the new one calls. The tensor is read while
    // that is held.
    unsafe {
        let versioned = ffi::PyCapsule_IsValid(pointer, NAME_VERSIONED.as_ptr()) != 0;
        if !versioned && ffi::PyCapsule_IsValid(pointer, NAME.as_ptr()) == 0 {
            return Err(value_error("from_dlpack: not a DLPack capsule, or one that was used already"));
        }
        let (name, used, consumed) =
            if versioned { (NAME_VERSIONED, USED_VERSIONED, CONSUMED_VERSIONED) } else { (NAME, USED, CONSUMED) };
        let managed = ffi::PyCapsule_GetPointer(pointer, name.as_ptr());
        if versioned && (*managed.cast::<ManagedVersioned>()).major > 1 {
            return Err(value_error("from_dlpack: the capsule is of a newer major version of DLPack than 1"));
        }
        let owner = Bound::from_owned_ptr_or_err(py, ffi::PyCapsule_New(managed, consumed.as_ptr(), None))?;
        if ffi::PyCapsule_SetName(pointer, used.as_ptr()) != 0
            || ffi::PyCapsule_SetDestructor(owner.as_ptr(), Some(drop_imported)) != 0
        {
            return Err(PyErr::fetch(py).into());
        }
        let (tensor, writable) = if versioned {
            let managed = &*managed.cast::<ManagedVersioned>();
            (&managed.tensor, managed.flags & READ_ONLY == 0)
        } else {
            (&(*managed.cast::<Managed>()).tensor, !is_read_only(object))
        };
        from_tensor(tensor, writable, owner, copy)
    }
}

/// The capsule that an object exports to us.
fn capsule_of<'py>(py: Python<'py>, object: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let method = object.getattr("__dlpack__").map_err(|_| {
        type_error("from_dlpack: the object has no __dlpack__; use asarray for lists and NumPy's arrays")
    })?;
    let (kind, number): (i32, i32) = object.call_method0("__dlpack_device__")?.extract()?;
    let options = PyDict::new(py);
    options.set_item("max_version", (1, 0))?;
    if kind == CUDA {
        // The producer makes the stream wait for its own work on the memory.
        let device = u32::try_from(number).ok().and_then(|number| Device::cuda(number).ok());
        options.set_item("stream", device.map_or(1, named_stream))?;
    }
    match method.call((), Some(&options)) {
        Ok(capsule) => Ok(capsule),
        // Older libraries do not have the keyword.
        Err(error) if error.is_instance_of::<pyo3::exceptions::PyTypeError>(py) => {
            options.del_item("max_version")?;
            Ok(method.call((), Some(&options))?)
        }
        Err(error) => Err(error.into()),
    }
}

/// Whether an object whose capsule has no flags says by another protocol that its memory must not be written, as JAX's
/// arrays do: by the CUDA array interface, or as a buffer. One that says nothing, as PyTorch's tensors, may be written.
fn is_read_only(object: &Bound<'_, PyAny>) -> bool {
    let flag = |interface: Bound<'_, PyAny>| interface.get_item("data")?.get_item(1)?.extract::<bool>();
    match object.getattr("__cuda_array_interface__") {
        Ok(interface) => flag(interface).unwrap_or(false),
        Err(_) => match PyMemoryView::from(object) {
            Ok(view) => view.getattr("readonly").and_then(|flag| flag.extract()).unwrap_or(false),
            // A buffer with elements of another dtype may have reported that it is read-only.
            Err(error) => error.is_instance_of::<PyBufferError>(object.py()),
        },
    }
}

/// The destructor of the capsules that own consumed tensors: calls their deleters.
unsafe extern "C" fn drop_imported(capsule: *mut ffi::PyObject) {
    // SAFETY: the interpreter calls this once, with a capsule that `imported` made of a tensor taken over from its
    // capsule, which was renamed: the deleter is ours to call, and the name says which of the two structs the pointer
    // is to.
    unsafe {
        let managed = ffi::PyCapsule_GetPointer(capsule, ffi::PyCapsule_GetName(capsule));
        if ffi::PyCapsule_IsValid(capsule, CONSUMED_VERSIONED.as_ptr()) != 0 {
            let managed: *mut ManagedVersioned = managed.cast();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        } else {
            let managed: *mut Managed = managed.cast();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        }
    }
}

/// An array over a tensor's memory, and whether it shares it.
///
/// # Safety
/// The tensor belongs to the owner, and its memory is valid as described until the owner is dropped.
unsafe fn from_tensor(
    tensor: &DlTensor,
    writable: bool,
    owner: Bound<'_, PyAny>,
    copy: Option<bool>,
) -> Result<(Array, bool)> {
    let (device, dtype) = (device_of_dl(tensor.device)?, dtype_of_dl(tensor.dtype)?);
    // SAFETY: the tensor is what it says.
    let shape = unsafe { tensor.extents() }?;
    let strides = match tensor.strides.is_null() || shape.is_empty() {
        true => None,
        // SAFETY: the tensor has as many strides as axes where it has any.
        false => Some(unsafe { std::slice::from_raw_parts(tensor.strides, shape.len()) }),
    };
    let overflow = || buffer_error("the strides or the offset of a DLPack tensor leave the address space".to_owned());
    let size = dtype.size() as i64;
    let strides = strides.map(|strides| {
        // The stride of an axis with one element is ignored.
        let steps = strides.iter().zip(shape).map(|(&stride, &extent)| if extent > 1 { stride } else { 0 });
        steps.map(|stride| stride.checked_mul(size)).collect::<Option<Vec<i64>>>()
    });
    let strides = strides.map(|strides| strides.ok_or_else(overflow)).transpose()?;
    let address = match tensor.data.is_null() {
        true => 0,
        false => (tensor.data as u64).checked_add(tensor.byte_offset).ok_or_else(overflow)?,
    };
    let foreign = ForeignMemory { address, shape, strides: strides.as_deref(), dtype, writable, device };
    // SAFETY: DLPack promises the memory that the strides reach until the deleter is called, which the owner does.
    unsafe { foreign.array(owner, copy) }.map_err(|failure| match failure {
        // Errors of a tensor's memory are raised as in NumPy.
        Failure::Crate(error) if error.kind() == ErrorKind::Value => buffer_error(error.text().to_owned()),
        failure => failure,
    })
}

/// The device of a DLPack kind and number.
///
/// # Errors
/// A buffer error for a kind whose memory is inaccessible here; the error of [`Device::cuda`].
pub(crate) fn device_of_dl(device: DlDevice) -> Result<Device> {
    match (device.kind, u32::try_from(device.number)) {
        (CPU | 3, _) => Ok(Device::cpu()),
        (CUDA | 13, Ok(number)) => caught(|| Device::cuda(number)),
        (kind, _) => Err(buffer_error(format!("unsupported DLPack device type {kind}"))),
    }
}

/// The dtype of a DLPack code and size.
///
/// # Errors
/// A buffer error for one that arrays do not have.
pub(crate) fn dtype_of_dl(wanted: DlDataType) -> Result<DType> {
    let same = |dtype: &DType| {
        let code = code_of(*dtype);
        (code.code, code.bits, code.lanes) == (wanted.code, wanted.bits, wanted.lanes)
    };
    DType::ALL.iter().copied().find(same).ok_or_else(|| {
        buffer_error(format!(
            "unsupported DLPack dtype: code {}, {} bits, {} lanes",
            wanted.code, wanted.bits, wanted.lanes
        ))
    })
}

/// An array over the memory of a consumed tensor, whether it shares the memory, and the object that releases the
/// tensor.
///
/// # Safety
/// The tensor is valid and of the versioned form, and no other code calls its deleter.
///
/// # Errors
/// A buffer error for a tensor that cannot be read here. The tensor is released.
pub(crate) unsafe fn import_tensor(
    py: Python<'_>,
    managed: *mut ManagedVersioned,
) -> Result<(Array, bool, Bound<'_, PyAny>)> {
    // SAFETY: the capsule owns the tensor, which the caller has handed over, and its destructor calls the deleter. Of
    // another major version nothing but the deleter is read.
    unsafe {
        let capsule = ffi::PyCapsule_New(managed.cast(), CONSUMED_VERSIONED.as_ptr(), Some(drop_imported));
        let owner = Bound::from_owned_ptr_or_err(py, capsule)?;
        if (*managed).major > 1 {
            return Err(buffer_error("the tensor is of a newer major version of DLPack than 1".to_owned()));
        }
        let writable = (*managed).flags & READ_ONLY == 0;
        let (array, shared) = from_tensor(&(*managed).tensor, writable, owner.clone(), None)?;
        Ok((array, shared, owner))
    }
}

#[cold]
fn buffer_error(text: String) -> Failure {
    Failure::Python(PyBufferError::new_err(text))
}

/// Adds what this file defines to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(from_dlpack, module)?)?;
    module.add("fromDlpack", module.getattr("from_dlpack")?)
}
