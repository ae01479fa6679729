"""Factors, triangles, norms and operators of sparse matrices, against SciPy's."""

import doctest
import warnings

import numpy as np
import pytest
import scipy
import scipy.sparse as theirs
import scipy.sparse.linalg as scipys
from numpy.lib import NumpyVersion

import cuprust as cp
from cuprust.scipy import sparse
from cuprust.scipy.sparse import linalg

DTYPES = ["f", "d", "F", "D"]


def close(dtype):
    return 2e-4 if np.dtype(dtype).char in "fF" else 1e-9


def matrix(n, dtype="d", seed=0, density=0.1, diagonal=4.0, symmetric=False):
    """A matrix of few elements, with a strong diagonal unless that is none."""
    dice = np.random.default_rng(seed)
    x = dice.standard_normal((n, n)) * (dice.random((n, n)) < density)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * dice.standard_normal((n, n)) * (x != 0)
    if symmetric:
        x = x + x.conj().T
    return (x + diagonal * np.eye(n) * (1 + n * density / 2)).astype(dtype)


def ours(x, format="csc"):
    return getattr(sparse, f"{format}_matrix")(cp.asarray(x))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("order", ["COLAMD", "MMD_ATA", "MMD_AT_PLUS_A", "NATURAL"])
def test_factors(dtype, order):
    for n, density, diagonal in ((1, 1, 1.0), (5, 0.5, 0.0), (40, 0.1, 4.0), (60, 0.2, 0.0), (30, 1, 0.0)):
        x = matrix(n, dtype, n, density, diagonal)
        if diagonal == 0:
            # A permutation that is far from the diagonal keeps it regular.
            x[np.arange(n), (np.arange(n) * 7 + 3) % n] += 9
        lu = linalg.splu(ours(x), permc_spec=order)
        L, U = (part.toarray().get() for part in (lu.L, lu.U))
        np.testing.assert_array_equal(L, np.tril(L))
        np.testing.assert_array_equal(U, np.triu(U))
        np.testing.assert_array_equal(L.diagonal(), 1)
        assert lu.shape == (n, n) and lu.nnz == lu.L.nnz + lu.U.nnz and lu.L.format == lu.U.format == "csc" and lu.L.has_canonical_format
        rows, columns = lu.perm_r.get(), lu.perm_c.get()
        assert rows.dtype == columns.dtype == np.int32 and sorted(rows) == sorted(columns) == list(range(n))
        exchanged = np.empty_like(x)
        exchanged[np.ix_(rows, columns)] = x
        np.testing.assert_allclose(L @ U, exchanged, close(dtype), close(dtype) * 20)
        for trans, of in (("N", x), ("T", x.T), ("H", x.conj().T)):
            for shape in ((n,), (n, 3), (n, 0)):
                b = np.random.default_rng(1).standard_normal(shape).astype(dtype)
                found = lu.solve(cp.asarray(b), trans)
                assert found.dtype == dtype and found.shape == shape
                np.testing.assert_allclose(of @ found.get(), b, close(dtype) * 10, close(dtype) * 50)


def test_order_keeps_few_elements():
    # A cross: eliminated as it stands, its factors are full.
    x = np.eye(60) * 70
    x[0] = x[:, 0] = 1
    x[0, 0] = 70
    assert linalg.splu(ours(x), permc_spec="NATURAL").nnz == 3660
    assert linalg.splu(ours(x), permc_spec="MMD_AT_PLUS_A").nnz == 238
    # A grid of two axes.
    grid = theirs.kronsum(*[theirs.diags([-1, 2.1, -1], [-1, 0, 1], shape=(30, 30))] * 2, format="csc")
    count = {order: linalg.splu(sparse.csc_matrix(grid), permc_spec=order).nnz for order in ("COLAMD", "MMD_AT_PLUS_A", "NATURAL")}
    known = {order: scipys.splu(grid, permc_spec=order).nnz for order in count}
    assert all(count[order] < 1.3 * known[order] for order in count), (count, known)
    assert count["MMD_AT_PLUS_A"] < 0.5 * count["NATURAL"]


def test_refused_factors():
    with pytest.raises(RuntimeError, match="singular"):
        linalg.splu(sparse.csc_matrix((3, 3)))
    with pytest.raises(RuntimeError, match="singular"):
        linalg.splu(ours(np.ones((4, 4))))
    for wrong in (lambda: linalg.splu(ours(np.ones((3, 2)))), lambda: linalg.splu(ours(np.eye(2)), permc_spec="X")):
        with pytest.raises(ValueError):
            wrong()
    lu = linalg.splu(ours(np.eye(3, dtype="f")))
    for wrong in (cp.ones(4, "f"), cp.ones((3, 2, 1), "f"), cp.ones((), "f")):
        with pytest.raises(ValueError):
            lu.solve(wrong)
    with pytest.raises(ValueError):
        lu.solve(cp.ones(3, "f"), "X")
    for wrong in (cp.ones(3), cp.ones(3, "F"), cp.ones(3, int)):
        with pytest.raises(TypeError):
            lu.solve(wrong)
    assert lu.solve(cp.ones(3, "?")).dtype == np.float32
    assert linalg.splu(sparse.csc_matrix((0, 0))).solve(cp.ones(0)).shape == (0,)
    with pytest.warns(sparse.SparseEfficiencyWarning):
        assert linalg.splu(ours(np.eye(2, dtype=int), "csr")).solve(cp.ones(2)).dtype == np.float64


@pytest.mark.parametrize("dtype", [*DTYPES, "i", "?"])
@pytest.mark.parametrize("format", ["csr", "csc"])
def test_solve(dtype, format):
    x = matrix(30, "d" if dtype in "i?" else dtype, 3)
    x = x.astype(int).astype(dtype) if dtype in "i?" else x
    if dtype == "?":
        x = np.tril(x) | np.eye(30, dtype=bool)
    a, expected = ours(x, format), getattr(theirs, f"{format}_matrix")(x)
    for b in (np.arange(30), np.ones((30, 1)), np.arange(60.0).reshape(30, 2)[:, ::-1], np.arange(30) * (1 + 1j), np.ones(30, "f")):
        found, wanted = linalg.spsolve(a, cp.asarray(b)), scipys.spsolve(expected, b)
        assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
        np.testing.assert_allclose(found.get(), wanted, close(wanted.dtype), close(wanted.dtype))
    few = theirs.random(30, 4, 0.2, "csc", random_state=0)
    found, wanted = linalg.spsolve(a, sparse.csc_matrix(few)), scipys.spsolve(expected, few)
    assert found.format == wanted.format and found.dtype == wanted.dtype
    np.testing.assert_allclose(found.toarray().get(), wanted.toarray(), close(wanted.dtype), close(wanted.dtype))
    np.testing.assert_allclose(linalg.spsolve(a, sparse.csc_matrix(few[:, :1])).get(), wanted.toarray()[:, 0], close(wanted.dtype), close(wanted.dtype))
    if format == "csc" and dtype not in "i?":
        np.testing.assert_allclose((cp.asarray(x) @ linalg.factorized(a)(cp.ones(30, dtype))).get(), 1, close(dtype), close(dtype))


def test_solve_at_the_edges():
    for format in ("csr", "csc"):
        with pytest.warns(linalg.MatrixRankWarning, match="singular"):
            found = linalg.spsolve(ours(np.zeros((2, 2)), format), cp.ones((2, 3)))
        assert found.shape == (2, 3) and bool(cp.isnan(found).all())
        assert linalg.spsolve(getattr(sparse, f"{format}_matrix")((0, 0)), cp.ones(0)).shape == (0,)
    with pytest.raises(RuntimeError):
        linalg.spsolve(ours(np.zeros((2, 2))), ours(np.ones((2, 2))))
    for a, b in ((ours(np.ones((2, 3))), cp.ones(2)), (ours(np.eye(2)), cp.ones(3))):
        with pytest.raises(ValueError):
            linalg.spsolve(a, b)
    # Duplicates count as their sum, and rows are in any order.
    doubled = sparse.csr_matrix((cp.array([1.0, 3, 1, 2]), cp.array([1, 0, 0, 1]), cp.array([0, 3, 4])), shape=(2, 2))
    np.testing.assert_allclose(linalg.spsolve(doubled, cp.array([6.0, 4])).get(), [1, 2])
    assert doubled.nnz == 4
    with pytest.warns(sparse.SparseEfficiencyWarning):
        np.testing.assert_allclose(linalg.spsolve(sparse.eye(3), cp.arange(3.0)).get(), [0, 1, 2])


@pytest.mark.parametrize("dtype", DTYPES)
def test_incomplete_factors(dtype):
    x = matrix(80, dtype, 5, 0.05)
    lu = linalg.spilu(ours(x), drop_tol=0.01)
    whole = linalg.splu(ours(x))
    assert lu.nnz < whole.nnz
    b = np.ones(80, dtype)
    assert np.linalg.norm(x @ lu.solve(cp.asarray(b)).get() - b) < 0.2 * np.linalg.norm(b)
    np.testing.assert_allclose(x @ linalg.spilu(ours(x), drop_tol=0).solve(cp.asarray(b)).get(), b, close(dtype) * 10, close(dtype) * 10)
    # As a preconditioner it saves steps.
    steps = []
    M = linalg.LinearOperator((80, 80), matvec=lu.solve, dtype=dtype)
    for preconditioner in (None, M):
        steps.append(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _, info = linalg.gmres(ours(x, "csr"), cp.asarray(b), M=preconditioner, callback=lambda _: steps.append(steps.pop() + 1), callback_type="pr_norm")
        assert info == 0
    assert steps[1] < steps[0]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("format", ["csr", "csc"])
@pytest.mark.parametrize("lower", [True, False])
def test_triangles(dtype, format, lower):
    x = matrix(25, dtype, 7, 0.3)
    half = np.tril(x) if lower else np.triu(x)
    for unit in (True, False):
        for shape in ((25,), (25, 1), (25, 4), (25, 0)):
            b = np.random.default_rng(2).standard_normal(shape).astype(dtype)
            found = linalg.spsolve_triangular(ours(half, format), cp.asarray(b), lower=lower, unit_diagonal=unit)
            wanted = np.linalg.solve(half - (np.diag(half.diagonal() - 1) if unit else 0), b)
            assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
            np.testing.assert_allclose(found.get(), wanted, close(dtype), close(dtype) * np.abs(wanted).max(initial=1))
    # Elements outside of the triangle are not read.
    np.testing.assert_array_equal(
        linalg.spsolve_triangular(ours(x, format), cp.ones(25, dtype), lower).get(), linalg.spsolve_triangular(ours(half, format), cp.ones(25, dtype), lower).get()
    )
    theirs_half = getattr(theirs, f"{format}_matrix")(half)
    wanted = scipys.spsolve_triangular(theirs_half, np.arange(25), lower=lower)
    found = linalg.spsolve_triangular(ours(half, format), cp.arange(25), lower)
    assert found.dtype == wanted.dtype
    np.testing.assert_allclose(found.get(), wanted, close(dtype), close(dtype))


def test_refused_triangles():
    for a in (ours([[1.0, 0], [1, 0]], "csr"), sparse.csr_matrix((2, 2)), ours([[0.0, 0], [1, 1]])):
        with pytest.raises(np.linalg.LinAlgError, match="singular"):
            linalg.spsolve_triangular(a, cp.ones(2))
        assert linalg.spsolve_triangular(a, cp.ones(2), unit_diagonal=True).shape == (2,)
    for a, b in ((ours(np.ones((2, 3))), cp.ones(2)), (ours(np.eye(2)), cp.ones(3)), (ours(np.eye(2)), cp.ones((2, 1, 1)))):
        with pytest.raises(ValueError):
            linalg.spsolve_triangular(a, b)
    assert linalg.spsolve_triangular(sparse.csr_matrix((0, 0)), cp.ones(0)).shape == (0,)
    assert linalg.spsolve_triangular(ours(np.eye(3, dtype=int)), cp.ones((3, 2), int)).dtype == np.float64


def test_norms():
    x = matrix(7, "d", 1, 0.4, 0.0)[:5]
    for x in (x, x.astype("f"), x * (1 + 2j), (x * 3).astype(int)):
        a, b = ours(x, "csr"), theirs.csr_matrix(x)
        for order in (None, "fro", 1, -1, np.inf, -np.inf):
            for axis in (None, (0, 1), (1, 0), (-1, -2)):
                found, wanted = linalg.norm(a, order, axis), scipys.norm(b, order, axis)
                # SciPy 1.18 has sums of integers and of single precision in double.
                wide = x.dtype in (np.float32, np.int64) and NumpyVersion(scipy.__version__) >= "1.18.0"
                assert found.shape == () and (wide or found.dtype == np.asarray(wanted).dtype), (order, axis)
                np.testing.assert_allclose(float(found), wanted, 1e-6)
        for order in (None, 0, 1, 2, 3, 0.5, np.inf, -np.inf):
            for axis in (0, 1, -1, (0,)):
                # SciPy 1.18 keeps the axis for some orders.
                found, wanted = linalg.norm(a, order, axis), np.ravel(scipys.norm(b, order, axis))
                assert found.shape == wanted.shape
                np.testing.assert_allclose(found.get(), wanted, 1e-5)
    for order, axis in ((5, None), ("x", None), (None, 2), (None, (0, 0)), (None, (0, 1, 1)), ("x", 0)):
        for call, own in ((linalg.norm, a), (scipys.norm, b)):
            with pytest.raises(ValueError):
                call(own, order, axis)
    for call in (linalg.norm, scipys.norm):
        with pytest.raises(TypeError):
            call(np.ones((2, 2)))
    with pytest.raises(TypeError):
        linalg.norm(a, None, 0.5)
    with pytest.raises(NotImplementedError):
        linalg.norm(a, -2)
    for wide in (matrix(60, "f", 2), matrix(60, "D", 2)[:50], matrix(3, "d", 2)[:1]):
        np.testing.assert_allclose(float(linalg.norm(ours(wide, "csr"), 2)), np.linalg.norm(wide, 2), 1e-5)


def test_powers():
    x = matrix(6, "d", 1, 0.4, 0.5)
    for power in range(7):
        for format in ("csr", "csc", "coo", "dia"):
            np.testing.assert_allclose(
                linalg.matrix_power(ours(x, format), power).toarray().get(), scipys.matrix_power(theirs.csr_matrix(x), power).toarray(), 1e-10, 1e-10
            )
    a = ours(x)
    assert linalg.matrix_power(a, 1) is not a
    with pytest.raises(ValueError):
        linalg.matrix_power(a, -1)
    with pytest.raises(ValueError):
        linalg.matrix_power(a, 1.5)
    with pytest.raises(TypeError):
        linalg.matrix_power(ours(np.ones((2, 3))), 2)


def operators(x):
    a = cp.asarray(x)
    yield linalg.aslinearoperator(a)
    yield linalg.aslinearoperator(ours(x, "csr"))
    yield linalg.LinearOperator(x.shape, lambda v: a @ v, lambda v: a.conj().T @ v)
    yield linalg.LinearOperator(x.shape, lambda v: a @ v, lambda v: a.conj().T @ v, lambda m: a @ m, x.dtype, lambda m: a.conj().T @ m)

    class Own(linalg.LinearOperator):
        def __init__(self):
            super().__init__(x.dtype, x.shape)

        def _matvec(self, v):
            return a @ v

        def _rmatvec(self, v):
            return a.conj().T @ v

    yield Own()


@pytest.mark.parametrize("dtype", DTYPES)
def test_operators(dtype):
    x = matrix(6, dtype, 2, 0.5)[:4]
    v, w, m, k = (np.random.default_rng(3).standard_normal(shape).astype(dtype) for shape in (6, 4, (6, 3), (4, 2)))

    def same(found, wanted):
        assert found.shape == wanted.shape
        np.testing.assert_allclose(found.get(), wanted, close(dtype), close(dtype))

    for a in operators(x):
        assert a.shape == (4, 6) and a.ndim == 2 and "4x6" in repr(a)
        for of, y in ((a, x), (a.H.H, x), (a.T.T, x), (a.adjoint().adjoint(), x), (2 * a, 2 * x), (a * 3, 3 * x), (-a, -x), (a + a, 2 * x), (a - 2 * a, -x), (a / 2, x / 2)):
            same(of.matvec(cp.asarray(v)), y @ v)
            same(of.matvec(cp.asarray(v[:, None])), y @ v[:, None])
            same(of.rmatvec(cp.asarray(w)), y.conj().T @ w)
            same(of @ cp.asarray(m), y @ m)
            same(of.dot(cp.asarray(v)), y @ v)
            same(of * cp.asarray(m), y @ m)
            same(of(cp.asarray(v)), y @ v)
            same(of.rmatmat(cp.asarray(k)), y.conj().T @ k)
            same(of.H @ cp.asarray(k), y.conj().T @ k)
            same(of.T @ cp.asarray(w), y.T @ w)
            same(of.transpose().rmatvec(cp.asarray(v)), y.conj() @ v)
        same((a.H @ a) @ cp.asarray(v), x.conj().T @ (x @ v))
        same(((a.H @ a) ** 2).matvec(cp.asarray(v)), np.linalg.matrix_power(x.conj().T @ x, 2) @ v)
        same((a.H @ a).H.matmat(cp.asarray(m)), x.conj().T @ (x @ m))
        for wrong in (lambda: a.matvec(cp.ones(5)), lambda: a.matmat(cp.ones((5, 2))), lambda: a.matmat(cp.ones(6)), lambda: a + a.H, lambda: a @ a, lambda: a**2, lambda: a @ 2):
            with pytest.raises(ValueError):
                wrong()
        with pytest.raises(TypeError):
            a + 1
    assert linalg.aslinearoperator(a) is a
    for wrong in (object(), np.ones((2, 2))):
        with pytest.raises(TypeError):
            linalg.aslinearoperator(wrong)
    with pytest.raises(ValueError):
        linalg.aslinearoperator(cp.ones((1, 2, 2)))
    with pytest.raises(ValueError):
        linalg.LinearOperator((3,), lambda v: v)
    with pytest.raises(NotImplementedError):
        linalg.LinearOperator((2, 2), lambda v: v).rmatvec(cp.ones(2))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("which", ["LM", "LA", "SA"])
def test_eigenvalues(dtype, which):
    exact = 1e-3 if dtype in "fF" else 1e-8
    for n, k, made in ((8, 3, cp.asarray), (50, 4, ours)):
        x = matrix(n, dtype, n, 0.1, 0.0, symmetric=True)
        x = x + np.diag(np.arange(n) % 7).astype(dtype)
        wanted = scipys.eigsh(x.astype("D"), k, which=which, return_eigenvectors=False)
        a = made(x)
        w, v = linalg.eigsh(a, k, which=which)
        assert (w.dtype, v.dtype, v.shape) == (np.dtype(dtype.lower()), np.dtype(dtype), (n, k))
        np.testing.assert_allclose(w.get(), np.sort(wanted), exact, exact * 10)
        np.testing.assert_allclose(x @ v.get(), v.get() * w.get(), exact * 10, exact * 20)
        np.testing.assert_allclose((v.conj().T @ v).get(), np.eye(k), exact, exact)
        np.testing.assert_allclose(linalg.eigsh(a, k, which=which, return_eigenvectors=False, v0=cp.ones(n), ncv=k + 25).get(), w.get(), exact, exact * 10)


def test_eigenvalues_at_the_edges():
    # Spaces that close at once, and soon.
    for x in (np.eye(100), np.zeros((100, 100)), np.diag(np.arange(100) % 3.0), np.diag([1.0, -2] * 50)):
        for which in ("LA", "SA"):
            w, v = linalg.eigsh(cp.asarray(x), 4, which=which)
            values = np.linalg.eigvalsh(x)
            order = np.argsort(-values if which == "LA" else values, kind="stable")[:4]
            np.testing.assert_allclose(w.get(), np.sort(values[order]), 0, 1e-9)
            np.testing.assert_allclose(x @ v.get(), v.get() * w.get(), 0, 1e-8)
            np.testing.assert_allclose((v.T @ v).get(), np.eye(4), 0, 1e-9)
    with pytest.raises(linalg.ArpackNoConvergence) as caught:
        linalg.eigsh(cp.diag(cp.linspace(0, 1, 500)), 6, which="SA", maxiter=1)
    assert caught.value.eigenvalues.size == caught.value.eigenvectors.shape[1] < 6
    for wrong in (lambda: linalg.eigsh(cp.ones((3, 4)), 1), lambda: linalg.eigsh(cp.eye(3), 0), lambda: linalg.eigsh(cp.eye(3), 3), lambda: linalg.eigsh(cp.eye(3), 1, which="XX")):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        linalg.eigsh(cp.eye(3, dtype=int), 1)


@pytest.mark.parametrize("dtype", DTYPES)
def test_singular_values(dtype):
    exact = 1e-3 if dtype in "fF" else 1e-8
    for shape, k, made in (((60, 45), 4, ours), ((45, 60), 1, cp.asarray), ((6, 9), 3, linalg.aslinearoperator)):
        x = matrix(60, dtype, 3, 0.3, 0.0)[: shape[0], : shape[1]]
        a = made(cp.asarray(x))
        u, s, vh = linalg.svds(a, k)
        assert (u.shape, s.shape, vh.shape) == ((shape[0], k), (k,), (k, shape[1]))
        assert (u.dtype, s.dtype, vh.dtype) == (np.dtype(dtype), np.dtype(dtype.lower()), np.dtype(dtype))
        np.testing.assert_allclose(s.get(), np.linalg.svd(x, compute_uv=False)[k - 1 :: -1], exact)
        np.testing.assert_allclose((u.conj().T @ u).get(), np.eye(k), exact, exact)
        np.testing.assert_allclose(x @ vh.conj().T.get(), (u * s).get(), exact * 10, exact * 20)
        np.testing.assert_allclose(linalg.svds(a, k, return_singular_vectors=False).get(), s.get(), exact)
    u, s, vh = linalg.svds(cp.zeros((45, 50)), 3)
    assert not bool(s.any())
    np.testing.assert_allclose((u.T @ u).get(), np.eye(3), 0, 1e-9)
    for wrong in (lambda: linalg.svds(cp.ones((3, 4)), 3), lambda: linalg.svds(cp.eye(3), 0), lambda: linalg.svds(cp.eye(3), 1, which="SM")):
        with pytest.raises(ValueError):
            wrong()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("largest", [True, False])
def test_blocks(dtype, largest):
    n, k = 60, 3
    exact = 1e-3 if dtype in "fF" else 1e-7
    x = matrix(n, dtype, 3, 0.1, 0.0, symmetric=True) + np.diag(np.arange(n)).astype(dtype)
    weights = np.diag(1 + np.arange(n) % 3).astype(dtype)
    start = np.random.default_rng(1).standard_normal((n, k)).astype(dtype)
    options = {"tol": exact, "maxiter": 300, "largest": largest}
    end = slice(None, -k - 1, -1) if largest else slice(k)
    for a in (cp.asarray(x), ours(x, "csr")):
        w, v = linalg.lobpcg(a, cp.asarray(start), **options)
        assert (w.dtype, v.dtype, v.shape) == (np.dtype(dtype.lower()), np.dtype(dtype), (n, k))
        np.testing.assert_allclose(w.get(), np.linalg.eigvalsh(x)[end], exact, exact)
        assert np.linalg.norm(x @ v.get() - v.get() * w.get(), axis=0).max() <= 2 * exact
        np.testing.assert_allclose((v.conj().T @ v).get(), np.eye(k), 1e-4, 1e-4)
    # With weights, a preconditioner, and vectors that are known already.
    w, v = linalg.lobpcg(cp.asarray(x), cp.asarray(start), B=ours(weights), **options)
    np.testing.assert_allclose(w.get(), np.linalg.eigvalsh(np.linalg.solve(np.sqrt(weights), x) @ np.linalg.inv(np.sqrt(weights)))[end], exact * 10, exact * 10)
    np.testing.assert_allclose((v.conj().T @ cp.asarray(weights) @ v).get(), np.eye(k), 1e-4, 1e-4)
    M = np.diag(1 + np.arange(n) / n if largest else 1 / (1 + np.arange(n))).astype(dtype)
    w, v, values, norms = linalg.lobpcg(cp.asarray(x), cp.asarray(start), M=cp.asarray(M), retLambdaHistory=True, retResidualNormsHistory=True, **options)
    assert len(values) == len(norms) > 1 and values[0].shape == norms[0].shape == (k,) and float(norms[-1].max()) <= exact
    found, _ = linalg.lobpcg(cp.asarray(x), cp.asarray(start), Y=v, **options)
    np.testing.assert_allclose(found.get(), np.linalg.eigvalsh(x)[slice(-k - 1, -2 * k - 1, -1) if largest else slice(k, 2 * k)], exact * 10, exact * 10)


def test_refused_blocks():
    a = cp.diag(cp.arange(1.0, 41))
    with pytest.warns(UserWarning, match="tolerance"):
        linalg.lobpcg(a, cp.eye(40, 2) + 0.1, maxiter=1, tol=1e-9)
    # A space that is all, and vectors that are right already.
    np.testing.assert_allclose(linalg.lobpcg(a[:4, :4], cp.eye(4))[0].get(), [4, 3, 2, 1])
    np.testing.assert_allclose(linalg.lobpcg(a, cp.eye(40)[:, 38:], tol=1e-9)[0].get(), [40, 39])
    for wrong in (
        lambda: linalg.lobpcg(a, cp.ones(40)), lambda: linalg.lobpcg(a, cp.ones((39, 2))), lambda: linalg.lobpcg(a, cp.ones((40, 0))),
        lambda: linalg.lobpcg(a, cp.ones((40, 2))), lambda: linalg.lobpcg(a, cp.eye(40, 2), B=cp.eye(3)), lambda: linalg.lobpcg(a, cp.eye(40, 2), Y=cp.ones((3, 1))),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            wrong()


@pytest.mark.parametrize("name", ["_blocks", "_eigen", "_gmres", "_iterative", "_least_squares", "_norm", "_operator", "_systems"])
def test_examples(name):
    module = __import__(f"cuprust.scipy.sparse.linalg.{name}", fromlist=["x"])
    tested = doctest.testmod(module, extraglobs={"cp": cp})
    assert tested.attempted >= 1 and tested.failed == 0


def test_names():
    assert all(hasattr(linalg, name) for name in linalg.__all__)
    assert sparse.linalg is linalg
    assert isinstance(linalg.splu(ours(np.eye(2))), linalg.SuperLU)
