"""Sparse matrices, by SciPy's names."""

import importlib as _importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from cuprust.scipy.sparse._combine import block_diag, bmat, find, hstack, kron, kronsum, rand, random, tril, triu, vstack
from cuprust.scipy.sparse._construct import diags, eye, identity, spdiags
from cuprust.scipy.sparse._diagonals import dia_matrix, isspmatrix_dia
from cuprust.scipy.sparse._formats import (
    coo_matrix,
    csc_matrix,
    csr_matrix,
    issparse,
    isspmatrix,
    isspmatrix_coo,
    isspmatrix_csc,
    isspmatrix_csr,
)
from cuprust.scipy.sparse._matrix import SparseEfficiencyWarning, SparseWarning, spmatrix

if _TYPE_CHECKING:
    from cuprust.scipy.sparse import linalg as linalg

__all__ = [
    "SparseEfficiencyWarning",
    "SparseWarning",
    "block_diag",
    "bmat",
    "coo_matrix",
    "csc_matrix",
    "csr_matrix",
    "dia_matrix",
    "diags",
    "eye",
    "find",
    "hstack",
    "identity",
    "issparse",
    "isspmatrix",
    "isspmatrix_coo",
    "isspmatrix_csc",
    "isspmatrix_csr",
    "isspmatrix_dia",
    "kron",
    "kronsum",
    "linalg",
    "rand",
    "random",
    "spdiags",
    "spmatrix",
    "tril",
    "triu",
    "vstack",
]


def __getattr__(name: str) -> _Any:
    # Few programs solve systems.
    if name == "linalg":
        return _importlib.import_module("cuprust.scipy.sparse.linalg")
    raise AttributeError(f"module 'cuprust.scipy.sparse' has no attribute {name!r}")
