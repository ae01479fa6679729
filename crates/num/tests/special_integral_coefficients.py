"""Prints the tables of the integrals of Bessel, Struve and Airy functions of src/special (needs mpmath:
`python3 tests/special_integral_coefficients.py [words of tables' names]`). They are as those of special_series_coefficients.py.
"""

from mpmath import airyai, airybi, besseli, besselj, besselk, bessely, euler, exp, fac2, factorial, hyper, log, lu_solve, matrix, mp, mpf, pi, sqrt, struveh, struvel
import special_series_coefficients
from special_series_coefficients import table


def logarithm(x):
    return log(x / 2) + euler


def first(x):
    """The integral of J0 from zero, and that of Y0."""
    h0, h1 = struveh(0, x), struveh(1, x)
    return tuple(x * c(0, x) + pi * x / 2 * (c(1, x) * h0 - c(0, x) * h1) for c in (besselj, bessely))


def modified(x):
    """The integral of I0 from zero, and that of K0."""
    l0, l1 = struvel(0, x), struvel(1, x)
    return (x * besseli(0, x) + pi * x / 2 * (besseli(0, x) * l1 - besseli(1, x) * l0),
            x * besselk(0, x) + pi * x / 2 * (besselk(0, x) * l1 + besselk(1, x) * l0))  # fmt: skip


def harmonic_series(x, sign):
    """The sum of (sign x^2/4)^k/k!^2 (1/(4 k^2) + H_k/(2 k)) over k from one."""
    total, term, harmonic, k = mpf(0), mpf(1), mpf(0), 0
    while True:
        k += 1
        term *= sign * x * x / 4 / k**2
        harmonic += mpf(1) / k
        part = term * (mpf(1) / (4 * k * k) + harmonic / (2 * k))
        total += part
        if abs(part) < mpf(10) ** -mp.dps:
            return total


def over_argument(x):
    """The integral of (1 - J0(t))/t from zero, and that of Y0(t)/t to infinity."""
    with mp.extradps(int(x) + 10):
        own = x * x / 8 * hyper([1, 1], [2, 2, 2], -x * x / 4)
        other = pi / 6 - logarithm(x) ** 2 / pi + 2 / pi * (logarithm(x) * own + harmonic_series(x, -1))
        return own, other


def modified_over_argument(x):
    """The integral of (I0(t) - 1)/t from zero, and that of K0(t)/t to infinity."""
    with mp.extradps(int(x) + 10):
        own = x * x / 8 * hyper([1, 1], [2, 2, 2], x * x / 4)
        other = pi * pi / 24 + logarithm(x) ** 2 / 2 + logarithm(x) * own - harmonic_series(x, 1)
        return own, other


def struve(x):
    """The integral of H0 from zero, and that of H0(t)/t to infinity."""
    with mp.extradps(int(x) + 10):
        return (x * x / pi * hyper([1, 1], [mpf(3) / 2, mpf(3) / 2, 2], -x * x / 4),
                pi / 2 - 2 * x / pi * hyper([mpf(1) / 2, 1], [mpf(3) / 2] * 3, -x * x / 4))  # fmt: skip


def modified_struve(x):
    with mp.extradps(int(x) + 10):
        return x * x / pi * hyper([1, 1], [mpf(3) / 2, mpf(3) / 2, 2], x * x / 4)


# From here on asymptotic series have all digits.
FAR = 70


def by_parts(x, power, first, second, step):
    """The factors p and q of p C1 + q C0 for the integral of C0 over a power of t, whose integration by parts gives `first(n)` of C1/t^n,
    `second(n)` of C0/t^(n + 1), and a multiple of the integral with the power n + 2, which is `step(n)`."""
    p, q, factor, n, last = mpf(0), mpf(0), mpf(1), power, mpf(10) ** 100
    while abs(factor) / x**n < last and abs(factor) / x**n > mpf(10) ** -mp.dps:
        last = abs(factor) / x**n
        p += factor * first(n) / x**n
        q += factor * second(n) / x ** (n + 1)
        factor *= step(n)
        n += 2
    return p, q


def of_waves(x, power):
    return by_parts(x, power, lambda n: -1, lambda n: n + 1, lambda n: -((n + 1) ** 2))


def of_growth(x, power):
    return by_parts(x, power, lambda n: 1, lambda n: n + 1, lambda n: (n + 1) ** 2)


def of_decay(x, power):
    return by_parts(x, power, lambda n: 1, lambda n: -(n + 1), lambda n: (n + 1) ** 2)


def grown(x):
    """sqrt(x) exp(-x) times the integral of I0 from zero, and x^(3/2) exp(-x) times that of (I0(t) - 1)/t and the logarithm."""
    scale = sqrt(x) * exp(-x)
    if x < FAR:
        return scale * modified(x)[0], x * scale * (modified_over_argument(x)[0] + logarithm(x))
    (p, q), (r, s) = of_growth(x, 0), of_growth(x, 1)
    one, zero = besseli(1, x), besseli(0, x)
    return scale * (p * one + q * zero), x * scale * (r * one + s * zero)


def decayed(x):
    """sqrt(x) exp(x) times the integral of K0 from x on, and x^(3/2) exp(x) times that of K0(t)/t."""
    scale = sqrt(x) * exp(x)
    if x < FAR:
        with mp.extradps(40 + int(x)):
            return scale * (pi / 2 - modified(x)[1]), x * scale * modified_over_argument(x)[1]
    (p, q), (r, s) = of_decay(x, 0), of_decay(x, 1)
    one, zero = besselk(1, x), besselk(0, x)
    return scale * (p * one + q * zero), x * scale * (r * one + s * zero)


def wave_parts(x):
    """The factors p and q of p C1(x)/x + q C0(x)/x^2, which the integral of C0(t)/t to infinity is for C = J and Y."""
    if x > FAR:
        p, q = of_waves(x, 1)
        return p * x, q * x * x
    with mp.extradps(int(x) + 10):
        own, other = over_argument(x)
        lines = matrix([[besselj(1, x) / x, besselj(0, x) / x**2], [bessely(1, x) / x, bessely(0, x) / x**2]])
        found = lu_solve(lines, matrix([own - logarithm(x), other]))
        return found[0], found[1]


def struve_terms(x, sign, weight):
    """The asymptotic sum of sign^k (2k - 1)!!^2/x^(2k) times a weight of k."""
    total, k, last = mpf(0), 0, mpf(10) ** 100
    while True:
        part = mpf(sign) ** k * fac2(2 * k - 1) ** 2 / x ** (2 * k) if k else mpf(1)
        if abs(part) >= last or abs(part) < mpf(10) ** -mp.dps:
            return total
        total, last, k = total + part * weight(k), abs(part), k + 1


def struve_zero(x):
    """pi x/2 (H0 - Y0)."""
    if x > FAR:
        return struve_terms(x, -1, lambda k: 1)
    with mp.extradps(int(x)):
        return pi * x / 2 * (struveh(0, x) - bessely(0, x))


def struve_one(x):
    """x^2 (pi/2 (H1 - Y1) - 1)."""
    if x > FAR:
        return struve_terms(x, -1, lambda k: 2 * k + 1)
    with mp.extradps(int(x)):
        return x * x * (pi / 2 * (struveh(1, x) - bessely(1, x)) - 1)


def struve_sum(x):
    """x^2 times the integral of H0 from zero less that of Y0 and 2/pi (log(2x) + the constant of Euler)."""
    if x > FAR:
        return -2 / pi * x * x * struve_terms(x, -1, lambda k: mpf(1) / (2 * k) if k else 0)
    with mp.extradps(int(x)):
        return x * x * (struve(x)[0] - first(x)[1] - 2 / pi * (log(2 * x) + euler))


def struve_rest(x):
    """x times the integral of (H0(t) - Y0(t))/t to infinity."""
    if x > FAR:
        return 2 / pi * struve_terms(x, -1, lambda k: mpf(1) / (2 * k + 1))
    with mp.extradps(int(x)):
        return x * (struve(x)[1] - over_argument(x)[1])


def modified_struve_sum(x):
    """x^2 times the integral of L0 less that of I0 from zero and the logarithm."""
    if x > FAR:
        return 2 / pi * x * x * struve_terms(x, 1, lambda k: mpf(1) / (2 * k) if k else 0)
    with mp.extradps(2 * int(x)):
        own = x * hyper([mpf(1) / 2], [1, mpf(3) / 2], x * x / 4)
        return x * x * (modified_struve(x) - own + 2 / pi * (log(2 * x) + euler))


def airy(x):
    """The parts of the integrals of Airy's functions from zero: those of their values and of their slopes at zero."""
    cube = x**3 / 9
    return (x * hyper([mpf(1) / 3], [mpf(2) / 3, mpf(4) / 3], cube), x * x / 2 * hyper([mpf(2) / 3], [mpf(4) / 3, mpf(5) / 3], cube))


def airy_integrals(x):
    with mp.extradps(int(abs(x) ** 1.5) + 20):
        f, g = airy(x)
        return airyai(0) * f + airyai(0, derivative=1) * g, airybi(0) * f + airybi(0, derivative=1) * g


def airy_parts(x):
    """The factors p and q of p C'(x)/x + q C(x)/x^2, which is minus the integral of Ai from x to infinity, the integral of Bi from zero, and
    for negative x minus the integrals of both from minus infinity."""
    if abs(x) > 24:
        p, q, factor, n, last = mpf(0), mpf(0), mpf(1), 0, mpf(10) ** 100
        while abs(factor / x**n) < last and abs(factor / x**n) > mpf(10) ** -mp.dps:
            last = abs(factor / x**n)
            p += factor / x**n
            q += factor * (n + 1) / x**n
            factor *= (n + 1) * (n + 2)
            n += 3
        return p, q
    with mp.extradps(int(abs(x) ** 1.5) * 2 + 20):
        own, other = airy_integrals(x)
        lines = matrix([[airyai(x, derivative=1) / x, airyai(x) / x**2], [airybi(x, derivative=1) / x, airybi(x) / x**2]])
        found = lu_solve(lines, matrix([own - mpf(1) / 3 if x > 0 else own + mpf(2) / 3, other]))
        return found[0], found[1]


def airy_beside(x):
    """The integral of Ai from x on over Ai(x)/sqrt(x), and that of Bi from zero over Bi(x)/sqrt(x)."""
    if x < 24:
        with mp.extradps(int(x**1.5) * 2 + 20):
            own, other = airy_integrals(x)
            return sqrt(x) * (mpf(1) / 3 - own) / airyai(x), sqrt(x) * other / airybi(x)
    p, q = airy_parts(x)
    return tuple(sign * sqrt(x) * (p * c(x, derivative=1) / c(x) / x + q / x**2) for sign, c in ((-1, airyai), (1, airybi)))


def squared(function):
    """The function of x in x^2."""
    return lambda square: function(sqrt(square + mpf(10) ** -40))


def far(function, least):
    """The function of x in t = 2 least/x - 1."""
    return lambda t: function(2 * mpf(least) / (t + 1 + mpf(10) ** -40))


def far_cube(function, least):
    """The function of x in t = 2 (least/x)^3 - 1."""
    return lambda t: function(mpf(least) * (2 / (t + 1 + mpf(10) ** -40)) ** (mpf(1) / 3))


def far_root(function, least):
    """The function of x in t = 2 (least/x)^(3/2) - 1."""
    return lambda t: function(mpf(least) * (2 / (t + 1 + mpf(10) ** -40)) ** (mpf(2) / 3))


def positive(name, note, term):
    """The coefficients of a power series whose terms are positive, which needs no other polynomials to keep its digits."""
    print(f"/// {note}\nconst {name}: [f64; 26] = [")
    for k in range(26):
        print(f"    {float(term(k))!r},")
    print("];\n")


def print_bessel():
    table("FIRST_J", "The integral of J0 from zero over x in powers of x^2/32 - 1, for x up to 8.", squared(lambda x: first(x)[0] / x), 0, 64)
    table("FIRST_Y", "The integral of Y0 less 2/pi (log(x/2) + the constant of Euler) times that of J0, over x, in the same powers.",
          squared(lambda x: (first(x)[1] - 2 / pi * logarithm(x) * first(x)[0]) / x), 0, 64, mpf("0.02"))  # fmt: skip
    table("FIRST_F_WAVE", "pi x/2 (H0 - Y0) of Struve's function in Chebyshev polynomials of 16/x - 1, for x from 8.", far(struve_zero, 8))
    table("FIRST_G_WAVE", "x^2 (pi/2 (H1 - Y1) - 1) in the same polynomials.", far(struve_one, 8))
    positive("MODIFIED_I", "The integral of I0 from zero over x in powers of x^2, all of whose terms are positive, for x from 2 to 8.",
             lambda k: 1 / (mpf(4) ** k * factorial(k) ** 2 * (2 * k + 1)))  # fmt: skip
    table("MODIFIED_I_FAR_WAVE", "sqrt(x) exp(-x) times the same in Chebyshev polynomials of 16/x - 1, for x from 8.", far(lambda x: grown(x)[0], 8))
    table("MODIFIED_I_NEAR", "The integral of I0 from zero over x in powers of x^2/2 - 1, for x up to 2.", squared(lambda x: modified(x)[0] / x), 0, 4)
    table("MODIFIED_K", "The integral of K0 and the logarithm of x/2 and the constant of Euler times that of I0, over x, in the same powers.",
          squared(lambda x: (modified(x)[1] + logarithm(x) * modified(x)[0]) / x), 0, 4)  # fmt: skip
    table("MODIFIED_K_FAR_WAVE", "sqrt(x) exp(x) times the integral of K0 from x on in Chebyshev polynomials of 4/x - 1, for x from 2.", far(lambda x: decayed(x)[0], 2))
    table("OVER_J", "The integral of (1 - J0(t))/t from zero over x^2 in powers of x^2/32 - 1, for x up to 8.",
          squared(lambda x: over_argument(x)[0] / x**2), 0, 64)  # fmt: skip
    table("OVER_Y", "What is left of the integral of Y0(t)/t, over x^2, in the same powers.",
          squared(lambda x: 2 / pi * harmonic_series(x, -1) / x**2), 0, 64, mpf("0.005"))  # fmt: skip
    table("OVER_P_WAVE", "The factor of C1(x)/x of the integrals beyond in Chebyshev polynomials of 16/x - 1, for x from 8.", far(lambda x: wave_parts(x)[0], 8))
    table("OVER_Q_WAVE", "The factor of C0(x)/x^2 in the same polynomials.", far(lambda x: wave_parts(x)[1], 8))
    positive("OVER_I", "The integral of (I0(t) - 1)/t from zero over x^2 in powers of x^2, for x from 2 to 8.",
             lambda k: 1 / (mpf(4) ** (k + 1) * factorial(k + 1) ** 2 * (2 * k + 2)))  # fmt: skip
    table("OVER_I_FAR_WAVE", "x^(3/2) exp(-x) times the same and the logarithm of x/2 and the constant of Euler in Chebyshev polynomials of 16/x - 1, for x from 8.",
          far(lambda x: grown(x)[1], 8))  # fmt: skip
    table("OVER_I_NEAR", "The integral of (I0(t) - 1)/t from zero over x^2 in powers of x^2/2 - 1, for x up to 2.",
          squared(lambda x: modified_over_argument(x)[0] / x**2), 0, 4)  # fmt: skip
    table("OVER_K", "What is left of the integral of K0(t)/t, over x^2, in the same powers.",
          squared(lambda x: harmonic_series(x, 1) / x**2), 0, 4)  # fmt: skip
    table("OVER_K_MIDDLE", "x^(3/2) exp(x) times the integral of K0(t)/t to infinity in powers of 2x - 3, for x from 1 to 2.", lambda x: decayed(x)[1], 1, 2)
    table("OVER_K_FAR_WAVE", "x^(3/2) exp(x) times the integral of K0(t)/t to infinity in Chebyshev polynomials of 4/x - 1, for x from 2.", far(lambda x: decayed(x)[1], 2))


def print_struve():
    table("STRUVE_NEAR", "The integral of H0 from zero over x^2 in powers of x^2/32 - 1, for x up to 8.", squared(lambda x: struve(x)[0] / x**2), 0, 64)
    table("STRUVE_FAR_WAVE", "x^2 times the same less that of Y0 and the logarithm in Chebyshev polynomials of 16/x - 1, for x from 8.", far(struve_sum, 8))
    table("OVER_STRUVE", "The integral of H0(t)/t from zero over x in powers of x^2/32 - 1, for x up to 8.",
          squared(lambda x: (pi / 2 - struve(x)[1]) / x), 0, 64)  # fmt: skip
    table("OVER_STRUVE_FAR_WAVE", "x times the integral of (H0(t) - Y0(t))/t to infinity in Chebyshev polynomials of 16/x - 1, for x from 8.", far(struve_rest, 8))
    positive("MODIFIED_STRUVE", "The integral of L0 from zero over x^2 in powers of x^2, all of whose terms are positive, for x up to 8.",
             lambda k: 1 / (pi * (k + 1) * fac2(2 * k + 1) ** 2))  # fmt: skip
    table("MODIFIED_STRUVE_FAR_WAVE", "x^2 times the integral of L0 - I0 and the logarithm in Chebyshev polynomials of 16/x - 1, for x from 8.", far(modified_struve_sum, 8), -1, 1, mpf("0.1"))


def print_airy():
    table("AIRY_AI", "The integral of Ai from zero over x in powers of x/2 - 1, for x up to 4.", lambda x: airy_integrals(x)[0] / x, mpf(10) ** -20, 4)
    table("AIRY_BI", "exp(-3x/2)/x times the integral of Bi from zero in the same powers.",
          lambda x: exp(-3 * x / 2) * airy_integrals(x)[1] / x, mpf(10) ** -20, 4)  # fmt: skip
    table("AIRY_AI_BELOW", "The integral of Ai(-t) from zero over x in the same powers.", lambda x: -airy_integrals(-x)[0] / x, mpf(10) ** -20, 4)
    table("AIRY_BI_BELOW", "The integral of Bi(-t) from zero over x in the same powers.",
          lambda x: -airy_integrals(-x)[1] / x, mpf(10) ** -20, 4, mpf("0.1"))  # fmt: skip
    table("AIRY_AI_FAR_WAVE", "sqrt(x)/Ai(x) times the integral of Ai from x on in Chebyshev polynomials of 2 (4/x)^(3/2) - 1, for x from 4.",
          far_root(lambda x: airy_beside(x)[0], 4))  # fmt: skip
    table("AIRY_BI_FAR_WAVE", "sqrt(x)/Bi(x) times the integral of Bi from zero in the same polynomials.", far_root(lambda x: airy_beside(x)[1], 4))
    table("AIRY_BELOW_P_WAVE", "The factor of the slope at -x, over x, in Chebyshev polynomials of 2 (4/x)^3 - 1, for x from 4.", far_cube(lambda x: airy_parts(-x)[0], 4))
    table("AIRY_BELOW_Q_WAVE", "The factor of the value over x^2 in the same polynomials.", far_cube(lambda x: airy_parts(-x)[1], 4))


if __name__ == "__main__":
    mp.dps = 45
    special_series_coefficients.POINTS = 72
    print_bessel()
    print_struve()
    print_airy()
