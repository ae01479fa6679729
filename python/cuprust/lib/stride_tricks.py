"""Views of an array's memory with other strides."""

from __future__ import annotations

from cuprust._core import lib as _lib

__all__ = ["as_strided", "sliding_window_view"]

as_strided = _lib.stride_tricks.as_strided
sliding_window_view = _lib.stride_tricks.sliding_window_view
