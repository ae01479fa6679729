"""Arrays written as indices: ``r_[1:4, 0, 4]``, ``c_[a, b]``, ``mgrid[0:5, 0:5]`` and ``ogrid[0:1:5j]``."""

from __future__ import annotations

import math as _math
import operator as _operator
from typing import Any as _Any

import numpy as _numpy

import cuprust as _cp


def _span(key: slice) -> tuple[_Any, _Any, _Any]:
    start = 0 if key.start is None else key.start
    step = 1 if key.step is None else key.step
    return start, key.stop, step


def _line(start: _Any, stop: _Any, step: _Any) -> _cp.ndarray:
    # As in NumPy's arange: without a stop, the start is the stop.
    return _cp.arange(0, start, step) if stop is None else _cp.arange(start, stop, step)


def _is_count(step: _Any) -> bool:
    """Whether a step is imaginary: then it says how many numbers there are, with the stop among them."""
    return isinstance(step, (complex, _numpy.complexfloating))


class RClass:
    """Joins what is between the brackets along an axis: arrays, numbers, and slices, which become ranges.

    A slice with an imaginary step ``start:stop:nj`` is n numbers, the stop among them. A text in the first place holds up to three
    integers: the axis, the least number of axes of each part, and where the axes of parts with fewer go.

    >>> cp.r_[1:4, 0, cp.array([5, 6])]
    array([1, 2, 3, 0, 5, 6])
    >>> cp.r_['0,2', [1, 2], [3, 4]]
    array([[1, 2],
           [3, 4]])
    """

    def __init__(self, axis: int = 0, ndmin: int = 1, trans1d: int = -1) -> None:
        self._default = axis, ndmin, trans1d

    def __getitem__(self, key: _Any, /) -> _cp.ndarray:
        keys = key if isinstance(key, tuple) else (key,)
        axis, ndmin, place = self._default
        if keys and isinstance(keys[0], str):
            axis, ndmin, place = self._directive(keys[0])
            keys = keys[1:]
        if any(isinstance(item, str) for item in keys):
            raise ValueError("special directives must be the first entry.")
        parts = [self._part(item) for item in keys]
        if not parts:
            raise ValueError("need at least one array to concatenate")
        # Python numbers are weak: they take the dtype of the arrays among them.
        dtype = _numpy.result_type(*[part.dtype if isinstance(part, _cp.ndarray) else part for part in parts])
        joined = [self._with_axes(part, dtype, ndmin, place) for part in parts]
        return _cp.concatenate(joined, axis=axis)

    def __len__(self) -> int:
        return 0

    def _directive(self, text: str) -> tuple[int, int, int]:
        if text in ("r", "c"):
            raise NotImplementedError("there are no matrices: take '0,2' for rows and c_ for columns")
        axis, ndmin, place = self._default
        try:
            numbers = [int(number) for number in text.split(",")]
        except ValueError:
            raise ValueError(f"unknown special directive {text!r}") from None
        if len(numbers) > 3:
            # As in NumPy, of more than three numbers the first two count.
            numbers = numbers[:2]
        return tuple(numbers) + (axis, ndmin, place)[len(numbers) :]  # type: ignore[return-value]

    @staticmethod
    def _part(item: _Any) -> _Any:
        if isinstance(item, slice):
            start, stop, step = _span(item)
            if _is_count(step):
                return _cp.linspace(start, stop, num=int(abs(step)))
            return _line(start, stop, step)
        if isinstance(item, (bool, int, float, complex, _numpy.generic)):
            return item
        return _cp.asarray(item)

    @staticmethod
    def _with_axes(part: _Any, dtype: _Any, ndmin: int, place: int) -> _cp.ndarray:
        array = _cp.asarray(part, dtype=dtype)
        number = not isinstance(part, _cp.ndarray)
        missing = ndmin - array.ndim
        if missing <= 0:
            return array
        own = array.ndim
        array = array.reshape((1,) * missing + array.shape)
        if number or place == -1:
            return array
        first = place + missing + 1 if place < 0 else place
        axes = [*range(first), *range(missing, missing + own), *range(first, missing)]
        return array.transpose(axes)


class CClass(RClass):
    """Joins what is between the brackets along the last axis; parts with one axis are columns.

    >>> cp.c_[cp.array([1, 2, 3]), cp.array([4, 5, 6])]
    array([[1, 4],
           [2, 5],
           [3, 6]])
    """

    def __init__(self) -> None:
        super().__init__(-1, 2, 0)


class GridClass:
    """Coordinates of a grid, a slice for each axis: whole arrays where it is dense, otherwise arrays that broadcast to them.

    A slice with an imaginary step ``start:stop:nj`` is n numbers, the stop among them.

    >>> cp.mgrid[0:2, 0:3]
    array([[[0, 0, 0],
            [1, 1, 1]],
    <BLANKLINE>
           [[0, 1, 2],
            [0, 1, 2]]])
    >>> cp.ogrid[0:1:3j]
    array([0. , 0.5, 1. ])
    """

    def __init__(self, sparse: bool = False) -> None:
        self.sparse = sparse

    def __getitem__(self, key: _Any, /) -> _Any:
        if isinstance(key, slice):
            return self._single(key)
        spans = [_span(_as_slice(item)) for item in key]
        # An imaginary step counts as the float of its absolute value.
        numbers = [abs(value) if _is_count(value) else value for span in spans for value in span]
        dtype = _numpy.result_type(0, *numbers)
        rank = len(spans)
        if self.sparse:
            before = [(None,) * place for place in range(rank)]
            return tuple(
                _numbers(*span, dtype)[(*before[place], slice(None), *before[rank - place - 1])] for place, span in enumerate(spans)
            )
        if rank == 0:
            return _cp.empty((0,), dtype)
        grid = _cp.empty((rank, *(_length(*span) for span in spans)), dtype)
        for place, span in enumerate(spans):
            # Bounds that are arrays are broadcast to the grid.
            grid[place] = _numbers(*span, dtype, rank - place - 1)
        return grid

    def __len__(self) -> int:
        return 0

    @staticmethod
    def _single(key: slice) -> _cp.ndarray:
        start, stop, step = _span(key)
        if not _is_count(step):
            return _line(start, stop, step)
        return _numbers(start, stop, step, _numpy.result_type(start, stop, abs(step)))


def _as_slice(item: _Any) -> slice:
    if not isinstance(item, slice):
        raise TypeError(f"a grid takes slices, not {type(item).__name__}")
    return item


def _length(start: _Any, stop: _Any, step: _Any) -> int:
    """How many numbers an axis has. As NumPy, of a count that is no integer the integer below counts."""
    if _is_count(step):
        return int(abs(step))
    return _operator.index(max(0, _math.ceil((stop - start) / (step * 1.0))))


def _numbers(start: _Any, stop: _Any, step: _Any, dtype: _Any, behind: int = 0) -> _cp.ndarray:
    """The numbers of one axis, with this many axes of extent one after it."""
    length = _length(start, stop, step)
    if _is_count(step):
        step = (stop - start) / float(length - 1) if length != 1 else length
    line = _cp.arange(length, dtype=dtype).reshape((-1,) + (1,) * behind)
    numbers: _cp.ndarray = (line * step + start).astype(dtype, copy=False)
    return numbers


r_ = RClass()
c_ = CClass()
mgrid = GridClass(sparse=False)
ogrid = GridClass(sparse=True)
