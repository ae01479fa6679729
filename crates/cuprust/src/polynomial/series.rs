//! Series of a basis's polynomials by their coefficients, the lowest degree first: products, quotients, powers, zeros,
//! conversion between bases.
//!
//! Coefficients are waited for, since trailing zeros are stripped; the computation is small and runs on the CPU.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

use cuprust_ir::{Error, Result};
use cuprust_num::{Complex as _, DType, c128, promote};
use cuprust_reserve::{collected, copied, filled, list, reserve};

use super::basis::{Basis, Step};
use crate::creation::{shape, zeros};
use crate::runtime::{Device, poll_signals};
use crate::{Array, NumPy, linalg};

/// The types of coefficients.
pub(super) trait Coefficient:
    Copy + PartialEq + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Mul<f64, Output = Self> + From<f64>
{
    /// The quotient. Complex numbers have no `/` here: that of `num_complex` squares the divisor, which overflows or
    /// underflows for half of the exponents.
    fn over(self, by: Self) -> Self;
    /// Ascending by the real part, then the imaginary one, NaN last.
    fn order(&self, other: &Self) -> Ordering;
    /// The coefficients as an array.
    fn array(values: &[Self], device: Device) -> Result<Array>;
}

impl Coefficient for f64 {
    fn over(self, by: f64) -> f64 {
        self / by
    }

    fn order(&self, other: &f64) -> Ordering {
        self.partial_cmp(other).unwrap_or_else(|| self.is_nan().cmp(&other.is_nan()))
    }

    fn array(values: &[f64], device: Device) -> Result<Array> {
        Array::from_slice(values, [values.len() as i64], device)
    }
}

impl Coefficient for c128 {
    fn over(self, by: c128) -> c128 {
        self.divide(by)
    }

    fn order(&self, other: &c128) -> Ordering {
        self.re.order(&other.re).then_with(|| self.im.order(&other.im))
    }

    fn array(values: &[c128], device: Device) -> Result<Array> {
        Array::from_slice(values, [values.len() as i64], device)
    }
}

/// Computes with the coefficients of arrays, all as float64 or all as complex128, and returns arrays of their common
/// dtype; those that `wide` names stay in double precision, because NumPy starts their recurrences from Python's
/// numbers.
macro_rules! of_coefficients {
    ($given:expr, |$values:ident: $number:ident| $body:expr) => {
        of_coefficients!($given, |$values: $number, _wide| $body)
    };
    ($given:expr, |$values:ident: $number:ident, $wide:ident| $body:expr) => {{
        let given: &[&Array] = $given;
        let $wide = Cell::new([false; 2]);
        let (dtype, device) = (common(given)?, given[0].device());
        let given: Vec<Array> = given.iter().map(|array| vector(array)).collect::<Result<_>>()?;
        if dtype.is_complex() {
            type $number = c128;
            let read = |array: &Array| array.astype(DType::C128)?.to_vec::<c128>();
            let $values: Vec<Vec<$number>> = given.iter().map(read).collect::<Result<_>>()?;
            let results: Vec<Vec<$number>> = $body;
            let of = |wide: bool| if wide { promote(dtype, DType::F64) } else { dtype };
            let made = results.iter().zip($wide.get());
            made.map(|(result, wide)| $number::array(result, device)?.in_dtype(of(wide)))
                .collect::<Result<Vec<Array>>>()
        } else {
            type $number = f64;
            let read = |array: &Array| array.astype(DType::F64)?.to_vec::<f64>();
            let $values: Vec<Vec<$number>> = given.iter().map(read).collect::<Result<_>>()?;
            let results: Vec<Vec<$number>> = $body;
            let of = |wide: bool| if wide { promote(dtype, DType::F64) } else { dtype };
            let made = results.iter().zip($wide.get());
            made.map(|(result, wide)| $number::array(result, device)?.in_dtype(of(wide)))
                .collect::<Result<Vec<Array>>>()
        }
    }};
}

/// The common dtype in which series are computed: integers as float64.
///
/// # Errors
/// A value error for bools, for which NumPy has no common dtype.
fn common(series: &[&Array]) -> Result<DType> {
    let mut dtype = None;
    for array in series {
        series[0].check_device(array)?;
        let own = match array.dtype() {
            DType::Bool => return Err(Error::value("Coefficient arrays have no common type")),
            dtype if dtype.is_inexact() => dtype,
            _ => DType::F64,
        };
        dtype = Some(dtype.map_or(own, |dtype| promote(dtype, own)));
    }
    Ok(dtype.unwrap_or(DType::F64))
}

/// The coefficients of one series.
///
/// # Errors
/// A value error for none and for more than one axis.
fn vector(c: &Array) -> Result<Array> {
    let c = c.atleast_1d();
    if c.size() == 0 {
        return Err(Error::value("Coefficient array is empty"));
    }
    if c.ndim() != 1 {
        return Err(Error::value("Coefficient array is not 1-d"));
    }
    Ok(c)
}

/// Strips trailing zeros; at least one coefficient is kept.
fn trimmed<T: Coefficient>(mut c: Vec<T>) -> Vec<T> {
    let zero = T::from(0.0);
    while c.len() > 1 && c.last() == Some(&zero) {
        c.pop();
    }
    c
}

/// The sum of series, the second times a number.
fn sum<T: Coefficient>(a: &[T], b: &[T], times: f64) -> Result<Vec<T>> {
    let at = |c: &[T], argument: usize| c.get(argument).copied();
    let all = (0..a.len().max(b.len())).map(|argument| match (at(a, argument), at(b, argument)) {
        (Some(a), Some(b)) => a + b * times,
        (Some(a), None) => a,
        (None, Some(b)) => b * times,
        (None, None) => T::from(0.0),
    });
    Ok(collected(all)?)
}

/// The first of some results.
fn one(results: Vec<Array>) -> Result<Array> {
    results.into_iter().next().ok_or_else(|| Error::runtime("a result is missing"))
}

impl Basis {
    /// The series times `x`.
    fn times_x<T: Coefficient>(self, c: &[T]) -> Result<Vec<T>> {
        let mut product = filled(T::from(0.0), c.len() + 1)?;
        for (k, &own) in c.iter().enumerate() {
            let Step { up, same, down } = self.step(k);
            product[k + 1] = product[k + 1] + own * up;
            if same != 0.0 {
                product[k] = product[k] + own * same;
            }
            if k > 0 && down != 0.0 {
                product[k - 1] = product[k - 1] + own * down;
            }
        }
        Ok(product)
    }

    /// The series of this basis with the argument `offset + scale x`, as a series of another basis, in which `next`
    /// multiplies. (Clenshaw, "A note on the summation of Chebyshev series", 1955, with polynomials for numbers.)
    fn composed<T: Coefficient>(self, c: &[T], offset: T, scale: T, to: Basis, other: &[T]) -> Result<Vec<T>> {
        let (mut next, mut after): (Vec<T>, Vec<T>) = (vec![], vec![]);
        for (k, &own) in c.iter().enumerate().rev() {
            poll_signals()?;
            let (step, ahead) = (self.step(k), self.step(k + 1));
            let mut argument = to.times_x(&next)?;
            argument.iter_mut().for_each(|value| *value = *value * scale);
            let moved = collected(next.iter().map(|&value| value * (offset - T::from(step.same))))?;
            let mut own = collected(other.iter().map(|&value| value * own))?;
            if !next.is_empty() {
                own = sum(&own, &sum(&argument, &moved, 1.0)?, 1.0 / step.up)?;
            }
            if !after.is_empty() && ahead.down != 0.0 {
                own = sum(&own, &after, -ahead.down / ahead.up)?;
            }
            (next, after) = (own, next);
        }
        Ok(next)
    }

    /// Whether NumPy multiplies series of this basis by Clenshaw's recurrence.
    fn recurs(self) -> bool {
        !matches!(self, Basis::Power | Basis::Chebyshev)
    }

    fn product<T: Coefficient>(self, a: &[T], b: &[T]) -> Result<Vec<T>> {
        let (shorter, longer) = if a.len() < b.len() { (a, b) } else { (b, a) };
        if self == Basis::Power {
            let mut product = filled(T::from(0.0), shorter.len() + longer.len() - 1)?;
            for (i, &x) in shorter.iter().enumerate() {
                poll_signals()?;
                for (j, &y) in longer.iter().enumerate() {
                    product[i + j] = product[i + j] + x * y;
                }
            }
            return Ok(product);
        }
        self.composed(shorter, T::from(0.0), T::from(1.0), self, longer)
    }

    fn quotient<T: Coefficient>(self, a: Vec<T>, b: &[T]) -> Result<(Vec<T>, Vec<T>)> {
        let zero = T::from(0.0);
        let Some((&last, _)) = b.split_last() else { return Ok((vec![zero], a)) };
        if a.len() < b.len() {
            return Ok((vec![a[0] * 0.0], a));
        }
        if b.len() == 1 {
            return Ok((collected(a.iter().map(|&own| own.over(last)))?, vec![a[0] * 0.0]));
        }
        let mut quotient = filled(zero, a.len() - b.len() + 1)?;
        let mut rest = a;
        // The divisor times each polynomial of the basis is subtracted: the highest coefficients cancel.
        for argument in (0..quotient.len()).rev() {
            let mut single = filled(zero, argument + 1)?;
            single[argument] = T::from(1.0);
            let part = self.product(&single, b)?;
            let top = part.len() - 1;
            let (head, lead) = (rest.pop().unwrap_or(zero), part[top]);
            quotient[argument] = head.over(lead);
            rest.iter_mut().zip(&part).for_each(|(rest, &part)| *rest = *rest - quotient[argument] * part);
        }
        Ok((quotient, trimmed(rest)))
    }

    /// The sum of two series.
    ///
    /// # Errors
    /// A value error for no coefficients, and for more than one axis of them.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::Legendre.add(&array![1, 2, 3], &array![1, 1])?.to_string(), "[2. 3. 3.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn add(self, a: &Array, b: &Array) -> Result<Array> {
        one(of_coefficients!(&[a, b], |c: N| vec![trimmed(sum(&c[0], &c[1], 1.0)?)])?)
    }

    /// The difference of two series.
    ///
    /// # Errors
    /// As [`Basis::add`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::Legendre.subtract(&array![1, 2, 3], &array![1, 1])?.to_string(), "[0. 1. 3.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn subtract(self, a: &Array, b: &Array) -> Result<Array> {
        one(of_coefficients!(&[a, b], |c: N| vec![trimmed(sum(&c[0], &c[1], -1.0)?)])?)
    }

    /// The series times `x`.
    ///
    /// # Errors
    /// As [`Basis::add`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::Power.mulx(&array![1.0, 2.0])?.to_string(), "[0. 1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn mulx(self, c: &Array) -> Result<Array> {
        one(of_coefficients!(&[c], |c: N| {
            let own = trimmed(copied(&c[0])?);
            vec![if own == [N::from(0.0)] { own } else { self.times_x(&own)? }]
        })?)
    }

    /// The product of two series.
    ///
    /// # Errors
    /// As [`Basis::add`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = array![0.0, 1.0];
    /// assert_eq!(polynomial::Basis::Chebyshev.multiply(&x, &x)?.to_string(), "[0.5 0.  0.5]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn multiply(self, a: &Array, b: &Array) -> Result<Array> {
        one(of_coefficients!(&[a, b], |c: N, wide| {
            let (own, other) = (trimmed(copied(&c[0])?), trimmed(copied(&c[1])?));
            wide.set([self.recurs() && own.len().min(other.len()) == 1, false]);
            vec![trimmed(self.product(&own, &other)?)]
        })?)
    }

    /// The quotient and the remainder of two series.
    ///
    /// # Errors
    /// As [`Basis::add`], and a zero-division error for the series zero.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (quotient, rest) = polynomial::Basis::Power.divide(&array![2.0, 3.0, 1.0], &array![1.0, 1.0])?;
    /// assert_eq!((quotient.to_string(), rest.to_string()), ("[2. 1.]".into(), "[0.]".into()));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn divide(self, a: &Array, b: &Array) -> Result<(Array, Array)> {
        let results = of_coefficients!(&[a, b], |c: N, wide| {
            let (own, by) = (trimmed(copied(&c[0])?), trimmed(copied(&c[1])?));
            if by.last() == Some(&N::from(0.0)) {
                return Err(Error::zero_division("division by zero"));
            }
            wide.set([false, self.recurs() && own.len() >= by.len() && by.len() > 1]);
            let (quotient, rest) = self.quotient(own, &by)?;
            vec![quotient, rest]
        })?;
        match <[Array; 2]>::try_from(results) {
            Ok([quotient, rest]) => Ok((quotient, rest)),
            Err(_) => Err(Error::runtime("a result is missing")),
        }
    }

    /// A power of a series, up to a maximum exponent if given.
    ///
    /// # Errors
    /// As [`Basis::add`], and a value error for a negative exponent and one above the maximum.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::Power.power(&array![1.0, 1.0], 2, None)?.to_string(), "[1. 2. 1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn power(self, c: &Array, power: i64, largest: Option<i64>) -> Result<Array> {
        let Ok(times) = usize::try_from(power) else {
            return Err(Error::value("Power must be a non-negative integer."));
        };
        if largest.is_some_and(|largest| power > largest) {
            return Err(Error::value("Power is too large"));
        }
        one(of_coefficients!(&[c], |c: N, wide| {
            let own = trimmed(copied(&c[0])?);
            wide.set([self.recurs() && own.len() == 1 && times > 1, false]);
            let mut result = vec![N::from(1.0)];
            for turn in 0..times {
                result = if turn == 0 { copied(&own)? } else { self.product(&result, &own)? };
            }
            vec![result]
        })?)
    }

    /// The series with these zeros: the product of the factors `x - zero`.
    ///
    /// # Errors
    /// A value error for more than one axis, a type error for none.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::Power.from_roots(&array![1.0, 2.0])?.to_string(), "[ 2. -3.  1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_roots(self, roots: &Array) -> Result<Array> {
        match roots.shape().first() {
            None => return Err(Error::type_("len() of unsized object: roots are a vector")),
            Some(0) => return crate::creation::ones(shape(1).on(roots.device())),
            Some(_) => {}
        }
        one(of_coefficients!(&[roots], |c: N, wide| {
            wide.set([true, false]);
            let mut own = copied(&c[0])?;
            own.sort_by(N::order);
            let Step { up, same, .. } = self.step(0);
            // A list of two numbers for each zero, with the allocator's overhead.
            let _factors = reserve(own.len().saturating_mul(64))?;
            let mut factors = collected(own.iter().map(|&root| vec![N::from(same) - root, N::from(up)]))?;
            // Pairs are multiplied repeatedly: products of few factors lose little precision.
            while factors.len() > 1 {
                let half = factors.len() / 2;
                let pairs = (0..half).map(|argument| self.product(&factors[argument], &factors[argument + half]));
                let mut next = pairs.collect::<Result<Vec<Vec<N>>>>()?;
                if factors.len() % 2 == 1 {
                    next[0] = self.product(&next[0], &factors[2 * half])?;
                }
                factors = next;
            }
            factors
        })?)
    }

    /// The matrix whose eigenvalues are the zeros of a series, symmetric if the series is a single polynomial of the
    /// basis.
    ///
    /// # Errors
    /// As [`Basis::add`], and a value error for fewer than two coefficients.
    ///
    /// ```
    /// # use cuprust::*;
    /// let matrix = polynomial::Basis::Power.companion(&array![2.0, -3.0, 1.0])?;
    /// assert_eq!(linalg::det(&matrix)?.round(9)?.to_string(), "2.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn companion(self, c: &Array) -> Result<Array> {
        let matrix = one(of_coefficients!(&[c], |c: N| {
            let own = trimmed(copied(&c[0])?);
            let n = own.len() - 1;
            if n < 1 {
                return Err(Error::value("Series must have maximum degree of at least 1."));
            }
            let mut matrix = filled(N::from(0.0), n.saturating_mul(n))?;
            let mut ratios = list(n)?;
            for k in 0..n {
                let (step, ahead) = (self.step(k), self.step(k + 1));
                matrix[k * n + k] = N::from(step.same);
                let ratio = if self == Basis::Power { 1.0 } else { (ahead.down / step.up).sqrt() };
                if k + 1 < n {
                    ratios.push(ratio);
                    matrix[(k + 1) * n + k] = N::from(step.up * ratio);
                    matrix[k * n + k + 1] = N::from(ahead.down / ratio);
                }
            }
            let up = self.step(n - 1).up;
            // From the end, where factorials underflow instead of overflowing.
            let mut scale = 1.0;
            for k in (0..n).rev() {
                scale /= ratios.get(k).copied().unwrap_or(1.0);
                let share = own[k].over(own[n]) * (up * scale);
                let before = matrix[k * n + n - 1];
                matrix[k * n + n - 1] = before - share;
            }
            vec![matrix]
        })?)?;
        let n = (matrix.size() as f64).sqrt().round() as i64;
        matrix.reshape([n, n])
    }

    /// The zeros of a series in ascending order, real if all are. Since NumPy 2.5 several zeros of Chebyshev, Legendre
    /// and HermiteE series are always complex.
    ///
    /// # Errors
    /// As [`Basis::add`], and those of [`linalg::eigvals`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::Power.roots(&array![2.0, -3.0, 1.0])?.round(6)?.to_string(), "[1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn roots(self, c: &Array) -> Result<Array> {
        let c = one(of_coefficients!(&[c], |c: N| vec![trimmed(copied(&c[0])?)])?)?;
        if c.size() < 2 {
            return zeros(shape(0).dtype(c.dtype()).on(c.device()));
        }
        let matrix = self.companion(&c)?;
        if c.size() == 2 {
            return matrix.reshape([1]);
        }
        // The eigenvalues of the reversed matrix are more exact.
        let matrix = if self == Basis::Power { matrix } else { matrix.flip([0, 1])? };
        let found = crate::sorting::sort(&linalg::eigvals(&matrix)?, Some(-1))?;
        match self {
            Basis::Chebyshev | Basis::Legendre | Basis::HermiteE if NumPy::followed() >= NumPy(2, 5) => Ok(found),
            _ => linalg::real_if_all_are(found, c.dtype()),
        }
    }

    /// The series of this basis with the argument `offset + scale x`, as a series of another basis.
    ///
    /// # Errors
    /// As [`Basis::add`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let (from, to) = (polynomial::Basis::Chebyshev, polynomial::Basis::Power);
    /// assert_eq!(from.converted(&array![0.0, 0.0, 1.0], to, 0.0, 1.0)?.to_string(), "[-1.  0.  2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn converted(self, c: &Array, to: Basis, offset: f64, scale: f64) -> Result<Array> {
        one(of_coefficients!(&[c], |c: N, wide| {
            wide.set([self == Basis::Power && to != Basis::Power, false]);
            let (own, one) = (trimmed(copied(&c[0])?), [N::from(1.0)]);
            vec![trimmed(self.composed(&own, N::from(offset), N::from(scale), to, &one)?)]
        })?)
    }

    /// The coefficients without trailing zeros, or trailing numbers of a size up to `tolerance`.
    ///
    /// # Errors
    /// As [`Basis::add`], and a value error for a negative tolerance.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::trim(&array![1.0, 2.0, 1e-9], 1e-6)?.to_string(), "[1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn trim(c: &Array, tolerance: f64) -> Result<Array> {
        if tolerance < 0.0 {
            return Err(Error::value("tol must be non-negative"));
        }
        let c = vector(c)?;
        let c = c.in_dtype(common(&[&c])?)?;
        let kept = crate::ufunc::rows::greater(&crate::ufunc::rows::absolute(&c)?, tolerance)?.to_vec::<bool>()?;
        match kept.iter().rposition(|&kept| kept) {
            Some(last) => c.at(..last as i64 + 1)?.copy(),
            None => crate::ufunc::rows::multiply(&c.at(..1)?, 0.0),
        }
    }
}
