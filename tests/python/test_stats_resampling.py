"""Resampling and densities of `cuprust.scipy.stats`: what does not depend on drawn numbers within relative bounds of SciPy's, what does against the
same interval of SciPy's from the same resamples, and against what the theory says of it."""

import types
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


def mean(x, axis):
    return x.mean(axis)


def difference(x, y, axis):
    return x.mean(axis) - y.mean(axis)


def correlation(x, y, axis):
    x, y = x - x.mean(axis, keepdims=True), y - y.mean(axis, keepdims=True)
    return (x * y).sum(axis) / ((x * x).sum(axis) * (y * y).sum(axis)) ** 0.5


@pytest.mark.parametrize("method", ["percentile", "basic", "BCa"])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_intervals_of_the_same_resamples(method, alternative):
    """SciPy's interval, of the resampled statistics that ours has drawn."""
    for samples, statistic, paired in [((drawn(12, 0),), mean, False), ((drawn(9, 0), drawn(14, 1)), difference, False), ((drawn(15, 2), drawn(15, 3)), correlation, True), ((drawn((11, 3), 4),), mean, False)]:
        keywords = {"method": method, "alternative": alternative, "confidence_level": 0.9, "paired": paired}
        got = ours.bootstrap(tuple(map(cp.asarray, samples)), statistic, n_resamples=400, rng=1, **keywords)
        resampled = types.SimpleNamespace(bootstrap_distribution=host(got.bootstrap_distribution))
        expected = theirs.bootstrap(samples, statistic, n_resamples=0, bootstrap_result=resampled, **keywords)
        np.testing.assert_allclose(host(got.confidence_interval.low), expected.confidence_interval.low, rtol=1e-9)
        np.testing.assert_allclose(host(got.confidence_interval.high), expected.confidence_interval.high, rtol=1e-9)
        np.testing.assert_allclose(host(got.standard_error), expected.standard_error, rtol=1e-9)


def test_bootstrap_of_axes_and_batches():
    x = cp.asarray(drawn((3, 10, 2), 0))
    for axis in [0, 1, -1]:
        result = ours.bootstrap((x,), mean, axis=axis, n_resamples=50, batch=20, rng=2)
        others = np.delete(x.shape, axis)
        assert result.bootstrap_distribution.shape == (*others, 50) and result.confidence_interval.low.shape == tuple(others)
    y = cp.asarray(drawn((1, 7, 2), 1))
    assert ours.bootstrap((x, y), difference, axis=1, n_resamples=30, rng=2).standard_error.shape == (3, 2)
    more = ours.bootstrap((x,), mean, n_resamples=50, rng=1)
    assert ours.bootstrap((x,), mean, n_resamples=50, rng=1, bootstrap_result=more).bootstrap_distribution.shape == (10, 2, 100)


def test_bootstrap_draws_each_observation_as_often():
    x = cp.arange(5.0)
    counts = [[], [], [], [], []]

    def kept(x, axis):
        for value, own in enumerate(counts):
            own.append(host((x == value).sum(axis)).sum() if x.ndim > 1 and x.shape[-1] == 5 else 0)
        return x.mean(axis)

    result = ours.bootstrap((x,), kept, n_resamples=4000, rng=3, method="percentile")
    shares = np.array([sum(own) for own in counts]) / 20000
    np.testing.assert_allclose(shares, 0.2, atol=0.015)
    assert abs(float(result.standard_error) - np.arange(5.0).std() / 5**0.5) < 0.03


def test_a_seed_gives_the_same_numbers_on_every_call():
    x = cp.asarray(drawn(12, 0))
    first, again = (ours.bootstrap((x,), mean, n_resamples=30, rng=5).bootstrap_distribution for _ in range(2))
    np.testing.assert_array_equal(host(first), host(again))
    other = ours.bootstrap((x,), mean, n_resamples=30, rng=cp.random.default_rng(6)).bootstrap_distribution
    assert (host(first) != host(other)).any()


def test_statistics_without_an_axis():
    x = cp.asarray(drawn((6, 2), 0))
    result = ours.bootstrap((x,), lambda x: x.max() - x.min(), n_resamples=20, rng=1, method="percentile")
    assert result.bootstrap_distribution.shape == (2, 20)
    exact = ours.permutation_test((x[:3, 0], x[3:, 0]), lambda x, y: x.mean() - y.mean())
    expected = theirs.permutation_test((host(x)[:3, 0], host(x)[3:, 0]), lambda x, y: x.mean() - y.mean())
    np.testing.assert_allclose(float(exact.pvalue), expected.pvalue)


def test_degenerate_data_warn():
    with pytest.warns(ours.DegenerateDataWarning):
        assert np.isnan(float(ours.bootstrap((cp.ones(5),), mean, n_resamples=20, rng=1).confidence_interval.low))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("kind", ["independent", "pairings", "samples"])
def test_all_permutations(kind, alternative):
    cases = {
        "independent": [((drawn(4, 0), drawn(3, 1)), difference), ((drawn((4, 2), 0), drawn((3, 2), 1)), difference), ((np.array([1.0, 2, 2]), np.array([2.0, 3])), difference)],
        "pairings": [((drawn(4, 0),) * 2, correlation), ((drawn((3, 2), 0), drawn((3, 2), 1)), correlation)],
        "samples": [((drawn(6, 0),), mean), ((drawn(5, 0), drawn(5, 1)), difference), ((drawn((4, 2), 0), drawn((4, 2), 1)), difference)],
    }
    for samples, statistic in cases[kind]:
        keywords = {"permutation_type": kind, "alternative": alternative, "n_resamples": np.inf}
        expected = theirs.permutation_test(samples, statistic, **keywords)
        for batch in [None, 7]:
            got = ours.permutation_test(tuple(map(cp.asarray, samples)), statistic, batch=batch, **keywords)
            np.testing.assert_allclose(host(got.statistic), expected.statistic, rtol=1e-12)
            np.testing.assert_allclose(host(got.pvalue), expected.pvalue, rtol=1e-12)
            assert got.null_distribution.shape == expected.null_distribution.shape
            np.testing.assert_allclose(np.sort(host(got.null_distribution), 0), np.sort(expected.null_distribution, 0), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", ["independent", "pairings", "samples"])
def test_drawn_permutations(kind):
    x, y = drawn(40, 0), drawn(40, 1) + 0.5
    statistic = correlation if kind == "pairings" else difference
    got = ours.permutation_test((cp.asarray(x), cp.asarray(y)), statistic, permutation_type=kind, n_resamples=2000, batch=700, rng=1)
    expected = theirs.permutation_test((x, y), statistic, permutation_type=kind, n_resamples=20000, rng=1)
    assert got.null_distribution.shape == (2000,)
    assert abs(float(got.pvalue) - expected.pvalue) < 0.05
    assert abs(float(got.null_distribution.std()) / expected.null_distribution.std() - 1) < 0.1


def test_permutations_of_axes():
    x, y = drawn((2, 5), 0), drawn((2, 4), 1)
    got = ours.permutation_test((cp.asarray(x), cp.asarray(y)), difference, axis=1)
    np.testing.assert_allclose(host(got.pvalue), theirs.permutation_test((x, y), difference, axis=1).pvalue)


def test_monte_carlo():
    x = drawn(20, 0)
    dice = np.random.default_rng(1)
    draws = iter([dice.normal(size=(300, 20)), dice.normal(size=(100, 20))] * 2)
    for alternative in ALTERNATIVES:
        blocks = [dice.normal(size=(300, 20)), dice.normal(size=(100, 20))]
        results = []
        for module, convert in [(theirs, np.asarray), (ours, cp.asarray)]:
            draws = iter(blocks)
            results.append(module.monte_carlo_test(convert(x), lambda size: next(draws), mean, n_resamples=400, batch=300, alternative=alternative))  # noqa: B023
        np.testing.assert_allclose(float(results[1].pvalue), results[0].pvalue)
        np.testing.assert_allclose(host(results[1].null_distribution), results[0].null_distribution)
    two = ours.monte_carlo_test((cp.asarray(x), cp.asarray(x[:9])), (cp.random.default_rng(1).standard_normal,) * 2, difference, n_resamples=50)
    assert two.null_distribution.shape == (50,)
    rows = ours.monte_carlo_test(cp.asarray(drawn((3, 8), 1)), cp.random.default_rng(1).standard_normal, mean, axis=1, n_resamples=50)
    assert rows.pvalue.shape == (3,) and rows.null_distribution.shape == (50, 1)


def test_wrong_input():
    x = cp.asarray(drawn(6, 0))
    for call in [
        lambda: ours.bootstrap((x,), mean, n_resamples=-1), lambda: ours.bootstrap((x,), mean, batch=0), lambda: ours.bootstrap((x,), mean, method="other"),
        lambda: ours.bootstrap((x[:1],), mean), lambda: ours.bootstrap((), mean), lambda: ours.bootstrap((x,), mean, alternative="other"),
        lambda: ours.bootstrap((x, x[:3]), difference, paired=True), lambda: ours.bootstrap((x,), mean, axis=0.5), lambda: ours.bootstrap(3, mean),
        lambda: ours.bootstrap((x,), mean, n_resamples=0), lambda: ours.bootstrap((x,), mean, vectorized=2), lambda: ours.permutation_test((x,), mean),
        lambda: ours.permutation_test((x, x), difference, permutation_type="other"), lambda: ours.permutation_test((x, x), difference, n_resamples=0),
        lambda: ours.permutation_test((x, x[:1]), difference), lambda: ours.monte_carlo_test((x, x), (mean,), difference), lambda: ours.monte_carlo_test(x, mean, mean, n_resamples=0),
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            call()
    for call in [lambda: ours.monte_carlo_test(x, 3, mean), lambda: ours.monte_carlo_test(x, mean, 3), lambda: ours.permutation_test(3, mean)]:
        with pytest.raises(TypeError):
            call()


def densities(dataset, **keywords):
    weights = keywords.get("weights")
    own = {**keywords, "weights": None if weights is None else cp.asarray(weights)}
    return theirs.gaussian_kde(dataset, **keywords), ours.gaussian_kde(cp.asarray(dataset), **own)


@pytest.mark.parametrize("bandwidth", [None, "scott", "silverman", 0.3, lambda kde: kde.n**-0.5])
def test_densities(bandwidth):
    for dimensions, count in [(1, 2), (1, 30), (2, 25), (3, 40)]:
        dataset = drawn((dimensions, count), dimensions)
        points = drawn((dimensions, 11), 9)
        for weights in [None, np.random.default_rng(1).random(count) + 0.1]:
            expected, got = densities(dataset, bw_method=bandwidth, weights=weights)
            for name in ["factor", "neff", "covariance", "inv_cov", "weights", "d", "n", "cho_cov"]:
                np.testing.assert_allclose(np.asarray(host(getattr(got, name))), getattr(expected, name), rtol=1e-9, atol=1e-12, err_msg=name)
            for name in ["evaluate", "__call__", "pdf", "logpdf"]:
                np.testing.assert_allclose(host(getattr(got, name)(cp.asarray(points))), getattr(expected, name)(points), rtol=1e-9, atol=1e-300)
            np.testing.assert_allclose(host(got.logpdf(cp.asarray(points * 50))), expected.logpdf(points * 50), rtol=1e-9)
            one = points[:, 0]
            np.testing.assert_allclose(host(got(cp.asarray(one))), expected(one), rtol=1e-9)
            normal = (one, np.eye(dimensions) * 0.5)
            np.testing.assert_allclose(float(got.integrate_gaussian(*map(cp.asarray, normal))), expected.integrate_gaussian(*normal), rtol=1e-9)
            np.testing.assert_allclose(float(got.integrate_kde(got)), expected.integrate_kde(expected), rtol=1e-9)
            if dimensions == 1:
                for low, high in [(-1.0, 2.0), (-np.inf, 0.5), (0.0, np.inf)]:
                    np.testing.assert_allclose(float(got.integrate_box_1d(low, high)), expected.integrate_box_1d(low, high), rtol=1e-9)
            else:
                for chosen in [0, [1, 0], -1]:
                    np.testing.assert_allclose(host(got.marginal(chosen)(cp.asarray(points[np.atleast_1d(chosen)]))), expected.marginal(chosen)(points[np.atleast_1d(chosen)]), rtol=1e-9)


def test_points_of_densities():
    weights = np.array([0.1, 0.2, 0.3, 0.4])
    kde = ours.gaussian_kde(cp.asarray([0.0, 10.0, 20.0, 30.0]), 0.01, cp.asarray(weights))
    points = host(kde.resample(20000, seed=1))
    assert points.shape == (1, 20000) and kde.resample().shape == (1, 3)
    shares = [np.mean(np.abs(points - center) < 3) for center in (0, 10, 20, 30)]
    np.testing.assert_allclose(shares, weights, atol=0.015)
    data = drawn((2, 200), 0)
    kde = ours.gaussian_kde(cp.asarray(data))
    spread = np.cov(host(kde.resample(30000, seed=cp.random.default_rng(1))))
    np.testing.assert_allclose(spread, np.cov(data) + host(kde.covariance), atol=0.15)


def test_bandwidths_change():
    expected, got = densities(drawn(20, 0))
    for bandwidth in ["silverman", 0.2, None, "scott"]:
        expected.set_bandwidth(bandwidth), got.set_bandwidth(bandwidth)
        assert abs(got.factor - expected.factor) < 1e-12

    class Wide(ours.gaussian_kde):
        def covariance_factor(self):
            return 2.0

    assert Wide(cp.asarray(drawn(9, 0))).factor == 2.0


def test_densities_refuse():
    good = ours.gaussian_kde(cp.asarray(drawn((2, 9), 0)))
    for call in [
        lambda: ours.gaussian_kde(cp.ones(1)), lambda: ours.gaussian_kde(cp.asarray(drawn((9, 2), 0))), lambda: ours.gaussian_kde(cp.arange(4.0), weights=cp.ones(3)),
        lambda: ours.gaussian_kde(cp.arange(4.0), weights=cp.ones((4, 1))), lambda: ours.gaussian_kde(cp.arange(4.0), "other"), lambda: good(cp.ones((3, 4))),
        lambda: good.integrate_box_1d(0, 1), lambda: good.integrate_gaussian(cp.ones(3), cp.eye(2)), lambda: good.integrate_gaussian(cp.ones(2), cp.eye(3)),
        lambda: good.marginal([0, 0]), lambda: good.marginal(2), lambda: good.marginal(0.5), lambda: good.integrate_kde(ours.gaussian_kde(cp.arange(4.0))),
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            call()
    with pytest.raises(np.linalg.LinAlgError):
        ours.gaussian_kde(cp.ones((2, 9)))
        cp.cuda.Device().synchronize()  # On a GPU an error that only the elements decide is raised by the next wait.


@pytest.mark.parametrize("distribution", ["norm", "expon", "logistic", "gumbel_l", "gumbel_r", "gumbel", "extreme1"])
def test_anderson(distribution):
    for length in [4, 9, 50]:
        x = np.random.default_rng(length).gumbel(3, 1.5, length)
        x = np.abs(x) + 0.1 if distribution == "expon" else x
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = theirs.anderson(x, distribution)
            interpolated = theirs.anderson(x, distribution, method="interpolate")
        got = ours.anderson(cp.asarray(x), distribution)
        # SciPy finds the parameters of the logistic distribution to five digits.
        np.testing.assert_allclose(float(got.statistic), expected.statistic, rtol=1e-5 if distribution == "logistic" else 1e-8)
        np.testing.assert_allclose(host(got.critical_values), expected.critical_values, rtol=1e-12)
        np.testing.assert_allclose(host(got.significance_level), expected.significance_level)
        np.testing.assert_allclose(float(ours.anderson(cp.asarray(x), distribution, method="interpolate").pvalue), interpolated.pvalue, rtol=1e-5)
    for wrong in [lambda: ours.anderson(cp.ones(3), "other"), lambda: ours.anderson(cp.ones(3), method="other")]:
        with pytest.raises(ValueError):
            wrong()
