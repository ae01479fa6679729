//! How a trace is made: a function records on a stream of its own, and its program is kept, with the storages that it
//! wrote.
//!
//! The program also runs as usual, so the first call gives its results whatever the function does. Anything that a
//! program cannot express breaks the trace, and the function is called again each time: reading a value, requesting
//! memory, launching a user's kernel, using another stream, keeping an array.

use std::collections::HashMap;
use std::sync::Mutex;

use cuprust_ir::{Operand, Result, StreamId};

use crate::runtime::devices::allocator;
use crate::runtime::host::signals::allow_waiting;
use crate::runtime::host::traced::{is_tracing, set_tracing};
use crate::runtime::state::captured::note_captures;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Device, Guard, StorageRef, Trace, Tracing};
use crate::runtime::streams::stream::{Stream, StreamGuard};

/// Why a storage that is exported, or has raw bools, prevents a trace.
const SHARED_OR_RAW_BOOLS: &str = "memory is shared with others, or bools are written as bytes";

/// While it lives, this thread records a trace, and may not wait for devices.
pub(crate) struct Tracer {
    device: Device,
    before: StreamId,
    stream: Stream,
    waits: bool,
    _current: StreamGuard,
}

impl Tracer {
    /// Begins a trace on this thread, which records on a stream of its own meanwhile; `None` within a capture or
    /// another trace, under a user's allocator, with synchronous recording, or where others may change an argument.
    ///
    /// # Errors
    /// Errors in computing the arguments; an error for arguments on another device.
    pub(crate) fn begin(device: Device, arguments: &[&StorageRef]) -> Result<Option<Tracer>> {
        let before = device.stream();
        {
            let mut state = device.lock()?;
            if is_tracing() || state.captures() || allocator::is_set() || state.state.queue(before).1.synchronous {
                return Ok(None);
            }
        }
        let stream = Stream::new(device, true, 0)?;
        let current = stream.enter();
        let tracer = {
            let mut state = device.lock()?;
            state.flush(stream.id(), Reason::Fused)?;
            if state.make_ready(stream.id(), arguments.iter().copied())? {
                return Ok(None);
            }
            let queue = state.state.queue(stream.id()).1;
            queue.recorder.join();
            queue.tracing = Some(Box::default());
            state.state.captures += 1;
            note_captures(1);
            Tracer { device, before, stream, waits: allow_waiting(false), _current: current }
        };
        set_tracing(true);
        Ok(Some(tracer))
    }

    /// Ends the trace: its program runs, and its results move to the stream that was current before. Returns the trace,
    /// or why there is none.
    ///
    /// `known` are the storages that existed before and exist at each replay; `None` means all.
    ///
    /// # Errors
    /// Errors in running what was recorded.
    pub(crate) fn end(
        self,
        arguments: &[&StorageRef],
        known: Option<&[&StorageRef]>,
        results: &[&StorageRef],
    ) -> Result<std::result::Result<Trace, &'static str>> {
        let (device, stream, before) = (self.device, self.stream.id(), self.before);
        let mut state = device.lock()?;
        let tracing = state.end_tracing(stream);
        let trace = match set_tracing(false) {
            Some(why) => Err(why),
            None => state.trace_of(stream, tracing, arguments, known, results),
        };
        state.leave_stream(stream, before, Reason::Fused)?;
        Ok(trace)
    }
}

impl Drop for Tracer {
    fn drop(&mut self) {
        set_tracing(false);
        allow_waiting(self.waits);
        if let Ok(mut state) = self.device.lock()
            && state.state.queue(self.stream.id()).1.tracing.is_some()
        {
            state.end_tracing(self.stream.id());
            // Errors are raised where the recorded arrays are used.
            let _ = state.leave_stream(self.stream.id(), self.before, Reason::Fused);
        }
    }
}

impl Guard {
    fn end_tracing(&mut self, stream: StreamId) -> Tracing {
        let Some(tracing) = self.state.queue(stream).1.tracing.take() else { return Tracing::default() };
        self.state.captures -= 1;
        note_captures(-1);
        *tracing
    }

    /// The program of a stream as a trace; or why it is none.
    fn trace_of(
        &mut self,
        stream: StreamId,
        tracing: Tracing,
        arguments: &[&StorageRef],
        known: Option<&[&StorageRef]>,
        results: &[&StorageRef],
    ) -> std::result::Result<Trace, &'static str> {
        if let Some(why) = tracing.broken {
            return Err(why);
        }
        let device = self.device;
        let (table, queue) = self.state.queue(stream);
        if arguments.iter().any(|storage| table.get(storage.index()).stream != stream) {
            return Err("an argument is used on another stream");
        }
        if arguments.iter().any(|storage| table.get(storage.index()).raw_bools) {
            return Err(SHARED_OR_RAW_BOOLS);
        }
        let is_one_of = |all: &[&StorageRef], index: u32| all.iter().any(|storage| storage.index() == index);
        let (mut constants, mut made, mut temporaries) = (Vec::new(), Vec::new(), Vec::new());
        for &index in queue.storages.iter().filter(|index| !is_one_of(arguments, **index)) {
            let slot = table.get(index);
            if slot.raw_bools {
                return Err(SHARED_OR_RAW_BOOLS);
            }
            let is_uploaded = tracing.uploaded.iter().any(|storage| storage.index() == index);
            if slot.memory.is_none() && slot.written {
                match is_one_of(results, index) {
                    true => made.push(index),
                    false if table.is_held(index) => {
                        return Err("an array that the function makes is kept outside of it");
                    }
                    false => temporaries.push(index),
                }
            } else if is_uploaded && slot.written {
                return Err("an array is written whose elements came from the host");
            } else if is_uploaded || known.is_none_or(|known| is_one_of(known, index)) {
                constants.push(index);
            } else {
                return Err("an array is used that is not an argument, a global or a closed-over variable");
            }
        }
        for storage in results.iter().filter(|storage| storage.device() == device) {
            let (index, slot) = (storage.index(), table.get(storage.index()));
            if tracing.uploaded.iter().any(|other| other == *storage) {
                return Err("a result's elements came from the host");
            }
            // A storage that nothing was written to, such as one without elements.
            if slot.epoch != queue.epoch
                && slot.memory.is_none()
                && !is_one_of(arguments, index)
                && !made.contains(&index)
            {
                made.push(index);
            }
        }
        // The order in a trace: arguments, constants, results, temporaries.
        let named = arguments.iter().map(|storage| storage.index());
        let named: Vec<u32> = named.chain(constants.iter().copied()).chain(made.iter().copied()).collect();
        let mut returned = Vec::new();
        for storage in results {
            let position = named.iter().position(|&index| storage.device() == device && index == storage.index());
            returned.push(position.ok_or("a result is none of the operations that were recorded")?);
        }
        let all = named.iter().chain(&temporaries).enumerate();
        let positions: HashMap<u32, u32> = all.map(|(position, &index)| (index, position as u32)).collect();
        let names: Vec<u32> = queue.storages.iter().map(|index| positions[index]).collect();
        let mut trace = Trace {
            device,
            tape: Default::default(),
            arguments: arguments.len(),
            constants: constants.iter().filter_map(|&index| table.reference(index)).collect(),
            results: made.iter().map(|&index| table.get(index).bytes).collect(),
            temporaries: temporaries.iter().map(|&index| table.get(index).bytes as i64).collect(),
            returned,
            written: vec![false; positions.len()],
            last: vec![0; positions.len()],
            draws: tracing.draws,
            uploads: !tracing.uploaded.is_empty(),
            plans: Mutex::default(),
        };
        let mut views = Vec::new();
        for (position, instruction) in queue.tape.decode(0, queue.tape.len()).iter().enumerate() {
            views.clear();
            views.extend(instruction.outputs.iter().map(|view| names[view.storage.0 as usize]));
            views.iter().for_each(|&name| trace.written[name as usize] = true);
            views
                .extend(instruction.inputs.iter().filter_map(Operand::view).map(|view| names[view.storage.0 as usize]));
            views.iter().for_each(|&name| trace.last[name as usize] = position as u32);
            trace.tape.append(instruction, &queue.tape.scalars, &views);
        }
        Ok(trace)
    }
}
