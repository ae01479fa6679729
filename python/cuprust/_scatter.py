"""Additions, maxima and minima at indices, where an index may stand more than once."""

from __future__ import annotations

from typing import Any as _Any

from cuprust._core import ndarray as _ndarray


def scatter_add(a: _ndarray, slices: _Any, value: _Any) -> None:
    """Add a value to the elements at indices; to one that is named twice twice. It is ``add.at``, and ``a.scatter_add``.

    >>> a = cp.zeros(3)
    >>> cp.scatter_add(a, cp.array([0, 2, 0]), 1)
    >>> a
    array([2., 0., 1.])
    """
    a.scatter_add(slices, value)


def scatter_max(a: _ndarray, slices: _Any, value: _Any) -> None:
    """Let the elements at indices be the maximum of what they are and a value. It is ``maximum.at``, and ``a.scatter_max``."""
    a.scatter_max(slices, value)


def scatter_min(a: _ndarray, slices: _Any, value: _Any) -> None:
    """Let the elements at indices be the minimum of what they are and a value. It is ``minimum.at``, and ``a.scatter_min``."""
    a.scatter_min(slices, value)
