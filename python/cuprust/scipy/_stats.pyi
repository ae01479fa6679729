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
    """The most frequent observations of samples, of several the smallest, and how often each is in its sample.

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

def rankdata(a: ArrayLike, method: str = "average", *, axis: int | None = None, nan_policy: str = "propagate") -> ndarray:
    """The ranks of elements along an axis, or of all in a vector.

    `method` says which rank equal elements have: "average", "min", "max", "dense" or "ordinal". A NaN makes all
    ranks along its axis NaN, or with the `nan_policy` "omit" its own alone, and the result float64; other
    methods than "average" wait for the elements of floating-point numbers to know that.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.rankdata(cp.array([3.0, 1.0, 3.0]))
    array([2.5, 1. , 2.5])"""

def tiecorrect(rankvals: ArrayLike) -> ndarray:
    """The factor by which the variance of rank statistics shrinks for equal ranks.

    It is one less the sum of t^3 - t over groups of t equal ranks, over n^3 - n.

    >>> cp.scipy.stats.tiecorrect(cp.array([1.0, 2.5, 2.5, 4.0]))
    array(0.9)"""

def pearsonr(x: ArrayLike, y: ArrayLike, *, alternative: str = "two-sided", axis: int | None = 0) -> Any:
    """Pearson's correlation coefficient of samples, and the p-value of there being none.

    The arrays broadcast. The coefficient is NaN where a sample is constant. The result has
    `confidence_interval()` too.
    `alternative` is "two-sided", "less" or "greater".
    Raises ValueError for samples of other lengths and for fewer than two observations.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.pearsonr(cp.array([1.0, 2.0, 3.0]), cp.array([1.0, 3.0, 2.0])).statistic
    array(0.5)"""

def pointbiserialr(x: ArrayLike, y: ArrayLike, *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """The correlation of samples of two values with others, which is Pearson's, and the p-value of there being none.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.pointbiserialr(cp.array([0, 0, 1, 1]), cp.array([1.0, 2.0, 3.0, 4.0])).statistic
    array(0.89442719)"""

def spearmanr(a: ArrayLike, b: ArrayLike | None = None, axis: int | None = 0, nan_policy: str = "propagate", alternative: str = "two-sided") -> Any:
    """Spearman's correlation of the ranks of variables, and the p-value of there being none.

    Variables are the columns of `a` and `b`, the rows where `axis` is 1, or all elements of each where it is None.
    Of more than two the results are matrices of all pairs.
    `nan_policy` is "propagate", "omit", which leaves out pairs with NaN, or "raise".
    `alternative` is "two-sided", "less" or "greater".
    Raises ValueError for more than two axes, and for one variable.

    >>> cp.scipy.stats.spearmanr(cp.array([1.0, 2.0, 3.0, 4.0]), cp.array([5.0, 6.0, 8.0, 7.0])).statistic
    array(0.8)"""

def kendalltau(x: ArrayLike, y: ArrayLike, *, nan_policy: str = "propagate", method: str = "auto", variant: str = "b", alternative: str = "two-sided", axis: int | tuple[int, ...] | None = None, keepdims: bool_type = False) -> Any:
    """Kendall's tau of the orders of paired samples, and the p-value of there being no association.

    `method` is "exact", which waits for the elements and refuses equal ones, "asymptotic", or "auto", the first
    of up to 33 observations none of which are equal. `variant` is "b" or "c".
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.kendalltau(cp.array([1.0, 2.0, 3.0, 4.0]), cp.array([1.0, 2.0, 4.0, 3.0])).statistic
    array(0.66666667)"""

def linregress(x: ArrayLike, y: ArrayLike, alternative: str = "two-sided", *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """The line of least squares through points.

    The result has `slope`, `intercept`, `rvalue`, `pvalue`, `stderr` and `intercept_stderr`.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Waits for the elements.
    Raises ValueError where all `x` of a line are equal.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.linregress(cp.array([0.0, 1.0, 2.0]), cp.array([1.0, 3.0, 5.0])).slope
    array(2.)"""

def theilslopes(y: ArrayLike, x: ArrayLike | None = None, alpha: float = 0.95, method: str = "separate", *, axis: int | tuple[int, ...] | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """The line of Theil and Sen through points: the median of the slopes between all pairs, and an interval of it.

    `x` are the indices of `y`, where they are not given. The intercept is that of the medians of both, or with the
    `method` "joint" the median of residuals.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.theilslopes(cp.array([1.0, 3.0, 5.0, 60.0])).slope
    array(10.83333333)"""

def siegelslopes(y: ArrayLike, x: ArrayLike | None = None, method: str = "hierarchical", *, axis: int | tuple[int, ...] | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """The line of Siegel through points: the median over points of the median of the slopes to all others.

    `x` are the indices of `y`, where they are not given. The intercept is the median of residuals, or with the
    `method` "separate" found as the slope is.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.siegelslopes(cp.array([1.0, 3.0, 5.0, 60.0])).slope
    array(2.)"""

def ttest_1samp(a: ArrayLike, popmean: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", alternative: str = "two-sided", *, keepdims: bool_type = False) -> Any:
    """Student's test of whether the mean of samples is `popmean`, a number or an array that has extent one along
    `axis`.

    The result has `statistic`, `pvalue`, `df` and `confidence_interval()`.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.ttest_1samp(cp.array([1.0, 2.0, 3.0, 4.0]), 0.0).statistic
    array(3.87298335)"""

def ttest_ind(a: ArrayLike, b: ArrayLike, *, axis: int | tuple[int, ...] | None = 0, equal_var: bool_type = True, nan_policy: str = "propagate", alternative: str = "two-sided", trim: float = 0, keepdims: bool_type = False) -> Any:
    """Whether the means of independent samples differ: Student's test, Welch's without `equal_var`, Yuen's with
    `trim`.

    `trim` is the share of observations that is left out at either end of a sample. The result has `statistic`,
    `pvalue`, `df` and `confidence_interval()`.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.ttest_ind(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 6.0, 8.0])).statistic
    array(-1.87256335)"""

def ttest_rel(a: ArrayLike, b: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", alternative: str = "two-sided", *, keepdims: bool_type = False) -> Any:
    """Student's test of whether the means of paired samples differ.

    The result has `statistic`, `pvalue`, `df` and `confidence_interval()`.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.ttest_rel(cp.array([1.0, 2.0, 4.0]), cp.array([0.0, 2.0, 1.0])).statistic
    array(1.51185789)"""

def ttest_ind_from_stats(mean1: ArrayLike, std1: ArrayLike, nobs1: ArrayLike, mean2: ArrayLike, std2: ArrayLike, nobs2: ArrayLike, equal_var: bool_type = True, alternative: str = "two-sided") -> Any:
    """As `ttest_ind`, of means, standard deviations and counts of observations, which broadcast.

    `alternative` is "two-sided", "less" or "greater".

    >>> cp.scipy.stats.ttest_ind_from_stats(2.0, 1.0, 10, 1.0, 1.0, 10).statistic
    array(2.23606798)"""

def f_oneway(*samples: ArrayLike, axis: int | tuple[int, ...] | None = 0, equal_var: bool_type = True, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether the means of normal samples differ: the analysis of variance, Welch's without `equal_var`.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises TypeError for fewer than two samples.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.f_oneway(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    array(1.92857143)"""

def kruskal(*samples: ArrayLike, nan_policy: str = "propagate", axis: int | tuple[int, ...] | None = 0, keepdims: bool_type = False) -> Any:
    """Whether the medians of samples differ, by the ranks of observations among all, of Kruskal and Wallis.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for fewer than two samples.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.kruskal(cp.array([1.0, 3.0, 5.0]), cp.array([2.0, 4.0, 6.0])).statistic
    array(0.42857143)"""

def friedmanchisquare(*samples: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether paired samples, three at least, have one distribution, by Friedman.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for fewer than three samples.
    Raises AxisError for an axis out of range.

    >>> a, b, c = cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 3.0, 5.0]), cp.array([4.0, 6.0, 4.0])
    >>> cp.scipy.stats.friedmanchisquare(a, b, c).statistic
    array(4.66666667)"""

def ranksums(x: ArrayLike, y: ArrayLike, alternative: str = "two-sided", *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether observations of two samples are equally large, by Wilcoxon's sums of ranks, without correction for ties.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.ranksums(cp.array([1.0, 2.0, 3.0]), cp.array([4.0, 5.0])).statistic
    array(-1.73205081)"""

def mannwhitneyu(x: ArrayLike, y: ArrayLike, use_continuity: bool_type = True, alternative: str = "two-sided", axis: int | tuple[int, ...] | None = 0, method: str = "auto", *, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether observations of one sample are greater than those of another one, by Mann and Whitney.

    The statistic is the number of pairs in which the first sample's is the greater one. `method` is "exact",
    "asymptotic", or "auto", the first where a sample has at most eight observations and none are equal;
    `use_continuity` corrects the second by half a pair. Where NaN are left out, exact p-values wait for the counts.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.mannwhitneyu(cp.array([1.0, 2.0, 3.0]), cp.array([4.0, 5.0]), alternative="less").pvalue
    array(0.1)"""

def wilcoxon(x: ArrayLike, y: ArrayLike | None = None, zero_method: str = "wilcox", correction: bool_type = False, alternative: str = "two-sided", method: str = "auto", *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether observations, or the differences of paired ones, are symmetric about zero, by Wilcoxon's signed ranks.

    `zero_method` says what becomes of differences of zero: "wilcox" leaves them out, "pratt" after ranking,
    "zsplit" counts half of their ranks for either sign. `method` is "exact", which waits for the number of
    differences, "asymptotic", or "auto": of up to 50 differences the first, of up to 13 some of which are equal
    or zero all signs that they might have. `correction` is for continuity. With "asymptotic" the result has
    `zstatistic`.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.wilcoxon(cp.array([1.0, -2.0, 3.0, 4.0, 5.0])).pvalue
    array(0.1875)"""

def brunnermunzel(x: ArrayLike, y: ArrayLike, alternative: str = "two-sided", distribution: str = "t", nan_policy: str = "propagate", *, axis: int | tuple[int, ...] | None = 0, keepdims: bool_type = False) -> Any:
    """Whether an observation of one sample is as likely greater as less than one of another one, by Brunner and
    Munzel.

    The `distribution` of the statistic is "t" or "normal".
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.brunnermunzel(cp.array([1.0, 2.0, 4.0]), cp.array([3.0, 5.0, 6.0, 7.0])).statistic
    array(3.53553391)"""

def skewtest(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", alternative: str = "two-sided", *, keepdims: bool_type = False) -> Any:
    """Whether the skewness of samples is that of a normal distribution: NaN for fewer than eight observations.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.skewtest(cp.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0])).statistic
    array(3.53706093)"""

def kurtosistest(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", alternative: str = "two-sided", *, keepdims: bool_type = False) -> Any:
    """Whether the kurtosis of samples is that of a normal distribution: NaN for fewer than five observations.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.kurtosistest(cp.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0])).statistic
    array(3.16533557)"""

def normaltest(a: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", *, keepdims: bool_type = False) -> Any:
    """Whether samples are of a normal distribution, by skewness and kurtosis: NaN for fewer than eight observations.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.normaltest(cp.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0])).statistic
    array(22.53014935)"""

def jarque_bera(x: ArrayLike, *, axis: int | tuple[int, ...] | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether samples are of a normal distribution, by skewness and kurtosis, of Jarque and Bera.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.jarque_bera(cp.array([1.0, 2.0, 3.0, 4.0])).statistic
    array(0.30826667)"""

def shapiro(x: ArrayLike, *, axis: int | tuple[int, ...] | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether samples are of a normal distribution, by Shapiro and Wilk: NaN for fewer than three observations.

    Where NaN are left out, this waits for the counts of observations.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.shapiro(cp.array([0.1, 0.3, -2.5, 4.0, 1.0])).statistic
    array(0.95014814)"""

def anderson(x: ArrayLike, dist: str = "norm", *, method: str | None = None) -> Any:
    """Whether a sample, a vector, is of a family of distributions, by Anderson and Darling.

    `dist` is "norm", "expon", "logistic", "gumbel_l", or "gumbel_r", whose parameters come from the sample.
    Without a `method` the result has `statistic`, `critical_values` and `significance_level`, the levels of
    these in percent; with "interpolate" `statistic` and `pvalue`.

    >>> cp.scipy.stats.anderson(cp.array([1.0, 2.0, 3.0, 4.0, 9.0])).statistic
    array(0.40149442)"""

def ks_2samp(data1: ArrayLike, data2: ArrayLike, alternative: str = "two-sided", method: str = "auto", *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether two samples are of one distribution, by the greatest distance of their distribution functions.

    `method` is "exact", "asymp", or "auto", the first of up to 10 000 observations; `alternative` says where the
    first function is. The result has `statistic_location` and `statistic_sign` too. Waits for the statistic, but
    for one-sided p-values of the limiting distribution.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.ks_2samp(cp.array([1.0, 2.0, 3.0]), cp.array([2.5, 4.0, 5.0, 6.0])).statistic
    array(0.75)"""

def cramervonmises_2samp(x: ArrayLike, y: ArrayLike, method: str = "auto", *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether two samples are of one distribution, by Cramér and von Mises: NaN for fewer than two observations.

    `method` is "exact", which waits for the statistic, "asymptotic", or "auto", the first of up to 20 observations.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.cramervonmises_2samp(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 3.0, 4.0])).pvalue
    array(0.6)"""

def levene(*samples: ArrayLike, center: str = "median", proportiontocut: float = 0.05, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether the variances of samples differ, by distances from the `center`: "median", "mean" or "trimmed".

    `proportiontocut` is the share of observations that "trimmed" leaves out at either end.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for fewer than two samples.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.levene(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    array(1.25)"""

def bartlett(*samples: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether the variances of normal samples differ, by Bartlett.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for fewer than two samples.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.bartlett(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    array(2.12299351)"""

def fligner(*samples: ArrayLike, center: str = "median", proportiontocut: float = 0.05, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether the variances of samples differ, by the ranks of distances from the `center`, of Fligner and Killeen.

    The center is "median", "mean" or "trimmed", without a share `proportiontocut` of the observations at either
    end.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises ValueError for fewer than two samples.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.fligner(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    array(1.08127133)"""

def mood(x: ArrayLike, y: ArrayLike, axis: int | tuple[int, ...] | None = 0, alternative: str = "two-sided", *, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether two samples of one middle scatter equally, by the squared distances of ranks from it, of Mood.

    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.mood(cp.array([1.0, 9.0, 2.0, 8.0]), cp.array([4.0, 5.0, 6.0])).statistic
    array(2.04124145)"""

def ansari(x: ArrayLike, y: ArrayLike, alternative: str = "two-sided", *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether two samples of one middle scatter equally, by the ranks from both ends, of Ansari and Bradley.

    The p-value is exact where both have fewer than 55 observations of which none are equal; where NaN are left out,
    this waits for the counts.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    `alternative` is "two-sided", "less" or "greater".
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.ansari(cp.array([1.0, 9.0, 2.0, 8.0]), cp.array([4.0, 5.0, 6.0])).statistic
    array(6.)"""

def chisquare(f_obs: ArrayLike, f_exp: ArrayLike | None = None, ddof: float = 0, axis: int | tuple[int, ...] | None = 0, *, sum_check: bool_type = True, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether frequencies are as expected, or all equal where nothing is said, by Pearson's chi-squared statistic.

    `ddof` is taken from the degrees of freedom. With `f_exp` and `sum_check` this waits for the elements, and
    raises ValueError where the sums of both differ.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.chisquare(cp.array([1.0, 2.0, 3.0])).statistic
    array(1.)"""

def power_divergence(f_obs: ArrayLike, f_exp: ArrayLike | None = None, ddof: float = 0, axis: int | tuple[int, ...] | None = 0, lambda_: float | str | None = None, *, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """Whether frequencies are as expected, or all equal where nothing is said, by a divergence of Cressie and Read.

    `lambda_` is its exponent, 1 for Pearson's, or a name: "pearson", "log-likelihood", "freeman-tukey",
    "mod-log-likelihood", "neyman" or "cressie-read". `ddof` is taken from the degrees of freedom. With `f_exp` this
    waits for the elements, and raises ValueError where the sums of both differ.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.power_divergence(cp.array([1.0, 2.0, 3.0]), lambda_="log-likelihood").statistic
    array(1.04649629)"""

def chi2_contingency(observed: ArrayLike, correction: bool_type = True, lambda_: float | str | None = None) -> Any:
    """Whether the variables of a table of frequencies, one an axis, depend on each other.

    `correction` is Yates', for one degree of freedom; `lambda_` is that of `power_divergence`. The result has
    `statistic`, `pvalue`, `dof` and `expected_freq`.
    Waits for the elements.
    Raises ValueError for negative frequencies, and where zero is expected somewhere.

    >>> cp.scipy.stats.chi2_contingency(cp.array([[10, 10, 20], [20, 20, 20]])).statistic
    array(2.77777778)"""

def fisher_exact(table: ArrayLike, alternative: str | None = None) -> Any:
    """The odds ratio of a table of two rows and two columns, and the p-value of it being one, by Fisher's exact test.

    `alternative` is "two-sided", "less" or "greater".
    Waits for the elements.
    Raises ValueError for a table of another shape, and for negative frequencies.

    >>> float(cp.scipy.stats.fisher_exact(cp.array([[6, 2], [1, 4]])).statistic)
    12.0"""

def binomtest(k: int, n: int, p: float = 0.5, alternative: str = "two-sided") -> Any:
    """The p-value of a probability `p` of success, by how many of `n` trials had it.

    The result has `k`, `n`, `alternative`, `statistic`, which is the share of successes, `pvalue` and
    `proportion_ci()`.
    `alternative` is "two-sided", "less" or "greater".
    Raises ValueError for more successes than trials, and for a probability out of range.

    >>> round(cp.scipy.stats.binomtest(3, 15, 0.1, alternative="greater").pvalue, 6)
    0.184061"""

def median_test(*samples: ArrayLike, ties: str = "below", correction: bool_type = True, lambda_: float | str | None = 1, nan_policy: str = "propagate") -> Any:
    """Whether samples, each a vector, have one median, by Mood.

    `ties` says with which observations those are counted that are the median of all: "below", "above", or "ignore".
    `correction` and `lambda_` are those of `chi2_contingency`. The result has `statistic`, `pvalue`, `median` and
    `table`, the counts above and below the median.
    Waits for the elements.
    Raises ValueError for samples without observations, and where all are on one side of the median.

    >>> cp.scipy.stats.median_test(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 3.0, 4.0, 5.0])).median
    array(3.)"""

def combine_pvalues(pvalues: ArrayLike, method: str = "fisher", weights: ArrayLike | None = None, *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """One p-value of several independent tests of a hypothesis.

    `method` is "fisher", "pearson", "mudholkar_george", "tippett" or "stouffer"; `weights` are for the last.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.combine_pvalues(cp.array([0.1, 0.05, 0.02, 0.3])).pvalue
    array(0.00761687)"""

def false_discovery_control(ps: ArrayLike, *, axis: int | None = 0, method: str = "bh") -> ndarray:
    """The p-values of several hypotheses, adjusted so that the share of false discoveries below a bound is controlled.

    `method` is "bh", of Benjamini and Hochberg, or "by", of Benjamini and Yekutieli, where the tests depend on each
    other.
    Waits for the elements.
    Raises ValueError for what is not between 0 and 1.
    Raises AxisError for an axis out of range.

    >>> cp.scipy.stats.false_discovery_control(cp.array([0.1, 0.01, 0.4]))
    array([0.15, 0.03, 0.4 ])"""
