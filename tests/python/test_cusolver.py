"""CuPy's names of cuSOLVER, against NumPy."""

import doctest

import numpy as np
import pytest

import cuprust as cp
from cuprust import cusolver


def matrices(shape, dtype):
    x = (np.arange(np.prod(shape)) * 7 % 11 - 5).reshape(shape).astype(dtype)
    return x + 1j * x[..., ::-1] if np.dtype(dtype).kind == "c" else x


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_singular_values(dtype):
    close = 1e-4 if dtype in "fF" else 1e-10
    for shape in ((5, 3), (3, 5), (4, 4), (2, 4, 3)):
        x = matrices(shape, dtype)
        a = cp.asarray(x)
        for full in (True, False):
            u, s, v = cusolver.gesvdj(a, full)
            assert u.shape == np.linalg.svd(x, full)[0].shape and v.shape[-1] == np.linalg.svd(x, full)[2].shape[-2]
            count = s.shape[-1]
            product = (u[..., :count] * s[..., None, :]) @ v[..., :count].swapaxes(-1, -2).conj()
            np.testing.assert_allclose(product.get(), x, close, close * 10)
        np.testing.assert_allclose(cusolver.gesvdj(a, compute_uv=False).get(), np.linalg.svd(x, compute_uv=False), close, close * 10)
        if shape[-2] >= shape[-1]:
            u, s, v = cusolver.gesvda(a)
            assert u.shape == x.shape and v.shape == (*x.shape[:-2], x.shape[-1], x.shape[-1])
            np.testing.assert_allclose(((u * s[..., None, :]) @ v.swapaxes(-1, -2).conj()).get(), x, close, close * 10)
            assert cusolver.gesvda(a, False).shape == s.shape
        else:
            with pytest.raises(ValueError):
                cusolver.gesvda(a)
    for wrong in (cp.ones(3), cp.ones((1, 2, 3, 3))):
        with pytest.raises(ValueError):
            cusolver.gesvdj(wrong)


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_eigenvalues(dtype):
    close = 1e-4 if dtype in "fF" else 1e-10
    x = matrices((2, 4, 4), dtype)
    x = x + x.swapaxes(-1, -2).conj()
    for part in (x, x[0]):
        for triangle in "LU":
            spoilt = np.tril(part) if triangle == "L" else np.triu(part)
            w, v = cusolver.syevj(cp.asarray(spoilt), triangle)
            np.testing.assert_allclose(w.get(), np.linalg.eigvalsh(part), close, close * 10)
            np.testing.assert_allclose((cp.asarray(part) @ v).get(), (v * w[..., None, :]).get(), close, close * 10)
            np.testing.assert_allclose(cusolver.syevj(cp.asarray(spoilt), UPLO=triangle, with_eigen_vector=False).get(), w.get(), close, close)
    with pytest.raises(ValueError):
        cusolver.syevj(cp.eye(2), "X")
    with pytest.raises(np.linalg.LinAlgError):
        cusolver.syevj(cp.ones((2, 3)))


def test_systems_and_names():
    a, b = cp.array([[3.0, 1], [1, 2]]), cp.array([9.0, 8])
    np.testing.assert_allclose(cusolver.gels(a, b).get(), [2, 3])
    cusolver.gesv(a, b)
    np.testing.assert_allclose(b.get(), [2, 3])
    assert all(hasattr(cusolver, name) for name in cusolver.__all__)


@pytest.mark.parametrize("dtype", ["f", "d", "F", "D"])
def test_sparse_systems(dtype):
    from cuprust.scipy import sparse
    from cuprust.scipy.sparse.linalg import MatrixRankWarning

    x = matrices((6, 6), dtype) * (np.arange(36).reshape(6, 6) % 3 == 0) + 9 * np.eye(6, dtype=dtype)
    a, b = sparse.csr_matrix(cp.asarray(x)), cp.asarray(np.arange(6).astype(dtype))
    for options in ({}, {"reorder": 0}, {"tol": 1e-6}, {"tol": 1e-6, "reorder": 3}):
        found = cusolver.csrlsvqr(a, b, **options)
        assert found.dtype == dtype
        np.testing.assert_allclose(x @ found.get(), b.get(), 1e-4, 1e-4)
    with pytest.warns(MatrixRankWarning):
        cusolver.csrlsvqr(sparse.csr_matrix(cp.asarray(np.diag([1, 1e-5]).astype(dtype))), cp.ones(2, dtype), tol=1e-3)
    with pytest.warns(MatrixRankWarning):
        assert bool(cp.isnan(cusolver.csrlsvqr(sparse.csr_matrix((2, 2), dtype=dtype), cp.ones(2, dtype))).all())
    for wrong in (lambda: cusolver.csrlsvqr(a, b[:5]), lambda: cusolver.csrlsvqr(a[:4], b), lambda: cusolver.csrlsvqr(a, b[:, None])):
        with pytest.raises(ValueError):
            wrong()
    for wrong in (lambda: cusolver.csrlsvqr(a.tocsc(), b), lambda: cusolver.csrlsvqr(a, b.real.astype(int))):
        with pytest.raises(TypeError):
            wrong()


def test_examples():
    assert doctest.testmod(cusolver, extraglobs={"cp": cp}).failed == 0
