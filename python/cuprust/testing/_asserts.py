"""Assertions about arrays, as in ``numpy.testing``: arrays of cuprust's are copied to the host and compared there."""

from __future__ import annotations

import contextlib as _contextlib
import warnings as _warnings
from collections.abc import Iterator as _Iterator
from typing import Any as _Any

import numpy as _numpy
from numpy import testing as _testing

from cuprust._core import asnumpy as _asnumpy
from cuprust._core import ndarray as _ndarray


def assert_allclose(
    actual: _Any, desired: _Any, rtol: float = 1e-7, atol: float = 0, equal_nan: bool = True, err_msg: str = "", verbose: bool = True, *, strict: bool = False
) -> None:
    """Raises AssertionError unless the elements are equal within ``atol + rtol * abs(desired)``."""
    _testing.assert_allclose(
        _asnumpy(actual), _asnumpy(desired), rtol, atol, equal_nan, err_msg, verbose, strict=strict
    )  # fmt: skip


def assert_array_almost_equal(
    actual: _Any, desired: _Any, decimal: int = 6, err_msg: str = "", verbose: bool = True
) -> None:
    """Raises AssertionError unless the elements are equal to this many decimals."""
    _testing.assert_array_almost_equal(_asnumpy(actual), _asnumpy(desired), decimal, err_msg, verbose)


def assert_array_almost_equal_nulp(x: _Any, y: _Any, nulp: int = 1) -> None:
    """Raises AssertionError unless the elements are at most this many units in the last place apart."""
    _testing.assert_array_almost_equal_nulp(_asnumpy(x), _asnumpy(y), nulp)


def assert_array_max_ulp(a: _Any, b: _Any, maxulp: int = 1, dtype: _Any = None) -> _Any:
    """Raises AssertionError unless at most this many numbers of the dtype lie between the elements; gives how many do."""
    return _testing.assert_array_max_ulp(_asnumpy(a), _asnumpy(b), maxulp, dtype)


def assert_array_equal(
    actual: _Any, desired: _Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False, strides_check: bool = False
) -> None:
    """Raises AssertionError unless shapes and elements are equal, and where `strides_check` is true the strides."""
    _testing.assert_array_equal(_asnumpy(actual), _asnumpy(desired), err_msg, verbose, strict=strict)
    if not strides_check:
        return
    strides = [x.strides if isinstance(x, (_ndarray, _numpy.ndarray)) else _asnumpy(x).strides for x in (actual, desired)]
    if strides[0] != strides[1]:
        text = ["", "Strides are not equal:"]
        if err_msg:
            text = [text[0], f"{text[1]} {err_msg}"]
        if verbose:
            text += [f" x: {strides[0]}", f" y: {strides[1]}"]
        raise AssertionError("\n".join(text))


def assert_array_list_equal(xlist: _Any, ylist: _Any, err_msg: str = "", verbose: bool = True) -> None:
    """Raises AssertionError unless two lists have as many arrays, each equal to its counterpart."""
    # A list is compared with a list and an array with none.
    if type(xlist) is not type(ylist):
        raise AssertionError(f"Matching types of list or tuple are expected, but were {type(xlist)} and {type(ylist)} ({err_msg})")
    if not isinstance(xlist, (list, tuple)):
        raise AssertionError(f"List or tuple is expected, but was {type(xlist)} ({err_msg})")
    if len(xlist) != len(ylist):
        raise AssertionError(f"List size is different: {len(xlist)} and {len(ylist)} ({err_msg})")
    for x, y in zip(xlist, ylist):
        assert_array_equal(x, y, err_msg, verbose)


def assert_array_less(x: _Any, y: _Any, err_msg: str = "", verbose: bool = True, *, strict: bool = False) -> None:
    """Raises AssertionError unless each element of the first is less than that of the second."""
    _testing.assert_array_less(_asnumpy(x), _asnumpy(y), err_msg, verbose, strict=strict)


@_contextlib.contextmanager
def assert_warns(expected: type[Warning]) -> _Iterator[None]:
    """Raises AssertionError unless the block warns with this category, or with one derived from it.

    >>> import warnings
    >>> with cp.testing.assert_warns(UserWarning):
    ...     warnings.warn("now", UserWarning)
    """
    with _warnings.catch_warnings(record=True) as caught:
        _warnings.simplefilter("always")
        yield
    if not any(issubclass(warning.category, expected) for warning in caught):
        raise AssertionError(f"No {expected.__name__} was raised; {len(caught)} other warnings were")
