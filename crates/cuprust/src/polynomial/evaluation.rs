//! Evaluation of series at points, and linear operations on coefficients: derivatives, integrals, least squares.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, Value, promote};
use cuprust_reserve::collected;

use super::basis::Basis;
use crate::creation::{shape, zeros};
use crate::linalg::{self, LeastSquares};
use crate::manipulation::{concatenate, stack};
use crate::runtime::{list_for, warn};
use crate::ufunc::rows;
use crate::{Argument, Array, Warning, normalize_axis};

/// The array with axes of extent one appended.
pub(super) fn with_trailing_axes(array: &Array, count: usize) -> Result<Array> {
    (0..count).try_fold(array.clone(), |array, _| array.expand_dims(-1))
}

/// The values of monic polynomials given by their zeros: `numpy.polynomial.polynomial.polyvalfromroots`.
///
/// # Errors
/// A value error where shapes do not broadcast, and without `tensor` for points with at least as many axes as the
/// zeros.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(polynomial::polyvalfromroots(&array![3.0, 0.0], &array![1.0, 2.0], true)?.to_string(), "[2. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn polyvalfromroots(x: &Array, r: &Array, tensor: bool) -> Result<Array> {
    let r = r.atleast_1d().inexact()?;
    let r = match tensor {
        true => with_trailing_axes(&r, x.ndim())?,
        false if x.ndim() > 0 && x.ndim() >= r.ndim() => {
            return Err(Error::value("x.ndim must be < r.ndim when tensor == False"));
        }
        false => r,
    };
    rows::subtract(x, &r)?.prod(0)
}

/// The result of [`Basis::fit`].
#[derive(Debug)]
pub struct SeriesFit {
    /// The coefficients, the lowest degree first: one column for each column of `y`.
    pub coefficients: Array,
    /// The other results of solving the system, whose columns were normalised.
    pub system: LeastSquares,
    /// Singular values below this fraction of the largest count as zero.
    pub rcond: f64,
    /// The dtype of that number: float64 if it was given, else that of the points.
    pub(super) rcond_dtype: DType,
    order: i64,
}

impl SeriesFit {
    /// Warns if the system is rank-deficient.
    ///
    /// # Errors
    /// Where the host language turns the warning into an error.
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = array![0.0, 1.0, 2.0];
    /// polynomial::Basis::Power.fit(&x, &x, &[1], true, None, None)?.check_rank()?;
    /// # Ok::<(), Error>(())
    /// ```
    pub fn check_rank(&self) -> Result<()> {
        if self.system.rank == self.order { Ok(()) } else { warn(Warning::Rank, "The fit may be poorly conditioned") }
    }
}

/// Numbers in the dtype of an array, one for each element of its first axis.
fn along_the_first(numbers: &[f64], c: &Array) -> Result<Array> {
    let numbers = Array::from_slice(numbers, [numbers.len() as i64], c.device())?.in_dtype(c.dtype())?;
    with_trailing_axes(&numbers, c.ndim() - 1)
}

/// The sums along the first axis of each element and all that follow it at a multiple of `step`.
fn sums_from(c: &Array, step: i64) -> Result<Array> {
    let count = c.shape()[0];
    let rest = (step - count % step) % step;
    let whole = if rest == 0 {
        c.clone()
    } else {
        let extents: Vec<i64> = std::iter::once(rest).chain(c.shape()[1..].iter().copied()).collect();
        concatenate(&[c, &zeros(shape(&extents[..]).dtype(c.dtype()).on(c.device()))?], 0)?
    };
    let extents: Vec<i64> = [(count + rest) / step, step].into_iter().chain(c.shape()[1..].iter().copied()).collect();
    let sums =
        crate::math::cumsum_with(&whole.reshape(&extents[..])?.flip(0)?, Some(0), Some(c.dtype()), None)?.flip(0)?;
    sums.reshape(whole.shape())?.at(..count)
}

impl Basis {
    /// The values of series whose coefficients are along the first axis, the lowest degree first. With `tensor` each
    /// column of coefficients is a series that is evaluated at every point, otherwise points and columns broadcast.
    /// (Clenshaw, "A note on the summation of Chebyshev series", 1955.)
    ///
    /// ```
    /// use cuprust::{polynomial::Basis, *};
    /// # fn main() -> Result<()> {
    /// let values = Basis::Chebyshev.value(&array![0.0, 0.5, 1.0], &array![1.0, 2.0, 3.0], true)?;
    /// assert_eq!(values.to_string(), "[-2.   0.5  6. ]");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// An index error for no coefficients, a value error where shapes do not broadcast.
    pub fn value(self, x: &Array, c: &Array, tensor: bool) -> Result<Array> {
        let c = c.atleast_1d().inexact()?;
        let c = if tensor { with_trailing_axes(&c, x.ndim())? } else { c };
        // As in NumPy, bool is converted to int64 for the multiplication of points by a number.
        let is_scaled = match self {
            Basis::Power | Basis::Hermite => true,
            Basis::Chebyshev => c.shape()[0] != 2,
            _ => c.shape()[0] == 1,
        };
        let x = &if x.dtype() == DType::Bool && is_scaled { x.in_dtype(DType::I64)? } else { x.clone() };
        let mut next = c.at(-1)?;
        if self == Basis::Power || c.shape()[0] == 1 {
            // NumPy's values for points that are not finite.
            next = rows::add(&next, &rows::multiply(x, Scalar::new(0i8).cast(x.dtype()))?)?;
        }
        let mut after: Option<Array> = None;
        for k in (0..c.shape()[0] - 1).rev() {
            let (step, ahead) = (self.step(k as usize), self.step(k as usize + 1));
            // As in NumPy, integers stay integers, and unsigned ones wrap around.
            let (point, up) = match step.same {
                0.0 => (x.clone(), step.up),
                same => (rows::subtract(Value::Int(same as i128), x)?, -step.up),
            };
            let mut moved = rows::multiply(&next, &point)?;
            if up != 1.0 {
                moved = rows::multiply(&moved, 1.0 / up)?;
            }
            let mut own = rows::add(&c.at(k)?, &moved)?;
            if let Some(after) = after.as_ref().filter(|_| ahead.down != 0.0) {
                own = match ahead.down / ahead.up {
                    1.0 => rows::subtract(&own, after)?,
                    share => rows::subtract(&own, &rows::multiply(after, share)?)?,
                };
            }
            after = Some(std::mem::replace(&mut next, own));
        }
        Ok(next)
    }

    /// The values of series of several variables at points, with one array of coordinates per variable, all of one
    /// shape.
    ///
    /// # Errors
    /// As [`Basis::value`], and a value error for coordinates of different shapes.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (x, c) = (array![2.0, 3.0], array![[0.0, 0.0], [0.0, 1.0]]);
    /// assert_eq!(polynomial::Basis::Power.value_at(&[&x, &x], &c)?.to_string(), "[4. 9.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn value_at(self, points: &[&Array], c: &Array) -> Result<Array> {
        if points.iter().any(|point| point.shape() != points[0].shape()) {
            let names = ["x", "y", "z"][..points.len().min(3)].join(", ");
            return Err(Error::value(format!("{names} are incompatible")));
        }
        let mut values = c.clone();
        for (turn, point) in points.iter().enumerate() {
            values = self.value(point, &values, turn == 0)?;
        }
        Ok(values)
    }

    /// The values of series of several variables on the grid of all combinations of coordinates.
    ///
    /// # Errors
    /// As [`Basis::value`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let (x, c) = (array![2.0, 3.0], array![[0.0, 0.0], [0.0, 1.0]]);
    /// assert_eq!(polynomial::Basis::Power.value_on_grid(&[&x, &x], &c)?.to_string(), "[[4. 6.]\n [6. 9.]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn value_on_grid(self, points: &[&Array], c: &Array) -> Result<Array> {
        points.iter().try_fold(c.clone(), |values, point| self.value(point, &values, true))
    }

    /// The polynomials of the basis up to a degree at points, along a new last axis.
    ///
    /// # Errors
    /// A value error for a negative degree.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::Chebyshev.vander(&array![2.0], 2)?.to_string(), "[[1. 2. 7.]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn vander(self, x: &Array, deg: i64) -> Result<Array> {
        if deg < 0 {
            return Err(Error::value("deg must be non-negative"));
        }
        let x = rows::add(&x.atleast_1d(), 0.0)?;
        // For points that are not finite NumPy has no ones either.
        let mut all = list_for((deg as usize).saturating_add(1), "polynomials")?;
        all.push(rows::add(&rows::multiply(&x, 0.0)?, 1.0)?);
        for k in 0..deg as usize {
            let step = self.step(k);
            let point = if step.same == 0.0 { x.clone() } else { rows::subtract(&x, step.same)? };
            let mut next = if k == 0 { point } else { rows::multiply(&all[k], &point)? };
            if k > 0 && step.down != 0.0 {
                next = match step.down {
                    1.0 => rows::subtract(&next, &all[k - 1])?,
                    share => rows::subtract(&next, &rows::multiply(&all[k - 1], share)?)?,
                };
            }
            if step.up != 1.0 {
                next = rows::multiply(&next, 1.0 / step.up)?;
            }
            all.push(next);
        }
        stack(&all, 0)?.moveaxis(0, -1)
    }

    /// The products of the basis' polynomials of several variables at points, along a new last axis.
    ///
    /// # Errors
    /// As [`Basis::vander`], and a value error for another number of degrees than of variables.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (x, y) = (array![2.0], array![3.0]);
    /// assert_eq!(polynomial::Basis::Power.vander_of(&[&x, &y], &[1, 1])?.to_string(), "[[1. 3. 2. 6.]]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn vander_of(self, points: &[&Array], degrees: &[i64]) -> Result<Array> {
        if points.iter().any(|point| point.shape() != points[0].shape()) {
            return Err(Error::value("setting an array element with a sequence: places have different shapes"));
        }
        if degrees.len() != points.len() {
            let n = points.len();
            return Err(Error::value(format!("Expected {n} dimensions of degrees, got {}", degrees.len())));
        }
        // As in NumPy, the coordinates are first joined to one array.
        let dtype = points.iter().map(|point| point.dtype()).reduce(promote);
        let mut all: Option<Array> = None;
        for (point, &degree) in points.iter().zip(degrees) {
            let own = self.vander(&point.in_dtype(dtype.unwrap_or(point.dtype()))?, degree)?;
            all = Some(match all {
                None => own,
                Some(all) => {
                    let product = rows::multiply(&all.expand_dims(-1)?, &own.expand_dims(-2)?)?;
                    let mut shape = product.shape()[..product.ndim() - 2].to_vec();
                    shape.push(all.shape()[all.ndim() - 1] * own.shape()[own.ndim() - 1]);
                    product.reshape(&shape[..])?
                }
            });
        }
        all.ok_or_else(|| Error::value("Unable to guess a dtype or shape when no points are given"))
    }

    /// The derivative of series along the first axis.
    fn derived(self, c: &Array) -> Result<Array> {
        let columns = c.shape()[0];
        let times = |c: &Array, factor: &dyn Fn(f64) -> f64| {
            let factors = collected((1..columns).map(|k| factor(k as f64)))?;
            rows::multiply(c, &along_the_first(&factors, c)?)
        };
        let higher = c.at(1..)?;
        match self {
            Basis::Power | Basis::HermiteE => times(&higher, &|k| k),
            Basis::Hermite => times(&higher, &|k| 2.0 * k),
            // For these bases the derivative of a polynomial is a sum of every other lower one, or of all.
            Basis::Chebyshev => {
                let sums = sums_from(&times(&higher, &|k| k)?, 2)?;
                times(&sums, &|k| if k == 1.0 { 1.0 } else { 2.0 })
            }
            Basis::Legendre => times(&sums_from(&higher, 2)?, &|k| 2.0 * k - 1.0),
            Basis::Laguerre => rows::negative(&sums_from(&higher, 1)?),
        }
    }

    /// An integral of series along the first axis.
    fn integrated(self, c: &Array) -> Result<Array> {
        let columns = c.shape()[0];
        let share = |factor: &dyn Fn(f64) -> f64, from: i64| {
            let factors = collected((from..columns).map(|k| factor(k as f64)))?;
            rows::divide(&c.at(from..)?, &along_the_first(&factors, c)?)
        };
        let first = rows::multiply(&c.at(..1)?, 0.0)?;
        let zeros = |count: i64| {
            let extents: Vec<i64> = std::iter::once(count).chain(c.shape()[1..].iter().copied()).collect();
            zeros(shape(&extents[..]).dtype(c.dtype()).on(c.device()))
        };
        let raised = |higher: &Array| concatenate(&[&first, higher], 0);
        // The subtracted coefficient is two positions before the added one.
        let without = |higher: &Array, lower: &Array| match columns {
            ..3 => raised(higher),
            _ => rows::subtract(&raised(higher)?, &concatenate(&[&zeros(1)?, lower, &zeros(2)?], 0)?),
        };
        match self {
            Basis::Power | Basis::HermiteE => raised(&share(&|k| k + 1.0, 0)?),
            Basis::Hermite => raised(&share(&|k| 2.0 * (k + 1.0), 0)?),
            Basis::Chebyshev => without(
                &share(&|k| if k == 0.0 { 1.0 } else { 2.0 * (k + 1.0) }, 0)?,
                &share(&|k| 2.0 * (k - 1.0), 2.min(columns))?,
            ),
            Basis::Legendre => without(&share(&|k| 2.0 * k + 1.0, 0)?, &share(&|k| 2.0 * k + 1.0, 2.min(columns))?),
            Basis::Laguerre => {
                let zero = zeros(1)?;
                rows::subtract(&concatenate(&[c, &zero], 0)?, &concatenate(&[&zero, c], 0)?)
            }
        }
    }

    /// The derivative of series along an axis, applied several times and each time multiplied by `scale`.
    ///
    /// # Errors
    /// A value error for a negative number of times, an axis error for an axis out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// let c = array![1.0, 2.0, 3.0];
    /// assert_eq!(polynomial::Basis::Power.derivative_of(&c, 1, 1.0.into(), 0)?.to_string(), "[2. 6.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn derivative_of(self, c: &Array, times: i64, scale: Argument<'_>, axis: i64) -> Result<Array> {
        if times < 0 {
            return Err(Error::value("The order of derivation must be non-negative"));
        }
        let c = c.atleast_1d().inexact()?;
        let axis = normalize_axis(axis, c.ndim())? as i64;
        if times == 0 {
            return c.copy();
        }
        let mut c = c.moveaxis(axis, 0)?;
        if times >= c.shape()[0] {
            return rows::multiply(&c.at(..1)?, 0.0)?.moveaxis(0, axis);
        }
        for _ in 0..times {
            c = self.derived(&same_kind(rows::multiply(&c, scale)?, &c)?)?;
        }
        c.moveaxis(0, axis)?.copy()
    }

    /// The integral of series along an axis, applied several times and each time multiplied by `scale`, with the value
    /// of a constant at `bound`; missing constants are zero.
    ///
    /// # Errors
    /// A value error for a negative number of times and for more constants, an axis error for an axis out of range.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (c, zero) = (array![2.0, 6.0], zeros(())?);
    /// let whole = polynomial::Basis::Power.integral_of(&c, 1, &[], &zero, 1.0.into(), 0)?;
    /// assert_eq!(whole.to_string(), "[0. 2. 3.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn integral_of(
        self,
        c: &Array,
        times: i64,
        constants: &[Scalar],
        bound: &Array,
        scale: Argument<'_>,
        axis: i64,
    ) -> Result<Array> {
        if times < 0 {
            return Err(Error::value("The order of integration must be non-negative"));
        }
        if constants.len() as i64 > times {
            return Err(Error::value("Too many integration constants"));
        }
        if bound.ndim() != 0 {
            return Err(Error::value("lbnd must be a scalar."));
        }
        let c = c.atleast_1d().inexact()?;
        let axis = normalize_axis(axis, c.ndim())? as i64;
        if times == 0 {
            return c.copy();
        }
        let mut c = c.moveaxis(axis, 0)?;
        for turn in 0..times as usize {
            let constant = constants.get(turn).copied().unwrap_or_else(|| Scalar::new(0i8).cast(c.dtype()));
            c = same_kind(rows::multiply(&c, scale)?, &c)?;
            let columns = c.shape()[0] as usize;
            let vanishes = columns == 1 && rows::all(&rows::equal(&c, 0)?, ..)?.item()?.get::<bool>();
            if vanishes {
                c = same_kind(rows::add(&c, constant)?, &c)?;
                continue;
            }
            let whole = self.integrated(&c)?;
            let first = rows::subtract(constant, &self.value(bound, &whole, true)?)?;
            let first = rows::add(&whole.at(..1)?, &first.expand_dims(0)?)?;
            c = concatenate(&[&same_kind(first, &whole)?, &whole.at(1..)?], 0)?;
        }
        c.moveaxis(0, axis)?.copy()
    }

    /// The least-squares fit of a series of these degrees to the values `y` at the points `x`, with weights `w`. A
    /// single degree stands for all up to it.
    ///
    /// # Errors
    /// A value error for a negative degree, a type error for other axes or lengths than those of a vector of points and
    /// one or more vectors of values.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (x, y) = (array![0.0, 1.0, 2.0], array![1.0, 3.0, 5.0]);
    /// let fit = polynomial::Basis::Power.fit(&x, &y, &[1], true, None, None)?;
    /// assert_eq!(fit.coefficients.round(6)?.to_string(), "[1. 2.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn fit(
        self,
        x: &Array,
        y: &Array,
        degrees: &[i64],
        one: bool,
        rcond: Option<f64>,
        w: Option<&Array>,
    ) -> Result<SeriesFit> {
        let float = |array: &Array| rows::add(array, 0.0);
        let (x, y) = (float(x)?, float(y)?);
        let Some(&largest) = degrees.iter().max() else {
            return Err(Error::type_("deg must be an int or non-empty 1-D array of int"));
        };
        if degrees.iter().any(|&degree| degree < 0) {
            return Err(Error::value("expected deg >= 0"));
        }
        if x.ndim() != 1 {
            return Err(Error::type_("expected 1D vector for x"));
        }
        if x.size() == 0 {
            return Err(Error::type_("expected non-empty vector for x"));
        }
        if y.ndim() < 1 || y.ndim() > 2 {
            return Err(Error::type_("expected 1D or 2D array for y"));
        }
        if x.shape()[0] != y.shape()[0] {
            return Err(Error::type_("expected x and y to have same length"));
        }
        let mut sorted = degrees.to_vec();
        sorted.sort_unstable();
        let mut matrix = self.vander(&x, largest)?;
        if !one {
            let kept = Array::from_slice(&sorted, [sorted.len() as i64], x.device())?;
            matrix = crate::indexing::take(&matrix, &kept, 1, crate::Bounds::Raise, None)?;
        }
        let mut values = y.clone();
        if let Some(w) = w {
            let w = float(w)?;
            if w.ndim() != 1 {
                return Err(Error::type_("expected 1D vector for w"));
            }
            if w.shape()[0] != x.shape()[0] {
                return Err(Error::type_("expected x and w to have same length"));
            }
            let column = w.expand_dims(1)?;
            matrix = rows::multiply(&matrix, &column)?;
            values = rows::multiply(&y, if y.ndim() == 2 { &column } else { &w })?;
        }
        let epsilon = if x.dtype().real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
        let rcond_dtype = if rcond.is_none() { x.dtype().real() } else { DType::F64 };
        let rcond = rcond.unwrap_or(x.size() as f64 * epsilon);
        let lengths = rows::sqrt(&rows::sum(&rows::square(&rows::absolute(&matrix)?)?, crate::axis(0))?)?;
        let none = rows::equal(&lengths, 0)?;
        let lengths = crate::ufunc::where_(&none, 1, &lengths)?.in_dtype(lengths.dtype())?;
        let system = linalg::lstsq(&rows::divide(&matrix, &lengths)?, &values, Some(rcond))?;
        let divisor = if y.ndim() == 2 { lengths.expand_dims(1)? } else { lengths };
        let mut coefficients = rows::divide(&system.x, &divisor)?;
        let order = if one { largest + 1 } else { sorted.len() as i64 };
        if !one {
            let mut extents = coefficients.shape().to_vec();
            extents[0] = largest + 1;
            let whole = zeros(shape(&extents[..]).dtype(coefficients.dtype()).on(x.device()))?;
            for (point, &degree) in sorted.iter().enumerate() {
                whole.at(degree)?.assign(&coefficients.at(point as i64)?)?;
            }
            coefficients = whole;
        }
        Ok(SeriesFit { coefficients, system, rcond, rcond_dtype, order })
    }

    /// The basis's weight at points.
    ///
    /// # Errors
    /// A value error for powers, which have none.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(polynomial::Basis::HermiteE.weight(&array![0.0])?.to_string(), "[1.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn weight(self, x: &Array) -> Result<Array> {
        match self {
            Basis::Power => Err(Error::value("powers have no weight")),
            Basis::Chebyshev => {
                let root = |x: &Array| rows::sqrt(x);
                rows::divide(1.0, &rows::multiply(&root(&rows::add(x, 1.0)?)?, &root(&rows::subtract(1.0, x)?)?)?)
            }
            Basis::Legendre => rows::add(&rows::multiply(x, 0.0)?, 1.0),
            Basis::Hermite => rows::exp(&rows::negative(&rows::square(x)?)?),
            Basis::HermiteE => rows::exp(&rows::multiply(&rows::square(x)?, -0.5)?),
            Basis::Laguerre => rows::exp(&rows::negative(x)?),
        }
    }
}

/// Coefficients with constants, converted to the dtype of the coefficients.
///
/// # Errors
/// A type error for complex constants of real coefficients.
fn same_kind(with: Array, without: &Array) -> Result<Array> {
    if with.dtype().is_complex() && !without.dtype().is_complex() {
        return Err(Error::type_("complex constants need complex coefficients"));
    }
    with.in_dtype(without.dtype())
}
