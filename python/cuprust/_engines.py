"""When engines that compute with arrays of any library are told of cuprust's: as they are imported, or at once where they were before.

A program that imports none of them pays for a look at the names of the modules that it imports.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

# The modules of dask that have type registries in which cuprust is not registered yet.
_UNREGISTERED = {"dask.array.backends", "dask.array.chunk_types", "dask.sizeof", "distributed.protocol", "distributed.protocol.cupy"}


class EngineFinder:
    """Finds a module that is to be told where the other finders do, and tells it when it has been executed."""

    @staticmethod
    def find_spec(fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname not in _UNREGISTERED:
            return None
        # The other finders are asked next, by the same name.
        _UNREGISTERED.discard(fullname)
        from cuprust import _dask

        spec = _dask.spec_of(fullname)
        if spec is None:
            _UNREGISTERED.add(fullname)
        return spec


def install() -> None:
    """Tell the modules that were imported, and those that will be."""
    for name in sorted(_UNREGISTERED):
        module = sys.modules.get(name)
        # A module that is still being imported has its registries later; under CuPy's name it looks up arrays itself.
        if module is not None and not getattr(module.__spec__, "_initializing", False):
            from cuprust import _dask

            _UNREGISTERED.discard(name)
            _dask.tell(module)
    sys.meta_path.insert(0, EngineFinder)
