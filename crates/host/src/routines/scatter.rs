//! `a[indices] = values`: elements along an axis are overwritten; of repeated indices the last value stays.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use cuprust_ir::{Error, Result, View};
use cuprust_num::DType;

use super::{BLOCK, MIN_PARALLEL_INDICES, OwnIndices, Shared, Site, Work, by_output_ranges, out_of_bounds, whole_walk};
use crate::block::Scratch;
use crate::parallel::spread;

/// Indices that a thread processes at a time.
const CHUNK: i64 = 1 << 14;

pub(super) fn check(work: &Work) -> Result<()> {
    let (index, values, output) = (work.view(0)?, work.view(1)?, work.output());
    let Some((_, rest)) = output.layout.shape.split_first() else {
        return Err(Error::type_("changes an array of one axis at least"));
    };
    if index.dtype != DType::I64 || values.dtype != output.dtype {
        return Err(Error::type_("takes an int64 index and values of the output's dtype"));
    }
    if values.layout.shape[..] != [&index.layout.shape[..], rest].concat() {
        return Err(Error::type_("takes a row of values for each index"));
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

fn elements<T: Copy + Send + Sync>(work: &Work, unique: bool, site: &Site) -> Result<()> {
    let output = work.output();
    let (indices_read, values_read) =
        (work.elements_without_overlap(0, site, !unique)?, work.elements_without_overlap(1, site, !unique)?);
    let (extent, step) = (output.layout.shape[0], output.layout.strides[0] as isize);
    let position = View { layout: output.layout.without(0), ..output.clone() };
    let (inner, walk) = (position.layout.size(), whole_walk(&position)?);
    if inner == 0 {
        return Ok(());
    }
    let to = Shared(site.start(output).cast::<T>());
    // Values are read for a block of indices at once if the rows are short, else a part of a row at a time.
    let indices = (BLOCK as i64 / inner).max(1);
    let write = |first: i64, end: i64| {
        let (positions, elements) = (Scratch::new(BLOCK * 8), Scratch::new(BLOCK * 16));
        let mut at = first;
        while at < end {
            let n = indices.min(end - at);
            // SAFETY: there are as many indices, and the block holds n of them.
            let named = unsafe { indices_read.at(at, n as usize, || Ok(positions.at(0)))? };
            for i in 0..n as usize {
                // SAFETY: there are n indices. Each is read once, so that no other thread can change it after the
                // check.
                let position = unsafe { named.cast::<i64>().add(i).read_unaligned() };
                // SAFETY: the block holds n indices.
                unsafe { positions.at(0).cast::<i64>().add(i).write(position) };
                if !(0..extent).contains(&position) {
                    return Err(out_of_bounds(position, extent));
                }
            }
            let (mut part, all) = (0, n * inner);
            while part < all {
                let count = (BLOCK as i64).min(all - part);
                // SAFETY: there are as many values, and the block holds `count` elements.
                let from = unsafe { values_read.at(at * inner + part, count as usize, || Ok(elements.at(0)))? };
                let mut done = 0;
                while done < count {
                    let (i, j) = ((part + done) / inner, (part + done) % inner);
                    let run = (inner - j).min(count - done);
                    // SAFETY: there are n indices.
                    let position = unsafe { positions.at(0).cast::<i64>().add(i as usize).read() };
                    // SAFETY: the indices were checked, and the walk leads over the other axes of the output,
                    // unaligned; no other thread writes there, since threads share only indices without repetitions.
                    // There are `count` values.
                    unsafe {
                        let start = to.get().offset(position as isize * step);
                        let value = from.cast::<T>().add(done as usize);
                        match walk.direct(j, run as usize) {
                            Some(offset) => std::ptr::copy_nonoverlapping(
                                value.cast::<u8>(),
                                start.cast::<u8>().offset(offset as isize),
                                run as usize * size_of::<T>(),
                            ),
                            None => {
                                for k in 0..run {
                                    let element = start.cast::<u8>().offset(walk.offset(j + k) as isize).cast::<T>();
                                    element.write_unaligned(value.add(k as usize).read_unaligned());
                                }
                            }
                        }
                    }
                    done += run;
                }
                part += count;
            }
            at += n;
        }
        Ok(())
    };
    let count = work.view(0)?.layout.size();
    // If each row is one element, no walk is needed.
    let write_one = |first: i64, end: i64, own: Range<i64>| {
        let (positions, elements) = (Scratch::new(BLOCK * 8), Scratch::new(BLOCK * 16));
        let line = to.get().cast::<u8>().wrapping_offset(walk.offset(0) as isize).cast::<T>();
        let mut found = OwnIndices::new();
        for at in (first..end).step_by(BLOCK) {
            let n = BLOCK.min((end - at) as usize);
            // SAFETY: there are as many indices and values, and the blocks hold n.
            let (named, values) = unsafe {
                (indices_read.at(at, n, || Ok(positions.at(0)))?, values_read.at(at, n, || Ok(elements.at(0)))?)
            };
            let (named, values) = (named.cast::<i64>(), values.cast::<T>());
            if own != (0..extent) {
                // SAFETY: there are n of both, and an index that is found is within the output and this thread's.
                unsafe {
                    for (position, i) in found.find(named, n, extent, &own)? {
                        line.offset(position as isize * step).write_unaligned(values.add(i).read_unaligned());
                    }
                }
                continue;
            }
            for i in 0..n {
                // SAFETY: there are n of both.
                let (position, value) = unsafe { (named.add(i).read_unaligned(), values.add(i).read_unaligned()) };
                if !(0..extent).contains(&position) {
                    return Err(out_of_bounds(position, extent));
                }
                // SAFETY: the index is within the output, and no other thread writes there: the indices belong to one
                // thread, or are unique.
                unsafe { line.offset(position as isize * step).write_unaligned(value) };
            }
        }
        Ok(())
    };
    let line = Shared(to.get().cast::<u8>().wrapping_offset(walk.offset(0) as isize).cast::<T>());
    if inner == 1
        && !unique
        && count >= MIN_PARALLEL_INDICES
        && is_broadcast(work)?
        && size_of::<T>() <= 8
        && line.get().is_aligned()
    {
        // All threads write the same value, so their order does not matter.
        let buffer = Scratch::new(16);
        // SAFETY: there is at least one value, and one is read, for which there is memory.
        let value = unsafe { values_read.at(0, 1, || Ok(buffer.at(0)))?.cast::<T>().read_unaligned() };
        return spread(count, count, CHUNK, |first, end| {
            let positions = Scratch::new(BLOCK * 8);
            for at in (first..end).step_by(BLOCK) {
                let n = BLOCK.min((end - at) as usize);
                // SAFETY: there are as many indices, and the block holds n.
                let named = unsafe { indices_read.at(at, n, || Ok(positions.at(0)))? }.cast::<i64>();
                for i in 0..n {
                    // SAFETY: there are n indices.
                    let position = unsafe { named.add(i).read_unaligned() };
                    if !(0..extent).contains(&position) {
                        return Err(out_of_bounds(position, extent));
                    }
                    // SAFETY: the index is within the output, whose elements are aligned; meanwhile all accesses to
                    // them are such writes.
                    unsafe { write_shared(line.get().offset(position as isize * step), value) };
                }
            }
            Ok(())
        });
    }
    if inner == 1 {
        let bytes = extent.saturating_mul(size_of::<T>() as i64);
        return match unique {
            true => spread(count, count, CHUNK, |first, end| write_one(first, end, 0..extent)),
            false => by_output_ranges(count, extent, bytes, |own| write_one(0, count, own)),
        };
    }
    if unique {
        return spread(count, count * inner, (CHUNK / inner).max(1), write);
    }
    // Values of several elements are written faster than each thread would read them again.
    write(0, count)
}

/// Whether one value is broadcast to all indices.
fn is_broadcast(work: &Work) -> Result<bool> {
    let axes = work.view(0)?.layout.rank();
    Ok(work.load(1).is_none() && work.view(1)?.layout.strides[..axes].iter().all(|&stride| stride == 0))
}

/// Writes an element of at most eight bytes, which several threads may write at once.
///
/// # Safety
/// The element is aligned, and nothing else accesses it meanwhile.
unsafe fn write_shared<T: Copy>(at: *mut T, value: T) {
    // SAFETY: the value has as many bytes as the word that represents it, and the element is aligned for that.
    unsafe {
        match size_of::<T>() {
            1 => AtomicU8::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
            2 => AtomicU16::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
            4 => AtomicU32::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
            _ => AtomicU64::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
        }
    }
}
