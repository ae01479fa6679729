"""Random numbers: seeds and states, shapes and dtypes, the bounds and moments of distributions, bad parameters."""

import pickle

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp


def test_seeds_and_states():
    draws = []
    for _ in range(2):
        cp.random.seed(7)
        draws.append([cp.random.random(5), cp.random.randint(0, 100, 5), cp.random.standard_normal(3)])
    for a, b in zip(*draws):
        assert_same(a, b.get())
    rng = cp.random.default_rng(3)
    rng.random(10)
    state = rng.get_state()
    a = rng.random(4)
    rng.set_state(state)
    assert_same(rng.random(4), a.get())
    assert_same(pickle.loads(pickle.dumps(rng)).random(4), rng.random(4).get())
    assert not np.array_equal(cp.random.default_rng(1).random(4).get(), cp.random.default_rng(2).random(4).get())
    assert not np.array_equal(cp.random.default_rng().random(4).get(), cp.random.default_rng().random(4).get())
    assert cp.random.default_rng(rng) is rng
    state = cp.random.RandomState(5)
    first = state.rand(2, 3)
    state.seed(5)
    assert_same(state.rand(2, 3), first.get())


def test_shapes_and_dtypes():
    assert cp.random.random().shape == () and cp.random.random((2, 3)).shape == (2, 3) and cp.random.rand(2, 3).shape == (2, 3)
    assert cp.random.random(3, dtype="float32").dtype == np.float32 and cp.random.randn(4).dtype == np.float64
    assert cp.random.randint(5, size=3, dtype="int8").dtype == np.int8 and cp.random.randint(5).shape == ()
    assert cp.random.random((0, 3)).shape == (0, 3)


def test_values():
    rng = cp.random.default_rng(0)
    u = rng.random(100_000).get()
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.01 and abs(u.var() - 1 / 12) < 0.01
    i = rng.integers(-3, 4, 10_000).get()
    assert sorted(set(i)) == [-3, -2, -1, 0, 1, 2, 3]
    assert set(rng.integers(2, size=100, endpoint=True).get()) == {0, 1, 2}
    z = rng.normal(5, 2, 100_000).get()
    assert abs(z.mean() - 5) < 0.05 and abs(z.std() - 2) < 0.05
    w = rng.uniform(-2, 3, 1000).get()
    assert w.min() >= -2 and w.max() < 3
    c = rng.choice(3, 10_000, p=[0.2, 0.0, 0.8]).get()
    assert set(c) == {0, 2} and abs((c == 2).mean() - 0.8) < 0.05
    assert set(cp.random.choice([5, 7], 100).get()) == {5, 7}
    grid = cp.random.choice([0, 1], size=(20, 20), p=[0.8, 0.2])
    assert grid.shape == (20, 20) and set(grid.get().ravel()) == {0, 1}
    assert sorted(rng.choice(10, 10, replace=False).get()) == list(range(10))


@pytest.mark.parametrize("call, error", [
    (lambda r: r.seed(-1), ValueError), (lambda r: r.seed("x"), TypeError), (lambda r: r.randint(5, 5), ValueError),
    (lambda r: r.random(-1), ValueError), (lambda r: r.normal(0, -1, 3), ValueError), (lambda r: r.random(3, dtype=int), TypeError),
    (lambda r: r.choice(0, 3), ValueError), (lambda r: r.choice(3, 2, p=[0.5, 0.5]), ValueError),
    (lambda r: r.choice(3, 2, p=[0.5, 0.2, 0.1]), ValueError), (lambda r: r.choice(3, 5, replace=False), ValueError),
    (lambda r: r.rand(2, nonsense=1), TypeError),
])  # fmt: skip
def test_bad_parameters(call, error):
    with pytest.raises(error):
        call(cp.random)
