//! A kernel from source text, on the device of its arguments.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_ir::Result;

use super::arguments::KernelArgument;
use super::launch::Dimensions;
use super::module::{KernelFunction, ModuleOptions, RawModule};
use crate::runtime::Device;

/// One kernel of a program.
#[derive(Debug, Clone)]
pub struct RawKernel {
    module: RawModule,
    name: String,
    /// The kernel on the device where it was last used.
    last: Arc<Mutex<Option<KernelFunction>>>,
}

impl RawKernel {
    /// The kernel of this name in a text of CUDA C++, which declares it `extern "C"`.
    ///
    /// ```
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let fill = cuda::RawKernel::new(text, "fill");
    /// assert_eq!(fill.name(), "fill");
    /// ```
    pub fn new(text: impl Into<String>, name: impl Into<String>) -> RawKernel {
        RawKernel::of(RawModule::new(text, ModuleOptions::default()), name)
    }

    /// The kernel of a name, or of a name expression, in a module.
    ///
    /// ```
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let fill = cuda::RawKernel::of(cuda::RawModule::new(text, Default::default()), "fill");
    /// assert_eq!(fill.module().text(), Some(text));
    /// ```
    pub fn of(module: RawModule, name: impl Into<String>) -> RawKernel {
        RawKernel { module, name: name.into(), last: Arc::default() }
    }

    /// Its name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(cuda::RawKernel::new("", "fill").name(), "fill");
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its module.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(cuda::RawKernel::new("// no kernel", "fill").module().text(), Some("// no kernel"));
    /// ```
    pub fn module(&self) -> &RawModule {
        &self.module
    }

    /// The kernel on a device, compiled first if necessary.
    ///
    /// # Errors
    /// As [`RawModule::function`].
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let fill = cuda::RawKernel::new(text, "fill").on(Device::current()?)?;
    /// assert_eq!(fill.device(), Device::current()?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn on(&self, device: Device) -> Result<KernelFunction> {
        if let Some(last) = &*self.held()
            && last.device() == device
        {
            return Ok(last.clone());
        }
        let function = self.module.function(&self.name, device)?;
        *self.held() = Some(function.clone());
        Ok(function)
    }

    fn held(&self) -> MutexGuard<'_, Option<KernelFunction>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The kernel on the device of its arguments: that of the first array, or the current one without arrays.
    ///
    /// # Errors
    /// As [`RawModule::function`].
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let a = zeros(shape(4).dtype(DType::I32))?;
    /// let fill = cuda::RawKernel::new(text, "fill").for_arguments(&[(&a).into()])?;
    /// assert_eq!(fill.device(), a.device());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn for_arguments(&self, arguments: &[KernelArgument<'_>]) -> Result<KernelFunction> {
        self.on(device_of(arguments)?)
    }

    /// Runs it over a grid of blocks, on the device of its first array, or the current one, and that device's current
    /// stream. Work that was recorded before runs before it, and later work after it.
    ///
    /// # Errors
    /// As [`RawModule::compile`] and [`Launch::run`](super::Launch::run).
    ///
    /// ```no_run
    /// # use cuprust::*;
    /// let text = r#"extern "C" __global__ void fill(int* x) { x[threadIdx.x] = 7; }"#;
    /// let a = zeros(shape(4).dtype(DType::I32))?;
    /// cuda::RawKernel::new(text, "fill").launch(1, 4, &[(&a).into()])?;
    /// assert_eq!(a.to_string(), "[7 7 7 7]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn launch(
        &self,
        grid: impl Into<Dimensions>,
        block: impl Into<Dimensions>,
        arguments: &[KernelArgument<'_>],
    ) -> Result<()> {
        self.for_arguments(arguments)?.over(grid, block).run(arguments)
    }
}

/// The device that arguments are on.
fn device_of(arguments: &[KernelArgument<'_>]) -> Result<Device> {
    let array = arguments.iter().find_map(|argument| match argument {
        KernelArgument::Array(array) | KernelArgument::Pointer(array) | KernelArgument::Input(array) => Some(array),
        KernelArgument::Span(array, _) => Some(array),
        _ => None,
    });
    array.map_or_else(Device::current, |array| Ok(array.device()))
}
