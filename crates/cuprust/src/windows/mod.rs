//! Neighbourhood operations: correlations, sliding extremes and means, ranks and components over the window around each
//! element, along one axis or over a footprint of any form, with SciPy's modes at the edges.
//!
//! ```
//! use cuprust::*;
//! use cuprust::windows::{Along, Border, Edge, Summary, slide};
//! # fn main() -> Result<()> {
//! let x = array![3, 1, 4, 1, 5];
//! let most = slide(&x, Summary::Maximum, Along { axis: 0, before: 1 }, 3, Border::new(Edge::Reflect), DType::I64)?;
//! assert_eq!(most.to_string(), "[3 4 4 5 5]");
//! # Ok(())
//! # }
//! ```

mod splines;

use cuprust_ir::{Error, Opcode, Result};
use cuprust_num::{DType, Scalar};
use cuprust_ops::Routine;
pub use cuprust_ops::{Edge, Rectangle, Summary, Weighted};
pub use splines::{Extrapolation, Sampling, interpolate, spline_filter};

use crate::Array;
use crate::creation::{shape, zeros};
use crate::runtime::Input;

/// The values beyond the edges of an array: SciPy's `mode` and `cval`.
#[derive(Debug, Clone, Copy)]
pub struct Border {
    /// The mode.
    pub edge: Edge,
    /// The value of the mode `Edge::Constant`.
    pub constant: Scalar,
}

impl Border {
    /// A mode, with zero as the constant.
    ///
    /// ```
    /// # use cuprust::*;
    /// let border = windows::Border::new(windows::Edge::Constant);
    /// assert_eq!(border.constant.get::<f64>(), 0.0);
    /// ```
    pub fn new(edge: Edge) -> Border {
        Border { edge, constant: Scalar::new(0.0) }
    }
}

/// The axis of sliding windows, and their origin.
#[derive(Debug, Clone, Copy)]
pub struct Along {
    /// The axis.
    pub axis: usize,
    /// The number of elements of a window that lie before its element.
    pub before: i64,
}

/// The correlation with one-dimensional weights along an axis: summed in float64, in SciPy's order, and cast to a real
/// dtype. `scipy.ndimage.correlate1d`.
///
/// # Errors
/// A type error for complex numbers; a value error for weights that are empty or not one-dimensional, and for an axis
/// out of range.
///
/// ```
/// # use cuprust::*;
/// let (along, border) = (windows::Along { axis: 0, before: 1 }, windows::Border::new(windows::Edge::Constant));
/// let found = windows::correlate_axis(&array![1, 2, 3], &array![1, 1, 1], along, border, DType::I64)?;
/// assert_eq!(found.to_string(), "[3 6 5]");
/// # Ok::<(), Error>(())
/// ```
pub fn correlate_axis(values: &Array, weights: &Array, along: Along, border: Border, dtype: DType) -> Result<Array> {
    check(values, dtype, along.axis)?;
    values.check_device(weights)?;
    if weights.ndim() != 1 || weights.size() == 0 {
        return Err(Error::value("weights must be one-dimensional and not empty"));
    }
    let weights = weights.in_dtype(DType::F64)?;
    let Along { axis, before } = along;
    let routine = Routine::CorrelateAxis { axis: axis as i64, before, edge: border.edge };
    let outside = Input::Scalar(border.constant.cast(DType::F64));
    record(routine, values, dtype, &[values.input(), weights.input(), outside])
}

/// The mean, minimum or maximum of each window of `size` elements along an axis, in a real dtype. Means are computed in
/// float64, extremes in the dtype of the values.
///
/// # Errors
/// A type error for complex numbers; a value error for an empty window and for an axis out of range.
///
/// ```
/// # use cuprust::*;
/// let (along, border) = (windows::Along { axis: 0, before: 1 }, windows::Border::new(windows::Edge::Nearest));
/// let found = windows::slide(&array![3, 1, 4], windows::Summary::Minimum, along, 3, border, DType::I64)?;
/// assert_eq!(found.to_string(), "[1 1 1]");
/// # Ok::<(), Error>(())
/// ```
pub fn slide(values: &Array, summary: Summary, along: Along, size: i64, border: Border, dtype: DType) -> Result<Array> {
    check(values, dtype, along.axis)?;
    if size < 1 {
        return Err(Error::value("a window must have at least one element"));
    }
    let own = if summary == Summary::Mean { dtype } else { values.dtype() };
    let outside = border.constant.cast(if summary == Summary::Mean { DType::F64 } else { own });
    let Along { axis, before } = along;
    let routine = Routine::Slide { summary, axis: axis as i64, size, before, edge: border.edge };
    record(routine, values, own, &[values.input(), Input::Scalar(outside)])?.in_dtype(dtype)
}

/// The neighbours of an element.
#[derive(Debug, Clone)]
pub enum Offsets {
    /// An int64 array of shape `(neighbours, axes)`: the coordinates of each, less those of the element.
    Rows(Array),
    /// A rectangle over the last two axes, in C order.
    Rectangle(Rectangle),
}

impl From<&Array> for Offsets {
    fn from(rows: &Array) -> Offsets {
        Offsets::Rows(rows.clone())
    }
}

impl From<Rectangle> for Offsets {
    fn from(rectangle: Rectangle) -> Offsets {
        Offsets::Rectangle(rectangle)
    }
}

impl Offsets {
    /// The offsets in an array, as rows, and the rectangle that they are known to be.
    fn rows(self, values: &Array) -> Result<(Array, Option<Rectangle>)> {
        let rectangle = match self {
            Offsets::Rows(rows) => return Ok((checked_offsets(values, &rows)?, None)),
            Offsets::Rectangle(rectangle) => rectangle,
        };
        let axes = values.ndim();
        if axes < 2 {
            return Err(Error::value("a rectangle needs an array of two axes"));
        }
        let ([rows, columns], [above, left]) = (rectangle.extents.map(i64::from), rectangle.before.map(i64::from));
        let mut offsets = cuprust_reserve::filled(0, rectangle.count() as usize * axes)?;
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| [row - above, column - left]));
        for (offset, ahead) in offsets.chunks_exact_mut(axes).zip(all) {
            offset[axes - 2..].copy_from_slice(&ahead);
        }
        let offsets = Array::from_slice(&offsets, [rectangle.count(), axes as i64], values.device())?;
        Ok((offsets, Some(rectangle)))
    }
}

/// A weighted sum or extreme over the neighbours of each element, in a real dtype, computed in float64. `weights` has
/// one float64 for each neighbour.
///
/// # Errors
/// A type error for complex numbers; a value error for a 0-d array, and for offsets or weights of another shape.
///
/// ```
/// # use cuprust::*;
/// let (offsets, weights) = (array![[-1], [1]], array![1.0, 2.0]);
/// let border = windows::Border::new(windows::Edge::Constant);
/// let (x, sum) = (array![1, 2, 3], windows::Weighted::Sum);
/// assert_eq!(windows::neighbors(&x, sum, &offsets, &weights, border, DType::F64)?.to_string(), "[4. 7. 2.]");
/// # Ok::<(), Error>(())
/// ```
pub fn neighbors(
    values: &Array,
    weighted: Weighted,
    offsets: impl Into<Offsets>,
    weights: &Array,
    border: Border,
    dtype: DType,
) -> Result<Array> {
    check(values, dtype, 0)?;
    values.check_device(weights)?;
    let ((offsets, rectangle), weights) = (offsets.into().rows(values)?, weights.in_dtype(DType::F64)?);
    if weights.ndim() != 1 || weights.size() != offsets.shape()[0] {
        return Err(Error::value("weights must have one element for each offset"));
    }
    let outside = Input::Scalar(border.constant.cast(DType::F64));
    let routine = Routine::Neighbors { weighted, rectangle, edge: border.edge };
    record(routine, values, dtype, &[values.input(), offsets.input(), weights.input(), outside])
}

/// The neighbour of a rank in ascending order, NaN last: rank 0 is the minimum. `offsets` are those of [`neighbors`].
///
/// # Errors
/// As [`neighbors`], and a value error for a rank that is not below the number of offsets.
///
/// ```
/// # use cuprust::*;
/// let (x, offsets) = (array![3, 1, 2], array![[-1], [0], [1]]);
/// let border = windows::Border::new(windows::Edge::Nearest);
/// assert_eq!(windows::rank_neighbors(&x, 1, &offsets, border, DType::I64)?.to_string(), "[3 2 2]");
/// # Ok::<(), Error>(())
/// ```
///
/// ```
/// # use cuprust::*;
/// use cuprust::windows::{Border, Edge, Rectangle, rank_neighbors};
/// let x = array![[3, 1, 2], [9, 8, 7]];
/// let row = Rectangle::new([1, 3], [0, 1]).ok_or_else(|| Error::value("it has no elements"))?;
/// let middle = rank_neighbors(&x, 1, row, Border::new(Edge::Nearest), DType::I64)?;
/// assert_eq!(middle.to_string(), "[[3 2 2]\n [9 8 7]]");
/// # Ok::<(), Error>(())
/// ```
pub fn rank_neighbors(
    values: &Array,
    rank: i64,
    offsets: impl Into<Offsets>,
    border: Border,
    dtype: DType,
) -> Result<Array> {
    check(values, values.dtype(), 0)?;
    let (offsets, rectangle) = offsets.into().rows(values)?;
    if !(0..offsets.shape()[0]).contains(&rank) {
        return Err(Error::value("the rank must be below the number of offsets"));
    }
    let outside = Input::Scalar(border.constant.cast(values.dtype()));
    let routine = Routine::RankNeighbors { rank, rectangle, edge: border.edge };
    record(routine, values, values.dtype(), &[values.input(), offsets.input(), outside])?.in_dtype(dtype)
}

/// Connected components of a bool array: 0 where an element is false, else the number of its component, from one on in
/// C order of their first elements, as int32, or as int64 for 2^31 elements and more; and how many there are, a 0-d
/// int64 array. Two true elements are connected where an offset, a row of [`neighbors`], leads from one to the other;
/// offsets must lead to lower flat indices.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let (numbers, count) = windows::components(&array![true, true, false, true], &array![[-1]])?;
/// assert_eq!((numbers.to_string().as_str(), count.to_string().as_str()), ("[1 1 0 2]", "2"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for another dtype than bool; a value error for a 0-d array, and for offsets of another shape.
pub fn components(values: &Array, offsets: &Array) -> Result<(Array, Array)> {
    check(values, values.dtype(), 0)?;
    if values.dtype() != DType::Bool {
        return Err(Error::type_("components are computed for bool arrays"));
    }
    let offsets = checked_offsets(values, offsets)?;
    let dtype = if i32::try_from(values.size()).is_ok() { DType::I32 } else { DType::I64 };
    let numbers = Array::empty(values.shape(), dtype, values.device())?;
    if numbers.size() == 0 {
        return Ok((numbers, zeros(shape([0_i64; 0]).on(values.device()))?));
    }
    let count = Array::empty([0_i64; 0], DType::I64, values.device())?;
    let (outputs, inputs) = ([numbers.output(), count.output()], [values.input(), offsets.input()]);
    let components = Opcode::Routine(Routine::Components);
    numbers.device().lock()?.record(components, numbers.shape(), &outputs, &inputs)?;
    Ok((numbers, count))
}

/// The lower envelope of parabolas along the last axis (Felzenszwalb and Huttenlocher, "Distance transforms of sampled
/// functions", 2012): for each index `p` the index `q` that minimises `costs[.., q] + (step (p - q))^2`, as int64.
/// Costs are not negative. Of equal minima the first is used, and `p` itself if all costs are infinite.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let indices = windows::lower_envelope(&array![f64::INFINITY, 0.0, f64::INFINITY, 3.0], 1.0)?;
/// assert_eq!(indices.to_string(), "[1 1 1 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for another dtype than float64, a value error for a 0-d array.
pub fn lower_envelope(costs: &Array, step: f64) -> Result<Array> {
    check(costs, costs.dtype(), 0)?;
    if costs.dtype() != DType::F64 {
        return Err(Error::type_("costs must be float64"));
    }
    record(Routine::LowerEnvelope, costs, DType::I64, &[costs.input(), Input::Scalar(Scalar::new(step))])
}

/// The values of that lower envelope along an axis: `costs[q] + (step (p - q))^2` for those `q`, as float64.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let costs = array![f64::INFINITY, 0.0, f64::INFINITY, 3.0];
/// assert_eq!(windows::lower_envelope_values(&costs, 0, 1.0)?.to_string(), "[1. 0. 1. 3.]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for another dtype than float64, a value error for an axis out of range.
pub fn lower_envelope_values(costs: &Array, axis: usize, step: f64) -> Result<Array> {
    check(costs, costs.dtype(), axis)?;
    if costs.dtype() != DType::F64 {
        return Err(Error::type_("costs must be float64"));
    }
    let out = Array::empty(costs.shape(), DType::F64, costs.device())?;
    if out.size() > 0 {
        let (costs, lowest) = (costs.moveaxis(axis as i64, -1)?, out.moveaxis(axis as i64, -1)?);
        let inputs = [costs.input(), Input::Scalar(Scalar::new(step))];
        let operation = Opcode::Routine(Routine::LowerEnvelope);
        out.device().lock()?.record(operation, lowest.shape(), &[lowest.output()], &inputs)?;
    }
    Ok(out)
}

fn check(values: &Array, dtype: DType, axis: usize) -> Result<()> {
    if values.dtype().is_complex() || dtype.is_complex() {
        return Err(Error::type_("neighbourhood operations take real numbers, not complex ones"));
    }
    if axis >= values.ndim() {
        return Err(Error::value(format!("axis {axis} is out of range for an array with {} axes", values.ndim())));
    }
    Ok(())
}

fn checked_offsets(values: &Array, offsets: &Array) -> Result<Array> {
    values.check_device(offsets)?;
    match offsets.shape() {
        [count, axes] if *count > 0 && *axes == values.ndim() as i64 => offsets.in_dtype(DType::I64),
        _ => Err(Error::value("offsets must have the shape (neighbours, axes), with at least one neighbour")),
    }
}

/// Records a routine whose result has the shape of the values.
fn record(routine: Routine, values: &Array, dtype: DType, inputs: &[Input]) -> Result<Array> {
    let out = Array::empty(values.shape(), dtype, values.device())?;
    if out.size() > 0 {
        out.device().lock()?.record(Opcode::Routine(routine), out.shape(), &[out.output()], inputs)?;
    }
    Ok(out)
}
