"""Functions of Legendre with derivatives, spherical harmonics with theirs, factorials with steps and partitions, against SciPy's."""

import mpmath
import numpy as np
import pytest
import scipy
from conftest import host, parts

import cuprust as cp
from cuprust.scipy import special

scipys = pytest.importorskip("scipy.special")
pytestmark = pytest.mark.skipif(not hasattr(scipys, "legendre_p"), reason=f"SciPy {scipy.__version__} has no derivatives of functions of Legendre")
Z = np.array([-0.99, -0.5, 0.0, 0.3, 0.8])


def close(got, wanted, **tolerances):
    got, wanted = parts(host(got)), parts(wanted)
    assert len(got) == len(wanted)
    for own, theirs in zip(got, wanted):
        assert own.shape == np.shape(theirs) and own.dtype == theirs.dtype
        np.testing.assert_allclose(own, theirs, **{"rtol": 1e-11, "atol": 1e-11, **tolerances})


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_legendre(diff_n, device):
    n = np.arange(9)[:, None]
    close(special.legendre_p(cp.asarray(n, device=device), cp.asarray(Z, device=device), diff_n=diff_n), scipys.legendre_p(n, Z, diff_n=diff_n))
    close(special.legendre_p_all(8, cp.asarray(Z, device=device), diff_n=diff_n), scipys.legendre_p_all(8, Z, diff_n=diff_n))
    close(special.legendre_p_all(3, 0.5, diff_n=diff_n), scipys.legendre_p_all(3, 0.5, diff_n=diff_n))
    close(special.legendre_p(cp.asarray([-4, -1, 0, 1], device=device), 0.25, diff_n=diff_n), scipys.legendre_p([-4, -1, 0, 1], 0.25, diff_n=diff_n))
    narrow = Z.astype("f4")
    close(special.legendre_p(3, cp.asarray(narrow, device=device), diff_n=diff_n), scipys.legendre_p(3, narrow, diff_n=diff_n))
    for dtype in ("f4", "c8", "c16", "f2", "i4"):
        plain = np.linspace(-2, 2, 5).astype(dtype) + (np.dtype(dtype).type(0.5j) if dtype[0] == "c" else np.dtype(dtype).type(0))
        single = {"rtol": 2e-5, "atol": 1e-4} if dtype in ("f4", "c8") else {}
        close(special.legendre_p_all(6, cp.asarray(plain, device=device), diff_n=diff_n), scipys.legendre_p_all(6, plain, diff_n=diff_n), **single)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("norm", [False, True])
@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_associated(diff_n, norm, device):
    n, m = np.arange(7)[:, None, None], np.arange(-6, 7)[:, None]
    z = Z
    own = special.assoc_legendre_p(cp.asarray(n, device=device), cp.asarray(m, device=device), cp.asarray(z, device=device), norm=norm, diff_n=diff_n)
    close(own, scipys.assoc_legendre_p(n, m, z, norm=norm, diff_n=diff_n), rtol=1e-10)
    own = special.assoc_legendre_p_all(5, 4, cp.asarray(z, device=device), norm=norm, diff_n=diff_n)
    close(own, scipys.assoc_legendre_p_all(5, 4, z, norm=norm, diff_n=diff_n), rtol=1e-10)
    # Beyond the interval.
    far = np.array([1.5, 3.0])
    own = special.assoc_legendre_p(cp.asarray(n, device=device), cp.asarray(abs(m), device=device), cp.asarray(far, device=device), branch_cut=3, norm=norm, diff_n=diff_n)
    close(own, scipys.assoc_legendre_p(n, abs(m), far, branch_cut=3, norm=norm, diff_n=diff_n), rtol=1e-10)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("branch_cut", [2, 3])
@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_associated_of_complex_numbers(diff_n, branch_cut, device):
    n, m = np.arange(7)[:, None, None], np.arange(-6, 7)[:, None]
    z = np.array([0.3 + 0.4j, -2 + 0.1j, -2 - 0.1j, 2 + 1j, 0.5 - 3j, 0.5 + 1e-9j, -0.5 - 1e-9j])
    here = cp.asarray(z, device=device)
    for norm in (False, True):
        own = special.assoc_legendre_p(cp.asarray(n, device=device), cp.asarray(m, device=device), here, branch_cut=branch_cut, norm=norm, diff_n=diff_n)
        close(own, scipys.assoc_legendre_p(n, m, z, branch_cut=branch_cut, norm=norm, diff_n=diff_n), rtol=1e-10, atol=1e-10)
    own = special.assoc_legendre_p_all(5, 4, here, branch_cut=branch_cut, diff_n=diff_n)
    close(own, scipys.assoc_legendre_p_all(5, 4, z, branch_cut=branch_cut, diff_n=diff_n), rtol=1e-10, atol=1e-9)
    single = special.assoc_legendre_p(3, 1, here.astype("c8"), branch_cut=branch_cut, diff_n=diff_n)
    close(single, scipys.assoc_legendre_p(3, 1, z.astype("c8"), branch_cut=branch_cut, diff_n=diff_n), rtol=1e-10)


@pytest.mark.parametrize("branch_cut", [2, 3])
@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_cuts_of_real_numbers(diff_n, branch_cut):
    n, m = np.arange(7)[:, None, None], np.arange(-6, 7)[:, None]
    # SciPy's second derivatives at the ends are those of other functions.
    z = np.array([*([-3.0, 0.5] if branch_cut == 3 else [-1.5, 2.0]), *([-1.0, 1.0] if diff_n < 2 else [])])
    own = special.assoc_legendre_p(cp.asarray(n), cp.asarray(m), cp.asarray(z), branch_cut=branch_cut, diff_n=diff_n)
    wanted = scipys.assoc_legendre_p(n, m, z, branch_cut=branch_cut, diff_n=diff_n)
    if branch_cut == 3 and diff_n == 1:
        # SciPy's slopes of order -1 are infinite at the ends with another sign than beside them.
        wanted[1, 1:, 5, 2:] *= -1
    close(own, wanted)


@pytest.mark.parametrize("branch_cut", [2, 3])
def test_second_derivatives_at_the_ends(branch_cut):
    ends, degree = np.array([-1.0, 1.0]), 7
    for m in range(degree + 1):
        own = host(special.assoc_legendre_p(degree, m, cp.asarray(ends), branch_cut=branch_cut, diff_n=2))[2]
        if m in (1, 3):
            # Infinite, of the sign that there is beside an end; of real numbers there are none beyond -1.
            beside = ends[1:] * (1 + 1e-9) if branch_cut == 3 else ends * (1 - 1e-9)
            signs = np.sign(scipys.assoc_legendre_p(degree, m, beside, branch_cut=branch_cut, diff_n=2)[2])
            assert np.isinf(own).all() and (np.sign(own[-len(signs) :]) == signs).all(), m
        elif m % 2:
            assert (own == 0).all()
        else:
            base = np.polynomial.Polynomial([-1, 0, 1] if branch_cut == 3 else [1, 0, -1]) ** (m // 2)
            exact = base * np.polynomial.Legendre.basis(degree).convert(kind=np.polynomial.Polynomial).deriv(m)
            np.testing.assert_allclose(own, exact.deriv(2)(ends), rtol=1e-10, atol=1e-9)


def test_large_degrees_against_exact_values():
    """Polynomials and their norm keep their digits up to degrees of hundreds."""
    for n, m in [(60, 3), (60, 50), (150, 20)]:
        for z in (-0.7, 0.2):
            got = host(special.assoc_legendre_p(n, m, z, norm=True))[0]
            with mpmath.workdps(60):
                norm = mpmath.sqrt((n + mpmath.mpf(1) / 2) * mpmath.factorial(n - m) / mpmath.factorial(n + m))
                want = norm * mpmath.legenp(n, m, mpmath.mpf(z)).real
                assert abs(got - want) <= 1e-11 * max(1, abs(want)), (n, m, z)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_spherical(diff_n, device):
    n, m, theta = np.arange(6)[:, None, None], np.arange(-5, 6)[:, None], np.array([0.1, 0.9, 1.6, 3.0])
    own = special.sph_legendre_p(cp.asarray(n, device=device), cp.asarray(m, device=device), cp.asarray(theta, device=device), diff_n=diff_n)
    close(own, scipys.sph_legendre_p(n, m, theta, diff_n=diff_n))
    close(special.sph_legendre_p_all(5, 3, cp.asarray(theta, device=device), diff_n=diff_n), scipys.sph_legendre_p_all(5, 3, theta, diff_n=diff_n))
    close(special.sph_legendre_p_all(2, -1, cp.asarray(theta, device=device), diff_n=diff_n), scipys.sph_legendre_p_all(2, -1, theta, diff_n=diff_n))
    narrow = theta.astype("f4")
    close(special.sph_legendre_p_all(5, 3, cp.asarray(narrow, device=device), diff_n=diff_n), scipys.sph_legendre_p_all(5, 3, narrow, diff_n=diff_n), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("diff_n", [0, 1, 2])
def test_harmonics(diff_n, device):
    n, m = np.arange(5)[:, None, None], np.arange(-4, 5)[:, None]
    theta, phi = np.array([0.1, 0.9, 1.6, 3.0]), np.array([0.0, 1.0, -2.0, 6.0])
    here = [cp.asarray(each, device=device) for each in (n, m, theta, phi)]
    close(special.sph_harm_y(*here, diff_n=diff_n), scipys.sph_harm_y(n, m, theta, phi, diff_n=diff_n))
    close(special.sph_harm_y_all(4, 3, *here[2:], diff_n=diff_n), scipys.sph_harm_y_all(4, 3, theta, phi, diff_n=diff_n))
    close(special.sph_harm_y_all(2, 1, 0.5, 0.25, diff_n=diff_n), scipys.sph_harm_y_all(2, 1, 0.5, 0.25, diff_n=diff_n))
    close(special.sph_harm_y(2, 1, here[2], 0.25, diff_n=diff_n), scipys.sph_harm_y(2, 1, theta, 0.25, diff_n=diff_n))
    narrow = [theta.astype("f4"), phi.astype("f4")]
    for angles in (narrow, [narrow[0], phi]):
        own = special.sph_harm_y_all(4, -3, *(cp.asarray(each, device=device) for each in angles), diff_n=diff_n)
        close(own, scipys.sph_harm_y_all(4, -3, *angles, diff_n=diff_n), rtol=1e-4, atol=1e-4)


def test_wrong_arguments():
    for wrong in [
        lambda s: s.legendre_p(2, 0.5, diff_n=-1), lambda s: s.legendre_p(2, 0.5, diff_n=3), lambda s: s.legendre_p(2.5, 0.5), lambda s: s.legendre_p(2, 0.5j),
        lambda s: s.legendre_p_all(-1, 0.5), lambda s: s.legendre_p_all(2, 0.5, diff_n=3), lambda s: s.assoc_legendre_p(2, 1, 0.5, diff_n=3),
        lambda s: s.assoc_legendre_p_all(2, 1, 0.5, diff_n=3), lambda s: s.sph_legendre_p(2, 1, 0.5, diff_n=3), lambda s: s.sph_legendre_p_all(2, 1, 0.5, diff_n=3),
        lambda s: s.sph_harm_y(2, 1, 0.5, 0.2, diff_n=3), lambda s: s.sph_harm_y_all(2, 1, 0.5, 0.2, diff_n=3),
        lambda s: s.sph_legendre_p(2, 1, 0.5j), lambda s: s.sph_legendre_p_all(2, 1, 0.5j), lambda s: s.sph_harm_y_all(2, 1, 0.5, 0.5j), lambda s: s.sph_harm_y(2, 1, 0.5j, 0.5),
        lambda s: s.assoc_legendre_p_all(2, -1, 0.5), lambda s: s.assoc_legendre_p(2.5, 1, 0.5), lambda s: s.assoc_legendre_p(2, 1.5, 0.5j),
        lambda s: s.sph_legendre_p(2.5, 1, 0.5), lambda s: s.sph_harm_y_all(-1, 0, 0.5, 0.5), lambda s: s.sph_harm_y(2, 1, 0.5, 0.5, diff_n=-1),
    ]:  # fmt: skip
        with pytest.raises(Exception) as theirs:  # noqa: PT011
            wrong(scipys)
        with pytest.raises(theirs.type):
            wrong(special)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("extend", ["zero", "complex"])
def test_factorials(extend, device):
    n = np.arange(-4, 60)
    here = cp.asarray(n, device=device)
    close(special.factorial2(here, extend=extend), scipys.factorial2(n, extend=extend), atol=0)
    for k in (1, 2, 3, 7):
        close(special.factorialk(here, k, extend=extend), scipys.factorialk(n, k, extend=extend), atol=0)
    if extend == "complex":
        x = np.array([0.5, 2.5, -1.5, 30.25])
        close(special.factorial2(cp.asarray(x, device=device), extend=extend), scipys.factorial2(x, extend=extend), atol=0)
        close(special.factorialk(cp.asarray(x + 1j, device=device), 3, extend=extend), scipys.factorialk(x + 1j, 3, extend=extend), atol=0)
        for dtype in ("f4", "c8"):
            close(special.factorial2(cp.asarray(x.astype(dtype), device=device), extend=extend), scipys.factorial2(x.astype(dtype), extend=extend), rtol=2e-5, atol=0)
    # Products below 2^53 are exact.
    exact = [float(np.prod(np.arange(i, 0, -2, dtype=object))) if i > 0 else 1.0 for i in range(26)]
    assert host(special.factorial2(cp.arange(26))).tolist() == exact


def test_arguments_of_factorials():
    for wrong in [lambda s, x: s.factorial2(x + 0.5), lambda s, x: s.factorialk(x, 0), lambda s, x: s.factorial2(x, extend="x"), lambda s, x: s.factorial2(x > 0),
                  lambda s, x: s.factorialk(x > 0, 3, extend="complex"), lambda s, x: s.factorialk(x, 0, extend="complex")]:
        with pytest.raises(ValueError):
            wrong(scipys, np.arange(3))
        with pytest.raises(ValueError):
            wrong(special, cp.arange(3))
    with pytest.raises(ValueError):
        special.factorial2(cp.arange(3), exact=True)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_partitions(device):
    n, k = np.meshgrid(np.arange(-2, 50, 3), np.arange(-1, 40, 2))
    own = host(special.stirling2(cp.asarray(n, device=device), cp.asarray(k, device=device)))
    np.testing.assert_allclose(own, scipys.stirling2(n, k), rtol=1e-13)
    # SciPy's own approximation of large numbers has fewer digits.
    for size, count in [(100, 3), (200, 100), (170, 169), (219, 50)]:
        assert float(special.stirling2(size, count)) == pytest.approx(float(scipys.stirling2(size, count, exact=True)), rel=1e-13)
    with pytest.raises(TypeError):
        special.stirling2(cp.array([1.5]), cp.array([1]))
    with pytest.raises(TypeError):
        special.stirling2(cp.array([True]), cp.array([1]))
    with pytest.raises(ValueError):
        special.stirling2(cp.array([5]), cp.array([2]), exact=True)
    assert special.stirling2(cp.zeros((0, 2), "i8"), 1).shape == (0, 2)
