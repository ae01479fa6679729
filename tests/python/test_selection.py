"""Medians, quantiles and partitions of rows of every length, which select elements, against NumPy."""

import os

import numpy as np
import pytest
from conftest import LONG as LONG_TESTS
from conftest import ON_PTX_AND_SHORT, assert_same, in_turns, outcome

import cuprust as cp

REAL = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64"]
PTX = os.environ.get("CUPRUST_DEVICE") == "ptx"

# Rows that are sorted side by side, split, looked at by a sample, and cut for several threads; on a GPU those that
# lanes and blocks hold, that a block reads several times, and that many blocks share.
SHAPES = [(1, 1), (5, 2), (40, 9), (9, 128), (3, 129), (7, 256), (3, 257), (5, 1000), (2, 5000), (2, 9000)]
LONG = [] if PTX else [(1, 40_000), (3, 33_000), (20, 33_000), (1, 300_000)]
# The dtypes of long rows: all widths, where there is time.
WIDTHS = ("uint8", "float32", "int64", "float64") if LONG_TESTS else ("uint8", "float64")


def elements(dice, shape, dtype, kind):
    """Numbers of many values or of few, in order or not, with NaN, infinities and zeros of both signs."""
    dtype, size = np.dtype(dtype), int(np.prod(shape))
    if dtype == bool:
        return dice.random(shape) < 0.5
    if kind == "few":
        a = dice.integers(0, 3, size)
    elif kind == "ascending":
        a = np.arange(size) // 2
    elif dtype.kind in "iu":
        a = dice.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, size, dtype, endpoint=True)
    else:
        a = dice.normal(size=size) * 10.0 ** dice.integers(-3, 3, size)
    a = a.astype(dtype)
    if kind == "special" and dtype.kind == "f":
        special = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0], dtype)
        places = dice.random(size) < 0.3
        a[places] = dice.choice(special, places.sum())
    return a.reshape(shape)


def complex_rank(array):
    """The places of complex numbers in ascending order, equal ones having one: NaN in the imaginary part behind numbers, then in the real part, then in both."""
    re, im = np.isnan(array.real), np.isnan(array.imag)
    keys = np.stack([2 * re + im, np.where(re, 0, array.real) + 0.0, np.where(im, 0, array.imag) + 0.0], -1)
    return np.unique(keys.reshape(-1, 3), axis=0, return_inverse=True)[1].reshape(array.shape)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("kind", ["many", "few", "special"])
def test_partition_of_complex_numbers(dtype, kind):
    dice = np.random.default_rng(9)
    for shape in [*(SHAPES[1::4] if PTX else SHAPES), *LONG[:1]]:
        a = np.empty(shape, dtype)
        a.real, a.imag = (elements(dice, shape, a.real.dtype, kind) for _ in range(2))
        rank, length = complex_rank(a), shape[-1]
        order = np.sort(rank, -1)
        for kth in ([length // 2], [-1, length // 3], [0, 1, 2, length - 1])[:: 2 if PTX else 1]:
            kth = [place % length for place in kth]
            ours, given = cp.asarray(a), kth[0] if len(kth) == 1 else kth
            places = cp.argpartition(ours, given).get()
            assert np.array_equal(np.sort(places, -1), np.broadcast_to(np.arange(length), shape))
            own = np.take_along_axis(rank, places, -1)
            for place in kth:
                assert np.array_equal(own[..., place], order[..., place])
                assert (own[..., :place] <= own[..., place, None]).all() and (own[..., place:] >= own[..., place, None]).all()
            moved = np.take_along_axis(a, places, -1)
            parted = cp.partition(ours, given)
            assert parted.dtype == a.dtype and np.array_equal(parted.get().view("u1"), moved.view("u1"))
            assert ours.partition(given) is None and np.array_equal(ours.get().view("u1"), moved.view("u1"))
    a = (dice.random((9, 50)) + 1j * dice.random((9, 50))).astype(dtype)
    parted = cp.partition(cp.asarray(a), 4, axis=0).get()
    assert np.array_equal(parted[4], np.sort(a, 0)[4])
    assert cp.partition(cp.asarray(a)[:, ::-2], 100, axis=None).get()[100] == np.sort(a[:, ::-2], None)[100]


def check_partition(result, order, kth):
    """Whether rows have the elements of the sorted rows, the same ones at the places, less ones before and greater ones behind."""
    floats = order.dtype.kind == "f"
    assert np.array_equal(np.sort(result, -1), order, equal_nan=floats)
    # Places in order compare as elements do, NaN last.
    rank = np.where(np.isnan(result), np.inf, result) if floats else result
    beyond = np.isnan(result) if floats else np.zeros(result.shape, bool)
    for place in {place % order.shape[-1] for place in kth}:
        assert np.array_equal(result[..., place], order[..., place], equal_nan=floats)
        pivot, last = rank[..., place, None], beyond[..., place, None]
        assert ((rank[..., :place] <= pivot) & (beyond[..., :place] <= last)).all()
        assert ((rank[..., place:] >= pivot) & (beyond[..., place:] >= last)).all()


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("kind", ["many", "few", "ascending", "special"])
def test_partition(dtype, kind):
    dice = np.random.default_rng(7)
    for shape in in_turns(SHAPES, 0, 3) + (LONG if dtype in WIDTHS else []):
        a, length = elements(dice, shape, dtype, kind), shape[-1]
        order = np.sort(a, -1)
        for kth in ([length // 2], [0, -1, length // 3], list(range(min(length, 11)))):
            ours, given = cp.asarray(a), kth[0] if len(kth) == 1 else kth
            check_partition(cp.partition(ours, given).get(), order, kth)
            places = cp.argpartition(ours, given).get()
            assert places.dtype == np.int64
            assert np.array_equal(np.sort(places, -1), np.broadcast_to(np.arange(length), shape))
            check_partition(np.take_along_axis(a, places, -1), order, kth)
            assert ours.partition(given) is None
            check_partition(ours.get(), order, kth)


@pytest.mark.parametrize("dtype", REAL)
@pytest.mark.parametrize("kind", ["many", "few", "ascending", "special"])
@pytest.mark.filterwarnings("ignore")
def test_quantiles(dtype, kind):
    dice = np.random.default_rng(8)
    for shape in in_turns(SHAPES, 1, 4) + (LONG if dtype in WIDTHS else []):
        a = elements(dice, shape, dtype, kind)
        if a.dtype == np.float16 and kind == "many":
            # NumPy sums pairs of float16 in float16; what overflows is not asked here.
            a = a / 8
        ours = cp.asarray(a)
        assert_same(cp.median(ours, axis=1), np.median(a, axis=1), close=1e-3 if a.dtype == np.float16 else 1e-6)
        if a.dtype.kind == "f":
            expected = np.nanmedian(a, axis=1)
            assert_same(cp.nanmedian(ours, axis=1), expected, close=1e-3 if a.dtype == np.float16 else 1e-6)
        if a.dtype == bool:
            continue
        # NumPy counts places of a quantile that is a number in the array's precision, which for float16 names other
        # elements.
        one = [0.37] if a.dtype == np.float16 else 0.37
        for method in ("linear", "lower", "nearest"):
            for q in ([0.0, 0.25, 1.0], one)[: 1 if ON_PTX_AND_SHORT and method != "linear" else 2]:
                arguments = {"axis": 1, "method": method}
                close = 1e-2 if a.dtype == np.float16 else 1e-5
                assert_same(cp.quantile(ours, q, **arguments), np.quantile(a, q, **arguments), close=close)
                if a.dtype.kind == "f":
                    expected = np.nanquantile(a, q, **arguments)
                    assert_same(cp.nanquantile(ours, q, **arguments), expected, close=close)


def test_many_quantiles_are_those_of_the_sorted_elements():
    a = np.random.default_rng(9).normal(size=(3, 1000))
    q = np.linspace(0, 1, 101)
    assert_same(cp.quantile(cp.asarray(a), q, axis=1), np.quantile(a, q, axis=1), close=1e-12)
    a[1, 3] = np.nan
    assert_same(cp.nanquantile(cp.asarray(a), q, axis=1), np.nanquantile(a, q, axis=1), close=1e-12)
    assert_same(cp.quantile(cp.asarray(a), q, axis=1), np.quantile(a, q, axis=1), close=1e-12)


@pytest.mark.filterwarnings("ignore")
def test_places_of_narrow_quantiles_stay_within_their_row():
    for length, dtype in ((4099, "f2"), (70_000, "f2"), (20_000_003, "f4")):
        a, q = np.arange(float(length)), np.array([0, 0.5, 1], dtype)
        if not np.isfinite(np.array(length, dtype)):
            assert cp.quantile(cp.asarray(a), cp.asarray(q)).get().shape == (3,)
            continue
        assert_same(cp.quantile(cp.asarray(a), cp.asarray(q)), np.quantile(a, q), close=1e-3)


def test_views_axes_and_computed_elements():
    dice = np.random.default_rng(10)
    a = dice.normal(size=(40, 30, 50))
    ours = cp.asarray(a)
    for turn, view in enumerate((lambda x: x[::-1, ::2, ::-3], lambda x: x.T, lambda x: x[3], lambda x: x[:, 5, 10:11] * 2 + 1)):
        mine, theirs = view(ours), view(a)
        for axis in in_turns(range(theirs.ndim), turn):
            assert_same(cp.median(mine, axis=axis), np.median(theirs, axis=axis), close=1e-12)
            length = theirs.shape[axis]
            parted = cp.partition(mine, length // 2, axis=axis).get()
            check_partition(np.moveaxis(parted, axis, -1), np.sort(np.moveaxis(theirs, axis, -1), -1), [length // 2])
            own = view(ours.copy())
            own.partition(length // 2, axis=axis)
            assert_same(own, parted)
        assert_same(cp.percentile(mine * 2 - 1, [5, 50, 95]), np.percentile(theirs * 2 - 1, [5, 50, 95]), close=1e-12)


def test_zeros_keep_their_sign():
    for length in (3, 200, 3000):
        zeros = -np.zeros((2, length))
        assert np.signbit(cp.partition(cp.asarray(zeros), 1).get()).all()
        for call in (lambda xp, a: xp.median(a, axis=1), lambda xp, a: xp.quantile(a, 0.3, axis=1)):
            assert_same(np.signbit(call(cp, cp.asarray(zeros)).get()), np.signbit(call(np, zeros)))


@pytest.mark.parametrize("name", ["partition", "argpartition"])
def test_places_out_of_range(name):
    for kth in (5, -6, [0, 9], [-1, -7]):
        (_, theirs), (_, ours) = (outcome(lambda: getattr(xp, name)(xp.arange(5), kth)) for xp in (np, cp))  # noqa: B023
        assert type(ours) is type(theirs) and str(ours) == str(theirs), (kth, ours, theirs)


def test_wrong_results_name_the_function():
    a = cp.ones((3, 4))
    for name, more in (("median", ()), ("nanmedian", ()), ("quantile", (0.5,)), ("nanquantile", (0.5,))):
        with pytest.raises(ValueError, match=f"{name}\\b"):
            getattr(cp, name)(a, *more, axis=0, out=cp.zeros(3))
