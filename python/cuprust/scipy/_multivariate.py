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
    """The normal distribution of vectors with a mean and a covariance matrix; vectors are the last axis, of extent d.

    The methods take `mean`, shape (d,), zeros for None, and `cov`: shape (d, d), (d,) for a diagonal, or a number for a
    multiple of the identity. Called with these the object is a frozen distribution, whose methods do not take them.
    Axes of extent one are removed from results, which are float64.

    Waits for the eigenvalues of the covariance. Raises ValueError for a covariance of another shape or with negative
    eigenvalues, LinAlgError for a singular one unless `allow_singular` is true.

    >>> from cuprust.scipy import stats
    >>> stats.multivariate_normal.logpdf([[0.0, 0.0], [1.0, 2.0]], [0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
    array([-1.79072173, -5.80171074])
    """

    def __init__(self, seed: _Any = None) -> None:
        self._random_state = seed

    @property
    def random_state(self) -> _Any:
        """The generator of `rvs` where a call has no `random_state`: by default that of `cuprust.random`.

        It is set to a seed, a generator, or None. Raises ValueError for anything else.

        >>> from cuprust.scipy import stats
        >>> stats.multivariate_normal.random_state is cp.random.get_random_state()
        True
        """
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
        """The probability density at vectors `x` of shape (.., d); shape (..), float64.

        Raises as the class.

        >>> from cuprust.scipy import stats
        >>> stats.multivariate_normal.pdf([1.0, 2.0], [0.0, 0.0], [2.0, 0.5]).round(6)
        array(0.00227)
        """
        return _core._MultivariateNormal(mean, cov, allow_singular).pdf(x)

    def logpdf(self, x: _Any, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False) -> _Any:
        """The natural logarithm of the density at vectors `x` of shape (.., d); shape (..), float64.

        Raises as the class.

        >>> from cuprust.scipy import stats
        >>> stats.multivariate_normal.logpdf([100.0, 0.0], [0.0, 0.0], 2.0).round(4)
        array(-2502.531)
        """
        return _core._MultivariateNormal(mean, cov, allow_singular).logpdf(x)

    def cdf(
        self, x: _Any, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False, maxpts: int | None = None, abseps: float = 1e-5,
        releps: float = 1e-5, *, lower_limit: _Any = None, rng: _Any = None,
    ) -> _Any:  # fmt: skip
        """The probability of a vector below `x` in each element, and above `lower_limit` where that is not None; `x`
        has shape (.., d).

        The integral is computed by randomly shifted lattice rules (Genz, Bretz 2002), whose number of points doubles
        until the error is below `abseps`, or `releps` times the value, or the number is above `maxpts`, a million times
        d by default. `rng` is a generator or a seed. Each step waits. Raises as the class.

        >>> from cuprust.scipy import stats
        >>> stats.multivariate_normal.cdf([0.0, 0.0], [0.0, 0.0], [[1.0, 0.5], [0.5, 1.0]], rng=1).round(4)
        array(0.3333)
        """
        mean, cov = (None if parameter is None else _core.asarray(parameter) for parameter in (mean, cov))
        return _probability(x, mean, cov, allow_singular, maxpts, abseps, releps, lower_limit, rng)

    def logcdf(
        self, x: _Any, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False, maxpts: int | None = None, abseps: float = 1e-5,
        releps: float = 1e-5, *, lower_limit: _Any = None, rng: _Any = None,
    ) -> _Any:  # fmt: skip
        """The natural logarithm of `cdf`, which says what the arguments are.

        >>> from cuprust.scipy import stats
        >>> stats.multivariate_normal.logcdf([0.0, 0.0], [0.0, 0.0], 2.0, rng=1).round(4)
        array(-1.3863)
        """
        return _cuprust.log(self.cdf(x, mean, cov, allow_singular, maxpts, abseps, releps, lower_limit=lower_limit, rng=rng))

    def entropy(self, mean: _Any = None, cov: _Any = 1) -> _Any:
        """The differential entropy in nats, an array without axes, float64.

        >>> from cuprust.scipy import stats
        >>> stats.multivariate_normal.entropy(cov=[[2.0, 0.3], [0.3, 0.5]]).round(6)
        array(2.790722)
        """
        return _core._MultivariateNormal(mean, cov, True).entropy()

    def rvs(self, mean: _Any = None, cov: _Any = 1, size: _Size = 1, random_state: _Any = None) -> _Any:
        """Random vectors of shape `size` plus (d,), without axes of extent one; float64.

        They are drawn from `random_state`: a generator, a seed, or None for the object's own. Raises ValueError for
        another one, and as the class.

        >>> from cuprust.scipy import stats
        >>> stats.multivariate_normal.rvs([0.0, 5.0], size=4, random_state=1).shape
        (4, 2)
        """
        generator = self.random_state if random_state is None else _generator(random_state)
        return _core._MultivariateNormal(mean, cov, True).rvs(size, generator)

    def fit(self, x: _Any, fix_mean: _Any = None, fix_cov: _Any = None) -> tuple[_Any, _Any]:
        """The maximum-likelihood mean, shape (d,), and covariance, shape (d, d), for a sample of shape (n, d);
        `fix_mean`, `fix_cov` fix one.

        Raises ValueError for a sample of other than two axes, and a mean or covariance of another shape.

        >>> from cuprust.scipy import stats
        >>> mean, cov = stats.multivariate_normal.fit(cp.array([[0.0, 1.0], [2.0, 5.0]]))
        >>> mean, cov
        (array([1., 3.]), array([[1., 2.],
               [2., 4.]]))
        """
        mean, cov = _core._fitted_multivariate_normal(x, fix_mean, fix_cov)
        return mean, cov


class multivariate_normal_frozen:
    """A multivariate normal distribution with its mean and covariance: the methods of `multivariate_normal` without
    them.

    Raises as `multivariate_normal`.

    >>> from cuprust.scipy import stats
    >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
    >>> law.pdf([0.0, 0.0]).round(6)
    array(0.16684)
    """

    def __init__(self, mean: _Any = None, cov: _Any = 1, allow_singular: bool = False, seed: _Any = None) -> None:
        self._law = _core._MultivariateNormal(mean, cov, allow_singular)
        self.allow_singular = allow_singular
        self._random_state = seed

    @property
    def mean(self) -> _Any:
        """The mean, shape (d,).

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.mean
        array([0., 0.])
        """
        return self._law.mean

    @property
    def cov(self) -> _Any:
        """The covariance, shape (d, d).

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.cov
        array([[2. , 0.3],
               [0.3, 0.5]])
        """
        return self._law.cov

    def __reduce__(self) -> tuple[_Any, ...]:
        return multivariate_normal_frozen, (self.mean, self.cov, self.allow_singular, self._random_state)

    def pdf(self, x: _Any) -> _Any:
        """The probability density at vectors `x` of shape (.., d); shape (..), float64.

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.pdf([1.0, 2.0]).round(6)
        array(0.003022)
        """
        return self._law.pdf(x)

    def logpdf(self, x: _Any) -> _Any:
        """The natural logarithm of the density at vectors `x` of shape (.., d); shape (..), float64.

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.logpdf([100.0, 0.0]).round(4)
        array(-2749.0435)
        """
        return self._law.logpdf(x)

    def cdf(
        self, x: _Any, *, lower_limit: _Any = None, maxpts: int | None = None, abseps: float = 1e-5, releps: float = 1e-5, rng: _Any = None
    ) -> _Any:
        """The probability of a vector below `x` in each element, and above `lower_limit` where that is not None.

        The other arguments are those of the method of `multivariate_normal`.

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.cdf([0.0, 0.0], rng=1).round(4)
        array(0.2985)
        """
        return _probability(x, self.mean, self.cov, self.allow_singular, maxpts, abseps, releps, lower_limit, rng)

    def logcdf(
        self, x: _Any, *, lower_limit: _Any = None, maxpts: int | None = None, abseps: float = 1e-5, releps: float = 1e-5, rng: _Any = None
    ) -> _Any:
        """The natural logarithm of `cdf`, which says what the arguments are.

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.logcdf([0.0, 0.0], rng=1).round(4)
        array(-1.209)
        """
        return _cuprust.log(self.cdf(x, lower_limit=lower_limit, maxpts=maxpts, abseps=abseps, releps=releps, rng=rng))

    def entropy(self) -> _Any:
        """The differential entropy in nats, an array without axes, float64.

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.entropy().round(6)
        array(2.790722)
        """
        return self._law.entropy()

    def rvs(self, size: _Size = 1, random_state: _Any = None) -> _Any:
        """Random vectors of shape `size` plus (d,), without axes of extent one; float64.

        `random_state` is a generator, a seed, or None for the object's own. Raises ValueError for another one.

        >>> from cuprust.scipy import stats
        >>> law = stats.multivariate_normal([0.0, 0.0], [[2.0, 0.3], [0.3, 0.5]])
        >>> law.rvs(4, random_state=1).shape
        (4, 2)
        """
        return self._law.rvs(size, _generator(self._random_state if random_state is None else random_state))


multivariate_normal = multivariate_normal_gen()
