"""Exact functions of what `cuprust.scipy.special` has beside ufuncs of real numbers: derivatives, functions of all orders,
harmonics, numbers of choices, sums of exponentials, and complex results of real numbers."""

import math

import mpmath
import numpy as np
from mpmath import mpf
from special_draws import both_signs, even, joined, whole, wide


def circle(low, high):
    """Complex numbers of all arguments, some on the axes."""

    def draw(random, n):
        z = wide(low, high)(random, n) * np.exp(1j * random.uniform(-np.pi, np.pi, n))
        z[::7] = z[::7].real
        z[1::7] = 1j * z[1::7].imag
        return z

    return draw


def beside(place):
    """Complex numbers around one place."""
    return lambda random, n: place + circle(1e-6, 0.5)(random, n)


def wave(function, v, z):
    """The size of the waves of a Bessel function where it has zeros, else its value."""
    value = abs(function(v, z))
    if function is mpmath.besseli and isinstance(z, mpmath.mpc):
        # It is J of i z times a number of size one.
        z = 1j * z
    elif function not in (mpmath.besselj, mpmath.bessely):
        return value
    if abs(z) < abs(v):
        return value
    j, y = mpmath.besselj(v, z), mpmath.bessely(v, z)
    return max(value, min(abs(j + 1j * y), abs(j - 1j * y)))


def derivative(function, n, signs):
    """The derivative of a Bessel function by the orders beside it, and the size of the sum's terms.

    `signs` are those of the orders below and above."""

    def terms(v, z, own):
        below, above = signs
        return [mpmath.binomial(n, k) * below ** (n - k) * above**k * own(v - n + 2 * k, z) / 2**n for k in range(n + 1)]

    return lambda v, z: mpmath.fsum(terms(v, z, function)), lambda v, z: max(map(abs, terms(v, z, lambda v, z: wave(function, v, z))))


def derivative_row(name, function, n, signs, draws):
    exact, size = derivative(function, n, signs)
    return lambda s, v, z: getattr(s, name)(v, z, n), exact, draws, 24 if draws is REAL_ORDERS else 48, size


REAL_ORDERS = [joined(even(0, 12), whole(0, 12)), wide(0.1, 60)]
COMPLEX_ORDERS = [joined(even(0, 12), whole(0, 12)), circle(0.1, 30)]
OSCILLATING = {"jvp": mpmath.besselj, "yvp": mpmath.bessely, "h1vp": mpmath.hankel1, "h2vp": mpmath.hankel2}


def first_bessel(n, z):
    return mpmath.sqrt(mpmath.pi / (2 * z)) * mpmath.besselj(n + mpf(1) / 2, z)


def second_bessel(n, z):
    return mpmath.sqrt(mpmath.pi / (2 * z)) * mpmath.bessely(n + mpf(1) / 2, z)


def first_modified(n, z):
    return mpmath.sqrt(mpmath.pi / (2 * z)) * mpmath.besseli(n + mpf(1) / 2, z)


def second_modified(n, z):
    return mpmath.sqrt(mpmath.pi / (2 * z)) * mpmath.besselk(n + mpf(1) / 2, z)


def spherical_row(name, function, signs, slope):
    """Of a spherical function, or of its derivative by the orders beside it, relative to the amplitude where there are waves."""
    below, above = signs

    def exact(n, z):
        if not slope:
            return function(n, z)
        return below * function(n - 1, z) + above * (n + 1) / z * function(n, z)

    def size(n, z):
        wave = 1 / z if name in ("spherical_jn", "spherical_yn") and z > n else 0
        terms = [function(n, z)] if not slope else [function(n - 1, z), (n + 1) / z * function(n, z)]
        return max(abs(exact(n, z)), wave, abs(terms[-1]) if slope and wave else 0)

    return lambda s, n, z: getattr(s, name)(n.astype("int64"), z, slope), exact, [whole(0, 30), joined(wide(1e-2, 300), even(0.1, 40))], 14, size


def first_and_second_kind(n, m, x):
    """Legendre's functions of both kinds by recurrences of enough digits.

    Between -1 and 1 they are Ferrers's, with Condon and Shortley's phase."""
    n, m = int(n), int(m)
    with mpmath.workdps(60 + m + int(2 * n * mpmath.log10(2 + 2 * abs(x)))):
        square = (1 - x) * (1 + x)
        sides = []
        for before, value, slope in [(mpf(0), mpf(1), mpf(0)), (mpf(1) / max(x, 1), mpmath.log((1 + x) / abs(1 - x)) / 2, 1 / square)]:
            second = slope != 0
            for k in range(n):
                before, value = value, x * value - (1 if second else 0) if k == 0 else ((2 * k + 1) * x * value - k * before) / (k + 1)
            if n:
                slope = n * (before - x * value) / square
            # From an order to the next: the derivative with a root, and the recurrence.
            root = mpmath.sqrt(abs(square))
            sign = 1 if abs(x) < 1 else -1
            lower, upper = value, -sign * root * slope
            for k in range(m):
                lower, upper = upper, -2 * (k + 1) * x / root * upper - sign * (n - k) * (n + k + 1) * lower
            sides.append(lower)
        return sides


def legendre_of_first_kind(n, m, x):
    return first_and_second_kind(n, m, x)[0]


def legendre_of_second_kind(n, m, x):
    """Ferrers's function between -1 and 1, else that of the whole plane."""
    return first_and_second_kind(n, m, x)[1]


def second_kind_size(n, m, x):
    if abs(x) > 1:
        return abs(legendre_of_second_kind(n, m, x))
    return mpmath.hypot(legendre_of_second_kind(n, m, x), legendre_of_first_kind(n, m, x) * mpmath.pi / 2)


def each_alone(function):
    """Calls of a function that takes numbers only, or gives all orders up to one: a number of each call."""

    def call(s, *operands):
        rows = zip(*(plain(operand).tolist() for operand in operands))
        return np.array([plain(function(s, *row)).item() for row in rows], dtype=plain(operands[-1]).dtype)

    return call


def plain(values):
    return values.get() if hasattr(values, "get") else np.asarray(values)


def associated(norm):
    def exact(n, m, z):
        value = legendre_of_first_kind(n, m, z)
        return value * mpmath.sqrt((n + mpf(1) / 2) * mpmath.factorial(n - m) / mpmath.factorial(n + m)) if norm else value

    return exact


def harmonic(n, m, theta):
    m_abs = abs(m)
    value = legendre_of_first_kind(n, m_abs, mpmath.cos(theta))
    value *= mpmath.sqrt((2 * n + 1) / (4 * mpmath.pi) * mpmath.factorial(n - m_abs) / mpmath.factorial(n + m_abs))
    return value * (-1) ** int(m_abs) if m < 0 else value


def degrees_and_orders(most, negative=False):
    def draw(random, n):
        degrees = np.floor(random.uniform(0, most + 1, n))
        orders = np.floor(random.uniform(-degrees if negative else 0, degrees + 1))
        return degrees, orders

    return draw


def with_degrees(most, last, negative=False):
    def draw(random, n):
        return (*degrees_and_orders(most, negative)(random, n), *(each(random, n) for each in last))

    return draw


def dirichlet(x, n):
    half = mpmath.sin(x / 2)
    return mpmath.sin(n * x / 2) / (n * half) if half else mpf(1)


def modified_fresnel(sign):
    def exact(x):
        turn = mpmath.expjpi(mpf(sign) / 4)
        integral = mpmath.sqrt(mpmath.pi) / 2 * turn * mpmath.erfc(x / turn)
        return integral, integral / mpmath.sqrt(mpmath.pi) / turn / mpmath.expj(sign * x * x)

    return exact


def riccati(kind, slope):
    function = first_bessel if kind == "jn" else second_bessel

    def exact(n, x):
        value = x * function(n, x)
        return x * function(n - 1, x) - n * function(n, x) if slope else value

    def size(n, x):
        return max(abs(exact(n, x)), 1 if x > n else 0, abs(n * function(n, x)) if slope and x > n else 0)

    return exact, size


def riccati_row(kind, slope):
    exact, size = riccati(kind, slope)

    return each_alone(lambda s, n, x: getattr(s, f"riccati_{kind}")(int(n), x)[slope][-1]), exact, [whole(1, 30), joined(wide(1e-2, 300), even(0.1, 40))], 64, size


def of_emde(slope):
    """Lambda of an order and its derivative."""

    def exact(v, x):
        square = -x * x / 4
        return -x / (2 * (v + 1)) * mpmath.hyp0f1(v + 2, square) if slope else mpmath.hyp0f1(v + 1, square)

    def size(v, x):
        wave = mpmath.gamma(v + 1) * (2 / abs(x)) ** v / mpmath.sqrt(abs(x)) if abs(x) > v + 1 else 0
        return max(abs(exact(v, x)), wave)

    return each_alone(lambda s, v, x: s.lmbda(v, x)[slope][-1]), exact, [joined(even(0, 20), whole(0, 20)), both_signs(joined(wide(1e-3, 100), even(0, 30)))], 64, size


def second_kind_row(slope):
    def exact(n, x):
        if not slope:
            return legendre_of_second_kind(n, 0, x)
        return n * (x * legendre_of_second_kind(n, 0, x) - legendre_of_second_kind(n - 1, 0, x)) / (x * x - 1)

    def size(n, x):
        if abs(x) > 1:
            return abs(exact(n, x))
        return second_kind_size(n, 0, x) if not slope else n * max(second_kind_size(n, 0, x), second_kind_size(n - 1, 0, x)) / (1 - x * x)

    return each_alone(lambda s, n, x: s.lqn(int(n), x)[slope][-1]), exact, [whole(1, 30), joined(even(-0.99, 0.99), even(1.01, 4), wide(4, 100))], 100, size


def second_kind_of_order():
    draws = [whole(0, 4), whole(4, 15), joined(even(-0.99, 0.99), even(1.05, 10))]
    call = each_alone(lambda s, m, n, x: s.lqmn(int(m), int(n), x)[0][-1, -1])
    return call, lambda m, n, x: legendre_of_second_kind(n, m, x), draws, 30, lambda m, n, x: second_kind_size(n, m, x)


def ending(n, k):
    """The product of n, n - k .. down to a positive number."""
    product = mpf(1)
    while n > 0:
        product *= n
        n -= k
    return product


def stirling(n, k):
    n, k = int(n), int(k)
    total = sum((-1) ** (k - j) * math.comb(k, j) * j**n for j in range(k + 1))
    return mpf(total // math.factorial(k))


def multivariate(a, d):
    return d * (d - 1) / 4 * mpmath.log(mpmath.pi) + mpmath.fsum(mpmath.loggamma(a - mpf(j) / 2) for j in range(int(d)))


def below(low):
    """Counts, and smaller ones."""

    def draw(random, n):
        count = np.floor(wide(low, 1000)(random, n))
        return count, np.floor(random.uniform(0, count + 1))

    return draw


def derivatives_of_digamma(n, x):
    return mpmath.psi(int(n), x)


# Of each function: how a module is called, the exact one, the arguments, the largest error in units of 2^-52 and what
# it is relative to.
COMPOSED = {
    **{f"{name} {n}": derivative_row(name, function, n, (1, -1), REAL_ORDERS) for n in (1, 3) for name, function in OSCILLATING.items()},
    **{f"{name} {n} complex": derivative_row(name, function, n, (1, -1), COMPLEX_ORDERS) for n in (1,) for name, function in OSCILLATING.items()},
    **{f"ivp {n}": derivative_row("ivp", mpmath.besseli, n, (1, 1), REAL_ORDERS) for n in (1, 3)},
    **{f"kvp {n}": derivative_row("kvp", mpmath.besselk, n, (-1, -1), REAL_ORDERS) for n in (1, 3)},
    **{f"ivp {n} complex": derivative_row("ivp", mpmath.besseli, n, (1, 1), COMPLEX_ORDERS) for n in (1,)},
    **{f"kvp {n} complex": derivative_row("kvp", mpmath.besselk, n, (-1, -1), COMPLEX_ORDERS) for n in (1,)},
    **{f"spherical_jn{' slope' * slope}": spherical_row("spherical_jn", first_bessel, (1, -1), slope) for slope in (False, True)},
    **{f"spherical_yn{' slope' * slope}": spherical_row("spherical_yn", second_bessel, (1, -1), slope) for slope in (False, True)},
    **{f"spherical_in{' slope' * slope}": spherical_row("spherical_in", first_modified, (1, -1), slope) for slope in (False, True)},
    **{f"spherical_kn{' slope' * slope}": spherical_row("spherical_kn", second_modified, (-1, -1), slope) for slope in (False, True)},
    **{f"riccati_{kind}{' slope' * slope}": riccati_row(kind, slope) for kind in ("jn", "yn") for slope in (False, True)},
    **{f"lmbda{' slope' * slope}": of_emde(slope) for slope in (False, True)},
    **{f"lqn{' slope' * slope}": second_kind_row(slope) for slope in (False, True)},
    "lqmn": second_kind_of_order(),
    "legendre_p": (lambda s, n, z: s.legendre_p(n.astype("int64"), z)[0], mpmath.legendre, [whole(0, 60), even(-1, 1)], 8, True),
    "assoc_legendre_p": (lambda s, n, m, z: s.assoc_legendre_p(n.astype("int64"), m.astype("int64"), z)[0], associated(False),
                         with_degrees(25, [even(-0.99, 0.99)]), 32, lambda n, m, z: abs(associated(False)(n, m, z)) + mpmath.sqrt(mpmath.factorial(n + m) / mpmath.factorial(n - m) / (n + 0.5)) / 2),
    "assoc_legendre_p norm": (lambda s, n, m, z: s.assoc_legendre_p(n.astype("int64"), m.astype("int64"), z, norm=True)[0], associated(True), with_degrees(60, [even(-0.99, 0.99)]), 48, True),
    "sph_legendre_p": (lambda s, n, m, t: s.sph_legendre_p(n.astype("int64"), m.astype("int64"), t)[0], harmonic, with_degrees(40, [even(0, np.pi)], True), 16, True),
    "sph_harm_y": (lambda s, n, m, t, p: s.sph_harm_y(n.astype("int64"), m.astype("int64"), t, p), lambda n, m, t, p: harmonic(n, m, t) * mpmath.expj(m * p),
                   with_degrees(40, [even(0, np.pi), even(-np.pi, np.pi)], True), 64, True),
    "diric": (lambda s, x, n: s.diric(x, n), dirichlet, [joined(even(-20, 20), both_signs(wide(1e-8, 1e3))), whole(1, 30)], 8, True),
    "softplus": (lambda s, x: s.softplus(x), lambda x: mpmath.log1p(mpmath.exp(x)), [joined(even(-40, 40), both_signs(wide(1e-5, 700)))], 3, False),
    "logsumexp": (lambda s, *x: s.logsumexp(stacked(x), axis=0), lambda *x: mpmath.log(mpmath.fsum(map(mpmath.exp, x))), [even(-30, 30)] * 4, 3, True),
    "softmax": (lambda s, *x: s.softmax(stacked(x), axis=0)[0], lambda *x: mpmath.exp(x[0]) / mpmath.fsum(map(mpmath.exp, x)), [even(-30, 30)] * 4, 24, False),
    "log_softmax": (lambda s, *x: s.log_softmax(stacked(x), axis=0)[0], lambda *x: x[0] - mpmath.log(mpmath.fsum(map(mpmath.exp, x))), [even(-30, 30)] * 4, 4, True),
    "comb": (lambda s, n, k: s.comb(n, k), mpmath.binomial, below(1), 8, False),
    "perm": (lambda s, n, k: s.perm(n, k), mpmath.ff, below(1), 8, False),
    "factorial": (lambda s, n: s.factorial(n), lambda n: mpmath.factorial(n) if n >= 0 else mpf(0), [whole(0, 170)], 3, False),
    "factorial2": (lambda s, n: s.factorial2(n.astype("int64")), lambda n: ending(n, 2), [whole(0, 300)], 8, False),
    "factorialk": (lambda s, n: s.factorialk(n.astype("int64"), 3), lambda n: ending(n, 3), [whole(0, 400)], 16, False),
    "stirling2": (lambda s, n, k: s.stirling2(n.astype("int64"), k.astype("int64")), stirling, degrees_and_orders(200), 200, False),
    "polygamma": (lambda s, n, x: s.polygamma(n.astype("int64"), x), derivatives_of_digamma, [whole(0, 10), joined(wide(1e-3, 1e3), even(1, 3))], 8, True),
    "multigammaln": (lambda s, a: s.multigammaln(a, 5), lambda a: multivariate(a, mpf(5)), [joined(even(2.01, 10), wide(2.5, 1e5))], 8, True),
    "assoc_laguerre": (lambda s, x, n: s.assoc_laguerre(x, n, 1.5), lambda x, n: mpmath.laguerre(n, 1.5, x), [even(0, 20), whole(0, 25)], 1000, True),
    "modfresnelp": (lambda s, x: s.modfresnelp(x), modified_fresnel(1), [joined(wide(1e-3, 100), both_signs(wide(1e-3, 20)))], 8, False),
    "modfresnelm": (lambda s, x: s.modfresnelm(x), modified_fresnel(-1), [joined(wide(1e-3, 100), both_signs(wide(1e-3, 20)))], 8, False),
    "expm1": (lambda s, x: s.expm1(x), mpmath.expm1, [both_signs(wide(1e-10, 700))], 1, False),
    "log1p": (lambda s, x: s.log1p(x), mpmath.log1p, [joined(wide(1e-10, 1e10), even(-1, 1))], 1, False),
    "exp2": (lambda s, x: s.exp2(x), lambda x: mpf(2) ** x, [joined(even(-1000, 1000), even(-1, 1))], 1, False),
    "cbrt": (lambda s, x: s.cbrt(x), lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)), [both_signs(wide(1e-300, 1e300))], 1, False),
    "sinc": (lambda s, x: s.sinc(x), mpmath.sincpi, [joined(even(-20, 20), both_signs(wide(1e-8, 1e3)))], 4, True),
    "expm1 complex": (lambda s, z: s.expm1(z), mpmath.expm1, [circle(1e-5, 30)], 8, False),
    "log1p complex": (lambda s, z: s.log1p(z), mpmath.log1p, [circle(1e-5, 1e5)], 6, False),
    "lambertw": (lambda s, z: s.lambertw(z), mpmath.lambertw, [circle(1e-5, 1e5)], 4, False),
    "lambertw -1": (lambda s, z: s.lambertw(z, -1), lambda z: mpmath.lambertw(z, -1), [circle(1e-5, 1e5)], 4, False),
    "lambertw 1": (lambda s, z: s.lambertw(z, 1), lambda z: mpmath.lambertw(z, 1), [circle(1e-5, 1e5)], 4, False),
    **{f"{name} beside {place}": (lambda s, z, name=name: getattr(s, name)(z), own, [beside(place)], bound, least)
       for name, own, place, bound, least in [("loggamma", mpmath.loggamma, 1, 40, False), ("loggamma", mpmath.loggamma, 2, 80, False), ("loggamma", mpmath.loggamma, -3, 8, True),
                                       ("digamma", mpmath.digamma, 1.4616321449683623, 5, True), ("spence", lambda z: mpmath.polylog(2, 1 - z), 1, 6, True)]},
}  # fmt: skip


def stacked(operands):
    """Operands of one length as the rows of one array of their kind."""
    if isinstance(operands[0], np.ndarray):
        return np.stack(operands)
    import cuprust

    return cuprust.stack(list(operands))
