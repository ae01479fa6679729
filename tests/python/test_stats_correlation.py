"""Ranks, correlation and lines through points of `cuprust.scipy.stats`, within relative bounds of SciPy's."""

import warnings

import numpy as np
import pytest
import scipy.stats as theirs
from conftest import SCIPY_118, host

import cuprust as cp
import cuprust.scipy.stats as ours

KEPT = ("rankdata", "linregress", "theilslopes", "siegelslopes")
ALTERNATIVES = ["two-sided", "less", "greater"]
TIES = ["average", "min", "max", "dense", "ordinal"]
MORE = {"linregress": ["intercept_stderr"], "kendalltau": ["correlation"], "spearmanr": ["correlation"], "pointbiserialr": ["correlation"], "pearsonr": ["correlation"]}


def called(module, convert, name, arguments, keywords):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = getattr(module, name)(*[convert(part) if isinstance(part, np.ndarray) else part for part in arguments], **keywords)
        except Exception as error:
            return error
    parts = [*result, *(getattr(result, more) for more in MORE.get(name, []))] if isinstance(result, tuple) else [result]
    return [np.asarray(host(part)) for part in parts]


def compare(name, *arguments, relative=1e-9, absolute=1e-12, dtype=False, **keywords):
    expected = called(theirs, np.asarray, name, arguments, keywords)
    got = called(ours, cp.asarray, name, arguments, keywords)
    where = (name, keywords, [(part.dtype, part.shape) for part in arguments if isinstance(part, np.ndarray)])
    if isinstance(expected, Exception):
        assert isinstance(got, type(expected)), (where, expected, got)
        return
    assert not isinstance(got, Exception), (where, got)
    for one, other in zip(got, expected, strict=True):
        assert one.shape == other.shape, (where, one.shape, other.shape)
        # Since SciPy 1.18 ranks have the observations' dtype, and so have lines through them.
        assert not dtype or one.dtype == other.dtype or SCIPY_118 and name in KEPT, (where, one.dtype, other.dtype)
        np.testing.assert_allclose(one, other, rtol=relative, atol=absolute, err_msg=str(where))


def drawn(dtype, shape, seed, tied=False, nan=0.0):
    dice = np.random.default_rng(seed)
    values = dice.normal(0, 3, shape)
    if tied or np.dtype(dtype).kind in "iu?":
        values = np.round(values)
    values = (values > 0 if dtype == "?" else np.abs(values) if dtype[0] == "u" else values).astype(dtype)
    return np.where(dice.random(shape) < nan, np.nan, values).astype(dtype) if nan else values


@pytest.mark.parametrize("method", TIES)
def test_rankdata(method):
    for dtype in ["f8", "f4", "f2", "i8", "u1", "?"]:
        for shape in [(7,), (4, 6), (2, 3, 5), (), (0,), (3, 0)]:
            for axis in [None, *range(-len(shape), len(shape))]:
                compare("rankdata", drawn(dtype, shape, len(shape), True), method, axis=axis, dtype=True)
    for policy in ["propagate", "omit", "raise"]:
        for axis in [None, 0, 1]:
            compare("rankdata", drawn("f8", (5, 8), 3, True, 0.1), method, axis=axis, nan_policy=policy, dtype=True)
            compare("rankdata", drawn("f8", (5, 8), 3), method, axis=axis, nan_policy=policy, dtype=True)
    wide = np.array([2**62, 2**62 + 1, -(2**62), 2**62 - 1])
    compare("rankdata", wide, method, dtype=True)
    compare("rankdata", np.array([np.inf, -np.inf, 1.0, np.inf]), method, dtype=True)


def test_rankdata_refuses():
    compare("rankdata", np.arange(3.0), "other")
    compare("rankdata", np.arange(3.0), axis=1)


def test_tiecorrect():
    for values in [[], [1.0], [1.0, 2.5, 2.5, 4.0], [2.0, 2.0, 2.0]]:
        compare("tiecorrect", np.array(values))
    compare("tiecorrect", drawn("f8", (30,), 0, True))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_pearsonr(alternative):
    for dtype, bounds in [("f8", {}), ("i4", {}), ("?", {}), ("f4", {"relative": 1e-3, "absolute": 1e-4})]:
        for shape, axis in [((9,), 0), ((2,), 0), ((3,), 0), ((4, 8), 1), ((4, 8), 0), ((4, 8), None), ((2, 3, 7), -1)]:
            x, y = drawn(dtype, shape, 1), drawn(dtype, shape, 2)
            compare("pearsonr", x, y, axis=axis, alternative=alternative, dtype=True, **bounds)
    compare("pearsonr", drawn("f8", (4, 8), 1), drawn("f8", (8,), 2), axis=1, alternative=alternative)
    for x in [np.ones(5), np.array([1.0, np.nan, 2, 3, 4]), np.array([1.0, np.inf, 2, 3, 4]), np.array([1e300, -1e300, 2, 3, 4]), np.arange(5.0)]:
        compare("pearsonr", x, np.array([1.0, 2, 4, 3, 9]), alternative=alternative)
        compare("pearsonr", x, -x, alternative=alternative)
    for level in [0.9, 0.99]:
        for length in [3, 4, 12]:
            x, y = drawn("f8", (length,), 1), drawn("f8", (length,), 2)
            low, high = theirs.pearsonr(x, y, alternative=alternative).confidence_interval(level)
            own = ours.pearsonr(cp.asarray(x), cp.asarray(y), alternative=alternative).confidence_interval(level)
            np.testing.assert_allclose([float(own.low), float(own.high)], [low, high], rtol=1e-9)


def test_pearsonr_refuses():
    compare("pearsonr", np.arange(3.0), np.arange(4.0))
    compare("pearsonr", np.arange(1.0), np.arange(1.0))
    compare("pearsonr", np.arange(3.0), np.arange(3.0) * 1j)
    compare("pearsonr", np.arange(3.0), np.arange(3.0), alternative="other")
    compare("pearsonr", np.ones((3, 4)), np.ones((3, 1)), axis=1)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_spearmanr(alternative):
    keywords = {"alternative": alternative}
    for tied in [False, True]:
        for dtype in ["f8", "f4", "i4"]:
            x, y = drawn(dtype, (12,), 1, tied), drawn(dtype, (12,), 2, tied)
            compare("spearmanr", x, y, **keywords, dtype=True, absolute=1e-7)
            compare("spearmanr", x.reshape(3, 4), y.reshape(3, 4), axis=None, **keywords, absolute=1e-7)
        for axis in [0, 1]:
            compare("spearmanr", drawn("f8", (12, 2), 3, tied), axis=axis, **keywords, absolute=1e-7)
            compare("spearmanr", drawn("f8", (9, 4), 3, tied), drawn("f8", (9, 4), 4, tied), axis=axis, **keywords, absolute=1e-7)
        nan = drawn("f8", (14, 2), 5, tied, 0.1)
        for policy in ["propagate", "omit", "raise"]:
            compare("spearmanr", nan, nan_policy=policy, **keywords, absolute=1e-7)
            compare("spearmanr", drawn("f8", (14, 2), 5, tied), nan_policy=policy, **keywords, absolute=1e-7)
    compare("spearmanr", np.ones(5), np.arange(5.0), **keywords)
    compare("spearmanr", np.arange(1.0), np.arange(1.0), **keywords)
    compare("spearmanr", np.array([]), np.array([]), **keywords)


def test_spearmanr_refuses():
    compare("spearmanr", np.arange(3.0))
    compare("spearmanr", np.ones((2, 2, 2)))
    compare("spearmanr", np.ones((2, 3)), axis=2)
    compare("spearmanr", np.arange(3.0), np.arange(4.0))


@pytest.mark.parametrize("method", ["auto", "asymptotic", "exact"])
def test_kendalltau(method):
    for alternative in ALTERNATIVES:
        for variant in ["b", "c"]:
            keywords = {"method": method, "alternative": alternative, "variant": variant}
            # For two observations SciPy divides by zero.
            for length in [3, 5, 12, 33, 34, 60, 129] if method == "asymptotic" else [2, 3, 5, 12, 33, 34, 60, 129]:
                x, y = drawn("f8", (length,), length), drawn("f8", (length,), length + 1)
                compare("kendalltau", x, y, **keywords)
                compare("kendalltau", x, x * 2, **keywords)
                compare("kendalltau", x, -x, **keywords)
                compare("kendalltau", x, y + 2 * x, **keywords)
                compare("kendalltau", drawn("i4", (length,), 1), drawn("i4", (length,), 2), **keywords)
    keywords = {"method": method, "axis": 1}
    for policy in ["propagate", "omit", "raise"]:
        x, y = drawn("f8", (4, 15), 1, False, 0.1), drawn("f8", (4, 15), 2, False, 0.1)
        compare("kendalltau", x, y, nan_policy=policy, **keywords)
        compare("kendalltau", x, y, nan_policy=policy, keepdims=True, **keywords)
        if method != "exact":
            compare("kendalltau", np.round(x), np.round(y), nan_policy=policy, **keywords)
    compare("kendalltau", np.ones(5), np.arange(5.0), method=method)
    compare("kendalltau", np.array([]), np.array([]), method=method)
    compare("kendalltau", np.array([np.inf, 1, 2, -np.inf]), np.array([1.0, 3, 2, 4]), method=method)


def test_kendalltau_of_many():
    """Against the definition, with ties."""
    x, y = drawn("i4", (1000,), 1), drawn("i4", (1000,), 2)
    compare("kendalltau", x, y)
    x = drawn("f8", (3, 500), 1)
    compare("kendalltau", x, x + drawn("f8", (3, 500), 2), axis=1)


def test_kendalltau_refuses():
    compare("kendalltau", np.arange(3.0), np.arange(4.0))
    compare("kendalltau", np.arange(3.0), np.arange(3.0), method="other")
    compare("kendalltau", np.arange(3.0), np.arange(3.0), variant="other")
    compare("kendalltau", np.array([1.0, 1, 2]), np.arange(3.0), method="exact")


def test_pointbiserialr():
    for axis in [0, 1, None, (0, 1)]:
        for policy in ["propagate", "omit"]:
            x, y = drawn("?", (6, 9), 1).astype("f8"), drawn("f8", (6, 9), 2, False, 0.1)
            compare("pointbiserialr", x, y, axis=axis, nan_policy=policy)
    compare("pointbiserialr", np.array([0, 1, 1, 0]), np.array([1.0, 2, 3, 4]))
    compare("pointbiserialr", np.array([1]), np.array([1.0]))


def test_linregress():
    for alternative in ALTERNATIVES:
        # Through two points there is one line; since SciPy 1.18 nothing is known of its errors.
        for length in [3, 4, 10] if SCIPY_118 else [2, 3, 10]:
            x, y = drawn("f8", (length,), 1), drawn("f8", (length,), 2)
            compare("linregress", x, y, alternative, dtype=True)
            compare("linregress", x, x * 3 + 1, alternative, relative=1e-6, absolute=1e-6)
            compare("linregress", x, np.ones(length), alternative)
        compare("linregress", drawn("f8", (3, 8), 1), drawn("f8", (3, 8), 2), alternative, axis=1, keepdims=True)
        for policy in ["propagate", "omit", "raise"]:
            compare("linregress", drawn("f8", (3, 9), 1, False, 0.1), drawn("f8", (3, 9), 2, False, 0.1), alternative, axis=1, nan_policy=policy)
    compare("linregress", drawn("i4", (9,), 1), drawn("i4", (9,), 2))
    compare("linregress", drawn("f4", (9,), 1), drawn("f4", (9,), 2), relative=1e-5, dtype=True)
    if not SCIPY_118:  # It refuses no vertical line since.
        compare("linregress", np.ones(4), np.arange(4.0))
    compare("linregress", np.ones(1), np.arange(1.0))
    compare("linregress", np.ones(3), np.arange(4.0))


@pytest.mark.parametrize("name", ["theilslopes", "siegelslopes"])
def test_lines_of_medians(name):
    for method in ["joint", "separate"] if name == "theilslopes" else ["hierarchical", "separate"]:
        for tied in [False, True]:
            for length in [2, 3, 4, 9, 16]:
                x, y = drawn("f8", (length,), 1, tied), drawn("f8", (length,), 2, tied)
                compare(name, y, method=method, dtype=True)
                compare(name, y, x, method=method)
                compare(name, y.astype("f4"), x.astype("f4"), method=method, relative=1e-5, dtype=True)
            for axis, keepdims in [(0, False), (1, True), (None, False)]:
                compare(name, drawn("f8", (5, 7), 1, tied), drawn("f8", (5, 7), 2, tied), method=method, axis=axis, keepdims=keepdims)
            for policy in ["propagate", "omit", "raise"]:
                y, x = drawn("f8", (4, 11), 1, tied, 0.1), drawn("f8", (4, 11), 2, tied, 0.1)
                compare(name, y, x, method=method, axis=1, nan_policy=policy)
                compare(name, y, method=method, axis=1, nan_policy=policy)
        if name == "theilslopes":  # The other's of no slopes is whatever the memory has been.
            compare(name, np.arange(4.0), np.ones(4), method=method)
        compare(name, np.ones(4), np.arange(4.0), method=method)
        compare(name, np.ones(1), method=method)
    compare(name, np.ones(4), method="other")
    compare(name, np.ones(4), np.ones(5))


def test_theilslopes_levels():
    for alpha in [0.05, 0.5, 0.9, 0.95]:
        for length in [3, 10, 40]:
            compare("theilslopes", drawn("f8", (length,), 1), drawn("f8", (length,), 2, True), alpha)
