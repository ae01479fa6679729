"""Registration of cuprust's arrays with libraries that compute on arrays of any library: when they are imported, or immediately if they were before.

A program that imports none of them pays for a comparison of the names of its imported modules.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

# The modules of dask that have type registries in which cuprust is not registered yet.
_UNREGISTERED = {"dask.array.backends", "dask.array.chunk_types", "dask.sizeof", "distributed.protocol", "distributed.protocol.cupy"}


class EngineFinder:
    """Finds a module by the other finders, and registers arrays with it after it has been executed."""

    @staticmethod
    def find_spec(fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname not in _UNREGISTERED:
            return None
        # The other finders are queried next, by the same name.
        _UNREGISTERED.discard(fullname)
        from cuprust import _dask

        spec = _dask.spec_of(fullname)
        if spec is None:
            _UNREGISTERED.add(fullname)
        return spec


def install() -> None:
    """Register arrays with the modules that were imported, and with those that will be."""
    for name in sorted(_UNREGISTERED):
        module = sys.modules.get(name)
        # A module that is still being imported has its registries later; under CuPy's name it looks up arrays itself.
        if module is not None and not getattr(module.__spec__, "_initializing", False):
            from cuprust import _dask

            _UNREGISTERED.discard(name)
            _dask.register_module(module)
    sys.meta_path.insert(0, EngineFinder)
