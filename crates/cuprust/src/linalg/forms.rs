//! Schur and Hessenberg forms of matrices, functions of triangular matrices, and Sylvester's equation: the routines as
//! functions of arrays.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::{MatrixFunction, Routine};

use super::factors::{Requirement, checked, empty_stack, fresh, record, settled, stacked, t};
use crate::Array;
use crate::ufunc::rows;

/// The Hessenberg forms of stacked square matrices of single or double precision, and their unitary bases.
///
/// # Errors
/// Only of memory.
pub fn hessenberg_raw(a: &Array) -> Result<(Array, Array)> {
    let (stack, n, _) = stacked(a)?;
    let (h, q) = (empty_stack(stack, &[n, n], a.dtype(), a)?, empty_stack(stack, &[n, n], a.dtype(), a)?);
    if a.size() > 0 {
        record(Routine::Hessenberg, &[&h, &q], &[&settled(&t(a), a.dtype())?])?;
    }
    Ok((t(&h).ascontiguous()?, t(&q).ascontiguous()?))
}

/// Balanced matrices `t^-1 a t` of stacked square ones of single or double precision, whose rows and columns have norms
/// of similar size; the scales of `t`, real powers of two, and the order, int64, of the rows and columns. The elements
/// must be finite.
///
/// # Errors
/// Only of memory.
pub fn balance_raw(a: &Array, permute: bool, scale: bool) -> Result<[Array; 3]> {
    let (stack, n, _) = stacked(a)?;
    let balanced = fresh(&t(a), a.dtype())?;
    let (scales, order) = (empty_stack(stack, &[n], a.dtype().real(), a)?, empty_stack(stack, &[n], DType::I64, a)?);
    if a.size() > 0 {
        record(Routine::Balance { permute, scale }, &[&balanced, &scales, &order], &[&balanced])?;
    }
    Ok([t(&balanced).ascontiguous()?, scales, order])
}

/// The Schur forms of stacked square matrices of single or double precision, and their unitary bases; real forms for
/// real matrices.
///
/// # Errors
/// A linear algebra error where the iteration does not converge.
///
/// ```
/// # use cuprust::*;
/// let (form, basis) = linalg::schur_raw(&array![[1.0, 2.0], [3.0, 4.0]])?;
/// let product = basis.matmul(&form)?.matmul(&basis.t())?;
/// assert!(logic::allclose(&product, &array![[1.0, 2.0], [3.0, 4.0]], Default::default())?);
/// # Ok::<(), Error>(())
/// ```
pub fn schur_raw(a: &Array) -> Result<(Array, Array)> {
    let (stack, n, _) = stacked(a)?;
    let (form, basis) = (empty_stack(stack, &[n, n], a.dtype(), a)?, empty_stack(stack, &[n, n], a.dtype(), a)?);
    if a.size() == 0 {
        return Ok((form, basis));
    }
    let info = empty_stack(stack, &[], DType::I64, a)?;
    record(Routine::Schur, &[&form, &basis, &info], &[&settled(&t(a), a.dtype())?])?;
    let [form, basis] = checked([t(&form), t(&basis)], &info, Requirement::Eigenvalues)?;
    Ok((form, basis))
}

/// Schur forms and their bases reordered with the chosen eigenvalues first: those where `chosen` is not zero. Waits for
/// them.
///
/// # Errors
/// A linear algebra error where eigenvalues are too close to be exchanged.
pub fn schur_ordered(form: &Array, basis: &Array, chosen: &Array) -> Result<(Array, Array)> {
    let (stack, n, _) = stacked(form)?;
    let dtype = form.dtype();
    let (ordered, new_basis) = (empty_stack(stack, &[n, n], dtype, form)?, empty_stack(stack, &[n, n], dtype, form)?);
    if form.size() == 0 {
        return Ok((ordered, new_basis));
    }
    let info = empty_stack(stack, &[], DType::I64, form)?;
    let inputs = [&settled(&t(form), dtype)?, &settled(&t(basis), dtype)?, &settled(chosen, DType::I64)?];
    record(Routine::SchurOrder, &[&ordered, &new_basis, &info], &inputs)?;
    if rows::any(&rows::not_equal(&info, 0)?, ..)?.item()?.get::<bool>() {
        return Err(Error::lin_alg("Eigenvalues could not be separated for reordering."));
    }
    Ok((t(&ordered).ascontiguous()?, t(&new_basis).ascontiguous()?))
}

/// The complex triangular forms of quasi-triangular ones, and their bases.
///
/// # Errors
/// Only of memory.
pub fn schur_split(form: &Array, basis: &Array) -> Result<(Array, Array)> {
    let (stack, n, _) = stacked(form)?;
    let dtype = form.dtype().complex();
    let (split, new_basis) = (empty_stack(stack, &[n, n], dtype, form)?, empty_stack(stack, &[n, n], dtype, form)?);
    if form.size() == 0 {
        return Ok((split, new_basis));
    }
    record(Routine::SchurSplit, &[&split, &new_basis], &[&settled(&t(form), dtype)?, &settled(&t(basis), dtype)?])?;
    Ok((t(&split).ascontiguous()?, t(&new_basis).ascontiguous()?))
}

/// A function of upper triangular complex matrices; `values` are its values at the eigenvalues, for functions given by
/// them. NaN where it does not exist.
///
/// # Errors
/// Only of memory.
pub fn triangular_function(form: &Array, function: MatrixFunction, values: Option<&Array>) -> Result<Array> {
    let (stack, n, _) = stacked(form)?;
    let dtype = form.dtype();
    let out = empty_stack(stack, &[n, n], dtype, form)?;
    if form.size() == 0 {
        return Ok(out);
    }
    let info = empty_stack(stack, &[], DType::I64, form)?;
    let form = settled(&t(form), dtype)?;
    let values = values.map(|values| settled(values, dtype)).transpose()?;
    let inputs: Vec<&Array> = std::iter::once(&form).chain(&values).collect();
    record(Routine::TriangularFunction { function }, &[&out, &info], &inputs)?;
    t(&out).ascontiguous()
}

/// The solution of `a x + x b = c` for upper triangular complex matrices of one stack; with `adjoint`, `b` is replaced
/// by its conjugate transpose.
///
/// # Errors
/// Only of memory.
pub fn triangular_sylvester(a: &Array, b: &Array, c: &Array, adjoint: bool) -> Result<Array> {
    let dtype = a.dtype();
    let (stack, m, n) = stacked(c)?;
    let x = empty_stack(stack, &[n, m], dtype, c)?;
    if c.size() > 0 {
        let inputs = [&settled(&t(c), dtype)?, &settled(&t(a), dtype)?, &settled(&t(b), dtype)?];
        record(Routine::Sylvester { adjoint }, &[&x], &inputs)?;
    }
    t(&x).ascontiguous()
}
