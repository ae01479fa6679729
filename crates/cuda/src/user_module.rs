//! Programs that users write in CUDA C++, or have compiled already: loaded on a device, with the signatures of their
//! kernels.

use std::collections::HashMap;
use std::ffi::c_void;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use cuprust_ir::{Error, ErrorKind, Result, StreamId};

use crate::cache;
use crate::compile::{self, Options};
use crate::driver::nvrtc::Form;
use crate::driver::{Address, Configuration, Driver, Function, Module, Stream};
use crate::headers;
use crate::nvcc;
use crate::signature::Signature;

/// The compiler of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Compiler {
    /// The library NVRTC.
    #[default]
    Nvrtc,
    /// The program `nvcc` of a CUDA toolkit.
    Nvcc,
}

/// A program that is loaded on a device, until the process ends: its kernels may be queued at any time.
pub struct UserModule {
    driver: Arc<dyn Driver>,
    module: Module,
    /// The mangled name of each name expression.
    lowered: HashMap<String, String>,
    signatures: Vec<Signature>,
    functions: Mutex<HashMap<String, Arc<UserFunction>>>,
}

/// A kernel of a user.
pub struct UserFunction {
    driver: Arc<dyn Driver>,
    function: Function,
    /// Its mangled name.
    pub name: String,
    /// Its parameters; `None` for machine code that was compiled elsewhere.
    pub signature: Option<Signature>,
}

impl UserModule {
    /// Compiles a program and loads it. CUDA's headers are searched for. A machine that imitates a GPU gets PTX with
    /// line information, so that its findings name lines.
    ///
    /// # Errors
    /// `Library` without NVRTC; `Compile` with the compiler's log and the numbered text.
    pub fn compile(
        driver: Arc<dyn Driver>,
        real: bool,
        text: &str,
        options: &Options,
        compiler: Compiler,
    ) -> Result<UserModule> {
        let (form, options) = completed(real, options, compiler)?;
        let capability = driver.properties().capability;
        let compiled = match compiler {
            Compiler::Nvrtc => cache::module(form, text, capability, &options)?,
            Compiler::Nvcc => nvcc::module(form, text, capability, &options)?,
        };
        let lowered = options.names.into_iter().zip(compiled.image.names).collect();
        UserModule::over(driver, &compiled.image.code, lowered, compiled.kernels)
    }

    /// Compiles a program again, and returns the compiler's log.
    ///
    /// # Errors
    /// As [`UserModule::compile`].
    pub fn log(driver: &dyn Driver, real: bool, text: &str, options: &Options, compiler: Compiler) -> Result<String> {
        let (form, options) = completed(real, options, compiler)?;
        let capability = driver.properties().capability;
        let compiled = match compiler {
            Compiler::Nvrtc => compile::compile_module(form, text, capability, &options),
            Compiler::Nvcc => nvcc::module(form, text, capability, &options),
        };
        Ok(compiled?.log)
    }

    /// Loads a file of machine code or PTX.
    ///
    /// # Errors
    /// `Cuda` where the file cannot be read; `Compile` where it does not suit the device.
    pub fn load(driver: Arc<dyn Driver>, path: &Path) -> Result<UserModule> {
        let image = std::fs::read(path).map_err(|error| {
            Error::cuda(format!("CUDA_ERROR_FILE_NOT_FOUND: file not found: {}: {error}", path.display()))
        })?;
        let signatures = std::str::from_utf8(&image).map(Signature::of_ptx).unwrap_or_default();
        UserModule::over(driver, &image, HashMap::new(), signatures)
    }

    fn over(
        driver: Arc<dyn Driver>,
        image: &[u8],
        lowered: HashMap<String, String>,
        signatures: Vec<Signature>,
    ) -> Result<UserModule> {
        let module = driver.load(image)?;
        Ok(UserModule { driver, module, lowered, signatures, functions: Mutex::default() })
    }

    /// The kernel of a name: its own if that is not mangled, its mangled name, or a name expression.
    ///
    /// # Errors
    /// `Cuda` where there is none; the text lists the existing ones.
    pub fn function(&self, name: &str) -> Result<Arc<UserFunction>> {
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = functions.get(name) {
            return Ok(known.clone());
        }
        let mangled = self.lowered.get(name).map_or(name, String::as_str);
        let signature = self.signatures.iter().find(|signature| signature.name == mangled).cloned();
        if signature.is_none() && !self.signatures.is_empty() {
            return Err(self.unknown(name));
        }
        let function = self.driver.function(self.module, mangled).map_err(not_found)?;
        let driver = self.driver.clone();
        let function = Arc::new(UserFunction { driver, function, name: mangled.to_owned(), signature });
        functions.insert(name.to_owned(), function.clone());
        Ok(function)
    }

    #[cold]
    fn unknown(&self, name: &str) -> Error {
        let known: Vec<&str> = self.signatures.iter().map(|signature| &*signature.name).collect();
        let hint = match known.iter().any(|known| known.starts_with("_Z")) {
            true => "; declare it extern \"C\", or give name_expressions, for a name that is not mangled",
            false => "",
        };
        Error::cuda(format!(
            "CUDA_ERROR_NOT_FOUND: named symbol not found: the module has no kernel `{name}`: it has {}{hint}",
            known.join(", ")
        ))
    }

    /// Address and bytes of a global or constant variable.
    ///
    /// # Errors
    /// `Cuda` where no variable has that name.
    pub fn global(&self, name: &str) -> Result<(Address, usize)> {
        let found = self.driver.global(self.module, self.lowered.get(name).map_or(name, String::as_str));
        found.map_err(not_found)
    }

    /// The mangled name of each name expression.
    pub fn lowered(&self) -> &HashMap<String, String> {
        &self.lowered
    }
}

/// Turns a machine's error for an unknown name into that of a driver.
#[cold]
fn not_found(error: Error) -> Error {
    match error.kind() {
        ErrorKind::Value => Error::cuda(format!("CUDA_ERROR_NOT_FOUND: named symbol not found: {error}")),
        _ => error,
    }
}

/// The form of a program for a device, and its options with the directories of headers.
fn completed(real: bool, options: &Options, compiler: Compiler) -> Result<(Form, Options)> {
    let mut options = options.clone();
    // CUDA's own compiler finds its headers itself.
    if compiler == Compiler::Nvrtc {
        let (major, _) = compile::version()?;
        options.flags.extend(headers::directories(major).iter().map(|dir| format!("-I{}", dir.display())));
    }
    if !real && !options.flags.iter().any(|flag| matches!(&**flag, "-lineinfo" | "--generate-line-info")) {
        options.flags.push("-lineinfo".into());
    }
    Ok((if real { Form::Cubin } else { Form::Ptx }, options))
}

impl UserFunction {
    /// The driver of its device.
    pub fn driver(&self) -> &Arc<dyn Driver> {
        &self.driver
    }

    /// One of the driver's numbered attributes.
    ///
    /// # Errors
    /// A number that the driver does not know.
    pub fn attribute(&self, number: u32) -> Result<i32> {
        self.driver.function_attribute(self.function, number)
    }

    /// Sets one of the driver's numbered attributes.
    ///
    /// # Errors
    /// A number or a value that the driver refuses.
    pub fn set_attribute(&self, number: u32, value: i32) -> Result<()> {
        self.driver.set_function_attribute(self.function, number, value)
    }

    /// The driver's handle of it.
    pub fn raw(&self) -> u64 {
        self.function.raw()
    }

    /// Queues it. Each argument is a pointer to its bytes, which are copied before the call returns. Where the kernel
    /// runs within the call, `poll` is called from time to time to find out whether to end it.
    ///
    /// # Errors
    /// An error of the driver; on a machine that imitates a GPU, its findings in the kernel.
    ///
    /// # Safety
    /// The arguments have the number and the sizes of the kernel's parameters, and what the kernel does with them is
    /// sound.
    pub unsafe fn launch(
        &self,
        configuration: &Configuration,
        stream: Stream,
        arguments: &mut [*mut c_void],
        poll: &dyn Fn() -> bool,
    ) -> Result<()> {
        // SAFETY: the caller vouches for the arguments.
        unsafe { self.driver.launch_polled(self.function, configuration, stream, arguments, poll) }
    }
}

impl crate::Cuda {
    /// Whether the device is a GPU, and not a machine that imitates one.
    pub fn is_real(&self) -> bool {
        self.real
    }

    /// The driver's stream of a number.
    ///
    /// # Errors
    /// `Value` where it was destroyed or never made.
    pub fn driver_stream(&self, stream: StreamId) -> Result<Stream> {
        self.stream(stream)
    }
}
