"""Riccati's equations, balanced matrices, derivatives of the exponential, and matrices of binomial coefficients: SciPy's values and exceptions."""

import itertools

import numpy as np
import pytest
import scipy.linalg
from conftest import host
from test_systems import DTYPES, close, numbers, same_refusal

import cuprust as cp

ours = cp.scipy.linalg


def hermitian(n, dtype, seed):
    a = numbers((n, n), dtype, seed)
    return a @ np.conj(a.T) + np.eye(n, dtype=dtype)


def residual(name, x, a, b, q, r, e=None, s=None):
    e = np.eye(len(a)) if e is None else e
    s = np.zeros_like(b) if s is None else s
    ah, bh, eh = (np.conj(part.T) for part in (a, b, e))
    if name == "solve_continuous_are":
        other = eh @ x @ b + s
        return ah @ x @ e + eh @ x @ a - other @ np.linalg.solve(r, np.conj(other.T)) + q
    other = ah @ x @ b + s
    return ah @ x @ a - eh @ x @ e - other @ np.linalg.solve(r + bh @ x @ b, np.conj(other.T)) + q


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
@pytest.mark.parametrize("name", ["solve_continuous_are", "solve_discrete_are"])
def test_riccati_equations(name, dtype):
    for (m, n), general, balanced in itertools.product(((1, 1), (3, 2), (5, 1), (2, 4)), (False, True), (False, True)):
        a, b = numbers((m, m), dtype), numbers((m, n), dtype, 1)
        q, r = hermitian(m, dtype, 2), hermitian(n, dtype, 3)
        others = {"e": (np.eye(m) * 3 + numbers((m, m), dtype, 4) / 4).astype(dtype), "s": (numbers((m, n), dtype, 5) / 8).astype(dtype)} if general else {}
        x = host(getattr(ours, name)(*map(cp.array, (a, b, q, r)), balanced=balanced, **{key: cp.array(value) for key, value in others.items()}))
        assert x.dtype == ("c16" if dtype == "c16" else "f8") and x.shape == (m, m)
        wide = [part.astype(x.dtype) for part in (a, b, q, r)]
        rest = {key: value.astype(x.dtype) for key, value in others.items()}
        left = residual(name, x, *wide, **rest)
        assert np.abs(left).max() <= 1e-8 * max(1, np.abs(x).max() ** 2), (m, n, general, balanced)
        np.testing.assert_allclose(x, np.conj(x.T), atol=1e-10 * np.abs(x).max())
        if not (general and balanced):
            # SciPy scales only one of the two occurrences of `e` when it balances.
            wanted = getattr(scipy.linalg, name)(*wide, balanced=balanced, **rest)
            np.testing.assert_allclose(x, wanted, atol=1e-7 * np.abs(wanted).max())
    stack = numbers((3, 3, 3), dtype)
    given = (stack, numbers((3, 2), dtype, 1), hermitian(3, dtype, 2), np.eye(2, dtype=dtype))
    x = host(getattr(ours, name)(*map(cp.array, given)))
    for own, a in zip(x, stack, strict=True):
        np.testing.assert_allclose(own, getattr(scipy.linalg, name)(a, *given[1:]), atol=1e-7 * max(1, np.abs(own).max()))


@pytest.mark.parametrize("name", ["solve_continuous_are", "solve_discrete_are"])
def test_riccati_equations_that_have_no_solution(name):
    one, two = np.eye(2), np.ones((2, 1))
    for given in ((np.ones((2, 3)), two, one, np.eye(1)), (one, two, np.eye(3), np.eye(1)), (one, two, one, np.eye(2)), (one, two, np.array([[1.0, 2], [0, 1]]), np.eye(1)),
                  (one, two, one, np.full((1, 1), np.nan)), (np.eye(3), two, one, np.eye(1))):  # fmt: skip
        same_refusal(name, *given)
    same_refusal(name, one, two, one, np.eye(1), e=np.zeros((2, 2)))
    same_refusal(name, one, two, one, np.eye(1), e=np.eye(3))
    same_refusal(name, one, two, one, np.eye(1), s=np.ones((1, 2)))
    # What cannot be controlled and grows.
    same_refusal(name, np.diag([3.0, 1.0]), np.array([[0.0], [1.0]]), np.zeros((2, 2)), np.eye(1))
    if name == "solve_continuous_are":
        same_refusal(name, one, two, one, np.zeros((1, 1)))


@pytest.mark.parametrize("dtype", DTYPES)
def test_balanced_matrices(dtype):
    dice = np.random.default_rng(1)
    for n, zeros in itertools.product((1, 2, 3, 5, 9), (0.0, 0.4, 0.7, 0.9)):
        a = numbers((n, n), dtype)
        if np.dtype(dtype).kind in "fc" and dtype != "f2":
            a = (a * np.exp2(dice.integers(-9, 9, (n, 1)))).astype(dtype)
        a[dice.random((n, n)) < zeros] = 0
        for permute, scale in itertools.product((False, True), (False, True)):
            words = {"permute": permute, "scale": scale}
            found, wanted = host(ours.matrix_balance(cp.array(a), **words)), scipy.linalg.matrix_balance(a, **words)
            for one, other in zip(found, wanted, strict=True):
                close(one, other)
            b, (scales, order) = ours.matrix_balance(cp.array(a), separate=True, **words)
            known, (others, places) = scipy.linalg.matrix_balance(a, separate=True, **words)
            for one, other in zip((b, scales, order), (known, others, places), strict=True):
                close(one, other)
            balanced, t = (part.astype("c16") for part in found)
            np.testing.assert_allclose(t @ balanced, a.astype("c16") @ t, atol=1e-3 * max(1, np.abs(t @ balanced).max()))
    stack = numbers((2, 3, 4, 4), dtype)
    for got, own in zip(host(ours.matrix_balance(cp.array(stack))[0]).reshape(-1, 4, 4), stack.reshape(-1, 4, 4), strict=True):
        close(got, scipy.linalg.matrix_balance(own)[0])
    same_refusal("matrix_balance", np.ones((2, 3)))
    same_refusal("matrix_balance", np.full((2, 2), np.nan))


@pytest.mark.parametrize("dtype", ["i4", "f4", "f8", "c16"])
def test_derivatives_of_the_exponential(dtype):
    # SciPy computes partly in the operands' precision.
    bound = 1e-5 if dtype == "f4" else 1e-9
    for shape in ((1, 1), (3, 3), (2, 4, 4)):
        a, e = numbers(shape, dtype), numbers(shape, dtype, 1)
        wanted = scipy.linalg.expm_frechet(a, e)
        for words in ({}, {"method": "SPS"}, {"method": "blockEnlarge"}):
            for one, other in zip(ours.expm_frechet(cp.array(a), cp.array(e), **words), wanted, strict=True):
                close(one, other, bound)
            close(ours.expm_frechet(cp.array(a), cp.array(e), compute_expm=False, **words), wanted[1], bound)
        small = numbers(shape, dtype) // 2 if dtype == "i4" else numbers(shape, dtype)
        close(ours.expm_cond(cp.array(small)), np.asarray(scipy.linalg.expm_cond(small)), 10 * bound)
    same_refusal("expm_frechet", np.eye(2), np.eye(3))
    same_refusal("expm_frechet", np.ones((2, 3)), np.ones((2, 3)))
    same_refusal("expm_frechet", np.eye(2), np.eye(2), method="nonsense")
    same_refusal("expm_frechet", np.full((2, 2), np.nan), np.eye(2))
    same_refusal("expm_cond", np.ones((2, 3)))
    same_refusal("expm_cond", np.full((2, 2), np.inf))


def test_binomial_coefficients():
    for n, kind in itertools.product((0, 1, 2, 5, 20, 34), ("symmetric", "lower", "upper")):
        close(ours.pascal(n, kind), scipy.linalg.pascal(n, kind))
        if n < 34 or kind != "symmetric":
            assert np.array_equal(host(ours.invpascal(n, kind)), scipy.linalg.invpascal(n, kind))
            assert ours.invpascal(n, kind).dtype == scipy.linalg.invpascal(n, kind).dtype
        for name in ("pascal", "invpascal"):
            np.testing.assert_allclose(host(getattr(ours, name)(n, kind, exact=False)), getattr(scipy.linalg, name)(n, kind, exact=False), rtol=1e-12)
    for n in (0, 1, 2, 7, 14):
        close(ours.invhilbert(n, exact=True), scipy.linalg.invhilbert(n, exact=True), 0.0)
        np.testing.assert_allclose(host(ours.invhilbert(n)), scipy.linalg.invhilbert(n), rtol=1e-12)
    for name in ("pascal", "invpascal", "invhilbert"):
        same_refusal(name, -1)
    for name in ("pascal", "invpascal"):
        same_refusal(name, 3, kind="nonsense")
    for call in (lambda: ours.pascal(35), lambda: ours.invpascal(35), lambda: ours.invhilbert(15, exact=True)):
        with pytest.raises(ValueError):
            call()


def test_stacks_of_matrices_of_a_pattern():
    def same(name, *given, **words):
        made = [cp.array(part) if isinstance(part, np.ndarray) else part for part in given]
        close(getattr(ours, name)(*made, **words), getattr(scipy.linalg, name)(*given, **words))

    for dtype in ("i8", "f4", "c16"):
        a, b = numbers((2, 3, 4), dtype) + 9, numbers((3, 5), dtype, 1)
        a = a.astype(dtype)
        same("toeplitz", a)
        same("toeplitz", a, b)
        same("toeplitz", b, a)
        for name in ("circulant", "companion", "fiedler", "fiedler_companion"):
            same(name, a)
            same(name, a[0])
            same(name, a[0, 0])
        for n in (2, 3, 5, 6):
            same("fiedler_companion", (numbers((2, n), dtype) + 9).astype(dtype))
        same("leslie", a, a[0, :, 1:])
        same("leslie", a[0, 0], a[1, :, 1:])
        for mode in ("full", "same", "valid"):
            same("convolution_matrix", a, 3, mode)
            same("convolution_matrix", a, 6, mode)
        same("block_diag", a, b, a[0])
        same("block_diag", a, np.ones((2, 1, 2, 2), dtype), b[0])
        close(ours.circulant(cp.array(a)[..., ::-2]), scipy.linalg.circulant(a[..., ::-2]))
        close(ours.toeplitz(cp.array(a)[:, ::-1, 1:]), scipy.linalg.toeplitz(a[:, ::-1, 1:]))
        ranks = (numbers((2, 4, 2), "f8") @ numbers((2, 2, 4), "f8", 1)).astype("c16" if dtype == "c16" else "f8")
        for name in ("orth", "null_space"):
            found = host(getattr(ours, name)(cp.array(ranks)))
            wanted = getattr(scipy.linalg, name)(ranks)
            adjoint = lambda x: x @ np.conj(np.swapaxes(x, -1, -2))  # noqa: E731
            close(adjoint(found), adjoint(wanted))
            assert found.shape == wanted.shape
        first, second = numbers((2, 5, 3), dtype), numbers((2, 5, 2), dtype, 1)
        close(ours.subspace_angles(cp.array(first), cp.array(second)), scipy.linalg.subspace_angles(first, second), 1e-3 if dtype == "f4" else 1e-7)
        turn, scale = host(ours.orthogonal_procrustes(cp.array(first), cp.array(first[..., ::-1])))
        for place in range(2):
            wanted, size = scipy.linalg.orthogonal_procrustes(first[place], first[place][..., ::-1])
            np.testing.assert_allclose(turn[place], wanted, atol=1e-3 if dtype == "f4" else 1e-10)
            np.testing.assert_allclose(scale[place], size, rtol=1e-4)
    with pytest.raises(ValueError):
        ours.orth(cp.stack([cp.eye(2), cp.zeros((2, 2))]))
    for name, a, b in (("toeplitz", (2, 3), (3, 3)), ("leslie", (2, 3), (3, 2)), ("block_diag", (2, 3, 3), (3, 3, 3))):
        same_refusal(name, np.ones(a), np.ones(b))
