"""Running folds along axes whose elements are not contiguous: down columns, reversed, in place, onto shifted elements."""

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

SHAPES = [(40, 300), (3, 40, 17), (3, 17, 40), (1, 300), (300, 16), (5, 600), (0, 20), (20, 0)]
FORMS = [lambda a: a, lambda a: a.T, lambda a: a[::-1], lambda a: a[..., ::-1], lambda a: a[:, 1:-1]]


def sample(dtype, shape):
    values = np.random.default_rng(0).integers(0, 5, shape)
    return (values % 2 if dtype == "bool" else values).astype(dtype)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int32", "int64", "float16", "float32", "float64", "complex64"])
def test_every_axis(both, dtype):
    for shape in SHAPES:
        a = sample(dtype, shape)
        for axis in range(-1, a.ndim - 1):
            for form in FORMS:
                both(lambda xp, a: (xp.cumsum(form(a), axis=axis), xp.maximum.accumulate(form(a), axis=axis)), a)  # noqa: B023


@pytest.mark.skipif(str(cp.cuda.Device()) != "cpu", reason="a GPU adds in trees")
def test_the_rounding_is_numpys(both):
    for dtype in ["float16", "float32", "float64", "complex64"]:
        a = np.random.default_rng(1).normal(size=(70, 90)).astype(dtype)
        for axis in (0, 1):
            both(lambda xp, a: (xp.cumsum(a, axis=axis), xp.cumprod(a, axis=axis, dtype=a.dtype)), a)  # noqa: B023


@pytest.mark.parametrize("axis", [0, 1])
def test_in_place_and_onto_shifted_places(axis):
    for dtype in ["int64", "float64"]:
        a = sample(dtype, (40, 300))
        for source, target in [(np.s_[:], np.s_[:]), (np.s_[1:], np.s_[:-1]), (np.s_[:-1], np.s_[1:]), (np.s_[::-1], np.s_[:])]:
            results = []
            for xp in (np, cp):
                x = xp.array(a)
                xp.cumsum(x[source], axis=axis, out=x[target])
                results.append(x)
            assert_same(results[1], results[0], where=(dtype, source, target))
