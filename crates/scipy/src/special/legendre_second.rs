//! Legendre functions of the second kind of all degrees and orders up to some, with their derivatives.

use cuprust::ufunc::{apply, rows, where_};
use cuprust::{Array, DType};
use cuprust_ir::Result;
use cuprust_ops::RowId;

use super::legendre::{degrees, first_axis, wide};

/// The functions of the second kind of order zero and of all degrees up to n along a first axis, and their derivatives:
/// `scipy.special.lqn`, in double precision.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// let (values, slopes) = special::lqn(1, &array![0.0])?;
/// assert_eq!((values.to_string(), slopes.to_string()), ("[[ 0.]\n [-1.]]".into(), "[[1.]\n [0.]]".into()));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative degree.
pub fn lqn(n: i64, z: &Array) -> Result<(Array, Array)> {
    let n = degrees(n, z.ndim(), z)?;
    with_slopes(&n.zeros_like(None)?, &n, &wide(z)?)
}

/// The functions of the second kind of all orders up to m along a first axis and of all degrees up to n along a second
/// one, and their derivatives: `scipy.special.lqmn`, in double precision.
///
/// # Errors
/// A value error for a negative order or degree.
pub fn lqmn(m: i64, n: i64, z: &Array) -> Result<(Array, Array)> {
    if m < 0 {
        return Err(cuprust::Error::value("m must be a non-negative integer."));
    }
    let count = m.saturating_add(1);
    let orders = first_axis(&cuprust::arange(cuprust::span(0..count).on(z.device()))?, z.ndim() + 1)?;
    with_slopes(&orders, &degrees(n, z.ndim(), z)?, &wide(z)?)
}

/// The functions and their derivatives, which those of the next order give (DLMF 14.10.2, 14.10.7).
fn with_slopes(m: &Array, n: &Array, z: &Array) -> Result<(Array, Array)> {
    let (order, degree) = (m.astype(DType::F64)?, n.astype(DType::F64)?);
    let function =
        |order: &Array| apply(const { RowId::named("legendre_second") }, &[order.into(), (&degree).into(), z.into()]);
    let (value, next) = (function(&order)?, function(&rows::add(&order, 1.0)?)?);
    let outside = rows::greater(&rows::absolute(z)?, 1.0)?;
    let square = rows::multiply(&rows::subtract(1.0, z)?, &rows::add(1.0, z)?)?;
    let square = where_(&outside, &rows::negative(&square)?, &square)?;
    let root = rows::sqrt(&square)?;
    let pull = rows::divide(&rows::multiply(&rows::multiply(&order, z)?, &value)?, &root)?;
    // From zero, so that a slope of zero has no sign.
    let within = rows::subtract(0.0, &rows::add(&next, &pull)?)?;
    let slope = rows::divide(&where_(&outside, &rows::add(&next, &pull)?, &within)?, &root)?;
    Ok((value, slope))
}
