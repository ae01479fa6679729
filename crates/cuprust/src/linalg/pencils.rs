//! Generalized Schur forms of pairs of matrices: the routines as functions of arrays.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::factors::{Requirement, checked, empty_stack, record, settled, stacked, t};
use crate::Array;
use crate::ufunc::rows;

/// New column-major arrays for results with the extents of a matrix.
fn empty_results<const N: usize>(like: &Array) -> Result<[Array; N]> {
    let (stack, n, _) = stacked(like)?;
    let mut made = Vec::with_capacity(N);
    for _ in 0..N {
        made.push(empty_stack(stack, &[n, n], like.dtype(), like)?);
    }
    made.try_into().map_err(|_| Error::runtime("a result is missing"))
}

/// The matrices in row-major order.
fn row_major<const N: usize>(results: &[Array; N]) -> Result<[Array; N]> {
    let whole: Vec<Array> = results.iter().map(|result| t(result).ascontiguous()).collect::<Result<_>>()?;
    whole.try_into().map_err(|_| Error::runtime("a result is missing"))
}

/// The triangular matrices `s` and `t`, and the unitary ones `q` and `z`, of which two square matrices of one stack and
/// of single or double precision are the products `q s z*` and `q t z*`.
///
/// # Errors
/// A linear algebra error where the iteration does not converge.
pub fn pencil_raw(a: &Array, b: &Array) -> Result<[Array; 4]> {
    let made: [Array; 4] = empty_results(a)?;
    if a.size() == 0 {
        return Ok(made);
    }
    let info = empty_stack(stacked(a)?.0, &[], DType::I64, a)?;
    let [first, second, third, fourth] = &made;
    let inputs = [&settled(&t(a), a.dtype())?, &settled(&t(b), a.dtype())?];
    record(Routine::Qz, &[first, second, third, fourth, &info], &inputs)?;
    checked(made.each_ref().map(t), &info, Requirement::Eigenvalues)
}

/// The four matrices of [`pencil_raw`] reordered with the chosen eigenvalues first: those where `chosen` is not zero.
/// Waits for them.
///
/// # Errors
/// A linear algebra error where eigenvalues are too close to be exchanged.
pub fn pencil_ordered(form: &[&Array; 4], chosen: &Array) -> Result<[Array; 4]> {
    let made: [Array; 4] = empty_results(form[0])?;
    if form[0].size() == 0 {
        return Ok(made);
    }
    let info = empty_stack(stacked(form[0])?.0, &[], DType::I64, form[0])?;
    let [first, second, third, fourth] = &made;
    let dtype = form[0].dtype();
    let settled_form: Vec<Array> = form.iter().map(|part| settled(&t(part), dtype)).collect::<Result<_>>()?;
    let chosen = settled(chosen, DType::I64)?;
    let inputs: Vec<&Array> = settled_form.iter().chain([&chosen]).collect();
    record(Routine::QzOrder, &[first, second, third, fourth, &info], &inputs)?;
    if rows::any(&rows::not_equal(&info, 0)?, ..)?.item()?.get::<bool>() {
        return Err(Error::lin_alg(
            "Reordering of (A, B) failed because the transformed matrix pair (A, B) would be too far from generalized Schur form; the problem \
             is very ill-conditioned. (A, B) may have been partially reordered.",
        ));
    }
    row_major(&made)
}

/// The four matrices of a real form, converted to complex, with the first one made triangular.
///
/// # Errors
/// Only of memory.
pub fn pencil_split(form: &[Array; 4]) -> Result<[Array; 4]> {
    let made: [Array; 4] = empty_results(&form[0])?;
    if form[0].size() == 0 {
        return Ok(made);
    }
    let [first, second, third, fourth] = &made;
    let settled_form: Vec<Array> = form.iter().map(|part| settled(&t(part), part.dtype())).collect::<Result<_>>()?;
    record(Routine::QzSplit, &[first, second, third, fourth], &settled_form.iter().collect::<Vec<_>>())?;
    row_major(&made)
}

/// The eigenvectors of triangular complex pencils as columns with a largest part of one: right ones, or left ones.
///
/// # Errors
/// Only of memory.
pub fn pencil_vectors(first: &Array, second: &Array, left: bool) -> Result<Array> {
    let [made]: [Array; 1] = empty_results(first)?;
    if first.size() > 0 {
        let inputs = [&settled(&t(first), first.dtype())?, &settled(&t(second), first.dtype())?];
        record(Routine::PencilVectors { left }, &[&made], &inputs)?;
    }
    t(&made).ascontiguous()
}
