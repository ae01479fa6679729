"""Random numbers that a test draws anew and equal each time it runs."""

from __future__ import annotations

import functools as _functools
import random as _random
from collections.abc import Callable as _Callable
from typing import Any as _Any
from typing import TypeVar as _TypeVar

import numpy as _numpy

_Tested = _TypeVar("_Tested", bound=_Callable[..., _Any])
_SEED = 10
_inside: list[_random.Random] = []


def generate_seed() -> int:
    """A seed: equal in each run within a test that `fix_random` decorates, and random elsewhere."""
    return (_inside[-1] if _inside else _random).randrange(2**31)


def fix_random() -> _Callable[[_Tested], _Tested]:
    """Begins a test with the same random numbers each time: those of Python, NumPy and cuprust.

    It decorates a function, or a class: then each of its methods that is a test. Afterwards Python's and NumPy's go on from where
    they were, and cuprust's from a fresh seed.
    """

    def decorate(tested: _Tested) -> _Tested:
        if isinstance(tested, type):
            for name, member in list(vars(tested).items()):
                if name.startswith("test") and callable(member):
                    setattr(tested, name, _fixed(member))
            return tested
        fixed: _Tested = _fixed(tested)
        return fixed

    return decorate


def _fixed(test: _Any) -> _Any:
    @_functools.wraps(test)
    def run(*args: _Any, **kwargs: _Any) -> _Any:
        from cuprust import random

        before = _random.getstate(), _numpy.random.get_state()
        _inside.append(_random.Random(_SEED))
        _random.seed(_SEED)
        _numpy.random.seed(_SEED)
        random.seed(_SEED)
        try:
            return test(*args, **kwargs)
        finally:
            _inside.pop()
            _random.setstate(before[0])
            _numpy.random.set_state(before[1])
            random.seed()

    return run
