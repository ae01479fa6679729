"""Banded, tridiagonal, constant-diagonal and symmetric matrices: SciPy's values, dtypes, shapes and exceptions, and residuals."""

import itertools

import numpy as np
import pytest
import scipy.linalg
from conftest import host, outcome

import cuprust as cp

ours = cp.scipy.linalg
DTYPES = ["i4", "f2", "f4", "f8", "c8", "c16"]


def numbers(shape, dtype, seed=0):
    random = np.random.default_rng([seed, *shape])
    x = random.standard_normal(shape) * (5 if np.dtype(dtype).kind == "i" else 1)
    return (x + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def close(got, wanted, bound=1e-11):
    got, wanted = host(got), np.asarray(wanted)
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    bound = max(bound, 2e-4) if wanted.dtype in ("f4", "c8") else bound
    np.testing.assert_allclose(got, wanted, rtol=0, atol=bound * max(1, np.abs(wanted).max(initial=0)))


def dense(band, below, above):
    """The matrix that a band stands for."""
    n = band.shape[-1]
    a = np.zeros((n, n), band.dtype)
    for i, j in itertools.product(range(n), range(n)):
        if -below <= j - i <= above:
            a[i, j] = band[above + i - j, j]
    return a


@pytest.mark.parametrize("dtype", DTYPES)
def test_banded_systems(dtype):
    for below, above, n in ((0, 0, 3), (1, 1, 1), (1, 1, 5), (2, 1, 6), (0, 3, 7), (3, 0, 7), (2, 4, 9), (5, 5, 4)):
        band = numbers((below + above + 1, n), dtype)
        band[above] += 30
        for b in (numbers((n,), dtype, 1), numbers((n, 3), dtype, 1)):
            x = host(ours.solve_banded((below, above), cp.array(band), cp.array(b)))
            wanted = scipy.linalg.solve_banded((below, above), band, b)
            # For one row SciPy returns half precision.
            assert x.shape == wanted.shape and (x.dtype == wanted.dtype or n == 1)
            a = dense(band, below, above).astype(x.dtype)
            bound = 60 * n * np.finfo(x.dtype).eps * (np.abs(a).max() * max(1, np.abs(x).max()) + np.abs(b).max())
            assert np.abs(a @ x - b).max() <= bound
    band, b = numbers((2, 1, 3, 6), dtype), numbers((4, 6, 2), dtype, 1)
    band[..., 1, :] += 9
    close(ours.solve_banded((1, 1), cp.array(band), cp.array(b)), scipy.linalg.solve_banded((1, 1), band, b), 1e-10)
    view = cp.array(band[0, 0])[:, ::-1]
    close(ours.solve_banded((1, 1), view, cp.array(b[0])[::-1]), scipy.linalg.solve_banded((1, 1), band[0, 0][:, ::-1], b[0][::-1]), 1e-10)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("lower", [False, True])
def test_definite_bands(dtype, lower):
    for count, n in ((1, 3), (2, 6), (3, 8), (4, 3)):
        band = numbers((count, n), dtype) if count <= n else np.zeros((count, n), dtype)
        band[0 if lower else -1] = 60
        factor = ours.cholesky_banded(cp.array(band), lower=lower)
        wanted = scipy.linalg.cholesky_banded(band, lower=lower)
        close(factor, wanted, 1e-12)
        for b in (numbers((n,), dtype, 1), numbers((n, 3), dtype, 1)):
            close(ours.cho_solve_banded((factor, lower), cp.array(b)), scipy.linalg.cho_solve_banded((wanted, lower), b))
            close(ours.solveh_banded(cp.array(band), cp.array(b), lower=lower), scipy.linalg.solveh_banded(band, b, lower=lower))
        values, vectors = ours.eig_banded(cp.array(band), lower=lower)
        close(values, scipy.linalg.eig_banded(band, lower=lower)[0])
        close(ours.eigvals_banded(cp.array(band), lower=lower), scipy.linalg.eigvals_banded(band, lower=lower))
        assert vectors.dtype == scipy.linalg.eig_banded(band, lower=lower)[1].dtype
        reach = count - 1
        half = dense(band if not lower else np.vstack([band]), reach if lower else 0, 0 if lower else reach)
        whole = half.astype(host(vectors).dtype) if lower else np.conj(half.T).astype(host(vectors).dtype)
        whole = np.tril(whole) + np.conj(np.tril(whole, -1)).T
        v, w = host(vectors), host(values)
        assert np.abs(whole @ v - v * w).max() <= 100 * n * np.finfo(w.dtype).eps * 30
    stack = np.stack([band, band])
    close(ours.cholesky_banded(cp.array(stack), lower=lower), scipy.linalg.cholesky_banded(stack, lower=lower))
    close(ours.eigvals_banded(cp.array(stack), lower=lower), scipy.linalg.eigvals_banded(stack, lower=lower))


@pytest.mark.parametrize("dtype", ["i4", "f2", "f4", "f8", "?"])
def test_tridiagonal_eigenvalues(dtype):
    for n in (1, 2, 3, 10, 40, 150):
        d, e = numbers((n,), dtype), numbers((n - 1,), dtype, 1)
        values, vectors = ours.eigh_tridiagonal(cp.array(d), cp.array(e))
        wanted = scipy.linalg.eigh_tridiagonal(d, e)
        if n > 1:
            # A single number SciPy gives back as it is.
            close(values, wanted[0])
        v, w = host(vectors), host(values)
        assert v.shape == wanted[1].shape and (v.dtype == wanted[1].dtype or n == 1)
        a = np.diag(d.astype(w.dtype)) + np.diag(e.astype(w.dtype), 1) + np.diag(e.astype(w.dtype), -1)
        bound = 40 * n * np.finfo(w.dtype).eps
        assert np.abs(v.T @ v - np.eye(n)).max() <= bound
        assert np.abs(a @ v - v * w).max() <= bound * np.abs(a).sum(1).max()
        close(ours.eigvalsh_tridiagonal(cp.array(d), cp.array(e)), w, 1e-12)
        assert np.array_equal(host(ours.eigh_tridiagonal(cp.array(d), cp.array(e), eigvals_only=True)), host(ours.eigvalsh_tridiagonal(cp.array(d), cp.array(e))))


def test_selections_of_eigenvalues():
    d, e = numbers((9,), "f8"), numbers((8,), "f8", 1)
    band = np.vstack([np.r_[0, e], d])
    for select, between in (("a", None), ("v", (-0.5, 1.5)), ("value", (8, 9)), (1, [-9, 9]), ("i", (0, 0)), ("index", (2, 5)), (2, (0, 8))):
        words = {"select": select, "select_range": between}
        wanted = scipy.linalg.eigh_tridiagonal(d, e, **words)
        got = ours.eigh_tridiagonal(cp.array(d), cp.array(e), **words)
        close(got[0], wanted[0])
        assert got[1].shape == wanted[1].shape
        close(ours.eigvalsh_tridiagonal(cp.array(d), cp.array(e), **words), wanted[0])
        close(ours.eigvals_banded(cp.array(band), **words), scipy.linalg.eigvals_banded(band, **words))
        got = ours.eig_banded(cp.array(band), **words)
        assert got[1].shape == scipy.linalg.eig_banded(band, **words)[1].shape
    for words in ({"select": "x"}, {"select": 3}, {"select": "v"}, {"select": "v", "select_range": (3, 0)}, {"select": "i", "select_range": (0, 9)}, {"select": "i", "select_range": (0, 1, 2)}, {"lapack_driver": "x"}):  # fmt: skip
        for module, arrays in ((scipy.linalg, np), (ours, cp)):
            with pytest.raises(ValueError):
                module.eigh_tridiagonal(arrays.array(d), arrays.array(e), **words)
    stack = np.stack([np.arange(4.0), np.arange(4.0) + 1]), np.zeros((2, 3))
    assert np.array_equal(host(ours.eigvalsh_tridiagonal(*map(cp.array, stack), select="v", select_range=(0, 3))), [[1, 2, 3], [1, 2, 3]])
    with pytest.raises(ValueError):
        ours.eigvalsh_tridiagonal(*map(cp.array, stack), select="v", select_range=(-1, 2))


@pytest.mark.parametrize("dtype", DTYPES)
def test_constant_diagonals(dtype):
    for n in (1, 2, 5, 12):
        c, r = numbers((n,), dtype), numbers((n,), dtype, 1)
        c[0] += 30
        for b in (numbers((n,), dtype, 2), numbers((n, 3), dtype, 2)):
            close(ours.solve_toeplitz(cp.array(c), cp.array(b)), scipy.linalg.solve_toeplitz(c, b))
            close(ours.solve_toeplitz((cp.array(c), cp.array(r)), cp.array(b)), scipy.linalg.solve_toeplitz((c, r), b))
            close(ours.matmul_toeplitz(cp.array(c), cp.array(b)), scipy.linalg.matmul_toeplitz(c, b))
    for m, n in ((3, 5), (6, 2), (1, 4), (4, 1)):
        c, r, x = numbers((m,), dtype), numbers((n,), dtype, 1), numbers((n, 2), dtype, 2)
        close(ours.matmul_toeplitz((cp.array(c), cp.array(r)), cp.array(x)), scipy.linalg.matmul_toeplitz((c, r), x))
        close(ours.matmul_toeplitz((cp.array(c), cp.array(r)), cp.array(x[:, 0])), scipy.linalg.matmul_toeplitz((c, r), x[:, 0]))
    c, b = numbers((2, 1, 4), dtype), numbers((3, 4, 2), dtype, 1)
    c[..., 0] += 30
    close(ours.solve_toeplitz(cp.array(c), cp.array(b)), scipy.linalg.solve_toeplitz(c, b))
    close(ours.matmul_toeplitz(cp.array(c), cp.array(b)), scipy.linalg.matmul_toeplitz(c, b))
    close(ours.solve_toeplitz([4.0, 1.0], cp.array([1.0, 1.0])), scipy.linalg.solve_toeplitz([4.0, 1.0], [1.0, 1.0]))


@pytest.mark.parametrize("dtype", ["i4", "f2", "f4", "f8", "c8", "c16", "?"])
def test_ldl(dtype):
    for n, lower, hermitian in itertools.product((1, 2, 3, 6, 20), (True, False), (True, False)):
        a = numbers((n, n), dtype)
        a = (a | a.T) if dtype == "?" else (a + (np.conj(a.T) if hermitian else a.T)).astype(dtype)
        if n == 6:
            a[:3, :3] = 0
        half = np.tril(a) if lower else np.triu(a)
        lu, d, order = host(ours.ldl(cp.array(half), lower=lower, hermitian=hermitian))
        wanted = scipy.linalg.ldl(half, lower=lower, hermitian=hermitian)
        assert [(x.shape, x.dtype) for x in (lu, d, order)] == [(x.shape, x.dtype) for x in wanted]
        assert sorted(order) == list(range(n))
        triangle = lu[order]
        assert not (np.triu(triangle, 1) if lower else np.tril(triangle, -1)).any() and (np.diagonal(triangle) == 1).all()
        assert not np.triu(d, 2).any() and not np.tril(d, -2).any()
        assert not ((np.diagonal(d, -1)[1:] != 0) & (np.diagonal(d, -1)[:-1] != 0)).any()
        wide = a.astype(lu.dtype)
        back = lu @ d @ (np.conj(lu.T) if hermitian else lu.T)
        assert np.abs(back - wide).max() <= 40 * n * np.finfo(lu.dtype).eps * max(1, np.abs(wide).max())
        # Rows are chosen so that elements do not grow.
        assert np.abs(lu).max() <= 10
    stack = numbers((2, 3, 3), "f8")
    lu, d, order = host(ours.ldl(cp.array(stack)))
    for each, *parts in zip(stack, lu, d, order):
        for got, wanted in zip(parts, scipy.linalg.ldl(each)):
            close(got, wanted)
    assert [x.shape for x in ours.ldl(cp.zeros((0, 0)))] == [(0, 0), (0, 0), (0,)]


WRONG = [
    ("solve_banded", ((1, 1), (3, 4), (5,))), ("solve_banded", ((1, 0), (3, 4), (4,))), ("solveh_banded", ((2, 4), (5,))),
    ("eigh_tridiagonal", ((3,), (3,))), ("eigh_tridiagonal", ((0,), (0,))), ("eig_banded", ((3,),)), ("solve_toeplitz", ((3,), (4,))), ("matmul_toeplitz", ((3,), (4,))),
    ("ldl", ((2, 3),)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "shapes"), WRONG)
def test_what_is_refused(name, shapes):
    arguments = [shapes[0]] if name == "solve_banded" else []
    shapes = shapes[len(arguments) :]
    _, theirs = outcome(lambda: getattr(scipy.linalg, name)(*arguments, *map(np.ones, shapes)))
    _, error = outcome(lambda: getattr(ours, name)(*arguments, *map(cp.ones, shapes)))
    assert theirs is not None and isinstance(error, type(theirs))


def test_what_has_no_solution():
    zero, minus = cp.zeros((3, 4)), -cp.ones((2, 4))
    calls = [lambda: ours.solve_banded((1, 1), zero, cp.ones(4)), lambda: ours.cholesky_banded(minus), lambda: ours.solveh_banded(minus, cp.ones(4))]
    calls += [lambda: ours.solve_toeplitz(cp.zeros(3), cp.ones(3))]
    for call in calls:
        # A GPU says so where it is waited for.
        with pytest.raises(np.linalg.LinAlgError):
            host(call())
    bad = cp.array([[1.0, np.nan], [1, 1]])
    for call in (lambda: ours.cholesky_banded(bad), lambda: ours.eig_banded(bad), lambda: ours.ldl(bad), lambda: ours.solve_toeplitz(bad[0], bad[1])):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(TypeError):
        ours.eigh_tridiagonal(cp.ones(3, "c16"), cp.ones(2))


def test_nothing_to_solve():
    assert ours.solve_banded((1, 1), cp.zeros((3, 0)), cp.zeros(0)).shape == (0,)
    assert ours.solve_banded((1, 1), cp.ones((3, 4)), cp.zeros((4, 0))).shape == (4, 0)
    assert ours.cholesky_banded(cp.zeros((2, 0))).shape == (2, 0)
    assert ours.solve_toeplitz(cp.zeros(0), cp.zeros(0)).shape == (0,)
    assert ours.matmul_toeplitz(cp.zeros(0), cp.zeros(0)).shape == (0,)
    values, vectors = ours.eig_banded(cp.zeros((2, 0)))
    assert (values.shape, vectors.shape) == ((0,), (0, 0))
