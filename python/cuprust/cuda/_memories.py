"""Device memory as objects: address, size and owner."""

from __future__ import annotations

import weakref as _weakref
from collections.abc import Callable as _Callable
from typing import Any as _Any

from cuprust._core import cuda as _cuda

MemoryPointer = _cuda.MemoryPointer
OutOfMemoryError = _cuda.OutOfMemoryError


class BaseMemory:
    """Memory of a device: address, size and device. A subclass with other memory sets `ptr`, `size`, `device_id`."""

    ptr: int = 0
    size: int = 0
    device_id: int = 0

    def __int__(self) -> int:
        return self.ptr

    @property
    def device(self) -> _cuda.Device:
        """The device."""
        return _cuda.Device(self.device_id)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.size} bytes at {self.ptr:#x}>"


class Memory(BaseMemory):
    """This many bytes of the current device, freed with the object.

    >>> cp.cuda.Memory(64).size
    64
    """

    _managed = False

    def __init__(self, size: int) -> None:
        # The object frees the memory when it is collected.
        self._memory = _cuda._DeviceMemory(size, self._managed)
        self.ptr, self.size, self.device_id = self._memory.ptr, size, self._memory.device.id

    @property
    def device(self) -> _cuda.Device:
        """The device."""
        memory = getattr(self, "_memory", None)
        return super().device if memory is None else memory.device


class MemoryAsync(Memory):
    """As `Memory`, allocated in stream order: freed memory is reused as soon as the stream's work on it is queued."""

    def __init__(self, size: int, stream: _Any = None) -> None:
        stream = _cuda.get_current_stream() if stream is None else stream
        with stream:
            super().__init__(size)
        self.stream_ref = _weakref.ref(stream)


class ManagedMemory(Memory):
    """As `Memory`, at one address for the device and the host (managed memory); without a GPU, memory of the host."""

    _managed = True

    def prefetch(self, stream: _Any, *, device_id: int | None = None) -> None:
        """Prefetch the memory to a device, in stream order.

        Raises CUDARuntimeError for a device that is not there.
        """
        self._memory.prefetch(stream, self.device_id if device_id is None else device_id)

    def advise(self, advise: int, device: _cuda.Device) -> None:
        """Advise how the memory will be used, by the numbers of CUDA's `cudaMemoryAdvise`.

        Raises CUDARuntimeError for another number.
        """
        self._memory.advise(advise, device.id)


class SystemMemory(ManagedMemory):
    """As `ManagedMemory`."""


class UnownedMemory(BaseMemory):
    """Memory at an address, owned by another object, which is kept alive."""

    def __init__(self, ptr: int, size: int, owner: object, device_id: int = -1) -> None:
        if ptr == 0 and size > 0:
            raise RuntimeError("UnownedMemory requires explicit device_id for a null pointer." if device_id < 0 else "the pointer is null")
        self.ptr, self.size, self._owner = ptr, size, owner
        self.device_id = _cuda._device_of_pointer(ptr) if device_id < 0 else device_id


class _FunctionMemory(BaseMemory):
    """Memory that one function allocates and another one frees."""

    def __init__(self, ptr: int, size: int, free: _Callable[[int], object]) -> None:
        self.ptr, self.size, self.device_id, self._free = ptr, size, _cuda.Device().id, free

    def __del__(self) -> None:
        if getattr(self, "_free", None) is not None and self.ptr:
            self._free(self.ptr)


class PythonFunctionAllocatorMemory(_FunctionMemory):
    """Memory that a Python function allocates."""


class CFunctionAllocatorMemory(_FunctionMemory):
    """Memory that a C function allocates."""


class PythonFunctionAllocator:
    """An allocator of two functions: one returns an address for a size and a device number, the other frees an address of a device number."""

    def __init__(self, malloc_func: _Callable[[int, int], int], free_func: _Callable[[int, int], object]) -> None:
        self._malloc, self._free = malloc_func, free_func

    def malloc(self, size: int) -> MemoryPointer:
        """This many bytes of the current device."""
        number, free = _cuda.Device().id, self._free
        return MemoryPointer(PythonFunctionAllocatorMemory(self._malloc(size, number), size, lambda ptr: free(ptr, number)), 0)


class CFunctionAllocator:
    """An allocator of two functions in C by their addresses: ``void* (void* param, size_t size, int device)`` and
    ``void (void* param, void* pointer, int device)``. `owner` is kept as long as the allocator is."""

    def __init__(self, param: int, malloc_func: int, free_func: int, owner: object) -> None:
        import ctypes

        self._param, self._owner = param, owner
        self._malloc = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)(malloc_func)
        self._free = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(free_func)

    def malloc(self, size: int) -> MemoryPointer:
        """This many bytes of the current device. Raises OutOfMemoryError where the function returns null."""
        number, free, param, owner = _cuda.Device().id, self._free, self._param, self._owner
        ptr = self._malloc(param, size, number)
        if not ptr and size:
            raise OutOfMemoryError(f"the function in C gave no {size:,} bytes")

        def back(ptr: int, keep: object = owner) -> None:
            free(param, ptr, number)

        return MemoryPointer(CFunctionAllocatorMemory(ptr or 0, size, back), 0)
