"""The operators of arrays: every pair of dtypes, Python's and NumPy's numbers, in place, reflected, and foreign operands."""

import operator

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

DTYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64",
          "complex64", "complex128"]  # fmt: skip
ARITHMETIC = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod]
BITS = [operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift]
COMPARISONS = [operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge]
NUMBERS = [True, 2, 2.5, 1 + 2j, np.int8(3), np.uint64(5), np.float32(1.5), np.float64(2.5), np.bool_(True)]


def sample(dtype):
    return np.array([3, 1, 2, 5]).astype(dtype)


@pytest.mark.parametrize("op", ARITHMETIC + BITS + COMPARISONS, ids=lambda op: op.__name__)
def test_pairs_of_dtypes(op, both):
    with np.errstate(all="ignore"):
        for a in DTYPES:
            for b in DTYPES:
                if (a, b) in (("int64", "uint64"), ("uint64", "int64")) and op in COMPARISONS:
                    continue
                both(lambda xp, x, y: op(x, y), sample(a), sample(b), close=1e-6 if "complex" in a + b else 0.0)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
def test_shifts_of_small_integers_by_all_counts(dtype, both):
    """Among other operations, so that they are compiled together."""
    kind = np.iinfo(dtype)
    values = np.linspace(kind.min, kind.max, 256).astype(dtype)
    counts = np.unique(np.concatenate([np.arange(-20, 40), np.linspace(kind.min, kind.max, 97)]).clip(kind.min, kind.max)).astype(dtype)
    both(lambda xp, x, n: (x << n) ^ (x | n), values[:, None], counts)
    both(lambda xp, x, n: (x >> n) ^ (x | n), values[:, None], counts)
    for count in (0, 1, 7, 8, 15, 16):
        number = np.array(count, dtype)[()]
        both(lambda xp, x, number=number: (x << number) | (x >> number), np.resize(values, 1001))


@pytest.mark.parametrize("op", ARITHMETIC + BITS + COMPARISONS, ids=lambda op: op.__name__)
def test_numbers_on_either_side(op, both):
    for dtype in DTYPES:
        for number in NUMBERS:
            complex_ = "complex" in dtype or isinstance(number, complex)
            both(lambda xp, x: op(x, number), sample(dtype), close=1e-6 if complex_ else 0.0)
            both(lambda xp, x: op(number, x), sample(dtype), close=1e-6 if complex_ else 0.0)


@pytest.mark.parametrize("name", ["iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "iand", "ior", "ixor", "ilshift"])
def test_in_place(name, both):
    op = getattr(operator, name)

    def write(xp, x, y):
        kept, view = x, x[1:]
        x = op(x, y)
        assert x is kept
        return x, view

    for a in ["int32", "float32", "float64", "bool", "uint8"]:
        for b in ["int32", "float64", "bool", "int64"]:
            both(write, sample(a), sample(b))
        for number in [2, 2.5, True]:
            both(lambda xp, x: write(xp, x, number), sample(a))


def test_in_place_through_views(both):
    def shifted(xp, a):
        a[1:] += a[:-1]
        return a

    both(shifted, np.arange(10.0))

    def transposed(xp, a):
        a += a.T
        a[::2] *= 3
        return a

    both(transposed, np.arange(16).reshape(4, 4))


def test_python_numbers_that_do_not_fit():
    for dtype, number in [("uint8", 256), ("int8", -129), ("uint64", -1), ("int64", 2**63), ("int32", 10**40)]:
        with pytest.raises(OverflowError):
            np.ones(3, dtype) + number
        with pytest.raises(OverflowError, match="out of bounds"):
            cp.ones(3, dtype) + number


def test_powers(both):
    for dtype in DTYPES[1:]:
        for exponent in [0, 1, 2, 3, 4, 0.5, 2.0, 3.0]:
            both(lambda xp, x: x**exponent, sample(dtype), close=1e-3 if dtype == "float16" else 1e-6)
    # A number that is the exponent of all gives the bits that it gives as an element.
    edges = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, 1e-30, 1e13, 3.3, -2.7, 1.0000001])
    for dtype in ("float16", "float32", "float64"):
        with np.errstate(over="ignore"):
            x = cp.asarray(edges.astype(dtype))
        for exponent in (3, 4, 5):
            one, many = (x**exponent).get(), cp.power(x, cp.full(x.shape, exponent, dtype)).get()
            np.testing.assert_array_equal(one.view(f"u{one.itemsize}")[~np.isnan(one)], many.view(f"u{one.itemsize}")[~np.isnan(many)])
    both(lambda xp, x: x**-1, np.arange(1, 4))
    both(lambda xp, x: xp.power(x, -2), np.arange(1, 4))
    both(lambda xp, x: 2**x, np.arange(4))
    both(lambda xp, x: divmod(x, 3), np.arange(-4, 5))
    both(lambda xp, x: divmod(7, x), np.arange(1, 5))


def test_unary(both):
    for dtype in DTYPES:
        for op in (operator.neg, operator.pos, operator.abs, operator.invert):
            both(lambda xp, x: op(x), sample(dtype), close=1e-6 if "complex" in dtype else 0.0)


def test_broadcasting(both):
    for a, b in [((3, 1), (4,)), ((2, 3, 4), (3, 1)), ((), (3,)), ((0,), (1,)), ((2,), (3,)), ((2, 3), (2,))]:
        both(lambda xp, x, y: x + y, np.ones(a), np.ones(b))


def test_numpys_arrays_are_refused():
    ours, theirs = cp.ones(3), np.ones(3)
    for call in (lambda: ours + theirs, lambda: theirs + ours, lambda: cp.add(ours, theirs), lambda: ours @ theirs):
        with pytest.raises(TypeError, match="Unsupported type <class 'numpy.ndarray'>"):
            call()
    with pytest.raises(TypeError):
        ours += theirs


def test_foreign_operands_are_asked():
    class Other:
        def __radd__(self, other):
            return "radd"

        def __add__(self, other):
            return "add"

        def __rmatmul__(self, other):
            return "rmatmul"

        def __eq__(self, other):
            return "eq"

    a = cp.ones(3)
    assert a + Other() == "radd" and Other() + a == "add" and a @ Other() == "rmatmul" and (a == Other()) == "eq"
    b = a
    b += Other()
    assert b == "radd"
    with pytest.raises(TypeError):
        a + object()
    assert (a == object()) is False


def test_lists_are_operands_as_in_numpy(both):
    both(lambda xp, x: x + [1, 2, 3], np.arange(3))
    both(lambda xp, x: (1.5, 2, 3) * x, np.arange(3))


def test_matmul(both):
    for a, b in [((3, 4), (4, 2)), ((4,), (4,)), ((2, 3, 4), (4, 5)), ((4,), (4, 2)), ((3, 4), (5, 2)), ((), (3,))]:
        for dtype in ["float64", "int64", "complex128"]:
            left, right = np.arange(np.prod(a, dtype=int)).reshape(a).astype(dtype), np.ones(b, dtype)
            both(lambda xp, x, y: x @ y, left, right)
            both(lambda xp, x, y: xp.matmul(x, y), left, right)


def test_results_are_arrays_of_their_own():
    a = cp.arange(4)
    b = a + 0
    b[0] = 9
    assert_same(a, np.arange(4))
    assert b.base is None and b.flags.owndata
