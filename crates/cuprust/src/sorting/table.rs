//! The declarations of sorting.

use super::{argsort, check_kind, sort};
use crate::table::{Anything, functions};
use crate::{Array, Error, Result};

/// What is said of a sort beside its axis: it must be one that there is, and changes nothing, because every sort is stable.
fn check(kind: Option<&str>, order: Anything, stable: Option<bool>) -> Result<()> {
    if order.given {
        return Err(Error::value("Cannot specify order when the array has no fields."));
    }
    check_kind(kind, stable)
}

functions! {
    in "cuprust";

    /// A sorted copy along an axis, or of the flattened array where the axis is None. NaN stand last.
    ///
    /// Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for an unknown kind or an `order` of fields.
    ///
    /// >>> cp.sort(cp.array([[3, 1], [2, 4]]), axis=0)
    /// array([[2, 1],
    ///        [3, 4]])
    fn sort(
        a: &Array, axis: Option<i64> = -1, kind: Option<&str> = None, order: Anything = None, *,
        stable: Option<bool> = None
    ) -> Array {
        check(kind, order, stable)?;
        sort(a, axis)
    }

    /// The places that elements have before they are sorted along an axis, or in the flattened array where the axis is None.
    ///
    /// Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for an unknown kind or an `order` of fields.
    ///
    /// >>> cp.argsort(cp.array([3, 1, 2]))
    /// array([1, 2, 0])
    method argsort(
        a: &Array, axis: Option<i64> = -1, kind: Option<&str> = None, order: Anything = None, *,
        stable: Option<bool> = None
    ) -> Array {
        check(kind, order, stable)?;
        argsort(a, axis)
    }

    in "cuprust.ndarray";

    /// Sorts the elements along an axis, in place. NaN stand last.
    ///
    /// Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for a read-only array, an unknown kind or
    /// an `order` of fields.
    ///
    /// >>> a = cp.array([3, 1, 2])
    /// >>> a.sort()
    /// >>> a
    /// array([1, 2, 3])
    fn sort(
        a: &Array, axis: i64 = -1, kind: Option<&str> = None, order: Anything = None, *, stable: Option<bool> = None
    ) -> () {
        check(kind, order, stable)?;
        a.sort(axis)
    }
}
