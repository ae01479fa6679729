"""Decorators that run a test with cuprust and with NumPy, and compare what it returns or raises."""

from __future__ import annotations

import importlib as _importlib
import traceback as _traceback
from collections.abc import Callable as _Callable
from collections.abc import Iterator as _Iterator
from typing import Any as _Any

import numpy as _numpy

from cuprust._core import asnumpy as _asnumpy
from cuprust._core import ndarray as _ndarray
from cuprust.testing import _asserts
from cuprust.testing._wrapping import is_skip as _is_skip
from cuprust.testing._wrapping import without as _without

_Test = _Callable[..., _Any]
_Decorator = _Callable[[_Test], _Test]


class _Outcome:
    """What a test did with one of the two modules: a value or an error, or it was skipped."""

    def __init__(self, test: _Test, args: _Any, kwargs: dict[str, _Any]) -> None:
        self.value: _Any = None
        self.error: Exception | None = None
        self.text = ""
        self.skipped: BaseException | None = None
        try:
            self.value = test(*args, **kwargs)
        except BaseException as error:
            if _is_skip(error):
                self.skipped = error
            elif isinstance(error, Exception):
                self.error, self.text = error, _traceback.format_exc()
            else:
                raise


def _decorate(impl: _Test, names: dict[str, tuple[str, str]], accepted: tuple[type[BaseException], ...], check: _Any) -> _Test:
    """Runs `impl` with cuprust's modules and with the others in the arguments `names`, and checks the two values."""

    def run(*args: _Any, **kwargs: _Any) -> None:
        ours, theirs = (
            _Outcome(impl, args, {**kwargs, **{name: _importlib.import_module(pair[place]) for name, pair in names.items()}})
            for place in (0, 1)
        )
        if ours.skipped is not None or theirs.skipped is not None:
            if ours.skipped is None or theirs.skipped is None:
                raise AssertionError(f"only {'cuprust' if theirs.skipped is None else 'NumPy'} skipped this test")
            raise ours.skipped
        if ours.error is not None or theirs.error is not None:
            _compare_errors(ours, theirs, accepted)
        elif check is None:
            raise AssertionError("Both cuprust and NumPy are expected to raise errors, but have not")
        else:
            check(ours.value, theirs.value)

    return _without(run, impl, *names)


def _compare_errors(ours: _Outcome, theirs: _Outcome, accepted: tuple[type[BaseException], ...]) -> None:
    if ours.error is None:
        raise AssertionError(f"Only NumPy raised an error\n\n{theirs.text}") from theirs.error
    if theirs.error is None:
        raise AssertionError(f"Only cuprust raised an error\n\n{ours.text}") from ours.error
    text = f"cuprust\n{ours.text}\nNumPy\n{theirs.text}"
    # NumPy raises private classes derived from TypeError, and AxisError stands for two classes.
    if not isinstance(ours.error, type(theirs.error)) and not isinstance(theirs.error, type(ours.error)):
        raise AssertionError(f"Different types of errors were raised\n\n{text}") from ours.error
    if not (isinstance(ours.error, accepted) and isinstance(theirs.error, accepted)):
        raise AssertionError(f"Both cuprust and NumPy raised errors that the test does not accept\n\n{text}") from ours.error


def _accepted(accept_error: _Any) -> tuple[type[BaseException], ...]:
    if accept_error is True:
        return (Exception,)
    if not accept_error:
        return ()
    return accept_error if isinstance(accept_error, tuple) else (accept_error,)


def _modules(name: str | None, sp_name: str | None, scipy_name: str | None) -> dict[str, tuple[str, str]]:
    pairs = ((name, ("cuprust", "numpy")), (sp_name, ("cuprust.scipy.sparse", "scipy.sparse")), (scipy_name, ("cuprust.scipy", "scipy")))
    return {argument: pair for argument, pair in pairs if argument is not None}


def _pairs(ours: _Any, theirs: _Any) -> _Iterator[tuple[_Any, _Any]]:
    """What a test returned, array by array: it may return a tuple or a list of them."""
    if ours is None or theirs is None:
        raise AssertionError("the test returned None: it returns what is to be compared")
    if isinstance(ours, (tuple, list)) != isinstance(theirs, (tuple, list)):
        raise AssertionError(f"the test returned a {type(ours).__name__} and a {type(theirs).__name__}")
    if not isinstance(ours, (tuple, list)):
        yield ours, theirs
        return
    if len(ours) != len(theirs):
        raise AssertionError(f"the test returned {len(ours)} and {len(theirs)} values")
    for one, other in zip(ours, theirs):
        yield from _pairs(one, other) if isinstance(one, (tuple, list)) else [(one, other)]


def _dense(value: _Any) -> _Any:
    """A sparse matrix as an array; another value as it is."""
    return value.toarray() if hasattr(value, "toarray") else value


def _numpy_cupy(
    compare: _Callable[[_Any, _Any], object],
    name: str | None,
    type_check: bool,
    accept_error: _Any,
    sp_name: str | None,
    scipy_name: str | None,
    contiguous_check: bool = False,
) -> _Decorator:
    def check(ours: _Any, theirs: _Any) -> None:
        for one, other in _pairs(ours, theirs):
            if contiguous_check and isinstance(one, _ndarray) and isinstance(other, _numpy.ndarray):
                for flag in ("c_contiguous", "f_contiguous"):
                    if getattr(other.flags, flag) and not getattr(one.flags, flag):
                        raise AssertionError(f"NumPy's array is {flag} and cuprust's is not")
            one, other = _dense(one), _dense(other)
            compare(one, other)
            if type_check:
                _same_dtype(one, other)

    return lambda impl: _decorate(impl, _modules(name, sp_name, scipy_name), _accepted(accept_error), check)


def _same_dtype(ours: _Any, theirs: _Any) -> None:
    dtypes = [_asnumpy(value).dtype for value in (ours, theirs)]
    if dtypes[0] != dtypes[1]:
        raise AssertionError(f"the dtypes are {dtypes[0]} of cuprust and {dtypes[1]} of NumPy")


def _tolerance(tolerance: _Any, ours: _Any, theirs: _Any) -> float:
    """The tolerance for the dtypes of two arrays: of a dict of tolerances by dtype the greater one, where one is there."""
    if not isinstance(tolerance, dict):
        return float(tolerance)
    by_dtype = {_numpy.dtype(key): value for key, value in tolerance.items() if key != "default"}
    found = [by_dtype[dtype] for dtype in (_asnumpy(ours).dtype, _asnumpy(theirs).dtype) if dtype in by_dtype]
    return float(max(found) if found else tolerance["default"])


def numpy_cupy_allclose(
    rtol: float | dict[_Any, float] = 1e-7, atol: float | dict[_Any, float] = 0, err_msg: str = "", verbose: bool = True, name: str = "xp",
    type_check: bool = True, accept_error: _Any = False, sp_name: str | None = None, scipy_name: str | None = None,
    contiguous_check: bool = True, *, _check_sparse_format: bool = True,
) -> _Decorator:  # fmt: skip
    """Checks that a test returns close arrays with cuprust and with NumPy in the argument `name`.

    A tolerance may be a dict by dtype, with the key ``'default'`` for the others. `type_check` compares dtypes as well, and
    `contiguous_check` asks for contiguous arrays where NumPy's are. Where both raise an error of one type that
    `accept_error` names, the test passes; True names every error. `sp_name` and `scipy_name` are arguments that get the modules
    ``scipy.sparse`` and ``scipy``. A test may return a tuple or a list of arrays.

    >>> @cp.testing.numpy_cupy_allclose(rtol=1e-6)
    ... def test(xp):
    ...     return xp.sin(xp.arange(3.0))
    >>> test()
    """

    def compare(ours: _Any, theirs: _Any) -> None:
        tolerances = _tolerance(rtol, ours, theirs), _tolerance(atol, ours, theirs)
        _asserts.assert_allclose(ours, theirs, *tolerances, err_msg=err_msg, verbose=verbose)

    return _numpy_cupy(compare, name, type_check, accept_error, sp_name, scipy_name, contiguous_check)


def numpy_cupy_array_almost_equal(
    decimal: int = 6, err_msg: str = "", verbose: bool = True, name: str = "xp", type_check: bool = True, accept_error: _Any = False,
    sp_name: str | None = None, scipy_name: str | None = None,
) -> _Decorator:  # fmt: skip
    """Checks that a test returns arrays that are equal to this many decimals: `numpy_cupy_allclose` has the other parameters."""

    def compare(ours: _Any, theirs: _Any) -> None:
        _asserts.assert_array_almost_equal(ours, theirs, decimal, err_msg, verbose)

    return _numpy_cupy(compare, name, type_check, accept_error, sp_name, scipy_name)


def numpy_cupy_array_almost_equal_nulp(
    nulp: int = 1, name: str = "xp", type_check: bool = True, accept_error: _Any = False, sp_name: str | None = None,
    scipy_name: str | None = None,
) -> _Decorator:  # fmt: skip
    """Checks that a test returns arrays at most this many units in the last place apart: `numpy_cupy_allclose` has the other parameters."""

    def compare(ours: _Any, theirs: _Any) -> None:
        _asserts.assert_array_almost_equal_nulp(ours, theirs, nulp)

    return _numpy_cupy(compare, name, type_check, accept_error, sp_name, scipy_name)


def numpy_cupy_array_max_ulp(
    maxulp: int = 1, dtype: _Any = None, name: str = "xp", type_check: bool = True, accept_error: _Any = False, sp_name: str | None = None,
    scipy_name: str | None = None,
) -> _Decorator:  # fmt: skip
    """Checks that a test returns arrays with at most this many numbers between them: `numpy_cupy_allclose` has the other parameters."""

    def compare(ours: _Any, theirs: _Any) -> None:
        _asserts.assert_array_max_ulp(ours, theirs, maxulp, dtype)

    return _numpy_cupy(compare, name, type_check, accept_error, sp_name, scipy_name)


def numpy_cupy_array_equal(
    err_msg: str = "", verbose: bool = True, name: str = "xp", type_check: bool = True, accept_error: _Any = False,
    sp_name: str | None = None, scipy_name: str | None = None, strides_check: bool = False,
) -> _Decorator:  # fmt: skip
    """Checks that a test returns equal arrays: `numpy_cupy_allclose` has the other parameters.

    `strides_check` compares their strides as well.
    """

    def compare(ours: _Any, theirs: _Any) -> None:
        _asserts.assert_array_equal(ours, theirs, err_msg, verbose, strides_check=strides_check)

    return _numpy_cupy(compare, name, type_check, accept_error, sp_name, scipy_name)


def numpy_cupy_array_less(
    err_msg: str = "", verbose: bool = True, name: str = "xp", type_check: bool = True, accept_error: _Any = False,
    sp_name: str | None = None, scipy_name: str | None = None,
) -> _Decorator:  # fmt: skip
    """Checks that the elements with cuprust are less than those with NumPy: `numpy_cupy_allclose` has the other parameters."""

    def compare(ours: _Any, theirs: _Any) -> None:
        _asserts.assert_array_less(ours, theirs, err_msg, verbose)

    return _numpy_cupy(compare, name, type_check, accept_error, sp_name, scipy_name)


def numpy_cupy_array_list_equal(
    err_msg: str = "", verbose: bool = True, name: str = "xp", sp_name: str | None = None, scipy_name: str | None = None
) -> _Decorator:
    """Checks that a test returns lists of equal arrays."""

    def check(ours: _Any, theirs: _Any) -> None:
        _asserts.assert_array_list_equal(ours, theirs, err_msg, verbose)

    return lambda impl: _decorate(impl, _modules(name, sp_name, scipy_name), (), check)


def numpy_cupy_equal(name: str = "xp", sp_name: str | None = None, scipy_name: str | None = None) -> _Decorator:
    """Checks that a test returns equal objects, such as numbers or shapes: no arrays."""

    def check(ours: _Any, theirs: _Any) -> None:
        if not _equal(ours, theirs):
            raise AssertionError(f"Results are not equal:\ncuprust: {ours}\nNumPy: {theirs}")

    return lambda impl: _decorate(impl, _modules(name, sp_name, scipy_name), (), check)


def _equal(ours: _Any, theirs: _Any) -> bool:
    if isinstance(ours, (tuple, list)) and type(ours) is type(theirs):
        return len(ours) == len(theirs) and all(map(_equal, ours, theirs))
    # NaN is equal to NaN here, and to nothing else.
    if isinstance(ours, (float, complex)) and isinstance(theirs, (float, complex)) and ours != ours:
        return bool(theirs != theirs)
    return bool(ours == theirs)


def numpy_cupy_raises(
    name: str = "xp", sp_name: str | None = None, scipy_name: str | None = None, accept_error: _Any = Exception
) -> _Decorator:
    """Checks that a test raises errors of one type with both modules, which `accept_error` names; True names every error.

    >>> @cp.testing.numpy_cupy_raises(accept_error=ValueError)
    ... def test(xp):
    ...     xp.ones(3).reshape(2, 2)
    >>> test()
    """
    return lambda impl: _decorate(impl, _modules(name, sp_name, scipy_name), _accepted(accept_error), None)
