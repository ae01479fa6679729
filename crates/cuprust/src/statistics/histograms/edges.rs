//! The edges of bins: given, spaced evenly, or estimated from the elements.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar, Value, c128, promote, promote_all};

use super::bins::{Bins, Interval};
use crate::creation::positions;
use crate::ufunc::rows;
use crate::{Argument, Array};

/// Edges, and how to compute an element's bin if the bins have equal width.
pub(super) struct Edges {
    pub edges: Array,
    pub even: Option<Even>,
    /// The outermost edges, if their distance overflows in their dtype, so that the computed edges are not finite.
    pub outermost: Option<Array>,
}

impl Edges {
    /// Explicit edges, whose bins are found by search.
    pub fn given(edges: &Array) -> Edges {
        Edges { edges: edges.clone(), even: None, outermost: None }
    }
}

/// Bins of equal width, where an element's bin can be computed: its distance from the first edge times this scale, with
/// an error of one at most.
#[derive(Clone, Copy)]
pub(super) struct Even {
    pub first: f64,
    pub last: f64,
    /// The reciprocal of the width.
    pub scale: f64,
    /// The start and the step from which the edges were computed, in the dtype in which they were.
    pub start: Scalar,
    pub step: Scalar,
}

impl Even {
    /// `None` where rounding errors could exceed one: for edges as close as the spacing of the dtype, and for very
    /// many.
    fn of(ends: &Ends, count: i64, dtype: DType) -> Option<Even> {
        let max_count = match dtype {
            DType::F32 => 1 << 20,
            DType::F64 => 1 << 40,
            _ => return None,
        };
        let rounded = |number: f64| Scalar::new(number).cast(dtype).get::<f64>();
        let (first, last) = (rounded(ends.first.re), rounded(ends.last.re));
        let (width, scale) = (rounded(last - first), rounded(count as f64 / (last - first)));
        let apart = width / count as f64 > 16.0 * spacing(dtype) * first.abs().max(last.abs());
        let usual = [width, scale].iter().all(|number| number.is_finite() && *number > 1e-30 && *number < 1e30);
        let (start, step) = (Scalar::new(ends.first).cast(ends.dtype), ends.step(count));
        let known = matches!(ends.dtype, DType::F32 | DType::F64) && step.get::<f64>() != 0.0;
        (known && apart && usual && count <= max_count).then_some(Even { first, last, scale, start, step })
    }
}

/// The outermost edges.
pub(super) struct Ends {
    pub first: c128,
    pub last: c128,
    /// The dtype in which edges are computed.
    dtype: DType,
    /// The dtype that is promoted with the elements' to that of the edges; `None` if the ends are weak scalars.
    strong: Option<DType>,
}

impl Ends {
    /// Whether the distance of the ends is finite in their dtype.
    pub fn is_narrow(&self) -> bool {
        let delta = Scalar::new(self.last - self.first).cast(self.dtype).get::<c128>();
        delta.re.is_finite() && delta.im.is_finite()
    }

    /// The width of one of this many bins.
    fn step(&self, count: i64) -> Scalar {
        let delta = Scalar::new(self.last - self.first).cast(self.dtype);
        Scalar::new(delta.get::<c128>() / count as f64).cast(self.dtype)
    }
}

/// Explicit edges for one-dimensional elements.
///
/// # Errors
/// A type error for no axis, a value error for several, and for edges that do not ascend.
pub(super) fn given(flat: &Array, edges: &Array) -> Result<Edges> {
    match edges.ndim() {
        0 => return Err(Error::type_("`bins` must be an integer, a string, or an array")),
        1 => {}
        _ => return Err(Error::value("`bins` must be 1d, when an array")),
    }
    flat.check_device(edges)?;
    if !ascends(edges)? {
        return Err(Error::value("`bins` must increase monotonically, when an array"));
    }
    Ok(Edges::given(edges))
}

/// The edges of this many bins of equal width for one-dimensional elements.
///
/// # Errors
/// A value error for no bins, and as [`between`].
pub(super) fn counted(flat: &Array, range: Option<Interval>, count: i64) -> Result<Edges> {
    if count < 1 {
        return Err(Error::value("`bins` must be positive, when an integer"));
    }
    between(flat, &ends(flat, range)?, count)
}

/// The edges of this many bins of equal width between known outermost edges.
///
/// # Errors
/// A value error for more bins than the dtype can distinguish.
pub(super) fn between(flat: &Array, ends: &Ends, count: i64) -> Result<Edges> {
    let found = ends.strong.map_or(flat.dtype(), |strong| promote(strong, flat.dtype()));
    let dtype = if found.is_inexact() { found } else { promote(found, DType::F64) };
    let edges = evenly(ends, count, flat)?.in_dtype(dtype)?;
    // Steps much larger than the spacing of the dtype cannot vanish, unless the edges' dtype cannot hold an end; other
    // edges are checked.
    let step = (ends.last - ends.first).re / count as f64;
    let far = ends.first.re.abs().max(ends.last.re.abs()) * spacing(dtype);
    let is_held = |end: c128| Scalar::new(end.re).cast(dtype.real()).get::<f64>().is_finite();
    let vanishes = step <= 4.0 * far || !(is_held(ends.first) || is_held(ends.last));
    if vanishes || dtype.is_complex() || !ends.is_narrow() {
        let (low, high) = neighbours(&edges);
        if rows::any(&rows::greater_equal(&low, &high)?, ..)?.item()?.get::<bool>() {
            return Err(Error::value(format!(
                "Too many bins for data range. Cannot create {count} finite-sized bins."
            )));
        }
    }
    let outermost = match ends.is_narrow() {
        true => None,
        false => Some(Array::from_slice(&[ends.first.re, ends.last.re], [2], flat.device())?.in_dtype(dtype.real())?),
    };
    Ok(Edges { edges, even: Even::of(ends, count, dtype), outermost })
}

/// The edges along one axis of several.
pub(super) fn along(axis: usize, own: &Array, bins: Bins, range: Option<Interval>) -> Result<Edges> {
    match bins {
        Bins::Count(count) if count < 1 => {
            Err(Error::value(format!("`bins[{axis}]` must be positive, when an integer")))
        }
        Bins::Count(count) => {
            let ends = ends(own, range)?;
            // As in NumPy, the largest element has no bin between edges that are not finite.
            if range.is_none() && !ends.is_narrow() {
                return Err(Error::value("invalid entry in coordinates array"));
            }
            let edges = evenly(&ends, count, own)?;
            let even = Even::of(&ends, count, edges.dtype());
            Ok(Edges { edges, even, outermost: None })
        }
        Bins::Edges(edges) if edges.ndim() == 0 => {
            Err(Error::type_(format!("`bins[{axis}]` must be an integer, when a scalar")))
        }
        Bins::Edges(edges) if edges.ndim() > 1 => {
            Err(Error::value(format!("`bins[{axis}]` must be a scalar or 1d array")))
        }
        Bins::Edges(edges) => {
            own.check_device(edges)?;
            match ascends(edges)? {
                true => Ok(Edges::given(edges)),
                false => Err(Error::value(format!("`bins[{axis}]` must be monotonically increasing, when an array"))),
            }
        }
        Bins::Estimated(_) => Err(Error::type_(format!("`bins[{axis}]` must be an integer or an array"))),
    }
}

/// All but the last, and all but the first.
fn neighbours(edges: &Array) -> (Array, Array) {
    let count = (edges.size() - 1).max(0);
    let part = |first: i64| edges.view_of(edges.layout().slice(0, first, 1, count));
    (part(0), part(i64::from(count > 0)))
}

/// Whether no edge is greater than the next. Waits for them.
fn ascends(edges: &Array) -> Result<bool> {
    let (low, high) = neighbours(edges);
    Ok(low.size() == 0 || !rows::any(&rows::greater(&low, &high)?, ..)?.item()?.get::<bool>())
}

/// The spacing of the dtype at one.
fn spacing(dtype: DType) -> f64 {
    match dtype.real() {
        DType::F16 => 2f64.powi(-10),
        DType::BF16 => 2f64.powi(-7),
        DType::F32 => f32::EPSILON.into(),
        _ => f64::EPSILON,
    }
}

/// The ends of a range, or the minimum and the maximum of the elements; equal ends are moved apart.
pub(super) fn ends(flat: &Array, range: Option<Interval>) -> Result<Ends> {
    let finite = |number: c128| number.re.is_finite() && number.im.is_finite();
    let mut ends = match range {
        Some(Interval { first, last }) => {
            let (first, last) = (number(first)?, number(last)?);
            let strong = promote_all([first, last].iter().filter_map(|end| end.1));
            let ends = Ends { first: first.0, last: last.0, dtype: strong.unwrap_or(DType::F64), strong };
            if ends.first.re > ends.last.re {
                return Err(Error::value("max must be larger than min in range parameter."));
            }
            if !finite(ends.first) || !finite(ends.last) {
                let (first, last) = (ends.first.re, ends.last.re);
                return Err(Error::value(format!("supplied range of [{first}, {last}] is not finite")));
            }
            ends
        }
        None if flat.size() == 0 => {
            Ends { first: c128::ZERO, last: c128::new(1.0, 0.0), dtype: DType::F64, strong: None }
        }
        None => {
            let (low, high) = (rows::min(flat, ..)?, rows::max(flat, ..)?);
            let (low, high) = (low.item()?, high.item()?);
            let ends = Ends { first: low.get(), last: high.get(), dtype: flat.dtype(), strong: Some(flat.dtype()) };
            if !finite(ends.first) || !finite(ends.last) {
                return Err(Error::value(format!("autodetected range of [{low}, {high}] is not finite")));
            }
            ends
        }
    };
    if !ends.dtype.is_inexact() {
        ends.dtype = DType::F64;
    }
    if ends.first == ends.last {
        let apart = |by: f64| Scalar::new(ends.first + c128::new(by, 0.0)).cast(ends.dtype).get::<c128>();
        (ends.first, ends.last) = (apart(-0.5), apart(0.5));
        // One half is a weak float: adding it makes a number inexact.
        ends.strong = ends.strong.map(|_| ends.dtype);
    }
    Ok(ends)
}

/// A number, and its dtype where it has one.
fn number(end: Argument<'static>) -> Result<(c128, Option<DType>)> {
    let complex = || Error::type_("'>' not supported between complex numbers: a range is of real ones");
    match end {
        Argument::Value(Value::Complex(_)) => Err(complex()),
        Argument::Scalar(scalar) if scalar.dtype().is_complex() => Err(complex()),
        Argument::Value(Value::Bool(value)) => Ok((c128::new(f64::from(u8::from(value)), 0.0), None)),
        Argument::Value(Value::Int(value)) => Ok((c128::new(value as f64, 0.0), None)),
        Argument::Value(Value::Float(value)) => Ok((c128::new(value, 0.0), None)),
        Argument::Scalar(scalar) => Ok((scalar.get(), Some(scalar.dtype()))),
        Argument::Array(_) => Err(Error::type_("the ends of a range are numbers")),
    }
}

/// One more edge than there are bins, each computed in the ends' dtype as `linspace` does.
fn evenly(ends: &Ends, count: i64, like: &Array) -> Result<Array> {
    let scalar = |number: c128| Scalar::new(number).cast(ends.dtype);
    let delta = scalar(ends.last - ends.first);
    let step = ends.step(count);
    let number = count.checked_add(1).ok_or_else(|| Error::value("`bins` is too large"))?;
    let indices = positions(&[number], 0, &[1], ends.dtype, like.device())?;
    let from_first = match step.get::<c128>() == c128::ZERO {
        false => rows::multiply(&indices, step)?,
        true => rows::multiply(&rows::divide(&indices, scalar(c128::new(count as f64, 0.0)))?, delta)?,
    };
    let edges = rows::add(&from_first, scalar(ends.first))?;
    edges.view_of(edges.layout().at(0, count)).fill(scalar(ends.last))?;
    Ok(edges)
}
