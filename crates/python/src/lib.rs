//! The PyO3 seam: conversion, exceptions and protocols between Python and the crate cuprust.
//!
//! Nothing is computed here: array contents come from the crate, whose Rust users have all that Python users have.
//! `array.rs` is the class `ndarray`, `operand.rs` and `convert.rs` decide which objects become arrays or operands, and
//! each chapter of functions is a file.

// PyO3's macros name PyO3 by this path, which leads through this crate, so that the module `arguments` replaces the one
// that they name.
extern crate pyo3 as binding;
extern crate self as pyo3;

pub use arguments as impl_;
pub use binding::*;

pub mod arguments;
mod array;
mod attributes;
mod c_exchange;
mod communicator;
mod convert;
mod creation;
mod device;
mod distributions;
mod dtype;
mod embedding;
mod error;
mod exchange;
mod flat;
mod foreign_memory;
mod function;
mod fused;
mod index;
mod iterative;
mod jit;
mod kernel;
mod later;
mod launch;
mod memory;
mod memory_pointer;
mod methods;
mod native;
mod number;
mod object;
mod operand;
mod overriding;
mod polynomial;
mod profiler;
mod protocols;
mod random;
mod schur;
mod sequence;
mod slots;
mod span;
mod sparse;
mod sparse_formats;
mod stream;
mod ufunc;
mod user_kernel;

use pyo3::prelude::*;

/// Rust aborts the process if an allocation fails, so this allocator has a reserve.
#[global_allocator]
static ALLOCATOR: cuprust_reserve::Ballasted = cuprust_reserve::Ballasted;

/// The extension: what `cuprust` re-exports. Modules within it, as `cuda`, are made when they are requested.
#[pymodule(gil_used = true)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    embedding::register(module)?;
    cuprust_reserve::check().map_err(error::Failure::from)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    object::register(module)?;
    device::find_wheels(py)?;
    ufunc::register(module)?;
    flat::register(module)?;
    creation::register(module)?;
    exchange::register(module)?;
    c_exchange::register(module)?;
    function::register(module)?;

    device::register_info(module)?;
    profiler::register_location_finder();
    polynomial::register(module)?;
    schur::register(module)?;
    distributions::register(module)?;
    later::register(module)
}
