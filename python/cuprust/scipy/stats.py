"""Statistics of samples and probability distributions, by SciPy's names."""

from __future__ import annotations

from cuprust import _core
from cuprust.scipy import _distributions
from cuprust.scipy._distributions import *  # noqa: F403
from cuprust.scipy._multivariate import multivariate_normal

# The functions are those of the function table: no list of their names stands here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = sorted([*_found, *_distributions.__all__, "multivariate_normal"])
