//! `rank_neighbors`: the element of a rank among those of a window. Small windows go through a network of comparisons
//! (`networks.rs`); elements of eight bits in large windows are counted in a histogram that moves with the window
//! (`columns.rs` if its lines are alike), and others are selected window by window.

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_ops::Edge;

use super::columns::{Columns, Steps};
use super::lines::{Lines, Offsets, segment_length};
use super::networks::{Applied, BYTES_AT_ONCE, MAX_NETWORK, Networks};
use super::{Reader, Writer, check_real, chunk_buffer, scalar};
use crate::block::Scratch;
use crate::parallel::spread;
use crate::routines::sort::keys::{Number, Signed, Total, Unsigned};
use crate::routines::{Site, Work};
use crate::simd::wide;

/// Windows whose extremes are found side by side.
const WINDOWS_AT_ONCE: usize = 64;

pub(in crate::routines) fn check(work: &Work, rank: i64) -> Result<()> {
    check_real(work, 3)?;
    let (values, offsets, out) = (work.view(0)?, work.view(1)?, work.output());
    if offsets.dtype != DType::I64 || values.dtype != out.dtype {
        return Err(Error::type_("takes int64 offsets, and gives elements of the dtype of the values"));
    }
    let count = offsets.layout.shape.first().copied().unwrap_or(0);
    if out.layout.rank() == 0 || !(0..count).contains(&rank) {
        return Err(Error::runtime("takes an array of one axis at least, and a rank among the offsets"));
    }
    Ok(())
}

pub(in crate::routines) fn run(work: &Work, rank: usize, edge: Edge, site: &Site) -> Result<()> {
    match work.view(0)?.dtype {
        DType::Bool | DType::U8 => ranked::<Unsigned<u8>, u8>(work, rank, edge, site),
        DType::U16 => ranked::<Unsigned<u16>, u16>(work, rank, edge, site),
        DType::U32 => ranked::<Unsigned<u32>, u32>(work, rank, edge, site),
        DType::U64 => ranked::<Unsigned<u64>, u64>(work, rank, edge, site),
        DType::I8 => ranked::<Signed<u8>, u8>(work, rank, edge, site),
        DType::I16 => ranked::<Signed<u16>, u16>(work, rank, edge, site),
        DType::I32 => ranked::<Signed<u32>, u32>(work, rank, edge, site),
        DType::I64 => ranked::<Signed<u64>, u64>(work, rank, edge, site),
        DType::F16 => ranked::<Total<u16, 0x7c00>, u16>(work, rank, edge, site),
        DType::BF16 => ranked::<Total<u16, 0x7f80>, u16>(work, rank, edge, site),
        DType::F32 => ranked::<Total<u32, 0x7f80_0000>, u32>(work, rank, edge, site),
        DType::F64 => ranked::<Total<u64, 0x7ff0_0000_0000_0000>, u64>(work, rank, edge, site),
        DType::C64 | DType::C128 => Err(Error::type_("takes real numbers")),
    }
}

/// An unsigned integer that orders elements.
pub(super) trait Key: cuprust_num::Element + Ord + Default {
    /// The key as an index below 256, if it is one.
    fn small(self) -> usize;
    fn of_small(index: usize) -> Self;
}
macro_rules! key {
    ($($T:ty)*) => { $(
        impl Key for $T {
            #[inline(always)]
            fn small(self) -> usize {
                usize::from(self as u8)
            }

            fn of_small(index: usize) -> $T {
                index as $T
            }
        }
    )* };
}
key!(u8 u16 u32 u64);

fn ranked<E: Number<Key = K>, K: Key>(work: &Work, rank: usize, edge: Edge, site: &Site) -> Result<()> {
    let shape = &work.output().layout.shape;
    let (&length, outer) = shape.split_last().map_or((&0, &[][..]), |(length, outer)| (length, outer));
    let offsets = Offsets::read(work.view(1)?, shape.len(), site)?;
    let outside = scalar(work, 2, site, work.output().dtype)?;
    // SAFETY: a scalar has at least the bytes of its dtype, whose elements E are.
    let key = unsafe { outside.bytes().as_ptr().cast::<E>().read_unaligned() }.key();
    let (reader, writer) = (Reader::new(work, site, keys::<E, K>)?, Writer::new(work, site, elements::<E, K>)?);
    let count = offsets.count;
    let extreme = rank == 0 || rank + 1 == count;
    let counts = size_of::<K>() == 1 && !extreme && count > MAX_NETWORK;
    let steps = if counts { Steps::of(&offsets) } else { None };
    let segment = segment_length::<K>(&offsets, length);
    let segment = steps.as_ref().map_or(segment, |steps| steps.segment(segment));
    // Lines that follow one another along the axis before the last.
    let lines_per_group = outer.last().copied().unwrap_or(1).max(1);
    let (lines, segments) = (outer.iter().product::<i64>(), (length + segment - 1) / segment);
    let total = work.output().layout.size();
    let networks = (!extreme && count <= MAX_NETWORK).then(|| Networks::new(&offsets, rank)).transpose()?;
    let slack = WINDOWS_AT_ONCE.max(BYTES_AT_ONCE / size_of::<K>());
    spread(lines * segments, total.saturating_mul(count as i64), 1, |first, end| {
        let mut kept = Lines::new(&reader, (&offsets, edge, key), shape, (segment, slack))?;
        let out = Scratch::try_new((segment as usize + slack) * size_of::<K>())?;
        let held = Scratch::try_new(count.saturating_mul(size_of::<K>()))?;
        let applied = networks.as_ref().map(|networks| Applied::new(networks, segment as usize, size_of::<K>()));
        let mut applied = applied.transpose()?;
        let buffer = chunk_buffer()?;
        let mut starts = cuprust_reserve::list(offsets.runs.len())?;
        let columns = steps.as_ref().map(|steps| Columns::new(steps, segment as usize)).transpose()?;
        for item in first..end {
            let (line, from) = (item % lines, item / lines * segment);
            let n = segment.min(length - from) as usize;
            // The window of the line before is counted first, unless this is the first line, or the first along an
            // axis.
            let follows = item > first && line % lines_per_group != 0;
            if let (Some(columns), true) = (&columns, follows) {
                // SAFETY: as below, for the line before, of the same segment.
                unsafe { columns.leave(&starts, n) }
            }
            kept.enter(line, from, n as i64)?;
            starts.clear();
            starts.extend(offsets.runs.iter().map(|run| (kept.start(run), run.count)));
            // SAFETY: from the start of a run on there are as many keys as it has and the segment, and more; the
            // buffers for the held keys and for results are as large.
            unsafe {
                let (out, held) = (out.at(0).cast::<K>(), held.at(0).cast::<K>());
                let mut results = out.cast_const();
                if extreme {
                    extremes(&starts, n, rank == 0 && count > 1, out);
                } else if let Some(applied) = &mut applied {
                    results = applied.select::<E::Vector, K>(&starts, n, out);
                } else if let Some(columns) = &columns {
                    if follows {
                        columns.enter(&starts, n);
                    } else {
                        columns.fill(&starts, n);
                    }
                    columns.ranks(n, rank, out);
                } else if size_of::<K>() == 1 {
                    counted(&starts, n, rank, out);
                } else {
                    picked(&starts, n, rank, std::slice::from_raw_parts_mut(held, count), out);
                }
                writer.write(line * length + from, n, &buffer, results.cast(), size_of::<K>());
            }
        }
        Ok(())
    })
}

wide! {
    /// Converts elements to keys.
    ///
    /// # Safety
    /// As [`cuprust_ops::Loop`], from elements to their keys.
    unsafe fn keys<E, K: Key>(inputs: *const *const u8, outputs: *const *mut u8, n: usize) where E: Number<Key = K> {
        // SAFETY: the caller keeps the promises.
        let (from, to) = unsafe {
            (std::slice::from_raw_parts((*inputs).cast::<E>(), n), std::slice::from_raw_parts_mut((*outputs).cast::<K>(), n))
        };
        to.iter_mut().zip(from).for_each(|(to, from)| *to = from.key());
    }
}

wide! {
    /// Converts keys to elements.
    ///
    /// # Safety
    /// As [`cuprust_ops::Loop`], from keys to their elements.
    unsafe fn elements<E, K: Key>(inputs: *const *const u8, outputs: *const *mut u8, n: usize) where E: Number<Key = K> {
        // SAFETY: the caller keeps the promises.
        let (from, to) = unsafe {
            (std::slice::from_raw_parts((*inputs).cast::<K>(), n), std::slice::from_raw_parts_mut((*outputs).cast::<E>(), n))
        };
        to.iter_mut().zip(from).for_each(|(to, from)| *to = E::from_key(*from));
    }
}

wide! {
    /// The least or the greatest key of each window.
    ///
    /// # Safety
    /// There are as many keys from each start on as its run and the results have, and [`WINDOWS_AT_ONCE`] more; `out`
    /// holds as many more.
    unsafe fn extremes<K: Key>(runs: &[(*const K, usize)], n: usize, least: bool, out: *mut K) {
        for at in (0..n).step_by(WINDOWS_AT_ONCE) {
            // SAFETY: the caller promises that many.
            let load = |start: &*const K, index: usize| unsafe { &*start.add(at + index).cast::<[K; WINDOWS_AT_ONCE]>() };
            let mut held = *load(&runs[0].0, 0);
            for (start, count) in runs {
                for index in 0..*count {
                    let x = load(start, index);
                    for i in 0..WINDOWS_AT_ONCE {
                        held[i] = if least { held[i].min(x[i]) } else { held[i].max(x[i]) };
                    }
                }
            }
            // SAFETY: as above.
            unsafe { out.add(at).cast::<[K; WINDOWS_AT_ONCE]>().write(held) };
        }
    }
}

/// The key of a rank in each window, for keys of eight bits: a histogram moves with the window.
///
/// # Safety
/// As [`extremes`].
unsafe fn counted<K: Key>(runs: &[(*const K, usize)], n: usize, rank: usize, out: *mut K) {
    let (mut of_key, mut of_sixteen) = ([0u32; 256], [0u32; 16]);
    for at in 0..n {
        // SAFETY: the caller promises as many keys.
        unsafe {
            for (start, count) in runs {
                let entering = if at == 0 { 0..*count } else { *count - 1..*count };
                for index in entering {
                    let key = start.add(at + index).read().small();
                    of_key[key] += 1;
                    of_sixteen[key / 16] += 1;
                }
                if at > 0 {
                    let key = start.add(at - 1).read().small();
                    of_key[key] -= 1;
                    of_sixteen[key / 16] -= 1;
                }
            }
            let (mut left, mut group) = (rank as u32, 0);
            while of_sixteen[group] <= left {
                left -= of_sixteen[group];
                group += 1;
            }
            let mut key = 16 * group;
            while of_key[key] <= left {
                left -= of_key[key];
                key += 1;
            }
            out.add(at).write(K::of_small(key));
        }
    }
}

/// The key of a rank in each window, by selection.
///
/// # Safety
/// As [`extremes`].
unsafe fn picked<K: Key>(runs: &[(*const K, usize)], n: usize, rank: usize, held: &mut [K], out: *mut K) {
    for at in 0..n {
        let mut index = 0;
        for (start, count) in runs {
            // SAFETY: the caller promises as many keys.
            let keys = unsafe { std::slice::from_raw_parts(start.add(at), *count) };
            held[index..index + count].copy_from_slice(keys);
            index += count;
        }
        let (_, key, _) = held.select_nth_unstable(rank);
        // SAFETY: as above.
        unsafe { out.add(at).write(*key) };
    }
}
