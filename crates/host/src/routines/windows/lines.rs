//! Lines of an array along its last axis, each with what windows reach beyond its ends: read once, and kept while the
//! windows of the next lines reach them.

use std::collections::{HashMap, HashSet};

use cuprust_ir::{Error, Result, View};
use cuprust_num::Element;
use cuprust_ops::Edge;
use cuprust_reserve::list;

use super::{Reader, Site, chunk_room, small};
use crate::block::Scratch;

/// Bytes of lines that a thread keeps.
const KEPT: usize = 1 << 20;

/// Elements of a line that are worked on at once: as few at least, and as many at most.
const SEGMENT: (usize, usize) = (256, 4096);

/// Where the elements of a window stand.
pub(super) struct Offsets {
    /// The offsets along all axes but the last, each once.
    leads: Vec<Vec<i64>>,
    /// The elements in the order of the window, neighbours together.
    pub runs: Vec<Run>,
    /// The least and the greatest offset along the last axis.
    low: i64,
    high: i64,
    /// How many there are.
    pub count: usize,
}

/// Elements of a window that are neighbours along the last axis.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The offset along the other axes, as its place among `leads`.
    lead: usize,
    /// The first one's place within a line that begins with the least offset.
    begin: usize,
    /// How many there are, and which of the window the first one is.
    pub count: usize,
    pub first: usize,
}

impl Run {
    /// Where its first element is within a line that begins with the least offset.
    pub fn begin(&self) -> usize {
        self.begin
    }
}

impl Offsets {
    /// Whether each line of a window has one run.
    pub fn has_a_run_each(&self) -> bool {
        self.runs.len() == self.leads.len()
    }

    /// The runs, where each line has one, whose line is none of the window's when it is moved by a step along the axis
    /// before the last. None where there is no such axis.
    pub fn without(&self, step: i64) -> Option<Vec<usize>> {
        let axis = self.leads.first()?.len().checked_sub(1)?;
        let known: HashSet<&[i64]> = self.leads.iter().map(Vec::as_slice).collect();
        let is_alone = |run: &Run| {
            let mut moved = self.leads[run.lead].clone();
            moved[axis] = moved[axis].wrapping_add(step);
            !known.contains(moved.as_slice())
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
        let mut places: HashMap<&[i64], usize> = HashMap::new();
        let (mut leads, mut runs): (Vec<Vec<i64>>, Vec<Run>) = (Vec::new(), Vec::new());
        for (first, row) in all.chunks(rank).enumerate() {
            let next = leads.len();
            let lead = *places.entry(&row[..rank - 1]).or_insert(next);
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

/// The lines that one thread has read.
pub(super) struct Lines<'a, T> {
    reader: &'a Reader<'a>,
    offsets: &'a Offsets,
    shape: &'a [i64],
    edge: Edge,
    outside: T,
    room: Scratch,
    memory: Scratch,
    /// Elements from one line's memory to the next.
    pitch: usize,
    slots: Vec<Slot>,
    /// In which memory a line is, by its number.
    known: HashMap<i64, usize>,
    /// Which segment the lines are of.
    segment: i64,
    turn: u64,
    /// Where the line of each lead begins.
    starts: Vec<*const T>,
}

#[derive(Clone, Copy)]
struct Slot {
    line: Option<i64>,
    turn: u64,
}

/// How long the segments of lines are that windows with these offsets are worked on in.
pub(super) fn segment_length<T>(offsets: &Offsets, length: i64) -> i64 {
    let fits = KEPT / size_of::<T>() / (offsets.leads.len() + 1);
    (fits.clamp(SEGMENT.0, SEGMENT.1) as i64).min(length.max(1))
}

impl<'a, T: Element> Lines<'a, T> {
    /// None yet. Behind each segment of `length` elements and its reach stand `slack` more.
    pub fn new(
        reader: &'a Reader<'a>,
        (offsets, edge, outside): (&'a Offsets, Edge, T),
        shape: &'a [i64],
        (length, slack): (i64, usize),
    ) -> Result<Lines<'a, T>> {
        let pitch = length as usize + (offsets.high - offsets.low) as usize + slack;
        // One more for a line of what stands outside.
        let count = offsets.leads.len() + 2;
        let memory = Scratch::try_new(count.saturating_mul(pitch).saturating_mul(size_of::<T>()))?;
        let mut slots = list(count)?;
        slots.resize(count - 1, Slot { line: None, turn: 0 });
        let mut starts = list(offsets.leads.len())?;
        starts.resize(offsets.leads.len(), std::ptr::null());
        let lines = Lines {
            reader,
            offsets,
            shape,
            edge,
            outside,
            room: chunk_room()?,
            memory,
            pitch,
            slots,
            known: HashMap::new(),
            segment: -1,
            turn: 0,
            starts,
        };
        // SAFETY: the last memory has room for as many elements as there are from one to the next.
        unsafe { std::slice::from_raw_parts_mut(lines.memory_of(count - 1), pitch) }.fill(outside);
        Ok(lines)
    }

    fn memory_of(&self, slot: usize) -> *mut T {
        self.memory.at(slot * self.pitch * size_of::<T>()).cast()
    }

    /// Brings the lines together that the windows of a line's segment reach: of `count` elements, from `from` on.
    pub fn enter(&mut self, line: i64, from: i64, count: i64) -> Result<()> {
        self.turn += 1;
        if self.segment != from {
            self.segment = from;
            self.known.clear();
            self.slots.iter_mut().for_each(|slot| slot.line = None);
        }
        for lead in 0..self.offsets.leads.len() {
            let slot = match self.reached(line, lead) {
                None => self.slots.len(),
                Some(line) => match self.known.get(&line) {
                    Some(&slot) => slot,
                    None => self.read(line, from, count)?,
                },
            };
            if let Some(slot) = self.slots.get_mut(slot) {
                slot.turn = self.turn;
            }
            self.starts[lead] = self.memory_of(slot).cast_const();
        }
        Ok(())
    }

    /// Where the elements of a run begin for the first place of the segment.
    pub fn start(&self, run: &Run) -> *const T {
        self.starts[run.lead].wrapping_add(run.begin)
    }

    /// The line at a lead from another one; none outside of a constant edge.
    fn reached(&self, line: i64, lead: usize) -> Option<i64> {
        let outer = &self.shape[..self.shape.len() - 1];
        let (mut rest, mut place, mut size) = (line, 0, 1);
        for (axis, &extent) in outer.iter().enumerate().rev() {
            let index = rest % extent;
            rest /= extent;
            place += self.edge.fold(index.saturating_add(self.offsets.leads[lead][axis]), extent)? * size;
            size *= extent;
        }
        Some(place)
    }

    /// Reads a line to the memory that was not asked for the longest.
    fn read(&mut self, line: i64, from: i64, count: i64) -> Result<usize> {
        let mut slot = 0;
        for (place, other) in self.slots.iter().enumerate() {
            if other.turn < self.slots[slot].turn || other.line.is_none() && self.slots[slot].line.is_some() {
                slot = place;
            }
        }
        debug_assert!(self.slots[slot].turn != self.turn, "there is more memory than lines that a window reaches");
        if let Some(old) = self.slots[slot].line.take() {
            self.known.remove(&old);
        }
        let extent = self.shape[self.shape.len() - 1];
        let (first, reach) = (from + self.offsets.low, count + self.offsets.high - self.offsets.low);
        let inside = (-first).clamp(0, reach)..(extent - first).clamp(0, reach);
        let to = self.memory_of(slot);
        // SAFETY: the elements are the array's, and each has its place in the line's memory.
        unsafe {
            let at = |place: i64| to.add(place as usize);
            let read = |source: i64, count: i64, place: i64| {
                let position = line * extent + source;
                self.reader.read(position, count as usize, &self.room, at(place).cast(), size_of::<T>())
            };
            read(first + inside.start, (inside.end - inside.start).max(0), inside.start)?;
            for place in (0..inside.start.min(reach)).chain(inside.end.max(inside.start)..reach) {
                match self.edge.fold(first + place, extent) {
                    Some(source) if inside.contains(&(source - first)) => *at(place) = *at(source - first),
                    Some(source) => read(source, 1, place)?,
                    None => *at(place) = self.outside,
                }
            }
        }
        self.slots[slot].line = Some(line);
        self.known.insert(line, slot);
        Ok(slot)
    }
}
