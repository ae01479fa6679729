"""What SciPy has and NumPy has not, in modules named for SciPy's."""

from cuprust.scipy import special

__all__ = ["special"]
