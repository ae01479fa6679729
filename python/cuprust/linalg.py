"""Linear algebra: products, systems of equations, factors, and norms."""

from __future__ import annotations as _annotations

from typing import NamedTuple as _NamedTuple

from numpy.linalg import LinAlgError

from cuprust import _core
from cuprust._core import matmul, matrix_transpose, ndarray as _ndarray, tensordot, vecdot


class EigResult(_NamedTuple):
    """The result of `eig`."""

    eigenvalues: _ndarray
    eigenvectors: _ndarray


class EighResult(_NamedTuple):
    """The result of `eigh`."""

    eigenvalues: _ndarray
    eigenvectors: _ndarray


class QRResult(_NamedTuple):
    """The result of `qr`."""

    Q: _ndarray
    R: _ndarray


class SlogdetResult(_NamedTuple):
    """The result of `slogdet`."""

    sign: _ndarray
    logabsdet: _ndarray


class SVDResult(_NamedTuple):
    """The result of `svd`."""

    U: _ndarray
    S: _ndarray
    Vh: _ndarray


# The functions come from the function table: there is no list of their names here.
_found = _core._functions(__name__)
globals().update(_found)
__all__ = ["LinAlgError", "matmul", "matrix_transpose", "tensordot", "vecdot", *sorted(_found)]
