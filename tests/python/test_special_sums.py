"""Functions of `scipy.special` that are no ufuncs: sums of exponentials over axes, combinations, derivatives."""

import math

import numpy as np
import pytest
from conftest import host, parts

import cuprust as cp
from cuprust.scipy import special

scipy = pytest.importorskip("scipy.special")
RANDOM = np.random.default_rng(3)


@pytest.mark.parametrize("device", ["cpu", "ptx"])
@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2)])
@pytest.mark.parametrize("options", [{}, {"keepdims": True}, {"return_sign": True}, {"b": True}, {"b": True, "return_sign": True}])
def test_logsumexp(axis, options, device):
    a = RANDOM.uniform(-800, 800, (3, 4, 5))
    a[1, :, :] = -np.inf
    named = dict(options)
    if "b" not in named:
        # Beside weights SciPy's sum of an infinite exponential is NaN.
        a[0, 0, 0] = np.inf
    weights = {"b": RANDOM.choice([-2.0, -1.0, 1.0, 2.0, 3.0], (4, 5))} if named.pop("b", False) else {}
    want = scipy.logsumexp(a, axis=axis, **weights, **named)
    with cp.cuda.Device(device):
        ours = special.logsumexp(cp.asarray(a), axis=axis, **{name: cp.asarray(b) for name, b in weights.items()}, **named)
        for got, expected in zip(parts(host(ours)), parts(want), strict=True):
            assert np.shape(got) == np.shape(expected)
            np.testing.assert_allclose(got, expected, rtol=1e-14, atol=1e-13)


def test_sums_of_exponentials_keep_their_digits():
    # 1 + 1e-20: of the sum one is left, of its logarithm 1e-20.
    small = host(special.logsumexp(cp.array([0.0, math.log(1e-20)])))
    np.testing.assert_allclose(small, 1e-20, rtol=1e-14)
    assert np.isnan(host(special.logsumexp(cp.array([0.0, 1.0]), b=cp.array([1.0, -1.0]))))
    np.testing.assert_allclose(host(special.log_softmax(cp.array([1e4, 0.0]))), [0.0, -1e4], rtol=1e-15)
    assert host(special.logsumexp(cp.array([np.nan, -np.inf]), b=cp.array([0.0, 1.0]))) == -np.inf


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
@pytest.mark.parametrize("axis", [None, 0, 1, (0, 1)])
def test_softmax(name, axis):
    x = RANDOM.uniform(-900, 900, (6, 7))
    np.testing.assert_allclose(host(getattr(special, name)(cp.asarray(x), axis=axis)), getattr(scipy, name)(x, axis=axis), rtol=1e-13, atol=1e-300)


@pytest.mark.parametrize("name", ["comb", "perm"])
def test_numbers_of_choices(name):
    n, k = np.meshgrid(np.arange(-2, 60), np.arange(-2, 60))
    counted = [[getattr(math, name)(a, b) if a >= 0 and b >= 0 else 0 for a, b in zip(*row)] for row in zip(n, k)]
    np.testing.assert_allclose(host(getattr(special, name)(cp.asarray(n), cp.asarray(k))), np.array(counted, dtype=float), rtol=3e-15)
    with pytest.raises(ValueError, match="integers of any length"):
        getattr(special, name)(cp.asarray(5), cp.asarray(3), exact=True)


def test_comb_with_repetition():
    n, k = np.meshgrid(np.arange(0, 20), np.arange(0, 20))
    got = host(special.comb(cp.asarray(n), cp.asarray(k), repetition=True))
    np.testing.assert_allclose(got, scipy.comb(n, k, repetition=True), rtol=1e-13)


def test_factorial():
    n = np.arange(-3, 171)
    np.testing.assert_allclose(host(special.factorial(cp.asarray(n))), [float(math.factorial(x)) if x >= 0 else 0.0 for x in n.tolist()], rtol=1e-15)
    with pytest.raises(ValueError, match="extend"):
        special.factorial(cp.asarray(n), extend="complex")


def test_polygamma_and_multigammaln():
    n, x = np.meshgrid(np.arange(5), np.linspace(0.1, 30, 60))
    np.testing.assert_allclose(host(special.polygamma(cp.asarray(n), cp.asarray(x))), scipy.polygamma(n, x), rtol=1e-12)
    a = np.linspace(4.1, 50, 40)
    np.testing.assert_allclose(host(special.multigammaln(cp.asarray(a), 9)), scipy.multigammaln(a, 9), rtol=1e-13)
    with pytest.raises(ValueError, match="not met"):
        special.multigammaln(cp.array([3.0]), 9)
