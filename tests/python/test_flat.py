"""`a.flat` reads and writes the elements in C order, wherever they lie."""

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

VIEWS = {
    "plain": lambda x: x, "transposed": lambda x: x.T, "reversed": lambda x: x[:, ::-1], "every other": lambda x: x[::2, 1:], "row": lambda x: x[1],
    "one": lambda x: x[1, 2], "none": lambda x: x[:0],
}  # fmt: skip
INDICES = [3, -1, 0, np.s_[1:3], np.s_[::-1], np.s_[...], [0, 2, 1], np.array([1, 0]), np.array([True, False, True]), 99, (0,), (0, 1), None, np.s_[2:2]]
VALUES = [7, 2.5, [5, 6], np.arange(3), np.ones((2, 2)), [[1], [2], [3]], np.float32(1.5)]


def outcome(call):
    try:
        return call(), None
    except Exception as error:
        return None, error


def synchronized(value):
    cp.cuda.Device().synchronize()
    return value


@pytest.mark.parametrize("name", VIEWS)
def test_reading(name):
    n = np.arange(12).reshape(3, 4)
    a = cp.asarray(n)
    view, ours = VIEWS[name](n), VIEWS[name](a)
    for index in INDICES:
        expected, refused = outcome(lambda: np.asarray(view.flat[index]))
        # A GPU raises for an index of an array where its work is waited for.
        got, failed = outcome(lambda: synchronized(ours.flat[index]))
        assert (failed is None) == (refused is None), f"{index!r}: {failed!r} {refused!r}"
        if refused is None:
            assert_same(got, expected)
            got[...] = -1
        else:
            assert isinstance(failed, type(refused)), index
    assert_same(a, n)
    assert_same([x.item() for x in ours.flat], list(view.flat))
    assert_same(ours.flat.copy(), view.flat.copy())
    assert len(ours.flat) == len(view.flat) and ours.flat.base is ours


@pytest.mark.parametrize("name", [name for name in VIEWS if name != "none"])
@pytest.mark.parametrize("dtype", ["i4", "f8", "c8", "?"])
def test_writing(name, dtype):
    for index in INDICES:
        for value in VALUES:
            n = np.arange(12).reshape(3, 4).astype(dtype)
            a = cp.asarray(n)
            view, ours = VIEWS[name](n), VIEWS[name](a)
            if np.ndim(view) == 0:
                view = n[1:2, 2:3]
                ours = a[1:2, 2:3]
            _, refused = outcome(lambda: view.flat.__setitem__(index, value))
            _, failed = outcome(lambda: synchronized(ours.flat.__setitem__(index, cp.asarray(value) if isinstance(value, np.ndarray) else value)))
            if isinstance(index, (int, tuple)) and np.size(value) > 1:
                # NumPy refuses more than one value for one element; it is the first of them here, as in the other cases.
                continue
            assert (failed is None) == (refused is None), f"{index!r} {value!r}: {failed!r} {refused!r}"
            # Of an index out of range NumPy has written what stands before it.
            if refused is None:
                assert_same(a, n, where=(index, value))


def test_all_at_once():
    for value in [5, [1, 2], np.arange(12), np.arange(12.0).reshape(4, 3)]:
        n = np.zeros((3, 4), "i4")
        a = cp.asarray(n)
        n.T.flat = value
        a.T.flat = cp.asarray(value) if isinstance(value, np.ndarray) else value
        assert_same(a, n)


def test_an_iterator():
    flat = cp.arange(3).flat
    assert flat.index == 0 and next(flat).item() == 0 and flat.index == 1
    assert [x.item() for x in flat] == [1, 2] and flat.index == 3
    with pytest.raises(StopIteration):
        next(flat)
    assert type(cp.flatiter(cp.arange(3))) is cp.flatiter
    with pytest.raises(TypeError):
        cp.flatiter(np.arange(3))
    read_only = cp.arange(3)
    read_only.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        read_only.flat[0] = 1
