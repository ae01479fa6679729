"""Resampling with a statistic of the caller's: intervals by the bootstrap, p-values by permutations and by drawn samples."""

from __future__ import annotations

import inspect as _inspect
import math as _math
import warnings as _warnings
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from typing import Any as _Any

import numpy as _numpy

import cuprust as _cuprust
from cuprust import _core
from cuprust.scipy._results import BootstrapResult as _BootstrapResult
from cuprust.scipy._results import ConfidenceInterval as _ConfidenceInterval
from cuprust.scipy._results import DegenerateDataWarning as _DegenerateDataWarning
from cuprust.scipy._results import MonteCarloTestResult as _MonteCarloTestResult
from cuprust.scipy._results import PermutationTestResult as _PermutationTestResult

_parts = _core._functions("cuprust.scipy._statistics")


def _statistic(statistic: _Callable[..., _Any], vectorized: bool | None) -> _Callable[..., _Any]:
    """The statistic as a function of arrays whose last axis is that of observations; one that takes no axis is called for each sample alone."""
    if vectorized not in (True, False, None):
        raise ValueError("`vectorized` must be `True`, `False`, or `None`.")
    if vectorized is None:
        vectorized = "axis" in _inspect.signature(statistic).parameters
    if vectorized:
        return lambda *data: _core.asarray(statistic(*data, axis=-1))

    def of_each(*data: _Any) -> _Any:
        data = tuple(_parts["observations"](list(data), -1))
        extents = data[0].shape[:-1]
        found = [_core.asarray(statistic(*[sample[place] for sample in data])) for place in _numpy.ndindex(extents)]
        return _cuprust.stack(found).reshape(extents) if found else _core.zeros(extents)

    return of_each


def _integer(number: _Any, text: str, least: int) -> int:
    if number != int(number) or number < least:
        raise ValueError(text)
    return int(number)


def _checked_options(axis: _Any, alternative: str, batch: _Any) -> tuple[int, str, int | None]:
    """The axis, the alternative and the number of resamples that are computed at once, checked."""
    if axis != int(axis):
        raise ValueError("`axis` must be an integer.")
    alternative = alternative.lower()
    if alternative not in ("two-sided", "less", "greater"):
        raise ValueError("`alternative` must be in {'two-sided', 'less', 'greater'}")
    if batch is not None:
        batch = _integer(batch, "`batch` must be a positive integer or None.", 1)
    return int(axis), alternative, batch


def _batches(count: int, batch: int | None) -> list[int]:
    """How many resamples each of the batches has."""
    size = batch or count or 1
    return [min(size, count - first) for first in range(0, count, size)]


def _generator(rng: _Any, random_state: _Any) -> _Any:
    chosen = random_state if rng is None else rng
    return chosen if hasattr(chosen, "random") and chosen is not _numpy.random else _cuprust.random.default_rng(chosen)


def bootstrap(
    data: _Sequence[_Any], statistic: _Callable[..., _Any], *, n_resamples: int = 9999, batch: int | None = None, vectorized: bool | None = None,
    paired: bool = False, axis: int = 0, confidence_level: float = 0.95, alternative: str = "two-sided", method: str = "BCa",
    bootstrap_result: _Any = None, rng: _Any = None, random_state: _Any = None,
) -> _BootstrapResult:  # fmt: skip
    """The interval of a statistic of samples by the bootstrap, the resampled statistics and their standard deviation.

    `statistic` is called with an array of each sample's resamples and, where it has that parameter, an `axis`; one without it is called for
    each resample alone, which is slow. `method` is "percentile", "basic" or "BCa". The resamples of `paired` samples have their observations in
    common. `batch` is the number computed at once: all where it is None. `rng` is a generator or a seed.
    Raises ValueError for samples of fewer than two observations; warns where the interval is not defined.

    >>> x = cp.array([1.0, 2.0, 4.0, 3.0, 5.0, 2.0])
    >>> cp.scipy.stats.bootstrap((x,), cp.mean, n_resamples=100, rng=1).bootstrap_distribution.shape
    (100,)
    """
    own = _statistic(statistic, vectorized)
    axis, alternative, batch = _checked_options(axis, alternative, batch)
    try:
        samples = list(data)
    except TypeError:
        raise ValueError("`data` must be a sequence of samples.") from None
    if not samples:
        raise ValueError("`data` must contain at least one sample.")
    samples = _parts["observations"]([_core.asarray(sample) for sample in samples], axis)
    lengths = [sample.shape[-1] for sample in samples]
    if min(lengths) <= 1:
        raise ValueError("each sample in `data` must contain two or more observations along `axis`.")
    if paired not in (True, False):
        raise ValueError("`paired` must be `True` or `False`.")
    if paired and len(set(lengths)) > 1:
        raise ValueError("When `paired is True`, all samples must have the same length along `axis`")
    n_resamples = _integer(n_resamples, "`n_resamples` must be a non-negative integer.", 0)
    method = method.lower()
    if method not in ("percentile", "basic", "bca"):
        raise ValueError("`method` must be in {'percentile', 'basic', 'bca'}")
    if bootstrap_result is not None and not hasattr(bootstrap_result, "bootstrap_distribution"):
        raise ValueError("`bootstrap_result` must have attribute `bootstrap_distribution'")
    found = [] if bootstrap_result is None else [bootstrap_result.bootstrap_distribution]
    if not n_resamples and not (found and found[0].size):
        raise ValueError("Either `bootstrap_result.bootstrap_distribution.size` or `n_resamples` must be positive.")
    generator = _generator(rng, random_state)
    resampled = _parts["resampled"]

    def drawn(length: int, count: int) -> _Any:
        return _core.asarray(generator.integers(0, length, (count, length)))

    for count in _batches(n_resamples, batch):
        if paired:
            indices = drawn(lengths[0], count)
            found.append(own(*[resampled(sample, indices) for sample in samples]))
        else:
            found.append(own(*[resampled(sample, drawn(length, count)) for sample, length in zip(samples, lengths)]))
    distribution = _cuprust.concatenate(found, axis=-1)
    observed = None if method == "percentile" else own(*samples)
    jackknife = []
    if method == "bca" and paired:
        indices = _parts["jackknifed"](_cuprust.arange(lengths[0]))
        jackknife.append(own(*[resampled(sample, indices) for sample in samples]))
    elif method == "bca":
        for left_out, sample in enumerate(samples):
            each = [_cuprust.expand_dims(other, -2) for other in samples]
            each[left_out] = _parts["jackknifed"](sample)
            jackknife.append(own(*_parts["observations"](each, -1)))
    low, high, error = _parts["interval"](distribution, observed, jackknife, float(confidence_level), alternative, method)
    if bool(_cuprust.isnan(low).any()) or bool(_cuprust.isnan(high).any()):
        text = "The BCa confidence interval cannot be calculated. This problem is known to occur when the distribution is degenerate or the statistic is np.min."
        _warnings.warn(_DegenerateDataWarning(text), stacklevel=2)
    return _BootstrapResult(_ConfidenceInterval(low, high), distribution, error)


def permutation_test(
    data: _Sequence[_Any], statistic: _Callable[..., _Any], *, permutation_type: str = "independent", vectorized: bool | None = None,
    n_resamples: float = 9999, batch: int | None = None, alternative: str = "two-sided", axis: int = 0, rng: _Any = None, random_state: _Any = None,
) -> _PermutationTestResult:  # fmt: skip
    """The p-value of a statistic of samples under permutations of their observations, and the statistics of these.

    `permutation_type` says which observations move: "independent", all from sample to sample; "pairings", those of each sample among its own;
    "samples", those that belong to each other from sample to sample, or the signs of one sample. All permutations are tried where there are no
    more than `n_resamples`, which may be infinite. `statistic`, `batch` and `rng` are those of `bootstrap`.
    Raises ValueError for samples of fewer than two observations.

    >>> x, y = cp.array([1.0, 2.0, 3.0]), cp.array([4.0, 5.0])
    >>> difference = lambda x, y, axis: x.mean(axis) - y.mean(axis)
    >>> cp.scipy.stats.permutation_test((x, y), difference, alternative="less").pvalue
    array(0.1)
    """
    own = _statistic(statistic, vectorized)
    axis, alternative, batch = _checked_options(axis, alternative, batch)
    permutation_type = permutation_type.lower()
    if permutation_type not in ("samples", "pairings", "independent"):
        raise ValueError("`permutation_type` must be in {'samples', 'pairings', 'independent'}.")
    try:
        few = len(data) < 2 and permutation_type == "independent"
    except TypeError:
        raise TypeError("`data` must be a tuple containing at least two samples") from None
    if few:
        raise ValueError("`data` must be a tuple containing at least two samples")
    samples = _parts["observations"]([_core.asarray(sample) for sample in data], axis)
    lengths = [sample.shape[-1] for sample in samples]
    if min(lengths) <= 1:
        raise ValueError("each sample in `data` must contain two or more observations along `axis`.")
    count = _math.inf if _math.isinf(n_resamples) and n_resamples > 0 else _integer(n_resamples, "`n_resamples` must be a positive integer.", 1)
    observed = own(*samples)
    ways, extents = _parts["permutations"](permutation_type, lengths)
    exact = count >= ways
    count = int(ways) if exact else int(count)
    generator: _Any = None if exact else _generator(rng, random_state)
    whole = _parts["all_permutations"](permutation_type, lengths) if exact else None
    null, first = [], 0
    for size in _batches(count, batch):
        permutations = _cuprust.argsort(_core.asarray(generator.random((size, *extents))), axis=-1) if whole is None else whole[first : first + size]
        null.append(own(*_parts["permuted"](permutation_type, samples, permutations)))
        first += size
    distribution = _cuprust.concatenate(null, axis=0)
    return _PermutationTestResult(observed, _parts["null_pvalue"](distribution, observed, alternative, not exact), distribution)


def monte_carlo_test(
    data: _Any, rvs: _Any, statistic: _Callable[..., _Any], *, vectorized: bool | None = None, n_resamples: int = 9999, batch: int | None = None,
    alternative: str = "two-sided", axis: int = 0,
) -> _MonteCarloTestResult:  # fmt: skip
    """The p-value of a statistic of a sample, or of several, under samples that are drawn, and the statistics of these.

    `rvs` is a function of `size` that draws observations, or one for each sample of a sequence. `statistic` and `batch` are those of `bootstrap`.
    Raises TypeError for what cannot be called, ValueError for another number of functions than samples.

    >>> draw = cp.random.default_rng(1).standard_normal
    >>> cp.scipy.stats.monte_carlo_test(cp.array([5.0, 6.0, 7.0]), draw, cp.mean, n_resamples=999, alternative="greater").pvalue
    array(0.001)
    """
    axis, alternative, batch = _checked_options(axis, alternative, batch)
    if not isinstance(rvs, _Sequence):
        rvs, data = (rvs,), (data,)
    if not all(callable(draw) for draw in rvs):
        raise TypeError("`rvs` must be callable or sequence of callables.")
    try:
        same = len(rvs) == len(data)
    except TypeError:
        same = False
    if not same:
        raise ValueError("If `rvs` is a sequence, `len(rvs)` must equal `len(data)`.")
    if not callable(statistic):
        raise TypeError("`statistic` must be callable.")
    own = _statistic(statistic, vectorized)
    samples = _parts["observations"]([_core.asarray(sample) for sample in data], axis)
    n_resamples = _integer(n_resamples, "`n_resamples` must be a positive integer.", 1)
    observed = own(*samples)
    null = [own(*[_core.asarray(draw(size=(count, sample.shape[-1]))) for draw, sample in zip(rvs, samples)]) for count in _batches(n_resamples, batch)]
    distribution = _cuprust.concatenate(null, axis=0)
    distribution = distribution.reshape((-1,) + (1,) * observed.ndim)
    return _MonteCarloTestResult(observed, _parts["null_pvalue"](distribution, observed, alternative, True), distribution)
