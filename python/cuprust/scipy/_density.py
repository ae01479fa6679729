"""Densities by sums of normal kernels."""

from __future__ import annotations

import numbers as _numbers
from typing import Any as _Any

import numpy as _numpy

import cuprust as _cuprust
from cuprust import _core
from cuprust._core import ndarray as _ndarray

_functions = _core._functions("cuprust.scipy._statistics")


class gaussian_kde:
    """A kernel density estimate: the weighted mean of normal densities about the points of a sample.

    `dataset` has shape (d, n), a point a column, or (n,) for one dimension. `bw_method` is the factor from the sample's
    covariance to the kernels': "scott", "silverman", a number, or a function of the estimate. `weights`, shape (n,),
    are equal by default. Everything is computed in float64. Waits for the weights' sum of squares, from which the
    factor follows. Raises ValueError for other weights or another `bw_method`, LinAlgError for a sample whose
    covariance is singular.

    >>> from cuprust.scipy import stats
    >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
    >>> kde(cp.array([1.0]))
    array([0.19665499])
    """

    dataset: _ndarray
    d: int
    n: int
    factor: float

    def __init__(self, dataset: _Any, bw_method: _Any = None, weights: _Any = None) -> None:
        try:
            self._parts = _functions["kde_parts"](dataset, weights)
            self.dataset = self._parts[0]
            self.d, self.n = self.dataset.shape
            self.set_bandwidth(bw_method)
        except _numpy.linalg.LinAlgError as error:
            text = (
                "The data appears to lie in a lower-dimensional subspace of the space in which it is expressed. This has resulted in a singular data "
                "covariance matrix, which cannot be treated using the algorithms implemented in `gaussian_kde`. Consider performing principal component "
                "analysis / dimensionality reduction and using `gaussian_kde` with the transformed data."
            )
            raise _numpy.linalg.LinAlgError(text) from error

    @property
    def weights(self) -> _ndarray:
        """The weights of the points, shape (n,), which sum to one.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.weights
        array([0.25, 0.25, 0.25, 0.25])
        """
        found: _ndarray = self._parts[1]
        return found

    @property
    def neff(self) -> _ndarray:
        """The effective number of points, an array without axes: one over the sum of the squared weights.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.neff
        array(4.)
        """
        found: _ndarray = 1.0 / (self.weights * self.weights).sum()
        return found

    @property
    def covariance(self) -> _ndarray:
        """The covariance of each kernel, shape (d, d): that of the sample times the squared factor.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.covariance
        array([[1.6751851]])
        """
        found: _ndarray = self._parts[2] * self.factor**2
        return found

    @property
    def cho_cov(self) -> _ndarray:
        """The lower Cholesky factor of `covariance`, shape (d, d).

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.cho_cov
        array([[1.29428942]])
        """
        found: _ndarray = self._parts[3] * self.factor
        return found

    @property
    def inv_cov(self) -> _ndarray:
        """The inverse of `covariance`, shape (d, d).

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.inv_cov
        array([[0.59694896]])
        """
        found: _ndarray = _cuprust.linalg.inv(self.covariance)
        return found

    def scotts_factor(self) -> float:
        """Scott's factor (1992): neff^(-1/(d + 4)). Waits for `neff`.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> round(kde.scotts_factor(), 6)
        0.757858
        """
        found: float = float(self.neff) ** (-1.0 / (self.d + 4))
        return found

    def silverman_factor(self) -> float:
        """Silverman's factor (1986): (neff (d + 2)/4)^(-1/(d + 4)). Waits for `neff`.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> round(kde.silverman_factor(), 6)
        0.802742
        """
        found: float = (float(self.neff) * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))
        return found

    covariance_factor = scotts_factor

    def set_bandwidth(self, bw_method: _Any = None) -> None:
        """Sets the factor by another `bw_method`, one of those that the class takes; None calls `covariance_factor`
        again.

        Raises ValueError for another one.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.set_bandwidth(0.5)
        >>> kde.factor
        0.5
        """
        if bw_method is None:
            pass
        elif isinstance(bw_method, str) and bw_method == "scott":
            self.covariance_factor = self.scotts_factor  # type: ignore[method-assign]
        elif isinstance(bw_method, str) and bw_method == "silverman":
            self.covariance_factor = self.silverman_factor  # type: ignore[method-assign]
        elif isinstance(bw_method, (_numbers.Real, _numpy.generic)) or isinstance(bw_method, _ndarray) and bw_method.ndim == 0:
            number = float(bw_method)
            self.covariance_factor = lambda: number  # type: ignore[method-assign]
        elif callable(bw_method):
            self.covariance_factor = lambda: bw_method(self)  # type: ignore[method-assign]
        else:
            raise ValueError("`bw_method` should be 'scott', 'silverman', a scalar or a callable.")
        self.factor = float(self.covariance_factor())

    def evaluate(self, points: _Any) -> _ndarray:
        """The density at points of shape (d, m), a point a column, or (m,) for one dimension; shape (m,), float64.

        Raises ValueError for points of another dimension.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.evaluate(cp.array([1.0, 3.0]))
        array([0.19665499, 0.14294835])
        """
        found: _ndarray = _functions["kde_density"](*self._parts, self.factor, points, False)
        return found

    __call__ = evaluate

    def pdf(self, x: _Any) -> _ndarray:
        """The density at points, as `evaluate`.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.pdf(cp.array([1.0, 3.0]))
        array([0.19665499, 0.14294835])
        """
        found: _ndarray = self.evaluate(x)
        return found

    def logpdf(self, x: _Any) -> _ndarray:
        """The natural logarithm of the density at points, of the shapes of `evaluate`, without underflow far from the
        sample.

        Raises ValueError for points of another dimension.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.logpdf(cp.array([100.0]))
        array([-2753.30399176])
        """
        found: _ndarray = _functions["kde_density"](*self._parts, self.factor, x, True)
        return found

    def integrate_gaussian(self, mean: _Any, cov: _Any) -> _ndarray:
        """The integral of the product with a normal density of mean `mean`, shape (d,), and covariance `cov`, shape (d,
        d).

        An array without axes. Raises ValueError for a mean or a covariance of another dimension.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.integrate_gaussian(1.0, 0.25)
        array(0.18970225)
        """
        found: _ndarray = _functions["kde_gaussian"](*self._parts, self.factor, mean, cov)
        return found

    def integrate_box_1d(self, low: float, high: float) -> _ndarray:
        """The integral from `low` to `high` of an estimate of one dimension, an array without axes.

        Raises ValueError for one of several dimensions.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.integrate_box_1d(-float('inf'), 1.0)
        array(0.37755702)
        """
        found: _ndarray = _functions["kde_box"](*self._parts, self.factor, low, high)
        return found

    def integrate_kde(self, other: gaussian_kde) -> _ndarray:
        """The integral of the product with another estimate, an array without axes.

        Raises ValueError for one of another dimension.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.integrate_kde(kde)
        array(0.14103124)
        """
        found: _ndarray = _functions["kde_product"](list(self._parts), self.factor, list(other._parts), other.factor)
        return found

    def resample(self, size: int | None = None, seed: _Any = None) -> _ndarray:
        """Random points of the estimated density, shape (d, size); without `size` as many as `neff`, rounded down.

        `seed` is a generator or a seed of one.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> kde.resample(5, seed=1).shape
        (1, 5)
        """
        size = int(self.neff) if size is None else size
        generator = seed if hasattr(seed, "random") and seed is not _numpy.random else _cuprust.random.default_rng(seed)
        # The component of a point is found by a uniform number among the cumulative weights.
        bounds = _cuprust.cumsum(self.weights)[:-1]
        components = _cuprust.searchsorted(bounds, _core.asarray(generator.random(size)), side="right")
        deviates = _core.asarray(generator.standard_normal((self.d, size)))
        found: _ndarray = _functions["kde_moved"](*self._parts, self.factor, components, deviates)
        return found

    def marginal(self, dimensions: _Any) -> gaussian_kde:
        """The estimate of the dimensions that are listed, with the same factor.

        Raises ValueError for elements that are not integers, repeated, or out of range.

        >>> from cuprust.scipy import stats
        >>> kde = stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
        >>> plane = stats.gaussian_kde(cp.array([[0.0, 1.0, 2.0, 4.0], [1.0, 0.0, 3.0, 3.0]]))
        >>> plane.marginal([0]).dataset
        array([[0., 1., 2., 4.]])
        """
        chosen = _numpy.atleast_1d(_core.asarray(dimensions).get() if isinstance(dimensions, _ndarray) else dimensions)
        if not _numpy.issubdtype(chosen.dtype, _numpy.integer):
            raise ValueError("Elements of `dimensions` must be integers - the indices of the marginal variables being retained.")
        axes = [int(place) + self.d if place < 0 else int(place) for place in chosen]
        if len(set(axes)) != len(axes):
            raise ValueError("All elements of `dimensions` must be unique.")
        wrong = [int(axis) for axis, place in zip(chosen, axes) if not 0 <= place < self.d]
        if wrong:
            raise ValueError(f"Dimensions {wrong} are invalid for a distribution in {self.d} dimensions.")
        found: gaussian_kde = gaussian_kde(self.dataset[axes], bw_method=self.covariance_factor(), weights=self.weights)
        return found
