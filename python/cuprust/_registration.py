"""Registration of arrays with a module of another library, after it has been executed. `_engines.py` lists the modules."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import warnings
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


def spec_of(name: str, by: str) -> ModuleSpec | None:
    """The spec of a module, by the other finders; arrays are registered with it by a module of ours after it has been executed."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        return None
    spec.loader = _Loader(spec.loader, by)
    return spec


def register(module: ModuleType, by: str) -> None:
    """Register arrays with a module that has been executed, by a module of ours.

    Issues a RuntimeWarning where the module's interface is another one, so that it can be imported all the same.
    """
    try:
        importlib.import_module(f"cuprust.{by}").register_module(module)
    except Exception as error:
        warnings.warn(f"cuprust's arrays are not registered with {module.__name__}: {type(error).__name__}: {error}", RuntimeWarning, stacklevel=2)


class _Loader(importlib.abc.Loader):
    def __init__(self, loader: Any, by: str) -> None:
        self._loader, self._by = loader, by

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        # Code that reads a module's files uses the module's own loader.
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        register(module, self._by)
