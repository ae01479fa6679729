"""Arguments that could crash, hang or fool the library: nests without end, counts too large, classes that lie, no memory."""

import math
import operator
import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import LONG, assert_same, on_cpu
from walk import rows

import cuprust as cp


# Nests of lists


def nest(depth, inner):
    for _ in range(depth):
        inner = [inner]
    return inner


def endless(*parts):
    made = [*parts]
    made.append(made)
    return made


USES = {
    "array": lambda xp, x: xp.array(x),
    "asarray": lambda xp, x: xp.asarray(x),
    "add": lambda xp, x: xp.ones(3) + x,
    "radd": lambda xp, x: x + xp.ones(3),
    "equal": lambda xp, x: xp.ones(3) == x,
    "ufunc": lambda xp, x: xp.add(xp.ones(3), x),
    "sin": lambda xp, x: xp.sin(xp.array(x)),
    "assign": lambda xp, x: xp.ones(3).__setitem__(..., x),
    "in place": lambda xp, x: operator.iadd(xp.ones(3), x),
    "index": lambda xp, x: xp.ones(3)[x],
    "write": lambda xp, x: xp.ones(3).__setitem__(x, 1),
    "full": lambda xp, x: xp.full(3, x),
    "where": lambda xp, x: xp.where(xp.ones(3) > 0, x, x),
    "concatenate": lambda xp, x: xp.concatenate([xp.ones(3), xp.asarray(x)]),
    "dtype": lambda xp, x: xp.array(x, dtype="f4"),
    "contains": lambda xp, x: x in xp.ones(3),
    "shape": lambda xp, x: xp.zeros(x),
    "reshape": lambda xp, x: xp.ones(3).reshape(x),
    "axis": lambda xp, x: xp.ones(3).sum(axis=x),
}


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("made", [lambda: endless(), lambda: endless(1.0), lambda: nest(100_000, 1.0), lambda: nest(65, 1.0)])
def test_lists_without_end_raise_what_numpy_raises(name, made, both):
    both(lambda xp: USES[name](xp, made()))


def test_lists_without_end_around_arrays_of_ours():
    one = cp.ones(2)
    for made in [endless(one), nest(100_000, one), nest(65, one), nest(64, one), endless([one]), [one, endless()],
                 [one, nest(100_000, 1.0)], (one, endless(one))]:  # fmt: skip
        for use in ["array", "add", "equal", "assign", "in place", "full"]:
            with pytest.raises(ValueError):
                USES[use](cp, made)
    assert cp.array(nest(63, one)).shape == (1,) * 63 + (2,)
    assert_same(cp.array([[one, one], [one, one]]), np.ones((2, 2, 2)))


def test_lists_as_deep_as_arrays_may_be(both):
    for depth in [1, 2, 32, 63, 64]:
        both(lambda xp: xp.array(nest(depth, 1.0)))


# Counts


def test_counts_that_are_too_large(both):
    for call in [
        lambda xp: xp.array_split(xp.ones(3), 2**62),
        lambda xp: xp.array_split(xp.ones(3), 2**70),
        lambda xp: xp.array_split(xp.ones(3), 0),
        lambda xp: xp.array_split(xp.ones(3), -1),
        lambda xp: xp.array_split(xp.ones(3), 7),
        lambda xp: xp.array_split(xp.arange(17), 5),
        lambda xp: xp.array_split(xp.arange(17), [3, 5, 5, 40, -2]),
        lambda xp: xp.split(xp.ones(0), 3),
        lambda xp: xp.split(xp.ones(0), 0),
        lambda xp: xp.split(xp.ones(3), 0),
        lambda xp: xp.split(xp.ones(3), -3),
        lambda xp: xp.split(xp.ones(3), 2**40),
        lambda xp: xp.split(xp.ones((0, 4)), 4, axis=1),
        lambda xp: xp.split(xp.array(1), 2),
        lambda xp: xp.vsplit(xp.ones((2, 2)), 2**40),
        lambda xp: xp.hsplit(xp.ones((2, 2)), 0),
        lambda xp: xp.array(1, ndmin=2**40),
        lambda xp: xp.array(1, ndmin=2**70),
        lambda xp: xp.array(1, ndmin=65),
        lambda xp: xp.array(1, ndmin=64),
        lambda xp: xp.array([1, 2], ndmin=3),
        lambda xp: xp.array(1, ndmin=-1),
        lambda xp: xp.array(1, ndmin="2"),
        lambda xp: xp.zeros((1,) * 65),
        lambda xp: xp.zeros((0,) * 65),
        lambda xp: xp.ones(1).reshape((1,) * 65),
        lambda xp: xp.ones(1)[(None,) * 64],
        lambda xp: xp.broadcast_to(xp.ones(1), (1,) * 65),
        lambda xp: xp.expand_dims(xp.ones(1), tuple(range(64))),
        lambda xp: xp.tile(xp.ones(1), (1,) * 65),
        lambda xp: xp.tile(xp.ones(3), 2**62),
        lambda xp: xp.repeat(xp.ones(3), 2**62),
        lambda xp: xp.eye(2**40),
        lambda xp: xp.zeros(2**62),
        lambda xp: xp.zeros(-1),
        lambda xp: xp.zeros(2**70),
        lambda xp: xp.zeros((3, -(2**70))),
        lambda xp: xp.full(2**70, 1),
        lambda xp: xp.ones(3).reshape(2**70),
        lambda xp: xp.ones(3).reshape((2**70, 1)),
        lambda xp: setattr(xp.ones(3), "shape", (2**70,)),
        lambda xp: xp.broadcast_to(xp.ones(3), 2**70),
        lambda xp: xp.empty_like(xp.ones(3), shape=2**70),
        lambda xp: xp.indices((2**70,)),
        lambda xp: xp.ones(3).sum(axis=2**70),
        lambda xp: xp.ones(3).sum(axis=(2**70,)),
        lambda xp: xp.expand_dims(xp.ones(3), 2**70),
        lambda xp: xp.squeeze(xp.ones(3), 2**70),
        lambda xp: xp.flip(xp.ones(3), 2**70),
        lambda xp: xp.tile(xp.ones(3), 2**70),
        lambda xp: xp.repeat(xp.ones(3), 2**70),
        lambda xp: xp.moveaxis(xp.ones((2, 3)), 2**70, 0),
        lambda xp: xp.ones(3).item(2**70),
        lambda xp: xp.split(xp.ones(3), 2**70),
        lambda xp: xp.ones(3).reshape(2**62, 2**62),
        lambda xp: xp.indices((2**40, 2**40)),
    ]:
        both(call)
    # Counts of elements: each that is beyond 64 bits is a ValueError, as those within that are too large.
    for count in [2**70, -(2**70)]:
        for call in [
            lambda xp: xp.eye(count),
            lambda xp: xp.eye(2, count),
            lambda xp: xp.eye(2, k=count),
            lambda xp: xp.identity(count),
            lambda xp: xp.indices((3, count)),
            # Fewer than no rows are none.
            lambda xp: xp.tri(abs(count)),
            lambda xp: xp.tri(2, abs(count)),
            lambda xp: xp.linspace(0, 1, count),
            lambda xp: xp.logspace(0, 1, count),
            lambda xp: xp.geomspace(1, 2, count),
            lambda xp: xp.vander(xp.ones(3), count),
            lambda xp: xp.fft.fft(xp.ones(3), count),
            lambda xp: xp.fft.rfft(xp.ones(3), count),
            lambda xp: xp.fft.fft2(xp.ones((3, 3)), (count, 2)),
            lambda xp: xp.fft.rfftn(xp.ones((3, 3)), (2, count), (0, 1)),
        ]:
            both(call)
    for call in [lambda xp: xp.linspace(0, 1, 2**62), lambda xp: xp.arange(2**62)]:
        with pytest.raises((MemoryError, ValueError)):
            call(cp).data.ptr
    # NumPy fills its lists as far as the system gives address space for them.
    for call in [
        lambda: cp.array_split(cp.ones(3), 2**40),
        lambda: cp.split(cp.ones(0), 2**40),
        lambda: cp.repeat(cp.ones(2), [2**42, 1]),
    ]:
        with pytest.raises(MemoryError):
            call()


# Classes that lie


class Shape(np.ndarray):
    @property
    def shape(self):
        return (1 << 20, 1 << 10)


class Kind(np.ndarray):
    @property
    def dtype(self):
        return np.dtype("c16")


class Interface(np.ndarray):
    @property
    def __array_interface__(self):
        return {"data": (8, False), "shape": (1 << 20,), "typestr": "<f8", "version": 3}


class Flags(np.ndarray):
    @property
    def flags(self):
        class Anything:
            def __getattr__(self, name):
                return True

        return Anything()


class Methods(np.ndarray):
    T = property(lambda self: np.ones(1 << 20))
    astype = copy = view = lambda self, *_, **__: np.ones(1)
    itemsize = strides = ndim = size = nbytes = property(lambda self: 1 << 40)

    def __array_finalize__(self, _source):
        pass

    def __setitem__(self, *_):
        raise AssertionError("the memory is written, not the object")


LIARS = [Shape, Kind, Interface, Flags, Methods]


@pytest.mark.parametrize("liar", LIARS)
def test_subclasses_of_numpys_array_cannot_lie(liar):
    base = np.arange(12, dtype="i4").reshape(3, 4)
    for n in [base, base.T, base[::2, ::-1], base.astype(">i4"), base.astype("?")]:
        lying = np.ndarray.view(n, liar)
        for a in [cp.asarray(lying), cp.array(lying), cp.array(lying, dtype=n.dtype), cp.asarray(lying, order="F")]:
            assert_same(a, n.astype(n.dtype.newbyteorder("=")))
        own = cp.zeros(n.shape, n.dtype)
        own.set(lying)
        assert_same(own, n.astype(n.dtype.newbyteorder("=")))
        for out in [np.zeros(n.shape, n.dtype), np.zeros(n.shape, n.dtype, order="F"), np.zeros((8, 8), n.dtype)[: n.shape[0] * 2 : 2, : n.shape[1]]]:  # fmt: skip
            lying = np.ndarray.view(out, liar)
            assert own.get(out=lying) is lying
            np.testing.assert_array_equal(out, n)
    with pytest.raises(ValueError):
        cp.ones((5, 4), "i4").get(out=np.ndarray.view(base.copy(), liar))
    with pytest.raises(TypeError):
        cp.ones((3, 4)).get(out=np.ndarray.view(base.copy(), liar))


def test_objects_that_claim_to_be_numpys():
    class Claims:
        __class__ = np.ndarray
        dtype, shape, flags, __array_interface__ = np.dtype("f8"), (1 << 40,), np.ones(1).flags, {"data": (8, False)}

    class Number(np.float64):
        dtype = np.dtype("c16")

        def tobytes(self, *_):
            return b"x"

    for call in [lambda: cp.ones(3).get(out=Claims()), lambda: cp.ones(3).set(Claims()), lambda: cp.ones(3) + Claims()]:
        with pytest.raises(TypeError):
            call()
    assert_same(cp.ones(2) + Number(1.5), np.full(2, 2.5))
    assert_same(cp.asarray(Number(1.5)), np.array(1.5))


def test_lists_that_change_while_they_are_read():
    class Shrinks:
        def __init__(self, owner):
            self.owner = owner

        def __float__(self):
            self.owner.clear()
            return 1.0

        def __index__(self):
            self.owner.clear()
            return 1

    for use in ["array", "add", "assign", "index", "shape", "reshape", "axis"]:
        made = []
        made += [Shrinks(made), 2, 3]
        try:
            USES[use](cp, made)
        except Exception:
            pass
        made = [cp.ones(1)]
        made += [Shrinks(made), cp.ones(1)]
        try:
            USES[use](cp, made)
        except Exception:
            pass


def test_an_index_that_changes_the_shape_of_what_it_indexes():
    class Reshapes:
        def __index__(self):
            for k in range(50):
                a.shape = [(2, 6), (3, 4), (12,), (4, 3)][k % 4]
            a.shape = (2, 6)
            return 1

    a = cp.arange(12).reshape(3, 4)
    for call in [lambda: a[Reshapes()], lambda: a[Reshapes(), Reshapes()], lambda: a.__setitem__(Reshapes(), 5),
                 lambda: a.reshape(Reshapes(), 12), lambda: a.sum(axis=Reshapes()), lambda: cp.roll(a, Reshapes()),
                 lambda: a.item(Reshapes())]:  # fmt: skip
        a.shape = (3, 4)
        try:
            cp.asnumpy(call() if call() is not None else a)
        except (IndexError, ValueError, TypeError):
            pass
    assert a.size == 12


def test_shapes_set_in_a_loop_keep_no_memory():
    if not sys.platform.startswith("linux"):
        pytest.skip("the memory of the process is read from /proc")

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    a = cp.arange(12)
    shapes = [(3, 4), (12,), (2, 6), (4, 3), (2, 2, 3), (12,)]

    def turns(count):
        for k in range(count):
            a.shape = shapes[k % 6]
            a.flags.writeable = k % 2 == 0

    turns(1000)
    before = resident()
    turns(120_000)
    assert resident() - before < 4 << 20
    a.shape = (3, 4)
    assert_same(a, np.arange(12).reshape(3, 4))
    assert math.prod(a.shape) == 12


def test_flags_that_must_stay():
    a = cp.arange(6)
    for view in [cp.broadcast_to(a, (2, 6)), cp.broadcast_to(a[:1], (4,)), cp.broadcast_to(a, (2, 6)).T]:
        with pytest.raises(ValueError, match="WRITEABLE"):
            view.flags.writeable = True
        with pytest.raises(ValueError, match="read-only"):
            view[...] = 1
    a.flags.writeable = False
    view = a[:3]
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True
    a.flags.writeable = True
    view.flags.writeable = True
    view[0] = 9
    assert a[0].item() == 9
    if on_cpu():
        n = np.arange(4)
        n.flags.writeable = False
        b = cp.from_dlpack(n)
        for each in [b, b[1:], b[1:].reshape(3, 1), b.view()]:
            with pytest.raises(ValueError, match="WRITEABLE"):
                each.flags.writeable = True
            with pytest.raises(ValueError, match="read-only"):
                each += 1
        overlapping = np.lib.stride_tricks.as_strided(np.arange(6.0), (4, 3), (8, 8))
        c = cp.from_dlpack(overlapping)
        assert_same(c, overlapping)
        assert not c.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            c.flags.writeable = True


# No memory

STARVED = """
import faulthandler, os, resource, sys, time
faulthandler.enable()
import numpy as np, cuprust as cp

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * 4096

def prepare():
    cp.ones(500_000).sum().item()
    (matrix @ matrix).sum().item()
    time.sleep(0.1)
    a = cp.arange(1000.0); (a * 2).sum().item(); cp.asarray(np.ones(8)); repr(a[:3]); a.reshape(10, 100).T.copy().get()

def starve(name, room):
    exec(CALLS, globals())
    prepare()
    call = globals()["CALLS"][name]
    hoard = []
    resource.setrlimit(resource.RLIMIT_AS, (used() + room, resource.RLIM_INFINITY))
    said = "done"
    try:
        for _ in range(30_000 if name in SMALL else 8):
            hoard.append(call())
    except MemoryError:
        said = "MemoryError"
    except BaseException as error:
        said = repr(error)
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    hoard.clear()
    assert (cp.arange(10) + 1).sum().item() == 55 and cp.ones(100_000).sum().item() == 100_000
    return said

CALLS = sys.argv[1]
for name in sys.argv[3:]:
    # Each call starves in a process of its own, forked before the library has made an array.
    process = os.fork()
    if process == 0:
        said = "it raises"
        try:
            said = starve(name, int(sys.argv[2]))
        finally:
            print(f"{name}: {said}", flush=True)
            os._exit(0)
    _, status = os.waitpid(process, 0)
    if status:
        print(f"{name}: ended with {status}", flush=True)
"""
CALLS = """
SMALL = {
    "small": lambda: cp.arange(100),
    "medium": lambda: cp.arange(5000.0),
    "large": lambda: cp.zeros(1_000_000) + 1,
    "views": lambda: base[1:].T,
    "chain": lambda: ((base * 2 + 1) * base).sum(),
    "recorded": lambda: big + 1,
    "numpy": lambda: cp.asarray(np.ones(100)),
    "get": lambda: (base + 1).get(),
    "split": lambda: cp.array_split(base, 50),
    "list": lambda: cp.array([[1, 2, 3], [4, 5, 6]]),
    "nested": lambda: cp.array([base[:3], base[3:6]]),
    "repr": lambda: repr(base[:20]),
    "dlpack": lambda: cp.from_dlpack(np.ones(10)),
    "export": lambda: np.from_dlpack(base + 1),
    "shapes": lambda: reshaped(cp.arange(12)),
    "errors": lambda: failing(),
    "strings": lambda: base.tobytes(),
    "random": lambda: cp.random.random(50),
    "plans": lambda: plan(),
    "where": lambda: cp.where(base > 3, base, 0),
}
LARGE = {
    "product": lambda: (matrix.T @ matrix[::-1]).get(),
    "running": lambda: cp.cumsum(matrix, axis=0).get(),
    "numbers": lambda: long.tolist(),
    "bytes": lambda: long.tobytes(),
    "pickle": lambda: pickle.dumps(long),
    "folded": lambda: cp.add.at(cp.zeros(long.size), places, 1),
    "truths": lambda: loose(long > 3).sum().item(),
    "rows": lambda: list(cp.zeros((200_000, 2))),
    "parts": lambda: cp.array_split(long, 100_000),
    "lists": lambda: cp.array([[long, long], [long, long]]).get(),
    "unaligned": lambda: cp.from_dlpack(np.frombuffer(bytearray(8_000_001), "u1")[1:].view("f8")).sum().item(),
    "swapped": lambda: cp.frombuffer(bytes(8_000_000), np.dtype("f8").newbyteorder()),
}
CALLS = {**SMALL, **LARGE}
import pickle
base, big, long, matrix = cp.arange(1000.0), cp.ones(10_000), cp.arange(1_000_000.0), cp.ones((800, 800))
places = long.astype(int)
def loose(a):
    a.view("u1")[::2] = 5
    return ~a
def reshaped(a):
    a.shape = (3, 4)
    return a
def failing():
    try:
        base + cp.ones(7)
    except ValueError as error:
        return error
count = [0]
def plan():
    count[0] += 1
    return (cp.ones(5000 + count[0]) * 2 + count[0]).sum(keepdims=True)
"""


@pytest.mark.parametrize("room", [1 << 20, 12 << 20])
def test_no_memory_is_an_error_and_not_the_end(room):
    if not sys.platform.startswith("linux") or not on_cpu():
        pytest.skip("the memory of a process is limited on Linux")
    names = [line.split('"')[1] for line in CALLS.splitlines() if line.startswith('    "')]
    names = names if LONG else names[4 * (room > 1 << 20) :: 8]
    done = subprocess.run([sys.executable, "-c", STARVED, CALLS, str(room), *names], capture_output=True, text=True)
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert done.returncode == 0 and list(said) == names and set(said.values()) <= {"done", "MemoryError"}, f"{said}\n{done.stderr[-4000:]}"


# Each function of the table starves in a process of its own, with matrices, vectors, integers and complex numbers for
# operands. What takes long without memory is interrupted: only the process's end is wrong.
WALKED = """
import faulthandler, os, resource, sys, warnings
faulthandler.enable()
warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[1])
import numpy as np, cuprust as cp, walk

def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * 4096

def read(call):
    result = call()
    for part in result if isinstance(result, (tuple, list)) else (result,):
        getattr(part, "get", int)()

def starve(row):
    cp.ones(500_000).sum().item()
    for name, call in walk.calls(row, 1_000_000):
        for room in [1 << 20, 20 << 20]:
            resource.setrlimit(resource.RLIMIT_AS, (used() + room, resource.RLIM_INFINITY))
            walk.limited(2, lambda: read(call))
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            assert (cp.arange(10) + 1).sum().item() == 55, name

walk.LARGEST_SIDE = 260
rows = walk.rows()
for number in map(int, sys.argv[2:]):
    process = os.fork()
    if process == 0:
        starve(rows[number])
        os._exit(0)
    _, status = os.waitpid(process, 0)
    print(f"{rows[number]['module']}.{rows[number]['name']}: {status}", flush=True)
"""


def test_no_function_ends_the_process_where_memory_ends():
    if not sys.platform.startswith("linux") or not on_cpu():
        pytest.skip("the memory of a process is limited on Linux")
    numbers = range(len(rows())) if LONG else range(3, len(rows()), 100)
    program = [sys.executable, "-c", WALKED, os.path.dirname(__file__), *map(str, numbers)]
    done = subprocess.run(program, capture_output=True, text=True)
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert done.returncode == 0 and len(said) == len(numbers) and set(said.values()) == {"0"}, f"{said}\n{done.stderr[-4000:]}"


HUGE = """
    "polyroots": lambda: P.polyroots(cp.ones(50_000)),
    "polycompanion": lambda: P.polycompanion(cp.ones(50_000)),
    "chebroots": lambda: cp.polynomial.chebyshev.chebroots(cp.ones(50_000)),
    "invhilbert": lambda: cp.scipy.linalg.invhilbert(10**6),
    "invpascal": lambda: cp.scipy.linalg.invpascal(10**6, exact=False),
    "polyvander": lambda: P.polyvander(cp.ones(3), 2**40),
    "legvander": lambda: cp.polynomial.legendre.legvander(cp.ones(3), 2**40),
    "leggauss": lambda: cp.polynomial.legendre.leggauss(10**6),
    "repeat": lambda: cp.repeat(vector, cp.ones(3_000_000, int)),
    "searchsorted": lambda: cp.searchsorted(vector, vector).get(),
    "interp": lambda: cp.interp(vector, vector, vector).get(),
    "fft": lambda: cp.fft.fft(vector).get(),
    "prime": lambda: cp.fft.fft(vector[:1_999_993]).get(),
    "rfft": lambda: cp.fft.rfft(vector).get(),
    "dct": lambda: cp.scipy.fft.dct(vector).get(),
    "eigvals": lambda: cp.linalg.eigvals(matrix).get(),
    "eig": lambda: cp.linalg.eig(matrix)[0].get(),
    "eigh": lambda: cp.linalg.eigh(matrix)[0].get(),
    "svd": lambda: cp.linalg.svd(matrix)[1].get(),
    "lstsq": lambda: cp.linalg.lstsq(matrix, matrix)[0].get(),
    "roots": lambda: cp.roots(vector[:600]).get(),
    "schur": lambda: cp.scipy.linalg.schur(matrix)[0].get(),
    "solve_banded": lambda: cp.scipy.linalg.solve_banded((1, 1), cp.ones((3, 2_000_000)), cp.ones(2_000_000)).get(),
    "eigh_tridiagonal": lambda: cp.scipy.linalg.eigh_tridiagonal(cp.ones(900), cp.ones(899))[0].get(),
    "splu": lambda: splu(sparse).solve(cp.ones(60_000)).get(),
    "spilu": lambda: spilu(sparse).solve(cp.ones(60_000)).get(),
    "median": lambda: cp.median(vector).get(),
    "partition": lambda: cp.partition(vector, 70).get(),
    "permutation": lambda: cp.random.default_rng(0).permutation(3_000_000).get(),
    "multinomial": lambda: cp.random.default_rng(0).multinomial(10, np.full(3_000_000, 1e-7)),
    "quantiles": lambda: cp.quantile(vector, np.linspace(0, 1, 200_000)).get(),
    "reduceat": lambda: cp.add.reduceat(vector, np.arange(2_000_000)).get(),
    "add.at": lambda: cp.add.at(vector, cp.arange(2_000_000), 1),
    "fromiter": lambda: cp.array(list(range(2_000_000))).get(),
    "tolist": lambda: vector.tolist(),
"""
HUGE_CALLS = """
from cuprust.scipy.sparse import diags
from cuprust.scipy.sparse.linalg import splu, spilu
P = cp.polynomial.polynomial
SMALL = {}
vector, matrix = cp.arange(3_000_000.0), cp.ones((600, 600)) + cp.eye(600)
sparse = diags([cp.full(60_000, 4.0), cp.ones(59_999), cp.ones(59_000)], [0, 1, -1000], format="csc")
CALLS = {""" + HUGE + """}
"""


@pytest.mark.parametrize("room", [1 << 20, 40 << 20])
def test_working_memory_that_is_not_there_is_an_error(room):
    if not sys.platform.startswith("linux") or not on_cpu():
        pytest.skip("the memory of a process is limited on Linux")
    names = [line.split('"')[1] for line in HUGE.splitlines() if line.startswith('    "')]
    # In short each under one of the two limits.
    names = names if LONG else names[room > 1 << 20 :: 2]
    program = STARVED.replace("    prepare()\n", "").replace("(matrix @ matrix)", "cp.ones(9)")
    done = subprocess.run([sys.executable, "-c", program, HUGE_CALLS, str(room), *names], capture_output=True, text=True)
    said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert done.returncode == 0 and list(said) == names and set(said.values()) <= {"done", "MemoryError"}, f"{said}\n{done.stderr[-4000:]}"
