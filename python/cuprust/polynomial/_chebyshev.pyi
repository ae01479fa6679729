# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.polynomial.chebyshev that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def chebadd(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The sum of two series by their coefficients, the lowest degree first. Zeros after the last other
    coefficient are left out, for which the coefficients are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.chebadd([1, 2, 3], [3, 2, 1])
    array([4., 4., 4.])"""

def chebsub(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The difference of two series by their coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.chebsub([1, 2, 3], [3, 2, 1])
    array([-2.,  0.,  2.])"""

def chebmulx(c: ArrayLike) -> ndarray:
    """A series times its variable, by its coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.chebmulx([1, 2, 3])
    array([1. , 2.5, 1. , 1.5])"""

def chebmul(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The product of two series by their coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.chebmul([1, 2], [3, 4])
    array([ 7., 10.,  4.])"""

def chebdiv(c1: ArrayLike, c2: ArrayLike) -> tuple[ndarray, ...]:
    """The quotient of two series and what the division leaves, by their coefficients, the lowest degree first;
    those are waited for.

    Raises ZeroDivisionError for a division by zero, ValueError for no coefficients, and for more than one
    axis of them.

    >>> cp.polynomial.chebyshev.chebdiv([3, 4, 4], [1, 2])[0].round(6)
    array([0., 4.])"""

def chebpow(c: ArrayLike, pow: complex | np.generic | ndarray, maxpower: complex | np.generic | ndarray | None = 16) -> ndarray:
    """A power of a series by its coefficients, the lowest degree first; those are waited for.

    Raises ValueError for a power that is negative or above `maxpower`, for no coefficients, and for more
    than one axis of them.

    >>> cp.polynomial.chebyshev.chebpow([1, 2], 2)
    array([3., 4., 2.])"""

def chebval(x: ArrayLike | np.ndarray[Any, Any], c: ArrayLike, tensor: bool_type = True) -> ndarray:
    """The values of series, whose coefficients begin with the lowest degree, along the first axis.

    With `tensor` each column of coefficients is a series that is evaluated at every point; without it
    points and columns broadcast. Raises IndexError for no coefficients, ValueError where shapes do not
    broadcast.

    >>> cp.polynomial.chebyshev.chebval([0.0, 0.5], [1, 2, 3])
    array([-2. ,  0.5])"""

def chebval2d(x: ArrayLike, y: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of two variables, whose degrees are the first two axes of `c`, at points.

    Raises ValueError for points of different shapes.

    >>> cp.polynomial.chebyshev.chebval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])
    array([ 3. , 10.5])"""

def chebval3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of three variables, whose degrees are the first three axes of `c`, at points.

    Raises ValueError for points of different shapes.

    >>> cp.polynomial.chebyshev.chebval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])
    array([10.5])"""

def chebgrid2d(x: ArrayLike, y: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of two variables, whose degrees are the first two axes of `c`, at all pairs of
    points.

    Raises IndexError for no coefficients.

    >>> cp.polynomial.chebyshev.chebgrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])
    array([[ 3. ,  5. ],
           [ 6.5, 10.5]])"""

def chebgrid3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of three variables, whose degrees are the first three axes of `c`, at all
    combinations of points.

    Raises IndexError for no coefficients.

    >>> cp.polynomial.chebyshev.chebgrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])
    array([[[10.5]]])"""

def chebvander(x: ArrayLike, deg: int) -> ndarray:
    """The polynomials of the basis up to degree `deg` at points, along a new last axis.

    Raises ValueError for a negative `deg`.

    >>> cp.polynomial.chebyshev.chebvander([0.0, 0.5], 2)
    array([[ 1. ,  0. , -1. ],
           [ 1. ,  0.5, -0.5]])"""

def chebvander2d(x: ArrayLike, y: ArrayLike, deg: Sequence[int]) -> ndarray:
    """The products of the basis' polynomials of two variables up to two degrees at points, along a new last
    axis.

    Raises ValueError for another number of degrees, and for a negative one.

    >>> cp.polynomial.chebyshev.chebvander2d([0.5], [1.0], [1, 1])
    array([[1. , 1. , 0.5, 0.5]])"""

def chebvander3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, deg: Sequence[int]) -> ndarray:
    """The products of the basis' polynomials of three variables up to three degrees at points, along a new
    last axis.

    Raises ValueError for another number of degrees, and for a negative one.

    >>> cp.polynomial.chebyshev.chebvander3d([0.5], [1.0], [2.0], [1, 0, 1])
    array([[1. , 2. , 0.5, 1. ]])"""

def chebder(c: ArrayLike, m: int = 1, scl: ArrayLike | np.ndarray[Any, Any] = 1, axis: int = 0) -> ndarray:
    """The derivative of series, `m` times, by their coefficients along an axis; each time they are multiplied
    by `scl`.

    Raises ValueError for a negative `m`, AxisError for an axis out of range.

    >>> cp.polynomial.chebyshev.chebder([1, 2, 3])
    array([ 2., 12.])"""

def chebint(c: ArrayLike, m: int = 1, k: ArrayLike | None = None, lbnd: ArrayLike | np.ndarray[Any, Any] = 0, scl: ArrayLike | np.ndarray[Any, Any] = 1, axis: int = 0) -> ndarray:
    """The integral of series, `m` times, by their coefficients along an axis; each time they are multiplied by
    `scl`, and have at `lbnd` the value of a constant of `k`, zero where there are fewer.

    Raises ValueError for a negative `m`, more constants, and bounds and scales that are no numbers,
    AxisError for an axis out of range.

    >>> cp.polynomial.chebyshev.chebint([1, 2])
    array([0.5, 1. , 0.5])"""

def chebfit(x: ArrayLike, y: ArrayLike, deg: ArrayLike | np.ndarray[Any, Any], rcond: float | None = None, full: bool_type = False, w: ArrayLike | None = None) -> Any:
    """The coefficients, the lowest degree first, of the series that is next to the values `y` at the points
    `x`.

    `deg` is the highest degree, or all degrees that have a coefficient. The sum of the squares, of what is
    left times the weights `w`, is least. Singular values up to `rcond` times the largest count as zero.
    With `full` a list follows: the squares that are left, the rank, the singular values and `rcond`. The
    rank is waited for, and RankWarning is issued where it is not full. Raises ValueError for a negative
    degree, TypeError for degrees that are no integers and for other axes and lengths than those of points
    and values.

    >>> cp.polynomial.chebyshev.chebfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)
    array([1., 2.])"""

def chebfromroots(roots: ArrayLike) -> ndarray:
    """The coefficients, the lowest degree first, of the product of `x - root` over some zeros, which are
    waited for.

    Raises ValueError for more than one axis, TypeError for none.

    >>> cp.polynomial.chebyshev.chebfromroots([-1, 2])
    array([-1.5, -1. ,  0.5])"""

def chebroots(c: ArrayLike) -> ndarray:
    """The zeros of a series in ascending order, real where all are; beside NumPy 2.5 and later those of
    Chebyshev, Legendre and HermiteE series are complex, as its own. They are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.chebroots([-2, 1, 1]).real.round(6)
    array([-1.5,  1. ])"""

def chebcompanion(c: ArrayLike) -> ndarray:
    """The matrix whose eigenvalues are the zeros of a series, whose coefficients are waited for.

    Raises ValueError for fewer than two coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.chebcompanion([1, 2, 4]).round(6)
    array([[ 0.      ,  0.53033 ],
           [ 0.707107, -0.25    ]])"""

def chebtrim(c: ArrayLike, tol: float = 0) -> ndarray:
    """Coefficients without those of a size up to `tol` after the last other one; they are waited for.

    Raises ValueError for a negative `tol`, for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.chebtrim([1, 2, 0, 0])
    array([1., 2.])"""

def chebgauss(deg: int) -> tuple[ndarray, ...]:
    """The points and weights of Gauss' quadrature with the weight of the basis, exact for polynomials up
    to degree `2 deg - 1`.

    Raises ValueError for a `deg` that is not positive.

    >>> cp.polynomial.chebyshev.chebgauss(2)[1].round(6)
    array([1.570796, 1.570796])"""

def chebweight(x: ArrayLike) -> ndarray:
    """The weight with which the polynomials of the basis are orthogonal, at points.

    >>> cp.polynomial.chebyshev.chebweight(cp.array([0.0, 0.5])).round(6)
    array([1.      , 1.154701])"""

def cheb2poly(c: ArrayLike) -> ndarray:
    """The coefficients of powers that a series of this basis has; they are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.cheb2poly([1, 2, 3])
    array([-2.,  2.,  6.])"""

def poly2cheb(pol: ArrayLike) -> ndarray:
    """The coefficients in this basis that a polynomial has, by those of its powers; they are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.chebyshev.poly2cheb([1, 2, 3])
    array([2.5, 2. , 1.5])"""
