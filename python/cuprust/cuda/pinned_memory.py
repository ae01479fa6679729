"""Memory of the host for copies. Copies are staged through page-locked memory of cuprust's own, so ordinary memory serves."""

from __future__ import annotations

import ctypes as _ctypes
from collections.abc import Callable as _Callable


class PinnedMemoryPointer(bytearray):
    """Memory of the host: a buffer of bytes with an address.

    >>> memory = cp.cuda.alloc_pinned_memory(16)
    >>> memory.size()
    16
    """

    @property
    def ptr(self) -> int:
        """The address."""
        return _ctypes.addressof((_ctypes.c_char * len(self)).from_buffer(self)) if self else 0

    @property
    def mem(self) -> PinnedMemoryPointer:
        """The memory itself."""
        return self

    def size(self) -> int:
        """The bytes."""
        return len(self)

    def __int__(self) -> int:
        return self.ptr


class PinnedMemoryPool:
    """Where memory of the host comes from. It is given back when nothing holds it, so the pool keeps none."""

    def __init__(self, allocator: object = None) -> None:
        self._allocator = allocator

    def malloc(self, size: int) -> PinnedMemoryPointer:
        """So many bytes."""
        return PinnedMemoryPointer(size)

    def free_all_blocks(self) -> None:
        """Give memory back that nothing holds: there is none."""

    def n_free_blocks(self) -> int:
        """How many blocks are kept: none."""
        return 0


_default = PinnedMemoryPool()


def alloc_pinned_memory(size: int) -> PinnedMemoryPointer:
    """So many bytes of memory of the host, for ``numpy.frombuffer`` and copies.

    >>> import numpy as np
    >>> a = np.frombuffer(cp.cuda.alloc_pinned_memory(16), np.float64)
    >>> a[...] = 2
    >>> cp.asarray(a)
    array([2., 2.])
    """
    return _default.malloc(size)


def get_default_pinned_memory_pool() -> PinnedMemoryPool:
    """The pool that `alloc_pinned_memory` takes memory from."""
    return _default


def set_pinned_memory_allocator(allocator: _Callable[[int], PinnedMemoryPointer] | None = None) -> None:
    """Let memory of the host come from the pool, which it does: None and a pool's ``malloc`` are accepted.

    Raises NotImplementedError for an allocator of one's own.
    """
    owner = getattr(allocator, "__self__", None)
    if allocator is not None and not isinstance(owner, PinnedMemoryPool):
        raise NotImplementedError("memory of the host comes from a pool of cuprust's: an allocator of one's own is not built")
