"""SciPy's orthonormal bases and triangles: pivots, products, and how they change with rows and columns; sketches."""

import itertools

import numpy as np
import pytest
import scipy.linalg
from conftest import host
from test_systems import DTYPES, close, numbers, same_refusal

import cuprust as cp

ours = cp.scipy.linalg
SHAPES = [(4, 4), (6, 3), (3, 6), (1, 4), (4, 1), (70, 40), (2, 5, 3), (2, 2, 3, 3)]


def precise(dtype):
    return 1e-3 if dtype in ("f4", "c8") else 1e-10


def check_basis(q, bound, rows=False):
    """The columns, or the rows, are orthonormal."""
    adjoint = np.conj(np.swapaxes(q, -1, -2))
    product = q @ adjoint if rows else adjoint @ q
    np.testing.assert_allclose(product, np.broadcast_to(np.eye(product.shape[-1]), product.shape), atol=bound)


@pytest.mark.parametrize("dtype", DTYPES)
def test_qr(dtype):
    for shape, mode, pivoting in itertools.product(SHAPES, ("full", "qr", "economic", "r", "raw"), (False, True)):
        a = numbers(shape, dtype)
        words = {"mode": mode, "pivoting": pivoting}
        found = host(ours.qr(cp.array(a), **words))
        single = a if a.ndim == 2 else a.reshape(-1, *shape[-2:])[0]
        wanted = scipy.linalg.qr(single, **words)
        assert isinstance(found, tuple) and len(found) == len(wanted)
        if mode == "raw":
            (raw, scales), (known, others) = found[0], wanted[0]
            assert (raw.shape, scales.shape) == ((*shape[:-2], *known.shape), (*shape[:-2], *others.shape)) and raw.dtype == known.dtype
            found, wanted = found[1:], wanted[1:]
        for one, other in zip(found, wanted):
            assert (one.shape, one.dtype) == ((*shape[:-2], *other.shape), other.dtype)
        r = found[0] if mode in ("r", "raw") else found[1]
        bound = precise(r.dtype) * max(1, np.abs(a).max())
        given = a.astype(r.dtype)
        if pivoting:
            given = np.take_along_axis(given, found[-1][..., None, :].astype(int), -1)
            diagonal = np.abs(np.diagonal(r, 0, -2, -1))
            assert (np.diff(diagonal) <= bound).all()
            if dtype in ("f8", "c16") and a.ndim == 2:
                assert (found[-1] == wanted[-1]).all()
        assert (np.tril(r, -1) == 0).all()
        np.testing.assert_allclose(np.conj(np.swapaxes(r, -1, -2)) @ r, np.conj(np.swapaxes(given, -1, -2)) @ given, atol=bound * shape[-2] * max(1, np.abs(a).max()))
        if mode in ("full", "qr", "economic"):
            check_basis(found[0], 10 * bound)
            np.testing.assert_allclose(found[0] @ r, given, atol=10 * bound)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_pivots_of_matrices_that_have_not_full_rank(dtype):
    # The difference of two lengths loses digits.
    for n, rank in ((20, 3), (40, 39), (12, 0), (9, 1)):
        a = numbers((n, rank), dtype) @ numbers((rank, n), dtype, 1) if rank else np.zeros((n, n), dtype)
        q, r, p = host(ours.qr(cp.array(a), pivoting=True))
        eps = np.finfo(dtype).eps * n * max(1, np.abs(a).max()) * 8
        np.testing.assert_allclose(q @ r, a[:, p], atol=8 * eps)
        assert np.abs(r[rank:, rank:]).max(initial=0) <= 8 * eps
        check_basis(q, 40 * n * np.finfo(dtype).eps)
        diagonal = np.abs(np.diagonal(r))
        assert (np.diff(diagonal) <= eps).all()
    kahan = np.diag(0.9 ** np.arange(30)) @ (np.eye(30) - np.triu(np.full((30, 30), 0.4), 1))
    found, wanted = ours.qr(cp.array(kahan.astype(dtype)), mode="r", pivoting=True)[0], scipy.linalg.qr(kahan.astype(dtype), mode="r", pivoting=True)[0]
    np.testing.assert_allclose(np.abs(np.diagonal(host(found))), np.abs(np.diagonal(wanted)), rtol=1e-2 if dtype in ("f4", "c8") else 1e-9)


def test_qr_of_matrices_without_elements_and_refusals():
    for shape in ((0, 0), (0, 4), (4, 0)):
        for mode, pivoting in itertools.product(("full", "economic", "r", "raw"), (False, True)):
            words = {"mode": mode, "pivoting": pivoting}
            found, wanted = host(ours.qr(cp.zeros(shape), **words)), scipy.linalg.qr(np.zeros(shape), **words)
            if mode == "raw":
                found, wanted = (*found[0], *found[1:]), (*wanted[0], *wanted[1:])
            for one, other in zip(found, wanted, strict=True):
                close(one, other)
        for mode in ("full", "economic"):
            for one, other in zip(ours.rq(cp.zeros(shape), mode=mode), scipy.linalg.rq(np.zeros(shape), mode=mode), strict=True):
                close(one, other)
    for name in ("qr", "rq"):
        same_refusal(name, np.eye(2), mode="nonsense")
        same_refusal(name, np.ones(3))
        same_refusal(name, np.full((2, 2), np.inf))
    same_refusal("rq", np.eye(2), mode="raw")


@pytest.mark.parametrize("dtype", DTYPES)
def test_rq(dtype):
    for shape, mode in itertools.product(SHAPES, ("full", "economic")):
        a = numbers(shape, dtype)
        r, q = host(ours.rq(cp.array(a), mode=mode))
        wanted = scipy.linalg.rq(a if a.ndim == 2 else a.reshape(-1, *shape[-2:])[0], mode=mode)
        assert [(*shape[:-2], *part.shape) for part in wanted] == [r.shape, q.shape] and r.dtype == q.dtype == wanted[0].dtype
        bound = precise(r.dtype) * max(1, np.abs(a).max()) * 10
        np.testing.assert_allclose(r @ q, a.astype(r.dtype), atol=bound)
        check_basis(q, bound, rows=True)
        assert (np.tril(r, r.shape[-1] - r.shape[-2] - 1) == 0).all()
        np.testing.assert_allclose(np.abs(host(ours.rq(cp.array(a), mode="r"))), np.abs(host(ours.rq(cp.array(a))[0])), atol=bound)
        if a.ndim == 2:
            np.testing.assert_allclose(np.abs(r), np.abs(wanted[0]), atol=bound)


@pytest.mark.parametrize("dtype", DTYPES)
def test_products_with_bases(dtype):
    for shape, pivoting, conjugate in itertools.product(((4, 4), (6, 3), (3, 6)), (False, True), (False, True)):
        a, least = numbers(shape, dtype), min(shape)
        words = {"pivoting": pivoting, "conjugate": conjugate}
        q = host(ours.qr(cp.array(a), mode="economic", pivoting=pivoting)[0])
        q = np.conj(q) if conjugate else q
        for c, mode in (((least, 2), "left"), ((least,), "left"), ((2, shape[0]), "right"), ((shape[0],), "right")):
            c = numbers(c, dtype, 1)
            found = ours.qr_multiply(cp.array(a), cp.array(c), mode, **words)
            wanted = scipy.linalg.qr_multiply(a, c, mode, **words)
            assert [part.dtype for part in host(found)] == [part.dtype for part in wanted] and len(found) == len(wanted)
            product, c = host(found[0]), c.astype(q.dtype)
            assert product.shape == wanted[0].shape
            np.testing.assert_allclose(product, q @ c if mode == "left" else c @ q, atol=precise(q.dtype) * 10 * max(1, np.abs(c).max()))
            assert found[1].shape == wanted[1].shape
    a, c = numbers((2, 4, 3), "f8"), numbers((2, 3, 2), "f8", 1)
    np.testing.assert_allclose(host(ours.qr_multiply(cp.array(a), cp.array(c), "left")[0]), host(ours.qr(cp.array(a), mode="economic")[0]) @ c, atol=1e-12)
    assert ours.qr_multiply(cp.array(a[0]), cp.ones((4, 2)), "left", overwrite_c=True)[0].shape == (4, 2)
    same_refusal("qr_multiply", np.eye(3), np.ones((2, 2)))
    same_refusal("qr_multiply", np.eye(3), np.ones((2, 2)), "left")
    same_refusal("qr_multiply", np.eye(3), np.eye(3), "nonsense")
    same_refusal("qr_multiply", np.eye(3), np.full((3, 3), np.nan))


def same_update(name, factors, others, *args, **words):
    """The factors have SciPy's shapes and dtypes, and their product is that of SciPy's."""
    found = host(getattr(ours, name)(*map(cp.array, (*factors, *others)), *args, **words))
    wanted = getattr(scipy.linalg, name)(*(part.copy() for part in factors), *others, *args, **words)
    for one, other in zip(found, wanted, strict=True):
        assert (one.shape, one.dtype) == (other.shape, other.dtype), (name, args, words)
    q, r = found
    bound = 20 * precise(q.dtype)
    np.testing.assert_allclose(q @ r, wanted[0] @ wanted[1], atol=bound)
    assert (np.tril(r, -1) == 0).all()
    if q.size:
        check_basis(q, bound)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("mode", ["full", "economic"])
def test_factors_change_with_the_matrix(dtype, mode):
    for shape in ((5, 3), (4, 4), (3, 5)):
        m, n = shape
        if mode == "economic" and m <= n:
            continue
        factors = scipy.linalg.qr(numbers(shape, dtype), mode=mode)
        for k, p in ((0, 1), (-1, 1), (1, 2)):
            same_update("qr_delete", factors, (), k, p)
            same_update("qr_delete", factors, (), k, p, "col")
        for k in (0, 2, -1):
            same_update("qr_insert", factors, (numbers((n,), dtype, 1),), k)
            same_update("qr_insert", factors, (numbers((2, n), dtype, 2),), k)
            same_update("qr_insert", factors, (numbers((m,), dtype, 3),), k, "col")
            same_update("qr_insert", factors, (numbers((m, 2), dtype, 4),), k, "col")
        same_update("qr_update", factors, (numbers((m,), dtype, 5), numbers((n,), dtype, 6)))
        same_update("qr_update", factors, (numbers((m, 2), dtype, 7), numbers((n, 2), dtype, 8)))


def test_factors_that_do_not_change():
    q, r = scipy.linalg.qr(numbers((5, 3), "f8"))
    for args in ((5,), (-6,), (0, 0), (0, -1), (3, 3), (0, 1, "nonsense")):
        same_refusal("qr_delete", q, r, *args)
    for u, args in ((3, (6,)), (3, (-6,)), (4, (0,)), (3, (0, "col")), (5, (4, "col")), (3, (0, "nonsense"))):
        same_refusal("qr_insert", q, r, np.ones(u), *args)
    same_refusal("qr_insert", q, r, np.ones(3, "f4"), 0)
    same_refusal("qr_insert", q, r, np.ones(3), 0, rcond=0.1)
    same_refusal("qr_insert", q, r, np.full(3, np.nan), 0)
    same_refusal("qr_update", q, r, np.ones(4), np.ones(3))
    same_refusal("qr_update", q, r, np.ones(5), np.ones((3, 1)))
    same_refusal("qr_update", q.astype(int), r.astype(int), np.ones(5, int), np.ones(3, int))
    same_refusal("qr_update", q[:, :2], r, np.ones(5), np.ones(3))
    stack = numbers((2, 4, 3), "f8")
    found = ours.qr_update(*ours.qr(cp.array(stack)), cp.ones((2, 4)), cp.ones((2, 3)))
    np.testing.assert_allclose(host(found[0] @ found[1]), stack + 1, atol=1e-12)


@pytest.mark.parametrize("dtype", ["i4", "f4", "f8", "c8", "c16"])
def test_sketches(dtype):
    a = numbers((50, 3), dtype)
    for words in ({"rng": 5}, {"rng": np.random.default_rng(7)}, {"seed": 3}):
        again = {"rng": np.random.default_rng(7)} if not isinstance(next(iter(words.values())), int) else words
        wanted = scipy.linalg.clarkson_woodruff_transform(a, 7, **again)
        close(ours.clarkson_woodruff_transform(cp.array(a), 7, **words), wanted)
    stack = numbers((2, 50, 3), dtype)
    close(ours.clarkson_woodruff_transform(cp.array(stack), 7, rng=5), scipy.linalg.clarkson_woodruff_transform(stack, 7, rng=5))
    with pytest.raises(ValueError):
        ours.clarkson_woodruff_transform(cp.ones(3), 2)


def unitary(m, dtype, kind, seed=0):
    a = numbers((m, m), "c16" if dtype[0] == "c" else "f8", seed)
    if kind == "near one":
        return scipy.linalg.expm(1e-9 * (a - np.conj(a.T))).astype(dtype)
    if kind == "permutation":
        return np.eye(m, dtype=dtype)[np.random.default_rng(seed).permutation(m)]
    return np.linalg.qr(a)[0].astype(dtype)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("kind", ["random", "near one", "permutation"])
def test_cosines_and_sines(dtype, kind):
    bound = 1e-5 if dtype in ("f4", "c8") else 1e-13
    for m, swap in itertools.product((2, 3, 5), (False, True)):
        for p, q in itertools.product(range(1, m), range(1, m)):
            x = unitary(m, dtype, kind, m)
            u, cs, vh = host(ours.cossin(cp.array(x), p, q, swap_sign=swap))
            wanted = scipy.linalg.cossin(x, p, q, swap_sign=swap)
            assert [part.dtype for part in (u, cs, vh)] == [part.dtype for part in wanted]
            np.testing.assert_allclose(u @ cs @ vh, x, atol=10 * bound)
            for basis, n in ((u, p), (vh, q)):
                check_basis(basis, 10 * bound)
                assert not basis[:n, n:].any() and not basis[n:, :n].any()
            np.testing.assert_allclose(cs, wanted[1], atol=10 * bound)
            (u1, u2), theta, (v1h, v2h) = host(ours.cossin(cp.array(x), p, q, separate=True, swap_sign=swap))
            np.testing.assert_allclose(theta, scipy.linalg.cossin(x, p, q, separate=True, swap_sign=swap)[1], atol=10 * bound)
            assert np.array_equal(scipy.linalg.block_diag(u1, u2), u) and np.array_equal(scipy.linalg.block_diag(v1h, v2h), vh)
            blocks = [x[:p, :q], x[:p, q:], x[p:, :q], x[p:, q:]]
            assert np.array_equal(host(ours.cossin([cp.array(block) for block in blocks], swap_sign=swap)[1]), cs)
            assert ours.cossin(cp.array(x), p, q, compute_u=False)[0].size == 0


def test_blocks_of_cosines_and_sines():
    x = np.stack([unitary(4, "f8", "random", seed) for seed in range(6)]).reshape(2, 3, 4, 4)
    u, cs, vh = host(ours.cossin(cp.array(x), 1, 2))
    np.testing.assert_allclose(u @ cs @ vh, x, atol=1e-12)
    for own, wanted in zip(cs.reshape(6, 4, 4), x.reshape(6, 4, 4), strict=True):
        np.testing.assert_allclose(own, scipy.linalg.cossin(wanted, 1, 2)[1], atol=1e-12)
    for given, words in ((np.ones((2, 3)), {"p": 1, "q": 1}), (np.eye(3), {"p": 3, "q": 1}), (np.eye(3), {"p": 1, "q": -1}), (np.eye(3), {}), (np.full((2, 2), np.nan), {"p": 1, "q": 1})):
        same_refusal("cossin", given, **words)
    for shapes in (((1, 1), (1, 2), (1, 1), (1, 2)), ((1, 1), (2, 1), (1, 1), (1, 1)), ((1, 0), (1, 1), (1, 0), (1, 1))):
        for module, arrays in ((scipy.linalg, np), (ours, cp)):
            with pytest.raises(ValueError):
                module.cossin([arrays.ones(shape) for shape in shapes])
