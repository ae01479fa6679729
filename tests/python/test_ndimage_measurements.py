"""Measurements, spectra and watersheds of `scipy.ndimage` against SciPy: random images, labels and layouts."""

import numpy as np
import pytest
import scipy.ndimage as reference
from conftest import assert_same
from images import as_arrays, call, compare

import cuprust as cp
from cuprust.scipy import ndimage

SUMS = ["sum", "sum_labels", "mean", "variance", "standard_deviation"]
ORDERS = ["minimum", "maximum", "median", "minimum_position", "maximum_position", "extrema"]


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


def test_sums_of_many_elements():
    """Integers are summed by threads in any order, floats in parts: within the rounding of a sum, with NaN and infinities where they are."""
    dice = np.random.default_rng(3)
    labels = dice.integers(0, 300, (700, 600))
    index = np.array([0, 7, 299, 300, -1, 12])
    for dtype in ("u1", "i2", "i4", "f4", "f8"):
        a = (dice.normal(size=labels.shape) * 60).astype(dtype)
        for own in (labels, labels.astype("i4"), labels.astype("u2"), labels - 5, labels * 1.5):
            close = 0.0 if dtype[0] in "ui" else 1e-12
            for name in ("sum_labels", "mean", "variance"):
                compare(name, (a, own, index), close=close if name == "sum_labels" else 1e-10)
    a[3, 4], a[5, 6], labels[3, 4], labels[5, 6] = np.nan, np.inf, 7, 12
    compare("sum_labels", (a, labels, index), close=1e-12)
    # Of a label without elements the sum is zero, also next to others.
    labels[labels == 9] = 8
    compare("sum_labels", (a, labels, np.arange(302)), close=1e-11)


@pytest.mark.parametrize("seed", range(4))
def test_components(seed):
    """Lines of any length, at the edges of the words that hold their bits, and every kind of structure."""
    dice = np.random.default_rng(seed)
    shapes = [(3, 63), (3, 64), (5, 65), (4, 128), (7, 200), (130,), (40, 1), (1, 40), (3, 4, 70), (6, 5, 3), (2, 3, 2, 66), (300, 300)]
    for shape in shapes:
        for share in (0.1, 0.5, 0.9, 1.0):
            a = dice.random(shape) < share
            half = dice.random((3,) * a.ndim) < 0.5
            connected = reference.generate_binary_structure(a.ndim, int(dice.integers(1, a.ndim + 1)))
            for structure in (None, connected, half | half[(slice(None, None, -1),) * a.ndim], np.zeros_like(half)):
                compare("label", (a, structure))
        compare("label", (np.asfortranarray(a), connected))
        compare("label", (a[..., ::-1], connected))


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
def test_watersheds(seed):
    dice = np.random.default_rng(seed)
    for _ in range(12):
        shape = tuple(int(n) for n in dice.integers(1, 9, dice.integers(1, 4)))
        a = dice.integers(0, dice.choice([2, 9, 256]), shape).astype(dice.choice(["u1", "u2"]))
        markers = np.where(dice.random(shape) < 0.2, dice.integers(dice.choice([-3, 0]), 5, shape), 0).astype(dice.choice(["i1", "i4", "i8"]))
        structure = [None, dice.random((3,) * a.ndim) < 0.6, np.ones((3,) * a.ndim)][dice.integers(3)]
        output = [None, "i2", np.zeros(shape, "i8")][dice.integers(3)]
        compare("watershed_ift", (a, markers, structure), {"output": output})
    image = dice.integers(0, 256, (60, 70)).astype("u1")
    compare("watershed_ift", (image, np.where(dice.random(image.shape) < 0.01, np.arange(4200).reshape(60, 70), 0)))


def test_bad_watersheds():
    a, markers = np.arange(6, dtype="u1").reshape(2, 3), np.array([[1, 0, 0], [0, 0, 2]])
    for own in (
        (a.astype("i4"), markers), (a, markers.astype("f8")), (a, markers.astype("u1")), (a, markers[:1]), (a, markers, np.ones(3)),
        (a, markers, np.ones((3, 2))), (a, markers, None, np.zeros((2, 3))), (a, markers, None, np.zeros((3, 2), "i4")),
    ):  # fmt: skip
        compare("watershed_ift", own)
    compare("watershed_ift", (np.zeros((0, 3), "u1"), np.zeros((0, 3), "i4")))


def test_on_the_ptx_machine():
    dice = np.random.default_rng(5)
    a, labels = dice.permutation(40).reshape(5, 8), dice.integers(0, 4, (5, 8))
    with cp.cuda.Device("ptx"):
        for name in [*SUMS, *ORDERS, "center_of_mass"]:
            compare(name, (a, labels, np.array([1, 2, 3, 7])), close=1e-9)
        compare("fourier_gaussian", (a + 1j, 1.0), close=1e-12)
        assert ndimage.find_objects(cp.asarray(labels)) == reference.find_objects(labels)


@pytest.mark.parametrize("name", [*SUMS, *ORDERS, "center_of_mass"])
def test_labels_and_index_in_any_form(name):
    """An index may be NumPy's array, as in CuPy, which converts it; labels of the image's size may not."""
    a, labels, index = np.arange(6.0).reshape(2, 3), np.array([[0, 1, 1], [2, 2, 0]]), np.array([1, 2])
    expected = as_arrays(call(reference, name, (a, labels, index), {}))
    for own in (labels.tolist(), cp.asarray(labels)):
        for chosen in (index, index.tolist(), tuple(index.tolist()), cp.asarray(index)):
            assert_same(as_arrays(getattr(ndimage, name)(cp.asarray(a), own, chosen)), expected, close=1e-12)
        for chosen in (2, np.int64(2), np.array(2), cp.array(2)):
            assert_same(as_arrays(getattr(ndimage, name)(cp.asarray(a), own, chosen)), as_arrays(call(reference, name, (a, labels, 2), {})), close=1e-12)
    assert_same(ndimage.histogram(cp.asarray(a), 0, 6, 3, cp.asarray(labels), index), np.stack(reference.histogram(a, 0, 6, 3, labels, index)))
    with pytest.raises(TypeError):
        getattr(ndimage, name)(cp.asarray(a), labels, index)


def test_centers_of_several_labels_are_arrays():
    """As in CuPy, and an array of two coordinates serves wherever SciPy's tuple of two does."""
    a, labels = np.arange(12.0).reshape(3, 4), np.arange(12).reshape(3, 4) % 3
    made, expected = ndimage.center_of_mass(cp.asarray(a), cp.asarray(labels), cp.array([0, 2])), reference.center_of_mass(a, labels, [0, 2])
    assert isinstance(made, list) and all(isinstance(center, cp.ndarray) and center.shape == (2,) for center in made)
    np.testing.assert_allclose([center.get() for center in made], expected)
    y, x = made[1]
    np.testing.assert_allclose([float(y), float(x)], expected[1])
    assert isinstance(ndimage.center_of_mass(cp.asarray(a)), tuple)
