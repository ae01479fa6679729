//! The declarations of linear algebra.

use cuprust_num::{Casting, DType, Value};

use super::einsum::arguments::{AnyPath, Labelled};
use super::*;
use crate::table::texts::MATRICES;
use crate::table::{
    Answer, Axes, AxisPairs, Class, IntLists, Named, NumberOrText, Out, Returned, Sequence, Shared, View, functions,
};
use crate::ufunc::{Loop, MapOptions, single_output};
use crate::{Array, Error, NumPy, Order};

functions! {
    in "cuprust";

    /// The product of matrices over the last two axes; the axes before them broadcast.
    ///
    /// A vector stands for a row on the left and a column on the right. Raises ValueError where an operand has no axes,
    /// or shapes do not fit together. `axes` names the two axes of each operand and of the result, a tuple for each; it
    /// raises AxisError for others than they have.
    ///
    /// >>> cp.matmul(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    /// array([3, 7])
    fn matmul(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K",
        signature: Option<&Loop> = None
    ) -> Array {
        let dtype = loop_dtype("matmul", dtype, signature)?;
        let options = MapOptions { out: single_output(out.0), dtype, casting, order, ..MapOptions::default() };
        MATMUL.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options)
    }

    /// The sums of products over the last axis, or over `axis`, of the first ones the conjugates; the other axes
    /// broadcast.
    ///
    /// `axes` names the axis of each operand, and of the result where `keepdims` keeps it. Raises ValueError where an
    /// operand has no axes, or shapes do not fit together, AxisError for an axis out of range.
    ///
    /// >>> cp.vecdot(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    /// array([3, 7])
    fn vecdot(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K",
        signature: Option<&Loop> = None
    ) -> Array {
        let dtype = loop_dtype("vecdot", dtype, signature)?;
        let options = MapOptions { out: single_output(out.0), dtype, casting, order, ..MapOptions::default() };
        match axes {
            None => vecdot(x1, x2, axis.unwrap_or(-1), keepdims, &options),
            axes => VECDOT.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options),
        }
    }

    /// The products of matrices and vectors; the axes before theirs broadcast.
    ///
    /// `axes` names the axes of each operand and of the result, `axis` and `keepdims` are for products of vectors.
    /// Raises ValueError where operands have too few axes, or shapes do not fit together.
    ///
    /// >>> cp.matvec(cp.array([[1, 2], [3, 4]]), cp.array([1, 1]))
    /// array([3, 7])
    fn matvec(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K",
        signature: Option<&Loop> = None
    ) -> Array {
        let dtype = loop_dtype("matvec", dtype, signature)?;
        let options = MapOptions { out: single_output(out.0), dtype, casting, order, ..MapOptions::default() };
        MATVEC.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options)
    }

    /// The products of vectors, of which the conjugates are taken, and matrices; the axes before theirs broadcast.
    ///
    /// `axes` names the axes of each operand and of the result, `axis` and `keepdims` are for products of vectors.
    /// Raises ValueError where operands have too few axes, or shapes do not fit together.
    ///
    /// >>> cp.vecmat(cp.array([1, 1]), cp.array([[1, 2], [3, 4]]))
    /// array([4, 6])
    fn vecmat(
        x1: &Array, x2: &Array, /, out: Out = None, *, axes: Option<IntLists> = None, axis: Option<i64> = None,
        keepdims: bool = False, casting: Casting = "same_kind", dtype: Option<DType> = None, order: Order = "K",
        signature: Option<&Loop> = None
    ) -> Array {
        let dtype = loop_dtype("vecmat", dtype, signature)?;
        let options = MapOptions { out: single_output(out.0), dtype, casting, order, ..MapOptions::default() };
        VECMAT.apply(x1, x2, &CoreAxes { axes: lists(&axes), axis, keepdims }, &options)
    }

    /// The sums of products that labels of axes say: `"ij,jk->ik"` and the operands, or operands each with a list of
    /// integers.
    ///
    /// Axes of one label go together; those whose label is not after the arrow are summed over, and without an arrow
    /// those whose label is there twice. An ellipsis stands for the axes that have no label, which broadcast. Operands
    /// are contracted two at a time: in the order that `optimize` says, "greedy", "optimal" or a list of steps, and
    /// greedily otherwise. Of one operand without sums the result is a view. Raises ValueError for labels that do not
    /// fit the operands, TypeError for casts that `casting` does not allow.
    ///
    /// >>> cp.einsum("ij,j->i", cp.array([[1, 2], [3, 4]]), cp.array([10, 1]))
    /// array([12, 34])
    fn einsum(
        *operands: Labelled, out: Out = None, optimize: AnyPath = False, dtype: Option<DType> = None, order: Order = "K",
        casting: Casting = "safe"
    ) -> Shared {
        let path = optimize.path(operands.operands.len())?;
        einsum_with(operands.text, &operands.operands, &Contraction { out: out.0, dtype, casting, order, path }).map(Shared)
    }

    /// A product by a number, of vectors, of matrices, or over the last axis of `a` and the last but one of `b`.
    ///
    /// Raises ValueError where the extents differ, and for an `out` that is not in C order, of the result's shape and
    /// of its dtype.
    ///
    /// >>> cp.dot(cp.array([1, 2]), cp.array([3, 4]))
    /// array(11)
    method dot(a: &Array, b: &Array, out: Out = None) -> Array {
        dot_with(a, b, out.0)
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
        outer_with(a, b, out.0)
    }

    /// The sum over pairs of axes: the last of `a` with the first of `b`, as many as `axes` says, or those of two
    /// lists.
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
    /// `offset` names the diagonal: above the main one where it is positive. Raises ValueError where `a` has fewer than
    /// two axes.
    ///
    /// >>> cp.trace(cp.array([[1, 2], [3, 4]]))
    /// array(5)
    method trace(
        a: &Array, offset: i64 = 0, axis1: i64 = 0, axis2: i64 = 1, dtype: Option<DType> = None, out: Out = None
    ) -> Array {
        trace_with(a, offset, axis1, axis2, dtype, out.0)
    }

    /// The Kronecker product: each element of `a` times the whole of `b`, laid at the position of the element.
    ///
    /// >>> cp.kron(cp.array([1, 10]), cp.array([5, 6]))
    /// array([ 5,  6, 50, 60])
    fn kron(a: &Array, b: &Array) -> Array {
        kron(a, b)
    }

    in "cuprust.linalg";

    /// A view of the diagonals of matrices, the last two axes: they lie along the last axis of the result.
    ///
    /// `offset` names the diagonal: above the main one where it is positive.
    #[doc = MATRICES]
    ///
    /// >>> cp.linalg.diagonal(cp.arange(8).reshape(2, 2, 2))
    /// array([[0, 3],
    ///        [4, 7]])
    fn diagonal(x: &Array, /, *, offset: i64 = 0) -> View {
        x.diagonal(offset, -2, -1).map(View)
    }

    /// The sums of the diagonals of matrices, the last two axes.
    ///
    /// `offset` names the diagonal: above the main one where it is positive.
    #[doc = MATRICES]
    ///
    /// >>> cp.linalg.trace(cp.arange(8).reshape(2, 2, 2))
    /// array([ 3, 11])
    fn trace(x: &Array, /, *, offset: i64 = 0, dtype: Option<DType> = None) -> Array {
        trace_with(x, offset, -2, -1, dtype, None)
    }

    /// The norm of vectors along one axis, of matrices along two, or of all elements.
    ///
    /// Of vectors `ord` is a number: inf and -inf the largest and least absolute value, 0 how many are not zero, else
    /// the exponent of a sum of powers. Of matrices it is "fro", "nuc", 1, 2 and inf or those with a minus. Raises
    /// ValueError for another one, and for more than two axes; AxisError for an axis out of range.
    ///
    /// >>> cp.linalg.norm(cp.array([[3.0, 4.0], [6.0, 8.0]]), axis=1)
    /// array([ 5., 10.])
    fn norm(x: &Array, ord: NumberOrText = None, axis: Axes = None, keepdims: bool = False) -> Array {
        norm_of(x, NormOrder::try_from(ord)?, axis.named(), keepdims)
    }

    /// The norm of vectors along axes, or of all elements.
    ///
    /// `ord` is inf, -inf, 0, or the exponent of a sum of powers. Raises ValueError for a name, AxisError for an axis
    /// out of range.
    ///
    /// >>> cp.linalg.vector_norm(cp.array([3.0, 4.0]))
    /// array(5.)
    fn vector_norm(
        x: &Array, /, *, axis: Axes = None, keepdims: bool = False, ord: NumberOrText = 2
    ) -> Array {
        let norm = match NormOrder::try_from(ord)? {
            NormOrder::Usual => VectorNorm::Euclid,
            NormOrder::Number(order) => VectorNorm::from_order(order),
            NormOrder::Name(name) => return Err(Error::value(format!("Invalid norm order '{name}' for vectors"))),
        };
        vector_norm(x, axis.named(), norm, keepdims)
    }

    /// The norm of matrices, the last two axes.
    ///
    /// `ord` is "fro", "nuc", 1, 2 and inf or those with a minus. Raises ValueError for another one, and for fewer than
    /// two axes.
    ///
    /// >>> cp.linalg.matrix_norm(cp.array([[3.0, 0.0], [0.0, 4.0]]), ord=1)
    /// array(4.)
    fn matrix_norm(x: &Array, /, *, keepdims: bool = False, ord: NumberOrText = "fro") -> Array {
        if let NumberOrText::Number(Value::Complex(_)) = ord {
            return Err(Error::value("Invalid norm order for matrices."));
        }
        let norm = match NormOrder::try_from(ord)? {
            NormOrder::Usual => MatrixNorm::Frobenius,
            NormOrder::Number(order) => MatrixNorm::from_order(order)?,
            NormOrder::Name(name) => MatrixNorm::from_name(name)?,
        };
        matrix_norm(x, [-2, -1], norm, keepdims)
    }

    /// The solution of `a x = b` for square matrices, the last two axes; the axes before broadcast. Of `b` with one
    /// axis it is a vector.
    ///
    /// Raises LinAlgError where `a` is not square or singular, ValueError where shapes do not go together, TypeError
    /// for half precision.
    ///
    /// >>> cp.linalg.solve(cp.array([[2.0, 0.0], [0.0, 4.0]]), cp.array([2.0, 8.0]))
    /// array([1., 2.])
    fn solve(a: &Array, b: &Array) -> Array {
        solve(a, b)
    }

    /// The inverses of square matrices, the last two axes.
    ///
    /// Raises LinAlgError where `a` is not square or singular, TypeError for half precision.
    ///
    /// >>> cp.linalg.inv(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// array([[0.5 , 0.  ],
    ///        [0.  , 0.25]])
    fn inv(a: &Array) -> Array {
        inv(a)
    }

    /// The determinants of square matrices, the last two axes.
    ///
    /// Raises LinAlgError where `a` is not square, TypeError for half precision.
    ///
    /// >>> cp.linalg.det(cp.array([[2.0, 0.0], [0.0, 4.0]]))
    /// array(8.)
    fn det(a: &Array) -> Array {
        det(a)
    }

    /// The signs of determinants and the logarithms of their absolute values: `sign` and `logabsdet`. Of singular
    /// matrices 0 and -inf.
    ///
    /// Raises LinAlgError where `a` is not square, TypeError for half precision.
    ///
    /// >>> cp.linalg.slogdet(cp.array([[-1.0, 0.0], [0.0, 1.0]])).sign
    /// array(-1.)
    fn slogdet(a: &Array) -> Named {
        let (sign, size) = slogdet(a)?;
        Ok(Named(Class("cuprust.linalg", "SlogdetResult"), vec![sign, size]))
    }

    /// The lower triangles whose products with their conjugate transposes are Hermitian matrices, or with `upper` the
    /// upper ones. Of the matrices that triangle is read.
    ///
    /// Raises LinAlgError where `a` is not square or not positive definite, TypeError for half precision.
    ///
    /// >>> cp.linalg.cholesky(cp.array([[4.0, 2.0], [2.0, 10.0]]))
    /// array([[2., 0.],
    ///        [1., 3.]])
    fn cholesky(a: &Array, /, *, upper: bool = False) -> Array {
        cholesky(a, upper)
    }

    /// The least-squares solution of `a x = b`, what the columns leave, the rank, and the singular values.
    ///
    /// Singular values up to `rcond` times the largest count as zero. The rank is waited for. Raises LinAlgError for
    /// other shapes than those of matrices, TypeError for half precision.
    ///
    /// >>> cp.linalg.lstsq(cp.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]), cp.array([1.0, 4.0, 3.0]))[0]
    /// array([1., 2.])
    fn lstsq(a: &Array, b: &Array, rcond: Option<f64> = None) -> Tuple {
        let found = lstsq(a, b, rcond)?;
        let on = crate::creation::shape(()).dtype(DType::I32).on(a.device());
        let rank = crate::creation::full(on, found.rank)?;
        Ok(Box::new([found.x, found.residuals, rank, found.singular_values]))
    }

    /// The tensor `x` whose sum of products with the last axes of `a` is `b`. `axes` of `a` are moved after the others
    /// first.
    ///
    /// Raises LinAlgError where the extents make no square matrix or that is singular, AxisError for an axis out of
    /// range.
    ///
    /// >>> cp.linalg.tensorsolve(cp.eye(4).reshape(2, 2, 2, 2), cp.ones((2, 2)))
    /// array([[1., 1.],
    ///        [1., 1.]])
    fn tensorsolve(a: &Array, b: &Array, axes: Option<Sequence> = None) -> Array {
        tensorsolve(a, b, axes.as_ref().map(|axes| &axes.0[..]))
    }

    /// The inverse of a tensor that takes its last axes to its first `ind` ones.
    ///
    /// Raises ValueError for an `ind` that is not positive, LinAlgError where the extents make no square matrix or that
    /// is singular.
    ///
    /// >>> cp.linalg.tensorinv(cp.eye(4).reshape(4, 2, 2), ind=1).shape
    /// (2, 2, 4)
    fn tensorinv(a: &Array, ind: i64 = 2) -> Array {
        tensorinv(a, ind)
    }

    /// The singular value decomposition of matrices, the last two axes: `U`, `S` in descending order, and `Vh`; `S`
    /// alone without `compute_uv`.
    ///
    /// There are as many vectors as values or, with `full_matrices`, all. With `hermitian` the values are found by
    /// eigenvalues. Raises LinAlgError for fewer than two axes or where they are not found, TypeError for half
    /// precision.
    ///
    /// >>> cp.linalg.svd(cp.array([[3.0, 0.0], [0.0, 4.0]])).S
    /// array([4., 3.])
    fn svd(a: &Array, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Returned {
        let parts = match (compute_uv, hermitian) {
            (true, true) => svd_hermitian(a)?,
            (true, false) => svd(a, full_matrices)?,
            (false, true) => return Ok(Returned::Array(svdvals_hermitian(a)?)),
            (false, false) => return Ok(Returned::Array(svdvals(a)?)),
        };
        Ok(Named(Class("cuprust.linalg", "SVDResult"), vec![parts.u, parts.values, parts.vh]).returned())
    }

    /// The singular values of matrices, the last two axes, in descending order.
    ///
    /// Raises LinAlgError for fewer than two axes or where they are not found, TypeError for half precision.
    ///
    /// >>> cp.linalg.svdvals(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    /// array([4., 3.])
    fn svdvals(x: &Array, /) -> Array {
        svdvals(x)
    }

    /// The eigenvalues of Hermitian matrices, the last two axes, in ascending order, and the eigenvectors as columns.
    ///
    /// `UPLO` is "L" or "U": the triangle that is read. Raises ValueError for another, LinAlgError where `a` is not
    /// square or values are not found, TypeError for half precision.
    ///
    /// >>> cp.linalg.eigh(cp.array([[3.0, 0.0], [0.0, 4.0]])).eigenvalues
    /// array([3., 4.])
    fn eigh(a: &Array, UPLO: &str = "L") -> Named {
        let (values, vectors) = eigh(a, is_lower(UPLO)?)?;
        Ok(Named(Class("cuprust.linalg", "EighResult"), vec![values, vectors]))
    }

    /// The eigenvalues of Hermitian matrices, the last two axes, in ascending order.
    ///
    /// `UPLO` is "L" or "U": the triangle that is read. Raises ValueError for another, LinAlgError where `a` is not
    /// square or values are not found, TypeError for half precision.
    ///
    /// >>> cp.linalg.eigvalsh(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    /// array([3., 4.])
    fn eigvalsh(a: &Array, UPLO: &str = "L") -> Array {
        eigvalsh(a, is_lower(UPLO)?)
    }

    /// The eigenvalues of square matrices, the last two axes, and the eigenvectors as columns of length one.
    ///
    /// Both are complex, also those of real matrices, as in NumPy from version 2.5 on. Raises LinAlgError where `a` is
    /// not square or not finite or values are not found, TypeError for half precision.
    ///
    /// >>> cp.linalg.eig(cp.array([[3.0, 0.0], [0.0, 4.0]])).eigenvectors
    /// array([[1.+0.j, 0.+0.j],
    ///        [0.+0.j, 1.+0.j]])
    fn eig(a: &Array) -> Named {
        let (values, vectors) = eig(a)?;
        Ok(Named(Class("cuprust.linalg", "EigResult"), vec![values, vectors]))
    }

    /// The eigenvalues of square matrices, the last two axes.
    ///
    /// They are complex, also those of real matrices, as in NumPy from version 2.5 on. Raises LinAlgError where `a` is
    /// not square or not finite or values are not found, TypeError for half precision.
    ///
    /// >>> cp.linalg.eigvals(cp.array([[3.0, 0.0], [0.0, 4.0]]))
    /// array([3.+0.j, 4.+0.j])
    fn eigvals(a: &Array) -> Array {
        eigvals(a)
    }

    /// Orthonormal bases `Q` and upper triangles `R` whose products are matrices, the last two axes.
    ///
    /// `mode` is "reduced", "complete" for a whole basis, "r" for the triangle alone, or "raw" for the transpose of
    /// what LAPACK's geqrf writes and the scales of its reflections. Raises ValueError for another, LinAlgError for
    /// fewer than two axes, TypeError for half precision.
    ///
    /// >>> cp.linalg.qr(cp.array([[3.0, 1.0], [4.0, 0.0]])).Q.shape
    /// (2, 2)
    fn qr(a: &Array, mode: &str = "reduced") -> Returned {
        let (q, r) = match mode {
            "reduced" => qr(a, false)?,
            "complete" => qr(a, true)?,
            "r" => return Ok(Returned::Array(qr_triangle(a)?)),
            "raw" => {
                let reflections = Reflections::of(a, false)?;
                let Reflections { scales, .. } = &reflections;
                return Ok(Returned::Tuple(vec![transposed(&reflections.factored()), scales.clone()]));
            }
            other => return Err(Error::value(format!("Unrecognized mode '{other}'"))),
        };
        Ok(Named(Class("cuprust.linalg", "QRResult"), vec![q, r]).returned())
    }

    /// The ranks of matrices, the last two axes: how many singular values exceed `tol`, or `rtol` times the largest.
    ///
    /// Without either `rtol` is the precision times the larger extent. Of fewer than two axes it says whether an
    /// element is not zero. Raises ValueError for both, LinAlgError where the values are not found, TypeError for half
    /// precision.
    ///
    /// >>> cp.linalg.matrix_rank(cp.array([[1.0, 2.0], [2.0, 4.0]]))
    /// array(1)
    fn matrix_rank(
        A: &Array, tol: Option<&Array> = None, hermitian: bool = False, *, rtol: Option<&Array> = None
    ) -> Array {
        if tol.is_some() && rtol.is_some() {
            return Err(Error::value("`tol` and `rtol` can't be both set."));
        }
        matrix_rank(A, tol, rtol, hermitian)
    }

    /// The pseudo-inverses of matrices, the last two axes.
    ///
    /// Singular values up to `rcond`, or `rtol`, times the largest count as zero, 1e-15 without either. Raises
    /// ValueError for both, LinAlgError for fewer than two axes or where values are not found, TypeError for half
    /// precision.
    ///
    /// >>> cp.linalg.pinv(cp.array([[2.0, 0.0], [0.0, 0.0]]))
    /// array([[0.5, 0. ],
    ///        [0. , 0. ]])
    fn pinv(
        a: &Array, rcond: Option<&Array> = None, hermitian: bool = False, *, rtol: Option<&Array> = None
    ) -> Array {
        match (rcond, rtol) {
            (Some(_), Some(_)) => Err(Error::value("`rtol` and `rcond` can't be both set.")),
            (Some(cut), None) | (None, Some(cut)) => pinv(a, cut, hermitian),
            (None, None) => pinv(a, &norms::bound(1e-15, a)?, hermitian),
        }
    }

    /// The condition of matrices, the last two axes, by a norm: that of a matrix times that of its inverse. Of singular
    /// ones inf.
    ///
    /// `p` is None for the 2-norm, or an `ord` of `matrix_norm`. Raises LinAlgError without elements, and for matrices
    /// that are not square but for the 2-norms; ValueError for another norm.
    ///
    /// >>> cp.linalg.cond(cp.array([[2.0, 0.0], [0.0, 4.0]]), 1)
    /// array(2.)
    fn cond(x: &Array, p: NumberOrText = None) -> Array {
        let norm = match NormOrder::try_from(p)? {
            NormOrder::Usual => None,
            NormOrder::Number(order) => Some(MatrixNorm::from_order(order)?),
            NormOrder::Name(name) => Some(MatrixNorm::from_name(name)?),
        };
        cond(x, norm)
    }

    /// The powers of square matrices, the last two axes, and of their inverses for negative exponents.
    ///
    /// Raises LinAlgError where `a` is not square, or singular and its inverse is requested; TypeError where `n` is no
    /// integer.
    ///
    /// >>> cp.linalg.matrix_power(cp.array([[1, 1], [0, 1]]), 5)
    /// array([[1, 5],
    ///        [0, 1]])
    fn matrix_power(a: &Array, n: i64) -> Array {
        matrix_power(a, n)
    }

    /// The product of several matrices in the order of fewest multiplications; the first and the last may be vectors.
    ///
    /// Raises ValueError for fewer than two arrays or extents that differ, LinAlgError where one is no matrix.
    ///
    /// >>> cp.linalg.multi_dot([cp.ones((2, 3)), cp.ones((3, 1)), cp.ones((1, 2))])
    /// array([[3., 3.],
    ///        [3., 3.]])
    fn multi_dot(arrays: Vec<&Array>, *, out: Out = None) -> Array {
        multi_dot(&arrays, out.0)
    }

    /// The vector products of vectors of three elements along an axis; since NumPy 2.5 along the last where it is None.
    ///
    /// Raises ValueError for vectors of other lengths, AxisError for an axis out of range.
    ///
    /// >>> cp.linalg.cross([1, 0, 0], [0, 1, 0])
    /// array([0, 0, 1])
    fn cross(x1: &Array, x2: &Array, /, *, axis: Option<i64> = -1) -> Array {
        let axis = match axis {
            Some(axis) => axis,
            None if NumPy::followed() >= NumPy(2, 5) => -1,
            None => return Err(Error::type_("'NoneType' object cannot be interpreted as an integer")),
        };
        let extent = |x: &Array| Ok::<i64, cuprust_ir::Error>(x.shape()[normalize_axis(axis, x.ndim())?]);
        let (own, others) = (extent(x1)?, extent(x2)?);
        if own != 3 || others != 3 {
            return Err(Error::value(format!(
                "Both input arrays must be (arrays of) 3-dimensional vectors, but they are {own} and {others} dimensional instead."
            )));
        }
        crate::math::cross(x1, x2, [axis; 3])
    }

    /// All products of elements of two vectors, as a matrix.
    ///
    /// Raises ValueError for arrays of other than one axis.
    ///
    /// >>> cp.linalg.outer([1, 2], [3, 4])
    /// array([[3, 4],
    ///        [6, 8]])
    fn outer(x1: &Array, x2: &Array, /) -> Array {
        if x1.ndim() != 1 || x2.ndim() != 1 {
            return Err(Error::value(format!(
                "Input arrays must be one-dimensional, but they are x1.ndim={} and x2.ndim={}.",
                x1.ndim(),
                x2.ndim()
            )));
        }
        outer(x1, x2)
    }
}

/// Several new arrays.
type Tuple = Box<[Array]>;

/// Which triangle a letter names.
fn is_lower(letter: &str) -> Result<bool> {
    match letter {
        "L" | "l" => Ok(true),
        "U" | "u" => Ok(false),
        _ => Err(Error::value("UPLO argument must be 'L' or 'U'")),
    }
}

/// The lists of axes, where there are any.
fn lists(axes: &Option<IntLists>) -> Option<&[crate::Dims]> {
    axes.as_ref().map(|lists| &lists.0[..])
}

/// The dtype in which a product is computed, by one of the arguments `dtype` and `signature`.
///
/// # Errors
/// A type error where both are given, or the product has no loop of these dtypes; a value error for other numbers of
/// dtypes.
fn loop_dtype(name: &str, dtype: Option<DType>, signature: Option<&Loop>) -> crate::Result<Option<DType>> {
    match (dtype, signature) {
        (dtype, None) => Ok(dtype),
        (None, Some(asked)) => asked.one_dtype(name),
        (Some(_), Some(_)) => Err(Error::type_("cannot specify both 'signature' and 'dtype'")),
    }
}
