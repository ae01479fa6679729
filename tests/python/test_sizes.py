"""Every kind of kernel at sizes that cross packs, warps, blocks and their tails, in every dtype and through every kind of view:
NumPy is right.

Values are chosen so that results are exact, whatever the order of a sum. NumPy computes the half types in float64 and rounds once.
"""

import numpy as np
import pytest
from conftest import assert_same, in_turns

import cuprust as cp

try:
    from ml_dtypes import bfloat16
except ImportError:
    bfloat16 = None

# Numbers that are not numbers, or overflow, are among the operands.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
HALVES = ["float16", *(["bfloat16"] if bfloat16 else [])]
FLOATS = [*HALVES, "float32", "float64"]
COMPLEXES = ["complex64", "complex128"]
ALL = ["bool", *INTEGERS, *FLOATS, *COMPLEXES]
# One of each width, where a dtype is only moved.
WIDTHS = ["bool", "float16", "float32", "int64", "complex128"]

# Rows and columns: less than a pack, a warp, and a block; one more than each; rows that several blocks share.
SHAPES = [(1, 1), (1, 33), (300, 3), (70, 7), (3, 31), (5, 130), (130, 70), (7, 1000), (1000, 9), (2, 4097), (9001, 2), (20011, 1)]
# Those at which every dtype is folded.
FEW = [(130, 70), (2, 4097)]


def numpys(dtype):
    return np.dtype(bfloat16 if dtype == "bfloat16" else dtype)


def shapes(dtype, among=SHAPES, turn=0):
    """The shapes that a dtype is tried at; where they are taken in turns, the widths of elements alternate."""
    return in_turns(among, numpys(dtype).itemsize.bit_length() + turn)


def sample(dtype, shape, seed=0):
    """Small whole numbers, of which every sum is exact."""
    rng = np.random.default_rng([seed, *shape])
    if dtype == "bool":
        return rng.integers(0, 2, shape).astype(bool)
    numbers = rng.integers(0 if dtype[0] == "u" else -3, 4, shape)
    if dtype in COMPLEXES:
        numbers = numbers + 1j * rng.integers(-3, 4, shape)
    return numbers.astype(numpys(dtype))


def widened(a):
    return a.astype(np.float64) if isinstance(a, np.ndarray) and a.dtype in (np.float16, numpys(HALVES[-1])) else a


class Calls:
    """Calls of a function on both sides. What ours gave is read when all of them are recorded, as a program would."""

    def __init__(self, dtype):
        self.dtype, self.calls = numpys(dtype), []

    def __call__(self, call, *arrays, close=0.0):
        expected = call(np, *[widened(np.array(a)) for a in arrays])
        got = call(cp, *[cp.array(a) for a in arrays])
        parts = [(expected, got)] if not isinstance(expected, tuple) else zip(expected, got, strict=True)
        self.calls.extend((theirs, ours, close) for theirs, ours in parts)

    def compare(self):
        narrow = self.dtype in (np.float16, numpys(HALVES[-1]))
        for theirs, ours, close in self.calls:
            theirs, ours = np.asarray(theirs), cp.asnumpy(ours)
            if narrow and theirs.dtype == np.float64:
                theirs = theirs.astype(self.dtype)
            assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
            if self.dtype.itemsize == 2 and theirs.dtype == self.dtype:
                theirs, ours = theirs.astype(np.float32), ours.astype(np.float32)
            assert_same(ours, theirs, close)


@pytest.fixture
def calls(request):
    made = Calls(request.node.callspec.params.get("dtype", "float64"))
    yield made
    made.compare()


def closeness(dtype, exact=0.0):
    """The tolerance of a rounded result: some units of the last place."""
    last = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 1e-5, "complex64": 1e-5}.get(dtype, 1e-12)
    return exact or last


@pytest.mark.parametrize("dtype", ALL)
def test_folds(dtype, calls):
    for shape in shapes(dtype) if dtype in WIDTHS else FEW:
        a = sample(dtype, shape)
        for axis in (0, 1, None):
            calls(lambda xp, x: (xp.sum(x, axis=axis), xp.max(x, axis=axis), xp.any(x, axis=axis)), a)
        calls(lambda xp, x: xp.sum(x * x, axis=0), a)
    # Results that are none of the operands' widths side by side, so that states have gaps between their members.
    a = sample(dtype, (131, 70))
    for axis in (0, 1, None):
        calls(lambda xp, x: (xp.all(x, axis=axis), xp.sum(x, axis=axis), xp.count_nonzero(x, axis=axis, keepdims=True)), a)
        calls(lambda xp, x: (xp.min(x, axis=axis), xp.sum(x != 0, axis=axis)), a)


@pytest.mark.parametrize("dtype", [dtype for dtype in ALL if dtype not in COMPLEXES])
def test_places(dtype, calls):
    for shape in shapes(dtype) if dtype in WIDTHS else FEW:
        # Few distinct values, so that the first of equal ones must be found.
        a = sample(dtype, shape)
        for axis in (0, 1, None):
            calls(lambda xp, x: (xp.argmax(x, axis=axis), xp.argmin(x, axis=axis)), a)
        calls(lambda xp, x: (xp.argmax(x, axis=0), xp.sum(x, axis=0)), a)
        if dtype in FLOATS:
            for place in {0, a.size // 2, a.size - 1}:
                a.flat[place] = np.nan
                calls(lambda xp, x: (xp.argmax(x, axis=1), xp.argmin(x), xp.max(x, axis=0), xp.min(x, axis=1)), a)


@pytest.mark.parametrize("dtype", FLOATS + COMPLEXES)
def test_moments(dtype, calls):
    close = closeness(dtype)
    for shape in shapes(dtype, [(300, 3), (130, 70), (2, 4097), (9001, 2)]):
        a = sample(dtype, shape)
        for axis in (0, 1, None):
            calls(lambda xp, x: (xp.mean(x, axis=axis), xp.var(x, axis=axis)), a, close=close)
            calls(lambda xp, x: xp.std(x, axis=axis, keepdims=True), a, close=close)
        if dtype not in COMPLEXES:
            a.flat[:: 3] = np.nan
            for axis in (0, 1, None):
                calls(lambda xp, x: (xp.nanmean(x, axis=axis), xp.nanvar(x, axis=axis), xp.nanmax(x, axis=axis)), a, close=close)


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_rows_that_are_read_twice(dtype, calls):
    def softmax(xp, x, axis):
        e = xp.exp(x - x.max(axis=axis, keepdims=True))
        return e / e.sum(axis=axis, keepdims=True)

    def normal(xp, x, axis):
        return (x - x.mean(axis=axis, keepdims=True)) / xp.sqrt(x.var(axis=axis, keepdims=True) + 1)

    for shape in shapes(dtype, [(300, 5), (40, 33), (9, 130), (5, 1000), (3, 3001), (2, 9001), (1, 40_003)]):
        a = sample(dtype, shape)
        for axis in (0, 1):
            calls(lambda xp, x: softmax(xp, x, axis), a, close=closeness(dtype))
            calls(lambda xp, x: normal(xp, x, axis), a, close=2 * closeness(dtype))


@pytest.mark.parametrize("dtype", ["float32", "int64"])
def test_in_place_beside_folds(dtype, calls):
    def work(xp, x, y, axis):
        x -= y.max(axis=axis, keepdims=True)
        y += x
        x += y.sum(axis=axis, keepdims=True)
        return x, y

    for shape in [(280, 2), (300, 33), (70, 7), (130, 70), (1000, 10), (3, 4097), (9001, 2)]:
        for axis in (0, 1):
            kept = tuple(1 if place == axis else extent for place, extent in enumerate(shape))
            calls(lambda xp, x, y: work(xp, x, y, axis), sample(dtype, kept), sample(dtype, shape, 1))


VIEWS = {
    "whole": lambda xp, x: x,
    "offset": lambda xp, x: x[1:, 1:],
    "backwards": lambda xp, x: x[::-1, ::-1],
    "every other": lambda xp, x: x[:, ::-2],
    "rows apart": lambda xp, x: x[::3],
    "turned": lambda xp, x: x.T,
    "rolled": lambda xp, x: xp.roll(x, (2, -3), (0, 1)),
    "rolled flat": lambda xp, x: xp.roll(x, 5),
    "rolled and turned": lambda xp, x: xp.roll(x, 7, 1).T[::-1],
    "a row for all": lambda xp, x: xp.broadcast_to(x[1], (5, x.shape[1])),
    "a column for all": lambda xp, x: xp.broadcast_to(x[:, 1:2], (x.shape[0], 37)),
    "one for all": lambda xp, x: xp.broadcast_to(x[1, 1], (33, 5)),
    "nothing": lambda xp, x: x[:0],
    "no columns": lambda xp, x: x[:, 4:4],
    "one": lambda xp, x: x[2, 3],
}


@pytest.mark.parametrize("dtype", WIDTHS)
@pytest.mark.parametrize("view", VIEWS)
def test_views(view, dtype, calls):
    def work(xp, x):
        y = VIEWS[view](xp, x)
        copy, twice = xp.copy(y), xp.add(y, y)
        if y.ndim < 2:
            return copy, twice, y.sum()
        return copy, twice, y.sum(axis=0), y.sum(axis=1), xp.any(y, axis=0), y.sum(axis=(0, 1), keepdims=True)

    for shape in shapes(dtype, [(7, 9), (70, 257)], turn=list(VIEWS).index(view)):
        calls(work, sample(dtype, shape))


@pytest.mark.parametrize("dtype", WIDTHS)
def test_writing_through_views(dtype, calls):
    def work(xp, x, y):
        x[::2, 1:] = y[::2, :-1]
        x[1::2] |= y[1::2] if dtype == "bool" else 1 if dtype[0] in "iu" else 0
        return x

    def overlapping(xp, x, y):
        x[1:] = x[:-1] | x[1:] if dtype == "bool" else x[:-1] + x[1:]
        x[:, 1:] = x[:, :-1]
        x[...] = xp.roll(x, 3, 1)
        x[::-1] = x
        return x

    def plain(xp, x, y):
        x[::2, 1:] = y[::2, :-1]
        x[:, ::-3] = y[:, ::3]
        return x

    for shape in [(7, 9), (33, 70), (130, 257)]:
        a, b = sample(dtype, shape), sample(dtype, shape, 1)
        if dtype == "bool" or dtype in INTEGERS:
            calls(work, a, b)
        calls(overlapping, a, b)
        calls(plain, a, b)


@pytest.mark.parametrize("dtype", WIDTHS)
def test_tiles(dtype, calls):
    for m, n in [(1, 1), (31, 33), (64, 64), (70, 257)]:
        a, b = sample(dtype, (m, n)), sample(dtype, (n, m), 1)
        calls(lambda xp, x, y: (xp.copy(x.T), x + y.T, (x + y.T).T, x.T[::-1] + y), a, b)
        cube = sample(dtype, (3, m, n))
        calls(lambda xp, x: (xp.copy(x.transpose(2, 0, 1)), xp.copy(x.transpose(1, 2, 0)), x.swapaxes(0, 2) + 1), cube)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float16", "float32", "complex128"])
def test_neighbours(dtype, calls):
    def life(xp, x):
        ways = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        count = sum(xp.roll(x, way, (0, 1)) for way in ways)
        return count, xp.where(count == 3, x, count)

    def blur(xp, x):
        return xp.roll(x, 1, 1) + xp.roll(x, -1, 1) + x[::-1] + x

    for shape in [(1, 1), (2, 3), (20, 33), (70, 100), (129, 257)]:
        a = sample(dtype, shape)
        calls(life, a)
        calls(blur, a)


@pytest.mark.parametrize("dtype", ALL)
def test_running_folds(dtype, calls):
    for shape in shapes(dtype, [(300, 5), (40, 100), (2, 700), (3, 4001), (2, 20_011)]) if dtype in WIDTHS else [(7, 130), (3, 4001)]:
        a = sample(dtype, shape)
        if dtype in HALVES:
            # Every partial sum is rounded: those of so few small numbers are exact.
            a = np.where(np.arange(a.size).reshape(shape) % 97 == 0, a, 0).astype(a.dtype)
        calls(lambda xp, x: (xp.cumsum(x, axis=1), xp.maximum.accumulate(x, axis=1)), a)
        calls(lambda xp, x: (xp.cumsum(x, axis=0), xp.minimum.accumulate(x[::-1], axis=0)), a)
    one = np.where(sample(dtype, (3, 4001)) == 0, 0, 1).astype(numpys(dtype))
    calls(lambda xp, x: (xp.cumprod(x, axis=1), xp.logical_and.accumulate(x != 0, axis=1)), one)
    if dtype in INTEGERS:
        # A first element stays what it is, though a divisor is positive.
        calls(lambda xp, x: (xp.gcd.accumulate(x, axis=1), xp.bitwise_or.accumulate(x, axis=0)), sample(dtype, (5, 700)) * 6)
    if dtype in ("float32", "float64"):
        minus = np.full((3, 700), -0.0, dtype)
        calls(lambda xp, x: xp.signbit(xp.cumsum(x, axis=1)), minus)
        calls(lambda xp, x: xp.hypot.accumulate(x[:, :1] - 3, axis=1), minus)
        calls(lambda xp, x: xp.cumsum(x, axis=1), np.where(np.arange(700) == 300, np.inf, sample(dtype, (2, 700))).astype(dtype))
    if dtype in COMPLEXES:
        calls(lambda xp, x: xp.cumprod(x, axis=1), np.array([[np.inf, 1, 2], [1j, -1j, 3]], dtype))


@pytest.mark.parametrize("dtype", ALL)
def test_at(dtype, calls):
    def work(xp, x, where, y):
        for name in ["add", "maximum"] if dtype != "complex128" else ["add"]:
            getattr(xp, name).at(x, where, y)
        if dtype in INTEGERS:
            xp.subtract.at(x, where[:100], 1)
            xp.bitwise_xor.at(x[::-1], where[::-1], y)
        return x

    for size, count in [(1, 5), (41, 1000), (1001, 33)]:
        a = sample(dtype, (size,))
        b = sample(dtype, (count,), 1)
        if dtype in HALVES:
            b = np.where(np.arange(count) % 7 == 0, b, 0).astype(b.dtype)
        calls(work, a, np.random.default_rng(count).integers(-size, size, count), b)


@pytest.mark.parametrize("dtype", ALL)
def test_products(dtype, calls):
    for m, k, n in [(1, 1, 1), (17, 20, 33), (64, 64, 64), (65, 129, 70), (3, 0, 5), (1, 300, 2)]:
        a, b = sample(dtype, (m, k)), sample(dtype, (k, n), 1)
        calls(lambda xp, x, y: x @ y, a, b)
        calls(lambda xp, x, y: (y.T @ x.T, x[::-1] @ y[:, ::-1], x @ y[:, 0]), a, b)
    a, b = sample(dtype, (3, 5, 40)), sample(dtype, (40, 7), 1)
    calls(lambda xp, x, y: (x @ y, x @ x.transpose(0, 2, 1), x[0, 0] @ y), a, b)


@pytest.mark.parametrize("dtype", ALL)
def test_casts(dtype, calls):
    for size in (1, 31, 1001, 5003):
        a = np.abs(sample(dtype, (size,))) if dtype not in ("bool", *COMPLEXES) else sample(dtype, (size,))
        targets = [target for target in ALL if target in COMPLEXES or dtype not in COMPLEXES]
        got = [cp.array(a).astype(numpys(target)) for target in targets]
        for target, ours in zip(targets, got):
            theirs, ours = a.astype(numpys(target)), cp.asnumpy(ours)
            assert ours.dtype == theirs.dtype
            if target == "bfloat16":
                theirs, ours = theirs.astype(np.float32), ours.astype(np.float32)
            assert_same(ours, theirs)


def test_random_numbers_are_those_of_the_cpu():
    def draw():
        cp.random.seed(123)
        for size in (1, 5, 33, 1000, 4099):
            yield cp.random.random(size)
            yield cp.random.random(size, dtype="float32")
            yield cp.random.randint(-7, 1000, size)
            yield cp.random.randint(0, 256, size, dtype="uint8")
            yield cp.random.standard_normal(size)
            yield cp.random.standard_normal(size, dtype="float32")

    ours = [cp.asnumpy(x) for x in draw()]
    with cp.cuda.Device("cpu"):
        theirs = [cp.asnumpy(x) for x in draw()]
    for place, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        # The normal ones come of a logarithm, a root and a sine.
        close = {4: 1e-14, 5: 2e-6}.get(place % 6, 0.0)
        assert_same(a, b, close)
