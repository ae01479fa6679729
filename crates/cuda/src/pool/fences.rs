//! The streams of a pool, and the number of the last free that each has passed: events are recorded on demand.

use std::collections::VecDeque;

use cuprust_ir::Result;

use crate::driver::{Driver, Event, Stream};

/// The number of a stream in its pool.
pub(super) type Slot = u32;

/// The slot of memory that no queued work uses: it is free for every stream.
pub(super) const READY: Slot = 0;

struct Line {
    /// `None` if the stream was destroyed and the slot is free.
    stream: Option<Stream>,
    /// Events that were recorded and not observed to have passed, each with the clock at its recording.
    recorded: VecDeque<(u64, Event)>,
    /// Frees up to this one have passed on the stream.
    passed: u64,
}

/// The streams of a pool.
pub(super) struct Fences {
    /// By slot; the one of [`READY`] has no stream.
    lines: Vec<Line>,
    /// The slot of the stream that was looked up last.
    last: Slot,
    /// Counts the frees.
    clock: u64,
    /// Events for reuse.
    events: Vec<Event>,
}

impl Fences {
    pub(super) fn new() -> Fences {
        let ready = Line { stream: None, recorded: VecDeque::new(), passed: u64::MAX };
        Fences { lines: vec![ready], last: READY, clock: 0, events: Vec::new() }
    }

    /// The slot of a stream, created at the first call.
    #[inline]
    pub(super) fn slot(&mut self, stream: Stream) -> Slot {
        if self.lines[self.last as usize].stream == Some(stream) {
            return self.last;
        }
        self.last = self.known(stream).unwrap_or_else(|| {
            let line = Line { stream: Some(stream), recorded: VecDeque::new(), passed: self.clock };
            // A vacant slot may still be the slot of allocated blocks. They may count as the new stream's when they are
            // freed, because the old stream's work is done.
            match self.lines.iter().skip(1).position(|line| line.stream.is_none()) {
                Some(vacant) => {
                    self.lines[vacant + 1] = line;
                    vacant as Slot + 1
                }
                None => {
                    self.lines.push(line);
                    self.lines.len() as Slot - 1
                }
            }
        });
        self.last
    }

    /// The slot of a known stream.
    pub(super) fn known(&self, stream: Stream) -> Option<Slot> {
        self.lines.iter().position(|line| line.stream == Some(stream)).map(|slot| slot as Slot)
    }

    /// The slot itself, or [`READY`] where its stream was destroyed.
    #[inline]
    pub(super) fn live_slot(&self, slot: Slot) -> Slot {
        if self.lines[slot as usize].stream.is_some() { slot } else { READY }
    }

    /// The slots of all streams but one.
    pub(super) fn others(&self, slot: Slot) -> Vec<Slot> {
        let slots = 1..self.lines.len() as Slot;
        slots.filter(|other| *other != slot && self.live_slot(*other) != READY).collect()
    }

    /// Counts a free and returns its number.
    #[inline]
    pub(super) fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }

    /// The number of the latest free.
    pub(super) fn now(&self) -> u64 {
        self.clock
    }

    /// Ensures that an event is recorded on the stream after the work that precedes this free.
    pub(super) fn record(&mut self, driver: &dyn Driver, slot: Slot, freed: u64) -> Result<()> {
        let line = &mut self.lines[slot as usize];
        let Some(stream) = line.stream else { return Ok(()) };
        let latest = line.recorded.back().map_or(line.passed, |(clock, _)| *clock);
        if latest >= freed {
            return Ok(());
        }
        let event = match self.events.pop() {
            Some(event) => event,
            None => driver.event_create(false)?,
        };
        if let Err(error) = driver.event_record(event, stream) {
            self.events.push(event);
            return Err(error);
        }
        line.recorded.push_back((self.clock, event));
        Ok(())
    }

    /// The last free that the stream has passed, after an event behind `freed` was recorded and all events were
    /// queried.
    pub(super) fn passed(&mut self, driver: &dyn Driver, slot: Slot, freed: u64) -> Result<u64> {
        self.record(driver, slot, freed)?;
        let line = &mut self.lines[slot as usize];
        while let Some((clock, event)) = line.recorded.front().copied() {
            if !driver.event_query(event)? {
                break;
            }
            line.passed = clock;
            line.recorded.pop_front();
            self.events.push(event);
        }
        Ok(line.passed)
    }

    /// The stream's work is done and the stream will be destroyed.
    pub(super) fn forget(&mut self, slot: Slot) {
        let line = &mut self.lines[slot as usize];
        line.stream = None;
        line.passed = u64::MAX;
        self.events.extend(line.recorded.drain(..).map(|(_, event)| event));
    }

    /// The work of all streams that was queued before a free is done.
    pub(super) fn passed_until(&mut self, freed: u64) {
        for line in self.lines.iter_mut().filter(|line| line.stream.is_some()) {
            line.passed = line.passed.max(freed);
            while let Some((_, event)) = line.recorded.pop_front_if(|(clock, _)| *clock <= freed) {
                self.events.push(event);
            }
        }
    }

    /// Destroys all events.
    pub(super) fn destroy(&mut self, driver: &dyn Driver) {
        self.passed_until(self.clock);
        for event in self.events.drain(..) {
            // SAFETY: the events were made here, and are not known elsewhere.
            let _ = unsafe { driver.event_destroy(event) };
        }
    }
}
