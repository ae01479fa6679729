"""SciPy's descriptive statistics, compared with SciPy's own on random samples."""

import itertools
import pickle
import warnings

import numpy as np
import pytest
import scipy.stats as theirs

import cuprust as cp
from conftest import LONG, host
from cuprust.scipy import stats as ours



def samples(dtype, seed=0):
    """Arrays of several shapes, with ties where the dtype is of integers."""
    rng = np.random.default_rng(seed)
    for shape in [(7,), (1,), (4, 9), (3, 1), (2, 3, 8), (40,)]:
        if np.issubdtype(dtype, np.integer):
            yield rng.integers(1, 9, shape).astype(dtype)
        else:
            yield (rng.gamma(2.0, size=shape) + 0.05).astype(dtype)


def with_nan(a, seed=1):
    """The same with some NaN, of which no sample consists alone."""
    a = a.copy()
    rng = np.random.default_rng(seed)
    a[(rng.random(a.shape) < 0.2) & (np.arange(a.size).reshape(a.shape) % a.shape[-1] > 0)] = np.nan
    return a


def check(name, a, *more, tolerance=None, **said):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            expected = getattr(theirs, name)(a, *more, **said)
        except (ValueError, IndexError) as error:
            if "Window length" in str(error):
                # SciPy raises it for several samples, and gives NaN for one.
                assert np.isnan(host(getattr(ours, name)(cp.asarray(a), **said))).all()
                return str(error)
            with pytest.raises((ValueError, IndexError)):
                getattr(ours, name)(cp.asarray(a), *(cp.asarray(own) if isinstance(own, np.ndarray) else own for own in more), **said)
            return str(error)
        given = getattr(ours, name)(cp.asarray(a), *(cp.asarray(own) if isinstance(own, np.ndarray) else own for own in more), **said)
    expected, given = (list(result) if isinstance(result, tuple) else [result] for result in (expected, given))
    expected = list(itertools.chain.from_iterable(own if isinstance(own, tuple) else (own,) for own in expected))
    given = list(itertools.chain.from_iterable(own if isinstance(own, tuple) else (own,) for own in given))
    assert len(expected) == len(given)
    where = f"{name} of {a.dtype} {a.shape} {more} {said}"
    for one, other in zip(given, expected, strict=True):
        other = np.asarray(other)
        assert one.shape == other.shape, where
        bound = tolerance or (2e-4 if a.dtype in (np.float32, np.float16) else 1e-11)
        np.testing.assert_allclose(host(one), other, rtol=bound, atol=bound, err_msg=where)
        # SciPy's counts are float64 where NaN are left out, ours are integers.
        if other.dtype.kind == "f" and one.dtype.kind == "f":
            assert one.dtype == other.dtype, where
    return None


MEANS = [
    ("gmean", [{}]),
    ("hmean", [{}]),
    ("pmean", [{"p": 3}, {"p": 0}, {"p": -0.5}]),
    ("moment", [{}, {"order": 2}, {"order": 3}, {"order": 4}, {"order": 0}, {"order": 2, "center": 1.5}, {"order": 1, "center": 0.5}]),
    ("skew", [{}, {"bias": False}]),
    ("kurtosis", [{}, {"bias": False}, {"fisher": False}]),
    ("variation", [{}, {"ddof": 1}, {"ddof": 7}]),
    ("sem", [{}, {"ddof": 0}]),
    ("gstd", [{}]),
    ("entropy", [{}, {"base": 2}]),
    ("trim_mean", [{"proportiontocut": 0.2}, {"proportiontocut": 0.0}, {"proportiontocut": 0.45}]),
    ("iqr", [{}, {"rng": (10, 80)}, {"scale": "normal"}, {"rng": (70, 20), "interpolation": "lower"}]),
    ("median_abs_deviation", [{}, {"scale": "normal"}, {"scale": 2.0}]),
    ("tmean", [{}, {"limits": (1, 4)}, {"limits": (None, 2), "inclusive": (True, False)}]),
    ("tvar", [{}, {"limits": (1, 6)}, {"limits": (1, None), "inclusive": (False, False), "ddof": 0}]),
    ("tstd", [{"limits": (1, 6)}]),
    ("tsem", [{"limits": (1, 6)}]),
    ("tmin", [{}, {"lowerlimit": 1}, {"lowerlimit": 2, "inclusive": False}]),
    ("tmax", [{}, {"upperlimit": 3}, {"upperlimit": 4, "inclusive": False}]),
    ("boxcox_llf", [{"lmb": 0.5}, {"lmb": 0}, {"lmb": -2.0}, {"lmb": 40.0}]),
    ("yeojohnson_llf", [{"lmb": 0.5}, {"lmb": 0}, {"lmb": 2}, {"lmb": -1.0}]),
    ("mode", [{}]),
    ("differential_entropy", [{}, {"method": "vasicek"}, {"method": "van es", "base": 3}, {"method": "correa"}, {"method": "ebrahimi", "window_length": 2}]),
]


def call(name, a, said):
    """The function's leading arguments that are no sample come from `said` too."""
    said = dict(said)
    if name == "sem" and a.size == 1 and said.get("ddof") == 0:
        # SciPy gives NaN for one sample of one observation and zero for one of several such samples.
        return None
    if name in ("boxcox_llf", "yeojohnson_llf"):
        return check_swapped(name, said.pop("lmb"), a, **said)
    if name in ("pmean", "trim_mean"):
        return check(name, a, said.pop("p" if name == "pmean" else "proportiontocut"), **said)
    return check(name, a, **said)


def check_swapped(name, first, a, **said):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        expected = np.asarray(getattr(theirs, name)(first, a, **said))
        given = getattr(ours, name)(first, cp.asarray(a), **said)
    assert given.shape == expected.shape
    bound = 2e-3 if a.dtype in (np.float32, np.float16) else 1e-10
    # Of samples of equal observations the variance is zero, or in SciPy, which sums logarithms, rounding.
    constant = (a == np.min(a, axis=said["axis"], keepdims=True)).all(axis=said["axis"], keepdims=said.get("keepdims", False))
    assert not np.isfinite(host(given)[constant]).any()
    given, expected = np.where(constant, 0, host(given)), np.where(constant, 0, expected)
    np.testing.assert_allclose(given, expected, rtol=bound, atol=bound, err_msg=f"{name} {first} {a.dtype} {a.shape} {said}")


def of_dtypes():
    """Each function of each dtype; in short of double precision and another one in turns."""
    others = ["f4", "i4", "i8"]
    for turn, (name, forms) in enumerate(MEANS):
        for dtype in ["f8", *(others if LONG else [others[turn % 3]])]:
            yield pytest.param(name, forms, dtype, id=f"{dtype}-{name}")


@pytest.mark.parametrize("name, forms, dtype", of_dtypes())
def test_of_every_shape_and_axis(name, forms, dtype):
    for a in samples(np.dtype(dtype)):
        for said in forms:
            for axis in [0, -1, None] + ([(0, 1)] if a.ndim > 1 else []):
                for keepdims in (False, True):
                    call(name, a, {**said, "axis": axis, "keepdims": keepdims})


@pytest.mark.parametrize("name, forms", MEANS, ids=[name for name, _ in MEANS])
def test_nan_under_each_policy(name, forms):
    for a in samples(np.dtype("f8")):
        if a.shape[-1] < 7:
            continue
        a = with_nan(a)
        for said in forms:
            for axis in (-1, None):
                call(name, a, {**said, "axis": axis})
                call(name, a, {**said, "axis": axis, "nan_policy": "omit"})
            if np.isnan(a).any():
                with pytest.raises(ValueError, match="contains nan"):
                    said_too = dict(said)
                    leading = [said_too.pop(key) for key in ("lmb",) if key in said_too]
                    behind = [said_too.pop(key) for key in ("p", "proportiontocut") if key in said_too]
                    getattr(ours, name)(*leading, cp.asarray(a), *behind, **said_too, nan_policy="raise")
    with pytest.raises(ValueError, match="nan_policy"):
        ours.sem(cp.ones(3), nan_policy="nonsense")


@pytest.mark.parametrize("name", ["zscore", "gzscore", "zmap"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4"])
def test_scores(name, dtype):
    for a in samples(np.dtype(dtype)):
        for axis, ddof in itertools.product([0, -1, None], [0, 1]):
            more = (a[::-1] * 2,) if name == "zmap" else ()
            check(name, a, *more, axis=axis, ddof=ddof)
        if dtype == "f8":
            broken = with_nan(a)
            more = (broken[::-1],) if name == "zmap" else ()
            check(name, broken, *more, axis=-1)
            check(name, broken, *more, axis=-1, nan_policy="omit")
    a = np.random.default_rng(12).normal(size=(2, 7, 2)) @ [1, 1j]
    check(name, a, *((a[::-1],) if name == "zmap" else ()), axis=1)
    check(name, np.full(5, 3.0), *((np.full(5, 3.0),) if name == "zmap" else ()))


def test_weights_and_centers():
    rng = np.random.default_rng(3)
    a, w = rng.random((4, 6)) + 0.1, rng.random((4, 6))
    for name, more in [("gmean", ()), ("hmean", ()), ("pmean", (2.5,))]:
        given = getattr(ours, name)(cp.asarray(a), *more, axis=1, weights=cp.asarray(w))
        np.testing.assert_allclose(host(given), getattr(theirs, name)(a, *more, axis=1, weights=w), rtol=1e-12)
        with pytest.raises(ValueError):
            getattr(ours, name)(cp.asarray(a), *more, weights=cp.ones(5))
    given = ours.median_abs_deviation(cp.asarray(a), axis=1, center=cp.mean)
    np.testing.assert_allclose(host(given), theirs.median_abs_deviation(a, axis=1, center=np.mean), rtol=1e-12)
    with pytest.raises(TypeError):
        ours.median_abs_deviation(cp.asarray(a), center=3)
    p, q = rng.random((3, 5)), rng.random((3, 5))
    check("entropy", p, q)
    check("entropy", p, q[:1], axis=1, base=10)


def test_descriptions():
    for a in samples(np.dtype("f8")):
        for axis in (0, -1, None):
            check("describe", a, axis=axis)
            check("describe", a, axis=axis, ddof=0, bias=False)
    check("describe", np.arange(12).reshape(3, 4))
    found = ours.describe(cp.array([1.0, cp.nan, 3.0, 8.0]), nan_policy="omit")
    expected = theirs.describe(np.array([1.0, 3.0, 8.0]))
    assert int(found.nobs) == 3
    assert [float(own) for own in found.minmax] == [1.0, 8.0]
    assert float(found.skewness) == pytest.approx(expected.skewness)
    again = pickle.loads(pickle.dumps(found))
    assert float(again.mean) == float(found.mean)
    assert type(again) is ours.DescribeResult
    with pytest.raises(ValueError):
        ours.describe(cp.zeros(0))


def test_trims():
    rng = np.random.default_rng(5)
    for a in (rng.random(11), rng.integers(0, 50, (5, 8)), rng.random((2, 3, 4))):
        for axis in (0, -1, None):
            for name, more in [("trimboth", (0.2,)), ("trimboth", (0.0,)), ("trim1", (0.3,)), ("trim1", (0.3, "left"))]:
                expected = np.sort(getattr(theirs, name)(a, *more, axis=axis), axis=-1 if axis is None else axis)
                given = getattr(ours, name)(cp.asarray(a), *more, axis=axis)
                assert given.dtype == expected.dtype
                np.testing.assert_array_equal(host(given), expected)
    with pytest.raises(ValueError, match="Proportion too big"):
        ours.trimboth(cp.arange(4), 0.5)
    with pytest.raises(ValueError, match="Proportion too big"):
        ours.trim_mean(cp.arange(4), 1.0)
    clipped, lower, upper = ours.sigmaclip(cp.asarray(np.r_[rng.normal(size=100), 50, -60]), 3, 3.5)
    assert clipped.size in range(90, 101)
    assert float(lower) < float(clipped.min()) <= float(clipped.max()) < float(upper)


def test_sigmaclip_beside_scipy():
    a = np.r_[np.random.default_rng(8).normal(size=200), 40, -30, 9]
    for low, high in [(4, 4), (2, 3), (1.5, 1.5)]:
        expected, given = theirs.sigmaclip(a, low, high), ours.sigmaclip(cp.asarray(a), low, high)
        np.testing.assert_array_equal(host(given.clipped), expected.clipped)
        np.testing.assert_allclose([float(given.lower), float(given.upper)], [expected.lower, expected.upper], rtol=1e-12)


def test_frequencies_and_percentiles():
    rng = np.random.default_rng(6)
    a = rng.gamma(2.0, size=200)
    for name in ("cumfreq", "relfreq"):
        for more in [(), (7,), (5, (1, 4)), (5, (0.5, 30.0))]:
            expected, given = getattr(theirs, name)(a, *more), getattr(ours, name)(cp.asarray(a), *more)
            for one, other in zip(given, expected, strict=True):
                np.testing.assert_allclose(host(one), other, rtol=1e-12)
    values = rng.integers(0, 20, 50).astype(float)
    for kind in ("rank", "weak", "strict", "mean"):
        scores = np.array([[0.0, 3.0, 19.0], [3.5, np.nan, 40.0]])
        given = ours.percentileofscore(cp.asarray(values), cp.asarray(scores), kind)
        np.testing.assert_allclose(host(given), theirs.percentileofscore(values, scores, kind), rtol=1e-14)
        broken = np.r_[values, np.nan]
        for policy in ("propagate", "omit"):
            given = ours.percentileofscore(cp.asarray(broken), cp.asarray(scores[0]), kind, policy)
            np.testing.assert_allclose(host(given), theirs.percentileofscore(broken, scores[0], kind, policy), rtol=1e-14)
    assert np.isnan(host(ours.percentileofscore(cp.zeros(0), cp.array([1.0])))).all()


def test_transforms_find_the_likeliest_exponent():
    rng = np.random.default_rng(9)
    for a in (rng.gamma(2.0, size=300), rng.lognormal(size=100), rng.random(50) * 1e6 + 1):
        (expected, their_exponent), (given, exponent) = theirs.boxcox(a), ours.boxcox(cp.asarray(a))
        assert float(exponent) == pytest.approx(their_exponent, rel=1e-5, abs=1e-6)
        np.testing.assert_allclose(host(given), expected, rtol=1e-4, atol=1e-6)
        _, _, interval = ours.boxcox(cp.asarray(a), alpha=0.05)
        np.testing.assert_allclose([float(end) for end in interval], theirs.boxcox(a, alpha=0.05)[2], rtol=1e-4, atol=1e-5)
        for x in (a - np.median(a), a, -a):
            (expected, their_exponent), (given, exponent) = theirs.yeojohnson(x), ours.yeojohnson(cp.asarray(x))
            likeliest = [float(theirs.yeojohnson_llf(own, x)) for own in (float(exponent), their_exponent)]
            assert likeliest[0] >= likeliest[1] - 1e-6 * abs(likeliest[1])
        np.testing.assert_allclose(host(ours.boxcox(cp.asarray(a), 0.3)), theirs.boxcox(a, 0.3), rtol=1e-12)
        for exponent in (0, 2, 1, 0.5, -1.5):
            x = a - np.median(a)
            np.testing.assert_allclose(host(ours.yeojohnson(cp.asarray(x), exponent)), theirs.yeojohnson(x, exponent), rtol=1e-11)
    for bad in (np.ones(4), np.array([1.0, -1.0]), np.ones((2, 2))):
        with pytest.raises(ValueError):
            ours.boxcox(cp.asarray(bad))


def test_distances():
    rng = np.random.default_rng(10)
    for sizes in [(5, 9), (1, 1), (40, 3)]:
        u, v = rng.normal(size=sizes[0]), rng.integers(-2, 3, sizes[1])
        weights = [rng.random(size) for size in sizes]
        for name in ("wasserstein_distance", "energy_distance"):
            for more in [(), tuple(weights), (weights[0], None)]:
                expected = getattr(theirs, name)(u, v, *more)
                given = getattr(ours, name)(cp.asarray(u), cp.asarray(v), *(None if own is None else cp.asarray(own) for own in more))
                assert float(given) == pytest.approx(expected, rel=1e-12, abs=1e-14)
    for bad in [(np.zeros(0), np.ones(2)), (np.ones(2), np.ones(2), np.ones(3)), (np.ones(2), np.ones(2), -np.ones(2)), (np.ones(2), np.ones(2), np.zeros(2))]:
        with pytest.raises(ValueError):
            ours.wasserstein_distance(*map(cp.asarray, bad))


def test_modes_of_ties_and_nan():
    for a in (np.array([[1, 2, 2, 1], [3, 3, 3, 0]]), np.array([2.0, np.nan, np.nan, 1.0]), np.array([np.nan, np.nan, 1.0, 1.0, 1.0]), np.array([True, False, True]) * 1):
        check("mode", a)
        check("mode", a, axis=None)
    found = ours.mode(cp.array([[cp.nan, 1.0, 1.0], [2.0, 2.0, cp.nan]]), axis=1, nan_policy="omit")
    assert (host(found.mode).tolist(), host(found.count).tolist()) == ([1.0, 2.0], [2, 2])
    assert ours.mode(cp.array([3, 3, 1])).mode.dtype == np.int64


def test_without_observations():
    for name, more in [("gmean", ()), ("skew", ()), ("kurtosis", ()), ("sem", ()), ("variation", ()), ("trim_mean", (0.1,)), ("iqr", ()), ("median_abs_deviation", ())]:
        for shape, axis in [((0,), 0), ((0, 3), 0), ((3, 0), 0), ((2, 0), 1)]:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                expected = np.asarray(getattr(theirs, name)(np.zeros(shape), *more, axis=axis))
                given = getattr(ours, name)(cp.zeros(shape), *more, axis=axis)
            assert given.shape == expected.shape, (name, shape, axis)
            np.testing.assert_array_equal(host(given), expected, err_msg=f"{name} {shape} {axis}")


def test_the_cancelled_are_nan():
    """Samples whose deviations are only rounding errors have neither skewness nor kurtosis."""
    a = np.array([[1.1] * 6, [1.0, 2.0, 3.0, 4.0, 5.0, 9.0], [1e16, 1e16, 1e16, 1e16, 1e16, 1e16]])
    for name in ("skew", "kurtosis"):
        check(name, a, axis=1)


@pytest.mark.parametrize("statistic", ["mean", "std", "median", "count", "sum", "min", "max", np.ptp])
def test_statistics_of_bins(statistic):
    rng = np.random.default_rng(11)
    x, y, z = rng.normal(size=(3, 200))
    x[:3] = x.max()
    values = rng.random((2, 200))
    own = statistic if isinstance(statistic, str) else (lambda part: cp.ptp(part))

    def same(given, expected):
        for one, other in zip(given, expected, strict=True):
            for part, wanted in zip(*((one, other) if isinstance(other, list) else ([one], [other])), strict=True):
                assert part.shape == wanted.shape
                np.testing.assert_allclose(host(part), wanted, rtol=1e-12, atol=1e-14)

    for bins, reach in [(10, None), (5, (-1, 2)), (np.array([-1.0, 0.0, 0.5, 3.0]), None), (1, None)]:
        for of in (values[0], values):
            given = ours.binned_statistic(cp.asarray(x), cp.asarray(of), own, cp.asarray(bins) if isinstance(bins, np.ndarray) else bins, reach)
            same(given, theirs.binned_statistic(x, of, statistic, bins, reach))
    for bins, reach, expand in [(4, None, False), ([3, 5], [[-2, 2], [-1, 1]], True), (np.linspace(-2, 2, 6), None, True)]:
        more = (cp.asarray(bins) if isinstance(bins, np.ndarray) else bins, reach, expand)
        given = ours.binned_statistic_2d(cp.asarray(x), cp.asarray(y), cp.asarray(values[0]), own, *more)
        same(given, theirs.binned_statistic_2d(x, y, values[0], statistic, bins, reach, expand))
    points = np.stack([x, y, z], 1)
    given = ours.binned_statistic_dd(cp.asarray(points), cp.asarray(values), own, [2, 3, 4])
    same(given, theirs.binned_statistic_dd(points, values, statistic, [2, 3, 4]))


def test_bins_of_bad_input():
    x = cp.array([1.0, 2.0, 3.0])
    for bad in [(x, x, "nonsense"), (cp.array([1.0, cp.nan]), x[:2]), (x, x[:2]), (x, x, "mean", cp.array([0.0, 0.0, 1.0])), (x, x, "mean", 0)]:
        with pytest.raises((ValueError, AttributeError)):
            ours.binned_statistic(*bad)
