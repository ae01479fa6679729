"""Functions that call Python functions, or take nested Python lists: the parts of a result are computed here and joined."""

import functools as _functools
import math as _math

import numpy as _numpy
from numpy.exceptions import AxisError as _AxisError

from cuprust import _core


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """The results of a function for each vector along an axis; their axes replace that axis.

    The function is called with each vector, an array of one axis, and with the further arguments; its results become arrays, all of one
    shape. Raises AxisError for an axis out of range, ValueError where there are no vectors.

    >>> cp.apply_along_axis(lambda row: row[::-1], 1, cp.array([[1, 2], [3, 4]]))
    array([[2, 1],
           [4, 3]])
    """
    arr = _core.asarray(arr)
    place = _place(axis, arr.ndim)
    vectors = _core.moveaxis(arr, place, -1)
    if 0 in vectors.shape[:-1]:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    results = [_core.asarray(func1d(vectors[index], *args, **kwargs)) for index in _numpy.ndindex(vectors.shape[:-1])]
    first = results[0]
    # As in NumPy, the first result determines the dtype, and the others are assigned to parts of its shape.
    together = _core.empty((len(results), *first.shape), first.dtype)
    for part, result in zip(together, results):
        part[...] = result
    together = together.reshape(vectors.shape[:-1] + first.shape)
    axes = tuple(range(vectors.ndim - 1, together.ndim))
    return _core.moveaxis(together, axes, tuple(range(place, place + len(axes))))


def apply_over_axes(func, a, axes):
    """The result of a function applied over several axes: it is called with an array and one axis after another, each time with its last result.

    A result without the axis has it put back with extent one. Raises ValueError for a result with another number of axes.

    >>> cp.apply_over_axes(cp.sum, cp.ones((2, 3)), (0, 1))
    array([[6.]])
    """
    value = _core.asarray(a)
    rank = value.ndim
    for axis in [axes] if _core.ndim(axes) == 0 else axes:
        axis = int(axis)
        axis += rank if axis < 0 else 0
        result = func(value, axis)
        if result.ndim != value.ndim:
            result = _core.expand_dims(result, axis)
        if result.ndim != value.ndim:
            raise ValueError("function is not returning an array of the correct shape")
        value = result
    return value


def piecewise(x, condlist, funclist, *args, **kw):
    """A piecewise function: each element has the value of the last condition that is true there, a number or a function of these elements.

    One function more than conditions is for where none is true; without it there are zeros. Functions are called with the elements in one
    axis and the further arguments, where there are any. Raises ValueError for other numbers of functions.

    >>> x = cp.array([-2.0, -1.0, 1.0, 2.0])
    >>> cp.piecewise(x, [x < 0, x > 1], [lambda part: -part, 9, 0])
    array([2., 1., 0., 9.])
    """
    x = _core.asarray(x)
    if _is_one_condition(condlist, x.ndim):
        condlist = [condlist]
    conditions = [_core.asarray(condition, dtype=bool) for condition in condlist]
    if len(funclist) == len(conditions) + 1:
        conditions.append(~_core.any(_core.stack(conditions), axis=0))
    elif len(funclist) != len(conditions):
        count = len(conditions)
        raise ValueError(f"with {count} condition(s), either {count} or {count + 1} functions are expected")
    result = _core.zeros_like(x)
    for condition, function in zip(conditions, funclist):
        if not callable(function):
            result[condition] = function
        elif (part := x[condition]).size > 0:
            result[condition] = function(part, *args, **kw)
    return result


def _is_one_condition(condlist, rank):
    """Whether it is a single condition, and no list of them, for an array of this many axes."""
    if isinstance(condlist, _core.ndarray):
        return condlist.ndim == 0 or condlist.ndim == 1 and rank != 0
    return _numpy.isscalar(condlist) or not isinstance(condlist[0], (list, _core.ndarray)) and rank != 0


_PADDING = frozenset(("constant_values", "end_values", "stat_length", "reflect_type"))


def pad(array, pad_width, mode="constant", **kwargs):
    """The array with a margin around it.

    The widths are one number, a pair for before and after, or a pair for each axis. The modes are constant, edge, empty, linear_ramp, maximum,
    mean, minimum, reflect, symmetric and wrap; keywords are `constant_values`, `end_values`, `stat_length` and `reflect_type`, for the modes
    that they belong to. A function as the mode is called for each vector along each axis with the vector, whose margins are to be written,
    the two widths, the axis and the keywords. Raises ValueError for a negative width, an unknown mode, or a keyword of another mode.

    >>> cp.pad(cp.arange(3), (1, 2), "edge")
    array([0, 0, 1, 2, 2, 2])
    """
    if callable(mode):
        return _padded_by(mode, _core.asarray(array), pad_width, kwargs)
    if not _PADDING.issuperset(kwargs):
        unknown = set(kwargs) - _PADDING
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    return _core.pad(array, pad_width, mode, **kwargs)


# The parameters are listed one by one, as in the table.
pad.__wrapped__ = _core.pad


def _padded_by(function, array, pad_width, kwargs):
    """Zeros around an array, and then what a function writes into the margins of each vector."""
    padded = _core.pad(array, pad_width)
    widths = _numpy.broadcast_to(pad_width, (array.ndim, 2)).tolist()
    for axis, width in enumerate(widths):
        vectors = _core.moveaxis(padded, axis, -1)
        for index in _numpy.ndindex(vectors.shape[:-1]):
            function(vectors[index], tuple(width), axis, kwargs)
    return padded


def mask_indices(n, mask_func, k=0):
    """The indices of the elements that a function such as `triu` keeps of a square matrix of this extent: a tuple of two arrays.

    >>> cp.mask_indices(2, cp.triu)
    (array([0, 0, 1]), array([0, 1, 1]))
    """
    return _core.nonzero(mask_func(_core.ones((n, n), int), k) != 0)


class vectorize:
    """A function of numbers as one of arrays, which are broadcast: it is called once for each element, on the CPU.

    The parameters are those of `numpy.vectorize`, which makes the calls: with NumPy's numbers, or with NumPy's arrays where there is a
    `signature`.

    >>> cp.vectorize(lambda a, b: a if a > b else 10 * b)(cp.array([1, 2, 3]), 2)
    array([20, 20,  3])
    """

    def __init__(self, pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        self._pyfunc = pyfunc
        missing = {} if pyfunc is None else {"pyfunc": _of_numbers(pyfunc)}
        self._numpys = _numpy.vectorize(**missing, otypes=otypes, doc=doc, excluded=excluded, cache=cache, signature=signature)
        self.__name__ = getattr(self._numpys, "__name__", type(self).__name__)
        self.__doc__ = self._numpys.__doc__
        self._is_decorator = pyfunc is None

    @property
    def pyfunc(self):
        """The function of numbers."""
        return self._numpys.pyfunc if self._pyfunc is None else self._pyfunc

    def __call__(self, *args, **kwargs):
        if self._is_decorator:
            self._pyfunc = args[0] if args else None
            self._numpys = self._numpys(*map(_of_numbers, args), **kwargs)
            self.__name__ = getattr(self._numpys, "__name__", self.__name__)
            self.__doc__ = self._numpys.__doc__
            self._is_decorator = False
            return self
        args = [_host(arg) for arg in args]
        result = self._numpys(*args, **{name: _host(arg) for name, arg in kwargs.items()})
        return tuple(map(_core.array, result)) if isinstance(result, tuple) else _core.array(result)


def _of_numbers(function):
    """The function with NumPy's results where it gives arrays, as it does where it calls functions of cuprust with NumPy's numbers."""
    if not callable(function):
        return function

    @_functools.wraps(function)
    def called(*args, **kwargs):
        result = function(*args, **kwargs)
        return tuple(map(_host, result)) if isinstance(result, tuple) else _host(result)

    return called


def block(arrays):
    """An array of blocks that are in nested lists: those of the innermost lists joined along the last axis, these along the one before.

    Axes of extent one are put before those of a block that has fewer than others. Raises ValueError for lists nested to different depths, for
    empty ones and where extents differ, TypeError for tuples.

    >>> cp.block([[cp.eye(2), cp.zeros((2, 1))], [cp.ones((1, 3))]])
    array([[1., 0., 0.],
           [0., 1., 0.],
           [1., 1., 1.]])
    """
    depths, ranks = set(), [0]
    _measure(arrays, 0, depths, ranks)
    if len(depths) > 1:
        raise ValueError(f"List depths are mismatched: there are elements at depths {sorted(depths)}")
    (depth,) = depths
    rank = max(depth, *ranks)
    joined = _joined(arrays, depth, rank)
    return _core.copy(joined) if depth == 0 else joined


def _measure(arrays, depth, depths, ranks):
    """Notes the depth of each block in nested lists, and how many axes it has."""
    if isinstance(arrays, tuple):
        raise TypeError("arrays is a tuple. Only lists can be used to arrange blocks.")
    if not isinstance(arrays, list):
        if isinstance(arrays, _numpy.ndarray):
            raise TypeError(f"Unsupported type {type(arrays)}: convert it with cuprust.asarray first")
        depths.add(depth)
        ranks.append(_core.ndim(arrays))
        return
    if not arrays:
        raise ValueError("List at arrays cannot be empty")
    for part in arrays:
        _measure(part, depth + 1, depths, ranks)


def _joined(arrays, depth, rank):
    """Blocks nested to this depth, joined to one array of this many axes."""
    if depth == 0:
        return _core.array(arrays, copy=None, ndmin=rank)
    return _core.concatenate([_joined(part, depth - 1, rank) for part in arrays], axis=-depth)


_REQUIREMENTS = {
    "C": "C", "C_CONTIGUOUS": "C", "CONTIGUOUS": "C", "F": "F", "F_CONTIGUOUS": "F", "FORTRAN": "F", "A": "A", "ALIGNED": "A",
    "W": "W", "WRITEABLE": "W", "O": "O", "OWNDATA": "O", "E": "E", "ENSUREARRAY": "E",
}  # fmt: skip


def require(a, dtype=None, requirements=None):
    """An array of a dtype that lies and can be used as required, by a letter or name of NumPy's flags: a copy, where it is not so already.

    `C` and `F` are the orders of elements, `W` is writeable, `O` has memory of its own; every array is aligned. Raises KeyError for
    other requirements, ValueError for both orders.

    >>> cp.require(cp.ones((2, 3)).T, requirements="C").flags.c_contiguous
    True
    """
    wanted = {_REQUIREMENTS[name.upper()] for name in requirements or ()}
    if {"C", "F"} <= wanted:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = "C" if "C" in wanted else "F" if "F" in wanted else "A"
    array = _core.array(a, dtype=dtype, order=order, copy=None)
    if ("W" in wanted and not array.flags.writeable) or ("O" in wanted and not array.flags.owndata):
        return array.copy(order)
    return array


class broadcast:
    """Several arrays broadcast to one shape: their common `shape`, its `nd` and `size`, and the broadcast arrays as `values`.

    Raises ValueError where the shapes do not fit together.

    >>> cp.broadcast(cp.ones((2, 1)), cp.ones(3)).shape
    (2, 3)
    """

    def __init__(self, *args):
        self.values = tuple(_core.broadcast_arrays(*args))
        self.shape = _core.broadcast_shapes(*[value.shape for value in self.values])
        self.nd = self.ndim = len(self.shape)
        self.size = _math.prod(self.shape)
        self.numiter = len(self.values)


def byte_bounds(a):
    """The addresses of an array's first byte and of the one after its last.

    >>> low, high = cp.byte_bounds(cp.ones(3))
    >>> high - low
    24
    """
    low = high = a.data.ptr
    if a.size == 0:
        return low, high
    for extent, stride in zip(a.shape, a.strides):
        span = (extent - 1) * stride
        low, high = low + min(span, 0), high + max(span, 0)
    return low, high + a.itemsize


def _host(value):
    return _core.asnumpy(value) if isinstance(value, _core.ndarray) else value


def _place(axis, rank):
    """An axis counted from the first."""
    if not -rank <= axis < rank:
        raise _AxisError(axis, rank)
    return axis % rank
