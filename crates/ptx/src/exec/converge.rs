//! Divergence and reconvergence of lanes.
//!
//! A branch that the lanes of a group take differently splits the group, and the parts reconverge at the branch's
//! nearest post-dominator. No group waits there for ever: if a group spins on work that the waiting ones have yet to
//! do, they are released early, as on a device with independent thread scheduling.

use super::state::{Group, Join, NONE, State};
use super::{Engine, Flow, Stop, lanes};
use crate::lanes::WARP;
use crate::program::{Function, Instruction, NO_INSTRUCTION};

impl Engine<'_> {
    /// The next group that can run. Groups whose barrier has opened are released first.
    pub(super) fn pick(&mut self) -> Option<usize> {
        loop {
            self.wake();
            let n = self.warp.groups.len();
            let start = self.warp.next_group;
            if let Some(k) = (0..n).map(|j| (start + j) % n).find(|&k| self.warp.groups[k].state == State::Ready) {
                self.warp.next_group = k;
                return Some(k);
            }
            // No group can run: groups at a join stop waiting for groups that cannot arrive.
            if !self.release_early() {
                return None;
            }
        }
    }

    /// Splits the group into these lanes at these instructions, which reconverge at `reconverge`.
    pub(super) fn split(&mut self, k: usize, g: &Group, parts: &[(u32, u32)], reconverge: u32) {
        self.warp.groups.swap_remove(k);
        let around = self.warp.joins.get(g.join as usize).copied();
        let same = around.is_some_and(|j| j.callee == NONE && j.frame == g.frame && j.pc == reconverge);
        let join = if reconverge == NO_INSTRUCTION || same {
            g.join
        } else {
            self.new_join(Join {
                pc: reconverge,
                frame: g.frame,
                expected: g.mask,
                arrived: 0,
                parent: g.join,
                callee: NONE,
                live: true,
            })
        };
        for &(mask, pc) in parts {
            self.warp.groups.push(Group { mask, pc, join, ..*g });
        }
        self.warp.next_group = self.warp.groups.len() - parts.len();
    }

    pub(super) fn new_join(&mut self, join: Join) -> u32 {
        match self.warp.free_joins.pop() {
            Some(j) => {
                self.warp.joins[j as usize] = join;
                j
            }
            None => {
                self.warp.joins.push(join);
                self.warp.joins.len() as u32 - 1
            }
        }
    }

    /// The group arrives at its join.
    pub(super) fn arrive(&mut self, k: usize) {
        let g = self.warp.groups.swap_remove(k);
        self.warp.joins[g.join as usize].arrived |= g.mask;
        self.note_progress();
        self.release_if_complete(g.join);
    }

    fn note_progress(&mut self) {
        self.warp.stalled = 0;
        self.warp.strong = 0;
    }

    /// Releases a join if all lanes have arrived, and frees it if none will.
    fn release_if_complete(&mut self, at: u32) {
        let j = self.warp.joins[at as usize];
        if !j.live || j.arrived != j.expected {
            return;
        }
        let join = &mut self.warp.joins[at as usize];
        join.live = false;
        self.warp.free_joins.push(at);
        if j.callee != NONE {
            self.warp.free_frames.push(j.callee);
            self.forget_frame(j.callee);
        }
        if j.arrived != 0 {
            self.continue_lanes(&j);
        }
    }

    fn continue_lanes(&mut self, j: &Join) {
        let group = Group { mask: j.arrived, pc: j.pc, frame: j.frame, join: j.parent, state: State::Ready };
        self.warp.groups.push(group);
        self.warp.next_group = self.warp.groups.len() - 1;
    }

    /// The lanes that wait at the innermost join continue without the others; false if none waits.
    pub(super) fn release_early(&mut self) -> bool {
        let Some(at) = (0..self.warp.joins.len()).rev().find(|&k| {
            let j = &self.warp.joins[k];
            j.live && j.arrived != 0
        }) else {
            return false;
        };
        let j = self.warp.joins[at];
        self.warp.joins[at].expected &= !j.arrived;
        self.warp.joins[at].arrived = 0;
        self.continue_lanes(&j);
        true
    }

    /// Removes these lanes from the joins from `from` outward, up to `until`.
    fn leave_joins(&mut self, from: u32, until: u32, mask: u32) {
        let mut at = from;
        while at != NONE && at != until {
            let parent = self.warp.joins[at as usize].parent;
            self.warp.joins[at as usize].expected &= !mask;
            self.release_if_complete(at);
            at = parent;
        }
    }

    /// Lanes exit the kernel.
    pub(super) fn exit(&mut self, k: usize, g: &mut Group, active: u32) -> Flow {
        self.note_progress();
        self.warp.live &= !active;
        self.block.live -= active.count_ones();
        self.continue_without(k, g, active);
        self.leave_joins(g.join, NONE, active);
        self.barriers_after_exit();
        self.release_lanes();
        Flow::Switch
    }

    /// Lanes return from a call, and wait at the join of its return.
    pub(super) fn returns(&mut self, k: usize, g: &mut Group, active: u32) -> Flow {
        let mut at = g.join;
        while at != NONE && self.warp.joins[at as usize].callee != g.frame {
            at = self.warp.joins[at as usize].parent;
        }
        if at == NONE {
            // There is no caller: this is the kernel itself.
            return self.exit(k, g, active);
        }
        self.note_progress();
        self.give_results(g, active);
        self.continue_without(k, g, active);
        self.leave_joins(g.join, at, active);
        self.warp.joins[at as usize].arrived |= active;
        self.release_if_complete(at);
        Flow::Switch
    }

    /// A group continues with its remaining lanes, if there are any.
    fn continue_without(&mut self, k: usize, g: &mut Group, leaving: u32) {
        g.mask &= !leaving;
        if g.mask == 0 {
            self.warp.groups.swap_remove(k);
        } else {
            g.pc += 1;
            self.warp.groups[k] = *g;
        }
    }

    /// Whether all lanes that a warp-wide instruction names have arrived. If not, the group waits.
    pub(super) fn mask_arrived(
        &mut self,
        k: usize,
        g: &mut Group,
        f: &Function,
        i: &Instruction,
        mask: u32,
        active: u32,
    ) -> Result<bool, Stop> {
        let masks: [u32; WARP] = self.read(g, f, mask);
        let live = self.warp.live;
        let mut complete = true;
        for lane in lanes(active) {
            if masks[lane] >> lane & 1 == 0 {
                self.bad_mask(g, i, lane as u32, masks[lane])?;
            }
            complete &= masks[lane] & live & !active == 0;
        }
        if complete {
            return Ok(true);
        }
        self.wait_for_lanes(k, g, active);
        Ok(false)
    }

    /// As [`Engine::mask_arrived`], for instructions that all lanes of the warp execute.
    pub(super) fn whole_warp_arrived(
        &mut self,
        k: usize,
        g: &mut Group,
        _i: &Instruction,
        active: u32,
    ) -> Result<bool, Stop> {
        if active == self.warp.live {
            return Ok(true);
        }
        self.wait_for_lanes(k, g, active);
        Ok(false)
    }

    fn wait_for_lanes(&mut self, k: usize, g: &mut Group, active: u32) {
        let rest = g.mask & !active;
        self.warp.groups[k] = Group { mask: active, state: State::Lanes, ..*g };
        if rest != 0 {
            self.warp.groups.push(Group { mask: rest, pc: g.pc + 1, ..*g });
        }
        self.release_lanes();
    }

    /// Releases the lanes that wait at a warp-wide instruction where all have arrived now.
    fn release_lanes(&mut self) {
        let waiting: Vec<Group> = self.warp.groups.iter().copied().filter(|g| g.state == State::Lanes).collect();
        let mut done: Vec<(u32, u32)> = Vec::new();
        for w in &waiting {
            if done.contains(&(w.frame, w.pc)) {
                continue;
            }
            done.push((w.frame, w.pc));
            let here = waiting.iter().filter(|o| (o.frame, o.pc) == (w.frame, w.pc)).fold(0, |all, o| all | o.mask);
            let function = self.warp.frames[w.frame as usize].function;
            let Some(f) = self.launch.program.functions[function as usize].as_ref() else { continue };
            let masks = self.awaited_lanes(w, f);
            let live = self.warp.live;
            let mut good = 0;
            for lane in lanes(here) {
                let want = (masks[lane] | 1 << lane) & live;
                let agreed = lanes(want & here).all(|o| masks[o] & live == masks[lane] & live);
                if want & !here == 0 && agreed {
                    good |= 1 << lane;
                }
            }
            if good != 0 {
                self.gather(w.frame, w.pc, good, |s| s == State::Lanes);
            }
        }
    }

    /// The lanes that each lane awaits at a warp-wide instruction.
    fn awaited_lanes(&self, g: &Group, f: &Function) -> [u32; WARP] {
        use crate::program::Op;
        let mask = match &f.code[g.pc as usize].op {
            Op::WarpBarrier { mask }
            | Op::Vote { mask, .. }
            | Op::Match { mask, .. }
            | Op::Reduce { mask, .. }
            | Op::Elect { mask, .. } => *mask,
            Op::Shuffle(s) => s.mask,
            _ => return [u32::MAX; WARP],
        };
        self.read(g, f, mask)
    }

    /// Makes one ready group of these lanes, which wait at the same instruction in groups of that state.
    pub(super) fn gather(&mut self, frame: u32, pc: u32, mask: u32, state: impl Fn(State) -> bool) -> Option<usize> {
        let mut gathered: Option<Group> = None;
        let mut k = 0;
        while k < self.warp.groups.len() {
            let w = self.warp.groups[k];
            let waiting_lanes = w.mask & mask;
            if w.frame != frame || w.pc != pc || !state(w.state) || waiting_lanes == 0 {
                k += 1;
                continue;
            }
            if waiting_lanes == w.mask {
                self.warp.groups.swap_remove(k);
            } else {
                self.warp.groups[k].mask &= !waiting_lanes;
                k += 1;
            }
            gathered = Some(match gathered {
                None => Group { mask: waiting_lanes, state: State::Ready, ..w },
                Some(all) => self.merge(all, Group { mask: waiting_lanes, state: State::Ready, ..w }),
            });
        }
        let group = gathered?;
        self.warp.groups.push(group);
        self.note_progress();
        Some(self.warp.groups.len() - 1)
    }

    /// Merges two groups at the same instruction, and removes each from the joins that only it was to reach.
    fn merge(&mut self, a: Group, b: Group) -> Group {
        let chain = |mut at: u32| {
            let mut all = vec![at];
            while at != NONE {
                at = self.warp.joins[at as usize].parent;
                all.push(at);
            }
            all
        };
        let (of_a, of_b) = (chain(a.join), chain(b.join));
        let common = of_a.iter().copied().find(|j| of_b.contains(j)).unwrap_or(NONE);
        self.leave_joins(a.join, common, a.mask);
        self.leave_joins(b.join, common, b.mask);
        Group { mask: a.mask | b.mask, join: common, ..a }
    }
}
