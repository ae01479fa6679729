//! NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.

mod array;
mod axes;
pub mod elementwise;
pub mod reduction;
mod runtime;

pub use array::Array;
pub use axes::{normalize_axes, normalize_axis, normalize_order};
pub use cuprust_ir::{Dims, Error, ErrorKind, Layout, MemoryUse, Result, shape_text};
pub use cuprust_num::{Casting, DType, Element, Kind, Scalar, Value, bf16, c64, c128, f16};
pub use cuprust_ops as ops;
pub use elementwise::{Argument, MapOptions};
pub use reduction::ReduceOptions;
pub use runtime::{Device, DeviceKind, Switch, disabled};
