"""Measurements, filters of callables, spectra and distances of `scipy.ndimage` against SciPy: random images, labels and layouts."""

import warnings

import numpy as np
import pytest
import scipy.ndimage as reference
from conftest import assert_same, host, outcome

import cuprust as cp
from cuprust.scipy import ndimage

SUMS = ["sum", "sum_labels", "mean", "variance", "standard_deviation"]
ORDERS = ["minimum", "maximum", "median", "minimum_position", "maximum_position", "extrema"]


def ours(value):
    return cp.asarray(value) if isinstance(value, np.ndarray) else value


def call(module, name, arguments, keywords):
    own = ours if module is ndimage else lambda value: value
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return getattr(module, name)(*map(own, arguments), **{key: own(value) for key, value in keywords.items()})


def compare(name, arguments, keywords=None, close=0.0, dtype=True):
    """The same call of both modules: its result, or the type of its exception."""
    keywords = keywords or {}
    (expected, error), (result, other) = [outcome(lambda m=m: call(m, name, arguments, keywords)) for m in (reference, ndimage)]
    assert type(error) is type(other), (name, arguments, keywords, error, other)
    if error is None:
        assert_same(as_arrays(result), as_arrays(expected), close, dtype, where=f"{name} {arguments} {keywords}")


def as_arrays(value):
    return type(value)(as_arrays(part) for part in value) if isinstance(value, (tuple, list)) else np.asarray(host(value))


def labelled(dice, distinct):
    """An image, labels of its elements, and labels to ask for. Where elements are distinct, no order is a matter of chance."""
    shape = tuple(int(n) for n in dice.integers(1, 7, dice.integers(1, 4)))
    size = int(np.prod(shape))
    values = dice.permutation(size) if distinct else dice.integers(0, 5, size)
    a = values.reshape(shape).astype(dice.choice(["i4", "f4", "f8", "i8", "u2"]))
    labels = dice.integers(0 if dice.random() < 0.7 else -2, 5, shape).astype(dice.choice(["i4", "i8", "f8"]))
    index = dice.integers(-1, 7, dice.integers(1, 5))
    way = dice.integers(5)
    if dice.random() < 0.3:
        a, labels = a.T, labels.T
    return [(a,), (a, labels), (a, labels, int(index[0])), (a, labels, index), (a, labels, index.reshape(1, -1))][way]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", SUMS)
def test_sums(name, seed):
    dice = np.random.default_rng(seed)
    for _ in range(12):
        compare(name, labelled(dice, False), close=1e-5)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ORDERS)
def test_orders(name, seed):
    dice = np.random.default_rng(seed)
    for _ in range(12):
        arguments = labelled(dice, True)
        if name == "extrema" and len(arguments) == 3 and np.ndim(arguments[2]) == 2:
            continue  # SciPy gives rows of rows.
        compare(name, arguments)


def test_equal_and_nan_elements():
    a = np.array([3, 1, 3, 1, 2, 2, np.nan, 5, np.nan])
    labels = np.array([1, 1, 1, 1, 2, 2, 3, 3, 4])
    for name in ORDERS:
        compare(name, (a, labels, np.array([1, 2, 3, 4, 5])))
        compare(name, (a[:6], labels[:6]))
    for dtype in ("f4", "f2", "i1", "?"):
        for name in ("minimum", "maximum"):
            compare(name, (np.array([1, 0, 1, 1], dtype), np.array([1, 1, 2, 4]), np.array([1, 2, 3, 4])))


@pytest.mark.parametrize("seed", range(6))
def test_centers_and_histograms(seed):
    dice = np.random.default_rng(seed)
    for _ in range(10):
        arguments = labelled(dice, False)
        if len(arguments) < 3 or np.ndim(arguments[2]) < 2:
            compare("center_of_mass", arguments, close=1e-6)
        keywords = dict(zip(("labels", "index"), arguments[1:], strict=False))
        a, own = arguments[0], (0, int(dice.integers(1, 6)), int(dice.integers(1, 6)))
        if "index" not in keywords:
            compare("histogram", (a, *own), keywords)
        elif np.ndim(keywords["index"]) == 1 and not (keywords["labels"] % 1).any():
            expected = call(reference, "histogram", (a, *own), keywords)
            result = call(ndimage, "histogram", (a, *own), keywords).get()
            assert result.shape == (len(expected), own[2])
            for ours_, scipys in zip(result, expected):
                assert ours_.tolist() == ([0] * own[2] if scipys is None else scipys.tolist())


@pytest.mark.parametrize("seed", range(4))
def test_objects(seed):
    dice = np.random.default_rng(seed)
    for _ in range(10):
        shape = tuple(int(n) for n in dice.integers(1, 9, dice.integers(1, 4)))
        a = (dice.integers(-1, 12, shape) * (dice.random(shape) < 0.3)).astype(dice.choice(["i4", "i8", "i2"]))
        for most in (0, 3, 20):
            assert ndimage.find_objects(cp.asarray(a.T), most) == reference.find_objects(a.T, most)
        for keywords in ({}, {"ignore_value": 0}):
            expected, result = reference.value_indices(a, **keywords), ndimage.value_indices(cp.asarray(a), **keywords)
            assert list(map(int, expected)) == list(result)
            for value, places in expected.items():
                assert_same(result[int(value)], places)
    for a in (np.zeros(0, int), np.array([1.0]), np.array([1j]), np.array([True])):
        compare("find_objects", (a,))
    for a in (np.array([1.0]), np.array([1j]), np.array([True])):
        compare("value_indices", (a,))


def test_bad_labels():
    a, labels = np.arange(6).reshape(2, 3), np.array([[0, 1, 1], [2, 2, 0]])
    for name in [*SUMS, *ORDERS, "center_of_mass"]:
        compare(name, (a, np.ones(4)))
        compare(name, (a, labels[0], np.array([1, 2])), close=1e-9) if name not in ("extrema", "minimum_position", "maximum_position") else None
    compare("sum", (a, labels, np.array([1.5, 2.0])))
    assert ndimage.minimum_position(cp.arange(3) + 5, cp.asarray(labels), 2) == (0,)
    compare("minimum", (a, np.zeros((2, 3), int)))
    compare("histogram", (a, 0, 3, 3), {"index": 1})
    compare("histogram", (a, 3, 0, 3))
    compare("histogram", (a, 0, 3, 0))


def test_labeled_comprehension():
    a, labels = np.arange(12.0).reshape(3, 4), np.array([[1, 1, 0, 3], [3, 3, 1, 2], [0, 2, 2, 1]])
    for index in (None, 1, np.array([1, 2, 3]), np.array([3, 9, 1])):
        for xp_sum in ((lambda x: x.sum(), False), (lambda x, p: x.sum() + p.max(), True)):
            compare("labeled_comprehension", (a, labels, index, xp_sum[0], float, -1, xp_sum[1]))
    compare("labeled_comprehension", (a, None, None, lambda x: x.sum(), float, 0))
    compare("labeled_comprehension", (a, None, 1, lambda x: x.sum(), float, 0))
    compare("labeled_comprehension", (a, labels, np.array([1.5]), lambda x: x.sum(), float, 0))
    compare("labeled_comprehension", (a, labels[:, :3], 1, lambda x: x.sum(), float, 0))


@pytest.mark.parametrize("mode", ["reflect", "constant", "nearest", "mirror", "wrap"])
def test_filters_of_callables(mode):
    dice = np.random.default_rng(1)
    for dtype in ("f8", "i4", "u1", "?"):
        a = dice.integers(0, 2 if dtype == "?" else 9, (5, 6)).astype(dtype)
        for keywords in ({"size": 3}, {"size": (2, 3)}, {"footprint": np.array([[1, 0, 1], [1, 1, 0]])}, {"size": 2, "origin": -1}, {"size": 3, "axes": 1}):
            compare("generic_filter", (a, lambda w: w.max() - w.min()), keywords | {"mode": mode, "cval": 2.0})
        for axis in (0, 1):
            for size, origin in ((3, 0), (4, 1), (9, -2)):

                def steps(line, out, more=0.0, size=size):
                    out[...] = line[: len(line) - size + 1] + line[size - 1 :] + more

                compare("generic_filter1d", (a, steps, size, axis), {"mode": mode, "cval": 2.0, "origin": origin, "extra_arguments": (1.0,)})
    a = dice.random((4, 5))
    for own in ("generic_laplace", "generic_gradient_magnitude"):
        for axes in (None, 0, (1, 0), ()):
            results = []
            for module in (reference, ndimage):

                def derivative(image, axis, output, mode, cval, module=module):
                    return module.correlate1d(image, [-1, 0, 1], axis, output, mode, cval)

                results.append(call(module, own, (a, derivative), {"mode": mode, "axes": axes}))
            assert_same(results[1], results[0], close=1e-12)


def test_bad_filters_of_callables():
    a = np.arange(6.0).reshape(2, 3)
    for keywords in ({}, {"size": 3, "mode": "no"}, {"size": 3, "origin": 2}, {"footprint": np.ones(3)}, {"size": 3, "axes": (0, 4)}, {"size": 3, "output": np.zeros(3)}):
        compare("generic_filter", (a, np.max), keywords)
    compare("generic_filter", (a * 1j, np.max), {"size": 3})
    for size, keywords in ((0, {}), (3, {"axis": 4}), (3, {"origin": 5}), (3, {"mode": "no"})):
        compare("generic_filter1d", (a, None, size), keywords)
    sums = cp.ReductionKernel("float64 x", "float64 y", "x", "a + b", "y = a", "0", "sums")
    assert_same(ndimage.generic_filter(cp.asarray(a), sums, 3), reference.generic_filter(a, np.sum, 3), close=1e-12)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["fourier_gaussian", "fourier_uniform", "fourier_ellipsoid", "fourier_shift"])
def test_spectra(name, seed):
    dice = np.random.default_rng(seed)
    for _ in range(8):
        shape = tuple(int(n) for n in dice.integers(1, 9, dice.integers(1, 4)))
        a = dice.normal(size=shape).astype(dice.choice(["f4", "f8"]))
        if dice.random() < 0.5:
            a = a + 1j * dice.normal(size=shape).astype(a.dtype)
        sizes = [float(n) for n in dice.integers(-1 if name == "fourier_shift" else 0, 4, a.ndim)]
        keywords = {}
        if dice.random() < 0.5:
            axis = int(dice.integers(a.ndim))
            keywords = {"axis": axis, "n": 2 * (shape[axis] - 1) + 1}
        # SciPy's Bessel function has eight digits.
        close = 1e-5 if a.dtype.itemsize < 8 or a.dtype == "c8" else 1e-7 if name == "fourier_ellipsoid" else 1e-12
        compare(name, (a, sizes if dice.random() < 0.5 else sizes[0]), keywords, close=close)
    a = np.ones((2, 3))
    for keywords in ({"output": np.complex64}, {"output": np.int32}, {"output": np.zeros(3)}, {"output": np.zeros((2, 3), int)}, {"axis": 4}):
        compare(name, (a, 1), keywords, close=1e-5)
    compare(name, (a, (1, 2, 3)))
    compare(name, (np.ones((1, 1, 1, 1)), 1), close=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_distances(seed):
    dice = np.random.default_rng(seed)
    for _ in range(10):
        shape = tuple(int(n) for n in dice.integers(1, 12, dice.integers(1, 4)))
        a = (dice.random(shape) < dice.choice([0.5, 0.9, 1.0])).astype(dice.choice(["?", "i4", "f8"]))
        sampling = [None, 2.0, [float(n) for n in dice.integers(1, 5, a.ndim) / 2]][dice.integers(3)]
        compare("distance_transform_edt", (a,), {"sampling": sampling}, close=1e-14)
        distances, indices = call(ndimage, "distance_transform_edt", (a, sampling), {"return_indices": True})
        if not a.all():
            # Of several nearest zeros any is one.
            indices = indices.get()
            assert indices.dtype == "i4" and not a[tuple(indices)].any()
            lengths = np.reshape(1.0 if sampling is None else sampling, (-1,) + (1,) * a.ndim)
            own = np.sqrt((((indices - np.indices(shape)) * lengths) ** 2).sum(0))
            np.testing.assert_allclose(own, distances.get(), rtol=1e-14)
    a = dice.random((90, 70)) < 0.995
    compare("distance_transform_edt", (a,))


def test_distances_written_and_bad_input():
    a = np.array([[1, 1, 0], [1, 1, 1]])
    for keywords in (
        {"return_distances": False}, {"return_distances": False, "return_indices": True}, {"sampling": [1, 2, 3]}, {"distances": np.zeros(3)},
        {"distances": np.zeros((2, 3), "f4")}, {"return_distances": False, "distances": np.zeros((2, 3))}, {"indices": np.zeros((2, 2, 3), "i4")},
        {"indices": np.zeros((2, 2, 3)), "return_indices": True}, {"indices": np.zeros((3, 2, 3), "i4"), "return_indices": True},
    ):  # fmt: skip
        compare("distance_transform_edt", (a,), keywords)
    for small in (np.array(1), np.zeros((0, 3)), np.ones((2, 3)), np.zeros((2, 3))):
        compare("distance_transform_edt", (small,), {"return_indices": True})
    out = cp.zeros((2, 3))
    assert ndimage.distance_transform_edt(cp.asarray(a), distances=out) is None
    assert_same(out, reference.distance_transform_edt(a))


def test_on_the_ptx_machine():
    dice = np.random.default_rng(5)
    a, labels = dice.permutation(40).reshape(5, 8), dice.integers(0, 4, (5, 8))
    with cp.cuda.Device("ptx"):
        for name in [*SUMS, *ORDERS, "center_of_mass"]:
            compare(name, (a, labels, np.array([1, 2, 3, 7])), close=1e-9)
        compare("distance_transform_edt", (dice.random((9, 11)) < 0.8,), {"sampling": [1.0, 2.0]}, close=1e-14)
        compare("fourier_gaussian", (a + 1j, 1.0), close=1e-12)
        assert ndimage.find_objects(cp.asarray(labels)) == reference.find_objects(labels)
