"""Quasi-Monte Carlo, by SciPy's names: points that fill the unit cube more evenly than random ones.

Sequences that are not scrambled equal SciPy's. Where `rng` is a seed, or a generator of NumPy's, what is random is drawn as SciPy draws it,
so that scrambled points equal SciPy's too; a generator of `cuprust.random` draws on its device.
"""

from __future__ import annotations

import copy as _copy
import itertools as _itertools
import math as _math
import warnings as _warnings
from abc import ABC as _ABC
from abc import abstractmethod as _abstractmethod
from typing import Any as _Any
from typing import ClassVar as _ClassVar

import numpy as _numpy

import cuprust as _cuprust
from cuprust import _core

__all__ = ["Halton", "LatinHypercube", "MultinomialQMC", "MultivariateNormalQMC", "PoissonDisk", "QMCEngine", "Sobol", "discrepancy", "scale"]

_parts = _core._functions("cuprust.scipy._statistics")


def _generator(rng: _Any, seed: _Any) -> _Any:
    """The generator that is meant. As in SciPy one of `rng` is a child of that, and one of `seed` is that itself but for NumPy's generators."""
    if rng is not None and seed is not None:
        raise TypeError("`rng` and `seed` are two names of one argument")
    if isinstance(rng, _cuprust.random.Generator) or isinstance(seed, _cuprust.random.Generator):
        return rng if seed is None else seed
    if seed is not None and not isinstance(seed, _numpy.random.Generator):
        if isinstance(seed, _numpy.random.RandomState):
            return seed
        if isinstance(seed, (int, _numpy.integer)):
            return _numpy.random.default_rng(seed)
        raise ValueError(f"{seed!r} cannot be used to seed a numpy.random.Generator instance")
    if isinstance(rng, _numpy.random.RandomState):
        raise TypeError("`rng` is a seed or a generator, not a RandomState")
    return _numpy.random.default_rng(rng if seed is None else seed).spawn(1)[0]


def _bits(generator: _Any, size: tuple[int, ...], wide: bool) -> _Any:
    if isinstance(generator, _numpy.random.RandomState):
        return generator.randint(2, size=size, dtype="uint64" if wide else "uint32")
    return generator.integers(2, size=size, dtype="uint64" if wide else "uint32")


def _permutations(generator: _Any, rows: int, first: int, last: int) -> _Any:
    """Rows of integers in random orders."""
    numbers = _numpy.tile(_numpy.arange(first, last), (rows, 1))
    if isinstance(generator, _cuprust.random.Generator):
        return generator.permuted(_core.asarray(numbers), axis=1)
    for row in numbers:
        generator.shuffle(row)
    return numbers


def _uniform(generator: _Any, size: tuple[int, ...]) -> _Any:
    return generator.random(size) if isinstance(generator, _cuprust.random.Generator) else generator.uniform(size=size)


def _array(numbers: _Any) -> _Any:
    """Numbers as an array of NumPy's, float64."""
    return _numpy.asarray(_cuprust.asnumpy(numbers), dtype=float)


def _workers(workers: int) -> None:
    workers = int(workers)
    if workers != -1 and workers <= 0:
        raise ValueError(f"Invalid number of workers: {workers}, must be -1 or > 0")


class QMCEngine(_ABC):
    """The base class of engines. A subclass defines `_random(n, workers=1)`: points of the unit cube, shape (n, d),
    float64.

    `d` is the number of dimensions. `rng` or `seed` is a seed or a generator. `num_generated` is the number of points
    so far. Raises ValueError for a negative `d`, NotImplementedError for an `optimization`.

    >>> from cuprust.scipy.stats import qmc
    >>> isinstance(qmc.Halton(2), qmc.QMCEngine)
    True
    """

    @_abstractmethod
    def __init__(self, d: int, *, optimization: str | None = None, rng: _Any = None, seed: _Any = None) -> None:
        self._begin(d, optimization, rng, seed)

    def _begin(self, d: int, optimization: str | None, rng: _Any, seed: _Any) -> None:
        if not _numpy.issubdtype(type(d), _numpy.integer) or d < 0:
            raise ValueError("d must be a non-negative integer value")
        if optimization is not None:
            raise NotImplementedError("`optimization` is None: neither 'random-cd' nor 'lloyd' is built")
        self.d = d
        self.rng = _generator(rng, seed)
        self.rng_seed = _copy.deepcopy(self.rng)
        self.num_generated = 0

    @_abstractmethod
    def _random(self, n: int = 1, *, workers: int = 1) -> _Any: ...

    def random(self, n: int = 1, *, workers: int = 1) -> _Any:
        """The next `n` points, one a row: shape (n, d), float64, in [0, 1). `workers` has no effect.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.Halton(1, scramble=False).random(3)
        array([[0.  ],
               [0.5 ],
               [0.25]])
        """
        sample = self._random(n, workers=workers)
        self.num_generated += n
        return sample

    def integers(self, l_bounds: _Any, *, u_bounds: _Any = None, n: int = 1, endpoint: bool = False, workers: int = 1) -> _Any:
        """The next `n` points as int64 in [l_bounds, u_bounds), or in [0, l_bounds), shape (n, d); with `endpoint` the
        upper bounds are included.

        Raises ValueError for bounds that are not integers.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.Halton(1, scramble=False).integers(10, n=4).ravel()
        array([0, 5, 2, 7])
        """
        low, high = (0, l_bounds) if u_bounds is None else (l_bounds, u_bounds)
        lower, upper = _cuprust.atleast_1d(_cuprust.asarray(low)), _cuprust.atleast_1d(_cuprust.asarray(high))
        if lower.dtype.kind not in "iu" or upper.dtype.kind not in "iu":
            raise ValueError("'u_bounds' and 'l_bounds' must be integers or array-like of integers")
        sample = scale(self.random(n=n, workers=workers), lower, upper + 1 if endpoint else upper)
        return _cuprust.floor(sample).astype("int64")

    def reset(self) -> _Any:
        """Restarts the sequence, with the same scrambling. Returns the engine.

        >>> from cuprust.scipy.stats import qmc
        >>> engine = qmc.Halton(1, scramble=False)
        >>> _ = engine.random(2)
        >>> engine.reset().random(1)
        array([[0.]])
        """
        self.rng = _copy.deepcopy(self.rng_seed)
        self.num_generated = 0
        return self

    def fast_forward(self, n: int) -> _Any:
        """Skips the next `n` points. Returns the engine.

        >>> from cuprust.scipy.stats import qmc
        >>> engine = qmc.LatinHypercube(1, rng=1)
        >>> engine.fast_forward(4).num_generated
        4
        """
        self.random(n=n)
        return self


class Sobol(QMCEngine):
    """Sobol sequences with the direction numbers of Joe and Kuo (2008), scrambled by random bit matrices and a digital
    shift.

    Points have `bits` bits, 30 by default, at most 64. `d` is at most 21201. `rng` or `seed` is a seed or a generator.
    Raises ValueError for a negative or a larger `d` and for more bits, NotImplementedError for an `optimization`.

    >>> from cuprust.scipy.stats import qmc
    >>> qmc.Sobol(2, scramble=False).random(4)
    array([[0.  , 0.  ],
           [0.5 , 0.5 ],
           [0.75, 0.25],
           [0.25, 0.75]])
    """

    MAXDIM: _ClassVar[int] = 21201

    def __init__(self, d: int, *, scramble: bool = True, bits: int | None = None, rng: _Any = None, optimization: str | None = None, seed: _Any = None) -> None:
        self._begin(d, optimization, rng, seed)
        self.scramble = scramble
        self.bits = 30 if bits is None else int(bits)
        self.maxn = 2**self.bits
        self._sequence = _parts["sobol_parts"](int(d), self.bits)
        if scramble:
            wide = self.bits > 32
            drawn = [_bits(self.rng, size, wide) for size in [(self.d, self.bits), (self.d, self.bits, self.bits)]]
            self._sequence = _parts["sobol_scrambled"](*self._sequence, *map(_core.asarray, drawn))

    def _random(self, n: int = 1, *, workers: int = 1) -> _Any:
        sample = _parts["sobol_points"](*self._sequence, self.num_generated, n)
        if self.num_generated == 0 and n & (n - 1):
            _warnings.warn("The balance properties of Sobol' points require n to be a power of 2.", stacklevel=3)
        return sample

    def random_base2(self, m: int) -> _Any:
        """The next 2^m points, shape (2^m, d).

        Raises ValueError where the number of all points would not be a power of two.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.Sobol(1, scramble=False).random_base2(2).ravel()
        array([0.  , 0.5 , 0.75, 0.25])
        """
        n = 2**m
        total = self.num_generated + n
        if total & (total - 1):
            raise ValueError(
                f"The balance properties of Sobol' points require n to be a power of 2. {self.num_generated} points have been previously "
                f"generated, then: n={self.num_generated}+2**{m}={total}. If you still want to do this, the function 'Sobol.random()' can be used."
            )
        return self.random(n)

    def fast_forward(self, n: int) -> Sobol:
        """Skips the next `n` points without computing them. Returns the engine.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.Sobol(1, scramble=False).fast_forward(2).random(2).ravel()
        array([0.75, 0.25])
        """
        self.num_generated += n
        return self


class Halton(QMCEngine):
    """Halton sequences, whose bases are the first `d` primes, scrambled by random permutations of the digits.

    `rng` or `seed` is a seed or a generator. Raises ValueError for a negative `d`, NotImplementedError for an
    `optimization`.

    >>> from cuprust.scipy.stats import qmc
    >>> qmc.Halton(2, scramble=False).random(3)
    array([[0.        , 0.        ],
           [0.5       , 0.33333333],
           [0.25      , 0.66666667]])
    """

    def __init__(self, d: int, *, scramble: bool = True, optimization: str | None = None, rng: _Any = None, seed: _Any = None) -> None:
        self._begin(d, optimization, rng, seed)
        self.scramble = scramble
        bases, counts = (part.tolist() for part in _parts["halton_bases"](int(d)))
        self.base: list[int] = bases
        self._permutations = None
        if scramble and d:
            drawn = [_core.asarray(_permutations(self.rng, count, 0, base)).ravel() for base, count in zip(bases, counts)]
            self._permutations = _cuprust.concatenate(drawn)

    def _random(self, n: int = 1, *, workers: int = 1) -> _Any:
        _workers(workers)
        return _parts["halton_points"](int(self.d), self._permutations, self.num_generated, n)

    def fast_forward(self, n: int) -> Halton:
        """Skips the next `n` points without computing them. Returns the engine.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.Halton(1, scramble=False).fast_forward(2).random(1)
        array([[0.25]])
        """
        self.num_generated += n
        return self


class LatinHypercube(QMCEngine):
    """Latin hypercubes: one point in each of n slices of equal width along each dimension, at random within it or, if they are not
    scrambled, in the middle.

    Of `strength` two, pairs of dimensions have one point in each of p by p squares, where n is the square of the prime p.
    `optimization` is None. Raises ValueError for another strength, and for an n that is not such a square.

    >>> cp.sort(cp.scipy.stats.qmc.LatinHypercube(1, scramble=False).random(2), axis=0)
    array([[0.25],
           [0.75]])"""

    def __init__(
        self, d: int, *, scramble: bool = True, strength: int = 1, optimization: str | None = None, rng: _Any = None, seed: _Any = None
    ) -> None:
        self._begin(d, optimization, rng, seed)
        self.scramble = scramble
        if strength not in (1, 2):
            raise ValueError(f"{strength!r} is not a valid strength. It must be one of {{1, 2}}")
        self._strength = strength

    def _slices(self, generator: _Any, n: int, d: int) -> tuple[_Any, _Any]:
        """The order of the slices along each dimension, and how far below their ends the points lie."""
        within = _uniform(generator, (n, d)) if self.scramble else 0.5
        return _permutations(generator, d, 1, n + 1), within

    def _random(self, n: int = 1, *, workers: int = 1) -> _Any:
        if self._strength == 1:
            return _parts["latin_points"](*map(_core.asarray, self._slices(self.rng, n, self.d)))
        p = _parts["prime_root"](n, self.d)
        own = self.rng
        if isinstance(own, _cuprust.random.Generator):
            symbols, (slices, within) = _permutations(own, p + 1, 0, p), self._slices(own, p, (p + 1) * p)
            within = within.T if self.scramble else within
        else:
            symbols = _numpy.stack([own.permutation(p) for _ in range(p + 1)])
            child = own.spawn(1)[0] if isinstance(own, _numpy.random.Generator) else own
            drawn = [self._slices(child, p, 1) for _ in range((p + 1) * p)]
            slices = _numpy.stack([slices[0] for slices, _ in drawn])
            within = _numpy.stack([within[:, 0] for _, within in drawn]) if self.scramble else 0.5
        slices, within = _core.asarray(slices).reshape(p + 1, p, p), _core.asarray(within)
        within = within.reshape(p + 1, p, p) if self.scramble else within
        return _parts["orthogonal_points"](_core.asarray(symbols), slices, within, int(self.d))


class PoissonDisk(QMCEngine):
    """Points at random of which no two are closer than a radius (Bridson 2007): around points whose surroundings were not tried yet, `ncandidates`
    are drawn, of which those are kept that lie between `l_bounds` and `u_bounds` and not too close to others.

    Candidates are at most two radii away from the point where `hypersphere` is "volume", at one radius where it is "surface".
    Points are drawn one after another, on the host. `rng` or `seed` is a seed or a generator. Raises ValueError for another `hypersphere`, for a
    radius that is not positive, and for lower bounds that are not below the upper ones, NotImplementedError for an `optimization`.

    >>> from cuprust.scipy.stats import qmc
    >>> points = qmc.PoissonDisk(2, radius=0.2, rng=1).random(9)
    >>> bool((cp.linalg.norm(points[:, None] - points, axis=2) + cp.eye(9) >= 0.2).all())
    True"""

    def __init__(
        self, d: int, *, radius: float = 0.05, hypersphere: str = "volume", ncandidates: int = 30, optimization: str | None = None, rng: _Any = None,
        l_bounds: _Any = None, u_bounds: _Any = None, seed: _Any = None,
    ) -> None:  # fmt: skip
        self._begin(d, optimization, rng, seed)
        if hypersphere not in ("volume", "surface"):
            raise ValueError(f"{hypersphere!r} is not a valid hypersphere sampling method. It must be one of {{'volume', 'surface'}}")
        if not radius > 0:
            raise ValueError("'radius' must be positive")
        self.radius = radius
        self.ncandidates = ncandidates
        self._surface = hypersphere == "surface"
        bounds = [_numpy.broadcast_to(_array(own), d) for own in (0.0 if l_bounds is None else l_bounds, 1.0 if u_bounds is None else u_bounds)]
        if not _numpy.all(bounds[0] < bounds[1]):
            raise ValueError("Bounds are not consistent 'l_bounds' < 'u_bounds'")
        self.l_bounds, self.u_bounds = bounds
        self._clear()

    def _clear(self) -> None:
        """Forgets all points. The space is divided into cells, of which each has one point at most, as its diagonal is the radius."""
        self._cells: dict[tuple[int, ...], _Any] = {}
        self._untried: list[_Any] = []

    def _cell(self, point: _Any) -> tuple[int, ...]:
        return tuple(((point - self.l_bounds) * (_math.sqrt(self.d) / self.radius)).astype(int).tolist())

    def _is_free(self, point: _Any) -> bool:
        """Whether no other point is closer than the radius."""
        reach = max(2, _math.ceil(_math.sqrt(self.d)))
        if (2 * reach + 1) ** self.d < len(self._cells):
            around = _itertools.product(*(range(index - reach, index + reach + 1) for index in self._cell(point)))
            others = [self._cells[cell] for cell in around if cell in self._cells]
        else:
            others = list(self._cells.values())
        return not others or bool((((point - _numpy.array(others)) ** 2).sum(axis=1) >= self.radius**2).all())

    def _around(self, centre: _Any) -> _Any:
        """Candidates around a point, one a row."""
        directions = _array(self.rng.standard_normal((self.ncandidates, self.d)))
        if self._surface:
            # Slightly farther, as rounding would place half of them within the radius of the point itself.
            return centre + directions / _numpy.linalg.norm(directions, axis=1)[:, None] * (1.001 * self.radius)
        squares = (directions**2).sum(axis=1)
        volumes = _array(_cuprust.scipy.special.gammainc(self.d / 2, _core.asarray(squares / 2)))
        return centre + directions * (2 * self.radius * volumes ** (1 / self.d) / _numpy.sqrt(squares))[:, None]

    def _random(self, n: float = 1, *, workers: int = 1) -> _Any:
        points: list[_Any] = []

        def add(point: _Any) -> None:
            self._cells[self._cell(point)] = point
            self._untried.append(point)
            points.append(point)

        if n > 0 and self.d > 0 and not self._cells:
            add(self.l_bounds + (self.u_bounds - self.l_bounds) * _array(_uniform(self.rng, (self.d,))))
        while self._untried and len(points) < n:
            draw = self.rng.randint if isinstance(self.rng, _numpy.random.RandomState) else self.rng.integers
            candidates = self._around(self._untried.pop(int(draw(len(self._untried)))))
            inside = ((candidates >= self.l_bounds) & (candidates <= self.u_bounds)).all(axis=1)
            for point in candidates[inside]:
                if len(points) < n and self._is_free(point):
                    add(point)
        return _core.asarray(_numpy.array(points, dtype=float).reshape(len(points) if self.d else int(n), self.d))

    def random(self, n: float = 1, *, workers: int = 1) -> _Any:
        """The next `n` points, one a row: fewer where no more are found. Shape (n, d), float64. `workers` has no effect.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.PoissonDisk(2, radius=0.9, rng=1).random(100).shape[0] < 9
        True
        """
        sample = self._random(n, workers=workers)
        self.num_generated += len(sample)
        return sample

    def fill_space(self) -> _Any:
        """Points until no more are found, one a row: shape (n, d), float64.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.PoissonDisk(1, radius=0.5, rng=1).fill_space().shape
        (2, 1)
        """
        return self.random(_math.inf)

    def reset(self) -> PoissonDisk:
        """Restarts without points, with the same generator. Returns the engine.

        >>> from cuprust.scipy.stats import qmc
        >>> engine = qmc.PoissonDisk(2, rng=1)
        >>> bool((engine.random(3) == engine.reset().random(3)).all())
        True
        """
        super().reset()
        self._clear()
        return self


class MultinomialQMC:
    """Numbers of trials in categories of probabilities `pvals`, of points of an engine of one dimension: a scrambled Sobol sequence, if none is
    given.

    Waits for the probabilities. Raises ValueError for negative ones, for those whose sum is not one, and for an engine of other dimensions.

    >>> cp.scipy.stats.qmc.MultinomialQMC([0.25, 0.75], 8, rng=1).random(2)
    array([[2., 6.],
           [2., 6.]])"""

    def __init__(self, pvals: _Any, n_trials: int, *, engine: QMCEngine | None = None, rng: _Any = None, seed: _Any = None) -> None:
        self.pvals = _cuprust.atleast_1d(_cuprust.asarray(pvals))
        _parts["check_probabilities"](self.pvals)
        self.n_trials = n_trials
        if engine is None:
            engine = Sobol(1, bits=30, rng=rng, seed=seed)
        elif not isinstance(engine, QMCEngine):
            raise ValueError("`engine` must be an instance of `scipy.stats.qmc.QMCEngine` or `None`.")
        elif engine.d != 1:
            raise ValueError("Dimension of `engine` must be 1.")
        self.engine = engine

    def random(self, n: int = 1) -> _Any:
        """The numbers of the next `n` samples, one a row: shape (n, number of categories), float64.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.MultinomialQMC([0.5, 0.5], 4, rng=1).random(3).sum(axis=1)
        array([4., 4., 4.])
        """
        draws = [self.engine.random(self.n_trials).ravel() for _ in range(n)]
        points = _cuprust.stack(draws) if draws else _cuprust.empty((0, self.n_trials))
        return _parts["multinomial_counts"](points, self.pvals)


class MultivariateNormalQMC:
    """Normal vectors of a mean and a covariance, of points of an engine: a scrambled Sobol sequence, if none is given.

    `cov_root` is a matrix whose transpose times itself is the covariance. With `inv_transform` the deviates are quantiles of the coordinates,
    else pairs of them are of pairs of coordinates, as Box and Muller say. Waits for the covariance.
    Raises ValueError for a covariance that is not symmetric or has negative eigenvalues, and for an engine of other dimensions.

    >>> cp.scipy.stats.qmc.MultivariateNormalQMC([0.0, 5.0], [[1.0, 0.5], [0.5, 1.0]], rng=1).random(4).shape
    (4, 2)"""

    def __init__(
        self, mean: _Any, cov: _Any = None, *, cov_root: _Any = None, inv_transform: bool = True, engine: QMCEngine | None = None, rng: _Any = None,
        seed: _Any = None,
    ) -> None:  # fmt: skip
        mean = _cuprust.atleast_1d(_cuprust.asarray(mean))
        d = len(mean)
        root = None
        if cov is not None:
            cov = _cuprust.atleast_2d(_cuprust.asarray(cov))
            if len(cov) != d:
                raise ValueError("Dimension mismatch between mean and covariance.")
            root = _parts["covariance_root"](cov)
        elif cov_root is not None:
            root = _cuprust.atleast_2d(_cuprust.asarray(cov_root))
            if len(root) != d:
                raise ValueError("Dimension mismatch between mean and covariance.")
        dimensions = d if inv_transform else 2 * _math.ceil(d / 2)
        if engine is None:
            engine = Sobol(dimensions, rng=rng, seed=seed)
        elif not isinstance(engine, QMCEngine):
            raise ValueError("`engine` must be an instance of `scipy.stats.qmc.QMCEngine` or `None`.")
        elif engine.d != dimensions:
            raise ValueError(
                "Dimension of `engine` must be consistent with dimensions of mean and covariance. If `inv_transform` is False, it must be an even number."
            )
        self.engine = engine
        self._normal = mean, root, bool(inv_transform)

    def random(self, n: int = 1) -> _Any:
        """The next `n` normal vectors, shape (n, d), float64.

        >>> from cuprust.scipy.stats import qmc
        >>> qmc.MultivariateNormalQMC([0.0, 5.0], rng=1).random(4).shape
        (4, 2)
        """
        return _parts["normal_points"](self.engine.random(n), *self._normal)


def discrepancy(sample: _Any, *, iterative: bool = False, method: str = "CD", workers: int = 1) -> _Any:
    """How far points of the unit cube, which are rows, are from an even distribution.

    `method` is "CD", the centered discrepancy, "WD", the wrap-around one, "MD", a mixture of both, or "L2-star". With `iterative` it is the
    part of that of one point more that does not depend on it. `workers` changes nothing. Waits for the points.
    Raises ValueError for points of other than two axes or outside of the unit cube.

    >>> cp.scipy.stats.qmc.discrepancy(cp.array([[0.25], [0.75]]))
    array(0.02083333)"""
    _workers(workers)
    return _parts["discrepancy"](_cuprust.asarray(sample), bool(iterative), method)


def scale(sample: _Any, l_bounds: _Any, u_bounds: _Any, *, reverse: bool = False) -> _Any:
    """The points of the unit cube in the box between bounds, or with `reverse` points of the box in the cube.

    Waits for the points.
    Raises ValueError for points of other than two axes or outside, and for lower bounds that are not below the upper ones.

    >>> cp.scipy.stats.qmc.scale(cp.array([[0.5, 0.25]]), [-1, 0], [1, 8])
    array([[0., 2.]])"""
    return _parts["scale"](_cuprust.asarray(sample), _cuprust.asarray(l_bounds), _cuprust.asarray(u_bounds), bool(reverse))
