//! NVIDIA's own interfaces: NVRTC's programs, a GPU's limits, page-locked memory, contexts, library handles.

use cuprust::cuda::{HandleOf, LockedPages};
use cuprust::{Accelerator, Device};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::device::PyDevice;
use crate::error::{Result, caught};

/// The status, the log, PTX, machine code and the mangled names.
type Translated<'py> = (u32, String, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<String>);

/// Translates a program of CUDA C++ with these flags alone. NVRTC's number for what was wrong is the first of the
/// results.
#[pyfunction(name = "_translate")]
fn translate<'py>(
    py: Python<'py>,
    text: &str,
    file: &str,
    flags: Vec<String>,
    names: Vec<String>,
    headers: Vec<(String, String)>,
) -> Result<Translated<'py>> {
    let headers: Vec<(&str, &str)> = headers.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let found = py.detach(|| caught(|| cuprust_cuda::compile::translate(text, file, &flags, &names, &headers)))?;
    let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
    Ok(match found {
        Ok(found) => (0, found.log, bytes(&found.ptx), bytes(&found.cubin), found.names),
        Err((status, log)) => (status, log, bytes(&[]), bytes(&[]), Vec::new()),
    })
}

/// The architectures that NVRTC knows, as 90 for sm_90.
#[pyfunction(name = "_architectures")]
fn architectures() -> Result<Vec<u32>> {
    Ok(caught(cuprust_cuda::compile::architectures)?.to_vec())
}

/// The names of the accelerators that are chosen: what `set_accelerators` was given last, or `CUPRUST_ACCELERATORS`
/// names, or `CUPY_ACCELERATORS`; "cub" where nothing does.
#[pyfunction]
fn get_accelerators() -> Result<Vec<&'static str>> {
    Ok(caught(cuprust::accelerators)?.into_iter().map(Accelerator::name).collect())
}

/// Chooses accelerators: "cutensor" lets `einsum` and `tensordot` contract by cuTENSOR on a GPU where it is installed;
/// "cub" and "cutensornet" are accepted and have no effect. Raises ValueError for another name.
#[pyfunction]
fn set_accelerators(names: Vec<String>) -> Result<()> {
    let chosen = caught(|| names.iter().map(|name| Accelerator::from_name(name)).collect::<cuprust::Result<Vec<_>>>())?;
    cuprust::set_accelerators(&chosen);
    Ok(())
}

/// A limit of the current GPU, by CUDA's number.
#[pyfunction(name = "_limit")]
fn limit(number: u32) -> Result<usize> {
    caught(|| cuprust::cuda::limit(Device::current()?, number))
}

/// Sets a limit of the current GPU.
#[pyfunction(name = "_set_limit")]
fn set_limit(number: u32, value: usize) -> Result<()> {
    caught(|| cuprust::cuda::set_limit(Device::current()?, number, value))
}

/// A handle of a library for the current stream of a device.
pub(crate) fn library_handle(py: Python<'_>, device: Device, library: HandleOf) -> Result<u64> {
    py.detach(|| caught(|| cuprust::cuda::library_handle(device, library)))
}

/// The context that is current in this thread; 0 where none is.
#[pyfunction(name = "_current_context")]
fn current_context() -> Result<u64> {
    caught(cuprust::cuda::current_context)
}

/// The number of the device whose context is current in this thread.
#[pyfunction(name = "_context_device")]
fn context_device() -> Result<i64> {
    caught(cuprust::cuda::context_device)
}

/// The context of a device.
#[pyfunction(name = "_context")]
fn context(device: &PyDevice) -> u64 {
    cuprust::cuda::context(device.0)
}

/// Pages of the host's memory that are locked for the current GPU, until the object is freed.
#[pyclass(frozen, name = "_LockedPages", module = "cuprust.cuda")]
struct PyLockedPages(#[allow(dead_code, reason = "it is held")] LockedPages);

#[pymethods]
impl PyLockedPages {
    #[new]
    fn new(ptr: usize, size: usize, flags: u32) -> Result<PyLockedPages> {
        // SAFETY: a caller that names memory of the host keeps it until it is unlocked, as CUDA's own interface asks.
        caught(|| unsafe { LockedPages::new(Device::current()?, ptr, size, flags) }).map(PyLockedPages)
    }
}

/// Adds what this file defines to the module.
pub(crate) fn register(cuda: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda.add_class::<PyLockedPages>()?;
    cuda.add_function(wrap_pyfunction!(translate, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(architectures, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(get_accelerators, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(set_accelerators, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(current_context, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(context_device, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(context, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(limit, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(set_limit, cuda)?)
}
