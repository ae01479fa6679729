"""Tests that run only where something is there."""

from __future__ import annotations

from collections.abc import Callable as _Callable
from importlib import metadata as _metadata
from typing import Any as _Any
from unittest import skipUnless as _skip_unless

from cuprust._core import cuda as _cuda

_Decorator = _Callable[[_Any], _Any]


def installed(*specifiers: str) -> bool:
    """Whether packages are installed in versions that requirements such as ``'numpy>=2'`` name.

    Needs the package ``packaging``.

    >>> cp.testing.installed("numpy>=1.20")
    True
    """
    from packaging.requirements import Requirement

    for specifier in specifiers:
        requirement = Requirement(specifier)
        try:
            version = _metadata.version(requirement.name)
        except _metadata.PackageNotFoundError:
            return False
        if not requirement.specifier.contains(version, prereleases=True):
            return False
    return True


def numpy_satisfies(version_range: str) -> bool:
    """Whether NumPy's version is in a range such as ``'>=2'``.

    >>> cp.testing.numpy_satisfies(">=1.20")
    True
    """
    return installed(f"numpy{version_range}")


def with_requires(*requirements: str) -> _Decorator:
    """Skips a test unless packages are installed in versions that the requirements name."""
    return _skip_unless(installed(*requirements), f"requires: {','.join(requirements)}")


def slow(*args: _Any, **kwargs: _Any) -> _Any:
    """Marks a test as slow for pytest, which must be installed: ``-m 'not slow'`` leaves it out. Keywords are the mark's own."""
    import pytest

    if args:
        return pytest.mark.slow(*args, **kwargs)
    return pytest.mark.slow.with_args(**kwargs)


def multi_gpu(gpu_num: int) -> _Decorator:
    """Skips a test where there are fewer GPUs than this."""
    return _skip_unless(_cuda._gpu_count() >= gpu_num, f"{gpu_num} GPUs required")
