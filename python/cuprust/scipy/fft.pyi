"""SciPy's Fourier transforms, cosine and sine transforms, and the fast Hankel transform."""

from cuprust._fft import fftfreq as fftfreq
from cuprust._fft import fftshift as fftshift
from cuprust._fft import ifftshift as ifftshift
from cuprust._fft import rfftfreq as rfftfreq
from cuprust._plans import get_fft_plan as get_fft_plan
from cuprust.scipy._fft import *
