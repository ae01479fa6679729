"""Filters of images: random calls give what SciPy gives, on every dtype, layout and mode; bad input is refused as there."""

import inspect

import numpy as np
import pytest
import scipy.ndimage
from conftest import LONG, assert_same, host, outcome, parts

import cuprust as cp
import cuprust.scipy.ndimage

OURS, SCIPYS = cp.scipy.ndimage, scipy.ndimage
REAL = ["u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f4", "f8", "?"]
MODES = ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-constant", "grid-wrap"]
ON_CPU = str(cp.cuda.Device()) == "cpu"


def image(random, dtypes):
    """An image of one to three axes, as it lies in memory or seen otherwise: NumPy's and ours."""
    axes = random.integers(1, 4)
    shape = tuple(int(n) for n in random.integers(1, [40, 20, 9][axes - 1], axes))
    dtype = np.dtype(dtypes[random.integers(len(dtypes))])
    if dtype.kind in "iu":
        a = random.integers(0 if dtype.kind == "u" else -100, 100, shape).astype(dtype)
    elif dtype.kind == "b":
        a = random.integers(0, 2, shape).astype(dtype)
    else:
        a = random.normal(size=shape)
        a = (a + 1j * random.normal(size=shape) if dtype.kind == "c" else a).astype(dtype)
    seen = [lambda x, xp: x, lambda x, xp: x.T, lambda x, xp: x[::-1], lambda x, xp: xp.roll(x, 1, 0)][random.integers(4)]
    return seen(a, np), seen(cp.array(a), cp)


def compare(call, pair, where, close=1e-11):
    expected, wrong = outcome(lambda: call(SCIPYS, pair[0], np.asarray))
    got, error = outcome(lambda: call(OURS, pair[1], cp.asarray))
    if wrong is not None or error is not None:
        assert wrong is not None and error is not None, (where, wrong, error)
        assert isinstance(error, type(wrong)), (where, wrong, error)
        return
    assert_same(got, expected, dtype=True, close=close if expected.dtype.kind in "fc" else 0.0, where=where)


# Filters that subtract give no unsigned integers here: what C makes of a negative number among uint64 is not defined. A
# second pass over bools reads what the first one has stored as bytes, which SciPy does not make 0 and 1.
FILTERS = {
    "correlate1d": lambda nd, x, of, s: nd.correlate1d(x, of(s["weights"]), s["axis"], origin=s["origin"], **s["edges"]),
    "convolve1d": lambda nd, x, of, s: nd.convolve1d(x, of(s["weights"]), s["axis"], origin=s["origin"], **s["edges"]),
    "correlate": lambda nd, x, of, s: nd.correlate(x, of(s["kernel"]), **s["edges"]),
    "convolve": lambda nd, x, of, s: nd.convolve(x, of(s["kernel"]), **s["edges"]),
    "uniform_filter1d": lambda nd, x, of, s: nd.uniform_filter1d(x, s["size"], s["axis"], origin=s["origin"], **s["edges"]),
    "gaussian_filter1d": lambda nd, x, of, s: nd.gaussian_filter1d(x, s["sigma"], s["axis"], order=s["size"] % 3, **s["edges"]),
    "uniform_filter": lambda nd, x, of, s: nd.uniform_filter(x, s["sizes"], **s["edges"]),
    "gaussian_filter": lambda nd, x, of, s: nd.gaussian_filter(x, s["sigma"], **s["edges"]),
    "sobel": lambda nd, x, of, s: nd.sobel(x, s["axis"], **s["edges"]),
    "prewitt": lambda nd, x, of, s: nd.prewitt(x, s["axis"], **s["edges"]),
    "laplace": lambda nd, x, of, s: nd.laplace(x, **s["edges"]),
    "gaussian_laplace": lambda nd, x, of, s: nd.gaussian_laplace(x, s["sigma"], **s["edges"]),
    "gaussian_gradient_magnitude": lambda nd, x, of, s: nd.gaussian_gradient_magnitude(x, s["sigma"], **s["edges"]),
    "minimum_filter1d": lambda nd, x, of, s: nd.minimum_filter1d(x, s["size"], s["axis"], origin=s["origin"], **s["edges"]),
    "maximum_filter1d": lambda nd, x, of, s: nd.maximum_filter1d(x, s["size"], s["axis"], origin=s["origin"], **s["edges"]),
    "minimum_filter": lambda nd, x, of, s: nd.minimum_filter(x, s["sizes"], **s["edges"]),
    "maximum_filter": lambda nd, x, of, s: nd.maximum_filter(x, footprint=of(s["footprint"]), **s["edges"]),
    "median_filter": lambda nd, x, of, s: nd.median_filter(x, s["sizes"], **s["edges"]),
    "rank_filter": lambda nd, x, of, s: nd.rank_filter(x, s["origin"], footprint=of(s["footprint"]), **s["edges"]),
    "percentile_filter": lambda nd, x, of, s: nd.percentile_filter(x, 30, s["sizes"], **s["edges"]),
}
SINGLE_PASS = ["correlate1d", "convolve1d", "correlate", "convolve", "uniform_filter1d", "gaussian_filter1d"]
RANKS = ["minimum_filter1d", "maximum_filter1d", "minimum_filter", "maximum_filter", "median_filter", "rank_filter", "percentile_filter"]


def settings(random, x):
    size = int(random.integers(1, 9))
    sizes = [int(n) for n in random.integers(1, 5, x.ndim)]
    weights = random.normal(size=size)
    weights = [weights, np.round(2 * weights), weights + weights[::-1], weights - weights[::-1]][random.integers(4)]
    footprint = random.integers(0, 2, sizes).astype(bool)
    footprint.flat[0] = True
    return {
        "size": size,
        "sizes": sizes,
        "axis": int(random.integers(-x.ndim, x.ndim)),
        "origin": int(random.integers(-1, 2)),
        "sigma": float(random.choice([0.5, 1.0, 2.0])),
        "weights": weights,
        "kernel": random.integers(-2, 3, sizes).astype(float),
        "footprint": footprint,
        "edges": {"mode": MODES[random.integers(len(MODES))], "cval": float(random.choice([0, 1, 2.5, -1]))},
    }


@pytest.mark.parametrize("name", FILTERS)
def test_random_calls(name):
    random = np.random.default_rng(sum(map(ord, name)))
    dtypes = [*REAL, "c8", "c16"] if name not in RANKS else REAL
    if name not in RANKS:
        dtypes = [dtype for dtype in dtypes if dtype[0] != "u" and (name in SINGLE_PASS or dtype != "?")]
    for _ in range(60 * (LONG or 1) if ON_CPU else 3):
        pair = image(random, dtypes)
        own = settings(random, pair[0])
        if name in ("rank_filter", "median_filter", "percentile_filter") and pair[0].ndim == 1:
            # SciPy's own code for one axis takes holes of a footprint for elements.
            pair = pair[0][None], pair[1][None]
            own = settings(random, pair[0])
        if pair[0].dtype.kind == "u":
            # What C makes of a negative constant is not defined.
            own["edges"]["cval"] = abs(own["edges"]["cval"])
        if pair[0].dtype == "?":
            # SciPy stores a constant other than 0 and 1 among bools as a byte.
            own["edges"]["cval"] = float(own["edges"]["cval"] > 0)
        if random.integers(3) == 0 and pair[0].dtype.kind not in "c":
            own["edges"]["output"] = np.dtype(["f4", "f8"][random.integers(2)])
        close = 2e-5 if "f4" in (pair[0].dtype.str[1:], np.dtype(own["edges"].get("output", "f8")).str[1:]) else 1e-11
        close = 2e-5 if pair[0].dtype == "c8" else close
        compare(lambda nd, x, of: FILTERS[name](nd, x, of, own), pair, (name, pair[0].dtype, pair[0].shape, own), close)


@pytest.mark.parametrize("dtype", ["u1", "i1", "u2", "i2", "?"])
def test_narrow_integers(dtype):
    """Sums of narrow integers are exact in few bits, or else in float64; what is stored is what C makes of SciPy's float64."""
    random = np.random.default_rng(4)
    bounds = (0, 2) if dtype == "?" else (np.iinfo(dtype).min, np.iinfo(dtype).max + 1)
    # Their sums are near whole numbers where elements are equal.
    fractions = [0.1, 0.2, 0.4, 0.2, 0.1], [-0.3, 0.0, 0.3], random.normal(size=4), np.full(7, 1 / 7), [1e-40, 0.5]
    for shape in [(70, 150), (5, 6, 40), (300,), (1, 9), (9, 1)]:
        a = random.integers(*bounds, shape).astype(dtype)
        a.flat[: a.size // 2] = bounds[1] - 1
        pair = a, cp.array(a)
        for mode, cval in [("reflect", 0), ("constant", 0), ("constant", 1), ("constant", 0.5), ("wrap", 2.5), ("mirror", 0), ("nearest", 0)]:
            edges = {"mode": mode, "cval": cval}
            for size in (1, 2, 3, 4, 16, 17, 31, 256, 257, 300):
                for output in (None, "i4", "f4", "f8"):
                    own = edges | ({} if output is None or dtype == "?" and output is None else {"output": np.dtype(output)})
                    compare(lambda nd, x, of: nd.uniform_filter1d(x, size, 0, **own), pair, (dtype, shape, size, own), 2e-7)
            for weights in ([-1.0, 0, 1], [1, 2, 1], [1, -2, 1], [-1, -1], [0.0, 0], [128, -3], [300.0] * 5, [1e6, 1, 1], [0.5, 1], [1e12, 1], *fractions):
                for output in ("i4", "i8", "f4", "f8"):
                    own = edges | {"output": np.dtype(output)}
                    if max(map(abs, weights)) * 65536 * 5 < 2**31 or output not in ("i4",):
                        compare(lambda nd, x, of: nd.correlate1d(x, weights, -1, **own), pair, (dtype, shape, weights, own), 2e-7)
        if dtype != "?":
            for name in ("sobel", "prewitt", "laplace", "uniform_filter", "gaussian_filter"):
                further = {"uniform_filter": [3], "gaussian_filter": [1.5]}.get(name, [])
                compare(lambda nd, x, of: getattr(nd, name)(x, *further), pair, (dtype, shape, name))


@pytest.mark.parametrize("dtype", [*REAL, "f2"])
def test_small_windows_of_large_images(dtype):
    """They are read where the image lies in memory, in parts, if it is contiguous, and only windows beyond the edges are copied."""
    random = np.random.default_rng(9)
    weights = random.normal(size=4), np.array([1.0, -2.0, 1.0]), random.normal(size=17), np.array([-1.0, 0.0, 1.0])
    for shape in ((90, 220), (2, 40, 17), (20_011,), (40, 3, 5), (700, 33), (3, 17_000)) if ON_CPU else ((90, 220),):
        a = random.normal(size=shape) * 60
        a = np.abs(a) if np.dtype(dtype).kind == "u" else a
        a = (a > 0 if dtype == "?" else a).astype("f4" if dtype == "f2" else dtype)
        for image, own in ((a, cp.array(a, dtype=dtype)), (a[..., ::-1], cp.array(a, dtype=dtype)[..., ::-1])):
            if dtype == "f2":
                image = host(own).astype("f4")
            size, axis, mode = int(random.integers(2, 10)), int(random.integers(len(shape))), MODES[random.integers(len(MODES))]
            edges = {"mode": mode, "cval": 1.0 if dtype == "?" else float(random.choice([0, 3, 0.1 if dtype[0] == "f" else 2])), "origin": int(random.integers(-1, size - size // 2 if size < 3 else 2))}
            where = (dtype, shape, size, axis, edges)
            for name in ("minimum_filter1d", "maximum_filter1d"):
                if dtype != "f2" or edges["cval"] != 0.1:
                    found = getattr(OURS, name)(own, size, axis, **edges)
                    assert_same(found.astype(image.dtype), getattr(SCIPYS, name)(image, size, axis, **edges), where=(name, where))
            if dtype == "f2":
                continue
            close = 0 if np.dtype(dtype).kind in "iub" else 1e-6 if dtype == "f4" else 1e-12
            for output in ("f8",) if dtype[0] != "f" else (dtype, "f8"):
                given = edges | {"output": np.dtype(output)}
                compare(lambda nd, x, of: nd.uniform_filter1d(x, size, axis, **given), (image, own), ("mean", where, output), max(close, 1e-11))
                for line in weights:
                    compare(lambda nd, x, of: nd.correlate1d(x, of(line), axis, mode=mode, output=given["output"]), (image, own), ("sum", where, output), max(close, 1e-12))


def test_means_beyond_a_constant_that_no_float32_is():
    """The constant is a float64, whatever the image is."""
    a = np.random.default_rng(12).random((200, 100)).astype("f4")
    for call in (
        lambda nd, x, of: nd.uniform_filter1d(x, 3, 0, mode="constant", cval=0.1, output=np.float64),
        lambda nd, x, of: nd.correlate1d(x, of([1e-39, 1.0, 2.0]), 0, mode="constant", cval=1e39),
    ):
        compare(call, (a, cp.array(a)), "constant", 1e-7)


def test_ranks_in_boxes_share_columns():
    """The columns of a box are sorted for all windows of a line; what is not a box goes through comparisons of its own."""
    random = np.random.default_rng(10)
    boxes = [(3, 3), (5, 5), (3, 5), (5, 3), (1, 7), (7, 1), (2, 2), (9, 9), (4, 6), (1, 3, 3), (3, 3, 3), (2, 5, 1), (3, 1, 4), (5,), (81,)]
    for dtype in [*REAL, "f2"]:
        for box in boxes if LONG else random.permutation(np.arange(len(boxes)))[:6]:
            box = box if LONG else boxes[box]
            shape = {1: (700,), 2: (23, 610), 3: (4, 9, 270)}[len(box)] if ON_CPU else (3, 11, 40)[-len(box) :]
            a = (random.normal(size=shape) * 50).astype("i8" if dtype[0] == "i" else "f8")
            a = (a > 20 if dtype == "?" else np.abs(a) if dtype[0] == "u" else np.round(a) / 4 if dtype[0] == "f" else a).astype(dtype)
            theirs = a.astype("f4") if dtype == "f2" else a.view("u1") if dtype == "?" else a
            count = int(np.prod(box))
            for rank in {count // 2, count // 4, 1, count - 2}:
                mode = MODES[random.integers(len(MODES))]
                origin = tuple(int(random.integers(-((size - 1) // 2), size // 2 + 1)) * -1 if size > 1 else 0 for size in box)
                edges = {"mode": mode, "cval": 1, "origin": origin}
                # SciPy's own code for one axis has other edges.
                own = (cp.array(a), theirs) if a.ndim > 1 else (cp.array(a)[None], theirs[None])
                if a.ndim == 1:
                    edges["origin"], window = (0, *origin), (1, *box)
                else:
                    window = box
                for seen in (lambda x: x, lambda x: x[..., ::-1]):
                    found, wanted = OURS.rank_filter(seen(own[0]), rank, window, **edges), SCIPYS.rank_filter(seen(own[1]), rank, window, **edges)
                    assert_same(host(found).astype(wanted.dtype), wanted, where=(dtype, box, rank, edges))
    x = np.where(random.random((9, 40)) < 0.2, np.nan, random.normal(size=(9, 40)))
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, mode="symmetric"), (3, 3))
    assert_same(OURS.rank_filter(cp.array(x), 4, 3), np.sort(windows.reshape(9, 40, 9))[..., 4])


@pytest.mark.parametrize("name", ["correlate1d", "slide", "neighbors", "ranks"])
def test_the_ptx_machine_gives_the_same(name):
    calls = {
        "correlate1d": lambda x: OURS.gaussian_filter(x, 1.5, mode="mirror"),
        "slide": lambda x: OURS.maximum_filter(OURS.uniform_filter(x, 4), (3, 6), mode="wrap"),
        "neighbors": lambda x: OURS.correlate(x, cp.asarray([[0.5, 0, 2], [1, -1, 0]]), mode="constant", cval=2),
        "ranks": lambda x: OURS.median_filter(OURS.median_filter(x, 3), 9),
    }
    for dtype in ["u1", "i4", "f4", "f8"]:
        a = (np.random.default_rng(5).random((13, 37)) * 100).astype(dtype)
        expected = host(calls[name](cp.array(a)))
        with cp.cuda.Device("ptx"):
            np.testing.assert_array_equal(host(calls[name](cp.array(a))), expected, err_msg=f"{name} {dtype}")


@pytest.mark.parametrize("size", [2, 15, 33, 100])
def test_windows_along_axes_on_the_ptx_machine(size):
    """A thread has windows of up to 33 in registers; longer ones are combined in shared memory. Lanes are many or few, rows whole or in parts."""
    dice = np.random.default_rng(size)
    for number, (shape, axis, dtype) in enumerate((
        ((200,), 0, "f8"), ((2, 1100), 1, "f4"), ((3, 90), 0, "u1"), ((90, 3), 0, "f4"), ((70, 40), 0, "f8"), ((5, 6, 7), 1, "i2"), ((35, 9), 1, "i8"),
    )):  # fmt: skip
        # Each has kernels of its own, and each size every second shape.
        if not LONG and (number + size) % 2:
            continue
        a = (dice.random(shape) * 200).astype(dtype)
        weights = dice.normal(size=size)
        for own, mode in [(weights, "reflect"), (weights + weights[::-1], "wrap"), (weights - weights[::-1], "constant")]:
            both = [
                (host(OURS.correlate1d(x, own, axis, "f8", mode, 3)), host(OURS.uniform_filter1d(x, size, axis, "f8", mode, 3)),
                 host(OURS.minimum_filter1d(x, size, axis, None, mode, 3)), host(OURS.maximum_filter1d(x, size, axis, None, mode, 3)))
                for x in on_both(a)
            ]  # fmt: skip
            for one, other in zip(*both):
                np.testing.assert_array_equal(one, other, err_msg=f"{shape} {axis} {dtype} {mode}")


@pytest.mark.parametrize("window", [(3, 3), (5, 5), (2, 5), (7, 1), (1, 6), (4, 3)])
def test_small_windows_sort_each_line_once(window):
    dice, origin = np.random.default_rng(3), (0, -1 if window[1] > 1 else 0)
    for dtype, mode in [("u1", "constant"), ("f4", "mirror"), ("i8", "wrap")]:
        a = dice.integers(0, 60, (70, 37)).astype(dtype)
        for rank in {0, 1, window[0] * window[1] // 2, window[0] * window[1] - 2} & set(range(window[0] * window[1])):
            expected = SCIPYS.rank_filter(a, rank, size=window, mode=mode, cval=7, origin=origin)
            for x in on_both(a):
                assert_same(OURS.rank_filter(x, rank, size=window, mode=mode, cval=7, origin=origin), expected, where=(dtype, rank))


def on_both(a):
    """An array on the default device, and then, while it is the current one, on the PTX machine."""
    yield cp.array(a)
    with cp.cuda.Device("ptx"):
        yield cp.array(a)


@pytest.mark.parametrize("device", ["own", "ptx"])
def test_bytes_in_large_windows(device):
    """They are counted while windows move: along lines or columns, where windows are boxes, in any form, and in another order."""
    dice = np.random.default_rng(8)
    disk = np.add.outer(np.arange(-7, 8) ** 2, np.arange(-7, 8) ** 2) < 50
    with cp.cuda.Device() if device == "own" else cp.cuda.Device("ptx"):
        for place, (dtype, mode) in enumerate((("u1", "reflect"), ("i1", "constant"), ("u1", "wrap"), ("?", "nearest"))):
            for number, (shape, window) in enumerate((
                ((13, 17), {"size": 9}), ((70, 30), {"size": (11, 8), "origin": (-2, 3)}), ((3, 9, 6), {"size": 5}), ((150,), {"size": 91}),
                ((5, 4), {"size": 15}), ((150, 30), {"size": (9, 12), "origin": (4, -6)}), ((2, 20, 31), {"size": (1, 7, 9), "origin": (0, 2, -1)}),
                ((90, 40), {"size": (60, 3)}), ((80, 85), {"size": (3, 150)}), ((40, 50), {"footprint": disk}), ((40, 50), {"footprint": dice.random((9, 11)) < 0.8}),
            )):  # fmt: skip
                # Where the machine interprets each instruction, each window has every second dtype and mode.
                if str(cp.cuda.Device()) == "ptx" and not LONG and (place + number) % 2:
                    continue
                a = dice.integers(0, 256, shape).astype("u1").view("i1" if dtype == "i1" else "u1")
                a = a > 99 if dtype == "?" else a
                ours = {key: cp.asarray(value) if isinstance(value, np.ndarray) else value for key, value in window.items()}
                for turned in (False, True):
                    image, own = (a.T, cp.asarray(a).T) if turned and len(set(shape)) == len(shape) == 2 else (a, cp.asarray(a))
                    # SciPy's ranks of bools are those of their bytes.
                    theirs = SCIPYS.rank_filter(image.view("u1") if dtype == "?" else image, 40, mode=mode, cval=1, **window)
                    assert_same(OURS.rank_filter(own, 40, mode=mode, cval=1, **ours), theirs.astype(dtype), where=(dtype, mode, shape, window))


def test_filters_take_what_is_recorded_and_are_taken(both):
    a = np.random.default_rng(1).random((30, 40))
    ours = host(OURS.gaussian_filter(cp.array(a) * 2 + 1, 1.0) - 1)
    np.testing.assert_allclose(ours, SCIPYS.gaussian_filter(a * 2 + 1, 1.0) - 1, rtol=1e-12)


def test_outputs():
    a = np.arange(12.0).reshape(3, 4)
    x, out = cp.array(a), cp.zeros((3, 4), "f4")
    assert OURS.uniform_filter(x, 3, output=out) is out
    assert_same(out, SCIPYS.uniform_filter(a, 3, output="f4"))
    # The image itself, and a part of it.
    assert OURS.maximum_filter(x, 3, output=x) is x
    assert_same(x, SCIPYS.maximum_filter(a, 3))
    y, b = cp.arange(10.0), np.arange(10.0)
    OURS.correlate1d(y[:-1], cp.asarray([1.0, 2.0]), output=y[1:])
    assert_same(y[1:], SCIPYS.correlate1d(b[:-1], [1.0, 2.0]))
    for output in [cp.zeros((4, 3)), cp.zeros(3)]:
        with pytest.raises(RuntimeError, match="output shape not correct"):
            OURS.uniform_filter(cp.array(a), 3, output=output)
    read_only = cp.zeros((3, 4))
    read_only.flags.writeable = False
    with pytest.raises(ValueError):
        OURS.uniform_filter(cp.array(a), 3, output=read_only)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (1,), (1, 1, 1)])
def test_few_elements(shape):
    a = np.ones(shape)
    for call in [
        lambda nd, x, of: nd.gaussian_filter(x, 1),
        lambda nd, x, of: nd.uniform_filter(x, 3),
        lambda nd, x, of: nd.minimum_filter(x, 3),
        lambda nd, x, of: nd.median_filter(x, 3),
        lambda nd, x, of: nd.sobel(x),
        lambda nd, x, of: nd.correlate(x, of(np.ones((3,) * len(shape)))),
    ]:
        compare(call, (a, cp.array(a)), shape)


def test_windows_larger_than_the_image():
    a = np.random.default_rng(2).random((5, 3))
    for mode in MODES:
        for call in [
            lambda nd, x, of: nd.gaussian_filter(x, 20, mode=mode),
            lambda nd, x, of: nd.uniform_filter(x, 40, mode=mode),
            lambda nd, x, of: nd.maximum_filter(x, (30, 17), mode=mode),
            lambda nd, x, of: nd.median_filter(x, (13, 11), mode=mode),
            lambda nd, x, of: nd.correlate(x, of(np.ones((9, 12))), mode=mode),
        ]:
            compare(call, (a, cp.array(a)), mode)


def test_axes():
    a = np.random.default_rng(3).random((6, 5, 4))
    for axes in [(0,), (1, 2), (2, 0), (-1,), 1, (), (0, 0), (3,), (0, 1, 2)]:
        for call in [
            lambda nd, x, of: nd.gaussian_filter(x, 1, axes=axes),
            lambda nd, x, of: nd.uniform_filter(x, 3, axes=axes),
            lambda nd, x, of: nd.maximum_filter(x, 3, axes=axes),
            lambda nd, x, of: nd.median_filter(x, 3, axes=axes),
            lambda nd, x, of: nd.laplace(x, axes=axes),
        ]:
            compare(call, (a, cp.array(a)), axes)


def test_bad_input():
    a = np.random.default_rng(4).random((6, 5))
    for call in [
        lambda nd, x, of: nd.gaussian_filter(x, 1, mode="other"),
        lambda nd, x, of: nd.gaussian_filter(x, [1, 2, 3]),
        lambda nd, x, of: nd.gaussian_filter1d(x, 1, order=-1),
        lambda nd, x, of: nd.gaussian_filter1d(x, 1, radius=-1),
        lambda nd, x, of: nd.gaussian_filter1d(x, 1, axis=2),
        lambda nd, x, of: nd.uniform_filter(x, [1, 2, 3]),
        lambda nd, x, of: nd.uniform_filter1d(x, 0),
        lambda nd, x, of: nd.uniform_filter1d(x, 3, origin=2),
        lambda nd, x, of: nd.uniform_filter1d(x, 3, origin=-2),
        lambda nd, x, of: nd.correlate1d(x, of(np.ones((2, 2)))),
        lambda nd, x, of: nd.correlate1d(x, of(np.ones(0))),
        lambda nd, x, of: nd.correlate1d(x, of(np.ones(3)), origin=2),
        lambda nd, x, of: nd.correlate(x, of(np.ones(3))),
        lambda nd, x, of: nd.correlate(x, of(np.ones((3, 3))), origin=(0, 2)),
        lambda nd, x, of: nd.minimum_filter(x, footprint=of(np.zeros((2, 2), bool))),
        lambda nd, x, of: nd.minimum_filter(x, footprint=of(np.ones(2, bool))),
        lambda nd, x, of: nd.minimum_filter(x),
        lambda nd, x, of: nd.median_filter(x),
        lambda nd, x, of: nd.rank_filter(x, 9, 3),
        lambda nd, x, of: nd.rank_filter(x, -10, 3),
        lambda nd, x, of: nd.percentile_filter(x, 101, 3),
        lambda nd, x, of: nd.median_filter(x + 1j, 3),
        lambda nd, x, of: nd.maximum_filter1d(x + 1j, 3),
        lambda nd, x, of: nd.rank_filter(x, 1, footprint=of(np.eye(2, dtype=bool)), mode=["reflect", "wrap"]),
    ]:
        compare(call, (a, cp.array(a)), "bad input")


def test_nan_and_infinity():
    a = np.array([[1.0, np.nan, 3.0, np.inf], [2.0, -np.inf, 0.0, -0.0], [4.0, 5.0, 6.0, 7.0]])
    x = cp.array(a)
    # A window with NaN gives NaN; SciPy's result depends on the order of the elements.
    least = host(OURS.minimum_filter(x, 3))
    assert np.isnan(least[:2, :3]).all() and not np.isnan(least[:, 3]).any()
    np.testing.assert_array_equal(host(OURS.rank_filter(x, 8, 3))[1], [np.nan, np.nan, np.nan, np.inf])
    np.testing.assert_array_equal(host(OURS.correlate(x, cp.asarray([[0.0, 1.0, 0.0]]))), a)


def test_numpys_arrays_say_how_ours_are_filtered():
    """Weights, footprints and structures may be NumPy arrays, as in CuPy; the image may not, nor labels of its size."""
    rng = np.random.default_rng(20)
    x = rng.integers(0, 5, (7, 9))
    image, plus = cp.asarray(x), np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    calls = [
        ("convolve", plus), ("correlate", plus), ("correlate1d", plus[1]), ("minimum_filter", None, plus), ("median_filter", None, plus),
        ("rank_filter", 2, None, plus), ("grey_erosion", None, None, plus), ("binary_dilation", plus), ("binary_opening", plus, 1),
        ("label", plus), ("watershed_ift", cp.asarray(x % 3), plus),
    ]  # fmt: skip
    for name, *more in calls:
        given = image.astype("u1") if name == "watershed_ift" else image
        found = getattr(OURS, name)(given, *more)
        ours = getattr(OURS, name)(given, *(cp.asarray(own) if isinstance(own, np.ndarray) else own for own in more))
        for one, other in zip(*map(parts, ([found], [ours])), strict=True):
            assert_same(host(cp.asarray(one)), host(cp.asarray(other)), where=name)
    for refused in (lambda: OURS.convolve(x, plus), lambda: OURS.mean(image, x % 3, cp.array([1, 2])), lambda: OURS.binary_dilation(image, mask=x > 1)):
        with pytest.raises(TypeError, match="asarray"):
            refused()


def test_each_derivative_has_the_mode_of_its_axis():
    x = np.random.default_rng(21).normal(size=(6, 7, 5))
    for name, more in [("gaussian_gradient_magnitude", (0.7,)), ("gaussian_laplace", (0.7,)), ("laplace", ())]:
        for modes, axes in [(("reflect", "wrap", "constant"), None), (("nearest", "mirror"), (0, 2)), ("wrap", (1,))]:
            given = {"mode": modes, "cval": 2.0, "axes": axes}
            wanted = getattr(SCIPYS, name)(x, *more, **given)
            np.testing.assert_allclose(host(getattr(OURS, name)(cp.asarray(x), *more, **given)), wanted, rtol=1e-12, atol=1e-12)


# What each function needs beside the image, of so many axes.
NEEDED = {
    "correlate1d": {"weights": [1.0, 2.0]}, "convolve1d": {"weights": [1.0, 2.0]}, "correlate": {"weights": ...}, "convolve": {"weights": ...},
    "uniform_filter1d": {"size": 3}, "gaussian_filter1d": {"sigma": 1.0}, "gaussian_filter": {"sigma": 1.0}, "gaussian_laplace": {"sigma": 1.0},
    "gaussian_gradient_magnitude": {"sigma": 1.0}, "minimum_filter1d": {"size": 3}, "maximum_filter1d": {"size": 3}, "minimum_filter": {"size": 3},
    "maximum_filter": {"size": 3}, "rank_filter": {"rank": 0, "size": 3}, "percentile_filter": {"percentile": 20, "size": 3}, "median_filter": {"size": 3},
    "grey_erosion": {"size": 3}, "grey_dilation": {"size": 3}, "grey_opening": {"size": 3}, "grey_closing": {"size": 3},
    "morphological_gradient": {"size": 3}, "morphological_laplace": {"size": 3}, "white_tophat": {"size": 3}, "black_tophat": {"size": 3},
    "shift": {"shift": 1.5}, "zoom": {"zoom": 1.5}, "affine_transform": {"matrix": ...}, "rotate": {"angle": 10.0}, "fourier_gaussian": {"sigma": 1.0},
    "fourier_uniform": {"size": 1.0}, "fourier_ellipsoid": {"size": 1.0}, "fourier_shift": {"shift": 1.0}, "distance_transform_bf": {"metric": "euclidean"},
    "binary_hit_or_miss": {"structure1": ...},
}  # fmt: skip
PER_AXIS = {
    "size": 3, "origin": 0, "origin1": 0, "origin2": 0, "order": 1, "radius": 2, "sigma": 1.0, "shift": 1.5, "zoom": 1.5, "offset": 0.5, "sampling": 0.3,
    "mode": "nearest",
}  # fmt: skip


def taking_values_of_axes():
    """Names of functions, of parameters that are of each axis or of all, and whether the functions have axes to name. The order and the mode of splines
    are those of all axes."""
    for name in set(SCIPYS.__all__) - {"iterate_structure", "spline_filter", "spline_filter1d"}:
        parameters = inspect.signature(getattr(SCIPYS, name)).parameters
        for parameter in set(parameters) & set(PER_AXIS) - ({"order", "mode"} if "prefilter" in parameters else set()):
            yield name, parameter, "axes" in parameters and name != "rotate"


@pytest.mark.parametrize(("name", "parameter", "named"), sorted(taking_values_of_axes()))
def test_a_sequence_has_a_value_for_each_axis(name, parameter, named):
    one = PER_AXIS[parameter]
    forms = [one, [one], (one,), [one] * 2, [one] * 3, []] + ([] if isinstance(one, str) else [np.array([one]), np.array([one, one])])
    for ndim in (1, 2, 3):
        image = np.arange(4.0**ndim).reshape((4,) * ndim)
        for axes in [None, (0,), (0, 1)][: ndim + 1 if named else 1]:
            count = ndim if axes is None else len(axes)
            rest = {key: np.eye(ndim) if key == "matrix" else np.ones((3,) * count) if value is ... else value for key, value in NEEDED.get(name, {}).items()}
            for form in forms:
                results = []
                for module, of in ((SCIPYS, np.asarray), (OURS, cp.asarray)):
                    given = {key: of(value) if isinstance(value, np.ndarray) else value for key, value in rest.items()}
                    given = {**given, **({} if axes is None else {"axes": axes}), parameter: form}
                    results.append(outcome(lambda call=getattr(module, name), x=of(image), given=given: call(x, **given)))
                (expected, wrong), (got, error) = results
                where = name, parameter, form, ndim, axes
                assert (wrong is None) == (error is None), (where, wrong, error)
                if wrong is None:
                    assert_same(got, expected, close=1e-9, where=where)
                elif "length equal" in str(error):
                    # SciPy's own reversals of windows index the sizes before they are checked.
                    assert isinstance(error, RuntimeError), where
                    assert str(error) == str(wrong) or isinstance(wrong, IndexError), where


def test_the_axes_of_an_iterated_structure():
    for origin in [1, [1], [1, 1], [1, 1, 1], []]:
        structure = np.ones((3, 3))
        expected, wrong = outcome(lambda o=origin, a=structure: SCIPYS.iterate_structure(a, 2, o)[1])
        got, error = outcome(lambda o=origin, a=structure: OURS.iterate_structure(cp.asarray(a), 2, o)[1])
        assert (expected, str(wrong)) == (list(got) if got is not None else None, str(error)), origin


@pytest.mark.parametrize("name", ["uniform_filter", "minimum_filter", "maximum_filter", "grey_erosion"])
def test_whole_parts_of_sizes(name):
    """As in SciPy and CuPy a size may be a float, of which the whole part counts."""
    a = np.random.default_rng(8).random((7, 9))
    for size in (3.0, 3.7, (1.0, 3), np.float32(3), [3, 5.0]):
        assert_same(getattr(OURS, name)(cp.asarray(a), size=size), getattr(SCIPYS, name)(a, size=size), close=1e-12)
        np.testing.assert_array_equal(getattr(OURS, name)(cp.asarray(a), size=cp.asarray(size)).get(), getattr(OURS, name)(cp.asarray(a), size=size).get())


def test_whole_parts_where_cupy_takes_them():
    a = cp.asarray(np.random.default_rng(9).random((7, 9)))
    kernel = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "sum_of_whole_sizes")
    for own, wanted in [
        (OURS.median_filter(a, (1.0, 3.0)), OURS.median_filter(a, (1, 3))),
        (OURS.median_filter(a, 3.0, origin=1.0), OURS.median_filter(a, 3, origin=1)),
        (OURS.grey_dilation(a, 3.0), OURS.grey_dilation(a, 3)),
        (OURS.white_tophat(a, (3.0, 2)), OURS.white_tophat(a, (3, 2))),
        (OURS.percentile_filter(a, 20, size=3.0), OURS.percentile_filter(a, 20, size=3)),
        (OURS.rank_filter(a, 2, size=(3.0, cp.array(2.0))), OURS.rank_filter(a, 2, size=(3, 2))),
        (OURS.gaussian_filter(a, 1, order=(1.0, 0)), OURS.gaussian_filter(a, 1, order=(1, 0))),
        (OURS.generic_filter(a, kernel, 3.0, origin=(1.0, 0)), OURS.generic_filter(a, kernel, 3, origin=(1, 0))),
    ]:
        assert_same(own, wanted.get())
    for wrong in ("3", "a", 1j, None, [1.0, "2"], {3.0}, {3: 3}, [[3.0]]):
        with pytest.raises((TypeError, RuntimeError)):
            OURS.median_filter(a, wrong)
    for wrong in (np.nan, np.inf, 1e30):
        with pytest.raises((ValueError, OverflowError)):
            OURS.uniform_filter(a, wrong)


def test_numbers_per_axis_that_are_arrays_without_axes():
    """Our arrays without axes among the numbers of a tuple or a list, as CuPy converts them."""
    a = np.random.default_rng(10).random((7, 9))
    one, zero = cp.array(1.5), cp.array(0)
    for name, arguments, wanted in [
        ("shift", ((one, 0),), ((1.5, 0),)), ("shift", ([0, zero],), ([0, 0],)), ("shift", ((np.array(1.5), one),), ((1.5, 1.5),)), ("zoom", ((one, 2),), ((1.5, 2),)),
        ("gaussian_filter", ((one, zero),), ((1.5, 0),)), ("gaussian_laplace", ((one, one),), ((1.5, 1.5),)), ("fourier_shift", ((one, 1),), ((1.5, 1),)),
        ("affine_transform", (([one, 0], [zero, 1.0]), (one, zero)), ([[1.5, 0], [0, 1.0]], (1.5, 0))), ("gaussian_filter", (one,), (1.5,)),
    ]:  # fmt: skip
        assert_same(getattr(OURS, name)(cp.asarray(a), *arguments), getattr(SCIPYS, name)(a, *wanted), close=1e-9)
    assert_same(OURS.distance_transform_edt(cp.asarray(a > 0.2), sampling=[one, 1]), SCIPYS.distance_transform_edt(a > 0.2, sampling=[1.5, 1]), close=1e-9)
    for wrong in ((one, "x"), (one, None), ("x",), [[one], [1, 2]]):
        with pytest.raises((TypeError, ValueError)):
            OURS.shift(cp.asarray(a), wrong)
