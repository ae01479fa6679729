"""Series of Hermite polynomials, as statisticians have them."""

from __future__ import annotations as _annotations

from cuprust.polynomial import _series

_found = _series.functions("hermite_e", "herme")
HermiteE = _series.series("hermite_e", "herme", _found)
globals().update(_found)
__all__ = ["HermiteE", *sorted(_found)]
