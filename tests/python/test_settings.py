"""What CuPy's package `cupyx` sets for a thread, and NumPy's arrays for copies to and from a GPU."""

import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import cuprust as cp


def test_errors():
    before = cp.geterr()
    assert before == {"divide": None, "over": None, "under": None, "invalid": None, "linalg": "defer"}
    assert cp.seterr(linalg="raise") == before and cp.geterr()["linalg"] == "raise"
    there = []
    thread = threading.Thread(target=lambda: there.append(cp.geterr()["linalg"]))
    thread.start()
    thread.join()
    assert there == ["defer"]
    assert cp.seterr(linalg="ignore")["linalg"] == "raise"
    assert cp.seterr(linalg="defer")["linalg"] == "ignore"
    with pytest.raises(ZeroDivisionError), cp.errstate(linalg="raise"):
        assert cp.geterr()["linalg"] == "raise"
        1 / 0
    assert cp.geterr() == before
    for wrong in ({"divide": "raise"}, {"over": "ignore"}, {"under": "warn"}, {"invalid": "raise"}, {"linalg": "warn"}):
        with pytest.raises(NotImplementedError):
            cp.seterr(**wrong)
    assert cp.geterr() == before


WAITS = [
    float, bool, lambda a: a.item(), lambda a: a.get(), lambda a: a.tolist(), cp.asnumpy, repr, lambda a: cp.nonzero(a), lambda a: a.tobytes(),
    lambda a: cp.cuda.Device().synchronize(), lambda a: cp.cuda.get_current_stream().synchronize(),
]  # fmt: skip


@pytest.mark.parametrize("wait", WAITS)
def test_where_a_thread_may_not_wait(wait):
    a = cp.ones(1)
    with cp.allow_synchronize(False):
        b = a + 1
        b[0] = 3
        with pytest.raises(cp.DeviceSynchronized, match="Device synchronized"):
            wait(b)
        with cp.allow_synchronize(True):
            wait(b)
        with pytest.raises(RuntimeError):
            wait(b)
        other = threading.Thread(target=wait, args=(b,))
        other.start()
        other.join()
    wait(b)
    assert float(b[0]) == 3


def test_pinned():
    for made, like in ((cp.empty_pinned, cp.empty_like_pinned), (cp.zeros_pinned, cp.zeros_like_pinned)):
        a = made((2, 3), "f4", order="F")
        assert type(a) is np.ndarray and a.shape == (2, 3) and a.dtype == np.float32 and a.flags.f_contiguous
        assert made(4).dtype == np.float64
        for source in (cp.ones((2, 3, 4), "i4"), cp.ones((2, 3, 4), "i4").transpose(1, 2, 0), np.ones((2, 3), "i4").T):
            b = like(source)
            theirs = np.empty_like(source.get() if isinstance(source, cp.ndarray) else source)
            assert b.shape == source.shape and b.dtype == np.int32 and type(b) is np.ndarray
            if not isinstance(source, cp.ndarray):
                assert b.strides == theirs.strides
        assert like(cp.ones((2, 3, 4)).transpose(1, 2, 0)).strides == cp.ones((2, 3, 4)).transpose(1, 2, 0).strides
        assert like(cp.ones(3), shape=(2, 2), dtype="c8").shape == (2, 2)
    assert not cp.zeros_pinned(3).any() and not cp.zeros_like_pinned(cp.ones(3)).any()
    target = cp.empty_pinned(3)
    cp.arange(3.0).get(out=target)
    assert target.tolist() == [0, 1, 2]


def test_the_log_tells_what_happens(tmp_path):
    """`CUPRUST_LOG` writes a line on standard error for each kernel, flush and library that it names."""
    program = """
        import cuprust as cp
        with cp.cuda.Device("ptx"):
            print(float((cp.arange(7) * 2.0).sum()))
        print(float(cp.arange(5, device="cpu").sum()))
    """

    def errors(topics):
        environment = {**os.environ, "CUPRUST_LOG": topics, "CUPRUST_CACHE_DIR": str(tmp_path)}
        run = [sys.executable, "-c", textwrap.dedent(program)]
        done = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
        assert done.stdout == "42.0\n10.0\n"
        return done.stderr.splitlines()

    # The first run compiles into the empty folder, and later ones find the kernels there.
    fresh, again = errors("kernels"), errors("kernels,libraries")
    assert fresh and all(line.startswith("cuprust: kernels: ") and " compiled in " in line for line in fresh)
    assert any(" read from disk in " in line for line in again)
    assert errors("") == [] and errors("0") == []
    lines = errors("flushes")
    assert lines and all(line.startswith("cuprust: flushes: ") for line in lines)
    assert any("operations on cpu, stream 0: elements are read" in line for line in lines) and any(" on ptx, " in line for line in lines)
    assert any(line.startswith("cuprust: libraries: libnvrtc ") for line in errors("1"))
    assert errors("magic") == ["cuprust: CUPRUST_LOG: `magic` is none of kernels, flushes, libraries, 1"]
