"""SciPy's linear algebra: factors, systems solved by them, functions of matrices, and matrices of a pattern."""

from __future__ import annotations as _annotations

from cuprust import _core
from cuprust.linalg import LinAlgError
from cuprust.scipy._schur import funm, ordqz, schur
from cuprust.scipy._sketches import clarkson_woodruff_transform

# The functions come from the function table: there is no list of their names here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = ["LinAlgError", "clarkson_woodruff_transform", "funm", "ordqz", "schur", *sorted(_found)]
