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
    than two axes, TypeError for half precision.

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

    Waits for the pivots. Raises ValueError with `check_finite` where an element is infinite or NaN, LinAlgError for fewer than two axes,
    TypeError for half precision.

    >>> cp.scipy.linalg.lu(cp.array([[1.0, 2.0], [4.0, 4.0]]))[2]
    array([[4., 4.],
           [0., 1.]])

    `overwrite_a` is accepted and has no effect: inputs are never changed."""

def solve_triangular(a: ArrayLike, b: ArrayLike, trans: float | str | None = 0, lower: bool_type = False, unit_diagonal: bool_type = False, overwrite_b: bool_type = False, check_finite: bool_type = False) -> ndarray:
    """The solution of `a x = b` for triangular matrices, the last two axes: of the upper triangle or, with `lower`, of the lower one.

    With `trans` 1 or "T" that of the transpose, with 2 or "C" of the conjugate transpose. With `unit_diagonal` the diagonal counts as
    ones. A zero on the diagonal gives what is not finite. Raises LinAlgError where `a` is not square, ValueError where shapes do not go
    together, and with `check_finite` where an element is infinite or NaN; TypeError for half precision.

    >>> cp.scipy.linalg.solve_triangular(cp.array([[2.0, 0.0], [1.0, 1.0]]), cp.array([2.0, 3.0]), lower=True)
    array([1., 2.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def cho_factor(a: ArrayLike, lower: bool_type = False, overwrite_a: bool_type = False, check_finite: bool_type = True) -> Any:
    """The Cholesky factor of Hermitian positive definite matrices, and whether it is the lower one. What the other triangle holds is
    that of the matrices.

    Raises LinAlgError for matrices that are not square or not positive definite, ValueError with `check_finite` where an element is infinite
    or NaN, TypeError for half precision.

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

    Raises ValueError for another side, LinAlgError for fewer than two axes, TypeError for half precision.

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
    are not square, TypeError for half precision.

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
