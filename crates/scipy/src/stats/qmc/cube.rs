//! Points of the unit cube in other boxes.

use cuprust::ufunc::rows;
use cuprust::{Array, DType};
use cuprust_ir::{Error, Result};

/// Points as float64 of two axes.
pub(super) fn points_of(sample: &Array) -> Result<Array> {
    if sample.ndim() != 2 {
        return Err(Error::value("Sample is not a 2D array"));
    }
    sample.in_dtype(DType::F64)
}

/// The points, all of which must be within the unit cube: waits for them.
pub(super) fn within_cube(points: &Array) -> Result<()> {
    let outside = rows::logical_or(&rows::less(points, 0.0)?, &rows::greater(points, 1.0)?)?;
    match rows::any(&outside, ..)?.item()?.get() {
        true => Err(Error::value("Sample is not in unit hypercube")),
        false => Ok(()),
    }
}

/// The bounds of each dimension as vectors. Waits for them.
fn bounds([lower, upper]: [&Array; 2], dimensions: i64) -> Result<[Array; 2]> {
    let vector = |bound: &Array| {
        let vector = bound.in_dtype(DType::F64).and_then(|bound| bound.broadcast_to(&[dimensions][..]));
        let text = "'l_bounds' and 'u_bounds' must be broadcastable and respect the sample dimension";
        vector.map_err(|_| Error::value(text))
    };
    let [lower, upper] = [vector(lower)?, vector(upper)?];
    if !rows::all(&rows::less(&lower, &upper)?, ..)?.item()?.get::<bool>() {
        return Err(Error::value("Bounds are not consistent 'l_bounds' < 'u_bounds'"));
    }
    Ok([lower, upper])
}

/// The points of the unit cube in the box of lower and upper bounds: `scipy.stats.qmc.scale`. The bounds are vectors,
/// or numbers that hold for all dimensions. Waits for the points.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::qmc;
/// # fn main() -> Result<()> {
/// let scaled = qmc::scale(&array![[0.5, 0.25]], &array![-1.0, 0.0], &array![1.0, 8.0])?;
/// assert_eq!(scaled.to_string(), "[[0. 2.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for points of other than two axes or outside of the unit cube, for bounds of another length, and where
/// a lower bound is not below the upper one.
pub fn scale(sample: &Array, lower: &Array, upper: &Array) -> Result<Array> {
    let points = points_of(sample)?;
    let [lower, upper] = bounds([lower, upper], points.shape()[1])?;
    within_cube(&points)?;
    rows::add(&rows::multiply(&points, &rows::subtract(&upper, &lower)?)?, &lower)
}

/// The points of a box in the unit cube: what `scipy.stats.qmc.scale` is with `reverse`. Waits for the points.
///
/// # Errors
/// As [`scale`]; a value error for points outside of the box.
pub fn unscale(sample: &Array, lower: &Array, upper: &Array) -> Result<Array> {
    let points = points_of(sample)?;
    let [lower, upper] = bounds([lower, upper], points.shape()[1])?;
    let outside = rows::logical_or(&rows::less(&points, &lower)?, &rows::greater(&points, &upper)?)?;
    if rows::any(&outside, ..)?.item()?.get() {
        return Err(Error::value("Sample is out of bounds"));
    }
    rows::divide(&rows::subtract(&points, &lower)?, &rows::subtract(&upper, &lower)?)
}
