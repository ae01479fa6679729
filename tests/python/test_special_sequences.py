"""Zeros of special functions, and functions of all orders up to one: against SciPy and exact values."""

import mpmath
import numpy as np
import pytest
import scipy.special as scipys
from conftest import host, parts

import cuprust as cp
from cuprust.scipy import special

EPSILON = 2.0**-52


def kelvin(kind, slope):
    order = 1 if slope else 0
    function, sign = (mpmath.besseli, 1) if kind[0] == "b" else (mpmath.besselk, (-1) ** order)

    def value(x):
        whole = sign * function(order, x * mpmath.expjpi(mpmath.mpf(1) / 4)) * mpmath.expjpi(mpmath.mpf(order) / 4)
        return whole.real if kind.endswith("er") else whole.imag

    return value


KELVIN = {f"{kind}{'p' if slope else ''}": kelvin(kind, slope) for slope in (False, True) for kind in ("ber", "bei", "ker", "kei")}


@pytest.mark.parametrize("name", KELVIN)
def test_zeros_of_kelvin_are_exact(name):
    found = host(getattr(special, f"{name}_zeros")(40))
    np.testing.assert_allclose(found, getattr(scipys, f"{name}_zeros")(40), rtol=1e-8)
    with mpmath.workdps(60):
        for zero in found[[0, 1, 20, 39]]:
            # The function has another sign on both sides.
            near = mpmath.mpf(float(zero)) * mpmath.mpf(8 * EPSILON)
            below, above = KELVIN[name](zero - near), KELVIN[name](zero + near)
            assert below * above < 0, zero
    # SciPy's overflow some 250 half waves out.
    far = host(getattr(special, f"{name}_zeros")(600))
    np.testing.assert_allclose(np.diff(far[400:]), np.pi * np.sqrt(2), rtol=1e-6)


def test_zeros_of_kelvin_together():
    order = ("ber", "bei", "ker", "kei", "berp", "beip", "kerp", "keip")
    for found, name in zip(special.kelvin_zeros(5), order, strict=True):
        np.testing.assert_array_equal(host(found), host(getattr(special, f"{name}_zeros")(5)))


@pytest.mark.parametrize("name", ["y0_zeros", "y1_zeros", "y1p_zeros"])
@pytest.mark.parametrize("complexes", [False, True])
def test_zeros_of_the_second_kind(name, complexes):
    found, values = map(host, getattr(special, name)(30, complexes))
    zeros, others = getattr(scipys, name)(30, complexes)
    # SciPy stops at eight digits. What it gives for Y0 is the derivative with the other sign.
    np.testing.assert_allclose(found, zeros, rtol=1e-8)
    np.testing.assert_allclose(values, -others if name == "y0_zeros" else others, rtol=1e-7)
    assert found.dtype == values.dtype == np.complex128
    order, slope = (0, 0) if name == "y0_zeros" else (1, 1 if name == "y1p_zeros" else 0)
    with mpmath.workdps(40):
        for zero, value in zip(found[[0, 1, 29]], values[[0, 1, 29]]):
            z = mpmath.mpc(complex(zero))
            exact = z
            for _ in range(3):
                exact -= mpmath.bessely(order, exact, derivative=slope) / mpmath.bessely(order, exact, derivative=slope + 1)
            assert abs(exact - z) <= 8 * EPSILON * abs(z)
            want = mpmath.bessely(order, exact, derivative=0 if slope else 1)
            assert abs(mpmath.mpc(complex(value)) - want) <= 64 * EPSILON * max(abs(want), 1)


def test_zeros_of_integrals():
    functions = {
        "erf_zeros": (mpmath.erf, lambda z: 2 / mpmath.sqrt(mpmath.pi) * mpmath.exp(-z * z)),
        "fresnelc_zeros": (mpmath.fresnelc, lambda z: mpmath.cos(mpmath.pi * z * z / 2)),
        "fresnels_zeros": (mpmath.fresnels, lambda z: mpmath.sin(mpmath.pi * z * z / 2)),
    }
    for name, (function, slope) in functions.items():
        found = host(getattr(special, name)(40))
        np.testing.assert_allclose(found, getattr(scipys, name)(40), rtol=1e-8, err_msg=name)
        with mpmath.workdps(60):
            for zero in found[[0, 1, 20, 39]]:
                z = mpmath.mpc(complex(zero))
                exact = z
                for _ in range(3):
                    exact -= function(exact) / slope(exact)
                assert abs(exact - z) <= 8 * EPSILON * abs(z), (name, zero)
    for found, name in zip(special.fresnel_zeros(3), ("fresnels_zeros", "fresnelc_zeros"), strict=True):
        np.testing.assert_array_equal(host(found), host(getattr(special, name)(3)))


def test_zeros_of_all_orders():
    for count in (1, 7, 300, 1200):
        found, wanted = list(map(host, special.jnjnp_zeros(count))), scipys.jnjnp_zeros(count)
        assert [part.dtype for part in found] == [part.dtype for part in wanted]
        np.testing.assert_allclose(found[0], wanted[0], rtol=1e-9)
        # The zeros of J0' are those of J1: which of the two is first is left to rounding in SciPy.
        order = [np.lexsort((parts[1], np.round(parts[0], 6))) for parts in (found, wanted)]
        for own, its in zip(found[1:], wanted[1:], strict=True):
            np.testing.assert_array_equal(own[order[0]], its[order[1]])
    assert [found.shape for found in special.jnjnp_zeros(0)] == [(0,)] * 4
    for wrong in (-1, 1201):
        with pytest.raises(ValueError):
            special.jnjnp_zeros(wrong)


@pytest.mark.parametrize("name", [*(f"{kind}_zeros" for kind in KELVIN), "kelvin_zeros", "y0_zeros", "y1_zeros", "y1p_zeros", "erf_zeros", "fresnel_zeros", "fresnelc_zeros", "fresnels_zeros"])
def test_no_zeros_are_refused(name):
    for wrong in (0, -1, 1_000_001):
        with pytest.raises(ValueError):
            getattr(special, name)(wrong)


def test_functions_of_jahnke_and_emde():
    for v in (0, 1, 0.5, 3, 7.25, 20):
        for x in (0.0, 0.3, 2.0, -2.0, 15.0, 60.0):
            found = list(map(host, special.lmbda(v, x)))
            assert found[0].shape == (int(v) + 1,)
            with mpmath.workdps(60):
                for k in range(int(v) + 1):
                    order, square = mpmath.mpf(v) - int(v) + k, -mpmath.mpf(x) ** 2 / 4
                    value = mpmath.hyp0f1(order + 1, square)
                    slope = -mpmath.mpf(x) / (2 * (order + 1)) * mpmath.hyp0f1(order + 2, square)
                    size = mpmath.gamma(order + 1) * (2 / mpmath.mpf(abs(x))) ** order / mpmath.sqrt(abs(x)) if abs(x) > order + 1 else 0
                    assert abs(found[0][k] - value) <= 64 * EPSILON * max(abs(value), size), (v, x, k)
                    assert abs(found[1][k] - slope) <= 64 * EPSILON * max(abs(slope), size), (v, x, k)
    with pytest.raises(ValueError):
        special.lmbda(-1, 2.0)


@pytest.mark.parametrize("name", ["riccati_jn", "riccati_yn"])
def test_functions_of_riccati(name):
    for n in (0, 1, 3, 20):
        for x in (0.1, 2.0, 17.0, 60.0):
            for found, wanted in zip(getattr(special, name)(n, x), getattr(scipys, name)(n, x), strict=True):
                np.testing.assert_allclose(host(found), wanted, rtol=2e-12, atol=1e-14)
    with pytest.raises(ValueError):
        getattr(special, name)(-1, 2.0)


def test_functions_of_riccati_at_zero():
    assert [host(part).tolist() for part in special.riccati_jn(2, 0.0)] == [[0, 0, 0], [1, 0, 0]]
    assert [host(part).tolist() for part in special.riccati_yn(2, 0.0)] == [[-1, -np.inf, -np.inf], [0, np.inf, np.inf]]


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_legendre_s_functions_of_the_second_kind_are_scipy_s(device):
    x = np.array([0.0, 0.3, -0.7, 0.99, 1.5, 3.0, 40.0])
    z = np.array([0.3 + 0.2j, -0.5 + 0.6j, 0.9j, 2 + 1j, -3 - 0.5j, 0.1 - 1.4j])
    for numbers in (x, z, x[:4].reshape(2, 2), x[4]):
        given = cp.asarray(numbers, device=device)
        for n in (0, 1, 6):
            for slopes, found, wanted in zip((False, True), special.lqn(n, given), scipys.lqn(n, numbers), strict=True):
                if not np.iscomplexobj(numbers):
                    # Beyond one SciPy has zero for the degree zero, and the derivative for the degree one
                    # follows from that.
                    zeroth = np.log((numbers + 1) / abs(numbers - 1)) / 2
                    if slopes and n > 0:
                        wanted[1] = np.where(numbers > 1, zeroth + numbers / (1 - numbers**2), wanted[1])
                    elif not slopes:
                        wanted[0] = np.where(numbers > 1, zeroth, wanted[0])
                np.testing.assert_allclose(host(found), wanted, rtol=1e-9, atol=1e-300)
            for m in (0, 1, 3):
                for found, wanted in zip(special.lqmn(m, n, given), scipys.lqmn(m, n, numbers), strict=True):
                    assert found.dtype == wanted.dtype
                    np.testing.assert_allclose(host(found), wanted, rtol=1e-8, atol=1e-300)
    for wrong in (lambda: special.lqn(-1, 0.5), lambda: special.lqmn(-1, 1, 0.5), lambda: special.lqmn(1, -1, 0.5)):
        with pytest.raises(ValueError):
            wrong()


def test_legendre_s_functions_of_the_second_kind_are_exact():
    """Beyond one they fall with the degree: SciPy's have no digit from some degree on."""
    for x in (1.0001, 1.01, 1.2, 5.0):
        found = host(special.lqn(60, x)[0])
        with mpmath.workdps(60):
            for n in (0, 1, 10, 60):
                place = mpmath.mpf(x)
                scale = mpmath.sqrt(mpmath.pi) * mpmath.gamma(n + 1) / mpmath.gamma(n + mpmath.mpf(3) / 2) / (2 * place) ** (n + 1)
                want = scale * mpmath.hyp2f1(mpmath.mpf(n + 2) / 2, mpmath.mpf(n + 1) / 2, n + mpmath.mpf(3) / 2, 1 / place**2)
                assert abs(found[n] - want) <= 200 * EPSILON * want, (x, n)
    assert host(special.lqn(2, cp.array([1.0, -1.0]))[0]).tolist() == [[np.inf, -np.inf], [np.inf, np.inf], [np.inf, -np.inf]]


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_kernel_of_dirichlet(device):
    x, n = np.meshgrid(np.concatenate([np.linspace(-20, 20, 41), [0.0, np.inf, np.nan]]), [1, 2, 3, 8, 0, -1, 2.5])
    with np.errstate(all="ignore"):
        wanted = scipys.diric(x, n)
    np.testing.assert_allclose(host(special.diric(cp.asarray(x, device=device), cp.asarray(n, device=device))), wanted, rtol=1e-11, atol=1e-13)
    # Beside multiples of 2 pi.
    places = np.array([1.0, 3.0, -2.0])[:, None] * 2 * np.pi + np.array([0, 1e-14, 1e-8, -1e-6, 1e-3])
    for count in (3, 10):
        found = host(special.diric(cp.asarray(places, device=device), count))
        with mpmath.workdps(40):
            for place, value in zip(places.ravel(), found.ravel()):
                half = mpmath.mpf(float(place)) / 2
                want = mpmath.sin(count * half) / (count * mpmath.sin(half))
                assert abs(value - want) <= 8 * EPSILON, (place, count)
    for dtype in ("float32", "float16", "int64"):
        given = np.array([0, 1, 2], dtype)
        assert special.diric(cp.asarray(given, device=device), 3).dtype == scipys.diric(given, 3).dtype


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_softplus_is_scipy_s(device):
    for dtype in ("float64", "float32", "float16", "int64", "int8"):
        x = np.array([-100, -1, 0, 1, 20, 100], dtype)
        found, wanted = special.softplus(cp.asarray(x, device=device)), scipys.softplus(x)
        assert found.dtype == wanted.dtype
        np.testing.assert_allclose(host(found), wanted, rtol=1e-3 if found.dtype == np.float16 else 1e-6)
    out = cp.empty(3, device=device)
    assert special.softplus(cp.asarray([0.0, 1.0, 2.0], device=device), out=out) is out
    np.testing.assert_allclose(host(out), scipys.softplus([0.0, 1.0, 2.0]), rtol=1e-15)


def test_associated_polynomials_of_laguerre():
    x, n, k = np.linspace(0, 10, 5)[:, None], np.arange(4), 1.5
    np.testing.assert_allclose(host(special.assoc_laguerre(cp.asarray(x), cp.asarray(n), k)), scipys.assoc_laguerre(x, n, k), rtol=1e-12)
    np.testing.assert_allclose(float(parts(host(special.assoc_laguerre(2.0, 3)))[0]), scipys.assoc_laguerre(2.0, 3), rtol=1e-14)


def test_logarithm_of_wright_s_function_is_finite_far_out():
    # SciPy's asymptotic series has three terms: eight digits for the largest a here.
    for a, b, x in [(0.5, 1.0, 1e4), (1.0, 2.0, 1e8), (2.0, 0.5, 1e12), (0.1, 1.0, 1e6), (5.0, 3.0, 1e20), (1e-3, 1.0, 1e3), (1.0, 1.0, 1e200)]:
        found, wanted = float(special.log_wright_bessel(a, b, x)), scipys.log_wright_bessel(a, b, x)
        if np.isfinite(wanted):
            np.testing.assert_allclose(found, wanted, rtol=1e-8 if a == 5.0 else 1e-11, err_msg=str((a, b, x)))
        assert np.isfinite(found)
    with mpmath.workdps(30):
        exact = mpmath.log(sum(mpmath.mpf(10) ** (20 * k) / (mpmath.factorial(k) * mpmath.gamma(5 * k + 3)) for k in range(1200)))
        assert abs(float(special.log_wright_bessel(5.0, 3.0, 1e20)) - exact) <= 4 * EPSILON * exact
