//! Which access comes before which? Clocks that barriers, fences and atomics hand on, and the records they are compared
//! with.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

/// What is known to have happened: of each block, everything it did up to a time.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Clock {
    /// Everything that any block did up to this time.
    floor: u64,
    /// By block, in order.
    times: Vec<(u32, u64)>,
}

/// A longer clock is rounded up to a floor; that may hide a race, and never invents one.
const MAX_CLOCK: usize = 512;

impl Clock {
    pub(crate) fn knows(&self, block: u32, time: u64) -> bool {
        time <= self.floor || self.times.binary_search_by_key(&block, |t| t.0).is_ok_and(|k| self.times[k].1 >= time)
    }

    pub(crate) fn learn(&mut self, block: u32, time: u64) {
        match self.times.binary_search_by_key(&block, |t| t.0) {
            Ok(k) => self.times[k].1 = self.times[k].1.max(time),
            Err(k) => self.times.insert(k, (block, time)),
        }
        self.round_up();
    }

    fn round_up(&mut self) {
        if self.times.len() > MAX_CLOCK {
            self.floor = self.floor.max(self.times.iter().map(|t| t.1).max().unwrap_or(0));
            self.times.clear();
        }
    }

    /// Whether there is nothing to learn from another clock. Both are in order, so it is one walk over the two.
    fn knows_all(&self, other: &Clock) -> bool {
        let mut mine = self.times.iter().peekable();
        other.floor <= self.floor
            && other.times.iter().all(|&(block, time)| {
                while mine.next_if(|t| t.0 < block).is_some() {}
                time <= self.floor || mine.peek().is_some_and(|t| t.0 == block && t.1 >= time)
            })
    }

    /// Learns what another clock knows. Says whether that was anything.
    pub(crate) fn join(&mut self, other: &Clock) -> bool {
        if self.knows_all(other) {
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

/// A stretch of one warp's life between two points of order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) block: u32,
    pub(crate) warp: u32,
    /// How many barriers the block had passed.
    pub(crate) phase: u32,
    /// How many barriers of the warp it had passed.
    pub(crate) epoch: u32,
    pub(crate) time: u64,
}

/// The segments of a launch, by number; each chunk holds twice as many as the one before it.
pub(crate) struct Segments {
    chunks: [OnceLock<Box<[[AtomicU64; 3]]>>; CHUNKS],
    next: AtomicU32,
    first: u32,
}

const FIRST_CHUNK: usize = 1 << 8;
const CHUNKS: usize = 20;
/// The most segments of one launch; beyond them accesses are not recorded.
const MAX_SEGMENTS: usize = FIRST_CHUNK * ((1 << CHUNKS) - 1);

/// The chunk of the segment at this place, and its place there.
fn chunk(at: usize) -> (usize, usize) {
    let c = (at / FIRST_CHUNK + 1).ilog2();
    (c as usize, at - FIRST_CHUNK * ((1 << c) - 1))
}

impl Segments {
    /// Numbers begin at `first`; smaller ones are of earlier launches.
    pub(crate) fn new(first: u32) -> Segments {
        Segments { chunks: [const { OnceLock::new() }; CHUNKS], next: AtomicU32::new(first), first }
    }

    /// The number after the last one given.
    pub(crate) fn end(&self) -> u32 {
        self.next.load(Relaxed)
    }

    /// Notes a segment; zero if there are too many.
    pub(crate) fn add(&self, s: Segment) -> u32 {
        let number = self.next.fetch_add(1, Relaxed);
        let at = (number - self.first) as usize;
        if at >= MAX_SEGMENTS {
            self.next.fetch_sub(1, Relaxed);
            return 0;
        }
        let (c, at) = chunk(at);
        let cells = self.chunks[c]
            .get_or_init(|| (0..FIRST_CHUNK << c).map(|_| [const { AtomicU64::new(0) }; 3]).collect::<Vec<_>>().into());
        let cell = &cells[at];
        cell[0].store(u64::from(s.block) << 32 | u64::from(s.warp), Relaxed);
        cell[1].store(u64::from(s.phase) << 32 | u64::from(s.epoch), Relaxed);
        cell[2].store(s.time, std::sync::atomic::Ordering::Release);
        number
    }

    /// The segment of this number; `None` if it is of an earlier launch.
    pub(crate) fn get(&self, number: u32) -> Option<Segment> {
        let (c, at) = chunk(number.checked_sub(self.first)? as usize);
        let cell = &self.chunks.get(c)?.get()?[at];
        let time = cell[2].load(std::sync::atomic::Ordering::Acquire);
        let (a, b) = (cell[0].load(Relaxed), cell[1].load(Relaxed));
        Some(Segment { block: (a >> 32) as u32, warp: a as u32, phase: (b >> 32) as u32, epoch: b as u32, time })
    }
}

/// One access, in one word: segment, lane, instruction, which of the four bytes, and how strong it is. Zero is none.
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

/// Not one block, but all.
pub(crate) const EVERYBODY: u32 = u32::MAX;

/// What the locations through which threads meet hand on.
#[derive(Default)]
pub(crate) struct SyncPoints {
    any: AtomicBool,
    /// By location, and by the one block that may learn it; all may learn what is under [`EVERYBODY`].
    clocks: Mutex<HashMap<(u64, u32), Arc<Clock>>>,
}

impl SyncPoints {
    /// A strong write hands on what its thread's last fence covered; a read-modify-write adds to what lies there.
    pub(crate) fn release(&self, place: u64, to: u32, clock: &Arc<Clock>, replace: bool) {
        self.any.store(true, Relaxed);
        let mut clocks = self.clocks.lock().unwrap_or_else(|e| e.into_inner());
        match clocks.get_mut(&(place, to)) {
            Some(old) if !replace && old.knows_all(clock) => {}
            Some(old) if !replace => {
                let mut joined = (**old).clone();
                joined.join(clock);
                *old = Arc::new(joined);
            }
            _ => {
                clocks.insert((place, to), clock.clone());
            }
        }
    }

    /// What a strong read of a block learns: what is for all, and what is for the block alone.
    pub(crate) fn acquire(&self, place: u64, block: u32) -> [Option<Arc<Clock>>; 2] {
        if !self.any.load(Relaxed) {
            return [None, None];
        }
        let clocks = self.clocks.lock().unwrap_or_else(|e| e.into_inner());
        [EVERYBODY, block].map(|to| clocks.get(&(place, to)).cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_join_and_round_up() {
        let mut a = Clock::default();
        a.learn(3, 10);
        let mut b = Clock::default();
        b.learn(1, 5);
        b.join(&a);
        assert!(b.knows(3, 10) && b.knows(1, 4) && !b.knows(3, 11) && !b.knows(2, 1));
        let (mut c, mut d) = (Clock::default(), Clock::default());
        (0..40).for_each(|k| c.learn(3 * k, 5 + u64::from(k)));
        (0..40).for_each(|k| d.learn(2 * k, 25));
        let mut one_by_one = c.clone();
        d.times.iter().for_each(|t| one_by_one.learn(t.0, t.1));
        c.join(&d);
        assert_eq!(c, one_by_one);
        let before = c.clone();
        c.join(&d);
        assert_eq!(c, before);
        for k in 0..2000 {
            b.learn(k, 7);
        }
        assert!(b.knows(1999, 7) && b.knows(5000, 7));
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
        let many: Vec<u32> = (0..5000).map(|time| all.add(Segment { time, ..s })).collect();
        assert!(many.iter().zip(0..).all(|(n, time)| all.get(*n) == Some(Segment { time, ..s })));
    }
}
