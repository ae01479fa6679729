"""Random numbers: seeds and states, shapes and dtypes, the bounds and moments of distributions, bad parameters."""

import pickle

import numpy as np
import pytest
from conftest import ON_PTX_AND_SHORT, assert_same

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


@pytest.mark.parametrize(
    "words", [("XORWOW", [0] * 6), ("MRG32k3a", [0] * 6), ("MRG32k3a", [1, 2, 3, 0, 0, 0]), ("MRG32k3a", [4294967087, 1, 1, 1, 1, 1])]
)
def test_words_that_are_no_state(words):
    rng = cp.random.default_rng(1)
    with pytest.raises(ValueError):
        rng.set_state((words[0], words[1]))
    rng.random(1).get()


@pytest.mark.parametrize("kind", ["Philox4x3210", "XORWOW", "MRG32k3a"])
def test_bit_generators(kind):
    make = getattr(cp.random, kind)
    draws = [cp.random.Generator(make(seed)) for seed in (5, np.uint8(5), 6, [1, 2], np.array([1, 2]), np.random.SeedSequence([1, 2]))]
    draws = [rng.random((3, 4)).get() for rng in draws]
    np.testing.assert_array_equal(draws[0], draws[1])
    np.testing.assert_array_equal(draws[3], draws[4])
    np.testing.assert_array_equal(draws[3], draws[5])
    assert not (draws[0] == draws[2]).any() and not (draws[0] == draws[3]).any()
    assert not (make().random_raw(5) == make().random_raw(5)).any()
    for wrong, error in ((1.5, TypeError), ("a", TypeError), ([1.5], TypeError), (2j, TypeError), (-1, ValueError)):
        with pytest.raises(error):
            make(wrong)
    # dask takes the seeds of its blocks by NumPy's older name.
    assert [int(seed.generate_state(1)[0]) for seed in make(5)._seed_seq.spawn(2)] == [int(seed.generate_state(1)[0]) for seed in np.random.SeedSequence(5).spawn(2)]
    # Generators of one bit generator draw in turn.
    bits = make(7)
    first, second = cp.random.Generator(bits), cp.random.default_rng(bits)
    whole = make(7)
    assert bits.random_raw().shape == () and bits.random_raw((2, 0)).shape == (2, 0) and bits.random_raw(3, output=False) is None
    whole.random_raw(), whole.random_raw(3)
    both = [first.random(4).get(), second.random(4).get()]
    alone = cp.random.Generator(whole)
    assert_same(alone.random(4), both[0])
    assert_same(alone.random(4), both[1])
    # States are saved, restored and pickled, and let another generator go on.
    state, kept = bits.state, pickle.dumps((bits, first))
    expected = first.standard_normal(5).get()
    bits.state = state
    assert_same(second.standard_normal(5), expected)
    again, generator = pickle.loads(kept)
    assert generator.bit_generator is again
    assert_same(cp.random.Generator(again).standard_normal(5), expected)
    again.state = state
    assert_same(generator.standard_normal(5), expected)
    with pytest.raises(ValueError, match="other generators"):
        generator.bit_generator = make(1)
    other = cp.random.default_rng(1)
    assert first.bit_generator is bits and other.bit_generator is other.bit_generator
    other.bit_generator = pickle.loads(kept)[0]
    assert_same(other.standard_normal(5), expected)
    assert type(other.bit_generator) is make and other.bit_generator.state["bit_generator"] == kind
    with pytest.raises(ValueError):
        bits.state = {"bit_generator": "MT19937", "state": state["state"]}
    children = [child.random(4).get() for child in cp.random.Generator(make(3)).spawn(2)]
    assert not (children[0] == children[1]).any()
    parent = cp.random.Generator(make(3))
    assert_same(parent.spawn(1)[0].random(4), children[0])
    assert_same(pickle.loads(pickle.dumps(parent)).spawn(1)[0].random(4), children[1])
    assert not (cp.random.Generator(make(2**64)).random(4) == cp.random.Generator(make(1)).random(4)).any()
    rng = cp.random.Generator(make(2))
    drawn = rng.gamma(3.0, size=20_000).get()
    assert abs(drawn.mean() - 3) < 5 * (3 / 20_000) ** 0.5
    assert sorted(rng.permutation(50).get()) == list(range(50)) and len(rng.bytes(7)) == 7
    raw = make(11).random_raw(1000).get()
    assert raw.dtype == np.uint64 and (raw.max() >= 2**32) == (kind == "Philox4x3210")


def test_numbers_are_written_to_out():
    rng = cp.random.default_rng(3)
    for name, first in (("random", ()), ("standard_normal", ()), ("standard_exponential", ()), ("standard_gamma", (2.0,))):
        draw = getattr(rng, name)
        state = rng.get_state()
        expected = draw(*first, (4, 6)).get()
        rng.set_state(state)
        out = cp.zeros((4, 6))
        assert draw(*first, out=out) is out
        assert_same(out, expected)
        single = cp.zeros((2, 2), np.float32)
        assert draw(*first, size=(2, 2), dtype="f4", out=single) is single and (single.get() != 0).any()
        for wrong, error in ((cp.zeros((3, 2), np.float32), TypeError), (cp.zeros((4, 6))[:3, :2], ValueError), (cp.zeros((3, 3)), ValueError)):
            with pytest.raises(error):
                draw(*first, size=(3, 2), out=wrong)
        with pytest.raises(TypeError):
            draw(*first, dtype="i4")
    turned = cp.zeros((4, 6), order="F")
    rng.random(out=turned)
    with pytest.raises(ValueError):
        rng.standard_gamma(2.0, out=turned)
    assert rng.standard_gamma(cp.zeros((1, 0)), out=cp.zeros((1, 0))).shape == (1, 0)


def test_parameters_are_arrays_of_numpy_too():
    rng = cp.random.default_rng(4)
    assert_same(rng.normal(np.array([1.0, 5.0]), np.zeros(2)), np.array([1.0, 5.0]))
    assert rng.poisson(np.array([0.0, 0.0])).get().tolist() == [0, 0]
    assert set(rng.integers(-1.2, 3.4, 500).get()) == {-1, 0, 1, 2}


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
    # Of so many, few are drawn without an array of all.
    few = rng.choice(2**50, 1000, replace=False).get()
    assert few.dtype == np.int64 and len(set(few)) == 1000 and few.min() >= 0 and few.max() < 2**50 and np.any(np.diff(few) < 0)
    many = 2**14 if ON_PTX_AND_SHORT else 2**20
    third = rng.choice(many, many // 3, replace=False).get()
    assert len(set(third)) == many // 3 and 0.49 < third.mean() / many < 0.51


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


def test_integers_between_arrays_of_bounds():
    rng = cp.random.default_rng(5)
    low, high = np.array([[0], [-5], [100]]), np.array([1, 300, 2**40])
    for dtype, shape in (("i8", (2000, 3, 3)), ("u8", (2000, 3, 3)), ("i8", None)):
        own = np.maximum(low, 0) if dtype == "u8" else low
        top = np.maximum(high, 101)
        drawn = rng.integers(cp.array(own), cp.array(top), size=shape, dtype=dtype).get()
        assert drawn.dtype == dtype and drawn.shape == (shape or (3, 3))
        assert (drawn >= own).all() and (drawn < top).all()
    # Each row of bounds has its own uniform distribution.
    counts = np.array([2, 3, 7, 10])
    drawn = rng.integers(cp.array([0, 0, 0, 0]), cp.array(counts), size=(40_000, 4)).get()
    for place, count in enumerate(counts):
        found = np.bincount(drawn[:, place], minlength=count)
        expected = 40_000 / count
        assert ((found - expected) ** 2 / expected).sum() < 35
    # As wide as the dtype, or nearly: the remainders are not more likely.
    wide = rng.integers(cp.array([-(2**63)]), cp.array([2**63 - 1]), size=(4000, 1), endpoint=True).get()
    assert abs((wide < 0).mean() - 0.5) < 0.05
    assert (rng.integers(cp.array([0], "u8"), cp.array([2**64 - 1], "u8"), size=1000, dtype="u8", endpoint=True).get() > 2**63).any()
    third = rng.integers(cp.array([0], "u8"), cp.array([3 * 2**62], "u8"), size=60_000, dtype="u8").get()
    assert abs((third < np.uint64(2**62)).mean() - 1 / 3) < 0.02
    assert set(rng.integers(cp.array([0, 0]), 1, size=(50, 2), dtype=bool, endpoint=True).get().ravel()) == {False, True}
    assert rng.integers([1, 2, 3], [2, 3, 4]).tolist() == [1, 2, 3]
    assert rng.integers(cp.array([1.7, 2.2]), 3, size=2).get().max() <= 2
    assert rng.integers(5, cp.array([6, 6]), endpoint=True).shape == (2,)
    assert rng.integers(cp.zeros(0, int), 3).shape == (0,)
    for words in (
        {"low": [3, 5], "high": [4, 5]}, {"low": [3, 5], "high": [4, 4], "endpoint": True}, {"low": [-1, 0], "high": 3, "dtype": "u1"},
        {"low": [0, 0], "high": [3, 300], "dtype": "u1"}, {"low": [0, 0], "high": 3, "size": 3}, {"low": [0], "high": [2**63], "dtype": "i4"},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            np.random.default_rng(1).integers(**words)
        with pytest.raises(ValueError):
            rng.integers(**words)
    with pytest.raises(TypeError):
        rng.integers([1, 2], 3, dtype="f8")
