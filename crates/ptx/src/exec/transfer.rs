//! Loads, stores, atomic operations and asynchronous copies.

use super::access::{AccessKind, At};
use super::state::{Copy, Group, OrderState};
use super::{Engine, Stop, extend, lanes, predicate};
use crate::finding::FindingKind;
use crate::lanes::{WARP, put};
use crate::order::{ALL_BLOCKS, Clock};
use crate::program::{Access, Atomic, AtomicKind, CopyAsync, Function, Instruction, Scope};
use crate::soft::F64;
use std::sync::Arc;

impl Engine<'_> {
    /// One value of at most 8 bytes.
    #[inline]
    pub(super) fn get(&self, g: &Group, lane: usize, at: At, part: u32, bytes: u32) -> u64 {
        let slice = |all: &[u8], offset: u32| {
            let mut raw = [0u8; 8];
            let from = (offset + part) as usize;
            raw[..bytes as usize].copy_from_slice(&all[from..from + bytes as usize]);
            u64::from_le_bytes(raw)
        };
        match at {
            At::Device(k, offset) => self.launch.map.live[k as usize].load(offset + u64::from(part), bytes),
            At::Shared(offset) => slice(&self.block.shared.bytes, offset),
            At::Local(offset) => slice(&self.warp.local[lane].bytes, offset),
            At::Parameter(offset) => slice(&self.launch.parameters, offset),
            At::Argument(offset) => {
                let frame = &self.warp.frames[g.frame as usize];
                slice(&frame.parameters, lane as u32 * frame.parameter_bytes + offset)
            }
            At::Nothing => 0,
        }
    }

    #[inline]
    pub(super) fn set(&mut self, g: &Group, lane: usize, at: At, part: u32, bytes: u32, value: u64) {
        let raw = value.to_le_bytes();
        let slice = |all: &mut [u8], offset: u32| {
            let to = (offset + part) as usize;
            all[to..to + bytes as usize].copy_from_slice(&raw[..bytes as usize]);
        };
        match at {
            At::Device(k, offset) => self.launch.map.live[k as usize].store(offset + u64::from(part), bytes, value),
            At::Shared(offset) => slice(&mut self.block.shared.bytes, offset),
            At::Local(offset) => slice(&mut self.warp.local[lane].bytes, offset),
            At::Argument(offset) => {
                let frame = &mut self.warp.frames[g.frame as usize];
                let start = lane as u32 * frame.parameter_bytes;
                slice(&mut frame.parameters, start + offset);
            }
            At::Parameter(_) | At::Nothing => {}
        }
    }

    /// A number for a location that threads synchronise through.
    fn location(&self, at: At) -> Option<u64> {
        match at {
            At::Device(k, offset) => Some(self.launch.map.live[k as usize].start + offset),
            At::Shared(offset) => Some(1 << 63 | u64::from(self.block.linear) << 24 | u64::from(offset)),
            _ => None,
        }
    }

    /// A strong read: acquires the clock that was released at this location.
    pub(super) fn acquire(&mut self, at: At) {
        if !self.launch.check {
            return;
        }
        let Some(number) = self.location(at) else { return };
        for clock in self.launch.sync_points.acquire(number, self.block.linear).into_iter().flatten() {
            if self.warp.clock.join(&clock) {
                self.new_segment();
            }
        }
    }

    /// A strong write: releases the clock of the last fence.
    pub(super) fn release(&mut self, at: At, replace: bool) {
        let Some(number) = self.location(at) else { return };
        if let Some(clock) = self.warp.fence.clone() {
            self.launch.sync_points.release(number, ALL_BLOCKS, &clock, replace);
        }
        if let Some(clock) = self.warp.block_fence.clone() {
            self.launch.sync_points.release(number, self.block.linear, &clock, replace);
        }
    }

    pub(super) fn load(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        a: &Access,
        active: u32,
    ) -> Result<(), Stop> {
        let total = a.bytes * a.elements.len() as u32;
        let addresses = self.addresses(g, f, a);
        let mut at = [At::Nothing; WARP];
        let check = self.launch.check;
        let mut unwritten = [0u32; WARP];
        for lane in lanes(active) {
            let located = self.locate(g, i, lane, a.space, addresses[lane], total, AccessKind::Read)?;
            at[lane] = located;
            if check {
                unwritten[lane] = self.check_read(g, i, lane, located, total)?;
                self.record(g, i, f, lane, located, total, AccessKind::Read, a.scope, |_, _, _| false);
            }
        }
        for (n, e) in a.elements.iter().enumerate() {
            let part = n as u32 * a.bytes;
            let mut out = [0u64; WARP];
            for lane in lanes(active) {
                out[lane] = extend(self.get(g, lane, at[lane], part, a.bytes), a.bytes, a.signed);
            }
            let Some(d) = e.register else { continue };
            let file = self.file(g);
            if e.wide {
                put(file, d, active, &out);
            } else {
                put(file, d, active, &out.map(|v| v as u32));
            }
            if unwritten != [0; WARP] || !self.warp.undefined.is_empty() {
                let first = lanes(active).find(|lane| unwritten[*lane] != 0).unwrap_or(0);
                let kept = if e.wide { u64::MAX } else { u64::from(u32::MAX) };
                let bits = unwritten.map(|m| extend(bits_of_bytes(m >> part), a.bytes, a.signed) & kept);
                self.set_undefined(g, e.wide, d, active, &bits, (addresses[first], i.line));
            }
        }
        if a.scope != Scope::Weak || a.acquire {
            std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
            self.warp.strong += 1;
            for lane in lanes(active) {
                self.acquire(at[lane]);
            }
        }
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        a: &Access,
        active: u32,
    ) -> Result<(), Stop> {
        let total = a.bytes * a.elements.len() as u32;
        let addresses = self.addresses(g, f, a);
        let mut values = [[0u64; WARP]; 8];
        for (n, e) in a.elements.iter().enumerate() {
            let Some(r) = e.register else { continue };
            values[n] = if e.wide { self.read::<u64>(g, f, r) } else { self.read::<u32>(g, f, r).map(u64::from) };
        }
        let undefined: Vec<_> = match self.warp.undefined.is_empty() {
            true => Vec::new(),
            false => a.elements.iter().map(|e| e.register.map(|r| self.undefined(g, e.wide, r))).collect(),
        };
        if a.release {
            self.fence(a.scope);
        }
        if a.scope != Scope::Weak {
            std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
        }
        let check = self.launch.check;
        for lane in lanes(active) {
            let at = self.locate(g, i, lane, a.space, addresses[lane], total, AccessKind::Write)?;
            if check {
                self.record(g, i, f, lane, at, total, AccessKind::Write, a.scope, |engine, part, length| {
                    // Whether the write leaves the bytes as they are, byte by byte.
                    (part..part + length).all(|byte| {
                        let new = values[(byte / a.bytes) as usize][lane] >> (8 * (byte % a.bytes)) & 0xff;
                        engine.get(g, lane, at, byte, 1) == new
                    })
                });
                self.mark_written(lane, at, total);
                for (n, u) in undefined.iter().enumerate() {
                    let Some((bits, origin)) = u else { continue };
                    for k in (0..a.bytes).filter(|k| bits[lane] >> (8 * k) & 0xff != 0) {
                        if !self.mark_unwritten(lane, at.plus(n as u32 * a.bytes + k)) {
                            self.used(g, i, lane, bits[lane], *origin)?;
                        }
                    }
                }
                if a.scope != Scope::Weak {
                    self.release(at, true);
                }
            }
            for n in 0..a.elements.len() {
                self.set(g, lane, at, n as u32 * a.bytes, a.bytes, values[n][lane]);
            }
        }
        Ok(())
    }

    pub(super) fn atomic(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        a: &Atomic,
        active: u32,
    ) -> Result<(), Stop> {
        let bytes = a.access.bytes;
        let count = a.access.elements.len();
        let total = bytes * count as u32;
        let addresses = self.addresses(g, f, &a.access);
        let operand = |engine: &Self, r: u32| {
            if a.bits == 64 { engine.read::<u64>(g, f, r) } else { engine.read::<u32>(g, f, r).map(u64::from) }
        };
        let b: Vec<[u64; WARP]> = a.b.iter().map(|r| operand(self, *r)).collect();
        let c: Vec<[u64; WARP]> = a.c.iter().map(|r| operand(self, *r)).collect();
        let mut out = vec![[0u64; WARP]; count];
        if a.access.release {
            self.fence(a.access.scope);
        }
        let check = self.launch.check;
        for lane in lanes(active) {
            let at = self.locate(g, i, lane, a.access.space, addresses[lane], total, AccessKind::Update)?;
            if check {
                self.check_written(g, i, lane, at, total)?;
                self.record(g, i, f, lane, at, total, AccessKind::Update, a.access.scope, |_, _, _| false);
                self.mark_written(lane, at, total);
                self.release(at, false);
            }
            for n in 0..count {
                let (x, y) = (b[n][lane], c.get(n).map_or(0, |c| c[lane]));
                let part = n as u32 * bytes;
                let global = matches!(at, At::Device(..));
                let f = |old: u64| update(a.kind, old, x, y, a.bits, global);
                out[n][lane] = match at {
                    At::Device(k, offset) => {
                        self.launch.map.live[k as usize].update(offset + u64::from(part), bytes, f)
                    }
                    _ => {
                        let old = self.get(g, lane, at, part, bytes);
                        self.set(g, lane, at, part, bytes, f(old));
                        old
                    }
                };
            }
            self.acquire(at);
        }
        self.warp.strong += 1;
        if a.result {
            for (n, e) in a.access.elements.iter().enumerate() {
                let Some(d) = e.register else { continue };
                let file = self.file(g);
                if e.wide {
                    put(file, d, active, &out[n]);
                } else {
                    put(file, d, active, &out[n].map(|v| v as u32));
                }
            }
        }
        Ok(())
    }

    /// `cp.async`: the source is read now; the data is stored to shared memory when its group is waited for.
    pub(super) fn copy_async(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        c: &CopyAsync,
        active: u32,
    ) -> Result<(), Stop> {
        let (to, from) = (self.addresses(g, f, &c.to), self.addresses(g, f, &c.from));
        let size = c.size.map(|s| self.read::<u32>(g, f, s));
        let ignore = c.ignore.map_or(0, |p| predicate(self.file(g), p));
        let check = self.launch.check;
        let mut values = Vec::new();
        for lane in lanes(active) {
            let target = self.locate(g, i, lane, c.to.space, to[lane], c.bytes, AccessKind::Write)?;
            let At::Shared(offset) = target else {
                return Err(self.bad_call(g, i, lane as u32, "the target of cp.async is not shared memory".into()));
            };
            let mut bytes_read = size.map_or(c.bytes, |s| s[lane].min(c.bytes));
            if ignore >> lane & 1 == 1 {
                bytes_read = 0;
            }
            let mut raw = [0u8; 16];
            if bytes_read > 0 {
                // Only the bytes that are read must exist; their start is aligned as the whole is.
                for byte in 0..bytes_read {
                    let at = self.locate(
                        g,
                        i,
                        lane,
                        c.from.space,
                        from[lane].wrapping_add(u64::from(byte)),
                        1,
                        AccessKind::Read,
                    )?;
                    if check {
                        self.check_written(g, i, lane, at, 1)?;
                        self.record(g, i, f, lane, at, 1, AccessKind::Read, Scope::Weak, |_, _, _| false);
                    }
                    raw[byte as usize] = self.get(g, lane, at, 0, 1) as u8;
                }
                if from[lane] % u64::from(c.bytes) != 0 {
                    let text = format!("the source of cp.async is not at a multiple of {} bytes", c.bytes);
                    let kind = FindingKind::Misaligned;
                    self.note(kind, g, i, lane as u32, Self::action(i, c.bytes), Some(from[lane]), text)?;
                }
            }
            let half = |k: usize| u64::from_le_bytes(std::array::from_fn(|b| raw[8 * k + b]));
            values.push((lane as u32, u64::from(offset), [half(0), half(1)]));
        }
        let since = self.order_state();
        self.warp.copies.push(Copy { values, bytes: c.bytes, pc: g.pc, since });
        Ok(())
    }

    /// Waits until at most `left` groups are pending: the older ones are stored now.
    pub(super) fn copy_wait(&mut self, g: &Group, f: &Function, i: &Instruction, left: usize) -> Result<(), Stop> {
        while self.warp.copy_groups.len() > left {
            let Some(group) = self.warp.copy_groups.pop_front() else { break };
            for mut copy in group {
                // The copy may have been performed at any time since it was issued: an access of another thread in
                // between is a race.
                if self.launch.check && copy.since.block_segment != self.warp.block_segment {
                    let by = Group { pc: copy.pc, ..*g };
                    self.swap_order_state(&mut copy.since);
                    for &(lane, offset, _) in &copy.values {
                        let at = At::Shared(offset as u32);
                        self.record(
                            &by,
                            i,
                            f,
                            lane as usize,
                            at,
                            copy.bytes,
                            AccessKind::Write,
                            Scope::Weak,
                            |_, _, _| false,
                        );
                    }
                    self.swap_order_state(&mut copy.since);
                }
                for (lane, offset, values) in copy.values {
                    let at = At::Shared(offset as u32);
                    if self.launch.check {
                        let by = Group { pc: copy.pc, ..*g };
                        self.record(
                            &by,
                            i,
                            f,
                            lane as usize,
                            at,
                            copy.bytes,
                            AccessKind::Write,
                            Scope::Weak,
                            |_, _, _| false,
                        );
                        self.mark_written(lane as usize, at, copy.bytes);
                    }
                    for (n, value) in values.iter().enumerate() {
                        let bytes = copy.bytes.saturating_sub(8 * n as u32).min(8);
                        if bytes > 0 {
                            self.set(g, lane as usize, at, 8 * n as u32, bytes, *value);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The present ordering state of the warp.
    fn order_state(&mut self) -> OrderState {
        if !self.launch.check {
            return OrderState { clock: Clock::default(), phase: 0, epoch: 0, block_segment: 0 };
        }
        let block_segment = self.segment(true);
        let warp = &self.warp;
        OrderState { clock: warp.clock.clone(), phase: warp.phase, epoch: warp.epoch, block_segment }
    }

    /// Swaps the ordering state of the warp with a recorded one.
    fn swap_order_state(&mut self, order_state: &mut OrderState) {
        std::mem::swap(&mut self.warp.clock, &mut order_state.clock);
        std::mem::swap(&mut self.warp.phase, &mut order_state.phase);
        std::mem::swap(&mut self.warp.epoch, &mut order_state.epoch);
        std::mem::swap(&mut self.warp.block_segment, &mut order_state.block_segment);
    }

    /// The clock that the warps of a block pass on at a barrier.
    pub(super) fn fence_clock(&self) -> Option<Arc<crate::order::Clock>> {
        self.warp.fence.clone()
    }
}

/// All bits of the marked bytes, of eight.
fn bits_of_bytes(marks: u32) -> u64 {
    (0..8).filter(|k| marks >> k & 1 == 1).fold(0, |m, k| m | 0xff << (8 * k))
}

fn is_nan(bits: u64) -> bool {
    f64::from_bits(bits).is_nan()
}

/// The new value of an atomic operation.
fn update(kind: AtomicKind, old: u64, x: u64, y: u64, bits: u32, global: bool) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let (old, x, y) = (old & mask, x & mask, y & mask);
    let signed = |v: u64| (v << (64 - bits)) as i64 >> (64 - bits);
    let new = match kind {
        AtomicKind::Add => old.wrapping_add(x),
        AtomicKind::And => old & x,
        AtomicKind::Or => old | x,
        AtomicKind::Xor => old ^ x,
        AtomicKind::Exchange => x,
        AtomicKind::CompareExchange => {
            if old == x {
                y
            } else {
                old
            }
        }
        AtomicKind::Inc => {
            if old >= x {
                0
            } else {
                old + 1
            }
        }
        AtomicKind::Dec => {
            if old == 0 || old > x {
                x
            } else {
                old - 1
            }
        }
        AtomicKind::MinU => old.min(x),
        AtomicKind::MaxU => old.max(x),
        AtomicKind::MinS => signed(old).min(signed(x)) as u64,
        AtomicKind::MaxS => signed(old).max(signed(x)) as u64,
        AtomicKind::Float(mut spec, packed) => {
            // Addition of f32 flushes subnormal numbers only in device memory.
            spec.flush &= global;
            if spec.format == F64 && global && (is_nan(old) || is_nan(x)) {
                // The adder of device memory keeps a NaN as it is; the lanes themselves add to shared memory.
                if is_nan(x) { x } else { old }
            } else if spec.format == F64 {
                spec.apply(x, old, 0)
            } else if packed {
                let half = |shift: u32| spec.apply(old >> shift & 0xffff, x >> shift & 0xffff, 0);
                half(0) | half(16) << 16
            } else {
                spec.apply(old, x, 0)
            }
        }
    };
    new & mask
}
