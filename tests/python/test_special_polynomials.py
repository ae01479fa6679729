"""Orthogonal polynomials of `scipy.special` as objects, and their quadratures."""

import mpmath
import numpy as np
import pytest
import scipy.special as scipys
from conftest import LONG, host

import cuprust as cp
from cuprust.scipy import special

EPSILON = 2.0**-52
# Of each family its parameters, the other name of its quadrature, and the steps of the recurrence of its polynomials of
# leading coefficient one: the centre of k, and the square of k from one on.
HALF = mpmath.mpf(1) / 2


def jacobi_steps(a, b):
    def centre(k):
        return (b - a) / (a + b + 2) if k == 0 else (b * b - a * a) / ((2 * k + a + b) * (2 * k + a + b + 2))

    def square(k):
        if k == 1:
            return 4 * (1 + a) * (1 + b) / ((2 + a + b) ** 2 * (3 + a + b))
        return 4 * k * (k + a) * (k + b) * (k + a + b) / ((2 * k + a + b) ** 2 * ((2 * k + a + b) ** 2 - 1))

    return centre, square, 2 ** (a + b + 1) * mpmath.beta(a + 1, b + 1)


def shifted(steps, power):
    centre, square, total = steps
    return lambda k: (1 + centre(k)) / 2, lambda k: square(k) / 4, total / mpmath.mpf(2) ** power


def doubled(steps):
    centre, square, total = steps
    return lambda k: 2 * centre(k), lambda k: 4 * square(k), 2 * total


def laguerre_steps(a):
    return lambda k: 2 * k + a + 1, lambda k: k * (k + a), mpmath.gamma(a + 1)


FAMILIES = {
    "legendre": ((), "p_roots", lambda: jacobi_steps(mpmath.mpf(0), mpmath.mpf(0))),
    "chebyt": ((), "t_roots", lambda: jacobi_steps(-HALF, -HALF)),
    "chebyu": ((), "u_roots", lambda: jacobi_steps(HALF, HALF)),
    "chebyc": ((), "c_roots", lambda: doubled(jacobi_steps(-HALF, -HALF))),
    "chebys": ((), "s_roots", lambda: doubled(jacobi_steps(HALF, HALF))),
    "jacobi": ((0.3, -0.7), "j_roots", lambda: jacobi_steps(mpmath.mpf(0.3), mpmath.mpf(-0.7))),
    "laguerre": ((), "l_roots", lambda: laguerre_steps(mpmath.mpf(0))),
    "genlaguerre": ((2.5,), "la_roots", lambda: laguerre_steps(mpmath.mpf(2.5))),
    "hermite": ((), "h_roots", lambda: (lambda k: 0, lambda k: mpmath.mpf(k) / 2, mpmath.sqrt(mpmath.pi))),
    "hermitenorm": ((), "he_roots", lambda: (lambda k: 0, lambda k: mpmath.mpf(k), mpmath.sqrt(2 * mpmath.pi))),
    "gegenbauer": ((1.7,), "cg_roots", lambda: jacobi_steps(mpmath.mpf(1.7) - HALF, mpmath.mpf(1.7) - HALF)),
    "sh_legendre": ((), "ps_roots", lambda: shifted(jacobi_steps(mpmath.mpf(0), mpmath.mpf(0)), 1)),
    "sh_chebyt": ((), "ts_roots", lambda: shifted(jacobi_steps(-HALF, -HALF), 0)),
    "sh_chebyu": ((), "us_roots", lambda: shifted(jacobi_steps(HALF, HALF), 2)),
    "sh_jacobi": ((2.0, 1.5), "js_roots", lambda: shifted(jacobi_steps(HALF, HALF), 2)),
}


def roots(name):
    return getattr(special, f"roots_{name}")


def exact_node(steps, n, guess):
    """The zero beside a guess, and the weight."""
    centre, square, total = steps
    x = mpmath.mpf(float(guess))
    for _ in range(4):
        before, own, slope_before, slope = mpmath.mpf(0), mpmath.mpf(1), mpmath.mpf(0), mpmath.mpf(0)
        scale, squares = mpmath.mpf(1), mpmath.mpf(0)
        for k in range(n):
            squares += own * own / scale
            share = square(k) if k else 0
            before, own, slope_before, slope = own, (x - centre(k)) * own - share * before, slope, own + (x - centre(k)) * slope - share * slope_before
            scale *= square(k + 1)
        if abs(own / slope) < abs(x) * mpmath.mpf(10) ** -30 or abs(x) < mpmath.mpf(10) ** -40:
            break
        x -= own / slope
    return x, total / squares


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("n", [1, 2, 5, 30, 100, *([400, 1000] if LONG else [])])
def test_nodes_and_weights_are_exact(name, n):
    parameters, _, steps = FAMILIES[name]
    places, weights, total = roots(name)(n, *parameters, mu=True)
    places, weights = host(places), host(weights)
    assert (np.diff(places) > 0).all() and places.shape == weights.shape == (n,)
    with mpmath.workdps(50):
        exact = steps()
        assert abs(total - exact[2]) <= 4 * EPSILON * exact[2]
        for k in sorted({0, 1 % n, n // 3, n // 2, n - 1}):
            place, weight = exact_node(exact, n, places[k])
            assert abs(places[k] - place) <= 2 * EPSILON * abs(place), (k, places[k], place)
            if weight > 1e-290:
                assert abs(weights[k] - weight) <= 8 * EPSILON * weight, (k, weights[k], weight)


@pytest.mark.parametrize("name", FAMILIES)
def test_quadratures_are_scipy_s(name):
    parameters, alias, _ = FAMILIES[name]
    for n in (1, 2, 7, 40):
        theirs = getattr(scipys, f"roots_{name}")(n, *parameters, mu=True)
        ours = roots(name)(n, *parameters, True)
        for own, its in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(host(own), its, rtol=1e-9, atol=1e-11)
        assert isinstance(ours[2], float)
    assert len(roots(name)(3.0, *parameters)) == 2
    for own, its in zip(getattr(special, alias)(7, *parameters), roots(name)(7, *parameters), strict=True):
        np.testing.assert_array_equal(host(own), host(its))
    for wrong in (0, -1, 2.5, np.nan):
        with pytest.raises(ValueError, match="positive integer"):
            roots(name)(wrong, *parameters)


def test_parameters_out_of_range_are_refused():
    for call in (
        lambda: special.roots_jacobi(3, -1, 0), lambda: special.roots_jacobi(3, 0, -1.5), lambda: special.roots_genlaguerre(3, -1.5),
        lambda: special.roots_gegenbauer(3, -0.6), lambda: special.roots_sh_jacobi(3, 0, 2), lambda: special.roots_sh_jacobi(3, 2, 0),
        lambda: special.jacobi(3, -2, 0), lambda: special.legendre(-1), lambda: special.roots_jacobi(3, np.nan, 0),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            call()


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_quadratures_are_on_the_current_device(device):
    with cp.cuda.Device(device):
        places, weights = special.roots_legendre(3)
        polynomial = special.legendre(2)
    assert str(places.device) == str(weights.device) == str(polynomial.coeffs.device) == str(cp.asarray(1.0, device=device).device)
    np.testing.assert_allclose(host(weights), [5 / 9, 8 / 9, 5 / 9], rtol=1e-15)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("monic", [False, True])
def test_polynomials_are_scipy_s(name, monic):
    parameters, _, _ = FAMILIES[name]
    for n in (0, 1, 2, 3, 8):
        ours, theirs = getattr(special, name)(n, *parameters, monic=monic), getattr(scipys, name)(n, *parameters, monic=monic)
        wanted = theirs.coeffs
        # SciPy's coefficients come from zeros.
        np.testing.assert_allclose(host(ours.coeffs), wanted, rtol=1e-10, atol=1e-9 * abs(wanted).max())
        x = np.array([0.1, 0.5, 0.9])
        np.testing.assert_allclose(host(ours(cp.asarray(x))), np.broadcast_to(theirs(x), 3), rtol=1e-9, atol=1e-12 * max(1, abs(wanted).max()))
        np.testing.assert_allclose(float(ours(0.5)), theirs(0.5), rtol=1e-9, atol=1e-12 * max(1, abs(wanted).max()))
        assert isinstance(ours, cp.poly1d) and ours.order == n
        if n:
            np.testing.assert_allclose(host(ours.weights), theirs.weights, rtol=1e-9, atol=1e-10)
            np.testing.assert_allclose(np.sort(host(ours.roots)), np.sort(theirs.roots.real), rtol=1e-6, atol=1e-8)
            np.testing.assert_allclose(ours.normcoef, theirs.normcoef, rtol=1e-12)
            assert tuple(ours.limits) == tuple(theirs.limits)
            np.testing.assert_allclose(float(ours.weight_func(0.3)), theirs.weight_func(0.3), rtol=1e-13)
        else:
            assert ours.weights.shape[0] == 0


def test_coefficients_are_exact():
    assert host(special.legendre(4).coeffs).tolist() == [4.375, 0, -3.75, 0, 0.375]
    assert host(special.hermite(5).coeffs).tolist() == [32, 0, -160, 0, 120, 0]
    # SciPy's are off by 1e-3 of the largest here.
    n = 40
    with mpmath.workdps(60):
        wanted = [mpmath.mpf(-1) ** k * mpmath.binomial(n, k) * mpmath.binomial(2 * n - 2 * k, n) / mpmath.mpf(2) ** n for k in range(n // 2 + 1)]
    np.testing.assert_allclose(host(special.legendre(n).coeffs)[::2], np.array(wanted, float), rtol=1e-15)


def test_arithmetic_of_polynomials_gives_plain_ones():
    p = special.chebyt(3)
    assert type(p * 2) is cp.poly1d and type(p + p) is cp.poly1d
    assert host((p * 2).coeffs).tolist() == [8, 0, -6, 0]
    np.testing.assert_allclose(host(p(special.chebyt(2)).coeffs), np.poly1d([4, 0, -3, 0])(np.poly1d([2, 0, -1])).coeffs)
