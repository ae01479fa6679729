"""SciPy's probability distributions: every family and method against SciPy's, draws by their law, fits by likelihood.

`test_distribution_tails.py` compares tails with exact values."""

import doctest
import inspect
import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
import stats_exact
from conftest import LONG, host, on_cpu, outcome
from scipy import integrate, stats
from scipy import special as scipy_special

import cuprust as cp
from cuprust.scipy import stats as ours

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")

# Shape parameters of each family, for which SciPy's own values are accurate.
FAMILIES = {
    "norm": [()], "t": [(1,), (2.5,), (7.5,), (150.0,), (np.inf,)], "chi2": [(0.3,), (1,), (2,), (7.5,), (1e3,)],
    "f": [(1, 1), (2, 5), (3.5, 9.0), (20, 30)], "gamma": [(0.01,), (0.7,), (1,), (2.5,), (30,)], "erlang": [(1,), (3,)],
    "beta": [(0.1, 0.2), (0.5, 0.5), (1, 3), (2, 2.5), (30, 40)], "expon": [()], "lognorm": [(0.1,), (1,), (3,)], "uniform": [()],
    "weibull_min": [(0.3,), (1,), (2.5,), (40,)], "weibull_max": [(0.3,), (1,), (2.5,), (40,)], "pareto": [(0.5,), (2.5,), (9.5,)], "cauchy": [()],
    "laplace": [()], "logistic": [()], "gumbel_r": [()], "gumbel_l": [()], "rayleigh": [()], "halfnorm": [()], "maxwell": [()], "halfcauchy": [()],
    "truncnorm": [(-1, 2), (0, 1), (-np.inf, 1.5), (-2, np.inf), (3, 4), (-9, -8)], "invgamma": [(0.5,), (4.5,), (30,)],
    "loguniform": [(1e-3, 2), (1, 100)], "reciprocal": [(1, 100)], "triang": [(0,), (0.3,), (1,)], "powerlaw": [(0.3,), (1,), (4.5,)],
    "genextreme": [(0,), (0.3,), (-0.2,), (-0.7,), (1,), (2.0,)], "chi": [(0.5,), (1,), (2,), (7.5,)], "nakagami": [(0.5,), (2,), (40,)],
    "truncexpon": [(0.1,), (1,), (30,)], "invgauss": [(0.05,), (0.7,), (2,), (30,)], "wald": [()], "exponnorm": [(0.1,), (1,), (5,)],
    "poisson": [(0.3,), (2.5,), (40,), (1e3,)], "binom": [(1, 0.3), (10, 0.5), (100, 0.01), (1000, 0.7)],
    "nbinom": [(1, 0.3), (2.5, 0.5), (40, 0.9)], "geom": [(0.5,), (0.01,)], "hypergeom": [(20, 5, 8), (20, 15, 12), (1000, 300, 200)],
    "bernoulli": [(0.3,)], "randint": [(0, 1), (-3, 7), (5, 1000)], "planck": [(0.01,), (1,), (9.0,)], "boltzmann": [(0.01, 100), (1, 5)],
    "zipf": [(1.5,), (4.5,), (20.0,)],
    # Tails of powers.
    "genpareto": [(-1.5,), (-1,), (-0.3,), (0,), (0.2,), (1.5,)], "lomax": [(0.5,), (4.5,)], "fisk": [(0.7,), (1,), (4.5,)], "burr12": [(0.7, 0.9), (1, 2), (3, 4)],
    "invweibull": [(0.7,), (4.5,)], "betaprime": [(0.7, 0.9), (2, 5.5)], "loglaplace": [(0.7,), (1,), (4.5,)], "levy": [()], "levy_l": [()],
    # Of gamma variables.
    "gennorm": [(0.7,), (1.5,), (6,)], "halfgennorm": [(0.7,), (1.5,), (6,)], "dgamma": [(0.7,), (1,), (3.5,)], "dweibull": [(0.7,), (1,), (3.5,)],
    "gengamma": [(0.7, 0.9), (2, 0.5), (2.5, 3), (6.5, -1.5)], "loggamma": [(0.3,), (1,), (20,)], "exponweib": [(0.7, 1.2), (2.5, 0.8), (1, 1)],
    # About the logistic one.
    "genlogistic": [(0.5,), (1,), (4.5,)], "halflogistic": [()], "hypsecant": [()], "laplace_asymmetric": [(0.6,), (1,), (2.5,)], "gompertz": [(0.1,), (1,), (20,)],
    # Of normal variables, and on an interval.
    "johnsonsu": [(0, 2), (1.5, 2.5)], "johnsonsb": [(0, 1), (1.5, 0.7)], "powernorm": [(0.5,), (4.5,)], "powerlognorm": [(0.5, 0.4), (2.5, 0.7)], "gibrat": [()],
    "fatiguelife": [(0.3,), (2,)], "moyal": [()], "skewnorm": [(0,), (0.5,), (-1.5,), (3,)], "foldnorm": [(0,), (0.5,), (4,)],
    "ncx2": [(0.7, 0.5), (3, 2), (10, 20.0)], "arcsine": [()], "bradford": [(0.2,), (30,)],
    "vonmises": [(0.5,), (4,), (60,)], "vonmises_line": [(0.5,), (4,), (60,)],
    "logser": [(0.1,), (0.6,), (0.99,)], "yulesimon": [(2.5,), (11.0,)], "dlaplace": [(0.1,), (1.5,)], "skellam": [(3, 1), (0.5, 0.7), (30, 20)],
    "betabinom": [(1, 0.5, 2), (10, 2, 3.5), (100, 20, 10)], "nhypergeom": [(20, 7, 12), (50, 20, 3), (300, 100, 150)],
    # Inverses, and what is folded or stretched.
    "alpha": [(0.4,), (2,), (7,)], "burr": [(0.7, 0.9), (2.5, 1.5), (9.5, 0.7)], "mielke": [(1.5, 2.5), (10.4, 9.5)], "kappa3": [(0.7,), (1,), (9.5,)],
    "recipinvgauss": [(0.3,), (2,)], "foldcauchy": [(0,), (1.5,), (30,)], "skewcauchy": [(0,), (0.5,), (-0.9,)], "rice": [(0,), (0.7,), (5,)], "ncf": [(3, 25, 1.5), (27, 14, 0.5)], "nct": [(7.5, 0.7), (14, -2)], "kstwobign": [()],
    # By integrals and long sums.
    "landau": [()], "norminvgauss": [(1, 0.5), (2.5, -1)], "genhyperbolic": [(0.5, 1.5, -0.5), (-1.5, 2, 1), (2, 3, 0)], "geninvgauss": [(2.3, 1.5), (0.7, 0.3), (-1.5, 4)],
    "rel_breitwigner": [(36.5,), (0.3,), (1.5,)], "irwinhall": [(1,), (12,), (30,), (3,)], "ksone": [(1,), (500,), (22,), (3,)],
    "dpareto_lognorm": [(0.5, 0.4, 9, 3), (3, 1.2, 10, 2)], "zipfian": [(0, 10), (0.75, 15), (1.25, 5000), (6.5, 15)], "betanbinom": [(1, 9.5, 20), (10, 8, 2.5), (2, 30.5, 3)],
    "nchypergeom_fisher": [(20, 7, 12, 1.7), (140, 80, 60, 0.5), (9, 4, 5, 40)], "nchypergeom_wallenius": [(20, 7, 12, 1.7), (140, 80, 60, 0.5), (9, 4, 5, 40)],
    "gausshyper": [(13.8, 3.1, 2.5, 5.2), (0.5, 2, -1.5, -0.6)],
    # On an interval, or between two numbers.
    "anglit": [()], "cosine": [()], "rdist": [(1.5,), (4,)], "semicircular": [()], "argus": [(0.2,), (1,), (5,)], "trapezoid": [(0, 1), (0.2, 0.6), (0.5, 0.5)],
    "wrapcauchy": [(0.1,), (0.7,)], "truncpareto": [(1.5, 5.3), (-2, 3), (3, 2)], "truncweibull_min": [(2.5, 0.25, 1.75), (1, 0, 2), (0.7, 1, 30)],
    # By quantiles and survival functions.
    "genhalflogistic": [(0.3,), (1,), (2.5,)], "tukeylambda": [(4,), (0.3,), (-0.1,), (0,)], "kappa4": [(0.5, 0.3), (-0.2, 0.3), (0, 0), (1, -0.05), (1, 1)],
    "crystalball": [(1.5, 7.5), (2, 9)], "exponpow": [(0.7,), (1,), (2.7,)], "genexpon": [(9, 16, 3), (0.1, 2, 0.5)], "pearson3": [(0.1,), (-2,), (3,)], "jf_skew_t": [(8, 9), (5, 3.5)],
}  # fmt: skip
DISCRETE = {name for name in FAMILIES if isinstance(getattr(stats, name), stats.rv_discrete)}
CASES = [pytest.param(name, shapes, id=f"{name}{shapes}") for name, each in FAMILIES.items() for shapes in each]
# Each at the standard location and scale and at others; in short at the one or the other in turns.
PLACED = pytest.mark.parametrize("moved,name,shapes", [
    pytest.param(moved, *case.values, id=f"{case.id}-{'moved' if moved else 'standard'}")
    for place, case in enumerate(CASES) for moved in ([False, True] if LONG else [place % 2 == 0])
])  # fmt: skip
ORDINARY = [0.001, 0.01, 0.1, 0.25, 0.3, 0.5, 0.6, 0.75, 0.9, 0.99, 0.999]


def of(name):
    return getattr(ours, name), getattr(stats, name)


def placed(name, shapes, moved):
    """All parameters of a family, with another location and scale than the standard ones where that is said."""
    if not moved:
        return shapes
    return (*shapes, 3) if name in DISCRETE else (*shapes, 1.5, 2.25)


def standing(name, moved):
    """The location and the scale of these parameters."""
    if not moved:
        return 0.0, 1.0
    return (3.0, 1.0) if name in DISCRETE else (1.5, 2.25)


def points(law, parameters, discrete):
    """Points within the support, at its ends and beyond them, NaN and infinity among them."""
    low, high = law.support(*parameters)
    inner = law.ppf(np.array(ORDINARY), *parameters)
    beyond = [low, high, low - 1, high + 1, -np.inf, np.inf, np.nan]
    found = np.concatenate([inner, beyond, [] if discrete else np.round(inner, 1)])
    return np.unique(found)


def close(got, wanted, relative=1e-11, absolute=0.0, where=""):
    got = host(got)
    wanted = np.asarray(wanted)
    assert got.dtype == np.float64 and got.shape == wanted.shape, where
    np.testing.assert_allclose(got, wanted, rtol=relative, atol=absolute, err_msg=str(where))


@PLACED
def test_functions(name, shapes, moved):
    law, scipys = of(name)
    parameters = placed(name, shapes, moved)
    discrete = name in DISCRETE
    x = points(scipys, parameters, discrete)
    loc, scale = standing(name, moved)
    standard = (x - loc) / scale
    for method in ["pmf", "logpmf"] if discrete else ["pdf", "logpdf"]:
        wanted = getattr(scipys, method)(x, *parameters)
        wanted = stats_exact.correct(name, shapes, method, standard, wanted, scale)
        close(getattr(law, method)(cp.asarray(x), *parameters), wanted, absolute=2e-15 if method[0] == "l" else 0.0, where=method)
    for method in ["cdf", "sf", "logcdf", "logsf"]:
        wanted = getattr(scipys, method)(x, *parameters)
        wanted = stats_exact.correct(name, shapes, method, standard, wanted)
        # Logarithms near zero are those of rounded probabilities in SciPy; here they have all their digits.
        close(getattr(law, method)(cp.asarray(x), *parameters), wanted, absolute=1e-15, where=method)


@PLACED
def test_quantiles(name, shapes, moved):
    law, scipys = of(name)
    parameters = placed(name, shapes, moved)
    # Probabilities that no count has but for rounding.
    q = np.array([*(np.array(ORDINARY) * (1 + 1e-7) if name in DISCRETE else ORDINARY), 0.0, 1.0, -0.1, 1.5, np.nan])
    loc, scale = standing(name, moved)

    def right(method, q, wanted):
        q = np.asarray(q)
        return stats_exact.correct_quantiles(name, shapes, method, q.reshape(-1), np.reshape(wanted, -1), loc, scale).reshape(q.shape)

    for method in ["ppf", "isf"]:
        close(getattr(law, method)(cp.asarray(q), *parameters), right(method, q, getattr(scipys, method)(q, *parameters)), where=method)
    close(law.median(*parameters), right("ppf", 0.5, scipys.median(*parameters)))
    for own, scipy_s in zip(law.interval(0.9, *parameters), right("ppf", [(1 - 0.9) / 2, (1 + 0.9) / 2], scipys.interval(0.9, *parameters))):
        close(own, scipy_s)
    for own, scipy_s in zip(law.support(*parameters), scipys.support(*parameters)):
        close(own, scipy_s)


# SciPy takes sums or integrals where there is a closed form: these have fewer digits.
ROUGH_ENTROPY = {
    **dict.fromkeys(["exponnorm", "burr12", "betaprime", "exponweib", "powernorm", "ncx2", "pearson3", "burr", "exponpow"], 1e-8), "johnsonsb": 1e-7, "planck": 1e-9, "boltzmann": 1e-9,
}  # fmt: skip
# And these have SciPy's integrals for their moments.
ROUGH_MOMENTS = {"exponweib": 1e-8, "johnsonsb": 1e-8, "kstwobign": 1e-8}
# SciPy's entropy is NaN for an infinite end.
NO_ENTROPY = [("truncnorm", (-np.inf, 1.5)), ("truncnorm", (-2, np.inf))]


# Families of which SciPy's moments are NaN, infinite or continued where there are none: here they are infinite, and
# skewness and kurtosis NaN.
WITHOUT_MOMENTS = {"fisk", "burr12", "invweibull", "betaprime", "loglaplace", "genpareto", "lomax", "levy_l", "burr", "mielke", "kappa3", "ncf", "nct", "dpareto_lognorm"}


@PLACED
def test_statistics(moved, name, shapes):
    law, scipys = of(name)
    parameters = placed(name, shapes, moved)
    raw = stats_exact.raw_moments(name, shapes)
    loc, scale = standing(name, moved)
    four = scipys.stats(*parameters, moments="mvsk") if raw is None else [np.float64(each) for each in stats_exact.statistics(raw, loc, scale)]
    mean = np.float64(loc) if raw is None and name in stats_exact.SYMMETRIC else four[0]
    # SciPy's own functions compute the same integrals again.
    for method, wanted in [("mean", mean), ("var", four[1]), ("std", np.sqrt(four[1]))]:
        got = getattr(law, method)(*parameters)
        if name not in WITHOUT_MOMENTS or np.isfinite(float(got)):
            close(got, wanted, ROUGH_MOMENTS.get(name, 1e-10), where=method)
    # Higher moments are differences of large numbers in SciPy.
    for own, scipy_s in zip(law.stats(*parameters, moments="mvsk"), four):
        if name in WITHOUT_MOMENTS and not np.isfinite(float(own)):
            continue
        close(own, scipy_s, 1e-5 if name in ("truncnorm", "truncexpon", "nakagami", "weibull_min", "weibull_max", "zipf") else 1e-8, 1e-8)
    if (name, shapes) not in NO_ENTROPY:
        wanted = stats_exact.entropy(name, shapes)
        wanted = scipys.entropy(*parameters) if wanted is None else np.float64(wanted + np.log(scale))
        close(law.entropy(*parameters), wanted, ROUGH_ENTROPY.get(name, 1e-11), 1e-10)


def test_entropies_of_infinite_ends():
    for a, b in [(-np.inf, 1.5), (-2.0, np.inf), (10.0, np.inf)]:
        law = stats.truncnorm(a, b)
        wanted = integrate.quad(lambda x: -law.pdf(x) * law.logpdf(x), max(a, -12), min(b, 12 if a < 5 else 20), epsabs=1e-12)[0]
        close(ours.truncnorm.entropy(a, b), wanted, 1e-9)


# Families and shape parameters that have moments up to the sixth.
OF_MOMENTS = {
    **{name: FAMILIES[name] for name in ["norm", "chi2", "gamma", "expon", "uniform", "laplace", "logistic", "gumbel_r", "gumbel_l", "rayleigh",
                                         "halfnorm", "maxwell", "loguniform", "triang", "powerlaw", "chi", "nakagami", "truncexpon", "invgauss", "wald", "exponnorm"]},
    "beta": FAMILIES["beta"][2:], "t": [(20.0,), (150.0,)], "f": [(20, 30)], "lognorm": [(0.1,), (0.4,)], "weibull_min": [(1,), (2.5,)], "weibull_max": [(1,), (2.5,)], "pareto": [(9.5,)],
    "truncnorm": [(-1, 2), (0, 1), (-2, np.inf)], "invgamma": [(30,)], "genextreme": [(0.3,), (-0.05,), (0,)],
    **{name: FAMILIES[name] for name in ["poisson", "binom", "nbinom", "geom", "hypergeom", "bernoulli", "randint", "planck", "boltzmann"]}, "zipf": [(20.0,)],
    **{name: FAMILIES[name] for name in ["halfgennorm", "gennorm", "loggamma", "halflogistic", "hypsecant", "laplace_asymmetric", "gompertz", "johnsonsb", "powernorm", "moyal",
                                         "skewnorm", "foldnorm", "ncx2", "arcsine", "bradford", "vonmises_line", "dlaplace", "skellam", "betabinom",
                                         "nhypergeom", "recipinvgauss", "rice", "anglit", "cosine", "rdist", "semicircular", "argus", "trapezoid", "wrapcauchy", "truncpareto",
                                         "truncweibull_min", "genhalflogistic", "exponpow", "genexpon", "pearson3", "kstwobign",
                                         "genhyperbolic", "geninvgauss", "irwinhall", "ksone", "zipfian",
                                         "nchypergeom_fisher", "nchypergeom_wallenius", "gausshyper"]}, "nct": [(14, -2)], "dpareto_lognorm": [(0.5, 0.4, 9, 3)], "betanbinom": [(2, 30.5, 3)],
    "genpareto": [(-1,), (-0.3,), (0.1,)], "lomax": [(9.5,)], "fisk": [(9.5,)], "burr12": [(3, 4)], "invweibull": [(9.5,)], "betaprime": [(2, 9.5)], "loglaplace": [(9.5,)],
    "dgamma": [(3.5,)], "dweibull": [(3.5,)], "gengamma": [(2.5, 3)], "exponweib": [(2.5, 0.8), (1, 1)], "genlogistic": [(1,), (4.5,)], "powerlognorm": [(2.5, 0.2)],
    "fatiguelife": [(0.3,)], "logser": [(0.1,), (0.6,)], "yulesimon": [(11.0,)], "burr": [(9.5, 0.7)], "mielke": [(10.4, 9.5)], "kappa3": [(9.5,)], "ncf": [(3, 25, 1.5)],
    "tukeylambda": [(4,), (0.3,)], "kappa4": [(0.5, 0.3), (0, 0), (1, 1)], "crystalball": [(2, 9)], "jf_skew_t": [(8, 9)],
}  # fmt: skip


def integral(law, order):
    """The mean of a power by a sum or an integral over almost all of the probability."""
    low, high = law.support()
    if hasattr(law, "pmf"):
        width = 60 + 20 * law.std()
        k = np.arange(np.floor(max(low, law.ppf(1e-14) - width)), min(high, law.isf(1e-15) + width) + 1)
        return float(np.sum(k.astype(float) ** order * law.pmf(k)))
    edges = np.unique(np.clip(law.ppf([0, 1e-12, 1e-6, 0.01, 0.5, 0.99, 1 - 1e-6, 1 - 1e-12, 1]), low, high))
    # Tails that are powers count far out.
    far = 10.0 ** np.arange(6) * law.std()
    edges = np.concatenate([edges[:-1], edges[-2] + far]) if np.isinf(edges[-1]) else edges
    edges = np.concatenate([edges[1] - far[::-1], edges[1:]]) if np.isinf(edges[0]) else edges

    # The double-exponential rule between each two edges, beside which a density may have a pole.
    low, high, t = edges[:-1, None], edges[1:, None], np.arange(-51, 52) / 16
    near = 1 / (1 + np.exp(np.pi * np.sinh(abs(t))))
    x = np.where(t < 0, low + (high - low) * near, high - (high - low) * near)
    # The logarithm has its digits where a factor of the density is too small a number; a pole is passed over.
    density = np.exp(law.logpdf(x))
    values = x**order * density * (high - low) * near * (1 - near) * np.pi * np.cosh(t) / 16
    return float(np.sum(values[np.isfinite(density)]))


# SciPy integrates the moments of these, or their integrand, for seconds: in short those of their first shapes.
INTEGRATED_BY_SCIPY = {"vonmises_line", "argus", "kappa4", "ksone", "genexpon"}


@pytest.mark.parametrize("name", OF_MOMENTS)
def test_moments(name):
    law, scipys = of(name)
    for shapes in OF_MOMENTS[name] if LONG or name not in INTEGRATED_BY_SCIPY else OF_MOMENTS[name][:1]:
        raw = stats_exact.raw_moments(name, shapes)
        for order in (0, 1, 2, 3, 4):
            # SciPy's are NaN where a variance is zero.
            if (name, shapes) != ("randint", (0, 1)):
                wanted = scipys.moment(order, *shapes) if raw is None else np.float64(raw[order])
                close(law.moment(order, *shapes), wanted, 1e-8, 1e-9, where=(shapes, order))
        for order in (5, 6) if LONG else (5,):
            # The integral leaves out what is far out, and converges slowly beside poles.
            if name in stats_exact.PIECEWISE:
                x, weights, density = stats_exact.density_in_pieces(name, *shapes)
                wanted = float(np.sum(x**order * density * weights))
            else:
                wanted = integral(scipys(*shapes), order)
            close(law.moment(order, *shapes), wanted, 1e-4, 1e-6, where=(shapes, order))
        # With location and scale by the binomial theorem.
        parameters = placed(name, shapes, True)
        wanted = scipys(*parameters).moment(3) if raw is None else np.float64(stats_exact.moved_moment(raw, 3, *standing(name, True)))
        close(law.moment(3, *parameters), wanted, 1e-8, 1e-9, where=shapes)


def test_moments_that_there_are_not():
    for name, shapes in [("fisk", (1.0,)), ("burr12", (0.7, 0.9)), ("invweibull", (0.7,)), ("betaprime", (0.7, 0.9)), ("loglaplace", (1.0,)), ("genpareto", (1.5,)), ("lomax", (0.5,))]:
        mean, variance, skewness, kurtosis = (float(each) for each in getattr(ours, name).stats(*shapes, moments="mvsk"))
        assert mean == variance == np.inf and np.isnan(skewness) and np.isnan(kurtosis), name
    for method, wanted in [("mean", np.inf), ("var", np.inf)]:
        assert float(getattr(ours.pareto, method)(0.5)) == wanted
    assert np.isnan(host(ours.cauchy.mean())) and np.isnan(host(ours.cauchy.moment(2)))
    # A power without a finite mean is infinite; SciPy gives what its integral does not converge to.
    assert [float(ours.pareto.moment(n, 2.5)) for n in (2, 3)] == [pytest.approx(5.0), np.inf]
    assert [float(ours.f.moment(n, 3, 5)) for n in (2, 3)] == [pytest.approx(stats.f.moment(2, 3, 5)), np.inf]


@pytest.mark.parametrize("n", [2e4, 2e6, 3e8, 1e12, 1e18, 1e300])
def test_sums_of_very_many_uniform_variables(n):
    # A normal variable with the first term of Edgeworth's series, of the excess -6/(5 n); x is a rounded number.
    normal = stats.norm(n / 2, np.sqrt(n / 12))
    x = normal.ppf([1e-9, 0.01, 0.3, 0.5, 0.8, 0.99])
    z = (x - n / 2) / np.sqrt(n / 12)
    excess = -6 / (5 * n)
    density = normal.pdf(x) * (1 + excess / 24 * (z**4 - 6 * z**2 + 3))
    below = excess / 24 * (z**3 - 3 * z) * stats.norm.pdf(z)
    wanted = {"pdf": density, "cdf": normal.cdf(x) - below, "sf": normal.sf(x) + below, "logsf": np.log1p(below - normal.cdf(x))}
    for method, values in wanted.items():
        np.testing.assert_allclose(host(getattr(ours.irwinhall, method)(cp.asarray(x), n)), values, rtol=1e-8 + (100 / n) ** 2, err_msg=method)
    close(ours.irwinhall.entropy(n), normal.entropy(), 1e-9)


def test_invalid_orders():
    for order in (-1, 1.5):
        for law in (ours.norm, stats.norm):
            with pytest.raises(ValueError):
                law.moment(order)


INVALID = {
    "t": [(0,), (-1,), (np.nan,)], "chi2": [(0,), (-1.0,)], "f": [(0, 1), (1, -1)], "gamma": [(0,), (-2,), (np.nan,)], "beta": [(0, 1), (1, -1)],
    "lognorm": [(0,), (-1,)], "weibull_min": [(0,)], "weibull_max": [(-1,)], "pareto": [(0,)], "truncnorm": [(1, 1), (2, -1)], "invgamma": [(0,)],
    "loguniform": [(0, 1), (2, 1)], "triang": [(-0.1,), (1.1,)], "genextreme": [(np.nan,)], "powerlaw": [(0,)], "chi": [(0,)], "nakagami": [(0,)],
    "truncexpon": [(0,)], "invgauss": [(-1,)], "exponnorm": [(0,)], "poisson": [(-1,), (np.nan,)], "binom": [(-1, 0.5), (2.5, 0.5), (3, 1.1), (3, -0.1)],
    "nbinom": [(0, 0.5), (1, 0), (1, 1.1)], "geom": [(0,), (1.1,)], "hypergeom": [(10, 11, 2), (10, 2, 11), (10, -1, 2), (9.5, 2, 2)],
    "bernoulli": [(-0.1,), (1.1,)], "randint": [(3, 3), (1.5, 4)], "planck": [(0,)], "boltzmann": [(0, 3), (1, 0)], "zipf": [(1,), (0.5,)],
    "genpareto": [(np.inf,), (np.nan,)], "fisk": [(0,)], "burr12": [(0, 1), (1, -1)], "betaprime": [(0, 1), (1, 0)], "gennorm": [(0,)], "gengamma": [(0, 1), (1, 0)],
    "loggamma": [(-1,)], "exponweib": [(0, 1), (1, 0)], "laplace_asymmetric": [(0,)], "johnsonsu": [(0, 0), (np.nan, 1)], "johnsonsb": [(0, -1)], "skewnorm": [(np.inf,), (np.nan,)],
    "foldnorm": [(-1,)], "ncx2": [(0, 1), (1, -1)], "vonmises": [(-1,)], "logser": [(0,), (1,)], "yulesimon": [(0,)], "dlaplace": [(0,)],
    "skellam": [(0, 1), (1, 0)], "betabinom": [(-1, 1, 1), (2.5, 1, 1), (3, 0, 1), (3, 1, 0)], "nhypergeom": [(10, 11, 1), (10, 4, 7), (10, -1, 2), (10, 4.5, 2)],
    "alpha": [(0,)], "burr": [(0, 1), (1, -1)], "mielke": [(0, 1), (1, 0)], "kappa3": [(0,)], "recipinvgauss": [(0,)], "foldcauchy": [(-1,)], "skewcauchy": [(1,), (-1,)],
    "rice": [(-1,)], "nct": [(0, 1), (-1, 1)], "ncf": [(0, 1, 1), (1, 0, 1), (1, 1, -1)], "rdist": [(0,)], "argus": [(0,)], "trapezoid": [(-0.1, 0.5), (0.5, 1.1), (0.6, 0.5)], "wrapcauchy": [(0,), (1,)],
    "truncpareto": [(0, 2), (1, 1)], "truncweibull_min": [(0, 1, 2), (1, -1, 2), (1, 2, 2)], "genhalflogistic": [(0,)], "tukeylambda": [(np.nan,)],
    "crystalball": [(0, 2), (1, 1)], "exponpow": [(0,)], "genexpon": [(0, 1, 1), (1, 0, 1), (1, 1, 0)], "jf_skew_t": [(0, 1), (1, 0)],
    "norminvgauss": [(1, 1), (1, -1.5), (0, 0)], "genhyperbolic": [(1, 1, 1), (-1, 1, 1.5), (np.nan, 1, 0)], "geninvgauss": [(1, 0), (1, -1), (np.nan, 1)], "rel_breitwigner": [(0,), (-1,)],
    "irwinhall": [(0,), (2.5,), (-1,)], "ksone": [(0,), (2.5,)], "dpareto_lognorm": [(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, -1)], "zipfian": [(-1, 5), (1, 0), (1, 2.5)],
    "betanbinom": [(-1, 1, 1), (2.5, 1, 1), (3, 0, 1), (3, 1, 0)], "gausshyper": [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, np.nan, 1), (1, 1, 1, -1)],
    "nchypergeom_fisher": [(9, 10, 3, 1), (9, 4, 10, 1), (9.5, 4, 3, 1), (9, 4, 3, 0), (9, -1, 3, 1)],
    "nchypergeom_wallenius": [(9, 10, 3, 1), (9, 4, 10, 1), (9, 4, 2.5, 1), (9, 4, 3, -1), (9, 4, -1, 1)],
}  # fmt: skip


@pytest.mark.parametrize("name", [*INVALID, "norm", "uniform"])
def test_invalid_parameters(name):
    law, scipys = of(name)
    every = [(*shapes, 0) if name in DISCRETE else (*shapes, 0, 1) for shapes in INVALID.get(name, [])]
    if name not in DISCRETE:
        shapes = FAMILIES[name][-1]
        every += [(*shapes, 0, 0), (*shapes, 0, -1.0), (*shapes, 0, np.nan)]
    functions = ["pmf", "logpmf"] if name in DISCRETE else ["pdf", "logpdf"]
    for parameters in every:
        for method in [*functions, "cdf", "sf", "logcdf", "logsf", "ppf", "isf"]:
            # SciPy's logarithm of the distribution function of counts is zero for some.
            assert np.isnan(getattr(scipys, method)(0.5, *parameters)) or (name in DISCRETE and method == "logcdf"), (method, parameters)
            # Numbers are computed with at once, arrays by kernels.
            for x in (0.5, cp.array([0.5, 0.0, 1.0])):
                assert np.isnan(host(getattr(law, method)(x, *parameters))).all(), (method, parameters)
            arrays = [cp.array([value, value]) for value in parameters]
            assert np.isnan(host(getattr(law, method)(0.5, *arrays))).all(), (method, parameters)
        for method in ["mean", "var", "std", "median", "entropy"]:
            assert np.isnan(host(getattr(law, method)(*parameters))), (method, parameters)
        assert np.isnan(host(law.moment(2, *parameters)))
        assert all(np.isnan(host(each)) for each in [*law.support(*parameters), *law.stats(*parameters, moments="mvsk")])
        with pytest.raises(ValueError, match="Domain error"):
            if parameters[-1] == 0 and name not in DISCRETE:
                raise ValueError("Domain error: a scale of zero is a constant, see `test_draws_of_no_scale`")
            law.rvs(*parameters, size=3)


def test_numbers_and_arrays_give_the_same_bits():
    q = np.linspace(0.01, 0.99, 23)
    for name, each in FAMILIES.items():
        law, scipys = of(name)
        shapes = each[0]
        x = scipys.ppf(q, *shapes)
        methods = [("pmf" if name in DISCRETE else "pdf", x), ("logsf", x), ("cdf", x), ("ppf", q)]
        for method, values in methods:
            call = getattr(law, method)
            together = host(call(cp.asarray(values), *shapes))
            arrays = host(call(cp.asarray(values), *[cp.full(23, float(shape)) for shape in shapes]))
            alone = np.array([float(call(float(value), *shapes)) for value in values])
            np.testing.assert_array_equal(together, arrays, err_msg=f"{name} {method}")
            if on_cpu():
                np.testing.assert_array_equal(together, alone, err_msg=f"{name} {method}")


def test_broadcasting():
    x = np.linspace(0.1, 5, 12).reshape(3, 1, 4)
    a = np.array([[0.5], [2.0], [7.0], [-1.0], [30.0]])
    scale = np.array([1.0, 2.0, 0.0, 4.0])
    got = ours.gamma.pdf(cp.asarray(x), cp.asarray(a), scale=cp.asarray(scale))
    close(got, stats.gamma.pdf(x, a, scale=scale))
    close(ours.gamma.mean(cp.asarray(a), scale=cp.asarray(scale)), stats.gamma.mean(a, scale=scale))
    close(ours.gamma.ppf(0.3, cp.asarray(a), loc=[1.0, 2.0, 3.0, 4.0]), stats.gamma.ppf(0.3, a, loc=[1.0, 2.0, 3.0, 4.0]))
    # Parameters that a function does not depend on count as well.
    close(ours.uniform.entropy(cp.zeros((2, 3)), 1), stats.uniform.entropy(np.zeros((2, 3)), 1))
    close(ours.norm.moment(3, [1, 2], [3, 4]), stats.norm.moment(3, [1, 2], [3, 4]))
    low, high = ours.truncnorm.support([-1, -2], [[1], [2]])
    assert low.shape == high.shape == (2, 2)
    # No result is a view of an argument, nor one element in several places.
    own = cp.ones(3)
    result = ours.uniform.ppf(own * 0.5, 0, cp.ones((2, 1)))
    result[0, 0] = 9
    assert host(result)[1, 0] == 0.5 and host(result)[0, 1] == 0.5
    same = ours.uniform.ppf(own, 0, 1)
    same[0] = 7
    assert host(own)[0] == 1
    with pytest.raises(ValueError):
        ours.norm.pdf(cp.ones(2), loc=cp.ones(3))
    # Empty arrays.
    for shape in [(0,), (2, 0, 3)]:
        close(ours.norm.cdf(cp.zeros(shape)), stats.norm.cdf(np.zeros(shape)))
        close(ours.poisson.pmf(cp.zeros(shape), 2), stats.poisson.pmf(np.zeros(shape), 2))
    assert ours.gamma.rvs(cp.zeros((0,)), size=(0,)).shape == (0,)


@pytest.mark.parametrize("dtype", ["?", "i1", "u1", "i8", "u8", "f2", "f4", "f8"])
def test_dtypes(dtype):
    x = np.array([0, 1, 1, 0], dtype)
    for name, shapes in [("norm", ()), ("gamma", (2.5,)), ("binom", (3, 0.375))]:
        law, scipys = of(name)
        method = "pmf" if name in DISCRETE else "pdf"
        for parameters in (shapes, tuple(np.float32(shape) for shape in shapes)):
            # SciPy computes with float32 parameters in single precision, and returns float64.
            close(getattr(law, method)(cp.asarray(x), *parameters), getattr(scipys, method)(x.astype(float), *shapes), 1e-12)
            close(law.cdf(cp.asarray(x)[0], *parameters), scipys.cdf(float(x[0]), *shapes), 1e-12)


def test_arguments():
    for method in ["pdf", "ppf"]:
        call = getattr(ours.gamma, method)
        wanted = host(call(0.5, 2.0, 1.0, 3.0))
        for args, kwds in [((2.0,), {"loc": 1.0, "scale": 3.0}), ((), {"a": 2, "loc": 1, "scale": 3}), ((2, 1), {"scale": 3})]:
            assert host(call(0.5, *args, **kwds)) == wanted
    for wrong in [
        lambda s: s.norm.pdf(1, 2, 3, 4), lambda s: s.gamma.pdf(1), lambda s: s.gamma.pdf(1, foo=2), lambda s: s.gamma.pdf(1, 2, a=2), lambda s: s.norm.pdf(),
        lambda s: s.norm(1, 2, 3), lambda s: s.gamma(), lambda s: s.gamma(2).pdf(), lambda s: s.norm.interval(2), lambda s: s.norm.interval([0.1, 1.5]),
        lambda s: s.norm.rvs(foo=1), lambda s: s.norm.rvs(random_state="x"), lambda s: s.poisson.fit([1]), lambda s: s.poisson(3).logpdf(2),
        lambda s: s.norm.rvs(size=2, loc=[1, 2, 3]), lambda s: s.norm.rvs(scale=-1), lambda s: s.poisson.pmf(1, 2, scale=3),
    ]:  # fmt: skip
        error, scipys = outcome(lambda: wrong(ours))[1], outcome(lambda: wrong(stats))[1]
        assert type(error) is type(scipys), (error, scipys)
    with pytest.raises(TypeError):
        ours.norm.pdf(np.ones(2))
    with pytest.raises(TypeError):
        ours.norm.pdf(1j)
    with pytest.raises(TypeError):
        ours.norm.cdf(cp.array([1j]))
    with pytest.raises(TypeError):
        ours.norm.cdf("a")


def test_frozen():
    x = cp.linspace(0.1, 3, 7)
    for name, shapes in [("gamma", (2.5,)), ("norm", ()), ("poisson", (2.5,))]:
        law, scipys = of(name)
        parameters = placed(name, shapes, True)
        frozen, theirs = law(*parameters), scipys(*parameters)
        method = "pmf" if name in DISCRETE else "pdf"
        for each in [method, f"log{method}", "cdf", "sf", "logcdf", "logsf"]:
            np.testing.assert_array_equal(host(getattr(frozen, each)(x)), host(getattr(law, each)(x, *parameters)))
        for each in ["mean", "median", "var", "std", "entropy", "stats", "support"]:
            np.testing.assert_allclose(host(getattr(frozen, each)()), getattr(theirs, each)(), rtol=1e-12)
        np.testing.assert_allclose(host(frozen.stats("mvsk")), theirs.stats("mvsk"), rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(host(frozen.interval(0.5)), theirs.interval(0.5), rtol=1e-12)
        assert float(frozen.moment(2)) == pytest.approx(theirs.moment(2)) and float(frozen.ppf(0.3)) == pytest.approx(theirs.ppf(0.3))
        assert float(frozen.isf(0.3)) == pytest.approx(theirs.isf(0.3)) and frozen.args == theirs.args and frozen.kwds == theirs.kwds
        assert (float(frozen.a), float(frozen.b)) == (theirs.a, theirs.b)
        assert frozen.rvs(5, random_state=3).shape == (5,) and frozen.dist is law
        again = pickle.loads(pickle.dumps(frozen))
        assert again.dist is law and again.args == parameters
        assert pickle.loads(pickle.dumps(law)) is law and name in repr(law) and name in repr(frozen)
    frozen = ours.norm(loc=[1.0, 2.0])
    assert frozen.cdf(1.5).shape == (2,)
    frozen.random_state = 5
    first = host(frozen.rvs())
    frozen.random_state = 5
    np.testing.assert_array_equal(host(frozen.rvs()), first)


def test_names_signatures_and_documentation():
    assert set(FAMILIES) <= set(ours.__all__)
    for name in FAMILIES:
        law, scipys = of(name)
        assert law.name == scipys.name if name != "reciprocal" else law is ours.loguniform
        assert law.shapes == scipys.shapes and law.numargs == scipys.numargs
        for method in [each for each in dir(type(law)) if not each.startswith("_") and callable(getattr(law, each))]:
            own = inspect.signature(getattr(law, method))
            theirs = inspect.signature(getattr(scipys, method))
            if method not in ("stats", "rvs", "fit", "moment", "interval", "isf", "freeze", "support"):
                # SciPy 1.18 gives the keywords of `entropy` another name.
                names = ["kwds" if name == "kwargs" else name for name in theirs.parameters]
                assert list(own.parameters) == names or list(own.parameters) == list(theirs.parameters), method
            assert getattr(law, method).__doc__
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        test = doctest.DocTestParser().get_doctest(law.__doc__, {"cp": cp}, name, None, 0)
        assert test.examples and runner.run(test).failed == 0
    test = doctest.DocTestParser().get_doctest(type(ours.multivariate_normal).__doc__, {"cp": cp}, "multivariate_normal", None, 0)
    assert test.examples and doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_ends():
    """Densities at the ends of the support."""
    for name, shapes, x, wanted in [
        ("gamma", (0.5,), 0, np.inf), ("gamma", (1,), 0, 1), ("gamma", (2,), 0, 0), ("chi2", (2,), 0, 0.5), ("beta", (1, 3), 0, 3), ("beta", (0.5, 1), 0, np.inf),
        ("beta", (3, 1), 1, 3), ("f", (2, 5), 0, 1), ("f", (1, 5), 0, np.inf), ("expon", (), 0, 1), ("lognorm", (1,), 0, 0), ("pareto", (3,), 1, 3),
        ("uniform", (), 1, 1), ("weibull_min", (0.5,), 0, np.inf), ("weibull_min", (1,), 0, 1), ("weibull_max", (1,), 0, 1), ("rayleigh", (), 0, 0),
        ("chi", (1,), 0, np.sqrt(2 / np.pi)), ("nakagami", (0.5,), 0, np.sqrt(2 / np.pi)), ("invgamma", (2,), 0, 0), ("powerlaw", (0.5,), 0, 0),
        ("invgauss", (1,), 0, 0), ("triang", (0,), 0, 2), ("triang", (1,), 1, 2), ("genextreme", (1,), 1, 1), ("truncnorm", (0, 1), 0, stats.truncnorm.pdf(0, 0, 1)),
    ]:  # fmt: skip
        for value in (x, cp.array([float(x)])):
            got = float(getattr(ours, name).pdf(value, *shapes))
            assert got == pytest.approx(wanted, rel=1e-13), name
            assert float(getattr(ours, name).logpdf(value, *shapes)) == pytest.approx(float(np.log(wanted)), abs=1e-13), name
            assert got == pytest.approx(float(getattr(stats, name).pdf(x, *shapes)), rel=1e-13), name


def test_limits_at_ends():
    """Densities at zero of which SciPy's are NaN or zero."""
    for (name, shapes), wanted in stats_exact.AT_ZERO.items():
        for value in (0.0, cp.zeros(1)):
            assert float(getattr(ours, name).pdf(value, *shapes)) == pytest.approx(wanted, rel=1e-13), (name, shapes)
            assert float(getattr(ours, name).logpdf(value, *shapes)) == pytest.approx(float(np.log(wanted)), abs=1e-13), (name, shapes)


def test_small_tails_of_skewed_ones():
    """The tail away from the skew, where Owen's function and the normal one cancel."""
    for a in (1e-3, 0.5, 3.0, 20.0, 1e3):
        x = np.array([-0.1, -0.3, -1.0, -2.0, -4.0, -8.0, -12.0])
        wanted = np.array([stats_exact.skewed_tail(each, a) for each in x])
        counts = wanted > 1e-290
        # An exponential has the error of its exponent.
        bound = 1e-15 * (20 - 2 * np.log(wanted[counts]))
        for got in (ours.skewnorm.cdf(cp.asarray(x), a), ours.skewnorm.sf(cp.asarray(-x), -a)):
            assert (np.abs(host(got) / wanted - 1)[counts] < bound).all(), (a, host(got), wanted)
        q = np.array([1e-250, 1e-100, 1e-20, 1e-5])
        for got in (host(ours.skewnorm.ppf(cp.asarray(q), a)), -host(ours.skewnorm.isf(cp.asarray(q), -a))):
            again = np.array([stats_exact.skewed_tail(each, a) for each in got])
            np.testing.assert_allclose(again, q, rtol=1e-11)


def test_far_tails_of_noncentral_ones():
    """Sums whose terms about the mean of the weights are too small numbers."""
    for df, nc in [(1.0, 16.0), (3.0, 2.0), (10.0, 300.0)]:
        for x in (1e-307, 1e-200, 1e-40, 1e-3, 3.0, 40.0, 2500.0):
            lower, upper = stats_exact.noncentral_tails(x, df, nc)
            for got, wanted in [(ours.ncx2.cdf(x, df, nc), lower), (ours.ncx2.sf(x, df, nc), upper)]:
                assert float(got) == pytest.approx(wanted, rel=1e-11, abs=1e-300), (x, df, nc)
    q = np.array([1e-30, 1e-10, 1e-3])
    folded = host(ours.foldnorm.ppf(cp.asarray(q), 4.0))
    np.testing.assert_allclose([stats_exact.noncentral_tails(x**2, 1, 16)[0] for x in folded], q, rtol=1e-12)


# Beside an upper end quantiles have no digits of their distance from it.
@pytest.mark.parametrize("name", sorted(stats_exact.INTEGRATED - {"gausshyper"}))
def test_small_tails_of_mixtures(name):
    q = np.array([1e-200, 1e-60, 1e-12, 1e-3, 0.3])
    for shapes in FAMILIES[name]:
        law = getattr(ours, name)
        for method, other, side in [("ppf", "cdf", 0), ("isf", "sf", 1)]:
            x = host(getattr(law, method)(cp.asarray(q), *shapes))
            # The exponential of a tail has the error of its exponent.
            np.testing.assert_allclose([stats_exact.tails(name, shapes, each)[side] for each in x], q, rtol=2e-12)
            np.testing.assert_allclose(host(getattr(law, other)(cp.asarray(x), *shapes)), q, rtol=2e-12)


def test_moments_of_hyperbolic_ones():
    for shapes in FAMILIES["norminvgauss"]:
        for order in (1, 2, 3, 4):
            close(ours.norminvgauss.moment(order, *shapes), stats.norminvgauss.moment(order, *shapes), 1e-10)


def test_hyperbolic_ones_of_full_skewness():
    """As large a skewness as there is, where SciPy's are NaN: the mixing variable is the inverse of a gamma one."""
    # Without skewness Student's.
    df = 3.0
    x = np.array([-5.0, -0.3, 0.0, 1.0, 40.0])
    for method in ["pdf", "logpdf", "cdf", "sf", "logcdf", "logsf"]:
        np.testing.assert_allclose(host(getattr(ours.genhyperbolic, method)(cp.asarray(x), -df / 2, 0, 0)), getattr(stats.t, method)(x, df, scale=df**-0.5), rtol=1e-11)
    np.testing.assert_allclose(host(ours.genhyperbolic.ppf([1e-9, 0.3, 0.9], -df / 2, 0, 0)), stats.t.ppf([1e-9, 0.3, 0.9], df, scale=df**-0.5), rtol=1e-11)
    drawn = ours.genhyperbolic.rvs(-df / 2, 0, 0, size=20_000, random_state=3)
    assert stats.kstest(drawn.get(), stats.t(df, scale=df**-0.5).cdf).pvalue > 1e-4
    near, full = (host(ours.genhyperbolic.cdf(cp.asarray(x), -2.5, 1.5, b)) for b in (1.5 - 1e-12, 1.5))
    np.testing.assert_allclose(full, near, rtol=1e-8)


def test_fits_of_counted_shapes():
    """The shape of these is a count, which is given."""
    for name in ("irwinhall", "ksone"):
        data = sample(name, (5,), 200)
        with pytest.raises(NotImplementedError):
            getattr(ours, name).fit(cp.asarray(data))
        shape, loc, scale = getattr(ours, name).fit(cp.asarray(data), f0=5)
        law = getattr(stats, name)
        assert shape == 5 and np.sum(law.logpdf(data, 5, loc, scale)) >= np.sum(law.logpdf(data, 5)) - 1e-9


def test_counts_of_heavy_tails():
    """Far out, where the probability is a power of the count."""
    n, a, b = 3, 0.7, 2.0
    assert float(ours.betanbinom.sf(1e12, n, a, b)) == pytest.approx(special_power(1e12, n, a, b), rel=1e-9)
    k = float(ours.betanbinom.isf(1e-8, n, a, b))
    assert float(ours.betanbinom.sf(k, n, a, b)) <= 1e-8 < float(ours.betanbinom.sf(k - 1, n, a, b))
    # The sum of the entropy to here, and the integral of the powers beyond.
    mass = np.exp(logarithm := stats.betanbinom.logpmf(np.arange(2_000_000), n, a, b))
    start = 2_000_000 - 0.5
    log_scale = logarithm[-1] + (a + 1) * np.log(2_000_000 - 1)
    rest = np.exp(log_scale - a * np.log(start)) / a * ((a + 1) * (np.log(start) + 1 / a) - log_scale)
    assert float(ours.betanbinom.entropy(n, a, b)) == pytest.approx(-np.sum(mass * logarithm) + rest, rel=1e-8)
    # Sums of as many terms as there are whole numbers.
    assert float(ours.zipfian.cdf(2.0**52, 0, 2**53)) == pytest.approx(0.5, rel=1e-14)
    assert float(ours.zipfian.mean(0, 2**53)) == pytest.approx(2.0**52, rel=1e-14)
    assert float(ours.zipfian.sf(10**9, 1, 10**12)) == pytest.approx(np.log(1000) / (np.log(1e12) + np.euler_gamma), rel=1e-9)
    assert float(ours.zipfian.entropy(0, 10**15)) == pytest.approx(15 * np.log(10), rel=1e-13)


def special_power(k, n, a, b):
    """The tail of the negative binomial distribution of a beta variable far out."""
    constant = scipy_special.gammaln(a + n) - scipy_special.betaln(a, b) - scipy_special.gammaln(n)
    return np.exp(constant - a * np.log(k)) / a


def test_small_tails_of_angles():
    q = np.array([1e-100, 1e-20, 1e-5, 0.3, 0.4999])
    for kappa in (0.0, 0.1, 4.0, 60.0, 1e3):
        for law in (ours.vonmises, ours.vonmises_line):
            for got in (-host(law.ppf(cp.asarray(q), kappa)), host(law.isf(cp.asarray(q), kappa))):
                # Within roundings of the angle, which are all of the tail beside pi, and of the probability.
                nearer, farther = (np.array([float(stats_exact.circular_tail(y * (1 + e), kappa)) if y * (1 + e) < np.pi else 0.0 for y in got]) for e in (-4e-15, 4e-15))
                assert (nearer * (1 + 4e-15) >= q).all() and (farther * (1 - 4e-15) <= q).all(), (kappa, got)
            x = np.linspace(0.1, 3.1, 7)
            wanted = np.array([float(stats_exact.circular_tail(y, kappa)) for y in x])
            counts = wanted > 1e-290
            np.testing.assert_allclose(host(law.sf(cp.asarray(x), kappa))[counts], wanted[counts], rtol=1e-12)
            np.testing.assert_allclose(host(law.cdf(cp.asarray(-x), kappa))[counts], wanted[counts], rtol=1e-12)


def test_degenerate_counts():
    """Counts that are certain, of which SciPy's own values are NaN or wrong for some."""
    k = cp.arange(-1, 5)
    for name, shapes, certain in [("binom", (3, 0), 0), ("binom", (3, 1), 3), ("binom", (0, 0.4), 0), ("poisson", (0,), 0), ("geom", (1,), 1), ("nbinom", (3, 1), 0),
                                  ("hypergeom", (50, 0, 3), 0), ("hypergeom", (50, 50, 3), 3), ("bernoulli", (0,), 0), ("bernoulli", (1,), 1), ("randint", (2, 3), 2)]:  # fmt: skip
        law, scipys = of(name)
        np.testing.assert_array_equal(host(law.pmf(k, *shapes)), np.arange(-1, 5) == certain, err_msg=name)
        np.testing.assert_array_equal(host(law.cdf(k, *shapes)), np.arange(-1, 5) >= certain, err_msg=name)
        np.testing.assert_array_equal(host(law.sf(k, *shapes)), np.arange(-1, 5) < certain, err_msg=name)
        np.testing.assert_array_equal(host(law.ppf([0.2, 0.7], *shapes)), [certain] * 2, err_msg=name)
        np.testing.assert_array_equal(host(law.isf([0.2, 0.7], *shapes)), [certain] * 2, err_msg=name)
        assert float(law.entropy(*shapes)) == 0 and float(law.mean(*shapes)) == certain and float(law.var(*shapes)) == 0
        assert (host(law.rvs(*shapes, size=5)) == certain).all()


def test_counts_between_whole_numbers():
    for name in DISCRETE:
        law, scipys = of(name)
        shapes = FAMILIES[name][-1]
        k = scipys.ppf([0.1, 0.5, 0.9], *shapes)
        assert (host(law.pmf(cp.asarray(k + 0.5), *shapes)) == 0).all()
        np.testing.assert_array_equal(host(law.cdf(cp.asarray(k + 0.5), *shapes)), host(law.cdf(cp.asarray(k), *shapes)))
        # The quantile of each count's own probability is the count.
        np.testing.assert_array_equal(host(law.ppf(law.cdf(cp.asarray(k), *shapes), *shapes)), k)
        np.testing.assert_array_equal(host(law.isf(law.sf(cp.asarray(k), *shapes), *shapes)), k)


def test_entropies_of_large_counts():
    """By sums; SciPy's end too early."""
    for name, shapes, far in [("poisson", (1e4,), 10), ("poisson", (1.2e4,), 10), ("nbinom", (0.3, 0.01), 60), ("binom", (10**5, 0.3), 10), ("hypergeom", (10**5, 3 * 10**4, 500), 10)]:
        law = getattr(stats, name)(*shapes)
        k = np.arange(max(0, law.mean() - far * law.std()) // 1, law.mean() + far * law.std())
        mass = law.pmf(k)
        close(getattr(ours, name).entropy(*shapes), -np.sum(mass[mass > 0] * np.log(mass[mass > 0])), 1e-8)


NUMBER = 1_000_000 if LONG else 10_000
# A draw of these, or SciPy's distribution function, takes a third of a millisecond.
SLOW_DRAWS = {"ksone", "irwinhall", "genhyperbolic", "geninvgauss"}


@pytest.mark.parametrize("name", FAMILIES)
def test_draws_follow_their_law(name):
    law, scipys = of(name)
    number = NUMBER if LONG or name not in SLOW_DRAWS else NUMBER // 5
    for seed, shapes in enumerate(FAMILIES[name]):
        parameters = placed(name, shapes, seed % 2 == 1)
        drawn = law.rvs(*parameters, size=number, random_state=np.int64(seed + 5))
        frozen = scipys(*parameters)
        if name not in DISCRETE:
            assert drawn.shape == (number,) and drawn.dtype == np.float64
            # SciPy's distribution functions of these are adaptive integrals, of milliseconds each.
            lower = (lambda x, law=law, parameters=parameters: host(law.cdf(cp.asarray(x), *parameters))) if name in stats_exact.INTEGRATED else frozen.cdf
            assert stats.kstest(drawn.get(), lower).pvalue > 1e-4, shapes
            continue
        assert drawn.dtype == np.int64
        drawn = drawn.get()
        low, high = frozen.support()
        assert drawn.min() >= low and drawn.max() <= high
        # The distance of distribution functions at each count, within what a sample of this size leaves.
        counts, frequency = np.unique(drawn, return_counts=True)
        # SciPy's distribution function of this one adds up all probabilities.
        wanted = 1 - scipy_special.zeta(shapes[0], counts - frozen.support()[0] + 2.0) / scipy_special.zeta(shapes[0]) if name == "zipf" else frozen.cdf(counts)
        assert np.abs(np.cumsum(frequency) / number - wanted).max() < 2.3 / np.sqrt(number), shapes


def test_shapes_and_states_of_draws():
    for size, shape in [(None, ()), (3, (3,)), ((), ()), ((2, 3), (2, 3)), ([4], (4,))]:
        assert ours.gamma.rvs(2.0, size=size, random_state=1).shape == shape
    assert ours.norm.rvs(loc=cp.zeros((3, 1)), scale=[1.0, 2.0], random_state=1).shape == (3, 2)
    assert ours.norm.rvs(loc=cp.zeros(3), size=(2, 3), random_state=1).shape == (2, 3)
    with pytest.raises(ValueError):
        ours.norm.rvs(loc=cp.zeros(3), size=(3, 2))
    assert ours.norm.rvs(1.0, 2.0, 5).shape == (5,)
    first = host(ours.beta.rvs(2, 3, size=9, random_state=7))
    np.testing.assert_array_equal(host(ours.beta.rvs(2, 3, size=9, random_state=cp.random.RandomState(7))), first)
    np.testing.assert_array_equal(host(ours.beta.rvs(2, 3, size=9, random_state=cp.random.default_rng(7))), first)
    cp.random.seed(7)
    np.testing.assert_array_equal(host(ours.beta.rvs(2, 3, size=9)), first)
    assert (host(ours.beta.rvs(2, 3, size=9)) != first).any()
    ours.beta.random_state = 7
    np.testing.assert_array_equal(host(ours.beta.rvs(2, 3, size=9)), first)
    ours.beta.random_state = None
    assert ours.beta.random_state is cp.random.get_random_state()


def test_draws_of_no_scale():
    assert (host(ours.gamma.rvs(2.0, loc=3.0, scale=0.0, size=4)) == 3.0).all()
    assert (stats.gamma.rvs(2.0, loc=3.0, scale=0.0, size=4) == 3.0).all()


# Fits in closed form, and their fixed parameters.
CLOSED = [
    ("norm", {}), ("norm", {"floc": 1.0}), ("norm", {"fscale": 2.0}), ("expon", {}), ("expon", {"floc": 0.0}), ("expon", {"fscale": 2.0}), ("uniform", {}),
    ("uniform", {"floc": 0.0}), ("uniform", {"fscale": 50.0}), ("laplace", {}), ("laplace", {"floc": 2.0}), ("laplace", {"fscale": 2.0}), ("halfnorm", {}),
    ("halfnorm", {"floc": 0.0}), ("lognorm", {"floc": 0.0}), ("lognorm", {"floc": 0.0, "f0": 0.5}), ("lognorm", {"floc": 0.0, "fscale": 2.0}),
    ("rayleigh", {"floc": 0.0}), ("pareto", {"floc": 0.0}), ("pareto", {"floc": 0.0, "fscale": 0.1}),
]  # fmt: skip


def sample(name="gamma", shapes=(3.0,), count=301, seed=3):
    return getattr(stats, name)(*shapes).rvs(count, random_state=seed)


@pytest.mark.parametrize("name,known", CLOSED, ids=str)
def test_fits_in_closed_form(name, known):
    data = sample()
    got = getattr(ours, name).fit(cp.asarray(data), **known)
    assert all(type(each) is float for each in got)
    np.testing.assert_allclose(got, getattr(stats, name).fit(data, **known), rtol=1e-9)


SEARCHED = [
    ("gamma", (3.0,), {}), ("gamma", (3.0,), {"floc": 0.0}), ("gamma", (3.0,), {"f0": 2.0}), ("beta", (2.0, 3.0), {"floc": 0.0, "fscale": 1.0}),
    ("t", (4.0,), {}), ("chi2", (5.0,), {"floc": 0.0, "fscale": 1.0}), ("weibull_min", (1.7,), {"floc": 0.0}), ("weibull_min", (2.5,), {}),
    ("weibull_max", (2.5,), {"floc": 0.0}), ("logistic", (), {}), ("gumbel_r", (), {}), ("gumbel_l", (), {}), ("cauchy", (), {}), ("genextreme", (0.1,), {}),
    ("invgauss", (0.8,), {"floc": 0.0}), ("exponnorm", (2.0,), {}), ("lognorm", (0.5,), {}), ("rayleigh", (), {}), ("nakagami", (2.0,), {"floc": 0.0}),
    ("genpareto", (0.2,), {"floc": 0.0}), ("fisk", (3.0,), {"floc": 0.0}), ("gennorm", (1.5,), {}), ("johnsonsu", (0.5, 1.5), {"floc": 0.0, "fscale": 1.0}),
    ("rice", (2.0,), {"floc": 0.0}), ("pearson3", (0.8,), {}), ("exponpow", (1.7,), {"floc": 0.0}), ("skewcauchy", (0.3,), {}), ("semicircular", (), {}), ("anglit", (), {}),
    ("kappa3", (3.0,), {"floc": 0.0}), ("burr", (3.0, 1.5), {"floc": 0.0, "fscale": 1.0}), ("trapezoid", (0.2, 0.7), {"floc": 0.0, "fscale": 1.0}),
    ("skewnorm", (3.0,), {}), ("vonmises", (2.0,), {"fscale": 1.0}), ("genlogistic", (2.0,), {"floc": 0.0}),
    ("landau", (), {}), ("norminvgauss", (1.5, 0.5), {}), ("geninvgauss", (1.5, 2.0), {"floc": 0.0, "fscale": 1.0}), ("genhyperbolic", (1.0, 1.5, 0.3), {"floc": 0.0, "fscale": 1.0}),
    ("rel_breitwigner", (5.0,), {"floc": 0.0}), ("dpareto_lognorm", (0.5, 0.5, 3.0, 2.0), {"floc": 0.0, "fscale": 1.0}),
    ("invgamma", (4.0,), {"floc": 0.0}), ("f", (5.0, 9.0), {"floc": 0.0, "fscale": 1.0}), ("maxwell", (), {}), ("powerlaw", (2.0,), {"floc": 0.0, "fscale": 1.0}),
]  # fmt: skip


@pytest.mark.parametrize("name,shapes,known", SEARCHED, ids=str)
def test_searched_fits(name, shapes, known):
    """No parameters that SciPy finds are likelier, but for what ends its search."""
    data = sample(name, shapes, 200)
    scipys = getattr(stats, name)
    got, theirs = getattr(ours, name).fit(cp.asarray(data), **known), scipys.fit(data, **known)
    assert len(got) == len(theirs)
    cost, wanted = scipys.nnlf(got, data), scipys.nnlf(theirs, data)
    assert cost <= wanted + 1e-5 * abs(wanted), (got, theirs)
    for key, value in known.items():
        place = {"floc": -2, "fscale": -1, "f0": 0}[key]
        assert got[place] == value


def test_arguments_of_fits():
    data = cp.asarray(sample())
    for wrong in [lambda law, x: law.fit(x, floc=0, fscale=1), lambda law, x: law.fit(x, foo=1), lambda law, x: law.fit([1.0, np.nan]), lambda law, x: law.fit([1, np.inf])]:
        error, scipys = outcome(lambda: wrong(ours.norm, data))[1], outcome(lambda: wrong(stats.norm, sample()))[1]
        assert type(error) is type(scipys), (error, scipys)
    for name, known in [("expon", {"floc": 5.0}), ("uniform", {"fscale": 0.1}), ("lognorm", {"floc": 1.0}), ("pareto", {"floc": 1.0})]:
        with pytest.raises(ValueError):
            getattr(stats, name).fit(sample(), **known)
        with pytest.raises(ValueError):
            getattr(ours, name).fit(data, **known)
    with pytest.raises(ValueError):
        ours.gamma.fit(data, method="MM")
    with pytest.raises(ValueError):
        ours.gamma.fit(data, f0=1.0, fa=2.0)
    with pytest.raises(ValueError):
        ours.norm.fit([])
    with pytest.raises(TypeError):
        ours.gamma.fit(data, 1.0, 2.0)
    # Names of a known shape parameter, and where the search begins.
    assert ours.gamma.fit(data, fa=2.5)[0] == ours.gamma.fit(data, f0=2.5)[0] == ours.gamma.fit(data, fix_a=2.5)[0] == 2.5
    begun = ours.gamma.fit(data, 2.0, loc=-0.1, scale=0.5)
    np.testing.assert_allclose(begun, ours.gamma.fit(data), rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(ours.norm.fit([[1, 2], [3, 4]]), stats.norm.fit([[1, 2], [3, 4]]))
    np.testing.assert_allclose(ours.norm.fit(cp.array([1, 2, 4], "f4")), stats.norm.fit([1, 2, 4]), rtol=1e-12)


MEAN, COVARIANCE = [1.0, -2.0, 0.5], [[4.0, 1.0, 0.5], [1.0, 2.0, -0.3], [0.5, -0.3, 1.0]]


def test_multivariate_normal():
    law, scipys = ours.multivariate_normal, stats.multivariate_normal
    x = np.random.default_rng(4).normal(size=(2, 5, 3))
    for method in ["pdf", "logpdf"]:
        for points, arguments in [
            (x, (MEAN, COVARIANCE)), (x[0, 0], (MEAN, COVARIANCE)), (x[:1, :1], (MEAN, COVARIANCE)), (x, (MEAN,)), (x, (MEAN, 2.5)), (x, (MEAN, [1.0, 2.0, 3.0])),
            (x[..., 0], (None, None)), (x[0, :, 0], (1.0, 2.0)), (0.3, ()), (x, (None, COVARIANCE)), (np.full((2, 3), np.nan), (MEAN,)), (np.zeros((0, 3)), (MEAN,)),
        ][: 12 if method == "pdf" else 3]:  # fmt: skip
            if points is x[..., 0] or (np.ndim(points) == 2 and arguments == (None, None)):
                points = points[..., None]
            wanted = getattr(scipys, method)(points, *arguments)
            got = getattr(law, method)(cp.asarray(points), *[a if a is None else cp.asarray(a) for a in arguments])
            np.testing.assert_allclose(host(got), wanted, rtol=1e-12, atol=0)
    assert float(law.entropy(MEAN, COVARIANCE)) == pytest.approx(scipys.entropy(MEAN, COVARIANCE), rel=1e-13)
    frozen, theirs = law(MEAN, COVARIANCE), scipys(MEAN, COVARIANCE)
    for made in (frozen, pickle.loads(pickle.dumps(frozen))):
        np.testing.assert_allclose(host(made.logpdf(cp.asarray(x))), theirs.logpdf(x), rtol=1e-12)
        np.testing.assert_allclose(host(made.pdf(cp.asarray(x))), theirs.pdf(x), rtol=1e-12)
        np.testing.assert_array_equal(host(made.mean), theirs.mean)
        np.testing.assert_array_equal(host(made.cov), theirs.cov)
    assert float(frozen.entropy()) == pytest.approx(theirs.entropy(), rel=1e-13)
    assert pickle.loads(pickle.dumps(law)) is law


def test_singular_covariances():
    law, scipys = ours.multivariate_normal, stats.multivariate_normal
    singular = [[1.0, 1.0], [1.0, 1.0]]
    x = np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    got, wanted = host(law.logpdf(cp.asarray(x), [0, 0], singular, allow_singular=True)), scipys.logpdf(x, [0, 0], singular, allow_singular=True)
    np.testing.assert_allclose(got, wanted, rtol=1e-12)
    assert float(law.entropy([0, 0], singular)) == pytest.approx(scipys.entropy([0, 0], singular), rel=1e-12)
    for wrong in [
        lambda law: law.pdf([1, 2], [0, 1], singular), lambda law: law.pdf([1, 2], [0, 1], [[1, 2], [2, 1]]), lambda law: law.pdf([1, 2], [0, 1], [[1, 2, 3]]),
        lambda law: law.pdf([1, 2], [0, 1], [[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]), lambda law: law.pdf([1, 2], None, [1, 2]), lambda law: law.logpdf([[1, 2, 3]], [0, 0]),
        lambda law: law.fit([1, 2, 4]), lambda law: law.rvs([0, 1], [[1, 3], [3, 1]]), lambda law: law.fit([[1, 2], [3, 4]], fix_mean=[1]),
    ]:  # fmt: skip
        error, theirs = outcome(lambda: wrong(law))[1], outcome(lambda: wrong(scipys))[1]
        assert isinstance(error, ValueError) and isinstance(theirs, ValueError), (error, theirs)


def test_draws_and_fits_of_vectors():
    law, scipys = ours.multivariate_normal, stats.multivariate_normal
    for size, shape in [(1, (3,)), (5, (5, 3)), ((2, 4), (2, 4, 3))]:
        assert law.rvs(MEAN, COVARIANCE, size=size, random_state=1).shape == scipys.rvs(MEAN, COVARIANCE, size=size, random_state=1).shape == shape
    drawn = law(MEAN, COVARIANCE).rvs(NUMBER, random_state=cp.random.default_rng(2))
    mean, covariance = law.fit(drawn)
    np.testing.assert_allclose(host(mean), MEAN, atol=8 / np.sqrt(NUMBER))
    np.testing.assert_allclose(host(covariance), COVARIANCE, atol=30 / np.sqrt(NUMBER))
    for own, theirs in zip(law.fit(drawn), scipys.fit(drawn.get())):
        np.testing.assert_allclose(host(own), theirs, rtol=1e-9, atol=1e-12)
    for own, theirs in zip(law.fit(drawn, fix_mean=MEAN), scipys.fit(drawn.get(), fix_mean=MEAN)):
        np.testing.assert_allclose(host(own), theirs, rtol=1e-9, atol=1e-12)
    # The distances of whitened vectors are chi-square.
    distances = -2 * (law.logpdf(drawn, MEAN, COVARIANCE) - law.logpdf(cp.asarray(MEAN), MEAN, COVARIANCE))
    assert stats.kstest(distances.get(), stats.chi2(3).cdf).pvalue > 1e-4


@pytest.mark.skipif(sys.platform == "darwin", reason="NVIDIA's compiler is not to be had")
def test_devices_give_the_same_values(pytestconfig):
    """Functions of each family on the PTX machine, whose kernels are those of a GPU: but for logarithms and exponentials, which are the device's own."""
    program = """
import json
import sys

import numpy as np
import cuprust as cp
from cuprust.scipy import stats

assert str(cp.cuda.Device()) == "ptx"
for name, shapes, discrete in json.loads(sys.argv[1]):
    law, on = getattr(stats, name), []
    for device in ("cpu", "ptx"):
        arrays = [cp.asarray(np.full(1, shape), device=device) for shape in shapes]
        q = cp.asarray(np.array([0.0, 1e-200, 0.2, 0.7, 1.0]), device=device)
        x = law.ppf(cp.asarray(np.array([1e-9, 0.2, 0.7]), device=device), *arrays)
        density = law.logpmf if discrete else law.logpdf
        # Without parameters the entropy is a number.
        entropy = [law.entropy(*arrays)] if arrays else []
        on.append([r.get() for r in (law.ppf(q, *arrays), law.isf(q, *arrays), density(x, *arrays), law.cdf(x, *arrays), law.logsf(x, *arrays), *entropy)])
    for place, (cpu, ptx) in enumerate(zip(*on)):
        np.testing.assert_allclose(ptx, cpu, rtol=1e-13, atol=1e-14, err_msg=f"{name} {place}")
drawn = [stats.gamma.rvs(2.5, size=7, random_state=3).get() for _ in range(2)]
np.testing.assert_array_equal(*drawn)
print(stats.expon.fit(cp.array([1.0, 2.0, 6.0]), floc=0))
"""
    kernels = pytestconfig.cache.mkdir("kernels")
    environment = {**os.environ, "CUPRUST_DEVICE": "ptx", "CUPRUST_CACHE_DIR": str(kernels)}
    cases = [(name, [float(shape) for shape in each[-1]], name in DISCRETE) for name, each in FAMILIES.items()]
    cases = json.dumps(cases if LONG else cases[1::6])
    done = subprocess.run([sys.executable, "-c", program, cases], env=environment, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "(0.0, 3.0)\n", done.stdout + done.stderr[-6000:]
