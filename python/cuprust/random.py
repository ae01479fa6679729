"""Random numbers, counter-based (Philox4x32-10) unless another bit generator is named: a seed gives the same numbers on every device.

The functions draw from one generator of the current device; `default_rng` and `RandomState` make generators of their own.
"""

from __future__ import annotations as _annotations

import builtins as _builtins
import inspect as _inspect
import operator as _operator
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

import numpy as _numpy
from numpy.typing import DTypeLike as _DTypeLike

from cuprust._core import _restored
from cuprust._core import asarray as _asarray
from cuprust._core import ndarray as _ndarray
from cuprust._core import random as _random

if _TYPE_CHECKING:
    from typing_extensions import Self as _Self

Generator = _random.Generator
_bytes: _TypeAlias = _builtins.bytes

_Array: _TypeAlias = "_ndarray | _numpy.ndarray[_Any, _Any] | _Sequence[_Any]"

__all__ = [
    "BitGenerator", "Generator", "MRG32k3a", "Philox4x3210", "RandomState", "XORWOW", "beta", "binomial", "bytes", "chisquare", "choice", "default_rng",
    "dirichlet", "exponential", "f", "gamma", "geometric", "get_random_state", "gumbel", "hypergeometric", "laplace", "logistic",
    "lognormal", "logseries", "multinomial", "multivariate_normal", "negative_binomial", "noncentral_chisquare", "noncentral_f", "normal", "pareto",
    "permutation", "poisson", "power", "rand", "randint", "randn", "random", "random_integers", "random_sample", "ranf", "rayleigh",
    "reset_states", "sample", "seed", "set_random_state", "shuffle", "standard_cauchy", "standard_exponential", "standard_gamma",
    "standard_normal", "standard_t", "triangular", "uniform", "vonmises", "wald", "weibull", "zipf",
]  # fmt: skip


def _sequence(seed: _Any) -> _numpy.random.SeedSequence:
    """NumPy's sequence of seeds for a seed: one itself, an integer, integers, or None for entropy of the system."""
    if isinstance(seed, _numpy.random.SeedSequence):
        return seed
    return _numpy.random.SeedSequence(seed)


def _key(seed: _Any) -> int:
    """The 64 bits that a seed stands for. Raises TypeError for one that is neither integers nor a sequence of seeds."""
    if seed is not None and not isinstance(seed, _numpy.random.SeedSequence):
        if _numpy.ndim(seed) == 0:
            seed = seed.item() if isinstance(seed, (_ndarray, _numpy.bool_)) else seed
            number = _operator.index(seed)
            if -(2**127) <= number < 2**64:
                return number
            seed = number
        elif isinstance(seed, _ndarray):
            seed = seed.get()
        numbers = _numpy.asarray(seed)
        if numbers.size and numbers.dtype.kind not in "biuO":
            raise TypeError("SeedSequence expects int or sequence of ints for entropy")
    return int(_sequence(seed).generate_state(1, _numpy.uint64)[0])


class BitGenerator:
    """Where the bits of generators come from: from a seed, integers, NumPy's `SeedSequence`, or the system's entropy.

    All generators that are made of one draw from it in turn. Raises TypeError for a seed that is none of these, ValueError for a negative one.
    """

    _bits = "Philox4x3210"

    def __init__(self, seed: int | _Array | _numpy.random.SeedSequence | None = None) -> None:
        if seed is None:
            seed = _numpy.random.SeedSequence()
        self._seed = seed
        self._generator = Generator(_key(seed), _bits=self._bits)

    @property
    def seed_seq(self) -> _numpy.random.SeedSequence:
        """NumPy's sequence of seeds, of which `spawn` takes others."""
        if not isinstance(self._seed, _numpy.random.SeedSequence):
            self._seed = _sequence(self._seed.get() if isinstance(self._seed, _ndarray) else self._seed)
        return self._seed

    @property
    def _seed_seq(self) -> _numpy.random.SeedSequence:
        # NumPy's older name, by which dask passes seeds to its blocks.
        return self.seed_seq

    def spawn(self, n_children: int) -> list[_Self]:
        """Bit generators of the same kind, whose numbers are independent of each other's and of this one's."""
        return [type(self)(seed) for seed in self.seed_seq.spawn(n_children)]

    @property
    def state(self) -> dict[str, _Any]:
        """The state: its name, and its seed and counter or its words. It can be set."""
        state = self._generator.get_state()
        return {"bit_generator": self._bits, "state": state}

    @state.setter
    def state(self, value: dict[str, _Any]) -> None:
        if not isinstance(value, dict):
            raise TypeError("state must be a dict")
        if value.get("bit_generator") != self._bits:
            raise ValueError(f"state must be for a {self._bits} RNG")
        state = value["state"]
        if self._bits not in ("Philox4x3210", state[0]):
            raise ValueError(f"state must be for a {self._bits} RNG")
        self._generator.set_state(state)

    def random_raw(self, size: int | _Sequence[int] | None = None, output: bool = True) -> _ndarray | None:
        """The raw numbers of the algorithm, as uint64; None where `output` is false, though they count as drawn.

        Those of `Philox4x3210` have 64 bits, those of `XORWOW` 32, and those of `MRG32k3a` are from 1 to 4294967087.
        """
        drawn = self._generator._raw(() if size is None else size)
        return drawn if output else None

    def __reduce__(self) -> tuple[_Any, ...]:
        return type(self), (self._seed,), self.state, None, None, _set_state


def _set_state(bits: BitGenerator, state: dict[str, _Any]) -> None:
    bits.state = state


class Philox4x3210(BitGenerator):
    """Philox with four words of 32 bits and ten rounds, which every device computes itself: what generators use where nothing is said."""


class XORWOW(BitGenerator):
    """Marsaglia's shift register of five words and a counter. Its numbers are made on the CPU, one after another, and copied to the device."""

    _bits = "XORWOW"


class MRG32k3a(BitGenerator):
    """L'Ecuyer's two combined recurrences. Its numbers are made on the CPU, one after another, and copied to the device."""

    _bits = "MRG32k3a"


_KINDS: dict[str, type[BitGenerator]] = {kind._bits: kind for kind in (Philox4x3210, XORWOW, MRG32k3a)}


def _bits_of(generator: Generator) -> BitGenerator:
    """What a generator draws from, as an object of its kind."""
    state: _Any = generator.get_state()
    name = state[0] if isinstance(state[0], str) else "Philox4x3210"
    bits = _KINDS[name].__new__(_KINDS[name])
    bits._seed = state[0] if name == "Philox4x3210" else list(state[1])
    bits._generator = generator
    return bits


def default_rng(
    seed: int | _Array | _numpy.random.SeedSequence | BitGenerator | Generator | None = None,
) -> Generator:
    """A generator of its own, with this seed; a generator itself where one is given."""
    if isinstance(seed, Generator):
        return seed
    return Generator(seed)


class RandomState(Generator):
    """A generator that has the names of NumPy's older interface too."""

    def __new__(cls, seed: int | None = None, method: None = None) -> _Self:
        return super().__new__(cls, seed)

    def seed(self, seed: int | _Array | _numpy.random.SeedSequence | None = None) -> None:
        """Begins anew from a seed, integers, NumPy's `SeedSequence`, or a fresh seed."""
        super().seed(None if seed is None else _key(seed))

    def random_sample(self, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float) -> _ndarray:
        """Floats in [0, 1)."""
        return self.random(size, dtype)

    def rand(self, *size: int, **kwarg: _DTypeLike) -> _ndarray:
        """Floats in [0, 1), in a shape that is given extent by extent."""
        return self.random(size or None, _only_dtype("rand", kwarg))

    def randn(self, *size: int, **kwarg: _DTypeLike) -> _ndarray:
        """Numbers of the standard normal distribution, in a shape that is given extent by extent."""
        return self.standard_normal(size or None, _only_dtype("randn", kwarg))

    def randint(
        self, low: int, high: int | None = None, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = "l"
    ) -> _ndarray:
        """Integers from low up to but without high; from zero up to low where high is not given."""
        return self.integers(low, high, size, dtype)

    def multivariate_normal(  # type: ignore[override]
        self, mean: _Array, cov: _Array, size: int | _Sequence[int] | None = None, check_valid: str = "ignore", tol: float = 1e-8,
        method: str = "cholesky", dtype: _DTypeLike = float,
    ) -> _ndarray:  # fmt: skip
        """Vectors of the multivariate normal distribution with a mean and a covariance, along a new last axis.

        As of a `Generator`, but that the covariance is not checked and has to be positive definite where nothing else is said.
        """
        return super().multivariate_normal(mean, cov, size, check_valid, tol, method=method, dtype=dtype)

    def tomaxint(self, size: int | _Sequence[int] | None = None) -> _ndarray:
        """Integers from zero to the largest of int64."""
        return self.integers(0, 2**63 - 1, size, endpoint=True)


def _only_dtype(name: str, kwarg: dict[str, _DTypeLike]) -> _DTypeLike:
    dtype = kwarg.pop("dtype", float)
    if kwarg:
        raise TypeError(f"{name}() got unexpected keyword arguments {set(kwarg)}")
    return dtype


class _Default(RandomState):
    """The generator of whichever device is current."""

    def __new__(cls, seed: int | None = None, method: None = None) -> _Self:
        return Generator.__new__(cls, seed, _shared=True)

    def __reduce__(self) -> tuple[_Any, ...]:
        return _restored, (RandomState, self.get_state())


_default = _Default()
_state: RandomState = _default


def get_random_state() -> RandomState:
    """The state that the functions of this module draw from."""
    return _state


def set_random_state(rs: RandomState) -> None:
    """Let the functions of this module draw from another state."""
    global _state
    if not isinstance(rs, RandomState):
        raise TypeError(f"Random state must be an instance of RandomState. Actual: {type(rs)}")
    _state = rs


def reset_states() -> None:
    """Let the functions of this module draw from the device's generator again, begun anew from a fresh seed."""
    global _state
    _state = _default
    _default.seed()


def seed(seed: int | None = None) -> None:
    """Begin anew from a seed; from a fresh one where it is None."""
    _state.seed(seed)


def random_sample(size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float) -> _ndarray:
    """Floats in [0, 1)."""
    return _state.random_sample(size, dtype)


random = random_sample
ranf = random_sample
sample = random_sample


def rand(*size: int, **kwarg: _DTypeLike) -> _ndarray:
    """Floats in [0, 1), in a shape that is given extent by extent."""
    return _state.rand(*size, **kwarg)


def randn(*size: int, **kwarg: _DTypeLike) -> _ndarray:
    """Numbers of the standard normal distribution, in a shape that is given extent by extent."""
    return _state.randn(*size, **kwarg)


def _function(name: str, **second_names: str) -> _Callable[..., _ndarray]:
    """A function that draws from the module's state by a method. CuPy's names of parameters stand with the method's own."""
    method = getattr(RandomState, name)

    def draw(*args: _Any, **kwargs: _Any) -> _ndarray:
        for second, first in second_names.items():
            if second in kwargs and first not in kwargs:
                kwargs[first] = kwargs.pop(second)
        return getattr(_state, name)(*args, **kwargs)  # type: ignore[no-any-return]

    draw.__name__ = draw.__qualname__ = name
    draw.__doc__ = method.__doc__
    signature = _inspect.signature(method)
    draw.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]
    return draw


beta = _function("beta")
binomial = _function("binomial")
chisquare = _function("chisquare")
dirichlet = _function("dirichlet")
exponential = _function("exponential")
f = _function("f")
gamma = _function("gamma")
geometric = _function("geometric")
gumbel = _function("gumbel")
hypergeometric = _function("hypergeometric")
laplace = _function("laplace")
logistic = _function("logistic")
lognormal = _function("lognormal")
logseries = _function("logseries")
multinomial = _function("multinomial")
multivariate_normal = _function("multivariate_normal")
negative_binomial = _function("negative_binomial")
noncentral_chisquare = _function("noncentral_chisquare")
noncentral_f = _function("noncentral_f")
normal = _function("normal")
pareto = _function("pareto")
permutation = _function("permutation", a="x")
poisson = _function("poisson")
power = _function("power")
rayleigh = _function("rayleigh")
standard_cauchy = _function("standard_cauchy")
standard_exponential = _function("standard_exponential")
standard_gamma = _function("standard_gamma")
standard_normal = _function("standard_normal")
standard_t = _function("standard_t")
triangular = _function("triangular")
uniform = _function("uniform")
vonmises = _function("vonmises")
wald = _function("wald")
weibull = _function("weibull")
zipf = _function("zipf")


def shuffle(a: _ndarray) -> None:
    """Brings the first axis of an array into random order, in place."""
    _state.shuffle(a)


def bytes(length: int) -> _bytes:
    """Random bytes."""
    return _state.bytes(length)


def randint(
    low: int, high: int | None = None, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = "l"
) -> _ndarray:
    """Integers from low up to but without high; from zero up to low where high is not given."""
    return _state.randint(low, high, size, dtype)


def random_integers(low: int, high: int | None = None, size: int | _Sequence[int] | None = None) -> _ndarray:
    """Integers from low to high; from one to low where high is not given."""
    low, high = (1, low) if high is None else (low, high)
    return _state.randint(low, high + 1, size)


def choice(
    a: int | _Array, size: int | _Sequence[int] | None = None, replace: bool = True, p: _Array | None = None
) -> _ndarray:
    """Elements of an array, or integers below a number, with or without repetition."""
    return _state.choice(a if isinstance(a, int) else _asarray(a), size, replace, p)
