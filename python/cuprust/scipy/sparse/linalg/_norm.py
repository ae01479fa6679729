"""Norms and powers of matrices of which few elements are stored."""

from __future__ import annotations

import operator
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse._construct import eye
from cuprust.scipy.sparse._matrix import spmatrix
from cuprust.scipy.sparse.linalg._eigen import svds


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
    x = x.tocsr()._deduped()
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
        return _of_lines(x, ord, axes[0])
    if len(axes) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    if axes[0] % 2 == axes[1] % 2:
        raise ValueError("Duplicate axes given.")
    if ord in (None, "fro", "f"):
        return cuprust.linalg.norm(x._stored())
    if ord == 2:
        return svds(x.asfptype(), 1, return_singular_vectors=False)[0] if min(x.shape) > 1 else cuprust.linalg.norm(x._stored())
    if ord == -2:
        raise NotImplementedError("the least singular value of a sparse matrix is not found")
    if ord in (1, -1):
        sums = abs(x).sum(axis=axes[0])
    elif ord in (numpy.inf, -numpy.inf):
        sums = abs(x).sum(axis=axes[1])
    else:
        raise ValueError("Invalid norm order for matrices.")
    return sums.max() if ord > 0 else sums.min()


def _of_lines(x: spmatrix, ord: Any, axis: int) -> cuprust.ndarray:
    size = abs(x)
    if ord == numpy.inf:
        found = size.max(axis=axis)
    elif ord == -numpy.inf:
        found = size.min(axis=axis)
    elif ord == 0:
        found = (x != 0).sum(axis=axis)
    elif ord == 1:
        found = size.sum(axis=axis)
    elif ord in (2, None):
        found = cuprust.sqrt(size.power(2).sum(axis=axis))
    else:
        try:
            ord + 1
        except TypeError as error:
            raise ValueError("Invalid norm order for vectors.") from error
        found = size.power(ord).sum(axis=axis) ** (1 / ord)
    dense: cuprust.ndarray = found.toarray() if isinstance(found, spmatrix) else found
    return dense.ravel()


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
    if power == 0:
        return eye(A.shape[0], dtype=A.dtype, format="csr")
    result: Any = None
    squared = A
    while True:
        if power & 1:
            result = squared if result is None else result @ squared
        power >>= 1
        if not power:
            break
        squared = squared @ squared
    found: spmatrix = A.copy() if result is A else result
    return found
