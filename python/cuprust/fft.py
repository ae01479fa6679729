"""Discrete Fourier transforms, and the frequencies of their elements."""

from cuprust import _core

# The functions are those of the function table: no list of their names stands here.
__all__ = sorted(name for name in vars(_core.fft) if not name.startswith("_"))
globals().update({name: getattr(_core.fft, name) for name in __all__})
