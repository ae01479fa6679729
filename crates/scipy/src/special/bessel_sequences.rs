//! Functions of Jahnke and Emde and of Riccati of all orders up to one, with their derivatives.

use cuprust::{Array, Device};
use cuprust_ir::{Error, Result};
use cuprust_num::special::{gamma, hyp0f1, jv, spherical_jn, spherical_yn};
use cuprust_reserve::list;

/// Most orders of one call.
const MAX_ORDERS: i64 = 1_000_000;

/// Values and derivatives as arrays.
fn arrays(values: &[f64], slopes: &[f64], device: Device) -> Result<[Array; 2]> {
    let array = |values: &[f64]| Array::from_slice(values, [values.len() as i64], device);
    Ok([array(values)?, array(slopes)?])
}

/// The function of Jahnke and Emde, gamma(v + 1) (2/x)^v times the Bessel function of order v.
fn jahnke_emde(v: f64, x: f64) -> f64 {
    if x * x < 4.0 * (v + 1.0) || v > 150.0 {
        return hyp0f1(v + 1.0, -0.25 * x * x);
    }
    // It is even.
    gamma(v + 1.0) * (2.0 / x.abs()).powf(v) * jv(v, x.abs())
}

/// The functions of Jahnke and Emde of the orders v, v - 1 and so on down to above -1, the lowest first, and their
/// derivatives: `scipy.special.lmbda`.
///
/// ```
/// use cuprust::Device;
/// use cuprust_scipy::special;
/// # fn main() -> cuprust::Result<()> {
/// let [values, slopes] = special::lmbda(1.0, 0.0, Device::cpu())?;
/// assert_eq!((values.to_string(), slopes.to_string()), ("[1. 1.]".into(), "[0. 0.]".into()));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative v and one above a million.
pub fn lmbda(v: f64, x: f64, device: Device) -> Result<[Array; 2]> {
    if v.is_nan() || v < 0.0 {
        return Err(Error::value("argument must be > 0."));
    }
    let n = checked(v as i64)?;
    let lowest = v - v.floor();
    let (mut values, mut slopes) = (list(n + 1)?, list(n + 1)?);
    let mut own = jahnke_emde(lowest, x);
    for k in 0..=n {
        let order = lowest + k as f64;
        let next = jahnke_emde(order + 1.0, x);
        values.push(own);
        // Zero less zero has no sign.
        slopes.push(0.0 - 0.5 * x / (order + 1.0) * next);
        own = next;
    }
    arrays(&values, &slopes, device)
}

/// How many orders there are beside the lowest.
fn checked(n: i64) -> Result<usize> {
    match n {
        0..=MAX_ORDERS => Ok(n as usize),
        ..0 => Err(Error::value("n must be a non-negative integer.")),
        _ => Err(Error::value(format!("n is at most {MAX_ORDERS}"))),
    }
}

/// Functions of Riccati, x times spherical Bessel functions f, of the orders up to n, and their derivatives, x times
/// the function before less n times that of the order.
fn riccati(n: i64, x: f64, spherical: fn(f64, f64) -> f64, before: f64, device: Device) -> Result<[Array; 2]> {
    let n = checked(n)?;
    let (mut values, mut slopes) = (list(n + 1)?, list(n + 1)?);
    let mut last = before;
    for k in 0..=n {
        let order = k as f64;
        let own = spherical(order, x);
        values.push(x * own);
        slopes.push(if k == 0 { last } else { x * last - order * own });
        last = own;
    }
    arrays(&values, &slopes, device)
}

/// The functions of Riccati of the first kind, x times the spherical Bessel functions of the first kind and of the
/// orders up to n, and their derivatives: `scipy.special.riccati_jn`.
///
/// # Errors
/// A value error for a negative n and one above a million.
pub fn riccati_jn(n: i64, x: f64, device: Device) -> Result<[Array; 2]> {
    riccati(n, x, spherical_jn, x.cos(), device)
}

/// The functions of Riccati of the second kind, x times the spherical Bessel functions of the second kind and of the
/// orders up to n, and their derivatives: `scipy.special.riccati_yn`.
///
/// # Errors
/// As [`riccati_jn`].
pub fn riccati_yn(n: i64, x: f64, device: Device) -> Result<[Array; 2]> {
    if x == 0.0 {
        let (mut values, mut slopes) = (list(checked(n)? + 1)?, list(checked(n)? + 1)?);
        values.push(-1.0);
        slopes.push(0.0);
        values.resize(checked(n)? + 1, f64::NEG_INFINITY);
        slopes.resize(checked(n)? + 1, f64::INFINITY);
        return arrays(&values, &slopes, device);
    }
    riccati(n, x, spherical_yn, x.sin(), device)
}
