//! NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.
//!
//! Functions are named as NumPy names them and stand in modules named for NumPy's chapters: [`creation`], [`indexing`],
//! [`manipulation`], [`editing`], [`math`], [`logic`], [`statistics`], [`sorting`], [`linalg`], [`fft`], [`random`];
//! what is called most stands at the root as well. Every elementwise operation and every reduction of NumPy is a
//! function of the root ([`ufunc::rows`]) and a method of [`Array`]; SciPy's are in the crate
//! `cuprust-scipy`.
//!
//! ```
//! use cuprust::*;
//!
//! # fn main() -> Result<()> {
//! let x = linspace(0.0, 1.0, 5)?;
//! let y = sqrt(&(1.0 - &x * &x))?;
//! let (largest, mean) = (y.max(..)?, y.mean(..)?);
//! // Nothing has run so far: printing needs the values, and all of the above becomes few kernels.
//! println!("{y} is at most {largest}, and {mean} on average");
//! assert_eq!(x.at(s![..;2])?.to_string(), "[0.  0.5 1. ]");
//! # Ok(())
//! # }
//! ```
//!
//! Arguments are those of NumPy: shapes and axes are an integer, a tuple, an array or a slice, and `..` is all axes.
//! Where NumPy has keywords, the argument that they belong to is written as a function of its name, and they follow it:
//!
//! ```
//! # use cuprust::*;
//! # fn main() -> Result<()> {
//! let x = ones(shape((2, 3)).dtype(DType::F32).order(Order::F))?;
//! let total = x.sum(axis(1).keepdims().dtype(DType::F64))?;
//! let y = linspace(0, 1, num(5).endpoint(false))?;
//! # assert_eq!((total.shape(), total.dtype(), y.shape()), (&[2, 1][..], DType::F64, &[5][..]));
//! # Ok(())
//! # }
//! ```

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
    Array, Int, IntoAxes, IntoInts, Lease, MOST_AXES, Number, Order, normalize_axes, normalize_axis, normalize_order,
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
