# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.scipy.fft that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def fft(x: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The discrete Fourier transform along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.scipy.fft.fft([1.0, 2.0, 1.0, 0.0])
    array([4.+0.j, 0.-2.j, 0.+0.j, 0.+2.j])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ifft(x: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of the discrete Fourier transform along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.scipy.fft.ifft([4, -2j, 0, 2j])
    array([1.+0.j, 2.+0.j, 1.+0.j, 0.+0.j])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def rfft(x: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The first `n // 2 + 1` elements of the transform of real numbers, of which the others are conjugates.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range, TypeError for
    complex numbers.

    >>> cp.scipy.fft.rfft([1.0, 2.0, 1.0, 0.0])
    array([4.+0.j, 0.-2.j, 0.+0.j])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def irfft(x: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of `rfft`, with `n` real numbers, or twice as many as there are less two.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.scipy.fft.irfft([4, -2j, 0])
    array([1., 2., 1., 0.])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def hfft(x: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The real spectrum of a signal of which the first half is given, the second being its conjugate.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range.

    >>> cp.scipy.fft.hfft([1.0, 2.0, 3.0])
    array([ 8., -2.,  0., -2.])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ihfft(x: ArrayLike, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The first half of the signal that has a real spectrum: the inverse of `hfft`.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is "backward", where inverses are divided by the number of elements, "ortho", where both are by its
    root, or "forward", where the others are.
    Raises ValueError for less than one element or another norm, AxisError for an axis out of range, TypeError for
    complex numbers.

    >>> cp.scipy.fft.ihfft([8.0, -2.0, 0.0, -2.0])
    array([1.-0.j, 2.-0.j, 3.-0.j])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def fft2(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The discrete Fourier transform over two axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.fft2([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def fftn(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The discrete Fourier transform over axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.fftn([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ifft2(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of the discrete Fourier transform over two axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.ifft2([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ifftn(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of the discrete Fourier transform over axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.ifftn([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.+0.j, 2.+0.j],
           [3.+0.j, 4.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def rfft2(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The transform of real numbers over two axes, of the last one the first half.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, TypeError for complex numbers.

    >>> cp.scipy.fft.rfft2([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def rfftn(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The transform of real numbers over axes, of the last one the first half.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, TypeError for complex numbers.

    >>> cp.scipy.fft.rfftn([[1.0, 2.0], [3.0, 4.0]])
    array([[10.+0.j, -2.+0.j],
           [-4.+0.j,  0.+0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def irfft2(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of `rfftn` over two axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.irfft2([[10.0, -2.0], [-4.0, 0.0]])
    array([[1., 2.],
           [3., 4.]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def irfftn(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of `rfftn` over axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.irfftn([[10.0, -2.0], [-4.0, 0.0]])
    array([[1., 2.],
           [3., 4.]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def hfft2(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The real spectrum over two axes of a signal whose half along the last one is given.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.hfft2([[1.0, 2.0], [3.0, 4.0]])
    array([[10., -2.],
           [-4.,  0.]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def hfftn(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The real spectrum over axes of a signal whose half along the last one is given.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an
    axis out of range.

    >>> cp.scipy.fft.hfftn([[1.0, 2.0], [3.0, 4.0]])
    array([[10., -2.],
           [-4.,  0.]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ihfft2(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = (-2, -1), norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of `hfftn` over two axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, TypeError for complex numbers.

    >>> cp.scipy.fft.ihfft2([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.-0.j, 2.-0.j],
           [3.-0.j, 4.-0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def ihfftn(x: ArrayLike, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, plan: Any = None) -> ndarray:
    """The inverse of `hfftn` over axes.

    `s` is the length along each of `axes`, -1 for the whole axis, to which it is cut or padded with zeros;
    without `axes` the last ones are transformed, without both all.
    `norm` is that of `fft`.
    Raises ValueError where lengths and axes are not as many, and for less than one element; AxisError for an axis
    out of range, TypeError for complex numbers.

    >>> cp.scipy.fft.ihfftn([[10.0, -2.0], [-4.0, 0.0]])
    array([[1.-0.j, 2.-0.j],
           [3.-0.j, 4.-0.j]])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used.

    `plan` is accepted and has no effect: plans are kept and found by their sizes."""

def dct(x: ArrayLike, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, orthogonalize: bool_type | None = None) -> ndarray:
    """The discrete cosine transform of a type from 1 to 4 along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    or norm and for too few elements, AxisError for an axis out of range.

    >>> cp.scipy.fft.dct([1.0, 2.0], norm="ortho")
    array([ 2.12132034, -0.70710678])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def dctn(x: ArrayLike, type: int = 2, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, orthogonalize: bool_type | None = None) -> ndarray:
    """The discrete cosine transform of a type from 1 to 4 along axes.

    `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    are transformed, without both all. `norm` and `orthogonalize` are those of `dct`. Raises ValueError for another
    type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.

    >>> cp.scipy.fft.dctn(cp.ones((2, 2)), norm="ortho").shape
    (2, 2)

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def idct(x: ArrayLike, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, orthogonalize: bool_type | None = None) -> ndarray:
    """The inverse of the discrete cosine transform of a type from 1 to 4 along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    or norm and for too few elements, AxisError for an axis out of range.

    >>> cp.scipy.fft.idct([1.0, 2.0], norm="ortho")
    array([ 2.12132034, -0.70710678])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def idctn(x: ArrayLike, type: int = 2, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, orthogonalize: bool_type | None = None) -> ndarray:
    """The inverse of the discrete cosine transform of a type from 1 to 4 along axes.

    `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    are transformed, without both all. `norm` and `orthogonalize` are those of `idct`. Raises ValueError for another
    type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.

    >>> cp.scipy.fft.idctn(cp.ones((2, 2)), norm="ortho").shape
    (2, 2)

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def dst(x: ArrayLike, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, orthogonalize: bool_type | None = None) -> ndarray:
    """The discrete sine transform of a type from 1 to 4 along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    or norm and for too few elements, AxisError for an axis out of range.

    >>> cp.scipy.fft.dst([1.0, 2.0], norm="ortho")
    array([ 2.12132034, -0.70710678])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def dstn(x: ArrayLike, type: int = 2, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, orthogonalize: bool_type | None = None) -> ndarray:
    """The discrete sine transform of a type from 1 to 4 along axes.

    `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    are transformed, without both all. `norm` and `orthogonalize` are those of `dst`. Raises ValueError for another
    type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.

    >>> cp.scipy.fft.dstn(cp.ones((2, 2)), norm="ortho").shape
    (2, 2)

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def idst(x: ArrayLike, type: int = 2, n: int | None = None, axis: int = -1, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, orthogonalize: bool_type | None = None) -> ndarray:
    """The inverse of the discrete sine transform of a type from 1 to 4 along an axis.

    The axis is cut or padded with zeros to `n` elements.
    `norm` is that of `fft`; with "ortho", or with `orthogonalize`, elements are scaled so that the matrix of the
    transform is orthogonal. Real numbers stay real, and single precision single. Raises ValueError for another type
    or norm and for too few elements, AxisError for an axis out of range.

    >>> cp.scipy.fft.idst([1.0, 2.0], norm="ortho")
    array([ 2.12132034, -0.70710678])

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def idstn(x: ArrayLike, type: int = 2, s: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None, norm: str | None = None, overwrite_x: bool_type = False, workers: Any = None, *, orthogonalize: bool_type | None = None) -> ndarray:
    """The inverse of the discrete sine transform of a type from 1 to 4 along axes.

    `s` is the length along each of `axes`, to which it is cut or padded with zeros; without `axes` the last ones
    are transformed, without both all. `norm` and `orthogonalize` are those of `idst`. Raises ValueError for another
    type or norm, too few elements, and where lengths and axes are not as many; AxisError for an axis out of range.

    >>> cp.scipy.fft.idstn(cp.ones((2, 2)), norm="ortho").shape
    (2, 2)

    `overwrite_x` is accepted and has no effect: inputs are never changed.

    `workers` is accepted and has no effect: all threads are used."""

def fht(a: ArrayLike, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> ndarray:
    """The fast Hankel transform of order `mu`, of samples whose logarithms lie `dln` apart, along the last axis.

    `offset` is that of the results' logarithms, `bias` the exponent of a power law that the samples are freed of.
    Raises ValueError for no elements.

    >>> cp.scipy.fft.fht(cp.ones(4), 0.1, 0.5).shape
    (4,)"""

def ifht(A: ArrayLike, dln: float, mu: float, offset: float = 0.0, bias: float = 0.0) -> ndarray:
    """The inverse of the fast Hankel transform.

    The parameters are those of `fht`. Raises ValueError for no elements.

    >>> cp.scipy.fft.ifht(cp.scipy.fft.fht(cp.array([1.0, 2.0]), 0.1, 0.5), 0.1, 0.5)
    array([1., 2.])"""

def next_fast_len(target: int, real: bool_type = False) -> int:
    """The least length of a fast transform that is not less than `target`: of prime factors up to 11, or with `real`
    up to 5.

    Raises ValueError for a negative length.

    >>> cp.scipy.fft.next_fast_len(13)
    14"""
