"""Matrices of diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse._formats import coo_matrix
from cuprust.scipy.sparse._matrix import spmatrix


def diags(
    diagonals: Sequence[Any], offsets: int | Sequence[int] = 0, shape: tuple[int, int] | None = None, format: str | None = None, dtype: Any = None
) -> spmatrix:
    """The matrix of some diagonals, each a sequence or one number for all of its elements; `offsets` are how far above the main one they are.

    >>> from cuprust.scipy import sparse
    >>> sparse.diags([[1.0, 2.0], [3.0]], [0, 1]).toarray()
    array([[1., 3.],
           [0., 2.]])
    """
    if isinstance(offsets, (int, numpy.integer)):
        if numpy.ndim(diagonals[0]) == 0:
            diagonals = [diagonals]
        offsets = [int(offsets)]
    lines = [cuprust.atleast_1d(cuprust.asarray(line)) for line in diagonals]
    if len(lines) != len(offsets):
        raise ValueError("Different number of diagonals and offsets.")
    if len(set(map(int, offsets))) != len(offsets):
        raise ValueError("offset array contains duplicate values")
    if shape is None:
        count = lines[0].size + abs(int(offsets[0]))
        shape = (count, count)
    if dtype is None:
        dtype = numpy.result_type(*[line.dtype for line in lines])
    rows, columns = shape
    parts: list[tuple[cuprust.ndarray, ...]] = []
    for line, offset in zip(lines, map(int, offsets)):
        count = min(rows + min(offset, 0), columns - max(offset, 0))
        if count < 0:
            raise ValueError(f"Offset {offset} (index {len(parts)}) out of bounds")
        line = line[:count]
        if line.size not in (1, count):
            raise ValueError(f"Diagonal length (index {len(parts)}: {line.size} at offset {offset}) does not agree with array size ({rows}, {columns}).")
        first = cuprust.arange(count, dtype=numpy.int64)
        parts.append((cuprust.broadcast_to(line, count).astype(dtype), first - min(offset, 0), first + max(offset, 0)))
    data, row, col = (cuprust.concatenate(each) for each in zip(*parts))
    return coo_matrix((data, (row, col)), shape=shape).asformat(format or "csr")


def eye(m: int, n: int | None = None, k: int = 0, dtype: Any = "d", format: str | None = None) -> spmatrix:
    """Ones on a diagonal, `k` above the main one, and zeros elsewhere.

    >>> from cuprust.scipy import sparse
    >>> sparse.eye(2, 3).toarray()
    array([[1., 0., 0.],
           [0., 1., 0.]])
    """
    n = m if n is None else n
    count = min(m + min(k, 0), n - max(k, 0))
    if count < 0:
        raise ValueError(f"Offset {k} (index 0) out of bounds")
    first = cuprust.arange(count, dtype=numpy.int64)
    places = (first - min(k, 0), first + max(k, 0))
    return coo_matrix((cuprust.ones(count, dtype), places), shape=(m, n)).asformat(format or "csr")


def identity(n: int, dtype: Any = "d", format: str | None = None) -> spmatrix:
    """The identity matrix of `n` rows.

    >>> from cuprust.scipy import sparse
    >>> sparse.identity(3).nnz
    3
    """
    return eye(n, n, 0, dtype, format)
