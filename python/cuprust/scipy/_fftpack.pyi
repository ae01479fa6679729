# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.scipy.fftpack that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def fft(x: ArrayLike, n: int | None = None, axis: int = -1, overwrite_x: bool_type = False, plan: Any = None) -> ndarray:
    """The discrete Fourier transform along an axis.

    The axis is cut or padded with zeros to `n` elements.
    Raises ValueError for less than one element, AxisError for an axis out of range.

    >>> cp.scipy.fftpack.fft([1.0, 2.0, 1.0, 0.0])
    array([4.+0.j, 0.-2.j, 0.+0.j, 0.+2.j])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def fft2(x: ArrayLike, shape: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), overwrite_x: bool_type = False, plan: Any = None) -> ndarray:
    """The discrete Fourier transform over two axes.

    `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fftpack.fft2([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def fftn(x: ArrayLike, shape: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, overwrite_x: bool_type = False, plan: Any = None) -> ndarray:
    """The discrete Fourier transform over axes.

    `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fftpack.fftn([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ifft(x: ArrayLike, n: int | None = None, axis: int = -1, overwrite_x: bool_type = False, plan: Any = None) -> ndarray:
    """The inverse of the discrete Fourier transform along an axis.

    The axis is cut or padded with zeros to `n` elements.
    Raises ValueError for less than one element, AxisError for an axis out of range.

    >>> cp.scipy.fftpack.ifft([4, -2j, 0, 2j])
    array([1.+0.j, 2.+0.j, 1.+0.j, 0.+0.j])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ifft2(x: ArrayLike, shape: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), overwrite_x: bool_type = False, plan: Any = None) -> ndarray:
    """The inverse of the discrete Fourier transform over two axes.

    `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fftpack.ifft2([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ifftn(x: ArrayLike, shape: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, overwrite_x: bool_type = False, plan: Any = None) -> ndarray:
    """The inverse of the discrete Fourier transform over axes.

    `shape` is the length along each of `axes`, to which it is cut or padded with zeros.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fftpack.ifftn([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def rfft(x: ArrayLike, n: int | None = None, axis: int = -1, overwrite_x: bool_type = False, plan: Any = None) -> ndarray:
    """The transform of real numbers along an axis as real numbers: the first element, then the parts of each other.

    The axis is cut or padded with zeros to `n` elements.
    Raises ValueError for less than one element, AxisError for an axis out of range, TypeError for complex numbers.

    >>> cp.scipy.fftpack.rfft([1.0, 2.0, 1.0, 0.0])
    array([ 4.,  0., -2.,  0.])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def irfft(x: ArrayLike, n: int | None = None, axis: int = -1, overwrite_x: bool_type = False) -> ndarray:
    """The inverse of `rfft`: real numbers of the first element and the parts of each other.

    The axis is cut or padded with zeros to `n` elements.
    Raises ValueError for less than one element, AxisError for an axis out of range.

    >>> cp.scipy.fftpack.irfft([4.0, 0.0, -2.0, 0.0])
    array([1., 2., 1., 0.])

    `overwrite_x` is accepted and has no effect: inputs are never changed."""
