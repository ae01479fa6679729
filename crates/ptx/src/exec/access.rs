//! Memory accesses: the location of an address, its checks, and the detection of races.

use super::state::Group;
use super::{Engine, Stop};
use crate::finding::FindingKind;
use crate::lanes::WARP;
use crate::memory::{LOCAL_WINDOW, Miss, PARAMETER_WINDOW, SHARED_WINDOW, WINDOW_BYTES};
use crate::order::{Record, Segment};
use crate::program::{Access, Base, CALL_PARAMETERS, Function, Instruction, Scope};
use crate::syntax::Space;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The location of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    /// The index of an allocation, and an offset in it.
    Device(u32, u64),
    Shared(u32),
    Local(u32),
    /// The kernel's parameters.
    Parameter(u32),
    /// The lane's parameters of calls.
    Argument(u32),
    /// No location: an inactive lane.
    Nothing,
}

impl At {
    /// The location this many bytes further on.
    pub(super) fn plus(self, bytes: u32) -> At {
        match self {
            At::Device(k, offset) => At::Device(k, offset + u64::from(bytes)),
            At::Shared(offset) => At::Shared(offset + bytes),
            At::Local(offset) => At::Local(offset + bytes),
            At::Parameter(offset) => At::Parameter(offset + bytes),
            At::Argument(offset) => At::Argument(offset + bytes),
            At::Nothing => At::Nothing,
        }
    }
}

/// The kind of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AccessKind {
    Read,
    Write,
    Update,
}

impl Engine<'_> {
    /// The address in each lane, in the space that the access names.
    pub(super) fn addresses(&self, g: &Group, f: &Function, a: &Access) -> [u64; WARP] {
        match a.base {
            Base::Absolute => [a.offset as u64; WARP],
            Base::Wide(r) => self.read::<u64>(g, f, r).map(|v| v.wrapping_add_signed(a.offset)),
            // The sum is 32 bits wide too: a negative register plus a positive offset wraps to the window's start.
            Base::Narrow(r) => self.read::<u32>(g, f, r).map(|v| u64::from(v.wrapping_add(a.offset as u32))),
            Base::Frame => {
                let base = u64::from(self.warp.frames[g.frame as usize].local_base);
                [base.wrapping_add_signed(a.offset); WARP]
            }
        }
    }

    /// The location of `bytes` bytes at this address, checked: in bounds, aligned, and not freed or read-only.
    #[inline]
    pub(super) fn locate(
        &mut self,
        g: &Group,
        i: &Instruction,
        lane: usize,
        space: Space,
        address: u64,
        bytes: u32,
        kind: AccessKind,
    ) -> Result<At, Stop> {
        let (space, local) = match space {
            Space::Generic => match address {
                _ if address.wrapping_sub(SHARED_WINDOW) < WINDOW_BYTES => (Space::Shared, address - SHARED_WINDOW),
                _ if address.wrapping_sub(LOCAL_WINDOW) < WINDOW_BYTES => (Space::Local, address - LOCAL_WINDOW),
                _ if address.wrapping_sub(PARAMETER_WINDOW) < WINDOW_BYTES => {
                    (Space::Param, address - PARAMETER_WINDOW)
                }
                _ => (Space::Global, address),
            },
            s => (s, address),
        };
        if local & u64::from(bytes - 1) != 0 {
            return Err(self.misaligned(g, i, lane, address, bytes));
        }
        let size = u64::from(bytes);
        let fits = |length: usize| local < length as u64 && length as u64 - local >= size;
        match space {
            Space::Global | Space::Const | Space::Generic => match self.launch.map.find(local, size, self.warp.hint) {
                Some(k) => {
                    self.warp.hint = k;
                    let a = &self.launch.map.live[k];
                    if a.read_only && kind != AccessKind::Read {
                        let name = a.name.clone();
                        return Err(self.read_only(g, i, lane, address, bytes, &name));
                    }
                    Ok(At::Device(k as u32, local - a.start))
                }
                None => Err(self.missed(g, i, lane, local, bytes)),
            },
            Space::Shared => {
                let valid = &self.launch.shared_valid;
                let inside = fits(self.block.shared.bytes.len())
                    && (local as usize >= valid.len()
                        || valid[local as usize] && valid.get(local as usize + bytes as usize - 1).is_none_or(|v| *v));
                if inside { Ok(At::Shared(local as u32)) } else { Err(self.missed_shared(g, i, lane, local, bytes)) }
            }
            Space::Local => {
                let top = self.warp.frames[g.frame as usize].local_top as usize;
                if fits(top.min(self.warp.local[lane].bytes.len())) {
                    Ok(At::Local(local as u32))
                } else {
                    Err(self.missed_local(g, i, lane, local, bytes, top))
                }
            }
            Space::Param if local < CALL_PARAMETERS => {
                if kind != AccessKind::Read {
                    return Err(self.read_only(g, i, lane, address, bytes, "the kernel's parameters"));
                }
                if fits(self.launch.parameters.len()) {
                    Ok(At::Parameter(local as u32))
                } else {
                    Err(self.missed_local(g, i, lane, local, bytes, self.launch.parameters.len()))
                }
            }
            Space::Param => {
                let offset = local - CALL_PARAMETERS;
                let length = u64::from(self.warp.frames[g.frame as usize].parameter_bytes);
                if offset < length && length - offset >= size {
                    Ok(At::Argument(offset as u32))
                } else {
                    Err(self.missed_local(g, i, lane, offset, bytes, length as usize))
                }
            }
        }
    }

    #[cold]
    fn misaligned(&self, g: &Group, i: &Instruction, lane: usize, address: u64, bytes: u32) -> Stop {
        let detail = format!("it is {} beyond a multiple of {bytes}", address % u64::from(bytes));
        let action = Self::action(i, bytes);
        let _ = self.note(FindingKind::Misaligned, g, i, lane as u32, action, Some(address), detail);
        Stop
    }

    #[cold]
    fn read_only(&self, g: &Group, i: &Instruction, lane: usize, address: u64, bytes: u32, name: &str) -> Stop {
        let detail = format!("{name} may only be read");
        let _ = self.note(FindingKind::ReadOnly, g, i, lane as u32, Self::action(i, bytes), Some(address), detail);
        Stop
    }

    #[cold]
    fn missed(&self, g: &Group, i: &Instruction, lane: usize, address: u64, bytes: u32) -> Stop {
        let describe = |start: u64, length: u64, name: &str| {
            let what = if name.is_empty() {
                format!("the allocation of {length} bytes at {start:#x}")
            } else {
                format!("'{name}', {length} bytes at {start:#x}")
            };
            let end = start + length;
            if address < start {
                format!("{} bytes before {what}", start - address)
            } else if address >= end {
                format!("{} bytes past the end of {what}", address - end)
            } else {
                format!("{} of them past the end of {what}", address.saturating_add(u64::from(bytes)) - end)
            }
        };
        let (kind, detail) = match self.launch.map.miss(address) {
            Miss::Freed { start, bytes, name } => (
                FindingKind::Freed,
                format!("at offset {} of {}, which was freed", address - start, describe_freed(start, bytes, &name)),
            ),
            Miss::Nearest(Some((start, length, name))) => (FindingKind::OutOfBounds, describe(start, length, &name)),
            Miss::Nearest(None) => (FindingKind::OutOfBounds, "nothing is allocated".to_owned()),
        };
        let detail = if address < 4096 { format!("a null pointer, or nearly; {detail}") } else { detail };
        let _ = self.note(kind, g, i, lane as u32, Self::action(i, bytes), Some(address), detail);
        Stop
    }

    #[cold]
    fn missed_shared(&self, g: &Group, i: &Instruction, lane: usize, offset: u64, bytes: u32) -> Stop {
        let happens_before = self.launch.program.shared.iter().rfind(|v| v.start <= offset);
        let detail = match happens_before {
            Some(v) if (offset as usize) < self.launch.shared_valid.len() => {
                let past = offset.saturating_add(u64::from(bytes)).saturating_sub(v.start + v.bytes);
                format!("{past} bytes past the end of the shared variable '{}' of {} bytes", v.name, v.bytes)
            }
            _ if (offset as i32) < 0 => {
                format!("{} bytes before the block's shared memory", (offset as i32).unsigned_abs())
            }
            _ => {
                let total = self.block.shared.bytes.len() as u64;
                let past = offset.saturating_add(u64::from(bytes)).saturating_sub(total);
                format!(
                    "{past} bytes past the end of the block's shared memory ({} bytes of it dynamic)",
                    self.launch.dynamic_shared
                )
            }
        };
        let at = SHARED_WINDOW.wrapping_add(offset);
        let action = format!("{} of shared memory", Self::action(i, bytes));
        let _ = self.note(FindingKind::OutOfBounds, g, i, lane as u32, action, Some(at), detail);
        Stop
    }

    #[cold]
    fn missed_local(&self, g: &Group, i: &Instruction, lane: usize, offset: u64, bytes: u32, length: usize) -> Stop {
        let detail = format!("offset {offset} of local or parameter memory, of which {length} bytes are there");
        let _ = self.note(FindingKind::OutOfBounds, g, i, lane as u32, Self::action(i, bytes), Some(offset), detail);
        Stop
    }

    /// Whether all these bytes were written.
    #[inline]
    fn written(&self, lane: usize, at: At, bytes: u32) -> bool {
        match at {
            At::Device(k, offset) => {
                let a = &self.launch.map.live[k as usize];
                (0..bytes).step_by(8).all(|part| a.is_written(offset + u64::from(part), (bytes - part).min(8)))
            }
            At::Shared(offset) => {
                self.block.shared.written[offset as usize..(offset + bytes) as usize].iter().all(|w| *w)
            }
            At::Local(offset) => {
                self.warp.local[lane].written[offset as usize..(offset + bytes) as usize].iter().all(|w| *w)
            }
            _ => true,
        }
    }

    /// A bit for each of these bytes that was not written. If that is all of them, it is a finding, and no bit is set.
    #[inline]
    pub(super) fn check_read(
        &mut self,
        g: &Group,
        i: &Instruction,
        lane: usize,
        at: At,
        bytes: u32,
    ) -> Result<u32, Stop> {
        if self.written(lane, at, bytes) {
            return Ok(0);
        }
        let unwritten = (0..bytes).filter(|k| !self.written(lane, at.plus(*k), 1)).fold(0, |m, k| m | 1 << k);
        if unwritten == u32::MAX >> (32 - bytes) {
            self.unwritten(g, i, lane, at, bytes)?;
            return Ok(0);
        }
        Ok(unwritten)
    }

    /// Checks that all these bytes were written; otherwise it is a finding.
    #[inline]
    pub(super) fn check_written(
        &mut self,
        g: &Group,
        i: &Instruction,
        lane: usize,
        at: At,
        bytes: u32,
    ) -> Result<(), Stop> {
        if self.written(lane, at, bytes) { Ok(()) } else { self.unwritten(g, i, lane, at, bytes) }
    }

    #[cold]
    fn unwritten(&self, g: &Group, i: &Instruction, lane: usize, at: At, bytes: u32) -> Result<(), Stop> {
        if self.launch.count_again(FindingKind::Uninitialised, (i.line, 0)) {
            return Ok(());
        }
        let (address, detail) = match at {
            At::Device(k, offset) => {
                let a = &self.launch.map.live[k as usize];
                let name = if a.name.is_empty() { "the allocation" } else { a.name.as_str() };
                (a.start + offset, format!("offset {offset} of {name}, {} bytes at {:#x}", a.bytes, a.start))
            }
            At::Shared(offset) => {
                let name = self.launch.program.shared.iter().rfind(|v| v.start <= u64::from(offset));
                let dynamic = u64::from(offset) >= self.launch.shared_valid.len() as u64;
                let detail = match name {
                    Some(v) if !dynamic => {
                        format!("offset {} of the shared variable '{}'", u64::from(offset) - v.start, v.name)
                    }
                    _ => format!(
                        "offset {} of dynamic shared memory",
                        u64::from(offset) - self.launch.shared_valid.len() as u64
                    ),
                };
                (SHARED_WINDOW + u64::from(offset), detail)
            }
            At::Local(offset) => (LOCAL_WINDOW + u64::from(offset), "local memory".to_owned()),
            _ => return Ok(()),
        };
        self.note(FindingKind::Uninitialised, g, i, lane as u32, Self::action(i, bytes), Some(address), detail)
    }

    #[inline]
    pub(super) fn mark_written(&mut self, lane: usize, at: At, bytes: u32) {
        match at {
            At::Device(k, offset) => {
                let a = &self.launch.map.live[k as usize];
                for part in (0..bytes).step_by(8) {
                    a.mark_written(offset + u64::from(part), (bytes - part).min(8));
                }
            }
            At::Shared(offset) => self.block.shared.written[offset as usize..(offset + bytes) as usize].fill(true),
            At::Local(offset) => self.warp.local[lane].written[offset as usize..(offset + bytes) as usize].fill(true),
            _ => {}
        }
    }

    /// Marks a byte as unwritten again; false where that cannot be recorded.
    pub(super) fn mark_unwritten(&mut self, lane: usize, at: At) -> bool {
        match at {
            At::Device(k, offset) => self.launch.map.live[k as usize].mark_unwritten(offset),
            At::Shared(offset) => self.block.shared.written[offset as usize] = false,
            At::Local(offset) => self.warp.local[lane].written[offset as usize] = false,
            _ => return false,
        }
        true
    }

    fn current_segment(&self) -> Segment {
        Segment {
            block: self.block.linear,
            warp: self.warp.index,
            phase: self.warp.phase,
            epoch: self.warp.epoch,
            time: self.launch.time.load(Relaxed),
        }
    }

    /// The number of the warp's segment, for records of device memory or of the block's shared memory.
    pub(super) fn segment(&mut self, shared: bool) -> u32 {
        if shared {
            if self.warp.block_segment == 0 {
                self.block.segments.push(self.current_segment());
                self.warp.block_segment = self.block.segments.len() as u32;
            }
            self.warp.block_segment
        } else {
            if self.warp.segment == 0 {
                self.warp.segment = self.launch.segments.add(self.current_segment());
            }
            self.warp.segment
        }
    }

    /// Records an access to bytes that other threads may access, and reports a race. `same` tells, for the four bytes
    /// at an offset from the start, whether a write leaves these bytes as they are: writing the value that is there
    /// already is no race.
    #[inline]
    pub(super) fn record(
        &mut self,
        g: &Group,
        i: &Instruction,
        f: &Function,
        lane: usize,
        at: At,
        bytes: u32,
        kind: AccessKind,
        scope: Scope,
        same: impl Fn(&Self, u32, u32) -> bool,
    ) {
        let shared = match at {
            At::Device(..) => false,
            At::Shared(_) => true,
            _ => return,
        };
        let segment = self.segment(shared);
        if segment == 0 {
            return;
        }
        let strength = match scope {
            Scope::Weak => 0,
            Scope::Block => 1,
            Scope::Device => 2,
        };
        let mut part = 0;
        while part < bytes {
            let (offset, cells) = match at {
                At::Device(k, offset) => {
                    let offset = offset + u64::from(part);
                    let Some(cells) = self.launch.map.live[k as usize].records(offset) else { return };
                    (offset, cells)
                }
                At::Shared(offset) => {
                    let offset = u64::from(offset + part);
                    let cell = (offset >> 2) as usize * 3;
                    let [a, b, c] = &self.block.shared.records[cell..cell + 3] else { return };
                    (offset, [a, b, c])
                }
                _ => return,
            };
            let length = (4 - (offset & 3) as u32).min(bytes - part);
            let mask = ((1 << length) - 1) << (offset & 3);
            let mine = Record::new(segment, lane as u32, f.first + g.pc, mask, strength);
            let write = Record(cells[0].load(Relaxed));
            // The common case first: only this lane accessed the bytes in this segment.
            let mut conflict = None;
            if write.0 != 0 && !self.happens_before(write, &mine, shared) && write.bytes() & mask != 0 {
                conflict = Some((write, true));
            }
            if kind == AccessKind::Read {
                let first = Record(cells[1].load(Relaxed));
                if first.0 == 0 || self.happens_before(first, &mine, shared) {
                    cells[1].store(mine.0, Relaxed);
                } else {
                    cells[2].store(mine.0, Relaxed);
                }
            } else {
                for cell in &cells[1..] {
                    let read = Record(cell.load(Relaxed));
                    if read.0 != 0 {
                        if conflict.is_none() && !self.happens_before(read, &mine, shared) && read.bytes() & mask != 0 {
                            conflict = Some((read, false));
                        }
                        cell.store(0, Relaxed);
                    }
                }
                cells[0].store(mine.0, Relaxed);
            }
            if let Some((other, wrote)) = conflict {
                let harmless = kind == AccessKind::Write
                    && (same(self, part, length)
                        || wrote && !shared && self.same_once_stored(other, || same(self, part, length)));
                if !harmless && !self.both_strong(other, &mine, shared) {
                    self.race(g, i, lane, at, part, bytes, other, wrote, shared);
                }
            }
            part += length;
        }
    }

    /// Whether another block's write, which is recorded but possibly not yet stored, stores the same bytes as this
    /// lane's.
    #[cold]
    fn same_once_stored(&self, other: Record, same: impl Fn() -> bool) -> bool {
        let other_block = self.resolve(other, false).is_some_and(|s| s.block != self.block.linear);
        if !other_block || self.launch.waits.load(Relaxed) == 0 {
            return false;
        }
        // On a busy machine the thread that runs the other block may be suspended for many time slices.
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(250) {
            std::thread::yield_now();
            if same() {
                return true;
            }
        }
        self.launch.waits.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).ok();
        false
    }

    /// Whether the recorded access happens before the present one of this lane.
    #[inline]
    fn happens_before(&self, other: Record, mine: &Record, shared: bool) -> bool {
        if other.segment() == mine.segment() {
            return other.lane() == mine.lane();
        }
        let Some(s) = self.resolve(other, shared) else { return true };
        if s.block == self.block.linear {
            if s.warp == self.warp.index && (other.lane() == mine.lane() || s.epoch < self.warp.epoch) {
                return true;
            }
            if s.phase < self.warp.phase {
                return true;
            }
        }
        self.warp.clock.includes(s.block, s.time)
    }

    fn resolve(&self, record: Record, shared: bool) -> Option<Segment> {
        if shared {
            self.block.segments.get(record.segment() as usize - 1).copied()
        } else {
            self.launch.segments.get(record.segment())
        }
    }

    /// Two strong accesses are no race if each one's scope includes the other thread.
    fn both_strong(&self, other: Record, mine: &Record, shared: bool) -> bool {
        let weakest = other.strength().min(mine.strength());
        match weakest {
            0 => false,
            1 => self.resolve(other, shared).is_none_or(|s| s.block == self.block.linear),
            _ => true,
        }
    }

    #[cold]
    fn race(
        &self,
        g: &Group,
        i: &Instruction,
        lane: usize,
        at: At,
        part: u32,
        bytes: u32,
        other: Record,
        wrote: bool,
        shared: bool,
    ) {
        let Some(segment) = self.resolve(other, shared) else { return };
        let address = match at {
            At::Device(k, offset) => self.launch.map.live[k as usize].start + offset + u64::from(part),
            At::Shared(offset) => SHARED_WINDOW + u64::from(offset + part),
            _ => return,
        };
        let other_action = match (wrote, other.strength()) {
            (true, 0) => "wrote",
            (true, _) => "wrote or updated",
            (false, _) => "read",
        };
        self.note_race(g, i, lane as u32, &Self::action(i, bytes), address, other, segment, other_action);
    }
}

fn describe_freed(start: u64, bytes: u64, name: &str) -> String {
    if name.is_empty() {
        format!("the allocation of {bytes} bytes at {start:#x}")
    } else {
        format!("'{name}', {bytes} bytes at {start:#x}")
    }
}
