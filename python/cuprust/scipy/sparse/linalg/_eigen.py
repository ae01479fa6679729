"""Few eigenvalues and singular values of large matrices, by Lanczos's method."""

from __future__ import annotations

from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse.linalg._iterative import apart
from cuprust.scipy.sparse.linalg._operator import LinearOperator, aslinearoperator


class ArpackError(RuntimeError):
    """Eigenvalues were not found."""


class ArpackNoConvergence(ArpackError):
    """Eigenvalues were not found in as many steps as were allowed: `eigenvalues` and `eigenvectors` are those that were."""

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
    A = aslinearoperator(a)
    n = A.shape[0]
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"expected square matrix (shape: {A.shape})")
    if A.dtype.char not in "fdFD":
        raise TypeError(f"unsupported dtype (actual: {A.dtype})")
    if k <= 0:
        raise ValueError(f"k must be greater than 0 (actual: {k})")
    if k >= n:
        raise ValueError(f"k must be smaller than n (actual: {k})")
    if which not in ("LM", "LA", "SA"):
        raise ValueError(f"which must be 'LM', 'LA' or 'SA' (actual: {which})")
    ncv = max(2 * k, k + 32) if ncv is None else max(ncv, k + 1)
    if ncv >= n - 1:
        values, vectors = cuprust.linalg.eigh(A.matmat(cuprust.eye(n, dtype=A.dtype)))
        kept = cuprust.asarray(numpy.sort(_chosen(values.get(), k, which)))
        values, vectors = values[kept], vectors[:, kept]
    else:
        values, vectors = _Lanczos(A, ncv, v0).run(k, which, tol, 10 * n if maxiter is None else maxiter)
    return (values, vectors) if return_eigenvectors else values


def _chosen(values: Any, k: int, which: str) -> Any:
    """The places of `k` values, the first wanted most."""
    order = numpy.argsort({"LM": -numpy.abs(values), "LA": -values, "SA": values}[which], kind="stable")
    return order[:k]


class _Lanczos:
    """A basis in which a matrix is tridiagonal, but for the vectors that a restart keeps."""

    def __init__(self, A: LinearOperator, count: int, v0: Any) -> None:
        self.A, self.count, self.n = A, count, A.shape[0]
        self.real = numpy.dtype(A.dtype.char.lower())
        # Counter-based, the same on every device.
        self.dice = cuprust.random.default_rng(0)
        self.basis = cuprust.empty((count + 1, self.n), A.dtype)
        first = self._random() if v0 is None else cuprust.asarray(v0, A.dtype).ravel()
        self.basis[0] = first / cuprust.linalg.norm(first)
        self.matrix = numpy.zeros((count, count))
        # Whether each step is looked at as it is done, and how long an image was.
        self.careful, self.longest = False, 0.0

    def _is_closed(self, image: cuprust.ndarray, length: cuprust.ndarray) -> bool:
        """Whether what is left of an image is rounding."""
        whole, left = cuprust.stack([cuprust.linalg.norm(image), length]).get()
        self.longest = max(self.longest, float(whole))
        return bool(left <= 10 * numpy.finfo(self.real).eps * self.longest)

    def _random(self) -> cuprust.ndarray:
        return self.dice.standard_normal(self.n).astype(self.A.dtype)

    def sweep(self, first: int) -> float:
        """Fills the basis from a place on, and gives the length of what is left."""
        diagonal, beside = [], []
        for place in range(first, self.count):
            known = self.basis[: place + 1]
            image = self.A.matvec(self.basis[place])
            rest, parts = apart(image, known)
            length = cuprust.linalg.norm(rest)
            if self.careful and self._is_closed(image, length):
                # The space is closed: another vector begins a new one.
                length = length * 0
                rest, _ = apart(self._random(), known)
                following = rest / cuprust.linalg.norm(rest)
            else:
                following = rest / length
            self.basis[place + 1] = following
            diagonal.append(parts[place].real)
            beside.append(length)
        # All numbers of the sweep are read at once.
        alphas, betas = cuprust.stack(diagonal).get(), cuprust.stack(beside).get()
        for step, place in enumerate(range(first, self.count)):
            self.matrix[place, place] = alphas[step]
            if place + 1 < self.count:
                self.matrix[place, place + 1] = self.matrix[place + 1, place] = betas[step]
        return float(betas[-1])

    def run(self, k: int, which: str, tol: float, maxiter: int) -> tuple[cuprust.ndarray, cuprust.ndarray]:
        eps = float(numpy.finfo(self.real).eps)
        first = 0
        for turn in range(maxiter):
            before = self.matrix.copy()
            length = self.sweep(first)
            scale = abs(self.matrix).max()
            inner = numpy.append(numpy.diag(self.matrix, 1)[first:], length)
            if not self.careful and not (inner > 10 * eps * scale).all():
                # A space closed on the way: what follows it is rounding, or NaN.
                self.matrix, self.careful = before, True
                length = self.sweep(first)
            values, vectors = numpy.linalg.eigh(self.matrix)
            wanted = _chosen(values, k, which)
            residuals = length * abs(vectors[-1, wanted])
            enough = residuals <= max(tol, eps) * numpy.maximum(abs(values[wanted]), eps ** (2 / 3))
            if enough.all() or turn + 1 == maxiter:
                kept = numpy.sort(wanted[enough])
                found = self._of(values[kept], vectors[:, kept])
                if not enough.all():
                    raise ArpackNoConvergence(f"No convergence ({maxiter} iterations, {enough.sum()}/{k} eigenvectors converged)", *found)
                return found
            # Some more than are wanted are kept, which saves restarts.
            kept = _chosen(values, k + (self.count - k) // 2, which)
            keep = len(kept)
            following = self.basis[self.count].copy()
            self.basis[:keep] = self._lines(vectors[:, kept].T)
            self.basis[keep] = following
            self.matrix[:] = 0
            self.matrix[range(keep), range(keep)] = values[kept]
            self.matrix[keep, :keep] = self.matrix[:keep, keep] = length * vectors[-1, kept]
            first = keep
        raise ArpackNoConvergence("No convergence (0 iterations)", *self._of(numpy.zeros(0), numpy.zeros((self.count, 0))))

    def _lines(self, factors: Any) -> cuprust.ndarray:
        return cuprust.asarray(factors.astype(self.A.dtype)) @ self.basis[: self.count]

    def _of(self, values: Any, vectors: Any) -> tuple[cuprust.ndarray, cuprust.ndarray]:
        return cuprust.asarray(values.astype(self.real)), self._lines(vectors.T).T


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
    A = aslinearoperator(a)
    if A.dtype.char not in "fdFD":
        raise TypeError(f"unsupported dtype (actual: {A.dtype})")
    if k <= 0:
        raise ValueError(f"k must be greater than 0 (actual: {k})")
    if k >= min(A.shape):
        raise ValueError(f"k must be smaller than min(a.shape) (actual: {k})")
    if which != "LM":
        raise ValueError(f"which must be 'LM' (actual: {which})")
    is_wide = A.shape[0] < A.shape[1]
    B = A.H if is_wide else A
    _, x = eigsh(B.H @ B, k, ncv=ncv, tol=tol, maxiter=maxiter)
    # The space is known: what it holds of the matrix says the values, and both sides' vectors to rounding.
    left, s, turned = cuprust.linalg.svd(B.matmat(x), full_matrices=False)
    s = s[::-1]
    if not return_singular_vectors:
        return s
    u, v = left[:, ::-1], (x @ turned.conj().T)[:, ::-1]
    return (v, s, u.conj().T) if is_wide else (u, s, v.conj().T)
