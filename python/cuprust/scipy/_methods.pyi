"""Tests whose p-values come from resampling where `method` is one of SciPy's classes of it, and the weighted tau."""

from collections.abc import Callable, Sequence
from typing import Any

from cuprust import ArrayLike, bool_type, ndarray
from cuprust.random import Generator
from cuprust.scipy._results import (
    ConfidenceInterval,
    MannwhitneyuResult,
    PearsonRResult,
    SignificanceResult,
    TtestResult,
    WilcoxonResult,
)

_Rng = int | Generator | None

class _ResamplingMethod:
    n_resamples: int
    batch: int | None

class MonteCarloMethod(_ResamplingMethod):
    rvs: Any
    rng: Any
    def __init__(self, n_resamples: int = 9999, batch: int | None = None, rvs: Callable[..., Any] | Sequence[Callable[..., Any]] | None = None, rng: _Rng = None) -> None: ...

class PermutationMethod(_ResamplingMethod):
    random_state: Any
    rng: Any
    def __init__(self, n_resamples: float = 9999, batch: int | None = None, random_state: _Rng = None, *, rng: _Rng = None) -> None: ...

class BootstrapMethod(_ResamplingMethod):
    random_state: Any
    rng: Any
    method: str
    def __init__(self, n_resamples: int = 9999, batch: int | None = None, random_state: _Rng = None, method: str = "BCa", *, rng: _Rng = None) -> None: ...

def _pearson_interval(samples: tuple[Any, Any, Any], alternative: str, confidence_level: float, method: BootstrapMethod) -> ConfidenceInterval: ...
def pearsonr(x: ArrayLike, y: ArrayLike, *, alternative: str = "two-sided", method: PermutationMethod | MonteCarloMethod | None = None, axis: int | None = 0) -> PearsonRResult: ...
def ttest_ind(a: ArrayLike, b: ArrayLike, *, axis: int | tuple[int, ...] | None = 0, equal_var: bool_type = True, nan_policy: str = "propagate", alternative: str = "two-sided", trim: float = 0, method: PermutationMethod | MonteCarloMethod | None = None, keepdims: bool_type = False) -> TtestResult: ...
def mannwhitneyu(x: ArrayLike, y: ArrayLike, use_continuity: bool_type = True, alternative: str = "two-sided", axis: int | tuple[int, ...] | None = 0, method: str | PermutationMethod = "auto", *, nan_policy: str = "propagate", keepdims: bool_type = False) -> MannwhitneyuResult: ...
def wilcoxon(x: ArrayLike, y: ArrayLike | None = None, zero_method: str = "wilcox", correction: bool_type = False, alternative: str = "two-sided", method: str | PermutationMethod = "auto", *, axis: int | tuple[int, ...] | None = 0, nan_policy: str = "propagate", keepdims: bool_type = False) -> WilcoxonResult: ...
def fisher_exact(table: ArrayLike, alternative: str | None = None, *, method: PermutationMethod | MonteCarloMethod | None = None) -> SignificanceResult: ...
def weightedtau(x: ArrayLike, y: ArrayLike, rank: ArrayLike | bool_type | None = True, weigher: Callable[[ndarray], Any] | None = None, additive: bool_type = True, *, axis: int | tuple[int, ...] | None = None, nan_policy: str = "propagate", keepdims: bool_type = False) -> SignificanceResult: ...
