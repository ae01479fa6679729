"""Reductions, running folds and folds of slices by every ufunc of two operands: from the first element to the last where order matters."""

import numpy as np
import pytest
from conftest import LONG, assert_same, on_cpu, quiet

import cuprust as cp

BINARY = sorted(
    name for name in dir(cp)
    if isinstance(getattr(np, name, None), np.ufunc) and type(getattr(cp, name)).__name__ == "ufunc" and getattr(np, name).nin == 2 and getattr(np, name).nout == 1 and getattr(np, name).__name__ == name and getattr(np, name).signature is None
)  # fmt: skip
# NumPy 2.4 folds floats by these in vectors that do not wait for one another, so the answer is that of its calls in
# order.
CALLS_IN_ORDER = ("power", "arctan2", "float_power")
# The second operand of this has always the same dtype, which no result has.
NO_FOLD = "ldexp"
DTYPES = ["?", "i1", "u2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"] if on_cpu() or LONG else ["?", "i4", "f4"]
CLOSE = {2: 2e-2, 4: 1e-4, 8: 1e-9}


def in_vectors(name, dtype):
    """Whether NumPy's own folds are not in order; it has none of complex numbers by `arctan2`."""
    return name in CALLS_IN_ORDER and not (name == "power" and dtype[0] in "?iu") and not (name == "arctan2" and dtype[0] == "c")


def numbers(name, dtype, shape, seed=0):
    """Numbers of which no fold leaves the dtype: shifts and powers grow fast."""
    rng = np.random.default_rng(seed)
    most = 3 if "shift" in name or "power" in name else 6
    return np.asarray(rng.integers(0 if dtype[0] in "?u" or name == "power" else -2, 2 if dtype == "?" else most, shape)).astype(dtype)


def in_order(ufunc, a, axis, initial=None, mask=None):
    """The fold along an axis by calls of NumPy's ufunc."""
    dtype = ufunc(a[..., :1], a[..., :1]).dtype
    lines = np.moveaxis(a.astype(dtype), axis, -1)
    masks = np.moveaxis(np.broadcast_to(True if mask is None else mask, a.shape), axis, -1)
    out = np.empty(lines.shape[:-1], dtype)
    for place in np.ndindex(out.shape):
        elements = list(lines[place][masks[place]])
        elements = elements if initial is None else [dtype.type(initial), *elements]
        result = elements[0]
        for element in elements[1:]:
            result = ufunc(result, element)
        out[place] = result
    return out


def compare(name, call, theirs=None, where=""):
    """Calls ours and NumPy's, or a substitute for it."""
    expected, refused = quiet(theirs or (lambda: call(np, np.asarray)))
    got, own = quiet(lambda: call(cp, cp.asarray))
    if refused is not None:
        assert own is not None and (isinstance(own, type(refused)) or isinstance(refused, type(own))), (where, refused, own, got)
        return
    assert own is None, (where, own)
    expected = np.asarray(expected)
    size = expected.real.dtype.itemsize if expected.dtype.kind in "fc" else 0
    assert_same(got, expected, CLOSE.get(size, 0.0), where=where)


@pytest.mark.parametrize("name", BINARY)
def test_reduce(name):
    ufunc = getattr(np, name)
    for dtype in DTYPES:
        a = numbers(name, dtype, (3, 5))
        mask = np.arange(15).reshape(3, 5) % 3 > 0
        for options in [{}, {"axis": 1}, {"axis": -1, "keepdims": True}, {"axis": None}, {"axis": (0, 1)}, {"axis": ()}, {"axis": 2}, {"initial": 2},
                        {"axis": 1, "initial": 1, "where": mask}, {"where": mask}, {"dtype": "f4"}, {"dtype": "i8"}, {"dtype": "?"}]:  # fmt: skip
            theirs = None
            if name == NO_FOLD:
                continue
            if in_vectors(name, dtype) and options.get("axis", 0) in (0, 1) and list(options) != ["where"]:
                if set(options) - {"axis", "initial", "where"}:
                    continue
                theirs = lambda: in_order(ufunc, a, options.get("axis", 0), options.get("initial"), options.get("where"))  # noqa: B023, E731
            elif in_vectors(name, dtype) and "keepdims" in options:
                continue
            given = {key: value for key, value in options.items() if key != "where"}
            where = (name, dtype, options)
            call = lambda xp, array: getattr(xp, name).reduce(array(a), **given, **({"where": array(mask)} if "where" in options else {}))  # noqa: B023, E731
            compare(name, call, theirs, where)


@pytest.mark.parametrize("name", BINARY)
def test_of_nothing_and_of_one(name):
    for dtype in DTYPES if name != NO_FOLD else []:
        for shape, axis in [((0,), 0), ((0, 3), 0), ((0, 3), 1), ((3, 0), 0), ((3, 0), 1), ((1,), 0), ((), 0), ((), None)]:
            a = numbers(name, dtype, shape)
            compare(name, lambda xp, array: getattr(xp, name).reduce(array(a), axis=axis), where=(name, dtype, shape, axis))  # noqa: B023
            compare(name, lambda xp, array: getattr(xp, name).reduce(array(a), axis=axis, initial=1), where=(name, dtype, shape, axis, 1))  # noqa: B023
            if shape:
                compare(name, lambda xp, array: getattr(xp, name).accumulate(array(a), axis=axis), where=(name, dtype, shape))  # noqa: B023


@pytest.mark.parametrize("name", BINARY)
def test_accumulate_and_reduceat(name):
    ufunc = getattr(np, name)
    for dtype in DTYPES if name != NO_FOLD else []:
        a = numbers(name, dtype, (4, 6), seed=1)
        for axis in (0, -1, 5, None, (1,)):
            compare(name, lambda xp, array: getattr(xp, name).accumulate(array(a), axis=axis), where=(name, dtype, axis))  # noqa: B023
        for indices in ([0, 2], [1], [], [3, 0, 0, 2], [9], [*range(6), 0, 3, 5, 1, 4, 2, 0, 5, 0, 2, 1, 0]):
            if in_vectors(name, dtype):
                ends = [*indices[1:], 6]
                if 9 in indices or not indices:
                    continue
                slices = [a[:, start : max(end, start + 1)] for start, end in zip(indices, ends)]
                theirs = lambda: np.stack([in_order(ufunc, part, 1) for part in slices], -1)  # noqa: B023, E731
            else:
                theirs = None
            compare(name, lambda xp, array: getattr(xp, name).reduceat(array(a), array(np.array(indices, int)), axis=1), theirs, (name, dtype, indices))  # noqa: B023


def test_long_lines_are_folded_in_order():
    """Lines beyond a block of the CPU's and a thread's of a GPU, in every order of memory."""
    rng = np.random.default_rng(5)
    a = rng.integers(-9, 9, (3, 2000)).astype("f8")
    for made in (lambda xp: xp.asarray(a), lambda xp: xp.asarray(a).T.copy().T, lambda xp: xp.asarray(a)[:, ::-1], lambda xp: xp.asarray(np.repeat(a, 2, 1))[:, ::2]):
        for axis in (0, 1):
            for name in ("subtract", "fmod"):
                assert_same(getattr(cp, name).reduce(made(cp), axis=axis), getattr(np, name).reduce(made(np), axis=axis))
                assert_same(getattr(cp, name).accumulate(made(cp), axis=axis), getattr(np, name).accumulate(made(np), axis=axis))
    # Differences of half precision are added up in single precision, as NumPy's are.
    half = np.full(5000, 0.1, "f2")
    assert_same(cp.subtract.reduce(cp.asarray(half)), np.subtract.reduce(half), 1e-2)


@pytest.mark.parametrize("shape", [(33, 5000), (3, 20, 4500)])
def test_lines_that_lie_side_by_side_are_scanned(shape):
    for dtype in ("f4", "i8", "c16"):
        a = np.random.default_rng(3).integers(-3, 4, shape).astype(dtype)
        for axis in range(a.ndim):
            assert_same(cp.cumsum(cp.asarray(a), axis=axis), np.cumsum(a, axis=axis))
        if dtype != "c16":
            b = cp.asarray(a)
            assert_same(cp.maximum.accumulate(b[::-1], axis=0), np.maximum.accumulate(a[::-1], axis=0))
            cp.add.accumulate(b, axis=0, out=b)
            assert_same(b, np.add.accumulate(a, axis=0, dtype=dtype))


def test_negative_powers_of_integers_are_refused(both):
    for numbers in ([2, -1], [-1, 2], [2, 3, -1], [-2]):
        both(lambda xp, a: xp.power.reduce(a), np.array(numbers))
        both(lambda xp, a: xp.power.accumulate(a), np.array(numbers))
        both(lambda xp, a: xp.power.reduceat(a, xp.asarray([0])), np.array(numbers))
        both(lambda xp, a: xp.power.reduce(a, initial=2), np.array(numbers))
        both(lambda xp, a: xp.power.reduce(a, initial=2, where=a > 0), np.array(numbers))


def test_what_is_written_to_takes_part_in_the_dtype(both):
    narrow, small = np.array([0.1, 0.1, 0.1], "f4"), np.array([100, 100, 27], "i1")
    for out in (np.zeros(()), np.zeros((), "c16")):
        both(lambda xp, a, out: xp.add.reduce(a, out=out), narrow, out)
        both(lambda xp, a, out: xp.sum(a, out=out), narrow, out)
        both(lambda xp, a, out: xp.divide.reduce(a, out=out), small, out)
        both(lambda xp, a, out: xp.max(a, initial=3, out=out), small, out)
    for out in (np.zeros((), "i1"), np.zeros((), "f4")):
        both(lambda xp, a, out: xp.sum(a, out=out), small, out)
        both(lambda xp, a, out: xp.subtract.reduce(a, out=out), small, out)
        both(lambda xp, a, out: xp.divide.reduce(a, out=out), small, out)
    both(lambda xp, a, out: xp.cumsum(a, out=out), narrow, np.zeros(3))
    both(lambda xp, a, out: xp.subtract.accumulate(a, out=out), narrow, np.zeros(3))
    both(lambda xp, a, out: xp.less.reduce(a, out=out), np.array([True, False]), np.zeros(()))
    both(lambda xp, a, out: xp.max(a, initial=3, out=out), np.array([32767, 2], "i2"), np.zeros((), "i1"))
