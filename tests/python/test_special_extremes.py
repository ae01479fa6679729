"""Special functions of which numbers on the way are out of range where the result is not: large parameters, subnormal arguments, far tails."""

import itertools

import mpmath
import numpy as np
import pytest
from conftest import LONG, host

import cuprust as cp
from cuprust.scipy import special
from cuprust.scipy.stats import ncf

TINY = [5e-324, 1e-323, 1e-310, 2e-308, 1e-300, 1e-30]


def assert_close(got, wanted, bound, where=()):
    """Within a part of the value, or of the least normal number; infinite or zero where the value is out of range."""
    for value, exact, *place in zip(got, wanted, *where):
        if abs(exact) >= mpmath.mpf(2) ** 1024:
            assert value == np.inf * int(mpmath.sign(exact)), (value, exact, place)
        else:
            assert abs(mpmath.mpf(float(value)) - exact) <= bound * max(abs(exact), mpmath.mpf(2) ** -1022), (value, exact, place)


def of_tricomi():
    """Parameters of each way in which the function is computed, with powers beyond the range of numbers."""
    random = np.random.default_rng(3)
    yield from [(2, 300, 50), (20, 131, 4.3), (370, 313, 0.38), (0.5, -300, 1e-300), (-150, 4.5, 1e-3), (400, 2.5, 1e-250), (1.5, 400.25, 300)]
    for _ in range(12 if LONG else 4):
        yield random.integers(1, 400), random.integers(-400, 600), 10 ** random.uniform(-2, 3)
        yield random.uniform(0.05, 300), random.uniform(-400, 600), 10 ** random.uniform(-2, 3)
        yield -random.integers(0, 200), random.uniform(-400, -210), 10 ** random.uniform(-2, 3)
        yield random.uniform(-150, 0), random.uniform(-400, -160), 10 ** random.uniform(-2, 3)


def test_tricomi_s_function_of_large_parameters():
    operands = np.array([[float(each) for each in case] for case in of_tricomi()]).T
    with mpmath.workdps(100):
        wanted = [mpmath.re(mpmath.hyperu(*map(mpmath.mpf, case))) for case in operands.T]
        for device in ["cpu", "ptx"]:
            assert_close(host(special.hyperu(*(cp.asarray(operand, device=device) for operand in operands))), wanted, 1e-12, operands)


def test_polynomials_of_tricomi_s_function():
    """For a negative integer a it is a polynomial, whose recurrence is another one for negative b."""
    for a, b, x in itertools.product([-1.0, -7.0, -140.0], [-200.5, -81.57, -3.25, 0.5, 4.0], [1e-3, 1.0, 7.5]):
        with mpmath.workdps(200):
            terms = [mpmath.binomial(-a, s) * mpmath.rf(b + s, -a - s) * (-mpmath.mpf(x)) ** s for s in range(int(-a) + 1)]
            value = (-1) ** int(-a) * mpmath.fsum(terms)
            # Beside zeros of the polynomial the error is that of x.
            size = max(abs(value), mpmath.fsum(abs(term) for term in terms) * mpmath.mpf(10) ** -9)
        got = float(special.hyperu(a, b, x))
        assert abs(value) > mpmath.mpf(2) ** 1024 and abs(got) == np.inf or abs(got - value) < 1e-10 * size, (a, b, x)


def smaller_gamma(a, x):
    return mpmath.exp(a * mpmath.log(x) - x - mpmath.loggamma(a + 1)) * mpmath.hyp1f1(1, a + 1, x)


def smaller_beta(a, b, x):
    return mpmath.power(x, a) * mpmath.power(1 - x, b) / a / mpmath.beta(a, b) * mpmath.hyp2f1(1, a + b, a + 1, x)


def test_incomplete_gamma_functions_of_tiny_arguments():
    cases = np.array(list(itertools.product([*TINY, 0.5, 1.0, 8.0, 20.0, 300.0], [*TINY, 1e-3, 1.0]))).T
    # The upper one is down to 1e-324, and is one less the lower one.
    with mpmath.workdps(400):
        lower = [smaller_gamma(*map(mpmath.mpf, case)) for case in cases.T]
        # Of chi-square, gamma and Poisson distributions.
        halves = (cases * 0.5 * 2 == cases).all(0)
        wanted = [smaller_gamma(mpmath.mpf(a) / 2, mpmath.mpf(x) / 2) for a, x in cases.T[halves]]
        for device in ["cpu", "ptx"]:
            on = [cp.asarray(operand, device=device) for operand in cases]
            assert_close(host(special.gammainc(*on)), lower, 5e-15, cases)
            assert_close(host(special.gammaincc(*on)), [1 - each for each in lower], 5e-15, cases)
            assert_close(host(special.chdtr(*on))[halves], wanted, 5e-15)
    assert host(special.pdtrc(cp.array([7.0, 30.0]), 5e-324)).tolist() == [0.0, 0.0]
    assert host(special.pdtr(cp.array([7.0, 30.0]), 5e-324)).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("device", ["cpu", "ptx"])
def test_incomplete_beta_functions_of_tiny_arguments(device):
    numbers = [5e-324, 1e-310, 2e-308, 1e-200, 1e-30, 1e-8, 0.1, 1.0, 9.0, 200.0]
    cases = np.array(list(itertools.product(numbers, numbers, [5e-324, 1e-300, 1e-8, 0.3, 0.5])))
    cases = cases.T if LONG else cases[device == "ptx" :: 3].T
    on = [cp.asarray(operand, device=device) for operand in cases]
    # The upper one is down to 1e-400, and is one less the lower one.
    with mpmath.workdps(480):
        lower = [smaller_beta(*map(mpmath.mpf, case)) for case in cases.T]
        # A logarithm of x that cancels the one of the parameter costs some roundings.
        assert_close(host(special.betainc(*on)), lower, 2e-14, cases)
        assert_close(host(special.betaincc(*on)), [1 - each for each in lower], 2e-14, cases)
        exact = [smaller_beta(mpmath.mpf("1e-30"), mpmath.mpf(b), mpmath.mpf("1e-8")) for b in (9.0, 50.0, 3000.0)]
        assert_close(host(special.betaincc(1e-30, cp.array([9.0, 50.0, 3000.0]), 1e-8)), [1 - each for each in exact], 1e-14)
        assert float(special.stdtr(1e-320, 1e10)) == 0.5


def test_student_s_distribution_of_few_degrees_of_freedom():
    """Far out, where all of the square of the variable counts, the part between zero and it may be small."""
    for df, t in [(1e-3, 1e200), (1e-3, -1e200), (1e-5, 1e250), (0.3, 1e160), (2.0, 1e160)]:
        with mpmath.workdps(400):
            n, square = mpmath.mpf(df), mpmath.mpf(t) ** 2
            tail = smaller_beta(n / 2, mpmath.mpf(0.5), n / (n + square)) / 2
            assert_close([float(special.stdtr(df, t))], [tail if t < 0 else 1 - tail], 1e-12)


def noncentral_f(n, d, nc, f):
    """The probabilities below and above, of incomplete beta functions from the largest one on."""
    odds = n * f / d
    x, y, a, b, mean = odds / (1 + odds), 1 / (1 + odds), n / 2, d / 2, nc / 2
    count = int(60 + 2 * mean + 40 * mpmath.sqrt(mean) + mean * x + 3 * mpmath.sqrt(mean * x * (a + b)))
    step = mpmath.exp(a * mpmath.log(x) + b * mpmath.log(y) - mpmath.loggamma(a + 1) - mpmath.loggamma(b) + mpmath.loggamma(a + b))
    above = smaller_beta(b, a, y) if x > 0.5 else 1 - smaller_beta(a, b, x)
    weight, lower, upper = mpmath.exp(-mean), 0, 0
    for j in range(count):
        lower += weight * (1 - above)
        upper += weight * above
        above += step
        step *= x * (a + b + j) / (a + j + 1)
        weight *= mean / (j + 1)
    return lower, upper


def test_far_tails_of_the_noncentral_f_distribution():
    with mpmath.workdps(400):
        parameters = [(3.0, 5.0, 40.0), (0.7, 300.0, 900.0), (60.0, 900.0, 2.0), (400.0, 900.0, 300.0)]
        cases = list(itertools.product(parameters, (1e-200, 1e-60, 1e-5, 0.02, 3.0, 60.0, 1e5)))
        for (n, d, nc), f in cases if LONG else cases[::5]:
            below, above = noncentral_f(*map(mpmath.mpf, (n, d, nc, f)))
            for got, wanted in [(special.ncfdtr(n, d, nc, f), below), (ncf.cdf(f, n, d, nc), below), (ncf.sf(f, n, d, nc), above)]:
                if wanted > 1e-300:
                    assert abs(float(got) - wanted) < 1e-12 * wanted, (n, d, nc, f)
