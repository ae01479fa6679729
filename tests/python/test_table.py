"""Every function of the table: equal to NumPy's on every dtype and form of array, and NumPy's exception for what is wrong."""

import copy
import doctest
import functools
import inspect
import itertools
import pickle
import weakref

import numpy as np
import pytest
from conftest import assert_same, crossed, host, parts, quiet, turn_of

import cuprust as cp


pytestmark = pytest.mark.usefixtures("own_folder")

TABLE = [row for row in cp._core._table() if row["module"] == "cuprust"]
METHODS = [row for row in cp._core._table() if row["method"] or row["module"] == "cuprust.ndarray"]

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]

# What else than the defaults below a function wants for arrays, by name.
SHAPES = {
    "tensordot": [(3, 4), (4, 3)], "matmul": [(3, 4), (4, 3)], "dot": [(3, 4), (4, 3)], "inner": [(3, 4), (2, 4)],
    "compress": [(3,), (3, 4)], "cumulative_sum": [(4,)], "cumulative_prod": [(4,)],
    "scatter_add": [(3, 4), (), (4,)], "scatter_max": [(3, 4), (), (4,)], "scatter_min": [(3, 4), (), (4,)],
    **dict.fromkeys(["polyadd", "polysub", "polymul", "polydiv"], [(5,), (3,)]), "polyval": [(4,), (3, 4)],
    **dict.fromkeys(["poly", "polyder", "polyint", "roots"], [(5,)]), "polyfit": [(5,), (5,)],
    "bincount": [(5,)], "vander": [(4,)], "searchsorted": [(5,), (3, 4)],
    "digitize": [(3, 4), (5,)], "interp": [(3, 4), (5,), (5,)], "convolve": [(13,), (4,)], "matvec": [(3, 4), (4,)], "vecmat": [(3,), (3, 4)], "correlate": [(11,), (12,)], "histogram2d": [(5,), (5,)], "cross": [(4, 3), (4, 3)], "ix_": [(3,), (4,)],
}  # fmt: skip
# Unique indices along the last axis, since the order of NumPy's writes is undefined.
PLACES = "places"
# Whose elements ascend, NaN last, in every form but those that have fewer.
ASCENDING = {("searchsorted", "a"), ("digitize", "bins"), ("interp", "xp")}
# The dtype of a parameter, where it is not the one that is tested.
OF_DTYPE = {
    ("choose", "a"): "?", ("take_along_axis", "indices"): PLACES, ("put_along_axis", "indices"): PLACES, ("extract", "condition"): "?",
    ("compress", "condition"): "?", ("bincount", "x"): "u1", ("place", "mask"): "?", ("unpackbits", "a"): "u1",
}  # fmt: skip

# Other values than the default for a parameter, by its type or, where the type is not enough, its name.
VALUES = {
    "Axes": [0, -1, (0, 1), 5, 1.5],
    **dict.fromkeys(["OptionalInt", "OptionalClamped"], [0, -1, 1, 7, 1.5]),
    **dict.fromkeys(["Int", "Clamped"], [0, 1, -1, 2]),
    "Bool": [True, False],
    "OptionalBool": [True, None],
    "Float": [0.5, 0],
    "OptionalFloat": [1.0, None],
    "OptionalDType": ["f8", "i8", "c16", "nonsense"],
    "DType": ["f4", "nonsense"],
    "Order": ["C", "F", "A", "K", "Z"],
    "Casting": ["no", "safe", "unsafe", "nonsense"],
    "Shape": [(4, 3), 12, (2, -1)],
    "AxisPairs": [0, 1, ([0, 1], [1, 0]), 9],
    "Ints": [1, (0, 1), -1, 9, 1.5],
    "Shifts": [1, (0, 1), -1, 9, 2**70, (-(2**70), 1), 1.5],
    "Ranks": [1, (0, 1), -1, 9, 1.5, []],
    "Sequence": [(0, 1), [1, 0], 1, 1.5],
    "OptionalSequence": [(0, 1), (1, 0), 1, 1.5],
    "OptionalInts": [0, -1, (0, 1), 5, 1.5],
    "Sections": [2, [1, 2], 3, 0],
    "Counts": [2, [2], [1, 0, 2, 3], [1, 2], [[2]], [[]], [], 1.5, [1.5], "3", "x", [None], {}, -1, [1, -1, 1, 1], range(4), True],
    "IntPairs": [1, (1, 2), ((1, 2), (0, 1)), -1],
    "OptionalIntLists": [[(0, 1), (0, 1), (1, 0)], [(-1, -2), (-1, -2), (-2, -1)], [0, 0], [0, (0, 1), 0], [1, 0, 0], [(1, 0), 0, 0], [(5, 1), 0, 0], (0, 1)],
    "OptionalIntPairs": [1, (1, 2)],
    "OptionalNumberPairs": [3, (1, 2)],
    "Indices": [[0, 1], 1, [[1], [0]], 1.5, 99],
    "OptionalOrder": ["C", "F", "A", "Z"],
    "OptionalShape": [(2, 2), 5],
    "OptionalText": ["even"],
    "Number": [3, 2.5],
    "Bounds": ["raise", "wrap", "clip", "nonsense"],
    "Reals": [0.5, 0, [0, 1], [0.1, 0.75], [[0.0], [1.0]], 1.5, np.float32(0.3), "nonsense"],
    "EachBounds": ["raise", "wrap", ("clip", "wrap"), "nonsense"],
    "Text": ["nonsense"],
    "OptionalOperand": [2, None],
    "Operand": [2, 1.5],
    "Elements": [2, 1.5],
    "OptionalElements": [2, 1.5, None],
    "Wide": [0, 1, -1, 7, 2**63, -(2**70)],
    "Mask": [lambda xp: xp.arange(12).reshape(3, 4) % 3 > 0, False, True],
    "OptionalNumber": [3, 2.5, None],
    "OptionalLoop": ["dd->d", "ff->f", "id->d", "d->d", "nonsense", (None, None, np.float32), (None, "f8"), 3],
    "NumberOrText": [0, 1, 2, 7, 1.5, None, "same", "full", "valid", "nonsense"],
    "ArrayOrText": ["taxicab", "chessboard", "nonsense", [1, 1, 1], [[1, 1, 0], [0, 1, 1], [1, 0, 1]]],
    "Bins": [3, 1, [0, 1, 2, 2, 5.5], [0], [2, 1], [[1]], 0, -2, 1.5, None, "auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt", "no"],
    "EachBins": [3, [2, 3], [[0, 1, 3], [1, 2, 4, 9]], [2, [0, 1, 3]], [0, 1, 2], [1.5, 2], 0, 2.5, None],
    "OptionalInterval": [(0, 4), (1.5, 3), (2, 2), (3, 1), (1, 2, 3), 3, (0, np.inf), (0, 1j), None],
    "OptionalLimits": [(0, 4), (1.5, None), (None, 3), (3, 1), (1, 2, 3), 3, (None, None), None],
    "Limits": [(25, 75), (10, 90.5), (75, 25), (-1, 50), (1, 2, 3), 3, (None, 50)],
    "Bools": [(True, True), (False, True), (True, False), (False, False), 3],
    "OptionalEachInterval": [[(0, 4), (1, 2)], [None, (0, 3)], [(0, 1)], 3, None],
    "Contraction": [True, "greedy", "optimal", 3, [(0, 1)]],
    "ArrayOrSequence": [[[1.0, 2.0, 4.0], [3.0, 1.0, 2.0]]],
    "OptionalArray": [
        lambda xp: xp.asarray([2, 1, 3, 1]), lambda xp: xp.asarray([0.5, 1.0, 2.0, 0.0, 1.5]), lambda xp: xp.arange(1, 13).reshape(3, 4),
        lambda xp: xp.asarray([[1.0], [2.0], [0.0]]), lambda xp: xp.asarray(2), lambda xp: xp.zeros(0, "i4"), None,
    ],
    "OptionalSource": [lambda xp: xp.arange(12).reshape(3, 4) + 1, lambda xp: [2, 1, 3, 1], lambda xp: xp.asarray([1.0, 0.0, 2.0]), None],
    "Object": [3],
    **dict.fromkeys(["Index", "IndexAsWritten"], [1, -1, slice(0, 2), slice(None, None, -2), [0, 2], [True, False, True, False], 9, slice(2, 2)]),
}
OTHER = "ptx" if str(cp.cuda.Device()) == "cpu" else "cpu"
# Required arguments for which the default of their type is not suitable.
REQUIRED = {("moveaxis", "destination"): 0, ("swapaxes", "axis2"): 1, ("reshape", "shape"): (4, 3), ("eye", "N"): 3, ("delete", "obj"): 1, **dict.fromkeys([(name, "M") for name in ("bartlett", "blackman", "hamming", "hanning", "kaiser")], 6)}
# Names that a text may be.
TEXTS = {
    "method": [
        "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "linear",
        "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest", "nonsense",
    ],
    "side": ["left", "right", "nonsense"],
}  # fmt: skip
ARRAYS = ("Array", "OptionalArray", "AnyArray", "OptionalAnyArray", "Operand", "Elements", "Prototype", "Shaped", "Source")

# What CuPy documents and NumPy does not have: names and parameters that are left out of the comparison.
NUMPY_LACKS = {
    ("where", "x"), ("where", "y"), ("tri", "M"), ("argmax", "dtype"), ("argmin", "dtype"), ("clip", "a_min"), ("clip", "a_max"), ("tril_indices", "m"), ("triu_indices", "m"),
    ("unique", "sorted"), ("reshape", "newshape"), ("matmul", "keepdims"), ("sort", "descending"), ("argsort", "descending"), ("matvec", "keepdims"), ("vecmat", "keepdims"),
}  # fmt: skip
# Parameters whose None means the default, for which NumPy has a sentinel value.
NONE_IS_ABSENT = {("diff", "prepend"), ("diff", "append"), ("var", "correction"), ("std", "correction"), ("nanvar", "correction"), ("nanstd", "correction"), ("nanvar", "mean"), ("nanstd", "mean")}
# Which take each array by itself, or copy from one device to the other.
ON_TWO_DEVICES = ("ix_", "meshgrid", "broadcast_arrays", "atleast_1d", "atleast_2d", "atleast_3d", "copyto", "full_like")
# Whose elements are not set.
UNSET = ("empty", "empty_like")
# Functions whose results may be in several orders: `test_sets.py` and `test_polynomials.py` test them.
UNORDERED = ("partition", "argpartition", "roots")
# Where the class of the exception is another than NumPy's, and why.
OTHER_CLASS = {
    "tril": "NumPy's TypeError names a parameter of `tri`, which it calls with the extents",
    "triu": "as of tril",
    "geomspace": "a dtype that there is not is refused before ends that are zero",
    "rot90": "an integer for the axes is one axis, and there must be two",
}
# Arguments that no parameter takes.
WRONG = [object(), "nonsense", {}, [object()], np.zeros(2, "datetime64[D]")]


def elements(dtype, shape, seed):
    """Small numbers of a dtype, zero, negative ones and NaN among them where there are any."""
    rng = np.random.default_rng(seed)
    if dtype == PLACES:
        rows, columns = np.indices(shape)
        return (columns * 4 // shape[1] + rows) % 4 - 4 * (rows % 2)
    if dtype == "?":
        return rng.integers(0, 2, shape).astype("?")
    numbers = rng.integers(0 if dtype[0] == "u" else -5, 9, shape)
    if dtype[0] == "c":
        return (numbers + 1j * rng.integers(-3, 4, shape)).astype(dtype)
    return (numbers / 2 if dtype[0] == "f" else numbers).astype(dtype)


def forms(dtype, shape, seed, ascending=False):
    """An array in every form: as it is, transposed twice, reversed, every other element, broadcast, empty, without axes."""
    order = np.sort if ascending else np.asarray
    plain = order(elements(dtype, shape, seed))
    yield "plain", lambda xp: xp.asarray(plain)
    yield "fortran", lambda xp: xp.asarray(plain).T.copy().T
    turned = plain[::-1] if ascending else plain
    yield "reversed", lambda xp: xp.asarray(turned)[tuple([slice(None, None, -1)] * len(shape))]
    wide = order(elements(dtype, tuple(2 * n for n in shape), seed))
    yield "steps", lambda xp: xp.asarray(wide)[tuple([slice(None, None, 2)] * len(shape))]
    yield "broadcast", lambda xp: xp.broadcast_to(xp.asarray(plain[:1]), shape)
    yield "empty", lambda xp: xp.asarray(plain[:0])
    yield "0-d", lambda xp: xp.asarray(plain.ravel()[:1]).reshape(())


def function_of(row, package):
    """The function in ours or NumPy's package, or None."""
    owner = package
    for part in row["module"].split(".")[1:]:
        owner = getattr(owner, part, None)
    return getattr(owner, row["name"], None)


def numpys(row):
    return function_of(row, np)


def ours_of(row):
    return function_of(row, cp)


def same(ours, theirs, where):
    """Results are equal, those of floats but for the last digits of their dtype."""
    for one, other in zip(*map(parts, (ours, theirs)), strict=True):
        one, other = np.asarray(host(one)), np.asarray(host(other))
        size = other.real.dtype.itemsize if other.dtype.kind in "fc" else 0
        assert_same(one, other, {2: 4e-3, 4: 1e-5, 8: 1e-12}.get(size, 0.0), where=where)


def showing_changes(row, function):
    """The function, or, if it changes its first argument and returns None, one that returns that argument."""
    if not row["parameters"] or row["parameters"][0][1] != "Out":
        return function

    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        assert result is None
        return args[0]

    return call


def compare(row, call, where):
    """Calls NumPy's function and ours alike: equal results, or exceptions of one kind."""
    theirs, refused = quiet(lambda: call(np, showing_changes(row, numpys(row))))
    ours, ours_refused = quiet(lambda: call(cp, showing_changes(row, ours_of(row))))
    if refused is None:
        assert ours_refused is None, (where, ours_refused)
        if row["name"] in UNSET + UNORDERED:
            ours, theirs = cp.zeros_like(ours), np.zeros_like(theirs)
        same(ours, theirs, where)
        return
    assert ours_refused is not None, (where, "NumPy refuses", refused)
    alike = isinstance(ours_refused, type(refused)) or isinstance(refused, type(ours_refused))
    assert alike or row["name"] in OTHER_CLASS, (where, repr(ours_refused), repr(refused))


def operands(row, dtype, form=0):
    """Makers of the arrays that a function requires."""
    shapes = SHAPES.get(row["name"], [(3, 4)] * 9)
    made = []
    every = dtype
    for name, takes, passing, default in row["parameters"]:
        dtype = OF_DTYPE.get((row["name"], name), every)
        if passing == "Rest" and takes in ("Arrays", "Indices"):
            made += [list(forms(dtype, shape, place))[form][1] for place, shape in enumerate((shapes * 2)[:2])]
        elif takes == "Labelled":
            shape = list(forms(dtype, (3, 4), 0))[form][1](np).shape
            labels = "abcd"[: len(shape)]
            made.append(lambda xp, labels=labels: f"{labels},{labels}->{labels[::-1]}")
            made += [list(forms(dtype, (3, 4), place))[form][1] for place in range(2)]
        elif passing == "Rest":
            made += [lambda xp: (3, 1), lambda xp: (1, 4)]
        elif default is None and takes == "Out":
            made.append(lambda xp: xp.zeros((3, 4), dtype))
        elif default is None and takes in ARRAYS:
            ascending = (row["name"], name) in ASCENDING
            made.append(list(forms(dtype, shapes[len(made)], len(made), ascending))[form][1])
        elif default is None and takes in ("Arrays", "Operands"):
            one, other = elements(dtype, (3, 4), 0), elements(dtype, (3, 4), 1)
            made.append(lambda xp, one=one, other=other: [xp.asarray(one), xp.asarray(other)])
        elif default is None or (row["name"], name) in REQUIRED:
            value = REQUIRED.get((row["name"], name), VALUES[takes][0])
            made.append(lambda xp, value=value: value)
    return made


def comparable():
    return [pytest.param(row, id=row["name"]) for row in TABLE if numpys(row) is not None]


@pytest.mark.parametrize("row", comparable())
def test_every_form_of_every_dtype(row):
    for dtype, form in crossed(DTYPES, range(7), turn_of(row["name"])):
        made = operands(row, dtype, form)
        compare(row, lambda xp, f: f(*[make(xp) for make in made]), (row["name"], dtype, form))


@pytest.mark.parametrize("row", comparable())
def test_every_parameter(row):
    for dtype in ["i4", "f8", "c16", "?"]:
        made = operands(row, dtype)
        for name, takes, passing, default in row["parameters"]:
            if default is None or (row["name"], name) in NUMPY_LACKS or (row["name"], name) in REQUIRED:
                continue
            for value in TEXTS.get(name, VALUES.get(takes, [])):
                # A power that a GPU rounds otherwise is another integer.
                if row["name"] in ("geomspace", "logspace") and value == "i8" and OTHER == "cpu":
                    continue
                if value is None and (row["name"], name) in NONE_IS_ABSENT:
                    continue
                def call(xp, f):
                    given = value(xp) if callable(value) else value  # noqa: B023
                    return f(*[make(xp) for make in made], **{name: given})  # noqa: B023

                compare(row, call, (row["name"], dtype, name, value))


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in TABLE if any(p[1] == "Out" and p[3] for p in row["parameters"])])
def test_out(row):
    function = ours_of(row)
    made = operands(row, "f8")
    expected = function(*[make(cp) for make in made])
    arguments = [make(cp) for make in made]
    out = cp.full_like(expected, 7)
    assert function(*arguments, out=out) is out
    same(out, expected, row["name"])
    # What overlaps the operands is written as if it did not.
    for place, argument in enumerate(arguments):
        if isinstance(argument, cp.ndarray) and argument.shape == expected.shape and argument.dtype == expected.dtype:
            arguments[place] = argument.copy()
            assert function(*arguments, out=arguments[place]) is arguments[place]
            same(arguments[place], expected, (row["name"], "overlap"))
            arguments[place] = argument
    read_only = cp.full_like(expected, 7)
    read_only.flags.writeable = False
    with pytest.raises(ValueError):
        function(*arguments, out=read_only)
    for wrong in (cp.zeros((9, 9, 9)), ):
        with pytest.raises(ValueError):
            function(*arguments, out=wrong)
    with pytest.raises(TypeError):
        function(*arguments, out=[1, 2])
    elsewhere = cp.cuda.Device(OTHER)
    with elsewhere:
        foreign = cp.empty(expected.shape, expected.dtype)
    with pytest.raises((ValueError, RuntimeError)):
        function(*arguments, out=foreign)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in TABLE if row["name"] not in ON_TWO_DEVICES])
def test_operands_on_two_devices(row):
    made = operands(row, "f8")
    arguments = [make(cp) for make in made]
    if sum(isinstance(argument, cp.ndarray) for argument in arguments) < 2:
        return
    last = max(place for place, argument in enumerate(arguments) if isinstance(argument, cp.ndarray))
    arguments[last] = arguments[last].to_device(OTHER)
    with pytest.raises((ValueError, RuntimeError)):
        ours_of(row)(*arguments)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in TABLE])
def test_wrong_arguments(row):
    function = ours_of(row)
    made = [make(cp) for make in operands(row, "f8")]
    required = [p for p in row["parameters"] if p[3] is None and p[2] != "Rest"]
    for place, wrong in itertools.product(range(len(required)), WRONG):
        arguments = [*made]
        arguments[place] = wrong
        result, refused = quiet(lambda: function(*arguments))  # noqa: B023
        # No axis of a dict has a margin.
        taken = required[place][1] in ("Object", "Ignored") or required[place][1] == "IntPairs" and wrong == {}
        # Where a function of a NumPy array is NumPy's, its dtype may be any.
        taken |= row["numpys"][0] and type(wrong) is np.ndarray and not isinstance(result, cp.ndarray)
        assert refused is not None or taken, (row["name"], place, wrong, result)
        # An object that only needs `ndim` or `shape` need not be an array: NumPy reads its attribute.
        classes = AttributeError if required[place][1] == "Shaped" and not isinstance(wrong, np.ndarray) else (TypeError, ValueError, IndexError)
        assert refused is None or isinstance(refused, classes), (row["name"], place, wrong, refused)
    for name, takes, passing, default in row["parameters"]:
        if default is None or takes in ("Object", "Ignored", "Bool", "OptionalBool", "Mask"):
            continue
        result, refused = quiet(lambda: function(*made, **{name: object()}))  # noqa: B023
        assert isinstance(refused, (TypeError, ValueError)), (row["name"], name, result, refused)
    # NumPy's `pad` takes all keywords, and refuses those that its mode does not know.
    refusal = (ValueError, "unsupported keyword") if row["name"] == "pad" else (TypeError, "unexpected keyword argument 'nonsense'")
    with pytest.raises(refusal[0], match=refusal[1]):
        function(*made, nonsense=1)
    if required:
        with pytest.raises(TypeError, match="missing"):
            function()
    if not any(p[2] == "Rest" for p in row["parameters"]):
        with pytest.raises(TypeError, match="positional argument"):
            function(*made, *[None] * 20)


@pytest.mark.parametrize("row", [pytest.param(row, id=row["name"]) for row in METHODS if row["method"]])
def test_a_method_is_the_function(row):
    made = [make(cp) for make in operands(row, "f8")]
    first, *others = made
    same(getattr(first, row["name"])(*others), ours_of(row)(*made), row["name"])


def test_functions_are_objects_as_python_s_are():
    function, method = cp.cumsum, cp.ndarray.cumsum
    assert (function.__name__, function.__qualname__, function.__module__) == ("cumsum", "cumsum", "cuprust")
    assert (method.__name__, method.__qualname__, method.__module__) == ("cumsum", "ndarray.cumsum", "cuprust")
    assert str(inspect.signature(function)) == "(a, axis=None, dtype=None, out=None)"
    assert str(inspect.signature(method)) == "(self, /, axis=None, dtype=None, out=None)"
    assert inspect.isroutine(function) and inspect.isroutine(method) and function.__doc__ == method.__doc__
    for each in (function, method):
        assert pickle.loads(pickle.dumps(each)) is each and copy.deepcopy(each) is each and weakref.ref(each)() is each
    x = cp.arange(3)
    bound = x.cumsum
    assert bound.__self__ is x and str(inspect.signature(bound)) == "(axis=None, dtype=None, out=None)"
    for call in (lambda: bound(), lambda: method(x), lambda: function(*[x], **{"axis": 0}), lambda: functools.partial(function, x)()):
        assert_same(call(), np.array([0, 1, 3]))
    for call in (lambda: method(), lambda: method(3), lambda: method(a=x), lambda: type(function)(), lambda: bound(x, 1, 2, 3)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(AttributeError):
        function.__name__ = "other"


def test_the_table_has_no_ceiling():
    made = cp._core._repeated("cumsum", 2000)
    assert len({id(each) for each in made}) == 2000
    for each in made:
        assert each(cp.arange(3)).get().tolist() == [0, 1, 3]


def test_the_examples_of_the_documentation():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    counted = 0
    for row in cp._core._table():
        name = f"{row['module']}.{row['name']}"
        test = parser.get_doctest(ours_of(row).__doc__, {"cp": cp, "np": np}, name, None, 0)
        assert test.examples, f"{name} has no example"
        results = runner.run(test)
        assert results.failed == 0, f"the example of {name} fails"
        counted += results.attempted
    assert counted >= len(TABLE)
