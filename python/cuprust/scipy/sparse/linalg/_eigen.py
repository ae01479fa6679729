"""Few eigenvalues and singular values of large matrices, by Lanczos's method: the crate's, with arguments converted."""

from __future__ import annotations

from typing import Any

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse.linalg._operator import aslinearoperator


class ArpackError(RuntimeError):
    """The base class of errors of `eigsh` and `svds`, under ARPACK's name.

    >>> from cuprust.scipy.sparse import linalg
    >>> issubclass(linalg.ArpackNoConvergence, linalg.ArpackError)
    True
    """


class ArpackNoConvergence(ArpackError):
    """Not all eigenvalues converged within `maxiter` restarts: `eigenvalues`, shape (m,), and `eigenvectors`, shape (n,
    m), did.

    >>> from cuprust.scipy.sparse import linalg
    >>> try:
    ...     _ = linalg.eigsh(cp.diag(cp.arange(100.0)), 5, maxiter=1)
    ... except linalg.ArpackNoConvergence as error:
    ...     print(error.eigenvalues.size < 5)
    True
    """

    def __init__(self, text: str, eigenvalues: cuprust.ndarray, eigenvectors: cuprust.ndarray) -> None:
        super().__init__(text)
        self.eigenvalues, self.eigenvectors = eigenvalues, eigenvectors


def eigsh(
    a: Any,
    k: int = 6,
    *,
    which: str = "LM",
    v0: Any = None,
    ncv: int | None = None,
    maxiter: int | None = None,
    tol: float = 0,
    return_eigenvectors: bool = True,
) -> Any:
    """`k` eigenvalues of a symmetric or Hermitian matrix or operator in ascending order, and the eigenvectors unless `return_eigenvectors` is False.

    They are those of the largest magnitude ("LM"), the largest ("LA") or the least ("SA"). The method is that of Lanczos with thick restarts (Wu,
    Simon 2000): with `ncv` vectors, begun with `v0`, until the residuals are `tol` beside the eigenvalues, 0 for rounding, at most `maxiter`
    times.

    Raises ValueError for a matrix that is not square, for a `k` that is not from 1 up to the number of rows less 1, and for another `which`,
    TypeError for integers, ArpackNoConvergence where `maxiter` is not enough.

    >>> from cuprust.scipy.sparse.linalg import eigsh
    >>> eigsh(cp.diag(cp.arange(5.0)), 2, return_eigenvectors=False)
    array([3., 4.])
    """
    v0 = None if v0 is None else cuprust.asarray(v0)
    found = _sparse.eigsh(aslinearoperator(a)._core(), k, which, v0, ncv, maxiter, float(tol))
    values, vectors = _all(k, *found)
    return (values, vectors) if return_eigenvectors else values


def _all(k: int, values: cuprust.ndarray, vectors: cuprust.ndarray, maxiter: int) -> tuple[cuprust.ndarray, cuprust.ndarray]:
    if values.size < k:
        text = f"No convergence ({maxiter} iterations, {values.size}/{k} eigenvectors converged)"
        raise ArpackNoConvergence(text, values, vectors)
    return values, vectors


def svds(
    a: Any,
    k: int = 6,
    *,
    ncv: int | None = None,
    tol: float = 0,
    which: str = "LM",
    maxiter: int | None = None,
    return_singular_vectors: bool = True,
) -> Any:
    """The `k` largest singular values of a matrix or operator in ascending order, between the left and the right singular vectors: ``u, s, vh``.

    Without `return_singular_vectors` the singular values alone. `ncv`, `tol` and `maxiter` are those of `eigsh`, by which they are found.

    Raises ValueError for a `k` that is not from 1 up to the lesser number of rows and columns less 1, and for another `which` than "LM",
    TypeError for integers.

    >>> from cuprust.scipy.sparse.linalg import svds
    >>> svds(cp.diag(cp.arange(5.0)), 2, return_singular_vectors=False)
    array([3., 4.])
    """
    if which != "LM":
        raise ValueError(f"which must be 'LM' (actual: {which})")
    (u, s, vh), space = _sparse.svds(aslinearoperator(a)._core(), k, ncv, maxiter, float(tol))
    _all(k, *space)
    return (u, s, vh) if return_singular_vectors else s
