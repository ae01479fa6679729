"""Systems by the methods of conjugate gradients and their relatives.

Vectors and scalars stay where the matrix is: what a step needs to know of them, to end or to go on, is read at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse.linalg._operator import LinearOperator, aslinearoperator, identity

Callback = Callable[[cuprust.ndarray], Any]


def system(A: Any, M: Any, x0: Any, b: Any) -> tuple[LinearOperator, LinearOperator, cuprust.ndarray, cuprust.ndarray]:
    """The operators of a system and its preconditioner, what is begun with, and the right side: all in one dtype."""
    A = aslinearoperator(A)
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"expected square matrix, but got shape={A.shape}")
    n, b = A.shape[0], cuprust.asarray(b)
    if b.shape not in ((n,), (n, 1)):
        raise ValueError(f"shapes of A {A.shape} and b {b.shape} are incompatible")
    dtype = numpy.promote_types(_inexact(A.matvec(b).dtype if A.dtype is None else A.dtype), _inexact(b.dtype))
    b = b.astype(dtype).ravel()
    if M is None:
        M = identity(A.shape, A.dtype)
    else:
        M = aslinearoperator(M)
        if M.shape != A.shape:
            raise ValueError("matrix and preconditioner have different shapes")
    if x0 is None:
        x = cuprust.zeros(n, dtype)
    elif isinstance(x0, str) and x0 == "Mb":
        x = M.matvec(b)
    else:
        x = cuprust.array(x0, dtype)
        if x.shape not in ((n,), (n, 1)):
            raise ValueError(f"shapes of A {A.shape} and x0 {x.shape} are incompatible")
        x = x.ravel()
    return A, M, x, b


def _inexact(dtype: Any) -> Any:
    return dtype if dtype.char in "fdFD" else numpy.dtype(float)


def read(*scalars: cuprust.ndarray) -> list[float]:
    """The absolute values of scalars, which are read at once."""
    return [float(value) for value in cuprust.stack([abs(scalar) for scalar in scalars]).get()]


def length(x: cuprust.ndarray) -> cuprust.ndarray:
    """The Euclidean norm of a vector."""
    found: cuprust.ndarray = cuprust.linalg.norm(x)
    return found


def apart(vector: cuprust.ndarray, known: cuprust.ndarray) -> tuple[cuprust.ndarray, cuprust.ndarray]:
    """A vector without its parts along the rows of an orthonormal matrix, and these parts."""
    parts = known.conj() @ vector
    vector = vector - parts @ known
    # Twice is enough for what is orthogonal to rounding.
    again = known.conj() @ vector
    return vector - again @ known, parts + again


def bound(name: str, b: cuprust.ndarray, rtol: float, atol: Any) -> tuple[float, float]:
    """The norm of the right side, and that of a residual that is small enough."""
    if atol is None or isinstance(atol, str) or atol < 0:
        raise ValueError(f"'{name}' called with invalid `atol`={atol}; if set, `atol` must be a real, non-negative number.")
    norm = float(length(b))
    return norm, max(float(atol), float(rtol) * norm)


def _residual(A: LinearOperator, x: cuprust.ndarray, b: cuprust.ndarray, x0: Any) -> cuprust.ndarray:
    return b.copy() if x0 is None else b - A.matvec(x)


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

    Raises ValueError for a matrix that is not square and for shapes that do not go together.

    >>> from cuprust.scipy.sparse.linalg import cg
    >>> x, info = cg(cp.array([[4.0, 1.0], [1.0, 3.0]]), cp.array([5.0, 4.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    A, M, x, b = system(A, M, x0, b)
    norm, enough = bound("cg", b, rtol, atol)
    if norm == 0:
        return b, 0
    maxiter = 10 * b.size if maxiter is None else maxiter
    r = _residual(A, x, b, x0)
    p = rho = None
    for _ in range(maxiter):
        if read(length(r))[0] < enough:
            return x, 0
        z = M.matvec(r)
        rho, before = cuprust.vdot(r, z), rho
        p = z if p is None else z + rho / before * p
        q = A.matvec(p)
        alpha = rho / cuprust.vdot(p, q)
        x = x + alpha * p
        r = r - alpha * q
        if callback is not None:
            callback(x)
    return x, maxiter


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
    A, M, x, b = system(A, M, x0, b)
    norm, enough = bound("cgs", b, rtol, atol)
    if norm == 0:
        return b, 0
    maxiter = 10 * b.size if maxiter is None else maxiter
    least = numpy.finfo(x.dtype).eps ** 2
    r = _residual(A, x, b, x0)
    first, rho, p, q = r, None, r, r
    for step in range(maxiter):
        rho, before = cuprust.vdot(first, r), rho
        residual, size = read(length(r), rho)
        if residual < enough:
            return x, 0
        if size < least:
            return x, -10
        if step == 0:
            u = p = r
        else:
            beta = rho / before
            u = r + beta * q
            p = u + beta * (q + beta * p)
        v = A.matvec(M.matvec(p))
        met = cuprust.vdot(first, v)
        if read(met)[0] == 0:
            return x, -11
        alpha = rho / met
        q = u - alpha * v
        x = x + alpha * M.matvec(u + q)
        # Computed anew, the residual is that of the solution in spite of rounding.
        r = b - A.matvec(x)
        if callback is not None:
            callback(x)
    return x, maxiter


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
    A, M, x, b = system(A, M, x0, b)
    norm, enough = bound("bicgstab", b, rtol, atol)
    if norm == 0:
        return b, 0
    maxiter = 10 * b.size if maxiter is None else maxiter
    least = numpy.finfo(x.dtype).eps ** 2
    r = _residual(A, x, b, x0)
    first, p, v = r, r, r
    rho = alpha = omega = cuprust.ones((), x.dtype)
    for step in range(maxiter):
        rho, before = cuprust.vdot(first, r), rho
        residual, size, last = read(length(r), rho, omega)
        if residual < enough:
            return x, 0
        if size < least:
            return x, -10
        if step > 0:
            if last < least:
                return x, -11
            p = r + rho / before * (alpha / omega) * (p - omega * v)
        toward = M.matvec(p)
        v = A.matvec(toward)
        met = cuprust.vdot(first, v)
        alpha = rho / met
        s = r - alpha * v
        size, residual = read(met, length(s))
        if size == 0:
            return x, -11
        x = x + alpha * toward
        if residual < enough:
            return x, 0
        further = M.matvec(s)
        t = A.matvec(further)
        omega = cuprust.vdot(t, s) / cuprust.vdot(t, t)
        x = x + omega * further
        r = s - omega * t
        if callback is not None:
            callback(x)
    return x, maxiter


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

    Raises ValueError for shapes that do not go together, and for a matrix or a preconditioner that is found not to be as it must.

    >>> from cuprust.scipy.sparse.linalg import minres
    >>> x, info = minres(cp.array([[1.0, 2.0], [2.0, -1.0]]), cp.array([3.0, 1.0]))
    >>> cp.allclose(x, 1), info
    (array(True), 0)
    """
    A, M, x, b = system(A, M, x0, b)
    tol = tol if rtol is None else rtol
    maxiter = 5 * b.size if maxiter is None else maxiter
    eps = float(numpy.finfo(x.dtype).eps)
    r = _residual(A, x, b, x0)
    if x0 is not None:
        r = r + shift * x
    z = M.matvec(r)
    first = float(cuprust.vdot(r, z).real)
    if first < 0:
        raise ValueError("indefinite preconditioner")
    if first == 0:
        return x, 0
    if float(length(b)) == 0:
        return b, 0
    beta = beta1 = math.sqrt(first)
    if check:
        _check_symmetric(A, r, "non-symmetric matrix", eps)
        _check_symmetric(M, r, "non-symmetric preconditioner", eps)
    # The matrix becomes tridiagonal by Lanczos's steps; rotations make a triangle of it, whose last rows are known as
    # numbers of the host.
    old, before, cosine, sine = 0.0, cuprust.zeros_like(r), -1.0, 0.0
    slope, rest, reach, square, largest, smallest = 0.0, 0.0, beta, 0.0, 0.0, math.inf
    w, w_before = cuprust.zeros_like(x), cuprust.zeros_like(x)
    current = r
    for step in range(1, maxiter + 1):
        v = z * (1.0 / beta)
        image = A.matvec(v) - shift * v
        if step > 1:
            image = image - beta / old * before
        inner = cuprust.vdot(v, image).real
        image = image - inner / beta * current
        before, current = current, image
        z = M.matvec(current)
        alpha, following = (float(value) for value in cuprust.stack([inner, cuprust.vdot(current, z).real]).get())
        if following < 0:
            raise ValueError("non-symmetric matrix")
        old, beta = beta, math.sqrt(following)
        square += alpha**2 + old**2 + beta**2
        # Where the right side is an eigenvector, one step is all.
        is_last = step == 1 and beta / beta1 <= 10 * eps
        delta = cosine * rest + sine * alpha
        bar = sine * rest - cosine * alpha
        epsilon, rest = slope, -cosine * beta
        slope = sine * beta
        root = math.hypot(bar, rest)
        gamma = max(math.hypot(bar, beta), eps)
        cosine, sine = bar / gamma, beta / gamma
        along, reach = cosine * reach, sine * reach
        w, w_before = (v - epsilon * w_before - delta * w) * (1.0 / gamma), w
        x = x + along * w
        largest, smallest = max(largest, gamma), min(smallest, gamma)
        size, solution = math.sqrt(square), float(length(x))
        if callback is not None:
            callback(x)
        residual = math.inf if solution == 0 or size == 0 else reach / (size * solution)
        normal = math.inf if size == 0 else root / size
        if solution * size * eps >= beta1 or largest / smallest >= 0.1 / eps or 1 + normal <= 1 or 1 + residual <= 1:
            return x, 0
        if is_last or normal <= tol or residual <= tol:
            return x, 0
    return x, maxiter


def _check_symmetric(A: LinearOperator, r: cuprust.ndarray, otherwise: str, eps: float) -> None:
    image = A.matvec(r)
    s, t = (value.real for value in (cuprust.vdot(image, image), cuprust.vdot(r, A.matvec(image))))
    size, difference = read(s, s - t)
    if difference > (size + eps) * eps ** (1.0 / 3.0):
        raise ValueError(otherwise)
