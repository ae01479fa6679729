"""Indices of chunks: a slice with a positive step and bounds within the array for each axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from operator import index as as_integer
from typing import Any

Index = tuple[slice, ...]
IndexMap = dict[int, list[Index]]


def normalized(shape: tuple[int, ...], index: Any) -> Index:
    """The slices of an index of integers and slices; those of an integer hold one element, so that the axis stays.

    Raises IndexError for an integer out of bounds and for more indices than axes, ValueError for a step below one, TypeError for other kinds of
    indices.
    """
    key = index if isinstance(index, tuple) else (index,)
    if len(key) > len(shape):
        raise IndexError(f"too many indices for array: array is {len(shape)}-dimensional, but {len(key)} were indexed")
    key += (slice(None),) * (len(shape) - len(key))
    return tuple(_normalized(extent, one, axis) for axis, (extent, one) in enumerate(zip(shape, key)))


def _normalized(extent: int, one: Any, axis: int) -> slice:
    if isinstance(one, slice):
        start, stop, step = one.indices(extent)
        if step <= 0:
            raise ValueError(f"the slices of chunks have steps of 1 and more, and that of axis {axis} has {step}")
        count = len(range(start, stop, step))
        # Equal sets of indices have equal slices.
        return slice(start, start + (count - 1) * step + 1, step if count > 1 else 1) if count else slice(0, 0, 1)
    try:
        position = as_integer(one)
    except TypeError:
        raise TypeError(f"chunks are indexed by integers and slices, and not by {type(one).__name__}") from None
    if not -extent <= position < extent:
        raise IndexError(f"Index {position} is out of bounds for axis {axis} with size {extent}")
    position %= extent
    return slice(position, position + 1, 1)


def normalized_map(shape: tuple[int, ...], index_map: dict[int, Any]) -> IndexMap:
    """A map from devices to one index or a list of indices, as one to lists of slices."""
    lists = {device: indices if isinstance(indices, list) else [indices] for device, indices in index_map.items()}
    return {device: [normalized(shape, index) for index in indices] for device, indices in lists.items()}


def positions(one: slice) -> range:
    return range(one.start, one.stop, one.step)


def shape_of(index: Index) -> tuple[int, ...]:
    return tuple(len(positions(one)) for one in index)


def common(a: Index, b: Index) -> Index | None:
    """The index of what both have. Nothing where they have nothing in common."""
    slices = []
    for one, other in zip(a, b):
        both = _common(one, other)
        if both is None:
            return None
        slices.append(both)
    return tuple(slices)


def _common(a: slice, b: slice) -> slice | None:
    step = math.lcm(a.step, b.step)
    begin, end = max(a.start, b.start), min(a.stop, b.stop)
    # The first common position from `begin` on is among this many of a's.
    first = a.start + -(-(begin - a.start) // a.step) * a.step
    for position in range(first, min(end, first + step), a.step):
        if (position - b.start) % b.step == 0:
            return _normalized(end, slice(position, end, step), 0)
    return None


def within(outer: Index, inner: Index) -> Index:
    """The index of a part, as it lies in a chunk of the index `outer`."""
    slices = []
    for one, part in zip(outer, inner):
        count, step = len(positions(part)), part.step // one.step if part.step > 1 else 1
        start = (part.start - one.start) // one.step
        slices.append(slice(start, start + (count - 1) * step + 1, step))
    return tuple(slices)


def kept(index: Index, axes: Iterable[int], keepdims: bool = False) -> Index:
    """The index without these axes, or with one element along each of them."""
    reduced = set(axes)
    return tuple(slice(0, 1, 1) if axis in reduced else one for axis, one in enumerate(index) if keepdims or axis not in reduced)
