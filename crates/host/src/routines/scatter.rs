//! `a[indices] = values`: places along an axis written where indices name them, the last values of each.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

use cuprust_ir::{Error, Result, View};
use cuprust_num::DType;

use super::{BLOCK, MIN_PARALLEL_INDICES, Own, Shared, Site, Work, by_places, outside, whole_walk};
use crate::block::Scratch;
use crate::parallel::spread;

/// From so many indices on, threads share them.
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
        return Err(Error::type_("takes the values of one place for each index"));
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
    let (indices_read, values_read) = (work.elements_apart(0, site, !unique)?, work.elements_apart(1, site, !unique)?);
    let (extent, step) = (output.layout.shape[0], output.layout.strides[0] as isize);
    let place = View { layout: output.layout.without(0), ..output.clone() };
    let (inner, walk) = (place.layout.size(), whole_walk(&place)?);
    if inner == 0 {
        return Ok(());
    }
    let to = Shared(site.start(output).cast::<T>());
    // Values of short places are read for a block of indices at once, those of long ones a part at a time.
    let indices = (BLOCK as i64 / inner).max(1);
    let write = |first: i64, end: i64| {
        let (places, elements) = (Scratch::new(BLOCK * 8), Scratch::new(BLOCK * 16));
        let mut at = first;
        while at < end {
            let n = indices.min(end - at);
            // SAFETY: there are so many indices, and the block has room for n places.
            let named = unsafe { indices_read.at(at, n as usize, || Ok(places.at(0)))? };
            for i in 0..n as usize {
                // SAFETY: there are n indices. They are read once, so that no other thread can change one after it was
                // checked.
                let place = unsafe { named.cast::<i64>().add(i).read_unaligned() };
                // SAFETY: the block has room for n places.
                unsafe { places.at(0).cast::<i64>().add(i).write(place) };
                if !(0..extent).contains(&place) {
                    return Err(outside(place, extent));
                }
            }
            let (mut part, all) = (0, n * inner);
            while part < all {
                let count = (BLOCK as i64).min(all - part);
                // SAFETY: there are so many values, and the block has room for `count` elements.
                let from = unsafe { values_read.at(at * inner + part, count as usize, || Ok(elements.at(0)))? };
                let mut done = 0;
                while done < count {
                    let (i, j) = ((part + done) / inner, (part + done) % inner);
                    let run = (inner - j).min(count - done);
                    // SAFETY: there are n places.
                    let place = unsafe { places.at(0).cast::<i64>().add(i as usize).read() };
                    // SAFETY: the places were checked, and the walk leads over the other axes of the output, at any
                    // byte; no other thread writes there, since threads share only indices of which none is there
                    // twice. There are `count` values.
                    unsafe {
                        let start = to.get().offset(place as isize * step);
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
    // Where each place is one element, that is all there is to know of it.
    let write_one = |first: i64, end: i64, own: Range<i64>| {
        let (places, elements) = (Scratch::new(BLOCK * 8), Scratch::new(BLOCK * 16));
        let line = to.get().cast::<u8>().wrapping_offset(walk.offset(0) as isize).cast::<T>();
        let mut found = Own::new();
        for at in (first..end).step_by(BLOCK) {
            let n = BLOCK.min((end - at) as usize);
            // SAFETY: there are so many indices and values, and the blocks have room for n.
            let (named, values) = unsafe {
                (indices_read.at(at, n, || Ok(places.at(0)))?, values_read.at(at, n, || Ok(elements.at(0)))?)
            };
            let (named, values) = (named.cast::<i64>(), values.cast::<T>());
            if own != (0..extent) {
                // SAFETY: there are n of both, and a place that is found is within the output and this thread's.
                unsafe {
                    for (place, i) in found.find(named, n, extent, &own)? {
                        line.offset(place as isize * step).write_unaligned(values.add(i).read_unaligned());
                    }
                }
                continue;
            }
            for i in 0..n {
                // SAFETY: there are n of both.
                let (place, value) = unsafe { (named.add(i).read_unaligned(), values.add(i).read_unaligned()) };
                if !(0..extent).contains(&place) {
                    return Err(outside(place, extent));
                }
                // SAFETY: the place is within the output, and no other thread writes there: the indices are one
                // thread's, or none is there twice.
                unsafe { line.offset(place as isize * step).write_unaligned(value) };
            }
        }
        Ok(())
    };
    let line = Shared(to.get().cast::<u8>().wrapping_offset(walk.offset(0) as isize).cast::<T>());
    if inner == 1
        && !unique
        && count >= MIN_PARALLEL_INDICES
        && is_alike(work)?
        && size_of::<T>() <= 8
        && line.get().is_aligned()
    {
        // One value for all: whichever thread comes last writes the same.
        let room = Scratch::new(16);
        // SAFETY: there are values, of which this asks for one, for which there is room.
        let value = unsafe { values_read.at(0, 1, || Ok(room.at(0)))?.cast::<T>().read_unaligned() };
        return spread(count, count, CHUNK, |first, end| {
            let places = Scratch::new(BLOCK * 8);
            for at in (first..end).step_by(BLOCK) {
                let n = BLOCK.min((end - at) as usize);
                // SAFETY: there are so many indices, and the block has room for n.
                let named = unsafe { indices_read.at(at, n, || Ok(places.at(0)))? }.cast::<i64>();
                for i in 0..n {
                    // SAFETY: there are n indices.
                    let place = unsafe { named.add(i).read_unaligned() };
                    if !(0..extent).contains(&place) {
                        return Err(outside(place, extent));
                    }
                    // SAFETY: the place is within the output, whose elements are aligned; threads write there alone
                    // meanwhile, and so.
                    unsafe { write_shared(line.get().offset(place as isize * step), value) };
                }
            }
            Ok(())
        });
    }
    if inner == 1 {
        let bytes = extent.saturating_mul(size_of::<T>() as i64);
        return match unique {
            true => spread(count, count, CHUNK, |first, end| write_one(first, end, 0..extent)),
            false => by_places(count, extent, bytes, |own| write_one(0, count, own)),
        };
    }
    if unique {
        return spread(count, count * inner, (CHUNK / inner).max(1), write);
    }
    // Values of several elements are written faster than they are read again by each thread.
    write(0, count)
}

/// Whether there is one element for all indices.
fn is_alike(work: &Work) -> Result<bool> {
    let axes = work.view(0)?.layout.rank();
    Ok(work.load(1).is_none() && work.view(1)?.layout.strides[..axes].iter().all(|&stride| stride == 0))
}

/// Writes an element of at most eight bytes that several threads may write at once.
///
/// # Safety
/// The element is aligned, and nothing else touches it meanwhile.
unsafe fn write_shared<T: Copy>(at: *mut T, value: T) {
    // SAFETY: the value has as many bytes as the word that stands for it, and the element is aligned as that is.
    unsafe {
        match size_of::<T>() {
            1 => AtomicU8::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
            2 => AtomicU16::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
            4 => AtomicU32::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
            _ => AtomicU64::from_ptr(at.cast()).store(std::mem::transmute_copy(&value), Ordering::Relaxed),
        }
    }
}
