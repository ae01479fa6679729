"""Registration of cuprust's arrays with libraries that compute on arrays of any library: when they are imported, or immediately if they were before.

A program that imports none of them pays for a comparison of the names of its imported modules.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

# The modules with which cuprust is not registered yet, and who registers it.
_UNREGISTERED = {
    "dask.array.backends": "_dask",
    "dask.array.chunk_types": "_dask",
    "dask.sizeof": "_dask",
    "distributed.protocol": "_dask",
    "distributed.protocol.cupy": "_dask",
}
if sys.platform.startswith("linux"):
    _UNREGISTERED["ray.experimental.rdt.util"] = "_ray"


class EngineFinder:
    """Finds a module by the other finders, and registers arrays with it after it has been executed."""

    @staticmethod
    def find_spec(fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        # The other finders are queried next, by the same name.
        by = _UNREGISTERED.pop(fullname, None)
        if by is None:
            return None
        from cuprust import _registration

        spec = _registration.spec_of(fullname, by)
        if spec is None:
            _UNREGISTERED[fullname] = by
        return spec


def install() -> None:
    """Register arrays with the modules that were imported, and with those that will be."""
    for name in sorted(_UNREGISTERED):
        module = sys.modules.get(name)
        # A module that is still being imported has its registries later; under CuPy's name it looks up arrays itself.
        if module is not None and not getattr(module.__spec__, "_initializing", False):
            from cuprust import _registration

            _registration.register(module, _UNREGISTERED.pop(name))
    sys.meta_path.insert(0, EngineFinder)
