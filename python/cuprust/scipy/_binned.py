"""Statistics by the bins of a grid: what SciPy's three functions take, and their results."""

from __future__ import annotations

import operator as _operator
from collections.abc import Callable as _Callable
from typing import Any as _Any
from typing import NamedTuple as _NamedTuple

import cuprust as _cuprust
from cuprust import _core
from cuprust._core import ndarray as _ndarray

_parts = _core._functions("cuprust.scipy._statistics")


class BinnedStatisticResult(_NamedTuple):
    """The result of `binned_statistic`, which says what the arrays are.

    >>> from cuprust.scipy import stats
    >>> found = stats.binned_statistic(cp.array([1.0, 1.0, 5.0]), cp.array([1.0, 3.0, 5.0]), bins=2)
    >>> found.statistic, found.bin_edges, found.binnumber
    (array([2., 5.]), array([1., 3., 5.]), array([1, 1, 2]))
    """

    statistic: _ndarray
    bin_edges: _ndarray
    binnumber: _ndarray


class BinnedStatistic2dResult(_NamedTuple):
    """The result of `binned_statistic_2d`, which says what the arrays are.

    >>> from cuprust.scipy import stats
    >>> x, y = cp.array([0.0, 0.0, 1.0]), cp.array([0.0, 1.0, 1.0])
    >>> found = stats.binned_statistic_2d(x, y, x, bins=2)
    >>> found.x_edge, found.y_edge, found.binnumber
    (array([0. , 0.5, 1. ]), array([0. , 0.5, 1. ]), array([ 5,  6, 10]))
    """

    statistic: _ndarray
    x_edge: _ndarray
    y_edge: _ndarray
    binnumber: _ndarray


class BinnedStatisticddResult(_NamedTuple):
    """The result of `binned_statistic_dd`, which says what the arrays are; the edges are a list, one array an axis.

    >>> from cuprust.scipy import stats
    >>> found = stats.binned_statistic_dd([cp.array([1.0, 1.0, 5.0])], cp.array([1.0, 3.0, 5.0]), bins=2)
    >>> found.bin_edges
    [array([1., 3., 5.])]
    """

    statistic: _ndarray
    bin_edges: list[_ndarray]
    binnumber: _ndarray


def binned_statistic(x: _Any, values: _Any, statistic: str | _Callable[..., _Any] = "mean", bins: _Any = 10, range: _Any = None) -> _Any:
    """A statistic of the values whose coordinate is in each bin, the bins' edges, and the bin of each coordinate.

    `statistic` is "mean", "std", "median", "count", "sum", "min", "max", or a function that is called with the values of each bin. `bins`
    is how many bins of one width there are, or their edges; `range` is from where to where they reach. Waits for the elements.
    Raises ValueError for another statistic, for coordinates that are not finite, and for edges that do not ascend.

    >>> cp.scipy.stats.binned_statistic(cp.array([1.0, 1.0, 5.0]), cp.array([1.0, 3.0, 5.0]), bins=2).statistic
    array([2., 5.])"""
    if range is not None and len(range) == 2:
        range = [range]
    if not isinstance(bins, int) and not (hasattr(bins, "__len__") and len(bins) == 1):
        bins = [bins]
    found, edges, numbers = binned_statistic_dd([x], values, statistic, bins, range)
    return BinnedStatisticResult(found, edges[0], numbers)


def binned_statistic_2d(
    x: _Any,
    y: _Any,
    values: _Any,
    statistic: str | _Callable[..., _Any] = "mean",
    bins: _Any = 10,
    range: _Any = None,
    expand_binnumbers: bool = False,
) -> _Any:
    """A statistic of the values whose point is in each bin of a plane, the edges along both axes, and the bin of each point.

    `statistic` is as in `binned_statistic`. `bins` is how many there are along both axes, or for each axis their number or edges, or edges
    for both; `range` is from where to where they reach, for each axis. With `expand_binnumbers` the bin of a point is two numbers.
    Waits for the elements.
    Raises ValueError for another statistic, for coordinates that are not finite, and for edges that do not ascend.

    >>> x, y = cp.array([0.0, 0.0, 1.0]), cp.array([0.0, 1.0, 1.0])
    >>> cp.scipy.stats.binned_statistic_2d(x, y, cp.array([1.0, 2.0, 4.0]), "sum", bins=2).statistic
    array([[1., 2.],
           [0., 4.]])"""
    if hasattr(bins, "__len__") and len(bins) not in (1, 2):
        bins = [bins, bins]
    found, edges, numbers = binned_statistic_dd([x, y], values, statistic, bins, range, expand_binnumbers)
    return BinnedStatistic2dResult(found, edges[0], edges[1], numbers)


def binned_statistic_dd(
    sample: _Any,
    values: _Any,
    statistic: str | _Callable[..., _Any] = "mean",
    bins: _Any = 10,
    range: _Any = None,
    expand_binnumbers: bool = False,
) -> _Any:
    """A statistic of the values whose point is in each bin of a grid, the edges along each axis, and the bin of each point.

    `sample` has a point in each row, or is a sequence of coordinates along each axis; the last axis of `values` is that of points.
    `statistic` is as in `binned_statistic`, `bins` and `range` are one for each axis. With `expand_binnumbers` the bin of a point is a
    number for each axis. Waits for the elements.
    Raises ValueError for another statistic, for coordinates that are not finite, and for edges that do not ascend.

    >>> cp.scipy.stats.binned_statistic_dd([cp.array([1.0, 1.0, 5.0])], cp.array([1.0, 3.0, 5.0]), bins=2).statistic
    array([2., 5.])"""
    coordinates = _coordinates(sample)
    axes = len(coordinates)
    if not hasattr(bins, "__len__"):
        bins = [bins] * axes
    if range is None:
        range = [None] * axes
    if len(bins) != axes:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    if len(range) != axes:
        raise ValueError(f"range given for {len(range)} dimensions; {axes} required")
    bins = [_cuprust.asarray(own) if getattr(own, "ndim", 0) or isinstance(own, (list, tuple)) else _operator.index(own) for own in bins]
    bounds = [bound for own in range for bound in _bounds(own)]
    values = _cuprust.asarray(values)
    name = "count" if callable(statistic) else statistic
    found, numbers, *edges = _parts["binned_statistic"](coordinates, values, name, bins, bounds)
    extents = [len(own) + 1 for own in edges]
    if callable(statistic):
        found = _called(statistic, values, numbers, extents)
    if expand_binnumbers and axes > 1:
        numbers = _cuprust.stack(_cuprust.unravel_index(numbers, extents))
    return BinnedStatisticddResult(found, edges, numbers)


def _bounds(own: _Any) -> tuple[float, float]:
    """From where to where bins reach: False and False where that is not given."""
    if own is None:
        return False, False
    low, high = own
    return float(low), float(high)


def _coordinates(sample: _Any) -> list[_ndarray]:
    """The coordinates along each axis: the columns of an array, or the arrays of a sequence."""
    if isinstance(sample, _ndarray):
        return list(_cuprust.atleast_2d(sample).T) if sample.ndim == 2 else [sample.ravel()]
    return [_cuprust.asarray(own) for own in sample]


def _called(statistic: _Callable[..., _Any], values: _ndarray, numbers: _ndarray, extents: list[int]) -> _ndarray:
    """The values of a function for each inner bin; for empty bins its value for no elements, or NaN."""
    try:
        nothing = float(statistic(values[..., :0].reshape(-1)))
    except Exception:
        nothing = float("nan")
    sets = values.reshape(-1, values.shape[-1])
    found = _cuprust.full((len(sets), *extents), nothing)
    flat = found.reshape(len(sets), -1)
    for number in _cuprust.unique(numbers).tolist():
        chosen = numbers == number
        for row, own in zip(flat, sets, strict=True):
            row[number] = statistic(own[chosen])
    inner = found[(slice(None), *[slice(1, -1)] * len(extents))]
    return inner.reshape(*values.shape[:-1], *inner.shape[1:])
