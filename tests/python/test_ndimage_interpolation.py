"""Splines through images, and images at coordinates, against SciPy's: orders, modes, dtypes, layouts, and bad input."""

import itertools

import numpy as np
import pytest
from conftest import LONG
from images import SAME_BITS
from images import reference as expected

import cuprust as cp

MODES = ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-constant", "grid-wrap"]
DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]
ours = cp.scipy.ndimage


def image_of(rng, shape, dtype):
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < 0.5
    if dtype.kind in "iu":
        low, high = max(np.iinfo(dtype).min, -90), min(np.iinfo(dtype).max, 120)
        return rng.integers(low, high, shape).astype(dtype)
    if dtype.kind == "c":
        return (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(dtype)
    return rng.normal(size=shape).astype(dtype)


def laid_out(rng, image):
    """The image as cuprust arrays of other memory layouts, each with NumPy's counterpart."""
    choice = rng.integers(6)
    if choice == 0:
        return cp.array(image.T.copy()).T
    if choice == 1:
        return cp.array(image[::-1].copy())[::-1]
    if choice == 2:
        return cp.roll(cp.array(np.roll(image, -1, axis=-1)), 1, axis=-1)
    if choice == 3:
        wide = np.zeros((*image.shape[:-1], 2 * image.shape[-1]), image.dtype)
        wide[..., ::2] = image
        return cp.array(wide)[..., ::2]
    if choice == 4 and image.dtype.kind == "f":
        return cp.array(image * 2) / 2
    return cp.array(image)


def as_ours(value):
    return cp.array(value) if isinstance(value, np.ndarray) else value


def compare(own, other, exact=False):
    own = cp.asnumpy(own)
    assert own.dtype == other.dtype and own.shape == other.shape
    if own.dtype.kind in "fc" and not exact:
        # The coefficients of the orders four and five are sums of numbers a hundred times as large as they are.
        bound = 2e-12 if own.dtype.itemsize >= 8 and own.dtype != np.complex64 else 2e-6
        scale = max(1.0, np.abs(other[np.isfinite(other)]).max(initial=0))
        np.testing.assert_allclose(own, other, rtol=0, atol=bound * scale)
    else:
        np.testing.assert_array_equal(own, other)


def drawn(rng, rank=None):
    rank = rank or rng.choice([1, 2, 2, 2, 3])
    shape = tuple(int(extent) for extent in rng.integers(1, {1: 40, 2: 14, 3: 6}[rank], rank))
    image = image_of(rng, shape, rng.choice(DTYPES))
    how = {"order": int(rng.integers(6)), "mode": str(rng.choice(MODES)), "prefilter": bool(rng.random() < 0.8)}
    if rng.random() < 0.5:
        how["cval"] = float(rng.integers(-3, 9)) / 2
    if rng.random() < 0.4:
        how["output"] = np.dtype(str(rng.choice(DTYPES)))
    return image, how


def calls(rng):
    """A function's name and its arguments, drawn at random: those of SciPy and ours."""
    name = str(rng.choice(["map_coordinates", "affine_transform", "shift", "zoom", "rotate"]))
    image, how = drawn(rng, int(rng.choice([2, 3])) if name == "rotate" else None)
    rank = image.ndim
    if name == "map_coordinates":
        shape = [(7,), (3, 4), (2, 2, 3), (1, 5)][rng.integers(4)]
        at = rng.uniform(-8, 20, (rank, *shape))
        if rng.random() < 0.5:
            at = np.round(at * 2) / 2
        at = at.astype(rng.choice(["f8", "f4", "i4"]))
        return name, image, [at], how
    if name == "affine_transform":
        matrix = np.round(rng.normal(size=(rank, rank)), 2) + np.eye(rank)
        if rng.random() < 0.3:
            return name, image, [rng.choice([-1.5, -0.3, 0.4, 1, 1.25, 2], rank), np.round(rng.normal(size=rank), 2)], how
        if rng.random() < 0.3:
            whole = np.eye(rank + 1)
            whole[:rank] = np.round(rng.normal(size=(rank, rank + 1)), 2)
            return name, image, [whole if rng.random() < 0.5 else whole[:rank]], how
        if rng.random() < 0.5:
            how["output_shape"] = tuple(int(extent) for extent in rng.integers(1, 9, rank))
        return name, image, [matrix, float(rng.integers(-2, 3))], how
    if name == "shift":
        by = np.round(rng.normal(size=rank) * 4, int(rng.integers(0, 3)))
        return name, image, [float(by[0]) if rng.random() < 0.3 else by.tolist()], how
    if name == "zoom":
        by = np.round(rng.uniform(0.3, 2.5, rank), 2)
        if "grid" in how["mode"] or how["mode"] in ("mirror", "reflect", "nearest"):
            how["grid_mode"] = bool(rng.random() < 0.5)
        return name, image, [float(by[0]) if rng.random() < 0.3 else by.tolist()], how
    axes = [int(axis) for axis in rng.permutation(rank)[:2]]
    return name, image, [float(rng.choice([30, 45, 90, 180, 217.5, -60])), axes, bool(rng.random() < 0.5)], how


def is_borderline(name, arguments):
    """Whether coordinates are rounded by another multiplication of matrices than SciPy's, on edges of elements."""
    return name == "rotate" and arguments[0] % 90 != 0


@pytest.mark.parametrize("seed", range(60 if LONG else 12))
def test_random_calls(seed):
    rng = np.random.default_rng([34, seed])
    for _ in range(60):
        name, image, arguments, how = calls(rng)
        other = getattr(expected, name)(image, *arguments, **how)
        own = getattr(ours, name)(laid_out(rng, image), *map(as_ours, arguments), **how)
        if is_borderline(name, arguments):
            # An angle's sine may differ in the last bit, which moves few elements over an edge.
            assert own.shape == other.shape and own.dtype == other.dtype
            if how["mode"] not in ("constant", "wrap", "grid-constant") and how["order"] > 0 and other.dtype.kind == "f":
                compare(own, other)
        else:
            compare(own, other)


def test_turned_images():
    rng = np.random.default_rng(5)
    image = rng.normal(size=(41, 53))
    for angle, mode, order in itertools.product([10, 45, 123.4, -60], MODES, [1, 3]):
        other = expected.rotate(image, angle, mode=mode, order=order)
        own = cp.asnumpy(ours.rotate(cp.array(image), angle, mode=mode, order=order))
        assert own.shape == other.shape
        # A corner of the image may lie on an edge, where the last bit of an angle's sine decides.
        assert (np.abs(own - other) > 1e-11).sum() <= 4, (angle, mode, order)


@pytest.mark.parametrize("order", [2, 3, 4, 5])
def test_coefficients(order):
    rng = np.random.default_rng(order)
    for mode, shape in itertools.product(MODES, [(1,), (2,), (3,), (7,), (900,), (5, 1), (4, 70), (70, 4), (3, 4, 5)]):
        image = image_of(rng, shape, rng.choice(["f8", "f4", "i2", "u1", "?"]))
        own = laid_out(rng, image)
        compare(ours.spline_filter(own, order, mode=mode), expected.spline_filter(image, order, mode=mode))
        axis = int(rng.integers(-len(shape), len(shape)))
        for output in [np.float64, np.float32, np.int32, None]:
            other = expected.spline_filter1d(image, order, axis, output=output, mode=mode)
            compare(ours.spline_filter1d(own, order, axis, output=output, mode=mode), other)


def test_coefficients_are_scipys_to_the_last_bit():
    rng = np.random.default_rng(0)
    for mode, order, shape in itertools.product(MODES, [2, 3, 4, 5], [(33,), (700,), (9, 12)]):
        image = rng.normal(size=shape)
        own = cp.asnumpy(ours.spline_filter(cp.array(image), order, mode=mode))
        compare(own, expected.spline_filter(image, order, mode=mode), exact=SAME_BITS)


def test_values_are_scipys_to_the_last_bit():
    rng = np.random.default_rng(0)
    for mode, order in itertools.product(MODES, range(6)):
        image, at = rng.normal(size=(9, 14)), rng.uniform(-20, 30, (2, 200))
        own = ours.map_coordinates(cp.array(image), cp.array(at), order=order, mode=mode, cval=0.75)
        compare(own, expected.map_coordinates(image, at, order=order, mode=mode, cval=0.75), exact=SAME_BITS)
        own = ours.zoom(cp.array(image), [1.7, 0.6], order=order, mode=mode)
        compare(own, expected.zoom(image, [1.7, 0.6], order=order, mode=mode), exact=SAME_BITS)
        matrix, offset = rng.normal(size=(2, 2)), rng.normal(size=2)
        own = ours.affine_transform(cp.array(image), matrix, offset, order=order, mode=mode)
        compare(own, expected.affine_transform(image, matrix, offset, order=order, mode=mode), exact=SAME_BITS)


def test_large_images():
    rng = np.random.default_rng(1)
    for dtype, order in itertools.product(["f4", "u1", "f8"], [0, 1, 3]):
        image = image_of(rng, (301, 517), dtype)
        own = laid_out(rng, image)
        compare(ours.zoom(own, 1.3, order=order), expected.zoom(image, 1.3, order=order))
        matrix = [[0.9, 0.2], [-0.1, 1.1]]
        compare(ours.affine_transform(own, matrix, 3.5, order=order), expected.affine_transform(image, matrix, 3.5, order=order))


GRIDS = [(40, 50, 3), (3, 40, 70), (70, 2), (1, 70), (300, 1), (2, 5, 3, 40), (2, 2, 2, 2, 30), (33, 64)]


@pytest.mark.parametrize("dtype", DTYPES)
def test_planes_in_any_layout_give_the_same_bits(dtype):
    """The rows of a plane that lie in one piece are read in a way of their own where all points of a batch lie within it."""
    rng = np.random.default_rng(5)
    for mode, shape in itertools.product(MODES, [(40, 90), (3, 200), (70, 2)]):
        image = image_of(rng, shape, dtype)
        rows, columns = cp.array(image), cp.array(image.T.copy()).T
        # Most batches lie within, some partly, and some nowhere.
        points = rng.random((2, 1500)) * np.array(shape)[:, None] - 0.5
        points[:, 700:900] += 1000
        points[0, 900:1000] = -3
        inside = rng.random((2, 640)) * (np.array(shape)[:, None] - 1)
        inside[:, :64] = np.round(inside[:, :64])
        for where in map(cp.array, (points, inside)):
            given = dict(order=1, mode=mode, cval=2.0)
            one, other = (ours.map_coordinates(x, where, **given).get() for x in (rows, columns))
            np.testing.assert_array_equal(one, other)
        turned = [ours.affine_transform(x, [[0.9, 0.2], [-0.1, 1.1]], 3.5, order=1, mode=mode).get() for x in (rows, columns)]
        np.testing.assert_array_equal(*turned)


@pytest.mark.parametrize("mode", MODES)
def test_grids(mode):
    """Diagonal transformations, whose coordinates along an axis depend on the index along it alone: lines of columns of one axis or several."""
    rng = np.random.default_rng(len(mode))
    for order, shape in itertools.product(range(6) if LONG else [0, 1, 3], GRIDS):
        # SciPy pads each axis by 12 before it filters: seconds for five of them.
        if len(shape) > 3 and order > 3 or len(shape) > 4 and order > 1 and not LONG:
            continue
        image = image_of(rng, shape, rng.choice(DTYPES))
        own, how = laid_out(rng, image), {"order": order, "mode": mode, "cval": 2.5, "output": np.dtype(str(rng.choice(DTYPES)))}
        for name, by in [("zoom", rng.uniform(0.5, 1.9, image.ndim)), ("shift", np.round(rng.normal(size=image.ndim) * 9, 1))]:
            compare(getattr(ours, name)(own, by.tolist(), **how), getattr(expected, name)(image, by.tolist(), **how))
        matrix, offset = rng.choice([-1.5, -1, 0.4, 1, 2], image.ndim), rng.normal(size=image.ndim) * 5
        compare(ours.affine_transform(own, matrix, offset, **how), expected.affine_transform(image, matrix, offset, **how))


def test_grids_are_scipys_to_the_last_bit():
    rng = np.random.default_rng(7)
    for mode, order, shape in itertools.product(MODES, range(6), [(9, 70), (6, 11, 3)]):
        image = rng.normal(size=shape)
        by, move = rng.uniform(0.5, 1.9, image.ndim), rng.normal(size=image.ndim) * 4
        how = {"order": order, "mode": mode, "cval": 0.75}
        compare(ours.zoom(cp.array(image), by, **how), expected.zoom(image, by, **how), exact=SAME_BITS)
        compare(ours.shift(cp.array(image), move, **how), expected.shift(image, move, **how), exact=SAME_BITS)


def test_grids_of_what_is_not_finite():
    """Coordinates beyond all integers name some element, or the constant; NaN and infinities of the image stay where SciPy has them."""
    image = np.arange(80.0).reshape(2, 40)
    for mode, order, by in itertools.product(MODES, [0, 1, 3], [1e18, -1e300, np.inf, np.nan]):
        assert cp.asnumpy(ours.shift(cp.array(image), [by, 0.5], order=order, mode=mode, prefilter=False)).shape == (2, 40)
    image[0, 3], image[1, 20], image[1, 30] = np.nan, np.inf, -np.inf
    for mode, order in itertools.product(MODES, [0, 1]):
        how = {"order": order, "mode": mode}
        with np.errstate(invalid="ignore"):
            compare(ours.shift(cp.array(image), [0.5, -1.25], **how), expected.shift(image, [0.5, -1.25], **how))
            compare(ours.zoom(cp.array(image), [2, 1.5], **how), expected.zoom(image, [2, 1.5], **how))


def test_any_number_of_axes():
    rng = np.random.default_rng(2)
    for rank in [4, 5, 8]:
        image = rng.normal(size=(2,) * (rank - 1) + (3,))
        by = rng.uniform(-1, 1, rank)
        compare(ours.shift(cp.array(image), by, order=1, mode="mirror"), expected.shift(image, by, order=1, mode="mirror"))
    image = rng.normal(size=(3, 2, 4, 5))
    for axes in itertools.combinations(range(4), 2):
        compare(ours.rotate(cp.array(image), 90, axes), expected.rotate(image, 90, axes))


@pytest.mark.filterwarnings("ignore:promoting specified output dtype")
def test_complex_images():
    rng = np.random.default_rng(3)
    for dtype, mode, order in itertools.product(["F", "D"], ["constant", "grid-constant", "reflect"], [0, 1, 3]):
        image, how = image_of(rng, (6, 7), dtype), {"mode": mode, "order": order, "cval": 1.5 - 2j}
        own = cp.array(image)
        compare(ours.shift(own, [1.5, -0.25], **how), expected.shift(image, [1.5, -0.25], **how))
        compare(ours.zoom(own, 1.5, **how), expected.zoom(image, 1.5, **how))
        compare(ours.rotate(own, 90, **how), expected.rotate(image, 90, **how))
        at = rng.uniform(-2, 8, (2, 9))
        compare(ours.map_coordinates(own, cp.array(at), **how), expected.map_coordinates(image, at, **how))
        compare(ours.affine_transform(own, [1.1, 0.9], **how), expected.affine_transform(image, [1.1, 0.9], **how))
        compare(ours.spline_filter(own), expected.spline_filter(image))
        compare(ours.spline_filter1d(own, 1, axis=0), expected.spline_filter1d(image, 1, axis=0))


def test_outputs():
    rng = np.random.default_rng(4)
    image = rng.normal(size=(6, 7)) * 50
    for dtype in DTYPES:
        own, other = cp.zeros((9, 10), dtype), np.zeros((9, 10), dtype)
        assert ours.zoom(cp.array(image), (1.5, 1.4), own, order=1) is own
        expected.zoom(image, (1.5, 1.4), other, order=1)
        compare(own, other)
    own, other = cp.zeros((3, 4)), np.zeros((3, 4))
    ours.affine_transform(cp.array(image), [[1, 0.5], [0, 1]], output=own[::-1])
    expected.affine_transform(image, [[1, 0.5], [0, 1]], output=other[::-1])
    compare(own, other)
    # An output that overlaps the image.
    own = cp.array(image)
    ours.shift(own, 1.5, own[:], mode="reflect")
    compare(own, expected.shift(image, 1.5, mode="reflect"))
    own = cp.zeros(4)
    own.flags.writeable = False
    with pytest.raises(ValueError):
        ours.shift(cp.arange(4.0), 1, own)


def test_integers_are_rounded():
    line = np.array([-1e30, -129.5, -128.5, -2.5, -1.5, -0.5, -0.3, 0.3, 0.5, 1.5, 2.5, 127.5, 128.4, 255.4, 255.6, 300, 65535.5])
    for dtype in DTYPES:
        # C does not define the conversion to bool of a number beyond all integers.
        own = line[1:] if dtype == "?" else line
        compare(ours.shift(cp.array(own), 0, np.dtype(dtype), order=1), expected.shift(own, 0, np.dtype(dtype), order=1))


INTEGERS = ["i1", "u1", "i2", "u2", "i4", "u4"]


def integers_of(rng, shape, dtype, kind):
    """Integers of the whole range, its ends, small ones, or each next one greater by one than that before it."""
    low, high = int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    if kind == "ends":
        return rng.choice(np.array([low, high], dtype), shape)
    if kind == "rising":
        return (np.arange(np.prod(shape)).reshape(shape) % 256 + low).astype(dtype)
    return rng.integers(max(low, -3), 4, shape).astype(dtype) if kind == "small" else rng.integers(low, high, shape, dtype, True)


def rounded(sums, dtype):
    """Sums in float64 as SciPy rounds them: halves away from zero."""
    info = np.iinfo(dtype)
    return np.trunc(np.clip(np.where(sums > 0, sums + 0.5, sums - 0.5), info.min, info.max)).astype(dtype)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_are_sums_of_float64_rounded(dtype):
    """Sums of order one are estimated in fewer operations: the same integers, at halves and near them too."""
    rng = np.random.default_rng(len(dtype))
    tenths = [[0.1, 0.3], [0.5, 0.1], [0.5, 0.5], [0.25, -2.5], [0.5 + 2.0**-53, -1e-20]]
    for kind, shape in itertools.product(["all", "ends", "rising", "small"], [(5, 7), (40, 131), (2, 200), (1, 90), (65, 64), (70, 2), (30, 50, 3), (90,)]):
        image = integers_of(rng, shape, dtype, kind)
        own, mode = laid_out(rng, image), str(rng.choice(MODES))
        # To one less than twice or ten times the extent: coordinates are whole numbers of halves, or of tenths.
        by = [(times * (extent - 1) + 1) / extent for times, extent in zip((2, 10 if image.ndim == 2 else 2, 1), shape)]
        for factors in [by, [1.5] * len(shape), [0.7, 1.3, 1][: len(shape)]]:
            how = {"order": 1, "mode": mode, "cval": 2.5}
            found = ours.zoom(own, factors, **how).get()
            np.testing.assert_array_equal(found, rounded(ours.zoom(own, factors, output=float, **how).get(), dtype))
            np.testing.assert_array_equal(found, expected.zoom(image, factors, **how))
        for move in tenths:
            move = (move * 2)[: len(shape)]
            sums = ours.shift(own, move, output=float, order=1, mode=mode, cval=2.5).get()
            np.testing.assert_array_equal(ours.shift(own, move, order=1, mode=mode, cval=2.5).get(), rounded(sums, dtype))


def test_halves_between_all_bytes():
    """Between each two bytes, and between four; and sums by thirds, sevenths and others, none of which float32 has."""
    for dtype in ["u1", "i1"]:
        every = np.arange(256).astype("u1").view(dtype)
        image = np.stack([np.repeat(every, 256), np.tile(every, 256)], axis=1)
        rows = np.ascontiguousarray(image.T)
        for times in [2, 3, 7, 10]:
            for own, factors in [(image, (1, times - (times - 1) / 2)), (rows, (times - (times - 1) / 2, 1))]:
                found = ours.zoom(cp.array(own), factors, order=1).get()
                np.testing.assert_array_equal(found, rounded(ours.zoom(cp.array(own), factors, order=1, output=float).get(), dtype))
        image = image.reshape(-1, 512)
        for factors in [(255 / 128, 1023 / 512), (1 + 254 / 128, 1534 / 512)]:
            found = ours.zoom(cp.array(image), factors, order=1).get()
            np.testing.assert_array_equal(found, rounded(ours.zoom(cp.array(image), factors, order=1, output=float).get(), dtype))
            np.testing.assert_array_equal(found, expected.zoom(image, factors, order=1))


def test_what_is_not_finite():
    at = np.array([[np.nan, 1.5, 2.0]])
    line = np.arange(5.0)
    for mode, order in itertools.product(["constant", "reflect", "mirror", "wrap", "grid-wrap", "nearest", "grid-constant"], [1, 3]):
        own = cp.asnumpy(ours.map_coordinates(cp.array(line), cp.array(at), order=order, mode=mode, cval=7))
        np.testing.assert_allclose(own, expected.map_coordinates(line, at, order=order, mode=mode, cval=7), atol=1e-14)
    # Coordinates beyond all integers name some element, or the constant.
    far = np.array([[np.inf, -np.inf, 1e300, -1e300, 1e18, -1e18, 2.0**63]])
    for mode, order in itertools.product(MODES, range(6)):
        own = cp.asnumpy(ours.map_coordinates(cp.array(line), cp.array(far), order=order, mode=mode, cval=7, prefilter=False))
        assert own.shape == (7,)
    line[2] = np.nan
    for order in [1, 3]:
        compare(ours.shift(cp.array(line), 0.5, order=order, mode="mirror"), expected.shift(line, 0.5, order=order, mode="mirror"))
    line = np.zeros(9)
    line[6] = np.inf
    compare(ours.shift(cp.array(line), 0.5, order=1, mode="mirror"), expected.shift(line, 0.5, order=1, mode="mirror"))


def test_empty_arrays():
    for shape in [(0,), (0, 3), (3, 0)]:
        image = np.zeros(shape)
        for order in [1, 3]:
            compare(ours.shift(cp.array(image), 1, order=order), expected.shift(image, 1, order=order))
            compare(ours.zoom(cp.array(image), 2, order=order), expected.zoom(image, 2, order=order))
        compare(ours.spline_filter(cp.array(image)), expected.spline_filter(image))
    compare(ours.spline_filter(cp.array(2.5)), expected.spline_filter(np.array(2.5)))
    compare(ours.zoom(cp.arange(4.0), 0.1), expected.zoom(np.arange(4.0), 0.1))
    compare(ours.map_coordinates(cp.eye(3), cp.zeros((2, 0))), expected.map_coordinates(np.eye(3), np.zeros((2, 0))))
    # An empty image gives the constant everywhere.
    assert ours.map_coordinates(cp.zeros(0), [[0.0, 3.5]], order=1, mode="reflect", cval=2).tolist() == [2, 2]


BAD = [
    ("spline_filter1d", (np.eye(3), 6), {}),
    ("spline_filter1d", (np.eye(3), -1), {}),
    ("spline_filter1d", (np.eye(3), 3, 2), {}),
    ("spline_filter1d", (np.eye(3),), {"mode": "no"}),
    ("spline_filter", (np.eye(3), 1), {}),
    ("spline_filter", (np.eye(3), 3), {"output": np.zeros((3, 4))}),
    ("spline_filter", (np.eye(3) * 1j, 3), {"output": np.zeros((3, 3))}),
    ("map_coordinates", (np.eye(3), np.zeros((3, 4))), {}),
    ("map_coordinates", (np.eye(3), np.zeros((2, 4))), {"order": 6}),
    ("map_coordinates", (np.eye(3), np.zeros((2, 4))), {"mode": "same"}),
    ("map_coordinates", (np.eye(3), np.zeros(2)), {}),
    ("map_coordinates", (np.array(1.0), np.zeros((0, 4))), {}),
    ("map_coordinates", (np.eye(3), np.zeros((2, 4)) * 1j), {}),
    ("map_coordinates", (np.eye(3), np.zeros((2, 4))), {"output": np.zeros(3)}),
    ("affine_transform", (np.eye(3), np.eye(4)), {}),
    ("affine_transform", (np.eye(3), np.array(2.0)), {}),
    ("affine_transform", (np.eye(3), np.zeros((2, 4))), {}),
    ("affine_transform", (np.eye(3), np.ones((3, 3))), {}),
    ("affine_transform", (np.eye(3), np.ones(3)), {}),
    ("affine_transform", (np.eye(3), np.eye(2), [1, 2, 3]), {}),
    ("affine_transform", (np.eye(3), np.eye(2)), {"output_shape": (2,)}),
    ("affine_transform", (np.eye(3), np.eye(2)), {"output_shape": (2, 3), "output": np.zeros((3, 3))}),
    ("affine_transform", (np.eye(3), np.eye(2)), {"output_shape": ()}),
    ("shift", (np.array(1.0), 1), {}),
    ("shift", (np.eye(3), [1, 2, 3]), {}),
    ("shift", (np.eye(3), [1]), {}),
    ("shift", (np.eye(3), 1), {"order": -1}),
    ("zoom", (np.array(1.0), 2), {}),
    ("zoom", (np.eye(3), [2]), {}),
    ("zoom", (np.eye(3), -1), {}),
    ("zoom", (np.eye(3), 2), {"output": np.zeros((3, 3))}),
    ("rotate", (np.arange(3), 30), {}),
    ("rotate", (np.eye(3), 30, (0, 2)), {}),
    ("rotate", (np.eye(3), 30, (0, -3)), {}),
    ("rotate", (np.eye(3), 30, (0, 1, 1)), {}),
    ("rotate", (np.eye(3), 30), {"order": 7}),
]


@pytest.mark.parametrize("name, arguments, how", BAD)
def test_bad_input(name, arguments, how):
    with pytest.raises(Exception) as error:
        getattr(expected, name)(*arguments, **how)
    with pytest.raises(type(error.value)):
        getattr(ours, name)(*map(as_ours, arguments), **{key: as_ours(value) for key, value in how.items()})


def test_a_grid_that_wraps_is_warned_of():
    for mode in ["constant", "wrap"]:
        with pytest.warns(UserWarning, match=f"grid-{mode}"):
            ours.zoom(cp.eye(3), 2, mode=mode, grid_mode=True)


def test_without_factors_an_image_is_copied():
    image = cp.arange(6.0).reshape(2, 3)
    same = ours.zoom(image, 1, order=3)
    assert same.tolist() == image.tolist() and not cp.shares_memory(same, image)
    compare(ours.zoom(cp.array([1.7]), 1, "i4"), expected.zoom(np.array([1.7]), 1, np.dtype("i4")))


def test_float16_is_taken_too():
    image = np.arange(6.0).reshape(2, 3)
    own = ours.shift(cp.array(image, dtype="f2"), 0.5, order=1, mode="nearest")
    assert own.dtype == np.float16
    assert own.tolist() == expected.shift(image, 0.5, order=1, mode="nearest").tolist()


def test_on_the_ptx_machine():
    rng = np.random.default_rng(6)
    with cp.cuda.Device("ptx"):
        for _ in range(120 if LONG else 24):
            name, image, arguments, how = calls(rng)
            own = getattr(ours, name)(laid_out(rng, image), *map(as_ours, arguments), **how)
            if not is_borderline(name, arguments):
                compare(own, getattr(expected, name)(image, *arguments, **how))
        for mode, order in itertools.product(["reflect", "mirror", "grid-wrap"], [2, 5]):
            # Long lines are filtered in parts.
            for shape in [(1500,), (700, 3), (2, 600), (1, 4)]:
                image = rng.normal(size=shape)
                own = ours.spline_filter1d(cp.array(image), order, 0 if shape[0] > 3 else -1, mode=mode)
                compare(own, expected.spline_filter1d(image, order, 0 if shape[0] > 3 else -1, mode=mode))
        # All of a line is NaN where an element is, however far away.
        line = np.arange(1500.0)
        line[40] = np.nan
        assert cp.isnan(ours.spline_filter1d(cp.array(line), 3)).all()


@pytest.mark.parametrize("form", ["grid", "points"])
def test_the_ptx_machine_gives_the_same(form):
    """Points within, on and beyond the last element, on grids of one axis to three and at points."""
    rng = np.random.default_rng(12)
    for shape, order in itertools.product([(9,), (5, 7), (3, 4, 5)], [0, 1, 2, 3]):
        image = image_of(rng, shape, str(rng.choice(["f4", "f8", "u1"])))
        by = rng.normal(size=len(shape)) * 3
        matrix = np.eye(len(shape)) + rng.normal(size=(len(shape), len(shape))) * 0.3
        for mode in MODES if order < 2 else ["reflect", "constant", "grid-constant"]:

            def of(array):
                how = {"order": order, "mode": mode, "cval": 2.5}
                if form == "grid":
                    return cp.asnumpy(ours.shift(array, by.tolist(), **how)), cp.asnumpy(ours.zoom(array, 1.6, **how))
                return (cp.asnumpy(ours.affine_transform(array, cp.asarray(matrix), by.tolist(), **how)),)

            expected_ones = of(cp.array(image))
            with cp.cuda.Device("ptx"):
                found = of(cp.array(image))
            for one, other in zip(found, expected_ones):
                np.testing.assert_allclose(one, other, 1e-6, 1e-6, err_msg=f"{shape} {order} {mode}")
