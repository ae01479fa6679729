//! The declarations of choosing and taking elements.

use super::*;
use crate::Error;
use crate::table::{Indices, Number, Operand, Out, Returned, functions};

/// A tuple of arrays.
type Arrays = Box<[Array]>;

functions! {
    in "cuprust";

    /// `x` where the condition is true, `y` elsewhere, all broadcast; of the condition alone, the places where it is true.
    ///
    /// Raises ValueError where shapes do not broadcast, or only one of `x` and `y` is given. Of the condition alone it waits for the
    /// elements, which say how many places there are.
    ///
    /// >>> cp.where(cp.array([True, False]), 1, cp.array([5, 6]))
    /// array([1, 6])
    fn where_(condition: &Array, x: Option<Operand> = None, y: Option<Operand> = None) -> Returned {
        match (x, y) {
            (Some(x), Some(y)) => where_(condition, x, y).map(Returned::Array),
            (None, None) => nonzero(condition).map(Returned::Tuple),
            _ => Err(Error::value("either both or neither of x and y should be given")),
        }
    }

    /// Of several arrays, the element of the first whose condition is true; the default where none is.
    ///
    /// Raises ValueError where there are not as many conditions as choices, TypeError for a condition that is not bool.
    ///
    /// >>> x = cp.arange(4)
    /// >>> cp.select([x < 1, x > 2], [x - 10, x + 10], 5)
    /// array([-10,   5,   5,  13])
    fn select(condlist: Vec<&Array>, choicelist: Vec<&Array>, default: Number = 0) -> Array {
        select(&condlist, &choicelist, default.value())
    }

    /// The indices of the elements that are not zero, an array for each axis. Waits for the elements.
    ///
    /// Raises ValueError for an array without axes.
    ///
    /// >>> cp.nonzero(cp.array([[0, 1], [2, 0]]))
    /// (array([0, 1]), array([1, 0]))
    method nonzero(a: &Array) -> Arrays {
        nonzero(a).map(Vec::into_boxed_slice)
    }

    /// The indices of the elements that are not zero, a row for each. Waits for the elements.
    ///
    /// >>> cp.argwhere(cp.array([[0, 1], [2, 0]]))
    /// array([[0, 1],
    ///        [1, 0]])
    fn argwhere(a: &Array) -> Array {
        argwhere(a)
    }

    /// The positions of the elements that are not zero, in the flattened array. Waits for the elements.
    ///
    /// >>> cp.flatnonzero(cp.array([[0, 1], [2, 0]]))
    /// array([1, 2])
    fn flatnonzero(a: &Array) -> Array {
        flat_places(a)
    }

    /// The elements at places along an axis, or of the flattened array.
    ///
    /// An index out of range is an error, wraps around, or is the nearest one in range, as `mode` says: "raise", "wrap", "clip". On
    /// a GPU the error is raised where the device is waited for. Raises IndexError for an index out of range, TypeError for indices
    /// that are not integers.
    ///
    /// >>> cp.take(cp.array([4, 5, 6]), [2, 0, -1])
    /// array([6, 4, 6])
    method take(a: &Array, indices: Indices, axis: Option<i64> = None, out: Out = None, mode: Bounds = "raise") -> Array {
        take(a, indices.0, axis, mode, out.0)
    }
}
