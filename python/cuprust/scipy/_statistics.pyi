# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""What the classes of `scipy.stats` and its functions of callables are made of."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def weighted_tau(x: ArrayLike, y: ArrayLike, rank: ArrayLike | None, both: bool_type, weights: ArrayLike | None, additive: bool_type, axis: int | tuple[int, ...] | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> ndarray:
    """The weighted tau of paired samples, by ranks and by weights of ranks.

    >>> x = cp.array([1.0, 2.0, 3.0])
    >>> cp.scipy._statistics.weighted_tau(x, x, None, True, None, True)
    array(1.)"""

def quadrature(low: float, high: float, width: float, level: int) -> Any:
    """The points and the weights of an integral between bounds.

    >>> points, weights = cp.scipy._statistics.quadrature(0.0, 1.0, 1.0, 4)
    >>> cp.scipy._statistics.integrated(points, points, weights)
    array(0.33333333)"""

def integrated(values: ArrayLike, densities: ArrayLike, weights: ArrayLike) -> ndarray:
    """The sum of products of values, densities and weights.

    >>> cp.scipy._statistics.integrated(cp.array([1.0, 2.0]), cp.array([0.5, 0.25]), cp.array(2.0))
    array(2.)"""

def normal_cdf(x: ArrayLike, mean: ArrayLike | None, cov: ArrayLike | None, allow_singular: bool_type, lower_limit: ArrayLike | None, shifts: ArrayLike, maxpts: int | None, abseps: float, releps: float) -> ndarray:
    """The probabilities of normal vectors between bounds.

    >>> cp.scipy._statistics.normal_cdf(cp.array([0.0]), None, None, False, None, cp.zeros((2, 1)), None, 1e-5, 1e-5)
    array(0.5)"""

def table_probability(tables: ArrayLike) -> ndarray:
    """The probability of tables among all of their margins.

    >>> cp.scipy._statistics.table_probability(cp.array([[1, 0], [0, 1]]))
    array(0.5)"""

def random_tables(table: ArrayLike, uniform: ArrayLike) -> ndarray:
    """Tables of the margins of a table, by the order of uniform numbers.

    >>> cp.scipy._statistics.random_tables(cp.array([[1, 0], [0, 1]]), cp.array([[0.2, 0.1]]))
    array([[[0, 1],
            [1, 0]]])"""

def median_abs_deviation(x: ArrayLike, axis: int | tuple[int, ...] | None, center: ArrayLike | None, scale: float, nan_policy: str, keepdims: bool_type) -> ndarray:
    """The median distance of observations from their median, or from centers that broadcast to the samples.

    >>> cp.scipy._statistics.median_abs_deviation(cp.array([1.0, 2.0, 4.0]), 0, None, 1.0, "propagate", False)
    array(1.)"""

def binned_statistic(coordinates: Sequence[ArrayLike] | ndarray, values: ArrayLike, statistic: str, bins: Sequence[ArrayLike] | ndarray, bounds: Sequence[ArrayLike] | ndarray) -> Any:
    """A statistic of the values in each bin of a grid, each point's bin, and the edges along each axis.

    The bounds of an axis are two numbers, or False where they are those of the points.

    >>> x = cp.array([0.0, 1.0])
    >>> cp.scipy._statistics.binned_statistic([x], x, "sum", [2], [False, False])[0]
    array([0., 1.])"""

def t_interval(df: ArrayLike, standard_error: ArrayLike, estimate: ArrayLike, alternative: int, confidence_level: float) -> Any:
    """The interval of a mean, or of a difference of means, of the parts of a result of a t-test.

    >>> half = cp.array(0.5)
    >>> cp.scipy._statistics.t_interval(cp.array(3.0), half, half, 0, 0.0)[0]
    array(0.5)"""

def pearson_interval(statistic: ArrayLike, count: int, alternative: int, confidence_level: float) -> Any:
    """The interval of Pearson's coefficient of this many observations.

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

def resampled(sample: ArrayLike, positions: ArrayLike) -> ndarray:
    """The elements of samples along the last axis at indices, whose axes are in place of that axis.

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
    """How many permutations there are of samples of this many observations, and the extents of the indices of one.

    >>> cp.scipy._statistics.permutations("independent", [3, 2])
    (10.0, [5])"""

def all_permutations(permutation_type: str, lengths: int | Sequence[int]) -> ndarray:
    """The indices of all permutations of samples of this many observations.

    >>> cp.scipy._statistics.all_permutations("independent", [2, 1])
    array([[0, 1, 2],
           [0, 2, 1],
           [1, 2, 0]])"""

def permuted(permutation_type: str, data: Sequence[ArrayLike] | ndarray, positions: ArrayLike) -> Any:
    """Samples under permutations of indices, along a new first axis.

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

def kde_moved(dataset: ArrayLike, weights: ArrayLike, covariance: ArrayLike, root: ArrayLike, factor: float, positions: ArrayLike, deviates: ArrayLike) -> ndarray:
    """Points of a density: those of the sample at indices, moved by standard normal deviates.

    >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    >>> cp.scipy._statistics.kde_moved(*parts, 1.0, cp.array([0, 3]), cp.zeros((1, 2)))
    array([[0., 4.]])"""

def sobol_parts(dimensions: int, bits: int) -> Any:
    """The direction numbers of a Sobol sequence, and its shift.

    >>> cp.scipy._statistics.sobol_parts(1, 3)[0]
    array([[4, 2, 1]], dtype=uint64)"""

def sobol_scrambled(directions: ArrayLike, shift: ArrayLike, bits: ArrayLike, matrices: ArrayLike) -> Any:
    """The direction numbers and the shift that random bits make of them.

    >>> parts = cp.scipy._statistics.sobol_parts(1, 3)
    >>> cp.scipy._statistics.sobol_scrambled(*parts, cp.array([[1, 0, 0]]), cp.zeros((1, 3, 3), int))[1]
    array([1], dtype=uint64)"""

def sobol_points(directions: ArrayLike, shift: ArrayLike, first: int, count: int) -> ndarray:
    """The points of a Sobol sequence from one on.

    >>> cp.scipy._statistics.sobol_points(*cp.scipy._statistics.sobol_parts(1, 3), 1, 2)
    array([[0.5 ],
           [0.75]])"""

def halton_bases(dimensions: int) -> Any:
    """The bases of a Halton sequence, and how many digits of each are permuted.

    >>> cp.scipy._statistics.halton_bases(2)[0]
    array([2, 3])"""

def halton_points(dimensions: int, permutations: ArrayLike | None, first: int, count: int) -> ndarray:
    """The points of a Halton sequence from one on, with the permutations of digits one after another.

    >>> cp.scipy._statistics.halton_points(1, None, 1, 2)
    array([[0.5 ],
           [0.25]])"""

def latin_points(permutations: ArrayLike, within: ArrayLike) -> ndarray:
    """The points of a Latin hypercube of the orders of slices and of how far points lie below their ends.

    >>> cp.scipy._statistics.latin_points(cp.array([[2, 1]]), cp.array(0.5))
    array([[0.75],
           [0.25]])"""

def prime_root(count: int, dimensions: int) -> int:
    """The root of a number of points that is the square of a prime.

    >>> cp.scipy._statistics.prime_root(25, 3)
    5"""

def orthogonal_points(symbols: ArrayLike, permutations: ArrayLike, within: ArrayLike, dimensions: int) -> ndarray:
    """The points of a Latin hypercube of strength two, of orders of symbols, of slices, and depths within these.

    >>> symbols, slices = cp.array([[0, 1]] * 3), cp.array([[[1, 2], [1, 2]]] * 3)
    >>> cp.scipy._statistics.orthogonal_points(symbols, slices, cp.array(0.5), 1)[:, 0]
    array([0.125, 0.625, 0.375, 0.875])"""

def discrepancy(sample: ArrayLike, iterative: bool_type, method: str) -> ndarray:
    """The discrepancy of points.

    >>> cp.scipy._statistics.discrepancy(cp.array([[0.5]]), False, "CD")
    array(0.08333333)"""

def scale(sample: ArrayLike, l_bounds: ArrayLike, u_bounds: ArrayLike, reverse: bool_type) -> ndarray:
    """Points of the unit cube in a box, or with `reverse` points of the box in the cube.

    >>> cp.scipy._statistics.scale(cp.array([[0.5]]), cp.array(1.0), cp.array(3.0), False)
    array([[2.]])"""

def covariance_root(cov: ArrayLike) -> ndarray:
    """A matrix whose transpose times itself is a covariance.

    >>> cp.scipy._statistics.covariance_root(cp.array([[4.0]]))
    array([[2.]])"""

def normal_points(points: ArrayLike, mean: ArrayLike, root: ArrayLike | None, inverse: bool_type) -> ndarray:
    """Normal vectors of points of the unit cube.

    >>> cp.scipy._statistics.normal_points(cp.array([[0.5]]), cp.array([3.0]), None, True)
    array([[3.]])"""

def check_probabilities(pvals: ArrayLike) -> ndarray:
    """Checks probabilities of categories.

    >>> cp.scipy._statistics.check_probabilities(cp.array([0.5, 0.5]))
    array(True)"""

def multinomial_counts(points: ArrayLike, pvals: ArrayLike) -> ndarray:
    """The numbers of trials in categories.

    >>> cp.scipy._statistics.multinomial_counts(cp.array([[0.2, 0.4, 0.9]]), cp.array([0.5, 0.5]))
    array([[2., 1.]])"""
