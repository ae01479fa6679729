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

    def sum(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The sum of the elements over axes.

        Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. `initial` is added; only elements where
        `where` is true take part. Raises AxisError for an axis out of range.

        >>> cp.sum(cp.array([[1, 2], [3, 4]]), axis=0)
        array([4, 6])"""

    def prod(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The product of the elements over axes.

        Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. `initial` is multiplied in; only
        elements where `where` is true take part. Raises AxisError for an axis out of range.

        >>> cp.prod(cp.array([[1, 2], [3, 4]]), axis=0)
        array([3, 8])"""

    def any(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """Whether any element over axes is true: not zero.

        >>> cp.any(cp.array([[0, 0], [0, 1]]), axis=1)
        array([False,  True])"""

    def all(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """Whether every element over axes is true: not zero.

        >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
        array([False,  True])"""

    def argmax(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
        """The position of the first largest element along an axis, or of the flattened array; of the first NaN where there is one.

        Raises ValueError where there are no elements.

        >>> cp.argmax(cp.array([3, 9, 9]))
        array(1)"""

    def argmin(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
        """The position of the first smallest element along an axis, or of the flattened array; of the first NaN where there is one.

        Raises ValueError where there are no elements.

        >>> cp.argmin(cp.array([3, 1, 1]))
        array(1)"""

    def mean(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """The mean over axes. Integers give float64.

        Only elements where `where` is true take part. Raises AxisError for an axis out of range.

        >>> cp.mean(cp.array([[1, 2], [3, 4]]), axis=0)
        array([2., 3.])"""

    def var(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """The variance over axes: the mean squared distance from the mean, divided by the number of elements less `ddof`.

        Integers give float64, complex numbers a real result. Raises AxisError for an axis out of range.

        >>> cp.var(cp.array([1, 2, 3, 4]))
        array(1.25)"""

    def std(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """The standard deviation over axes: the square root of the variance.

        Integers give float64, complex numbers a real result. Raises AxisError for an axis out of range.

        >>> cp.std(cp.array([1, 1, 3, 3]))
        array(1.)"""

    def max(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The largest element over axes; NaN where there is one.

        >>> cp.array([[1, 4], [3, 2]]).max(axis=1)
        array([4, 3])"""

    def min(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The smallest element over axes; NaN where there is one.

        >>> cp.array([[1, 4], [3, 2]]).min(axis=1)
        array([1, 2])"""

    def ptp(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
        """The largest element less the smallest, over axes.

        >>> cp.array([[1, 4], [3, 2]]).ptp(axis=1)
        array([3, 1])"""

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

def sum(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The sum of the elements over axes.

    Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. `initial` is added; only elements where
    `where` is true take part. Raises AxisError for an axis out of range.

    >>> cp.sum(cp.array([[1, 2], [3, 4]]), axis=0)
    array([4, 6])"""

def prod(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The product of the elements over axes.

    Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. `initial` is multiplied in; only
    elements where `where` is true take part. Raises AxisError for an axis out of range.

    >>> cp.prod(cp.array([[1, 2], [3, 4]]), axis=0)
    array([3, 8])"""

def max(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The largest element over axes; NaN where there is one.

    Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.

    >>> cp.max(cp.array([[1, 4], [3, 2]]), axis=1)
    array([4, 3])"""

def amax(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The largest element over axes; NaN where there is one.

    Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.

    >>> cp.max(cp.array([[1, 4], [3, 2]]), axis=1)
    array([4, 3])"""

def min(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The smallest element over axes; NaN where there is one.

    Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.

    >>> cp.min(cp.array([[1, 4], [3, 2]]), axis=1)
    array([1, 2])"""

def amin(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The smallest element over axes; NaN where there is one.

    Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.

    >>> cp.min(cp.array([[1, 4], [3, 2]]), axis=1)
    array([1, 2])"""

def any(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """Whether any element over axes is true: not zero.

    >>> cp.any(cp.array([[0, 0], [0, 1]]), axis=1)
    array([False,  True])"""

def all(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """Whether every element over axes is true: not zero.

    >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
    array([False,  True])"""

def argmax(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
    """The position of the first largest element along an axis, or of the flattened array; of the first NaN where there is one.

    Raises ValueError where there are no elements.

    >>> cp.argmax(cp.array([3, 9, 9]))
    array(1)"""

def argmin(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
    """The position of the first smallest element along an axis, or of the flattened array; of the first NaN where there is one.

    Raises ValueError where there are no elements.

    >>> cp.argmin(cp.array([3, 1, 1]))
    array(1)"""

def mean(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """The mean over axes. Integers give float64.

    Only elements where `where` is true take part. Raises AxisError for an axis out of range.

    >>> cp.mean(cp.array([[1, 2], [3, 4]]), axis=0)
    array([2., 3.])"""

def var(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """The variance over axes: the mean squared distance from the mean, divided by the number of elements less `ddof`.

    Integers give float64, complex numbers a real result. Raises AxisError for an axis out of range.

    >>> cp.var(cp.array([1, 2, 3, 4]))
    array(1.25)"""

def std(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """The standard deviation over axes: the square root of the variance.

    Integers give float64, complex numbers a real result. Raises AxisError for an axis out of range.

    >>> cp.std(cp.array([1, 1, 3, 3]))
    array(1.)"""

def average(a: ArrayLike, axis: int | tuple[int, ...] | None = None, weights: ArrayLike | None = None, returned: bool_type = False, *, keepdims: bool_type = False) -> Any:
    """The weighted mean over axes; with the sum of the weights where `returned` asks for it. Waits for the weights.

    Weights have the shape of `a`, or of the axes. Raises ZeroDivisionError where weights sum to zero, TypeError where weights of
    another shape come without an axis, ValueError where their shape is not that of the axes.

    >>> cp.average(cp.array([1.0, 2.0, 4.0]), weights=cp.array([1, 1, 2]))
    array(2.75)"""

def ptp(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
    """The largest element less the smallest, over axes.

    Raises ValueError where there are no elements, AxisError for an axis out of range.

    >>> cp.ptp(cp.array([[1, 4], [3, 2]]), axis=1)
    array([3, 1])"""

def count_nonzero(a: ArrayLike, axis: int | tuple[int, ...] | None = None, *, keepdims: bool_type = False) -> ndarray:
    """The number of elements over axes that are not zero.

    >>> cp.count_nonzero(cp.array([[0, 1], [2, 3]]), axis=1)
    array([1, 2])"""

def nansum(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The sum over axes, NaN counting as zero.

    >>> cp.nansum(cp.array([1.0, cp.nan, 2.0]))
    array(3.)"""

def nanprod(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The product over axes, NaN counting as one.

    >>> cp.nanprod(cp.array([1.0, cp.nan, 2.0]))
    array(2.)"""

def nanmax(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The largest element over axes that is not NaN; NaN where there is no other.

    Raises ValueError where there are no elements and no `initial`.

    >>> cp.nanmax(cp.array([1.0, cp.nan, 2.0]))
    array(2.)"""

def nanmin(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The smallest element over axes that is not NaN; NaN where there is no other.

    Raises ValueError where there are no elements and no `initial`.

    >>> cp.nanmin(cp.array([1.0, cp.nan, 2.0]))
    array(1.)"""

def nanmean(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """The mean over axes of the elements that are not NaN; NaN where there is none.

    >>> cp.nanmean(cp.array([1.0, cp.nan, 2.0]))
    array(1.5)"""

def nanvar(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """The variance over axes of the elements that are not NaN; NaN where there are not more of them than `ddof`.

    >>> cp.nanvar(cp.array([1.0, cp.nan, 3.0]))
    array(1.)"""

def nanstd(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """The standard deviation over axes of the elements that are not NaN; NaN where there are not more of them than `ddof`.

    >>> cp.nanstd(cp.array([1.0, cp.nan, 3.0]))
    array(1.)"""
