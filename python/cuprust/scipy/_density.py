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
    """The density that is the mean, or a weighted one, of normal densities at the points of a sample, one a column.

    `bw_method` says the factor by which the sample's standard deviations are those of the kernels: "scott", "silverman", a number, or a function of
    the density. `weights` are those of the points. Waits for the weights' sum of squares, of which the factors are made.

    >>> kde = cp.scipy.stats.gaussian_kde(cp.array([0.0, 1.0, 2.0, 4.0]))
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
        """The weights of the points: their sum is one."""
        found: _ndarray = self._parts[1]
        return found

    @property
    def neff(self) -> _ndarray:
        """The number of equally weighted points that say as much."""
        found: _ndarray = 1.0 / (self.weights * self.weights).sum()
        return found

    @property
    def covariance(self) -> _ndarray:
        """The covariance of the kernels."""
        found: _ndarray = self._parts[2] * self.factor**2
        return found

    @property
    def cho_cov(self) -> _ndarray:
        """The lower Cholesky factor of the kernels' covariance."""
        found: _ndarray = self._parts[3] * self.factor
        return found

    @property
    def inv_cov(self) -> _ndarray:
        """The inverse of the kernels' covariance."""
        found: _ndarray = _cuprust.linalg.inv(self.covariance)
        return found

    def scotts_factor(self) -> float:
        """Scott's factor of the kernels' width."""
        found: float = float(self.neff) ** (-1.0 / (self.d + 4))
        return found

    def silverman_factor(self) -> float:
        """Silverman's factor of the kernels' width."""
        found: float = (float(self.neff) * (self.d + 2.0) / 4.0) ** (-1.0 / (self.d + 4))
        return found

    covariance_factor = scotts_factor

    def set_bandwidth(self, bw_method: _Any = None) -> None:
        """Chooses the factor of the kernels' width anew, as when the density was made; without an argument that of `covariance_factor`."""
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
        """The density at points, one a column. Raises ValueError for points of other dimensions."""
        found: _ndarray = _functions["kde_density"](*self._parts, self.factor, points, False)
        return found

    __call__ = evaluate

    def pdf(self, x: _Any) -> _ndarray:
        """The density at points, one a column. Raises ValueError for points of other dimensions."""
        found: _ndarray = self.evaluate(x)
        return found

    def logpdf(self, x: _Any) -> _ndarray:
        """The logarithm of the density at points, one a column. Raises ValueError for points of other dimensions."""
        found: _ndarray = _functions["kde_density"](*self._parts, self.factor, x, True)
        return found

    def integrate_gaussian(self, mean: _Any, cov: _Any) -> _ndarray:
        """The integral of the product with a normal density. Raises ValueError for a mean or a covariance of other dimensions."""
        found: _ndarray = _functions["kde_gaussian"](*self._parts, self.factor, mean, cov)
        return found

    def integrate_box_1d(self, low: float, high: float) -> _ndarray:
        """The integral of a density of one dimension between two bounds. Raises ValueError for several dimensions."""
        found: _ndarray = _functions["kde_box"](*self._parts, self.factor, low, high)
        return found

    def integrate_kde(self, other: gaussian_kde) -> _ndarray:
        """The integral of the product with another density. Raises ValueError for one of other dimensions."""
        found: _ndarray = _functions["kde_product"](list(self._parts), self.factor, list(other._parts), other.factor)
        return found

    def resample(self, size: int | None = None, seed: _Any = None) -> _ndarray:
        """Points drawn from the density, one a column: as many as `neff` where no size is given. `seed` is a generator or a seed."""
        size = int(self.neff) if size is None else size
        generator = seed if hasattr(seed, "random") and seed is not _numpy.random else _cuprust.random.default_rng(seed)
        # The component of a point is found by a uniform number among the cumulative weights.
        bounds = _cuprust.cumsum(self.weights)[:-1]
        places = _cuprust.searchsorted(bounds, _core.asarray(generator.random(size)), side="right")
        deviates = _core.asarray(generator.standard_normal((self.d, size)))
        found: _ndarray = _functions["kde_moved"](*self._parts, self.factor, places, deviates)
        return found

    def marginal(self, dimensions: _Any) -> gaussian_kde:
        """The density of some of the dimensions. Raises ValueError for what is no integer, out of range, or named twice."""
        chosen = _numpy.atleast_1d(_core.asarray(dimensions).get() if isinstance(dimensions, _ndarray) else dimensions)
        if not _numpy.issubdtype(chosen.dtype, _numpy.integer):
            raise ValueError("Elements of `dimensions` must be integers - the indices of the marginal variables being retained.")
        places = [int(place) + self.d if place < 0 else int(place) for place in chosen]
        if len(set(places)) != len(places):
            raise ValueError("All elements of `dimensions` must be unique.")
        wrong = [int(given) for given, place in zip(chosen, places) if not 0 <= place < self.d]
        if wrong:
            raise ValueError(f"Dimensions {wrong} are invalid for a distribution in {self.d} dimensions.")
        found: gaussian_kde = gaussian_kde(self.dataset[places], bw_method=self.covariance_factor(), weights=self.weights)
        return found
