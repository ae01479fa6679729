"""Discrete Fourier transforms, and the frequencies of their elements."""

from collections.abc import Sequence

from cuprust._fft import *

class _Config:
    """What CuPy lets programs choose of its transforms. Several axes are always planned together where they can be."""

    use_multi_gpus: bool
    def set_cufft_gpus(self, gpus: int | Sequence[int]) -> None:
        """Names the GPUs of transforms with `use_multi_gpus`."""

    @property
    def enable_nd_planning(self) -> bool: ...
    @enable_nd_planning.setter
    def enable_nd_planning(self, value: bool) -> None: ...

config: _Config
