"""Linear algebra: products of matrices, and norms of vectors."""

from __future__ import annotations

from typing import Any as _Any

from numpy.linalg import LinAlgError

from cuprust._core import _norm, matmul, matrix_transpose, outer, tensordot, trace
from cuprust._core import ndarray as _ndarray

__all__ = ["LinAlgError", "matmul", "matrix_transpose", "norm", "outer", "tensordot", "trace", "vector_norm"]


def norm(x: _ndarray, ord: _Any = None, axis: int | tuple[int, ...] | None = None, keepdims: bool = False) -> _ndarray:
    """The 2-norm of a vector, over an axis, or of all elements; the Frobenius norm of a matrix."""
    if ord not in (None, "fro", 2) or (ord == 2 and axis is None and x.ndim != 1):
        raise NotImplementedError(f"norm with ord={ord!r} is not built yet: the 2-norm and the Frobenius norm are")
    return _norm(x, axis, keepdims)


def vector_norm(
    x: _ndarray, /, *, axis: int | tuple[int, ...] | None = None, keepdims: bool = False, ord: float = 2
) -> _ndarray:
    """The 2-norm of vectors over axes."""
    if ord != 2:
        raise NotImplementedError(f"vector_norm with ord={ord!r} is not built yet: the 2-norm is")
    return _norm(x, axis, keepdims)
