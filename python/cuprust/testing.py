"""Assertions about arrays, as in ``numpy.testing``: arrays of cuprust's are brought to the host and compared there."""

import numpy as _numpy
from numpy import testing as _testing

from cuprust._core import asnumpy as _asnumpy
from cuprust._core import ndarray as _ndarray

__all__ = [
    "assert_allclose", "assert_array_almost_equal", "assert_array_almost_equal_nulp", "assert_array_equal",
    "assert_array_less", "assert_array_list_equal", "assert_array_max_ulp",
]  # fmt: skip


def assert_allclose(actual, desired, rtol=1e-7, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    """Raises AssertionError unless the elements are equal within ``atol + rtol * abs(desired)``."""
    _testing.assert_allclose(
        _asnumpy(actual), _asnumpy(desired), rtol, atol, equal_nan, err_msg, verbose, strict=strict
    )  # fmt: skip


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    """Raises AssertionError unless the elements are equal to so many decimals."""
    _testing.assert_array_almost_equal(_asnumpy(actual), _asnumpy(desired), decimal, err_msg, verbose)


def assert_array_almost_equal_nulp(x, y, nulp=1):
    """Raises AssertionError unless the elements are at most so many units in the last place apart."""
    _testing.assert_array_almost_equal_nulp(_asnumpy(x), _asnumpy(y), nulp)


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    """Raises AssertionError unless at most so many numbers of the dtype lie between the elements; gives how many do."""
    return _testing.assert_array_max_ulp(_asnumpy(a), _asnumpy(b), maxulp, dtype)


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False, strides_check=False):
    """Raises AssertionError unless shapes and elements are equal, and where `strides_check` asks for it the strides."""
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


def assert_array_list_equal(xlist, ylist, err_msg="", verbose=True):
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


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    """Raises AssertionError unless each element of the first is less than that of the second."""
    _testing.assert_array_less(_asnumpy(x), _asnumpy(y), err_msg, verbose, strict=strict)
