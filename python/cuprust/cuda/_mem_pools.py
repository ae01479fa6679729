"""Pools of memory by their handles, as CUDA's runtime interface names them."""

from __future__ import annotations

from cuprust._core import cuda as _cuda
from cuprust.cuda._handles import CUDARuntimeError, _end, _keep, _kept, _lock, _stream

cudaMemAllocationTypePinned: int = 1
cudaMemHandleTypeNone: int = 0
cudaMemHandleTypePosixFileDescriptor: int = 1
cudaMemLocationTypeDevice: int = 1


class MemPoolProps:
    """The properties of a memory pool: kind of memory, kind of handles for other processes, location and device."""

    def __init__(
        self,
        allocType: int = cudaMemAllocationTypePinned,
        handleType: int = cudaMemHandleTypeNone,
        locationType: int = cudaMemLocationTypeDevice,
        devId: int = 0,
    ) -> None:
        self.allocType, self.handleType, self.locationType, self.devId = allocType, handleType, locationType, devId


class _Pool:
    """A pool of memory by its handle: the memory is that of its device's own pool."""

    def __init__(self, device: int) -> None:
        self.device, self.handle = _cuda.Device(device), id(self)


# The current pool of each device, by its number, and its default pool.
_pools: dict[int, _Pool] = {}
_own_pools: dict[int, _Pool] = {}


def _pool(handle: int) -> _Pool:
    found = _kept.get(handle)
    if not isinstance(found, _Pool):
        raise CUDARuntimeError(f"cudaErrorInvalidValue: invalid argument: {handle:#x} is no pool of memory that was made here")
    return found


def memPoolCreate(props: MemPoolProps) -> int:
    """A new pool of memory of a device, by a handle. `memPoolDestroy` frees it.

    Raises CUDARuntimeError for a device that is not there, and for memory that is not the device's or is shared with other processes.
    """
    if (props.allocType, props.handleType, props.locationType) != (
        cudaMemAllocationTypePinned, cudaMemHandleTypeNone, cudaMemLocationTypeDevice,
    ):  # fmt: skip
        raise CUDARuntimeError("cudaErrorNotSupported: operation not supported: pools hold memory of a device that is not shared")
    pool = _Pool(props.devId)
    return _keep(pool.handle, pool)


def memPoolDestroy(pool: int) -> None:
    """Free a pool. Memory of it in use stays until it is freed. Raises CUDARuntimeError for a device's own pool."""
    found = _pool(pool)
    if found in _own_pools.values():
        raise CUDARuntimeError("cudaErrorInvalidValue: invalid argument: the device's own pool is not destroyed")
    _end(pool, "pool")
    with _lock:
        for device in [device for device, current in _pools.items() if current is found]:
            del _pools[device]


def memPoolTrimTo(pool: int, size: int) -> None:
    """Return unused memory to the device, down to this many bytes held by its pool."""
    with _pool(pool).device:
        own = _cuda._MemoryPool()
        if own.total_bytes() > size:
            own.free_all_blocks()


def deviceGetDefaultMemPool(device: int) -> int:
    """The own pool of a device, by a handle."""
    number = _cuda.Device(device).id
    with _lock:
        pool = _own_pools.setdefault(number, _Pool(number))
        _kept[pool.handle] = pool
    return pool.handle


def deviceGetMemPool(device: int) -> int:
    """The pool that `mallocAsync` takes memory of a device from: its own one, or what `deviceSetMemPool` named."""
    current = _pools.get(_cuda.Device(device).id)
    return deviceGetDefaultMemPool(device) if current is None else current.handle


def deviceSetMemPool(device: int, pool: int) -> None:
    """Let `mallocAsync` take memory of a device from a pool. Raises CUDARuntimeError for a pool of another device."""
    found = _pool(pool)
    if found.device != _cuda.Device(device):
        raise CUDARuntimeError("cudaErrorInvalidValue: invalid argument: the pool is another device's")
    _pools[found.device.id] = found


def mallocFromPoolAsync(size: int, pool: int, stream: int) -> int:
    """As `mallocAsync`, of the pool's device."""
    with _pool(pool).device:
        return mallocAsync(size, stream)


def mallocAsync(size: int, stream: int) -> int:
    """As `malloc`, in the order of a stream's work."""
    with _stream(stream):
        memory = _cuda._DeviceMemory(size)
    return _keep(memory.ptr, memory)
