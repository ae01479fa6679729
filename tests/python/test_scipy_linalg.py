"""SciPy's linear algebra: SciPy's values, dtypes and exceptions."""

import itertools

import numpy as np
import pytest
import scipy.linalg
from conftest import assert_same, host

import cuprust as cp

ours = cp.scipy.linalg
HOST = str(cp.cuda.Device()) == "cpu"


def numbers(shape, dtype, seed=0):
    random = np.random.default_rng([seed, *shape])
    x = random.standard_normal(shape)
    return (x + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def close(got, wanted, bound=1e-11):
    got, wanted = host(got), np.asarray(wanted)
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    bound = 1e-4 if wanted.dtype in ("f4", "c8") else bound
    assert np.abs(got - wanted).max(initial=0) <= bound * max(1, np.abs(wanted).max(initial=0))


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (3, 5), (2, 4, 4), (2, 5, 3), (0, 0), (2, 0, 3)])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c16", "i4"])
def test_lu(shape, dtype):
    a = numbers(shape, dtype) if dtype != "i4" else (numbers(shape, "f8") * 9).astype("i4")
    for words in ({}, {"permute_l": True}):
        found, wanted = ours.lu(cp.array(a), **words), scipy.linalg.lu(a, **words)
        assert len(found) == len(wanted)
        for got, known in zip(found, wanted):
            close(got, known)
    p, l, u = host(ours.lu(cp.array(a), p_indices=True))
    if a.size:
        close(np.take_along_axis(l, p[..., None] + 0 * l[..., :1].real.astype(int), -2) @ u, a.astype(u.dtype), 1e-12)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_systems_by_factors(dtype):
    for shape in ((4, 4), (2, 5, 5)):
        a = numbers(shape, dtype) + 4 * np.eye(shape[-1], dtype=dtype)
        factors, wanted = ours.lu_factor(cp.array(a)), scipy.linalg.lu_factor(a)
        close(factors[0], wanted[0])
        assert_same(factors[1], wanted[1])
        b = numbers((*shape[:-1], 2), dtype, 1)
        for trans in (0, 1, 2):
            close(ours.lu_solve(factors, cp.array(b), trans=trans), scipy.linalg.lu_solve(wanted, b, trans=trans))
        p = a @ np.conj(np.swapaxes(a, -1, -2)) + 9 * np.eye(shape[-1], dtype=dtype)
        for lower in (True, False):
            factor = ours.cho_factor(cp.array(p), lower=lower)
            assert factor[1] is lower
            if len(shape) == 2:
                # The other triangle is undefined.
                triangle = np.tril if lower else np.triu
                close(triangle(host(factor[0])), triangle(scipy.linalg.cho_factor(p, lower=lower)[0]))
            close(cp.linalg.cho_solve(factor, cp.array(b)), np.linalg.solve(p, b))
        close(cp.linalg.invh(cp.array(p)), np.linalg.inv(p))
    # A vector for each matrix, where they do not fit as columns.
    a = numbers((2, 5, 5), dtype) + 4 * np.eye(5, dtype=dtype)
    b = numbers((2, 5), dtype)
    p = a @ np.conj(np.swapaxes(a, -1, -2)) + 9 * np.eye(5, dtype=dtype)
    each = np.linalg.solve(p, b[..., None])[..., 0]
    close(cp.linalg.cho_solve((cp.linalg.cholesky(cp.array(p)), True), cp.array(b)), each)
    close(cp.lapack.posv(cp.array(p), cp.array(b)), each)
    close(ours.solve_triangular(cp.array(np.tril(a)), cp.array(b), lower=True), np.linalg.solve(np.tril(a), b[..., None])[..., 0])
    # One vector for all matrices.
    close(cp.linalg.cho_solve((cp.linalg.cholesky(cp.array(p)), True), cp.array(b[0])), np.linalg.solve(p, b[0]))
    p, b = p[:, :2, :2], b[0, :2]
    close(ours.cho_solve(ours.cho_factor(cp.array(p)), cp.array(b)), np.linalg.solve(p, b))
    vector = numbers((4,), dtype)
    square = numbers((4, 4), dtype) + 4 * np.eye(4, dtype=dtype)
    close(ours.lu_solve(ours.lu_factor(cp.array(square)), cp.array(vector)), np.linalg.solve(square, vector))


@pytest.mark.parametrize("dtype", ["f8", "c16"])
def test_solve_triangular(dtype):
    a, b = numbers((5, 5), dtype) + 5 * np.eye(5, dtype=dtype), numbers((5, 3), dtype, 1)
    for trans, lower, unit in itertools.product((0, 1, 2, "N", "T", "C"), (False, True), (False, True)):
        words = {"trans": trans, "lower": lower, "unit_diagonal": unit}
        close(ours.solve_triangular(cp.array(a), cp.array(b), **words), scipy.linalg.solve_triangular(a, b, **words))
    for n, columns in ((300, 40), (20, 2000)):
        a, b = numbers((n, n), dtype) / n + np.eye(n, dtype=dtype), numbers((n, columns), dtype, 1)
        for trans, lower, unit in ((0, False, False), (1, True, False), (2, False, True)):
            words = {"trans": trans, "lower": lower, "unit_diagonal": unit}
            close(ours.solve_triangular(cp.array(a), cp.array(b), **words), scipy.linalg.solve_triangular(a, b, **words))
    with pytest.raises(ValueError):
        ours.solve_triangular(cp.array(a), cp.array(b), trans=3)
    with pytest.raises(ValueError):
        ours.solve_triangular(cp.array(a), cp.ones(4))
    with pytest.raises(np.linalg.LinAlgError):
        ours.solve_triangular(cp.ones((2, 3)), cp.ones(2))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i4"])
def test_expm(dtype):
    for shape, scale in (((3, 3), 1), ((3, 3), 30), ((4, 6, 6), 3), ((1, 1), 2), ((2, 0, 0), 1)):
        a = (numbers(shape, "f8" if dtype == "i4" else dtype) * scale).astype(dtype)
        if scale == 30:
            # Squared often, and not so large that single precision overflows: the eigenvalues are imaginary.
            a = (a - np.conj(np.swapaxes(a, -1, -2))).astype(dtype)
        close(ours.expm(cp.array(a)), scipy.linalg.expm(a), 1e-10)
    # Each matrix is squared as often as itself needs.
    a = np.stack([numbers((4, 4), "f8") * 1e-3, numbers((4, 4), "f8") * 8])
    for got, own in zip(host(ours.expm(cp.array(a))), a):
        close(got, scipy.linalg.expm(own))
    with pytest.raises(np.linalg.LinAlgError):
        ours.expm(cp.ones((2, 3)))


def test_matrices_of_a_pattern():
    same = lambda name, *args, **words: close(  # noqa: E731
        getattr(ours, name)(*(cp.array(arg) if isinstance(arg, np.ndarray) else arg for arg in args), **words), getattr(scipy.linalg, name)(*args, **words)
    )
    c, r = np.array([1, 2, 3]), np.array([7.0, 4, 5, 6])
    for name in ("toeplitz", "hankel"):
        same(name, c)
        same(name, c, r)
        same(name, r, c)
        same(name, np.array([1 + 2j, 3 - 1j]))
        same(name, np.array([5]))
    same("circulant", c)
    same("circulant", r[::-1])
    for n in range(2, 9):
        a = np.arange(1, n + 1) ** 2 + 1
        same("companion", a)
        same("fiedler_companion", a)
        same("fiedler", a)
        same("leslie", a.astype("f8"), a[1:] / 10)
    for n in (1, 2, 5, 8):
        for name in ("hilbert", "helmert", "dft"):
            same(name, n)
        same("helmert", n, full=True)
        same("dft", n, scale="sqrtn")
        same("dft", n, scale="n")
        for mode in ("full", "same", "valid"):
            same("convolution_matrix", c, n, mode)
            same("convolution_matrix", r, n, mode)
    for n in (1, 2, 16):
        same("hadamard", n)
        same("hadamard", n, dtype=complex)
    same("block_diag", np.array([[1, 2]]), np.array([[3.0], [4]]), np.array([1, 1]), np.array(9))
    same("khatri_rao", np.arange(12).reshape(3, 4), np.ones((2, 4)))
    for a in (np.array([[1, 2, 0], [0, 3, 1], [4, 0, 0]]), np.eye(3), np.zeros((2, 5)), np.ones((2, 5))):
        assert ours.bandwidth(cp.array(a)) == scipy.linalg.bandwidth(a)


@pytest.mark.parametrize(
    "call",
    [
        lambda m, a: m.companion(a([1])), lambda m, a: m.companion(a([0, 1])), lambda m, a: m.leslie(a([1, 2]), a([1, 2])), lambda m, a: m.leslie(a([1]), a([])),
        lambda m, a: m.hadamard(3), lambda m, a: m.hadamard(0), lambda m, a: m.dft(3, scale="x"), lambda m, a: m.convolution_matrix(a([1]), 0),
        lambda m, a: m.convolution_matrix(a([]), 2), lambda m, a: m.convolution_matrix(a([1]), 2, "x"),
        lambda m, a: m.khatri_rao(a([[1, 2]]), a([[1]])), lambda m, a: m.khatri_rao(a([1]), a([1])), lambda m, a: m.lu_factor(a([[np.nan, 1], [1, 1]])),
        lambda m, a: m.lu_solve(m.lu_factor(a([[1.0, 0], [0, 1]])), a([1.0, 2, 3])),
    ],
)  # fmt: skip
def test_what_is_refused(call):
    with pytest.raises(ValueError):
        call(scipy.linalg, np.array)
    with pytest.raises(ValueError):
        call(ours, cp.array)


def test_what_makes_no_matrix_of_a_pattern_is_refused():
    for call in (lambda: ours.fiedler_companion([0, 1]), lambda: ours.companion([[1, 2], [0, 1]]), lambda: ours.bandwidth([1]), lambda: ours.companion([1])):
        with pytest.raises(ValueError):
            call()


def test_failures_are_raised_later_on_a_gpu():
    """Where a matrix has no factors, a GPU says so when it is waited for, and what depends on the result says it again."""
    regular, singular = cp.eye(3) * 2, cp.zeros((3, 3))
    calls = [
        (lambda a: cp.linalg.inv(a), "Singular matrix"), (lambda a: cp.linalg.solve(a, cp.ones(3)), "Singular matrix"),
        (lambda a: cp.linalg.cholesky(a), "Matrix is not positive definite"), (lambda a: cp.linalg.svd(a * cp.nan if a is singular else a).S, "SVD did not converge"),
    ]  # fmt: skip
    for call, text in calls:
        good = call(regular)
        if HOST:
            with pytest.raises(np.linalg.LinAlgError, match=text):
                call(singular)
            continue
        bad = call(singular)
        with pytest.raises(np.linalg.LinAlgError, match=text):
            cp.cuda.Device().synchronize()
        cp.cuda.Device().synchronize()
        with pytest.raises(np.linalg.LinAlgError, match=text):
            host(bad + 1)
        assert np.isfinite(host(good)).all()
        with cp.errstate(linalg="ignore"):
            host(call(singular))
        with cp.errstate(linalg="raise"), pytest.raises(np.linalg.LinAlgError, match=text):
            call(singular)


@pytest.mark.parametrize("dtype", ["i4", "f4", "f8", "c8", "c16"])
def test_polar_factors_and_functions_of_matrices(dtype):
    rng = np.random.default_rng(9)
    close = 2e-4 if np.dtype(dtype) in ("f4", "c8") else 1e-10

    def matrix(*shape):
        x = rng.standard_normal(shape) * (3 if dtype == "i4" else 1)
        return (x + 1j * rng.standard_normal(shape) if dtype[0] == "c" else x).astype(dtype)

    for shape in ((3, 3), (5, 2), (2, 5), (4, 3, 3), (2, 1, 4, 2)):
        a = matrix(*shape)
        for side in ("right", "left"):
            u, p = (x.get() for x in cp.scipy.linalg.polar(cp.array(a), side))
            np.testing.assert_allclose(u @ p if side == "right" else p @ u, a, atol=10 * close)
            few = u if shape[-2] >= shape[-1] else np.conj(np.swapaxes(u, -1, -2))
            np.testing.assert_allclose(np.conj(np.swapaxes(few, -1, -2)) @ few, np.broadcast_to(np.eye(min(shape[-2:])), (*shape[:-2], min(shape[-2:]), min(shape[-2:]))), atol=close)
            np.testing.assert_allclose(p, np.conj(np.swapaxes(p, -1, -2)), atol=10 * close)
            assert (np.linalg.eigvalsh(p) > -10 * close).all()
    low = matrix(6, 2) @ matrix(2, 4)
    range_of, null = cp.scipy.linalg.orth(cp.array(low)).get(), cp.scipy.linalg.null_space(cp.array(low)).get()
    assert (range_of.shape, null.shape) == (scipy.linalg.orth(low).shape, scipy.linalg.null_space(low).shape) == ((6, 2), (4, 2))
    np.testing.assert_allclose(range_of @ (np.conj(range_of.T) @ low), low, atol=100 * close)
    np.testing.assert_allclose(low @ null, 0, atol=100 * close)
    np.testing.assert_allclose(np.conj(null.T) @ null, np.eye(2), atol=close)
    assert cp.scipy.linalg.null_space(cp.array(low), rcond=2.0).shape == (4, 4)
    a = matrix(4, 4) / (3 if dtype != "i4" else 1)
    stack = np.stack([a, a.T, a * 0])
    for name in ("cosm", "sinm", "tanm", "coshm", "sinhm", "tanhm"):
        ours, numpys = getattr(cp.scipy.linalg, name), getattr(scipy.linalg, name)
        if dtype == "i4":
            stack = np.clip(stack, -1, 1)
        expected = np.stack([numpys(each) for each in stack])
        got = ours(cp.array(stack)).get()
        assert got.dtype == expected.dtype
        np.testing.assert_allclose(got, expected, atol=close * max(1, np.abs(expected).max()))
        with pytest.raises(np.linalg.LinAlgError):
            ours(cp.ones((2, 3)))
    with pytest.raises(ValueError):
        cp.scipy.linalg.polar(cp.eye(2), "middle")
    for name in ("orth", "null_space"):
        with pytest.raises(ValueError):
            getattr(cp.scipy.linalg, name)(cp.ones(2))
