"""An array as a header and the bytes of one piece, and bytes of a connection: for what is sent between processes."""

from __future__ import annotations

import socket
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


def received(connection: socket.socket, length: int) -> bytes:
    """This many bytes. Raises ConnectionError where there are fewer."""
    parts = bytearray()
    while len(parts) < length:
        part = connection.recv(length - len(parts))
        if not part:
            raise ConnectionError("the connection was closed")
        parts += part
    return bytes(parts)
