"""The results of SciPy's tests: named tuples, some with more attributes than elements."""

from __future__ import annotations

from dataclasses import dataclass as _dataclass
from typing import Any as _Any
from typing import ClassVar as _ClassVar
from typing import NamedTuple as _NamedTuple

from cuprust._core import ndarray as _ndarray


def _parts() -> _Any:
    """The functions that results are computed by, imported where they are needed: this module is part of their package's import."""
    from cuprust.scipy import _statistics

    return _statistics


class SmallSampleWarning(RuntimeWarning):
    """A warning that a sample has too few observations for a test, whose result is NaN.

    >>> from cuprust.scipy import stats
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter('always')
    ...     _ = stats.f_oneway(cp.array([1.0]), cp.array([2.0]))
    >>> [each.category.__name__ for each in caught]
    ['SmallSampleWarning']
    """


class DegenerateDataWarning(RuntimeWarning):
    """A warning that an interval is undefined, because the observations or the resampled statistics are all equal.

    >>> from cuprust.scipy import stats
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter('always')
    ...     _ = stats.bootstrap((cp.ones(4),), cp.mean, n_resamples=9, rng=1)
    >>> [each.category.__name__ for each in caught]
    ['DegenerateDataWarning']
    """


class ConfidenceInterval(_NamedTuple):
    """A confidence interval: its ends, arrays of the shape of the statistic.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.ttest_ind(a, b).confidence_interval(0.9).low.round(6)
    array(-5.956776)
    """

    low: _Any
    high: _Any


class _Significance(_NamedTuple):
    statistic: _ndarray
    pvalue: _ndarray


class _Test(_Significance):
    """A statistic and its p-value, with attributes of a test's own, which `_more` names."""

    _more: _ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        names = [*self._fields, *(name for name in self._more if not name.startswith("_"))]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def __reduce__(self) -> tuple[_Any, ...]:
        return type(self), tuple(self) + tuple(getattr(self, name) for name in self._more)


class SignificanceResult(_Test):
    """A statistic and its p-value, of the shape of a reduction along the axis; a correlation test has the coefficient
    as `correlation` too.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.spearmanr(a, b).correlation
    array(1.)
    """

    correlation: _ndarray


def _correlation_result(statistic: _ndarray, pvalue: _ndarray) -> SignificanceResult:
    """The result of a test of correlation, which has the coefficient under this name too."""
    result = SignificanceResult(statistic, pvalue)
    result.correlation = statistic
    return result


class TtestResult(_Test):
    """The result of a test of means, `statistic`, `pvalue` and the degrees of freedom `df`, of the shape of a reduction
    along the axis.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.ttest_rel(a, b).df
    array(2.)
    """

    _more = ("df", "_standard_error", "_estimate", "_alternative")
    df: _ndarray
    _standard_error: _ndarray
    _estimate: _ndarray
    _alternative: int

    def __new__(cls, statistic: _ndarray, pvalue: _ndarray, df: _ndarray, standard_error: _ndarray, estimate: _ndarray, alternative: int) -> TtestResult:
        self = super().__new__(cls, statistic, pvalue)
        self.df, self._standard_error, self._estimate, self._alternative = df, standard_error, estimate, alternative
        return self

    def confidence_interval(self, confidence_level: float = 0.95) -> ConfidenceInterval:
        """The interval that holds the mean, or the difference of means, with probability `confidence_level`.

        Its ends have the shape of the statistic; one is infinite for a one-sided alternative. Raises ValueError for a
        level outside of [0, 1].

        >>> from cuprust.scipy import stats
        >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
        >>> low, high = stats.ttest_rel(a, b).confidence_interval()
        >>> low.round(6), high.round(6)
        (array(-5.201768), array(0.535102))
        """
        found: ConfidenceInterval = _parts().t_interval(self.df, self._standard_error, self._estimate, self._alternative, confidence_level)
        return found


class PearsonRResult(_Test):
    """The result of `pearsonr`: `statistic`, also named `correlation`, and `pvalue`, of the shape of a reduction along
    the axis.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.pearsonr(a, b).correlation.round(6)
    array(0.953821)
    """

    _more = ("_count", "_alternative")
    correlation: _ndarray
    _count: int
    _alternative: int
    _samples: tuple[_Any, _Any, _Any] | None = None

    def __new__(cls, statistic: _ndarray, pvalue: _ndarray, count: int, alternative: int) -> PearsonRResult:
        self = super().__new__(cls, statistic, pvalue)
        self._count, self._alternative = count, alternative
        self.correlation = statistic
        return self

    def confidence_interval(self, confidence_level: float = 0.95, method: _Any = None) -> ConfidenceInterval:
        """The interval that holds the correlation with probability `confidence_level`, by Fisher's transformation
        (1921), or by the bootstrap.

        `method` is None or a `BootstrapMethod`. The ends have the shape of the statistic; one is -1 or 1 for a
        one-sided alternative, and both are NaN for a level outside of [0, 1]. Raises ValueError for another method, and
        for a bootstrap of a result that was unpickled, which has no samples.

        >>> from cuprust.scipy import stats
        >>> x, y = cp.array([1.0, 2.0, 3.0, 5.0]), cp.array([2.0, 1.0, 4.0, 5.0])
        >>> low, high = stats.pearsonr(x, y).confidence_interval()
        >>> low.round(6), high.round(6)
        (array(-0.594523), array(0.996908))
        """
        if method is not None:
            from cuprust.scipy import _methods

            if not isinstance(method, _methods.BootstrapMethod) or self._samples is None:
                raise ValueError("`method` must be an instance of `BootstrapMethod`, of a result that has its samples, or None.")
            alternative = {-1: "less", 0: "two-sided", 1: "greater"}[self._alternative]
            by_bootstrap: ConfidenceInterval = _methods._pearson_interval(self._samples, alternative, confidence_level, method)
            return by_bootstrap
        found: ConfidenceInterval = _parts().pearson_interval(self.statistic, self._count, self._alternative, confidence_level)
        return found


class KstestResult(_Test):
    """The result of a Kolmogorov-Smirnov test: `statistic`, `pvalue`, the observation at which the distance is largest,
    and its sign.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.ks_2samp(a, b).statistic_location
    array(4.)
    """

    _more = ("statistic_location", "statistic_sign")
    statistic_location: _ndarray
    statistic_sign: _ndarray

    def __new__(cls, statistic: _ndarray, pvalue: _ndarray, statistic_location: _ndarray, statistic_sign: _ndarray) -> KstestResult:
        self = super().__new__(cls, statistic, pvalue)
        self.statistic_location, self.statistic_sign = statistic_location, statistic_sign
        return self


class WilcoxonResult(_Test):
    """The result of `wilcoxon`; it has `zstatistic` where `method` is "asymptotic".

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.wilcoxon(a, b, method='asymptotic').zstatistic.round(6)
    array(-1.632993)
    """

    zstatistic: _ndarray

    def __new__(cls, statistic: _ndarray, pvalue: _ndarray, zstatistic: _ndarray | None = None) -> WilcoxonResult:
        self = super().__new__(cls, statistic, pvalue)
        if zstatistic is not None:
            self.zstatistic = zstatistic
        return self

    def __reduce__(self) -> tuple[_Any, ...]:
        return type(self), (*self, getattr(self, "zstatistic", None))


class Ttest_indResult(_Test):
    """A statistic and its p-value, the result of `ttest_ind_from_stats`.

    >>> from cuprust.scipy import stats
    >>> stats.ttest_ind_from_stats(1.0, 1.0, 5, 2.0, 1.0, 5).statistic.round(6)
    array(-1.581139)
    """


class F_onewayResult(_Test):
    """A statistic and its p-value, the result of `f_oneway`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.f_oneway(a, b).statistic.round(6)
    array(1.884615)
    """


class KruskalResult(_Test):
    """A statistic and its p-value, the result of `kruskal`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.kruskal(a, b).statistic.round(6)
    array(1.764706)
    """


class FriedmanchisquareResult(_Test):
    """A statistic and its p-value, the result of `friedmanchisquare`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.friedmanchisquare(a, b, a + b).statistic.round(6)
    array(6.)
    """


class RanksumsResult(_Test):
    """A statistic and its p-value, the result of `ranksums`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.ranksums(a, b).statistic.round(6)
    array(-1.309307)
    """


class MannwhitneyuResult(_Test):
    """A statistic and its p-value, the result of `mannwhitneyu`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.mannwhitneyu(a, b).statistic
    array(1.5)
    """


class BrunnerMunzelResult(_Test):
    """A statistic and its p-value, the result of `brunnermunzel`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.brunnermunzel(a, b).statistic.round(6)
    array(1.732051)
    """


class SkewtestResult(_Test):
    """A statistic and its p-value, the result of `skewtest`.

    >>> from cuprust.scipy import stats
    >>> stats.skewtest(cp.arange(10.0) ** 2).statistic.round(6)
    array(1.185549)
    """


class KurtosistestResult(_Test):
    """A statistic and its p-value, the result of `kurtosistest`.

    >>> from cuprust.scipy import stats
    >>> stats.kurtosistest(cp.arange(20.0) ** 2).statistic.round(6)
    array(-0.747186)
    """


class NormaltestResult(_Test):
    """A statistic and its p-value, the result of `normaltest`.

    >>> from cuprust.scipy import stats
    >>> stats.normaltest(cp.arange(20.0) ** 2).statistic.round(6)
    array(2.596514)
    """


class ShapiroResult(_Test):
    """A statistic and its p-value, the result of `shapiro`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.shapiro(a).statistic.round(6)
    array(0.964286)
    """


class LeveneResult(_Test):
    """A statistic and its p-value, the result of `levene`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.levene(a, b).statistic.round(6)
    array(0.4)
    """


class BartlettResult(_Test):
    """A statistic and its p-value, the result of `bartlett`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.bartlett(a, b).statistic.round(6)
    array(0.383279)
    """


class FlignerResult(_Test):
    """A statistic and its p-value, the result of `fligner`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.fligner(a, b).statistic.round(6)
    array(0.635881)
    """


class AnsariResult(_Test):
    """A statistic and its p-value, the result of `ansari`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.ansari(a, b).statistic
    array(6.5)
    """


class Power_divergenceResult(_Test):
    """A statistic and its p-value, the result of `power_divergence` and `chisquare`.

    >>> from cuprust.scipy import stats
    >>> stats.chisquare(cp.array([10.0, 20.0, 30.0])).statistic
    array(10.)
    """


class _Line(_NamedTuple):
    slope: _ndarray
    intercept: _ndarray
    rvalue: _ndarray
    pvalue: _ndarray
    stderr: _ndarray


class LinregressResult(_Line):
    """The result of `linregress`: a least-squares line, with the standard errors of the slope, `stderr`, and of the
    intercept.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> found = stats.linregress(a, b)
    >>> found.slope.round(6), found.intercept_stderr.round(6)
    (array(1.571429), array(1.309307))
    """

    intercept_stderr: _ndarray

    def __new__(
        cls, slope: _ndarray, intercept: _ndarray, rvalue: _ndarray, pvalue: _ndarray, stderr: _ndarray, intercept_stderr: _ndarray
    ) -> LinregressResult:
        self = super().__new__(cls, slope, intercept, rvalue, pvalue, stderr)
        self.intercept_stderr = intercept_stderr
        return self

    def __reduce__(self) -> tuple[_Any, ...]:
        return type(self), (*self, self.intercept_stderr)


class TheilslopesResult(_NamedTuple):
    """The result of `theilslopes`: the median of the slopes, the intercept, and the bounds of the slope.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.theilslopes(b, a).slope.round(6)
    array(1.666667)
    """

    slope: _ndarray
    intercept: _ndarray
    low_slope: _ndarray
    high_slope: _ndarray


class SiegelslopesResult(_NamedTuple):
    """The result of `siegelslopes`: the median of medians of the slopes, and the intercept.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.siegelslopes(b, a).slope.round(6)
    array(2.)
    """

    slope: _ndarray
    intercept: _ndarray


class Chi2ContingencyResult(_NamedTuple):
    """The result of `chi2_contingency`: `expected_freq` has the shape of the table, `dof` is the degrees of freedom.

    >>> from cuprust.scipy import stats
    >>> stats.chi2_contingency(cp.array([[10, 10, 20], [20, 20, 20]])).expected_freq
    array([[12., 12., 16.],
           [18., 18., 24.]])
    """

    statistic: _ndarray
    pvalue: _ndarray
    dof: float
    expected_freq: _ndarray


class MedianTestResult(_NamedTuple):
    """The result of `median_test`: `table` counts the observations above and below the grand median.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.median_test(a, b).table
    array([[1, 2],
           [2, 1]])
    """

    statistic: _ndarray
    pvalue: _ndarray
    median: _ndarray
    table: _ndarray | None


class AndersonResult(_NamedTuple):
    """The result of `anderson`: the statistic, its critical values, and their significance levels in percent.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.anderson(a).significance_level
    array([15. , 10. ,  5. ,  2.5,  1. ])
    """

    statistic: _ndarray
    critical_values: _ndarray
    significance_level: _ndarray


@_dataclass
class CramerVonMisesResult:
    """A statistic and its p-value, the result of `cramervonmises` and `cramervonmises_2samp`.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.cramervonmises_2samp(a, b).statistic.round(6)
    array(0.222222)
    """

    statistic: _ndarray
    pvalue: _ndarray


@_dataclass
class BinomTestResult:
    """The result of `binomtest`: `statistic`, the share of successes among `n` trials, and `pvalue`, both floats.

    >>> from cuprust.scipy import stats
    >>> stats.binomtest(3, 10).statistic
    0.3
    """

    k: int
    n: int
    alternative: str
    statistic: float
    pvalue: float

    @property
    def proportion_estimate(self) -> float:
        """The share of successes, a float.

        >>> from cuprust.scipy import stats
        >>> stats.binomtest(3, 10).proportion_estimate
        0.3
        """
        return self.statistic

    def proportion_ci(self, confidence_level: float = 0.95, method: str = "exact") -> ConfidenceInterval:
        """The interval that holds the probability of success with probability `confidence_level`.

        `method` is "exact" (Clopper, Pearson 1934), "wilson" (Wilson 1927) or "wilsoncc", the same with a continuity
        correction. Raises ValueError for another method, and for a level outside of [0, 1].

        >>> from cuprust.scipy import stats
        >>> low, high = stats.binomtest(3, 10).proportion_ci()
        >>> round(float(low), 6), round(float(high), 6)
        (0.06674, 0.652453)
        """
        found: ConfidenceInterval = _parts().proportion_interval(self.k, self.n, self.alternative, confidence_level, method)
        return found


@_dataclass
class BootstrapResult:
    """The result of `bootstrap`: the interval, the resampled statistics along the last axis, and their standard
    deviation.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.bootstrap((a,), cp.mean, n_resamples=99, rng=1).bootstrap_distribution.shape
    (99,)
    """

    confidence_interval: ConfidenceInterval
    bootstrap_distribution: _ndarray
    standard_error: _ndarray


@_dataclass
class PermutationTestResult:
    """The result of `permutation_test`: `null_distribution` has the statistic of each permutation along the first axis.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> stats.permutation_test((a, b), lambda a, b, axis: a.mean(axis) - b.mean(axis)).null_distribution.shape
    (20,)
    """

    statistic: _ndarray
    pvalue: _ndarray
    null_distribution: _ndarray


@_dataclass
class MonteCarloTestResult:
    """The result of `monte_carlo_test`: `null_distribution` has the statistic of each drawn sample along the first
    axis.

    >>> from cuprust.scipy import stats
    >>> a, b = cp.array([1.0, 2.0, 4.0]), cp.array([2.0, 5.0, 7.0])
    >>> draw = cp.random.default_rng(1).standard_normal
    >>> stats.monte_carlo_test(a, draw, cp.mean, n_resamples=99).null_distribution.shape
    (99,)
    """

    statistic: _ndarray
    pvalue: _ndarray
    null_distribution: _ndarray


__all__ = sorted(name for name in globals() if not name.startswith("_") and name != "annotations")
