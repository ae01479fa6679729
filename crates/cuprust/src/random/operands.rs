//! Shared parts of the declarations of draws: shapes, dtypes, and `out`.

use cuprust_num::DType;

use super::parameters::shape_of;
use crate::table::{Elements, Out, Shape, Source};
use crate::{Array, Dims, Error, Result};

/// The shape of draws; without one, a single number, as an array without axes.
pub(super) fn of(size: Option<Shape>) -> Dims {
    size.map_or(Dims::EMPTY, |shape| shape.0)
}

/// The shape of draws with parameters; without one, the broadcast shape of the parameters.
pub(super) fn draw_shape(size: Option<Shape>, parameters: &[Elements]) -> Result<Dims> {
    let parameters: Vec<_> = parameters.iter().map(|&Elements(parameter)| parameter).collect();
    size.map_or_else(|| shape_of(&parameters), |shape| Ok(shape.0))
}

/// The array to write draws to, checked to have this shape and dtype, and to be in C order, or also in Fortran order if
/// `any_order` is set.
///
/// # Errors
/// A type error for another dtype, a value error for another shape or order.
pub(super) fn target<'a>(
    out: Out<'a>,
    size: Option<&Shape>,
    dtype: Option<DType>,
    any_order: bool,
) -> Result<Option<&'a Array>> {
    let Some(out) = out.0 else { return Ok(None) };
    if !dtype.unwrap_or(out.dtype()).is_float() || dtype.unwrap_or(DType::F64) != out.dtype() {
        return Err(Error::type_(format!("Supplied output array has the wrong type: it is {}", out.dtype())));
    }
    if size.is_some_and(|size| *size.0 != *out.shape()) {
        return Err(Error::value("size must match out.shape when used together"));
    }
    let reversed: Vec<usize> = (0..out.ndim()).rev().collect();
    if !(out.layout().is_contiguous() || any_order && out.layout().permute(&reversed).is_contiguous()) {
        return Err(Error::value("Supplied output array is not contiguous"));
    }
    Ok(Some(out))
}

/// The elements of a vector, which is waited for.
///
/// # Errors
/// A value error for another number of axes than one.
pub(super) fn vector(source: Source, name: &str) -> Result<Vec<f64>> {
    let source = source.array(Some(DType::F64))?;
    if source.ndim() != 1 {
        return Err(Error::value(format!("'{name}' must be 1-dimensional")));
    }
    source.to_vec()
}
