# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""Views of memory by strides."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def as_strided(x: ArrayLike, shape: int | Sequence[int] | None = None, strides: int | Sequence[int] | None = None, subok: Any = False, writeable: bool_type = True) -> ndarray:
    """A view of the array's memory from its first element, with another shape and strides in bytes; what is None is as
    it is.

    Where elements overlap, it cannot be written. Raises ValueError for strides that are no multiples of the
    element's size, and, unlike NumPy, for a view that leaves the memory.

    >>> cp.lib.stride_tricks.as_strided(cp.arange(5), (3, 3), (8, 8))
    array([[0, 1, 2],
           [1, 2, 3],
           [2, 3, 4]])

    `subok` is accepted and has no effect: arrays have no subclasses."""

def sliding_window_view(x: ArrayLike, window_shape: int | Sequence[int], axis: int | Sequence[int] | None = None, *, subok: Any = False, writeable: bool_type = False) -> ndarray:
    """Each window of these extents that slides over the array: the axes of the windows are after those of the
    indices where they begin.

    The extents belong to as many axes; to all of them where the axis is None. A view that cannot be written. Raises
    ValueError for a window larger than the array or another number of axes, AxisError for an axis out of range.

    >>> cp.lib.stride_tricks.sliding_window_view(cp.arange(4), 2)
    array([[0, 1],
           [1, 2],
           [2, 3]])

    `subok` is accepted and has no effect: arrays have no subclasses."""
