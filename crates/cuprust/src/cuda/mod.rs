//! Kernels that users write in CUDA C++: compiled when they are first launched, on every device.
//!
//! Without a GPU they run on a PTX interpreter, which accesses the arrays of the CPU in place. It stops a kernel that
//! leaves its arrays with an error that names the line; with `CUPRUST_CHECK=1` it also detects races and reads of
//! uninitialised memory. The compiler is NVRTC on every device, or `nvcc` if it is requested.
//!
//! ```no_run
//! use cuprust::cuda::RawKernel;
//! use cuprust::*;
//!
//! # fn main() -> Result<()> {
//! let text = r#"extern "C" __global__ void twice(const float* x, float* y, int n) {
//!     int i = blockIdx.x * blockDim.x + threadIdx.x;
//!     if (i < n) y[i] = 2 * x[i];
//! }"#;
//! let twice = RawKernel::new(text, "twice");
//! let x = arange(1000)?.astype(DType::F32)?;
//! let y = zeros(shape(1000).dtype(DType::F32))?;
//! twice.launch([4, 1, 1], [256, 1, 1], &[(&x).into(), (&y).into(), 1000.into()])?;
//! assert_eq!(y.sum(..)?.item()?, Scalar::new(999_000_f32));
//! # Ok(())
//! # }
//! ```

mod arguments;
mod between_processes;
mod communicator;
mod device;
mod elementwise;
mod expression;
mod kernel;
mod launch;
mod limits;
mod module;
mod operands;
mod parameters;
mod recorded;
mod reduction;
mod reduction_space;
mod reduction_text;
mod tokens;
mod transfers;
mod typing;

pub use arguments::KernelArgument;
pub use between_processes::{OpenedMemory, handle_of_memory, handle_of_native_event};
pub use communicator::{
    Collective, CollectiveCall, Combination, Communicator, GROUP_ID_BYTES, GroupId, GroupSettings, NO_COMMUNICATOR,
};
pub use cuprust_cuda::Compiler;
pub use cuprust_cuda::driver::HandleOf;
pub use device::{attribute, attributes, properties, reaches};
pub use elementwise::{CallOptions, ElementwiseKernel, KernelOptions};
pub use kernel::RawKernel;
pub use launch::{Dimensions, Launch};
pub use limits::{LockedPages, context, context_device, current_context, library_handle, limit, set_limit};
pub use module::{FunctionAttributes, KernelFunction, ModuleOptions, RawModule};
pub use operands::OperandParameter;
pub use reduction::ReductionKernel;
pub use reduction_text::ReductionTexts;
pub use typing::{RowText, TypeRules, c_type, highest, prelude};
