"""What was found on this machine, as text."""

from __future__ import annotations

import importlib as _importlib
from typing import Any as _Any

import cuprust as _cuprust
from cuprust._core import info

__all__ = ["get_runtime_info", "show_config"]


class _RuntimeInfo:
    """The devices, drivers and libraries that were found; its text has a line for each."""

    def __init__(self, found: dict[str, _Any]) -> None:
        self.found = found
        # Under the name of CuPy it is that of the CuPy whose interface is offered.
        self.cupy_version = _cuprust.__version__

    def __str__(self) -> str:
        command: _Any = _importlib.import_module("cuprust._command")
        is_own = self.cupy_version == self.found["version"]
        return "\n".join(command.describe(self.found if is_own else {"cupy_version": self.cupy_version, **self.found}))

    __repr__ = __str__


def get_runtime_info(*, full: bool = True) -> _RuntimeInfo:
    """What was found on this machine, as the command ``cuprust info`` prints it. Without `full` nothing of libraries.

    >>> cp.get_runtime_info().cupy_version == cp.__version__
    True
    """
    found = info()
    return _RuntimeInfo(found if full else {key: value for key, value in found.items() if key != "libraries"})


def show_config(*, _full: bool = False) -> None:
    """Print what was found on this machine: devices, drivers, libraries, as the command ``cuprust info`` does; all of it, whatever `_full` says."""
    print(get_runtime_info())
