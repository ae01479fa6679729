//! The interpreter of instructions: one warp at a time, one group of its lanes at a time.

mod access;
mod barrier;
mod call;
mod collective;
mod compare;
mod converge;
mod matrix;
mod mbarrier;
mod print;
mod report;
pub(crate) mod state;
mod transfer;
mod undefined;

use crate::alu::Tables;
use crate::lanes::{File, Raw, WARP, put};
use crate::launch::Launch;
use crate::memory::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW, WINDOW_BYTES};
use crate::program::{Function, Instruction, NO_INSTRUCTION, Op, Scope, Special};
use crate::syntax::Space;
use state::{BlockState, Group, NONE, Warp};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Strong accesses without a wait, after which a warp is taken to spin.
const MAX_STRONG_ACCESSES: u32 = 64;
/// Instructions without a wait, after which groups at a join are released early.
const MAX_STALLED_INSTRUCTIONS: u32 = 200_000;

/// Why a warp stopped running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pause {
    /// Its share of instructions is used up.
    Spent,
    /// It made many strong accesses, and seems to spin.
    Spins,
    /// Every group waits for another warp, or for lanes that do not arrive.
    Blocked,
    /// Every lane has exited.
    Finished,
    /// The launch is over: a fault here or elsewhere.
    Stopped,
}

/// A fatal finding has been recorded.
#[derive(Debug)]
pub(crate) struct Stop;

/// How an instruction ends.
pub(crate) enum Flow {
    Next,
    Jump(u32),
    /// The group changed as a whole; the next group is chosen anew.
    Switch,
}

/// A warp with everything that it can access.
pub(crate) struct Engine<'a> {
    pub(crate) launch: &'a Launch<'a>,
    pub(crate) block: &'a mut BlockState,
    pub(crate) warp: &'a mut Warp,
}

impl<'a> Engine<'a> {
    /// Runs the warp for at most `fuel` instructions, or until it cannot continue.
    pub(crate) fn run(&mut self, mut fuel: u32) -> Pause {
        while let Some(k) = self.pick() {
            if self.launch.stopped() {
                return Pause::Stopped;
            }
            match self.run_group(k, &mut fuel) {
                Ok(None) => {}
                Ok(Some(pause)) => return pause,
                Err(Stop) => return Pause::Stopped,
            }
        }
        if self.warp.live == 0 { Pause::Finished } else { Pause::Blocked }
    }

    /// Runs one group until it splits, waits or ends, or the warp must pause.
    fn run_group(&mut self, k: usize, fuel: &mut u32) -> Result<Option<Pause>, Stop> {
        let mut g = self.warp.groups[k];
        let launch = self.launch;
        let index = self.warp.frames[g.frame as usize].function;
        let Some(function) = launch.program.functions[index as usize].as_ref() else { return Err(Stop) };
        let tables =
            Tables { constants: &function.constants, floats: &function.floats, conversions: &function.conversions };
        let reconverge = match self.warp.joins.get(g.join as usize) {
            Some(j) if j.frame == g.frame && j.callee == NONE => j.pc,
            _ => NO_INSTRUCTION,
        };
        let begin = *fuel;
        let mut lanes = 0u64;
        let out = loop {
            if g.pc == reconverge {
                self.warp.groups[k] = g;
                self.arrive(k);
                break Ok(None);
            }
            if *fuel == 0 || self.warp.strong >= MAX_STRONG_ACCESSES {
                self.warp.groups[k] = g;
                let pause = if *fuel == 0 { Pause::Spent } else { Pause::Spins };
                self.yield_turn(k, begin);
                break Ok(Some(pause));
            }
            *fuel -= 1;
            let i = &function.code[g.pc as usize];
            let active = g.mask & predicate(&self.warp.frames[g.frame as usize].file, i.guard);
            lanes += u64::from(active.count_ones());
            if !self.warp.undefined.is_empty() && active != 0 {
                self.follow(&g, function, i, active)?;
            }
            let file = &mut self.warp.frames[g.frame as usize].file;
            if let Op::Alu(alu, operands) = &i.op {
                if active != 0 {
                    alu.run(file, &tables, operands, active);
                }
                g.pc += 1;
                continue;
            }
            match self.step(k, &mut g, function, i, active) {
                Ok(Flow::Next) => g.pc += 1,
                Ok(Flow::Jump(to)) => g.pc = to,
                Ok(Flow::Switch) => break Ok(None),
                Err(Stop) => break Err(Stop),
            }
        };
        let ran = u64::from(begin - *fuel);
        self.warp.executed += ran;
        self.launch.lanes.fetch_add(lanes, Relaxed);
        self.launch.instructions.fetch_add(ran, Relaxed);
        if out.is_ok() && self.warp.executed > self.launch.budget {
            let g = self.warp.groups.first().copied().unwrap_or(g);
            return Err(self.budget(&g));
        }
        out
    }

    /// A group ran long without waiting, or made many strong accesses: the next group runs. Groups at a join are
    /// released early if this group seems to wait for them.
    fn yield_turn(&mut self, k: usize, ran: u32) {
        self.warp.next_group = k + 1;
        self.warp.stalled = self.warp.stalled.saturating_add(ran.max(1));
        if self.warp.strong >= MAX_STRONG_ACCESSES || self.warp.stalled > MAX_STALLED_INSTRUCTIONS {
            self.warp.stalled = 0;
            self.warp.strong = 0;
            self.release_early();
        }
    }

    fn file(&mut self, g: &Group) -> &mut File {
        &mut self.warp.frames[g.frame as usize].file
    }

    /// The lanes' values of an operand.
    fn read<R: Raw>(&self, g: &Group, f: &Function, operand: u32) -> [R; WARP] {
        R::read(&self.warp.frames[g.frame as usize].file, &f.constants, operand)
    }

    fn step(
        &mut self,
        k: usize,
        g: &mut Group,
        f: &'a Function,
        i: &'a Instruction,
        active: u32,
    ) -> Result<Flow, Stop> {
        match &i.op {
            Op::Nop | Op::Alu(..) => {}
            Op::Branch { target, reconverge } => {
                if active == g.mask {
                    return Ok(Flow::Jump(*target));
                }
                if active != 0 {
                    self.split(k, g, &[(active, *target), (g.mask & !active, g.pc + 1)], *reconverge);
                    return Ok(Flow::Switch);
                }
            }
            Op::BranchIndex(b) => return self.branch_index(k, g, f, b, active),
            Op::Return => {
                if active != 0 {
                    return Ok(self.returns(k, g, active));
                }
            }
            Op::Exit => {
                if active != 0 {
                    return Ok(self.exit(k, g, active));
                }
            }
            // Nothing below has an effect without an active lane.
            _ if active == 0 => {}
            Op::Compare(c) => compare::compare(self.file(g), &f.constants, c, active),
            Op::Carry(c) => compare::carry(self.file(g), &f.constants, c, active),
            Op::Logic { table, d, a, b } => {
                let file = self.file(g);
                let (a, b) = (predicate(file, *a), predicate(file, *b));
                set_predicate(file, *d, logic(*table, a, b), active);
            }
            Op::Test { class, wide, d, a } => compare::test(self.file(g), &f.constants, *class, *wide, *d, *a, active),
            Op::Select { wide, d, a, b, p } => {
                let file = self.file(g);
                let p = predicate(file, *p);
                if *wide {
                    select::<u64>(file, f, *d, [*a, *b], p, active);
                } else {
                    select::<u32>(file, f, *d, [*a, *b], p, active);
                }
            }
            Op::Special { register, wide, d } => self.special(g, *register, *wide, *d, active),
            Op::LocalAddress { wide, d, offset } => {
                let at = self.warp.frames[g.frame as usize].local_base + offset;
                self.spread(g, *wide, *d, u64::from(at), active);
            }
            Op::LoadParameter(a) => {
                let bytes = &self.launch.parameters;
                for (n, e) in a.elements.iter().enumerate() {
                    let Some(d) = e.register else { continue };
                    let at = a.offset as usize + n * a.bytes as usize;
                    let mut raw = [0u8; 8];
                    raw[..a.bytes as usize].copy_from_slice(&bytes[at..at + a.bytes as usize]);
                    let value = extend(u64::from_le_bytes(raw), a.bytes, a.signed);
                    self.spread(g, e.wide, d, value, active);
                }
            }
            Op::Load(a) => self.load(g, f, i, a, active)?,
            Op::Store(a) => self.store(g, f, i, a, active)?,
            Op::Atomic(a) => self.atomic(g, f, i, a, active)?,
            Op::ToGeneric { d, a, base } => {
                let a: [u64; WARP] = self.read(g, f, *a);
                put(self.file(g), *d, active, &a.map(|v| v.wrapping_add(*base)));
            }
            Op::FromGeneric { d, a, base } => {
                let a: [u64; WARP] = self.read(g, f, *a);
                put(self.file(g), *d, active, &a.map(|v| v.wrapping_sub(*base)));
            }
            Op::IsSpace { d, a, space } => {
                let a: [u64; WARP] = self.read(g, f, *a);
                let inside = |v: u64, base: u64| v.wrapping_sub(base) < WINDOW_BYTES;
                let mut bits = 0;
                for (lane, &v) in a.iter().enumerate() {
                    let is = match space {
                        Space::Shared => inside(v, SHARED_WINDOW),
                        Space::Local => inside(v, LOCAL_WINDOW),
                        Space::Param => inside(v, PARAMETER_WINDOW),
                        Space::Const => {
                            self.launch.map.find(v, 1, 0).is_some_and(|k| self.launch.map.live[k].read_only)
                        }
                        _ => !inside(v, SHARED_WINDOW) && !inside(v, LOCAL_WINDOW) && !inside(v, PARAMETER_WINDOW),
                    };
                    bits |= u32::from(is) << lane;
                }
                set_predicate(self.file(g), *d, bits, active);
            }
            Op::Call(c) => return self.call(k, g, f, i, c, active),
            Op::Trap => return Err(self.trap(g, i, active, "trap")),
            Op::Breakpoint => return Err(self.trap(g, i, active, "brkpt")),
            Op::Fence { scope } => self.fence(*scope),
            Op::Sleep => {
                g.pc += 1;
                self.warp.groups[k] = *g;
                self.warp.next_group = k + 1;
                // A group that sleeps waits for another one.
                self.warp.strong += MAX_STRONG_ACCESSES / 4;
                self.yield_turn(k, 64);
                return Ok(Flow::Switch);
            }
            Op::Barrier(b) => return self.barrier(k, g, f, i, b, active),
            Op::WarpBarrier { mask } => {
                if !self.mask_arrived(k, g, f, i, *mask, active)? {
                    return Ok(Flow::Switch);
                }
                self.warp.epoch += 1;
                self.new_segment();
            }
            Op::Shuffle(s) => {
                if !self.mask_arrived(k, g, f, i, s.mask, active)? {
                    return Ok(Flow::Switch);
                }
                self.shuffle(g, f, s, active);
            }
            Op::Vote { kind, d, p, mask } => {
                if !self.mask_arrived(k, g, f, i, *mask, active)? {
                    return Ok(Flow::Switch);
                }
                self.vote(g, f, *kind, *d, *p, *mask, active);
            }
            Op::Match { all, wide, d, p, a, mask } => {
                if !self.mask_arrived(k, g, f, i, *mask, active)? {
                    return Ok(Flow::Switch);
                }
                self.matches(g, f, (*all, *wide), *d, *p, *a, *mask, active);
            }
            Op::Reduce { kind, d, a, mask } => {
                if !self.mask_arrived(k, g, f, i, *mask, active)? {
                    return Ok(Flow::Switch);
                }
                self.reduce(g, f, *kind, *d, *a, *mask, active);
            }
            Op::ActiveMask { d } => self.spread(g, false, *d, u64::from(active), active),
            Op::Elect { d, p, mask } => {
                if !self.mask_arrived(k, g, f, i, *mask, active)? {
                    return Ok(Flow::Switch);
                }
                let leader = active.trailing_zeros();
                if let Some(d) = d {
                    self.spread(g, false, *d, u64::from(leader), active);
                }
                set_predicate(self.file(g), *p, 1 << leader, active);
            }
            Op::CopyAsync(c) => self.copy_async(g, f, i, c, active)?,
            Op::CopyCommit => {
                let group = std::mem::take(&mut self.warp.copies);
                self.warp.copy_groups.push_back(group);
            }
            Op::CopyWait { left } => self.copy_wait(g, f, i, *left as usize)?,
            Op::Mbarrier(m) => self.mbarrier(g, f, i, m, active)?,
            Op::Matrix(m) => {
                if !self.whole_warp_arrived(k, g, i, active)? {
                    return Ok(Flow::Switch);
                }
                self.matrix(g, f, m);
            }
            Op::Fragment(m) => {
                if !self.whole_warp_arrived(k, g, i, active)? {
                    return Ok(Flow::Switch);
                }
                self.fragment(g, f, i, m, active)?;
            }
            Op::LoadMatrix(m) => {
                if !self.whole_warp_arrived(k, g, i, active)? {
                    return Ok(Flow::Switch);
                }
                self.load_matrix(g, f, i, m, active)?;
            }
            Op::StackSave { d, wide } => {
                let top = self.warp.frames[g.frame as usize].local_top;
                self.spread(g, *wide, *d, u64::from(top), active);
            }
            Op::StackRestore { a, wide } => {
                let lane = active.trailing_zeros() as usize;
                let top =
                    if *wide { self.read::<u64>(g, f, *a)[lane] as u32 } else { self.read::<u32>(g, f, *a)[lane] };
                let frame = &mut self.warp.frames[g.frame as usize];
                if top >= frame.local_base && top <= frame.local_top && g.mask == active {
                    frame.local_top = top;
                }
            }
            Op::StackGrow { d, a, wide, align } => self.stack_grow(g, f, i, (*d, *a, *wide, *align), active)?,
        }
        Ok(Flow::Next)
    }

    /// The same value in every active lane.
    fn spread(&mut self, g: &Group, wide: bool, d: u32, value: u64, active: u32) {
        let file = self.file(g);
        if wide {
            put(file, d, active, &[value; WARP]);
        } else {
            put(file, d, active, &[value as u32; WARP]);
        }
    }

    /// A fence: what the warp did up to here may be released, within its block or to all.
    fn fence(&mut self, scope: Scope) {
        if !self.launch.check {
            return;
        }
        let time = self.launch.time.fetch_add(1, Relaxed);
        let mut clock = self.warp.clock.clone();
        clock.advance(self.block.linear, time);
        let clock = Arc::new(clock);
        if scope != Scope::Block {
            self.warp.fence = Some(clock.clone());
        }
        self.warp.block_fence = Some(clock);
        self.new_segment();
    }

    /// Begins a new segment of the warp.
    fn new_segment(&mut self) {
        self.warp.segment = 0;
        self.warp.block_segment = 0;
    }

    fn special(&mut self, g: &Group, register: Special, wide: bool, d: u32, active: u32) {
        let launch = self.launch;
        let [bx, by, _] = launch.block;
        let first = self.warp.index * 32;
        let thread = |lane: u32| {
            let t = first + lane;
            [t % bx, t / bx % by, t / (bx * by)]
        };
        let uniform = |v: u64| [v; WARP];
        let by_lane = |f: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| u64::from(f(lane as u32)));
        let values: [u64; WARP] = match register {
            Special::Tid(k) => by_lane(&|lane| thread(lane)[k as usize]),
            Special::Ntid(k) => uniform(u64::from(launch.block[k as usize])),
            Special::Ctaid(k) => uniform(u64::from(self.block.index[k as usize])),
            Special::Nctaid(k) => uniform(u64::from(launch.grid[k as usize])),
            Special::LaneId => by_lane(&|lane| lane),
            Special::WarpId => uniform(u64::from(self.warp.index)),
            Special::NWarpId => uniform(u64::from(launch.threads.div_ceil(32))),
            Special::SmId => uniform(u64::from(self.block.linear % launch.processors)),
            Special::NSmId => uniform(u64::from(launch.processors)),
            Special::GridId => uniform(launch.number),
            Special::MaskEq => by_lane(&|lane| 1 << lane),
            Special::MaskLe => by_lane(&|lane| u32::MAX >> (31 - lane)),
            Special::MaskLt => by_lane(&|lane| (1 << lane) - 1),
            Special::MaskGe => by_lane(&|lane| u32::MAX << lane),
            Special::MaskGt => by_lane(&|lane| u32::MAX << lane & !(1 << lane)),
            Special::Clock => uniform(launch.began.elapsed().as_nanos() as u64 * 2),
            Special::ClockHigh => uniform((launch.began.elapsed().as_nanos() as u64 * 2) >> 32),
            Special::Nanoseconds => uniform(launch.nanoseconds()),
            Special::NanosecondsHigh => uniform(launch.nanoseconds() >> 32),
            Special::DynamicShared => uniform(launch.dynamic_shared),
            Special::TotalShared => uniform(self.block.shared.bytes.len() as u64),
            Special::Workspace => uniform(launch.workspace & 0xffff_ffff),
            Special::WorkspaceHigh => uniform(launch.workspace >> 32),
            Special::Number(n) => uniform(u64::from(n)),
        };
        let file = self.file(g);
        if wide {
            put(file, d, active, &values);
        } else {
            put(file, d, active, &values.map(|v| v as u32));
        }
    }

    fn branch_index(
        &mut self,
        k: usize,
        g: &mut Group,
        f: &Function,
        b: &crate::program::BranchIndex,
        active: u32,
    ) -> Result<Flow, Stop> {
        let at: [u32; WARP] = self.read(g, f, b.a);
        let mut parts: Vec<(u32, u32)> = Vec::new();
        for lane in lanes(active) {
            let Some(&target) = b.targets.get(at[lane] as usize) else {
                let i = &f.code[g.pc as usize];
                let text = format!("index {} of a list of {} targets", at[lane], b.targets.len());
                return Err(self.bad_call(g, i, lane as u32, text));
            };
            match parts.iter_mut().find(|p| p.1 == target) {
                Some(p) => p.0 |= 1 << lane,
                None => parts.push((1 << lane, target)),
            }
        }
        if active != g.mask {
            parts.push((g.mask & !active, g.pc + 1));
        }
        if let [(_, target)] = parts[..] {
            return Ok(Flow::Jump(target));
        }
        self.split(k, g, &parts, b.reconverge);
        Ok(Flow::Switch)
    }
}

/// The lanes where a predicate operand holds.
#[inline(always)]
pub(crate) fn predicate(file: &File, operand: u32) -> u32 {
    let bits = file.predicates[(operand >> 1) as usize];
    if operand & 1 == 1 { !bits } else { bits }
}

/// Sets a predicate in the active lanes.
#[inline(always)]
pub(crate) fn set_predicate(file: &mut File, d: u32, bits: u32, active: u32) {
    let p = &mut file.predicates[d as usize];
    *p = *p & !active | bits & active;
}

/// A function of two predicates, by its table: bit `2a + b`.
pub(crate) fn logic(table: u8, a: u32, b: u32) -> u32 {
    let pick = |k: u8| 0u32.wrapping_sub(u32::from(table >> k & 1));
    pick(0) & !a & !b | pick(1) & !a & b | pick(2) & a & !b | pick(3) & a & b
}

fn select<R: Raw>(file: &mut File, f: &Function, d: u32, [a, b]: [u32; 2], p: u32, active: u32) {
    let (a, b) = (R::read(file, &f.constants, a), R::read(file, &f.constants, b));
    let mut out = [R::default(); WARP];
    for lane in 0..WARP {
        out[lane] = if p >> lane & 1 == 1 { a[lane] } else { b[lane] };
    }
    put(file, d, active, &out);
}

/// The lanes of a mask, in order.
pub(crate) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros();
        mask &= mask - 1;
        Some(lane as usize)
    })
}

/// Sign- or zero-extends a value of fewer bytes to 64 bits.
#[inline(always)]
pub(crate) fn extend(value: u64, bytes: u32, signed: bool) -> u64 {
    let shift = 64 - 8 * bytes;
    if signed { ((value << shift) as i64 >> shift) as u64 } else { value << shift >> shift }
}
