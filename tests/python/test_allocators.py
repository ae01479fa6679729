"""Memory of devices: pools over other allocators, hooks, memory of others, on whatever device the tests run."""

import ctypes
import gc
import io
import json
import threading

import numpy as np
import pytest

import cuprust as cp
from cuprust import cuda
from cuprust.cuda import memory, memory_hooks, runtime

DEFAULT = cp.get_default_memory_pool()


@pytest.fixture(autouse=True)
def restored():
    yield
    memory.set_allocator(DEFAULT.malloc)


class TestAllocators:
    def test_arrays_lie_in_the_pool_that_is_set(self):
        pool = cuda.MemoryPool()
        cuda.set_allocator(pool.malloc)
        assert cuda.get_allocator() == pool.malloc and pool.used_bytes() == 0
        a = cp.arange(128, dtype=cp.int64)
        assert a.data.mem.size == 1024 == pool.used_bytes() and isinstance(a.data.mem, memory.PooledMemory)
        b = a * 2 + 1
        assert b.get().tolist() == [2 * i + 1 for i in range(128)] and pool.used_bytes() >= 2048
        view = b[::2]
        del a, b
        gc.collect()
        cp.zeros(1)
        assert view.get().tolist() == [4 * i + 1 for i in range(64)] and pool.used_bytes() <= 2048
        del view
        gc.collect()
        cp.zeros(1).get()
        assert pool.used_bytes() <= 512 and pool.total_bytes() >= 2048
        cuda.set_allocator(DEFAULT.malloc)
        used = pool.used_bytes()
        c = cp.ones(1000)
        assert pool.used_bytes() <= used and float(c.sum()) == 1000

    def test_within_a_with_statement_and_its_thread(self):
        pool, inner = cuda.MemoryPool(), cuda.MemoryPool()
        found = []
        with cuda.using_allocator(pool.malloc):
            a = cp.zeros(100)
            with cuda.using_allocator(inner.malloc):
                b = cp.zeros(1000)
                assert cuda.get_allocator() == inner.malloc
            thread = threading.Thread(target=lambda: found.extend([cuda.get_allocator(), cp.zeros(5000)]))
            thread.start()
            thread.join()
            with pytest.raises(ValueError, match="using_allocator"):
                cuda.set_allocator(inner.malloc)
        assert found[0] == DEFAULT.malloc == cuda.get_allocator()
        assert (pool.used_bytes(), inner.used_bytes()) == (1024, 8192) and float((a.sum() + b.sum())) == 0

    def test_what_is_computed_is_the_same(self):
        def program():
            rng = cp.random.default_rng(5)
            a = rng.random((20, 30))
            b = cp.sort(a, axis=1)[:, ::-1] @ a.T
            b[b > b.mean()] = 0
            a += 1
            c = a.copy()
            del a
            c[3] = 7
            return [b.get(), c.get(), cp.fft.fft(c).get(), cp.cumsum(c).get(), np.array(bool((c > 0).all()))]

        expected = program()
        for allocator in (cuda.MemoryPool().malloc, None, cuda.MemoryPool(cuda.malloc_managed).malloc, cuda.malloc_async, cuda.MemoryAsyncPool().malloc):
            with cuda.using_allocator(allocator):
                for got, wanted in zip(program(), expected):
                    np.testing.assert_array_equal(got, wanted)

    def test_functions_of_python_and_of_c(self):
        calls, blocks = [], {}

        def give(size, device):
            address = runtime.malloc(size)
            calls.append(("malloc", size, device))
            return address

        def take(address, device):
            calls.append(("free", device))
            runtime.free(address)

        number = cuda.Device().id
        cuda.set_allocator(cuda.PythonFunctionAllocator(give, take).malloc)
        a = cp.zeros(10)
        assert isinstance(a.data.mem, memory.PythonFunctionAllocatorMemory) and a.data.mem.size == 80
        assert float(a.sum()) == 0
        del a
        cuda.set_allocator(DEFAULT.malloc)
        gc.collect()
        cp.zeros(1).get()
        assert calls[0] == ("malloc", 80, number) and ("free", number) in calls
        malloc_type = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        free_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
        c_malloc, c_free = malloc_type(lambda param, size, device: runtime.malloc(size)), free_type(lambda param, address, device: runtime.free(address))
        addresses = [ctypes.cast(function, ctypes.c_void_p).value for function in (c_malloc, c_free)]
        allocator = cuda.CFunctionAllocator(0, *addresses, blocks)
        with cuda.using_allocator(allocator.malloc):
            b = cp.arange(50) * 2
            assert int(b.sum()) == 2450

    def test_failures(self):
        def fails(size):
            raise KeyError(size)

        for allocator, error in [(fails, KeyError), (lambda size: None, AttributeError), (lambda size: cuda.MemoryPointer(memory.UnownedMemory(0, 0, None, 0), 0), MemoryError)]:
            with cuda.using_allocator(allocator), pytest.raises(error):
                cp.ones(3)
            assert float((cp.ones(3) + 1).sum()) == 6
        for wrong in (5, "x", [len]):
            with pytest.raises(TypeError):
                cuda.set_allocator(wrong)
        pool = cuda.MemoryPool()
        pool.set_limit(4096)
        with cuda.using_allocator(pool.malloc):
            a = cp.zeros(256)
            with pytest.raises(cuda.OutOfMemoryError, match="limit set to: 4,096"):
                cp.zeros(1000)
            del a
            gc.collect()
            assert cp.zeros(500).size == 500

    def test_an_allocator_that_makes_arrays(self):
        pool = cuda.MemoryPool()

        def allocator(size):
            assert float(cp.ones(3).sum()) == 3
            return pool.malloc(size)

        with cuda.using_allocator(allocator):
            assert (cp.arange(4) * 2).get().tolist() == [0, 2, 4, 6]

    def test_threads(self):
        pool, failures = cuda.MemoryPool(), []
        cuda.set_allocator(pool.malloc)

        def work(number):
            try:
                for turn in range(20):
                    a = cp.full(1000 + turn, float(number))
                    b = cp.sqrt(a * a) + turn
                    assert b.get().tolist() == [number + turn] * (1000 + turn)
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert not failures, failures


class TestPools:
    def test_pieces_are_split_and_joined(self):
        pool = cuda.MemoryPool()
        first = pool.malloc(2000)
        address = first.ptr
        assert first.mem.size == 2048 and pool.used_bytes() == 2048 and pool.free_bytes() == 0
        del first
        head, tail = pool.malloc(1000), pool.malloc(1024)
        assert (head.ptr, tail.ptr) == (address, address + 1024) and pool.total_bytes() == 2048
        del head
        pool.free_all_blocks()
        assert pool.n_free_blocks() == 1
        del tail
        assert pool.n_free_blocks() == 1 and pool.malloc(2048).ptr == address
        memory_ = pool.malloc(1).mem
        memory_.free()
        memory_.free()
        pool.free_all_blocks()
        assert pool.total_bytes() == 0 == pool.n_free_blocks() and not isinstance(pool.malloc(0).mem, memory.PooledMemory)
        with pytest.warns(DeprecationWarning):
            pool.free_all_free()

    def test_streams_have_pieces_of_their_own(self):
        pool, stream = cuda.MemoryPool(), cuda.Stream()
        address = pool.malloc(4096).ptr
        with stream:
            other = pool.malloc(4096)
        assert other.ptr != address and pool.malloc(4096).ptr == address
        own = other.ptr
        del other
        pool.free_all_blocks(cuda.Stream.null)
        with stream:
            assert pool.malloc(4096).ptr == own

    def test_limits(self):
        for pool in (cuda.MemoryPool(), cuda.MemoryAsyncPool()):
            total = cuda.Device().mem_info[1]
            pool.set_limit(fraction=0.5)
            assert pool.get_limit() == int(total * 0.5)
            pool.set_limit(size=1 << 20)
            assert pool.get_limit() == 1 << 20
            with pytest.raises(cuda.OutOfMemoryError):
                pool.malloc(2 << 20)
            for wrong in ({"size": -1}, {"fraction": 1.5}, {}, {"size": 1, "fraction": 0.5}):
                with pytest.raises(ValueError):
                    pool.set_limit(**wrong)
            pool.set_limit(size=0)
            assert pool.malloc(2 << 20).ptr

    def test_memory_of_a_stream_that_is_gone(self):
        device = cuda.Device()
        stream = cuda.Stream()
        with stream:
            a = cp.ones(1 << 18)
            a.sum().get()
        del a, stream
        gc.collect()
        device.synchronize()
        DEFAULT.free_all_blocks()
        before = DEFAULT.total_bytes()
        for _ in range(10):
            stream = cuda.Stream()
            with stream:
                cp.ones(1 << 18).sum().get()
            del stream
        device.synchronize()
        DEFAULT.free_all_blocks()
        assert DEFAULT.total_bytes() <= before + (1 << 21)


class TestMemories:
    def test_kinds(self):
        for make, kind in [(cuda.Memory, memory.BaseMemory), (cuda.ManagedMemory, cuda.Memory), (cuda.MemoryAsync, cuda.Memory), (memory.SystemMemory, cuda.ManagedMemory)]:
            mem = make(100)
            assert isinstance(mem, kind) and mem.size == 100 and mem.ptr and mem.device == cuda.Device() and mem.device_id == cuda.Device().id
            a = cp.ndarray((5,), cp.float32, cuda.MemoryPointer(mem, 20))
            a[...] = 3
            assert a.data.ptr == mem.ptr + 20
            del mem
            gc.collect()
            assert float(a.sum()) == 15
        assert cuda.MemoryAsync(8, cuda.Stream.null).stream_ref() is cuda.Stream.null

    def test_arrays_over_memory_of_others(self):
        source = cp.arange(12, dtype=cp.float32)
        mem = cuda.UnownedMemory(source.data.ptr, source.nbytes, source)
        pointer = cuda.MemoryPointer(mem, 16)
        assert int(pointer) == source.data.ptr + 16 == (pointer + 4).ptr - 4 == int(4 + pointer) - 4 and (pointer - 16).ptr == mem.ptr
        view = cp.ndarray((2, 4), cp.float32, pointer)
        view += 1
        del mem, pointer
        assert source.get().tolist() == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]
        pool = cuda.MemoryPool()
        arrays = [cp.ndarray((100,), cp.float64, pool.malloc(800)) for _ in range(3)]
        for number, array in enumerate(arrays):
            array[...] = number
        gc.collect()
        assert [array.get().tolist() == [number] * 100 for number, array in enumerate(arrays)] == [True] * 3 and pool.used_bytes() == 3072

    def test_managed_memory(self):
        mem = cuda.malloc_managed(1024)
        mem.mem.prefetch(cuda.get_current_stream())
        mem.mem.prefetch(cuda.Stream(), device_id=cuda.Device().id)
        mem.mem.advise(1, cuda.Device())
        for wrong in (lambda: mem.mem.prefetch(cuda.Stream(), device_id=10**8), lambda: mem.mem.advise(-1, cuda.Device())):
            with pytest.raises(RuntimeError):
                wrong()

    def test_wrong_arguments(self):
        for wrong, error in [(lambda: cuda.Memory(-1), ValueError), (lambda: cuda.MemoryPointer(), TypeError), (lambda: cuda.MemoryPointer(5, 0).ptr, AttributeError),
                             (lambda: cp.ndarray((3,), "f", cuda.MemoryPointer(object(), 0)), AttributeError), (lambda: cp.ndarray((300,), "f", cuda.alloc(8)), ValueError)]:  # fmt: skip
            with pytest.raises(error):
                wrong()


class History(cuda.MemoryHook):
    name = "History"

    def __init__(self):
        self.calls = []

    def __getattribute__(self, name):
        if name.endswith("process"):
            return lambda **told: self.calls.append((name, told))
        return super().__getattribute__(name)


class TestHooks:
    def test_what_they_are_told(self):
        hook, pool = History(), cuda.MemoryPool()
        with hook:
            mem = pool.malloc(1)
            address, name = mem.ptr, id(mem.mem)
            del mem
            with pytest.raises(KeyError):
                hook.__enter__()
        number = cuda.Device().id
        size, given = {"device_id": number, "mem_size": 512}, {"mem_ptr": address, "pmem_id": name}
        assert hook.calls == [
            ("malloc_preprocess", {**size, "size": 1}), ("alloc_preprocess", size), ("alloc_postprocess", {**size, "mem_ptr": address}),
            ("malloc_postprocess", {**size, "size": 1, **given}), ("free_preprocess", {**size, **given}), ("free_postprocess", {**size, **given}),
        ]  # fmt: skip
        pool.malloc(1)
        assert len(hook.calls) == 6

    def test_they_see_arrays(self):
        hook = History()
        with hook:
            a = cp.zeros(1000)
            b = a + 1
            assert float(b.sum()) == 1000
            del a, b
            gc.collect()
            cp.zeros(1)
        sizes = [told["size"] for name, told in hook.calls if name == "malloc_postprocess"]
        assert sizes.count(8000) >= 2 and sum(name == "free_postprocess" for name, _ in hook.calls) >= 2
        assert cuda.get_allocator() == DEFAULT.malloc

    def test_printed_lines(self):
        file, pool = io.StringIO(), cuda.MemoryPool()
        with memory_hooks.DebugPrintHook(file=file):
            mem = pool.malloc(1)
            told = {"device_id": cuda.Device().id, "mem_size": 512, "mem_ptr": mem.ptr}
            name = hex(id(mem.mem))
            del mem
        lines = [json.loads(line) for line in file.getvalue().splitlines()]
        assert lines == [{"hook": "alloc", **told}, {"hook": "malloc", **told, "size": 1, "pmem_id": name}, {"hook": "free", **told, "pmem_id": name}]

    def test_lines_of_a_program(self):
        hook, file, pool = memory_hooks.LineProfileHook(), io.StringIO(), cuda.MemoryPool()
        first = pool.malloc(1000)
        del first
        with hook:
            first = pool.malloc(1000)
            second = pool.malloc(2000)
        hook.print_report(file)
        text = file.getvalue()
        assert text.startswith("_root (3.00KB, 2.00KB)\n") and ":test_lines_of_a_program (1.00KB, 0.00B)" in text
        assert ":test_lines_of_a_program (2.00KB, 2.00KB)" in text and first.ptr != second.ptr
        for depth in (1, 2):
            hook, file = memory_hooks.LineProfileHook(max_depth=depth), io.StringIO()
            with hook:
                cp.zeros(1000)
            hook.print_report(file)
            assert len(file.getvalue().splitlines()) == depth
