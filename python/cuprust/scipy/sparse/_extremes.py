"""The largest and the least elements of a matrix of which few elements are stored, and where they are."""

from __future__ import annotations

import operator
from typing import Any

import cuprust
from cuprust._core import _sparse


class Extremes:
    """What all formats have of them."""

    shape: tuple[int, int]

    def _rows(self) -> _sparse.Csr:
        raise NotImplementedError

    def _lines(self, axis: int | None, out: Any, empty: str) -> tuple[_sparse.Csr, int | None]:
        """What is reduced along an axis, as rows: those of the matrix, its columns, or one of all elements. With the axis, counted from 0."""
        if out is not None:
            raise ValueError("Sparse matrices do not support an 'out' parameter.")
        if axis is not None:
            axis = operator.index(axis)
            if not -2 <= axis < 2:
                raise ValueError("axis out of range")
            axis %= 2
        rows, columns = self.shape
        if (rows if axis == 0 else columns if axis == 1 else rows * columns) == 0:
            raise ValueError(empty)
        # Duplicate elements are summed first.
        return self._rows().merged().lines(axis), axis

    def max(self, axis: int | None = None, out: Any = None, *, explicit: bool = False) -> Any:
        """The largest element, an array without axes; of each column for `axis` 0, of each row for 1, as a COO matrix.

        The shape of that matrix is (1, columns) or (rows, 1). With `explicit` only stored elements count. Duplicates
        are summed first; NaN is the result where an element is NaN. Raises ValueError for a matrix without elements, an
        axis out of range, and an `out`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.max(), a.max(axis=1).toarray()
        (array(3.), array([[2.],
               [3.]]))
        """
        return self._extreme(True, axis, out, explicit)

    def min(self, axis: int | None = None, out: Any = None, *, explicit: bool = False) -> Any:
        """The smallest element, an array without axes; of each column for `axis` 0, of each row for 1, as a COO matrix.

        The shape of that matrix is (1, columns) or (rows, 1). With `explicit` only stored elements count. Duplicates
        are summed first; NaN is the result where an element is NaN. Raises ValueError for a matrix without elements, an
        axis out of range, and an `out`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.min(), a.min(explicit=True)
        (array(0.), array(1.))
        """
        return self._extreme(False, axis, out, explicit)

    def _extreme(self, largest: bool, axis: int | None, out: Any, explicit: bool) -> Any:
        own, axis = self._lines(axis, out, "zero-size array to reduction operation")
        found = own.extremes(largest, explicit)
        if axis is None:
            return found[0]
        from cuprust.scipy.sparse._formats import coo_matrix

        return coo_matrix(found[None, :] if axis == 0 else found[:, None])

    def argmax(self, axis: int | None = None, out: Any = None) -> cuprust.ndarray:
        """The index of the first largest element, int64: in row-major order, or along an axis.

        An array without axes; for `axis` 0 the row of each column, shape (1, columns); for 1 the column of each row,
        shape (rows, 1). Raises ValueError for a matrix without elements, an axis out of range, and an `out`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.argmax(), a.argmax(axis=1)
        (array(5), array([[1],
               [2]]))
        """
        return self._arg_extreme(True, axis, out)

    def argmin(self, axis: int | None = None, out: Any = None) -> cuprust.ndarray:
        """The index of the first smallest element, int64: in row-major order, or along an axis.

        An array without axes; for `axis` 0 the row of each column, shape (1, columns); for 1 the column of each row,
        shape (rows, 1). Raises ValueError for a matrix without elements, an axis out of range, and an `out`.

        >>> from cuprust.scipy import sparse
        >>> a = sparse.csr_matrix(cp.array([[0.0, 2.0, 0.0], [1.0, 0.0, 3.0]]))
        >>> a.argmin(), a.argmin(axis=1)
        (array(0), array([[0],
               [1]]))
        """
        return self._arg_extreme(False, axis, out)

    def _arg_extreme(self, largest: bool, axis: int | None, out: Any) -> cuprust.ndarray:
        own, axis = self._lines(axis, out, "Cannot perform the operation along an axis without elements")
        found = own.columns_of_extremes(largest)
        return found[0] if axis is None else found[None, :] if axis == 0 else found[:, None]
