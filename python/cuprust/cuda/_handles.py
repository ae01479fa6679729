"""The objects behind the handles of CUDA's runtime interface."""

from __future__ import annotations

import threading as _threading
from typing import Any as _Any

from cuprust._core import cuda as _cuda

CUDARuntimeError = _cuda.CUDARuntimeError
_LEGACY, _PER_THREAD = 1, 2

_kept: dict[int, _Any] = {}
_lock = _threading.Lock()


def _keep(handle: int, thing: _Any) -> int:
    with _lock:
        _kept[handle] = thing
    return handle


def _end(handle: int, what: str) -> _Any:
    with _lock:
        if handle not in _kept:
            raise CUDARuntimeError(f"cudaErrorInvalidValue: invalid argument: {handle:#x} is no {what} that was made here")
        return _kept.pop(handle)


def _stream(handle: int) -> _cuda.Stream:
    """The stream of a handle: one that was made here, or another one."""
    if handle in (0, _LEGACY):
        return _cuda.Stream.null
    if handle == _PER_THREAD:
        return _cuda.Stream.ptds
    found = _kept.get(handle)
    if isinstance(found, _cuda.Stream):
        return found
    current = _cuda.get_current_stream()
    if current.ptr == handle:
        return current

    class Handle:
        def __cuda_stream__(self) -> tuple[int, int]:
            return 0, handle

    return _cuda.Stream.from_external(Handle())
