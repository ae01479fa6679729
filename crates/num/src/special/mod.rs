//! The special functions, each written once: the CPU compiles these files, and `cargo run -p xtask -- gen` writes CUDA
//! C++ of them.
//!
//! So they are Rust of few forms, which the head of `xtask/src/gen/special/mod.rs` lists, and compute with IEEE
//! operations alone, in an order that the text fixes: a CPU and a GPU give the same bits. A function takes and gives
//! float64; one whose name ends with `_f32` is its form for float32, where there is one, and float32 goes through
//! float64 elsewhere. A function raises nothing: outside of its domain it is NaN, at a pole infinite.

#![expect(
    clippy::eq_op,
    clippy::excessive_precision,
    clippy::manual_range_contains,
    clippy::needless_range_loop,
    clippy::neg_cmp_op_on_partial_ord,
    clippy::nonminimal_bool,
    reason = "NaN lies outside of every domain, ranges and iterators have no form in C++, and tables are as papers print them"
)]

mod bessel;
mod bessel_order;
mod beta;
mod elliptic;
mod error_function;
mod gamma;
mod normal;
mod polynomials;
mod zeta;

pub use bessel::{i0, i0e, j0};
pub use bessel_order::jv;
pub use beta::betainc;
pub use elliptic::{ellipj, ellipk, ellipkm1, elliprc, elliprd, elliprf, elliprj};
pub use error_function::{erf, erf_f32, erfc, erfc_f32, erfcx};
pub use gamma::{digamma, gamma, gammaln};
pub use normal::{ndtr, ndtri};
pub use zeta::zeta;
