"""Values of sparse matrices against SciPy's: duplicates, every dtype, any order, and elements that are not finite."""

import operator
import warnings

import numpy as np
import pytest
from conftest import LONG

import cuprust as cp
from cuprust.scipy import sparse
from cuprust.scipy.sparse import linalg

scipy = pytest.importorskip("scipy.sparse")
pytest.importorskip("scipy.sparse.linalg")

pytestmark = pytest.mark.filterwarnings("ignore")
IS_SLOW = str(cp.cuda.Device()) == "ptx"
FORMATS = ["csr", "csc", "coo", "dia"]
DTYPES = [np.bool_, np.int8, np.uint8, np.uint16, np.int32, np.uint64, np.float32, np.float64, np.complex64, np.complex128]
DTYPES = DTYPES[1::4] if IS_SLOW else DTYPES
FUNCTIONS = ["arcsinh", "arctan", "ceil", "deg2rad", "expm1", "floor", "log1p", "rint", "sign", "sin", "sqrt", "tanh", "trunc"]


def numbers(dice, dtype, shape):
    x = dice.integers(-3, 4, shape)
    if np.dtype(dtype).kind == "c":
        return (x + 1j * dice.integers(-3, 4, shape)).astype(dtype)
    return (abs(x) if np.dtype(dtype).kind in "ub" else x).astype(dtype)


def pair(dice, format, dtype, shape=(4, 5)):
    """A cuprust matrix and the same one of SciPy's, with elements in any order and duplicates."""
    if format == "dia":
        offsets = dice.permutation(np.arange(-shape[0] + 1, shape[1]))[:3]
        data = numbers(dice, dtype, (len(offsets), shape[1]))
        return sparse.dia_matrix((cp.asarray(data), offsets), shape=shape), scipy.dia_matrix((data, offsets), shape=shape)
    count = 3 * shape[0]
    row, col, data = dice.integers(0, shape[0], count), dice.integers(0, shape[1], count), numbers(dice, dtype, count)
    if format == "coo":
        parts = data, (row, col)
        ours = cp.asarray(data), (cp.asarray(row), cp.asarray(col))
    else:
        lines, places = (row, col) if format == "csr" else (col, row)
        order = np.argsort(lines, kind="stable")
        starts = np.searchsorted(lines[order], np.arange(shape[format == "csc"] + 1))
        parts = data[order], places[order], starts
        ours = tuple(map(cp.asarray, parts))
    return getattr(sparse, f"{format}_matrix")(ours, shape=shape), getattr(scipy, f"{format}_matrix")(parts, shape=shape)


def host(value):
    if sparse.issparse(value) or scipy.issparse(value):
        value = value.toarray()
    return cp.asnumpy(value)


def agree(call, ours, theirs, where=""):
    """A call has equal results for our operands and for SciPy's, or raises the same for both."""
    try:
        expected = call(*[each.copy() if scipy.issparse(each) else each for each in theirs])
    except Exception as error:
        with pytest.raises(type(error) if type(error).__module__ == "builtins" else TypeError):
            call(*ours)
        return
    if getattr(expected, "dtype", None) == np.float16:
        # Half precision is refused.
        with pytest.raises(ValueError, match="float16"):
            call(*ours)
        return
    found = call(*ours)
    assert sparse.issparse(found) == scipy.issparse(expected), where
    found, expected = host(found), np.asarray(host(expected))
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape), (where, found.dtype, expected.dtype)
    np.testing.assert_allclose(found, expected, rtol=2e-5, err_msg=str(where))


# Each format with each dtype; in short each with half of the other.
CROSSED = pytest.mark.parametrize("format, dtype", [
    pytest.param(format, dtype, id=f"{format}-{np.dtype(dtype).name}")
    for turn, format in enumerate(FORMATS) for place, dtype in enumerate(DTYPES) if LONG or (turn + place) % 2 == 0
])  # fmt: skip


@CROSSED
def test_functions_of_elements(format, dtype):
    dice = np.random.default_rng(3)
    for _ in range(4 if LONG else 1):
        a, b = pair(dice, format, dtype)
        before = host(a).copy(), a.nnz
        for name in FUNCTIONS[:3] if IS_SLOW else FUNCTIONS:
            agree(lambda x: getattr(x, name)(), [a], [b], name)  # noqa: B023
        agree(abs, [a], [b])
        agree(operator.neg, [a], [b])
        agree(lambda x: x.count_nonzero(), [a], [b])
        for n in (1, 2, 3, 0, 2.0):
            agree(lambda x: x.power(n), [a], [b], n)  # noqa: B023
        agree(lambda x: x.power(2, dtype=np.complex128), [a], [b])
        for other in (np.bool_, np.int8, np.uint16, np.float32, np.complex128):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                agree(lambda x: x.astype(other), [a], [b], other)  # noqa: B023
        agree(lambda x: x / 3, [a], [b])
        agree(lambda x: x / np.float32(0.7), [a], [b])
        agree(lambda x: x / 0, [a], [b])
        assert a.nnz == before[1] and (host(a) == before[0]).all(), "operands stay as they are"


@CROSSED
def test_reductions(format, dtype):
    dice = np.random.default_rng(4)
    for shape in [(4, 5)] if IS_SLOW else [(4, 5), (1, 6), (5, 1)]:
        a, b = pair(dice, format, dtype, shape)
        for axis in (None, 0, 1, -1, 2):
            if format != "dia":
                # Of other formats: SciPy's has no extremes by diagonals, and its sums fail where diagonals are longer
                # than the matrix.
                for name in ("sum", "mean", "max", "min", "getnnz"):
                    agree(lambda x: getattr(x, name)(axis), [a], [b], (name, axis))  # noqa: B023
                agree(lambda x: x.mean(axis, dtype=np.float32), [a], [b], axis)  # noqa: B023
            dense = host(a).astype(np.float64 if dtype != np.complex64 and dtype != np.complex128 else dtype)
            for order in (None, 1, np.inf):
                found = host(linalg.norm(a, order, axis if axis != 2 else (0, 1)))
                expected = np.linalg.norm(dense, order if order or axis in (0, 1, -1) else "fro", axis if axis != 2 else (0, 1))
                np.testing.assert_allclose(found, expected, rtol=2e-6, err_msg=f"{order} {axis}")
        agree(lambda x: x.getnnz(), [a], [b])


@CROSSED
def test_beside_arrays(format, dtype):
    dice = np.random.default_rng(5)
    a, b = pair(dice, format, dtype)
    operations = (operator.add, operator.sub, lambda x, y: y - x, lambda x, y: y + x, lambda x, y: x.multiply(y), lambda x, y: x / (y + 5),
                  lambda x, y: x @ y.T, lambda x, y: y @ x.T)  # fmt: skip
    for other in DTYPES[:2] if IS_SLOW else DTYPES if LONG else DTYPES[DTYPES.index(dtype) % 5 :: 5]:
        for shape in ((4, 5), (1, 5), (4, 1), (5,), (1, 1), (4, 2), (3, 4, 5)):
            y = numbers(dice, other, shape)
            for place, call in enumerate(operations):
                agree(call, [a, cp.asarray(y)], [b, y], (place, other, shape))
    # A row and a column are repeated as often as the array has them.
    for small in ((1, 5), (4, 1), (1, 1)):
        a, b = pair(dice, format, dtype, small)
        for shape in ((4, 5), (1, 5), (4, 1), (5,), (3, 2)):
            y = numbers(dice, np.int16, shape)
            agree(lambda x, y: x.multiply(y), [a, cp.asarray(y)], [b, y], (small, shape))


@pytest.mark.parametrize("format", FORMATS)
def test_beside_matrices(format):
    dice = np.random.default_rng(6)
    operations = [operator.add, operator.sub, operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge, operator.mul]
    operations += [lambda x, y: x.multiply(y), lambda x, y: x.maximum(y), lambda x, y: x.minimum(y)]
    for number, dtype in enumerate(DTYPES):
        for other in [dtype] if IS_SLOW else [dtype, *DTYPES[1::3]] if LONG else [DTYPES[(3 * number + 1) % len(DTYPES)]]:
            # In short each dtype meets two formats, each format other ones.
            for another in FORMATS if LONG else FORMATS[number % 2 :: 2]:
                (a, b), (c, d) = pair(dice, format, dtype), pair(dice, another, other)
                for place, call in enumerate(operations):
                    if place < 9 or np.dtype(dtype).kind != "c" != np.dtype(other).kind:
                        agree(call, [a, c], [b, d], (place, dtype, other, another))
    for own in ((4, 5), (1, 5), (4, 1), (1, 1)):
        for shape in ((4, 5), (1, 5), (4, 1), (1, 1), (2, 5)):
            (a, b), (c, d) = pair(dice, format, np.int32, own), pair(dice, "csr", np.float64, shape)
            for place, call in enumerate(operations):
                if own == shape or place not in (2, 3):
                    agree(call, [a, c], [b, d], (place, own, shape))
                else:
                    assert call(a, c) is call(b, d)


def test_unsigned_elements_and_bools_are_subtracted():
    a = sparse.csr_matrix(cp.array([[1, 0], [0, 2]], cp.uint8))
    assert (cp.array([[1, 1], [1, 1]], cp.int64) - a).tolist() == [[0, 1], [1, -1]]
    d = sparse.dia_matrix(cp.array([[1, 0], [0, 2]], cp.uint8))
    assert (sparse.dia_matrix(cp.eye(2, dtype=cp.int32)) - d).toarray().tolist() == [[0, 0], [0, -1]]
    assert ((a != 0) - (a == 1)).toarray().tolist() == [[False, False], [False, True]]
    with pytest.raises(NotImplementedError):
        -(a != 0)
    with pytest.raises(TypeError):
        cp.ones((2, 2), bool) - (a != 0)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_sums_of_infinities(format, dtype):
    """A sum is no product with one: the imaginary part of an infinity is kept, where SciPy loses it along one of the axes."""
    x = np.array([[complex(np.inf, 0), 0, 1 + 2j], [0, complex(0, -np.inf), 3]], dtype)
    a = getattr(sparse, f"{format}_matrix")(cp.asarray(x))
    for axis in (0, 1):
        np.testing.assert_array_equal(host(a.sum(axis)), x.sum(axis, keepdims=True))
    np.testing.assert_array_equal(host(a.tocsr()[:, [0]]), x[:, [0]])
    np.testing.assert_array_equal(host(a.tocsr()[0, 0]), x[0, 0])
    twice = sparse.coo_matrix((cp.asarray(x[:, 0].repeat(2)), (cp.array([0, 0, 1, 1]), cp.array([0, 0, 1, 1]))), shape=(2, 2))
    np.testing.assert_array_equal(host(twice.tocsr()), [[complex(np.inf, 0), 0], [0, 0]])
    np.testing.assert_array_equal(host(twice.sum(1)), [[complex(np.inf, 0)], [0]])


@pytest.mark.parametrize("format", ["csr", "csc", "coo"])
def test_products_with_what_is_no_finite_number(format):
    """An element that is not stored is zero, and zero times infinity is NaN."""
    x, y = np.array([[1, 0, np.inf, np.nan], [0, 0, 2, 0]]), np.array([[np.nan, np.inf, 0, 0], [0, -np.inf, 2, 0]])
    for index in ([0, 1], [1, 0]):
        ours = [getattr(sparse, f"{format}_matrix")(cp.asarray(each[index])) for each in (x, y)]
        theirs = [getattr(scipy, f"{format}_matrix")(each[index]) for each in (x, y)]
        agree(lambda a, b: a.multiply(b), ours, theirs)
    # Rows that are not sorted are joined otherwise.
    parts = np.array([np.inf, 1.0, 2.0]), np.array([3, 0, 2]), np.array([0, 2, 3])
    a, b = sparse.csr_matrix(tuple(map(cp.asarray, parts)), shape=(2, 4)), scipy.csr_matrix(parts, shape=(2, 4))
    agree(lambda a, b: a.multiply(b), [a, sparse.csr_matrix(cp.asarray(y))], [b, scipy.csr_matrix(y)])


def test_blocks_without_rows():
    for shapes in [((0, 4), (1, 5)), ((1, 5), (0, 4)), ((0, 2), (0, 3))]:
        agree(lambda *x: (sparse if sparse.issparse(x[0]) else scipy).hstack(x), *([m.coo_matrix(s) for s in shapes] for m in (sparse, scipy)))
        agree(lambda *x: (sparse if sparse.issparse(x[0]) else scipy).vstack(x), *([m.coo_matrix(s[::-1]) for s in shapes] for m in (sparse, scipy)))
