# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""Systems of equations by the names of CuPy's `cupyx.lapack`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def gesv(a: ArrayLike, b: ArrayLike) -> None:
    """Solves `a x = b` for a square matrix and writes the solution to `b`.

    Raises TypeError where the dtypes differ or are none of single and double precision, ValueError for other shapes
    and for more than one axis that is neither in C nor in Fortran order; LinAlgError where `a` is singular.

    >>> b = cp.array([2.0, 8.0])
    >>> cp.lapack.gesv(cp.array([[2.0, 0.0], [0.0, 4.0]]), b)
    >>> b
    array([1., 2.])"""

def gels(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The least-squares solution of `a x = b`, of least length where there are more unknowns than equations: for
    matrices of full rank.

    Raises ValueError for other shapes.

    >>> cp.lapack.gels(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))
    array([1., 2.])"""

def posv(a: ArrayLike, b: ArrayLike) -> ndarray:
    """The solution of `a x = b` for Hermitian positive definite matrices, the last two axes.

    Raises LinAlgError for matrices that are not square or not positive definite, ValueError where shapes do not go
    together.

    >>> cp.lapack.posv(cp.array([[4.0, 2.0], [2.0, 10.0]]), cp.array([6.0, 12.0]))
    array([1., 1.])"""

def potrs(L: ArrayLike, b: ArrayLike, lower: bool_type) -> ndarray:
    """The solution of a system by a Cholesky factor, the lower one or the upper one.

    Raises LinAlgError for factors that are not square, ValueError where shapes do not go together.

    >>> factor = cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    >>> cp.lapack.potrs(factor, cp.array([6.0, 12.0]), True)
    array([1., 1.])"""
