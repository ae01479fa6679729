//! The declarations of what makes new arrays.

use cuprust_num::{Casting, DType, c128};

use super::like::like;
use super::shaped::fill_new;
use super::*;
use crate::table::conversion::{ArrayOptions, converted, least_rank, with_axes};
use crate::table::texts::{BLOCKING, NO_SUBCLASSES, WAITS};
use crate::table::{
    AnyStream, Clamped, EachView, Elements, Ignored, Own, Prototype, Returned, Sequence, Shape, Source, View, functions,
};
use crate::{Argument, Array, Device, Error, Number, Order, Result};

/// A new array's shape, and what else is said of it.
///
/// # Errors
/// A value error for an order that follows another array's: there is none.
fn new(
    extents: impl crate::IntoInts,
    dtype: Option<DType>,
    order: Option<Order>,
    device: Option<Device>,
) -> Result<New> {
    let order = order.unwrap_or_default();
    if matches!(order, Order::A | Order::K) {
        return Err(Error::value("only 'C' or 'F' order is permitted"));
    }
    Ok(shape(extents).dtype(dtype).order(order).on(device))
}

/// How numbers are spaced.
fn spacing(count: i64, endpoint: bool, dtype: Option<DType>, device: Option<Device>) -> Spacing {
    num(count).endpoint(endpoint).dtype(dtype).on(device)
}

impl Spacing {
    /// The spacing, where the result is a vector.
    ///
    /// # Errors
    /// An axis error for an axis that a vector has not.
    fn along(self, axis: i64) -> Result<Spacing> {
        crate::normalize_axis(axis, 1).map(|_| self)
    }
}

functions! {
    in "cuprust";

    /// An array of the elements of an object, copied: an array, numbers, nested lists, a NumPy array, or memory of a
    /// GPU that an object exposes.
    ///
    /// `copy` says whether there has to be a copy or must not be one; `ndmin` puts axes of extent one in front. The
    /// array is made on the thread's device, where none is named. Raises ValueError where a copy is needed and
    /// forbidden, TypeError for elements that arrays do not have.
    ///
    /// >>> cp.array([[1, 2], [3, 4]], "f4")
    /// array([[1., 2.],
    ///        [3., 4.]], dtype=float32)
    fn array(
        obj: Source, dtype: Option<DType> = None, copy: Option<bool> = True, order: Order = "K", subok: Ignored = False,
        ndmin: i64 = 0, *, blocking: Ignored = False, device: Option<Device> = None
    ) ignoring { subok: NO_SUBCLASSES, blocking: BLOCKING } -> Returned {
        let rank = least_rank(ndmin)?;
        Ok(with_axes(ArrayOptions { dtype, order, copy }.of(obj, device)?, obj, rank))
    }

    /// The object itself where it is an array of the dtype and order on the device, else a new array of its elements.
    ///
    /// Raises ValueError where a copy is needed and forbidden, TypeError for elements that arrays do not have.
    ///
    /// >>> x = cp.arange(3)
    /// >>> cp.asarray(x) is x
    /// True
    fn asarray["asanyarray"](
        a: Source, dtype: Option<DType> = None, order: Order = None, *, copy: Option<bool> = None, blocking: Ignored = False,
        device: Option<Device> = None
    ) ignoring { blocking: BLOCKING } -> Own {
        ArrayOptions { dtype, order, copy }.of(a, device)
    }

    /// As `asarray`, of elements none of which is infinite or NaN.
    #[doc = WAITS]
    ///
    /// Raises ValueError where one is.
    ///
    /// >>> cp.asarray_chkfinite([1.0, 2.0])
    /// array([1., 2.])
    fn asarray_chkfinite(a: Source, dtype: Option<DType> = None, order: Order = None) -> Own {
        let made = ArrayOptions { dtype, order, copy: None }.of(a, None)?;
        let array = match (&made, a) {
            (Own::New(array), _) | (Own::First, Source::Array(array)) => array,
            (Own::First, Source::Foreign(_)) => return Ok(made),
        };
        if array.dtype().is_inexact() && !crate::all(&crate::isfinite(array)?, ..)?.item()?.get::<bool>() {
            return Err(Error::value("array must not contain infs or NaNs"));
        }
        Ok(made)
    }

    /// An array in C order, of one axis at least: the object itself where it is one.
    ///
    /// >>> cp.ascontiguousarray(cp.ones((2, 3)).T).flags.c_contiguous
    /// True
    fn ascontiguousarray(a: Source, dtype: Option<DType> = None) -> Returned {
        Ok(with_axes(ArrayOptions { dtype, order: Order::C, copy: None }.here(a)?, a, 1))
    }

    /// An array in Fortran order, of one axis at least: the object itself where it is one.
    ///
    /// >>> cp.asfortranarray(cp.ones((2, 3))).flags.f_contiguous
    /// True
    fn asfortranarray(a: Source, dtype: Option<DType> = None) -> Returned {
        Ok(with_axes(ArrayOptions { dtype, order: Order::F, copy: None }.here(a)?, a, 1))
    }

    /// An array of a shape whose elements are not set: float64, where no dtype is named.
    ///
    /// Raises ValueError for a negative extent.
    ///
    /// >>> cp.empty((2, 3)).shape
    /// (2, 3)
    fn empty(shape: Shape, dtype: Option<DType> = None, order: Option<Order> = "C", *, device: Option<Device> = None) -> Array {
        empty(new(shape.0, dtype, order, device)?)
    }

    /// An array of zeros: float64, where no dtype is named.
    ///
    /// Raises ValueError for a negative extent.
    ///
    /// >>> cp.zeros(3)
    /// array([0., 0., 0.])
    fn zeros(shape: Shape, dtype: Option<DType> = None, order: Option<Order> = "C", *, device: Option<Device> = None) -> Array {
        zeros(new(shape.0, dtype, order, device)?)
    }

    /// An array of ones: float64, where no dtype is named.
    ///
    /// Raises ValueError for a negative extent.
    ///
    /// >>> cp.ones(3)
    /// array([1., 1., 1.])
    fn ones(shape: Shape, dtype: Option<DType> = None, order: Option<Order> = "C", *, device: Option<Device> = None) -> Array {
        ones(new(shape.0, dtype, order, device)?)
    }

    /// An array of one value, or of an array's values repeated to the shape; of the value's dtype, where none is named.
    ///
    /// Raises ValueError for a negative extent, or a value that does not broadcast to the shape.
    ///
    /// >>> cp.full((2, 2), 7)
    /// array([[7, 7],
    ///        [7, 7]])
    fn full(
        shape: Shape, fill_value: Elements, dtype: Option<DType> = None, order: Option<Order> = "C", *,
        device: Option<Device> = None
    ) -> Array {
        let new = new(shape.0, dtype, order, device)?;
        let number = match fill_value.0 {
            Argument::Array(value) => {
                let out = empty(new.dtype(dtype.unwrap_or(value.dtype())))?;
                out.assign(&value.to_device(out.device())?)?;
                return Ok(out);
            }
            Argument::Value(value) => Number::Weak(value),
            Argument::Scalar(scalar) => Number::Strong(scalar),
        };
        let scalar = match dtype {
            Some(dtype) => number.to(dtype)?,
            None => number.alone()?,
        };
        full(new, scalar)
    }

    /// `start`, `start + step`, .. up to but without `stop`; up to the first argument alone, from zero.
    ///
    /// Integers give int64 and floats float64, where no dtype is named. Raises ZeroDivisionError for a step of zero.
    ///
    /// >>> cp.arange(2, 8, 3)
    /// array([2, 5])
    fn arange(
        start: Number, stop: Option<Number> = None, step: Option<Number> = None, dtype: Option<DType> = None, *,
        device: Option<Device> = None
    ) -> Array {
        // As Python divides: by the language's own zero, or of its own numbers.
        let strong = [Some(start), stop, step].into_iter().flatten().any(|end| matches!(end, Number::Strong(_)));
        let (start, stop) = match stop {
            Some(stop) => (start.value(), stop.value()),
            None => (Value::Int(0), start.value()),
        };
        let step = step.map_or(Value::Int(1), Number::value);
        if !strong && step.to(DType::C128).is_some_and(|step| step.get::<c128>() == c128::new(0.0, 0.0)) {
            return Err(Error::zero_division("arange: the step must not be zero"));
        }
        arange(span((start, stop, step)).dtype(dtype).on(device))
    }

    /// Numbers spaced evenly from `start` to `stop`; with the step between them where `retstep` is true.
    ///
    /// The ends may be arrays, which broadcast: `axis` is the axis of the result along which the numbers lie. Raises
    /// ValueError for a negative number of elements, AxisError for an axis out of range.
    ///
    /// >>> cp.linspace(0, 1, 5)
    /// array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    fn linspace(
        start: Argument, stop: Argument, num: Clamped = 50, endpoint: bool = True, retstep: bool = False,
        dtype: Option<DType> = None, axis: i64 = 0, *, device: Option<Device> = None
    ) -> Returned {
        let spacing = spacing(num.0, endpoint, dtype, device);
        if let (Argument::Value(start), Argument::Value(stop)) = (start, stop) {
            let (array, step) = linspace_with_step(start, stop, spacing.along(axis)?)?;
            return Ok(if retstep { Returned::Pair(array, step) } else { Returned::Array(array) });
        }
        let (array, step) = linspace_between_with_step(start, stop, spacing, axis)?;
        Ok(if retstep { Returned::Tuple(vec![array, step]) } else { Returned::Array(array) })
    }

    /// Numbers spaced evenly on a logarithmic scale, from `base ** start` to `base ** stop`.
    ///
    /// All three may be arrays, which broadcast: `axis` is the axis of the result along which the numbers lie. Raises
    /// ValueError for a negative number of elements, AxisError for an axis out of range.
    ///
    /// >>> cp.logspace(0, 3, 4)
    /// array([   1.,   10.,  100., 1000.])
    fn logspace(
        start: Argument, stop: Argument, num: Clamped = 50, endpoint: bool = True, base: Argument = 10.0, dtype: Option<DType> = None,
        axis: i64 = 0
    ) -> Array {
        let spacing = spacing(num.0, endpoint, dtype, None);
        match (start, stop, base) {
            (Argument::Value(start), Argument::Value(stop), Argument::Value(Value::Float(base))) => {
                logspace(start, stop, spacing.along(axis)?.base(base))
            }
            _ => logspace_between(start, stop, spacing, base, axis),
        }
    }

    /// Numbers each of which is a constant multiple of the one before, from `start` to `stop`.
    ///
    /// The ends may be arrays, which broadcast: `axis` is the axis of the result along which the numbers lie. Raises
    /// ValueError for a negative number of elements, or where an end is zero, AxisError for an axis out of range.
    ///
    /// >>> cp.geomspace(1, 8, 4)
    /// array([1., 2., 4., 8.])
    fn geomspace(
        start: Argument, stop: Argument, num: Clamped = 50, endpoint: bool = True, dtype: Option<DType> = None, axis: i64 = 0
    ) -> Array {
        let spacing = spacing(num.0, endpoint, dtype, None);
        match (start, stop) {
            (Argument::Value(start), Argument::Value(stop)) => geomspace(start, stop, spacing.along(axis)?),
            _ => geomspace_between(start, stop, spacing, axis),
        }
    }

    /// A matrix with ones on a diagonal and zeros elsewhere: the main one, where `k` is zero, one above it, where it is
    /// positive.
    ///
    /// >>> cp.eye(2)
    /// array([[1., 0.],
    ///        [0., 1.]])
    fn eye(
        N: Clamped, M: Option<Clamped> = None, k: Clamped = 0, dtype: Option<DType> = None, order: Option<Order> = "C", *,
        device: Option<Device> = None
    ) -> Array {
        eye(new((N.0, M.unwrap_or(N).0), dtype, order, device)?.k(k.0))
    }

    /// The square matrix with ones on the diagonal.
    ///
    /// >>> cp.identity(2, "i4")
    /// array([[1, 0],
    ///        [0, 1]], dtype=int32)
    fn identity(n: Clamped, dtype: Option<DType> = None) -> Array {
        identity(shape(n.0).dtype(dtype))
    }

    /// A matrix with ones at and below a diagonal, and zeros above it.
    ///
    /// >>> cp.tri(2, 3, 1)
    /// array([[1., 1., 0.],
    ///        [1., 1., 1.]])
    fn tri(N: Clamped, M: Option<Clamped> = None, k: Clamped = 0, dtype: Option<DType> = None) -> Array {
        tri(shape((N.0, M.unwrap_or(N).0)).dtype(dtype).k(k.0))
    }

    /// The powers of a vector's elements as columns: `N` of them, from the highest to the zeroth, or `increasing`.
    ///
    /// Raises ValueError for other than one axis.
    ///
    /// >>> cp.vander(cp.array([2, 3]), 3)
    /// array([[4, 2, 1],
    ///        [9, 3, 1]])
    fn vander(x: &Array, N: Option<Clamped> = None, increasing: bool = False) -> Array {
        vander(x, N.map(|count| count.0), increasing)
    }

    /// The lower triangle of the last two axes, with zeros above the diagonal.
    ///
    /// >>> cp.tril(cp.ones((2, 2)))
    /// array([[1., 0.],
    ///        [1., 1.]])
    fn tril(m: &Array, k: Clamped = 0) -> Array {
        m.tril(k.0)
    }

    /// The upper triangle of the last two axes, with zeros below the diagonal.
    ///
    /// >>> cp.triu(cp.ones((2, 2)))
    /// array([[1., 1.],
    ///        [0., 1.]])
    fn triu(m: &Array, k: Clamped = 0) -> Array {
        m.triu(k.0)
    }

    /// The diagonal of a matrix, or the matrix with a vector on its diagonal.
    ///
    /// Raises ValueError for other numbers of axes.
    ///
    /// >>> cp.diag(cp.array([1, 2]))
    /// array([[1, 0],
    ///        [0, 2]])
    fn diag(v: &Array, k: Clamped = 0) -> View {
        v.diag(k.0).map(View)
    }

    /// The matrix with an array's elements, flattened, on its diagonal.
    ///
    /// >>> cp.diagflat([[1, 2]])
    /// array([[1, 0],
    ///        [0, 2]])
    fn diagflat(v: &Array, k: Clamped = 0) -> Array {
        v.diagflat(k.0)
    }

    /// The coordinates of a grid, a tuple of an array for each vector along its axes.
    ///
    /// With `indexing="xy"` the first two axes are exchanged, as in pictures. `sparse` gives arrays of extent one along
    /// the axes of the others; without `copy` they are views. Raises ValueError for another `indexing`.
    ///
    /// >>> cp.meshgrid(cp.arange(2), cp.arange(3), sparse=True)
    /// (array([[0, 1]]), array([[0],
    ///        [1],
    ///        [2]]))
    fn meshgrid(*xi: Vec<&Array>, indexing: &str = "xy", sparse: bool = False, copy: bool = True) -> EachView {
        let grid = match indexing {
            "xy" => Grid::xy(),
            "ij" => Grid::ij(),
            _ => return Err(Error::value("Valid values for `indexing` are 'xy' and 'ij'.")),
        };
        meshgrid(&xi, grid.sparse(sparse).copy(copy)).map(EachView)
    }

    /// The index of each element of a grid, along each axis; with `sparse` an array for each axis, of extent one along
    /// the others. As in NumPy, a dtype of None is float64.
    ///
    /// >>> cp.indices((2, 2))
    /// array([[[0, 0],
    ///         [1, 1]],
    /// <BLANKLINE>
    ///        [[0, 1],
    ///         [0, 1]]])
    fn indices(dimensions: Sequence, dtype: DType = "int64", sparse: bool = False) -> Returned {
        let grid = shape(dimensions.0).dtype(dtype);
        Ok(if sparse { Returned::Tuple(open_indices(grid)?) } else { Returned::Array(indices(grid)?) })
    }

    /// A copy of an array in memory of its own.
    ///
    /// >>> cp.copy(cp.arange(3))
    /// array([0, 1, 2])
    fn copy(a: &Array, order: Order = "K") -> Array {
        a.copy_ordered(a.dtype(), order)
    }

    /// The elements converted to a dtype, and brought to a device where one is named; the array itself where it has the
    /// dtype, is there, and no copy is requested.
    ///
    /// >>> cp.astype(cp.arange(3), "f4")
    /// array([0., 1., 2.], dtype=float32)
    fn astype(x: &Array, dtype: DType, /, *, copy: bool = True, device: Option<Device> = None) -> Own {
        let elsewhere = device.filter(|&device| device != x.device());
        let own = converted(x, dtype, Order::K, Casting::Unsafe, copy && elsewhere.is_none())?;
        match (elsewhere, own) {
            (None, own) => Ok(own),
            (Some(device), Own::First) => x.to_device(device).map(Own::New),
            (Some(device), Own::New(converted)) => converted.to_device(device).map(Own::New),
        }
    }

    /// An array like another whose elements are not set: of its shape, dtype and order, where nothing else is said.
    ///
    /// >>> cp.empty_like(cp.ones((2, 3), "f4")).dtype
    /// dtype('float32')
    fn empty_like(
        prototype: Prototype, dtype: Option<DType> = None, order: Order = "K", subok: Ignored = None,
        shape: Option<Shape> = None, *, device: Option<Device> = None
    ) ignoring { subok: NO_SUBCLASSES } -> Array {
        like(prototype.0, dtype, order, shape.map(|shape| shape.0), device)
    }

    /// An array like another, of zeros.
    ///
    /// >>> cp.zeros_like(cp.arange(3))
    /// array([0, 0, 0])
    fn zeros_like(
        a: Prototype, dtype: Option<DType> = None, order: Order = "K", subok: Ignored = None, shape: Option<Shape> = None, *,
        device: Option<Device> = None
    ) ignoring { subok: NO_SUBCLASSES } -> Array {
        let out = like(a.0, dtype, order, shape.map(|shape| shape.0), device)?;
        out.fill(cuprust_num::Scalar::zero(out.dtype()))?;
        Ok(out)
    }

    /// An array like another, of ones.
    ///
    /// >>> cp.ones_like(cp.arange(3))
    /// array([1, 1, 1])
    fn ones_like(
        a: Prototype, dtype: Option<DType> = None, order: Order = "K", subok: Ignored = None, shape: Option<Shape> = None, *,
        device: Option<Device> = None
    ) ignoring { subok: NO_SUBCLASSES } -> Array {
        let out = like(a.0, dtype, order, shape.map(|shape| shape.0), device)?;
        out.fill(cuprust_num::Scalar::one(out.dtype()))?;
        Ok(out)
    }

    /// An array like another, of one value, or of an array's values repeated to the shape.
    ///
    /// >>> cp.full_like(cp.arange(3), 7)
    /// array([7, 7, 7])
    fn full_like(
        a: Prototype, fill_value: Elements, dtype: Option<DType> = None, order: Order = "K", subok: Ignored = None,
        shape: Option<Shape> = None, *, device: Option<Device> = None
    ) ignoring { subok: NO_SUBCLASSES } -> Array {
        let out = like(a.0, dtype, order, shape.map(|shape| shape.0), device)?;
        fill_new(&out, fill_value.0)?;
        Ok(out)
    }

    in "cuprust.ndarray";

    /// A copy in memory of its own.
    ///
    /// >>> cp.arange(3).copy()
    /// array([0, 1, 2])
    fn copy(a: &Array, order: Order = "C") -> Array {
        a.copy_ordered(a.dtype(), order)
    }

    /// The elements converted to a dtype; the array itself where it has the dtype and order and no copy is requested.
    ///
    /// Raises TypeError where the casting rule does not allow it.
    ///
    /// >>> cp.array([1.7, 2.2]).astype("i4")
    /// array([1, 2], dtype=int32)
    fn astype(
        a: &Array, dtype: DType, order: Order = "K", casting: Casting = "unsafe", subok: Ignored = None, copy: bool = True
    ) ignoring { subok: NO_SUBCLASSES } -> Own {
        converted(a, dtype, order, casting, copy)
    }

    /// The elements on another device; the array itself where it is there already. The stream is accepted and has no
    /// effect: work is ordered by the arrays.
    ///
    /// Raises ValueError for a device that there is not.
    ///
    /// >>> cp.arange(3).to_device("cpu").device
    /// <CPU Device>
    fn to_device(a: &Array, device: Device, /, *, stream: AnyStream = None) -> Own {
        if device == a.device() { Ok(Own::First) } else { a.to_device(device).map(Own::New) }
    }

    /// Writes one number everywhere, or the element of an array without axes.
    ///
    /// Raises ValueError for an array with axes.
    ///
    /// >>> a = cp.zeros(2)
    /// >>> a.fill(3)
    /// >>> a
    /// array([3., 3.])
    fn fill(a: &Array, value: Elements) -> () {
        match value.0 {
            Argument::Array(array) if array.ndim() != 0 => {
                Err(Error::value("setting an array element with a sequence."))
            }
            value => a.fill(value),
        }
    }
}
