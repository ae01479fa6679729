"""The results of functions that describe samples."""

from __future__ import annotations

from typing import NamedTuple as _NamedTuple

from cuprust._core import ndarray as _ndarray


class CumfreqResult(_NamedTuple):
    """The result of `cumfreq`: `cumcount` has a count a bin, the other arrays have no axes.

    >>> from cuprust.scipy import stats
    >>> found = stats.cumfreq(cp.array([1.0, 2.0, 2.0, 4.0]), numbins=2)
    >>> found.cumcount, found.lowerlimit, found.binsize
    (array([3., 4.]), array(-0.5), array(3.))
    """

    cumcount: _ndarray
    lowerlimit: _ndarray
    binsize: _ndarray
    extrapoints: _ndarray


class ModeResult(_NamedTuple):
    """The result of `mode`: the most frequent values and their counts, of the shape of a reduction along the axis.

    >>> from cuprust.scipy import stats
    >>> stats.mode(cp.array([1.0, 2.0, 2.0]))
    ModeResult(mode=array(2.), count=array(2))
    """

    mode: _ndarray
    count: _ndarray  # type: ignore[assignment]  # the field hides the method of tuples, as in SciPy


class RelfreqResult(_NamedTuple):
    """The result of `relfreq`: `frequency` has a share a bin, the other arrays have no axes.

    >>> from cuprust.scipy import stats
    >>> stats.relfreq(cp.array([1.0, 2.0, 2.0, 4.0]), numbins=2).frequency
    array([0.75, 0.25])
    """

    frequency: _ndarray
    lowerlimit: _ndarray
    binsize: _ndarray
    extrapoints: _ndarray


class SigmaclipResult(_NamedTuple):
    """The result of `sigmaclip`: the observations that are kept, an array of one axis, and the bounds.

    >>> from cuprust.scipy import stats
    >>> stats.sigmaclip(cp.array([1.0, 2.0, 3.0, 100.0]), 1.0, 1.0).clipped
    array([2.])
    """

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
    """The result of `describe`; `minmax` is a pair, and the arrays have the shape of a reduction along the axis.

    >>> from cuprust.scipy import stats
    >>> stats.describe(cp.array([1.0, 2.0, 6.0])).minmax
    (array(1.), array(6.))
    """

    __slots__ = ()

    def __new__(cls, nobs: _ndarray, least: _ndarray, most: _ndarray, *moments: _ndarray) -> DescribeResult:
        return super().__new__(cls, nobs, (least, most), *moments)

    def __getnewargs__(self) -> tuple[_ndarray, ...]:
        nobs, minmax, *moments = self
        return nobs, *minmax, *moments
