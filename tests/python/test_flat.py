"""`flat` and iteration: reading and writing by indices of the flattened array, against NumPy."""

import numpy as np
import pytest
from conftest import assert_same, outcome

import cuprust as cp

FORMS = [
    lambda a: a, lambda a: a.T, lambda a: a[::-1, ::2], lambda a: a[1], lambda a: a[:0], lambda a: a[1:, 1:], lambda a: a[0, 0, ...], lambda a: a[:, None],
]  # fmt: skip
INDICES = [
    0, -1, 5, 99, -99, slice(None), slice(1, 5), slice(None, None, -2), slice(3, 3), [0, 1, 1], [], [-1, 2], [99], ..., (2,), (slice(0, 2),), None, (0, 1), "x",
    np.array([[0, 1], [2, 1]]), np.array([True, False] * 6), np.int32(1),
]  # fmt: skip
VALUES = [7, 2.5, [1, 2], [[1], [2], [3]], [], range(30)]


def ours(xp, index):
    return xp.asarray(index) if isinstance(index, np.ndarray) else index


def alike(call, where):
    (theirs, refused), (got, ours_refused) = outcome(lambda: call(np)), outcome(lambda: call(cp))
    if refused is not None:
        assert isinstance(ours_refused, (type(refused), IndexError, ValueError)), (where, ours_refused, refused)
        return
    assert ours_refused is None, (where, ours_refused)
    assert_same(got, theirs, where=where)


@pytest.mark.parametrize("form", range(len(FORMS)))
def test_reading_and_writing(form):
    whole = np.arange(12).reshape(3, 4)
    for index in INDICES:
        # A mask of another size has no meaning of its own in NumPy.
        if isinstance(index, np.ndarray) and index.dtype == bool and FORMS[form](whole).size != 12:
            continue
        alike(lambda xp: FORMS[form](xp.asarray(whole)).flat[ours(xp, index)], (form, index))  # noqa: B023
        for value in VALUES:

            def write(xp):
                a = xp.array(whole)
                FORMS[form](a).flat[ours(xp, index)] = value if isinstance(value, (int, float)) else xp.asarray(list(value))  # noqa: B023
                return a

            if value == []:
                # NumPy leaves the elements as they are, or refuses, as the index is.
                continue
            alike(write, (form, index, value))


def test_what_names_no_place():
    for index in (1.5, [0.5], (0, 1), None, "x"):
        with pytest.raises(IndexError):
            cp.arange(12).reshape(3, 4).flat[index]


@pytest.mark.filterwarnings("ignore:Indexing flat iterators with a 0-dimensional boolean index")
def test_a_truth_value_is_the_first_element_or_none():
    a = np.arange(12).reshape(3, 4)
    for index in (True, False):
        alike(lambda xp: xp.asarray(a).flat[index], index)  # noqa: B023

        def write(xp):
            b = xp.array(a)
            b.flat[index] = 9  # noqa: B023
            return b

        alike(write, index)
    with pytest.raises(IndexError):
        cp.zeros(0).flat[True]


def test_a_read_is_a_copy():
    a = cp.arange(6).reshape(2, 3)
    part = a.flat[1:4]
    part[...] = 9
    element = a.flat[0]
    element[...] = 9
    assert a.tolist() == [[0, 1, 2], [3, 4, 5]]
    copy = a.flat.copy()
    assert copy.tolist() == [0, 1, 2, 3, 4, 5] and not cp.shares_memory(copy, a)


def test_all_at_once():
    for form in FORMS:
        a, b = np.arange(12.0).reshape(3, 4), cp.arange(12.0).reshape(3, 4)
        if not form(a).size:
            continue
        form(a).flat = [1, 2, 3]
        form(b).flat = [1, 2, 3]
        assert_same(b, a)
        form(b).flat = 5
        assert (form(b) == 5).all()
    a = cp.arange(4)
    a.flat = a[::-1]
    assert a.tolist() == [3, 2, 1, 0]
    a.flags.writeable = False
    with pytest.raises(ValueError):
        a.flat = 1
    with pytest.raises(ValueError):
        a.flat[0] = 1


def test_iteration():
    a = np.arange(12).reshape(3, 4)
    mine = cp.asarray(a)
    for form in FORMS:
        assert [int(x) for x in form(mine).flat] == [int(x) for x in form(a).flat]
    walk, theirs = mine.T.flat, a.T.flat
    assert len(walk) == 12 and walk.base.shape == (4, 3)
    for _ in range(5):
        assert (walk.index, walk.coords) == (theirs.index, theirs.coords)
        assert int(next(walk)) == int(next(theirs))
    assert isinstance(walk, cp.flatiter) and iter(walk) is walk
    assert [row.tolist() for row in mine] == a.tolist()
    rows = iter(mine)
    mine[1] = 7
    next(rows)
    assert next(rows).tolist() == [7] * 4
    view = next(rows)
    view[...] = 8
    assert mine[2].tolist() == [8] * 4
    assert next(rows, None) is None and next(rows, None) is None
    assert list(cp.zeros((0, 3))) == []
    with pytest.raises(TypeError):
        iter(cp.asarray(3))


def test_iteration_makes_one_part_at_a_time():
    many = iter(cp.broadcast_to(cp.asarray(1), (2**50,)))
    assert int(next(many)) == 1 and many.__length_hint__() == 2**50 - 1
    assert sum(int(x) for x, _ in zip(many, range(100))) == 100
