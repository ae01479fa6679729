"""`sort`, `argsort`, sorting in place, and the indices and elements where a mask is true."""

import numpy as np
import pytest
from conftest import assert_same, host, in_turns

import cuprust as cp

DTYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64",
          "complex64", "complex128"]  # fmt: skip
SHAPES = [(1,), (7,), (300,), (3, 5), (40, 33), (2, 3, 4), (3, 1, 70), (5000,), (2, 6000), (6000, 2)]


def sample(dtype, shape, seed=0):
    """Elements of which many are equal, with NaN, infinities and both zeros among floats, and the ends of integers."""
    rng, size = np.random.default_rng(seed), int(np.prod(shape))
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        ends = np.iinfo(dtype)
        wide = rng.integers(ends.min, ends.max, size, dtype=dtype, endpoint=True)
        return np.where(rng.random(size) < 0.5, wide, rng.integers(0, 5, size).astype(dtype)).astype(dtype).reshape(shape)
    special = np.array([np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0])

    def part():
        return np.where(rng.random(size) < 0.3, special[rng.integers(0, len(special), size)], rng.normal(size=size))

    if dtype.kind == "c":
        value = np.empty(size, "complex128")
        value.real, value.imag = part(), np.where(rng.random(size) < 0.5, 0.0, part())
        return value.astype(dtype).reshape(shape)
    return part().astype(dtype).reshape(shape)


def kept(xp, x, numbers):
    """The array, with ones in the place of NaN where only numbers are compared."""
    return xp.where(x == x, x, xp.ones_like(x)) if numbers else x


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_shape_and_axis(dtype, both):
    for turn, shape in enumerate(SHAPES):
        a = sample(dtype, shape, len(shape))
        for axis in in_turns([None, *range(len(shape)), -1], turn):
            both(lambda xp, x: xp.sort(x, axis=axis), a)
            both(lambda xp, x: xp.argsort(x, axis=axis, kind="stable"), a)
        # A GPU makes every NaN of float16 the same when it converts one; zeros keep their signs.
        numbers = dtype == "float16" and str(cp.cuda.Device()) != "cpu"
        both(lambda xp, x: xp.signbit(kept(xp, xp.sort(x.real, kind="stable"), numbers)), a)


def test_bfloat16():
    values = sample("float32", 5000, 3)
    a = cp.asarray(values).astype("bfloat16")
    assert_same(cp.argsort(a), np.argsort(a.astype("float32").get(), kind="stable"))
    assert_same(cp.sort(a).astype("float32"), np.sort(a.astype("float32").get()))


@pytest.mark.parametrize("dtype", ["int16", "float32", "complex128"])
def test_views_of_every_kind(dtype, both):
    a = sample(dtype, (6, 50, 8))
    views = [lambda x: x[::-1], lambda x: x[:, ::-2, ::3], lambda x: x.T, lambda x: x.transpose(1, 2, 0), lambda x: x[:, 3],
             lambda x: x[None, :, 7:8, ..., None], lambda x: x.reshape(-1)[5::7], lambda x: x[2:2], lambda x: x[:, :0]]  # fmt: skip
    for view in views:
        for axis in [0, -1]:
            both(lambda xp, x: xp.sort(view(x), axis), a)
            both(lambda xp, x: xp.argsort(view(x), axis, kind="stable"), a)
            both(lambda xp, x: view(x).argsort(axis, kind="stable"), a)

            def in_place(xp, x):
                view(x).sort(axis=axis)
                return x

            both(in_place, a)
    both(lambda xp, x: xp.sort(xp.broadcast_to(x[0, 0], (3, 8)), 0), a)


def test_results_lie_in_memory_as_numpys():
    a = np.zeros((3, 4, 5))
    for view in [lambda x: x, lambda x: x.T, lambda x: x.transpose(1, 2, 0), lambda x: x[::-1, ::-1]]:
        for axis in range(3):
            assert cp.sort(view(cp.asarray(a)), axis).strides == np.sort(view(a), axis).strides
            assert cp.argsort(view(cp.asarray(a)), axis).strides == np.argsort(view(a), axis).strides


def test_what_is_computed_is_sorted(both):
    a, b = sample("float64", (60, 80)), np.arange(80.0)
    both(lambda xp, x, y: xp.sort(x * 2 + y, axis=0) - 1, a, b)
    both(lambda xp, x, y: xp.sort(xp.sort(x, axis=0), axis=1), a, b)
    both(lambda xp, x, y: xp.take(x, xp.argsort(y, kind="stable"), axis=1), a, b)
    both(lambda xp, x, y: (xp.argsort(x > 0, axis=1, kind="stable"), xp.sort(xp.roll(x, 3, axis=1))), a, b)

    def changed(xp, x, y):
        first = xp.sort(x)
        x.sort()
        x += 1
        x.sort(0)
        return first, x

    both(changed, a, b)


def test_a_million_elements(both):
    for dtype in ["float32", "int64", "float64", "uint16"]:
        a = sample(dtype, 1_000_000)
        both(lambda xp, x: xp.sort(x), a)
        both(lambda xp, x: xp.argsort(x, kind="stable"), a)
    few = np.random.default_rng(1).integers(0, 3, 300_000)
    both(lambda xp, x: (xp.argsort(x, kind="stable"), xp.argsort(x.reshape(3, -1)[:, ::-1], kind="stable")), few)
    both(lambda xp, x: xp.sort(x.reshape(-1, 1000)), a)


def test_arguments(both):
    a = sample("int32", (4, 5))
    for kind in [None, "quicksort", "mergesort", "heapsort", "stable", "Stable", "q", "", "other", 5]:
        both(lambda xp, x: xp.sort(x, kind=kind), a)
        both(lambda xp, x: xp.sort(x, -1, kind, None), a)
    for stable in [None, True]:
        both(lambda xp, x: xp.argsort(x, stable=stable) if stable else xp.sort(x, stable=stable), a)
    both(lambda xp, x: xp.sort(x, kind="stable", stable=True), a)
    both(lambda xp, x: xp.sort(x, order="f"), a)
    both(lambda xp, x: xp.argsort(x, order=["f"]), a)
    for axis in [2, -3, 1.0, "x"]:
        both(lambda xp, x: xp.sort(x, axis=axis), a)
        both(lambda xp, x: xp.argsort(x, axis), a)
        both(lambda xp, x: x.sort(axis), a)
    both(lambda xp, x: x.sort(axis=None), a)
    both(lambda xp, x: x.sort() is None, a)
    both(lambda xp, x: xp.sort([3, 1, 2]), a)


def test_without_axes_and_elements(both):
    for a in [np.array(5), np.zeros(0), np.zeros((3, 0)), np.zeros((0, 3), "int8")]:
        for axis in [None, 0, -1, 1, 3]:
            both(lambda xp, x: xp.sort(x, axis=axis), a)
            both(lambda xp, x: xp.argsort(x, axis=axis), a)
        both(lambda xp, x: x.sort(), a)


def test_a_read_only_array_is_not_sorted():
    a = cp.asarray([3, 1, 2])
    a.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        a.sort()
    assert host(a).tolist() == [3, 1, 2]
    assert host(cp.sort(a)).tolist() == [1, 2, 3]


@pytest.mark.parametrize("dtype", DTYPES)
def test_nonzero_of_every_dtype_and_shape(dtype, both):
    for shape in in_turns([*SHAPES, (0,), (3, 0, 2), (2, 50, 60)], 0):
        a = np.where(np.random.default_rng(2).random(shape) < 0.4, sample(dtype, shape), 0).astype(dtype)
        both(lambda xp, x: (xp.nonzero(x), xp.flatnonzero(x), xp.argwhere(x)), a)
        both(lambda xp, x: (xp.nonzero(x.T), xp.argwhere(x[::-1]), xp.flatnonzero(x[..., ::2])), a)
        both(lambda xp, x: (x[x != 0], x[::-1][x[::-1] != 0], x.T[x.T == 0], x[x == 0][:5]), a)
        both(lambda xp, x: (x[xp.zeros(x.shape, bool)], x[xp.ones(x.shape, bool)]), a)
    both(lambda xp, x: xp.argwhere(x[0, 0]), sample(dtype, (2, 3)))
    both(lambda xp, x: xp.nonzero(x[0, 0]), sample(dtype, (2, 3)))


def test_masks_of_the_first_axes(both):
    a = sample("float32", (50, 40, 3))
    both(lambda xp, x: (x[x[:, 0, 0] > 0], x[x[..., 0] > 0], x[::-1, ::2][x[:, ::2, 1] < 0]), a)
    both(lambda xp, x: (x * 2)[x + 1 > 0], a)
    both(lambda xp, x: x[x > 0].sum(), np.abs(np.nan_to_num(a, posinf=1, neginf=1)).round())
    both(lambda xp, x: x[x[:3] > 0], a)


def test_many_elements_are_chosen_in_their_order(both):
    rng = np.random.default_rng(5)
    a = rng.integers(0, 1000, 1_000_000)
    for mask in [a > 500, a == 7, a >= 0, a < 0, np.arange(1_000_000) >= 999_999]:
        both(lambda xp, x, m: (x[m], xp.flatnonzero(m), xp.nonzero(m.reshape(1000, 1000))), a, mask)


def test_what_is_chosen_may_be_changed():
    a = cp.arange(100_000)
    first = a[a % 1000 == 0]
    a += 1
    first += 5
    assert first.tolist() == list(range(5, 100_005, 1000))
    places = cp.nonzero(a.reshape(100, 1000) % 1000 == 0)
    places[0][...] = 7
    assert places[1].tolist() == [999] * 100 and places[0].tolist() == [7] * 100


def test_an_element_is_written_before_the_sort(both):
    def program(xp, x):
        x[2] = x[6] = 3
        return xp.sort(x), xp.argsort(x), xp.nonzero(x)

    for dtype in ("f4", "i8"):
        both(program, np.arange(20, 0, -1).astype(dtype))
