//! The declarations of reductions and statistics.

use cuprust_num::DType;
use cuprust_ops::ReductionRow;

use crate::table::{Axes, Mask, Number, Out, Returned, functions};
use crate::ufunc::reduction::reduce;
use crate::{Array, MomentOptions, ReduceOptions, Result};

const SUM: &ReductionRow = ReductionRow::named("sum");
const PROD: &ReductionRow = ReductionRow::named("prod");
const MAX: &ReductionRow = ReductionRow::named("max");
const MIN: &ReductionRow = ReductionRow::named("min");
const ANY: &ReductionRow = ReductionRow::named("any");
const ALL: &ReductionRow = ReductionRow::named("all");
const ARGMAX: &ReductionRow = ReductionRow::named("argmax");
const ARGMIN: &ReductionRow = ReductionRow::named("argmin");
const NANMAX: &ReductionRow = ReductionRow::named("nanmax");
const NANMIN: &ReductionRow = ReductionRow::named("nanmin");

/// What is said of a reduction.
struct Said<'a> {
    axis: Axes,
    dtype: Option<DType>,
    out: Out<'a>,
    keepdims: bool,
    initial: Option<Number>,
    mask: Mask<'a>,
}

impl Said<'_> {
    /// Reduces an array by a row.
    fn run(&self, row: &ReductionRow, array: &Array) -> Result<Array> {
        reduce(row, array, &self.options(row, array)?)
    }

    fn options(&self, row: &ReductionRow, array: &Array) -> Result<ReduceOptions<'_>> {
        let element = self.dtype.unwrap_or_else(|| row.dtype(array.dtype()));
        let initial = self.initial.map(|number| number.assigned(element)).transpose()?;
        Ok(ReduceOptions {
            axes: self.axis.of(array),
            dtype: self.dtype,
            out: self.out.0,
            keepdims: self.keepdims,
            initial,
            mask: self.mask.0,
        })
    }
}

/// The place of an extreme element. As NumPy, an array without axes counts as a vector of one.
fn place(
    row: &ReductionRow,
    a: &Array,
    axis: Option<i64>,
    dtype: Option<DType>,
    out: Out,
    keepdims: bool,
) -> Result<Array> {
    let axes = axis.filter(|axis| a.ndim() != 0 || !matches!(axis, 0 | -1)).map(|axis| [axis]);
    let axes = axes.as_ref().map(|axes| &axes[..]);
    let result = reduce(row, a, &ReduceOptions { axes, out: out.0, keepdims, ..ReduceOptions::default() })?;
    match dtype {
        Some(dtype) if dtype != result.dtype() => result.astype(dtype),
        _ => Ok(result),
    }
}

/// What is said of a mean or a variance.
fn moment<'a>(
    axes: Option<&'a [i64]>,
    dtype: Option<DType>,
    out: Out<'a>,
    keepdims: bool,
    mask: Mask<'a>,
    ddof: f64,
) -> MomentOptions<'a> {
    MomentOptions { axes, dtype, out: out.0, keepdims, mask: mask.0, ddof }
}

/// The axes of a moment without NaN: of numbers that cannot be NaN, those that the array has.
fn nan_axes<'a>(axis: &'a Axes, array: &Array) -> Option<&'a [i64]> {
    if array.dtype().is_inexact() { axis.of(array) } else { axis.named() }
}

functions! {
    in "cuprust";

    /// The sum of the elements over axes.
    ///
    /// Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. `initial` is added; only elements where
    /// `where` is true take part. Raises AxisError for an axis out of range.
    ///
    /// >>> cp.sum(cp.array([[1, 2], [3, 4]]), axis=0)
    /// array([4, 6])
    method sum(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype, out, keepdims, initial, mask: where_ }.run(SUM, a)
    }

    /// The product of the elements over axes.
    ///
    /// Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. `initial` is multiplied in; only
    /// elements where `where` is true take part. Raises AxisError for an axis out of range.
    ///
    /// >>> cp.prod(cp.array([[1, 2], [3, 4]]), axis=0)
    /// array([3, 8])
    method prod(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype, out, keepdims, initial, mask: where_ }.run(PROD, a)
    }

    /// The largest element over axes; NaN where there is one.
    ///
    /// Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.
    ///
    /// >>> cp.max(cp.array([[1, 4], [3, 2]]), axis=1)
    /// array([4, 3])
    fn max["amax"](
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype: None, out, keepdims, initial, mask: where_ }.run(MAX, a)
    }

    /// The smallest element over axes; NaN where there is one.
    ///
    /// Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.
    ///
    /// >>> cp.min(cp.array([[1, 4], [3, 2]]), axis=1)
    /// array([1, 2])
    fn min["amin"](
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype: None, out, keepdims, initial, mask: where_ }.run(MIN, a)
    }

    /// Whether any element over axes is true: not zero.
    ///
    /// >>> cp.any(cp.array([[0, 0], [0, 1]]), axis=1)
    /// array([False,  True])
    method any(a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None) -> Array {
        Said { axis, dtype: None, out, keepdims, initial: None, mask: where_ }.run(ANY, a)
    }

    /// Whether every element over axes is true: not zero.
    ///
    /// >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
    /// array([False,  True])
    method all(a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None) -> Array {
        Said { axis, dtype: None, out, keepdims, initial: None, mask: where_ }.run(ALL, a)
    }

    /// The position of the first largest element along an axis, or of the flattened array; of the first NaN where there is one.
    ///
    /// Raises ValueError where there are no elements.
    ///
    /// >>> cp.argmax(cp.array([3, 9, 9]))
    /// array(1)
    method argmax(
        a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False
    ) -> Array {
        place(ARGMAX, a, axis, dtype, out, keepdims)
    }

    /// The position of the first smallest element along an axis, or of the flattened array; of the first NaN where there is one.
    ///
    /// Raises ValueError where there are no elements.
    ///
    /// >>> cp.argmin(cp.array([3, 1, 1]))
    /// array(1)
    method argmin(
        a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False
    ) -> Array {
        place(ARGMIN, a, axis, dtype, out, keepdims)
    }

    /// The mean over axes. Integers give float64.
    ///
    /// Only elements where `where` is true take part. Raises AxisError for an axis out of range.
    ///
    /// >>> cp.mean(cp.array([[1, 2], [3, 4]]), axis=0)
    /// array([2., 3.])
    method mean(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None
    ) -> Array {
        a.mean(&moment(axis.named(), dtype, out, keepdims, where_, 0.0))
    }

    /// The variance over axes: the mean squared distance from the mean, divided by the number of elements less `ddof`.
    ///
    /// Integers give float64, complex numbers a real result. Raises AxisError for an axis out of range.
    ///
    /// >>> cp.var(cp.array([1, 2, 3, 4]))
    /// array(1.25)
    method var(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None
    ) -> Array {
        a.var(&moment(axis.named(), dtype, out, keepdims, where_, ddof))
    }

    /// The standard deviation over axes: the square root of the variance.
    ///
    /// Integers give float64, complex numbers a real result. Raises AxisError for an axis out of range.
    ///
    /// >>> cp.std(cp.array([1, 1, 3, 3]))
    /// array(1.)
    method std(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None
    ) -> Array {
        a.std(&moment(axis.named(), dtype, out, keepdims, where_, ddof))
    }

    /// The weighted mean over axes; with the sum of the weights where `returned` asks for it. Waits for the weights.
    ///
    /// Weights have the shape of `a`, or of the axes. Raises ZeroDivisionError where weights sum to zero, TypeError where weights of
    /// another shape come without an axis, ValueError where their shape is not that of the axes.
    ///
    /// >>> cp.average(cp.array([1.0, 2.0, 4.0]), weights=cp.array([1, 1, 2]))
    /// array(2.75)
    fn average(
        a: &Array, axis: Axes = None, weights: Option<&Array> = None, returned: bool = False, *, keepdims: bool = False
    ) -> Returned {
        let (mean, sum) = a.average(axis.named(), weights, keepdims)?;
        if !returned {
            return Ok(Returned::Array(mean));
        }
        let sum = sum.broadcast_to(mean.shape())?;
        Ok(Returned::Tuple(vec![mean, sum]))
    }

    /// The largest element less the smallest, over axes.
    ///
    /// Raises ValueError where there are no elements, AxisError for an axis out of range.
    ///
    /// >>> cp.ptp(cp.array([[1, 4], [3, 2]]), axis=1)
    /// array([3, 1])
    fn ptp(a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False) -> Array {
        a.ptp(&ReduceOptions { axes: axis.of(a), out: out.0, keepdims, ..ReduceOptions::default() })
    }

    /// The number of elements over axes that are not zero.
    ///
    /// >>> cp.count_nonzero(cp.array([[0, 1], [2, 3]]), axis=1)
    /// array([1, 2])
    fn count_nonzero(a: &Array, axis: Axes = None, *, keepdims: bool = False) -> Array {
        a.count_nonzero(axis.of(a), keepdims)
    }

    /// The sum over axes, NaN counting as zero.
    ///
    /// >>> cp.nansum(cp.array([1.0, cp.nan, 2.0]))
    /// array(3.)
    fn nansum(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        let said = Said { axis, dtype, out, keepdims, initial, mask: where_ };
        a.nansum(&said.options(SUM, a)?)
    }

    /// The product over axes, NaN counting as one.
    ///
    /// >>> cp.nanprod(cp.array([1.0, cp.nan, 2.0]))
    /// array(2.)
    fn nanprod(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        let said = Said { axis, dtype, out, keepdims, initial, mask: where_ };
        a.nanprod(&said.options(PROD, a)?)
    }

    /// The largest element over axes that is not NaN; NaN where there is no other.
    ///
    /// Raises ValueError where there are no elements and no `initial`.
    ///
    /// >>> cp.nanmax(cp.array([1.0, cp.nan, 2.0]))
    /// array(2.)
    fn nanmax(
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype: None, out, keepdims, initial, mask: where_ }.run(NANMAX, a)
    }

    /// The smallest element over axes that is not NaN; NaN where there is no other.
    ///
    /// Raises ValueError where there are no elements and no `initial`.
    ///
    /// >>> cp.nanmin(cp.array([1.0, cp.nan, 2.0]))
    /// array(1.)
    fn nanmin(
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype: None, out, keepdims, initial, mask: where_ }.run(NANMIN, a)
    }

    /// The mean over axes of the elements that are not NaN; NaN where there is none.
    ///
    /// >>> cp.nanmean(cp.array([1.0, cp.nan, 2.0]))
    /// array(1.5)
    fn nanmean(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None
    ) -> Array {
        a.nanmean(&moment(nan_axes(&axis, a), dtype, out, keepdims, where_, 0.0))
    }

    /// The variance over axes of the elements that are not NaN; NaN where there are not more of them than `ddof`.
    ///
    /// >>> cp.nanvar(cp.array([1.0, cp.nan, 3.0]))
    /// array(1.)
    fn nanvar(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None
    ) -> Array {
        a.nanvar(&moment(nan_axes(&axis, a), dtype, out, keepdims, where_, ddof))
    }

    /// The standard deviation over axes of the elements that are not NaN; NaN where there are not more of them than `ddof`.
    ///
    /// >>> cp.nanstd(cp.array([1.0, cp.nan, 3.0]))
    /// array(1.)
    fn nanstd(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None
    ) -> Array {
        a.nanstd(&moment(nan_axes(&axis, a), dtype, out, keepdims, where_, ddof))
    }

    in "cuprust.ndarray";

    /// The largest element over axes; NaN where there is one.
    ///
    /// >>> cp.array([[1, 4], [3, 2]]).max(axis=1)
    /// array([4, 3])
    fn max(
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype: None, out, keepdims, initial, mask: where_ }.run(MAX, a)
    }

    /// The smallest element over axes; NaN where there is one.
    ///
    /// >>> cp.array([[1, 4], [3, 2]]).min(axis=1)
    /// array([1, 2])
    fn min(
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        Said { axis, dtype: None, out, keepdims, initial, mask: where_ }.run(MIN, a)
    }

    /// The largest element less the smallest, over axes.
    ///
    /// >>> cp.array([[1, 4], [3, 2]]).ptp(axis=1)
    /// array([3, 1])
    fn ptp(a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False) -> Array {
        a.ptp(&ReduceOptions { axes: axis.of(a), out: out.0, keepdims, ..ReduceOptions::default() })
    }
}
