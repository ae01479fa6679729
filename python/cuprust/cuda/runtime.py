"""The part of CUDA's runtime interface that programs for CuPy call most: devices, memory, streams and events by their handles."""

from __future__ import annotations as _annotations

import ctypes as _ctypes
from collections.abc import Callable as _Callable
from typing import Any as _Any
from typing import NamedTuple as _NamedTuple

from cuprust._core import cuda as _cuda
from cuprust.cuda import _graphs, _mem_pools, _status
from cuprust.cuda._handles import _end, _keep, _kept, _lock, _stream
from cuprust.cuda._numbers import *  # noqa: F403
from cuprust.cuda._numbers import cudaDevAttrMemoryPoolsSupported

CUDARuntimeError = _cuda.CUDARuntimeError
setattr(CUDARuntimeError, "status", property(_status.status, doc="CUDA's number of what was refused, as 1 of ``cudaErrorInvalidValue``."))
MemPoolProps = _mem_pools.MemPoolProps
cudaMemAllocationTypePinned = _mem_pools.cudaMemAllocationTypePinned
cudaMemHandleTypeNone = _mem_pools.cudaMemHandleTypeNone
cudaMemHandleTypePosixFileDescriptor = _mem_pools.cudaMemHandleTypePosixFileDescriptor
cudaMemLocationTypeDevice = _mem_pools.cudaMemLocationTypeDevice
deviceGetDefaultMemPool = _mem_pools.deviceGetDefaultMemPool
deviceGetMemPool = _mem_pools.deviceGetMemPool
deviceSetMemPool = _mem_pools.deviceSetMemPool
mallocAsync = _mem_pools.mallocAsync
mallocFromPoolAsync = _mem_pools.mallocFromPoolAsync
memPoolCreate = _mem_pools.memPoolCreate
memPoolDestroy = _mem_pools.memPoolDestroy
memPoolTrimTo = _mem_pools.memPoolTrimTo
cudaGraphDebugDotFlagsVerbose = _graphs.cudaGraphDebugDotFlagsVerbose
graphDebugDotPrint = _graphs.graphDebugDotPrint
graphDestroy = _graphs.graphDestroy
graphExecDestroy = _graphs.graphExecDestroy
graphInstantiate = _graphs.graphInstantiate
graphLaunch = _graphs.graphLaunch
graphUpload = _graphs.graphUpload
streamBeginCapture = _graphs.streamBeginCapture
streamEndCapture = _graphs.streamEndCapture
streamCaptureModeGlobal = _graphs.streamCaptureModeGlobal
streamCaptureModeThreadLocal = _graphs.streamCaptureModeThreadLocal
streamCaptureModeRelaxed = _graphs.streamCaptureModeRelaxed
streamCaptureStatusNone = _graphs.streamCaptureStatusNone
streamCaptureStatusActive = _graphs.streamCaptureStatusActive
streamCaptureStatusInvalidated = _graphs.streamCaptureStatusInvalidated
is_hip = False

memcpyHostToHost, memcpyHostToDevice, memcpyDeviceToHost, memcpyDeviceToDevice, memcpyDefault = range(5)
hostAllocDefault, hostAllocPortable, hostAllocMapped, hostAllocWriteCombined = 0, 1, 2, 4
streamDefault, streamNonBlocking = 0, 1
streamLegacy, streamPerThread = 1, 2
eventDefault, eventBlockingSync, eventDisableTiming, eventInterprocess = 0, 1, 2, 4
memoryTypeUnregistered, memoryTypeHost, memoryTypeDevice, memoryTypeManaged = range(4)
cudaMemAdviseSetReadMostly, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation = 1, 2, 3
cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy = 4, 5, 6
cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth = range(4)
hostRegisterDefault, hostRegisterPortable, hostRegisterMapped = 0, 1, 2
cudaIpcMemLazyEnablePeerAccess = 1

# Page-locked host memory, by its start address.
_registered: dict[int, _Any] = {}

# Memory opened from other processes, once for each time it was opened, by its start address.
_opened: dict[int, list[_Any]] = {}


def _check(ptr: int, size: int, writes: bool) -> None:
    """Raise CUDARuntimeError for bytes that exceed memory that was allocated here. Addresses that cuprust did not allocate are not checked."""
    from cuprust.cuda.pinned_memory import PinnedMemoryPointer

    _cuda._check_memory(ptr, size, writes)
    with _lock:
        pinned = [thing for thing in _kept.values() if isinstance(thing, PinnedMemoryPointer)]
    for memory in pinned:
        # The memory may be larger than what was requested.
        if ptr < memory.ptr + memory.mem.size and memory.ptr < ptr + size and not memory.ptr <= ptr <= ptr + size <= memory.ptr + memory.size():
            raise CUDARuntimeError(f"cudaErrorInvalidValue: invalid argument: {size} bytes at {ptr:#x} leave {memory.size()} bytes of the host")


def _memory(ptr: int, size: int, device: int = -1, writes: bool = False) -> _cuda.MemoryPointer:
    from cuprust.cuda.memory import MemoryPointer, UnownedMemory

    _check(ptr, size, writes)
    return MemoryPointer(UnownedMemory(ptr, size, _kept.get(ptr) or [*_opened.get(ptr, ())] or None, device), 0)


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


def deviceGetAttribute(attrib: int, device: int) -> int:
    """An attribute of a device, by CUDA's number. Raises CUDARuntimeError for a number that is not known."""
    if attrib == cudaDevAttrMemoryPoolsSupported:
        return 1
    return _cuda._attribute(device, attrib)


def deviceGetByPCIBusId(pciBusId: str) -> int:
    """The number of the device at an address on the bus. Raises CUDARuntimeError where there is none."""
    for number in range(getDeviceCount()):
        if _cuda.Device(number).pci_bus_id.lower() == pciBusId.lower():
            return number
    raise CUDARuntimeError(f"cudaErrorInvalidDevice: invalid device ordinal: no device is at {pciBusId}")


def deviceGetPCIBusId(device: int) -> str:
    """The address of a device on the bus."""
    return _cuda.Device(device).pci_bus_id


def deviceCanAccessPeer(device: int, peerDevice: int) -> int:
    """Whether a device reaches the memory of another one: 1 where it does. Copies between devices use it by themselves."""
    return int(_cuda._reaches(_cuda.Device(device), _cuda.Device(peerDevice)))


def deviceEnablePeerAccess(peerDevice: int) -> None:
    """Let the current device use the memory of another one. Raises CUDARuntimeError where it does not reach it."""
    if not deviceCanAccessPeer(getDevice(), peerDevice):
        raise CUDARuntimeError(f"cudaErrorPeerAccessUnsupported: the current device does not reach device {peerDevice}")


def deviceGetLimit(limit: int) -> int:
    """A limit of the current GPU, as ``cudaLimitPrintfFifoSize``. Raises CUDARuntimeError for another number, and where it is no GPU."""
    return _cuda._limit(limit)


def deviceSetLimit(limit: int, value: int) -> None:
    """Set a limit of the current GPU. Raises CUDARuntimeError for a value that it refuses, and where it is no GPU."""
    _cuda._set_limit(limit, value)


def profilerStart() -> None:
    """As `cuda.profiler.start`."""
    from cuprust.cuda import profiler

    profiler.start()


def profilerStop() -> None:
    """As `cuda.profiler.stop`."""
    from cuprust.cuda import profiler

    profiler.stop()


def streamCreate() -> int:
    """A new stream of the current device, by its handle. `streamDestroy` frees it."""
    stream = _cuda.Stream()
    return _keep(stream.ptr, stream)


def streamCreateWithFlags(flags: int) -> int:
    """As `streamCreate`, of a stream that does not wait for the null stream where the flag `streamNonBlocking` is given."""
    stream = _cuda.Stream(non_blocking=bool(flags & streamNonBlocking))
    return _keep(stream.ptr, stream)


def streamCreateWithPriority(flags: int, priority: int) -> int:
    """As `streamCreateWithFlags`, of a stream whose work is preferred where the number is lower."""
    stream = _cuda.Stream(non_blocking=bool(flags & streamNonBlocking), priority=priority)
    return _keep(stream.ptr, stream)


def streamDestroy(stream: int) -> None:
    """Free a stream that was made here."""
    _end(stream, "stream")


def streamSynchronize(stream: int) -> None:
    """Wait for a stream's work, given by its native handle."""
    _stream(stream).synchronize()


def streamQuery(stream: int) -> int:
    """Whether a stream's work is done: 0 if it is, else 600."""
    return 0 if _stream(stream).done else 600


def streamWaitEvent(stream: int, event: int, flags: int = 0) -> None:
    """Make later work of a stream wait for an event."""
    _stream(stream).wait_event(_event(event))


def streamGetFlags(stream: int) -> int:
    """The flags of a stream: `streamNonBlocking` of one that does not wait for the null stream."""
    return streamNonBlocking if _stream(stream).is_non_blocking else streamDefault


def streamGetPriority(stream: int) -> int:
    """The priority of a stream. The work of a lower number is preferred."""
    return _stream(stream).priority


def streamIsCapturing(stream: int) -> bool:
    """Whether a stream is captured."""
    return _stream(stream).is_capturing()


def streamAddCallback(stream: int, callback: _Callable[[int, int, _Any], object], arg: object, flags: int = 0) -> None:
    """Call a function with the stream's handle, the status 0 and an argument when a stream's work so far is done. `flags` have no effect."""
    _stream(stream).add_callback(lambda _stream, status, arg: callback(stream, status, arg), arg)


def launchHostFunc(stream: int, callback: _Callable[[_Any], object], arg: object) -> None:
    """Call a function with an argument when a stream's work so far is done, before its further work."""
    _stream(stream).launch_host_func(callback, arg)


def eventCreate() -> int:
    """A new event of the current device, by a handle. `eventDestroy` frees it."""
    return eventCreateWithFlags(eventDefault)


def eventCreateWithFlags(flags: int) -> int:
    """As `eventCreate`, without a time where the flag `eventDisableTiming` is given."""
    event = _cuda.Event(disable_timing=bool(flags & eventDisableTiming), interprocess=bool(flags & eventInterprocess))
    return _keep(event.ptr, event)


def _event(handle: int) -> _cuda.Event:
    found = _kept.get(handle)
    if not isinstance(found, _cuda.Event):
        raise CUDARuntimeError(f"cudaErrorInvalidResourceHandle: invalid resource handle: {handle:#x} is no event that was made here")
    return found


def eventDestroy(event: int) -> None:
    """Free an event that was made here."""
    _event(event)
    _end(event, "event")


def eventRecord(event: int, stream: int) -> None:
    """Record an event at the current end of a stream."""
    _event(event).record(_stream(stream))


def eventQuery(event: int) -> int:
    """Whether the work before an event is done: 0 if it is, else 600."""
    return 0 if _event(event).done else 600


def eventSynchronize(event: int) -> None:
    """Wait for the work before an event."""
    _event(event).synchronize()


def eventElapsedTime(start: int, end: int) -> float:
    """The milliseconds between two events."""
    return _cuda.get_elapsed_time(_event(start), _event(end))


def malloc(size: int) -> int:
    """This many bytes of the current device, by their address. `free` frees them."""
    memory = _cuda._DeviceMemory(size, alone=True)
    return _keep(memory.ptr, memory)


def mallocManaged(size: int, flags: int = 1) -> int:
    """As `malloc`, of managed memory, which the host and the device access at one address."""
    memory = _cuda._DeviceMemory(size, True)
    return _keep(memory.ptr, memory)


def free(ptr: int) -> None:
    """Free memory of `malloc`. Raises CUDARuntimeError for another address."""
    if ptr:
        _end(ptr, "memory")


def freeAsync(ptr: int, stream: int) -> None:
    """As `free`, in stream order."""
    _stream(stream)
    free(ptr)


def ipcGetMemHandle(devPtr: int) -> bytes:
    """The handle of memory for another process: 64 bytes, of the whole allocation that the address is in.

    Memory of `malloc` is an allocation of its own. Memory of arrays is part of a larger one, so the other process needs its offset too; on the CPU
    it cannot be shared, and has no handle. Raises CUDARuntimeError for such memory.
    """
    return _cuda._memory_handle(devPtr)


def ipcOpenMemHandle(handle: bytes, flags: int = cudaIpcMemLazyEnablePeerAccess) -> int:
    """The address where memory of another process begins, by its handle, until `ipcCloseMemHandle`. `flags` have no effect.

    Raises CUDARuntimeError for a handle of this process, of one that has ended, or of another device; ValueError for other than 64 bytes.
    """
    opened = _cuda._OpenedMemory(handle)
    with _lock:
        _opened.setdefault(opened.ptr, []).append(opened)
    return opened.ptr


def ipcCloseMemHandle(devPtr: int) -> None:
    """End the use of another process's memory, after the device's work. Raises CUDARuntimeError for an address that was not opened."""
    with _lock:
        if devPtr not in _opened:
            raise CUDARuntimeError(f"cudaErrorInvalidValue: invalid argument: {devPtr:#x} is no memory of another process that was opened")
        last = _opened[devPtr].pop()
        if not _opened[devPtr]:
            del _opened[devPtr]
    # Dropping it waits for the device, so it is done without the lock.
    del last


def ipcGetEventHandle(event: int) -> bytes:
    """The handle of an event for another process: 64 bytes. `event` is the `ptr` of an ``Event(disable_timing=True, interprocess=True)``.

    Raises CUDARuntimeError for another event, and where the current device is no GPU.
    """
    return _cuda._event_handle(event)


def ipcOpenEventHandle(handle: bytes) -> int:
    """An event of another process, by its handle. `eventDestroy` frees it.

    Raises CUDARuntimeError for bytes that are no handle, and where the current device is no GPU; ValueError for other than 64 bytes.
    """
    event = _cuda.Event._open(handle)
    return _keep(event.ptr, event)


def hostAlloc(size: int, flags: int = 0) -> int:
    """This many bytes of the host, by their address. `freeHost` frees them."""
    from cuprust.cuda.pinned_memory import alloc_pinned_memory

    memory = alloc_pinned_memory(max(size, 1))
    return _keep(memory.ptr, memory)


def freeHost(ptr: int) -> None:
    """Free memory of `hostAlloc`. Raises CUDARuntimeError for another address."""
    _end(ptr, "memory of the host")


def hostRegister(ptr: int, size: int, flags: int = hostRegisterDefault) -> None:
    """Lock pages of the host's memory, for copies to and from a GPU. Where the current device is no GPU, it does nothing.

    Raises CUDARuntimeError for memory that is locked already.
    """
    with _lock:
        if ptr in _registered:
            raise CUDARuntimeError(f"cudaErrorHostMemoryAlreadyRegistered: {ptr:#x} is locked already")
        if size <= 0:
            raise CUDARuntimeError(f"cudaErrorInvalidValue: invalid argument: {size} bytes")
        _registered[ptr] = _cuda._LockedPages(ptr, size, flags)


def hostUnregister(ptr: int) -> None:
    """Undo `hostRegister`. Raises CUDARuntimeError for memory that was not locked by it."""
    with _lock:
        if ptr not in _registered:
            raise CUDARuntimeError(f"cudaErrorHostMemoryNotRegistered: {ptr:#x} was not locked here")
        locked = _registered.pop(ptr)
    # Dropping it waits for the device and unlocks the pages, so it is done without the lock.
    del locked


def _direction(dst: int, src: int, kind: int) -> int:
    if kind != memcpyDefault:
        return kind
    return (memcpyDeviceToHost if _is_device(src) else memcpyHostToHost) + (memcpyHostToDevice if _is_device(dst) else 0)


def memcpy(dst: int, src: int, size: int, kind: int) -> None:
    """Copy this many bytes between addresses: `kind` says which are the host's, as ``memcpyHostToDevice``."""
    kind = _direction(dst, src, kind)
    if size == 0:
        return
    if kind == memcpyHostToDevice:
        _check(src, size, False)
        _memory(dst, size, writes=True).copy_from_host(src, size)
    elif kind == memcpyDeviceToHost:
        _check(dst, size, True)
        _memory(src, size).copy_to_host(dst, size)
    elif kind == memcpyDeviceToDevice:
        _memory(dst, size, writes=True).copy_from_device(_memory(src, size), size)
    elif kind == memcpyHostToHost:
        _check(src, size, False)
        _check(dst, size, True)
        _ctypes.memmove(dst, src, size)
    else:
        raise CUDARuntimeError(f"cudaErrorInvalidMemcpyDirection: invalid copy direction for memcpy: {kind}")


def memcpyAsync(dst: int, src: int, size: int, kind: int, stream: int) -> None:
    """As `memcpy`, on a stream. A copy from or to page-locked memory continues after this returns."""
    kind = _direction(dst, src, kind)
    own = _stream(stream)
    if size and kind == memcpyHostToDevice:
        _check(src, size, False)
        _memory(dst, size, writes=True).copy_from_host_async(src, size, own)
    elif size and kind == memcpyDeviceToHost:
        _check(dst, size, True)
        _memory(src, size).copy_to_host_async(dst, size, own)
    else:
        with own:
            memcpy(dst, src, size, kind)


def memcpyPeer(dst: int, dstDevice: int, src: int, srcDevice: int, size: int) -> None:
    """Copy this many bytes between addresses of two devices."""
    if size:
        to, of = ((_cuda.Device(number), ptr) for number, ptr in ((dstDevice, dst), (srcDevice, src)))
        _memory(to[1], size, to[0].id, True).copy_from_device(_memory(of[1], size, of[0].id), size)


def memcpyPeerAsync(dst: int, dstDevice: int, src: int, srcDevice: int, size: int, stream: int) -> None:
    """As `memcpyPeer`, on a stream."""
    with _stream(stream):
        memcpyPeer(dst, dstDevice, src, srcDevice, size)


def _lines(ptr: int, pitch: int, width: int, height: int, device: bool, writes: bool) -> _Any:
    """This many bytes of this many lines as an array, of NumPy's or of the device's."""
    import numpy

    from cuprust import ndarray

    size = pitch * (height - 1) + width
    _check(ptr, size, writes)
    memory: _Any = _memory(ptr, size) if device else (_ctypes.c_uint8 * size).from_address(ptr)
    kind: _Any = ndarray if device else numpy.ndarray
    return kind((height, width), numpy.uint8, memory, strides=(pitch, 1))


def memcpy2D(dst: int, dpitch: int, src: int, spitch: int, width: int, height: int, kind: int) -> None:
    """Copy `width` bytes of each of `height` lines, which begin `dpitch` and `spitch` bytes apart. `kind` is as of `memcpy`.

    Raises CUDARuntimeError for lines that are longer than they are apart.
    """
    kind = _direction(dst, src, kind)
    if width < 0 or height < 0 or width > min(dpitch, spitch):
        raise CUDARuntimeError("cudaErrorInvalidPitchValue: invalid pitch argument: lines are no longer than they are apart")
    if not memcpyHostToHost <= kind <= memcpyDeviceToDevice:
        raise CUDARuntimeError(f"cudaErrorInvalidMemcpyDirection: invalid copy direction for memcpy: {kind}")
    if width == 0 or height == 0:
        return
    from cuprust import asarray

    to = _lines(dst, dpitch, width, height, kind in (memcpyHostToDevice, memcpyDeviceToDevice), True)
    of = _lines(src, spitch, width, height, kind in (memcpyDeviceToHost, memcpyDeviceToDevice), False)
    to[...] = asarray(of) if kind == memcpyHostToDevice else of.get() if kind == memcpyDeviceToHost else of


def memcpy2DAsync(dst: int, dpitch: int, src: int, spitch: int, width: int, height: int, kind: int, stream: int) -> None:
    """As `memcpy2D`, on a stream."""
    with _stream(stream):
        memcpy2D(dst, dpitch, src, spitch, width, height, kind)


def _managed(ptr: int) -> _Any:
    found = _kept.get(ptr)
    if not (isinstance(found, _cuda._DeviceMemory) and found.is_managed):
        raise CUDARuntimeError(f"cudaErrorInvalidValue: invalid argument: {ptr:#x} is no memory of mallocManaged")
    return found


def memPrefetchAsync(devPtr: int, count: int, dstDevice: int, stream: int) -> None:
    """Prefetch memory of `mallocManaged` to a device, in stream order: all of it, whatever `count` is.

    Raises CUDARuntimeError for other memory and for a device that is not there.
    """
    _managed(devPtr).prefetch(_stream(stream), dstDevice)


def memAdvise(devPtr: int, count: int, advice: int, device: int) -> None:
    """Advise how memory of `mallocManaged` will be used, as ``cudaMemAdviseSetReadMostly``: all of it, whatever `count` is.

    Raises CUDARuntimeError for other memory and for another number.
    """
    _managed(devPtr).advise(advice, device)


def memset(ptr: int, value: int, size: int) -> None:
    """Set this many bytes at an address."""
    if size:
        _memory(ptr, size, writes=True).memset(value, size)


def memsetAsync(ptr: int, value: int, size: int, stream: int) -> None:
    """As `memset`, on a stream."""
    with _stream(stream):
        memset(ptr, value, size)


class PointerAttributes(_NamedTuple):
    """The attributes of an address: the number of its device, the address there and on the host, and the type of its memory."""

    device: int
    devicePointer: int
    hostPointer: int
    type: int


def pointerGetMemoryType(ptr: int) -> int:
    """The type of the memory at an address, as ``memoryTypeDevice``; of memory that was not made here, that of a device."""
    found = _kept.get(ptr)
    if isinstance(found, _cuda._DeviceMemory):
        return memoryTypeManaged if found.is_managed else memoryTypeDevice
    if ptr in _opened:
        return memoryTypeDevice
    return memoryTypeDevice if found is None else memoryTypeHost


def pointerGetAttributes(ptr: int) -> PointerAttributes:
    """The attributes of an address."""
    kind = pointerGetMemoryType(ptr)
    host = ptr if kind in (memoryTypeHost, memoryTypeManaged) else 0
    return PointerAttributes(_cuda._device_of_pointer(ptr), ptr, host, kind)


def _is_device(ptr: int) -> bool:
    return pointerGetMemoryType(ptr) in (memoryTypeDevice, memoryTypeManaged)


def memGetInfo() -> tuple[int, int]:
    """The bytes free and all there are on the current device."""
    return _cuda.Device().mem_info


def getDeviceProperties(device: int) -> dict[str, _Any]:
    """The properties of a device: its name, the bytes of its memory, and its limits."""
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
