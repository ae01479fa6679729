//! The declarations of what is made of samples: without their outermost observations, within limits, and transformed.

use cuprust::table::texts::{AXIS, NAN_POLICY};
use cuprust::table::{Axes, Bools, Limits, Returned, functions};
use cuprust::{Array, Error, Result};
use cuprust_num::Scalar;

use super::statistic_axes;
use crate::special;
use crate::stats::{
    Within, boxcox_exponent, boxcox_interval, boxcox_llf, tmax, tmean, tmin, trim_mean, trim1, trimboth, tsem, tstd,
    tvar, yeojohnson, yeojohnson_exponent, yeojohnson_llf,
};

/// The limits that a call says, and whether they are within.
fn within(limits: Option<Limits>, inclusive: &Bools) -> Result<Within> {
    let Limits([low, high]) = limits.unwrap_or_default();
    Ok(Within::from(low, high).inclusive(inclusive.exactly("inclusive")?))
}

/// Whether a tail's name is that of the largest observations.
fn is_right(tail: &str) -> Result<bool> {
    match tail.to_lowercase().as_str() {
        "right" => Ok(true),
        "left" => Ok(false),
        _ => Err(Error::value(format!("tail must be 'left' or 'right', received: {tail}"))),
    }
}

functions! {
    in "cuprust.scipy.stats";

    /// The mean of samples without a proportion of the observations at each end.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError for a proportion above one half.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.trim_mean(cp.array([1.0, 2.0, 3.0, 100.0]), 0.25)
    /// array(2.5)
    fn trim_mean(
        a: &Array, proportiontocut: f64, axis: Axes = 0, *, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        trim_mean(a, proportiontocut, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The observations along an axis, in ascending order, without a proportion of them at each end.
    ///
    /// Raises ValueError for a proportion of one half and above.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.trimboth(cp.array([4, 1, 3, 2]), 0.25)
    /// array([2, 3])
    fn trimboth(a: &Array, proportiontocut: f64, axis: Option<i64> = 0) -> Array {
        trimboth(a, proportiontocut, axis)
    }

    /// The observations along an axis, in ascending order, without a proportion of the largest or of the smallest.
    ///
    /// `tail` is "right" or "left".
    /// Raises ValueError for another tail.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.trim1(cp.array([4, 1, 3, 2]), 0.5)
    /// array([1, 2])
    fn trim1(a: &Array, proportiontocut: f64, tail: &str = "right", axis: Option<i64> = 0) -> Array {
        trim1(a, proportiontocut, is_right(tail)?, axis)
    }

    /// The mean of the observations within limits, each of which may be None; `inclusive` says whether they are within.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError where no observation is within.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.tmean(cp.array([1.0, 2.0, 3.0, 100.0]), (None, 50))
    /// array(2.)
    fn tmean(
        a: &Array, limits: Option<Limits> = None, inclusive: Bools = (True, True), axis: Axes = None, *,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        tmean(a, within(limits, &inclusive)?, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The variance of the observations within limits, with `ddof` taken from their count.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError where no observation is within.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.tvar(cp.array([1.0, 3.0, 100.0]), (None, 50))
    /// array(2.)
    fn tvar(
        a: &Array, limits: Option<Limits> = None, inclusive: Bools = (True, True), axis: Axes = 0, ddof: f64 = 1, *,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        tvar(a, within(limits, &inclusive)?, ddof, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The standard deviation of the observations within limits, with `ddof` taken from their count.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError where no observation is within.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.tstd(cp.array([1.0, 5.0, 100.0]), (None, 50), ddof=0)
    /// array(2.)
    fn tstd(
        a: &Array, limits: Option<Limits> = None, inclusive: Bools = (True, True), axis: Axes = 0, ddof: f64 = 1, *,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        tstd(a, within(limits, &inclusive)?, ddof, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The standard error of the mean of the observations within limits.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError where no observation is within.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.tsem(cp.array([1.0, 3.0, 100.0]), (None, 50))
    /// array(1.)
    fn tsem(
        a: &Array, limits: Option<Limits> = None, inclusive: Bools = (True, True), axis: Axes = 0, ddof: f64 = 1, *,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        tsem(a, within(limits, &inclusive)?, ddof, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The smallest of the observations from a limit on: NaN for a sample that has none, where others have some.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError where no observation is within.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.tmin(cp.array([1, 3, 2]), 1, inclusive=False)
    /// array(2)
    fn tmin(
        a: &Array, lowerlimit: Option<f64> = None, axis: Axes = 0, inclusive: bool = True, nan_policy: &str = "propagate", *,
        keepdims: bool = False
    ) -> Array {
        tmin(a, lowerlimit, inclusive, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The largest of the observations up to a limit: NaN for a sample that has none, where others have some.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError where no observation is within.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.tmax(cp.array([1, 3, 2]), 3, inclusive=False)
    /// array(2)
    fn tmax(
        a: &Array, upperlimit: Option<f64> = None, axis: Axes = 0, inclusive: bool = True, nan_policy: &str = "propagate", *,
        keepdims: bool = False
    ) -> Array {
        tmax(a, upperlimit, inclusive, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The log-likelihood of the exponent `lmb` of Box and Cox's transform of samples.
    ///
    #[doc = NAN_POLICY]
    /// It is NaN where an observation is not positive.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.boxcox_llf(0.5, cp.array([1.0, 2.0, 3.0]))
    /// array(0.63939275)
    fn boxcox_llf(
        lmb: f64, data: &Array, *, axis: Axes = 0, keepdims: bool = False, nan_policy: &str = "propagate"
    ) -> Array {
        boxcox_llf(lmb, data, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// Box and Cox's transform of positive data by the exponent `lmbda`, or by the likeliest one.
    ///
    /// Without `lmbda` the result is a tuple of the transformed data and the exponent, and with `alpha` its confidence
    /// interval too; then this waits for the elements.
    /// Raises ValueError for data of more axes than one, and for such that are constant or not positive.
    ///
    /// >>> cp.scipy.stats.boxcox(cp.array([1.0, 2.0, 4.0]), 2)
    /// array([0. , 1.5, 7.5])
    fn boxcox(x: &Array, lmbda: Option<f64> = None, alpha: Option<f64> = None) -> Returned {
        let x = x.inexact()?;
        if let Some(lmbda) = lmbda {
            return Ok(Returned::Array(special::boxcox(&x, lmbda)?));
        }
        if x.size() == 0 && x.ndim() == 1 {
            return Ok(Returned::Array(x));
        }
        let exponent = boxcox_exponent(&x)?;
        let transformed = Returned::Array(special::boxcox(&x, exponent)?);
        let number = |value: f64| Array::from_slice(&[value], (), x.device()).map(Returned::Array);
        let mut all = vec![transformed, number(exponent)?];
        if let Some(alpha) = alpha {
            let [low, high] = boxcox_interval(&x, exponent, alpha)?;
            all.push(Returned::Several(vec![number(low)?, number(high)?]));
        }
        Ok(Returned::Several(all))
    }

    /// The log-likelihood of the exponent `lmb` of Yeo and Johnson's transform of samples.
    ///
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.yeojohnson_llf(1.0, cp.array([-2.0, 2.0]))
    /// array(-1.38629436)
    fn yeojohnson_llf(
        lmb: f64, data: &Array, *, axis: Axes = 0, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        yeojohnson_llf(lmb, data, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// Yeo and Johnson's transform by the exponent `lmbda`, or by the one under which the data look most normal.
    ///
    /// Without `lmbda` the result is a tuple of the transformed data and the exponent, and this waits for the elements.
    /// Raises ValueError for complex numbers, and where an exponent is sought for data that are not finite.
    ///
    /// >>> cp.scipy.stats.yeojohnson(cp.array([-1.0, 0.0, 3.0]), 1)
    /// array([-1.,  0.,  3.])
    fn yeojohnson(x: &Array, lmbda: Option<f64> = None) -> Returned {
        if let Some(lmbda) = lmbda {
            return Ok(Returned::Array(yeojohnson(x, lmbda)?));
        }
        if x.size() == 0 {
            return Ok(Returned::Array(x.copy()?));
        }
        let exponent = yeojohnson_exponent(x)?;
        Ok(Returned::Pair(yeojohnson(x, exponent)?, Scalar::new(exponent)))
    }
}
