//! Random permutations: indices are distributed to buckets by their keys, and each bucket is sorted by one thread
//! within its cache.

use std::ops::Range;

use cuprust_ir::{Error, Result};
use cuprust_num::DType;
use cuprust_num::random::permutation_key;
use cuprust_reserve::{filled, list};

use super::random::fill_words;
use super::{Shared, Site, Work};
use crate::parallel::spread;
use crate::threads;

/// Mean number of indices in a bucket: their records fit the second cache.
const MEAN_BUCKET_LENGTH: usize = 1 << 14;

/// Keys that are computed at a time.
const BLOCK: usize = 1024;

/// Fewest elements that several threads share.
const MIN_PARALLEL_ELEMENTS: usize = 1 << 16;

pub(super) fn check(work: &Work) -> Result<()> {
    let out = work.output();
    if work.inputs.len() != 2 || work.inputs.iter().any(|input| input.view().is_some()) {
        return Err(Error::runtime("a permutation takes two scalars, the seed and the counter"));
    }
    if out.dtype != DType::I64 || out.layout.rank() != 1 || !out.is_contiguous() || out.layout.size() > 1 << 31 {
        return Err(Error::runtime("a permutation gives at most 2^31 int64 indices along one axis in C order"));
    }
    Ok(())
}

pub(super) fn run(work: &Work, site: &Site) -> Result<()> {
    let (seed, counter) = (site.word(work, 0)?, site.word(work, 1)?);
    let (out, count) = (Shared(site.start(work.output()).cast::<i64>()), work.output().layout.size() as usize);
    let keys = Keys { seed, counter, buckets: count.div_ceil(MEAN_BUCKET_LENGTH).max(1) as u64 };
    let buffer = site.buffer(count * size_of::<u64>())?;
    let records = Shared(buffer.at::<u64>());
    let chunks = if count < MIN_PARALLEL_ELEMENTS { 1 } else { threads::count() };
    // Pairs of indices share a counter, and a chunk begins with a block.
    let length = count.div_ceil(chunks).next_multiple_of(BLOCK);
    let range = |chunk: usize| (chunk * length).min(count)..((chunk + 1) * length).min(count);
    let mut starts = Vec::new();
    for _ in 0..chunks {
        starts.push(filled(0usize, keys.buckets as usize)?);
    }
    let own = Shared(starts.as_mut_ptr());
    threads::share(chunks, &|chunk| {
        // SAFETY: each chunk runs once, and has counts of its own.
        let counts = unsafe { &mut *own.get().add(chunk) };
        keys.each(range(chunk), |_, share| counts[(share >> 32) as usize] += 1);
    });
    // The records of a bucket are contiguous, those of earlier chunks first.
    let mut bounds = list(keys.buckets as usize + 1)?;
    let mut next = 0;
    for bucket in 0..keys.buckets as usize {
        bounds.push(next);
        for chunk in &mut starts {
            next += std::mem::replace(&mut chunk[bucket], next);
        }
    }
    bounds.push(next);
    let own = Shared(starts.as_mut_ptr());
    threads::share(chunks, &|chunk| {
        // SAFETY: as above.
        let starts = unsafe { &mut *own.get().add(chunk) };
        keys.each(range(chunk), |index, share| {
            let next = &mut starts[(share >> 32) as usize];
            // SAFETY: the same keys were counted, so that the buffer has an element for each record.
            unsafe { records.get().add(*next).write((share << 32) | index as u64) };
            *next += 1;
        });
    });
    spread(keys.buckets as i64, 4 * count as i64, 1, |first, end| {
        let mut order = BucketSorter::default();
        for bucket in first as usize..end as usize {
            let (from, to) = (bounds[bucket], bounds[bucket + 1]);
            // SAFETY: all records are written; those of a bucket belong to this thread.
            let own = unsafe { std::slice::from_raw_parts(records.get().add(from).cast_const(), to - from) };
            for (index, record) in order.sort(own, &keys).iter().enumerate() {
                // SAFETY: the output has as many elements, unaligned.
                unsafe { out.get().add(from + index).write_unaligned(i64::from(*record as u32)) };
            }
        }
        Ok(())
    })
}

/// The keys of a permutation, and the number of buckets.
struct Keys {
    seed: u64,
    counter: u64,
    buckets: u64,
}

impl Keys {
    /// Calls `each` with the indices and the upper 64 bits of their keys times the number of buckets: the bucket, and
    /// the fraction of the key within it. The range begins with an even index.
    fn each(&self, range: Range<usize>, mut each: impl FnMut(usize, u64)) {
        let mut words = [0; 2 * BLOCK];
        for first in range.clone().step_by(BLOCK) {
            // SAFETY: the length is a multiple of four.
            unsafe { fill_words(self.seed, self.counter.wrapping_add(first as u64 / 2), &mut words) };
            let pairs = words.as_chunks::<2>().0;
            for (index, &[low, high]) in (first..range.end).zip(pairs) {
                each(index, u64::from(high) * self.buckets + ((u64::from(low) * self.buckets) >> 32));
            }
        }
    }

    fn key(&self, index: u32) -> u64 {
        permutation_key(self.seed, self.counter, u64::from(index))
    }
}

/// Memory to sort buckets in.
#[derive(Default)]
struct BucketSorter {
    starts: Vec<u32>,
    sorted: Vec<u64>,
}

impl BucketSorter {
    /// Sorts the records of a bucket by the fractions of their keys in the upper halves, ties by the whole keys and the
    /// indices.
    fn sort(&mut self, records: &[u64], keys: &Keys) -> &[u64] {
        let count = records.len();
        // The upper bits of the fraction give the slot of a record; slots have few records.
        let bits = (count / 2).max(1).ilog2();
        let slot = |record: u64| (((record >> 32) << bits) >> 32) as usize;
        self.starts.clear();
        self.starts.resize(1 << bits, 0);
        records.iter().for_each(|&record| self.starts[slot(record)] += 1);
        let mut next = 0;
        for start in &mut self.starts {
            next += std::mem::replace(start, next);
        }
        self.sorted.resize(count, 0);
        for &record in records {
            let next = &mut self.starts[slot(record)];
            self.sorted[*next as usize] = record;
            *next += 1;
        }
        // Slots are in order; within a slot records move by a few positions.
        let mut tied = false;
        for at in 1..count {
            let record = self.sorted[at];
            let mut to = at;
            while to > 0 && self.sorted[to - 1] > record {
                self.sorted[to] = self.sorted[to - 1];
                to -= 1;
            }
            self.sorted[to] = record;
            tied |= to > 0 && self.sorted[to - 1] >> 32 == record >> 32;
            tied |= to < at && self.sorted[to + 1] >> 32 == record >> 32;
        }
        if tied {
            let same = |a: &u64, b: &u64| a >> 32 == b >> 32;
            let ties = self.sorted.chunk_by_mut(same).filter(|tie| tie.len() > 1);
            ties.for_each(|tie| tie.sort_by_key(|&record| (keys.key(record as u32), record)));
        }
        &self.sorted
    }
}
