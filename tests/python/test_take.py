"""`take`, and reading by an array of integers: elements by indices along an axis."""

import numpy as np
import pytest
from conftest import assert_same, host

import cuprust as cp

SHAPES = [(5,), (4, 6), (3, 4, 5), (2, 3, 1, 4)]
INDICES = [0, -1, [0, 2, 1], [[0, -1], [2, 2]], [], [[]], np.array([-3, 1, 1], "int8"), np.array([0, 2], "uint64")]


@pytest.mark.parametrize("dtype", ["bool", "int16", "float32", "float64", "complex128"])
@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_every_axis_and_shape_of_indices(shape, dtype, both):
    a = (np.arange(np.prod(shape)) % 7).astype(dtype).reshape(shape)
    for indices in INDICES:
        for axis in [None, *range(len(shape)), -1]:
            if axis is not None and shape[axis] < 3:
                continue
            both(lambda xp, x: xp.take(x, indices, axis), a)
            both(lambda xp, x: x.T.take(indices, axis=None if axis is None else -1 - axis), a)
    both(lambda xp, x: xp.take(x[..., ::-1], [0, 1, -1], axis=0, mode="wrap"), a)


def test_indices_of_ours_and_numpys(both):
    a = np.arange(20.0).reshape(4, 5)
    both(lambda xp, x, i: x.take(i, axis=1), a, np.array([[4, 0], [-1, 2]]))
    both(lambda xp, x, i: x.take(i), a, np.array([True, False]))
    both(lambda xp, x, i: x.take(i[::-1], 0), a, np.arange(4, dtype="int32"))
    assert_same(cp.take(cp.asarray(a), np.array([1, 2]), 0), a[[1, 2]])
    assert_same(cp.take([10, 20, 30], 1), np.array(20))


@pytest.mark.parametrize("mode", ["raise", "wrap", "clip", None, 0, 1, 2])
def test_modes(mode, both):
    a = np.arange(12).reshape(3, 4)
    for indices in [[0, 1], [-1, 2], [3, 7], [-4, -9], -5, 1000, np.array([200], "uint8"), np.array([-128], "int8")]:
        for axis in [None, 0, 1]:
            both(lambda xp, x: xp.take(x, indices, axis=axis, mode=mode), a)


def test_out(both):
    def into(xp, x, dtype, shape=(2, 4), **options):
        out = xp.zeros(shape, dtype)
        result = xp.take(x, [2, 0], axis=0, out=out, **options)
        assert result is out
        return out

    for dtype in ["bool", "int32", "int64", "uint64", "float32", "float64", "complex64"]:
        for x in [np.arange(12), np.arange(12, dtype="float32"), np.arange(12, dtype="complex128")]:
            # NumPy before 2.5 requires a safe cast the other way, and 2.5 warns of those that it will refuse.
            if np.can_cast(x.dtype, dtype, "same_kind") and np.can_cast(dtype, x.dtype, "safe"):
                both(lambda xp, x: into(xp, x, dtype), x.reshape(3, 4))
            elif np.can_cast(x.dtype, dtype, "same_kind"):
                np.testing.assert_array_equal(into(cp, cp.asarray(x.reshape(3, 4)), dtype).get(), x.reshape(3, 4)[[2, 0]].astype(dtype))
            else:
                with pytest.raises(TypeError, match="same_kind"):
                    into(cp, cp.asarray(x.reshape(3, 4)), dtype)
    both(lambda xp, x: into(xp, x, "int64", (4, 2)), np.arange(12).reshape(3, 4))
    both(lambda xp, x: into(xp, x, "int64", (2, 1)), np.arange(12).reshape(3, 4))

    def over_itself(xp, x):
        xp.take(x, xp.arange(5)[::-1].copy(), out=x)
        return x

    both(over_itself, np.arange(5))
    x = cp.arange(12).reshape(3, 4)
    out = cp.zeros((2, 4), int)
    assert x.take([2, 0], 0, out) is out and x.take([2, 0], axis=0, out=out, mode="clip") is out
    with pytest.raises(TypeError):
        cp.take(x, [0], out=np.zeros(1))


def test_what_is_refused(both):
    a = np.arange(6.0).reshape(2, 3)
    for indices, axis in [
        ([6], None), ([-7], None), ([2], 0), ([3], 1), ([0], 2), ([0], -3), (np.array([0.5]), 0), (np.array([], "f4"), 0),
        ("x", 0), (None, 0), ([2**70], 0), ([0], 1.5), ([0], "0"), ([[0], [1, 2]], 0),
    ]:  # fmt: skip
        both(lambda xp, x: xp.take(x, indices, axis), a)
    both(lambda xp, x: xp.take(x, [0], mode="wrong"), a)
    for shape, indices, axis in [((0, 3), [0], 0), ((0, 3), np.zeros(0, int), 0), ((3, 0), [0, 1], 0), ((0,), [0], None), ((3, 0), [7], 0)]:
        for mode in ["raise", "wrap", "clip"]:
            if (shape, mode) != ((3, 0), "raise") or indices != [7]:
                both(lambda xp, x: xp.take(x, indices, axis, mode=mode), np.zeros(shape))
    for index in [0, [0, 0], 1, []]:
        for axis in [None, 0, -1, 1]:
            both(lambda xp, x: xp.take(x, index, axis), np.array(3))


def test_the_index_and_the_axis_are_named():
    on_cpu = str(cp.cuda.Device()) == "cpu"
    for indices, named in [([3], 3), ([0, -4], -4), ([2**40], 2**40)]:
        with pytest.raises(IndexError, match=f"index {named} is out of bounds for .*axis .*size 3" if not on_cpu else
                           f"index {named} is out of bounds for axis 1 with size 3"):  # fmt: skip
            cp.take(cp.zeros((2, 3)), indices, axis=1).get()
    # Neighbouring elements are not changed.
    a = cp.arange(3)
    with pytest.raises(IndexError):
        cp.take(a, [7]).get()
    assert_same(a + 1, np.arange(3) + 1)


def test_indices_that_are_computed_and_results_that_are_used(both):
    rng = np.random.default_rng(0)
    a, i = rng.random((50, 8)), rng.integers(0, 50, 30)

    def program(xp, x, i):
        taken = xp.take(x * 2, (i * 7 + 3) % 50, axis=0)
        x += 1
        return taken.sum(axis=1) + xp.take(x, i, axis=0)[:, 3], taken

    both(program, a, i, close=1e-12)


def test_large(both):
    rng = np.random.default_rng(1)
    count = 300_000 if str(cp.cuda.Device()) != "ptx" else 3000
    a, i = rng.integers(0, 100, count), rng.integers(-count, count, count)
    both(lambda xp, x, i: xp.take(x, i), a, i)
    both(lambda xp, x, i: xp.take(x.reshape(-1, 10), i[:500] % (count // 10), axis=0), a, i)
    both(lambda xp, x, i: xp.take(x.reshape(10, -1), i % (count // 10), axis=1), a, i)
    both(lambda xp, x, i: xp.take(x.reshape(-1, 10)[::2, ::-3].T, i[:500] % 7, axis=1), a, i)


def test_reading_by_an_array_of_integers(both):
    a = np.arange(24).reshape(4, 6)
    for index in [[0, 2], [], [[1, -1], [0, 0]], np.array([3], "uint8"), ([1, 1],), ([1, 1], ...), ([1, 1], slice(None)), [4], [-5]]:
        both(lambda xp, x: x[index], a)
    both(lambda xp, x, i: x[i], a, np.array([2, 0]))
    both(lambda xp, x, i: x[i], a, np.array([[2], [0]]))
    both(lambda xp, x: x[[0]], np.array(3))
    b = cp.arange(5)
    c = b[cp.array([0, 1])]
    c += 10
    assert_same(host(b), np.arange(5))


def test_reading_where_a_mask_is_true(both):
    a = np.arange(24).reshape(2, 3, 4)
    for mask in [a % 3 == 0, a[..., 0] > 3, a[:, 0, 0] >= 0, np.zeros((2, 3), bool), np.ones(2, bool), a > 100]:
        both(lambda xp, x, m: x[m], a, mask)
        both(lambda xp, x, m: x.T.copy()[m.T], a.T.copy().T, mask if mask.ndim == 3 else a > 5)
        both(lambda xp, x, m: (x[m] + 1).sum(), a.astype("float32"), mask)
    both(lambda xp, x, m: x[m], a, np.ones(3, bool))
    both(lambda xp, x, m: x[m], a, np.ones((2, 3, 4, 1), bool))
    both(lambda xp, x: x[x > 2], np.array(3))
    both(lambda xp, x: x[[True, False]], a)
    both(lambda xp, x: x[x.T > 2], np.arange(9).reshape(3, 3))
    x = cp.arange(6)
    y = x[x > 2]
    y += 1
    assert_same(x, np.arange(6))


def test_nonzero(both):
    for a in [np.array([0, 3, 0, 5]), np.array([[True, False], [True, True]]), np.zeros((2, 0, 3)), np.zeros(3), np.array(1),
              np.array([0.0, np.nan, -0.0, 1e-300]), np.array([0, 1j]), (np.arange(60) % 7 == 3).reshape(3, 4, 5).T]:  # fmt: skip
        both(lambda xp, x: xp.nonzero(x), a)
        both(lambda xp, x: x.nonzero(), a)
        both(lambda xp, x: xp.where(x), a)
        both(lambda xp, x: xp.flatnonzero(x), a)
        both(lambda xp, x: xp.flatnonzero(x[::-1]), np.atleast_1d(a))
    size = 300_000 if str(cp.cuda.Device()) != "ptx" else 3000
    both(lambda xp, x: xp.nonzero(x), np.random.default_rng(0).integers(0, 3, size).reshape(-1, 10))


def test_indices_whose_range_is_known():
    """An index that its operations bound is not checked, and is what it is on every device."""
    r = np.random.default_rng(7)
    bytes, numbers = r.integers(0, 256, 3000).astype(np.uint8), r.integers(-(1 << 60), 1 << 60, 3000)
    table, short = r.random(256), r.random(9).astype(np.float32)

    def program(xp, bytes, numbers, table, short):
        low = numbers & 255
        found = [table[bytes], table[low], xp.take(table, low[::-3]), table[(low ^ bytes) & 127], table[bytes % 7 - 7]]
        kinds = sum((xp.roll(bytes, shift) > 100).astype(np.int8) for shift in (1, 2, 3, 4))
        other = sum((xp.roll(bytes, shift) > 50).astype(np.int8) for shift in (1, 2, 3, 4))
        found += [short[(kinds - other).astype(np.int32) + 4], short[kinds - other]]
        found += [table[xp.argsort(numbers)[:200] % 256], table[xp.searchsorted(short * 0, short)], table[numbers >> 60]]
        found += [table[xp.where(bytes > 7, low, 0)], table[xp.clip(numbers, -3, 200)], table[xp.arange(256) // 2]]
        crc = xp.full(bytes.shape, 255, np.uint32)
        steps = xp.arange(256, dtype=np.uint32) * np.uint32(2654435761)
        for shift in range(4):
            crc = steps[((crc ^ bytes) & np.uint32(255)).astype(np.int32)] ^ (crc >> np.uint32(shift))
        return (*found, crc, xp.take_along_axis(numbers, low, 0))

    expected = program(np, bytes, numbers, table, short)
    operands = [cp.asarray(a) for a in (bytes, numbers, table, short)]
    for call in (program, cp.fuse(program)):
        for _ in range(2):
            for own, other in zip(call(cp, *operands), expected, strict=True):
                assert_same(own, other)


@pytest.mark.parametrize(
    "index",
    [
        lambda xp, x: x & 15,
        lambda xp, x: (x & 3) + 6,
        lambda xp, x: -(x & 15),
        lambda xp, x: (x & 7).astype(np.uint8) - np.uint8(1),
        lambda xp, x: xp.minimum(x & 1023, 9),
        lambda xp, x: ((x & 255) * 2).astype(np.uint8),
    ],
)
def test_indices_that_may_be_out_of_range_are_checked(index):
    table, x = np.arange(9), np.arange(4000)
    with pytest.raises(IndexError, match="is out of bounds for a.* size 9"):
        table[index(np, x)]
    with pytest.raises(IndexError, match="is out of bounds for a.* size 9"):
        cp.asarray(table)[index(cp, cp.asarray(x))].get()
    # What was written since decides.
    low = cp.asarray(x) & 7
    low[17] = 30
    with pytest.raises(IndexError, match="is out of bounds for a.* size 9"):
        cp.asarray(table)[low].get()


def test_lists_of_modes():
    """A list of modes is as good as a tuple, as in NumPy."""
    i, j = np.array([-1, 2, 5]), np.array([0, -3, 9])
    for mode in (["wrap", "clip"], ("clip", "wrap"), ["clip", "clip"], "wrap"):
        assert_same(cp.ravel_multi_index((cp.asarray(i), cp.asarray(j)), (4, 4), mode=mode), np.ravel_multi_index((i, j), (4, 4), mode=mode))
    for wrong in (["wrap", "x"], ["wrap", 1.5], {"wrap"}):
        with pytest.raises((TypeError, ValueError)):
            cp.ravel_multi_index((cp.asarray(i), cp.asarray(j)), (4, 4), mode=wrong)
