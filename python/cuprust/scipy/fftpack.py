"""The Fourier transforms of SciPy's older module, of which that of real numbers gives real numbers."""

from __future__ import annotations

from cuprust import _core
from cuprust._plans import get_fft_plan

# The functions are those of the function table: no list of their names stands here.
_names = sorted(name for name in vars(_core.scipy.fftpack) if not name.startswith("_"))
globals().update({name: getattr(_core.scipy.fftpack, name) for name in _names})
__all__ = ["get_fft_plan", *_names]
