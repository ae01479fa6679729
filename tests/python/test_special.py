"""Special functions: the same bits on every device, and the error against exact values."""

import warnings

import mpmath
import numpy as np
import pytest
import scipy
import scipy.special as scipys
from conftest import LONG, host, parts
from special_bessel import BESSEL, BOUNDED, COMPLEX, COMPLEX_ALONE, INTEGERS, INTEGRALS, OTHER_EDGES, POLYNOMIALS, TOLERANCES
from special_composed import wave
from special_draws import both_signs, even, joined, whole, wide
from special_gamma import EXACT as OF_GAMMA
from special_gamma import SCIPY_DIFFERS, SEARCHES

import cuprust as cp
from cuprust.scipy import special

EPSILON = mpmath.mpf(2) ** -52
EDGES = [0.0, 1.0, 2.0, 3.0, 0.5, 8.0, 28.0, 170.5, 171.3, 184.2, 1e9, 1e17, 1e22, 2.0**600, 1e300, 1e-300, 1e-310, 5e-324, np.inf]
COUNT = 20_000 if LONG else 60
# Of searches, whose steps are thousands where parameters are extreme.
COUNT_OF_SEARCHES = 300 if LONG else 4

# Those that NumPy has too take the functions of the device; `wofz` is of complex numbers alone.
# NumPy's are tested elsewhere, but `i0`, which is special; `wofz` takes complex numbers alone.
UFUNCS = [name for name in dir(special) if isinstance(getattr(special, name), cp.ufunc) and (not hasattr(cp, name) or name == "i0")]
UFUNCS = sorted(set(UFUNCS) - {"wofz"})


def arguments(count, seed):
    """Numbers of every size and sign, edges among them."""
    random = np.random.default_rng(seed)
    edges = np.array([*EDGES, *(-x for x in EDGES), np.nan])
    return np.concatenate([edges, np.exp(random.uniform(-30, 30, count)), -np.exp(random.uniform(-10, 10, count)),
                           random.uniform(-20, 20, count), random.uniform(0, 1, count)])  # fmt: skip


# On a GPU the error functions and NumPy's i0 are CUDA's own, which are faster: their errors are bounded, not their
# bits.
# SciPy's far tails have thirteen digits, where ours have all.
TOLERANCES = {**TOLERANCES, "nctdtr": 1e-12}
# Inverses whose searches make thousands of sums at the edges, more than the PTX machine allows a kernel.
BOUNDED = BOUNDED | {
    "nctdtrit": {0: even(0.5, 50), 1: even(-5, 5), 2: even(0, 1)},
    "nctdtridf": {0: even(0, 1), 1: even(-5, 5), 2: even(-9, 9)},
    "nctdtrinc": {0: even(0.5, 50), 1: even(0, 1), 2: even(-9, 9)},
    "chndtrix": {0: even(0, 1), 1: even(0.5, 50), 2: even(0, 20)},
    "chndtridf": {0: even(0, 50), 1: even(0, 1), 2: even(0, 20)},
    "chndtrinc": {0: even(0, 50), 1: even(0.5, 50), 2: even(0, 1)},
    "ncfdtri": {0: even(0.5, 50), 1: even(0.5, 50), 2: even(0, 20), 3: even(0, 1)},
    "ncfdtridfn": {0: even(0.2, 0.8), 1: even(0.5, 50), 2: even(0, 20), 3: even(0, 5)},
    "ncfdtridfd": {0: even(0.5, 50), 1: even(0.2, 0.8), 2: even(0, 20), 3: even(0, 5)},
    "ncfdtrinc": {0: even(0.5, 50), 1: even(0.5, 50), 2: even(0, 1), 3: even(0, 5)},
}
OF_OUR_BITS = [(name, dtype) for name in UFUNCS if name not in ("erf", "erfc", "i0") for dtype in ("float64", "float32")]


# In short every second function, of one dtype: each has a kernel of its own, which the tests of Rust run too.
@pytest.mark.parametrize("name,dtype", OF_OUR_BITS if LONG else [*OF_OUR_BITS[::8], *OF_OUR_BITS[5::8]])
def test_devices_give_the_same_bits(name, dtype):
    function = getattr(special, name)
    count = COUNT_OF_SEARCHES if name in SEARCHES else COUNT
    with np.errstate(over="ignore"):
        operands = [arguments(count, seed).astype(dtype) for seed in range(function.nin)]
    random = np.random.default_rng(0)
    for operand in operands[1:]:
        random.shuffle(operand)
    for place, draw in BOUNDED.get(name, {}).items():
        operands[place] = np.resize(draw(random, operands[place].size), operands[place].size).astype(dtype)
    # Without edges among the operands some are enough.
    if name in SEARCHES and len(BOUNDED.get(name, ())) == function.nin and not LONG:
        operands = [operand[:16] for operand in operands]
    for place in INTEGERS.get(name, []):
        operands[place] = operands[place].astype("int64")
    on = {device: parts(host(function(*(cp.asarray(x, device=device) for x in operands)))) for device in ("cpu", "ptx")}
    assert_same_bits(on, operands)


def assert_same_bits(on, operands):
    for cpu, ptx in zip(on["cpu"], on["ptx"]):
        if cpu.dtype.kind == "c":
            cpu, ptx = cpu.view(cpu.real.dtype), ptx.view(ptx.real.dtype)
            operands = [np.repeat(x, 2) for x in operands]
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
    "gamma": (mpmath.gamma, [joined(wide(1e-300, 171), even(1, 171), even(-170, 0))], 3, False),
    "gammaln": (lambda x: mpmath.log(abs(mpmath.gamma(x))) if x < 1e6 else mpmath.loggamma(x),
                [joined(wide(1e-300, 1e300), even(0.5, 3), even(-100, 0))], 3, True),
    "digamma": (mpmath.digamma, [joined(wide(1e-200, 1e100), even(1, 2), even(-50, 0))], 5, True),
    "i0e": (lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(0, x), [both_signs(wide(1e-10, 1e5))], 4, False),
    "j0": (lambda x: mpmath.besselj(0, x), [both_signs(joined(wide(1e-10, 1e6), even(0, 20)))], 2, True),
    # SciPy's errors are up to 4e4 units here, ours 3.7 over 6000 points.
    "jv": (mpmath.besselj, orders_and_arguments, 6, bessel_amplitude),
    "ellipk": (mpmath.ellipk, [joined(even(0, 1), lambda random, n: -wide(1e-5, 1e10)(random, n))], 3, False),
    "ellipkm1": (elliptic_near_one, [wide(1e-300, 1)], 3, False),
    "ellipj": (lambda u, m: (*(mpmath.ellipfun(kind, u, m=m) for kind in ("sn", "cn", "dn")), amplitude(u, m)),
               [both_signs(wide(1e-3, 20)), joined(even(0, 1), wide(1e-12, 1), lambda random, n: 1 - wide(1e-12, 1)(random, n))], 150, True),
    "elliprc": (mpmath.elliprc, [wide(1e-10, 1e10), both_signs(wide(1e-10, 1e10))], 4, False),
    "elliprf": (mpmath.elliprf, [wide(1e-10, 1e10)] * 3, 4, False),
    "elliprd": (mpmath.elliprd, [wide(1e-10, 1e10)] * 3, 5, False),
    "elliprj": (mpmath.elliprj, [wide(1e-5, 1e5)] * 4, 8, False),
    "elliprg": (mpmath.elliprg, [wide(1e-10, 1e10)] * 3, 5, False),
    "ndtr": (mpmath.ncdf, [joined(even(-37, 8), even(-3, 3))], 4, False),
    "ndtri": (lambda p: mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1), [joined(even(0, 1), wide(1e-17, 1))], 4, True),
    "zeta": (mpmath.zeta, [lambda random, n: 1 + wide(1e-3, 20)(random, n), wide(1e-2, 50)], 8, False),
    "betainc": (lambda a, b, x: mpmath.betainc(a, b, 0, x, regularized=True),
                [wide(0.02, 400), wide(0.02, 400), even(0, 1)], 5, False),
    **BESSEL,
}  # fmt: skip
EXACT |= OF_GAMMA


def test_every_function_has_an_exact_one():
    named = {name for name in UFUNCS if getattr(special, name).__name__ == name}
    assert named - set(COMPLEX_ALONE) == set(EXACT)


# Those whose exact values take milliseconds, and those whose take a tenth of a second.
SLOW = {"ker", "kei", "kerp", "keip", "kn", "kv", "kve", "k1", "k1e", "yn", "lpmv", "ncfdtr", "nctdtr", "ncfdtri", "ncfdtrinc", "chndtrix", "chndtridf", "chndtrinc"}
SLOWEST = {"nctdtrit", "nctdtridf", "nctdtrinc", "ncfdtridfn", "ncfdtridfd"}


@pytest.mark.parametrize("name", EXACT)
def test_error(name):
    exact, draws, bound, beside = EXACT[name]
    random = np.random.default_rng(1)
    # Ranges share the arguments out in two to six parts.
    count = 10_020 if LONG else 6 if name in SLOWEST else 24 if name in SLOW else 60
    operands = draws(random, count) if callable(draws) else [np.asarray(draw(random, count)) for draw in draws]
    counted = [x.astype("int64") if place in INTEGERS.get(name, []) else x for place, x in enumerate(operands)]
    got = parts(host(getattr(special, name)(*map(cp.asarray, counted))))
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
    # Kernels are compiled for each function: every eighth is, of those whose bits are not compared above.
    for name in UFUNCS if device == "cpu" or LONG else UFUNCS[1::8]:
        # The device's own i0 is infinite at infinity, where SciPy's and the CPU's is NaN.
        if name in OTHER_EDGES | COMPLEX_ALONE | INTEGRALS or (name, device) == ("i0", "ptx") or not hasattr(scipy, name):
            continue
        function = getattr(special, name)
        x = np.array([0.0, -0.0, 1.0, -1.0, -2.0, -0.5, 2.0, 0.5, np.inf, -np.inf, np.nan])
        operands = np.meshgrid(*[x] * function.nin)
        if device == "ptx" and function.nin > 2 and not LONG:
            # Each pair of edges is among these: 7 and 11 have no common factor.
            operands = [operand.ravel()[::7] for operand in operands]
        with np.errstate(all="ignore"):
            want = getattr(scipy, name)(*operands)
        got = host(function(*(cp.asarray(operand, device=device) for operand in operands)))
        with np.errstate(all="ignore"):
            compared = ~SCIPY_DIFFERS[name](*operands) if name in SCIPY_DIFFERS else np.ones(operands[0].shape, bool)
        for ours, theirs in zip(parts(got), parts(want)):
            tolerance = TOLERANCES.get(name, 1e-14)
            np.testing.assert_allclose(ours[compared], theirs[compared], rtol=tolerance, atol=1e-300, err_msg=name)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("name", sorted(POLYNOMIALS))
def test_polynomials_are_scipy_s(name, device):
    scipy = pytest.importorskip("scipy.special")
    function = getattr(special, name)
    degrees, x = np.array([0, 1, 2, 3, 7]), np.array([-1.0, -0.5, 0.0, 0.25, 1.0, 2.0])
    between = [np.array([0.5, 2.0])] * (function.nin - 2)
    operands = np.meshgrid(*([np.array([-1, 0, 1, 2]), degrees] if name == "lpmv" else [degrees, *between]), x)
    with np.errstate(all="ignore"):
        want = getattr(scipy, name)(*operands)
    if name == "lpmv":
        # Beyond one SciPy has values of no branch.
        want = np.where((abs(operands[2]) > 1) & (operands[0] != 0), np.nan, want)
    got = host(function(*(cp.asarray(operand, device=device) for operand in operands)))
    np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-11, err_msg=name)


def test_lambertw_is_the_inverse():
    random = np.random.default_rng(2)
    size = np.exp(random.uniform(-10, 10, 300))
    z = np.concatenate([size * np.exp(1j * random.uniform(-np.pi, np.pi, 300)), -np.exp(-1) + size[:100] * 1e-6, random.uniform(-0.36, 0, 50), np.arange(-2, 3) + 0j, [-0.5, -1.5, 1j, -1j]])
    z = z[z != 0]
    for k in [-2, -1, 0, 1, 3]:
        with mpmath.workdps(40):
            exact = [mpmath.lambertw(mpmath.mpc(value), k) for value in z]
            for device in ["cpu", "ptx"]:
                for value, want, w in zip(z, exact, host(special.lambertw(cp.asarray(z, device=device), k))):
                    assert abs(mpmath.mpc(w) - want) <= 4 * EPSILON * abs(want), (device, k, value, w)
    scipy = pytest.importorskip("scipy.special")
    for z in [0.0, np.inf, -np.inf, np.nan, 1, complex(np.inf, 2)]:
        for k in [-1, 0, 1]:
            np.testing.assert_allclose(host(special.lambertw(cp.asarray(z), k)), scipy.lambertw(z, k), rtol=1e-15)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_harmonics_are_scipy_s(device):
    scipy = pytest.importorskip("scipy.special")
    n, m, theta, phi = np.meshgrid([0, 1, 2, 5, 20], [-5, -1, 0, 1, 2, 19], [0.0, 0.3, 1.6, 3.0], [0.0, 1.0, 6.0])
    here = [cp.asarray(x, device=device) for x in (n, m, theta, phi)]
    np.testing.assert_allclose(host(special.sph_harm_y(*here)), scipy.sph_harm_y(n, m, theta, phi), rtol=1e-11, atol=1e-14)
    out = cp.empty(n.shape, "c16", device=device)
    assert special.sph_harm(here[1], here[0], here[3], here[2], out) is out
    with pytest.raises(TypeError):
        special.sph_harm(here[1], here[0], here[3], here[2], out=cp.empty(n.shape, device=device))
    with pytest.raises(ValueError):
        special.sph_harm(here[1], here[0], here[3], here[2], out=out[0])
    np.testing.assert_allclose(host(out), scipy.sph_harm_y(n, m, theta, phi), rtol=1e-11, atol=1e-14)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("name", ["spherical_jn", "spherical_yn", "spherical_in", "spherical_kn"])
def test_spherical_functions_are_scipy_s(name, device):
    scipy = pytest.importorskip("scipy.special")
    n, x = np.meshgrid([-1, 0, 1, 2, 5, 30], [0.0, 0.1, -0.7, 1.0, -3.0, 17.0, 60.0, np.nan])
    for derivative in [False, True]:
        with np.errstate(all="ignore"):
            want = getattr(scipy, name)(n, x, derivative)
        got = host(getattr(special, name)(cp.asarray(n, device=device), cp.asarray(x, device=device), derivative))
        np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-13, err_msg=name)


def complex_arguments(random, count):
    """Orders and complex numbers of both signs, some on the axes."""
    v = np.concatenate([random.uniform(-5, 12, count), np.round(random.uniform(-6, 6, count))])
    z = wide(1e-2, 60)(random, 2 * count) * np.exp(1j * random.uniform(-np.pi, np.pi, 2 * count))
    z[::5] = z[::5].real
    z[1::5] = 1j * z[1::5].imag
    return v, z


@pytest.mark.parametrize("name", COMPLEX)
def test_complex_numbers(name):
    """Beside zeros of J and Y against the size of their waves, as for real numbers: there SciPy's errors are up to 1300 units of the values, and ours as many."""
    exact, factor = COMPLEX[name]
    v, z = complex_arguments(np.random.default_rng(4), 2000 if LONG else 40)
    got = host(getattr(special, name)(cp.asarray(v), cp.asarray(z)))
    assert got.dtype == np.complex128
    for order, value, ours in zip(v, z, got):
        with mpmath.workdps(40):
            order, value = mpmath.mpf(float(order)), mpmath.mpc(complex(value))
            want = exact(order, value) * factor(value)
            error = abs(mpmath.mpc(complex(ours)) - want) / (wave(exact, order, value) * abs(factor(value))) / EPSILON
            assert error <= 150, f"{name}({order}, {value}) is {ours}, {float(error):.1f} units from {mpmath.nstr(want, 20)}"


@pytest.mark.parametrize("dtype", ["complex128", "complex64"])
@pytest.mark.parametrize("name", COMPLEX)
def test_devices_give_the_same_bits_of_complex_numbers(name, dtype):
    v, z = complex_arguments(np.random.default_rng(5), 60)
    edges = np.array([0, 1, -1, 1j, -1j, 1e3, -1e6, 1e10j, np.nan, np.inf, complex(np.nan, 1)])
    v, z = np.concatenate([v, np.full(edges.size, 0.5)]).astype(dtype).real, np.concatenate([z, edges]).astype(dtype)
    v = np.ascontiguousarray(v)
    function = getattr(special, name)
    on = {device: parts(host(function(*(cp.asarray(x, device=device) for x in (v, z))))) for device in ("cpu", "ptx")}
    assert on["cpu"][0].dtype == dtype
    assert_same_bits(on, [v, z])


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_kelvin_is_its_parts(device):
    x = cp.asarray(np.array([-2.0, 0.0, 0.5, 1.0, 7.0, 60.0, np.inf, np.nan]), device=device)
    names = [("ber", "bei"), ("ker", "kei"), ("berp", "beip"), ("kerp", "keip")]
    for whole, (real, imaginary) in zip(host(special.kelvin(x)), names):
        np.testing.assert_array_equal(whole.real, host(getattr(special, real)(x)))
        np.testing.assert_array_equal(whole.imag, host(getattr(special, imaginary)(x)))


def test_airy_waves():
    """Below zero, against the size of the wave."""
    x = -np.exp(np.random.default_rng(6).uniform(-1, 9, 100))
    got = host(special.airy(cp.asarray(x)))
    for place, value in enumerate(x):
        with mpmath.workdps(40):
            value = mpmath.mpf(value)
            ai, bi = mpmath.airyai(value), mpmath.airybi(value)
            slopes = mpmath.airyai(value, derivative=1), mpmath.airybi(value, derivative=1)
            sizes = mpmath.hypot(ai, bi), mpmath.hypot(*slopes)
            for ours, want, size in zip(got, (ai, slopes[0], bi, slopes[1]), (*sizes, *sizes)):
                assert abs(mpmath.mpf(float(ours[place])) - want) <= 15 * EPSILON * size, (float(value), ours[place])


def test_legendre_beside_minus_one():
    """Orders and degrees that are no whole numbers: there the argument has lost the distance, of which powers are large."""
    random = np.random.default_rng(12)
    m, v, x = whole(0, 6)(random, 60), even(0, 30)(random, 60), -1 + wide(1e-8, 0.1)(random, 60)
    got = host(special.lpmv(cp.asarray(m), cp.asarray(v), cp.asarray(x)))
    for order, degree, place, value in zip(m, v, x, got):
        with mpmath.workdps(60):
            want = mpmath.re(mpmath.legenp(mpmath.mpf(degree), mpmath.mpf(order), mpmath.mpf(place), type=2))
            error = abs(mpmath.mpf(float(value)) - want) / max(abs(want), 1) / EPSILON
        assert error <= 1e4, (order, degree, place, value, float(error))


def test_elliptic_functions_near_one():
    """Where quarter periods grow with the logarithm of 1 - m: SciPy's sine is up to 1e-7 above one there, or NaN."""
    random = np.random.default_rng(13)
    u, m = even(0, 60)(random, 40), 1 - wide(1e-15, 1e-9)(random, 40)
    got = host(special.ellipj(cp.asarray(u), cp.asarray(m)))
    for argument, parameter, *values in zip(u, m, *got):
        with mpmath.workdps(60):
            wanted = [*(mpmath.ellipfun(kind, mpmath.mpf(argument), m=mpmath.mpf(parameter)) for kind in ("sn", "cn", "dn")), amplitude(mpmath.mpf(argument), mpmath.mpf(parameter))]
        np.testing.assert_allclose(values, [float(want) for want in wanted], rtol=1e-9, atol=1e-9)
        assert abs(values[0]) <= 1
    assert [float(x) for x in special.ellipj(cp.asarray(800.0), 1.0)] == [1.0, 0.0, 0.0, np.pi / 2]


def test_noncentral_t_where_terms_rise():
    """Far below the mean the largest terms are not beside that of the largest weight."""
    for df, nc, t in [(30.07357901993625, 5.315332950502501, 0.26920350984430286), (89.0, 5.06, 0.17), (50.0, 30.0, 1.0), (3.5, 12.0, 0.5)]:
        with mpmath.workdps(60):
            want = OF_GAMMA["nctdtr"][0](mpmath.mpf(df), mpmath.mpf(nc), mpmath.mpf(t))
        got = float(special.nctdtr(cp.asarray(df), nc, t))
        assert abs(got - want) <= 200 * EPSILON * want, (df, nc, t, got)


def test_noncentral_chi_square_far_below():
    """The rounding of a central distribution's parameter changes it by as much as its logarithm's slope is steep."""
    x, df, nc = 0.013357300292849672, 93.79078664443865, 52.514560857397804
    with mpmath.workdps(60):
        want = OF_GAMMA["chndtr"][0](mpmath.mpf(x), mpmath.mpf(df), mpmath.mpf(nc))
    assert abs(float(special.chndtr(cp.asarray(x), df, nc)) - want) <= 30 * EPSILON * want


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_integrals_have_limits(device):
    """Where SciPy's are NaN, or 1e300 as infinity."""
    x = cp.asarray(np.array([0.0, np.inf, -np.inf, np.nan]), device=device)
    wanted = {
        "itj0y0": ([0, 1, -1, np.nan], [0, 0, np.nan, np.nan]),
        "iti0k0": ([0, np.inf, -np.inf, np.nan], [0, np.pi / 2, np.nan, np.nan]),
        "it2j0y0": ([0, np.inf, np.inf, np.nan], [-np.inf, 0, np.nan, np.nan]),
        "it2i0k0": ([0, np.inf, np.inf, np.nan], [np.inf, 0, np.nan, np.nan]),
        "itstruve0": ([0, np.inf, np.inf, np.nan],),
        "it2struve0": ([np.pi / 2, 0, np.pi, np.nan],),
        "itmodstruve0": ([0, np.inf, np.inf, np.nan],),
        "itairy": ([0, 1 / 3, -2 / 3, np.nan], [0, np.inf, 0, np.nan], [0, 2 / 3, -1 / 3, np.nan], [0, 0, -np.inf, np.nan]),
    }
    for name, limits in wanted.items():
        for found, limit in zip(parts(host(getattr(special, name)(x))), limits, strict=True):
            np.testing.assert_allclose(found, limit, rtol=1e-15, err_msg=name)


def test_modified_integrals_of_fresnel():
    """SciPy's integral of exp(-i t^2) from a negative number on is no conjugate of the other."""
    x = np.concatenate([wide(1e-3, 100)(np.random.default_rng(8), 60), -wide(1e-3, 20)(np.random.default_rng(9), 40), [0.0]])
    for name, sign in (("modfresnelp", 1), ("modfresnelm", -1)):
        for place, *got in zip(x, *host(getattr(special, name)(cp.asarray(x)))):
            with mpmath.workdps(40):
                place = mpmath.mpf(place)
                turn = mpmath.expjpi(mpmath.mpf(sign) / 4)
                integral = mpmath.sqrt(mpmath.pi) / 2 * turn * mpmath.erfc(place / turn)
                scaled = integral / mpmath.sqrt(mpmath.pi) / turn / mpmath.expj(sign * place * place)
                for ours, want in zip(got, (integral, scaled)):
                    assert abs(mpmath.mpc(complex(ours)) - want) <= 8 * EPSILON * abs(want), (name, place, ours)


@pytest.mark.parametrize("name", ["jvp", "yvp", "ivp", "kvp", "h1vp", "h2vp"])
def test_derivatives_are_scipy_s(name):
    scipy = pytest.importorskip("scipy.special")
    v, z = np.meshgrid([0, 1, 0.5, 2.5], [0.3, 1.0, 7.0])
    for n in [0, 1, 2, 5]:
        np.testing.assert_allclose(host(getattr(special, name)(cp.asarray(v), cp.asarray(z), n)), getattr(scipy, name)(v, z, n), rtol=1e-10)
    with pytest.raises(ValueError):
        getattr(special, name)(cp.asarray(v), cp.asarray(z), -1)


@pytest.mark.parametrize("name", ["jn_zeros", "jnp_zeros", "yn_zeros", "ynp_zeros", "jnyn_zeros"])
def test_zeros_are_scipy_s(name):
    scipy = pytest.importorskip("scipy.special")
    for n in [0, 1, 2, 10, -3, 60]:
        for count in [1, 20]:
            ours, theirs = parts(host(getattr(special, name)(n, count))), parts(getattr(scipy, name)(abs(n), count))
            for own, its in zip(ours, theirs):
                np.testing.assert_allclose(own, its, rtol=1e-9)
    for count in [0, 1201]:
        with pytest.raises(ValueError):
            getattr(special, name)(0, count)


@pytest.mark.parametrize("name", ["ai_zeros", "bi_zeros"])
def test_zeros_of_airy_s_functions_are_scipy_s(name):
    scipy = pytest.importorskip("scipy.special")
    for own, its in zip(host(getattr(special, name)(50)), getattr(scipy, name)(50)):
        np.testing.assert_allclose(own, its, rtol=1e-8)


def test_numbers_of_bernoulli_and_euler_are_exact():
    bernoulli, euler = host(special.bernoulli(260)), host(special.euler(190))
    for n, value in enumerate(bernoulli):
        with mpmath.workdps(40):
            want = mpmath.bernoulli(n) if n != 1 else mpmath.mpf(-0.5)
        assert np.isinf(value) if abs(want) > mpmath.mpf(2) ** 1024 else abs(value - want) <= 80 * EPSILON * abs(want), n
    for n, value in enumerate(euler):
        want = mpmath.eulernum(n, exact=True)
        assert np.isinf(value) if abs(want) > 2**1024 else abs(mpmath.mpf(float(value)) - want) <= 80 * EPSILON * abs(want), n
    for function in (special.bernoulli, special.euler):
        with pytest.raises(ValueError):
            function(-1)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("name", ["hyp1f1", "hyp2f1"])
def test_hypergeometric_functions_are_scipy_s(name, device):
    scipy = pytest.importorskip("scipy.special")
    upper, x = np.array([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, np.nan]), np.array([-2.0, -0.5, 0.0, 0.5])
    operands = np.meshgrid(*[upper] * (getattr(special, name).nin - 2), np.array([0.5, 1.0, 2.0, 3.5]), x)
    with np.errstate(all="ignore"):
        want = getattr(scipy, name)(*operands)
    # A parameter that is NaN gives NaN, though the argument is zero.
    want = np.where(np.isnan(sum(operands)), np.nan, want)
    got = host(getattr(special, name)(*(cp.asarray(operand, device=device) for operand in operands)))
    np.testing.assert_allclose(got, want, rtol=1e-11, atol=1e-13, err_msg=name)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_tricomi_s_function_is_scipy_s(device):
    a, b, x = np.meshgrid([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, np.nan], [-2.0, -0.5, 0.0, 1.0, 1.5, 4.0, np.nan], [-1.0, 0.0, 0.3, 2.0, 70.0, np.nan])
    with np.errstate(all="ignore"):
        want = scipys.hyperu(a, b, x)
    # There SciPy's is NaN or has eight digits.
    for place in np.argwhere((abs(a) == 0.5) & np.isin(b, [-2, 0]) & np.isin(x, [0.3, 2])):
        want[tuple(place)] = mpmath.hyperu(*(float(operand[tuple(place)]) for operand in (a, b, x)))
    got = host(special.hyperu(*(cp.asarray(operand, device=device) for operand in (a, b, x))))
    # A parameter that is NaN gives NaN, whatever the others are.
    np.testing.assert_allclose(got, np.where(np.isnan(a + b + x), np.nan, want), rtol=2e-12, atol=1e-13)
    # The limits, where SciPy has NaN for parameters that end no series.
    assert host(special.hyperu(cp.array([0.5, 0.0, -0.5]), 1.5, np.inf)).tolist() == [0.0, 1.0, np.inf]


# Ufuncs that SciPy has beside NumPy's of the same name, whose dtypes are NumPy's here, and `wofz`, which SciPy makes
# double of single.
OF_NUMPY = {"cbrt", "exp2", "expm1", "log1p", "i0", "wofz"}


@pytest.mark.skipif(not scipy.__version__.startswith("1.17."), reason="the order of loops, and with it the dtype, is another in each version")
@pytest.mark.parametrize("name", sorted(name for name in special.__all__ if isinstance(getattr(scipys, name, None), np.ufunc)))
def test_dtypes_are_scipys(name):
    theirs, ours = getattr(scipys, name), getattr(special, name)
    if name in OF_NUMPY or not hasattr(ours, "nin"):
        return
    kinds = [(kind,) * theirs.nin for kind in "?bBhHiIlLqefd"]
    kinds += [("i", "i", "f")] if theirs.nin == 3 else [("i", "f")] if theirs.nin == 2 else []
    kinds += [(kind, *other) for kind, other in [("e", "f" * 8), ("f", "i" * 8), ("f", "d" * 8)] for other in [other[: theirs.nin - 1]]]
    for kind in kinds:
        given = [np.ones(2, own) for own in kind]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                wanted = theirs(*given)
            except TypeError:
                continue
            found = ours(*map(cp.asarray, given))
        wanted, found = (result if isinstance(result, tuple) else (result,) for result in (wanted, found))
        assert [own.dtype for own in found] == [own.dtype for own in wanted], kind


def test_ufuncs_of_scipy_take_our_arrays():
    x = cp.array([0.25, 0.5])
    for name in ("erf", "xlog1py", "betainc", "airy"):
        theirs, ours = getattr(scipys, name), getattr(special, name)
        found, wanted = (function(*[x] * theirs.nin) for function in (theirs, ours))
        for one, other in zip(*(result if isinstance(result, tuple) else (result,) for result in (found, wanted)), strict=True):
            assert isinstance(one, cp.ndarray)
            assert (one == other).all()
    with pytest.raises(TypeError):
        np.frompyfunc(lambda x: x, 1, 1)(x)
