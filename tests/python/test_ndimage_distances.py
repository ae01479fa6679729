"""Distances of `scipy.ndimage` against SciPy: random images, metrics and spacings."""

import numpy as np
import pytest
import scipy.ndimage as reference
from conftest import assert_same
from images import call, compare

import cuprust as cp
from cuprust.scipy import ndimage


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
            # Any of several nearest zeros is correct.
            indices = indices.get()
            assert indices.dtype == "i4" and not a[tuple(indices)].any()
            lengths = np.reshape(1.0 if sampling is None else sampling, (-1,) + (1,) * a.ndim)
            own = np.sqrt((((indices - np.indices(shape)) * lengths) ** 2).sum(0))
            np.testing.assert_allclose(own, distances.get(), rtol=1e-14)
    a = dice.random((90, 70)) < 0.995
    compare("distance_transform_edt", (a,))


def test_distances_near_and_far():
    """Lines whose zeros are near are searched, others have envelopes; lines of other axes are read side by side."""
    dice = np.random.default_rng(9)
    for shape in [(90, 130), (9, 20, 31), (1, 200), (200, 1), (13, 8), (70, 9, 2)]:
        for share in (0.5, 0.9, 0.99, 0.999):
            a = dice.random(shape) < share
            a.flat[0] = False
            for sampling in (None, 0.3, [float(n) for n in dice.integers(1, 9, a.ndim) / 4]):
                compare("distance_transform_edt", (a,), {"sampling": sampling}, close=1e-14)
                compare("distance_transform_edt", (a.T, sampling[::-1] if isinstance(sampling, list) else sampling), close=1e-14)
    a = np.ones((40, 50))
    a[:, 7] = 0
    compare("distance_transform_edt", (a,), {"return_indices": True})


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


def length(metric, steps, sampling=None):
    """The length of a way, with its steps along the first axis."""
    if metric == "euclidean":
        return np.sqrt(((steps * np.reshape(1.0 if sampling is None else sampling, (-1,) + (1,) * (steps.ndim - 1))) ** 2).sum(0))
    return abs(steps).max(0, initial=0) if metric == "chessboard" else abs(steps).sum(0)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ["distance_transform_cdt", "distance_transform_bf"])
def test_metrics(name, seed):
    dice = np.random.default_rng(seed)
    metrics = ["taxicab", "chessboard", "cityblock", "manhattan"] + ["euclidean"] * (name == "distance_transform_bf")
    for _ in range(10):
        shape = tuple(int(n) for n in dice.integers(1, 20, dice.integers(1, 4)))
        a = (dice.random(shape) < dice.choice([0.5, 0.9, 0.99, 1.0])).astype(dice.choice(["?", "i4", "f8"]))
        metric = str(dice.choice(metrics))
        sampling = [None, 2.0, [float(n) for n in dice.integers(1, 5, a.ndim) / 2]][dice.integers(3)]
        keywords = {"metric": metric} | ({"sampling": sampling} if name == "distance_transform_bf" else {})
        compare(name, (a,), keywords, close=1e-14)
        distances, indices = (own.get() for own in call(ndimage, name, (a,), keywords | {"return_indices": True}))
        if a.all():
            expected = reference.__dict__[name](a, **keywords, return_indices=True)[1]
            np.testing.assert_array_equal(indices, expected)
            continue
        # Any of several nearest zeros is correct.
        assert indices.dtype == "i4" and not a[tuple(indices)].any()
        np.testing.assert_allclose(length(metric, indices - np.indices(shape), sampling), distances, rtol=1e-14)


def test_distances_by_a_structure():
    dice = np.random.default_rng(3)
    for rank in (1, 2, 3):
        a = dice.random((9, 8, 7)[:rank]) < 0.9
        for steps in range(1, rank + 1):
            compare("distance_transform_cdt", (a, reference.generate_binary_structure(rank, steps)))
    # Only elements before the centre count. SciPy reads other dtypes than bool as bytes.
    for structure in ([[0, 1, 0], [1, 1, 0], [0, 0, 0]], [[0, 0, 0], [0, 1, 1], [0, 1, 0]], [[1, 1, 1], [1, 1, 0], [0, 0, 1]]):
        compare("distance_transform_cdt", (dice.random((9, 8)) < 0.9, np.array(structure, bool)))
    # Where no step leads to a zero there is no distance.
    compare("distance_transform_cdt", (np.array([[1, 1, 1], [0, 1, 1]]), np.array([[0, 0, 0], [1, 1, 1], [0, 0, 0]], bool)))


def test_bad_metrics():
    a = np.array([[1, 1, 0], [1, 1, 1]])
    for keywords in (
        {"metric": "no"}, {"return_distances": False}, {"distances": np.zeros((2, 3))}, {"distances": np.zeros((3, 2), "i4")},
        {"return_distances": False, "distances": np.zeros((2, 3), "i4")}, {"indices": np.zeros((2, 2, 3), "i4")},
        {"return_indices": True, "indices": np.zeros((2, 2, 3))}, {"return_indices": True, "indices": np.zeros((2, 3), "i4")},
    ):  # fmt: skip
        for name in ("distance_transform_cdt", "distance_transform_bf"):
            compare(name, (a,), keywords)
    compare("distance_transform_cdt", (a, np.ones((5, 5))))
    compare("distance_transform_bf", (a,), {"sampling": [1, 2, 3]})
    for name in ("distance_transform_cdt", "distance_transform_bf"):
        compare(name, (np.zeros((0, 3)),))
    out, indices = cp.zeros((2, 3), "u4"), cp.zeros((2, 2, 3), "i4")
    assert ndimage.distance_transform_bf(cp.asarray(a), "taxicab", return_indices=True, distances=out, indices=indices) is None
    assert_same(out, reference.distance_transform_bf(a, "taxicab"))
    assert_same(indices, reference.distance_transform_bf(a, "taxicab", return_distances=False, return_indices=True))


def test_on_the_ptx_machine():
    a = np.random.default_rng(5).random((9, 11)) < 0.8
    with cp.cuda.Device("ptx"):
        compare("distance_transform_edt", (a,), {"sampling": [1.0, 2.0]}, close=1e-14)
        for metric in ("taxicab", "chessboard"):
            compare("distance_transform_cdt", (a, metric))
