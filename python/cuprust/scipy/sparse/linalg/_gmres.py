"""Systems by generalized minimal residuals."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse.linalg._iterative import apart, bound, length, read, system


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

    Raises ValueError for a matrix that is not square, for shapes that do not go together and for another `callback_type`.

    >>> from cuprust.scipy.sparse.linalg import gmres
    >>> x, info = gmres(cp.array([[4.0, 1.0], [2.0, 3.0]]), cp.array([5.0, 5.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    if callback_type not in (None, "x", "pr_norm", "legacy"):
        raise ValueError(f"Unknown callback_type: {callback_type!r}")
    A, M, x, b = system(A, M, x0, b)
    norm, enough = bound("gmres", b, rtol, atol)
    if norm == 0:
        return b, 0
    n = b.size
    counts_steps = callback is not None and callback_type in (None, "legacy")
    maxiter = 10 * n if maxiter is None else maxiter
    restart = min(20 if restart is None else restart, n)
    begun = float(length(M.matvec(b)))
    steps = 0
    for _ in range(maxiter):
        r = b - A.matvec(x)
        z = M.matvec(r)
        residual, size = read(length(r), length(z))
        if residual <= enough:
            return x, 0
        if size == 0 or counts_steps and steps >= maxiter:
            break
        # So small a preconditioned residual stands for one that is small enough, as they are to each other now.
        wanted = enough * size / residual
        basis = cuprust.empty((restart + 1, n), x.dtype)
        basis[0] = z / size
        triangle = numpy.zeros((restart, restart), x.dtype.char.upper() if x.dtype.kind == "c" else "d")
        side: list[Any] = [size]
        rotations: list[tuple[float, Any]] = []
        count = 0
        for step in range(restart):
            w, products = apart(M.matvec(A.matvec(basis[step])), basis[: step + 1])
            column = cuprust.concatenate([products, length(w).reshape(1).astype(x.dtype)]).get()
            following = float(column[-1].real)
            basis[step + 1] = w / following if following else w
            for place, (c, s) in enumerate(rotations):
                column[place], column[place + 1] = c * column[place] + s * column[place + 1], c * column[place + 1] - numpy.conj(s) * column[place]
            c, s = _rotation(column[step], following)
            triangle[: step + 1, step] = column[: step + 1]
            triangle[step, step] = c * column[step] + s * following
            rotations.append((c, s))
            side[-1:] = [c * side[-1], -numpy.conj(s) * side[-1]]
            count, steps, left = step + 1, steps + 1, abs(side[-1])
            if callback is not None and callback_type != "x":
                callback(left / begun if begun else left)
            if left <= wanted or following == 0 or counts_steps and steps >= maxiter:
                break
        # What a singular matrix leaves undetermined is zero.
        factors = numpy.linalg.lstsq(triangle[:count, :count], numpy.array(side[:count]), rcond=None)[0]
        x = x + cuprust.asarray(factors.astype(x.dtype)) @ basis[:count]
        if callback is not None and callback_type == "x":
            callback(x)
    return x, 0 if float(length(b - A.matvec(x))) <= enough else maxiter


def _rotation(a: Any, b: float) -> tuple[float, Any]:
    """A cosine and a sine that turn a number and a real one to one number and zero."""
    size = math.hypot(abs(a), b)
    if size == 0:
        return 1.0, 0.0
    if a == 0:
        return 0.0, 1.0
    return abs(a) / size, (a / abs(a)) * b / size
