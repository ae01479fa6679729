"""Functions whose results are kept by their arguments."""

from __future__ import annotations

import functools as _functools
from collections.abc import Callable as _Callable
from typing import Any as _Any
from typing import TypeVar as _TypeVar

from cuprust._core import cuda as _cuda

_Function = _TypeVar("_Function", bound=_Callable[..., _Any])
_kept: list[dict[_Any, _Any]] = []


def memoize(for_each_device: bool = False) -> _Callable[[_Function], _Function]:
    """Makes a function keep its results by its arguments, which are hashable, and for each device where that is requested.

    >>> calls = []
    >>> @cp.memoize()
    ... def square(x):
    ...     calls.append(x)
    ...     return x * x
    >>> square(3), square(3), calls
    (9, 9, [3])
    """

    def decorate(function: _Function) -> _Function:
        results: dict[_Any, _Any] = {}
        _kept.append(results)

        @_functools.wraps(function)
        def run(*args: _Any, **kwargs: _Any) -> _Any:
            key = (_cuda.Device().id if for_each_device else -1, args, frozenset(kwargs.items()))
            try:
                return results[key]
            except KeyError:
                # Two threads may both compute a result; one of the results is stored, and both threads get it.
                return results.setdefault(key, function(*args, **kwargs))

        return run  # type: ignore[return-value]

    return decorate


def clear_memo() -> None:
    """Forget what the functions that `memoize` decorates have kept."""
    for results in _kept:
        results.clear()
