"""Statistics of samples and probability distributions, by SciPy's names."""

from collections.abc import Callable, Sequence
from typing import Any

from cuprust import ArrayLike, ndarray
from cuprust.scipy import _contingency as contingency
from cuprust.scipy import _qmc as qmc
from cuprust.scipy._binned import BinnedStatistic2dResult, BinnedStatisticddResult, BinnedStatisticResult
from cuprust.scipy._descriptions import CumfreqResult, DescribeResult, ModeResult, RelfreqResult, SigmaclipResult
from cuprust.scipy._density import gaussian_kde as gaussian_kde
from cuprust.scipy._distances import cramervonmises as cramervonmises
from cuprust.scipy._distances import ks_1samp as ks_1samp
from cuprust.scipy._distances import kstest as kstest
from cuprust.scipy._distributions import *
from cuprust.scipy._multivariate import multivariate_normal as multivariate_normal
from cuprust.scipy._resampling import bootstrap as bootstrap
from cuprust.scipy._resampling import monte_carlo_test as monte_carlo_test
from cuprust.scipy._resampling import permutation_test as permutation_test
from cuprust.scipy._results import DegenerateDataWarning as DegenerateDataWarning
from cuprust.scipy._results import SmallSampleWarning as SmallSampleWarning
from cuprust.scipy._stats import *
from cuprust.scipy._methods import *

def median_abs_deviation(x: ArrayLike, axis: int | tuple[int, ...] | None = 0, center: Callable[..., ndarray] | None = None, scale: float | str = 1.0, nan_policy: str = "propagate", *, keepdims: bool = False) -> ndarray: ...
def binned_statistic(x: ArrayLike, values: ArrayLike, statistic: str | Callable[..., Any] = "mean", bins: int | ArrayLike = 10, range: Sequence[Any] | None = None) -> BinnedStatisticResult: ...
def binned_statistic_2d(x: ArrayLike, y: ArrayLike, values: ArrayLike, statistic: str | Callable[..., Any] = "mean", bins: int | ArrayLike | Sequence[int | ArrayLike] = 10, range: Sequence[Sequence[float]] | None = None, expand_binnumbers: bool = False) -> BinnedStatistic2dResult: ...
def binned_statistic_dd(sample: ArrayLike | Sequence[ArrayLike], values: ArrayLike, statistic: str | Callable[..., Any] = "mean", bins: int | ArrayLike | Sequence[int | ArrayLike] = 10, range: Sequence[Sequence[float] | None] | None = None, expand_binnumbers: bool = False) -> BinnedStatisticddResult: ...
