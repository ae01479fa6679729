"""Special functions of complex numbers: the same bits on every device, the error against exact values, and edges."""

import mpmath
import numpy as np
import pytest
from conftest import LONG, host

import cuprust as cp
from cuprust.scipy import special

EPSILON = mpmath.mpf(2) ** -52


def plane(random, n, left=-20.0):
    """Numbers on all sides of zero, near the real axis too."""
    wide = random.uniform(left, 20, n) + 1j * random.uniform(-20, 20, n)
    close = random.uniform(left / 5, 4, n) + 1j * random.uniform(-4, 4, n)
    return np.concatenate([wide, close, random.uniform(left, 20, n) + 1j * random.uniform(-0.1, 0.1, n)])


def upper(random, n):
    return np.concatenate([random.uniform(-8, 8, n) + 1j * random.uniform(-3, 8, n),
                           np.exp(random.uniform(-5, 8, n)) + 1j * np.exp(random.uniform(-10, 8, n))])  # fmt: skip


def faddeeva(z):
    with mpmath.workdps(400):
        return mpmath.exp(-z * z) * mpmath.erfc(-1j * z)


# The exact function, its arguments, the largest error in units of 2^-52, and the least magnitude that it is relative
# to, as beside zeros. That of the exponentials grows with their exponents, as SciPy's does.
EXACT = {
    "loggamma": (mpmath.loggamma, [plane], 10, 1),
    "gamma": (mpmath.gamma, [plane], 200, 0),
    "rgamma": (mpmath.rgamma, [plane], 200, 0),
    "digamma": (mpmath.digamma, [plane], 8, 1),
    "exp1": (mpmath.e1, [plane], 60, 0),
    "expi": (mpmath.ei, [plane], 60, 0),
    "wofz": (faddeeva, [upper], 8, 0),
    "xlogy": (lambda x, y: x * mpmath.log(y), [plane, plane], 4, 0),
    "xlog1py": (lambda x, y: x * mpmath.log(1 + y), [plane, plane], 8, 0),
}


@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
@pytest.mark.parametrize("name", EXACT)
def test_devices_give_the_same_bits(name, dtype):
    operands = [draw(np.random.default_rng(seed), 2000 if LONG else 100).astype(dtype) for seed, draw in enumerate(EXACT[name][1])]
    edges = np.array([complex(x, y) for x in (0.0, 1.0, -1.0, -2.5, 700.0, np.inf) for y in (0.0, -0.0, 1.0, np.nan)], dtype)
    operands = [np.concatenate([edges, operand]) for operand in operands]
    cpu, ptx = (host(getattr(special, name)(*(cp.asarray(x, device=device) for x in operands))) for device in ("cpu", "ptx"))
    assert cpu.dtype == dtype
    real = cpu.real.dtype
    bits = f"u{real.itemsize}"
    same = (cpu.view(bits) == ptx.view(bits)) | (np.isnan(cpu.view(real)) & np.isnan(ptx.view(real)))
    assert same.all(), np.flatnonzero(~same)[:5]


@pytest.mark.parametrize("name", EXACT)
def test_error(name):
    exact, draws, bound, least = EXACT[name]
    operands = [draw(np.random.default_rng(7 + place), 3000 if LONG else 40) for place, draw in enumerate(draws)]
    got = host(getattr(special, name)(*map(cp.asarray, operands)))
    with mpmath.workdps(60):
        for arguments, value in zip(zip(*operands), got):
            want = exact(*(mpmath.mpc(complex(x)) for x in arguments))
            if 1e-290 < abs(want) < 1e300:
                error = abs(mpmath.mpc(complex(value)) - want) / max(abs(want), least) / EPSILON
                assert error <= bound, f"{name}{arguments} is {value}, {float(error):.1f} units from {mpmath.nstr(want, 20)}"


@pytest.mark.parametrize("name", EXACT)
def test_real_numbers_and_poles_are_scipy_s(name):
    scipy = pytest.importorskip("scipy.special")
    x = np.array([complex(re, im) for re in (0.0, 1.0, 2.0, -1.0, -2.0, -0.5, 0.5) for im in (0.0, 1.0, -1.0)])
    operands = np.meshgrid(*[x] * len(EXACT[name][1]))
    with np.errstate(all="ignore"):
        want = getattr(scipy, name)(*operands)
    got = host(getattr(special, name)(*map(cp.asarray, operands)))
    np.testing.assert_allclose(got, want, rtol=1e-13, atol=1e-14)
