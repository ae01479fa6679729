"""Products of distributed matrices, block by block."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import numpy

import cuprust
from cuprust.distributed.array import _index
from cuprust.distributed.array._array import Chunks, DistributedArray, _dtype_of
from cuprust.distributed.array._groups import Transfer
from cuprust.distributed.array._index import Index, IndexMap
from cuprust.distributed.array._modes import REPLICA, SUM

# The locations of the blocks of a batch: by the indices of their parts along both axes, the chunk of each device that
# has the block, and its indices in the chunk.
_Blocks = dict[tuple[int, int], dict[int, tuple[cuprust.ndarray, Index]]]


def make_2d_index_map(i_partitions: list[int], j_partitions: list[int], devices: list[list[set[int]]]) -> IndexMap:
    """The index map of a matrix in blocks: rows and columns begin and end at the partitions, and each block is on a set of devices.

    >>> from cuprust.distributed.array import make_2d_index_map
    >>> make_2d_index_map([0, 2, 4], [0, 5], [[{0}], [{0, 1}]])
    {0: [(slice(0, 2, None), slice(0, 5, None)), (slice(2, 4, None), slice(0, 5, None))], 1: [(slice(2, 4, None), slice(0, 5, None))]}

    Raises ValueError where partitions do not begin at 0 and grow, or the devices are not as many as the blocks.
    """
    for partitions in (i_partitions, j_partitions):
        if partitions[0] != 0 or any(one >= other for one, other in zip(partitions, partitions[1:])):
            raise ValueError("partitions begin at 0 and grow")
    if len(devices) != len(i_partitions) - 1 or any(len(row) != len(j_partitions) - 1 for row in devices):
        raise ValueError("there is a set of devices for each block")
    index_map: IndexMap = {}
    for row, i, i_end in zip(devices, i_partitions, i_partitions[1:]):
        for owners, j, j_end in zip(row, j_partitions, j_partitions[1:]):
            for device in sorted(owners):
                index_map.setdefault(device, []).append((slice(i, i_end), slice(j, j_end)))
    return index_map


def matmul(a: Any, b: Any, out: None = None, **kwargs: Any) -> DistributedArray:
    """The product of distributed matrices, in the mode SUM.

    A block of `a` is multiplied with one of `b` on a device that has both, on the one with the least to do where several have; where none has, `b`'s
    block is copied to one that has `a`'s. Blocks with different bounds along the common axis are cut at all bounds. Axes before the last two are alike in
    both, and so are their indices. A factor with one axis is a row or a column.

    Raises ValueError for shapes that do not fit, RuntimeError for arrays that are not distributed, other batches, and indices with steps.
    """
    for name in ("subok", "axes", "axis"):
        if name in kwargs:
            raise RuntimeError(f"Argument `{name}` is not supported")
    if out is not None:
        raise RuntimeError("Argument `out` is not supported")
    if not isinstance(a, DistributedArray) or not isinstance(b, DistributedArray):
        raise RuntimeError("Mixing a distributed array with a non-distributed one is not supported")
    if not a.ndim or not b.ndim:
        raise ValueError("matmul: an input operand does not have enough dimensions")
    is_row, is_column = a.ndim == 1, b.ndim == 1
    if is_row:
        a = _with_axis(a, 0)
    if is_column:
        b = _with_axis(b, 1)
    if a.shape[-1] != b.shape[-2] or a.shape[:-2] != b.shape[:-2]:
        raise ValueError(f"shapes {a.shape} and {b.shape} are no two stacks of matrices with a product")
    product = _product(a.change_mode(REPLICA), b.change_mode(REPLICA), kwargs)
    if is_row:
        product = _without_axis(product, -2)
    return _without_axis(product, -1) if is_column else product


def _product(a: DistributedArray, b: DistributedArray, kwargs: dict[str, Any]) -> DistributedArray:
    if a._group != b._group:
        raise RuntimeError("Mixing distributed arrays of two groups of processes is not supported")
    batches = {index[:-2] for _, index, _ in a._each()}
    if batches != {index[:-2] for _, index, _ in b._each()}:
        raise RuntimeError("Mismatched batch shapes")
    group = a._group
    chunks: Chunks = {}
    for batch in sorted(batches, key=lambda index: [(one.start, one.stop, one.step) for one in index]):
        of_a = [(device, index, array) for device, index, array in a._each() if index[:-2] == batch]
        of_b = [(device, index, array) for device, index, array in b._each() if index[:-2] == batch]
        rows = _partitions([index[-2] for _, index, _ in of_a])
        inner = _partitions([index[-1] for _, index, _ in of_a] + [index[-2] for _, index, _ in of_b])
        columns = _partitions([index[-1] for _, index, _ in of_b])
        left, right = _blocks(of_a, rows, inner), _blocks(of_b, inner, columns)
        load: dict[int, int] = {}
        # The device of each product, its left block, and the right one as it arrives there.
        products: list[tuple[tuple[int, int, int], Transfer]] = []
        transfers: list[Transfer] = []
        for (i, k), owners in left.items():
            for j in range(len(columns) - 1):
                others = right.get((k, j))
                if others is None:
                    continue
                both = owners.keys() & others.keys()
                device = min(both or owners.keys(), key=lambda one: (load.get(one, 0), one))
                load[device] = load.get(device, 0) + (rows[i + 1] - rows[i]) * (inner[k + 1] - inner[k]) * (columns[j + 1] - columns[j])
                source = device if both else next(iter(others))
                chunk, part = owners[device]
                products.append(((device, i, j), Transfer(device, chunk, part, device)))
                transfers.append(Transfer(source, *others[source], device))
        sums: dict[tuple[int, int, int], cuprust.ndarray] = {}
        factors = zip(group.moved([one for _, one in products]), group.moved(transfers))
        for (place, _), (one, other) in zip(products, factors):
            product = group.on(place[0], lambda: cuprust.matmul(one, other, **kwargs))  # noqa: B023
            sums[place] = sums[place] + product if place in sums else product
        for (device, i, j), array in sums.items():
            index = (*batch, slice(rows[i], rows[i + 1], 1), slice(columns[j], columns[j + 1], 1))
            chunks.setdefault(device, []).append((index, array))
    dtype = _dtype_of(chunks, numpy.result_type(a.dtype, b.dtype))
    return DistributedArray((*a.shape[:-1], b.shape[-1]), dtype, chunks, SUM, group)


def _partitions(slices: list[slice]) -> list[int]:
    """Where blocks begin and end along an axis."""
    if any(one.step != 1 for one in slices):
        raise RuntimeError("Step other than 1 is not supported")
    return sorted({end for one in slices for end in (one.start, one.stop)})


def _blocks(chunks: list[tuple[int, Index, cuprust.ndarray]], first: list[int], second: list[int]) -> _Blocks:
    """The chunks cut at the partitions of both axes."""
    blocks: _Blocks = {}
    for device, index, array in chunks:
        batch, (rows, columns) = tuple(slice(0, len(_index.positions(one)), 1) for one in index[:-2]), index[-2:]
        for i in range(bisect_left(first, rows.start), bisect_left(first, rows.stop)):
            for j in range(bisect_left(second, columns.start), bisect_left(second, columns.stop)):
                down = slice(first[i] - rows.start, first[i + 1] - rows.start, 1)
                right = slice(second[j] - columns.start, second[j + 1] - columns.start, 1)
                blocks.setdefault((i, j), {})[device] = (array, (*batch, down, right))
    return blocks


def _with_axis(array: DistributedArray, place: int) -> DistributedArray:
    one = slice(0, 1, 1)
    chunks = {
        device: [((*index[:place], one, *index[place:]), cuprust.expand_dims(chunk, place)) for index, chunk in own] for device, own in array._chunks.items()
    }
    return array._like(chunks, array.mode, (*array.shape[:place], 1, *array.shape[place:]))


def _without_axis(array: DistributedArray, place: int) -> DistributedArray:
    axis = array.ndim + place
    chunks = {device: [(_index.kept(index, [axis]), chunk.squeeze(axis)) for index, chunk in own] for device, own in array._chunks.items()}
    return array._like(chunks, array.mode, tuple(extent for at, extent in enumerate(array.shape) if at != axis))
