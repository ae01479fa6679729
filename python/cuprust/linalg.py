"""Linear algebra: products of matrices, and norms of vectors."""

from numpy.linalg import LinAlgError

from cuprust._core import linalg as _linalg
from cuprust._core import matmul, matrix_transpose, outer, tensordot, trace

norm = _linalg.norm
vector_norm = _linalg.vector_norm

__all__ = ["LinAlgError", "matmul", "matrix_transpose", "norm", "outer", "tensordot", "trace", "vector_norm"]
