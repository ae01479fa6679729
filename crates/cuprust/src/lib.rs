//! NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.
//!
//! Functions are named as NumPy names them and stand in modules named for NumPy's chapters: [`creation`], [`indexing`],
//! [`manipulation`], [`math`], [`logic`], [`statistics`], [`sorting`], [`linalg`], [`random`]. Every elementwise operation
//! and every reduction is a function of this crate's root ([`ufunc::rows`]) and a method of [`Array`].
//!
//! ```
//! use cuprust::*;
//!
//! # fn main() -> Result<()> {
//! let device = Device::current()?;
//! let x = creation::linspace(Value::Int(0), Value::Int(1), creation::Spacing { num: 5, ..Default::default() }, device)?.0;
//! let y = sqrt(&(1.0 - &x * &x))?;
//! let (largest, mean) = (y.max(&ReduceOptions::default())?, y.mean(&MomentOptions::default())?);
//! // Nothing has run so far: printing needs the values, and all of the above becomes few kernels.
//! println!("{y} is at most {largest}, and {mean} on average");
//! assert_eq!(x.at(&[Index::step(2)])?.to_string(), "[0.  0.5 1. ]");
//! # Ok(())
//! # }
//! ```

mod array;
pub mod creation;
pub mod indexing;
pub mod linalg;
pub mod logic;
pub mod manipulation;
pub mod math;
pub mod profiler;
pub mod random;
mod runtime;
pub mod sorting;
pub mod statistics;
pub mod ufunc;

pub use array::{Array, Lease, MOST_AXES, normalize_axes, normalize_axis, normalize_order};
pub use cuprust_ir::{
    Dims, Error, ErrorKind, Layout, MemoryUse, Result, Switch, broadcast_shapes, disabled, shape_text,
};
pub use cuprust_num::{Casting, DType, Element, Kind, Scalar, Value, Weak, bf16, c64, c128, can_cast, f16};
pub use cuprust_ops as ops;
pub use indexing::{Bounds, Index, where_};
pub use manipulation::{JoinOptions, Order, Padding, Sections};
pub use math::clip;
pub use runtime::{Device, DeviceKind, Embedding, Event, Stream, StreamGuard, embed, finish, synchronize};
pub use statistics::MomentOptions;
pub use ufunc::cast_value;
pub use ufunc::reduction::ReduceOptions;
pub use ufunc::rows::*;
pub use ufunc::{Argument, MapOptions};
