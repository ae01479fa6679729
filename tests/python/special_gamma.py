"""Exact values of the special functions beside the elementary ones, of the gamma and beta functions, of errors and distributions."""

import functools

import mpmath
import numpy as np
from mpmath import mpf
from special_draws import both_signs, even, joined, whole, wide


def in_degrees(function):
    return lambda x: function(x * mpmath.pi / 180)


def lower_gamma(a, x):
    return mpmath.gammainc(a, 0, x, regularized=True)


def upper_gamma(a, x):
    return mpmath.gammainc(a, x, regularized=True)


def lower_beta(a, b, x):
    return mpmath.betainc(a, b, 0, x, regularized=True)


def upper_beta(a, b, x):
    return mpmath.betainc(b, a, 0, 1 - x, regularized=True)


def root(function, slope, start, target):
    """Where a function has a value, by steps of Newton from a float64 beside it."""
    x = mpf(float(start))
    if not mpmath.isnormal(x):
        return mpmath.nan
    for _ in range(4):
        step = (function(x) - target) / slope(x)
        x -= step
        # The next step's size is about this one's square.
        if abs(step) <= abs(x) * mpf(10) ** -20:
            break
    return x


def scipy_s(name, *arguments):
    """A start for the roots; the exact value does not depend on it."""
    import scipy.special

    with np.errstate(all="ignore"):
        return getattr(scipy.special, name)(*map(float, arguments))


def gamma_density(a, x):
    return mpmath.exp((a - 1) * mpmath.log(x) - x - mpmath.loggamma(a))


def beta_density(a, b, x):
    return x ** (a - 1) * (1 - x) ** (b - 1) / mpmath.beta(a, b)


def gamma_quantile(a, p, upper=False):
    start = scipy_s("gammainccinv" if upper else "gammaincinv", a, p)
    sign = -1 if upper else 1
    return root(lambda x: (upper_gamma if upper else lower_gamma)(a, x), lambda x: sign * gamma_density(a, x), start, p)


def beta_quantile(a, b, p, upper=False):
    start = scipy_s("betainccinv" if upper else "betaincinv", a, b, p)
    if start in (0.0, 1.0):
        return mpmath.nan
    sign = -1 if upper else 1
    return root(lambda x: (upper_beta if upper else lower_beta)(a, b, x), lambda x: sign * beta_density(a, b, x), start, p)


def log_area(x):
    return mpmath.log(mpmath.ncdf(x)) if x < 0 else mpmath.log1p(-mpmath.ncdf(-x))


def of_gamma_arguments(random, n):
    """Parameters of all sizes, and arguments near them and far."""
    a, x = wide(1e-3, 1e3)(random, n), wide(1e-3, 1e3)(random, n)
    x[::2] = a[::2] * np.exp(random.uniform(-0.7, 0.7, len(x[::2])))
    return a, x


def kolmogorov_above(x):
    return 2 * sum((-1) ** (k - 1) * mpmath.exp(-2 * k * k * x * x) for k in range(1, 60)) if x > 0.3 else mpf(1)


def owens(h, a):
    ends = mpmath.linspace(0, min(a, 20 / h), 3)
    with mpmath.workdps(25):
        integral = mpmath.quad(lambda t: mpmath.exp(-h * h * t * t / 2) / (1 + t * t), ends)
    return integral * mpmath.exp(-h * h / 2) / (2 * mpmath.pi)


def voigt(x, sigma, gamma):
    z = mpmath.mpc(x, gamma) / sigma / mpmath.sqrt(2)
    with mpmath.workdps(min(400, 60 + int(x * x / sigma / sigma / 4))):
        return mpmath.re(mpmath.exp(-z * z) * mpmath.erfc(-1j * z)) / sigma / mpmath.sqrt(2 * mpmath.pi)


def t_area(df, t):
    tail = lower_beta(df / 2, mpf(0.5), df / (df + t * t)) / 2
    return tail if t < 0 else 1 - tail


def t_quantile(df, p):
    def density(t):
        return (1 + t * t / df) ** (-(df + 1) / 2) / mpmath.sqrt(df) / mpmath.beta(df / 2, mpf(0.5))

    return root(lambda t: t_area(df, t), density, scipy_s("stdtrit", df, p), p)


def tukey(x, shape):
    def quantile(p):
        return (p**shape - (1 - p) ** shape) / shape

    return root(quantile, lambda p: p ** (shape - 1) + (1 - p) ** (shape - 1), scipy_s("tklmbda", x, shape), x)


def f_quantile(n, d, p):
    x = beta_quantile(n / 2, d / 2, p)
    return d / n * x / (1 - x)


def smirnov_above(n, d):
    def term(k):
        p = d + mpf(k) / n
        return mpmath.binomial(n, k) * p ** (k - 1) * (1 - p) ** (n - k)

    return d * sum(term(k) for k in range(int(mpmath.floor(n * (1 - d))) + 1))


def poisson_mixture(central, difference, ratio, nc):
    """The sum of central distributions with the weights of a Poisson distribution of mean nc/2, from the last one down.

    The difference of the central distributions j and j + 1 is positive; `ratio(j)` is that of the difference j - 1 to
    the difference j."""
    m = nc / 2
    reach = int(12 * mpmath.sqrt(m) + 60)
    first, last = max(0, int(m) - reach), int(m) + reach - 1
    weight = mpmath.exp(-m + last * mpmath.log(m) - mpmath.loggamma(last + 1))
    value, step = central(last), difference(last) * ratio(last)
    total = weight * value
    for j in range(last - 1, first - 1, -1):
        weight *= (j + 1) / m
        value += step
        total += weight * value
        step *= ratio(j)
    return total


def chi_square_mixture(x, df, nc):
    a, y = df / 2, x / 2
    return poisson_mixture(lambda j: lower_gamma(a + j, y), lambda j: gamma_density(a + j + 1, y), lambda j: (a + j) / y, nc)


def noncentral_f(n, d, nc, f):
    a, b, x = n / 2, d / 2, n * f / (n * f + d)
    return poisson_mixture(
        lambda j: lower_beta(a + j, b, x),
        lambda j: x ** (a + j) * (1 - x) ** b / ((a + j) * mpmath.beta(a + j, b)),
        lambda j: (a + j) / ((a + j + b - 1) * x),
        nc,
    )


@functools.lru_cache(maxsize=4)
def chi_rule(df, step):
    """Values of a chi variable with equal distances of their logarithms, and the densities of the logarithms there."""
    factor = mpmath.log(2) - df / 2 * mpmath.log(2) - mpmath.loggamma(df / 2)
    middle = mpmath.log(max(df, 1)) / 2
    # For large df the logarithm of chi is nearly normal with variance 1/(2 df): other terms are below 1e-65.
    wide = mpmath.sqrt(150 / df)
    places = range(int(-min(60 / df + 4, 130, 2 * wide if wide < 0.5 else 130) / step), int(min(4, wide) / step))
    values = [mpmath.exp(middle + k * step) for k in places]
    return [(chi, mpmath.exp(df * (middle + k * step) - chi * chi / 2 + factor)) for k, chi in zip(places, values)]


def noncentral_t(df, nc, t):
    """The mean over a chi variable of the normal probability, by the trapezoidal rule on its logarithm."""
    # The rule itself has no more digits.
    with mpmath.workdps(40):
        slope = t / mpmath.sqrt(df)
        step = min(mpf("0.06"), mpf("0.25") / mpmath.sqrt(2 * df), mpf("0.3") / (1 + abs(nc)))
        return step * sum(density * mpmath.ncdf(slope * chi - nc) for chi, density in chi_rule(df, step))


def parameter(name, difference, most=mpmath.inf):
    """The parameter at which a difference is zero, by steps along one secant: nothing where SciPy finds none."""

    def exact(*arguments):
        start = float(scipy_s(name, *arguments))
        if not 1e-3 < start < most:
            return mpmath.nan
        x = mpf(start)
        value = difference(x, *arguments)
        slope = (difference(x * (1 + mpf(10) ** -12), *arguments) - value) / (x * mpf(10) ** -12)
        for _ in range(5):
            step = value / slope
            x -= step
            # The next step is smaller than this one by some factor as small as the distance of the start.
            if abs(step) <= abs(x) * mpf(10) ** -20:
                break
            value = difference(x, *arguments)
        return x

    return exact


DEGREES = [both_signs(joined(wide(1e-10, 1e13), even(0, 720)))]
INNER = even(0.001, 0.999)
PROBABILITY = joined(even(0, 1), wide(1e-20, 1))
AROUND_ZERO = both_signs(wide(1e-5, 30))
TRIALS = [whole(0, 30), whole(31, 300), even(0, 1)]

# As in test_special.py: the exact function, its arguments, the largest error in units of 2^-52, and what it is beside.
EXACT = {
    "exp10": (lambda x: mpf(10) ** x, [joined(even(-300, 308), even(-1, 1))], 1, False),
    "cosm1": (lambda x: mpmath.cos(x) - 1, [both_signs(wide(1e-10, 1e5))], 3, False),
    "exprel": (lambda x: mpmath.expm1(x) / x, [both_signs(wide(1e-10, 700))], 3, False),
    "powm1": (mpmath.powm1, [wide(1e-3, 1e3), both_signs(wide(1e-5, 50))], 3, False),
    "boxcox": (lambda x, y: mpmath.powm1(x, y) / y, [wide(1e-10, 1e10), AROUND_ZERO], 3, False),
    "boxcox1p": (lambda x, y: mpmath.powm1(1 + x, y) / y, [joined(wide(1e-10, 1e10), even(-1, 1)), AROUND_ZERO], 3, False),
    "inv_boxcox": (lambda x, y: (1 + y * x) ** (1 / y) if 1 + y * x > 0 else mpf(0), [both_signs(wide(1e-5, 1e5)), AROUND_ZERO], 2, False),
    "inv_boxcox1p": (lambda x, y: mpmath.powm1(1 + y * x, 1 / y) if 1 + y * x > 0 else mpf(0),
                     [both_signs(wide(1e-5, 1e5)), AROUND_ZERO], 3, False),
    "radian": (lambda d, m, s: ((d * 60 + m) * 60 + s) * mpmath.pi / 648000, [even(0, 360), even(0, 60), even(0, 60)], 3, False),
    "sindg": (in_degrees(mpmath.sin), DEGREES, 1, False),
    "cosdg": (in_degrees(mpmath.cos), DEGREES, 1, False),
    "tandg": (in_degrees(mpmath.tan), DEGREES, 3, False),
    "cotdg": (in_degrees(mpmath.cot), DEGREES, 3, False),
    "expit": (lambda x: 1 / (1 + mpmath.exp(-x)), [even(-600, 60)], 2, False),
    "log_expit": (lambda x: -mpmath.log1p(mpmath.exp(-x)), [even(-600, 600)], 2, False),
    "logit": (lambda p: mpmath.log(p) - mpmath.log1p(-p), [joined(even(0, 1), wide(1e-200, 1), even(0.49, 0.51))], 3, False),
    "agm": (mpmath.agm, [wide(1e-100, 1e100)] * 2, 4, False),
    "entr": (lambda x: -x * mpmath.log(x), [wide(1e-10, 1e10)], 2, False),
    "rel_entr": (lambda x, y: x * mpmath.log(x / y), [joined(wide(1e-3, 1e3), even(0.9, 1.1))] * 2, 3, False),
    "kl_div": (lambda x, y: x * mpmath.log(x / y) - x + y, [joined(wide(1e-3, 1e3), even(0.5, 1.5))] * 2, 6, False),
    "huber": (lambda d, r: r * r / 2 if abs(r) <= d else d * (abs(r) - d / 2), [wide(1e-3, 1e3), both_signs(wide(1e-3, 1e3))], 2, False),
    "pseudo_huber": (lambda d, r: d * d * (mpmath.sqrt(1 + (r / d) ** 2) - 1), [wide(1e-10, 1e10), both_signs(wide(1e-10, 1e10))], 3, False),
    "xlogy": (lambda x, y: x * mpmath.log(y), [wide(1e-3, 1e3)] * 2, 2, False),
    "xlog1py": (lambda x, y: x * mpmath.log1p(y), [wide(1e-3, 1e3)] * 2, 2, False),
    "gammasgn": (lambda x: mpmath.sign(mpmath.gamma(x)), [even(-170, 20)], 0, False),
    "rgamma": (mpmath.rgamma, [joined(wide(1e-300, 171), even(-170, 170), even(-5, 5))], 3, False),
    "loggamma": (mpmath.loggamma, [joined(wide(1e-300, 1e300), even(0.5, 3))], 3, True),
    "beta": (mpmath.beta, [joined(wide(1e-3, 1e3), even(-20, 20), even(-200, 200))] * 2, 5, False),
    "betaln": (lambda a, b: mpmath.log(abs(mpmath.beta(a, b))), [joined(wide(1e-3, 1e6), even(-200, 200))] * 2, 4, True),
    "binom": (mpmath.binomial, [joined(wide(1e-3, 1e3), even(-10, 10), whole(0, 1000)), joined(even(-10, 50), whole(0, 500))], 6, False),
    "poch": (mpmath.rf, [joined(wide(1e-3, 1e10), even(-20, 20)), joined(both_signs(wide(1e-3, 50)), whole(-30, 30))], 8, False),
    "gammainc": (lower_gamma, of_gamma_arguments, 6, False),
    "gammaincc": (upper_gamma, of_gamma_arguments, 8, False),
    # SciPy's errors are up to 600 and 200 units in these two.
    "gammaincinv": (gamma_quantile, [wide(1e-2, 1e3), PROBABILITY], 200, False),
    "gammainccinv": (lambda a, q: gamma_quantile(a, q, True), [wide(1e-2, 1e3), PROBABILITY], 100, False),
    "betaincc": (upper_beta, [wide(0.02, 400), wide(0.02, 400), even(0, 1)], 5, False),
    "betaincinv": (beta_quantile, [wide(3e-2, 300), wide(3e-2, 300), PROBABILITY], 40, False),
    "betainccinv": (lambda a, b, q: beta_quantile(a, b, q, True), [wide(3e-2, 300), wide(3e-2, 300), PROBABILITY], 40, False),
    "erfinv": (mpmath.erfinv, [both_signs(joined(wide(1e-10, 1), lambda random, n: 1 - wide(1e-16, 1)(random, n)))], 4, False),
    "erfcinv": (lambda y: mpmath.erfinv(1 - y), [joined(wide(1e-20, 1), even(0, 2))], 4, False),
    "log_ndtr": (log_area, [joined(even(-37, 5), even(-3, 3), even(4, 30))], 4, False),
    "ndtri_exp": (lambda y: root(log_area, lambda x: mpmath.npdf(x) / mpmath.ncdf(x), scipy_s("ndtri_exp", y), y),
                  [joined(lambda random, n: -wide(1e-15, 1e5)(random, n), even(-5, 0))], 4, True),
    "dawsn": (lambda x: mpmath.sqrt(mpmath.pi) / 2 * mpmath.exp(-x * x) * mpmath.erfi(x), [both_signs(joined(wide(1e-5, 1e3), even(0, 15)))], 5, False),
    "erfi": (mpmath.erfi, [both_signs(joined(wide(1e-5, 26), even(0, 5)))], 5, False),
    "voigt_profile": (voigt, [both_signs(wide(1e-3, 1e2)), wide(1e-1, 1e1), wide(1e-5, 1e2)], 30, False),
    "fresnel": (lambda x: (mpmath.fresnels(x), mpmath.fresnelc(x)), [both_signs(joined(wide(1e-5, 1e4), even(0, 10)))], 3, False),
    "owens_t": (owens, [wide(1e-3, 10), wide(1e-3, 100)], 4, False),
    "kolmogorov": (kolmogorov_above, [even(0.31, 5)], 2, False),
    "kolmogi": (lambda p: root(kolmogorov_above, lambda x: 8 * x * sum((-1) ** k * k * k * mpmath.exp(-2 * k * k * x * x) for k in range(1, 60)), scipy_s("kolmogi", p), p),
                [joined(even(0, 0.99), wide(1e-20, 1))], 3, False),
    "tklmbda": (tukey, [even(-1, 1), joined(even(-2, -0.1), even(0.1, 0.9))], 8, False),
    "bdtr": (lambda k, n, p: upper_beta(k + 1, n - k, p), TRIALS, 6, False),
    "bdtrc": (lambda k, n, p: lower_beta(k + 1, n - k, p), TRIALS, 6, False),
    "bdtri": (lambda k, n, y: beta_quantile(k + 1, n - k, y, True), TRIALS, 16, False),
    "chdtr": (lambda v, x: lower_gamma(v / 2, x / 2), of_gamma_arguments, 8, False),
    "chdtrc": (lambda v, x: upper_gamma(v / 2, x / 2), of_gamma_arguments, 8, False),
    "chdtri": (lambda v, p: 2 * gamma_quantile(v / 2, p, True), [wide(1, 1e3), PROBABILITY], 16, False),
    "fdtr": (lambda n, d, x: lower_beta(n / 2, d / 2, n * x / (n * x + d)), [wide(0.1, 100), wide(0.1, 100), wide(0.01, 100)], 6, False),
    "fdtrc": (lambda n, d, x: lower_beta(d / 2, n / 2, d / (n * x + d)), [wide(0.1, 100), wide(0.1, 100), wide(0.01, 100)], 6, False),
    "fdtri": (f_quantile, [wide(0.5, 100), wide(0.5, 100), even(0, 1)], 50, False),
    "gdtr": (lambda a, b, x: lower_gamma(b, a * x), [wide(0.1, 10), wide(0.1, 100), wide(0.1, 10)], 8, False),
    "gdtrc": (lambda a, b, x: upper_gamma(b, a * x), [wide(0.1, 10), wide(0.1, 100), wide(0.1, 10)], 8, False),
    "gdtria": (lambda p, b, x: gamma_quantile(b, p) / x, [even(0, 1), wide(0.5, 100), wide(0.1, 10)], 30, False),
    "gdtrix": (lambda a, b, p: gamma_quantile(b, p) / a, [wide(0.1, 10), wide(0.5, 100), even(0, 1)], 30, False),
    "nbdtr": (lambda k, n, p: lower_beta(n, k + 1, p), [whole(0, 100), whole(1, 100), even(0, 1)], 7, False),
    "nbdtrc": (lambda k, n, p: upper_beta(n, k + 1, p), [whole(0, 100), whole(1, 100), even(0, 1)], 7, False),
    "nbdtri": (lambda k, n, y: beta_quantile(n, k + 1, y), [whole(0, 100), whole(1, 100), even(0, 1)], 16, False),
    "pdtr": (lambda k, m: upper_gamma(k + 1, m), [whole(0, 200), wide(1e-3, 300)], 8, False),
    "pdtrc": (lambda k, m: lower_gamma(k + 1, m), [whole(0, 200), wide(1e-3, 300)], 8, False),
    "pdtri": (lambda k, y: gamma_quantile(k + 1, y, True), [whole(0, 200), even(0, 1)], 16, False),
    "stdtr": (t_area, [wide(0.3, 300), both_signs(wide(1e-3, 100))], 6, False),
    "stdtrit": (t_quantile, [wide(0.5, 300), even(0, 1)], 50, False),
    "nrdtrimn": (lambda p, sd, x: x - sd * mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1), [even(0, 1), wide(0.1, 10), both_signs(wide(0.1, 10))], 1, True),
    "nrdtrisd": (lambda mean, p, x: (x - mean) / (mpmath.sqrt(2) * mpmath.erfinv(2 * p - 1)), [even(-10, 0), even(0.51, 1), even(1, 10)], 8, False),
    "zetac": (lambda x: mpmath.zeta(x) - 1, [joined(even(-170, 1), even(0, 60), even(-5, 1))], 60, False),
    "smirnov": (smirnov_above, [whole(1, 100), even(0, 1)], 4, False),
    "smirnovi": (parameter("smirnovi", lambda d, n, p: smirnov_above(n, d) - p), [whole(2, 30), even(0.01, 0.99)], 6, False),
    # SciPy's errors are up to 110 and 320 units in these two, in their far lower tails.
    "chndtr": (chi_square_mixture, [wide(0.01, 200), wide(0.5, 100), wide(0.1, 200)], 60, False),
    "ncfdtr": (noncentral_f, [wide(0.5, 200), wide(0.5, 200), wide(0.1, 100), wide(0.01, 30)], 60, False),
    # Of few degrees of freedom and a mean far from t the rule's step leaves twelve digits.
    "chndtrix": (parameter("chndtrix", lambda x, p, df, nc: chi_square_mixture(x, df, nc) - p), [INNER, wide(0.5, 50), wide(0.1, 20)], 200, False),
    "chndtridf": (parameter("chndtridf", lambda df, x, p, nc: chi_square_mixture(x, df, nc) - p), [even(5, 50), even(0.05, 0.4), even(0.1, 4)], 200, False),
    "chndtrinc": (parameter("chndtrinc", lambda nc, x, df, p: chi_square_mixture(x, df, nc) - p), [even(10, 50), even(0.5, 5), even(0.05, 0.4)], 200, False),
    "ncfdtri": (parameter("ncfdtri", lambda f, n, d, nc, p: noncentral_f(n, d, nc, f) - p), [wide(0.5, 50), wide(0.5, 50), wide(0.1, 10), even(0.05, 0.95)], 200, False),
    "ncfdtridfn": (parameter("ncfdtridfn", lambda n, p, d, nc, f: noncentral_f(n, d, nc, f) - p, 100), [even(0.3, 0.5), even(5, 20), even(1, 5), even(1, 2)], 1000, False),
    "ncfdtridfd": (parameter("ncfdtridfd", lambda d, n, p, nc, f: noncentral_f(n, d, nc, f) - p, 100), [even(1, 4), even(0.3, 0.5), even(1, 5), even(1, 2)], 1000, False),
    "ncfdtrinc": (parameter("ncfdtrinc", lambda nc, n, d, p, f: noncentral_f(n, d, nc, f) - p), [even(1, 10), even(5, 20), even(0.1, 0.4), even(2, 5)], 200, False),
    "nctdtr": (noncentral_t, [wide(0.5, 100), even(-6, 6), even(-12, 12)], 100, False),
    "nctdtrit": (parameter("nctdtrit", lambda t, df, nc, p: noncentral_t(df, nc, t) - p), [wide(2, 30), even(-3, 3), INNER], 1000, True),
    "nctdtridf": (parameter("nctdtridf", lambda df, p, nc, t: noncentral_t(df, nc, t) - p, 1e6), [even(0.6, 0.8), even(0.5, 0.9), even(1.7, 3)], 1e5, False),
    "nctdtrinc": (parameter("nctdtrinc", lambda nc, df, p, t: noncentral_t(df, nc, t) - p), [wide(2, 30), INNER, even(-3, 3)], 400, True),
    # The largest errors are those of parameters that a small change of the probability moves far.
    "gdtrib": (parameter("gdtrib", lambda b, a, p, x: lower_gamma(b, a * x) - p), [wide(0.1, 10), INNER, wide(0.1, 100)], 100, False),
    "chdtriv": (parameter("chdtriv", lambda v, p, x: lower_gamma(v / 2, x / 2) - p), [INNER, wide(0.1, 100)], 100, False),
    "pdtrik": (parameter("pdtrik", lambda k, p, m: upper_gamma(k + 1, m) - p), [even(0.3, 0.99), wide(3, 100)], 100, False),
    "btdtria": (parameter("btdtria", lambda a, p, b, x: lower_beta(a, b, x) - p), [INNER, wide(0.1, 100), INNER], 100, False),
    "btdtrib": (parameter("btdtrib", lambda b, a, p, x: lower_beta(a, b, x) - p), [wide(0.1, 100), INNER, INNER], 200, False),
    "bdtrik": (parameter("bdtrik", lambda k, y, n, p: upper_beta(k + 1, n - k, p) - y), [even(0.3, 0.99), whole(10, 100), even(0.3, 0.9)], 100, False),
    "bdtrin": (parameter("bdtrin", lambda n, k, y, p: upper_beta(k + 1, n - k, p) - y), [whole(0, 50), INNER, INNER], 100, False),
    "nbdtrik": (parameter("nbdtrik", lambda k, y, n, p: lower_beta(n, k + 1, p) - y), [even(0.3, 0.99), whole(5, 100), even(0.1, 0.6)], 200, False),
    "nbdtrin": (parameter("nbdtrin", lambda n, k, y, p: lower_beta(n, k + 1, p) - y), [whole(0, 50), INNER, INNER], 100, False),
    "fdtridfd": (parameter("fdtridfd", lambda d, n, p, x: lower_beta(n / 2, d / 2, n * x / (n * x + d)) - p, 1e6),
                 [wide(0.5, 50), even(0.1, 0.9), wide(0.5, 2)], 100, False),
    "stdtridf": (parameter("stdtridf", lambda d, p, t: t_area(d, t) - p, 1e4), [even(0.6, 0.8), wide(0.5, 3)], 200, False),
}  # fmt: skip


def any_infinite(*arguments):
    return np.logical_or.reduce([np.isinf(x) for x in arguments])


# Where SciPy's values of edges are another: its errors, and parameters that have no distribution.
SCIPY_DIFFERS = {
    # For a = 0 SciPy does not look at the others, for infinite numbers it sums what it has, and a series that begins
    # with a negative term it ends there.
    "besselpoly": lambda a, lmb, nu: any_infinite(a, lmb, nu) | ((a == 0) & (np.isnan(lmb) | np.isnan(nu))) | ((lmb == -2) & (nu == 0)),
    # erfc(1) by a continued fraction, which is off by 3e-14.
    "gammaincc": lambda a, x: (a == 0.5) & (x == 1),
    "gdtrc": lambda a, b, x: (b == 0.5) & (a * x == 1),
    "chdtrc": lambda v, x: (v == 1) & (x == 2),
    # Of a parameter -0 SciPy takes no notice of p.
    "gammaincinv": lambda a, p: (a == 0) & np.signbit(a),
    "gammainccinv": lambda a, q: (a == 0) & np.signbit(a),
    # An infinite parameter is nothing to SciPy's Newton.
    "betaincinv": lambda a, b, p: any_infinite(a, b),
    "betainccinv": lambda a, b, q: any_infinite(a, b),
    "gdtria": lambda p, b, x: (b <= 0) | any_infinite(b, x) | np.isnan(x) | (x == 0),
    "gdtrix": lambda a, b, p: (b <= 0) | any_infinite(a, b) | np.isnan(a) | (a == 0),
    "nbdtri": lambda k, n, y: (n <= 0) | any_infinite(k, n),
    # SciPy's quantile of a half is 7e-17, which counts by how large the deviation is.
    "nrdtrimn": lambda p, sd, x: (p == 0.5) | any_infinite(sd, x),
    "nrdtrisd": lambda mean, p, x: (p == 0.5) | any_infinite(mean, x),
    # 0.5 to a power that grows beyond all bounds, less one, is zero to SciPy.
    "powm1": lambda x, y: (x == 0.5) & np.isinf(y),
    # SciPy's quantile of zero is infinity.
    "stdtrit": lambda df, p: p == 0,
    # No degrees of freedom, or infinitely many, have no distribution.
    "chndtr": lambda x, df, nc: (df <= 0) | any_infinite(df, nc, x),
    "ncfdtr": lambda n, d, nc, f: (n <= 0) | (d <= 0) | any_infinite(n, d, nc, f),
    "nctdtr": lambda df, nc, t: any_infinite(df, nc, t) | (abs(nc) > 30) | (df < 1e-3),
    # SciPy's searches end at 1e-12, or in what is no parameter, for probabilities at the ends.
    **{name: lambda *arguments: np.full(arguments[0].shape, True)
       for name in ("gdtrib", "chdtriv", "pdtrik", "btdtria", "btdtrib", "bdtrik", "bdtrin", "nbdtrik", "nbdtrin", "fdtridfd", "stdtridf", "nctdtrit", "nctdtridf", "nctdtrinc",
                    "chndtrix", "chndtridf", "chndtrinc", "ncfdtri", "ncfdtridfn", "ncfdtridfd", "ncfdtrinc")},
    # SciPy's bisection ends at 1e-14.
    "tklmbda": lambda x, shape: ~np.isin(shape, [0.0, 1.0, 2.0]),
}

# Long sums, and inverses that search: Newton's and Ridders's steps of functions that are sums themselves.
SEARCHES = {
    "smirnov", "smirnovi", "chndtr", "ncfdtr", "gammaincinv", "gammainccinv", "betaincinv", "betainccinv", "btdtri", "bdtri", "chdtri", "fdtri", "gdtria", "gdtrix", "nbdtri", "pdtri", "stdtrit",
    "gdtrib", "chdtriv", "pdtrik", "btdtria", "btdtrib", "bdtrik", "bdtrin", "nbdtrik", "nbdtrin", "fdtridfd", "stdtridf", "nctdtr", "nctdtrit", "nctdtridf", "nctdtrinc",
    "chndtrix", "chndtridf", "chndtrinc", "ncfdtri", "ncfdtridfn", "ncfdtridfd", "ncfdtrinc",
}  # fmt: skip
