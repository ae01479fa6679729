//! Normalisation of axes: negative ones count from the last.

use cuprust_ir::{Axes, Error, Result};

/// One axis of an array of `rank` axes.
///
/// # Errors
/// An axis error that names both.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(normalize_axis(-1, 3)?, 2);
/// assert!(normalize_axis(3, 3).is_err());
/// # Ok::<(), Error>(())
/// ```
pub fn normalize_axis(axis: i64, rank: usize) -> Result<usize> {
    let from_start = if axis < 0 { axis + rank as i64 } else { axis };
    if (0..rank as i64).contains(&from_start) {
        return Ok(from_start as usize);
    }
    Err(Error::axis(format!("axis {axis} is out of bounds for array of dimension {rank}")))
}

/// A set of axes; `None` stands for all.
///
/// # Errors
/// An axis error for one out of range, a value error for one named twice.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(normalize_axes(Some(&[-1, 0]), 3)?.iter().collect::<Vec<_>>(), [0, 2]);
/// # Ok::<(), Error>(())
/// ```
pub fn normalize_axes(axes: Option<&[i64]>, rank: usize) -> Result<Axes> {
    let Some(axes) = axes else { return Ok(Axes::all(rank)) };
    let mut set = Axes::default();
    for &axis in axes {
        let axis = normalize_axis(axis, rank)?;
        if set.contains(axis) {
            return Err(Error::value("duplicate value in 'axis'"));
        }
        set = set.with(axis);
    }
    Ok(set)
}

/// A permutation of the axes; `None` reverses them.
///
/// # Errors
/// A value error for another number of axes, or for one named twice.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(normalize_order(Some(&[-1, 0]), 2)?, [1, 0]);
/// assert_eq!(normalize_order(None, 2)?, [1, 0]);
/// # Ok::<(), Error>(())
/// ```
pub fn normalize_order(order: Option<&[i64]>, rank: usize) -> Result<Vec<usize>> {
    let Some(order) = order else { return Ok((0..rank).rev().collect()) };
    if order.len() != rank {
        return Err(Error::value("axes don't match array"));
    }
    let mut seen = Axes::default();
    let mut out = Vec::with_capacity(rank);
    for &axis in order {
        let axis = normalize_axis(axis, rank)?;
        if seen.contains(axis) {
            return Err(Error::value("repeated axis in transpose"));
        }
        seen = seen.with(axis);
        out.push(axis);
    }
    Ok(out)
}

/// Sorts axes by insertion, as NumPy sorts them by their strides: each moves before those that it `precedes`, up to the
/// first one that it does not precede. Axes that `precedes` cannot order are skipped without ending the search.
pub(crate) fn insert_in_order(axes: &mut [usize], precedes: impl Fn(usize, usize) -> Option<bool>) {
    for i in 1..axes.len() {
        let mut position = i;
        for before in (0..i).rev() {
            match precedes(axes[i], axes[before]) {
                Some(true) => position = before,
                Some(false) => break,
                None => {}
            }
        }
        axes[position..=i].rotate_right(1);
    }
}
