//! What is made of several special functions: numbers of choices, derivatives of the digamma function, the logarithm of
//! the multivariate gamma function.

use cuprust::Array;
use cuprust::ufunc::{rows, where_};
use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::rows::{binom, digamma, gamma, gammaln, poch, zeta};

/// Whether k of n can be chosen: k and n from zero on, and k up to n.
fn possible(n: &Array, k: &Array) -> Result<Array> {
    let none_negative = rows::logical_and(&rows::greater_equal(n, 0)?, &rows::greater_equal(k, 0)?)?;
    rows::logical_and(&none_negative, &rows::less_equal(k, n)?)
}

/// How many ways there are to choose k of n things, with repetitions where they are allowed; zero where there is none:
/// `scipy.special.comb`. Integers give float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::comb(&array![5, 10], &array![2, 3], false)?.to_string(), "[ 10. 120.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast.
pub fn comb(n: &Array, k: &Array, repetition: bool) -> Result<Array> {
    if !repetition {
        return where_(&possible(n, k)?, &binom(n, k)?, 0.0);
    }
    let ways = binom(&rows::subtract(&rows::add(n, k)?, 1)?, k)?;
    let nothing = rows::logical_and(&rows::equal(k, 0)?, &rows::greater_equal(n, 0)?)?;
    where_(&nothing, 1.0, &ways)
}

/// How many ways there are to put k of n things in a row: n!/(n - k)!; zero where there is none: `scipy.special.perm`.
/// Integers give float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::perm(&array![5, 10], &array![2, 3])?.to_string(), "[ 20. 720.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast.
pub fn perm(n: &Array, k: &Array) -> Result<Array> {
    let ways = poch(&rows::add(&rows::subtract(n, k)?, 1)?, k)?;
    where_(&possible(n, k)?, &ways, 0.0)
}

/// The factorial n! = gamma(n + 1), zero for negative n: `scipy.special.factorial`. Integers give float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::factorial(&array![0, 3, 5])?.to_string(), "[  1.   6. 120.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers.
pub fn factorial(n: &Array) -> Result<Array> {
    let next = rows::add(&n.inexact()?, 1.0)?;
    where_(&rows::less(n, 0)?, 0.0, &gamma(&next)?)
}

/// The derivative of order n of the digamma function: (-1)^(n + 1) gamma(n + 1) zeta(n + 1, x), and the function itself
/// where n is zero: `scipy.special.polygamma`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::polygamma(&array![1], &array![1.0])?.to_string(), "[1.64493407]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for shapes that do not broadcast.
pub fn polygamma(n: &Array, x: &Array) -> Result<Array> {
    let next = rows::add(n, 1)?;
    let sign = rows::power(-1.0, &next)?;
    let value = rows::multiply(&rows::multiply(&sign, &gamma(&rows::add(n, 1.0)?)?)?, &zeta(&next, x)?)?;
    where_(&rows::equal(n, 0)?, &digamma(x)?, &value)
}

/// The logarithm of the multivariate gamma function of dimension d, whose values are defined for elements above
/// (d - 1)/2: `scipy.special.multigammaln`. Waits for the elements, to check them.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::multigammaln(&array![23.5], 10)?.to_string(), "[457.17667478]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a dimension below one and for elements out of the domain.
pub fn multigammaln(a: &Array, d: i64) -> Result<Array> {
    if d < 1 {
        return Err(Error::value("d should be a positive integer (dimension)"));
    }
    let least = 0.5 * (d as f64 - 1.0);
    // As in SciPy, where the constant is float64.
    let a = if a.dtype().is_complex() { a.clone() } else { a.in_dtype(DType::F64)? };
    if rows::any(&rows::less_equal(&a, least)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value(format!("condition a > 0.5 * (d-1) ({least}) not met")));
    }
    let mut sum = gammaln(&a)?;
    for step in 1..d {
        sum = rows::add(&sum, &gammaln(&rows::subtract(&a, 0.5 * step as f64)?)?)?;
    }
    rows::add(&sum, (d * (d - 1)) as f64 * 0.25 * std::f64::consts::PI.ln())
}
