"""Test classes: of names that are aliases of another function, and of calls that must happen."""

from __future__ import annotations

import importlib as _importlib
import inspect as _inspect
import unittest as _unittest
from typing import Any as _Any
from unittest import mock as _mock

import numpy as _numpy


class AssertFunctionIsCalled:
    """A block in which the function that a path names is called this many times; it is replaced meanwhile.

    The arguments are those of ``unittest.mock.patch``. Raises AssertionError at the end of the block for another number of calls.
    """

    def __init__(self, *args: _Any, times_called: int = 1, **kwargs: _Any) -> None:
        self.patch: _Any = _mock.patch(*args, **kwargs)
        self.times_called = times_called

    def __enter__(self) -> _Any:
        self.handle = self.patch.__enter__()
        return self.handle

    def __exit__(self, *error: _Any) -> _Any:
        result = self.patch.__exit__(*error)
        if error[0] is None and self.handle.call_count != self.times_called:
            raise AssertionError(f"the function was called {self.handle.call_count} times instead of {self.times_called}")
        return result


class _Alias(_unittest.TestCase):
    """Tests of cuprust's function of the name `func`: a class derived from this one says the name."""

    __test__ = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # A class that does not set it itself is a test; the base classes below are not.
        cls.__test__ = vars(cls).get("__test__", True)

    @property
    def func(self) -> str:
        """The name of the function."""
        raise NotImplementedError("a class derived from this one says which function is tested")

    @property
    def cupy_func(self) -> _Any:
        """cuprust's function of the name."""
        return getattr(_importlib.import_module("cuprust"), self.func)

    @property
    def numpy_func(self) -> _Any:
        """NumPy's function of the name."""
        return getattr(_numpy, self.func)


class NumpyAliasBasicTestBase(_Alias):
    """That cuprust's function of the name `func` has NumPy's parameters and a text of its own: a class derived from it says the name."""

    __test__ = False

    def test_argspec(self) -> None:
        """The parameters are NumPy's."""
        self.assertEqual(*(list(_inspect.signature(f).parameters) for f in (self.cupy_func, self.numpy_func)))

    def test_docstring(self) -> None:
        """The function is documented, and not by NumPy's text."""
        self.assertIsNotNone(self.cupy_func.__doc__)
        self.assertIsNot(self.cupy_func.__doc__, self.numpy_func.__doc__)


class NumpyAliasValuesTestBase(_Alias):
    """That cuprust's function of the name `func` gives what NumPy's does for the arguments `args`."""

    __test__ = False
    args: tuple[_Any, ...] = ()

    def test_values(self) -> None:
        """The values are equal."""
        self.assertEqual(self.cupy_func(*self.args), self.numpy_func(*self.args))
