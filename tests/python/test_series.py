"""NumPy's package `polynomial`: the functions of each basis and the classes, against NumPy's."""

import pickle

import numpy as np
import pytest
from conftest import assert_same, host

import cuprust as cp

BASES = {"polynomial": "poly", "chebyshev": "cheb", "legendre": "leg", "hermite": "herm", "hermite_e": "herme", "laguerre": "lag"}
CLASSES = ["Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre"]
RNG = np.random.default_rng(12)
PLACES = {(): np.array(0.3), (5,): RNG.random(5) * 2 - 1, (2, 3): RNG.random((2, 3)) * 2 - 1}


def each(basis, name, ours, numpys, close=1e-12):
    """A function of both, or what both raise."""
    function = lambda xp: getattr(getattr(xp.polynomial, basis), name)  # noqa: E731
    try:
        expected = numpys(function(np))
    except Exception as error:
        with pytest.raises(type(error)):
            host(ours(function(cp)))
        return
    got = host(ours(function(cp)))
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for one, other in zip(got, expected):
            assert_same(one, other, close)
    else:
        assert_same(got, expected, close)


def same(basis, name, *args, close=1e-12, **kwargs):
    move = lambda x: cp.array(x) if isinstance(x, np.ndarray) else x  # noqa: E731
    each(basis, name, lambda f: f(*map(move, args), **{k: move(v) for k, v in kwargs.items()}), lambda f: f(*args, **kwargs), close)


@pytest.mark.parametrize("basis", BASES)
def test_arithmetic(basis):
    p = BASES[basis]
    series = [np.array(c) for c in ([0], [3], [0.0, 0.0], [1, 2, 3], [1.5, -2.0, 0.25, 4.0], [2.0, 1j, 3 - 1j], [1.0, 2.0, 0.0, 0.0], [1, 0, 0, 0, 0, 0, 2])]
    for a in series:
        for b in series:
            for name in ("add", "sub", "mul"):
                same(basis, p + name, a, b)
            # What rounding leaves of a zero at the end is a coefficient in the one and none in the other.
            whole = lambda parts: tuple(np.pad(x, (0, 8 - len(x))) for x in map(host, parts))  # noqa: E731
            each(basis, p + "div", lambda f, a=a, b=b: whole(f(cp.array(a), cp.array(b))), lambda f, a=a, b=b: whole(f(a, b)), 1e-9)
        same(basis, p + "mulx", a)
        same(basis, p + "trim", a)
        same(basis, p + "trim", a, 1.6)
        for power in (0, 1, 3, -1, 17):
            # NumPy's classes allow more than the functions' 16; powers has no limit.
            if power < 17 or basis != "polynomial":
                same(basis, p + "pow", a, power, close=1e-10)
        if basis != "polynomial":
            same(basis, p + "2poly", a)
            same(basis, "poly2" + p, a)
    single = np.array([1.5, 2.0], "f4")
    same(basis, p + "mul", single, single, close=1e-6)
    for wrong in (np.zeros(0), np.ones((2, 2))):
        for name in ("add", "sub", "mul", "div"):
            same(basis, p + name, wrong, np.ones(2))
            same(basis, p + name, np.ones(2), wrong)
        for name in ("mulx", "trim", "roots", "companion"):
            same(basis, p + name, wrong)
    same(basis, p + "trim", np.ones(2), -1)


@pytest.mark.parametrize("basis", BASES)
def test_values(basis):
    p = BASES[basis]
    for x in PLACES.values():
        for c in (np.array([2]), np.array([1, 2]), RNG.random(7), RNG.random((4, 3)), RNG.random((3, 2)) + 1j):
            same(basis, p + "val", x, c)
            same(basis, p + "val", x, c, tensor=False)
        same(basis, p + "val", x.astype("f4"), np.array([1, 2, 3], "f4"), close=1e-5)
        c2, c3 = RNG.random((3, 4)), RNG.random((2, 3, 2))
        y, z = x / 2, 1 - x
        same(basis, p + "val2d", x, y, c2)
        same(basis, p + "val3d", x, y, z, c3)
        same(basis, p + "grid2d", x, y, c2)
        same(basis, p + "grid3d", x, y, z, c3)
        for degree in (0, 1, 5, -1):
            same(basis, p + "vander", x, degree)
        same(basis, p + "vander2d", x, y, [2, 3])
        same(basis, p + "vander3d", x, y, z, [1, 2, 1])
    same(basis, p + "val2d", np.ones(2), np.ones(3), np.ones((2, 2)))
    same(basis, p + "vander2d", np.ones(2), np.ones(2), [1, 2, 3])
    same(basis, p + "val", np.array([0.1, np.nan, np.inf]), np.array([1.0]))
    same(basis, p + "val", np.linspace(-1, 1, 7)[::-2], np.arange(20.0)[::-3])
    if basis != "polynomial":
        same(basis, p + "weight", np.linspace(-0.9, 0.9, 7))


@pytest.mark.parametrize("basis", BASES)
def test_derivatives_and_integrals(basis):
    p = BASES[basis]
    for c in (np.array([5]), np.array([0.0]), np.arange(1, 8), RNG.random((4, 3)), RNG.random(5) + 1j * RNG.random(5), np.arange(9.0, dtype="f4")):
        close = 1e-5 if c.dtype == np.float32 else 1e-12
        for m in (0, 1, 2, 5, -1):
            same(basis, p + "der", c, m, close=close)
            same(basis, p + "int", c, m, close=close)
        same(basis, p + "der", c, 1, 2.5, close=close)
        same(basis, p + "der", c, axis=c.ndim - 1, close=close)
        same(basis, p + "int", c, 2, [1.0, 2.0], 0.5, 3, close=close)
        same(basis, p + "int", c, 2, [3], lbnd=-1, axis=c.ndim - 1, close=close)
    same(basis, p + "int", np.ones(2), 1, [1, 2])
    same(basis, p + "int", np.ones(2), 1, 0, np.ones(2))
    same(basis, p + "der", np.ones(2), axis=3)


@pytest.mark.parametrize("basis", BASES)
def test_zeros_and_fits(basis):
    p = BASES[basis]
    for c in (np.array([3.0]), np.array([2, 1]), np.array([-2, 1, 1]), np.array([1, 2, 4, 0, 0]), RNG.random(6), RNG.random(5) + 1j * RNG.random(5)):
        same(basis, p + "companion", c)
        roots = host(getattr(getattr(cp.polynomial, basis), p + "roots")(cp.array(c)))
        value = getattr(getattr(np.polynomial, basis), p + "val")(roots, c)
        assert (np.abs(value) <= 1e-9 * np.abs(c).sum() * (1 + np.abs(roots)) ** len(c)).all()
        assert len(roots) == len(np.trim_zeros(c, "b")) - 1 and (np.diff(roots.real) >= -1e-12).all()
    for roots in (np.zeros(0), np.array([2]), np.array([-1, 0, 1, 3]), np.array([1j, -1j, 2]), RNG.random(7)):
        same(basis, p + "fromroots", roots, close=1e-10)
    same(basis, p + "roots", np.array([-2.0, 1.0, 1.0]), close=1e-9)
    x = np.linspace(-1, 2, 30)
    for y in (np.exp(x), np.stack([np.sin(x), x**2], 1), np.exp(1j * x)):
        for degree in (0, 3, [0, 2], [3, 1], np.array([1, 2])):
            same(basis, p + "fit", x, y, degree, close=1e-8)
            same(basis, p + "fit", x, y, degree, w=1 / (x + 2), close=1e-8)
    coefficients, (residuals, rank, values, rcond) = getattr(getattr(cp.polynomial, basis), p + "fit")(cp.array(x), cp.array(np.exp(x)), 3, full=True)
    expected, others = getattr(getattr(np.polynomial, basis), p + "fit")(x, np.exp(x), 3, full=True)
    assert_same(coefficients, expected, 1e-8)
    for one, other in zip((residuals, rank, values, rcond), others):
        np.testing.assert_allclose(one.get(), other, rtol=1e-8)
    for wrong in ((x, x, -1), (x, x, 1.5), (x, x, [[1]]), (x[:, None], x, 1), (x[:0], x[:0], 1), (x, x[:3], 1), (x, x[None, None], 1)):
        same(basis, p + "fit", *wrong)
    same(basis, p + "fit", x, x, 1, w=x[:2])
    with pytest.warns(np.exceptions.RankWarning):
        getattr(getattr(cp.polynomial, basis), p + "fit")(cp.ones(4), cp.ones(4), 2)
    for name in ("zero", "one", "x", "domain"):
        np.testing.assert_array_equal(getattr(getattr(cp.polynomial, basis), p + name), getattr(getattr(np.polynomial, basis), p + name))
    same(basis, p + "line", 2, 3)
    same(basis, p + "line", 2, 0)


@pytest.mark.parametrize("basis", [name for name in BASES if name != "polynomial"])
def test_quadrature(basis):
    p = BASES[basis]
    for degree in (1, 2, 5, 20, 64):
        places, weights = map(host, getattr(getattr(cp.polynomial, basis), p + "gauss")(degree))
        expected = getattr(getattr(np.polynomial, basis), p + "gauss")(degree)
        np.testing.assert_allclose(places, expected[0], rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(weights, expected[1], rtol=1e-9, atol=1e-300)
    # The polynomials are orthogonal by it.
    table = getattr(getattr(np.polynomial, basis), p + "vander")(*map(host, getattr(getattr(cp.polynomial, basis), p + "gauss")(12)[:1]), 11)
    gram = table.T @ (weights12(basis)[:, None] * table)
    lengths = np.sqrt(np.diag(gram))
    np.testing.assert_allclose(gram / lengths / lengths[:, None], np.eye(12), atol=1e-10)
    places, weights = map(host, getattr(getattr(cp.polynomial, basis), p + "gauss")(400))
    assert np.isfinite(places).all() and np.isfinite(weights).all() and (weights >= 0).all()
    for wrong in (0, -2):
        same(basis, p + "gauss", wrong)


def weights12(basis):
    return host(getattr(getattr(cp.polynomial, basis), BASES[basis] + "gauss")(12)[1])


def test_points_of_chebyshev():
    for count in (1, 2, 5, 0, 1.5):
        same("chebyshev", "chebpts1", count)
        same("chebyshev", "chebpts2", count)
    got = cp.polynomial.chebyshev.chebinterpolate(cp.exp, 6)
    assert_same(got, np.polynomial.chebyshev.chebinterpolate(np.exp, 6), 1e-13)
    ours, numpys = (xp.polynomial.Chebyshev.interpolate(xp.sin, 8, domain=[0, 3]) for xp in (cp, np))
    assert_same(ours.coef, numpys.coef, 1e-13)


def equal(ours, numpys, close=1e-10):
    assert type(ours).__name__ == type(numpys).__name__
    assert_same(ours.coef, numpys.coef, close)
    np.testing.assert_allclose(ours.domain, numpys.domain)
    np.testing.assert_allclose(ours.window, numpys.window)
    assert ours.symbol == numpys.symbol


@pytest.mark.parametrize("name", CLASSES)
def test_classes(name):
    ours, numpys = getattr(cp.polynomial, name), getattr(np.polynomial, name)
    for kwargs in ({}, {"domain": [0, 3], "symbol": "t"}, {"domain": [-2, 2], "window": [0, 1]}):
        a, b = ([kind(c, **kwargs) for c in ([1.0, 2.0, 3.0, 0.5], [2.0, -1.0])] for kind in (ours, numpys))
        equal(a[0], b[0])
        for operation in (
            lambda p, q: p + q, lambda p, q: p - q, lambda p, q: p * q, lambda p, q: p // q, lambda p, q: p % q, lambda p, q: -p, lambda p, q: +p,
            lambda p, q: p + 2, lambda p, q: 2 - p, lambda p, q: p * 1.5, lambda p, q: p / 4, lambda p, q: [1, 2] + p, lambda p, q: q**3,
            lambda p, q: p.deriv(), lambda p, q: p.deriv(2), lambda p, q: p.integ(), lambda p, q: p.integ(2, [1, 2], 0.5), lambda p, q: p.trim(0.6),
            lambda p, q: p.truncate(2), lambda p, q: p.cutdeg(1), lambda p, q: p.copy(), lambda p, q: p.convert(domain=[0, 1]), lambda p, q: p.convert(window=[2, 5]),
        ):  # fmt: skip
            equal(operation(*a), operation(*b))
        for one, other in zip(divmod(*a), divmod(*b)):
            equal(one, other)
        for kind in CLASSES:
            equal(a[0].convert(kind=getattr(cp.polynomial, kind)), b[0].convert(kind=getattr(np.polynomial, kind)))
            equal(getattr(cp.polynomial, kind).cast(a[0]), getattr(np.polynomial, kind).cast(b[0]))
        for x in (0.4, PLACES[2, 3]):
            assert_same(a[0](cp.array(x) if isinstance(x, np.ndarray) else x), np.asarray(b[0](x)), 1e-12)
        equal(a[0](a[1]), b[0](b[1]), 1e-9)
        assert (len(a[0]), a[0].degree()) == (4, 3) and a[0].mapparms() == pytest.approx(b[0].mapparms())
        np.testing.assert_allclose(np.sort_complex(host(a[0].roots())), np.sort_complex(b[0].roots()), atol=1e-9)
        for one, other in zip(a[0].linspace(7), b[0].linspace(7)):
            assert_same(one, other, 1e-12)
        assert repr(a[0]) == repr(b[0]) and str(a[0]) == str(b[0]) and f"{a[0]:ascii}" == f"{b[0]:ascii}"
        assert a[0] == ours([1.0, 2.0, 3.0, 0.5], **kwargs) and a[0] != a[1] and a[0] != 3
        assert pickle.loads(pickle.dumps(a[0])) == a[0]
        assert isinstance(a[0].get(), numpys) and [float(c) for c in a[1]] == [2.0, -1.0]
        for domain in ([0.5, 2.0], None):
            equal(ours.identity(domain), numpys.identity(domain))
            equal(ours.basis(3, domain), numpys.basis(3, domain))
            equal(ours.fromroots([1, 2, 0.5], domain), numpys.fromroots([1, 2, 0.5], domain))
    x = np.linspace(0, 4, 20)
    y = np.exp(-x)
    for domain in (None, [], [0, 5]):
        equal(ours.fit(cp.array(x), cp.array(y), 4, domain), numpys.fit(x, y, 4, domain), 1e-7)
    equal(ours.fit(cp.array(x), cp.array(y), [1, 3], w=cp.array(x + 1), symbol="s"), numpys.fit(x, y, [1, 3], w=x + 1, symbol="s"), 1e-7)
    fitted, status = ours.fit(cp.array(x), cp.array(y), 2, full=True)
    assert len(status) == 4 and len(fitted) == 3


def test_operands_that_do_not_match():
    p = cp.polynomial.Polynomial([1, 2])
    for other in (cp.polynomial.Chebyshev([1, 2]), cp.polynomial.Polynomial([1], domain=[0, 1]), cp.polynomial.Polynomial([1], window=[0, 1])):
        with pytest.raises(TypeError):
            p + other
    with pytest.raises(ValueError):
        p + cp.polynomial.Polynomial([1], symbol="t")
    for call in (lambda: p / p, lambda: p + "a", lambda: p + object(), lambda: 1 / p, lambda: p / [1]):
        with pytest.raises(TypeError):
            call()
    for call in (
        lambda: p**-1, lambda: p**101, lambda: p.truncate(0), lambda: p.truncate(1.5), lambda: p.cutdeg(-1), lambda: cp.polynomial.Polynomial([]), lambda: cp.polynomial.Polynomial([[1]]),
        lambda: cp.polynomial.Polynomial([1], domain=[1, 2, 3]), lambda: cp.polynomial.Polynomial([1], symbol="1x"), lambda: cp.polynomial.Polynomial.basis(-1), lambda: p.trim(-1),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()
    with pytest.raises(ZeroDivisionError):
        p // 0
    with pytest.raises(TypeError):
        hash(p)
    assert p.coef.device == cp.array(1).device


@pytest.mark.parametrize("basis", ["polynomial", "hermite", "hermite_e"])
def test_coefficients_that_are_not_finite_stay_apart(basis):
    c, stem = np.array([1, np.inf, 2, -3]), BASES[basis]
    for name in ("der", "int"):
        each(basis, stem + name, lambda f: f(cp.array(c)), lambda f: f(c))
    with np.errstate(invalid="ignore"):
        each(basis, stem + "vander", lambda f: f(cp.array([np.inf, np.nan, 1]), 2), lambda f: f(np.array([np.inf, np.nan, 1]), 2))


@pytest.mark.parametrize("basis", BASES)
def test_numbers_keep_the_precision_of_coefficients(basis):
    c = np.array([1, 2, 3], "f4")
    assert getattr(getattr(cp.polynomial, basis), BASES[basis] + "val")(0.5, cp.array(c)).dtype == "f4"
    each(basis, BASES[basis] + "der", lambda f: f(cp.array(c), 1, np.float64(2)), lambda f: f(c, 1, np.float64(2)), 1e-6)


@pytest.mark.parametrize("basis", ["hermite", "hermite_e"])
def test_companions_of_high_degrees_are_finite(basis):
    c = np.zeros(321)
    c[[0, 100, 320]] = 1, 2, 3
    each(basis, BASES[basis] + "companion", lambda f: f(cp.array(c)), lambda f: f(c))


def test_powers_are_whole():
    for power in (2.0, np.float64(2), 1.5):
        each("polynomial", "Polynomial", lambda f: (f([1, 2]) ** power).coef, lambda f: (f([1, 2]) ** power).coef)


@pytest.mark.parametrize(("module", "prefix"), [("chebyshev", "cheb"), ("legendre", "leg"), ("laguerre", "lag")])
def test_derivatives_and_integrals_of_many_coefficients(module, prefix):
    # A matrix of the derivative would have 2^34 elements.
    for name, count in (("der", 2**17 + 1), ("int", 1001)):
        c = np.random.default_rng(3).standard_normal(count) / np.arange(1, count + 1) ** 2
        got = host(getattr(getattr(cp.polynomial, module), prefix + name)(cp.array(c)))
        wanted = getattr(getattr(np.polynomial, module), prefix + name)(c)
        first = int(name == "int")
        assert got.shape == wanted.shape
        np.testing.assert_allclose(got[first:], wanted[first:], rtol=1e-9, atol=1e-9 * np.abs(wanted[first:]).max())
    for n in (1, 2, 3, 4, 5):
        own = np.arange(1.0, 2 * n + 1).reshape(n, 2)
        for name, axis in (("der", 0), ("int", 0), ("der", 1), ("int", 1)):
            got = host(getattr(getattr(cp.polynomial, module), prefix + name)(cp.array(own), axis=axis))
            np.testing.assert_allclose(got, getattr(getattr(np.polynomial, module), prefix + name)(own, axis=axis), rtol=1e-13, atol=1e-13)


PREFIXES = [("polynomial", "poly"), ("chebyshev", "cheb"), ("legendre", "leg"), ("laguerre", "lag"), ("hermite", "herm"), ("hermite_e", "herme")]


@pytest.mark.parametrize("module, prefix", PREFIXES)
def test_dtypes_are_numpys(module, prefix, both):
    """Whose recurrences NumPy starts from Python's numbers is in double precision; bools have no common dtype."""
    one = ["fromroots", "companion", "trim", "mulx", "der", "int", "2poly"]
    of = lambda xp, name: getattr(getattr(xp.polynomial, module), name)  # noqa: E731
    for dtype in ("?", "i1", "u2", "i8", "f2", "f4", "f8", "c8", "c16"):
        for length in (1, 2, 3, 4):
            c = np.arange(1, length + 1).astype(dtype)
            calls = [lambda xp, c, name=name: of(xp, prefix + name)(c) for name in one if hasattr(getattr(np.polynomial, module), prefix + name)]
            calls += [lambda xp, c, name=name: of(xp, prefix + name)(c, c) for name in ("add", "sub", "mul", "div")]
            calls += [lambda xp, c, power=power: of(xp, prefix + "pow")(c, power) for power in (0, 1, 2, 2.0, True, np.int8(3), 1.5, -1, 99, np.nan, np.inf, 1j)]
            calls += [lambda xp, c: of(xp, "poly2" + prefix)(c)] if prefix != "poly" else []
            # Which of two conjugate zeros comes first is the rounding's.
            calls += [lambda xp, c: 0 * of(xp, prefix + "roots")(c)]
            for call in calls:
                if dtype == "f2" and length > 2:
                    continue
                if dtype in ("f2", "c8") and call.__defaults__ == (99,):
                    continue
                if dtype == "?" and call.__defaults__ and not isinstance(call.__defaults__[0], str) and call.__defaults__[0] in (np.inf, 1j):
                    continue
                # Zeros of a higher multiplicity are as exact as a root of the precision.
                both(call, c, close=1e-3)
    for roots in (0.5, np.zeros((2, 0)), np.zeros(0), np.ones((2, 2))):
        both(lambda xp, a: of(xp, prefix + "fromroots")(a), np.asarray(roots))


@pytest.mark.parametrize("module, prefix", PREFIXES)
def test_places_of_every_dtype(module, prefix, both):
    of = lambda xp, name: getattr(getattr(xp.polynomial, module), prefix + name)  # noqa: E731
    for dtype in ("?", "i1", "u1", "i8", "f2", "f4", "f8", "c8"):
        x = np.array([0, 1]).astype(dtype)
        for kind in ("i1", "f4", "f8", "c8"):
            for length in (1, 2, 3, 4):
                c = np.ones((length, length), kind)
                both(lambda xp, x, c: of(xp, "val")(x, c), x, c, close=1e-3)
                both(lambda xp, x, c: of(xp, "val2d")(x, x, c), x, c, close=1e-3)
                both(lambda xp, x, c: of(xp, "grid2d")(x, x, c), x, c, close=1e-3)
    both(lambda xp, c: of(xp, "grid2d")(3, 0.5, c), np.ones((3, 3), "f4"), close=1e-4)
    both(lambda xp, x, y: of(xp, "vander2d")(x, y, (1, 1)), np.ones(3), np.ones(2))
