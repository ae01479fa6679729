"""The Fourier transforms of SciPy's older module, of which that of real numbers gives real numbers."""

from cuprust._plans import get_fft_plan as get_fft_plan
from cuprust.scipy._fftpack import *
