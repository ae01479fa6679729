"""Norms and powers of matrices of which few elements are stored."""

from __future__ import annotations

import operator
from typing import Any

import cuprust
from cuprust.scipy.sparse._formats import csc_matrix, csr_matrix
from cuprust.scipy.sparse._matrix import spmatrix


def norm(x: Any, ord: Any = None, axis: Any = None) -> Any:
    """The norm of a sparse matrix: Frobenius' for None and "fro", the largest sum of a column for 1, of a row for infinity.

    For -1 and -infinity they are the least such sums, for 2 it is the largest singular value. With an integer `axis` those of columns (0) or rows
    (1) as vectors, for any `ord`.

    Raises TypeError for what is not sparse, ValueError for another `ord` or `axis`, NotImplementedError for -2 of a matrix.

    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import norm
    >>> norm(sparse.csr_matrix(cp.array([[3.0, 0.0], [4.0, 0.0]])), 1)
    array(7.)
    """
    if not isinstance(x, spmatrix):
        raise TypeError("input is not sparse. use cuprust.linalg.norm")
    if axis is None and ord in (None, "fro", "f"):
        return cuprust.linalg.norm(x._deduped()._stored())
    if axis is None:
        axes: tuple[int, ...] = (0, 1)
    elif isinstance(axis, tuple):
        axes = axis
    else:
        try:
            axes = (operator.index(axis),)
        except TypeError as error:
            raise TypeError("'axis' must be None, an integer or a tuple of integers") from error
    if not all(-2 <= own < 2 for own in axes):
        raise ValueError(f"Invalid axis {axis!r} for an array with shape {x.shape!r}")
    if len(axes) == 1:
        return x._rows().vector_norms(axes[0] % 2, 2.0 if ord is None else _number(ord, "vectors"))
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    row, column = (own % 2 for own in axes)
    if row == column:
        raise ValueError("Duplicate axes given.")
    rows = x._rows() if row == 0 else x._rows().transpose()
    return rows.norm(None if ord in (None, "fro", "f") else _number(ord, "matrices"))


def _number(ord: Any, what: str) -> float:
    try:
        return float(ord)
    except (TypeError, ValueError) as error:
        raise ValueError(f"Invalid norm order for {what}.") from error


def matrix_power(A: Any, power: Any) -> spmatrix:
    """A square matrix multiplied by itself.

    Raises TypeError for a matrix that is not square, ValueError for a power that is no integer or less than 0.

    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import matrix_power
    >>> matrix_power(sparse.csr_matrix(cp.array([[1, 1], [0, 1]])), 5).toarray()
    array([[1, 5],
           [0, 1]])
    """
    if A.shape[0] != A.shape[1]:
        raise TypeError("sparse matrix is not square")
    try:
        power = operator.index(power)
    except TypeError as error:
        raise ValueError("exponent must be an integer") from error
    if power < 0:
        raise ValueError("exponent must be >= 0")
    if power == 1:
        copied: spmatrix = A.copy()
        return copied
    if isinstance(A, csc_matrix):
        # The rows of the transpose are the columns, and so they are of the power.
        return csc_matrix._made(A._csr.matrix_power(power))
    return csr_matrix._made(A._rows().matrix_power(power))
