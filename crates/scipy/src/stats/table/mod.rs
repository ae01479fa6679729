//! The declarations of means, moments and other descriptions of samples.

pub(crate) mod correlations;
pub(crate) mod descriptions;
pub(crate) mod distributions;
pub(crate) mod frequencies;
pub(crate) mod parts;
pub(crate) mod qmc;
pub(crate) mod tests;
pub(crate) mod transforms;

use cuprust::table::texts::{AXIS, NAN_POLICY};
use cuprust::table::{Axes, functions};
use cuprust::{Array, DType, Result};

use crate::stats::samples::observations::{Along, NanPolicy, along};
use crate::stats::{gmean, hmean, kurtosis, moment, pmean, sem, skew, variation};

/// The axes of the observations, and what else a call says of every statistic.
pub(in crate::stats) fn statistic_axes(axis: Axes, nan_policy: &str, keepdims: bool) -> Result<Along> {
    Ok(along(axis.named()).nan_policy(NanPolicy::from_name(nan_policy)?).with_keepdims(keepdims))
}

/// The array in a dtype, where one is named.
fn of_dtype(a: &Array, dtype: Option<DType>) -> Result<Array> {
    match dtype {
        Some(dtype) => a.in_dtype(dtype),
        None => Ok(a.clone()),
    }
}

functions! {
    in "cuprust.scipy.stats";

    /// The geometric mean of samples: the n-th root of the product of n observations, with `weights` as exponents.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError for weights of another shape.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.gmean(cp.array([1.0, 4.0]))
    /// array(2.)
    fn gmean(
        a: &Array, axis: Axes = 0, dtype: Option<DType> = None, weights: Option<&Array> = None, *,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        gmean(&of_dtype(a, dtype)?, statistic_axes(axis, nan_policy, keepdims)?, weights)
    }

    /// The harmonic mean of samples: the inverse of the mean of inverses, NaN where an observation is negative.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError for weights of another shape.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.hmean(cp.array([1.0, 3.0]))
    /// array(1.5)
    fn hmean(
        a: &Array, axis: Axes = 0, dtype: Option<DType> = None, *, weights: Option<&Array> = None,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        hmean(&of_dtype(a, dtype)?, statistic_axes(axis, nan_policy, keepdims)?, weights)
    }

    /// The power mean of samples: the p-th root of the mean of p-th powers, the geometric mean for a `p` of zero.
    ///
    /// It is NaN where an observation is negative.
    #[doc = NAN_POLICY]
    /// Raises ValueError for weights of another shape.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.pmean(cp.array([1.0, 7.0]), 2)
    /// array(5.)
    fn pmean(
        a: &Array, p: f64, *, axis: Axes = 0, dtype: Option<DType> = None, weights: Option<&Array> = None,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        pmean(&of_dtype(a, dtype)?, p, statistic_axes(axis, nan_policy, keepdims)?, weights)
    }

    /// The moment of an order: the mean power of the distances of observations from their mean, or from `center`.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError for a negative order.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.moment(cp.array([1.0, 2.0, 3.0, 4.0, 5.0]), 2)
    /// array(2.)
    fn moment(
        a: &Array, order: i64 = 1, axis: Axes = 0, nan_policy: &str = "propagate", *, center: Option<f64> = None,
        keepdims: bool = False
    ) -> Array {
        moment(a, order, statistic_axes(axis, nan_policy, keepdims)?, center)
    }

    /// The skewness of samples: the third central moment over the second one to the power of 3/2.
    ///
    /// It is corrected for the number of observations unless `bias` is set, and NaN where all are equal.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.skew(cp.array([2.0, 8.0, 0.0, 4.0, 1.0, 9.0, 9.0, 0.0]))
    /// array(0.26505541)
    fn skew(
        a: &Array, axis: Axes = 0, bias: bool = True, nan_policy: &str = "propagate", *, keepdims: bool = False
    ) -> Array {
        skew(a, statistic_axes(axis, nan_policy, keepdims)?, bias)
    }

    /// The kurtosis of samples: the fourth central moment over the square of the second one.
    ///
    /// `fisher` takes the normal distribution's three from it. It is corrected for the number of observations unless
    /// `bias` is set, and NaN where all are equal.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.kurtosis(cp.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    /// array(-1.3)
    fn kurtosis(
        a: &Array, axis: Axes = 0, fisher: bool = True, bias: bool = True, nan_policy: &str = "propagate", *,
        keepdims: bool = False
    ) -> Array {
        kurtosis(a, statistic_axes(axis, nan_policy, keepdims)?, fisher, bias)
    }

    /// The coefficient of variation of samples: the standard deviation over the mean.
    ///
    /// The standard deviation has `ddof` taken from its count.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.variation(cp.array([1.0, 3.0]))
    /// array(0.5)
    fn variation(
        a: &Array, axis: Axes = 0, nan_policy: &str = "propagate", ddof: f64 = 0, *, keepdims: bool = False
    ) -> Array {
        variation(a, statistic_axes(axis, nan_policy, keepdims)?, ddof)
    }

    /// The standard error of the mean: the standard deviation, with `ddof` taken from the count, over the count's root.
    ///
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.sem(cp.array([1.0, 3.0]))
    /// array(1.)
    fn sem(
        a: &Array, axis: Axes = 0, ddof: f64 = 1, nan_policy: &str = "propagate", *, keepdims: bool = False
    ) -> Array {
        sem(a, statistic_axes(axis, nan_policy, keepdims)?, ddof)
    }
}
