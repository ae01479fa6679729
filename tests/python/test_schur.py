"""Schur forms, functions of matrices and Sylvester's equation: residuals bounded by rounding, SciPy's dtypes, shapes and exceptions."""

import threading

import numpy as np
import pytest
import scipy.linalg
from conftest import host, outcome

import cuprust as cp

ours = cp.scipy.linalg
DTYPES = ["?", "i1", "i4", "f2", "f4", "f8", "c8", "c16"]
SHAPES = [(1, 1), (2, 2), (5, 5), (12, 12), (2, 3, 3), (2, 1, 4, 4), (0, 0), (2, 0, 0)]


def numbers(shape, dtype, seed=0):
    random = np.random.default_rng([seed, *shape])
    x = random.standard_normal(shape)
    if np.dtype(dtype).kind in "ib?":
        return (x * 3).astype(dtype)
    return (x + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else x).astype(dtype)


def adjoint(a):
    return np.conj(np.swapaxes(a, -1, -2))


def eps(*arrays):
    return max(np.finfo(a.dtype).eps for a in arrays)


def small(residual, like, bound):
    """Whether a residual is rounding error of numbers as large as these."""
    return np.abs(residual).max(initial=0) <= bound * max(np.abs(like).max(initial=0), np.finfo(like.dtype).tiny)


def check_form(a, t, z):
    """Whether `z` is unitary, and `z t z*` is `a`."""
    t, z = host(t), host(z)
    bound = 30 * (a.shape[-1] + 1) * eps(t)
    wide = a.astype(t.dtype)
    assert small(adjoint(z) @ z - np.eye(a.shape[-1]), np.ones(1), bound)
    assert small(z @ t @ adjoint(z) - wide, wide, bound)


def check_blocks(t):
    """Whether a form is triangular but for blocks of two rows, whose diagonal is constant and whose other elements have opposite signs."""
    t = host(t)
    assert not np.tril(t, -2).any()
    for each in t.reshape(-1, *t.shape[-2:]) if t.size else ():
        below, above, d = np.diagonal(each, -1), np.diagonal(each, 1), np.diagonal(each)
        if np.iscomplexobj(t):
            assert not below.any()
        block = below != 0
        assert not (block[1:] & block[:-1]).any()
        assert (d[:-1][block] == d[1:][block]).all() and (np.sign(below[block]) == -np.sign(above[block])).all()


def like_scipys(got, wanted, close=None):
    got = host(got)
    assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    if close is not None:
        assert small(got - wanted, wanted, close)


@pytest.mark.parametrize("dtype", DTYPES)
def test_schur_forms(dtype):
    for shape in SHAPES:
        a = numbers(shape, dtype)
        for output in ("real", "complex"):
            t, z = ours.schur(cp.array(a), output=output)
            if len(shape) == 2:
                wanted = scipy.linalg.schur(a, output=output)
                like_scipys(t, wanted[0])
                like_scipys(z, wanted[1])
            check_form(a, t, z)
            check_blocks(t)
        t, z = ours.schur(cp.array(a))
        if dtype in ("?", "f2"):
            continue
        split, turned = ours.rsf2csf(t, z)
        wanted = scipy.linalg.rsf2csf(host(t), host(z)) if a.size else None
        if wanted and len(shape) == 2:
            like_scipys(split, wanted[0])
        check_form(a.astype(host(split).dtype), split, turned)
        check_blocks(split)
    a = numbers((6, 6), "f8")
    for view in (a.T, a[::-1], a[:, ::-1], np.asfortranarray(a), a[::2, ::2]):
        t, z = ours.schur(cp.array(a).T if view.base is a and view.strides == a.T.strides else cp.array(view))
        check_form(view, t, z)


def test_schur_forms_of_other_matrices():
    n = 7
    cycle = np.roll(np.eye(n), 1, 0)
    for a in (np.zeros((n, n)), np.eye(n), cycle, np.ones((n, n)), np.tri(n), np.eye(n, k=1), np.diag(np.arange(n)) + np.eye(n, k=1)):
        for dtype in ("f4", "f8", "c16"):
            t, z = ours.schur(cp.array(a.astype(dtype)))
            check_form(a.astype(dtype), t, z)
            check_blocks(t)
    for dtype in ("f8", "c16"):
        # Below the first rows its Hessenberg form has only rounding errors, down to the smallest numbers.
        check_form(np.ones((18, 18), dtype), *ours.schur(cp.array(np.ones((18, 18), dtype))))
    for scale in (1e-300, 1e300):
        a = numbers((9, 9), "f8") * scale
        check_form(a, *ours.schur(cp.array(a)))
    a = numbers((130, 130), "f8")
    check_form(a, *ours.schur(cp.array(a)))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_orders_of_eigenvalues(dtype):
    lengths = {"lhp": lambda w: w.real < 0, "rhp": lambda w: w.real >= 0, "iuc": lambda w: abs(w) <= 1, "ouc": lambda w: abs(w) > 1}
    for n in (1, 2, 5, 11):
        a = (numbers((n, n), dtype) * 0.6).astype(dtype)
        for output in ("real", "complex"):
            for name, holds in lengths.items():
                t, z, count = ours.schur(cp.array(a), output=output, sort=name)
                assert count == scipy.linalg.schur(a, output=output, sort=name)[2] and isinstance(count, int)
                check_form(a, t, z)
                check_blocks(t)
                first = np.linalg.eigvals(host(t)[:count, :count]) if count else np.zeros(0)
                assert holds(first).all()
        if dtype[0] == "c":
            chosen = ours.schur(cp.array(a), sort=lambda w: w.imag > 0)
            assert chosen[2] == (np.linalg.eigvals(a).imag > 0).sum()
        else:
            chosen = ours.schur(cp.array(a), sort=lambda x, y: x > 0 and abs(y) < x)
            assert chosen[2] == scipy.linalg.schur(a, sort=lambda x, y: x > 0 and abs(y) < x)[2]
        check_form(a, *chosen[:2])
    stack = np.stack([np.eye(3), -np.eye(3), np.diag([1.0, -1, 2])]).astype(dtype)
    t, z, count = ours.schur(cp.array(stack), sort="lhp")
    check_form(stack, t, z)
    assert host(count).tolist() == [0, 3, 1]


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i4"])
def test_hessenberg(dtype):
    for shape in SHAPES:
        a = numbers(shape, dtype)
        h, q = ours.hessenberg(cp.array(a), calc_q=True)
        check_form(a, h, q)
        assert not np.tril(host(h), -2).any()
        assert np.array_equal(host(ours.hessenberg(cp.array(a))), host(h))
        if len(shape) == 2 and shape[0] > 2:
            like_scipys(h, scipy.linalg.hessenberg(a))


def definite(shape, dtype, seed=1):
    """Matrices whose eigenvalues are far from the negative axis."""
    a = numbers(shape, dtype, seed)
    if dtype == "?":
        return np.triu(a) | np.eye(shape[-1], dtype=dtype)
    if np.dtype(dtype).kind == "i":
        return (np.abs(a) + 9 * np.eye(shape[-1], dtype=dtype)).astype(dtype)
    return (a / 4 + 2 * np.eye(shape[-1])).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_functions_of_matrices(dtype):
    for shape in SHAPES:
        a = definite(shape, dtype)
        wide = a.astype("c16" if np.dtype(dtype).kind == "c" else "f8")
        root = ours.sqrtm(cp.array(a))
        if len(shape) == 2 and shape[0] != 1:
            like_scipys(root, scipy.linalg.sqrtm(a), 1e-3 if dtype in ("f2", "f4", "c8") else 1e-12)
        root = host(root)
        assert small(root @ root - a, wide, 100 * (shape[-1] + 1) * eps(root))
        logarithm = host(ours.logm(cp.array(a)))
        sign = ours.signm(cp.array(a))
        power = host(ours.fractional_matrix_power(cp.array(a), 1 / 3))
        if a.size and dtype not in ("?", "f2"):
            # Of single precision SciPy's Schur form is one, and so are the digits of what follows.
            double = a.astype("c16") if dtype == "c8" else a.astype("f8") if dtype == "f4" else a
            like_scipys(logarithm, scipy.linalg.logm(double), 1e-10)
            like_scipys(sign, scipy.linalg.signm(a), 1e-4 if host(sign).dtype.char in "fF" else 1e-11)
            like_scipys(power, scipy.linalg.fractional_matrix_power(double, 1 / 3), 1e-10)
            back = ours.fractional_matrix_power(cp.array(a), -0.3)
            like_scipys(back, scipy.linalg.fractional_matrix_power(double, -0.3), 1e-10)
        assert small(scipy.linalg.expm(logarithm) - wide if a.size else a, wide, 1e-12 * (shape[-1] + 1))
        assert small(power @ power @ power - wide, wide, 1e-12 * (shape[-1] + 1))


def test_functions_of_matrices_with_other_eigenvalues():
    random = numbers((8, 8), "f8")
    rotation = np.array([[0.0, -1], [1, 0]])
    matrices = [random, -np.eye(3), rotation, np.diag([4.0, -9, 1]), np.array([[2.0, 1], [0, 2]]), np.array([[1.0, 5], [0, 1 + 1e-9]])]
    matrices += [np.diag([1e-9, 1, 1e9]), np.array([[1.0, 1e6], [0, 2]]), np.triu(numbers((6, 6), "f8")) + 3 * np.eye(6)]
    for a in matrices:
        for name in ("sqrtm", "logm"):
            got, wanted = host(getattr(ours, name)(cp.array(a))), getattr(scipy.linalg, name)(a)
            like_scipys(got, wanted, 1e-9)
        got = host(ours.fractional_matrix_power(cp.array(a), 0.7))
        like_scipys(got, scipy.linalg.fractional_matrix_power(a, 0.7), 1e-9)
        sign = host(ours.signm(cp.array(a)))
        like_scipys(sign, scipy.linalg.signm(a))
        n = len(a)
        # On the axis, but for rounding beside the others, lie these.
        if a is not rotation and np.abs(a).max() < 1e8:
            bound = 1e-11 * max(1, np.abs(sign).max() ** 2)
            assert small(sign @ sign - np.eye(n), np.ones(1), bound) and small(sign @ a - a @ sign, a, bound)
    # A root of a real matrix is real where it can be, whatever the others of a stack are.
    assert ours.sqrtm(cp.array(np.stack([np.eye(2), -np.eye(2)]))).dtype == "c16"
    assert ours.sqrtm(cp.array(rotation)).dtype == "f8"
    assert np.isnan(host(ours.sqrtm(cp.array([[0.0, 1], [0, 0]])))).all()
    mixed = np.stack([np.full((2, 2), np.nan), 4 * np.eye(2)])
    root = host(ours.sqrtm(cp.array(mixed)))
    assert np.isnan(root[0]).all() and np.array_equal(root[1], 2 * np.eye(2))
    for a in (np.diag([4.0, 0]), np.array([[4.0, 1], [0, 0]]), np.zeros((2, 2))):
        like_scipys(ours.sqrtm(cp.array(a)), scipy.linalg.sqrtm(a), 1e-12)
        like_scipys(ours.fractional_matrix_power(cp.array(a), 0.5), scipy.linalg.fractional_matrix_power(a, 0.5), 1e-12)
        assert np.isnan(host(ours.fractional_matrix_power(cp.array(a), -0.5))).any()
    like_scipys(ours.logm(cp.array(np.diag([4.0, 0]))), scipy.linalg.logm(np.diag([4.0, 0])), 1e-12)
    for t in (0, 2, -1, 3.0):
        like_scipys(ours.fractional_matrix_power(cp.array([[2.0, 1], [0, 4]]), t), scipy.linalg.fractional_matrix_power(np.array([[2.0, 1], [0, 4]]), t), 1e-12)
    with pytest.raises(np.linalg.LinAlgError):
        host(ours.fractional_matrix_power(cp.zeros((2, 2)), -1))


@pytest.mark.parametrize("dtype", DTYPES)
def test_given_functions(dtype, capsys):
    for shape in SHAPES[:6]:
        a = definite(shape, dtype)
        # Neither SciPy nor CuPy's recurrence is exact where eigenvalues are equal.
        a = a + np.arange(shape[-1]).astype(dtype) * np.eye(shape[-1], dtype=dtype) if dtype != "?" else np.eye(shape[-1], dtype=dtype) & (np.zeros(shape) == 0)
        got, error = ours.funm(cp.array(a), lambda values: values * values, disp=False)
        wanted, _ = scipy.linalg.funm(a, lambda values: values * values, disp=False) if len(shape) == 2 else (None, None)
        wide = a.astype(host(got).dtype)
        assert small(host(got) - wide @ wide, wide @ wide, 1e-3 if host(got).dtype.char in "fF" else 1e-10)
        if wanted is not None:
            like_scipys(got, wanted)
        assert error.shape == shape[:-2]
        assert np.array_equal(host(ours.funm(cp.array(a), lambda values: values * values)), host(got))
    capsys.readouterr()
    close = np.array([[1.0, 1], [0, 1 + 1e-13]])
    ours.funm(cp.array(close), cp.exp)
    assert "approximate err" in capsys.readouterr().out
    with pytest.raises(ZeroDivisionError):
        ours.funm(cp.eye(2), lambda values: 1 / 0)
    with pytest.raises(ValueError):
        ours.funm(cp.eye(2), lambda values: values[:1])


@pytest.mark.parametrize("dtype", DTYPES)
def test_sylvesters_equation(dtype):
    for m, n in ((1, 1), (2, 3), (6, 4)):
        a, b, q = definite((m, m), dtype), definite((n, n), dtype, 2), numbers((m, n), dtype, 3)
        x = ours.solve_sylvester(cp.array(a), cp.array(b), cp.array(q))
        like_scipys(x, scipy.linalg.solve_sylvester(a, b, q), 1e-3 if host(x).dtype.char in "fF" else 1e-11)
        wide = host(x).dtype
        residual = a.astype(wide) @ host(x) + host(x) @ b.astype(wide) - q
        assert small(residual, a.astype(wide), 200 * (m + n) * eps(host(x)) * max(1, np.abs(host(x)).max()))
        y = ours.solve_continuous_lyapunov(cp.array(a), cp.array(a))
        like_scipys(y, scipy.linalg.solve_continuous_lyapunov(a, a), 1e-3 if host(y).dtype.char in "fF" else 1e-11)
        wide = host(y).dtype
        residual = a.astype(wide) @ host(y) + host(y) @ adjoint(a).astype(wide) - a
        assert small(residual, a.astype(wide), 200 * m * eps(host(y)) * max(1, np.abs(host(y)).max()))
    for n in (1, 3, 9, 12):
        if dtype in ("i1", "i4", "?"):
            continue
        a, q = (numbers((n, n), dtype) / (2 * n)).astype(dtype), numbers((n, n), dtype, 4)
        for method in (None, "direct", "bilinear", "Bilinear"):
            x = ours.solve_discrete_lyapunov(cp.array(a), cp.array(q), method=method)
            if dtype != "f2":
                like_scipys(x, scipy.linalg.solve_discrete_lyapunov(a, q, method=method), 1e-5 if dtype in ("f4", "c8") else 1e-11)
            wide = a.astype(host(x).dtype)
            assert small(wide @ host(x) @ adjoint(wide) - host(x) + q, np.ones(1), 1e-13 * n * max(1, np.abs(host(x)).max()))


def test_sylvesters_equation_of_stacks():
    a, b, q = definite((4, 1, 2, 2), "f8"), definite((3, 3, 3), "c8", 2), numbers((2, 3), "f4")
    x = host(ours.solve_sylvester(cp.array(a), cp.array(b), cp.array(q)))
    # Of a real and a complex matrix SciPy solves another equation, where the real one has complex eigenvalues.
    wanted = scipy.linalg.solve_sylvester(a.astype("c16"), b.astype("c16"), q)
    like_scipys(x, wanted, 1e-5)
    assert small(a @ x + x @ b - q, q, 1e-13)
    a, q = definite((2, 1, 3, 3), "f8"), numbers((4, 3, 3), "c16")
    like_scipys(ours.solve_continuous_lyapunov(cp.array(a), cp.array(q)), scipy.linalg.solve_continuous_lyapunov(a.astype("c16"), q), 1e-11)
    a = a / 9
    like_scipys(ours.solve_discrete_lyapunov(cp.array(a), cp.array(q)), scipy.linalg.solve_discrete_lyapunov(a, q), 1e-11)
    like_scipys(ours.solve_lyapunov(cp.array(a), cp.array(q)), scipy.linalg.solve_lyapunov(a.astype("c16"), q), 1e-11)
    assert ours.solve_sylvester(cp.zeros((0, 0)), cp.eye(2), cp.zeros((0, 2))).shape == (0, 2)
    # Where the equation is singular, the smallest sum of eigenvalues is taken to be larger.
    x = host(ours.solve_sylvester(cp.eye(2), -cp.eye(3), cp.ones((2, 3))))
    assert np.isfinite(x).all() and x.min() > 1e14


WRONG = [
    ("schur", ((2, 3),), {}), ("schur", ((3,),), {}), ("schur", ((),), {}), ("schur", ((2, 2),), {"output": "x"}), ("schur", ((2, 2),), {"sort": "x"}),
    ("hessenberg", ((2, 3),), {}), ("rsf2csf", ((2, 2), (3, 3)), {}), ("rsf2csf", ((2, 3), (2, 2)), {}), ("sqrtm", ((2, 3),), {}), ("sqrtm", ((3,),), {}),
    ("logm", ((2, 3),), {}), ("signm", ((2, 3),), {}), ("solve_sylvester", ((2, 2), (3, 3), (3, 2)), {}), ("solve_sylvester", ((2, 3), (3, 3), (2, 3)), {}),
    ("solve_continuous_lyapunov", ((2, 3), (2, 2)), {}), ("solve_continuous_lyapunov", ((2, 2), (3, 3)), {}),
    ("solve_discrete_lyapunov", ((2, 2), (2, 2)), {"method": "x"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "shapes", "words"), WRONG)
def test_what_is_refused(name, shapes, words):
    _, theirs = outcome(lambda: getattr(scipy.linalg, name)(*map(np.ones, shapes), **words))
    _, error = outcome(lambda: getattr(ours, name)(*map(cp.ones, shapes), **words))
    assert theirs is not None and isinstance(error, type(theirs))


def test_what_is_not_finite():
    bad = cp.array([[1.0, np.nan], [0, 1]])
    calls = [(name, (bad,)) for name in ("schur", "hessenberg", "logm", "signm")] + [("rsf2csf", (bad, cp.eye(2))), ("rsf2csf", (cp.eye(2), bad))]
    calls += [("solve_sylvester", (bad, cp.eye(2), cp.eye(2))), ("solve_continuous_lyapunov", (bad, cp.eye(2))), ("fractional_matrix_power", (bad, 0.5))]
    for name, arguments in calls:
        with pytest.raises(ValueError):
            getattr(ours, name)(*arguments)
    with pytest.raises(ValueError):
        ours.funm(bad, cp.exp)
    assert np.isnan(host(ours.hessenberg(bad, check_finite=False))).all()


def test_forms_on_several_threads():
    matrices = [numbers((20, 20), "f8", seed) for seed in range(4)]
    found = [None] * 4

    def find(place):
        found[place] = host(ours.schur(cp.array(matrices[place])))

    threads = [threading.Thread(target=find, args=(place,)) for place in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    for a, (t, z) in zip(matrices, found):
        check_form(a, t, z)


def test_results_stay_on_the_device_of_the_operands():
    other = "cpu" if str(cp.cuda.Device()) != "cpu" else "ptx"
    a = cp.asarray([[1.0, 3], [1, 4]], device=other)
    found = [*ours.schur(a), *ours.schur(a, sort=lambda x, y: x < 1)[:2], *ours.hessenberg(a, calc_q=True), ours.sqrtm(a), ours.logm(a), ours.signm(a)]
    found += [*ours.funm(a, cp.exp, disp=False), ours.fractional_matrix_power(a, 0.5), ours.solve_sylvester(a, a, a), ours.solve_discrete_lyapunov(a / 9, a)]
    assert {str(x.device) for x in found} == {str(a.device)}
    here = cp.eye(2)
    for call in (lambda: ours.solve_sylvester(a, here, a), lambda: ours.rsf2csf(a, here), lambda: ours.solve_continuous_lyapunov(a, here)):
        with pytest.raises(ValueError, match="different devices"):
            call()
