"""`fuse`: what it wraps is fused anyway, because operations are recorded. The name is here for programs that use it."""

from __future__ import annotations

import functools as _functools
from collections.abc import Callable as _Callable
from typing import Any as _Any

from cuprust._core import DeviceSynchronized as _DeviceSynchronized
from cuprust._core import _allow_waiting

__all__ = ["fuse"]


def fuse(*args: _Any, **kwargs: _Any) -> _Callable[..., _Any]:
    """A function of arrays whose operations run as few kernels: of every function they do, so it gives the function's own results.

    As with CuPy, it is a decorator, with arguments (``kernel_name``) or without, and the function may not look at elements: an ``if`` on
    an array raises TypeError.

    >>> @cp.fuse()
    ... def scaled(x, y):
    ...     return 2 * x + y
    >>> scaled(cp.arange(3), 1)
    array([1, 3, 5])
    """
    if len(args) == 1 and not kwargs and callable(args[0]):
        return _Fused(args[0], None)
    names = ("kernel_name",)
    unknown = set(kwargs) - set(names)
    if unknown or len(args) > len(names):
        raise TypeError(f"fuse takes the keyword kernel_name alone, not {sorted(unknown) or args}")
    name = kwargs.get("kernel_name", args[0] if args else None)
    return lambda function: _Fused(function, name)


class _Fused:
    """A function whose arrays are not looked at while it runs."""

    def __init__(self, function: _Callable[..., _Any], name: str | None) -> None:
        self._function = function
        self.name = name or getattr(function, "__name__", None)
        _functools.update_wrapper(self, function)

    def __call__(self, *args: _Any) -> _Any:
        before = _allow_waiting(False)
        try:
            return self._function(*args)
        except _DeviceSynchronized as error:
            raise TypeError("a fused function may not look at the elements of its arrays: use where for an if") from error
        finally:
            _allow_waiting(before)

    def __repr__(self) -> str:
        return f"<Fusion name={self.name}>"

    def clear_cache(self) -> None:
        """Nothing is kept for the function alone."""
