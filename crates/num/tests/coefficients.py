"""Prints the polynomial coefficients of src/math/coefficients.rs (needs mpmath: `python3 tests/coefficients.py`).

Each row names a function g, the interval and the degree; the polynomial interpolates g in 120 digits at Chebyshev
points, which is within a small factor of the minimax error; where the interval starts at zero, the points are those of
z g(z), as that is what is added to the leading terms. The error printed is the largest of x (P - g)
or x^2 (P - g), with rounded coefficients.
"""

import struct

from mpmath import mp, mpf, atan, asin, asinh, atanh, cos, exp, log, pi, sin, sinh, sqrt, matrix, lu_solve

mp.dps = 120
LN2 = log(2)


def guarded(g, at_zero):
    """g, with its limit where the formula is 0/0."""
    return lambda x: at_zero if abs(x) < mpf(2) ** -120 else g(x)


def root(g):
    """g as a function of the square of its argument."""
    return lambda z: g(sqrt(z))


E = LN2 / 2 * (1 + mpf(2) ** -20)
S = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * (1 + mpf(2) ** -20)
Q = (pi / 4) ** 2 * (1 + mpf(2) ** -20)
A = (mpf(7) / 16) ** 2

exp_tail = guarded(lambda r: (exp(r) - 1 - r) / r**2, mpf(1) / 2)
expm1_tail = guarded(lambda r: (exp(r) - 1 - r - r * r / 2) / r**3, mpf(1) / 6)
exp2_tail = guarded(lambda f: (exp(f * LN2) - 1 - f * LN2) / f**2, LN2**2 / 2)
log_direct = guarded(lambda f: (log(1 + f) - f + f * f / 2) / f**3, mpf(1) / 3)
log_tail = guarded(root(lambda s: (2 * atanh(s) / s - 2) / s**2), mpf(2) / 3)
pow_tail = guarded(root(lambda s: (2 * atanh(s) / s - 2 - 2 * s**2 / 3) / s**4), mpf(2) / 5)
sin_tail = guarded(root(lambda r: (sin(r) - r) / r**3), -mpf(1) / 6)
cos_tail = guarded(root(lambda r: (cos(r) - 1 + r * r / 2) / r**4), mpf(1) / 24)
asin_tail = guarded(root(lambda s: (asin(s) / s - 1) / s**2), mpf(1) / 6)
atan_tail = guarded(root(lambda t: (atan(t) / t - 1) / t**2), -mpf(1) / 3)
asinh_tail = guarded(root(lambda x: (asinh(x) / x - 1) / x**2), -mpf(1) / 6)
sinh_tail = guarded(root(lambda x: (sinh(x) / x - 1) / x**2), mpf(1) / 6)

ROWS = [
    ("EXP", exp_tail, -E, E, 9),
    ("EXPM1", expm1_tail, -E, E, 9),
    ("EXP2", exp2_tail, -mpf(1) / 2, mpf(1) / 2, 9),
    ("LOG", log_tail, 0, S, 6),
    ("POW", pow_tail, 0, S, 7),
    ("SIN", sin_tail, 0, Q, 5),
    ("COS", cos_tail, 0, Q, 5),
    ("ASIN", asin_tail, 0, mpf(1) / 4, 12),
    ("ATAN", atan_tail, 0, A, 11),
    ("SINH", sinh_tail, 0, 1, 7),
    ("ASINH", asinh_tail, 0, mpf(1) / 4, 12),
    ("EXP_SINGLE", exp_tail, -E, E, 4),
    ("EXP_F32", exp_tail, -E, E, 5),
    ("LOG_F32", log_direct, sqrt(mpf(1) / 2) - 1, sqrt(mpf(2)) - 1, 8),
    ("EXPM1_SINGLE", exp_tail, -E, E, 5),
    ("EXP2_SINGLE", exp2_tail, -mpf(1) / 2, mpf(1) / 2, 4),
    ("LOG_SINGLE", log_tail, 0, S, 2),
    ("SIN_SINGLE", sin_tail, 0, Q, 2),
    ("COS_SINGLE", cos_tail, 0, Q, 2),
    ("ASIN_SINGLE", asin_tail, 0, mpf(1) / 4, 5),
    ("ATAN_SINGLE", atan_tail, 0, A, 4),
]


def fit(name, g, lo, hi, degree):
    n = degree + 1
    if lo == 0:
        # The last of n + 1 Chebyshev points is put on zero, where z g(z) is exact anyway.
        points = [cos(pi * (2 * k + 1) / (2 * n + 2)) for k in range(n + 1)]
        nodes = [mpf(hi) * (p - points[-1]) / (1 - points[-1]) for p in points[:-1]]
    elif n % 2 == 0 and name.startswith("EXP"):
        # The same in r^2, for what is added as r^2 g(r).
        m = n // 2
        points = [cos(pi * (2 * k + 1) / (2 * m + 2)) for k in range(m + 1)]
        halves = [mpf(hi) * sqrt((p - points[-1]) / (1 - points[-1])) for p in points[:-1]]
        nodes = halves + [-x for x in halves]
    else:
        nodes = [(mpf(hi) + lo) / 2 + (mpf(hi) - lo) / 2 * cos(pi * (2 * k + 1) / (2 * n)) for k in range(n)]
    system = matrix(n, n)
    for i, x in enumerate(nodes):
        for j in range(n):
            system[i, j] = x**j
    return [float(c) for c in lu_solve(system, matrix([g(x) for x in nodes]))]


def error(g, lo, hi, coefficients):
    points = [mpf(lo) + (mpf(hi) - lo) * k / 400 for k in range(401)]
    values = [g(x) for x in points]
    weight = 1 if lo == 0 else 2
    return max(abs(x**weight * (sum(c * x**j for j, c in enumerate(coefficients)) - v)) for x, v in zip(points, values))


def shortest(c):
    """The shortest decimal that is read as the f32 nearest to c."""
    nearest = struct.pack("f", c)
    value = struct.unpack("f", nearest)[0]
    return next(text for text in (f"{value:.{p}g}" for p in range(1, 10)) if struct.pack("f", float(text)) == nearest)


def table(name, coefficients, note):
    single = name.endswith("_F32")
    print(f"/// {note}")
    print(f"pub(super) const {name}: [{'f32' if single else 'f64'}; {len(coefficients)}] = [")
    for c in coefficients:
        print(f"    {shortest(c) if single else repr(c)},")
    print("];\n")


def chebyshev(g, count):
    """The coefficients of g on [-1, 1] in Chebyshev polynomials, the first one halved."""
    m = 96
    thetas = [pi * (2 * k + 1) / (2 * m) for k in range(m)]
    values = [g(cos(t)) for t in thetas]
    c = [2 * sum(v * cos(j * t) for v, t in zip(values, thetas)) / m for j in range(count)]
    c[0] /= 2
    return [float(x) for x in c]


if __name__ == "__main__":
    print("//! The polynomial coefficients of the elementary functions, lowest power first; tests/coefficients.py prints them.\n")
    for name, g, lo, hi, degree in ROWS:
        c = fit(name, g, lo, hi, degree)
        note = f"On [{float(lo):.6}, {float(hi):.6}], x^{1 if lo == 0 else 2} (P - g) up to 2^{float(log(error(g, lo, hi, c), 2)):.1f}."
        table(name, c, note)
