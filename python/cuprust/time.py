"""CuPy's older name of `cuprust.profiler.benchmark`."""

from cuprust.profiler import benchmark as repeat

__all__ = ["repeat"]
