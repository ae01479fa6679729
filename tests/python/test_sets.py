"""Unique elements, sets, sorting by several keys and partitions over random arrays, against NumPy."""

import numpy as np
import pytest
from conftest import assert_same, outcome

import cuprust as cp

DTYPES = ["?", "i1", "u2", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]


def numbers(dice, shape, dtype, most=9):
    """Numbers of few values, of either sign where there are any, some of them NaN."""
    a = dice.integers(0 if dtype[0] in "?u" else -most, most, shape).astype(dtype)
    if dtype[0] == "c":
        a += 1j * dice.integers(-1, 2, shape)
    if dtype[0] in "fc" and dice.random() < 0.5:
        a[dice.random(shape) < 0.2] = np.nan
    if dtype[0] == "c" and dice.random() < 0.5:
        a.imag[dice.random(shape) < 0.2] = np.nan
    return a


def equal(ours, theirs, where):
    """Results of one class, alike in each part; of complex numbers with NaN only which parts are NaN counts."""
    assert isinstance(ours, tuple) == isinstance(theirs, tuple), where
    ours, theirs = (result if isinstance(result, tuple) else (result,) for result in (ours, theirs))
    assert len(ours) == len(theirs), where
    for one, other in zip(ours, theirs):
        assert_same(one.get(), np.asarray(other), where=where)


@pytest.mark.parametrize("dtype", DTYPES)
def test_unique(dtype):
    dice = np.random.default_rng(DTYPES.index(dtype))
    for _ in range(60):
        shape = tuple(int(n) for n in dice.integers(0, 7, dice.integers(0, 4)))
        a = numbers(dice, shape, dtype)
        # With NaN in complex numbers, NumPy compares those of one row in an order of its own.
        axis = int(dice.integers(0, len(shape))) if shape and dice.random() < 0.5 else None
        if axis is not None and np.isnan(a).any():
            a = np.nan_to_num(a)
        flags = {f"return_{name}": bool(dice.integers(2)) for name in ("index", "inverse", "counts")}
        flags["equal_nan"] = bool(dice.integers(2))
        if not flags["equal_nan"]:
            # Without the places of the first ones, in which order NumPy has several NaN is not said.
            flags["return_index"] = True
        equal(cp.unique(cp.asarray(a), axis=axis, **flags), np.unique(a, axis=axis, **flags), (shape, axis, flags))


def test_parts_with_nan_are_all_different():
    a = np.array([[1, np.nan], [1, np.nan], [0, 2], [0, 2]])
    equal(cp.unique(cp.asarray(a), axis=0, return_counts=True), np.unique(a, axis=0, return_counts=True), "nan")


def test_unique_of_many():
    a = np.random.default_rng(0).integers(0, 5000, 200_000)
    flags = {"return_index": True, "return_inverse": True, "return_counts": True}
    equal(cp.unique(cp.asarray(a), **flags), np.unique(a, **flags), "many")
    view = cp.asarray(a)[::-3]
    equal(cp.unique(view * 2, **flags), np.unique(a[::-3] * 2, **flags), "view")


@pytest.mark.parametrize("name", ["unique_all", "unique_counts", "unique_inverse", "unique_values"])
def test_named_results(name):
    a = np.array([[3.0, np.nan, 1.0], [np.nan, 3.0, 3.0]])
    ours, theirs = getattr(cp, name)(cp.asarray(a)), getattr(np, name)(a)
    if name == "unique_values":
        assert_same(ours.get(), np.sort(theirs))
        return
    assert type(ours).__name__ == type(theirs).__name__
    assert ours._fields == theirs._fields
    equal(tuple(ours), tuple(theirs), name)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("other", ["same", "f8", "i2"])
def test_sets(dtype, other):
    dice = np.random.default_rng(DTYPES.index(dtype))
    other = dtype if other == "same" else other
    for _ in range(25):
        shapes = [tuple(int(n) for n in dice.integers(0, 9, dice.integers(0, 3))) for _ in range(2)]
        a, b = numbers(dice, shapes[0], dtype, 30), numbers(dice, shapes[1], other, 30)
        ours = cp.asarray(a), cp.asarray(b)
        if np.isnan(a).any() and dtype[0] == "c":
            continue
        for name in ("intersect1d", "union1d", "setdiff1d", "setxor1d"):
            equal(getattr(cp, name)(*ours), getattr(np, name)(a, b), (name, a, b))
        equal(cp.intersect1d(*ours, return_indices=True), np.intersect1d(a, b, return_indices=True), (a, b))
        for kind in (None, "sort"):
            for invert in (False, True):
                equal(cp.isin(*ours, invert=invert, kind=kind), np.isin(a, b, invert=invert, kind=kind), (a, b, kind))
        unique = [np.unique(each) for each in (a, b)]
        for name in ("intersect1d", "setdiff1d", "setxor1d"):
            given = getattr(cp, name)(*map(cp.asarray, unique), assume_unique=True)
            equal(given, getattr(np, name)(*unique, assume_unique=True), (name, "assumed"))
        flags = {"assume_unique": True, "return_indices": True}
        equal(cp.intersect1d(*map(cp.asarray, unique), **flags), np.intersect1d(*unique, **flags), "assumed")


@pytest.mark.parametrize("kind", [None, "sort", "table"])
@pytest.mark.parametrize("dtypes", [("i1", "i8"), ("u8", "u8"), ("i8", "i8"), ("?", "i4"), ("u1", "?"), ("i4", "u8"), ("u8", "i8")])
def test_isin_of_integers(kind, dtypes):
    dice = np.random.default_rng(1)
    for low, high, count in ((0, 100, 50), (-100, 100, 50), (2**62, 2**62 + 300, 100), (2**63, 2**63 + 300, 100), (-(2**63), -(2**63) + 90, 40)):
        arrays = []
        for dtype, size in zip(dtypes, (1000, count)):
            bounds = (0, 1) if dtype == "?" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
            values = [int(n) for n in dice.integers(0, high - low, size)]
            arrays.append(np.array([min(max(low + n, bounds[0]), bounds[1]) for n in values], dtype))
        theirs = outcome(lambda: np.isin(*arrays, kind=kind))
        ours = outcome(lambda: cp.isin(*map(cp.asarray, arrays), kind=kind))
        assert type(ours[1]) is type(theirs[1]), (low, ours, theirs)
        if theirs[1] is None:
            assert_same(ours[0], theirs[0], where=(low, dtypes))


def test_isin_refuses():
    a = cp.arange(5)
    with pytest.raises(ValueError, match="Invalid kind"):
        cp.isin(a, a, kind="nonsense")
    with pytest.raises(ValueError, match="table"):
        cp.isin(a.astype("f8"), a, kind="table")
    wide = np.array([-(2**63), 2**63 - 1])
    assert type(outcome(lambda: cp.isin(a, cp.asarray(wide), kind="table"))[1]) is RuntimeError
    assert cp.isin(2, [1, 2]).get() == np.True_
    assert cp.isin([1, 2], 2).tolist() == [False, True]


def test_lexsort():
    dice = np.random.default_rng(3)
    for _ in range(60):
        shape = tuple(int(n) for n in dice.integers(0, 6, dice.integers(0, 4)))
        keys = [numbers(dice, shape, str(dice.choice(["i4", "f8", "?", "u1"])), 2) for _ in range(dice.integers(1, 4))]
        axis = int(dice.integers(-len(shape), len(shape))) if shape else -1
        assert_same(cp.lexsort([cp.asarray(key) for key in keys], axis).get(), np.lexsort(keys, axis), where=(shape, axis))
    several = dice.integers(0, 3, (4, 50))
    assert_same(cp.lexsort(cp.asarray(several)).get(), np.lexsort(several))
    for wrong in ([], [cp.arange(3), cp.arange(4)], [cp.arange(3)]):
        call = lambda xp: xp.lexsort([xp.asarray(key.get()) for key in wrong], 0 if len(wrong) != 1 else 1)  # noqa: B023, E731
        assert type(outcome(lambda: call(cp))[1]) is type(outcome(lambda: call(np))[1])  # noqa: B023


def parted(result, a, places, axis):
    """Whether the elements at the places are those of the sorted array, smaller ones before and larger ones behind."""
    a, result, axis = (a.ravel(), result, -1) if axis is None else (a, result, axis)
    order = np.sort(a, axis)
    same = np.array_equal(np.sort(result, axis), order, equal_nan=True)
    at = [np.take(result, place, axis) for place in places], [np.take(order, place, axis) for place in places]
    return same and all(np.array_equal(one, other, equal_nan=True) for one, other in zip(*at))


@pytest.mark.parametrize("dtype", ["?", "i4", "u8", "f4", "f8"])
def test_partition(dtype):
    dice = np.random.default_rng(5)
    for _ in range(30):
        shape = tuple(int(n) for n in dice.integers(1, 9, dice.integers(1, 4)))
        a = numbers(dice, shape, dtype)
        axis = int(dice.integers(-len(shape), len(shape))) if dice.random() < 0.8 else None
        extent = a.size if axis is None else shape[axis]
        places = [int(place) for place in dice.integers(-extent, extent, dice.integers(1, 3))]
        kth = places[0] if len(places) == 1 else places
        assert parted(cp.partition(cp.asarray(a), kth, axis).get(), a, places, axis)
        chosen = cp.argpartition(cp.asarray(a), kth, axis).get()
        assert chosen.dtype == np.int64
        assert parted(a.ravel()[chosen] if axis is None else np.take_along_axis(a, chosen, axis), a, places, axis)
        if axis is not None:
            own = cp.asarray(a)
            assert own.partition(kth, axis) is None
            assert parted(own.get(), a, places, axis)


@pytest.mark.parametrize("name", ["partition", "argpartition"])
def test_partition_refuses(name):
    for arguments in ((4,), (-5,), ([0, 9],), (1.5,), (0, 3), (0, -1, "nonsense"), (0, -1, "introselect", "f0")):
        theirs, ours = (outcome(lambda: getattr(xp, name)(xp.arange(4), *arguments)) for xp in (np, cp))  # noqa: B023
        assert type(ours[1]) is type(theirs[1]), (arguments, ours, theirs)
    for shape, kth in (((), 0), ((0,), 0), ((0,), 3), ((3, 0), 1)):
        theirs, ours = (outcome(lambda: getattr(xp, name)(xp.zeros(shape), kth)) for xp in (np, cp))  # noqa: B023
        assert (ours[1] is None) == (theirs[1] is None), (shape, kth, ours, theirs)


def test_sort_complex_and_msort():
    for dtype in DTYPES:
        a = numbers(np.random.default_rng(2), (4, 5), dtype)
        if not np.isnan(a).any():
            assert_same(cp.sort_complex(cp.asarray(a)).get(), np.sort_complex(a))
            assert_same(cp.msort(cp.asarray(a)).get(), np.sort(a, axis=0))


@pytest.mark.parametrize("dtype", ["?", "i1", "u8", "f2", "f8", "c16"])
def test_names_that_numpy_no_longer_has(dtype):
    a, b = np.array([[3, 1, 0], [2, 1, 5]]).astype(dtype), np.array([1, 5]).astype(dtype)
    for invert in (False, True):
        assert_same(cp.in1d(cp.asarray(a), cp.asarray(b), invert=invert), np.isin(a.ravel(), b, invert=invert))
    assert_same(cp.in1d(cp.asarray(a[:0]), cp.asarray(b)), np.zeros(0, bool))
    assert_same(cp.msort(cp.asarray(a)), np.sort(a, axis=0))
    assert_same(cp.msort(cp.asarray(a)[:, ::-1]), np.sort(a[:, ::-1], axis=0))
    with pytest.raises(TypeError):
        cp.in1d("x", cp.asarray(b))
    with pytest.raises(np.exceptions.AxisError):
        cp.msort(cp.asarray(a[0, 0]))
