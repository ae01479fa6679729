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
    array(0.06)"""

def margins(a: ArrayLike) -> Any:
    """The sums of a table over all axes but one, for each axis, with all axes kept.

    >>> cp.scipy._statistics.margins(cp.array([[1, 2], [3, 4]]))[1]
    array([[4, 6]])"""

def expected_freq(observed: ArrayLike) -> ndarray:
    """The frequencies of a table whose variables do not depend on each other, from its margins.

    >>> cp.scipy._statistics.expected_freq(cp.array([[10, 10, 20], [20, 20, 20]]))
    array([[12., 12., 16.],
           [18., 18., 24.]])"""

def observations(data: Sequence[ArrayLike] | ndarray, axis: int) -> Any:
    """Arrays broadcast along the axes but one, which becomes the last.

    >>> cp.scipy._statistics.observations([cp.ones((2, 3)), cp.ones((4, 1))], 0)[1].shape
    (3, 4)"""

def resampled(sample: ArrayLike, places: ArrayLike) -> ndarray:
    """The elements of samples along the last axis at places, whose axes stand in the place of that axis.

    >>> cp.scipy._statistics.resampled(cp.array([1.0, 2.0, 3.0]), cp.array([[0, 0, 2], [1, 2, 1]]))
    array([[1., 1., 3.],
           [2., 3., 2.]])"""

def jackknifed(sample: ArrayLike) -> ndarray:
    """The samples without one observation each, for every observation of the last axis.

    >>> cp.scipy._statistics.jackknifed(cp.array([1.0, 2.0, 3.0]))
    array([[2., 3.],
           [1., 3.],
           [1., 2.]])"""

def interval(resamples: ArrayLike, statistic: ArrayLike | None, jackknife: Sequence[ArrayLike] | ndarray, confidence_level: float, alternative: str, method: str) -> Any:
    """The bounds of a statistic, of resampled ones along the last axis, and their standard deviation.

    >>> cp.scipy._statistics.interval(cp.arange(101.0), None, [], 0.9, "two-sided", "percentile")[0]
    array(5.)"""

def permutations(permutation_type: str, lengths: int | Sequence[int]) -> Any:
    """How many permutations there are of samples of so many observations, and the extents of the places of one.

    >>> cp.scipy._statistics.permutations("independent", [3, 2])
    (10.0, [5])"""

def all_permutations(permutation_type: str, lengths: int | Sequence[int]) -> ndarray:
    """The places of all permutations of samples of so many observations.

    >>> cp.scipy._statistics.all_permutations("independent", [2, 1])
    array([[0, 1, 2],
           [0, 2, 1],
           [1, 2, 0]])"""

def permuted(permutation_type: str, data: Sequence[ArrayLike] | ndarray, places: ArrayLike) -> Any:
    """Samples under permutations of places, along a new first axis.

    >>> x = cp.array([1.0, 2.0])
    >>> cp.scipy._statistics.permuted("pairings", [x], cp.array([[[1, 0]]]))
    [array([[2., 1.]])]"""

def null_pvalue(null_distribution: ArrayLike, statistic: ArrayLike, alternative: str, drawn: bool_type) -> ndarray:
    """The p-values of statistics under a null distribution along the first axis, all of it or drawn from it.

    >>> cp.scipy._statistics.null_pvalue(cp.arange(1.0, 5.0), cp.array(3.0), "greater", True)
    array(0.6)"""

def kde_parts(dataset: ArrayLike, weights: ArrayLike | None = None) -> Any:
    """The points, the weights, and the points' covariance with its Cholesky factor, of a density by kernels.

    >>> cp.scipy._statistics.kde_parts(cp.array([1.0, 2.0, 3.0]))[2]
    array([[1.]])"""

def kde_density(dataset: ArrayLike, weights: ArrayLike, covariance: ArrayLike, root: ArrayLike, factor: float, points: ArrayLike, log: bool_type) -> ndarray:
    """The density, or its logarithm, at points.

    >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    >>> cp.scipy._statistics.kde_density(*parts, 1.0, cp.array([1.0]), False).shape
    (1,)"""

def kde_box(dataset: ArrayLike, weights: ArrayLike, covariance: ArrayLike, root: ArrayLike, factor: float, low: float, high: float) -> ndarray:
    """The integral of a density of one dimension between two bounds.

    >>> parts = cp.scipy._statistics.kde_parts(cp.array([-1.0, 1.0]))
    >>> cp.scipy._statistics.kde_box(*parts, 1.0, 0.0, float("inf"))
    array(0.5)"""

def kde_gaussian(dataset: ArrayLike, weights: ArrayLike, covariance: ArrayLike, root: ArrayLike, factor: float, mean: ArrayLike, cov: ArrayLike) -> ndarray:
    """The integral of the product of a density with a normal one.

    >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    >>> cp.scipy._statistics.kde_gaussian(*parts, 1.0, cp.array(0.0), cp.array(1.0)).shape
    ()"""

def kde_product(first: Sequence[ArrayLike] | ndarray, factor: float, second: Sequence[ArrayLike] | ndarray, other_factor: float) -> ndarray:
    """The integral of the product of two densities, each of its parts and its factor.

    >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    >>> cp.scipy._statistics.kde_product(list(parts), 1.0, list(parts), 1.0).shape
    ()"""

def kde_moved(dataset: ArrayLike, weights: ArrayLike, covariance: ArrayLike, root: ArrayLike, factor: float, places: ArrayLike, deviates: ArrayLike) -> ndarray:
    """Points of a density: those of the sample at places, moved by standard normal deviates.

    >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    >>> cp.scipy._statistics.kde_moved(*parts, 1.0, cp.array([0, 3]), cp.zeros((1, 2)))
    array([[0., 4.]])"""
