"""Functions of the elements of two matrices, or of a matrix and a number: comparisons, and the larger and the lesser."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse._formats import coo_matrix, csr_matrix
from cuprust.scipy.sparse._matrix import SparseEfficiencyWarning, _is_number, spmatrix


def together(matrix: spmatrix, other: Any, function: Callable[..., cuprust.ndarray]) -> Any:
    """A function of each element and that of another matrix, by rows, or of an array, as an array. Where it is not zero for two zeros, it warns.

    Raises ValueError for matrices whose shapes do not broadcast.
    """
    if _is_number(other):
        if bool(function(0, other) == 0):
            rows = matrix._rows()
            rows = _sparse.Csr.of_coordinates(rows.data, rows.rows(), rows.indices, rows.shape)
            return csr_matrix._made(rows.with_data(function(rows.data, other)).without_zeros())
        _warn()
        return csr_matrix(function(matrix.toarray(), other))
    if isinstance(other, cuprust.ndarray):
        return function(matrix.toarray(), other)
    if not isinstance(other, spmatrix):
        return NotImplemented
    try:
        shape = numpy.broadcast_shapes(matrix.shape, other.shape)
    except ValueError:
        raise ValueError("inconsistent shapes") from None
    matrix, other = (_repeated(each, shape) for each in (matrix, other))
    if bool(function(0, 0) != 0):
        _warn()
        return csr_matrix(function(matrix.toarray(), other.toarray()))
    sides = [matrix._rows(), other._rows()]
    wide = max(matrix.shape[1], 1)
    places = cuprust.unique(cuprust.concatenate([side.rows() * wide + side.indices for side in sides]))
    row, col = places // wide, places % wide
    data = function(*(side.values_at(row, col) for side in sides))
    return csr_matrix._made(_sparse.Csr.of_coordinates(data, row, col, matrix.shape).without_zeros())


def _repeated(matrix: spmatrix, shape: tuple[int, ...]) -> spmatrix:
    """The matrix with its one row, or its one column, as often as a shape has them."""
    if matrix.shape == shape:
        return matrix
    found = coo_matrix(matrix)
    data, row, col = found.data, found.row, found.col
    for axis, count in enumerate(shape):
        if matrix.shape[axis] != count:
            numbers = cuprust.repeat(cuprust.arange(count), data.size)
            data, row, col = (cuprust.tile(part, count) for part in (data, row, col))
            row, col = (numbers, col) if axis == 0 else (row, numbers)
    return coo_matrix((data, (row, col)), shape=shape).tocsr()


def _warn() -> None:
    warnings.warn("nearly every element is stored: compare with another operator, or arrays", SparseEfficiencyWarning, stacklevel=5)
