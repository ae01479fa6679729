"""Systems by the methods of conjugate gradients and their relatives: the crate's, with arguments converted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse.linalg._operator import aslinearoperator

Callback = Callable[[cuprust.ndarray], Any]


def system(A: Any, M: Any, x0: Any, b: Any) -> tuple[Any, Any, Any, cuprust.ndarray]:
    """The operators of a system and its preconditioner, what is begun with, and the right side, as the crate takes them."""
    A, M = aslinearoperator(A), None if M is None else aslinearoperator(M)
    x0 = None if x0 is None else x0 if isinstance(x0, str) and x0 == "Mb" else cuprust.asarray(x0)
    return A._core(), None if M is None else M._core(), x0, cuprust.asarray(b)


def tolerance(name: str, atol: Any) -> float:
    """An absolute tolerance: older names for one are none."""
    if atol is None or isinstance(atol, str):
        raise ValueError(f"'{name}' called with invalid `atol`={atol}; if set, `atol` must be a real, non-negative number.")
    return float(atol)


def cg(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callback | None = None,
) -> tuple[cuprust.ndarray, int]:
    """The solution of a system with a symmetric or Hermitian matrix that is positive definite, by conjugate gradients.

    `A` and the preconditioner `M`, which is near the inverse of `A`, are dense or sparse matrices or operators. Steps end where the residual's norm
    is at most ``max(rtol * norm(b), atol)``, after ``10 * n`` or `maxiter` of them. `callback` is called with each iterate. The result is the
    solution, and 0 where steps ended so, otherwise their number.

    Raises ValueError for a matrix that is not square and for shapes that do not match.

    >>> from cuprust.scipy.sparse.linalg import cg
    >>> x, info = cg(cp.array([[4.0, 1.0], [1.0, 3.0]]), cp.array([5.0, 4.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    return _sparse.solve("cg", *system(A, M, x0, b), float(rtol), tolerance("cg", atol), maxiter, callback)


def cgs(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callback | None = None,
) -> tuple[cuprust.ndarray, int]:
    """The solution of a system by conjugate gradients squared (Sonneveld 1989), of any square matrix.

    Parameters and results are those of `cg`. A negative second result says that a step could not be done: -10 where the residual is orthogonal to
    the first one, -11 where its image is.

    Raises as `cg`.

    >>> from cuprust.scipy.sparse.linalg import cgs
    >>> x, info = cgs(cp.array([[4.0, 1.0], [2.0, 3.0]]), cp.array([5.0, 5.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    return _sparse.solve("cgs", *system(A, M, x0, b), float(rtol), tolerance("cgs", atol), maxiter, callback)


def bicgstab(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callback | None = None,
) -> tuple[cuprust.ndarray, int]:
    """The solution of a system by stabilized biconjugate gradients (van der Vorst 1992), of any square matrix.

    Parameters and results are those of `cgs`.

    Raises as `cg`.

    >>> from cuprust.scipy.sparse.linalg import bicgstab
    >>> x, info = bicgstab(cp.array([[4.0, 1.0], [2.0, 3.0]]), cp.array([5.0, 5.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    return _sparse.solve("bicgstab", *system(A, M, x0, b), float(rtol), tolerance("bicgstab", atol), maxiter, callback)


def minres(
    A: Any,
    b: Any,
    x0: Any = None,
    shift: float = 0.0,
    tol: float = 1e-5,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callback | None = None,
    check: bool = False,
    *,
    rtol: float | None = None,
) -> tuple[cuprust.ndarray, int]:
    """The solution of a system with the symmetric or Hermitian matrix ``A - shift * I``, which need not be definite, by minimal residuals.

    The method is that of Paige and Saunders (1975). Steps end where the residual's norm is at most `rtol`, which is `tol` where it is None, times
    the norms of the matrix and the solution, or where nothing is gained any more, after ``5 * n`` or `maxiter` of them. `M` is a preconditioner
    that is positive definite, `callback` is called with each iterate. With `check` the matrices are looked at first. The result is the solution,
    and 0, or `maxiter` where as many steps were done.

    Raises ValueError for shapes that do not match, and for a matrix or a preconditioner that is found not to be as it must.

    >>> from cuprust.scipy.sparse.linalg import minres
    >>> x, info = minres(cp.array([[1.0, 2.0], [2.0, -1.0]]), cp.array([3.0, 1.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    return _sparse.minres(*system(A, M, x0, b), shift, float(tol if rtol is None else rtol), maxiter, callback, bool(check))
