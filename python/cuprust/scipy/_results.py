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
    """A sample has too few observations for a test, whose result is NaN."""


class DegenerateDataWarning(RuntimeWarning):
    """An interval cannot be computed of observations that are too few or too much alike."""


class ConfidenceInterval(_NamedTuple):
    """An interval that holds a parameter with a probability."""

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
    """A statistic and its p-value; of a test of correlation the coefficient has this name too."""

    correlation: _ndarray


def _correlation_result(statistic: _ndarray, pvalue: _ndarray) -> SignificanceResult:
    """The result of a test of correlation, which has the coefficient under this name too."""
    result = SignificanceResult(statistic, pvalue)
    result.correlation = statistic
    return result


class TtestResult(_Test):
    """The result of a test of means."""

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
        """The interval that holds the mean, or the difference of means, with a probability."""
        found: ConfidenceInterval = _parts().t_interval(self.df, self._standard_error, self._estimate, self._alternative, confidence_level)
        return found


class PearsonRResult(_Test):
    """Pearson's coefficient of correlation and its p-value."""

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
        """The interval that holds the correlation with a probability, by Fisher's transformation, or by the bootstrap of a `BootstrapMethod`."""
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
    """The result of a test of Kolmogorov and Smirnov."""

    _more = ("statistic_location", "statistic_sign")
    statistic_location: _ndarray
    statistic_sign: _ndarray

    def __new__(cls, statistic: _ndarray, pvalue: _ndarray, statistic_location: _ndarray, statistic_sign: _ndarray) -> KstestResult:
        self = super().__new__(cls, statistic, pvalue)
        self.statistic_location, self.statistic_sign = statistic_location, statistic_sign
        return self


class WilcoxonResult(_Test):
    """The result of Wilcoxon's test of signed ranks, with `zstatistic` where the limiting distribution was requested."""

    zstatistic: _ndarray

    def __new__(cls, statistic: _ndarray, pvalue: _ndarray, zstatistic: _ndarray | None = None) -> WilcoxonResult:
        self = super().__new__(cls, statistic, pvalue)
        if zstatistic is not None:
            self.zstatistic = zstatistic
        return self

    def __reduce__(self) -> tuple[_Any, ...]:
        return type(self), (*self, getattr(self, "zstatistic", None))


class Ttest_indResult(_Test):
    """The result of a test of two means."""


class F_onewayResult(_Test):
    """The result of an analysis of variance."""


class KruskalResult(_Test):
    """The result of the test of Kruskal and Wallis."""


class FriedmanchisquareResult(_Test):
    """The result of Friedman's test."""


class RanksumsResult(_Test):
    """The result of Wilcoxon's test of sums of ranks."""


class MannwhitneyuResult(_Test):
    """The result of the test of Mann and Whitney."""


class BrunnerMunzelResult(_Test):
    """The result of the test of Brunner and Munzel."""


class SkewtestResult(_Test):
    """The result of a test of skewness."""


class KurtosistestResult(_Test):
    """The result of a test of kurtosis."""


class NormaltestResult(_Test):
    """The result of a test of skewness and kurtosis."""


class ShapiroResult(_Test):
    """The result of the test of Shapiro and Wilk."""


class LeveneResult(_Test):
    """The result of Levene's test."""


class BartlettResult(_Test):
    """The result of Bartlett's test."""


class FlignerResult(_Test):
    """The result of the test of Fligner and Killeen."""


class AnsariResult(_Test):
    """The result of the test of Ansari and Bradley."""


class Power_divergenceResult(_Test):
    """The result of a test of frequencies."""


class _Line(_NamedTuple):
    slope: _ndarray
    intercept: _ndarray
    rvalue: _ndarray
    pvalue: _ndarray
    stderr: _ndarray


class LinregressResult(_Line):
    """A line of least squares, with the standard errors of the slope and, as `intercept_stderr`, of the intercept."""

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
    """A line by the median of slopes, and the bounds of the slope."""

    slope: _ndarray
    intercept: _ndarray
    low_slope: _ndarray
    high_slope: _ndarray


class SiegelslopesResult(_NamedTuple):
    """A line by the median of medians of slopes."""

    slope: _ndarray
    intercept: _ndarray


class Chi2ContingencyResult(_NamedTuple):
    """The result of a test of a table of contingency."""

    statistic: _ndarray
    pvalue: _ndarray
    dof: float
    expected_freq: _ndarray


class MedianTestResult(_NamedTuple):
    """The result of Mood's test of medians."""

    statistic: _ndarray
    pvalue: _ndarray
    median: _ndarray
    table: _ndarray | None


class AndersonResult(_NamedTuple):
    """The result of the test of Anderson and Darling: the statistic, its critical values and the levels of these in percent."""

    statistic: _ndarray
    critical_values: _ndarray
    significance_level: _ndarray


@_dataclass
class CramerVonMisesResult:
    """The result of a test of Cramér and von Mises."""

    statistic: _ndarray
    pvalue: _ndarray


@_dataclass
class BinomTestResult:
    """The result of a binomial test: `statistic` is the share of successes."""

    k: int
    n: int
    alternative: str
    statistic: float
    pvalue: float

    @property
    def proportion_estimate(self) -> float:
        """The share of successes."""
        return self.statistic

    def proportion_ci(self, confidence_level: float = 0.95, method: str = "exact") -> ConfidenceInterval:
        """The interval that holds the probability of success with a probability, by a `method`: "exact", "wilson" or "wilsoncc"."""
        found: ConfidenceInterval = _parts().proportion_interval(self.k, self.n, self.alternative, confidence_level, method)
        return found


@_dataclass
class BootstrapResult:
    """The result of a bootstrap."""

    confidence_interval: ConfidenceInterval
    bootstrap_distribution: _ndarray
    standard_error: _ndarray


@_dataclass
class PermutationTestResult:
    """The result of a test by permutations."""

    statistic: _ndarray
    pvalue: _ndarray
    null_distribution: _ndarray


@_dataclass
class MonteCarloTestResult:
    """The result of a test by drawn samples."""

    statistic: _ndarray
    pvalue: _ndarray
    null_distribution: _ndarray


__all__ = sorted(name for name in globals() if not name.startswith("_") and name != "annotations")
