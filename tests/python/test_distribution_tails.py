"""Tails of SciPy's probability distributions against exact values, down to the smallest probabilities."""

import functools

import mpmath
import numpy as np
import pytest
import stats_exact
from conftest import host
from scipy import stats

import cuprust as cp
from cuprust.scipy import special
from cuprust.scipy import stats as ours

EPS = float(np.finfo(float).eps)
DISCRETE = {"poisson", "binom", "nbinom", "hypergeom", "nchypergeom_fisher", "nchypergeom_wallenius"}


# Exact values, by mpmath: the logarithm of the density, and the two tails, of x and shape parameters.
def exact_norm(x):
    return -x * x / 2 - mpmath.log(2 * mpmath.pi) / 2, mpmath.erfc(-x / mpmath.sqrt(2)) / 2, mpmath.erfc(x / mpmath.sqrt(2)) / 2


def exact_gamma(x, a):
    density = (a - 1) * mpmath.log(x) - x - mpmath.loggamma(a)
    return density, mpmath.gammainc(a, 0, x, regularized=True), mpmath.gammainc(a, x, regularized=True)


def areas(a, b, x, y):
    """The incomplete beta function of both arguments, whose parts are known."""
    return mpmath.betainc(a, b, 0, x, regularized=True), mpmath.betainc(b, a, 0, y, regularized=True)


def exact_beta(x, a, b):
    density = (a - 1) * mpmath.log(x) + (b - 1) * mpmath.log(1 - x) - mpmath.loggamma(a) - mpmath.loggamma(b) + mpmath.loggamma(a + b)
    return density, *areas(a, b, x, 1 - x)


def exact_t(x, df):
    constant = mpmath.loggamma((df + 1) / 2) - mpmath.loggamma(df / 2) - mpmath.log(mpmath.pi * df) / 2
    tail = mpmath.betainc(df / 2, mpmath.mpf(1) / 2, 0, df / (df + x * x), regularized=True) / 2
    density = constant - (df + 1) / 2 * mpmath.log(1 + x * x / df)
    return (density, tail, 1 - tail) if x < 0 else (density, 1 - tail, tail)


def exact_f(x, n, d):
    odds = n * x / d
    beta = mpmath.loggamma(n / 2) + mpmath.loggamma(d / 2) - mpmath.loggamma((n + d) / 2)
    density = n / 2 * mpmath.log(odds) - (n + d) / 2 * mpmath.log(1 + odds) - beta - mpmath.log(x)
    return density, *areas(n / 2, d / 2, odds / (1 + odds), 1 / (1 + odds))


def exact_poisson(k, m):
    mass = k * mpmath.log(m) - m - mpmath.loggamma(k + 1)
    return mass, mpmath.gammainc(k + 1, m, regularized=True), mpmath.gammainc(k + 1, 0, m, regularized=True)


def exact_binom(k, n, p):
    mass = mpmath.log(mpmath.binomial(n, k)) + k * mpmath.log(p) + (n - k) * mpmath.log(1 - p)
    upper, lower = areas(k + 1, n - k, p, 1 - p)
    return mass, lower, upper


def exact_nbinom(k, n, p):
    mass = mpmath.loggamma(n + k) - mpmath.loggamma(n) - mpmath.loggamma(k + 1) + n * mpmath.log(p) + k * mpmath.log(1 - p)
    return mass, *areas(n, k + 1, p, 1 - p)


def exact_hypergeom(k, total, good, draws):
    total, good, draws, k = (int(each) for each in (total, good, draws, k))
    mass = [mpmath.mpf(mpmath.binomial(good, i)) * mpmath.binomial(total - good, draws - i) for i in range(min(good, draws) + 1)]
    whole = mpmath.binomial(total, draws)
    return mpmath.log(mass[k] / whole), mpmath.fsum(mass[: k + 1]) / whole, mpmath.fsum(mass[k + 1 :]) / whole


def exact_noncentral(name):
    def exact(k, *shapes):
        low, masses = stats_exact.noncentral_masses(name, *map(float, shapes))
        place = int(k) - low
        return mpmath.log(masses[place]), mpmath.fsum(masses[: place + 1]), mpmath.fsum(masses[place + 1 :])

    return exact


def exact_gausshyper(x, a, b, c, z):
    whole = mpmath.beta(a, b) * mpmath.hyp2f1(c, a, a + b, -z)
    density = (a - 1) * mpmath.log(x) + (b - 1) * mpmath.log1p(-x) - c * mpmath.log1p(z * x) - mpmath.log(whole)
    return density, *stats_exact.gauss_hypergeometric_parts(x, a, b, c, z)


def exact_invgauss(x, mu):
    density = -(mpmath.log(2 * mpmath.pi) + 3 * mpmath.log(x)) / 2 - (x / mu - 1) ** 2 / (2 * x)
    root, far = mpmath.sqrt(x), mpmath.exp(2 / mu) * mpmath.ncdf(-(x / mu + 1) / mpmath.sqrt(x))
    return density, mpmath.ncdf((x / mu - 1) / root) + far, mpmath.ncdf(-(x / mu - 1) / root) - far


def exact_burr(x, c, d):
    logarithm = mpmath.log1p(x**-c)
    return mpmath.log(c * d) - (c + 1) * mpmath.log(x) - (d + 1) * logarithm, mpmath.exp(-d * logarithm), -mpmath.expm1(-d * logarithm)


def exact_cosine(x):
    lower, upper = ((y - mpmath.sin(y)) / (2 * mpmath.pi) for y in (mpmath.pi + x, mpmath.pi - x))
    return mpmath.log(mpmath.cos(x / 2) ** 2 / mpmath.pi), lower, upper


def exact_foldcauchy(x, c):
    density = (1 / (1 + (x - c) ** 2) + 1 / (1 + (x + c) ** 2)) / mpmath.pi
    upper = (mpmath.atan2(1, x - c) + mpmath.atan2(1, x + c)) / mpmath.pi
    return mpmath.log(density), mpmath.atan2(2 * x, 1 + c * c - x * x) / mpmath.pi, upper


def exact_truncpareto(x, b, c):
    whole = 1 - c**-b
    return mpmath.log(b / whole) - (b + 1) * mpmath.log(x), (1 - x**-b) / whole, (x**-b - c**-b) / whole


def exact_genexpon(x, a, b, c):
    depth = (a + b) * x + b / c * mpmath.expm1(-c * x)
    return mpmath.log(a - b * mpmath.expm1(-c * x)) - depth, -mpmath.expm1(-depth), mpmath.exp(-depth)


def exact_alpha(x, a):
    # One less the lower part is the upper one, of as few digits as it is small.
    with mpmath.workdps(700):
        whole = mpmath.ncdf(a)
        lower = mpmath.ncdf(a - 1 / x) / whole
        upper = 1 - lower
    return -2 * mpmath.log(x) - (a - 1 / x) ** 2 / 2 - mpmath.log(2 * mpmath.pi) / 2 - mpmath.log(whole), lower, upper


def exact_exponpow(x, b):
    depth = mpmath.expm1(x**b)
    return mpmath.log(b) + (b - 1) * mpmath.log(x) + x**b - depth, -mpmath.expm1(-depth), mpmath.exp(-depth)


def exact_rel_breitwigner(x, rho):
    with mpmath.workdps(700):
        square = rho * mpmath.sqrt(rho**2 + 1)
        a = mpmath.sqrt((square + rho**2) / 2)
        b = rho / (2 * a)
        logarithm = mpmath.log((x * x + 2 * a * x + square) / (x * x - 2 * a * x + square)) / 2
        lower = (mpmath.atan2(2 * b * x, square - x * x) + b / a * logarithm) / mpmath.pi
        upper = 1 - lower
    return mpmath.log(4 * b * square / mpmath.pi / ((x * x - rho * rho) ** 2 + rho * rho)), lower, upper


def exact_irwinhall(x, n):
    n = int(n)
    with mpmath.workdps(700):
        density, lower = (
            mpmath.fsum((-1) ** k * mpmath.binomial(n, k) * (x - k) ** m for k in range(int(x) + 1)) / mpmath.factorial(m) for m in (n - 1, n)
        )
        return mpmath.log(density), lower, 1 - lower


@functools.cache
@mpmath.workdps(40)
def whole_geninvgauss(p, b):
    return 2 * mpmath.besselk(p, b)


@mpmath.workdps(40)
def exact_geninvgauss(x, p, b):
    def share(s):
        return mpmath.exp(p * s - b * mpmath.cosh(s))

    place, mode = mpmath.log(x), mpmath.asinh(p / b)
    whole = whole_geninvgauss(p, b)

    def tail(sign):
        width = 1 / (abs(p - b * mpmath.sinh(place)) + mpmath.sqrt(b * mpmath.cosh(place)))
        edges = [place + sign * width * each for each in (0, 1, 2, 4, 8, 16, 32, 64, 128, 256) if width * each < 60]
        height = share(place)
        return mpmath.quad(lambda s: share(s) / height, edges) * sign * height / whole

    near = tail(-1 if place < mode else 1)
    lower, upper = (near, 1 - near) if place < mode else (1 - near, near)
    return mpmath.log(share(place) / whole / x), lower, upper


# The exact values of a family, and shape parameters, small and large ones among them.
EXACT = {
    "norm": (exact_norm, [()]), "gamma": (exact_gamma, [(0.01,), (0.9,), (2.5,), (300,), (4e3,)]),
    "beta": (exact_beta, [(0.02, 0.5), (3, 0.7), (30, 400), (900, 2e3)]), "t": (exact_t, [(0.4,), (3,), (40,), (2e3,)]),
    "f": (exact_f, [(0.7, 3), (12, 5), (400, 90)]), "poisson": (exact_poisson, [(0.01,), (3,), (500,), (4e3,)]),
    "binom": (exact_binom, [(7, 0.4), (300, 0.02), (4000, 0.6)]), "nbinom": (exact_nbinom, [(0.3, 0.01), (5, 0.6), (900.5, 0.2)]),
    "burr": (exact_burr, [(0.7, 0.9), (4.5, 3)]), "cosine": (exact_cosine, [()]), "foldcauchy": (exact_foldcauchy, [(0,), (1.5,)]),
    "truncpareto": (exact_truncpareto, [(1.5, 5.5), (-2, 3)]), "genexpon": (exact_genexpon, [(9, 16, 3), (0.125, 2, 0.5)]),
    "rel_breitwigner": (exact_rel_breitwigner, [(0.25,), (5,), (36.5,)]), "irwinhall": (exact_irwinhall, [(2,), (11,), (30,)]),
    "geninvgauss": (exact_geninvgauss, [(2.5, 1.5), (-0.75, 0.25), (9, 30)]),
    "alpha": (exact_alpha, [(0.5,), (7,)]), "exponpow": (exact_exponpow, [(0.7,), (2.5,)]),
    "hypergeom": (exact_hypergeom, [(30, 9, 11), (400, 70, 90), (5000, 300, 200)]), "invgauss": (exact_invgauss, [(0.1,), (2,)]),
    **{name: (exact_noncentral(name), [(30, 9, 11, 4), (300, 120, 90, 0.25)]) for name in ("nchypergeom_fisher", "nchypergeom_wallenius")},
    "gausshyper": (exact_gausshyper, [(2.5, 3, 1.5, 4), (9, 0.75, -2, -0.5)]),
}  # fmt: skip


def tail_points(law, shapes, discrete):
    """Points of probabilities down to 1e-200 on either side."""
    q = cp.asarray([1e-200, 1e-60, 1e-12, 1e-3, 0.3])
    found = np.concatenate([host(law.ppf(q, *shapes)), host(law.isf(q, *shapes))])
    low, high = (host(end) for end in law.support(*shapes))
    found = np.unique(found[np.isfinite(found) & (found >= low) & (found < high)])
    return found if discrete else found[(found > max(low, -1e150)) & (found < min(high, 1e150)) & ((found > 1e-150) | (low < 0))]


@pytest.mark.parametrize("name", EXACT)
def test_tails_are_exact(name):
    """Within some roundings of the value, and of its logarithm, whose exponential it is."""
    law = getattr(ours, name)
    exact, every = EXACT[name]
    discrete = name in DISCRETE
    mass = "pmf" if discrete else "pdf"
    worst = 0.0
    with mpmath.workdps(60):
        for shapes in every:
            x = tail_points(law, shapes, discrete)
            assert len(x) > 2
            got = {each: host(getattr(law, each)(cp.asarray(x), *shapes)) for each in (mass, f"log{mass}", "cdf", "sf", "logcdf", "logsf")}
            for place, value in enumerate(x):
                density, lower, upper = exact(mpmath.mpf(value), *map(mpmath.mpf, shapes))
                if density < -700 or min(lower, upper) < mpmath.mpf(10) ** -290:
                    continue
                # The larger one by the smaller one, which has its digits.
                near = lower < upper
                log_lower, log_upper = (mpmath.log(lower), mpmath.log1p(-lower)) if near else (mpmath.log1p(-upper), mpmath.log(upper))
                lower, upper = (lower, 1 - lower) if near else (1 - upper, upper)
                wanted = {mass: mpmath.exp(density), f"log{mass}": density, "cdf": lower, "sf": upper, "logcdf": log_lower, "logsf": log_upper}
                for each, one in wanted.items():
                    error = abs((mpmath.mpf(float(got[each][place])) - one) / one)
                    # The error of an exponential is that of its exponent; that of a density's logarithm is absolute.
                    scale = 1 + abs(mpmath.log(abs(one))) + (1 / abs(one) if each == f"log{mass}" else 0)
                    worst = max(worst, float(error / scale) / EPS)
                    assert error < 60 * EPS * scale, (each, shapes, value, float(error / scale) / EPS)
    assert worst < 60


@pytest.mark.parametrize("name", EXACT)
def test_tiny_probabilities_have_quantiles(name):
    """The tail at a quantile is the probability, as far as the quantile's own rounding lets it be."""
    law = getattr(ours, name)
    exact, every = EXACT[name]
    # Exact values of large parameters take mpmath long.
    every = [shapes for shapes in every if all(shape < 500 for shape in shapes)]
    probabilities = np.array([1e-300, 1e-200, 1e-100, 1e-20, 1e-5])
    with mpmath.workdps(60):
        for shapes in every:
            low, high = (float(end) for end in law.support(*shapes))
            for method, side in [("ppf", 1), ("isf", 2)]:
                found = host(getattr(law, method)(cp.asarray(probabilities), *shapes))
                for q, x in zip(probabilities, found):
                    if name in DISCRETE:
                        if x in (low, high) or q < 1e-290:
                            continue
                        # The least count that is enough, or one whose tail is equal up to rounding.
                        slack = 1e-11
                        here, before = (exact(mpmath.mpf(k), *map(mpmath.mpf, shapes))[side] for k in (x, x - 1))
                        assert (here >= q * (1 - slack) and before < q * (1 + slack)) if side == 1 else (here <= q * (1 + slack) and before > q * (1 - slack)), (shapes, q, x)
                        continue
                    if not low < x < high or not 1e-290 < abs(x) < 1e290 or 1 - abs(x) == 0:
                        continue
                    density, *tails = exact(mpmath.mpf(x), *map(mpmath.mpf, shapes))
                    error = abs(mpmath.log(tails[side - 1] / mpmath.mpf(q)))
                    # By how much the logarithm of the tail changes with the rounding of x.
                    condition = abs(x) * mpmath.exp(density) / tails[side - 1]
                    assert error < 8 * EPS * (1 + abs(np.log(q)) + condition), (method, shapes, q, x, float(error) / EPS)


def test_inverses_of_special_functions_at_tiny_probabilities():
    """These once stepped to and fro where a function is zero, or divided zero by zero."""
    assert float(special.gammainccinv(2.5, 1e-300)) == pytest.approx(700.3202928265134, rel=1e-14)
    assert float(special.gammainccinv(30, 1e-300)) == pytest.approx(813.9083065028428, rel=1e-14)
    assert float(special.betaincinv(1, 3, 1e-300)) == pytest.approx(1e-300 / 3, rel=1e-12)
    assert float(special.betaincinv(0.5, 0.5, 1e-300)) == 0 and float(special.betainccinv(0.5, 0.5, 1e-300)) == 1
    assert float(special.stdtrit(1, 1e-300)) == pytest.approx(-1 / (np.pi * 1e-300), rel=1e-12)
    assert float(special.stdtr(1, -1e200)) == pytest.approx(1 / (np.pi * 1e200), rel=1e-12)


def test_closed_tails():
    """Far out, where one minus the other tail is zero."""
    far = {
        "expon": ("sf", 600.0, np.exp(-600)), "laplace": ("sf", 600.0, np.exp(-600) / 2), "logistic": ("sf", 600.0, np.exp(-600)),
        "gumbel_r": ("sf", 600.0, np.exp(-600)), "gumbel_l": ("cdf", -600.0, np.exp(-600)), "cauchy": ("sf", 1e200, 1e-200 / np.pi),
        "halfcauchy": ("sf", 1e200, 2e-200 / np.pi), "rayleigh": ("sf", 30.0, np.exp(-450)), "uniform": ("cdf", 1e-300, 1e-300),
    }  # fmt: skip
    for name, (method, x, wanted) in far.items():
        law = getattr(ours, name)
        assert float(getattr(law, method)(x)) == pytest.approx(wanted, rel=1e-13), name
        assert float(getattr(law, f"log{method}")(x)) == pytest.approx(np.log(wanted), rel=1e-13), name
        inverse = law.ppf if method == "cdf" else law.isf
        assert float(inverse(wanted)) == pytest.approx(x, rel=1e-13), name
        # The logarithm of the other side is minus the tail.
        other = law.logsf if method == "cdf" else law.logcdf
        assert float(other(x)) == pytest.approx(-wanted, rel=1e-13), name
    assert float(ours.weibull_max.isf(1e-20, 1)) == pytest.approx(-1e-20, rel=1e-14)
    assert float(ours.geom.isf(1e-300, 0.5)) == 997 and float(ours.planck.isf(1e-300, 1)) == 690
    assert float(ours.truncnorm.isf(1e-300, 10, np.inf)) == pytest.approx(float(stats.norm.isf(1e-300 * stats.norm.sf(10))), rel=0.05)
