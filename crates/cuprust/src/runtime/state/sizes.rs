//! How many bytes an array of a shape has, and how many axes it may have.

use cuprust_ir::{Error, Result, shape_text};
use cuprust_num::DType;

/// The most axes an array may have.
pub const MAX_AXES: usize = 64;

/// Whether an array may have this many axes.
///
/// # Errors
/// A value error where it may not.
pub(crate) fn check_rank(rank: usize) -> Result<()> {
    if rank <= MAX_AXES {
        return Ok(());
    }
    Err(Error::value(format!("maximum supported dimension for an ndarray is {MAX_AXES}, found {rank}")))
}

/// The bytes of an array of this shape.
pub(crate) fn byte_size(shape: &[i64], dtype: DType) -> Result<u64> {
    check_rank(shape.len())?;
    let mut size = dtype.size() as i64;
    let mut empty = false;
    for &extent in shape {
        if extent < 0 {
            return Err(Error::value("negative dimensions are not allowed"));
        }
        empty |= extent == 0;
        size = match size.checked_mul(extent.max(1)) {
            Some(size) => size,
            None => {
                return Err(Error::value(format!("an array of shape {} is too big for an address", shape_text(shape))));
            }
        };
    }
    Ok(if empty { 0 } else { size as u64 })
}
