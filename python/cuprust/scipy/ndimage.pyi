# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""Filters of images of any number of axes, by SciPy's names."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def correlate1d(input: ArrayLike, weights: ArrayLike, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0) -> ndarray:
    """The correlation with weights along an axis, made in float64 and given in the dtype of the image or of `output`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.correlate1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    array([ 8, 26,  8, 12,  7, 28, 36,  9])"""

def convolve1d(input: ArrayLike, weights: ArrayLike, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0) -> ndarray:
    """The convolution with weights along an axis, made in float64 and given in the dtype of the image or of `output`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.convolve1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    array([14, 24,  4, 13, 12, 36, 27,  0])"""

def correlate(input: ArrayLike, weights: ArrayLike, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The correlation with weights of as many axes, made in float64 and given in the dtype of the image or of
    `output`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.correlate(cp.arange(9).reshape(3, 3), [[0, 1], [1, 0]])
    array([[ 0,  1,  3],
           [ 3,  4,  6],
           [ 9, 10, 12]])"""

def convolve(input: ArrayLike, weights: ArrayLike, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The convolution with weights of as many axes, made in float64 and given in the dtype of the image or of
    `output`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.convolve(cp.arange(9).reshape(3, 3), [[0, 1], [1, 0]])
    array([[ 4,  6,  7],
           [10, 12, 13],
           [13, 15, 16]])"""

def uniform_filter1d(input: ArrayLike, size: int, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0) -> ndarray:
    """The mean of windows of `size` elements along an axis.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.uniform_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([4, 3, 4, 1, 4, 6, 6, 3])"""

def uniform_filter(input: ArrayLike, size: int | Sequence[int] = 3, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The mean of windows of a size along each axis.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.uniform_filter(cp.eye(3) * 9, 3)[1, 1]
    array(3.)"""

def gaussian_filter1d(input: ArrayLike, sigma: float, axis: int = -1, order: int = 0, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, truncate: float = 4.0, *, radius: int | None = None) -> ndarray:
    """The Gaussian filter of a standard deviation along an axis; with `order` that of a derivative. It is cut off at
    `truncate` standard deviations, or at `radius` elements.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode, ValueError for a negative `order` or `radius`.

    >>> cp.scipy.ndimage.gaussian_filter1d([1.0, 2.0, 3.0, 4.0, 5.0], 1)
    array([1.42704095, 2.06782203, 3.        , 3.93217797, 4.57295905])"""

def gaussian_filter(input: ArrayLike, sigma: ArrayLike | np.ndarray[Any, Any], order: int | Sequence[int] = 0, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, truncate: float = 4.0, *, radius: int | Sequence[int] | None = None, axes: int | Sequence[int] | None = None) -> ndarray:
    """The Gaussian filter of a standard deviation along each axis; with `order` that of derivatives. It is cut off at
    `truncate` standard deviations, or at `radius` elements.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode, ValueError for a negative `order` or `radius`.

    >>> cp.scipy.ndimage.gaussian_filter(cp.arange(50, step=2).reshape(5, 5), sigma=1)[0]
    array([ 4,  6,  8,  9, 11])"""

def gaussian_laplace(input: ArrayLike, sigma: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, *, axes: int | Sequence[int] | None = None, truncate: float = 4.0, radius: int | Sequence[int] | None = None) -> ndarray:
    """The sum of the second derivatives of a Gaussian filter. `truncate` and `radius` are those of `gaussian_filter`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode, ValueError for axes that the image has not.

    >>> cp.scipy.ndimage.gaussian_laplace(cp.eye(5), 1)[2, 2]
    array(-0.33213)"""

def gaussian_gradient_magnitude(input: ArrayLike, sigma: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, *, axes: int | Sequence[int] | None = None, truncate: float = 4.0, radius: int | Sequence[int] | None = None) -> ndarray:
    """The length of the gradient of a Gaussian filter. `truncate` and `radius` are those of `gaussian_filter`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode, ValueError for axes that the image has not.

    >>> cp.scipy.ndimage.gaussian_gradient_magnitude(cp.eye(5), 1)[2, 2]
    array(0.)"""

def sobel(input: ArrayLike, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0) -> ndarray:
    """The Sobel filter: differences along an axis, smoothed along the others.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises AxisError for an axis out of range, RuntimeError for an unknown mode.

    >>> cp.scipy.ndimage.sobel([[0, 0, 0], [0, 1, 2], [0, 0, 0]])[1]
    array([2, 4, 2])"""

def prewitt(input: ArrayLike, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0) -> ndarray:
    """The Prewitt filter: differences along an axis, smoothed along the others.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises AxisError for an axis out of range, RuntimeError for an unknown mode.

    >>> cp.scipy.ndimage.prewitt([[0, 0, 0], [0, 1, 2], [0, 0, 0]])[1]
    array([1, 2, 1])"""

def laplace(input: ArrayLike, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The sum of second differences along the axes.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode, ValueError for axes that the image has not.

    >>> cp.scipy.ndimage.laplace([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    array([[ 0,  1,  0],
           [ 1, -4,  1],
           [ 0,  1,  0]])"""

def minimum_filter1d(input: ArrayLike, size: int, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0) -> ndarray:
    """The least element of windows of `size` elements along an axis; NaN where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.minimum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([2, 0, 0, 0, 1, 1, 0, 0])"""

def minimum_filter(input: ArrayLike, size: int | Sequence[int] | None = None, footprint: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The least element of windows of a size along each axis, or of the elements where `footprint` is not zero; NaN
    where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.minimum_filter([[4, 2, 7], [9, 8, 1]], size=(1, 3))
    array([[2, 2, 2],
           [8, 1, 1]])"""

def maximum_filter1d(input: ArrayLike, size: int, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0) -> ndarray:
    """The greatest element of windows of `size` elements along an axis; NaN where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.maximum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([8, 8, 8, 4, 9, 9, 9, 9])"""

def maximum_filter(input: ArrayLike, size: int | Sequence[int] | None = None, footprint: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The greatest element of windows of a size along each axis, or of the elements where `footprint` is not zero; NaN
    where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.maximum_filter([[4, 2, 7], [9, 8, 1]], size=(1, 3))
    array([[4, 7, 7],
           [9, 9, 8]])"""

def rank_filter(input: ArrayLike, rank: int, size: int | Sequence[int] | None = None, footprint: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The element of a rank in ascending order of windows of a size along each axis, or of the elements where
    `footprint` is not zero; from the greatest one where the rank is negative. NaN stand last.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a rank outside of the window, ValueError for an origin outside
    of it.

    >>> cp.scipy.ndimage.rank_filter([5, 1, 4, 2, 3], rank=1, size=3)
    array([5, 4, 2, 3, 3])"""

def percentile_filter(input: ArrayLike, percentile: float, size: int | Sequence[int] | None = None, footprint: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The element at a part of a hundred, in ascending order, of windows of a size along each axis, or of the elements
    where `footprint` is not zero; from the greatest one where the part is negative. NaN stand last.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a part that is none, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.percentile_filter([5, 1, 4, 2, 3], percentile=20, size=3)
    array([1, 1, 1, 2, 2])"""

def median_filter(input: ArrayLike, size: int | Sequence[int] | None = None, footprint: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int | Sequence[int] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The element in the middle, in ascending order, of windows of a size along each axis, or of the elements where
    `footprint` is not zero; of two the greater one. NaN stand last.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.median_filter([5, 1, 4, 2, 3], size=3)
    array([5, 4, 2, 3, 3])"""
