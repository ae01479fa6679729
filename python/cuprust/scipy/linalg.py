"""SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern."""

from __future__ import annotations

from cuprust import _core

# The functions are those of the function table: no list of their names stands here.
__all__ = sorted(name for name in vars(_core.scipy.linalg) if not name.startswith("_"))
globals().update({name: getattr(_core.scipy.linalg, name) for name in __all__})
