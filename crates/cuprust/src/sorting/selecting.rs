//! The element that stands at a place of the sorted array, smaller ones before it and larger ones behind: `partition`, `argpartition`.
//!
//! A sorted axis is partitioned at every place.

use cuprust_ir::{Error, Result};

use super::{argsort, sort};
use crate::{Array, normalize_axis};

/// A copy whose elements at these places along an axis are those of the sorted array, none before them larger and none behind them
/// smaller; of the flattened array where there is no axis. `numpy.partition`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let parted = sorting::partition(&array![7, 1, 5, 2], &[1], -1)?;
/// assert_eq!(parted.at(1)?.to_string(), "2");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error, a value error for a place out of range.
pub fn partition(array: &Array, places: &[i64], axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    check_places(array, places, axis)?;
    sort(array, axis)
}

/// The int64 places that the elements of [`partition`] come from. `numpy.argpartition`.
///
/// # Errors
/// As [`partition`].
pub fn argpartition(array: &Array, places: &[i64], axis: impl Into<Option<i64>>) -> Result<Array> {
    let axis = axis.into();
    let array = array.at_least(1);
    check_places(&array, places, axis)?;
    argsort(&array, axis)
}

impl Array {
    /// As [`partition`], in place: `numpy.ndarray.partition`.
    ///
    /// # Errors
    /// As [`partition`], and a value error for a read-only array.
    pub fn partition(&self, places: &[i64], axis: i64) -> Result<()> {
        check_places(self, places, Some(axis))?;
        self.sort(axis)
    }
}

/// Refuses places that are not along the axis.
fn check_places(array: &Array, places: &[i64], axis: Option<i64>) -> Result<()> {
    let extent = match axis {
        None => array.size(),
        Some(axis) => array.shape()[normalize_axis(axis, array.ndim())?],
    };
    // As NumPy, places count where there are elements.
    if array.size() == 0 {
        return Ok(());
    }
    match places.iter().find(|&&place| !(-extent..extent).contains(&place)) {
        None => Ok(()),
        // NumPy names the place as it is counted from the start.
        Some(&place) => {
            let place = if place < 0 { place.saturating_add(extent) } else { place };
            Err(Error::value(format!("kth(={place}) out of bounds ({extent})")))
        }
    }
}
