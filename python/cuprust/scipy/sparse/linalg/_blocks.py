"""Eigenvalues at an end of the spectrum, by blocks of vectors: the crate's, with arguments converted."""

from __future__ import annotations

import operator
import warnings
from typing import Any

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse.linalg._operator import aslinearoperator


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

    Raises ValueError for shapes that do not match and for linearly dependent columns.

    >>> from cuprust.scipy.sparse.linalg import lobpcg
    >>> w, v = lobpcg(cp.diag(cp.arange(1.0, 51)), cp.eye(50, 2) + 0.1, tol=1e-6, maxiter=100)
    >>> w.round(6)
    array([50., 49.])
    """
    of, weights, M = (None if part is None else aslinearoperator(part)._core() for part in (A, B, M))
    Y = None if Y is None else cuprust.asarray(Y)
    tol, maxiter = None if tol is None else float(tol), 20 if maxiter is None else operator.index(maxiter)
    found = _sparse.lobpcg(of, cuprust.asarray(X), weights, M, Y, tol, maxiter, bool(largest))
    values, vectors, is_complete, history, norms, tol = found
    if not is_complete:
        text = f"Exited at iteration {len(norms) - 1} with accuracies {norms[-1]}, not reaching the requested tolerance {tol}."
        warnings.warn(text, UserWarning, stacklevel=2)
    lengths = [cuprust.asarray(each, values.dtype) for each in norms]
    return values, vectors, *[history] * bool(retLambdaHistory), *[lengths] * bool(retResidualNormsHistory)
