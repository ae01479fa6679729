"""Ufunc objects: out, where, dtype, casting, and their methods; numpy's functions called on our arrays."""

import doctest
import inspect
import pickle

import numpy as np
import pytest
from conftest import ON_PTX_AND_SHORT, assert_same, in_turns

import cuprust as cp

UFUNCS = sorted(name for name in dir(cp) if isinstance(getattr(cp, name), cp.ufunc) and hasattr(np, name))


def test_every_ufunc_of_numpy_that_is_here_describes_itself():
    assert len(UFUNCS) > 90
    for name in UFUNCS:
        ours, theirs = getattr(cp, name), getattr(np, name)
        assert ours.__doc__ and ours.types and ours.nargs == ours.nin + ours.nout
        if isinstance(theirs, np.ufunc):
            assert (ours.nin, ours.nout) == (theirs.nin, theirs.nout), name
            assert getattr(cp, ours.__name__) is ours and hasattr(np, ours.__name__), name
            if ours.identity is not None:
                assert ours.identity == theirs.identity, name
            assert set(ours.types) & set(theirs.types), name


def test_each_ufunc_has_a_signature_and_documentation_of_its_own():
    ufuncs = {id(value): value for module in (cp, cp.scipy.special) for value in vars(module).values() if isinstance(value, cp.ufunc)}
    assert len(ufuncs) > 250
    documentation = {ufunc.__doc__ for ufunc in ufuncs.values()}
    assert len(documentation) == len(ufuncs)
    for place, ufunc in enumerate(ufuncs.values()):
        text, signature = ufunc.__doc__, inspect.signature(ufunc)
        assert text.startswith(f"{ufunc.__name__}{signature}\n\n"), ufunc
        operands = [name for name, parameter in signature.parameters.items() if parameter.kind is parameter.POSITIONAL_ONLY]
        assert len(operands) == ufunc.nin and all(f"`{name}`" in text for name in operands), ufunc
        theirs = getattr(np, ufunc.__name__, None)
        # NumPy has signatures from version 2.4 on.
        if isinstance(theirs, np.ufunc) and getattr(theirs, "__signature__", None):
            assert signature == inspect.signature(theirs), ufunc
        example = doctest.DocTestParser().get_doctest(text, {"cp": cp}, ufunc.__name__, None, None)
        assert len(example.examples) == 1
        # Each has a kernel of its own, which `test_rows.py` and `test_special.py` compile.
        if place % 16 == 0 or not ON_PTX_AND_SHORT:
            assert doctest.DocTestRunner().run(example).failed == 0, ufunc
    assert cp.ufunc.__doc__.startswith("A function applied to each element") and cp.ufunc.__signature__ is None


def test_out(both):
    def call(xp, a, b, out):
        result = xp.add(a, b, out=out)
        assert result is out
        return out

    for dtype in ["float64", "float32", "int64", "complex128", "bool"]:
        both(call, np.arange(3.0), np.ones(3), np.zeros(3, dtype))
    both(call, np.arange(3.0), np.ones(3), np.zeros(4))
    both(call, np.arange(3.0), np.ones(3), np.zeros((2, 3)))
    both(lambda xp, a, out: xp.sin(a, out) is out, np.arange(3.0), np.zeros(3))
    both(lambda xp, a, out: xp.sin(a, out=(out,)) is out, np.arange(3.0), np.zeros(3))
    both(lambda xp, a, one, two: xp.modf(a, out=(one, None)), np.arange(3.0), np.zeros(3), np.zeros(3))
    both(lambda xp, a, one, two: xp.modf(a, one, two), np.arange(3.0), np.zeros(3), np.zeros(3))


def test_where(both):
    def call(xp, a, mask, out):
        return xp.negative(a, out=out, where=mask)

    both(call, np.arange(4.0), np.array([True, False, True, False]), np.full(4, 9.0))
    both(call, np.arange(4.0), np.array(True), np.full(4, 9.0))
    both(lambda xp, a, out: xp.negative(a, out=out, where=False), np.arange(4.0), np.full(4, 9.0))
    both(lambda xp, a: xp.negative(a, where=True), np.arange(4.0))


def test_dtype_and_casting(both):
    for dtype in ["float32", "float64", "int64", "complex64", "bool"]:
        for casting in ["no", "equiv", "safe", "same_kind", "unsafe", "other"]:
            both(lambda xp, a, b: xp.add(a, b, dtype=dtype, casting=casting), np.arange(3.0), np.ones(3))
    both(lambda xp, a: xp.sin(a, dtype="int32"), np.arange(3.0))
    both(lambda xp, a: xp.add(a, a, nonsense=1), np.arange(3.0))
    both(lambda xp, a: xp.add(a), np.arange(3.0))
    both(lambda xp, a: xp.add(a, a, a, a), np.arange(3.0))


def test_numbers_alone(both):
    both(lambda xp: xp.add(1, 2))
    both(lambda xp: xp.sin(1.5), close=1e-15)
    both(lambda xp: xp.add(True, 2.5))


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "minimum", "logical_and", "logical_or", "bitwise_or", "subtract"])
def test_reduce(name, both):
    a = np.arange(1, 25).reshape(2, 3, 4)
    for options in [{}, {"axis": 1}, {"axis": None}, {"axis": (0, 2)}, {"axis": -1, "keepdims": True}, {"axis": 5},
                    {"axis": (0, 0)}, {"dtype": "float32"}, {"initial": 5}]:  # fmt: skip
        both(lambda xp, x: getattr(xp, name).reduce(x, **options), a)


def test_accumulate_outer_at(both):
    a = np.arange(1, 13).reshape(3, 4)
    for name in ["add", "multiply", "maximum"]:
        for axis in [0, 1, -1, 2]:
            both(lambda xp, x: getattr(xp, name).accumulate(x, axis=axis), a)
    both(lambda xp, x, y: xp.multiply.outer(x, y), np.arange(3), np.arange(4.0))
    both(lambda xp, x, y: xp.less.outer(x, y), a, np.arange(2))
    both(lambda xp, x, y: xp.sin.outer(x, y), np.arange(3), np.arange(4.0))

    def at(xp, x, i):
        xp.add.at(x, i, 2)
        return x

    both(at, np.zeros(5), np.array([0, 1, 1, 4, -1]))
    both(at, np.zeros(5, "int64"), np.array([0, 0, 0]))
    both(at, np.zeros(5), np.array([7]))


AT_DTYPES = ["bool", "int8", "uint8", "int32", "int64", "float32", "float64", "complex64"]
AT_VALUES = [3, True, 0.5, 0.1, np.float32(0.1), np.int8(3), np.array([3, 1, 2, 0, 1]), np.array([0.5, 1, 2, 0.25, 2]), np.array([1, 0, 1, 1, 0], bool)]


@pytest.mark.parametrize("dtype", AT_DTYPES)
def test_at_casts_each_result_to_the_arrays_dtype(dtype, both):
    places = np.array([0, 2, 2, -1, 2])
    on_cpu = str(cp.cuda.Device()) == "cpu"

    def at(name, value):
        def call(xp, x, i):
            getattr(xp, name).at(x, i, xp.asarray(value) if isinstance(value, np.ndarray) else value)
            return x

        # The order of roundings is not fixed on a GPU.
        both(call, np.array([1, 5, 3, 4]).astype(dtype), places, close=0.0 if on_cpu else 1e-6)

    integers = ["bitwise_xor", "right_shift", "gcd"]
    floats = ["less", "divide", "copysign"] if dtype != "complex64" else ["divide"]
    for value in AT_VALUES:
        for name in ["add", "subtract", "multiply", "maximum", "equal", "logical_or", *integers, *floats]:
            if not (name == "divide" and dtype in ("bool", "int8", "uint8", "int32", "int64")):
                at(name, value)


def test_at_of_long_arrays_and_rows(both):
    rng = np.random.default_rng(0)
    places = rng.integers(-50, 50, 3000)

    def at(xp, x, i, *values):
        xp.add.at(x, i, *values)
        return x

    def less(xp, x, i, y):
        xp.less.at(x, i, y)
        return x

    def unary(name):
        def call(xp, x, i):
            getattr(xp, name).at(x, i)
            return x

        return call

    # Sums of float32 round after each step, also where float64 is added.
    exact = rng.integers(-8, 8, 3000) / 4.0
    both(at, np.zeros(50, "float32"), places, exact)
    both(at, np.zeros(50, "int16"), places, np.arange(3000))
    both(at, np.zeros(50, "int16"), places, exact)
    both(at, np.zeros((50, 3), "int8")[::-1], places, np.arange(3))
    both(less, rng.normal(size=(50, 2)), places.reshape(-1, 2), np.array([0.5, 0.25]))
    both(less, np.arange(50), places, np.full(3000, 2**63, "uint64"))
    for name, dtype in [("negative", "float32"), ("sqrt", "int64"), ("isnan", "float64"), ("logical_not", "int8"), ("square", "complex64")]:
        both(unary(name), (np.arange(50) % 2).astype(dtype), places)
    both(unary("isnan"), np.zeros(50), np.array([50]))
    both(unary("divmod"), np.zeros(50), places)
    both(lambda xp, x, i: xp.modf.at(x, i), np.zeros(50), places)
    both(lambda xp, x, i: xp.add.at(x, i), np.zeros(50), places)
    both(lambda xp, x, i: xp.subtract.at(x, i, True), np.zeros(50, bool), places)
    both(lambda xp, x, i: xp.add.at(x, i.astype(float), 1), np.zeros(50), places)


def test_reduceat(both):
    a = np.arange(24.0).reshape(4, 6)
    for indices in [[0, 2], [0, 3, 1, 3], [3], [1, 1, 0], np.array([0, 2], "uint8"), []]:
        for axis in [0, 1, -1]:
            both(lambda xp, x: xp.add.reduceat(x, indices, axis), a)
            both(lambda xp, x: xp.maximum.reduceat(x, indices, axis=axis, dtype="float32"), a)
    both(lambda xp, x: xp.add.reduceat(x, [0, 2]), np.arange(4, dtype="int8"))
    both(lambda xp, x: xp.add.reduceat(x, [0, 2], out=xp.zeros(2)), np.arange(4))
    for indices, axis in [([4], 0), ([-1], 0), ([0], 2), ([[0]], 0), (["x"], 0)]:
        both(lambda xp, x: xp.add.reduceat(x, indices, axis), a)


MANY_SLICES = {
    "rising": np.arange(0, 500, 7), "of any length": np.sort(np.random.default_rng(3).integers(0, 500, 90)) // 3,
    "back and forth": np.random.default_rng(4).integers(0, 500, 40), "of one": np.full(30, 499), "one long": np.r_[np.arange(20), 3],
}  # fmt: skip


@pytest.mark.parametrize("indices", MANY_SLICES.values(), ids=MANY_SLICES)
def test_reduceat_of_many_slices(indices, both):
    a = np.random.default_rng(5).integers(1, 100, (500, 3))
    for place, dtype in enumerate(["int8", "uint8", "int64", "uint64", "bool"]):
        names = ["add", "multiply", "maximum", "logical_and", "logical_xor", "bitwise_and", "bitwise_or"]
        for name in in_turns(names, place) + ([] if dtype == "bool" else ["gcd"]):
            both(lambda xp, x: getattr(xp, name).reduceat(x, indices, axis=0), (a - 50 * (dtype[0] == "i")).astype(dtype))
    for dtype in ["float32", "float64", "complex64"]:
        odd = np.where(a % 17 == 0, -0.0, np.where(a % 41 == 0, np.nan, a)).astype(dtype)
        for name in ["add", "maximum", "fmin"] if dtype[0] == "f" else ["add"]:
            both(lambda xp, x: getattr(xp, name).reduceat(x, indices, 1), odd.T[:, ::-1])
    both(lambda xp, x: xp.hypot.reduceat(x, indices), -a[:, 0].astype(float), close=1e-14)
    both(lambda xp, x: xp.add.reduceat(x, indices, dtype="float16"), a[:, 1] % 3)
    both(lambda xp, x: xp.add.reduceat(x, indices, out=xp.zeros((indices.size, 3), "float32")), a)


def test_numpys_functions_come_to_ours(both):
    both(lambda xp, a: np.sin(a), np.arange(3.0), close=1e-15)
    both(lambda xp, a: np.add(a, 1), np.arange(3.0))
    both(lambda xp, a: np.add.reduce(a, axis=1), np.arange(6.0).reshape(2, 3))
    both(lambda xp, a: np.float64(2.5) * a, np.arange(3, dtype="float32"))
    both(lambda xp, a: np.sum(a, axis=0), np.arange(6.0).reshape(2, 3))
    both(lambda xp, a: np.concatenate([a, a]), np.arange(3))
    both(lambda xp, a: np.where(a > 1, a, 0), np.arange(3))
    for call in (np.sin, np.sum, np.mean, np.transpose, np.linalg.norm):
        assert type(call(cp.ones((2, 2)))) is cp.ndarray
    out = cp.zeros(3)
    assert np.negative(cp.ones(3), out=out) is out
    assert_same(out, -np.ones(3))
    with pytest.raises(TypeError):
        np.busday_count(cp.ones(2), cp.ones(2))


def test_pickled_by_name():
    assert pickle.loads(pickle.dumps(cp.add)) is cp.add
    assert cp.abs is cp.absolute and repr(cp.add) == "<ufunc 'cuprust_add'>"


def test_small_results_go_to_out_at_once_and_overlaps_are_seen(both):
    def into_another(xp, a, b):
        out = xp.zeros(a.shape, dtype="float64")
        out += 1
        assert xp.add(a, b, out=out) is out
        twice = xp.multiply(out, 2.0, out=xp.ones_like(out))
        return out, twice, xp.add(out, twice, out=twice)

    def into_a_part_of_an_operand(xp, a, b):
        a += 1
        xp.add(a[:-1], b[1:], out=a[1:])
        xp.subtract(a, b, out=a)
        return a

    def into_other_sizes(xp, a, b):
        flags = xp.ones(8 * a.size, dtype="bool")
        flags &= True
        numbers = flags.view("float64")
        xp.less(numbers, b, out=flags[: b.size])
        return flags, xp.equal(a, b, out=flags[a.size : 2 * a.size])

    def after_what_was_recorded(xp, a, b):
        out = xp.ones(a.shape)
        out += 1
        before = xp.concatenate([out, xp.arange(5000.0)])
        xp.add(a, b, out=out)
        return before, out

    a, b = np.arange(10.0), np.linspace(-1, 1, 10)
    for call in [into_another, into_a_part_of_an_operand, into_other_sizes, after_what_was_recorded]:
        both(call, a, b)


@pytest.mark.parametrize(
    "name, operands, signature",
    [
        ("add", ("i4", "i4"), "dd->d"),
        ("add", ("i4", "f4"), ("f8", None, None)),
        ("add", ("i1", "i1"), (None, None, "f4")),
        ("add", ("i1", "i1"), (np.float32, np.dtype("f4"), np.float32)),
        ("add", ("i1", "i1"), (None, None, None)),
        ("add", ("i1", "i1"), ("f8", "f8")),
        ("add", ("i1", "i1"), "d->d"),
        ("add", ("i1", "i1"), "dd->dd"),
        ("add", ("i1", "i1"), "fd->d"),
        ("add", ("f8", "f8"), "ii->i"),
        ("add", ("i1", "i1"), 3),
        ("less", ("i4", "i4"), "dd->?"),
        ("less", ("i4", "i4"), "dd->d"),
        ("less", ("i4", "i4"), (None, None, "?")),
        ("sin", ("i1",), "f->f"),
        ("sin", ("f8",), "f->f"),
        ("frexp", ("f4",), "d->di"),
        ("frexp", ("f4",), ("d", None, None)),
        ("logical_and", ("i4", "f4"), "??->?"),
        ("ldexp", ("f4", "i4"), "di->d"),
        ("absolute", ("c8",), "D->d"),
        ("left_shift", ("u1", "u1"), "qq->q"),
    ],
)
def test_signature_chooses_the_loop(both, name, operands, signature):
    arrays = [np.array([1, 0, 2], dtype) for dtype in operands]
    both(lambda xp, *arrays: getattr(xp, name)(*arrays, signature=signature), *arrays, close=1e-6)


def test_signature_beside_other_options(both):
    a, out = np.arange(3, dtype="i4"), np.zeros(3)
    both(lambda xp, a: xp.add(a, a, signature="dd->d", dtype="f8"), a)
    both(lambda xp, a: xp.add(a, a, sig="dd->d"), a)
    both(lambda xp, a: xp.add(a, a, signature=None), a)
    both(lambda xp, a, out: xp.add(a, a, out=out, signature="ff->f"), a, out)
    both(lambda xp, a: xp.add(a * 1.5, a, signature="ii->i", casting="unsafe"), a)
    both(lambda xp, a: xp.add(a, 3, signature="bb->b", casting="unsafe"), a)
    both(lambda xp, a: xp.add(a, a, signature="dd->d", where=a > 0, out=out * 0 if xp is np else cp.zeros(3)), a)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_signs_of_infinite_and_of_the_largest_complex_numbers(dtype):
    parts = [0.0, -0.0, 1.0, -2.0, np.inf, -np.inf, np.nan]
    numbers = np.array([complex(re, im) for re in parts for im in parts], dtype)
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(cp.sign(cp.asarray(numbers)).get(), np.sign(numbers), rtol=4 * np.finfo(dtype).eps)
    # NumPy's magnitude of these overflows, so that it takes them for infinite.
    most = np.finfo(dtype).max
    largest = cp.asarray(np.array([complex(most, most), complex(-most, most / 2), complex(0, -most)], dtype))
    expected = np.array([complex(0.5**0.5, 0.5**0.5), complex(-2, 1) / 5**0.5, -1j], dtype)
    np.testing.assert_allclose(cp.sign(largest).get(), expected, rtol=4 * np.finfo(dtype).eps)
