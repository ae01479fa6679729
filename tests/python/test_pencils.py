"""Pairs of matrices: residuals of generalized Schur forms and eigenvectors, SciPy's eigenvalues, dtypes and exceptions."""

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


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def check_form(a, b, s, t, q, z):
    s, t, q, z = host([s, t, q, z])
    n = a.shape[-1]
    bound = 60 * (n + 1) * np.finfo(s.dtype).eps
    for unitary in (q, z):
        assert np.abs(adjoint(unitary) @ unitary - np.eye(n)).max(initial=0) <= bound
    for whole, part in ((a, s), (b, t)):
        whole = whole.astype(s.dtype)
        assert np.abs(q @ part @ adjoint(z) - whole).max(initial=0) <= bound * np.abs(whole).max(initial=0)
    assert not np.tril(t, -1).any() and not np.tril(s, -2).any()
    d = np.diagonal(t, axis1=-2, axis2=-1)
    assert (d.real >= 0).all() and not d.imag.any()
    below = np.diagonal(s, -1, -2, -1) != 0
    assert not below.any() if np.iscomplexobj(s) else not (below[..., 1:] & below[..., :-1]).any()
    # At a block of two rows the second matrix is diagonal.
    assert not np.diagonal(t, 1, -2, -1)[below].any()


def sorted_values(w):
    return w[np.lexsort([w.imag.round(6), w.real.round(6)])]


@pytest.mark.parametrize("dtype", DTYPES)
def test_generalized_forms(dtype):
    for shape in ((1, 1), (2, 2), (3, 3), (6, 6), (13, 13), (2, 4, 4), (0, 0), (2, 0, 0)):
        a, b = numbers(shape, dtype), numbers(shape, dtype, 1)
        for output in ("real", "complex"):
            form = ours.qz(cp.array(a), cp.array(b), output=output)
            check_form(a, b, *form)
            if len(shape) == 2 and a.size:
                assert form[0].dtype == scipy.linalg.qz(a, b, output=output)[0].dtype
    a, b = numbers((4, 5, 5), "f8"), numbers((5, 5), "f4", 1)
    check_form(a, np.broadcast_to(b, a.shape), *ours.qz(cp.array(a), cp.array(b)))
    for a, b in ((np.eye(4), np.eye(4)), (np.zeros((3, 3)), np.eye(3)), (np.roll(np.eye(5), 1, 0), np.eye(5)), (np.tri(5), np.tri(5).T), (numbers((6, 6), "f8") * 1e300, numbers((6, 6), "f8") * 1e-300)):  # fmt: skip
        check_form(a, b, *ours.qz(cp.array(a), cp.array(b)))
    a, b = numbers((100, 100), "f8"), numbers((100, 100), "f8", 1)
    check_form(a, b, *ours.qz(cp.array(a), cp.array(b)))
    check_form(a + 0j, b + 0j, *ours.qz(cp.array(a), cp.array(b), output="complex"))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_orders_of_pencils(dtype):
    for n in (1, 2, 3, 7, 12):
        a, b = numbers((n, n), dtype), numbers((n, n), dtype, 1)
        for output in ("real", "complex"):
            for sort in ("lhp", "rhp", "iuc", "ouc", lambda alpha, beta: alpha.imag == 0):
                s, t, alpha, beta, q, z = ours.ordqz(cp.array(a), cp.array(b), sort=sort, output=output)
                check_form(a, b, s, t, q, z)
                w = host(alpha) / host(beta)
                if sort == "lhp":
                    chosen = w.real < 0
                elif sort == "iuc":
                    chosen = np.abs(w) < 1
                elif isinstance(sort, str):
                    continue
                else:
                    chosen = w.imag == 0
                    if np.iscomplexobj(host(s)):
                        continue
                assert (np.diff(chosen.astype(int)) <= 0).all()
                wanted = scipy.linalg.ordqz(a, b, sort=sort, output=output) if isinstance(sort, str) else None
                if wanted:
                    assert [x.dtype for x in (s, t, q, z)] == [x.dtype for x in (*wanted[:2], *wanted[4:])]
                    assert alpha.dtype == wanted[2].dtype
                    close = 1e-2 if dtype in ("f4", "c8") else 1e-8
                    np.testing.assert_allclose(sorted_values(w), sorted_values(wanted[2] / wanted[3]), rtol=close, atol=close)


@pytest.mark.parametrize("dtype", DTYPES)
def test_eigenvalues_of_pencils(dtype):
    for n in (1, 2, 3, 8):
        a, b = numbers((n, n), dtype), numbers((n, n), dtype, 1) + (3 * np.eye(n)).astype(dtype)
        a = a.astype("f4") if dtype == "f2" else a
        b = b.astype("f4") if dtype == "f2" else b
        for other in (None, b):
            arrays = [cp.array(a)] + ([cp.array(other)] if other is not None else [None])
            w, vl, vr = host(ours.eig(*arrays, left=True, right=True))
            theirs = scipy.linalg.eig(a, other, left=True, right=True)
            assert [x.dtype for x in (w, vl, vr)] == [x.dtype for x in theirs]
            single = w.dtype == "c8"
            close = 2e-3 if single else 1e-9
            np.testing.assert_allclose(sorted_values(w), sorted_values(theirs[0]), rtol=close, atol=close)
            np.testing.assert_allclose(sorted_values(host(ours.eigvals(*arrays))), sorted_values(theirs[0]), rtol=close, atol=close)
            c = np.eye(n) if other is None else other
            bound = (2e-4 if single else 1e-11) * n * np.abs(a).max() * max(1, np.abs(w).max())
            assert np.abs(a @ vr - (c @ vr) * w).max() <= bound * np.abs(c).max()
            assert np.abs(adjoint(vl) @ a - w[:, None] * (adjoint(vl) @ c)).max() <= bound * np.abs(c).max()
            for v in (vl, vr):
                np.testing.assert_allclose(np.linalg.norm(v, axis=0), 1, rtol=1e-5)
            pair = host(ours.eigvals(*arrays, homogeneous_eigvals=True))
            assert pair.shape == (2, n)
            np.testing.assert_allclose(sorted_values(pair[0] / pair[1]), sorted_values(theirs[0]), rtol=close, atol=close)
            assert np.array_equal(host(ours.eig(*arrays)[0]), w) and np.array_equal(host(ours.eig(*arrays, right=False)), w)


def test_pencils_of_other_matrices():
    a, b = np.diag([1.0, 2, 3]), np.diag([1.0, 0, 2])
    w = host(ours.eigvals(cp.array(a), cp.array(b)))
    assert np.isinf(w).sum() == 1 and np.allclose(sorted(w[np.isfinite(w)].real), [1, 1.5])
    symmetric = numbers((5, 5), "f8")
    w, v = host(ours.eig(cp.array(symmetric + symmetric.T)))
    assert v.dtype == "f8" and not w.imag.any()
    stack = numbers((3, 2, 4, 4), "f8")
    w, v = host(ours.eig(cp.array(stack), cp.eye(4)))
    assert np.abs(stack @ v - v * w[..., None, :]).max() < 1e-11
    assert ours.eigvals(cp.array(stack), homogeneous_eigvals=True).shape == (3, 2, 2, 4)
    assert [x.shape for x in ours.eig(cp.zeros((0, 0)))] == [(0,), (0, 0)]


WRONG = [
    ("qz", ((2, 3), (2, 2)), {}), ("qz", ((2, 2), (3, 3)), {}), ("qz", ((2, 2), (2, 2)), {"output": "x"}), ("qz", ((2, 2), (2, 2)), {"sort": "lhp"}),
    ("ordqz", ((2, 2), (2, 2)), {"sort": "x"}), ("eig", ((2, 3),), {}), ("eig", ((2, 2), (3, 3)), {}), ("eigvals", ((3,),), {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "shapes", "words"), WRONG)
def test_what_is_refused(name, shapes, words):
    _, theirs = outcome(lambda: getattr(scipy.linalg, name)(*map(np.ones, shapes), **words))
    _, error = outcome(lambda: getattr(ours, name)(*map(cp.ones, shapes), **words))
    assert theirs is not None and isinstance(error, type(theirs))
    with pytest.raises(ValueError):
        ours.qz(cp.array([[np.nan]]), cp.ones((1, 1)))


@pytest.mark.parametrize("dtype", ["f8", "c16"])
@pytest.mark.parametrize("output", ["real", "complex"])
def test_qz_of_pencils_with_infinite_eigenvalues(dtype, output):
    adjoint = lambda x: x.conj().T  # noqa: E731
    for n in (2, 3, 8, 16):
        for a in (np.eye(n, k=1), np.eye(n)[::-1], np.triu(np.ones((n, n)), 1) - np.tril(np.ones((n, n)), -1), np.zeros((n, n))):
            for b in (a[::-1] + np.eye(n), np.eye(n, k=1), np.ones((n, n)), np.zeros((n, n))):
                a, b = a.astype(dtype), b.astype(dtype)
                s, t, q, z = host(ours.qz(cp.array(a), cp.array(b), output=output))
                for of, form in ((a, s), (b, t)):
                    assert np.linalg.norm(q @ form @ adjoint(z) - of) <= 1e-13 * n * max(np.linalg.norm(of), 1), (n, a, b)
                for basis in (q, z):
                    assert np.linalg.norm(adjoint(basis) @ basis - np.eye(n)) <= 1e-13 * n
