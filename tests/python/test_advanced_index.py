"""Arrays among the parts of an index: reading, writing and `ufunc.at` through random indices, against NumPy."""

from array import array
from collections import deque

import numpy as np
import pytest
from conftest import assert_same, host, outcome

import cuprust as cp


def ours(index):
    """The index with its NumPy arrays as arrays of ours."""
    if isinstance(index, tuple):
        return tuple(ours(part) for part in index)
    return cp.asarray(index) if isinstance(index, np.ndarray) else index


def random_index(dice, shape):
    """An index of an array of this shape: a part for each axis or a few, of all kinds, seldom one out of range."""
    parts, axis, ellipsis = [], 0, False
    together = tuple(int(n) for n in dice.integers(1, 4, dice.integers(0, 3)))
    while axis < len(shape):
        extent, kind = shape[axis], dice.integers(0, 12)
        if kind < 4:
            names = tuple(1 if dice.random() < 0.2 else n for n in together)
            reach = extent + (dice.random() < 0.02)
            if extent == 0 and 0 not in names:
                parts.append(slice(None))
            else:
                dtype = dice.choice(["int64", "int32", "uint8"]) if dice.random() < 0.5 else "int64"
                low = 0 if dtype == "uint8" else -reach
                places = dice.integers(low, max(reach, 1), names).astype(dtype)
                parts.append(places.tolist() if dice.random() < 0.2 and places.ndim else places)
        elif kind == 4 and axis + 1 < len(shape):
            parts.append(dice.random(shape[axis : axis + 2]) < 0.4)
            axis += 1
        elif kind == 5:
            parts.append(dice.random(extent + (dice.random() < 0.03)) < 0.5)
        elif kind == 6:
            parts.append(bool(dice.integers(2)))
            continue
        elif kind == 7:
            parts.append(None)
            continue
        elif kind == 8 and not ellipsis:
            parts.append(...)
            ellipsis, axis = True, axis + dice.integers(0, 2)
            continue
        elif kind == 9:
            parts.append(int(dice.integers(-extent, extent)) if extent else slice(None))
        else:
            start, stop = (int(n) for n in dice.integers(-extent - 1, extent + 2, 2))
            parts.append(slice(start, stop, int(dice.choice([-2, -1, 1, 2]))))
        axis += 1
        if dice.random() < 0.15:
            break
    return parts[0] if len(parts) == 1 and dice.random() < 0.5 else tuple(parts)


def arrays(dice):
    """An array of some shape and order, and its twin of ours."""
    shape = tuple(int(n) for n in dice.integers(1, 6, dice.integers(1, 5)))
    shape = tuple(0 if dice.random() < 0.03 else n for n in shape)
    dtype = dice.choice(["float64", "float32", "int8", "complex128", "bool", "uint16"])
    a = np.arange(np.prod(shape, dtype=int)).astype(dtype).reshape(shape)
    order, flips = dice.permutation(len(shape)), tuple(slice(None, None, int(n)) for n in dice.choice([1, 1, -1, 2], len(shape)))
    return (a.transpose(order)[flips], cp.array(a).transpose(*order.tolist())[flips])


def agree(of_numpy, of_ours):
    """Both give the same, or raise the same."""
    (expected, error), (result, other) = outcome(of_numpy), outcome(of_ours)
    assert type(error) is type(other), (error, other)
    if error is None:
        assert_same(result, expected)


@pytest.mark.parametrize("seed", range(20))
def test_random_indices_read(seed):
    dice = np.random.default_rng(seed)
    for _ in range(40):
        a, b = arrays(dice)
        index = random_index(dice, a.shape)
        agree(lambda: a[index], lambda: b[ours(index)])


@pytest.mark.parametrize("seed", range(20))
def test_random_indices_write(seed):
    dice = np.random.default_rng(1000 + seed)
    for _ in range(40):
        a, b = arrays(dice)
        index = random_index(dice, a.shape)
        shape = outcome(lambda: a[index].shape)[0] or ()
        shape = shape[int(dice.integers(0, len(shape) + 1)) :]
        shape = tuple(1 if dice.random() < 0.2 else n for n in shape)
        # If no element is selected, NumPy accepts values of more axes.
        if dice.random() < 0.1 and 0 not in shape:
            shape = (2, *shape)
        value = dice.integers(-5, 100, shape).astype(dice.choice(["int64", "float32"]))
        value = value % 2 if a.dtype == bool else abs(value)
        a, b = a.copy(), cp.array(b)

        def write(x, where, what):
            x[where] = what
            return x

        agree(lambda: write(a, index, value), lambda: write(b, ours(index), cp.asarray(value)))
        agree(lambda: write(a, index, 1), lambda: write(b, ours(index), 1))


@pytest.mark.parametrize("seed", range(6))
def test_random_indices_are_changed_by_ufunc_at(seed):
    dice = np.random.default_rng(2000 + seed)
    for _ in range(20):
        a, b = arrays(dice)
        a = a.astype("int64")
        b = cp.asarray(a)
        index = random_index(dice, a.shape)

        def change(xp, x, where):
            xp.add.at(x, where, 3)
            xp.negative.at(x, where)
            return x

        agree(lambda: change(np, a, index), lambda: change(cp, b, ours(index)))


def test_the_last_of_several_values_stays():
    dice = np.random.default_rng(5)
    for extent, count in [(5, 200), (100, 3000), (100_000, 3000)]:
        index, values = dice.integers(0, extent, count), dice.random(count)
        a, b = np.zeros(extent), cp.zeros(extent)
        a[index] = values
        b[cp.asarray(index)] = cp.asarray(values)
        assert_same(b, a)


def test_what_is_written_may_be_what_is_read():
    a, b = np.arange(10), cp.arange(10)
    a[[1, 2, 3, 4]] = a[0:4]
    b[[1, 2, 3, 4]] = b[0:4]
    assert_same(b, a)
    a[a % 5] = a
    b[b % 5] = b
    assert_same(b, a)
    c, d = np.arange(5)[::-1].copy(), cp.arange(5)[::-1].copy()
    c[c] = c * 2
    d[d] = d * 2
    assert_same(d, c)


def test_views_are_written_through():
    a, b = np.zeros((6, 6)), cp.zeros((6, 6))
    a[1::2, ::-2][[0, 2], [1, 1]] = [5, 6]
    b[1::2, ::-2][[0, 2], [1, 1]] = cp.array([5, 6])
    assert_same(b, a)


def test_what_an_array_without_axes_selects_is_a_copy():
    a, b = np.arange(12.0).reshape(3, 4), cp.arange(12.0).reshape(3, 4)
    for x, k in ((a, np.array(1)), (b, cp.array(1))):
        row = x[k]
        row[:] = -1
        x[k, 0] = 7
        x[:, k] += x[k, k]
    assert_same(b, a)
    assert cp.arange(5)[cp.argmax(cp.array([1, 3, 2]))].ndim == 0


def test_bad_indices_raise_at_the_call():
    a, b = np.zeros((3, 4)), cp.zeros((3, 4))
    b.flags.writeable = True
    for index in [([0, 1], [0, 1, 2]), np.array([0.5]), (0, 0, [1]), np.ones((2, 4), bool), (..., [0], ...)]:
        agree(lambda: a[index], lambda: b[ours(index)])
    a.flags.writeable = b.flags.writeable = False

    def write(x):
        x[[0]] = 1

    agree(lambda: write(a), lambda: write(b))


def test_an_index_out_of_range_is_an_error_where_it_is_waited_for():
    for index in [([0, 5], [0, 0]), ([0, 0], [0, 9]), ([-4], [0]), (slice(None), [4]), ([3], slice(None))]:
        b = cp.zeros((3, 4))
        with pytest.raises(IndexError):
            host(b[ours(tuple(np.array(part) if isinstance(part, list) else part for part in index))])
        with pytest.raises(IndexError):
            b[index] = 1
            host(b)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0), (0, 0), (5, 0), (0, 4), (2, 0, 3)])
def test_an_extent_of_zero_fits_any_axis(shape):
    def results(xp):
        a, mask = xp.arange(6).reshape(2, 3), xp.zeros(shape, bool)
        for call in (lambda: a[mask].shape, lambda: a[..., mask].shape, lambda: a[None, mask].shape, lambda: a.__setitem__(mask, 7)):
            try:
                yield call()
            except IndexError:
                yield "IndexError"
        yield a.tolist()

    assert list(results(cp)) == list(results(np))


SEQUENCES = [
    ((1, 0), (0, 1)),
    (range(2), range(1, 3)),
    ((0, 2), 1),
    ((0, 2), slice(1)),
    (array("i", [0, 1]), 1),
    (deque([0, 1]), 1),
    (((0, 1), (1, 2)), 0),
    ((True, False, True), 0),
    ((), 0),
    ([0, 1], (1, 2)),
    ((0, 1),),
    range(2),
]


@pytest.mark.parametrize("index", SEQUENCES, ids=str)
def test_any_sequence_is_an_index(both, index):
    a = np.arange(9).reshape(3, 3)
    both(lambda xp, x: x[index], a)

    def write(xp, x):
        x[index] = -1
        return x

    both(write, a)


@pytest.mark.parametrize("index", ["ab", b"ab", bytearray(b"ab"), (1.5, 2.0), {0: 1}, {0}, 1.0], ids=str)
def test_text_and_fractions_are_no_index(index):
    for xp in (np, cp):
        with pytest.raises(IndexError):
            xp.arange(9).reshape(3, 3)[index, 0]
