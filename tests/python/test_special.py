"""Special functions: the same bits on every device, and the error against exact values."""

import mpmath
import numpy as np
import pytest
from conftest import LONG, host, parts
from special_draws import both_signs, even, joined, wide
from special_gamma import EXACT as OF_GAMMA
from special_gamma import SCIPY_DIFFERS, SEARCHES

import cuprust as cp
from cuprust.scipy import special

EPSILON = mpmath.mpf(2) ** -52
EDGES = [0.0, 1.0, 2.0, 3.0, 0.5, 8.0, 28.0, 170.5, 171.3, 184.2, 1e9, 1e17, 1e22, 2.0**600, 1e300, 1e-300, 1e-310, 5e-324, np.inf]
COUNT = 20_000 if LONG else 700
# Of searches, whose steps are thousands where parameters are extreme.
COUNT_OF_SEARCHES = 300 if LONG else 10

# Those that NumPy has too take the functions of the device; `wofz` is of complex numbers alone.
UFUNCS = sorted(name for name in dir(special) if isinstance(getattr(special, name), cp.ufunc) and not hasattr(cp, name) and name != "wofz")


def arguments(count, seed):
    """Numbers of every size and sign, edges among them."""
    random = np.random.default_rng(seed)
    edges = np.array([*EDGES, *(-x for x in EDGES), np.nan])
    return np.concatenate([edges, np.exp(random.uniform(-30, 30, count)), -np.exp(random.uniform(-10, 10, count)),
                           random.uniform(-20, 20, count), random.uniform(0, 1, count)])  # fmt: skip


# On a GPU the error functions are CUDA's own, which are faster: their errors are bounded, not their bits.
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("name", [name for name in UFUNCS if name not in ("erf", "erfc")])
def test_devices_give_the_same_bits(name, dtype):
    function = getattr(special, name)
    count = COUNT_OF_SEARCHES if name in SEARCHES else COUNT
    with np.errstate(over="ignore"):
        operands = [arguments(count, seed).astype(dtype) for seed in range(function.nin)]
    random = np.random.default_rng(0)
    for operand in operands[1:]:
        random.shuffle(operand)
    on = {device: parts(host(function(*(cp.asarray(x, device=device) for x in operands)))) for device in ("cpu", "ptx")}
    for cpu, ptx in zip(on["cpu"], on["ptx"]):
        bits = f"u{cpu.dtype.itemsize}"
        same = (cpu.view(bits) == ptx.view(bits)) | (np.isnan(cpu) & np.isnan(ptx))
        assert same.all(), [(*(x[i] for x in operands), cpu[i], ptx[i]) for i in np.flatnonzero(~same)[:5]]


def amplitude(u, m):
    """The angle whose sine is sn, which grows with u."""
    quarter = mpmath.ellipk(m)
    turns = mpmath.nint(u / (2 * quarter))
    return mpmath.asin(mpmath.ellipfun("sn", u - 2 * turns * quarter, m=m)) + turns * mpmath.pi


def elliptic_near_one(p):
    """K(1 - p) of a small p: 1 - p itself needs more digits than the complementary modulus."""
    return mpmath.pi / 2 / mpmath.agm(1, mpmath.sqrt(p))


def bessel_amplitude(v, x):
    """The amplitude of the waves of J of order v where it has zeros, else its value."""
    j, second = mpmath.besselj(abs(v), abs(x)), mpmath.bessely(abs(v), abs(x))
    return mpmath.hypot(j, second) if abs(x) > abs(v) or (v < 0 and v != int(v)) else abs(j)


def orders_and_arguments(random, n):
    """Orders and arguments of every way in which J is computed, beside the turning point too, and of both signs."""
    v, x = wide(1e-3, 200)(random, n), joined(even(0, 60), wide(1e-3, 1e4))(random, n)
    x[::4] = v[::4] * random.uniform(0.8, 1.2, len(v[::4]))
    v[1::3] *= -1
    whole = random.random(n) < 0.3
    v[whole] = np.round(v[whole])
    x[whole] *= random.choice([-1.0, 1.0], whole.sum())
    return v, x


# Of each function: the exact one, its arguments, the largest error in units of 2^-52, and what that is relative to:
# whether the greater of the value and one, as beside a function's zeros, or a function of the arguments. A draw of all
# arguments stands alone.
EXACT = {
    "erf": (mpmath.erf, [both_signs(wide(1e-20, 6))], 1, False),
    "erfc": (mpmath.erfc, [joined(wide(1e-20, 26), even(-6, 6))], 3, False),
    "erfcx": (lambda x: mpmath.exp(x * x) * mpmath.erfc(x), [joined(wide(1e-10, 1e10), even(-26, 0))], 3, False),
    "gamma": (mpmath.gamma, [joined(wide(1e-300, 171), even(1, 171), even(-170, 0))], 4, False),
    "gammaln": (lambda x: mpmath.log(abs(mpmath.gamma(x))) if x < 1e6 else mpmath.loggamma(x),
                [joined(wide(1e-300, 1e300), even(0.5, 3), even(-100, 0))], 3, True),
    "digamma": (mpmath.digamma, [joined(wide(1e-200, 1e100), even(1, 2), even(-50, 0))], 5, True),
    "i0e": (lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(0, x), [both_signs(wide(1e-10, 1e5))], 4, False),
    "j0": (lambda x: mpmath.besselj(0, x), [both_signs(joined(wide(1e-10, 1e6), even(0, 20)))], 2, True),
    # SciPy's errors are up to 4e4 units here.
    "jv": (mpmath.besselj, orders_and_arguments, 40, bessel_amplitude),
    "ellipk": (mpmath.ellipk, [joined(even(0, 1), lambda random, n: -wide(1e-5, 1e10)(random, n))], 3, False),
    "ellipkm1": (elliptic_near_one, [wide(1e-300, 1)], 3, False),
    "ellipj": (lambda u, m: (*(mpmath.ellipfun(kind, u, m=m) for kind in ("sn", "cn", "dn")), amplitude(u, m)),
               [both_signs(wide(1e-3, 20)), joined(even(0, 1), wide(1e-12, 1), lambda random, n: 1 - wide(1e-12, 1)(random, n))], 150, True),
    "elliprc": (mpmath.elliprc, [wide(1e-10, 1e10), both_signs(wide(1e-10, 1e10))], 4, False),
    "elliprf": (mpmath.elliprf, [wide(1e-10, 1e10)] * 3, 4, False),
    "elliprd": (mpmath.elliprd, [wide(1e-10, 1e10)] * 3, 5, False),
    "elliprj": (mpmath.elliprj, [wide(1e-5, 1e5)] * 4, 8, False),
    "ndtr": (mpmath.ncdf, [joined(even(-37, 8), even(-3, 3))], 4, False),
    "ndtri": (lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1), [joined(even(0, 1), wide(1e-17, 1))], 4, True),
    "zeta": (mpmath.zeta, [lambda random, n: 1 + wide(1e-3, 20)(random, n), wide(1e-2, 50)], 8, False),
    "betainc": (lambda a, b, x: mpmath.betainc(a, b, 0, x, regularized=True),
                [wide(0.02, 400), wide(0.02, 400), even(0, 1)], 8, False),
}  # fmt: skip
EXACT |= OF_GAMMA


def test_every_function_has_an_exact_one():
    assert {name for name in UFUNCS if getattr(special, name).__name__ == name} == set(EXACT)


@pytest.mark.parametrize("name", EXACT)
def test_error(name):
    exact, draws, bound, beside = EXACT[name]
    random = np.random.default_rng(1)
    count = 10_000 if LONG else 150
    operands = draws(random, count) if callable(draws) else [np.asarray(draw(random, count)) for draw in draws]
    got = parts(host(getattr(special, name)(*map(cp.asarray, operands))))
    with mpmath.workdps(60):
        for arguments, values in zip(zip(*operands), zip(*got)):
            arguments = [mpmath.mpf(float(x)) for x in arguments]
            wanted = exact(*arguments)
            for value, want in zip(values, wanted if len(got) > 1 else [wanted]):
                if not 1e-290 < abs(want) < 1.7e308:
                    continue
                scale = beside(*arguments) if callable(beside) else max(abs(want), 1 if beside else 0)
                error = abs(mpmath.mpf(float(value)) - want) / scale / EPSILON
                assert error <= bound, f"{name}{tuple(map(float, arguments))} is {value!r}, {float(error):.1f} units from {mpmath.nstr(want, 20)}"


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_edges_are_scipy_s(device):
    scipy = pytest.importorskip("scipy.special")
    for name in UFUNCS:
        if not hasattr(scipy, name):
            continue
        function = getattr(special, name)
        x = np.array([0.0, -0.0, 1.0, -1.0, -2.0, -0.5, 2.0, 0.5, np.inf, -np.inf, np.nan])
        operands = np.meshgrid(*[x] * function.nin)
        with np.errstate(all="ignore"):
            want = getattr(scipy, name)(*operands)
        got = host(function(*(cp.asarray(operand, device=device) for operand in operands)))
        with np.errstate(all="ignore"):
            compared = ~SCIPY_DIFFERS[name](*operands) if name in SCIPY_DIFFERS else np.ones(operands[0].shape, bool)
        for ours, theirs in zip(parts(got), parts(want)):
            np.testing.assert_allclose(ours[compared], theirs[compared], rtol=1e-14, atol=1e-300, err_msg=name)
