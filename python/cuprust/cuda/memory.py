"""Device memory: the allocators of arrays, pools over other allocators, and the out-of-memory error.

Arrays lie in a pool of the device's own, `get_default_memory_pool`. After `set_allocator`, or within `using_allocator`, those that are
made from then on get their memory from a user's function: a pool over another allocator, managed memory, another library.
"""

from __future__ import annotations as _annotations

import bisect as _bisect
import contextlib as _contextlib
import gc as _gc
import threading as _threading
import warnings as _warnings
import weakref as _weakref
from collections.abc import Callable as _Callable
from collections.abc import Iterator as _Iterator
from typing import Any as _Any

from cuprust._core import cuda as _cuda
from cuprust.cuda import memory_hook as _memory_hook
from cuprust.cuda._memories import (
    BaseMemory,
    CFunctionAllocator,
    CFunctionAllocatorMemory,
    ManagedMemory,
    Memory,
    MemoryAsync,
    PythonFunctionAllocator,
    PythonFunctionAllocatorMemory,
    SystemMemory,
    UnownedMemory,
)

__all__ = [
    "BaseMemory", "CFunctionAllocator", "CFunctionAllocatorMemory", "CUDARuntimeError", "ManagedMemory", "Memory", "MemoryAsync",
    "MemoryAsyncPool", "MemoryPointer", "MemoryPool", "OutOfMemoryError", "PooledMemory", "PythonFunctionAllocator",
    "PythonFunctionAllocatorMemory", "SingleDeviceMemoryPool", "SystemMemory", "UnownedMemory", "alloc", "get_allocator",
    "get_default_memory_pool", "malloc_async", "malloc_managed", "malloc_system", "set_allocator", "using_allocator",
]  # fmt: skip

MemoryPointer = _cuda.MemoryPointer
OutOfMemoryError = _cuda.OutOfMemoryError
CUDARuntimeError = _cuda.CUDARuntimeError

# Allocations of a pool are rounded up to multiples of this many bytes.
_UNIT = 512


class PooledMemory(BaseMemory):
    """Memory of a pool, returned to the pool when the object is freed."""

    def __init__(self, chunk: _Chunk, pool: SingleDeviceMemoryPool) -> None:
        self.ptr, self.size, self.device_id = chunk.ptr, chunk.size, chunk.mem.device_id
        self._chunk: _Chunk | None = chunk
        self._pool = _weakref.ref(pool)

    @property
    def device(self) -> _cuda.Device:
        """The device."""
        chunk = self._chunk
        return super().device if chunk is None else chunk.mem.device

    @property
    def pool(self) -> SingleDeviceMemoryPool | None:
        """The pool, if it still exists."""
        return self._pool()

    @property
    def identity(self) -> int:
        """The id of the memory in hooks."""
        return id(self)

    def free(self) -> None:
        """Return the memory to the pool; a second call does nothing."""
        chunk, pool = self._chunk, self._pool()
        if chunk is None:
            return
        event = {"device_id": self.device_id, "mem_size": self.size, "mem_ptr": self.ptr, "pmem_id": id(self)}
        hooks = _memory_hook._hooks()
        for hook in hooks:
            hook.free_preprocess(**event)
        self._chunk, self.ptr, self.size = None, 0, 0
        if pool is not None:
            pool._free(chunk)
        for hook in hooks:
            hook.free_postprocess(**event)

    def __del__(self) -> None:
        # During interpreter shutdown, modules that this needs may be gone.
        if _cuda is not None and getattr(self, "_chunk", None) is not None:
            self.free()


class _Chunk:
    """A part (chunk) of an allocation, linked to its neighbours."""

    __slots__ = ("key", "mem", "next", "offset", "previous", "size", "free")

    def __init__(self, mem: BaseMemory, offset: int, size: int, key: int) -> None:
        self.mem, self.offset, self.size, self.key = mem, offset, size, key
        self.next: _Chunk | None = None
        self.previous: _Chunk | None = None
        self.free = False

    @property
    def ptr(self) -> int:
        return self.mem.ptr + self.offset

    def split(self, size: int) -> _Chunk | None:
        """Split off the rest after this many bytes, as a chunk of its own."""
        if self.size == size:
            return None
        rest = _Chunk(self.mem, self.offset + size, self.size - size, self.key)
        rest.next, rest.previous = self.next, self
        if self.next is not None:
            self.next.previous = rest
        self.next, self.size = rest, size
        return rest

    def join(self) -> None:
        """Merge the next chunk into this one."""
        other = self.next
        assert other is not None
        self.size += other.size
        self.next = other.next
        if other.next is not None:
            other.next.previous = self


def _malloc(size: int) -> MemoryPointer:
    return MemoryPointer(Memory(size), 0)


class SingleDeviceMemoryPool:
    """A pool of the memory of one device, over an allocator. Freed memory is reused on the same stream."""

    def __init__(self, allocator: _Callable[[int], MemoryPointer] | None = None) -> None:
        self._allocator = allocator or _malloc
        self._lock = _threading.RLock()
        # The free chunks of each stream, by size and address.
        self._arenas: dict[int, list[tuple[int, int, _Chunk]]] = {}
        self._total = self._free_bytes = self._limit = 0

    def malloc(self, size: int) -> MemoryPointer:
        """This many bytes, rounded up to multiples of 512.

        Raises OutOfMemoryError where the allocator is out of memory, or the limit is reached.
        """
        rounded = -(-size // _UNIT) * _UNIT
        hooks = _memory_hook._hooks()
        device_id = _cuda.Device().id
        for hook in hooks:
            hook.malloc_preprocess(device_id=device_id, size=size, mem_size=rounded)
        if size == 0:
            mem: BaseMemory = Memory(0)
        else:
            mem = PooledMemory(self._take(rounded, hooks, device_id), self)
        for hook in hooks:
            hook.malloc_postprocess(device_id=device_id, size=size, mem_size=rounded, mem_ptr=mem.ptr, pmem_id=id(mem))
        return MemoryPointer(mem, 0)

    def _take(self, size: int, hooks: list[_Any], device_id: int) -> _Chunk:
        key = _cuda.get_current_stream().ptr
        # Memory of dropped arrays is returned first.
        _cuda._give_back()
        with self._lock:
            chunk = self._found(size, key)
        if chunk is not None:
            return chunk
        for hook in hooks:
            hook.alloc_preprocess(device_id=device_id, mem_size=size)
        mem, offset = self._allocated(size)
        for hook in hooks:
            hook.alloc_postprocess(device_id=device_id, mem_size=size, mem_ptr=mem.ptr + offset)
        with self._lock:
            self._total += size
        return _Chunk(mem, offset, size, key)

    def _found(self, size: int, key: int) -> _Chunk | None:
        """The smallest free chunk that is large enough, cut to the size."""
        arena = self._arenas.setdefault(key, [])
        place = _bisect.bisect_left(arena, (size, -1))
        if place == len(arena):
            return None
        chunk = arena.pop(place)[2]
        chunk.free = False
        self._free_bytes -= chunk.size
        rest = chunk.split(size)
        if rest is not None:
            self._put(rest)
        return chunk

    def _put(self, chunk: _Chunk) -> None:
        chunk.free = True
        _bisect.insort(self._arenas.setdefault(chunk.key, []), (chunk.size, chunk.ptr, chunk))
        self._free_bytes += chunk.size

    def _drop(self, chunk: _Chunk) -> None:
        """Remove a chunk from the free list."""
        arena = self._arenas[chunk.key]
        del arena[_bisect.bisect_left(arena, (chunk.size, chunk.ptr))]
        chunk.free = False
        self._free_bytes -= chunk.size

    def _free(self, chunk: _Chunk) -> None:
        with self._lock:
            after, before = chunk.next, chunk.previous
            if after is not None and after.free and after.key == chunk.key:
                self._drop(after)
                chunk.join()
            if before is not None and before.free and before.key == chunk.key:
                self._drop(before)
                before.join()
                chunk = before
            self._put(chunk)

    def _allocated(self, size: int) -> tuple[BaseMemory, int]:
        """A new allocation, and the offset of this many bytes in it."""
        for attempt in (self.free_all_blocks, self._wait, None):
            if not self._limit or self._total + size <= self._limit:
                try:
                    pointer = self._allocator(size)
                    memory: BaseMemory = pointer.mem
                    offset = pointer.ptr - memory.ptr
                    if offset < 0 or memory.size - offset < size:
                        raise ValueError(f"the allocator was asked for {size:,} bytes, but gave memory of {memory.size - offset:,}")
                    return memory, offset
                except OutOfMemoryError:
                    if attempt is None:
                        raise
            if attempt is not None:
                attempt()
        raise OutOfMemoryError(
            f"Out of memory allocating {size:,} bytes (allocated so far: {self._total:,} bytes, limit set to: {self._limit:,} bytes)."
        )

    def _wait(self) -> None:
        """Run recorded work and wait: work recorded for freed arrays still holds their memory."""
        _gc.collect()
        # Within a capture there is no waiting.
        with _contextlib.suppress(CUDARuntimeError):
            _cuda.synchronize()
        _cuda._give_back()
        self.free_all_blocks()

    def free_all_blocks(self, stream: _Any = None) -> None:
        """Return unused memory to the allocator: all of it, or that of a stream."""
        with self._lock:
            for key in list(self._arenas) if stream is None else [stream.ptr]:
                for _size, _ptr, chunk in list(self._arenas.get(key, ())):
                    # An allocation that was split is whole again only when all of its parts are free.
                    if chunk.next is None and chunk.previous is None:
                        self._drop(chunk)
                        self._total -= chunk.size

    def free_all_free(self) -> None:
        """Deprecated: use `free_all_blocks`."""
        _warnings.warn("free_all_free is deprecated: use free_all_blocks", DeprecationWarning, stacklevel=2)
        self.free_all_blocks()

    def n_free_blocks(self) -> int:
        """The number of free chunks."""
        with self._lock:
            return sum(map(len, self._arenas.values()))

    def used_bytes(self) -> int:
        """The bytes in use."""
        _cuda._give_back()
        return self._total - self._free_bytes

    def free_bytes(self) -> int:
        """The bytes that are free."""
        return self._free_bytes

    def total_bytes(self) -> int:
        """The bytes allocated from the allocator."""
        return self._total

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        """Limit the bytes allocated from the allocator, or their fraction of the device's memory; zero removes the limit."""
        self._limit = _limit(size, fraction) or 0

    def get_limit(self) -> int:
        """The limit in bytes; zero where there is none."""
        return self._limit


def _limit(size: int | None, fraction: float | None) -> int:
    if (size is None) == (fraction is None):
        raise ValueError("set_limit takes a size or a fraction" + (", not both" if size is not None else ""))
    if fraction is not None:
        if not 0 <= fraction <= 1:
            raise ValueError(f"memory limit fraction out of range: {fraction}, should be in the range [0.0, 1.0]")
        return int(fraction * _cuda.Device().mem_info[1])
    assert size is not None
    if size < 0:
        raise ValueError(f"memory limit size out of range: {size}, should be greater than or equal to 0")
    return size


class MemoryPool:
    """A pool for each device over an allocator: `Memory` of the device where none is named.

    >>> pool = cp.cuda.MemoryPool()
    >>> with cp.cuda.using_allocator(pool.malloc):
    ...     a = cp.zeros(100)
    >>> pool.used_bytes()
    1024
    """

    def __init__(self, allocator: _Callable[[int], MemoryPointer] | None = None) -> None:
        self._allocator = allocator
        self._pools: dict[str, SingleDeviceMemoryPool] = {}

    def _pool(self) -> SingleDeviceMemoryPool:
        name = str(_cuda.Device())
        pool = self._pools.get(name)
        return self._pools.setdefault(name, SingleDeviceMemoryPool(self._allocator)) if pool is None else pool

    def malloc(self, size: int) -> MemoryPointer:
        """This many bytes of the current device. Raises OutOfMemoryError where memory is exhausted, or the limit is reached."""
        return self._pool().malloc(size)

    def free_all_blocks(self, stream: _Any = None) -> None:
        """Return unused memory to the allocator: all of it, or that of a stream."""
        self._pool().free_all_blocks(stream)

    def free_all_free(self) -> None:
        """Deprecated: use `free_all_blocks`."""
        _warnings.warn("free_all_free is deprecated: use free_all_blocks", DeprecationWarning, stacklevel=2)
        self.free_all_blocks()

    def n_free_blocks(self) -> int:
        """The number of free chunks of the current device."""
        return self._pool().n_free_blocks()

    def used_bytes(self) -> int:
        """The bytes of the current device in use."""
        return self._pool().used_bytes()

    def free_bytes(self) -> int:
        """The bytes of the current device that are free."""
        return self._pool().free_bytes()

    def total_bytes(self) -> int:
        """The bytes of the current device allocated from the allocator."""
        return self._pool().total_bytes()

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        """Limit the bytes of the current device, or their fraction of its memory; zero removes the limit."""
        self._pool().set_limit(size, fraction)

    def get_limit(self) -> int:
        """The limit of the current device in bytes; zero where there is none."""
        return self._pool().get_limit()


class _DevicePool(MemoryPool):
    """The pool that the arrays of a device lie in."""

    def __init__(self) -> None:
        self._own = _cuda._MemoryPool()

    def malloc(self, size: int) -> MemoryPointer:
        return _hooked.malloc(size) if _memory_hook._hooks() else self._own.malloc(size)

    def free_all_blocks(self, stream: _Any = None) -> None:
        self._own.free_all_blocks(stream)

    def n_free_blocks(self) -> int:
        return self._own.n_free_blocks()

    def used_bytes(self) -> int:
        return self._own.used_bytes()

    def free_bytes(self) -> int:
        return self._own.free_bytes()

    def total_bytes(self) -> int:
        return self._own.total_bytes()

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        self._own.set_limit(size, fraction)

    def get_limit(self) -> int:
        return self._own.get_limit()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _DevicePool)

    def __hash__(self) -> int:
        return hash(_DevicePool)


class MemoryAsyncPool:
    """A pool of `MemoryAsync`, memory allocated in stream order."""

    memoryAsyncHasStat = True

    def __init__(self, pool_handles: _Any = "current") -> None:
        self._lock = _threading.Lock()
        self._used: dict[str, int] = {}
        self._limits: dict[str, int] = {}

    def malloc(self, size: int) -> MemoryPointer:
        """This many bytes of the current device, on the current stream. Raises OutOfMemoryError where the limit is reached."""
        name, rounded = str(_cuda.Device()), -(-size // _UNIT) * _UNIT
        with self._lock:
            used, limit = self._used.get(name, 0), self._limits.get(name, 0)
            if limit and used + rounded > limit:
                raise OutOfMemoryError(f"Out of memory allocating {size:,} bytes (allocated so far: {used:,} bytes, limit set to: {limit:,} bytes).")
            self._used[name] = used + rounded
        try:
            mem = MemoryAsync(size)
        except BaseException:
            self._end(name, rounded)
            raise
        _weakref.finalize(mem, self._end, name, rounded).atexit = False
        return MemoryPointer(mem, 0)

    def _end(self, name: str, size: int) -> None:
        with self._lock:
            self._used[name] -= size

    def free_all_blocks(self, stream: _Any = None) -> None:
        """Return unused memory to the device."""
        _default._own.free_all_blocks(stream)

    def n_free_blocks(self) -> int:
        """Raises NotImplementedError: the device manages its free blocks."""
        raise NotImplementedError("the device does not count the free pieces of its own pool")

    def used_bytes(self) -> int:
        """The bytes of the current device in use."""
        return self._used.get(str(_cuda.Device()), 0)

    def free_bytes(self) -> int:
        """The bytes that the current device caches for later allocations."""
        return _default._own.free_bytes()

    def total_bytes(self) -> int:
        """The bytes in use plus the free bytes."""
        return self.used_bytes() + self.free_bytes()

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        """Limit the bytes of the current device in use, or their fraction of its memory; zero removes the limit."""
        self._limits[str(_cuda.Device())] = _limit(size, fraction)

    def get_limit(self) -> int:
        """The limit of the current device in bytes; 2**64 - 1 where there is none."""
        return self._limits.get(str(_cuda.Device()), 0) or 2**64 - 1


def malloc_managed(size: int) -> MemoryPointer:
    """This many bytes of managed memory, see `ManagedMemory`."""
    return MemoryPointer(ManagedMemory(size), 0)


def malloc_system(size: int) -> MemoryPointer:
    """As `malloc_managed`."""
    return MemoryPointer(SystemMemory(size), 0)


def malloc_async(size: int) -> MemoryPointer:
    """This many bytes allocated in the order of the current stream, see `MemoryAsync`."""
    return MemoryPointer(MemoryAsync(size), 0)


_default = _DevicePool()
# The allocator of arrays while hooks are active.
_hooked = MemoryPool()
_allocator: _Callable[[int], MemoryPointer] = _default.malloc
_own = _threading.local()


def get_default_memory_pool() -> MemoryPool:
    """The pool of arrays where no other allocator was set."""
    return _default


def get_allocator() -> _Callable[[int], MemoryPointer]:
    """The allocator of this thread's arrays."""
    within = getattr(_own, "within", None)
    return within[-1] if within else _allocator


def alloc(size: int) -> MemoryPointer:
    """This many bytes of memory on the current device, from the current allocator.

    >>> cp.cuda.alloc(64).size
    64
    """
    return get_allocator()(size)


def _is_default(allocator: object) -> bool:
    return isinstance(getattr(allocator, "__self__", None), _DevicePool)


def _update_allocator() -> None:
    """Pass the allocator of this thread's arrays to the core."""
    within, hooked = getattr(_own, "within", None), bool(_memory_hook._hooks())
    if not within and not hooked:
        _cuda._set_thread_allocator(False, None)
        return
    allocator = get_allocator()
    if _is_default(allocator):
        _cuda._set_thread_allocator(True, _hooked.malloc if hooked else None)
    else:
        _cuda._set_thread_allocator(True, allocator)


_memory_hook._on_change = _update_allocator


def set_allocator(allocator: _Callable[[int], MemoryPointer] | None = None) -> None:
    """Set the allocator of new arrays, a function of a size that returns a MemoryPointer, in all threads; with None the device's pool is used.

    Raises ValueError within `using_allocator`, TypeError for an object that is not callable.
    """
    global _allocator
    if getattr(_own, "within", None):
        raise ValueError("Can't change the global allocator inside `using_allocator` context manager")
    if allocator is not None and not callable(allocator):
        raise TypeError("the allocator must be a function of a size")
    _allocator = _malloc if allocator is None else allocator
    _cuda._set_allocator(None if _is_default(_allocator) else _allocator)
    _update_allocator()


@_contextlib.contextmanager
def using_allocator(allocator: _Callable[[int], MemoryPointer] | None = None) -> _Iterator[None]:
    """As `set_allocator`, for this thread within a ``with`` statement."""
    if allocator is not None and not callable(allocator):
        raise TypeError("the allocator must be a function of a size")
    within = _own.__dict__.setdefault("within", [])
    within.append(_malloc if allocator is None else allocator)
    _update_allocator()
    try:
        yield
    finally:
        within.pop()
        _update_allocator()
