"""Tests with a `method` of resampling, the weighted tau, expectations and probabilities of normal vectors, against SciPy's."""

import warnings

import numpy as np
import pytest
import scipy.stats as theirs
from conftest import host

import cuprust as cp
import cuprust.scipy.stats as ours

ALTERNATIVES = ["two-sided", "less", "greater"]


def drawn(shape, seed):
    return np.random.default_rng(seed).normal(1, 2, shape)


def assert_same(got, expected, rtol=1e-12):
    for name in ["statistic", "pvalue"]:
        np.testing.assert_allclose(host(getattr(got, name)), getattr(expected, name), rtol=rtol, atol=1e-14)
    assert type(got).__name__ == type(expected).__name__


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_all_permutations(alternative):
    """Where all permutations are tried nothing is random."""
    x, y, pair = drawn(5, 0), drawn(4, 1), drawn(5, 2)
    many, long = np.inf, drawn((2, 6), 3)
    calls = {
        "pearsonr": [((x, pair), {})],
        "ttest_ind": [((x, y), {}), ((x, y), {"equal_var": False}), ((long[:, :3], long[:, 3:]), {"axis": 1, "keepdims": True}), ((long, long[:, ::2] + 1), {"axis": None})],
        "mannwhitneyu": [((x, y), {}), ((np.round(x), np.round(y)), {"use_continuity": False})],
        "wilcoxon": [((x,), {}), ((x, pair), {}), ((np.round(long),), {"axis": 1, "zero_method": "zsplit"})],
    }
    for name, each in calls.items():
        for samples, keywords in each:
            if name == "ttest_ind" and keywords.get("axis", 0) is None:
                continue
            expected = getattr(theirs, name)(*samples, alternative=alternative, method=theirs.PermutationMethod(many), **keywords)
            got = getattr(ours, name)(*map(cp.asarray, samples), alternative=alternative, method=ours.PermutationMethod(many), **keywords)
            assert_same(got, expected)
    t = ours.ttest_ind(cp.asarray(x), cp.asarray(y), method=ours.PermutationMethod(many))
    assert np.isnan(host(t.df))


def test_drawn_resamples():
    """Within five standard errors of the p-values of the theory."""
    x, y = drawn(40, 0), drawn(40, 1) + 0.7
    count = 4000
    for name, samples, kinds in [
        ("pearsonr", (x, x + 6 * y), ["PermutationMethod", "MonteCarloMethod"]),
        ("ttest_ind", (x, y), ["PermutationMethod", "MonteCarloMethod"]),
        ("mannwhitneyu", (x, y), ["PermutationMethod"]),
        ("wilcoxon", (x - y,), ["PermutationMethod"]),
    ]:
        for kind in kinds:
            arrays = [cp.asarray(sample) for sample in samples]
            got = getattr(ours, name)(*arrays, method=getattr(ours, kind)(count, batch=1500, rng=3))
            p = float(getattr(theirs, name)(*samples).pvalue)
            assert abs(float(got.pvalue) - p) < 5 * (p * (1 - p) / count) ** 0.5 + 0.01, (name, kind)
    other = ours.MonteCarloMethod(50, rvs=(cp.random.default_rng(1).standard_normal,) * 2)
    assert 0 < float(ours.pearsonr(cp.asarray(x), cp.asarray(y), method=other).pvalue) <= 1


def test_intervals_of_correlation_by_the_bootstrap():
    x, y = drawn(60, 0), drawn(60, 0) + drawn(60, 1)
    for alternative in ALTERNATIVES:
        result = ours.pearsonr(cp.asarray(x), cp.asarray(y), alternative=alternative)
        got = result.confidence_interval(0.9, method=ours.BootstrapMethod(2000, method="percentile", rng=1))
        expected = theirs.pearsonr(x, y, alternative=alternative).confidence_interval(0.9, method=theirs.BootstrapMethod(2000, method="percentile", rng=1))
        np.testing.assert_allclose([float(end) for end in got], [float(end) for end in expected], atol=0.03)
    with pytest.raises(ValueError, match="BootstrapMethod"):
        result.confidence_interval(method=3)


def test_what_is_no_method():
    x, y = cp.asarray(drawn(5, 0)), cp.asarray(drawn(5, 1))
    for name in ["pearsonr", "ttest_ind"]:
        with pytest.raises(ValueError, match="must be an instance of"):
            getattr(ours, name)(x, y, method=ours.BootstrapMethod())
    for name in ["mannwhitneyu", "wilcoxon"]:
        with pytest.raises(ValueError):
            getattr(ours, name)(x, y, method="no")
    with pytest.raises(ValueError, match="mutually exclusive"):
        ours.MonteCarloMethod(rvs=1, rng=1)
    with pytest.raises(ValueError, match="nan_policy"):
        ours.ttest_ind(x, y, nan_policy="omit", method=ours.PermutationMethod())
    for name in ["PermutationMethod", "MonteCarloMethod", "BootstrapMethod"]:
        assert repr(getattr(ours, name)()) == repr(getattr(theirs, name)()).replace("_random_state", "random_state").replace("_rng", "rng")


def exact_pvalue(table):
    """The sum of the probabilities of all tables of the margins that are no likelier."""
    rows, columns = np.sum(table, 1), np.sum(table, 0)
    law = theirs.random_table(rows, columns)
    found = []

    def extend(done, left):
        if len(done) == len(rows):
            if not any(left):
                found.append(float(law.pmf(np.array(done))))
            return
        for row in np.ndindex(*(count + 1 for count in left)):
            if sum(row) == rows[len(done)]:
                extend([*done, row], [count - own for count, own in zip(left, row)])

    extend([], list(columns))
    return sum(p for p in found if p <= float(law.pmf(np.array(table))) * (1 + 1e-9))


def test_larger_tables_by_fisher():
    for table in [[[3, 1, 2], [0, 5, 1]], [[2, 1], [1, 4], [3, 0]], [[1, 2, 0], [2, 0, 2], [0, 1, 3]]]:
        p = exact_pvalue(table)
        for method in [None, ours.MonteCarloMethod(20000, rng=1, batch=7000), ours.PermutationMethod(20000, rng=2)]:
            got = ours.fisher_exact(cp.asarray(table), method=method)
            np.testing.assert_allclose(host(got.statistic), theirs.random_table(np.sum(table, 1), np.sum(table, 0)).pmf(table), rtol=1e-12)
            assert abs(float(got.pvalue) - p) < 5 * (p * (1 - p) / 9999) ** 0.5
    for table, keywords in [([[1, 2, 3]], {}), ([[0, 0, 0], [0, 0, 0]], {})]:
        got, expected = ours.fisher_exact(cp.asarray(table), **keywords), theirs.fisher_exact(table, **keywords)
        assert (float(got.statistic), float(got.pvalue)) == (expected.statistic, expected.pvalue) == (1.0, 1.0)
    for table, keywords in [([1, 2], {}), ([[1, -2, 3], [4, 5, 6]], {}), ([[1, 2, 3], [4, 5, 6]], {"alternative": "less"}), ([[1, 2, 3], [4, 5, 6]], {"method": 3}),
                            (np.zeros((0, 3), int), {}), ([[1, 2, 3], [4, 5, 6]], {"method": "rvs"})]:  # fmt: skip
        messages = []
        for stats, array in [(theirs, np.asarray), (ours, cp.asarray)]:
            given = {"method": stats.MonteCarloMethod(rvs=1)} if keywords.get("method") == "rvs" else keywords
            with pytest.raises(ValueError) as raised:
                stats.fisher_exact(array(table), **given)
            messages.append(str(raised.value))
        assert messages[0] == messages[1]


def test_tables_of_contingency():
    for table in [[[10, 10, 20], [20, 20, 20]], [[3, 1, 2], [0, 5, 1]], [[2, 1], [1, 4], [3, 0]]]:
        wanted = theirs.chi2_contingency(table, correction=False, method=theirs.PermutationMethod(9999, rng=np.random.default_rng(3)))
        p = wanted.pvalue
        for method in [ours.MonteCarloMethod(9999, rng=1, batch=4000), ours.PermutationMethod(9999, rng=2)]:
            got = ours.chi2_contingency(cp.asarray(table), correction=False, method=method)
            np.testing.assert_allclose(host(got.statistic), wanted.statistic, rtol=1e-12)
            np.testing.assert_allclose(host(got.expected_freq), wanted.expected_freq, rtol=1e-12)
            assert np.isnan(got.dof) and abs(float(got.pvalue) - p) < 5 * (2 * p * (1 - p) / 9999) ** 0.5
        assert ours.contingency.chi2_contingency(cp.asarray(table)).dof == theirs.chi2_contingency(table).dof
    two = ours.chi2_contingency(cp.array([[5, 1], [2, 7]]), correction=False, method=ours.PermutationMethod(9999, rng=2))
    assert abs(float(two.pvalue) - theirs.fisher_exact([[5, 1], [2, 7]]).pvalue) < 0.02
    for table, keywords in [([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], {}), ([[1, 2], [3, 4]], {"correction": True}), ([[1, 2, 3], [4, 5, 6]], {"lambda_": 0.5}), ([[1, 2, 3], [4, 5, 6]], {"method": 3}),
                            ([[1, -2, 3], [4, 5, 6]], {}), ([[1, 2, 3], [4, 5, 6]], {"method": "rvs"})]:  # fmt: skip
        for stats, array in [(theirs, np.asarray), (ours, cp.asarray)]:
            given = {"method": stats.PermutationMethod(), "correction": False, **keywords}
            given |= {"method": stats.MonteCarloMethod(rvs=1)} if keywords.get("method") == "rvs" else {}
            with pytest.raises(ValueError):
                stats.chi2_contingency(array(table), **given)


def test_weighted_tau():
    random = np.random.default_rng(5)
    for x, y in [(random.normal(size=30), random.normal(size=30)), (random.integers(0, 4, 25), random.integers(0, 3, 25)), (np.array([1.0]), np.array([2.0])),
                 (np.ones(4), np.arange(4.0)), (np.array([np.inf, -np.inf, 1.0, 2.0]), np.array([1.0, 2.0, np.inf, 0.0])), (np.array([]), np.array([]))]:  # fmt: skip
        for keywords in [{}, {"additive": False}, {"rank": None}, {"rank": False}, {"rank": random.permutation(len(x))}, {"weigher": lambda rank: 1 / (rank + 2.0) ** 2}]:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = theirs.weightedtau(x, y, **keywords)
            got = ours.weightedtau(cp.asarray(x), cp.asarray(y), **{name: cp.asarray(own) if isinstance(own, np.ndarray) else own for name, own in keywords.items()})
            np.testing.assert_allclose(host(got.statistic), expected.statistic, rtol=1e-12, atol=1e-15)
            np.testing.assert_allclose(host(got.correlation), expected.correlation, rtol=1e-12, atol=1e-15)
            assert np.isnan(host(got.pvalue))
    x, y = random.normal(size=(3, 9, 2)), random.normal(size=(3, 9, 2))
    x[1, 4, 0] = np.nan
    for axis in [0, 1, None]:
        for nan_policy in ["propagate", "omit"]:
            keywords = {"axis": axis, "nan_policy": nan_policy, "keepdims": True}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = theirs.weightedtau(x, y, **keywords)
            np.testing.assert_allclose(host(ours.weightedtau(cp.asarray(x), cp.asarray(y), **keywords).statistic), expected.statistic, rtol=1e-12)
    for arguments in [(x[0], x[0][:3]), (x[0, :, 0], y[0, :, 0], [1, 2])]:
        with pytest.raises(ValueError):
            ours.weightedtau(*map(cp.asarray, arguments))


CONTINUOUS = [("norm", ()), ("gamma", (1.3,)), ("beta", (0.5, 2.5)), ("expon", ()), ("t", (5.0,)), ("uniform", ()), ("lognorm", (0.5,)), ("pareto", (4.5,)), ("cauchy", ())]


@pytest.mark.parametrize("name, shapes", CONTINUOUS)
def test_expectations(name, shapes):
    own, other = getattr(ours, name), getattr(theirs, name)
    functions = [(lambda x: np.exp(-np.asarray(x) ** 2), lambda x: cp.exp(-(x**2))), (lambda x: 1.0, lambda x: 1.0)]
    functions += [(None, None)] if name != "cauchy" else []
    for numpys, cuprusts in functions:
        for keywords in [{}, {"loc": 0.5, "scale": 2.0}, {"lb": 0.25, "ub": 0.75}, {"lb": 0.5, "conditional": True}]:
            if name == "cauchy" and numpys is None:
                continue
            expected = other.expect(numpys, shapes, epsabs=1e-13, epsrel=1e-12, limit=500, **keywords) if keywords else other.expect(numpys, shapes, limit=500)
            np.testing.assert_allclose(host(own.expect(cuprusts, shapes, **keywords)), expected, rtol=2e-8, atol=1e-12)
    np.testing.assert_allclose(host(own(*shapes, scale=2.0).expect(lambda x: x**0, lb=0.1)), other(*shapes, scale=2.0).sf(0.1), rtol=1e-11)


def test_exact_expectations():
    """Known moments are matched to all but a few digits, for singular densities too."""
    for law in [ours.gamma(0.3), ours.beta(0.5, 2.0), ours.norm(3.0, 0.1), ours.weibull_min(0.7)]:
        for order in [1, 2, 3]:
            np.testing.assert_allclose(host(law.expect(lambda x, order=order: x**order)), host(law.moment(order)), rtol=1e-11)


@pytest.mark.parametrize("name, shapes", [("binom", (10, 0.3)), ("binom", (300, 0.5)), ("poisson", (4.0,)), ("geom", (0.2,)), ("randint", (-3, 9)), ("nbinom", (5, 0.4))])
def test_expectations_of_counts(name, shapes):
    own, other = getattr(ours, name), getattr(theirs, name)
    for function in [None, lambda k: k**2, lambda k: 1.0 / (k + 30.0)]:
        for keywords in [{}, {"loc": 3}, {"lb": 2, "ub": 6}, {"lb": 2, "conditional": True}, {"maxcount": 5000, "tolerance": 1e-14, "chunksize": 16}]:
            np.testing.assert_allclose(host(own.expect(function, shapes, **keywords)), other.expect(function, shapes, **keywords), rtol=1e-10)
    np.testing.assert_allclose(host(own(*shapes, loc=1).expect(lb=2)), other(*shapes, loc=1).expect(lb=2), rtol=1e-10)
    with pytest.warns(RuntimeWarning, match="did not converge"):
        ours.zipf.expect(args=(2.2,), maxcount=100)


def test_probabilities_of_normal_vectors():
    random = np.random.default_rng(1)
    for dim in [1, 2, 4]:
        root = random.normal(size=(dim, dim))
        cov, mean = root @ root.T + 0.1 * np.eye(dim), random.normal(size=dim)
        x, lower = random.normal(1, 2, (2, 1, dim)), random.normal(-1, 1, dim)
        for keywords in [{}, {"lower_limit": lower}]:
            expected = theirs.multivariate_normal.cdf(x, mean, cov, rng=np.random.default_rng(1), abseps=1e-6, releps=1e-6, **keywords)
            given = {name: cp.asarray(own) for name, own in keywords.items()}
            got = ours.multivariate_normal.cdf(cp.asarray(x), cp.asarray(mean), cp.asarray(cov), rng=2, **given)
            np.testing.assert_allclose(host(got), expected, atol=2e-5)
            frozen = ours.multivariate_normal(cp.asarray(mean), cp.asarray(cov))
            np.testing.assert_allclose(host(frozen.cdf(cp.asarray(x), rng=3, abseps=3e-6, releps=3e-6, **given)), expected, atol=1e-5)
    # A quadrant and an octant, of which the probabilities are known, and a singular covariance.
    for correlation in [-0.5, 0.3, 0.9]:
        cov = np.full((3, 3), correlation) + (1 - correlation) * np.eye(3)
        quadrant = 0.25 + np.arcsin(correlation) / (2 * np.pi)
        np.testing.assert_allclose(host(ours.multivariate_normal.cdf([0.0, 0.0], None, cp.asarray(cov[:2, :2]), rng=1)), quadrant, atol=1e-5)
        if correlation > -0.5:
            octant = 0.125 + 3 * np.arcsin(correlation) / (4 * np.pi)
            np.testing.assert_allclose(host(ours.multivariate_normal.cdf([0.0] * 3, None, cp.asarray(cov), rng=1)), octant, atol=1e-5)
    one = ours.multivariate_normal.cdf([0.3, 1.0], None, cp.asarray([[1.0, 1.0], [1.0, 1.0]]), allow_singular=True, rng=1)
    np.testing.assert_allclose(host(one), theirs.norm.cdf(0.3), atol=1e-9)
    np.testing.assert_allclose(host(ours.multivariate_normal.logcdf([0.3], rng=1)), theirs.norm.logcdf(0.3), rtol=1e-12)
    np.testing.assert_allclose(host(ours.multivariate_normal.cdf([-30.0, -30.0], [0.0, 0.0], rng=1)), theirs.norm.cdf(-30.0) ** 2, rtol=1e-10)
