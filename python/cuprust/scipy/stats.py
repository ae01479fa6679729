"""Statistics of samples, by SciPy's names."""

from __future__ import annotations

from typing import Any as _Any

from cuprust import _core
from cuprust.scipy._binned import (
    BinnedStatistic2dResult,
    BinnedStatisticddResult,
    BinnedStatisticResult,
    binned_statistic,
    binned_statistic_2d,
    binned_statistic_dd,
)
from cuprust.scipy._descriptions import CumfreqResult, DescribeResult, ModeResult, RelfreqResult, SigmaclipResult

# The functions are those of the function table: no list of their names stands here.
_found = _core._functions(__name__)
globals().update({name: function for name, function in _found.items() if name != "binned_statistic_dd"})
_OWN = ["BinnedStatistic2dResult", "BinnedStatisticResult", "BinnedStatisticddResult", "CumfreqResult", "DescribeResult", "ModeResult",
        "RelfreqResult", "SigmaclipResult", "binned_statistic", "binned_statistic_2d"]  # fmt: skip
__all__ = sorted([*_found, *_OWN])


def median_abs_deviation(
    x: _Any,
    axis: int | tuple[int, ...] | None = 0,
    center: _Any = None,
    scale: float | str = 1.0,
    nan_policy: str = "propagate",
    *,
    keepdims: bool = False,
) -> _Any:
    """The median of the distances of observations from their median, divided by a scale.

    `center`, a function of an array that takes `axis` too, gives what stands for the median of samples. The scale "normal" makes the
    result an estimate of a normal distribution's standard deviation.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises TypeError for a center that cannot be called, ValueError for an unknown scale, AxisError for an axis out of range.

    >>> cp.scipy.stats.median_abs_deviation(cp.array([1.0, 2.0, 4.0, 9.0, 100.0]), center=cp.mean)
    array(21.2)"""
    if center is not None:
        if not callable(center):
            raise TypeError(f"The argument 'center' must be callable. The given value {center!r} is not callable.")
        centers = center(x, axis=axis)
        center = centers[..., None] if centers.ndim else centers
    return _found["median_abs_deviation"](x, axis, center, scale, nan_policy, keepdims=keepdims)
