//! The kernel of Dirichlet and the smooth rectifier.

use cuprust::Array;
use cuprust::ufunc::{MapOptions, map, rows, single_output, where_};
use cuprust_ir::{Error, Result};
use cuprust_ops::RowId;

/// The kernel of Dirichlet, sin(n x/2)/(n sin(x/2)), for positive whole n, else NaN: `scipy.special.diric`. The angle
/// is first brought to the next multiple of pi, so that no digit is lost beside it.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// let x = array![0.0, std::f64::consts::PI / 2.0];
/// assert_eq!(special::diric(&x, &array![3])?.to_string(), "[1.         0.33333333]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers, a value error for shapes that do not broadcast.
pub fn diric(x: &Array, n: &Array) -> Result<Array> {
    // The dtype is that of both, float64 where neither has a fraction; what is infinite is NaN.
    let n = rows::add(n, &rows::subtract(x, x)?)?;
    let x = rows::add(x, &rows::subtract(&n, &n)?)?;
    let dtype = if x.dtype().is_inexact() { x.dtype() } else { cuprust::DType::F64 };
    if dtype.is_complex() {
        return Err(Error::type_("diric takes real numbers"));
    }
    let (x, n) = (x.in_dtype(dtype)?, n.in_dtype(dtype)?);
    let half = rows::multiply(&x, 0.5)?;
    let angle = rows::arctan(&rows::tan(&half)?)?;
    let below = rows::multiply(&n, &rows::sin(&angle)?)?;
    let quotient = rows::divide(&rows::sin(&rows::multiply(&n, &angle)?)?, &below)?;
    let quotient = where_(&rows::equal(&angle, 0.0)?, 1.0, &quotient)?;
    // For an even n each multiple of pi changes the sign.
    let even = rows::equal(&rows::remainder(&n, 2.0)?, 0.0)?;
    let is_negative = rows::logical_and(&even, &rows::less(&rows::cos(&half)?, 0.0)?)?;
    let value = where_(&is_negative, &rows::negative(&quotient)?, &quotient)?;
    let whole = rows::logical_and(&rows::greater(&n, 0.0)?, &rows::equal(&n, &rows::floor(&n)?)?)?;
    where_(&whole, &value, f64::NAN)?.in_dtype(dtype)
}

/// log(1 + exp(x)) without overflow: `scipy.special.softplus`. It is written to `out` where that is given.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::softplus(&array![0.0, 1000.0], None)?.to_string(), "[6.93147181e-01 1.00000000e+03]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers, a value error for an `out` of another shape.
pub fn softplus(x: &Array, out: Option<&Array>) -> Result<Array> {
    let options = MapOptions { out: single_output(out), ..MapOptions::default() };
    let mut made = map(const { RowId::named("logaddexp") }, &[0.into(), x.into()], &options)?;
    made.pop().ok_or_else(|| Error::value("internal: an operation without result"))
}
