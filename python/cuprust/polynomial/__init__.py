"""What NumPy has in its package of the same name."""

from cuprust.polynomial import polynomial

__all__ = ["polynomial"]
