"""Devices, streams, events and memory, under CuPy's names. On the CPU streams and events work as well."""

from __future__ import annotations

import contextlib as _contextlib
from collections.abc import Iterator as _Iterator

from cuprust._core import cuda as _cuda
from cuprust._core import get_default_memory_pool
from cuprust.cuda import compiler, device, memory, profiler, runtime, stream
from cuprust.cuda.device import Device, get_device_id
from cuprust.cuda.memory import MemoryPointer, MemoryPool, OutOfMemoryError
from cuprust.cuda.stream import Event, Stream, get_current_stream, get_elapsed_time

synchronize = _cuda.synchronize

__all__ = [
    "Device", "Event", "MemoryPointer", "MemoryPool", "OutOfMemoryError", "Stream", "compiler", "device",
    "get_current_stream", "get_default_memory_pool", "get_device_id", "get_elapsed_time", "is_available", "memory",
    "profile", "profiler", "runtime", "stream", "synchronize",
]  # fmt: skip


def is_available() -> bool:
    """Whether there is a GPU that cuprust can use."""
    return _cuda._gpu_count() > 0


@_contextlib.contextmanager
def profile() -> _Iterator[None]:
    """A stretch of the program for an external profiler to look at."""
    profiler.start()
    try:
        yield
    finally:
        profiler.stop()
