"""Statistics of samples and probability distributions, by SciPy's names."""

import sys as _sys
import types as _types
from typing import Any as _Any

import cuprust as _cuprust
from cuprust import _core
from cuprust.scipy import _distributions, _methods, _statistics
from cuprust.scipy import _qmc as qmc
from cuprust.scipy._binned import (
    BinnedStatistic2dResult,
    BinnedStatisticddResult,
    BinnedStatisticResult,
    binned_statistic,
    binned_statistic_2d,
    binned_statistic_dd,
)
from cuprust.scipy._density import gaussian_kde
from cuprust.scipy._descriptions import CumfreqResult, DescribeResult, ModeResult, RelfreqResult, SigmaclipResult
from cuprust.scipy._distances import cramervonmises, ks_1samp, kstest
from cuprust.scipy._distributions import *  # noqa: F403
from cuprust.scipy._methods import *  # noqa: F403
from cuprust.scipy._multivariate import multivariate_normal
from cuprust.scipy._resampling import bootstrap, monte_carlo_test, permutation_test
from cuprust.scipy._results import *  # noqa: F403
from cuprust.scipy._results import _correlation_result  # noqa: F401

# The functions come from the function table: there is no list of their names here. Functions that take callables or
# return classes are in files of their own.
_found = _core._functions(__name__)
globals().update({name: function for name, function in _found.items() if name not in _methods.__all__})

# SciPy's module of contingency tables.
contingency = _types.ModuleType(f"{__name__}.contingency", "Tables of contingency, by SciPy's names.")
contingency.chi2_contingency = _methods.chi2_contingency  # type: ignore[attr-defined]
contingency.expected_freq, contingency.margins = _statistics.expected_freq, _statistics.margins  # type: ignore[attr-defined]
_sys.modules[contingency.__name__] = contingency

# SciPy's module of quasi-Monte Carlo.
_sys.modules[f"{__name__}.qmc"] = qmc

_OF_CALLABLES = ["binned_statistic", "binned_statistic_2d", "binned_statistic_dd", "bootstrap", "cramervonmises", "gaussian_kde", "ks_1samp",
                 "kstest", "median_abs_deviation", "monte_carlo_test", "permutation_test"]  # fmt: skip
_RESULTS = ["BinnedStatistic2dResult", "BinnedStatisticResult", "BinnedStatisticddResult", "CumfreqResult", "DescribeResult", "ModeResult",
            "RelfreqResult", "SigmaclipResult"]  # fmt: skip
__all__ = sorted({*_found, *_distributions.__all__, "multivariate_normal", *_OF_CALLABLES, *_RESULTS, *_methods.__all__, "DegenerateDataWarning", "SmallSampleWarning", "contingency", "qmc"})


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

    `center`, a function of an array that takes `axis` too, replaces the median of samples. The scale "normal" makes the
    result an estimate of a normal distribution's standard deviation.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. Integers give float64.
    Raises TypeError for a center that cannot be called, ValueError for an unknown scale, AxisError for an axis out of range.

    >>> cp.scipy.stats.median_abs_deviation(cp.array([1.0, 2.0, 4.0, 9.0, 100.0]), center=cp.mean)
    array(21.2)"""
    if isinstance(scale, str):
        if scale.lower() != "normal":
            raise ValueError(f"{scale} is not a valid scale value.")
        # The upper quartile of the standard normal distribution.
        scale = 0.6744897501960817
    x = _cuprust.asarray(x)
    if center is not None:
        if not callable(center):
            raise TypeError(f"The argument 'center' must be callable. The given value {center!r} is not callable.")
        center = _cuprust.asarray(center(x, axis=axis))[..., None]
    return _statistics.median_abs_deviation(x, axis, center, scale, nan_policy, keepdims)
