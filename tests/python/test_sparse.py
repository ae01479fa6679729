"""Matrices of which few elements are stored, against SciPy's."""

import pickle
import warnings

import numpy as np
import pytest
import scipy
import scipy.sparse as theirs

import cuprust as cp
from cuprust.scipy import sparse

DTYPES = [np.bool_, np.int8, np.uint16, np.int32, np.int64, np.float32, np.float64, np.complex64, np.complex128]
FORMATS = ["csr", "csc", "coo"]


def dense(rows, columns, dtype=np.float64, density=0.3, seed=0):
    dice = np.random.default_rng(seed)
    values = dice.integers(-4, 5, (rows, columns)) * (dice.random((rows, columns)) < density)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = np.abs(values).astype(dtype) if np.dtype(dtype).kind in "ub" else values.astype(dtype)
    return x * (1 + 2j) if np.dtype(dtype).kind == "c" else x


def both(format, x):
    """A matrix of ours and the same one of SciPy's."""
    return getattr(sparse, f"{format}_matrix")(cp.asarray(x)), getattr(theirs, f"{format}_matrix")(x)


def agree(ours, expected, dtype=True):
    """Two results are equal: matrices by their stored elements, arrays by their elements."""
    if sparse.issparse(ours):
        assert ours.format == expected.format and ours.shape == expected.shape
        ours, expected = ours.toarray(), expected.toarray()
    ours, expected = ours.get(), np.asarray(expected)
    assert ours.shape == expected.shape and (not dtype or ours.dtype == expected.dtype), (ours.dtype, expected.dtype)
    np.testing.assert_allclose(ours, expected, rtol=1e-6)


class TestMaking:
    @pytest.mark.parametrize("dtype", DTYPES)
    @pytest.mark.parametrize("format", FORMATS)
    def test_of_dense(self, format, dtype):
        for shape in ((5, 7), (1, 4), (4, 1), (3, 3)):
            ours, scipys = both(format, dense(*shape, dtype))
            assert (ours.nnz, ours.dtype, ours.ndim, ours.size) == (scipys.nnz, scipys.dtype, 2, scipys.size)
            agree(ours, scipys)
            for name in {"csr": ("data", "indices", "indptr"), "csc": ("data", "indices", "indptr"), "coo": ("data", "row", "col")}[format]:
                np.testing.assert_array_equal(getattr(ours, name).get(), getattr(scipys, name))
                assert getattr(ours, name).dtype == getattr(scipys, name).dtype

    @pytest.mark.parametrize("format", FORMATS)
    def test_of_nothing(self, format):
        for shape in ((0, 0), (0, 3), (3, 0), (2, 3)):
            ours = getattr(sparse, f"{format}_matrix")(shape)
            agree(ours, getattr(theirs, f"{format}_matrix")(shape))
            agree(ours @ cp.ones(shape[1]), np.zeros(shape[0]))
            assert ours.T.shape == shape[::-1] and ours.nnz == 0
            agree(getattr(sparse, f"{format}_matrix")(shape, dtype=np.int32), theirs.csr_matrix(shape, dtype=np.int32).asformat(format))
            agree(*both(format, np.zeros(shape)))

    @pytest.mark.parametrize("index", [np.int8, np.int32, np.int64, np.uint32])
    def test_of_three_arrays(self, index):
        x = theirs.csr_matrix(dense(6, 9))
        parts = (x.data, x.indices.astype(index), x.indptr.astype(index))
        for shape in (None, (6, 9), (6, 12)):
            ours = sparse.csr_matrix(tuple(map(cp.asarray, parts)), shape=shape)
            agree(ours, theirs.csr_matrix(parts, shape=shape))
            assert ours.indices.dtype == ours.indptr.dtype == np.int32
        agree(sparse.csc_matrix(tuple(map(cp.asarray, parts))), theirs.csc_matrix(parts))
        # Rows in any order, duplicates, and NumPy arrays.
        ours = sparse.csr_matrix((np.array([1.0, 2, 3, 4]), np.array([2, 0, 2, 1]), np.array([0, 3, 4])))
        agree(ours, theirs.csr_matrix(([1.0, 2, 3, 4], [2, 0, 2, 1], [0, 3, 4])))
        agree(ours @ cp.arange(3.0), theirs.csr_matrix(([1.0, 2, 3, 4], [2, 0, 2, 1], [0, 3, 4])) @ np.arange(3.0))
        assert not ours.has_sorted_indices and not ours.has_canonical_format
        ours.sort_indices()
        assert ours.has_sorted_indices and not ours.has_canonical_format
        assert ours.indices.get().tolist() == [0, 2, 2, 1] and ours.nnz == 4
        ours.sum_duplicates()
        assert ours.has_canonical_format
        assert (ours.indices.get().tolist(), ours.data.get().tolist()) == ([0, 2, 1], [2, 4, 4])

    @pytest.mark.parametrize("dtype", DTYPES)
    @pytest.mark.parametrize("format", FORMATS)
    def test_of_coordinates(self, format, dtype):
        dice = np.random.default_rng(1)
        row, col = dice.integers(0, 6, 40), dice.integers(0, 5, 40)
        data = dense(1, 40, dtype, 1.0)[0]
        for shape in (None, (6, 5), (8, 9)):
            ours = getattr(sparse, f"{format}_matrix")((cp.asarray(data), (cp.asarray(row), cp.asarray(col))), shape=shape)
            scipys = getattr(theirs, f"{format}_matrix")((data, (row, col)), shape=shape)
            agree(ours, scipys)
            assert ours.nnz == scipys.nnz

    def test_of_matrices(self):
        x = dense(4, 6)
        for one in FORMATS:
            ours, scipys = both(one, x)
            for other in FORMATS:
                agree(ours.asformat(other), scipys.asformat(other))
                agree(getattr(sparse, f"{other}_matrix")(ours), scipys.asformat(other))
                agree(getattr(sparse, f"{other}_matrix")(scipys), scipys.asformat(other))
                agree(getattr(ours, f"to{other}")(), scipys.asformat(other))
            agree(getattr(sparse, f"{one}_matrix")(ours, dtype=np.float32, copy=True), scipys.astype(np.float32))
            back = ours.get()
            assert back.format == one and type(back).__module__.startswith("scipy")
            np.testing.assert_array_equal(back.toarray(), x)
            again = pickle.loads(pickle.dumps(ours))
            agree(again, scipys)
            copy = ours.copy()
            copy.data *= 2
            agree(ours, scipys)
            agree(copy, scipys * 2)
        assert sparse.issparse(ours) and sparse.isspmatrix(ours) and not sparse.issparse(x)
        assert sparse.isspmatrix_csr(ours.tocsr()) and sparse.isspmatrix_csc(ours.tocsc()) and sparse.isspmatrix_coo(ours)
        assert cp.scipy.get_array_module(ours) is cp.scipy and cp.scipy.get_array_module(x) is scipy
        with pytest.raises(ValueError, match="unknown"):
            ours.asformat("xyz")

    def test_of_diagonals(self):
        for format in (None, *FORMATS):
            for arguments in ((3,), (3, 5), (4, 3, 1), (4, 3, -2), (2, 2, 2)):
                agree(sparse.eye(*arguments, format=format), theirs.eye(*arguments).asformat(format))
            agree(sparse.identity(3, "f", format), theirs.identity(3, "f").asformat(format))
        lines, offsets = [[1, 2, 3], [4, 5], [6]], [0, 1, -2]
        agree(sparse.diags(lines, offsets), theirs.diags(lines, offsets), dtype=False)
        agree(sparse.diags([1, -2, 1], [-1, 0, 1], shape=(4, 4), format="csc"), theirs.diags([1, -2, 1], [-1, 0, 1], shape=(4, 4)).tocsc(), dtype=False)
        agree(sparse.diags([[1, 2, 3], [4, 5, 6], [7]], [0, 1, 2]), theirs.diags([[1, 2, 3], [4, 5, 6], [7]], [0, 1, 2]), dtype=False)
        agree(sparse.diags([1.0, 2.0], 1), theirs.diags([1.0, 2.0], 1))
        with pytest.raises(ValueError):
            sparse.eye(2, 2, 7)
        for wrong in (([[1, 2, 3, 4, 5], [1, 2]], [0, 1]), ([[1, 2]], [0, 1]), ([[1], [2]], [0, 0])):
            with pytest.raises(ValueError):
                theirs.diags(*wrong)
            with pytest.raises(ValueError):
                sparse.diags(*wrong)

    def test_what_is_no_matrix(self):
        ones, zero = np.ones(2), np.zeros(2, int)
        wrong = [
            lambda m, a: m.csr_matrix((a(ones), (a(zero), a(zero + 5))), shape=(3, 3)),
            lambda m, a: m.csr_matrix((a(ones), (a(zero), a(zero - 1))), shape=(3, 3)),
            lambda m, a: m.csr_matrix((a(ones), (a(zero), a(np.zeros(3, int)))), shape=(3, 3)),
            lambda m, a: m.csr_matrix((a(ones), a(np.array([0, 5])), a(np.array([0, 1, 2]))), shape=(2, 3)),
            lambda m, a: m.csr_matrix((a(ones), a(np.array([0, -1])), a(np.array([0, 1, 2]))), shape=(2, 3)),
            lambda m, a: m.csr_matrix((a(ones), a(zero), a(np.array([0, 1]))), shape=(2, 3)),
            lambda m, a: m.csr_matrix((a(ones), a(zero), a(np.array([1, 1, 2]))), shape=(2, 3)),
            lambda m, a: m.csr_matrix((a(ones), a(zero), a(np.array([0, 1, 7]))), shape=(2, 3)),
            lambda m, a: m.csr_matrix((a(ones), a(np.zeros(3, int)), a(np.array([0, 1, 2]))), shape=(2, 3)),
            lambda m, a: m.csr_matrix((a(ones), a(zero), a(np.array([0, 2, 1, 2]))), shape=(3, 3)),
            lambda m, a: m.csr_matrix((-1, 3)),
            lambda m, a: m.csr_matrix((a(ones),) * 4),
            lambda m, a: m.csr_matrix((a(ones[:0]), (a(zero[:0]), a(zero[:0])))),
        ]
        for each in wrong:
            with pytest.raises((ValueError, TypeError)) as expected:
                # SciPy checks what a program computes of indices only when it is asked to.
                made = each(theirs, np.asarray)
                made.check_format(full_check=True)
            with pytest.raises(expected.type):
                each(sparse, cp.asarray)
        with pytest.raises(ValueError):
            sparse.csr_matrix(cp.ones((2, 2, 2)))
        for shape, error in (((2,), ValueError), ("ab", ValueError), (("a", "b"), TypeError)):
            with pytest.raises(error):
                sparse.csr_matrix((2, 3), shape=shape)
        with pytest.raises(ValueError):
            sparse.csr_matrix(("text", zero, zero))
        with pytest.raises(TypeError):
            sparse.csr_matrix((cp.ones(2), (cp.ones(2), cp.ones(2))))
        with pytest.raises(ValueError):
            sparse.csr_matrix(cp.ones((2, 2), cp.float16))


class TestProducts:
    @pytest.mark.parametrize("dtype", DTYPES)
    @pytest.mark.parametrize("format", FORMATS)
    def test_with_vectors_and_matrices(self, format, dtype):
        ours, scipys = both(format, dense(7, 9, dtype))
        for columns in (None, 1, 3, 16, 21):
            y = dense(9, columns or 1, dtype, 0.9, 3)
            y = y[:, 0] if columns is None else y
            expected = scipys @ y
            agree(ours @ cp.asarray(y), expected)
            agree(ours.dot(cp.asarray(y)), expected)
            agree(ours * cp.asarray(y), expected)
            if columns:
                agree(ours @ cp.asarray(y, order="F"), expected)
                agree(ours @ cp.asarray(np.repeat(y, 2, axis=1))[:, ::-2], scipys @ np.repeat(y, 2, axis=1)[:, ::-2])
            x = dense(7, columns or 1, dtype, 0.9, 4).T
            x = x[0] if columns is None else x
            agree(cp.asarray(x) @ ours, x @ scipys)

    def test_dtypes_promote(self):
        ours, scipys = both("csr", dense(4, 5, np.float32))
        for dtype in (np.int32, np.float64, np.complex64, np.bool_):
            y = np.ones(5, dtype)
            agree(ours @ cp.asarray(y), scipys @ y)

    def test_of_rows_of_all_lengths(self):
        lengths = [0, 1, 2, 31, 32, 33, 100, 0, 1000, 3]
        dice = np.random.default_rng(5)
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        parts = (dice.random(indptr[-1]), dice.integers(0, 500, indptr[-1]), indptr)
        x = dice.random(500)
        scipys = theirs.csr_matrix(parts, shape=(10, 500))
        for index in (np.int32, np.int64):
            given = tuple(cp.asarray(part) for part in (parts[0], parts[1].astype(index), parts[2].astype(index)))
            ours = sparse.csr_matrix(given, shape=(10, 500))
            agree(ours @ cp.asarray(x), scipys @ x)
            assert (ours @ cp.asarray(x)).get().tobytes() == (ours @ cp.asarray(x)).get().tobytes()

    @pytest.mark.parametrize("dtype", [np.int32, np.float64, np.complex64])
    def test_with_each_other(self, dtype):
        x, y = dense(6, 8, dtype), dense(8, 5, dtype, seed=7)
        for one in FORMATS:
            for other in FORMATS:
                ours, scipys = both(one, x)[0] @ both(other, y)[0], both(one, x)[1] @ both(other, y)[1]
                agree(ours.tocsr(), scipys.tocsr())
        agree(both("csr", x)[0] * both("csr", y)[0], theirs.csr_matrix(x) * theirs.csr_matrix(y))
        agree(both("csr", x * 0)[0] @ both("csr", y)[0], theirs.csr_matrix(x * 0) @ theirs.csr_matrix(y))

    @pytest.mark.parametrize("format", FORMATS)
    def test_powers(self, format):
        ours, scipys = both(format, dense(5, 5, np.int64))
        for n in (0, 1, 2, 5):
            np.testing.assert_array_equal((ours**n).toarray().get(), (scipys**n).toarray())
        for wrong, error in ((-1, ValueError), (1.5, ValueError), ([1], ValueError)):
            with pytest.raises(error):
                ours**wrong
        with pytest.raises(TypeError):
            both(format, dense(2, 3))[0] ** 2

    def test_wrong_operands(self):
        ours, scipys = both("csr", dense(4, 5))
        for wrong in (lambda m, a: m @ a(np.ones(4)), lambda m, a: m @ a(np.ones((5, 2, 2))), lambda m, a: m @ m, lambda m, a: m @ 2, lambda m, a: m @ "text",
                      lambda m, a: m + m.T, lambda m, a: m + 1, lambda m, a: len(m), lambda m, a: bool(m), lambda m, a: m.sum(axis=2)):  # fmt: skip
            with pytest.raises(Exception) as expected:
                wrong(scipys, np.asarray)
            with pytest.raises(expected.type):
                wrong(ours, cp.asarray)
        with pytest.raises(TypeError):
            ours @ np.ones(5)


class TestArithmetic:
    @pytest.mark.parametrize("format", FORMATS)
    def test_with_numbers_and_each_other(self, format):
        (a, x), (b, y) = both(format, dense(5, 6)), both(format, dense(5, 6, seed=9))
        agree(a * 2, x * 2)
        agree(2.5 * a, 2.5 * x)
        agree(a / 4, x / 4)
        agree(-a, -x)
        agree(abs(a), abs(x))
        agree((a + b).tocsr(), (x + y).tocsr())
        agree((a - b).tocsr(), (x - y).tocsr())
        assert (a - a).nnz == 0
        agree(a + 0, x + 0)
        agree(a + cp.ones((5, 6)), x + np.ones((5, 6)))
        agree(cp.ones((5, 6)) - a, np.ones((5, 6)) - x)
        agree(a.multiply(3), x.multiply(3))
        agree(a.multiply(b).tocsr(), x.multiply(y).tocsr())
        agree(a.multiply(cp.arange(6.0)).tocsr(), x.multiply(np.arange(6.0)).tocsr())
        agree(a.power(2), x.power(2))
        for name in ("sin", "arctan", "sqrt", "floor", "sign", "expm1", "rint"):
            agree(getattr(abs(a), name)(), getattr(abs(x), name)())
        for ours, expected in zip(a.nonzero(), x.nonzero()):
            np.testing.assert_array_equal(np.sort(ours.get()), np.sort(expected))
        agree((a * 1j).getH(), (x * 1j).conj().T)
        assert a.get_shape() == (5, 6) and a.getformat() == format
        agree(a.astype(np.float32), x.astype(np.float32))
        agree(a.T, x.T)
        agree(a.transpose(), x.transpose())
        agree(a.conj(), x.conj())
        with pytest.raises(ValueError):
            a.transpose((0, 1))

    @pytest.mark.parametrize("format", FORMATS)
    def test_sums_and_diagonals(self, format):
        for dtype in (np.int32, np.float32, np.bool_, np.complex128):
            ours, scipys = both(format, dense(5, 7, dtype))
            for axis in (None, 0, 1, -1):
                agree(ours.sum(axis=axis), scipys.sum(axis=axis))
                agree(ours.mean(axis=axis), scipys.mean(axis=axis))
            agree(ours.sum(axis=(0, 1)), scipys.sum(axis=(0, 1)))
            agree(ours.sum(axis=(0,)), scipys.sum(axis=(0,)))
            agree(ours.sum(axis=1, dtype=np.float64), scipys.sum(axis=1, dtype=np.float64))
            for k in range(-6, 9):
                agree(ours.diagonal(k), scipys.diagonal(k))
            agree(ours.trace(), scipys.trace(), dtype=False)
            for axis in (None, 0, 1):
                np.testing.assert_array_equal(cp.asnumpy(ours.getnnz(axis)), scipys.getnnz(axis))
            assert ours.count_nonzero() == scipys.count_nonzero()

    def test_changes_in_place(self):
        ours, scipys = both("csr", dense(5, 6))
        ours.data[:3] = 0
        scipys.data[:3] = 0
        ours.eliminate_zeros()
        scipys.eliminate_zeros()
        assert ours.nnz == scipys.nnz
        agree(ours, scipys)
        ours.data = ours.data * 3
        agree(ours, scipys * 3)
        with pytest.raises(ValueError):
            ours.data = cp.ones(100)
        assert "sparse matrix" in repr(ours) and str(ours) == str(ours.get())
        agree(ours.toarray(order="F"), (scipys * 3).toarray())
        out = cp.zeros((5, 6))
        assert ours.toarray(out=out) is out
        agree(ours.todense(), (scipys * 3).toarray())
