//! Kernels that users write in CUDA C++: `RawKernel`, `RawModule`, and their functions on a device.

use cuprust::cuda::{Compiler, KernelArgument, KernelFunction, ModuleOptions, RawKernel, RawModule};
use cuprust::{Array, DType, Device, Layout, Scalar, Stream, Value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyInt, PyString, PyTuple, PyType};

use crate::array::NdArray;
use crate::error::{Failure, Result, caught, type_error, value_error};
use crate::foreign_memory;
use crate::launch::{Settings, launch};
use crate::memory_pointer::MemoryPointer;
use crate::number::{Number, number};
use crate::operand::is_numpy;
use crate::span::MdSpan;
use crate::stream::PyStream;

/// An argument of a kernel, converted from a Python object.
pub(crate) enum KernelOperand<'py> {
    Array(Bound<'py, NdArray>),
    Memory(Array),
    Span(Bound<'py, MdSpan>),
    /// An array of another library.
    Foreign(Array),
    Number(Value),
    Scalar(Scalar),
    Bytes(Bound<'py, PyBytes>),
}

impl KernelOperand<'_> {
    pub(crate) fn argument(&self) -> KernelArgument<'_> {
        match self {
            KernelOperand::Array(array) => KernelArgument::Array(array.get().array()),
            KernelOperand::Memory(memory) => KernelArgument::Pointer(memory),
            KernelOperand::Span(span) => {
                let span = span.get();
                KernelArgument::Span(span.array.get().array(), &span.extents_and_strides)
            }
            KernelOperand::Foreign(array) => KernelArgument::Array(array),
            KernelOperand::Number(value) => KernelArgument::Number(*value),
            KernelOperand::Scalar(scalar) => KernelArgument::Scalar(*scalar),
            KernelOperand::Bytes(bytes) => KernelArgument::Bytes(bytes.as_bytes()),
        }
    }
}

/// Converts an argument of a kernel.
pub(crate) fn kernel_operand<'py>(object: &Bound<'py, PyAny>, position: usize) -> Result<KernelOperand<'py>> {
    if let Ok(array) = object.cast::<NdArray>() {
        return Ok(KernelOperand::Array(array.clone()));
    }
    // Python's own numbers are recognised by their class alone.
    let is_plain = object.is_exact_instance_of::<PyInt>() || object.is_exact_instance_of::<PyFloat>();
    if is_plain && let Some(Number::Weak(value)) = number(object.as_borrowed())? {
        return Ok(KernelOperand::Number(value));
    }
    if let Ok(memory) = object.cast::<MemoryPointer>() {
        return Ok(KernelOperand::Memory(memory.get().array(object.py())?.clone()));
    }
    if let Ok(span) = object.cast::<MdSpan>() {
        return Ok(KernelOperand::Span(span.clone()));
    }
    if object.is_instance(void(object.py())?)? {
        return Ok(KernelOperand::Bytes(object.call_method0("tobytes")?.cast_into::<PyBytes>()?));
    }
    if let Some(number) = number(object.as_borrowed())? {
        return Ok(match number {
            Number::Weak(value) => KernelOperand::Number(value),
            Number::Strong(scalar) => KernelOperand::Scalar(scalar),
        });
    }
    if is_numpy(object)? {
        // A structure, or several in memory: the bytes, whose number is compared with the parameter's size.
        if object.getattr("dtype")?.getattr("kind")?.extract::<String>()? == "V" {
            return Ok(KernelOperand::Bytes(object.call_method0("tobytes")?.cast_into::<PyBytes>()?));
        }
        return Err(unsupported(object, position, ": bring NumPy's arrays to the device with cuprust.asarray"));
    }
    match foreign_memory::from_interface(object)? {
        Some(array) => Ok(KernelOperand::Foreign(array)),
        None => Err(unsupported(object, position, "")),
    }
}

#[cold]
fn unsupported(object: &Bound<'_, PyAny>, position: usize, hint: &str) -> Failure {
    let class = object.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    type_error(format!("argument {} of a kernel has the unsupported type {class}{hint}", position + 1))
}

/// NumPy's class of structured scalars.
fn void(py: Python<'_>) -> Result<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Ok(CLASS.import(py, "numpy", "void")?)
}

/// The stream of a keyword argument: a stream of ours, or None for the current one.
pub(crate) fn chosen(stream: Option<&Bound<'_, PyAny>>) -> Result<Option<Stream>> {
    PyStream::check(stream)?;
    match stream.filter(|stream| !stream.is_none()) {
        None => Ok(None),
        Some(stream) => Ok(Some(stream.cast::<PyStream>()?.get().stream()?)),
    }
}

/// A kernel on a device.
///
/// Called with a grid, a block and the arguments, it runs: see `RawKernel`.
#[pyclass(frozen, module = "cuprust.cuda")]
struct Function(KernelFunction);

#[pymethods]
impl Function {
    #[pyo3(signature = (grid, block, args, shared_mem=0, stream=None, enable_cooperative_groups=false))]
    fn __call__(
        &self,
        grid: &Bound<'_, PyAny>,
        block: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        shared_mem: u32,
        stream: Option<&Bound<'_, PyAny>>,
        enable_cooperative_groups: bool,
    ) -> Result<()> {
        let stream = chosen(stream)?;
        let settings = Settings { shared: shared_mem, stream: stream.as_ref(), cooperative: enable_cooperative_groups };
        launch(|_| Ok(self.0.clone()), grid, block, args, &settings)
    }

    /// Runs the kernel over this many threads at least, in blocks of at most `block_max_size`.
    #[pyo3(signature = (size, args, shared_mem=0, block_max_size=128, stream=None, enable_cooperative_groups=false))]
    #[allow(clippy::too_many_arguments)]
    fn linear_launch(
        &self,
        py: Python<'_>,
        size: u64,
        args: &Bound<'_, PyAny>,
        shared_mem: u32,
        block_max_size: u64,
        stream: Option<&Bound<'_, PyAny>>,
        enable_cooperative_groups: bool,
    ) -> Result<()> {
        let block = size.clamp(1, block_max_size.max(1));
        let grid = size.div_ceil(block).clamp(1, i32::MAX as u64);
        let (grid, block) = (PyTuple::new(py, [grid])?, PyTuple::new(py, [block])?);
        self.__call__(grid.as_any(), block.as_any(), args, shared_mem, stream, enable_cooperative_groups)
    }

    /// The driver's handle of the function.
    #[getter]
    fn ptr(&self) -> u64 {
        self.0.native()
    }

    fn __repr__(&self) -> String {
        format!("<Function {} of {}>", self.0.name(), self.0.device())
    }
}

/// Options of a compiler: a tuple or a list of texts.
pub(crate) struct Flags(pub Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Flags {
    type Error = Failure;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> Result<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(type_error("options must be a tuple of strings, not a string"));
        }
        let texts = object.try_iter()?.map(|text| Ok(text?.extract::<String>()?)).collect::<Result<_>>();
        texts.map(Flags)
    }
}

/// Writes the compiler's log of a module to a file.
fn write_log(module: &RawModule, file: Option<&Bound<'_, PyAny>>) -> Result<()> {
    let Some(file) = file.filter(|file| !file.is_none()) else { return Ok(()) };
    let log = caught(|| module.log(Device::current()?))?;
    file.call_method1("write", (log,))?;
    Ok(())
}

/// The compiler of a backend's name.
fn compiler(backend: &str) -> Result<Compiler> {
    match backend {
        "nvrtc" => Ok(Compiler::Nvrtc),
        "nvcc" => Ok(Compiler::Nvcc),
        other => Err(value_error(format!("there is no backend {other:?}: it is 'nvrtc' or 'nvcc'"))),
    }
}

/// A program in CUDA C++ with kernels and variables, or one that was compiled already.
///
/// `code` is the text, or `path` a file of machine code or PTX. `options` are flags for the compiler,
/// `name_expressions` names of kernels of templates, as ``'scale<float>'``. It is compiled for a device at its
/// first use there: by NVRTC, or with ``backend='nvcc'`` by CUDA's own compiler, where that is
/// installed. `jitify` is accepted and has no effect: headers of CUDA are found anyhow.
#[pyclass(frozen, name = "RawModule", module = "cuprust")]
struct PyRawModule {
    module: RawModule,
    /// The text, where it was given as one.
    #[pyo3(get)]
    code: Option<String>,
    /// The file of the text, where it was given as one.
    #[pyo3(get)]
    file_path: Option<String>,
    flags: Vec<String>,
    names: Option<Vec<String>>,
    translates: bool,
    /// The compiler, `nvrtc` or `nvcc`.
    #[pyo3(get)]
    backend: String,
    /// Whether all blocks run at the same time, so that a grid may wait for all its threads.
    #[pyo3(get)]
    enable_cooperative_groups: bool,
}

#[pymethods]
impl PyRawModule {
    #[new]
    #[pyo3(signature = (code=None, *, path=None, options=None, backend="nvrtc", translate_cucomplex=false, enable_cooperative_groups=false, name_expressions=None, jitify=false))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        code: Option<String>,
        path: Option<String>,
        options: Option<Flags>,
        backend: &str,
        translate_cucomplex: bool,
        enable_cooperative_groups: bool,
        name_expressions: Option<Vec<String>>,
        jitify: bool,
    ) -> Result<PyRawModule> {
        let compiler = compiler(backend)?;
        if compiler == Compiler::Nvcc && name_expressions.is_some() {
            return Err(value_error("name_expressions are supported by backend='nvrtc' only"));
        }
        // NVRTC gets the headers of CUDA and of its C++ library anyhow.
        let _ = jitify;
        let flags = options.map_or_else(Vec::new, |flags| flags.0);
        let options = ModuleOptions {
            flags: flags.clone(),
            names: name_expressions.clone().unwrap_or_default(),
            translate_cucomplex,
            cooperative: enable_cooperative_groups,
            compiler,
        };
        let module = match (&code, &path) {
            (Some(code), None) => RawModule::new(code, options),
            (None, Some(path)) if name_expressions.is_none() => RawModule::from_file(path, options),
            (None, Some(_)) => return Err(value_error("name_expressions need a code, but a path was given")),
            _ => return Err(type_error("RawModule takes either a code or a path")),
        };
        Ok(PyRawModule {
            module,
            code,
            file_path: path,
            flags,
            names: name_expressions,
            translates: translate_cucomplex,
            backend: backend.to_owned(),
            enable_cooperative_groups,
        })
    }

    /// The flags for the compiler.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        Ok(PyTuple::new(py, &self.flags)?)
    }

    /// The names of kernels of templates.
    #[getter]
    fn name_expressions<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyTuple>>> {
        Ok(self.names.as_ref().map(|names| PyTuple::new(py, names)).transpose()?)
    }

    /// Compiles and loads it on the current device. What the compiler says is written to `log_stream`, a file of text.
    #[pyo3(signature = (log_stream=None))]
    fn compile(&self, log_stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        write_log(&self.module, log_stream)?;
        caught(|| self.module.compile(Device::current()?))
    }

    /// The module itself.
    #[getter]
    fn module(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// The kernel of a name: its own where it is declared ``extern "C"``, its mangled name, or one of
    /// `name_expressions`.
    fn get_function(&self, name: String) -> Result<PyRawKernel> {
        // A missing name is reported now.
        caught(|| self.module.function(&name, Device::current()?))?;
        Ok(PyRawKernel {
            kernel: RawKernel::of(self.module.clone(), name),
            code: self.code.clone(),
            file_path: self.file_path.clone(),
            flags: self.flags.clone(),
            backend: self.backend.clone(),
            translates: self.translates,
            enable_cooperative_groups: self.enable_cooperative_groups,
        })
    }

    /// The memory of a global or constant variable, on the current device.
    fn get_global(&self, name: &str) -> Result<MemoryPointer> {
        caught(|| {
            let device = Device::current()?;
            let memory = self.module.global(name, device)?;
            let layout = Layout::contiguous(&[memory.bytes as i64]);
            let owner = Box::new(self.module.clone());
            // SAFETY: the module is loaded to the end of the process, and its variable is memory of the device for as
            // long.
            let array =
                unsafe { Array::from_foreign(memory.address, memory.bytes, DType::U8, layout, true, owner, device) }?;
            Ok(MemoryPointer::of(array))
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let state = PyDict::new(py);
        state.set_item("path", &self.file_path)?;
        state.set_item("options", self.options(py)?)?;
        state.set_item("translate_cucomplex", self.translates)?;
        state.set_item("enable_cooperative_groups", self.enable_cooperative_groups)?;
        state.set_item("name_expressions", &self.names)?;
        state.set_item("backend", &self.backend)?;
        again::<PyRawModule>(py, PyTuple::new(py, [self.code.clone()])?, state)
    }
}

/// The pickle form of an object that is rebuilt from these arguments.
fn again<'py, T: pyo3::PyTypeInfo>(
    py: Python<'py>,
    arguments: Bound<'py, PyTuple>,
    keywords: Bound<'py, PyDict>,
) -> Result<Bound<'py, PyAny>> {
    let partial = py.import("functools")?.getattr("partial")?;
    let make = partial.call((py.get_type::<T>(),), Some(&keywords))?;
    Ok((make, arguments).into_pyobject(py)?.into_any())
}

/// A kernel that is written in CUDA C++.
///
/// `code` declares the kernel `name`, as ``extern "C" __global__``. It is compiled when it is first called, for the
/// device of its arrays, and on every device: where there is no GPU, a machine on the CPU runs it.
///
/// >>> add = cp.RawKernel('''extern "C" __global__ void add(const float* x, const float* y, float* z, int n) {
/// ...     int i = blockIdx.x * blockDim.x + threadIdx.x;
/// ...     if (i < n) z[i] = x[i] + y[i];
/// ... }''', "add")
/// >>> x, z = cp.arange(5, dtype=cp.float32), cp.empty(5, cp.float32)
/// >>> add((1,), (32,), (x, x, z, 5))
/// >>> z
/// array([0., 2., 4., 6., 8.], dtype=float32)
#[pyclass(frozen, name = "RawKernel", module = "cuprust")]
struct PyRawKernel {
    kernel: RawKernel,
    /// The text, where it was given as one.
    #[pyo3(get)]
    code: Option<String>,
    /// The file of the text, where it was given as one.
    #[pyo3(get)]
    file_path: Option<String>,
    flags: Vec<String>,
    /// The compiler, `nvrtc` or `nvcc`.
    #[pyo3(get)]
    backend: String,
    translates: bool,
    /// Whether all blocks run at the same time, so that a grid may wait for all its threads.
    #[pyo3(get)]
    enable_cooperative_groups: bool,
}

impl PyRawKernel {
    fn function(&self) -> Result<KernelFunction> {
        caught(|| self.kernel.on(Device::current()?))
    }
}

macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        #[pymethods]
        impl PyRawKernel {
            $($(#[$doc])* #[getter] fn $name(&self) -> Result<i32> { Ok(self.function()?.attributes()?.$name) })*

            /// The attributes of the kernel, by name.
            #[getter]
            fn attributes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
                let (found, all) = (PyDict::new(py), self.function()?.attributes()?);
                $(found.set_item(stringify!($name), all.$name)?;)*
                Ok(found)
            }
        }
    };
}
attributes! {
    /// The most threads that a block may have.
    max_threads_per_block;
    /// The bytes of shared memory that it declares.
    shared_size_bytes;
    /// The bytes of constant memory that it declares.
    const_size_bytes;
    /// The bytes of local memory of a thread.
    local_size_bytes;
    /// The registers of a thread. A machine on the CPU counts those of PTX.
    num_regs;
    /// The version of PTX that it was compiled from, as 90 for 9.0.
    ptx_version;
    /// The compute capability that it was compiled for, as 90 for 9.0.
    binary_version;
    /// Whether it was compiled to cache global loads in the first-level cache.
    cache_mode_ca;
    /// The most bytes of dynamic shared memory that a launch may ask for. It can be set.
    max_dynamic_shared_size_bytes;
    /// Which part of a multiprocessor's memory is to be shared memory, in percent, or -1. It can be set.
    preferred_shared_memory_carveout;
}

#[pymethods]
impl PyRawKernel {
    #[new]
    #[pyo3(signature = (code, name, options=None, backend="nvrtc", translate_cucomplex=false, *, enable_cooperative_groups=false, jitify=false))]
    fn new(
        code: String,
        name: String,
        options: Option<Flags>,
        backend: &str,
        translate_cucomplex: bool,
        enable_cooperative_groups: bool,
        jitify: bool,
    ) -> Result<PyRawKernel> {
        let compiler = compiler(backend)?;
        let _ = jitify;
        let flags = options.map_or_else(Vec::new, |flags| flags.0);
        let options = ModuleOptions {
            flags: flags.clone(),
            // The name of a kernel that is not extern "C" may be a name expression.
            names: if name.contains('<') { vec![name.clone()] } else { Vec::new() },
            translate_cucomplex,
            cooperative: enable_cooperative_groups,
            compiler,
        };
        Ok(PyRawKernel {
            kernel: RawKernel::of(RawModule::new(&code, options), name),
            code: Some(code),
            file_path: None,
            flags,
            backend: backend.to_owned(),
            translates: translate_cucomplex,
            enable_cooperative_groups,
        })
    }

    /// Runs the kernel over a grid of blocks, on the current stream or `stream`.
    ///
    /// `grid` and `block` are tuples of one to three extents, `args` the arguments: arrays, numbers of Python and
    /// NumPy, structured scalars and arrays of NumPy, which are given by value. A number takes its parameter's type.
    /// `shared_mem` is the dynamic shared memory of a block in bytes.
    ///
    /// Raises TypeError for wrong arguments, ValueError for a grid or a block that cannot be, CompileException where
    /// the text does not compile. Where there is no GPU, RuntimeError names what the kernel did wrong.
    #[pyo3(signature = (grid, block, args, *, shared_mem=0, stream=None))]
    fn __call__(
        &self,
        grid: &Bound<'_, PyAny>,
        block: &Bound<'_, PyAny>,
        args: &Bound<'_, PyAny>,
        shared_mem: u32,
        stream: Option<&Bound<'_, PyAny>>,
    ) -> Result<()> {
        let stream = chosen(stream)?;
        let settings = Settings { shared: shared_mem, stream: stream.as_ref(), cooperative: false };
        launch(|arguments| self.kernel.for_arguments(arguments), grid, block, args, &settings)
    }

    /// The name of the kernel.
    #[getter]
    fn name(&self) -> &str {
        self.kernel.name()
    }

    /// The flags for the compiler.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        Ok(PyTuple::new(py, &self.flags)?)
    }

    /// The kernel on the current device.
    #[getter]
    fn kernel(&self) -> Result<Function> {
        self.function().map(Function)
    }

    /// Compiles and loads it on the current device. What the compiler says is written to `log_stream`, a file of text.
    #[pyo3(signature = (log_stream=None))]
    fn compile(&self, log_stream: Option<&Bound<'_, PyAny>>) -> Result<()> {
        write_log(self.kernel.module(), log_stream)?;
        self.function().map(drop)
    }

    #[setter(max_dynamic_shared_size_bytes)]
    fn allow_shared(&self, bytes: i32) -> Result<()> {
        let function = self.function()?;
        caught(|| function.set_max_dynamic_shared(bytes))
    }

    #[setter(preferred_shared_memory_carveout)]
    fn prefer_shared(&self, percent: i32) -> Result<()> {
        let function = self.function()?;
        caught(|| function.set_shared_carveout(percent))
    }

    fn __repr__(&self) -> String {
        format!("<RawKernel {}>", self.kernel.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        if self.code.is_none() {
            return Err(Failure::Python(PyTypeError::new_err("a kernel from a file cannot be pickled")));
        }
        let keywords = PyDict::new(py);
        keywords.set_item("options", self.options(py)?)?;
        keywords.set_item("translate_cucomplex", self.translates)?;
        keywords.set_item("enable_cooperative_groups", self.enable_cooperative_groups)?;
        keywords.set_item("backend", &self.backend)?;
        let arguments = PyTuple::new(py, [self.code.as_deref().unwrap_or_default(), self.kernel.name()])?;
        again::<PyRawKernel>(py, arguments, keywords)
    }
}

/// Adds what this file defines to the modules.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyRawKernel>()?;
    module.add_class::<PyRawModule>()
}

/// Adds the class of functions of a module to the module `cuda`.
pub(crate) fn register_function(cuda: &Bound<'_, PyModule>) -> PyResult<()> {
    cuda.add_class::<Function>()
}
