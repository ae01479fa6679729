"""Systems of linear equations as LAPACK's routines solve them."""

from __future__ import annotations

from cuprust import _core

# The functions are those of the function table: no list of their names stands here.
__all__ = sorted(name for name in vars(_core.lapack) if not name.startswith("_"))
globals().update({name: getattr(_core.lapack, name) for name in __all__})
