"""SciPy's Fourier transforms, cosine and sine transforms, and the fast Hankel transform."""

from __future__ import annotations

from cuprust import _core
from cuprust._plans import get_fft_plan

fftfreq = _core.fft.fftfreq
fftshift = _core.fft.fftshift
ifftshift = _core.fft.ifftshift
rfftfreq = _core.fft.rfftfreq

# The functions are those of the function table: no list of their names stands here.
_names = sorted(name for name in vars(_core.scipy.fft) if not name.startswith("_"))
globals().update({name: getattr(_core.scipy.fft, name) for name in _names})
__all__ = ["fftfreq", "fftshift", "get_fft_plan", "ifftshift", "rfftfreq", *_names]
