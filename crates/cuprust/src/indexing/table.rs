//! The declarations of what reads and writes elements by indices and masks.

use super::*;
use crate::table::texts::{MATRICES, WAITS};
use crate::table::{EachIndices, Indices, Operand, Out, Parts, Returned, Shape, Shaped, Source, functions};
use crate::ufunc_methods::at;
use crate::{Argument, Error, Order};
use cuprust_ops::RowId;

/// A tuple of arrays.
type Arrays = Box<[Array]>;

functions! {
    in "cuprust";

    /// `x` where the condition is true, `y` elsewhere, all broadcast; of the condition alone, the indices where it is
    /// true.
    ///
    /// Raises ValueError where shapes do not broadcast, or only one of `x` and `y` is given. Of the condition alone it
    /// waits for the elements, which determine how many indices there are.
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

    /// Of several arrays or numbers, the element of the first whose condition is true; the default where none is.
    ///
    /// Raises ValueError where there are not as many conditions as choices, TypeError for a condition that is not bool.
    ///
    /// >>> x = cp.arange(4)
    /// >>> cp.select([x < 1, x > 2], [x - 10, x + 10], 5)
    /// array([-10,   5,   5,  13])
    fn select(condlist: Vec<&Array>, choicelist: Vec<Argument>, default: Argument = 0) -> Array {
        select(&condlist, &choicelist, default)
    }

    /// The indices of the elements that are not zero, an array for each axis.
    #[doc = WAITS]
    ///
    /// Raises ValueError for an array without axes.
    ///
    /// >>> cp.nonzero(cp.array([[0, 1], [2, 0]]))
    /// (array([0, 1]), array([1, 0]))
    method nonzero(a: &Array) -> Arrays {
        nonzero(a).map(Vec::into_boxed_slice)
    }

    /// The indices of the elements that are not zero, a row for each.
    #[doc = WAITS]
    ///
    /// >>> cp.argwhere(cp.array([[0, 1], [2, 0]]))
    /// array([[0, 1],
    ///        [1, 0]])
    fn argwhere(a: &Array) -> Array {
        argwhere(a)
    }

    /// The positions of the elements that are not zero, in the flattened array.
    #[doc = WAITS]
    ///
    /// >>> cp.flatnonzero(cp.array([[0, 1], [2, 0]]))
    /// array([1, 2])
    fn flatnonzero(a: &Array) -> Array {
        flatnonzero(a)
    }

    /// The elements at indices along an axis, or of the flattened array.
    ///
    /// An index out of range is an error, wraps around, or is the nearest one in range, as `mode` says: "raise",
    /// "wrap", "clip". On a GPU the error is raised where the device is waited for. Raises IndexError for an index out
    /// of range, TypeError for indices that are not integers.
    ///
    /// >>> cp.take(cp.array([4, 5, 6]), [2, 0, -1])
    /// array([6, 4, 6])
    method take(a: &Array, indices: Indices, axis: Option<i64> = None, out: Out = None, mode: Bounds = "raise") -> Array {
        take(a, indices.0, axis, mode, out.0)
    }

    /// The elements that indices name along an axis, each for itself: `result[i, j] = arr[i, indices[i, j]]` for the
    /// last of two.
    ///
    /// The other axes are broadcast; without an axis the array is flattened. Raises IndexError for indices that are no
    /// integers or out of range (on a GPU where the device is waited for), ValueError for another number of axes than
    /// the array's.
    ///
    /// >>> a = cp.array([[10, 30, 20], [60, 40, 50]])
    /// >>> cp.take_along_axis(a, cp.argsort(a, axis=1), axis=1)
    /// array([[10, 20, 30],
    ///        [40, 50, 60]])
    fn take_along_axis(arr: &Array, indices: &Array, axis: Option<i64> = -1) -> Array {
        take_along_axis(arr, indices, axis)
    }

    /// Writes values where indices name elements along an axis, each for itself: `arr[i, indices[i, j]] = values[i,
    /// j]`.
    ///
    /// Of several values for one element the last one stays. Raises as `take_along_axis`, and ValueError for a
    /// read-only array.
    ///
    /// >>> a = cp.array([[10, 30, 20], [60, 40, 50]])
    /// >>> cp.put_along_axis(a, cp.argmax(a, axis=1, keepdims=True), 99, axis=1)
    /// >>> a
    /// array([[10, 99, 20],
    ///        [99, 40, 50]])
    fn put_along_axis(arr: Out, indices: &Array, values: Argument, axis: Option<i64>) -> () {
        arr.array("put_along_axis")?.put_along_axis(indices, values, axis)
    }

    /// Writes values at indices of the flattened array, in place.
    ///
    /// Values are repeated where there are fewer than indices. `mode` says what becomes of an index out of range:
    /// "raise", "wrap", "clip". Raises IndexError for an index out of range, ValueError for a read-only array.
    ///
    /// >>> a = cp.arange(5)
    /// >>> cp.put(a, [0, -1], [7, 9])
    /// >>> a
    /// array([7, 1, 2, 3, 9])
    fn put(a: Out, ind: Indices, v: Source, mode: Bounds = "raise") -> () {
        let a = a.array("put")?;
        a.put(ind.0, &v.array_or_in(a.dtype())?, mode)
    }

    /// Writes, where a mask is true, the value at the same index, in place. Values are repeated where there are fewer
    /// than elements.
    ///
    /// Numbers and lists are converted to the dtype. Raises ValueError for a mask of another size, and for a read-only
    /// array; TypeError for an array of values of a dtype that cannot be cast safely.
    ///
    /// >>> a = cp.arange(6)
    /// >>> cp.putmask(a, a > 2, [-1, -2])
    /// >>> a
    /// array([ 0,  1,  2, -2, -1, -2])
    fn putmask(a: Out, /, mask: &Array, values: Source) -> () {
        let a = a.array("putmask")?;
        a.putmask(mask, &values.array_or_in(a.dtype())?)
    }

    /// Writes the first values, one after another, where a mask is true, in place. Values are repeated where there are
    /// fewer.
    ///
    /// Numbers and lists are converted to the dtype. Waits for the mask. Raises ValueError for a mask of another size,
    /// for a read-only array, and for no values; TypeError for an array of values of a dtype that cannot be cast
    /// safely.
    ///
    /// >>> a = cp.arange(6)
    /// >>> cp.place(a, a > 2, [44, 55])
    /// >>> a
    /// array([ 0,  1,  2, 44, 55, 44])
    fn place(arr: Out, mask: &Array, vals: Source) -> () {
        let arr = arr.array("place")?;
        arr.place(mask, &vals.array_or_in(arr.dtype())?)
    }

    /// Writes the main diagonal, in place: of a matrix, or of an array of more axes that are equally long.
    ///
    /// `wrap` begins the diagonal of a tall matrix anew below the square. Numbers and lists are converted to the dtype.
    #[doc = MATRICES]
    ///
    /// >>> a = cp.zeros((2, 3), int)
    /// >>> cp.fill_diagonal(a, 4)
    /// >>> a
    /// array([[4, 0, 0],
    ///        [0, 4, 0]])
    fn fill_diagonal(a: Out, val: Source, wrap: bool = False) -> () {
        let a = a.array("fill_diagonal")?;
        a.fill_diagonal(&val.array_or_in(a.dtype())?, wrap)
    }

    /// The elements, in C order, where a condition of the same size is true. Waits for the condition.
    ///
    /// >>> a = cp.arange(6).reshape(2, 3)
    /// >>> cp.extract(a % 2 == 0, a)
    /// array([0, 2, 4])
    fn extract(condition: &Array, a: &Array) -> Array {
        extract(condition, a)
    }

    /// The slices along an axis, or the elements of the flattened array, where a condition is true. Waits for the
    /// condition.
    ///
    /// Raises ValueError for a condition of more than one axis, IndexError where it is true after the axis's end.
    ///
    /// >>> cp.compress([False, True], cp.array([[1, 2], [3, 4]]), axis=0)
    /// array([[3, 4]])
    fn compress(condition: &Array, a: &Array, axis: Option<i64> = None, out: Out = None) -> Array {
        compress(condition, a, axis, out.0)
    }

    /// At each position the element of the choice that the index there names, all broadcast.
    ///
    /// `mode` says what becomes of an index out of range: "raise", "wrap", "clip". Raises ValueError for an index out
    /// of range, for which it waits, and TypeError for one that is no integer.
    ///
    /// >>> cp.choose(cp.array([0, 1, 0]), [cp.array([1, 2, 3]), cp.array([10, 20, 30])])
    /// array([ 1, 20,  3])
    method choose(a: &Array, choices: Vec<Argument>, out: Out = None, mode: Bounds = "raise") -> Array {
        let choices = arrays_of(&choices)?;
        choose(a, &choices.iter().collect::<Vec<_>>(), mode, out.0)
    }

    /// The coordinates of indices in an array of a shape, an array for each axis. Waits for the indices, to check them.
    ///
    /// Raises TypeError for indices that are no integers, ValueError for one out of range.
    ///
    /// >>> cp.unravel_index(cp.array([4, 1]), (2, 3))
    /// (array([1, 0]), array([1, 1]))
    fn unravel_index(indices: &Array, shape: Shape, order: Option<Order> = "C") -> Arrays {
        unravel_index(indices, &shape.0, order.unwrap_or_default()).map(Vec::into_boxed_slice)
    }

    /// The indices in an array of a shape that coordinates are, one array of them for each axis.
    ///
    /// `mode` says what becomes of a coordinate out of range: "raise", for which it waits, "wrap", "clip"; once for all
    /// axes, or in a tuple for each. Raises ValueError for a coordinate out of range, and for as many arrays as there
    /// are axes not.
    ///
    /// >>> cp.ravel_multi_index((cp.array([1, 0]), cp.array([1, 1])), (2, 3))
    /// array([4, 1])
    fn ravel_multi_index(multi_index: Vec<&Array>, dims: Shape, mode: Vec<Bounds> = "raise", order: Option<Order> = "C") -> Array {
        ravel_multi_index(&multi_index, &dims.0, &mode, order.unwrap_or_default())
    }

    /// One-dimensional arrays as an index of their grid: the n-th is laid along axis n; of bools the indices where they
    /// are true.
    ///
    /// Raises ValueError for an array of another number of axes.
    ///
    /// >>> a = cp.arange(6).reshape(2, 3)
    /// >>> a[cp.ix_([0, 1], [2, 0])]
    /// array([[2, 0],
    ///        [5, 3]])
    fn ix__(*args: EachIndices) -> Arrays {
        ix_(&args.0).map(Vec::into_boxed_slice)
    }

    /// The coordinates of the main diagonal of an array of this many axes of one extent.
    ///
    /// >>> a = cp.zeros((2, 2))
    /// >>> a[cp.diag_indices(2)] = 1
    /// >>> a
    /// array([[1., 0.],
    ///        [0., 1.]])
    fn diag_indices(n: i64, ndim: i64 = 2) -> Arrays {
        diag_indices(n, usize::try_from(ndim).unwrap_or(0), None).map(Vec::into_boxed_slice)
    }

    /// The coordinates of the main diagonal of an array. Raises ValueError where its axes are not equally long,
    /// AttributeError for what has no axes, as a list.
    ///
    /// >>> cp.diag_indices_from(cp.zeros((2, 2)))
    /// (array([0, 1]), array([0, 1]))
    fn diag_indices_from(arr: Shaped) -> Arrays {
        diag_indices_from(arr.0).map(Vec::into_boxed_slice)
    }

    /// The coordinates of the elements of an `n` by `m` matrix on and below its k-th diagonal.
    ///
    /// >>> cp.tril_indices(2)
    /// (array([0, 1, 1]), array([0, 0, 1]))
    fn tril_indices(n: i64, k: i64 = 0, m: Option<i64> = None) -> Arrays {
        tril_indices([n, m.unwrap_or(n)], k, None).map(Vec::into_boxed_slice)
    }

    /// The coordinates of the elements of an `n` by `m` matrix on and above its k-th diagonal.
    ///
    /// >>> cp.triu_indices(2)
    /// (array([0, 0, 1]), array([0, 1, 1]))
    fn triu_indices(n: i64, k: i64 = 0, m: Option<i64> = None) -> Arrays {
        triu_indices([n, m.unwrap_or(n)], k, None).map(Vec::into_boxed_slice)
    }

    /// The coordinates of the elements of a matrix on and below its k-th diagonal. Raises ValueError for other than two
    /// axes, AttributeError for what has none, as a list.
    ///
    /// >>> cp.tril_indices_from(cp.zeros((2, 2)))
    /// (array([0, 1, 1]), array([0, 0, 1]))
    fn tril_indices_from(arr: Shaped, k: i64 = 0) -> Arrays {
        tril_indices(matrix_extents(arr.0)?, k, arr.0.device()).map(Vec::into_boxed_slice)
    }

    /// The coordinates of the elements of a matrix on and above its k-th diagonal. Raises ValueError for other than two
    /// axes, AttributeError for what has none, as a list.
    ///
    /// >>> cp.triu_indices_from(cp.zeros((2, 2)))
    /// (array([0, 0, 1]), array([0, 1, 1]))
    fn triu_indices_from(arr: Shaped, k: i64 = 0) -> Arrays {
        triu_indices(matrix_extents(arr.0)?, k, arr.0.device()).map(Vec::into_boxed_slice)
    }

    /// Adds values at an index, in place, to elements that it names several times as often.
    ///
    /// Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.
    ///
    /// >>> a = cp.zeros(3)
    /// >>> cp.scatter_add(a, [0, 0, 2], 1)
    /// >>> a
    /// array([2., 0., 1.])
    method scatter_add(a: &Array, slices: Parts, value: Argument) -> () {
        at(const { RowId::named("add") }, a, &slices.index(), Some(value))
    }

    /// Puts the larger of the element and a value at an index, in place.
    ///
    /// Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.
    ///
    /// >>> a = cp.array([5, 5])
    /// >>> cp.scatter_max(a, [0, 0, 1], cp.array([6, 7, 4]))
    /// >>> a
    /// array([7, 5])
    method scatter_max(a: &Array, slices: Parts, value: Argument) -> () {
        at(const { RowId::named("maximum") }, a, &slices.index(), Some(value))
    }

    /// Puts the smaller of the element and a value at an index, in place.
    ///
    /// Raises IndexError for an index out of range, ValueError for a read-only array or values that do not broadcast.
    ///
    /// >>> a = cp.array([5, 5])
    /// >>> cp.scatter_min(a, [0, 0, 1], cp.array([4, 3, 6]))
    /// >>> a
    /// array([3, 5])
    method scatter_min(a: &Array, slices: Parts, value: Argument) -> () {
        at(const { RowId::named("minimum") }, a, &slices.index(), Some(value))
    }

    in "cuprust.ndarray";

    /// Writes values at indices of the flattened array, in place. As `cuprust.put`.
    ///
    /// >>> a = cp.arange(5)
    /// >>> a.put([0, -1], [7, 9])
    /// >>> a
    /// array([7, 1, 2, 3, 9])
    fn put(a: &Array, indices: Indices, values: Source, mode: Bounds = "raise") -> () {
        a.put(indices.0, &values.array_or_in(a.dtype())?, mode)
    }

    /// The slices along an axis, or the elements of the flattened array, where a condition is true. As
    /// `cuprust.compress`.
    ///
    /// >>> cp.array([4, 5, 6]).compress([True, False, True])
    /// array([4, 6])
    fn compress(a: &Array, condition: &Array, axis: Option<i64> = None, out: Out = None) -> Array {
        compress(condition, a, axis, out.0)
    }
}
