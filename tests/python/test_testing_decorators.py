"""The decorators and the helpers of `cuprust.testing`: the runs, the comparisons, and the required failures."""

import inspect
import unittest

import numpy as np
import pytest
from conftest import assert_same

import cuprust as cp
from cuprust import testing

EVERY = {np.dtype(code).type for code in "?bhilqBHILQefdFD"}


def seen(decorator, *names):
    """The arguments of a decorated test."""
    runs = []

    @decorator
    def test(**given):
        runs.append(tuple(given[name] for name in names))

    test()
    return runs


@pytest.mark.parametrize(("decorator", "kinds"), [
    (testing.for_all_dtypes(), "biufc"), (testing.for_all_dtypes(no_bool=True), "iufc"), (testing.for_all_dtypes(no_complex=True), "biuf"),
    (testing.for_float_dtypes(), "f"), (testing.for_complex_dtypes(), "c"), (testing.for_signed_dtypes(), "i"), (testing.for_unsigned_dtypes(), "u"),
    (testing.for_int_dtypes(), "biu"), (testing.for_int_dtypes(no_bool=True), "iu"),
])  # fmt: skip
def test_each_dtype_once(decorator, kinds):
    dtypes = [dtype for (dtype,) in seen(decorator, "dtype")]
    assert len({*dtypes}) == len(dtypes) and {*dtypes} == {dtype for dtype in EVERY if np.dtype(dtype).kind in kinds}


def test_dtypes_that_are_named():
    assert seen(testing.for_dtypes(["f4", np.int8], name="t"), "t") == [(np.float32,), (np.int8,)]
    assert (np.float16,) not in seen(testing.for_all_dtypes(no_float16=True), "dtype")
    assert (np.float16,) not in seen(testing.for_float_dtypes(no_float16=True), "dtype")


def test_combinations(monkeypatch):
    for decorator, dtypes in [(testing.for_all_dtypes_combination(("a", "b")), EVERY), (testing.for_signed_dtypes_combination(("a", "b")), None),
                              (testing.for_unsigned_dtypes_combination(("a", "b")), None), (testing.for_int_dtypes_combination(("a", "b")), None)]:  # fmt: skip
        runs = seen(decorator, "a", "b")
        assert len({*runs}) == len(runs)
        assert {a for a, _ in runs} == {b for _, b in runs}
        assert dtypes is None or {a for a, _ in runs} == dtypes
    assert len(seen(testing.for_dtypes_combination("if", ("a", "b", "c"), full=True), "a", "b", "c")) == 8
    monkeypatch.setenv("CUPY_TEST_FULL_COMBINATION", "1")
    assert len(seen(testing.for_dtypes_combination("ifd", ("a", "b")), "a", "b")) == 9


def test_orders_and_axes():
    assert seen(testing.for_CF_orders(), "order") == [("C",), ("F",)]
    assert seen(testing.for_orders([None, "K"], name="o"), "o") == [(None,), ("K",)]

    class Case:
        shape = (2, 3, 4)
        axes = []

        @testing.for_contiguous_axes()
        def test(self, axis):
            self.axes.append(axis)

    for order, first in (("C", [(0, 1, 2), (1, 2), (2,)]), ("f", [(0,), (0, 1), (0, 1, 2)])):
        case = Case()
        case.order, case.axes = order, []
        case.test()
        assert case.axes == first
    case.order = "K"
    with pytest.raises(ValueError):
        case.test()


def test_skipping_of_some():
    @testing.for_dtypes("if")
    def some(dtype):
        if dtype is np.int32:
            pytest.skip("no integers")

    @testing.for_dtypes("if")
    def every(dtype):
        raise unittest.SkipTest("none")

    some()
    with pytest.raises(unittest.SkipTest):
        every()
    with pytest.raises(unittest.SkipTest):
        testing.for_dtypes([])(lambda dtype: None)()


def test_the_failing_dtype_is_printed(capsys):
    @testing.for_dtypes("if")
    def test(dtype):
        assert dtype is not np.float32

    with pytest.raises(AssertionError):
        test()
    assert "dtype is float32" in capsys.readouterr().out


# A decorator, what a test returns with each module, and whether it passes.
COMPARED = [
    (testing.numpy_cupy_array_equal(), lambda xp: xp.arange(3), True),
    (testing.numpy_cupy_array_equal(), lambda xp: xp.arange(3) + (xp is cp), False),
    (testing.numpy_cupy_array_equal(), lambda xp: xp.arange(3, dtype="i4" if xp is cp else "i8"), False),
    (testing.numpy_cupy_array_equal(type_check=False), lambda xp: xp.arange(3, dtype="i4" if xp is cp else "i8"), True),
    (testing.numpy_cupy_array_equal(), lambda xp: (xp.arange(3), xp.ones(2)), True),
    (testing.numpy_cupy_array_equal(), lambda xp: [xp.arange(3), xp.ones(2)][: 1 + (xp is cp)], False),
    (testing.numpy_cupy_array_equal(), lambda xp: None, False),
    (testing.numpy_cupy_array_equal(strides_check=True), lambda xp: xp.ones((2, 3), order="F" if xp is cp else "C"), False),
    (testing.numpy_cupy_array_equal(), lambda xp: xp.ones((2, 3), order="F" if xp is cp else "C"), True),
    (testing.numpy_cupy_allclose(), lambda xp: xp.ones((2, 3), order="F" if xp is cp else "C"), False),
    (testing.numpy_cupy_allclose(contiguous_check=False), lambda xp: xp.ones((2, 3), order="F" if xp is cp else "C"), True),
    (testing.numpy_cupy_allclose(), lambda xp: xp.ones(3) + (1e-5 if xp is cp else 0), False),
    (testing.numpy_cupy_allclose(rtol=1e-4), lambda xp: xp.ones(3) + (1e-5 if xp is cp else 0), True),
    (testing.numpy_cupy_allclose(atol={np.float64: 1e-4, "default": 0}), lambda xp: xp.ones(3) + (1e-5 if xp is cp else 0), True),
    (testing.numpy_cupy_allclose(atol={np.float32: 1e-4, "default": 0}), lambda xp: xp.ones(3) + (1e-5 if xp is cp else 0), False),
    (testing.numpy_cupy_array_almost_equal(decimal=3), lambda xp: xp.ones(3) + (1e-5 if xp is cp else 0), True),
    (testing.numpy_cupy_array_almost_equal(decimal=6), lambda xp: xp.ones(3) + (1e-5 if xp is cp else 0), False),
    (testing.numpy_cupy_array_almost_equal_nulp(2), lambda xp: xp.ones(3) + (2**-52 if xp is cp else 0), True),
    (testing.numpy_cupy_array_almost_equal_nulp(2), lambda xp: xp.ones(3) + (2**-48 if xp is cp else 0), False),
    (testing.numpy_cupy_array_max_ulp(2), lambda xp: xp.ones(3) + (2**-52 if xp is cp else 0), True),
    (testing.numpy_cupy_array_max_ulp(2), lambda xp: xp.ones(3) + (2**-48 if xp is cp else 0), False),
    (testing.numpy_cupy_array_less(), lambda xp: xp.ones(3) - (xp is cp), True),
    (testing.numpy_cupy_array_less(), lambda xp: xp.ones(3), False),
    (testing.numpy_cupy_array_list_equal(), lambda xp: [xp.ones(3), xp.ones(2)], True),
    (testing.numpy_cupy_array_list_equal(), lambda xp: [xp.ones(3), xp.ones(2) + (xp is cp)], False),
    (testing.numpy_cupy_equal(), lambda xp: xp.ones((2, 3)).shape, True),
    (testing.numpy_cupy_equal(), lambda xp: (float("nan"), [1, 2]), True),
    (testing.numpy_cupy_equal(), lambda xp: (float("nan") if xp is cp else 1.0, [1, 2]), False),
    (testing.numpy_cupy_equal(), lambda xp: xp.__name__, False),
    (testing.numpy_cupy_raises(), lambda xp: xp.ones(3).reshape(2), True),
    (testing.numpy_cupy_raises(accept_error=TypeError), lambda xp: xp.ones(3).reshape(2), False),
    (testing.numpy_cupy_raises(accept_error=(TypeError, ValueError)), lambda xp: xp.ones(3).reshape(2), True),
    (testing.numpy_cupy_raises(), lambda xp: xp.ones(3), False),
    (testing.numpy_cupy_raises(), lambda xp: xp.ones(3).reshape(2 if xp is cp else 3), False),
    (testing.numpy_cupy_raises(), lambda xp: xp.ones(3).reshape(2 if xp is np else 3), False),
    (testing.numpy_cupy_raises(), lambda xp: {}[1] if xp is cp else int("x"), False),
    (testing.numpy_cupy_array_equal(accept_error=ValueError), lambda xp: xp.ones(3).reshape(2), True),
    (testing.numpy_cupy_array_equal(accept_error=True), lambda xp: xp.ones(3).reshape(2), True),
    (testing.numpy_cupy_array_equal(), lambda xp: xp.ones(3).reshape(2), False),
    (testing.numpy_cupy_allclose(scipy_name="scp"), lambda xp, scp: scp.special.erf(xp.ones(3)), True),
]  # fmt: skip


@pytest.mark.parametrize("place", range(len(COMPARED)))
def test_compared(place):
    decorator, test, passes = COMPARED[place]
    run = decorator(test)
    assert list(inspect.signature(run).parameters) == [], "pytest looks for no fixture of the arguments that are filled in"
    if passes:
        run()
    else:
        with pytest.raises(AssertionError):
            run()


def test_stacked_with_fixtures(tmp_path):
    runs = []

    @testing.for_orders("CF")
    @testing.for_dtypes("if")
    @testing.numpy_cupy_array_equal(name="module")
    def test(tmp_path, module, dtype, order):
        runs.append((module, dtype, order, tmp_path))
        return module.ones((2, 3), dtype, order)

    assert list(inspect.signature(test).parameters) == ["tmp_path"]
    test(tmp_path=tmp_path)
    assert len({*runs}) == 8 and {path for *_, path in runs} == {tmp_path}


def test_one_that_skips_with_one_module_fails():
    @testing.numpy_cupy_array_equal()
    def one(xp):
        if xp is np:
            pytest.skip("not here")
        return xp.ones(1)

    @testing.numpy_cupy_array_equal()
    def both(xp):
        pytest.skip("not here")

    with pytest.raises(AssertionError, match="only NumPy skipped"):
        one()
    with pytest.raises(pytest.skip.Exception):
        both()


@testing.parameterize(*testing.product({"shape": [(2, 3), ()], "make": [np.ones, np.zeros]}))
class TestParameterized:
    def test_parameters(self):
        assert self.make(self.shape).shape == self.shape


@testing.parameterize({"x": 1}, {"x": 2})
class TestParameterizedUnittest(unittest.TestCase):
    def test_parameters(self):
        self.assertIn(self.x, (1, 2))


def test_parameterized_classes():
    made = [name for name in globals() if name.startswith("TestParameterized_param_")]
    assert len(made) == 4 and TestParameterized.__test__ is False and all(globals()[name].__test__ for name in made)
    assert sum(name.startswith("TestParameterizedUnittest_param_") for name in globals()) == 2
    with pytest.raises(TypeError):
        testing.parameterize({}, ids=3)


def test_products():
    assert testing.product({"b": [1, 2], "a": "x"}) == [{"a": "x", "b": 1}, {"a": "x", "b": 2}]
    lists = [[{"a": 1}, {"a": 2}], [{"b": 3}]]
    assert testing.product(lists) == testing.product_dict(*lists) == [{"a": 1, "b": 3}, {"a": 2, "b": 3}]
    with pytest.raises(TypeError):
        testing.product(3)


def test_values():
    for xp in (np, cp):
        own = xp.ndarray
        for shape, count in [((2, 3), 6), (4, 4), ((), 1), ((0, 2), 0)]:
            for dtype in EVERY:
                a = testing.shaped_arange(shape, xp, dtype)
                assert type(a) is own and a.dtype == dtype and a.size == count
                for made in (testing.shaped_reverse_arange, testing.shaped_random):
                    assert made(shape, xp, dtype).dtype == dtype and made(shape, xp, dtype).shape == a.shape
        assert_same(testing.shaped_arange((2, 2), xp, "c8"), np.array([[1 + 1j, 2 + 2j], [3 + 3j, 4 + 4j]], "c8"))
        assert_same(testing.shaped_arange((2, 2), xp, "?"), np.array([[False, True], [False, True]]))
        assert testing.shaped_arange((2, 2), xp, "f4", order="F").flags.f_contiguous
        assert_same(testing.shaped_reverse_arange((3,), xp, "i2"), np.array([3, 2, 1], "i2"))
        assert_same(testing.shaped_linspace(0, 1, (3,), xp, "f8"), np.array([0, 0.5, 1]))
        assert_same(testing.shaped_random((5,), xp, "f8", scale=3, seed=7), testing.shaped_random((5,), np, "f8", scale=3, seed=7))
    assert type(testing.shaped_arange((2,))) is cp.ndarray
    drawn = testing.shaped_random((1000,), np, "f8", scale=4)
    assert 0 <= drawn.min() and drawn.max() < 4 and testing.shaped_random((9,), np, "f8", seed=1)[0] != drawn[0]
    sparse = testing.shaped_sparse_random((10, 20), density=0.1, format="csr")
    assert sparse.shape == (10, 20) and sparse.nnz == 20 and sparse.format == "csr"


def test_matrices():
    for shape, values in [((3, 4), [3, 2, 1]), ((2, 4, 3), [5, 2, 0])]:
        for dtype in ("f8", "c16"):
            matrix = testing.generate_matrix(shape, np, dtype, singular_values=values)
            assert matrix.dtype == dtype and matrix.shape == shape
            np.testing.assert_allclose(np.linalg.svd(matrix, compute_uv=False), np.broadcast_to(values, (*shape[:-2], 3)), atol=1e-12)
    assert type(testing.generate_matrix((2, 2))) is cp.ndarray
    for wrong in [lambda: testing.generate_matrix((3,)), lambda: testing.generate_matrix((3, 3), dtype="i4"),
                  lambda: testing.generate_matrix((2, 2), singular_values=[1, -1])]:  # fmt: skip
        with pytest.raises(ValueError):
            wrong()


def test_random_numbers_that_are_fixed():
    @testing.fix_random()
    def draw():
        return testing.generate_seed(), np.random.rand(), cp.random.rand(2).get().tolist()

    state = np.random.get_state()[1].copy()
    assert draw() == draw()
    assert (np.random.get_state()[1] == state).all()

    @testing.fix_random()
    class Case:
        def test(self):
            return testing.generate_seed()

    assert Case().test() == Case().test() == draw()[0]
    assert len({testing.generate_seed() for _ in range(5)}) > 1


def test_requirements(pytestconfig):
    pytestconfig.addinivalue_line("markers", "slow: what the decorator of the name marks")
    assert testing.installed("numpy>=2") and not testing.installed("numpy>=2", "numpy<2") and not testing.installed("no-such-package")
    assert testing.numpy_satisfies(">=2") and not testing.numpy_satisfies("<2")
    for decorator, runs in [(testing.with_requires("numpy<2"), False), (testing.with_requires("numpy>=2"), True), (testing.multi_gpu(99), False)]:
        test = decorator(lambda: 3)
        if runs:
            assert test() == 3
        else:
            with pytest.raises(unittest.SkipTest):
                test()
    assert testing.slow(reason="long").name == "slow"

    @testing.slow
    def marked():
        pass

    assert marked.pytestmark[0].name == "slow"
    with testing.assert_warns(DeprecationWarning):
        import warnings

        warnings.warn("old", DeprecationWarning, stacklevel=1)
    with pytest.raises(AssertionError), testing.assert_warns(UserWarning):
        pass


def test_calls_that_must_happen():
    with testing.AssertFunctionIsCalled("os.getcwd", times_called=2):
        import os

        os.getcwd()
        os.getcwd()
    with pytest.raises(AssertionError, match="called 0 times instead of 1"), testing.AssertFunctionIsCalled("os.getcwd"):
        pass


class TestAlias(testing.NumpyAliasBasicTestBase):
    func = "isscalar_"

    @property
    def cupy_func(self):
        return lambda element: element

    @property
    def numpy_func(self):
        return np.isscalar

    def test_docstring(self):
        with self.assertRaises(AssertionError):
            super().test_docstring()


class TestAliasValues(testing.NumpyAliasValuesTestBase):
    func = "broadcast_shapes"
    args = ((2, 1), (3,))


def test_the_innermost_of_two_decorators_says_what_a_parameter_is():
    seen = []

    @cp.testing.for_dtypes(["f4", "f8"])
    @cp.testing.for_dtypes(["i4"])
    def test(dtype):
        seen.append(dtype)

    test()
    assert seen == [np.int32] * 2
