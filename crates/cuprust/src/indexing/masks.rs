//! The elements where a mask is true: `a[mask]`.

use cuprust_ir::Result;
use cuprust_num::DType;
use cuprust_ops::Routine;

use super::advanced::Selection;
use super::extents::check_mask;
use super::immediate;
use super::nonzero::compacted;
use crate::{Array, Index};

/// The elements where a mask is true: `a[mask]`. The mask covers the first axes, which one axis replaces. Waits for the
/// mask, which determines its extent.
///
/// # Errors
/// An index error where the mask is not of bool, or its shape differs from the first axes.
///
/// ```
/// # use cuprust::*;
/// let a = array![1, 2, 3];
/// assert_eq!(indexing::take_where(&a, &greater(&a, 1)?)?.to_string(), "[2 3]");
/// # Ok::<(), Error>(())
/// ```
pub fn take_where(array: &Array, mask: &Array) -> Result<Array> {
    check_mask(array, mask)?;
    if mask.ndim() < array.ndim() {
        return Selection::of(array, &[Index::Array(mask)])?.read();
    }
    let mask = mask.to_device(array.device())?;
    if let Some(found) = immediate::read_where(array, &mask)? {
        return Ok(found);
    }
    let buffer = Array::empty([mask.size()], array.dtype(), array.device())?;
    compacted(Routine::Select, &buffer, &[array.input(), mask.input()], mask.size())
}

/// The mask of an index that consists of one mask: `a[mask]`, or `a[mask, ...]`.
pub(super) fn only_mask<'a>(array: &Array, index: &[Index<'a>]) -> Option<&'a Array> {
    let (Index::Array(mask), rest) = index.split_first()? else { return None };
    let wholes =
        rest.iter().filter(|part| matches!(part, Index::Slice { start: None, stop: None, step: None })).count();
    let ellipses = rest.iter().filter(|part| matches!(part, Index::Ellipsis)).count();
    let alone = ellipses < 2 && wholes + ellipses == rest.len() && mask.ndim() + wholes <= array.ndim();
    (mask.dtype() == DType::Bool && alone).then_some(mask)
}
