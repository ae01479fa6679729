"""Systems, norms and operators of matrices of which few elements are stored, by SciPy's names."""

from cuprust._core import _sparse
from cuprust.scipy.sparse.linalg._blocks import lobpcg
from cuprust.scipy.sparse.linalg._eigen import ArpackError, ArpackNoConvergence, eigsh, svds
from cuprust.scipy.sparse.linalg._gmres import gmres
from cuprust.scipy.sparse.linalg._iterative import bicgstab, cg, cgs, minres
from cuprust.scipy.sparse.linalg._least_squares import lsmr, lsqr
from cuprust.scipy.sparse.linalg._norm import matrix_power, norm
from cuprust.scipy.sparse.linalg._operator import LinearOperator, aslinearoperator
from cuprust.scipy.sparse.linalg._systems import MatrixRankWarning, factorized, spilu, splu, spsolve, spsolve_triangular

SuperLU = _sparse.SuperLU

__all__ = [
    "ArpackError",
    "ArpackNoConvergence",
    "LinearOperator",
    "MatrixRankWarning",
    "SuperLU",
    "aslinearoperator",
    "bicgstab",
    "cg",
    "cgs",
    "eigsh",
    "factorized",
    "gmres",
    "lobpcg",
    "lsmr",
    "lsqr",
    "matrix_power",
    "minres",
    "norm",
    "spilu",
    "splu",
    "spsolve",
    "spsolve_triangular",
    "svds",
]
