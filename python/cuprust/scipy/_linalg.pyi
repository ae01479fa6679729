# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.scipy.linalg that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray
from cuprust.cuda import Device, Stream

def lu_factor(a: ArrayLike, overwrite_a: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The factors of matrices by elimination in one, and the rows that each row was exchanged with, int32, counted from zero.

    Of singular matrices a pivot is zero. Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for fewer
    than two axes.

    >>> cp.scipy.linalg.lu_factor(cp.array([[1.0, 2.0], [4.0, 4.0]]))[1]
    array([1, 1], dtype=int32)

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def lu_solve(lu_and_piv: Sequence[ArrayLike] | ndarray, b: ArrayLike, trans: float | str | None = 0, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of a system by the factors and exchanged rows of `lu_factor`.

    With `trans` 1 that of the transpose, with 2 of the conjugate transpose. Raises ValueError where shapes do not go together, and with
    `check_finite` where an element is infinite or NaN.

    >>> factors = cp.scipy.linalg.lu_factor(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    >>> cp.scipy.linalg.lu_solve(factors, cp.array([2.0, 8.0]))
    array([1., 2.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def lu(a: ArrayLike, permute_l: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True, p_indices: bool_type = False) -> tuple[ndarray, ...]:
    """A permutation, a unit lower and an upper triangle whose product are matrices; with `permute_l` the product of the first two, and the
    third; with `p_indices` the places of the permutation's rows in its stead.

    Waits for the pivots. Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for fewer than two axes.

    >>> cp.scipy.linalg.lu(cp.array([[1.0, 2.0], [4.0, 4.0]]))[2]
    array([[4., 4.],
           [0., 1.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def solve_triangular(a: ArrayLike, b: ArrayLike, trans: float | str | None = 0, lower: bool_type = False, unit_diagonal: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = False) -> ndarray:
    """The solution of `a x = b` for triangular matrices, the last two axes: of the upper triangle or, with `lower`, of the lower one.

    With `trans` 1 or "T" that of the transpose, with 2 or "C" of the conjugate transpose. With `unit_diagonal` the diagonal counts as
    ones. A zero on the diagonal gives what is not finite. Raises LinAlgError where `a` is not square, ValueError where shapes do not go
    together, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.solve_triangular(cp.array([[2.0, 0.0], [1.0, 1.0]]), cp.array([2.0, 3.0]), lower=True)
    array([1., 2.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def cho_factor(a: ArrayLike, lower: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True) -> Any:
    """The Cholesky factor of Hermitian positive definite matrices, and whether it is the lower one. What the other triangle holds is
    that of the matrices.

    Raises LinAlgError for matrices that are not square or not positive definite, ValueError with `check_finite` where an element is infinite
    or NaN.

    >>> cp.scipy.linalg.cho_factor(cp.array([[4.0, 2.0], [2.0, 10.0]]), lower=True)[0]
    array([[2., 2.],
           [1., 3.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def expm(a: ArrayLike) -> ndarray:
    """The exponentials of square matrices, the last two axes. Waits for their norms.

    Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.expm(cp.array([[0.0, 1.0], [0.0, 0.0]]))
    array([[1., 1.],
           [0., 1.]])"""

def polar(a: ArrayLike, side: str = "right") -> tuple[ndarray, ...]:
    """The polar factors of matrices, the last two axes: one whose columns or rows are orthonormal, and a Hermitian positive semidefinite one, which
    stands on the right or the left `side`.

    Raises ValueError for another side, LinAlgError for fewer than two axes.

    >>> cp.scipy.linalg.polar(cp.array([[0.0, -2.0], [3.0, 0.0]]))[1].round(6)
    array([[3., 0.],
           [0., 2.]])"""

def orth(A: ArrayLike, rcond: float | None = None) -> ndarray:
    """An orthonormal basis of the range of a matrix, as columns. Singular values up to `rcond` times the largest, without it the precision times
    the larger extent, count as zero; they are waited for.

    Raises ValueError for another number of axes than two.

    >>> cp.scipy.linalg.orth(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    (2, 1)"""

def null_space(A: ArrayLike, rcond: float | None = None) -> ndarray:
    """An orthonormal basis of the null space of a matrix, as columns. Which singular values count as zero is as in `orth`; they are waited for.

    Raises ValueError for another number of axes than two.

    >>> cp.scipy.linalg.null_space(cp.array([[2.0, 0.0], [0.0, 0.0]])).shape
    (2, 1)"""

def solve_circulant(c: ArrayLike, b: ArrayLike, singular: str = "raise", tol: float | None = None, caxis: int = -1, baxis: int = 0, outaxis: int = 0) -> ndarray:
    """The solutions of circulant systems, by Fourier transforms: `c` is the first column of a matrix, along `caxis`, `b` runs along `baxis` and
    the result along `outaxis`; the other axes broadcast.

    A matrix is nearly singular where a Fourier coefficient of `c` is at most `tol`, or without it the precision of float64 times the extent
    and the largest coefficient. Then LinAlgError is raised, or with another `singular` than "raise" the least-squares solution is given. Waits
    for the coefficients. Raises ValueError for an axis out of range, and where extents differ.

    >>> cp.scipy.linalg.solve_circulant(cp.array([2.0, 0.0]), cp.array([4.0, 6.0]))
    array([2., 3.])"""

def pinvh(a: ArrayLike, atol: float | None = None, rtol: float | None = None, lower: bool_type = True, return_rank: bool_type = False, check_finite: bool_type = True) -> Any:
    """The pseudo-inverses of Hermitian matrices, the last two axes, of which one triangle is read; with `return_rank` also their ranks, of a
    single matrix an int, which is waited for.

    Eigenvalues whose size is at most `atol` plus `rtol` times the largest count as zero; without `rtol` the precision times the extent stands
    for it. Raises ValueError for a negative bound, and with `check_finite` where an element is infinite or NaN; LinAlgError for matrices that
    are not square.

    >>> cp.scipy.linalg.pinvh(cp.array([[4.0, 0.0], [0.0, 0.0]]))
    array([[0.25, 0.  ],
           [0.  , 0.  ]])"""

def orthogonal_procrustes(A: ArrayLike, B: ArrayLike, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The unitary matrix that takes `A` nearest to `B` in the Frobenius norm, and the sum of the singular values of the conjugate transpose of
    `A` times `B`.

    Raises ValueError for other than two axes, for shapes that differ, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.orthogonal_procrustes(cp.array([[2.0]]), cp.array([[3.0]]))[1]
    array(6.)"""

def subspace_angles(A: ArrayLike, B: ArrayLike) -> ndarray:
    """The angles between the ranges of two matrices, in descending order.

    Waits for the ranks. Raises ValueError for other than two axes, other numbers of rows, and elements that are infinite or NaN.

    >>> cp.scipy.linalg.subspace_angles(cp.array([[1.0], [0.0]]), cp.array([[0.0], [1.0]]))
    array([1.57079633])"""

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

def toeplitz(c: ArrayLike, r: ArrayLike | None = None) -> ndarray:
    """The matrix of constant diagonals whose first column is `c` and whose first row is `r`, without its first element, or the conjugate of `c`.

    >>> cp.scipy.linalg.toeplitz([1, 2, 3], [1, 4])
    array([[1, 4],
           [2, 1],
           [3, 2]])"""

def hankel(c: ArrayLike, r: ArrayLike | None = None) -> ndarray:
    """The matrix of constant antidiagonals whose first column is `c` and whose last row is `r`, without its first element, or zeros.

    >>> cp.scipy.linalg.hankel([1, 2, 3])
    array([[1, 2, 3],
           [2, 3, 0],
           [3, 0, 0]])"""

def circulant(c: ArrayLike) -> ndarray:
    """The matrix whose first column is `c`, and whose every other column is the one before, a place further around.

    >>> cp.scipy.linalg.circulant([1, 2, 3])
    array([[1, 3, 2],
           [2, 1, 3],
           [3, 2, 1]])"""

def companion(a: ArrayLike) -> ndarray:
    """The companion matrix of a polynomial, the highest power first, whose eigenvalues are its zeros. Waits for the first coefficient.

    Raises ValueError for other than one axis, fewer than two coefficients, and a first one that is zero.

    >>> cp.scipy.linalg.companion([1, -3, 2])
    array([[ 3., -2.],
           [ 1.,  0.]])"""

def leslie(f: ArrayLike, s: ArrayLike) -> ndarray:
    """The Leslie matrix: `f` in the first row, and `s`, of one element less, below the diagonal.

    Raises ValueError for other than one axis and other lengths.

    >>> cp.scipy.linalg.leslie([0.1, 2.0], [0.5])
    array([[0.1, 2. ],
           [0.5, 0. ]])"""

def fiedler(a: ArrayLike) -> ndarray:
    """The distances of each element to each.

    Raises ValueError for other than one axis.

    >>> cp.scipy.linalg.fiedler([1, 4, 6])
    array([[0, 3, 5],
           [3, 0, 2],
           [5, 2, 0]])"""

def fiedler_companion(a: ArrayLike) -> ndarray:
    """The companion matrix of a polynomial, the highest power first, with five diagonals. Waits for the first coefficient.

    Raises ValueError for other than one axis, and a first coefficient that is zero.

    >>> cp.scipy.linalg.fiedler_companion([1, -3, 2])
    array([[ 3., -2.],
           [ 1.,  0.]])"""

def hadamard(n: int, dtype: DTypeLike | None = None) -> ndarray:
    """The Hadamard matrix of Sylvester's construction: 1 and -1, with rows that are orthogonal.

    Raises ValueError where `n` is no power of two.

    >>> cp.scipy.linalg.hadamard(2)
    array([[ 1,  1],
           [ 1, -1]])"""

def helmert(n: int, full: bool_type = False) -> ndarray:
    """The Helmert matrix, whose rows are orthonormal and sum to zero; with `full` its first row of equal elements as well.

    Raises ValueError for a negative `n`.

    >>> cp.scipy.linalg.helmert(2)
    array([[ 0.70710678, -0.70710678]])"""

def hilbert(n: int) -> ndarray:
    """One over the sum of row and column, counted from one half.

    Raises ValueError for a negative `n`.

    >>> cp.scipy.linalg.hilbert(2)
    array([[1.        , 0.5       ],
           [0.5       , 0.33333333]])"""

def dft(n: int, scale: str | None = None) -> ndarray:
    """The discrete Fourier transform as a matrix.

    `scale` is None, "sqrtn", which makes it unitary, or "n". Raises ValueError for another.

    >>> cp.scipy.linalg.dft(2).real
    array([[ 1.,  1.],
           [ 1., -1.]])"""

def convolution_matrix(a: ArrayLike, n: int, mode: str = "full") -> ndarray:
    """The matrix by which a vector of `n` elements is convolved with `a`.

    `mode` is "full", "same" or "valid", as of `convolve`. Raises ValueError for another, for other than one axis, no elements, and an `n`
    that is not positive.

    >>> cp.scipy.linalg.convolution_matrix([1, 2], 2)
    array([[1, 0],
           [2, 1],
           [0, 2]])"""

def block_diag(*arrs: ArrayLike) -> ndarray:
    """Matrices along the diagonal of a larger one, zeros beside them. A vector is one row.

    Raises ValueError for more than two axes.

    >>> cp.scipy.linalg.block_diag([[1, 2]], [[3], [4]])
    array([[1, 2, 0],
           [0, 0, 3],
           [0, 0, 4]])"""

def khatri_rao(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The Kronecker products of columns.

    Raises ValueError for fewer than two axes, and for other numbers of columns.

    >>> cp.scipy.linalg.khatri_rao([[1, 2]], [[3, 4], [5, 6]])
    array([[ 3,  8],
           [ 5, 12]])"""

def kron(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The Kronecker product: each element of `a` times the whole of `b`, laid where the element stands.

    >>> cp.scipy.linalg.kron([[1, 10]], [[5, 6]])
    array([[ 5,  6, 50, 60]])"""

def bandwidth(a: ArrayLike) -> tuple[int, ...]:
    """How many diagonals below and above the main one reach to an element that is not zero. Waits for the elements.

    Raises ValueError for other than two axes.

    >>> cp.scipy.linalg.bandwidth(cp.array([[1, 2], [0, 3]]))
    (0, 1)"""

def hessenberg(a: ArrayLike, calc_q: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True) -> Any:
    """The matrices, zero below the first subdiagonal, that square matrices, the last two axes, are in a unitary basis; with `calc_q` a pair of
    these and the bases.

    Raises ValueError for matrices that are not square, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.hessenberg(cp.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[1., 2.],
           [3., 4.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def rsf2csf(T: ArrayLike, Z: ArrayLike, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The triangular complex Schur form, and its basis, of a quasi-triangular real one `T` and its basis `Z`. Of a pair of conjugate eigenvalues
    the one of positive imaginary part comes first.

    Raises ValueError for matrices that are not square or have not as many rows, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.rsf2csf(cp.array([[0.0, 1.0], [-1.0, 0.0]]), cp.eye(2))[0].diagonal()
    array([0.+1.j, 0.-1.j])"""

def qz(A: ArrayLike, B: ArrayLike, output: str = "real", lwork: int | None = None, sort: Any = None, overwrite_a: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """The generalized Schur form of two square matrices, the last two axes: the triangular `AA` and `BB`, and the unitary `Q` and `Z`, by which they
    are `Q @ AA @ Z*` and `Q @ BB @ Z*`.

    That of real matrices is real, with a block of two rows of `AA` for each pair of conjugate eigenvalues, unless `output` is "complex". Raises
    ValueError for another `output`, for a `sort`, for matrices that are not square or of other shapes, and with `check_finite` where an element is
    infinite or NaN; LinAlgError where the iterations do not converge.

    >>> AA, BB, Q, Z = cp.scipy.linalg.qz(cp.array([[6.0]]), cp.array([[2.0]]))
    >>> AA / BB
    array([[3.]])

    `lwork` is accepted and has no effect: memory is as large as it needs to be.

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def eig(a: ArrayLike, b: ArrayLike | None = None, left: bool_type = False, right: bool_type = True, overwrite_a: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True, homogeneous_eigvals: bool_type = False) -> Any:
    """The eigenvalues of square matrices, the last two axes, complex, or with `b` of pairs of them, `a v = w b v`; with `left` the left eigenvectors as
    columns, and with `right` the right ones, of length one.

    With `homogeneous_eigvals` numerators and denominators are stacked in the stead of eigenvalues. Vectors of real matrices are real where all
    eigenvalues are, which is waited for. Raises ValueError for matrices that are not square or of other shapes, and with `check_finite` where an
    element is infinite or NaN; LinAlgError where values are not found.

    >>> cp.scipy.linalg.eig(cp.array([[6.0]]), cp.array([[2.0]]))[0]
    array([3.+0.j])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def eigvals(a: ArrayLike, b: ArrayLike | None = None, overwrite_a: bool_type = False, check_finite: bool_type = True, homogeneous_eigvals: bool_type = False) -> ndarray:
    """The eigenvalues of `eig` alone.

    >>> cp.scipy.linalg.eigvals(cp.array([[6.0]]), cp.array([[2.0]]))
    array([3.+0.j])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def sqrtm(A: ArrayLike) -> ndarray:
    """The square roots of matrices, the last two axes, whose eigenvalues have no negative real part.

    Those of real matrices are real where no eigenvalue is a negative number, which is waited for. NaN where there is no root, or an element is
    not finite. Raises LinAlgError for matrices that are not square.

    >>> cp.scipy.linalg.sqrtm(cp.array([[4.0, 0.0], [0.0, 9.0]]))
    array([[2., 0.],
           [0., 3.]])"""

def logm(A: ArrayLike) -> ndarray:
    """The principal logarithms of matrices, the last two axes, in double precision.

    Those of real matrices are real where no eigenvalue is a negative number, which is waited for. An eigenvalue of less size than 1e-20 counts
    as that number. Raises ValueError for matrices that are not square, or not finite.

    >>> cp.scipy.linalg.logm(cp.array([[1.0, 0.0], [0.0, 1.0]]))
    array([[0., 0.],
           [0., 0.]])"""

def fractional_matrix_power(A: ArrayLike, t: float) -> ndarray:
    """Powers of matrices, the last two axes.

    An integer `t` is that of `linalg.matrix_power`; other powers are computed in double precision, and NaN where a matrix is singular and `t`
    negative. Those of real matrices are real where all eigenvalues are, and none is negative, which is waited for. Raises ValueError for matrices
    that are not square, or not finite, LinAlgError for negative integer powers of singular ones.

    >>> cp.scipy.linalg.fractional_matrix_power(cp.array([[4.0, 0.0], [0.0, 9.0]]), 0.5).round(9)
    array([[2., 0.],
           [0., 3.]])"""

def signm(A: ArrayLike) -> ndarray:
    """The signs of matrices, the last two axes: 1 of eigenvalues to the right of the imaginary axis, -1 of those to the left, and 0 of those on
    it, but for rounding.

    Raises ValueError for matrices that are not square, or not finite.

    >>> cp.scipy.linalg.signm(cp.array([[2.0, 0.0], [0.0, -3.0]]))
    array([[ 1.,  0.],
           [ 0., -1.]])"""

def solve_sylvester(a: ArrayLike, b: ArrayLike, q: ArrayLike) -> ndarray:
    """The solution of `a x + x b = q`, of matrices, the last two axes; stacks broadcast.

    Where an eigenvalue of `a` is minus one of `b`, a sum of eigenvalues that is too small is taken to be larger. Raises ValueError where `a` or
    `b` is not square or not finite, and where shapes do not go together.

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
    """The solution of `a x a* - x + q = 0`, where `a*` is the conjugate transpose, of square matrices, the last two axes, in double precision.

    `method` is "direct", as a system of all elements, or "bilinear", by a continuous equation; without it the first for fewer than 10 rows.
    Raises ValueError for another, for matrices that are not square, of other shapes, or not finite; LinAlgError where the equation is singular.

    >>> cp.scipy.linalg.solve_discrete_lyapunov(cp.array([[0.5]]), cp.array([[3.0]]))
    array([[4.]])"""

def solve_banded(l_and_u: int | Sequence[int], ab: ArrayLike, b: ArrayLike, overwrite_ab: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of `a x = b` for banded matrices, of a vector where `b` has one axis.

    `l_and_u` says how many diagonals `ab` holds below and above the main one: row `u + i - j` of `ab` holds in column `j` the element of row `i`.
    Raises ValueError for another number of diagonals, where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN; LinAlgError for singular matrices.

    >>> cp.scipy.linalg.solve_banded((0, 1), cp.array([[0.0, 1.0], [2.0, 4.0]]), cp.array([4.0, 8.0]))
    array([1., 2.])

    `overwrite_ab` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def solveh_banded(ab: ArrayLike, b: ArrayLike, overwrite_ab: bool_type = False, overwrite_b: bool_type = False, lower: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of `a x = b` for Hermitian positive definite banded matrices: `ab` holds the diagonals of the upper triangle, from above to
    below, or with `lower` those of the lower one.

    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or NaN; LinAlgError for matrices that
    are not positive definite.

    >>> cp.scipy.linalg.solveh_banded(cp.array([[4.0, 2.0]]), cp.array([4.0, 4.0]))
    array([1., 2.])

    `overwrite_ab` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def cholesky_banded(ab: ArrayLike, overwrite_ab: bool_type = False, lower: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The Cholesky factors of Hermitian positive definite banded matrices, in bands of the same form as `solveh_banded` takes.

    Raises LinAlgError for matrices that are not positive definite, ValueError with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.cholesky_banded(cp.array([[4.0, 9.0]]))
    array([[2., 3.]])

    `overwrite_ab` is accepted and has no effect: inputs are never changed."""

def cho_solve_banded(cb_and_lower: Sequence[ArrayLike] | ndarray, b: ArrayLike, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of a system by a banded Cholesky factor, and whether that is the lower one: a tuple of two.

    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.cho_solve_banded((cp.array([[2.0, 3.0]]), False), cp.array([4.0, 18.0]))
    array([1., 2.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def solve_toeplitz(c_or_cr: ArrayLike | Sequence[ArrayLike], b: ArrayLike, check_finite: bool_type = True) -> ndarray:
    """The solution of `a x = b` for matrices of constant diagonals, in double precision, of a vector where `b` has one axis.

    `c_or_cr` is the first column, or a tuple of it and the first row, whose first element is not read; without it that is the conjugate of
    the column. By Levinson's recursion. Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN; LinAlgError where a leading part of a matrix is singular.

    >>> cp.scipy.linalg.solve_toeplitz(cp.array([2.0, 1.0]), cp.array([4.0, 5.0]))
    array([1., 2.])"""

def matmul_toeplitz(c_or_cr: ArrayLike | Sequence[ArrayLike], x: ArrayLike, check_finite: bool_type = False, workers: int | None = None) -> ndarray:
    """The products of matrices of constant diagonals and `x`, in double precision, by Fourier transforms.

    `c_or_cr` is as of `solve_toeplitz`. Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN.

    >>> cp.scipy.linalg.matmul_toeplitz(cp.array([2.0, 1.0]), cp.array([1.0, 2.0])).round(9)
    array([4., 5.])

    `workers` is accepted and has no effect: threads are shared by the whole process."""

def eigh_tridiagonal(d: ArrayLike, e: ArrayLike, eigvals_only: bool_type = False, select: float | str | None = "a", select_range: ArrayLike | None = None, check_finite: bool_type = True, tol: float = 0.0, lapack_driver: str = "auto") -> Any:
    """The eigenvalues of real symmetric tridiagonal matrices in ascending order, of the diagonal `d` and the elements `e` beside it, and the
    eigenvectors as columns, unless `eigvals_only`.

    With `select` "v" those larger than the first number of `select_range` and not larger than the second, with "i" those from one place to another.
    All are computed. Raises TypeError for complex numbers, ValueError for lengths that do not go together, for a selection that is none, and with
    `check_finite` where an element is infinite or NaN; LinAlgError where values are not found.

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

def eig_banded(a_band: ArrayLike, lower: bool_type = False, eigvals_only: bool_type = False, overwrite_a_band: bool_type = False, select: float | str | None = "a", select_range: ArrayLike | None = None, max_ev: int = 0, check_finite: bool_type = True) -> Any:
    """The eigenvalues of Hermitian banded matrices in ascending order, and the eigenvectors as columns, unless `eigvals_only`. `a_band` holds the
    diagonals of the upper triangle, from above to below, or with `lower` those of the lower one.

    `select` and `select_range` are as of `eigh_tridiagonal`. Raises ValueError for fewer than two axes, for a selection that is none, and with
    `check_finite` where an element is infinite or NaN; LinAlgError where values are not found.

    >>> cp.scipy.linalg.eig_banded(cp.array([[1.0, 3.0]]))[0]
    array([1., 3.])

    `overwrite_a_band` is accepted and has no effect: inputs are never changed.

    `max_ev` is accepted and has no effect: memory is as large as the values need."""

def eigvals_banded(a_band: ArrayLike, lower: bool_type = False, overwrite_a_band: bool_type = False, select: float | str | None = "a", select_range: ArrayLike | None = None, check_finite: bool_type = True) -> ndarray:
    """The eigenvalues of `eig_banded` alone.

    >>> cp.scipy.linalg.eigvals_banded(cp.array([[1.0, 3.0]]))
    array([1., 3.])

    `overwrite_a_band` is accepted and has no effect: inputs are never changed."""

def cho_solve(c_and_lower: Sequence[ArrayLike] | ndarray, b: ArrayLike, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of a system by a Cholesky factor, and whether that is the lower one: a tuple of two.

    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or NaN.

    >>> factor = cp.scipy.linalg.cho_factor(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    >>> cp.scipy.linalg.cho_solve(factor, cp.array([6.0, 12.0]))
    array([1., 1.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def lstsq(a: ArrayLike, b: ArrayLike, cond: float | None = None, overwrite_a: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = True, lapack_driver: str | None = None) -> tuple[ndarray, ...]:
    """The least-squares solution of `a x = b` of least length, the squared length of what each column leaves, the rank of `a`, and its singular
    values.

    Singular values below `cond` times the largest, without it times the precision, count as zero. The second is empty where the matrix has not
    full rank, or not more rows than columns. The rank is waited for. Raises ValueError for another number of rows, for a driver that is none, and
    with `check_finite` where an element is infinite or NaN; LinAlgError for other than two axes of `a`.

    >>> cp.scipy.linalg.lstsq(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))[0]
    array([1., 2.])

    `overwrite_a` is accepted and has no effect: inputs are never changed.

    `overwrite_b` is accepted and has no effect: inputs are never changed.

    `lapack_driver` is accepted and has no effect: there is one algorithm."""

def ldl(A: ArrayLike, lower: bool_type = True, hermitian: bool_type = True, overwrite_a: bool_type = False, check_finite: bool_type = True) -> tuple[ndarray, ...]:
    """A triangle with exchanged rows, blocks of one or two rows on a diagonal, and the order `p` by which rows of the first are triangular, whose product
    `lu d lu*` are Hermitian matrices, the last two axes, of which one triangle is read; without `hermitian` `lu d lu^T` for symmetric ones.

    Raises ValueError for matrices that are not square, and with `check_finite` where an element is infinite or NaN.

    >>> cp.scipy.linalg.ldl(cp.array([[4.0, 2.0], [2.0, 0.0]]))[1]
    array([[ 4.,  0.],
           [ 0., -1.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""
