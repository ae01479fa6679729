"""`fuse`: a function of arrays is recorded once, and run as one program from then on."""

from __future__ import annotations

import functools as _functools
from collections.abc import Callable as _Callable
from typing import Any as _Any

from cuprust._core import Fused as _Recorded

__all__ = ["fuse"]


def fuse(*args: _Any, **kwargs: _Any) -> _Callable[..., _Any]:
    """A function of arrays that is recorded when it is first called, and runs as one program from then on.

    As with CuPy, it is a decorator, with arguments (``kernel_name``) or without. The first call with arguments of some shapes, strides,
    dtypes and device, and of some values of what are no arrays, calls the function and records its operations. Later such calls run
    the program: they cost some microseconds and the kernels, whatever the function costs in Python, and give the same results to the
    last bit. Writes to arguments are repeated, and random numbers go on as if the function were called. Functions that it calls are
    part of the program.

    The function may not read elements: an ``if`` on an array raises TypeError, which names the line. Other side effects, such as
    printing or appending to a list, happen once, when it is recorded. Global and closed-over variables, and what is in the objects that it
    uses, are compared in each call; where one has changed, the function is recorded anew. So are the elements of NumPy arrays of up to
    16 KiB; what NumPy computes of such values, as a window, is part of the program. Values from other sources, such as a file, are
    read once. Where no program can express what the function does (kernels of its own, other streams, arrays that it keeps,
    arrays of NumPy's as arguments), or when there are 16 programs, it is called each time; ``function.programs()`` says which and why.

    >>> @cp.fuse()
    ... def scaled(x, y):
    ...     return 2 * x + y
    >>> scaled(cp.arange(3), 1)
    array([1, 3, 5])
    >>> scaled(cp.arange(3), 1), scaled.programs()
    (array([1, 3, 5]), ['a program of 2 operations'])
    """
    if len(args) == 1 and not kwargs and callable(args[0]):
        return _Fused(args[0])
    names = ("kernel_name",)
    unknown = set(kwargs) - set(names)
    if unknown or len(args) > len(names):
        raise TypeError(f"fuse takes the keyword kernel_name alone, not {sorted(unknown) or args}")
    name = kwargs.get("kernel_name", args[0] if args else None)
    return lambda function: _named(_Fused(function), name)


class _Fused(_Recorded):
    """A function that runs as one program."""

    def __init__(self, function: _Callable[..., _Any]) -> None:
        _functools.update_wrapper(self, function)
        self.name: str | None = getattr(function, "__name__", None)
        self.__qualname__: str = getattr(function, "__qualname__", repr(function))

    def __get__(self, instance: _Any, owner: _Any = None) -> _Any:
        return self if instance is None else _functools.partial(self, instance)

    def __reduce__(self) -> str:
        # Copied like a function: by its name, so that a copy is the function itself.
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<Fusion name={self.name}>"


def _named(fused: _Fused, name: str | None) -> _Fused:
    fused.name = name or fused.name
    return fused
