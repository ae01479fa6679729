//! `a[mask]`: the elements where a mask is true, and how many there are.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::marks::{self, Chunk, Marks, for_each_true};
use super::{Shared, Site, Work, whole_walk};

/// How many values that do not lie one after another are gathered at a time.
const BLOCK: usize = 1024;

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
    let values = work.view(0)?;
    let (from, walk) = (Shared(site.start(values)), whole_walk(values)?);
    let (to, step) = (Shared(site.start(work.output()).cast::<T>()), work.output().layout.strides[0] as isize);
    let count = Marks::new(site, work.view(1)?)?.choose(|Chunk { bools, first, before, count }| {
        let to = to.get().wrapping_offset(before as isize * step);
        // SAFETY: there is a place for each element, and those from `before` on are this chunk's. They may lie at any byte.
        let put = |k: usize, value: T| unsafe { to.offset(k as isize * step).write_unaligned(value) };
        if let Some(offset) = walk.direct(first, bools.len()) {
            let run = from.get().wrapping_offset(offset as isize).cast::<T>();
            // SAFETY: the values of this chunk lie one after another, from here on.
            for_each_true(bools, count, |k, place| put(k, unsafe { run.add(place).read_unaligned() }));
            return Ok(());
        }
        let mut done = 0;
        let room = site.room(BLOCK * size_of::<T>())?;
        for (block, bools) in bools.chunks(BLOCK).enumerate() {
            let first = first + (block * BLOCK) as i64;
            // SAFETY: the values lie in their memory, and the room holds a block of them.
            unsafe { walk.gather(from.get().cast_const(), first, bools.len(), room.at()) };
            // SAFETY: the block has a value for each of these bools.
            for_each_true(bools, count - done, |k, place| put(done + k, unsafe { room.at::<T>().add(place).read() }));
            done += bools.iter().filter(|bool| **bool & 1 == 1).count();
        }
        Ok(())
    })?;
    // SAFETY: the view of the count lies in its memory, at any byte.
    unsafe { site.start(&work.outputs[1]).cast::<i64>().write_unaligned(count) };
    Ok(())
}
