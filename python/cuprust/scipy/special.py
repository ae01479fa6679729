"""The special functions of mathematics, by SciPy's names."""

from cuprust import _core

# The ufuncs are those of the table of rows: no list of their names stands here.
__all__ = list(_core.scipy.special.__all__)
globals().update({name: getattr(_core.scipy.special, name) for name in __all__})
