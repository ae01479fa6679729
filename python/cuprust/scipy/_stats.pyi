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
    """The coefficient of variation of samples: the standard deviation, with `ddof` taken from the count, over the mean.

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
