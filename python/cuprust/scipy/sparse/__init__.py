"""Matrices of which few elements are stored, by SciPy's names."""

from cuprust.scipy.sparse._construct import diags, eye, identity
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

__all__ = [
    "SparseEfficiencyWarning",
    "SparseWarning",
    "coo_matrix",
    "csc_matrix",
    "csr_matrix",
    "diags",
    "eye",
    "identity",
    "issparse",
    "isspmatrix",
    "isspmatrix_coo",
    "isspmatrix_csc",
    "isspmatrix_csr",
    "spmatrix",
]
