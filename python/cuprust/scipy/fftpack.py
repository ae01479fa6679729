"""The Fourier transforms of SciPy's older module, of which that of real numbers gives real numbers."""

from __future__ import annotations as _annotations

from cuprust import _core
from cuprust._plans import get_fft_plan

# The functions come from the function table: there is no list of their names here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = ["get_fft_plan", *sorted(_found)]
