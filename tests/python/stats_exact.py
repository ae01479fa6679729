"""Exact values of distributions where SciPy's are provably wrong, by mpmath, or by integrals of SciPy's densities."""

import functools
import math
from statistics import NormalDist

import mpmath
import numpy as np
from scipy import stats

# Above a concentration of 50 SciPy has the distribution function of von Mises from a normal one, to about five digits,
# and quantiles and moments that are made of it.
CIRCULAR = {("vonmises", (60,)), ("vonmises_line", (60,))}
# Distributions whose mean is zero, of which SciPy gives the rounding of an integral.
SYMMETRIC = {"vonmises", "vonmises_line"}
# Densities at zero, their limits: SciPy's are NaN, or zero where the density is infinite.
AT_ZERO = {
    ("exponweib", (0.7, 1.2)): np.inf, ("exponweib", (2.5, 0.8)): 0.0, ("exponweib", (1, 1)): 1.0, ("exponweib", (0.5, 2)): 1.0,
    ("ncx2", (0.7, 0.5)): np.inf, ("ncx2", (2, 0.5)): math.exp(-0.25) / 2,
}  # fmt: skip
# Families of which SciPy's quantile of a half has a rounding, and is zero.
CENTRED = {"hypsecant", "anglit"}


@functools.lru_cache(maxsize=None)
@mpmath.workdps(25)
def circular_tail(y, kappa):
    """The probability beyond an angle from zero to pi."""
    y = mpmath.mpf(y)
    width = 1 / (mpmath.mpf(kappa) * mpmath.sin(min(y, math.pi / 2)) + mpmath.sqrt(kappa) + 1)
    steps = [y, *(y + step * width for step in (1, 2, 4, 6, 9, 13, 18, 24, 32, 42, 55, 75, 100) if y + step * width < math.pi), mpmath.pi]
    # The quadrature ends at an absolute error: the first value, the largest, is taken out.
    shares = mpmath.quad(lambda t: mpmath.exp(kappa * (mpmath.cos(t) - mpmath.cos(y))), steps)
    return shares * mpmath.exp(kappa * (mpmath.cos(y) - 1)) / whole(kappa)


@functools.lru_cache(maxsize=None)
@mpmath.workdps(25)
def whole(kappa):
    return 2 * mpmath.pi * mpmath.besseli(0, kappa) * mpmath.exp(-kappa)


def circular(method, y, kappa):
    """A function of von Mises's distribution at an angle from -pi to pi, or at infinity."""
    beyond = abs(y) >= math.pi
    tail = mpmath.mpf(0) if beyond else circular_tail(abs(y), kappa)
    value = tail if (y < 0) == method.endswith("cdf") else 1 - tail
    if method.startswith("log"):
        value = mpmath.log(value) if value else -mpmath.inf
    return float(value)


def circular_quantile(p, kappa):
    """The angle below which von Mises's distribution has a probability, by Newton's steps from the normal quantile."""
    tail = mpmath.mpf(p) if p < 0.5 else 1 - mpmath.mpf(p)
    y = -NormalDist().inv_cdf(float(tail)) / math.sqrt(kappa)
    for _ in range(5 if p != 0.5 else 0):
        step = (circular_tail(y, kappa) - tail) * whole(kappa) / mpmath.exp(kappa * (mpmath.cos(y) - 1))
        y += step
        # The next step's size is about this one's square.
        if abs(step) <= 1e-12 * abs(y):
            break
    return float(-y if p < 0.5 else y)


# Families whose distribution functions are SciPy's adaptive integrals, of about eight digits.
INTEGRATED = {"norminvgauss", "genhyperbolic", "geninvgauss", "gausshyper"}
POINTS, WEIGHTS = np.polynomial.legendre.leggauss(20)


def rule(edges):
    """The points and the weights of Gauss's rule on each of the intervals between numbers."""
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half + half * POINTS).ravel(), (half * WEIGHTS).ravel()


@functools.lru_cache(maxsize=None)
def frozen(name, shapes):
    """A distribution of SciPy's with its deviation, which is an integral of some."""
    law = getattr(stats, name)(*shapes)
    return law, float(law.std())


@functools.lru_cache(maxsize=None)
def tails(name, shapes, x):
    """The probabilities below and above a number, by the rule over a logarithm or a hyperbolic sine of the distance."""
    if name == "gausshyper":
        return gauss_hypergeometric_tails(x, *shapes)
    law, deviation = frozen(name, shapes)
    t, weights = rule(np.concatenate([[0.0], 2.0 ** np.arange(-14, -3), np.linspace(0, 40, 321)[2:]]))
    if law.support()[0] == 0:
        parts = [x * np.exp(sign * t) for sign in (-1, 1)]
        return [float(np.sum(law.pdf(y) * y * weights)) for y in parts]
    width = deviation / 4
    inside = t < 25
    parts = [x + sign * width * np.sinh(t[inside]) for sign in (-1, 1)]
    # Far out SciPy's densities are NaN.
    return [float(np.sum(np.nan_to_num(law.pdf(y)) * width * np.cosh(t[inside]) * weights[inside])) for y in parts]


def tail_value(name, shapes, method, x):
    lower, upper = tails(name, shapes, x)
    value, other = (lower, upper) if method.endswith("cdf") else (upper, lower)
    if method.startswith("log"):
        return math.log(value) if value < 0.5 else math.log1p(-other)
    return value


def correct(name, shapes, method, standard, wanted, scale=1.0):
    """SciPy's values of a function at points of the standard form, with the exact ones where they are wrong."""
    wanted = np.array(wanted, float)
    if name in NONCENTRAL:
        return np.array([noncentral_value(name, shapes, method, y) for y in standard])
    if method in ("pdf", "logpdf", "pmf", "logpmf"):
        if name == "kstwobign":
            # SciPy's series ends too early.
            inside = (standard > 0.5) & (standard < 10)
            density = [kolmogorov_density(float(x)) / scale for x in standard[inside]]
            wanted[inside] = [float(mpmath.log(each) if method == "logpdf" else each) for each in density]
        if name == "cosine":
            # SciPy's is zero where the cosine rounds to minus one.
            ends = abs(standard) == np.pi
            wanted[ends] = float(mpmath.cos(mpmath.mpf(np.pi) / 2) ** 2 / mpmath.pi) / scale
            wanted[ends] = np.log(wanted[ends]) if method == "logpdf" else wanted[ends]
        if name == "genhalflogistic" and shapes[0] > 1:
            wanted[standard == 1 / shapes[0]] = np.inf
        if (name, shapes) in AT_ZERO:
            limit = AT_ZERO[name, shapes] / scale
            wanted[standard == 0] = limit if method == "pdf" else np.log(limit)
        # SciPy's density at infinity is NaN for some families; it is zero.
        wanted[np.isinf(standard) & np.isnan(wanted)] = -np.inf if method.startswith("log") else 0.0
        return wanted
    if (name, shapes) in CIRCULAR:
        return np.array([math.nan if np.isnan(y) else circular(method, float(y), *shapes) for y in standard])
    if name in INTEGRATED:
        low, high = getattr(stats, name)(*shapes).support()
        inside = np.isfinite(standard) & (standard > low) & (standard < high)
        wanted[inside] = [tail_value(name, shapes, method, float(x)) for x in standard[inside]]
        wanted[standard <= low] = {"cdf": 0.0, "sf": 1.0, "logcdf": -np.inf, "logsf": 0.0}[method]
        wanted[standard >= high] = {"cdf": 1.0, "sf": 0.0, "logcdf": 0.0, "logsf": -np.inf}[method]
    if name == "skellam":
        # SciPy's logarithms are NaN.
        wanted[standard == -np.inf] = {"cdf": 0.0, "sf": 1.0, "logcdf": -np.inf, "logsf": 0.0}[method]
    if name == "nhypergeom":
        # SciPy adds up probabilities of logarithms of beta functions.
        inside = np.isfinite(standard) & (standard >= 0)
        wanted[inside] = [hypergeometric_failures(method, int(k), *shapes) for k in np.floor(standard[inside])]
    if name == "arcsine":
        # SciPy takes the arc sine of the root of x, which has lost the digits of 1 - x, and complements of it.
        inside = (standard > 0) & (standard < 1)
        part = (lambda y: y) if method.endswith("cdf") else (lambda y: 1 - y)
        with mpmath.workdps(40):
            exact = [mpmath.asin(mpmath.sqrt(part(mpmath.mpf(float(y))))) * 2 / mpmath.pi for y in standard[inside]]
            wanted[inside] = [float(mpmath.log(each) if method.startswith("log") else each) for each in exact]
    return wanted


def correct_quantiles(name, shapes, method, q, wanted, loc, scale):
    """As `correct`, of quantiles."""
    wanted = np.array(wanted, float)
    if (name, shapes) in CIRCULAR:
        inside = (q > 0) & (q < 1)
        sign = 1 if method == "ppf" else -1
        wanted[inside] = [loc + scale * sign * circular_quantile(float(each), *shapes) for each in q[inside]]
    if name in CENTRED:
        wanted[q == 0.5] = loc
    if name in INTEGRATED:
        law, _ = frozen(name, shapes)
        for place in np.flatnonzero((q > 0) & (q < 1)):
            # SciPy's own search for `isf` fails for some.
            x = law.ppf(q[place] if method == "ppf" else 1 - q[place])
            for _ in range(3):
                lower, upper = tails(name, shapes, x)
                x += (q[place] - lower if method == "ppf" else upper - q[place]) / law.pdf(x)
            is_middle = name == "genhyperbolic" and shapes[2] == 0 and q[place] == 0.5
            wanted[place] = loc if is_middle else loc + scale * x
    return wanted


# SciPy's probabilities of these have an absolute error.
NONCENTRAL = {"nchypergeom_fisher", "nchypergeom_wallenius"}


@functools.lru_cache(maxsize=None)
@mpmath.workdps(50)
def noncentral_masses(name, total, good, draws, odds):
    """The fewest good ones, and the probabilities of them and more: the definition, or draws one after another."""
    total, good, draws = (int(each) for each in (total, good, draws))
    bad, odds = total - good, mpmath.mpf(odds)
    low, high = max(0, draws - bad), min(good, draws)
    if name == "nchypergeom_fisher":
        masses = [mpmath.mpf(math.comb(good, k) * math.comb(bad, draws - k)) * odds**k for k in range(low, high + 1)]
        whole = mpmath.fsum(masses)
        return low, [mass / whole for mass in masses]
    masses = {0: mpmath.mpf(1)}
    for drawn in range(draws):
        following = {}
        for k, mass in masses.items():
            share = mass / (odds * (good - k) + bad - (drawn - k))
            for more, rate in ((1, odds * (good - k)), (0, bad - (drawn - k))):
                if rate:
                    following[k + more] = following.get(k + more, 0) + share * rate
        masses = following
    return low, [masses[k] for k in range(low, high + 1)]


@mpmath.workdps(50)
def noncentral_value(name, shapes, method, y):
    """A function of a noncentral hypergeometric distribution."""
    if np.isnan(y):
        return math.nan
    low, masses = noncentral_masses(name, *shapes)
    place = min(max(math.floor(y) if np.isfinite(y) else math.copysign(1e9, y), low - 1), low + len(masses)) - low
    if method.endswith("pmf"):
        value = masses[int(place)] if 0 <= place < len(masses) and y == math.floor(y) else mpmath.mpf(0)
    else:
        lower = mpmath.fsum(masses[: int(place) + 1])
        value = lower if method.endswith("cdf") else mpmath.fsum(masses[int(place) + 1 :])
        value = value if place < len(masses) - 1 else mpmath.mpf(method.endswith("cdf"))
        value = value if place >= 0 else mpmath.mpf(method.endswith("sf"))
    return float((mpmath.log(value) if value else -mpmath.inf) if method.startswith("log") else value)


@mpmath.workdps(40)
def gauss_hypergeometric_parts(x, a, b, c, z):
    """The probabilities below and above a number: integrals over parts of its distance from the ends, as the quadrature ends at an absolute error."""
    x, a, b, c, z = (mpmath.mpf(each) for each in (x, a, b, c, z))
    whole, y = mpmath.beta(a, b) * mpmath.hyp2f1(c, a, a + b, -z), 1 - x
    lower = x**a * mpmath.quad(lambda t: t ** (a - 1) * (1 - x * t) ** (b - 1) * (1 + z * x * t) ** -c, [0, 0.5, 1])
    upper = y**b * mpmath.quad(lambda t: t ** (b - 1) * (1 - y * t) ** (a - 1) * (1 + z - z * y * t) ** -c, [0, 0.5, 1])
    return lower / whole, upper / whole


@functools.lru_cache(maxsize=None)
def gauss_hypergeometric_tails(x, *shapes):
    lower, upper = gauss_hypergeometric_parts(x, *shapes)
    return float(lower), float(upper)


def gauss_hypergeometric_density(x, a, b, c, z):
    return x ** (a - 1) * (1 - x) ** (b - 1) * (1 + z * x) ** -c / (mpmath.beta(a, b) * mpmath.hyp2f1(c, a, a + b, -z))


def skewed_tail(x, a):
    """The probability below a negative number of the skewed normal distribution of a positive shape: Owen's integral."""
    x, a = mpmath.mpf(float(x)), mpmath.mpf(a)
    width = 1 / (x * x * (a + 1) + 1 / (a + 1))
    edges = [a, *(a + step * width for step in (0.3, 1, 3, 8, 20, 50, 100)), mpmath.inf]
    factor = mpmath.exp(-x * x * (1 + a * a) / 2) / mpmath.pi
    return float(factor * mpmath.quad(lambda t: mpmath.exp(-x * x * (t - a) * (t + a) / 2) / (1 + t * t), edges))


def noncentral_tails(x, df, nc):
    """The probabilities below and above a number of the noncentral chi-square distribution: the sums over its weights."""
    with mpmath.workdps(30):
        x, a, mean = mpmath.mpf(float(x)) / 2, mpmath.mpf(df) / 2, mpmath.mpf(nc) / 2
        count = int(60 + 3 * mean + mpmath.sqrt(x * mean) * 3 + x + 40 * mpmath.sqrt(x))
        weight, lower, upper = mpmath.exp(-mean), mpmath.mpf(0), mpmath.mpf(0)
        # P(a + j) = P(a + j - 1) - x^(a + j - 1) e^-x/gamma(a + j), from the last on, and Q the other way.
        power = [mpmath.exp((a + j) * mpmath.log(x) - x - mpmath.loggamma(a + j + 1)) for j in range(count)]
        below = [mpmath.mpf(0)]
        for j in reversed(range(count)):
            below.append(below[-1] + power[j])
        above = mpmath.gammainc(a, x, regularized=True)
        for j in range(count):
            lower += weight * below[count - j]
            upper += weight * above
            above += power[j]
            weight *= mean / (j + 1)
        return float(lower), float(upper)


def hypergeometric_failures(method, k, total, n, r):
    """The probability of at most k successes, or of more, before the r-th failure: of at least r failures among k + r draws."""
    drawn = min(k, n) + r
    at_most = sum(math.comb(n, i) * math.comb(total - n, drawn - i) for i in range(min(k, n) + 1))
    lower = mpmath.mpf(at_most) / math.comb(total, drawn)
    value = lower if method.endswith("cdf") else 1 - lower
    return float((mpmath.log(value) if value else -mpmath.inf) if method.startswith("log") else value)


def kolmogorov_density(x):
    with mpmath.workdps(60):
        return 8 * x * mpmath.fsum((-1) ** (k - 1) * k * k * mpmath.exp(-2 * k * k * mpmath.mpf(x) ** 2) for k in range(1, int(9 / x) + 9))


@functools.lru_cache(maxsize=None)
def argus_factor(chi):
    return chi**3 / (mpmath.sqrt(2 * mpmath.pi) * mpmath.gammainc(1.5, 0, chi**2 / 2, regularized=True) / 2)


def argus_density(x, chi):
    return argus_factor(chi) * x * mpmath.sqrt(1 - x * x) * mpmath.exp(-(chi**2) * (1 - x * x) / 2)


def wrapped_density(x, c):
    return (1 - c * c) / (2 * mpmath.pi * (1 + c * c - 2 * c * mpmath.cos(x)))


def exponential_power_density(x, b):
    return b * x ** (b - 1) * mpmath.exp(x**b - mpmath.expm1(x**b))


def generalized_exponential_density(x, a, b, c):
    return (a - b * mpmath.expm1(-c * x)) * mpmath.exp(-(a + b) * x - b / c * mpmath.expm1(-c * x))


def reciprocal_density(x, mu):
    return mpmath.exp(-((1 - mu * x) ** 2) / (2 * mu**2 * x)) / mpmath.sqrt(2 * mpmath.pi * x)


def kappa_density(x, h, k):
    y = max(1 - k * x, 0) ** (1 / mpmath.mpf(k)) if k else mpmath.exp(-x)
    lower = max(1 - h * y, 0) ** (1 / mpmath.mpf(h)) if h else mpmath.exp(-y)
    return y ** (1 - k) * lower ** (1 - h)


def alpha_density(x, a):
    return mpmath.npdf(a - 1 / x) / (x * x * mpmath.ncdf(a))


def crystal_density(x, beta, m):
    beta = mpmath.mpf(beta)
    whole = m / beta / (m - 1) * mpmath.exp(-beta * beta / 2) + mpmath.sqrt(2 * mpmath.pi) * mpmath.ncdf(beta)
    return (mpmath.exp(-x * x / 2) if x > -beta else mpmath.exp(-beta * beta / 2) * (1 - (x + beta) * beta / m) ** -m) / whole


def gompertz_density(x, c):
    return c * mpmath.exp(x) * mpmath.exp(-c * mpmath.expm1(x))


def smallest_lognormal_density(x, c, s):
    y = mpmath.log(x) / s
    return c / (x * s) * mpmath.npdf(y) * mpmath.ncdf(-y) ** (c - 1)


def circular_density(x, kappa):
    return mpmath.exp(kappa * (mpmath.cos(x) - 1)) / whole(kappa)


# Densities, and where their integrals are cut: SciPy's integrals of powers have seven digits, and the fourth central
# moment that is made of them fewer.
DENSITIES = {
    ("gompertz", (20,)): (gompertz_density, [0, 0.1, 0.5, 1, 2, 4]),
    ("powerlognorm", (2.5, 0.7)): (smallest_lognormal_density, [0, 0.1, 0.5, 1, 2, 4, 8, 20, 100, 1000]),
    **{("argus", (chi,)): (argus_density, [0, 0.5, 0.9, 1]) for chi in (0.2, 1, 5)},
    **{("wrapcauchy", (c,)): (wrapped_density, [0, 0.3, 1, 3, 2 * mpmath.pi - 1, 2 * mpmath.pi - 0.3, 2 * mpmath.pi]) for c in (0.1, 0.7)},
    **{("exponpow", (b,)): (exponential_power_density, [0, 0.1, 0.5, 1, 2, 8, 30]) for b in (0.7, 1, 2.7)},
    **{("genexpon", shapes): (generalized_exponential_density, [0, 0.05, 0.2, 0.6, 2, 5, 15, 60]) for shapes in [(9, 16, 3), (0.1, 2, 0.5)]},
    **{("recipinvgauss", (mu,)): (reciprocal_density, [0, 0.1, 0.5, 1, 2, 5, 10, 20, 50, 200, 600]) for mu in (0.3, 2)},
    ("kappa4", (-0.2, 0.3)): (kappa_density, [-mpmath.inf, -1000, -100, -10, -3, -1, 0, 1, 2, 3, 1 / mpmath.mpf(0.3)]),
    ("kappa4", (1, -0.05)): (kappa_density, [0, 0.5, 1, 3, 10, 30, 100, 1000, mpmath.mpf(10) ** 5, mpmath.mpf(10) ** 8]),
    ("kappa4", (0.5, 0.3)): (kappa_density, [(1 - 2 ** mpmath.mpf(0.3)) / mpmath.mpf(0.3), -0.5, 0, 1, 2, 3, 1 / mpmath.mpf(0.3)]),
    ("kappa4", (0, 0)): (kappa_density, [-6, -3, -1, 0, 1, 3, 8, 20, 60, 200]),
    **{(name, (kappa,)): (circular_density, [-mpmath.pi, -1, -0.3, 0, 0.3, 1, mpmath.pi]) for name in SYMMETRIC for kappa in (0.5, 4, 60)},
}


# Families of which integrals of SciPy's densities are cut where these are no smooth functions.
PIECEWISE = {"ksone", "irwinhall"}


def pieces(name, n):
    """Where the density of one of these is cut: also beside its ends, where its logarithm has a pole."""
    low, high = (float(end) for end in getattr(stats, name)(n).support())
    beside = (high - low) / max(n, 2) * 2.0 ** -np.arange(1, 40)
    return np.unique(np.concatenate([np.linspace(low, high, n + 1), low + beside, high - beside]))


@functools.lru_cache(maxsize=None)
def density_in_pieces(name, n):
    """Points, weights and densities of an integral over one of these."""
    x, weights = rule(pieces(name, n))
    return x, weights, getattr(stats, name).pdf(x, n)


def raw_moments(name, shapes, count=5):
    """The means of powers, from the zeroth on; nothing for distributions of which SciPy's are right."""
    if name == "ksone":
        x, weights, density = density_in_pieces(name, *shapes)
        return [mpmath.mpf(float(np.sum(x**order * density * weights))) for order in range(count)]
    if name == "nhypergeom":
        # SciPy's are of sums of rounded probabilities.
        total, n, r = shapes
        masses = [mpmath.mpf(math.comb(k + r - 1, k) * math.comb(total - r - k, n - k)) / math.comb(total, n) for k in range(n + 1)]
        return [mpmath.fsum(mpmath.mpf(k) ** order * mass for k, mass in enumerate(masses)) for order in range(count)]
    if name in NONCENTRAL:
        low, masses = noncentral_masses(name, *shapes)
        return [mpmath.fsum(mpmath.mpf(low + k) ** order * mass for k, mass in enumerate(masses)) for order in range(count)]
    if (name, shapes) not in DENSITIES:
        return None
    density, edges = DENSITIES[name, shapes]
    # The integrals have the same nodes.
    density_at = functools.cache(lambda x: density(x, *shapes))
    # All but nothing of the moments of even powers cancels in those of odd ones.
    zero = name in SYMMETRIC
    return [mpmath.mpf(0) if zero and n % 2 else mpmath.quad(lambda x, n=n: x**n * density_at(x), edges) for n in range(count)]


def moved_moment(raw, order, loc, scale):
    """The mean of a power with a location and a scale."""
    return float(mpmath.fsum(mpmath.binomial(order, n) * mpmath.mpf(loc) ** (order - n) * mpmath.mpf(scale) ** n * raw[n] for n in range(order + 1)))


def statistics(raw, loc, scale):
    """Mean, variance, skewness and kurtosis of the means of powers."""
    mean = raw[1]
    variance = raw[2] - mean**2
    skewness = (raw[3] - 3 * mean * variance - mean**3) / variance**1.5
    kurtosis = (raw[4] - 4 * mean * raw[3] + 6 * mean**2 * raw[2] - 3 * mean**4) / variance**2 - 3
    return [float(each) for each in (loc + scale * mean, variance * scale**2, skewness, kurtosis)]


# Densities of which SciPy's entropies are integrals of a few digits.
ENTROPIES = {
    **{("gausshyper", shapes): (gauss_hypergeometric_density, [0, 0.01, 0.1, 0.5, 0.9, 1]) for shapes in [(13.8, 3.1, 2.5, 5.2), (0.5, 2, -1.5, -0.6)]},
    ("kstwobign", ()): (kolmogorov_density, [0.15, 0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0]),
    **{("alpha", (a,)): (alpha_density, [0, 0.1, 0.2, 0.5, 1, 3, 10, 100, 1000, mpmath.mpf(10) ** 5, mpmath.mpf(10) ** 8, mpmath.inf]) for a in (0.4, 2, 7)},
    **{("crystalball", shapes): (crystal_density, [-mpmath.inf, -(10**6), -1000, -30, -8, -shapes[0], 0, 3, 12, 40]) for shapes in [(1.5, 7.5), (2, 9)]},
}  # fmt: skip


def entropy(name, shapes):
    """The entropy where SciPy's is an integral of few digits, or a sum that ends too early; None of others."""
    if (name, shapes) in ENTROPIES:
        density, edges = ENTROPIES[name, shapes]

        def share(x):
            value = density(x, *map(mpmath.mpf, shapes))
            return -value * mpmath.log(value) if value else mpmath.mpf(0)

        # Beside a pole an integral counts down to numbers that are squares of roundings.
        with mpmath.workdps(40 if name == "gausshyper" else 15):
            return float(mpmath.quad(share, edges))
    if name in PIECEWISE:
        x, weights, density = density_in_pieces(name, *shapes)
        return -float(np.sum(weights * np.where(density > 0, density * np.log(np.where(density > 0, density, 1)), 0)))
    if name in INTEGRATED | {"rel_breitwigner", "dpareto_lognorm"}:
        law, deviation = frozen(name, shapes)
        beside = 2.0 ** np.arange(-8, -3)
        t, weights = rule(np.unique(np.concatenate([np.linspace(-60, 60, 961), beside, -beside])))
        from_zero = law.support()[0] == 0
        inside = abs(t) < (60 if from_zero else 25)
        t, weights = t[inside], weights[inside]
        x, slope = (law.median() * np.exp(t),) * 2 if from_zero else (deviation / 4 * np.sinh(t), deviation / 4 * np.cosh(t))
        density = law.pdf(x)
        return -float(np.sum(weights * slope * np.where(density > 0, density * np.log(np.where(density > 0, density, 1)), 0)))
    if name in NONCENTRAL:
        return -float(mpmath.fsum(mass * mpmath.log(mass) for mass in noncentral_masses(name, *shapes)[1]))
    if name == "zipfian":
        a, n = shapes
        mass = np.arange(1, n + 1, dtype=float) ** -a
        mass /= math.fsum(mass)
        return -math.fsum(mass * np.log(mass))
    if name == "betanbinom":
        k = np.arange(2_000_000)
        logarithm = stats.betanbinom.logpmf(k, *shapes)
        return -math.fsum(np.exp(logarithm) * logarithm)
    if name == "zipf":
        a = mpmath.mpf(shapes[0])
        return float(mpmath.log(mpmath.zeta(a)) - a * mpmath.zeta(a, derivative=1) / mpmath.zeta(a))
    if name == "logser":
        p = shapes[0]
        k = np.arange(1, 10000, dtype=float)
        logarithm = k * math.log(p) - np.log(k) - math.log(-math.log1p(-p))
        return -math.fsum(np.exp(logarithm) * logarithm)
    if name == "yulesimon":
        alpha, last = mpmath.mpf(shapes[0]), 4000

        def part(k):
            logarithm = mpmath.log(alpha) + mpmath.loggamma(k) + mpmath.loggamma(alpha + 1) - mpmath.loggamma(k + alpha + 1)
            return -mpmath.exp(logarithm) * logarithm

        # The rest by Euler and Maclaurin's formula.
        rest = mpmath.quad(part, [last, 10 * last, 1000 * last, mpmath.inf]) + part(last) / 2 - mpmath.diff(part, last) / 12
        return float(mpmath.fsum(part(k) for k in range(1, last)) + rest)
    return None
