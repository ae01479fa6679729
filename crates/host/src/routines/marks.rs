//! Stream compaction in a single pass: a thread counts the chosen elements of a chunk, waits for the number chosen
//! before it, and writes the chosen ones while the chunk is in its cache.

use std::sync::atomic::{AtomicI64, Ordering};

use cuprust_ir::{Error, Relation, Result, View};
use cuprust_num::DType;
use cuprust_ops::Loop;

use super::{CHUNK, Elements, Site, Work};
use crate::cast::cast_loop;
use crate::parallel::with_threads;
use crate::threads;

/// The counts of a chunk that has not been counted, and of one whose thread failed.
const UNKNOWN: i64 = -1;
const FAILED: i64 = -2;

/// Checks the outputs of a routine that counts: the chosen elements, with space for all elements of a view, and the
/// count.
pub(super) fn check(work: &Work, chooser: &View) -> Result<()> {
    let [chosen, count] = &work.outputs[..] else { return Err(Error::runtime("gives what is chosen and its count")) };
    if count.dtype != DType::I64 || count.layout.size() != 1 {
        return Err(Error::type_("the count is one int64"));
    }
    if chosen.layout.shape.last().is_none_or(|&buffer| buffer < chooser.layout.size()) {
        return Err(Error::runtime("the output cannot hold all elements"));
    }
    let inputs = work.inputs.iter().filter_map(|input| input.view());
    let apart = |view: &View| [chosen, count].iter().all(|out| view.relation(out) == Relation::Disjoint);
    if inputs.into_iter().all(apart) && chosen.relation(count) == Relation::Disjoint {
        Ok(())
    } else {
        Err(Error::runtime("an output overlaps an input"))
    }
}

/// Some consecutive elements.
pub(super) struct Chunk<'a> {
    /// Whether each is chosen.
    pub bools: &'a [u8],
    /// The index of the first one in C order.
    pub first: i64,
    /// How many are chosen before it.
    pub before: i64,
    /// How many of them are chosen.
    pub count: usize,
}

/// The nonzero elements of an input.
pub(super) struct Marks<'a> {
    site: &'a Site<'a>,
    elements: Elements<'a>,
    /// The loop that converts the elements to bools, if they are not bools.
    truth: Option<Loop>,
    total: i64,
}

impl<'a> Marks<'a> {
    pub(super) fn new(work: &'a Work, index: usize, site: &'a Site<'a>) -> Result<Marks<'a>> {
        let view = work.view(index)?;
        let truth = (view.dtype != DType::Bool).then(|| cast_loop(view.dtype, DType::Bool));
        Ok(Marks { site, elements: work.elements(index, site)?, truth, total: view.layout.size() })
    }

    /// Calls `write` for each chunk, and returns the total number of true elements.
    pub(super) fn choose(&self, write: impl Fn(Chunk) -> Result<()> + Sync) -> Result<i64> {
        let length = CHUNK as i64;
        let chunks = (self.total / length + i64::from(self.total % length != 0)) as usize;
        let ends: Vec<AtomicI64> = (0..chunks).map(|_| AtomicI64::new(UNKNOWN)).collect();
        let failed = std::sync::Mutex::new(None);
        with_threads(self.total, || {
            threads::share(chunks, &|chunk| {
                let end = PublishedCount { own: &ends[chunk], count: FAILED };
                let before = chunk.checked_sub(1).map(|before| &ends[before]);
                let first = chunk as i64 * length;
                if let Err(error) = self.chunk(first, length.min(self.total - first), before, end, &write) {
                    failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get_or_insert(error);
                }
            });
            Ok(())
        })?;
        match failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(ends.last().map_or(0, |end| end.load(Ordering::Relaxed))),
        }
    }

    fn chunk(
        &self,
        first: i64,
        n: i64,
        before: Option<&AtomicI64>,
        mut end: PublishedCount,
        write: &(impl Fn(Chunk) -> Result<()> + Sync),
    ) -> Result<()> {
        let (n, mut elements, mut copy, truths) =
            (n as usize, None, None, self.truth.map(|_| self.site.buffer(n as usize)).transpose()?);
        let buffer = || Ok(elements.insert(self.site.buffer(n * self.elements.size())?).at());
        // SAFETY: the buffer has as many elements, and each chunk is read once.
        let mut bools = unsafe { self.elements.at(first, n, buffer)? };
        if let (Some(truth), Some(truths)) = (self.truth, &truths) {
            let bytes = n * self.elements.size();
            if !bools.addr().is_multiple_of(self.elements.size()) {
                let aligned = copy.insert(self.site.buffer(bytes)?).at::<u8>();
                // SAFETY: there are as many bytes, and the buffer is this call's own.
                unsafe { std::ptr::copy_nonoverlapping(bools, aligned, bytes) };
                bools = aligned;
            }
            let outputs = [truths.at::<u8>()];
            // SAFETY: there are as many elements, aligned, and the buffer holds as many bools.
            unsafe { truth([bools].as_ptr(), outputs.as_ptr(), n) };
            bools = outputs[0];
        }
        // SAFETY: there are n bytes, each 0 or 1, which no thread writes meanwhile.
        let bools = unsafe { std::slice::from_raw_parts(bools, n) };
        // Sums that fit a byte are accumulated in bytes, many side by side.
        let count: i64 =
            bools.chunks(255).map(|some| i64::from(some.iter().fold(0u8, |sum, &one| sum + (one & 1)))).sum();
        let before = before.map_or(Some(0), wait_for);
        let Some(before) = before else { return Ok(()) };
        end.count = before + count;
        drop(end);
        write(Chunk { bools, first, before, count: count as usize })
    }
}

/// The number of true elements up to the end of a chunk. Dropping it publishes the number even if the chunk failed,
/// since other threads wait for it.
struct PublishedCount<'a> {
    own: &'a AtomicI64,
    count: i64,
}

impl Drop for PublishedCount<'_> {
    fn drop(&mut self) {
        self.own.store(self.count, Ordering::Release);
    }
}

/// Waits for the count of a chunk that another thread has begun, since chunks are claimed in order; None if that chunk
/// failed.
fn wait_for(end: &AtomicI64) -> Option<i64> {
    for turn in 0u32.. {
        match end.load(Ordering::Acquire) {
            UNKNOWN if turn < 1 << 10 => std::hint::spin_loop(),
            UNKNOWN => std::thread::yield_now(),
            FAILED => return None,
            count => return Some(count),
        }
    }
    None
}

/// Fewest true bools among 64 for which a loop over all of them is faster than a search for each true one.
const MIN_DENSE_BITS: u32 = 12;

/// Calls `put(k, index)` with the index of the k-th true bool, for each of the `count` that there are, ascending. Where
/// there are many it is also called for false ones, with the `k` of the next true one: the call for that one comes
/// later and overwrites.
#[inline(always)]
pub(super) fn for_each_true(bools: &[u8], count: usize, mut put: impl FnMut(usize, usize)) {
    let mut k = 0;
    for (word, some) in bools.chunks(64).enumerate() {
        if some.iter().fold(0, |any, bool| any | bool) == 0 {
            continue;
        }
        let mut bits = 0u64;
        let (eights, rest) = some.as_chunks::<8>();
        for (index, eight) in eights.iter().enumerate() {
            // The lowest bits of eight bytes are packed into one byte.
            let low = u64::from_le_bytes(*eight) & 0x0101_0101_0101_0101;
            bits |= (low.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index);
        }
        for (index, bool) in rest.iter().enumerate() {
            bits |= u64::from(bool & 1) << (8 * eights.len() + index);
        }
        let true_ones = bits.count_ones();
        // No call may follow the last true bool: its index may belong to another thread.
        if true_ones >= MIN_DENSE_BITS && k + (true_ones as usize) < count {
            for (index, bool) in some.iter().enumerate() {
                put(k, 64 * word + index);
                k += usize::from(bool & 1);
            }
            continue;
        }
        while bits != 0 {
            put(k, 64 * word + bits.trailing_zeros() as usize);
            bits &= bits - 1;
            k += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_true_bool_is_found_in_order() {
        for n in [0, 1, 7, 8, 63, 64, 65, 200] {
            for step in [1, 2, 3, 64, 100] {
                let bools: Vec<u8> = (0..n).map(|i| u8::from(i % step == 0)).collect();
                let expected: Vec<usize> = (0..n).step_by(step).collect();
                let mut found = vec![usize::MAX; expected.len()];
                for_each_true(&bools, expected.len(), |k, index| found[k] = index);
                assert_eq!(found, expected);
            }
        }
    }
}
