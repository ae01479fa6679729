"""Matrices made of others: in blocks, as triangles, and with random elements."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse._formats import coo_matrix, csc_matrix, csr_matrix
from cuprust.scipy.sparse._matrix import spmatrix


def bmat(blocks: Sequence[Sequence[Any]], format: str | None = None, dtype: Any = None) -> spmatrix:
    """The matrix of rows of blocks, each a matrix, dense or sparse, or None for zeros.

    `format` is that of the result: by default CSR or CSC where all blocks are, else COO. `dtype` converts the elements.
    Raises ValueError for rows of different lengths, and for blocks whose shapes do not match.

    >>> from cuprust.scipy import sparse
    >>> sparse.bmat([[sparse.eye(1), None], [None, sparse.eye(1) * 2]]).toarray()
    array([[1., 0.],
           [0., 2.]])
    """
    lines = [list(line) for line in blocks] if all(isinstance(line, (list, tuple)) for line in blocks) else []
    if not lines or len({len(line) for line in lines}) != 1 or not lines[0]:
        raise ValueError("blocks must be 2-D")
    for kind in (csr_matrix, csc_matrix):
        if format is None and all(isinstance(block, kind) for line in lines for block in line):
            format = kind.format
    parts = [[None if block is None else coo_matrix(block)._coo() for block in line] for line in lines]
    made = _sparse.Coo.of_blocks(parts, None if dtype is None else numpy.dtype(dtype))
    return coo_matrix._made(made).asformat(format or "coo")


def hstack(blocks: Sequence[Any], format: str | None = None, dtype: Any = None) -> spmatrix:
    """Matrices side by side; `format` and `dtype` are those of `bmat`.

    Raises ValueError for different numbers of rows.

    >>> from cuprust.scipy import sparse
    >>> sparse.hstack([sparse.eye(2), sparse.eye(2)]).toarray()
    array([[1., 0., 1., 0.],
           [0., 1., 0., 1.]])
    """
    return bmat([list(blocks)], format, dtype)


def vstack(blocks: Sequence[Any], format: str | None = None, dtype: Any = None) -> spmatrix:
    """Matrices one below the other; `format` and `dtype` are those of `bmat`.

    Raises ValueError for different numbers of columns.

    >>> from cuprust.scipy import sparse
    >>> sparse.vstack([sparse.eye(1, 2), sparse.eye(1, 2)]).toarray()
    array([[1., 0.],
           [1., 0.]])
    """
    return bmat([[block] for block in blocks], format, dtype)


def block_diag(mats: Sequence[Any], format: str | None = None, dtype: Any = None) -> spmatrix:
    """Matrices along the diagonal, and zeros elsewhere, in COO format unless `format` is another; `dtype` converts the
    elements.

    Raises ValueError for no matrices.

    >>> from cuprust.scipy import sparse
    >>> sparse.block_diag([cp.array([[1, 2]]), cp.array([[3]])]).toarray()
    array([[1, 2, 0],
           [0, 0, 3]])
    """
    blocks = list(mats)
    return bmat([[block if i == j else None for j in range(len(blocks))] for i, block in enumerate(blocks)], format or "coo", dtype)


def kron(A: Any, B: Any, format: str | None = None) -> spmatrix:
    """The Kronecker product: each element of `A` times `B`, in COO format unless `format` is another.

    Of shapes (m, n) and (p, q) the result has (m p, n q).

    >>> from cuprust.scipy import sparse
    >>> sparse.kron(sparse.eye(2), cp.array([[1.0, 2.0]])).toarray()
    array([[1., 2., 0., 0.],
           [0., 0., 1., 2.]])
    """
    a, b = coo_matrix(A)._deduped(), coo_matrix(B)._deduped()
    assert isinstance(a, coo_matrix) and isinstance(b, coo_matrix)
    if a.nnz == 0 or b.nnz == 0:
        # As in SciPy, zeros are of float64.
        return coo_matrix((a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])).asformat(format or "coo")
    return coo_matrix._made(a._coo().kron(b._coo())).asformat(format or "coo")


def kronsum(A: Any, B: Any, format: str | None = None) -> spmatrix:
    """The Kronecker sum of two square matrices, ``kron(I, A) + kron(B, I)``, in CSR format unless `format` is another.

    Of m and n rows the result has m n. Raises ValueError for a matrix that is not square.

    >>> from cuprust.scipy import sparse
    >>> sparse.kronsum(cp.array([[1.0]]), cp.array([[2.0, 3.0], [4.0, 5.0]])).toarray()
    array([[3., 3.],
           [4., 6.]])
    """
    return csr_matrix._made(coo_matrix(A)._coo().kron_sum(coo_matrix(B)._coo())).asformat(format or "csr")


def tril(A: Any, k: int = 0, format: str | None = None) -> spmatrix:
    """The lower triangle: the elements whose column is at most their row plus `k`, in COO format unless `format` is
    another.

    Of the shape of `A`, a dense or a sparse matrix.

    >>> from cuprust.scipy import sparse
    >>> sparse.tril(cp.ones((2, 2))).toarray()
    array([[1., 0.],
           [1., 1.]])
    """
    return _triangle(A, False, k, format)


def triu(A: Any, k: int = 0, format: str | None = None) -> spmatrix:
    """The upper triangle: the elements whose column is at least their row plus `k`, in COO format unless `format` is
    another.

    Of the shape of `A`, a dense or a sparse matrix.

    >>> from cuprust.scipy import sparse
    >>> sparse.triu(cp.ones((2, 2)), 1).toarray()
    array([[0., 1.],
           [0., 0.]])
    """
    return _triangle(A, True, k, format)


def _triangle(A: Any, upper: bool, k: int, format: str | None) -> spmatrix:
    return coo_matrix._made(coo_matrix(A)._coo().triangle(upper, operator.index(k))).asformat(format or "coo")


def find(A: Any) -> tuple[cuprust.ndarray, cuprust.ndarray, cuprust.ndarray]:
    """The rows, columns and values of the elements that are not zero, three arrays of one axis; duplicates are summed.

    Waits for the elements.

    >>> from cuprust.scipy import sparse
    >>> [part.tolist() for part in sparse.find(cp.array([[0, 2], [3, 0]]))]
    [[0, 1], [1, 0], [2, 3]]
    """
    a = coo_matrix(A, copy=True)
    a.sum_duplicates()
    a.eliminate_zeros()
    return a.row, a.col, a.data


def random(
    m: int,
    n: int,
    density: float = 0.01,
    format: str = "coo",
    dtype: Any = None,
    random_state: Any = None,
    data_rvs: Callable[[int], cuprust.ndarray] | None = None,
) -> spmatrix:
    """A matrix of random elements at random positions: `density` is the share of stored elements.

    The elements are uniform in [0, 1), or those that `data_rvs` returns for a count. `random_state` is a seed, a
    RandomState or a Generator. Raises ValueError for a density outside of [0, 1], NotImplementedError for a dtype other
    than float32 and float64.

    >>> from cuprust.scipy import sparse
    >>> sparse.random(30, 40, 0.1, random_state=1).nnz
    120
    """
    made = numpy.dtype(float if dtype is None else dtype)
    if made.char not in "fd":
        raise NotImplementedError(f"type {made} not supported")
    generator = random_state if isinstance(random_state, cuprust.random.Generator) else cuprust.random.RandomState(random_state)
    drawn = _sparse.Coo.random((operator.index(m), operator.index(n)), density, made, generator, data_rvs)
    return coo_matrix._made(drawn).asformat(format)


def rand(m: int, n: int, density: float = 0.01, format: str = "coo", dtype: Any = None, random_state: Any = None) -> spmatrix:
    """A matrix of uniform elements in [0, 1) at random positions, as `random`, which says what it takes and raises.

    >>> from cuprust.scipy import sparse
    >>> sparse.rand(30, 40, 0.1, random_state=1).nnz
    120
    """
    return random(m, n, density, format, dtype, random_state)
