//! Modules of kernels, compiled for a device at the first use there.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cuprust_cuda::compile::Options;
use cuprust_cuda::driver::{Driver, OverHostMemory, over_host_memory};
use cuprust_cuda::{Compiler, UserFunction, UserModule};
use cuprust_ir::{Memory, Result};

use super::parameters::{Declared, declared};
use crate::runtime::{Device, DeviceKind, UserKernels, checks_kernels, released};

/// The program of a module, and how it is compiled.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Program {
    source: Source,
    flags: Vec<String>,
    names: Vec<String>,
    translate_cucomplex: bool,
    compiler: Compiler,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Source {
    Text(String),
    /// A file of machine code or PTX.
    File(PathBuf),
}

/// How a module is compiled, in addition to its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModuleOptions {
    /// Flags as NVRTC takes them, without the architecture.
    pub flags: Vec<String>,
    /// C++ expressions that name kernels of templates, as `scale<float>`.
    pub names: Vec<String>,
    /// Whether names of CUDA's complex numbers, such as `cuDoubleComplex`, mean `complex<double>`.
    pub translate_cucomplex: bool,
    /// Whether all blocks of a launch run at the same time, so that a grid may synchronise.
    pub cooperative: bool,
    /// The compiler to use.
    pub compiler: Compiler,
}

/// A program in CUDA C++, or a compiled one, with kernels and variables.
///
/// A clone is another handle to it. Modules of the same text and options are loaded once on a device, and share their
/// variables.
#[derive(Debug, Clone)]
pub struct RawModule(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    program: Program,
    cooperative: bool,
    /// The loaded module on each device where it was used.
    loaded: Mutex<Vec<(DeviceKind, Arc<Loaded>)>>,
}

/// A module on a device.
struct Loaded {
    module: UserModule,
    functions: Mutex<HashMap<String, KernelFunction>>,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Loaded")
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RawModule {
    /// A module of a text in CUDA C++.
    ///
    /// ```
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// assert_eq!(cuda::RawModule::new(text, Default::default()).text(), Some(text));
    /// ```
    pub fn new(text: impl Into<String>, options: ModuleOptions) -> RawModule {
        RawModule::of(Source::Text(text.into()), options)
    }

    /// A module in a file, as machine code or PTX.
    pub fn from_file(path: impl Into<PathBuf>, options: ModuleOptions) -> RawModule {
        RawModule::of(Source::File(path.into()), options)
    }

    fn of(source: Source, options: ModuleOptions) -> RawModule {
        let ModuleOptions { flags, names, translate_cucomplex, cooperative, compiler } = options;
        let program = Program { source, flags, names, translate_cucomplex, compiler };
        RawModule(Arc::new(Inner { program, cooperative, loaded: Mutex::default() }))
    }

    /// The text in CUDA C++; `None` for a module in a file.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(cuda::RawModule::new("// no kernel", Default::default()).text(), Some("// no kernel"));
    /// assert_eq!(cuda::RawModule::from_file("kernels.ptx", Default::default()).text(), None);
    /// ```
    pub fn text(&self) -> Option<&str> {
        match &self.0.program.source {
            Source::Text(text) => Some(text),
            Source::File(_) => None,
        }
    }

    /// Compiles and loads it on a device, if it is not loaded there.
    ///
    /// # Errors
    /// `Library` without NVRTC; `Compile` with the compiler's log and the numbered text; `Cuda` for a file that cannot
    /// be read.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// cuda::RawModule::new(text, Default::default()).compile(Device::current()?)?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn compile(&self, device: Device) -> Result<()> {
        self.loaded(device).map(drop)
    }

    /// Compiles the text again for a device, and returns the compiler's log; an empty one for a module in a file.
    ///
    /// # Errors
    /// As [`RawModule::compile`].
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// assert!(!cuda::RawModule::new(text, Default::default()).log(Device::current()?)?.contains("error"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn log(&self, device: Device) -> Result<String> {
        let (driver, real) = driver_of(device)?;
        let Source::Text(text) = &self.0.program.source else { return Ok(String::new()) };
        let (text, options) = self.0.program.completed(text);
        released(|| UserModule::log(&*driver, real, &text, &options, self.0.program.compiler))
    }

    /// The kernel of a name on a device: its own, its mangled name, or a name expression.
    ///
    /// # Errors
    /// As [`RawModule::compile`]; `Cuda` where there is no kernel of that name.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let module = cuda::RawModule::new(text, Default::default());
    /// let fill = module.function("fill", Device::current()?)?;
    /// assert_eq!(fill.name(), "fill");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn function(&self, name: &str, device: Device) -> Result<KernelFunction> {
        let loaded = self.loaded(device)?;
        let mut functions = lock(&loaded.functions);
        if let Some(known) = functions.get(name) {
            return Ok(known.clone());
        }
        let function = loaded.module.function(name)?;
        let declared = self.text().and_then(|text| declared(text, name));
        let signature = function.signature.as_ref();
        let fits = |declared: &Vec<Declared>| signature.is_none_or(|known| known.parameters.len() == declared.len());
        let declared = declared.filter(fits);
        let cooperative = self.0.cooperative;
        let known = FunctionState {
            device,
            function,
            name: name.to_owned(),
            declared,
            cooperative,
            attributes: Mutex::default(),
        };
        let function = KernelFunction(Arc::new(known));
        functions.insert(name.to_owned(), function.clone());
        Ok(function)
    }

    /// The memory of a global or constant variable on a device, by its name or its mangled name.
    ///
    /// # Errors
    /// As [`RawModule::compile`]; `Cuda` where there is no variable of that name.
    pub fn global(&self, name: &str, device: Device) -> Result<Memory> {
        let (address, bytes) = self.loaded(device)?.module.global(name)?;
        Ok(Memory { address: address.0, bytes: bytes as u64 })
    }

    fn loaded(&self, device: Device) -> Result<Arc<Loaded>> {
        if let Some((_, loaded)) = lock(&self.0.loaded).iter().find(|(kind, _)| *kind == device.kind()) {
            return Ok(loaded.clone());
        }
        let loaded = self.0.program.loaded(device)?;
        lock(&self.0.loaded).push((device.kind(), loaded.clone()));
        Ok(loaded)
    }
}

impl Program {
    /// The module on a device, shared by all modules of this program.
    fn loaded(&self, device: Device) -> Result<Arc<Loaded>> {
        // A file may have changed by the next time.
        if let Source::File(_) = self.source {
            return Ok(Arc::new(Loaded { module: released(|| self.load(device))?, functions: Mutex::default() }));
        }
        type Modules = HashMap<(DeviceKind, Program), Arc<Loaded>>;
        static MODULES: OnceLock<Mutex<Modules>> = OnceLock::new();
        let modules = MODULES.get_or_init(Mutex::default);
        let key = (device.kind(), self.clone());
        if let Some(known) = lock(modules).get(&key) {
            return Ok(known.clone());
        }
        // Compiling takes long, so no lock is held: if another thread compiles the same program meanwhile, the first
        // result is kept.
        let module = released(|| self.load(device))?;
        let loaded = Arc::new(Loaded { module, functions: Mutex::default() });
        Ok(lock(modules).entry(key).or_insert(loaded).clone())
    }

    fn load(&self, device: Device) -> Result<UserModule> {
        let (driver, real) = driver_of(device)?;
        match &self.source {
            Source::File(path) => UserModule::load(driver, path),
            Source::Text(text) => {
                let (text, options) = self.completed(text);
                UserModule::compile(driver, real, &text, &options, self.compiler)
            }
        }
    }

    /// The text and the options for the compiler.
    fn completed<'a>(&self, text: &'a str) -> (Cow<'a, str>, Options) {
        let mut options = Options::plain(self.flags.iter().cloned());
        options.names = self.names.clone();
        options.headers = headers(self.compiler, self.translate_cucomplex);
        if !self.translate_cucomplex {
            return (Cow::Borrowed(text), options);
        }
        (Cow::Owned(format!("#include <cupy/cuComplex_bridge.h>\n#line 1\n{text}")), options)
    }
}

/// Headers that programs include, which are built in here: first those of C++, which NVRTC does not have, then CuPy's.
/// The last one gives `cuComplex.h`'s names to CuPy's numbers, for kernels that are translated so.
const HEADERS: &[(&str, &str)] = &[
    ("type_traits", include_str!("headers/std_types.cuh")),
    ("cstdint", include_str!("headers/std_integers.cuh")),
    ("stdint.h", INTEGERS),
    ("cstddef", INTEGERS),
    ("stddef.h", INTEGERS),
    ("climits", INTEGERS),
    ("limits.h", INTEGERS),
    ("limits", include_str!("headers/std_limits.cuh")),
    ("cfloat", LIMITS),
    ("float.h", LIMITS),
    ("utility", include_str!("headers/std_utility.cuh")),
    ("algorithm", "#include <utility>\n"),
    ("cmath", include_str!("headers/std_math.cuh")),
    ("math.h", ""),
    ("cupy/complex.cuh", include_str!("headers/complex.cuh")),
    ("cupy/cuComplex_bridge.h", include_str!("headers/cucomplex.cuh")),
    ("cupy/float16.cuh", include_str!("headers/float16.cuh")),
    ("cupy/integers.cuh", include_str!("headers/integers.cuh")),
    ("cupy/carray.cuh", include_str!("headers/arrays.cuh")),
    ("cupy/atomics.cuh", include_str!("headers/atomics.cuh")),
    ("cupy/math_constants.h", include_str!("headers/math_constants.cuh")),
    ("cupy/cuda_workaround.h", "#include <type_traits>\n"),
    ("cuComplex.h", include_str!("headers/cucomplex.cuh")),
];
// A header has one text under all its names, since `#pragma once` knows it by its name.
const INTEGERS: &str = "#include <cstdint>\n";
const LIMITS: &str = "#include <limits>\n";

/// The headers for a compiler, with those for translated numbers or without. The compiler of a toolkit has those of
/// C++ itself.
fn headers(compiler: Compiler, translate_cucomplex: bool) -> &'static [(&'static str, &'static str)] {
    let last = HEADERS.len() - usize::from(!translate_cucomplex);
    let first = match compiler {
        Compiler::Nvrtc => 0,
        _ => HEADERS.iter().take_while(|(name, _)| !name.starts_with("cupy/")).count(),
    };
    &HEADERS[first..last]
}

/// The driver that loads kernels for a device, and whether it is a GPU's.
pub(super) fn driver_of(device: Device) -> Result<(Arc<dyn Driver>, bool)> {
    Ok(match device.user_kernels() {
        UserKernels::Queued(cuda) => (cuda.driver().clone(), true),
        UserKernels::Interpreted(cuda) => (cuda.driver().clone(), false),
        UserKernels::Borrowing => (machine()?.clone(), false),
    })
}

/// The machine that runs kernels on the CPU's memory.
pub(super) fn machine() -> Result<&'static Arc<dyn OverHostMemory>> {
    static MACHINE: OnceLock<Result<Arc<dyn OverHostMemory>>> = OnceLock::new();
    let made = MACHINE.get_or_init(|| over_host_memory(checks_kernels()?));
    made.as_ref().map_err(Clone::clone)
}

/// A kernel on a device.
///
/// A clone is another handle to it.
#[derive(Clone)]
pub struct KernelFunction(Arc<FunctionState>);

impl std::fmt::Debug for KernelFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "KernelFunction({} on {})", self.0.name, self.0.device)
    }
}

pub(super) struct FunctionState {
    pub(super) device: Device,
    pub(super) function: Arc<UserFunction>,
    pub(super) name: String,
    pub(super) declared: Option<Vec<Declared>>,
    pub(super) cooperative: bool,
    attributes: Mutex<Option<FunctionAttributes>>,
}

/// A kernel's attributes on a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct FunctionAttributes {
    pub max_threads_per_block: i32,
    pub shared_size_bytes: i32,
    pub const_size_bytes: i32,
    pub local_size_bytes: i32,
    pub num_regs: i32,
    pub ptx_version: i32,
    pub binary_version: i32,
    pub cache_mode_ca: i32,
    pub max_dynamic_shared_size_bytes: i32,
    pub preferred_shared_memory_carveout: i32,
}

impl KernelFunction {
    /// Its attributes on the device.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let fill = cuda::RawKernel::new(text, "fill").on(Device::current()?)?;
    /// assert!(fill.attributes()?.max_threads_per_block > 0);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn attributes(&self) -> Result<FunctionAttributes> {
        if let Some(known) = *lock(&self.0.attributes) {
            return Ok(known);
        }
        let of = |number| self.0.function.attribute(number);
        let found = FunctionAttributes {
            max_threads_per_block: of(0)?,
            shared_size_bytes: of(1)?,
            const_size_bytes: of(2)?,
            local_size_bytes: of(3)?,
            num_regs: of(4)?,
            ptx_version: of(5)?,
            binary_version: of(6)?,
            cache_mode_ca: of(7)?,
            max_dynamic_shared_size_bytes: of(8)?,
            preferred_shared_memory_carveout: of(9)?,
        };
        Ok(*lock(&self.0.attributes).insert(found))
    }

    /// Sets the most bytes of dynamic shared memory that a launch may use.
    ///
    /// # Errors
    /// What the driver refuses.
    pub fn set_max_dynamic_shared(&self, bytes: i32) -> Result<()> {
        self.set(8, bytes)
    }

    /// Sets which part of a multiprocessor's memory is to be shared memory, in percent; -1 leaves it to the driver.
    ///
    /// # Errors
    /// What the driver refuses.
    pub fn set_shared_carveout(&self, percent: i32) -> Result<()> {
        self.set(9, percent)
    }

    fn set(&self, number: u32, value: i32) -> Result<()> {
        *lock(&self.0.attributes) = None;
        self.0.function.set_attribute(number, value)
    }

    /// The device that it is loaded on.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let device = Device::current()?;
    /// assert_eq!(cuda::RawKernel::new(text, "fill").on(device)?.device(), device);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn device(&self) -> Device {
        self.0.device
    }

    /// The name by which it was looked up.
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// assert_eq!(cuda::RawKernel::new(text, "fill").on(Device::current()?)?.name(), "fill");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The native handle, as CUDA's `CUfunction`.
    pub fn native(&self) -> u64 {
        self.0.function.raw()
    }

    pub(super) fn known(&self) -> &FunctionState {
        &self.0
    }
}
