"""What the decorators of tests have in common: the signature that a test shows, and what counts as skipping."""

from __future__ import annotations

import functools as _functools
import inspect as _inspect
import sys as _sys
from collections.abc import Callable as _Callable
from typing import Any as _Any
from unittest import SkipTest as _SkipTest

_Test = _Callable[..., _Any]


def without(run: _Test, impl: _Test, *names: str) -> _Test:
    """`run` in the place of `impl`, without the parameters that it fills in: pytest looks for fixtures of the others."""
    wrapped = _functools.wraps(impl)(run)
    parameters = [p for p in _inspect.signature(impl).parameters.values() if p.name not in names]
    wrapped.__signature__ = _inspect.Signature(parameters)  # type: ignore[attr-defined]
    return wrapped


def is_skip(error: BaseException) -> bool:
    """Whether a test ended by being skipped: by unittest, or by pytest where that runs."""
    pytest = _sys.modules.get("pytest")
    return isinstance(error, _SkipTest) or (pytest is not None and isinstance(error, pytest.skip.Exception))
