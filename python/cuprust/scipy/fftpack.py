"""The Fourier transforms of SciPy's older module, of which that of real numbers gives real numbers."""

from __future__ import annotations as _annotations

from cuprust import _core
from cuprust._plans import get_fft_plan

# The functions are those of the function table: no list of their names stands here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = ["get_fft_plan", *sorted(_found)]
