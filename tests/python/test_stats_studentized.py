"""The studentized range: of two variables it is that of Student's absolute value times sqrt(2); of more, against SciPy's integrals and double ones of Gauss."""

import doctest

import numpy as np
import pytest
from conftest import LONG, host
from scipy import special, stats

import cuprust as cp
from cuprust.scipy import stats as ours

LAW = ours.studentized_range
ROOT = np.sqrt(2)
METHODS = ["pdf", "logpdf", "cdf", "sf", "logcdf", "logsf"]


@pytest.mark.parametrize("df", [0.7, 1.0, 3.0, 10.0, 250.0, np.inf])
def test_two_variables(df):
    t = stats.t(df) if np.isfinite(df) else stats.norm
    x = np.array([1e-9, 1e-3, 0.1, 0.4, 1.0, 2.5, 4.0, 9.0, 13.0, 16.0, 20.0, 30.0])
    below = special.gammainc(0.5, x**2 / 4) if np.isinf(df) else special.betainc(0.5, df / 2, x**2 / 2 / (df + x**2 / 2))
    wanted = {"pdf": ROOT * t.pdf(x / ROOT), "logpdf": np.log(ROOT) + t.logpdf(x / ROOT), "cdf": below, "sf": np.where(below < 0.5, 1 - below, 2 * t.sf(x / ROOT))}
    wanted |= {"logcdf": np.where(below < 0.5, np.log(below), np.log1p(-wanted["sf"])), "logsf": np.where(below < 0.5, np.log1p(-below), np.log(wanted["sf"]))}
    for method in METHODS:
        got = host(getattr(LAW, method)(cp.asarray(x), 2, df))
        counts = np.isfinite(wanted[method]) & (wanted["sf"] > 1e-280)
        np.testing.assert_allclose(got[counts], wanted[method][counts], rtol=1e-11, atol=1e-15, err_msg=method)
    q = np.array([1e-100, 1e-9, 0.01, 0.3, 0.5, 0.9])
    np.testing.assert_allclose(host(LAW.isf(cp.asarray(q), 2, df)), ROOT * t.isf(q / 2), rtol=1e-11)
    np.testing.assert_allclose(host(LAW.ppf(cp.asarray(q[2:]), 2, df)), ROOT * t.isf((1 - q[2:]) / 2), rtol=1e-10)
    # Far below, the distribution function is the density at zero times the number.
    np.testing.assert_allclose(host(LAW.ppf(cp.asarray(q[:2]), 2, df)), q[:2] / (ROOT * t.pdf(0)), rtol=1e-10)
    for order in (1, 2, 3, 4):
        got = float(LAW.moment(order, 2, df))
        half = special.gammaln((order + 1) / 2) - special.gammaln(0.5) + order * np.log(2)
        if np.isinf(df):
            wanted_moment = np.exp(half)
        elif df > order:
            wanted_moment = np.exp(half + order / 2 * np.log(df / 2) + special.gammaln((df - order) / 2) - special.gammaln(df / 2))
        else:
            wanted_moment = np.inf
        assert got == pytest.approx(wanted_moment, rel=1e-11), order
    # The entropy of the absolute value is that of the symmetric variable minus log(2).
    if df > 1:
        assert float(LAW.entropy(2, df)) == pytest.approx(float(t.entropy()) - np.log(2) + np.log(ROOT), abs=1e-9)


def normal(x):
    """The normal density, without what SciPy's class does around it."""
    return np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def by_gauss(q, k, df):
    """The distribution function and the density, by Gauss's rule over the largest variable and over the estimate."""
    points, weights = np.polynomial.legendre.leggauss(20)

    def rule(edges):
        half = np.diff(edges)[:, None] / 2
        return (edges[:-1, None] + half + half * points).ravel(), (half * weights).ravel()

    z, over_z = rule(np.linspace(-9, 9, 37))
    v, over_v = rule(np.linspace(-40 / df - 3, 3, 200))
    chi = np.exp(df * v - df / 2 * (np.exp(2 * v) - 1))
    chi /= np.sum(chi * over_v)
    s, shares = np.exp(v), chi * over_v
    w = (q * s)[:, None]
    between = special.ndtr(z) - special.ndtr(z - w)
    powers = between ** (k - 2)
    lower = np.sum(shares * (powers * between @ (k * normal(z) * over_z)))
    heights = normal(z - w) * powers @ (k * (k - 1) * normal(z) * over_z)
    return float(lower), float(np.sum(shares * s * heights))


@pytest.mark.parametrize("k,df", [(3, 10), (2.5, 4), (7, 1.5), (20, 33), (60, 200)])
def test_more_variables(k, df):
    q = host(LAW.ppf(cp.array([0.01, 0.3, 0.5, 0.9, 0.999]), k, df))
    exact = np.array([by_gauss(each, k, df) for each in q])
    np.testing.assert_allclose(exact[:, 0], [0.01, 0.3, 0.5, 0.9, 0.999], rtol=1e-11)
    np.testing.assert_allclose(host(LAW.cdf(cp.asarray(q), k, df)), exact[:, 0], rtol=1e-11)
    np.testing.assert_allclose(host(LAW.sf(cp.asarray(q), k, df)), 1 - exact[:, 0], rtol=1e-9)
    np.testing.assert_allclose(host(LAW.pdf(cp.asarray(q), k, df)), exact[:, 1], rtol=1e-11)
    np.testing.assert_allclose(host(LAW.isf(LAW.sf(cp.asarray(q), k, df), k, df)), q, rtol=1e-11)


def test_scipys_values():
    law, x = stats.studentized_range(3, 10), np.array([0.5, 2.0, 4.5])
    for method in METHODS:
        np.testing.assert_allclose(host(getattr(LAW(3, 10), method)(cp.asarray(x))), getattr(law, method)(x), rtol=1e-8, err_msg=method)
    assert float(LAW.moment(2, 3, 10)) == pytest.approx(stats.studentized_range.moment(2, 3, 10), rel=1e-7)


def test_forms():
    assert LAW.name == "studentized_range" and LAW.shapes == stats.studentized_range.shapes and LAW.numargs == 2
    test = doctest.DocTestParser().get_doctest(LAW.__doc__, {"cp": cp}, LAW.name, None, 0)
    assert test.examples and doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0
    for parameters in [(1, 5), (0.5, 5), (3, 0), (3, -1), (np.nan, 5), (3, 5, 0, 0), (3, 5, 0, -1)]:
        for method in [*METHODS, "ppf", "isf"]:
            for x in (0.5, cp.array([0.5, 1.0])):
                assert np.isnan(host(getattr(LAW, method)(x, *parameters))).all(), (method, parameters)
        for method in ["mean", "var", "median", "entropy"]:
            assert np.isnan(float(getattr(LAW, method)(*parameters))), (method, parameters)
    low, high = LAW.support(3, 5, 1, 2)
    assert (float(low), float(high)) == (1, np.inf)
    assert [float(getattr(LAW, each)(x, 3, 5)) for each in ("pdf", "cdf", "sf") for x in (-1, 0, np.inf)] == [0, 0, 0, 0, 0, 1, 1, 1, 0]
    np.testing.assert_array_equal(host(LAW.ppf([0, 1, -0.1, np.nan], 3, 5)), [0, np.inf, np.nan, np.nan])
    # Numbers and arrays, and parameters that broadcast.
    k, df = np.array([[2.0], [4.0]]), np.array([3.0, 8.0, 20.0])
    got = host(LAW.sf(cp.asarray(3.0), cp.asarray(k), cp.asarray(df), 0.5, 2))
    assert got.shape == (2, 3)
    for row in range(2):
        for column in range(3):
            assert got[row, column] == float(LAW.sf(3.0, k[row, 0], df[column], 0.5, 2))
    mean, variance, skewness, kurtosis = (float(each) for each in LAW.stats(3, 4, moments="mvsk"))
    assert np.isfinite([mean, variance, skewness]).all() and np.isnan(kurtosis)
    moments = [float(LAW.moment(n, 3, 12)) for n in (1, 2, 3)]
    mean, variance, skewness = (float(each) for each in LAW.stats(3, 12, moments="mvs"))
    assert mean == moments[0] and variance == pytest.approx(moments[1] - mean**2, rel=1e-10)
    assert skewness == pytest.approx((moments[2] - 3 * mean * variance - mean**3) / variance**1.5, rel=1e-10)


def test_draws_and_fits():
    for k, df in [(3, 10), (2.5, 4), (12, 30)]:
        drawn = LAW.rvs(k, df, 1, 2, size=20_000 if LONG else 500, random_state=3)
        lower = host(LAW.cdf(drawn, k, df, 1, 2))
        assert stats.kstest(lower, "uniform").pvalue > 1e-4
    sample = LAW.rvs(3, 10, size=25, random_state=5)
    k, df, loc, scale = LAW.fit(sample, floc=0, fscale=1)
    assert (loc, scale) == (0, 1) and k > 1 and df > 0
    found, given = (float(LAW.logpdf(sample, *each).sum()) for each in [(k, df), (3, 10)])
    assert found >= given


# By the trapezoidal rule over both variables, with mpmath: the number, how many variables, degrees of freedom, and the
# probabilities below and above.
EXACT = [
    (3.0, 3, 10, 0.865016584810436, 0.134983415189564),
    (4.5, 5, 7.5, 0.9229664833715349, 0.07703351662846517),
    (1.0, 4, 20, 0.10691014887829646, 0.8930898511217036),
    (0.3, 3, 5, 0.024382102930729354, 0.9756178970692706),
    (6.0, 10, 30, 0.9935927204778024, 0.006407279522197542),
    (8.0, 3, 12, 0.9997108897967765, 0.00028911020322350343),
]


def test_probabilities_are_exact():
    """SciPy's errors are up to 5e4 units of 2^-52."""
    x, k, df, below, above = np.array(EXACT).T
    on = [cp.asarray(each) for each in (x, k, df)]
    np.testing.assert_allclose(host(LAW.cdf(*on)), below, rtol=32 * 2.0**-52)
    np.testing.assert_allclose(host(LAW.sf(*on)), above, rtol=32 * 2.0**-52)
