"""Polynomials whose coefficients begin with the lowest power."""

from __future__ import annotations

from cuprust._core import polynomial as _polynomial

__all__ = ["polycompanion", "polyval", "polyvalfromroots", "polyvander"]

polycompanion = _polynomial.polynomial.polycompanion
polyval = _polynomial.polynomial.polyval
polyvalfromroots = _polynomial.polynomial.polyvalfromroots
polyvander = _polynomial.polynomial.polyvander
