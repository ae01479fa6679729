"""Elements, rows and columns of matrices of which few elements are stored, read and written, against SciPy's."""

import numpy as np
import pytest

import cuprust as cp
from cuprust.scipy import sparse
from test_sparse import DTYPES, agree, both, dense

FORMATS = ["csr", "csc"]

PARTS = [
    slice(None), slice(2, 4), slice(None, None, 2), slice(None, None, -1), slice(4, 1, -2), slice(3, 3), slice(-100, 100), 0, -1, 2,
    [0, 2], [-1, -1, 1], [3], np.array([1, 0, 3]),
]  # fmt: skip


def on_device(part):
    return cp.asarray(part) if isinstance(part, np.ndarray) else part


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("dtype", [np.float64, np.int32, np.bool_, np.complex64])
def test_rows_and_columns(format, dtype):
    x = dense(5, 6, dtype, 0.5)
    ours = both(format, x)[0]

    def check(found, expected):
        assert found.dtype == x.dtype and found.shape == expected.shape
        assert not sparse.issparse(found) or found.format == format
        np.testing.assert_array_equal(found.toarray().get() if sparse.issparse(found) else found.get(), expected)

    for row in PARTS:
        rows = np.atleast_1d(np.arange(5)[row])
        check(ours[on_device(row)], x[rows])
        for col in PARTS:
            columns = np.atleast_1d(np.arange(6)[col])
            is_list = [not isinstance(part, (int, slice)) for part in (row, col)]
            if isinstance(row, int) and isinstance(col, int):
                check(ours[row, col], x[row, col])
            elif not all(is_list):
                check(ours[on_device(row), on_device(col)], x[np.ix_(rows, columns)])
            elif len(rows) != len(columns) and 1 not in (len(rows), len(columns)):
                with pytest.raises(IndexError):
                    ours[row, col]
            else:
                check(ours[row, on_device(col)], x[rows, columns][None, :])


@pytest.mark.parametrize("format", FORMATS)
def test_masks_arrays_of_two_axes_and_dots(format):
    x = dense(5, 6, density=0.5)
    ours, scipys = both(format, x)
    mask, rows, columns = x > 0, np.array([1, 0, 1, 1, 0], bool), np.array([1, 0, 0, 1, 0, 1], bool)
    agree(ours[cp.asarray(mask)], scipys[mask])
    agree(ours[mask], scipys[mask])
    agree(ours[rows], scipys[rows])
    agree(ours[:, cp.asarray(columns)], scipys[:, columns])
    agree(ours[rows, columns], scipys[rows, columns])
    agree(ours[[[1], [3]], [0, 2, 5]], scipys[[[1], [3]], [0, 2, 5]])
    agree(ours[[[1, 0], [3, 2]], [0, 2]], scipys[np.array([[1, 0], [3, 2]]), np.array([0, 2])])
    agree(ours[...], scipys[...])
    agree(ours[..., 2], scipys[:, 2])
    agree(ours[1, ...], scipys[1, :])
    agree(ours[(2,)], scipys[2])
    agree(ours[np.int64(2), np.uint8(1):], scipys[2, 1:])
    agree(ours.getrow(-1), scipys.tocsr()[-1])
    agree(ours.getcol(2), scipys.getcol(2))
    for own, expected in zip(ours, scipys):
        agree(own, expected)
    assert ours[[], []].shape == scipys[[], []].shape and ours[[]].shape == scipys[[]].shape


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_no_place(format):
    ours, _ = both(format, dense(5, 6))
    for wrong in [5, -6, (0, 6), (0, -7), [5], ([0], [6]), (slice(None), [-7]), (0, 0, 0), [0.5], "a", [[[0]]], np.ones(4, bool), np.ones((6, 5), bool),
                  ([[0, 1]], slice(None)), (Ellipsis, 0, 0, 0)]:  # fmt: skip
        with pytest.raises(IndexError):
            ours[wrong]


def test_a_part_has_memory_of_its_own():
    ours, _ = both("csr", dense(5, 6))
    for part in (ours[:], ours[1:3], ours[:, 2:]):
        part.data[...] = 100
    assert float(abs(ours).max()) <= 4


def test_elements_of_one_place_are_added():
    parts = (cp.array([1.0, 2, 4]), cp.array([1, 1, 0]), cp.array([0, 2, 3]))
    ours = sparse.csr_matrix(parts, shape=(2, 3))
    assert ours[0, 1] == 3 and ours[0, 0] == 0 and ours[[0, 1, 0], [1, 0, 2]].get().tolist() == [[3, 4, 0]]
    assert ours.max() == 4 and ours.max(axis=0).toarray().get().tolist() == [[4, 3, 0]]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    "key, value",
    [
        ((1, 2), 7), ((0, 0), 0), ((slice(1, 3), slice(None)), 2), ((slice(None), 3), np.arange(5.0)[:, None]), (2, np.arange(6.0)),
        (([0, 1, 4], [5, 5, 0]), np.array([1.0, 2, 3])), (([0, 0], [1, 1]), np.array([5.0, 6])), (([[0], [2]], [1, 3]), 9),
        ((slice(None, None, 2), slice(None, None, -2)), np.arange(9.0).reshape(3, 3)), (-1, 0),
        (([0, 4, 2], 0), np.array([1.0, 2, 3])), ((1, [5, 0]), np.array([7.0, 0])), ((slice(1, 3), [4, 0]), np.arange(4.0).reshape(2, 2)),
    ],
)  # fmt: skip
def test_writing(format, key, value):
    ours, scipys = both(format, dense(5, 6))
    ours[key], scipys[key] = on_device(value), value
    agree(ours, scipys)
    again = sparse.csr_matrix(cp.asarray(dense(5, 6)))
    again[cp.asarray(dense(5, 6)) > 1] = -1
    np.testing.assert_array_equal(again.toarray().get(), np.where(dense(5, 6) > 1, -1, dense(5, 6)))
    with pytest.raises(ValueError, match="shape mismatch"):
        ours[0:2] = cp.ones(4)
    with pytest.raises(IndexError):
        ours[9, 0] = 1


@pytest.mark.parametrize("format", [*FORMATS, "coo"])
@pytest.mark.parametrize("dtype", [np.float64, np.int16, np.float32])
def test_extremes(format, dtype):
    for x in (dense(5, 6, dtype, 0.5), dense(4, 4, dtype, 1.0) + np.dtype(dtype).type(9), -dense(3, 5, dtype, 0.9) ** 2, np.zeros((2, 3), dtype)):
        ours, scipys = both(format, x)
        for name in ("max", "min"):
            assert getattr(ours, name)() == getattr(scipys, name)()
            for axis in (0, 1, -1):
                agree(getattr(ours, name)(axis=axis), getattr(scipys, name)(axis=axis))
    holed = dense(5, 6, dtype, 0.4)
    holed[2] = 0
    ours, _ = both(format, holed)
    masked = np.ma.masked_equal(holed, 0)
    np.testing.assert_array_equal(ours.max(axis=1, explicit=True).toarray().get()[:, 0], masked.max(axis=1).filled(0))
    np.testing.assert_array_equal(ours.min(axis=0, explicit=True).toarray().get()[0], masked.min(axis=0).filled(0))
    with pytest.raises(ValueError):
        ours.max(axis=2)
    with pytest.raises(ValueError):
        sparse.csr_matrix((0, 3)).max()


@pytest.mark.parametrize("format", [*FORMATS, "coo"])
def test_reshape(format):
    ours, scipys = both(format, dense(4, 6))
    for shape in ((6, 4), (1, 24), (24, 1), (3, -1), (-1, 2)):
        np.testing.assert_array_equal(ours.reshape(shape).toarray().get(), scipys.reshape(shape).toarray())
        np.testing.assert_array_equal(ours.reshape(*shape, order="F").toarray().get(), scipys.reshape(shape, order="F").toarray())
    for wrong in ((5, 5), (-1, -1), (-1, 5), (24,)):
        with pytest.raises(ValueError):
            ours.reshape(wrong)


@pytest.mark.parametrize("dtype", DTYPES)
def test_products_of_elements(dtype):
    for formats in (("csr", "csr"), ("csc", "csr"), ("csr", "coo")):
        first, second = dense(5, 6, dtype, 0.5), dense(5, 6, dtype, 0.5, 1)
        (ours, scipys), (own, others) = both(formats[0], first), both(formats[1], second)
        agree(ours.multiply(own).tocsr(), scipys.tocsr().multiply(others).tocsr())
        assert ours.multiply(own).nnz == np.count_nonzero(first * second)
