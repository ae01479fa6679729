"""The array API standard's functions of unique elements, which return named tuples."""

from __future__ import annotations

from typing import NamedTuple as _NamedTuple

from cuprust._core import ndarray as _ndarray
from cuprust._core import unique as _unique


class UniqueAllResult(_NamedTuple):
    """The result of `unique_all`."""

    values: _ndarray
    indices: _ndarray
    inverse_indices: _ndarray
    counts: _ndarray


class UniqueCountsResult(_NamedTuple):
    """The result of `unique_counts`."""

    values: _ndarray
    counts: _ndarray


class UniqueInverseResult(_NamedTuple):
    """The result of `unique_inverse`."""

    values: _ndarray
    inverse_indices: _ndarray


def unique_all(x):
    """The different elements in ascending order, with `indices` of their first occurrence, `inverse_indices`, which are for each
    element the index of its value, and `counts`. Every NaN is a value of its own.

    >>> cp.unique_all(cp.array([3, 1, 3])).counts
    array([1, 2])
    """
    return UniqueAllResult(*_unique(x, return_index=True, return_inverse=True, return_counts=True, equal_nan=False))


def unique_counts(x):
    """The different elements in ascending order, and the `counts` of each. Every NaN is a value of its own.

    >>> cp.unique_counts(cp.array([3, 1, 3])).values
    array([1, 3])
    """
    return UniqueCountsResult(*_unique(x, return_counts=True, equal_nan=False))


def unique_inverse(x):
    """The different elements in ascending order, and for each element the index of its value. Every NaN is a value of its own.

    >>> cp.unique_inverse(cp.array([3, 1, 3])).inverse_indices
    array([1, 0, 1])
    """
    return UniqueInverseResult(*_unique(x, return_inverse=True, equal_nan=False))


def unique_values(x):
    """The different elements in ascending order. Every NaN is a value of its own.

    >>> cp.unique_values(cp.array([3, 1, 3]))
    array([1, 3])
    """
    return _unique(x, equal_nan=False)
