"""Series of Hermite polynomials, as physicists have them."""

from __future__ import annotations as _annotations

from cuprust.polynomial import _series

_found = _series.functions("hermite", "herm")
Hermite = _series.series("hermite", "herm", _found)
globals().update(_found)
__all__ = ["Hermite", *sorted(_found)]
