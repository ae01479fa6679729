"""Streams and graphs: work captured from a stream is launched repeatedly, on whatever device the tests run."""

import gc
import subprocess
import sys
import threading

import numpy as np
import pytest

import cuprust as cp
from cuprust import cuda

Refused = cuda.runtime.CUDARuntimeError


def capture(work, stream=None):
    """The graph of some work, the work's result, and the stream."""
    stream = stream or cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        result = work()
        return stream.end_capture(), result, stream


WORKS = {
    "arithmetic": lambda a: ((a + 3) * 7.6) ** 2,
    "functions": lambda a: cp.sqrt(3 * cp.abs(cp.sin(a)) + 1),
    "reduction": lambda a: a - a.mean(axis=0, keepdims=True),
    "transform": lambda a: cp.fft.ifft(a * cp.fft.fft(a)).real,
    "product": lambda a: a @ a.T,
    "sort": lambda a: cp.sort(a, axis=None)[::2],
    "scan": lambda a: cp.cumsum(a, axis=1),
    "gather": lambda a: a[cp.array([3, 0, 3])] + cp.arange(5.0),
    "constants": lambda a: a + cp.asarray([1.0, 2, 3, 4, 5]) * cp.asarray(np.arange(4.0))[:, None],
    "take": lambda a: cp.take(a, cp.asarray([4, -1, 0]), axis=1) * cp.take_along_axis(a, cp.argsort(a, axis=0), 0)[:1, :3],
    "places": lambda a: a[cp.array([[0], [-1]]), cp.array([1, -4, 2])] + a[1:, cp.array([2, 0])][:2, :1],
    "put": lambda a: cp.zeros(9).__setitem__(cp.array([3, -1]), a[:2, 0]) or a * 2,
    "scatter": lambda a: cp.zeros(3).__setitem__(slice(1), a[0, 0]) or a * 2,
    "join": lambda a: cp.concatenate([a, a * 2])[:, ::-1],
}


@pytest.mark.parametrize("name", WORKS)
def test_a_launch_gives_what_the_work_gives(name):
    a = cp.random.default_rng(0).random((4, 5))
    graph, result, stream = capture(lambda: WORKS[name](a))
    for turn in range(3):
        a[...] = cp.random.default_rng(turn + 1).random((4, 5))
        graph.launch(stream)
        np.testing.assert_allclose(result.get(), WORKS[name](a).get(), rtol=1e-12)


@pytest.mark.parametrize("read", [lambda a, i: a[i], lambda a, i: cp.take(a, i), lambda a, i: a[:, None][i, 0] + 1])
def test_indices_are_checked_at_each_launch(read):
    a, index = cp.arange(5.0), cp.array([0, 2, -1])
    graph, result, stream = capture(lambda: read(a, index))
    graph.launch(stream)
    np.testing.assert_array_equal(result.get(), read(a, index).get())
    index[...] = cp.array([0, 5, 1])
    with pytest.raises(IndexError, match="5|out of bounds"):
        graph.launch(stream)
        stream.synchronize()
        result.get()
    index[...] = cp.array([-5, 4, 1])
    graph.launch(stream)
    np.testing.assert_array_equal(result.get(), read(a, index).get())


def test_nothing_runs_before_the_launch_and_every_launch_counts():
    a = cp.ones(1000)
    before = a * 2

    def work():
        a.__iadd__(1)
        return a * before

    graph, result, stream = capture(work)
    assert a.get().tolist() == [1] * 1000
    graph.upload(stream)
    for turn in range(1, 4):
        graph.launch(stream)
        assert a.get().tolist() == [1 + turn] * 1000 and result.get().tolist() == [2 + 2 * turn] * 1000
    other = cuda.Stream()
    with other:
        graph.launch()
    assert a.get()[0] == 5 and str(graph).startswith("<Graph of ")


def test_a_graph_keeps_the_memory_that_it_names():
    source, target = cp.arange(1000.0), cp.zeros(1000)

    def work():
        temporary = cp.sort(source[::-1] * 2)
        target[...] = temporary + 1

    graph, _, stream = capture(work)
    view = target[:]
    del source, target
    gc.collect()
    others = [cp.full(1000, -7.0) for _ in range(8)]
    cuda.Stream.null.synchronize()
    graph.launch(stream)
    np.testing.assert_array_equal(view.get(), 2 * np.arange(1000) + 1)
    assert all(other.get().tolist() == [-7] * 1000 for other in others)
    graph.launch(stream)
    del graph
    np.testing.assert_array_equal(view.get(), 2 * np.arange(1000) + 1)


def test_memory_of_temporaries_is_given_back():
    pool, device = cp.get_default_memory_pool(), cuda.Device()
    a = cp.ones(1 << 16)
    device.synchronize()
    graph, result, stream = capture(lambda: cp.sort(a[::-1]) * 2)
    graph.launch(stream)
    del graph, result
    gc.collect()
    device.synchronize()
    used = pool.used_bytes()
    for _ in range(5):
        graph, result, _ = capture(lambda: cp.sort(a[::-1]) * 2, stream)
        graph.launch(stream)
        del graph, result
    device.synchronize()
    assert pool.used_bytes() <= used + (1 << 16)


KERNEL = """extern "C" __global__ void next(const float* x, float* y, float step, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + step;
}"""


@pytest.mark.skipif("sys.platform == 'darwin'", reason="NVIDIA's compiler is not to be had")
def test_kernels_of_users():
    kernel = cp.RawKernel(KERNEL, "next")
    squared = cp.ElementwiseKernel("raw T x", "T y", "y = x[i] * x[i]", "squared")
    total = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "total")
    x, y, z = cp.arange(100, dtype=cp.float32), cp.zeros(100, cp.float32), cp.zeros(100, cp.float32)

    def work():
        for _ in range(5):
            kernel((1,), (128,), (x, y, np.float32(1), 100))
            kernel((1,), (128,), (y, x, np.float32(1), 100))
        squared(x, z)
        return total(z)

    kernel((1,), (128,), (x, y, 0.0, 100)), squared(x, z), total(z)
    graph, sum_, stream = capture(work)
    assert float(x[0]) == 0
    for turn in (1, 2):
        graph.launch(stream)
        expected = np.arange(100, dtype=np.float32) + 10 * turn
        np.testing.assert_array_equal(x.get(), expected)
        assert float(sum_) == (expected * expected).sum()
    assert "next" in graph.debug_dot_str() and graph.debug_dot_str(1) != graph.debug_dot_str()


def test_streams_that_join():
    first, second = cuda.Stream(non_blocking=True), cuda.Stream(non_blocking=True)
    fork, join = cuda.Event(), cuda.Event()
    a = cp.random.random(100)
    with first:
        first.begin_capture()
        out = a * 100
        fork.record(first)
        second.wait_event(fork)
        with second:
            assert second.is_capturing()
            result = 3 * out + 1
            join.record(second)
        first.wait_event(join)
        graph = first.end_capture()
    assert not first.is_capturing() and not second.is_capturing()
    graph.launch()
    np.testing.assert_allclose(result.get(), 300 * a.get() + 1)


def test_host_functions():
    count = []
    graph, _, stream = capture(lambda: cuda.get_current_stream().launch_host_func(count.append, 5))
    gc.collect()
    assert count == []
    for turn in (1, 2):
        graph.launch(stream)
        stream.synchronize()
        assert count == [5] * turn
    seen = []
    stream.add_callback(lambda *given: seen.append(given), "x")
    stream.synchronize()
    assert seen == [(stream, 0, "x")]
    with pytest.raises(TypeError):
        stream.launch_host_func(len)


def test_a_host_function_launches_no_graph():
    """CUDA permits it no call: a graph that it launches may be its own, which would run within itself without end."""
    refused, graphs = [], []

    def again(_):
        for call in (graphs[0].launch, graphs[0].upload):
            try:
                call(stream)
            except Refused as error:
                refused.append(str(error))

    def work():
        cuda.get_current_stream().launch_host_func(again, None)
        return a + 1

    a = cp.arange(5.0)
    graph, result, stream = capture(work)
    graphs.append(graph)
    for turn in (1, 2):
        graph.launch(stream)
        stream.synchronize()
        assert len(refused) == 2 * turn and all("cudaErrorNotPermitted" in text for text in refused)
    stream.launch_host_func(again, None)
    stream.synchronize()
    assert len(refused) == 6
    graphs.clear()
    np.testing.assert_array_equal(result.get(), np.arange(5.0) + 1)


# A host function wants the interpreter's lock, and the device does nothing behind it until it has ended: whatever waits
# for the device meanwhile, because its queue is full or its memory is given back, must leave that lock.
WAITING_BEHIND = """
import gc, sys, time
import numpy as np
import cuprust as cp
from cuprust import cuda

MANY = 3000 if cuda.Device().type == "cuda" and str(cuda.Device()) != "ptx" else 20
seen = []

def slow(name):
    for _ in range(20):
        time.sleep(0.005)
    seen.append(name)

class Cycle:
    pass

def drop(name):
    # A collection in a host function drops what uses the device.
    kept.pop()
    gc.collect()
    slow(name)

kernel = cp.RawKernel('extern "C" __global__ void add(double* a, int n) { if (threadIdx.x < n) a[threadIdx.x] += 1; }', "add")
a, stream = cp.zeros(100), cuda.Stream(non_blocking=True)

def capture(function, name):
    with stream:
        stream.begin_capture()
        a.__iadd__(1)
        stream.launch_host_func(function, name)
        a.__iadd__(1)
        return stream.end_capture()

with stream:
    graph = capture(slow, "in a dropped graph")
    graph.launch()
    del graph
    assert seen == ["in a dropped graph"]

    stream.launch_host_func(slow, "before kernels")
    for _ in range(MANY):
        kernel((1,), (128,), (a, 100))
    stream.launch_host_func(slow, "before programs")
    for _ in range(MANY):
        a += 1
        stream.record()
    stream.launch_host_func(slow, "before uploads")
    for i in range(100):
        a += cp.asarray(np.full(100, 1.0))
    graph = capture(slow, "in a graph")
    for _ in range(5):
        graph.launch()
    cycle = Cycle()
    cycle.own, cycle.all = cycle, [capture(slow, "never"), cuda.Event(), cp.ones(1000), cuda.alloc_pinned_memory(100)]
    cycle.all[0].launch()
    kept = [cycle]
    del cycle
    gc.disable()
    stream.launch_host_func(drop, "with a cycle")
    stream.synchronize()
    gc.enable()
    a += cp.ones(100)
    expected = 2 + MANY + MANY + 100 + 5 * 2 + 2 + 1
    assert (a.get() == expected).all(), (a.get(), expected)
names = ["in a dropped graph", "before kernels", "before programs", "before uploads"] + ["in a graph"] * 5 + ["never", "with a cycle"]
assert seen == names, seen
graph.launch()
cp.cuda.Device().synchronize()
print("done")
"""


def test_nothing_waits_for_a_host_function_with_the_interpreters_lock():
    done = subprocess.run([sys.executable, "-c", WAITING_BEHIND], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


class TestMisuse:
    def usable(self, *streams):
        for stream in streams:
            assert not stream.is_capturing()
            with stream:
                assert float(cp.arange(5.0).sum()) == 10
            stream.synchronize()

    @pytest.mark.parametrize("read", [float, lambda a: a.get(), lambda a: a.item(), bool, lambda a: a.tolist(), cp.nonzero, print])
    def test_there_are_no_values_within_a_capture(self, read):
        a, stream = cp.ones(()), cuda.Stream(non_blocking=True)
        with stream:
            stream.begin_capture()
            for array in (a, a + 1):
                with pytest.raises(RuntimeError, match="is capturing"):
                    read(array.reshape(1) if read is cp.nonzero else array)
            graph = stream.end_capture()
        graph.launch(stream)
        self.usable(stream)

    def test_waiting_ends_it(self):
        stream = cuda.Stream(non_blocking=True)
        for wait in (stream.synchronize, lambda: cuda.Device().synchronize()):
            stream.begin_capture()
            with pytest.raises(Refused, match="cudaErrorStreamCaptureUnsupported"):
                wait()
            with pytest.raises(Refused, match="cudaErrorStreamCaptureInvalidated"):
                stream.end_capture()
            self.usable(stream)
        stream.begin_capture()
        assert stream.done is False
        with pytest.raises(Refused, match="cudaErrorStreamCaptureInvalidated"):
            stream.end_capture()
        self.usable(stream)

    def test_what_does_not_match(self):
        first, second, event = cuda.Stream(non_blocking=True), cuda.Stream(non_blocking=True), cuda.Event()
        with pytest.raises(Refused, match="cudaErrorIllegalState"):
            first.end_capture()
        with pytest.raises(Refused, match="null stream cannot be captured"):
            cuda.Stream.null.begin_capture()
        first.begin_capture()
        with pytest.raises(Refused, match="cudaErrorIllegalState"):
            first.begin_capture()
        event.record(first)
        for wrong in (event.synchronize, lambda: event.done, lambda: cuda.get_elapsed_time(event, event)):
            with pytest.raises(Refused, match="cudaErrorCapturedEvent"):
                wrong()
        second.wait_event(event)
        with pytest.raises(Refused, match="cudaErrorStreamCaptureUnmatched"):
            second.end_capture()
        with pytest.raises(Refused, match="cudaErrorStreamCaptureInvalidated"):
            first.end_capture()
        self.usable(first, second)
        first.begin_capture()
        event.record(first)
        second.wait_event(event)
        with pytest.raises(Refused, match="cudaErrorStreamCaptureUnjoined"):
            first.end_capture()
        self.usable(first, second)
        with pytest.raises(Refused, match="cudaErrorCapturedEvent"):
            second.wait_event(event)
        event.record(first)
        event.synchronize()
        self.usable(first, second)

    def test_what_is_captured_is_not_read_from_outside(self):
        stream = cuda.Stream(non_blocking=True)
        a = cp.arange(5.0)
        with stream:
            stream.begin_capture()
            b = a + 1
        assert a.get().tolist() == [0, 1, 2, 3, 4]
        with pytest.raises(RuntimeError, match="is capturing"):
            b.get()
        graph = stream.end_capture()
        graph.launch(stream)
        assert b.get().tolist() == [1, 2, 3, 4, 5]

    def test_a_blocking_stream_refuses_questions_of_the_null_stream(self):
        stream = cuda.Stream()
        stream.begin_capture()
        with pytest.raises(Refused, match="cudaErrorStreamCaptureImplicit"):
            cuda.Stream.null.is_capturing()
        stream.end_capture()
        assert not cuda.Stream.null.is_capturing()

    def test_a_launch_within_a_capture(self):
        graph, _, stream = capture(lambda: cp.ones(3) + 1)
        stream.begin_capture()
        with pytest.raises(Refused, match="is capturing"):
            graph.launch(stream)
        stream.end_capture()
        with pytest.raises(TypeError):
            graph.launch(0)
        self.usable(stream)

    def test_a_stream_that_is_dropped_within_its_capture(self):
        stream = cuda.Stream(non_blocking=True)
        stream.begin_capture()
        with stream:
            a = cp.ones(3) + 1
        del stream, a
        gc.collect()
        self.usable(cuda.Stream(non_blocking=True), cuda.Stream(non_blocking=True))


def test_threads_capture_for_themselves():
    failures, barrier = [], threading.Barrier(3)

    def work(number):
        try:
            a = cp.full(500, float(number))
            for _ in range(5):
                barrier.wait()
                graph, result, stream = capture(lambda: cp.sqrt(a * a) + number)
                for _ in range(3):
                    graph.launch(stream)
                    assert result.get().tolist() == [2.0 * number] * 500
        except Exception as error:
            failures.append(error)
            barrier.abort()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures, failures


class TestStreams:
    def test_which_is_current(self):
        null = cuda.Stream.null
        assert cuda.get_current_stream() == null and cuda.Stream(null=True) == null != cuda.Stream.ptds == cuda.Stream(ptds=True)
        first, second = cuda.Stream(), cuda.Stream(non_blocking=True, priority=-1)
        assert first != null and not first.is_non_blocking and second.is_non_blocking and second.priority == -1
        with first:
            assert cuda.get_current_stream() is first
            second.use()
            with null:
                assert cuda.get_current_stream() is null
            assert cuda.get_current_stream() is first and cuda.get_current_stream(cuda.Device().id) is first
        assert cuda.get_current_stream() is null
        assert first.use() is first is cuda.get_current_stream() and cuda.Stream.null.use() is null
        assert len({first, second, null, cuda.Stream.ptds}) == 4
        with pytest.raises(ValueError):
            cuda.Stream(null=True, ptds=True)

    def test_each_thread_has_one(self):
        handles = []
        with cuda.Stream.ptds as own:
            a = cp.arange(100) + 1
            handles.append(own.ptr)
        thread = threading.Thread(target=lambda: handles.append(cuda.Stream.ptds.ptr))
        thread.start()
        thread.join()
        assert handles[0] != handles[1] and cuda.Stream.ptds.ptr == handles[0] and int(a.sum()) == 5050

    def test_streams_of_others(self):
        own = cuda.Stream()

        class Other:
            def __cuda_stream__(self):
                return 0, own.ptr

        other = Other()
        stream = cuda.Stream.from_external(other)
        assert stream.ptr == own.ptr and stream.device_id == -1 and stream._foreign_stream_ref is other and stream == own
        assert own.__cuda_stream__() == (0, own.ptr) and cuda.Stream.from_external(cuda.Stream.null) == cuda.Stream.null
        with stream:
            assert int((cp.arange(10) + 1).sum()) == 55
        stream.synchronize()
        with pytest.warns(DeprecationWarning, match="ExternalStream is deprecated"):
            external = cuda.ExternalStream(own.ptr)
        assert isinstance(external, cuda.Stream) and external == own
        # Handles that go leave the stream to those that stay.
        del stream, external
        gc.collect()
        with own:
            assert int((cp.arange(10) + 1).sum()) == 55
        own.synchronize()
        for wrong in (123, (0,), ("x", 0), (0, "x"), (1, 5)):
            Bad = type("Bad", (), {"__cuda_stream__": lambda self, wrong=wrong: wrong})
            with pytest.raises(TypeError):
                cuda.Stream.from_external(Bad())
        for call in (own.launch_host_func, own.add_callback):
            with pytest.raises(TypeError, match="callable"):
                call(cp.ones(3), 1)
        with pytest.raises(TypeError, match="does not implement"):
            cuda.Stream.from_external(object())

    @pytest.mark.skipif("str(cp.cuda.Device()) != 'cpu'", reason="the other device is made on the CPU")
    def test_a_stream_of_another_device(self):
        stream = cuda.Stream()
        graph, _, _ = capture(lambda: cp.ones(3) + 1)
        with cuda.Device("ptx"):
            other = cuda.Stream()
            for wrong in (stream.use, stream.__enter__):
                with pytest.raises(RuntimeError, match="is of the device cpu"):
                    wrong()
            with pytest.raises(ValueError, match="graph of cpu"):
                graph.launch(other)
            assert cuda.get_current_stream() == cuda.Stream.null
        with pytest.raises(ValueError, match="event of cpu"):
            cuda.Event().record(other)
