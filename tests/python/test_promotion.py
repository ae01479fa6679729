"""Functions that promote several operands together: the dtype is that of `numpy.result_type` of them all, whatever their order."""

import itertools

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp

DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
# Promoted pairwise, these give another dtype than promoted at once.
MIXED = [("u2", "i2", "f2"), ("i1", "u1", "f2"), ("u4", "i4", "f4"), ("u2", "i2", "f4"), ("u2", "i2", "c8"), ("u8", "i8", "f4"), ("i2", "u2", "?")]
ORDERS = [order for three in MIXED for order in itertools.permutations(three)]

JOINS = {
    "concatenate": lambda xp, a, b, c: xp.concatenate([a, b, c]),
    "stack": lambda xp, a, b, c: xp.stack([a, b, c]),
    "hstack": lambda xp, a, b, c: xp.hstack([a, b, c]),
    "vstack": lambda xp, a, b, c: xp.vstack([a, b, c]),
    "dstack": lambda xp, a, b, c: xp.dstack([a, b, c]),
    "column_stack": lambda xp, a, b, c: xp.column_stack([a, b, c]),
    "block": lambda xp, a, b, c: xp.block([[a, b, c]]),
    "r_": lambda xp, a, b, c: xp.r_[a, b, c],
    "r_ and a number": lambda xp, a, b, c: xp.r_[a, b, c, 2],
    "c_": lambda xp, a, b, c: xp.c_[a, b, c],
    "append": lambda xp, a, b, c: xp.append(xp.concatenate([a, b, c]), c),
    "choose": lambda xp, a, b, c: xp.choose(xp.asarray([2, 0, 1]), [a, b, c]),
    "select": lambda xp, a, b, c: xp.select([a > 1, a > 0], [a, b], c),
    "select of a number": lambda xp, a, b, c: xp.select([a > 2, a > 1, a > 0], [a, b, c], 1),
    "select of numbers": lambda xp, a, b, c: xp.select([a > 2, a > 1, a > 0], [a, 1.5, c], 2),
    "select of a complex number": lambda xp, a, b, c: xp.select([a > 2, a > 1, a > 0], [a, b, c], 1j),
    "select of NumPy's number": lambda xp, a, b, c: xp.select([a > 2, a > 1], [a, b], np.float32(1.5)),
    "einsum": lambda xp, a, b, c: xp.einsum("i,i,i->i", a, b, c),
    "clip": lambda xp, a, b, c: xp.clip(a, b, c),
    "linspace": lambda xp, a, b, c: xp.linspace(a, b, 3),
    "logspace": lambda xp, a, b, c: xp.logspace(a, b, 3, base=c),
    "geomspace": lambda xp, a, b, c: xp.geomspace(xp.ones_like(a), 2 * xp.ones_like(b), 3),
    "where": lambda xp, a, b, c: xp.where(a > 1, b, c),
    "histogramdd": lambda xp, a, b, c: xp.histogramdd([a, b, c], 2)[1],
    "array": lambda xp, a, b, c: xp.array([a, b, c]),
}


@pytest.mark.parametrize("name", JOINS)
def test_dtypes_of_three_operands(name, both):
    arrays = [np.array([1, 2, 3]), np.array([2, 3, 1]), np.array([2, 2, 1])]
    for order in ORDERS:
        operands = [array.astype(dtype) for array, dtype in zip(arrays, order)]
        if name in ("clip", "histogramdd", "logspace", "geomspace", "linspace") and "c8" in order:
            continue
        both(JOINS[name], *operands, close=1e-3 if name in ("logspace", "geomspace") else 0.0)


def test_every_three_dtypes():
    """The common dtype of any three dtypes, and of two with a Python number, is NumPy's."""
    arrays = {dtype: (np.ones(1, dtype), cp.ones(1, dtype)) for dtype in DTYPES}
    for three in itertools.combinations_with_replacement(DTYPES, 3):
        theirs, ours = zip(*[arrays[dtype] for dtype in three])
        assert cp.concatenate(ours).dtype == np.result_type(*three), three
        mask = cp.ones(1, "?")
        for number in (1, 1.5, 1j):
            expected = np.select([np.ones(1, "?")] * 3, theirs, number)
            assert_same(cp.select([mask] * 3, ours, number), expected, where=(three, number))


def test_matrices_of_scipy():
    import cuprust.scipy.linalg as ours
    import cuprust.scipy.sparse as sparse

    for order in ORDERS:
        if "f2" not in order:
            stacked = sparse.vstack([sparse.csr_matrix(cp.ones((2, 2), dtype)) for dtype in order])
            assert stacked.dtype == np.result_type(*order), order
        blocks = ours.block_diag(*[cp.ones((2, 2), dtype) for dtype in order])
        assert blocks.dtype == np.result_type(*order), order


SIDES = {
    "+": lambda xp, a, b: a + b,
    "-": lambda xp, a, b: a - b,
    "/": lambda xp, a, b: a / b,
    "//": lambda xp, a, b: a // b,
    "**": lambda xp, a, b: a**b,
    "<": lambda xp, a, b: a < b,
    "==": lambda xp, a, b: a == b,
    "maximum": lambda xp, a, b: xp.maximum(a, b),
    "power": lambda xp, a, b: xp.power(a, b),
    "arctan2": lambda xp, a, b: xp.arctan2(a, b),
    "logical_and": lambda xp, a, b: xp.logical_and(a, b),
    "NumPy's multiply": lambda xp, a, b: np.multiply(a, b),
    "NumPy's less": lambda xp, a, b: np.less(a, b),
}


@pytest.mark.parametrize("name", SIDES)
def test_scalars_of_numpy_on_either_side(name, both):
    """A NumPy scalar has its dtype on either side of an array, whether it is the array's or another."""
    numbers = [dtype(value) for dtype in (np.bool_, np.int8, np.uint8, np.int32, np.uint64, np.int64, np.float16, np.float32, np.float64) for value in (0, 1, 3)]
    numbers += [np.float32("nan"), np.float64("inf"), np.float32(1e-40), np.int8(-2), np.uint64(2**64 - 1), np.complex64(1 + 2j)]
    for dtype in DTYPES:
        a = np.array([0, 1, 2, 3]).astype(dtype)
        for number in numbers:
            for call in (lambda xp, a: SIDES[name](xp, a, number), lambda xp, a: SIDES[name](xp, number, a)):
                both(call, a, close=1e-3 if dtype == "f2" else 1e-5)
