"""Filters, measurements and interpolation of images of any number of axes, by SciPy's names."""

from __future__ import annotations as _annotations

import operator as _operator
import re as _re
import warnings as _warnings
from math import prod as _prod
from typing import Any as _Any

import numpy as _numpy

import cuprust as _cuprust
from cuprust import _core
from cuprust.exceptions import AxisError as _AxisError
from cuprust.lib.stride_tricks import sliding_window_view as _sliding_window_view

# The functions come from the function table: there is no list of their names here.
_found = _core._functions(__name__)
globals().update(_found)
_OF_CALLABLES = ["generic_filter", "generic_filter1d", "generic_gradient_magnitude", "generic_laplace", "geometric_transform",
                 "labeled_comprehension", "vectorized_filter"]  # fmt: skip
__all__ = sorted([*_found, *_OF_CALLABLES])

# NumPy's names of the edge modes.
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

    The function is called for each element with a window, a NumPy array of float64 on one axis, and gives a number. A `ReductionKernel` of one
    input and one output reduces each window, in the image's dtype; its text sees a window as an array, of the size `_in_ind.size()`. A
    `RawKernel` of the form `__global__ void name(double* window, int size, double* result)` is called by a thread for each element.
    `mode` says what is beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap". `origin` moves windows to the
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
        footprint = _numpy.ones([_whole(each) for each in _each(size, len(axes))], bool)
    else:
        raise RuntimeError("no footprint or filter size provided")
    if footprint.ndim != len(axes):
        raise RuntimeError(f"footprint.ndim ({footprint.ndim}) must match len(axes) ({len(axes)})")
    origins = [_whole(each) for each in _each(origin, len(axes))]
    widths = [(0, 0)] * values.ndim
    for axis, length, own in zip(axes, footprint.shape, origins, strict=True):
        widths[axis] = _reach(length, own)
    if not isinstance(mode, str):
        raise RuntimeError("A sequence of modes is not supported")
    is_reduction = isinstance(function, _cuprust.ReductionKernel)
    if isinstance(function, _cuprust.ElementwiseKernel):
        raise TypeError("only ReductionKernel allowed (not ElementwiseKernel)")
    if is_reduction and (function.nin - len(extra_arguments), function.nout) != (1, 1):
        raise TypeError("ReductionKernel must have 1 input and output")
    out = _output(output, values)
    wide = _extended(values, widths, mode, cval, values.dtype if is_reduction else float)
    if isinstance(function, _cuprust.RawKernel):
        out[...] = _each_window(function, wide, footprint, axes, values.shape)
        return out
    windows = _sliding_window_view(wide, footprint.shape, axis=tuple(axes))
    windows = windows[(..., *(_cuprust.asarray(index) for index in _numpy.nonzero(footprint)))] if footprint.ndim else windows[..., None]
    if is_reduction:
        # As in CuPy, a letter of the input is the image's dtype, and another one the output's.
        given, made = function.in_params[0], function.out_params[0]
        dtype = made.dtype or (given.dtype or windows.dtype if made.ctype == given.ctype else out.dtype)
        windows = windows if given.dtype is None else windows.astype(given.dtype, copy=False)
        out[...] = function._on_lines(windows, *extra_arguments, _cuprust.empty(out.shape, dtype))
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
    the results, both NumPy arrays of float64. A `RawKernel` of the form `__global__ void name(double* line, ptrdiff_t length,
    double* results, ptrdiff_t count)` is called by a thread for each line.
    `mode` says what is beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap". `origin` moves windows to the
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
    widths[axis] = _reach(filter_size, origin)
    wide = _cuprust.moveaxis(_extended(values, widths, mode, cval), axis, -1)
    if isinstance(function, _cuprust.RawKernel):
        out[...] = _cuprust.moveaxis(_each_line(function, wide, values.shape[axis]), -1, axis)
        return out
    lines = _numpy.ascontiguousarray(wide.get()).reshape(-1, wide.shape[-1])
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
    Raises ValueError for an axis out of range, RuntimeError for another number of modes than of axes.

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
    Raises ValueError for an axis out of range, RuntimeError for another number of modes than of axes.

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


def geometric_transform(
    input: _Any,
    mapping: _Any,
    output_shape: tuple[int, ...] | None = None,
    output: _Any = None,
    order: int = 3,
    mode: str = "constant",
    cval: float = 0.0,
    prefilter: bool = True,
    extra_arguments: tuple[_Any, ...] = (),
    extra_keywords: dict[str, _Any] | None = None,
) -> _Any:
    """An image whose elements are those at the coordinates that a function gives: `mapping` is called for each element of the result with
    its index, a tuple of integers, and gives as many numbers as the image has axes.

    It is read through splines of `order` 0 to 5, which go through the elements with `prefilter`. `mode` says what is beyond the edges,
    as for `map_coordinates`; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode or order, for an image or a result without axes and for other coordinates than one for each axis.

    >>> cp.scipy.ndimage.geometric_transform(cp.arange(5.0), lambda index: (index[0] - 0.5,), order=1)
    array([0. , 0.5, 1.5, 2.5, 3.5])"""
    values = _cuprust.asarray(input)
    shape = values.shape if output_shape is None else tuple(_operator.index(extent) for extent in output_shape)
    if not 0 <= order <= 5:
        raise RuntimeError("spline order not supported")
    if values.ndim < 1 or len(shape) < 1:
        raise RuntimeError("input and output rank must be > 0")
    coordinates = _numpy.empty((values.ndim, *shape))
    for index in _numpy.ndindex(*shape):
        own = tuple(mapping(index, *extra_arguments, **(extra_keywords or {})))
        if len(own) != values.ndim:
            raise RuntimeError("invalid mapping: it gives a coordinate for each axis of the input")
        coordinates[(slice(None), *index)] = own
    return map_coordinates(values, _cuprust.asarray(coordinates), output, order, mode, cval, prefilter)  # noqa: F821


def vectorized_filter(
    input: _Any,
    function: _Any,
    *,
    size: _Any = None,
    footprint: _Any = None,
    output: _Any = None,
    mode: str = "reflect",
    cval: _Any = None,
    origin: _Any = None,
    axes: _Any = None,
    batch_memory: float = 2**30,
) -> _Any:
    """What a function of arrays makes of the windows of all elements: of a size along each axis, or of the elements where `footprint` is
    not zero.

    The function is called as `function(windows, axis=axes)`, where `windows` is an array on the device whose last axes are those of the
    windows, with `footprint` one axis; it reduces these. Windows are given in parts of at most `batch_memory` bytes along the first axis.
    `mode` says what is beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror", "wrap", or "valid" where only windows
    count that lie within the array. `origin` moves windows to the left; `output` is the array that is written to.
    Raises ValueError for windows that fit no axes, for an unknown mode, and where `batch_memory` holds no window.

    >>> cp.scipy.ndimage.vectorized_filter(cp.array([1.0, 4.0, 2.0]), cp.median, size=3)
    array([1., 2., 2.])"""
    values = _cuprust.asarray(input)
    if not callable(function):
        raise ValueError("`function` must be a callable.")
    if (size is None) == (footprint is None):
        how = "must be provided." if size is None else "may be provided, not both."
        raise ValueError(f"Either `size` or `footprint` {how}")
    axes = tuple(range(-values.ndim, 0)) if axes is None else (axes,) if _numpy.isscalar(axes) else tuple(axes)
    if len(axes) > values.ndim:
        raise ValueError("The length of `axes` may not exceed the dimensionality of `input`(`input.ndim`).")
    if footprint is not None:
        footprint = _numpy.asarray(_host(footprint)).astype(bool)
        size = footprint.shape
    else:
        size = (size,) * len(axes) if _numpy.isscalar(size) else tuple(size)
        if not all(_is_integer(each) and each > 0 for each in size):
            raise ValueError("All elements of `size` must be positive integers.")
    if len(axes) != len(size):
        raise ValueError("`axes` must be compatible with the dimensionality of the window specified by `size` or `footprint`.")
    origins = (0,) * len(axes) if origin is None else (origin,) * len(axes) if _numpy.isscalar(origin) else tuple(origin)
    if not all(_is_integer(each) for each in origins):
        raise ValueError("All elements of `origin` must be integers.")
    if len(origins) != len(axes):
        raise ValueError("`origin` must be an integer or tuple of integers with length equal to the number of axes.")
    if mode != "valid" and mode not in _EDGES:
        raise ValueError(f"`mode` must be one of { {*_EDGES, 'valid'} }.")
    if mode == "valid" and any(origins):
        raise ValueError("`mode='valid'` is incompatible with use of `origin`.")
    # As in SciPy here, the grid's mirror is at the centres of elements.
    edges = "reflect" if mode == "grid-mirror" else _EDGES.get(mode)
    if cval is not None and edges != "constant":
        raise ValueError("Use of `cval` is compatible only with `mode='constant'`.")
    if not _numpy.isscalar(batch_memory) or not batch_memory > 0:
        raise ValueError("`batch_memory` must be positive number.")
    if values.size == 0:
        return values
    count = len(axes)
    if count == 0:
        return _cuprust.asarray(function(values if footprint is None else values[_cuprust.asarray(footprint)]))
    last = tuple(range(-count, 0))
    wide = _cuprust.moveaxis(values, axes, last)
    results = None if output is None else _cuprust.moveaxis(output, axes, last)
    if edges is not None:
        widths = [(0, 0)] * (values.ndim - count) + [(n // 2 + o, (n - 1) // 2 - o) for n, o in zip(size, origins, strict=True)]
        wide = _cuprust.pad(wide, widths, edges, **({"constant_values": cval or 0.0} if edges == "constant" else {}))
    windows = _sliding_window_view(wide, size, last)
    chosen = None if footprint is None else _cuprust.asarray(footprint)

    def made(some: _Any) -> _Any:
        return function(some, axis=last) if chosen is None else function(some[..., chosen], axis=-1)

    rows = len(windows)
    part = int(min(rows, batch_memory // max(windows.nbytes // rows, 1)))
    if part < 1:
        raise ValueError("`batch_memory` is insufficient for minimum chunk size.")
    if part == rows and results is None:
        return _cuprust.moveaxis(made(windows), last, axes)
    for first in range(0, rows, part):
        own = made(windows[first : first + part])
        if results is None:
            results = _cuprust.empty(windows.shape[:-count], own.dtype)
        results[first : first + part] = own
    return _cuprust.moveaxis(results, last, axes)


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


# The headers that a kernel finds around it in CuPy too.
_HEADERS = "#include <cupy/carray.cuh>\n#include <cupy/complex.cuh>\n#include <cupy/cuda_workaround.h>\n#line 1\n"
# A thread calls the user's function for its line, or for its window, which it gathers first.
_LINES = r"""
extern "C" __global__ void each_line(double* lines, ptrdiff_t length, double* results, ptrdiff_t per_line, long long count) {
  long long line = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (line < count) NAME(lines + line * length, length, results + line * per_line, per_line);
}
"""
_WINDOWS = r"""
extern "C" __global__ void each_window(const double* wide, const long long* offsets, const long long* shape,
                                       const long long* steps, int rank, double* results, long long count) {
  long long element = (long long)blockIdx.x * blockDim.x + threadIdx.x, rest = element, start = 0;
  if (element >= count) return;
  for (int axis = rank - 1; axis >= 0; --axis) {
    start += rest % shape[axis] * steps[axis];
    rest /= shape[axis];
  }
  double window[SIZE > 0 ? SIZE : 1];
  for (int k = 0; k < SIZE; ++k) window[k] = wide[start + offsets[k]];
  NAME(window, SIZE, results + element);
}
"""
_BLOCK = 128


def _calling(function: _Any, kernel: str, text: str) -> _Any:
    """A kernel whose threads call a user's kernel as a function."""
    own = _re.sub(r'extern\s*"C"', " ", function.code)
    own = _re.sub(r"\b__global__\b", "__device__", own)
    return _cuprust.RawKernel(_HEADERS + own + text.replace("NAME", function.name), kernel, options=function.options, backend=function.backend)


def _each_line(function: _Any, lines: _Any, count: int) -> _Any:
    """What a `RawKernel` makes of each line along the last axis: `count` results."""
    lines = _cuprust.ascontiguousarray(lines)
    results = _cuprust.zeros((*lines.shape[:-1], count))
    number = _prod(lines.shape[:-1])
    if results.size:
        kernel = _calling(function, "each_line", _LINES)
        kernel((-(-number // _BLOCK),), (_BLOCK,), (lines, lines.shape[-1], results, count, number))
    return results


def _each_window(function: _Any, wide: _Any, footprint: _Any, axes: list[int], shape: tuple[int, ...]) -> _Any:
    """What a `RawKernel` makes of the window of each element of an array that is extended beyond its edges."""
    wide = _cuprust.ascontiguousarray(wide)
    steps = [stride // wide.itemsize for stride in wide.strides]
    offsets = _numpy.argwhere(footprint) @ _numpy.asarray([steps[axis] for axis in axes], "i8")
    results = _cuprust.zeros(shape)
    if results.size:
        kernel = _calling(function, "each_window", _WINDOWS.replace("SIZE", str(int(footprint.sum()))))
        tables = [_cuprust.asarray(_numpy.asarray(each, "i8")) for each in (offsets, shape, steps)]
        grid = (-(-results.size // _BLOCK),)
        kernel(grid, (_BLOCK,), (wide, *tables, _numpy.int32(len(shape)), results, results.size))
    return results


def _is_integer(value: _Any) -> bool:
    """Whether a number is an integer."""
    return _numpy.asarray(value).dtype.kind in "iu"


def _whole(value: _Any) -> int:
    """An integer, or the whole part of a float: CuPy takes that of sizes and origins."""
    return int(value) if isinstance(value, (float, _numpy.floating, _cuprust.ndarray)) else _operator.index(value)


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


def _reach(length: int, origin: int) -> tuple[int, int]:
    """How far a window reaches before and after its element."""
    before = length // 2 + origin
    if not 0 <= before < length:
        raise ValueError("invalid origin")
    return before, length - 1 - before


def _extended(values: _Any, widths: list[tuple[int, int]], mode: str, cval: float, dtype: _Any = float) -> _Any:
    """An image in a dtype with what is beyond its edges."""
    if mode not in _EDGES:
        raise RuntimeError("boundary mode not supported")
    values = values.astype(dtype, copy=False)
    if values.size == 0 or not widths:
        return _cuprust.zeros([n + a + b if n else 0 for n, (a, b) in zip(values.shape, widths, strict=True)], dtype)
    if _EDGES[mode] == "constant":
        return _cuprust.pad(values, widths, mode="constant", constant_values=cval)
    return _cuprust.pad(values, widths, mode=_EDGES[mode])


def _as_c_converts(made: _Any, dtype: _Any) -> _Any:
    """Numbers in the dtype of a result: bools are whole parts that are not zero."""
    with _numpy.errstate(all="ignore"):
        return _cuprust.asarray((made.astype("i8") != 0 if dtype == bool else made).astype(dtype))
