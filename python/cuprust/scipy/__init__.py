"""What SciPy has and NumPy has not, in modules named for SciPy's."""

import importlib as _importlib
import sys as _sys
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from cuprust import _core

if _TYPE_CHECKING:
    from cuprust.scipy._modules import *

# The modules are those that the function table declares: few programs need more than one of them.
_MODULES = _core._submodules(__name__)

__all__ = ["get_array_module", *_MODULES]


def __getattr__(name: str) -> _Any:
    # The package's own modules of shared parts are found by their names too.
    if name in _MODULES or name in ("_orthogonal", "_statistics"):
        return _importlib.import_module(f"cuprust.scipy.{name}")
    if "cuprust._alias" in _sys.modules:
        raise _importlib.import_module("cuprust._alias").missing(_sys.modules[__name__], name)
    raise AttributeError(f"module 'cuprust.scipy' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})


def get_array_module(*args: _Any) -> _Any:
    """The module `cuprust.scipy` where an argument is an array or a sparse matrix of cuprust, else `scipy`.

    >>> cp.scipy.get_array_module(cp.scipy.sparse.eye(2)).__name__
    'cuprust.scipy'
    """
    import cuprust
    from cuprust.scipy import sparse

    if any(isinstance(arg, cuprust.ndarray) or sparse.issparse(arg) for arg in args):
        return _sys.modules[__name__]
    return _importlib.import_module("scipy")
