"""Systems by generalized minimal residuals: the crate's, with arguments converted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse.linalg._iterative import system, tolerance


def gmres(
    A: Any,
    b: Any,
    x0: Any = None,
    *,
    rtol: float = 1e-5,
    atol: float = 0.0,
    restart: int | None = None,
    maxiter: int | None = None,
    M: Any = None,
    callback: Callable[[Any], Any] | None = None,
    callback_type: str | None = None,
) -> tuple[cuprust.ndarray, int]:
    """The solution of a system by generalized minimal residuals (Saad, Schultz 1986), of any square matrix.

    After `restart` steps, 20 or the number of unknowns where it is less, they begin anew, ``10 * n`` or `maxiter` times. They end where the
    residual's norm is at most ``max(rtol * norm(b), atol)``. `M` is a preconditioner. `callback` is called with each new iterate where
    `callback_type` is "x", otherwise after each step with the norm of the preconditioned residual beside that of the right side; with "legacy",
    which None means, `maxiter` counts steps. The result is the solution, and 0 or `maxiter`.

    Raises ValueError for a matrix that is not square, for shapes that do not match and for another `callback_type`.

    >>> from cuprust.scipy.sparse.linalg import gmres
    >>> x, info = gmres(cp.array([[4.0, 1.0], [2.0, 3.0]]), cp.array([5.0, 5.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    if callback_type not in (None, "x", "pr_norm", "legacy"):
        raise ValueError(f"Unknown callback_type: {callback_type!r}")
    kind = "legacy" if callback_type is None else callback_type
    return _sparse.gmres(*system(A, M, x0, b), float(rtol), tolerance("gmres", atol), restart, maxiter, callback, kind)
