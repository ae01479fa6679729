# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.polynomial.polynomial that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def polyvalfromroots(x: ArrayLike | np.ndarray[Any, Any], r: ArrayLike, tensor: bool_type = True) -> ndarray:
    """The values of polynomials by their zeros, whose highest coefficients are one.

    `tensor` is as in `polyval`. Raises ValueError where shapes do not broadcast.

    >>> cp.polynomial.polynomial.polyvalfromroots(cp.array([3.0, 4.0]), [1, 2])
    array([2., 6.])"""

def polyadd(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The sum of two series by their coefficients, the lowest degree first. Zeros after the last other
    coefficient are left out, for which the coefficients are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.polynomial.polyadd([1, 2, 3], [3, 2, 1])
    array([4., 4., 4.])"""

def polysub(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The difference of two series by their coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.polynomial.polysub([1, 2, 3], [3, 2, 1])
    array([-2.,  0.,  2.])"""

def polymulx(c: ArrayLike) -> ndarray:
    """A series times its variable, by its coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.polynomial.polymulx([1, 2, 3])
    array([0., 1., 2., 3.])"""

def polymul(c1: ArrayLike, c2: ArrayLike) -> ndarray:
    """The product of two series by their coefficients, the lowest degree first; those are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.polynomial.polymul([1, 2], [3, 4])
    array([ 3., 10.,  8.])"""

def polydiv(c1: ArrayLike, c2: ArrayLike) -> tuple[ndarray, ...]:
    """The quotient of two series and what the division leaves, by their coefficients, the lowest degree first;
    those are waited for.

    Raises ZeroDivisionError for a division by zero, ValueError for no coefficients, and for more than one
    axis of them.

    >>> cp.polynomial.polynomial.polydiv([1, 2, 3], [3, 2])[0].round(6)
    array([-1.25,  1.5 ])"""

def polypow(c: ArrayLike, pow: complex | np.generic | ndarray, maxpower: complex | np.generic | ndarray | None = None) -> ndarray:
    """A power of a series by its coefficients, the lowest degree first; those are waited for.

    Raises ValueError for a power that is negative or above `maxpower`, for no coefficients, and for more
    than one axis of them.

    >>> cp.polynomial.polynomial.polypow([1, 2], 2)
    array([1., 4., 4.])"""

def polyval(x: ArrayLike | np.ndarray[Any, Any], c: ArrayLike, tensor: bool_type = True) -> ndarray:
    """The values of series, whose coefficients begin with the lowest degree, along the first axis.

    With `tensor` each column of coefficients is a series that is evaluated at every point; without it
    points and columns broadcast. Raises IndexError for no coefficients, ValueError where shapes do not
    broadcast.

    >>> cp.polynomial.polynomial.polyval([0.0, 0.5], [1, 2, 3])
    array([1.  , 2.75])"""

def polyval2d(x: ArrayLike, y: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of two variables, whose degrees are the first two axes of `c`, at points.

    Raises ValueError for points of different shapes.

    >>> cp.polynomial.polynomial.polyval2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])
    array([ 3. , 10.5])"""

def polyval3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of three variables, whose degrees are the first three axes of `c`, at points.

    Raises ValueError for points of different shapes.

    >>> cp.polynomial.polynomial.polyval3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])
    array([10.5])"""

def polygrid2d(x: ArrayLike, y: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of two variables, whose degrees are the first two axes of `c`, at all pairs of
    points.

    Raises IndexError for no coefficients.

    >>> cp.polynomial.polynomial.polygrid2d([0.0, 0.5], [1.0, 2.0], [[1, 2], [3, 4]])
    array([[ 3. ,  5. ],
           [ 6.5, 10.5]])"""

def polygrid3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, c: ArrayLike) -> ndarray:
    """The values of series of three variables, whose degrees are the first three axes of `c`, at all
    combinations of points.

    Raises IndexError for no coefficients.

    >>> cp.polynomial.polynomial.polygrid3d([0.5], [1.0], [2.0], [[[1, 2]], [[3, 4]]])
    array([[[10.5]]])"""

def polyvander(x: ArrayLike, deg: int) -> ndarray:
    """The polynomials of the basis up to degree `deg` at points, along a new last axis.

    Raises ValueError for a negative `deg`.

    >>> cp.polynomial.polynomial.polyvander([0.0, 0.5], 2)
    array([[1.  , 0.  , 0.  ],
           [1.  , 0.5 , 0.25]])"""

def polyvander2d(x: ArrayLike, y: ArrayLike, deg: Sequence[int]) -> ndarray:
    """The products of the basis' polynomials of two variables up to two degrees at points, along a new last
    axis.

    Raises ValueError for another number of degrees, and for a negative one.

    >>> cp.polynomial.polynomial.polyvander2d([0.5], [1.0], [1, 1])
    array([[1. , 1. , 0.5, 0.5]])"""

def polyvander3d(x: ArrayLike, y: ArrayLike, z: ArrayLike, deg: Sequence[int]) -> ndarray:
    """The products of the basis' polynomials of three variables up to three degrees at points, along a new
    last axis.

    Raises ValueError for another number of degrees, and for a negative one.

    >>> cp.polynomial.polynomial.polyvander3d([0.5], [1.0], [2.0], [1, 0, 1])
    array([[1. , 2. , 0.5, 1. ]])"""

def polyder(c: ArrayLike, m: int = 1, scl: ArrayLike | np.ndarray[Any, Any] = 1, axis: int = 0) -> ndarray:
    """The derivative of series, `m` times, by their coefficients along an axis; each time they are multiplied
    by `scl`.

    Raises ValueError for a negative `m`, AxisError for an axis out of range.

    >>> cp.polynomial.polynomial.polyder([1, 2, 3])
    array([2., 6.])"""

def polyint(c: ArrayLike, m: int = 1, k: ArrayLike | None = None, lbnd: ArrayLike | np.ndarray[Any, Any] = 0, scl: ArrayLike | np.ndarray[Any, Any] = 1, axis: int = 0) -> ndarray:
    """The integral of series, `m` times, by their coefficients along an axis; each time they are multiplied by
    `scl`, and have at `lbnd` the value of a constant of `k`, zero where there are fewer.

    Raises ValueError for a negative `m`, more constants, and bounds and scales that are no numbers,
    AxisError for an axis out of range.

    >>> cp.polynomial.polynomial.polyint([1, 2])
    array([0., 1., 1.])"""

def polyfit(x: ArrayLike, y: ArrayLike, deg: ArrayLike | np.ndarray[Any, Any], rcond: float | None = None, full: bool_type = False, w: ArrayLike | None = None) -> Any:
    """The coefficients, the lowest degree first, of the series that is next to the values `y` at the points
    `x`.

    `deg` is the highest degree, or all degrees that have a coefficient. The sum of the squares, of what is
    left times the weights `w`, is least. Singular values up to `rcond` times the largest count as zero.
    With `full` a list follows: the squares that are left, the rank, the singular values and `rcond`. The
    rank is waited for, and RankWarning is issued where it is not full. Raises ValueError for a negative
    degree, TypeError for degrees that are no integers and for other axes and lengths than those of points
    and values.

    >>> cp.polynomial.polynomial.polyfit([0.0, 1.0, 2.0], [1.0, 3.0, 5.0], 1).round(6)
    array([1., 2.])"""

def polyfromroots(roots: ArrayLike) -> ndarray:
    """The coefficients, the lowest degree first, of the product of `x - root` over some zeros, which are
    waited for.

    Raises ValueError for more than one axis, TypeError for none.

    >>> cp.polynomial.polynomial.polyfromroots([-1, 2])
    array([-2., -1.,  1.])"""

def polyroots(c: ArrayLike) -> ndarray:
    """The zeros of a series in ascending order, real where all are; beside NumPy 2.5 and later those of
    Chebyshev, Legendre and HermiteE series are complex, as its own. They are waited for.

    Raises ValueError for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.polynomial.polyroots([-2, 1, 1]).round(6)
    array([-2.,  1.])"""

def polycompanion(c: ArrayLike) -> ndarray:
    """The matrix whose eigenvalues are the zeros of a series, whose coefficients are waited for.

    Raises ValueError for fewer than two coefficients, and for more than one axis of them.

    >>> cp.polynomial.polynomial.polycompanion([1, 2, 4]).round(6)
    array([[ 0.  , -0.25],
           [ 1.  , -0.5 ]])"""

def polytrim(c: ArrayLike, tol: float = 0) -> ndarray:
    """Coefficients without those of a size up to `tol` after the last other one; they are waited for.

    Raises ValueError for a negative `tol`, for no coefficients, and for more than one axis of them.

    >>> cp.polynomial.polynomial.polytrim([1, 2, 0, 0])
    array([1., 2.])"""
