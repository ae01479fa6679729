"""Prints the tables of src/special (needs mpmath: `python3 tests/special_coefficients.py`).

A table in powers interpolates its function in 120 digits at Chebyshev points; a table in Chebyshev polynomials holds the leading
coefficients of the function's series. Each is in the file of the function that uses it.
"""

from coefficients import chebyshev, fit, guarded, table
from mpmath import besseli, besselj, bessely, cos, digamma, erf, erfc, euler, exp, findroot, gamma, loggamma, mp, mpf, pi, sin, sqrt

HALF = mpf(1) / 2
DIGAMMA_ROOT = findroot(digamma, mpf("1.4616321449683623"))

erf_tail = guarded(lambda z: erf(sqrt(z)) / sqrt(z) - 1, 2 / sqrt(pi) - 1)
gammaln_slope = guarded(lambda t: loggamma(2 + t) / t, 1 - euler)
gamma_slope = guarded(lambda u: (gamma(u + 5 * HALF) - gamma(5 * HALF)) / u, gamma(5 * HALF) * digamma(5 * HALF))
digamma_slope = lambda u: digamma(u + 3 * HALF) / (u + 3 * HALF - DIGAMMA_ROOT)


def scaled_erfc(t):
    """(1 + 2x) exp(x^2) erfc(x), where t = (x - 2.5)/(x + 2.5)."""
    if abs(t) > 1 - mpf(10) ** -30:
        return mpf(1) if t < 0 else 2 / sqrt(pi)
    x = mpf("2.5") * (1 + t) / (1 - t)
    return (1 + 2 * x) * exp(x * x) * erfc(x)


def large_i0(t):
    """sqrt(x) exp(-x) I0(x), where t = 16/x - 1."""
    x = 16 / (t + 1)
    return sqrt(x) * exp(-x) * besseli(0, x)


def j0_parts(t):
    """P + i Q of J0(x) = sqrt(2/(pi x)) (P cos(x - pi/4) - Q sin(x - pi/4)), where t = 128/x^2 - 1; Q is divided by 8/x."""
    x = sqrt(128 / (t + 1))
    # Hankel's function without its wave is P + i Q.
    wave = mp.expjpi(-(x / pi - mpf(1) / 4))
    value = (besselj(0, x) + 1j * bessely(0, x)) * wave * sqrt(pi * x / 2)
    return value.real, value.imag * x / 8


def in_powers(name, function, low, high, degree, note):
    # `fit` treats names that begin with EXP as functions of a square; a low end of zero as a weight.
    table(name, fit(name, function, low, high, degree), note)


if __name__ == "__main__":
    in_powers("ERF", erf_tail, 0, 1, 12, "erf(x)/x - 1 in powers of x^2, for x up to 1.")
    in_powers("ERF_F32", erf_tail, 0, 1, 6, "The same for float32.")
    least = -mpf(2) / 3
    in_powers("ERFC", scaled_erfc, -mpf(1), mpf(1), 24, "(1 + 2x) exp(x^2) erfc(x) in powers of (x - 2.5)/(x + 2.5), for x from zero.")
    in_powers("ERFC_F32", scaled_erfc, least, mpf(1), 11, "The same for float32, for x from 1/2.")
    in_powers("GAMMALN_TWO", gammaln_slope, -HALF, HALF, 19, "gammaln(2 + t)/t in powers of t, for t from -1/2 to 1/2.")
    in_powers("GAMMA_MIDDLE", gamma_slope, -HALF, HALF, 16, "(gamma(2.5 + u) - gamma(2.5))/u in powers of u, for u from -1/2 to 1/2.")
    in_powers("DIGAMMA_MIDDLE", digamma_slope, -HALF, HALF, 23, "digamma(1.5 + u)/(1.5 + u - root) in powers of u, for u from -1/2 to 1/2.")
    root = float(DIGAMMA_ROOT)
    print(f"DIGAMMA_ROOT {root!r} {float(DIGAMMA_ROOT - root)!r}\n")
    in_powers("I0_SMALL", lambda t: exp(-4 * (t + 1)) * besseli(0, 4 * (t + 1)), -mpf(1), mpf(1), 28, "exp(-x) I0(x) in powers of x/4 - 1, for x up to 8.")
    in_powers("I0_LARGE", large_i0, -1 + mpf(10) ** -30, mpf(1), 22, "sqrt(x) exp(-x) I0(x) in powers of 16/x - 1, for x from 8.")
    powers = [mpf(-1) ** k / (mpf(4) ** k * mp.factorial(k) ** 2) for k in range(15)]
    table("J0_POWERS", [float(c) for c in powers], "J0(x) in powers of x^2, for x up to 3 (DLMF 10.2.2).")
    middle = chebyshev(lambda t: besselj(0, sqrt(mpf("36.5") + mpf("27.5") * t)), 21)
    table("J0_SMALL", middle, "J0(x) in Chebyshev polynomials of (x^2 - 36.5)/27.5, for x from 3 to 8.")
    table("J0_P", chebyshev(lambda t: j0_parts(t)[0], 17), "The part in phase, in Chebyshev polynomials of 128/x^2 - 1, for x from 8.")
    table("J0_Q", chebyshev(lambda t: j0_parts(t)[1], 17), "The part out of phase times x/8, in the same polynomials.")
