"""Factors of matrices by the names of CuPy's functions of cuSOLVER: those of `cuprust.linalg` and `cuprust.lapack`, on every device.

What a name of cuSOLVER says of its method makes no difference here.
"""

from __future__ import annotations as _annotations

import warnings
from typing import Any

from cuprust import linalg
from cuprust._core import ndarray
from cuprust.lapack import gels, gesv

__all__ = ["check_availability", "csrlsvqr", "gels", "gesv", "gesvda", "gesvdj", "syevj"]


def check_availability(name: str) -> bool:
    """Whether a function is here.

    >>> cp.cusolver.check_availability("gesvdj"), cp.cusolver.check_availability("gesvdr")
    (True, False)
    """
    return name in __all__


def gesvdj(a: ndarray, full_matrices: bool = True, compute_uv: bool = True, overwrite_a: bool = False) -> Any:
    """The singular value decomposition ``u, s, v`` of a matrix, or of each of a stack: ``a`` is ``u @ diag(s)`` times the adjoint of `v`. Without
    `compute_uv` the singular values alone. `a` is never overwritten.

    Raises ValueError for other than two or three axes, TypeError for half precision.

    >>> u, s, v = cp.cusolver.gesvdj(cp.array([[0.0, 2.0], [1.0, 0.0]]))
    >>> s
    array([2., 1.])
    """
    if a.ndim not in (2, 3):
        raise ValueError(f"a matrix or a stack of matrices is expected, not an array of {a.ndim} axes")
    if not compute_uv:
        return linalg.svd(a, compute_uv=False)
    u, s, vh = linalg.svd(a, full_matrices)
    return u, s, vh.swapaxes(-1, -2).conj()


def gesvda(a: ndarray, compute_uv: bool = True) -> Any:
    """As `gesvdj`, of matrices that have no more columns than rows, with as many singular vectors as columns.

    Raises ValueError for more columns than rows.
    """
    if a.ndim >= 2 and a.shape[-2] < a.shape[-1]:
        raise ValueError(f"a matrix of shape {a.shape[-2:]} has more columns than rows")
    return gesvdj(a, False, compute_uv)


def syevj(a: ndarray, UPLO: str = "L", with_eigen_vector: bool = True) -> Any:
    """The eigenvalues of a symmetric or Hermitian matrix in ascending order, and its eigenvectors unless `with_eigen_vector` is False; also of
    each matrix of a stack. `UPLO` says which triangle is read.

    Raises LinAlgError for matrices that are not square, ValueError for another `UPLO`.

    >>> w, v = cp.cusolver.syevj(cp.array([[2.0, 0.0], [0.0, 1.0]]))
    >>> w
    array([1., 2.])
    """
    return linalg.eigh(a, UPLO) if with_eigen_vector else linalg.eigvalsh(a, UPLO)


def csrlsvqr(a: Any, b: ndarray, tol: float = 0, reorder: int = 1) -> ndarray:
    """The solution of a system with a sparse matrix by rows, for a vector: by its factors, as `cuprust.scipy.sparse.linalg.spsolve`.

    With `reorder` 0 the unknowns are eliminated in their given order, otherwise in an order that reduces fill-in. Where the least element of the
    upper triangle's diagonal is less than `tol` times the largest, a warning says so; of a singular matrix the solution is NaN.

    Raises TypeError for other than such a matrix, for two dtypes and for such that are no floats, ValueError for shapes that do not match.

    >>> from cuprust.scipy import sparse
    >>> cp.cusolver.csrlsvqr(sparse.csr_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]])), cp.array([2.0, 9.0]))
    array([1., 2.])
    """
    from cuprust.scipy.sparse import csr_matrix
    from cuprust.scipy.sparse.linalg import MatrixRankWarning, splu, spsolve

    if not isinstance(a, csr_matrix):
        raise TypeError(f"csrlsvqr takes a csr_matrix, not {type(a).__name__}")
    if a.dtype != b.dtype or a.dtype.char not in "fdFD":
        raise TypeError(f"a and b have one dtype, which is that of floats or complex numbers, not {a.dtype} and {b.dtype}")
    if b.ndim != 1 or a.shape != (b.size, b.size):
        raise ValueError(f"invalid shapes (a.shape: {a.shape}, b.shape: {b.shape})")
    order = "COLAMD" if reorder else "NATURAL"
    if not tol:
        found: ndarray = spsolve(a, b, order)
        return found
    # The rows are the columns of the transpose.
    factors = splu(a.T, order)
    pivots = abs(factors.U.diagonal())
    if bool(pivots.min() < tol * pivots.max()):
        warnings.warn("Matrix is nearly singular", MatrixRankWarning, stacklevel=2)
    return factors.solve(b, "T")
