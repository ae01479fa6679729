"""Matrices of diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse._diagonals import dia_matrix
from cuprust.scipy.sparse._formats import coo_matrix
from cuprust.scipy.sparse._matrix import spmatrix


def diags(
    diagonals: Sequence[Any], offsets: int | Sequence[int] = 0, shape: tuple[int, int] | None = None, format: str | None = None, dtype: Any = None
) -> spmatrix:
    """The matrix of diagonals, each a sequence or one number for all of its elements; `offsets` are theirs, column less
    row.

    In DIA format unless `format` is another. Without `shape` it is square and holds the diagonals. `dtype` converts the
    elements. Raises ValueError for a diagonal that is shorter than that of the shape or outside of it, and for another
    number of offsets than diagonals.

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
    made = _sparse.Dia.of_diagonals(lines, [int(offset) for offset in offsets], shape, None if dtype is None else numpy.dtype(dtype))
    return dia_matrix._made(made).asformat(format)


def spdiags(data: Any, diags: Any, m: int, n: int, format: str | None = None) -> spmatrix:
    """The `m` by `n` matrix whose diagonals are the rows of `data`: ``data[i, j]`` is in column ``j`` of the diagonal
    ``diags[i]``.

    In DIA format unless `format` is another. Raises ValueError for equal offsets, and for another number of them than
    diagonals.

    >>> from cuprust.scipy import sparse
    >>> sparse.spdiags(cp.array([[1, 2, 3], [4, 5, 6]]), [0, 1], 3, 3).toarray()
    array([[1, 5, 0],
           [0, 2, 6],
           [0, 0, 3]])
    """
    return dia_matrix((data, diags), shape=(m, n)).asformat(format)


def eye(m: int, n: int | None = None, k: int = 0, dtype: Any = "d", format: str | None = None) -> spmatrix:
    """The `m` by `n` matrix with ones where the column is the row plus `k`; square without `n`. In DIA format unless
    `format` is another.

    Raises ValueError for a diagonal outside of the matrix.

    >>> from cuprust.scipy import sparse
    >>> sparse.eye(2, 3).toarray()
    array([[1., 0., 0.],
           [0., 1., 0.]])
    """
    n = m if n is None else n
    count = min(m + min(k, 0), n - max(k, 0))
    if count < 0:
        raise ValueError(f"Offset {k} (index 0) out of bounds")
    if format in (None, "dia"):
        return diags([cuprust.ones(count, dtype)], [k], (m, n))
    first = cuprust.arange(count, dtype=numpy.int64)
    coordinates = (first - min(k, 0), first + max(k, 0))
    return coo_matrix((cuprust.ones(count, dtype), coordinates), shape=(m, n)).asformat(format)


def identity(n: int, dtype: Any = "d", format: str | None = None) -> spmatrix:
    """The identity matrix of `n` rows and columns, in DIA format unless `format` is another.

    >>> from cuprust.scipy import sparse
    >>> sparse.identity(3).nnz
    3
    """
    return eye(n, n, 0, dtype, format)
