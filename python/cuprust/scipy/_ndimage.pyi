# Made from the function table by `cargo run -p xtask -- gen`: change the declarations, not this file.
"""The functions of cuprust.scipy.ndimage that are declared in the function table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from cuprust import ArrayLike, bool_type, ndarray, ufunc
from cuprust.cuda import Device, Stream

def correlate1d(input: ArrayLike, weights: ArrayLike | np.ndarray[Any, Any], axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int = 0) -> ndarray:
    """The correlation with weights along an axis, made in float64 and given in the dtype of the image or of `output`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.correlate1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    array([ 8, 26,  8, 12,  7, 28, 36,  9])"""

def convolve1d(input: ArrayLike, weights: ArrayLike | np.ndarray[Any, Any], axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int = 0) -> ndarray:
    """The convolution with weights along an axis, made in float64 and given in the dtype of the image or of `output`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for weights that do not fit, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.convolve1d([2, 8, 0, 4, 1, 9, 9, 0], weights=[1, 3])
    array([14, 24,  4, 13, 12, 36, 27,  0])"""

def correlate(input: ArrayLike, weights: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
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

def convolve(input: ArrayLike, weights: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
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

def uniform_filter1d(input: ArrayLike, size: int, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int = 0) -> ndarray:
    """The mean of windows of `size` elements along an axis.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.uniform_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([4, 3, 4, 1, 4, 6, 6, 3])"""

def uniform_filter(input: ArrayLike, size: float | Sequence[float] = 3, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
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

def gaussian_filter(input: ArrayLike, sigma: ArrayLike | np.ndarray[Any, Any], order: float | Sequence[float] = 0, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, truncate: float = 4.0, *, radius: float | Sequence[float] | None = None, axes: int | Sequence[int] | None = None) -> ndarray:
    """The Gaussian filter of a standard deviation along each axis; with `order` that of derivatives. It is cut off at
    `truncate` standard deviations, or at `radius` elements.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode, ValueError for a negative `order` or `radius`.

    >>> cp.scipy.ndimage.gaussian_filter(cp.arange(50, step=2).reshape(5, 5), sigma=1)[0]
    array([ 4,  6,  8,  9, 11])"""

def gaussian_laplace(input: ArrayLike, sigma: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, *, axes: int | Sequence[int] | None = None, truncate: float = 4.0, radius: float | Sequence[float] | None = None) -> ndarray:
    """The sum of the second derivatives of a Gaussian filter. `truncate` and `radius` are those of `gaussian_filter`.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode, ValueError for axes that the image has not.

    >>> cp.scipy.ndimage.gaussian_laplace(cp.eye(5), 1)[2, 2]
    array(-0.27023032)"""

def gaussian_gradient_magnitude(input: ArrayLike, sigma: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, *, axes: int | Sequence[int] | None = None, truncate: float = 4.0, radius: float | Sequence[float] | None = None) -> ndarray:
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

def minimum_filter1d(input: ArrayLike, size: int, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int = 0) -> ndarray:
    """The least element of windows of `size` elements along an axis; NaN where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.minimum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([2, 0, 0, 0, 1, 1, 0, 0])"""

def minimum_filter(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The least element of windows of a size along each axis, or of the elements where `footprint` is not zero; NaN
    where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.minimum_filter([[4, 2, 7], [9, 8, 1]], size=(1, 3))
    array([[2, 2, 2],
           [8, 1, 1]])"""

def maximum_filter1d(input: ArrayLike, size: int, axis: int = -1, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: int = 0) -> ndarray:
    """The greatest element of windows of `size` elements along an axis; NaN where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.maximum_filter1d([2, 8, 0, 4, 1, 9, 9, 0], size=3)
    array([8, 8, 8, 4, 9, 9, 9, 9])"""

def maximum_filter(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The greatest element of windows of a size along each axis, or of the elements where `footprint` is not zero; NaN
    where one is NaN.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.maximum_filter([[4, 2, 7], [9, 8, 1]], size=(1, 3))
    array([[4, 7, 7],
           [9, 9, 8]])"""

def rank_filter(input: ArrayLike, rank: int, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The element of a rank in ascending order of windows of a size along each axis, or of the elements where
    `footprint` is not zero; from the greatest one where the rank is negative. NaN are last.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a rank outside of the window, ValueError for an origin outside
    of it.

    >>> cp.scipy.ndimage.rank_filter([5, 1, 4, 2, 3], rank=1, size=3)
    array([5, 4, 2, 3, 3])"""

def percentile_filter(input: ArrayLike, percentile: float, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The element at a part of a hundred, in ascending order, of windows of a size along each axis, or of the elements
    where `footprint` is not zero; from the greatest one where the part is negative. NaN are last.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a part that is none, ValueError for an origin outside of the
    window.

    >>> cp.scipy.ndimage.percentile_filter([5, 1, 4, 2, 3], percentile=20, size=3)
    array([1, 1, 1, 2, 2])"""

def median_filter(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The element in the middle, in ascending order, of windows of a size along each axis, or of the elements where
    `footprint` is not zero; of two the greater one. NaN are last.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises RuntimeError for an unknown mode and for a window without elements, ValueError for an origin outside of
    it.

    >>> cp.scipy.ndimage.median_filter([5, 1, 4, 2, 3], size=3)
    array([5, 4, 2, 3, 3])"""

def distance_transform_edt(input: ArrayLike, sampling: ArrayLike | np.ndarray[Any, Any] | None = None, return_distances: bool_type = True, return_indices: bool_type = False, distances: ndarray | None = None, indices: ndarray | None = None, *, block_params: Any = None, float64_distances: bool_type = True) -> Any:
    """The Euclidean distance of each element from the nearest one that is zero, where elements are `sampling` apart
    along the axes.

    With `return_indices` also, or without `return_distances` only, the index of the nearest element along each axis, as
    int32. They are written to `distances` and `indices`, where these are given, and not returned then.
    In an image without zeros the distance is that from the place before the first along the first axis.
    Raises RuntimeError where nothing is requested, and for arrays to write to of another shape or dtype.

    >>> cp.scipy.ndimage.distance_transform_edt([1, 1, 0, 1, 1, 1])
    array([2., 1., 0., 1., 2., 3.])

    `block_params` is accepted and has no effect: blocks are chosen by the array's shape."""

def distance_transform_cdt(input: ArrayLike, metric: str | ArrayLike = "chessboard", return_distances: bool_type = True, return_indices: bool_type = False, distances: ndarray | None = None, indices: ndarray | None = None) -> Any:
    """How many steps each element is from the nearest one that is zero, as int32; -1 where no steps lead to one. Steps
    are those of `metric`: "taxicab" (also "cityblock" and "manhattan") along an axis, "chessboard" along diagonals
    too, or a structuring element, of three elements along each axis: to its neighbors before the centre in C order,
    and to those opposite of them.

    With `return_indices` also, or without `return_distances` only, the index of the nearest element along each axis, as
    int32. They are written to `distances` and `indices`, where these are given, and not returned then.
    Of several nearest elements any may be the one; with a structuring element there are no indices.
    Raises ValueError for another metric and for arrays to write to of another shape or dtype, RuntimeError where
    nothing is requested.

    >>> cp.scipy.ndimage.distance_transform_cdt([[1, 1, 1], [1, 1, 0]])
    array([[2, 1, 1],
           [2, 1, 0]], dtype=int32)"""

def distance_transform_bf(input: ArrayLike, metric: str = "euclidean", sampling: ArrayLike | np.ndarray[Any, Any] | None = None, return_distances: bool_type = True, return_indices: bool_type = False, distances: ndarray | None = None, indices: ndarray | None = None) -> Any:
    """The distance of each element from the nearest one that is zero, by a metric: "euclidean", as float64, where
    elements are `sampling` apart along the axes; "taxicab" (also "cityblock" and "manhattan") or "chessboard", in
    steps, as uint32.

    With `return_indices` also, or without `return_distances` only, the index of the nearest element along each axis, as
    int32. They are written to `distances` and `indices`, where these are given, and not returned then.
    Of several nearest elements any may be the one. In an image without zeros distances are the square root of the
    greatest float64, or the greatest uint32, and indices are zero.
    Raises RuntimeError for another metric, where nothing is requested, and for arrays to write to of another shape
    or dtype.

    >>> cp.scipy.ndimage.distance_transform_bf([[1, 1, 1], [1, 1, 0]], "taxicab")
    array([[3, 2, 1],
           [2, 1, 0]], dtype=uint32)"""

def spline_filter1d(input: ArrayLike, order: int = 3, axis: int = -1, output: ndarray | DTypeLike | None = "float64", mode: str = "mirror") -> ndarray:
    """The coefficients of the splines of an order from 0 to 5 through the elements along an axis, as float64 or in the
    dtype of `output`. `mode` says how the image goes on beyond the edges.

    Raises RuntimeError for an unknown mode or order, AxisError for an axis out of range.

    >>> cp.scipy.ndimage.spline_filter1d([0.0, 1.0, 0.0])
    array([-1.,  2., -1.])"""

def spline_filter(input: ArrayLike, order: int = 3, output: ndarray | DTypeLike | None = "float64", mode: str = "mirror") -> ndarray:
    """The coefficients of the splines of an order from 2 to 5 through the elements along all axes, as float64 or in
    the dtype of `output`. `mode` says how the image goes on beyond the edges.

    Raises RuntimeError for an unknown mode or order.

    >>> cp.scipy.ndimage.spline_filter([[0.0, 1.0, 0.0]])
    array([[-1.,  2., -1.]])"""

def map_coordinates(input: ArrayLike, coordinates: ArrayLike, output: ndarray | DTypeLike | None = None, order: int = 3, mode: str = "constant", cval: complex | np.generic | ndarray = 0.0, prefilter: bool_type = True) -> ndarray:
    """An image at coordinates: `coordinates[k]` are those along axis `k`, and the result has their shape.

    It is read through splines of `order` 0 to 5, which go through the elements with `prefilter`. `mode` says what
    stands beyond the edges: "reflect", "grid-mirror", "constant" (`cval`), "grid-constant", "nearest",
    "mirror", "grid-wrap" or "wrap"; `output` is the array that is written to, or the dtype of the result.

    Raises RuntimeError for an unknown mode or order and for arrays of other shapes, TypeError for complex
    coordinates.

    >>> cp.scipy.ndimage.map_coordinates(cp.arange(12.0).reshape(4, 3), [[0.5, 2], [0.5, 1]], order=1)
    array([2., 7.])"""

def affine_transform(input: ArrayLike, matrix: ArrayLike | np.ndarray[Any, Any], offset: ArrayLike | np.ndarray[Any, Any] = 0.0, output_shape: int | Sequence[int] | None = None, output: ndarray | DTypeLike | None = None, order: int = 3, mode: str = "constant", cval: complex | np.generic | ndarray = 0.0, prefilter: bool_type = True, *, texture_memory: bool_type = False, float64_coords: bool_type = False) -> ndarray:
    """An image under an affine transformation: the element at `i` is the image at `matrix @ i + offset`. A matrix of
    one axis is a diagonal; one with one column more, and perhaps one row, holds the offset in that column.

    It is read through splines of `order` 0 to 5, which go through the elements with `prefilter`. `mode` says what
    stands beyond the edges: "reflect", "grid-mirror", "constant" (`cval`), "grid-constant", "nearest",
    "mirror", "grid-wrap" or "wrap"; `output` is the array that is written to, or the dtype of the result.

    Raises RuntimeError for an unknown mode or order and for a matrix, offset or output of another shape.

    >>> cp.scipy.ndimage.affine_transform(cp.array([[1, 2], [3, 4]]), [[0, 1], [1, 0]], order=1)
    array([[1, 3],
           [2, 4]])

    `texture_memory` is accepted and has no effect: coordinates are float64, and images are read from memory.

    `float64_coords` is accepted and has no effect: coordinates are float64, and images are read from memory."""

def shift(input: ArrayLike, shift: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, order: int = 3, mode: str = "constant", cval: complex | np.generic | ndarray = 0.0, prefilter: bool_type = True) -> ndarray:
    """An image moved by a distance along each axis.

    It is read through splines of `order` 0 to 5, which go through the elements with `prefilter`. `mode` says what
    stands beyond the edges: "reflect", "grid-mirror", "constant" (`cval`), "grid-constant", "nearest",
    "mirror", "grid-wrap" or "wrap"; `output` is the array that is written to, or the dtype of the result.

    Raises RuntimeError for an unknown mode or order and for another number of distances.

    >>> cp.scipy.ndimage.shift([1, 2, 3, 4], 1.5, order=1)
    array([0, 0, 2, 3])"""

def zoom(input: ArrayLike, zoom: ArrayLike | np.ndarray[Any, Any], output: ndarray | DTypeLike | None = None, order: int = 3, mode: str = "constant", cval: complex | np.generic | ndarray = 0.0, prefilter: bool_type = True, *, grid_mode: bool_type = False) -> ndarray:
    """An image whose extents are multiplied by factors: the centres of the first and the last elements stay where they
    are, or with `grid_mode` their outer edges.

    It is read through splines of `order` 0 to 5, which go through the elements with `prefilter`. `mode` says what
    stands beyond the edges: "reflect", "grid-mirror", "constant" (`cval`), "grid-constant", "nearest",
    "mirror", "grid-wrap" or "wrap"; `output` is the array that is written to, or the dtype of the result.

    Raises RuntimeError for an unknown mode or order and for another number of factors, ValueError for a negative
    one.

    >>> cp.scipy.ndimage.zoom([1.0, 3.0], 1.5, order=1)
    array([1., 2., 3.])"""

def rotate(input: ArrayLike, angle: float, axes: Sequence[int] = (1, 0), reshape: bool_type = True, output: ndarray | DTypeLike | None = None, order: int = 3, mode: str = "constant", cval: complex | np.generic | ndarray = 0.0, prefilter: bool_type = True) -> ndarray:
    """An image turned by an angle in degrees, in the plane of two axes; with `reshape` the result has space for all of
    it.

    It is read through splines of `order` 0 to 5, which go through the elements with `prefilter`. `mode` says what
    stands beyond the edges: "reflect", "grid-mirror", "constant" (`cval`), "grid-constant", "nearest",
    "mirror", "grid-wrap" or "wrap"; `output` is the array that is written to, or the dtype of the result.

    Raises RuntimeError for an unknown mode or order, ValueError for an image of less than two axes and for axes
    that it has not.

    >>> cp.scipy.ndimage.rotate(cp.array([[1, 2, 3]]), 90, order=1)
    array([[3],
           [2],
           [1]])"""

def label(input: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None) -> Any:
    """The connected parts of what is not zero, numbered from one on in C order of their first elements, and how many
    there are: where `output` is an array, which is written to, their number alone. `structure`, of three elements
    along each axis, says which neighbors are connected, else those beside along an axis. Waits for the elements.

    Raises RuntimeError for a structure of another number of axes, and where the dtype of `output` does not hold the
    numbers; ValueError for a structure of other lengths or that is not symmetric, and for another
    shape of `output`.

    >>> cp.scipy.ndimage.label([0, 4, 4, 0, 2])
    (array([0, 1, 1, 0, 2], dtype=int32), 2)"""

def watershed_ift(input: ArrayLike, markers: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None) -> ndarray:
    """The label of the marker from which each element is reached by the path whose highest step, the difference of two
    neighbors, is least. Markers are what is not zero; paths from negative ones come after the others. `structure`,
    of three elements along each axis, says which elements are neighbors, else those beside along an axis; as in
    SciPy, the neighbor after the end of a line is the next line's first element.
    The labels are made on the host, in the dtype of the markers or of the array `output` that is written to.

    Raises TypeError for images of other than uint8 and uint16, RuntimeError for markers and arrays to write to of
    other than signed integers, and for a structure or markers of another shape.

    >>> cp.scipy.ndimage.watershed_ift(cp.array([1, 1, 9, 2, 2], "u1"), [1, 0, 0, 0, 2])
    array([1, 1, 2, 2, 2])"""

def sum_labels(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The sum of the elements of each label; of several labels in float64.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.sum_labels([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([3., 3.])"""

def mean(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The mean of the elements of each label; NaN of one without elements.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.mean([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([1.5, 3. ])"""

def variance(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The variance of the elements of each label; NaN of one without elements.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.variance([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([0.25, 0.  ])"""

def standard_deviation(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The standard deviation of the elements of each label; NaN of one without elements.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.standard_deviation([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([0.5, 0. ])"""

def minimum(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The least element of each label; zero of one without elements.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.minimum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([1, 3])"""

def maximum(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The greatest element of each label; zero of one without elements.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.maximum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([2, 3])"""

def median(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The element in the middle of those of each label, of two their mean.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.median([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([1.5, 3. ])"""

def sum(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """The sum of the elements of each label: `sum_labels` under its older name.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.sum([1, 2, 3, 4], [1, 1, 2, 0], [1, 2])
    array([3., 3.])"""

def minimum_position(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> Any:
    """Where the least element of each label stands, as a tuple of integers, in a list where several labels are asked
    for.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.
    Waits for the elements.

    >>> cp.scipy.ndimage.minimum_position([[1, 2], [3, 4]])
    (0, 0)"""

def maximum_position(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> Any:
    """Where the greatest element of each label stands, as a tuple of integers, in a list where several labels are
    requested.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.
    Waits for the elements.

    >>> cp.scipy.ndimage.maximum_position([[1, 2], [3, 4]])
    (1, 1)"""

def extrema(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> Any:
    """The least and the greatest elements of each label, and their positions.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.
    Waits for the elements.

    >>> cp.scipy.ndimage.extrema([[1, 2], [3, 4]])
    (array(1), array(4), (0, 0), (1, 1))"""

def center_of_mass(input: ArrayLike, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> Any:
    """The centre of mass of the elements of each label, as a tuple of a coordinate along each axis; where several
    labels are requested, a list of arrays of such coordinates.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.

    >>> cp.scipy.ndimage.center_of_mass([[0, 0, 0], [0, 1, 1]])
    (array(1.), array(1.5))"""

def histogram(input: ArrayLike, min: float, max: float, bins: int, labels: ArrayLike | None = None, index: ArrayLike | np.ndarray[Any, Any] | None = None) -> ndarray:
    """How many elements of each label lie within each of `bins` equal parts from `min` up to `max`, the last of which
    is closed: a row for each label where several are requested.

    Without `labels` all elements count; with them and without `index` those whose labels are positive; with both
    those of each label that `index` names, an array of labels or one. Raises ValueError for labels that do not
    broadcast with the image.
    Raises ValueError for less than no parts.

    >>> cp.scipy.ndimage.histogram([0.0, 0.5, 0.7, 1.0], 0, 1, 2)
    array([1, 3])"""

def find_objects(input: ArrayLike, max_label: int = 0) -> Any:
    """The least box that holds each label from one on, as a tuple of slices, None for a label that is not there; up to
    `max_label`, below one up to the greatest that is there.

    Waits for the elements.

    >>> cp.scipy.ndimage.find_objects(cp.array([[1, 1, 0], [0, 0, 2]]))
    [(slice(0, 1, None), slice(0, 2, None)), (slice(1, 2, None), slice(2, 3, None))]"""

def value_indices(arr: ArrayLike, *, ignore_value: int | None = None, adaptive_index_dtype: bool_type = False) -> Any:
    """A dictionary of the different values of integers but `ignore_value`, with the indices along each axis of the
    elements that have each.

    Waits for the elements.
    Raises ValueError for other numbers than integers.

    >>> cp.scipy.ndimage.value_indices(cp.array([7, 0, 7]), ignore_value=0)
    {7: (array([0, 2]),)}

    `adaptive_index_dtype` is accepted and has no effect: indices are int64."""

def generate_binary_structure(rank: int, connectivity: float) -> ndarray:
    """The elements at most `connectivity` steps along axes from the centre of a cube of three elements along each of
    `rank` axes, as bools.

    >>> cp.scipy.ndimage.generate_binary_structure(2, 1).astype(int)
    array([[0, 1, 0],
           [1, 1, 1],
           [0, 1, 0]])"""

def iterate_structure(structure: ArrayLike | np.ndarray[Any, Any], iterations: int, origin: float | Sequence[float] | None = None) -> Any:
    """The structuring element of which one dilation is as many with `structure`; with `origin` a tuple of it and its
    origin. Below two iterations it is a copy of `structure`, else it is of bools.

    >>> cp.scipy.ndimage.iterate_structure(cp.ones(3), 2)
    array([ True,  True,  True,  True,  True])"""

def binary_erosion(input: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, iterations: int = 1, mask: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, border_value: int = 0, origin: float | Sequence[float] = 0, brute_force: bool_type = False, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """Elements are true where all neighbors of the structure are.

    Without `structure` an element has the neighbors beside it along each axis; elements beyond the edges are
    `border_value`. Where `mask` is zero nothing changes. `origin` moves the centre of the structure, whose axes
    are `axes`; `output` is the array that is written to. Raises RuntimeError for a structure of another number of
    axes and a mask of another shape, IndexError for an origin outside of the structure.
    `iterations` is the number of passes, below one until nothing changes.

    >>> cp.scipy.ndimage.binary_erosion([0, 1, 1, 1, 1, 0]).astype(int)
    array([0, 0, 1, 1, 0, 0])

    `brute_force` is accepted and has no effect: there is one algorithm."""

def binary_dilation(input: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, iterations: int = 1, mask: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, border_value: int = 0, origin: float | Sequence[float] = 0, brute_force: bool_type = False, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """Elements are true where any neighbor of the reflected structure is.

    Without `structure` an element has the neighbors beside it along each axis; elements beyond the edges are
    `border_value`. Where `mask` is zero nothing changes. `origin` moves the centre of the structure, whose axes
    are `axes`; `output` is the array that is written to. Raises RuntimeError for a structure of another number of
    axes and a mask of another shape, IndexError for an origin outside of the structure.
    `iterations` is the number of passes, below one until nothing changes.

    >>> cp.scipy.ndimage.binary_dilation([0, 0, 0, 1, 0, 0, 0], iterations=2).astype(int)
    array([0, 1, 1, 1, 1, 1, 0])

    `brute_force` is accepted and has no effect: there is one algorithm."""

def binary_opening(input: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, iterations: int = 1, output: ndarray | DTypeLike | None = None, origin: float | Sequence[float] = 0, mask: ArrayLike | None = None, border_value: int = 0, brute_force: bool_type = False, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The erosion and then the dilation: what is smaller than the structure vanishes.

    Without `structure` an element has the neighbors beside it along each axis; elements beyond the edges are
    `border_value`. Where `mask` is zero nothing changes. `origin` moves the centre of the structure, whose axes
    are `axes`; `output` is the array that is written to. Raises RuntimeError for a structure of another number of
    axes and a mask of another shape, IndexError for an origin outside of the structure.
    `iterations` is the number of passes of each, below one until nothing changes.

    >>> cp.scipy.ndimage.binary_opening([0, 1, 1, 1, 0, 1, 0]).astype(int)
    array([0, 1, 1, 1, 0, 0, 0])

    `brute_force` is accepted and has no effect: there is one algorithm."""

def binary_closing(input: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, iterations: int = 1, output: ndarray | DTypeLike | None = None, origin: float | Sequence[float] = 0, mask: ArrayLike | None = None, border_value: int = 0, brute_force: bool_type = False, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The dilation and then the erosion: holes smaller than the structure are filled.

    Without `structure` an element has the neighbors beside it along each axis; elements beyond the edges are
    `border_value`. Where `mask` is zero nothing changes. `origin` moves the centre of the structure, whose axes
    are `axes`; `output` is the array that is written to. Raises RuntimeError for a structure of another number of
    axes and a mask of another shape, IndexError for an origin outside of the structure.
    `iterations` is the number of passes of each, below one until nothing changes.

    >>> cp.scipy.ndimage.binary_closing([0, 1, 1, 0, 1, 1, 0]).astype(int)
    array([0, 1, 1, 1, 1, 1, 0])

    `brute_force` is accepted and has no effect: there is one algorithm."""

def binary_hit_or_miss(input: ArrayLike, structure1: ArrayLike | None = None, structure2: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, origin1: float | Sequence[float] = 0, origin2: float | Sequence[float] | None = None, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """Elements are true where all neighbors of `structure1` are true and all of `structure2`, else those that are not
    of `structure1`, are not.

    `origin` moves the centre of the structure, whose axes are `axes`; `output` is the array that is written to.
    Raises RuntimeError for a structure of another number of axes, IndexError for an origin outside of it.

    >>> cp.scipy.ndimage.binary_hit_or_miss([0, 1, 0, 1, 1, 0], [0, 1, 1]).astype(int)
    array([0, 0, 0, 1, 0, 0])"""

def binary_propagation(input: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, mask: ArrayLike | None = None, output: ndarray | DTypeLike | None = None, border_value: int = 0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The dilation until nothing changes: what grows from the image within a mask.

    Without `structure` an element has the neighbors beside it along each axis; elements beyond the edges are
    `border_value`. Where `mask` is zero nothing changes. `origin` moves the centre of the structure, whose axes
    are `axes`; `output` is the array that is written to. Raises RuntimeError for a structure of another number of
    axes and a mask of another shape, IndexError for an origin outside of the structure.

    >>> cp.scipy.ndimage.binary_propagation([0, 1, 0, 0, 0], mask=[1, 1, 1, 0, 1]).astype(int)
    array([1, 1, 1, 0, 0])"""

def binary_fill_holes(input: ArrayLike, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The image and what is false in it but not connected to its edges.

    `origin` moves the centre of the structure, whose axes are `axes`; `output` is the array that is written to.
    Raises RuntimeError for a structure of another number of axes, IndexError for an origin outside of it.

    >>> cp.scipy.ndimage.binary_fill_holes([[1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 0]]).astype(int)
    array([[1, 1, 1, 0],
           [1, 1, 1, 0],
           [1, 1, 1, 0]])"""

def grey_erosion(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The least element of windows of a size along each axis, or of the elements where `footprint` is not zero; with
    `structure` of the elements less its numbers.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.grey_erosion([0, 5, 5, 5, 0], size=3)
    array([0, 0, 5, 0, 0])"""

def grey_dilation(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The greatest element of reflected windows of a size along each axis, or of the elements where `footprint` is not
    zero; with `structure` of the elements and its numbers.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.grey_dilation([0, 0, 5, 0, 0], size=3)
    array([0, 5, 5, 5, 0])"""

def grey_opening(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The erosion and then the dilation: peaks narrower than the window vanish.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.grey_opening([1, 1, 5, 1, 3, 3, 3], size=3)
    array([1, 1, 1, 1, 3, 3, 3])"""

def grey_closing(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The dilation and then the erosion: valleys narrower than the window vanish.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.grey_closing([5, 5, 1, 5, 3, 3, 3], size=3)
    array([5, 5, 5, 5, 3, 3, 3])"""

def morphological_gradient(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The dilation less the erosion.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.morphological_gradient([0, 0, 0, 5, 5, 5], size=3)
    array([0, 0, 5, 5, 0, 0])"""

def morphological_laplace(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The dilation and the erosion, less twice the image.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.morphological_laplace([0, 0, 0, 5, 5, 5], size=3)
    array([ 0,  0,  5, -5,  0,  0])"""

def white_tophat(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The image less its opening: the peaks narrower than the window. Of bools, where both differ.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.white_tophat([1, 1, 5, 1, 3, 3, 3], size=3)
    array([0, 0, 4, 0, 0, 0, 0])"""

def black_tophat(input: ArrayLike, size: float | Sequence[float] | None = None, footprint: ArrayLike | np.ndarray[Any, Any] | None = None, structure: ArrayLike | np.ndarray[Any, Any] | None = None, output: ndarray | DTypeLike | None = None, mode: str | Sequence[str] = "reflect", cval: complex | np.generic | ndarray = 0.0, origin: float | Sequence[float] = 0, *, axes: int | Sequence[int] | None = None) -> ndarray:
    """The closing less the image: the valleys narrower than the window. Of bools, where both differ.

    `mode` says what stands beyond the edges: "reflect", "constant" (`cval`), "nearest", "mirror" or "wrap".
    `origin` moves windows to the left; `output` is the array that is written to, or the dtype of the result.
    Raises ValueError where nothing says the window and for an origin outside of it, RuntimeError for an unknown
    mode.

    >>> cp.scipy.ndimage.black_tophat([5, 5, 1, 5, 3, 3, 3], size=3)
    array([0, 0, 4, 0, 0, 0, 0])"""

def fourier_gaussian(input: ArrayLike, sigma: ArrayLike | np.ndarray[Any, Any], n: int = -1, axis: int = -1, output: ndarray | DTypeLike | None = None) -> ndarray:
    """The Fourier transform of an image after a Gaussian filter of the standard deviation `sigma` along each axis, of
    that before.

    `n` is the length of `axis` before a transform of real numbers, below zero where it was one of complex ones;
    `output` is the array that is written to, or the dtype of the result. Raises RuntimeError where parameters are
    not as many as axes, and for a dtype that is neither complex nor float32 or float64.

    >>> cp.scipy.ndimage.fourier_gaussian(cp.fft.fft([1.0, 2.0, 3.0, 2.0]), 0).real
    array([ 8., -2.,  0., -2.])"""

def fourier_uniform(input: ArrayLike, size: ArrayLike | np.ndarray[Any, Any], n: int = -1, axis: int = -1, output: ndarray | DTypeLike | None = None) -> ndarray:
    """The Fourier transform of an image after the mean over a box of a size along each axis, of that before.

    `n` is the length of `axis` before a transform of real numbers, below zero where it was one of complex ones;
    `output` is the array that is written to, or the dtype of the result. Raises RuntimeError where parameters are
    not as many as axes, and for a dtype that is neither complex nor float32 or float64.

    >>> cp.scipy.ndimage.fourier_uniform(cp.ones(3), 0)
    array([1., 0., 0.])"""

def fourier_ellipsoid(input: ArrayLike, size: ArrayLike | np.ndarray[Any, Any], n: int = -1, axis: int = -1, output: ndarray | DTypeLike | None = None) -> ndarray:
    """The Fourier transform of an image after the mean over an ellipsoid of a size along each axis, of that before; of
    up to three axes.

    `n` is the length of `axis` before a transform of real numbers, below zero where it was one of complex ones;
    `output` is the array that is written to, or the dtype of the result. Raises RuntimeError where parameters are
    not as many as axes, and for a dtype that is neither complex nor float32 or float64.
    NotImplementedError for more axes.

    >>> cp.scipy.ndimage.fourier_ellipsoid(cp.ones(3), 0)
    array([1., 1., 1.])"""

def fourier_shift(input: ArrayLike, shift: ArrayLike | np.ndarray[Any, Any], n: int = -1, axis: int = -1, output: ndarray | DTypeLike | None = None) -> ndarray:
    """The Fourier transform of an image that is shifted by this many elements along each axis, of that before.

    `n` is the length of `axis` before a transform of real numbers, below zero where it was one of complex ones;
    `output` is the array that is written to, or the dtype of the result. Raises RuntimeError where parameters are
    not as many as axes, and for a dtype that is neither complex nor float32 or float64.

    >>> cp.fft.ifft(cp.scipy.ndimage.fourier_shift(cp.fft.fft([1.0, 2.0, 3.0, 4.0]), 1)).real
    array([4., 1., 2., 3.])"""
