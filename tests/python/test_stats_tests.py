"""The hypothesis tests of `cuprust.scipy.stats`: statistics and p-values within relative bounds of SciPy's, over samples of several shapes and dtypes, with
ties, constants, NaN under each policy and infinities, all alternatives and methods."""

import itertools
import pickle
import warnings

import numpy as np
import pytest
import scipy.stats as theirs
from conftest import LONG, SCIPY_118, host, in_turns

import cuprust as cp
import cuprust.scipy.stats as ours

ALTERNATIVES = [{"alternative": name} for name in ("two-sided", "less", "greater")]


def product(*choices):
    """All combinations of keywords, one of each list."""
    return [{key: value for part in parts for key, value in part.items()} for parts in itertools.product(*choices)]


# How a test is called: by how many samples, whether these belong together, and with which keywords.
INDEPENDENT = {
    "ttest_ind": (2, product(ALTERNATIVES, [{}, {"equal_var": False}, {"trim": 0.2}, {"equal_var": False, "trim": 0.1}])),
    "f_oneway": (3, [{}, {"equal_var": False}]),
    "kruskal": (3, [{}]),
    "ranksums": (2, ALTERNATIVES),
    "mannwhitneyu": (2, product(ALTERNATIVES, [{}, {"method": "asymptotic"}, {"method": "asymptotic", "use_continuity": False}, {"method": "exact"}])),
    "brunnermunzel": (2, product(ALTERNATIVES, [{}, {"distribution": "normal"}])),
    "levene": (3, [{}, {"center": "mean"}, {"center": "trimmed", "proportiontocut": 0.2}]),
    "bartlett": (3, [{}]),
    "fligner": (3, [{}, {"center": "mean"}, {"center": "trimmed", "proportiontocut": 0.2}]),
    "mood": (2, ALTERNATIVES),
    "ansari": (2, ALTERNATIVES),
    "ks_2samp": (2, product(ALTERNATIVES, [{}, {"method": "exact"}, {"method": "asymp"}])),
    "cramervonmises_2samp": (2, [{}, {"method": "asymptotic"}]),
}
PAIRED = {
    "ttest_rel": (2, ALTERNATIVES),
    "friedmanchisquare": (3, [{}]),
    "wilcoxon": (2, product(ALTERNATIVES, [{}, {"zero_method": "pratt"}, {"zero_method": "zsplit"}, {"method": "asymptotic"}, {"method": "asymptotic", "correction": True}])),
}
SINGLE = {
    "ttest_1samp": (1, ALTERNATIVES),
    "skewtest": (1, ALTERNATIVES),
    "kurtosistest": (1, ALTERNATIVES),
    "normaltest": (1, [{}]),
    "jarque_bera": (1, [{}]),
    "shapiro": (1, [{}]),
    "wilcoxon": (1, product(ALTERNATIVES, [{}, {"method": "asymptotic"}])),
}
ALL = {**SINGLE, **INDEPENDENT, **PAIRED}
# The relative and the absolute bound of results in double precision, where they are not those of `close`:
# approximations of SciPy's that end where a term is less than 1e-7, quantiles of the normal distribution of as many
# digits, and counts in single precision.
BOUNDS = {"cramervonmises_2samp": (1e-6, 3e-7), "shapiro": (2e-6, 1e-9), "ansari": (1e-6, 1e-9)}
# Of what SciPy's result is an accident: Bartlett's test writes NaN into arrays of integers, and differences of
# unsigned integers wrap around. Scores of constants have no variance but that of rounding.
ACCIDENTS = {("bartlett", "i4"), ("bartlett", "u1"), ("bartlett", "?"), ("ttest_rel", "u1"), ("ttest_rel", "?"), ("fligner", "constant")}
if SCIPY_118:
    # Moments of bools and of unsigned integers, which wrap around since, and p-values of constants, which are NaN.
    ACCIDENTS |= {("kurtosistest", "?"), ("normaltest", "?"), ("skewtest", "?"), ("shapiro", "?"), ("shapiro", "u1"), ("mannwhitneyu", "constant")}
# Attributes of a result in addition to its elements.
MORE = {"ttest_1samp": ["df"], "ttest_rel": ["df"], "ttest_ind": ["df"], "ks_2samp": ["statistic_location", "statistic_sign"]}
if SCIPY_118:
    # If the distance is largest at several positions, it returns another one.
    del MORE["ks_2samp"]


def drawn(dtype, shape, seed, kind="plain"):
    """Observations: few different ones where they are tied, the same ones where they are constant."""
    dice = np.random.default_rng(seed)
    values = dice.normal(1.0 + seed % 3, 2.0, shape)
    if kind == "tied":
        values = np.round(values)
    if kind == "constant":
        values = np.full(shape, 3.0)
    if dtype == "?":
        return values > 1
    values = values * 4 if dtype[0] in "iu" else values
    return (np.abs(values) if dtype[0] == "u" else values).astype(dtype)


def spoiled(values, share, seed, what=np.nan):
    """The same with some observations NaN."""
    dice = np.random.default_rng(seed + 100)
    return np.where(dice.random(values.shape) < share, what, values).astype(values.dtype)


def called(module, convert, name, samples, keywords):
    """The result of a call, as a list of NumPy's arrays, or its exception."""
    arguments = [convert(sample) for sample in samples]
    if name == "ttest_1samp":
        arguments.append(0.75)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = getattr(module, name)(*arguments, **keywords)
        except Exception as error:
            return error
    found = [result.statistic, result.pvalue] if not isinstance(result, tuple) else list(result)
    found += [getattr(result, more) for more in MORE.get(name, [])]
    return [np.asarray(host(part)) for part in found]


def compare(name, samples, keywords, loose=False):
    expected = called(theirs, np.asarray, name, samples, keywords)
    got = called(ours, cp.asarray, name, samples, keywords)
    where = (name, keywords, [(sample.dtype, sample.shape) for sample in samples])
    if isinstance(expected, Exception):
        assert isinstance(got, type(expected)), (where, expected, got)
        return
    assert not isinstance(got, Exception), (where, got)
    single = any(sample.dtype == np.float32 for sample in samples) and not any(sample.dtype == np.float64 for sample in samples)
    relative, absolute = BOUNDS.get(name, (1e-9, 1e-13))
    if name == "shapiro" and SCIPY_118:
        # It is computed in another precision.
        relative = 1e-6
    for one, other in zip(got, expected, strict=True):
        assert one.shape == other.shape, (where, one.shape, other.shape)
        bound = 2e-3 if single else relative
        np.testing.assert_allclose(one.astype(float), other.astype(float), rtol=bound, atol=1e-5 if single else absolute, err_msg=str(where))


def of_all(names=ALL):
    return [pytest.param(name, id=name) for name in in_turns(sorted(names), 0)]


def samples_of(name, dtype, axis, kind, lengths=(9, 7, 12), others=(2, 3)):
    """Samples of a test along an axis of three; the lengths differ where the test allows it."""
    count, paired = ALL[name][0], name in PAIRED
    if name == "wilcoxon" and others and (kind == "tied" or dtype[0] != "f"):
        # SciPy tries all signs one by one, which takes long.
        lengths, others = [min(length, 8) for length in lengths], (1, 2)[: len(others)]
    made = []
    for place in range(count):
        shape = list(others)
        shape.insert(axis, lengths[0] if paired else lengths[place])
        made.append(drawn(dtype, shape, place + len(name), kind))
    return made


def of_dtypes():
    """Each test of each dtype; in short of double precision and another one in turns."""
    others = ["f4", "i4", "u1", "?"]
    for turn, name in enumerate(in_turns(sorted(ALL), 0)):
        for dtype in ["f8", *(others if LONG else [others[turn % 4]])]:
            yield pytest.param(name, dtype, id=f"{dtype}-{name}")


@pytest.mark.parametrize("name, dtype", of_dtypes())
def test_dtypes_and_ties(name, dtype):
    if (name, dtype) in ACCIDENTS:
        pytest.skip("SciPy's result is an accident of its code")
    for kind in ["plain", "tied"]:
        for keywords in ALL[name][1]:
            compare(name, samples_of(name, dtype, 0, kind), {"axis": 0, **keywords})


@pytest.mark.parametrize("name", sorted(ALL))
def test_half_precision(name):
    """The same as of double precision, rounded where the result has that dtype; SciPy's sums of ranks are too large for it."""
    samples = samples_of(name, "f2", 0, "plain")
    got = called(ours, cp.asarray, name, samples, {"axis": 0})
    expected = called(ours, cp.asarray, name, [sample.astype("f8") for sample in samples], {"axis": 0})
    for one, other in zip(got, expected, strict=True):
        assert one.dtype in ("f2", "f8")
        np.testing.assert_allclose(one.astype("f8"), other, rtol=4e-3, atol=2e-4)


@pytest.mark.parametrize("name", of_all())
def test_axes(name):
    for axis, keepdims in [(1, False), (-1, True), ((0, 2), False), ((2, 1), True), (None, False), (None, True)]:
        whole = axis is None or isinstance(axis, tuple)
        lengths = (3, 3, 3) if whole else (9, 7, 12)
        samples = samples_of(name, "f8", 1 if axis == 1 else 2, "plain", lengths, (3, 2))
        compare(name, samples, {"axis": axis, "keepdims": keepdims})


@pytest.mark.parametrize("name", of_all())
@pytest.mark.parametrize("policy", ["propagate", "omit", "raise"])
def test_nan(name, policy):
    # In short the kinds take turns.
    for kind in ["plain", "tied"] if LONG else [["plain", "tied"][(len(name) + len(policy)) % 2]]:
        samples = [spoiled(sample, 0.15, place) for place, sample in enumerate(samples_of(name, "f8", 1, kind, (14, 11, 13)))]
        for keywords in ALL[name][1]:
            compare(name, samples, {"axis": 1, "nan_policy": policy, **keywords})
            compare(name, [sample[0, :, 0] for sample in samples], {"nan_policy": policy, "axis": 0, **keywords})


# Since SciPy 1.18 `shapiro` is NaN of constants, infinities and few observations, which 1.17 refuses or finds normal.
def leave_out_shapiro(name):
    if name == "shapiro" and SCIPY_118:
        pytest.skip("SciPy's answer is another one since 1.18")


@pytest.mark.parametrize("name", of_all())
def test_all_nan_and_infinities(name):
    leave_out_shapiro(name)
    samples = samples_of(name, "f8", 0, "plain")
    for what in [np.inf, -np.inf]:
        compare(name, [spoiled(sample, 0.1, place, what) for place, sample in enumerate(samples)], {"axis": 0})
    samples[0][:, 0] = np.nan
    for policy in ["propagate", "omit"]:
        compare(name, samples, {"axis": 0, "nan_policy": policy})


@pytest.mark.parametrize("name", of_all())
def test_constants(name):
    leave_out_shapiro(name)
    for kinds in [("constant", "plain", "tied"), ("constant", "constant", "constant")]:
        if (name, "constant") in ACCIDENTS and "plain" not in kinds:
            continue
        samples = samples_of(name, "f8", 0, "plain")
        samples = [drawn("f8", sample.shape, place, kinds[place]) for place, sample in enumerate(samples)]
        compare(name, samples, {"axis": 0})


@pytest.mark.parametrize("name", of_all())
def test_small_and_empty_samples(name):
    leave_out_shapiro(name)
    for length in range(4):
        for others in [(), (2,), (0,)]:
            if name == "cramervonmises_2samp" and others:
                continue  # SciPy refuses of several samples what is NaN of one.
            samples = samples_of(name, "f8", 0, "plain", (length, length + 1, length), others)
            for policy in ["propagate", "omit"]:
                compare(name, samples, {"axis": 0, "nan_policy": policy})


@pytest.mark.parametrize("name", of_all())
def test_lengths(name):
    """Where methods change with the number of observations."""
    for turn, length in enumerate([2, 3, 4, 5, 8, 9, 13, 14, 20, 21, 33, 34, 50, 51, 55]):
        # In short the kinds take turns.
        for kind in ["plain", "tied"] if LONG else [["plain", "tied"][(turn + len(name)) % 2]]:
            samples = samples_of(name, "f8", 0, kind, (length, max(length - 3, 2), length + 1), ())
            for place, keywords in enumerate(ALL[name][1]):
                # In short the keywords take turns where they are many.
                if not LONG and len(ALL[name][1]) > 3 and (place + turn // 2) % 2:
                    continue
                # What takes SciPy long.
                if name == "mannwhitneyu" and length > 20 and keywords.get("method") == "exact":
                    continue
                if name == "wilcoxon" and kind == "tied" and length in (9, 13) and place % 5:
                    continue
                compare(name, samples, {"axis": 0, **keywords})


@pytest.mark.parametrize("name", sorted(ALL))
def test_small_samples_warn(name):
    samples = [np.ones(0) for _ in range(ALL[name][0])]
    arguments = [0.75] if name == "ttest_1samp" else []
    for module, convert in [(theirs, np.asarray), (ours, cp.asarray)]:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            getattr(module, name)(*map(convert, samples), *arguments)
        assert any(type(one.message).__name__ == "SmallSampleWarning" for one in warned), (module, warned)


def test_intervals():
    a, b = drawn("f8", (2, 9), 0), drawn("f8", (2, 7), 1)
    for keywords in ALTERNATIVES:
        for level in [0.5, 0.95]:
            for name, arguments in [("ttest_1samp", (a, 0.5)), ("ttest_ind", (a, b)), ("ttest_rel", (a, a[::-1]))]:
                low, high = getattr(theirs, name)(*arguments, axis=1, **keywords).confidence_interval(level)
                own = getattr(ours, name)(*map(cp.asarray, arguments), axis=1, **keywords).confidence_interval(level)
                np.testing.assert_allclose(host(own.low), low, rtol=1e-9)
                np.testing.assert_allclose(host(own.high), high, rtol=1e-9)


def test_means_of_populations():
    a = drawn("f8", (3, 8), 0)
    for axis, mean in [(1, np.array([[1.0], [2.0], [0.0]])), (0, np.arange(8.0)[None]), (None, np.array(2.0)), (1, 0.5)]:
        expected = theirs.ttest_1samp(a, mean, axis=axis)
        got = ours.ttest_1samp(cp.asarray(a), cp.asarray(mean) if isinstance(mean, np.ndarray) else mean, axis=axis)
        np.testing.assert_allclose(host(got.pvalue), expected.pvalue, rtol=1e-9)
    with pytest.raises(ValueError, match="popmean"):
        ours.ttest_1samp(cp.asarray(a), cp.asarray([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]), axis=1)


def test_from_statistics():
    moments = [np.array(part) for part in ([1.0, 2.0], [2.0, 1.0], [5, 9], [3.0, 1.5], [1.0, 3.0], [7, 4])]
    for equal, keywords in itertools.product([True, False], ALTERNATIVES):
        expected = theirs.ttest_ind_from_stats(*moments, equal_var=equal, **keywords)
        got = ours.ttest_ind_from_stats(*map(cp.asarray, moments), equal_var=equal, **keywords)
        np.testing.assert_allclose(host(got.statistic), expected.statistic, rtol=1e-12)
        np.testing.assert_allclose(host(got.pvalue), expected.pvalue, rtol=1e-9)


def uniform(xp):
    return lambda x: xp.clip(x / 4, 0, 1)


@pytest.mark.parametrize("name", ["ks_1samp", "kstest", "cramervonmises"])
def test_against_distributions(name):
    choices = [{}] if name == "cramervonmises" else product(ALTERNATIVES, [{"method": method} for method in ("auto", "exact", "asymp", "approx")])
    for length, others in [(1, ()), (2, ()), (7, (2,)), (30, ()), (150, (2,)), (400, ())]:
        x = np.abs(drawn("f8", (length, *others), length))
        for keywords in choices:
            expected = getattr(theirs, name)(x, uniform(np), **keywords)
            got = getattr(ours, name)(cp.asarray(x), uniform(cp), **keywords)
            np.testing.assert_allclose(host(got.statistic), expected.statistic, rtol=1e-12)
            bounds = {"rtol": 1e-5, "atol": 3e-7} if name == "cramervonmises" else {"rtol": 1e-9, "atol": 1e-14}
            np.testing.assert_allclose(host(got.pvalue), expected.pvalue, **bounds, err_msg=f"{length} {keywords}")
            if name != "cramervonmises":
                np.testing.assert_array_equal(host(got.statistic_location), expected.statistic_location)
                np.testing.assert_array_equal(host(got.statistic_sign), expected.statistic_sign)


def test_against_distributions_with_nan():
    x = spoiled(np.abs(drawn("f8", (3, 20), 3)), 0.2, 3)
    x[0, :] = np.abs(drawn("f8", 20, 4))
    for name in ["ks_1samp", "cramervonmises"]:
        for policy in ["propagate", "omit"]:
            with np.errstate(all="ignore"):
                expected = getattr(theirs, name)(x, uniform(np), axis=1, nan_policy=policy)
            got = getattr(ours, name)(cp.asarray(x), uniform(cp), axis=1, nan_policy=policy)
            np.testing.assert_allclose(host(got.statistic), expected.statistic, rtol=1e-12)
            np.testing.assert_allclose(host(got.pvalue), expected.pvalue, rtol=1e-5, atol=3e-7)


def test_results_have_scipys_names():
    a, b = drawn("f8", 9, 0), drawn("f8", 9, 1)
    for name, (count, _) in ALL.items():
        samples = [a, b, a + b][:count]
        arguments = [0.5] if name == "ttest_1samp" else []
        expected = getattr(theirs, name)(*samples, *arguments)
        got = getattr(ours, name)(*map(cp.asarray, samples), *arguments)
        assert type(got).__name__ == type(expected).__name__
        if isinstance(expected, tuple):
            assert got._fields == expected._fields and isinstance(got, tuple)
            statistic, pvalue = got
            assert statistic is got.statistic and pvalue is got.pvalue
            again = pickle.loads(pickle.dumps(got))
            assert type(again) is type(got) and float(again.pvalue) == float(pvalue)
            assert repr(got).startswith(f"{type(expected).__name__}(statistic=array(")


def test_wrong_input():
    a = cp.asarray(drawn("f8", 9, 0))
    for call in [
        lambda: ours.ttest_ind(a, a, alternative="other"), lambda: ours.ttest_ind(a, a, nan_policy="other"), lambda: ours.ttest_ind(a, a, trim=0.5),
        lambda: ours.kruskal(a), lambda: ours.friedmanchisquare(a, a), lambda: ours.levene(a), lambda: ours.bartlett(a), lambda: ours.fligner(a),
        lambda: ours.levene(a, a, center="other"), lambda: ours.mannwhitneyu(a, a, method="other"), lambda: ours.wilcoxon(a, zero_method="other"),
        lambda: ours.brunnermunzel(a, a, distribution="other"), lambda: ours.ks_2samp(a, a, method="other"), lambda: ours.ks_1samp(a, uniform(cp), alternative="x"),
        lambda: ours.ttest_rel(a, a[:3]), lambda: ours.cramervonmises_2samp(a, a, method="other"), lambda: ours.levene(a, a, center="trimmed", proportiontocut=0.9),
    ]:  # fmt: skip
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        ours.f_oneway(a)
    with pytest.raises(cp.exceptions.AxisError):
        ours.ttest_ind(a, a, axis=2)
