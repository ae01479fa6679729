//! The declarations of sorting.

use super::*;
use crate::indexing::arrays_of;
use crate::table::texts::AXIS;
use crate::table::{Anything, Ignored, Ranks, Returned, functions};
use crate::{Argument, Array, Error, Result};

/// What is said of a sort beside its axis: it must be one that there is, and changes nothing, because every sort is
/// stable.
fn check(kind: Option<&str>, order: Anything, stable: Option<bool>) -> Result<()> {
    if order.given {
        return Err(Error::value("Cannot specify order when the array has no fields."));
    }
    check_kind(kind, stable)
}

/// The arguments of a partition besides its indices and axis.
fn check_partition(kind: &str, order: Anything) -> Result<()> {
    if order.given {
        return Err(Error::value("Cannot specify order when the array has no fields."));
    }
    match kind {
        "introselect" => Ok(()),
        _ => Err(Error::value(format!("select kind must be 'introselect' (got '{kind}')"))),
    }
}

/// The indices of the elements from the largest to the smallest: those of the array in reverse, counted from its end.
fn argsort_descending(a: &Array, axis: Option<i64>) -> Result<Array> {
    let (a, axis) = match axis {
        None => (a.ravel()?, 0),
        Some(axis) => (a.clone(), axis),
    };
    if a.ndim() == 0 {
        return argsort(&a, Some(axis));
    }
    let last = a.shape()[crate::normalize_axis(axis, a.ndim())?] - 1;
    let positions = argsort(&a.flip(axis)?, Some(axis))?.flip(axis)?;
    crate::subtract(last, &positions)
}

functions! {
    in "cuprust";

    /// A sorted copy along an axis, or of the flattened array where the axis is None. NaN are last; where the
    /// elements are to be `descending`, they are first.
    ///
    /// Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for an unknown kind or an
    /// `order` of fields.
    ///
    /// >>> cp.sort(cp.array([[3, 1], [2, 4]]), axis=0)
    /// array([[2, 1],
    ///        [3, 4]])
    fn sort(
        a: &Array, axis: Option<i64> = -1, kind: Option<&str> = None, order: Anything = None, *,
        stable: Option<bool> = None, descending: bool = False
    ) -> Array {
        check(kind, order, stable)?;
        let sorted = sort(a, axis)?;
        if descending { sorted.flip(axis.unwrap_or(0))?.ascontiguous() } else { Ok(sorted) }
    }

    /// The indices that elements have before they are sorted along an axis, or in the flattened array where the axis is
    /// None. Where the elements are to be `descending`, NaN are first, and equal ones in their order.
    ///
    /// Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for an unknown kind or an
    /// `order` of fields.
    ///
    /// >>> cp.argsort(cp.array([3, 1, 2]))
    /// array([1, 2, 0])
    method argsort(
        a: &Array, axis: Option<i64> = -1, kind: Option<&str> = None, order: Anything = None, *,
        stable: Option<bool> = None, descending: bool = False
    ) -> Array {
        check(kind, order, stable)?;
        if descending { argsort_descending(a, axis) } else { argsort(a, axis) }
    }

    /// A copy sorted along the first axis.
    ///
    /// Raises AxisError for an array without axes.
    ///
    /// >>> cp.msort(cp.array([[3, 1], [2, 4]]))
    /// array([[2, 1],
    ///        [3, 4]])
    fn msort(a: &Array) -> Array {
        sort(a, Some(0))
    }

    /// A sorted copy along the last axis as complex numbers, by their real and then their imaginary parts.
    ///
    /// Integers of up to 16 bits give complex64, other real numbers complex128. Raises AxisError for an array without
    /// axes.
    ///
    /// >>> cp.sort_complex(cp.array([2 - 1j, 1j, 2 - 2j]))
    /// array([0.+1.j, 2.-2.j, 2.-1.j])
    fn sort_complex(a: &Array) -> Array {
        sort_complex(a)
    }

    /// The indices that elements have before they are sorted along an axis by several keys, the last one first.
    ///
    /// Equal ones stay in their order. The keys are a sequence of arrays of one shape, or an array, whose parts along
    /// the first axis they are. Raises TypeError for no keys, ValueError for keys of different shapes, AxisError for an
    /// axis out of range.
    ///
    /// >>> cp.lexsort((cp.array([9, 4, 0, 4]), cp.array([1, 5, 1, 4])))
    /// array([2, 0, 3, 1])
    fn lexsort(keys: Vec<&Array>, axis: i64 = -1) -> Array {
        lexsort(&keys, axis)
    }

    /// A copy whose elements at indices along an axis are those of the sorted array: none before them is larger, none
    /// after them smaller.
    ///
    /// Without an axis the flattened array is parted. In which order the other elements stand is not said; here they
    /// are sorted. Raises ValueError for an index out of range or another `kind`, AxisError for an axis out of range.
    ///
    /// >>> cp.partition(cp.array([7, 1, 5, 2]), 1)[1]
    /// array(2)
    fn partition(
        a: &Array, kth: Ranks, axis: Option<i64> = -1, kind: &str = "introselect", order: Anything = None
    ) -> Array {
        check_partition(kind, order)?;
        partition(a, &kth.0, axis)
    }

    /// The indices that elements have before `partition`.
    ///
    /// Raises ValueError for an index out of range or another `kind`, AxisError for an axis out of range.
    ///
    /// >>> cp.argpartition(cp.array([7, 1, 5, 2]), 1)[1]
    /// array(3)
    method argpartition(
        a: &Array, kth: Ranks, axis: Option<i64> = -1, kind: &str = "introselect", order: Anything = None
    ) -> Array {
        check_partition(kind, order)?;
        argpartition(a, &kth.0, axis)
    }

    /// The different elements in ascending order, NaN last, or the different parts along an axis in lexicographic
    /// order.
    ///
    /// Beside the values, in a tuple, are those of the following that are requested: the index of the first occurrence
    /// of each, the index of each element's value among the values, and how often each value occurs. NaN is one value,
    /// unless `equal_nan` is false; along an axis, parts with NaN are all different.
    #[doc = AXIS]
    ///
    /// >>> cp.unique(cp.array([3, 1, 3, 2, 1]))
    /// array([1, 2, 3])
    /// >>> cp.unique(cp.array([3, 1, 3]), return_counts=True)
    /// (array([1, 3]), array([1, 2]))
    fn unique(
        ar: &Array, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
        axis: Option<i64> = None, *, equal_nan: bool = True, sorted: Ignored = True
    ) ignoring { sorted: "values are always sorted" } -> Returned {
        let asked = UniqueOptions { indices: return_index, inverse: return_inverse, counts: return_counts, equal_nan };
        let Unique { values, indices, inverse, counts } = unique_with(ar, axis, asked)?;
        let beside = [indices, inverse, counts].into_iter().flatten();
        let mut all: Vec<Array> = std::iter::once(values).chain(beside).collect();
        Ok(match all.len() {
            1 => Returned::Array(all.swap_remove(0)),
            _ => Returned::Tuple(all),
        })
    }

    /// Whether each element is in a set of others; with `invert`, whether it is not. NaN is in none.
    ///
    /// `kind` is "sort", "table", which takes integers and bools and has an entry for every integer from the smallest
    /// to the largest of the set, or None for the fastest. Raises ValueError for another `kind` or a table of other
    /// dtypes.
    ///
    /// >>> cp.isin(cp.arange(4), [1, 3, 5])
    /// array([False,  True, False,  True])
    fn isin(
        element: &Array, test_elements: &Array, assume_unique: Ignored = False, invert: bool = False, *,
        kind: Option<&str> = None
    ) ignoring { assume_unique: "elements may be there several times" } -> Array {
        let search = match kind {
            None => Search::Any,
            Some("sort") => Search::Sort,
            Some("table") => Search::Table,
            Some(other) => {
                return Err(Error::value(format!("Invalid kind: '{other}'. Please use None, 'sort' or 'table'.")));
            }
        };
        let found = isin(element, test_elements, search)?;
        if invert { crate::logical_not(&found) } else { Ok(found) }
    }

    /// Whether each element of the flattened array is in a set of others; with `invert`, whether it is not.
    ///
    /// >>> cp.in1d(cp.arange(4), [1, 3, 5])
    /// array([False,  True, False,  True])
    fn in1d(
        ar1: &Array, ar2: &Array, assume_unique: Ignored = False, invert: bool = False
    ) ignoring { assume_unique: "elements may be there several times" } -> Array {
        let found = isin(&ar1.ravel()?, ar2, Search::Any)?;
        if invert { crate::logical_not(&found) } else { Ok(found) }
    }

    /// The different elements that two arrays have in common, in ascending order.
    ///
    /// With `return_indices` also the index of the first occurrence of each in either of them.
    ///
    /// >>> cp.intersect1d(cp.array([1, 3, 4, 3]), cp.array([3, 1, 2, 1]))
    /// array([1, 3])
    fn intersect1d(ar1: &Array, ar2: &Array, assume_unique: bool = False, return_indices: bool = False) -> Returned {
        Ok(match return_indices {
            false => Returned::Array(intersect1d(ar1, ar2, assume_unique)?),
            true => Returned::Tuple(intersect1d_with_indices(ar1, ar2, assume_unique)?.into()),
        })
    }

    /// The different elements that any of two arrays has, in ascending order.
    ///
    /// >>> cp.union1d(cp.array([3, 1]), cp.array([2, 1]))
    /// array([1, 2, 3])
    fn union1d(ar1: Argument, ar2: Argument) -> Array {
        let both = arrays_of(&[ar1, ar2])?;
        union1d(&both[0], &both[1])
    }

    /// The different elements of the first array that the second has not, in ascending order.
    ///
    /// With `assume_unique` they are in the order of the array.
    ///
    /// >>> cp.setdiff1d(cp.array([3, 2, 1, 2]), cp.array([1, 5]))
    /// array([2, 3])
    fn setdiff1d(ar1: &Array, ar2: &Array, assume_unique: bool = False) -> Array {
        setdiff1d(ar1, ar2, assume_unique)
    }

    /// The different elements that one of two arrays has and the other has not, in ascending order.
    ///
    /// >>> cp.setxor1d(cp.array([1, 2]), cp.array([2, 3]))
    /// array([1, 3])
    fn setxor1d(ar1: Argument, ar2: Argument, assume_unique: bool = False) -> Array {
        let both = match assume_unique {
            true => arrays_of(&[ar1, ar2])?,
            // As in NumPy, what is looked through for itself has a dtype of its own.
            false => [arrays_of(&[ar1])?, arrays_of(&[ar2])?].concat(),
        };
        setxor1d(&both[0], &both[1], assume_unique)
    }

    in "cuprust.ndarray";

    /// Moves the elements along an axis, in place, so that those at the indices are those of the sorted array: none
    /// before them is larger, none after them smaller.
    ///
    /// Raises ValueError for an index out of range, a read-only array or another `kind`, AxisError for an axis out of
    /// range.
    ///
    /// >>> a = cp.array([7, 1, 5, 2])
    /// >>> a.partition(1)
    /// >>> a[1]
    /// array(2)
    fn partition(
        a: &Array, kth: Ranks, axis: i64 = -1, kind: &str = "introselect", order: Anything = None
    ) -> () {
        check_partition(kind, order)?;
        a.partition(&kth.0, axis)
    }

    /// Sorts the elements along an axis, in place. NaN are last.
    ///
    /// Every `kind` is the stable sort. Raises AxisError for an axis out of range, ValueError for a read-only array, an
    /// unknown kind or an `order` of fields.
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
