"""Linear algebra: products of matrices, and norms of vectors."""

from __future__ import annotations

from typing import Any as _Any

from numpy.linalg import LinAlgError

from cuprust._core import linalg as _linalg
from cuprust._core import matmul, matrix_transpose, outer, tensordot

__all__ = ["LinAlgError", "diagonal", "matmul", "matrix_transpose", "norm", "outer", "tensordot", "trace", "vector_norm"]

diagonal = _linalg.diagonal
norm = _linalg.norm
trace = _linalg.trace
vector_norm = _linalg.vector_norm
