"""Ufunc objects: out, where, dtype, casting, and their methods; numpy's functions called on our arrays."""

import pickle

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

UFUNCS = sorted(name for name in dir(cp) if isinstance(getattr(cp, name), cp.ufunc) and hasattr(np, name))


def test_every_ufunc_of_numpy_that_is_here_describes_itself():
    assert len(UFUNCS) > 90
    for name in UFUNCS:
        ours, theirs = getattr(cp, name), getattr(np, name)
        assert ours.__doc__ and ours.types and ours.nargs == ours.nin + ours.nout
        if isinstance(theirs, np.ufunc):
            assert (ours.nin, ours.nout) == (theirs.nin, theirs.nout), name
            assert getattr(cp, ours.__name__) is ours and hasattr(np, ours.__name__), name
            if ours.identity is not None:
                assert ours.identity == theirs.identity, name
            assert set(ours.types) & set(theirs.types), name


def test_out(both):
    def call(xp, a, b, out):
        result = xp.add(a, b, out=out)
        assert result is out
        return out

    for dtype in ["float64", "float32", "int64", "complex128", "bool"]:
        both(call, np.arange(3.0), np.ones(3), np.zeros(3, dtype))
    both(call, np.arange(3.0), np.ones(3), np.zeros(4))
    both(call, np.arange(3.0), np.ones(3), np.zeros((2, 3)))
    both(lambda xp, a, out: xp.sin(a, out) is out, np.arange(3.0), np.zeros(3))
    both(lambda xp, a, out: xp.sin(a, out=(out,)) is out, np.arange(3.0), np.zeros(3))
    both(lambda xp, a, one, two: xp.modf(a, out=(one, None)), np.arange(3.0), np.zeros(3), np.zeros(3))
    both(lambda xp, a, one, two: xp.modf(a, one, two), np.arange(3.0), np.zeros(3), np.zeros(3))


def test_where(both):
    def call(xp, a, mask, out):
        return xp.negative(a, out=out, where=mask)

    both(call, np.arange(4.0), np.array([True, False, True, False]), np.full(4, 9.0))
    both(call, np.arange(4.0), np.array(True), np.full(4, 9.0))
    both(lambda xp, a, out: xp.negative(a, out=out, where=False), np.arange(4.0), np.full(4, 9.0))
    both(lambda xp, a: xp.negative(a, where=True), np.arange(4.0))


def test_dtype_and_casting(both):
    for dtype in ["float32", "float64", "int64", "complex64", "bool"]:
        for casting in ["no", "equiv", "safe", "same_kind", "unsafe", "other"]:
            both(lambda xp, a, b: xp.add(a, b, dtype=dtype, casting=casting), np.arange(3.0), np.ones(3))
    both(lambda xp, a: xp.sin(a, dtype="int32"), np.arange(3.0))
    both(lambda xp, a: xp.add(a, a, nonsense=1), np.arange(3.0))
    both(lambda xp, a: xp.add(a), np.arange(3.0))
    both(lambda xp, a: xp.add(a, a, a, a), np.arange(3.0))


def test_numbers_alone(both):
    both(lambda xp: xp.add(1, 2))
    both(lambda xp: xp.sin(1.5), close=1e-15)
    both(lambda xp: xp.add(True, 2.5))


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "logical_and", "logical_or", "bitwise_or", "subtract"])
def test_reduce(name, both):
    a = np.arange(1, 25).reshape(2, 3, 4)
    for options in [{}, {"axis": 1}, {"axis": None}, {"axis": (0, 2)}, {"axis": -1, "keepdims": True}, {"axis": 5},
                    {"axis": (0, 0)}, {"dtype": "float32"}, {"initial": 5}]:  # fmt: skip
        if name == "subtract":
            # Folding what is not associative is not built; NumPy does it from the left.
            with pytest.raises((TypeError, NotImplementedError, ValueError)):
                cp.subtract.reduce(cp.array(a), **options)
        else:
            both(lambda xp, x: getattr(xp, name).reduce(x, **options), a)


def test_accumulate_outer_at(both):
    a = np.arange(1, 13).reshape(3, 4)
    for name in ["add", "multiply", "maximum"]:
        for axis in [0, 1, -1, 2]:
            both(lambda xp, x: getattr(xp, name).accumulate(x, axis=axis), a)
    both(lambda xp, x, y: xp.multiply.outer(x, y), np.arange(3), np.arange(4.0))
    both(lambda xp, x, y: xp.less.outer(x, y), a, np.arange(2))
    both(lambda xp, x, y: xp.sin.outer(x, y), np.arange(3), np.arange(4.0))

    def at(xp, x, i):
        xp.add.at(x, i, 2)
        return x

    both(at, np.zeros(5), np.array([0, 1, 1, 4, -1]))
    both(at, np.zeros(5, "int64"), np.array([0, 0, 0]))
    both(at, np.zeros(5), np.array([7]))


def test_reduceat(both):
    a = np.arange(24.0).reshape(4, 6)
    for indices in [[0, 2], [0, 3, 1, 3], [3], [1, 1, 0], np.array([0, 2], "uint8"), []]:
        for axis in [0, 1, -1]:
            both(lambda xp, x: xp.add.reduceat(x, indices, axis), a)
            both(lambda xp, x: xp.maximum.reduceat(x, indices, axis=axis, dtype="float32"), a)
    both(lambda xp, x: xp.add.reduceat(x, [0, 2]), np.arange(4, dtype="int8"))
    both(lambda xp, x: xp.add.reduceat(x, [0, 2], out=xp.zeros(2)), np.arange(4))
    for indices, axis in [([4], 0), ([-1], 0), ([0], 2), ([[0]], 0), (["x"], 0)]:
        both(lambda xp, x: xp.add.reduceat(x, indices, axis), a)


def test_numpys_functions_come_to_ours(both):
    both(lambda xp, a: np.sin(a), np.arange(3.0), close=1e-15)
    both(lambda xp, a: np.add(a, 1), np.arange(3.0))
    both(lambda xp, a: np.add.reduce(a, axis=1), np.arange(6.0).reshape(2, 3))
    both(lambda xp, a: np.float64(2.5) * a, np.arange(3, dtype="float32"))
    both(lambda xp, a: np.sum(a, axis=0), np.arange(6.0).reshape(2, 3))
    both(lambda xp, a: np.concatenate([a, a]), np.arange(3))
    both(lambda xp, a: np.where(a > 1, a, 0), np.arange(3))
    for call in (np.sin, np.sum, np.mean, np.transpose, np.linalg.norm):
        assert type(call(cp.ones((2, 2)))) is cp.ndarray
    out = cp.zeros(3)
    assert np.negative(cp.ones(3), out=out) is out
    assert_same(out, -np.ones(3))
    with pytest.raises(TypeError):
        np.linalg.svd(cp.ones((2, 2)))


def test_pickled_by_name():
    assert pickle.loads(pickle.dumps(cp.add)) is cp.add
    assert cp.abs is cp.absolute and repr(cp.add) == "<ufunc 'cuprust_add'>"


def test_small_results_go_to_out_at_once_and_overlaps_are_seen(both):
    def into_another(xp, a, b):
        out = xp.zeros(a.shape, dtype="float64")
        out += 1
        assert xp.add(a, b, out=out) is out
        twice = xp.multiply(out, 2.0, out=xp.ones_like(out))
        return out, twice, xp.add(out, twice, out=twice)

    def into_a_part_of_an_operand(xp, a, b):
        a += 1
        xp.add(a[:-1], b[1:], out=a[1:])
        xp.subtract(a, b, out=a)
        return a

    def into_other_sizes(xp, a, b):
        flags = xp.ones(8 * a.size, dtype="bool")
        flags &= True
        numbers = flags.view("float64")
        xp.less(numbers, b, out=flags[: b.size])
        return flags, xp.equal(a, b, out=flags[a.size : 2 * a.size])

    def after_what_was_recorded(xp, a, b):
        out = xp.ones(a.shape)
        out += 1
        before = xp.concatenate([out, xp.arange(5000.0)])
        xp.add(a, b, out=out)
        return before, out

    a, b = np.arange(10.0), np.linspace(-1, 1, 10)
    for call in [into_another, into_a_part_of_an_operand, into_other_sizes, after_what_was_recorded]:
        both(call, a, b)
