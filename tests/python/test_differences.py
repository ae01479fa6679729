"""Cases beyond those of the table: spacings and edges of gradients, weighted covariances, ends of differences, counts."""

import warnings

import numpy as np
import pytest

import cuprust as cp

A = np.array([[1.0, 2.0, 6.0, 3.0], [3.0, 4.0, 5.0, -1.0], [0.5, 7.0, 2.0, 8.0]])


@pytest.mark.parametrize("edges", [1, 2])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "c16"])
def test_gradient(edges, dtype, both):
    a, x, y = A.astype(dtype), np.array([0.0, 1.0, 3.0]), np.array([0, 2, 3, 7])
    both(lambda xp, a: xp.gradient(a, edge_order=edges), a, close=1e-5)
    both(lambda xp, a: xp.gradient(a, 2.0, edge_order=edges), a, close=1e-5)
    both(lambda xp, a: xp.gradient(a, 2.0, 0.5, edge_order=edges), a, close=1e-5)
    both(lambda xp, a, x, y: xp.gradient(a, x, y, edge_order=edges), a, x, y, close=1e-5)
    both(lambda xp, a, y: xp.gradient(a, y, axis=1, edge_order=edges), a, y, close=1e-5)
    both(lambda xp, a, y: xp.gradient(a, y, axis=0, edge_order=edges), a, y)
    both(lambda xp, a: xp.gradient(a[:, :1], axis=1), a)


def test_differences_with_ends(both):
    both(lambda xp, a: xp.diff(a, 2, 0, prepend=1), A)
    both(lambda xp, a: xp.diff(a, append=a[:, :2], axis=1), A)
    both(lambda xp, a: xp.diff(a, 9), A)
    both(lambda xp, a: xp.diff(a > 2), A)
    both(lambda xp, a: xp.ediff1d(a, to_begin=[1, 2], to_end=9), A.astype("i4"))
    both(lambda xp, a: xp.ediff1d(a, to_end=1.5), A.astype("i4"))


def test_trapezoids(both):
    both(lambda xp, a: xp.trapezoid(a, dx=0.5, axis=0), A, close=1e-12)
    both(lambda xp, a: xp.trapezoid(a, xp.asarray([0.0, 1.0, 4.0, 5.0])), A, close=1e-12)
    both(lambda xp, a: xp.trapezoid(a, a * a, axis=0), A, close=1e-12)


@pytest.mark.parametrize("shapes", [((3,), (3,)), ((2,), (3,)), ((3,), (2,)), ((2,), (2,)), ((4, 3), (3,)), ((5, 2), (5, 3)), ((4,), (3,))])
def test_cross_products(shapes, both):
    dice = np.random.default_rng(0)
    one, other = (dice.integers(-5, 6, shape) for shape in shapes)
    # Vectors of two elements depend on the installed NumPy: 2.5 has removed them.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        both(lambda xp, a, b: xp.cross(a, b), one, other)
    both(lambda xp, a: xp.cross(a, a[::-1], axisa=0, axisb=0, axisc=0), dice.integers(-5, 6, (3, 4)))


def test_covariances_of_weighted_observations(both):
    counts, weights = np.array([1, 2, 3, 1]), np.array([0.5, 1.0, 0.25, 2.0])
    for more in [{}, {"bias": True}, {"ddof": 0}, {"ddof": 2}]:
        both(lambda xp, a: xp.cov(a, **more), A, close=1e-12)
        both(lambda xp, a, f: xp.cov(a, fweights=f, **more), A, counts, close=1e-12)
        both(lambda xp, a, w: xp.cov(a, aweights=w, **more), A, weights, close=1e-12)
        both(lambda xp, a, f, w: xp.cov(a, fweights=f, aweights=w, **more), A, counts, weights, close=1e-12)
    both(lambda xp, a: xp.cov(a[0], a[1]), A, close=1e-12)
    both(lambda xp, a: xp.cov(a, rowvar=False), A, close=1e-12)
    both(lambda xp, a: xp.corrcoef(a + 1j * a[::-1]), A, close=1e-12)
    both(lambda xp, a: xp.cov(a, fweights=xp.asarray([1, 2])), A)
    both(lambda xp, a: xp.cov(a, fweights=xp.asarray([1, 2, 3, -1])), A)
    both(lambda xp, a: xp.cov(a, fweights=xp.asarray([1.5, 2, 3, 1])), A)


def test_arguments_that_are_no_arrays(both):
    """Which values `putmask` takes, and whose coordinates there are."""
    mask, a = np.array([True, False, True]), np.arange(3)
    for dtype in ("i8", "i1", "f4", "f8", "c8"):
        for value in (1.5, [1.5], [7, 8], np.array([1.5]), np.array([2]), np.array([3], "i1"), np.array(2.0, "f4"), np.array([], "f8"), True):

            def put(xp, a):
                a = a.astype(dtype)  # noqa: B023
                xp.putmask(a, xp.asarray(mask), xp.asarray(value) if isinstance(value, np.ndarray) else value)  # noqa: B023
                return a

            both(put, a)
    for name in ("tril_indices_from", "triu_indices_from", "diag_indices_from"):
        for value in (4, [[1, 2], [3, 4]], np.zeros((3, 3)), np.zeros(3), None, "x"):
            both(lambda xp: getattr(xp, name)(xp.asarray(value) if isinstance(value, np.ndarray) else value))  # noqa: B023
    both(lambda xp: xp.indices((2, 3), dtype=None))
    both(lambda xp: xp.indices((2, 3)))
    both(lambda xp: xp.indices((2, 3), "f4"))
    x, y, w = np.arange(4.0), np.array([1.0, 3, 5, 8]), np.array([1.0, 2, 1, 1])
    for places, values in ((x, y), (x + 0j, y), (x, y + 0j)):
        both(lambda xp, x, y, w: xp.polyfit(x, y, 1, w=w + 0j), places, values, w)
    both(lambda xp, x, y, w: xp.polyfit(x + 0j, y + 0j, 1, w=w + 0j), x, y, w, close=1e-12)


def test_counts(both):
    places = np.array([3, 1, 1, 0, 7, 3])
    both(lambda xp, x: xp.bincount(x), places)
    both(lambda xp, x: xp.bincount(x, minlength=12), places.astype("u1"))
    both(lambda xp, x, w: xp.bincount(x, w), places, np.linspace(0, 1, 6), close=1e-12)
    both(lambda xp, x: xp.bincount(x - 2), places)
    both(lambda xp, x: xp.bincount(x, minlength=-1), places)
    both(lambda xp, x: xp.bincount(x[:0], minlength=3), places)
    both(lambda xp, x: xp.bincount(x, weights=xp.ones(3)), places)
    both(lambda xp, x: xp.bincount(x[:0].astype("f4")), places)
    both(lambda xp, x: xp.bincount([]), places)
    both(lambda xp, x: xp.bincount(x[:0], weights=xp.ones(0), minlength=2), places)
    both(lambda xp, x: xp.bincount(x * 10_000), places)
    both(lambda xp, x: xp.bincount(xp.repeat(x, 3000)), places)


def test_interpolation_of_few_and_many(both):
    special = [np.nan, np.inf, -np.inf]
    points = np.array([-1.0, 0.0, 0.5, 2.0, 7.0])
    for xp_, fp in [
        (points, points**2), (points, np.array([1.0, np.inf, np.inf, 2.0, -np.inf])), (np.array([-np.inf, 0.0, 1.0, np.inf]), np.arange(4.0)),
        (points[:1], points[1:2]), (np.array([0.0, 0.0, 1.0, 1.0, 3.0]), points), (np.arange(5), np.arange(5) * 1j), (np.arange(3), np.array([1.0, np.nan, 2.0])),
    ]:  # fmt: skip
        x = np.concatenate([np.linspace(-3, 9, 40), xp_, special])
        for more in [{}, {"left": 5, "right": -5.5}, {"left": np.nan}]:
            both(lambda xp, x, a, b: xp.interp(x, a, b, **more), x, xp_, fp, close=1e-12)  # noqa: B023
            # As many that no number of them is interpolated at once.
            both(lambda xp, x, a, b: xp.interp(xp.tile(x, 200), a, b, **more), x, xp_, fp, close=1e-12)  # noqa: B023


def test_moments_written_to_integers(both):
    a = np.arange(12.0).reshape(3, 4)
    for name in ("mean", "var"):
        for dtype in ("i1", "i8", "f4"):
            both(lambda xp, a: getattr(xp, name)(a * 1.25, axis=0, out=xp.zeros(4, dtype)), a)  # noqa: B023
    both(lambda xp, a: xp.nanmean(a.astype("i1"), axis=0, out=xp.zeros(4, "i1")), a)


def test_fill(both):
    for value in (3, 2.5, np.float32(1.5), np.array(4), np.array([3]), np.array([1, 2, 3])):
        def filled(xp, x):
            x.fill(value)  # noqa: B023
            return x

        both(filled, np.zeros(3))


def test_places_of_extremes_beside_nan(both):
    a = A.copy()
    a[0, 2] = a[1, 0] = np.nan
    for axis in [None, 0, 1]:
        both(lambda xp, a: (xp.nanargmax(a, axis=axis), xp.nanargmin(a, axis=axis, keepdims=True)), a)
    a[1] = np.nan
    both(lambda xp, a: xp.nanargmax(a, axis=1), a)


def test_what_accumulates_is_written_to_any_dtype(both):
    a = np.array([[1.5, 1.5, 200.25], [-3.75, 0.0, 2.5]])
    for name in ("cumsum", "cumprod", "nancumsum", "cumulative_sum"):
        for dtype in ("i1", "i4", "f2", "?"):
            both(lambda xp, a: getattr(xp, name)(a, axis=1, out=xp.zeros((2, 3), dtype)), a)  # noqa: B023
            both(lambda xp, a: getattr(xp, name)(a.astype("i8"), axis=0, out=xp.zeros((2, 3), dtype)), a)  # noqa: B023
    both(lambda xp, a: xp.maximum.accumulate(a, axis=1, out=xp.zeros((2, 3), "i2")), a)
    both(lambda xp, a: xp.gradient(a > 0), a)
