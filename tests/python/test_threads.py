"""Other threads, signals and forks while programs are compiled, run and waited for."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import cuprust as cp

DEVICE = str(cp.cuda.Device())


def long_program(length, steps):
    """A program that takes long, and the value of each of its elements."""
    x = cp.ones(length)
    for _ in range(steps):
        x = cp.sqrt(x + 1.0) * 1.0000001
    return x


def long_product():
    """A product of matrices of ones, which is one long operation after another, and each of its elements."""
    n = 1600 if DEVICE != "ptx" else 40
    a = cp.ones((n, n))
    return a @ a @ a @ a, float(n) ** 3


def cold_program(salt):
    """A program whose kernel no cache holds."""
    x = cp.arange(24.0)
    for step in range(12):
        x = getattr(cp, ["sin", "cos", "tanh", "exp", "sqrt", "cbrt"][(salt >> step) % 6])(x * 0.1 + step)
    return x


# Long enough that another thread has many turns meanwhile, also on a busy machine.
LENGTH = {"cpu": 3_000_000, "ptx": 60_000}.get(DEVICE, 200_000_000)
STEPS = {"cpu": 120, "ptx": 40}.get(DEVICE, 200)

TICKER = """
import sys, threading, time
sys.path.insert(0, {folder!r})
import test_threads as t
import cuprust as cp

turns, stop = [0], [False]

def tick():
    while not stop[0]:
        time.sleep(0.001)
        turns[0] += 1

{before}
thread = threading.Thread(target=tick)
thread.start()
while turns[0] == 0:
    time.sleep(0.001)
begun = turns[0]
{call}
during = turns[0] - begun
stop[0] = True
thread.join()
print(during)
"""

# The operations recorded before, and the long call.
WORK = {
    "a long flush": ("x = t.long_program(t.LENGTH, t.STEPS).sum()", "float(x)"),
    "a long wait": ("x = t.long_program(t.LENGTH, t.STEPS)", "cp.cuda.Device().synchronize()"),
    "a wait for a stream": ("s = cp.cuda.Stream()\nwith s: x = t.long_program(t.LENGTH, t.STEPS)", "s.synchronize()"),
    "a program that fills the queue": ("", "x = t.long_program(t.LENGTH, 3 * t.STEPS)\ncp.cuda.Device().synchronize()"),
    "a copy to the host": ("x = t.long_program(t.LENGTH, t.STEPS)", "x.get()"),
    "one long operation": ("a = cp.ones((1200, 1200)); x = (a @ a @ a @ a).sum()" if DEVICE != "ptx" else "x = cp.ones(300_000).sum()", "float(x)"),
    # On the CPU nothing is compiled.
    **({} if DEVICE == "cpu" else {"a cold compile": ("x = t.cold_program(1).sum()", "float(x)")}),
}


def child(text, **options):
    environment = {**os.environ, "CUPRUST_DISABLE": "cache", **options}
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


@pytest.mark.parametrize("name", WORK)
def test_other_threads_go_on(name):
    before, call = WORK[name]
    process = child(TICKER.format(folder=os.path.dirname(__file__), before=before, call=call))
    out, error = process.communicate(timeout=600)
    assert process.returncode == 0, error
    # A call that kept the interpreter's lock would leave the other thread one turn before it and one behind it.
    assert int(out) > 3


INTERRUPTED = """
import os, signal, sys, threading, time
sys.path.insert(0, {folder!r})
import test_threads as t
import cuprust as cp
import numpy as np

kept = cp.arange(1000.0)
kept += 1

class Stop(Exception):
    pass

def handler(*_):
    raise Stop

def attempt():
    # How often another thread has its turn from the signal until that is heard, and then until the work is done.
    turns, reading, heard, over = [0, 0], threading.Event(), [], []

    def send():
        reading.wait()
        for _ in range({turns}):
            time.sleep(0.002)
        os.kill(os.getpid(), signal.SIGINT)
        while not over:
            time.sleep(0.002)
            turns[len(heard)] += 1

    sender = threading.Thread(target=send)
    sender.start()
    results = []
    try:
        while True:
            x, value = t.long_product()
            global kept
            kept += 1
            results.append((kept * 2, len(results)))
            reading.set()
            float(x.sum())
    except Stop:
        heard.append(1)
    # Everything that was recorded before is computed all the same.
    assert float(x[0, 0]) == float(x[-1, -1]) == value
    over.append(1)
    sender.join()
    first = results[0][0].get()[0]
    for doubled, number in results:
        np.testing.assert_array_equal(doubled.get(), first + 2 * (np.arange(1000.0) + number))
    return turns

signal.signal(signal.SIGINT, handler)
# A busy machine may let the thread that hears a signal wait for its turn: not every time.
for _ in range(8):
    before, after = attempt()
    print(before, after)
    if before <= max(after, {short}):
        break
else:
    sys.exit("the signal was heard when most of the work was done")
"""


@pytest.mark.parametrize("turns", [1, 60])
def test_a_signal_is_heard_amid_the_work_and_nothing_is_lost(turns):
    # On the machine of PTX an operation is short, and signals are heard between operations.
    short = 12 if DEVICE == "ptx" else 0
    process = child(INTERRUPTED.format(folder=os.path.dirname(__file__), turns=turns, short=short))
    out, error = process.communicate(timeout=600)
    assert process.returncode == 0, error + out


ENDING = """
import os, signal, sys, threading, time
sys.path.insert(0, {folder!r})
import test_threads as t

class Stop(Exception):
    pass

def handler(*_):
    raise Stop

signal.signal(signal.SIGINT, handler)
x = t.long_program(t.LENGTH, 2)
float(x[0])
try:
    threading.Timer({delay}, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    while True:
        float(t.long_program(t.LENGTH, t.STEPS).sum()), [float(t.cold_program(salt).sum()) for salt in range(64)]
except Stop:
    print("stopped")
"""


def test_a_process_ends_well_while_an_interrupted_program_runs_on():
    processes = [child(ENDING.format(folder=os.path.dirname(__file__), delay=0.02 * number)) for number in range(6)]
    for process in processes:
        out, error = process.communicate(timeout=300)
        assert (process.returncode, out, error) == (0, "stopped\n", "")


def test_threads_that_share_a_stream_and_arrays():
    """Threads record on one stream and on streams of their own, over arrays of their own and one they all read."""
    shared = cp.arange(5000.0)
    wrong = []

    def work(number):
        try:
            generator = np.random.default_rng(number)
            with cp.cuda.Stream() if number % 2 else cp.cuda.Stream.null:
                ours, theirs = cp.ones(5000), np.ones(5000)
                for _ in range(150 if DEVICE == "cpu" else 12):
                    match generator.integers(6):
                        case 0:
                            ours, theirs = ours + shared, theirs + np.arange(5000.0)
                        case 1:
                            ours += 1
                            theirs += 1
                        case 2:
                            assert float(ours.sum()) == theirs.sum()
                        case 3:
                            ours[10:2000] = 3
                            theirs[10:2000] = 3
                        case 4:
                            ours, theirs = cp.roll(ours, 7) - 2, np.roll(theirs, 7) - 2
                        case 5:
                            ours, theirs = cp.minimum(ours, 1e9), np.minimum(theirs, 1e9)
                np.testing.assert_array_equal(ours.get(), theirs)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
        assert not thread.is_alive()
    assert not wrong, wrong[0]


FORKS = """
import os, sys, threading, time
import cuprust as cp

stop, begun = [], set()

def work():
    x = cp.ones(300_000)
    while not stop:
        float((cp.sqrt(x + 1) * 2).sum())
        begun.add(threading.get_ident())
        small = cp.ones(10) + 1
        del small

threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
while len(begun) < len(threads):
    time.sleep(0.001)
pending = cp.ones(1000) + 1
hung = 0
for _ in range(40):
    pid = os.fork()
    if pid == 0:
        right = float((cp.ones(200_000) * 2 + 1).sum()) == 600_000 and float((cp.ones(10) + 1).sum()) == 20
        right = right and float((pending * 2).sum()) == 4000
        os._exit(0 if right else 1)
    end = time.time() + 300
    while time.time() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            assert status == 0, status
            break
        time.sleep(0.002)
    else:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        hung += 1
stop.append(1)
for thread in threads:
    thread.join()
assert float((pending * 2).sum()) == 4000
print(hung)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_children_of_a_process_with_threads_compute():
    process = child(FORKS, CUPRUST_DEVICE="cpu")
    out, error = process.communicate(timeout=1800)
    assert process.returncode == 0, error
    assert out.split() == ["0"]


# A pool of a GPU holds memory in large pieces, of which small arrays leave something over.
MANY = 40_000_000 if DEVICE.startswith("cuda") else 1_000_000


def test_out_of_memory_loses_what_needs_memory_alone():
    a = cp.ones(MANY)
    c = cp.zeros(1000)
    a += 1
    float(a[0]), float(c[0])
    pool = cp.get_default_memory_pool()
    cp.cuda.Device().synchronize()
    pool.free_all_blocks()
    pool.set_limit(size=pool.used_bytes() + 6 * MANY)
    try:
        a += 1
        b = cp.multiply(a, 2)
        c += a[:1000]
        with pytest.raises(cp.cuda.memory.OutOfMemoryError, match="multiply"):
            b.get()
        assert (a[:1000].get() == 3).all() and (c.get() == 3).all()
        a *= 2
        assert (a[-1000:].get() == 6).all()
        with pytest.raises(cp.cuda.memory.OutOfMemoryError, match="multiply"):
            b.get()
    finally:
        pool.set_limit(size=0)
    assert ((a + 1)[:5].get() == 7).all()


@pytest.mark.parametrize("name", ["rows", "all", "columns"])
def test_results_that_fit_are_computed_beside_one_that_does_not(name):
    """Reductions share a kernel with a large result that gets no memory."""
    side = round(MANY**0.5)
    a = cp.ones((side, side))
    a += 1
    float(a[0, 0])
    pool = cp.get_default_memory_pool()
    cp.cuda.Device().synchronize()
    pool.free_all_blocks()
    pool.set_limit(size=pool.used_bytes() + 6 * side * side)
    try:
        a += 1
        if name == "rows":
            small, expected = a.sum(axis=1), 3 * side
            large = a / small[:, None]
        elif name == "all":
            small, expected = a.sum(), 3 * side * side
            large = a - small
        else:
            small, expected = a.max(axis=0), 3
            large = cp.where(a > small, a, 0.0)
        with pytest.raises(MemoryError):
            large.get()
        assert (a[0].get() == 3).all() and (small.get() == expected).all()
    finally:
        pool.set_limit(size=0)


def test_out_of_memory_is_raised_at_the_line_where_each_instruction_runs_at_once():
    text = f"""
import cuprust as cp
a = cp.ones({MANY})
pool = cp.get_default_memory_pool()
pool.set_limit(size=pool.used_bytes() + {6 * MANY})
a += 1
try:
    b = a * 2
except MemoryError as error:
    assert "multiply" in str(error), error
    a += 1
    print(float(a[0]))
"""
    process = child(text, CUPRUST_SYNC="1")
    out, error = process.communicate(timeout=300)
    assert process.returncode == 0 and out.split() == ["3.0"], error
