"""Matrices composed of others, the indices of extremes, and diagonals, against SciPy's."""

import warnings

import numpy as np
import pytest

import cuprust as cp
from cuprust.scipy import sparse

scipy = pytest.importorskip("scipy.sparse")

FORMATS = ["csr", "csc", "coo"]
IS_SLOW = str(cp.cuda.Device()) == "ptx"

SHAPES = [(5, 7), (1, 4), (6, 1)][: 1 if IS_SLOW else 3]


def dense(shape, dtype, density, seed=0):
    rng = np.random.default_rng(seed)
    return (rng.integers(-3, 4, shape) * (rng.random(shape) < density)).astype(dtype)


def pair(format, x):
    return getattr(sparse, f"{format}_matrix")(cp.asarray(x)), getattr(scipy, f"{format}_matrix")(x)


def agree(found, expected, formats=True):
    if sparse.issparse(found):
        assert not formats or found.format == expected.format
        found, expected = found.toarray(), expected.toarray() if scipy.issparse(expected) else expected
    np.testing.assert_array_equal(cp.asnumpy(found), np.asarray(expected), strict=True)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("density", [0, 0.3, 0.8, 1])
def test_places_of_extremes(format, density):
    for shape in SHAPES:
        for dtype in (np.float64, np.int32, np.float32):
            ours, theirs = pair(format, dense(shape, dtype, density))
            for name in ("argmax", "argmin"):
                for axis in (None, 0, 1, -1, -2):
                    agree(getattr(ours, name)(axis), getattr(theirs, name)(axis))


def test_places_of_extremes_of_what_is_no_number_or_not_there():
    x = np.array([[0, np.nan, 1], [2, 0, np.nan], [-1, -2, -3.0]])
    ours, _ = pair("csr", x)
    assert [int(ours.argmax()), ours.argmax(0).tolist(), ours.argmin(1).ravel().tolist()] == [1, [[1, 0, 1]], [1, 2, 2]]
    twice = sparse.coo_matrix((cp.array([1.0, 1, 1.5]), (cp.array([0, 0, 0]), cp.array([2, 2, 1]))), shape=(1, 3))
    assert int(twice.argmax()) == 2, "elements of one place are added up"
    empty = sparse.csr_matrix((0, 3))
    assert empty.argmax(1).shape == (0, 1)
    for wrong in (lambda: empty.argmax(), lambda: empty.argmin(0), lambda: ours.argmax(2), lambda: ours.argmax(0, out=cp.zeros(3))):
        with pytest.raises(ValueError):
            wrong()


@pytest.mark.parametrize("format", FORMATS)
def test_the_larger_and_the_lesser(format):
    for density in (0, 0.3, 1):
        for dtype in (np.float64, np.int32):
            ours, theirs = pair(format, dense((5, 7), dtype, density))
            other, others = pair("csr", dense((5, 7), dtype, 0.5, seed=1))
            for name in ("maximum", "minimum"):
                agree(getattr(ours, name)(other), getattr(theirs, name)(others), formats=False)
                agree(getattr(ours, name)(0), getattr(theirs, name)(0), formats=False)
                for number in (2, -2):
                    with warnings.catch_warnings(record=True) as said:
                        warnings.simplefilter("always")
                        agree(getattr(ours, name)(number), getattr(theirs, name)(number), formats=False)
                    is_dense = (number > 0) == (name == "maximum")
                    assert any(issubclass(each.category, sparse.SparseEfficiencyWarning) for each in said) == is_dense
    with pytest.raises(ValueError):
        ours.maximum(sparse.eye(2))
    with pytest.raises(TypeError):
        ours.minimum("x")


@pytest.mark.filterwarnings("ignore::scipy.sparse.SparseEfficiencyWarning")
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("dtype", [np.float64, np.int32, np.bool_])
def test_comparisons(format, dtype):
    for density in (0, 0.3, 1):
        ours, theirs = pair(format, dense((5, 7), dtype, density))
        other, others = pair("csr", dense((5, 7), dtype, 0.5, seed=1))
        for name in ("__eq__", "__ne__", "__lt__", "__gt__", "__le__", "__ge__"):
            compare = lambda a, b: getattr(a, name)(b)  # noqa: E731, B023
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                agree(compare(ours, other), compare(theirs, others), formats=False)
                for number in (0, 1, -1) if dtype != np.bool_ else (False, True):
                    agree(compare(ours, number), compare(theirs, number), formats=False)
                agree(compare(ours, other.toarray()), np.asarray(compare(theirs.toarray(), others.toarray())))
    with pytest.warns(sparse.SparseEfficiencyWarning):
        _ = ours == other
    assert (ours == sparse.eye(2)) is False and (ours != sparse.eye(2)) is True
    with pytest.raises(ValueError):
        _ = ours < sparse.eye(2)
    with pytest.raises(TypeError):
        _ = ours < "x"
    with pytest.raises(TypeError):
        hash(ours)


@pytest.mark.parametrize("format", FORMATS)
def test_diagonals_are_written(format):
    for density in (0, 0.5, 1):
        x = dense((5, 7), np.float64, density)
        for k in range(-4, 7, 5 if IS_SLOW else 1):
            for values in (7.0, [1.0], [1.0, 2, 3], np.arange(12.0), []):
                ours, theirs = pair(format, x)
                assert ours.setdiag(cp.asarray(values), k) is None
                theirs.setdiag(values, k)
                agree(ours, theirs)
    with pytest.raises(ValueError):
        ours.setdiag(1, 7)
    with pytest.raises(ValueError):
        ours.setdiag(cp.ones((2, 2)))
    assert ours.asfptype() is ours and ours.astype(int).asfptype().dtype == np.float64 and ours.mT.shape == (7, 5)


@pytest.mark.parametrize("format", FORMATS)
def test_matrices_beside_one_another(format):
    for shape in SHAPES:
        for dtype in (np.float64, np.int32, np.complex64):
            ours, theirs = pair(format, dense(shape, dtype, 0.5))
            for name in ("hstack", "vstack", "block_diag"):
                agree(getattr(sparse, name)([ours, ours, ours]), getattr(scipy, name)([theirs, theirs, theirs]))
                agree(getattr(sparse, name)((ours,), "csr", np.complex128), getattr(scipy, name)((theirs,), "csr", np.complex128))
            agree(sparse.bmat([[ours, None], [None, ours]]), scipy.bmat([[theirs, None], [None, theirs]]))
            agree(sparse.bmat([[ours, ours], [ours, ours]]), scipy.bmat([[theirs, theirs], [theirs, theirs]]))
            agree(sparse.kron(ours, ours), scipy.kron(theirs, theirs), formats=False)
            for name in ("tril", "triu"):
                for k in (-2, 0, 1, 9):
                    agree(getattr(sparse, name)(ours, k), getattr(scipy, name)(theirs, k))
    x, y = dense((3, 3), np.float64, 0.7), dense((2, 2), np.float64, 1)
    agree(sparse.kronsum(cp.asarray(x), cp.asarray(y)), scipy.kronsum(x, y))
    agree(sparse.hstack([pair("csr", x)[0], pair("csc", x)[0]]), scipy.hstack([pair("csr", x)[1], pair("csc", x)[1]]))
    one, two = sparse.eye(2), sparse.eye(3)
    for wrong in ([[one, two]], [[one], [two]], [], [one, one], [[one], [one, one]]):
        with pytest.raises(ValueError):
            sparse.bmat(wrong)
    with pytest.raises(ValueError):
        sparse.kronsum(sparse.eye(2, 3), one)


def test_what_is_found():
    x = dense((6, 5), np.float64, 0.5)
    row, col, data = (part.get() for part in sparse.find(cp.asarray(x)))
    assert sorted(zip(row, col, data)) == sorted(zip(*scipy.find(x)))
    twice = sparse.coo_matrix((cp.array([1.0, -1, 2]), (cp.array([0, 0, 1]), cp.array([0, 0, 1]))))
    assert [part.tolist() for part in sparse.find(twice)] == [[1], [1], [2.0]] and twice.nnz == 3


@pytest.mark.parametrize("given", [(100, 50, 0.1), (7, 7, 1), (1_000_000, 100_000, 1e-7), (0, 4, 0.5), (3, 3, 0)])
def test_random_places(given):
    m, n, density = given
    for format in FORMATS:
        found = sparse.random(*given, format=format, dtype=np.float32, random_state=5)
        assert (found.shape, found.nnz, found.dtype, found.format) == ((m, n), int(density * m * n), np.float32, format)
    apart = found.copy()
    apart.sum_duplicates()
    assert apart.nnz == found.nnz, "no place is drawn twice"
    agree(sparse.random(40, 50, 0.2, random_state=5), sparse.random(40, 50, 0.2, random_state=5).get())
    for state in (cp.random.RandomState(3), cp.random.default_rng(3)):
        ones = sparse.random(*given, data_rvs=cp.ones, random_state=state)
        assert bool((ones.data == 1).all()) and ones.dtype == np.float64
    assert m * n > 1e6 or sparse.rand(m, n).nnz == int(0.01 * m * n)


def test_random_places_are_everywhere():
    draws = 10 if IS_SLOW else 200
    where = sum(sparse.random(8, 8, 0.25, random_state=seed).toarray() != 0 for seed in range(draws)).get()
    assert where.sum() == draws * 16
    # 16 of 64 places in each of 200 draws: 50 expected, and a deviation of 6.
    assert IS_SLOW or where.min() > 20 and where.max() < 85
    for wrong, error in (({"data_rvs": cp.zeros, "random_state": "x"}, TypeError), ({"data_rvs": lambda count: [0.0] * count}, TypeError)):
        with pytest.raises(error):
            sparse.random(3, 3, 0.5, **wrong)
    with pytest.raises(ValueError):
        sparse.random(3, 3, 0.5, data_rvs=lambda count: cp.ones(count + 1))
    for wrong, error in (({"density": 1.5}, ValueError), ({"density": -0.1}, ValueError), ({"dtype": int}, NotImplementedError)):
        with pytest.raises(error):
            sparse.random(3, 3, **wrong)
