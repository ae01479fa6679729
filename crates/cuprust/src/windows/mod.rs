//! Windows of an array: what is made of the neighbours of each element, along one axis or in any form, with a rule for
//! what stands beyond the edges.
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
pub use cuprust_ops::{Edge, Summary, Weighted};
pub use splines::{Extrapolation, Sampling, interpolate, spline_filter};

use crate::Array;
use crate::runtime::Input;

/// What stands beyond the edges of an array.
#[derive(Debug, Clone, Copy)]
pub struct Border {
    /// Which element, or a constant.
    pub edge: Edge,
    /// The constant.
    pub constant: Scalar,
}

impl Border {
    /// An edge, and zero for a constant one.
    pub fn new(edge: Edge) -> Border {
        Border { edge, constant: Scalar::new(0.0) }
    }
}

/// Where windows along an axis lie.
#[derive(Debug, Clone, Copy)]
pub struct Along {
    /// The axis.
    pub axis: usize,
    /// How far before an element its window begins.
    pub before: i64,
}

/// Sums of products with weights, a line of float64, along an axis: made in float64, in the order of SciPy, and given
/// in a real dtype.
///
/// # Errors
/// A type error for complex numbers, a value error for weights that are no line with elements, or an axis that is not
/// there.
pub fn correlate_axis(values: &Array, weights: &Array, along: Along, border: Border, dtype: DType) -> Result<Array> {
    check(values, dtype, along.axis)?;
    values.check_device(weights)?;
    if weights.ndim() != 1 || weights.size() == 0 {
        return Err(Error::value("weights are a line with elements"));
    }
    let weights = weights.in_dtype(DType::F64)?;
    let Along { axis, before } = along;
    let routine = Routine::CorrelateAxis { axis: axis as i64, before, edge: border.edge };
    let outside = Input::Scalar(border.constant.cast(DType::F64));
    given(routine, values, dtype, &[values.input(), weights.input(), outside])
}

/// What is made of windows of `size` elements along an axis: of a mean, in float64 and given in a real dtype; of an
/// extreme in the dtype of the values and given in another one.
///
/// # Errors
/// A type error for complex numbers, a value error for windows without elements, or an axis that is not there.
pub fn slide(values: &Array, summary: Summary, along: Along, size: i64, border: Border, dtype: DType) -> Result<Array> {
    check(values, dtype, along.axis)?;
    if size < 1 {
        return Err(Error::value("windows have one element at least"));
    }
    let own = if summary == Summary::Mean { dtype } else { values.dtype() };
    let outside = border.constant.cast(if summary == Summary::Mean { DType::F64 } else { own });
    let Along { axis, before } = along;
    let routine = Routine::Slide { summary, axis: axis as i64, size, before, edge: border.edge };
    given(routine, values, own, &[values.input(), Input::Scalar(outside)])?.in_dtype(dtype)
}

/// What is made of the elements at offsets from each element, a row of int64 for each, and of a weight, float64, for
/// each: in float64, and given in a real dtype.
///
/// # Errors
/// A type error for complex numbers, a value error for an array without axes, and where offsets are none or do not fit.
pub fn neighbors(
    values: &Array,
    weighted: Weighted,
    offsets: &Array,
    weights: &Array,
    border: Border,
    dtype: DType,
) -> Result<Array> {
    check(values, dtype, 0)?;
    values.check_device(weights)?;
    let (offsets, weights) = (checked_offsets(values, offsets)?, weights.in_dtype(DType::F64)?);
    if weights.ndim() != 1 || weights.size() != offsets.shape()[0] {
        return Err(Error::value("there is a weight for each offset"));
    }
    let outside = Input::Scalar(border.constant.cast(DType::F64));
    let routine = Routine::Neighbors { weighted, edge: border.edge };
    given(routine, values, dtype, &[values.input(), offsets.input(), weights.input(), outside])
}

/// The element of a rank among those at offsets from each element, NaN last: rank 0 is the least.
///
/// # Errors
/// As [`neighbors`], and a value error for a rank that is none of the offsets'.
pub fn rank_neighbors(values: &Array, rank: i64, offsets: &Array, border: Border, dtype: DType) -> Result<Array> {
    check(values, values.dtype(), 0)?;
    let offsets = checked_offsets(values, offsets)?;
    if !(0..offsets.shape()[0]).contains(&rank) {
        return Err(Error::value("the rank is one of the offsets'"));
    }
    let outside = Input::Scalar(border.constant.cast(values.dtype()));
    let routine = Routine::RankNeighbors { rank, edge: border.edge };
    given(routine, values, values.dtype(), &[values.input(), offsets.input(), outside])?.in_dtype(dtype)
}

/// The components of what is true, by steps along offsets, a row of int64 for each, and back: -1 where an element of
/// `values`, bools, is false, else the least place in C order among the elements that are connected to it, as int64.
/// Offsets lead to earlier places in C order where they stay within the array.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let roots = windows::components(&array![true, true, false, true], &array![[-1]])?;
/// assert_eq!(roots.to_string(), "[ 0  0 -1  3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for other than bools, a value error for an array without axes, and where offsets are none or do not
/// fit.
pub fn components(values: &Array, offsets: &Array) -> Result<Array> {
    check(values, values.dtype(), 0)?;
    if values.dtype() != DType::Bool {
        return Err(Error::type_("components are those of bools"));
    }
    let offsets = checked_offsets(values, offsets)?;
    given(Routine::Components, values, DType::I64, &[values.input(), offsets.input()])
}

/// The place `q` along the last axis for each place `p` of which `costs[.., q] + (step (p - q))^2` is least, as int64,
/// for costs that are not negative; of equal ones the first, and `p` itself where all costs are infinite.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let places = windows::lower_envelope(&array![f64::INFINITY, 0.0, f64::INFINITY, 3.0], 1.0)?;
/// assert_eq!(places.to_string(), "[1 1 1 3]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for other than float64, a value error for an array without axes.
pub fn lower_envelope(costs: &Array, step: f64) -> Result<Array> {
    check(costs, costs.dtype(), 0)?;
    if costs.dtype() != DType::F64 {
        return Err(Error::type_("costs are float64"));
    }
    given(Routine::LowerEnvelope, costs, DType::I64, &[costs.input(), Input::Scalar(Scalar::new(step))])
}

fn check(values: &Array, dtype: DType, axis: usize) -> Result<()> {
    if values.dtype().is_complex() || dtype.is_complex() {
        return Err(Error::type_("windows are of real numbers"));
    }
    if axis >= values.ndim() {
        return Err(Error::value(format!("there is no axis {axis} in an array of {} axes", values.ndim())));
    }
    Ok(())
}

fn checked_offsets(values: &Array, offsets: &Array) -> Result<Array> {
    values.check_device(offsets)?;
    match offsets.shape() {
        [count, axes] if *count > 0 && *axes == values.ndim() as i64 => offsets.in_dtype(DType::I64),
        _ => Err(Error::value("offsets have a row for each neighbor, one at least, with a place for each axis")),
    }
}

fn given(routine: Routine, values: &Array, dtype: DType, inputs: &[Input]) -> Result<Array> {
    let out = Array::empty(values.shape(), dtype, values.device())?;
    if out.size() > 0 {
        out.device().lock()?.record(Opcode::Routine(routine), out.shape(), &[out.output()], inputs)?;
    }
    Ok(out)
}
