"""Which rows and columns of a matrix an index names, and what is read and written there."""

from __future__ import annotations

import operator
from typing import Any

import numpy

import cuprust
from cuprust.scipy.sparse._matrix import spmatrix


def _is_integer(value: Any) -> bool:
    return isinstance(value, (int, numpy.integer)) and not isinstance(value, bool)


def _number(value: Any, extent: int, what: str) -> int:
    """An integer, from the start."""
    number = operator.index(value)
    if not -extent <= number < extent:
        raise IndexError(f"{what} index ({number}) out of range")
    return number % extent if extent else number


def _indices(value: Any, extent: int, what: str) -> cuprust.ndarray:
    """The indices in an array or a list, from the start, as int64."""
    try:
        indices = cuprust.asarray(value)
    except (TypeError, ValueError) as error:
        raise IndexError(f"invalid {what} index") from error
    if indices.dtype == numpy.bool_:
        if indices.ndim != 1:
            raise IndexError(f"a mask of {what}s has one axis, not {indices.ndim}")
        if indices.size != extent:
            raise IndexError(f"boolean {what} index has incompatible length: {indices.size} instead of {extent}")
        return cuprust.flatnonzero(indices)
    if indices.size == 0 and isinstance(value, (list, tuple)):
        indices = indices.astype(numpy.int64)
    if indices.dtype.kind not in "iu":
        raise IndexError("Index dimension must be 1 or 2" if indices.ndim > 2 else f"{what} indices are integers, not {indices.dtype}")
    if indices.ndim > 2:
        raise IndexError("Index dimension must be 1 or 2")
    indices = indices.astype(numpy.int64)
    if indices.size and (int(indices.max()) >= extent or int(indices.min()) < -extent):
        raise IndexError(f"{what} index is out of range")
    counted: cuprust.ndarray = cuprust.where(indices < 0, indices + extent, indices)
    return counted


def _one(value: Any, extent: int, what: str) -> Any:
    """An integer, a slice, or an array of indices."""
    if isinstance(value, slice) or _is_integer(value):
        return value if isinstance(value, slice) else _number(value, extent, what)
    if isinstance(value, (numpy.ndarray, cuprust.ndarray)) and value.ndim == 0 and value.dtype.kind in "iu":
        return _number(int(value), extent, what)
    return _indices(value, extent, what)


def parsed(key: Any, shape: tuple[int, int]) -> tuple[Any, Any]:
    """What an index names of the rows and of the columns."""
    if isinstance(key, spmatrix) and key.dtype == numpy.bool_:
        key = key.toarray()
    if isinstance(key, (numpy.ndarray, cuprust.ndarray)) and key.dtype == numpy.bool_ and key.ndim == 2:
        if key.shape != shape:
            raise IndexError(f"a mask of shape {key.shape} is used on a matrix of shape {shape}")
        row, col = cuprust.nonzero(cuprust.asarray(key))
        return row, col
    if key is Ellipsis:
        key = (slice(None), slice(None))
    if not isinstance(key, tuple):
        key = (key, slice(None))
    if any(part is Ellipsis for part in key):
        place = next(i for i, part in enumerate(key) if part is Ellipsis)
        rest = [part for part in key if part is not Ellipsis]
        if len(rest) > 2:
            raise IndexError("invalid number of indices")
        key = (*rest[:place], *[slice(None)] * (2 - len(rest)), *rest[place:])
    if len(key) == 1:
        key = (key[0], slice(None))
    if len(key) != 2:
        raise IndexError("invalid number of indices")
    return _one(key[0], shape[0], "row"), _one(key[1], shape[1], "column")


def _line(part: Any, extent: int) -> cuprust.ndarray | None:
    """The indices of a slice, an integer or an array of one axis; nothing for all of them."""
    if isinstance(part, slice):
        if part.indices(extent) == (0, extent, 1):
            return None
        return cuprust.arange(*part.indices(extent), dtype=numpy.int64)
    return cuprust.asarray([part]) if isinstance(part, int) else part


def read(matrix: Any, key: Any) -> Any:
    """What an index names of a matrix by rows or by columns: an element, a matrix, or for two lists the elements that they name."""
    row, col = parsed(key, matrix.shape)
    if isinstance(row, int) and isinstance(col, int):
        return matrix._rows().values_at(cuprust.asarray([row]), cuprust.asarray([col])).reshape(())
    lists = [part for part in (row, col) if isinstance(part, cuprust.ndarray)]
    deep = any(part.ndim == 2 for part in lists)
    if len(lists) == 2 and not (deep and row.ndim == 2 and row.shape[1] == 1 and (col.ndim == 1 or col.shape[0] == 1)):
        try:
            row, col = cuprust.broadcast_arrays(row, col)
        except ValueError as error:
            raise IndexError("number of row and column indices differ") from error
        if row.size == 0:
            return type(matrix)((cuprust.atleast_2d(row)).shape, dtype=matrix.dtype)
        values = matrix._rows().values_at(row.ravel(), col.ravel())
        return values[None, :] if row.ndim == 1 else type(matrix)(values.reshape(row.shape))
    if deep:
        if len(lists) == 1:
            other = col if lists[0] is row else row
            if isinstance(other, slice):
                raise IndexError("index results in >2 dimensions")
            wide = cuprust.full_like(lists[0], other)
            return read(matrix, (row, wide) if lists[0] is row else (wide, col))
        row, col = row.ravel(), col.ravel()
    rows, columns = _line(row, matrix.shape[0]), _line(col, matrix.shape[1])
    first, second = (columns, rows) if matrix._swap else (rows, columns)
    return matrix._made(matrix._csr.copy() if first is None and second is None else matrix._csr.select(first, second))


def written(matrix: Any, key: Any, value: Any) -> Any:
    """The matrix by rows with other values where an index names them."""
    row, col = parsed(key, matrix.shape)
    if isinstance(row, slice) or isinstance(col, slice):
        if any(isinstance(part, cuprust.ndarray) and part.ndim == 2 for part in (row, col)):
            raise IndexError("index results in >2 dimensions")
        # Rows and columns are combined as a grid.
        rows, columns = (_line(part, extent) for part, extent in zip((row, col), matrix.shape))
        rows = cuprust.arange(matrix.shape[0]) if rows is None else rows
        columns = cuprust.arange(matrix.shape[1]) if columns is None else columns
        row, col = rows[:, None], columns[None, :]
    row, col = cuprust.broadcast_arrays(*(cuprust.asarray(_line(part, extent)) for part, extent in zip((row, col), matrix.shape)))
    if isinstance(value, spmatrix):
        value = value.toarray()
    value = cuprust.asarray(value)
    if value.ndim == 2 and row.ndim == 1:
        value = value.reshape(-1) if 1 in value.shape else value
    try:
        value = cuprust.broadcast_to(value.astype(matrix.dtype), row.shape)
    except ValueError as error:
        raise ValueError(f"shape mismatch in assignment: values of shape {value.shape} for places of shape {row.shape}") from error
    return matrix._rows().with_elements(row.ravel(), col.ravel(), value.ravel())
