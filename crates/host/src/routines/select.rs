//! `a[mask]`: the elements where a mask is true, and how many there are.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::marks::{self, Chunk, Marks, for_each_true};
use super::{Shared, Site, Work};

pub(super) fn check(work: &Work) -> Result<()> {
    let (values, mask) = (work.view(0)?, work.view(1)?);
    marks::check(work, mask)?;
    if mask.dtype != DType::Bool || values.layout.shape != mask.layout.shape {
        return Err(Error::type_("takes a mask of bools of the values' shape"));
    }
    if values.dtype != work.output().dtype || work.output().layout.rank() != 1 {
        return Err(Error::type_("gives one axis of values"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    match work.output().dtype.size() {
        1 => elements::<u8>(work, site),
        2 => elements::<u16>(work, site),
        4 => elements::<u32>(work, site),
        8 => elements::<u64>(work, site),
        _ => elements::<u128>(work, site),
    }
}

fn elements<T: Copy>(work: &Work, site: &Site) -> Result<()> {
    let values = work.elements(0, site)?;
    let (to, step) = (Shared(site.start(work.output()).cast::<T>()), work.output().layout.strides[0] as isize);
    let count = Marks::new(work, 1, site)?.choose(|Chunk { bools, first, before, count }| {
        let to = to.get().wrapping_offset(before as isize * step);
        // SAFETY: the output holds all elements, and those from `before` on are this chunk's. They may be unaligned.
        let put = |k: usize, value: T| unsafe { to.offset(k as isize * step).write_unaligned(value) };
        let mut buffer = None;
        let make = || Ok(buffer.insert(site.buffer(size_of_val(bools) * size_of::<T>())?).at());
        // SAFETY: the buffer has as many values, and each chunk is read once.
        let run = unsafe { values.at(first, bools.len(), make)? }.cast::<T>();
        // SAFETY: the values of this chunk are contiguous from here on.
        for_each_true(bools, count, |k, index| put(k, unsafe { run.add(index).read_unaligned() }));
        Ok(())
    })?;
    // SAFETY: the view of the count lies in its memory, unaligned.
    unsafe { site.start(&work.outputs[1]).cast::<i64>().write_unaligned(count) };
    Ok(())
}
