"""The contracts of factorisations over kinds of matrices: order, signs, lengths, orthogonality, and residuals."""

import numpy as np
import pytest
from conftest import LONG, outcome, parts

import cuprust as cp
import cuprust.scipy.linalg as sl

DTYPES = ["f4", "f8", "c8", "c16"]
SIZES = [*range(1, 18), *range(31, 36), 48, 64, 65, 100, 129, 200, 300] if LONG else [1, 2, 3, 8, 33, 66]
if str(cp.cuda.Device()) == "ptx":
    SIZES = [1, 2, 5, 17]


def basis(random, n):
    return np.linalg.qr(random.standard_normal((n, n)) + 1j * random.standard_normal((n, n)))[0]


def random_kind(random, m, n):
    return random.standard_normal((m, n)) + 1j * random.standard_normal((m, n))


def low_rank(random, m, n):
    rank = int(random.integers(0, min(m, n) + 1)) if random.random() < 0.5 else min(m, n) // 2
    return random_kind(random, m, rank) @ random_kind(random, rank, n)


def outer(random, m, n):
    """Of rank one exactly, so that all eigenvalues but one are rounding errors."""
    return np.outer(random.integers(-3, 4, m), random.integers(-3, 4, n)).astype(float)


def permutation(random, m, n):
    a = np.zeros((m, n))
    rows = random.permutation(m)[: min(m, n)]
    a[rows, random.permutation(n)[: len(rows)]] = 1
    return a


def defective(random, m, n):
    return np.eye(m, n) * random.integers(0, 3) + np.eye(m, n, 1) + np.eye(m, n, 2) * random.integers(0, 2)


def graded(random, m, n):
    span = random.choice([4.0, 20.0, 60.0])
    i, j = np.arange(m)[:, None] / max(m, n), np.arange(n) / max(m, n)
    powers = i + j * random.integers(-1, 2)
    return random_kind(random, m, n) * 10.0 ** (-span * (powers - powers.min(initial=9)))


def repeated(random, m, n):
    values = np.zeros((m, n))
    np.fill_diagonal(values, random.choice([1.0, 1.0, 2.0, 1e-13, 0.0], min(m, n)))
    return basis(random, m) @ values @ basis(random, n)


def gaps(random, m, n):
    values = np.zeros((m, n))
    np.fill_diagonal(values, np.where(np.arange(min(m, n)) < min(m, n) // 2, 1.0, 10.0 ** -random.uniform(5, 18)))
    return basis(random, m) @ values @ basis(random, n)


def hilbert(random, m, n):
    return 1.0 / (1.0 + np.arange(m)[:, None] + np.arange(n))


def triangle(random, m, n):
    return np.triu(random_kind(random, m, n)) + 3 * np.eye(m, n)


KINDS = {
    "random": random_kind,
    "low rank": low_rank,
    "outer": outer,
    "zero": lambda random, m, n: np.zeros((m, n)),
    "identity": lambda random, m, n: np.eye(m, n),
    "permutation": permutation,
    "defective": defective,
    "graded": graded,
    "repeated": repeated,
    "gaps": gaps,
    "hilbert": hilbert,
    "triangle": triangle,
    "huge": random_kind,
    "tiny": random_kind,
    "subnormal": random_kind,
}


class Case:
    """A matrix, the power of two by which it is near one, and its bound for what rounding leaves."""

    def __init__(self, kind, dtype, shape, seed=0, hermitian=False, definite=False):
        random = np.random.default_rng([seed, *shape, *kind.encode()])
        a = np.asarray(KINDS[kind](random, *shape)).astype(complex)
        if np.dtype(dtype).kind != "c":
            a = a.real
        if hermitian:
            a = a + a.conj().T
        if definite:
            a = a @ a.conj().T + np.trace(a @ a.conj().T).real * np.eye(len(a)) / 8 + np.eye(len(a)) * 1e-3
        limits, n = np.finfo(dtype), max(*shape, 1)
        shift = {
            "huge": limits.maxexp - 4 - 2 * int(np.log2(n) + 1),
            "tiny": limits.minexp + 2,
            "subnormal": limits.minexp - 8,
        }.get(kind, 0)
        largest = max(np.abs(a).max(initial=0), 1e-300)
        self.given = by_two(a / (largest if shift else 1), shift).astype(dtype)
        self.shift, self.dtype, self.n = shift, np.dtype(dtype), n
        self.a = self.scaled(self.given)
        self.norm = np.linalg.norm(self.a)
        # Elements near the smallest numbers are rounded to a multiple of the least one.
        self.rounding = np.ldexp(float(limits.smallest_subnormal), -shift) * n
        self.bound = 16 * n * limits.eps * self.norm + 16 * self.rounding
        self.unit = 16 * n * limits.eps

    def array(self):
        return cp.asarray(self.given)

    def scaled(self, x):
        """An element of the matrix's magnitude, scaled to be near one in double precision."""
        return by_two(np.asarray(cp.asnumpy(x)).astype("c16" if self.dtype.kind == "c" else "f8"), -self.shift)


def by_two(a, exponent):
    a = np.asarray(a)
    if a.dtype.kind == "c":
        return np.ldexp(a.real, exponent) + 1j * np.ldexp(a.imag, exponent)
    return np.ldexp(a, exponent)


def wide(x):
    x = np.asarray(cp.asnumpy(x))
    return x.astype("c16" if x.dtype.kind == "c" else "f8")


def h(a):
    return a.conj().T


def largest(x):
    return np.abs(x).max(initial=0)


def orthonormal(case, q):
    assert largest(h(q) @ q - np.eye(q.shape[1])) <= case.unit, "not orthonormal"


def cases(kind, shapes=lambda n: [(n, n)], **how):
    """The cases of a kind: in the short run of the larger sizes each fourth, and of the largest squares alone."""
    for number, n in enumerate(SIZES):
        for place, dtype in enumerate(DTYPES):
            if LONG or n < 30 or (number + place + len(kind)) % 4 == 0:
                for shape in shapes(n) if n <= 100 else [(n, n)]:
                    yield Case(kind, dtype, shape, **how)


def shapes_of(n):
    return [(n, n), (n + n // 2, n), (n, 2 * n + 1)]


@pytest.mark.parametrize("kind", KINDS)
def test_svd(kind):
    for case in cases(kind, shapes_of):
        where = (case.dtype, case.a.shape)
        for full in (False, True):
            u, s, vh = cp.linalg.svd(case.array(), full_matrices=full)
            u, s, vh = wide(u), case.scaled(s).real, wide(vh)
            assert (s >= 0).all() and (np.diff(s) <= 0).all(), where
            orthonormal(case, u)
            orthonormal(case, h(vh))
            k = len(s)
            assert largest(u[:, :k] * s @ vh[:k] - case.a) <= case.bound, where
        alone = case.scaled(cp.linalg.svd(case.array(), compute_uv=False)).real
        assert (np.diff(alone) <= 0).all() and (alone >= 0).all(), where
        assert largest(alone - s) <= case.bound, where
        assert largest(alone - np.linalg.svd(case.a, compute_uv=False)) <= case.bound, where


@pytest.mark.parametrize("kind", KINDS)
def test_eigh(kind):
    for case in cases(kind, hermitian=True):
        for uplo in "LU":
            w, v = cp.linalg.eigh(case.array(), UPLO=uplo)
            w, v = case.scaled(w).real, wide(v)
            assert (np.diff(w) >= 0).all()
            orthonormal(case, v)
            assert largest(v * w @ h(v) - case.a) <= case.bound, (case.dtype, case.n)
        alone = case.scaled(cp.linalg.eigvalsh(case.array())).real
        assert (np.diff(alone) >= 0).all() and largest(alone - w) <= case.bound
        assert largest(alone - np.linalg.eigvalsh(case.a)) <= case.bound, (case.dtype, case.n)


@pytest.mark.parametrize("kind", KINDS)
def test_eig(kind):
    # Whether eigenvalues that are rounding errors are pairs is a matter of chance.
    for case in (case for seed in range(5 if kind == "outer" else 1) for case in cases(kind, seed=seed)):
        where = (case.dtype, case.n)
        w, v = cp.linalg.eig(case.array())
        own, v = case.scaled(w.real) + 1j * case.scaled(w.imag), wide(v)
        lengths = np.linalg.norm(v, axis=0)
        assert largest(lengths - 1) <= case.unit, (*where, lengths.min(), lengths.max())
        assert largest(case.a @ v - v * own) <= 4 * case.bound, where
        alone = wide(cp.linalg.eigvals(case.array()))
        alone = case.scaled(alone.real) + 1j * case.scaled(alone.imag)
        trace = np.trace(case.a)
        assert abs(own.sum() - trace) <= case.n * case.bound and abs(alone.sum() - trace) <= case.n * case.bound, where
        if case.dtype.kind != "c":
            first = np.flatnonzero(own.imag > 0)
            assert np.array_equal(own[first + 1], own[first].conj()) and len(first) == (own.imag < 0).sum(), where
            assert np.array_equal(v[:, first + 1], v[:, first].conj()), where


@pytest.mark.parametrize("kind", KINDS)
def test_qr(kind):
    for case in cases(kind, shapes_of):
        for mode in ("reduced", "complete"):
            q, r = cp.linalg.qr(case.array(), mode=mode)
            q, r = wide(q), case.scaled(r)
            orthonormal(case, q)
            assert largest(np.tril(r, -1)) == 0 and largest(q @ r - case.a) <= case.bound, (case.dtype, case.a.shape)
        q, r, order = sl.qr(case.array(), pivoting=True)
        q, r, order = wide(q), case.scaled(r), cp.asnumpy(order)
        orthonormal(case, q)
        assert largest(q @ r - case.a[:, order]) <= case.bound, (case.dtype, case.a.shape)
        lengths = np.abs(np.diagonal(r))
        assert (np.diff(lengths) <= case.bound).all(), (case.dtype, case.a.shape)


@pytest.mark.parametrize("kind", KINDS)
def test_lu(kind):
    for case in cases(kind, shapes_of):
        p, lower, upper = sl.lu(case.array())
        p, lower, upper = wide(p), wide(lower), case.scaled(upper)
        assert largest(np.triu(lower, 1)) == 0 and largest(np.tril(upper, -1)) == 0
        # The larger of the parts' sums is the pivot, as for LAPACK.
        assert largest(lower) <= (1.5 if case.dtype.kind == "c" else 1.0) + case.unit
        grown = case.unit * largest(np.abs(lower) @ np.abs(upper)) + case.bound
        assert largest(p @ lower @ upper - case.a) <= grown, (case.dtype, case.a.shape)


@pytest.mark.parametrize("kind", KINDS)
def test_cholesky(kind):
    for case in cases(kind, definite=True):
        for upper in (False, True):
            factor = wide(cp.linalg.cholesky(case.array(), upper=upper))
            lower = h(factor) if upper else factor
            assert largest(np.triu(lower, 1)) == 0 and (np.diagonal(lower).real > 0).all()
            half, rest = divmod(case.shift, 2)
            lower = by_two(lower, -half)
            assert largest(by_two(lower @ h(lower), -rest) - case.a) <= case.bound, (case.dtype, case.n)


@pytest.mark.parametrize("kind", ["random", "identity", "permutation", "triangle", "huge", "tiny", "subnormal"])
def test_systems(kind):
    for case in cases(kind):
        where, a = (case.dtype, case.n), case.a
        if np.linalg.cond(a) * np.finfo(case.dtype).eps * case.n > 0.01:
            continue
        random = np.random.default_rng(case.n)
        b = case.given @ random.standard_normal((case.n, 2)).astype(case.dtype)
        if not np.isfinite(b).all():
            continue
        scaled = case.scaled(b)
        x = wide(cp.linalg.solve(case.array(), cp.asarray(b)))
        near = case.bound * (1 + largest(x)) * 8
        assert largest(a @ x - scaled) <= near, where
        x, _, rank, s = cp.linalg.lstsq(case.array(), cp.asarray(b), rcond=None)
        assert int(rank) == case.n and largest(case.scaled(s).real - np.linalg.svd(a, compute_uv=False)) <= case.bound, where
        assert largest(a @ wide(x) - scaled) <= near, where
        triangle = np.triu(case.given, 1)
        np.fill_diagonal(triangle, case.given.flat[np.abs(a).argmax()])
        x, part = wide(sl.solve_triangular(cp.asarray(triangle), cp.asarray(b))), case.scaled(triangle)
        assert largest(part @ x - scaled) <= case.unit * largest(np.abs(part) @ np.abs(x)) + near, where
        sign, logarithm = cp.linalg.slogdet(case.array())
        expected, size = np.linalg.slogdet(a)
        close = case.unit * np.linalg.cond(a) + case.n * np.finfo(case.dtype).eps * abs(case.shift)
        assert abs(complex(sign) - expected) <= close, where
        assert abs(float(logarithm) - size - case.n * case.shift * np.log(2)) <= close * 4, where
        reciprocals = 1 / np.linalg.svd(a, compute_uv=False)
        with np.errstate(over="ignore"):
            if np.isinf(by_two(2 * reciprocals.max(), -case.shift).astype(case.dtype)):
                # The inverse is beyond the largest numbers.
                continue
        inverse = by_two(wide(cp.linalg.inv(case.array())), case.shift)
        assert largest(a @ inverse - np.eye(case.n)) <= close * 8, where
        assert largest(by_two(wide(cp.linalg.pinv(case.array())), case.shift) @ a - np.eye(case.n)) <= close * 8, where


@pytest.mark.parametrize("kind", KINDS)
def test_schur_and_hessenberg(kind):
    for case in cases(kind):
        where = (case.dtype, case.n)
        form, z = sl.hessenberg(case.array(), calc_q=True)
        form, z = case.scaled(form), wide(z)
        orthonormal(case, z)
        assert largest(np.tril(form, -2)) == 0 and largest(z @ form @ h(z) - case.a) <= case.bound, where
        for output in ("real", "complex"):
            t, z = sl.schur(case.array(), output=output)
            t, z = wide(t), wide(z)
            t = by_two(t, -case.shift)
            orthonormal(case, z)
            assert largest(z @ t @ h(z) - case.a) <= 2 * case.bound, where
            if output == "complex" or case.dtype.kind == "c":
                assert largest(np.tril(t, -1)) == 0, where
            else:
                below = np.diagonal(t, -1)
                assert largest(np.tril(t, -2)) == 0 and not (below[1:] * below[:-1]).any(), where
                for row in np.flatnonzero(below):
                    assert t[row, row] == t[row + 1, row + 1] and t[row, row + 1] * t[row + 1, row] < 0, where


@pytest.mark.parametrize("kind", KINDS)
def test_qz(kind):
    for case in cases(kind):
        other = Case("random", case.dtype, case.a.shape, seed=5)
        s, t, q, z = sl.qz(case.array(), other.array(), output="complex")
        s, t, q, z = by_two(wide(s), -case.shift), wide(t), wide(q), wide(z)
        orthonormal(case, q)
        orthonormal(case, z)
        assert largest(np.tril(s, -1)) == 0 and largest(np.tril(t, -1)) == 0
        assert largest(q @ s @ h(z) - case.a) <= 4 * case.bound, (case.dtype, case.n)
        assert largest(q @ t @ h(z) - other.a) <= 4 * other.bound, (case.dtype, case.n)


@pytest.mark.parametrize("kind", KINDS)
def test_ldl(kind):
    for case in cases(kind, hermitian=True):
        lower, d, order = sl.ldl(case.array())
        lower, d = wide(lower), case.scaled(d)
        grown = case.unit * largest(np.abs(lower) @ np.abs(d) @ np.abs(lower).T) + case.bound
        assert largest(lower @ d @ h(lower) - case.a) <= grown, (case.dtype, case.n)
        assert largest(np.triu(lower[cp.asnumpy(order)], 1)) == 0


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "i4", "u8"])
def test_integers_are_factored_in_double_precision(dtype):
    for n in SIZES:
        a = np.random.default_rng(n).integers(0, 2 if dtype == "?" else 100, (n, n)).astype(dtype)
        wide_a, given = a.astype("f8"), cp.asarray(a)
        bound = 32 * n * np.finfo("f8").eps * max(np.linalg.norm(wide_a), 1)
        u, s, vh = (x.get() for x in cp.linalg.svd(given))
        assert s.dtype == "f8" and largest(u * s @ vh - wide_a) <= bound
        q, r = (x.get() for x in cp.linalg.qr(given))
        assert q.dtype == "f8" and largest(q @ r - wide_a) <= bound
        w, v = (x.get() for x in cp.linalg.eig(given))
        assert largest(wide_a @ v - v * w) <= 4 * bound and largest(np.linalg.norm(v, axis=0) - 1) <= bound
        w, v = (x.get() for x in cp.linalg.eigh(given))
        whole = np.tril(wide_a) + np.tril(wide_a, -1).T
        assert largest(v * w @ v.T - whole) <= 2 * bound


@pytest.mark.skipif(str(cp.cuda.Device()) != "cpu", reason="elsewhere errors are deferred")
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", DTYPES)
def test_what_is_not_finite(dtype, bad):
    for n in SIZES:
        a = np.random.default_rng(n).standard_normal((n, n)).astype(dtype)
        a[n // 2, n // 3] = bad
        for name in ("svd", "svdvals", "eig", "eigvals", "eigh", "eigvalsh"):
            ours, error = outcome(lambda: [cp.asnumpy(part) for part in parts(getattr(cp.linalg, name)(cp.asarray(a)))])
            if error is None:
                assert "h" in name and np.isnan(ours[0]).all(), (name, n)
            else:
                assert isinstance(error, np.linalg.LinAlgError) and "h" not in name, (name, n, error)
