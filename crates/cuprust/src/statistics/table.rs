//! The declarations of reductions and statistics.

use cuprust_num::DType;

use super::histograms::arguments::{AnyBins, EachBins, EachInterval, coordinates};
use super::{
    Covariance, Histogram, Interval, Method, Quantiles, bincount, corrcoef, cov, histogram, histogram_bin_edges,
    histogramdd,
};
use crate::sorting::{Side, digitize, searchsorted};
use crate::table::texts::{AXIS, METHOD, QUANTILES, UNCHANGED, WAITS};
use crate::table::{ArrayOrSequence, Axes, Mask, Out, Returned, Source, functions};
use crate::{Argument, Array, Dims, Error, Initial, Number, Over, Result, Variance};

/// The axes of a reduction and what else is said of it.
#[inline]
fn over<'a, E>(
    axes: Option<&[i64]>,
    dtype: Option<DType>,
    out: Out<'a>,
    keepdims: bool,
    mask: Mask<'a>,
    extra: E,
) -> Over<'a, E> {
    Over { axes: axes.map(Dims::new), dtype, out: out.0, keepdims, mask: mask.0, extra }
}

/// The axis of a position, and what else is said of it. As NumPy, an array without axes counts as a vector of one.
fn along<'a>(a: &Array, axis: Option<i64>, out: Out<'a>, keepdims: bool) -> Over<'a> {
    let axes = axis.filter(|axis| a.ndim() != 0 || !matches!(axis, 0 | -1)).map(|axis| [axis]);
    over(axes.as_ref().map(|axes| &axes[..]), None, out, keepdims, Mask(None), ())
}

/// Positions in a dtype, where one is named.
fn positions(indices: Array, dtype: Option<DType>) -> Result<Array> {
    match dtype {
        Some(dtype) => indices.in_dtype(dtype),
        None => Ok(indices),
    }
}

/// The axes of a moment without NaN: of numbers that cannot be NaN, those that the array has.
fn nan_axes<'a>(axis: &'a Axes, array: &Array) -> Option<&'a [i64]> {
    if array.dtype().is_inexact() { axis.of(array) } else { axis.named() }
}

/// What is said of a variance. What is taken from the number of elements has NumPy's name or that of the array API
/// standard.
///
/// # Errors
/// A value error where both are given.
fn variance<'a>(ddof: f64, correction: Option<f64>, mean: Option<Argument<'a>>) -> Result<Variance<'a>> {
    match correction {
        None => Ok(Variance { ddof, mean }),
        Some(correction) if ddof == 0.0 => Ok(Variance { ddof: correction, mean }),
        Some(_) => Err(Error::value("ddof and correction can't be provided simultaneously.")),
    }
}

/// The method of a name. As NumPy, complex numbers are refused whatever the method.
///
/// # Errors
/// A type error for complex numbers, a value error for a name of no method.
fn method_of(a: &Array, name: &str) -> Result<Method> {
    if a.dtype().is_complex() {
        return Err(Error::type_("a must be an array of real numbers"));
    }
    Method::from_name(name)
}

/// A result whose elements are in C order, as NumPy's quantiles are; the array that was written to, where there is one.
fn in_order(result: Array, out: Out) -> Result<Array> {
    if out.0.is_some() { Ok(result) } else { result.ascontiguous() }
}

functions! {
    in "cuprust";

    /// The sum of the elements over axes.
    ///
    /// Bools and narrow integers are summed as int64 or uint64, unless `dtype` says another. `initial` is added; only
    /// elements where `where` is true take part.
    #[doc = AXIS]
    ///
    /// >>> cp.sum(cp.array([[1, 2], [3, 4]]), axis=0)
    /// array([4, 6])
    method sum(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        a.sum(over(axis.of(a), dtype, out, keepdims, where_, Initial::from(initial)))
    }

    /// The product of the elements over axes.
    ///
    /// Bools and narrow integers are multiplied as int64 or uint64, unless `dtype` says another. `initial` is
    /// multiplied in; only elements where `where` is true take part.
    #[doc = AXIS]
    ///
    /// >>> cp.prod(cp.array([[1, 2], [3, 4]]), axis=0)
    /// array([3, 8])
    method prod["product"](
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        a.prod(over(axis.of(a), dtype, out, keepdims, where_, Initial::from(initial)))
    }

    /// The largest element over axes; NaN where there is one.
    ///
    /// Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.
    ///
    /// >>> cp.max(cp.array([[1, 4], [3, 2]]), axis=1)
    /// array([4, 3])
    method max["amax"](
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        a.max(over(axis.of(a), None, out, keepdims, where_, Initial::from(initial)))
    }

    /// The smallest element over axes; NaN where there is one.
    ///
    /// Raises ValueError where there are no elements and no `initial`, AxisError for an axis out of range.
    ///
    /// >>> cp.min(cp.array([[1, 4], [3, 2]]), axis=1)
    /// array([1, 2])
    method min["amin"](
        a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        a.min(over(axis.of(a), None, out, keepdims, where_, Initial::from(initial)))
    }

    /// Whether any element over axes is true: not zero.
    ///
    /// >>> cp.any(cp.array([[0, 0], [0, 1]]), axis=1)
    /// array([False,  True])
    method any["sometrue"](a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None) -> Array {
        a.any(over(axis.of(a), None, out, keepdims, where_, ()))
    }

    /// Whether every element over axes is true: not zero.
    ///
    /// >>> cp.all(cp.array([[1, 0], [1, 1]]), axis=1)
    /// array([False,  True])
    method all["alltrue"](a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None) -> Array {
        a.all(over(axis.of(a), None, out, keepdims, where_, ()))
    }

    /// The position of the first largest element along an axis, or of the flattened array; of the first NaN where there
    /// is one.
    ///
    /// Raises ValueError where there are no elements.
    ///
    /// >>> cp.argmax(cp.array([3, 9, 9]))
    /// array(1)
    method argmax(
        a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False
    ) -> Array {
        positions(a.argmax(along(a, axis, out, keepdims))?, dtype)
    }

    /// The position of the first smallest element along an axis, or of the flattened array; of the first NaN where
    /// there is one.
    ///
    /// Raises ValueError where there are no elements.
    ///
    /// >>> cp.argmin(cp.array([3, 1, 1]))
    /// array(1)
    method argmin(
        a: &Array, axis: Option<i64> = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False
    ) -> Array {
        positions(a.argmin(along(a, axis, out, keepdims))?, dtype)
    }

    /// The mean over axes. Integers give float64.
    ///
    /// Only elements where `where` is true take part.
    #[doc = AXIS]
    ///
    /// >>> cp.mean(cp.array([[1, 2], [3, 4]]), axis=0)
    /// array([2., 3.])
    method mean(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None
    ) -> Array {
        a.mean(over(axis.named(), dtype, out, keepdims, where_, ()))
    }

    /// The variance over axes: the mean squared distance from the mean, divided by the number of elements less `ddof`.
    ///
    /// `correction` is the array API's name for `ddof`; ValueError is raised for both. Integers give float64, complex
    /// numbers a real result.
    #[doc = AXIS]
    ///
    /// >>> cp.var(cp.array([1, 2, 3, 4]))
    /// array(1.25)
    method var(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None, mean: Option<Argument> = None, correction: Option<f64> = None
    ) -> Array {
        a.var(over(axis.named(), dtype, out, keepdims, where_, variance(ddof, correction, mean)?))
    }

    /// The standard deviation over axes: the square root of the variance.
    ///
    /// Integers give float64, complex numbers a real result.
    #[doc = AXIS]
    ///
    /// >>> cp.std(cp.array([1, 1, 3, 3]))
    /// array(1.)
    method std(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None, mean: Option<Argument> = None, correction: Option<f64> = None
    ) -> Array {
        a.std(over(axis.named(), dtype, out, keepdims, where_, variance(ddof, correction, mean)?))
    }

    /// The weighted mean over axes; with the sum of the weights where `returned` is true. Waits for the weights.
    ///
    /// Weights have the shape of `a`, or of the axes. Raises ZeroDivisionError where weights sum to zero, TypeError
    /// where weights of another shape come without an axis, ValueError where their shape is not that of the axes.
    ///
    /// >>> cp.average(cp.array([1.0, 2.0, 4.0]), weights=cp.array([1, 1, 2]))
    /// array(2.75)
    fn average(
        a: &Array, axis: Option<&[i64]> = None, weights: Option<Source> = None, returned: bool = False, *, keepdims: bool = False
    ) -> Returned {
        let over = over(axis, None, Out(None), keepdims, Mask(None), ());
        let weights = weights.map(|weights| weights.array(None)).transpose()?;
        let (mean, sum) = a.weighted_average(over, weights.as_ref())?;
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
    method ptp(a: &Array, axis: Axes = None, out: Out = None, keepdims: bool = False) -> Array {
        a.ptp(over(axis.of(a), None, out, keepdims, Mask(None), ()))
    }

    /// The number of elements over axes that are not zero.
    ///
    /// >>> cp.count_nonzero(cp.array([[0, 1], [2, 3]]), axis=1)
    /// array([1, 2])
    fn count_nonzero(a: &Array, axis: Axes = None, *, keepdims: bool = False) -> Array {
        a.count_nonzero(over(axis.of(a), None, Out(None), keepdims, Mask(None), ()))
    }

    /// The sum over axes, NaN counting as zero.
    ///
    /// >>> cp.nansum(cp.array([1.0, cp.nan, 2.0]))
    /// array(3.)
    fn nansum(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        a.nansum(over(axis.of(a), dtype, out, keepdims, where_, Initial::from(initial)))
    }

    /// The product over axes, NaN counting as one.
    ///
    /// >>> cp.nanprod(cp.array([1.0, cp.nan, 2.0]))
    /// array(2.)
    fn nanprod(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *,
        initial: Option<Number> = None, where_: Mask = None
    ) -> Array {
        a.nanprod(over(axis.of(a), dtype, out, keepdims, where_, Initial::from(initial)))
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
        a.nanmax(over(axis.of(a), None, out, keepdims, where_, Initial::from(initial)))
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
        a.nanmin(over(axis.of(a), None, out, keepdims, where_, Initial::from(initial)))
    }

    /// The mean over axes of the elements that are not NaN; NaN where there is none.
    ///
    /// >>> cp.nanmean(cp.array([1.0, cp.nan, 2.0]))
    /// array(1.5)
    fn nanmean(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, keepdims: bool = False, *, where_: Mask = None
    ) -> Array {
        a.nanmean(over(nan_axes(&axis, a), dtype, out, keepdims, where_, ()))
    }

    /// The variance over axes of the elements that are not NaN; NaN where there are not more of them than `ddof`.
    ///
    /// >>> cp.nanvar(cp.array([1.0, cp.nan, 3.0]))
    /// array(1.)
    fn nanvar(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None, mean: Option<Argument> = None, correction: Option<f64> = None
    ) -> Array {
        a.nanvar(over(nan_axes(&axis, a), dtype, out, keepdims, where_, variance(ddof, correction, mean)?))
    }

    /// The standard deviation over axes of the elements that are not NaN; NaN where there are not more of them than
    /// `ddof`.
    ///
    /// >>> cp.nanstd(cp.array([1.0, cp.nan, 3.0]))
    /// array(1.)
    fn nanstd(
        a: &Array, axis: Axes = None, dtype: Option<DType> = None, out: Out = None, ddof: f64 = 0, keepdims: bool = False, *,
        where_: Mask = None, mean: Option<Argument> = None, correction: Option<f64> = None
    ) -> Array {
        a.nanstd(over(nan_axes(&axis, a), dtype, out, keepdims, where_, variance(ddof, correction, mean)?))
    }

    /// The median over axes: of two elements in the middle their mean, NaN where an element is NaN. Integers give
    /// float64.
    ///
    #[doc = AXIS]
    ///
    /// >>> cp.median(cp.array([[1, 7], [2, 3]]), axis=0)
    /// array([1.5, 5. ])
    fn median(
        a: &Array, axis: Option<&[i64]> = None, out: Out = None, overwrite_input: bool = False, keepdims: bool = False
    ) ignoring { overwrite_input: UNCHANGED } -> Array {
        in_order(a.median(over(axis, None, out, keepdims, Mask(None), ()))?, out)
    }

    /// The median over axes of the elements that are not NaN; NaN where there is none.
    ///
    /// >>> cp.nanmedian(cp.array([1.0, cp.nan, 2.0]))
    /// array(1.5)
    fn nanmedian(
        a: &Array, axis: Option<&[i64]> = None, out: Out = None, overwrite_input: bool = False, keepdims: bool = False
    ) ignoring { overwrite_input: UNCHANGED } -> Array {
        in_order(a.nanmedian(over(axis, None, out, keepdims, Mask(None), ()))?, out)
    }

    /// The quantiles `q`, from 0 to 1, over axes. NaN where an element is. Several are in axes before those of the
    /// array.
    ///
    #[doc = METHOD]
    #[doc = QUANTILES]
    ///
    /// >>> cp.quantile(cp.array([[1, 3], [2, 8]]), 0.5, axis=0)
    /// array([1.5, 5.5])
    fn quantile(
        a: &Array, q: Quantiles, axis: Option<&[i64]> = None, out: Out = None, overwrite_input: bool = False, method: &str = "linear",
        keepdims: bool = False, *, weights: Option<&Array> = None
    ) ignoring { overwrite_input: UNCHANGED } -> Array {
        let over = over(axis, None, out, keepdims, Mask(None), ());
        in_order(a.quantile(q, over.weighted(method_of(a, method)?, weights))?, out)
    }

    /// The percentiles `q`, from 0 to 100, over axes. NaN where an element is. Several are in axes before those of
    /// the array.
    ///
    #[doc = METHOD]
    #[doc = QUANTILES]
    ///
    /// >>> cp.percentile(cp.array([[1, 3], [2, 8]]), 50, axis=0)
    /// array([1.5, 5.5])
    fn percentile(
        a: &Array, q: Quantiles, axis: Option<&[i64]> = None, out: Out = None, overwrite_input: bool = False, method: &str = "linear",
        keepdims: bool = False, *, weights: Option<&Array> = None
    ) ignoring { overwrite_input: UNCHANGED } -> Array {
        let over = over(axis, None, out, keepdims, Mask(None), ());
        in_order(a.percentile(q, over.weighted(method_of(a, method)?, weights))?, out)
    }

    /// The quantiles `q`, from 0 to 1, over axes of the elements that are not NaN; NaN where there is none. Several
    /// are in axes before those of the array.
    ///
    #[doc = METHOD]
    #[doc = QUANTILES]
    ///
    /// >>> cp.nanquantile(cp.array([1.0, cp.nan, 2.0, 4.0]), 0.5)
    /// array(2.)
    fn nanquantile(
        a: &Array, q: Quantiles, axis: Option<&[i64]> = None, out: Out = None, overwrite_input: bool = False, method: &str = "linear",
        keepdims: bool = False, *, weights: Option<&Array> = None
    ) ignoring { overwrite_input: UNCHANGED } -> Array {
        let over = over(axis, None, out, keepdims, Mask(None), ());
        in_order(a.nanquantile(q, over.weighted(method_of(a, method)?, weights))?, out)
    }

    /// The percentiles `q`, from 0 to 100, over axes of the elements that are not NaN; NaN where there is none. Several
    /// are in axes before those of the array.
    ///
    #[doc = METHOD]
    #[doc = QUANTILES]
    ///
    /// >>> cp.nanpercentile(cp.array([1.0, cp.nan, 2.0, 4.0]), 50)
    /// array(2.)
    fn nanpercentile(
        a: &Array, q: Quantiles, axis: Option<&[i64]> = None, out: Out = None, overwrite_input: bool = False, method: &str = "linear",
        keepdims: bool = False, *, weights: Option<&Array> = None
    ) ignoring { overwrite_input: UNCHANGED } -> Array {
        let over = over(axis, None, out, keepdims, Mask(None), ());
        in_order(a.nanpercentile(q, over.weighted(method_of(a, method)?, weights))?, out)
    }

    /// The index of the first largest element that is not NaN, along an axis or in the flattened array.
    #[doc = WAITS]
    ///
    /// Raises ValueError where all elements are NaN.
    ///
    /// >>> cp.nanargmax(cp.array([1.0, cp.nan, 2.0]))
    /// array(2)
    fn nanargmax(a: &Array, axis: Option<i64> = None, out: Out = None, *, keepdims: bool = False) -> Array {
        a.nanargmax(along(a, axis, out, keepdims))
    }

    /// The index of the first smallest element that is not NaN, along an axis or in the flattened array.
    #[doc = WAITS]
    ///
    /// Raises ValueError where all elements are NaN.
    ///
    /// >>> cp.nanargmin(cp.array([1.0, cp.nan, 0.5]))
    /// array(2)
    fn nanargmin(a: &Array, axis: Option<i64> = None, out: Out = None, *, keepdims: bool = False) -> Array {
        a.nanargmin(along(a, axis, out, keepdims))
    }

    /// The covariances of variables, which are the rows of `m`, and of `y` too where it is given; float64 at least.
    ///
    /// `rowvar=False` says that they are columns; `bias` and `ddof` what sums are divided by; `fweights` how often each
    /// observation counts, `aweights` how much it weighs. Raises ValueError for more than two axes, RuntimeError for
    /// weights that do not fit.
    ///
    /// >>> cp.cov(cp.array([[0, 1, 2], [2, 1, 0]]))
    /// array([[ 1., -1.],
    ///        [-1.,  1.]])
    fn cov(
        m: &Array, y: Option<&Array> = None, rowvar: bool = True, bias: bool = False, ddof: Option<f64> = None,
        fweights: Option<&Array> = None, aweights: Option<&Array> = None, *, dtype: Option<DType> = None
    ) -> Array {
        if ddof.is_some_and(|ddof| ddof.fract() != 0.0) {
            return Err(Error::value("ddof must be integer"));
        }
        let ddof = ddof.map_or(i64::from(!bias), |ddof| ddof as i64);
        cov(m, y, Covariance { rows: rowvar, ddof, counts: fweights, weights: aweights, dtype })
    }

    /// The correlations of variables, which are the rows of `x`, and of `y` too where it is given.
    ///
    /// `rowvar=False` says that they are columns. Raises as `cov`.
    ///
    /// >>> cp.corrcoef(cp.array([[0, 1, 2], [2, 1, 0]]))
    /// array([[ 1., -1.],
    ///        [-1.,  1.]])
    fn corrcoef(
        x: &Array, y: Option<&Array> = None, rowvar: bool = True, *, dtype: Option<DType> = None
    ) -> Array {
        corrcoef(x, y, Covariance { rows: rowvar, dtype, ..Covariance::default() })
    }

    /// How often each integer from zero on is there, or the sum of the weights where it is. Waits for the integers.
    ///
    /// Raises TypeError for other than integers, ValueError for negative ones, other than one axis, or weights of
    /// another length.
    ///
    /// >>> cp.bincount(cp.array([0, 2, 2]), minlength=4)
    /// array([1, 0, 2, 0])
    fn bincount(x: Source, /, weights: Option<&Array> = None, minlength: i64 = 0) -> Array {
        match x {
            Source::Array(array) => bincount(array, weights, minlength),
            Source::Foreign(object) if object.is_array()? => {
                Err(Error::type_("Unsupported type numpy.ndarray: convert it with cuprust.asarray first"))
            }
            // A list of nothing counts, whose dtype is float64.
            Source::Foreign(object) => match object.array(None)? {
                array if array.size() == 0 => bincount(&array.in_dtype(DType::I64)?, weights, minlength),
                array => bincount(&array, weights, minlength),
            },
        }
    }

    /// For each value the index among sorted elements at which it would keep their order. NaN are last.
    ///
    /// `side` is "left", before elements that are equal, or "right", after them; `sorter` are the indices that sort
    /// `a`, where it is not sorted itself. Raises ValueError where `a` has not one axis, for another side, and for
    /// sorters that do not fit, TypeError for sorters that are no integers.
    ///
    /// >>> cp.searchsorted(cp.array([1, 3, 5]), cp.array([0, 3, 9]))
    /// array([0, 1, 3])
    method searchsorted(a: &Array, v: &Array, side: &str = "left", sorter: Option<&Array> = None) -> Array {
        searchsorted(a, v, Side::from_name(side)?, sorter)
    }

    /// For each element the number of the bin that it falls into, between edges that ascend or descend.
    ///
    /// Bin `i` lies between edges `i - 1` and `i`; the lower one belongs to it, or with `right` the upper one. Raises
    /// ValueError for edges that neither ascend nor descend, TypeError for complex numbers.
    ///
    /// >>> cp.digitize(cp.array([0.5, 3.0, 1.0]), cp.array([0.0, 1.0, 2.0]))
    /// array([1, 3, 2])
    fn digitize(x: &Array, bins: &Array, right: bool = False) -> Array {
        digitize(x, bins, right)
    }

    /// How many elements fall into each bin, or the sum of their weights, and the edges of the bins: a tuple of both.
    ///
    /// `bins` is the number of bins of equal width over `range`, or their edges, or the name of a rule for their
    /// number: "auto", "fd", "doane", "scott", "stone", "rice", "sturges" or "sqrt". The last bin has both its edges,
    /// the others the lower one. Raises ValueError for edges that do not ascend, for no bins, and for a range that is
    /// not finite.
    ///
    /// >>> cp.histogram(cp.array([1.0, 2.0, 1.5, 3.0]), bins=2)
    /// (array([2, 2]), array([1., 2., 3.]))
    fn histogram(
        a: &Array, bins: AnyBins = 10, range: Option<Interval> = None, density: Option<bool> = None,
        weights: Option<&Array> = None
    ) -> Returned {
        let options = Histogram { bins: bins.bins()?, range, weights, density: density.unwrap_or(false) };
        let (counts, edges) = histogram(a, options)?;
        Ok(Returned::Tuple(vec![counts, edges]))
    }

    /// The edges of the bins that `histogram` takes.
    ///
    /// >>> cp.histogram_bin_edges(cp.array([1.0, 2.0, 1.5, 3.0]), bins=2)
    /// array([1., 2., 3.])
    fn histogram_bin_edges(
        a: &Array, bins: AnyBins = 10, range: Option<Interval> = None, weights: Option<&Array> = None
    ) -> Array {
        histogram_bin_edges(a, Histogram { bins: bins.bins()?, range, weights, density: false })
    }

    /// How many points of a plane fall into each bin of a grid, or the sum of their weights, and the edges along both
    /// axes.
    ///
    /// `bins` are an integer, the edges along both axes, or a pair of one of these for each axis; `range` is a pair of
    /// ends for each axis. Raises ValueError for coordinates of different lengths, and what `histogram` raises.
    ///
    /// >>> cp.histogram2d(cp.array([0.0, 1.0, 1.0]), cp.array([0.0, 1.0, 0.0]), bins=2)[0]
    /// array([[1., 0.],
    ///        [1., 1.]])
    fn histogram2d(
        x: &Array, y: &Array, bins: EachBins = 10, range: Option<EachInterval> = None, density: Option<bool> = None,
        weights: Option<&Array> = None
    ) -> Returned {
        if x.ndim() == 0 || y.ndim() == 0 {
            return Err(Error::type_("object of type without axes has no len()"));
        }
        if x.shape()[0] != y.shape()[0] {
            return Err(Error::value("x and y must have the same length."));
        }
        let (counts, edges) = histogramdd(&[x, y], &bins.of_two()?, &EachInterval::of(range, 2), weights, density.unwrap_or(false))?;
        Ok(Returned::Tuple([counts].into_iter().chain(edges).collect()))
    }

    /// How many points fall into each bin of a grid, or the sum of their weights, and a list of the edges along each
    /// axis.
    ///
    /// `sample` has a point in each row, or is a sequence of coordinates along each axis; `bins` and `range` are as of
    /// `histogram2d`, one for each axis. Raises what `histogram2d` raises.
    ///
    /// >>> cp.histogramdd(cp.array([[0.0, 0.0], [1.0, 1.0], [1.0, 0.0]]), bins=2)[0]
    /// array([[1., 0.],
    ///        [1., 1.]])
    fn histogramdd(
        sample: ArrayOrSequence, bins: EachBins = 10, range: Option<EachInterval> = None, density: Option<bool> = None,
        weights: Option<&Array> = None
    ) -> Returned {
        let coordinates = coordinates(&sample)?;
        let each: Vec<&Array> = coordinates.iter().collect();
        let axes = each.len();
        let (counts, edges) = histogramdd(&each, &bins.bins(axes)?, &EachInterval::of(range, axes), weights, density.unwrap_or(false))?;
        Ok(Returned::AndList(counts, edges))
    }
}
