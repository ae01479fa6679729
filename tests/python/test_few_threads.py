"""A process that may start no more threads computes on the threads it has, with the same results."""

import os
import subprocess
import sys
import textwrap

import pytest

# The limit binds every user but root, and none that has the capabilities of an administrator. A program of root's
# becomes one of a user without processes and gives the capabilities back; it stays the owner of root's files.
LIMIT = """
    import ctypes, os, resource, threading

    def limit(soft, hard):
        if os.getuid() == 0:
            os.setresuid(61234, 0, 0)
            header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
            assert ctypes.CDLL(None).capset(header, none) == 0
        resource.setrlimit(resource.RLIMIT_NPROC, (soft, hard))
        try:
            threading.Thread(target=int).start()
        except RuntimeError:
            return
        raise SystemExit("a thread was started: the limit does not bind")
"""

PROGRAM = LIMIT.replace("{", "{{").replace("}", "}}") + """
    import numpy as np
    import cuprust as cp

    before = {before}
    if before:
        assert int(cp.arange(1 << 20).sum()) == (1 << 19) * ((1 << 20) - 1)
    limit(1, 1)
    size = {size}
    for _ in range(2):
        a = cp.arange(size, dtype="float64").reshape(-1, 64)
        h = np.arange(size, dtype="float64").reshape(-1, 64)
        assert np.array_equal((a * 2 + 1).get(), h * 2 + 1)
        assert float(a.sum()) == h.sum()
        assert np.array_equal(a.sum(axis=0).get(), h.sum(axis=0)) and np.array_equal(a.max(axis=1).get(), h.max(axis=1))
        assert np.array_equal(cp.cumsum(a.astype("int64"), axis=1).get(), np.cumsum(h.astype("int64"), axis=1))
        assert np.allclose((a @ a.T[:, :64]).get(), h @ h.T[:, :64])
        i = a.astype("int32")
        assert np.array_equal((i @ i.T[:, :8]).get(), h.astype("int32") @ h.astype("int32").T[:, :8])
        small = cp.ones((40, 3, 3)) @ cp.ones((40, 3, 3))
        assert float(small.sum()) == 40 * 27
        b = cp.zeros(64, "int64")
        cp.add.at(b, cp.arange(size) % 64, 1)
        assert np.array_equal(b.get(), np.full(64, size // 64))
        for shape in [(10,), (size,)]:
            drawn = cp.random.default_rng(3).random(shape)
            assert drawn.get().min() >= 0 and drawn.get().max() < 1
        a[1:] += a[:-1]
        h[1:] += h[:-1].copy()
        assert np.array_equal(a.get(), h)
    print("right")
"""


def outcome(program, **environment):
    # Python 3.12 warns of every fork of a process with threads.
    done = subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", "-c", textwrap.dedent(program)], capture_output=True, text=True,
                          env={**os.environ, **environment}, timeout=900)  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_NPROC counts threads on Linux alone")
@pytest.mark.parametrize(("device", "size"), [("cpu", 1 << 18), ("ptx", 1 << 10)])
@pytest.mark.parametrize("before", [False, True], ids=["from the start", "later"])
def test_no_more_threads(device, size, before, tmp_path):
    cache = {"CUPRUST_CACHE_DIR": str(tmp_path)}
    assert outcome(PROGRAM.format(before=before, size=size), CUPRUST_DEVICE=device, **cache) == (0, "right\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_NPROC counts threads on Linux alone")
def test_threads_that_come_back_are_used():
    program = LIMIT + """
    import time
    import cuprust as cp

    def tasks():
        return len(os.listdir("/proc/self/task"))

    limit(1, 10000)
    a = cp.ones(1 << 22)
    assert float((a + 1).sum()) == 2 << 22
    alone = tasks()
    resource.setrlimit(resource.RLIMIT_NPROC, (10000, 10000))
    end = time.monotonic() + 200
    while tasks() == alone and time.monotonic() < end:
        assert float((a + 1).sum()) == 2 << 22
    assert tasks() > alone
    print("right")
    """
    assert outcome(program, CUPRUST_DEVICE="cpu") == (0, "right\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_more_threads_than_anything_needs_are_not_started():
    program = """
    import os
    import cuprust as cp

    assert float(cp.ones(5_000_000).sum()) == 5_000_000
    child = os.fork()
    if child == 0:
        assert float(cp.ones(5_000_000).sum()) == 5_000_000
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    threads = len(os.listdir("/proc/self/task"))
    assert threads <= max(64, 2 * os.cpu_count()) + 8, threads
    print("right")
    """
    assert outcome(program, RAYON_NUM_THREADS="5000", CUPRUST_DEVICE="cpu") == (0, "right\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_three_hundred_children_at_once_compute():
    program = """
    import os, threading
    import numpy as np
    import cuprust as cp

    matrix, kept, ended = cp.ones((90, 90)), cp.arange(200_000.0), threading.Event()
    assert float(kept.sum()) == 19999900000

    def compute():
        while not ended.is_set():
            float((cp.arange(300_000.0) * 2).sum())

    threads = [threading.Thread(target=compute) for _ in range(3)]
    for thread in threads:
        thread.start()
    children = []
    for number in range(300):
        child = os.fork()
        if child == 0:
            right = float((kept + number).sum()) == 19999900000 + 200_000 * number and float((matrix @ matrix).sum()) == 90**3
            os._exit(0 if right and np.allclose(cp.linalg.inv(cp.eye(5) * 2).get(), np.eye(5) / 2) else 1)
        children.append(child)
    print({os.waitpid(child, 0)[1] for child in children})
    ended.set()
    for thread in threads:
        thread.join()
    """
    assert outcome(program, CUPRUST_DEVICE="cpu") == (0, "{0}\n", "")
