"""`cuprust.testing`: the assertions pass and fail where NumPy's do, with its texts."""

import inspect

import numpy as np
import pytest

import cuprust as cp
from cuprust import testing

A = np.array([[1.0, 2.0], [3.0, np.nan]])
PAIRS = [(A, A), (A, A + 1e-9), (A, A + 1e-3), (A, A[0]), (A, A.astype("float32")), (np.arange(3), np.arange(3)), (np.arange(3), 1),
         (np.arange(3), np.arange(3) + 1), (np.arange(3), np.arange(4)), ([1, 2], [1, 2.5]), (2.5, 2.5), (np.float32(1), 1)]  # fmt: skip
CALLS = [
    ("assert_allclose", {}), ("assert_allclose", {"rtol": 1e-2}), ("assert_allclose", {"equal_nan": False}), ("assert_allclose", {"strict": True}),
    ("assert_array_equal", {}), ("assert_array_equal", {"strict": True}), ("assert_array_equal", {"err_msg": "marked", "verbose": False}),
    ("assert_array_almost_equal", {}), ("assert_array_almost_equal", {"decimal": 2}), ("assert_array_almost_equal_nulp", {}),
    ("assert_array_almost_equal_nulp", {"nulp": 5}), ("assert_array_max_ulp", {}), ("assert_array_max_ulp", {"maxulp": 1000000}),
    ("assert_array_less", {}), ("assert_array_less", {"strict": True}),
]  # fmt: skip


def ours(value):
    return cp.asarray(value) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize(("name", "options"), CALLS, ids=repr)
def test_as_numpy(name, options):
    for x, y in PAIRS:
        outcomes = []
        for module, both in [(np.testing, lambda a: a), (testing, ours), (testing, lambda a: a), (cp.testing, ours)]:
            try:
                got = getattr(module, name)(both(x), both(y), **options)
                outcomes.append(None if got is None else np.asarray(got).tolist())
            except Exception as error:
                outcomes.append((type(error), str(error)))
        # NumPy's text shows a number as it was given; ours shows it as an array without axes.
        kinds = [outcome if isinstance(x, np.ndarray) and isinstance(y, np.ndarray) else isinstance(outcome, tuple) for outcome in outcomes]
        assert kinds[1:] == kinds[:1] * 3, f"{x!r} {y!r}"


def test_mixed_operands():
    testing.assert_allclose(cp.arange(3.0), np.arange(3.0))
    testing.assert_array_equal(np.arange(3), cp.arange(3))
    testing.assert_array_less(cp.arange(3), 5)
    with pytest.raises(AssertionError):
        testing.assert_array_equal(cp.arange(3), np.arange(1, 4))


def test_strides_and_lists():
    a = cp.ones((2, 3))
    testing.assert_array_equal(a, a.copy(), strides_check=True)
    testing.assert_array_equal(a, cp.asfortranarray(a))
    with pytest.raises(AssertionError, match=r"Strides are not equal: why\n x: \(24, 8\)\n y: \(8, 16\)"):
        testing.assert_array_equal(a, cp.asfortranarray(a), strides_check=True, err_msg="why")
    testing.assert_array_list_equal([a, [1]], [a.get(), np.array([1])])
    for x, y in [([a], [a, a]), ([a], (a,)), (a, a), ([a], [a + 1])]:
        with pytest.raises(AssertionError):
            testing.assert_array_list_equal(x, y)


def untyped(function):
    """The signature without the types of parameters and result."""
    signature = inspect.signature(function)
    parameters = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()]
    return str(signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty))


def test_signatures():
    assert {name for name in testing.__all__ if name.startswith("assert_")} == {name for name in dir(testing) if name.startswith("assert_")}
    assert untyped(testing.assert_allclose) == (
        "(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg='', verbose=True, *, strict=False)"
    )
    assert untyped(testing.assert_array_equal) == (
        "(actual, desired, err_msg='', verbose=True, *, strict=False, strides_check=False)"
    )
    assert untyped(testing.assert_array_max_ulp) == "(a, b, maxulp=1, dtype=None)"
