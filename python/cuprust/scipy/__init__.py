"""What SciPy has and NumPy has not, in modules named for SciPy's."""

from cuprust import get_array_module
from cuprust.scipy import special

__all__ = ["get_array_module", "special"]
