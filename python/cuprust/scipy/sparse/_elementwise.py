"""Functions of the elements of two matrices, or of a matrix and a number: comparisons, the larger and the lesser, and products."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse._matrix import SparseEfficiencyWarning, _is_number, spmatrix


def together(matrix: spmatrix, other: Any, function: Callable[..., cuprust.ndarray]) -> Any:
    """A function of each element and that of another matrix, or of an array, as an array. Where it is not zero for two zeros, it warns.

    Raises ValueError for matrices of different shapes.
    """
    if _is_number(other):
        own = matrix.asformat("csc" if matrix.format == "csc" else "csr")
        if bool(function(0, other) == 0):
            own = own._deduped()
            found = own._with(function(own.data, other))
            found.eliminate_zeros()  # type: ignore[attr-defined]
            return found
        _warn()
        return type(own)(function(matrix.toarray(), other))  # type: ignore[call-arg]
    if isinstance(other, cuprust.ndarray):
        return function(matrix.toarray(), other)
    if not isinstance(other, spmatrix):
        return NotImplemented
    if matrix.shape != other.shape:
        raise ValueError("inconsistent shapes")
    sides = _sides(matrix, other)
    if bool(function(0, 0) != 0):
        _warn()
        return matrix._of(_sparse.Csr.of_dense(function(*(side.to_dense() for side in sides))))
    return matrix._of(_sparse.Csr.union(sides, function))


def product(matrix: spmatrix, other: Any) -> Any:
    """The product of each element and that of a number, a matrix or an array, which broadcast.

    Raises ValueError for shapes that do not broadcast.
    """
    if _is_number(other):
        return matrix._with(matrix.data * other)
    if not isinstance(other, (spmatrix, cuprust.ndarray)):
        raise TypeError(f"a matrix is multiplied by a number or an array, not by {type(other).__name__}")
    try:
        shape = numpy.broadcast_shapes(matrix.shape, other.shape)
    except ValueError:
        raise ValueError(f"inconsistent shapes {matrix.shape} and {other.shape}") from None
    if matrix.format not in ("csr", "csc"):
        matrix = matrix.tocsr()
    if isinstance(other, spmatrix):
        return _product_of_two(matrix, other, shape)
    if len(shape) > 2:
        return matrix.toarray() * other
    if matrix.shape == (1, 1) and other.size != 1:
        return (matrix.data.sum() * other).reshape(shape)
    return matrix._of(matrix._rows().multiply_array(other))


def _product_of_two(matrix: spmatrix, other: spmatrix, shape: tuple[int, ...]) -> spmatrix:
    if matrix.shape == other.shape:
        sides = _sides(matrix, other)
        found = sides[0].multiply_intersection(sides[1])
        return matrix._of(_sparse.Csr.union(sides, cuprust.multiply) if found is None else found)
    if (1, 1) in (matrix.shape, other.shape):
        one, other = (matrix, other) if matrix.shape == (1, 1) else (other, matrix)
        return other * one.toarray().reshape(())  # type: ignore[no-any-return]
    if matrix.shape != shape and other.shape != shape:
        # A row and a column.
        return matrix @ other if matrix.shape[1] == 1 else other @ matrix  # type: ignore[no-any-return]
    # As in SciPy, a broadcast operand is dense: only stored elements of the other matrix have products.
    small, large = (other, matrix) if matrix.shape == shape else (matrix, other)
    found = product(large, small.toarray())
    found.eliminate_zeros()
    return found  # type: ignore[no-any-return]


def _sides(*matrices: spmatrix) -> list[_sparse.Csr]:
    """Matrices by rows in the dtype of all, in which duplicate entries are summed."""
    dtype = numpy.result_type(*[matrix.dtype for matrix in matrices])
    lines = [matrix if matrix.format == "csc" else matrix.tocsr() for matrix in matrices]
    return [each._with(each.data.astype(dtype, copy=False))._rows() for each in lines]


def _warn() -> None:
    warnings.warn("nearly every element is stored: compare with another operator, or arrays", SparseEfficiencyWarning, stacklevel=5)
