"""Iterative solvers of systems and least squares, against SciPy's."""

import numpy as np
import pytest
import scipy.sparse as theirs
import scipy.sparse.linalg as scipys

import cuprust as cp
from cuprust.scipy import sparse
from cuprust.scipy.sparse import linalg

DTYPES = ["f", "d", "F", "D"]


def symmetric(n, dtype, definite=True):
    dice = np.random.default_rng(n)
    x = dice.standard_normal((n, n)) * (dice.random((n, n)) < 0.1)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * np.where(x, dice.standard_normal((n, n)), 0)
    x = x + x.conj().T
    strong = np.abs(x).sum(1) + 1
    return (x + np.diag(strong if definite else strong * (-1.0) ** np.arange(n))).astype(dtype)


def general(n, dtype):
    x = symmetric(n, dtype)
    return (x + np.triu(x, 1)).astype(dtype)


SOLVERS = {"cg": symmetric, "cgs": general, "bicgstab": general, "gmres": general, "minres": symmetric}


def solve(name, a, b, **options):
    return getattr(linalg, name)(a, b, **options)


@pytest.mark.parametrize("dtype", [*DTYPES, "i"])
@pytest.mark.parametrize("name", SOLVERS)
def test_systems(name, dtype):
    n = 40
    x = SOLVERS[name](n, "d" if dtype == "i" else dtype)
    x = np.rint(x).astype(dtype) if dtype == "i" else x
    float_ = np.promote_types(dtype, "f") if dtype != "i" else np.dtype("d")
    b = (np.arange(n) % 5 + 1).astype(dtype)
    for rtol in (1e-3, 1e-5):
        # SciPy's minres takes no complex matrices.
        known = name != "minres" or dtype not in "FD"
        wanted, reason = getattr(scipys, name)(theirs.csr_matrix(x), b, rtol=rtol) if known else (b, 0)
        for a in (sparse.csr_matrix(cp.asarray(x)), sparse.csc_matrix(cp.asarray(x)), cp.asarray(x), linalg.aslinearoperator(cp.asarray(x))):
            found, info = solve(name, a, cp.asarray(b), rtol=rtol)
            # SciPy's scalars of double precision make its minres double, CuPy's keeps the dtype.
            assert info == reason == 0 and found.shape == (n,) and found.dtype == float_ and (name == "minres" or wanted.dtype == float_)
            error = np.linalg.norm(x @ found.get() - b) / np.linalg.norm(b)
            assert error < (10 if name == "minres" else 1.01) * rtol
    if name == "cg" and float_.char in "dD" or name == "minres" and float_.char == "d":
        # The same steps give the same iterates.
        for steps in (1, 2, 5):
            found, info = solve(name, cp.asarray(x), cp.asarray(b), rtol=1e-14, maxiter=steps)
            wanted, reason = getattr(scipys, name)(x, b, rtol=1e-14, maxiter=steps)
            assert info == reason == steps
            np.testing.assert_allclose(found.get(), wanted, 1e-9, 1e-12)


@pytest.mark.parametrize("name", SOLVERS)
def test_what_is_given_beside(name):
    n = 30
    x = SOLVERS[name](n, "d")
    a, b = sparse.csr_matrix(cp.asarray(x)), np.arange(n) + 1.0
    exact = np.linalg.solve(x, b)
    tight = {"rtol": 1e-12}
    # A first guess, a preconditioner, a column for a vector, an iterate for each step.
    for x0 in (exact, np.ones((n, 1))):
        found, info = solve(name, a, cp.asarray(b), x0=cp.asarray(x0), **tight)
        assert info == 0
        np.testing.assert_allclose(found.get(), exact, 1e-7, 1e-9)
    M = sparse.diags(cp.asarray(1 / x.diagonal()), format="csr")
    for of in (M, linalg.aslinearoperator(M), cp.asarray(np.diag(1 / x.diagonal()))):
        found, info = solve(name, a, cp.asarray(b), M=of, **tight)
        assert info == 0
        np.testing.assert_allclose(found.get(), exact, 1e-7, 1e-9)
    found, info = solve(name, a, cp.asarray(b[:, None]), **tight)
    assert found.shape == (n,) and info == 0
    seen = []
    extra = {"callback_type": "x"} if name == "gmres" else {}
    found, _ = solve(name, a, cp.asarray(b), callback=lambda xk: seen.append(xk.copy()), **extra, **tight)
    # Half a step may be the last, which is no iterate.
    assert len(seen) >= 1 and (name == "bicgstab" or bool((seen[-1] == found).all()))
    x0 = cp.zeros(n)
    solve(name, a, cp.asarray(b), x0=x0)
    assert not bool(x0.any())
    # Nothing to do.
    found, info = solve(name, a, cp.zeros(n))
    assert info == 0 and not bool(found.any())
    for wrong in (lambda: solve(name, cp.ones((2, 3)), cp.ones(2)), lambda: solve(name, a, cp.ones(n + 1)), lambda: solve(name, a, cp.ones(n), x0=cp.ones(3)), lambda: solve(name, a, cp.ones(n), M=cp.eye(3))):
        with pytest.raises(ValueError):
            wrong()
    if name != "minres":
        for atol in (-1, None, "legacy"):
            with pytest.raises(ValueError):
                solve(name, a, cp.ones(n), atol=atol)
        found, info = solve(name, a, cp.asarray(b), rtol=0, atol=1e-3)
        assert info == 0 and np.linalg.norm(x @ found.get() - b) <= 1e-3


@pytest.mark.parametrize("name", ["cg", "cgs", "bicgstab", "minres"])
def test_number_of_steps(name):
    x, b = SOLVERS[name](50, "d"), np.ones(50)
    for limit in (1, 3):
        found, info = solve(name, cp.asarray(x), cp.asarray(b), rtol=1e-15, maxiter=limit)
        _, reason = getattr(scipys, name)(x, b, rtol=1e-15, maxiter=limit)
        assert info == reason == limit
    counts = []
    for call, array in ((getattr(linalg, name), cp.asarray), (getattr(scipys, name), np.asarray)):
        counts.append(0)
        call(array(x), array(b), rtol=1e-8, callback=lambda _: counts.append(counts.pop() + 1))
    assert abs(counts[0] - counts[1]) <= 1


def test_breakdown():
    x = np.array([[0.0, 1], [-1, 0]])
    for name in ("cgs", "bicgstab"):
        b = np.array([1.0, 0])
        _, info = solve(name, cp.asarray(x), cp.asarray(b))
        _, reason = getattr(scipys, name)(x, b)
        assert info == reason < 0


def test_gmres():
    x = general(50, "d")
    a, b = cp.asarray(x), cp.ones(50)
    for restart in (1, 3, 10, 100):
        found, info = linalg.gmres(a, b, restart=restart, rtol=1e-10)
        assert info == 0 and float(cp.linalg.norm(a @ found - b)) <= 1e-10 * 50**0.5
    for limit, kind in ((2, "pr_norm"), (2, "x"), (3, "legacy")):
        seen = []
        found, info = linalg.gmres(a, b, restart=2, maxiter=limit, rtol=1e-14, callback=seen.append, callback_type=kind)
        assert info == limit and len(seen) == {"pr_norm": 4, "x": 2, "legacy": 3}[kind]
        if kind != "x":
            assert all(float(before) >= float(after) for before, after in zip(seen, seen[1:]))
    with pytest.raises(ValueError):
        linalg.gmres(a, b, callback_type="y")
    # The space ends before its steps do, and a matrix that is singular.
    found, info = linalg.gmres(cp.eye(5), cp.arange(5.0))
    assert info == 0 and bool(cp.allclose(found, cp.arange(5.0)))
    _, info = linalg.gmres(cp.zeros((3, 3)), cp.ones(3), maxiter=2)
    assert info != 0


def test_minres():
    x = symmetric(40, "d", False)
    b = np.arange(40) + 1.0
    found, info = linalg.minres(cp.asarray(x), cp.asarray(b), tol=1e-10)
    assert info == 0
    np.testing.assert_allclose(found.get(), np.linalg.solve(x, b), 1e-6, 1e-8)
    found, info = linalg.minres(cp.asarray(x), cp.asarray(b), shift=0.5, rtol=1e-12, check=True)
    np.testing.assert_allclose(found.get(), np.linalg.solve(x - 0.5 * np.eye(40), b), 1e-6, 1e-8)
    with pytest.raises(ValueError, match="non-symmetric matrix"):
        linalg.minres(cp.asarray(np.triu(x)), cp.asarray(b), check=True)
    with pytest.raises(ValueError, match="preconditioner"):
        linalg.minres(cp.asarray(x), cp.asarray(b), M=-cp.eye(40))


def tall(dtype, shape=(30, 12)):
    dice = np.random.default_rng(4)
    x = dice.standard_normal(shape) * (dice.random(shape) < 0.4)
    x[: shape[1]] += 3 * np.eye(*shape)[: shape[1]]
    if np.dtype(dtype).kind == "c":
        x = x + 1j * np.where(x, dice.standard_normal(shape), 0)
    return x.astype(dtype)


@pytest.mark.parametrize("dtype", [*DTYPES, "i"])
@pytest.mark.parametrize("name", ["lsqr", "lsmr"])
def test_least_squares(name, dtype):
    for shape in ((30, 12), (12, 12), (12, 30)):
        x = tall(dtype, shape)
        b = (np.arange(shape[0]) % 4 + 1).astype(dtype)
        for options in ({}, {"damp": 0.5}, {"atol": 1e-12, "btol": 1e-12}, {"conlim": 1.5}, {"iter_lim" if name == "lsqr" else "maxiter": 3}):
            found = getattr(linalg, name)(sparse.csr_matrix(cp.asarray(x)), cp.asarray(b), **options)
            wanted = getattr(scipys, name)(theirs.csr_matrix(x), b, **options)
            assert found[0].dtype == wanted[0].dtype and found[0].shape == wanted[0].shape
            if dtype in "fF":
                # SciPy's vectors are of single precision, and take other steps.
                if not {"iter_lim", "maxiter", "conlim"} & options.keys() and wanted[1] < 3:
                    np.testing.assert_allclose(found[0].get(), wanted[0], 1e-3, 1e-3)
                continue
            assert found[1:3] == wanted[1:3], (shape, options)
            np.testing.assert_allclose(found[0].get(), wanted[0], 1e-7, 1e-7)
            last = 9 if name == "lsqr" else 8
            # Where the residual is zero, its norm is rounding.
            np.testing.assert_allclose([float(one) for one in found[3:last]], [float(one) for one in wanted[3:last]], 1e-2, 1e-4)
    x = tall("d")
    b = np.ones(30)
    guess = np.linspace(0, 1, 12)
    found = getattr(linalg, name)(cp.asarray(x), cp.asarray(b[:, None]), x0=cp.asarray(guess))
    wanted = getattr(scipys, name)(x, b, x0=guess)
    assert found[1:3] == wanted[1:3]
    np.testing.assert_allclose(found[0].get(), wanted[0], 1e-7)
    for zero in (np.zeros(30), np.linalg.svd(x)[0][:, -1] * 0):
        assert getattr(linalg, name)(cp.asarray(x), cp.asarray(zero))[1:3] == getattr(scipys, name)(x, zero)[1:3] == (0, 0)
    for wrong in (lambda: getattr(linalg, name)(cp.asarray(x), cp.ones(12)), lambda: getattr(linalg, name)(cp.asarray(x), cp.ones(30), x0=cp.ones(3))):
        with pytest.raises(ValueError):
            wrong()


def test_variances():
    x = tall("d")
    found = linalg.lsqr(cp.asarray(x), cp.ones(30), calc_var=True, atol=1e-14, btol=1e-14)[-1]
    np.testing.assert_allclose(found.get(), np.linalg.inv(x.T @ x).diagonal(), 1e-6)
    assert not bool(linalg.lsqr(cp.asarray(x), cp.ones(30))[-1].any())


class Stopped(Exception):
    pass


def stop(*_):
    raise Stopped("enough")


@pytest.mark.parametrize("name", SOLVERS)
def test_exceptions_of_operators_and_callbacks(name):
    # What Python raises within a solver ends it, as itself.
    a, b = cp.asarray(SOLVERS[name](20, "d")), cp.ones(20)
    broken = linalg.LinearOperator((20, 20), matvec=stop, dtype="d")
    for call in (lambda: solve(name, broken, b), lambda: solve(name, a, b, M=broken), lambda: solve(name, a, b, callback=stop)):
        with pytest.raises(Stopped, match="enough"):
            call()
    found, info = solve(name, linalg.LinearOperator((20, 20), matvec=lambda x: a @ x, dtype="d"), b)
    assert info == 0
    # A product of another length is none.
    with pytest.raises(ValueError):
        solve(name, linalg.LinearOperator((20, 20), matvec=lambda x: x[:3], dtype="d"), b)


def test_exceptions_of_other_operators():
    broken = linalg.LinearOperator((60, 60), matvec=stop, rmatvec=stop, dtype="d")
    b = cp.ones(60)
    for call in (lambda: linalg.lsqr(broken, b), lambda: linalg.lsmr(broken, b), lambda: linalg.eigsh(broken, 2), lambda: linalg.svds(broken, 2), lambda: linalg.lobpcg(broken, cp.eye(60, 2))):
        with pytest.raises(Stopped, match="enough"):
            call()
    with pytest.raises(NotImplementedError):
        linalg.lsqr(linalg.LinearOperator((2, 2), matvec=lambda x: x, dtype="d"), cp.ones(2))
