"""Names that need no array: those of NumPy 1, memoized functions, exceptions, the array API's entries and dask's."""

import io
import subprocess
import sys
import textwrap

import numpy as np
import pytest
import scipy
from conftest import assert_same, host

import cuprust as cp


def test_scalar_types():
    for rep, found in [("f4", np.float32), (np.int8, np.int8), (np.dtype("c8"), np.complex64), (float, np.float64), (cp.ones(2, "i2"), np.int16),
                       (np.ones(2), np.float64), (list, None), ("nonsense", None), (1.5, None)]:  # fmt: skip
        assert cp.obj2sctype(rep) is found
    assert cp.obj2sctype(list, 3) == 3
    assert [cp.issctype(rep) for rep in (np.int32, np.dtype("f4"), float, list, 1.1, "f4", np.dtype(object))] == [
        True, True, True, False, False, False, False,
    ]  # fmt: skip
    assert cp.issubclass_(np.int32, np.integer) and not cp.issubclass_(np.int32, np.floating) and not cp.issubclass_(1, int)
    assert cp.issubsctype("i4", np.integer) and not cp.issubsctype(cp.ones(2), np.integer)
    assert [cp.sctype2char(t) for t in (np.float32, "i8", float, bool)] == ["f", "l", "d", "?"]
    with pytest.raises(ValueError):
        cp.sctype2char(list)


def test_common_types():
    for arrays, scalars, found in [(["f4"], ["i8", "f8"], "f4"), (["i4", "f4"], [], "f8"), ([], ["i4", "f4"], "f8"), (["i4"], ["c8"], "c8"),
                                   (["i8"], ["f4"], "f4"), (["u1", "i1"], ["i8"], "i2")]:  # fmt: skip
        assert cp.find_common_type(arrays, scalars) == np.dtype(found)
    assert cp.find_common_type([], []) is None


def test_texts(capsys):
    assert cp.safe_eval("{'a': (1, 2.5)}") == {"a": (1, 2.5)}
    with pytest.raises((ValueError, SyntaxError)):
        cp.safe_eval("open('x')")
    file = io.StringIO()
    cp.disp("one", file)
    cp.disp([2], file, linefeed=False)
    assert file.getvalue() == "one\n[2]"
    cp.disp("three")
    a = cp.ones((2, 3))
    cp.who({"a": a, "b": np.ones(2, "i1"), "n": 1, "c": a})
    printed = capsys.readouterr().out
    assert printed.startswith("three\n") and "2 x 3" in printed and "int8" in printed and printed.endswith("=       50\n")
    assert "\nc (a)           2 x 3            48               float64\n" in printed
    cp.who({"n": 1})
    assert capsys.readouterr().out == "\nUpper bound on total bytes  =       0\n"
    cp.show_config()
    assert cp.__version__ in capsys.readouterr().out
    assert cp.format_parser(["f8", "i4"], ["x", "y"], []).dtype == np.dtype([("x", "f8"), ("y", "i4")])
    assert cp.get_array_wrap(1, [2]) is None and cp.get_array_wrap(1, np.ones(2)) is not None


def test_asfarray():
    for dtype, found in [("f4", "f4"), ("i4", "f8"), ("c8", "c8"), (float, "f8")]:
        assert_same(cp.asfarray(cp.arange(3), dtype), np.arange(3).astype(found))


def test_memoize():
    calls = []

    @cp.memoize()
    def double(x, *, by=2):
        """Twice."""
        calls.append(x)
        return x * by

    assert [double(2), double(2), double(3), double(2, by=3)] == [4, 4, 6, 6] and calls == [2, 3, 2]
    assert double.__name__ == "double" and double.__doc__ == "Twice."
    cp.clear_memo()
    assert double(2) == 4 and calls == [2, 3, 2, 2]
    with pytest.raises(TypeError):
        double([])

    @cp.memoize(for_each_device=True)
    def where():
        return str(cp.cuda.Device())

    assert where() == where() == str(cp.cuda.Device())


def test_exceptions():
    assert cp.exceptions.AxisError is np.exceptions.AxisError is cp.AxisError
    assert cp.exceptions.RankWarning is np.exceptions.RankWarning is cp.RankWarning
    with pytest.raises(cp.exceptions.AxisError):
        cp.ones(3).sum(axis=5)


def test_scatter():
    places = np.array([0, 2, 0, 1])
    for name, ufunc in [("scatter_add", np.add), ("scatter_max", np.maximum), ("scatter_min", np.minimum)]:
        for index, value in [(places, 3), (places, np.array([5, -1, 7, 0])), ((places, 1), -2), (np.s_[1:], 9), (np.array([True, False, True]), 4)]:
            expected = np.arange(6).reshape(3, 2) if isinstance(index, tuple) else np.arange(3)
            arrays = [cp.asarray(expected), cp.asarray(expected)]
            ufunc.at(expected, index, value)
            given = cp.asarray(value) if isinstance(value, np.ndarray) else value
            ours = index if isinstance(index, (tuple, slice)) else cp.asarray(index)
            ours = tuple(cp.asarray(i) for i in ours) if isinstance(ours, tuple) else ours
            getattr(arrays[0], name)(ours, given)
            getattr(cp, name)(arrays[1], ours, given)
            for array in arrays:
                assert_same(array, expected)


def test_array_api():
    a = cp.ones(3)
    for version in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
        assert a.__array_namespace__(api_version=version) is cp
    with pytest.raises(ValueError, match="not supported"):
        a.__array_namespace__(api_version="1999.12")
    assert cp.__array_api_version__ == "2025.12"
    assert isinstance(cp.__array_namespace_info__().devices(), tuple)
    for name in ("var", "std", "nanvar", "nanstd"):
        n = np.arange(5.0)
        for options in ({"correction": 1}, {"correction": 0.5}, {"correction": None}):
            given = {} if options["correction"] is None else {"ddof": options["correction"]}
            assert_same(getattr(cp, name)(cp.asarray(n), **options), getattr(np, name)(n, **given))
        with pytest.raises(ValueError, match="simultaneously"):
            getattr(cp, name)(cp.asarray(n), ddof=1, correction=1)
    assert_same(cp.reshape(cp.arange(6), shape=(2, 3)), np.arange(6).reshape(2, 3))
    assert_same(cp.reshape(cp.arange(6), newshape=(2, 3)), np.arange(6).reshape(2, 3))
    for options in ({}, {"shape": 6, "newshape": 6}):
        with pytest.raises(TypeError):
            cp.reshape(cp.arange(6), **options)


def test_astype_to_a_device():
    other = "ptx" if str(cp.cuda.Device()) == "cpu" else "cpu"
    a = cp.arange(3)
    for dtype in ("i8", "f4"):
        there = cp.astype(a, dtype, device=other)
        assert str(there.device) == other or there.device == cp.cuda.Device(other)
        assert_same(there, np.arange(3).astype(dtype))
    assert cp.astype(a, a.dtype, copy=False, device=a.device) is a
    assert cp.astype(a, a.dtype, device=a.device) is not a


def test_array_function_beside_numpys_arrays():
    a, index = cp.arange(5), np.array([0, 2])
    assert_same(np.take(a, index), np.array([0, 2]))
    for call in (lambda: np.concatenate([a, index]), lambda: np.where(index, a, a), lambda: np.stack([a, np.ones(5)])):
        with pytest.raises(TypeError):
            call()
    assert np.einsum_path("ij,jk->ik", cp.ones((2, 2)), cp.ones((2, 3)))[0] == ["einsum_path", (0, 1)]


def test_dask_tokens():
    a = cp.arange(6).reshape(2, 3)
    assert a.__dask_tokenize__() == cp.arange(6).reshape(2, 3).__dask_tokenize__() == cp.asfortranarray(a).__dask_tokenize__()
    tokens = {cp.arange(6).__dask_tokenize__(), a.__dask_tokenize__(), a.astype("f8").__dask_tokenize__(), (a + 1).__dask_tokenize__()}
    assert len(tokens) == 4


def test_names_of_older_programs():
    assert cp.time.repeat is cp.profiler.benchmark
    assert cp.scipy.get_array_module(cp.ones(1)) is cp.scipy and cp.scipy.get_array_module(np.ones(1)) is scipy
    assert cp.get_default_pinned_memory_pool() is cp.cuda.get_default_pinned_memory_pool()
    assert cp.disable_experimental_feature_warning is False
    info = cp.get_runtime_info()
    assert info.cupy_version == cp.__version__ in str(info) and len(str(cp.get_runtime_info(full=False))) < len(str(info))


def test_dlpack_capsule():
    assert_same(cp.from_dlpack(cp.arange(3).toDlpack()), np.arange(3))


def test_conjugates_of_real_numbers_are_the_array():
    for dtype in ("?", "i2", "f4"):
        a = cp.ones(3, dtype)
        assert a.conj() is a and a.conjugate() is a
    a = cp.asarray([1 + 2j])
    assert a.conj() is not a
    assert_same(a.conj(), np.array([1 - 2j]))


def test_empty_arrays_as_indices():
    n = np.arange(24).reshape(2, 3, 4)
    a = cp.asarray(n)
    for shape, dtype in [((0, 3), "i8"), ((0,), "i4"), ((2, 0), "i8")]:
        assert_same(a[np.zeros(shape, dtype)], n[np.zeros(shape, dtype)])
    assert_same(a[[]], n[[]])
    for shape in [(0, 1), (5, 0), (3, 0)]:
        mask = np.zeros(shape, bool)
        for index in (mask, cp.asarray(mask)):
            with pytest.raises(IndexError):
                a[index]
        with pytest.raises(IndexError):
            n[mask]
    empty = np.zeros((0, 3), "i4")
    assert_same(cp.asarray(empty)[np.zeros((0, 3), bool)], empty[np.zeros((0, 3), bool)])
    with pytest.raises(IndexError):
        a[np.zeros(0)]


def test_at_beside_slices():
    for dtype in "?bBiIlLefdFD":
        for index in [np.s_[1:2, [1, 0, 1]], np.s_[1:, [[0, 1]], 1], np.s_[1, 1:, [2, 0]], np.s_[[1, 0], 1:], np.s_[::-1, [1, 0]], np.s_[None, [1, -1]],
                      np.s_[1:2], np.s_[1, 2, 3], np.s_[..., 1:]]:  # fmt: skip
            for name in ("add", "maximum"):
                n = np.zeros((2, 3, 4), dtype)
                a = cp.asarray(n)
                getattr(np, name).at(n, index, 1)
                getattr(cp, name).at(a, index, 1)
                assert_same(a, n, where=(dtype, index, name))
    a = cp.zeros((3, 4), "u8")
    for index in [np.s_[2:, [4]], np.s_[:1, [-5]]]:
        with pytest.raises(IndexError):
            cp.add.at(a, index, 1)
            cp.cuda.Device().synchronize()


def test_no_module_has_a_name_of_the_languages_own():
    """Completion offers a module's public names, and not its imports."""
    program = """
        import importlib, pkgutil, cuprust
        modules = [name for _, name, _ in pkgutil.walk_packages(cuprust.__path__, "cuprust.") if "._" not in name]
        print(len(modules) > 40, [name for name in ["cuprust", *modules] if "annotations" in dir(importlib.import_module(name))])
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True)
    assert done.stdout == "True []\n"


def test_what_an_import_loads():
    """Modules in Python are loaded when one of their names is first asked for, and `import *` brings all names."""
    program = "import sys, cuprust; print(sorted(name for name in sys.modules if name.startswith('cuprust')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["['cuprust',", "'cuprust._core',", "'cuprust._engines']"]
    namespace = {}
    exec("from cuprust import *", namespace)
    for name in cp._PLACES:
        assert namespace[name] is getattr(cp, name), name
    starred = {"cuda", "exceptions", "fft", "lib", "linalg", "polynomial", "random", "testing"}
    assert set(cp.__all__) == {name for name in dir(cp) if not name.startswith("_")} - set(cp._MODULES) | starred
    assert starred - {"cuda"} <= set(np.__all__) and namespace["testing"] is cp.testing


SAMPLE = np.array([3.0, 1.0, 2.0, 2.0])


@pytest.mark.parametrize(("name", "named", "rest"), [
    ("bincount", {"x": np.array([1, 2, 2])}, {}), ("corrcoef", {"a": SAMPLE, "bias": None, "ddof": None}, {"y": SAMPLE}), ("cov", {"a": SAMPLE}, {}),
    ("delete", {"arr": SAMPLE, "indices": 1}, {}), ("ediff1d", {"arr": SAMPLE}, {}), ("histogram", {"x": SAMPLE}, {}),
    ("intersect1d", {"arr1": SAMPLE, "arr2": SAMPLE[:2]}, {}), ("packbits", {"a": SAMPLE > 1}, {}), ("unpackbits", {"a": np.array([3], "u1")}, {}),
    ("percentile", {"a": SAMPLE, "q": 30, "interpolation": "lower"}, {}), ("quantile", {"a": SAMPLE, "q": 0.3, "interpolation": "higher"}, {}),
    ("take_along_axis", {"a": SAMPLE, "indices": np.array([1, 0])}, {"axis": 0}), ("union1d", {"arr1": SAMPLE, "arr2": SAMPLE[:2]}, {}),
    *[(name, {"x": SAMPLE}, {}) for name in ("unique_all", "unique_counts", "unique_inverse", "unique_values", "isneginf", "isposinf")],
    ("unravel_index", {"indices": np.array([3]), "dims": (4, 4)}, {}), ("linalg.cholesky", {"a": np.eye(2)}, {}), ("linalg.matrix_power", {"M": np.eye(2), "n": 2}, {}),
    ("linalg.matrix_rank", {"M": np.eye(2)}, {}), ("linalg.matrix_transpose", {"a": np.ones((2, 3))}, {}),
    ("scipy.ndimage.distance_transform_edt", {"image": SAMPLE > 1}, {}), ("scipy.special.btdtr", {"a": 1.5, "b": 2.5, "x": SAMPLE / 4}, {}),
    ("scipy.special.btdtri", {"a": 1.5, "b": 2.5, "p": SAMPLE / 4}, {}),
])  # fmt: skip
def test_parameters_by_cupys_names(name, named, rest):
    """CuPy's names of parameters are taken beside NumPy's: the same result as by position."""
    function = cp
    for part in name.split("."):
        function = getattr(function, part)
    ours = lambda value: cp.asarray(value) if isinstance(value, np.ndarray) else value  # noqa: E731
    by_name = function(**{key: ours(value) for key, value in (named | rest).items()})
    given = {key: ours(value) for key, value in named.items() if key not in ("bias", "ddof", "interpolation")}
    method = {"method": named["interpolation"]} if "interpolation" in named else {}
    assert_same(by_name, list(map(host, parts)) if isinstance(parts := function(*given.values(), **method, **{k: ours(v) for k, v in rest.items()}), tuple) else host(parts))
    with pytest.raises(TypeError, match="unexpected keyword|positional|multiple"):
        function(*given.values(), **{next(iter(named)): 1}, **rest)
    with pytest.raises(TypeError):
        function(*given.values(), unknown=1)


def test_cupys_names_for_numpys_arrays():
    """Functions that convert NumPy's arrays, or hand them to NumPy, know these names too."""
    assert_same(cp.cov(a=np.stack([SAMPLE, SAMPLE[::-1]])), np.cov(np.stack([SAMPLE, SAMPLE[::-1]])), close=1e-12)
    assert_same(cp.intersect1d(arr1=SAMPLE, arr2=SAMPLE[:2]), np.intersect1d(SAMPLE, SAMPLE[:2]))
    assert_same(cp.unravel_index(np.array([3]), dims=(4, 4)), np.unravel_index(np.array([3]), (4, 4)))


def test_two_names_of_one_parameter():
    assert sorted(cp.random.permutation(a=cp.arange(4)).get()) == [0, 1, 2, 3]
    assert cp.percentile(cp.arange(4.0), 50, interpolation=None) == 1.5
    with pytest.raises(TypeError):
        cp.random.permutation(4, a=4)
    with pytest.raises(TypeError, match="multiple values"):
        cp.unravel_index(cp.array([3]), shape=(4, 4), dims=(4, 4))
    with pytest.raises(TypeError, match="multiple values"):
        cp.percentile(cp.ones(3), 30, method="lower", interpolation="lower")
