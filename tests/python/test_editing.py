"""What puts in, takes out, repeats, packs and shows elements anew, over random arrays, against NumPy."""

import numpy as np
import pytest
from conftest import assert_same, outcome

import cuprust as cp


def shape_of(dice, least=0):
    return tuple(int(n) for n in dice.integers(0, 6, dice.integers(least, 4)))


def alike(call, where):
    """Equal results, or exceptions of one class."""
    (theirs, refused), (ours, ours_refused) = outcome(lambda: call(np)), outcome(lambda: call(cp))
    assert type(ours_refused) is type(refused) or isinstance(ours_refused, type(refused)), (where, ours_refused, refused)
    if refused is None:
        assert_same(ours, theirs, where=where)


def places(dice, extent):
    """A part of an index, of each kind; some are out of bounds."""
    kind = dice.integers(6)
    if kind == 0:
        return int(dice.integers(-extent - 1, extent + 1))
    if kind == 1:
        ends = [None if dice.random() < 0.3 else int(n) for n in dice.integers(-extent - 1, extent + 2, 2)]
        return slice(*ends, None if dice.random() < 0.3 else int(dice.choice([-3, -2, -1, 1, 2, 3])))
    if kind == 2:
        return [bool(n) for n in dice.integers(0, 2, extent)] if extent else []
    if kind == 3:
        return [int(n) for n in dice.integers(-extent, max(extent, 1), dice.integers(0, 4))] if extent else []
    if kind == 4:
        return np.array(dice.integers(-extent, max(extent, 1), dice.integers(0, 4)) if extent else [], dtype="i8")
    return tuple(int(n) for n in dice.integers(-extent, max(extent, 1), 2)) if extent else 0


def ours(xp, value):
    return xp.asarray(value) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("seed", range(4))
def test_delete_and_insert(seed):
    dice = np.random.default_rng(seed)
    for _ in range(120):
        a = dice.integers(0, 99, shape_of(dice)).astype(dice.choice(["i4", "f8", "?"]))
        axis = int(dice.integers(-a.ndim, a.ndim)) if a.ndim and dice.random() < 0.7 else None
        extent = a.size if axis is None else a.shape[axis]
        place = places(dice, extent)
        alike(lambda xp: xp.delete(xp.asarray(a), ours(xp, place), axis), ("delete", a.shape, place, axis))  # noqa: B023
        if isinstance(place, list) and place and isinstance(place[0], bool):
            # NumPy reads the attribute ndim of a list here, which it lacks.
            place = np.array(place)
        value = dice.choice([0, 1, 2])
        values = [7, [7.5], dice.integers(0, 9, a.shape[1:] if axis in (0, -a.ndim) else ())][value]
        alike(lambda xp: xp.insert(xp.asarray(a), ours(xp, place), ours(xp, values), axis), ("insert", a.shape, place, values, axis))  # noqa: B023


def test_insert_of_several():
    a = np.arange(12).reshape(3, 4)
    for place, values, axis in (
        ([1, 2], [[5], [6]], 0), ([3, 1, 1], [7, 8, 9], None), (slice(0, 3, 2), 5, 1), (1, [1, 2, 3], 1), ([1], [[1], [2], [3]], 1), (1, np.ones((2, 4)), 0),
        ([0, 4], [[1, 2], [3, 4], [5, 6]], 1), (-1, [1.9, 2, 3], 1), ([1, 2], [1, 2, 3], 1), (4, 0, 0), ([[1]], 0, 0), ([5, 9], 0, 0), (1, np.ones((2, 2, 2)), 0),
    ):  # fmt: skip
        alike(lambda xp: xp.insert(xp.asarray(a), place, ours(xp, values), axis), (place, values, axis))  # noqa: B023
    for places in ((0, True), (2, False), [True, 0]):
        alike(lambda xp: xp.delete(xp.asarray(a), places), places)  # noqa: B023
    with pytest.raises(IndexError):
        cp.delete(cp.arange(3), None)
    for place in (..., None):
        with pytest.raises(TypeError):
            cp.insert(cp.arange(3), place, 1)


@pytest.mark.parametrize("seed", range(3))
def test_resize_append_and_trim(seed):
    dice = np.random.default_rng(seed)
    for _ in range(60):
        a = dice.integers(0, 3, shape_of(dice)).astype(dice.choice(["i4", "f8", "?", "c8"]))
        shape = shape_of(dice)
        alike(lambda xp: xp.resize(xp.asarray(a)[..., ::-1] if a.ndim else xp.asarray(a), shape), (a.shape, shape))  # noqa: B023
        b = dice.integers(0, 9, shape_of(dice))
        alike(lambda xp: xp.append(xp.asarray(a), xp.asarray(b)), (a.shape, b.shape))  # noqa: B023
        trim = str(dice.choice(["fb", "f", "b", "BF"]))
        axis = None if dice.random() < 0.5 or not a.ndim else int(dice.integers(-a.ndim, a.ndim))
        alike(lambda xp: xp.trim_zeros(xp.asarray(a), trim, axis), (a, trim, axis))  # noqa: B023
    for shape in (-1, (2, -1), ()):
        alike(lambda xp: xp.resize(xp.arange(3), shape), shape)  # noqa: B023
    a = cp.asarray([0, 1, 0])
    assert cp.trim_zeros(a).base is a
    alike(lambda xp: xp.trim_zeros(xp.zeros((3, 2)), "x"), "letters")
    alike(lambda xp: xp.trim_zeros(xp.ones((3, 2)), axis=(0, 1)), "axes")


@pytest.mark.parametrize("order", ["big", "little"])
def test_bits(order):
    dice = np.random.default_rng(0)
    for _ in range(60):
        shape = shape_of(dice)
        a = dice.integers(0, 3, shape).astype(dice.choice(["u1", "?", "i8"]))
        b = dice.integers(0, 256, shape).astype("u1")
        axis = int(dice.integers(-len(shape), len(shape))) if shape and dice.random() < 0.7 else None
        # NumPy does not initialise elements that it adds to an empty array.
        count = None if dice.random() < 0.3 or not b.size else int(dice.integers(-9, 50))
        alike(lambda xp: xp.packbits(xp.asarray(a), axis, order), (a, axis))  # noqa: B023
        alike(lambda xp: xp.unpackbits(xp.asarray(b), axis, count, order), (b, axis, count))  # noqa: B023
    long = dice.integers(0, 2, (3, 1003))
    assert_same(cp.unpackbits(cp.packbits(cp.asarray(long), 1, order), 1, 1003, order), long.astype("u1"))
    for wrong in ("f4", "c8"):
        alike(lambda xp: xp.packbits(xp.ones(3, wrong)), wrong)  # noqa: B023
    alike(lambda xp: xp.unpackbits(xp.ones(3, "i1")), "signed")
    alike(lambda xp: xp.packbits(xp.ones(3, "?"), bitorder="nonsense"), "order")


@pytest.mark.parametrize("dtype", ["?", "i1", "i2", "u4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_byteswap(dtype):
    a = np.arange(1, 13).reshape(3, 4).astype(dtype)
    for cut in (np.s_[:], np.s_[::-1, ::2], np.s_[:0], np.s_[1, 1:2]):
        expected = a[cut].byteswap()
        swapped = cp.asarray(a)[cut].byteswap()
        assert swapped.get().tobytes() == expected.tobytes()
    own = cp.asarray(a)
    view = own[::2]
    assert view.byteswap(True) is view
    theirs = a.copy()
    theirs[::2].byteswap(True)
    assert own.get().tobytes() == theirs.tobytes()


def test_scatter():
    a = cp.zeros((3, 4))
    cp.scatter_add(a, (cp.asarray([0, 0, 2]), cp.asarray([1, 1, 3])), cp.asarray([1.0, 2.0, 4.0]))
    a.scatter_add((0, slice(0, 2)), 0.5)
    expected = np.zeros((3, 4))
    np.add.at(expected, ([0, 0, 2], [1, 1, 3]), [1, 2, 4])
    expected[0, :2] += 0.5
    assert_same(a, expected)
    b = cp.asarray([5, 5, 5])
    b.scatter_max([0, 0], cp.asarray([6, 9]))
    b.scatter_min(cp.asarray([1, 1]), 2)
    assert b.tolist() == [9, 2, 5]
    with pytest.raises(IndexError):
        cp.scatter_add(b, cp.asarray([0.5]), 1)
        cp.cuda.Device().synchronize()


def test_windows():
    tricks, theirs = cp.lib.stride_tricks, np.lib.stride_tricks
    a = np.arange(24).reshape(4, 6)
    for window, axis in (((2, 3), None), (2, 1), (6, 1), ((2, 2), (1, 1)), (0, 0), ((3,), (-2,)), (2, None), (7, 1), (-1, 0), ((2, 2), 0), (2, 5)):
        alike(lambda xp: xp.lib.stride_tricks.sliding_window_view(xp.asarray(a)[::-1], window, axis), (window, axis))  # noqa: B023
    view = tricks.sliding_window_view(cp.asarray(a), (2, 2))
    assert not view.flags.writeable
    assert_same(view.sum(axis=(2, 3)), theirs.sliding_window_view(a, (2, 2)).sum(axis=(2, 3)))
    for shape, strides in (((3, 3), (8, 8)), ((2, 2), (96, 16)), (None, (8, 8)), ((5,), (0,)), ((0, 9), (800, 800)), (None, None), ((4,), (48,))):
        alike(lambda xp: xp.lib.stride_tricks.as_strided(xp.asarray(a), shape, strides), (shape, strides))  # noqa: B023
    own = cp.asarray(a)
    tricks.as_strided(own, (4,), (56,))[...] = -1
    assert own.ravel()[::7].tolist() == [-1] * 4
    assert not tricks.as_strided(own, (4,), (0,)).flags.writeable
    assert not tricks.as_strided(own, (4,), (8,), writeable=False).flags.writeable
    for shape, strides in (((25,), (8,)), ((2,), (-8,)), ((2, 2), (8,)), ((2,), (4,)), ((2**62,), (8,)), ((2, 2), (2**62, 2**62)), ((-1,), (8,))):
        with pytest.raises(ValueError):
            tricks.as_strided(own, shape, strides)
    assert_same(tricks.as_strided(own[1:, 3], (2,), (-8,)), own.get()[1, 2:4][::-1])


def test_shares_memory():
    dice = np.random.default_rng(0)
    whole = np.zeros(400, "i4")
    own = cp.asarray(whole)
    seen = set()
    for _ in range(400):
        views = []
        for _ in range(2):
            rank = int(dice.integers(1, 4))
            shape = [int(n) for n in dice.integers(1, 5, rank)]
            strides = [4 * int(n) for n in dice.integers(0, 20, rank)]
            views.append((int(dice.integers(0, 60)), shape, strides))
        (theirs, mine) = (
            [tricks(a[start:], shape, strides) for start, shape, strides in views]
            for tricks, a in ((np.lib.stride_tricks.as_strided, whole), (cp.lib.stride_tricks.as_strided, own))
        )
        expected = np.shares_memory(*theirs)
        assert cp.shares_memory(*mine) == expected, views
        seen.add(expected)
    assert seen == {True, False}
    pair = cp.zeros(4, "c8")
    assert not cp.shares_memory(pair.real, pair.imag)
    assert cp.shares_memory(pair.real, pair)
    assert not cp.shares_memory(pair, 3)
    assert not cp.shares_memory(pair[:0], pair)


def test_unstack_shares_memory():
    a = cp.zeros((2, 3))
    parts = cp.unstack(a, axis=1)
    assert isinstance(parts, tuple) and len(parts) == 3
    parts[1][:] = 5
    assert a[:, 1].tolist() == [5, 5]
    assert cp.unstack(a[:0]) == ()
    with pytest.raises(ValueError):
        cp.unstack(cp.float64(3))


def test_unwrap():
    dice = np.random.default_rng(0)
    for dtype in ("f4", "f8", "i4", "i8"):
        a = (dice.normal(size=(4, 30)) * 9).astype(dtype)
        for arguments in ({}, {"axis": 0}, {"period": 7}, {"period": 8}, {"period": 2.5}, {"discont": 6.0}, {"discont": 1, "period": 10}):
            expected = np.unwrap(a, **arguments)
            assert_same(cp.unwrap(cp.asarray(a), **arguments), expected, close=1e-3 if dtype == "f4" else 1e-9, where=(dtype, arguments))


def test_finite_and_real():
    assert cp.asarray_chkfinite([1, 2]).tolist() == [1, 2]
    a = cp.ones(3)
    assert cp.asarray_chkfinite(a) is a
    for wrong in ([1.0, np.nan], [np.inf], [complex(0, np.nan)]):
        alike(lambda xp: xp.asarray_chkfinite(wrong), wrong)  # noqa: B023
    for dtype in ("c8", "c16"):
        for part in (0, 1e-15, 1e-6, 1e-3):
            value = np.array([1 + 1j * part, 2], dtype)
            for tol in (100, 0.5, 1e-4, 1e9):
                alike(lambda xp: xp.real_if_close(xp.asarray(value), tol), (dtype, part, tol))  # noqa: B023
    assert cp.real_if_close(a) is a or cp.shares_memory(cp.real_if_close(a), a)


def test_cumulative():
    dice = np.random.default_rng(0)
    for name in ("cumulative_sum", "cumulative_prod"):
        for dtype in ("?", "i1", "u2", "f4", "c8"):
            a = dice.integers(0, 3, (3, 4)).astype(dtype)
            for arguments in ({"axis": 0}, {"axis": -1, "include_initial": True}, {"axis": 1, "dtype": "f8"}, {}, {"axis": 2}):
                alike(lambda xp: getattr(xp, name)(xp.asarray(a), **arguments), (name, dtype, arguments))  # noqa: B023
            alike(lambda xp: getattr(xp, name)(xp.asarray(a)[0], include_initial=True), (name, dtype))  # noqa: B023
            alike(lambda xp: getattr(xp, name)(xp.asarray(a)[0, 0], include_initial=True), (name, dtype))  # noqa: B023
        out = cp.zeros((3, 5))
        assert getattr(cp, name)(cp.ones((3, 4)), axis=1, include_initial=True, out=out) is out
        assert_same(out, getattr(np, name)(np.ones((3, 4)), axis=1, include_initial=True))


def test_place_and_fill_diagonal_cast_as_numpy_does(both):
    def place(xp, x, values):
        xp.place(x, x >= 0, values(xp))
        return x

    def fill(xp, x, values):
        xp.fill_diagonal(x, values(xp))
        return x

    for call in (place, fill):
        for dtype in ("i1", "i4", "f4", "c8", "?"):
            for values in (1.5, 1j, 300, True, np.float64(1.5), np.int64(1), [1.5, 2], [1j, 2]):
                both(lambda xp, x: call(xp, x, lambda xp: values), np.zeros((3, 3), dtype))  # noqa: B023
            for kind in ("i1", "f8", "c16", "u8"):
                both(lambda xp, x: call(xp, x, lambda xp: xp.asarray(np.ones(2, kind))), np.zeros((3, 3), dtype))  # noqa: B023
    # Where no element is written, only the dtype is checked.
    both(lambda xp, x: xp.place(x, xp.zeros(3, bool), xp.asarray([1.5])), np.zeros(3, int))
    both(lambda xp, x: xp.put(x, [0, 1], xp.zeros(0)), np.zeros((2, 0)))
    for dtype in ("u8", "i8", "f4"):
        both(lambda xp, x: xp.put(x, xp.asarray(np.array([0, 1], dtype)), 1), np.zeros(3))  # noqa: B023
        both(lambda xp, x: xp.choose(xp.asarray(np.array([0, 1], dtype)), [x, 2 * x]), np.ones(2))  # noqa: B023
