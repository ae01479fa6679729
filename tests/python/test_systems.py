"""SciPy's systems, inverses, determinants, norms, eigenvalues and singular values, where NumPy has the names too: values, dtypes, shapes and
exceptions, on stacks and views as on single matrices."""

import itertools

import numpy as np
import pytest
import scipy.linalg
from conftest import host, outcome

import cuprust as cp

ours = cp.scipy.linalg
DTYPES = ["?", "i1", "i8", "f2", "f4", "f8", "c8", "c16"]
STRUCTURES = [None, "general", "gen", "banded", "diagonal", "tridiagonal", "upper triangular", "lower triangular", "symmetric", "sym", "hermitian", "her", "positive definite", "pos"]


def numbers(shape, dtype, seed=0):
    random = np.random.default_rng([seed, *shape])
    x = random.standard_normal(shape) * (5 if np.dtype(dtype).kind in "iu" else 1)
    return (x + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def regular(shape, dtype, seed=0):
    """Matrices that are far from singular."""
    n = shape[-1]
    return np.triu(np.ones(shape, "?")) if dtype == "?" else (numbers(shape, dtype, seed) + 20 * np.eye(n)).astype(dtype)


def positive(shape, dtype, seed=0):
    if dtype == "?":
        return np.broadcast_to(np.eye(shape[-1], dtype="?"), shape)
    a = numbers(shape, dtype, seed)
    return (a + np.conj(np.swapaxes(a, -1, -2)) + 40 * np.eye(shape[-1])).astype(dtype)


def close(got, wanted, bound=1e-11):
    got, wanted = host(got), np.asarray(wanted)
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    bound = max(bound, 2e-4) if wanted.dtype in ("f4", "c8") else bound
    np.testing.assert_allclose(got, wanted, rtol=0, atol=bound * max(1, np.abs(wanted).max(initial=0)))


def same_refusal(name, *args, **words):
    """Both raise, and ours is an exception of the class of SciPy's."""
    _, theirs = outcome(lambda: getattr(scipy.linalg, name)(*args, **words))
    given = lambda part: cp.array(part) if isinstance(part, np.ndarray) else part  # noqa: E731
    _, own = outcome(lambda: getattr(ours, name)(*map(given, args), **{key: given(word) for key, word in words.items()}))
    assert theirs is not None and own is not None, (name, words)
    assert isinstance(own, (type(theirs), ValueError)), (name, own, theirs)


@pytest.mark.parametrize("dtype", DTYPES)
def test_systems_of_a_structure(dtype):
    for shape, b_shape in (((4, 4), (4,)), ((4, 4), (4, 3)), ((3, 5, 5), (5, 2)), ((2, 1, 4, 4), (3, 4, 1)), ((1, 1), (1, 2)), ((5, 5), (2, 5, 1))):
        b = numbers(b_shape, "f8" if dtype == "?" else dtype, 1)
        for structure, lower, transposed in itertools.product(STRUCTURES, (False, True), (False, True)):
            if transposed and np.dtype(dtype).kind == "c":
                continue
            whole = structure in ("positive definite", "pos", "symmetric", "sym", "hermitian", "her")
            a = positive(shape, dtype) if whole or structure == "tridiagonal" else regular(shape, dtype)
            if structure == "tridiagonal":
                a = np.triu(np.tril(a, 1), -1)
            if structure in ("upper triangular", "lower triangular"):
                a = (np.triu if structure[0] == "u" else np.tril)(a)
            if structure == "diagonal":
                a = np.triu(np.tril(a))
            if structure in ("symmetric", "sym") and np.dtype(dtype).kind == "c":
                a = (a + np.swapaxes(a, -1, -2)).astype(dtype)
            words = {"assume_a": structure, "lower": lower, "transposed": transposed}
            wanted = scipy.linalg.solve(a, b, **words)
            close(ours.solve(cp.array(a), cp.array(b), **words), wanted, 1e-10)
            if whole and not transposed and dtype != "?":
                # The other triangle is not read.
                half = (np.tril if lower else np.triu)(a) + (np.triu if lower else np.tril)(np.full_like(a, 3), 1 if lower else -1)
                close(ours.solve(cp.array(half), cp.array(b), **words), wanted, 1e-10)


def test_systems_that_are_none():
    for name in ("solve", "inv"):
        given = (np.ones(2),) if name == "solve" else ()
        for structure in (None, "diagonal", "upper triangular", "lower triangular", "sym", "her", "pos", *(["tridiagonal"] if name == "solve" else [])):
            with pytest.raises(np.linalg.LinAlgError):
                # A GPU says so where it is waited for.
                host(getattr(ours, name)(cp.array([[1.0, 0.0], [0.0, 0.0]]), *map(cp.array, given), assume_a=structure))
        for a in (np.ones((2, 3)), np.ones(3), np.full((2, 2), np.nan), np.ones((2, 2, 3))):
            same_refusal(name, a, *given)
        with pytest.raises(ValueError):
            getattr(ours, name)(cp.eye(2), *map(cp.array, given), assume_a="nonsense")
    for a, b in (((3, 3), (2,)), ((3, 3), (2, 2)), ((2, 3, 3), (4, 3, 1)), ((3, 3), (1, 2, 2))):
        same_refusal("solve", 9 * np.eye(3) + np.zeros(a), np.ones(b))
    assert np.isnan(host(ours.solve(cp.eye(2), cp.array([1.0, np.nan]), check_finite=False))[1])
    same_refusal("solve", np.eye(2), np.array([1.0, np.nan]))


def test_numbers_and_vectors_of_stacks_as_right_sides():
    for a, b in ((2.0, 4.0), (2.0, [2.0, 4.0]), ([[2.0]], [2.0, 4.0]), ([[[2.0]]], [[2.0, 4.0], [6.0, 8.0]]), ([[2]], [[1], [3]])):
        close(ours.solve(a, b), scipy.linalg.solve(a, b))
    with pytest.raises(np.linalg.LinAlgError):
        ours.solve(0.0, [1.0, 2.0])
    # A vector for each matrix where it is no matrix for all; a matrix for all where it is one, as SciPy has it.
    a, b = regular((2, 5, 5), "f8"), numbers((2, 5), "f8", 1)
    each = np.linalg.solve(a, b[..., None])[..., 0]
    close(ours.solve(cp.array(a), cp.array(b)), each)
    close(ours.lu_solve(ours.lu_factor(cp.array(a)), cp.array(b)), each)
    close(ours.solve_triangular(cp.array(a), cp.array(b)), np.linalg.solve(np.triu(a), b[..., None])[..., 0])
    a, b = regular((5, 5, 5), "f8"), numbers((5, 5), "f8", 1)
    assert ours.solve(cp.array(a), cp.array(b)).shape == scipy.linalg.solve(a, b).shape == (5, 5, 5)
    for name in ("solve", "solve_triangular"):
        close(getattr(ours, name)(cp.array(a), cp.array(b)), getattr(scipy.linalg, name)(a, b))
    factors = ours.lu_factor(cp.array(a))
    close(ours.lu_solve(factors, cp.array(b)), scipy.linalg.solve(a, b))
    b = numbers((5, 2), "f8", 2)
    close(ours.lu_solve(factors, cp.array(b)), scipy.linalg.solve(a, b))


@pytest.mark.parametrize("dtype", DTYPES)
def test_inverses_determinants_and_pseudo_inverses(dtype):
    for shape in ((4, 4), (3, 4, 4), (2, 3, 2, 2), (1, 1), (2, 1, 1), (2, 0, 0), (0, 3, 3)):
        a = regular(shape, dtype)
        for view, plain in ((cp.array(a), a), (cp.array(a)[..., ::-1, :], a[..., ::-1, :]), (cp.array(a).swapaxes(-1, -2), np.swapaxes(a, -1, -2))):
            wanted = scipy.linalg.inv(plain)
            close(ours.inv(view), wanted if a.size else wanted.astype(host(ours.inv(view)).dtype))
            wanted = np.asarray(scipy.linalg.det(plain))
            # SciPy computes in single precision for operands in it, and for small integers.
            close(ours.det(view), wanted, 1e-11 if dtype in ("i8", "f8", "c16") else 1e-4)
        if 0 not in shape[:-2] and a.size:
            close(ours.pinv(cp.array(a)), scipy.linalg.pinv(a))
        for structure, part in (("diagonal", lambda a: np.triu(np.tril(a))), ("upper triangular", np.triu), ("lower triangular", np.tril)):
            if a.size:
                close(ours.inv(cp.array(a), assume_a=structure), scipy.linalg.inv(part(a)))
        p = positive(shape, dtype)
        for structure, lower in itertools.product(("pos", "her"), (False, True)):
            if a.size:
                close(ours.inv(cp.array((np.tril if lower else np.triu)(p)), assume_a=structure, lower=lower), scipy.linalg.inv(p))
    for shape in ((5, 3), (3, 5), (2, 4, 2)):
        a = numbers(shape, "f8" if dtype == "?" else dtype)
        close(ours.pinv(cp.array(a)), scipy.linalg.pinv(a), 1e-10 if a.dtype.itemsize > 4 else 2e-3)
    a = np.diag([4.0, 2.0, 1e-3, 0]).astype(dtype)
    for words in ({}, {"atol": 1e-2}, {"rtol": 0.6}, {"atol": 1.9, "rtol": 0.1}):
        got, rank = ours.pinv(cp.array(a), return_rank=True, **words)
        wanted, known = scipy.linalg.pinv(a, return_rank=True, **words)
        assert rank == known and isinstance(rank, int)
        close(got, wanted)
    assert host(ours.pinv(cp.stack([cp.eye(2), cp.zeros((2, 2))]), return_rank=True)[1]).tolist() == [2, 0]
    same_refusal("pinv", np.eye(2), atol=-1.0)
    same_refusal("pinv", np.full((2, 2), np.nan))
    same_refusal("pinv", np.ones(3))
    same_refusal("det", np.ones((2, 3)))
    same_refusal("det", np.full((2, 2), np.inf))


@pytest.mark.parametrize("dtype", DTYPES)
def test_cholesky(dtype):
    for shape in ((4, 4), (3, 4, 4), (1, 1)):
        a = positive(shape, dtype)
        for lower in (False, True):
            close(ours.cholesky(cp.array(a), lower=lower), scipy.linalg.cholesky(a, lower=lower))
            close(ours.cholesky(cp.array((np.tril if lower else np.triu)(a)), lower), scipy.linalg.cholesky(a, lower=lower))
    same_refusal("cholesky", np.diag([1.0, -1.0]))
    same_refusal("cholesky", np.ones((2, 3)))
    same_refusal("cholesky", np.full((2, 2), np.nan))


@pytest.mark.parametrize("dtype", DTYPES)
def test_norms(dtype):
    a = numbers((3, 4), dtype)
    for order in (None, "fro", "nuc", 1, -1, 2, -2, np.inf, -np.inf):
        if dtype == "f2" and order in ("nuc", 2, -2):
            continue
        wanted = scipy.linalg.norm(a, order)
        got = host(ours.norm(cp.array(a), order))
        bound = 1e-2 if dtype == "f2" else 1e-4 if dtype in ("f4", "c8") else 1e-12
        np.testing.assert_allclose(got, wanted, rtol=bound, atol=bound)
    stack = numbers((2, 3, 4), dtype)
    for words in ({"axis": 0}, {"axis": -1, "ord": 1}, {"axis": (0, 2)}, {"axis": (1, 2), "ord": 1, "keepdims": True}, {"axis": 1, "keepdims": True, "ord": np.inf}):
        np.testing.assert_allclose(host(ours.norm(cp.array(stack), **words)), scipy.linalg.norm(stack, **words), rtol=1e-2 if dtype == "f2" else 1e-4)
    same_refusal("norm", np.array([1.0, np.inf]))
    assert np.isinf(host(ours.norm(cp.array([1.0, np.inf]), check_finite=False)))
    same_refusal("norm", np.ones((2, 2)), "nonsense")


@pytest.mark.parametrize("dtype", DTYPES)
def test_singular_values(dtype):
    for shape in ((4, 3), (3, 4), (2, 4, 4), (2, 2, 3, 1)):
        a = numbers(shape, dtype)
        close(ours.svdvals(cp.array(a)), scipy.linalg.svdvals(a))
        for full in (False, True):
            u, s, vh = host(ours.svd(cp.array(a), full_matrices=full))
            wanted = scipy.linalg.svd(a, full_matrices=full) if a.ndim == 2 else np.linalg.svd(a.astype(u.dtype), full_matrices=full)
            assert [part.shape for part in (u, s, vh)] == [part.shape for part in wanted]
            assert [part.dtype for part in (u, s, vh)] == [np.asarray(part).dtype for part in wanted]
            close(s, wanted[1])
            k = s.shape[-1]
            close((u[..., :k] * s[..., None, :]) @ vh[..., :k, :], a.astype(u.dtype))
        close(ours.svd(cp.array(a), compute_uv=False, lapack_driver="gesvd"), scipy.linalg.svdvals(a))
    same_refusal("svd", np.eye(2), lapack_driver="nonsense")
    same_refusal("svd", np.full((2, 2), np.nan))
    same_refusal("svdvals", np.ones(3))
    values = numbers((2, 3), dtype)
    for m, n in ((3, 3), (3, 5), (4, 3)):
        close(ours.diagsvd(cp.array(values), m, n), scipy.linalg.diagsvd(values, m, n))
    for m, n in ((2, 3), (4, 4), (3, 2)):
        same_refusal("diagsvd", values, m, n)


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_eigenvalues_of_hermitian_matrices(dtype):
    for shape in ((4, 4), (3, 5, 5), (1, 1)):
        a, b = positive(shape, dtype), positive(shape, dtype, 1)
        a = (a - 40 * np.eye(shape[-1])).astype(dtype)
        stack = [(a, b)] if a.ndim == 2 else list(zip(a, b))
        for lower, kind, pair in ((True, 1, False), (False, 1, False), (True, 1, True), (False, 1, True), (True, 2, True), (False, 2, True), (True, 3, True), (False, 3, True)):
            words = {"lower": lower, "type": kind}
            part = np.tril if lower else np.triu
            given = [part(a), part(b)] if pair else [part(a)]
            w, v = host(ours.eigh(*map(cp.array, given), **words))
            wanted = np.stack([scipy.linalg.eigh(*((x, y) if pair else (x,)), eigvals_only=True, **words) for x, y in stack]).reshape(w.shape)
            close(w, wanted, 1e-9)
            close(ours.eigvalsh(*map(cp.array, given), **words), wanted, 1e-9)
            close(ours.eigh(*map(cp.array, given), eigvals_only=True, **words), wanted, 1e-9)
            x, y = a.astype(v.dtype), b.astype(v.dtype)
            adjoint = np.conj(np.swapaxes(v, -1, -2))
            left, right = {(1, False): (x @ v, v), (1, True): (x @ v, y @ v), (2, True): (x @ y @ v, v), (3, True): (y @ x @ v, v)}[kind, pair]
            bound = 5e-3 if v.dtype in ("f4", "c8") else 1e-8
            np.testing.assert_allclose(left, right * w[..., None, :], atol=bound * np.abs(left).max())
            unit = {1: adjoint @ (y if pair else np.eye(shape[-1])) @ v, 2: adjoint @ y @ v, 3: adjoint @ np.linalg.inv(y) @ v}[kind]
            np.testing.assert_allclose(unit, np.broadcast_to(np.eye(shape[-1]), unit.shape), atol=bound)


def test_selections_of_eigenvalues():
    a, b = positive((6, 6), "f8"), positive((6, 6), "f8", 1)
    low, high = np.sort(scipy.linalg.eigvalsh(a))[[1, 3]] + 1e-9
    for given in ([a], [a, b]):
        for words in ({"subset_by_index": [1, 3]}, {"subset_by_index": (0, 0)}, {"subset_by_index": [5, 5]}, {"subset_by_value": [low, high]}, {"subset_by_value": (-np.inf, np.inf)}):
            wanted = scipy.linalg.eigh(*given, **words)
            got = host(ours.eigh(*map(cp.array, given), **words))
            close(got[0], wanted[0], 1e-9)
            close(np.abs(got[1]), np.abs(wanted[1]), 1e-7)
            close(ours.eigvalsh(*map(cp.array, given), **words), wanted[0], 1e-9)
    for words in (
        {"subset_by_index": [3, 1]}, {"subset_by_index": [-1, 2]}, {"subset_by_index": [0, 6]}, {"subset_by_value": [2, 1]}, {"subset_by_index": [1], "driver": "evr"},
        {"subset_by_index": [0, 1], "subset_by_value": [0, 1]}, {"driver": "gvd"}, {"driver": "nonsense"}, {"driver": "evd", "subset_by_index": [0, 1]},
    ):  # fmt: skip
        same_refusal("eigh", a, **words)
    for driver in ("ev", "evd", "evr", "evx"):
        close(ours.eigvalsh(cp.array(a), driver=driver), scipy.linalg.eigvalsh(a, driver=driver))
    same_refusal("eigh", a, b, driver="ev")
    same_refusal("eigh", a, b, type=4)
    same_refusal("eigh", a, np.eye(5))
    same_refusal("eigh", np.ones((2, 3)))
    same_refusal("eigh", a, -b)
    same_refusal("eigh", np.full((2, 2), np.nan))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_real_forms_of_complex_eigenvalues(dtype):
    for shape in ((1, 1), (2, 2), (5, 5), (3, 4, 4)):
        a = numbers(shape, dtype)
        if a.ndim == 3:
            a = a - np.swapaxes(a, -1, -2)
        w, v = np.linalg.eig(a)
        got, wanted = ours.cdf2rdf(cp.array(w), cp.array(v)), scipy.linalg.cdf2rdf(w, v)
        for one, other in zip(got, wanted):
            close(one, other)
        wr, vr = host(got)
        np.testing.assert_allclose(a @ vr, vr @ wr, atol=1e-4 if dtype == "f4" else 1e-11)
    for w, v in (((), (2, 2)), ((2,), (2,)), ((2,), (3, 3)), ((2,), (2, 2, 2))):
        same_refusal("cdf2rdf", np.ones(w), np.ones(v))
    same_refusal("cdf2rdf", np.array([1j, 2]), np.eye(2))


def test_symmetry_and_bands():
    near = np.array([[1, 2.1], [2, 1]])
    cases = [near, near.T, np.eye(3), np.array([[1, 1j], [-1j, 2]]), np.array([[1j, 1], [1, 1]]), np.array([[1, 2], [2, 1]]), np.array([[1, np.nan], [np.nan, 1]]),
             np.array([[np.nan, 1], [1, 1]]), np.array([[1, np.inf], [np.inf, 1]]), np.zeros((0, 0)), np.array([[True, False], [False, False]])]  # fmt: skip
    for name in ("issymmetric", "ishermitian"):
        for words in ({}, {"atol": 0.05}, {"atol": 0.2}, {"rtol": 0.04}, {"rtol": 0.06}, {"atol": 0.05, "rtol": 0.03}):
            for a in cases:
                found = getattr(ours, name)(cp.array(a), **words)
                assert found is bool(getattr(scipy.linalg, name)(a, **words)), (name, words, a)
        stack = np.stack([near, near + near.T])
        assert host(getattr(ours, name)(cp.array(stack))).tolist() == getattr(scipy.linalg, name)(stack).tolist() == [False, True]
        same_refusal(name, np.ones((2, 3)))
        same_refusal(name, np.ones(3))
    for a in (np.array([[1, 2, 0], [0, 3, 1], [4, 0, 0]]), np.eye(3), np.zeros((2, 5)), np.ones((2, 5)), np.ones((0, 3))):
        assert ours.bandwidth(cp.array(a)) == scipy.linalg.bandwidth(a)
    stack = np.stack([np.eye(3), np.ones((3, 3)), np.tri(3)])
    for one, other in zip(ours.bandwidth(cp.array(stack)), scipy.linalg.bandwidth(stack), strict=True):
        close(one, other)
    same_refusal("bandwidth", np.ones(3))
