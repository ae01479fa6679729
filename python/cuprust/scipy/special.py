"""The special functions of mathematics, by SciPy's names."""

from cuprust import _core
from cuprust.scipy import _polynomials
from cuprust.scipy._polynomials import *  # noqa: F403

# The functions are those of the function table: there is no list of their names here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = sorted([*_found, *_polynomials.__all__])
