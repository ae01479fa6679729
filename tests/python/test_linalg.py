"""Linear algebra: residuals within backward-error bounds, NumPy's shapes, dtypes and exceptions, stacked everywhere."""

import itertools

import numpy as np
import pytest
from conftest import LONG, assert_same, host, outcome

import cuprust as cp

DTYPES = ["f4", "f8", "c8", "c16"]
SIZES = [1, 2, 3, 5, 8, 17, 33, 64, 100]
STACKS = [(), (3,), (2, 2)]
HOST = str(cp.cuda.Device()) == "cpu"


def matrices(shape, dtype, seed=0):
    random = np.random.default_rng([seed, *shape])
    a = random.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        a = a + 1j * random.standard_normal(shape)
    return a.astype(dtype)


def h(a):
    return np.conj(np.swapaxes(a, -1, -2))


def small(residual, *factors, n=1):
    """Whether a residual is within rounding of factors of these norms."""
    dtype = np.asarray(residual).dtype
    eps = np.finfo(dtype).eps
    bound = 16 * n * eps * np.prod([max(np.abs(f).max(initial=0) * np.sqrt(max(np.shape(f)[-1:], default=1)), 1e-300) for f in factors])
    assert np.abs(residual).max(initial=0) <= max(bound, 16 * n * eps * 1e-3), (np.abs(residual).max(), bound)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", SIZES)
def test_solve_and_inverse(dtype, n):
    for stack in STACKS:
        a = matrices((*stack, n, n), dtype) + 2 * n * np.eye(n, dtype=dtype)
        for b in (matrices((*stack, n, 3), dtype, 1), matrices((n, 1), dtype, 2), matrices((n,), dtype, 3)):
            x = host(cp.linalg.solve(cp.array(a), cp.array(b)))
            expected = np.linalg.solve(a, b)
            assert (x.shape, x.dtype) == (expected.shape, expected.dtype)
            residual = (a @ (x[..., None] if b.ndim == 1 else x)) - (b[..., None] if b.ndim == 1 else b)
            small(residual, a, x, n=n)
        inverse = host(cp.linalg.inv(cp.array(a)))
        assert inverse.dtype == np.dtype(dtype)
        small(a @ inverse - np.eye(n, dtype=dtype), a, inverse, n=n)
        det, expected = host(cp.linalg.det(cp.array(a))), np.linalg.det(a)
        assert (det.shape, det.dtype) == (expected.shape, expected.dtype)
        sign, size = host(tuple(cp.linalg.slogdet(cp.array(a))))
        expected_sign, expected_size = np.linalg.slogdet(a)
        assert (sign.dtype, size.dtype) == (expected_sign.dtype, expected_size.dtype)
        close = 1e-3 if np.dtype(dtype) in ("f4", "c8") else 1e-10
        np.testing.assert_allclose(sign, expected_sign, rtol=close)
        np.testing.assert_allclose(size, expected_size, rtol=close)
        np.testing.assert_allclose(cp.linalg.det(cp.array(a[..., :3, :3])).get(), np.linalg.det(a[..., :3, :3]), rtol=close)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", SIZES)
def test_cholesky(dtype, n):
    for stack in STACKS:
        a = matrices((*stack, n, n), dtype)
        a = a @ h(a) + n * np.eye(n, dtype=dtype)
        lower, upper = host(cp.linalg.cholesky(cp.array(a))), host(cp.linalg.cholesky(cp.array(a), upper=True))
        small(lower @ h(lower) - a, a, n=n)
        small(h(upper) @ upper - a, a, n=n)
        assert_same(lower, np.tril(lower))
        assert_same(upper, np.triu(upper))
        # The other triangle is not read.
        assert_same(cp.linalg.cholesky(cp.array(np.tril(a) + np.triu(np.full_like(a, 7), 1))), lower)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (3, 5), (40, 40), (70, 33), (33, 70), (1, 6), (6, 1)])
def test_qr(dtype, shape):
    m, n = shape
    for stack in STACKS:
        a = matrices((*stack, m, n), dtype)
        for mode in ("reduced", "complete"):
            q, r = host(tuple(cp.linalg.qr(cp.array(a), mode)))
            expected = np.linalg.qr(a, mode)
            assert (q.shape, r.shape, q.dtype, r.dtype) == (expected[0].shape, expected[1].shape, a.dtype, a.dtype)
            small(q @ r - a, a, n=m)
            small(h(q) @ q - np.eye(q.shape[-1], dtype=dtype), n=16 * m)
            assert_same(r, np.triu(r))
            # The signs are LAPACK's.
            np.testing.assert_allclose(r, expected[1], atol=2e-4 if np.dtype(dtype) in ("f4", "c8") else 1e-12)
        assert_same(cp.linalg.qr(cp.array(a), "r"), np.linalg.qr(a, "r"), 2e-4 if np.dtype(dtype) in ("f4", "c8") else 1e-12)
        raw, expected = cp.linalg.qr(cp.array(a), "raw"), np.linalg.qr(a, "raw")
        for got, wanted in zip(raw, expected):
            assert_same(got, wanted, 2e-4 if np.dtype(dtype) in ("f4", "c8") else 1e-12)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(1, 1), (5, 3), (3, 5), (40, 40), (70, 33), (100, 90), (1, 6), (6, 1)])
def test_svd(dtype, shape):
    m, n = shape
    for stack in STACKS if LONG or m < 64 else STACKS[:1]:
        a = matrices((*stack, m, n), dtype)
        values = np.linalg.svd(a, compute_uv=False)
        close = 1e-4 if np.dtype(dtype) in ("f4", "c8") else 1e-12
        assert_same(cp.linalg.svdvals(cp.array(a)), values, close)
        assert_same(cp.linalg.svd(cp.array(a), compute_uv=False), values, close)
        for full in (True, False):
            u, s, vh = host(tuple(cp.linalg.svd(cp.array(a), full)))
            expected = np.linalg.svd(a, full)
            assert [(x.shape, x.dtype) for x in (u, s, vh)] == [(x.shape, x.dtype) for x in expected]
            small((u[..., : s.shape[-1]] * s[..., None, :]) @ vh[..., : s.shape[-1], :] - a, a, n=m + n)
            small(h(u) @ u - np.eye(u.shape[-1], dtype=dtype), n=16 * m)
            small(vh @ h(vh) - np.eye(vh.shape[-2], dtype=dtype), n=16 * n)


@pytest.mark.parametrize("scale", [1e-160, 1e-305, 1e154, 1e300])
@pytest.mark.parametrize("dtype", ["f8", "c16"])
def test_elements_whose_squares_are_out_of_range(dtype, scale):
    a = matrices((2, 5, 5), dtype) * scale
    symmetric = a + h(a)
    for name, operand in [("svdvals", a), ("eigvalsh", symmetric)]:
        found = getattr(cp.linalg, name)(cp.asarray(operand)).get()
        assert_same(found / scale, getattr(np.linalg, name)(operand) / scale, 1e-12)
    u, s, vh = host(tuple(cp.linalg.svd(cp.asarray(a))))
    small((u * (s / scale)[..., None, :]) @ vh - a / scale, a / scale, n=10)
    values, vectors = host(tuple(cp.linalg.eig(cp.asarray(a))))
    small((a / scale) @ vectors - vectors * (values / scale)[..., None, :], a / scale, n=100)


@pytest.mark.parametrize("dtype", ["f4", "c8"])
def test_svd_of_elements_whose_products_are_denormal(dtype):
    a = np.array([[1, 0, 0], [0, 1e-17, 1e-22], [0, 0, 1e-17]], dtype)
    u, s, vh = host(tuple(cp.linalg.svd(cp.array(a))))
    assert_same(s, np.linalg.svd(a, compute_uv=False), 1e-6)
    small((u * s) @ vh - a, a, n=6)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("rank", [0, 1, 2])
def test_svd_of_columns_that_others_span(dtype, rank):
    close = 1e-5 if np.dtype(dtype) in ("f4", "c8") else 1e-13
    for m, n in [(2, 2), (3, 3), (5, 5), (7, 4), (33, 33)]:
        for scale in (1, 3, 0.1, 5.3, 1e-3):
            # Equal columns, of which only rounding errors are left, and sums of others.
            a = np.full((m, n), scale if rank else 0, dtype)
            if rank == 2:
                a[:, n // 2 :] *= np.arange(m)[:, None]
            u, s, vh = host(tuple(cp.linalg.svd(cp.array(a), full_matrices=False)))
            assert_same(s, np.linalg.svd(a, compute_uv=False), close * max(1, np.abs(a).max()) * m)
            assert (s[rank:] <= close * m * max(s[0], 1e-30)).all()
            small((u * s) @ vh - a, a, n=m + n)
            small(h(u) @ u - np.eye(n, dtype=dtype), n=16 * m)
            small(vh @ h(vh) - np.eye(n, dtype=dtype), n=16 * n)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", SIZES)
def test_eigenvalues(dtype, n):
    close = 2e-3 if np.dtype(dtype) in ("f4", "c8") else 1e-10
    for stack in STACKS if LONG or n < 64 else STACKS[:1]:
        a = matrices((*stack, n, n), dtype)
        hermitian = a + h(a)
        for letter, given in (("L", np.tril(hermitian)), ("U", np.triu(hermitian))):
            w, v = host(tuple(cp.linalg.eigh(cp.array(given), letter)))
            assert (w.dtype, v.dtype) == (np.linalg.eigh(given)[0].dtype, a.dtype)
            small(hermitian @ v - v * w[..., None, :], hermitian, n=n)
            small(h(v) @ v - np.eye(n, dtype=dtype), n=16 * n)
            assert (np.diff(w) >= 0).all()
            assert_same(cp.linalg.eigvalsh(cp.array(given), letter), w, close)
        w, v = host(tuple(cp.linalg.eig(cp.array(a))))
        expected = np.linalg.eig(a)
        wide = np.result_type(a, np.complex64)
        assert (w.dtype, v.dtype) == (wide, wide)
        small((a @ v - v * w[..., None, :]).astype(wide), a, n=4 * n)
        np.testing.assert_allclose(np.linalg.norm(v, axis=-2), 1, rtol=1e-5)
        values = host(cp.linalg.eigvals(cp.array(a)))
        for got in (w, values):
            order = lambda x: np.sort_complex(np.round(x.astype(complex), 2 if close > 1e-9 else 6))  # noqa: E731
            np.testing.assert_allclose(order(got), order(expected[0]), atol=max(close * 10, 0.02 if close > 1e-9 else 2e-6) * n)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("n", [4, 10, 150])
def test_eigenvectors_of_special_matrices(dtype, n):
    a = matrices((n, n), dtype)
    # All elements of an eigenvector of a permutation have equal moduli.
    # Jordan forms and matrices of zeros off a diagonal have fewer eigenvectors than rows.
    few = (np.eye(n, k=1, dtype=dtype), np.eye(n, k=1, dtype=dtype) + 2 * np.eye(n, dtype=dtype), np.triu(np.ones((n, n), dtype)), np.zeros((n, n), dtype))
    for given in (a, np.triu(a), a + h(a), np.eye(n, k=-1, dtype=dtype) + np.eye(n, k=n - 1, dtype=dtype), *few):
        w, v = host(tuple(cp.linalg.eig(cp.array(given))))
        small(given @ v - v * w, given, n=4 * n)
        np.testing.assert_allclose(np.linalg.norm(v, axis=-2), 1, rtol=1e-5)
        assert_same(host(cp.linalg.eigvals(cp.array(given))).sum(), np.trace(given).astype(w.dtype), 1e-3 if np.dtype(dtype) in ("f4", "c8") else 1e-10)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("condition", [1, 1e2, 1e6, 1e12])
def test_least_squares_of_tall_matrices(dtype, condition):
    m, n, epsilon = 4000, 24, np.finfo(dtype).eps
    q, _ = np.linalg.qr(matrices((m, n), dtype))
    v, _ = np.linalg.qr(matrices((n, n), dtype, 1))
    a = (q * np.geomspace(1, 1 / condition, n).astype(dtype)) @ v
    b = matrices((m, 3), dtype, 2)
    for y in (b, b[:, 0]):
        x, left, rank, values = host(tuple(cp.linalg.lstsq(cp.array(a), cp.array(y))))
        # NumPy finds factors of single precision in double precision, and takes that one's rounding for the least
        # value.
        theirs = np.linalg.lstsq(a, y, rcond=m * epsilon)
        assert (x.dtype, x.shape, int(rank)) == (theirs[0].dtype, theirs[0].shape, theirs[2])
        assert_same(values, theirs[3], 100 * epsilon)
        if rank == n:
            size = np.linalg.norm(theirs[0])
            assert np.linalg.norm(x - theirs[0]) <= 100 * n * epsilon * condition * (size + condition * np.linalg.norm(y))
            assert np.linalg.norm(h(a) @ (a @ x - y)) <= 100 * n * epsilon * (np.linalg.norm(x) + np.linalg.norm(y))
            assert_same(left, theirs[1], 1000 * epsilon * condition)
    a[:, 3] = a[:, 0]
    assert int(cp.linalg.lstsq(cp.array(a), cp.array(b))[2]) == np.linalg.lstsq(a, b, rcond=m * epsilon)[2]
    a[5, 5] = np.nan
    with pytest.raises(np.linalg.LinAlgError):
        host(tuple(cp.linalg.lstsq(cp.array(a), cp.array(b))))


def test_least_squares_rank_and_pseudo_inverse(both):
    a, b = matrices((7, 4), "f8"), matrices((7, 2), "f8", 1)
    deficient = a.copy()
    deficient[:, 3] = deficient[:, 0]
    for x in (a, deficient, a.T.copy(), a[:4]):
        for y in (b[: len(x)], b[: len(x), 0]):
            both(lambda xp, x, y: xp.linalg.lstsq(x, y)[0], x, y, close=1e-10)
            both(lambda xp, x, y: xp.linalg.lstsq(x, y)[1], x, y, close=1e-10)
            both(lambda xp, x, y: xp.linalg.lstsq(x, y)[3], x, y, close=1e-10)
            assert int(cp.linalg.lstsq(cp.array(x), cp.array(y))[2]) == np.linalg.lstsq(x, y)[2]
            both(lambda xp, x, y: xp.linalg.lstsq(x, y, rcond=0.5)[0], x, y, close=1e-10)
        both(lambda xp, x: xp.linalg.pinv(x), x, close=1e-10)
        both(lambda xp, x: xp.linalg.pinv(x, rcond=0.3), x, close=1e-10)
        both(lambda xp, x: xp.linalg.pinv(x, rtol=xp.asarray(0.3)), x, close=1e-10)
        both(lambda xp, x: xp.linalg.matrix_rank(x), x)
        both(lambda xp, x: xp.linalg.matrix_rank(x, tol=1.0), x)
        both(lambda xp, x: xp.linalg.matrix_rank(x, rtol=0.5), x)
    stack = np.stack([a, deficient])
    both(lambda xp, x: xp.linalg.pinv(x), stack, close=1e-10)
    both(lambda xp, x: xp.linalg.matrix_rank(x), stack)
    symmetric = a.T @ a
    for call in (lambda xp, x: xp.linalg.pinv(x, hermitian=True), lambda xp, x: xp.linalg.svd(x, hermitian=True)[1], lambda xp, x: xp.linalg.svd(x, True, False, True), lambda xp, x: xp.linalg.matrix_rank(x, hermitian=True)):
        both(call, symmetric, close=1e-9)
        both(call, -symmetric, close=1e-9)
    u, s, vh = host(tuple(cp.linalg.svd(cp.array(-symmetric), hermitian=True)))
    np.testing.assert_allclose((u * s) @ vh, -symmetric, atol=1e-12)
    both(lambda xp: xp.linalg.matrix_rank(xp.zeros(3)))
    both(lambda xp: xp.linalg.matrix_rank(xp.asarray(2.0)))
    both(lambda xp, x: xp.linalg.pinv(x, rcond=0.1, rtol=0.1), a)
    both(lambda xp, x: xp.linalg.lstsq(x, xp.ones(3)), a)


def test_norms(both):
    inf = np.inf
    shapes = [(5,), (3, 4), (2, 3, 4)]
    for shape, dtype in itertools.product(shapes, ("i4", "f4", "f8", "c16")):
        x = (matrices(shape, "f8") * 5).astype(dtype) if dtype != "c16" else matrices(shape, dtype)
        close = 1e-4 if dtype == "f4" else 1e-12
        for order, axis, keepdims in itertools.product(
            (None, "fro", "nuc", 0, 1, 2, -1, -2, 3, 0.5, inf, -inf, "none"), (None, 0, -1, (0, 1), (1, 0), (-1, 0), (0, 0), 7, (0, 1, 2)), (False, True)
        ):  # fmt: skip
            both(lambda xp, x: xp.linalg.norm(x, order, axis, keepdims), x, close=close)
        for order, keepdims in itertools.product((0, 1, 2, 3, inf, -inf), (False, True)):
            for axis in (None, 0, (0, 1)):
                both(lambda xp, x: xp.linalg.vector_norm(x, axis=axis, ord=order, keepdims=keepdims), x, close=close)
        for order, keepdims in itertools.product(("fro", "nuc", 1, 2, -1, -2, inf, -inf, 3, "x"), (False, True)):
            both(lambda xp, x: xp.linalg.matrix_norm(x, ord=order, keepdims=keepdims), x, close=close)


def test_conditions(both):
    a = matrices((2, 4, 4), "f8")
    for p in (None, 1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc", 7, "x"):
        both(lambda xp, x: xp.linalg.cond(x, p), a, close=1e-8)
        both(lambda xp, x: xp.linalg.cond(x, p), a[0], close=1e-8)
        if p in (1, np.inf, "fro", "x"):
            both(lambda xp: xp.linalg.cond(xp.zeros((2, 2)) + xp.eye(2) * 0, p))
            both(lambda xp: xp.linalg.cond(xp.ones((2, 2)) * np.nan, p))
        both(lambda xp: xp.linalg.cond(xp.ones((0, 2, 2)), p))
        both(lambda xp, x: xp.linalg.cond(x, p), a[0, :3], close=1e-8)


def test_powers_and_chains(both):
    a = matrices((2, 3, 3), "f8")
    for n in (0, 1, 2, 3, 5, 8, -1, -3):
        both(lambda xp, x: xp.linalg.matrix_power(x, n), a, close=1e-8)
        both(lambda xp: xp.linalg.matrix_power(xp.arange(4).reshape(2, 2), n), close=1e-10)
    both(lambda xp, x: xp.linalg.matrix_power(x, 1.5), a)
    both(lambda xp, x: xp.linalg.matrix_power(x[:, :2], 2), a)
    b, c, d = matrices((4, 6), "f8"), matrices((6, 2), "f8"), matrices((2, 5), "f8")
    for parts in ([b, c], [b, c, d], [b[0], c, d], [b, c, d[:, 0]], [b[0], c, d, d.T @ c.T, b[0]], [b], [b, d, c], [b, c[None], d]):
        both(lambda xp, *x: xp.linalg.multi_dot(x), *parts, close=1e-10)
    out = cp.empty((4, 5))
    assert cp.linalg.multi_dot([cp.array(b), cp.array(c), cp.array(d)], out=out) is out
    assert_same(out, b @ c @ d, 1e-10)
    e = matrices((2, 3, 6), "f8")
    both(lambda xp, x: xp.linalg.tensorsolve(x, xp.ones((2, 3))), e.reshape(2, 3, 6), close=1e-8)
    both(lambda xp, x: xp.linalg.tensorsolve(x, xp.ones((2, 3)), axes=(1,)), matrices((2, 6, 3), "f8"), close=1e-8)
    both(lambda xp, x: xp.linalg.tensorsolve(x, xp.ones((2, 2))), e)
    both(lambda xp, x: xp.linalg.tensorinv(x, 2), matrices((4, 6, 8, 3), "f8"), close=1e-8)
    both(lambda xp, x: xp.linalg.tensorinv(x, 1), matrices((24, 8, 3), "f8"), close=1e-8)
    both(lambda xp, x: xp.linalg.tensorinv(x, 0), matrices((24, 8, 3), "f8"))
    both(lambda xp: xp.linalg.cross(xp.asarray([1, 2, 3]), xp.asarray([4, 5, 6])))
    both(lambda xp: xp.linalg.cross(xp.asarray([1, 2]), xp.asarray([4, 5])))
    # NumPy 2.5 takes it for the last axis.
    both(lambda xp: xp.linalg.cross(xp.asarray([[1, 2, 3]]), xp.asarray([4, 5, 6]), axis=None))
    both(lambda xp: xp.linalg.outer(xp.asarray([1, 2]), xp.asarray([4, 5])))
    both(lambda xp: xp.linalg.outer(xp.ones((2, 2)), xp.asarray([4, 5])))


FUNCTIONS = ["inv", "det", "slogdet", "cholesky", "qr", "svd", "svdvals", "eigh", "eigvalsh", "eig", "eigvals", "matrix_rank", "pinv", "cond"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_shapes_and_dtypes_that_are_refused(name, both):
    def function(xp, a):
        result = getattr(xp.linalg, name)(a)
        if xp is not np or name not in ("eig", "eigvals"):
            return result
        # Before version 2.5 NumPy gives real numbers where all are.
        wide = lambda x: x.astype(np.result_type(x, np.complex64))  # noqa: E731
        return wide(result) if name == "eigvals" else type(result)(*map(wide, result))

    for shape in ((), (3,), (2, 3), (0, 0), (0, 2, 2), (2, 0, 0), (0, 3), (3, 0), (2, 3, 0), (2, 2)):
        both(function, np.eye(*shape) if len(shape) == 2 else np.ones(shape))
    for dtype in ("?", "i4", "u1", "f2", "f4"):
        both(function, np.array([[2, 0], [0, 1]], dtype), close=1e-6)
    with pytest.raises(TypeError):
        getattr(cp.linalg, name)([["a"]])


def test_what_has_no_factors_raises():
    singular, negative = cp.ones((2, 3, 3)), -cp.eye(3)
    nan = cp.full((2, 2), cp.nan)
    calls = [
        lambda: cp.linalg.inv(singular), lambda: cp.linalg.solve(singular, cp.ones(3)), lambda: cp.linalg.cholesky(negative), lambda: cp.linalg.svd(nan),
        lambda: cp.linalg.matrix_power(singular, -2), lambda: cp.linalg.tensorinv(cp.zeros((2, 2)), 1),
    ]  # fmt: skip
    for call in calls:
        with cp.errstate(linalg="raise"), pytest.raises(np.linalg.LinAlgError):
            call()
        if HOST:
            with pytest.raises(np.linalg.LinAlgError):
                call()
        else:
            with cp.errstate(linalg="ignore"):
                call()
    with pytest.raises(np.linalg.LinAlgError):
        host(cp.linalg.eig(nan)[0])
    with pytest.raises(np.linalg.LinAlgError, match="must not contain infs"):
        host(cp.linalg.eigvals(cp.asarray([[np.inf, 0], [0, 1]])))
    assert np.isnan(host(cp.linalg.eigvalsh(nan))).all()
    assert_same(cp.linalg.det(singular), np.zeros(2))
    assert_same(cp.linalg.slogdet(cp.zeros((2, 2))), (0.0, -np.inf))


@pytest.mark.parametrize("n", [4, 40, 100])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_eigenvalues_of_what_is_not_finite(n, bad):
    a = np.random.default_rng(n).standard_normal((3, n, n))
    a += a.swapaxes(1, 2)
    a[1, 2, 3] = a[1, 3, 2] = bad
    values, vectors = (host(part) for part in cp.linalg.eigh(cp.asarray(a)))
    assert np.isnan(values[1]).all() and np.isnan(vectors[1]).all()
    assert np.isnan(host(cp.linalg.eigvalsh(cp.asarray(a)))[1]).all()
    for place in (0, 2):
        np.testing.assert_allclose(values[place], np.linalg.eigvalsh(a[place]), rtol=1e-12, atol=1e-12 * n)


def test_determinants_of_what_is_not_finite():
    singular = np.zeros((3, 3))
    singular[1, 1] = np.inf
    for a in (singular, np.diag([np.inf, 1.0]), np.diag([-np.inf, 1.0]), np.diag([np.inf, -np.inf, 2.0]), np.full((2, 2), np.nan), np.diag([1.0, np.nan])):
        for n in (a.shape[0], 40):
            a = np.block([[a, np.zeros((len(a), n - len(a)))], [np.zeros((n - len(a), len(a))), np.eye(n - len(a))]])
            with np.errstate(all="ignore"):
                assert_same(cp.linalg.det(cp.asarray(a)), np.linalg.det(a))
                assert_same(cp.linalg.slogdet(cp.asarray(a)), tuple(np.linalg.slogdet(a)))


def test_arguments():
    a = cp.eye(2)
    for call, error in (
        (lambda: cp.linalg.eigh(a, "X"), ValueError), (lambda: cp.linalg.qr(a, "x"), ValueError), (lambda: cp.linalg.solve(a, cp.asarray(1.0)), ValueError),
        (lambda: cp.linalg.solve(a, cp.ones(3)), ValueError), (lambda: cp.linalg.solve(a, cp.ones((2, 3, 1))), ValueError), (lambda: cp.linalg.matrix_rank(a, 1.0, rtol=1.0), ValueError),
        (lambda: cp.linalg.svd(), TypeError), (lambda: cp.linalg.inv(a, 1), TypeError), (lambda: cp.linalg.eigh(a, 3), TypeError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()
    assert type(cp.linalg.svd(a)).__name__ == "SVDResult" and cp.linalg.eigh(a)._fields == ("eigenvalues", "eigenvectors")
    with cp.errstate(linalg="raise"):
        assert_same(cp.linalg.inv(a * 2), np.eye(2) / 2)


def test_forms_of_arrays():
    a = matrices((6, 6, 6), "f8") + 9 * np.eye(6)
    x = cp.array(a)
    forms = [lambda y: y[::-1], lambda y: y[:, ::-1], lambda y: y.transpose(0, 2, 1), lambda y: y[1:4, 1:4, 1:4], lambda y: y[0].T, lambda y: y[2][None].repeat(3, 0)]
    for form in forms:
        np.testing.assert_allclose(host(cp.linalg.inv(form(x))), np.linalg.inv(form(a)), atol=1e-12)
        np.testing.assert_allclose(host(cp.linalg.svdvals(form(x))), np.linalg.svdvals(form(a)), atol=1e-12)
    assert_same(x, a)
    broadcast = cp.linalg.solve(x[:2, None], cp.ones((3, 6, 1)))
    np.testing.assert_allclose(host(broadcast), np.linalg.solve(a[:2, None], np.ones((3, 6, 1))), atol=1e-12)
    for got, wanted in zip(outcome(lambda: tuple(cp.linalg.slogdet(x.astype("f4"))))[0], np.linalg.slogdet(a.astype("f4"))):
        np.testing.assert_allclose(got, wanted, rtol=1e-4)


def test_norms_of_nothing(both):
    for shape in [(0,), (0, 0), (0, 3), (3, 0), (2, 0, 3)]:
        for order in (None, np.inf, -np.inf, 0, 1, -1, 2, -2, 3, "fro", "nuc"):
            for axis in (None, 0, -1, (0, 1)):
                both(lambda xp, a: xp.linalg.norm(a, order, axis), np.zeros(shape))  # noqa: B023
        both(lambda xp, a: xp.linalg.vector_norm(a, ord=np.inf), np.zeros(shape))
        both(lambda xp, a: xp.linalg.pinv(a), np.zeros(shape, "i4"))
    both(lambda xp, a: xp.linalg.norm(a, np.inf), np.array([np.nan, 1.0]))
    both(lambda xp, a, b: xp.linalg.tensorsolve(a, b), np.zeros((0, 3)), np.zeros((0, 3)))
