"""Per-thread settings of CuPy's package `cupyx`: the handling of linear algebra errors, and whether devices may be waited for."""

from __future__ import annotations

import contextlib as _contextlib
import threading as _threading
from collections.abc import Iterator as _Iterator
from typing import Any as _Any

from cuprust._core import _allow_waiting, _set_linalg_failures

__all__ = ["allow_synchronize", "errstate", "geterr", "seterr"]


class _Setting(_threading.local):
    linalg: str = "defer"


_setting = _Setting()


def geterr() -> dict[str, str | None]:
    """The error handling of this thread: None for arithmetic, and for linear algebra ``'defer'``, ``'ignore'`` or ``'raise'``.

    >>> cp.geterr()["linalg"]
    'defer'
    """
    return {"divide": None, "over": None, "under": None, "invalid": None, "linalg": _setting.linalg}


def seterr(
    *, divide: _Any = None, over: _Any = None, under: _Any = None, invalid: _Any = None, linalg: str | None = None
) -> dict[str, str | None]:
    """Sets the handling of linear algebra errors in this thread, and returns the previous setting.

    The CPU always raises LinAlgError. If a GPU finds that a matrix has no factors, the error is raised when the device is waited for with
    ``'defer'``, the default, and immediately with ``'raise'``; with ``'ignore'`` the results are undefined or NaN. Raises NotImplementedError for
    arithmetic errors, which are not detected, and for other values.

    >>> old = cp.seterr(linalg="raise")
    >>> cp.seterr(**old)["linalg"]
    'raise'
    """
    named = {"divide": divide, "over": over, "under": under, "invalid": invalid}
    for name, value in named.items():
        if value is not None:
            raise NotImplementedError(f"{name}: errors of arithmetic are not detected")
    if linalg not in (None, "ignore", "defer", "raise"):
        raise NotImplementedError(f"linalg is 'ignore', 'defer' or 'raise', not {linalg!r}")
    old = geterr()
    if linalg is not None:
        _setting.linalg = linalg
        _set_linalg_failures(linalg)
    return old


@_contextlib.contextmanager
def errstate(
    *, divide: _Any = None, over: _Any = None, under: _Any = None, invalid: _Any = None, linalg: str | None = None
) -> _Iterator[None]:
    """A context manager that sets the error handling as `seterr` does.

    >>> with cp.errstate(linalg="raise"):
    ...     cp.geterr()["linalg"]
    'raise'
    """
    old = seterr(divide=divide, over=over, under=under, invalid=invalid, linalg=linalg)
    try:
        yield
    finally:
        seterr(**old)


@_contextlib.contextmanager
def allow_synchronize(allow: bool) -> _Iterator[None]:
    """A block in which this thread may wait for devices or may not: then reading elements and synchronizing raise DeviceSynchronized.

    It is raised whether or not there is anything to wait for, so that a program finds where it would wait on a GPU.

    >>> with cp.allow_synchronize(False):
    ...     float(cp.ones(3).sum())
    Traceback (most recent call last):
    cuprust.DeviceSynchronized: Device synchronized
    """
    before = _allow_waiting(allow)
    try:
        yield
    finally:
        _allow_waiting(before)
