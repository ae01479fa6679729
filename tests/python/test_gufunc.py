"""Generalized ufuncs of users, against NumPy's `vectorize` with a signature and NumPy's own generalized ufuncs."""

import doctest

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp
from cuprust import _gufunc

A = np.arange(24.0).reshape(2, 3, 4)
B = np.arange(12.0).reshape(3, 4) - 5


def test_example():
    runner = doctest.DocTestRunner()
    test = doctest.DocTestParser().get_doctest(cp.GeneralizedUFunc.__doc__, {"cp": cp}, "GeneralizedUFunc", None, 0)
    assert test.examples and runner.run(test).failed == 0
    assert cp.GeneralizedUFunc is _gufunc.GeneralizedUFunc


@pytest.mark.parametrize(
    "signature, function, operands",
    [
        ("(i),(i)->()", lambda a, b: (a * b).sum(), (A, B)),
        ("(i),(i)->()", lambda a, b: (a * b).sum(), (A[:, :1], B)),
        ("(i,j)->(j,i)", lambda a: a.T, (A,)),
        ("(i)->(),()", lambda a: (a.min(), a.max()), (A,)),
        ("()->(n)", lambda a: a + np.arange(2.0) if isinstance(a, np.generic) else cp.stack([a, a + 1]), (B,)),
        ("(i,3),(3)->(i)", lambda a, b: a @ b, (np.ones((2, 4, 3)), np.arange(3.0))),
        ("(),()->()", lambda a, b: a + b, (A, B)),
    ],
)
def test_as_vectorize(signature, function, operands):
    expected = np.vectorize(function, signature=signature.replace("3", "k"))(*operands)
    ours = cp.GeneralizedUFunc(function, signature)
    assert_same(ours(*map(cp.asarray, operands)), expected)


@pytest.mark.parametrize("batched", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        {},
        {"axis": 0},
        {"axis": -2},
        {"axis": 0, "keepdims": True},
        {"axes": [0, 1]},
        {"axes": [(0,), (1,), ()]},
        {"axes": [0, 1, (0,)], "keepdims": True},
        {"keepdims": True},
        {"axis": 5},
        {"axes": [0]},
        {"axes": (0, 1)},
        {"axis": 0, "axes": [0, 1]},
        {"axes": [0, 7]},
    ],
)
def test_core_axes_as_vecdot_has_them(said, batched):
    def function(a, b):
        return cp.vecdot(a, b) if batched else (a * b).sum()

    ours = cp.GeneralizedUFunc(function, "(n),(n)->()", supports_batched=batched)
    a, b = np.ones((3, 3, 3)) * np.arange(3), np.arange(27.0).reshape(3, 3, 3)
    try:
        expected = np.vecdot(a, b, **said)
    except Exception as refused:
        with pytest.raises(type(refused)):
            ours(cp.asarray(a), cp.asarray(b), **said)
    else:
        assert_same(ours(cp.asarray(a), cp.asarray(b), **said), expected)


def test_results_in_arrays_dtypes_and_loops():
    total = cp.GeneralizedUFunc(lambda a: a.sum(), "(i)->()")
    a = cp.asarray(A)
    out = cp.empty((2, 3), "f4")
    assert total(a, out=out) is out and total(a, out) is out
    assert_same(out, A.sum(-1).astype("f4"))
    assert total(a, dtype="f4").dtype == "f4"
    with pytest.raises(TypeError):
        total(a, out=cp.empty((2, 3), "i4"))
    called = []
    loops = [("f->f", lambda a: called.append("f") or a.sum()), ("d->d", lambda a: called.append("d") or a.sum())]
    chosen = cp.GeneralizedUFunc(lambda a: a.sum(), "(i)->()", signatures=loops)
    assert chosen(a.astype("f4")[0, 0]).dtype == "f4" and chosen(a[0, 0]).dtype == "f8" and called == ["f", "d"]
    assert chosen(a[0, 0], signature="f->f").dtype == "f4"
    with pytest.raises(TypeError):
        chosen(a.astype("c16"))


def test_fast_call_and_description():
    def quickly(a, **said):
        return NotImplemented if said else "quick"

    ours = cp.GeneralizedUFunc(lambda a: a.sum(), "(i)->()", name="total", doc="Sums.", try_fastcall_func=quickly)
    assert ours(cp.ones(3)) == "quick" and ours(cp.ones(3), axis=0) == 3
    assert ours.__name__ == "total" and ours.__doc__ == "Sums." and "total" in repr(ours)


@pytest.mark.parametrize("signature", ["", "(i)", "(i->()", "(i)->", "i->j", "(i)(j)->()"])
def test_no_signature(signature):
    with pytest.raises(ValueError):
        cp.GeneralizedUFunc(abs, signature)


def test_wrong_operands():
    ours = cp.GeneralizedUFunc(lambda a, b: (a * b).sum(), "(i),(i)->()")
    for operands in ((cp.ones(3), cp.ones(4)), (cp.ones(()), cp.ones(3)), (cp.ones((2, 3)), cp.ones((4, 3)))):
        with pytest.raises(ValueError):
            ours(*operands)
    with pytest.raises(TypeError):
        ours(cp.ones(3))
