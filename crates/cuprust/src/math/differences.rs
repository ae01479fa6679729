//! Differences of adjacent elements, gradients, and integrals by the trapezoidal rule: `diff`, `ediff1d`, `gradient`,
//! `trapezoid`, `cross`.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, promote};

use crate::manipulation::concatenate;
use crate::ufunc::{Argument, rows};
use crate::{Array, NumPy, normalize_axes, normalize_axis};

/// A range of indices along an axis, as a view.
fn part(array: &Array, axis: usize, first: i64, count: i64) -> Array {
    array.view_of(array.layout().slice(axis, first, 1, count.max(0)))
}

/// Each element minus the previous one along an axis, `n` times; for bools whether they differ. `numpy.diff`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(math::diff(&array![1, 4, 9, 16], 1, -1)?.to_string(), "[3 5 7]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a negative `n` and an array without axes, an axis error.
pub fn diff(array: &Array, n: i64, axis: i64) -> Result<Array> {
    diff_between(array, n, axis, None, None)
}

/// As [`diff`], for an array with others prepended and appended along the axis; an operand without axes is broadcast to
/// extent one there.
///
/// # Errors
/// As [`diff`], and as [`concatenate`].
///
/// ```
/// # use cuprust::*;
/// let (zero, x) = (array![0], array![1, 4, 9]);
/// assert_eq!(math::diff_between(&x, 1, -1, Some(&zero), None)?.to_string(), "[1 3 5]");
/// # Ok::<(), Error>(())
/// ```
pub fn diff_between(array: &Array, n: i64, axis: i64, before: Option<&Array>, behind: Option<&Array>) -> Result<Array> {
    if n == 0 {
        return Ok(array.clone());
    }
    if n < 0 {
        return Err(Error::value(format!("order must be non-negative but got {n}")));
    }
    if array.ndim() == 0 {
        return Err(Error::value("diff requires input that is at least one dimensional"));
    }
    let axis = normalize_axis(axis, array.ndim())?;
    let laid = |other: &Array| {
        if other.ndim() > 0 {
            return Ok(other.clone());
        }
        let mut extents = array.shape().to_vec();
        extents[axis] = 1;
        other.broadcast_to(&extents)
    };
    let parts = [before.map(laid).transpose()?, Some(array.clone()), behind.map(laid).transpose()?];
    let parts: Vec<Array> = parts.into_iter().flatten().collect();
    let mut result = match &parts[..] {
        [only] => only.clone(),
        parts => concatenate(parts, axis as i64)?,
    };
    // As many differences as there are elements leave nothing.
    for _ in 0..n.min(result.shape()[axis]) {
        let count = result.shape()[axis] - 1;
        let (high, low) = (part(&result, axis, 1, count), part(&result, axis, 0, count));
        result =
            if result.dtype() == DType::Bool { rows::not_equal(&high, &low)? } else { rows::subtract(&high, &low)? };
    }
    Ok(result)
}

/// The differences of consecutive elements in C order, with others prepended and appended. `numpy.ediff1d`.
///
/// # Errors
/// A type error if these cannot be cast to the array's dtype by the rule 'same_kind', and for bools.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::ediff1d(&array![[1, 4], [9, 16]], None, Some(&array![0]))?.to_string(), "[0 3 5 7]");
/// # Ok::<(), Error>(())
/// ```
pub fn ediff1d(array: &Array, behind: Option<&Array>, before: Option<&Array>) -> Result<Array> {
    let flat = array.ravel()?;
    let dtype = flat.dtype();
    let differences = match flat.size() {
        0 => rows::subtract(&flat, &flat)?,
        _ => {
            let count = flat.size() - 1;
            rows::subtract(&part(&flat, 0, 1, count), &part(&flat, 0, 0, count))?
        }
    };
    let end = |name: &str, end: Option<&Array>| {
        let Some(end) = end else { return Ok(None) };
        if !cuprust_num::can_cast(end.dtype(), dtype, cuprust_num::Casting::SameKind) {
            return Err(Error::type_(format!(
                "dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."
            )));
        }
        end.in_dtype(dtype)?.ravel().map(Some)
    };
    let parts = [end("to_begin", before)?, Some(differences.clone()), end("to_end", behind)?];
    let parts: Vec<Array> = parts.into_iter().flatten().collect();
    if parts.len() == 1 { Ok(differences) } else { concatenate(&parts, 0) }
}

/// The distances of elements along an axis.
enum Spacing {
    /// The same distance for all.
    Even(Array),
    /// The differences of their coordinates: one less than there are elements.
    Steps(Array),
}

/// The slope along axes, by differences of second order inside and of the `edges`' order, 1 or 2, at both ends: an
/// array for each axis. `numpy.gradient`. `spacings` are distances, without axes, or coordinates along the axis: none,
/// one for all axes, or one for each.
///
/// # Errors
/// A type error for another number of spacings, a value error for coordinates that are not as many as elements, for an
/// axis with too few elements for the edges, and for another order of edges.
///
/// ```
/// # use cuprust::*;
/// let slopes = math::gradient(&array![1.0, 2.0, 4.0, 7.0], &[], None, 1)?;
/// assert_eq!(slopes[0].to_string(), "[1.  1.5 2.5 3. ]");
/// # Ok::<(), Error>(())
/// ```
pub fn gradient(array: &Array, spacings: &[&Array], axes: Option<&[i64]>, edges: i64) -> Result<Vec<Array>> {
    let axes = match axes {
        None => (0..array.ndim()).collect(),
        Some(axes) => {
            normalize_axes(Some(axes), array.ndim())?;
            axes.iter().map(|&axis| normalize_axis(axis, array.ndim())).collect::<Result<Vec<_>>>()?
        }
    };
    if edges > 2 {
        return Err(Error::value("'edge_order' greater than 2 not supported"));
    }
    let is_bool = array.dtype() == DType::Bool;
    let array = match array.dtype() {
        dtype if dtype.is_inexact() => array.clone(),
        _ => array.astype(DType::F64)?,
    };
    let for_all = matches!(spacings, [all] if all.ndim() == 0);
    if !(spacings.is_empty() || for_all || spacings.len() == axes.len()) {
        return Err(Error::type_("invalid number of arguments"));
    }
    let spacing = |position: usize| if for_all { spacings.first() } else { spacings.get(position) };
    let mut slopes = Vec::with_capacity(axes.len());
    for (position, &axis) in axes.iter().enumerate() {
        let extent = array.shape()[axis];
        let spacing = match spacing(position).copied() {
            None => None,
            Some(distance) if distance.ndim() == 0 => Some(Spacing::Even(distance.clone())),
            Some(coordinates) if coordinates.ndim() != 1 => {
                return Err(Error::value("distances must be either scalars or 1d"));
            }
            Some(coordinates) if coordinates.size() != extent => {
                return Err(Error::value("when 1d, distances must match the length of the corresponding dimension"));
            }
            Some(coordinates) if coordinates.dtype() == DType::Bool && extent > 1 => Some(bool_steps(coordinates)?),
            Some(coordinates) => {
                // Differences of unsigned integers would wrap around.
                let whole = coordinates.dtype().is_integer();
                let coordinates = if whole { coordinates.astype(DType::F64)? } else { coordinates.clone() };
                let steps = diff(&coordinates, 1, -1)?;
                let mut extents = vec![1; array.ndim()];
                extents[axis] = steps.size();
                Some(Spacing::Steps(steps.reshape(&extents)?))
            }
        };
        if extent < edges + 1 {
            return Err(Error::value(
                "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.",
            ));
        }
        slopes.push(slope(&array, axis, spacing.as_ref(), edges)?);
    }
    if is_bool && !axes.is_empty() {
        return Err(Error::type_("gradient takes no bools: they have no differences"));
    }
    Ok(slopes)
}

/// The distance of coordinates that are bools: whether adjacent ones differ, which must be the same for all of them, as
/// in NumPy.
///
/// # Errors
/// A type error for distances that differ.
fn bool_steps(coordinates: &Array) -> Result<Spacing> {
    let steps = diff(coordinates, 1, -1)?;
    let first = steps.at(0)?;
    if !rows::equal(&steps, &first)?.all(..)?.item()?.get::<bool>() {
        return Err(Error::type_(
            "coordinates of bools whose distances differ have no gradient: convert them to numbers",
        ));
    }
    Ok(Spacing::Even(first.astype(DType::F64)?))
}

/// The gradient along one axis.
fn slope(array: &Array, axis: usize, spacing: Option<&Spacing>, edges: i64) -> Result<Array> {
    let extent = array.shape()[axis];
    let at = |position: i64| part(array, axis, if position < 0 { position + extent } else { position }, 1);
    let inside = extent - 2;
    let (low, middle, high) =
        (part(array, axis, 0, inside), part(array, axis, 1, inside), part(array, axis, 2, inside));
    // Weighted sums of three adjacent elements.
    let sum = |weights: [&Array; 3], values: [&Array; 3]| {
        let products = [0, 1, 2].map(|position| rows::multiply(weights[position], values[position]));
        let [a, b, c] = products;
        rows::add(&rows::add(&a?, &b?)?, &c?)
    };
    let number = |value: f64| Argument::Value(cuprust_num::Value::Float(value));
    let (interior, first, last) = match spacing {
        None | Some(Spacing::Even(_)) => {
            let even = match spacing {
                Some(Spacing::Even(step)) => Some(step),
                _ => None,
            };
            // Without a spacing the factors are weak scalars.
            let over = |difference: Array, times: f64| match even {
                Some(step) => rows::divide(&difference, &rows::multiply(step, number(times))?),
                None if times == 1.0 => Ok(difference),
                None => rows::divide(&difference, number(times)),
            };
            let interior = over(rows::subtract(&high, &low)?, 2.0)?;
            let (first, last) = if edges < 2 {
                (over(rows::subtract(&at(1), &at(0))?, 1.0)?, over(rows::subtract(&at(-1), &at(-2))?, 1.0)?)
            } else {
                let edge = |signs: [f64; 3], positions: [i64; 3]| -> Result<Array> {
                    let terms = [0, 1, 2].map(|position| match even {
                        Some(step) => {
                            rows::multiply(&rows::divide(number(signs[position]), step)?, &at(positions[position]))
                        }
                        None => rows::multiply(number(signs[position]), &at(positions[position])),
                    });
                    let [a, b, c] = terms;
                    rows::add(&rows::add(&a?, &b?)?, &c?)
                };
                (edge([-1.5, 2.0, -0.5], [0, 1, 2])?, edge([0.5, -2.0, 1.5], [-3, -2, -1])?)
            };
            (interior, first, last)
        }
        Some(Spacing::Steps(steps)) => {
            let count = steps.shape()[axis];
            let (before, behind) = (part(steps, axis, 0, count - 1), part(steps, axis, 1, count - 1));
            let both = rows::add(&before, &behind)?;
            let weights = [
                rows::negative(&rows::divide(&behind, &rows::multiply(&before, &both)?)?)?,
                rows::divide(&rows::subtract(&behind, &before)?, &rows::multiply(&before, &behind)?)?,
                rows::divide(&before, &rows::multiply(&behind, &both)?)?,
            ];
            let interior = sum([&weights[0], &weights[1], &weights[2]], [&low, &middle, &high])?;
            let step = |position: i64| part(steps, axis, if position < 0 { position + count } else { position }, 1);
            let (first, last) = if edges < 2 {
                (
                    rows::divide(&rows::subtract(&at(1), &at(0))?, &step(0))?,
                    rows::divide(&rows::subtract(&at(-1), &at(-2))?, &step(-1))?,
                )
            } else {
                // The parabola through three points, at one of its ends: the nearer steps come first.
                let edge = |near: &Array, far: &Array| -> Result<[Array; 3]> {
                    let both = rows::add(near, far)?;
                    Ok([
                        rows::negative(&rows::divide(&rows::add(&both, near)?, &rows::multiply(near, &both)?)?)?,
                        rows::divide(&both, &rows::multiply(near, far)?)?,
                        rows::negative(&rows::divide(near, &rows::multiply(far, &both)?)?)?,
                    ])
                };
                let [a, b, c] = edge(&step(0), &step(1))?;
                let first = sum([&a, &b, &c], [&at(0), &at(1), &at(2)])?;
                let [a, b, c] = edge(&step(-1), &step(-2))?;
                let last = rows::negative(&sum([&a, &b, &c], [&at(-1), &at(-2), &at(-3)])?)?;
                (first, last)
            };
            (interior, first, last)
        }
    };
    let parts = [first, interior, last];
    let joined = concatenate(&parts, axis as i64)?;
    joined.in_dtype(array.dtype())
}

/// The integral along an axis by the trapezoidal rule: over coordinates `x`, of one axis or of the array's shape, or in
/// steps of `dx`. `numpy.trapezoid`.
///
/// # Errors
/// An axis error, a value error where shapes do not broadcast.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(math::trapezoid(&array![1.0, 2.0, 3.0], None, 0.5, -1)?.to_string(), "2.0");
/// # Ok::<(), Error>(())
/// ```
pub fn trapezoid<'a>(y: &Array, x: Option<&Array>, dx: impl Into<Argument<'a>>, axis: i64) -> Result<Array> {
    let own = normalize_axis(axis, y.ndim())?;
    let count = y.shape()[own] - 1;
    let both = rows::add(&part(y, own, 1, count), &part(y, own, 0, count))?;
    let steps;
    let steps = match x {
        None => dx.into(),
        Some(x) if x.ndim() == 1 => {
            let mut extents = vec![1; y.ndim()];
            let differences = diff(x, 1, -1)?;
            extents[own] = differences.size();
            steps = differences.reshape(&extents)?;
            Argument::Array(&steps)
        }
        Some(x) => {
            steps = diff(x, 1, axis)?;
            Argument::Array(&steps)
        }
    };
    let areas = rows::divide(&rows::multiply(steps, &both)?, 2.0)?;
    // As in NumPy, an array of steps may have more axes, and the axis is then counted in its broadcast shape.
    rows::sum(&areas, axis)
}

/// The cross products of vectors of two or three elements along an axis of each operand: `numpy.cross`.
///
/// # Errors
/// A value error for other lengths (since NumPy 2.5 for two elements too) and for shapes that do not broadcast, an axis
/// error.
///
/// ```
/// # use cuprust::*;
/// let (x, y) = (array![1, 0, 0], array![0, 1, 0]);
/// assert_eq!(math::cross(&x, &y, [-1, -1, -1])?.to_string(), "[0 0 1]");
/// # Ok::<(), Error>(())
/// ```
pub fn cross(a: &Array, b: &Array, axes: [i64; 3]) -> Result<Array> {
    let last = |array: &Array, axis: i64| -> Result<Array> {
        let axis = normalize_axis(axis, array.ndim())?;
        array.moveaxis([axis as i64], [-1])
    };
    let (a, b) = (last(a, axes[0])?, last(b, axes[1])?);
    let lengths = [a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1]];
    if lengths.iter().any(|length| !matches!(length, 2 | 3)) {
        return Err(Error::value("incompatible dimensions for cross product\n(dimension must be 2 or 3)"));
    }
    if lengths != [3, 3] && NumPy::followed() >= NumPy(2, 5) {
        return Err(Error::value(format!(
            "Both input arrays must be (arrays of) 3-dimensional vectors, but they are {} and {} dimensional instead.",
            lengths[0], lengths[1]
        )));
    }
    let rank = a.ndim().max(b.ndim());
    let axis = if lengths == [2, 2] { 0 } else { normalize_axis(axes[2], rank)? };
    let element = |array: &Array, position: i64| array.view_of(array.layout().at(array.ndim() - 1, position));
    let pair = |i: i64, j: i64| -> Result<Option<Array>> {
        let product = |i: i64, j: i64| match i < lengths[0] && j < lengths[1] {
            true => rows::multiply(&element(&a, i), &element(&b, j)).map(Some),
            false => Ok(None),
        };
        Ok(match (product(i, j)?, product(j, i)?) {
            (Some(one), Some(other)) => Some(rows::subtract(&one, &other)?),
            (Some(one), None) => Some(one),
            (None, Some(other)) => Some(rows::negative(&other)?),
            (None, None) => None,
        })
    };
    let Some(z) = pair(0, 1)? else { return Err(Error::runtime("two vectors need at least two elements each")) };
    if lengths == [2, 2] {
        return Ok(z);
    }
    let dtype = promote(a.dtype(), b.dtype());
    let zero = || z.zeros_like(dtype);
    let x = pair(1, 2)?.map_or_else(zero, Ok)?;
    let y = pair(2, 0)?.map_or_else(zero, Ok)?;
    crate::manipulation::stack(&[x, y, z], axis as i64)
}
