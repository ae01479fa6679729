"""Filters, measurements and interpolation of images of any number of axes, by SciPy's names."""

from __future__ import annotations

import operator as _operator
import warnings as _warnings
from typing import Any as _Any

import numpy as _numpy

import cuprust as _cuprust
from cuprust import _core
from cuprust.exceptions import AxisError as _AxisError
from cuprust.lib.stride_tricks import sliding_window_view as _sliding_window_view

# The functions are those of the function table: no list of their names stands here.
_found = _core._functions(__name__)
globals().update(_found)
_OF_CALLABLES = ["generic_filter", "generic_filter1d", "generic_gradient_magnitude", "generic_laplace", "labeled_comprehension"]
__all__ = sorted([*_found, *_OF_CALLABLES])

# NumPy's names of the edges.
_EDGES = {"reflect": "symmetric", "grid-mirror": "symmetric", "constant": "constant", "grid-constant": "constant",
          "nearest": "edge", "mirror": "reflect", "wrap": "wrap", "grid-wrap": "wrap"}  # fmt: skip


def generic_filter(
    input: _Any,
    function: _Any,
    size: _Any = None,
    footprint: _Any = None,
    output: _Any = None,
    mode: _Any = "reflect",
    cval: float = 0.0,
    origin: _Any = 0,
    extra_arguments: tuple[_Any, ...] = (),
    extra_keywords: dict[str, _Any] | None = None,
    *,
    axes: _Any = None,
) -> _Any:
    """What a function makes of the window of each element: of a size along each axis, or of the elements where `footprint` is not zero.

    The function is called for each element with a window, a NumPy array of float64 on one axis, and gives a number. A `ReductionKernel` is
    called once with all windows, as the last axis of an array on the device.
    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap". `origin` moves windows to the
    left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and where nothing says the window, ValueError for an origin outside of it.

    >>> cp.scipy.ndimage.generic_filter(cp.array([1.0, 4.0, 2.0]), lambda window: window.max() - window.min(), size=3)
    array([3., 3., 2.])"""
    if size is not None and footprint is not None:
        _warnings.warn("ignoring size because footprint is set", UserWarning, stacklevel=2)
    values = _real(input)
    axes = _axes(axes, values.ndim)
    if footprint is not None:
        footprint = _numpy.asarray(_host(footprint)).astype(bool)
    elif size is not None:
        footprint = _numpy.ones(_each(size, len(axes)), bool)
    else:
        raise RuntimeError("no footprint or filter size provided")
    if footprint.ndim != len(axes):
        raise RuntimeError(f"footprint.ndim ({footprint.ndim}) must match len(axes) ({len(axes)})")
    origins = _each(origin, len(axes))
    widths = [(0, 0)] * values.ndim
    for axis, length, own in zip(axes, footprint.shape, origins, strict=True):
        widths[axis] = _before_and_behind(length, own)
    if not isinstance(mode, str):
        raise RuntimeError("A sequence of modes is not supported")
    out = _output(output, values)
    wide = _extended(values, widths, mode, cval)
    windows = _sliding_window_view(wide, footprint.shape, axis=tuple(axes))
    windows = windows[(..., *(_cuprust.asarray(index) for index in _numpy.nonzero(footprint)))] if footprint.ndim else windows[..., None]
    if isinstance(function, _cuprust.ReductionKernel):
        out[...] = function(windows, *extra_arguments, axis=-1, **(extra_keywords or {}))
        return out
    windows = _numpy.ascontiguousarray(windows.get()).reshape(-1, windows.shape[-1])
    made = _numpy.array([float(function(window, *extra_arguments, **(extra_keywords or {}))) for window in windows], float)
    out[...] = _as_c_converts(made.reshape(values.shape), out.dtype)
    return out


def generic_filter1d(
    input: _Any,
    function: _Any,
    filter_size: int,
    axis: int = -1,
    output: _Any = None,
    mode: str = "reflect",
    cval: float = 0.0,
    origin: int = 0,
    extra_arguments: tuple[_Any, ...] = (),
    extra_keywords: dict[str, _Any] | None = None,
) -> _Any:
    """What a function makes of the lines along an axis.

    The function is called for each line with the line, extended by what its windows of `filter_size` elements reach, and with a line for
    the results, both NumPy arrays of float64.
    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap". `origin` moves windows to the
    left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of it.

    >>> def sums(line, out):
    ...     out[...] = line[:-2] + line[1:-1] + line[2:]
    >>> cp.scipy.ndimage.generic_filter1d(cp.array([1.0, 4.0, 2.0]), sums, 3)
    array([6., 7., 8.])"""
    values = _real(input)
    out = _output(output, values)
    if filter_size < 1:
        raise RuntimeError("invalid filter size")
    axis = _axis(axis, values.ndim)
    widths = [(0, 0)] * values.ndim
    widths[axis] = _before_and_behind(filter_size, origin)
    wide = _cuprust.moveaxis(_extended(values, widths, mode, cval), axis, -1).get()
    lines = _numpy.ascontiguousarray(wide).reshape(-1, wide.shape[-1])
    made = _numpy.zeros((len(lines), values.shape[axis]))
    for line, results in zip(lines, made, strict=True):
        function(line, results, *extra_arguments, **(extra_keywords or {}))
    made = _numpy.moveaxis(made.reshape(*wide.shape[:-1], values.shape[axis]), -1, axis)
    out[...] = _as_c_converts(made, out.dtype)
    return out


def generic_laplace(
    input: _Any,
    derivative2: _Any,
    output: _Any = None,
    mode: _Any = "reflect",
    cval: float = 0.0,
    extra_arguments: tuple[_Any, ...] = (),
    extra_keywords: dict[str, _Any] | None = None,
    *,
    axes: _Any = None,
) -> _Any:
    """The sum of what a function gives for second derivatives along each axis.

    The function is called as `derivative2(input, axis, output, mode, cval, *extra_arguments, **extra_keywords)`, with an array to write to or
    a dtype as `output`.
    Raises ValueError for an axis out of range, RuntimeError for as many modes as there are no axes.

    >>> def second(input, axis, output, mode, cval):
    ...     return cp.scipy.ndimage.correlate1d(input, [1, -2, 1], axis, output, mode, cval)
    >>> cp.scipy.ndimage.generic_laplace(cp.array([0.0, 1.0, 0.0]), second)
    array([ 1., -2.,  1.])"""
    values = _cuprust.asarray(input)
    out = _output(output, values)
    axes = _axes(axes, values.ndim)
    if not axes:
        out[...] = values
        return out
    modes = _each(mode, len(axes))
    extra = extra_keywords or {}
    derivative2(values, axes[0], out, modes[0], cval, *extra_arguments, **extra)
    for axis, own in zip(axes[1:], modes[1:], strict=True):
        out += derivative2(values, axis, out.dtype, own, cval, *extra_arguments, **extra)
    return out


def generic_gradient_magnitude(
    input: _Any,
    derivative: _Any,
    output: _Any = None,
    mode: _Any = "reflect",
    cval: float = 0.0,
    extra_arguments: tuple[_Any, ...] = (),
    extra_keywords: dict[str, _Any] | None = None,
    *,
    axes: _Any = None,
) -> _Any:
    """The length of the gradient of which a function gives the derivative along each axis.

    The function is called as `derivative(input, axis, output, mode, cval, *extra_arguments, **extra_keywords)`, with an array to write to or
    a dtype as `output`.
    Raises ValueError for an axis out of range, RuntimeError for as many modes as there are no axes.

    >>> cp.scipy.ndimage.generic_gradient_magnitude(cp.array([0.0, 1.0, 3.0]), cp.scipy.ndimage.sobel)
    array([1., 3., 2.])"""
    values = _cuprust.asarray(input)
    out = _output(output, values)
    axes = _axes(axes, values.ndim)
    if not axes:
        out[...] = values
        return out
    modes = _each(mode, len(axes))
    extra = extra_keywords or {}
    derivative(values, axes[0], out, modes[0], cval, *extra_arguments, **extra)
    out *= out
    for axis, own in zip(axes[1:], modes[1:], strict=True):
        slope = derivative(values, axis, out.dtype, own, cval, *extra_arguments, **extra)
        out += slope * slope
    _cuprust.sqrt(out, out, casting="unsafe")
    return out


def labeled_comprehension(
    input: _Any, labels: _Any, index: _Any, func: _Any, out_dtype: _Any, default: _Any, pass_positions: bool = False
) -> _Any:
    """What a function makes of the elements of each label that `index` names, in an array of `out_dtype`; `default` for a label without
    elements. With `pass_positions` the function is also given the elements' positions in C order. Without `labels` it is called once, with
    all elements, and without `index` with those whose labels are positive.

    Raises ValueError for labels that do not broadcast with the image, and for an index that their dtype does not hold.

    >>> cp.scipy.ndimage.labeled_comprehension(cp.array([1, 2, 3]), cp.array([1, 1, 2]), [1, 2], cp.sum, float, 0)
    array([3., 3.])"""
    alone = _numpy.isscalar(index)
    values = _cuprust.asarray(input)
    arrays = [values, _cuprust.arange(values.size).reshape(values.shape)] if pass_positions else [values]
    if labels is None:
        if index is not None:
            raise ValueError("index without defined labels")
        return func(*(array.ravel() for array in arrays))
    labels = _cuprust.asarray(labels)
    try:
        labels, *arrays = _cuprust.broadcast_arrays(labels, *arrays)
    except ValueError as error:
        raise ValueError("input and labels must have the same shape (excepting dimensions with width 1)") from error
    if index is None:
        chosen = labels > 0
        return func(*(array[chosen] for array in arrays))
    index = _numpy.atleast_1d(_host(index))
    own = index.astype(labels.dtype)
    if (own.astype(index.dtype) != index).any():
        raise ValueError(
            f"Cannot convert index values from <{index.dtype}> to <{labels.dtype}> (labels' type) without loss of precision"
        )
    labels = labels.ravel()
    order = _cuprust.argsort(labels)
    labels, arrays = labels[order], [array.ravel()[order] for array in arrays]
    first, last = (_cuprust.searchsorted(labels, _cuprust.asarray(own.ravel()), side).get() for side in ("left", "right"))
    out = _cuprust.full(index.shape, default, out_dtype)
    flat = out.reshape(-1)
    for place, (start, stop) in enumerate(zip(first, last, strict=True)):
        if start < stop:
            flat[place] = func(*(array[start:stop] for array in arrays))
    return out[0] if alone else out


def _real(input: _Any) -> _Any:
    """An array of real numbers."""
    values = _cuprust.asarray(input)
    if values.dtype.kind == "c":
        raise TypeError("Complex type not supported")
    return values


def _host(value: _Any) -> _Any:
    """What is an array of ours as one of NumPy."""
    return value.get() if isinstance(value, _cuprust.ndarray) else value


def _output(output: _Any, values: _Any) -> _Any:
    """The array that a result is written to: the one given, or a new one of the dtype given, else of the image's."""
    if isinstance(output, _cuprust.ndarray):
        if output.shape != values.shape:
            raise RuntimeError("output shape not correct")
        return output
    return _cuprust.zeros(values.shape, values.dtype if output is None else output)


def _axis(axis: int, rank: int) -> int:
    """An axis, counted from the first one."""
    if not -rank <= axis < rank:
        raise _AxisError(axis, rank)
    return axis % rank


def _axes(axes: _Any, rank: int) -> list[int]:
    """The axes that are named, or all."""
    if axes is None:
        return list(range(rank))
    named = [_operator.index(axis) for axis in (axes if _numpy.iterable(axes) else (axes,))]
    for axis in named:
        if not -rank <= axis < rank:
            raise ValueError(f"specified axis: {axis} is out of range")
    if len({axis % rank for axis in named}) != len(named):
        raise ValueError("axes must be unique")
    return [axis % rank for axis in named]


def _each(value: _Any, count: int) -> list[_Any]:
    """One for each axis: of one for all, or of one for each."""
    if isinstance(value, str) or not _numpy.iterable(value):
        return [value] * count
    values = list(value)
    if len(values) != count:
        raise RuntimeError("sequence argument must have length equal to input rank")
    return values


def _before_and_behind(length: int, origin: int) -> tuple[int, int]:
    """How far a window reaches before and behind its element."""
    before = length // 2 + origin
    if not 0 <= before < length:
        raise ValueError("invalid origin")
    return before, length - 1 - before


def _extended(values: _Any, widths: list[tuple[int, int]], mode: str, cval: float) -> _Any:
    """An image in float64 with what stands beyond its edges."""
    if mode not in _EDGES:
        raise RuntimeError("boundary mode not supported")
    values = values.astype(float)
    if values.size == 0 or not widths:
        return _cuprust.zeros([n + a + b if n else 0 for n, (a, b) in zip(values.shape, widths, strict=True)])
    if _EDGES[mode] == "constant":
        return _cuprust.pad(values, widths, mode="constant", constant_values=cval)
    return _cuprust.pad(values, widths, mode=_EDGES[mode])


def _as_c_converts(made: _Any, dtype: _Any) -> _Any:
    """Numbers in the dtype of a result: bools are whole parts that are not zero."""
    with _numpy.errstate(all="ignore"):
        return _cuprust.asarray((made.astype("i8") != 0 if dtype == bool else made).astype(dtype))
