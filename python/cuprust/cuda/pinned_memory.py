"""Page-locked memory of the host, with a pool of it: a GPU copies from and to it while the host goes on. Without a GPU it is ordinary memory."""

from __future__ import annotations as _annotations

import ctypes as _ctypes
import threading as _threading
import weakref as _weakref
from collections.abc import Callable as _Callable
from operator import index as _index
from typing import Any as _Any

from cuprust._core import cuda as _cuda


class PinnedMemory:
    """This many bytes of the host, page-locked where the current device is a GPU.

    `flags` are accepted and have no effect. A subclass with other memory sets `ptr` and `size`.
    """

    ptr: int = 0
    size: int = 0

    def __init__(self, size: int, flags: int = 0) -> None:
        if size < 0:
            raise ValueError(f"a size of memory must not be negative: {size}")
        self._locked = _cuda._alloc_pinned(size)
        if self._locked is None:
            self._buffer = (_ctypes.c_ubyte * max(size, 1))()
        self.ptr, self.size = _ctypes.addressof(self._buffer) if self._locked is None else self._locked.ptr, size

    def _settle(self) -> None:
        """Wait for copies that still use the memory."""
        locked = getattr(self, "_locked", None)
        if locked is not None:
            locked.settle()

    def __int__(self) -> int:
        return self.ptr


class PooledPinnedMemory(PinnedMemory):
    """Memory of a pool, returned to the pool when the object is freed."""

    def __init__(self, memory: PinnedMemory, pool: PinnedMemoryPool) -> None:
        self._memory: PinnedMemory | None = memory
        self._pool = _weakref.ref(pool)
        self.ptr, self.size = memory.ptr, memory.size

    def _settle(self) -> None:
        if self._memory is not None:
            self._memory._settle()

    def free(self) -> None:
        """Return the memory to the pool; a second call does nothing."""
        memory, pool = self._memory, self._pool()
        self._memory, self.ptr, self.size = None, 0, 0
        if memory is not None and pool is not None:
            pool._put(memory)

    def __del__(self) -> None:
        if getattr(self, "_memory", None) is not None:
            self.free()


class PinnedMemoryPointer:
    """Memory of the host from an offset on: a buffer of bytes with an address.

    >>> memory = cp.cuda.alloc_pinned_memory(16)
    >>> memory.size()
    16
    """

    mem: PinnedMemory

    def __new__(cls, mem: PinnedMemory, offset: int = 0) -> PinnedMemoryPointer:
        """The buffer at the memory's address. It keeps the memory."""
        # An array of ctypes is a buffer through which others read and write the bytes.
        array_type: _Any = type(cls.__name__, (_PointerArray, _ctypes.c_ubyte * max(mem.size - offset, 0)), {})
        pointer: PinnedMemoryPointer = array_type.from_address(mem.ptr + offset)
        pointer.mem = mem
        return pointer

    @property
    def ptr(self) -> int:
        """The address."""
        return _ctypes.addressof(self)  # type: ignore[arg-type]

    def size(self) -> int:
        """The bytes."""
        return _ctypes.sizeof(self)  # type: ignore[arg-type]

    def __int__(self) -> int:
        return self.ptr

    def __add__(self, offset: int) -> PinnedMemoryPointer:
        return PinnedMemoryPointer(self.mem, self.ptr - self.mem.ptr + offset)

    def __radd__(self, offset: int) -> PinnedMemoryPointer:
        return self + offset

    def __sub__(self, offset: int) -> PinnedMemoryPointer:
        return self + -offset


class _PointerArray(PinnedMemoryPointer):
    """A pointer that is an array of ctypes, which makes itself."""

    def __new__(cls, *_: _Any) -> _Any:
        return super(PinnedMemoryPointer, cls).__new__(cls)

    def __init__(self, *_: _Any) -> None:
        """The bytes stay as they are."""


def _malloc(size: int) -> PinnedMemoryPointer:
    return PinnedMemoryPointer(PinnedMemory(size), 0)


class PinnedMemoryPool:
    """A pool of host memory. Freed memory is reused for allocations of the same size, rounded up to a power of two."""

    def __init__(self, allocator: _Callable[[int], PinnedMemoryPointer] | None = None) -> None:
        self._allocator = allocator or _malloc
        self._lock = _threading.Lock()
        # Keyed by size, and by whether they are page-locked: memory allocated without a GPU is not.
        self._free: dict[tuple[int, bool], list[PinnedMemory]] = {}

    def malloc(self, size: int) -> PinnedMemoryPointer:
        """This many bytes."""
        size = _index(size)
        if size <= 0:
            return PinnedMemoryPointer(PinnedMemory(size), 0)
        rounded = max(512, 1 << (size - 1).bit_length())
        locked = self._allocator is _malloc and str(_cuda.Device()).startswith("cuda")
        with self._lock:
            free = self._free.get((rounded, locked))
            memory = free.pop() if free else None
        if memory is not None:
            memory._settle()
        pooled = PooledPinnedMemory(memory or self._allocator(rounded).mem, self)
        pooled.size = size
        return PinnedMemoryPointer(pooled, 0)

    def _put(self, memory: PinnedMemory) -> None:
        locked = getattr(memory, "_locked", None)
        if locked is not None and locked.is_kept:
            # A graph still copies from or to it, and frees it later.
            return
        is_locked = self._allocator is _malloc and locked is not None
        with self._lock:
            self._free.setdefault((memory.size, is_locked), []).append(memory)

    def free_all_blocks(self) -> None:
        """Free unused memory."""
        with self._lock:
            self._free.clear()

    def n_free_blocks(self) -> int:
        """The number of free blocks."""
        with self._lock:
            return sum(map(len, self._free.values()))


_default = PinnedMemoryPool()
_allocator: _Callable[[int], PinnedMemoryPointer] = _default.malloc


def alloc_pinned_memory(size: int) -> PinnedMemoryPointer:
    """This many bytes of memory of the host, for ``numpy.frombuffer`` and copies: page-locked where the current device is a GPU.

    >>> import numpy as np
    >>> a = np.frombuffer(cp.cuda.alloc_pinned_memory(16), np.float64)
    >>> a[...] = 2
    >>> cp.asarray(a)
    array([2., 2.])
    """
    return _allocator(size)


def get_default_pinned_memory_pool() -> PinnedMemoryPool:
    """The pool that `alloc_pinned_memory` takes memory from where no other function was set."""
    return _default


def set_pinned_memory_allocator(allocator: _Callable[[int], PinnedMemoryPointer] | None = None) -> None:
    """Set the allocator of page-locked memory, a function of a size; None allocates without a pool.

    Raises TypeError for an object that is not callable.
    """
    global _allocator
    if allocator is not None and not callable(allocator):
        raise TypeError("the allocator must be a function of a size")
    _allocator = _malloc if allocator is None else allocator
