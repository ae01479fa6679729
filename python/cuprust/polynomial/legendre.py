"""Series of Legendre polynomials."""

from __future__ import annotations as _annotations

from cuprust.polynomial import _series

_found = _series.functions("legendre", "leg")
Legendre = _series.series("legendre", "leg", _found)
globals().update(_found)
__all__ = ["Legendre", *sorted(_found)]
