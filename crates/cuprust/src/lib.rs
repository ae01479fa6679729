//! NumPy's arrays on NVIDIA GPUs, and on the CPU where there is no GPU.
#![doc = ""]
#![doc = include_str!("../README.md")]

mod array;
#[doc(hidden)]
pub mod chapters;
pub mod creation;
pub mod cuda;
pub mod editing;
pub mod fft;
pub mod fused;
pub mod indexing;
pub mod linalg;
pub mod logic;
pub mod manipulation;
pub mod math;
pub mod modules;
pub mod polynomial;
mod printing;
pub mod profiler;
pub mod random;
mod runtime;
pub mod sorting;
pub mod statistics;
pub mod table;
pub mod ufunc;
pub mod ufunc_methods;
pub mod windows;

pub use array::{
    Array, Int, IntoAxes, IntoInts, Lease, MAX_AXES, Number, Order, normalize_axes, normalize_axis, normalize_order,
};
pub use creation::{
    Base, Diagonal, Grid, IntoValue, Nested, New, Spacing, Span, arange, asarray, empty, eye, from_iter, full,
    geomspace, identity, indices, linspace, linspace_with_step, logspace, meshgrid, num, ones, shape, span, tri, zeros,
};
pub use cuprust_ir::{
    Dims, Error, ErrorKind, Layout, MemoryUse, Result, Switch, broadcast_shapes, disabled, shape_text,
};
pub use cuprust_num::{
    Casting, DType, Element, Kind, Scalar, Value, Weak, bf16, c64, c128, can_cast, f16, promote, promote_all,
};
pub use cuprust_ops as ops;
pub use fused::fuse;
pub use indexing::{Bounds, Ellipsis, Index, IntoIndex, NewAxis, select, take};
pub use linalg::{dot, matmul};
pub use manipulation::{
    Join, Padding, Sections, broadcast_arrays, column_stack, concatenate, dstack, hstack, stack, vstack,
};
pub use math::clip;
pub use runtime::{
    Accelerator, Allocation, Allocator, Device, DeviceKind, DeviceMemory, Embedding, Event, Graph, MemorySource, NumPy,
    PinnedMemory, Stream, StreamGuard, Warning, accelerators, allow_waiting, check_memory, check_waiting, embed,
    finish, is_tracing, set_accelerators, set_allocator, set_thread_allocator, synchronize,
};
pub use ufunc::cast_value;
pub use ufunc::over::{Initial, Over, Variance, axis};
pub use ufunc::rows::*;
pub use ufunc::{Argument, MapOptions, ReduceOptions, where_};
