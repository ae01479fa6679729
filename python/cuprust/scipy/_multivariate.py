"""SciPy's multivariate normal distribution: an object whose methods take mean and covariance, and a frozen one that has them."""

from __future__ import annotations

from typing import Any as _Any

import cuprust as _cuprust
from cuprust import _core
from cuprust.scipy._distributions import _generator, _Size

_parts = _core._functions("cuprust.scipy._statistics")
# The number of lattices, as in SciPy.
_LATTICES = 10


def _probability(
    x: _Any, mean: _Any, cov: _Any, allow_singular: bool, maxpts: int | None, abseps: float, releps: float, lower_limit: _Any, rng: _Any
) -> _Any:
    """The probability of vectors between bounds, by lattices that `rng` shifts."""
    if mean is not None:
        dim = mean.size
    else:
        dim = cov.shape[0] if cov.ndim == 2 else 1
    generator = rng if isinstance(rng, _cuprust.random.Generator) else _cuprust.random.default_rng(rng)
    lower = None if lower_limit is None else _core.asarray(lower_limit)
    shifts = generator.random((_LATTICES, dim))
    return _parts["normal_cdf"](_core.asarray(x), mean, cov, bool(allow_singular), lower, shifts, maxpts, float(abseps), float(releps))


class multivariate_normal_gen:
    """The normal distribution of vectors with a mean and a covariance: a matrix, variances, or one variance.

    Its methods `pdf`, `logpdf`, `cdf`, `logcdf`, `rvs` and `entropy` take `mean`, zeros if it is None, and `cov`; called with these it is a frozen distribution, which
    has them; `fit` gives the likeliest ones. Vectors lie along the last axis, and axes of extent one are left out of results. The covariance's
    eigenvalues are waited for. Raises ValueError for a covariance of other extents or with negative eigenvalues, LinAlgError for a singular one
    unless `allow_singular` is set.

    >>> cp.scipy.stats.multivariate_normal.logpdf([[0.0, 0.0], [1.0, 2.0]], [0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
    array([-1.79072173, -5.80171074])
    """

    def __init__(self, seed: _Any = None) -> None:
        self._random_state = seed

    @property
    def random_state(self) -> _Any:
        """The generator of random variates where a call names none."""
        return _generator(self._random_state)

    @random_state.setter
    def random_state(self, seed: _Any) -> None:
        self._random_state = None if seed is None else _generator(seed)

    def __repr__(self) -> str:
        return "<cuprust.scipy.stats.multivariate_normal>"

    def __reduce__(self) -> str:
        return "multivariate_normal"

    def __call__(self, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False, seed: _Any = None) -> multivariate_normal_frozen:
        """The distribution with this mean and covariance, whose methods take none."""
        return multivariate_normal_frozen(mean, cov, allow_singular, seed)

    def pdf(self, x: _Any, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False) -> _Any:
        """The density at vectors along the last axis."""
        return _core._MultivariateNormal(mean, cov, allow_singular).pdf(x)

    def logpdf(self, x: _Any, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False) -> _Any:
        """The logarithm of the density at vectors along the last axis."""
        return _core._MultivariateNormal(mean, cov, allow_singular).logpdf(x)

    def cdf(
        self, x: _Any, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False, maxpts: int | None = None, abseps: float = 1e-5,
        releps: float = 1e-5, *, lower_limit: _Any = None, rng: _Any = None,
    ) -> _Any:  # fmt: skip
        """The probability of a vector below `x`, and above `lower_limit` if that is given.

        The integral is that of randomly shifted lattices, of which each has twice as many points until the error is below `abseps` or, relatively,
        `releps`, or there would be more than `maxpts`, a million for each dimension. `rng` is a generator or a seed. Each waits.
        """
        mean, cov = (None if given is None else _core.asarray(given) for given in (mean, cov))
        return _probability(x, mean, cov, allow_singular, maxpts, abseps, releps, lower_limit, rng)

    def logcdf(
        self, x: _Any, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False, maxpts: int | None = None, abseps: float = 1e-5,
        releps: float = 1e-5, *, lower_limit: _Any = None, rng: _Any = None,
    ) -> _Any:  # fmt: skip
        """The logarithm of `cdf`."""
        return _cuprust.log(self.cdf(x, mean, cov, allow_singular, maxpts, abseps, releps, lower_limit=lower_limit, rng=rng))

    def entropy(self, mean: _Any = None, cov: _Any = 1) -> _Any:
        """The entropy, in natural units."""
        return _core._MultivariateNormal(mean, cov, True).entropy()

    def rvs(self, mean: _Any = None, cov: _Any = 1, size: _Size = 1, random_state: _Any = None) -> _Any:
        """Random vectors along a new last axis, drawn from `random_state`: a generator, an integer that seeds one, or None."""
        generator = self.random_state if random_state is None else _generator(random_state)
        return _core._MultivariateNormal(mean, cov, True).rvs(size, generator)

    def fit(self, x: _Any, fix_mean: _Any = None, fix_cov: _Any = None) -> tuple[_Any, _Any]:
        """The likeliest mean and covariance for the rows of a matrix; one that is given stays.

        Raises ValueError for another number of axes, and a mean or covariance of another length.
        """
        mean, cov = _core._fitted_multivariate_normal(x, fix_mean, fix_cov)
        return mean, cov


class multivariate_normal_frozen:
    """A multivariate normal distribution with its mean and covariance: the methods without them."""

    def __init__(self, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False, seed: _Any = None) -> None:
        self._law = _core._MultivariateNormal(mean, cov, allow_singular)
        self.allow_singular = allow_singular
        self._random_state = seed

    @property
    def mean(self) -> _Any:
        """The mean."""
        return self._law.mean

    @property
    def cov(self) -> _Any:
        """The covariance, a matrix."""
        return self._law.cov

    def __reduce__(self) -> tuple[_Any, ...]:
        return multivariate_normal_frozen, (self.mean, self.cov, self.allow_singular, self._random_state)

    def pdf(self, x: _Any) -> _Any:
        """The density at vectors along the last axis."""
        return self._law.pdf(x)

    def logpdf(self, x: _Any) -> _Any:
        """The logarithm of the density at vectors along the last axis."""
        return self._law.logpdf(x)

    def cdf(
        self, x: _Any, *, lower_limit: _Any = None, maxpts: int | None = None, abseps: float = 1e-5, releps: float = 1e-5, rng: _Any = None
    ) -> _Any:
        """The probability of a vector below `x`, and above `lower_limit` if that is given."""
        return _probability(x, self.mean, self.cov, self.allow_singular, maxpts, abseps, releps, lower_limit, rng)

    def logcdf(
        self, x: _Any, *, lower_limit: _Any = None, maxpts: int | None = None, abseps: float = 1e-5, releps: float = 1e-5, rng: _Any = None
    ) -> _Any:
        """The logarithm of `cdf`."""
        return _cuprust.log(self.cdf(x, lower_limit=lower_limit, maxpts=maxpts, abseps=abseps, releps=releps, rng=rng))

    def entropy(self) -> _Any:
        """The entropy, in natural units."""
        return self._law.entropy()

    def rvs(self, size: _Size = 1, random_state: _Any = None) -> _Any:
        """Random vectors along a new last axis."""
        return self._law.rvs(size, _generator(self._random_state if random_state is None else random_state))


multivariate_normal = multivariate_normal_gen()
