//! The rows of `scipy.special` as functions.
//!
//! Made from the rows by `cargo run -p xtask -- gen`: change the rows, not this file.
//!
//! They return what [`crate::ufunc::map`] returns, and its errors: a type error where the row has no loop for the dtypes, a
//! value error where shapes do not broadcast, an overflow error for a number that does not fit.

use cuprust_ir::Result;
use cuprust_ops::RowId;

use crate::Array;
use crate::ufunc::unary;

#[doc(inline)]
pub use crate::ufunc::rows::sinc;

/// The error function: 2/sqrt(pi) times the integral of exp(-t^2) from zero to the operand.
///
/// # Errors
/// See the module.
pub fn erf(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erf") }, a)
}

/// One less the error function, without loss of digits where that is small.
///
/// # Errors
/// See the module.
pub fn erfc(a: &Array) -> Result<Array> {
    unary(const { RowId::named("erfc") }, a)
}
