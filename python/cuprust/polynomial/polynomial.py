"""Polynomials by the coefficients of powers, the lowest first."""

from __future__ import annotations as _annotations

from cuprust.polynomial import _series

_found = _series.functions("polynomial", "poly")
Polynomial = _series.series("polynomial", "poly", _found)
globals().update(_found)
__all__ = ["Polynomial", *sorted(_found)]
