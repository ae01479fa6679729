"""What matrices have of which few elements are stored, whatever their format."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy

import cuprust
from cuprust._core import _sparse
from cuprust._terminal import shown
from cuprust.scipy.sparse._extremes import Extremes


class SparseWarning(Warning):
    """A matrix of which few elements are stored is used as it should not be."""


class SparseEfficiencyWarning(SparseWarning):
    """An operation takes long in this format."""


def _elementwise(name: str) -> Callable[[spmatrix], spmatrix]:
    """A method that applies a function to the elements, which leaves zeros what they are."""
    function = getattr(cuprust, name)

    def method(self: spmatrix) -> spmatrix:
        own = self._deduped()
        return own._with(function(own.data))

    method.__name__ = name
    method.__doc__ = f"`{name}` of each element."
    return method


class spmatrix(Extremes):
    """A matrix of which few elements are stored: ``*`` and ``@`` are products of matrices, as in SciPy."""

    format = ""
    ndim = 2
    maxprint = 50
    # NumPy's operators leave it to these.
    __array_ufunc__ = None
    # Higher than that of arrays: dask lets the operand with the highest priority multiply.
    __array_priority__ = 101
    __hash__ = None  # type: ignore[assignment]

    # Defined by each format.

    _shape: tuple[int, int]
    data: cuprust.ndarray

    def _rows(self) -> _sparse.Csr:
        """The matrix by its rows."""
        raise NotImplementedError

    def _of(self, rows: _sparse.Csr) -> spmatrix:
        """A matrix of this format."""
        raise NotImplementedError

    def _with(self, data: cuprust.ndarray) -> spmatrix:
        """The matrix with other elements and the same sparsity pattern."""
        raise NotImplementedError

    def _product(self, dense: cuprust.ndarray) -> cuprust.ndarray:
        """The product with a vector or a matrix. Duplicate entries are summed in its dtype."""
        dtype = numpy.result_type(self.dtype, dense.dtype)
        own = self if dtype == self.dtype else self._with(self.data.astype(dtype))
        return own._rows().product(dense)

    def _stored(self) -> cuprust.ndarray:
        """Every element that is stored once, and zeros."""
        return self.data

    def _deduped(self) -> spmatrix:
        """The matrix with duplicates summed, as a nonlinear function needs it."""
        return self

    def _counted(self, axis: int) -> cuprust.ndarray:
        """How many elements are stored in each column, `axis` 0, or in each row, 1."""
        raise NotImplementedError

    # Attributes.

    def get_shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self._shape

    def set_shape(self, shape: Any) -> None:
        """Take another shape in place, as `reshape` has it."""
        found, maxprint = self.reshape(shape).asformat(self.format), self.maxprint
        vars(self).clear()
        vars(self).update(vars(found), maxprint=maxprint)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self._shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        self.set_shape(shape)

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """The dtype of the elements."""
        return self.data.dtype

    @property
    def nnz(self) -> int:
        """How many elements are stored."""
        return self.data.size

    @property
    def size(self) -> int:
        """How many elements are stored."""
        return self.data.size

    @property
    def device(self) -> Any:
        """Where the elements are."""
        return self.data.device

    @property
    def T(self) -> spmatrix:
        """The transpose."""
        return self.transpose()

    @property
    def mT(self) -> spmatrix:
        """The transpose."""
        return self.transpose()

    @property
    def real(self) -> spmatrix:
        """The real parts."""
        return self._with(self.data.real)

    @property
    def imag(self) -> spmatrix:
        """The imaginary parts."""
        return self._with(self.data.imag)

    def getmaxprint(self) -> int:
        """How many elements are printed at most."""
        return self.maxprint

    def getformat(self) -> str:
        """The name of the format."""
        return self.format

    def nonzero(self) -> tuple[cuprust.ndarray, cuprust.ndarray]:
        """The rows and columns of the elements that are not zero."""
        elements = self.tocoo()
        kept = elements.data != 0
        return elements.row[kept], elements.col[kept]  # type: ignore[attr-defined]

    def getnnz(self, axis: int | None = None) -> Any:
        """How many elements are stored: in all, in each column for `axis` 0, in each row for 1."""
        if axis is None:
            return self.nnz
        axis = operator.index(axis)
        if not -2 <= axis < 2:
            raise ValueError("axis out of bounds")
        return self._counted(axis % 2)

    def count_nonzero(self) -> int:
        """How many elements are not zero."""
        return int(cuprust.count_nonzero(self._deduped()._stored()))

    # Formats.

    def asformat(self, format: str | None) -> spmatrix:
        """The matrix in a format: 'csr', 'csc', 'coo' or 'dia'."""
        if format is None or format == self.format:
            return self
        if format not in ("csr", "csc", "coo", "dia"):
            raise ValueError(f"Format {shown(format)} is unknown.")
        found: spmatrix = getattr(self, f"to{format}")()
        return found

    def tocsr(self, copy: bool = False) -> spmatrix:
        """The matrix by its rows."""
        from cuprust.scipy.sparse._formats import csr_matrix

        return csr_matrix._made(self._rows())

    def tocsc(self, copy: bool = False) -> spmatrix:
        """The matrix by its columns."""
        from cuprust.scipy.sparse._formats import csc_matrix

        return csc_matrix._made(self._rows().transpose())

    def tocoo(self, copy: bool = False) -> spmatrix:
        """The matrix as elements with their rows and columns."""
        from cuprust.scipy.sparse._formats import coo_matrix

        rows = self._rows()
        return coo_matrix((rows.data, (rows.rows().astype(rows.indices.dtype), rows.indices)), shape=self.shape)

    def todia(self, copy: bool = False) -> spmatrix:
        """The matrix by its diagonals. It warns of more than a hundred."""
        from cuprust.scipy.sparse._diagonals import dia_matrix

        return dia_matrix._of_rows(self._rows())

    def toarray(self, order: str | None = None, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
        """All elements as an array, in C or Fortran order."""
        dense = self._rows().to_dense()
        if out is not None:
            out[...] = dense
            return out
        return dense if order in (None, "C", "c") else cuprust.asarray(dense, order=order)

    def todense(self, order: str | None = None, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
        """As `toarray`."""
        return self.toarray(order, out)

    @property
    def A(self) -> cuprust.ndarray:
        """As `toarray`."""
        return self.toarray()

    @property
    def H(self) -> spmatrix:
        """The conjugate transpose."""
        return self.transpose().conj()

    def getH(self) -> spmatrix:
        """The conjugate transpose."""
        return self.H

    def get(self, stream: Any = None) -> Any:
        """The matrix as SciPy's, in memory of the host."""
        raise NotImplementedError

    def copy(self) -> spmatrix:
        """The matrix in arrays of its own."""
        raise NotImplementedError

    def transpose(self, axes: Any = None, copy: bool = False) -> spmatrix:
        """The transpose. Of a matrix by rows it is one by columns, and the other way round: the arrays are shared."""
        raise NotImplementedError

    def astype(self, dtype: Any, copy: bool = True) -> spmatrix:
        """The matrix in another dtype, to which each stored element is converted before duplicates are summed."""
        if self.dtype == numpy.dtype(dtype):
            return self.copy() if copy else self
        return self._with(self.data.astype(dtype))._deduped()

    def asfptype(self) -> spmatrix:
        """The matrix itself, or in the least dtype of floats that holds its elements."""
        return self if self.dtype.kind in "fc" else self.astype(numpy.promote_types(self.dtype, numpy.float32))

    # Elements.

    def conj(self, copy: bool = True) -> spmatrix:
        """The conjugate elements."""
        return self._with(self.data.conj())

    conjugate = conj

    arcsin = _elementwise("arcsin")
    arcsinh = _elementwise("arcsinh")
    arctan = _elementwise("arctan")
    arctanh = _elementwise("arctanh")
    ceil = _elementwise("ceil")
    deg2rad = _elementwise("deg2rad")
    expm1 = _elementwise("expm1")
    floor = _elementwise("floor")
    log1p = _elementwise("log1p")
    rad2deg = _elementwise("rad2deg")
    rint = _elementwise("rint")
    sign = _elementwise("sign")
    sin = _elementwise("sin")
    sinh = _elementwise("sinh")
    sqrt = _elementwise("sqrt")
    tan = _elementwise("tan")
    tanh = _elementwise("tanh")
    trunc = _elementwise("trunc")

    def power(self, n: float, dtype: Any = None) -> spmatrix:
        """Each element to a power, but zeros."""
        if n == 0:
            raise NotImplementedError("zero power is not supported as it would densify the matrix")
        own = self._deduped()
        return own._with((own.data if dtype is None else own.data.astype(dtype)) ** n)

    def __abs__(self) -> spmatrix:
        own = self._deduped()
        return own._with(cuprust.absolute(own.data))

    def __neg__(self) -> spmatrix:
        if self.dtype == numpy.bool_:
            raise NotImplementedError("negating a boolean sparse array is not supported")
        return self._with(-self.data)

    def __pos__(self) -> spmatrix:
        return self.copy()

    def diagonal(self, k: int = 0) -> cuprust.ndarray:
        """The elements whose column is their row plus `k`."""
        rows, columns = self.shape
        if k <= -rows or k >= columns:
            return cuprust.empty(0, self.dtype)
        return self._rows().diagonal(k)

    def trace(self, offset: int = 0) -> cuprust.ndarray:
        """The sum of a diagonal."""
        return self.diagonal(offset).sum()

    def sum(self, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
        """The sum of all elements, of columns as one row for `axis` 0, of rows as one column for 1."""
        # Integers are summed as in NumPy, including duplicates if an axis is given.
        wide = numpy.empty(0, self.dtype).sum().dtype
        axis = _one_axis(axis)
        if axis is None:
            total = self._deduped()._stored().sum(dtype=wide if dtype is None else dtype)
        else:
            total = self._with(self.data.astype(wide, copy=False))._rows().sum_along(axis, wide)
            total = total if dtype is None else total.astype(dtype, copy=False)
        if out is None:
            return total
        if out.shape != total.shape:
            raise ValueError("dimensions do not match")
        out[...] = total
        return out

    def mean(self, axis: int | None = None, dtype: Any = None, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
        """The mean of all elements, of columns or of rows, as `sum` has them."""
        axis = _one_axis(axis)
        count = self.shape[0] * self.shape[1] if axis is None else self.shape[axis]
        # As in SciPy, each element is divided, so that the sum does not overflow, and the dtype is the result's.
        inexact = self.dtype if self.dtype.kind in "fc" else numpy.dtype(float)
        mean: cuprust.ndarray = (self.astype(inexact, copy=False) * (1.0 / count)).sum(axis, inexact, out)
        return mean if dtype is None or out is not None else mean.astype(dtype, copy=False)

    def maximum(self, other: Any) -> Any:
        """The larger of each element and that of another matrix, or a number."""
        found = self._combined(other, cuprust.maximum)
        if found is NotImplemented:
            raise TypeError(f"a matrix is compared with a number, an array or a matrix, not with {type(other).__name__}")
        return found

    def minimum(self, other: Any) -> Any:
        """The lesser of each element and that of another matrix, or a number."""
        found = self._combined(other, cuprust.minimum)
        if found is NotImplemented:
            raise TypeError(f"a matrix is compared with a number, an array or a matrix, not with {type(other).__name__}")
        return found

    def _combined(self, other: Any, function: Callable[..., cuprust.ndarray]) -> Any:
        from cuprust.scipy.sparse._elementwise import together

        return together(self, other, function)

    # Comparisons are elementwise, as in SciPy; matrices of different shapes have no equal elements.

    def __eq__(self, other: Any) -> Any:
        return False if _is_of_another_shape(self, other) else self._combined(other, cuprust.equal)

    def __ne__(self, other: Any) -> Any:
        return True if _is_of_another_shape(self, other) else self._combined(other, cuprust.not_equal)

    def __lt__(self, other: Any) -> Any:
        return self._combined(other, cuprust.less)

    def __gt__(self, other: Any) -> Any:
        return self._combined(other, cuprust.greater)

    def __le__(self, other: Any) -> Any:
        return self._combined(other, cuprust.less_equal)

    def __ge__(self, other: Any) -> Any:
        return self._combined(other, cuprust.greater_equal)

    def setdiag(self, values: Any, k: int = 0) -> None:
        """Writes a diagonal, `k` above the main one: a number everywhere, or as many values as there are and fit.

        Raises ValueError for a diagonal beyond the matrix.
        """
        rows, columns = self.shape
        if k and (k <= -rows or k >= columns):
            raise ValueError("k exceeds matrix dimensions")
        values = cuprust.asarray(values)
        if values.ndim > 1:
            raise ValueError(f"a diagonal has one axis, and values of {values.ndim} are given")
        count = min(rows + min(k, 0), columns - max(k, 0))
        if values.ndim:
            count = min(count, values.size)
            values = values[:count]
        if count:
            self._write_diagonal(k, count, values)

    def _write_diagonal(self, k: int, count: int, values: cuprust.ndarray) -> None:
        """Writes the first elements of a diagonal."""
        raise NotImplementedError

    def reshape(self, *shape: Any, order: str = "C") -> spmatrix:
        """The elements in rows of another length: in C order, or in Fortran order, each keeps its number.

        Raises ValueError for a shape of another size.
        """
        given = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        if len(given) != 2:
            raise ValueError("matrix shape must be two-dimensional")
        rows, columns = (operator.index(extent) for extent in given)
        size = self.shape[0] * self.shape[1]
        if -1 in (rows, columns):
            rest = -rows * columns
            if rows == columns or rest == 0 or size % rest:
                raise ValueError(f"cannot reshape a matrix of size {size} into shape {(rows, columns)}")
            rows, columns = (size // columns, columns) if rows == -1 else (rows, size // rows)
        if order == "F":
            return self._of(self._rows().transpose().reshape((columns, rows)).transpose())
        if order != "C":
            raise ValueError(f"order must be 'C' or 'F', not {order!r}")
        return self._of(self._rows().reshape((rows, columns)))

    def getrow(self, i: int) -> spmatrix:
        """Row `i` as a matrix of one row."""
        found: spmatrix = self.tocsr()[i]  # type: ignore[index]
        return found

    def getcol(self, i: int) -> spmatrix:
        """Column `i` as a matrix of one column."""
        found: spmatrix = self.tocsr()[:, i]  # type: ignore[index]
        return found

    # Products and sums.

    def dot(self, other: Any) -> Any:
        """The product with a number, a vector, a matrix, or another matrix of few elements."""
        if numpy.isscalar(other):
            return self * other
        return self @ other

    def __matmul__(self, other: Any) -> Any:
        if numpy.isscalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        if isinstance(other, spmatrix):
            return self._of(self._rows().multiply(other._rows()))
        if isinstance(other, cuprust.ndarray):
            if other.ndim == 0:
                raise ValueError("Scalar operands are not allowed, use '*' instead")
            return self._product(other)
        return NotImplemented

    def __rmatmul__(self, other: Any) -> Any:
        if numpy.isscalar(other):
            raise ValueError("Scalar operands are not allowed, use '*' instead")
        if isinstance(other, cuprust.ndarray):
            return self.transpose()._product(other.T).T
        return NotImplemented

    def __mul__(self, other: Any) -> Any:
        if _is_number(other):
            return self._with(self.data * other)
        return self.__matmul__(other)

    def __rmul__(self, other: Any) -> Any:
        if _is_number(other):
            return self._with(other * self.data)
        return self.__rmatmul__(other)

    def __truediv__(self, other: Any) -> Any:
        if _is_number(other):
            # As in SciPy: multiplication by the reciprocal, in double precision.
            own = self.astype(float, copy=False) if numpy.can_cast(self.dtype, float) else self
            return own * (1 / other)
        if isinstance(other, spmatrix):
            if other.shape != self.shape:
                raise ValueError("inconsistent shapes")
            own = self.astype(float) if numpy.can_cast(self.dtype, float) else self
            # The sign of a zero is lost, as in SciPy, which does not store zeros.
            quotients: cuprust.ndarray = own.toarray() / other.toarray() + 0
            return quotients
        if isinstance(other, cuprust.ndarray):
            return self.multiply(cuprust.divide(1, other))
        return NotImplemented

    def __pow__(self, n: Any) -> spmatrix:
        """The matrix multiplied by itself."""
        rows, columns = self.shape
        if rows != columns:
            raise TypeError("matrix is not square")
        if not isinstance(n, (int, numpy.integer)):
            raise ValueError("exponent must be an integer")
        if n < 0:
            raise ValueError("exponent must be >= 0")
        from cuprust.scipy.sparse._construct import eye

        if n == 0:
            return eye(rows, dtype=self.dtype, format=self.format)
        found, square = None, self
        while n:
            if n & 1:
                found = square if found is None else found @ square
            n >>= 1
            square = square @ square if n else square
        assert isinstance(found, spmatrix)
        return found.copy() if found is self else found

    def multiply(self, other: Any) -> Any:
        """The product element by element, with a number, or with an array or a matrix by the rules of broadcasting.

        The product with an array of more than two axes, or of a matrix of one element with an array, is an array. Raises ValueError for
        shapes that do not broadcast.
        """
        from cuprust.scipy.sparse._elementwise import product

        return product(self, other)

    def __add__(self, other: Any) -> Any:
        return self._sum(other, False)

    def __radd__(self, other: Any) -> Any:
        return self._sum(other, False)

    def __sub__(self, other: Any) -> Any:
        return self._sum(other, True)

    def __rsub__(self, other: Any) -> Any:
        if isinstance(other, cuprust.ndarray) and other.ndim:
            return cuprust.broadcast_to(other, self.shape) - self.toarray()
        return (-self)._sum(other, False)

    def _sum(self, other: Any, subtract: bool) -> Any:
        if isinstance(other, spmatrix):
            if subtract and self.dtype == other.dtype == numpy.bool_:
                # As in SciPy, where one is true and the other is not.
                return self._combined(other, cuprust.not_equal)
            return self._of(self._rows().add(other._rows(), subtract))
        if isinstance(other, cuprust.ndarray) and other.ndim:
            other = cuprust.broadcast_to(other, self.shape)
            if subtract:
                return self.toarray() - other
            # Duplicate elements are summed in the dtype of the sum.
            return self._with(self.data.astype(numpy.result_type(self.dtype, other.dtype), copy=False)).toarray() + other
        if _is_number(other):
            if other == 0:
                return self.copy()
            raise NotImplementedError("adding a nonzero scalar to a sparse matrix is not supported")
        return NotImplemented

    def __len__(self) -> int:
        raise TypeError("sparse matrix length is ambiguous; use getnnz() or shape[0]")

    def __bool__(self) -> bool:
        if self.shape == (1, 1):
            return self.count_nonzero() != 0
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all().")

    def __str__(self) -> str:
        found = self.get()
        found.maxprint = self.maxprint
        return str(found)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<{rows}x{columns} sparse matrix of type '{self.dtype.type}'\n\twith {self.nnz} stored elements in {self.format} format>"


def _is_number(value: Any) -> bool:
    return numpy.isscalar(value) or isinstance(value, cuprust.ndarray) and value.ndim == 0


def _is_of_another_shape(matrix: spmatrix, other: Any) -> bool:
    return isinstance(other, spmatrix) and other.shape != matrix.shape


def _one_axis(axis: Any) -> int | None:
    """The one axis that is reduced, from the start, or None for both."""
    if isinstance(axis, tuple):
        axis = None if len({operator.index(each) % 2 for each in axis}) != 1 else axis[0]
    if axis is None:
        return None
    place = operator.index(axis)
    if not -2 <= place < 2:
        raise ValueError("axis out of range")
    return place % 2
