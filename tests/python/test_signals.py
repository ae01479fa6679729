"""Signals are heard while any function runs, and other threads go on: the call ends with the exception of the signal's handler."""

import os
import subprocess
import sys

import pytest
from conftest import LONG, on_cpu
from walk import rows

# What is called in C, one after another, leaves the interpreter no chance to hear a signal between the call and the
# mark behind it.
PROGRAM = """
import functools, operator, os, resource, signal, sys, threading, time, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, {folder!r})
import numpy as np, cuprust as cp, walk

class Stop(Exception):
    pass

def handler(*_):
    raise Stop

signal.signal(signal.SIGINT, handler)
signal.signal(signal.SIGALRM, handler)
ticks = [0]

def tick():
    while True:
        time.sleep(0.002)
        ticks[0] += 1

synchronize = cp.cuda.Device().synchronize

def seconds(call):
    start = time.perf_counter()
    signal.alarm(20)
    # A result without references is not computed.
    result = call()
    synchronize()
    signal.alarm(0)
    return time.perf_counter() - start

# Work that continues for this number of another thread's steps after a signal does not react to it.
DEAF = 20
# A call that lets another thread have no more turns keeps the interpreter's lock.
FEW = 3

def is_heard(call, delay):
    ended, stopped, sent, late, marks = [], [], threading.Event(), [0], []

    def send():
        time.sleep(delay)
        # The call has ended where the machine was faster this time.
        if not ended:
            os.kill(os.getpid(), signal.SIGINT)
        sent.set()
        while not ended and not stopped:
            time.sleep(0.005)
            late[0] += 1

    sender = threading.Thread(target=send)
    mark = functools.partial(marks.extend, map(CALL, [functools.partial(ticks.__getitem__, 0), time.perf_counter]))
    before, start = ticks[0], time.perf_counter()
    try:
        sender.start()
        list(map(CALL, [call, mark, synchronize, functools.partial(ended.append, 1)]))
        sent.wait()
        time.sleep(0.05)
    except Stop:
        stopped.append(1)
    finally:
        sender.join()
    # A signal that was due long before the call ended is sent by no thread that has no turn.
    is_held = bool(marks) and marks[1] - start > 2 * delay and marks[0] - before <= FEW
    if is_held:
        return False
    if stopped and not ended:
        return True
    # A call that ended before the signal, or just when it came, shows nothing.
    return False if late[0] >= DEAF else None

CALL = getattr(operator, "call", None) or (lambda f: f())
{calls}

def examine(name, calls):
    threading.Thread(target=tick, daemon=True).start()
    # Sizes grow until a call takes long enough to be interrupted; what never does cannot keep anybody waiting.
    size, call, took = 1 << 12, None, 0.0
    while size <= MOST:
        try:
            call = calls(size)
            took = seconds(call)
        except Stop:
            # It would have taken much longer.
            return "heard"
        except (MemoryError, ValueError, TypeError, IndexError, OverflowError, ArithmeticError, RuntimeError, np.linalg.LinAlgError):
            return "refused"
        if took > LEAST:
            break
        size *= 8 if took < LEAST / 64 else 2
    else:
        return "short"
    # Where one attempt is enough, further ones are made only if it has not been heard.
    found = []
    for share in (0.3, 0.2, 0.4):
        found.append(is_heard(call, took * share))
        if ONE_IS_ENOUGH and found[0]:
            break
    return "heard" if found.count(False) <= found.count(True) else f"not heard in {{took:.2f}} s of {{size}} elements: {{found}}"

LEAST, MOST, ONE_IS_ENOUGH = {least}, 1 << 24, {one}
for name in sys.argv[1:]:
    process = os.fork() if len(sys.argv) > 2 else 0
    if process == 0:
        print(f"{{name}}: {{examine(name, CALLS[name])}}", flush=True)
        # Work that is still running is not waited for.
        os._exit(0)
    # A call that does not react is ended: its result is missing.
    deadline = time.monotonic() + 900
    while not os.waitpid(process, os.WNOHANG)[0]:
        if time.monotonic() > deadline:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            break
        time.sleep(0.01)
"""

# Calls that once kept signals waiting, and kinds of work that others are made of.
NAMED = """
def dense(n):
    return cp.asarray(np.random.default_rng(0).random((n, n)))

def sparse(n):
    side = int(n**0.5)
    from cuprust.scipy.sparse import csc_matrix
    rng = np.random.default_rng(0)
    import cuprust.scipy.sparse as sp
    dense = np.where(rng.random((side, side)) < 0.05, 1.0, 0.0) + 10 * np.eye(side)
    return csc_matrix(cp.asarray(dense))

import cuprust.scipy.sparse.linalg as solvers
P, C = cp.polynomial.polynomial, cp.polynomial.chebyshev
line = lambda n: cp.arange(1.0, n + 1)
root = lambda n: int(n**0.5)
part = functools.partial
CALLS = {
    "convolve": lambda n: part(cp.convolve, line(n), line(n)),
    "convolve integers": lambda n: part(cp.convolve, cp.arange(n), cp.arange(n)),
    "correlate": lambda n: part(cp.correlate, line(n), line(n), "full"),
    "polynomials of degree 1000": lambda n: part(cp.scipy.special.eval_gegenbauer, 1000.0, 0.5, line(n) / n),
    "splu": lambda n: part(solvers.splu, sparse(n)),
    "polypow": lambda n: part(P.polypow, line(64), n // 64, None),
    "chebpow": lambda n: part(C.chebpow, line(16), n // 64, None),
    "polymul": lambda n: part(P.polymul, line(n), line(n)),
    "polyfromroots": lambda n: part(P.polyfromroots, line(n) / n),
    "polyvander": lambda n: part(P.polyvander, line(3), n),
    "chebvander": lambda n: part(C.chebvander, line(3), n),
    "polyint": lambda n: part(P.polyint, line(16), n // 64),
    "polyder": lambda n: part(P.polyder, line(n), n // 64),
    "chebval": lambda n: part(C.chebval, 0.5, line(n)),
    "multinomial": lambda n: part(cp.random.default_rng(0).multinomial, 1000, np.full(n, 1 / n)),
    "invhilbert": lambda n: part(cp.scipy.linalg.invhilbert, root(n)),
    "gauss": lambda n: part(cp.polynomial.legendre.leggauss, root(n)),
    "eigvals": lambda n: part(cp.linalg.eigvals, dense(root(n))),
    "svd": lambda n: part(cp.linalg.svd, dense(root(n))),
    "matmul": lambda n: part(cp.matmul, dense(root(n)), dense(root(n))),
    "matmul of integers": lambda n: part(cp.matmul, dense(root(n)).astype(int), dense(root(n)).astype(int)),
    "sort": lambda n: part(cp.sort, line(n)[::-1] % 1009),
    "fft": lambda n: part(cp.fft.fft, line(n)),
    "median": lambda n: part(cp.median, line(n)),
    "unique": lambda n: part(cp.unique, line(n) % 1009),
    "sin": lambda n: part(cp.sin, line(n)),
    "gamma": lambda n: part(cp.random.default_rng(0).gamma, 2.5, 1.0, n),
    "shuffled": lambda n: part(cp.random.default_rng(0).permutation, n),
}
"""
TABLE = """
def of_table(row, kind):
    def calls(size):
        for name, call in walk.calls(row, size):
            if name.endswith(kind):
                return call
        raise ValueError(kind)

    return calls

CALLS = {f"{row['module']}.{row['name']} of {kind}": of_table(row, kind) for row in walk.rows() for kind, _ in walk.kinds(4)}
"""


def outcomes(calls, names):
    least, one = (0.6, False) if LONG else (0.35, True)
    program = PROGRAM.format(folder=os.path.dirname(__file__), calls=calls, least=least, one=one)
    done = subprocess.run([sys.executable, "-c", program, *names], capture_output=True, text=True, timeout=6 * 3600)
    assert done.returncode == 0, done.stderr[-4000:]
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    missing = [name for name in names if name not in said]
    return {name: word for name, word in said.items() if word not in ("heard", "short", "refused")} | dict.fromkeys(missing, f"ended: {done.stderr[-2000:]}")


OWN = [line.split('"')[1] for line in NAMED.splitlines() if line.startswith('    "')]


@pytest.mark.skipif(not on_cpu() or not hasattr(os, "fork"), reason="the work of the CPU is what keeps a caller waiting")
@pytest.mark.parametrize("name", OWN if LONG else OWN[:13])
def test_a_call_that_takes_long_hears_signals(name):
    assert outcomes(NAMED, [name]) == {}


@pytest.mark.skipif(not on_cpu() or not hasattr(os, "fork"), reason="the work of the CPU is what keeps a caller waiting")
def test_every_function_hears_signals():
    names = [f"{row['module']}.{row['name']} of {kind}" for row in rows() for kind in ("matrices", "vectors")]
    assert outcomes(TABLE, names if LONG else names[7::300]) == {}
