//! The declarations of linear algebra.

use cuprust_num::{Casting, DType, Value};

use super::*;
use crate::table::{AnyPath, AxisPairs, IntLists, Labelled, NumberOrText, Out, View, functions};
use crate::ufunc::MapOptions;
use crate::{Array, Order};

functions! {
    in "cuprust";

    /// The product of matrices over the last two axes; the axes before them broadcast.
    ///
    /// A vector stands for a row on the left and a column on the right. Raises ValueError where an operand has no axes, or shapes
    /// do not fit together. `axes` names the two axes of each operand and of the result, a tuple for each; it raises AxisError for others
    /// than they have.
    ///
    /// >>> cp.matmul(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    /// array([3, 7])
    fn matmul(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K"
    ) -> Array {
        let options = MapOptions { out: [out.0, None], dtype, casting, order, ..MapOptions::default() };
        MATMUL.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options)
    }

    /// The sums of products over the last axis, or over `axis`, of the first ones the conjugates; the other axes broadcast.
    ///
    /// `axes` names the axis of each operand, and of the result where `keepdims` keeps it. Raises ValueError where an operand has no axes, or shapes do not fit together, AxisError for an axis out of range.
    ///
    /// >>> cp.vecdot(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    /// array([3, 7])
    fn vecdot(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K"
    ) -> Array {
        let options = MapOptions { out: [out.0, None], dtype, casting, order, ..MapOptions::default() };
        match axes {
            None => vecdot(x1, x2, axis.unwrap_or(-1), keepdims, &options),
            axes => VECDOT.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options),
        }
    }

    /// The products of matrices and vectors; the axes before theirs broadcast.
    ///
    /// `axes` names the axes of each operand and of the result, `axis` and `keepdims` are for products of vectors. Raises ValueError where operands have too few axes, or shapes do not fit together.
    ///
    /// >>> cp.matvec(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    /// array([3, 7])
    fn matvec(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K"
    ) -> Array {
        let options = MapOptions { out: [out.0, None], dtype, casting, order, ..MapOptions::default() };
        MATVEC.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options)
    }

    /// The products of vectors, of which the conjugates are taken, and matrices; the axes before theirs broadcast.
    ///
    /// `axes` names the axes of each operand and of the result, `axis` and `keepdims` are for products of vectors. Raises ValueError where operands have too few axes, or shapes do not fit together.
    ///
    /// >>> cp.vecmat(cp.array([1, 1]), cp.array([[1, 2], [3, 4]]))
    /// array([4, 6])
    fn vecmat(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K"
    ) -> Array {
        let options = MapOptions { out: [out.0, None], dtype, casting, order, ..MapOptions::default() };
        VECMAT.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options)
    }

    /// The sums of products that labels of axes say: `"ij,jk->ik"` and the operands, or operands each with a list of integers.
    ///
    /// Axes of one label go together; those whose label is not behind the arrow are summed over, and without an arrow those whose label is
    /// there twice. An ellipsis stands for the axes that have no label, which broadcast. Operands are contracted two at a time: in the order
    /// that `optimize` says, "greedy", "optimal" or a list of steps, and greedily otherwise. Of one operand without sums the result is a
    /// view. Raises ValueError for labels that do not fit the operands, TypeError for casts that `casting` does not allow.
    ///
    /// >>> cp.einsum("ij,j->i", cp.array([[1, 2], [3, 4]]), cp.array([10, 1]))
    /// array([12, 34])
    fn einsum(
        *operands: Labelled, out: Out = None, optimize: AnyPath = False, dtype: Option<DType> = None, order: Order = "K",
        casting: Casting = "safe"
    ) -> Array {
        let path = optimize.path(operands.operands.len())?;
        einsum_with(operands.text, &operands.operands, &Contraction { out: out.0, dtype, casting, order, path })
    }

    /// A product by a number, of vectors, of matrices, or over the last axis of `a` and the last but one of `b`.
    ///
    /// Raises ValueError where the extents differ.
    ///
    /// >>> cp.dot(cp.array([1, 2]), cp.array([3, 4]))
    /// array(11)
    method dot(a: &Array, b: &Array, out: Out = None) -> Array {
        dot(a, b, out.0)
    }

    /// The inner product of two arrays flattened, the first conjugated.
    ///
    /// Raises ValueError where the sizes differ.
    ///
    /// >>> cp.vdot(cp.array([1, 2j]), cp.array([3, 4j]))
    /// array(11.+0.j)
    fn vdot(a: &Array, b: &Array) -> Array {
        vdot(a, b)
    }

    /// The sum over the last axes of both.
    ///
    /// Raises ValueError where their extents differ.
    ///
    /// >>> cp.inner(cp.array([1, 2]), cp.array([[3, 4], [5, 6]]))
    /// array([11, 17])
    fn inner(a: &Array, b: &Array) -> Array {
        inner(a, b)
    }

    /// All products of elements of two arrays flattened, as a matrix.
    ///
    /// >>> cp.outer(cp.array([1, 2]), cp.array([3, 4]))
    /// array([[3, 4],
    ///        [6, 8]])
    fn outer(a: &Array, b: &Array, out: Out = None) -> Array {
        outer(a, b, out.0)
    }

    /// The sum over pairs of axes: the last of `a` with the first of `b`, so many as `axes` says, or those of two lists.
    ///
    /// Raises ValueError where the extents of a pair differ, AxisError for an axis out of range.
    ///
    /// >>> cp.tensordot(cp.ones((2, 3)), cp.ones((3, 2)), axes=1)
    /// array([[3., 3.],
    ///        [3., 3.]])
    fn tensordot(a: &Array, b: &Array, axes: AxisPairs = 2) -> Array {
        let (own, others) = axes.lists();
        tensordot(a, b, &own, &others)
    }

    /// The sum along the diagonal of two axes.
    ///
    /// `offset` names the diagonal: above the main one where it is positive. Raises ValueError where `a` has fewer than two axes.
    ///
    /// >>> cp.trace(cp.array([[1, 2], [3, 4]]))
    /// array(5)
    method trace(
        a: &Array, offset: i64 = 0, axis1: i64 = 0, axis2: i64 = 1, dtype: Option<DType> = None, out: Out = None
    ) -> Array {
        trace(a, offset, axis1, axis2, dtype, out.0)
    }

    /// The Kronecker product: each element of `a` times the whole of `b`, laid where the element stands.
    ///
    /// >>> cp.kron(cp.array([1, 10]), cp.array([5, 6]))
    /// array([ 5,  6, 50, 60])
    fn kron(a: &Array, b: &Array) -> Array {
        kron(a, b)
    }

    in "cuprust.linalg";

    /// A view of the diagonals of matrices, the last two axes: they lie along the last axis of the result.
    ///
    /// `offset` names the diagonal: above the main one where it is positive. Raises ValueError for fewer than two axes.
    ///
    /// >>> cp.linalg.diagonal(cp.arange(8).reshape(2, 2, 2))
    /// array([[0, 3],
    ///        [4, 7]])
    fn diagonal(x: &Array, /, *, offset: i64 = 0) -> View {
        x.diagonal(offset, -2, -1).map(View)
    }

    /// The sums of the diagonals of matrices, the last two axes.
    ///
    /// `offset` names the diagonal: above the main one where it is positive. Raises ValueError for fewer than two axes.
    ///
    /// >>> cp.linalg.trace(cp.arange(8).reshape(2, 2, 2))
    /// array([ 3, 11])
    fn trace(x: &Array, /, *, offset: i64 = 0, dtype: Option<DType> = None) -> Array {
        trace(x, offset, -2, -1, dtype, None)
    }

    /// The 2-norm of a vector, over an axis, or of all elements; the Frobenius norm of a matrix.
    ///
    /// `ord` is None, "fro" or 2. Raises NotImplementedError for another one and for the 2-norm of a matrix, AxisError for an axis
    /// out of range.
    ///
    /// >>> cp.linalg.norm(cp.array([[3.0, 4.0], [6.0, 8.0]]), axis=1)
    /// array([ 5., 10.])
    fn norm(x: &Array, ord: NumberOrText = None, axis: Option<&[i64]> = None, keepdims: bool = False) -> Array {
        let built = match ord {
            NumberOrText::None | NumberOrText::Text("fro") => true,
            NumberOrText::Number(order) => is_two(order) && (axis.is_some() || x.ndim() == 1),
            NumberOrText::Text(_) => false,
        };
        if !built {
            return Err(Error::not_implemented("norm of this ord is not built yet: the 2-norm of vectors and the Frobenius norm are"));
        }
        norm(x, axis, keepdims)
    }

    /// The 2-norm of vectors over axes.
    ///
    /// Raises NotImplementedError for another `ord` than 2, AxisError for an axis out of range.
    ///
    /// >>> cp.linalg.vector_norm(cp.array([3.0, 4.0]))
    /// array(5.)
    fn vector_norm(
        x: &Array, /, *, axis: Option<&[i64]> = None, keepdims: bool = False, ord: NumberOrText = 2
    ) -> Array {
        if !matches!(ord, NumberOrText::Number(order) if is_two(order)) {
            return Err(Error::not_implemented("vector_norm of this ord is not built yet: the 2-norm is"));
        }
        norm(x, axis, keepdims)
    }
}

/// The lists of axes, where there are any.
fn lists(axes: &Option<IntLists>) -> Option<&[crate::Dims]> {
    axes.as_ref().map(|lists| &lists.0[..])
}

/// Whether the order of a norm is two.
fn is_two(order: Value) -> bool {
    matches!(order, Value::Int(2)) || order == Value::Float(2.0)
}
