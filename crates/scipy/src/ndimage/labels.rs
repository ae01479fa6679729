//! Numbering the connected parts of an image.

use cuprust_ir::{Error, Result};
use cuprust_num::{DType, Scalar};

use super::generate_binary_structure;
use super::structures::cube_offsets;
use cuprust::table::Output;
use cuprust::{Array, windows};

/// The connected components of the nonzero elements of an image, numbered from one on in C order of their first
/// elements, and their number: `scipy.ndimage.label`. `structure`, of three elements along each axis, defines the
/// neighbors: by default those adjacent along an axis. As in SciPy, the order is that of memory if the output array's
/// last axis is not the one with the smallest stride.
///
/// ```
/// use cuprust::*;
/// use cuprust::table::Output;
/// use cuprust_scipy::ndimage::label;
/// # fn main() -> Result<()> {
/// let (labels, count) = label(&array![0, 4, 4, 0, 2], None, Output::New)?;
/// assert_eq!((labels.to_string().as_str(), count), ("[0 1 1 0 2]", 2));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for complex numbers; a runtime error for a structure of another number of axes, and for a dtype of the
/// output that does not hold the numbers; a value error for other lengths of the structure, one that is not symmetric
/// about its centre, and another shape of the array that is written to.
pub fn label(image: &Array, structure: Option<&Array>, output: Output) -> Result<(Array, i64)> {
    if image.dtype().is_complex() {
        return Err(Error::type_("Complex type not supported"));
    }
    let structure = match structure {
        Some(structure) => structure.astype(DType::Bool)?,
        None => generate_binary_structure(image.ndim() as i64, 1, image.device())?,
    };
    if structure.ndim() != image.ndim() {
        return Err(Error::runtime("structure and input must have equal rank"));
    }
    if structure.shape().iter().any(|&extent| extent != 3) {
        return Err(Error::value("structure dimensions must be equal to 3"));
    }
    let dtype = match output {
        Output::New => default_dtype(image.size()),
        Output::DType(dtype) => dtype,
        Output::Array(out) if out.shape() != image.shape() => return Err(Error::value("output shape not correct")),
        Output::Array(out) => out.dtype(),
    };
    let (labels, count) = if image.ndim() == 0 {
        let own = image.astype(DType::Bool)?.astype(DType::I64)?;
        let count = own.item()?.get::<i64>();
        (own, count)
    } else if image.size() == 0 {
        (image.zeros_like(DType::I64)?, 0)
    } else {
        let line = match output {
            Output::Array(out) => line_axis(&out.strides()),
            _ => -1,
        };
        numbered(image, &structure, line)?
    };
    let holds = |number: i64| Scalar::new(number).cast(dtype).get::<f64>() == number as f64;
    if !holds(count) || !holds((count - 1).max(0)) {
        return Err(Error::runtime("insufficient bit-depth in requested output type"));
    }
    let Output::Array(out) = output else { return Ok((labels.astype(dtype)?, count)) };
    out.check_device(&labels)?;
    out.assign(&labels)?;
    Ok((out.clone(), count))
}

/// The dtype of the numbers of as many elements, if none is requested.
fn default_dtype(size: i64) -> DType {
    if size < (1 << 31) - 2 { DType::I32 } else { DType::I64 }
}

/// The numbers of the components in the order in which lines along an axis follow one another, and how many there are.
fn numbered(image: &Array, structure: &Array, line: i64) -> Result<(Array, i64)> {
    let scanned = image.astype(DType::Bool)?.moveaxis(line, -1)?;
    let included = structure.moveaxis(line, -1)?.to_vec::<bool>()?;
    if included.iter().zip(included.iter().rev()).any(|(one, other)| one != other) {
        return Err(Error::value("Structuring element is not symmetric"));
    }
    let (numbers, count) = components(&scanned, &cube_offsets(&included, image.ndim()))?;
    Ok((numbers.moveaxis(-1, line)?.ascontiguous()?, count.item()?.get::<i64>()))
}

/// The axis along which SciPy reads lines: that of the least positive step in memory.
fn line_axis(strides: &[i64]) -> i64 {
    let mut least = strides.iter().copied().find(|&stride| stride != 0).unwrap_or(0);
    let mut axis = 0;
    for (other, &stride) in strides.iter().enumerate().skip(1) {
        if stride > 0 && stride < least {
            (axis, least) = (other, stride);
        }
    }
    axis as i64
}

/// The numbers of the components of the true elements and how many there are, by the offsets, a row for each, that lead
/// to earlier elements in C order.
pub(super) fn components(values: &Array, offsets: &[i64]) -> Result<(Array, Array)> {
    let rank = values.ndim();
    let earlier = |row: &&[i64]| row.iter().find(|&&step| step != 0).is_some_and(|&step| step < 0);
    let mut some: Vec<i64> = offsets.chunks_exact(rank).filter(earlier).flatten().copied().collect();
    if some.is_empty() {
        // A step that leads out of the array from everywhere.
        some = vec![0; rank];
        some[0] = -values.shape()[0].max(1);
    }
    let rows = Array::from_slice(&some, [(some.len() / rank) as i64, rank as i64], values.device())?;
    windows::components(values, &rows)
}
