"""Page-locked memory, and what processes share: on a GPU as CUDA has them, on other devices ordinary memory and an error."""

import subprocess
import sys

import numpy as np
import pytest

import cuprust as cp
from cuprust import cuda
from cuprust.cuda import runtime

IS_GPU = str(cuda.Device()).startswith("cuda")
Refused = runtime.CUDARuntimeError


class TestCopies:
    @pytest.mark.parametrize("dtype", ["f4", "c16", "i1", "?"])
    @pytest.mark.parametrize("count", [1, 1000, 100_000, 3_000_000])
    def test_they_bring_what_was_there(self, dtype, count):
        stream = cuda.Stream(non_blocking=True)
        source, target = cp.empty_pinned(count, dtype), cp.zeros_pinned(count, dtype)
        source[...] = np.arange(count) % 251 % 2 if dtype == "?" else np.arange(count) % 101
        a = cp.zeros(count, dtype)
        a.set(source, stream=stream)
        assert a.get(stream=stream, out=target, blocking=False) is target
        stream.synchronize()
        np.testing.assert_array_equal(target, source)
        # Without a stream no work continues after the call.
        source[...] = np.arange(count) % 3 == 0
        a.set(source)
        source[...] = 0
        np.testing.assert_array_equal(a.get(out=target), np.arange(count) % 3 == 0)
        assert (cp.asarray(target) == a).all()

    def test_they_come_in_the_order_of_the_stream(self):
        stream, count = cuda.Stream(non_blocking=True), 1 << 20
        source, results = cp.zeros_pinned(count), [cp.zeros_pinned(count) for _ in range(4)]
        source[...] = np.arange(count)
        with stream:
            a = cp.zeros(count)
            for turn, result in enumerate(results):
                a.set(source, stream=stream)
                a *= turn + 1
                a += a[::-1].copy()
                a.get(stream=stream, out=result, blocking=False)
        stream.synchronize()
        for turn, result in enumerate(results):
            np.testing.assert_array_equal(result, np.full(count, (turn + 1) * (count - 1.0)))

    def test_part_of_an_array_and_part_of_the_memory(self):
        stream, memory = cuda.Stream(), cp.zeros_pinned((4, 100))
        a = cp.zeros((6, 100))
        memory[...] = np.arange(400).reshape(4, 100)
        a[1:5].set(memory, stream=stream)
        a[0:1].set(memory[2:3], stream=stream)
        # Views with gaps go the usual way.
        a[:4, ::2].set(memory[:, ::2], stream=stream)
        stream.synchronize()
        expected = np.zeros((6, 100))
        expected[1:5] = np.arange(400).reshape(4, 100)
        expected[0] = np.arange(400).reshape(4, 100)[2]
        expected[:4, ::2] = np.arange(400).reshape(4, 100)[:, ::2]
        np.testing.assert_array_equal(a.get(), expected)
        a.T.get(stream=stream, out=cp.empty_pinned((100, 6)), blocking=False)
        out = cp.empty_pinned((100, 6))
        a.T.get(stream=stream, out=out, blocking=False)
        stream.synchronize()
        np.testing.assert_array_equal(out, expected.T)

    def test_by_addresses(self):
        stream, memory = cuda.Stream(non_blocking=True), cuda.alloc_pinned_memory(800)
        host = np.frombuffer(memory, np.float64)
        host[...] = np.arange(100)
        a, b = cp.zeros(100), cp.zeros(100)
        a.data.copy_from_host_async(memory.ptr, 800, stream)
        runtime.memcpyAsync(b.data.ptr, memory.ptr, 800, runtime.memcpyHostToDevice, stream.ptr)
        stream.synchronize()
        host[...] = 0
        (a + b).data.copy_to_host_async(memory.ptr, 800, stream)
        stream.synchronize()
        np.testing.assert_array_equal(host, 2 * np.arange(100.0))
        host[...] = 0
        runtime.memcpyAsync(memory.ptr, a.data.ptr, 800, runtime.memcpyDeviceToHost, stream.ptr)
        runtime.streamSynchronize(stream.ptr)
        np.testing.assert_array_equal(host, np.arange(100.0))

    def test_within_a_graph(self):
        stream, source, target = cuda.Stream(non_blocking=True), cp.zeros_pinned(50), cp.zeros_pinned(50)
        a = cp.zeros(50)
        with stream:
            stream.begin_capture()
            a.set(source, stream=stream)
            a *= 2
            if not IS_GPU:
                # Elsewhere a graph holds what was copied when it was captured, and there are no values before it is
                # launched.
                with pytest.raises(Refused, match="Capture"):
                    a.get(stream=stream, out=target, blocking=False)
                stream.end_capture().launch()
                assert a.get().tolist() == [0] * 50
                return
            a.get(stream=stream, out=target, blocking=False)
            graph = stream.end_capture()
            for turn in range(3):
                source[...] = turn
                graph.launch()
                stream.synchronize()
                assert target.tolist() == [2 * turn] * 50

    def test_misuse(self):
        a, stream = cp.zeros(4), cuda.Stream()
        with pytest.raises(TypeError):
            a.set(cp.zeros_pinned(4, "f4"), stream=stream)
        with pytest.raises(ValueError, match="hape"):
            a.set(cp.zeros_pinned(5), stream=stream)
        with pytest.raises(TypeError):
            a.get(stream=stream, out=cp.zeros_pinned(4, "f4"), blocking=False)
        with pytest.raises(ValueError, match="shape"):
            a.get(stream=stream, out=cp.zeros_pinned(5), blocking=False)
        out = cp.zeros_pinned(4)
        out.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            a.get(stream=stream, out=out, blocking=False)
        with pytest.raises(TypeError):
            a.set(cp.zeros_pinned(4), stream=5)


def test_memory_is_given_back_after_its_copies():
    stream, a = cuda.Stream(non_blocking=True), cp.ones(1 << 20)
    for _ in range(20):
        target = cp.empty_pinned(1 << 20)
        a.get(stream=stream, out=target, blocking=False)
        del target
    pool = cuda.get_default_pinned_memory_pool()
    assert not IS_GPU or pool.n_free_blocks() >= 1
    pool.free_all_blocks()
    assert pool.n_free_blocks() == 0
    stream.synchronize()


def test_elements_lie_as_numpy_lays_them():
    for order in "CF":
        made = cp.empty_pinned((3, 5), "i2", order)
        assert (made.flags.c_contiguous, made.flags.f_contiguous) == (order == "C", order == "F")
    like = cp.zeros_like_pinned(cp.ones((2, 3, 4)).transpose(2, 0, 1))
    assert like.strides == np.ones((2, 3, 4)).transpose(2, 0, 1).strides and not like.any()
    assert cp.empty_pinned(0).shape == (0,) and cp.zeros_pinned(()).shape == ()
    with pytest.raises(ValueError):
        cp.empty_pinned(-1)


OTHER_PROCESS = """
import sys
import numpy as np
import cuprust as cp
from cuprust.cuda import runtime, Event, Stream
memory, event = (bytes.fromhex(line) for line in sys.stdin.read().split())
ptr = runtime.ipcOpenMemHandle(memory)
event = runtime.ipcOpenEventHandle(event)
runtime.streamWaitEvent(0, event)
own = cp.ndarray(1000, memptr=cp.cuda.MemoryPointer(cp.cuda.UnownedMemory(ptr, 8000, None), 0))
assert (own.get() == np.arange(1000.0)).all(), own
own *= 2
cp.cuda.Device().synchronize()
del own
runtime.eventDestroy(event)
runtime.ipcCloseMemHandle(ptr)
print("done")
"""


def test_processes_share_memory_and_events():
    if not IS_GPU:
        for call in (
            lambda: runtime.ipcGetMemHandle(cp.ones(3).data.ptr),
            lambda: cuda.Event(disable_timing=True, interprocess=True),
            lambda: runtime.ipcGetEventHandle(cuda.Event(disable_timing=True).ptr),
            lambda: runtime.ipcOpenEventHandle(bytes(64)),
        ):
            with pytest.raises(Refused, match="cudaErrorNotSupported"):
                call()
        with pytest.raises(Refused, match="cudaErrorInvalidValue|cudaErrorNotSupported"):
            runtime.ipcOpenMemHandle(bytes(64))
    else:
        ptr = runtime.malloc(8000)
        own = cp.ndarray(1000, memptr=cuda.MemoryPointer(cuda.UnownedMemory(ptr, 8000, None), 0))
        event = cuda.Event(disable_timing=True, interprocess=True)
        own[...] = cp.arange(1000.0)
        event.record()
        handles = f"{runtime.ipcGetMemHandle(ptr).hex()}\n{runtime.ipcGetEventHandle(event.ptr).hex()}"
        done = subprocess.run([sys.executable, "-c", OTHER_PROCESS], input=handles, capture_output=True, text=True, timeout=300)
        assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr
        np.testing.assert_array_equal(own.get(), 2 * np.arange(1000.0))
        del own
        runtime.free(ptr)
        with pytest.raises(Refused):
            cuda.Event(disable_timing=True)._handle()
    for call in (runtime.ipcOpenMemHandle, runtime.ipcOpenEventHandle):
        with pytest.raises(ValueError, match="64"):
            call(bytes(63))
    with pytest.raises(Refused):
        runtime.ipcCloseMemHandle(12345)
    with pytest.raises(Refused, match="disable_timing"):
        cuda.Event(interprocess=True)


def test_events_have_handles():
    events = [cuda.Event() for _ in range(4)]
    assert len({event.ptr for event in events}) == 4
    handles = [runtime.eventCreate() for _ in range(4)]
    streams = [runtime.streamCreate() for _ in range(4)]
    for event, stream in zip(handles, streams):
        runtime.eventRecord(event, stream)
        runtime.eventSynchronize(event)
    for event, stream in zip(handles, streams):
        runtime.eventDestroy(event)
        runtime.streamDestroy(stream)
