//! Barriers of a block.

use super::state::{BarrierState, Group, NONE, State};
use super::{Engine, Flow, Stop, lanes, predicate, set_predicate};
use crate::finding::FindingKind;
use crate::lanes::WARP;
use crate::program::{Barrier, BarrierKind, Function, Instruction, Op};

impl Engine<'_> {
    pub(super) fn barrier(
        &mut self,
        k: usize,
        g: &mut Group,
        f: &Function,
        i: &Instruction,
        b: &Barrier,
        active: u32,
    ) -> Result<Flow, Stop> {
        let ids: [u32; WARP] = self.read(g, f, b.id);
        let counts = b.count.map(|c| self.read::<u32>(g, f, c));
        let first = active.trailing_zeros() as usize;
        let id = ids[first];
        if id > 15 {
            return Err(self.bad_call(g, i, first as u32, format!("barrier {id}, and a block has 16 of them")));
        }
        // Lanes that name different barriers arrive one group after the other.
        let same = lanes(active).filter(|l| ids[*l] == id).fold(0u32, |m, l| m | 1 << l);
        if same != active {
            self.split(k, g, &[(same, g.pc), (g.mask & !same, g.pc)], g.pc + 1);
            return Ok(Flow::Switch);
        }
        let expected = counts.map(|c| c[first]);
        if expected.is_some_and(|n| n == 0 || n % 32 != 0) {
            let text = format!("{} threads at a barrier, which is not a multiple of 32", expected.unwrap_or(0));
            return Err(self.bad_call(g, i, first as u32, text));
        }
        let p = match b.kind {
            BarrierKind::Count { p, .. } | BarrierKind::And { p, .. } | BarrierKind::Or { p, .. } => {
                predicate(self.file(g), p) & active
            }
            _ => 0,
        };
        if b.aligned && self.launch.check {
            self.check_aligned(g, i, id, active)?;
        }
        // A barrier with a count counts whole warps, including lanes that have exited.
        let came = if expected.is_some() && active == self.warp.live { 32 } else { active.count_ones() };
        let fence_clock = self.fence_clock();
        let warp = self.warp.index;
        let state = &mut self.block.barriers[id as usize];
        if expected.is_some() {
            state.expected = expected;
        }
        if state.arrived == 0 {
            (state.count, state.all, state.any) = (0, true, false);
        }
        state.arrived += came;
        state.count += p.count_ones();
        state.all &= p == active;
        state.any |= p != 0;
        state.lanes.push((warp, active, f.first + g.pc));
        if !self.warp.clock.is_empty() {
            state.clock.join(&self.warp.clock);
        }
        if let Some(fence_clock) = fence_clock {
            state.fence.join(&fence_clock);
        }
        let generation = state.generation;
        let rest = g.mask & !active;
        if b.kind == BarrierKind::Arrive {
            self.complete(id);
            return Ok(Flow::Next);
        }
        self.warp.groups[k] = Group { mask: active, state: State::Barrier { id, generation }, ..*g };
        if rest != 0 {
            self.warp.groups.push(Group { mask: rest, pc: g.pc + 1, ..*g });
        }
        self.warp.stalled = 0;
        self.complete(id);
        Ok(Flow::Switch)
    }

    /// The lanes of a warp must arrive at an aligned barrier together, at one instruction.
    fn check_aligned(&self, g: &Group, i: &Instruction, id: u32, active: u32) -> Result<(), Stop> {
        let pc = self.position(g);
        let others = self.block.barriers[id as usize].lanes.iter();
        let diverged = others.clone().any(|(warp, _, at)| *warp == self.warp.index && *at != pc);
        if !diverged || self.launch.count_again(FindingKind::DivergentBarrier, (i.line, 0)) {
            return Ok(());
        }
        let detail = format!(
            "lanes {active:#010x} of the warp come to barrier {id} here, and others of the same warp at another instruction"
        );
        let lane = active.trailing_zeros();
        self.note(FindingKind::DivergentBarrier, g, i, lane, "waits".into(), None, detail)
    }

    /// The index of a group's instruction among all of the program.
    pub(super) fn position(&self, g: &Group) -> u32 {
        let index = self.warp.frames[g.frame as usize].function;
        self.launch.program.functions[index as usize].as_ref().map_or(0, |f| f.first) + g.pc
    }

    /// Opens the barrier if all threads have arrived.
    fn complete(&mut self, id: u32) {
        let live = self.block.live;
        let phase = self.block.phase + 1;
        let state = &mut self.block.barriers[id as usize];
        if state.arrived == 0 || state.arrived < state.expected.unwrap_or(live) {
            return;
        }
        let passed = (std::mem::take(&mut state.clock), std::mem::take(&mut state.fence));
        *state = BarrierState {
            generation: state.generation + 1,
            result: (state.count, state.all, state.any, phase),
            passed,
            ..BarrierState::default()
        };
        self.block.phase = phase;
    }

    /// Threads have exited: a barrier that waits for all others may open.
    pub(super) fn barriers_after_exit(&mut self) {
        for id in 0..self.block.barriers.len() as u32 {
            if self.block.barriers[id as usize].expected.is_none() {
                self.complete(id);
            }
        }
    }

    /// Releases the groups whose barrier has opened.
    pub(super) fn wake(&mut self) {
        let mut k = 0;
        while k < self.warp.groups.len() {
            let g = self.warp.groups[k];
            let State::Barrier { id, generation } = g.state else {
                k += 1;
                continue;
            };
            if self.block.barriers[id as usize].generation == generation {
                k += 1;
                continue;
            }
            // All lanes of the warp that waited at this instruction continue as one group.
            let Some(at) = self.gather(g.frame, g.pc, u32::MAX, |s| s == g.state) else { return };
            let (count, all, any, phase) = self.block.barriers[id as usize].result;
            let passed = self.block.barriers[id as usize].passed.clone();
            self.warp.phase = phase;
            self.warp.clock.join(&passed.0);
            if !passed.1.is_empty() {
                // The clock that another thread's fence covered before the barrier may be released after it.
                let mut fence = self.warp.fence.as_deref().cloned().unwrap_or_default();
                fence.join(&passed.1);
                self.warp.fence = Some(std::sync::Arc::new(fence));
            }
            self.new_segment();
            let mut g = self.warp.groups[at];
            let function = self.warp.frames[g.frame as usize].function;
            if let Some(f) = self.launch.program.functions[function as usize].as_ref()
                && let Op::Barrier(b) = &f.code[g.pc as usize].op
            {
                match b.kind {
                    BarrierKind::Count { d, .. } => self.spread(&g, false, d, u64::from(count), g.mask),
                    BarrierKind::And { d, .. } => {
                        set_predicate(self.file(&g), d, if all { u32::MAX } else { 0 }, g.mask);
                    }
                    BarrierKind::Or { d, .. } => {
                        set_predicate(self.file(&g), d, if any { u32::MAX } else { 0 }, g.mask);
                    }
                    BarrierKind::Sync | BarrierKind::Arrive => {}
                }
            }
            g.pc += 1;
            debug_assert!(g.join == NONE || self.warp.joins[g.join as usize].live);
            self.warp.groups[at] = g;
            k = 0;
        }
    }
}
