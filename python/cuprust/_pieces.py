"""An array as a header and the bytes of one piece, for who sends it to another process."""

from __future__ import annotations

from typing import Any

import numpy

import cuprust


def described(x: Any) -> tuple[dict[str, Any], Any]:
    """What an array is, and its elements as bytes of one piece; an array in Fortran's order stays in it."""
    turned = bool(x.flags.f_contiguous and not x.flags.c_contiguous)
    piece = cuprust.ascontiguousarray(x.T if turned else x)
    shape = x.shape[::-1] if turned else x.shape
    header = {"dtype": piece.dtype.name, "shape": list(shape), "turned": turned, "bytes": piece.nbytes}
    return header, piece.reshape(-1).view(numpy.uint8)


def array_of(header: dict[str, Any], piece: Any) -> Any:
    """The array that a header describes, on the memory of the piece."""
    found = piece.view(cuprust.empty(0, header["dtype"]).dtype).reshape(header["shape"])
    return found.T if header["turned"] else found
