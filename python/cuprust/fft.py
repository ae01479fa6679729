"""Discrete Fourier transforms, and the frequencies of their elements."""

from __future__ import annotations as _annotations

import warnings as _warnings

from cuprust import _core


class _Config:
    """What CuPy lets programs choose of its transforms. Several axes are always planned together where they can be."""

    def __init__(self):
        self._nd_planning = True
        self.use_multi_gpus = False
        self._gpus = None

    def set_cufft_gpus(self, gpus):
        """Names the GPUs of transforms with `use_multi_gpus`: how many, or their numbers. A transform runs on the device of its array all the same.

        Raises ValueError for no GPU, and for one that is there twice.
        """
        numbers = list(range(gpus)) if isinstance(gpus, int) else [int(gpu) for gpu in gpus]
        if not numbers:
            raise ValueError("must have at least one GPU")
        if len(set(numbers)) < len(numbers):
            raise ValueError("a GPU is there twice")
        self._gpus = numbers

    @property
    def enable_nd_planning(self):
        _warnings.warn("enable_nd_planning has no effect", DeprecationWarning, stacklevel=2)
        return self._nd_planning

    @enable_nd_planning.setter
    def enable_nd_planning(self, value):
        _warnings.warn("enable_nd_planning has no effect", DeprecationWarning, stacklevel=2)
        self._nd_planning = bool(value)


config = _Config()

# The functions come from the function table: there is no list of their names here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = ["config", *sorted(_found)]
