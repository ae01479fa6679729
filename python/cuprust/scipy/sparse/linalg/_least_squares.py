"""Least squares by bidiagonalization: the crate's, with arguments converted."""

from __future__ import annotations

from typing import Any

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse.linalg._operator import aslinearoperator


def lsqr(
    A: Any,
    b: Any,
    damp: float = 0.0,
    atol: float = 1e-6,
    btol: float = 1e-6,
    conlim: float = 1e8,
    iter_lim: int | None = None,
    show: bool = False,
    calc_var: bool = False,
    x0: Any = None,
) -> tuple[Any, ...]:
    """The solution of a system, or of least squares, that minimizes the norms of ``A x - b`` and of `damp` times ``x - x0`` (Paige, Saunders 1982).

    `A` is a matrix or an operator of any shape, `atol` and `btol` say how exact `A` and `b` are, `conlim` what condition number ends the steps,
    `iter_lim` how many there are, two for each unknown where it is None. The results are the solution, the reason of the end (0: it is zero, 1: a
    solution, 2: least squares, 3: the condition number, 4 to 6: these up to rounding, 7: `iter_lim`), the number of steps, the norms of the
    residual, without `damp` and with it, estimates of the norm and the condition number of `A`, the norm of the gradient, that of the solution,
    and where `calc_var` is true, estimates of the diagonal of the inverse of ``A.H A``, zeros otherwise. `show` makes no difference.

    Raises ValueError for shapes that do not match.

    >>> from cuprust.scipy.sparse.linalg import lsqr
    >>> x, reason, *_ = lsqr(cp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), cp.array([1.0, 3.0, 2.0]))
    >>> cp.allclose(x, cp.array([1.0, 2.0])), reason
    (array(True), 1)
    """
    x0 = None if x0 is None else cuprust.asarray(x0)
    tolerances = float(atol), float(btol), float(conlim), iter_lim
    return _sparse.lsqr(aslinearoperator(A)._core(), cuprust.asarray(b), float(damp), x0, tolerances, bool(calc_var))


def lsmr(
    A: Any,
    b: Any,
    x0: Any = None,
    damp: float = 0.0,
    atol: float = 1e-6,
    btol: float = 1e-6,
    conlim: float = 1e8,
    maxiter: int | None = None,
    show: bool = False,
) -> tuple[Any, ...]:
    """As `lsqr`, by minimal residuals of the normal equations (Fong, Saunders 2011), with as many steps as the lesser extent of `A` or `maxiter`.

    The results are the solution, the reason of the end, the number of steps, the norm of the residual, that of the gradient, estimates of the
    norm and the condition number of `A`, and the norm of the solution. `show` makes no difference.

    Raises ValueError for shapes that do not match.

    >>> from cuprust.scipy.sparse.linalg import lsmr
    >>> x, reason, *_ = lsmr(cp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), cp.array([1.0, 3.0, 2.0]))
    >>> cp.allclose(x, cp.array([1.0, 2.0])), reason
    (array(True), 1)
    """
    x0 = None if x0 is None else cuprust.asarray(x0)
    tolerances = float(atol), float(btol), float(conlim), maxiter
    return _sparse.lsmr(aslinearoperator(A)._core(), cuprust.asarray(b), float(damp), x0, tolerances)
