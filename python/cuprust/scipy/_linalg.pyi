# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.scipy.linalg that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def solve(a: ArrayLike, b: ArrayLike, lower: bool_type = False, overwrite_a: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True, assume_a: str | None = None, transposed: bool_type = False) -> ndarray:
    """The solution of `a x = b` for square matrices, the last two axes; the axes before broadcast. Of `b` with one
    axis it is a vector; where `b` does not fit as columns, it may be a vector for each matrix of the stack.

    `assume_a` says what is known of the matrices: "general", "banded", "diagonal", "tridiagonal", "upper
    triangular", "lower triangular", "symmetric", "hermitian" or "positive definite"; no other elements are read, of
    the last three those of the upper or, with `lower`, of the lower triangle. With `transposed` it is the solution
    of `a^T x = b`. One number as `a` divides any `b`. A warning of a matrix that is nearly singular is not given.
    Raises ValueError for another `assume_a`, for matrices that are not square, where shapes do not go together, and
    with `check_finite` where an element is infinite or NaN; LinAlgError where a matrix is singular or not as it is
    said to be.

    >>> cp.scipy.linalg.solve(cp.array([[2.0, 0.0], [0.0, 4.0]]), cp.array([2.0, 8.0]))
    array([1., 2.])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def inv(a: ArrayLike, overwrite_a: bool_type = False, check_finite: bool_type = True, *, assume_a: str | None = None, lower: bool_type = False) -> ndarray:
    """The inverses of square matrices, the last two axes.

    `assume_a` and `lower` are as of `solve`. Raises ValueError for another `assume_a`, for matrices that are not
    square, and with `check_finite` where an element is infinite or NaN; LinAlgError where a matrix is singular or
    not as it is said to be.

    >>> cp.scipy.linalg.inv(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def det(a: ArrayLike, overwrite_a: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The determinants of square matrices, the last two axes, in double precision.

    Raises LinAlgError for matrices that are not square, ValueError with `check_finite` where an element is infinite
    or NaN.

    >>> cp.scipy.linalg.det(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    array(8.)

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def norm(a: ArrayLike, ord: float | str | None = None, axis: int | Sequence[int] | None = None, keepdims: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The norm of vectors along one axis, of matrices along two, or of all elements.

    `ord` is as of `cuprust.linalg.norm`. Raises ValueError for another one, for more than two axes, and with
    `check_finite` where an element is infinite or NaN; AxisError for an axis out of range.

    >>> cp.scipy.linalg.norm(cp.array([3.0, 4.0]))
    array(5.)"""

def lstsq(a: ArrayLike, b: ArrayLike, cond: float | None = None, overwrite_a: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True, lapack_driver: str | None = None) -> tuple[ndarray, ...]:
    """The least-squares solution of `a x = b` of least length, the squared length of what each column leaves, the rank
    of `a`, and its singular values.

    Singular values below `cond` times the largest, without it times the precision, count as zero. The second is
    empty where the matrix has not full rank, or not more rows than columns. The rank is waited for. Raises
    ValueError for another number of rows, for a driver that is none, and with `check_finite` where an element is
    infinite or NaN; LinAlgError for other than two axes of `a`.

    >>> cp.scipy.linalg.lstsq(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))[0]
    array([1., 2.])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed.

    `lapack_driver` is accepted and has no effect: there is one algorithm."""

def pinv(a: ArrayLike, *, atol: float | None = None, rtol: float | None = None, return_rank: bool_type = False, check_finite: bool_type = True) -> Any:
    """The pseudo-inverses of matrices, the last two axes; with `return_rank` also their ranks, of a single matrix an
    int, which is waited for.

    Singular values up to `atol` plus `rtol` times the largest count as zero; without `rtol` the precision times the
    larger extent stands for it. Raises ValueError for a negative bound, and with `check_finite` where an element is
    infinite or NaN; LinAlgError for fewer than two axes or where values are not found.

    >>> cp.scipy.linalg.pinv(cp.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[0.25, 0.  ],
           [0.  , 0.  ]])"""

def pinvh(a: ArrayLike, atol: float | None = None, rtol: float | None = None, lower: bool_type = True, return_rank: bool_type = False, check_finite: bool_type = True) -> Any:
    """The pseudo-inverses of Hermitian matrices, the last two axes, of which one triangle is read; with `return_rank`
    also their ranks, of a single matrix an int, which is waited for.

    Eigenvalues whose size is at most `atol` plus `rtol` times the largest count as zero; without `rtol` the
    precision times the extent stands for it. Raises ValueError for a negative bound, and with `check_finite` where
    an element is infinite or NaN; LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.pinvh(cp.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[0.25, 0.  ],
           [0.  , 0.  ]])"""

def kron(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The Kronecker product: each element of `a` times the whole of `b`, laid at the position of the element.

    >>> cp.scipy.linalg.kron([[1, 10]], [[5, 6]])
    array([[ 5,  6, 50, 60]])"""

def khatri_rao(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The Kronecker products of columns.

    Raises ValueError for fewer than two axes, and for other numbers of columns.

    >>> cp.scipy.linalg.khatri_rao([[1, 2]], [[3, 4], [5, 6]])
    array([[ 3,  8],
           [ 5, 12]])"""

def solve_banded(l_and_u: int | Sequence[int], ab: ArrayLike, b: ArrayLike, overwrite_ab: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of `a x = b` for banded matrices, of a vector where `b` has one axis.

    `l_and_u` says how many diagonals `ab` holds below and above the main one: row `u + i - j` of `ab` holds in
    column `j` the element of row `i`. Raises ValueError for another number of diagonals, where shapes do not go
    together, and with `check_finite` where an element is infinite or NaN; LinAlgError for singular matrices.

    >>> cp.scipy.linalg.solve_banded((0, 1), cp.array([[0.0, 1.0], [2.0, 4.0]]), cp.array([4.0, 8.0]))
    array([1., 2.])

    `overwrite_ab` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def solveh_banded(ab: ArrayLike, b: ArrayLike, overwrite_ab: bool_type = False, overwrite_b: bool_type = False, lower: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of `a x = b` for Hermitian positive definite banded matrices: `ab` holds the diagonals of the upper
    triangle, from above to below, or with `lower` those of the lower one.

    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or NaN;
    LinAlgError for matrices that are not positive definite.

    >>> cp.scipy.linalg.solveh_banded(cp.array([[4.0, 2.0]]), cp.array([4.0, 4.0]))
    array([1., 2.])

    `overwrite_ab` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def solve_circulant(c: ArrayLike, b: ArrayLike, singular: str = "raise", tol: float | None = None, caxis: int = -1, baxis: int = 0, outaxis: int = 0) -> ndarray:
    """The solutions of circulant systems, by Fourier transforms: `c` is the first column of a matrix, along `caxis`,
    `b` runs along `baxis` and the result along `outaxis`; the other axes broadcast.

    A matrix is nearly singular where a Fourier coefficient of `c` is at most `tol`, or without it the precision of
    float64 times the extent and the largest coefficient. Then LinAlgError is raised, or with another `singular`
    than "raise" the least-squares solution is given. Waits for the coefficients. Raises ValueError for an axis out
    of range, and where extents differ.

    >>> cp.scipy.linalg.solve_circulant(cp.array([2.0, 0.0]), cp.array([4.0, 6.0]))
    array([2., 3.])"""

def solve_triangular(a: ArrayLike, b: ArrayLike, trans: float | str | None = 0, lower: bool_type = False, unit_diagonal: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = False) -> ndarray:
    """The solution of `a x = b` for triangular matrices, the last two axes: of the upper triangle or, with `lower`, of
    the lower one.

    `b` has columns, or is a vector; where it does not fit as columns, it may be a vector for each matrix of the
    stack. With `trans` 1 or "T" that of the transpose, with 2 or "C" of the conjugate transpose. With
    `unit_diagonal` the diagonal counts as ones. A zero on the diagonal gives what is not finite. Raises LinAlgError
    where `a` is not square, ValueError where shapes do not go together, and with `check_finite` where an element is
    infinite or NaN.

    >>> cp.scipy.linalg.solve_triangular(cp.array([[2.0, 0.0], [1.0, 1.0]]), cp.array([2.0, 3.0]), lower=True)
    array([1., 2.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def solve_toeplitz(c_or_cr: ArrayLike | Sequence[ArrayLike], b: ArrayLike, check_finite: bool_type = True) -> ndarray:
    """The solution of `a x = b` for matrices of constant diagonals, in double precision, of a vector where `b` has one
    axis.

    `c_or_cr` is the first column, or a tuple of it and the first row, whose first element is not read; without it
    that is the conjugate of the column. By Levinson's recursion. Raises ValueError where shapes do not go together,
    and with `check_finite` where an element is infinite or NaN; LinAlgError where a leading part of a matrix is
    singular.

    >>> cp.scipy.linalg.solve_toeplitz(cp.array([2.0, 1.0]), cp.array([4.0, 5.0]))
    array([1., 2.])"""

def matmul_toeplitz(c_or_cr: ArrayLike | Sequence[ArrayLike], x: ArrayLike, check_finite: bool_type = False, workers: int | None = None) -> ndarray:
    """The products of matrices of constant diagonals and `x`, in double precision, by Fourier transforms.

    `c_or_cr` is as of `solve_toeplitz`.
    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN.

    >>> cp.scipy.linalg.matmul_toeplitz(cp.array([2.0, 1.0]), cp.array([1.0, 2.0])).round(9)
    array([4., 5.])

    `workers` is accepted and has no effect: threads are shared by the whole process."""

def matrix_balance(A: ArrayLike, permute: bool_type = True, scale: bool_type = True, separate: bool_type = False, overwrite_a: bool_type = False) -> Any:
    """Matrices `B`, which are `T^-1 A T` for square matrices `A`, the last two axes, and whose rows and columns have
    norms of one size, and the matrices `T`, float64; with `separate` a tuple of the scales of columns, float64, and
    the order of rows and columns, int64, in its stead.

    With `permute` rows and columns that isolate an eigenvalue are moved to the ends, and are not scaled; others are
    scaled by powers of two with `scale`. Raises ValueError for matrices that are not square or not finite.

    >>> cp.scipy.linalg.matrix_balance(cp.array([[1.0, 64.0], [1.0, 1.0]]))[0]
    array([[1., 8.],
           [8., 1.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def subspace_angles(A: ArrayLike, B: ArrayLike) -> ndarray:
    """The angles between the ranges of two matrices, the last two axes, in descending order.

    Waits for the ranks. Raises ValueError for fewer than two axes, other numbers of rows, elements that are
    infinite or NaN, and matrices of a stack that are not of one rank.

    >>> cp.scipy.linalg.subspace_angles(cp.array([[1.0], [0.0]]), cp.array([[0.0], [1.0]]))
    array([1.57079633])"""

def orthogonal_procrustes(A: ArrayLike, B: ArrayLike, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The unitary matrices that take `A` nearest to `B` in the Frobenius norm, matrices, the last two axes, and the
    sums of the singular values of the conjugate transposes of `A` times `B`.

    Raises ValueError for fewer than two axes, for shapes that differ, and with `check_finite` where an element is
    infinite or NaN.

    >>> cp.scipy.linalg.orthogonal_procrustes(cp.array([[2.0]]), cp.array([[3.0]]))[1]
    array(6.)"""

def bandwidth(a: ArrayLike) -> Any:
    """How many diagonals of a matrix below and above the main one reach to an element that is not zero, two ints,
    which are waited for; of stacked matrices, the last two axes, two arrays.

    Raises ValueError for fewer than two axes.

    >>> cp.scipy.linalg.bandwidth(cp.array([[1, 2], [0, 3]]))
    (0, 1)"""

def issymmetric(a: ArrayLike, atol: float | None = None, rtol: float | None = None) -> Any:
    """Whether a square matrix is equal to its transpose, a bool, which is waited for; of stacked matrices, the last
    two axes, an array.

    With `atol` or `rtol` elements may be as far from each other as `atol` plus `rtol` times their size. Raises
    ValueError for matrices that are not square.

    >>> cp.scipy.linalg.issymmetric(cp.array([[1, 2], [2, 3]]))
    True"""

def ishermitian(a: ArrayLike, atol: float | None = None, rtol: float | None = None) -> Any:
    """Whether a square matrix is equal to its conjugate transpose, a bool, which is waited for; of stacked matrices,
    the last two axes, an array.

    `atol` and `rtol` are as of `issymmetric`. Raises ValueError for matrices that are not square.

    >>> cp.scipy.linalg.ishermitian(cp.array([[1, 2j], [-2j, 3]]))
    True"""

def eig(a: ArrayLike, b: ArrayLike | None = None, left: bool_type = False, right: bool_type = True, overwrite_a: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True, homogeneous_eigvals: bool_type = False) -> Any:
    """The eigenvalues of square matrices, the last two axes, complex, or with `b` of pairs of them, `a v = w b v`;
    with `left` the left eigenvectors as columns, and with `right` the right ones, of length one.

    With `homogeneous_eigvals` numerators and denominators are stacked in the stead of eigenvalues. Vectors of real
    matrices are real where all eigenvalues are, which is waited for. Raises ValueError for matrices that are not
    square or of other shapes, and with `check_finite` where an element is infinite or NaN; LinAlgError where values
    are not found.

    >>> cp.scipy.linalg.eig(cp.array([[6.0]]), cp.array([[2.0]]))[0]
    array([3.+0.j])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def eigvals(a: ArrayLike, b: ArrayLike | None = None, overwrite_a: bool_type = False, check_finite: bool_type = True, homogeneous_eigvals: bool_type = False) -> ndarray:
    """The eigenvalues of `eig` alone.

    >>> cp.scipy.linalg.eigvals(cp.array([[6.0]]), cp.array([[2.0]]))
    array([3.+0.j])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def eigh(a: ArrayLike, b: ArrayLike | None = None, *, lower: bool_type = True, eigvals_only: bool_type = False, overwrite_a: bool_type = False, overwrite_b: bool_type = False, type: int = 1, check_finite: bool_type = True, subset_by_index: ArrayLike | None = None, subset_by_value: ArrayLike | None = None, driver: str | None = None) -> Any:
    """The eigenvalues of Hermitian matrices, the last two axes, in ascending order, and the eigenvectors as columns,
    unless `eigvals_only`; with `b` those of pairs of matrices, of which the second is positive definite. Of the
    matrices one triangle is read.

    By `type` they solve `a v = w b v`, `a b v = w v` or `b a v = w v`, and the vectors' products by way of `b`, or
    of its inverse for the third, are zeros and ones. `subset_by_index` names the first and the last index of those
    that are wanted, `subset_by_value` bounds, of which the second is one of them; all are computed. Raises
    ValueError for matrices that are not square or of other shapes, for a selection, a type or a driver that is
    none, and with `check_finite` where an element is infinite or NaN; LinAlgError where values are not found, or
    `b` is not positive definite.

    >>> cp.scipy.linalg.eigh(cp.array([[6.0, 0.0], [0.0, 4.0]]), cp.array([[2.0, 0.0], [0.0, 4.0]]))[0]
    array([1., 3.])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed.

    `driver` is accepted and has no effect: there is one algorithm."""

def eigvalsh(a: ArrayLike, b: ArrayLike | None = None, *, lower: bool_type = True, overwrite_a: bool_type = False, overwrite_b: bool_type = False, type: int = 1, check_finite: bool_type = True, subset_by_index: ArrayLike | None = None, subset_by_value: ArrayLike | None = None, driver: str | None = None) -> ndarray:
    """The eigenvalues of `eigh` alone.

    >>> cp.scipy.linalg.eigvalsh(cp.array([[6.0, 0.0], [0.0, 4.0]]))
    array([4., 6.])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed.

    `driver` is accepted and has no effect: there is one algorithm."""

def eig_banded(a_band: ArrayLike, lower: bool_type = False, eigvals_only: bool_type = False, overwrite_a_band: bool_type = False, select: float | str | None = "a", select_range: ArrayLike | None = None, max_ev: int = 0, check_finite: bool_type = True) -> Any:
    """The eigenvalues of Hermitian banded matrices in ascending order, and the eigenvectors as columns, unless
    `eigvals_only`. `a_band` holds the diagonals of the upper triangle, from above to below, or with `lower` those
    of the lower one.

    `select` and `select_range` are as of `eigh_tridiagonal`. Raises ValueError for fewer than two axes, for a
    selection that is none, and with `check_finite` where an element is infinite or NaN; LinAlgError where values
    are not found.

    >>> cp.scipy.linalg.eig_banded(cp.array([[1.0, 3.0]]))[0]
    array([1., 3.])

    `overwrite_a_band` is accepted and has no effect: inputs are never changed.

    `max_ev` is accepted and has no effect: memory is as large as the values need."""

def eigvals_banded(a_band: ArrayLike, lower: bool_type = False, overwrite_a_band: bool_type = False, select: float | str | None = "a", select_range: ArrayLike | None = None, check_finite: bool_type = True) -> ndarray:
    """The eigenvalues of `eig_banded` alone.

    >>> cp.scipy.linalg.eigvals_banded(cp.array([[1.0, 3.0]]))
    array([1., 3.])

    `overwrite_a_band` is accepted and has no effect: inputs are never changed."""

def eigh_tridiagonal(d: ArrayLike, e: ArrayLike, eigvals_only: bool_type = False, select: float | str | None = "a", select_range: ArrayLike | None = None, check_finite: bool_type = True, tol: float = 0.0, lapack_driver: str = "auto") -> Any:
    """The eigenvalues of real symmetric tridiagonal matrices in ascending order, of the diagonal `d` and the elements
    `e` beside it, and the eigenvectors as columns, unless `eigvals_only`.

    With `select` "v" those larger than the first number of `select_range` and not larger than the second, with "i"
    those from one index to another. All are computed. Raises TypeError for complex numbers, ValueError for lengths
    that do not go together, for a selection that is none, and with `check_finite` where an element is infinite or
    NaN; LinAlgError where values are not found.

    >>> cp.scipy.linalg.eigh_tridiagonal(cp.array([1.0, 3.0]), cp.array([0.0]))[0]
    array([1., 3.])

    `tol` is accepted and has no effect: values are as exact as they can be.

    `lapack_driver` is accepted and has no effect: there is one algorithm."""

def eigvalsh_tridiagonal(d: ArrayLike, e: ArrayLike, select: float | str | None = "a", select_range: ArrayLike | None = None, check_finite: bool_type = True, tol: float = 0.0, lapack_driver: str = "auto") -> ndarray:
    """The eigenvalues of `eigh_tridiagonal` alone.

    >>> cp.scipy.linalg.eigvalsh_tridiagonal(cp.array([1.0, 3.0]), cp.array([0.0]))
    array([1., 3.])

    `tol` is accepted and has no effect: values are as exact as they can be.

    `lapack_driver` is accepted and has no effect: there is one algorithm."""

def cdf2rdf(w: ArrayLike, v: ArrayLike) -> tuple[ndarray, ...]:
    """The real matrices with blocks of two rows for pairs of conjugate eigenvalues, and the real vectors as columns,
    of complex eigenvalues `w`, the last axis, and vectors `v` as columns, as `eig` gives them. Waits for the
    eigenvalues.

    Raises ValueError for shapes that do not go together, for complex eigenvalues without a conjugate, and for what
    is not finite.

    >>> cp.scipy.linalg.cdf2rdf(*cp.linalg.eig(cp.array([[0.0, 2.0], [-2.0, 0.0]])))[0].round(9)
    array([[ 0.,  2.],
           [-2.,  0.]])"""

def lu(a: ArrayLike, permute_l: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True, p_indices: bool_type = False) -> tuple[ndarray, ...]:
    """A permutation, a unit lower and an upper triangle whose product are matrices; with `permute_l` the product of
    the first two, and the third; with `p_indices` the indices of the permutation's rows in its stead.

    Waits for the pivots. Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for
    fewer than two axes.

    >>> cp.scipy.linalg.lu(cp.array([[1.0, 2.0], [4.0, 4.0]]))[2]
    array([[4., 4.],
           [0., 1.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def lu_factor(a: ArrayLike, overwrite_a: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The factors of matrices by elimination in one, and the rows that each row was exchanged with, int32, counted
    from zero.

    Of singular matrices a pivot is zero. Raises ValueError with `check_finite` where an element is infinite or NaN,
    LinAlgError for fewer than two axes.

    >>> cp.scipy.linalg.lu_factor(cp.array([[1.0, 2.0], [4.0, 4.0]]))[1]
    array([1, 1], dtype=int32)

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def lu_solve(lu_and_piv: Sequence[ArrayLike] | ndarray, b: ArrayLike, trans: float | str | None = 0, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of a system by the factors and exchanged rows of `lu_factor`.

    `b` is as of `solve_triangular`. With `trans` 1 that of the transpose, with 2 of the conjugate transpose.
    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN.

    >>> factors = cp.scipy.linalg.lu_factor(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    >>> cp.scipy.linalg.lu_solve(factors, cp.array([2.0, 8.0]))
    array([1., 2.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def svd(a: ArrayLike, full_matrices: bool_type = True, compute_uv: bool_type = True, overwrite_a: bool_type = False, check_finite: bool_type = True, lapack_driver: str = "gesdd") -> Any:
    """The singular value decomposition of matrices, the last two axes: left vectors as columns, values in descending
    order, and the conjugates of right vectors as rows; the values alone without `compute_uv`.

    There are as many vectors as values or, with `full_matrices`, all. Raises ValueError for a driver that is none,
    and with `check_finite` where an element is infinite or NaN; LinAlgError for fewer than two axes or where values
    are not found.

    >>> cp.scipy.linalg.svd(cp.array([[3.0, 0.0], [0.0, 4.0]]))[1]
    array([4., 3.])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `lapack_driver` is accepted and has no effect: there is one algorithm."""

def svdvals(a: ArrayLike, overwrite_a: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The singular values of matrices, the last two axes, in descending order.

    Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for fewer than two axes
    or where values are not found.

    >>> cp.scipy.linalg.svdvals(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    array([4., 3.])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def diagsvd(s: ArrayLike, M: int, N: int) -> ndarray:
    """Matrices of `M` rows and `N` columns with singular values, the last axis, on their diagonals.

    Raises ValueError where there are not as many as the lesser of the two.

    >>> cp.scipy.linalg.diagsvd(cp.array([3, 2]), 2, 3)
    array([[3, 0, 0],
           [0, 2, 0]])"""

def orth(A: ArrayLike, rcond: float | None = None) -> ndarray:
    """Orthonormal bases of the ranges of matrices, the last two axes, as columns. Singular values up to `rcond` times
    the largest, without it the precision times the larger extent, count as zero; they are waited for.

    Raises ValueError for fewer than two axes, and for matrices of a stack that are not of one rank.

    >>> cp.scipy.linalg.orth(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    (2, 1)"""

def null_space(A: ArrayLike, rcond: float | None = None, *, overwrite_a: bool_type = False, check_finite: bool_type = True, lapack_driver: str = "gesdd") -> ndarray:
    """Orthonormal bases of the null spaces of matrices, the last two axes, as columns. Which singular values count as
    zero is as in `orth`; they are waited for.

    Raises ValueError for fewer than two axes, for matrices of a stack that are not of one rank, for a driver that
    is none, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.null_space(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    (2, 1)

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `lapack_driver` is accepted and has no effect: there is one algorithm."""

def ldl(A: ArrayLike, lower: bool_type = True, hermitian: bool_type = True, overwrite_a: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """A triangle with exchanged rows, blocks of one or two rows on a diagonal, and the order `p` by which rows of the
    first are triangular, whose product `lu d lu*` are Hermitian matrices, the last two axes, of which one triangle
    is read; without `hermitian` `lu d lu^T` for symmetric ones.

    Raises ValueError for matrices that are not square, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.ldl(cp.array([[4.0, 2.0], [2.0, 0.0]]))[1]
    array([[ 4.,  0.],
           [ 0., -1.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def cholesky(a: ArrayLike, lower: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The triangles whose products with their conjugate transposes are Hermitian matrices, the last two axes: upper
    ones, or with `lower` lower ones. Of the matrices that triangle is read.

    Raises LinAlgError for matrices that are not square or not positive definite, ValueError with `check_finite`
    where an element is infinite or NaN.

    >>> cp.scipy.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    array([[2., 1.],
           [0., 3.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def cholesky_banded(ab: ArrayLike, overwrite_ab: bool_type = False, lower: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The Cholesky factors of Hermitian positive definite banded matrices, in bands of the same form as
    `solveh_banded` takes.

    Raises LinAlgError for matrices that are not positive definite, ValueError with `check_finite` where an element
    is infinite or NaN.

    >>> cp.scipy.linalg.cholesky_banded(cp.array([[4.0, 9.0]]))
    array([[2., 3.]])

    `overwrite_ab` is accepted and has no effect: inputs are never changed."""

def cho_factor(a: ArrayLike, lower: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True) -> Any:
    """The Cholesky factor of Hermitian positive definite matrices, and whether it is the lower one. What the other
    triangle holds is that of the matrices.

    Raises LinAlgError for matrices that are not square or not positive definite, ValueError with `check_finite`
    where an element is infinite or NaN.

    >>> cp.scipy.linalg.cho_factor(cp.array([[4.0, 2.0], [2.0, 10.0]]), lower=True)[0]
    array([[2., 2.],
           [1., 3.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def cho_solve(c_and_lower: Sequence[ArrayLike] | ndarray, b: ArrayLike, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of a system by a Cholesky factor, and whether that is the lower one: a tuple of two.

    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN.

    >>> factor = cp.scipy.linalg.cho_factor(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    >>> cp.scipy.linalg.cho_solve(factor, cp.array([6.0, 12.0]))
    array([1., 1.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def cho_solve_banded(cb_and_lower: Sequence[ArrayLike] | ndarray, b: ArrayLike, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of a system by a banded Cholesky factor, and whether that is the lower one: a tuple of two.

    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN.

    >>> cp.scipy.linalg.cho_solve_banded((cp.array([[2.0, 3.0]]), False), cp.array([4.0, 18.0]))
    array([1., 2.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def polar(a: ArrayLike, side: str = "right") -> tuple[ndarray, ...]:
    """The polar factors of matrices, the last two axes: one whose columns or rows are orthonormal, and a Hermitian
    positive semidefinite one, which is on the right or the left `side`.

    Raises ValueError for another side, LinAlgError for fewer than two axes.

    >>> cp.scipy.linalg.polar(cp.array([[0.0, -2.0], [3.0, 0.0]]))[1].round(6)
    array([[3., 0.],
           [0., 2.]])"""

def cossin(X: ArrayLike | Sequence[ArrayLike], p: int | None = None, q: int | None = None, separate: bool_type = False, swap_sign: bool_type = False, compute_u: bool_type = True, compute_vh: bool_type = True) -> Any:
    """The cosines and sines of unitary matrices, the last two axes: `u`, `cs` and `vh`, whose product they are. `u`
    and `vh` have two blocks on the diagonal, `cs`, real, has cosines, sines, ones and zeros alone. Waits for the
    cosines.

    `X` is an array whose upper left blocks have `p` rows and `q` columns, or a sequence of four blocks. With
    `separate` pairs of blocks stand for `u` and `vh`, and the angles, in ascending order, for `cs`. With
    `swap_sign` the negative sines are below on the left, and not above on the right. Without `compute_u` or
    `compute_vh` those are empty. Raises ValueError for matrices that are not square or not finite, and for blocks
    that have no elements or do not go together.

    >>> u, cs, vh = cp.scipy.linalg.cossin(cp.array([[0.8, -0.6], [0.6, 0.8]]), p=1, q=1)
    >>> cs.round(9)
    array([[ 0.8, -0.6],
           [ 0.6,  0.8]])"""

def qr(a: ArrayLike, overwrite_a: bool_type = False, lwork: int | None = None, mode: str = "full", pivoting: bool_type = False, check_finite: bool_type = True) -> Any:
    """Orthonormal bases and upper triangles whose products are matrices, the last two axes, a tuple of both.

    `mode` is "full", "economic" for as many columns of the basis as the lesser extent, "r" for the triangle alone,
    in a tuple, or "raw" for a tuple of what LAPACK's geqrf writes and the scales of its reflections, and the
    triangle. With `pivoting` columns are exchanged so that the triangle's diagonal descends, and a last result says
    which column each was, int32: `a[:, P]` is the product. Raises ValueError for another mode, and with
    `check_finite` where an element is infinite or NaN; LinAlgError for fewer than two axes.

    >>> R, P = cp.scipy.linalg.qr(cp.array([[1.0, 3.0], [0.0, 4.0]]), mode="r", pivoting=True)
    >>> P
    array([1, 0], dtype=int32)

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `lwork` is accepted and has no effect: memory is as large as it needs to be."""

def rq(a: ArrayLike, overwrite_a: bool_type = False, lwork: int | None = None, mode: str = "full", check_finite: bool_type = True) -> Any:
    """Upper triangles and orthonormal bases, as rows, whose products are matrices, the last two axes, a tuple of both.

    `mode` is "full", "economic" for as many rows of the basis as the lesser extent, or "r" for the triangle alone.
    Raises ValueError for another mode, and with `check_finite` where an element is infinite or NaN; LinAlgError for
    fewer than two axes.

    >>> R, Q = cp.scipy.linalg.rq(cp.array([[1.0, 2.0], [3.0, 4.0]]))
    >>> (R @ Q).round(9)
    array([[1., 2.],
           [3., 4.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `lwork` is accepted and has no effect: memory is as large as it needs to be."""

def qr_multiply(a: ArrayLike, c: ArrayLike, mode: str = "right", pivoting: bool_type = False, conjugate: bool_type = False, overwrite_a: bool_type = False, overwrite_c: bool_type = False) -> Any:
    """The products of the orthonormal bases of matrices, the last two axes, and `c`, and the upper triangles: of `c`
    and the basis, or with `mode` "left" of the basis and `c`. Of `c` with fewer axes than two it is a vector.

    The basis has as many columns as the lesser extent; on the left of as many rows as the matrix has, all. With
    `pivoting` a third result is the order of the columns, as of `qr`; with `conjugate` the conjugate of the basis
    is taken. Raises ValueError for another mode, where shapes do not go together, and where an element is infinite
    or NaN.

    >>> product, R = cp.scipy.linalg.qr_multiply(cp.array([[0.0, 2.0], [3.0, 0.0]]), cp.eye(2))
    >>> abs(product)
    array([[0., 1.],
           [1., 0.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_c` is accepted and has no effect: inputs are never changed."""

def qr_delete(Q: ArrayLike, R: ArrayLike, k: int, p: int = 1, which: str = "row", overwrite_qr: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The factors of matrices without `p` rows or columns from the index `k` on, of the factors of the whole ones.

    `which` is "row" or "col". Bases stay whole where they are. The factors are found from the matrix, in the time
    of `qr`. Raises ValueError for another `which`, for dtypes other than single and double precision, for shapes
    that do not go together, for indices out of range, and with `check_finite` where an element is infinite or NaN.

    >>> Q, R = cp.scipy.linalg.qr(cp.array([[1.0, 2.0], [3.0, 4.0]]))
    >>> Q, R = cp.scipy.linalg.qr_delete(Q, R, 0)
    >>> (Q @ R).round(9)
    array([[3., 4.]])

    `overwrite_qr` is accepted and has no effect: inputs are never changed."""

def qr_insert(Q: ArrayLike, R: ArrayLike, u: ArrayLike, k: int, which: str = "row", rcond: float | None = None, overwrite_qru: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The factors of matrices with further rows or columns before the index `k`: `u` has one, or, where it has as many
    axes as the factors, several.

    `which` is "row" or "col". Bases stay whole where they are. The factors are found from the matrix, in the time
    of `qr`. Raises as `qr_delete`.

    >>> Q, R = cp.scipy.linalg.qr(cp.array([[3.0, 4.0]]))
    >>> Q, R = cp.scipy.linalg.qr_insert(Q, R, cp.array([1.0, 2.0]), 0)
    >>> (Q @ R).round(9)
    array([[1., 2.],
           [3., 4.]])

    `rcond` is accepted and has no effect: columns need not be independent.

    `overwrite_qru` is accepted and has no effect: inputs are never changed."""

def qr_update(Q: ArrayLike, R: ArrayLike, u: ArrayLike, v: ArrayLike, overwrite_qruv: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The factors of matrices plus the product of `u` and the conjugate transpose of `v`, vectors or, where they have
    as many axes as the factors, matrices.

    Bases stay whole where they are. The factors are found from the matrix, in the time of `qr`. Raises as
    `qr_delete`.

    >>> Q, R = cp.scipy.linalg.qr(cp.eye(2))
    >>> Q, R = cp.scipy.linalg.qr_update(Q, R, cp.array([1.0, 0.0]), cp.array([0.0, 1.0]))
    >>> (Q @ R).round(9)
    array([[1., 1.],
           [0., 1.]])

    `overwrite_qruv` is accepted and has no effect: inputs are never changed."""

def qz(A: ArrayLike, B: ArrayLike, output: str = "real", lwork: int | None = None, sort: Any = None, overwrite_a: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The generalized Schur form of two square matrices, the last two axes: the triangular `AA` and `BB`, and the
    unitary `Q` and `Z`, by which they are `Q @ AA @ Z*` and `Q @ BB @ Z*`.

    That of real matrices is real, with a block of two rows of `AA` for each pair of conjugate eigenvalues, unless
    `output` is "complex". Raises ValueError for another `output`, for a `sort`, for matrices that are not square or
    of other shapes, and with `check_finite` where an element is infinite or NaN; LinAlgError where the iterations
    do not converge.

    >>> AA, BB, Q, Z = cp.scipy.linalg.qz(cp.array([[6.0]]), cp.array([[2.0]]))
    >>> AA / BB
    array([[3.]])

    `lwork` is accepted and has no effect: memory is as large as it needs to be.

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def rsf2csf(T: ArrayLike, Z: ArrayLike, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The triangular complex Schur form, and its basis, of a quasi-triangular real one `T` and its basis `Z`. Of a
    pair of conjugate eigenvalues the one of positive imaginary part comes first.

    Raises ValueError for matrices that are not square or have not as many rows, and with `check_finite` where an
    element is infinite or NaN.

    >>> cp.scipy.linalg.rsf2csf(cp.array([[0.0, 1.0], [-1.0, 0.0]]), cp.eye(2))[0].diagonal()
    array([0.+1.j, 0.-1.j])"""

def hessenberg(a: ArrayLike, calc_q: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True) -> Any:
    """The matrices, zero below the first subdiagonal, that square matrices, the last two axes, are in a unitary basis;
    with `calc_q` a pair of these and the bases.

    Raises ValueError for matrices that are not square, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.hessenberg(cp.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[1., 2.],
           [3., 4.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def expm(a: ArrayLike) -> ndarray:
    """The exponentials of square matrices, the last two axes. Waits for their norms.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.expm(cp.array([[0.0, 1.0], [0.0, 0.0]]))
    array([[1., 1.],
           [0., 1.]])"""

def logm(A: ArrayLike) -> ndarray:
    """The principal logarithms of matrices, the last two axes, in double precision.

    Those of real matrices are real where no eigenvalue is a negative number, which is waited for. An eigenvalue of
    less size than 1e-20 counts as that number. Raises ValueError for matrices that are not square, or not finite.

    >>> cp.scipy.linalg.logm(cp.array([[1.0, 0.0], [0.0, 1.0]]))
    array([[0., 0.],
           [0., 0.]])"""

def cosm(A: ArrayLike) -> ndarray:
    """The cosines of square matrices, the last two axes.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.cosm(cp.zeros((2, 2)))
    array([[1., 0.],
           [0., 1.]])"""

def sinm(A: ArrayLike) -> ndarray:
    """The sines of square matrices, the last two axes.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.sinm(cp.zeros((2, 2)))
    array([[0., 0.],
           [0., 0.]])"""

def tanm(A: ArrayLike) -> ndarray:
    """The tangents of square matrices, the last two axes.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.tanm(cp.zeros((2, 2)))
    array([[0., 0.],
           [0., 0.]])"""

def coshm(A: ArrayLike) -> ndarray:
    """The hyperbolic cosines of square matrices, the last two axes.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.coshm(cp.zeros((2, 2)))
    array([[1., 0.],
           [0., 1.]])"""

def sinhm(A: ArrayLike) -> ndarray:
    """The hyperbolic sines of square matrices, the last two axes.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.sinhm(cp.zeros((2, 2)))
    array([[0., 0.],
           [0., 0.]])"""

def tanhm(A: ArrayLike) -> ndarray:
    """The hyperbolic tangents of square matrices, the last two axes.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.tanhm(cp.zeros((2, 2)))
    array([[0., 0.],
           [0., 0.]])"""

def signm(A: ArrayLike) -> ndarray:
    """The signs of matrices, the last two axes: 1 of eigenvalues to the right of the imaginary axis, -1 of those to
    the left, and 0 of those on it, but for rounding.

    Raises ValueError for matrices that are not square, or not finite.

    >>> cp.scipy.linalg.signm(cp.array([[2.0, 0.0], [0.0, -3.0]]))
    array([[ 1.,  0.],
           [ 0., -1.]])"""

def sqrtm(A: ArrayLike) -> ndarray:
    """The square roots of matrices, the last two axes, whose eigenvalues have no negative real part.

    Those of real matrices are real where no eigenvalue is a negative number, which is waited for. NaN where there
    is no root, or an element is not finite.
    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.sqrtm(cp.array([[4.0, 0.0], [0.0, 9.0]]))
    array([[2., 0.],
           [0., 3.]])"""

def fractional_matrix_power(A: ArrayLike, t: float) -> ndarray:
    """Powers of matrices, the last two axes.

    An integer `t` is that of `linalg.matrix_power`; other powers are computed in double precision, and NaN where a
    matrix is singular and `t` negative. Those of real matrices are real where all eigenvalues are, and none is
    negative, which is waited for. Raises ValueError for matrices that are not square, or not finite, LinAlgError
    for negative integer powers of singular ones.

    >>> cp.scipy.linalg.fractional_matrix_power(cp.array([[4.0, 0.0], [0.0, 9.0]]), 0.5).round(9)
    array([[2., 0.],
           [0., 3.]])"""

def expm_frechet(A: ArrayLike, E: ArrayLike, method: str | None = None, compute_expm: bool_type = True, check_finite: bool_type = True) -> Any:
    """The exponentials of square matrices, the last two axes, and their Fréchet derivatives in the directions `E`, in
    double precision; the derivatives alone without `compute_expm`.

    `method` is "SPS" or "blockEnlarge". Raises ValueError for another, for matrices that are not square or of other
    shapes, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.expm_frechet(cp.array([[0.0]]), cp.array([[2.0]]))[1]
    array([[2.]])

    `method` is accepted and has no effect: there is one algorithm."""

def expm_cond(A: ArrayLike, check_finite: bool_type = True) -> ndarray:
    """The condition of the exponential of square matrices, the last two axes, in the Frobenius norm, in double
    precision. It takes the fourth power of the rows in memory.

    Raises ValueError for matrices that are not square or have no elements, and with `check_finite` where an element
    is infinite or NaN.

    >>> cp.scipy.linalg.expm_cond(cp.array([[2.0]])).round(9)
    array(2.)"""

def solve_sylvester(a: ArrayLike, b: ArrayLike, q: ArrayLike) -> ndarray:
    """The solution of `a x + x b = q`, of matrices, the last two axes; stacks broadcast.

    Where an eigenvalue of `a` is minus one of `b`, a sum of eigenvalues that is too small is taken to be larger.
    Raises ValueError where `a` or `b` is not square or not finite, and where shapes do not go together.

    >>> cp.scipy.linalg.solve_sylvester(cp.array([[2.0]]), cp.array([[3.0]]), cp.array([[10.0]]))
    array([[2.]])"""

def solve_continuous_lyapunov(a: ArrayLike, q: ArrayLike) -> ndarray:
    """The solution of `a x + x a* = q`, where `a*` is the conjugate transpose, of square matrices, the last two axes.

    Raises ValueError for matrices that are not square, of other shapes, or not finite.

    >>> cp.scipy.linalg.solve_continuous_lyapunov(cp.array([[2.0]]), cp.array([[8.0]]))
    array([[2.]])"""

def solve_lyapunov(a: ArrayLike, q: ArrayLike) -> ndarray:
    """The solution of `a x + x a* = q`, where `a*` is the conjugate transpose, of square matrices, the last two axes.

    Raises ValueError for matrices that are not square, of other shapes, or not finite.

    >>> cp.scipy.linalg.solve_continuous_lyapunov(cp.array([[2.0]]), cp.array([[8.0]]))
    array([[2.]])"""

def solve_discrete_lyapunov(a: ArrayLike, q: ArrayLike, method: str | None = None) -> ndarray:
    """The solution of `a x a* - x + q = 0`, where `a*` is the conjugate transpose, of square matrices, the last two
    axes, in double precision.

    `method` is "direct", as a system of all elements, or "bilinear", by a continuous equation; without it the first
    for fewer than 10 rows. Raises ValueError for another, for matrices that are not square, of other shapes, or not
    finite; LinAlgError where the equation is singular.

    >>> cp.scipy.linalg.solve_discrete_lyapunov(cp.array([[0.5]]), cp.array([[3.0]]))
    array([[4.]])"""

def solve_continuous_are(a: ArrayLike, b: ArrayLike, q: ArrayLike, r: ArrayLike, e: ArrayLike | None = None, s: ArrayLike | None = None, balanced: bool_type = True) -> ndarray:
    """The solution of `a* x + x a - x b r^-1 b* x + q = 0`, or with `e` and `s` of `a* x e + e* x a - (e* x b + s)
    r^-1 (b* x e + s*) + q = 0`, where `a*` is the conjugate transpose, of matrices, the last two axes, in double
    precision.

    With `balanced` rows and columns are scaled first. Raises ValueError for shapes that do not go together, for `q`
    and `r` that are not Hermitian, for a singular `r` or `e`, and for what is not finite; LinAlgError where no
    solution is found.

    >>> one = cp.array([[1.0]])
    >>> cp.scipy.linalg.solve_continuous_are(cp.array([[1.5]]), one, cp.array([[4.0]]), one).round(9)
    array([[4.]])"""

def solve_discrete_are(a: ArrayLike, b: ArrayLike, q: ArrayLike, r: ArrayLike, e: ArrayLike | None = None, s: ArrayLike | None = None, balanced: bool_type = True) -> ndarray:
    """The solution of `a* x a - x - a* x b (r + b* x b)^-1 b* x a + q = 0`, or with `e` and `s` of `a* x a - e* x e -
    (a* x b + s) (r + b* x b)^-1 (b* x a + s*) + q = 0`, where `a*` is the conjugate transpose, of matrices, the
    last two axes, in double precision.

    With `balanced` rows and columns are scaled first. Raises as `solve_continuous_are`, but for a singular `r`.

    >>> one = cp.array([[1.0]])
    >>> cp.scipy.linalg.solve_discrete_are(cp.array([[0.0]]), one, cp.array([[4.0]]), one).round(9)
    array([[4.]])"""

def block_diag(*arrs: ArrayLike) -> ndarray:
    """Matrices, the last two axes, along the diagonals of larger ones, zeros beside them. A vector is one row.

    Raises ValueError where the axes before the last two do not broadcast.

    >>> cp.scipy.linalg.block_diag([[1, 2]], [[3], [4]])
    array([[1, 2, 0],
           [0, 0, 3],
           [0, 0, 4]])"""

def circulant(c: ArrayLike) -> ndarray:
    """The matrices whose first columns are `c`, the last axis, and whose every other column is the one before, a place
    further around.

    >>> cp.scipy.linalg.circulant([1, 2, 3])
    array([[1, 3, 2],
           [2, 1, 3],
           [3, 2, 1]])"""

def companion(a: ArrayLike) -> ndarray:
    """The companion matrices of polynomials along the last axis, the highest power first, whose eigenvalues are their
    zeros. Waits for the first coefficients.

    Raises ValueError for fewer than two coefficients, and a first one that is zero.

    >>> cp.scipy.linalg.companion([1, -3, 2])
    array([[ 3., -2.],
           [ 1.,  0.]])"""

def convolution_matrix(a: ArrayLike, n: int, mode: str = "full") -> ndarray:
    """The matrices by which vectors of `n` elements are convolved with `a`, the last axis.

    `mode` is "full", "same" or "valid", as of `convolve`. Raises ValueError for another, for no axes or elements,
    and an `n` that is not positive.

    >>> cp.scipy.linalg.convolution_matrix([1, 2], 2)
    array([[1, 0],
           [2, 1],
           [0, 2]])"""

def dft(n: int, scale: str | None = None) -> ndarray:
    """The discrete Fourier transform as a matrix.

    `scale` is None, "sqrtn", which makes it unitary, or "n". Raises ValueError for another.

    >>> cp.scipy.linalg.dft(2).real
    array([[ 1.,  1.],
           [ 1., -1.]])"""

def fiedler(a: ArrayLike) -> ndarray:
    """The distances of each element of vectors, the last axis, to each. Of one element it is float64.

    Raises TypeError for several bools.

    >>> cp.scipy.linalg.fiedler([1, 4, 6])
    array([[0, 3, 5],
           [3, 0, 2],
           [5, 2, 0]])"""

def fiedler_companion(a: ArrayLike) -> ndarray:
    """The companion matrices of polynomials along the last axis, the highest power first, with five diagonals. Waits
    for the first coefficients.

    Raises ValueError for a first coefficient that is zero.

    >>> cp.scipy.linalg.fiedler_companion([1, -3, 2])
    array([[ 3., -2.],
           [ 1.,  0.]])"""

def hadamard(n: int, dtype: DTypeLike | None = None) -> ndarray:
    """The Hadamard matrix of Sylvester's construction: 1 and -1, with rows that are orthogonal.

    Raises ValueError where `n` is no power of two.

    >>> cp.scipy.linalg.hadamard(2)
    array([[ 1,  1],
           [ 1, -1]])"""

def hankel(c: ArrayLike, r: ArrayLike | None = None) -> ndarray:
    """The matrix of constant antidiagonals whose first column is `c` and whose last row is `r`, without its first
    element, or zeros.

    >>> cp.scipy.linalg.hankel([1, 2, 3])
    array([[1, 2, 3],
           [2, 3, 0],
           [3, 0, 0]])"""

def helmert(n: int, full: bool_type = False) -> ndarray:
    """The Helmert matrix, whose rows are orthonormal and sum to zero; with `full` its first row of equal elements as
    well.

    Raises ValueError for a negative `n`.

    >>> cp.scipy.linalg.helmert(2)
    array([[ 0.70710678, -0.70710678]])"""

def hilbert(n: int) -> ndarray:
    """One over the sum of row and column, counted from one half.

    Raises ValueError for a negative `n`.

    >>> cp.scipy.linalg.hilbert(2)
    array([[1.        , 0.5       ],
           [0.5       , 0.33333333]])"""

def invhilbert(n: int, exact: bool_type = False) -> ndarray:
    """The inverse of `hilbert`, float64, or with `exact` int64.

    Raises ValueError for a negative `n`, and for more than 14 rows of an exact one.

    >>> cp.scipy.linalg.invhilbert(2)
    array([[ 4., -6.],
           [-6., 12.]])"""

def leslie(f: ArrayLike, s: ArrayLike) -> ndarray:
    """The Leslie matrices: `f`, the last axis, in the first row, and `s`, of one element less, below the diagonal.

    Raises ValueError for other lengths, and where the axes before the last do not broadcast.

    >>> cp.scipy.linalg.leslie([0.1, 2.0], [0.5])
    array([[0.1, 2. ],
           [0.5, 0. ]])"""

def pascal(n: int, kind: str = "symmetric", exact: bool_type = True) -> ndarray:
    """Pascal's matrix of binomial coefficients, uint64, or without `exact` float64.

    `kind` is "symmetric", "lower" or "upper". Raises ValueError for another, for a negative `n`, and for more than
    34 rows of an exact one.

    >>> cp.scipy.linalg.pascal(3)
    array([[1, 1, 1],
           [1, 2, 3],
           [1, 3, 6]], dtype=uint64)"""

def invpascal(n: int, kind: str = "symmetric", exact: bool_type = True) -> ndarray:
    """The inverse of Pascal's matrix, int64, or without `exact` float64.

    `kind` is as of `pascal`. Raises as `pascal`.

    >>> cp.scipy.linalg.invpascal(2)
    array([[ 2, -1],
           [-1,  1]])"""

def toeplitz(c: ArrayLike, r: ArrayLike | None = None) -> ndarray:
    """The matrices of constant diagonals whose first columns are `c` and whose first rows are `r`, without its first
    element, or the conjugate of `c`.

    Both run along the last axis. Raises ValueError where the axes before do not broadcast.

    >>> cp.scipy.linalg.toeplitz([1, 2, 3], [1, 4])
    array([[1, 4],
           [2, 1],
           [3, 2]])"""
