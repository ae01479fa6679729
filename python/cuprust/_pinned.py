"""NumPy's arrays in page-locked memory, which a GPU copies from and to while the host goes on.

Where the current device is no GPU they lie in ordinary memory.
"""

from __future__ import annotations

from typing import Any as _Any

import numpy as _numpy

from cuprust._core import cuda as _cuda
from cuprust._core import ndarray as _ndarray

__all__ = ["empty_like_pinned", "empty_pinned", "zeros_like_pinned", "zeros_pinned"]


def empty_pinned(shape: _Any, dtype: _Any = float, order: _Any = "C") -> _numpy.ndarray[_Any, _Any]:
    """A NumPy array whose elements are not set, for copies to and from a GPU.

    >>> type(cp.empty_pinned((2, 3)))
    <class 'numpy.ndarray'>
    """
    return _pinned(_numpy.empty(shape, dtype, order))


def zeros_pinned(shape: _Any, dtype: _Any = float, order: _Any = "C") -> _numpy.ndarray[_Any, _Any]:
    """A NumPy array of zeros, for copies to and from a GPU.

    >>> cp.zeros_pinned(2)
    array([0., 0.])
    """
    return _zeroed(_pinned(_numpy.empty(shape, dtype, order)))


def empty_like_pinned(
    a: _Any, dtype: _Any = None, order: _Any = "K", subok: _Any = None, shape: _Any = None
) -> _numpy.ndarray[_Any, _Any]:
    """A NumPy array like an array of either library, whose elements are not set. `subok` is accepted and has no effect.

    >>> cp.empty_like_pinned(cp.ones((2, 3), "f4")).dtype
    dtype('float32')
    """
    return _pinned(_numpy.empty_like(_like(a), dtype, order, False, shape))


def zeros_like_pinned(
    a: _Any, dtype: _Any = None, order: _Any = "K", subok: _Any = None, shape: _Any = None
) -> _numpy.ndarray[_Any, _Any]:
    """A NumPy array of zeros like an array of either library. `subok` is accepted and has no effect.

    >>> cp.zeros_like_pinned(cp.arange(3))
    array([0, 0, 0])
    """
    return _zeroed(_pinned(_numpy.empty_like(_like(a), dtype, order, False, shape)))


def _pinned(template: _Any) -> _numpy.ndarray[_Any, _Any]:
    """An array as another one, over memory from the pool of page-locked memory."""
    if template.nbytes == 0 or template.dtype.hasobject or _cuda.Device().type == "cpu":
        ordinary: _numpy.ndarray[_Any, _Any] = template
        return ordinary
    from cuprust.cuda.pinned_memory import alloc_pinned_memory

    memory: _Any = alloc_pinned_memory(template.nbytes)
    return _numpy.ndarray(template.shape, template.dtype, memory, 0, template.strides)


def _zeroed(a: _numpy.ndarray[_Any, _Any]) -> _numpy.ndarray[_Any, _Any]:
    a.fill(0)
    return a


def _like(a: _Any) -> _Any:
    """A NumPy array of the shape, dtype and order of an array; the elements are not read."""
    if not isinstance(a, _ndarray):
        return a
    if a.flags.c_contiguous or a.size == 0:
        return _numpy.empty(a.shape, a.dtype)
    # The axes in the order of their strides, from the slowest to the fastest.
    order = sorted(range(a.ndim), key=lambda axis: -abs(a.strides[axis]))
    return _numpy.empty([a.shape[axis] for axis in order], a.dtype).transpose(_numpy.argsort(order))
