//! Device memory as Python objects: memory that is freed with its object, and users' allocators.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuprust::cuda::OpenedMemory;
use cuprust::{Allocation, Allocator, Device, DeviceMemory, MemorySource, PinnedMemory};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::device::PyDevice;
use crate::error::{Failure, Result, caught, value_error};
use crate::stream::PyStream;

/// The bytes of device memory in such objects.
static BYTES_OUT: AtomicU64 = AtomicU64::new(0);

/// How many bytes of device memory are outside of arrays.
pub(crate) fn bytes_out() -> u64 {
    BYTES_OUT.load(Ordering::Relaxed)
}

/// Memory of a device that is freed with the object.
#[pyclass(frozen, name = "_DeviceMemory", module = "cuprust.cuda")]
struct PyDeviceMemory {
    memory: DeviceMemory,
    bytes: u64,
    managed: bool,
}

#[pymethods]
impl PyDeviceMemory {
    #[new]
    #[pyo3(signature = (size, managed=false, alone=false))]
    fn new(size: i64, managed: bool, alone: bool) -> Result<PyDeviceMemory> {
        let bytes = u64::try_from(size).map_err(|_| value_error("a size of memory must not be negative"))?;
        let source = match (managed, alone) {
            (true, _) => MemorySource::Managed,
            (false, true) => MemorySource::Alone,
            (false, false) => MemorySource::Pool,
        };
        let memory = caught(|| DeviceMemory::new(Device::current()?, bytes, source))?;
        BYTES_OUT.fetch_add(bytes, Ordering::Relaxed);
        Ok(PyDeviceMemory { memory, bytes, managed })
    }

    #[getter]
    fn ptr(&self) -> u64 {
        self.memory.address()
    }

    #[getter]
    fn device(&self) -> PyDevice {
        PyDevice(self.memory.device())
    }

    /// Whether the host and the device see it at one address.
    #[getter]
    fn is_managed(&self) -> bool {
        self.managed
    }

    fn prefetch(&self, stream: &PyStream, device: i64) -> Result<()> {
        let stream = stream.stream()?;
        caught(|| self.memory.prefetch(&stream, device))
    }

    fn advise(&self, advise: i32, device: i64) -> Result<()> {
        caught(|| self.memory.advise(advise, device))
    }
}

impl Drop for PyDeviceMemory {
    fn drop(&mut self) {
        BYTES_OUT.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Page-locked memory of the host, freed with the object.
#[pyclass(frozen, name = "_PinnedMemory", module = "cuprust.cuda")]
struct PyPinnedMemory(PinnedMemory);

#[pymethods]
impl PyPinnedMemory {
    #[getter]
    fn ptr(&self) -> usize {
        self.0.address()
    }

    /// Whether a graph whose launches copy from or to it keeps it alive.
    #[getter]
    fn is_kept(&self) -> bool {
        self.0.is_kept()
    }

    /// Waits for pending copies from and to it.
    fn settle(&self) -> Result<()> {
        caught(|| self.0.settle())
    }
}

/// This many bytes of page-locked memory of the host; None where the current device is no GPU.
#[pyfunction(name = "_alloc_pinned")]
fn alloc_pinned(size: usize) -> Result<Option<PyPinnedMemory>> {
    Ok(caught(|| PinnedMemory::new(Device::current()?, size))?.map(PyPinnedMemory))
}

/// The handle that another process passed.
pub(crate) fn handle(bytes: &[u8]) -> Result<[u8; 64]> {
    bytes.try_into().map_err(|_| value_error(format!("a handle has 64 bytes, but {} were given", bytes.len())))
}

/// The handle of the memory at an address of the current device for another process: the allocation that it lies in.
#[pyfunction(name = "_memory_handle")]
fn memory_handle(py: Python<'_>, ptr: u64) -> Result<Bound<'_, PyBytes>> {
    let found = caught(|| cuprust::cuda::handle_of_memory(Device::current()?, ptr))?;
    Ok(PyBytes::new(py, &found))
}

/// The handle of an event for another process, by its native handle.
#[pyfunction(name = "_event_handle")]
fn event_handle(py: Python<'_>, ptr: u64) -> Result<Bound<'_, PyBytes>> {
    // SAFETY: the caller guarantees the native handle, as CUDA's own interface asks.
    let found = caught(|| unsafe { cuprust::cuda::handle_of_native_event(Device::current()?, ptr) })?;
    Ok(PyBytes::new(py, &found))
}

/// Memory of another process on the current device, closed with the object.
#[pyclass(frozen, name = "_OpenedMemory", module = "cuprust.cuda")]
struct PyOpenedMemory(OpenedMemory);

#[pymethods]
impl PyOpenedMemory {
    #[new]
    fn new(handle: &[u8]) -> Result<PyOpenedMemory> {
        let handle = self::handle(handle)?;
        // SAFETY: the process of the handle keeps the memory, as CUDA's own interface asks.
        caught(|| unsafe { OpenedMemory::open(Device::current()?, handle) }).map(PyOpenedMemory)
    }

    #[getter]
    fn ptr(&self) -> u64 {
        self.0.address()
    }
}

/// A Python function from a size to a pointer.
struct Function(Py<PyAny>);

impl Allocator for Function {
    fn allocate(&self, bytes: u64, device: Device) -> cuprust::Result<Allocation> {
        let allocation = Python::attach(|py| -> Result<(u64, Py<PyAny>)> {
            let before = caught(|| device.make_current())?;
            let allocation = self.0.bind(py).call1((bytes,));
            caught(|| before.make_current())?;
            let allocation = allocation?;
            let address = allocation.getattr("ptr")?.extract()?;
            check_allocation(&allocation, address, bytes)?;
            Ok((address, allocation.unbind()))
        });
        let (address, owner) = allocation.map_err(Failure::into_error)?;
        if address == 0 {
            return Err(cuprust::Error::out_of_memory(format!("the allocator gave no memory for {bytes} bytes")));
        }
        Ok(Allocation { address, owner: crate::foreign_memory::owner(owner) })
    }
}

/// Checks that a pointer has the requested number of bytes: within its memory if the object describes that, or by its
/// own size.
///
/// # Errors
/// A value error where it has fewer.
fn check_allocation(allocation: &Bound<'_, PyAny>, address: u64, bytes: u64) -> Result<()> {
    let range = |object: &Bound<'_, PyAny>| -> Result<Option<(u64, u64)>> {
        let (Some(start), Some(size)) = (object.getattr_opt("ptr")?, object.getattr_opt("size")?) else {
            return Ok(None);
        };
        // Objects that use these names for something else are not checked.
        Ok(start.extract::<u64>().ok().zip(size.extract::<u64>().ok()))
    };
    let memory = match allocation.getattr_opt("mem")? {
        Some(memory) => range(&memory)?,
        None => None,
    };
    for (start, size) in [memory, range(allocation)?].into_iter().flatten() {
        let before = address.checked_sub(start);
        let left = before.map_or(0, |before| size.saturating_sub(before));
        if address != 0 && left < bytes {
            return Err(value_error(format!("the allocator was asked for {bytes} bytes, but gave memory of {left}")));
        }
    }
    Ok(())
}

fn function(allocator: Option<Py<PyAny>>) -> Option<Arc<dyn Allocator>> {
    allocator.map(|allocator| Arc::new(Function(allocator)) as Arc<dyn Allocator>)
}

/// Lets arrays take their memory from a function of Python; from the device's pool where it is None.
#[pyfunction(name = "_set_allocator")]
#[pyo3(signature = (allocator))]
fn set_allocator(allocator: Option<Py<PyAny>>) {
    // SAFETY: the caller that sets an allocator guarantees its memory, as for any address that is passed.
    unsafe { cuprust::set_allocator(function(allocator)) };
}

/// As `_set_allocator` for this thread, as long as it has a choice of its own.
#[pyfunction(name = "_set_thread_allocator")]
#[pyo3(signature = (own, allocator))]
fn set_thread_allocator(own: bool, allocator: Option<Py<PyAny>>) {
    // SAFETY: as above.
    drop(unsafe { cuprust::set_thread_allocator(own.then(|| function(allocator))) });
}

/// Drops the owners of foreign memory whose arrays are freed.
#[pyfunction(name = "_give_back")]
fn give_back() {
    crate::foreign_memory::give_back();
}

/// Raises CUDARuntimeError for bytes at an address that begin or end in memory that was handed out here and leave it,
/// and for writing to memory that was exported read-only.
#[pyfunction(name = "_check_memory")]
fn check_memory(ptr: u64, size: i64, writes: bool) -> Result<()> {
    caught(|| match u64::try_from(size) {
        Ok(bytes) => cuprust::check_memory(Device::current()?, ptr, bytes, writes),
        Err(_) => Err(cuprust::Error::cuda(format!("cudaErrorInvalidValue: invalid argument: {size} bytes"))),
    })
}

/// The number of the device whose memory is at an address.
#[pyfunction(name = "_device_of_pointer")]
fn device_of_pointer(ptr: u64) -> Result<i64> {
    if caught(Device::current)?.compute_capability().is_some()
        && let Ok(Some(number)) = cuprust_cuda::driver::device_of_address(ptr)
    {
        return Ok(number as i64);
    }
    Ok(caught(Device::current)?.number())
}

/// Adds what this file defines to the module.
pub(crate) fn register(cuda: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda.add_class::<PyDeviceMemory>()?;
    cuda.add_class::<PyPinnedMemory>()?;
    cuda.add_class::<PyOpenedMemory>()?;
    cuda.add_function(wrap_pyfunction!(memory_handle, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(event_handle, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(alloc_pinned, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(set_allocator, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(set_thread_allocator, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(give_back, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(check_memory, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(device_of_pointer, cuda)?)
}
