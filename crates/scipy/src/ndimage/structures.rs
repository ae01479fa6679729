//! Structuring elements: bool arrays that say which neighbors of an element a morphological operation reads.

use cuprust_ir::{Error, Result};

use cuprust::{Array, Device};

/// The elements at most `connectivity` steps along axes from the centre of a cube of three elements along each of
/// `rank` axes: `scipy.ndimage.generate_binary_structure`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::ndimage::generate_binary_structure;
/// # fn main() -> Result<()> {
/// let cross = generate_binary_structure(2, 1, None)?;
/// assert_eq!(cross.astype(DType::I64)?.to_string(), "[[0 1 0]\n [1 1 1]\n [0 1 0]]");
/// # Ok(())
/// # }
/// ```
///
/// It is on the current device, if none is named.
///
/// # Errors
/// A value error for more axes than arrays have.
pub fn generate_binary_structure(rank: i64, connectivity: i64, device: impl Into<Option<Device>>) -> Result<Array> {
    let device = device.into().map_or_else(Device::current, Ok)?;
    let rank = usize::try_from(rank).unwrap_or(0);
    if rank > cuprust::MAX_AXES {
        return Err(Error::value(format!("maximum supported dimension for an ndarray is {}", cuprust::MAX_AXES)));
    }
    let count = 3usize.checked_pow(rank as u32).unwrap_or(usize::MAX);
    let mut included = cuprust_reserve::list(count)?;
    included.extend((0..count).map(|index| steps_from_centre(index, rank) <= connectivity.max(1)));
    Array::from_slice(&included, vec![3i64; rank], device)
}

/// The number of steps along axes from the centre of a cube of three elements along each axis to each element.
fn steps_from_centre(index: usize, rank: usize) -> i64 {
    (0..rank).scan(index, |rest, _| Some(i64::from(std::mem::replace(rest, *rest / 3) % 3 != 1))).sum()
}

/// The offsets from the centre of a cube of three elements along each axis to those that are true in C order, one after
/// another, each with a number for each axis.
pub(super) fn cube_offsets(included: &[bool], rank: usize) -> Vec<i64> {
    let mut offsets = Vec::new();
    for index in (0..included.len()).filter(|&index| included[index]) {
        let mut rest = index as i64;
        let mut row = vec![0; rank];
        for step in row.iter_mut().rev() {
            *step = rest % 3 - 1;
            rest /= 3;
        }
        offsets.extend(row);
    }
    offsets
}
