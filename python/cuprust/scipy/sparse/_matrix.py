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
    """The base class of this module's warnings.

    >>> from cuprust.scipy import sparse
    >>> issubclass(sparse.SparseEfficiencyWarning, sparse.SparseWarning)
    True
    """


class SparseEfficiencyWarning(SparseWarning):
    """A warning that an operation is slow or needs much memory in the format of its operand.

    >>> import warnings
    >>> from cuprust.scipy import sparse
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter('always')
    ...     _ = sparse.eye(2) != 1
    >>> caught[0].category.__name__
    'SparseEfficiencyWarning'
    """


def _elementwise(name: str) -> Callable[[spmatrix], spmatrix]:
    """A method that applies a ufunc which maps zero to zero to the stored elements."""
    function = getattr(cuprust, name)

    def method(self: spmatrix) -> spmatrix:
        own = self._deduped()
        return own._with(function(own.data))

    method.__name__ = name
    method.__doc__ = f"""`{name}` of each element, with the same sparsity pattern; duplicates are summed first.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 0.5]]))
        >>> bool((a.{name}().toarray() == cp.{name}(a.toarray())).all())
        True
        """
    return method


class spmatrix(Extremes):
    """The base class of sparse matrices, of two axes: the stored elements, `data`, and their positions.

    Operators are those of SciPy's matrix classes: ``*`` and ``@`` are matrix products, comparisons are elementwise.
    Elements that are not stored are zero. Elements are bool, integers, float32, float64, complex64 or complex128.
    Operands are on one device.

    >>> from cuprust.scipy import sparse
    >>> a = sparse.eye(2, format='csr') * 2
    >>> isinstance(a, sparse.spmatrix), a.shape, a.dtype, a.nnz
    (True, (2, 2), dtype('float64'), 2)
    >>> (a @ a).toarray()
    array([[4., 0.],
           [0., 4.]])
    """

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
        """The numbers of rows and columns.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.get_shape()
        (2, 3)
        """
        return self._shape

    def set_shape(self, shape: Any) -> None:
        """Changes the shape in place, as `reshape` does.

        Raises ValueError for a shape of another size.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.set_shape((3, 2))
        >>> a.toarray()
        array([[0., 2.],
               [0., 1.],
               [0., 3.]])
        """
        found, maxprint = self.reshape(shape).asformat(self.format), self.maxprint
        vars(self).clear()
        vars(self).update(vars(found), maxprint=maxprint)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns. Assigning one reshapes in place; it raises ValueError for another size.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.shape
        (2, 3)
        """
        return self._shape

    @shape.setter
    def shape(self, shape: Any) -> None:
        self.set_shape(shape)

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """The dtype of the elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.dtype
        dtype('float64')
        """
        return self.data.dtype

    @property
    def nnz(self) -> int:
        """The number of stored elements, stored zeros and duplicates included.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.nnz
        3
        """
        return self.data.size

    @property
    def size(self) -> int:
        """The number of stored elements, as `nnz`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.size
        3
        """
        return self.data.size

    @property
    def device(self) -> Any:
        """The device that holds the elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.device == a.data.device
        True
        """
        return self.data.device

    @property
    def T(self) -> spmatrix:
        """The transpose. It shares the arrays: of a CSR matrix it is a CSC matrix.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.T.shape, a.T.format
        ((3, 2), 'csc')
        """
        return self.transpose()

    @property
    def mT(self) -> spmatrix:
        """The transpose, as `T`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.mT.toarray()
        array([[0., 1.],
               [2., 0.],
               [0., 3.]])
        """
        return self.transpose()

    @property
    def real(self) -> spmatrix:
        """The real parts, with the same sparsity pattern.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[1 + 2j, 0]]))
        >>> a.real.toarray()
        array([[1., 0.]])
        """
        return self._with(self.data.real)

    @property
    def imag(self) -> spmatrix:
        """The imaginary parts, with the same sparsity pattern; zeros for real elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[1 + 2j, 0]]))
        >>> a.imag.toarray()
        array([[2., 0.]])
        """
        return self._with(self.data.imag)

    def getmaxprint(self) -> int:
        """The largest number of elements that are printed: 50 by default.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.getmaxprint()
        50
        """
        return self.maxprint

    def getformat(self) -> str:
        """The name of the format: 'csr', 'csc', 'coo' or 'dia'.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.getformat()
        'csr'
        """
        return self.format

    def nonzero(self) -> tuple[cuprust.ndarray, cuprust.ndarray]:
        """The rows and the columns of the elements that are not zero, two integer arrays of one axis.

        Waits for the elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> [part.tolist() for part in a.nonzero()]
        [[0, 1], [1, 0]]
        """
        elements = self.tocoo()
        kept = elements.data != 0
        return elements.row[kept], elements.col[kept]  # type: ignore[attr-defined]

    def getnnz(self, axis: int | None = None) -> Any:
        """The number of stored elements; an integer array of the number in each column for `axis` 0, in each row for 1.

        Raises ValueError for an axis out of bounds.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.getnnz(), a.getnnz(axis=1).tolist()
        (3, [1, 2])
        """
        if axis is None:
            return self.nnz
        axis = operator.index(axis)
        if not -2 <= axis < 2:
            raise ValueError("axis out of bounds")
        return self._counted(axis % 2)

    def count_nonzero(self) -> int:
        """The number of elements that are not zero after duplicates are summed. Waits for the elements.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.data[0] = 0
        >>> a.nnz, a.count_nonzero()
        (3, 2)
        """
        return int(cuprust.count_nonzero(self._deduped()._stored()))

    # Formats.

    def asformat(self, format: str | None) -> spmatrix:
        """The matrix in the format 'csr', 'csc', 'coo' or 'dia'; the matrix itself for None or its own format.

        Raises ValueError for another format.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.asformat('coo').format
        'coo'
        """
        if format is None or format == self.format:
            return self
        if format not in ("csr", "csc", "coo", "dia"):
            raise ValueError(f"Format {shown(format)} is unknown.")
        found: spmatrix = getattr(self, f"to{format}")()
        return found

    def tocsr(self, copy: bool = False) -> spmatrix:
        """The matrix in CSR format (compressed sparse rows).

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.tocsc().tocsr().indptr
        array([0, 1, 2], dtype=int32)
        """
        from cuprust.scipy.sparse._formats import csr_matrix

        return csr_matrix._made(self._rows())

    def tocsc(self, copy: bool = False) -> spmatrix:
        """The matrix in CSC format (compressed sparse columns).

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.tocsc().indices
        array([1, 0], dtype=int32)
        """
        from cuprust.scipy.sparse._formats import csc_matrix

        return csc_matrix._made(self._rows().transpose())

    def tocoo(self, copy: bool = False) -> spmatrix:
        """The matrix in COO format (coordinates): each element with its row and column, in row-major order.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> b = a.tocoo()
        >>> b.row, b.col, b.data
        (array([0, 1], dtype=int32), array([1, 0], dtype=int32), array([2., 3.]))
        """
        from cuprust.scipy.sparse._formats import coo_matrix

        rows = self._rows()
        return coo_matrix((rows.data, (rows.rows().astype(rows.indices.dtype), rows.indices)), shape=self.shape)

    def todia(self, copy: bool = False) -> spmatrix:
        """The matrix in DIA format (diagonals).

        Warns with SparseEfficiencyWarning for more than 100 diagonals. Waits for the positions.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.todia().offsets
        array([-1,  1], dtype=int32)
        """
        from cuprust.scipy.sparse._diagonals import dia_matrix

        return dia_matrix._of_rows(self._rows())

    def toarray(self, order: str | None = None, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
        """The matrix as a dense array of two axes, in C order, or in Fortran order for `order` 'F'; duplicates are
        summed.

        With `out`, an array of the same shape, the elements are written to it. Raises ValueError for an `out` of
        another shape.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.toarray()
        array([[0., 2.],
               [3., 0.]])
        """
        dense = self._rows().to_dense()
        if out is not None:
            out[...] = dense
            return out
        return dense if order in (None, "C", "c") else cuprust.asarray(dense, order=order)

    def todense(self, order: str | None = None, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
        """The matrix as a dense array, as `toarray`; there is no matrix class.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.todense()
        array([[0., 2.],
               [3., 0.]])
        """
        return self.toarray(order, out)

    @property
    def A(self) -> cuprust.ndarray:
        """The matrix as a dense array, as `toarray`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.A
        array([[0., 2.],
               [3., 0.]])
        """
        return self.toarray()

    @property
    def H(self) -> spmatrix:
        """The conjugate transpose.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[1 + 2j, 0]]))
        >>> a.H.toarray()
        array([[1.-2.j],
               [0.+0.j]])
        """
        return self.transpose().conj()

    def getH(self) -> spmatrix:
        """The conjugate transpose, as `H`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[1 + 2j, 0]]))
        >>> a.getH().toarray()
        array([[1.-2.j],
               [0.+0.j]])
        """
        return self.H

    def get(self, stream: Any = None) -> Any:
        """The matrix as SciPy's class of the same format, in host memory. Waits for the elements.

        The arrays are copied in the order of `stream`, or of the current stream.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> type(a.get()).__module__.partition('.')[0], a.get().nnz
        ('scipy', 2)
        """
        raise NotImplementedError

    def copy(self) -> spmatrix:
        """A copy with arrays of its own.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> b = a.copy()
        >>> b.data[0] = 7
        >>> a.toarray()
        array([[0., 2.],
               [3., 0.]])
        """
        raise NotImplementedError

    def transpose(self, axes: Any = None, copy: bool = False) -> spmatrix:
        """The transpose. It shares the arrays unless `copy`: of a CSR matrix it is a CSC matrix, and the reverse.

        Raises ValueError for `axes` other than None and (1, 0).

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.transpose().toarray()
        array([[0., 1.],
               [2., 0.],
               [0., 3.]])
        """
        raise NotImplementedError

    def astype(self, dtype: Any, copy: bool = True) -> spmatrix:
        """The matrix in another dtype; each stored element is converted before duplicates are summed.

        Without `copy` the matrix itself is returned where it has the dtype.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.astype('int64').toarray()
        array([[0, 2],
               [3, 0]])
        """
        if self.dtype == numpy.dtype(dtype):
            return self.copy() if copy else self
        return self._with(self.data.astype(dtype))._deduped()

    def asfptype(self) -> spmatrix:
        """The matrix in the smallest floating-point dtype that holds its elements; itself where it has one.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[1, 0]], dtype='int8'))
        >>> a.asfptype().dtype
        dtype('float32')
        """
        return self if self.dtype.kind in "fc" else self.astype(numpy.promote_types(self.dtype, numpy.float32))

    # Elements.

    def conj(self, copy: bool = True) -> spmatrix:
        """The complex conjugate of each element.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[1 + 2j, 0]]))
        >>> a.conj().toarray()
        array([[1.-2.j, 0.+0.j]])
        """
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
        """Each stored element raised to the power `n`, in `dtype` if that is not None; duplicates are summed first.

        Raises NotImplementedError for the power zero, whose result is dense.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.power(2).toarray()
        array([[0., 4.],
               [9., 0.]])
        """
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
        """The elements of the diagonal whose column is the row plus `k`, duplicates summed, an array of one axis.

        A diagonal outside of the matrix is empty.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.diagonal(), a.diagonal(1)
        (array([0., 0.]), array([2.]))
        """
        rows, columns = self.shape
        if k <= -rows or k >= columns:
            return cuprust.empty(0, self.dtype)
        return self._rows().diagonal(k)

    def trace(self, offset: int = 0) -> cuprust.ndarray:
        """The sum of the diagonal whose column is the row plus `offset`, an array without axes.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.trace(offset=1)
        array(2.)
        """
        return self.diagonal(offset).sum()

    def sum(self, axis: int | tuple[int, ...] | None = None, dtype: Any = None, out: cuprust.ndarray | None = None) -> cuprust.ndarray:
        """The sum of all elements, an array without axes; of each column for `axis` 0, shape (1, columns); of each row
        for 1, shape (rows, 1).

        Integers and bools are summed as int64 or uint64, as in NumPy. `dtype` is that of the result; `out`, an array of
        its shape, is written to. Raises ValueError for an axis out of range, or an `out` of another shape.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.sum(), a.sum(axis=0), a.sum(axis=1)
        (array(6.), array([[1., 2., 3.]]), array([[2.],
               [4.]]))
        """
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
        """The mean of all elements, of each column for `axis` 0, of each row for 1, with the shapes of `sum`.

        Integers and bools give float64. `dtype` is that of the result; `out`, an array of its shape, is written to.
        Raises ValueError for an axis out of range.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.mean(), a.mean(axis=1)
        (array(1.), array([[0.66666667],
               [1.33333333]]))
        """
        axis = _one_axis(axis)
        count = self.shape[0] * self.shape[1] if axis is None else self.shape[axis]
        # As in SciPy, each element is divided, so that the sum does not overflow, and the dtype is the result's.
        inexact = self.dtype if self.dtype.kind in "fc" else numpy.dtype(float)
        mean: cuprust.ndarray = (self.astype(inexact, copy=False) * (1.0 / count)).sum(axis, inexact, out)
        return mean if dtype is None or out is not None else mean.astype(dtype, copy=False)

    def maximum(self, other: Any) -> Any:
        """The larger of each element and that of a number, or of an array or a matrix of the same shape.

        A matrix for a number or a matrix, an array for an array. Raises ValueError for a matrix of another shape,
        TypeError for other operands. Warns with SparseEfficiencyWarning where the result of two zeros is not zero.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.maximum(-a).toarray()
        array([[0., 2.],
               [3., 0.]])
        """
        found = self._combined(other, cuprust.maximum)
        if found is NotImplemented:
            raise TypeError(f"a matrix is compared with a number, an array or a matrix, not with {type(other).__name__}")
        return found

    def minimum(self, other: Any) -> Any:
        """The smaller of each element and that of a number, or of an array or a matrix of the same shape.

        A matrix for a number or a matrix, an array for an array. Raises ValueError for a matrix of another shape,
        TypeError for other operands. Warns with SparseEfficiencyWarning where the result of two zeros is not zero.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.minimum(2.5).toarray()
        array([[0. , 2. ],
               [2.5, 0. ]])
        """
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
        """Writes the diagonal whose column is the row plus `k`: a number for all elements, or an array of one axis.

        The first elements are written where the array is shorter, and the rest of a longer array is not used. Raises
        ValueError for a diagonal outside of the matrix and for values of several axes.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.setdiag([5.0, 6.0])
        >>> a.toarray()
        array([[5., 2.],
               [3., 6.]])
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
        """The matrix of another shape of the same size, `order` 'C' or 'F'. One extent may be -1.

        Raises ValueError for a shape of another size or of other than two extents, and for another order.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.reshape(3, 2).toarray()
        array([[0., 2.],
               [0., 1.],
               [0., 3.]])
        """
        extents = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        if len(extents) != 2:
            raise ValueError("matrix shape must be two-dimensional")
        rows, columns = (operator.index(extent) for extent in extents)
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
        """Row `i` as a CSR matrix of one row. Raises IndexError for a row out of range.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.getrow(1).toarray()
        array([[1., 0., 3.]])
        """
        found: spmatrix = self.tocsr()[i]  # type: ignore[index]
        return found

    def getcol(self, i: int) -> spmatrix:
        """Column `i` as a matrix of one column. Raises IndexError for a column out of range.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.getcol(2).toarray()
        array([[0.],
               [3.]])
        """
        found: spmatrix = self.tocsr()[:, i]  # type: ignore[index]
        return found

    # Products and sums.

    def dot(self, other: Any) -> Any:
        """The product with a number, a vector, a dense matrix or a sparse matrix.

        A sparse operand gives a sparse matrix, a dense one an array. Raises ValueError for extents that do not match.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.dot(cp.array([1.0, 10.0, 100.0]))
        array([ 20., 301.])
        """
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
        """The elementwise product with a number, or with an array or a matrix that broadcasts.

        The result is a sparse matrix; it is an array for an array of more than two axes, and for a matrix of one
        element with an array. Raises ValueError for shapes that do not broadcast, TypeError for other operands.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0], [3.0, 0.0]]))
        >>> a.multiply(cp.array([[10.0], [100.0]])).toarray()
        array([[  0.,  20.],
               [300.,   0.]])
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
