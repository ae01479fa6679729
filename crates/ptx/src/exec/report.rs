//! Reporting: findings with everything that locates them.

use super::state::{Group, State};
use super::{Engine, Stop};
use crate::finding::{Finding, FindingKind, ThreadLocation};
use crate::order::{Record, Segment};
use crate::program::{Function, Instruction, Op};

impl Engine<'_> {
    /// The location of a thread of this block at an instruction.
    fn thread_location(&self, warp: u32, lane: u32, f: &Function, i: &Instruction, action: String) -> ThreadLocation {
        self.thread_location_in(self.block.linear, warp, lane, f, i, action)
    }

    fn thread_location_in(
        &self,
        block: u32,
        warp: u32,
        lane: u32,
        f: &Function,
        i: &Instruction,
        action: String,
    ) -> ThreadLocation {
        let launch = self.launch;
        let source = match f.locations.get(i.location as usize) {
            Some(&(file, line, column)) if i.location != 0 => {
                let name = launch.program.files.iter().find(|x| x.0 == file).map_or("?", |x| x.1.as_str());
                Some((name.to_owned(), line, column))
            }
            _ => None,
        };
        let [gx, gy, _] = launch.grid;
        let [bx, by, _] = launch.block;
        let t = warp * 32 + lane;
        ThreadLocation {
            block: [block % gx, block / gx % gy, (u64::from(block) / (u64::from(gx) * u64::from(gy))) as u32],
            thread: [t % bx, t / bx % by, t / (bx * by)],
            action,
            ptx_line: i.line,
            source,
        }
    }

    fn function(&self, g: &Group) -> Option<&Function> {
        let index = self.warp.frames[g.frame as usize].function;
        self.launch.program.functions[index as usize].as_ref()
    }

    /// Records a finding; an error if it ends the launch.
    #[cold]
    pub(super) fn note(
        &self,
        kind: FindingKind,
        g: &Group,
        i: &Instruction,
        lane: u32,
        action: String,
        address: Option<u64>,
        detail: String,
    ) -> Result<(), Stop> {
        let Some(f) = self.function(g) else { return Err(Stop) };
        let finding = Finding {
            kind,
            kernel: self.launch.program.name.clone(),
            function: f.name.clone(),
            at: self.thread_location(self.warp.index, lane, f, i, action),
            address,
            detail,
            other: None,
            count: 1,
        };
        self.launch.note(finding, (i.line, 0));
        if kind.fatal() { Err(Stop) } else { Ok(()) }
    }

    /// Reports a race with an earlier access.
    #[cold]
    pub(super) fn note_race(
        &self,
        g: &Group,
        i: &Instruction,
        lane: u32,
        action: &str,
        address: u64,
        record: Record,
        segment: Segment,
        other_action: &str,
    ) {
        let (Some(f), program) = (self.function(g), self.launch.program) else { return };
        let at = record.pc();
        let other = program.functions.iter().flatten().find_map(|o| {
            let k = at.checked_sub(o.first)? as usize;
            o.code.get(k).map(|i| (o, i))
        });
        let key = (i.line, other.map_or(0, |o| o.1.line));
        if self.launch.count_again(FindingKind::Race, key) {
            return;
        }
        let other = other.map(|(o, i)| {
            self.thread_location_in(segment.block, segment.warp, record.lane(), o, i, other_action.to_owned())
        });
        let finding = Finding {
            kind: FindingKind::Race,
            kernel: program.name.clone(),
            function: f.name.clone(),
            at: self.thread_location(self.warp.index, lane, f, i, action.to_owned()),
            address: Some(address),
            detail: String::new(),
            other,
            count: 1,
        };
        self.launch.note(finding, key);
    }

    pub(super) fn bad_mask(&self, g: &Group, i: &Instruction, lane: u32, mask: u32) -> Result<(), Stop> {
        if !self.launch.check || self.launch.count_again(FindingKind::WarpMask, (i.line, 0)) {
            return Ok(());
        }
        let detail = format!("the mask is {mask:#010x}, the lane {lane}");
        self.note(FindingKind::WarpMask, g, i, lane, "executes a warp-wide instruction".into(), None, detail)
    }

    pub(super) fn bad_call(&self, g: &Group, i: &Instruction, lane: u32, text: String) -> Stop {
        let _ = self.note(FindingKind::Call, g, i, lane, "branches or calls".into(), None, text);
        Stop
    }

    pub(super) fn trap(&self, g: &Group, i: &Instruction, active: u32, what: &str) -> Stop {
        let _ = self.note(
            FindingKind::Trap,
            g,
            i,
            active.trailing_zeros(),
            format!("executes {what}"),
            None,
            String::new(),
        );
        Stop
    }

    #[cold]
    pub(super) fn budget(&self, g: &Group) -> Stop {
        let Some(f) = self.function(g) else { return Stop };
        let i = &f.code[(g.pc as usize).min(f.code.len() - 1)];
        let text =
            format!("its warp executed {} instructions; the limit is {}", self.warp.executed, self.launch.budget);
        let _ = self.note(FindingKind::Budget, g, i, g.mask.trailing_zeros(), "runs".into(), None, text);
        Stop
    }

    /// No thread of the block can continue: reports what this warp waits for.
    pub(crate) fn deadlock(&self) {
        let Some(g) = self.warp.groups.first().copied() else { return };
        let Some(f) = self.function(&g) else { return };
        let i = &f.code[g.pc as usize];
        let detail = match (g.state, &i.op) {
            (State::Barrier { id, .. }, _) => {
                let b = &self.block.barriers[id as usize];
                let expected = b.expected.unwrap_or(self.block.live);
                format!(
                    "barrier {id} has {} of the {expected} threads it waits for, and the others cannot come",
                    b.arrived
                )
            }
            (State::Lanes, _) => {
                format!(
                    "lanes {:#010x} came, and others of the mask cannot come (live lanes: {:#010x})",
                    g.mask, self.warp.live
                )
            }
            _ => String::new(),
        };
        let _ = self.note(FindingKind::Deadlock, &g, i, g.mask.trailing_zeros(), "waits".into(), None, detail);
    }

    /// The text of a load, store or atomic operation of this many bytes.
    pub(super) fn action(i: &Instruction, bytes: u32) -> String {
        let verb = match &i.op {
            Op::Store(_) | Op::Fragment(_) => "writes",
            Op::Atomic(_) => "updates",
            Op::CopyAsync(_) => "copies",
            _ => "reads",
        };
        format!("{verb} {bytes} bytes")
    }
}
