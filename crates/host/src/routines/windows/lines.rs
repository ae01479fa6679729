//! Lines of an array along its last axis, each with what windows reach beyond its ends: read once, and cached while the
//! windows of the next lines need them.

use std::collections::{HashMap, HashSet};

use cuprust_ir::{Error, Result, View};
use cuprust_num::Element;
use cuprust_ops::Edge;
use cuprust_reserve::list;

use super::{Reader, Site, chunk_buffer, small};
use crate::block::Scratch;

/// Most bytes of lines that a thread caches.
const MAX_CACHED_BYTES: usize = 1 << 20;

/// Fewest and most elements of a segment of a line, which is processed at once.
const SEGMENT: (usize, usize) = (256, 4096);

/// The offsets of a window's elements.
pub(super) struct Offsets {
    /// The distinct offsets along all axes but the last.
    leads: Vec<Vec<i64>>,
    /// The elements in the order of the window, adjacent ones as runs.
    pub runs: Vec<Run>,
    /// The least and the greatest offset along the last axis.
    low: i64,
    high: i64,
    /// The number of elements.
    pub count: usize,
}

/// Elements of a window that are adjacent along the last axis.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The offset along the other axes, as an index into `leads`.
    lead: usize,
    /// The index of its first element within a line that begins with the least offset.
    begin: usize,
    /// The number of its elements, and the index in the window of the first.
    pub count: usize,
    pub first: usize,
}

impl Offsets {
    /// The number of columns of a window whose lines have one run each, over the same columns.
    pub fn columns(&self) -> Option<usize> {
        let first = self.runs.first()?;
        let is_alike = |run: &Run| run.begin == first.begin && run.count == first.count;
        (self.runs.len() == self.leads.len() && self.runs.iter().all(is_alike)).then_some(first.count)
    }

    /// The runs, if each line has one, whose line leaves the window when the window is moved by a step along the axis
    /// before the last. None if there is no such axis.
    pub fn without(&self, step: i64) -> Option<Vec<usize>> {
        let axis = self.leads.first()?.len().checked_sub(1)?;
        let present: HashSet<&[i64]> = self.leads.iter().map(Vec::as_slice).collect();
        let is_alone = |run: &Run| {
            let mut moved = self.leads[run.lead].clone();
            moved[axis] = moved[axis].wrapping_add(step);
            !present.contains(moved.as_slice())
        };
        Some((0..self.runs.len()).filter(|&run| is_alone(&self.runs[run])).collect())
    }

    /// The rows of a matrix of int64, each an offset in an array of this rank.
    pub fn read(view: &View, rank: usize, site: &Site) -> Result<Offsets> {
        let all = small::<i64>(view, site)?;
        if view.layout.rank() != 2 || view.layout.shape[1] as usize != rank || all.is_empty() {
            return Err(Error::runtime("takes a row for each offset, one at least"));
        }
        let last = |row: &[i64]| row[rank - 1];
        let low = all.chunks(rank).map(last).min().unwrap_or(0);
        let high = all.chunks(rank).map(last).max().unwrap_or(0);
        let mut lead_of: HashMap<&[i64], usize> = HashMap::new();
        let (mut leads, mut runs): (Vec<Vec<i64>>, Vec<Run>) = (Vec::new(), Vec::new());
        for (first, row) in all.chunks(rank).enumerate() {
            let next = leads.len();
            let lead = *lead_of.entry(&row[..rank - 1]).or_insert(next);
            if lead == next {
                leads.push(row[..rank - 1].to_vec());
            }
            let begin = last(row).wrapping_sub(low) as usize;
            match runs.last_mut() {
                Some(run) if run.lead == lead && run.begin + run.count == begin => run.count += 1,
                _ => runs.push(Run { lead, begin, count: 1, first }),
            }
        }
        if (high - low) as u64 > u64::from(u32::MAX) {
            return Err(Error::runtime("takes offsets that lie close together"));
        }
        let count = all.len() / rank;
        Ok(Offsets { leads, runs, low, high, count })
    }
}

/// The lines that one thread has cached.
pub(super) struct Lines<'a, T> {
    reader: &'a Reader<'a>,
    offsets: &'a Offsets,
    shape: &'a [i64],
    edge: Edge,
    outside: T,
    buffer: Scratch,
    memory: Scratch,
    /// Elements from one line's memory to the next.
    pitch: usize,
    slots: Vec<Slot>,
    /// The slot of each cached line, by the line's number.
    cached: HashMap<i64, usize>,
    /// The first element of the segment that the lines are of.
    segment: i64,
    /// Counts the calls of `enter`.
    clock: u64,
    /// The address of the line of each lead.
    starts: Vec<*const T>,
}

#[derive(Clone, Copy)]
struct Slot {
    line: Option<i64>,
    last_use: u64,
}

/// The length of the segments of lines for windows with these offsets.
pub(super) fn segment_length<T>(offsets: &Offsets, length: i64) -> i64 {
    let fits = MAX_CACHED_BYTES / size_of::<T>() / (offsets.leads.len() + 1);
    (fits.clamp(SEGMENT.0, SEGMENT.1) as i64).min(length.max(1))
}

impl<'a, T: Element> Lines<'a, T> {
    /// An empty cache. Each segment of `length` elements and its reach is followed by `slack` more.
    pub fn new(
        reader: &'a Reader<'a>,
        (offsets, edge, outside): (&'a Offsets, Edge, T),
        shape: &'a [i64],
        (length, slack): (i64, usize),
    ) -> Result<Lines<'a, T>> {
        let pitch = length as usize + (offsets.high - offsets.low) as usize + slack;
        // One more for a line of the constant beyond the edges.
        let count = offsets.leads.len() + 2;
        let memory = Scratch::try_new(count.saturating_mul(pitch).saturating_mul(size_of::<T>()))?;
        let mut slots = list(count)?;
        slots.resize(count - 1, Slot { line: None, last_use: 0 });
        let mut starts = list(offsets.leads.len())?;
        starts.resize(offsets.leads.len(), std::ptr::null());
        let lines = Lines {
            reader,
            offsets,
            shape,
            edge,
            outside,
            buffer: chunk_buffer()?,
            memory,
            pitch,
            slots,
            cached: HashMap::new(),
            segment: -1,
            clock: 0,
            starts,
        };
        // SAFETY: the last slot holds a pitch of elements.
        unsafe { std::slice::from_raw_parts_mut(lines.memory_of(count - 1), pitch) }.fill(outside);
        Ok(lines)
    }

    fn memory_of(&self, slot: usize) -> *mut T {
        self.memory.at(slot * self.pitch * size_of::<T>()).cast()
    }

    /// Loads the lines that the windows of a line's segment reach: of `count` elements, from `from` on.
    pub fn enter(&mut self, line: i64, from: i64, count: i64) -> Result<()> {
        self.clock += 1;
        if self.segment != from {
            self.segment = from;
            self.cached.clear();
            self.slots.iter_mut().for_each(|slot| slot.line = None);
        }
        for lead in 0..self.offsets.leads.len() {
            let slot = match self.reached(line, lead) {
                None => self.slots.len(),
                Some(line) => match self.cached.get(&line) {
                    Some(&slot) => slot,
                    None => self.read(line, from, count)?,
                },
            };
            if let Some(slot) = self.slots.get_mut(slot) {
                slot.last_use = self.clock;
            }
            self.starts[lead] = self.memory_of(slot).cast_const();
        }
        Ok(())
    }

    /// The address of a run's first element for the first window of the segment.
    pub fn start(&self, run: &Run) -> *const T {
        self.starts[run.lead].wrapping_add(run.begin)
    }

    /// The line at a lead from another one; None beyond a constant edge.
    fn reached(&self, line: i64, lead: usize) -> Option<i64> {
        let outer = &self.shape[..self.shape.len() - 1];
        let (mut rest, mut number, mut size) = (line, 0, 1);
        for (axis, &extent) in outer.iter().enumerate().rev() {
            let index = rest % extent;
            rest /= extent;
            number += self.edge.fold(index.saturating_add(self.offsets.leads[lead][axis]), extent)? * size;
            size *= extent;
        }
        Some(number)
    }

    /// Reads a line to the least recently used slot.
    fn read(&mut self, line: i64, from: i64, count: i64) -> Result<usize> {
        let mut slot = 0;
        for (index, other) in self.slots.iter().enumerate() {
            if other.last_use < self.slots[slot].last_use || other.line.is_none() && self.slots[slot].line.is_some() {
                slot = index;
            }
        }
        debug_assert!(self.slots[slot].last_use != self.clock, "there is more memory than lines that a window reaches");
        if let Some(old) = self.slots[slot].line.take() {
            self.cached.remove(&old);
        }
        let extent = self.shape[self.shape.len() - 1];
        let (first, reach) = (from + self.offsets.low, count + self.offsets.high - self.offsets.low);
        let inside = (-first).clamp(0, reach)..(extent - first).clamp(0, reach);
        let to = self.memory_of(slot);
        // SAFETY: the elements are the array's, and each has an index in the line's memory.
        unsafe {
            let at = |index: i64| to.add(index as usize);
            let read = |source: i64, count: i64, index: i64| {
                let position = line * extent + source;
                self.reader.read(position, count as usize, &self.buffer, at(index).cast(), size_of::<T>())
            };
            read(first + inside.start, (inside.end - inside.start).max(0), inside.start)?;
            for index in (0..inside.start.min(reach)).chain(inside.end.max(inside.start)..reach) {
                match self.edge.fold(first + index, extent) {
                    Some(source) if inside.contains(&(source - first)) => *at(index) = *at(source - first),
                    Some(source) => read(source, 1, index)?,
                    None => *at(index) = self.outside,
                }
            }
        }
        self.slots[slot].line = Some(line);
        self.cached.insert(line, slot);
        Ok(slot)
    }
}
