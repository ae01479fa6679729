//! The declarations of the methods that every ufunc has.

use cuprust_num::DType;
use cuprust_ops::RowId;

use crate::table::{Axes, Elements, Indices, Mask, Out, Parts, functions};
use crate::ufunc_methods as methods;
use crate::{Array, Error, Number, ReduceOptions};

functions! {
    in "cuprust.ufunc";

    /// The fold of the elements over axes by the function: over one axis, from the first element to the last, where the
    /// function is not associative.
    ///
    /// Sums and products of narrow integers are int64 or uint64, unless `dtype` or `out` says another. Raises
    /// ValueError where the function takes not two operands or there are no elements and neither an identity nor
    /// `initial`, TypeError where its results are no operands, AxisError for an axis out of range.
    ///
    /// >>> cp.add.reduce(cp.array([[1, 2], [3, 4]]))
    /// array([4, 6])
    fn reduce(
        ufunc: RowId, array: &Array, axis: Axes = 0, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        let options =
            ReduceOptions { axes: axis.of(array), dtype, out: out.0, keepdims, initial: None, mask: where_.0 };
        methods::reduce_from(ufunc, array, initial, &options)
    }

    /// The folds of the elements up to each one along an axis.
    ///
    /// Raises ValueError where the function takes not two operands, AxisError for an axis out of range.
    ///
    /// >>> cp.multiply.accumulate(cp.array([1, 2, 3]))
    /// array([1, 2, 6])
    fn accumulate(ufunc: RowId, array: &Array, axis: Axes = 0, dtype: Option<DType> = None, out: Out = None) -> Array {
        methods::accumulate(ufunc, array, only(&axis, array, "accumulate")?, dtype, out.0)
    }

    /// The folds of slices along an axis, each from an index to the next one. Waits for the indices.
    ///
    /// Raises IndexError for an index out of range, TypeError for indices that are not integers.
    ///
    /// >>> cp.add.reduceat(cp.arange(6), [0, 3])
    /// array([ 3, 12])
    fn reduceat(
        ufunc: RowId, array: &Array, indices: Indices, axis: Axes = 0, dtype: Option<DType> = None, out: Out = None
    ) -> Array {
        let axis = only(&axis, array, "reduceat")?;
        methods::reduce_at(ufunc, array, &numbers(indices.0)?, axis, dtype, out.0)
    }

    /// Applies the function in place at an index, elements that it names several times as often.
    ///
    /// Raises IndexError for an index out of range, TypeError for indices that are not integers.
    ///
    /// >>> a = cp.zeros(3)
    /// >>> cp.add.at(a, [0, 0, 2], 1)
    /// >>> a
    /// array([2., 0., 1.])
    fn at(ufunc: RowId, a: Out, indices: Parts, b: Option<Elements> = None, /) -> () {
        let Some(a) = a.0 else { return Err(Error::type_("first operand must be array")) };
        methods::at(ufunc, a, &indices.index(), b.map(|values| values.0))
    }
}

/// The only axis of a method that takes no more; None names that of a vector.
///
/// # Errors
/// A value error for several axes.
fn only(axes: &Axes, array: &Array, method: &str) -> crate::Result<i64> {
    match axes.named() {
        None if array.ndim() < 2 => Ok(0),
        Some(&[axis]) => Ok(axis),
        _ => Err(Error::value(format!("{method} does not allow multiple axes"))),
    }
}

/// The numbers of indices.
///
/// # Errors
/// A type error for what is not integers, a value error for more axes than one.
fn numbers(indices: &Array) -> crate::Result<Vec<i64>> {
    if !indices.dtype().is_integer() {
        return Err(Error::type_(format!("indices must be integers, not {}", indices.dtype())));
    }
    if indices.ndim() != 1 {
        return Err(Error::value("indices must have one axis"));
    }
    indices.in_dtype(DType::I64)?.to_vec()
}
