"""Tests of frequencies and of several p-values of `cuprust.scipy.stats`, within relative bounds of SciPy's."""

import itertools
import warnings

import numpy as np
import pytest
import scipy.stats as theirs
from conftest import host

import cuprust as cp
import cuprust.scipy.stats as ours

ALTERNATIVES = ["two-sided", "less", "greater"]
LAMBDAS = [None, 1, 0, -1, -0.5, 2 / 3, 2.5, "pearson", "log-likelihood", "freeman-tukey", "mod-log-likelihood", "neyman", "cressie-read"]


def called(call, *arguments):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = call(*arguments)
        except Exception as error:
            return error
    if not isinstance(result, tuple):
        result = [result.statistic, result.pvalue] if hasattr(result, "pvalue") else [result]
    return [None if part is None else np.asarray(host(part)) for part in result]


def compare(call, *arrays, relative=1e-9, absolute=1e-13):
    """Compares the results of a call with SciPy's module and NumPy's arrays, and with ours."""
    expected = called(call, theirs, *arrays)
    got = called(call, ours, *map(cp.asarray, arrays))
    if isinstance(expected, Exception):
        assert isinstance(got, type(expected)), (expected, got)
        return
    assert not isinstance(got, Exception), got
    for one, other in zip(got, expected, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.shape == other.shape
            np.testing.assert_allclose(one, other, rtol=relative, atol=absolute)


def counts(shape, seed, least=0):
    return np.random.default_rng(seed).integers(least, 20, shape)


@pytest.mark.parametrize("lambda_", LAMBDAS)
def test_power_divergence(lambda_):
    observed = counts((4, 6), 0, 1).astype(float)
    expected = observed[::-1] * 0.5 + observed * 0.5
    expected *= observed.sum(0) / expected.sum(0)
    for axis, ddof, keepdims in [(0, 0, False), (1, 1, True), (None, 2, False), ((0, 1), 0, True)]:
        compare(lambda s, f: s.power_divergence(f, ddof=ddof, axis=axis, lambda_=lambda_, keepdims=keepdims), observed)  # noqa: B023
    compare(lambda s, f, e: s.power_divergence(f, e, lambda_=lambda_), observed, expected)
    nan = np.where(np.random.default_rng(1).random((4, 6)) < 0.1, np.nan, observed)
    for policy in ["propagate", "omit", "raise"]:
        compare(lambda s, f: s.power_divergence(f, lambda_=lambda_, axis=1, nan_policy=policy), nan)  # noqa: B023


def test_chisquare():
    for dtype in ["i4", "u1", "f8"]:
        compare(lambda s, f: s.chisquare(f), counts((5,), 0, 1).astype(dtype))
        compare(lambda s, f: s.chisquare(f, axis=1), counts((5, 4), 0, 1).astype(dtype))
    compare(lambda s, f: s.chisquare(f, axis=1), counts((5, 4), 0, 1).astype("f4"), relative=1e-4)
    compare(lambda s, f, e: s.chisquare(f, e), np.array([1.0, 2, 3]), np.array([2.0, 2, 2]))
    compare(lambda s, f, e: s.chisquare(f, e), np.array([1.0, 2, 3]), np.array([2.0, 2, 3]))
    compare(lambda s, f, e: s.chisquare(f, e, sum_check=False), np.array([1.0, 2, 3]), np.array([2.0, 2, 3]))
    compare(lambda s, f, e: s.chisquare(f, e, axis=1), counts((3, 4), 1, 1) * 1.0, np.full((3, 1), 4.0))
    for shape in [(0,), (0, 3), (3, 0), (1,)]:
        compare(lambda s, f: s.chisquare(f), np.ones(shape))
    compare(lambda s, f: s.power_divergence(f, lambda_="other"), np.ones(3))


@pytest.mark.parametrize("lambda_", [None, 0, "cressie-read"])
def test_chi2_contingency(lambda_):
    for shape in [(2, 2), (2, 3), (4, 3), (2, 3, 2), (3,), (1, 4)]:
        for correction in [True, False]:
            compare(lambda s, f: s.chi2_contingency(f, correction, lambda_), counts(shape, len(shape), 1))  # noqa: B023
    compare(lambda s, f: s.chi2_contingency(f), np.array([[1, -2], [3, 4]]))
    compare(lambda s, f: s.chi2_contingency(f), np.array([[0, 0], [3, 4]]))
    compare(lambda s, f: s.chi2_contingency(f), np.zeros((0, 2)))
    compare(lambda s, f: s.chi2_contingency(f), np.array([[8, 9], [9, 8]]))


def test_contingency():
    import cuprust.scipy.stats.contingency as contingency

    table = counts((2, 3, 4), 0)
    np.testing.assert_allclose(host(contingency.expected_freq(cp.asarray(table))), theirs.contingency.expected_freq(table), rtol=1e-12)
    for one, other in zip(contingency.margins(cp.asarray(table)), theirs.contingency.margins(table), strict=True):
        np.testing.assert_array_equal(host(one), other)


def test_fisher_exact():
    tables = [counts((2, 2), seed) for seed in range(30)] + [np.array(table) for table in ([[0, 5], [0, 3]], [[0, 0], [1, 2]], [[5, 0], [0, 5]], [[500, 380], [410, 300]], [[3, 1], [1, 3]])]
    for alternative in ALTERNATIVES:
        for table in tables:
            compare(lambda s, t: s.fisher_exact(t, alternative), table)  # noqa: B023
    for wrong in [np.arange(4), np.array([[1, -1], [1, 2]])]:
        compare(lambda s, t: s.fisher_exact(t), wrong)
    compare(lambda s, t: s.fisher_exact(t, "other"), np.ones((2, 2), int))


def test_binomtest():
    for n, p, alternative in itertools.product([1, 2, 7, 30, 400], [0.0, 0.05, 0.3, 0.5, 0.7, 1.0], ALTERNATIVES):
        for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
            expected, got = theirs.binomtest(k, n, p, alternative), ours.binomtest(k, n, p, alternative)
            np.testing.assert_allclose([got.statistic, got.pvalue], [expected.statistic, expected.pvalue], rtol=1e-9, atol=1e-300, err_msg=f"{k} {n} {p} {alternative}")
            assert (got.k, got.n, got.alternative, got.proportion_estimate) == (k, n, alternative, k / n)
            if p == 0.5:
                for method, level in itertools.product(["exact", "wilson", "wilsoncc"], [0.9, 0.99]):
                    np.testing.assert_allclose(got.proportion_ci(level, method), expected.proportion_ci(level, method), rtol=1e-8, atol=1e-9)
    for wrong in [(3, 2), (-1, 2), (1, 0)]:
        with pytest.raises(ValueError):
            ours.binomtest(*wrong)
    with pytest.raises(ValueError):
        ours.binomtest(1, 2, 1.5)
    with pytest.raises(ValueError):
        ours.binomtest(1, 2).proportion_ci(method="other")


def test_median_test():
    dice = np.random.default_rng(0)
    samples = [np.round(dice.normal(size, 2, size)) for size in (5, 8, 11)]
    for ties, correction, lambda_ in itertools.product(["below", "above", "ignore"], [True, False], [1, 0]):
        for count in [2, 3]:
            compare(lambda s, *all: s.median_test(*all, ties=ties, correction=correction, lambda_=lambda_), *samples[:count])  # noqa: B023
    nan = [np.append(sample, np.nan) for sample in samples]
    for policy in ["propagate", "omit", "raise"]:
        compare(lambda s, *all: s.median_test(*all, nan_policy=policy), *nan)  # noqa: B023
    for wrong in [[samples[0]], [samples[0], np.array([])], [samples[0], np.ones((2, 2))], [np.ones(3), np.ones(4)], [np.ones(3), np.array([0.0])]]:
        for ties in ["below", "above", "ignore"]:
            compare(lambda s, *all: s.median_test(*all, ties=ties), *wrong)  # noqa: B023
    compare(lambda s, *all: s.median_test(*all, ties="other"), *samples)


@pytest.mark.parametrize("method", ["fisher", "pearson", "mudholkar_george", "tippett", "stouffer"])
def test_combine_pvalues(method):
    p = np.random.default_rng(0).random((4, 6))
    weights = np.random.default_rng(1).random((4, 6))
    for axis, keepdims in [(0, False), (1, True), (None, False)]:
        compare(lambda s, p: s.combine_pvalues(p, method, axis=axis, keepdims=keepdims), p)  # noqa: B023
        compare(lambda s, p, w: s.combine_pvalues(p, method, w, axis=axis), p, weights)  # noqa: B023
    compare(lambda s, p, w: s.combine_pvalues(p, method, w, axis=1), p, weights[0])
    nan = np.where(np.random.default_rng(2).random((4, 6)) < 0.2, np.nan, p)
    for policy in ["propagate", "omit", "raise"]:
        compare(lambda s, p: s.combine_pvalues(p, method, axis=1, nan_policy=policy), nan)  # noqa: B023
        compare(lambda s, p, w: s.combine_pvalues(p, method, w, axis=1, nan_policy=policy), nan, weights)  # noqa: B023
    for edge in [np.array([0.0, 0.5]), np.array([1.0, 0.5]), np.array([0.0, 1.0]), np.array([]), np.array([0.3])]:
        compare(lambda s, p: s.combine_pvalues(p, method), edge)
    compare(lambda s, p: s.combine_pvalues(p, method), p.astype("f4"), relative=1e-4, absolute=1e-6)
    compare(lambda s, p: s.combine_pvalues(p, "other"), p)


def test_false_discovery_control():
    p = np.random.default_rng(0).random((4, 6)) ** 3
    for method, axis in itertools.product(["bh", "by", "BH"], [0, 1, -1, None]):
        compare(lambda s, p: s.false_discovery_control(p, axis=axis, method=method), p)  # noqa: B023
    for edge in [np.array([]), np.array([0.3]), np.array(0.3), np.array([0.0, 1.0, 0.5])]:
        compare(lambda s, p: s.false_discovery_control(p) if p.ndim else s.false_discovery_control(p, axis=None), edge)
    for wrong in [np.array([0.3, 1.5]), np.array([0.3, np.nan]), np.array([True, False])]:
        compare(lambda s, p: s.false_discovery_control(p), wrong)
    compare(lambda s, p: s.false_discovery_control(p, method="other"), p)
