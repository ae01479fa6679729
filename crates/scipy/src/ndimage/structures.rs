//! Structuring elements: bool arrays that say which neighbors of an element a morphological operation reads.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::binary::{binary, binary_dilation};
use super::each;
use cuprust::{Array, Device, Index, shape, zeros};

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
    if rank > cuprust::MOST_AXES {
        return Err(Error::value(format!("maximum supported dimension for an ndarray is {}", cuprust::MOST_AXES)));
    }
    let count = 3usize.checked_pow(rank as u32).unwrap_or(usize::MAX);
    let mut taken = cuprust_reserve::list(count)?;
    taken.extend((0..count).map(|place| steps_from_centre(place, rank) <= connectivity.max(1)));
    Array::from_slice(&taken, vec![3i64; rank], device)
}

/// How many steps along axes lead from the centre of a cube of three elements along each axis to a place in it.
fn steps_from_centre(place: usize, rank: usize) -> i64 {
    (0..rank).scan(place, |rest, _| Some(i64::from(std::mem::replace(rest, *rest / 3) % 3 != 1))).sum()
}

/// The structuring element of which one dilation is as many with `structure`: `scipy.ndimage.iterate_structure`. Below
/// two iterations it is a copy of `structure`, in its dtype; else it is of bools.
///
/// # Errors
/// A value error for one without elements, and for one that is too large.
pub fn iterate_structure(structure: &Array, iterations: i64) -> Result<Array> {
    if iterations < 2 {
        return structure.copy();
    }
    let more = iterations - 1;
    let too_large = || Error::value("Maximum allowed dimension exceeded");
    let mut lengths = Vec::new();
    let mut middle = Vec::new();
    for &size in structure.shape() {
        if size == 0 {
            return Err(Error::value("negative dimensions are not allowed"));
        }
        let grown = more.checked_mul(size - 1).and_then(|grown| grown.checked_add(size));
        lengths.push(grown.ok_or_else(too_large)?);
        let start = more.checked_mul(size / 2).ok_or_else(too_large)?;
        middle.push(Index::range(start, start + size));
    }
    let seed = zeros(shape(&lengths[..]).dtype(DType::Bool).on(structure.device()))?;
    seed.at(&middle[..])?.assign(&structure.astype(DType::Bool)?)?;
    binary_dilation(&seed, binary().structure(structure).iterations(more))
}

/// The origin of the iterated structure for one of `structure`.
///
/// # Errors
/// A runtime error for origins of another number than the axes.
pub(super) fn iterated_origin(structure: &Array, iterations: i64, origin: &[i64]) -> Result<Vec<i64>> {
    let origins = each(origin, structure.ndim())?;
    Ok(origins.into_iter().map(|origin| origin.saturating_mul(iterations)).collect())
}
