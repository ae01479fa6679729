"""Reductions, running sums, and choosing: against NumPy in every option."""

import numpy as np
import pytest
from conftest import LONG, on_cpu

import cuprust as cp

DTYPES = ["bool", "int8", "uint8", "int32", "uint64", "float16", "float32", "float64", "complex64"]
if not (on_cpu() or LONG):
    # Each has kernels of its own to compile, and test_sizes folds every dtype.
    DTYPES = ["bool", "int8", "uint64", "float16", "float64", "complex64"]
AXES = [None, 0, 1, -1, (0, 2), (0, 1, 2), (), 3, (0, 0), (1, -1)]


def sample(dtype, shape=(2, 3, 4)):
    return (np.arange(np.prod(shape)).reshape(shape) * 7 % 11).astype(dtype)


def close(dtype):
    return 2e-3 if dtype == "float16" else 1e-5


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "any", "all"])
def test_reductions(name, both):
    for dtype in DTYPES:
        a = sample(dtype)
        for axis in AXES:
            both(lambda xp, x: getattr(xp, name)(x, axis=axis), a, close=close(dtype))
        both(lambda xp, x: getattr(x, name)(axis=1, keepdims=True), a, close=close(dtype))
        both(lambda xp, x: getattr(x.T, name)(0), a, close=close(dtype))
        both(lambda xp, x: getattr(x[:, ::-2], name)(), a, close=close(dtype))
    both(lambda xp, x: getattr(xp, name)(x), np.zeros((0, 3)))
    both(lambda xp, x: getattr(xp, name)(x, axis=1), np.zeros((0, 3)))
    both(lambda xp, x: getattr(xp, name)(x), np.array(5))
    both(lambda xp, x: getattr(xp, name)(x), np.array([1.0, np.nan, 3]))


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min"])
def test_options(name, both):
    a = sample("float64") + 1
    mask = sample("int64") > 4

    def into(xp, x, out):
        result = getattr(xp, name)(x, axis=0, out=out)
        assert result is out
        return out

    both(into, a, np.zeros((3, 4)))
    both(into, a, np.zeros((3, 4), "float32"))
    both(into, a, np.zeros((3, 5)))
    both(into, a, np.zeros((3, 4), "int32"))
    both(lambda xp, x, m: getattr(xp, name)(x, axis=1, where=m, initial=1), a, mask)
    both(lambda xp, x: getattr(xp, name)(x, axis=1, initial=100), a)
    if name in ("sum", "prod"):
        both(lambda xp, x: getattr(xp, name)(x, dtype="float32"), a, close=1e-5)
        both(lambda xp, x, m: getattr(xp, name)(x, where=m), a, mask)
        both(lambda xp, x: getattr(x, name)(dtype="int64"), sample("bool"))


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_positions(name, both):
    for dtype in DTYPES[:-1]:
        for axis in [None, 0, 1, -1, 3]:
            both(lambda xp, x: getattr(xp, name)(x, axis=axis), sample(dtype))
    both(lambda xp, x: getattr(x, name)(axis=1, keepdims=True), sample("float64"))
    both(lambda xp, x: getattr(xp, name)(x), np.array([1.0, np.nan, 3, np.nan]))
    both(lambda xp, x: getattr(xp, name)(x), np.zeros(0))


@pytest.mark.parametrize("name", ["mean", "var", "std", "nanmean", "nanvar", "nanstd"])
def test_moments(name, both):
    for dtype in DTYPES:
        for axis in AXES[:6]:
            both(lambda xp, x: getattr(xp, name)(x, axis=axis), sample(dtype), close=close(dtype))
    a = sample("float64")
    both(lambda xp, x: getattr(xp, name)(x, axis=0, keepdims=True), a, close=1e-12)
    both(lambda xp, x: getattr(xp, name)(x, dtype="float32"), a, close=1e-5)
    both(lambda xp, x, out: getattr(xp, name)(x, 0, out=out), a, np.zeros((3, 4)), close=1e-12)
    if "mean" not in name:
        both(lambda xp, x: getattr(xp, name)(x, axis=1, ddof=1), a, close=1e-12)
    if not name.startswith("nan"):
        both(lambda xp, x: getattr(x, name)(1), a, close=1e-12)
    else:
        a[0, 0] = np.nan
        both(lambda xp, x: getattr(xp, name)(x, axis=2), a, close=1e-12)


def test_others(both):
    a = sample("float64")
    a[0, 1, 2] = np.nan
    for name in ["nansum", "nanprod", "nanmax", "nanmin"]:
        for axis in AXES[:6]:
            both(lambda xp, x: getattr(xp, name)(x, axis=axis), a, close=1e-12)
    for axis in [None, 0, (0, 1)]:
        both(lambda xp, x: xp.count_nonzero(x, axis=axis), sample("int64"))
        both(lambda xp, x: xp.ptp(x, axis=axis), sample("int64"))
    both(lambda xp, x: xp.average(x, axis=1), sample("float64"), close=1e-12)
    both(lambda xp, x, w: xp.average(x, axis=2, weights=w), sample("float64"), np.arange(1.0, 5), close=1e-12)
    both(lambda xp, x: xp.amax(x, 1), sample("int8"))


def test_running(both):
    for dtype in ["bool", "int8", "uint8", "float32", "float64", "complex64"]:
        for name in ["cumsum", "cumprod"]:
            for axis in [None, 0, 1, -1, 5]:
                both(lambda xp, x: getattr(xp, name)(x, axis=axis), sample(dtype), close=1e-5)
            both(lambda xp, x: getattr(x, name)(1), sample(dtype), close=1e-5)
    both(lambda xp, x: xp.cumsum(x, dtype="float32"), sample("int64"))
    both(lambda xp, x, out: xp.cumsum(x, axis=0, out=out) is out, sample("float64"), np.zeros((2, 3, 4)))


def test_choosing(both):
    a, b, mask = sample("int64"), sample("float32") * 2, sample("int64") > 4
    both(lambda xp, m, x, y: xp.where(m, x, y), mask, a, b)
    both(lambda xp, m: xp.where(m, 1, 0), mask)
    both(lambda xp, m, x: xp.where(m, x, 2.5), mask, a)
    both(lambda xp, x, y: xp.where(x, x, y), a, b)
    both(lambda xp, m: xp.where(m, 1), mask)
    both(lambda xp, x: xp.clip(x, 2, 5), a)
    both(lambda xp, x: x.clip(2, None), a)
    both(lambda xp, x: x.clip(max=3.5), a)
    both(lambda xp, x: xp.clip(x, 2, 5, out=x) is x, a)
    both(lambda xp, m, x, y: xp.select([m, x > 2], [x, y], 7), mask, a, b)
    c = np.array([1.0, 1 + 1e-9, np.nan, np.inf, -np.inf])
    d = np.array([1.0, 1.0, np.nan, np.inf, np.inf])
    for nan in (False, True):
        both(lambda xp, x, y: xp.isclose(x, y, equal_nan=nan), c, d)
        both(lambda xp, x, y: xp.allclose(x, y, equal_nan=nan), c, d)
        both(lambda xp, x, y: xp.array_equal(x, y, equal_nan=nan), c, d)
    both(lambda xp, x, y: xp.array_equal(x, y), a, a)
    both(lambda xp, x: xp.nan_to_num(x), c)
    both(lambda xp, x: xp.nan_to_num(x, nan=1, posinf=2, neginf=3), c)
    for decimals in (0, 1, 2, -1):
        both(lambda xp, x: xp.round(x, decimals), np.array([0.125, 2.5, -1.675, 1234.5, 15]), close=1e-15)
        both(lambda xp, x: x.round(decimals), np.array([14, 15, 25, -36]))


def test_products(both):
    a, b = np.arange(12.0).reshape(3, 4), np.arange(20.0).reshape(4, 5)
    both(lambda xp, x, y: xp.dot(x, y), a, b)
    both(lambda xp, x, y: x.dot(y), a, b)
    both(lambda xp, x, y: xp.dot(x, y), a, np.array(2.0))
    both(lambda xp, x, y: xp.dot(x, y), a, a)
    both(lambda xp, x: xp.vdot(x, x), a + 1j)
    both(lambda xp, x: xp.inner(x, x), a)
    both(lambda xp, x, y: xp.outer(x, y), a, b)
    both(lambda xp, x, y: xp.tensordot(x, y, 1), a, b)
    both(lambda xp, x, y: xp.tensordot(x, y, ([0, 1], [0, 1])), a, a)
    both(lambda xp, x: xp.tensordot(x, x), a)
    both(lambda xp, x: xp.trace(x, 1), a)
    both(lambda xp, x: x.trace(), a)
    both(lambda xp, x: xp.linalg.norm(x), a, close=1e-14)
    both(lambda xp, x: xp.linalg.norm(x, axis=1), a, close=1e-14)


@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
def test_moments_about_a_known_mean(name, both):
    for dtype in ("?", "i1", "i4", "u8", "f2", "f4", "f8", "c8", "c16"):
        a = np.array([[1, 2, 4], [0, 1, 1]], dtype)
        call = lambda xp, x, mean, **more: getattr(xp, name)(x, mean=mean, **more)  # noqa: E731
        for mean in (2, 1.5, np.float64(1.5)):
            for more in ({}, {"axis": 1}, {"ddof": 1}, {"keepdims": True, "axis": 0}, {"dtype": "f8"}):
                if dtype == "?" and mean == 2 or dtype[0] == "c" and more.get("dtype"):
                    continue
                both(lambda xp, x: call(xp, x, mean, **more), a, close=1e-2 if dtype == "f2" else 1e-5)  # noqa: B023
        both(lambda xp, x: call(xp, x, xp.mean(x, axis=1, keepdims=True), axis=1), a, close=1e-2 if dtype == "f2" else 1e-5)
        both(lambda xp, x: call(xp, x, 1.5, where=xp.asarray([True, False, True])), a, close=1e-2 if dtype == "f2" else 1e-5)
    if hasattr(np.ndarray, name):
        both(lambda xp, x: getattr(x, name)(mean=xp.asarray(2.0)), np.arange(5.0))


def test_reductions_of_numpys_arrays_are_numpys():
    """As in CuPy, which calls the array's methods."""
    a = np.arange(12.0).reshape(3, 4) ** 2
    for name in ("sum", "prod", "mean", "var", "std", "max", "min", "amax", "amin", "argmax", "argmin"):
        for call in (lambda f: f(a), lambda f: f(a, axis=0), lambda f: f(a, 1), lambda f: f(a, axis=None)):
            ours, theirs = call(getattr(cp, name)), call(getattr(np, name))
            assert type(ours) is type(theirs) and ours.dtype == theirs.dtype
            np.testing.assert_array_equal(ours, theirs)
    out = np.empty(4)
    assert cp.std(a, 0, out=out) is out and (out == a.std(0)).all()
    assert cp.var(a, ddof=1, keepdims=True).shape == (1, 1)
    with pytest.raises(np.exceptions.AxisError):
        cp.std(a, axis=5)
    # Other functions, and NumPy's arrays beside ours, are refused as before.
    for call in (lambda: cp.median(a), lambda: cp.cumsum(a), lambda: cp.exp(a), lambda: cp.add(cp.ones(4), a), lambda: cp.linalg.det(a)):
        with pytest.raises(TypeError, match="convert it with cuprust.asarray first"):
            call()


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "bool"])
def test_operands_that_move_along_different_axes(dtype):
    # On a GPU a block of threads takes a square of results: the edges of squares, operands of either order in memory,
    # an axis beside the two, and an operand of one element.
    generator = np.random.default_rng(3)
    for m, n, length in [(40, 70, 37), (64, 33, 64), (17, 130, 5)]:
        x, y = (generator.integers(0, 9, (2, rows, length)).astype(dtype) for rows in (m, n))
        scale = np.array(3, dtype)
        forms = {
            "rows of both": lambda x, y, scale: (x[0][:, None] != y[0]).sum(-1),
            "extremes": lambda x, y, scale: (x[:, :, None] + y[:, None]).max(-1),
            "places": lambda x, y, scale: (x[:, :, None] * y[:, None]).argmin(-1),
            "products": lambda x, y, scale: (x[0].T[:, :, None] * y[1].T[:, None] * scale).sum(0),
            "transposed": lambda x, y, scale: (x[1].T.copy()[:, :, None] + scale * y[1].T.copy()[:, None]).min(0).T,
            "two inner axes": lambda x, y, scale: (x.transpose(1, 0, 2)[:, None] * y.transpose(1, 0, 2)[None]).sum((2, 3)),
        }
        for name, form in forms.items():
            ours = form(*(cp.asarray(each) for each in (x, y, scale)))
            expected = form(x, y, scale)
            assert ours.dtype == expected.dtype, name
            np.testing.assert_array_equal(ours.get(), expected, err_msg=f"{name} {m} x {n} x {length}")


@pytest.mark.parametrize("length", [2, 3, 7, 10, 16, 32])
def test_very_many_short_rows_read_twice(length, both):
    """Rows that are read more than once, so many that on a GPU each is one lane's: normalised, softmaxes, deviations, the largest."""
    rows = 1 << 17
    x = (np.arange(rows * length) * 2_654_435_761 % 1_000_003).reshape(rows, length).astype(np.float32) / np.float32(1e5)
    x[5, 1], x[rows - 1, 0] = np.nan, np.inf
    last = x[:, ::-1].astype(np.float64)

    def softmax(xp, x):
        e = xp.exp(x - x.max(-1, keepdims=True))
        return (e / e.sum(-1, keepdims=True))[:: rows // 997]

    with np.errstate(invalid="ignore"):
        both(softmax, x, close=1e-5)
        both(lambda xp, x: xp.var(x, axis=-1)[:-1], x, close=1e-4)
        both(lambda xp, x: ((x - x.mean(-1, keepdims=True)) ** 2).sum(-1) + x.argmax(-1), last, close=1e-10)
        both(lambda xp, x: xp.where(x == x.max(-1, keepdims=True), np.arange(length) if xp is np else xp.arange(length), 0).sum(-1), x)
