"""The formats of matrices of which few elements are stored: by rows, by columns, and by coordinates."""

from __future__ import annotations

import operator
from typing import Any, ClassVar, TypeVar

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust.scipy.sparse import _index
from cuprust.scipy.sparse._matrix import spmatrix

_Compressed = TypeVar("_Compressed", bound="_CompressedMatrix")


class _CompressedMatrix(spmatrix):
    """What the formats by rows and by columns have in common: one is the transpose of the other."""

    _csr: _sparse.Csr
    _swap: ClassVar[bool]
    # What is known about the order of the elements, or was declared.
    _is_sorted: bool | None = None
    _is_canonical: bool | None = None

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: int | None = None) -> None:
        _set_maxprint(self, maxprint)
        made = self._from(arg1, None if shape is None else _shape_of(shape), dtype)
        if dtype is not None and made.dtype != numpy.dtype(dtype):
            made = made.with_data(made.data.astype(dtype))
        elif copy:
            made = made.copy()
        self._csr = made
        self._shape = self._swapped(made.shape)

    @classmethod
    def _made(cls: type[_Compressed], csr: _sparse.Csr) -> _Compressed:
        """The matrix of these rows, or columns."""
        matrix = cls.__new__(cls)
        matrix._csr, matrix._shape = csr, cls._swapped(csr.shape)
        return matrix

    @classmethod
    def _swapped(cls, shape: tuple[int, int]) -> tuple[int, int]:
        return (shape[1], shape[0]) if cls._swap else shape

    def _from(self, arg1: Any, shape: tuple[int, int] | None, dtype: Any) -> _sparse.Csr:
        name = f"{self.format}_matrix"
        if isinstance(arg1, spmatrix):
            return self._checked(arg1.asformat(self.format), shape)
        if _is_of_scipy(arg1):
            arg1 = arg1.asformat(self.format)
            data, indices, indptr = (cuprust.asarray(part) for part in (arg1.data, arg1.indices, arg1.indptr))
            return self._checked(self._made(_sparse.Csr(data, indices, indptr, self._swapped(arg1.shape))), shape)
        if isinstance(arg1, tuple) and len(arg1) == 2:
            if all(isinstance(extent, (int, numpy.integer)) for extent in arg1):
                if shape not in (None, arg1):
                    raise ValueError("the shapes differ")
                return _sparse.Csr.empty(self._swapped(_shape_of(arg1)), numpy.dtype(float if dtype is None else dtype))
            coordinates = coo_matrix(arg1, shape=shape)
            row, col = (coordinates.col, coordinates.row) if self._swap else (coordinates.row, coordinates.col)
            return _sparse.Csr.of_coordinates(coordinates.data, row, col, self._swapped(coordinates.shape))
        if isinstance(arg1, tuple) and len(arg1) == 3:
            data, indices, indptr = (_line(part) for part in arg1)
            if shape is None:
                minor = int(indices.max()) + 1 if indices.size else 0
                shape = self._swapped((indptr.size - 1, minor))
            return _sparse.Csr(data, indices, indptr, self._swapped(shape))
        if isinstance(arg1, tuple):
            raise ValueError(f"unrecognized {name} constructor usage")
        dense = _dense(arg1, name)
        if shape not in (None, dense.shape):
            raise ValueError(f"shape {shape} does not match that of the array, {dense.shape}")
        return _sparse.Csr.of_dense(dense.T if self._swap else dense)

    def _checked(self, matrix: spmatrix, shape: tuple[int, int] | None) -> _sparse.Csr:
        if shape not in (None, matrix.shape):
            raise ValueError(f"shape {shape} does not match that of the matrix, {matrix.shape}")
        assert isinstance(matrix, _CompressedMatrix)
        return matrix._csr

    def _rows(self) -> _sparse.Csr:
        return self._csr.transpose() if self._swap else self._csr

    def _product(self, dense: cuprust.ndarray) -> cuprust.ndarray:
        return self._csr.transposed_product(dense) if self._swap else self._csr.product(dense)

    def _of(self, rows: _sparse.Csr) -> spmatrix:
        return self._made(rows.transpose() if self._swap else rows)

    def _with(self, data: cuprust.ndarray) -> spmatrix:
        return self._alike(self._csr.with_data(data))

    def _alike(self: _Compressed, csr: _sparse.Csr) -> _Compressed:
        """The matrix of these rows, or columns, whose order is that of this one's."""
        matrix = self._made(csr)
        matrix._is_sorted, matrix._is_canonical = self._is_sorted, self._is_canonical
        return matrix

    def _deduped(self) -> spmatrix:
        if self.has_canonical_format:
            return self
        matrix = self._alike(self._csr)
        matrix.sum_duplicates()
        return matrix

    def _counted(self, axis: int) -> cuprust.ndarray:
        if axis == int(not self._swap):
            return cuprust.diff(self.indptr)
        return cuprust.bincount(self.indices, minlength=self.shape[axis - 1])

    @property
    def data(self) -> cuprust.ndarray:
        """The stored elements, an array of one axis: row after row in CSR format, column after column in CSC format.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.data
        array([2., 1., 3.])
        """
        return self._csr.data

    @data.setter
    def data(self, data: cuprust.ndarray) -> None:
        self._csr = self._csr.with_data(data)

    @property
    def indices(self) -> cuprust.ndarray:
        """The column (CSR) or row (CSC) of each stored element, int32 or int64.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.indices
        array([1, 0, 2], dtype=int32)
        """
        return self._csr.indices

    @property
    def indptr(self) -> cuprust.ndarray:
        """The index in `data` at which each row (CSR) or column (CSC) begins, and the number of elements, int32 or
        int64.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.indptr
        array([0, 1, 3], dtype=int32)
        """
        return self._csr.indptr

    def get(self, stream: Any = None) -> Any:
        import scipy.sparse  # type: ignore[import-untyped]

        parts = tuple(part.get(stream) for part in (self.data, self.indices, self.indptr))
        return getattr(scipy.sparse, f"{self.format}_matrix")(parts, shape=self.shape)

    def __reduce__(self) -> Any:
        return type(self), ((self.data, self.indices, self.indptr), self.shape)

    @property
    def has_sorted_indices(self) -> bool:
        """Whether the indices of each row or column ascend. Found once, which waits; an assigned value is not checked.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.has_sorted_indices
        True
        """
        if self._is_sorted is None:
            self._is_sorted = self._in_order(cuprust.greater)
        return self._is_sorted

    @has_sorted_indices.setter
    def has_sorted_indices(self, said: bool) -> None:
        self._is_sorted = bool(said)

    @property
    def has_canonical_format(self) -> bool:
        """Whether the indices of each row or column strictly ascend. Found once, which waits; an assigned value is not
        checked.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.has_canonical_format
        True
        """
        if self._is_sorted is False:
            self._is_canonical = False
        elif self._is_canonical is None:
            self._is_canonical = self._in_order(cuprust.greater_equal)
        return self._is_canonical

    @has_canonical_format.setter
    def has_canonical_format(self, said: bool) -> None:
        self._is_canonical = bool(said)
        if said:
            self._is_sorted = True

    def _in_order(self, wrong: cuprust.ufunc) -> bool:
        line, indices = self._csr.rows(), self.indices
        return not bool(((line[1:] == line[:-1]) & wrong(indices[:-1], indices[1:])).any())

    def copy(self) -> spmatrix:
        return self._made(self._csr.copy())

    def __getitem__(self, key: Any) -> Any:
        """An element, or a matrix of the rows and columns that an index names: integers, slices, lists, arrays, masks.

        Two lists name one element each. Raises IndexError for indices beyond the matrix.
        """
        return _index.read(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Write values where an index names them. Places that were not stored are from now on."""
        rows = _index.written(self, key, value)
        self._csr = rows.transpose() if self._swap else rows
        self._is_sorted = self._is_canonical = None

    def _write_diagonal(self, k: int, count: int, values: cuprust.ndarray) -> None:
        first = cuprust.arange(count, dtype=numpy.int64)
        self[first - min(k, 0), first + max(k, 0)] = values

    def prune(self) -> None:
        """Has no effect: the arrays have no spare capacity.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.prune()
        """

    def __iter__(self) -> Any:
        rows = self.tocsr()
        return (rows[row] for row in range(self.shape[0]))  # type: ignore[index]

    def transpose(self, axes: Any = None, copy: bool = False) -> spmatrix:
        _check_axes(axes)
        other = csr_matrix if self._swap else csc_matrix
        return other._made(self._csr.copy() if copy else self._csr)

    def eliminate_zeros(self) -> None:
        """Removes stored zeros, in place. Waits for the elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.data[0] = 0
        >>> a.eliminate_zeros()
        >>> a.nnz
        1
        """
        self._csr = self._csr.without_zeros()

    def sum_duplicates(self) -> None:
        """Sums duplicates and sorts the indices of each row or column, in place.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix((cp.ones(2), cp.array([1, 1]), cp.array([0, 2])))
        >>> a.sum_duplicates()
        >>> a.data
        array([2.])
        """
        if not self.has_canonical_format:
            self._csr = _sparse.Csr.of_coordinates(self.data, self._csr.rows(), self.indices, self._csr.shape)
            self.has_canonical_format = True

    def tocoo(self, copy: bool = False) -> spmatrix:
        found = super().tocoo(copy)
        assert isinstance(found, coo_matrix)
        found._canonical = self
        return found

    def sorted_indices(self) -> spmatrix:
        """A copy in which the indices of each row or column ascend. Duplicates are kept.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix((cp.array([1.0, 2.0]), cp.array([1, 0]), cp.array([0, 2])))
        >>> a.sorted_indices().indices
        array([0, 1], dtype=int32)
        """
        matrix = self._made(self._csr)
        matrix.sort_indices()
        return matrix

    def sort_indices(self) -> None:
        """Sorts the indices of each row or column, in place. Duplicates are kept.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix((cp.array([1.0, 2.0]), cp.array([1, 0]), cp.array([0, 2])))
        >>> a.sort_indices()
        >>> a.data
        array([2., 1.])
        """
        if not self.has_sorted_indices:
            # Transposing sorts the elements, and keeps duplicates.
            self._csr = self._csr.transpose().transpose()
            self._is_sorted = True


class csr_matrix(_CompressedMatrix):
    """A sparse matrix in CSR format (compressed sparse rows): `data`, `indices` and `indptr`.

    It is made of a dense array, ``(data, (row, col))``, ``(data, indices, indptr)``, another sparse matrix, SciPy's
    too, or a shape, for zeros. ``(data, (row, col))`` sums duplicates. Elements of `data` may be written in place;
    ``a[i, j] = value`` stores elements that were not stored. `dtype` converts the elements, `copy` copies the arrays.
    Waits for the positions of a dense array's elements.

    Raises ValueError for float16, for arrays of wrong lengths or extents, and for a `shape` other than that of the
    operand.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
    >>> a @ cp.array([1.0, 10, 100])
    array([ 20., 301.])
    """

    format = "csr"
    _swap = False

    def tocsr(self, copy: bool = False) -> spmatrix:
        return self.copy() if copy else self

    def tocsc(self, copy: bool = False) -> spmatrix:
        return csc_matrix._made(self._csr.transpose())


class csc_matrix(_CompressedMatrix):
    """A sparse matrix in CSC format (compressed sparse columns): `data`, `indices` and `indptr`. It is made of what
    `csr_matrix` takes.

    Raises ValueError as `csr_matrix`.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.csc_matrix(cp.array([[0.0, 2, 0], [1, 0, 3]]))
    >>> a.indices
    array([1, 0, 1], dtype=int32)
    """

    format = "csc"
    _swap = True

    def tocsr(self, copy: bool = False) -> spmatrix:
        return csr_matrix._made(self._csr.transpose())

    def getcol(self, i: int) -> spmatrix:
        """Column `i` as a CSC matrix of one column. Raises IndexError for a column out of range.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csc_matrix(cp.array([[0.0, 2, 0], [1, 0, 3]]))
        >>> a.getcol(1).toarray()
        array([[2.],
               [0.]])
        """
        found: spmatrix = self[:, i]
        return found

    def tocsc(self, copy: bool = False) -> spmatrix:
        return self.copy() if copy else self


class coo_matrix(spmatrix):
    """A sparse matrix in COO format (coordinates): each element of `data` with its `row` and `col`. It is made of what
    `csr_matrix` takes.

    Duplicates are kept, and are summed by whatever reads elements. Without `shape` the extents of ``(data, (row,
    col))`` are one more than the largest indices, which waits for them. Raises ValueError as `csr_matrix`, TypeError
    for other than two arrays of indices.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.coo_matrix((cp.ones(3), (cp.array([0, 1, 1]), cp.array([0, 2, 2]))))
    >>> a.toarray()
    array([[1., 0., 0.],
           [0., 0., 2.]])
    """

    format = "coo"
    row: cuprust.ndarray
    col: cuprust.ndarray
    # Whether the elements are known to be sorted, or the matrix that knows.
    _canonical: Any = False

    def __init__(self, arg1: Any, shape: Any = None, dtype: Any = None, copy: bool = False, *, maxprint: int | None = None) -> None:
        _set_maxprint(self, maxprint)
        wanted = None if shape is None else _shape_of(shape)
        if isinstance(arg1, tuple) and len(arg1) == 2 and not all(isinstance(part, (int, numpy.integer)) for part in arg1):
            data, coordinates = arg1
            if not isinstance(coordinates, (tuple, list)) or len(coordinates) != 2:
                raise TypeError("invalid input format")
            row, col = (_line(part) for part in coordinates)
            data = _line(data)
            if wanted is None:
                if not row.size or not col.size:
                    raise ValueError("cannot infer dimensions from zero sized index arrays")
                wanted = int(row.max()) + 1, int(col.max()) + 1
        elif isinstance(arg1, coo_matrix):
            data, row, col, wanted = arg1.data, arg1.row, arg1.col, _agreed(arg1.shape, wanted)
        else:
            other = csr_matrix(arg1, shape, dtype)
            is_compressed = isinstance(arg1, (csr_matrix, csc_matrix)) or isinstance(arg1, tuple) and len(arg1) == 3
            self._canonical = other if is_compressed else True
            self._become(other)
            data, row, col, wanted = self.data, self.row, self.col, other.shape
        if dtype is not None:
            data = data.astype(dtype)
        # Objects that are not matrices are refused now.
        made = _sparse.Coo(data, row, col, wanted)
        self.data = data.copy() if copy else data
        self.row, self.col = (part.copy() if copy else part for part in (made.row, made.col))
        self._shape = wanted

    @classmethod
    def _made(cls, made: _sparse.Coo) -> coo_matrix:
        """The matrix of these elements."""
        matrix = cls.__new__(cls)
        matrix.data, matrix.row, matrix.col, matrix._shape = made.data, made.row, made.col, made.shape
        return matrix

    def _coo(self) -> _sparse.Coo:
        return _sparse.Coo(self.data, self.row, self.col, self.shape)

    @property
    def coords(self) -> tuple[cuprust.ndarray, cuprust.ndarray]:
        """The rows and the columns of the elements, two integer arrays of one axis.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.coo_matrix((cp.array([1.0, 2.0, 0.0]), (cp.array([1, 1, 0]), cp.array([0, 0, 1]))), shape=(2, 2))
        >>> a.coords
        (array([1, 1, 0], dtype=int32), array([0, 0, 1], dtype=int32))
        """
        return self.row, self.col

    @property
    def has_canonical_format(self) -> bool:
        """Whether the elements are known to be in row-major order without duplicates. An assigned value is not checked.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.coo_matrix((cp.array([1.0, 2.0, 0.0]), (cp.array([1, 1, 0]), cp.array([0, 0, 1]))), shape=(2, 2))
        >>> a.has_canonical_format
        False
        """
        if isinstance(self._canonical, spmatrix):
            self._canonical = self._canonical.has_canonical_format  # type: ignore[attr-defined]
        return bool(self._canonical)

    @has_canonical_format.setter
    def has_canonical_format(self, said: bool) -> None:
        self._canonical = bool(said)

    def dot(self, other: Any) -> Any:
        """The product with a number, a vector, a dense matrix or a sparse matrix.

        A sparse operand gives a sparse matrix, a dense one an array. Raises ValueError for extents that do not match.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.coo_matrix((cp.array([1.0, 2.0, 0.0]), (cp.array([1, 1, 0]), cp.array([0, 0, 1]))), shape=(2, 2))
        >>> a.dot(cp.array([1.0, 10.0]))
        array([0., 3.])
        """
        return self * other if isinstance(other, cuprust.ndarray) and other.ndim == 0 else super().dot(other)

    def _rows(self) -> _sparse.Csr:
        return self._coo().to_rows()

    def _of(self, rows: _sparse.Csr) -> spmatrix:
        return csr_matrix._made(rows)

    def _with(self, data: cuprust.ndarray) -> spmatrix:
        return coo_matrix((data, (self.row, self.col)), shape=self.shape)

    def _deduped(self) -> spmatrix:
        if self.has_canonical_format:
            return self
        matrix = self._with(self.data)
        matrix.sum_duplicates()  # type: ignore[attr-defined]
        return matrix

    def _counted(self, axis: int) -> cuprust.ndarray:
        return cuprust.bincount((self.col, self.row)[axis], minlength=self.shape[axis - 1])

    def get(self, stream: Any = None) -> Any:
        import scipy.sparse

        return scipy.sparse.coo_matrix((self.data.get(stream), (self.row.get(stream), self.col.get(stream))), shape=self.shape)

    def __reduce__(self) -> Any:
        return type(self), ((self.data, (self.row, self.col)), self.shape)

    def copy(self) -> spmatrix:
        return coo_matrix(self, copy=True)

    def transpose(self, axes: Any = None, copy: bool = False) -> spmatrix:
        _check_axes(axes)
        return coo_matrix((self.data, (self.col, self.row)), shape=(self.shape[1], self.shape[0]), copy=copy)

    def tocoo(self, copy: bool = False) -> spmatrix:
        return self.copy() if copy else self

    def _write_diagonal(self, k: int, count: int, values: cuprust.ndarray) -> None:
        # Written elements are appended.
        self._take(self._coo().with_diagonal(k, cuprust.broadcast_to(values.astype(self.dtype), count)))
        self._canonical = False

    def sum_duplicates(self) -> None:
        """Sums duplicates and sorts the elements in row-major order, in place. Waits for the number of elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.coo_matrix((cp.array([1.0, 2.0, 0.0]), (cp.array([1, 1, 0]), cp.array([0, 0, 1]))), shape=(2, 2))
        >>> a.sum_duplicates()
        >>> a.nnz
        2
        """
        if not self.has_canonical_format:
            self._become(self.tocsr())
            self._canonical = True

    def _become(self, matrix: spmatrix) -> None:
        """Takes the elements of a matrix by rows or by columns, in the order of its rows."""
        self._take(_sparse.Coo.of_rows(matrix._rows()))

    def _take(self, made: _sparse.Coo) -> None:
        self.data, self.row, self.col = made.data, made.row, made.col

    def eliminate_zeros(self) -> None:
        """Removes stored zeros, in place. Waits for the elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.coo_matrix((cp.array([1.0, 2.0, 0.0]), (cp.array([1, 1, 0]), cp.array([0, 0, 1]))), shape=(2, 2))
        >>> a.eliminate_zeros()
        >>> a.nnz
        2
        """
        self._take(self._coo().without_zeros())


def _check_dtype(dtype: numpy.dtype[Any]) -> None:
    if dtype == numpy.float16:
        raise ValueError("sparse matrices do not have the dtype float16: convert the elements to float32")


def _set_maxprint(matrix: spmatrix, maxprint: int | None) -> None:
    if maxprint is not None:
        matrix.maxprint = operator.index(maxprint)


def issparse(x: Any) -> bool:
    """Whether `x` is a sparse matrix of this module; not so for SciPy's.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> sparse.issparse(a), sparse.issparse(a.toarray())
    (True, False)
    """
    return isinstance(x, spmatrix)


isspmatrix = issparse


def isspmatrix_csr(x: Any) -> bool:
    """Whether `x` is a `csr_matrix`.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> sparse.isspmatrix_csr(a), sparse.isspmatrix_csr(a.T)
    (True, False)
    """
    return isinstance(x, csr_matrix)


def isspmatrix_csc(x: Any) -> bool:
    """Whether `x` is a `csc_matrix`.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> sparse.isspmatrix_csc(a), sparse.isspmatrix_csc(a.T)
    (False, True)
    """
    return isinstance(x, csc_matrix)


def isspmatrix_coo(x: Any) -> bool:
    """Whether `x` is a `coo_matrix`.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> sparse.isspmatrix_coo(a.tocoo())
    True
    """
    return isinstance(x, coo_matrix)


def _is_of_scipy(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "scipy" and hasattr(value, "asformat")


def _shape_of(shape: Any) -> tuple[int, int]:
    if not isinstance(shape, (tuple, list)) or len(shape) != 2:
        raise ValueError(f"invalid shape: a matrix has two extents, not {shape!r}")
    rows, columns = (operator.index(extent) for extent in shape)
    if rows < 0 or columns < 0:
        raise ValueError("'shape' elements cannot be negative")
    return rows, columns


def _agreed(own: tuple[int, int], wanted: tuple[int, int] | None) -> tuple[int, int]:
    if wanted not in (None, own):
        raise ValueError(f"shape {wanted} does not match that of the matrix, {own}")
    return own


def _check_axes(axes: Any) -> None:
    if axes is not None and axes not in ((1, 0), [1, 0]):
        raise ValueError("Sparse matrices do not support an 'axes' parameter because swapping dimensions is the only logical permutation.")


def _line(values: Any) -> cuprust.ndarray:
    try:
        line = cuprust.asarray(values)
    except TypeError as error:
        raise ValueError(f"an array of numbers is expected, not {values!r}") from error
    if line.ndim != 1:
        raise ValueError(f"an array of one axis is expected, not of {line.ndim}")
    return line


def _dense(values: Any, name: str) -> cuprust.ndarray:
    try:
        dense = cuprust.asarray(values)
    except TypeError as error:
        raise ValueError(f"unrecognized {name} constructor usage") from error
    if dense.ndim > 2:
        raise ValueError(f"a matrix has two axes, and an array of {dense.ndim} is given")
    return dense if dense.ndim == 2 else dense.reshape((1, -1))


# The three arrays of a matrix in each format.
PARTS = {"coo": ("data", "row", "col"), "csr": ("data", "indices", "indptr"), "csc": ("data", "indices", "indptr")}

_CLASSES = {"coo": coo_matrix, "csr": csr_matrix, "csc": csc_matrix}


def of_parts(name: str, parts: Any, shape: Any) -> spmatrix:
    """The matrix of a format that consists of these arrays, in the order of `PARTS`."""
    first, second, third = parts
    return _CLASSES[name]((first, (second, third)) if name == "coo" else (first, second, third), shape=tuple(shape))
