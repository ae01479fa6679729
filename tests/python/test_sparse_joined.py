"""Sums and products of matrices of which few elements are stored, by several threads: all dtypes, unsorted rows, indices that were spoilt."""

import numpy as np
import pytest
from test_sparse import DTYPES

import cuprust as cp
from cuprust.scipy import sparse

scipy = pytest.importorskip("scipy.sparse")

# Where the PTX machine runs kernels, matrices are small.
IS_SLOW = str(cp.cuda.Device()) == "ptx"
FEW = 60 if IS_SLOW else 3000


def pair(shape, dtype, density, seed):
    rng = np.random.default_rng(seed)
    x = scipy.random(*shape, density, format="csr", random_state=rng)
    x.data = rng.integers(-4, 5, x.nnz).astype(dtype) if dtype != np.bool_ else np.ones(x.nnz, dtype)
    if np.dtype(dtype).kind == "c":
        x.data += (1j * rng.integers(-4, 5, x.nnz)).astype(dtype)
    return sparse.csr_matrix((cp.asarray(x.data), cp.asarray(x.indices), cp.asarray(x.indptr)), shape), x


def agree(found, expected):
    if sparse.issparse(found):
        found, expected = found.get(), expected.copy()
        for each in (found, expected):
            assert each.has_sorted_indices or each.sort_indices() is None
            each.eliminate_zeros()
        assert found.shape == expected.shape and (found.indices == expected.indices).all() and (found.indptr == expected.indptr).all()
        found, expected = found.data, expected.data
    np.testing.assert_array_equal(cp.asnumpy(found), np.asarray(expected).reshape(found.shape), strict=True)


@pytest.mark.parametrize("dtype", [np.float64, np.int32, np.bool_] if IS_SLOW else DTYPES)
@pytest.mark.parametrize("shape", [(FEW, 2 * FEW // 3), (7, 5), (1, FEW), (FEW, 1)][: 2 if IS_SLOW else 4])
def test_they_are_those_of_scipy(shape, dtype):
    density = 20_000 / (shape[0] * shape[1]) if shape[0] * shape[1] > 100_000 else 0.5
    (a, x), (b, y) = (pair(shape, dtype, density, seed) for seed in (0, 1))
    agree(a + b, x + y)
    agree(a + a, x + x)
    if dtype != np.bool_:
        agree(a - b, x - y)
        assert (a - a).nnz == 0
    agree(a.multiply(b), x.multiply(y))
    agree(a.multiply(a), x.multiply(x))
    c, z = b.T.tocsr(), y.T.tocsr()
    agree(a @ c, x @ z)
    if min(shape) > 1:
        agree((a @ c) @ a, (x @ z) @ x)
    by = (np.arange(max(shape)) % 5).astype(dtype)
    agree(a.T @ cp.asarray(by[: shape[0]]), x.T @ by[: shape[0]])
    agree(cp.asarray(by[: shape[0]]) @ a, by[: shape[0]] @ x)
    agree(a @ cp.asarray(by[: shape[1]]), x @ by[: shape[1]])
    for axis in (0, 1):
        agree(a.sum(axis), x.sum(axis))
    for width in (1, 21) if IS_SLOW else (1, 3, 4, 8, 9, 16, 21):
        dense = (np.arange(shape[1] * width).reshape(shape[1], width) % 7).astype(dtype)
        agree(a @ cp.asarray(dense), x @ dense)


@pytest.mark.parametrize("dtypes", [(np.float32, np.float64), (np.int8, np.complex64), (np.bool_, np.int32), (np.uint8, np.int8)])
def test_dtypes_meet(dtypes):
    (a, x), (b, y) = (pair((FEW // 10, FEW // 10), dtype, 0.1, seed) for seed, dtype in enumerate(dtypes))
    agree(a + b, x + y)
    agree(a @ b, x @ y)


def test_rows_in_any_order():
    data, indices, indptr = np.array([1.0, 2, 3, 4, 5, 6]), np.array([2, 0, 2, 1, 1, 0]), np.array([0, 3, 6])
    a = sparse.csr_matrix((cp.asarray(data), cp.asarray(indices), cp.asarray(indptr)), (2, 3))
    x = scipy.csr_matrix((data, indices, indptr), (2, 3))
    assert not a.has_canonical_format
    for found, expected in ((a + a, x + x), (a + sparse.eye(2, 3), x + scipy.eye(2, 3)), (a @ a.T, x @ x.T), (a.T @ cp.ones(2), x.T @ np.ones(2))):
        found, expected = (each.toarray() if hasattr(each, "toarray") else each for each in (found, expected))
        np.testing.assert_array_equal(found.get(), expected)


def test_indices_of_64_bits_and_read_only_and_cut_arrays():
    a, x = pair((50, 40), np.float64, 0.2, 0)
    wide = sparse.csr_matrix((a.data, a.indices.astype(np.int64), a.indptr.astype(np.int64)), (50, 40))
    agree(wide + a, x + x)
    # A matrix so wide that its indices have 64 bits.
    far = sparse.coo_matrix((cp.ones(3), (cp.array([0, 1, 1]), cp.array([3, 2**33, 5]))), shape=(2, 2**34)).tocsr()
    found = far + far
    assert found.indices.dtype == np.int64 and found.indices.tolist() == [3, 5, 2**33] and found.data.tolist() == [2.0, 2, 2]
    assert (sparse.eye(2).tocsr() @ far).indices.tolist() == [3, 5, 2**33]
    part = sparse.csr_matrix((cp.repeat(a.data, 2)[::2], a.indices, a.indptr), (50, 40))
    agree(part + a, x + x)
    agree(part.T @ cp.arange(100.0)[::2], x.T @ np.arange(100.0)[::2])


@pytest.mark.skipif(str(cp.cuda.Device()) != "cpu", reason="a GPU's kernels are told apart by the checker")
def test_indices_that_were_spoilt():
    # Matrices are checked when they are made. Indices that are written afterwards give an error, or wrong numbers, and
    # no crash.
    for wrong in (10**6, -(10**6)):
        a, _ = pair((3000, 2000), np.float64, 0.003, 0)
        b = a.copy()
        a.indices[100:200] = wrong
        for call in (lambda: a @ b.T.tocsr(), lambda: a.T @ cp.ones(3000), lambda: a.sum(0)):
            with pytest.raises((IndexError, ValueError)):
                call()
                cp.cuda.get_current_stream().synchronize()
        c = b.copy()
        c.indptr[5:10] = wrong
        for call in (lambda: c + b, lambda: c @ b.T.tocsr(), lambda: c.T @ cp.ones(3000)):
            with pytest.raises((IndexError, ValueError)):
                call()
                cp.cuda.get_current_stream().synchronize()


def test_what_is_pending_and_written_in_place():
    n = 20 if IS_SLOW else 400
    a, x = pair((n, 300), np.float64, 0.2, 0)
    for turn in range(3):
        a.data *= 2
        x.data *= 2
        agree(a + a, x + x)
        agree(a.T @ cp.ones(n), x.T @ np.ones(n))
    stream = cp.cuda.Stream()
    with stream:
        agree(a + a, x + x)
        found = a.T @ (cp.ones(n) * 2)
    stream.synchronize()
    agree(found, x.T @ np.full(n, 2.0))
