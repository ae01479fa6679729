"""Memory given by its address or by an allocator: ranges that leave their memory are refused."""

import itertools

import numpy as np
import pytest
from conftest import on_cpu

import cuprust as cp
from cuprust import cuda
from cuprust.cuda import memory, runtime

DEFAULT = cp.get_default_memory_pool()


@pytest.fixture(autouse=True)
def restored():
    yield
    memory.set_allocator(DEFAULT.malloc)


# Allocators


def half(size):
    return cuda.MemoryPointer(cuda.Memory(max(size // 2, 1)), 0)


def near_the_end(size):
    return cuda.MemoryPointer(cuda.Memory(size), size - 8)


def before_the_start(size):
    return cuda.MemoryPointer(cuda.Memory(size + 64), -64)


def moved(size):
    return cuda.MemoryPointer(cuda.Memory(size), 0) + 64


def unowned(size):
    owner = cuda.Memory(size)
    return cuda.MemoryPointer(cuda.UnownedMemory(owner.ptr, size - 1, owner), 0)


def of_an_array(size):
    with cuda.using_allocator(None):
        return cp.zeros(size - 1, "u1").data


class Bare:
    """An object with only an address and a size."""

    def __init__(self, size):
        self.mem_ = cuda.Memory(size)
        self.ptr, self.size = self.mem_.ptr, size - 8


SHORT = [half, near_the_end, before_the_start, moved, unowned, of_an_array, Bare]


@pytest.mark.parametrize("allocate", SHORT)
@pytest.mark.parametrize("wrapped", [False, True], ids=["alone", "below a pool"])
def test_an_allocator_that_gives_less_than_it_was_asked_for_is_refused(allocate, wrapped):
    if wrapped and allocate is Bare:
        pytest.skip("a pool wants a pointer")
    own = cuda.MemoryPool(allocate).malloc if wrapped else allocate
    for make in [lambda: cp.zeros(4096), lambda: cp.arange(1000) * 2, lambda: cp.asarray(np.ones(777)), lambda: cp.empty(512, "u1")]:
        memory.set_allocator(own)
        with pytest.raises(ValueError, match="asked for"):
            make().get()
        memory.set_allocator(DEFAULT.malloc)
    assert cp.arange(10).sum().item() == 45


def test_an_allocator_may_give_more_and_from_within():
    def roomy(size):
        return cuda.MemoryPointer(cuda.Memory(size + 4096), 512)

    for own in [roomy, cuda.MemoryPool(roomy).malloc]:
        memory.set_allocator(own)
        made = [cp.arange(1000) + k for k in range(5)]
        for k, a in enumerate(made):
            np.testing.assert_array_equal(a.get(), np.arange(1000) + k)
        memory.set_allocator(DEFAULT.malloc)


# Memory by its address


def touching(ptr, size):
    """Ranges that begin or end in memory of `size` bytes and leave it."""
    yield from [(ptr, size + 1), (ptr - 1, 8), (ptr - 8, size + 16), (ptr + size - 1, 2), (ptr + 1, size), (ptr + 8, 1 << 20), (ptr, 1 << 62)]
    if on_cpu():
        yield from [(ptr + size, 1), (ptr + size, 8)]


def uses(other):
    """What writes to a range, and what reads it."""
    kinds = runtime.memcpyHostToDevice, runtime.memcpyDeviceToHost, runtime.memcpyDeviceToDevice
    host, device = other
    yield "memset", True, lambda ptr, size: runtime.memset(ptr, 7, size)
    yield "memsetAsync", True, lambda ptr, size: runtime.memsetAsync(ptr, 7, size, 0)
    yield "upload", True, lambda ptr, size: runtime.memcpy(ptr, host, size, kinds[0])
    yield "uploadAsync", True, lambda ptr, size: runtime.memcpyAsync(ptr, host, size, kinds[0], 0)
    yield "download", False, lambda ptr, size: runtime.memcpy(host, ptr, size, kinds[1])
    yield "downloadAsync", False, lambda ptr, size: runtime.memcpyAsync(host, ptr, size, kinds[1], 0)
    yield "copy to", True, lambda ptr, size: runtime.memcpy(ptr, device, size, kinds[2])
    yield "copy from", False, lambda ptr, size: runtime.memcpy(device, ptr, size, kinds[2])
    yield "peer", True, lambda ptr, size: runtime.memcpyPeer(ptr, 0, device, 0, size)
    yield "lines", True, lambda ptr, size: runtime.memcpy2D(ptr, size, host, size, size, 1, kinds[0])
    yield "lines down", False, lambda ptr, size: runtime.memcpy2D(host, size, ptr, size, size, 1, kinds[1])


@pytest.mark.parametrize("size", [64, 100, 1024, 4096, 5000, 1 << 17])
def test_what_leaves_memory_that_was_handed_out_is_refused(size):
    room = np.zeros(1 << 18, "u1")
    target = cp.zeros(1 << 18, "u1")
    other = room.ctypes.data, target.data.ptr
    array = cp.zeros(size, "u1")
    given = runtime.malloc(size)
    own = cuda.alloc(size)
    managed = runtime.mallocManaged(size)
    try:
        for ptr in [given, array.data.ptr, own.ptr, managed]:
            for (start, length), (name, _, use) in itertools.product(touching(ptr, size), uses(other)):
                with pytest.raises(runtime.CUDARuntimeError, match="cudaErrorInvalidValue") as refused:
                    use(start, length)
                assert refused.value.status == 1, name
            for (start, length), (_, _, use) in itertools.product([(ptr, size), (ptr + 1, size - 1), (ptr, 1), (ptr + size - 1, 1)], uses(other)):
                use(start, length)
    finally:
        runtime.free(given)
        runtime.free(managed)
    runtime.memset(array.data.ptr, 3, size)
    assert (array == 3).all()


def test_addresses_of_nobody_are_the_callers():
    if not on_cpu():
        pytest.skip("the host's memory is no GPU's")
    room = np.zeros(4096, "u1")
    runtime.memset(room.ctypes.data + 5, 9, 100)
    assert room.sum() == 900
    # Borrowed memory may be part of a larger block.
    part = cp.from_dlpack(room[:64])
    runtime.memset(room.ctypes.data, 1, 4096)
    assert room.sum() == 4096 and part.sum() == 64
    runtime.memcpy(room.ctypes.data, np.arange(256, dtype="u1").ctypes.data, 256, runtime.memcpyHostToHost)
    assert room[255] == 255


def test_negative_sizes_are_refused():
    given = runtime.malloc(64)
    try:
        for call in [lambda: runtime.memset(given, 0, -1), lambda: runtime.memcpy(given, given, -8, runtime.memcpyDeviceToDevice)]:
            with pytest.raises((runtime.CUDARuntimeError, ValueError)):
                call()
    finally:
        runtime.free(given)


def test_read_only_memory_is_not_written():
    if not on_cpu():
        pytest.skip("the host's memory is no GPU's")
    room = np.arange(4096, dtype="u1").astype("u1")
    room.flags.writeable = False
    array = cp.from_dlpack(room)
    assert not array.flags.writeable
    before, ptr = room.copy(), room.ctypes.data
    host, device = np.zeros(4096, "u1"), cp.zeros(4096, "u1")
    for start, length in [(ptr, 4096), (ptr + 5, 1), (ptr + 4095, 1)]:
        for name, writes, use in uses((host.ctypes.data, device.data.ptr)):
            if writes:
                with pytest.raises(runtime.CUDARuntimeError, match="cudaErrorInvalidValue"):
                    use(start, length)
            else:
                use(start, length)
    with pytest.raises(runtime.CUDARuntimeError, match="cudaErrorInvalidValue"):
        runtime.memcpy(ptr, host.ctypes.data, 16, runtime.memcpyHostToHost)
    np.testing.assert_array_equal(room, before)


def test_page_locked_memory_is_not_left():
    ptr = runtime.hostAlloc(1000)
    target = cp.zeros(4096, "u1")
    try:
        runtime.memcpy(target.data.ptr, ptr, 1000, runtime.memcpyHostToDevice)
        for start, length in [(ptr, 1001), (ptr + 999, 2), (ptr - 4, 8)]:
            for call in [
                lambda start=start, length=length: runtime.memcpy(target.data.ptr, start, length, runtime.memcpyHostToDevice),
                lambda start=start, length=length: runtime.memcpy(start, target.data.ptr, length, runtime.memcpyDeviceToHost),
                lambda start=start, length=length: runtime.memcpyAsync(start, target.data.ptr, length, runtime.memcpyDeviceToHost, 0),
            ]:
                with pytest.raises(runtime.CUDARuntimeError, match="cudaErrorInvalidValue"):
                    call()
    finally:
        runtime.freeHost(ptr)
