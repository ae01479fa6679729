"""What SciPy has and NumPy has not, in modules named for SciPy's."""

import importlib as _importlib
from typing import Any as _Any

from cuprust.scipy import special

__all__ = ["get_array_module", "sparse", "special"]


def __getattr__(name: str) -> _Any:
    # Few programs need it, and importing cuprust stays cheap.
    if name == "sparse":
        return _importlib.import_module("cuprust.scipy.sparse")
    raise AttributeError(f"module 'cuprust.scipy' has no attribute {name!r}")


def get_array_module(*args: _Any) -> _Any:
    """cuprust where one of the arguments is an array or a sparse matrix of it, else numpy."""
    import cuprust
    from cuprust.scipy import sparse

    return cuprust.get_array_module(*[arg.data if sparse.issparse(arg) else arg for arg in args])
