"""Histograms, searches and lines between points, where the test of the function table does not reach."""

import numpy as np
import pytest
from conftest import assert_same, host

import cuprust as cp

RULES = ["auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt"]


def test_more_elements_than_are_counted_at_once():
    if str(cp.cuda.Device()) == "ptx":
        pytest.skip("so many elements take the PTX machine minutes")
    whole, rest = 1 << 18, 130
    numbers = cp.tile(cp.arange(128, dtype="i2"), whole + 2)[: 128 * whole + rest]
    expected = whole + (np.arange(128) < rest) + (np.arange(128) < rest - 128)
    assert np.array_equal(cp.bincount(numbers).get(), expected)
    assert np.array_equal(cp.bincount(numbers, weights=numbers).get(), expected * np.arange(128))
    assert np.array_equal(cp.histogram(numbers, 4, range=(0, 128))[0].get(), expected.reshape(4, 32).sum(1))


def close_to(dtype):
    """How close results are whose sums are rounded in another order."""
    return {2: 4e-3, 4: 2e-5, 8: 1e-11}[np.dtype(dtype).type(0).real.itemsize] if dtype.kind in "fc" else 0.0


def both(function, *arguments, **options):
    """What NumPy and ours give, as lists of arrays."""

    def ours(value):
        if isinstance(value, list):
            return [ours(part) for part in value]
        return cp.asarray(value) if isinstance(value, np.ndarray) else value

    theirs = getattr(np, function)(*arguments, **options)
    got = getattr(cp, function)(*map(ours, arguments), **{name: ours(value) for name, value in options.items()})
    return flat(got), flat(theirs)


def flat(result):
    return [part for own in result for part in flat(own)] if isinstance(result, (tuple, list)) else [np.asarray(host(result))]


def same(function, *arguments, **options):
    for got, expected in zip(*both(function, *arguments, **options), strict=True):
        assert_same(got, expected, close_to(expected.dtype), where=(function, options))


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i4", "u1", "i1", "?", "i8"])
def test_many_elements_fall_into_the_bins_that_numpy_finds(dtype):
    rng = np.random.default_rng(7)
    numbers = np.clip(rng.normal(40, 20, 20000), 0, 120).astype(dtype)
    for bins in (1, 10, 97, 1000):
        same("histogram", numbers, bins)
        same("histogram", numbers, bins, range=(5, 60))
        same("histogram", numbers, bins, density=True)
    same("histogram", numbers, np.sort(rng.integers(0, 100, 33)).astype(dtype))
    for weights in (rng.integers(-3, 9, 20000), rng.random(20000), rng.random(20000).astype("f4"), rng.random(20000) * 1j):
        same("histogram", numbers, 13, weights=weights)
        same("histogram", numbers, np.array([0, 3, 9, 50, 60]), weights=weights)
    # NumPy computes the widths of bins in half precision, which says another number of them.
    for rule in RULES if dtype != "f2" else []:
        if rule != "stone":
            same("histogram_bin_edges", numbers, rule)
            same("histogram_bin_edges", numbers, rule, range=(20, 70))


def test_rules_for_few_elements():
    for numbers in (np.array([]), np.array([3.0]), np.array([1.0, 2.0]), np.array([5, 5, 5]), np.arange(300) ** 2 / 7):
        for rule in RULES:
            same("histogram", numbers, rule)
    with pytest.raises(TypeError):
        cp.histogram(cp.arange(3), "auto", weights=cp.arange(3))


def test_what_is_not_finite_is_refused_or_left_out():
    numbers = np.array([1.0, np.nan, 2.0, np.inf, -np.inf, 3.0])
    same("histogram", numbers, 4, range=(0, 3))
    same("histogram", numbers, np.array([0.0, 2.0, 3.0]))
    for wrong in (numbers, numbers[:2]):
        with pytest.raises(ValueError, match="autodetected range"):
            cp.histogram(cp.asarray(wrong))
    with pytest.raises(ValueError, match="Too many bins"):
        cp.histogram(cp.asarray([1.0, np.nextafter(1, 2)]), 1000)
    with pytest.raises(ValueError, match="Too many bins"):
        cp.histogram(cp.asarray([1.0, 2.0], dtype="f2"), 3000)
    with pytest.raises(ValueError, match="same shape"):
        cp.histogram(cp.arange(3), weights=cp.arange(4))


def test_points_of_several_axes():
    rng = np.random.default_rng(3)
    points = rng.normal(0, 1, (500, 3))
    weights = rng.random(500)
    for options in ({}, {"density": True}, {"weights": weights}, {"weights": weights, "density": True}):
        same("histogramdd", points, **options)
        same("histogramdd", points, [2, 3, 4], **options)
        same("histogramdd", points, [2, np.array([-1.0, 0, 2]), 4], range=[(-1, 1), None, (0, 2)], **options)
        same("histogram2d", points[:, 0], points[:, 1], 5, **options)
        same("histogram2d", points[:, 0], points[:, 1], [3, 4], [[-1, 1], [0, 2]], **options)
        same("histogram2d", points[:, 0], points[:, 1], np.array([-2.0, 0.0, 0.5, 3.0]), **options)
    x, y = np.arange(5), np.arange(5.0) / 2
    got = cp.histogramdd([cp.asarray(x), cp.asarray(y)], 2)
    expected = np.histogramdd([x, y], 2)
    assert_same(host(got[0]), expected[0])
    assert isinstance(got[1], list) and len(got[1]) == 2
    for arguments in (([2, 3],), ([2, 3, 4, 5],), ([0, 1, 1],), (3, [(0, 1)])):
        with pytest.raises(ValueError):
            cp.histogramdd(cp.asarray(points), *arguments)
    with pytest.raises(ValueError):
        cp.histogram2d(cp.arange(3), cp.arange(4))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i1", "i4", "u8", "c8", "c16", "?"])
def test_places_among_many(dtype, side):
    rng = np.random.default_rng(5)
    numbers = rng.normal(0, 60, 3001)
    elements = (numbers + 1j * rng.integers(0, 3, 3001) if dtype[0] == "c" else numbers).astype(dtype)
    if dtype[0] in "fc":
        elements[::200] = np.nan
    sorted_ones = np.sort(elements)
    wanted = np.concatenate([elements[::3], sorted_ones[:5] + sorted_ones.dtype.type(1)])
    same("searchsorted", sorted_ones, wanted, side)
    same("searchsorted", elements, wanted, side, sorter=np.argsort(elements))
    same("searchsorted", np.sort(elements)[::5], wanted[::-2], side)


def test_operands_of_other_dtypes_meet_in_one():
    same("searchsorted", np.array([1, 2, 3], "i1"), np.array([1.5, 300.0]))
    same("searchsorted", np.array([1, 2, 3], "f4"), np.array([1, 2], "i8"))
    same("searchsorted", np.array([1, 2, 3], "u8"), np.array([-1, 2], "i8"))
    same("searchsorted", np.array([0.1, 0.2], "f4"), 0.1)
    same("searchsorted", np.array([1, 2]), 2)
    same("searchsorted", np.array([]), np.arange(3))


def test_values_are_computed_where_they_are_searched():
    edges, x = cp.arange(0.0, 10.0, 0.5), cp.linspace(-1, 11, 5000)
    y = x * 1.25 - 0.5
    places = cp.searchsorted(edges, y, "right")
    assert_same(host(places), np.searchsorted(host(edges), host(x) * 1.25 - 0.5, "right"))
    assert_same(host(y), host(x) * 1.25 - 0.5)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "u8", "i4", "u1", "c16"])
def test_many_values_are_searched_where_elements_lie_uneven(dtype):
    rng = np.random.default_rng(3)
    lies = {"even": rng.random(700) * 200, "far": rng.lognormal(0, 3, 700), "few": rng.integers(0, 3, 700), "one": np.full(700, 7)}
    for name, elements in lies.items():
        elements = elements.astype(dtype)
        if dtype[0] == "f":
            elements[:3], elements[3:6] = np.nan, (-np.inf, np.inf, 1e300 if dtype == "f8" else 1e4)
        x = np.sort(np.concatenate([elements, -elements]) if dtype[0] in "fic" else elements)
        values = np.concatenate([x, rng.integers(-300, 300, 8000).astype(dtype) / (1 if dtype[0] in "iu" else 2), x[:9] * 2]).astype(dtype)
        for side in ("left", "right"):
            found = cp.searchsorted(cp.asarray(x), cp.asarray(values), side)
            assert_same(host(found), np.searchsorted(x, values, side), where=(name, side))
        few = np.unique(values[-5:])
        assert_same(host(cp.searchsorted(cp.asarray(few), cp.asarray(values))), np.searchsorted(few, values), where=name)


def test_sorters_that_do_not_fit():
    for sorter, raised in (([0, 5], ValueError), ([-1, 0], ValueError), ([0], ValueError), ([0.0, 1.0], TypeError), ([[0, 1]], TypeError), ([True, False], TypeError)):
        with pytest.raises(raised):
            cp.searchsorted(cp.asarray([1, 2]), cp.asarray([1]), sorter=cp.asarray(sorter))


def test_lines_between_points():
    xp, fp = np.array([0.0, 1.0, 1.0, 4.0]), np.array([1.0, 3.0, 5.0, -2.0])
    x = np.array([-1, 0, 0.25, 1, 1.5, 4, 5, np.nan, np.inf, -np.inf])
    same("interp", x, xp, fp)
    same("interp", x, xp, fp, left=-9, right=9.5)
    same("interp", x, xp, fp * (1 + 2j), left=1j)
    same("interp", x, xp[:1], fp[:1], left=-9)
    same("interp", 0.5, xp, fp)
    same("interp", x, xp, np.array([np.inf, np.inf, 1, np.nan]))
    same("interp", x, np.array([-np.inf, 0, 1, np.inf]), fp)
    same("interp", np.array([-180, -170, -185, 185, -10, -5, 0, 365]), np.array([190, -190, 350, -350]), np.array([5, 10, 3, 4]), period=360)
    grid = np.sort(np.random.default_rng(1).random(1000))
    same("interp", np.random.default_rng(2).random(3000) * 1.2 - 0.1, grid, np.sin(9 * grid))
    with pytest.raises(TypeError):
        cp.interp(cp.asarray(x), cp.asarray(xp), cp.asarray(fp), left=1j)
    with pytest.raises(ValueError):
        cp.interp(cp.asarray(x), cp.asarray(xp), cp.asarray(fp), period=0)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i1", "u8", "c16", "?"])
def test_lines_of_all_lengths_are_convolved(dtype, mode):
    rng = np.random.default_rng(4)
    for one, other in ((1, 1), (5, 1), (9, 2), (9, 9), (4, 30), (300, 8), (300, 9), (9, 40), (1000, 101)):
        a, b = (rng.integers(-3, 4, n).astype(dtype) for n in (one, other))
        if dtype == "c16":
            a, b = a + 1j * a[::-1], b * 1j + b[::-1]
        same("convolve", a, b, mode)
        same("correlate", a, b, mode)
        same("convolve", a[::-1], b[::-1], mode)


@pytest.mark.parametrize("mode", ["full", "same", "valid"])
def test_what_is_not_finite_meets_the_line_alone(mode):
    rng = np.random.default_rng(5)
    for count, other in ((9, 4), (600, 70), (70, 600)):
        a, b = rng.integers(-3, 4, count).astype("f8"), rng.integers(1, 4, other).astype("f8")
        same("convolve", a, np.where(b == 1, np.inf, b), mode)
        same("correlate", np.where(a == 1, np.nan, a), b, mode)
        same("convolve", np.where(a == 2, -np.inf, a), np.where(np.arange(other) == 2, np.nan, b), mode)


def test_long_lines_that_meet_in_few_places():
    a, b = np.arange(5000) % 7.0, np.arange(4990) % 5.0
    same("correlate", a, b, "valid")
    same("correlate", a, a, "valid")
    same("convolve", a, np.ones(2000), "same")


@pytest.mark.parametrize("window", ["bartlett", "blackman", "hamming", "hanning", "kaiser"])
def test_windows_of_all_lengths(window):
    for count in (-2, 0, 0.5, 1, 2, 3, 7, 2.5, 100):
        more = [[0.0], [3.5], [14]] if window == "kaiser" else [[]]
        for beta in more:
            assert_same(host(getattr(cp, window)(count, *beta)), getattr(np, window)(count, *beta), 1e-9, where=(window, count))
    with pytest.raises(TypeError):
        getattr(cp, window)("3", *more[0])


def test_ranges_wider_than_the_numbers_are(both):
    widest = np.array([-1.5e308, 1e308])
    for bins in (1, 2, 10, "auto"):
        both(lambda xp, a: xp.histogram(a, bins=bins), widest)  # noqa: B023
        both(lambda xp, a: xp.histogram(a, bins=bins, range=(-1e308, 1e308)), np.array([1.0, 2.0]))  # noqa: B023
    both(lambda xp, a: xp.histogram(a), np.array([-3e38, 3e38], "f4"))
    both(lambda xp, a: xp.histogram2d(a, a), widest)
    both(lambda xp, a: xp.histogram(a), np.array([-8e307, 8e307]))
    both(lambda xp, a: xp.histogram(a, bins=4, range=(0, 1e308)), np.array([1e307, 9e307, 1e308]))


def test_bincount_of_unsigned_integers(both):
    for numbers in ([1, 2, 2], [], [2**63], [2**64 - 1, 1]):
        both(lambda xp, a: xp.bincount(a), np.array(numbers, "u8"))
        both(lambda xp, a: xp.bincount(a, weights=xp.ones(a.shape)), np.array(numbers, "u8"))


def test_ends_that_are_arrays_without_axes():
    """`range=(a.min(), a.max())` is what programs write, with NumPy and with CuPy."""
    a = np.random.default_rng(4).normal(size=50)
    ours = cp.asarray(a)
    for name in ("histogram", "histogram_bin_edges"):
        assert_same(getattr(cp, name)(ours, bins=4, range=(ours.min(), ours.max())), getattr(np, name)(a, bins=4, range=(a.min(), a.max())), close=1e-12)
        assert_same(getattr(cp, name)(ours, bins=4, range=cp.array([-1, 1])), getattr(np, name)(a, bins=4, range=np.array([-1, 1])), close=1e-12)
    ends, own = [(a.min(), a.max())] * 2, [(ours.min(), ours.max())] * 2
    assert_same(cp.histogram2d(ours, ours, bins=3, range=own), np.histogram2d(a, a, bins=3, range=ends), close=1e-12)
    assert_same(cp.histogramdd([ours, ours], bins=3, range=own)[0], np.histogramdd([a, a], bins=3, range=ends)[0], close=1e-12)
    assert_same(cp.histogram(ours, cp.array(4), range=(ours.min(), 2))[0], np.histogram(a, 4, range=(a.min(), 2))[0])
    for wrong in ((ours, 1), (ours.min(),), (ours.min(), "x"), ours.min()):
        with pytest.raises((TypeError, ValueError)):
            cp.histogram(ours, range=wrong)
