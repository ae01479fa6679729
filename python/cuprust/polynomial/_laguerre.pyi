# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.polynomial.laguerre that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def lagadd(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The sum of two series by their coefficients, the lowest degree first. Zeros after the last other
    coefficient are left out, for which the coefficients are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lagadd([1, 2, 3], [3, 2, 1])
    array([4., 4., 4.])"""

def lagsub(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The difference of two series by their coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lagsub([1, 2, 3], [3, 2, 1])
    array([-2.,  0.,  2.])"""

def lagmulx(c: ArrayLike) -> ndarray:
    """A series times its variable, by its coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lagmulx([1, 2, 3])
    array([-1., -1., 11., -9.])"""

def lagmul(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The product of two series by their coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lagmul([1, 2], [3, 4])
    array([11., -6., 16.])"""

def lagdiv(c1: ArrayLike, c2: ArrayLike) -> tuple[ndarray, ...]:
    """The quotient of two series and what the division leaves, by their coefficients, the lowest degree first;
    those are waited for.

    Raises ZeroDivisionError for a division by zero, ValueError for no coefficients, and for more than one
    axis of them.

    >>> cp.polynomial.laguerre.lagdiv([3, 4, 4], [1, 2])[0].round(6)
    array([3.5, 1. ])"""

def lagpow(c: ArrayLike, pow: complex | np.generic | ndarray, maxpower: complex | np.generic | ndarray | None = 16) -> ndarray:
    """A power of a series by its coefficients, the lowest degree first; those are waited for.

    Raises ValueError for a power that is negative or above `maxpower`, for no coefficients, and for more
    than one axis of them.

    >>> cp.polynomial.laguerre.lagpow([1, 2], 2)
    array([ 5., -4.,  8.])"""

def lagval(x: ArrayLike | np.ndarray[Any, Any], c: ArrayLike, tensor: bool_type = True) -> ndarray:
    """The values of series, whose coefficients begin with the lowest degree, along the first axis.

    With `tensor` each column of coefficients is a series that is evaluated at every point; without it
    points and columns broadcast. Raises IndexError for no coefficients, ValueError where shapes do not
    broadcast.

    >>> cp.polynomial.laguerre.lagval([0.0, 0.5], [1, 2, 3])
    array([6.   , 2.375])"""

def lagval2d(x: ArrayLike, y: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of two variables, whose degrees are the first two axes of `c`, at points.

    Raises ValueError for points of different shapes.

    >>> cp.polynomial.laguerre.lagval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])
    array([ 4. , -1.5])"""

def lagval3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of three variables, whose degrees are the first three axes of `c`, at points.

    Raises ValueError for points of different shapes.

    >>> cp.polynomial.laguerre.lagval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])
    array([-1.5])"""

def laggrid2d(x: ArrayLike, y: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of two variables, whose degrees are the first two axes of `c`, at all pairs of
    points.

    Raises IndexError for no coefficients.

    >>> cp.polynomial.laguerre.laggrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])
    array([[ 4. , -2. ],
           [ 2.5, -1.5]])"""

def laggrid3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of three variables, whose degrees are the first three axes of `c`, at all
    combinations of points.

    Raises IndexError for no coefficients.

    >>> cp.polynomial.laguerre.laggrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])
    array([[[-1.5]]])"""

def lagvander(x: ArrayLike, deg: int) -> ndarray:
    """The polynomials of the basis up to degree `deg` at points, along a new last axis.

    Raises ValueError for a negative `deg`.

    >>> cp.polynomial.laguerre.lagvander([0.0, 0.5], 2)
    array([[1.   , 1.   , 1.   ],
           [1.   , 0.5  , 0.125]])"""

def lagvander2d(x: ArrayLike, y: ArrayLike, deg: Sequence[int]) -> ndarray:
    """The products of the basis' polynomials of two variables up to two degrees at points, along a new last
    axis.

    Raises ValueError for another number of degrees, and for a negative one.

    >>> cp.polynomial.laguerre.lagvander2d([0.5], [2.0], [1, 1])
    array([[ 1. , -1. ,  0.5, -0.5]])"""

def lagvander3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, deg: Sequence[int]) -> ndarray:
    """The products of the basis' polynomials of three variables up to three degrees at points, along a new
    last axis.

    Raises ValueError for another number of degrees, and for a negative one.

    >>> cp.polynomial.laguerre.lagvander3d([0.5], [1.0], [2.0], [1, 0, 1])
    array([[ 1. , -1. ,  0.5, -0.5]])"""

def lagder(c: ArrayLike, m: int = 1, scl: ArrayLike | np.ndarray[Any, Any] = 1, axis: int = 0) -> ndarray:
    """The derivative of series, `m` times, by their coefficients along an axis; each time they are multiplied
    by `scl`.

    Raises ValueError for a negative `m`, AxisError for an axis out of range.

    >>> cp.polynomial.laguerre.lagder([1, 2, 3])
    array([-5., -3.])"""

def lagint(c: ArrayLike, m: int = 1, k: ArrayLike | None = None, lbnd: ArrayLike | np.ndarray[Any, Any] = 0, scl: ArrayLike | np.ndarray[Any, Any] = 1, axis: int = 0) -> ndarray:
    """The integral of series, `m` times, by their coefficients along an axis; each time they are multiplied by
    `scl`, and have at `lbnd` the value of a constant of `k`, zero where there are fewer.

    Raises ValueError for a negative `m`, more constants, and bounds and scales that are no numbers,
    AxisError for an axis out of range.

    >>> cp.polynomial.laguerre.lagint([1, 2])
    array([ 1.,  1., -2.])"""

def lagfit(x: ArrayLike, y: ArrayLike, deg: ArrayLike | np.ndarray[Any, Any], rcond: float | None = None, full: bool_type = False, w: ArrayLike | None = None) -> Any:
    """The coefficients, the lowest degree first, of the series that is next to the values `y` at the points
    `x`.

    `deg` is the highest degree, or all degrees that have a coefficient. The sum of the squares, of what is
    left times the weights `w`, is least. Singular values up to `rcond` times the largest count as zero.
    With `full` a list follows: the squares that are left, the rank, the singular values and `rcond`. The
    rank is waited for, and RankWarning is issued where it is not full. Raises ValueError for a negative
    degree, TypeError for degrees that are no integers and for other axes and lengths than those of points
    and values.

    >>> cp.polynomial.laguerre.lagfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)
    array([ 3., -2.])"""

def lagfromroots(roots: ArrayLike) -> ndarray:
    """The coefficients, the lowest degree first, of the product of `x - root` over some zeros, which are
    waited for.

    Raises ValueError for more than one axis, TypeError for none.

    >>> cp.polynomial.laguerre.lagfromroots([-1, 2])
    array([-1., -3.,  2.])"""

def lagroots(c: ArrayLike) -> ndarray:
    """The zeros of a series in ascending order, real where all are; beside NumPy 2.5 and later those of
    Chebyshev, Legendre and HermiteE series are complex, as its own. They are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lagroots([-2, 1, 1]).round(6)
    array([0., 6.])"""

def lagcompanion(c: ArrayLike) -> ndarray:
    """The matrix whose eigenvalues are the zeros of a series, whose coefficients are waited for.

    Raises ValueError for fewer than two coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lagcompanion([1, 2, 4]).round(6)
    array([[ 1. , -0.5],
           [-1. ,  4. ]])"""

def lagtrim(c: ArrayLike, tol: float = 0) -> ndarray:
    """Coefficients without those of a size up to `tol` after the last other one; they are waited for.

    Raises ValueError for a negative `tol`, for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lagtrim([1, 2, 0, 0])
    array([1., 2.])"""

def laggauss(deg: int) -> tuple[ndarray, ...]:
    """The points and weights of Gauss' quadrature with the weight of the basis, exact for polynomials up
    to degree `2 deg - 1`.

    Raises ValueError for a `deg` that is not positive.

    >>> cp.polynomial.laguerre.laggauss(2)[1].round(6)
    array([0.853553, 0.146447])"""

def lagweight(x: ArrayLike) -> ndarray:
    """The weight with which the polynomials of the basis are orthogonal, at points.

    >>> cp.polynomial.laguerre.lagweight(cp.array([0.0, 0.5])).round(6)
    array([1.      , 0.606531])"""

def lag2poly(c: ArrayLike) -> ndarray:
    """The coefficients of powers that a series of this basis has; they are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.lag2poly([1, 2, 3])
    array([ 6. , -8. ,  1.5])"""

def poly2lag(pol: ArrayLike) -> ndarray:
    """The coefficients in this basis that a polynomial has, by those of its powers; they are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.laguerre.poly2lag([1, 2, 3])
    array([  9., -14.,   6.])"""
