"""Operations on sparse matrices, by the names of CuPy's functions of cuSPARSE: done by kernels of our own, on every device.

Matrices are those of `cuprust.scipy.sparse`. What a name of cuSPARSE says of its version or its working memory makes no difference here.
"""

from __future__ import annotations as _annotations

from typing import Any

import numpy

import cuprust
from cuprust._terminal import shown
from cuprust.scipy.sparse import coo_matrix, csc_matrix, csr_matrix
from cuprust.scipy.sparse._matrix import spmatrix
from cuprust.scipy.sparse.linalg._systems import by_triangle

__all__ = [
    "check_availability", "coo2csc", "coo2csr", "coosort", "csc2coo", "csc2csr", "csc2csrEx2", "csc2dense", "cscsort", "csr2coo", "csr2csc",
    "csr2cscEx2", "csr2csr_compress", "csr2dense", "csrgeam", "csrgeam2", "csrgemm", "csrgemm2", "csrilu02", "csrmm", "csrmm2", "csrmv", "csrmvEx",
    "csrmvExIsAligned", "csrsm2", "csrsort", "dense2csc", "dense2csr", "denseToSparse", "sparseToDense", "spgeam", "spgemm", "spmm", "spmv", "spsm",
]  # fmt: skip


def check_availability(name: str) -> bool:
    """Whether a function is here.

    >>> cp.cusparse.check_availability("spmm"), cp.cusparse.check_availability("csric02")
    (True, False)
    """
    return name in __all__


def _by_rows(a: Any, name: str) -> csr_matrix:
    if not isinstance(a, csr_matrix):
        raise TypeError(f"{name} takes a csr_matrix, not {type(a).__name__}")
    return a


def _scaled(product: cuprust.ndarray, alpha: Any, beta: Any, out: cuprust.ndarray | None) -> cuprust.ndarray:
    """`alpha` times a product, plus `beta` times what `out` holds, in `out` where there is one."""
    product = product if alpha == 1 else product * product.dtype.type(alpha)
    if out is None:
        return product
    if out.shape != product.shape:
        raise ValueError(f"an output of shape {out.shape} is given for a result of shape {product.shape}")
    out[...] = product if beta == 0 else product + product.dtype.type(beta) * out
    return out


def spmv(a: spmatrix, x: cuprust.ndarray, y: cuprust.ndarray | None = None, alpha: Any = 1, beta: Any = 0, transa: bool = False) -> cuprust.ndarray:
    """``alpha * a @ x + beta * y``, in `y` where it is given; with `transa` of the transpose of `a`.

    >>> from cuprust.scipy import sparse
    >>> cp.cusparse.spmv(sparse.eye(2), cp.array([1.0, 2.0]), alpha=3)
    array([3., 6.])
    """
    if x.ndim != 1:
        raise ValueError(f"a vector is expected, not an array of {x.ndim} axes")
    return _scaled((a.T if transa else a) @ x, alpha, beta, y)


def spmm(
    a: spmatrix, b: cuprust.ndarray, c: cuprust.ndarray | None = None, alpha: Any = 1, beta: Any = 0, transa: bool = False, transb: bool = False
) -> cuprust.ndarray:
    """``alpha * a @ b + beta * c`` of a dense matrix `b`, in `c` where it is given; with `transa` and `transb` of transposes."""
    if b.ndim != 2:
        raise ValueError(f"a matrix is expected, not an array of {b.ndim} axes")
    return _scaled((a.T if transa else a) @ (b.T if transb else b), alpha, beta, c)


def csrmv(a: csr_matrix, x: cuprust.ndarray, y: cuprust.ndarray | None = None, alpha: Any = 1, beta: Any = 0, transa: bool = False) -> cuprust.ndarray:
    """As `spmv`, of a matrix by rows."""
    return spmv(_by_rows(a, "csrmv"), x, y, alpha, beta, transa)


def csrmvExIsAligned(a: csr_matrix, x: cuprust.ndarray, y: cuprust.ndarray | None = None) -> bool:
    """True: operands need no alignment."""
    return True


def csrmvEx(
    a: csr_matrix, x: cuprust.ndarray, y: cuprust.ndarray | None = None, alpha: Any = 1, beta: Any = 0, merge_path: bool = True
) -> cuprust.ndarray:
    """As `csrmv`, without transposition; `merge_path` changes nothing."""
    return spmv(_by_rows(a, "csrmvEx"), x, y, alpha, beta)


def csrmm(a: csr_matrix, b: cuprust.ndarray, c: cuprust.ndarray | None = None, alpha: Any = 1, beta: Any = 0, transa: bool = False) -> cuprust.ndarray:
    """As `spmm`, of a matrix by rows."""
    return spmm(_by_rows(a, "csrmm"), b, c, alpha, beta, transa)


def csrmm2(
    a: csr_matrix, b: cuprust.ndarray, c: cuprust.ndarray | None = None, alpha: Any = 1.0, beta: Any = 0.0, transa: bool = False, transb: bool = False
) -> cuprust.ndarray:
    """As `csrmm`, of which `b` may be transposed too."""
    return spmm(_by_rows(a, "csrmm2"), b, c, alpha, beta, transa, transb)


def csrgeam(a: csr_matrix, b: csr_matrix, alpha: Any = 1, beta: Any = 1) -> csr_matrix:
    """``alpha * a + beta * b`` of matrices by rows."""
    found = _times(_by_rows(a, "csrgeam"), alpha) + _times(_by_rows(b, "csrgeam"), beta)
    assert isinstance(found, csr_matrix)
    return found


csrgeam2 = csrgeam
spgeam = csrgeam


def _times(a: csr_matrix, factor: Any) -> csr_matrix:
    return a if factor == 1 else csr_matrix(a * a.dtype.type(factor))


def csrgemm(a: csr_matrix, b: csr_matrix, transa: bool = False, transb: bool = False) -> csr_matrix:
    """The product of two matrices by rows; with `transa` and `transb` of their transposes."""
    a, b = _by_rows(a, "csrgemm"), _by_rows(b, "csrgemm")
    return csr_matrix((a.T.tocsr() if transa else a) @ (b.T.tocsr() if transb else b))


def csrgemm2(a: csr_matrix, b: csr_matrix, d: csr_matrix | None = None, alpha: Any = 1, beta: Any = 1) -> csr_matrix:
    """``alpha * a @ b + beta * d`` of matrices by rows."""
    product = _times(csrgemm(a, b), alpha)
    return product if d is None else csrgeam(product, d, 1, beta)


def spgemm(a: csr_matrix, b: csr_matrix, alpha: Any = 1) -> csr_matrix:
    """``alpha * a @ b`` of matrices by rows."""
    return csrgemm2(a, b, alpha=alpha)


def _transposed(trans: Any) -> str:
    """The letter of a transposition parameter: N, T or H."""
    found = {False: "N", True: "T"}.get(trans, trans)
    if found not in ("N", "T", "H"):
        raise ValueError(f"unknown transa (actual: {trans!r})")
    return str(found)


def _right_sides(a: spmatrix, b: cuprust.ndarray) -> None:
    if a.shape[0] != a.shape[1]:
        raise ValueError(f"invalid shape (a.shape: {a.shape})")
    if a.dtype != b.dtype or a.dtype.char not in "fdFD":
        raise TypeError(f"a and b have one dtype, which is that of floats or complex numbers, not {a.dtype} and {b.dtype}")
    if b.ndim not in (1, 2) or b.shape[0] != a.shape[0]:
        raise ValueError(f"invalid shape (b.shape: {b.shape})")


def csrsm2(
    a: csr_matrix, b: cuprust.ndarray, alpha: Any = 1.0, lower: bool = True, unit_diag: bool = False, transa: Any = False, blocking: bool = True,
    level_info: bool = False,
) -> None:  # fmt: skip
    """Solves systems by a triangle of a matrix by rows, in the place of `alpha` times `b`: a vector, or the columns of a matrix.

    With `lower` it is the lower triangle, with `unit_diag` one is on the diagonal; `transa` is False or "N", True or "T", or "H". What is
    stored beside the triangle is not read. `blocking` and `level_info` make no difference.

    Raises TypeError for two dtypes and for such that are no floats, ValueError for shapes that do not match, LinAlgError for a zero on the
    diagonal.

    >>> from cuprust.scipy import sparse
    >>> b = cp.array([2.0, 9.0])
    >>> cp.cusparse.csrsm2(sparse.csr_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]])), b)
    >>> b
    array([1., 2.])
    """
    b[...] = spsm(_by_rows(a, "csrsm2"), b, alpha, lower, unit_diag, transa)


def spsm(a: spmatrix, b: cuprust.ndarray, alpha: Any = 1.0, lower: bool = True, unit_diag: bool = False, transa: Any = False) -> cuprust.ndarray:
    """The solution of systems by a triangle of a matrix, as `csrsm2` has it, in an array of its own.

    Raises as `csrsm2`.

    >>> from cuprust.scipy import sparse
    >>> cp.cusparse.spsm(sparse.csr_matrix(cp.array([[2.0, 5.0], [1.0, 4.0]])), cp.array([2.0, 9.0]))
    array([1., 2.])
    """
    if not isinstance(a, (csr_matrix, csc_matrix, coo_matrix)):
        raise TypeError(f"spsm takes a csr_matrix, csc_matrix or coo_matrix, not {type(a).__name__}")
    _right_sides(a, b)
    rows = a.tocsr() if isinstance(a, coo_matrix) else a
    return by_triangle(rows, b if alpha == 1 else b * b.dtype.type(alpha), bool(lower), bool(unit_diag), _transposed(transa))


def csrilu02(a: csr_matrix, level_info: bool = False) -> None:
    """Incomplete LU factors of a matrix by rows, in place, on its own sparsity pattern.

    The unit lower triangle is below the diagonal, the upper one on it and above. `level_info` makes no difference.

    Raises ValueError for a matrix that is not square and for a zero on the diagonal, TypeError for elements that are no floats.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.csr_matrix(cp.array([[2.0, 4.0], [1.0, 5.0]]))
    >>> cp.cusparse.csrilu02(a)
    >>> a.toarray()
    array([[2. , 4. ],
           [0.5, 3. ]])
    """
    if _by_rows(a, "csrilu02").dtype.char not in "fdFD":
        raise TypeError(f"Invalid dtype (actual: {a.dtype})")
    if a.shape[0] != a.shape[1]:
        raise ValueError(f"invalid shape (a.shape: {a.shape})")
    a.sum_duplicates()
    try:
        a.data[...] = a._csr.incomplete_factors().data
    except numpy.linalg.LinAlgError as error:
        raise ValueError(f"{error}") from None


def csrsort(x: csr_matrix) -> None:
    """Sorts each row."""
    x.sort_indices()


def cscsort(x: csc_matrix) -> None:
    """Sorts each column."""
    x.sort_indices()


def coosort(x: coo_matrix, sort_by: str = "r") -> None:
    """Sorts the elements by their rows, or by their columns with ``sort_by="c"``. Duplicates are not summed."""
    if sort_by not in ("r", "c"):
        raise ValueError("sort_by must be either 'r' or 'c'")
    order = cuprust.lexsort(cuprust.stack([x.col, x.row] if sort_by == "r" else [x.row, x.col]))
    x.data, x.row, x.col = x.data[order], x.row[order], x.col[order]


def coo2csr(x: coo_matrix) -> spmatrix:
    """A matrix in coordinates, by its rows."""
    return x.tocsr()


def coo2csc(x: coo_matrix) -> spmatrix:
    """A matrix in coordinates, by its columns."""
    return x.tocsc()


def csr2coo(x: csr_matrix, data: cuprust.ndarray, indices: cuprust.ndarray) -> coo_matrix:
    """The matrix with other elements and columns, in coordinates."""
    return coo_matrix((data, (x._csr.rows(), indices)), shape=x.shape)


def csc2coo(x: csc_matrix, data: cuprust.ndarray, indices: cuprust.ndarray) -> coo_matrix:
    """The matrix with other elements and rows, in coordinates."""
    return coo_matrix((data, (indices, x._csr.rows())), shape=x.shape)


def csr2csc(x: csr_matrix) -> spmatrix:
    """A matrix by rows, by its columns."""
    return x.tocsc()


def csc2csr(x: csc_matrix) -> spmatrix:
    """A matrix by columns, by its rows."""
    return x.tocsr()


csr2cscEx2 = csr2csc
csc2csrEx2 = csc2csr


def csr2csr_compress(x: csr_matrix, tol: float) -> csr_matrix:
    """The matrix without elements of a magnitude of `tol` or less.

    Raises TypeError for elements that are no floats.
    """
    if x.dtype.char not in "fdFD":
        raise TypeError(f"elements are float32, float64, complex64 or complex128, not {x.dtype}")
    found = csr_matrix._made(x._csr.with_data(cuprust.where(abs(x.data) > tol, x.data, x.dtype.type(0))))
    found.eliminate_zeros()
    return found


def sparseToDense(x: spmatrix, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
    """All elements as an array, in Fortran order or in `out`."""
    return x.toarray("F", out)


csr2dense = sparseToDense
csc2dense = sparseToDense


def denseToSparse(x: cuprust.ndarray, format: str = "csr") -> spmatrix:
    """The matrix of the elements that are not zero, in the format 'csr', 'csc' or 'coo'."""
    if format not in ("csr", "csc", "coo"):
        raise TypeError(f"unsupported format (actual: {shown(format)})")
    return csr_matrix(x).asformat(format)


def dense2csr(x: cuprust.ndarray) -> spmatrix:
    """The elements of an array that are not zero, as a matrix by rows."""
    return denseToSparse(x, "csr")


def dense2csc(x: cuprust.ndarray) -> spmatrix:
    """The elements of an array that are not zero, as a matrix by columns."""
    return denseToSparse(x, "csc")
