//! Functions composed of several special functions: numbers of choices, derivatives of the digamma function, the
//! logarithm of the multivariate gamma function.

use cuprust::ufunc::{rows, where_};
use cuprust::{Array, broadcast_arrays};
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

/// The product of n, n - k, n - 2k and so on down to above zero, one for n = 0 and zero below:
/// `scipy.special.factorialk`. With `extended` it is the function k^((n - 1)/k) gamma(n/k + 1)/gamma(1/k + 1) of all
/// numbers, also complex ones, and of any positive k. Single precision stays then, and all else is float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::factorialk(&array![0, 5, 7], 3.0, false)?.to_string(), "[ 1. 10. 28.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for bools, for numbers that are no integers and a step that is none, unless it is extended, and for a
/// step that is not positive.
pub fn factorialk(n: &Array, step: f64, extended: bool) -> Result<Array> {
    if n.dtype() == DType::Bool {
        return Err(Error::value("a factorial takes integers, and with `extend='complex'` other numbers, not bool"));
    }
    if extended {
        if step.is_nan() || step <= 0.0 {
            return Err(Error::value(format!("k must be positive, received: {step}")));
        }
        let dtype = match n.dtype() {
            dtype @ (DType::F32 | DType::C64 | DType::C128) => dtype,
            _ => DType::F64,
        };
        let n = n.in_dtype(if dtype.is_complex() { DType::C128 } else { DType::F64 })?;
        let first = cuprust_num::special::gamma(1.0 / step + 1.0);
        let share = rows::divide(&n, step)?;
        let power = rows::multiply(&rows::divide(&rows::subtract(&n, 1.0)?, step)?, step.ln())?;
        let next = rows::add(&share, 1.0)?;
        let value = rows::divide(&rows::multiply(&rows::exp(&power)?, &gamma(&next)?)?, first)?;
        // At all poles NaN.
        return where_(&rows::equal(&next, 0.0)?, f64::NAN, &value)?.in_dtype(dtype);
    }
    if n.dtype().is_inexact() {
        return Err(Error::value(
            "In order to use non-integer arguments, you must opt into this by passing `extend='complex'`. Note that this \
             also disables the rule that negative integers give zero.",
        ));
    }
    if step < 1.0 || step != step.floor() {
        return Err(Error::value(format!("k must be a positive integer, received: {step}")));
    }
    let n = n.in_dtype(DType::F64)?;
    let rest = rows::subtract(&n, &rows::multiply(&rows::floor(&rows::divide(&n, step)?)?, step)?)?;
    // k^count gamma(n/k + 1)/gamma(rest/k + 1), times the rest where there is one.
    let count = rows::divide(&rows::subtract(&n, &rest)?, step)?;
    let share = rows::divide(&rest, step)?;
    let product = rows::multiply(&rows::power(step, &count)?, &poch(&rows::add(&share, 1.0)?, &count)?)?;
    let value = rows::multiply(&product, &rows::maximum(&rest, 1.0)?)?;
    // The product is a whole number, which its factors may miss by rounding.
    let value = where_(&rows::less(&value, 9007199254740992.0)?, &rows::rint(&value)?, &value)?;
    where_(&rows::less(&n, 0)?, 0.0, &value)
}

/// The product of n, n - 2, n - 4 and so on down to above zero, one for n = 0 and zero below:
/// `scipy.special.factorial2`. With `extended` it is the function of all numbers that the one of odd numbers is.
/// Integers give float64.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::factorial2(&array![0, 5, 6], false)?.to_string(), "[ 1. 15. 48.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`factorialk`].
pub fn factorial2(n: &Array, extended: bool) -> Result<Array> {
    factorialk(n, 2.0, extended)
}

/// Stirling's numbers of the second kind: how many partitions of n things into k parts there are, in float64, with an
/// error of some n units of the last place. `scipy.special.stirling2`. Waits for the elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::stirling2(&array![5, 4], &array![2, 0])?.to_string(), "[15.  0.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for bools and for numbers that are no integers, a value error for shapes that do not broadcast.
pub fn stirling2(n: &Array, k: &Array) -> Result<Array> {
    /// Beyond this n even two parts have more partitions than the largest number.
    const MAX_N: i64 = 1100;
    for numbers in [n, k] {
        if numbers.dtype().is_inexact() || numbers.dtype() == DType::Bool {
            return Err(Error::type_(format!("stirling2 takes integers, not {}", numbers.dtype())));
        }
    }
    let (n, k) = (n.astype(DType::I64)?, k.to_device(n.device())?.astype(DType::I64)?);
    let wide = broadcast_arrays(&[n, k])?;
    let (sizes, parts) = (wide[0].to_vec::<i64>()?, wide[1].to_vec::<i64>()?);
    let is_tabled = |&(n, k): &(i64, i64)| 1 < k && k < n && n <= MAX_N;
    let max_size =
        sizes.iter().copied().zip(parts.iter().copied()).filter(is_tabled).map(|(n, _)| n).max().unwrap_or(0);
    // Rows of the recurrence S(n, k) = k S(n - 1, k) + S(n - 1, k - 1), all of whose terms are positive.
    let mut table: Vec<Vec<f64>> = vec![vec![1.0]];
    for size in 1..=max_size as usize {
        let before = &table[size - 1];
        let of = |k: usize| before.get(k).copied().unwrap_or(0.0);
        let row = (0..=size).map(|k| k as f64 * of(k) + if k == 0 { 0.0 } else { of(k - 1) }).collect();
        table.push(row);
    }
    let mut values = cuprust_reserve::list(sizes.len())?;
    for (n, k) in sizes.into_iter().zip(parts) {
        values.push(match (n, k) {
            _ if is_tabled(&(n, k)) => table[n as usize][k as usize],
            (0, 0) => 1.0,
            _ if k < 1 || k > n => 0.0,
            _ if k == 1 || k == n => 1.0,
            _ => f64::INFINITY,
        });
    }
    Array::from_slice(&values, wide[0].shape(), wide[0].device())
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
