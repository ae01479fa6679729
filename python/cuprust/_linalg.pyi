# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.linalg that are declared in the function table."""

from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream
from cuprust.linalg import EigResult, EighResult, QRResult, SVDResult, SlogdetResult

def diagonal(x: ArrayLike, /, *, offset: int = 0) -> ndarray:
    """A view of the diagonals of matrices, the last two axes: they lie along the last axis of the result.

    `offset` names the diagonal: above the main one where it is positive.
    Raises ValueError for fewer than two axes.

    >>> cp.linalg.diagonal(cp.arange(8).reshape(2, 2, 2))
    array([[0, 3],
           [4, 7]])"""

def trace(x: ArrayLike, /, *, offset: int = 0, dtype: DTypeLike | None = None) -> ndarray:
    """The sums of the diagonals of matrices, the last two axes.

    `offset` names the diagonal: above the main one where it is positive.
    Raises ValueError for fewer than two axes.

    >>> cp.linalg.trace(cp.arange(8).reshape(2, 2, 2))
    array([ 3, 11])"""

def norm(x: ArrayLike, ord: float | str | None = None, axis: int | tuple[int, ...] | None = None, keepdims: bool_type = False) -> ndarray:
    """The norm of vectors along one axis, of matrices along two, or of all elements.

    Of vectors `ord` is a number: inf and -inf the largest and least absolute value, 0 how many are not zero, else
    the exponent of a sum of powers. Of matrices it is "fro", "nuc", 1, 2 and inf or those with a minus. Raises
    ValueError for another one, and for more than two axes; AxisError for an axis out of range.

    >>> cp.linalg.norm(cp.array([[3.0, 4.0], [6.0, 8.0]]), axis=1)
    array([ 5., 10.])"""

def vector_norm(x: ArrayLike, /, *, axis: int | tuple[int, ...] | None = None, keepdims: bool_type = False, ord: float | str | None = 2) -> ndarray:
    """The norm of vectors along axes, or of all elements.

    `ord` is inf, -inf, 0, or the exponent of a sum of powers. Raises ValueError for a name, AxisError for an axis
    out of range.

    >>> cp.linalg.vector_norm(cp.array([3.0, 4.0]))
    array(5.)"""

def matrix_norm(x: ArrayLike, /, *, keepdims: bool_type = False, ord: float | str | None = "fro") -> ndarray:
    """The norm of matrices, the last two axes.

    `ord` is "fro", "nuc", 1, 2 and inf or those with a minus. Raises ValueError for another one, and for fewer than
    two axes.

    >>> cp.linalg.matrix_norm(cp.array([[3.0, 0.0], [0.0, 4.0]]), ord=1)
    array(4.)"""

def solve(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The solution of `a x = b` for square matrices, the last two axes; the axes before broadcast. Of `b` with one
    axis it is a vector.

    Raises LinAlgError where `a` is not square or singular, ValueError where shapes do not go together, TypeError
    for half precision.

    >>> cp.linalg.solve(cp.array([[2.0, 0.0], [0.0, 4.0]]), cp.array([2.0, 8.0]))
    array([1., 2.])"""

def inv(a: ArrayLike) -> ndarray:
    """The inverses of square matrices, the last two axes.

    Raises LinAlgError where `a` is not square or singular, TypeError for half precision.

    >>> cp.linalg.inv(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])"""

def det(a: ArrayLike) -> ndarray:
    """The determinants of square matrices, the last two axes.

    Raises LinAlgError where `a` is not square, TypeError for half precision.

    >>> cp.linalg.det(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    array(8.)"""

def slogdet(a: ArrayLike) -> SlogdetResult:
    """The signs of determinants and the logarithms of their absolute values: `sign` and `logabsdet`. Of singular
    matrices 0 and -inf.

    Raises LinAlgError where `a` is not square, TypeError for half precision.

    >>> cp.linalg.slogdet(cp.array([[-1.0, 0.0], [0.0, 1.0]])).sign
    array(-1.)"""

def cholesky(a: ArrayLike, /, *, upper: bool_type = False) -> ndarray:
    """The lower triangles whose products with their conjugate transposes are Hermitian matrices, or with `upper` the
    upper ones. Of the matrices that triangle is read.

    Raises LinAlgError where `a` is not square or not positive definite, TypeError for half precision.

    >>> cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    array([[2., 0.],
           [1., 3.]])"""

def lstsq(a: ArrayLike, b: ArrayLike, rcond: float | None = None) -> tuple[ndarray, ...]:
    """The least-squares solution of `a x = b`, what the columns leave, the rank, and the singular values.

    Singular values up to `rcond` times the largest count as zero. The rank is waited for. Raises LinAlgError for
    other shapes than those of matrices, TypeError for half precision.

    >>> cp.linalg.lstsq(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))[0]
    array([1., 2.])"""

def tensorsolve(a: ArrayLike, b: ArrayLike, axes: Sequence[int] | None = None) -> ndarray:
    """The tensor `x` whose sum of products with the last axes of `a` is `b`. `axes` of `a` are moved after the others
    first.

    Raises LinAlgError where the extents make no square matrix or that is singular, AxisError for an axis out of
    range.

    >>> cp.linalg.tensorsolve(cp.eye(4).reshape(2, 2, 2, 2), cp.ones((2, 2)))
    array([[1., 1.],
           [1., 1.]])"""

def tensorinv(a: ArrayLike, ind: int = 2) -> ndarray:
    """The inverse of a tensor that takes its last axes to its first `ind` ones.

    Raises ValueError for an `ind` that is not positive, LinAlgError where the extents make no square matrix or that
    is singular.

    >>> cp.linalg.tensorinv(cp.eye(4).reshape(4, 2, 2), ind=1).shape
    (2, 2, 4)"""

@overload
def svd(a: ArrayLike, full_matrices: bool_type = True, compute_uv: Literal[True] = True, hermitian: bool_type = False) -> SVDResult: ...
@overload
def svd(a: ArrayLike, full_matrices: bool_type = True, *, compute_uv: Literal[False], hermitian: bool_type = False) -> ndarray: ...
@overload
def svd(a: ArrayLike, full_matrices: bool_type = True, compute_uv: bool_type = True, hermitian: bool_type = False) -> Any:
    """The singular value decomposition of matrices, the last two axes: `U`, `S` in descending order, and `Vh`; `S`
    alone without `compute_uv`.

    There are as many vectors as values or, with `full_matrices`, all. With `hermitian` the values are found by
    eigenvalues. Raises LinAlgError for fewer than two axes or where they are not found, TypeError for half
    precision.

    >>> cp.linalg.svd(cp.array([[3.0, 0.0], [0.0, 4.0]])).S
    array([4., 3.])"""

def svdvals(x: ArrayLike, /) -> ndarray:
    """The singular values of matrices, the last two axes, in descending order.

    Raises LinAlgError for fewer than two axes or where they are not found, TypeError for half precision.

    >>> cp.linalg.svdvals(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    array([4., 3.])"""

def eigh(a: ArrayLike, UPLO: str = "L") -> EighResult:
    """The eigenvalues of Hermitian matrices, the last two axes, in ascending order, and the eigenvectors as columns.

    `UPLO` is "L" or "U": the triangle that is read. Raises ValueError for another, LinAlgError where `a` is not
    square or values are not found, TypeError for half precision.

    >>> cp.linalg.eigh(cp.array([[3.0, 0.0], [0.0, 4.0]])).eigenvalues
    array([3., 4.])"""

def eigvalsh(a: ArrayLike, UPLO: str = "L") -> ndarray:
    """The eigenvalues of Hermitian matrices, the last two axes, in ascending order.

    `UPLO` is "L" or "U": the triangle that is read. Raises ValueError for another, LinAlgError where `a` is not
    square or values are not found, TypeError for half precision.

    >>> cp.linalg.eigvalsh(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    array([3., 4.])"""

def eig(a: ArrayLike) -> EigResult:
    """The eigenvalues of square matrices, the last two axes, and the eigenvectors as columns of length one.

    Both are complex, also those of real matrices, as in NumPy from version 2.5 on. Raises LinAlgError where `a` is
    not square or not finite or values are not found, TypeError for half precision.

    >>> cp.linalg.eig(cp.array([[3.0, 0.0], [0.0, 4.0]])).eigenvectors
    array([[1.+0.j, 0.+0.j],
           [0.+0.j, 1.+0.j]])"""

def eigvals(a: ArrayLike) -> ndarray:
    """The eigenvalues of square matrices, the last two axes.

    They are complex, also those of real matrices, as in NumPy from version 2.5 on. Raises LinAlgError where `a` is
    not square or not finite or values are not found, TypeError for half precision.

    >>> cp.linalg.eigvals(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    array([3.+0.j, 4.+0.j])"""

@overload
def qr(a: ArrayLike, mode: Literal["reduced", "complete"] = "reduced") -> QRResult: ...
@overload
def qr(a: ArrayLike, mode: Literal["r"]) -> ndarray: ...
@overload
def qr(a: ArrayLike, mode: Literal["raw"]) -> tuple[ndarray, ndarray]: ...
@overload
def qr(a: ArrayLike, mode: str = "reduced") -> Any:
    """Orthonormal bases `Q` and upper triangles `R` whose products are matrices, the last two axes.

    `mode` is "reduced", "complete" for a whole basis, "r" for the triangle alone, or "raw" for the transpose of
    what LAPACK's geqrf writes and the scales of its reflections. Raises ValueError for another, LinAlgError for
    fewer than two axes, TypeError for half precision.

    >>> cp.linalg.qr(cp.array([[3.0, 1.0], [4.0, 0.0]])).Q.shape
    (2, 2)"""

def matrix_rank(A: ArrayLike, tol: ArrayLike | None = None, hermitian: bool_type = False, *, rtol: ArrayLike | None = None) -> ndarray:
    """The ranks of matrices, the last two axes: how many singular values exceed `tol`, or `rtol` times the largest.

    Without either `rtol` is the precision times the larger extent. Of fewer than two axes it says whether an
    element is not zero. Raises ValueError for both, LinAlgError where the values are not found, TypeError for half
    precision.

    >>> cp.linalg.matrix_rank(cp.array([[1.0, 2.0], [2.0, 4.0]]))
    array(1)"""

def pinv(a: ArrayLike, rcond: ArrayLike | None = None, hermitian: bool_type = False, *, rtol: ArrayLike | None = None) -> ndarray:
    """The pseudo-inverses of matrices, the last two axes.

    Singular values up to `rcond`, or `rtol`, times the largest count as zero, 1e-15 without either. Raises
    ValueError for both, LinAlgError for fewer than two axes or where values are not found, TypeError for half
    precision.

    >>> cp.linalg.pinv(cp.array([[2.0, 0.0], [0.0, 0.0]]))
    array([[0.5, 0. ],
           [0. , 0. ]])"""

def cond(x: ArrayLike, p: float | str | None = None) -> ndarray:
    """The condition of matrices, the last two axes, by a norm: that of a matrix times that of its inverse. Of singular
    ones inf.

    `p` is None for the 2-norm, or an `ord` of `matrix_norm`. Raises LinAlgError without elements, and for matrices
    that are not square but for the 2-norms; ValueError for another norm.

    >>> cp.linalg.cond(cp.array([[2.0, 0.0], [0.0, 4.0]]), 1)
    array(2.)"""

def matrix_power(a: ArrayLike, n: int) -> ndarray:
    """The powers of square matrices, the last two axes, and of their inverses for negative exponents.

    Raises LinAlgError where `a` is not square, or singular and its inverse is requested; TypeError where `n` is no
    integer.

    >>> cp.linalg.matrix_power(cp.array([[1, 1], [0, 1]]), 5)
    array([[1, 5],
           [0, 1]])"""

def multi_dot(arrays: Sequence[ArrayLike] | ndarray, *, out: ndarray | None = None) -> ndarray:
    """The product of several matrices in the order of fewest multiplications; the first and the last may be vectors.

    Raises ValueError for fewer than two arrays or extents that differ, LinAlgError where one is no matrix.

    >>> cp.linalg.multi_dot([cp.ones((2, 3)), cp.ones((3, 1)), cp.ones((1, 2))])
    array([[3., 3.],
           [3., 3.]])"""

def cross(x1: ArrayLike, x2: ArrayLike, /, *, axis: int | None = -1) -> ndarray:
    """The vector products of vectors of three elements along an axis; since NumPy 2.5 along the last where it is None.

    Raises ValueError for vectors of other lengths, AxisError for an axis out of range.

    >>> cp.linalg.cross([1, 0, 0], [0, 1, 0])
    array([0, 0, 1])"""

def outer(x1: ArrayLike, x2: ArrayLike, /) -> ndarray:
    """All products of elements of two vectors, as a matrix.

    Raises ValueError for arrays of other than one axis.

    >>> cp.linalg.outer([1, 2], [3, 4])
    array([[3, 4],
           [6, 8]])"""

def cho_solve(c_and_lower: Sequence[ArrayLike] | ndarray, b: ArrayLike, overwrite_b: bool_type = False, check_finite: bool_type = True) -> ndarray:
    """The solution of a system by a Cholesky factor, and whether that is the lower one: a tuple of two.

    Raises ValueError where shapes do not go together, and with `check_finite` where an element is infinite or
    NaN.

    >>> factor = cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    >>> cp.linalg.cho_solve((factor, True), cp.array([6.0, 12.0]))
    array([1., 1.])

    `overwrite_b` is accepted and has no effect: inputs are never changed."""

def invh(a: ArrayLike) -> ndarray:
    """The inverses of Hermitian positive definite matrices, the last two axes, of which the lower triangle is read.

    Raises LinAlgError for matrices that are not square or not positive definite, TypeError for half precision.

    >>> cp.linalg.invh(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    array([[0.5 , 0.  ],
           [0.  , 0.25]])"""
