"""The functions that take NumPy's arrays as operands, as CuPy's do: those that convert them, and those that are NumPy's of them."""

import itertools

import numpy as np
import pytest
from conftest import host, parts

import cuprust as cp

A = np.array([[4.0, 1.0, 2.0], [1.0, 5.0, 3.0], [2.0, 3.0, 6.0]])
B = np.array([[1.0, 0.5, 0.25], [0.5, 0.3, 0.7], [0.9, 0.1, 0.4]], "float32")
C = A + 1j * B
I = np.array([[1, 2, 0], [3, 4, 1], [0, 1, 2]])  # noqa: E741
V = np.array([0.5, 1.5, 2.5])
K = np.array([2, 0, 2])
M = np.array([True, False, True])
ZERO = np.array(1.5)

pytestmark = pytest.mark.filterwarnings("ignore:.row_stack:DeprecationWarning")

# Calls of each function: the arguments by position, the positions of those that may be NumPy's, the arguments by name,
# the names of those that may be NumPy's.
CONVERTED = {
    "allclose": [((A, A), (0, 1)), ((A, A + 1e-9, 0.1), (0, 1)), ((A, ZERO), (0, 1))],
    "append": [((A, B), (0, 1)), ((A, I, 1), (0, 1)), ((K, V), (0, 1))],
    "atleast_1d": [((A,), (0,)), ((A, ZERO, K), (0, 1, 2))],
    "atleast_2d": [((V,), (0,)), ((A, V), (0, 1))],
    "atleast_3d": [((A,), (0,)), ((A, V), (0, 1))],
    "average": [((A,), (0,)), ((I, 0, V), (0, 2))],
    # With NumPy's alone it is NumPy's.
    "broadcast_arrays": [((A, V, K), (0, 1)), ((A, V, K), (1, 2))],
    "compress": [((M, A, 0), (0,)), ((M, V), (0,))],
    "corrcoef": [((A,), (0,)), ((A, B), (0, 1))],
    "cov": [((A,), (0,)), ((I, A, False), (0, 1))],
    "cross": [((A, B), (0, 1)), ((V, K), (0, 1))],
    "diag": [((V,), (0,)), ((A, 1), (0,))],
    "diagflat": [((A,), (0,)), ((K, -1), (0,))],
    "diff": [((A,), (0,)), ((I, 2, 0), (0,)), ((A, 1, -1), (0,), {"prepend": B, "append": A}, ("prepend", "append"))],
    "dstack": [(([A, B],), (0,)), ((A,), (0,))],
    "einsum": [(("ij->ji", A), (1,)), (("ij,jk", A, I), (1, 2)), ((A, [0, 1], B, [1, 2]), (0, 2))],
    "extract": [((A > 2, A), (0,)), ((M, V), (0,))],
    "gradient": [((A,), (0,)), ((V, K * 2.0 + V), (0, 1)), ((A, V, 2.0), (0, 1)), ((A, 2.0), (0,), {"axis": 0}, ())],
    "hstack": [(([A, B],), (0,)), (((V, K),), (0,)), ((A,), (0,)), (([A, I],), (0,), {"dtype": "float32"}, ())],
    "imag": [((A,), (0,)), ((C,), (0,))],
    "intersect1d": [((A, B), (0, 1)), ((I, K), (0, 1), {"return_indices": True}, ())],
    "isclose": [((A, B), (0, 1)), ((C, V), (0, 1))],
    "iscomplex": [((A,), (0,)), ((C,), (0,))],
    "isreal": [((I,), (0,)), ((C,), (0,))],
    "linspace": [((A, B), (0, 1)), ((V, 3.0, 5), (0,)), ((0, K, 4), (1,), {"retstep": True}, ())],
    "logspace": [((V, V + 1), (0, 1)), ((0, K, 4), (1,))],
    "place": [((A, A > 2, [1.0, 2.0]), (1,)), ((A, A > 2, V), (1, 2))],
    "polyval": [((V, A), (1,)), ((V, K), (1,))],
    "resize": [((A, (2, 5)), (0,))],
    "round": [((A * 1.26,), (0,)), ((B, 1), (0,))],
    "setdiff1d": [((A, K), (0, 1)), ((V, K, True), (0, 1))],
    "setxor1d": [((A, I), (0, 1)), ((V, B[0], True), (0, 1))],
    "tile": [((A, 2), (0,)), ((V, (2, 2)), (0,))],
    "trapezoid": [((A, None, V[:2]), (2,))],
    "tril": [((A,), (0,)), ((V, 1), (0,))],
    "triu": [((A,), (0,)), ((C, -1), (0,))],
    "unique": [((I,), (0,)), ((A,), (0,), {"return_index": True, "return_inverse": True, "return_counts": True}, ())],
    "unwrap": [((A * 3,), (0,)), ((K, None, 0), (0,), {"period": 3}, ())],
    "vander": [((V,), (0,)), ((K, 4, True), (0,))],
    "row_stack": [(([A, B],), (0,)), ((A,), (0,))],
    "vstack": [(([A, B],), (0,)), (((V, A),), (0,)), ((A,), (0,))],
    "fft.fftshift": [((A,), (0,)), ((I, 1), (0,))],
    "fft.ifftshift": [((A,), (0,)), ((I, (0,)), (0,))],
    "lib.stride_tricks.sliding_window_view": [((V, 2), (0,)), ((A, 2, 1), (0,))],
    "linalg.cond": [((A,), (0,)), ((A, 1), (0,))],
    "linalg.cross": [((A, B), (0, 1)), ((V, K), (0, 1))],
    "linalg.matrix_rank": [((A, np.array(1e-9)), (1,)), ((V, V), (1,))],
    "linalg.norm": [((A,), (0,)), ((I,), (0,), {"axis": 0, "keepdims": True}, ()), ((C, "fro"), (0,))],
}
# Functions written in Python that call these.
COMPOSED = {name: [((I,), (0,))] for name in ("unique_all", "unique_counts", "unique_inverse", "unique_values")}

# Calls of each function, which are NumPy's: the arguments by position and by name.
DELEGATED = {
    "argpartition": [((A, 1), {}), ((V, 1), {"axis": 0})],
    "argsort": [((A,), {}), ((A, 0), {"kind": "stable"}), ((K,), {"axis": None})],
    "array_equal": [((A, A), {}), ((A, B), {}), ((A, A), {"equal_nan": True}), ((A, [1, 2]), {})],
    "array_equiv": [((A, A), {}), ((A, V), {})],
    "broadcast_arrays": [((A, V), {}), ((V, V[:, None], 2), {})],
    "choose": [((K, [K, K + 1, K + 2]), {}), ((K % 2, (V, 7)), {"mode": "clip"})],
    "clip": [((A, 2, 4), {}), ((A, V, None), {}), ((A, B, A), {}), ((I,), {"a_min": 1, "a_max": 2})],
    "compress": [((M, A, 0), {}), (([True, False, True], V), {}), ((), {"condition": M, "a": V})],
    "copy": [((A,), {}), ((A.T,), {"order": "F"})],
    "diagonal": [((A,), {}), ((A, 1), {"axis1": 1, "axis2": 0})],
    "dot": [((A, B), {}), ((V, V), {}), ((A, 2), {}), ((A, A, np.empty((3, 3))), {})],
    "fill_diagonal": [((A, V), {}), ((I, 7), {"wrap": True})],
    "flip": [((A,), {}), ((A, 0), {}), ((), {"a": A, "axis": 1})],
    "fliplr": [((A,), {})],
    "flipud": [((A,), {})],
    "iscomplexobj": [((A,), {}), ((C,), {})],
    "isrealobj": [((A,), {}), ((C,), {})],
    "matrix_transpose": [((A,), {})],
    "msort": [((A,), {})],
    "nanmean": [((I,), {}), ((I, 0), {}), ((A,), {"keepdims": True})],
    "nanstd": [((I,), {}), ((I,), {"axis": 1, "ddof": 1})],
    "nanvar": [((I,), {}), ((I, 1), {"out": np.empty(3)})],
    "ndim": [((A,), {}), ((ZERO,), {})],
    "partition": [((A, 1), {}), ((V, [0, 1]), {"axis": 0})],
    "put": [((A, [0, 4], V), {}), ((I, K, 7), {"mode": "wrap"})],
    "ravel": [((A,), {}), ((A,), {"order": "F"})],
    "real_if_close": [((A,), {}), ((A + 0j,), {}), ((C,), {"tol": 2})],
    "repeat": [((V, K), {}), ((A, 2), {"axis": 1}), ((V, [1, 2, 3]), {})],
    "reshape": [((A, 9), {}), ((A, (1, -1)), {"order": "F"})],
    "rot90": [((A,), {}), ((A, 3), {"axes": (1, 0)})],
    "sort": [((A,), {}), ((A, None), {}), ((A,), {"axis": 0})],
    "sort_complex": [((A,), {}), ((C,), {})],
    "squeeze": [((A,), {}), ((A[None],), {"axis": 0})],
    "swapaxes": [((A, 0, 1), {}), ((A,), {"axis1": 1, "axis2": 0})],
    "take": [((V, K), {}), ((A, I), {"mode": "wrap"}), ((A, [0, 2]), {"axis": 1})],
    "take_along_axis": [((V, K, 0), {}), ((A, I % 3), {"axis": 1})],
    "trace": [((A,), {}), ((A, 1), {"dtype": "float32"})],
    "transpose": [((A,), {}), ((A[None], (2, 0, 1)), {})],
    "unravel_index": [((K, (2, 2)), {}), ((I, I[:2, 0] + 3), {"order": "F"})],
    "linalg.matrix_rank": [((V,), {}), ((A,), {}), ((V, V), {})],
}
# These are tested in test_reductions.py.
REDUCTIONS = {"argmax", "argmin", "max", "mean", "min", "prod", "ptp", "std", "sum", "var"}

ROWS = {
    f"{row['module']}.{row['name']}".removeprefix("cuprust."): row for row in cp._core._table() if row["module"].startswith("cuprust")
}


def found(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


def names_of(name):
    """The name of a function, and its aliases."""
    return [name, *(alias for alias in ROWS[name]["aliases"] if "." not in name)]


def copied(value, array):
    """A copy of an argument with its arrays made anew by `array`."""
    if isinstance(value, (list, tuple)):
        return type(value)(copied(part, array) for part in value)
    return array(value.copy()) if isinstance(value, np.ndarray) else value


def has_arrays(value):
    return isinstance(value, np.ndarray) or isinstance(value, (list, tuple)) and any(map(has_arrays, value))


def calls(cases):
    for args, places, *by_name in cases:
        kwargs, names = by_name or ({}, ())
        yield args, kwargs, [*places, *names]


def answer(function, args, kwargs, numpys):
    """The result of a call, in which the arguments of these positions and names are NumPy's, and what it leaves in the arguments."""
    kinds = lambda place: np.asarray if place in numpys else cp.asarray  # noqa: E731
    args = [copied(value, kinds(place)) for place, value in enumerate(args)]
    kwargs = {name: copied(value, kinds(name)) for name, value in kwargs.items()}
    result = function(*args, **kwargs)
    return [*parts(result)], [host(value) for value in args]


def same(ours, theirs):
    assert len(ours) == len(theirs)
    for own, their in zip(ours, theirs):
        assert type(own) is type(their)
        if isinstance(own, (cp.ndarray, np.ndarray)):
            assert own.dtype == their.dtype and own.shape == their.shape
            np.testing.assert_array_equal(host(own), host(their))
        elif not isinstance(own, (list, tuple)):
            assert own == their or own is their


def test_the_lists_are_whole():
    rows = {name: row["numpys"] for name, row in ROWS.items()}
    assert {name for name, (delegates, _) in rows.items() if delegates} == {*DELEGATED, *REDUCTIONS}
    assert {name for name, (_, converting) in rows.items() if converting} == {*CONVERTED}


@pytest.mark.parametrize("name", [*CONVERTED, *COMPOSED])
def test_converted(name):
    for name in names_of(name) if name in ROWS else [name]:
        function = found(cp, name)
        for args, kwargs, places in calls(CONVERTED.get(name) or COMPOSED.get(name) or CONVERTED[alias_of(name)]):
            wanted = answer(function, args, kwargs, ())
            for count in range(1, len(places) + 1):
                for numpys in itertools.combinations(places, count):
                    result, left = answer(function, args, kwargs, numpys)
                    same(result, wanted[0])
                    same(parts(left), parts(wanted[1]))


def alias_of(name):
    return next(row for row in ROWS if name in ROWS[row]["aliases"] and "." not in row)


@pytest.mark.parametrize("name", CONVERTED)
def test_converted_by_name(name):
    """The arguments of a call by the names of the parameters."""
    names, parameters = zip(*((parameter[0], parameter[2]) for parameter in ROWS[name]["parameters"]))
    for args, kwargs, places in calls(CONVERTED[name]):
        if any(kind in ("Position", "Rest") for kind in parameters[: len(args)]):
            continue
        by_name = {**dict(zip(names, args)), **kwargs}
        numpys = [names[place] if isinstance(place, int) else place for place in places]
        same(answer(found(cp, name), (), by_name, numpys)[0], answer(found(cp, name), (), by_name, ())[0])


@pytest.mark.parametrize("name", [name for name in CONVERTED if name != "broadcast_arrays"])
def test_other_arguments_are_refused(name):
    for args, kwargs, places in calls(CONVERTED[name]):
        others = [place for place, value in enumerate(args) if place not in places and isinstance(value, np.ndarray)]
        for place in others:
            with pytest.raises(TypeError):
                answer(found(cp, name), args, kwargs, [place])


@pytest.mark.parametrize("name", DELEGATED)
def test_numpys(name):
    numpys = lambda *args, **kwargs: found(np, name)(*args, **kwargs)  # noqa: E731
    if name == "msort":
        numpys = lambda a: np.sort(a, axis=0)  # noqa: E731
    elif name == "flip":
        numpys = lambda a, axis=None: np.flip(a, axis)  # noqa: E731
    for own in names_of(name):
        for args, kwargs in DELEGATED[name]:
            every = [*range(len(args)), *kwargs]
            ours, theirs = (answer(function, args, kwargs, every) for function in (found(cp, own), numpys))
            if name in ("array_equal", "array_equiv", "linalg.matrix_rank"):
                # CuPy's are results of NumPy's methods, where NumPy's functions give a Python bool.
                theirs[0][:] = [np.asarray(value)[()] for value in theirs[0]]
            same(ours[0], theirs[0])
            same(parts(ours[1]), parts(theirs[1]))


@pytest.mark.parametrize("name", [name for name in DELEGATED if name != "broadcast_arrays"])
def test_numpys_arrays_beside_ours_are_refused(name):
    for args, kwargs in DELEGATED[name]:
        arrays = [place for place, value in enumerate(args) if has_arrays(value)]
        if len(arrays) > 1:
            # What decides is the array of which CuPy calls the method.
            numpys = 1 if name == "compress" else 0
            with pytest.raises(TypeError):
                answer(found(cp, name), args, kwargs, [numpys])


def test_a_result_that_is_written_to():
    out = np.empty((3, 3))
    assert cp.dot(A, A, out=out) is out and (out == A @ A).all()
    for call in (lambda out: cp.sum(A, out=out), lambda out: cp.max(A, 0, out=out), lambda out: cp.take(V, K, out=out)):
        with pytest.raises(TypeError, match="convert it with cuprust.asarray first"):
            call(cp.empty(3))


def test_the_result_is_numpys_own():
    """Views of NumPy's array stay views of it."""
    a = A.copy()
    for view in (cp.ravel(a), cp.transpose(a), cp.permute_dims(a), cp.flip(a), cp.rot90(a), cp.squeeze(a), cp.diagonal(a)):
        assert isinstance(view, np.ndarray) and np.shares_memory(view, a)
    assert cp.real_if_close(a) is a


def test_numpys_functions_of_our_arrays():
    """NumPy hands the call over to ours, which converts NumPy's arrays beside ours, or refuses them."""
    d = cp.asarray(A)
    same([np.append(d, B), np.isclose(A, d)], [cp.append(d, cp.asarray(B)), cp.isclose(d, d)])
    for call in (lambda: np.dot(A, d), lambda: np.take(V, cp.asarray(K)), lambda: np.array_equal(A, d), lambda: np.clip(A, d, d)):
        with pytest.raises(TypeError):
            call()


def test_methods_refuse_numpys_arrays():
    d = cp.asarray(A)
    for call in (
        lambda: d.sum(V), lambda: d.max(V), lambda: d.dot(A), lambda: d.round(A), lambda: d.clip(A, 2), lambda: d.transpose(A),
        lambda: d.compress(M), lambda: d.trace(A), lambda: cp.ndarray.sum(A), lambda: cp.ndarray.sort(A),
    ):  # fmt: skip
        with pytest.raises(TypeError):
            call()


def test_elements_that_no_array_has():
    with pytest.raises((TypeError, ValueError)):
        cp.diff(np.array(["a", "b"]))
    with pytest.raises(np.exceptions.AxisError):
        cp.diff(A, axis=5)
    with pytest.raises(np.exceptions.AxisError):
        cp.sort(A, axis=5)


UNARY = (
    "all", "any", "argwhere", "cumsum", "ediff1d", "exp", "median", "nan_to_num", "nancumsum", "nanmax", "nansum", "negative", "nonzero", "sqrt",
    "fft.fft", "fft.rfft2", "linalg.det", "linalg.inv", "linalg.qr", "linalg.svd",
)  # fmt: skip
BINARY = (
    "add", "convolve", "in1d", "inner", "isin", "kron", "matmul", "maximum", "multiply", "outer", "searchsorted", "tensordot", "union1d", "vdot",
    "linalg.solve",
)  # fmt: skip
OTHERS = [
    *((name, (A,)) for name in UNARY), *((name, (V if name in ("convolve", "searchsorted") else A, A)) for name in BINARY),
    *((name, ([A, A],)) for name in ("column_stack", "concatenate", "stack", "lexsort", "block")),
    ("astype", (A, "f4")), ("broadcast_to", (A, (3, 3, 3))), ("expand_dims", (A, 0)), ("linalg.matrix_power", (A, 2)), ("moveaxis", (A, 0, 1)),
    ("packbits", (I,)), ("pad", (A, 1)), ("percentile", (A, 50)), ("polyfit", (V, V, 1)), ("roll", (A, 1)), ("split", (A, 3)), ("trim_zeros", (V,)),
    ("where", (M, V, V)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args"), OTHERS, ids=[name for name, _ in OTHERS])
def test_other_functions_refuse_numpys_arrays(name, args):
    places = [place for place, value in enumerate(args) if has_arrays(value)]
    for count in range(1, len(places) + 1):
        for numpys in itertools.combinations(places, count):
            with pytest.raises(TypeError):
                answer(found(cp, name), args, {}, numpys)
