//! Means, variances and related statistics, composed of reductions and rows so that they fuse.

pub(crate) mod counting;
mod covariance;
mod histograms;
mod quantiles;
pub(crate) mod table;

use cuprust_ir::{Error, Result};
use cuprust_num::{Casting, DType, Scalar, promote};
use cuprust_ops::{Reduction, ReductionRow, RowId};

use crate::Array;
use crate::ufunc::casting::{check_mask, wide, wide_inexact};
use crate::ufunc::over::{Initial, Over, Variance};
use crate::ufunc::reduction::{fold, start_over};
use crate::ufunc::{Argument, MapOptions, ReduceOptions, map_one, rows, single_output, where_};

pub use counting::bincount;
pub use covariance::{Covariance, corrcoef, cov};
pub use histograms::{Bins, Estimator, Histogram, Interval, histogram, histogram_bin_edges, histogramdd};
pub use quantiles::{Interpolation, Method, Quantiles};

const ADD: RowId = RowId::named("add");
const DIVIDE: RowId = RowId::named("divide");
const MULTIPLY: RowId = RowId::named("multiply");
const SQRT: RowId = RowId::named("sqrt");
const SUBTRACT: RowId = RowId::named("subtract");

impl Array {
    /// The mean over axes: `x.mean(..)`, `x.mean(1)`. Elements are added in the given dtype, which is also the
    /// result's; by default in float64 for integers and bool, else in the array's own, and for the half types in
    /// float32.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.mean(1)?.to_string(), "[1. 4.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn mean<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        self.mean_over(&over.into())
    }

    fn mean_over<E: Clone>(&self, over: &Over<'_, E>) -> Result<Array> {
        let (sum, count) = self.sum_and_count(over, mean_dtype(self.dtype(), over.dtype))?;
        let result = over.dtype.unwrap_or_else(|| moment_dtype(self.dtype()));
        quotient("mean", &sum, count, result, over.out)
    }

    /// The variance over axes: the mean of squared distances from the mean; `x.var(axis(0).ddof(1.0))` divides by the
    /// number less one. It is real for complex arrays, unless a dtype is given.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = arange(6)?.reshape((2, 3))?;
    /// assert_eq!(a.var(axis(0).ddof(1.0))?.to_string(), "[4.5 4.5 4.5]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn var<'a>(&self, over: impl Into<Over<'a, Variance<'a>>>) -> Result<Array> {
        let over = over.into();
        self.variance(&over, over.dtype.unwrap_or_else(|| moment_dtype(self.dtype()).real()), TooFewElements::Zero)
    }

    /// The standard deviation over axes: the square root of the variance.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`], and a type error for an integer dtype if there are several roots.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, 3.0].std(..)?.to_string(), "1.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn std<'a>(&self, over: impl Into<Over<'a, Variance<'a>>>) -> Result<Array> {
        self.deviation(&over.into(), TooFewElements::Zero)
    }

    fn deviation(&self, over: &Over<'_, Variance<'_>>, too_few: TooFewElements) -> Result<Array> {
        // The half types are rounded once, after the root.
        let computed = over.dtype.unwrap_or_else(|| wide_inexact(self.dtype()).real());
        let variance = self.variance(&over.clone().out(None), computed, too_few)?;
        if let Some(out) = over.out {
            out.check_out("std", variance.shape(), variance.device())?;
        }
        let result = over.dtype.unwrap_or_else(|| match (over.extra.mean, too_few) {
            (Some(_), TooFewElements::Zero) => variance.dtype(),
            _ => moment_dtype(self.dtype()).real(),
        });
        let own = if result.is_inexact() || variance.ndim() == 0 { None } else { Some(&variance) };
        // As in NumPy, roots of integers are written in place, which a dtype of integers refuses, while a single one is
        // converted.
        let casting = if own.is_some() || over.out.is_some() { Casting::SameKind } else { Casting::Unsafe };
        let root = MapOptions { out: single_output(over.out.or(own)), casting, ..MapOptions::default() };
        let root = map_one(SQRT, &[Argument::Array(&variance)], &root)?;
        if over.out.is_some() { Ok(root) } else { root.in_dtype(result) }
    }

    /// The variance, as an array of a dtype.
    fn variance(&self, over: &Over<'_, Variance<'_>>, result: DType, too_few: TooFewElements) -> Result<Array> {
        let named =
            over.dtype.is_some_and(|dtype| !dtype.is_inexact() || dtype.is_complex() != self.dtype().is_complex());
        if over.mask.is_some() || over.extra.mean.is_some() || named {
            return self.variance_by_steps(over, result, too_few);
        }
        let computed =
            wide(over.dtype.map_or(moment_dtype(self.dtype()), |dtype| promote(moment_dtype(self.dtype()), dtype)));
        let options = ReduceOptions { dtype: None, out: None, mask: None, ..over.options() };
        let sum = fold(Reduction::SquaredDeviations, "var", self, computed, &options)?;
        let count = (self.reduced(options.axes)? - over.extra.ddof).max(0.0);
        quotient("var", &sum, Count::Number(count), result, over.out)
    }

    /// The variance about the mean in two passes, as in NumPy: for masks, for a given mean, and for dtypes whose sums
    /// are rounded to integers or gain or lose an imaginary part.
    fn variance_by_steps(
        &self,
        over: &Over<'_, Variance<'_>>,
        result: DType,
        too_few: TooFewElements,
    ) -> Result<Array> {
        let sums = over.dtype.unwrap_or_else(|| wide_inexact(self.dtype()));
        let found;
        let mean = match over.extra.mean {
            Some(mean) => mean,
            None => {
                let (sum, count) = self.sum_and_count(&over.clone().keepdims(), sums)?;
                found = quotient("var", &sum, count, sums, None)?;
                Argument::Array(&found)
            }
        };
        let is_known = over.extra.mean.is_some();
        // As in NumPy, distances from a given mean have the common dtype of the mean and the elements, and so does the
        // result.
        let own = if over.dtype.is_some() || is_known { self.clone() } else { self.in_dtype(sums)? };
        let distance = rows::subtract(&own, mean)?;
        // Without NaN they overwrite the elements, as in NumPy.
        let distance =
            if is_known && matches!(too_few, TooFewElements::Nan) { distance.in_dtype(own.dtype())? } else { distance };
        let distance = if self.dtype().is_complex() { rows::absolute(&distance)? } else { distance };
        let square = rows::multiply(&distance, &distance)?;
        let sums = over.dtype.unwrap_or_else(|| match self.dtype().is_inexact() {
            true => square.dtype(),
            false => promote(square.dtype(), DType::F64),
        });
        let result =
            if is_known && over.dtype.is_none() && matches!(too_few, TooFewElements::Zero) { sums } else { result };
        let (sum, _) = square.sum_and_count(over, sums)?;
        let count = self.count_over(&over.options())?;
        let count = match count {
            Count::Number(count) => Count::Number((count - over.extra.ddof).max(0.0)),
            Count::Array(count) => {
                let (less, zero) = (rows::subtract(&count, Scalar::new(over.extra.ddof))?, Scalar::new(0.0));
                Count::Array(match too_few {
                    TooFewElements::Zero => rows::maximum(&less, zero)?,
                    TooFewElements::Nan => where_(&rows::greater(&less, zero)?, &less, Scalar::new(f64::NAN))?,
                })
            }
        };
        quotient("var", &sum, count, result, over.out)
    }

    /// The sum over axes in a dtype, and the number of elements in it.
    fn sum_and_count<E>(&self, over: &Over<'_, E>, dtype: DType) -> Result<(Array, Count)> {
        let options = ReduceOptions { dtype: None, out: None, ..over.options() };
        let sum = fold(Reduction::Fold(ADD), "mean", self, dtype, &options)?;
        Ok((sum, self.count_over(&options)?))
    }

    /// The number of elements in each result of a reduction.
    fn count_over(&self, options: &ReduceOptions) -> Result<Count> {
        let options = ReduceOptions { dtype: None, out: None, ..*options };
        Ok(match options.mask {
            None => Count::Number(self.reduced(options.axes)?),
            Some(mask) => Count::Array(self.count_mask(mask, options)?),
        })
    }

    /// The mean over axes; [`Array::weighted_average`] without weights.
    ///
    /// # Errors
    /// As [`Array::weighted_average`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].average(0)?.to_string(), "[2. 3.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn average<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        Ok(self.weighted_average(over, None)?.0)
    }

    /// The weighted mean over axes, and the sum of the weights: `numpy.average`. The only further option is `keepdims`.
    /// Waits for the weights, to check their sums.
    ///
    /// # Errors
    /// A type error for weights of another shape without axes and for other options, a value error where the weights'
    /// shape is not that of the axes, a zero-division error where weights sum to zero, or where there are no elements.
    ///
    /// ```
    /// # use cuprust::*;
    /// let (mean, weight) = array![1.0, 4.0].weighted_average(.., &array![2.0, 1.0])?;
    /// assert_eq!((mean.to_string(), weight.to_string()), ("2.0".into(), "3.0".into()));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn weighted_average<'a>(
        &self,
        over: impl Into<Over<'a>>,
        weights: impl Into<Option<&'a Array>>,
    ) -> Result<(Array, Array)> {
        let over = over.into();
        if over.dtype.is_some() || over.out.is_some() || over.mask.is_some() {
            return Err(Error::type_(
                "average takes no dtype, out or mask: convert, assign or choose elements beside it",
            ));
        }
        let options = over.options();
        let Some(weights) = weights.into() else {
            let mean = self.mean_over(&over)?;
            if mean.size() == 0 {
                return Err(Error::zero_division("average: division by zero: the result has no elements"));
            }
            let count = Scalar::new(self.reduced(options.axes)?).cast(mean.dtype());
            let counts = mean.full_like(count, None)?;
            return Ok((mean, counts));
        };
        let spread = self.spread_weights(options.axes, weights)?;
        let both = promote(self.dtype(), spread.dtype());
        let wide = if self.dtype().is_inexact() { both } else { promote(both, DType::F64) };
        let in_wide = MapOptions { dtype: Some(wide), casting: Casting::Unsafe, ..MapOptions::default() };
        let products = map_one(MULTIPLY, &[Argument::Array(self), Argument::Array(&spread)], &in_wide)?;
        let total = fold(Reduction::Fold(ADD), "average", &spread, wide, &options)?;
        if rows::any(&rows::logical_not(&total)?, ..)?.item()?.get::<bool>() {
            return Err(Error::zero_division("Weights sum to zero, can't be normalized"));
        }
        let sum = fold(Reduction::Fold(ADD), "average", &products, wide, &options)?;
        Ok((rows::divide(&sum, &total)?, total))
    }

    /// Weights of this array's shape, or of the axes' shape, broadcast to this array's shape.
    fn spread_weights(&self, axes: Option<&[i64]>, weights: &Array) -> Result<Array> {
        // Axes are checked even if they have no effect.
        crate::normalize_axes(axes, self.ndim())?;
        if weights.shape() == self.shape() {
            return Ok(weights.clone());
        }
        let Some(axes) = axes else {
            return Err(Error::type_("Axis must be specified when shapes of a and weights differ."));
        };
        let axes = axes.iter().map(|&axis| crate::normalize_axis(axis, self.ndim())).collect::<Result<Vec<_>>>()?;
        if weights.ndim() != axes.len()
            || !axes.iter().zip(weights.shape()).all(|(&axis, &own)| self.shape()[axis] == own)
        {
            return Err(Error::value("Shape of weights must be consistent with shape of a along specified axis."));
        }
        let mut order: Vec<i64> = (0..axes.len() as i64).collect();
        order.sort_by_key(|&position| axes[position as usize]);
        let shape: Vec<i64> =
            (0..self.ndim()).map(|axis| if axes.contains(&axis) { self.shape()[axis] } else { 1 }).collect();
        weights.transpose(&order)?.reshape(&shape)?.broadcast_to(self.shape())
    }

    /// The maximum minus the minimum over axes.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 7], [3, 4]].ptp(1)?.to_string(), "[6 1]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn ptp<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        let over = over.into();
        let inner = over.clone().out(None);
        let (high, low) = (rows::max(self, inner.clone())?, rows::min(self, inner)?);
        let high = match over.out {
            Some(out) => {
                out.check_out("ptp", high.shape(), high.device())?;
                // As in NumPy, `out` holds the maxima, so that its dtype takes part in that of the difference.
                high.in_dtype(out.dtype())?
            }
            None => high,
        };
        let into = MapOptions { out: single_output(over.out), ..MapOptions::default() };
        map_one(SUBTRACT, &[Argument::Array(&high), Argument::Array(&low)], &into)
    }

    /// The number of nonzero elements over axes, as int64.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[0, 7], [3, 4]].count_nonzero(1)?.to_string(), "[1 2]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn count_nonzero<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        let (over, truth) = (over.into(), self.in_dtype(DType::Bool)?);
        let dtype = over.dtype.unwrap_or(DType::I64);
        fold(Reduction::Fold(ADD), "count_nonzero", &truth, dtype, &over.options())
    }

    /// The sum over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 2.0].nansum(..)?.to_string(), "3.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nansum<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        start_over(const { ReductionRow::named("sum") }, &self.without_nan(0.0)?, over.into())
    }

    /// The product over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![3.0, f64::NAN, 2.0].nanprod(..)?.to_string(), "6.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanprod<'a>(&self, over: impl Into<Over<'a, Initial<'a>>>) -> Result<Array> {
        start_over(const { ReductionRow::named("prod") }, &self.without_nan(1.0)?, over.into())
    }

    /// The index over axes of the first largest element that is not NaN, with the options of `argmax`. Waits for the
    /// elements.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`], and a value error where all elements are NaN.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 2.0].nanargmax(..)?.to_string(), "2");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanargmax<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        self.nan_arg(f64::NEG_INFINITY, over.into(), rows::argmax)
    }

    /// The index over axes of the first smallest element that is not NaN. Waits for the elements.
    ///
    /// # Errors
    /// As [`Array::nanargmax`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![f64::NAN, 1.0, 2.0].nanargmin(..)?.to_string(), "1");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanargmin<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        self.nan_arg(f64::INFINITY, over.into(), rows::argmin)
    }

    fn nan_arg<'a>(
        &self,
        instead: f64,
        over: Over<'a>,
        position: impl Fn(&Array, Over<'a>) -> Result<Array>,
    ) -> Result<Array> {
        if self.dtype().is_inexact() && self.size() != 0 {
            let nowhere = rows::all(&rows::isnan(self)?, over.clone().out(None))?;
            if rows::any(&nowhere, ..)?.item()?.get::<bool>() {
                return Err(Error::value("All-NaN slice encountered"));
            }
        }
        position(&self.without_nan(instead)?, over)
    }

    /// The mean over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 2.0].nanmean(..)?.to_string(), "1.5");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanmean<'a>(&self, over: impl Into<Over<'a>>) -> Result<Array> {
        let over = over.into();
        match self.numbers(&over)? {
            None => self.mean_over(&over),
            Some(numbers) => self.mean_over(&over.mask(&numbers)),
        }
    }

    /// The variance over axes of the elements that are not NaN; NaN if too few remain.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 3.0].nanvar(..)?.to_string(), "1.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanvar<'a>(&self, over: impl Into<Over<'a, Variance<'a>>>) -> Result<Array> {
        let over = over.into();
        let Some(numbers) = self.numbers(&over)? else { return self.var(over) };
        let result = over.dtype.unwrap_or(self.dtype().real());
        self.variance(&over.mask(&numbers), result, TooFewElements::Nan)
    }

    /// The standard deviation over axes of the elements that are not NaN.
    ///
    /// # Errors
    /// As [`crate::ufunc::reduction::reduce`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![1.0, f64::NAN, 5.0].nanstd(..)?.to_string(), "2.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn nanstd<'a>(&self, over: impl Into<Over<'a, Variance<'a>>>) -> Result<Array> {
        let over = over.into();
        match self.numbers(&over)? {
            None => self.std(over),
            Some(numbers) => self.deviation(&over.mask(&numbers), TooFewElements::Nan),
        }
    }

    /// Where the elements are not NaN (and a mask is true, if there is one); `None` if the dtype has no NaN. As in
    /// NumPy, an array that may have NaN gives its means in a dtype that may have it.
    fn numbers<E>(&self, over: &Over<'_, E>) -> Result<Option<Array>> {
        if !self.dtype().is_inexact() {
            return Ok(None);
        }
        let requested = over.dtype.or(over.out.map(|out| out.dtype()));
        if let Some(dtype) = requested.filter(|dtype| !dtype.is_inexact()) {
            return Err(Error::type_(format!("{} elements may be NaN, and {dtype} does not hold it", self.dtype())));
        }
        let numbers = rows::logical_not(&rows::isnan(self)?)?;
        match over.mask {
            Some(mask) => {
                check_mask("mean", mask)?;
                rows::logical_and(&numbers, mask).map(Some)
            }
            None => Ok(Some(numbers)),
        }
    }

    pub(crate) fn without_nan(&self, instead: f64) -> Result<Array> {
        if !self.dtype().is_inexact() {
            return Ok(self.clone());
        }
        where_(&rows::isnan(self)?, Scalar::new(instead).cast(self.dtype()), self)
    }

    /// This array, or a conversion where its dtype is another.
    #[doc(hidden)]
    pub fn in_dtype(&self, dtype: DType) -> Result<Array> {
        if self.dtype() == dtype { Ok(self.clone()) } else { self.astype(dtype) }
    }

    /// Floats and complex numbers unchanged, others as float64.
    #[doc(hidden)]
    pub fn inexact(&self) -> Result<Array> {
        if self.dtype().is_inexact() { Ok(self.clone()) } else { self.astype(DType::F64) }
    }

    /// The number of elements in one result.
    fn reduced(&self, axes: Option<&[i64]>) -> Result<f64> {
        let axes = crate::normalize_axes(axes, self.ndim())?;
        Ok((0..self.ndim()).filter(|&axis| axes.contains(axis)).map(|axis| self.shape()[axis] as f64).product())
    }

    /// The number of true elements of the mask, broadcast to this shape, over the axes, as float64.
    fn count_mask(&self, mask: &Array, options: ReduceOptions) -> Result<Array> {
        let mask = mask.broadcast_to(self.shape())?;
        fold(Reduction::Fold(ADD), "mean", &mask, DType::F64, &ReduceOptions { mask: None, ..options })
    }
}

/// The value that replaces the number of elements less `ddof` if that is negative; NumPy's `nanvar` also treats zero as
/// too few.
#[derive(Clone, Copy)]
enum TooFewElements {
    Zero,
    Nan,
}

/// The number of elements in a sum: the same everywhere, or an array of float64.
enum Count {
    Number(f64),
    Array(Array),
}

/// `sum / count` in the sum's dtype, or for integers in float64, written as `result`.
fn quotient(name: &str, sum: &Array, count: Count, result: DType, out: Option<&Array>) -> Result<Array> {
    let computed = if sum.dtype().is_inexact() { sum.dtype() } else { DType::F64 };
    let own;
    let target = match out {
        Some(out) => {
            out.check_out(name, sum.shape(), sum.device())?;
            out
        }
        None => {
            own = Array::empty(sum.shape(), result, sum.device())?;
            &own
        }
    };
    let count = match &count {
        Count::Number(count) => Argument::Scalar(Scalar::new(*count).cast(computed)),
        Count::Array(array) => Argument::Array(array),
    };
    // A count in float64 must not widen the quotient.
    let options = MapOptions {
        out: single_output(Some(target)),
        dtype: Some(computed),
        casting: Casting::Unsafe,
        ..MapOptions::default()
    };
    map_one(DIVIDE, &[Argument::Array(sum), count], &options)
}

/// The default dtype of a mean: float64 for integers and bool.
fn moment_dtype(operand: DType) -> DType {
    if operand.is_inexact() { operand } else { DType::F64 }
}

/// The dtype in which the elements of a mean are added: the given one, by default float32 for the half types.
fn mean_dtype(operand: DType, named: Option<DType>) -> DType {
    match named {
        Some(dtype) if dtype.is_inexact() => wide(dtype),
        Some(dtype) => dtype,
        None => wide_inexact(operand),
    }
}
