"""Tests whose p-values come from resampling where `method` is one of SciPy's classes of it, and the weighted tau, whose weights a function gives."""

from __future__ import annotations

import math as _math
from collections.abc import Callable as _Callable
from dataclasses import dataclass as _dataclass
from dataclasses import field as _field
from dataclasses import fields as _fields
from typing import Any as _Any

import cuprust as _cuprust
from cuprust import _core
from cuprust.scipy import _resampling
from cuprust.scipy._resampling import _batches, _generator
from cuprust.scipy._results import Chi2ContingencyResult as _Chi2ContingencyResult
from cuprust.scipy._results import MannwhitneyuResult as _MannwhitneyuResult
from cuprust.scipy._results import PearsonRResult as _PearsonRResult
from cuprust.scipy._results import SignificanceResult as _SignificanceResult
from cuprust.scipy._results import TtestResult as _TtestResult
from cuprust.scipy._results import WilcoxonResult as _WilcoxonResult
from cuprust.scipy._results import _correlation_result

_tests = _core._functions("cuprust.scipy.stats")
_parts = _core._functions("cuprust.scipy._statistics")


@_dataclass
class _ResamplingMethod:
    """How a test resamples: how often, how many resamples are computed at once, and the generator or a seed of one."""

    n_resamples: int = 9999
    batch: int | None = None

    def _asdict(self) -> dict[str, _Any]:
        return {own.name: getattr(self, own.name) for own in _fields(self) if getattr(self, own.name) is not None}


@_dataclass
class MonteCarloMethod(_ResamplingMethod):
    """The null distribution of a test from samples that are drawn at random, as its `method`.

    `n_resamples` samples are drawn, `batch` at a time, all at once for None: by `rvs`, a function of `size` or one for
    each sample, or by the generator or seed `rng`, standard normal ones. Raises ValueError for both.

    >>> from cuprust.scipy import stats
    >>> stats.MonteCarloMethod(n_resamples=99, rng=1).n_resamples
    99
    """

    rvs: _Any = None
    rng: _Any = None

    def __post_init__(self) -> None:
        if self.rvs is not None and self.rng is not None:
            raise ValueError("Use of `rvs` and `rng` are mutually exclusive.")


@_dataclass
class PermutationMethod(_ResamplingMethod):
    """The null distribution of a test from permutations of the observations, as its `method`.

    All permutations are used where there are at most `n_resamples`, else so many random ones, `batch` at a time, all at
    once for None, from the generator or seed `rng`, or `random_state`, its former name.

    >>> from cuprust.scipy import stats
    >>> x, y = cp.array([1.0, 2.0, 3.0]), cp.array([4.0, 5.0, 9.0])
    >>> stats.ttest_ind(x, y, method=stats.PermutationMethod()).pvalue
    array(0.1)
    """

    random_state: _Any = _field(default=None, repr=False)
    rng: _Any = _field(default=None, kw_only=True)


@_dataclass
class BootstrapMethod(_ResamplingMethod):
    """The bootstrap, as the `method` of a result's `confidence_interval`; its own `method` is "percentile", "basic" or
    "BCa".

    `n_resamples` samples are drawn, `batch` at a time, all at once for None, from the generator or seed `rng`, or
    `random_state`, its former name.

    >>> from cuprust.scipy import stats
    >>> x, y = cp.array([1.0, 2.0, 3.0, 5.0]), cp.array([2.0, 1.0, 4.0, 5.0])
    >>> method = stats.BootstrapMethod(n_resamples=99, rng=1, method='percentile')
    >>> bool(stats.pearsonr(x, y).confidence_interval(method=method).high <= 1)
    True
    """

    random_state: _Any = _field(default=None, repr=False)
    rng: _Any = _field(default=None, kw_only=True)
    method: str = "BCa"


def _along(samples: list[_Any], axis: _Any, nan_policy: str = "propagate") -> tuple[list[_Any], int]:
    """The samples as arrays, and the axis of the observations."""
    if nan_policy != "propagate":
        raise ValueError("a test that resamples has the nan_policy 'propagate'")
    arrays = [_core.asarray(sample) for sample in samples]
    if axis is None:
        return [sample.ravel() for sample in arrays], -1
    if isinstance(axis, tuple):
        raise ValueError("`axis` must be an integer.")
    return arrays, axis


def _kept(result: _Any, axis: int, keepdims: bool) -> tuple[_Any, _Any]:
    if keepdims:
        return tuple(_cuprust.expand_dims(part, axis) for part in (result.statistic, result.pvalue))  # type: ignore[return-value]
    return result.statistic, result.pvalue


def _drawn(method: MonteCarloMethod, count: int) -> dict[str, _Any]:
    """The options of a method, with functions that draw samples."""
    options = method._asdict()
    rng = options.pop("rng", None)
    if "rvs" not in options:
        options["rvs"] = (_generator(rng, None).standard_normal,) * count
    return options


def pearsonr(x: _Any, y: _Any, *, alternative: str = "two-sided", method: _Any = None, axis: int | None = 0) -> _PearsonRResult:
    """Pearson's coefficient of correlation of paired samples, and the p-value of it being zero.

    `method` is a `PermutationMethod` or a `MonteCarloMethod` where the p-value is that of resampling; these draw of a normal distribution if
    nothing else is given. The result has `statistic`, `pvalue` and `confidence_interval()`, which takes a `BootstrapMethod`.
    `alternative` is "two-sided", "less" or "greater". The observations of a sample lie along an axis, or are all elements where it is None.
    Raises ValueError for fewer than two observations, and for another method.

    >>> cp.scipy.stats.pearsonr(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 1.0, 3.0])).statistic
    array(0.5)"""
    found: _PearsonRResult = _tests["pearsonr"](x, y, alternative=alternative, axis=axis)
    found._samples = x, y, axis
    if method is None:
        return found
    (x, y), place = _along([x, y], axis)
    if isinstance(method, PermutationMethod):
        result: _Any = _resampling.permutation_test(
            (y,), lambda y, axis: _tests["pearsonr"](_moved(x, place, y), y, axis=axis).statistic, permutation_type="pairings", axis=place,
            alternative=alternative, **method._asdict(),
        )  # fmt: skip
    elif isinstance(method, MonteCarloMethod):
        result = _resampling.monte_carlo_test(
            (x, y), statistic=lambda x, y, axis: _tests["pearsonr"](x, y, axis=axis).statistic, axis=place, alternative=alternative, **_drawn(method, 2)
        )
    else:
        raise ValueError("`method` must be an instance of `PermutationMethod`, `MonteCarloMethod`, or None.")
    other = _PearsonRResult(result.statistic, result.pvalue, found._count, found._alternative)
    other._samples = found._samples
    return other


def _moved(x: _Any, axis: int, like: _Any) -> _Any:
    """The observations along the last axis, as those of permuted ones are."""
    return _cuprust.broadcast_to(_cuprust.moveaxis(_cuprust.atleast_1d(x), axis, -1), like.shape)


def _pearson_interval(samples: tuple[_Any, _Any, _Any], alternative: str, confidence_level: float, method: BootstrapMethod) -> _Any:
    """The interval of Pearson's coefficient by the bootstrap."""
    (x, y), place = _along(list(samples[:2]), samples[2])
    result = _resampling.bootstrap(
        (x, y), lambda x, y, axis: _tests["pearsonr"](x, y, axis=axis).statistic, confidence_level=confidence_level, paired=True, axis=place,
        alternative=alternative, **method._asdict(),
    )  # fmt: skip
    return type(result.confidence_interval)(*(_cuprust.clip(end, -1, 1) for end in result.confidence_interval))


def ttest_ind(
    a: _Any, b: _Any, *, axis: _Any = 0, equal_var: bool = True, nan_policy: str = "propagate", alternative: str = "two-sided", trim: float = 0,
    method: _Any = None, keepdims: bool = False,
) -> _TtestResult:  # fmt: skip
    """Whether the means of independent samples differ: Student's test, Welch's without `equal_var`, Yuen's with `trim`.

    `trim` is the share of observations that is left out at either end of a sample. `method` is a `PermutationMethod` or a `MonteCarloMethod`
    where the p-value is that of resampling; these draw of a normal distribution by default. The result has `statistic`, `pvalue`,
    `df` and `confidence_interval()`; of a method the last two are NaN.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. `alternative` is "two-sided", "less" or "greater".
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    Raises ValueError for a share that is not between 0 and a half, and for another method; AxisError for an axis out of range.

    >>> cp.scipy.stats.ttest_ind(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 6.0])).df
    array(4.)"""
    test = _tests["ttest_ind"]
    keywords = {"equal_var": equal_var, "trim": trim}
    if method is None:
        found: _TtestResult = test(a, b, axis=axis, nan_policy=nan_policy, alternative=alternative, keepdims=keepdims, **keywords)
        return found
    samples, place = _along([a, b], axis, nan_policy)

    def statistic(a: _Any, b: _Any, axis: int) -> _Any:
        return test(a, b, axis=axis, **keywords).statistic

    if isinstance(method, PermutationMethod):
        result: _Any = _resampling.permutation_test(samples, statistic, axis=place, alternative=alternative, **method._asdict())
    elif isinstance(method, MonteCarloMethod):
        result = _resampling.monte_carlo_test(samples, statistic=statistic, axis=place, alternative=alternative, **_drawn(method, 2))
    else:
        raise ValueError("`method` must be an instance of `PermutationMethod`, an instance of `MonteCarloMethod`, or None (default).")
    t, p = _kept(result, place, keepdims)
    unknown = _cuprust.full_like(t, float("nan"))
    sign = {"less": -1, "greater": 1}.get(alternative, 0)
    return _TtestResult(t, p, unknown, unknown, unknown, sign)


def mannwhitneyu(
    x: _Any, y: _Any, use_continuity: bool = True, alternative: str = "two-sided", axis: _Any = 0, method: _Any = "auto", *, nan_policy: str = "propagate",
    keepdims: bool = False,
) -> _MannwhitneyuResult:  # fmt: skip
    """The U test of Mann and Whitney of whether one of two independent samples has larger observations.

    `method` is "asymptotic", "exact", "auto", which is exact where a sample has up to eight observations and none are equal, or a
    `PermutationMethod`. `use_continuity` corrects the normal distribution for steps.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. `alternative` is "two-sided", "less" or "greater".
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    Raises ValueError for another method; AxisError for an axis out of range.

    >>> cp.scipy.stats.mannwhitneyu(cp.array([1.0, 2.0, 5.0]), cp.array([3.0, 4.0])).statistic
    array(2.)"""
    test = _tests["mannwhitneyu"]
    if not isinstance(method, PermutationMethod):
        found: _MannwhitneyuResult = test(x, y, use_continuity, alternative, axis, method, nan_policy=nan_policy, keepdims=keepdims)
        return found
    samples, place = _along([x, y], axis, nan_policy)
    result = _resampling.permutation_test(
        samples, lambda x, y, axis: test(x, y, use_continuity, axis=axis, method="asymptotic").statistic, axis=place, alternative=alternative, **method._asdict()
    )
    return _MannwhitneyuResult(*_kept(result, place, keepdims))


def wilcoxon(
    x: _Any, y: _Any = None, zero_method: str = "wilcox", correction: bool = False, alternative: str = "two-sided", method: _Any = "auto", *, axis: _Any = 0,
    nan_policy: str = "propagate", keepdims: bool = False,
) -> _WilcoxonResult:  # fmt: skip
    """Wilcoxon's test of signed ranks of whether differences, or those of paired samples, are symmetric about zero.

    `zero_method` is "wilcox", which leaves out zeros, "pratt", which ranks them, or "zsplit", which counts half of each rank. `method` is
    "asymptotic", "exact", "auto", or a `PermutationMethod`. `correction` corrects the normal distribution for steps.
    `nan_policy` says what becomes of NaN: "propagate" makes their statistic NaN, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError. `alternative` is "two-sided", "less" or "greater".
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    Raises ValueError for another method; AxisError for an axis out of range.

    >>> cp.scipy.stats.wilcoxon(cp.array([1.0, -2.0, 3.0, 4.0])).statistic
    array(2.)"""
    test = _tests["wilcoxon"]
    if not isinstance(method, PermutationMethod):
        found: _WilcoxonResult = test(x, y, zero_method, correction, alternative, method, axis=axis, nan_policy=nan_policy, keepdims=keepdims)
        return found
    samples, place = _along([x] if y is None else [x, y], axis, nan_policy)
    differences = samples[0] if y is None else samples[0] - samples[1]
    statistic = test(differences, None, zero_method, False, alternative, "asymptotic", axis=place).statistic
    result = _resampling.permutation_test(
        (differences,), lambda d, axis: test(d, None, zero_method, False, "greater", "asymptotic", axis=axis).statistic, permutation_type="samples", axis=place,
        alternative=alternative, **method._asdict(),
    )  # fmt: skip
    return _WilcoxonResult(_cuprust.expand_dims(statistic, place) if keepdims else statistic, _kept(result, place, keepdims)[1])


def fisher_exact(table: _Any, alternative: str | None = None, *, method: _Any = None) -> _SignificanceResult:
    """The odds ratio of a table of two rows and columns, and the p-value of it being one, by Fisher's exact test.

    Of other tables, and with a `method`, the statistic is the probability of the table among all of its margins, and the p-value that of less
    probable ones, by random tables: `method` is a `MonteCarloMethod`, which is used if nothing is given, or a `PermutationMethod`.
    `alternative` is "two-sided", "less" or "greater". Waits for the elements.
    Raises ValueError for a table of other than two axes or without elements, for negative frequencies, for an alternative where random tables
    are drawn, and for another method.

    >>> float(cp.scipy.stats.fisher_exact(cp.array([[6, 2], [1, 4]])).statistic)
    12.0"""
    table = _core.asarray(table)
    if method is None and (table.ndim != 2 or table.shape == (2, 2)):
        found: _SignificanceResult = _tests["fisher_exact"](table, alternative)
        return found
    if table.ndim != 2:
        raise ValueError("The input `table` must have two dimensions.")
    table = table.astype("int64")
    if bool((table < 0).any()):
        raise ValueError("All values in `table` must be nonnegative.")
    if alternative is not None:
        raise ValueError("`alternative` must be the default (None) unless `table` has shape `(2, 2)` and `method is None`.")
    if not table.size:
        raise ValueError("`table` must have at least one row and one column.")
    if 1 in table.shape or not bool(table.any()):
        return _SignificanceResult(_core.asarray(1.0), _core.asarray(1.0))
    method = MonteCarloMethod() if method is None else method
    count, generator = _of_random_tables("fisher_exact", method)
    observations = int(table.sum())
    null = []
    for size in _batches(count, method.batch):
        drawn = _parts["random_tables"](table, _core.asarray(generator.random((size, observations))))
        null.append(_parts["table_probability"](drawn))
    observed = _parts["table_probability"](table)
    pvalue = _parts["null_pvalue"](_cuprust.concatenate(null), observed, "less", True)
    return _SignificanceResult(_cuprust.minimum(observed, 1.0), pvalue)


def chi2_contingency(observed: _Any, correction: bool = True, lambda_: float | str | None = None, *, method: _Any = None) -> _Chi2ContingencyResult:
    """Whether the variables of a table of frequencies, one an axis, depend on each other.

    `correction` is Yates', for one degree of freedom; `lambda_` is that of `power_divergence`. The result has `statistic`, `pvalue`, `dof` and
    `expected_freq`. With a `method`, a `PermutationMethod` or a `MonteCarloMethod`, the p-value is that of random tables of the same margins
    and `dof` is NaN. Waits for the elements.
    Raises ValueError for negative frequencies, where zero is expected somewhere, for another method, and with a method for a table of other
    than two axes, for `lambda_`, and for `correction`.

    >>> cp.scipy.stats.chi2_contingency(cp.array([[10, 10, 20], [20, 20, 20]])).statistic
    array(2.77777778)"""
    found: _Chi2ContingencyResult = _tests["chi2_contingency"](observed, correction, lambda_)
    if method is None:
        return found
    observed = _core.asarray(observed)
    if observed.ndim != 2:
        raise ValueError("Use of `method` is only compatible with two-way contingency tables.")
    if correction:
        raise ValueError(f"`{correction=}` is not compatible with `{method=}.`")
    if lambda_ is not None:
        raise ValueError(f"`{lambda_=}` is not compatible with `{method=}.`")
    count, generator = _of_random_tables("chi2_contingency", method)
    if bool((observed != _cuprust.trunc(observed)).any()):
        raise ValueError("random tables are those of whole numbers")
    table = observed.astype("int64")
    expected = found.expected_freq
    observations = int(table.sum())
    null = []
    for size in _batches(count, method.batch):
        drawn = _parts["random_tables"](table, _core.asarray(generator.random((size, observations))))
        null.append((_cuprust.square(drawn - expected) / expected).sum((-2, -1)))
    statistic = (_cuprust.square(table - expected) / expected).sum()
    pvalue = _parts["null_pvalue"](_cuprust.concatenate(null), statistic, "greater", True)
    return _Chi2ContingencyResult(statistic, pvalue, _math.nan, expected)


def _of_random_tables(name: str, method: _Any) -> tuple[int, _Any]:
    """How many tables a test draws by a method, and the generator."""
    if not isinstance(method, (MonteCarloMethod, PermutationMethod)):
        raise ValueError(f"`{method=}` not recognized; if provided, `method` must be an instance of `PermutationMethod` or `MonteCarloMethod`.")
    if getattr(method, "rvs", None) is not None:
        text = f"If the `method` argument of `{name}` is an instance of `MonteCarloMethod`, its `rvs` attribute must be unspecified. "
        raise ValueError(f"{text}Use the `MonteCarloMethod` `rng` argument to control the random state.")
    count = _resampling._integer(method.n_resamples, "`n_resamples` must be a positive integer.", 1)
    return count, _generator(method.rng, getattr(method, "random_state", None))


def weightedtau(
    x: _Any, y: _Any, rank: _Any = True, weigher: _Callable[[_Any], _Any] | None = None, additive: bool = True, *, axis: _Any = None,
    nan_policy: str = "propagate", keepdims: bool = False,
) -> _SignificanceResult:  # fmt: skip
    """Vigna's weighted tau of the orders of paired samples, in which pairs count by the ranks of their observations. There is no p-value.

    `rank` is the rank of each observation, the most important zero: True for the mean of two taus, with the ranks by the first and by the second
    variable, None for those by the first one alone, False for the places. `weigher`, a function of an array of ranks, gives their weights, one over one more than the rank if there is
    none; those of a pair are added, or multiplied without `additive`. The work is that of all pairs.
    `nan_policy` says what becomes of NaN: "propagate" makes them less than all numbers, "omit" leaves them out,
    "raise" waits for the elements and raises ValueError.
    The observations of a sample lie along an axis, along several, or are all elements where it is None.
    Raises ValueError for samples that do not fit, and for ranks of another number.

    >>> cp.scipy.stats.weightedtau(cp.array([12.0, 2.0, 1.0, 12.0, 2.0]), cp.array([1.0, 4.0, 7.0, 1.0, 0.0])).statistic
    array(-0.56694968)"""
    x, y = _core.asarray(x), _core.asarray(y)
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    length = _math.prod(x.shape[own] for own in axes) if x.ndim else 1
    both = rank is True
    if rank is False:
        rank = _cuprust.arange(length)
    elif not both and rank is not None:
        rank = _core.asarray(rank)
    weights = None if weigher is None else _core.asarray(weigher(_cuprust.arange(max(length, 1))))
    tau = _parts["weighted_tau"](x, y, None if both else rank, both, weights, bool(additive), axis, nan_policy, bool(keepdims))
    return _correlation_result(tau, _cuprust.full_like(tau, float("nan")))


__all__ = ["BootstrapMethod", "MonteCarloMethod", "PermutationMethod", "chi2_contingency", "fisher_exact", "mannwhitneyu",
           "pearsonr", "ttest_ind", "weightedtau", "wilcoxon"]  # fmt: skip
