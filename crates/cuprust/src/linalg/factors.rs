//! Shared parts of all factorisations: the dtypes to compute in, column-major matrices, and the treatment of matrices
//! that have no factors.

use std::cell::Cell;

use cuprust_ir::{Error, Layout, Opcode, Result, broadcast_shapes};
use cuprust_num::{DType, promote};
use cuprust_ops::{Routine, RowId};

use crate::array::Order;
use crate::creation::{eye, shape};
use crate::runtime::with_waiting_allowed;
use crate::ufunc::{Argument, MapOptions, map, rows};
use crate::{Array, Ellipsis, s};

thread_local! {
    static FAILURES: Cell<Failures> = const { Cell::new(Failures::Deferred) };
}

/// What a thread does about matrices for which a GPU finds no factors. The CPU always raises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failures {
    /// The results are undefined, or NaN.
    Ignored,
    /// An error is raised where the device is waited for, and again by what depends on the results.
    Deferred,
    /// The GPU is waited for immediately.
    Raised,
}

/// Sets what this thread does, and returns the previous setting.
///
/// ```
/// # use cuprust::*;
/// let before = linalg::set_failures(linalg::Failures::Raised);
/// assert_eq!((before, linalg::set_failures(before)), (linalg::Failures::Deferred, linalg::Failures::Raised));
/// ```
pub fn set_failures(failures: Failures) -> Failures {
    FAILURES.replace(failures)
}

/// The setting of this thread.
pub(crate) fn failures() -> Failures {
    FAILURES.get()
}

/// A requirement of a factorisation that a matrix may violate.
#[derive(Debug, Clone, Copy)]
pub(super) enum Requirement {
    Inverse,
    PositiveDefinite,
    SingularValues,
    Eigenvalues,
    /// Finite elements only.
    Finite,
}

impl Requirement {
    /// The row that passes results through on a GPU and has the text of the error.
    fn row(self) -> RowId {
        match self {
            Requirement::Inverse => const { RowId::named("of_regular") },
            Requirement::PositiveDefinite => const { RowId::named("of_positive_definite") },
            Requirement::SingularValues => const { RowId::named("of_singular_values") },
            Requirement::Eigenvalues => const { RowId::named("of_eigenvalues") },
            Requirement::Finite => const { RowId::named("of_finite") },
        }
    }
}

/// The dtype in which factors are computed: single and double precision are kept, integers and bools give float64.
///
/// # Errors
/// A type error for half precision.
pub(super) fn precision(dtype: DType) -> Result<DType> {
    match dtype {
        DType::F32 | DType::F64 | DType::C64 | DType::C128 => Ok(dtype),
        DType::F16 | DType::BF16 => Err(Error::type_(format!("array type {dtype} is unsupported in linalg"))),
        _ => Ok(DType::F64),
    }
}

/// The dtype in which SciPy and CuPy compute factors: single precision also for half precision, bools and integers of
/// up to 16 bits.
pub fn single_or_double(dtype: DType) -> DType {
    promote(dtype, DType::F32)
}

/// The extents of stacked matrices: the stack's, the rows and the columns.
///
/// # Errors
/// NumPy's error for fewer than two axes.
pub(super) fn stacked(a: &Array) -> Result<(&[i64], i64, i64)> {
    match a.shape() {
        [stack @ .., m, n] => Ok((stack, *m, *n)),
        _ => {
            Err(Error::lin_alg(format!("{}-dimensional array given. Array must be at least two-dimensional", a.ndim())))
        }
    }
}

/// As [`stacked`], for square matrices: the stack's extents and the number of rows.
///
/// # Errors
/// NumPy's error for other matrices.
pub(super) fn square(a: &Array) -> Result<(&[i64], i64)> {
    match stacked(a)? {
        (stack, m, n) if m == n => Ok((stack, n)),
        _ => Err(Error::lin_alg("Last 2 dimensions of the array must be square")),
    }
}

/// The last two axes exchanged.
pub(super) fn t(a: &Array) -> Array {
    let mut order: Vec<usize> = (0..a.ndim()).collect();
    order.swap(a.ndim() - 2, a.ndim() - 1);
    a.view_of(a.layout().permute(&order))
}

/// The conjugate transposes; views if the matrices are real.
pub(super) fn adjoint(a: &Array) -> Result<Array> {
    let a = t(a);
    if a.dtype().is_complex() { rows::conjugate(&a) } else { Ok(a) }
}

/// New memory with the elements of an array in C order.
pub(super) fn fresh(a: &Array, dtype: DType) -> Result<Array> {
    a.filled_by_copy(Layout::of_new(a.shape()), true, dtype, a.input())
}

/// The elements of an array in C order, in place or copied.
pub(super) fn settled(a: &Array, dtype: DType) -> Result<Array> {
    if a.dtype() == dtype && a.layout().is_contiguous() { Ok(a.clone()) } else { fresh(a, dtype) }
}

/// A new array with these extents after those of the stack.
pub(super) fn empty_stack(stack: &[i64], extents: &[i64], dtype: DType, like: &Array) -> Result<Array> {
    let shape: Vec<i64> = stack.iter().chain(extents).copied().collect();
    Array::empty(&shape, dtype, like.device())
}

/// Records a routine whose operands are not empty.
pub(super) fn record(routine: Routine, outputs: &[&Array], inputs: &[&Array]) -> Result<()> {
    let (to, from): (Vec<_>, Vec<_>) =
        (outputs.iter().map(|array| array.output()).collect(), inputs.iter().map(|array| array.input()).collect());
    outputs[0].device().lock()?.record(Opcode::Routine(routine), outputs[0].shape(), &to, &from)
}

/// Results of a factorisation, in C order, valid where `info` is zero. Their axes are those of the stack, followed by
/// those of a vector or a matrix.
///
/// # Errors
/// A linear algebra error, immediately where the device does not defer errors or this thread waits for deferred ones.
pub(super) fn checked<const N: usize>(
    results: [Array; N],
    info: &Array,
    requirement: Requirement,
) -> Result<[Array; N]> {
    let failures = raised(info, requirement)?;
    let options = MapOptions { order: Order::C, ..MapOptions::default() };
    let mut checked = Vec::with_capacity(N);
    for result in &results {
        checked.push(match failures {
            Failures::Deferred => {
                let wide = (info.ndim()..result.ndim())
                    .fold(info.clone(), |info, _| info.view_of(info.layout().with_axis(info.ndim())));
                let mut found = map(requirement.row(), &[Argument::Array(result), Argument::Array(&wide)], &options)?;
                found.swap_remove(0)
            }
            Failures::Ignored | Failures::Raised => result.ascontiguous()?,
        });
    }
    checked.try_into().map_err(|_| Error::runtime("a result is missing"))
}

/// Raises an error for matrices whose `info` is not zero, unless it is deferred or suppressed; returns the thread's
/// setting.
///
/// # Errors
/// As [`checked`].
pub(super) fn raised(info: &Array, requirement: Requirement) -> Result<Failures> {
    let failures = if info.device().defers_errors() { FAILURES.get() } else { Failures::Raised };
    let has_failed = || rows::any(&rows::not_equal(info, 0)?, ..)?.item().map(|found| found.get::<bool>());
    if failures == Failures::Raised && with_waiting_allowed(has_failed)? {
        let text = requirement.row().row().refuses.map_or("", |refusal| refusal.text);
        return Err(Error::lin_alg(text));
    }
    Ok(failures)
}

/// As [`checked`], for singular values and vectors: cuSOLVER gives NaN for a matrix that contains NaN.
///
/// # Errors
/// The linear algebra error of [`checked`].
pub(super) fn checked_singular<const N: usize>(
    results: [Array; N],
    info: &Array,
    values: &Array,
) -> Result<[Array; N]> {
    if info.device().capabilities().reports_nan_matrices || FAILURES.get() == Failures::Ignored {
        return checked(results, info, Requirement::SingularValues);
    }
    let undefined = rows::any(&rows::isnan(values)?, crate::axis(-1))?;
    checked(results, &rows::add(info, &undefined)?, Requirement::SingularValues)
}

/// As [`checked`], for eigenvalues and eigenvectors of Hermitian matrices: those of a matrix that is not finite are
/// NaN, which is not an error, even if cuSOLVER reports one.
///
/// # Errors
/// The linear algebra error of [`checked`].
pub(super) fn checked_hermitian<const N: usize>(
    results: [Array; N],
    info: &Array,
    values: &Array,
) -> Result<[Array; N]> {
    if info.device().capabilities().reports_nan_matrices || FAILURES.get() == Failures::Ignored {
        return checked(results, info, Requirement::Eigenvalues);
    }
    let defined = rows::logical_not(&rows::isnan(&values.at(s![Ellipsis, 0])?)?)?;
    checked(results, &rows::multiply(info, &defined)?, Requirement::Eigenvalues)
}

/// The LU factors of square matrices, column-major; the row exchanges, and which pivots are zero.
pub(super) struct Lu {
    pub(super) factors: Array,
    pub(super) pivots: Array,
    pub(super) info: Array,
}

impl Lu {
    /// For matrices with elements.
    pub(super) fn of(a: &Array) -> Result<Lu> {
        let (stack, m, n) = stacked(a)?;
        let factors = fresh(&t(a), precision(a.dtype())?)?;
        let pivots = empty_stack(stack, &[m.min(n)], DType::I64, a)?;
        let info = empty_stack(stack, &[], DType::I64, a)?;
        record(Routine::Lu, &[&factors, &pivots, &info], &[&factors])?;
        Ok(Lu { factors, pivots, info })
    }

    /// Solves for columns in a stack like the factors', with elements. The result's last two axes are exchanged.
    pub(super) fn solve(&self, b: &Array, transposed: bool, conjugated: bool) -> Result<Array> {
        let x = fresh(&t(b), self.factors.dtype())?;
        let routine = Routine::LuSolve { transposed, conjugated };
        record(routine, &[&x], &[&x, &self.factors, &self.pivots])?;
        Ok(x)
    }
}

/// The extents of stacked matrices with at least two axes: the stack's, the rows and the columns.
///
/// # Errors
/// NumPy's linear algebra error for fewer axes.
///
/// ```
/// # use cuprust::*;
/// let a = zeros((5, 2, 3))?;
/// assert_eq!(linalg::extents_of(&a)?, (&[5][..], 2, 3));
/// # Ok::<(), Error>(())
/// ```
pub fn extents_of(a: &Array) -> Result<(&[i64], i64, i64)> {
    stacked(a)
}

/// A view of stacked matrices with the last two axes exchanged.
///
/// ```
/// # use cuprust::*;
/// assert_eq!(linalg::transposed(&zeros((5, 2, 3))?).shape(), [5, 3, 2]);
/// # Ok::<(), Error>(())
/// ```
#[must_use]
pub fn transposed(a: &Array) -> Array {
    t(a)
}

/// LU factors of matrices in one array, a unit lower triangle below the diagonal and an upper one on and above it, and
/// the rows with which each row was exchanged, int64, counted from one. A singular matrix has a zero pivot.
///
/// # Errors
/// A linear algebra error for fewer than two axes, a type error for half precision.
///
/// ```
/// # use cuprust::*;
/// let (factors, pivots) = linalg::lu_raw(&array![[2.0, 1.0], [4.0, 4.0]])?;
/// assert_eq!(factors.to_string(), "[[ 4.   4. ]\n [ 0.5 -1. ]]");
/// assert_eq!(pivots.size(), 2);
/// # Ok::<(), Error>(())
/// ```
pub fn lu_raw(a: &Array) -> Result<(Array, Array)> {
    let (stack, m, n) = stacked(a)?;
    let dtype = precision(a.dtype())?;
    if a.size() == 0 {
        let least = m.min(n);
        return Ok((empty_stack(stack, &[m, n], dtype, a)?, empty_stack(stack, &[least], DType::I64, a)?));
    }
    let lu = Lu::of(a)?;
    Ok((t(&lu.factors).ascontiguous()?, lu.pivots))
}

/// The solution of systems by [`lu_raw`]'s factors, of a vector if `b` has one axis. It is column-major.
///
/// # Errors
/// A value error where stacks do not broadcast.
pub fn lu_solve_raw(factors: &Array, pivots: &Array, b: &Array, transposed: bool, conjugated: bool) -> Result<Array> {
    factors.check_device(b)?;
    let (stack, n) = square(factors)?;
    let is_vector = b.ndim() == 1;
    let b = if is_vector { b.view_of(b.layout().with_axis(1)) } else { b.clone() };
    let (others, _, k) = stacked(&b)?;
    let dtype = promote(precision(factors.dtype())?, precision(b.dtype())?);
    let outer = broadcast_shapes(&[stack, others])?;
    let spread = |array: &Array, extents: &[i64]| -> Result<Array> {
        let shape: Vec<i64> = outer.iter().chain(extents).copied().collect();
        Ok(array.view_of(array.layout().broadcast(&shape)?))
    };
    let (factors, pivots, b) = (spread(factors, &[n, n])?, spread(pivots, &[n])?, spread(&b, &[n, k])?);
    let x = if b.size() == 0 {
        empty_stack(&outer, &[n, k], dtype, &b)?
    } else {
        let lu = Lu {
            factors: settled(&t(&factors), dtype)?,
            pivots: settled(&pivots, DType::I64)?,
            info: empty_stack(&[], &[], DType::I64, &b)?,
        };
        t(&lu.solve(&b, transposed, conjugated)?)
    };
    Ok(if is_vector { x.view_of(x.layout().without(x.ndim() - 1)) } else { x })
}

/// Identity matrices of a stack.
pub(super) fn identity(m: i64, n: i64, stack: &[i64], dtype: DType, like: &Array) -> Result<Array> {
    let one = eye(shape((m, n)).dtype(dtype).on(like.device()).k(0))?;
    let extents: Vec<i64> = stack.iter().copied().chain([m, n]).collect();
    Ok(one.view_of(one.layout().broadcast(&extents)?))
}

/// The machine epsilon of a dtype's precision.
pub fn epsilon(dtype: DType) -> f64 {
    if dtype.real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON }
}
