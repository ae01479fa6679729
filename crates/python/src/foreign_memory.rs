//! Arrays over the memory of other libraries: checks of its description, and its release.

use std::any::Any;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use cuprust::{Array, DType, Device, DeviceKind, Dims, Error, Layout, Stream};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::dtype::Stored;
use crate::error::{Result, caught, type_error, value_error};

/// Memory as its owner describes it.
pub(crate) struct ForeignMemory<'a> {
    /// The address of the first element; zero if there is none.
    pub address: u64,
    /// The extent of each axis.
    pub shape: &'a [i64],
    /// The stride of each axis in bytes; C order if there are none.
    pub strides: Option<&'a [i64]>,
    /// The dtype of the elements.
    pub dtype: DType,
    /// Whether the elements may be written.
    pub writable: bool,
    /// The device of the memory.
    pub device: Device,
}

impl ForeignMemory<'_> {
    /// The array of these elements, and whether it shares their memory: a copy is made if the memory is not aligned to
    /// the dtype. The owner is kept alive as long as the array's storage. Arrays with overlapping elements are
    /// read-only.
    ///
    /// # Safety
    /// The memory that the shape and the strides span from the address is valid until the owner is dropped.
    ///
    /// # Errors
    /// A value error for negative extents, for memory without an address or beyond the address space, and for unaligned
    /// memory if `copy` forbids the copy.
    pub(crate) unsafe fn array(&self, owner: Bound<'_, PyAny>, copy: Option<bool>) -> Result<(Array, bool)> {
        let ForeignMemory { address, shape, dtype, device, .. } = *self;
        let size = dtype.size() as i64;
        let elements = shape.iter().try_fold(1_i64, |product, &extent| {
            let extent = if extent < 0 { None } else { Some(extent) };
            product.checked_mul(extent?)
        });
        if shape.contains(&0) || elements.is_none_or(|elements| elements.checked_mul(size).is_none()) {
            // An array without elements needs no memory; an invalid shape is refused as for any array.
            return Ok((caught(|| Array::empty(shape, dtype, device))?, false));
        }
        let mut layout = Layout::contiguous(shape);
        let mut steps: Dims = layout.strides.iter().map(|stride| stride * size).collect();
        for (axis, step) in self.strides.into_iter().flatten().enumerate() {
            // The stride of an axis with one element is ignored, and is that of C order.
            if shape[axis] > 1 {
                steps[axis] = *step;
            }
        }
        let (low, bytes) = self.reach(&steps)?;
        let start = address - low;
        let owner: Box<dyn Any + Send> = Box::new(Owner(Some(owner.unbind())));
        let alignment = if dtype.is_complex() { size / 2 } else { size } as u64;
        let aligned = address.is_multiple_of(alignment) && steps.iter().all(|step| step % size == 0);
        if aligned && low.is_multiple_of(size as u64) {
            layout.strides = steps.iter().map(|step| step / size).collect();
            layout.offset = low as i64 / size;
            let writable = self.writable && !layout.overlaps_itself();
            // SAFETY: the caller promises the memory; the range is what the layout reaches of it.
            let array =
                caught(|| unsafe { Array::from_foreign(start, bytes, dtype, layout, writable, owner, device) })?;
            return Ok((array, true));
        }
        if copy == Some(false) {
            return Err(value_error("the memory is not aligned to the dtype, and cannot be shared without a copy"));
        }
        // Unaligned memory is copied as bytes, and reinterpreted as elements once they are contiguous.
        let whole = |dims: &[i64], last| dims.iter().copied().chain([last]).collect::<Dims>();
        let layout = Layout { shape: whole(shape, size), strides: whole(&steps, 1), offset: low as i64 };
        let copied = caught(|| {
            // SAFETY: as above.
            let foreign = unsafe { Array::from_foreign(start, bytes, DType::U8, layout, false, owner, device) };
            foreign?.copy()?.reinterpret(dtype)?.reshaped_in_place(shape)
        })?;
        Ok((copied, false))
    }

    /// How far below the address the elements extend, and how many bytes they span.
    fn reach(&self, steps: &[i64]) -> Result<(u64, u64)> {
        if self.address == 0 {
            return Err(Error::value("elements without an address").into());
        }
        let (mut low, mut high) = (0_i128, self.dtype.size() as i128);
        for (&extent, &step) in self.shape.iter().zip(steps) {
            let reach = (extent as i128 - 1) * step as i128;
            if reach < 0 { low -= reach } else { high += reach }
        }
        let address = self.address as i128;
        if low > address || address + high > i64::MAX as i128 {
            return Err(Error::value("elements beyond the address space: the strides are too large").into());
        }
        Ok((low as u64, (low + high) as u64))
    }
}

/// The Python object that owns a storage's memory.
///
/// A storage may be freed on a thread that is not attached to the interpreter, or while the device's state is locked,
/// and dropping the object may run any Python code. So the object is put on a list, and dropped when the next array's
/// object is freed, or gets memory: usually that of the storage's own last array.
struct Owner(Option<Py<PyAny>>);

/// The objects of freed storages.
static ENDED: Mutex<Vec<Py<PyAny>>> = Mutex::new(Vec::new());

/// Whether the list may not be empty.
static ANY_ENDED: AtomicBool = AtomicBool::new(false);

/// Makes the object the owner of a storage's memory.
pub(crate) fn owner(object: Py<PyAny>) -> Box<dyn Any + Send> {
    Box::new(Owner(Some(object)))
}

/// The object that owns an array's memory, if there is one.
pub(crate) fn lender(py: Python<'_>, array: &Array) -> Option<Py<PyAny>> {
    array.with_owner(|owner| owner.downcast_ref::<Owner>()?.0.as_ref().map(|object| object.clone_ref(py)))
}

impl Drop for Owner {
    fn drop(&mut self) {
        let Some(object) = self.0.take() else { return };
        ENDED.lock().unwrap_or_else(PoisonError::into_inner).push(object);
        ANY_ENDED.store(true, Ordering::Release);
        // If no thread creates or frees an array, the main thread drops the object at its next pending call.
        // SAFETY: this function may be called from any thread, attached or not. Where the list of pending calls is
        // full, the next drop tries again.
        unsafe { ffi::Py_AddPendingCall(Some(drop_ended_pending_call), std::ptr::null_mut()) };
    }
}

extern "C" fn drop_ended_pending_call(_nothing: *mut c_void) -> c_int {
    drop_ended();
    0
}

/// Drops the objects of freed storages. The thread is attached, and holds no lock.
#[inline]
pub(crate) fn give_back() {
    if ANY_ENDED.load(Ordering::Relaxed) {
        drop_ended();
    }
}

#[cold]
fn drop_ended() {
    ANY_ENDED.store(false, Ordering::Relaxed);
    let ended = std::mem::take(&mut *ENDED.lock().unwrap_or_else(PoisonError::into_inner));
    // Hand-written slots run attached without PyO3's knowledge. A shutting down interpreter attaches no threads.
    Python::try_attach(|_| drop(ended));
}

/// An array over the memory of an object with a CUDA array interface; `None` for another object.
pub(crate) fn from_interface(object: &Bound<'_, PyAny>) -> Result<Option<Array>> {
    let Some(interface) = object.getattr_opt("__cuda_array_interface__")? else { return Ok(None) };
    let interface =
        interface.cast_into::<PyDict>().map_err(|_| type_error("__cuda_array_interface__ must be a dict"))?;
    let item = |name: &str| -> Result<Bound<'_, PyAny>> {
        interface.get_item(name)?.ok_or_else(|| value_error(format!("__cuda_array_interface__ has no {name}")))
    };
    let shape: Vec<i64> = item("shape")?.extract()?;
    let dtype = item("typestr")?.extract::<Stored<'_>>()?.in_place()?;
    let (address, read_only): (u64, bool) = item("data")?.extract()?;
    if interface.get_item("mask")?.is_some_and(|mask| !mask.is_none()) {
        return Err(value_error("masked arrays are not supported"));
    }
    let strides = interface.get_item("strides")?.filter(|strides| !strides.is_none());
    let strides: Option<Vec<i64>> = strides.map(|strides| strides.extract()).transpose()?;
    if strides.as_ref().is_some_and(|strides| strides.len() != shape.len()) {
        return Err(value_error("__cuda_array_interface__ must have one stride for each axis"));
    }
    // The interface does not name the device of the memory; the driver knows it.
    let device = match (caught(|| cuprust_cuda::driver::device_of_address(address))?, Device::current()?.kind()) {
        (Some(number), _) => caught(|| Device::cuda(number as u32))?,
        (None, DeviceKind::Cuda(number)) => caught(|| Device::cuda(number))?,
        (None, DeviceKind::Cpu | DeviceKind::Ptx) => caught(|| Device::cuda(0))?,
    };
    // The producer's stream may still be using the memory.
    if let Some(stream) = interface.get_item("stream")?.filter(|stream| !stream.is_none()) {
        let native: u64 = stream.extract()?;
        caught(|| Stream::current(device).wait_for_native(native))?;
    }
    let foreign =
        ForeignMemory { address, shape: &shape, strides: strides.as_deref(), dtype, writable: !read_only, device };
    // SAFETY: the interface promises memory of the device for as long as the object lives, which the owner keeps.
    unsafe { foreign.array(object.clone(), None) }.map(|(array, _)| Some(array))
}
