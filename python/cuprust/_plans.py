"""Plan objects of Fourier transforms for programs for CuPy: they describe a transform. The device keeps the actual plans."""

from __future__ import annotations

import threading as _threading
from typing import Any as _Any

import numpy as _numpy

from cuprust import _core


class _Current(_threading.local):
    def __init__(self) -> None:
        self.plans: list[Plan] = []


_current = _Current()


def get_current_plan() -> Plan | None:
    """The plan of the innermost ``with`` statement of this thread, if it is within one."""
    return _current.plans[-1] if _current.plans else None


class Plan:
    """A transform of arrays of a shape over axes: ``'C2C'``, ``'R2C'`` or ``'C2R'``.

    It can be used in a ``with`` statement and passed to a transform. Transforms find their plans by their sizes, so it has no effect on them.
    """

    def __init__(self, shape: tuple[int, ...], axes: tuple[int, ...], value_type: str) -> None:
        self.shape = shape
        self.axes = axes
        self.value_type = value_type

    def __enter__(self) -> Plan:
        _current.plans.append(self)
        return self

    def __exit__(self, *exception: object) -> None:
        _current.plans.pop()

    def __repr__(self) -> str:
        return f"Plan(shape={self.shape}, axes={self.axes}, value_type={self.value_type!r})"


def get_fft_plan(a: _Any, shape: _Any = None, axes: _Any = None, value_type: str = "C2C") -> Plan:
    """A plan of transforms of arrays such as `a`, of the lengths `shape` along `axes`.

    Raises ValueError for another type of values, where lengths and axes are not as many, for axes that are there twice or out of range, and for
    real numbers of a complex array.

    >>> cp.scipy.fft.get_fft_plan(cp.ones((4, 6), "c16"), axes=1)
    Plan(shape=(6,), axes=(1,), value_type='C2C')
    """
    # NumPy's arrays are allowed too, as only the shape and the dtype are used.
    if not isinstance(a, (_core.ndarray, _numpy.ndarray)):
        raise TypeError("Only arrays are supported")
    if value_type not in ("C2C", "R2C", "C2R"):
        raise ValueError("value_type must be one of C2C, R2C, C2R")
    if value_type == "R2C" and a.dtype.kind == "c":
        raise ValueError("a transform of real numbers takes no complex array")
    lengths = (shape,) if isinstance(shape, int) else shape
    own_axes = (axes,) if isinstance(axes, int) else axes
    if own_axes is None:
        own_axes = tuple(range(a.ndim)) if lengths is None else tuple(range(-len(lengths), 0))
    if lengths is not None and len(lengths) != len(own_axes):
        raise ValueError("Shape and axes have different lengths.")
    if any(not -a.ndim <= axis < a.ndim for axis in own_axes):
        raise ValueError("axes exceed the dimension of the array")
    own_axes = tuple(axis % a.ndim for axis in own_axes)
    if len(set(own_axes)) < len(own_axes):
        raise ValueError("an axis is there twice")
    if lengths is None:
        lengths = [a.shape[axis] for axis in own_axes]
        if value_type == "C2R" and lengths:
            lengths[-1] = 2 * (lengths[-1] - 1)
    if any(length < 1 for length in lengths):
        raise ValueError(f"Invalid number of FFT data points ({min(lengths)}) specified.")
    return Plan(tuple(lengths), own_axes, value_type)
