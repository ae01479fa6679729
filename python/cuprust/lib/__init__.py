"""What NumPy has in its module of the same name."""

from cuprust.lib import stride_tricks

__all__ = ["stride_tricks"]
