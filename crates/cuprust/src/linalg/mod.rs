//! Products of matrices and vectors, systems of equations, factors and norms, with NumPy's shape rules.

mod accelerated;
mod chains;
pub(crate) mod compressed_rows;
mod condition;
mod cores;
mod einsum;
pub(crate) mod factors;
mod forms;
mod least_squares;
mod norms;
mod orthogonal;
mod pencils;
mod solving;
pub(crate) mod spectral;
mod structured;
pub(crate) mod table;

use cuprust_ir::{Error, Opcode, Result, broadcast_shapes, shape_text};
use cuprust_num::{DType, Scalar, can_cast, promote};
use cuprust_ops::{Reduction, Routine, RowId};

use crate::ufunc::casting::check_output;
use crate::ufunc::over::Over;
use crate::ufunc::reduction::fold;
use crate::ufunc::{MapOptions, ReduceOptions, single_output};
use crate::{Array, Order, normalize_axis, ufunc};

pub use chains::{matrix_power, multi_dot};
pub use condition::cond;
pub use cores::{CoreAxes, MATMUL, MATVEC, Product, VECDOT, VECMAT};
pub use einsum::{Contraction, Path, einsum, einsum_with};
pub use factors::{Failures, extents_of, lu_raw, lu_solve_raw, set_failures, transposed};
pub use forms::{
    balance_raw, hessenberg_raw, schur_ordered, schur_raw, schur_split, triangular_function, triangular_sylvester,
};
pub use least_squares::{LeastSquares, lstsq};
pub use norms::{MatrixNorm, NormOrder, VectorNorm, matrix_norm, norm_of, vector_norm};
pub use orthogonal::{Reflections, qr, qr_triangle};
pub use pencils::{pencil_ordered, pencil_raw, pencil_split, pencil_vectors};
pub use solving::{
    Triangular, cholesky, det, inv, slogdet, solve, solve_regular_triangular, solve_triangular, tensorinv, tensorsolve,
};
pub(crate) use spectral::real_if_all_are;
pub use spectral::{
    Singular, eig, eigh, eigvals, eigvalsh, matrix_rank, pinv, svd, svd_hermitian, svdvals, svdvals_hermitian,
};
pub use structured::{
    cho_solve_banded, cholesky_banded, eigh_tridiagonal, eigvalsh_tridiagonal, ldl_raw, matmul_toeplitz, solve_banded,
    solve_toeplitz, solveh_banded,
};

const SIGNATURE: &str = "gufunc signature (n?,k),(k,m?)->(n?,m?)";

/// The product of matrices over the last two axes; the axes before them broadcast, and a vector is treated as a row on
/// the left and a column on the right: `numpy.matmul`, `a @ b`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let (a, x) = (array![[1.0, 2.0], [3.0, 4.0]], array![1.0, 1.0]);
/// assert_eq!(a.matmul(&x)?.to_string(), "[3. 7.]");
/// assert_eq!(matmul(&a, &a)?.to_string(), "[[ 7. 10.]\n [15. 22.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where an operand has no axes, the inner extents differ, or the outer axes do not broadcast.
pub fn matmul(a: &Array, b: &Array) -> Result<Array> {
    matmul_with(a, b, &MapOptions::default())
}

impl Array {
    /// [`matmul`] with another array: NumPy's `a @ b`.
    ///
    /// # Errors
    /// As [`matmul`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let a = array![[4.0, 1.0], [1.0, 3.0]];
    /// assert_eq!(a.matmul(&array![1.0, 2.0])?.to_string(), "[6. 7.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn matmul(&self, b: &Array) -> Result<Array> {
        matmul(self, b)
    }

    /// [`dot`] with another array.
    ///
    /// # Errors
    /// As [`dot`].
    ///
    /// ```
    /// # use cuprust::*;
    /// let x = array![1.0, 2.0];
    /// assert_eq!(x.dot(&x)?.to_string(), "5.0");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn dot(&self, b: &Array) -> Result<Array> {
        dot(self, b)
    }

    /// [`trace`] of the first two axes.
    ///
    /// # Errors
    /// As [`trace`].
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(array![[1, 2], [3, 4]].trace()?.to_string(), "5");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn trace(&self) -> Result<Array> {
        trace(self)
    }
}

/// As [`matmul`], with the options of an elementwise operation; a mask is ignored. An `out` may have more outer axes
/// than the operands, which are then repeated.
///
/// # Errors
/// As [`matmul`]; a value error for an `out` of another shape, and a type error for one that cannot hold the result or
/// where the casting rule does not allow the operands' dtypes.
///
/// ```
/// # use cuprust::*;
/// let (a, out) = (array![[1.0, 2.0], [3.0, 4.0]], zeros(2)?);
/// let options = MapOptions { out: ufunc::single_output(Some(&out)), ..Default::default() };
/// linalg::matmul_with(&a, &array![1.0, 1.0], &options)?;
/// assert_eq!(out.to_string(), "[3. 7.]");
/// # Ok::<(), Error>(())
/// ```
pub fn matmul_with(a: &Array, b: &Array, options: &MapOptions) -> Result<Array> {
    let dtype = options.dtype.unwrap_or(promote(a.dtype(), b.dtype()));
    for (index, operand) in [a, b].into_iter().enumerate() {
        if !can_cast(operand.dtype(), dtype, options.casting) {
            let (from, rule) = (operand.dtype(), options.casting.name());
            return Err(Error::type_(format!(
                "cannot cast matmul input {index} from {from} to {dtype} with casting rule '{rule}'"
            )));
        }
    }
    for (index, operand) in [a, b].iter().enumerate() {
        if operand.ndim() == 0 {
            return Err(Error::value(format!(
                "matmul: Input operand {index} does not have enough dimensions (has 0, gufunc core with signature \
                 (n?,k),(k,m?)->(n?,m?) requires 1)"
            )));
        }
    }
    let left = if a.ndim() == 1 { a.view_of(a.layout().with_axis(0)) } else { a.clone() };
    let right = if b.ndim() == 1 { b.view_of(b.layout().with_axis(1)) } else { b.clone() };
    let ([.., m, k], [.., inner, n]) = (left.shape(), right.shape()) else { unreachable!("both have two axes now") };
    let (m, k, inner, n) = (*m, *k, *inner, *n);
    if k != inner {
        let core = if b.ndim() == 1 { 0 } else { b.ndim() - 2 };
        return Err(Error::value(format!(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with {SIGNATURE} (size {} is different from {k})",
            b.shape()[core]
        )));
    }
    let cores = usize::from(a.ndim() > 1) + usize::from(b.ndim() > 1);
    let out = options.out[0];
    let outer = out.map_or(&[][..], |out| &out.shape()[..out.ndim().saturating_sub(cores)]);
    let batch = broadcast_shapes(&[&left.shape()[..left.ndim() - 2], &right.shape()[..right.ndim() - 2], outer])
        .map_err(|error| error.within("matmul"))?;
    let full: Vec<i64> = batch.iter().copied().chain([m, n]).collect();
    let mut shape = batch.to_vec();
    shape.extend((a.ndim() > 1).then_some(m));
    shape.extend((b.ndim() > 1).then_some(n));
    if let Some(out) = out {
        out.check_out("matmul", &shape, a.device())?;
        check_output("matmul", out, dtype, options.casting)?;
    }
    let target = Array::empty(&full, dtype, a.device())?;
    multiply_into(&target, &left, &right)?;
    let result = target.reshape(&shape)?;
    let fortran = match options.order {
        Order::F => true,
        Order::A => a.layout().is_fortran() && b.layout().is_fortran(),
        Order::C | Order::K => false,
    };
    match out {
        None if fortran => result.copy_ordered(dtype, Order::F),
        out => result.into_out(out),
    }
}

/// Records the product of `[.., m, k]` and `[.., k, n]` into a new array `[.., m, n]`; all have one dtype.
fn multiply_into(target: &Array, left: &Array, right: &Array) -> Result<()> {
    left.check_device(right)?;
    if target.size() == 0 {
        return Ok(());
    }
    let rank = target.ndim();
    let inner = left.shape()[left.ndim() - 1];
    if inner == 0 {
        return target.fill(Scalar::zero(target.dtype()));
    }
    let spread = |array: &Array| -> Result<Array> {
        let array = array.in_dtype(target.dtype())?;
        let own = &array.shape()[array.ndim() - 2..];
        let shape: Vec<i64> = target.shape()[..rank - 2].iter().chain(own).copied().collect();
        Ok(array.view_of(array.layout().broadcast(&shape)?))
    };
    let (left, right) = (spread(left)?, spread(right)?);
    let opcode = Opcode::Routine(Routine::MatMul);
    target.device().lock()?.record(opcode, target.shape(), &[target.output()], &[left.input(), right.input()])
}

/// `numpy.dot`: a product by a number, the inner product of vectors, the product of matrices, or the sum over the last
/// axis of the first and the last but one of the second.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(array![1, 2, 3].dot(&array![1, 0, 2])?.to_string(), "7");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where the extents differ.
pub fn dot(a: &Array, b: &Array) -> Result<Array> {
    dot_with(a, b, None)
}

/// [`dot`], written to `out` if one is given.
///
/// # Errors
/// A value error where the extents differ, and for an `out` of another shape, dtype or order.
///
/// ```
/// # use cuprust::*;
/// let out = zeros(())?;
/// linalg::dot_with(&array![1.0, 2.0], &array![3.0, 4.0], Some(&out))?;
/// assert_eq!(out.to_string(), "11.0");
/// # Ok::<(), Error>(())
/// ```
pub fn dot_with(a: &Array, b: &Array, out: Option<&Array>) -> Result<Array> {
    if a.ndim() == 0 || b.ndim() == 0 {
        check_product(out, if a.ndim() == 0 { b.shape() } else { a.shape() }, promote(a.dtype(), b.dtype()))?;
        let options = ufunc::MapOptions { out: single_output(out), ..Default::default() };
        let arguments = [ufunc::Argument::Array(a), ufunc::Argument::Array(b)];
        let product = ufunc::map(const { RowId::named("multiply") }, &arguments, &options);
        return product.map(|mut outputs| outputs.swap_remove(0));
    }
    let along = b.ndim().saturating_sub(2);
    let (own, others) = (a.shape()[a.ndim() - 1], b.shape()[along]);
    if own != others {
        return Err(Error::value(format!(
            "shapes {} and {} not aligned: {own} (dim {}) != {others} (dim {along})",
            shape_text(a.shape()),
            shape_text(b.shape()),
            a.ndim() - 1
        )));
    }
    let shape: Vec<i64> =
        [&a.shape()[..a.ndim() - 1], &b.shape()[..along], &b.shape()[b.ndim().min(along + 1)..]].concat();
    check_product(out, &shape, promote(a.dtype(), b.dtype()))?;
    let result = contract(a, &[a.ndim() - 1], b, &[along])?;
    if let Some(out) = out {
        out.check_out("dot", result.shape(), result.device())?;
    }
    result.into_out(out)
}

/// Refuses an `out` of [`dot`] that does not have the result's shape, dtype and order.
fn check_product(out: Option<&Array>, shape: &[i64], dtype: DType) -> Result<()> {
    match out {
        Some(out) if out.shape() != shape || out.dtype() != dtype || !out.layout().is_contiguous() => {
            Err(Error::value(
                "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)",
            ))
        }
        _ => Ok(()),
    }
}

/// The inner product of two arrays flattened, the first conjugated.
///
/// # Errors
/// A value error where the sizes differ.
///
/// ```
/// # use cuprust::*;
/// let a = array![c128::new(0.0, 1.0), c128::new(2.0, 0.0)];
/// assert_eq!(linalg::vdot(&a, &a)?.to_string(), "(5+0j)");
/// # Ok::<(), Error>(())
/// ```
pub fn vdot(a: &Array, b: &Array) -> Result<Array> {
    if a.size() != b.size() {
        return Err(Error::value("cannot reshape array: vdot needs arrays of one size"));
    }
    let a = if a.dtype().is_complex() { ufunc::unary(conjugate()?, a)? } else { a.clone() };
    dot(&a.ravel()?, &b.ravel()?)
}

fn conjugate() -> Result<RowId> {
    RowId::find("conjugate")
        .or_else(|| RowId::find("conj"))
        .ok_or_else(|| Error::runtime("there is no row `conjugate`"))
}

/// The sum over the last axes of both.
///
/// # Errors
/// A value error where their extents differ.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::inner(&array![[1, 2], [3, 4]], &array![1, 1])?.to_string(), "[3 7]");
/// # Ok::<(), Error>(())
/// ```
pub fn inner(a: &Array, b: &Array) -> Result<Array> {
    if a.ndim() == 0 || b.ndim() == 0 {
        return dot(a, b);
    }
    let (own, others) = (a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1]);
    if own != others {
        return Err(Error::value(format!(
            "shapes {} and {} not aligned: {own} (dim {}) != {others} (dim {})",
            shape_text(a.shape()),
            shape_text(b.shape()),
            a.ndim() - 1,
            b.ndim() - 1
        )));
    }
    contract(a, &[a.ndim() - 1], b, &[b.ndim() - 1])
}

/// All products of elements of two flattened arrays, as a matrix.
///
/// # Errors
/// A type error where the dtypes have no product.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::outer(&array![1, 2], &array![3, 4])?.to_string(), "[[3 4]\n [6 8]]");
/// # Ok::<(), Error>(())
/// ```
pub fn outer(a: &Array, b: &Array) -> Result<Array> {
    outer_with(a, b, None)
}

/// [`outer`], written to `out` if one is given.
///
/// # Errors
/// As [`outer`]; a value error for an `out` of another shape, a type error for one that cannot hold the result.
///
/// ```
/// # use cuprust::*;
/// let out = zeros((2, 2))?;
/// linalg::outer_with(&array![1.0, 2.0], &array![3.0, 4.0], Some(&out))?;
/// assert_eq!(out.to_string(), "[[3. 4.]\n [6. 8.]]");
/// # Ok::<(), Error>(())
/// ```
pub fn outer_with(a: &Array, b: &Array, out: Option<&Array>) -> Result<Array> {
    let (a, b) = (a.ravel()?, b.ravel()?);
    let column = a.view_of(a.layout().with_axis(1));
    let options = ufunc::MapOptions { out: single_output(out), ..Default::default() };
    let arguments = [ufunc::Argument::Array(&column), ufunc::Argument::Array(&b)];
    ufunc::map(const { RowId::named("multiply") }, &arguments, &options).map(|mut outputs| outputs.swap_remove(0))
}

/// The sum over pairs of axes of `a` and `b`: `numpy.tensordot`.
///
/// # Errors
/// A value error where the extents of a pair differ, the lists have different lengths or name an axis twice; an axis
/// error for one out of range.
///
/// ```
/// # use cuprust::*;
/// let (a, b) = (ones((2, 3, 4))?, ones((4, 3, 5))?);
/// assert_eq!(linalg::tensordot(&a, &b, &[1, 2], &[1, 0])?.shape(), [2, 5]);
/// # Ok::<(), Error>(())
/// ```
pub fn tensordot(a: &Array, b: &Array, axes_a: &[i64], axes_b: &[i64]) -> Result<Array> {
    let own = axes_a.iter().map(|&axis| normalize_axis(axis, a.ndim())).collect::<Result<Vec<_>>>()?;
    let others = axes_b.iter().map(|&axis| normalize_axis(axis, b.ndim())).collect::<Result<Vec<_>>>()?;
    for axes in [&own, &others] {
        if (1..axes.len()).any(|index| axes[..index].contains(&axes[index])) {
            return Err(Error::value("duplicate axes are not allowed in tensordot"));
        }
    }
    let equal = own.len() == others.len() && own.iter().zip(&others).all(|(&x, &y)| a.shape()[x] == b.shape()[y]);
    if !equal {
        return Err(Error::value("shape-mismatch for sum"));
    }
    contract(a, &own, b, &others)
}

/// The sum over pairs of axes of equal extents, as one matrix product.
fn contract(a: &Array, axes_a: &[usize], b: &Array, axes_b: &[usize]) -> Result<Array> {
    let free_a: Vec<usize> = (0..a.ndim()).filter(|axis| !axes_a.contains(axis)).collect();
    let free_b: Vec<usize> = (0..b.ndim()).filter(|axis| !axes_b.contains(axis)).collect();
    let extent = |array: &Array, axes: &[usize]| axes.iter().map(|&axis| array.shape()[axis]).product::<i64>();
    let (m, k, n) = (extent(a, &free_a), extent(a, axes_a), extent(b, &free_b));
    let dtype = promote(a.dtype(), b.dtype());
    if m > 1 && n > 1 && !axes_a.is_empty() {
        // The axes of a pair have one label, that of `a`'s.
        let own: Vec<i32> = (0..a.ndim() as i32).collect();
        let pair = |axis: usize| axes_b.iter().position(|own| *own == axis).map(|index| axes_a[index] as i32);
        let others: Vec<i32> = (0..b.ndim()).map(|axis| pair(axis).unwrap_or((a.ndim() + axis) as i32)).collect();
        let kept: Vec<i32> =
            free_a.iter().map(|&axis| own[axis]).chain(free_b.iter().map(|&axis| others[axis])).collect();
        let factors = (a.in_dtype(dtype)?, b.in_dtype(dtype)?);
        if let Some(result) = accelerated::contract((&factors.0, &own), (&factors.1, &others), &kept)? {
            return Ok(result);
        }
    }
    let order_a: Vec<usize> = free_a.iter().chain(axes_a).copied().collect();
    let order_b: Vec<usize> = axes_b.iter().chain(&free_b).copied().collect();
    let left = a.view_of(a.layout().permute(&order_a)).reshape([m, k])?;
    let right = b.view_of(b.layout().permute(&order_b)).reshape([k, n])?;
    let target = Array::empty([m, n], dtype, a.device())?;
    multiply_into(&target, &left, &right)?;
    let shape: Vec<i64> =
        free_a.iter().map(|&axis| a.shape()[axis]).chain(free_b.iter().map(|&axis| b.shape()[axis])).collect();
    target.reshape(&shape)
}

/// The sum along the diagonal of the first two axes: `numpy.trace`.
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// assert_eq!(linalg::trace(&array![[1, 2], [3, 4]])?.to_string(), "5");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`Array::diagonal`].
pub fn trace(a: &Array) -> Result<Array> {
    trace_with(a, 0, 0, 1, None, None)
}

/// The sum along a diagonal of any two axes, in a dtype, and written to `out` if one is given.
///
/// # Errors
/// As [`Array::diagonal`].
///
/// ```
/// # use cuprust::*;
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(linalg::trace_with(&a, 1, 0, 1, Some(DType::F64), None)?.to_string(), "2.0");
/// # Ok::<(), Error>(())
/// ```
pub fn trace_with(
    a: &Array,
    offset: i64,
    axis1: i64,
    axis2: i64,
    dtype: Option<DType>,
    out: Option<&Array>,
) -> Result<Array> {
    let diagonal = a.diagonal(offset, axis1, axis2)?;
    crate::ufunc::reduction::named(
        "sum",
        &diagonal,
        &ReduceOptions { axes: Some(&[-1]), dtype, out, ..Default::default() },
    )
}

/// The square root of the sum of squared absolute values over axes: the 2-norm of vectors, and the Frobenius norm of
/// matrices. Other norms are [`vector_norm`] and [`matrix_norm`].
///
/// ```
/// use cuprust::*;
/// # fn main() -> Result<()> {
/// let a = array![[3.0, 4.0], [6.0, 8.0]];
/// assert_eq!(linalg::norm(&a, 1)?.to_string(), "[ 5. 10.]");
/// assert_eq!(linalg::norm(&a, axis(..).keepdims())?.shape(), [1, 1]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`crate::ufunc::reduction::reduce`].
pub fn norm<'a>(a: &Array, over: impl Into<Over<'a>>) -> Result<Array> {
    let over = over.into();
    let wide = match over.dtype {
        Some(dtype) => a.astype(dtype)?,
        None if a.dtype().is_inexact() => a.clone(),
        None => a.astype(DType::F64)?,
    };
    let size = ufunc::unary(const { RowId::named("absolute") }, &wide)?;
    let square = ufunc::binary(const { RowId::named("multiply") }, &size, &size)?;
    let options = ReduceOptions { dtype: None, out: None, ..over.options() };
    let sum = fold(Reduction::Fold(const { RowId::named("add") }), "norm", &square, square.dtype(), &options)?;
    ufunc::unary(const { RowId::named("sqrt") }, &sum)?.into_out(over.out)
}

/// The Kronecker product: each element of `a` is replaced by its product with `b`. `numpy.kron`.
///
/// # Errors
/// A type error for dtypes that cannot be multiplied.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::kron(&array![1, 10], &array![1, 2])?.to_string(), "[ 1  2 10 20]");
/// # Ok::<(), Error>(())
/// ```
pub fn kron(a: &Array, b: &Array) -> Result<Array> {
    let rank = a.ndim().max(b.ndim());
    let (a, b) = (a.at_least(rank), b.at_least(rank));
    // Axes alternate: one of the first operand before one of the second.
    let laid = |array: &Array, first: bool| {
        let extents: Vec<i64> = array.shape().iter().flat_map(|&n| if first { [n, 1] } else { [1, n] }).collect();
        array.reshape(&extents)
    };
    let extents: Vec<i64> = a.shape().iter().zip(b.shape()).map(|(a, b)| a * b).collect();
    ufunc::rows::multiply(&laid(&a, true)?, &laid(&b, false)?)?.reshape(&extents)
}

/// The sums of products over one axis of vectors, the first of them conjugated; the other axes broadcast.
/// `numpy.vecdot`. The axis is counted in each operand.
///
/// ```
/// # use cuprust::*;
/// # fn main() -> Result<()> {
/// let rows = array![[1, 2], [3, 4]];
/// assert_eq!(linalg::vecdot(&rows, &array![1, 1], -1, false, &MapOptions::default())?.to_string(), "[3 7]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`matmul_with`], and an axis error.
pub fn vecdot(a: &Array, b: &Array, axis: i64, keepdims: bool, options: &MapOptions) -> Result<Array> {
    let dtype = checked_dtype("vecdot", [(a, 1), (b, 1)], options)?;
    let last = |array: &Array| -> Result<Array> {
        let axis = normalize_axis(axis, array.ndim())?;
        let order: Vec<usize> = (0..array.ndim()).filter(|&other| other != axis).chain([axis]).collect();
        Ok(array.view_of(array.layout().permute(&order)))
    };
    let (a, b) = (last(a)?, last(b)?);
    check_core("vecdot", "(n),(n)->()", 0, a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1])?;
    // The half types are rounded once.
    let wide = crate::ufunc::casting::wide(dtype);
    let (a, b) = (conjugated(&a.in_dtype(wide)?)?, b.in_dtype(wide)?);
    let products = ufunc::rows::multiply(&a, &b).map_err(|error| error.within("vecdot"))?;
    let sums = ufunc::rows::sum(&products, crate::axis(-1).dtype(wide))?.in_dtype(dtype)?;
    let sums = match keepdims {
        false => sums,
        true => {
            let axis = normalize_axis(axis, sums.ndim() + 1)?;
            sums.view_of(sums.layout().with_axis(axis))
        }
    };
    finished("vecdot", sums, options)
}

/// The products of matrices and vectors, over the last axes; the others broadcast. `numpy.matvec`.
///
/// # Errors
/// As [`matmul_with`].
///
/// ```
/// # use cuprust::*;
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(linalg::matvec(&a, &array![1, 1], &Default::default())?.to_string(), "[3 7]");
/// # Ok::<(), Error>(())
/// ```
pub fn matvec(a: &Array, b: &Array, options: &MapOptions) -> Result<Array> {
    checked_dtype("matvec", [(a, 2), (b, 1)], options)?;
    check_core("matvec", "(m,n),(n)->(m)", 0, a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1])?;
    let column = b.view_of(b.layout().with_axis(b.ndim()));
    let product = matmul_with(a, &column, &MapOptions { out: single_output(None), order: Order::K, ..*options })?;
    finished("matvec", product.view_of(product.layout().without(product.ndim() - 1)), options)
}

/// The products of conjugated vectors and matrices; the axes before theirs broadcast. `numpy.vecmat`.
///
/// # Errors
/// As [`matmul_with`].
///
/// ```
/// # use cuprust::*;
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(linalg::vecmat(&array![1, 1], &a, &Default::default())?.to_string(), "[4 6]");
/// # Ok::<(), Error>(())
/// ```
pub fn vecmat(a: &Array, b: &Array, options: &MapOptions) -> Result<Array> {
    checked_dtype("vecmat", [(a, 1), (b, 2)], options)?;
    check_core("vecmat", "(n),(n,m)->(m)", 0, a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 2])?;
    let a = conjugated(a)?;
    let row = a.view_of(a.layout().with_axis(a.ndim() - 1));
    let product = matmul_with(&row, b, &MapOptions { out: single_output(None), order: Order::K, ..*options })?;
    finished("vecmat", product.view_of(product.layout().without(product.ndim() - 2)), options)
}

/// The conjugate of complex numbers.
fn conjugated(array: &Array) -> Result<Array> {
    if array.dtype().is_complex() { ufunc::rows::conjugate(array) } else { Ok(array.clone()) }
}

/// The dtype of a product whose operands need at least this many axes.
fn checked_dtype(name: &str, operands: [(&Array, usize); 2], options: &MapOptions) -> Result<DType> {
    let [(a, _), (b, _)] = operands;
    a.check_device(b)?;
    let dtype = options.dtype.unwrap_or(promote(a.dtype(), b.dtype()));
    for (index, (operand, cores)) in operands.into_iter().enumerate() {
        if operand.ndim() < cores {
            return Err(Error::value(format!(
                "{name}: Input operand {index} does not have enough dimensions (has {}, gufunc core requires {cores})",
                operand.ndim()
            )));
        }
        if !can_cast(operand.dtype(), dtype, options.casting) {
            let (from, rule) = (operand.dtype(), options.casting.name());
            return Err(Error::type_(format!(
                "cannot cast {name} input {index} from {from} to {dtype} with casting rule '{rule}'"
            )));
        }
    }
    Ok(dtype)
}

fn check_core(name: &str, signature: &str, core: usize, own: i64, other: i64) -> Result<()> {
    if own == other {
        return Ok(());
    }
    Err(Error::value(format!(
        "{name}: Input operand 1 has a mismatch in its core dimension {core}, with gufunc signature {signature} (size {other} is different \
         from {own})"
    )))
}

/// A result in the requested order, or in the `out`.
fn finished(name: &str, result: Array, options: &MapOptions) -> Result<Array> {
    if let Some(out) = options.out[0] {
        out.check_out(name, result.shape(), result.device())?;
        check_output(name, out, result.dtype(), options.casting)?;
        return result.into_out(Some(out));
    }
    match options.order {
        Order::F => result.copy_ordered(result.dtype(), Order::F),
        _ => result.ascontiguous(),
    }
}
