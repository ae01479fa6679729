"""Tests that are run once for each dtype, order or set of axes."""

from __future__ import annotations

import itertools as _itertools
import os as _os
import random as _random
from collections.abc import Callable as _Callable
from collections.abc import Iterable as _Iterable
from collections.abc import Sequence as _Sequence
from typing import Any as _Any
from unittest import SkipTest as _SkipTest

import numpy as _numpy

from cuprust.testing._wrapping import is_skip as _is_skip
from cuprust.testing._wrapping import without as _without

_Test = _Callable[..., _Any]
_Decorator = _Callable[[_Test], _Test]

_COMPLEX = (_numpy.complex64, _numpy.complex128)
_FLOAT = (_numpy.float64, _numpy.float32)
_SIGNED = tuple(_numpy.dtype(code).type for code in "bhilq")
_UNSIGNED = tuple(_numpy.dtype(code).type for code in "BHILQ")
_INT = _SIGNED + _UNSIGNED


def _floats(no_float16: bool) -> tuple[type, ...]:
    return _FLOAT if no_float16 else (*_FLOAT, _numpy.float16)


def _ints(no_bool: bool) -> tuple[type, ...]:
    return _INT if no_bool else (*_INT, _numpy.bool_)


def _all(no_float16: bool, no_bool: bool, no_complex: bool) -> tuple[type, ...]:
    return _floats(no_float16) + _ints(no_bool) + (() if no_complex else _COMPLEX)


def _for_each(cases: _Sequence[dict[str, _Any]]) -> _Decorator:
    """Runs a test with each set of keywords. Where it is skipped with all of them, it is skipped.

    Of several decorators that name one parameter, the innermost says what it is.
    """

    def decorate(impl: _Test) -> _Test:
        def run(*args: _Any, **kwargs: _Any) -> None:
            skipped: BaseException | None = None
            ran = False
            for case in cases:
                try:
                    impl(*args, **{**kwargs, **case})
                except BaseException as error:
                    if not _is_skip(error):
                        print(", ".join(f"{name} is {_name(value)}" for name, value in case.items()))
                        raise
                    skipped = error
                else:
                    ran = True
            if not ran:
                raise skipped or _SkipTest("there is nothing to run this test with")

        return _without(run, impl, *(cases[0] if cases else ()))

    return decorate


def _name(value: _Any) -> str:
    return value.__name__ if isinstance(value, type) else repr(value)


def for_dtypes(dtypes: _Iterable[_Any], name: str = "dtype") -> _Decorator:
    """Runs a test with each of these dtypes in the argument `name`.

    >>> @cp.testing.for_dtypes([cp.int32, "f8"])
    ... def test(dtype):
    ...     assert cp.ones(3, dtype).sum() == 3
    >>> test()
    """
    kept = [_numpy.dtype(dtype).type if isinstance(dtype, str) else dtype for dtype in dtypes]
    return _for_each([{name: dtype} for dtype in kept])


def for_all_dtypes(
    name: str = "dtype", no_float16: bool = False, no_bool: bool = False, no_complex: bool = False
) -> _Decorator:
    """Runs a test with each dtype of NumPy that arrays may have: floats, integers, bool and complex numbers."""
    return for_dtypes(_all(no_float16, no_bool, no_complex), name)


def for_float_dtypes(name: str = "dtype", no_float16: bool = False) -> _Decorator:
    """Runs a test with each dtype of floats."""
    return for_dtypes(_floats(no_float16), name)


def for_complex_dtypes(name: str = "dtype") -> _Decorator:
    """Runs a test with each dtype of complex numbers."""
    return for_dtypes(_COMPLEX, name)


def for_signed_dtypes(name: str = "dtype") -> _Decorator:
    """Runs a test with each dtype of signed integers."""
    return for_dtypes(_SIGNED, name)


def for_unsigned_dtypes(name: str = "dtype") -> _Decorator:
    """Runs a test with each dtype of unsigned integers."""
    return for_dtypes(_UNSIGNED, name)


def for_int_dtypes(name: str = "dtype", no_bool: bool = False) -> _Decorator:
    """Runs a test with each dtype of integers, and with bool."""
    return for_dtypes(_ints(no_bool), name)


def for_dtypes_combination(
    types: _Iterable[_Any], names: _Sequence[str] = ("dtype",), full: bool | None = None
) -> _Decorator:
    """Runs a test with combinations of these dtypes in the arguments `names`.

    With `full` they are all combinations; without it some, in which each argument is of each dtype at least once. None takes the
    answer from the environment variable ``CUPY_TEST_FULL_COMBINATION``: full where it is ``1``.
    """
    types = list(types)
    if full is None:
        full = _os.environ.get("CUPY_TEST_FULL_COMBINATION", "0") == "1"
    combinations: list[tuple[_Any, ...]]
    if full:
        combinations = list(_itertools.product(types, repeat=len(names)))
    else:
        # A fixed order, so that a failure is reproducible.
        order = _random.Random(len(names))
        combinations = list(zip(*(order.sample(types, len(types)) for _ in names)))
        combinations += [(dtype,) * len(names) for dtype in types]
    return _for_each([dict(zip(names, combination)) for combination in dict.fromkeys(combinations)])


def for_all_dtypes_combination(
    names: _Sequence[str] = ("dtyes",), no_float16: bool = False, no_bool: bool = False, full: bool | None = None, no_complex: bool = False
) -> _Decorator:  # fmt: skip
    """Runs a test with combinations of all dtypes: `for_dtypes_combination` says which."""
    return for_dtypes_combination(_all(no_float16, no_bool, no_complex), names, full)


def for_signed_dtypes_combination(names: _Sequence[str] = ("dtype",), full: bool | None = None) -> _Decorator:
    """Runs a test with combinations of the dtypes of signed integers: `for_dtypes_combination` says which."""
    return for_dtypes_combination(_SIGNED, names, full)


def for_unsigned_dtypes_combination(names: _Sequence[str] = ("dtype",), full: bool | None = None) -> _Decorator:
    """Runs a test with combinations of the dtypes of unsigned integers: `for_dtypes_combination` says which."""
    return for_dtypes_combination(_UNSIGNED, names, full)


def for_int_dtypes_combination(
    names: _Sequence[str] = ("dtype",), no_bool: bool = False, full: bool | None = None
) -> _Decorator:
    """Runs a test with combinations of the dtypes of integers, and of bool: `for_dtypes_combination` says which."""
    return for_dtypes_combination(_ints(no_bool), names, full)


def for_orders(orders: _Iterable[str | None], name: str = "order") -> _Decorator:
    """Runs a test with each of these orders in the argument `name`."""
    return _for_each([{name: order} for order in orders])


def for_CF_orders(name: str = "order") -> _Decorator:
    """Runs a test with the orders C and F in the argument `name`."""
    return for_orders(["C", "F"], name)


def for_contiguous_axes(name: str = "axis") -> _Decorator:
    """Runs a test with each set of axes that lie beside each other in memory, for the shape and the order of the test's instance.

    They are the last axes where ``self.order`` is C, and the first where it is F.
    """

    def decorate(impl: _Test) -> _Test:
        def run(self: _Any, *args: _Any, **kwargs: _Any) -> None:
            rank = len(self.shape)
            if self.order in ("c", "C"):
                sets = [tuple(range(first, rank)) for first in range(rank)]
            elif self.order in ("f", "F"):
                sets = [tuple(range(last)) for last in range(1, rank + 1)]
            else:
                raise ValueError(f"Please specify the array order: 'C' or 'F', not {self.order!r}")
            for axes in sets:
                try:
                    impl(self, *args, **kwargs, **{name: axes})
                except Exception:
                    print(f"{name} is {axes}, and the order {self.order}")
                    raise

        return _without(run, impl, name)

    return decorate
