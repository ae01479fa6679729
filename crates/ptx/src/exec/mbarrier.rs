//! Barriers in shared memory (`mbarrier`): arrivals, phases and waits.
//!
//! The format of its 64 bits is the machine's own: the pending arrivals of this phase, the arrivals of each phase, and
//! in the top bit the parity of the phase.

use super::access::{AccessKind, At};
use super::state::Group;
use super::{Engine, Stop, lanes, set_predicate};
use crate::decode::memory::MAX_ARRIVALS;
use crate::lanes::{WARP, put};
use crate::program::{Function, Instruction, Mbarrier, MbarrierKind, Scope};

const PHASE: u64 = 1 << 63;
const MAX_PENDING: u64 = MAX_ARRIVALS as u64;

/// A barrier at the beginning of its first phase.
fn fresh(count: u64) -> u64 {
    count | count << 20
}

/// The state after `count` arrivals, `leaving` of which leave later phases; `None` if these are too many.
fn arrive(state: u64, count: u64, leaving: u64) -> Option<u64> {
    let left = (state & MAX_PENDING).checked_sub(count)?;
    let expected = (state >> 20 & MAX_PENDING).checked_sub(leaving)?;
    let phase = state & PHASE;
    Some(if left == 0 { phase ^ PHASE | fresh(expected) } else { phase | left | expected << 20 })
}

impl Engine<'_> {
    pub(super) fn mbarrier(
        &mut self,
        g: &Group,
        f: &Function,
        i: &Instruction,
        m: &Mbarrier,
        active: u32,
    ) -> Result<(), Stop> {
        let addresses = self.addresses(g, f, &m.access);
        let operand = match (m.operand, m.kind) {
            (None, _) => [1u64; WARP],
            (Some(r), MbarrierKind::Test) => self.read::<u64>(g, f, r),
            (Some(r), _) => self.read::<u32>(g, f, r).map(u64::from),
        };
        if let MbarrierKind::Copies { counted } = m.kind {
            // Copies complete at once here, so the arrival that they add to the pending ones and its completion cancel,
            // unless it was counted already.
            let group = std::mem::take(&mut self.warp.copies);
            self.warp.copy_groups.push_back(group);
            self.copy_wait(g, f, i, 0)?;
            if !counted {
                return Ok(());
            }
        }
        let tests = matches!(m.kind, MbarrierKind::Test | MbarrierKind::TestParity);
        if !tests && m.kind != MbarrierKind::Init {
            self.fence(Scope::Block);
        }
        let mut states = [0u64; WARP];
        let mut ended = 0u32;
        for lane in lanes(active) {
            let kind = match m.kind {
                _ if tests => AccessKind::Read,
                MbarrierKind::Init => AccessKind::Write,
                _ => AccessKind::Update,
            };
            let at = self.locate(g, i, lane, m.access.space, addresses[lane], 8, kind)?;
            let At::Shared(_) = at else {
                return Err(self.bad_call(g, i, lane as u32, "an mbarrier lies in shared memory".into()));
            };
            let scope = if m.kind == MbarrierKind::Init { Scope::Weak } else { Scope::Block };
            if self.launch.check {
                if m.kind != MbarrierKind::Init {
                    self.check_written(g, i, lane, at, 8)?;
                }
                self.record(g, i, f, lane, at, 8, kind, scope, |engine, part, length| {
                    // Several threads that initialise the same barrier leave it in the same state.
                    let bytes = fresh(operand[lane]).to_le_bytes();
                    (part..part + length).all(|k| engine.get(g, lane, at, k, 1) == u64::from(bytes[k as usize]))
                });
            }
            let old = self.get(g, lane, at, 0, 8);
            states[lane] = old;
            let new = match m.kind {
                MbarrierKind::Init if operand[lane] == 0 || operand[lane] > MAX_PENDING => None,
                MbarrierKind::Init => Some(fresh(operand[lane])),
                MbarrierKind::Invalidate => Some(0),
                MbarrierKind::Arrive => arrive(old, operand[lane], 0),
                MbarrierKind::Drop => arrive(old, operand[lane], operand[lane]),
                MbarrierKind::Copies { .. } => arrive(old, 1, 0),
                MbarrierKind::Test => {
                    ended |= u32::from((old ^ operand[lane]) & PHASE != 0) << lane;
                    Some(old)
                }
                MbarrierKind::TestParity => {
                    ended |= u32::from(old >> 63 != operand[lane] & 1) << lane;
                    Some(old)
                }
            };
            let Some(new) = new else {
                let text =
                    format!("{} threads at an mbarrier that waits for {} more", operand[lane], old & MAX_PENDING);
                return Err(self.bad_call(g, i, lane as u32, text));
            };
            if tests {
                self.acquire(at);
            } else {
                self.mark_written(lane, at, 8);
                if self.launch.check {
                    self.release(at, m.kind == MbarrierKind::Init);
                }
                self.set(g, lane, at, 0, 8, new);
            }
        }
        self.warp.strong += 1;
        match m.result {
            Some(p) if tests => set_predicate(self.file(g), p, ended, active),
            Some(d) => put(self.file(g), d, active, &states),
            None => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_follow_each_other() {
        let b = fresh(3);
        let one = arrive(b, 1, 0).expect("there is room");
        assert_eq!((one & PHASE, one & MAX_PENDING), (0, 2));
        let two = arrive(one, 2, 1).expect("there is room");
        assert_eq!((two & PHASE, two & MAX_PENDING), (PHASE, 2));
        assert_eq!(arrive(two, 3, 0), None);
        assert_eq!(arrive(two, 2, 0).map(|s| s & PHASE), Some(0));
    }
}
