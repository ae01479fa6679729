"""Memory: the pool that arrays take theirs from, and what is raised where there is none left."""

from __future__ import annotations

import contextlib as _contextlib
from collections.abc import Callable as _Callable
from collections.abc import Iterator as _Iterator

from cuprust._core import cuda as _cuda

MemoryPointer = _cuda.MemoryPointer
MemoryPool = _cuda.MemoryPool
OutOfMemoryError = _cuda.OutOfMemoryError
CUDARuntimeError = _cuda.CUDARuntimeError

_pool = MemoryPool()


def alloc(size: int) -> MemoryPointer:
    """So many bytes of memory on the current device.

    >>> cp.cuda.alloc(64).size
    64
    """
    return _pool.malloc(size)


def get_allocator() -> _Callable[[int], MemoryPointer]:
    """What arrays take their memory from: the pool."""
    return _pool.malloc


def set_allocator(allocator: _Callable[[int], MemoryPointer] | None = None) -> None:
    """Let arrays take their memory from the pool, which they do: None and a pool's ``malloc`` are accepted.

    Raises NotImplementedError for an allocator of one's own.
    """
    owner = getattr(allocator, "__self__", None)
    if allocator is not None and not isinstance(owner, MemoryPool):
        raise NotImplementedError("arrays take their memory from a pool of cuprust's: an allocator of one's own is not built")


@_contextlib.contextmanager
def using_allocator(allocator: _Callable[[int], MemoryPointer] | None = None) -> _Iterator[None]:
    """As `set_allocator`, within a ``with`` statement."""
    set_allocator(allocator)
    yield
