//! Devices, their memory, and the report of `cuprust info`.

use std::cell::RefCell;

use cuprust::cuda::HandleOf;
use cuprust::{Accelerator, Device, DeviceKind};
use cuprust_cuda::driver::library;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::{Failure, Result, caught, value_error};

/// A device, by its number or its name: `cpu`, `cuda:0`, `ptx`. Where there is no GPU, the only device is number 0.
///
/// As a context manager it is the device where arrays are made.
#[pyclass(frozen, name = "Device", module = "cuprust.cuda")]
pub(crate) struct PyDevice(pub Device);

thread_local! {
    /// The previous devices of nested `with` statements, innermost last.
    static PREVIOUS: RefCell<Vec<Device>> = const { RefCell::new(Vec::new()) };
}

/// The device of a name, a number or a device object.
pub(crate) fn named(object: &Bound<'_, PyAny>) -> Result<Device> {
    if let Ok(device) = object.cast::<PyDevice>() {
        return Ok(device.get().0);
    }
    if let Ok(name) = object.cast::<PyString>() {
        return caught(|| Device::named(&name.to_string_lossy()));
    }
    let number = crate::convert::integer(object)?;
    caught(|| Device::numbered(number))
}

#[pymethods]
impl PyDevice {
    #[new]
    #[pyo3(signature = (device=None))]
    fn new(device: Option<&Bound<'_, PyAny>>) -> Result<PyDevice> {
        match device {
            Some(device) => named(device).map(PyDevice),
            None => caught(Device::current).map(PyDevice),
        }
    }

    /// The number of the GPU; 0 of the only device where there is no GPU.
    #[getter]
    fn id(&self) -> i64 {
        self.0.number()
    }

    /// Makes this the device where the thread makes arrays, and gives it.
    fn r#use(slf: Py<Self>) -> Result<Py<Self>> {
        caught(|| slf.get().0.make_current())?;
        Ok(slf)
    }

    /// The device at an address on the bus. Raises CUDARuntimeError where there is none.
    #[staticmethod]
    fn from_pci_bus_id(pci_bus_id: &str) -> Result<PyDevice> {
        if !pci_bus_id.contains('.') {
            return Err(Failure::Crate(cuprust::Error::cuda(format!(
                "cudaErrorInvalidValue: invalid argument: {pci_bus_id:?} is not a PCI bus address"
            ))));
        }
        let mut number = 0;
        while let Ok(device) = caught(|| Device::numbered(number)) {
            let found = PyDevice(device);
            if found.pci_bus_id()?.eq_ignore_ascii_case(pci_bus_id) {
                return Ok(found);
            }
            if device.is_host() || device.kind() == DeviceKind::Ptx {
                break;
            }
            number += 1;
        }
        Err(Failure::Crate(cuprust::Error::cuda(format!(
            "cudaErrorInvalidDevice: invalid device ordinal: no device is at {pci_bus_id}"
        ))))
    }

    fn __lt__(&self, other: &PyDevice) -> bool {
        self.0.number() < other.0.number()
    }

    fn __le__(&self, other: &PyDevice) -> bool {
        self.0.number() <= other.0.number()
    }

    fn __gt__(&self, other: &PyDevice) -> bool {
        self.0.number() > other.0.number()
    }

    fn __ge__(&self, other: &PyDevice) -> bool {
        self.0.number() >= other.0.number()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyDevice>().is_ok_and(|other| other.get().0 == self.0)
    }

    /// Waits for all work on the device. The interpreter's lock is released meanwhile.
    fn synchronize(&self, py: Python<'_>) -> Result<()> {
        let device = self.0;
        crate::profiler::detached(py, || caught(|| device.synchronize()))?;
        Ok(py.check_signals()?)
    }

    fn __enter__(slf: Py<Self>, py: Python<'_>) -> Result<Py<Self>> {
        let before = caught(|| slf.get().0.make_current())?;
        PREVIOUS.with_borrow_mut(|stack| stack.push(before));
        let _ = py;
        Ok(slf)
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, PyAny>) -> Result<()> {
        match PREVIOUS.with_borrow_mut(Vec::pop) {
            Some(before) => caught(|| before.make_current().map(drop)),
            None => Ok(()),
        }
    }

    /// The bytes free and all there are on the device.
    #[getter]
    fn mem_info(&self) -> (u64, u64) {
        let memory = self.0.memory();
        (memory.free, memory.total)
    }

    /// The name of the device, and its main properties.
    #[getter]
    fn name(&self) -> String {
        self.0.description()
    }

    /// The kind of device: `cpu` or `cuda`.
    #[getter]
    fn r#type(&self) -> &'static str {
        if self.0.is_host() { "cpu" } else { "cuda" }
    }

    /// The compute capability as CuPy writes it: `90` for 9.0. Of the CPU, the one that kernels are compiled for there.
    #[getter]
    fn compute_capability(&self) -> Result<String> {
        match self.0.compute_capability() {
            Some((major, minor)) => Ok(format!("{major}{minor}")),
            None => {
                let (major, minor) = caught(|| cuprust::cuda::properties(self.0))?.capability;
                Ok(format!("{major}{minor}"))
            }
        }
    }

    /// The properties of the device, by the names of cudaDeviceProp. Of the CPU, what kernels find there.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        for (name, value) in caught(|| cuprust::cuda::attributes(self.0))? {
            found.set_item(name, value)?;
        }
        Ok(found)
    }

    /// The address on the bus, as `0000:1b:00.0`; of zeros where there is no GPU.
    #[getter]
    fn pci_bus_id(&self) -> Result<String> {
        let found = caught(|| cuprust::cuda::properties(self.0))?.pci_id;
        Ok(if found.is_empty() { "0000:00:00.0".to_owned() } else { found })
    }

    /// A handle of cuBLAS for calls of one's own on the device's current stream, which ends with the stream.
    #[getter]
    fn cublas_handle(&self, py: Python<'_>) -> Result<u64> {
        crate::native::library_handle(py, self.0, HandleOf::Cublas)
    }

    /// A handle of cuSOLVER's dense interface, as `cublas_handle`.
    #[getter]
    fn cusolver_handle(&self, py: Python<'_>) -> Result<u64> {
        crate::native::library_handle(py, self.0, HandleOf::CusolverDense)
    }

    /// A handle of cuSOLVER's sparse interface, as `cublas_handle`.
    #[getter]
    fn cusolver_sp_handle(&self, py: Python<'_>) -> Result<u64> {
        crate::native::library_handle(py, self.0, HandleOf::CusolverSparse)
    }

    /// A handle of cuSPARSE, as `cublas_handle`.
    #[getter]
    fn cusparse_handle(&self, py: Python<'_>) -> Result<u64> {
        crate::native::library_handle(py, self.0, HandleOf::Cusparse)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.kind().hash(&mut hasher);
        hasher.finish()
    }

    fn __int__(&self) -> i64 {
        self.0.number()
    }

    fn __index__(&self) -> i64 {
        self.0.number()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        match self.0.kind() {
            DeviceKind::Cpu => "<CPU Device>".to_owned(),
            DeviceKind::Ptx => "<PTX Device>".to_owned(),
            DeviceKind::Cuda(number) => format!("<CUDA Device {number}>"),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok((py.get_type::<PyDevice>(), (self.0.to_string(),)).into_pyobject(py)?.into_any())
    }
}

/// The memory of a device that arrays use, and that is held for the next ones.
#[pyclass(frozen, name = "_MemoryPool", module = "cuprust.cuda")]
pub(crate) struct MemoryPool {
    device: Option<Device>,
}

impl MemoryPool {
    fn device(&self) -> Result<Device> {
        match self.device {
            Some(device) => Ok(device),
            None => caught(Device::current),
        }
    }
}

#[pymethods]
impl MemoryPool {
    #[new]
    fn new() -> MemoryPool {
        MemoryPool { device: None }
    }

    /// This many bytes of memory on the current device.
    fn malloc(&self, size: i64) -> Result<crate::memory_pointer::MemoryPointer> {
        let device = self.device()?;
        let array = caught(|| cuprust::Array::empty([size], cuprust::DType::U8, device))?;
        Ok(crate::memory_pointer::MemoryPointer::of(array))
    }

    /// The bytes that arrays hold.
    fn used_bytes(&self) -> Result<u64> {
        Ok(self.device()?.pool().used.saturating_sub(crate::memory::bytes_out()))
    }

    /// The bytes held for the next arrays.
    fn free_bytes(&self) -> Result<u64> {
        Ok(self.device()?.pool().cached)
    }

    /// The bytes taken from the device.
    fn total_bytes(&self) -> Result<u64> {
        let memory = self.device()?.pool();
        Ok((memory.used + memory.cached).saturating_sub(crate::memory::bytes_out()))
    }

    /// Whether anything is held for the next arrays: 1 where it is, and 0.
    fn n_free_blocks(&self) -> Result<u64> {
        Ok(u64::from(self.device()?.pool().cached > 0))
    }

    /// Sets the most bytes that arrays may hold together, or which part of all there are; zero removes the limit.
    #[pyo3(signature = (size=None, fraction=None))]
    fn set_limit(&self, size: Option<u64>, fraction: Option<f64>) -> Result<()> {
        let device = self.device()?;
        match (size, fraction) {
            (Some(size), None) => caught(|| {
                device.set_memory_limit(size);
                Ok(())
            }),
            (None, Some(fraction)) => caught(|| device.set_memory_fraction(fraction)),
            (None, None) => Err(value_error("set_limit takes a size or a fraction")),
            (Some(_), Some(_)) => Err(value_error("set_limit takes a size or a fraction, not both")),
        }
    }

    /// The most bytes that arrays may hold together; zero where there is no limit.
    fn get_limit(&self) -> Result<u64> {
        let device = self.device()?;
        caught(|| Ok(device.memory_limit()))
    }

    /// Returns memory that no array holds to the device.
    #[pyo3(signature = (stream=None))]
    fn free_all_blocks(&self, py: Python<'_>, stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        crate::stream::PyStream::check(stream)?;
        let device = self.device()?;
        py.detach(|| device.free_all_blocks());
        Ok(())
    }
}

/// The number of GPUs.
#[pyfunction(name = "_gpu_count")]
fn gpu_count(py: Python<'_>) -> usize {
    py.detach(Device::gpus)
}

/// How many devices numbers name: the GPUs, or the one device where arrays are not made on a GPU by default.
#[pyfunction(name = "_device_count")]
fn device_count(py: Python<'_>) -> Result<usize> {
    Ok(if matches!(caught(Device::default_device)?.kind(), DeviceKind::Cuda(_)) { gpu_count(py) } else { 1 })
}

/// The version of the compiler of kernels, as 13000 for 13.0.
#[pyfunction(name = "_compiler_version")]
fn compiler_version() -> Result<u32> {
    let (major, minor) = caught(cuprust_cuda::compile::version)?;
    Ok(1000 * major + 10 * minor)
}

/// The version of CUDA that the driver takes, as 13000 for 13.0; the compiler's where there is no driver.
#[pyfunction(name = "_driver_version")]
fn cuda_version() -> Result<u32> {
    match cuprust_cuda::driver::driver_version() {
        Ok((major, minor)) => Ok(1000 * major + 10 * minor),
        Err(_) => compiler_version(),
    }
}

/// The file of CUDA's own compiler, or None.
#[pyfunction(name = "_nvcc_path")]
fn nvcc_path() -> Option<String> {
    Some(cuprust_cuda::nvcc::path()?.to_string_lossy().into_owned())
}

/// One of a device's attributes, by CUDA's number.
#[pyfunction(name = "_attribute")]
fn attribute(device: i64, number: u32) -> Result<i32> {
    caught(|| cuprust::cuda::attribute(Device::numbered(device)?, number))
}

/// Whether a device reaches the memory of another one.
#[pyfunction(name = "_reaches")]
fn reaches(device: &PyDevice, other: &PyDevice) -> Result<bool> {
    Ok(device.0 != other.0 && caught(|| cuprust::cuda::reaches(device.0, other.0))?)
}

/// Waits for all work on the current device.
#[pyfunction]
fn synchronize(py: Python<'_>) -> Result<()> {
    crate::profiler::detached(py, || caught(cuprust::synchronize))?;
    Ok(py.check_signals()?)
}

/// What was found on this machine: the version, devices, libraries, the cache, Python.
#[pyfunction]
fn info(py: Python<'_>) -> Result<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("version", env!("CARGO_PKG_VERSION"))?;
    match caught(Device::current) {
        Ok(device) => found.set_item("default_device", device.to_string())?,
        Err(error) => found.set_item("default_device", format!("none: {}", PyErr::from(error)))?,
    }
    let mut devices = vec![described(py, Device::cpu())?];
    if let Ok(device) = Device::current()
        && device.kind() == DeviceKind::Ptx
    {
        devices.push(described(py, device)?);
    }
    let mut missing = None;
    for number in 0..32 {
        match Device::cuda(number) {
            Ok(device) => devices.push(described(py, device)?),
            Err(error) => {
                missing = Some(error.to_string()).filter(|_| number == 0);
                break;
            }
        }
    }
    found.set_item("devices", devices)?;
    if let Some(missing) = missing {
        found.set_item("no_gpu_because", missing)?;
    }
    if let Ok(chosen) = cuprust::accelerators() {
        found.set_item("accelerators", chosen.into_iter().map(Accelerator::name).collect::<Vec<_>>())?;
    }
    // Libraries are opened to query their versions, which may take a moment.
    let (driver, libraries) = py.detach(|| (cuprust_cuda::driver::driver_version(), library::found()));
    let driver = driver.ok().map(|(major, minor)| format!("supports CUDA {major}.{minor}"));
    found.set_item("driver", driver)?;
    let mut entries = Vec::with_capacity(libraries.len());
    for (name, path, version) in libraries {
        let entry = PyDict::new(py);
        entry.set_item("name", name)?;
        if path.is_none()
            && let Some(command) = library::installed_by(name)
        {
            entry.set_item("install", command)?;
        }
        entry.set_item("path", path.map(|path| path.display().to_string()))?;
        if !version.is_empty() {
            entry.set_item("version", version)?;
        }
        entries.push(entry);
    }
    found.set_item("libraries", entries)?;
    found.set_item("cache", cuprust_cuda::cache::global().map(|cache| cache.folder().display().to_string()))?;
    let python = py.version_info();
    found.set_item("python", format!("{}.{}.{}", python.major, python.minor, python.patch))?;
    found.set_item("numpy", py.import("numpy")?.getattr("__version__")?)?;
    Ok(found)
}

fn described(py: Python<'_>, device: Device) -> Result<Bound<'_, PyDict>> {
    let (entry, memory) = (PyDict::new(py), device.memory());
    entry.set_item("name", device.to_string())?;
    entry.set_item("description", device.description())?;
    entry.set_item("free_bytes", memory.free)?;
    entry.set_item("total_bytes", memory.total)?;
    Ok(entry)
}

/// Makes NVIDIA's libraries in Python packages findable: those in `nvidia` in any folder from which modules are
/// imported.
pub(crate) fn find_wheels(py: Python<'_>) -> PyResult<()> {
    for folder in py.import("sys")?.getattr("path")?.try_iter()? {
        if let Ok(folder) = folder?.extract::<std::path::PathBuf>()
            && folder.is_absolute()
        {
            library::add_package_directory(folder);
        }
    }
    Ok(())
}

/// Adds what this file defines to the module `cuda`.
pub(crate) fn register(cuda: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda.add_class::<PyDevice>()?;
    cuda.add_class::<MemoryPool>()?;
    cuda.add_class::<crate::memory_pointer::MemoryPointer>()?;
    cuda.add_function(wrap_pyfunction!(gpu_count, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(device_count, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(compiler_version, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(cuda_version, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(nvcc_path, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(attribute, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(reaches, cuda)?)?;
    cuda.add_function(wrap_pyfunction!(synchronize, cuda)?)?;
    crate::memory::register(cuda)?;
    crate::communicator::register(cuda)?;
    crate::native::register(cuda)
}

/// Adds the function `info` to the extension.
pub(crate) fn register_info(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(info, module)?)
}
