"""Prints the tables of the gamma functions, of Dawson's and Fresnel's integrals and of Owen's T function in src/special (needs mpmath)."""

from coefficients import chebyshev, fit, table
from mpmath import cos, erfi, euler, exp, factorial, fresnelc, fresnels, lu_solve, matrix, mp, mpf, pi, sin, sqrt, zeta

HALF = mpf(1) / 2


def dawson_slope(z):
    x = sqrt(z)
    return sqrt(pi) / 2 * exp(-z) * erfi(x) / x if z > mpf(10) ** -60 else mpf(1)


def fresnel_parts(t):
    """pi x f(x) and pi^2 x^3 g(x), where t = (x - 4)/(x + 1)."""
    x = (4 + t) / (1 - t)
    s, c, angle = HALF - fresnels(x), HALF - fresnelc(x), pi * x * x / 2
    return (s * cos(angle) - c * sin(angle)) * pi * x, (c * cos(angle) + s * sin(angle)) * pi**2 * x**3


def eta_over_excess(count):
    """The powers of eta in eta/u, where u - log(1 + u) = eta^2/2: u u' = eta (1 + u) gives those of u."""
    c = [mpf(0), mpf(1)]
    for k in range(2, count + 1):
        c.append((c[k - 1] - sum(c[i] * (k + 1 - i) * c[k + 1 - i] for i in range(2, k))) / (k + 1))
    d = [mpf(1)]
    for n in range(1, count):
        d.append(-sum(c[k + 1] * d[n - k] for k in range(1, n + 1)))
    return d


def lanczos(count, g):
    """The powers of z of numerator and denominator of gamma(z) e^(z - 1/2) (z + g - 1/2)^(1/2 - z): a fraction with poles from zero to 2 - count,
    which is exact at the first integers (Lanczos, "A precision approximation of the gamma function", 1964)."""
    values = matrix([factorial(z) * exp(z + HALF) * (z + g + HALF) ** (-z - HALF) for z in range(count)])
    shares = lu_solve(matrix([[mpf(1)] + [1 / mpf(z + k) for k in range(1, count)] for z in range(count)]), values)

    def product(left_out):
        powers = [mpf(1)]
        for k in range(count - 1):
            if k != left_out:
                powers = [a * k + b for a, b in zip([*powers, 0], [0, *powers])]
        return powers

    below = product(None)
    above = [shares[0] * each for each in below]
    for k in range(count - 1):
        above = [a + shares[k + 1] * b for a, b in zip(above, [*product(k), 0])]
    return above, below


def gauss_points(n):
    """The nodes and weights of Gauss's quadrature from zero to one."""
    pairs = []
    for i in range(1, n + 1):
        x = cos(pi * (i - mpf(1) / 4) / (n + HALF))
        for _ in range(50):
            p, q = mpf(1), x
            for k in range(2, n + 1):
                p, q = q, ((2 * k - 1) * x * q - (k - 1) * p) / k
            slope = n * (x * q - p) / (x * x - 1)
            x -= q / slope
        pairs.append(((1 + x) / 2, 1 / ((1 - x * x) * slope**2)))
    return sorted(pairs)


if __name__ == "__main__":
    mp.dps = 60
    table("ETA_OVER_EXCESS", [float(d) for d in eta_over_excess(25)], "eta/(lambda - 1) in powers of eta, where eta^2/2 = lambda - 1 - log(lambda).")
    powers = [-euler] + [(-1) ** k * zeta(k) / k for k in range(2, 28)]
    table("AROUND_ONE", [float(c) for c in powers], "(-1)^k zeta(k)/k for k from one, where the first is minus Euler's constant.")
    above, below = lanczos(13, mpf("6.024680040776729583740234375"))
    table("LANCZOS_ABOVE", [float(c) for c in above], "The numerator of Lanczos's fraction in powers of z, without e^-g.")
    table("LANCZOS_BELOW", [float(c) for c in below], "Its denominator: z (z + 1) .. (z + 11).")
    table("DAWSON", fit("DAWSON", dawson_slope, mpf(0), mpf(1), 17), "F(x)/x in powers of x^2, for x up to 1.")
    step = sqrt(pi / 12)
    print(f"STEP {float(step)!r}\n")
    table("MIDPOINTS", [float(exp(-((k + HALF) * step) ** 2)) for k in range(14)], "exp(-t^2) at the midpoints t = (k + 1/2) h.")
    table("POINTS", [float(exp(-(k * step) ** 2)) for k in range(1, 14)], "exp(-t^2) at the points t = k h from the first one on.")
    mp.dps = 120
    table("FRESNEL_F", chebyshev(lambda t: fresnel_parts(t)[0], 31), "pi x f(x) in Chebyshev polynomials of (x - 4)/(x + 1), for x from 1.5.")
    table("FRESNEL_G", chebyshev(lambda t: fresnel_parts(t)[1], 34), "pi^2 x^3 g(x) in the same polynomials.")
    mp.dps = 60
    cosines = [(-1) ** n * (pi / 2) ** (2 * n) / (factorial(2 * n) * (4 * n + 1)) for n in range(15)]
    table("FRESNEL_C", [float(c) for c in cosines], "C(x)/x in powers of x^4.")
    sines = [(-1) ** n * (pi / 2) ** (2 * n + 1) / (factorial(2 * n + 1) * (4 * n + 3)) for n in range(15)]
    table("FRESNEL_S", [float(c) for c in sines], "S(x)/x^3 in powers of x^4.")
    table("NODES", [float(x) for x, _ in gauss_points(32)], "The nodes of Gauss's quadrature of 32 points from zero to one.")
    table("WEIGHTS", [float(w) for _, w in gauss_points(32)], "Their weights.")
