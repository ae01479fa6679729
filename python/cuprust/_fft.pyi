# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.fft that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def fft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The discrete Fourier transform along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Single precision stays single.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.fft.fft([1.0, 2.0, 1.0, 0.0])
    array([4.+0.j, 0.-2.j, 0.+0.j, 0.+2.j])"""

def ifft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The inverse of the discrete Fourier transform along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Single precision stays single.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.fft.ifft([4, -2j, 0, 2j])
    array([1.+0.j, 2.+0.j, 1.+0.j, 0.+0.j])"""

def rfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The discrete Fourier transform of real numbers along an axis: its first `n // 2 + 1` elements, of which the
    others are conjugates.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Single precision stays single. Raises ValueError for less than one element or another norm, AxisError for an
    axis out of range, TypeError for complex numbers.

    >>> cp.fft.rfft([1.0, 2.0, 1.0, 0.0])
    array([4.+0.j, 0.-2.j, 0.+0.j])"""

def irfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The inverse of `rfft` along an axis, real numbers.

    There are `n` of them, or twice as many as elements less two.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Single precision stays single.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.fft.irfft([4, -2j, 0])
    array([1., 2., 1., 0.])"""

def hfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The real spectrum of a signal of which the first half is given, the second being its conjugate.

    It has `n` elements, or twice as many as given less two.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Single precision stays single.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.fft.hfft([1.0, 2.0, 3.0])
    array([ 8., -2.,  0., -2.])"""

def ihfft(a: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The first half of the signal that has a real spectrum: the inverse of `hfft`.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Single precision stays single. Raises ValueError for less than one element or another norm, AxisError for an
    axis out of range, TypeError for complex numbers.

    >>> cp.fft.ihfft([8.0, -2.0, 0.0, -2.0])
    array([1.-0.j, 2.-0.j, 3.-0.j])"""

def fft2(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The discrete Fourier transform over two axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.fft.fft2([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])"""

def ifft2(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The inverse of the discrete Fourier transform over two axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.fft.ifft2([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]])"""

def rfft2(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The discrete Fourier transform of real numbers over two axes: of the last one the first half, of which the other
    is the conjugate.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, TypeError for complex numbers, IndexError without axes.

    >>> cp.fft.rfft2([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])"""

def irfft2(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = (-2, -1), norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The inverse of `rfft2` over two axes, real numbers.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros, the last
    one's being that of the real numbers; without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, IndexError without axes.

    >>> cp.fft.irfft2([[10.0, -2.0], [-4.0, 0.0]])
    array([[1., 2.],
           [3., 4.]])"""

def fftn(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The discrete Fourier transform over several axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.fft.fftn([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])"""

def ifftn(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The inverse of the discrete Fourier transform over several axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.fft.ifftn([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]])"""

def rfftn(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The discrete Fourier transform of real numbers over several axes: of the last one the first half, of which the
    other is the conjugate.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, TypeError for complex numbers, IndexError without axes.

    >>> cp.fft.rfftn([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])"""

def irfftn(a: ArrayLike, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None, out: ndarray | None = None) -> ndarray:
    """The inverse of `rfftn` over several axes, real numbers.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros, the last
    one's being that of the real numbers; without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, IndexError without axes.

    >>> cp.fft.irfftn([[10.0, -2.0], [-4.0, 0.0]])
    array([[1., 2.],
           [3., 4.]])"""

def fftshift(x: ArrayLike, axes: int | Sequence[int] | None = None) -> ndarray:
    """The elements with that of frequency zero in the middle of the axes, or of all.

    Raises AxisError for an axis out of range.

    >>> cp.fft.fftshift([0, 1, 2, -2, -1])
    array([-2, -1,  0,  1,  2])"""

def ifftshift(x: ArrayLike, axes: int | Sequence[int] | None = None) -> ndarray:
    """The inverse of `fftshift`: the element of frequency zero comes first.

    Raises AxisError for an axis out of range.

    >>> cp.fft.ifftshift([-2, -1, 0, 1, 2])
    array([ 0,  1,  2, -2, -1])"""

def fftfreq(n: complex | np.generic | ndarray, d: complex | np.generic | ndarray = 1.0, device: Device | str | int | None = None, *, dtype: DTypeLike | None = None) -> ndarray:
    """The frequencies of the elements of a transform of `n` samples that lie `d` apart.

    Raises ValueError where `n` is no integer or negative, ZeroDivisionError where `n * d` is zero.

    >>> cp.fft.fftfreq(4, 0.5)
    array([ 0. ,  0.5, -1. , -0.5])"""

def rfftfreq(n: complex | np.generic | ndarray, d: complex | np.generic | ndarray = 1.0, device: Device | str | int | None = None, *, dtype: DTypeLike | None = None) -> ndarray:
    """The frequencies that are not negative, of a transform of `n` real samples that lie `d` apart.

    Raises ValueError where `n` is no integer or negative, ZeroDivisionError where `n * d` is zero.

    >>> cp.fft.rfftfreq(4, 0.5)
    array([0. , 0.5, 1. ])"""
