"""No result depends on the number of threads: of every routine and function of matrices, signals and sums the same bits on 1, 2, 3 and 7 (1 and 3 in short)."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import LONG, ROOT, on_cpu

import cuprust as cp
import cuprust.scipy.linalg as sl
from cuprust.scipy import sparse

THREADS = [1, 2, 3, 7] if LONG else [1, 3]
DTYPES = ["f4", "f8", "c8", "c16"]
# The dtypes where not all are wanted.
SHORT = {"products": ["f8"], "signals": ["c8"], "factors": ["f8"], "sums": ["f8", "c8"]}


def numbers(dtype, *shape, seed=0):
    random = np.random.default_rng([seed, *shape])
    if np.dtype(dtype).kind in "iu":
        return cp.asarray(random.integers(-99, 99, shape).astype(dtype))
    a = random.standard_normal(shape)
    return cp.asarray((a + 1j * random.standard_normal(shape) if np.dtype(dtype).kind == "c" else a).astype(dtype))


def products(dtype):
    a, b, wide = numbers(dtype, 700, 700), numbers(dtype, 700, 300), numbers(dtype, 300, 2000)
    yield "matmul", a @ b
    for one in (a, b, wide):
        yield "matmul", one @ one.T
        yield "matmul", one.T @ one
    yield "matmul", a @ b[:, 0]
    yield "matmul", a[3] @ a
    yield "matmul", a.T @ b[:, 0]
    tall = numbers(dtype, 30_000, 13)
    yield "matmul", tall.T @ tall[:, :5]
    yield "matmul", tall @ tall[0]
    yield "matmul", tall[:, 0] @ tall
    yield "matmul", numbers(dtype, 40, 90, 80) @ numbers(dtype, 40, 80, 70)
    yield "matmul", cp.einsum("ij,kj->ik", a, a)
    yield "matmul", cp.einsum("ijk,ilk->ijl", numbers(dtype, 5, 300, 200), numbers(dtype, 5, 300, 200))
    yield "matmul", cp.cov(wide)
    yield "matmul", cp.corrcoef(b)
    yield "matmul", cp.tensordot(numbers(dtype, 60, 70, 80), numbers(dtype, 80, 70, 50), axes=([1, 2], [1, 0]))
    yield "matmul", cp.linalg.matrix_power(a / 100, 5)
    yield "matmul", cp.linalg.multi_dot([b.T, a, b])
    yield "matmul", cp.vdot(a, a)
    yield "matmul", cp.kron(b[:50, :40], b[:40, :50])


def signals(dtype):
    line = numbers(dtype, 40000)
    for count in (33, 300, 3001):
        for mode in ("full", "same", "valid"):
            yield "correlate", cp.convolve(line, numbers(dtype, count), mode)
    yield "correlate", cp.correlate(line, line[:5000])
    square = numbers(dtype, 500, 612)
    yield "fft", cp.fft.fft(line)
    yield "fft", cp.fft.ifft(numbers(dtype, 300, 1009))
    for axes in ((0,), (1,), (0, 1)):
        yield "fft", cp.fft.fftn(square, axes=axes)
        yield "fft", cp.fft.hfft(square, axis=axes[0])
        yield "fft", cp.fft.irfft(square, axis=axes[0])
        yield "fft", cp.fft.rfftn(square.real, axes=axes)


def images():
    import cuprust.scipy.ndimage as nd

    image = numbers("f8", 700, 600)
    for x in (image, (image * 20).astype("i4")):
        for axis in (0, 1):
            yield "correlate_axis", nd.gaussian_filter1d(x, 3, axis)
            yield "slide", nd.uniform_filter1d(x, 17, axis)
            yield "slide", nd.maximum_filter1d(x, 17, axis)
            yield "spline_filter", nd.spline_filter1d(x, 3, axis)
        yield "neighbors", nd.correlate(x, numbers("f8", 5, 4))
        yield "rank_neighbors", nd.median_filter(x, 5)
        yield "rank_neighbors", nd.percentile_filter(x, 30, (11, 9))
        yield "interpolate", nd.zoom(x, 1.3)
        yield "interpolate", nd.rotate(x, 30, order=1)
        yield "at", nd.sum_labels(x, (image * 40).astype("i4") % 50, cp.arange(50))
    narrow = (image * 20).astype("u1")
    yield "correlate_axis", nd.sobel(narrow)
    yield "slide", nd.uniform_filter(narrow, 3)
    yield "components", nd.label(image > 0.3)
    for least in (-1.5, -4):
        yield "lower_envelope", nd.distance_transform_edt(image > least)


def factors(dtype):
    a, n = numbers(dtype, 300, 300), 300
    large = numbers(dtype, 560, 560)
    positive = large @ large.conj().T + cp.eye(560, dtype=dtype)
    b = numbers(dtype, 300, 130)
    yield "lu", sl.lu_factor(large)
    yield "lu", cp.linalg.slogdet(large)
    yield "lu_solve", cp.linalg.solve(a, b)
    yield "lu_solve", cp.linalg.inv(large)
    yield "lu_solve", sl.lu_solve(sl.lu_factor(a), b, trans=2)
    yield "cholesky", cp.linalg.cholesky(positive)
    yield "triangular_solve", sl.solve_triangular(a, b, lower=True)
    yield "qr", cp.linalg.qr(large)
    yield "qr_basis", cp.linalg.qr(numbers(dtype, 900, 200), mode="complete")
    yield "pivoted_qr", sl.qr(a, pivoting=True)
    yield "eigh", cp.linalg.eigh(positive)
    yield "eigh", cp.linalg.eigvalsh(positive)
    yield "eigh", cp.linalg.eigh(numbers(dtype, 40, 40, 40))
    yield "eig", cp.linalg.eig(a)
    yield "eig", cp.linalg.eigvals(a)
    yield "eig", cp.linalg.eig(a[:90, :90])
    yield "svd", cp.linalg.svd(large)
    yield "svd", cp.linalg.svd(large, compute_uv=False)
    yield "svd", cp.linalg.svd(numbers(dtype, 3000, 150), full_matrices=False)
    yield "svd", cp.linalg.svd(numbers(dtype, 40, 50, 40))
    yield "svd", cp.linalg.pinv(a)
    yield "svd", cp.linalg.lstsq(numbers(dtype, 2000, 90), numbers(dtype, 2000, 3))
    yield "svd", cp.linalg.cond(a)
    yield "svd", cp.linalg.norm(a, 2)
    yield "hessenberg", sl.hessenberg(a, calc_q=True)
    yield "balance", sl.matrix_balance(a)
    yield "schur", sl.schur(a)
    yield "schur_order", sl.schur(a[:99, :99], sort="lhp")
    yield "schur_split", sl.schur(a[:99, :99], output="complex")
    yield "qz", sl.qz(a[:120, :120], a[120:240, 120:240])
    yield "qz_order", sl.ordqz(a[:60, :60], a[60:120, 60:120])
    yield "qz_split", sl.qz(a[:60, :60], a[60:120, 60:120], output="complex")
    yield "pencil_vectors", sl.eig(a[:70, :70], a[70:140, 70:140])
    yield "triangular_function", sl.sqrtm(positive[:90, :90])
    yield "triangular_function", sl.logm(positive[:60, :60])
    yield "triangular_function", sl.signm(a[:60, :60])
    yield "sylvester", sl.solve_sylvester(a[:90, :90], a[90:160, 90:160], b[:90, :70])
    band = numbers(dtype, 5, 4000) + cp.asarray([0, 0, 20, 0, 0])[:, None]
    yield "banded_solve", sl.solve_banded((2, 2), band, numbers(dtype, 4000, 9))
    lower = cp.concatenate([20 + cp.abs(band[:1].real).astype(dtype), band[1:3] / 8])
    yield "banded_cholesky", sl.cholesky_banded(lower, lower=True)
    yield "banded_cholesky_solve", sl.solveh_banded(lower, numbers(dtype, 4000, 9), lower=True)
    line = numbers(dtype, n) / 20
    line[0] = 9
    yield "toeplitz_solve", sl.solve_toeplitz(line, b)
    yield "toeplitz_solve", sl.matmul_toeplitz(line, b)
    yield "tridiagonal_eigh", sl.eigh_tridiagonal(numbers("f8", 560), numbers("f8", 559))
    yield "ldl", sl.ldl(a)
    yield "expm", sl.expm(a / 50)
    yield "polar", sl.polar(a)


def sums(dtype):
    line, square = numbers(dtype, 1 << 19), numbers(dtype, 900, 1100)
    for name in ("sum", "prod", "mean", "var", "std", "cumsum", "cumprod", "max", "min", "argmax", "ptp", "nansum", "nanmean"):
        own = line / 1e3 + 1 if "prod" in name else line
        for axis in (None, 0, 1):
            yield "scan" if name.startswith("cum") else name, getattr(cp, name)(own if axis is None else square, axis=axis)
    yield "norm", cp.linalg.norm(square)
    yield "norm", cp.linalg.norm(square, axis=0)
    yield "scan", cp.add.accumulate(square, axis=0)
    yield "average", cp.average(square, axis=1, weights=cp.arange(1100.0))
    yield "trapezoid", cp.trapezoid(square, axis=0)
    yield "gradient", cp.gradient(square)
    places = cp.random.default_rng(4).integers(0, 999, 1 << 19)
    counted = cp.zeros(999, dtype)
    cp.add.at(counted, places, line)
    yield "at", counted
    counted[places] = line
    yield "scatter", counted
    yield "gather", cp.take(line, places)
    yield "gather", line[places]
    yield "reduceat", cp.add.reduceat(line, cp.arange(0, 1 << 19, 777))
    if line.dtype.kind != "c":
        yield "bincount", cp.bincount(places, weights=line)
        yield "histogram", cp.histogram(line, 50, weights=cp.abs(line))
        yield "order_statistics", cp.percentile(line, [5, 50, 77])
        yield "order_statistics", cp.median(square, axis=1)
        yield "interp", cp.interp(line, cp.arange(50.0), cp.arange(50.0) ** 2)
        yield "search", cp.searchsorted(cp.sort(line[:5000]), line)
    yield "sort", cp.sort(line)
    yield "sort", cp.argsort(square, axis=0)
    yield "partition", cp.partition(line, 1000)
    yield "partition", cp.argpartition(line, 1000)
    yield "sort", cp.unique(line)
    yield "nonzero", cp.nonzero(line.real > 0.5)
    yield "select", line[line.real > 0.5]
    weights = sparse.random(2000, 3000, 0.02, format="csr", dtype="f8", random_state=3).astype(dtype)
    yield "sparse_product", weights @ numbers(dtype, 3000, 40)
    yield "sparse_product", weights.T @ numbers(dtype, 2000)
    yield "sparse_product", (weights @ weights.T).toarray()


def draws():
    random = cp.random.default_rng(11)
    for name in ("random", "standard_normal", "standard_exponential"):
        yield "random", getattr(random, name)(1 << 18)
    yield "random", random.gamma(2.5, size=1 << 16)
    yield "random", random.binomial(99, 0.3, 1 << 16)
    yield "random", random.integers(0, 77, 1 << 18)
    yield "permutation", random.permutation(1 << 18)


def hashes():
    """A hash of the bits of each result, by its name and number."""
    cp.random.seed(3)
    made = {}

    def tell(group, results):
        for name, result in results:
            digest = hashlib.md5()
            for part in result if isinstance(result, (tuple, list)) else (result,):
                digest.update(np.ascontiguousarray(cp.asnumpy(part)).tobytes())
            made[f"{name} {group} {len(made)}"] = digest.hexdigest()

    for each in (products, signals, factors, sums):
        for dtype in DTYPES if LONG else SHORT[each.__name__]:
            tell(dtype, each(dtype))
    for dtype in ("i4", "i8"):
        tell(dtype, [("matmul", numbers(dtype, 300, 400) @ numbers(dtype, 400, 200))])
        tell(dtype, [("correlate", cp.convolve(numbers(dtype, 30000), numbers(dtype, 500)))])
    tell("", images())
    tell("", draws())
    return made


@pytest.mark.skipif(not on_cpu(), reason="the CPU's threads")
def test_the_same_bits_on_any_number_of_threads():
    program = f"import sys, json; sys.path.insert(0, {str(Path(__file__).parent)!r}); import test_thread_counts as t; print(json.dumps(t.hashes()))"
    found = []
    for threads in THREADS:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=1500,
                              env={**os.environ, "RAYON_NUM_THREADS": str(threads), "CUPRUST_DEVICE": "cpu"})  # fmt: skip
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout.splitlines()[-1]))
    differing = [name for name in found[0] if len({each[name] for each in found}) > 1]
    assert not differing, differing
    routines = re.findall(r'^    "(\w+)" [A-Z]', (ROOT / "crates/ops/src/routine.rs").read_text(), re.MULTILINE)
    missing = set(routines) - {name.split()[0] for name in found[0]}
    assert len(routines) > 40 and not missing, f"no result of {missing}"
