"""Linear algebra: products, systems of equations, factors, and norms."""

from typing import NamedTuple

from numpy.linalg import LinAlgError as LinAlgError

from cuprust import matmul as matmul
from cuprust import matrix_transpose as matrix_transpose
from cuprust import ndarray
from cuprust import tensordot as tensordot
from cuprust import vecdot as vecdot
from cuprust._linalg import *

class EigResult(NamedTuple):
    """What `eig` gives."""

    eigenvalues: ndarray
    eigenvectors: ndarray

class EighResult(NamedTuple):
    """What `eigh` gives."""

    eigenvalues: ndarray
    eigenvectors: ndarray

class QRResult(NamedTuple):
    """What `qr` gives."""

    Q: ndarray
    R: ndarray

class SlogdetResult(NamedTuple):
    """What `slogdet` gives."""

    sign: ndarray
    logabsdet: ndarray

class SVDResult(NamedTuple):
    """What `svd` gives."""

    U: ndarray
    S: ndarray
    Vh: ndarray
