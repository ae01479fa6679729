"""Functions that call Python functions or take nested lists, against NumPy."""

import doctest
import inspect

import numpy as np
import pytest
from conftest import assert_same, outcome

import cuprust as cp
from cuprust import _apply, _sets


def alike(call, where=""):
    (theirs, refused), (ours, ours_refused) = outcome(lambda: call(np)), outcome(lambda: call(cp))
    assert type(ours_refused) is type(refused), (where, ours_refused, refused)
    if refused is None:
        assert_same(ours, theirs, where=where)


@pytest.mark.parametrize("module", [_apply, _sets])
def test_examples(module):
    runner, parser = doctest.DocTestRunner(), doctest.DocTestParser()
    for name, thing in vars(module).items():
        if not name.startswith("_") and inspect.getmodule(thing) is module and not name.endswith("Result"):
            test = parser.get_doctest(inspect.getdoc(thing), {"cp": cp}, name, None, 0)
            assert test.examples, name
            assert runner.run(test).failed == 0, name


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3, 3])
def test_apply_along_axis(axis):
    a = np.arange(24.0).reshape(2, 3, 4)
    for function in (lambda v: v.sum(), lambda v: v[::-1] * 2, lambda v: v[:2, None] + v[None, :3], lambda v: 3):
        alike(lambda xp: xp.apply_along_axis(function, axis, xp.asarray(a)), axis)  # noqa: B023
    alike(lambda xp: xp.apply_along_axis(lambda v, k, add=0: v * k + add, axis, xp.asarray(a), 2, add=1))
    alike(lambda xp: xp.apply_along_axis(lambda v: v, 0, xp.zeros((3, 0))))
    alike(lambda xp: xp.apply_along_axis(lambda v: v + 1, 0, xp.arange(3)))


def test_apply_over_axes():
    a = np.arange(24.0).reshape(2, 3, 4)
    for axes in (0, [0, 2], (-1, 0), [1]):
        alike(lambda xp: xp.apply_over_axes(xp.sum, xp.asarray(a), axes), axes)  # noqa: B023
    alike(lambda xp: xp.apply_over_axes(xp.cumsum, xp.asarray(a), 1))
    alike(lambda xp: xp.apply_over_axes(lambda v, k: v.ravel()[:1].reshape(()), xp.asarray(a), 1))


def test_piecewise():
    x = np.linspace(-2, 2, 9)
    for xs in (x, x.reshape(3, 3), x.astype("i4")):
        alike(lambda xp: xp.piecewise(xp.asarray(xs), [xp.asarray(xs) < 0, xp.asarray(xs) >= 1], [-1, 1]))  # noqa: B023
        alike(lambda xp: xp.piecewise(xp.asarray(xs), [xp.asarray(xs) < 0], [lambda v: -v, lambda v: v * v]))  # noqa: B023
        alike(lambda xp: xp.piecewise(xp.asarray(xs), xp.asarray(xs) < 0, [lambda v, k: v * k, 7], 3))  # noqa: B023
        alike(lambda xp: xp.piecewise(xp.asarray(xs), [xp.asarray(xs) < 0], [1, 2, 3]))  # noqa: B023
    alike(lambda xp: xp.piecewise(xp.asarray(3.0), [True, False], [1, 2]))
    alike(lambda xp: xp.piecewise(xp.asarray(3.0), xp.asarray(3.0) > 2, [1, 2]))


def test_mask_indices():
    alike(lambda xp: xp.mask_indices(4, xp.triu))
    alike(lambda xp: xp.mask_indices(3, xp.tril, -1))


def test_vectorize():
    def step(a, b=1):
        return a - b if a > b else a + b

    a = np.arange(6).reshape(2, 3)
    alike(lambda xp: xp.vectorize(step)(xp.asarray(a), 2))
    alike(lambda xp: xp.vectorize(step, otypes="f")(xp.asarray(a), b=xp.asarray([1, 2, 3])))
    alike(lambda xp: xp.vectorize(lambda v: (v, v / 2))(xp.asarray(a)))
    alike(lambda xp: xp.vectorize(lambda v, w: (v * w).sum(), signature="(n),(n)->()")(xp.asarray(a), xp.asarray([1, 2, 3])))
    alike(lambda xp: xp.vectorize(step)(xp.zeros(0)))
    alike(lambda xp: xp.vectorize(step)(5))

    for dtype in ["f2", "f4", "i4", "c8"]:
        b = (a + 1).astype(dtype)
        alike(lambda xp: xp.vectorize(lambda v: xp.add(v, v))(xp.asarray(b)))
        alike(lambda xp: xp.vectorize(lambda v: (xp.negative(v), xp.multiply(v, v, dtype="c16")))(xp.asarray(b)))
    alike(lambda xp: xp.vectorize(lambda v: xp.cumsum(xp.asarray(v)), signature="(n)->(n)")(xp.asarray(a)))

    @cp.vectorize(otypes=["f8"])
    def half(v):
        """Half of it."""
        return v / 2

    assert_same(half(cp.asarray(a)), a / 2)
    assert half.__doc__ == "Half of it." and half.__name__ == "half"
    assert cp.vectorize(step).pyfunc is step and half.pyfunc.__name__ == "half"
    assert isinstance(half(3), cp.ndarray)


def test_block():
    for nest in (
        lambda xp: [[xp.ones((2, 2)), xp.zeros((2, 1))], [xp.full((1, 3), 7)]],
        lambda xp: [xp.arange(3), 5, xp.asarray([7.5])],
        lambda xp: [[[1, 2]], [[3, 4]]],
        lambda xp: xp.arange(3),
        lambda xp: 3,
        lambda xp: [[xp.ones((2, 2, 2))], [xp.zeros((2, 1, 2))]],
        lambda xp: [],
        lambda xp: [[1], []],
        lambda xp: [[1], 2],
        lambda xp: [[xp.ones(2)], [xp.ones(3)]],
        lambda xp: [(1, 2)],
        lambda xp: (1, 2),
    ):
        alike(lambda xp: xp.block(nest(xp)))  # noqa: B023
    a = cp.arange(3)
    assert not cp.shares_memory(cp.block(a), a) and not cp.shares_memory(cp.block([a]), a)


def test_require():
    a = cp.ones((2, 3), "f4").T
    assert cp.require(a) is a and cp.require(a, requirements="F") is a
    assert cp.require(a, requirements=["c_contiguous"]).flags.c_contiguous
    assert cp.require(a, "f8").dtype == np.float64
    owned = cp.require(a, requirements=["O"])
    assert owned.flags.owndata and owned is not a
    fixed = cp.broadcast_to(cp.ones(3), (2, 3))
    assert cp.require(fixed, requirements="W").flags.writeable
    for wrong in ("CF", "Q", ["nonsense"]):
        theirs, ours = (outcome(lambda: xp.require(xp.ones(3), requirements=wrong))[1] for xp in (np, cp))  # noqa: B023
        assert type(ours) is type(theirs), wrong


def test_broadcast():
    both = cp.broadcast(cp.ones((2, 1)), cp.arange(3), 4)
    theirs = np.broadcast(np.ones((2, 1)), np.arange(3), 4)
    for name in ("shape", "nd", "ndim", "size", "numiter"):
        assert getattr(both, name) == getattr(theirs, name), name
    assert [value.shape for value in both.values] == [(2, 3)] * 3
    with pytest.raises(ValueError):
        cp.broadcast(cp.ones(2), cp.ones(3))
    assert cp.broadcast().shape == ()


def test_byte_bounds():
    a = cp.zeros((3, 4))
    low, high = cp.byte_bounds(a)
    assert (low, high - low) == (a.data.ptr, 96)
    assert cp.byte_bounds(a[::-1, 1:3]) == (low + 8, high - 8)
    assert cp.byte_bounds(a[:0])[0] == cp.byte_bounds(a[:0])[1]


def test_texts_of_integers():
    assert (cp.base_repr(5, 3), cp.binary_repr(-3, width=5)) == ("12", "11101")


def test_a_function_writes_margins():
    def write(vector, widths, axis, options):
        vector[: widths[0]] = options.get("first", axis)
        if widths[1]:
            vector[-widths[1] :] = -1

    a = np.arange(6.0).reshape(2, 3)
    for widths in (1, (2, 1), ((1, 0), (0, 2)), ((1,), (2,))):
        for options in ({}, {"first": 7}):
            assert_same(cp.pad(cp.asarray(a), widths, write, **options), np.pad(a, widths, write, **options))
    for xp in (np, cp):
        for call, error in [
            (lambda: xp.pad(xp.ones(3), 1, nonsense=2), ValueError), (lambda: xp.pad(xp.ones(3), 1, "edge", constant_values=2), ValueError),
            (lambda: xp.pad(xp.ones(3), (), "edge"), TypeError), (lambda: xp.pad(xp.ones(3), 1, "nonsense"), ValueError),
        ]:  # fmt: skip
            with pytest.raises(error):
                call()
