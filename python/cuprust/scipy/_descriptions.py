"""The results of functions that describe samples."""

from __future__ import annotations

from typing import NamedTuple as _NamedTuple

from cuprust._core import ndarray as _ndarray


class CumfreqResult(_NamedTuple):
    """The result of `cumfreq`."""

    cumcount: _ndarray
    lowerlimit: _ndarray
    binsize: _ndarray
    extrapoints: _ndarray


class ModeResult(_NamedTuple):
    """The result of `mode`."""

    mode: _ndarray
    count: _ndarray  # type: ignore[assignment]  # the field hides the method of tuples, as in SciPy


class RelfreqResult(_NamedTuple):
    """The result of `relfreq`."""

    frequency: _ndarray
    lowerlimit: _ndarray
    binsize: _ndarray
    extrapoints: _ndarray


class SigmaclipResult(_NamedTuple):
    """The result of `sigmaclip`."""

    clipped: _ndarray
    lower: _ndarray
    upper: _ndarray


class _Description(_NamedTuple):
    nobs: _ndarray
    minmax: tuple[_ndarray, _ndarray]
    mean: _ndarray
    variance: _ndarray
    skewness: _ndarray
    kurtosis: _ndarray


class DescribeResult(_Description):
    """The result of `describe`; the two extremes, each an argument, are one field, `minmax`."""

    __slots__ = ()

    def __new__(cls, nobs: _ndarray, least: _ndarray, most: _ndarray, *moments: _ndarray) -> DescribeResult:
        return super().__new__(cls, nobs, (least, most), *moments)

    def __getnewargs__(self) -> tuple[_ndarray, ...]:
        nobs, minmax, *moments = self
        return nobs, *minmax, *moments
