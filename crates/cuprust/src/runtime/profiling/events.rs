//! The events of a run for the profiler: why a program ran, what its steps are, and how long each took.

use cuprust_ir::{Capabilities, Precision, Program, Step, StreamId};
use cuprust_num::DType;
use cuprust_profile::{
    Away, Copied, Event, Kind, Topic, away, flags, intern, is_on, lap, log, next_step, now, push, queued, set_lap,
    set_step,
};

use crate::runtime::state::plans::{ReadyPlan, ReadyStep, StepFacts, plan_of};
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Device, DeviceKind, Watched};

impl Device {
    /// How the profiler numbers the device.
    pub(crate) fn profiled_as(self) -> u16 {
        match self.kind() {
            DeviceKind::Cpu => 0,
            DeviceKind::Ptx => 1,
            DeviceKind::Cuda(number) => number as u16 + 2,
        }
    }
}

impl Watched {
    #[inline]
    pub(in crate::runtime) fn begin(
        device: Device,
        stream: StreamId,
        reason: Reason,
        instructions: usize,
    ) -> Option<Box<Watched>> {
        log(Topic::Flushes, || {
            format!("{instructions} operations on {device}, stream {}: {}", stream.0, reason.text())
        });
        if is_on() { Some(Watched::new(device, stream, reason, instructions as u64)) } else { None }
    }

    #[cold]
    fn new(device: Device, stream: StreamId, reason: Reason, instructions: u64) -> Box<Watched> {
        let event = Event::new(Kind::Flush, intern(reason.text())).on(device.profiled_as(), stream.0);
        Box::new(Watched { event, instructions, planning: None })
    }

    /// Begins to run the steps.
    pub(in crate::runtime) fn runs(&self) {
        set_lap(if self.event.device == 0 { 0 } else { now() });
    }

    pub(in crate::runtime) fn planned(&mut self, start: u64) {
        self.planning = Some(now() - start);
    }

    pub(in crate::runtime) fn end(self, plan: Option<&ReadyPlan>) {
        let runs = |plan: &ReadyPlan| plan.steps.iter().filter(|step| matches!(step, ReadyStep::Run { .. })).count();
        let values = [
            self.instructions,
            plan.map_or(0, runs) as u64,
            u64::from(self.planning.is_some()),
            self.planning.unwrap_or(0),
        ];
        // The step that ran last ends the run.
        let (end, _) = lap();
        push(Event { values, ..self.event }.until(end));
    }
}

/// The flags of an event for the precision of its operations.
fn precise(precision: Precision) -> u8 {
    match precision {
        Precision::Half => flags::HALF,
        Precision::Single => 0,
        Precision::Double => flags::DOUBLE,
    }
}

/// What the profiler needs of each step of a program's plan, by index; `None` for steps on memory.
pub(in crate::runtime) fn facts_of(program: &Program, capabilities: &Capabilities) -> Box<[Option<StepFacts>]> {
    let Ok(plan) = plan_of(program, capabilities) else { return Box::default() };
    let facts = |step: &Step| {
        let routine = matches!(step, Step::Routine { .. });
        if !routine && !matches!(step, Step::Kernel(_)) {
            return None;
        }
        let operations = step.operations();
        let name = if operations.is_empty() { "copy".to_owned() } else { operations.join("+") };
        Some(StepFacts { name: intern(&name), cost: step.cost(&plan.bytes), routine })
    };
    plan.steps.iter().map(facts).collect()
}

/// A running step: a kernel on a device whose work is done when its call returns, elsewhere the launcher that kernels
/// name.
pub(in crate::runtime) struct StepRun {
    event: Event,
    before: u64,
}

impl StepRun {
    pub(in crate::runtime) fn begin(facts: &StepFacts, device: Device, stream: StreamId) -> Option<StepRun> {
        let StepFacts { name, cost, routine } = facts;
        let detail = precise(cost.precision) | if *routine { flags::ROUTINE } else { 0 };
        let runs_now = device.capabilities().synchronous;
        let kind = if runs_now { Kind::Kernel } else { Kind::Step };
        let step = next_step();
        // Elsewhere it begins where its memory was allocated, and the kernel's launch begins with it.
        let (start, follows) = if runs_now { (now(), false) } else { lap() };
        set_lap(if follows && !routine { start } else { 0 });
        let event = Event { link: step, ..Event::at(kind, *name, start) };
        let event = event
            .on(device.profiled_as(), stream.0)
            .with(detail, [cost.read, cost.written, cost.operations, cost.fused]);
        Some(StepRun { event, before: set_step(step) })
    }
}

impl Drop for StepRun {
    fn drop(&mut self) {
        set_step(self.before);
        // A kernel ends with its last launch. A routine's libraries launch unreported kernels, and wait.
        let is_routine = self.event.detail & flags::ROUTINE != 0;
        let end = Some(queued()).filter(|&end| !is_routine && end > self.event.start).unwrap_or_else(now);
        set_lap(if self.event.kind == Kind::Step { end } else { 0 });
        push(self.event.until(end));
    }
}

/// A wait for a device, which is recorded when this is dropped.
pub(in crate::runtime) struct Waited(
    Option<Event>,
    #[expect(dead_code, reason = "it ends with the wait")] Option<Away>,
);

/// Begins to wait for something of a device.
pub(in crate::runtime) fn wait(device: Device, what: &'static str) -> Waited {
    Waited(is_on().then(|| Event::new(Kind::Wait, intern(what)).on(device.profiled_as(), 0)), away())
}

impl Drop for Waited {
    fn drop(&mut self) {
        if let Some(event) = self.0.take() {
            push(Event { duration: now() - event.start, ..event });
        }
    }
}

/// Records a kernel that ran on the CPU outside of a plan, with its start time.
pub(crate) fn kernel(name: &str, start: u64) {
    push(Event { link: next_step(), ..Event::new(Kind::Kernel, intern(name)).since(start) });
}

/// Records an operation on few elements that ran within its call: bytes read and written, operations, and their dtype.
#[cold]
pub(crate) fn immediate(name: &'static str, start: u64, [read, written, operations]: [u64; 3], dtype: DType) {
    let detail = flags::IMMEDIATE | precise(Precision::of(dtype));
    let event = Event::new(Kind::Kernel, intern(name)).since(start).with(detail, [read, written, operations, 1]);
    push(Event { link: next_step(), ..event });
}

/// Records a transfer of elements to or from a device.
#[cold]
pub(crate) fn transfer(device: Device, to_device: bool, bytes: &[u8], start: u64) {
    let direction = if to_device { Copied::HostToDevice } else { Copied::DeviceToHost };
    // A download is compared with nothing, so it needs no fingerprint.
    let mark = if to_device { fingerprint(bytes) } else { 0 };
    let values = [bytes.len() as u64, mark, 0, 0];
    push(Event::new(Kind::Transfer, 0).since(start).on(device.profiled_as(), 0).with(direction as u8, values));
}

/// A hash that tells contents of host arrays apart: of a long array, it covers 64 parts.
fn fingerprint(bytes: &[u8]) -> u64 {
    const PART: usize = 1024;
    let mut hash = bytes.len() as u64;
    let mut add = |part: &[u8]| {
        for word in part.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            hash = (hash.rotate_left(5) ^ u64::from_le_bytes(padded)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    };
    if bytes.len() <= 64 * PART {
        add(bytes);
    } else {
        // The parts range from the first bytes to the last.
        let begin = |part: usize| (bytes.len() - PART) * part / 63;
        (0..64).for_each(|part| add(&bytes[begin(part)..begin(part) + PART]));
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_have_equal_fingerprints_and_others_have_others() {
        let long: Vec<u8> = (0..1_000_000u32).map(|number| (number * 7 % 251) as u8).collect();
        let mut other = long.clone();
        other[999_999] ^= 1;
        assert_eq!(fingerprint(&long), fingerprint(&long.clone()));
        assert_ne!(fingerprint(&long), fingerprint(&other));
        assert_ne!(fingerprint(&[0; 8]), fingerprint(&[0; 9]));
        assert_ne!(fingerprint(b"abcdefgh1"), fingerprint(b"abcdefgh2"));
    }
}
