"""Tests of samples against a distribution, whose function is the caller's."""

from __future__ import annotations

from typing import Any as _Any

from cuprust import _core
from cuprust.scipy._results import CramerVonMisesResult as _CramerVonMisesResult
from cuprust.scipy._results import KstestResult as _KstestResult

_parts = _core._functions("cuprust.scipy._statistics")
_stats = _core._functions("cuprust.scipy.stats")


def _function(cdf: _Any) -> _Any:
    """The distribution function: that of a distribution of `cuprust.scipy.stats` where a name is given."""
    if not isinstance(cdf, str):
        return cdf
    from cuprust.scipy import stats

    return getattr(stats, cdf).cdf


def _alternative(name: str) -> str:
    """The name of an alternative, of which the first letter is enough."""
    names = {"t": "two-sided", "g": "greater", "l": "less"}
    found = names.get(name.lower()[:1], name)
    if found not in names.values():
        raise ValueError(f"Unexpected value alternative={found!r}")
    return found


def ks_1samp(
    x: _Any, cdf: _Any, args: tuple[_Any, ...] = (), alternative: str = "two-sided", method: str = "auto", *,
    axis: _Any = 0, nan_policy: str = "propagate", keepdims: bool = False,
) -> _KstestResult:  # fmt: skip
    """Whether samples are of a distribution, by the greatest distance of its function from theirs, of Kolmogorov and Smirnov.

    `cdf` is a function of an array of observations, which are in ascending order along the last axis, and of `args`, or the name of
    a distribution of this module. `method` is "exact" or "auto", which wait for the statistic, "asymp" or "approx".

    >>> cp.scipy.stats.ks_1samp(cp.array([0.1, 0.4, 0.7]), lambda x: x).statistic
    array(0.3)
    """
    alternative = _alternative(alternative)
    values = _core.asarray(_function(cdf)(_parts["sorted_observations"](x, axis, nan_policy), *args))
    found: _KstestResult = _parts["ks_1samp"](x, values, alternative, method, axis, nan_policy, keepdims)
    return found


def kstest(
    rvs: _Any, cdf: _Any, args: tuple[_Any, ...] = (), N: int = 20, alternative: str = "two-sided", method: str = "auto", *,
    axis: _Any = 0, nan_policy: str = "propagate", keepdims: bool = False,
) -> _KstestResult:  # fmt: skip
    """`ks_1samp` where `cdf` is a function or the name of a distribution, `ks_2samp` where it is a sample.

    `rvs` may also be a function, or the name of a distribution, that draws `N` observations.

    >>> cp.scipy.stats.kstest(cp.array([1.0, 2.0, 3.0]), cp.array([2.5, 4.0, 5.0, 6.0])).statistic
    array(0.75)
    """
    if alternative not in ("two-sided", "two_sided", "greater", "less"):
        raise ValueError(f"Unexpected alternative: {alternative}")
    if isinstance(rvs, str):
        from cuprust.scipy import stats

        rvs = getattr(stats, rvs).rvs
    sample = rvs(*args, size=N) if callable(rvs) else rvs
    said: dict[str, _Any] = {"axis": axis, "nan_policy": nan_policy, "keepdims": keepdims}
    if isinstance(cdf, str) or callable(cdf):
        return ks_1samp(sample, cdf, args, alternative, method, **said)
    found: _KstestResult = _stats["ks_2samp"](sample, cdf, alternative, method, **said)
    return found


def cramervonmises(
    rvs: _Any, cdf: _Any, args: tuple[_Any, ...] = (), *, axis: _Any = 0, nan_policy: str = "propagate", keepdims: bool = False,
) -> _CramerVonMisesResult:  # fmt: skip
    """Whether samples are of a distribution, by the squared distances of its function from theirs, of Cramér and von Mises.

    `cdf` and `args` are those of `ks_1samp`. The result is NaN for fewer than two observations.

    >>> cp.scipy.stats.cramervonmises(cp.array([0.1, 0.4, 0.7]), lambda x: x).statistic
    array(0.06)
    """
    values = _core.asarray(_function(cdf)(_parts["sorted_observations"](rvs, axis, nan_policy), *args))
    found: _CramerVonMisesResult = _parts["cramervonmises"](rvs, values, axis, nan_policy, keepdims)
    return found
