"""Linear algebra: products of matrices, and norms of vectors."""

from numpy.linalg import LinAlgError

from cuprust._core import _norm, matmul, matrix_transpose, outer, tensordot, trace

__all__ = ["LinAlgError", "matmul", "matrix_transpose", "norm", "outer", "tensordot", "trace", "vector_norm"]


def norm(x, ord=None, axis=None, keepdims=False):
    """The 2-norm of a vector, over an axis, or of all elements; the Frobenius norm of a matrix."""
    if ord not in (None, "fro", 2) or (ord == 2 and axis is None and x.ndim != 1):
        raise NotImplementedError(f"norm with ord={ord!r} is not built yet: the 2-norm and the Frobenius norm are")
    return _norm(x, axis, keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The 2-norm of vectors over axes."""
    if ord != 2:
        raise NotImplementedError(f"vector_norm with ord={ord!r} is not built yet: the 2-norm is")
    return _norm(x, axis, keepdims)
