# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.scipy.stats that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def gmean(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, dtype: DTypeLike | None = None, weights: ArrayLike | None = None, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The geometric mean of samples: the n-th root of the product of n observations, with `weights` as exponents.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for weights of another shape.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.gmean(cp.array([1.0, 4.0]))
    array(2.)"""

def hmean(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, dtype: DTypeLike | None = None, *, weights: ArrayLike | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The harmonic mean of samples: the inverse of the mean of inverses, NaN where an observation is negative.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for weights of another shape.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.hmean(cp.array([1.0, 3.0]))
    array(1.5)"""

def pmean(a: ArrayLike, p: float, *, axis: int | tuple[int, ...] | None = 0, dtype: DTypeLike | None = None, weights: ArrayLike | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The power mean of samples: the p-th root of the mean of p-th powers, the geometric mean for a `p` of zero.

    It is NaN where an observation is negative.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for weights of another shape.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.pmean(cp.array([1.0, 7.0]), 2)
    array(5.)"""

def moment(a: ArrayLike, order: int = 1, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", *, center: float | None = None, keepdims: bool_type = False) -> ndarray:
    """The moment of an order: the mean power of the distances of observations from their mean, or from `center`.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for a negative order.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.moment(cp.array([1.0, 2.0, 3.0, 4.0, 5.0]), 2)
    array(2.)"""

def skew(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, bias: bool_type = True, nan_policy: str = "propagate", *, keepdims: bool_type = False) -> ndarray:
    """The skewness of samples: the third central moment over the second one to the power of 3/2.

    It is corrected for the number of observations unless `bias` is set, and NaN where all are equal.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.skew(cp.array([2.0, 8.0, 0.0, 4.0, 1.0, 9.0, 9.0, 0.0]))
    array(0.26505541)"""

def kurtosis(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, fisher: bool_type = True, bias: bool_type = True, nan_policy: str = "propagate", *, keepdims: bool_type = False) -> ndarray:
    """The kurtosis of samples: the fourth central moment over the square of the second one.

    `fisher` takes the normal distribution's three from it. It is corrected for the number of observations unless
    `bias` is set, and NaN where all are equal.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.kurtosis(cp.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    array(-1.3)"""

def variation(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", ddof: float = 0, *, keepdims: bool_type = False) -> ndarray:
    """The coefficient of variation of samples: the standard deviation over the mean.

    The standard deviation has `ddof` taken from its count.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.variation(cp.array([1.0, 3.0]))
    array(0.5)"""

def sem(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, ddof: float = 1, nan_policy: str = "propagate", *, keepdims: bool_type = False) -> ndarray:
    """The standard error of the mean: the standard deviation, with `ddof` taken from the count, over the count's root.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.sem(cp.array([1.0, 3.0]))
    array(1.)"""

def zmap(scores: ArrayLike, compare: ArrayLike, axis: int | tuple[int, ...] | None = 0, ddof: float = 0, nan_policy: str = "propagate") -> ndarray:
    """How many standard deviations each element of `scores` is above the mean of the samples in `compare`.

    The standard deviation has `ddof` taken from its count.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where the shapes do not broadcast.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.zmap(cp.array([0.0, 4.0]), cp.array([1.0, 3.0]))
    array([-2.,  2.])"""

def zscore(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, ddof: float = 0, nan_policy: str = "propagate") -> ndarray:
    """How many standard deviations each observation is above the mean of its sample: NaN where all are equal.

    The standard deviation has `ddof` taken from its count.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.zscore(cp.array([1.0, 3.0]))
    array([-1.,  1.])"""

def gzscore(a: ArrayLike, *, axis: int | tuple[int, ...] | None = 0, ddof: float = 0, nan_policy: str = "propagate") -> ndarray:
    """How many geometric standard deviations each observation is above the geometric mean of its sample.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.gzscore(cp.array([1.0, 100.0]))
    array([-1.,  1.])"""

def gstd(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, ddof: float = 1, *, keepdims: bool_type = False, nan_policy: str = "propagate") -> ndarray:
    """The geometric standard deviation of samples: the exponential of the standard deviation of logarithms.

    It is NaN where an observation is not positive.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.gstd(cp.array([1.0, 1.0, 1.0]))
    array(1.)"""

def entropy(pk: ArrayLike, qk: ArrayLike | None = None, base: float | None = None, axis: int | tuple[int, ...] | None = 0, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The entropy of distributions, -sum(p log(p)), or their relative entropy sum(p log(p/q)) to those of `qk`.

    What is given is divided by its sum. `base` is the base of the logarithms, e where there is none.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where the shapes do not broadcast, and for a base that is not positive.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.entropy(cp.array([0.5, 0.5]), base=2)
    array(1.)"""

def differential_entropy(values: ArrayLike, *, window_length: int | None = None, base: float | None = None, axis: int | tuple[int, ...] | None = 0, method: str = "auto", nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The differential entropy of what samples are drawn from, estimated from spacings of ordered observations.

    `method` is "vasicek", "van es", "correa", "ebrahimi", or "auto", which chooses one by the number of
    observations; half a spacing is `window_length` observations wide. NaN for a window of no observation or of half
    of them and more.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for an unknown method, and for a base that is not positive.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.differential_entropy(cp.linspace(0, 1, 101)).round(2)
    array(0.01)"""

def mode(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """The most frequent observations of samples, of several the smallest, and how often each stands in its sample.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    NaN count as one value, where they are not left out.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.mode(cp.array([3, 1, 3, 1, 2]))
    ModeResult(mode=array(1), count=array(2))"""

def describe(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, ddof: float = 1, bias: bool_type = True, nan_policy: str = "propagate") -> Any:
    """The number, the extremes, the mean, the variance, the skewness and the kurtosis of samples.

    The variance has `ddof` taken from its count; skewness and kurtosis are corrected for the count unless `bias` is
    set.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where there are no elements.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.describe(cp.array([1.0, 2.0, 6.0])).variance
    array(7.)"""

def iqr(x: ArrayLike, axis: int | tuple[int, ...] | None = None, rng: Sequence[float | None] = (25, 75), scale: float | str | None = 1.0, nan_policy: str = "propagate", interpolation: str = "linear", keepdims: bool_type = False) -> ndarray:
    """The interquartile range of samples, or that between two other percentiles, divided by a scale.

    The scale "normal" makes it an estimate of a normal distribution's standard deviation. `interpolation` says
    which elements a quantile is made of where it falls between two, as in `quantile`.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for percentiles that are NaN or not from 0 to 100, and for an unknown scale.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.iqr(cp.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    array(2.)"""

def sigmaclip(a: ArrayLike, low: float = 4.0, high: float = 4.0) -> Any:
    """The observations left when those `low` standard deviations below the mean or `high` above it are cut repeatedly.

    Waits for the elements.

    >>> cp.scipy.stats.sigmaclip(cp.array([9.0, 10.0, 11.0, 10.0, 100.0]), 1.5, 1.5).clipped
    array([ 9., 10., 11., 10.])"""

def percentileofscore(a: ArrayLike, score: ArrayLike, kind: str = "rank", nan_policy: str = "propagate") -> ndarray:
    """How many percent of the observations are below each score.

    `kind` says what those count that are equal to a score: "rank" for their mean rank, "weak" for all of them,
    "strict" for none, "mean" for half of them. NaN for a score that is NaN, and for every score where an
    observation is, unless `nan_policy` leaves NaN out.
    Raises ValueError for observations of more axes than one, and for an unknown kind.

    >>> cp.scipy.stats.percentileofscore(cp.array([1, 2, 3, 4]), cp.array([3]))
    array([75.])"""

def cumfreq(a: ArrayLike, numbins: int = 10, defaultreallimits: Sequence[float | None] | None = None, weights: ArrayLike | None = None) -> Any:
    """How many observations are in each of some bins of one width and in those before.

    Waits for the elements.
    The bins reach from half a bin below the smallest observation to half of one above the largest, where
    `defaultreallimits` does not say from where to where.
    Raises ValueError for no bins, and for limits that are not finite.

    >>> cp.scipy.stats.cumfreq(cp.array([1.0, 4.0, 2.0, 1.0, 3.0, 1.0]), 4, (1, 5)).cumcount
    array([3., 4., 5., 6.])"""

def relfreq(a: ArrayLike, numbins: int = 10, defaultreallimits: Sequence[float | None] | None = None, weights: ArrayLike | None = None) -> Any:
    """Which share of the observations is in each of some bins of one width.

    Waits for the elements.
    The bins reach from half a bin below the smallest observation to half of one above the largest, where
    `defaultreallimits` does not say from where to where.
    Raises ValueError for no bins, and for limits that are not finite.

    >>> cp.scipy.stats.relfreq(cp.array([1.0, 4.0, 2.0, 1.0]), 4, (1, 5)).frequency
    array([0.5 , 0.25, 0.  , 0.25])"""

def wasserstein_distance(u_values: ArrayLike, v_values: ArrayLike, u_weights: ArrayLike | None = None, v_weights: ArrayLike | None = None) -> ndarray:
    """The first Wasserstein distance between two distributions of which observations, and their weights, are known.

    Waits for the elements.
    Raises ValueError for more axes than one, no observations, and weights that do not fit, are negative or vanish.

    >>> cp.scipy.stats.wasserstein_distance(cp.array([0, 1, 3]), cp.array([5, 6, 8]))
    array(5.)"""

def energy_distance(u_values: ArrayLike, v_values: ArrayLike, u_weights: ArrayLike | None = None, v_weights: ArrayLike | None = None) -> ndarray:
    """The energy distance between two distributions of which observations, and their weights, are known.

    Waits for the elements.
    Raises ValueError for more axes than one, no observations, and weights that do not fit, are negative or vanish.

    >>> cp.scipy.stats.energy_distance(cp.array([0.0]), cp.array([2.0]))
    array(2.)"""

def trim_mean(a: ArrayLike, proportiontocut: float, axis: int | tuple[int, ...] | None = 0, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The mean of samples without a proportion of the observations at each end.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for a proportion above one half.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.trim_mean(cp.array([1.0, 2.0, 3.0, 100.0]), 0.25)
    array(2.5)"""

def trimboth(a: ArrayLike, proportiontocut: float, axis: int | None = 0) -> ndarray:
    """The observations along an axis, in ascending order, without a proportion of them at each end.

    Raises ValueError for a proportion of one half and above.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.trimboth(cp.array([4, 1, 3, 2]), 0.25)
    array([2, 3])"""

def trim1(a: ArrayLike, proportiontocut: float, tail: str = "right", axis: int | None = 0) -> ndarray:
    """The observations along an axis, in ascending order, without a proportion of the largest or of the smallest.

    `tail` is "right" or "left".
    Raises ValueError for another tail.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.trim1(cp.array([4, 1, 3, 2]), 0.5)
    array([1, 2])"""

def tmean(a: ArrayLike, limits: Sequence[float | None] | None = None, inclusive: Sequence[bool_type] = (True, True), axis: int | tuple[int, ...] | None = None, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The mean of the observations within limits, each of which may be None; `inclusive` says whether they are within.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where no observation is within.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.tmean(cp.array([1.0, 2.0, 3.0, 100.0]), (None, 50))
    array(2.)"""

def tvar(a: ArrayLike, limits: Sequence[float | None] | None = None, inclusive: Sequence[bool_type] = (True, True), axis: int | tuple[int, ...] | None = 0, ddof: float = 1, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The variance of the observations within limits, with `ddof` taken from their count.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where no observation is within.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.tvar(cp.array([1.0, 3.0, 100.0]), (None, 50))
    array(2.)"""

def tstd(a: ArrayLike, limits: Sequence[float | None] | None = None, inclusive: Sequence[bool_type] = (True, True), axis: int | tuple[int, ...] | None = 0, ddof: float = 1, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The standard deviation of the observations within limits, with `ddof` taken from their count.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where no observation is within.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.tstd(cp.array([1.0, 5.0, 100.0]), (None, 50), ddof=0)
    array(2.)"""

def tsem(a: ArrayLike, limits: Sequence[float | None] | None = None, inclusive: Sequence[bool_type] = (True, True), axis: int | tuple[int, ...] | None = 0, ddof: float = 1, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The standard error of the mean of the observations within limits.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where no observation is within.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.tsem(cp.array([1.0, 3.0, 100.0]), (None, 50))
    array(1.)"""

def tmin(a: ArrayLike, lowerlimit: float | None = None, axis: int | tuple[int, ...] | None = 0, inclusive: bool_type = True, nan_policy: str = "propagate", *, keepdims: bool_type = False) -> ndarray:
    """The smallest of the observations from a limit on: NaN for a sample that has none, where others have some.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where no observation is within.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.tmin(cp.array([1, 3, 2]), 1, inclusive=False)
    array(2)"""

def tmax(a: ArrayLike, upperlimit: float | None = None, axis: int | tuple[int, ...] | None = 0, inclusive: bool_type = True, nan_policy: str = "propagate", *, keepdims: bool_type = False) -> ndarray:
    """The largest of the observations up to a limit: NaN for a sample that has none, where others have some.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError where no observation is within.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.tmax(cp.array([1, 3, 2]), 3, inclusive=False)
    array(2)"""

def boxcox_llf(lmb: float, data: ArrayLike, *, axis: int | tuple[int, ...] | None = 0, keepdims: bool_type = False, nan_policy: str = "propagate") -> ndarray:
    """The log-likelihood of the exponent `lmb` of Box and Cox's transform of samples.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    It is NaN where an observation is not positive.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.boxcox_llf(0.5, cp.array([1.0, 2.0, 3.0]))
    array(0.63939275)"""

def boxcox(x: ArrayLike, lmbda: float | None = None, alpha: float | None = None) -> Any:
    """Box and Cox's transform of positive data by the exponent `lmbda`, or by the likeliest one.

    Without `lmbda` the result is a tuple of the transformed data and the exponent, and with `alpha` its confidence
    interval too; then this waits for the elements.
    Raises ValueError for data of more axes than one, and for such that are constant or not positive.

    >>> cp.scipy.stats.boxcox(cp.array([1.0, 2.0, 4.0]), 2)
    array([0. , 1.5, 7.5])"""

def yeojohnson_llf(lmb: float, data: ArrayLike, *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The log-likelihood of the exponent `lmb` of Yeo and Johnson's transform of samples.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.yeojohnson_llf(1.0, cp.array([-2.0, 2.0]))
    array(-1.38629436)"""

def yeojohnson(x: ArrayLike, lmbda: float | None = None) -> Any:
    """Yeo and Johnson's transform by the exponent `lmbda`, or by the one under which the data look most normal.

    Without `lmbda` the result is a tuple of the transformed data and the exponent, and this waits for the elements.
    Raises ValueError for complex numbers, and where an exponent is sought for data that are not finite.

    >>> cp.scipy.stats.yeojohnson(cp.array([-1.0, 0.0, 3.0]), 1)
    array([-1.,  0.,  3.])"""
