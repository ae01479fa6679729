"""Quasi-Monte Carlo: sequences and what a seed scrambles equal SciPy's bit for bit; what this package's own generator draws has the properties that
define it."""

import warnings

import numpy as np
import pytest
import scipy.stats.qmc as theirs
from conftest import host

import cuprust as cp
from cuprust.scipy import _statistics
from cuprust.scipy.stats import qmc as ours

warnings.filterwarnings("ignore", "The balance properties")


def both(name, *arguments, **keywords):
    return getattr(ours, name)(*arguments, **keywords), getattr(theirs, name)(*arguments, **keywords)


@pytest.mark.parametrize("scramble", [False, True])
@pytest.mark.parametrize("bits", [None, 1, 7, 32, 33, 64])
def test_sobol_equals_scipy(scramble, bits):
    # Of dimensions whose polynomial has a higher degree than there are bits SciPy's points are zero.
    for d in {1: [0, 1, 2], 7: [1, 2, 21]}.get(bits, [0, 1, 2, 21, 350]):
        own, other = both("Sobol", d, scramble=scramble, bits=bits, rng=5)
        most = min(own.maxn, 2**12)
        for n in [1, most // 4, most // 8, 0]:
            if own.num_generated + n <= most:
                np.testing.assert_array_equal(host(own.random(n)), other.random(n))
        if most > 500:
            # SciPy's `fast_forward` refuses words of more than 32 bits.
            (other.fast_forward if own.bits <= 32 else other.random)(301)
            np.testing.assert_array_equal(host(own.fast_forward(301).random(9)), other.random(9))
        np.testing.assert_array_equal(host(own.reset().random_base2(0)), other.reset().random_base2(0))
        assert own.num_generated == other.num_generated == 1


def test_all_dimensions_of_sobol():
    own, other = both("Sobol", 21201, scramble=False)
    np.testing.assert_array_equal(host(own.fast_forward(1020).random(5)), other.fast_forward(1020).random(5))
    # The last direction numbers are those of the highest bits of an index.
    np.testing.assert_array_equal(host(_statistics.sobol_parts(21201, 64)[0]), theirs.Sobol(21201, scramble=False, bits=64)._sv)


def test_errors_of_sobol():
    for make in [lambda qmc: qmc.Sobol(-1), lambda qmc: qmc.Sobol(2.0), lambda qmc: qmc.Sobol(21202), lambda qmc: qmc.Sobol(1, bits=65),
                 lambda qmc: qmc.Sobol(1, bits=3).random(9), lambda qmc: qmc.Sobol(1).fast_forward(1).random_base2(2)]:  # fmt: skip
        with pytest.raises(ValueError) as expected:
            make(theirs)
        with pytest.raises(ValueError) as got:
            make(ours)
        assert str(got.value) == str(expected.value)
    with pytest.warns(UserWarning, match="power of 2"):
        ours.Sobol(1).random(3)
    with pytest.raises(NotImplementedError):
        ours.Sobol(1, optimization="lloyd")


@pytest.mark.parametrize("scramble", [False, True])
def test_halton_equals_scipy(scramble):
    for d in [1, 2, 40]:
        own, other = both("Halton", d, scramble=scramble, rng=3)
        assert own.base == other.base
        for n in [1, 0, 100, 1000]:
            np.testing.assert_array_equal(host(own.random(n)), other.random(n))
        np.testing.assert_array_equal(host(own.fast_forward(10**6).random(7)), host(ours.Halton(d, scramble=scramble, rng=3).fast_forward(10**6 + 1101).random(7)))
        np.testing.assert_array_equal(host(own.reset().random(3)), other.reset().random(3))
    np.testing.assert_array_equal(host(ours.Halton(2, scramble=False).fast_forward(10**5).random(9)), theirs.Halton(2, scramble=False).fast_forward(10**5).random(9))


@pytest.mark.parametrize("scramble", [False, True])
@pytest.mark.parametrize("strength", [1, 2])
def test_latin_hypercubes_equal_scipy(scramble, strength):
    for d, n in [(1, 4), (3, 9), (5, 49)]:
        own, other = both("LatinHypercube", d, scramble=scramble, strength=strength, rng=8)
        for _ in range(2):
            np.testing.assert_array_equal(host(own.random(n)), other.random(n))
        np.testing.assert_array_equal(host(own.reset().random(n)), other.reset().random(n))


def test_errors_of_latin_hypercubes():
    for make in [lambda qmc: qmc.LatinHypercube(2, strength=3), lambda qmc: qmc.LatinHypercube(2, strength=2).random(8),
                 lambda qmc: qmc.LatinHypercube(2, strength=2).random(36), lambda qmc: qmc.LatinHypercube(9, strength=2).random(25)]:  # fmt: skip
        with pytest.raises(ValueError) as expected:
            make(theirs)
        with pytest.raises(ValueError) as got:
            make(ours)
        assert str(got.value) == str(expected.value)


def test_seeds_as_scipy():
    for keywords in [{"seed": 4}, {"rng": 4}, {"rng": np.random.default_rng(4)}, {"seed": np.random.default_rng(4)}, {"seed": np.random.RandomState(4)}]:
        again = {name: type(value)(4) if isinstance(value, np.random.RandomState) else np.random.default_rng(4) if isinstance(value, np.random.Generator) else value
                 for name, value in keywords.items()}  # fmt: skip
        np.testing.assert_array_equal(host(ours.Sobol(3, **keywords).random(8)), theirs.Sobol(3, **again).random(8))


def test_the_packages_own_generator():
    """Each interval of elementary boxes has one point of a scrambled sequence, and each slice one of a hypercube."""
    rng = cp.random.default_rng(1)
    points = host(ours.Sobol(2, rng=rng).random(256))
    for first in range(9):
        boxes = np.floor(points * [2**first, 2 ** (8 - first)]).astype(int)
        assert len({tuple(box) for box in boxes}) == 256
    points = host(ours.Halton(2, rng=rng).random(36))
    assert len({tuple(box) for box in np.floor(points * [4, 9]).astype(int)}) == 36
    points = host(ours.LatinHypercube(3, rng=rng).random(50))
    assert (np.sort(np.floor(points * 50), axis=0) == np.arange(50)[:, None]).all()
    points = host(ours.LatinHypercube(4, strength=2, rng=rng).random(25))
    assert (np.sort(np.floor(points * 25), axis=0) == np.arange(25)[:, None]).all()
    for i in range(4):
        for j in range(i):
            assert len({tuple(box) for box in np.floor(points[:, [i, j]] * 5).astype(int)}) == 25


@pytest.mark.parametrize("method", ["CD", "WD", "MD", "L2-star"])
def test_discrepancies(method):
    for n, d in [(1, 1), (7, 1), (40, 3), (20, 12)]:
        sample = np.random.default_rng(n).random((n, d))
        for iterative in [False, True]:
            got = ours.discrepancy(cp.asarray(sample), method=method, iterative=iterative)
            np.testing.assert_allclose(host(got), theirs.discrepancy(sample, method=method, iterative=iterative), rtol=1e-12)


def test_errors_of_discrepancies():
    for sample, keywords in [([0.5], {}), ([[1.5]], {}), ([[0.5]], {"method": "no"}), ([[0.5]], {"workers": 0})]:
        with pytest.raises(ValueError) as expected:
            theirs.discrepancy(sample, **keywords)
        with pytest.raises(ValueError) as got:
            ours.discrepancy(cp.asarray(sample), **keywords)
        assert str(got.value)[:30] == str(expected.value)[:30]


def test_scaled_points_and_integers():
    sample = np.random.default_rng(0).random((20, 3))
    for low, high in [([-1, 0, 2], [1, 8, 3]), (-2.0, 5.0), ([0.0], [1e3])]:
        box = theirs.scale(sample, low, high)
        np.testing.assert_array_equal(host(ours.scale(cp.asarray(sample), low, high)), box)
        np.testing.assert_array_equal(host(ours.scale(cp.asarray(box), low, high, reverse=True)), theirs.scale(box, low, high, reverse=True))
    for arguments, keywords in [((sample[0], 0, 1), {}), ((sample, 1, 0), {}), ((sample, [0, 1], 2), {}), ((sample * 3, 0, 1), {}), ((sample, 5, 6), {"reverse": True})]:
        with pytest.raises(ValueError) as expected:
            theirs.scale(*arguments, **keywords)
        with pytest.raises(ValueError) as got:
            ours.scale(cp.asarray(arguments[0]), *arguments[1:], **keywords)
        assert str(got.value) == str(expected.value)
    for keywords in [{"l_bounds": 5}, {"l_bounds": [-2, 3], "u_bounds": [2, 9], "endpoint": True}]:
        got, expected = (engine.integers(n=16, **keywords) for engine in both("Sobol", 2, rng=1))
        assert got.dtype == expected.dtype
        np.testing.assert_array_equal(host(got), expected)
    with pytest.raises(ValueError, match="must be integers"):
        ours.Halton(1).integers(2.5)


@pytest.mark.parametrize("inv_transform", [False, True])
def test_normal_vectors(inv_transform):
    root = np.array([[1.0, 0.5, 0.25], [0.0, 2.0, 1.0], [0.0, 0.0, 0.5]])
    for mean, keywords in [(1.0, {}), ([0.0, 1.0, 2.0], {"cov": root.T @ root}), ([0.0, 1.0, 2.0], {"cov_root": root}), ([3.0, 4.0], {"cov": [[1.0, 1.0], [1.0, 1.0]]})]:
        got, expected = (normal.random(16) for normal in both("MultivariateNormalQMC", mean, inv_transform=inv_transform, rng=2, **keywords))
        if "cov" not in keywords or np.linalg.matrix_rank(keywords["cov"]) == 3:
            np.testing.assert_allclose(host(got), expected, rtol=1e-12, atol=1e-14)
        else:
            np.testing.assert_allclose(host(got)[:, 1] - host(got)[:, 0], 1.0, atol=1e-7)
    for mean, keywords in [([0.0], {"cov": np.eye(2)}), ([0.0, 0.0], {"cov": [[1.0, 2.0], [2.5, 1.0]]}), ([0.0, 0.0], {"cov": [[1.0, 2.0], [2.0, 1.0]]}),
                           ([0.0], {"engine": 3}), ([0.0], {"engine": "other"})]:  # fmt: skip
        for qmc in [ours, theirs]:
            given = {**keywords, "engine": qmc.Sobol(7)} if keywords.get("engine") == "other" else keywords
            with pytest.raises(ValueError):
                qmc.MultivariateNormalQMC(mean, **given)


@pytest.mark.parametrize("hypersphere", ["volume", "surface"])
@pytest.mark.parametrize("d", [1, 2, 3, 4])
def test_poisson_disks(d, hypersphere):
    box = {"l_bounds": [-1.0] * d, "u_bounds": np.linspace(0.0, 0.5, d)}
    for keywords in [{"rng": 1}, {"rng": 2, **box, "ncandidates": 12}]:
        radius = 0.1 if d < 3 else 0.3
        own, other = both("PoissonDisk", d, radius=radius, hypersphere=hypersphere, **keywords)
        for draw in [lambda engine: engine.random(0), lambda engine: engine.random(2), lambda engine: engine.fill_space()]:
            np.testing.assert_allclose(host(draw(own)), draw(other), rtol=1e-13, atol=1e-14)
        assert own.random(3).shape == (0, d)
        points = host(own.reset().fill_space())
        np.testing.assert_allclose(points, other.reset().fill_space(), rtol=1e-13, atol=1e-14)
        assert len(points) == own.num_generated
        distances = np.linalg.norm(points[:, None] - points, axis=2)
        assert (distances[~np.eye(len(points), dtype=bool)] >= radius * (1 - 1e-12)).all()


def test_disks_of_more_dimensions_keep_their_distance():
    # SciPy looks at cells two apart, which in five dimensions may be closer than a radius.
    own, radius = ours.PoissonDisk(6, radius=0.4, hypersphere="surface", rng=cp.random.default_rng(3)), 0.4
    points = host(own.random(40))
    assert len(points) == 40
    assert (np.linalg.norm(points[:, None] - points, axis=2)[~np.eye(len(points), dtype=bool)] >= radius * (1 - 1e-12)).all()
    assert ours.PoissonDisk(0, rng=1).random(3).shape == theirs.PoissonDisk(0, rng=1).random(3).shape
    for given in [{"hypersphere": "ball"}, {"radius": 0.0}, {"l_bounds": 2.0}, {"l_bounds": [0.0, 0.0, 0.0]}]:
        with pytest.raises(ValueError):
            ours.PoissonDisk(2, **given)


@pytest.mark.parametrize("engine", [None, "Sobol", "Halton", "LatinHypercube"])
def test_multinomial_counts(engine):
    for pvals in [[0.25, 0.75], [0.1, 0.2, 0.3, 0.4], [1.0], 1.0, [0.0, 1.0, 0.0], [0.5, 0.5 + 1e-9]]:
        for trials, n in [(13, 9), (1, 4), (8, 1)]:
            engines = [{"rng": 3} if engine is None else {"engine": getattr(qmc, engine)(1, rng=4)} for qmc in (ours, theirs)]
            got, expected = ours.MultinomialQMC(pvals, trials, **engines[0]).random(n), theirs.MultinomialQMC(pvals, trials, **engines[1]).random(n)
            assert got.dtype == expected.dtype
            np.testing.assert_array_equal(host(got), expected)
    assert ours.MultinomialQMC([0.5, 0.5], 3, rng=1).random(0).shape == (0, 2)
    for pvals, given in [([-0.5, 1.5], {}), ([0.5, 0.4], {}), ([1.0], {"engine": 3}), ([1.0], {"engine": ours.Sobol(2)})]:
        with pytest.raises(ValueError):
            ours.MultinomialQMC(pvals, 3, **given)
