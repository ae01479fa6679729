"""`r_`, `c_`, `mgrid` and `ogrid` give what NumPy's do."""

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

A, B = np.arange(3), np.array([1.5, 2.5])
M = np.arange(6).reshape(2, 3)
JOINED = [
    lambda xp, of: xp.r_[1:4, 0, 4], lambda xp, of: xp.r_[of(A), 0, 0, of(A)], lambda xp, of: xp.r_[of(A), of(B)], lambda xp, of: xp.r_[-1:1:6j, [0] * 3, 5, 6],
    lambda xp, of: xp.r_["-1", of(M), of(M)], lambda xp, of: xp.r_["0,2", [1, 2, 3], [4, 5, 6]], lambda xp, of: xp.r_["0,2,0", [1, 2, 3], [4, 5, 6]],
    lambda xp, of: xp.r_["1,2,0", [1, 2, 3], [4, 5, 6]], lambda xp, of: xp.r_["1,3,1", of(A), of(A)], lambda xp, of: xp.r_["1,3,0", of(M), of(M)],
    lambda xp, of: xp.r_[of(A.astype("i1")), 3], lambda xp, of: xp.r_[of(A.astype("f4")), 2.5, True], lambda xp, of: xp.r_[1:4], lambda xp, of: xp.r_[3],
    lambda xp, of: xp.r_[:3], lambda xp, of: xp.r_[3:], lambda xp, of: xp.r_[0:1:0.25], lambda xp, of: xp.r_[of(A.astype("i1")), np.float32(3)], lambda xp, of: xp.r_["0,2", 1:3, 5:7],
    lambda xp, of: xp.c_[of(A), of(A)], lambda xp, of: xp.c_[of(M), of(A[:2]), [7, 8]], lambda xp, of: xp.c_[1:4, 2:5], lambda xp, of: xp.c_[of(A[:1]), 0],
    lambda xp, of: xp.r_[of(M), of(A)], lambda xp, of: xp.r_["x", of(A)], lambda xp, of: xp.r_[of(A), "0"], lambda xp, of: xp.r_["0,1,2,3", of(A)], lambda xp, of: xp.r_[()],
    lambda xp, of: len(xp.r_), lambda xp, of: xp.c_[()],
]  # fmt: skip
GRIDS = [
    np.s_[0:5], np.s_[0:5, 0:3], np.s_[-1:1:5j], np.s_[-1:1:5j, 0:4], np.s_[0:1:0.25, 2:0:-1], np.s_[0:3, 0:2, 0:4], np.s_[:4], np.s_[:4, 1:3],
    np.s_[0:0, 0:3], np.s_[0:5:1j], np.s_[0.0:3], np.s_[3:1], np.s_[0:1:2.5j, 0:2], np.s_[0:1:2.5j], np.s_[3:], np.s_[1.5:], np.s_[1.1:10.2:10j], np.s_[:],
]  # fmt: skip


def outcome(call):
    try:
        return call(), None
    except Exception as error:
        return None, error


@pytest.mark.parametrize("place", range(len(JOINED)))
def test_joined(place):
    got, failed = outcome(lambda: JOINED[place](cp, cp.asarray))
    expected, refused = outcome(lambda: JOINED[place](np, np.asarray))
    assert (failed is None) == (refused is None), f"{failed!r} {refused!r}"
    if refused is not None:
        assert isinstance(failed, type(refused))
    elif isinstance(expected, int):
        assert got == expected
    else:
        assert_same(got, expected)


def test_no_matrices():
    for text in ("r", "c"):
        with pytest.raises(NotImplementedError, match="no matrices"):
            cp.r_[text, [1, 2]]


@pytest.mark.parametrize("key", GRIDS, ids=str)
@pytest.mark.parametrize("name", ["mgrid", "ogrid"])
def test_grids(name, key):
    expected, got = getattr(np, name)[key], getattr(cp, name)[key]
    assert type(got) is (tuple if isinstance(expected, tuple) else cp.ndarray)
    for one, other in zip(got, expected, strict=True) if isinstance(expected, tuple) else [(got, expected)]:
        assert_same(one, other)


@pytest.mark.parametrize("name", ["mgrid", "ogrid"])
def test_bounds_that_are_arrays(name):
    def grids(xp):
        grid, column, row = getattr(xp, name), xp.asarray([[0.0], [1.5]]), xp.asarray([2.0, 3.0, 5.0])
        ends = column + 4
        yield lambda: grid[column:ends:2j, 0:1:3j]
        yield lambda: grid[0:1:2j, row : row + 1 : 3j]
        yield lambda: grid[column:ends:2j, row : row * 2 : 3j]
        yield lambda: grid[0:2, row : row * 2 : 3j, 0:4]
        yield lambda: grid[row : row + 1 : 3j]
        yield lambda: grid[column:ends:3j]
        yield lambda: grid[column:ends:2j, 0:1:4j, row : row + 1 : 3j]
        yield lambda: grid[xp.asarray(1.0) : xp.asarray(3.0) : 4j, 0 : xp.asarray(2)]
        # Neither fits the grid where it is dense.
        yield lambda: grid[row : row + 1 : 2j, 0:1:2j]
        yield lambda: grid[row.reshape(1, 1, 3) : 9 : 2j, 0:1:3j]

    for got, expected in zip(grids(cp), grids(np), strict=True):
        (got, failed), (expected, refused) = outcome(got), outcome(expected)
        assert (failed is None) == (refused is None), f"{failed!r} {refused!r}"
        if refused is not None:
            assert isinstance(failed, type(refused))
            continue
        assert type(got) is (tuple if isinstance(expected, tuple) else cp.ndarray)
        for one, other in zip(got, expected, strict=True) if isinstance(expected, tuple) else [(got, expected)]:
            assert_same(one, other)


def test_a_grid_takes_slices():
    for key in [3, (3, 4), (slice(0, 3), 1), (slice(0, 3), slice(None))]:
        with pytest.raises(TypeError):
            cp.mgrid[key]
