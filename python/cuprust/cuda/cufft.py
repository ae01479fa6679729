"""The part of CuPy's interface to cuFFT: the plan of the innermost ``with`` statement. Transforms keep their plans themselves."""

from cuprust._plans import Plan, get_current_plan

__all__ = ["Plan", "get_current_plan"]
