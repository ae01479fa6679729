"""The exact functions of Bessel functions, integrals and polynomials of `cuprust.scipy.special`, as `test_special.py` reads them: of each
the exact one, its arguments, the largest error in units of 2^-52, and what that is relative to."""

import functools

import mpmath
import numpy as np
from special_draws import both_signs, even, joined, whole, wide


def amplitude(v, x):
    """The amplitude of the waves of J and Y of order v, or the size of Y below them."""
    j, second = mpmath.besselj(v, x), mpmath.bessely(v, x)
    return mpmath.hypot(j, second) if abs(x) > abs(v) or v < 0 else abs(second)


def orders_and_arguments(random, n):
    """Orders and arguments of every way in which modified functions are computed, and of both signs of the order."""
    v, x = joined(even(0, 45), wide(1e-3, 200))(random, n), joined(wide(1e-3, 60), wide(0.1, 300))(random, n)
    v[1::4] *= -1
    v[::3] = np.round(v[::3])
    return v, x


def positive_orders(random, n):
    v, x = orders_and_arguments(random, n)
    return abs(v), x


def struve_arguments(random, n):
    """Orders and arguments of every way in which Struve functions are computed."""
    v, x = joined(even(-0.5, 30), whole(0, 5))(random, n), joined(wide(1e-3, 60), wide(0.1, 300))(random, n)
    return v, x


def struve_size(v, x):
    """The amplitude of the waves of the Bessel functions beside it where it oscillates, else its value."""
    return max(abs(mpmath.struveh(v, x)), mpmath.hypot(mpmath.besselj(v, x), mpmath.bessely(v, x)) if x > abs(v) else 0)


def exponential_of_order(n, x):
    return mpmath.expint(n, x)


def wright(a, b, x):
    """The series, from terms that all are positive."""
    total, k, term = mpmath.mpf(0), 0, mpmath.mpf(1)
    while k < 10 or term > total * mpmath.mpf(2) ** -80 or k < x / 4:
        term = x**k / mpmath.factorial(k) * mpmath.rgamma(a * k + b)
        total += term
        k += 1
    return total


def legendre_of_order(m, v, x):
    return mpmath.re(mpmath.legenp(v, m, x, type=2))


def shifted_jacobi(n, p, q, x):
    return mpmath.jacobi(n, p - q, q - 1, 2 * x - 1) / mpmath.binomial(2 * n + p - 1, n)


def scaled_airy(x):
    growth = mpmath.exp(mpmath.mpf(2) / 3 * x ** mpmath.mpf(1.5))
    ai, bi = mpmath.airyai(x), mpmath.airybi(x)
    return ai * growth, mpmath.airyai(x, derivative=1) * growth, bi / growth, mpmath.airybi(x, derivative=1) / growth


def diagonal(x):
    return x * mpmath.expjpi(mpmath.mpf(1) / 4)


def limit_size(v, x):
    """The size of the waves of 0F1 below zero, or one."""
    value, root = abs(mpmath.hyp0f1(v, x)), mpmath.sqrt(abs(x))
    if x >= 0 or 2 * root <= abs(v - 1):
        return max(value, 1)
    waves = mpmath.hypot(mpmath.besselj(v - 1, 2 * root), mpmath.bessely(v - 1, 2 * root))
    return max(value, 1, abs(mpmath.gamma(v) * root ** (1 - v)) * waves)


@functools.cache
@mpmath.workdps(30)
def first_on_diagonal(order, x):
    """The modified function of the first kind on the diagonal of the plane: of order one with the factor of the derivative."""
    return mpmath.besseli(order, diagonal(x)) * mpmath.expjpi(mpmath.mpf(order) / 4)


@functools.cache
@mpmath.workdps(30)
def second_on_diagonal(order, x):
    return mpmath.besselk(order, diagonal(x)) * mpmath.expjpi(mpmath.mpf(order) / 4) * (-1) ** order


def kelvin_row(function, order, which):
    """The exact function of a part of a complex one, beside the complex one's size."""
    return lambda x: getattr(function(order, x), which), [wide(1e-3, 60)], 12, lambda x: abs(function(order, x))


def near_one(random, n):
    """Parameters of elliptic integrals below one, near one and far below zero."""
    return joined(even(0, 1), lambda random, n: 1 - wide(1e-12, 1)(random, n), lambda random, n: -wide(1e-5, 1e6)(random, n))(random, n)


def log_wright(a, b, x):
    return mpmath.log(wright(a, b, x))


def integral_of_power(a, lmb, nu):
    """The integral of t^lmb J(2 a t) from zero to one, as a series."""
    with mpmath.workdps(40 + int(a)):
        return a**nu * mpmath.rgamma(nu + 1) / (lmb + nu + 1) * mpmath.hyp1f2((lmb + nu + 1) / 2, nu + 1, (lmb + nu + 3) / 2, -a * a)


def power_size(a, lmb, nu):
    """The size of the waves of the integral, which begin where 2 a is the order."""
    return max(abs(integral_of_power(a, lmb, nu)), a**-1.5 / 2 if 2 * a > nu else 0)


def integrals_of_order_zero(x, sign):
    """The integral of J or I of order zero from zero, and what stands beside its product with the logarithm in that of Y or K."""
    square, term, harmonic = sign * x * x / 4, x, mpmath.mpf(0)
    first, rest, k = x, x, 0
    while abs(term) > mpmath.mpf(10) ** -mpmath.mp.dps * x or k < abs(x):
        k += 1
        term, harmonic = term * square / k**2, harmonic + mpmath.mpf(1) / k
        first += term / (2 * k + 1)
        rest += term / (2 * k + 1) * (harmonic + mpmath.mpf(1) / (2 * k + 1))
    return first, mpmath.log(x / 2) + mpmath.euler, rest


def integrals_of_bessel(x):
    with mpmath.workdps(60 + int(x)):
        first, logarithm, rest = integrals_of_order_zero(x, -1)
        return first, 2 / mpmath.pi * (logarithm * first - rest)


def integrals_of_modified(x):
    with mpmath.workdps(60 + int(x)):
        first, logarithm, rest = integrals_of_order_zero(x, 1)
        return first, rest - logarithm * first


def over_argument(x, sign):
    """The integral of the first kind less its value at zero over t from zero, and the logarithm, and the series beside it."""
    logarithm, square = mpmath.log(x / 2) + mpmath.euler, sign * x * x / 4
    own = x * x / 8 * mpmath.hyper([1, 1], [2, 2, 2], square)
    rest, term, harmonic = mpmath.mpf(0), mpmath.mpf(1), mpmath.mpf(0)
    for k in range(1, 60 + int(4 * x)):
        term, harmonic = term * square / k**2, harmonic + mpmath.mpf(1) / k
        rest += term * (mpmath.mpf(1) / (4 * k * k) + harmonic / (2 * k))
    return own, logarithm, rest


def integrals_over_argument(x):
    with mpmath.workdps(60 + int(x)):
        own, logarithm, rest = over_argument(x, -1)
        return own, mpmath.pi / 6 - logarithm**2 / mpmath.pi + 2 / mpmath.pi * (logarithm * own + rest)


def modified_over_argument(x):
    with mpmath.workdps(60 + int(x)):
        own, logarithm, rest = over_argument(x, 1)
        return own, mpmath.pi**2 / 24 + logarithm**2 / 2 + logarithm * own - rest


def integral_of_struve(x, sign=-1):
    with mpmath.workdps(60 + int(abs(x))):
        return x * x / mpmath.pi * mpmath.hyper([1, 1], [mpmath.mpf(3) / 2, mpmath.mpf(3) / 2, 2], sign * x * x / 4)


def struve_over_argument(x):
    with mpmath.workdps(60 + int(abs(x))):
        return mpmath.pi / 2 - 2 * x / mpmath.pi * mpmath.hyper([mpmath.mpf(1) / 2, 1], [mpmath.mpf(3) / 2] * 3, -x * x / 4)


def integrals_of_airy(x):
    def of(y):
        cube = y**3 / 9
        first = y * mpmath.hyp1f2(mpmath.mpf(1) / 3, mpmath.mpf(2) / 3, mpmath.mpf(4) / 3, cube)
        second = y * y / 2 * mpmath.hyp1f2(mpmath.mpf(2) / 3, mpmath.mpf(4) / 3, mpmath.mpf(5) / 3, cube)
        return [kind(0) * first + kind(0, derivative=1) * second for kind in (mpmath.airyai, mpmath.airybi)]

    with mpmath.workdps(60 + int(abs(x) ** 1.5)):
        (ai, bi), (ai_below, bi_below) = of(x), of(-x)
        return ai, bi, -ai_below, -bi_below


BESSEL = {
    "i0": (lambda x: mpmath.besseli(0, x), [both_signs(wide(1e-10, 700))], 5, False),
    "i1": (lambda x: mpmath.besseli(1, x), [both_signs(wide(1e-10, 700))], 6, False),
    "i1e": (lambda x: mpmath.exp(-abs(x)) * mpmath.besseli(1, x), [both_signs(wide(1e-10, 1e5))], 5, False),
    "j1": (lambda x: mpmath.besselj(1, x), [both_signs(joined(wide(1e-10, 1e6), even(0, 20)))], 2, True),
    "y0": (lambda x: mpmath.bessely(0, x), [joined(wide(1e-10, 1e6), even(0, 20))], 2, True),
    "y1": (lambda x: mpmath.bessely(1, x), [joined(wide(1e-10, 1e6), even(0, 20))], 2, True),
    "k0": (lambda x: mpmath.besselk(0, x), [joined(wide(1e-10, 600), even(0, 4))], 4, False),
    "k0e": (lambda x: mpmath.exp(x) * mpmath.besselk(0, x), [joined(wide(1e-10, 1e4), even(0, 4))], 3, False),
    "k1": (lambda x: mpmath.besselk(1, x), [joined(wide(1e-10, 600), even(0, 4))], 4, False),
    "k1e": (lambda x: mpmath.exp(x) * mpmath.besselk(1, x), [joined(wide(1e-10, 1e4), even(0, 4))], 3, False),
    "airy": (lambda x: (mpmath.airyai(x), mpmath.airyai(x, derivative=1), mpmath.airybi(x), mpmath.airybi(x, derivative=1)),
             [joined(even(1, 100), even(-0.5, 3))], 15, False),
    "airye": (scaled_airy, [joined(even(0, 100), even(1, 3))], 15, False),
    # SciPy's errors are up to some 400 units in these five.
    "yv": (mpmath.bessely, orders_and_arguments, 6, amplitude),
    "struve": (mpmath.struveh, struve_arguments, 6, struve_size),
    "modstruve": (mpmath.struvel, struve_arguments, 6, False),
    "iv": (mpmath.besseli, orders_and_arguments, 30, False),
    "ive": (lambda v, x: mpmath.exp(-x) * mpmath.besseli(v, x), orders_and_arguments, 30, False),
    "kv": (mpmath.besselk, positive_orders, 6, False),
    "kve": (lambda v, x: mpmath.exp(x) * mpmath.besselk(v, x), positive_orders, 6, False),
    "yn": (mpmath.bessely, [whole(0, 40), wide(1e-2, 300)], 5, amplitude),
    "kn": (mpmath.besselk, [whole(0, 40), wide(1e-2, 300)], 5, False),
    "ber": kelvin_row(first_on_diagonal, 0, "real"),
    "bei": kelvin_row(first_on_diagonal, 0, "imag"),
    "berp": kelvin_row(first_on_diagonal, 1, "real"),
    "beip": kelvin_row(first_on_diagonal, 1, "imag"),
    "ker": kelvin_row(second_on_diagonal, 0, "real"),
    "kei": kelvin_row(second_on_diagonal, 0, "imag"),
    "kerp": kelvin_row(second_on_diagonal, 1, "real"),
    "keip": kelvin_row(second_on_diagonal, 1, "imag"),
    "exp1": (mpmath.e1, [joined(wide(1e-10, 600), even(0, 4))], 4, False),
    "expi": (mpmath.ei, [both_signs(joined(wide(1e-10, 600), even(0.3, 0.45), even(0, 30)))], 4, False),
    "expn": (exponential_of_order, [joined(whole(0, 12), whole(0, 300)), joined(wide(1e-5, 600), even(0, 5))], 4, False),
    "sici": (lambda x: (mpmath.si(x), mpmath.ci(x)), [joined(wide(1e-10, 1e5), even(0, 10))], 5, True),
    "shichi": (lambda x: (mpmath.shi(x), mpmath.chi(x)), [joined(wide(1e-10, 600), even(0, 10))], 4, True),
    "spence": (lambda x: mpmath.re(mpmath.polylog(2, 1 - x)), [joined(wide(1e-10, 1e10), even(0, 3))], 4, False),
    "ellipe": (mpmath.ellipe, [near_one], 3, False),
    "ellipkinc": (mpmath.ellipf, [joined(even(-10, 10), even(0, 1.6)), near_one], 6, False),
    "ellipeinc": (mpmath.ellipe, [joined(even(-10, 10), even(0, 1.6)), near_one], 6, False),
    "wrightomega": (lambda x: mpmath.lambertw(mpmath.exp(x)), [joined(even(-20, 20), wide(1, 1e6))], 8, False),
    "wright_bessel": (wright, [even(0.05, 5), even(0, 10), wide(1e-2, 300)], 20, False),
    # Near one the logarithm is beside one.
    "log_wright_bessel": (log_wright, [even(0.05, 5), even(0, 10), wide(1e-2, 300)], 12, True),
    # SciPy's sum of a power series has no digit from a = 20 on.
    "besselpoly": (integral_of_power, [joined(wide(1e-2, 300), even(0, 20)), even(-0.5, 10), joined(even(0, 12), whole(0, 5))], 100, power_size),
    "itj0y0": (integrals_of_bessel, [joined(wide(1e-3, 300), even(0, 20))], 4, True),
    "iti0k0": (integrals_of_modified, [joined(wide(1e-3, 300), even(0, 20))], 4, False),
    "it2j0y0": (integrals_over_argument, [joined(wide(1e-2, 60), even(0, 20))], 5, True),
    "it2i0k0": (modified_over_argument, [joined(wide(1e-2, 60), even(0, 20))], 5, False),
    "itstruve0": (integral_of_struve, [both_signs(joined(wide(1e-3, 100), even(0, 20)))], 4, True),
    "it2struve0": (struve_over_argument, [both_signs(joined(wide(1e-3, 100), even(0, 20)))], 4, True),
    "itmodstruve0": (lambda x: integral_of_struve(x, 1), [both_signs(joined(wide(1e-3, 100), even(0, 20)))], 5, False),
    "itairy": (integrals_of_airy, [both_signs(joined(wide(1e-3, 20), even(0, 8)))], 16, True),
    "lpmv": (legendre_of_order, [whole(0, 5), joined(whole(5, 20), even(0, 15)), even(-0.9, 0.999)], 3e4, True),
    # Beside its zeros SciPy's errors are up to 6e4 units of the size of the waves.
    "hyp0f1": (mpmath.hyp0f1, [even(-5, 10), even(-100, 300)], 40, limit_size),
    # SciPy's errors are up to 1e16 units here.
    "hyperu": (mpmath.hyperu, [even(0.05, 20), even(-8, 12), wide(1e-2, 200)], 400, False),
    "hyp1f1": (mpmath.hyp1f1, [even(-10, 10), even(0.1, 10), even(-30, 60)], 500, False),
    "hyp2f1": (mpmath.hyp2f1, [even(-3, 5), even(-3, 5), even(0.1, 6), joined(even(-1, 0.99), lambda random, n: -wide(0.1, 100)(random, n))], 5e3, False),
    "eval_legendre": (mpmath.legendre, [joined(whole(0, 40), even(0, 20)), even(-0.99, 1)], 10, True),
    "eval_chebyt": (mpmath.chebyt, [whole(0, 40), even(-1, 1)], 1, True),
    "eval_chebyu": (mpmath.chebyu, [whole(0, 40), even(-1, 1)], 1, True),
    "eval_chebyc": (lambda n, x: 2 * mpmath.chebyt(n, x / 2), [whole(0, 40), even(-2, 2)], 1, True),
    "eval_chebys": (lambda n, x: mpmath.chebyu(n, x / 2), [whole(0, 40), even(-2, 2)], 1, True),
    "eval_sh_legendre": (lambda n, x: mpmath.legendre(n, 2 * x - 1), [whole(0, 40), even(0, 1)], 1, True),
    "eval_sh_chebyt": (lambda n, x: mpmath.chebyt(n, 2 * x - 1), [whole(0, 40), even(0, 1)], 1, True),
    "eval_sh_chebyu": (lambda n, x: mpmath.chebyu(n, 2 * x - 1), [whole(0, 40), even(0, 1)], 1, True),
    "eval_hermite": (mpmath.hermite, [whole(0, 12), even(-3, 3)], 4,
                     lambda n, x: max(abs(mpmath.hermite(n, x)), 1 + mpmath.sqrt(mpmath.factorial(n) * 2**n))),
    "eval_hermitenorm": (lambda n, x: mpmath.hermite(n, x / mpmath.sqrt(2)) / mpmath.sqrt(2) ** n, [whole(0, 12), even(-3, 3)], 4,
                         lambda n, x: max(abs(mpmath.hermite(n, x / mpmath.sqrt(2)) / mpmath.sqrt(2) ** n), 1 + mpmath.sqrt(mpmath.factorial(n)))),
    "eval_laguerre": (lambda n, x: mpmath.laguerre(n, 0, x), [whole(0, 25), even(0, 20)], 1, True),
    "eval_genlaguerre": (mpmath.laguerre, [joined(whole(0, 25), even(0, 10)), even(-0.9, 5), even(0, 20)], 400, True),
    "eval_gegenbauer": (mpmath.gegenbauer, [whole(0, 25), even(0.1, 5), even(-1, 1)], 1, True),
    "eval_jacobi": (mpmath.jacobi, [whole(0, 25), even(-0.9, 5), even(-0.9, 5), even(-1, 1)], 1, True),
    "eval_sh_jacobi": (shifted_jacobi, [whole(0, 25), even(3, 6), even(0.5, 2), even(0, 1)], 1,
                       lambda *operands: max(abs(shifted_jacobi(*operands)), mpmath.mpf(4) ** -operands[0])),
}  # fmt: skip

# The functions whose time grows with an operand, with a draw of it: its place, and small numbers instead of those of
# every size.
BOUNDED = {name: {0: joined(whole(-3, 20), even(0, 20))} for name in BESSEL if name.startswith("eval_")}
BOUNDED["besselpoly"] = {0: wide(1e-3, 300), 1: even(-3, 20), 2: even(-3, 20)}
BOUNDED["lpmv"] = {0: whole(-3, 5), 1: joined(whole(-3, 20), even(0, 20))}
# The operands that are integers of 64 bits.
INTEGERS = {"eval_hermite": [0], "eval_hermitenorm": [0]}
# Whose values at NaN, infinities and poles are not SciPy's: NaN stays NaN, and infinite degrees give NaN.
POLYNOMIALS = {*(name for name in BESSEL if name.startswith("eval_")), "lpmv"}
# SciPy's hypergeometric functions do not return for some infinite operands.
OTHER_EDGES = {*POLYNOMIALS, "hyp1f1", "hyp2f1", "hyperu"}
# SciPy's integrals are NaN at infinity and 1e300 where they are infinite.
INTEGRALS = {"itj0y0", "iti0k0", "it2j0y0", "it2i0k0", "itstruve0", "it2struve0", "itmodstruve0", "itairy"}
# Functions of complex numbers, each with the exact one and the factor that scales it; `test_special.py` compares these
# by themselves.
COMPLEX = {
    "jv": (mpmath.besselj, lambda z: 1),
    "yv": (mpmath.bessely, lambda z: 1),
    "jve": (mpmath.besselj, lambda z: mpmath.exp(-abs(z.imag))),
    "yve": (mpmath.bessely, lambda z: mpmath.exp(-abs(z.imag))),
    "iv": (mpmath.besseli, lambda z: 1),
    "ive": (mpmath.besseli, lambda z: mpmath.exp(-abs(z.real))),
    "kv": (mpmath.besselk, lambda z: 1),
    "kve": (mpmath.besselk, mpmath.exp),
    "hankel1": (mpmath.hankel1, lambda z: 1),
    "hankel2": (mpmath.hankel2, lambda z: 1),
    "hankel1e": (mpmath.hankel1, lambda z: mpmath.exp(-1j * z)),
    "hankel2e": (mpmath.hankel2, lambda z: mpmath.exp(1j * z)),
}
# Rows of complex results, or that repeat others.
COMPLEX_ALONE = {"hankel1", "hankel2", "hankel1e", "hankel2e", "kelvin", "jve", "yve", "modfresnelp", "modfresnelm"}
# SciPy's errors beside the edges, where they are above the usual tolerance.
# At (-1/2, -2) `hyp0f1` is -0.080004655658390928: ours is 5e-17 off, SciPy's 8e-16.
TOLERANCES = {"airye": 1e-13, "hyp0f1": 2e-14, **dict.fromkeys(["ker", "kei", "kerp", "keip", "ber", "bei", "berp", "beip", "kelvin"], 1e-11)}
