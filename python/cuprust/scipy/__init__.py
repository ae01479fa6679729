"""What SciPy has and NumPy has not, in modules named for SciPy's."""

from cuprust import get_array_module
from cuprust.scipy import fft, fftpack, linalg, special

__all__ = ["fft", "fftpack", "get_array_module", "linalg", "special"]
