"""The format by diagonals of matrices of which few elements are stored."""

from __future__ import annotations

import warnings
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse._formats import _agreed, _check_axes, _check_dtype, _is_of_scipy, _set_maxprint, _shape_of, csr_matrix
from cuprust.scipy.sparse._matrix import SparseEfficiencyWarning, spmatrix

# The most diagonals for which there is no warning.
_MAX_DIAGONALS = 100


class dia_matrix(spmatrix):
    """A sparse matrix in DIA format (diagonals): ``data[i, j]`` is the element in column ``j`` of the diagonal
    ``offsets[i]``.

    The diagonal of an offset has the elements whose column is their row plus the offset. The matrix is made of ``(data,
    offsets)`` and `shape`, or of what `csr_matrix` takes other than arrays of coordinates or rows.

    Raises ValueError for equal offsets, for another number of offsets than diagonals, for float16, and without `shape`.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.dia_matrix((cp.array([[1.0, 2, 3], [4, 5, 6]]), [0, 1]), shape=(3, 3))
    >>> a.toarray()
    array([[1., 5., 0.],
           [0., 2., 6.],
           [0., 0., 3.]])
    >>> a @ cp.array([1.0, 10, 100])
    array([ 51., 620., 300.])
    """

    format = "dia"
    # The offsets as Python integers.
    _offsets: tuple[int, ...]

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: int | None = None) -> None:
        _set_maxprint(self, maxprint)
        wanted = None if shape is None else _shape_of(shape)
        if isinstance(arg1, tuple) and len(arg1) == 2 and all(isinstance(extent, (int, numpy.integer)) for extent in arg1):
            wanted = _agreed(_shape_of(arg1), wanted)
            data, offsets = cuprust.zeros((0, 0), float if dtype is None else dtype), numpy.zeros(0, numpy.int32)
        elif isinstance(arg1, tuple):
            if len(arg1) != 2:
                raise ValueError("unrecognized form for dia_matrix constructor")
            if wanted is None:
                raise ValueError("expected a shape argument")
            data, offsets = cuprust.atleast_2d(cuprust.asarray(arg1[0])), numpy.atleast_1d(cuprust.asnumpy(arg1[1]))
        elif _is_of_scipy(arg1):
            converted = arg1.asformat("dia")
            data, offsets, wanted = cuprust.asarray(converted.data), converted.offsets, _agreed(converted.shape, wanted)
        else:
            other = (arg1 if isinstance(arg1, spmatrix) else csr_matrix(arg1)).todia()
            assert isinstance(other, dia_matrix)
            data, offsets, wanted = other.data, numpy.asarray(other._offsets, numpy.int32), _agreed(other.shape, wanted)
        _check_dtype(data.dtype)
        if offsets.size and offsets.dtype.kind not in "iu":
            raise TypeError(f"offsets are integers, not {offsets.dtype}")
        if offsets.ndim != 1:
            raise ValueError("offsets array must have rank 1")
        made = _sparse.Dia(data, offsets.tolist(), wanted)
        self._offsets, self._shape = tuple(made.offsets), wanted
        self.data = data.astype(data.dtype if dtype is None else dtype, copy=copy)

    @classmethod
    def _made(cls, made: _sparse.Dia) -> dia_matrix:
        """The matrix of these diagonals."""
        matrix = cls.__new__(cls)
        matrix.data, matrix._offsets, matrix._shape = made.data, tuple(made.offsets), made.shape
        return matrix

    def _dia(self) -> _sparse.Dia:
        return _sparse.Dia(self.data, self._offsets, self._shape)

    @classmethod
    def _of_rows(cls, rows: _sparse.Csr) -> dia_matrix:
        """The matrix of these rows."""
        made = _sparse.Dia.of_rows(rows)
        if len(made.offsets) > _MAX_DIAGONALS:
            text = f"the matrix has {len(made.offsets)} diagonals: another format takes less memory"
            warnings.warn(text, SparseEfficiencyWarning, stacklevel=4)
        return cls._made(made)

    @property
    def offsets(self) -> cuprust.ndarray:
        """The offset of each diagonal, column less row, as int32, or int64 where an extent is 2^31 or more.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
        >>> a.offsets
        array([0, 1], dtype=int32)
        """
        wide = max(self._shape) >= 2**31
        return cuprust.asarray(numpy.asarray(self._offsets, numpy.int64 if wide else numpy.int32))

    def _stored(self) -> cuprust.ndarray:
        return self._dia().stored()

    def _rows(self) -> _sparse.Csr:
        return self._dia().to_rows()

    def _of(self, rows: _sparse.Csr) -> spmatrix:
        return csr_matrix._made(rows)

    def _with(self, data: cuprust.ndarray) -> spmatrix:
        return dia_matrix._made(self._dia().with_data(data))

    def _product(self, dense: cuprust.ndarray) -> cuprust.ndarray:
        return self._dia().product(dense)

    def multiply(self, other: Any) -> Any:
        """The elementwise product with a number, or with an array or a matrix that broadcasts.

        It is a DIA matrix for an array that broadcasts to the matrix and for a DIA matrix of its shape, else what other
        formats give. Raises ValueError for shapes that do not broadcast, TypeError for other operands.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
        >>> a.multiply(cp.array([1.0, 0.0, 2.0])).toarray()
        array([[ 1.,  0.,  0.],
               [ 0.,  0., 12.],
               [ 0.,  0.,  6.]])
        """
        if isinstance(other, dia_matrix) and other.shape == self.shape:
            return dia_matrix._made(self._dia().multiply(other._dia()))
        is_small = isinstance(other, cuprust.ndarray) and 0 < other.ndim <= 2 and 1 not in self.shape
        if not is_small or any(extent not in (1, own) for extent, own in zip(other.shape[::-1], self.shape[::-1])):
            return super().multiply(other)
        return dia_matrix._made(self._dia().multiply_array(other))

    def _sum(self, other: Any, subtract: bool) -> Any:
        if not isinstance(other, dia_matrix) or other.shape != self.shape:
            return super()._sum(other, subtract)
        return dia_matrix._made(self._dia().add(other._dia(), subtract))

    @property
    def nnz(self) -> int:
        """The number of elements of the diagonals that lie within the matrix, zeros included.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
        >>> a.nnz
        5
        """
        return self._dia().count

    @property
    def size(self) -> int:
        """The number of elements of the diagonals that lie within the matrix, as `nnz`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
        >>> a.size
        5
        """
        return self.nnz

    def getnnz(self, axis: int | None = None) -> int:
        """The number of elements of the diagonals that lie within the matrix. Raises NotImplementedError for an axis.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
        >>> a.getnnz()
        5
        """
        if axis is not None:
            raise NotImplementedError("getnnz over an axis is not implemented for the format by diagonals")
        return self.nnz

    def diagonal(self, k: int = 0) -> cuprust.ndarray:
        """The elements of the diagonal whose column is the row plus `k`, an array of one axis; empty outside of the
        matrix.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
        >>> a.diagonal(1)
        array([5., 6.])
        """
        return self._dia().diagonal(k)

    def _write_diagonal(self, k: int, count: int, values: cuprust.ndarray) -> None:
        made = self._dia().with_diagonal(k, cuprust.broadcast_to(values.astype(self.dtype), count))
        self.data, self._offsets = made.data, tuple(made.offsets)

    def transpose(self, axes: Any = None, copy: bool = False) -> spmatrix:
        """The transpose, a DIA matrix with arrays of its own. Raises ValueError for `axes` other than None and (1, 0).

        >>> from cuprust.scipy import sparse
        >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
        >>> a.transpose().offsets
        array([ 0, -1], dtype=int32)
        """
        _check_axes(axes)
        return dia_matrix._made(self._dia().transpose())

    def todia(self, copy: bool = False) -> spmatrix:
        return self.copy() if copy else self

    def copy(self) -> spmatrix:
        return self._with(self.data.copy())

    def get(self, stream: Any = None) -> Any:
        import scipy.sparse  # type: ignore[import-untyped]

        return scipy.sparse.dia_matrix((self.data.get(stream), numpy.asarray(self._offsets, numpy.int64)), shape=self.shape)

    def __reduce__(self) -> Any:
        return type(self), ((self.data, numpy.asarray(self._offsets, numpy.int64)), self.shape)


def isspmatrix_dia(x: Any) -> bool:
    """Whether `x` is a `dia_matrix`.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.dia_matrix((cp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), [0, 1]), shape=(3, 3))
    >>> sparse.isspmatrix_dia(a)
    True
    """
    return isinstance(x, dia_matrix)
