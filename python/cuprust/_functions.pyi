# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust that are declared in its table, and the methods of arrays among them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray
from cuprust.cuda import Device

class Methods:
    """The methods of arrays."""

    def dot(self, b: ArrayLike, out: ndarray | None = None) -> ndarray:
        """A product by a number, of vectors, of matrices, or over the last axis of `a` and the last but one of `b`.

        Raises ValueError where the extents differ.

        >>> cp.dot(cp.array([1, 2]), cp.array([3, 4]))
        array(11)"""

    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The sum along the diagonal of two axes.

        `offset` names the diagonal: above the main one where it is positive. Raises ValueError where `a` has fewer than two axes.

        >>> cp.trace(cp.array([[1, 2], [3, 4]]))
        array(5)"""

    def clip(self, min: ArrayLike | None = None, max: ArrayLike | None = None, out: ndarray | None = None) -> ndarray:
        """The elements kept within bounds, each a number, an array, or None.

        >>> cp.arange(6).clip(1, 4)
        array([1, 1, 2, 3, 4, 4])"""

    def round(self, decimals: int = 0, out: ndarray | None = None) -> ndarray:
        """The elements rounded to a number of decimals, halves to even.

        Negative `decimals` round before the point. Integers stay integers.

        >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
        array([0.5, 1.5, 2.3])"""

    def around(self, decimals: int = 0, out: ndarray | None = None) -> ndarray:
        """The elements rounded to a number of decimals, halves to even.

        Negative `decimals` round before the point. Integers stay integers.

        >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
        array([0.5, 1.5, 2.3])"""

    def round_(self, decimals: int = 0, out: ndarray | None = None) -> ndarray:
        """The elements rounded to a number of decimals, halves to even.

        Negative `decimals` round before the point. Integers stay integers.

        >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
        array([0.5, 1.5, 2.3])"""

    def cumsum(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The running sum along an axis, or over the elements in C order where the axis is None.

        Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. Raises AxisError for an axis out of
        range.

        >>> cp.cumsum(cp.arange(4))
        array([0, 1, 3, 6])"""

    def cumprod(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The running product along an axis, or over the elements in C order where the axis is None.

        Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. Raises AxisError for an axis out
        of range.

        >>> cp.cumprod(cp.array([1, 2, 3, 4]))
        array([ 1,  2,  6, 24])"""

def matmul(x1: ArrayLike, x2: ArrayLike, /, out: ndarray | None = None, *, casting: str = "same_kind", dtype: DTypeLike | None = None, order: str | None = "K") -> ndarray:
    """The product of matrices over the last two axes; the axes before them broadcast.

    A vector stands for a row on the left and a column on the right. Raises ValueError where an operand has no axes, or shapes
    do not fit together.

    >>> cp.matmul(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    array([3, 7])"""

def dot(a: ArrayLike, b: ArrayLike, out: ndarray | None = None) -> ndarray:
    """A product by a number, of vectors, of matrices, or over the last axis of `a` and the last but one of `b`.

    Raises ValueError where the extents differ.

    >>> cp.dot(cp.array([1, 2]), cp.array([3, 4]))
    array(11)"""

def vdot(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The inner product of two arrays flattened, the first conjugated.

    Raises ValueError where the sizes differ.

    >>> cp.vdot(cp.array([1, 2j]), cp.array([3, 4j]))
    array(11.+0.j)"""

def inner(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The sum over the last axes of both.

    Raises ValueError where their extents differ.

    >>> cp.inner(cp.array([1, 2]), cp.array([[3, 4], [5, 6]]))
    array([11, 17])"""

def outer(a: ArrayLike, b: ArrayLike, out: ndarray | None = None) -> ndarray:
    """All products of elements of two arrays flattened, as a matrix.

    >>> cp.outer(cp.array([1, 2]), cp.array([3, 4]))
    array([[3, 4],
           [6, 8]])"""

def tensordot(a: ArrayLike, b: ArrayLike, axes: int | Sequence[int | Sequence[int]] = 2) -> ndarray:
    """The sum over pairs of axes: the last of `a` with the first of `b`, so many as `axes` says, or those of two lists.

    Raises ValueError where the extents of a pair differ, AxisError for an axis out of range.

    >>> cp.tensordot(cp.ones((2, 3)), cp.ones((3, 2)), axes=1)
    array([[3., 3.],
           [3., 3.]])"""

def trace(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The sum along the diagonal of two axes.

    `offset` names the diagonal: above the main one where it is positive. Raises ValueError where `a` has fewer than two axes.

    >>> cp.trace(cp.array([[1, 2], [3, 4]]))
    array(5)"""

def isclose(a: ArrayLike, b: ArrayLike, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool_type = False) -> ndarray:
    """Where two arrays are equal within a tolerance: `abs(a - b) <= atol + rtol * abs(b)`.

    Infinities are equal to themselves; NaN is equal to NaN where `equal_nan` says so. Raises ValueError where shapes do not
    broadcast.

    >>> cp.isclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    array([ True, False])"""

def allclose(a: ArrayLike, b: ArrayLike, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool_type = False) -> ndarray:
    """Whether two arrays are equal within a tolerance, as an array without axes. Waits for the elements.

    Raises ValueError where shapes do not broadcast.

    >>> cp.allclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    array(False)"""

def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool_type = False) -> ndarray:
    """Whether two arrays have one shape and equal elements, as an array without axes. Waits for the elements.

    >>> cp.array_equal(cp.arange(3), cp.array([0, 1, 2]))
    array(True)"""

def array_equiv(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """Whether two arrays have equal elements after broadcasting, as an array without axes. Waits for the elements.

    >>> cp.array_equiv(cp.array([1, 1]), cp.array(1))
    array(True)"""

def clip(a: ArrayLike, a_min: ArrayLike | None = None, a_max: ArrayLike | None = None, out: ndarray | None = None, *, min: ArrayLike | None = None, max: ArrayLike | None = None) -> ndarray:
    """The elements kept within bounds, each a number, an array, or None.

    `min` and `max` are the same bounds by the array API's names. Bounds broadcast against `a`; None is no bound.

    Raises ValueError where shapes do not broadcast, or where bounds are given by both names.

    >>> cp.clip(cp.arange(6), 1, 4)
    array([1, 1, 2, 3, 4, 4])"""

def nan_to_num(x: ArrayLike, copy: bool_type = True, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None) -> ndarray:
    """NaN replaced by a number, and the infinities by numbers.

    Where `posinf` or `neginf` is None, the largest or smallest finite number of the dtype is taken. With `copy=False` the
    elements of `x` are changed in place.

    >>> cp.nan_to_num(cp.array([1.0, cp.nan]))
    array([1., 0.])"""

def round(a: ArrayLike, decimals: int = 0, out: ndarray | None = None) -> ndarray:
    """The elements rounded to a number of decimals, halves to even.

    Negative `decimals` round before the point. Integers stay integers.

    >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
    array([0.5, 1.5, 2.3])"""

def around(a: ArrayLike, decimals: int = 0, out: ndarray | None = None) -> ndarray:
    """The elements rounded to a number of decimals, halves to even.

    Negative `decimals` round before the point. Integers stay integers.

    >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
    array([0.5, 1.5, 2.3])"""

def round_(a: ArrayLike, decimals: int = 0, out: ndarray | None = None) -> ndarray:
    """The elements rounded to a number of decimals, halves to even.

    Negative `decimals` round before the point. Integers stay integers.

    >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
    array([0.5, 1.5, 2.3])"""

def cumsum(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The running sum along an axis, or over the elements in C order where the axis is None.

    Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. Raises AxisError for an axis out of
    range.

    >>> cp.cumsum(cp.arange(4))
    array([0, 1, 3, 6])"""

def cumprod(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The running product along an axis, or over the elements in C order where the axis is None.

    Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. Raises AxisError for an axis out
    of range.

    >>> cp.cumprod(cp.array([1, 2, 3, 4]))
    array([ 1,  2,  6, 24])"""
