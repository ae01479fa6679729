"""Eigenvalues at an end of the spectrum, by blocks of vectors with a preconditioner."""

from __future__ import annotations

import operator
import warnings
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse.linalg._operator import LinearOperator, aslinearoperator, identity


def lobpcg(
    A: Any,
    X: Any,
    B: Any = None,
    M: Any = None,
    Y: Any = None,
    tol: float | None = None,
    maxiter: int | None = None,
    largest: bool = True,
    verbosityLevel: int = 0,
    retLambdaHistory: bool = False,
    retResidualNormsHistory: bool = False,
) -> tuple[Any, ...]:
    """The largest eigenvalues of a symmetric or Hermitian matrix, or the least ones, and their eigenvectors (Knyazev 2001).

    As many are found as `X`, with which is begun, has columns: ``A v`` is ``w B v``, where `B` is positive definite, one where it is None. `M` is a
    preconditioner, near the inverse of `A`; the vectors are orthogonal to the columns of `Y` with respect to `B`. Steps end where the residuals'
    norms are at most `tol`, ``sqrt(eps) * n`` where it is None, after 20 or `maxiter` of them, with a warning where that was not reached. The
    first values are those nearest to the end. With `retLambdaHistory` and `retResidualNormsHistory` lists of the values and of the norms in each
    step follow. `verbosityLevel` makes no difference.

    Raises ValueError for shapes that do not go together and for linearly dependent columns.

    >>> from cuprust.scipy.sparse.linalg import lobpcg
    >>> w, v = lobpcg(cp.diag(cp.arange(1.0, 51)), cp.eye(50, 2) + 0.1, tol=1e-6, maxiter=100)
    >>> w.round(6)
    array([50., 49.])
    """
    X = cuprust.asarray(X)
    if X.ndim != 2:
        raise ValueError("expected rank-2 array for argument X")
    n, k = X.shape
    of = aslinearoperator(A)
    dtype = numpy.result_type(X.dtype, numpy.float32, *(() if of.dtype is None else (of.dtype,)))
    B = identity((n, n), dtype) if B is None else aslinearoperator(B)
    M = identity((n, n), dtype) if M is None else aslinearoperator(M)
    for name, part in (("A", of), ("B", B), ("M", M)):
        if part.shape != (n, n):
            raise ValueError(f"{name} is of shape {part.shape}, and X has {n} rows")
    if k == 0 or k > n:
        raise ValueError(f"X has {k} columns and {n} rows")
    apart = _Apart(Y, B, n)
    real = numpy.dtype(dtype.char.lower())
    tol = float(numpy.sqrt(numpy.finfo(real).eps)) * n if tol is None else float(tol)
    maxiter = 20 if maxiter is None else operator.index(maxiter)
    S = apart.of(X.astype(dtype))
    values, factors = _ritz(of, B, S, k, largest)
    if len(values) < k:
        raise ValueError("the columns of X are linearly dependent")
    X, P = S @ cuprust.asarray(factors.astype(dtype)), None
    history, norms = [], []
    step = 0
    while True:
        w = cuprust.asarray(values.astype(real))
        R = of.matmat(X) - B.matmat(X) * w
        lengths = cuprust.linalg.norm(R, axis=0).get()
        history.append(w)
        norms.append(cuprust.asarray(lengths))
        active = numpy.flatnonzero(~(lengths <= tol))
        if not active.size or step == maxiter:
            break
        step += 1
        W = apart.of(M.matmat(R[:, cuprust.asarray(active)]))
        S = cuprust.concatenate([X, W] if P is None else [X, W, P], axis=1)
        values, factors = _ritz(of, B, S, k, largest)
        C = cuprust.asarray(factors.astype(dtype))
        # What the step adds to the vectors, where they are not good enough yet.
        P = (S[:, k:] @ C[k:])[:, cuprust.asarray(active)]
        X = S @ C
    if active.size:
        text = f"Exited at iteration {step} with accuracies {lengths}, not reaching the requested tolerance {tol}."
        warnings.warn(text, UserWarning, stacklevel=2)
    more = [history] * bool(retLambdaHistory) + [norms] * bool(retResidualNormsHistory)
    return w, X, *more


class _Apart:
    """Takes from vectors what they have of others."""

    def __init__(self, Y: Any, B: LinearOperator, n: int) -> None:
        self.Y = None if Y is None else cuprust.asarray(Y)
        if self.Y is None:
            return
        if self.Y.ndim != 2 or self.Y.shape[0] != n:
            raise ValueError(f"Y is of shape {self.Y.shape}, and X has {n} rows")
        self.image = B.matmat(self.Y)
        self.gram = self.Y.conj().T @ self.image

    def of(self, X: cuprust.ndarray) -> cuprust.ndarray:
        if self.Y is None or not self.Y.shape[1]:
            return X
        return X - self.Y @ cuprust.linalg.solve(self.gram, self.image.conj().T @ X)


def _ritz(A: LinearOperator, B: LinearOperator, S: cuprust.ndarray, k: int, largest: bool) -> tuple[Any, Any]:
    """The values of a matrix in a space that is nearest to the end, and the factors of the space's vectors that give theirs."""
    turned = S.conj().T
    # Both products are read at once.
    a, b = cuprust.stack([turned @ A.matmat(S), turned @ B.matmat(S)]).get()
    wide = numpy.complex128 if a.dtype.kind == "c" else numpy.float64
    eps = numpy.finfo(a.dtype).eps
    a, b = ((part + part.conj().T).astype(wide) / 2 for part in (a, b))
    size = b.diagonal().real
    scale = numpy.where(size > 0, 1 / numpy.sqrt(numpy.where(size > 0, size, 1)), 0)
    lengths, axes = numpy.linalg.eigh(b * scale * scale[:, None])
    # Directions that are rounding are none.
    kept = lengths > 10 * eps * len(b)
    axes = scale[:, None] * axes[:, kept] / numpy.sqrt(lengths[kept])
    values, vectors = numpy.linalg.eigh(axes.conj().T @ a @ axes)
    order = numpy.argsort(-values if largest else values, kind="stable")[:k]
    return values[order], axes @ vectors[:, order]
