"""CuPy's names of cuSPARSE, against SciPy."""

import doctest

import numpy as np
import pytest

import cuprust as cp
from cuprust import cusparse
from cuprust.scipy import sparse

scipy = pytest.importorskip("scipy.sparse")


def pair(shape, seed=0, dtype=np.float64):
    x = scipy.random(*shape, 0.4, format="csr", random_state=np.random.default_rng(seed), dtype=np.float64).astype(dtype)
    return sparse.csr_matrix((cp.asarray(x.data), cp.asarray(x.indices), cp.asarray(x.indptr)), shape), x


def close(found, expected):
    found, expected = (each.toarray() if hasattr(each, "toarray") else each for each in (found, expected))
    np.testing.assert_allclose(cp.asnumpy(found), expected, 1e-12)


def test_products():
    (a, x), (b, y), (d, z) = pair((5, 4)), pair((4, 6), 1), pair((5, 6), 2)
    v, w, m = cp.arange(4.0), cp.arange(5.0), cp.arange(12.0).reshape(4, 3)
    for call in (cusparse.spmv, cusparse.csrmv):
        close(call(a, v), x @ v.get())
        close(call(a, w, transa=True), x.T @ w.get())
        out = cp.ones(5)
        assert call(a, v, out, alpha=2, beta=3) is out
        close(out, 2 * (x @ v.get()) + 3)
    close(cusparse.csrmvEx(a, v, alpha=2), 2 * (x @ v.get()))
    assert cusparse.csrmvExIsAligned(a, v)
    for call in (cusparse.spmm, cusparse.csrmm2):
        close(call(a, m), x @ m.get())
        close(call(a, m.T, transb=True), x @ m.get())
        out = cp.ones((5, 3))
        assert call(a, m, out, 2.0, -1.0) is out
        close(out, 2 * (x @ m.get()) - 1)
    close(cusparse.csrmm(a, cp.ones((5, 2)), transa=True), x.T @ np.ones((5, 2)))
    close(cusparse.csrgemm(a, b), x @ y)
    close(cusparse.csrgemm(b, a, True, True), y.T @ x.T)
    close(cusparse.csrgemm2(a, b, d, 2, 3), 2 * (x @ y) + 3 * z)
    close(cusparse.spgemm(a, b, 0.5), 0.5 * (x @ y))
    for call in (cusparse.csrgeam, cusparse.csrgeam2, cusparse.spgeam):
        close(call(d, d, 2, -1), z)
    for wrong in (lambda: cusparse.spmv(a, m), lambda: cusparse.spmm(a, v), lambda: cusparse.spmv(a, v, cp.ones(3)), lambda: cusparse.csrgeam(a, b)):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError):
        cusparse.csrmv(a.tocsc(), v)


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_triangles(dtype):
    exact = 1e-4 if dtype in "fF" else 1e-10
    x = np.random.default_rng(1).standard_normal((9, 9)) + 5 * np.eye(9)
    x = (x * (1 + 1j if dtype in "FD" else 1)).astype(dtype)
    a = sparse.csr_matrix(cp.asarray(x))
    for lower in (True, False):
        for unit in (True, False):
            half = np.tril(x, -1) if lower else np.triu(x, 1)
            half = half + (np.eye(9) if unit else np.diag(x.diagonal()))
            for trans, of in ((False, half), ("N", half), (True, half.T), ("T", half.T), ("H", half.conj().T)):
                for shape in ((9,), (9, 2)):
                    b = np.random.default_rng(2).standard_normal(shape).astype(dtype)
                    wanted = np.linalg.solve(of, 3 * b)
                    for matrix in (a, a.tocsc(), a.tocoo()):
                        found = cusparse.spsm(matrix, cp.asarray(b), 3, lower, unit, trans)
                        assert found.dtype == dtype
                        np.testing.assert_allclose(found.get(), wanted, exact, exact * np.abs(wanted).max())
                    place = cp.asarray(b)
                    assert cusparse.csrsm2(a, place, 3, lower=lower, unit_diag=unit, transa=trans) is None
                    np.testing.assert_allclose(place.get(), wanted, exact, exact * np.abs(wanted).max())
    b = cp.ones(9, dtype)
    for wrong in (lambda: cusparse.spsm(a, cp.ones(8, dtype)), lambda: cusparse.spsm(a, b, transa="X"), lambda: cusparse.spsm(a[:4], b), lambda: cusparse.spsm(a, b.reshape(9, 1, 1))):
        with pytest.raises(ValueError):
            wrong()
    for wrong in (lambda: cusparse.spsm(a, cp.ones(9, int)), lambda: cusparse.spsm(a.toarray(), b), lambda: cusparse.csrsm2(a.tocsc(), b)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(np.linalg.LinAlgError):
        cusparse.spsm(sparse.csr_matrix((9, 9), dtype=dtype), b)


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_incomplete_factors(dtype):
    x = scipy.random(12, 12, 0.3, format="csr", random_state=np.random.default_rng(3)).toarray() + 4 * np.eye(12)
    x = (x * (1 + 1j if dtype in "FD" else 1)).astype(dtype)
    a = sparse.csr_matrix(cp.asarray(x))
    assert cusparse.csrilu02(a) is None
    found, places = a.toarray().get(), x != 0
    product = (np.tril(found, -1) + np.eye(12)) @ np.triu(found)
    # The product is the matrix wherever that has elements.
    np.testing.assert_allclose(product[places], x[places], 1e-5)
    assert not found[~places].any() and abs(product[~places]).max() > 0
    full = sparse.csr_matrix(cp.asarray(np.array([[4, 2], [2, 3]], dtype)))
    cusparse.csrilu02(full)
    np.testing.assert_allclose(full.toarray().get(), [[4, 2], [0.5, 2]])
    for wrong in (cp.ones((2, 3)), cp.array([[0.0, 1], [1, 0]]), cp.array([[1.0, 1], [1, 1]])):
        with pytest.raises(ValueError):
            cusparse.csrilu02(sparse.csr_matrix(wrong.astype(dtype)))
    with pytest.raises(TypeError):
        cusparse.csrilu02(sparse.csr_matrix(cp.eye(2, dtype=int)))


def test_formats():
    a, x = pair((5, 4))
    coo, csc = a.tocoo(), a.tocsc()
    for found, format in (
        (cusparse.coo2csr(coo), "csr"), (cusparse.coo2csc(coo), "csc"), (cusparse.csr2csc(a), "csc"), (cusparse.csc2csr(csc), "csr"),
        (cusparse.csr2cscEx2(a), "csc"), (cusparse.csc2csrEx2(csc), "csr"), (cusparse.csr2coo(a, a.data, a.indices), "coo"),
        (cusparse.csc2coo(csc, csc.data, csc.indices), "coo"), (cusparse.dense2csr(a.toarray()), "csr"), (cusparse.dense2csc(a.toarray()), "csc"),
        (cusparse.denseToSparse(a.toarray(), "coo"), "coo"),
    ):  # fmt: skip
        assert found.format == format
        close(found, x)
    for call in (cusparse.sparseToDense, cusparse.csr2dense, cusparse.csc2dense):
        close(call(a), x)
    assert cusparse.csr2dense(a).flags.f_contiguous
    out = cp.empty((5, 4))
    assert cusparse.sparseToDense(csc, out) is out
    close(out, x)
    kept = cusparse.csr2csr_compress(a, 0.5)
    close(kept, x.multiply(abs(x) > 0.5))
    assert kept.nnz == (x.data > 0.5).sum()
    with pytest.raises(TypeError):
        cusparse.csr2csr_compress(a.astype(int), 0)
    with pytest.raises(TypeError):
        cusparse.denseToSparse(out, "dia")


def test_orders():
    data, row, col = cp.array([1.0, 2, 3, 4]), cp.array([1, 0, 1, 0]), cp.array([2, 2, 0, 1])
    x = sparse.coo_matrix((data, (row, col)), shape=(2, 3))
    cusparse.coosort(x)
    assert (x.row.tolist(), x.col.tolist(), x.data.tolist()) == ([0, 0, 1, 1], [1, 2, 0, 2], [4, 2, 3, 1])
    cusparse.coosort(x, "c")
    assert (x.row.tolist(), x.col.tolist()) == ([1, 0, 0, 1], [0, 1, 2, 2])
    with pytest.raises(ValueError):
        cusparse.coosort(x, "d")
    rows = sparse.csr_matrix((data, cp.array([2, 0, 1, 0]), cp.array([0, 2, 4])), shape=(2, 3))
    cusparse.csrsort(rows)
    assert rows.indices.tolist() == [0, 2, 0, 1]
    columns = rows.T
    cusparse.cscsort(columns)
    assert columns.has_sorted_indices


def test_names_and_examples():
    assert all(callable(getattr(cusparse, name)) for name in cusparse.__all__)
    assert cp.cusparse is cusparse
    tested = doctest.testmod(cusparse, extraglobs={"cp": cp})
    assert tested.attempted == 13 and tested.failed == 0
