"""The part of CUDA's runtime interface that programs for CuPy call most."""

from __future__ import annotations

from typing import Any as _Any

from cuprust._core import cuda as _cuda

CUDARuntimeError = _cuda.CUDARuntimeError
is_hip = False


def getDeviceCount() -> int:
    """How many devices there are: the GPUs, or 1 where arrays are not made on a GPU."""
    return _cuda._device_count()


def getDevice() -> int:
    """The number of the current device."""
    return _cuda.Device().id


def setDevice(device: int) -> None:
    """Make a device the current one."""
    _cuda.Device(device).use()


def runtimeGetVersion() -> int:
    """The version of CUDA whose compiler is used, as 13000 for 13.0."""
    return _cuda._compiler_version()


def driverGetVersion() -> int:
    """The version of CUDA that the driver takes, as 13000 for 13.0; where there is no GPU, that of the compiler."""
    return _cuda._driver_version()


def deviceSynchronize() -> None:
    """Wait for all work on the current device."""
    _cuda.synchronize()


def streamSynchronize(stream: int) -> None:
    """Wait for a stream's work, given by its native handle; where it is not the current one's, for all work."""
    current = _cuda.get_current_stream()
    if current.ptr == stream:
        current.synchronize()
    else:
        _cuda.synchronize()


def memGetInfo() -> tuple[int, int]:
    """The bytes free and all there are on the current device."""
    return _cuda.Device().mem_info


def getDeviceProperties(device: int) -> dict[str, _Any]:
    """What is known of a device: its name, the bytes of its memory, and what the device tells of its sizes."""
    found = _cuda.Device(device)
    all = found.attributes
    axes = "XYZ"
    names = {
        "multiProcessorCount": "MultiProcessorCount", "warpSize": "WarpSize", "maxThreadsPerBlock": "MaxThreadsPerBlock",
        "maxThreadsPerMultiProcessor": "MaxThreadsPerMultiProcessor", "sharedMemPerBlock": "MaxSharedMemoryPerBlock",
        "sharedMemPerBlockOptin": "MaxSharedMemoryPerBlockOptin", "regsPerBlock": "MaxRegistersPerBlock", "l2CacheSize": "L2CacheSize",
        "clockRate": "ClockRate", "memoryClockRate": "MemoryClockRate", "memoryBusWidth": "GlobalMemoryBusWidth",
        "totalConstMem": "TotalConstantMemory", "major": "ComputeCapabilityMajor", "minor": "ComputeCapabilityMinor",
        "sharedMemPerMultiprocessor": "MaxSharedMemoryPerMultiprocessor", "regsPerMultiprocessor": "MaxRegistersPerMultiprocessor",
        "asyncEngineCount": "AsyncEngineCount", "concurrentKernels": "ConcurrentKernels", "managedMemory": "ManagedMemory",
    }  # fmt: skip
    return {
        "name": found.name.encode(),
        "totalGlobalMem": found.mem_info[1],
        "maxThreadsDim": tuple(all[f"MaxBlockDim{axis}"] for axis in axes),
        "maxGridSize": tuple(all[f"MaxGridDim{axis}"] for axis in axes),
        **{name: all[attribute] for name, attribute in names.items() if attribute in all},
    }
