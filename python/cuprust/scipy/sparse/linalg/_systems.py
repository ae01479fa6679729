"""Systems by the factors of their matrix and by triangles. The CPU solves them, on a GPU with copies."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse._formats import csc_matrix, csr_matrix
from cuprust.scipy.sparse._matrix import SparseEfficiencyWarning, spmatrix


class MatrixRankWarning(UserWarning):
    """A warning that a matrix is singular, so that the solution is NaN.

    >>> import warnings
    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import spsolve
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter('always')
    ...     _ = spsolve(sparse.csr_matrix(cp.zeros((2, 2))), cp.ones(2))
    >>> caught[0].category.__name__
    'MatrixRankWarning'
    """


def _compressed(A: Any, name: str, formats: tuple[str, ...]) -> spmatrix:
    """The matrix in one of these formats, with duplicates summed."""
    if not (isinstance(A, spmatrix) and A.format in formats):
        wanted = " or ".join(format.upper() for format in formats)
        warnings.warn(f"{name} takes a matrix in the format {wanted}, and converts it", SparseEfficiencyWarning, stacklevel=3)
        A = csc_matrix(A)
    if not A.has_canonical_format:
        A = A.copy()
        A.sum_duplicates()
    found: spmatrix = A
    return found


def _factored(A: Any, name: str, permc_spec: str | None, threshold: float | None, drop: float) -> _sparse.SuperLU:
    columns = _compressed(A, name, ("csc",))
    if columns.shape[0] != columns.shape[1]:
        raise ValueError("can only factor square matrices")
    columns = columns.asfptype()
    assert isinstance(columns, csc_matrix)
    return columns._csr.factor_transposed(permc_spec or "COLAMD", 1.0 if threshold is None else float(threshold), drop)


def splu(
    A: Any,
    permc_spec: str | None = None,
    diag_pivot_thresh: float | None = None,
    relax: int | None = None,
    panel_size: int | None = None,
    options: dict[str, Any] = {},  # noqa: B006
) -> _sparse.SuperLU:
    """The factors of a square matrix, as an object with `solve`, `L`, `U`, `perm_r` and `perm_c`.

    `permc_spec` is the order of the columns: "COLAMD", "MMD_ATA", "MMD_AT_PLUS_A" or "NATURAL". An element of the diagonal is a pivot where it
    is at least `diag_pivot_thresh` times the largest. `relax`, `panel_size` and `options` make no difference.

    Raises ValueError for a matrix that is not square, RuntimeError for one that is singular.

    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import splu
    >>> splu(sparse.csc_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]]))).solve(cp.array([2.0, 9.0]))
    array([1., 2.])
    """
    return _factored(A, "splu", permc_spec, diag_pivot_thresh, 0.0)


def spilu(
    A: Any,
    drop_tol: float | None = None,
    fill_factor: float | None = None,
    drop_rule: Any = None,
    permc_spec: str | None = None,
    diag_pivot_thresh: float | None = None,
    relax: int | None = None,
    panel_size: int | None = None,
    options: dict[str, Any] = {},  # noqa: B006
) -> _sparse.SuperLU:
    """Approximate factors of a square matrix, as `splu`: elements smaller than `drop_tol` (1e-4) times the largest of their column are dropped.

    `fill_factor` and `drop_rule` make no difference. Raises as `splu`.

    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import spilu
    >>> spilu(sparse.csc_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]]))).solve(cp.array([2.0, 9.0]))
    array([1., 2.])
    """
    return _factored(A, "spilu", permc_spec, diag_pivot_thresh, 1e-4 if drop_tol is None else float(drop_tol))


def factorized(A: Any) -> Callable[[cuprust.ndarray], cuprust.ndarray]:
    """A function that solves systems with a square matrix, which is factored once.

    Raises as `splu`.

    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import factorized
    >>> factorized(sparse.csc_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]])))(cp.array([2.0, 9.0]))
    array([1., 2.])
    """
    return _factored(A, "factorized", None, None, 0.0).solve


def spsolve(A: Any, b: Any, permc_spec: str | None = None, use_umfpack: bool = True) -> Any:
    """The solution of a system: of a vector a vector, of a matrix a matrix, of a sparse matrix a sparse one in the format of `A`.

    `permc_spec` is as `splu` has it; `use_umfpack` makes no difference. Of a singular matrix the solution is NaN, and a MatrixRankWarning is given.

    Raises ValueError for a matrix that is not square and for another extent of `b`.

    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import spsolve
    >>> spsolve(sparse.csr_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]])), cp.array([2.0, 9.0]))
    array([1., 2.])
    """
    A = _compressed(A, "spsolve", ("csc", "csr")).asfptype()
    b = b if isinstance(b, spmatrix) else cuprust.asarray(b)
    dtype = numpy.promote_types(A.dtype, b.dtype)
    A, b = (part if part.dtype == dtype else part.astype(dtype) for part in (A, b))
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"matrix must be square (has shape {A.shape})")
    if A.shape[0] != b.shape[0]:
        raise ValueError(f"matrix - rhs dimension mismatch ({A.shape} - {b.shape[0]})")
    is_sparse = isinstance(b, spmatrix) and b.shape[1] != 1
    dense = b.toarray() if isinstance(b, spmatrix) else b
    if dense.ndim == 2 and dense.shape[1] == 1:
        dense = dense.ravel()
    # The rows of a matrix are the columns of its transpose.
    by_columns = isinstance(A, csc_matrix)
    try:
        lu = A._csr.factor_transposed(permc_spec or "COLAMD", 1.0, 0.0)
        x = lu.solve(dense, "N" if by_columns else "T")
    except RuntimeError as error:
        if "singular" not in str(error):
            raise
        if is_sparse:
            raise
        warnings.warn("Matrix is exactly singular", MatrixRankWarning, stacklevel=2)
        x = cuprust.full(dense.shape, numpy.nan, dtype)
    return type(A)(x) if is_sparse else x


def spsolve_triangular(
    A: Any, b: Any, lower: bool = True, overwrite_A: bool = False, overwrite_b: bool = False, unit_diagonal: bool = False
) -> cuprust.ndarray:
    """The solution of a system whose matrix is a triangle, the lower one or the upper one.

    With `unit_diagonal` the diagonal is taken as one. Elements outside the triangle are not read. `overwrite_A` and `overwrite_b` make no
    difference.

    Raises ValueError for a matrix that is not square and for another extent of `b`, LinAlgError for a zero on the diagonal.

    >>> from cuprust.scipy import sparse
    >>> from cuprust.scipy.sparse.linalg import spsolve_triangular
    >>> spsolve_triangular(sparse.csr_matrix(cp.array([[2.0, 0.0], [1.0, 4.0]])), cp.array([2.0, 9.0]))
    array([1., 2.])
    """
    A = _compressed(A, "spsolve_triangular", ("csc", "csr"))
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"A must be a square matrix but its shape is {A.shape}.")
    return by_triangle(A, cuprust.asarray(b), lower, unit_diagonal, "N")


def by_triangle(A: spmatrix, b: cuprust.ndarray, lower: bool, unit: bool, trans: str) -> cuprust.ndarray:
    """The solution of a system by a triangle of a matrix, of which the other one is not read."""
    if isinstance(A, csr_matrix):
        return A._csr.solve_triangle(b, lower, unit, trans)
    assert isinstance(A, csc_matrix)
    if trans == "H":
        return A._csr.solve_triangle(b.conj(), not lower, unit, "N").conj()
    return A._csr.solve_triangle(b, not lower, unit, {"N": "T", "T": "N"}[trans])
