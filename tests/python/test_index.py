"""Reading and writing by index: integers, slices, new axes, the ellipsis, masks; views and their bases; iteration."""

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

INDICES = [
    0, -1, 3, -5, 5, (0, 1), (0, 1, 2), (0, 0, 0, 0), slice(None), slice(1, 3), slice(None, None, -1), slice(3, 0, -2),
    slice(-100, 100), slice(2, 2), (slice(None), 1), (..., 0), (0, ...), ..., None, (None, 0, None), (slice(None), None, 2),
    (1, slice(None, None, 2), ...), (..., ...), slice(None, None, 0), "x", 1.5, (1, 2.0), 10**30, np.int64(1), np.uint8(2),
    (), (slice(0, 0), 1),
]  # fmt: skip


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_reading(index, both):
    both(lambda xp, a: a[index], np.arange(4 * 3 * 5).reshape(4, 3, 5))
    both(lambda xp, a: a.T[index], np.arange(5 * 3 * 4).reshape(5, 3, 4).astype("float32"))


@pytest.mark.parametrize("index", INDICES, ids=repr)
def test_writing(index, both):
    def write(xp, a, value):
        a[index] = value
        return a

    start = np.arange(4 * 3 * 5).reshape(4, 3, 5)
    both(lambda xp, a: write(xp, a, 7), start)
    both(lambda xp, a, b: write(xp, a, b), start, np.array(-1))
    both(lambda xp, a, b: write(xp, a, b), start, np.arange(5))


def test_what_is_written_is_converted(both):
    def write(xp, a, value):
        a[1:] = value
        return a

    for value in [2.7, -1, True, [1.5, 2.5, 3.5], np.float32(9.5), float("nan"), 2**40, 300]:
        for dtype in ["int32", "float32", "uint8", "bool"]:
            if isinstance(value, list) or dtype != "uint8" or value not in (-1,):
                with np.errstate(all="ignore"):
                    both(lambda xp, a: write(xp, a, value), np.ones(4, dtype))


def test_strides_and_bases():
    a, b = np.arange(24.0).reshape(4, 6), cp.arange(24.0).reshape(4, 6)
    for index in [slice(1, 3), (slice(None), 2), (slice(None, None, -1), slice(None, None, 2)), (..., None)]:
        assert b[index].strides == a[index].strides
        assert b[index].flags.c_contiguous == a[index].flags.c_contiguous
        assert b[index].flags.f_contiguous == a[index].flags.f_contiguous
    view = b[1:][1:]
    assert view.base is b.base and not view.flags.owndata
    assert b[...].base is b.base


def test_masks(both):
    def write(xp, a, value):
        a[a > 5] = value
        return a

    both(lambda xp, a: write(xp, a, 0), np.arange(10))
    both(lambda xp, a: write(xp, a, -1.5), np.arange(12.0).reshape(3, 4))

    def rows(xp, a, mask):
        a[mask] = 9
        return a

    both(rows, np.arange(12).reshape(3, 4), np.array([True, False, True]))
    both(rows, np.arange(12).reshape(3, 4), np.array([True, False]))


def test_iteration(both):
    both(lambda xp, a: [row * 2 for row in a], np.arange(6).reshape(3, 2))
    both(lambda xp, a: list(a), np.array(3))
    both(lambda xp, a: len(a), np.arange(6).reshape(3, 2))
    both(lambda xp, a: len(a), np.array(3))
    both(lambda xp, a: (3 in a, 7 in a), np.arange(6))


def test_read_only_targets():
    a = cp.zeros(3)
    a.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        a[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        a += 1
    with pytest.raises(ValueError, match="read-only"):
        cp.add(1, 2, out=a[0])
    view = cp.broadcast_to(cp.zeros(3), (2, 3))
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1
    a.flags["WRITEABLE"] = True
    a[0] = 1
    assert_same(a, np.array([1.0, 0, 0]))


def test_item(both):
    for arguments in [(), (0,), (7,), (1, 2), ((1, 2),), (99,), (1, 2, 3)]:
        both(lambda xp, a: a.item(*arguments), np.arange(12).reshape(3, 4))
    for dtype in ["bool", "int8", "uint64", "float16", "float32", "complex64"]:
        value = cp.ones((), dtype).item()
        assert type(value) is type(np.ones((), dtype).item()) and value == 1


def test_numpys_bools_are_masks(both):
    a = np.arange(12.0).reshape(3, 4)
    for index in (np.True_, np.False_, (np.True_, 1), (0, np.False_), (np.True_, np.True_), (..., np.True_), (None, np.True_)):
        both(lambda xp, x: x[index], a)  # noqa: B023

        def put(xp, x):
            x[index] = 7  # noqa: B023
            return x

        both(put, a)

        def add_at(xp, x):
            xp.add.at(x, index, 2)  # noqa: B023
            return x

        both(add_at, a)


def test_python_floats_that_an_integer_does_not_hold(both):
    def put(xp, x, value):
        x[0] = value
        return x

    for dtype in ("i1", "u1", "i4", "u4", "i8", "u8"):
        for value in (1e300, -1e300, 300.5, -1.5, -0.5, 2.0**31, 2.0**63, 2.0**64, 127.9, float("nan"), float("inf")):
            both(lambda xp, x: put(xp, x, value), np.zeros(2, dtype))  # noqa: B023
