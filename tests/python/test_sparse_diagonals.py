"""Matrices by their diagonals, quotients of matrices, and flags for the order of elements, against SciPy's."""

import pickle
import warnings

import numpy as np
import pytest

import cuprust as cp
from cuprust.scipy import sparse

scipy = pytest.importorskip("scipy.sparse")

IS_SLOW = str(cp.cuda.Device()) == "ptx"
SHAPES = [(4, 6), (6, 4), (5, 5), (1, 3), (3, 1)][: 2 if IS_SLOW else 5]
OFFSETS = [(0,), (1, -2, 0), (-1,), (2, 7, -9), ()][: 3 if IS_SLOW else 5]
DTYPES = [np.float64, np.int32, np.complex64, np.bool_][: 2 if IS_SLOW else 4]


def pair(shape, offsets, dtype, width=None):
    wide = (len(offsets), width or shape[1])
    data = (np.arange(wide[0] * wide[1]).reshape(wide) % 7 - 2).astype(dtype)
    if np.dtype(dtype).kind == "c":
        data = data + 1j * data[:, ::-1].astype(dtype)
    given = np.asarray(offsets, np.int32)
    return sparse.dia_matrix((cp.asarray(data), cp.asarray(given)), shape=shape), scipy.dia_matrix((data[:, : shape[1]], given), shape=shape)


def agree(found, expected, dtype=True):
    if sparse.issparse(found):
        assert found.shape == expected.shape and (not dtype or found.dtype == expected.dtype)
        found = found.toarray()
    expected = expected.toarray() if scipy.issparse(expected) else np.asarray(expected)
    np.testing.assert_array_equal(cp.asnumpy(found), expected, strict=dtype)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("offsets", OFFSETS)
def test_formats_products_and_sums(shape, offsets):
    for dtype in DTYPES:
        for width in (None, 2, 9):
            ours, theirs = pair(shape, offsets, dtype, width)
            assert sparse.isspmatrix_dia(ours) and ours.format == "dia" and (ours.offsets.get() == theirs.offsets).all() and ours.offsets.dtype == theirs.offsets.dtype
            assert (ours.nnz, ours.count_nonzero(), ours.size) == (theirs.nnz, theirs.count_nonzero(), theirs.size)
            agree(ours, theirs)
            for format in ("csr", "csc", "coo"):
                other = ours.asformat(format)
                assert other.format == format and other.nnz == theirs.asformat(format).nnz
                agree(other, theirs)
                again, expected = other.todia(), theirs.asformat(format).todia()
                assert (again.offsets.get() == expected.offsets).all()
                agree(again, expected)
                np.testing.assert_array_equal(again.data.get(), expected.data)
            agree(ours.T, theirs.T)
            assert ours.T.format == "dia" and (ours.T.offsets.get() == theirs.T.offsets).all()
            vector, matrix, left = (((np.arange(n) % 5) - 1).astype(dtype) for n in (shape[1], shape[1] * 3, shape[0]))
            agree(ours @ cp.asarray(vector), theirs @ vector)
            agree(ours @ cp.asarray(matrix).reshape(-1, 3), theirs @ matrix.reshape(-1, 3))
            agree(cp.asarray(left) @ ours, left @ theirs)
            agree(ours @ ours.T, theirs.tocsr() @ theirs.T.tocsr())
            if dtype != np.bool_:
                agree(ours @ ours.T.tocsr(), theirs @ theirs.T.tocsr())
            agree(ours.sum(), theirs.sum())
            for axis in (0, 1):
                agree(ours.sum(axis), theirs.sum(axis))
            for k in range(-shape[0] + 1, shape[1]):
                agree(ours.diagonal(k), theirs.diagonal(k))
            if IS_SLOW:
                break


@pytest.mark.parametrize("dtype", DTYPES)
def test_elementwise(dtype):
    (a, x), (b, y) = pair((4, 6), (0, 2, -1), dtype), pair((4, 6), (2, -2), np.float64)
    for found, expected in (
        (a * 2, x * 2), (2.5 * a, 2.5 * x), (a / 2, x / 2), (a + a, x + x), (a + b, x + y), (a.tocsr() + b, x.tocsr() + y), (abs(a), abs(x)),
        (a.conj(), x.conj()), (a.multiply(b), x.multiply(y)), (a.astype(np.complex128), x.astype(np.complex128)), (a.H, x.T.conj()),
        (a.reshape((8, 3)), x.reshape((8, 3))), (a + cp.ones((4, 6)), x + np.ones((4, 6))), (a.real, x.real), (a.T.T, x), (a != b, x != y),
    ):  # fmt: skip
        agree(found, expected)
    if dtype != np.bool_:
        for found, expected in ((a - b, x - y), (b - a, y - x), (-a, -x), (a.power(2), x.power(2)), (a.mean(0), x.mean(0)), (a.trace(), x.trace())):
            agree(found, expected)
    assert (a + a).format == (a + b).format == (-b).format == "dia"
    if dtype == np.float64:
        agree(b.sqrt(), y.sqrt())
        agree(a.maximum(b), x.maximum(y))
        agree(a < b, x < y)
        agree(pair((5, 5), (0, 1), dtype)[0] ** 3, pair((5, 5), (0, 1), dtype)[1] ** 3)


def test_of_what_a_matrix_is_made():
    dense = np.array([[0, 2.0, 0], [1, 0, 3]])
    for given in (cp.asarray(dense), scipy.dia_matrix(dense), scipy.csr_matrix(dense), sparse.csc_matrix(cp.asarray(dense))):
        a = sparse.dia_matrix(given)
        agree(a, dense)
        assert a.offsets.tolist() == [-1, 1]
    empty = sparse.dia_matrix((3, 4), dtype="f")
    assert empty.shape == (3, 4) and empty.dtype == np.float32 and empty.nnz == 0 and empty.data.shape == (0, 0) and not empty.toarray().any()
    agree(empty @ cp.ones(4, "f"), np.zeros(3, "f"))
    a, x = pair((4, 6), (0, 2), np.float64)
    assert sparse.dia_matrix(a, dtype="f").dtype == np.float32
    copied = sparse.dia_matrix(a, copy=True)
    copied.data[...] = 9
    agree(a, x)
    agree(pickle.loads(pickle.dumps(a)), x)
    agree(a.get().toarray(), x)
    assert scipy.isspmatrix_dia(a.get()) and a.todia() is a is a.asformat("dia") and a.todia(copy=True) is not a
    assert a.getrow(1).format == a.getcol(1).format == "csr" and a.getnnz() == x.getnnz()
    agree(a.getcol(2), x.tocsr()[:, 2])
    assert str(a) == str(x) and a.T.shape == (6, 4) and sparse.dia_matrix((cp.ones(3), 0), shape=(3, 3)).nnz == 3
    ones = cp.ones((2, 3))
    for wrong, error in (
        (((ones, [0, 0]), (3, 3)), ValueError), (((ones, [0]), (3, 3)), ValueError), (((ones, [0, 1]), None), ValueError),
        (((cp.ones((2, 2, 2)), [0, 1]), (3, 3)), ValueError), (((ones[:1], [[0]]), (3, 3)), ValueError), (((ones, [0, 1.5]), (3, 3)), TypeError),
        ((cp.ones((2, 2)), (3, 3)), ValueError), (((ones.astype("e"), [0, 1]), (3, 3)), ValueError), (((ones, [0, 1], 3), (3, 3)), ValueError),
    ):  # fmt: skip
        with pytest.raises(error):
            sparse.dia_matrix(*wrong)
    for call, error in (
        (lambda: a @ cp.ones(5), ValueError), (lambda: a @ 2, ValueError), (lambda: a @ cp.ones((6, 2, 2)), ValueError), (lambda: a[0], TypeError),
        (lambda: a.getnnz(0), NotImplementedError), (lambda: a + 1, NotImplementedError), (lambda: a @ cp.ones(6, "e") and sparse.dia_matrix((2, 2), dtype="e"), ValueError),
    ):  # fmt: skip
        with pytest.raises(error):
            call()
    with pytest.warns(sparse.SparseEfficiencyWarning):
        sparse.csr_matrix(cp.ones((2, 120))).todia()


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
def test_diagonals_are_written(format):
    for shape in SHAPES[:3]:
        ours, theirs = (each.asformat(format) for each in pair(shape, (0, 2), np.float64))
        for values, k in ((7.5, 0), ([1.0, 2], 1), (3, -1), (np.arange(9.0), 2), ([], 0)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                theirs.setdiag(values, k)
            ours.setdiag(values if isinstance(values, (int, float)) else cp.asarray(values, dtype=float), k)
            agree(ours, theirs)
            if format == "coo":
                # Written elements are appended to the others.
                assert all((own.get() == other).all() for own, other in zip((ours.row, ours.col, ours.data), (theirs.row, theirs.col, theirs.data)))
        with pytest.raises(ValueError):
            ours.setdiag(1, shape[1])


def test_matrices_of_diagonals_are_made():
    data = np.arange(8.0).reshape(2, 4)
    for format in (None, "csr", "coo"):
        found, expected = sparse.spdiags(cp.asarray(data), [0, -1], 4, 3, format), scipy.spdiags(data, [0, -1], 4, 3, format)
        assert found.format == expected.format
        agree(found, expected)
    for found, expected in (
        (sparse.eye(3), scipy.eye(3)), (sparse.eye(3, 5, -1, "f"), scipy.eye(3, 5, -1, "f")), (sparse.identity(2), scipy.identity(2)),
        (sparse.diags([[1.0, 2], [3.0]], [0, 1]), scipy.diags([[1.0, 2], [3.0]], [0, 1])), (sparse.eye(0), scipy.eye(0)),
        (sparse.diags([2.0, [1.0, 5]], [0, -1], (3, 3)), scipy.diags([2.0, [1.0, 5]], [0, -1], (3, 3))),
    ):  # fmt: skip
        assert found.format == expected.format == "dia" and (found.offsets.get() == expected.offsets).all()
        np.testing.assert_array_equal(found.data.get(), expected.data)
        agree(found, expected)


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
def test_quotients(format):
    rng = np.random.default_rng(3)
    for dtype, other in ((np.float32, np.float32), (np.float64, np.int64), (np.int8, np.float64), (np.complex64, np.complex64), (np.bool_, np.bool_), (np.int32, np.bool_))[: 2 if IS_SLOW else 6]:
        x, y = ((rng.integers(-2, 3, (4, 5)) * (rng.random((4, 5)) < 0.6)).astype(each) for each in (dtype, other))
        a, b = (getattr(sparse, f"{format}_matrix")(cp.asarray(each)) for each in (x, y))
        u, v = (getattr(scipy, f"{format}_matrix")(each) for each in (x, y))
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            expected = np.asarray(u / v)
            agree(a / b, expected)
            found = (a / b).get()
            assert (np.signbit(found.real) == np.signbit(expected.real))[expected == 0].all()
            for part in (np.s_[:], np.s_[:1], np.s_[:, :1], np.s_[0]):
                agree(a / cp.asarray(y[part]), u / y[part])
    for wrong in (a.T, cp.ones((3, 7))):
        with pytest.raises(ValueError):
            _ = a / wrong
    for wrong in ("text", None, [1]):
        with pytest.raises(TypeError):
            _ = a / wrong
    for left in (2, cp.ones((4, 5))):
        with pytest.raises(TypeError):
            _ = left / a


@pytest.mark.parametrize("format", ["csr", "csc"])
def test_what_is_said_of_the_order_is_believed(format):
    def both(change):
        states = []
        for module in (sparse, scipy):
            array = cp.asarray if module is sparse else np.asarray
            a = getattr(module, f"{format}_matrix")((array([1.0, 2, 3, 4]), array([2, 0, 1, 1]), array([0, 2, 4, 4])), shape=(3, 3))
            change(a)
            states.append((bool(a.has_sorted_indices), bool(a.has_canonical_format), a.indices.tolist(), a.data.tolist()))
        assert states[0] == states[1]

    def said(**names):
        def change(a):
            for name, value in names.items():
                setattr(a, name, value)

        return change

    def then(*names):
        def change(a):
            for name in names:
                getattr(a, name)()

        return change

    for change in (
        said(), said(has_sorted_indices=True), said(has_sorted_indices=False), said(has_canonical_format=True), said(has_canonical_format=False),
        then("sort_indices"), then("sum_duplicates"), then("sort_indices", "sum_duplicates"), lambda a: (said(has_sorted_indices=True)(a), a.sort_indices()),
        lambda a: (said(has_canonical_format=True)(a), a.sum_duplicates()), lambda a: (said(has_sorted_indices=False)(a), a.sort_indices()),
        lambda a: (a.sum_duplicates(), said(has_canonical_format=False)(a)),
    ):  # fmt: skip
        both(change)
    a = getattr(sparse, f"{format}_matrix")(cp.eye(3))
    a.has_sorted_indices = False
    a[0, 2] = 5.0
    assert a.has_sorted_indices and a.has_canonical_format and (a * 2).has_sorted_indices


def test_what_coordinates_say_of_their_order():
    for module, array in ((sparse, cp.asarray), (scipy, np.asarray)):
        a = module.coo_matrix((array(np.ones(3)), (array([1, 0, 1]), array([0, 1, 0]))), shape=(2, 2))
        assert not a.has_canonical_format
        assert module.coo_matrix(array(np.eye(2))).has_canonical_format and a.tocsr().tocoo().has_canonical_format
        a.sum_duplicates()
        assert a.has_canonical_format and a.nnz == 2 and not (a * 2).has_canonical_format and not a.T.has_canonical_format
        a.has_canonical_format = False
        assert not a.has_canonical_format and len(a.coords) == 2 and (a.coords[0] == a.row).all() and (a.coords[1] == a.col).all()
        assert a.dot(array(2.0)).toarray().tolist() == [[0, 2], [4, 0]]


@pytest.mark.parametrize("format", ["csr", "csc", "coo", "dia"])
def test_shapes_are_set_and_few_elements_printed(format):
    ours, theirs = (each.asformat(format) for each in pair((4, 6), (0, 1), np.float64))
    ours.set_shape((8, 3))
    agree(ours, theirs.toarray().reshape(8, 3))
    ours.shape = (3, 8)
    assert ours.format == format and ours.get_shape() == (3, 8) and ours.getmaxprint() == 50
    agree(ours, theirs.toarray().reshape(3, 8))
    with pytest.raises(ValueError):
        ours.set_shape((5, 5))
    few = type(ours)(ours, maxprint=3)
    assert few.getmaxprint() == few.maxprint == 3 and str(few) == str(type(theirs)(ours.get(), maxprint=3)) and len(str(few)) < len(str(ours))
    column = (ours.getcol(1), ours.getrow(1))
    assert [each.format for each in column] == ["csc" if format == "csc" else "csr", "csr"]
