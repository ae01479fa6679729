//! Functions of Legendre with their derivatives: of polynomials of Gegenbauer, and of functions of neighbouring orders
//! on the sphere (DLMF 14.6, 14.10, 18.9.19).

use cuprust::ufunc::{apply, rows, where_};
use cuprust::{Argument, Array, DType, Value, arange, full, shape, span, stack};
use cuprust_ir::{Dims, Error, Result};
use cuprust_ops::RowId;

use super::rows::{binom, eval_gegenbauer, gamma, gammaln, poch};

/// Derivatives of the functions are there up to this order, as in SciPy.
const MAX_DERIVATIVES: i64 = 2;

/// The arrays that arguments are: numbers go where the first array is.
///
/// An overflow error for an integer beyond 64 bits, and the errors of creating an array.
pub(super) fn arrays_of<const N: usize>(arguments: [Argument<'_>; N]) -> Result<[Array; N]> {
    let like = arguments.iter().find_map(|argument| match argument {
        Argument::Array(array) => Some(array.device()),
        _ => None,
    });
    let mut arrays = cuprust_reserve::list(N)?;
    for argument in arguments {
        arrays.push(match (argument, like) {
            (Argument::Array(array), _) => array.clone(),
            (number, Some(device)) => full(shape(()).on(device), number)?,
            (number, None) => full(shape(()), number)?,
        });
    }
    arrays.try_into().map_err(|_| Error::type_("as many arrays as arguments"))
}

/// The number of derivatives that a call requests.
///
/// # Errors
/// A value error for a negative number, and for more than two.
pub(super) fn derivatives(count: i64) -> Result<i64> {
    match count {
        0..=MAX_DERIVATIVES => Ok(count),
        ..0 => Err(Error::value(format!("diff_n must be a non-negative integer, received: {count}."))),
        _ => Err(Error::value(too_many(count))),
    }
}

fn too_many(count: i64) -> String {
    format!("diff_n is currently only implemented for orders 0, 1, and 2, received: {count}.")
}

/// Whole degrees or orders as int64.
///
/// # Errors
/// A type error for other than integers.
pub(super) fn whole(name: &str, numbers: &Array) -> Result<Array> {
    match numbers.dtype() {
        dtype if dtype.is_inexact() => Err(Error::type_(format!("{name} takes whole degrees and orders, not {dtype}"))),
        _ => numbers.astype(DType::I64),
    }
}

/// Real numbers as float64.
///
/// # Errors
/// A type error for complex numbers.
fn real(name: &str, numbers: &Array) -> Result<Array> {
    match numbers.dtype() {
        dtype if dtype.is_complex() => Err(Error::type_(format!("{name} takes real numbers, not {dtype}"))),
        _ => numbers.in_dtype(DType::F64),
    }
}

/// Numbers in double precision.
pub(super) fn wide(numbers: &Array) -> Result<Array> {
    numbers.in_dtype(if numbers.dtype().is_complex() { DType::C128 } else { DType::F64 })
}

/// The degrees from zero to the last one along a first axis, before `others` further ones.
///
/// # Errors
/// A value error for a negative number.
pub(super) fn degrees(n: i64, others: usize, like: &Array) -> Result<Array> {
    if n < 0 {
        return Err(Error::value("n must be a non-negative integer."));
    }
    first_axis(&arange(span(0..n.saturating_add(1)).on(like.device()))?, others)
}

/// The orders from zero to m, and those from -m to -1 after them, along a first axis before further ones.
///
/// # Errors
/// A value error for a negative number.
pub(super) fn orders(m: i64, others: usize, like: &Array) -> Result<Array> {
    if m < 0 {
        return Err(Error::value("m must be a non-negative integer."));
    }
    let count = m.saturating_mul(2).saturating_add(1);
    let indices = arange(span(0..count).on(like.device()))?;
    let shifted = where_(&rows::less_equal(&indices, m)?, &indices, &rows::subtract(&indices, count)?)?;
    first_axis(&shifted, others)
}

/// A list along a first axis, before `others` of one element.
pub(super) fn first_axis(list: &Array, others: usize) -> Result<Array> {
    list.reshape(&std::iter::once(list.size()).chain(std::iter::repeat_n(1, others)).collect::<Dims>()[..])
}

/// The polynomials of Legendre of whole degrees n and their first derivatives, one after another along a first axis:
/// `scipy.special.legendre_p`. Negative degrees give what degree one does, as there.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// assert_eq!(special::legendre_p(&array![2], &array![0.5], 1)?.to_string(), "[[-0.125]\n [ 1.5  ]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for degrees that are no integers and for complex numbers, a value error for shapes that do not
/// broadcast and for a negative number of derivatives, a not implemented error for more than two.
pub fn legendre_p(n: &Array, z: &Array, count: i64) -> Result<Array> {
    // SciPy has another exception here than of the other functions.
    if count > MAX_DERIVATIVES {
        return Err(Error::not_implemented(too_many(count)));
    }
    let n = whole("legendre_p", n)?;
    let n = where_(&rows::less(&n, 0)?, 1, &n)?;
    polynomials(&n, &real("legendre_p", z)?, derivatives(count)?)
}

/// The polynomials of degrees from zero on, and their derivatives.
fn polynomials(n: &Array, z: &Array, count: i64) -> Result<Array> {
    let each = (0..=count).map(|k| {
        // (2k - 1)!! times the polynomial of Gegenbauer of degree n - k and parameter k + 1/2, zero of negative ones.
        let value = eval_gegenbauer(&rows::subtract(n, k)?, k as f64 + 0.5, z)?;
        if k == 2 { rows::multiply(&value, 3.0) } else { Ok(value) }
    });
    stack(&each.collect::<Result<Vec<Array>>>()?, 0)
}

/// The polynomials of all degrees up to n, and their derivatives, in the precision of z:
/// `scipy.special.legendre_p_all`.
///
/// # Errors
/// A value error for a negative degree and a negative number of derivatives, and for more than two.
pub fn legendre_p_all(n: i64, z: &Array, count: i64) -> Result<Array> {
    let dtype = match z.dtype() {
        dtype @ (DType::F32 | DType::C64 | DType::C128) => dtype,
        _ => DType::F64,
    };
    polynomials(&degrees(n, z.ndim(), z)?, &wide(z)?, derivatives(count)?)?.in_dtype(dtype)
}

/// Which function is associated with a polynomial beyond the interval from -1 to 1, and whether it has the norm one on
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Associated {
    /// Whether the power is that of z^2 - 1, so that the function is real beyond the interval, and not of 1 - z^2.
    pub beyond: bool,
    /// Whether the integral of the square from -1 to 1 is one.
    pub norm: bool,
}

/// The associated functions of Legendre of whole degrees n and orders m, and their first derivatives, one after
/// another along a first axis, in double precision: `scipy.special.assoc_legendre_p`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special::{self, Associated};
/// # fn main() -> Result<()> {
/// let kind = Associated { beyond: false, norm: false };
/// let value = special::assoc_legendre_p(&array![2], &array![2], &array![0.5], kind, 1)?;
/// assert_eq!(value.to_string(), "[[ 2.25]\n [-3.  ]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for degrees and orders that are no integers, a value error for shapes that do not broadcast, for a
/// negative number of derivatives and for more than two.
pub fn assoc_legendre_p(n: &Array, m: &Array, z: &Array, kind: Associated, count: i64) -> Result<Array> {
    let count = derivatives(count)?;
    let (n, m) = (whole("assoc_legendre_p", n)?, whole("assoc_legendre_p", m)?);
    let z = wide(z)?;
    let size = rows::absolute(&m)?;
    let (degree, order) = (n.astype(DType::F64)?, size.astype(DType::F64)?);
    let difference = rows::subtract(&degree, &order)?;
    // The signs of Condon and Shortley's phase, for positive orders.
    let odd = rows::not_equal(&rows::remainder(&size, 2)?, 0)?;
    let phase = where_(&odd, -1.0, 1.0)?;
    let negative = rows::less(&m, 0)?;
    let sign = where_(&negative, 1.0, if kind.beyond { Argument::from(1.0) } else { Argument::Array(&phase) })?;
    // (2m - 1)!! times (n - m)!/(n + m)!, whole or as a root: by how many choices there are, and by logarithms, whose
    // errors grow with them, where that number is out of range.
    let twice = rows::multiply(&order, 2.0)?;
    let choices = binom(&rows::add(&degree, &order)?, &twice)?;
    let powers = rows::exp2(&order)?;
    let odd_factorial = rows::multiply(&poch(0.5, &order)?, &powers)?;
    let shared = if kind.norm {
        // (2m - 1)!!/(2m)!! by a quotient of gamma functions.
        let halves = rows::multiply(&poch(&rows::add(&order, 0.5)?, 0.5)?, std::f64::consts::PI.sqrt())?;
        let level = rows::divide(&rows::add(&degree, 0.5)?, &halves)?;
        rows::divide(&rows::sqrt(&level)?, &rows::sqrt(&choices)?)?
    } else {
        let products = rows::multiply(&gamma(&rows::add(&order, 1.0)?)?, &powers)?;
        where_(&negative, &rows::divide(&rows::divide(1.0, &choices)?, &products)?, &odd_factorial)?
    };
    let quotient = rows::subtract(
        &gammaln(&rows::add(&difference, 1.0)?)?,
        &gammaln(&rows::add(&rows::add(&degree, &order)?, 1.0)?)?,
    )?;
    let far = {
        let share = if kind.norm {
            let level = rows::log(&rows::add(&degree, 0.5)?)?;
            rows::multiply(&rows::add(&quotient, &level)?, 0.5)?
        } else {
            where_(&negative, &quotient, 0.0)?
        };
        let halves = rows::multiply(&order, std::f64::consts::LN_2)?;
        let above = gammaln(&rows::add(&twice, 1.0)?)?;
        let odd = rows::subtract(&above, &rows::add(&gammaln(&rows::add(&order, 1.0)?)?, &halves)?)?;
        rows::exp(&rows::add(&odd, &share)?)?
    };
    let shared = where_(&rows::isfinite(&choices)?, &shared, &far)?;
    let outside = rows::greater(&size, &n)?;
    // The root of 1 - z^2, or of z^2 - 1 with its cut from -1 to 1; it is not real on the other side.
    let root = if !kind.beyond {
        rows::sqrt(&rows::multiply(&rows::subtract(1.0, &z)?, &rows::add(1.0, &z)?)?)?
    } else if z.dtype().is_complex() {
        rows::multiply(&rows::sqrt(&rows::subtract(&z, 1.0)?)?, &rows::sqrt(&rows::add(&z, 1.0)?)?)?
    } else {
        let beyond = rows::multiply(&rows::subtract(&z, 1.0)?, &rows::add(&z, 1.0)?)?;
        // The zero of -1 is a positive one.
        where_(&rows::less(&z, -1.0)?, f64::NAN, &rows::add(&rows::sqrt(&beyond)?, 0.0)?)?
    };
    let base = rows::square(&root)?;
    let turn = if kind.beyond { -1.0 } else { 1.0 };
    // (2 (m + k) - 1)!! times the polynomial of Gegenbauer of degree n - m - k: the derivative of order m + k.
    let slope = |k: i64| -> Result<Array> {
        let top = rows::add(&order, k as f64)?;
        let mut scale = shared.clone();
        for j in 0..k {
            scale = rows::multiply(&scale, &rows::add(&twice, (2 * j + 1) as f64)?)?;
        }
        let lower = rows::subtract(&rows::subtract(&n, &size)?, k)?;
        let value = eval_gegenbauer(&lower, &rows::add(&top, 0.5)?, &z)?;
        let value = where_(&rows::less(&lower, 0)?, 0.0, &rows::multiply(&value, &scale)?)?;
        rows::multiply(&value, &sign)
    };
    let is_order = |order: i64| rows::equal(&size, order);
    // The root to the power of m - less.
    let power = |less: f64| -> Result<Array> {
        let exponent = rows::subtract(&order, less)?;
        where_(&rows::equal(&exponent, 0.0)?, 1.0, &rows::power(&root, &exponent)?)
    };
    let done = |value: &Array| where_(&outside, 0.0, value);
    let s0 = slope(0)?;
    let mut each = vec![done(&rows::multiply(&power(0.0)?, &s0)?)?];
    if count > 0 {
        // w^(m - 2) (-+ m z s + b s'), with b = w^2.
        let s1 = slope(1)?;
        let pull = rows::multiply(&rows::multiply(&order, &z)?, -turn)?;
        let sum = rows::add(&rows::multiply(&pull, &s0)?, &rows::multiply(&base, &s1)?)?;
        let value = rows::multiply(&power(2.0)?, &sum)?;
        each.push(done(&where_(&is_order(0)?, &s1, &value)?)?);
        if count > 1 {
            // w^(m - 4) ((m (m - 2) z^2 -+ m b) s -+ 2 m z b s' + b^2 s''), for m = 2 without its first term and b.
            let s2 = slope(2)?;
            let bend = rows::multiply(&order, &rows::subtract(&order, 2.0)?)?;
            let ends = rows::multiply(&rows::multiply(&pull, &s1)?, 2.0)?;
            let inner = rows::add(&rows::multiply(&rows::multiply(&order, &s0)?, -turn)?, &ends)?;
            let inner = rows::add(&inner, &rows::multiply(&base, &s2)?)?;
            let first = rows::multiply(&rows::multiply(&bend, &rows::square(&z)?)?, &s0)?;
            let sum = rows::add(&first, &rows::multiply(&base, &inner)?)?;
            let value = rows::multiply(&power(4.0)?, &sum)?;
            let value = where_(&is_order(2)?, &inner, &value)?;
            each.push(done(&where_(&is_order(0)?, &s2, &value)?)?);
        }
    }
    stack(&each, 0)
}

/// The spherical harmonic of whole degrees and orders, as complex128.
fn harmonic(n: &Array, m: &Array, theta: Argument<'_>, phi: Argument<'_>) -> Result<Array> {
    apply(const { RowId::named("sph_harm_y") }, &[n.into(), m.into(), theta, phi])
}

/// sqrt((n - m)(n + m + 1)), the factor of the next order, and sqrt((n + m)(n - m + 1)), that of the one before.
fn ladder(n: &Array, m: &Array) -> Result<[Array; 2]> {
    let factor = |less: &Array, more: &Array| {
        let product = rows::multiply(less, &rows::add(more, 1)?)?;
        rows::sqrt(&rows::maximum(&product.astype(DType::F64)?, 0.0)?)
    };
    let (difference, sum) = (rows::subtract(n, m)?, rows::add(n, m)?);
    Ok([factor(&difference, &sum)?, factor(&sum, &difference)?])
}

/// The derivative over the polar angle of a function of the order: half of the next order times its factor, minus the
/// one before times its own. `turn` is e^(i phi), the factor between functions of neighbouring orders.
fn over_polar_angle(
    n: &Array,
    m: &Array,
    turn: Option<&Array>,
    function: &dyn Fn(&Array) -> Result<Array>,
) -> Result<Array> {
    let [next, before] = ladder(n, m)?;
    let above = rows::multiply(&function(&rows::add(m, 1)?)?, &next)?;
    let below = rows::multiply(&function(&rows::subtract(m, 1)?)?, &before)?;
    let (above, below) = match turn {
        Some(turn) => (rows::multiply(&above, &rows::conjugate(turn)?)?, rows::multiply(&below, turn)?),
        None => (above, below),
    };
    rows::multiply(&rows::subtract(&above, &below)?, 0.5)
}

/// The spherical functions of Legendre of whole degrees n and orders m at polar angles, and their first derivatives,
/// one after another along a first axis: `scipy.special.sph_legendre_p`. It is the spherical harmonic at the azimuth
/// zero.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// let both = special::sph_legendre_p(&array![1], &array![0], &array![0.5], 1)?;
/// assert_eq!(both.to_string(), "[[ 0.42878904]\n [-0.23424852]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`legendre_p`].
pub fn sph_legendre_p(n: &Array, m: &Array, theta: &Array, count: i64) -> Result<Array> {
    let (n, m) = (whole("sph_legendre_p", n)?, whole("sph_legendre_p", m)?);
    let theta = real("sph_legendre_p", theta)?;
    let value = |m: &Array| harmonic(&n, m, (&theta).into(), Argument::Value(Value::Float(0.0)))?.real();
    let slope = |m: &Array| over_polar_angle(&n, m, None, &value);
    let mut each = vec![value(&m)?];
    if derivatives(count)? > 0 {
        each.push(slope(&m)?);
    }
    if count > 1 {
        each.push(over_polar_angle(&n, &m, None, &slope)?);
    }
    stack(&each, 0)
}

/// Spherical harmonics of whole degrees n and orders m at polar angles theta and azimuths phi, and where they are asked
/// for the gradient along a last axis, over theta and phi, and the matrix of second derivatives along two:
/// `scipy.special.sph_harm_y`, complex128.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::special;
/// # fn main() -> Result<()> {
/// let parts = special::sph_harm_y_with_derivatives(&array![1], &array![0], &array![0.0], &array![0.0], 2)?;
/// assert_eq!([parts[0].shape(), parts[1].shape(), parts[2].shape()], [&[1][..], &[1, 2], &[1, 2, 2]]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`legendre_p`].
pub fn sph_harm_y_with_derivatives(n: &Array, m: &Array, theta: &Array, phi: &Array, count: i64) -> Result<Vec<Array>> {
    let count = derivatives(count)?;
    let value = |m: &Array| harmonic(n, m, theta.into(), phi.into());
    let mut parts = vec![value(m)?];
    if count == 0 {
        return Ok(parts);
    }
    let extents = parts[0].shape().to_vec();
    let wide = |array: &Array| array.astype(DType::C128)?.broadcast_to(&extents[..]);
    let turn = rows::exp(&rows::multiply(phi, cuprust::c128::new(0.0, 1.0))?)?;
    let polar = |m: &Array| over_polar_angle(n, m, Some(&turn), &value);
    // The derivative over the azimuth is i m times the function.
    let around = |m: &Array, of: &Array| rows::multiply(&rows::multiply(of, m)?, cuprust::c128::new(0.0, 1.0));
    let slope = polar(m)?;
    let gradient = [wide(&slope)?, wide(&around(m, &parts[0])?)?];
    parts.push(stack(&gradient, -1)?);
    if count > 1 {
        let mixed = wide(&around(m, &slope)?)?;
        let bend = wide(&over_polar_angle(n, m, Some(&turn), &polar)?)?;
        let last = wide(&rows::negative(&rows::multiply(&parts[0], &rows::square(m)?)?)?)?;
        let rows = [stack(&[bend, mixed.clone()], -1)?, stack(&[mixed, last], -1)?];
        parts.push(stack(&rows, -2)?);
    }
    Ok(parts)
}
