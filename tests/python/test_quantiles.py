"""Medians and quantiles over random axes, and with weights, against NumPy."""

import warnings

import numpy as np
import pytest
from conftest import assert_same, outcome

import cuprust as cp


def numbers(dice, shape):
    """Numbers of few values, some of them NaN."""
    a = np.round(dice.normal(size=shape) * 4).astype(dice.choice(["f4", "f8", "i4"]))
    if a.dtype.kind == "f" and dice.random() < 0.5:
        a[dice.random(shape) < 0.2] = np.nan
    return a


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["median", "nanmedian", "quantile", "nanquantile"])
def test_random_axes(name, seed):
    dice = np.random.default_rng(seed)
    for _ in range(10):
        shape = tuple(int(n) for n in dice.integers(1, 6, dice.integers(1, 5)))
        a, rank = numbers(dice, shape), len(shape)
        axis = tuple(int(n) for n in dice.permutation(rank)[: dice.integers(1, rank + 1)]) if dice.random() < 0.8 else None
        arguments = {"axis": axis, "keepdims": bool(dice.integers(2))}
        if "quantile" in name:
            arguments["q"] = float(dice.random()) if dice.random() < 0.5 else [0, 0.3, 1]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = getattr(np, name)(a.T, **arguments)
        assert_same(getattr(cp, name)(cp.asarray(a).T, **arguments), expected, close=1e-6)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", ["quantile", "nanquantile"])
def test_weights(name, seed):
    dice = np.random.default_rng(seed)
    for _ in range(10):
        shape = tuple(int(n) for n in dice.integers(1, 5, dice.integers(1, 4)))
        a = numbers(dice, shape)
        axis = int(dice.integers(0, len(shape)))
        # NumPy's nanquantile takes weights of the axis alone for weights of one place.
        alone = dice.random() < 0.5 and name == "quantile"
        weights = dice.integers(0, 4, shape[axis] if alone else shape).astype(float)
        q = float(dice.random()) if dice.random() < 0.5 else [0, 0.25, 0.5, 1.0]

        def call(xp):
            return getattr(xp, name)(xp.asarray(a), q, axis=axis, method="inverted_cdf", weights=xp.asarray(weights))

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            (expected, error), (result, other) = outcome(lambda: call(np)), outcome(lambda: call(cp))
        assert type(error) is type(other), (error, other)
        if error is None:
            assert_same(result, expected)


def test_out_is_written():
    a, out = cp.array([[1.0, 7.0], [2.0, 3.0]]), cp.zeros(2)
    assert cp.median(a, axis=0, out=out) is out
    assert_same(out, np.array([1.5, 5.0]))
    with pytest.raises(ValueError):
        cp.percentile(a, 50, axis=0, out=cp.zeros(3))


@pytest.mark.parametrize("of", ["f2", "f4", "f8", "i4"])
@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "f2", "f4", "f8"])
def test_dtypes_of_quantiles(dtype, of):
    """Quantiles in an array take part in the promotion; of integers they are elements."""
    a = (np.random.default_rng(0).random((5, 13)) * 100).astype(dtype)
    asked = np.array([0, 1] if of == "i4" else [0, 0.25, 0.4, 0.9, 1]).astype(of)
    methods = ["linear", "lower"] if of == "i4" else ["linear", "midpoint", "lower", "hazen", "averaged_inverted_cdf", "inverted_cdf"]
    for method in methods:
        for name, scale in [("quantile", 1), ("nanquantile", 1), ("percentile", 100)]:
            for q in (asked, asked[1]):
                q = (q * scale).astype(of)
                expected = getattr(np, name)(a, q, axis=1, method=method)
                found = getattr(cp, name)(cp.asarray(a), cp.asarray(q), axis=1, method=method)
                assert found.dtype == expected.dtype, (name, method)
                assert_same(found, expected, close=1e-2 if "f2" in (dtype, of) else 1e-6)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_medians_of_complex_numbers(dtype):
    """They are ordered by their real parts, and equal ones by their imaginary parts."""
    dice = np.random.default_rng(3)
    for shape, axis in [((9,), None), ((4, 6), 0), ((4, 7), 1), ((3, 4, 5), (0, 2)), ((5000,), 0), ((1,), 0), ((3, 1), 1)]:
        for few in (True, False):
            a = (dice.normal(size=(2, *shape)) * 2).round() if few else dice.normal(size=(2, *shape))
            a = (a[0] + 1j * a[1]).astype(dtype)
            assert_same(cp.median(cp.asarray(a), axis=axis), np.median(a, axis=axis), 1e-6)
            assert_same(cp.median(cp.asarray(a.real.astype(dtype)), axis=axis), np.median(a.real.astype(dtype), axis=axis), 1e-6)
            a[dice.random(shape) < 0.2] = np.nan
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                assert_same(np.isnan(cp.median(cp.asarray(a), axis=axis).get()), np.isnan(np.median(a, axis=axis)))
                expected = np.nanmedian(a, axis=axis)
            found = cp.nanmedian(cp.asarray(a), axis=axis).get()
            assert_same(np.isnan(found), np.isnan(expected))
            assert_same(found[~np.isnan(found)], expected[~np.isnan(expected)], 1e-6)
