# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust that are declared in its table, and the methods of arrays among them."""

from collections.abc import Sequence
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

class Methods:
    """The methods of arrays."""

    def copy(self, order: str | None = "C") -> ndarray:
        """A copy in memory of its own.

        >>> cp.arange(3).copy()
        array([0, 1, 2])"""

    def astype(self, dtype: DTypeLike, order: str | None = "K", casting: str = "unsafe", subok: Any = None, copy: bool_type = True) -> ndarray:
        """The elements converted to a dtype; the array itself where it has the dtype and order and no copy is requested.

        Raises TypeError where the casting rule does not allow it.

        >>> cp.array([1.7, 2.2]).astype("i4")
        array([1, 2], dtype=int32)

        `subok` is accepted and has no effect: arrays have no subclasses."""

    def to_device(self, device: Device | str | int, /, *, stream: Stream | None = None) -> ndarray:
        """The elements on another device; the array itself where it is there already. The stream is accepted and has no
        effect: work is ordered by the arrays.

        Raises ValueError for a device that there is not.

        >>> cp.arange(3).to_device("cpu").device
        <CPU Device>"""

    def fill(self, value: ArrayLike | np.ndarray[Any, Any]) -> None:
        """Writes one number everywhere, or the element of an array without axes.

        Raises ValueError for an array with axes.

        >>> a = cp.zeros(2)
        >>> a.fill(3)
        >>> a
        array([3., 3.])"""

    def nonzero(self) -> tuple[ndarray, ...]:
        """The indices of the elements that are not zero, an array for each axis.
        Waits for the elements.

        Raises ValueError for an array without axes.

        >>> cp.nonzero(cp.array([[0, 1], [2, 0]]))
        (array([0, 1]), array([1, 0]))"""

    def take(self, indices: ArrayLike | np.ndarray[Any, Any], axis: int | None = None, out: ndarray | None = None, mode: str | int | None = "raise") -> ndarray:
        """The elements at indices along an axis, or of the flattened array.

        An index out of range is an error, wraps around, or is the nearest one in range, as `mode` says: "raise",
        "wrap", "clip". On a GPU the error is raised where the device is waited for. Raises IndexError for an index out
        of range, TypeError for indices that are not integers.

        >>> cp.take(cp.array([4, 5, 6]), [2, 0, -1])
        array([6, 4, 6])"""

    def choose(self, choices: Sequence[ArrayLike] | ndarray, out: ndarray | None = None, mode: str | int | None = "raise") -> ndarray:
        """At each position the element of the choice that the index there names, all broadcast.

        `mode` says what becomes of an index out of range: "raise", "wrap", "clip". Raises ValueError for an index out
        of range, for which it waits, and TypeError for one that is no integer.

        >>> cp.choose(cp.array([0, 1, 0]), [cp.array([1, 2, 3]), cp.array([10, 20, 30])])
        array([ 1, 20,  3])"""

    def scatter_add(self, slices: Any, value: ArrayLike) -> None:
        """Adds values at an index, in place, to elements that it names several times as often.

        Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.

        >>> a = cp.zeros(3)
        >>> cp.scatter_add(a, [0, 0, 2], 1)
        >>> a
        array([2., 0., 1.])"""

    def scatter_max(self, slices: Any, value: ArrayLike) -> None:
        """Puts the larger of the element and a value at an index, in place.

        Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.

        >>> a = cp.array([5, 5])
        >>> cp.scatter_max(a, [0, 0, 1], cp.array([6, 7, 4]))
        >>> a
        array([7, 5])"""

    def scatter_min(self, slices: Any, value: ArrayLike) -> None:
        """Puts the smaller of the element and a value at an index, in place.

        Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.

        >>> a = cp.array([5, 5])
        >>> cp.scatter_min(a, [0, 0, 1], cp.array([4, 3, 6]))
        >>> a
        array([3, 5])"""

    def put(self, indices: ArrayLike | np.ndarray[Any, Any], values: Any, mode: str | int | None = "raise") -> None:
        """Writes values at indices of the flattened array, in place. As `cuprust.put`.

        >>> a = cp.arange(5)
        >>> a.put([0, -1], [7, 9])
        >>> a
        array([7, 1, 2, 3, 9])"""

    def compress(self, condition: ArrayLike, axis: int | None = None, out: ndarray | None = None) -> ndarray:
        """The slices along an axis, or the elements of the flattened array, where a condition is true. As
        `cuprust.compress`.

        >>> cp.array([4, 5, 6]).compress([True, False, True])
        array([4, 6])"""

    def ravel(self, order: str | None = "C") -> ndarray:
        """The elements in one dimension: a view where possible, else a copy.

        >>> cp.ravel(cp.array([[1, 2], [3, 4]]))
        array([1, 2, 3, 4])"""

    def swapaxes(self, axis1: int, axis2: int) -> ndarray:
        """A view with two axes exchanged.

        Raises AxisError for an axis out of range.

        >>> cp.swapaxes(cp.ones((2, 3, 4)), 0, 2).shape
        (4, 3, 2)"""

    def squeeze(self, axis: int | tuple[int, ...] | None = None) -> ndarray:
        """A view without axes of extent one: all of them, or those named.

        Raises ValueError where a named axis has another extent.

        >>> cp.squeeze(cp.ones((1, 3, 1))).shape
        (3,)"""

    def repeat(self, repeats: float | Sequence[float] | ndarray | np.ndarray[Any, Any], axis: int | None = None) -> ndarray:
        """Each element several times, along an axis or over the elements in C order.

        Several counts belong to as many elements along the axis. Raises ValueError for a negative count.

        >>> cp.repeat(cp.arange(3), (1, 2, 0))
        array([0, 1, 1])"""

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> ndarray:
        """A view of the diagonal of two axes, which is the last axis of the result.

        Raises ValueError for fewer than two axes or one axis twice.

        >>> cp.diagonal(cp.array([[1, 2], [3, 4]]))
        array([1, 4])"""

    def reshape(self, *shape: int | Sequence[int] | None, order: str | None = "C", copy: bool_type | None = None) -> ndarray:
        """The elements in another shape: a view where strides can say it, else a copy. One extent may be -1.

        >>> cp.arange(6).reshape(2, -1).shape
        (2, 3)"""

    def flatten(self, order: str | None = "C") -> ndarray:
        """A copy of the elements in one dimension.

        >>> cp.ones((2, 3)).flatten().shape
        (6,)"""

    def transpose(self, *axes: int | Sequence[int] | None) -> ndarray:
        """A view with the axes in another order; reversed where none is given.

        >>> cp.ones((2, 3, 4)).transpose(2, 0, 1).shape
        (4, 2, 3)"""

    def byteswap(self, inplace: bool_type = False) -> ndarray:
        """The bytes of each element in the other order: in a copy, or in place.

        Raises ValueError for a read-only array in place.

        >>> cp.array([1, 256], "i2").byteswap()
        array([256,   1], dtype=int16)"""

    def conj(self) -> ndarray:
        """The complex conjugate; the array itself where it is real.

        >>> cp.array([1 + 2j]).conj()
        array([1.-2.j])"""

    def conjugate(self) -> ndarray:
        """The complex conjugate; the array itself where it is real.

        >>> cp.array([1 + 2j]).conjugate()
        array([1.-2.j])"""

    def clip(self, min: ArrayLike | None = None, max: ArrayLike | None = None, out: ndarray | None = None) -> ndarray:
        """The elements kept within bounds, each a number, an array, or None.

        >>> cp.arange(6).clip(1, 4)
        array([1, 1, 2, 3, 4, 4])"""

    def round(self, decimals: int = 0, out: ndarray | None = None) -> ndarray:
        """The elements rounded to a number of decimals, halves to even.

        Negative `decimals` round before the point. Integers stay integers.

        >>> cp.round(cp.array([0.5, 1.5, 2.345]), 1)
        array([0.5, 1.5, 2.3])"""

    def cumsum(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The running sum along an axis, or over the elements in C order where the axis is None.

        Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another.
        Raises AxisError for an axis out of range.

        >>> cp.cumsum(cp.arange(4))
        array([0, 1, 3, 6])"""

    def cumprod(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The running product along an axis, or over the elements in C order where the axis is None.

        Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another.
        Raises AxisError for an axis out of range.

        >>> cp.cumprod(cp.array([1, 2, 3, 4]))
        array([ 1,  2,  6, 24])"""

    def argsort(self, axis: int | None = -1, kind: str | None = None, order: Any = None, *, stable: bool_type | None = None, descending: bool_type = False) -> ndarray:
        """The indices that elements have before they are sorted along an axis, or in the flattened array where the axis is
        None. Where the elements are to be `descending`, NaN are first, and equal ones in their order.

        Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for an unknown kind or an
        `order` of fields.

        >>> cp.argsort(cp.array([3, 1, 2]))
        array([1, 2, 0])"""

    def argpartition(self, kth: int | Sequence[int], axis: int | None = -1, kind: str = "introselect", order: Any = None) -> ndarray:
        """The indices that elements have before `partition`.

        Raises ValueError for an index out of range or another `kind`, AxisError for an axis out of range.

        >>> cp.argpartition(cp.array([7, 1, 5, 2]), 1)[1]
        array(3)"""

    def partition(self, kth: int | Sequence[int], axis: int = -1, kind: str = "introselect", order: Any = None) -> None:
        """Moves the elements along an axis, in place, so that those at the indices are those of the sorted array: none
        before them is larger, none after them smaller.

        Raises ValueError for an index out of range, a read-only array or another `kind`, AxisError for an axis out of
        range.

        >>> a = cp.array([7, 1, 5, 2])
        >>> a.partition(1)
        >>> a[1]
        array(2)"""

    def sort(self, axis: int = -1, kind: str | None = None, order: Any = None, *, stable: bool_type | None = None) -> None:
        """Sorts the elements along an axis, in place. NaN are last.

        Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for a read-only array, an
        unknown kind or an `order` of fields.

        >>> a = cp.array([3, 1, 2])
        >>> a.sort()
        >>> a
        array([1, 2, 3])"""

    def sum(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The sum of the elements over axes.

        Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. `initial` is added; only
        elements where `where` is true take part.
        Raises AxisError for an axis out of range.

        >>> cp.sum(cp.array([[1, 2], [3, 4]]), axis=0)
        array([4, 6])"""

    def prod(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The product of the elements over axes.

        Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. `initial` is
        multiplied in; only elements where `where` is true take part.
        Raises AxisError for an axis out of range.

        >>> cp.prod(cp.array([[1, 2], [3, 4]]), axis=0)
        array([3, 8])"""

    def max(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The largest element over axes; NaN where there is one.

        Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.

        >>> cp.max(cp.array([[1, 4], [3, 2]]), axis=1)
        array([4, 3])"""

    def min(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The smallest element over axes; NaN where there is one.

        Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.

        >>> cp.min(cp.array([[1, 4], [3, 2]]), axis=1)
        array([1, 2])"""

    def any(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """Whether any element over axes is true: not zero.

        >>> cp.any(cp.array([[0, 0], [0, 1]]), axis=1)
        array([False,  True])"""

    def all(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """Whether every element over axes is true: not zero.

        >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
        array([False,  True])"""

    def argmax(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
        """The position of the first largest element along an axis, or of the flattened array; of the first NaN where there
        is one.

        Raises ValueError where there are no elements.

        >>> cp.argmax(cp.array([3, 9, 9]))
        array(1)"""

    def argmin(self, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
        """The position of the first smallest element along an axis, or of the flattened array; of the first NaN where
        there is one.

        Raises ValueError where there are no elements.

        >>> cp.argmin(cp.array([3, 1, 1]))
        array(1)"""

    def mean(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
        """The mean over axes. Integers give float64.

        Only elements where `where` is true take part.
        Raises AxisError for an axis out of range.

        >>> cp.mean(cp.array([[1, 2], [3, 4]]), axis=0)
        array([2., 3.])"""

    def var(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None, mean: ArrayLike | None = None, correction: float | None = None) -> ndarray:
        """The variance over axes: the mean squared distance from the mean, divided by the number of elements less `ddof`.

        `correction` is the array API's name for `ddof`; ValueError is raised for both. Integers give float64, complex
        numbers a real result.
        Raises AxisError for an axis out of range.

        >>> cp.var(cp.array([1, 2, 3, 4]))
        array(1.25)"""

    def std(self, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None, mean: ArrayLike | None = None, correction: float | None = None) -> ndarray:
        """The standard deviation over axes: the square root of the variance.

        Integers give float64, complex numbers a real result.
        Raises AxisError for an axis out of range.

        >>> cp.std(cp.array([1, 1, 3, 3]))
        array(1.)"""

    def ptp(self, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
        """The largest element less the smallest, over axes.

        Raises ValueError where there are no elements, AxisError for an axis out of range.

        >>> cp.ptp(cp.array([[1, 4], [3, 2]]), axis=1)
        array([3, 1])"""

    def searchsorted(self, v: ArrayLike, side: str = "left", sorter: ArrayLike | None = None) -> ndarray:
        """For each value the index among sorted elements at which it would keep their order. NaN are last.

        `side` is "left", before elements that are equal, or "right", after them; `sorter` are the indices that sort
        `a`, where it is not sorted itself. Raises ValueError where `a` has not one axis, for another side, and for
        sorters that do not fit, TypeError for sorters that are no integers.

        >>> cp.searchsorted(cp.array([1, 3, 5]), cp.array([0, 3, 9]))
        array([0, 1, 3])"""

    def dot(self, b: ArrayLike, out: ndarray | None = None) -> ndarray:
        """A product by a number, of vectors, of matrices, or over the last axis of `a` and the last but one of `b`.

        Raises ValueError where the extents differ, and for an `out` that is not in C order, of the result's shape and
        of its dtype.

        >>> cp.dot(cp.array([1, 2]), cp.array([3, 4]))
        array(11)"""

    def trace(self, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The sum along the diagonal of two axes.

        `offset` names the diagonal: above the main one where it is positive. Raises ValueError where `a` has fewer than
        two axes.

        >>> cp.trace(cp.array([[1, 2], [3, 4]]))
        array(5)"""

class UfuncMethods:
    """The methods of ufuncs."""

    def reduce(self, array: ArrayLike, axis: int | tuple[int, ...] | None = 0, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
        """The fold of the elements over axes by the function: over one axis, from the first element to the last, where the
        function is not associative.

        Sums and products of narrow integers are int64 or uint64, unless `dtype` or `out` says another. Raises
        ValueError where the function takes not two operands or there are no elements and neither an identity nor
        `initial`, TypeError where its results are no operands, AxisError for an axis out of range.

        >>> cp.add.reduce(cp.array([[1, 2], [3, 4]]))
        array([4, 6])"""

    def accumulate(self, array: ArrayLike, axis: int | tuple[int, ...] | None = 0, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The folds of the elements up to each one along an axis.

        Raises ValueError where the function takes not two operands, AxisError for an axis out of range.

        >>> cp.multiply.accumulate(cp.array([1, 2, 3]))
        array([1, 2, 6])"""

    def reduceat(self, array: ArrayLike, indices: ArrayLike | np.ndarray[Any, Any], axis: int | tuple[int, ...] | None = 0, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """The folds of slices along an axis, each from an index to the next one. Waits for the indices.

        Raises IndexError for an index out of range, TypeError for indices that are not integers.

        >>> cp.add.reduceat(cp.arange(6), [0, 3])
        array([ 3, 12])"""

    def at(self, a: ndarray | None, indices: Any, b: ArrayLike | np.ndarray[Any, Any] | None = None, /) -> None:
        """Applies the function in place at an index, elements that it names several times as often.

        Raises IndexError for an index out of range, TypeError for indices that are not integers.

        >>> a = cp.zeros(3)
        >>> cp.add.at(a, [0, 0, 2], 1)
        >>> a
        array([2., 0., 1.])"""

class GeneratorMethods:
    """The methods of generators of random numbers."""

    def random(self, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """Floats uniform on [0, 1), in an array of a shape, or written to `out`.

        Raises TypeError for a dtype that is not a real float, or not that of `out`, ValueError for another size than
        that of `out`.

        >>> cp.random.default_rng(0).random((2, 3)).shape
        (2, 3)"""

    def integers(self, low: ArrayLike | np.ndarray[Any, Any], high: ArrayLike | np.ndarray[Any, Any] | None = None, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, endpoint: bool_type = False) -> ndarray:
        """Integers from `low` to `high`, `high` itself only where `endpoint` says so; from zero to `low` where `high` is
        not given. Each bound may be an array, which is waited for.

        Raises ValueError where there are no such integers, the dtype does not hold them, or the bounds do not broadcast
        to the shape.

        >>> cp.random.default_rng(0).integers(3, size=5).max() < 3
        array(True)"""

    def standard_normal(self, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """Numbers of the standard normal distribution, in an array of a shape, or written to `out`.

        Raises TypeError for a dtype that is not a real float, or not that of `out`, ValueError for another size than
        that of `out`.

        >>> cp.random.default_rng(0).standard_normal(3).dtype
        dtype('float64')"""

    def normal(self, loc: ArrayLike | np.ndarray[Any, Any] = 0.0, scale: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of a normal distribution with a mean and a standard deviation; each may be an array.

        Raises ValueError for a negative deviation and parameters that do not broadcast to the shape, TypeError for a
        dtype that is not a real float.

        >>> cp.random.default_rng(0).normal(5, 0, size=2)
        array([5., 5.])"""

    def uniform(self, low: ArrayLike | np.ndarray[Any, Any] = 0.0, high: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Floats uniform on [low, high); each may be an array.

        Raises OverflowError where the interval is not finite, ValueError for parameters that do not broadcast to the
        shape.

        >>> cp.random.default_rng(0).uniform(2, 3, 4).min() >= 2
        array(True)"""

    def standard_exponential(self, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """Numbers of the exponential distribution with mean 1, in an array of a shape, or written to `out`.

        Raises TypeError for a dtype that is not a real float, or not that of `out`, ValueError for another size than
        that of `out`.

        >>> cp.random.default_rng(0).standard_exponential(4).min() >= 0
        array(True)"""

    def exponential(self, scale: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of an exponential distribution with a mean, or with an array of means.

        Raises ValueError for a negative mean and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).exponential(2.0, 4).min() >= 0
        array(True)"""

    def lognormal(self, mean: ArrayLike | np.ndarray[Any, Any] = 0.0, sigma: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers whose logarithm is normal with a mean and a standard deviation.

        Raises ValueError for a negative deviation and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).lognormal(0, 0, 2)
        array([1., 1.])"""

    def laplace(self, loc: ArrayLike | np.ndarray[Any, Any] = 0.0, scale: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the double exponential (Laplace) distribution around a location.

        Raises ValueError for a negative scale and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).laplace(3, 0, 2)
        array([3., 3.])"""

    def logistic(self, loc: ArrayLike | np.ndarray[Any, Any] = 0.0, scale: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the logistic distribution around a location.

        Raises ValueError for a negative scale and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).logistic(3, 0, 2)
        array([3., 3.])"""

    def gumbel(self, loc: ArrayLike | np.ndarray[Any, Any] = 0.0, scale: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the Gumbel distribution, of the largest of many, around a location.

        Raises ValueError for a negative scale and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).gumbel(3, 0, 2)
        array([3., 3.])"""

    def rayleigh(self, scale: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the Rayleigh distribution with a mode.

        Raises ValueError for a negative mode and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).rayleigh(0, 2)
        array([0., 0.])"""

    def pareto(self, a: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the Pareto distribution of the second kind (Lomax) with a shape.

        Raises ValueError for a shape that is not positive and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).pareto(3.0, 4).min() >= 0
        array(True)"""

    def power(self, a: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers on [0, 1] whose density is a power, with exponent `a - 1`.

        Raises ValueError for an `a` that is not positive and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).power(3.0, 4).max() <= 1
        array(True)"""

    def weibull(self, a: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the Weibull distribution with a shape, and scale 1.

        Raises ValueError for a negative shape and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).weibull(0, 2)
        array([0., 0.])"""

    def triangular(self, left: ArrayLike | np.ndarray[Any, Any], mode: ArrayLike | np.ndarray[Any, Any], right: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the triangular distribution on [left, right] with a mode.

        Raises ValueError for numbers that are not in this order, no interval, and parameters that do not broadcast to
        the shape.

        >>> cp.random.default_rng(0).triangular(1, 2, 3, 4).min() >= 1
        array(True)"""

    def standard_cauchy(self, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the standard Cauchy distribution.

        Raises TypeError for a dtype that is not a real float.

        >>> cp.random.default_rng(0).standard_cauchy(3).shape
        (3,)"""

    def standard_gamma(self, shape: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
        """Numbers of the gamma distribution with a shape, and scale 1, in a new array or written to `out`.

        Raises ValueError for a negative shape and parameters that do not broadcast to the shape, TypeError for a dtype
        that is not a real float.

        >>> cp.random.default_rng(0).standard_gamma(0, 2)
        array([0., 0.])"""

    def gamma(self, shape: ArrayLike | np.ndarray[Any, Any], scale: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the gamma distribution with a shape and a scale.

        Raises ValueError for a negative parameter and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).gamma(2.0, 0.0, 2)
        array([0., 0.])"""

    def beta(self, a: ArrayLike | np.ndarray[Any, Any], b: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the beta distribution, on [0, 1].

        Raises ValueError for a parameter that is not positive and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).beta(2, 3, 4).max() <= 1
        array(True)"""

    def chisquare(self, df: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the chi-squared distribution with degrees of freedom.

        Raises ValueError for degrees that are not positive and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).chisquare(2, 4).min() >= 0
        array(True)"""

    def f(self, dfnum: ArrayLike | np.ndarray[Any, Any], dfden: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the F distribution with degrees of freedom of the numerator and of the denominator.

        Raises ValueError for degrees that are not positive and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).f(2, 3, 4).min() >= 0
        array(True)"""

    def noncentral_chisquare(self, df: ArrayLike | np.ndarray[Any, Any], nonc: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the noncentral chi-squared distribution.

        Raises ValueError for degrees of freedom that are not positive, a negative noncentrality, and parameters that do
        not broadcast to the shape.

        >>> cp.random.default_rng(0).noncentral_chisquare(2, 1, 4).min() >= 0
        array(True)"""

    def noncentral_f(self, dfnum: ArrayLike | np.ndarray[Any, Any], dfden: ArrayLike | np.ndarray[Any, Any], nonc: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the noncentral F distribution.

        Raises ValueError for degrees of freedom that are not positive, a negative noncentrality, and parameters that do
        not broadcast to the shape.

        >>> cp.random.default_rng(0).noncentral_f(2, 3, 1, 4).min() >= 0
        array(True)"""

    def standard_t(self, df: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of Student's t distribution with degrees of freedom.

        Raises ValueError for degrees that are not positive and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).standard_t(5, 3).shape
        (3,)"""

    def vonmises(self, mu: ArrayLike | np.ndarray[Any, Any], kappa: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Angles of the von Mises distribution around a mean direction, on [-pi, pi], with a concentration.

        Raises ValueError for a negative concentration and parameters that do not broadcast to the shape.

        >>> abs(cp.random.default_rng(0).vonmises(0, 1, 4)).max() <= 3.15
        array(True)"""

    def wald(self, mean: ArrayLike | np.ndarray[Any, Any], scale: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Numbers of the Wald (inverse Gaussian) distribution with a mean and a scale.

        Raises ValueError for a parameter that is not positive and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).wald(2, 3, 4).min() >= 0
        array(True)"""

    def poisson(self, lam: ArrayLike | np.ndarray[Any, Any] = 1.0, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Integers of the Poisson distribution with a mean.

        Raises ValueError for a mean that is negative or too large and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).poisson(0, 2)
        array([0, 0])"""

    def binomial(self, n: ArrayLike | np.ndarray[Any, Any], p: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """How many of `n` trials succeed that do so with probability `p`.

        Raises ValueError for a negative `n`, a `p` that is no probability, and parameters that do not broadcast to the
        shape.

        >>> cp.random.default_rng(0).binomial(5, 1.0, 2)
        array([5, 5])"""

    def negative_binomial(self, n: ArrayLike | np.ndarray[Any, Any], p: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """How many failures come before `n` successes of probability `p`.

        Raises ValueError for an `n` that is not positive, a `p` that is zero or no probability, and parameters that do
        not broadcast to the shape.

        >>> cp.random.default_rng(0).negative_binomial(5, 1.0, 2)
        array([0, 0])"""

    def geometric(self, p: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """How many trials it takes until the first success of probability `p`.

        Raises ValueError for a `p` that is zero or no probability and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).geometric(1.0, 2)
        array([1, 1])"""

    def hypergeometric(self, ngood: ArrayLike | np.ndarray[Any, Any], nbad: ArrayLike | np.ndarray[Any, Any], nsample: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """How many of a sample of `nsample` without replacement are good.

        Raises ValueError for negative numbers, populations of 10^9 or more, a sample of more than there are, and
        parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).hypergeometric(3, 0, 2, 2)
        array([2, 2])"""

    def logseries(self, p: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Integers of the logarithmic series distribution.

        Raises ValueError for a `p` that is negative, one or more, and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).logseries(0.5, 4).min() >= 1
        array(True)"""

    def zipf(self, a: ArrayLike | np.ndarray[Any, Any], size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Integers of the zeta distribution: `k` with a probability that `k ** -a` is proportional to.

        Raises ValueError for an exponent that is not above one and parameters that do not broadcast to the shape.

        >>> cp.random.default_rng(0).zipf(2.0, 4).min() >= 1
        array(True)"""

    def multinomial(self, n: ArrayLike | np.ndarray[Any, Any], pvals: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """How often each of the outcomes with the probabilities `pvals` comes in `n` trials: one more axis, the last.

        Raises ValueError for a negative number of trials, or probabilities whose sum is above one.

        >>> cp.random.default_rng(0).multinomial(5, [1.0, 0.0])
        array([5, 0])"""

    def multivariate_hypergeometric(self, colors: Any, nsample: int, size: int | Sequence[int] | None = None) -> ndarray:
        """How many of each colour a sample without replacement has, of a population with this many of each: one more axis,
        the last.

        Raises ValueError for negative numbers, populations of 10^9 or more, or a sample of more than there are.

        >>> cp.random.default_rng(0).multivariate_hypergeometric([3, 0], 2)
        array([2, 0])"""

    def dirichlet(self, alpha: Any, size: int | Sequence[int] | None = None, dtype: DTypeLike | None = None) -> ndarray:
        """Shares that sum to one along the last axis, of the Dirichlet distribution with these concentrations.

        Raises ValueError for concentrations that are no vector or negative.

        >>> cp.random.default_rng(0).dirichlet([1, 2, 3], 4).shape
        (4, 3)"""

    def multivariate_normal(self, mean: Any, cov: Any, size: int | Sequence[int] | None = None, check_valid: str = "warn", tol: float = 1e-8, *, method: str = "svd", dtype: DTypeLike | None = None) -> ndarray:
        """Vectors of the multivariate normal distribution with a mean and a covariance, along a new last axis.

        `method` is "svd", "eigh" or "cholesky", the factors by which normal numbers are mixed; the last one wants a
        covariance that is positive definite. `check_valid` is "warn", "raise" or "ignore": what is done where the
        covariance is not symmetric or has a negative eigenvalue, up to `tol`, for which it is waited for. Raises
        ValueError for other shapes and names.

        >>> cp.random.default_rng(0).multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], 4).shape
        (4, 2)"""

    def permuted(self, x: ArrayLike, axis: int | None = None, out: ndarray | None = None) -> ndarray:
        """A copy of an array in which each line along an axis is in a random order of its own; of all elements where no
        axis is named.

        Raises AxisError for an axis out of range.

        >>> cp.sort(cp.random.default_rng(0).permuted(cp.arange(4)))
        array([0, 1, 2, 3])"""

    def shuffle(self, x: ArrayLike, axis: int = 0) -> None:
        """Brings an axis of an array into random order, in place: the same order for all lines along it.

        Raises TypeError for an array without axes, ValueError for one that is read-only, AxisError for an axis out of
        range.

        >>> a = cp.arange(4)
        >>> cp.random.default_rng(0).shuffle(a)
        >>> cp.sort(a)
        array([0, 1, 2, 3])"""

    def choice(self, a: Any, size: int | Sequence[int] | None = None, replace: bool_type = True, p: Any | None = None) -> ndarray:
        """Elements of a vector, or integers below a number, drawn with or without repetition, each with its probability.

        Raises ValueError where there is nothing to choose from, or the probabilities are not as many, not positive or
        do not sum to one.

        >>> cp.random.default_rng(0).choice([7, 8, 9], 2, p=[0, 1, 0])
        array([8, 8])"""

    def permutation(self, x: Any) -> ndarray:
        """The integers below a number in random order; of an array, a copy with its first axis in random order.

        Raises TypeError for an array without axes.

        >>> cp.sort(cp.random.default_rng(0).permutation(4))
        array([0, 1, 2, 3])"""

    def seed(self, seed: int | None = None) -> None:
        """Begins anew from a seed; from a fresh one where none is given.

        Raises ValueError for a negative seed.

        >>> generator = cp.random.default_rng(0)
        >>> first = generator.random()
        >>> generator.seed(0)
        >>> generator.random() == first
        array(True)"""

def array(obj: Any, dtype: DTypeLike | None = None, copy: bool_type | None = True, order: str | None = "K", subok: Any = False, ndmin: int = 0, *, blocking: Any = False, device: Device | str | int | None = None) -> Any:
    """An array of the elements of an object, copied: an array, numbers, nested lists, a NumPy array, or memory of a
    GPU that an object exposes.

    `copy` says whether there has to be a copy or must not be one; `ndmin` puts axes of extent one in front. The
    array is made on the thread's device, where none is named. Raises ValueError where a copy is needed and
    forbidden, TypeError for elements that arrays do not have.

    >>> cp.array([[1, 2], [3, 4]], "f4")
    array([[1., 2.],
           [3., 4.]], dtype=float32)

    `subok` is accepted and has no effect: arrays have no subclasses.

    `blocking` is accepted and has no effect: elements have been read when the call returns."""

def asarray(a: Any, dtype: DTypeLike | None = None, order: str | None = None, *, copy: bool_type | None = None, blocking: Any = False, device: Device | str | int | None = None) -> ndarray:
    """The object itself where it is an array of the dtype and order on the device, else a new array of its elements.

    Raises ValueError where a copy is needed and forbidden, TypeError for elements that arrays do not have.

    >>> x = cp.arange(3)
    >>> cp.asarray(x) is x
    True

    `blocking` is accepted and has no effect: elements have been read when the call returns."""

def asanyarray(a: Any, dtype: DTypeLike | None = None, order: str | None = None, *, copy: bool_type | None = None, blocking: Any = False, device: Device | str | int | None = None) -> ndarray:
    """The object itself where it is an array of the dtype and order on the device, else a new array of its elements.

    Raises ValueError where a copy is needed and forbidden, TypeError for elements that arrays do not have.

    >>> x = cp.arange(3)
    >>> cp.asarray(x) is x
    True

    `blocking` is accepted and has no effect: elements have been read when the call returns."""

def asarray_chkfinite(a: Any, dtype: DTypeLike | None = None, order: str | None = None) -> ndarray:
    """As `asarray`, of elements none of which is infinite or NaN.
    Waits for the elements.

    Raises ValueError where one is.

    >>> cp.asarray_chkfinite([1.0, 2.0])
    array([1., 2.])"""

def ascontiguousarray(a: Any, dtype: DTypeLike | None = None) -> Any:
    """An array in C order, of one axis at least: the object itself where it is one.

    >>> cp.ascontiguousarray(cp.ones((2, 3)).T).flags.c_contiguous
    True"""

def asfortranarray(a: Any, dtype: DTypeLike | None = None) -> Any:
    """An array in Fortran order, of one axis at least: the object itself where it is one.

    >>> cp.asfortranarray(cp.ones((2, 3))).flags.f_contiguous
    True"""

def empty(shape: int | Sequence[int], dtype: DTypeLike | None = None, order: str | None = "C", *, device: Device | str | int | None = None) -> ndarray:
    """An array of a shape whose elements are not set: float64, where no dtype is named.

    Raises ValueError for a negative extent.

    >>> cp.empty((2, 3)).shape
    (2, 3)"""

def zeros(shape: int | Sequence[int], dtype: DTypeLike | None = None, order: str | None = "C", *, device: Device | str | int | None = None) -> ndarray:
    """An array of zeros: float64, where no dtype is named.

    Raises ValueError for a negative extent.

    >>> cp.zeros(3)
    array([0., 0., 0.])"""

def ones(shape: int | Sequence[int], dtype: DTypeLike | None = None, order: str | None = "C", *, device: Device | str | int | None = None) -> ndarray:
    """An array of ones: float64, where no dtype is named.

    Raises ValueError for a negative extent.

    >>> cp.ones(3)
    array([1., 1., 1.])"""

def full(shape: int | Sequence[int], fill_value: ArrayLike | np.ndarray[Any, Any], dtype: DTypeLike | None = None, order: str | None = "C", *, device: Device | str | int | None = None) -> ndarray:
    """An array of one value, or of an array's values repeated to the shape; of the value's dtype, where none is named.

    Raises ValueError for a negative extent, or a value that does not broadcast to the shape.

    >>> cp.full((2, 2), 7)
    array([[7, 7],
           [7, 7]])"""

def arange(start: complex | np.generic | ndarray, stop: complex | np.generic | ndarray | None = None, step: complex | np.generic | ndarray | None = None, dtype: DTypeLike | None = None, *, device: Device | str | int | None = None) -> ndarray:
    """`start`, `start + step`, .. up to but without `stop`; up to the first argument alone, from zero.

    Integers give int64 and floats float64, where no dtype is named. Raises ZeroDivisionError for a step of zero.

    >>> cp.arange(2, 8, 3)
    array([2, 5])"""

def linspace(start: ArrayLike, stop: ArrayLike, num: int = 50, endpoint: bool_type = True, retstep: bool_type = False, dtype: DTypeLike | None = None, axis: int = 0, *, device: Device | str | int | None = None) -> Any:
    """Numbers spaced evenly from `start` to `stop`; with the step between them where `retstep` is true.

    The ends may be arrays, which broadcast: `axis` is the axis of the result along which the numbers lie. Raises
    ValueError for a negative number of elements, AxisError for an axis out of range.

    >>> cp.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])"""

def logspace(start: ArrayLike, stop: ArrayLike, num: int = 50, endpoint: bool_type = True, base: ArrayLike = 10.0, dtype: DTypeLike | None = None, axis: int = 0) -> ndarray:
    """Numbers spaced evenly on a logarithmic scale, from `base ** start` to `base ** stop`.

    All three may be arrays, which broadcast: `axis` is the axis of the result along which the numbers lie. Raises
    ValueError for a negative number of elements, AxisError for an axis out of range.

    >>> cp.logspace(0, 3, 4)
    array([   1.,   10.,  100., 1000.])"""

def geomspace(start: ArrayLike, stop: ArrayLike, num: int = 50, endpoint: bool_type = True, dtype: DTypeLike | None = None, axis: int = 0) -> ndarray:
    """Numbers each of which is a constant multiple of the one before, from `start` to `stop`.

    The ends may be arrays, which broadcast: `axis` is the axis of the result along which the numbers lie. Raises
    ValueError for a negative number of elements, or where an end is zero, AxisError for an axis out of range.

    >>> cp.geomspace(1, 8, 4)
    array([1., 2., 4., 8.])"""

def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None, order: str | None = "C", *, device: Device | str | int | None = None) -> ndarray:
    """A matrix with ones on a diagonal and zeros elsewhere: the main one, where `k` is zero, one above it, where it is
    positive.

    >>> cp.eye(2)
    array([[1., 0.],
           [0., 1.]])"""

def identity(n: int, dtype: DTypeLike | None = None) -> ndarray:
    """The square matrix with ones on the diagonal.

    >>> cp.identity(2, "i4")
    array([[1, 0],
           [0, 1]], dtype=int32)"""

def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None) -> ndarray:
    """A matrix with ones at and below a diagonal, and zeros above it.

    >>> cp.tri(2, 3, 1)
    array([[1., 1., 0.],
           [1., 1., 1.]])"""

def vander(x: ArrayLike, N: int | None = None, increasing: bool_type = False) -> ndarray:
    """The powers of a vector's elements as columns: `N` of them, from the highest to the zeroth, or `increasing`.

    Raises ValueError for other than one axis.

    >>> cp.vander(cp.array([2, 3]), 3)
    array([[4, 2, 1],
           [9, 3, 1]])"""

def tril(m: ArrayLike, k: int = 0) -> ndarray:
    """The lower triangle of the last two axes, with zeros above the diagonal.

    >>> cp.tril(cp.ones((2, 2)))
    array([[1., 0.],
           [1., 1.]])"""

def triu(m: ArrayLike, k: int = 0) -> ndarray:
    """The upper triangle of the last two axes, with zeros below the diagonal.

    >>> cp.triu(cp.ones((2, 2)))
    array([[1., 1.],
           [0., 1.]])"""

def diag(v: ArrayLike, k: int = 0) -> ndarray:
    """The diagonal of a matrix, or the matrix with a vector on its diagonal.

    Raises ValueError for other numbers of axes.

    >>> cp.diag(cp.array([1, 2]))
    array([[1, 0],
           [0, 2]])"""

def diagflat(v: ArrayLike, k: int = 0) -> ndarray:
    """The matrix with an array's elements, flattened, on its diagonal.

    >>> cp.diagflat([[1, 2]])
    array([[1, 0],
           [0, 2]])"""

def meshgrid(*xi: ArrayLike, indexing: str = "xy", sparse: bool_type = False, copy: bool_type = True) -> tuple[ndarray, ...]:
    """The coordinates of a grid, a tuple of an array for each vector along its axes.

    With `indexing="xy"` the first two axes are exchanged, as in pictures. `sparse` gives arrays of extent one along
    the axes of the others; without `copy` they are views. Raises ValueError for another `indexing`.

    >>> cp.meshgrid(cp.arange(2), cp.arange(3), sparse=True)
    (array([[0, 1]]), array([[0],
           [1],
           [2]]))"""

def indices(dimensions: Sequence[int], dtype: DTypeLike = "int64", sparse: bool_type = False) -> Any:
    """The index of each element of a grid, along each axis; with `sparse` an array for each axis, of extent one along
    the others. As in NumPy, a dtype of None is float64.

    >>> cp.indices((2, 2))
    array([[[0, 0],
            [1, 1]],
    <BLANKLINE>
           [[0, 1],
            [0, 1]]])"""

def copy(a: ArrayLike, order: str | None = "K") -> ndarray:
    """A copy of an array in memory of its own.

    >>> cp.copy(cp.arange(3))
    array([0, 1, 2])"""

def astype(x: ArrayLike, dtype: DTypeLike, /, *, copy: bool_type = True, device: Device | str | int | None = None) -> ndarray:
    """The elements converted to a dtype, and brought to a device where one is named; the array itself where it has the
    dtype, is there, and no copy is requested.

    >>> cp.astype(cp.arange(3), "f4")
    array([0., 1., 2.], dtype=float32)"""

def empty_like(prototype: ArrayLike | np.ndarray[Any, Any], dtype: DTypeLike | None = None, order: str | None = "K", subok: Any = None, shape: int | Sequence[int] | None = None, *, device: Device | str | int | None = None) -> ndarray:
    """An array like another whose elements are not set: of its shape, dtype and order, where nothing else is said.

    >>> cp.empty_like(cp.ones((2, 3), "f4")).dtype
    dtype('float32')

    `subok` is accepted and has no effect: arrays have no subclasses."""

def zeros_like(a: ArrayLike | np.ndarray[Any, Any], dtype: DTypeLike | None = None, order: str | None = "K", subok: Any = None, shape: int | Sequence[int] | None = None, *, device: Device | str | int | None = None) -> ndarray:
    """An array like another, of zeros.

    >>> cp.zeros_like(cp.arange(3))
    array([0, 0, 0])

    `subok` is accepted and has no effect: arrays have no subclasses."""

def ones_like(a: ArrayLike | np.ndarray[Any, Any], dtype: DTypeLike | None = None, order: str | None = "K", subok: Any = None, shape: int | Sequence[int] | None = None, *, device: Device | str | int | None = None) -> ndarray:
    """An array like another, of ones.

    >>> cp.ones_like(cp.arange(3))
    array([1, 1, 1])

    `subok` is accepted and has no effect: arrays have no subclasses."""

def full_like(a: ArrayLike | np.ndarray[Any, Any], fill_value: ArrayLike | np.ndarray[Any, Any], dtype: DTypeLike | None = None, order: str | None = "K", subok: Any = None, shape: int | Sequence[int] | None = None, *, device: Device | str | int | None = None) -> ndarray:
    """An array like another, of one value, or of an array's values repeated to the shape.

    >>> cp.full_like(cp.arange(3), 7)
    array([7, 7, 7])

    `subok` is accepted and has no effect: arrays have no subclasses."""

@overload
def where(condition: ArrayLike) -> tuple[ndarray, ...]: ...
@overload
def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike) -> ndarray: ...
@overload
def where(condition: ArrayLike, x: ArrayLike | None = None, y: ArrayLike | None = None) -> Any:
    """`x` where the condition is true, `y` elsewhere, all broadcast; of the condition alone, the indices where it is
    true.

    Raises ValueError where shapes do not broadcast, or only one of `x` and `y` is given. Of the condition alone it
    waits for the elements, which determine how many indices there are.

    >>> cp.where(cp.array([True, False]), 1, cp.array([5, 6]))
    array([1, 6])"""

def select(condlist: Sequence[ArrayLike] | ndarray, choicelist: Sequence[ArrayLike] | ndarray, default: ArrayLike = 0) -> ndarray:
    """Of several arrays or numbers, the element of the first whose condition is true; the default where none is.

    Raises ValueError where there are not as many conditions as choices, TypeError for a condition that is not bool.

    >>> x = cp.arange(4)
    >>> cp.select([x < 1, x > 2], [x - 10, x + 10], 5)
    array([-10,   5,   5,  13])"""

def nonzero(a: ArrayLike) -> tuple[ndarray, ...]:
    """The indices of the elements that are not zero, an array for each axis.
    Waits for the elements.

    Raises ValueError for an array without axes.

    >>> cp.nonzero(cp.array([[0, 1], [2, 0]]))
    (array([0, 1]), array([1, 0]))"""

def argwhere(a: ArrayLike) -> ndarray:
    """The indices of the elements that are not zero, a row for each.
    Waits for the elements.

    >>> cp.argwhere(cp.array([[0, 1], [2, 0]]))
    array([[0, 1],
           [1, 0]])"""

def flatnonzero(a: ArrayLike) -> ndarray:
    """The positions of the elements that are not zero, in the flattened array.
    Waits for the elements.

    >>> cp.flatnonzero(cp.array([[0, 1], [2, 0]]))
    array([1, 2])"""

def take(a: ArrayLike, indices: ArrayLike | np.ndarray[Any, Any], axis: int | None = None, out: ndarray | None = None, mode: str | int | None = "raise") -> ndarray:
    """The elements at indices along an axis, or of the flattened array.

    An index out of range is an error, wraps around, or is the nearest one in range, as `mode` says: "raise",
    "wrap", "clip". On a GPU the error is raised where the device is waited for. Raises IndexError for an index out
    of range, TypeError for indices that are not integers.

    >>> cp.take(cp.array([4, 5, 6]), [2, 0, -1])
    array([6, 4, 6])"""

def take_along_axis(arr: ArrayLike, indices: ArrayLike, axis: int | None = -1) -> ndarray:
    """The elements that indices name along an axis, each for itself: `result[i, j] = arr[i, indices[i, j]]` for the
    last of two.

    The other axes are broadcast; without an axis the array is flattened. Raises IndexError for indices that are no
    integers or out of range (on a GPU where the device is waited for), ValueError for another number of axes than
    the array's.

    >>> a = cp.array([[10, 30, 20], [60, 40, 50]])
    >>> cp.take_along_axis(a, cp.argsort(a, axis=1), axis=1)
    array([[10, 20, 30],
           [40, 50, 60]])"""

def put_along_axis(arr: ndarray | None, indices: ArrayLike, values: ArrayLike, axis: int | None) -> None:
    """Writes values where indices name elements along an axis, each for itself: `arr[i, indices[i, j]] = values[i,
    j]`.

    Of several values for one element the last one stays. Raises as `take_along_axis`, and ValueError for a
    read-only array.

    >>> a = cp.array([[10, 30, 20], [60, 40, 50]])
    >>> cp.put_along_axis(a, cp.argmax(a, axis=1, keepdims=True), 99, axis=1)
    >>> a
    array([[10, 99, 20],
           [99, 40, 50]])"""

def put(a: ndarray | None, ind: ArrayLike | np.ndarray[Any, Any], v: Any, mode: str | int | None = "raise") -> None:
    """Writes values at indices of the flattened array, in place.

    Values are repeated where there are fewer than indices. `mode` says what becomes of an index out of range:
    "raise", "wrap", "clip". Raises IndexError for an index out of range, ValueError for a read-only array.

    >>> a = cp.arange(5)
    >>> cp.put(a, [0, -1], [7, 9])
    >>> a
    array([7, 1, 2, 3, 9])"""

def putmask(a: ndarray | None, /, mask: ArrayLike, values: Any) -> None:
    """Writes, where a mask is true, the value at the same index, in place. Values are repeated where there are fewer
    than elements.

    Numbers and lists are converted to the dtype. Raises ValueError for a mask of another size, and for a read-only
    array; TypeError for an array of values of a dtype that cannot be cast safely.

    >>> a = cp.arange(6)
    >>> cp.putmask(a, a > 2, [-1, -2])
    >>> a
    array([ 0,  1,  2, -2, -1, -2])"""

def place(arr: ndarray | None, mask: ArrayLike, vals: Any) -> None:
    """Writes the first values, one after another, where a mask is true, in place. Values are repeated where there are
    fewer.

    Numbers and lists are converted to the dtype. Waits for the mask. Raises ValueError for a mask of another size,
    for a read-only array, and for no values; TypeError for an array of values of a dtype that cannot be cast
    safely.

    >>> a = cp.arange(6)
    >>> cp.place(a, a > 2, [44, 55])
    >>> a
    array([ 0,  1,  2, 44, 55, 44])"""

def fill_diagonal(a: ndarray | None, val: Any, wrap: bool_type = False) -> None:
    """Writes the main diagonal, in place: of a matrix, or of an array of more axes that are equally long.

    `wrap` begins the diagonal of a tall matrix anew below the square. Numbers and lists are converted to the dtype.
    Raises ValueError for fewer than two axes.

    >>> a = cp.zeros((2, 3), int)
    >>> cp.fill_diagonal(a, 4)
    >>> a
    array([[4, 0, 0],
           [0, 4, 0]])"""

def extract(condition: ArrayLike, a: ArrayLike) -> ndarray:
    """The elements, in C order, where a condition of the same size is true. Waits for the condition.

    >>> a = cp.arange(6).reshape(2, 3)
    >>> cp.extract(a % 2 == 0, a)
    array([0, 2, 4])"""

def compress(condition: ArrayLike, a: ArrayLike, axis: int | None = None, out: ndarray | None = None) -> ndarray:
    """The slices along an axis, or the elements of the flattened array, where a condition is true. Waits for the
    condition.

    Raises ValueError for a condition of more than one axis, IndexError where it is true after the axis's end.

    >>> cp.compress([False, True], cp.array([[1, 2], [3, 4]]), axis=0)
    array([[3, 4]])"""

def choose(a: ArrayLike, choices: Sequence[ArrayLike] | ndarray, out: ndarray | None = None, mode: str | int | None = "raise") -> ndarray:
    """At each position the element of the choice that the index there names, all broadcast.

    `mode` says what becomes of an index out of range: "raise", "wrap", "clip". Raises ValueError for an index out
    of range, for which it waits, and TypeError for one that is no integer.

    >>> cp.choose(cp.array([0, 1, 0]), [cp.array([1, 2, 3]), cp.array([10, 20, 30])])
    array([ 1, 20,  3])"""

def unravel_index(indices: ArrayLike, shape: int | Sequence[int], order: str | None = "C") -> tuple[ndarray, ...]:
    """The coordinates of indices in an array of a shape, an array for each axis. Waits for the indices, to check them.

    Raises TypeError for indices that are no integers, ValueError for one out of range.

    >>> cp.unravel_index(cp.array([4, 1]), (2, 3))
    (array([1, 0]), array([1, 1]))"""

def ravel_multi_index(multi_index: Sequence[ArrayLike] | ndarray, dims: int | Sequence[int], mode: str | int | None | tuple[str | int | None, ...] = "raise", order: str | None = "C") -> ndarray:
    """The indices in an array of a shape that coordinates are, one array of them for each axis.

    `mode` says what becomes of a coordinate out of range: "raise", for which it waits, "wrap", "clip"; once for all
    axes, or in a tuple for each. Raises ValueError for a coordinate out of range, and for as many arrays as there
    are axes not.

    >>> cp.ravel_multi_index((cp.array([1, 0]), cp.array([1, 1])), (2, 3))
    array([4, 1])"""

def ix_(*args: ArrayLike | np.ndarray[Any, Any]) -> tuple[ndarray, ...]:
    """One-dimensional arrays as an index of their grid: the n-th is laid along axis n; of bools the indices where they
    are true.

    Raises ValueError for an array of another number of axes.

    >>> a = cp.arange(6).reshape(2, 3)
    >>> a[cp.ix_([0, 1], [2, 0])]
    array([[2, 0],
           [5, 3]])"""

def diag_indices(n: int, ndim: int = 2) -> tuple[ndarray, ...]:
    """The coordinates of the main diagonal of an array of this many axes of one extent.

    >>> a = cp.zeros((2, 2))
    >>> a[cp.diag_indices(2)] = 1
    >>> a
    array([[1., 0.],
           [0., 1.]])"""

def diag_indices_from(arr: ndarray | np.ndarray[Any, Any]) -> tuple[ndarray, ...]:
    """The coordinates of the main diagonal of an array. Raises ValueError where its axes are not equally long,
    AttributeError for what has no axes, as a list.

    >>> cp.diag_indices_from(cp.zeros((2, 2)))
    (array([0, 1]), array([0, 1]))"""

def tril_indices(n: int, k: int = 0, m: int | None = None) -> tuple[ndarray, ...]:
    """The coordinates of the elements of an `n` by `m` matrix on and below its k-th diagonal.

    >>> cp.tril_indices(2)
    (array([0, 1, 1]), array([0, 0, 1]))"""

def triu_indices(n: int, k: int = 0, m: int | None = None) -> tuple[ndarray, ...]:
    """The coordinates of the elements of an `n` by `m` matrix on and above its k-th diagonal.

    >>> cp.triu_indices(2)
    (array([0, 0, 1]), array([0, 1, 1]))"""

def tril_indices_from(arr: ndarray | np.ndarray[Any, Any], k: int = 0) -> tuple[ndarray, ...]:
    """The coordinates of the elements of a matrix on and below its k-th diagonal. Raises ValueError for other than two
    axes, AttributeError for what has none, as a list.

    >>> cp.tril_indices_from(cp.zeros((2, 2)))
    (array([0, 1, 1]), array([0, 0, 1]))"""

def triu_indices_from(arr: ndarray | np.ndarray[Any, Any], k: int = 0) -> tuple[ndarray, ...]:
    """The coordinates of the elements of a matrix on and above its k-th diagonal. Raises ValueError for other than two
    axes, AttributeError for what has none, as a list.

    >>> cp.triu_indices_from(cp.zeros((2, 2)))
    (array([0, 0, 1]), array([0, 1, 1]))"""

def scatter_add(a: ArrayLike, slices: Any, value: ArrayLike) -> None:
    """Adds values at an index, in place, to elements that it names several times as often.

    Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.

    >>> a = cp.zeros(3)
    >>> cp.scatter_add(a, [0, 0, 2], 1)
    >>> a
    array([2., 0., 1.])"""

def scatter_max(a: ArrayLike, slices: Any, value: ArrayLike) -> None:
    """Puts the larger of the element and a value at an index, in place.

    Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.

    >>> a = cp.array([5, 5])
    >>> cp.scatter_max(a, [0, 0, 1], cp.array([6, 7, 4]))
    >>> a
    array([7, 5])"""

def scatter_min(a: ArrayLike, slices: Any, value: ArrayLike) -> None:
    """Puts the smaller of the element and a value at an index, in place.

    Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.

    >>> a = cp.array([5, 5])
    >>> cp.scatter_min(a, [0, 0, 1], cp.array([4, 3, 6]))
    >>> a
    array([3, 5])"""

def reshape(a: ArrayLike, shape: int | Sequence[int] | None = None, order: str | None = "C", *, copy: bool_type | None = None, newshape: int | Sequence[int] | None = None) -> ndarray:
    """The elements in another shape: a view where strides can say it, else a copy.

    One extent may be -1, for whatever is left. `copy` says whether there has to be a copy or must not be one.
    `newshape` is another name of `shape`. Raises ValueError where the sizes differ, TypeError where no shape is
    given.

    >>> cp.reshape(cp.arange(6), (2, -1))
    array([[0, 1, 2],
           [3, 4, 5]])"""

def ravel(a: ArrayLike, order: str | None = "C") -> ndarray:
    """The elements in one dimension: a view where possible, else a copy.

    >>> cp.ravel(cp.array([[1, 2], [3, 4]]))
    array([1, 2, 3, 4])"""

def transpose(a: ArrayLike, axes: int | Sequence[int] | None = None) -> ndarray:
    """A view with the axes in another order; reversed where none is given.

    Raises ValueError where `axes` is no permutation.

    >>> cp.transpose(cp.ones((2, 3))).shape
    (3, 2)"""

def permute_dims(a: ArrayLike, axes: int | Sequence[int] | None = None) -> ndarray:
    """A view with the axes in another order; reversed where none is given.

    Raises ValueError where `axes` is no permutation.

    >>> cp.transpose(cp.ones((2, 3))).shape
    (3, 2)"""

def matrix_transpose(x: ArrayLike, /) -> ndarray:
    """A view with the last two axes exchanged.

    Raises ValueError for fewer than two axes.

    >>> cp.matrix_transpose(cp.ones((4, 2, 3))).shape
    (4, 3, 2)"""

def swapaxes(a: ArrayLike, axis1: int, axis2: int) -> ndarray:
    """A view with two axes exchanged.

    Raises AxisError for an axis out of range.

    >>> cp.swapaxes(cp.ones((2, 3, 4)), 0, 2).shape
    (4, 3, 2)"""

def moveaxis(a: ArrayLike, source: int | Sequence[int], destination: int | Sequence[int]) -> ndarray:
    """A view with axes moved to other positions, the rest in their order.

    Raises AxisError for an axis out of range, ValueError for one that is named twice.

    >>> cp.moveaxis(cp.ones((2, 3, 4)), 0, -1).shape
    (3, 4, 2)"""

def rollaxis(a: ArrayLike, axis: int, start: int = 0) -> ndarray:
    """A view with one axis moved before another.

    Raises AxisError for an axis out of range.

    >>> cp.rollaxis(cp.ones((2, 3, 4)), 2).shape
    (4, 2, 3)"""

def squeeze(a: ArrayLike, axis: int | tuple[int, ...] | None = None) -> ndarray:
    """A view without axes of extent one: all of them, or those named.

    Raises ValueError where a named axis has another extent.

    >>> cp.squeeze(cp.ones((1, 3, 1))).shape
    (3,)"""

def expand_dims(a: ArrayLike, axis: int | Sequence[int]) -> ndarray:
    """A view with new axes of extent one at these positions of the result.

    Raises AxisError for a position out of range.

    >>> cp.expand_dims(cp.ones(3), (0, 2)).shape
    (1, 3, 1)"""

def broadcast_to(array: ArrayLike, shape: int | Sequence[int]) -> ndarray:
    """The array repeated along new axes and axes of extent one: a view that cannot be written.

    Raises ValueError where the shapes do not fit.

    >>> cp.broadcast_to(cp.arange(2), (2, 2))
    array([[0, 1],
           [0, 1]])"""

def broadcast_arrays(*args: ArrayLike) -> tuple[ndarray, ...]:
    """Several arrays broadcast to their common shape, as views.

    Raises ValueError where the shapes do not fit together.

    >>> [a.shape for a in cp.broadcast_arrays(cp.ones(3), cp.ones((2, 1)))]
    [(2, 3), (2, 3)]"""

def broadcast_shapes(*args: int | Sequence[int]) -> tuple[int, ...]:
    """The shape that shapes broadcast to.

    Raises ValueError where they do not fit together.

    >>> cp.broadcast_shapes((3,), (2, 1))
    (2, 3)"""

def flip(a: ArrayLike, axis: int | Sequence[int] | None = None) -> ndarray:
    """The elements in reverse order along axes; along all of them where none is given.

    Raises AxisError for an axis out of range.

    >>> cp.flip(cp.array([[1, 2], [3, 4]]), 1)
    array([[2, 1],
           [4, 3]])"""

def fliplr(a: ArrayLike) -> ndarray:
    """The elements in reverse order along the second axis.

    Raises ValueError for fewer than two axes.

    >>> cp.fliplr(cp.array([[1, 2], [3, 4]]))
    array([[2, 1],
           [4, 3]])"""

def flipud(a: ArrayLike) -> ndarray:
    """The elements in reverse order along the first axis.

    Raises ValueError for no axes.

    >>> cp.flipud(cp.array([[1, 2], [3, 4]]))
    array([[3, 4],
           [1, 2]])"""

def rot90(a: ArrayLike, k: int = 1, axes: int | Sequence[int] = (0, 1)) -> ndarray:
    """The array turned by quarters in the plane of two axes, from the first towards the second.

    Raises ValueError where the axes are not two different ones.

    >>> cp.rot90(cp.array([[1, 2], [3, 4]]))
    array([[2, 4],
           [1, 3]])"""

def roll(a: ArrayLike, shift: int | Sequence[int], axis: int | Sequence[int] | None = None) -> ndarray:
    """The elements moved along axes; those that leave at one end come in at the other.

    Without an axis the flattened array is rolled. Several shifts belong to as many axes, and one shift to all of
    them.
    Raises AxisError for an axis out of range.

    >>> cp.roll(cp.arange(5), 2)
    array([3, 4, 0, 1, 2])"""

def atleast_1d(*arys: ArrayLike) -> Any:
    """Arrays of at least one axis: the array for one argument, a tuple for several.

    >>> cp.atleast_1d(3)
    array([3])"""

def atleast_2d(*arys: ArrayLike) -> Any:
    """Arrays of at least two axes: the array for one argument, a tuple for several.

    >>> cp.atleast_2d(cp.arange(2))
    array([[0, 1]])"""

def atleast_3d(*arys: ArrayLike) -> Any:
    """Arrays of at least three axes: the array for one argument, a tuple for several.

    >>> cp.atleast_3d(cp.arange(2)).shape
    (1, 2, 1)"""

def concatenate(tup: Sequence[ArrayLike] | ndarray, axis: int | None = 0, out: ndarray | None = None, *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Arrays joined along an axis they have; flattened first where the axis is None, and numbers may be among them.

    Raises ValueError where the other extents differ, AxisError for an axis out of range.

    >>> cp.concatenate((cp.arange(2), cp.arange(3)))
    array([0, 1, 0, 1, 2])"""

def concat(tup: Sequence[ArrayLike] | ndarray, axis: int | None = 0, out: ndarray | None = None, *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Arrays joined along an axis they have; flattened first where the axis is None, and numbers may be among them.

    Raises ValueError where the other extents differ, AxisError for an axis out of range.

    >>> cp.concatenate((cp.arange(2), cp.arange(3)))
    array([0, 1, 0, 1, 2])"""

def stack(tup: Sequence[ArrayLike] | ndarray, axis: int = 0, out: ndarray | None = None, *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Arrays of one shape joined along a new axis.

    Raises ValueError where shapes differ, AxisError for an axis out of range.

    >>> cp.stack((cp.arange(2), cp.arange(2)))
    array([[0, 1],
           [0, 1]])"""

def vstack(tup: Sequence[ArrayLike] | ndarray, *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Arrays joined along the first axis, vectors as rows.

    Raises ValueError where the other extents differ.

    >>> cp.vstack((cp.arange(2), cp.arange(2)))
    array([[0, 1],
           [0, 1]])"""

def row_stack(tup: Sequence[ArrayLike] | ndarray, *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """As `vstack`, with a DeprecationWarning: NumPy 2 has the name for old programs alone.

    Raises ValueError where the other extents differ.

    >>> cp.row_stack((cp.arange(2), cp.arange(2)))
    array([[0, 1],
           [0, 1]])"""

def hstack(tup: Sequence[ArrayLike] | ndarray, *, dtype: DTypeLike | None = None, casting: str = "same_kind") -> ndarray:
    """Arrays joined along the second axis, vectors along their only one.

    Raises ValueError where the other extents differ.

    >>> cp.hstack((cp.arange(2), cp.arange(2)))
    array([0, 1, 0, 1])"""

def dstack(tup: Sequence[ArrayLike] | ndarray) -> ndarray:
    """Arrays joined along the third axis.

    Raises ValueError where the other extents differ.

    >>> cp.dstack((cp.arange(2), cp.arange(2))).shape
    (1, 2, 2)"""

def column_stack(tup: Sequence[ArrayLike] | ndarray) -> ndarray:
    """Vectors as the columns of a matrix; matrices beside one another.

    Raises ValueError where the other extents differ.

    >>> cp.column_stack((cp.arange(2), cp.arange(2)))
    array([[0, 0],
           [1, 1]])"""

def split(ary: ArrayLike, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[ndarray]:
    """Views of parts along an axis: a number of parts of equal length, or parts cut before indices.

    Raises ValueError where the parts cannot be equal, ZeroDivisionError for no parts.

    >>> cp.split(cp.arange(4), 2)
    [array([0, 1]), array([2, 3])]"""

def array_split(ary: ArrayLike, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[ndarray]:
    """Views of parts along an axis, of lengths as equal as can be.

    Raises ValueError for a number of parts that is not positive.

    >>> cp.array_split(cp.arange(3), 2)
    [array([0, 1]), array([2])]"""

def vsplit(ary: ArrayLike, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """`split` along the first axis.

    Raises ValueError for fewer than two axes.

    >>> [part.shape for part in cp.vsplit(cp.ones((4, 2)), 2)]
    [(2, 2), (2, 2)]"""

def hsplit(ary: ArrayLike, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """`split` along the second axis, and of a vector along its only one.

    Raises ValueError for no axes.

    >>> [part.shape for part in cp.hsplit(cp.ones((4, 2)), 2)]
    [(4, 1), (4, 1)]"""

def dsplit(ary: ArrayLike, indices_or_sections: int | Sequence[int]) -> list[ndarray]:
    """`split` along the third axis.

    Raises ValueError for fewer than three axes.

    >>> [part.shape for part in cp.dsplit(cp.ones((1, 2, 4)), 2)]
    [(1, 2, 2), (1, 2, 2)]"""

def tile(A: ArrayLike, reps: int | Sequence[int]) -> ndarray:
    """The array beside itself several times along each axis.

    >>> cp.tile(cp.arange(2), (2, 2))
    array([[0, 1, 0, 1],
           [0, 1, 0, 1]])"""

def repeat(a: ArrayLike, repeats: float | Sequence[float] | ndarray | np.ndarray[Any, Any], axis: int | None = None) -> ndarray:
    """Each element several times, along an axis or over the elements in C order.

    Several counts belong to as many elements along the axis. Raises ValueError for a negative count.

    >>> cp.repeat(cp.arange(3), (1, 2, 0))
    array([0, 1, 1])"""

def pad(array: ArrayLike, pad_width: int | Sequence[int | Sequence[int]], mode: str = "constant", *, constant_values: complex | Sequence[complex | Sequence[complex]] | None = None, end_values: complex | Sequence[complex | Sequence[complex]] | None = None, stat_length: int | Sequence[int | Sequence[int]] | None = None, reflect_type: str | None = None) -> ndarray:
    """The array with a margin around it.

    The widths are one number, a pair for before and after, or a pair for each axis. The modes are constant, edge,
    empty, linear_ramp, maximum, mean, minimum, reflect, symmetric and wrap. Raises ValueError for a negative width,
    an unknown mode, or an argument of another mode.

    >>> cp.pad(cp.arange(3), (1, 2), "edge")
    array([0, 0, 1, 2, 2, 2])"""

def unstack(x: ArrayLike, /, *, axis: int = 0) -> tuple[ndarray, ...]:
    """The parts at each index along an axis, without it: a tuple of views.

    Raises ValueError for no axes, AxisError for an axis out of range.

    >>> cp.unstack(cp.array([[1, 2], [3, 4]]), axis=1)
    (array([1, 3]), array([2, 4]))"""

def copyto(dst: ndarray | None, src: ArrayLike | np.ndarray[Any, Any], casting: str = "same_kind", where: ArrayLike | None = None) -> None:
    """Copies elements into an array, broadcast, where a mask is true.

    Raises TypeError where the casting rule does not allow it, ValueError where shapes do not broadcast.

    >>> a = cp.zeros(3)
    >>> cp.copyto(a, 7, where=cp.array([True, False, True]))
    >>> a
    array([7., 0., 7.])"""

def diagonal(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> ndarray:
    """A view of the diagonal of two axes, which is the last axis of the result.

    Raises ValueError for fewer than two axes or one axis twice.

    >>> cp.diagonal(cp.array([[1, 2], [3, 4]]))
    array([1, 4])"""

def shape(a: ArrayLike | np.ndarray[Any, Any]) -> tuple[int, ...]:
    """The extent of each axis of an array, or of what becomes one.

    >>> cp.shape([[1, 2, 3]])
    (1, 3)"""

def ndim(a: ArrayLike) -> int:
    """The number of axes of an array, or of what becomes one.

    >>> cp.ndim([[1, 2, 3]])
    2"""

def size(a: ArrayLike, axis: int | Sequence[int] | None = None) -> int:
    """The number of elements, or the extent of an axis, of several the product.

    Raises AxisError for an axis out of range.

    >>> cp.size([[1, 2, 3]])
    3"""

def append(arr: ArrayLike, values: ArrayLike, axis: int | None = None) -> ndarray:
    """Elements after those of an array, along an axis; both flattened where it is None.

    Raises ValueError where the other extents differ, AxisError for an axis out of range.

    >>> cp.append(cp.array([1, 2]), [[3], [4]])
    array([1, 2, 3, 4])"""

def delete(arr: ArrayLike, obj: Any, axis: int | None = None) -> ndarray:
    """The array without the parts along an axis that an integer, a slice, integers or a mask name; of the flattened
    array where the axis is None.

    Raises IndexError for an index out of range, ValueError for a mask of another length, AxisError for an axis out
    of range.

    >>> cp.delete(cp.array([[1, 2, 3], [4, 5, 6]]), [0, 2], axis=1)
    array([[2],
           [5]])"""

def insert(arr: ArrayLike, obj: Any, values: Any, axis: int | None = None) -> ndarray:
    """Values before the indices along an axis that an integer, a slice, integers or a mask name; in the flattened
    array where the axis is None.

    Places are counted in the array as it is. Values are cast to its dtype and broadcast. Raises IndexError for a
    index out of range, ValueError for values that do not broadcast, AxisError for an axis out of range.

    >>> cp.insert(cp.array([1, 2, 3]), [0, 3], [7, 8])
    array([7, 1, 2, 3, 8])"""

def resize(a: ArrayLike, new_shape: int | Sequence[int]) -> ndarray:
    """The elements in C order, from the first one again where they are too few, in another shape. Zeros where there
    are none.

    Raises ValueError for a negative extent.

    >>> cp.resize(cp.array([1, 2, 3]), (2, 4))
    array([[1, 2, 3, 1],
           [2, 3, 1, 2]])"""

def trim_zeros(filt: ArrayLike, trim: str = "fb", axis: int | Sequence[int] | None = None) -> ndarray:
    """A view without the zeros before, by `f`, and after, by `b`, the other elements along axes; along all of them
    where none is given.

    Waits for the elements.
    Raises ValueError for other letters, AxisError for an axis out of range.

    >>> cp.trim_zeros(cp.array([0, 0, 1, 0, 2, 0]))
    array([1, 0, 2])"""

def packbits(a: ArrayLike, /, axis: int | None = None, bitorder: str = "big") -> ndarray:
    """Eight elements along an axis in one byte, the last one filled up with zeros: a bit is set where the element is
    not zero.

    Of the flattened array where the axis is None. `bitorder` says whether the first element is the highest bit,
    "big", or the lowest, "little". Raises TypeError for other than integers and bools, ValueError for another
    `bitorder`.

    >>> cp.packbits(cp.array([1, 0, 1, 1, 0, 0, 0, 1, 1]))
    array([177, 128], dtype=uint8)"""

def unpackbits(a: ArrayLike, /, axis: int | None = None, count: int | None = None, bitorder: str = "big") -> ndarray:
    """The bits of bytes along an axis, each a byte of 0 or 1; of the flattened array where the axis is None.

    `count` is the number of bits: zeros are appended for a larger one, and a negative one drops bits at the end.
    Raises TypeError for another dtype than uint8, ValueError for another `bitorder` or too negative a count.

    >>> cp.unpackbits(cp.array([177, 128], "u1"), count=9)
    array([1, 0, 1, 1, 0, 0, 0, 1, 1], dtype=uint8)"""

def isclose(a: ArrayLike, b: ArrayLike, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool_type = False) -> ndarray:
    """Where two arrays are equal within a tolerance: `abs(a - b) <= atol + rtol * abs(b)`.

    Infinities are equal to themselves; NaN is equal to NaN where `equal_nan` says so. Raises ValueError where
    shapes do not broadcast.

    >>> cp.isclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    array([ True, False])"""

def allclose(a: ArrayLike, b: ArrayLike, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool_type = False) -> ndarray:
    """Whether two arrays are equal within a tolerance, as an array without axes.
    Waits for the elements.

    Raises ValueError where shapes do not broadcast.

    >>> cp.allclose(cp.array([1.0, 2.0]), cp.array([1.0, 2.1]))
    array(False)"""

def array_equal(a1: ArrayLike, a2: ArrayLike, equal_nan: bool_type = False) -> ndarray:
    """Whether two arrays have one shape and equal elements, as an array without axes.
    Waits for the elements.

    >>> cp.array_equal(cp.arange(3), cp.array([0, 1, 2]))
    array(True)"""

def array_equiv(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """Whether two arrays have equal elements after broadcasting, as an array without axes.
    Waits for the elements.

    >>> cp.array_equiv(cp.array([1, 1]), cp.array(1))
    array(True)"""

def iscomplexobj(x: ArrayLike) -> bool_type:
    """Whether the elements are of a complex dtype, whatever they are.

    >>> cp.iscomplexobj(cp.array([1 + 0j])), cp.iscomplexobj(3)
    (True, False)"""

def isrealobj(x: ArrayLike) -> bool_type:
    """Whether the elements are of a dtype that is not complex.

    >>> cp.isrealobj(cp.array([1 + 0j])), cp.isrealobj(3)
    (False, True)"""

def iscomplex(x: ArrayLike) -> ndarray:
    """Where elements have an imaginary part other than zero.

    >>> cp.iscomplex(cp.array([1 + 1j, 2]))
    array([ True, False])"""

def isreal(x: ArrayLike) -> ndarray:
    """Where elements have no imaginary part other than zero.

    >>> cp.isreal(cp.array([1 + 1j, 2]))
    array([False,  True])"""

def shares_memory(a: Any, b: Any, max_work: Any = None) -> bool_type:
    """Whether two arrays have a byte in common; what is no array shares none.

    >>> a = cp.arange(6)
    >>> cp.shares_memory(a[::2], a[1::2]), cp.shares_memory(a[::2], a[4:])
    (False, True)

    `max_work` is accepted and has no effect: the answer is always exact."""

def may_share_memory(a: Any, b: Any, max_work: Any = None) -> bool_type:
    """Whether two arrays share memory, as far as the bounds of their elements tell; what is no array shares none.

    >>> a = cp.arange(6)
    >>> cp.may_share_memory(a, a[::2]), cp.may_share_memory(a[:3], a[3:])
    (True, False)

    `max_work` is accepted and has no effect: bounds are all that is looked at."""

def real(val: Any) -> Any:
    """The real part: a view where the elements are complex, and the array itself where they are real.

    >>> cp.real(cp.array([1 + 2j]))
    array([1.])"""

def angle(z: ArrayLike, deg: bool_type = False) -> ndarray:
    """The angle of complex numbers in the plane, in radians, or in degrees where `deg` says so.

    >>> cp.angle(cp.array([1j, -1.0]), deg=True)
    array([ 90., 180.])"""

def imag(val: ArrayLike) -> Any:
    """The imaginary part: a view where the elements are complex, zeros that cannot be written where they are real.

    >>> cp.imag(cp.array([1 + 2j]))
    array([2.])"""

def cumulative_sum(x: ArrayLike, /, *, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, include_initial: bool_type = False) -> ndarray:
    """The sums of the elements up to each one along an axis, which only a vector need not name.

    With `include_initial` a zero is before them. Narrow integers give 64 bits. Raises ValueError where the axis
    of several is not named, AxisError for an axis out of range.

    >>> cp.cumulative_sum(cp.array([1, 2, 3]), include_initial=True)
    array([0, 1, 3, 6])"""

def cumulative_prod(x: ArrayLike, /, *, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, include_initial: bool_type = False) -> ndarray:
    """The products of the elements up to each one along an axis, which only a vector need not name.

    With `include_initial` a one is before them. Narrow integers give 64 bits. Raises ValueError where the axis
    of several is not named, AxisError for an axis out of range.

    >>> cp.cumulative_prod(cp.array([1, 2, 3]), include_initial=True)
    array([1, 1, 2, 6])"""

def unwrap(p: ArrayLike, discont: complex | np.generic | ndarray | None = None, axis: int = -1, *, period: complex | np.generic | ndarray = 6.283185307179586) -> ndarray:
    """The elements along an axis, each moved by whole periods so that it differs from the one before by half a period
    at most.

    Differences of less than `discont`, which is half a period where it is None, stay as they are. Raises ValueError
    for an array without axes, AxisError for an axis out of range.

    >>> cp.unwrap(cp.array([22, 23, 0, 1]), period=24)
    array([22, 23, 24, 25])"""

def real_if_close(a: ArrayLike, tol: float = 100) -> ndarray:
    """The real part where every imaginary part is nearly zero, else the array itself.

    A `tol` above one counts in steps of the floating-point numbers next to one.
    Waits for the elements.

    >>> cp.real_if_close(cp.array([1 + 1e-15j, 2]))
    array([1., 2.])"""

def nancumsum(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The sums of the elements up to each one, NaN counting as zero.

    >>> cp.nancumsum(cp.array([1.0, cp.nan, 2.0]))
    array([1., 1., 3.])"""

def nancumprod(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The products of the elements up to each one, NaN counting as one.

    >>> cp.nancumprod(cp.array([1.0, cp.nan, 2.0]))
    array([1., 1., 2.])"""

def diff(a: ArrayLike, n: int = 1, axis: int = -1, prepend: ArrayLike | None = None, append: ArrayLike | None = None) -> ndarray:
    """Each element less the one before it along an axis, `n` times; of bools whether they differ.

    `prepend` and `append` go before and after first; a number is broadcast. Raises ValueError for a negative `n`
    and for an array without axes, AxisError for an axis out of range.

    >>> cp.diff(cp.array([1, 4, 9, 16]))
    array([3, 5, 7])"""

def ediff1d(ary: ArrayLike, to_end: ArrayLike | None = None, to_begin: ArrayLike | None = None) -> ndarray:
    """The differences of the elements that follow one another, with others before and after them.

    Raises TypeError where these cannot be cast to the array's dtype by the rule 'same_kind'.

    >>> cp.ediff1d(cp.array([1, 4, 9]), to_begin=0)
    array([0, 3, 5])"""

def gradient(f: ArrayLike, *varargs: ArrayLike, axis: int | Sequence[int] | None = None, edge_order: int = 1) -> Any:
    """The slope along axes, by differences of second order inside and of `edge_order`, 1 or 2, at the ends: one array,
    or a tuple of one for each axis.

    After the array stand distances, or coordinates along the axes: none, one number for all axes, or one for each.
    Raises TypeError for another number of them, ValueError for coordinates that are not as many as elements, and
    for too few elements.

    >>> cp.gradient(cp.array([1.0, 2.0, 4.0, 7.0]))
    array([1. , 1.5, 2.5, 3. ])"""

def trapezoid(y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike = 1.0, axis: int = -1) -> ndarray:
    """The integral along an axis by trapezoids, over coordinates `x` or in steps of `dx`.

    Raises AxisError for an axis out of range, ValueError where shapes do not broadcast.

    >>> cp.trapezoid(cp.array([1.0, 2.0, 3.0]))
    array(4.)"""

def trapz(y: ArrayLike, x: ArrayLike | None = None, dx: ArrayLike = 1.0, axis: int = -1) -> ndarray:
    """The integral along an axis by trapezoids, over coordinates `x` or in steps of `dx`.

    Raises AxisError for an axis out of range, ValueError where shapes do not broadcast.

    >>> cp.trapezoid(cp.array([1.0, 2.0, 3.0]))
    array(4.)"""

def cross(a: ArrayLike, b: ArrayLike, axisa: int | None = -1, axisb: int | None = -1, axisc: int | None = -1, axis: int | None = None) -> ndarray:
    """The cross products of vectors of two or three elements, along an axis of each operand.

    `axis` stands for the three others. Raises ValueError for other lengths, and beside NumPy 2.5 and later for two
    elements, as it does.

    >>> cp.cross(cp.array([1, 0, 0]), cp.array([0, 1, 0]))
    array([0, 0, 1])"""

def interp(x: ArrayLike, xp: ArrayLike, fp: ArrayLike, left: complex | np.generic | ndarray | None = None, right: complex | np.generic | ndarray | None = None, period: float | None = None) -> ndarray:
    """The values at points of the line through points, whose coordinates ascend: float64, or complex128 where `fp` is
    complex.

    Before the first point the value is `left`, and after the last `right`; where these are None, that of the
    point. With a `period` the points are repeated, in any order. Raises ValueError for no points, beside NumPy 2.5
    and later only where values are requested, for other numbers of coordinates than of values and for a period of
    zero, TypeError for complex coordinates.

    >>> cp.interp(cp.array([0.5, 9.0]), cp.array([0.0, 1.0]), cp.array([10.0, 20.0]))
    array([15., 20.])"""

def convolve(a: ArrayLike, v: ArrayLike, mode: float | str | None = "full") -> ndarray:
    """The convolution of two lines: sums of products, the elements of one in reverse.

    `mode` is "full", for all positions where the lines overlap, "same", for as many as the longer one has, or
    "valid", for those where the shorter one lies within the longer one. Raises ValueError for lines without
    elements, more than one axis, and another mode.

    >>> cp.convolve(cp.array([1, 2, 3]), cp.array([0, 1, 5]))
    array([ 0,  1,  7, 13, 15])"""

def correlate(a: ArrayLike, v: ArrayLike, mode: float | str | None = "valid") -> ndarray:
    """The correlation of two lines: sums of products with the conjugate of the second one.

    `mode` is as of `convolve`. Raises ValueError for lines without elements, other than one axis, and another mode.

    >>> cp.correlate(cp.array([1, 2, 3]), cp.array([0, 1, 5]))
    array([17])"""

def bartlett(M: float) -> ndarray:
    """The triangle of `M` weights that is zero at the ends.

    >>> cp.bartlett(5)
    array([0. , 0.5, 1. , 0.5, 0. ])"""

def blackman(M: float) -> ndarray:
    """`M` of Blackman's weights.

    >>> cp.blackman(3).round(2)
    array([-0.,  1., -0.])"""

def hamming(M: float) -> ndarray:
    """`M` of Hamming's weights.

    >>> cp.hamming(3)
    array([0.08, 1.  , 0.08])"""

def hanning(M: float) -> ndarray:
    """`M` of von Hann's weights.

    >>> cp.hanning(5)
    array([0. , 0.5, 1. , 0.5, 0. ])"""

def kaiser(M: float, beta: float) -> ndarray:
    """`M` of Kaiser's weights, with the shape parameter `beta`: 0 is a rectangle, and the larger, the narrower they
    are.

    >>> cp.kaiser(3, 0.0)
    array([1., 1., 1.])"""

def clip(a: ArrayLike, a_min: ArrayLike | None = None, a_max: ArrayLike | None = None, out: ndarray | None = None, *, min: ArrayLike | None = None, max: ArrayLike | None = None) -> ndarray:
    """The elements kept within bounds, each a number, an array, or None.

    `min` and `max` are the same bounds by the array API's names. Bounds broadcast against `a`; None is no bound.

    Raises ValueError where shapes do not broadcast, or where bounds are given by both names.

    >>> cp.clip(cp.arange(6), 1, 4)
    array([1, 1, 2, 3, 4, 4])"""

def nan_to_num(x: ArrayLike, copy: bool_type = True, nan: ArrayLike = 0.0, posinf: ArrayLike | None = None, neginf: ArrayLike | None = None) -> ndarray:
    """NaN replaced by a number, and the infinities by numbers, or by the elements of arrays that broadcast to those of
    `x`.

    Where `posinf` or `neginf` is None, the largest or smallest finite number of the dtype is taken. With
    `copy=False` the elements of `x` are changed in place.

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

    Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another.
    Raises AxisError for an axis out of range.

    >>> cp.cumsum(cp.arange(4))
    array([0, 1, 3, 6])"""

def cumprod(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The running product along an axis, or over the elements in C order where the axis is None.

    Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another.
    Raises AxisError for an axis out of range.

    >>> cp.cumprod(cp.array([1, 2, 3, 4]))
    array([ 1,  2,  6, 24])"""

def cumproduct(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The running product along an axis, or over the elements in C order where the axis is None.

    Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another.
    Raises AxisError for an axis out of range.

    >>> cp.cumprod(cp.array([1, 2, 3, 4]))
    array([ 1,  2,  6, 24])"""

def sort(a: ArrayLike, axis: int | None = -1, kind: str | None = None, order: Any = None, *, stable: bool_type | None = None, descending: bool_type = False) -> ndarray:
    """A sorted copy along an axis, or of the flattened array where the axis is None. NaN are last; where the
    elements are to be `descending`, they are first.

    Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for an unknown kind or an
    `order` of fields.

    >>> cp.sort(cp.array([[3, 1], [2, 4]]), axis=0)
    array([[2, 1],
           [3, 4]])"""

def argsort(a: ArrayLike, axis: int | None = -1, kind: str | None = None, order: Any = None, *, stable: bool_type | None = None, descending: bool_type = False) -> ndarray:
    """The indices that elements have before they are sorted along an axis, or in the flattened array where the axis is
    None. Where the elements are to be `descending`, NaN are first, and equal ones in their order.

    Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for an unknown kind or an
    `order` of fields.

    >>> cp.argsort(cp.array([3, 1, 2]))
    array([1, 2, 0])"""

def msort(a: ArrayLike) -> ndarray:
    """A copy sorted along the first axis.

    Raises AxisError for an array without axes.

    >>> cp.msort(cp.array([[3, 1], [2, 4]]))
    array([[2, 1],
           [3, 4]])"""

def sort_complex(a: ArrayLike) -> ndarray:
    """A sorted copy along the last axis as complex numbers, by their real and then their imaginary parts.

    Integers of up to 16 bits give complex64, other real numbers complex128. Raises AxisError for an array without
    axes.

    >>> cp.sort_complex(cp.array([2 - 1j, 1j, 2 - 2j]))
    array([0.+1.j, 2.-2.j, 2.-1.j])"""

def lexsort(keys: Sequence[ArrayLike] | ndarray, axis: int = -1) -> ndarray:
    """The indices that elements have before they are sorted along an axis by several keys, the last one first.

    Equal ones stay in their order. The keys are a sequence of arrays of one shape, or an array, whose parts along
    the first axis they are. Raises TypeError for no keys, ValueError for keys of different shapes, AxisError for an
    axis out of range.

    >>> cp.lexsort((cp.array([9, 4, 0, 4]), cp.array([1, 5, 1, 4])))
    array([2, 0, 3, 1])"""

def partition(a: ArrayLike, kth: int | Sequence[int], axis: int | None = -1, kind: str = "introselect", order: Any = None) -> ndarray:
    """A copy whose elements at indices along an axis are those of the sorted array: none before them is larger, none
    after them smaller.

    Without an axis the flattened array is parted. In which order the other elements stand is not said; here they
    are sorted. Raises ValueError for an index out of range or another `kind`, AxisError for an axis out of range.

    >>> cp.partition(cp.array([7, 1, 5, 2]), 1)[1]
    array(2)"""

def argpartition(a: ArrayLike, kth: int | Sequence[int], axis: int | None = -1, kind: str = "introselect", order: Any = None) -> ndarray:
    """The indices that elements have before `partition`.

    Raises ValueError for an index out of range or another `kind`, AxisError for an axis out of range.

    >>> cp.argpartition(cp.array([7, 1, 5, 2]), 1)[1]
    array(3)"""

def unique(ar: ArrayLike, return_index: bool_type = False, return_inverse: bool_type = False, return_counts: bool_type = False, axis: int | None = None, *, equal_nan: bool_type = True, sorted: Any = True) -> Any:
    """The different elements in ascending order, NaN last, or the different parts along an axis in lexicographic
    order.

    Beside the values, in a tuple, are those of the following that are requested: the index of the first occurrence
    of each, the index of each element's value among the values, and how often each value occurs. NaN is one value,
    unless `equal_nan` is false; along an axis, parts with NaN are all different.
    Raises AxisError for an axis out of range.

    >>> cp.unique(cp.array([3, 1, 3, 2, 1]))
    array([1, 2, 3])
    >>> cp.unique(cp.array([3, 1, 3]), return_counts=True)
    (array([1, 3]), array([1, 2]))

    `sorted` is accepted and has no effect: values are always sorted."""

def isin(element: ArrayLike, test_elements: ArrayLike, assume_unique: Any = False, invert: bool_type = False, *, kind: str | None = None) -> ndarray:
    """Whether each element is in a set of others; with `invert`, whether it is not. NaN is in none.

    `kind` is "sort", "table", which takes integers and bools and has an entry for every integer from the smallest
    to the largest of the set, or None for the fastest. Raises ValueError for another `kind` or a table of other
    dtypes.

    >>> cp.isin(cp.arange(4), [1, 3, 5])
    array([False,  True, False,  True])

    `assume_unique` is accepted and has no effect: elements may be there several times."""

def in1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: Any = False, invert: bool_type = False) -> ndarray:
    """Whether each element of the flattened array is in a set of others; with `invert`, whether it is not.

    >>> cp.in1d(cp.arange(4), [1, 3, 5])
    array([False,  True, False,  True])

    `assume_unique` is accepted and has no effect: elements may be there several times."""

def intersect1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool_type = False, return_indices: bool_type = False) -> Any:
    """The different elements that two arrays have in common, in ascending order.

    With `return_indices` also the index of the first occurrence of each in either of them.

    >>> cp.intersect1d(cp.array([1, 3, 4, 3]), cp.array([3, 1, 2, 1]))
    array([1, 3])"""

def union1d(ar1: ArrayLike, ar2: ArrayLike) -> ndarray:
    """The different elements that any of two arrays has, in ascending order.

    >>> cp.union1d(cp.array([3, 1]), cp.array([2, 1]))
    array([1, 2, 3])"""

def setdiff1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool_type = False) -> ndarray:
    """The different elements of the first array that the second has not, in ascending order.

    With `assume_unique` they are in the order of the array.

    >>> cp.setdiff1d(cp.array([3, 2, 1, 2]), cp.array([1, 5]))
    array([2, 3])"""

def setxor1d(ar1: ArrayLike, ar2: ArrayLike, assume_unique: bool_type = False) -> ndarray:
    """The different elements that one of two arrays has and the other has not, in ascending order.

    >>> cp.setxor1d(cp.array([1, 2]), cp.array([2, 3]))
    array([1, 3])"""

def sum(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The sum of the elements over axes.

    Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. `initial` is added; only
    elements where `where` is true take part.
    Raises AxisError for an axis out of range.

    >>> cp.sum(cp.array([[1, 2], [3, 4]]), axis=0)
    array([4, 6])"""

def prod(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The product of the elements over axes.

    Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. `initial` is
    multiplied in; only elements where `where` is true take part.
    Raises AxisError for an axis out of range.

    >>> cp.prod(cp.array([[1, 2], [3, 4]]), axis=0)
    array([3, 8])"""

def product(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, initial: complex | np.generic | ndarray | None = None, where: ArrayLike | None = None) -> ndarray:
    """The product of the elements over axes.

    Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. `initial` is
    multiplied in; only elements where `where` is true take part.
    Raises AxisError for an axis out of range.

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

def sometrue(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """Whether any element over axes is true: not zero.

    >>> cp.any(cp.array([[0, 0], [0, 1]]), axis=1)
    array([False,  True])"""

def all(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """Whether every element over axes is true: not zero.

    >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
    array([False,  True])"""

def alltrue(a: ArrayLike, axis: int | tuple[int, ...] | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """Whether every element over axes is true: not zero.

    >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
    array([False,  True])"""

def argmax(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
    """The position of the first largest element along an axis, or of the flattened array; of the first NaN where there
    is one.

    Raises ValueError where there are no elements.

    >>> cp.argmax(cp.array([3, 9, 9]))
    array(1)"""

def argmin(a: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False) -> ndarray:
    """The position of the first smallest element along an axis, or of the flattened array; of the first NaN where
    there is one.

    Raises ValueError where there are no elements.

    >>> cp.argmin(cp.array([3, 1, 1]))
    array(1)"""

def mean(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, keepdims: bool_type = False, *, where: ArrayLike | None = None) -> ndarray:
    """The mean over axes. Integers give float64.

    Only elements where `where` is true take part.
    Raises AxisError for an axis out of range.

    >>> cp.mean(cp.array([[1, 2], [3, 4]]), axis=0)
    array([2., 3.])"""

def var(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None, mean: ArrayLike | None = None, correction: float | None = None) -> ndarray:
    """The variance over axes: the mean squared distance from the mean, divided by the number of elements less `ddof`.

    `correction` is the array API's name for `ddof`; ValueError is raised for both. Integers give float64, complex
    numbers a real result.
    Raises AxisError for an axis out of range.

    >>> cp.var(cp.array([1, 2, 3, 4]))
    array(1.25)"""

def std(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None, mean: ArrayLike | None = None, correction: float | None = None) -> ndarray:
    """The standard deviation over axes: the square root of the variance.

    Integers give float64, complex numbers a real result.
    Raises AxisError for an axis out of range.

    >>> cp.std(cp.array([1, 1, 3, 3]))
    array(1.)"""

def average(a: ArrayLike, axis: int | Sequence[int] | None = None, weights: Any | None = None, returned: bool_type = False, *, keepdims: bool_type = False) -> Any:
    """The weighted mean over axes; with the sum of the weights where `returned` is true. Waits for the weights.

    Weights have the shape of `a`, or of the axes. Raises ZeroDivisionError where weights sum to zero, TypeError
    where weights of another shape come without an axis, ValueError where their shape is not that of the axes.

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

def nanvar(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None, mean: ArrayLike | None = None, correction: float | None = None) -> ndarray:
    """The variance over axes of the elements that are not NaN; NaN where there are not more of them than `ddof`.

    >>> cp.nanvar(cp.array([1.0, cp.nan, 3.0]))
    array(1.)"""

def nanstd(a: ArrayLike, axis: int | tuple[int, ...] | None = None, dtype: DTypeLike | None = None, out: ndarray | None = None, ddof: float = 0, keepdims: bool_type = False, *, where: ArrayLike | None = None, mean: ArrayLike | None = None, correction: float | None = None) -> ndarray:
    """The standard deviation over axes of the elements that are not NaN; NaN where there are not more of them than
    `ddof`.

    >>> cp.nanstd(cp.array([1.0, cp.nan, 3.0]))
    array(1.)"""

def median(a: ArrayLike, axis: int | Sequence[int] | None = None, out: ndarray | None = None, overwrite_input: bool_type = False, keepdims: bool_type = False) -> ndarray:
    """The median over axes: of two elements in the middle their mean, NaN where an element is NaN. Integers give
    float64.

    Raises AxisError for an axis out of range.

    >>> cp.median(cp.array([[1, 7], [2, 3]]), axis=0)
    array([1.5, 5. ])

    `overwrite_input` is accepted and has no effect: inputs are never changed."""

def nanmedian(a: ArrayLike, axis: int | Sequence[int] | None = None, out: ndarray | None = None, overwrite_input: bool_type = False, keepdims: bool_type = False) -> ndarray:
    """The median over axes of the elements that are not NaN; NaN where there is none.

    >>> cp.nanmedian(cp.array([1.0, cp.nan, 2.0]))
    array(1.5)

    `overwrite_input` is accepted and has no effect: inputs are never changed."""

def quantile(a: ArrayLike, q: ArrayLike | np.ndarray[Any, Any], axis: int | Sequence[int] | None = None, out: ndarray | None = None, overwrite_input: bool_type = False, method: str = "linear", keepdims: bool_type = False, *, weights: ArrayLike | None = None) -> ndarray:
    """The quantiles `q`, from 0 to 1, over axes. NaN where an element is. Several are in axes before those of the
    array.

    `method` says which elements a quantile is made of where it falls between two; `weights`, of the array's
    shape or of the axes', are for "inverted_cdf".
    Raises ValueError for a `q` out of range, an unknown method, or weights that do not fit, TypeError for
    complex numbers.

    >>> cp.quantile(cp.array([[1, 3], [2, 8]]), 0.5, axis=0)
    array([1.5, 5.5])

    `overwrite_input` is accepted and has no effect: inputs are never changed."""

def percentile(a: ArrayLike, q: ArrayLike | np.ndarray[Any, Any], axis: int | Sequence[int] | None = None, out: ndarray | None = None, overwrite_input: bool_type = False, method: str = "linear", keepdims: bool_type = False, *, weights: ArrayLike | None = None) -> ndarray:
    """The percentiles `q`, from 0 to 100, over axes. NaN where an element is. Several are in axes before those of
    the array.

    `method` says which elements a quantile is made of where it falls between two; `weights`, of the array's
    shape or of the axes', are for "inverted_cdf".
    Raises ValueError for a `q` out of range, an unknown method, or weights that do not fit, TypeError for
    complex numbers.

    >>> cp.percentile(cp.array([[1, 3], [2, 8]]), 50, axis=0)
    array([1.5, 5.5])

    `overwrite_input` is accepted and has no effect: inputs are never changed."""

def nanquantile(a: ArrayLike, q: ArrayLike | np.ndarray[Any, Any], axis: int | Sequence[int] | None = None, out: ndarray | None = None, overwrite_input: bool_type = False, method: str = "linear", keepdims: bool_type = False, *, weights: ArrayLike | None = None) -> ndarray:
    """The quantiles `q`, from 0 to 1, over axes of the elements that are not NaN; NaN where there is none. Several
    are in axes before those of the array.

    `method` says which elements a quantile is made of where it falls between two; `weights`, of the array's
    shape or of the axes', are for "inverted_cdf".
    Raises ValueError for a `q` out of range, an unknown method, or weights that do not fit, TypeError for
    complex numbers.

    >>> cp.nanquantile(cp.array([1.0, cp.nan, 2.0, 4.0]), 0.5)
    array(2.)

    `overwrite_input` is accepted and has no effect: inputs are never changed."""

def nanpercentile(a: ArrayLike, q: ArrayLike | np.ndarray[Any, Any], axis: int | Sequence[int] | None = None, out: ndarray | None = None, overwrite_input: bool_type = False, method: str = "linear", keepdims: bool_type = False, *, weights: ArrayLike | None = None) -> ndarray:
    """The percentiles `q`, from 0 to 100, over axes of the elements that are not NaN; NaN where there is none. Several
    are in axes before those of the array.

    `method` says which elements a quantile is made of where it falls between two; `weights`, of the array's
    shape or of the axes', are for "inverted_cdf".
    Raises ValueError for a `q` out of range, an unknown method, or weights that do not fit, TypeError for
    complex numbers.

    >>> cp.nanpercentile(cp.array([1.0, cp.nan, 2.0, 4.0]), 50)
    array(2.)

    `overwrite_input` is accepted and has no effect: inputs are never changed."""

def nanargmax(a: ArrayLike, axis: int | None = None, out: ndarray | None = None, *, keepdims: bool_type = False) -> ndarray:
    """The index of the first largest element that is not NaN, along an axis or in the flattened array.
    Waits for the elements.

    Raises ValueError where all elements are NaN.

    >>> cp.nanargmax(cp.array([1.0, cp.nan, 2.0]))
    array(2)"""

def nanargmin(a: ArrayLike, axis: int | None = None, out: ndarray | None = None, *, keepdims: bool_type = False) -> ndarray:
    """The index of the first smallest element that is not NaN, along an axis or in the flattened array.
    Waits for the elements.

    Raises ValueError where all elements are NaN.

    >>> cp.nanargmin(cp.array([1.0, cp.nan, 0.5]))
    array(2)"""

def cov(m: ArrayLike, y: ArrayLike | None = None, rowvar: bool_type = True, bias: bool_type = False, ddof: float | None = None, fweights: ArrayLike | None = None, aweights: ArrayLike | None = None, *, dtype: DTypeLike | None = None) -> ndarray:
    """The covariances of variables, which are the rows of `m`, and of `y` too where it is given; float64 at least.

    `rowvar=False` says that they are columns; `bias` and `ddof` what sums are divided by; `fweights` how often each
    observation counts, `aweights` how much it weighs. Raises ValueError for more than two axes, RuntimeError for
    weights that do not fit.

    >>> cp.cov(cp.array([[0, 1, 2], [2, 1, 0]]))
    array([[ 1., -1.],
           [-1.,  1.]])"""

def corrcoef(x: ArrayLike, y: ArrayLike | None = None, rowvar: bool_type = True, *, dtype: DTypeLike | None = None) -> ndarray:
    """The correlations of variables, which are the rows of `x`, and of `y` too where it is given.

    `rowvar=False` says that they are columns. Raises as `cov`.

    >>> cp.corrcoef(cp.array([[0, 1, 2], [2, 1, 0]]))
    array([[ 1., -1.],
           [-1.,  1.]])"""

def bincount(x: Any, /, weights: ArrayLike | None = None, minlength: int = 0) -> ndarray:
    """How often each integer from zero on is there, or the sum of the weights where it is. Waits for the integers.

    Raises TypeError for other than integers, ValueError for negative ones, other than one axis, or weights of
    another length.

    >>> cp.bincount(cp.array([0, 2, 2]), minlength=4)
    array([1, 0, 2, 0])"""

def searchsorted(a: ArrayLike, v: ArrayLike, side: str = "left", sorter: ArrayLike | None = None) -> ndarray:
    """For each value the index among sorted elements at which it would keep their order. NaN are last.

    `side` is "left", before elements that are equal, or "right", after them; `sorter` are the indices that sort
    `a`, where it is not sorted itself. Raises ValueError where `a` has not one axis, for another side, and for
    sorters that do not fit, TypeError for sorters that are no integers.

    >>> cp.searchsorted(cp.array([1, 3, 5]), cp.array([0, 3, 9]))
    array([0, 1, 3])"""

def digitize(x: ArrayLike, bins: ArrayLike, right: bool_type = False) -> ndarray:
    """For each element the number of the bin that it falls into, between edges that ascend or descend.

    Bin `i` lies between edges `i - 1` and `i`; the lower one belongs to it, or with `right` the upper one. Raises
    ValueError for edges that neither ascend nor descend, TypeError for complex numbers.

    >>> cp.digitize(cp.array([0.5, 3.0, 1.0]), cp.array([0.0, 1.0, 2.0]))
    array([1, 3, 2])"""

def histogram(a: ArrayLike, bins: int | str | ArrayLike = 10, range: Sequence[float] | None = None, density: bool_type | None = None, weights: ArrayLike | None = None) -> Any:
    """How many elements fall into each bin, or the sum of their weights, and the edges of the bins: a tuple of both.

    `bins` is the number of bins of equal width over `range`, or their edges, or the name of a rule for their
    number: "auto", "fd", "doane", "scott", "stone", "rice", "sturges" or "sqrt". The last bin has both its edges,
    the others the lower one. Raises ValueError for edges that do not ascend, for no bins, and for a range that is
    not finite.

    >>> cp.histogram(cp.array([1.0, 2.0, 1.5, 3.0]), bins=2)
    (array([2, 2]), array([1., 2., 3.]))"""

def histogram_bin_edges(a: ArrayLike, bins: int | str | ArrayLike = 10, range: Sequence[float] | None = None, weights: ArrayLike | None = None) -> ndarray:
    """The edges of the bins that `histogram` takes.

    >>> cp.histogram_bin_edges(cp.array([1.0, 2.0, 1.5, 3.0]), bins=2)
    array([1., 2., 3.])"""

def histogram2d(x: ArrayLike, y: ArrayLike, bins: int | ArrayLike | Sequence[int | ArrayLike] = 10, range: Sequence[Sequence[float] | None] | None = None, density: bool_type | None = None, weights: ArrayLike | None = None) -> Any:
    """How many points of a plane fall into each bin of a grid, or the sum of their weights, and the edges along both
    axes.

    `bins` are an integer, the edges along both axes, or a pair of one of these for each axis; `range` is a pair of
    ends for each axis. Raises ValueError for coordinates of different lengths, and what `histogram` raises.

    >>> cp.histogram2d(cp.array([0.0, 1.0, 1.0]), cp.array([0.0, 1.0, 0.0]), bins=2)[0]
    array([[1., 0.],
           [1., 1.]])"""

def histogramdd(sample: ArrayLike | Sequence[ArrayLike], bins: int | ArrayLike | Sequence[int | ArrayLike] = 10, range: Sequence[Sequence[float] | None] | None = None, density: bool_type | None = None, weights: ArrayLike | None = None) -> Any:
    """How many points fall into each bin of a grid, or the sum of their weights, and a list of the edges along each
    axis.

    `sample` has a point in each row, or is a sequence of coordinates along each axis; `bins` and `range` are as of
    `histogram2d`, one for each axis. Raises what `histogram2d` raises.

    >>> cp.histogramdd(cp.array([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]]), bins=2)[0]
    array([[1., 0.],
           [1., 1.]])"""

def polyadd(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """The sum of two polynomials, by their coefficients, the highest power first.

    >>> cp.polyadd([1, 2], [9, 5, 4])
    array([9, 6, 6])"""

def polysub(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """The difference of two polynomials, by their coefficients, the highest power first.

    >>> cp.polysub([2, 10, -2], [3, 10, -4])
    array([-1,  0,  2])"""

def polymul(a1: ArrayLike, a2: ArrayLike) -> ndarray:
    """The product of two polynomials, by their coefficients, the highest power first. Zeros before the first other
    coefficient are left out, for which the coefficients are waited for.

    Raises ValueError for more than one axis.

    >>> cp.polymul([1, 2, 3], [9, 5, 1])
    array([ 9, 23, 38, 17,  3])"""

def polydiv(u: ArrayLike, v: ArrayLike) -> tuple[ndarray, ...]:
    """The quotient of two polynomials and what the division leaves, by their coefficients, the highest power first.

    Raises IndexError for no coefficients, ValueError for more than one axis.

    >>> cp.polydiv([3.0, 5.0, 2.0], [2.0, 1.0])
    (array([1.5 , 1.75]), array([0.25]))"""

def polyval(p: ArrayLike, x: ArrayLike) -> ndarray:
    """The values of a polynomial, whose coefficients begin with the highest power.

    >>> cp.polyval([3, 0, 1], cp.array([5, 2]))
    array([76, 13])"""

def polyder(p: ArrayLike, m: int = 1) -> ndarray:
    """The derivative of a polynomial, `m` times, by its coefficients, the highest power first.

    Raises ValueError for a negative `m`.

    >>> cp.polyder([1, 1, 1, 1])
    array([3, 2, 1])"""

def polyint(p: ArrayLike, m: int = 1, k: ArrayLike | None = None) -> ndarray:
    """The integral of a polynomial, `m` times, by its coefficients, the highest power first, with a constant for each
    time: one for all, and zeros without any.

    Raises ValueError for a negative `m`, and for fewer constants.

    >>> cp.polyint([6, 2])
    array([3., 2., 0.])"""

def poly(seq_of_zeros: ArrayLike) -> ndarray:
    """The coefficients, the highest power first, of the polynomial with these zeros, or the eigenvalues of a square
    matrix; the first is one.

    Raises ValueError for other axes, and for a matrix that is not square.

    >>> cp.poly([1, 2])
    array([ 1., -3.,  2.])"""

def polyfit(x: ArrayLike, y: ArrayLike, deg: float, rcond: float | None = None, full: bool_type = False, w: ArrayLike | None = None, cov: float | str | None = False) -> Any:
    """The coefficients, the highest power first, of the polynomial of degree `deg` that is next to the values `y` at
    the points `x`.

    The sum of the squares, of what is left times the weights `w`, is least. Singular values up to `rcond` times the
    largest count as zero. With `full` the squares that are left, the rank, the singular values and `rcond` follow;
    with `cov` the covariances of the coefficients, with "unscaled" as the weights say them. The rank is waited for,
    and RankWarning is issued where it is not full. Raises ValueError for a negative degree, TypeError for other
    axes and lengths than those of points and values.

    >>> cp.polyfit(cp.array([0.0, 1.0, 2.0]), cp.array([1.0, 3.0, 5.0]), 1).round(6)
    array([2., 1.])"""

def roots(p: ArrayLike) -> ndarray:
    """The zeros of a polynomial by its coefficients, the highest power first.

    Zeros before the first and after the last other coefficient are left out, for which they are waited for; each
    of the latter is a zero of the polynomial. Zeros are real where all are and the coefficients are. Raises
    ValueError for more than one axis, TypeError for none.

    >>> cp.roots([1.0, -3.0, 2.0]).round(6)
    array([2., 1.])"""

def matmul(x1: ArrayLike, x2: ArrayLike, /, out: ndarray | None = None, *, axes: Sequence[int | Sequence[int]] | None = None, axis: int | None = None, keepdims: bool_type = False, casting: str = "same_kind", dtype: DTypeLike | None = None, order: str | None = "K", signature: str | tuple[DTypeLike | None, ...] | None = None) -> ndarray:
    """The product of matrices over the last two axes; the axes before them broadcast.

    A vector stands for a row on the left and a column on the right. Raises ValueError where an operand has no axes,
    or shapes do not fit together. `axes` names the two axes of each operand and of the result, a tuple for each; it
    raises AxisError for others than they have.

    >>> cp.matmul(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    array([3, 7])"""

def vecdot(x1: ArrayLike, x2: ArrayLike, /, out: ndarray | None = None, *, axes: Sequence[int | Sequence[int]] | None = None, axis: int | None = None, keepdims: bool_type = False, casting: str = "same_kind", dtype: DTypeLike | None = None, order: str | None = "K", signature: str | tuple[DTypeLike | None, ...] | None = None) -> ndarray:
    """The sums of products over the last axis, or over `axis`, of the first ones the conjugates; the other axes
    broadcast.

    `axes` names the axis of each operand, and of the result where `keepdims` keeps it. Raises ValueError where an
    operand has no axes, or shapes do not fit together, AxisError for an axis out of range.

    >>> cp.vecdot(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    array([3, 7])"""

def matvec(x1: ArrayLike, x2: ArrayLike, /, out: ndarray | None = None, *, axes: Sequence[int | Sequence[int]] | None = None, axis: int | None = None, keepdims: bool_type = False, casting: str = "same_kind", dtype: DTypeLike | None = None, order: str | None = "K", signature: str | tuple[DTypeLike | None, ...] | None = None) -> ndarray:
    """The products of matrices and vectors; the axes before theirs broadcast.

    `axes` names the axes of each operand and of the result, `axis` and `keepdims` are for products of vectors.
    Raises ValueError where operands have too few axes, or shapes do not fit together.

    >>> cp.matvec(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    array([3, 7])"""

def vecmat(x1: ArrayLike, x2: ArrayLike, /, out: ndarray | None = None, *, axes: Sequence[int | Sequence[int]] | None = None, axis: int | None = None, keepdims: bool_type = False, casting: str = "same_kind", dtype: DTypeLike | None = None, order: str | None = "K", signature: str | tuple[DTypeLike | None, ...] | None = None) -> ndarray:
    """The products of vectors, of which the conjugates are taken, and matrices; the axes before theirs broadcast.

    `axes` names the axes of each operand and of the result, `axis` and `keepdims` are for products of vectors.
    Raises ValueError where operands have too few axes, or shapes do not fit together.

    >>> cp.vecmat(cp.array([1, 1]), cp.array([[1, 2], [3, 4]]))
    array([4, 6])"""

def einsum(*operands: str | ArrayLike | Sequence[Any], out: ndarray | None = None, optimize: bool_type | str | Sequence[Any] | None = False, dtype: DTypeLike | None = None, order: str | None = "K", casting: str = "safe") -> ndarray:
    """The sums of products that labels of axes say: `"ij,jk->ik"` and the operands, or operands each with a list of
    integers.

    Axes of one label go together; those whose label is not after the arrow are summed over, and without an arrow
    those whose label is there twice. An ellipsis stands for the axes that have no label, which broadcast. Operands
    are contracted two at a time: in the order that `optimize` says, "greedy", "optimal" or a list of steps, and
    greedily otherwise. Of one operand without sums the result is a view. Raises ValueError for labels that do not
    fit the operands, TypeError for casts that `casting` does not allow.

    >>> cp.einsum("ij,j->i", cp.array([[1, 2], [3, 4]]), cp.array([10, 1]))
    array([12, 34])"""

def dot(a: ArrayLike, b: ArrayLike, out: ndarray | None = None) -> ndarray:
    """A product by a number, of vectors, of matrices, or over the last axis of `a` and the last but one of `b`.

    Raises ValueError where the extents differ, and for an `out` that is not in C order, of the result's shape and
    of its dtype.

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
    """The sum over pairs of axes: the last of `a` with the first of `b`, as many as `axes` says, or those of two
    lists.

    Raises ValueError where the extents of a pair differ, AxisError for an axis out of range.

    >>> cp.tensordot(cp.ones((2, 3)), cp.ones((3, 2)), axes=1)
    array([[3., 3.],
           [3., 3.]])"""

def trace(a: ArrayLike, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None, out: ndarray | None = None) -> ndarray:
    """The sum along the diagonal of two axes.

    `offset` names the diagonal: above the main one where it is positive. Raises ValueError where `a` has fewer than
    two axes.

    >>> cp.trace(cp.array([[1, 2], [3, 4]]))
    array(5)"""

def kron(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The Kronecker product: each element of `a` times the whole of `b`, laid at the position of the element.

    >>> cp.kron(cp.array([1, 10]), cp.array([5, 6]))
    array([ 5,  6, 50, 60])"""
