"""The names of `cuprust.cuda`: devices, memory and its pools work alike with a GPU and without one."""

import ctypes
import gc

import numpy as np
import pytest

import cuprust as cp


def test_devices():
    device = cp.cuda.Device(0)
    assert device.id == 0 and cp.cuda.runtime.getDeviceCount() >= 1 and device.compute_capability.isdigit()
    found = device.attributes
    assert found["WarpSize"] == 32 and found["MaxThreadsPerBlock"] == 1024 and found["MultiProcessorCount"] > 0
    assert f"{found['ComputeCapabilityMajor']}{found['ComputeCapabilityMinor']}" == device.compute_capability
    properties = cp.cuda.runtime.getDeviceProperties(0)
    assert properties["warpSize"] == 32 and properties["maxThreadsDim"] == (1024, 1024, 64) and properties["totalGlobalMem"] > 0
    assert isinstance(properties["name"], bytes) and properties["major"] >= 7 and len(device.pci_bus_id.split(":")) == 3


def test_memory_by_its_address():
    memory = cp.cuda.alloc(32)
    memory.memset(0, 32)
    host = np.arange(4, dtype=np.int32)
    (memory + 8).copy_from_host(host.ctypes.data, 16)
    (memory + 8).copy_from(ctypes.c_void_p(host.ctypes.data), 16)
    array = cp.ndarray((8,), cp.int32, memory)
    assert array.get().tolist() == [0, 0, 0, 1, 2, 3, 0, 0] and memory.size == 32
    memory.copy_from_device((memory + 12), 4)
    (memory + 16 - 12).memset_async(1, 1)
    other = cp.zeros(2, cp.int32)
    other.data.copy_from_async(memory, 8, cp.cuda.Stream.null)
    assert array.get().tolist()[:2] == [1, 1] == other.get().tolist()
    back = np.zeros(2, np.int32)
    (memory + 16).copy_to_host(back.ctypes.data, 8)
    assert back.tolist() == [2, 3] and (memory + 8).ptr == memory.ptr + 8
    for wrong, error in [
        (lambda: memory + 33, ValueError), (lambda: memory - 1, ValueError), (lambda: memory.memset(0, 33), ValueError), (lambda: memory.memset(0, -1), ValueError),
        (lambda: memory.copy_from_host(0, 4), ValueError), (lambda: memory.copy_from("x", 4), TypeError), (lambda: memory + 1.5, TypeError),
        (lambda: cp.ones((4, 4))[:, 0].data.memset(0, 8), ValueError), (lambda: cp.cuda.alloc(-1), ValueError),
    ]:  # fmt: skip
        with pytest.raises(error):
            wrong()


def test_an_array_has_one_pointer():
    x = cp.arange(12, dtype=cp.int32)
    pointer = x.data
    assert x.data is pointer and (pointer.ptr, pointer.size, pointer.device) == (x.data.ptr, 48, x.device)
    copy = x.copy()
    x += 1
    x[0] = 7
    assert x.data.ptr == pointer.ptr != copy.data.ptr and copy.tolist() == list(range(12))
    back = np.zeros(12, np.int32)
    pointer.copy_to_host(back.ctypes.data, 48)
    assert back.tolist() == [7, *range(2, 13)] == x.tolist()
    # Views, and the same object with another shape, have pointers of their own.
    assert x[3:].data.ptr == pointer.ptr + 12 and x[3:].data.size == 36
    x.shape = (3, 4)
    assert x.data.ptr == pointer.ptr and x.data.size == 48
    # The memory lives as long as the pointer, and no longer.
    pool = cp.get_default_memory_pool()
    del x, copy
    used = pool.used_bytes()
    again = np.zeros(12, np.int32)
    pointer.copy_to_host(again.ctypes.data, 48)
    assert again.tolist() == back.tolist()
    del pointer
    assert pool.used_bytes() < used
    # An array that has shown its pointer is freed with its object.
    large = cp.zeros(1 << 20)
    large.data.ptr
    used = pool.used_bytes()
    del large
    assert pool.used_bytes() <= used - (8 << 20)


def test_pools():
    pool = cp.get_default_memory_pool()
    memory = cp.cuda.MemoryPool().malloc(1 << 20)
    array = cp.ndarray((1 << 18,), cp.float32, memory)
    array[...] = 1
    assert float(array.sum()) == 1 << 18 and memory.mem.size == 1 << 20
    for allocator, size in ((None, 8), (pool.malloc, 8), (cp.cuda.MemoryPool().malloc, 512)):
        with cp.cuda.using_allocator(allocator):
            assert cp.cuda.get_allocator()(8).size == size
        cp.cuda.set_allocator(allocator)
        assert float((cp.ones(5) + 1).sum()) == 10
    cp.cuda.set_allocator(pool.malloc)


def test_pools_of_memory_of_the_host():
    pool = cp.cuda.PinnedMemoryPool()
    first = pool.malloc(1000)
    address = first.ptr
    assert isinstance(first, cp.cuda.PinnedMemoryPointer) and isinstance(first.mem, cp.cuda.PinnedMemory) and first.size() == 1000
    host = np.frombuffer(first, np.int16)
    host[...] = 7
    del first
    gc.collect()
    assert pool.n_free_blocks() == 0 and host.sum() == 3500
    del host
    gc.collect()
    assert pool.n_free_blocks() == 1 and pool.malloc(900).ptr == address != pool.malloc(2000).ptr
    memory = pool.malloc(5).mem
    memory.free()
    memory.free()
    # Memory that was got for a device whose copies need no locked pages is not handed to a GPU.
    with cp.cuda.Device("cpu"):
        address = pool.malloc(5000).ptr
    gc.collect()
    assert (pool.malloc(5000).ptr == address) == (not str(cp.cuda.Device()).startswith("cuda"))
    pool.free_all_blocks()
    assert pool.n_free_blocks() == 0 and pool.malloc(0).size() == 0
    pointer = cp.cuda.alloc_pinned_memory(64)
    assert (pointer + 8).ptr - 8 == int(8 + pointer) - 8 == pointer.ptr == ((pointer + 8) - 8).ptr and (pointer + 8).size() == 56
    try:
        cp.cuda.set_pinned_memory_allocator(pool.malloc)
        pointer = cp.cuda.alloc_pinned_memory(100)
        assert pointer.mem._pool() is pool
        cp.cuda.set_pinned_memory_allocator(None)
        assert type(cp.cuda.alloc_pinned_memory(100).mem) is cp.cuda.PinnedMemory
        with pytest.raises(TypeError):
            cp.cuda.set_pinned_memory_allocator(5)
    finally:
        cp.cuda.set_pinned_memory_allocator(cp.cuda.get_default_pinned_memory_pool().malloc)
    with pytest.raises(ValueError):
        cp.cuda.alloc_pinned_memory(-1)


def test_memory_of_the_host():
    memory = cp.cuda.alloc_pinned_memory(32)
    host = np.frombuffer(memory, np.float64, 3)
    host[...] = [1, 2, 3]
    array = cp.empty(3)
    array.set(host)
    array.data.copy_from_host(memory.ptr, 16)
    assert array.get().tolist() == [1, 2, 3] and memory.size() == 32 and memory.mem.size == 32


def test_names_that_are_not_cupys_say_what_to_do():
    with pytest.raises(AttributeError, match=r"memcpy_htod_async.*PyCUDA.*array.set"):
        cp.cuda.memcpy_htod_async
    with pytest.raises(AttributeError, match="nothing"):
        cp.cuda.nothing
    assert cp.cuda.get_local_runtime_version() >= 12000
    assert cp.cuda.driver.CUDADriverError is cp.cuda.runtime.CUDARuntimeError
