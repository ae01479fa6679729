"""Marks and ranges for NVIDIA's profilers, where their library is installed; without it they cost next to nothing."""

from __future__ import annotations

import ctypes as _ctypes
import ctypes.util as _util
import glob as _glob
import os as _os
import sys as _sys
from typing import Any as _Any

_COLOURS = (0xFF4477AA, 0xFF66CCEE, 0xFF228833, 0xFFCCBB44, 0xFFEE6677, 0xFFAA3377, 0xFFBBBBBB)


def _opened() -> _Any:
    found = _util.find_library("nvToolsExt")
    beside = (path for folder in _sys.path for path in _glob.glob(_os.path.join(folder, "nvidia", "*", "lib", "libnv[tT]*xt*.so*")))
    for path in (found, "libnvToolsExt.so.1", *beside):
        try:
            library = _ctypes.CDLL(path) if path else None
            if library is not None and library.nvtxRangePushEx:
                return library
        except (OSError, AttributeError):
            continue
    return None


_library = _opened()
available = _library is not None


class _Event(_ctypes.Structure):
    _fields_ = (
        ("version", _ctypes.c_uint16), ("size", _ctypes.c_uint16), ("category", _ctypes.c_uint32), ("color_type", _ctypes.c_int32),
        ("color", _ctypes.c_uint32), ("payload_type", _ctypes.c_int32), ("reserved", _ctypes.c_int32), ("payload", _ctypes.c_uint64),
        ("message_type", _ctypes.c_int32), ("message", _ctypes.c_char_p),
    )  # fmt: skip


def _event(message: str, colour: int) -> _Any:
    return _ctypes.byref(_Event(2, _ctypes.sizeof(_Event), 0, 1, colour & 0xFFFFFFFF, 0, 0, 0, 1, message.encode()))


def Mark(message: str, id_color: int = -1) -> None:
    """Mark a moment, in the colour of a number."""
    MarkC(message, _COLOURS[id_color % len(_COLOURS)])


def MarkC(message: str, color: int = 0) -> None:
    """Mark a moment, in a colour as 0xAARRGGBB."""
    if available:
        _library.nvtxMarkEx(_event(message, color))


def RangePush(message: str, id_color: int = -1) -> None:
    """Begin a range, in the colour of a number; ranges lie within one another."""
    RangePushC(message, _COLOURS[id_color % len(_COLOURS)])


def RangePushC(message: str, color: int = 0) -> None:
    """Begin a range, in a colour as 0xAARRGGBB."""
    if available:
        _library.nvtxRangePushEx(_event(message, color))


def RangePop() -> None:
    """End the range that was begun last."""
    if available:
        _library.nvtxRangePop()
