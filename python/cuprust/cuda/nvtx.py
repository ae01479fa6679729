"""Ranges and marks for tools that use NVTX, and for recordings of the profiler."""

from cuprust._core import profiler as _profiler
from cuprust._ranges import colour as _colour

__all__ = ["Mark", "MarkC", "RangePop", "RangePush", "RangePushC", "available"]

# Ranges and marks are accepted with and without an attached tool.
available = True


def RangePush(message: str, id_color: int = -1) -> None:
    """Begin a range of this thread, in the colour of a number; a negative number is no colour."""
    _profiler.range_push(message, _colour(id_color))


def RangePushC(message: str, color: int = 0) -> None:
    """Begin a range of this thread, in a colour as ``0xAARRGGBB``."""
    _profiler.range_push(message, color & 0xFFFFFFFF)


def RangePop() -> None:
    """End the range of this thread that was begun last; where there is none, nothing happens."""
    _profiler.range_pop()


def Mark(message: str, id_color: int = -1) -> None:
    """Mark this moment, in the colour of a number; a negative number is no colour."""
    _profiler.mark(message, _colour(id_color))


def MarkC(message: str, color: int = 0) -> None:
    """Mark this moment, in a colour as ``0xAARRGGBB``."""
    _profiler.mark(message, color & 0xFFFFFFFF)
