"""Arrays of the CPU in several processes: what is sent is copied, and what has a handle is shared."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest
from conftest import on_cpu

import cuprust as cp
from cuprust import cuda
from cuprust.cuda import runtime

pytestmark = pytest.mark.skipif(not on_cpu() or not sys.platform.startswith("linux"), reason="memory of the CPU has handles on Linux")

Refused = runtime.CUDARuntimeError

# The functions of the programs below: an array on memory at an address, and one in shared memory with its handle.
PROLOGUE = """
import gc, multiprocessing, os, signal, sys, warnings
import numpy as np
import cuprust as cp
from cuprust import cuda
from cuprust.cuda import runtime
warnings.simplefilter("ignore")

def at(ptr, shape, dtype=float):
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    return cp.ndarray(shape, dtype, memptr=cuda.MemoryPointer(cuda.UnownedMemory(ptr, size, None), 0))

def shared(shape):
    ptr = runtime.malloc(int(np.prod(shape)) * 8)
    return ptr, at(ptr, shape)
"""


def right(tmp_path, program, *words):
    path = tmp_path / "program.py"
    path.write_text(PROLOGUE + textwrap.dedent(program))
    done = subprocess.run([sys.executable, str(path), *words], capture_output=True, text=True, timeout=240)
    assert (done.returncode, done.stdout) == (0, "right\n"), (done.stdout, done.stderr)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_memory_with_a_handle_is_shared(tmp_path, method):
    right(
        tmp_path,
        """
        def work(handle, queue, done):
            ptr = runtime.ipcOpenMemHandle(handle)
            own = at(ptr, (300, 1000))
            queue.put(float(own.sum()))
            own *= 2
            own[0] = -1
            del own
            runtime.ipcCloseMemHandle(ptr)                  # what was recorded for it runs before
            done.put("closed")

        if __name__ == "__main__":
            context = multiprocessing.get_context(sys.argv[1])
            ptr, a = shared((300, 1000))
            a[...] = cp.arange(300_000.0).reshape(300, 1000)
            expected = a.get()
            cuda.Device().synchronize()
            queue, done = context.Queue(), context.Queue()
            child = context.Process(target=work, args=(runtime.ipcGetMemHandle(ptr + 8), queue, done))
            child.start()
            assert queue.get(timeout=120) == expected.sum()
            assert done.get(timeout=120) == "closed"
            child.join()
            expected *= 2
            expected[0] = -1
            np.testing.assert_array_equal(a.get(), expected)
            b = a + 1                                       # recorded before the memory is freed
            del a
            runtime.free(ptr)
            np.testing.assert_array_equal(b.get(), expected + 1)
            print("right")
        """,
        method,
    )


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_what_is_sent_is_a_copy(tmp_path, method):
    right(
        tmp_path,
        """
        def work(pipe):
            a = pipe.recv()
            pipe.send((a * 2, str(a.dtype), a.flags.f_contiguous))
            a[...] = 0
            pipe.send(a)

        if __name__ == "__main__":
            context = multiprocessing.get_context(sys.argv[1])
            ours, theirs = context.Pipe()
            child = context.Process(target=work, args=(theirs,))
            child.start()
            a = cp.asfortranarray(cp.arange(60_000, dtype="f").reshape(200, 300)) + 1
            expected = a.get()
            ours.send(a)
            double, dtype, fortran = ours.recv()
            assert (dtype, fortran) == ("float32", True)
            np.testing.assert_array_equal(double.get(), 2 * expected)
            assert not ours.recv().any()
            np.testing.assert_array_equal(a.get(), expected)
            child.join()
            assert child.exitcode == 0
            print("right")
        """,
        method,
    )


def test_named_shared_memory_of_python_is_wrapped_without_a_copy(tmp_path):
    right(
        tmp_path,
        """
        from multiprocessing.shared_memory import SharedMemory

        def work(name):
            memory = SharedMemory(name)
            a = cp.from_dlpack(np.ndarray(1000, buffer=memory.buf))
            a += 1
            cuda.Device().synchronize()
            del a
            gc.collect()
            memory.close()

        if __name__ == "__main__":
            memory = SharedMemory(create=True, size=8000)
            a = cp.from_dlpack(np.ndarray(1000, buffer=memory.buf))
            a[...] = cp.arange(1000.0)
            cuda.Device().synchronize()
            child = multiprocessing.get_context("spawn").Process(target=work, args=(memory.name,))
            child.start()
            child.join()
            assert child.exitcode == 0 and (a.get() == np.arange(1000.0) + 1).all()
            del a
            gc.collect()
            memory.close()
            memory.unlink()
            print("right")
        """,
    )


def test_a_process_that_ends_takes_its_memory_along(tmp_path):
    right(
        tmp_path,
        """
        import subprocess
        words = [sys.executable, "-c", "import os, sys; exec(open(sys.argv[1]).read().split('import subprocess')[0]); ptr, a = shared(1000); a[...] = 7; "
            "cuda.Device().synchronize(); print(runtime.ipcGetMemHandle(ptr).hex(), flush=True); sys.stdin.read()", sys.argv[0]]
        others = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        handles = [bytes.fromhex(other.stdout.readline()) for other in others]
        ptr = runtime.ipcOpenMemHandle(handles[0])
        a = at(ptr, 1000)
        for other in others:
            other.send_signal(signal.SIGKILL)
            other.wait()
        # What is open stays, and what is not cannot be opened any more.
        assert (a == 7).all()
        try:
            runtime.ipcOpenMemHandle(handles[1])
        except runtime.CUDARuntimeError as error:
            assert "has ended" in str(error), error
        del a
        runtime.ipcCloseMemHandle(ptr)
        with open("/proc/self/maps") as maps:
            assert "cuprust-shared" not in maps.read()
        print("right")
        """,
    )


def test_a_forked_child_has_allocations_of_its_own(tmp_path):
    right(
        tmp_path,
        """
        kept, a = shared(1000)
        a[...] = 1
        cuda.Device().synchronize()
        child = os.fork()
        if child == 0:
            # New memory is not the parent's, whatever it is freed and written.
            for _ in range(3):
                ptr, b = shared(1000)
                b[...] = 9
                cuda.Device().synchronize()
                del b
                runtime.free(ptr)
            del a
            runtime.free(kept)
            os._exit(5)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 5
        ptr, b = shared(1000)
        assert (a == 1).all() and not b.any()
        print("right")
        """,
    )


def test_wrong_handles():
    ptr = runtime.malloc(100)
    handle = runtime.ipcGetMemHandle(ptr)
    assert len(handle) == 64 and runtime.ipcGetMemHandle(ptr + 99) == handle
    for wrong, text in ((handle, "this process's own"), (bytes(64), "no handle of memory"), (handle[:40] + bytes(24), "another host or container")):
        with pytest.raises(Refused, match=text):
            runtime.ipcOpenMemHandle(wrong)
    for address in (ptr + 100, ptr - 1, cp.ones(1000).data.ptr):
        with pytest.raises(Refused, match="only memory of `cuda.runtime.malloc`"):
            runtime.ipcGetMemHandle(address)
    runtime.free(ptr)
    with pytest.raises(Refused):
        runtime.ipcGetMemHandle(ptr)
    with pytest.raises(Refused, match="was opened"):
        runtime.ipcCloseMemHandle(ptr)


def test_arrays_of_an_allocator_that_shares():
    allocator = cuda.PythonFunctionAllocator(lambda size, device: runtime.malloc(size), lambda ptr, device: runtime.free(ptr))
    before = cuda.get_allocator()
    try:
        cuda.set_allocator(allocator.malloc)
        a = cp.arange(5000.0)
        assert len(runtime.ipcGetMemHandle(a.data.ptr)) == 64
        np.testing.assert_array_equal((a * 2).get(), 2 * np.arange(5000.0))
    finally:
        cuda.set_allocator(before)
    np.testing.assert_array_equal(a.get(), np.arange(5000.0))
