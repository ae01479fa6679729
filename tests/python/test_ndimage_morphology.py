"""Morphology and the labels of `scipy.ndimage` against SciPy: random images, structures, masks, origins, axes and layouts."""

import numpy as np
import pytest
import scipy.ndimage as reference
from conftest import assert_same, outcome
from images import compare

import cuprust as cp
from cuprust.scipy import ndimage

MODES = ["reflect", "constant", "nearest", "mirror", "wrap"]


def image(dice, dtypes="? u1 i4 f4 f8", rank=None, density=0.6):
    """An image, most of whose elements are zero or not by chance, in one of some layouts."""
    shape = dice.integers(1, 9, rank if rank is not None else dice.integers(1, 4))
    a = (dice.integers(1, 9, shape) * (dice.random(shape) < density)).astype(dice.choice(dtypes.split()))
    return [a, np.asfortranarray(a), a[..., ::-1], np.repeat(a, 2, -1)[..., ::2]][dice.integers(4)]


def structure(dice, rank):
    made = [
        lambda: None,
        lambda: np.ones(dice.integers(1, 5, rank), bool),
        lambda: dice.random(dice.integers(1, 5, rank)) < 0.6,
        lambda: reference.generate_binary_structure(rank, int(dice.integers(1, rank + 1))),
    ]
    return made[dice.integers(4)]()


def scanned(a, keywords):
    """Keywords of a binary operation that is repeated, on an image for which SciPy keeps to its memory.

    SciPy follows the elements that have changed from step to step. Where the image is shorter than the structure along some
    axis, it follows them to its neighbours in memory, reads and changes what is there, and may end the process. With
    `brute_force` it reads whole images instead.
    """
    own, axes = keywords.get("structure"), keywords.get("axes")
    axes = range(a.ndim) if axes is None else axes
    shape = [3] * len(axes) if own is None else own.shape
    return keywords | {"brute_force": True} if any(a.shape[axis] < n for axis, n in zip(axes, shape)) else keywords


def operation(dice, a):
    """Keywords of a binary operation."""
    axes = None
    if dice.random() < 0.2:
        axes = tuple(int(axis) for axis in dice.permutation(a.ndim)[: dice.integers(1, a.ndim + 1)])
    own = structure(dice, a.ndim if axes is None else len(axes))
    keywords = {"structure": own, "axes": axes}
    if own is not None and dice.random() < 0.3:
        # SciPy reads beyond a structure whose centre is before its beginning.
        keywords["origin"] = [int(dice.integers(-(n // 2), (n + 1) // 2)) for n in own.shape]
        keywords["origin"] = [min(max(o, -(n // 2) + (n % 2 == 0)), (n - 1) // 2) for o, n in zip(keywords["origin"], own.shape)]
    return keywords


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ["binary_erosion", "binary_dilation", "binary_opening", "binary_closing"])
def test_binary(name, seed):
    dice = np.random.default_rng(seed)
    for _ in range(12):
        a = image(dice)
        keywords = operation(dice, a) | {"border_value": int(dice.integers(2)), "iterations": int(dice.choice([1, 1, 2, 3, 5]))}
        if dice.random() < 0.4:
            keywords["mask"] = dice.random(a.shape) < 0.7
        compare(name, [a], scanned(a, keywords))


@pytest.mark.parametrize("seed", range(12))
def test_until_nothing_changes(seed):
    dice = np.random.default_rng(seed)
    for _ in range(12):
        a = image(dice, density=0.3)
        rank = a.ndim
        own = [None, reference.generate_binary_structure(rank, rank), np.ones((3,) * rank, bool)][dice.integers(3)]
        if dice.random() < 0.3:
            # No structure that is symmetric, but one that keeps what is there.
            own = dice.random((3,) * rank) < 0.5
            own[(1,) * rank] = True
        keywords = {"structure": own, "border_value": int(dice.integers(2))}
        if dice.random() < 0.8:
            keywords["mask"] = dice.random(a.shape) < 0.7
        compare("binary_erosion", [a], scanned(a, keywords | {"iterations": 0}))
        compare("binary_dilation", [a], scanned(a, keywords | {"iterations": -1}))
        if min(a.shape) >= 3:
            compare("binary_propagation", [a], keywords)
            compare("binary_fill_holes", [a], {"structure": own})


@pytest.mark.parametrize("seed", range(8))
def test_hit_or_miss(seed):
    dice = np.random.default_rng(seed)
    for _ in range(10):
        a = image(dice)
        first, second = structure(dice, a.ndim), structure(dice, a.ndim)
        compare("binary_hit_or_miss", [a, first, second], {})


def test_output_and_bad_input():
    a = np.array([[1, 0, 1], [1, 1, 1]], bool)
    for module, xp in ((reference, np), (ndimage, cp)):
        out = xp.full((2, 3), 7, "f4")
        module.binary_erosion(xp.asarray(a), output=out)
        assert out.dtype == "f4" and not out.any()
        module.binary_fill_holes(xp.asarray(a), output=out)
        assert out.tolist() == a.tolist()
    assert ndimage.binary_erosion(cp.asarray(a), output="f4").dtype == bool
    bad = [
        {"origin": 2}, {"structure": np.ones((3, 3, 3))}, {"structure": np.ones((0, 3))}, {"output": np.zeros((3, 3))},
        {"output": np.zeros((2, 3), complex)}, {"mask": np.ones((3, 3))}, {"iterations": 1.5}, {"border_value": 1.5},
        {"axes": (0, 0)}, {"structure": np.ones((3, 3)), "axes": 1}, {"origin": (0, 0, 0)}, {"axes": (0, 4)},
    ]  # fmt: skip
    for keywords in bad:
        compare("binary_erosion", [a], keywords)
    compare("binary_erosion", [a * 1j], {})
    for name in ("binary_erosion", "binary_dilation"):
        compare(name, [a], {"structure": np.zeros((3, 3))})
        compare(name, [a], {"axes": ()})
        compare(name, [np.array(True)], {})
        compare(name, [np.zeros((0, 3))], {})


def test_structures():
    for rank in range(5):
        for connectivity in (-1, 0, 1, 1.5, 2, 3, 9):
            compare("generate_binary_structure", [rank, connectivity], {})
    for own in (np.eye(3), np.ones(3, int), np.eye(2, dtype=int), np.array([[0, 1, 0], [1, 1, 1]])):
        for iterations in (0, 1, 2, 3):
            compare("iterate_structure", [own, iterations], {})
    iterated, origin = ndimage.iterate_structure(cp.eye(3), 2, origin=(1, -1))
    assert_same(iterated, reference.iterate_structure(np.eye(3), 2))
    assert list(origin) == [2, -2]


GREY = ["grey_erosion", "grey_dilation", "grey_opening", "grey_closing", "morphological_gradient", "morphological_laplace", "white_tophat", "black_tophat"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", GREY)
def test_grey(name, seed):
    dice = np.random.default_rng(seed)
    for _ in range(8):
        # With numbers SciPy makes some sums of unsigned integers in their dtype, and others not.
        a = image(dice, "i4 i8 f4 f8")
        sizes = [int(n) for n in dice.integers(1, 4, a.ndim)]
        keywords = {"mode": str(dice.choice(MODES)), "cval": float(dice.integers(0, 5))}
        way = dice.integers(4)
        if way == 0:
            keywords["size"] = sizes[0] if dice.random() < 0.5 else sizes
        elif way == 1:
            keywords["footprint"] = dice.random(sizes) < 0.8
        else:
            keywords["structure"] = dice.integers(0, 3, sizes).astype(float)
            if way == 3:
                keywords["footprint"] = dice.random(sizes) < 0.8
                keywords["footprint"].flat[0] = True
        compare(name, [a], keywords)


def test_grey_output_and_bad_input():
    a = np.array([[2.0, 0, 2], [2, 2, 2]])
    for name in GREY:
        compare(name, [a], {})
        compare(name, [a], {"size": 3, "output": "f4"} if name != "morphological_laplace" else {"size": 3})
        compare(name, [a], {"size": 3, "mode": "no mode"})
        compare(name, [a], {"footprint": np.zeros((3, 3))})
        compare(name, [a], {"size": (3, 3), "origin": 2})
        compare(name, [a.astype(bool)], {"size": 3})
        compare(name, [a * 1j], {"size": 3})
        for dtype in ("f4", "i1"):
            made = {}
            for module, xp in ((reference, np), (ndimage, cp)):
                out = xp.zeros((2, 3), dtype)
                _, error = outcome(lambda m=module, o=out, x=xp: getattr(m, name)(x.asarray(a), 3, output=o))
                made[module] = (type(error).__name__.replace("UFunc", ""), out)
            assert made[reference][0].endswith("TypeError") == made[ndimage][0].endswith("TypeError"), (name, dtype, made)
            if not made[reference][0].endswith("TypeError"):
                assert_same(made[ndimage][1], made[reference][1])


@pytest.mark.parametrize("seed", range(12))
def test_label(seed):
    dice = np.random.default_rng(seed)
    for _ in range(12):
        a = image(dice, density=dice.choice([0.3, 0.5, 0.8]))
        some = dice.random((3,) * a.ndim) < 0.3
        own = [None, np.ones((3,) * a.ndim, int), reference.generate_binary_structure(a.ndim, 1), some | np.flip(some)][dice.integers(4)]
        compare("label", [a, own], {})
    large = dice.random((700, 500)) < dice.choice([0.4, 0.6])
    for own in (None, np.ones((3, 3))):
        compare("label", [large, own], {})
    compare("label", [dice.random((60, 50, 40)) < 0.3], {})


def test_label_output_and_bad_input():
    a = np.arange(600) % 2
    compare("label", [a], {"output": "i2"})
    compare("label", [a], {"output": "f8"})
    compare("label", [a], {"output": "u1"})
    compare("label", [a], {"structure": np.ones((3, 3))})
    compare("label", [a], {"structure": np.ones(5)})
    compare("label", [a], {"output": np.zeros(3)})
    compare("label", [a * 1j], {})
    with pytest.raises(ValueError):
        ndimage.label(cp.asarray(a), cp.asarray([True, True, False]))  # SciPy asserts it.
    for small in (np.array(3), np.array(0), np.zeros((0, 3)), np.array([np.nan, 0, 1])):
        compare("label", [small], {})
    out = cp.zeros(600, "i8")
    assert ndimage.label(cp.asarray(a), output=out) == 300
    assert_same(out, reference.label(a)[0], dtype=False)
    # The order of numbers follows the memory of an array that is written to.
    a = np.random.default_rng(0).random((20, 30)) < 0.4
    outs = [xp.zeros((20, 30), "i4", order="F") for xp in (np, cp)]
    assert reference.label(a, output=outs[0]) == ndimage.label(cp.asarray(a), output=outs[1])
    assert_same(outs[1], outs[0])


def test_on_the_ptx_machine():
    dice = np.random.default_rng(3)
    a = dice.random((13, 21)) < 0.55
    grey = dice.integers(0, 9, (13, 21))
    with cp.cuda.Device("ptx"):
        for own in (None, np.ones((3, 3)), np.array([[1, 0], [1, 1]])):
            compare("binary_erosion", [a, own], {"iterations": 2})
            compare("binary_dilation", [a, own], {"border_value": 1})
            compare("binary_fill_holes", [a, own], {})
        compare("label", [a], {})
        compare("label", [a, np.ones((3, 3))], {})
        compare("label", [dice.random((5, 6, 7)) < 0.4], {})
        compare("label", [np.zeros(40)], {})
        compare("white_tophat", [grey, 3], {})
        compare("grey_dilation", [grey], {"structure": np.array([[0, 1], [2, 0]])})
