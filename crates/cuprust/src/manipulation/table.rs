//! The declarations of what shows or lays elements anew.

use cuprust_num::{Casting, DType};

use super::padding::Lengths;
use super::*;
use crate::array::Pairs;
use crate::indexing::arrays_of;
use crate::runtime::warn;
use crate::table::texts::{AXIS, MATRICES};
use crate::table::{
    Axes, Counts, EachView, EachViewOrOne, Elements, IntLists, Mask, Out, Prototype, Shape, Shifts, View, ViewTuple,
    Views, functions,
};
use crate::{Argument, Dims, Error, Result, Sections, Warning};

/// How arrays are joined.
fn join<'a>(axis: Option<i64>, out: Out<'a>, dtype: Option<DType>, casting: Casting) -> Join<'a> {
    Join::along(axis).out(out.0).dtype(dtype).casting(casting)
}

/// The order of a reshape, which is C where none is named.
fn shaped(a: &Array, shape: &[i64], order: Option<Order>, copy: Option<bool>) -> Result<View> {
    a.reshape_with(shape, order.unwrap_or_default(), copy).map(View)
}

/// What `pad` fills the margin with, by NumPy's names.
struct Fill<'a> {
    mode: &'a str,
    constants: Option<Pairs<Argument<'static>>>,
    ends: Option<Pairs<Argument<'static>>>,
    lengths: Option<Pairs<i64>>,
    reflection: Option<&'a str>,
}

impl Fill<'_> {
    /// # Errors
    /// A value error for a mode that there is not, or an argument that belongs to another mode.
    fn padding(self) -> Result<Padding> {
        let Fill { mode, constants, ends, lengths, reflection } = self;
        let parameters = [
            ("constant_values", constants.is_some(), &["constant"][..]),
            ("end_values", ends.is_some(), &["linear_ramp"]),
            ("stat_length", lengths.is_some(), &["maximum", "mean", "median", "minimum"]),
            ("reflect_type", reflection.is_some(), &["reflect", "symmetric"]),
        ];
        if let Some((name, ..)) = parameters.iter().find(|(_, is_passed, modes)| *is_passed && !modes.contains(&mode)) {
            return Err(Error::value(format!("unsupported keyword arguments for mode '{mode}': {{'{name}'}}")));
        }
        let zero = || Pairs::All(Argument::from(0), Argument::from(0));
        let lengths = lengths.map_or_else(|| Lengths::from(..), Lengths::from);
        let odd = match reflection {
            None | Some("even") => false,
            Some("odd") => true,
            Some(other) => return Err(Error::value(format!("reflect_type is 'even' or 'odd', not '{other}'"))),
        };
        Ok(match (mode, odd) {
            ("constant", _) => Padding::constant(constants.unwrap_or_else(zero)),
            ("edge", _) => Padding::edge(),
            ("wrap", _) => Padding::wrap(),
            ("empty", _) => Padding::empty(),
            ("reflect", false) => Padding::reflect(),
            ("reflect", true) => Padding::reflect_odd(),
            ("symmetric", false) => Padding::symmetric(),
            ("symmetric", true) => Padding::symmetric_odd(),
            ("linear_ramp", _) => Padding::linear_ramp(ends.unwrap_or_else(zero)),
            ("maximum", _) => Padding::maximum(lengths),
            ("mean", _) => Padding::mean(lengths),
            ("minimum", _) => Padding::minimum(lengths),
            ("median", _) => Padding::median(lengths),
            _ => return Err(Error::value(format!("mode '{mode}' is not supported"))),
        })
    }
}

functions! {
    in "cuprust";

    /// The elements in another shape: a view where strides can say it, else a copy.
    ///
    /// One extent may be -1, for whatever is left. `copy` says whether there has to be a copy or must not be one.
    /// `newshape` is another name of `shape`. Raises ValueError where the sizes differ, TypeError where no shape is
    /// given.
    ///
    /// >>> cp.reshape(cp.arange(6), (2, -1))
    /// array([[0, 1, 2],
    ///        [3, 4, 5]])
    fn reshape(
        a: &Array, shape: Option<Shape> = None, order: Option<Order> = "C", *, copy: Option<bool> = None, newshape: Option<Shape> = None
    ) -> View {
        let shape = match (shape, newshape) {
            (Some(shape), None) | (None, Some(shape)) => shape,
            (None, None) => return Err(Error::type_("reshape() missing 1 required positional argument: 'shape'")),
            (Some(_), Some(_)) => {
                return Err(Error::type_("You cannot specify 'newshape' and 'shape' arguments at the same time."));
            }
        };
        shaped(a, &shape.0, order, copy)
    }

    /// The elements in one dimension: a view where possible, else a copy.
    ///
    /// >>> cp.ravel(cp.array([[1, 2], [3, 4]]))
    /// array([1, 2, 3, 4])
    method ravel(a: &Array, order: Order = "C") -> View {
        a.ravel_ordered(order).map(View)
    }

    /// A view with the axes in another order; reversed where none is given.
    ///
    /// Raises ValueError where `axes` is no permutation.
    ///
    /// >>> cp.transpose(cp.ones((2, 3))).shape
    /// (3, 2)
    fn transpose["permute_dims"](a: &Array, axes: Option<&[i64]> = None) -> View {
        a.transpose(axes).map(View)
    }

    /// A view with the last two axes exchanged.
    ///
    #[doc = MATRICES]
    ///
    /// >>> cp.matrix_transpose(cp.ones((4, 2, 3))).shape
    /// (4, 3, 2)
    fn matrix_transpose(x: &Array, /) -> View {
        x.matrix_transpose().map(View)
    }

    /// A view with two axes exchanged.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.swapaxes(cp.ones((2, 3, 4)), 0, 2).shape
    /// (4, 3, 2)
    method swapaxes(a: &Array, axis1: i64, axis2: i64) -> View {
        a.swapaxes(axis1, axis2).map(View)
    }

    /// A view with axes moved to other positions, the rest in their order.
    ///
    /// Raises AxisError for an axis out of range, ValueError for one that is named twice.
    ///
    /// >>> cp.moveaxis(cp.ones((2, 3, 4)), 0, -1).shape
    /// (3, 4, 2)
    fn moveaxis(a: &Array, source: Dims, destination: Dims) -> View {
        a.moveaxis(&source, &destination).map(View)
    }

    /// A view with one axis moved before another.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.rollaxis(cp.ones((2, 3, 4)), 2).shape
    /// (4, 2, 3)
    fn rollaxis(a: &Array, axis: i64, start: i64 = 0) -> View {
        a.rollaxis(axis, start).map(View)
    }

    /// A view without axes of extent one: all of them, or those named.
    ///
    /// Raises ValueError where a named axis has another extent.
    ///
    /// >>> cp.squeeze(cp.ones((1, 3, 1))).shape
    /// (3,)
    method squeeze(a: &Array, axis: Axes = None) -> View {
        a.squeeze(axis.of(a)).map(View)
    }

    /// A view with new axes of extent one at these positions of the result.
    ///
    /// Raises AxisError for a position out of range.
    ///
    /// >>> cp.expand_dims(cp.ones(3), (0, 2)).shape
    /// (1, 3, 1)
    fn expand_dims(a: &Array, axis: Dims) -> View {
        a.expand_dims(&axis).map(View)
    }

    /// The array repeated along new axes and axes of extent one: a view that cannot be written.
    ///
    /// Raises ValueError where the shapes do not fit.
    ///
    /// >>> cp.broadcast_to(cp.arange(2), (2, 2))
    /// array([[0, 1],
    ///        [0, 1]])
    fn broadcast_to(array: &Array, shape: Shape) -> View {
        array.broadcast_to(&shape.0).map(View)
    }

    /// Several arrays broadcast to their common shape, as views.
    ///
    /// Raises ValueError where the shapes do not fit together.
    ///
    /// >>> [a.shape for a in cp.broadcast_arrays(cp.ones(3), cp.ones((2, 1)))]
    /// [(2, 3), (2, 3)]
    fn broadcast_arrays(*args: Vec<&Array>) -> EachView {
        broadcast_arrays(&args).map(EachView)
    }

    /// The shape that shapes broadcast to.
    ///
    /// Raises ValueError where they do not fit together.
    ///
    /// >>> cp.broadcast_shapes((3,), (2, 1))
    /// (2, 3)
    fn broadcast_shapes(*args: IntLists) -> Dims {
        let shapes: Vec<&[i64]> = args.0.iter().map(|shape| &**shape).collect();
        crate::broadcast_shapes(&shapes)
    }

    /// The elements in reverse order along axes; along all of them where none is given.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.flip(cp.array([[1, 2], [3, 4]]), 1)
    /// array([[2, 1],
    ///        [4, 3]])
    fn flip(a: &Array, axis: Option<Dims> = None) -> View {
        a.flip(axis.as_deref()).map(View)
    }

    /// The elements in reverse order along the second axis.
    ///
    #[doc = MATRICES]
    ///
    /// >>> cp.fliplr(cp.array([[1, 2], [3, 4]]))
    /// array([[2, 1],
    ///        [4, 3]])
    fn fliplr(a: &Array) -> View {
        a.fliplr().map(View)
    }

    /// The elements in reverse order along the first axis.
    ///
    /// Raises ValueError for no axes.
    ///
    /// >>> cp.flipud(cp.array([[1, 2], [3, 4]]))
    /// array([[3, 4],
    ///        [1, 2]])
    fn flipud(a: &Array) -> View {
        a.flipud().map(View)
    }

    /// The array turned by quarters in the plane of two axes, from the first towards the second.
    ///
    /// Raises ValueError where the axes are not two different ones.
    ///
    /// >>> cp.rot90(cp.array([[1, 2], [3, 4]]))
    /// array([[2, 4],
    ///        [1, 3]])
    fn rot90(a: &Array, k: i128 = 1, axes: Dims = (0, 1)) -> View {
        a.rot90(k.rem_euclid(4) as i64, &axes).map(View)
    }

    /// The elements moved along axes; those that leave at one end come in at the other.
    ///
    /// Without an axis the flattened array is rolled. Several shifts belong to as many axes, and one shift to all of
    /// them.
    #[doc = AXIS]
    ///
    /// >>> cp.roll(cp.arange(5), 2)
    /// array([3, 4, 0, 1, 2])
    fn roll(a: &Array, shift: Shifts, axis: Option<&[i64]> = None) -> Array {
        a.roll(&*shift.within(a.size()), axis)
    }

    /// Arrays of at least one axis: the array for one argument, a tuple for several.
    ///
    /// >>> cp.atleast_1d(3)
    /// array([3])
    fn atleast_1d(*arys: Vec<&Array>) -> EachViewOrOne {
        Ok(EachViewOrOne(arys.iter().map(|array| array.at_least(1)).collect()))
    }

    /// Arrays of at least two axes: the array for one argument, a tuple for several.
    ///
    /// >>> cp.atleast_2d(cp.arange(2))
    /// array([[0, 1]])
    fn atleast_2d(*arys: Vec<&Array>) -> EachViewOrOne {
        Ok(EachViewOrOne(arys.iter().map(|array| array.at_least(2)).collect()))
    }

    /// Arrays of at least three axes: the array for one argument, a tuple for several.
    ///
    /// >>> cp.atleast_3d(cp.arange(2)).shape
    /// (1, 2, 1)
    fn atleast_3d(*arys: Vec<&Array>) -> EachViewOrOne {
        Ok(EachViewOrOne(arys.iter().map(|array| array.atleast_3d()).collect()))
    }

    /// Arrays joined along an axis they have; flattened first where the axis is None, and numbers may be among them.
    ///
    /// Raises ValueError where the other extents differ, AxisError for an axis out of range.
    ///
    /// >>> cp.concatenate((cp.arange(2), cp.arange(3)))
    /// array([0, 1, 0, 1, 2])
    fn concatenate["concat"](
        tup: Vec<Argument>, axis: Option<i64> = 0, out: Out = None, *, dtype: Option<DType> = None, casting: Casting = "same_kind"
    ) -> Array {
        concatenate(&arrays_of(&tup)?, join(axis, out, dtype, casting))
    }

    /// Arrays of one shape joined along a new axis.
    ///
    /// Raises ValueError where shapes differ, AxisError for an axis out of range.
    ///
    /// >>> cp.stack((cp.arange(2), cp.arange(2)))
    /// array([[0, 1],
    ///        [0, 1]])
    fn stack(
        tup: Vec<&Array>, axis: i64 = 0, out: Out = None, *, dtype: Option<DType> = None, casting: Casting = "same_kind"
    ) -> Array {
        stack(&tup, join(Some(axis), out, dtype, casting))
    }

    /// Arrays joined along the first axis, vectors as rows.
    ///
    /// Raises ValueError where the other extents differ.
    ///
    /// >>> cp.vstack((cp.arange(2), cp.arange(2)))
    /// array([[0, 1],
    ///        [0, 1]])
    fn vstack(tup: Vec<&Array>, *, dtype: Option<DType> = None, casting: Casting = "same_kind") -> Array {
        joining::vstack_with(&tup, join(Some(0), Out(None), dtype, casting))
    }

    /// As `vstack`, with a DeprecationWarning: NumPy 2 has the name for old programs alone.
    ///
    /// Raises ValueError where the other extents differ.
    ///
    /// >>> cp.row_stack((cp.arange(2), cp.arange(2)))
    /// array([[0, 1],
    ///        [0, 1]])
    fn row_stack(tup: Vec<&Array>, *, dtype: Option<DType> = None, casting: Casting = "same_kind") -> Array {
        warn(Warning::Deprecated, "`row_stack` alias is deprecated. Use `np.vstack` directly.")?;
        joining::vstack_with(&tup, join(Some(0), Out(None), dtype, casting))
    }

    /// Arrays joined along the second axis, vectors along their only one.
    ///
    /// Raises ValueError where the other extents differ.
    ///
    /// >>> cp.hstack((cp.arange(2), cp.arange(2)))
    /// array([0, 1, 0, 1])
    fn hstack(tup: Vec<&Array>, *, dtype: Option<DType> = None, casting: Casting = "same_kind") -> Array {
        joining::hstack_with(&tup, join(Some(1), Out(None), dtype, casting))
    }

    /// Arrays joined along the third axis.
    ///
    /// Raises ValueError where the other extents differ.
    ///
    /// >>> cp.dstack((cp.arange(2), cp.arange(2))).shape
    /// (1, 2, 2)
    fn dstack(tup: Vec<&Array>) -> Array {
        dstack(&tup)
    }

    /// Vectors as the columns of a matrix; matrices beside one another.
    ///
    /// Raises ValueError where the other extents differ.
    ///
    /// >>> cp.column_stack((cp.arange(2), cp.arange(2)))
    /// array([[0, 0],
    ///        [1, 1]])
    fn column_stack(tup: Vec<&Array>) -> Array {
        column_stack(&tup)
    }

    /// Views of parts along an axis: a number of parts of equal length, or parts cut before indices.
    ///
    /// Raises ValueError where the parts cannot be equal, ZeroDivisionError for no parts.
    ///
    /// >>> cp.split(cp.arange(4), 2)
    /// [array([0, 1]), array([2, 3])]
    fn split(ary: &Array, indices_or_sections: Sections, axis: i64 = 0) -> Views {
        ary.split(indices_or_sections, axis).map(Views)
    }

    /// Views of parts along an axis, of lengths as equal as can be.
    ///
    /// Raises ValueError for a number of parts that is not positive.
    ///
    /// >>> cp.array_split(cp.arange(3), 2)
    /// [array([0, 1]), array([2])]
    fn array_split(ary: &Array, indices_or_sections: Sections, axis: i64 = 0) -> Views {
        ary.array_split(indices_or_sections, axis).map(Views)
    }

    /// `split` along the first axis.
    ///
    #[doc = MATRICES]
    ///
    /// >>> [part.shape for part in cp.vsplit(cp.ones((4, 2)), 2)]
    /// [(2, 2), (2, 2)]
    fn vsplit(ary: &Array, indices_or_sections: Sections) -> Views {
        ary.vsplit(indices_or_sections).map(Views)
    }

    /// `split` along the second axis, and of a vector along its only one.
    ///
    /// Raises ValueError for no axes.
    ///
    /// >>> [part.shape for part in cp.hsplit(cp.ones((4, 2)), 2)]
    /// [(4, 1), (4, 1)]
    fn hsplit(ary: &Array, indices_or_sections: Sections) -> Views {
        ary.hsplit(indices_or_sections).map(Views)
    }

    /// `split` along the third axis.
    ///
    /// Raises ValueError for fewer than three axes.
    ///
    /// >>> [part.shape for part in cp.dsplit(cp.ones((1, 2, 4)), 2)]
    /// [(1, 2, 2), (1, 2, 2)]
    fn dsplit(ary: &Array, indices_or_sections: Sections) -> Views {
        ary.dsplit(indices_or_sections).map(Views)
    }

    /// The array beside itself several times along each axis.
    ///
    /// >>> cp.tile(cp.arange(2), (2, 2))
    /// array([[0, 1, 0, 1],
    ///        [0, 1, 0, 1]])
    fn tile(A: &Array, reps: Dims) -> Array {
        A.tile(&reps)
    }

    /// Each element several times, along an axis or over the elements in C order.
    ///
    /// Several counts belong to as many elements along the axis. Raises ValueError for a negative count.
    ///
    /// >>> cp.repeat(cp.arange(3), (1, 2, 0))
    /// array([0, 1, 1])
    method repeat(a: &Array, repeats: Counts, axis: Option<i64> = None) -> Array {
        a.repeat(&repeats.0, axis)
    }

    /// The array with a margin around it.
    ///
    /// The widths are one number, a pair for before and after, or a pair for each axis. The modes are constant, edge,
    /// empty, linear_ramp, maximum, mean, minimum, reflect, symmetric and wrap. Raises ValueError for a negative width,
    /// an unknown mode, or an argument of another mode.
    ///
    /// >>> cp.pad(cp.arange(3), (1, 2), "edge")
    /// array([0, 0, 1, 2, 2, 2])
    fn pad(
        array: &Array, pad_width: Pairs<i64>, mode: &str = "constant", *,
        constant_values: Option<Pairs<Argument<'static>>> = None, end_values: Option<Pairs<Argument<'static>>> = None,
        stat_length: Option<Pairs<i64>> = None, reflect_type: Option<&str> = None
    ) -> Array {
        let fill = Fill {
            mode, constants: constant_values, ends: end_values, lengths: stat_length, reflection: reflect_type
        };
        array.pad(pad_width, fill.padding()?)
    }

    /// The parts at each index along an axis, without it: a tuple of views.
    ///
    /// Raises ValueError for no axes, AxisError for an axis out of range.
    ///
    /// >>> cp.unstack(cp.array([[1, 2], [3, 4]]), axis=1)
    /// (array([1, 3]), array([2, 4]))
    fn unstack(x: &Array, /, *, axis: i64 = 0) -> ViewTuple {
        x.unstack(axis).map(ViewTuple)
    }

    /// Copies elements into an array, broadcast, where a mask is true.
    ///
    /// Raises TypeError where the casting rule does not allow it, ValueError where shapes do not broadcast.
    ///
    /// >>> a = cp.zeros(3)
    /// >>> cp.copyto(a, 7, where=cp.array([True, False, True]))
    /// >>> a
    /// array([7., 0., 7.])
    fn copyto(dst: Out, src: Elements, casting: Casting = "same_kind", where_: Mask = None) -> () {
        let target = dst.array("copyto")?;
        let number = match src.0 {
            Argument::Array(source) => return target.copy_from(source, casting, where_.0),
            Argument::Scalar(scalar) => scalar,
            Argument::Value(value) => crate::cast_value(value, target.dtype(), casting)?,
        };
        let source = crate::full(crate::shape(()).on(target.device()), number)?;
        target.copy_from(&source, casting, where_.0)
    }

    /// A view of the diagonal of two axes, which is the last axis of the result.
    ///
    /// Raises ValueError for fewer than two axes or one axis twice.
    ///
    /// >>> cp.diagonal(cp.array([[1, 2], [3, 4]]))
    /// array([1, 4])
    method diagonal(a: &Array, offset: i64 = 0, axis1: i64 = 0, axis2: i64 = 1) -> View {
        a.diagonal(offset, axis1, axis2).map(View)
    }

    /// The extent of each axis of an array, or of what becomes one.
    ///
    /// >>> cp.shape([[1, 2, 3]])
    /// (1, 3)
    fn shape(a: Prototype) -> Dims {
        Ok(Dims::new(a.0.shape()))
    }

    /// The number of axes of an array, or of what becomes one.
    ///
    /// >>> cp.ndim([[1, 2, 3]])
    /// 2
    fn ndim(a: &Array) -> i64 {
        Ok(a.ndim() as i64)
    }

    /// The number of elements, or the extent of an axis, of several the product.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.size([[1, 2, 3]])
    /// 3
    fn size(a: &Array, axis: Option<&[i64]> = None) -> i64 {
        match axis {
            None => Ok(a.size()),
            axes => Ok(normalize_axes(axes, a.ndim())?.iter().map(|axis| a.shape()[axis]).product()),
        }
    }

    in "cuprust.ndarray";

    /// The elements in another shape: a view where strides can say it, else a copy. One extent may be -1.
    ///
    /// >>> cp.arange(6).reshape(2, -1).shape
    /// (2, 3)
    fn reshape(a: &Array, *shape: Shape, order: Option<Order> = "C", copy: Option<bool> = None) -> View {
        shaped(a, &shape.0, order, copy)
    }

    /// A copy of the elements in one dimension.
    ///
    /// >>> cp.ones((2, 3)).flatten().shape
    /// (6,)
    fn flatten(a: &Array, order: Order = "C") -> Array {
        a.flatten_ordered(order)
    }

    /// A view with the axes in another order; reversed where none is given.
    ///
    /// >>> cp.ones((2, 3, 4)).transpose(2, 0, 1).shape
    /// (4, 2, 3)
    fn transpose(a: &Array, *axes: Option<&[i64]>) -> View {
        a.transpose(axes).map(View)
    }
}
