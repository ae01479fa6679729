//! `a[indices] = values`: elements written where indices name them, the last value of each.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;

use super::{Shared, Site, Work};
use crate::block::Scratch;
use crate::parallel::spread;

/// How many indices are read at a time.
const BLOCK: usize = 512;

/// From so many indices on, threads share them.
const CHUNK: i64 = 1 << 14;

pub(super) fn check(work: &Work) -> Result<()> {
    let (index, values, output) = (work.view(0)?, work.view(1)?, work.output());
    if index.dtype != DType::I64 || output.layout.rank() != 1 {
        return Err(Error::type_("takes an int64 index and changes a one-dimensional array"));
    }
    if values.dtype != output.dtype || values.layout.shape != index.layout.shape {
        return Err(Error::type_("takes one value of the output's dtype for each index"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, unique: bool, site: &Site) -> Result<()> {
    match work.output().dtype.size() {
        1 => elements::<u8>(work, unique, site),
        2 => elements::<u16>(work, unique, site),
        4 => elements::<u32>(work, unique, site),
        8 => elements::<u64>(work, unique, site),
        _ => elements::<u128>(work, unique, site),
    }
}

fn elements<T: Copy>(work: &Work, unique: bool, site: &Site) -> Result<()> {
    let output = work.output();
    let (index, values) = (site.source(work.view(0)?, output)?, site.source(work.view(1)?, output)?);
    let (extent, step) = (output.layout.shape[0], output.layout.strides[0] as isize);
    let (from, named) = (Shared(values.start.cast_mut()), Shared(index.start.cast_mut()));
    let to = Shared(site.start(output).cast::<T>());
    let (indices_walk, values_walk) = (&index.walk, &values.walk);
    let write = |first: i64, end: i64| {
        let (places, elements) = (Scratch::new(BLOCK * 8), Scratch::new(BLOCK * 16));
        let mut at = first;
        while at < end {
            let n = (BLOCK as i64).min(end - at) as usize;
            // SAFETY: the inputs lie in their memories, or are copies; the blocks have room for n elements.
            unsafe {
                indices_walk.gather(named.get().cast_const(), at, n, places.at(0));
                values_walk.gather(from.get().cast_const(), at, n, elements.at(0));
            }
            for i in 0..n {
                // SAFETY: there are n indices.
                let place = unsafe { places.at(0).cast::<i64>().add(i).read() };
                if !(0..extent).contains(&place) {
                    return Err(Error::index(format!("index {place} is out of bounds for {extent} elements")));
                }
                // SAFETY: the place is within the output, at any byte; no other thread writes it, since threads share only indices
                // of which none is there twice. The value is one of n.
                unsafe {
                    let value = elements.at(0).cast::<T>().add(i).read_unaligned();
                    to.get().offset(place as isize * step).write_unaligned(value);
                }
            }
            at += n as i64;
        }
        Ok(())
    };
    let count = work.view(0)?.layout.size();
    if unique { spread(count, count, CHUNK, write) } else { write(0, count) }
}
