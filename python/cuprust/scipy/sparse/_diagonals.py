"""The format by diagonals of matrices of which few elements are stored."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse._formats import _agreed, _check_axes, _check_dtype, _is_of_scipy, _set_maxprint, _shape_of, csr_matrix
from cuprust.scipy.sparse._matrix import SparseEfficiencyWarning, spmatrix

# From so many diagonals on it warns.
_MANY = 100


class dia_matrix(spmatrix):
    """A matrix by its diagonals: of ``(data, offsets)``, where ``data[i, j]`` is the element in column ``j`` of the diagonal that is
    ``offsets[i]`` above the main one, or of what `csr_matrix` takes but coordinates and rows.

    Raises ValueError for two diagonals at one place and for other than one offset for each.

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
    # The offsets as numbers of the host.
    _places: tuple[int, ...]

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
            given = arg1.asformat("dia")
            data, offsets, wanted = cuprust.asarray(given.data), given.offsets, _agreed(given.shape, wanted)
        else:
            other = (arg1 if isinstance(arg1, spmatrix) else csr_matrix(arg1)).todia()
            assert isinstance(other, dia_matrix)
            data, offsets, wanted = other.data, numpy.asarray(other._places, numpy.int32), _agreed(other.shape, wanted)
        _check_dtype(data.dtype)
        if offsets.size and offsets.dtype.kind not in "iu":
            raise TypeError(f"offsets are integers, not {offsets.dtype}")
        for array, rank, name in ((offsets, 1, "offsets"), (data, 2, "data")):
            if array.ndim != rank:
                raise ValueError(f"{name} array must have rank {rank}")
        if len(data) != offsets.size:
            raise ValueError(f"number of diagonals ({len(data)}) does not match the number of offsets ({offsets.size})")
        self._places = tuple(offsets.tolist())
        if len(set(self._places)) != offsets.size:
            raise ValueError("offset array contains duplicate values")
        self._shape = wanted
        self.data = data.astype(data.dtype if dtype is None else dtype, copy=copy)

    @classmethod
    def _made(cls, data: cuprust.ndarray, places: tuple[int, ...], shape: tuple[int, int]) -> dia_matrix:
        matrix = cls.__new__(cls)
        matrix.data, matrix._places, matrix._shape = data, places, shape
        return matrix

    @classmethod
    def _of_rows(cls, rows: _sparse.Csr) -> dia_matrix:
        """The matrix of these rows."""
        # Elements of one place are added up.
        rows = _sparse.Csr.of_coordinates(rows.data, rows.rows(), rows.indices, rows.shape)
        if rows.count == 0:
            return cls._made(cuprust.zeros((0, 0), rows.dtype), (), rows.shape)
        places, line = cuprust.unique(rows.indices - rows.rows(), return_inverse=True)
        if places.size > _MANY:
            warnings.warn(f"the matrix has {places.size} diagonals: another format takes less memory", SparseEfficiencyWarning, stacklevel=4)
        data = cuprust.zeros((places.size, int(rows.indices.max()) + 1), rows.dtype)
        data[line, rows.indices] = rows.data
        return cls._made(data, tuple(places.tolist()), rows.shape)

    @property
    def offsets(self) -> cuprust.ndarray:
        """How far above the main one each diagonal is, as int32, or int64 where a shape is so large."""
        wide = max(self._shape) >= 2**31
        return cuprust.asarray(numpy.asarray(self._places, numpy.int64 if wide else numpy.int32))

    def _spans(self) -> Iterator[tuple[int, int, int]]:
        """Of each diagonal its offset, its first column within the matrix, and the end of them."""
        rows, columns = self._shape
        end = min(columns, self.data.shape[1])
        for place in self._places:
            first = max(place, 0)
            yield place, first, max(min(rows + place, end), first)

    def _mask(self) -> cuprust.ndarray:
        """Which elements of the diagonals lie within the matrix."""
        bounds = numpy.array([(first, last) for _, first, last in self._spans()], numpy.int64).reshape(-1, 2)
        column, (first, last) = cuprust.arange(self.data.shape[1])[None, :], cuprust.asarray(bounds).T
        return (column >= first[:, None]) & (column < last[:, None])

    def _stored(self) -> cuprust.ndarray:
        stored: cuprust.ndarray = cuprust.where(self._mask(), self.data, self.data.dtype.type(0))
        return stored

    def _rows(self) -> _sparse.Csr:
        line, column = cuprust.nonzero(self._mask() & (self.data != 0))
        offsets = cuprust.asarray(numpy.asarray(self._places, numpy.int64))
        return _sparse.Csr.of_coordinates(self.data[line, column], column - offsets[line], column, self.shape)

    def _of(self, rows: _sparse.Csr) -> spmatrix:
        return csr_matrix._made(rows)

    def _with(self, data: cuprust.ndarray) -> spmatrix:
        _check_dtype(data.dtype)
        return dia_matrix._made(data, self._places, self._shape)

    def _product(self, dense: cuprust.ndarray) -> cuprust.ndarray:
        if dense.ndim not in (1, 2):
            raise ValueError("could not interpret dimensions")
        rows, columns = self._shape
        if dense.shape[0] != columns:
            raise ValueError("dimension mismatch")
        dtype = numpy.result_type(self.dtype, dense.dtype)
        _check_dtype(dtype)
        found = cuprust.zeros((rows, *dense.shape[1:]), dtype)
        for i, (place, first, last) in enumerate(self._spans()):
            part = self.data[i, first:last]
            found[first - place : last - place] += (part if dense.ndim == 1 else part[:, None]) * dense[first:last]
        return found

    def multiply(self, other: Any) -> Any:
        """As that of other formats. With an array that broadcasts to the matrix, and with such a matrix, it is by diagonals too."""
        if isinstance(other, dia_matrix) and other.shape == self.shape:
            # A diagonal that one of them does not have is zero.
            places = [place for place in self._places if place in other._places]
            width = min(self.data.shape[1], other.data.shape[1])
            own, met = (each.data[[each._places.index(place) for place in places], :width] for each in (self, other))
            return dia_matrix._made(own * met, tuple(places), self.shape)
        is_small = isinstance(other, cuprust.ndarray) and 0 < other.ndim <= 2 and 1 not in self.shape
        if not is_small or any(extent not in (1, own) for extent, own in zip(other.shape[::-1], self.shape[::-1])):
            return super().multiply(other)
        other = cuprust.broadcast_to(other, self.shape)
        data = cuprust.zeros(self.data.shape, numpy.result_type(self.dtype, other.dtype))
        for i, (place, first, last) in enumerate(self._spans()):
            if first < last:
                data[i, first:last] = self.data[i, first:last] * other.diagonal(place)[: last - first]
        return self._with(data)

    def _sum(self, other: Any, subtract: bool) -> Any:
        if not isinstance(other, dia_matrix) or other.shape != self.shape:
            return super()._sum(other, subtract)
        places = tuple(sorted({*self._places, *other._places}))
        if self._places == other._places and self.data.shape == other.data.shape:
            own, met = self.data, other.data
            places = self._places
        else:
            own, met = (each._widened(places, max(self.data.shape[1], other.data.shape[1])) for each in (self, other))
        return dia_matrix._made(own - met if subtract else own + met, places, self.shape)

    def _widened(self, places: tuple[int, ...], width: int) -> cuprust.ndarray:
        """The diagonals at these places, which are its own and others, with zeros up to a width."""
        data = cuprust.zeros((len(places), width), self.dtype)
        for part, place in zip(self.data, self._places):
            data[places.index(place), : part.size] = part
        return data

    @property
    def nnz(self) -> int:
        """How many elements of the diagonals lie within the matrix."""
        return sum(last - first for _, first, last in self._spans())

    @property
    def size(self) -> int:
        """As `nnz`."""
        return self.nnz

    def getnnz(self, axis: int | None = None) -> int:
        """How many elements of the diagonals lie within the matrix. Raises NotImplementedError for an axis."""
        if axis is not None:
            raise NotImplementedError("getnnz over an axis is not implemented for the format by diagonals")
        return self.nnz

    def diagonal(self, k: int = 0) -> cuprust.ndarray:
        """The elements whose column is their row plus `k`."""
        rows, columns = self._shape
        found = cuprust.zeros(max(min(rows + min(k, 0), columns - max(k, 0)), 0), self.dtype)
        for i, (place, first, last) in enumerate(self._spans()):
            if place == k:
                found[: last - first] = self.data[i, first:last]
        return found

    def _write_diagonal(self, k: int, count: int, values: cuprust.ndarray) -> None:
        first = max(k, 0)
        is_new = k not in self._places
        places = (*self._places, k) if is_new else self._places
        data = cuprust.zeros((len(places), max(self.data.shape[1], first + count)), self.dtype)
        data[: len(self._places), : self.data.shape[1]] = self.data
        data[places.index(k), first : first + count] = values.astype(self.dtype)
        self.data, self._places = data, places

    def transpose(self, axes: Any = None, copy: bool = False) -> spmatrix:
        """The transpose, by diagonals too."""
        _check_axes(axes)
        rows, columns = self._shape
        data = cuprust.zeros((len(self._places), rows), self.dtype)
        for i, (place, first, last) in enumerate(self._spans()):
            data[i, first - place : last - place] = self.data[i, first:last]
        return dia_matrix._made(data, tuple(-place for place in self._places), (columns, rows))

    def todia(self, copy: bool = False) -> spmatrix:
        return self.copy() if copy else self

    def copy(self) -> spmatrix:
        return self._with(self.data.copy())

    def get(self, stream: Any = None) -> Any:
        import scipy.sparse  # type: ignore[import-untyped]

        return scipy.sparse.dia_matrix((self.data.get(stream), numpy.asarray(self._places, numpy.int64)), shape=self.shape)

    def __reduce__(self) -> Any:
        return type(self), ((self.data, numpy.asarray(self._places, numpy.int64)), self.shape)


def isspmatrix_dia(x: Any) -> bool:
    """Whether it is a matrix by diagonals."""
    return isinstance(x, dia_matrix)
