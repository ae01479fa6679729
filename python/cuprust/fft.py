"""Discrete Fourier transforms, and the frequencies of their elements."""

from __future__ import annotations

import warnings as _warnings

from cuprust import _core


class _Config:
    """What CuPy lets programs choose of its transforms. Several axes are always planned together where they can be."""

    use_multi_gpus = False

    def __init__(self):
        self._together = True

    @property
    def enable_nd_planning(self):
        _warnings.warn("enable_nd_planning has no effect", DeprecationWarning, stacklevel=2)
        return self._together

    @enable_nd_planning.setter
    def enable_nd_planning(self, value):
        _warnings.warn("enable_nd_planning has no effect", DeprecationWarning, stacklevel=2)
        self._together = bool(value)


config = _Config()

# The functions are those of the function table: no list of their names stands here.
_names = sorted(name for name in vars(_core.fft) if not name.startswith("_"))
globals().update({name: getattr(_core.fft, name) for name in _names})
__all__ = ["config", *_names]
