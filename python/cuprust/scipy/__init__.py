"""What SciPy has and NumPy has not, in modules named for SciPy's."""

import importlib as _importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

if _TYPE_CHECKING:
    from cuprust.scipy import fft as fft
    from cuprust.scipy import fftpack as fftpack
    from cuprust.scipy import linalg as linalg
    from cuprust.scipy import sparse as sparse
    from cuprust.scipy import special as special

# Few programs need more than one of these, and importing cuprust stays cheap.
_MODULES = ("fft", "fftpack", "linalg", "sparse", "special")

__all__ = ["fft", "fftpack", "get_array_module", "linalg", "sparse", "special"]


def __getattr__(name: str) -> _Any:
    if name in _MODULES:
        return _importlib.import_module(f"cuprust.scipy.{name}")
    raise AttributeError(f"module 'cuprust.scipy' has no attribute {name!r}")


def get_array_module(*args: _Any) -> _Any:
    """cuprust where one of the arguments is an array or a sparse matrix of it, else numpy."""
    import cuprust
    from cuprust.scipy import sparse

    return cuprust.get_array_module(*[arg.data if sparse.issparse(arg) else arg for arg in args])
