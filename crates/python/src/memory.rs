//! Memory of devices as Python's objects have it: what is given back with an object, and what arrays take their memory from.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use cuprust::{Allocation, Allocator, Device, DeviceMemory};
use pyo3::prelude::*;

use crate::device::PyDevice;
use crate::error::{Failure, Result, caught, value_error};
use crate::stream::PyStream;

/// The bytes of such memory.
static OUT: AtomicU64 = AtomicU64::new(0);

/// How many bytes of devices are no array's.
pub(crate) fn bytes_out() -> u64 {
    OUT.load(Ordering::Relaxed)
}

/// Memory of a device that is given back when the object goes.
#[pyclass(frozen, name = "_DeviceMemory", module = "cuprust.cuda")]
struct PyDeviceMemory {
    memory: DeviceMemory,
    bytes: u64,
    managed: bool,
}

#[pymethods]
impl PyDeviceMemory {
    #[new]
    #[pyo3(signature = (size, managed=false))]
    fn new(size: i64, managed: bool) -> Result<PyDeviceMemory> {
        let bytes = u64::try_from(size).map_err(|_| value_error("a size of memory is not negative"))?;
        let memory = caught(|| DeviceMemory::new(Device::current()?, bytes, managed))?;
        OUT.fetch_add(bytes, Ordering::Relaxed);
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
        OUT.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A function of Python from a size to a pointer.
struct Function(Py<PyAny>);

impl Allocator for Function {
    fn allocate(&self, bytes: u64, device: Device) -> cuprust::Result<Allocation> {
        let given = Python::attach(|py| -> Result<(u64, Py<PyAny>)> {
            let before = caught(|| device.make_current())?;
            let given = self.0.bind(py).call1((bytes,));
            caught(|| before.make_current())?;
            let given = given?;
            Ok((given.getattr("ptr")?.extract()?, given.unbind()))
        });
        let (address, owner) = given.map_err(Failure::into_error)?;
        if address == 0 {
            return Err(cuprust::Error::out_of_memory(format!("the allocator gave no memory for {bytes} bytes")));
        }
        Ok(Allocation { address, owner: crate::lent::owner(owner) })
    }
}

fn function(allocator: Option<Py<PyAny>>) -> Option<Arc<dyn Allocator>> {
    allocator.map(|allocator| Arc::new(Function(allocator)) as Arc<dyn Allocator>)
}

/// Lets arrays take their memory from a function of Python; from the device's pool where it is None.
#[pyfunction(name = "_set_allocator")]
#[pyo3(signature = (allocator))]
fn set_allocator(allocator: Option<Py<PyAny>>) {
    // SAFETY: who gives an allocator vouches for its memory, as for any address that is handed over.
    unsafe { cuprust::set_allocator(function(allocator)) };
}

/// As `_set_allocator` for this thread, as long as it has a choice of its own.
#[pyfunction(name = "_set_thread_allocator")]
#[pyo3(signature = (own, allocator))]
fn set_thread_allocator(own: bool, allocator: Option<Py<PyAny>>) {
    // SAFETY: as above.
    drop(unsafe { cuprust::set_thread_allocator(own.then(|| function(allocator))) });
}

/// Drops the objects that lent memory to arrays that are gone.
#[pyfunction(name = "_give_back")]
fn give_back() {
    crate::lent::give_back();
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
    cuda.add_function(wrap_pyfunction!(set_allocator, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(set_thread_allocator, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(give_back, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(device_of_pointer, cuda)?)
}
