"""Matrices of which few elements are stored, by SciPy's names."""

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
    "rand",
    "random",
    "spdiags",
    "spmatrix",
    "tril",
    "triu",
    "vstack",
]
