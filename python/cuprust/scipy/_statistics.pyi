# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""What the classes of `scipy.stats` and its functions of callables are made of."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def t_interval(df: ArrayLike, standard_error: ArrayLike, estimate: ArrayLike, alternative: int, confidence_level: float) -> Any:
    """The interval of a mean, or of a difference of means, of the parts of a result of a t-test.

    >>> half = cp.array(0.5)
    >>> cp.scipy._statistics.t_interval(cp.array(3.0), half, half, 0, 0.0)[0]
    array(0.5)"""

def pearson_interval(statistic: ArrayLike, count: int, alternative: int, confidence_level: float) -> Any:
    """The interval of Pearson's coefficient of so many observations.

    >>> cp.scipy._statistics.pearson_interval(cp.array(0.5), 3, 0, 0.95)[1]
    array(1.)"""

def proportion_interval(k: int, n: int, alternative: str, confidence_level: float, method: str) -> Any:
    """The interval of the probability of success, of which `k` of `n` trials had it.

    >>> cp.scipy._statistics.proportion_interval(0, 5, "two-sided", 0.95, "exact")[0]
    0.0"""

def sorted_observations(x: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate") -> ndarray:
    """Samples in ascending order along the last axis, of which a distribution function says the values.

    >>> cp.scipy._statistics.sorted_observations(cp.array([0.7, 0.1, 0.4]))
    array([0.1, 0.4, 0.7])"""

def ks_1samp(x: ArrayLike, values: ArrayLike, alternative: str, method: str, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """The test of Kolmogorov and Smirnov of samples, with the values of a distribution function at sorted ones.

    >>> x = cp.array([0.1, 0.4, 0.7])
    >>> cp.scipy._statistics.ks_1samp(x, x, "two-sided", "auto").statistic
    array(0.3)"""

def cramervonmises(x: ArrayLike, values: ArrayLike, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> Any:
    """The test of Cramér and von Mises of samples, with the values of a distribution function at sorted ones.

    >>> x = cp.array([0.1, 0.4, 0.7])
    >>> cp.scipy._statistics.cramervonmises(x, x).statistic
    array(0.05777778)"""

def margins(a: ArrayLike) -> Any:
    """The sums of a table over all axes but one, for each axis, with all axes kept.

    >>> cp.scipy._statistics.margins(cp.array([[1, 2], [3, 4]]))[1]
    array([[4, 6]])"""

def expected_freq(observed: ArrayLike) -> ndarray:
    """The frequencies of a table whose variables do not depend on each other, from its margins.

    >>> cp.scipy._statistics.expected_freq(cp.array([[10, 10, 20], [20, 20, 20]]))
    array([[12., 12., 16.],
           [18., 18., 24.]])"""
