"""Random numbers, counter-based (Philox4x32-10): a seed gives the same numbers on every device.

The functions draw from one generator of the current device; `default_rng` and `RandomState` make generators of their own.
"""

from __future__ import annotations

from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from typing import TypeAlias as _TypeAlias

import numpy as _numpy
from numpy.typing import DTypeLike as _DTypeLike

from cuprust._core import asarray as _asarray
from cuprust._core import ndarray as _ndarray
from cuprust._core import random as _random

Generator = _random.Generator

_Array: _TypeAlias = "_ndarray | _numpy.ndarray[_Any, _Any] | _Sequence[_Any]"

__all__ = [
    "Generator", "RandomState", "choice", "default_rng", "exponential", "get_random_state", "normal", "permutation",
    "rand", "randint", "randn", "random", "random_integers", "random_sample", "ranf", "reset_states", "sample", "seed",
    "set_random_state", "standard_normal", "uniform",
]  # fmt: skip


def default_rng(seed: int | Generator | None = None) -> Generator:
    """A generator of its own, with this seed; a generator itself where one is given."""
    return seed if isinstance(seed, Generator) else Generator(seed)


class RandomState:
    """Random numbers under the names of NumPy's older interface, from a generator of its own."""

    def __init__(self, seed: int | None = None, method: None = None) -> None:
        self._generator = Generator(seed)

    def seed(self, seed: int | None = None) -> None:
        """Begin anew from a seed; from a fresh one where it is None."""
        self._generator.seed(seed)

    def get_state(self) -> tuple[int, int]:
        """The seed and the counter, from which all further numbers follow."""
        return self._generator.get_state()

    def set_state(self, state: tuple[int, int]) -> None:
        """Go on from what `get_state` gave."""
        self._generator.set_state(state)

    def random_sample(self, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float) -> _ndarray:
        """Floats in [0, 1)."""
        return self._generator.random(size, dtype)

    def rand(self, *size: int, **kwarg: _DTypeLike) -> _ndarray:
        """Floats in [0, 1), in a shape that is given extent by extent."""
        return self._generator.random(size or None, _only_dtype("rand", kwarg))

    def randn(self, *size: int, **kwarg: _DTypeLike) -> _ndarray:
        """Numbers of the standard normal distribution, in a shape that is given extent by extent."""
        return self._generator.standard_normal(size or None, _only_dtype("randn", kwarg))

    def standard_normal(self, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float) -> _ndarray:
        """Numbers of the standard normal distribution."""
        return self._generator.standard_normal(size, dtype)

    def normal(
        self, loc: float = 0.0, scale: float = 1.0, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float
    ) -> _ndarray:
        """Numbers of a normal distribution with a mean and a standard deviation."""
        return self._generator.normal(loc, scale, size, dtype)

    def uniform(
        self, low: float = 0.0, high: float = 1.0, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float
    ) -> _ndarray:
        """Floats in [low, high)."""
        return self._generator.uniform(low, high, size, dtype)

    def exponential(
        self, scale: float = 1.0, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float
    ) -> _ndarray:
        """Numbers of an exponential distribution with a mean."""
        return self._generator.exponential(scale, size, dtype)

    def randint(
        self, low: int, high: int | None = None, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = "l"
    ) -> _ndarray:
        """Integers from low up to but without high; from zero up to low where high is not given."""
        return self._generator.integers(low, high, size, dtype)

    def choice(
        self, a: int | _Array, size: int | _Sequence[int] | None = None, replace: bool = True, p: _Array | None = None
    ) -> _ndarray:
        """Elements of an array, or integers below a number, with or without repetition."""
        return self._generator.choice(a, size, replace, p)

    def permutation(self, a: int) -> _ndarray:
        """The integers below a number in random order."""
        return self._generator.permutation(a)


def _only_dtype(name: str, kwarg: dict[str, _DTypeLike]) -> _DTypeLike:
    dtype = kwarg.pop("dtype", float)
    if kwarg:
        raise TypeError(f"{name}() got unexpected keyword arguments {set(kwarg)}")
    return dtype


class _Default(RandomState):
    def __init__(self) -> None:
        self._generator = Generator._default()


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


random = ranf = sample = random_sample


def rand(*size: int, **kwarg: _DTypeLike) -> _ndarray:
    """Floats in [0, 1), in a shape that is given extent by extent."""
    return _state.rand(*size, **kwarg)


def randn(*size: int, **kwarg: _DTypeLike) -> _ndarray:
    """Numbers of the standard normal distribution, in a shape that is given extent by extent."""
    return _state.randn(*size, **kwarg)


def standard_normal(size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float) -> _ndarray:
    """Numbers of the standard normal distribution."""
    return _state.standard_normal(size, dtype)


def normal(
    loc: float = 0.0, scale: float = 1.0, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float
) -> _ndarray:
    """Numbers of a normal distribution with a mean and a standard deviation."""
    return _state.normal(loc, scale, size, dtype)


def uniform(
    low: float = 0.0, high: float = 1.0, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float
) -> _ndarray:
    """Floats in [low, high)."""
    return _state.uniform(low, high, size, dtype)


def exponential(scale: float = 1.0, size: int | _Sequence[int] | None = None, dtype: _DTypeLike = float) -> _ndarray:
    """Numbers of an exponential distribution with a mean."""
    return _state.exponential(scale, size, dtype)


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


def permutation(a: int) -> _ndarray:
    """The integers below a number in random order."""
    return _state.permutation(a)
