"""`fuse`: later calls give the function's result, to the last bit, whatever state it reads."""

import collections
import copy
import functools
import gc
import pickle
import threading
import warnings
import weakref

import numpy as np
import pytest
from conftest import assert_same, host

import cuprust as cp


def alike(function, *calls, programs=None):
    """A function and what `fuse` makes of it give the same in each of these calls, and leave their arguments alike. Its
    programs are as many as said."""
    fused = cp.fuse(function)
    for arguments in calls:
        own = [cp.array(a) if isinstance(a, np.ndarray) else a for a in arguments]
        other = [cp.array(a) if isinstance(a, np.ndarray) else a for a in arguments]
        expected, got = function(*own), fused(*other)
        assert_same(flat(got), flat(expected))
        assert_same([host(a) for a in other], [host(a) for a in own])
    if programs is not None:
        assert [text for text in fused.programs() if "program" in text] == fused.programs(), fused.programs()
        assert len(fused.programs()) == programs
    return fused


def flat(value):
    if isinstance(value, dict):
        return [part for key in value for part in flat(value[key])]
    return [part for own in value for part in flat(own)] if isinstance(value, (tuple, list)) else [host(value)]


def called_each_time(fused, why):
    return all(why in text for text in fused.programs()) and fused.programs()


RANDOM = np.random.default_rng(0)
X, Y, I = RANDOM.random((6, 5)), RANDOM.random(5), RANDOM.integers(0, 6, 4)


def test_calls():
    alike(lambda x, y: 2 * x + y, *[(X + n, Y) for n in range(3)], programs=1)
    alike(lambda x, y: (x @ y, x.sum(axis=0), [x.max(), {"a": y[::-1]}], None, 3), *[(X, Y)] * 3, programs=1)
    alike(lambda x, i: (x[i], x[1:3], cp.sort(x, axis=0), cp.where(x > 0.5, x, 0)), *[(X, I)] * 3, programs=1)
    alike(lambda x: cp.fft.rfft(x).real, *[(X,)] * 3, programs=1)
    # A function that reads elements itself is called each time.
    alike(lambda x: cp.linalg.solve(x.T @ x + cp.eye(5), x.T) ** cp.arange(1, 7), *[(X,)] * 3)
    # Loops, longer than a queue.
    def loop(x, n):
        for k in range(n):
            x = x * 0.99 + k
        return x
    alike(loop, *[(X, 400)] * 3, *[(Y, 3)] * 3, programs=2)
    # Arguments by name, and results that are arguments.
    fused = cp.fuse(lambda x, *, scale=1, **more: (x, x * scale, more))
    x = cp.array(X)
    for _ in range(3):
        same, scaled, more = fused(x, scale=3, other=x)
        assert same is x and more["other"] is x
        assert_same(scaled, X * 3)
    assert len(fused.programs()) == 1
    assert fused.__name__ == "<lambda>" and repr(fused) == "<Fusion name=<lambda>>"
    fused.clear_cache()
    assert fused.programs() == []


def test_kinds_of_arguments():
    pair = collections.namedtuple("Pair", "a b")
    alike(lambda p: pair(p[0] + p[1], p[1]), *[((cp.array(X), cp.array(X)),)] * 2, programs=1)
    fused = cp.fuse(lambda p: pair(p.a + 1, {"k": [p.b]}))
    for _ in range(3):
        got = fused(pair(cp.array(X), cp.array(Y)))
        assert type(got) is pair
        assert_same([got.a, got.b["k"][0]], [X + 1, Y])
    # Shapes, strides, dtypes, numbers, text and aliases have programs of their own.
    fused = cp.fuse(lambda x, y, n, how: x * n + y if how == "a" else x - y)
    x = cp.array(X)
    kinds = [
        (x, x, 2, "a"), (x, x + 0, 2, "a"), (x, x, 2.0, "a"), (x, x, 2, "b"), (x.T, x.T, 2, "a"), (x[1:], x[:-1], 2, "a"),
        (x.astype("f4"), x, 2, "a"), (x, x, np.float32(2), "a"), (x, x, True, "a"), (x, x, 2 + 0j, "a"), (x, x, 2**70, "a"),
    ]  # fmt: skip
    for _ in range(2):
        for a, b, n, how in kinds:
            assert_same(fused(a, b, n, how), a.get() * n + b.get() if how == "a" else a.get() - b.get())
    assert len(fused.programs()) == len(kinds)
    assert_same(fused(x, x, -0.0, "a"), X * -0.0 + X)
    assert_same(np.signbit(host(cp.fuse(lambda x, n: x * n)(x, -0.0))), np.signbit(X * -0.0))
    # 0-d and empty arrays, and none.
    alike(lambda x: x + 1, *[(np.array(3.0),)] * 3, *[(np.zeros((0, 3)),)] * 3)
    alike(lambda: cp.arange(5) ** 2, (), (), ())
    alike(lambda x: (x[:0] + 1, x[:0].sum(0), cp.zeros((0, 3))), *[(X,)] * 3, programs=1)
    # Values from the host are new in each call.
    fused = cp.fuse(lambda x: cp.array([1.0, 2.0]))
    for _ in range(3):
        made = fused(cp.ones(1))
        assert_same(made, [1.0, 2.0])
        made += 1
    # An array of NumPy's may have changed.
    fused, a = cp.fuse(lambda x, a: x + cp.asarray(a)), Y.copy()
    for _ in range(3):
        a += 1
        assert_same(fused(x, a), X + a)
    assert fused.programs() == []


def test_arguments_are_written():
    def step(x, v):
        v *= 0.5
        v -= x
        x[1:] += v[:-1]
        x[x > 2] = 0

    alike(step, *[(X + n, X) for n in range(3)], programs=1)
    def overlapping(x):
        x[1:] += x[:-1]
        return x.sum()
    alike(overlapping, *[(X,)] * 3, programs=1)
    x = cp.array(X)
    x.flags.writeable = False
    fused = cp.fuse(step)
    for _ in range(2):
        with pytest.raises(ValueError, match="read-only"):
            fused(x, cp.array(X))
    # Views of arguments share memory, and say whose.
    fused, x = cp.fuse(lambda x: (x[1:], x.T)), cp.array(X)
    for _ in range(3):
        tail, turned = fused(x)
        tail[:] = 7
        assert (x[1:] == 7).all() and turned.base is x and not tail.flags.owndata
        x[:] = 0


def test_random_numbers_go_on():
    def draw(x):
        return x + cp.random.standard_normal(x.shape), cp.random.permutation(4), cp.random.randint(0, 9, 3)

    fused, x = cp.fuse(draw), cp.array(X)
    cp.random.seed(5)
    expected = [[host(part) for part in draw(x)] for _ in range(4)]
    cp.random.seed(5)
    for turn in expected:
        assert_same(fused(x), turn)
    assert len(fused.programs()) == 1
    # Seeding again counts, and a generator of the function's own begins anew.
    cp.random.seed(5)
    assert_same(fused(x), expected[0])
    fresh = cp.fuse(lambda x: cp.random.default_rng(3).random(3) + x)
    assert_same(fresh(cp.zeros(3)), host(fresh(cp.zeros(3))))
    assert called_each_time(fresh, "generator")
    generator = cp.random.default_rng(8)
    fused, other = cp.fuse(lambda: generator.random(3)), cp.random.default_rng(8)
    for _ in range(3):
        assert_same(fused(), host(other.random(3)))
    assert len(fused.programs()) == 1 and "program" in fused.programs()[0]


scale = 2
table = cp.arange(5.0)
options = {"power": 2, "weights": [1.0, cp.ones(5)]}


def helper(x):
    return x * scale + options["power"]


class Model:
    rate = 0.5

    def __init__(self):
        self.weights, self.bias, self.past = cp.ones(5), 1.0, []

    def forward(self, x):
        return x @ self.weights * self.rate + self.bias

    def keep(self, x):
        self.past.append(x * 2)
        return x + 1


def test_what_is_outside_is_looked_at_in_each_call(monkeypatch):
    fused, x = cp.fuse(lambda x: helper(x) + table), cp.array(X)

    def check(programs):
        for _ in range(2):
            assert_same(fused(x), X * scale + options["power"] + table.get())
        assert len(fused.programs()) == programs, fused.programs()

    module = __import__(__name__)
    check(1)
    monkeypatch.setattr(module, "scale", 3)
    check(2)
    monkeypatch.setitem(options, "power", 5)
    check(3)
    monkeypatch.setattr(module, "table", cp.ones(5))
    check(4)
    # Writes into a known array are seen, without another program.
    table[:] = 9
    check(4)
    monkeypatch.setattr(module, "helper", lambda x: x * scale + options["power"])
    check(5)
    # A variable that is closed over.
    offset = 1
    fused = cp.fuse(lambda x: x + offset)
    assert_same(fused(x), X + 1)
    offset = 2
    assert_same(fused(x), X + 2)


def test_objects_are_looked_into():
    model, x = Model(), cp.array(X)
    fused = cp.fuse(Model.forward)

    def check():
        for _ in range(2):
            assert_same(fused(model, x), host(model.forward(x)))

    check()
    model.bias = 2.0
    check()
    model.weights = cp.arange(5.0)
    check()
    model.weights *= 2
    check()
    Model.rate = 0.25
    check()
    assert len(fused.programs()) == 4 and all("program" in text for text in fused.programs())
    bound = cp.fuse(model.forward)
    for bias in (1.0, 3.0, 3.0):
        model.bias = bias
        assert_same(bound(x), host(model.forward(x)))
    # As a method.
    class Fused(Model):
        twice = cp.fuse(lambda self, x: x * 2 + self.bias)

    assert_same([Fused().twice(x), Fused().twice(x)], [X * 2 + 1] * 2)


def test_what_numpy_computes_is_part_of_the_program():
    two = np.float64(2)
    x, weights, cells = cp.array(X), np.arange(5.0), [two]

    def windowed(x):
        kernel = np.block([[np.hanning(3), np.ones(2)]])[0]
        return x * cp.asarray(kernel) + cp.asarray(np.outer(weights, weights)[1]) * cells[0]

    fused = cp.fuse(windowed)

    def check(programs):
        for _ in range(2):
            assert_same(fused(x), host(windowed(x)))
        assert len(fused.programs()) == programs and all("a program of" in text for text in fused.programs())

    check(1)
    # Their elements are compared in each call.
    weights[3] = 7
    check(2)
    cells[0] = np.float64(3)
    check(3)
    weights[3] = 3
    cells[0] = two
    check(3)
    cp.random.seed(0)
    # Nor does the name of an attribute of other modules stand for NumPy's random numbers.
    fused = cp.fuse(lambda x: x + cp.asarray(np.tile(weights, 1)) + cp.random.random(()) * 0)
    assert_same([fused(x), fused(x)], [X + weights] * 2)
    assert all("a program of" in text for text in fused.programs())

    state = np.zeros(5)

    def counts(x):
        state[0] += 1
        return x + cp.asarray(state)

    for function, why in [
        (lambda x: x + cp.asarray(np.random.default_rng().random(5)) * 0, "random numbers of NumPy's"),
        (lambda x: x + cp.asarray(np.random.random(5)) * 0, "random numbers of NumPy's"),
        (lambda x: x + cp.asarray(large)[0] * 0, "large or not NumPy's"),
        (counts, "it writes a NumPy array"),
    ]:
        fused = cp.fuse(function)
        results = [fused(x), fused(x), fused(x)]
        assert_same(results[2][:, 1:], X[:, 1:])
        assert len(fused.programs()) == 1 and why in fused.programs()[0], fused.programs()
    assert state[0] == 3
    assert_same(results[2][:, 0], X[:, 0] + 3)


large = np.zeros((5000, 5))


def test_what_is_kept_is_kept_in_each_call():
    model, x = Model(), cp.array(X)
    fused = cp.fuse(Model.keep)
    for turn in range(1, 4):
        assert_same(fused(model, x + turn), X + turn + 1)
        assert len(model.past) == turn
        assert_same(model.past[-1], (X + turn) * 2)
    running = {"sum": cp.zeros(5)}

    def add(x):
        running["sum"] = running["sum"] + x
        return running["sum"] * 1

    fused = cp.fuse(add)
    for turn in range(1, 4):
        assert_same(fused(cp.array(Y)), host(sum((cp.array(Y) for _ in range(turn)), cp.zeros(5))))


def test_what_no_program_says():
    x = cp.array(X)
    # Elements are not read; the error names the line, and the thread may wait again.
    def looks(x):
        if x.sum() > 0:
            return x
        return -x

    for fused in (cp.fuse(looks), cp.fuse(lambda x: x if x > 0 else -x)):
        for _ in range(2):
            with pytest.raises(TypeError, match=r"use where for an if, and take for an index that is computed \(.*test_fuse.py, line \d+\)"):
                fused(x)
            assert float(x.sum()) > 0
    for look in (lambda x: float(x[0, 0]), lambda x: x.get(), lambda x: x[x > 0.5], lambda x: cp.unique(x)):
        with pytest.raises(TypeError, match="may not read"):
            cp.fuse(look)(x)
    # Errors are the function's own.
    with pytest.raises(ZeroDivisionError):
        cp.fuse(lambda x: x / (1 // 0))(x)
    with pytest.raises(ValueError, match="broadcast"):
        cp.fuse(lambda x, y: x + y)(x, cp.ones(4))
    # Kernels of its own, and streams.
    kernel = cp.ElementwiseKernel("float64 x", "float64 y", "y = x * 3", "thrice")
    fused = cp.fuse(lambda x: kernel(x + 1) - 1)
    for n in range(3):
        assert_same(fused(x + n), (X + n + 1) * 3 - 1, close=1e-15)
    stream = cp.cuda.Stream(non_blocking=True)

    def elsewhere(x):
        with stream:
            y = x * 2
        stream.synchronize
        return y + 1

    fused = cp.fuse(elsewhere)
    for n in range(3):
        assert_same(fused(x + n), (X + n) * 2 + 1)
    # What others may change at any time.
    numpys = np.array(X)
    if hasattr(cp, "from_dlpack") and str(cp.cuda.Device()) == "cpu":
        shared, fused = cp.from_dlpack(numpys), cp.fuse(lambda x: x * 2)
        for n in range(3):
            numpys += n
            assert_same(fused(shared), numpys * 2)
    # Values that the host makes up.
    import random

    fused = cp.fuse(lambda x: x * random.random())
    assert not np.array_equal(host(fused(x)), host(fused(x)))
    fused = cp.fuse(lambda x: x + cp.asarray(np.random.random(5)))
    assert not np.array_equal(host(fused(x)), host(fused(x)))
    # Objects of classes that are not defined in Python, and dictionary-like ones.
    ordered, queue = collections.OrderedDict(scale=2.0), collections.deque([2.0])
    by_order, by_queue = cp.fuse(lambda x: x * ordered["scale"]), cp.fuse(lambda x: x * queue[0])
    for turn in range(1, 4):
        ordered["scale"] = queue[0] = float(turn)
        assert_same([by_order(x), by_queue(x)], [X * turn] * 2)

    class Slots:
        __slots__ = ("scale",)

    slots = Slots()
    by_slots = cp.fuse(lambda x: x * slots.scale)
    for turn in range(1, 4):
        slots.scale = float(turn)
        assert_same(by_slots(x), X * turn)
    iterator = iter(range(10))
    fused = cp.fuse(lambda x: x + next(iterator))
    assert_same([fused(x), fused(x)], [X, X + 1])
    assert called_each_time(fused, "iterator")
    # A list of numbers is read once, and again where it has changed.
    numbers = [1.0, 2.0, 3.0, 4.0, 5.0]
    fused = cp.fuse(lambda x: x * cp.array(numbers))
    assert_same([fused(x), fused(x)], [X * numbers] * 2)
    numbers[0] = 7.0
    assert_same([fused(x), fused(x)], [X * numbers] * 2)
    assert len(fused.programs()) == 2
    # An array of NumPy's that is closed over.
    weights = np.ones(5)
    fused = cp.fuse(lambda x: x * cp.array(weights))
    for _ in range(3):
        weights += 1
        assert_same(fused(x), X * weights)


def test_indices_of_a_function_that_is_called_each_time():
    """Of elements that come from NumPy's arrays no program is made; to check an index is not to read an element."""
    table, extents = np.arange(256, dtype="u4"), np.array([3, 1, 2])

    def checksum(data):
        known, found = cp.asarray(table), cp.full(data.shape[0], 0xFFFFFFFF, np.uint32)
        for column in range(data.shape[1]):
            found = known[((found ^ data[:, column]) & np.uint32(255)).astype("i4")] ^ (found >> np.uint32(8))
        return found

    def chosen(data):
        places = cp.asarray(extents)[(data % 3).argmin(1) % 3]
        return cp.take(data, places, axis=1), cp.take_along_axis(data, places[:, None], 1), data[places, places - 4]

    data = (np.arange(24) * 37 % 251).reshape(6, 4).astype("u1")
    for function in (checksum, chosen):
        alike(function, *[(data + np.uint8(step),) for step in range(4)])


def test_equal_values_are_computed_once():
    def function(x):
        first = (x - x.max(axis=1, keepdims=True)) / 0.5
        second = (x - x.max(axis=1, keepdims=True)) / 0.5
        # These scalars are equal as numbers alone.
        signs = cp.copysign(x, 0.0) + 2 * cp.copysign(x, -0.0)
        whole = (x > 0.5).astype(int)
        kinds = (whole * 2).astype(float) + whole * 2.0
        doubled = x * 2
        x += 1
        return first * second, second, signs, kinds, doubled, x * 2

    alike(function, *[(X + n,) for n in range(3)], programs=1)
    alike(lambda x: (x * 2, x * 2, (x * 2).sum() + (x * 2).sum()), *[(X,)] * 3, programs=1)
    # Each draw has a counter of its own.
    def draws(n):
        cp.random.seed(n)
        return [cp.random.random(4) + cp.random.random(4) for _ in range(2)]

    for got in [cp.fuse(draws)(5) for _ in range(2)]:
        assert not (host(got[0]) == host(got[1])).any()
    step = cp.fuse(lambda x: x + cp.random.random(5) - cp.random.random(5))
    assert len({tuple(host(step(cp.zeros(5)))) for _ in range(4)}) == 4


def test_an_index_may_be_computed():
    alike(lambda x, y: (x[cp.argmin(y)], x[1:, cp.argmax(y)], x[cp.argmin(x[:, 0]), cp.argmax(y)]), *[(X * n, Y) for n in (1, -1, 2)], programs=1)

    def written(x, k):
        x[k] = 7
        x[k, k] += 1
        return x

    alike(written, *[(X, np.array(n)) for n in (0, 3, -1)], programs=1)


def test_faults_are_raised_as_ever():
    x, good, bad = cp.array(Y), cp.array([1, 2]), cp.array([1, 99])
    fused = cp.fuse(lambda x, i: (cp.take(x, i, mode="raise") if False else x[i], x + 1))
    for _ in range(2):
        assert_same(fused(x, good)[0], Y[[1, 2]])
        with pytest.raises(IndexError):
            host(fused(x, bad)[0])
    assert_same(fused(x, good), [Y[[1, 2]], Y + 1])


def test_variants_are_bounded():
    fused = cp.fuse(lambda x, n: x * n)
    x = cp.array(X)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for n in range(40):
            assert_same(fused(x, n), X * n)
    assert len(fused.programs()) == 16
    assert ["16 sets" in str(warning.message) for warning in caught] == [True]


def test_within_one_another():
    inner = cp.fuse(lambda x: (x + 1) ** 2)
    outer = cp.fuse(lambda x: inner(x) - inner(x * 2))
    for _ in range(3):
        assert_same(outer(cp.array(X)), (X + 1) ** 2 - (X * 2 + 1) ** 2)
    assert inner.programs() == [] and len(outer.programs()) == 1
    assert_same(functools.reduce(lambda a, b: inner(a), range(3), cp.array(Y)), ((((Y + 1) ** 2) + 1) ** 2 + 1) ** 2)


@cp.fuse
def doubled(x):
    return x * 2


def test_it_is_copied_and_pickled_as_a_function():
    assert pickle.loads(pickle.dumps(doubled)) is doubled and copy.deepcopy([doubled])[0] is doubled
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(cp.fuse(lambda x: x))


def test_streams_and_threads():
    fused, failed = cp.fuse(lambda x, y: (x * 2 + y).cumsum()), []
    x, y = cp.array(Y), cp.array(Y * 3)

    def work(number):
        with cp.cuda.Stream(non_blocking=True) if number % 2 else cp.cuda.Stream.null:
            for turn in range(30):
                got = host(fused(x + turn, y))
                if not np.array_equal(got, np.cumsum((Y + turn) * 2 + Y * 3)):
                    failed.append((number, turn))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failed
    # Within a capture it is a part of the graph.
    if str(cp.cuda.Device()) != "cpu":
        stream, out = cp.cuda.Stream(non_blocking=True), cp.zeros(5)
        with stream:
            fused(x, y)
            stream.begin_capture()
            out[:] = fused(x, y)
            graph = stream.end_capture()
            x[:] = 1
            graph.launch()
            stream.synchronize()
        assert_same(out, np.cumsum(2 + Y * 3))


def test_nothing_is_kept_alive():
    def made():
        held = cp.ones(1000)
        fused = cp.fuse(lambda x: x + held if fused else x)
        assert_same([fused(cp.ones(1000)), fused(cp.ones(1000))], [np.full(1000, 2.0)] * 2)
        return weakref.ref(held)

    reference = made()
    gc.collect()
    assert reference() is None
