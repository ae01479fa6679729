//! Happens-before: vector clocks that barriers, fences and atomics pass on, and the access records that they are
//! compared with.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

/// A vector clock: for each block, the time up to which its work happened before.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Clock {
    /// The time up to which the work of all blocks happened before.
    floor: u64,
    /// By block, in order.
    times: Vec<(u32, u64)>,
}

/// The most entries of a clock. A longer one is rounded up to a floor; that may hide a race, and never reports a false
/// one.
const MAX_CLOCK_ENTRIES: usize = 512;

impl Clock {
    pub(crate) fn includes(&self, block: u32, time: u64) -> bool {
        time <= self.floor || self.times.binary_search_by_key(&block, |t| t.0).is_ok_and(|k| self.times[k].1 >= time)
    }

    pub(crate) fn advance(&mut self, block: u32, time: u64) {
        match self.times.binary_search_by_key(&block, |t| t.0) {
            Ok(k) => self.times[k].1 = self.times[k].1.max(time),
            Err(k) => self.times.insert(k, (block, time)),
        }
        self.round_up();
    }

    fn round_up(&mut self) {
        if self.times.len() > MAX_CLOCK_ENTRIES {
            self.floor = self.floor.max(self.times.iter().map(|t| t.1).max().unwrap_or(0));
            self.times.clear();
        }
    }

    /// Whether this clock includes another one. Both are sorted, so one pass over the two suffices.
    fn includes_all(&self, other: &Clock) -> bool {
        let mut mine = self.times.iter().peekable();
        other.floor <= self.floor
            && other.times.iter().all(|&(block, time)| {
                while mine.next_if(|t| t.0 < block).is_some() {}
                time <= self.floor || mine.peek().is_some_and(|t| t.0 == block && t.1 >= time)
            })
    }

    /// Merges another clock into this one. Returns whether anything changed.
    pub(crate) fn join(&mut self, other: &Clock) -> bool {
        if self.includes_all(other) {
            return false;
        }
        self.floor = self.floor.max(other.floor);
        let mut merged = Vec::with_capacity(self.times.len().max(other.times.len()) + 1);
        let (mut a, mut b) = (self.times.iter().copied().peekable(), other.times.iter().copied().peekable());
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => Some((x.0, x.1.max(y.1))),
                (Some(x), Some(y)) => Some(*x.min(y)),
                (x, y) => x.or(y).copied(),
            };
            let Some(next) = next else { break };
            a.next_if(|x| x.0 == next.0);
            b.next_if(|y| y.0 == next.0);
            if next.1 > self.floor {
                merged.push(next);
            }
        }
        self.times = merged;
        self.round_up();
        true
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.floor == 0 && self.times.is_empty()
    }
}

/// A segment of a warp's execution without synchronisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) block: u32,
    pub(crate) warp: u32,
    /// The barriers of the block before it.
    pub(crate) phase: u32,
    /// The barriers of the warp before it.
    pub(crate) epoch: u32,
    pub(crate) time: u64,
}

/// The segments of a launch, by number; each chunk holds twice as many as the one before it.
pub(crate) struct Segments {
    chunks: [OnceLock<Box<[[AtomicU64; 3]]>>; CHUNKS],
    next: AtomicU32,
    first: u32,
}

const FIRST_CHUNK_SEGMENTS: usize = 1 << 8;
const CHUNKS: usize = 20;
/// The most segments of one launch; beyond them accesses are not recorded.
const MAX_SEGMENTS: usize = FIRST_CHUNK_SEGMENTS * ((1 << CHUNKS) - 1);

/// The chunk of the segment at this index, and the index there.
fn chunk(at: usize) -> (usize, usize) {
    let c = (at / FIRST_CHUNK_SEGMENTS + 1).ilog2();
    (c as usize, at - FIRST_CHUNK_SEGMENTS * ((1 << c) - 1))
}

impl Segments {
    /// Numbers begin at `first`; smaller ones belong to earlier launches.
    pub(crate) fn new(first: u32) -> Segments {
        Segments { chunks: [const { OnceLock::new() }; CHUNKS], next: AtomicU32::new(first), first }
    }

    /// The number after the last one assigned.
    pub(crate) fn end(&self) -> u32 {
        self.next.load(Relaxed)
    }

    /// Records a segment, and returns its number; zero if there are too many.
    pub(crate) fn add(&self, s: Segment) -> u32 {
        let number = self.next.fetch_add(1, Relaxed);
        let at = (number - self.first) as usize;
        if at >= MAX_SEGMENTS {
            self.next.fetch_sub(1, Relaxed);
            return 0;
        }
        let (c, at) = chunk(at);
        let cells = self.chunks[c].get_or_init(|| {
            (0..FIRST_CHUNK_SEGMENTS << c).map(|_| [const { AtomicU64::new(0) }; 3]).collect::<Vec<_>>().into()
        });
        let cell = &cells[at];
        cell[0].store(u64::from(s.block) << 32 | u64::from(s.warp), Relaxed);
        cell[1].store(u64::from(s.phase) << 32 | u64::from(s.epoch), Relaxed);
        cell[2].store(s.time, std::sync::atomic::Ordering::Release);
        number
    }

    /// The segment of this number; `None` for one of an earlier launch.
    pub(crate) fn get(&self, number: u32) -> Option<Segment> {
        let (c, at) = chunk(number.checked_sub(self.first)? as usize);
        let cell = &self.chunks.get(c)?.get()?[at];
        let time = cell[2].load(std::sync::atomic::Ordering::Acquire);
        let (a, b) = (cell[0].load(Relaxed), cell[1].load(Relaxed));
        Some(Segment { block: (a >> 32) as u32, warp: a as u32, phase: (b >> 32) as u32, epoch: b as u32, time })
    }
}

/// One access in one word: segment, lane, instruction, which of the four bytes, and its strength. Zero is no record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record(pub(crate) u64);

impl Record {
    pub(crate) fn new(segment: u32, lane: u32, pc: u32, bytes: u32, strength: u32) -> Record {
        let pc = u64::from(pc.min((1 << 20) - 1));
        Record(
            u64::from(segment) << 32
                | pc << 12
                | u64::from(lane) << 7
                | u64::from(bytes) << 3
                | u64::from(strength) << 1
                | 1,
        )
    }

    pub(crate) fn segment(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(crate) fn pc(self) -> u32 {
        (self.0 >> 12) as u32 & 0xf_ffff
    }

    pub(crate) fn lane(self) -> u32 {
        (self.0 >> 7) as u32 & 31
    }

    /// Which of the four bytes.
    pub(crate) fn bytes(self) -> u32 {
        (self.0 >> 3) as u32 & 15
    }

    /// 0 weak, 1 strong within the block, 2 strong on the device.
    pub(crate) fn strength(self) -> u32 {
        (self.0 >> 1) as u32 & 3
    }
}

/// All blocks instead of one.
pub(crate) const ALL_BLOCKS: u32 = u32::MAX;

/// The clocks that are released at synchronising locations.
#[derive(Default)]
pub(crate) struct SyncPoints {
    any: AtomicBool,
    /// By location, and by the block that may acquire the clock, [`ALL_BLOCKS`] for any.
    clocks: Mutex<HashMap<(u64, u32), Arc<Clock>>>,
}

impl SyncPoints {
    /// A strong write releases the clock of its thread's last fence; a read-modify-write joins it with the clock that
    /// is there.
    pub(crate) fn release(&self, location: u64, to: u32, clock: &Arc<Clock>, replace: bool) {
        self.any.store(true, Relaxed);
        let mut clocks = self.clocks.lock().unwrap_or_else(|e| e.into_inner());
        match clocks.get_mut(&(location, to)) {
            Some(old) if !replace && old.includes_all(clock) => {}
            Some(old) if !replace => {
                let mut joined = (**old).clone();
                joined.join(clock);
                *old = Arc::new(joined);
            }
            _ => {
                clocks.insert((location, to), clock.clone());
            }
        }
    }

    /// The clocks that a strong read of a block acquires: the one for all blocks, and the one for this block alone.
    pub(crate) fn acquire(&self, location: u64, block: u32) -> [Option<Arc<Clock>>; 2] {
        if !self.any.load(Relaxed) {
            return [None, None];
        }
        let clocks = self.clocks.lock().unwrap_or_else(|e| e.into_inner());
        [ALL_BLOCKS, block].map(|to| clocks.get(&(location, to)).cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_join_and_round_up() {
        let mut a = Clock::default();
        a.advance(3, 10);
        let mut b = Clock::default();
        b.advance(1, 5);
        b.join(&a);
        assert!(b.includes(3, 10) && b.includes(1, 4) && !b.includes(3, 11) && !b.includes(2, 1));
        let (mut c, mut d) = (Clock::default(), Clock::default());
        (0..40).for_each(|k| c.advance(3 * k, 5 + u64::from(k)));
        (0..40).for_each(|k| d.advance(2 * k, 25));
        let mut one_by_one = c.clone();
        d.times.iter().for_each(|t| one_by_one.advance(t.0, t.1));
        c.join(&d);
        assert_eq!(c, one_by_one);
        let before = c.clone();
        c.join(&d);
        assert_eq!(c, before);
        for k in 0..2000 {
            b.advance(k, 7);
        }
        assert!(b.includes(1999, 7) && b.includes(5000, 7));
    }

    #[test]
    fn records_keep_their_parts() {
        let r = Record::new(77, 31, 12345, 0b1010, 2);
        assert_eq!((r.segment(), r.lane(), r.pc(), r.bytes(), r.strength()), (77, 31, 12345, 10, 2));
    }

    #[test]
    fn segments_are_found_again() {
        let all = Segments::new(100);
        let s = Segment { block: 5, warp: 3, phase: 2, epoch: 9, time: 1 };
        let n = all.add(s);
        assert_eq!((n, all.get(n), all.get(99)), (100, Some(s), None));
        let numbers: Vec<u32> = (0..5000).map(|time| all.add(Segment { time, ..s })).collect();
        assert!(numbers.iter().zip(0..).all(|(n, time)| all.get(*n) == Some(Segment { time, ..s })));
    }
}
