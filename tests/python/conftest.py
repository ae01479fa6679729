"""Shared helpers of the Python tests. `CUPRUST_DEVICE` chooses the device they run on, as for any program."""

import gc
import itertools
import os
import signal
import zlib
from collections import Counter
from pathlib import Path

# NumPy's matrix products wait for each other's threads, spinning, where every core has a process of tests.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pytest
import scipy

import cuprust as cp

ROOT = Path(__file__).resolve().parents[2]

# A shell makes background processes ignore Ctrl-C, which children inherit; they do not inherit a handler.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# SciPy 1.18 keeps dtypes and refuses other samples than 1.17, whose answers are ours: where they differ, less is
# compared.
SCIPY_118 = tuple(map(int, scipy.__version__.split(".")[:2])) >= (1, 18)


def pytest_collection_finish():
    """The tests themselves, thousands of objects, live to the end: the garbage collector need not visit them again and again."""
    gc.collect()
    gc.freeze()


def on_cpu():
    """Whether the tests run on the CPU."""
    return str(cp.cuda.Device()) == "cpu"


def host(value):
    """A value with its cuprust arrays copied to NumPy."""
    if isinstance(value, cp.ndarray):
        return value.get()
    if isinstance(value, (tuple, list)):
        return type(value)(host(part) for part in value)
    return value


def outcome(call, read=True):
    """The result of a call, copied to NumPy if it is to be read, or its exception."""
    try:
        return host(call()) if read else call(), None
    except Exception as error:
        return None, error


def quiet(call):
    """The result of a call, or its exception; deferred errors of a GPU are raised by the wait."""

    def waited():
        with np.errstate(all="ignore"):
            result = call()
            cp.cuda.Device().synchronize()
            return result

    return outcome(waited, read=False)


def parts(result):
    """The results flattened from tuples and lists; for the result object of a statistical test its numbers."""
    if hasattr(result, "pvalue") and not isinstance(result, tuple):
        return [result.statistic, result.pvalue]
    return [part for own in result for part in parts(own)] if isinstance(result, (tuple, list)) else [result]


def assert_same(ours, numpys, close=0.0, dtype=True, strides=False, where=""):
    """Two results are equal: shape, dtype and values, NaN equal to NaN; within `close` of each other where it is
    given. `where` says in a failure what was compared."""
    if isinstance(numpys, (tuple, list)):
        assert len(ours) == len(numpys), where
        for a, b in zip(ours, numpys):
            assert_same(a, b, close, dtype, strides, where)
        return
    ours, numpys = np.asarray(host(ours)), np.asarray(numpys)
    assert ours.shape == numpys.shape, where
    if dtype:
        assert ours.dtype == numpys.dtype, where
    if close:
        np.testing.assert_allclose(ours, numpys, rtol=close, atol=close, err_msg=str(where))
    else:
        np.testing.assert_array_equal(ours, numpys, err_msg=str(where))


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """The test runs in a folder of its own, in which it may write files."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def both():
    """Compares a function of a module: called with NumPy and its arrays, and with cuprust and ours.

    Results must be the same, and so must the type of the exception where NumPy raises one. Where kernels have to be compiled,
    results are read when the test is over, so that many calls become few kernels.
    """
    at_once, waiting = on_cpu(), []

    def compare(call, *arrays, close=0.0, dtype=True):
        expected, wrong = outcome(lambda: call(np, *[np.array(a) for a in arrays]))
        got, error = outcome(lambda: call(cp, *[cp.array(a) for a in arrays]), at_once)
        if wrong is not None:
            if error is None:
                # What only the device sees is raised where it is waited for.
                got, error = outcome(lambda: got)
            assert error is not None, f"NumPy raises {wrong!r}, and this gives {got!r}"
            assert isinstance(error, type(wrong)) or isinstance(wrong, type(error)), f"NumPy raises {wrong!r}, this {error!r}"
            return
        if error is not None:
            raise error
        if at_once:
            assert_same(got, expected, close, dtype)
        else:
            waiting.append((got, expected, close, dtype))

    yield compare
    for each in waiting:
        assert_same(*each)


# What takes long is run where this is not 0: `make test-long` sets it. There are so many times as many random programs.
LONG = int(os.environ.get("CUPRUST_TEST_LONG") or 0)


# Whether kernels take long to compile and to run, and not all are wanted.
ON_PTX_AND_SHORT = str(cp.cuda.Device()) == "ptx" and not LONG


def in_turns(cases, turn, every=2):
    """The cases; on the PTX machine, whose kernels take long to compile, every second of them or so: the others are the next turns'."""
    return cases[turn % every :: every] if ON_PTX_AND_SHORT else cases


def crossed(names, forms, turn):
    """Each name in each form. Where that would take long, each name in the first form and two names in each other one: a function's `turn`
    says which, so that over all functions all pairs are met."""
    if LONG:
        return list(itertools.product(names, forms))
    count = len(names)
    some = [(names[(turn + place + half) % count], form) for place, form in enumerate(forms[1:]) for half in (0, count // 2)]
    return [(name, forms[0]) for name in names] + some


def turn_of(name):
    """A number for a name, the same in every process."""
    return zlib.crc32(name.encode())


def pytest_addoption(parser):
    parser.addoption("--every", type=int, default=1, help="of the cases of each test, run the first and each one that is so many further")


def pytest_collection_modifyitems(config, items):
    """Leaves out what takes long, where that is not wanted, and all but a sample of cases, where that is."""
    left_out = [item for item in items if item.get_closest_marker("long")] if not LONG else []
    every, seen = config.getoption("--every"), Counter()
    for item in items if every > 1 else []:
        test = item.nodeid.split("[")[0]
        if seen[test] % every:
            left_out.append(item)
        seen[test] += 1
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        left_out = set(left_out)
        items[:] = [item for item in items if item not in left_out]
