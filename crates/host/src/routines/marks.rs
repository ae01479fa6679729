//! Elements that are chosen one by one, in a single pass: a thread counts those of a chunk, hears how many come before
//! it, and writes them while the chunk is in its cache.

use std::sync::atomic::{AtomicI64, Ordering};

use cuprust_ir::{Error, Relation, Result, View};
use cuprust_num::DType;
use cuprust_ops::Loop;

use super::{CHUNK, Elements, Site, Work};
use crate::cast::cast_loop;
use crate::parallel::with_threads;
use crate::threads;

/// A chunk has not been counted, or its thread panicked.
const UNKNOWN: i64 = -1;
const FAILED: i64 = -2;

/// Checks the outputs of a routine that counts: what is chosen, with room for all elements of a view, and the count.
pub(super) fn check(work: &Work, chooser: &View) -> Result<()> {
    let [chosen, count] = &work.outputs[..] else { return Err(Error::runtime("gives what is chosen and its count")) };
    if count.dtype != DType::I64 || count.layout.size() != 1 {
        return Err(Error::type_("the count is one int64"));
    }
    if chosen.layout.shape.last().is_none_or(|&room| room < chooser.layout.size()) {
        return Err(Error::runtime("the output has no room for all elements"));
    }
    let inputs = work.inputs.iter().filter_map(|input| input.view());
    let apart = |view: &View| [chosen, count].iter().all(|out| view.relation(out) == Relation::Disjoint);
    if inputs.into_iter().all(apart) && chosen.relation(count) == Relation::Disjoint {
        Ok(())
    } else {
        Err(Error::runtime("cannot write where it reads"))
    }
}

/// Some elements that follow one another.
pub(super) struct Chunk<'a> {
    /// Which of them are chosen.
    pub bools: &'a [u8],
    /// The place of the first one in C order.
    pub first: i64,
    /// How many are chosen before it.
    pub before: i64,
    /// How many of them are chosen.
    pub count: usize,
}

/// The elements of an input that are not zero.
pub(super) struct Marks<'a> {
    site: &'a Site<'a>,
    elements: Elements<'a>,
    /// The loop that makes bools of the elements, where they are none.
    truth: Option<Loop>,
    total: i64,
}

impl<'a> Marks<'a> {
    pub(super) fn new(work: &'a Work, place: usize, site: &'a Site<'a>) -> Result<Marks<'a>> {
        let view = work.view(place)?;
        let truth = (view.dtype != DType::Bool).then(|| cast_loop(view.dtype, DType::Bool));
        Ok(Marks { site, elements: work.elements(place, site)?, truth, total: view.layout.size() })
    }

    /// Calls `write` for each chunk, and gives how many are true in all.
    pub(super) fn choose(&self, write: impl Fn(Chunk) -> Result<()> + Sync) -> Result<i64> {
        let length = CHUNK as i64;
        let chunks = (self.total / length + i64::from(self.total % length != 0)) as usize;
        let ends: Vec<AtomicI64> = (0..chunks).map(|_| AtomicI64::new(UNKNOWN)).collect();
        let failed = std::sync::Mutex::new(None);
        with_threads(self.total, || {
            threads::share(chunks, &|chunk| {
                let end = End { own: &ends[chunk], count: FAILED };
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
        mut end: End,
        write: &(impl Fn(Chunk) -> Result<()> + Sync),
    ) -> Result<()> {
        let (n, mut elements, mut copy, truths) =
            (n as usize, None, None, self.truth.map(|_| self.site.room(n as usize)).transpose()?);
        let room = || Ok(elements.insert(self.site.room(n * self.elements.size())?).at());
        // SAFETY: the room has as many elements, and each chunk is asked for once.
        let mut bools = unsafe { self.elements.at(first, n, room)? };
        if let (Some(truth), Some(truths)) = (self.truth, &truths) {
            let bytes = n * self.elements.size();
            if !bools.addr().is_multiple_of(self.elements.size()) {
                let aligned = copy.insert(self.site.room(bytes)?).at::<u8>();
                // SAFETY: there are as many bytes, and the room is this call's own.
                unsafe { std::ptr::copy_nonoverlapping(bools, aligned, bytes) };
                bools = aligned;
            }
            let outputs = [truths.at::<u8>()];
            // SAFETY: there are as many elements, aligned, and as much room for bools.
            unsafe { truth([bools].as_ptr(), outputs.as_ptr(), n) };
            bools = outputs[0];
        }
        // SAFETY: there are n bytes, each 0 or 1, which no thread writes meanwhile.
        let bools = unsafe { std::slice::from_raw_parts(bools, n) };
        // Sums of so few bytes that a byte holds them are added in bytes, many at a time.
        let count: i64 =
            bools.chunks(255).map(|some| i64::from(some.iter().fold(0u8, |sum, &one| sum + (one & 1)))).sum();
        let before = before.map_or(Some(0), wait_for);
        let Some(before) = before else { return Ok(()) };
        end.count = before + count;
        drop(end);
        write(Chunk { bools, first, before, count: count as usize })
    }
}

/// The place where a chunk says how many are true up to its end. It says so too when the chunk failed, for others wait
/// for it.
struct End<'a> {
    own: &'a AtomicI64,
    count: i64,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.own.store(self.count, Ordering::Release);
    }
}

/// Waits for the count of a chunk that another thread has begun, since chunks are taken in their order; nothing where
/// it failed.
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

/// From this many true bools among 64 on, to look at each costs less than to look for them.
const MIN_DENSE_BITS: u32 = 12;

/// Calls `put(k, place)` with the place of the k-th true bool, for each of the `count` that there are, ascending. Where
/// there are many it is called for others too, whose `k` is that of the next true one: what it does for the right one
/// comes later.
#[inline(always)]
pub(super) fn for_each_true(bools: &[u8], count: usize, mut put: impl FnMut(usize, usize)) {
    let mut k = 0;
    for (word, some) in bools.chunks(64).enumerate() {
        if some.iter().fold(0, |any, bool| any | bool) == 0 {
            continue;
        }
        let mut bits = 0u64;
        let (eights, rest) = some.as_chunks::<8>();
        for (place, eight) in eights.iter().enumerate() {
            // The lowest bits of eight bytes become one byte.
            let low = u64::from_le_bytes(*eight) & 0x0101_0101_0101_0101;
            bits |= (low.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * place);
        }
        for (place, bool) in rest.iter().enumerate() {
            bits |= u64::from(bool & 1) << (8 * eights.len() + place);
        }
        let true_ones = bits.count_ones();
        // The last true bool must not be followed by a call: that place may be another thread's.
        if true_ones >= MIN_DENSE_BITS && k + (true_ones as usize) < count {
            for (place, bool) in some.iter().enumerate() {
                put(k, 64 * word + place);
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
                for_each_true(&bools, expected.len(), |k, place| found[k] = place);
                assert_eq!(found, expected);
            }
        }
    }
}
