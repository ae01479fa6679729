"""Arrays to test with, of NumPy or of cuprust: `xp` is the module."""

from __future__ import annotations

import importlib as _importlib
import math as _math
from collections.abc import Sequence as _Sequence
from typing import Any as _Any

import numpy as _numpy
from numpy.typing import DTypeLike as _DTypeLike


def _module(xp: _Any) -> _Any:
    if xp is None:
        import cuprust

        return cuprust
    return xp


def _counted(values: _Any, shape: _Any, xp: _Any, dtype: _DTypeLike, order: str) -> _Any:
    kind = _numpy.dtype(dtype).kind
    if kind == "b":
        values = values % 2 == 0
    elif kind == "c":
        values = values + values * 1j
    return _module(xp).array(values.astype(dtype).reshape(shape), order=order)


def _size(shape: _Any) -> int:
    return int(shape) if isinstance(shape, (int, _numpy.integer)) else _math.prod(shape)


def shaped_arange(shape: int | _Sequence[int], xp: _Any = None, dtype: _DTypeLike = _numpy.float32, order: str = "C") -> _Any:
    """An array of the numbers from 1 on in C order. Of bool it is whether they are even; complex ones have equal parts.

    >>> cp.testing.shaped_arange((2, 2))
    array([[1., 2.],
           [3., 4.]], dtype=float32)
    """
    return _counted(_numpy.arange(1, _size(shape) + 1), shape, xp, dtype, order)


def shaped_reverse_arange(shape: int | _Sequence[int], xp: _Any = None, dtype: _DTypeLike = _numpy.float32) -> _Any:
    """An array of the numbers down to 1 in C order. Of bool it is whether they are even; complex ones have equal parts.

    >>> cp.testing.shaped_reverse_arange((2, 2))
    array([[4., 3.],
           [2., 1.]], dtype=float32)
    """
    return _counted(_numpy.arange(_size(shape), 0, -1), shape, xp, dtype, "C")


def shaped_linspace(
    start: float, stop: float, shape: int | _Sequence[int], xp: _Any = None, dtype: _DTypeLike = _numpy.float32
) -> _Any:
    """An array of equally spaced numbers from `start` to `stop` in C order."""
    return _module(xp).array(_numpy.linspace(start, stop, _size(shape)).astype(dtype).reshape(shape))


def shaped_random(
    shape: int | _Sequence[int], xp: _Any = None, dtype: _DTypeLike = _numpy.float32, scale: float = 10, seed: int | None = 0, order: str = "C"
) -> _Any:  # fmt: skip
    """An array of random numbers in [0, scale), the same for a seed; of bool they are both values, and complex ones have both parts."""
    _numpy.random.seed(seed)
    kind = _numpy.dtype(dtype).kind
    values: _Any
    if kind == "b":
        values = _numpy.random.randint(2, size=shape)
    elif kind == "c":
        values = _numpy.random.rand(_size(shape)) + 1j * _numpy.random.rand(_size(shape))
        values = values.reshape(shape) * scale
    else:
        values = _numpy.random.rand(_size(shape)).reshape(shape) * scale
    return _module(xp).asarray(_numpy.asarray(values).astype(dtype), order=order)


def shaped_sparse_random(
    shape: _Sequence[int], sp: _Any = None, dtype: _DTypeLike = _numpy.float32, density: float = 0.01, format: str = "coo", seed: int | None = 0
) -> _Any:  # fmt: skip
    """A random sparse matrix of the module `sp`, the same for a seed. Needs SciPy, whose matrix it is where `sp` is None."""
    sparse: _Any = _importlib.import_module("scipy.sparse")

    made = sparse.random(*shape, density=density, random_state=_numpy.random.RandomState(seed), dtype=_numpy.dtype(dtype))
    return (sp or sparse).coo_matrix(made).asformat(format)


def generate_matrix(
    shape: _Sequence[int], xp: _Any = None, dtype: _DTypeLike = _numpy.float32, *, singular_values: _Any = None
) -> _Any:
    """Random matrices with these singular values, by default between 1 and 10, which are broadcast over stacked matrices.

    Raises ValueError for fewer than two axes, a dtype of no floats, and singular values that are negative or not real.
    """
    kind = _numpy.dtype(dtype).kind
    if len(shape) <= 1:
        raise ValueError(f"the shape {tuple(shape)} is of no matrix: it has fewer than two axes")
    if kind not in "fc":
        raise ValueError(f"a matrix of {_numpy.dtype(dtype)} cannot have given singular values: take floats or complex numbers")
    rank = min(shape[-2:])
    if singular_values is None:
        singular_values = _numpy.random.uniform(1, 10, (*shape[:-2], rank))
    values = _numpy.asarray(singular_values)
    if values.dtype.kind not in "biuf" or (values < 0).any():
        raise ValueError("singular values are real and not negative")
    matrix = _numpy.random.randn(*shape).astype(_numpy.complex128 if kind == "c" else _numpy.float64)
    if kind == "c":
        matrix = matrix + 1j * _numpy.random.randn(*shape)
    left, _, right = _numpy.linalg.svd(matrix, full_matrices=False)
    return _module(xp).asarray(((left * values[..., None, :]) @ right).astype(dtype))
