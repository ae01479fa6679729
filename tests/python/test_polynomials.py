"""Polynomials, as functions of coefficients and as objects: NumPy's answers, and what waits for the device."""

import warnings

import numpy as np
import pytest
from conftest import assert_same, host

import cuprust as cp

LISTS = [[1, 2, 3], [0, 0, 2, 5], [4.5], [0, 0], [1j, 2, 0, 1], [-2.5, 0.0, 1.0]]


def both(name, *args, **kwargs):
    """The results of NumPy's and of our function; lists among the arguments become arrays."""
    convert = lambda xp: [xp.asarray(arg) if isinstance(arg, list) else arg for arg in args]
    return getattr(cp, name)(*convert(cp), **kwargs), getattr(np, name)(*convert(np), **kwargs)


@pytest.mark.parametrize("a", LISTS)
@pytest.mark.parametrize("b", LISTS)
def test_pairs(a, b):
    for name in ("polyadd", "polysub", "polymul", "polyval"):
        assert_same(*both(name, a, b), 1e-12)
    if b[0] != 0:
        for ours, theirs in zip(*both("polydiv", a, b)):
            assert_same(ours, theirs, 1e-12)


@pytest.mark.parametrize("a", LISTS)
def test_derivatives_and_integrals(a):
    for m in range(4):
        assert_same(*both("polyder", a, m))
        assert_same(*both("polyint", a, m), 1e-12)
    assert_same(*both("polyint", a, 2, k=[3, 4]), 1e-12)
    assert_same(*both("polyint", a, 3, k=2), 1e-12)
    for call in (lambda xp: xp.polyder([1, 2], -1), lambda xp: xp.polyint([1, 2], -1), lambda xp: xp.polyint([1, 2], 2, k=[1, 2, 3][:0])):
        for xp in (np, cp):
            with pytest.raises((ValueError, IndexError)):
                call(xp)


def test_zeros():
    for zeros in ([1, 2, 2], [0.5], [1j, -1j], [1j, 2.0], [3 + 1j, 3 - 1j, 4.0]):
        assert_same(*both("poly", zeros), 1e-12)
    assert_same(cp.poly(cp.array([1, 2], "f4")), np.poly(np.array([1, 2], "f4")))
    with pytest.raises(ValueError, match="1d or non-empty square"):
        cp.poly(cp.ones((2, 3)))
    for matrix in ([[1, 2], [3, 4]], [[0.0, -1.0], [1.0, 0.0]], [[2]]):
        assert_same(*both("poly", matrix), 1e-12)


def ordered(zeros):
    return np.sort_complex(np.round(np.asarray(zeros, complex), 9))


def test_roots():
    for p in ([1, -3, 2], [0, 0, 2, 4, 0, 0], [1.0, 0, 1], [3.5], [0.0, 0.0], [], [7], [1, 2j, 3], np.array([1, -3, 2], "f4"), [1, 0, 0, -1]):
        got, wanted = host(cp.roots(cp.asarray(p))), np.roots(np.asarray(p))
        assert got.shape == wanted.shape and got.dtype == wanted.dtype, p
        np.testing.assert_allclose(ordered(got), ordered(wanted), atol=1e-5 if got.dtype in ("f4", "c8") else 1e-9)
    with pytest.raises(ValueError):
        cp.roots(cp.ones((2, 2)))
    np.testing.assert_allclose(ordered(host(cp.poly1d([1, -3, 2]).roots)), [1, 2])
    assert_same(cp.poly1d([1, -3, 2]).r.size, 2)


def test_fits():
    random = np.random.default_rng(3)
    x, y, w = np.linspace(-1, 3, 12), random.standard_normal(12), random.random(12) + 0.5
    many = random.standard_normal((12, 3))
    for deg in (0, 1, 3):
        for values in (y, many, y + 1j * many[:, 0], y.astype("f4")):
            for words in ({}, {"w": w}, {"rcond": 1e-3}):
                got, wanted = host(cp.polyfit(cp.array(x), cp.array(values), deg, **{k: cp.array(v) if k == "w" else v for k, v in words.items()})), np.polyfit(x, values, deg, **words)
                assert got.dtype == wanted.dtype
                np.testing.assert_allclose(got, wanted, rtol=1e-8, atol=1e-6 if values.dtype == "f4" else 1e-8)
            for cov in (True, "unscaled"):
                got, wanted = host(cp.polyfit(cp.array(x), cp.array(values), deg, cov=cov)), np.polyfit(x, values, deg, cov=cov)
                assert len(got) == 2
                np.testing.assert_allclose(got[1], wanted[1], rtol=1e-4 if values.dtype == "f4" else 1e-7, atol=1e-9)
            got, wanted = host(cp.polyfit(cp.array(x), cp.array(values), deg, full=True)), np.polyfit(x, values, deg, full=True)
            assert len(got) == 5
            for ours, theirs in zip(got, wanted):
                np.testing.assert_allclose(ours, theirs, rtol=1e-4 if values.dtype == "f4" else 1e-7, atol=1e-6 if values.dtype == "f4" else 1e-9)
    with pytest.warns(np.exceptions.RankWarning):
        cp.polyfit(cp.ones(3), cp.ones(3), 2)
    wrong = [((x, y, -1), ValueError), ((many, y, 1), TypeError), ((x[:0], y[:0], 1), TypeError), ((x, many[None], 1), TypeError), ((x, y[:-1], 1), TypeError)]
    for args, error in wrong:
        for xp in (np, cp):
            with pytest.raises(error):
                xp.polyfit(*(xp.asarray(arg) if isinstance(arg, np.ndarray) else arg for arg in args))
    for xp in (np, cp):
        with pytest.raises(TypeError):
            xp.polyfit(xp.asarray(x), xp.asarray(y), 1, w=xp.asarray(many))
        with pytest.raises(TypeError):
            xp.polyfit(xp.asarray(x), xp.asarray(y), 1, w=xp.asarray(w[:-1]))
        with pytest.raises(ValueError):
            xp.polyfit(xp.asarray(x[:2]), xp.asarray(y[:2]), 1, cov=True)


def test_ascending():
    ours, theirs = cp.polynomial.polynomial, np.polynomial.polynomial
    x, c = np.linspace(-1, 2, 6).reshape(2, 3), np.arange(8.0).reshape(4, 2)
    for name in ("polyval", "polyvalfromroots"):
        ours_of, theirs_of = getattr(ours, name), getattr(theirs, name)
        assert_same(ours_of(cp.asarray(x), cp.asarray(c)), theirs_of(x, c), 1e-12)
        assert_same(ours_of(cp.asarray(x), cp.asarray(c[:, 0])), theirs_of(x, c[:, 0]), 1e-12)
        assert_same(ours_of(cp.asarray(x[0, :2]), cp.asarray(c), tensor=False), theirs_of(x[0, :2], c, tensor=False), 1e-12)
    with pytest.raises(ValueError, match="tensor"):
        ours.polyvalfromroots(cp.ones((2, 2)), cp.ones(2), tensor=False)
    assert_same(ours.polyvander(cp.asarray(x), 3), theirs.polyvander(x, 3), 1e-12)
    with pytest.raises(ValueError):
        ours.polyvander(cp.ones(2), -1)
    for coefficients in ([1, 2, 3], [1.0, 2.0], [1, 2, 0], [2j, 1, 4]):
        assert_same(ours.polycompanion(cp.array(coefficients)), theirs.polycompanion(coefficients), 1e-12)
    with pytest.raises(ValueError):
        ours.polycompanion(cp.ones(1))


OPERATIONS = [
    lambda p, q: p + q, lambda p, q: q - p, lambda p, q: p * q, lambda p, q: 2 * p, lambda p, q: p + [1, 2], lambda p, q: 3 - p, lambda p, q: p / 2,
    lambda p, q: (p / q)[0], lambda p, q: (p / q)[1], lambda p, q: -p, lambda p, q: +p, lambda p, q: p**3, lambda p, q: p**0, lambda p, q: p(q),
    lambda p, q: p.deriv(), lambda p, q: p.integ(2, k=[1, 2]),
]  # fmt: skip


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("first", LISTS[:2] + LISTS[4:])
def test_objects(operation, first):
    ours = operation(cp.poly1d(first), cp.poly1d([1, -2, 0.5]))
    theirs = operation(np.poly1d(first), np.poly1d([1, -2, 0.5]))
    assert isinstance(ours, cp.poly1d)
    assert_same(ours.coeffs, theirs.coeffs, 1e-12)
    assert ours.order == theirs.order == ours.o == len(ours)


@pytest.mark.parametrize("dtype", ["i1", "f2", "f4", "c8", "f8"])
def test_a_polynomial_of_a_polynomial_keeps_the_dtype(dtype):
    p, x = np.arange(1, 4).astype(dtype), np.arange(2, 4).astype(dtype)
    for of in (lambda xp: xp.polyval(xp.poly1d(xp.asarray(p)), xp.poly1d(xp.asarray(x))), lambda xp: xp.polyval(xp.asarray(p), xp.poly1d(xp.asarray(x)))):
        assert_same(of(cp).coeffs, of(np).coeffs, 1e-3)


def test_an_object():
    p, n = cp.poly1d([0, 1, 2, 3], variable="y"), np.poly1d([0, 1, 2, 3], variable="y")
    assert str(p) == str(n) and repr(p) == repr(n) and p.variable == "y"
    assert [int(p[power]) for power in range(-1, 5)] == [n[power] for power in range(-1, 5)]
    assert [float(c) for c in p] == list(n) and p == cp.poly1d([1, 2, 3]) and p != cp.poly1d([1, 2]) and p != 3
    assert_same(p(cp.arange(4)), n(np.arange(4)))
    p[5] = n[5] = 7
    assert_same(p.c, n.c)
    p[0] = n[0] = -1
    assert_same(p.coefficients, n.coefficients)
    assert isinstance(p.get(), np.poly1d)
    q = cp.poly1d([1])
    q.set(n)
    assert q == p and q.variable == "y" and cp.poly1d(n) == p and cp.poly1d(p).variable == "y" and cp.poly1d(p, variable="z").variable == "z"
    assert_same(cp.poly1d([1, 2], True).coeffs, np.poly1d([1, 2], True).coeffs)
    assert_same(cp.asnumpy(p), n.coeffs)
    # Beside an array the coefficients are its elements.
    assert_same(cp.ones(6) - p, np.ones(6) - n)
    with pytest.raises(AttributeError):
        p.coeffs = cp.ones(2)
    for wrong in (lambda: cp.poly1d(cp.ones((2, 2))), lambda: p ** -1, lambda: p**1.5, lambda: p.__setitem__(-1, 2)):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        p.set([1, 2])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for function in (cp.polyadd, cp.polysub, cp.polymul):
            assert isinstance(function(p, [1, 2]), cp.poly1d) and isinstance(function([1, 2], a2=p), cp.poly1d)
        assert isinstance(cp.polyder(p, m=1), cp.poly1d) and isinstance(cp.polydiv(p, [1, 2])[0], cp.poly1d)
        assert isinstance(cp.polyval([1, 2], p), cp.poly1d) and isinstance(cp.polyval(p, cp.ones(2)), cp.ndarray)
    with pytest.raises(TypeError):
        cp.polyval(p)


def test_what_waits():
    with cp.allow_synchronize(False):
        p = cp.poly1d(cp.array([0, 1, 2]))
        value = p(3) + p[1] + (p + p)(1)
        with pytest.raises(cp.DeviceSynchronized):
            p.order
        p[3] = 4
        assert p.order == 3
    assert int(value) == 5 + 1 + 6
