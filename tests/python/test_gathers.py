"""Reading and writing by arrays of integers with computed indices, or with further operations on the elements."""

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

SIZES = [1, 7, 300, 5000, 20011]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["bool", "int16", "float32", "int64", "complex128"])
def test_what_is_computed_of_elements_that_an_index_names(size, dtype, both):
    a = (np.arange(size) % 11).astype(dtype)
    i = np.random.default_rng(1).integers(-size, size, 2 * size + 3)
    both(lambda xp, x, i: (x[i] * 2).sum(), a, i)
    both(lambda xp, x, i: x[i] + x[i][::-1], a, i)
    both(lambda xp, x, i: x[i * 2 % xp.asarray(size)] + 1, a, i)
    both(lambda xp, x, i: xp.where(x[i] != 0, x[i], 3), a, i)
    both(lambda xp, x, i: x[i].reshape(-1, 1).repeat(2, 1)[:, 1], a, i)


def test_rows_and_columns_and_both(both):
    a = np.arange(40 * 30.0).reshape(40, 30)
    i, j = np.random.default_rng(2).integers(-30, 30, (2, 200))
    for function in [
        lambda xp, x, i, j: (x[i] * 2).sum(axis=1),
        lambda xp, x, i, j: (x[i] + 1).max(axis=0),
        lambda xp, x, i, j: (x[:, i] - 1).sum(axis=0),
        lambda xp, x, i, j: x.T[i].sum(axis=1) + x[j, i],
        lambda xp, x, i, j: x[::-1, ::2][i, j // 4] * x[i, j],
        lambda xp, x, i, j: xp.take_along_axis(x, i[:160].reshape(40, 4), 1) + 1,
        lambda xp, x, i, j: xp.exp(x[i] / 1000) / xp.exp(x[i] / 1000).sum(axis=1, keepdims=True),
    ]:
        both(function, a, i, j, close=1e-13)


def test_the_array_is_written_before_and_after(both):
    def program(xp, x, i):
        x = x.copy()
        x += 1
        first = x[i] * 2
        x[::2] = 0
        second = x[i] - first
        x[...] = 5
        return second + x[i]

    both(program, np.arange(100), np.arange(-50, 50))

    def index_changes(xp, x, i):
        i = i.copy()
        first = x[i]
        i[...] = 0
        return first + x[i]

    both(index_changes, np.arange(100), np.arange(-50, 50))

    def own_index(xp, x):
        x = x % xp.asarray(10)
        x[...] = x[x] + 1
        return x

    both(own_index, np.arange(100))


@pytest.mark.parametrize("bad", [100, -101])
def test_an_index_out_of_bounds_is_refused_wherever_it_is_computed(bad):
    a, i = cp.arange(100.0), cp.array([0, 3, bad])
    with pytest.raises(IndexError, match="out of bounds"):
        float((a[i] * 2).sum())
    with pytest.raises(IndexError, match="out of bounds"):
        (a[i * 1] + cp.ones(3)).get()
    with pytest.raises(IndexError, match="out of bounds"):
        a[i * 1] = a[:3] * 2
        a.get()
    with pytest.raises(IndexError, match="out of bounds"):
        b = cp.zeros(100)
        b[cp.concatenate([i, cp.arange(5000) % 7])] = 1
        b.get()


def test_what_else_is_computed_beside_a_wrong_index_is_right():
    a, i, j = cp.arange(100.0), cp.array([0, 300]), cp.array([1, 2])
    right = a[j] + 1
    with pytest.raises(IndexError):
        (a[i] + right).get()
    assert_same(right, np.array([2.0, 3.0]))


@pytest.mark.parametrize("size", SIZES)
def test_computed_values_are_written_and_the_last_stays(size, both):
    rng = np.random.default_rng(3)
    a, i, v = np.zeros(size), rng.integers(-size, size, size // 2 + 5), rng.integers(0, 99, size // 2 + 5)

    def put(values):
        def program(xp, x, i, v):
            x = x.copy()
            x[i] = values(x, v)
            return x

        return program

    both(put(lambda x, v: v * 2), a, i, v)
    both(put(lambda x, v: 0), a + 1, i, v)
    both(put(lambda x, v: x[: len(v)] + v[: size] if size > 9 else 1), a, i[:size], v[:size])
    both(put(lambda x, v: v.astype(float)), a, i, v)

    def masked(xp, x, i, v):
        x = x.copy()
        x[x > 3] += 1
        x[i[:2]] += 1
        return x

    both(masked, np.arange(size) % 7.0, i, v)


def test_rows_are_written_at_once_and_later(both):
    a, i = np.arange(60).reshape(12, 5), np.array([3, -1, 3])

    def program(xp, x, i):
        x = x.copy()
        x[i] = xp.arange(15).reshape(3, 5)
        x[i[:1]] = 7
        x[i] = x[:3]
        x[[0, 1]] = x[[1, 0]]
        return xp.concatenate([x.ravel(), x[i].ravel(), x[i, 1]])

    both(program, a, i)


def test_many_places_of_which_few_are_named_twice(both):
    rng = np.random.default_rng(4)
    i = rng.integers(0, 400_000, 30_000)

    def program(xp, x, i):
        x = x.copy()
        x[i] = xp.arange(30_000)
        return x

    both(program, np.zeros(400_000, "int32"), i)


@pytest.mark.skipif(str(cp.cuda.Device()) == "ptx", reason="many threads take long there")
def test_threads_keep_the_order_of_what_is_written_and_added(both):
    rng = np.random.default_rng(5)
    size = 300_001
    i, v = rng.integers(-1000, 1000, size), rng.random(size)
    both(lambda xp, i, v: at_last(xp, i, v), i, v)
    both(lambda xp, i, v: at_last(xp, i * 2 % 77, v * 2), i, v)
    both(lambda xp, i, v: added(xp, i, v), i, v, close=0.0 if str(cp.cuda.Device()) == "cpu" else 1e-12)
    both(lambda xp, i, v: added(xp, i // 3, v + 1), i, v, close=0.0 if str(cp.cuda.Device()) == "cpu" else 1e-12)
    both(lambda xp, i, v: xp.bincount(i % 1000), i, v)
    both(lambda xp, i, v: xp.bincount((i + 1000) * 70 % 131071, minlength=200_000), i, v)
    # If the output exceeds a core's caches, each thread updates a part of it.
    far = rng.integers(0, 50_000, size) * 20
    both(lambda xp, i, v: at_last(xp, i, v, 1_000_000), far, v)
    both(lambda xp, i, v: at_last(xp, i, v.astype("f4"), 2_000_000, "f4"), far * 2 - 1_000_000, v)
    both(lambda xp, i, v: added(xp, i, v, 1_000_000), far, v, close=0.0 if str(cp.cuda.Device()) == "cpu" else 1e-12)
    both(lambda xp, i, v: xp.bincount(i, minlength=1_000_000), far, v)


def test_many_places_are_written_band_by_band(both):
    rng = np.random.default_rng(6)
    i, v = rng.integers(-400_000, 400_000, 70_001), rng.random(70_001, dtype="f4")
    both(lambda xp, i, v: at_last(xp, i, v, 400_000, "f4"), i, v)
    both(lambda xp, i, v: at_last(xp, i, 3, 400_000, "f4"), i, v)


@pytest.mark.parametrize("dtype", ["f4", "i1", "c16"])
def test_many_indices_that_rise_or_name_one_place(dtype, both):
    rng = np.random.default_rng(11)
    v = rng.integers(-99, 99, 70_001).astype(dtype)
    rising = np.sort(rng.integers(0, 60_000, 70_001))
    falls = rising.copy()
    falls[-1] = 3
    for i in (rising, np.arange(70_001) * 4, np.full(70_001, 77), falls, rising[::-1], np.full(70_001, -1)):
        for size in (280_004, 60_001) if i.max() < 60_001 else (280_004,):
            both(lambda xp, i, v: at_last(xp, i, v, size, dtype), i, v)  # noqa: B023
            both(lambda xp, i, v: at_last(xp, i * 1, v + v, size, dtype), i, v)  # noqa: B023
    both(lambda xp, i, v: at_last(xp, i.reshape(-1, 7), v.reshape(-1, 7), 280_004, dtype), rising[:70_000], v[:70_000])


def at_last(xp, i, v, size=1000, dtype="f8"):
    x = xp.zeros(size, dtype)
    x[i] = v
    return x


def added(xp, i, v, size=1000):
    x = xp.zeros(size)
    xp.add.at(x, i, v)
    return x
