"""Circulant systems, pseudo-inverses of Hermitian matrices, and comparisons of subspaces: SciPy's values, dtypes and exceptions."""

import numpy as np
import pytest
import scipy.linalg
from conftest import host

import cuprust as cp

ours = cp.scipy.linalg
DTYPES = ["i4", "f4", "f8", "c8", "c16"]


def numbers(shape, dtype, seed=0):
    random = np.random.default_rng([seed, *shape])
    x = random.standard_normal(shape) * (5 if dtype == "i4" else 1)
    return (x + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def close(got, wanted, bound=1e-11):
    got, wanted = host(got), np.asarray(wanted)
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    bound = max(bound, 1e-4) if wanted.dtype in ("f4", "c8") else bound
    np.testing.assert_allclose(got, wanted, rtol=0, atol=bound * max(1, np.abs(wanted).max(initial=0)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_circulant_systems(dtype):
    for n in (1, 2, 5, 8):
        c, b = numbers((n,), dtype), numbers((n,), dtype, 1)
        c[0] += 40
        x = ours.solve_circulant(cp.array(c), cp.array(b))
        close(x, scipy.linalg.solve_circulant(c, b))
        wide = np.result_type(c.dtype, np.float32) if dtype != "i4" else np.float64
        residual = scipy.linalg.circulant(c.astype(wide)) @ host(x) - b
        eps = np.finfo(wide).eps
        assert np.abs(residual).max() <= 40 * (n + 1) * eps * np.abs(c).sum() * max(1, np.abs(host(x)).max())
    c, b = numbers((3, 4), dtype), numbers((4, 2, 3), dtype, 1)
    c[:, 0] += 40
    for words in ({}, {"outaxis": -1}, {"outaxis": 1}):
        close(ours.solve_circulant(cp.array(c), cp.array(b), **words), scipy.linalg.solve_circulant(c, b, **words))
    turned = {"caxis": 0, "baxis": 2}
    close(ours.solve_circulant(cp.array(c.T)[::1], cp.array(b.transpose(1, 2, 0)), **turned), scipy.linalg.solve_circulant(c.T, b.transpose(1, 2, 0), **turned))
    close(ours.solve_circulant(cp.array(c)[:, ::-1], cp.array(b)[::-1]), scipy.linalg.solve_circulant(c[:, ::-1], b[::-1]))
    # Every other Fourier coefficient is zero.
    c, b = np.array([1, 1, 0, 0]).astype(dtype), numbers((4,), dtype, 2)
    for words in ({}, {"tol": 1e-3}):
        with pytest.raises(np.linalg.LinAlgError, match="near singular circulant matrix"):
            ours.solve_circulant(cp.array(c), cp.array(b), **words)
        close(ours.solve_circulant(cp.array(c), cp.array(b), singular="lstsq", **words), scipy.linalg.solve_circulant(c, b, singular="lstsq", **words))


def test_circulant_systems_that_are_none():
    for c, b, words in (((3,), (4,), {}), ((3,), (3,), {"caxis": 1}), ((3,), (3,), {"baxis": 2}), ((2, 3), (2, 3), {})):
        for module, arrays in ((scipy.linalg, np), (ours, cp)):
            with pytest.raises(ValueError):
                module.solve_circulant(arrays.ones(c), arrays.ones(b), **words)


@pytest.mark.parametrize("dtype", DTYPES)
def test_pseudo_inverses_of_hermitian_matrices(dtype):
    for shape, rank in (((4, 4), 4), ((5, 5), 2), ((3, 4, 4), 2), ((1, 1), 1), ((0, 0), 0)):
        factor = numbers((*shape[:-1], rank), dtype)
        a = factor @ np.conj(np.swapaxes(factor, -1, -2))
        for lower in (True, False):
            # The other triangle is not read.
            half = (np.tril if lower else np.triu)(a)
            got, ranks = ours.pinvh(cp.array(half), rtol=1e-5, lower=lower, return_rank=True)
            assert np.all(host(ranks) == rank)
            assert isinstance(ranks, int) == (len(shape) == 2)
            wide = a.astype(np.float64) if dtype == "i4" else a
            wanted = np.linalg.pinv(wide, rcond=1e-5, hermitian=True) if a.size else wide
            close(got, wanted, 1e-9 if wide.dtype.char in "dD" else 2e-3)
    a = np.diag([4.0, -2.0, 1e-3, 0])
    for words in ({}, {"atol": 1e-2}, {"rtol": 0.6}, {"atol": 1.9, "rtol": 0.1}):
        inverse, rank = scipy.linalg.pinvh(a, return_rank=True, **words)
        got, found = ours.pinvh(cp.array(a), return_rank=True, **words)
        assert found == rank
        close(got, inverse)
    for words in ({"atol": -1.0}, {"rtol": -1.0}):
        with pytest.raises(ValueError):
            ours.pinvh(cp.eye(2), **words)
    with pytest.raises(ValueError):
        ours.pinvh(cp.full((2, 2), np.nan))
    with pytest.raises(np.linalg.LinAlgError):
        ours.pinvh(cp.ones((2, 3)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_procrustes(dtype):
    for shape in ((6, 3), (3, 3), (2, 4)):
        a, b = numbers(shape, dtype), numbers(shape, dtype, 1)
        turn, scale = ours.orthogonal_procrustes(cp.array(a), cp.array(b))
        wanted, size = scipy.linalg.orthogonal_procrustes(a, b)
        close(scale, size)
        turn = host(turn)
        assert turn.dtype == wanted.dtype
        bound = 1e-4 if turn.dtype in ("f4", "c8") else 1e-11
        np.testing.assert_allclose(np.conj(turn.T) @ turn, np.eye(shape[1]), atol=bound)
        np.testing.assert_allclose(np.linalg.norm(a @ turn - b), np.linalg.norm(a @ wanted - b), rtol=bound)
        if shape[0] >= shape[1]:
            close(turn, wanted, 1e-10)
    for a, b in (((3,), (3,)), ((2, 3), (3, 2))):
        with pytest.raises(ValueError):
            ours.orthogonal_procrustes(cp.ones(a), cp.ones(b))
    with pytest.raises(ValueError):
        ours.orthogonal_procrustes(cp.full((2, 2), np.inf), cp.ones((2, 2)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_angles_of_subspaces(dtype):
    for first, second in (((6, 2), (6, 3)), ((6, 3), (6, 2)), ((5, 1), (5, 1)), ((4, 4), (4, 2)), ((3, 5), (3, 1))):
        a, b = numbers(first, dtype), numbers(second, dtype, 1)
        # SciPy's own small angles keep half of the digits.
        close(ours.subspace_angles(cp.array(a), cp.array(b)), scipy.linalg.subspace_angles(a, b), 1e-7 if dtype not in ("f4", "c8") else 2e-3)
    with pytest.raises(ValueError):
        ours.subspace_angles(cp.ones(3), cp.ones((3, 1)))
    with pytest.raises(ValueError):
        ours.subspace_angles(cp.ones((2, 1)), cp.ones((3, 1)))
    with pytest.raises(ValueError):
        ours.subspace_angles(cp.full((2, 1), np.nan), cp.ones((2, 1)))


def test_small_and_large_angles_keep_their_digits():
    wanted = np.array([1.5, 0.3, 1e-12])
    a, b = np.eye(6)[:, :3], np.vstack([np.diag(np.cos(wanted)), np.diag(np.sin(wanted))])
    np.testing.assert_allclose(host(ours.subspace_angles(cp.array(a), cp.array(b))), wanted, rtol=1e-9, atol=4e-16)
