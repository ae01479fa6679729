"""SciPy's probability distributions: objects whose methods take parameters as SciPy's do, and frozen ones that have them."""

from __future__ import annotations

import math as _math
import warnings as _warnings
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from typing import Any as _Any

import numpy as _numpy

from cuprust import _core
from cuprust import random as _random

_Size = int | _Sequence[int] | None
_parts = _core._functions("cuprust.scipy._statistics")
_quadrature, _integrated = _parts["quadrature"], _parts["integrated"]


def _generator(random_state: _Any) -> _Any:
    """The generator that a `random_state` means: itself, one of a seed, or the one that `cuprust.random` draws from."""
    if random_state is None:
        return _random.get_random_state()
    if isinstance(random_state, _random.Generator):
        return random_state
    if isinstance(random_state, (int, _numpy.integer)) and not isinstance(random_state, bool):
        return _random.RandomState(int(random_state))
    raise ValueError(f"{random_state!r} cannot be used to seed a cuprust.random.RandomState instance")


class _Distribution:
    """What continuous and discrete distributions have in common."""

    # The names of location and scale, and their defaults.
    _placed: dict[str, float] = {}

    def __init__(self, name: str, shapes: tuple[str, ...], doc: str) -> None:
        self.name = name
        self.shapes = ", ".join(shapes) or None
        self._names = (*shapes, *self._placed)
        self._required = len(shapes)
        self._random_state: _Any = None
        self.__doc__ = doc

    @property
    def numargs(self) -> int:
        """The number of shape parameters.

        >>> from cuprust.scipy import stats
        >>> stats.gamma.numargs, stats.norm.numargs
        (1, 0)
        """
        return self._required

    @property
    def random_state(self) -> _Any:
        """The generator of `rvs` where a call has no `random_state`: by default that of `cuprust.random`.

        It is set to a seed, a generator, or None. Raises ValueError for anything else.

        >>> from cuprust.scipy import stats
        >>> stats.norm.random_state = 1
        >>> x = stats.norm.rvs()
        >>> stats.norm.random_state = 1
        >>> bool(x == stats.norm.rvs())
        True
        >>> stats.norm.random_state = None
        """
        return _random.get_random_state() if self._random_state is None else self._random_state

    @random_state.setter
    def random_state(self, seed: _Any) -> None:
        self._random_state = None if seed is None else _generator(seed)

    def __repr__(self) -> str:
        return f"<cuprust.scipy.stats.{self.name}>"

    def __reduce__(self) -> tuple[_Any, ...]:
        return _named, (self.name,)

    def __call__(self, *args: _Any, **kwds: _Any) -> rv_frozen:
        """The distribution with these parameters, whose methods take none."""
        return self.freeze(*args, **kwds)

    def freeze(self, *args: _Any, **kwds: _Any) -> rv_frozen:
        """The distribution with these parameters, as an object whose methods take none.

        Raises TypeError for missing, superfluous or unknown parameters.

        >>> from cuprust.scipy import stats
        >>> stats.norm.freeze(1.0, scale=2.0).mean()
        array(1.)
        """
        return (rv_continuous_frozen if isinstance(self, rv_continuous) else rv_discrete_frozen)(self, *args, **kwds)

    def _parameters(self, args: tuple[_Any, ...], kwds: dict[str, _Any]) -> list[_Any]:
        """Shape parameters, location and scale in their order. Raises TypeError as Python does for arguments of a function."""
        names = self._names
        if len(args) > len(names):
            expected = f"from {self._required + 1} to {len(names) + 1} positional arguments but {len(args) + 1} were given"
            raise TypeError(f"_parse_args() takes {expected}")
        values = list(args)
        for position, name in enumerate(names[len(args) :], len(args)):
            if name in kwds:
                values.append(kwds[name])
            elif position < self._required:
                raise TypeError(f"_parse_args() missing 1 required positional argument: '{name}'")
            else:
                values.append(self._placed[name])
        for name in kwds:
            if name not in names:
                raise TypeError(f"_parse_args() got an unexpected keyword argument '{name}'")
            if name in names[: len(args)]:
                raise TypeError(f"_parse_args() got multiple values for argument '{name}'")
        return values

    def _one(self, method: str, args: tuple[_Any, ...], kwds: dict[str, _Any], x: _Any = None) -> _Any:
        return _core._distribution(self.name, method, self._parameters(args, kwds), x)[0]

    def rvs(self, *args: _Any, size: _Size = None, random_state: _Any = None, **kwds: _Any) -> _Any:
        """Random variates of shape `size`, or of the shape to which the parameters broadcast; float64, or int64 of
        discrete families.

        They are drawn from `random_state`: a generator, a seed, or None for the distribution's own. Waits for
        parameters that are arrays. Raises ValueError for invalid parameters, for those that do not broadcast to the
        shape, and for another `random_state`.

        >>> from cuprust.scipy import stats
        >>> stats.norm.rvs(size=(2, 3), random_state=1).shape
        (2, 3)
        """
        generator = self.random_state if random_state is None else _generator(random_state)
        # By position the shape follows the parameters.
        if len(args) == len(self._names) + 1 and size is None:
            *args, size = args  # type: ignore[assignment]
        return _core._variates(self.name, self._parameters(tuple(args), kwds), size, generator)

    def ppf(self, q: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The quantile function, the inverse of `cdf`; `q` and the parameters broadcast, and the result is float64.

        Zero and one give the ends of the support, values outside of [0, 1] NaN.

        >>> from cuprust.scipy import stats
        >>> stats.norm.ppf([0.5, 0.975]).round(4)
        array([0.  , 1.96])
        """
        return self._one("ppf", args, kwds, q)

    def isf(self, q: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The inverse of `sf`: the value that the variable exceeds with probability `q`; arguments and result as of
        `ppf`.

        >>> from cuprust.scipy import stats
        >>> stats.norm.isf(1e-20).round(4)
        array(9.2623)
        """
        return self._one("isf", args, kwds, q)

    def stats(self, *args: _Any, moments: str = "mv", **kwds: _Any) -> _Any:
        """The moments that `moments` names: mean "m", variance "v", skewness "s", excess kurtosis "k".

        An array of the shape to which the parameters broadcast, float64, or a tuple of several.

        >>> from cuprust.scipy import stats
        >>> stats.norm.stats(1.0, 2.0, moments='mvs')
        (array(1.), array(4.), array(0.))
        """
        found = _core._distribution(self.name, "stats", self._parameters(args, kwds), None)
        chosen = tuple(each for letter, each in zip("mvsk", found) if letter in moments)
        return chosen[0] if len(chosen) == 1 else chosen

    def mean(self, *args: _Any, **kwds: _Any) -> _Any:
        """The mean, of the shape to which the parameters broadcast, float64; infinite or NaN where there is none.

        >>> from cuprust.scipy import stats
        >>> stats.gamma.mean([1.0, 2.0], scale=3.0)
        array([3., 6.])
        """
        return self._one("mean", args, kwds)

    def median(self, *args: _Any, **kwds: _Any) -> _Any:
        """The median, the quantile of 0.5, of the shape to which the parameters broadcast, float64.

        >>> from cuprust.scipy import stats
        >>> stats.expon.median().round(6)
        array(0.693147)
        """
        return self._one("median", args, kwds)

    def var(self, *args: _Any, **kwds: _Any) -> _Any:
        """The variance, of the shape to which the parameters broadcast, float64; infinite or NaN where there is none.

        >>> from cuprust.scipy import stats
        >>> stats.gamma.var([1.0, 2.0], scale=3.0)
        array([ 9., 18.])
        """
        return self._one("var", args, kwds)

    def std(self, *args: _Any, **kwds: _Any) -> _Any:
        """The standard deviation, the root of `var`.

        >>> from cuprust.scipy import stats
        >>> stats.gamma.std(4.0, scale=3.0)
        array(6.)
        """
        return self._one("std", args, kwds)

    def moment(self, order: int, *args: _Any, **kwds: _Any) -> _Any:
        """The noncentral moment of an order: the mean of the variable to that power, float64.

        Raises ValueError for an order that is negative or not an integer.

        >>> from cuprust.scipy import stats
        >>> stats.norm.moment(2, 1.0, 2.0)
        array(5.)
        """
        return self._one("moment", args, kwds, order)

    def entropy(self, *args: _Any, **kwds: _Any) -> _Any:
        """The differential entropy, of discrete families the entropy, in nats, float64.

        >>> from cuprust.scipy import stats
        >>> stats.uniform.entropy(0, 2).round(6)
        array(0.693147)
        """
        return self._one("entropy", args, kwds)

    def interval(self, confidence: _Any, *args: _Any, **kwds: _Any) -> tuple[_Any, _Any]:
        """The ends of the central interval of probability `confidence`: two arrays, float64.

        Waits for a `confidence` that is an array. Raises ValueError for one outside of [0, 1].

        >>> from cuprust.scipy import stats
        >>> [end.round(4) for end in stats.norm.interval(0.95)]
        [array(-1.96), array(1.96)]
        """
        return tuple(_core._distribution(self.name, "interval", self._parameters(args, kwds), confidence))  # type: ignore[return-value]

    def support(self, *args: _Any, **kwds: _Any) -> tuple[_Any, _Any]:
        """The ends of the support, two arrays of the shape to which the parameters broadcast, float64.

        >>> from cuprust.scipy import stats
        >>> stats.uniform.support(1, 2)
        (array(1.), array(3.))
        """
        return tuple(_core._distribution(self.name, "support", self._parameters(args, kwds), None))  # type: ignore[return-value]


class rv_continuous(_Distribution):
    """A family of continuous distributions. Its methods take the shape parameters, `loc` and `scale`, all of which
    broadcast.

    Results are float64, and NaN where a parameter is invalid or `scale` is not positive.

    >>> from cuprust.scipy import stats
    >>> isinstance(stats.norm, type(stats.gamma))
    True
    """

    _placed = {"loc": 0.0, "scale": 1.0}

    def pdf(self, x: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The probability density at `x`, zero outside of the support.

        >>> from cuprust.scipy import stats
        >>> stats.norm.pdf([0.0, 1.0], loc=1.0).round(4)
        array([0.242 , 0.3989])
        """
        return self._one("pdf", args, kwds, x)

    def logpdf(self, x: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The natural logarithm of the density at `x`; minus infinity outside of the support.

        >>> from cuprust.scipy import stats
        >>> stats.norm.logpdf(40.0).round(4)
        array(-800.9189)
        """
        return self._one("logpdf", args, kwds, x)

    def cdf(self, x: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The cumulative distribution function: the probability of a value of at most `x`.

        >>> from cuprust.scipy import stats
        >>> stats.norm.cdf([-1.0, 0.0, 1.0]).round(4)
        array([0.1587, 0.5   , 0.8413])
        """
        return self._one("cdf", args, kwds, x)

    def logcdf(self, x: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The natural logarithm of `cdf`; minus infinity where that is zero.

        >>> from cuprust.scipy import stats
        >>> stats.norm.logcdf(-40.0).round(4)
        array(-804.6084)
        """
        return self._one("logcdf", args, kwds, x)

    def sf(self, x: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The survival function, one less `cdf`, accurate where it is small.

        >>> from cuprust.scipy import stats
        >>> stats.norm.sf(10.0)
        array(7.61985302e-24)
        """
        return self._one("sf", args, kwds, x)

    def logsf(self, x: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The natural logarithm of `sf`; minus infinity where that is zero.

        >>> from cuprust.scipy import stats
        >>> stats.norm.logsf(40.0).round(4)
        array(-804.6084)
        """
        return self._one("logsf", args, kwds, x)

    def fit(self, data: _Any, *args: float, **kwds: _Any) -> tuple[float, ...]:
        """The maximum-likelihood estimates of the shape parameters, `loc` and `scale` for a sample, as Python floats.

        `floc`, `fscale`, and `f` or `fix_` before the name of a shape parameter, or `f0`, `f1`, .., fix a parameter.
        Positional arguments, `loc` and `scale` are the start of the search for the others. Closed forms are used where
        SciPy has them; else the simplex search of Nelder and Mead (1965), which waits for the device in each step.

        Raises ValueError for elements that are not finite, a sample outside of the fixed support, a `method` other than
        "MLE", an `optimizer`, and where all parameters are fixed; TypeError for unknown arguments.

        >>> from cuprust.scipy import stats
        >>> stats.norm.fit(cp.array([1.0, 2.0, 3.0]), fscale=1.0)
        (2.0, 1.0)
        """
        shapes = self._names[: self._required]
        if len(args) > len(shapes):
            raise TypeError("Too many input arguments.")
        start: list[float | None] = [*map(float, args), *[None] * (len(shapes) - len(args)), None, None]
        known: list[float | None] = [None] * len(self._names)
        for position, name in enumerate(self._names):
            keys = [f"f{name}", f"fix_{name}"] if name in shapes else [f"f{name}"]
            keys += [f"f{position}"] if name in shapes else []
            found = [key for key in keys if kwds.get(key) is not None]
            if len(found) > 1:
                raise ValueError(f"fit method got multiple keyword arguments to specify the same fixed parameter: {', '.join(found)}")
            for key in keys:
                value = kwds.pop(key, None)
                known[position] = known[position] if value is None else float(value)
        for position, name in enumerate(["loc", "scale"], len(shapes)):
            value = kwds.pop(name, None)
            start[position] = None if value is None else float(value)
        if kwds.pop("method", "MLE").lower() != "mle":
            raise ValueError("the method of a fit is 'MLE'")
        if kwds.pop("optimizer", None) is not None:
            raise ValueError("a fit takes no optimizer: its search is that of Nelder and Mead")
        if kwds:
            raise TypeError(f"Unknown arguments: {kwds}.")
        return tuple(_core._fitted(self.name, data, known, start))


    def expect(
        self, func: _Callable[[_Any], _Any] | None = None, args: tuple[_Any, ...] = (), loc: float = 0, scale: float = 1, lb: float | None = None,
        ub: float | None = None, conditional: bool = False, **kwds: _Any,
    ) -> _Any:  # fmt: skip
        """The expected value of a function of the variable, the variable itself for None, over the support or from `lb`
        to `ub`.

        `func` takes and returns arrays. `args` are the shape parameters; all parameters are numbers. With `conditional`
        the result is divided by the probability of the interval. The integral is computed by double-exponential
        quadrature (Takahasi, Mori 1974), whose number of points doubles until the value settles; each step waits.
        Raises TypeError for options of SciPy's quadrature.

        >>> from cuprust.scipy import stats
        >>> stats.norm.expect(lambda x: x**2, loc=1.0).round(9)
        array(2.)
        """
        if kwds:
            raise TypeError(f"Unknown arguments: {kwds}.")
        ends = [float(end) for end in self.support(*args, loc=loc, scale=scale)]
        low, high = max(ends[0], -_math.inf if lb is None else float(lb)), min(ends[1], _math.inf if ub is None else float(ub))
        below, until = (float(self.cdf(end, *args, loc=loc, scale=scale)) for end in (low, high))
        if not low < high or not below < until:
            return _core.asarray(_math.nan if conditional or _math.isnan(low + high + below + until) else 0.0)
        parts = [low, *(float(self.ppf(below + (until - below) * share, *args, loc=loc, scale=scale)) for share in (0.05, 0.95)), high]
        last = _math.nan
        for level in range(3, 10):
            total = _core.asarray(0.0)
            for start, end in zip(parts, parts[1:]):
                points, weights = _quadrature(start, end, parts[2] - parts[1], level)
                values = points if func is None else _core.asarray(func(points))
                total = total + _integrated(values, self.pdf(points, *args, loc=loc, scale=scale), weights)
            current = float(total)
            if abs(current - last) <= 1e-12 * abs(current) + 1e-300:
                break
            last = current
        return total / (until - below) if conditional else total


class rv_discrete(_Distribution):
    """A family of discrete distributions. Its methods take the shape parameters and `loc`, all of which broadcast.

    Results are float64, random variates int64, and NaN where a parameter is invalid.

    >>> from cuprust.scipy import stats
    >>> isinstance(stats.poisson, type(stats.binom))
    True
    """

    _placed = {"loc": 0.0}

    def pmf(self, k: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The probability of the value `k`, zero outside of the support and for a `k` that is not an integer.

        >>> from cuprust.scipy import stats
        >>> stats.poisson.pmf([0, 1], 1.0).round(4)
        array([0.3679, 0.3679])
        """
        return self._one("pmf", args, kwds, k)

    def logpmf(self, k: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The natural logarithm of the probability of `k`; minus infinity where it is zero.

        >>> from cuprust.scipy import stats
        >>> stats.poisson.logpmf(1000, 1.0).round(2)
        array(-5913.13)
        """
        return self._one("logpmf", args, kwds, k)

    def cdf(self, k: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The cumulative distribution function: the probability of a value of at most `k`.

        >>> from cuprust.scipy import stats
        >>> stats.poisson.cdf([0, 1], 1.0).round(4)
        array([0.3679, 0.7358])
        """
        return self._one("cdf", args, kwds, k)

    def logcdf(self, k: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The natural logarithm of `cdf`; minus infinity where that is zero.

        >>> from cuprust.scipy import stats
        >>> stats.poisson.logcdf(0, 1.0)
        array(-1.)
        """
        return self._one("logcdf", args, kwds, k)

    def sf(self, k: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The survival function, one less `cdf`, accurate where it is small.

        >>> from cuprust.scipy import stats
        >>> stats.poisson.sf(0, 1.0).round(4)
        array(0.6321)
        """
        return self._one("sf", args, kwds, k)

    def logsf(self, k: _Any, *args: _Any, **kwds: _Any) -> _Any:
        """The natural logarithm of `sf`; minus infinity where that is zero.

        >>> from cuprust.scipy import stats
        >>> stats.poisson.logsf(0, 1.0).round(4)
        array(-0.4587)
        """
        return self._one("logsf", args, kwds, k)


    def expect(
        self, func: _Callable[[_Any], _Any] | None = None, args: tuple[_Any, ...] = (), loc: float = 0, lb: float | None = None, ub: float | None = None,
        conditional: bool = False, maxcount: int = 1000, tolerance: float = 1e-10, chunksize: int = 32,
    ) -> _Any:  # fmt: skip
        """The expected value of a function of the variable, the variable itself for None, over the support or from `lb`
        to `ub`, both included.

        `func` takes and returns arrays. `args` are the shape parameters; all parameters are numbers. With `conditional`
        the result is divided by the probability of the interval. Ranges of more than `chunksize` values are summed
        outwards from the median, `chunksize` at a time, until a chunk's mean term is below `tolerance`; each sum waits.
        Warns with RuntimeWarning where `maxcount` values are not enough.

        >>> from cuprust.scipy import stats
        >>> stats.poisson.expect(lambda k: k**2, (3.0,)).round(6)
        array(12.)
        """
        ends = [float(end) for end in self.support(*args, loc=loc)]
        low, high = ends[0] if lb is None else float(lb), ends[1] if ub is None else float(ub)

        def summed(start: float, end: float) -> _Any:
            numbers = _core.asarray(_numpy.arange(start, end))
            values = numbers if func is None else _core.asarray(func(numbers))
            return _integrated(values, self.pmf(numbers, *args, loc=loc), _core.asarray(1.0))

        divisor = self.sf(low - 1, *args, loc=loc) - self.sf(high, *args, loc=loc) if conditional else 1.0
        if high - low <= chunksize:
            return summed(low, high + 1) / divisor
        middle = min(max(float(self.median(*args, loc=loc)), low), high)
        total, count = _core.asarray(0.0), 0
        for above in (True, False):
            start, last = (middle, high + 1) if above else (middle, low)
            while start < last if above else start > last:
                end = min(start + chunksize, last) if above else max(start - chunksize, last)
                part = summed(start, end) if above else summed(end, start)
                total, count = total + part, count + abs(int(end - start))
                if abs(float(part)) < tolerance * abs(end - start):
                    break
                if count > maxcount:
                    _warnings.warn("expect(): sum did not converge", RuntimeWarning, stacklevel=2)
                    return total / divisor
                start = end
        return total / divisor


class rv_frozen:
    """A distribution with its parameters: the methods of the family `dist`, without parameters.

    Results have the shape to which the parameters broadcast with the argument, and are float64.

    >>> from cuprust.scipy import stats
    >>> stats.norm(1.0, 2.0)
    <cuprust.scipy.stats.norm(1.0, 2.0)>
    """

    def __init__(self, dist: _Distribution, *args: _Any, **kwds: _Any) -> None:
        self.dist = dist
        self.args = args
        self.kwds = kwds
        self._values = dist._parameters(args, kwds)
        self._random_state: _Any = None

    @property
    def random_state(self) -> _Any:
        """The generator of `rvs` where a call has no `random_state`: by default that of the family.

        It is set to a seed, a generator, or None. Raises ValueError for anything else.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.random_state = 1
        >>> norm.rvs(3).shape
        (3,)
        """
        return self.dist.random_state if self._random_state is None else self._random_state

    @random_state.setter
    def random_state(self, seed: _Any) -> None:
        self._random_state = None if seed is None else _generator(seed)

    @property
    def a(self) -> _Any:
        """The lower end of the support for location zero and scale one.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.a
        array(-inf)
        """
        return self._standard()[0]

    @property
    def b(self) -> _Any:
        """The upper end of the support for location zero and scale one.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.b
        array(inf)
        """
        return self._standard()[1]

    def _standard(self) -> tuple[_Any, _Any]:
        return self.dist.support(*self._values[: self.dist._required])

    def __repr__(self) -> str:
        arguments = [*map(repr, self.args), *(f"{name}={value!r}" for name, value in self.kwds.items())]
        return f"<cuprust.scipy.stats.{self.dist.name}({', '.join(arguments)})>"

    def __reduce__(self) -> tuple[_Any, ...]:
        return _restored, (type(self), self.dist, self.args, self.kwds)

    def cdf(self, x: _Any) -> _Any:
        """The cumulative distribution function: the probability of a value of at most `x`.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.cdf(1.0)
        array(0.5)
        """
        return self.dist.cdf(x, *self._values)

    def logcdf(self, x: _Any) -> _Any:
        """The natural logarithm of `cdf`; minus infinity where that is zero.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.logcdf(1.0).round(6)
        array(-0.693147)
        """
        return self.dist.logcdf(x, *self._values)

    def sf(self, x: _Any) -> _Any:
        """The survival function, one less `cdf`, accurate where it is small.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.sf(1.0)
        array(0.5)
        """
        return self.dist.sf(x, *self._values)

    def logsf(self, x: _Any) -> _Any:
        """The natural logarithm of `sf`; minus infinity where that is zero.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.logsf(1.0).round(6)
        array(-0.693147)
        """
        return self.dist.logsf(x, *self._values)

    def ppf(self, q: _Any) -> _Any:
        """The quantile function, the inverse of `cdf`; NaN for values outside of [0, 1].

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.ppf(0.5)
        array(1.)
        """
        return self.dist.ppf(q, *self._values)

    def isf(self, q: _Any) -> _Any:
        """The inverse of `sf`; NaN for values outside of [0, 1].

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.isf(0.5)
        array(1.)
        """
        return self.dist.isf(q, *self._values)

    def expect(
        self, func: _Callable[[_Any], _Any] | None = None, lb: float | None = None, ub: float | None = None, conditional: bool = False, **kwds: _Any
    ) -> _Any:
        """The expected value of a function of the variable, the variable itself for None, over the support or from `lb`
        to `ub`.

        `conditional` and the other options are those of the family's `expect`, which says what is raised. Parameters
        are numbers.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.expect(lambda x: x**2).round(9)
        array(5.)
        """
        shapes, placed = self._values[: self.dist._required], self._values[self.dist._required :]
        where = dict(zip(self.dist._placed, placed))
        own: _Any = self.dist
        return own.expect(func, tuple(shapes), lb=lb, ub=ub, conditional=conditional, **where, **kwds)

    def rvs(self, size: _Size = None, random_state: _Any = None) -> _Any:
        """Random variates of shape `size`, or of the shape to which the parameters broadcast; float64, or int64 of
        discrete families.

        `random_state` is a generator, a seed, or None for `self.random_state`. Raises ValueError as the family's `rvs`.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.rvs((2, 3), random_state=1).shape
        (2, 3)
        """
        return self.dist.rvs(*self._values, size=size, random_state=self.random_state if random_state is None else random_state)

    def stats(self, moments: str = "mv") -> _Any:
        """The moments that `moments` names: mean "m", variance "v", skewness "s", excess kurtosis "k"; a tuple of
        several.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.stats()
        (array(1.), array(4.))
        """
        return self.dist.stats(*self._values, moments=moments)

    def mean(self) -> _Any:
        """The mean; infinite or NaN where there is none.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.mean()
        array(1.)
        """
        return self.dist.mean(*self._values)

    def median(self) -> _Any:
        """The median, the quantile of 0.5.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.median()
        array(1.)
        """
        return self.dist.median(*self._values)

    def var(self) -> _Any:
        """The variance; infinite or NaN where there is none.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.var()
        array(4.)
        """
        return self.dist.var(*self._values)

    def std(self) -> _Any:
        """The standard deviation, the root of `var`.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.std()
        array(2.)
        """
        return self.dist.std(*self._values)

    def moment(self, order: int) -> _Any:
        """The noncentral moment of an order: the mean of the variable to that power.

        Raises ValueError for an order that is negative or not an integer.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.moment(2)
        array(5.)
        """
        return self.dist.moment(order, *self._values)

    def entropy(self) -> _Any:
        """The differential entropy, of discrete distributions the entropy, in nats.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.entropy().round(6)
        array(2.112086)
        """
        return self.dist.entropy(*self._values)

    def interval(self, confidence: _Any) -> tuple[_Any, _Any]:
        """The ends of the central interval of probability `confidence`: two arrays.

        Waits for a `confidence` that is an array. Raises ValueError for one outside of [0, 1].

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> [end.round(4) for end in norm.interval(0.95)]
        [array(-2.9199), array(4.9199)]
        """
        return self.dist.interval(confidence, *self._values)

    def support(self) -> tuple[_Any, _Any]:
        """The ends of the support, two arrays.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.support()
        (array(-inf), array(inf))
        """
        return self.dist.support(*self._values)


class rv_continuous_frozen(rv_frozen):
    """A continuous distribution with its parameters, as `rv_frozen`, with densities.

    >>> from cuprust.scipy import stats
    >>> norm = stats.norm(1.0, 2.0)
    >>> norm.pdf(1.0).round(6)
    array(0.199471)
    """

    dist: rv_continuous

    def pdf(self, x: _Any) -> _Any:
        """The probability density at `x`, zero outside of the support.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.pdf([1.0, 3.0]).round(6)
        array([0.199471, 0.120985])
        """
        return self.dist.pdf(x, *self._values)

    def logpdf(self, x: _Any) -> _Any:
        """The natural logarithm of the density at `x`; minus infinity outside of the support.

        >>> from cuprust.scipy import stats
        >>> norm = stats.norm(1.0, 2.0)
        >>> norm.logpdf(1.0).round(6)
        array(-1.612086)
        """
        return self.dist.logpdf(x, *self._values)


class rv_discrete_frozen(rv_frozen):
    """A discrete distribution with its parameters, as `rv_frozen`, with probabilities.

    >>> from cuprust.scipy import stats
    >>> poisson = stats.poisson(3.0)
    >>> poisson.pmf(0).round(6)
    array(0.049787)
    """

    dist: rv_discrete

    def pmf(self, k: _Any) -> _Any:
        """The probability of the value `k`, zero outside of the support and for a `k` that is not an integer.

        >>> from cuprust.scipy import stats
        >>> poisson = stats.poisson(3.0)
        >>> poisson.pmf([0, 1]).round(6)
        array([0.049787, 0.149361])
        """
        return self.dist.pmf(k, *self._values)

    def logpmf(self, k: _Any) -> _Any:
        """The natural logarithm of the probability of `k`; minus infinity where it is zero.

        >>> from cuprust.scipy import stats
        >>> poisson = stats.poisson(3.0)
        >>> poisson.logpmf([0, 1]).round(6)
        array([-3.      , -1.901388])
        """
        return self.dist.logpmf(k, *self._values)


def _named(name: str) -> _Distribution:
    """The distribution of a name: what pickles hold."""
    found: _Distribution = globals()[name]
    return found


def _restored(kind: type[rv_frozen], dist: _Distribution, args: tuple[_Any, ...], kwds: dict[str, _Any]) -> rv_frozen:
    """The frozen distribution of its parts."""
    return kind(dist, *args, **kwds)


# For each distribution a description, a call, and its result.
_TEXTS = {
    "alpha": ("The distribution of alpha of shape `a`: of the inverse of a normal variable of mean `a` that is positive.", "median(2).round(4)", "array(0.493)"),
    "anglit": ("The distribution of density cos(2 x) between -pi/4 and pi/4.", "pdf([0.0])", "array([1.])"),
    "arcsine": ("The distribution of the arc sine: density 1/(pi sqrt(x (1 - x))) from zero to one.", "moment(2)", "array(0.375)"),
    "argus": ("The distribution of Argus of shape `chi`: density in proportion to x sqrt(1 - x^2) e^(-chi^2 (1 - x^2)/2) from zero to one.", "support(1)", "(array(0.), array(1.))"),
    "bernoulli": ("The distribution of a trial: one with probability `p`, or zero.", "pmf([0, 1], 0.25)", "array([0.75, 0.25])"),
    "beta": ("The beta distribution of shapes `a` and `b`: density in proportion to x^(a - 1) (1 - x)^(b - 1) from zero to one.", "mean(1, 3)", "array(0.25)"),
    "betabinom": ("The binomial distribution of `n` trials whose probability is a beta variable of shapes `a` and `b`.", "pmf([0, 1], 1, 1, 3)", "array([0.75, 0.25])"),
    "betanbinom": ("The negative binomial distribution of `n` successes whose probability is a beta variable of shapes `a` and `b`.", "mean(2, 3, 1).round(9)", "array(1.)"),
    "betaprime": ("The beta distribution of the second kind: of the quotient of gamma variables of shapes `a` and `b`.", "mean(2, 3)", "array(1.)"),
    "binom": ("The binomial distribution: successes in `n` trials of probability `p`.", "pmf([0, 1, 2], 2, 0.5)", "array([0.25, 0.5 , 0.25])"),
    "boltzmann": ("Boltzmann's distribution of rate `lambda_`: Planck's, of the numbers below `N`.", "support(1, 10)", "(array(0.), array(9.))"),
    "bradford": ("Bradford's distribution of shape `c`: density in proportion to 1/(1 + c x) from zero to one.", "cdf([0, 1], 3)", "array([0., 1.])"),
    "burr": ("Burr's distribution of the third type of shapes `c` and `d`: distribution function (1 + x^-c)^-d.", "cdf([1.0], 2, 3)", "array([0.125])"),
    "burr12": ("Burr's distribution of the twelfth type, of shapes `c` and `d`: survival function (1 + x^c)^-d.", "sf([0, 1], 2, 3)", "array([1.   , 0.125])"),
    "cauchy": ("Cauchy's distribution: density 1/(pi (1 + x^2)). It has no mean.", "ppf([0.25, 0.5, 0.75])", "array([-1.,  0.,  1.])"),
    "chi": ("The chi distribution with `df` degrees of freedom: the root of a chi-square variable.", "moment(2, 3)", "array(3.)"),
    "chi2": ("The chi-square distribution with `df` degrees of freedom: the sum of squares of as many normal variables.", "sf([3.84, 6.63], 1).round(2)", "array([0.05, 0.01])"),
    "cosine": ("The distribution of density (1 + cos(x))/(2 pi) between -pi and pi.", "cdf([0.0])", "array([0.5])"),
    "crystalball": ("The distribution of the Crystal Ball collaboration: normal above -`beta`, and below it a tail of the power `m`.", "cdf([0.0], 1, 3).round(4)", "array([0.5848])"),
    "dgamma": ("The double gamma distribution: of a gamma variable of shape `a` with a random sign.", "moment(2, 1)", "array(2.)"),
    "dlaplace": ("The discrete distribution of Laplace: probabilities in proportion to e^(-a |k|).", "mean(1)", "array(0.)"),
    "dpareto_lognorm": ("The double Pareto lognormal distribution: of e^(u + s y + v/a - w/b) of a normal y and exponential v and w, of the shapes `u`, `s`, `a` and `b`.", "median(0, 1, 2, 2).round(9)", "array(1.)"),
    "dweibull": ("The double Weibull distribution: of a variable of Weibull's of shape `c` with a random sign.", "sf(0, 2)", "array(0.5)"),
    "erlang": ("Erlang's distribution: the gamma distribution, whose shape `a` is to be a whole number.", "mean(3, scale=2)", "array(6.)"),
    "expon": ("The exponential distribution: density e^-x from zero on.", "logsf([1, 1000])", "array([   -1., -1000.])"),
    "exponnorm": ("The sum of a normal variable and `K` times an exponential one.", "stats(2)", "(array(2.), array(5.))"),
    "exponpow": ("The exponential power distribution of shape `b`: survival function e^(1 - e^(x^b)).", "logsf([0.0], 2)", "array([0.])"),
    "exponweib": ("The exponentiated distribution of Weibull of shapes `a` and `c`: distribution function (1 - e^-x^c)^a.", "logsf([2.0], 1, 2)", "array([-4.])"),
    "f": ("The F distribution with `dfn` and `dfd` degrees of freedom.", "mean(2, 4)", "array(2.)"),
    "fatiguelife": ("The distribution of fatigue life, of Birnbaum and Saunders, of shape `c`: (sqrt(x) - 1/sqrt(x))/c is normal.", "mean(2)", "array(3.)"),
    "fisk": ("The log-logistic distribution of shape `c`: distribution function 1/(1 + x^-c).", "cdf([0, 1, 3], 1)", "array([0.  , 0.5 , 0.75])"),
    "foldcauchy": ("The distribution of the absolute value of a variable of Cauchy's that lies about `c`.", "median(0).round(9)", "array(1.)"),
    "foldnorm": ("The distribution of the absolute value of a normal variable of mean `c`.", "pdf(0, 0).round(4)", "array(0.7979)"),
    "gamma": ("The gamma distribution of shape `a`: density in proportion to x^(a - 1) e^-x from zero on.", "stats(2, scale=3)", "(array(6.), array(18.))"),
    "gausshyper": ("The Gauss hypergeometric distribution of shapes `a`, `b`, `c` and `z`: density in proportion to x^(a - 1) (1 - x)^(b - 1) (1 + z x)^-c.", "cdf([0.5], 1, 1, 1, 1).round(4)", "array([0.585])"),
    "genexpon": ("The generalized exponential distribution: of the rate a + b (1 - e^(-c x)).", "pdf([0.0], 1, 2, 3)", "array([1.])"),
    "genextreme": ("The generalized distribution of extremes of shape `c`: distribution function e^-(1 - c x)^(1/c).", "support(0.5)", "(array(-inf), array(2.))"),
    "gengamma": ("The generalized gamma distribution: of the power 1/c, which may be negative, of a gamma variable of shape `a`.", "mean(3, 1)", "array(3.)"),
    "genhalflogistic": ("The generalized half-logistic distribution of shape `c`: of t = (1 - c x)^(1/c) the survival function is 2 t/(1 + t).", "support(2)", "(array(0.), array(0.5))"),
    "genhyperbolic": ("The generalized hyperbolic distribution of shapes `p`, `a` and `b`: a mixture of normal ones of means b z and variances z, of the generalized inverse Gaussian z.", "cdf([0.0], 1, 2, 0).round(9)", "array([0.5])"),
    "geninvgauss": ("The generalized inverse Gaussian distribution of shapes `p` and `b`: density in proportion to x^(p - 1) e^(-b (x + 1/x)/2).", "mean(0.5, 1).round(9)", "array(2.)"),
    "genlogistic": ("The generalized logistic distribution of shape `c`: distribution function (1 + e^-x)^-c.", "cdf(0, 2)", "array(0.25)"),
    "gennorm": ("The generalized normal distribution: density in proportion to e^-|x|^beta.", "cdf([0], 1.5)", "array([0.5])"),
    "genpareto": ("The generalized distribution of Pareto of shape `c`: survival function (1 + c x)^(-1/c), e^-x for zero.", "support(-0.5)", "(array(0.), array(2.))"),
    "geom": ("The geometric distribution: trials until the first success of probability `p`.", "pmf([1, 2, 3], 0.5)", "array([0.5  , 0.25 , 0.125])"),
    "gibrat": ("Gibrat's distribution: of a variable whose logarithm is standard normal.", "median()", "array(1.)"),
    "gompertz": ("Gompertz's distribution of shape `c`: survival function e^(-c (e^x - 1)).", "logpdf(0, 1)", "array(0.)"),
    "gumbel_l": ("Gumbel's distribution of the smallest of many: survival function e^-e^x.", "logsf([0.0])", "array([-1.])"),
    "gumbel_r": ("Gumbel's distribution of the largest of many: distribution function e^-e^-x.", "logcdf([0.0])", "array([-1.])"),
    "halfcauchy": ("The distribution of the absolute value of a variable of Cauchy's.", "ppf(0.5).round(9)", "array(1.)"),
    "halfgennorm": ("The positive half of the generalized normal distribution: density in proportion to e^-x^beta.", "logsf([2.0], 1).round(9)", "array([-2.])"),
    "halflogistic": ("The distribution of the absolute value of a logistic variable.", "pdf(0)", "array(0.5)"),
    "halfnorm": ("The distribution of the absolute value of a normal variable.", "moment(2)", "array(1.)"),
    "hypergeom": ("The hypergeometric distribution: how many of `N` draws without replacement from `M` are among `n`.", "mean(20, 5, 8)", "array(2.)"),
    "hypsecant": ("The distribution of the hyperbolic secant: density 1/(pi cosh(x)).", "cdf(0)", "array(0.5)"),
    "invgamma": ("The distribution of the inverse of a gamma variable of shape `a`.", "mean(3)", "array(0.5)"),
    "invgauss": ("The inverse Gaussian distribution of mean `mu`.", "stats(2)", "(array(2.), array(8.))"),
    "invweibull": ("Frechet's distribution of shape `c`, of the inverse of a variable of Weibull's: distribution function e^-x^-c.", "logcdf([0.5], 2)", "array([-4.])"),
    "irwinhall": ("The distribution of Irwin and Hall: of a sum of `n` uniform variables from zero to one.", "cdf([1.0, 2.0], 4).round(4)", "array([0.0417, 0.5   ])"),
    "jf_skew_t": ("The skewed distribution of Student of Jones and Faddy, of shapes `a` and `b`: Student's where both are equal.", "cdf([0.0], 3, 3)", "array([0.5])"),
    "johnsonsb": ("Johnson's bounded distribution of shapes `a` and `b`: a + b logit(x) is normal.", "median(0, 2)", "array(0.5)"),
    "johnsonsu": ("Johnson's unbounded distribution of shapes `a` and `b`: a + b arcsinh(x) is normal.", "median(0, 2)", "array(0.)"),
    "kappa3": ("Kappa's distribution of three parameters, of shape `a`: distribution function x (a + x^a)^(-1/a).", "cdf([1.0], 1)", "array([0.5])"),
    "kappa4": ("Kappa's distribution of four parameters, of shapes `h` and `k`: distribution function (1 - h (1 - k x)^(1/k))^(1/h).", "support(1, 1)", "(array(0.), array(1.))"),
    "ksone": ("Smirnov's distribution of the greatest distance to one side of an empirical distribution of `n` samples.", "sf([0.5], 1)", "array([0.5])"),
    "kstwobign": ("Kolmogorov's distribution of the greatest distance of an empirical distribution, times the root of the number of samples.", "sf([0.5, 1.0]).round(4)", "array([0.9639, 0.27  ])"),
    "landau": ("Landau's distribution of the energy that a particle loses: the stable one of exponent one and full skewness. It has no mean.", "ppf([0.5]).round(4)", "array([0.5756])"),
    "laplace": ("Laplace's distribution: density e^-|x|/2.", "cdf([-1.0, 0.0]).round(4)", "array([0.1839, 0.5   ])"),
    "laplace_asymmetric": ("Laplace's distribution with the rates `kappa` above zero and 1/kappa below.", "stats(1)", "(array(0.), array(2.))"),
    "levy": ("Levy's distribution: of the inverse of the square of a normal variable. Its mean is infinite.", "ppf([0.5]).round(4)", "array([2.1981])"),
    "levy_l": ("Levy's distribution below zero.", "ppf([0.5]).round(4)", "array([-2.1981])"),
    "loggamma": ("The distribution of the logarithm of a gamma variable of shape `c`.", "mean(1).round(4)", "array(-0.5772)"),
    "logistic": ("The logistic distribution: distribution function 1/(1 + e^-x).", "ppf([0.5])", "array([0.])"),
    "loglaplace": ("The distribution of the exponential of a variable of Laplace's, of shape `c`.", "cdf([0.5, 1], 1)", "array([0.25, 0.5 ])"),
    "lognorm": ("The distribution of a variable whose logarithm is normal with the deviation `s`.", "median(2, scale=3)", "array(3.)"),
    "logser": ("The logarithmic distribution: probabilities in proportion to p^k/k from one on.", "pmf([1, 2], 0.5).round(4)", "array([0.7213, 0.1803])"),
    "loguniform": ("The distribution between `a` and `b` of a variable whose logarithm is uniform.", "cdf([1, 10, 100], 1, 100)", "array([0. , 0.5, 1. ])"),
    "lomax": ("Lomax's distribution of shape `c`: Pareto's, moved to zero.", "sf([0, 9], 2)", "array([1.  , 0.01])"),
    "maxwell": ("Maxwell's distribution: of the length of a vector of three normal variables.", "moment(2)", "array(3.)"),
    "mielke": ("Mielke's distribution of shapes `k` and `s`: distribution function x^k/(1 + x^s)^(k/s).", "cdf([1.0], 4, 2)", "array([0.25])"),
    "moyal": ("Moyal's distribution: of minus the logarithm of the square of a normal variable.", "mean().round(4)", "array(1.2704)"),
    "nakagami": ("Nakagami's distribution of shape `nu`: the root of a gamma variable.", "moment(2, 0.5)", "array(1.)"),
    "nbinom": ("The negative binomial distribution: failures before the `n`-th success of probability `p`.", "mean(3, 0.5)", "array(3.)"),
    "ncf": ("The noncentral F distribution with `dfn` and `dfd` degrees of freedom and noncentrality `nc`.", "mean(2, 4, 1).round(9)", "array(3.)"),
    "nchypergeom_fisher": ("Fisher's noncentral hypergeometric distribution: how many of `N` draws from `M` are among `n`, which have other `odds`, where draws are independent and their sum is known.", "mean(20, 5, 8, 1).round(9)", "array(2.)"),
    "nchypergeom_wallenius": ("Wallenius's noncentral hypergeometric distribution: how many of `N` draws from `M`, one after another, are among `n`, which have other `odds`.", "pmf(1, 2, 1, 1, 3).round(9)", "array(0.75)"),
    "nct": ("The noncentral distribution of Student with `df` degrees of freedom and noncentrality `nc`.", "cdf([0.0], 3, 0)", "array([0.5])"),
    "ncx2": ("The noncentral chi-square distribution with `df` degrees of freedom and noncentrality `nc`.", "stats(3, 2)", "(array(5.), array(14.))"),
    "nhypergeom": ("The negative hypergeometric distribution: how many of `n` successes in `M` trials are drawn before the `r`-th failure.", "mean(20, 7, 12).round(9)", "array(6.)"),
    "norm": ("The normal distribution of a mean `loc` and a standard deviation `scale`.", "cdf([-1, 0, 1]).round(4)", "array([0.1587, 0.5   , 0.8413])"),
    "norminvgauss": ("The mixture of normal distributions of means b z and variances z, of the inverse Gaussian z, of shapes `a` and `b`.", "stats(2, 0)", "(array(0.), array(0.5))"),
    "pareto": ("Pareto's distribution of shape `b`: survival function x^-b from one on.", "sf([1, 10, 100], 2)", "array([1.e+00, 1.e-02, 1.e-04])"),
    "pearson3": ("Pearson's distribution of the third type: a gamma variable of mean zero and variance one, of the skewness `skew`.", "stats(0.5)", "(array(0.), array(1.))"),
    "planck": ("Planck's distribution of rate `lambda_`: probabilities in proportion to e^(-lambda k).", "pmf(0, 1).round(4)", "array(0.6321)"),
    "poisson": ("Poisson's distribution of mean `mu`.", "stats(3)", "(array(3.), array(3.))"),
    "powerlaw": ("The power distribution: density a x^(a - 1) from zero to one.", "cdf([0.5, 1], 2)", "array([0.25, 1.  ])"),
    "powerlognorm": ("The distribution of the smallest of `c` variables whose logarithms are normal with the deviation `s`.", "sf(1, 2, 0.5)", "array(0.25)"),
    "powernorm": ("The distribution of the smallest of `c` normal variables.", "sf(0, 2)", "array(0.25)"),
    "randint": ("The uniform distribution of the integers from `low` on, below `high`.", "cdf([1, 3, 6], 1, 7).round(4)", "array([0.1667, 0.5   , 1.    ])"),
    "rayleigh": ("Rayleigh's distribution: of the length of a vector of two normal variables.", "moment(2)", "array(2.)"),
    "rdist": ("The distribution of a coordinate of a point on a sphere in `c` + 1 dimensions: density in proportion to (1 - x^2)^(c/2 - 1).", "cdf([0.5], 2).round(9)", "array([0.75])"),
    "recipinvgauss": ("The reciprocal inverse Gaussian distribution: of the inverse of an inverse Gaussian variable of mean `mu`.", "stats(2)", "(array(1.5), array(2.5))"),
    "rel_breitwigner": ("The relativistic distribution of Breit and Wigner of the mass of a resonance, of shape `rho`, the mass over the width.", "moment(2, 1).round(4)", "array(1.4142)"),
    "rice": ("The distribution of Rice: of the length of a vector of two normal variables that lies about `b`.", "moment(2, 1)", "array(3.)"),
    "semicircular": ("The distribution of Wigner, whose density is half of a circle between -1 and 1.", "stats()", "(array(0.), array(0.25))"),
    "skellam": ("Skellam's distribution: of the difference of two variables of Poisson's of the means `mu1` and `mu2`.", "stats(3, 1)", "(array(2.), array(4.))"),
    "skewcauchy": ("The skewed distribution of Cauchy: of the scale 1 - `a` below zero and 1 + `a` above.", "cdf([0.0], 0.5)", "array([0.25])"),
    "skewnorm": ("The skewed normal distribution of shape `a`: density twice the normal one times the normal area up to a x.", "cdf([0.0], 1).round(9)", "array([0.25])"),
    "studentized_range": ("The distribution of the studentized range, of the range of `k` normal variables over an estimate of their deviation with `df` degrees of freedom.", "isf(0.05, 3, 10).round(4)", "array(3.8768)"),
    "t": ("Student's distribution with `df` degrees of freedom.", "ppf([0.25, 0.5, 0.75], 1).round(9)", "array([-1.,  0.,  1.])"),
    "trapezoid": ("The distribution of density in proportion to a trapezoid, which rises from zero to `c` and falls from `d` to one.", "cdf([0.25, 0.75], 0.25, 0.75).round(4)", "array([0.1667, 0.8333])"),
    "triang": ("The triangular distribution from zero to one with its mode at `c`.", "pdf([0, 0.5, 1], 0.5)", "array([0., 2., 0.])"),
    "truncexpon": ("The exponential distribution up to `b`.", "support(2)", "(array(0.), array(2.))"),
    "truncnorm": ("The normal distribution between `a` and `b`.", "cdf([-1, 0, 1], -1, 1)", "array([0. , 0.5, 1. ])"),
    "truncpareto": ("Pareto's distribution of shape `b` between one and `c`.", "cdf([1.0, 1.5, 2.0], 1, 2).round(4)", "array([0.    , 0.6667, 1.    ])"),
    "truncweibull_min": ("Weibull's distribution of the smallest of many of shape `c`, between `a` and `b`.", "support(2, 1, 3)", "(array(1.), array(3.))"),
    "tukeylambda": ("Tukey's distribution of shape `lam`, whose quantile of p is (p^lam - (1 - p)^lam)/lam.", "ppf([0.25], 2)", "array([-0.25])"),
    "uniform": ("The uniform distribution from `loc` on, as wide as `scale`.", "cdf([1, 2, 4], 1, 2)", "array([0. , 0.5, 1. ])"),
    "vonmises": ("The distribution of von Mises of concentration `kappa`, of angles: its density repeats, and its distribution function grows by one with each turn.", "cdf([0.0], 1)", "array([0.5])"),
    "vonmises_line": ("The distribution of von Mises of concentration `kappa` from -pi to pi.", "mean(1)", "array(0.)"),
    "wald": ("Wald's distribution: the inverse Gaussian one of mean one.", "stats()", "(array(1.), array(1.))"),
    "weibull_max": ("Weibull's distribution of the largest of many of shape `c`, below zero: distribution function e^-(-x)^c.", "logcdf([-2.0], 2)", "array([-4.])"),
    "weibull_min": ("Weibull's distribution of the smallest of many of shape `c`: survival function e^-x^c.", "logsf([2.0], 2)", "array([-4.])"),
    "wrapcauchy": ("Cauchy's distribution wrapped on the circle, of shape `c`: density (1 - c^2)/(2 pi (1 + c^2 - 2 c cos(x))).", "mean(0.5).round(4)", "array(3.1416)"),
    "yulesimon": ("The distribution of Yule and Simon of shape `alpha`: probabilities alpha B(k, alpha + 1) from one on.", "pmf([1, 2], 1).round(4)", "array([0.5   , 0.1667])"),
    "zipf": ("The zeta distribution: probabilities in proportion to k^-a from one on.", "pmf([1, 2], 2).round(4)", "array([0.6079, 0.152 ])"),
    "zipfian": ("Zipf's distribution: probabilities in proportion to k^-a from one to `n`.", "pmf([1, 2], 1, 2).round(4)", "array([0.6667, 0.3333])"),
}  # fmt: skip


def _documented(name: str, shapes: _Sequence[str], discrete: bool) -> str:
    """The documentation of a distribution, with its example."""
    sentence, call, result = _TEXTS[name]
    functions = "`pmf`, `logpmf`" if discrete else "`pdf`, `logpdf`"
    others = "" if discrete else ", `fit`"
    taken = ", ".join(f"`{each}`" for each in [*shapes, "loc", *([] if discrete else ["scale"])])
    return f"""{sentence}

    Its methods {functions}, `cdf`, `logcdf`, `sf`, `logsf`, `ppf`, `isf`, `rvs`, `moment`, `stats`, `entropy`, `mean`, `median`, `var`, `std`,
    `interval`, `support`{others} take {taken}; called with these it is a frozen distribution, which has them.
    Results are float64, and NaN where a parameter is not valid.

    >>> cp.scipy.stats.{name}.{call}
    {result}
    """


def _made() -> dict[str, _Distribution]:
    """All distributions of the Rust crate."""
    found = {}
    for name, shapes, discrete in _core._families():
        kind = rv_discrete if discrete else rv_continuous
        found[name] = kind(name, tuple(shapes), _documented(name, shapes, discrete))
    return found


_found = _made()
globals().update(_found)
# An older name of SciPy.
reciprocal = _found["loguniform"]
__all__ = sorted([*_found, "reciprocal"])
