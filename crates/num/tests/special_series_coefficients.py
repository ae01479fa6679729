"""Prints the tables of Bessel functions, exponential integrals and elliptic integrals of src/special (needs mpmath:
`python3 tests/special_series_coefficients.py [words of tables' names]`).

A table holds a function's Chebyshev series on an interval, cut where a term is below 2^-55 of the function's least value there: in
powers of the variable that runs from -1 to 1, or in Chebyshev polynomials where the name says so (`.._WAVE`). Each is in the file
of the function that uses it.
"""

import sys

from mpmath import besseli, besselj, besselk, bessely, cos, e1, ei, ellipe, ellipk, euler, exp, findroot, log, matrix, mp, mpf, pi, si, ci, sqrt

POINTS = 72


def series(function, least):
    """The coefficients in Chebyshev polynomials up to the last that counts against the least value."""
    thetas = [pi * (2 * k + 1) / (2 * POINTS) for k in range(POINTS)]
    values = [function(cos(t)) for t in thetas]
    least = min(abs(v) for v in values) if least is None else least
    c = [2 * sum(v * cos(j * t) for v, t in zip(values, thetas)) / POINTS for j in range(POINTS)]
    c[0] /= 2
    count = POINTS
    while count > 1 and abs(c[count - 1]) < least * mpf(2) ** -55:
        count -= 1
    assert count < POINTS - 8, "the series converges too slowly"
    return c[:count]


def powers(c):
    """The same sum in powers of the variable."""
    n = len(c)
    total, before, current = [mpf(0)] * n, [mpf(1)] + [mpf(0)] * (n - 1), [mpf(0), mpf(1)] + [mpf(0)] * (n - 2)
    for k, factor in enumerate(c):
        polynomial = before if k == 0 else current
        total = [t + factor * p for t, p in zip(total, polynomial)]
        if k > 0:
            before, current = current, [2 * a - b for a, b in zip([mpf(0)] + current[:-1], before)]
    return total


def table(name, note, function, low=-1, high=1, least=None):
    """Prints a table of a function of x from low to high, in t = (2x - low - high)/(high - low)."""
    if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
        return
    low, high = mpf(low), mpf(high)
    c = series(lambda t: function((low + high) / 2 + t * (high - low) / 2), least)
    coefficients = c if name.endswith("_WAVE") else powers(c)
    print(f"/// {note}")
    print(f"const {name}: [f64; {len(c)}] = [")
    for x in coefficients:
        print(f"    {float(x)!r},")
    print("];\n", flush=True)


def taylor(name, note, terms):
    """Prints exact terms of a power series."""
    if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
        return
    print(f"/// {note}")
    print(f"const {name}: [f64; {len(terms)}] = [")
    for x in terms:
        print(f"    {float(x)!r},")
    print("];\n")


def hankel_parts(order):
    """P and Q of H(x) = sqrt(2/(pi x)) (P + i Q) exp(i (x - order pi/2 - pi/4)) in t = 128/x^2 - 1; Q is times x/8."""

    def parts(t):
        x = sqrt(128 / (t + 1 + mpf(10) ** -40))
        with mp.extradps(20 + int(mp.log10(x))):
            wave = mp.expj(-(x - mpf(order) * pi / 2 - pi / 4))
            value = (besselj(order, x) + 1j * bessely(order, x)) * wave * sqrt(pi * x / 2)
        return value.real, value.imag * x / 8

    return parts


def harmonic(k):
    return sum(mpf(1) / j for j in range(1, k + 1))


def reciprocal(function, scale):
    """The function of x in t = scale/x - 1, whose end is infinity."""
    return lambda t: function(scale / (t + 1 + mpf(10) ** -40))


def sine_parts(x):
    """x f(x) and x^2 g(x) of the auxiliary functions of the sine and cosine integrals (DLMF 6.2.17)."""
    with mp.extradps(20):
        value = mp.expj(x) * mp.e1(1j * x)
        return -value.imag * x, value.real * x * x


if __name__ == "__main__":
    mp.dps = 50
    taylor("J1_POWERS", "J1(x)/x in powers of x^2, for x up to 3 (DLMF 10.2.2).",
           [mpf(-1) ** k / (2 * mpf(4) ** k * mp.factorial(k) * mp.factorial(k + 1)) for k in range(15)])  # fmt: skip
    taylor("Y0_POWERS", "Y0(x) - 2/pi log(x) J0(x) in powers of x^2, for x up to 3 (DLMF 10.8.2).",
           [2 / pi * mpf(-1) ** k * (euler - log(2) - harmonic(k)) / (mpf(4) ** k * mp.factorial(k) ** 2) for k in range(16)])  # fmt: skip
    taylor("Y1_POWERS", "(Y1(x) + 2/(pi x) - 2/pi log(x) J1(x))/x in powers of x^2, for x up to 3 (DLMF 10.8.1).",
           [mpf(-1) ** k / (pi * mpf(4) ** k * mp.factorial(k) * mp.factorial(k + 1)) *
            (euler - log(2) - (harmonic(k) + harmonic(k + 1)) / 2) for k in range(16)])  # fmt: skip
    table("J1_SMALL_WAVE", "J1(x)/x in Chebyshev polynomials of (x^2 - 36.5)/27.5, for x from 3 to 8.",
          lambda z: besselj(1, sqrt(z)) / sqrt(z), 9, 64, mpf("0.05"))  # fmt: skip
    table("Y0_SMALL_WAVE", "Y0(x) in Chebyshev polynomials of (x - 5.5)/2.5, for x from 3 to 8.", lambda x: bessely(0, x), 3, 8, mpf("0.3"))
    table("Y1_SMALL_WAVE", "Y1(x) in Chebyshev polynomials of (x - 5.5)/2.5, for x from 3 to 8.", lambda x: bessely(1, x), 3, 8, mpf("0.3"))
    one = hankel_parts(1)
    table("J1_P_WAVE", "The part in phase, in Chebyshev polynomials of 128/x^2 - 1, for x from 8.", lambda t: one(t)[0])
    table("J1_Q_WAVE", "The part out of phase times x/8, in the same polynomials.", lambda t: one(t)[1])
    table("I1_SMALL", "exp(-x) I1(x)/x in powers of x/4 - 1, for x up to 8.",
          lambda x: exp(-x) * besseli(1, x) / x, 0, 8)  # fmt: skip
    table("I1_LARGE", "sqrt(x) exp(-x) I1(x) in powers of 16/x - 1, for x from 8.",
          reciprocal(lambda x: sqrt(x) * exp(-x) * besseli(1, x), 16))  # fmt: skip
    taylor("K0_LOG", "I0(x) in powers of x^2, for x up to 1 (DLMF 10.25.2).", [1 / (mpf(4) ** k * mp.factorial(k) ** 2) for k in range(9)])
    taylor("K0_POWERS", "K0(x) + log(x) I0(x) in powers of x^2, for x up to 1 (DLMF 10.31.2).",
           [(harmonic(k) - euler + log(2)) / (mpf(4) ** k * mp.factorial(k) ** 2) for k in range(9)])  # fmt: skip
    table("K0_MIDDLE", "exp(x) K0(x) in powers of 2x - 3, for x from 1 to 2.", lambda x: exp(x) * besselk(0, x), 1, 2)
    table("K0_LARGE", "sqrt(x) exp(x) K0(x) in powers of 4/x - 1, for x from 2.",
          reciprocal(lambda x: sqrt(x) * exp(x) * besselk(0, x), 4))  # fmt: skip
    taylor("K1_LOG", "I1(x)/x in powers of x^2, for x up to 1 (DLMF 10.25.2).",
           [1 / (2 * mpf(4) ** k * mp.factorial(k) * mp.factorial(k + 1)) for k in range(9)])  # fmt: skip
    taylor("K1_POWERS", "(K1(x) - 1/x - log(x) I1(x))/x in powers of x^2, for x up to 1 (DLMF 10.31.1).",
           [-(log(2) - euler + (harmonic(k) + harmonic(k + 1)) / 2) / (2 * mpf(4) ** k * mp.factorial(k) * mp.factorial(k + 1))
            for k in range(9)])  # fmt: skip
    table("K1_MIDDLE", "exp(x) K1(x) in powers of 2x - 3, for x from 1 to 2.", lambda x: exp(x) * besselk(1, x), 1, 2)
    table("K1_LARGE", "sqrt(x) exp(x) K1(x) in powers of 4/x - 1, for x from 2.",
          reciprocal(lambda x: sqrt(x) * exp(x) * besselk(1, x), 4))  # fmt: skip
    taylor("E1_POWERS", "(E1(x) + log(x) + the constant of Euler)/x in powers of x, for x up to 1 (DLMF 6.6.2).",
           [mpf(-1) ** k / ((k + 1) * mp.factorial(k + 1)) for k in range(18)])  # fmt: skip
    table("E1_MIDDLE", "x exp(x) E1(x) in powers of x - 2, for x from 1 to 3.", lambda x: x * exp(x) * e1(x), 1, 3)
    table("E1_LARGE", "x exp(x) E1(x) in powers of 6/x - 1, for x from 3.", reciprocal(lambda x: x * exp(x) * e1(x), 6))
    root = findroot(ei, mpf("0.3725"))
    print("/// The zero of Ei, and what its rounding lost.")
    print(f"const EI_ROOT: f64 = {float(root)!r};\nconst EI_ROOT_LOW: f64 = {float(root - float(root))!r};\n")

    def slope(x):
        if abs(x - root) < mpf(10) ** -20:
            return (exp(root) - 1) / root
        at_zero = (euler + log(root)) / -root
        return at_zero if x == 0 else (ei(x) - log(x / root)) / (x - root)

    table("EI_SMALL", "(Ei(x) - log(x/root))/(x - root) in powers of x/3 - 1, for x up to 6.", slope, 0, 6)
    table("EI_MIDDLE", "x exp(-x) Ei(x) in powers of 24/x - 3, for x from 6 to 12.",
          lambda y: exp(-1 / y) / y * ei(1 / y), mpf(1) / 12, mpf(1) / 6)  # fmt: skip
    table("EI_FARTHER", "x exp(-x) Ei(x) in powers of 48/x - 3, for x from 12 to 24.",
          lambda y: exp(-1 / y) / y * ei(1 / y), mpf(1) / 24, mpf(1) / 12)  # fmt: skip
    table("EI_LARGE", "x exp(-x) Ei(x) in powers of 48/x - 1, for x from 24.", reciprocal(lambda x: x * exp(-x) * ei(x), 48))
    taylor("SI_POWERS", "Si(x)/x in powers of x^2, for x up to 4 (DLMF 6.6.5).",
           [mpf(-1) ** k / ((2 * k + 1) * mp.factorial(2 * k + 1)) for k in range(15)])  # fmt: skip
    taylor("CI_POWERS", "(Ci(x) - log(x) - the constant of Euler)/x^2 in powers of x^2, for x up to 4 (DLMF 6.6.6).",
           [-mpf(-1) ** k / ((2 * k + 2) * mp.factorial(2 * k + 2)) for k in range(14)])  # fmt: skip
    table("F_NEAR", "x f(x) of the auxiliary function f in powers of (128/x^2 - 5)/3, for x from 4 to 8.",
          lambda z: sine_parts(1 / sqrt(z))[0], mpf(1) / 64, mpf(1) / 16)  # fmt: skip
    table("G_NEAR", "x^2 g(x) of the auxiliary function g, likewise.", lambda z: sine_parts(1 / sqrt(z))[1], mpf(1) / 64, mpf(1) / 16)
    table("F_FAR", "x f(x) in powers of 128/x^2 - 1, for x from 8.", lambda t: sine_parts(sqrt(128 / (t + 1 + mpf(10) ** -30)))[0])
    table("G_FAR", "x^2 g(x), likewise.", lambda t: sine_parts(sqrt(128 / (t + 1 + mpf(10) ** -30)))[1])
    bernoulli = [mp.bernoulli(2 * k) / mp.factorial(2 * k + 1) for k in range(1, 12)]
    taylor("DEBYE_POWERS", "B(2k)/(2k + 1)! for k from one, B the Bernoulli numbers.", bernoulli)

    # E(1 - p) = 1 + p (A(p) - log(p) B(p)/2), where B is that of K(1 - p) = C(p) - log(p) D(p)/2 in the same way.
    def of_complement(p):
        """(K(p) - E(p))/(pi/2)/p, the factor of the logarithm in E(1 - p), which is its Wronskian's (DLMF 19.12)."""
        return (ellipk(p) - ellipe(p)) / (pi / 2) / p if p > mpf(10) ** -20 else mpf(1) / 2

    def rest(p):
        p = max(p, mpf(10) ** -25)
        with mp.extradps(40):
            return (ellipe(1 - p) - 1 + log(p) * of_complement(p) * p / 2) / p

    table("E_LOG", "The factor of -p log(p)/2 in E(1 - p), in powers of 4p - 1, for p up to 1/2.", of_complement, 0, mpf(1) / 2)
    table("E_REST", "What else E(1 - p) - 1 has, over p, in the same powers.", rest, 0, mpf(1) / 2)
    table("E_SMALL", "E(m) in powers of 4m - 1, for m up to 1/2.", ellipe, 0, mpf(1) / 2)

    def reciprocal_gammas(mu):
        """The odd and even parts of 1/gamma(1 - mu) in mu, the odd one over mu (Temme's functions gamma_1 and gamma_2)."""
        with mp.extradps(40):
            minus, plus = mp.rgamma(1 - mu), mp.rgamma(1 + mu)
            return ((minus - plus) / (2 * mu) if mu > mpf(10) ** -30 else -euler), (minus + plus) / 2

    note = "in powers of 8 mu^2 - 1, for mu up to 1/2."
    table("TEMME_ODD", f"(1/gamma(1 - mu) - 1/gamma(1 + mu))/(2 mu) {note}", lambda z: reciprocal_gammas(sqrt(z))[0], 0, mpf(1) / 4)
    table("TEMME_EVEN", f"(1/gamma(1 - mu) + 1/gamma(1 + mu))/2 {note}", lambda z: reciprocal_gammas(sqrt(z))[1], 0, mpf(1) / 4)
    # U_k(p)/p^k in powers of z = p^2: from U' = p^2 (1 - p^2)/2 U'_k + 1/8 of the integral of (1 - 5 p^2) U_k (DLMF
    # 10.41.9).
    rows, u = [], [mpf(1)]
    for k in range(14):
        rows += u
        following = [mpf(0)] * (k + 2)
        for j, c in enumerate(u):
            power = k + 2 * j
            following[j] += c * (mpf(power) / 2 + mpf(1) / (8 * (power + 1)))
            following[j + 1] -= c * (mpf(power) / 2 + mpf(5) / (8 * (power + 3)))
        u = following
    taylor("DEBYE_ROWS", "U_k(p)/p^k for k from zero, each in powers of p^2 (DLMF 10.41.9).", rows)
