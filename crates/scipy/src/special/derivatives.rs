//! Derivatives of Bessel functions with respect to the argument: sums of functions of neighbouring orders (DLMF 10.6.7,
//! 10.29.5).

use cuprust::Array;
use cuprust::ufunc::apply;
use cuprust_ir::{Error, Result};
use cuprust_ops::RowId;

/// The n-th derivative of a function whose first one is half the sum of its neighbours, the upper with this sign.
fn derivative(function: RowId, v: &Array, z: &Array, n: i64, sign: f64) -> Result<Array> {
    if n < 0 {
        return Err(Error::value("a derivative's order n is a non-negative integer"));
    }
    if n == 0 {
        return apply(function, &[v.into(), z.into()]);
    }
    // The lowest order, in the dtype of the orders, where SciPy's small integers wrap.
    let lowest = cuprust::subtract(v, n)?;
    let mut factor = 1.0;
    let mut sum: Option<Array> = None;
    for i in 0..=n {
        if i > 0 {
            factor *= sign * (n - i + 1) as f64 / i as f64;
        }
        let order = cuprust::add(&lowest, 2 * i)?;
        let term = cuprust::multiply(&apply(function, &[(&order).into(), z.into()])?, factor)?;
        sum = Some(match sum {
            Some(sum) => cuprust::add(&sum, &term)?,
            None => term,
        });
    }
    match sum {
        Some(sum) => cuprust::multiply(&sum, 0.5f64.powi(n as i32)),
        None => Err(Error::value("internal: a derivative without terms")),
    }
}

/// The n-th derivative of the Bessel function of the first kind and of real order v.
///
/// # Errors
/// A value error for negative n; else those of [`super::jv`].
pub fn jvp(v: &Array, z: &Array, n: i64) -> Result<Array> {
    derivative(const { RowId::named("jv") }, v, z, n, -1.0)
}

/// The n-th derivative of the Bessel function of the second kind and of real order v.
///
/// # Errors
/// A value error for negative n; else those of [`super::yv`].
pub fn yvp(v: &Array, z: &Array, n: i64) -> Result<Array> {
    derivative(const { RowId::named("yv") }, v, z, n, -1.0)
}

/// The n-th derivative of the modified Bessel function of the first kind and of real order v.
///
/// # Errors
/// A value error for negative n; else those of [`super::iv`].
pub fn ivp(v: &Array, z: &Array, n: i64) -> Result<Array> {
    derivative(const { RowId::named("iv") }, v, z, n, 1.0)
}

/// The n-th derivative of the modified Bessel function of the second kind and of real order v.
///
/// # Errors
/// A value error for negative n; else those of [`super::kv`].
pub fn kvp(v: &Array, z: &Array, n: i64) -> Result<Array> {
    let value = derivative(const { RowId::named("kv") }, v, z, n, 1.0)?;
    if n % 2 == 0 { Ok(value) } else { cuprust::negative(&value) }
}

/// The n-th derivative of the Hankel function of the first kind and of real order v.
///
/// # Errors
/// A value error for negative n; else those of [`super::hankel1`].
pub fn h1vp(v: &Array, z: &Array, n: i64) -> Result<Array> {
    derivative(const { RowId::named("hankel1") }, v, z, n, -1.0)
}

/// The n-th derivative of the Hankel function of the second kind and of real order v.
///
/// # Errors
/// A value error for negative n; else those of [`super::hankel2`].
pub fn h2vp(v: &Array, z: &Array, n: i64) -> Result<Array> {
    derivative(const { RowId::named("hankel2") }, v, z, n, -1.0)
}
