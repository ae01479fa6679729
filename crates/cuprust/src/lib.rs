//! NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.

mod array;
mod axes;
pub mod choice;
pub mod creation;
mod digits;
mod display;
pub mod elementwise;
mod event;
pub mod indexing;
pub mod joining;
pub mod linalg;
pub mod manipulation;
pub mod matrices;
mod memory;
pub mod operators;
pub mod profiler;
pub mod random;
pub mod reduction;
mod runtime;
pub mod scan;
pub mod statistics;
mod stream;

pub use array::Array;
pub use axes::{normalize_axes, normalize_axis, normalize_order};
pub use cuprust_ir::{Dims, Error, ErrorKind, Layout, MemoryUse, Result, broadcast_shapes, shape_text};
pub use cuprust_num::{Casting, DType, Element, Kind, Scalar, Value, bf16, c64, c128, f16};
pub use cuprust_ops as ops;
pub use elementwise::{Argument, MapOptions};
pub use event::Event;
pub use indexing::Index;
pub use joining::{JoinOptions, Padding, Sections};
pub use manipulation::Order;
pub use reduction::ReduceOptions;
pub use runtime::{Device, DeviceKind, Switch, disabled};
pub use statistics::MomentOptions;
pub use stream::{Stream, StreamGuard, synchronize};
