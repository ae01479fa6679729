"""What SciPy has and NumPy has not, in modules named for SciPy's."""

from cuprust.scipy import fft, fftpack, linalg, special

__all__ = ["fft", "fftpack", "linalg", "special"]
