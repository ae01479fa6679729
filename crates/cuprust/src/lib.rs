//! NumPy-shaped arrays on NVIDIA GPUs and on the CPU: recorded, fused, and run when a value is needed.
//!
//! Functions are named as NumPy names them and stand in modules named for NumPy's chapters: [`creation`], [`indexing`],
//! [`manipulation`], [`joining`], [`statistics`], [`choice`], [`linalg`], [`scan`], [`random`]. Every elementwise operation
//! and every reduction is a function of this crate's root ([`rows`]) and a method of [`Array`].
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
mod axes;
mod casting;
pub mod choice;
pub mod creation;
mod digits;
mod display;
pub mod elementwise;
mod event;
mod immediate;
pub mod indexing;
pub mod joining;
pub mod linalg;
pub mod manipulation;
pub mod matrices;
mod memory;
pub mod operators;
mod powers;
pub mod profiler;
pub mod random;
pub mod reduction;
mod reinterpret;
pub mod rounding;
pub mod rows;
mod runtime;
pub mod scan;
pub mod statistics;
mod stream;
pub mod taking;

pub use array::{Array, Lease, MOST_AXES};
pub use axes::{normalize_axes, normalize_axis, normalize_order};
pub use casting::cast_value;
pub use choice::{clip, where_};
pub use cuprust_ir::{
    Dims, Error, ErrorKind, Layout, MemoryUse, Result, Switch, broadcast_shapes, disabled, shape_text,
};
pub use cuprust_num::{Casting, DType, Element, Kind, Scalar, Value, Weak, bf16, c64, c128, can_cast, f16};
pub use cuprust_ops as ops;
pub use elementwise::{Argument, MapOptions};
pub use event::Event;
pub use indexing::Index;
pub use joining::{JoinOptions, Padding, Sections};
pub use manipulation::Order;
pub use reduction::ReduceOptions;
pub use rows::*;
pub use runtime::{Device, DeviceKind, Embedding, embed, finish};
pub use statistics::MomentOptions;
pub use stream::{Stream, StreamGuard, synchronize};
pub use taking::Bounds;
