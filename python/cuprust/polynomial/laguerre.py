"""Series of Laguerre polynomials."""

from __future__ import annotations as _annotations

from cuprust.polynomial import _series

_found = _series.functions("laguerre", "lag")
Laguerre = _series.series("laguerre", "lag", _found)
globals().update(_found)
__all__ = ["Laguerre", *sorted(_found)]
