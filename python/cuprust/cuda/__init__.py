"""Devices, streams, events, memory and kernels, under CuPy's names. On the CPU they work as well."""

from __future__ import annotations as _annotations

import contextlib as _contextlib
import os as _os
from collections.abc import Iterator as _Iterator
from typing import Any as _Any

from cuprust._core import cuda as _cuda
from cuprust.cuda import compiler, device, driver, function, memory, memory_hook, memory_hooks, nccl, nvrtc, nvtx, pinned_memory, profiler, runtime, stream
from cuprust.cuda.device import Device, get_cublas_handle, get_device_id
from cuprust.cuda.function import Function, Module
from cuprust.cuda.memory import (
    BaseMemory,
    CFunctionAllocator,
    ManagedMemory,
    Memory,
    MemoryAsync,
    MemoryAsyncPool,
    MemoryPointer,
    MemoryPool,
    OutOfMemoryError,
    PythonFunctionAllocator,
    UnownedMemory,
    alloc,
    get_allocator,
    get_default_memory_pool,
    malloc_async,
    malloc_managed,
    set_allocator,
    using_allocator,
)
from cuprust.cuda.memory_hook import MemoryHook
from cuprust.cuda.pinned_memory import (
    PinnedMemory,
    PinnedMemoryPointer,
    PinnedMemoryPool,
    alloc_pinned_memory,
    get_default_pinned_memory_pool,
    set_pinned_memory_allocator,
)
from cuprust.cuda.stream import Event, ExternalStream, Stream, get_current_stream, get_elapsed_time

Graph = _cuda.Graph
get_accelerators = _cuda.get_accelerators
set_accelerators = _cuda.set_accelerators
synchronize = _cuda.synchronize

__all__ = [
    "BaseMemory", "CFunctionAllocator", "Device", "Event", "ExternalStream", "Function", "Graph", "ManagedMemory", "Memory", "MemoryAsync",
    "MemoryAsyncPool", "MemoryHook", "MemoryPointer", "MemoryPool", "Module", "OutOfMemoryError", "PinnedMemory", "PinnedMemoryPointer", "PinnedMemoryPool",
    "PythonFunctionAllocator", "Stream", "UnownedMemory", "alloc", "alloc_pinned_memory", "compiler", "device", "driver", "function",
    "get_accelerators", "get_allocator", "get_cublas_handle", "get_cuda_path", "get_current_stream", "get_default_memory_pool", "get_default_pinned_memory_pool", "get_device_id",
    "get_elapsed_time", "get_hipcc_path", "get_local_runtime_version", "get_nvcc_path", "get_rocm_path", "is_available", "malloc_async",
    "malloc_managed", "memory", "memory_hook", "memory_hooks", "nccl", "nvrtc", "nvtx", "pinned_memory", "profile", "profiler", "runtime", "set_accelerators", "set_allocator",
    "set_pinned_memory_allocator", "stream", "synchronize", "using_allocator",
]  # fmt: skip


def is_available() -> bool:
    """Whether there is a GPU that cuprust can use."""
    return _cuda._gpu_count() > 0


def get_cuda_path() -> str | None:
    """The folder of the CUDA toolkit that the environment names, or None: none is needed."""
    named = _os.environ.get("CUDA_PATH") or _os.environ.get("CUDA_HOME")
    usual = "/usr/local/cuda"
    return named or (usual if _os.path.isdir(usual) else None)


def get_nvcc_path() -> str | None:
    """The file of CUDA's own compiler, which ``backend='nvcc'`` calls, or None where none is installed.

    It is what `NVCC` names, in the toolkit that `CUDA_PATH` or `CUDA_HOME` names, in `PATH`, or where toolkits are installed.
    """
    return _cuda._nvcc_path()


def get_rocm_path() -> str | None:
    """None: there is no other make of GPU."""
    return None


def get_hipcc_path() -> str | None:
    """None: there is no other make of GPU."""
    return None


def get_local_runtime_version() -> int:
    """The version of CUDA whose compiler is used, as 13000 for 13.0.

    Raises ImportError where the compiler is not installed.
    """
    return _cuda._compiler_version()


@_contextlib.contextmanager
def profile() -> _Iterator[None]:
    """A stretch of the program for an external profiler to look at."""
    profiler.start()
    try:
        yield
    finally:
        profiler.stop()


def __getattr__(name: str) -> _Any:
    if name.startswith("memcpy_") or name in ("mem_alloc", "to_device", "InOut", "SourceModule"):
        raise AttributeError(
            f"module 'cuprust.cuda' has no attribute {name!r}, which is PyCUDA's: copy with array.set(host, stream=stream), "
            "cuprust.asarray(host) and array.get()"
        )
    raise AttributeError(f"module 'cuprust.cuda' has no attribute {name!r}")
