//! The queue of each stream: recording into it, cutting it, flushing it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuprust_ir::{Error, Executor, Instruction, Memory, Operand, Program, Result, Storage, StreamId, What};

use super::device::{Device, Guard};
use super::plans::{Failure, Plans};
use super::storage::{Slot, Table};
use super::tape::{Input, Output, Tape};
use super::{StorageRef, env};

/// A queue is cut when it holds this many instructions.
const MOST_INSTRUCTIONS: usize = 512;
/// A queue is flushed when storages that have no memory yet, and are still referred to, would need this many bytes, or a
/// quarter of what is free.
const MOST_BYTES: u64 = 8 << 30;

/// What the arrays of a device share.
#[derive(Default)]
pub(super) struct State {
    pub(super) table: Table,
    queues: Vec<Queue>,
    plans: Plans,
    /// The memories of the storages of the program that is being run, kept for its allocation.
    memories: Vec<Memory>,
}

/// The program that a stream has still to run.
struct Queue {
    /// Tells this program from earlier ones: a storage whose entry has this number is named in it.
    epoch: u64,
    tape: Tape,
    /// The storages named, by their entries in the table.
    storages: Vec<u32>,
    /// Bytes of the storages written that have no memory yet and have not died.
    waiting: u64,
    /// Storages that were written and died within the program: from which instruction to which, and their bytes.
    spans: Vec<Span>,
    /// How many bytes may wait; found when first needed.
    most_waiting: u64,
}

/// From its first write to its death, a storage without memory of its own would need memory if the queue were cut there.
struct Span {
    born: u32,
    died: u32,
    bytes: u64,
}

impl State {
    fn queue(&mut self, stream: StreamId) -> &mut Queue {
        let place = stream.0 as usize;
        while self.queues.len() <= place {
            let stream = self.queues.len() as u64;
            // Epochs of different queues never meet: the lower half counts, the upper half names the stream.
            let epoch = stream << 40 | 1;
            self.queues.push(Queue {
                epoch,
                tape: Tape::default(),
                storages: vec![],
                waiting: 0,
                spans: vec![],
                most_waiting: 0,
            });
        }
        &mut self.queues[place]
    }

    /// Whether somebody else's memory is behind a storage.
    pub(super) fn is_lent(&self, index: u32) -> bool {
        self.table.get(index).owner.is_some()
    }

    /// A storage's last reference is gone.
    pub(super) fn die(&mut self, device: Device, index: u32) {
        let slot = self.table.get(index);
        let queue = self.queues.get_mut(slot.stream.0 as usize).filter(|queue| queue.epoch == slot.epoch);
        match queue {
            Some(queue) => {
                let died = queue.tape.starts.len() as u32;
                queue.tape.dead(slot.local);
                if slot.memory.is_none() && slot.written {
                    queue.waiting -= slot.bytes;
                    queue.spans.push(Span { born: slot.born, died, bytes: slot.bytes });
                }
            }
            None => self.end(device, index),
        }
    }

    /// Takes back the memory of a storage that no queue names, and frees its entry.
    fn end(&mut self, device: Device, index: u32) {
        let slot = self.table.get_mut(index);
        if let Some(memory) = slot.memory.take()
            && slot.owner.is_none()
        {
            device.executor().release(memory, slot.stream);
        }
        self.table.recycle(index);
    }
}

impl Guard {
    /// The streams that have a queue.
    pub(super) fn streams(&self) -> impl Iterator<Item = StreamId> + use<> {
        (0..self.state.queues.len().max(1) as u32).map(StreamId)
    }

    /// Records an instruction on the thread's current stream.
    ///
    /// `shape` is the space of the instruction: of a reduction its input's, else its first output's.
    ///
    /// # Errors
    /// Where an input could not be computed earlier; or whatever running brings, where recording led to a flush.
    pub(crate) fn record(&mut self, what: What, shape: &[i64], outputs: &[Output], inputs: &[Input]) -> Result<()> {
        let stream = self.device.stream();
        for index in outputs.iter().map(|output| output.0).chain(inputs.iter().filter_map(Input::storage)) {
            if self.state.table.get(index).stream != stream {
                self.migrate(index, stream)?;
            }
            if let Some(poison) = &self.state.table.get(index).poison {
                return Err(poison.clone());
            }
        }
        let state = &mut *self.state;
        state.queue(stream);
        let (table, queue) = (&mut state.table, &mut state.queues[stream.0 as usize]);
        queue.tape.begin(what, outputs.len(), inputs.len(), shape);
        let mut volatile = false;
        for &(index, dtype, layout) in outputs {
            let local = queue.local(table, index);
            let slot = table.get_mut(index);
            queue.write(slot);
            volatile |= slot.volatile;
            queue.tape.view(local, dtype, layout, &[], shape);
        }
        for input in inputs {
            match *input {
                Input::View(index, dtype, layout, wraps) => {
                    let local = queue.local(table, index);
                    volatile |= table.get(index).volatile;
                    queue.tape.view(local, dtype, layout, wraps, shape);
                }
                Input::Scalar(scalar) => queue.tape.scalar(scalar),
                Input::Position(layout) => queue.tape.position(layout),
            }
        }
        if volatile || env::synchronous() {
            self.flush(stream)?;
            return self.device.executor().synchronize(stream);
        }
        let count = queue.tape.starts.len();
        if count >= MOST_INSTRUCTIONS {
            let cut = queue.clean_cut(table);
            return self.flush_first(stream, cut);
        }
        if queue.waiting > MOST_BYTES / 64 && queue.over_the_bytes(self.device.executor()) {
            return self.flush(stream);
        }
        Ok(())
    }

    /// Brings a storage to another stream: what its own stream has to do for it comes first.
    #[cold]
    fn migrate(&mut self, index: u32, stream: StreamId) -> Result<()> {
        let from = self.state.table.get(index).stream;
        let slot = self.state.table.get(index);
        if self.state.queues.get(from.0 as usize).is_some_and(|queue| queue.epoch == slot.epoch) {
            self.flush(from)?;
        }
        let executor = self.device.executor();
        if !executor.is_host() {
            let event = executor.create_event(false)?;
            let waited = executor.record_event(event, from).and_then(|()| executor.wait_event(stream, event));
            executor.destroy_event(event);
            waited?;
        }
        self.state.table.get_mut(index).stream = stream;
        Ok(())
    }

    /// Runs all that a stream has to do. On a GPU it is launched, not waited for.
    ///
    /// # Errors
    /// What went wrong. The storages that could not be computed raise it again when they are used.
    pub(crate) fn flush(&mut self, stream: StreamId) -> Result<()> {
        match self.state.queues.get(stream.0 as usize).map_or(0, |queue| queue.tape.starts.len()) {
            0 => Ok(()),
            all => self.flush_first(stream, all),
        }
    }

    /// Runs what a storage waits for.
    pub(crate) fn flush_storage(&mut self, storage: &StorageRef) -> Result<()> {
        let slot = self.state.table.get(storage.index());
        let (stream, epoch) = (slot.stream, slot.epoch);
        if self.state.queues.get(stream.0 as usize).is_some_and(|queue| queue.epoch == epoch) {
            self.flush(stream)?;
        }
        match &self.state.table.get(storage.index()).poison {
            Some(poison) => Err(poison.clone()),
            None => Ok(()),
        }
    }

    /// Runs the first `count` instructions of a queue and keeps the rest.
    fn flush_first(&mut self, stream: StreamId, count: usize) -> Result<()> {
        let device = self.device;
        let state = &mut *self.state;
        let queue = &mut state.queues[stream.0 as usize];
        let rest = queue.tape.decode(count, queue.tape.starts.len());
        let scalars = queue.tape.starts.get(count).map_or(queue.tape.scalars.len(), |start| start.1 as usize);
        let rest_scalars = queue.tape.scalars.split_off(scalars);
        let words = queue.tape.starts.get(count).map_or(queue.tape.words.len(), |start| start.0 as usize);

        let storages = std::mem::take(&mut queue.storages);
        let dead = queue.tape.deaths(count);
        let mut facts: Vec<Storage> = storages
            .iter()
            .map(|&index| {
                let slot = state.table.get(index);
                let (bytes, given) = (slot.bytes as i64, slot.memory.is_some());
                Storage { bytes, given, kept: true, exported: slot.exported }
            })
            .collect();
        dead.iter().for_each(|&local| facts[local as usize].kept = false);
        let memories = &mut state.memories;
        memories.clear();
        memories.extend(storages.iter().map(|&index| state.table.get(index).memory.unwrap_or_default()));
        let (table, plans, tape) = (&state.table, &mut state.plans, &queue.tape);
        let owned = |local: usize| storages.get(local).is_none_or(|&index| table.get(index).owner.is_none());
        let program =
            || Program { storages: facts.clone(), scalars: tape.scalars.clone(), instructions: tape.decode(0, count) };
        // A defect that shows as a panic must not leave the queue half run: it becomes the error of what was to be computed.
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let plan = plans.find(&facts, &tape.words[..words], device.executor(), program)?;
            Ok(plan.run(memories, &tape.scalars, &owned, device.executor(), stream))
        }));
        let failure = match caught {
            Ok(Ok(None)) => None,
            Ok(Ok(Some(failure))) => Some(failure),
            Ok(Err(error)) => Some(Failure { error, lost: vec![true; storages.len()] }),
            Err(_) => {
                let error =
                    Error::runtime("running recorded operations panicked: a defect of cuprust, please report it");
                Some(Failure { error, lost: vec![true; storages.len()] })
            }
        };
        for (local, &index) in storages.iter().enumerate() {
            let slot = state.table.get_mut(index);
            let memory = memories[local];
            let wrote = std::mem::replace(&mut slot.written, false);
            slot.epoch = 0;
            if memory.address != 0 || memory.bytes != 0 {
                slot.memory = Some(memory);
            } else if slot.owner.is_none() {
                slot.memory = None;
            }
            if let Some(failure) = &failure
                && wrote
                && failure.lost[local]
            {
                slot.poison = Some(failure.error.clone());
            }
        }
        let ran = failure.map_or(Ok(()), |failure| Err(failure.error));
        queue.tape.clear();
        queue.epoch += 1;
        queue.waiting = 0;
        queue.spans.clear();
        for local in dead {
            state.end(device, storages[local as usize]);
        }
        self.record_again(stream, &storages, rest, &rest_scalars);
        ran
    }

    /// Puts instructions back into a queue whose first part was run.
    fn record_again(
        &mut self,
        stream: StreamId,
        storages: &[u32],
        rest: Vec<Instruction>,
        scalars: &[cuprust_num::Scalar],
    ) {
        let state = &mut *self.state;
        let (table, queue) = (&mut state.table, &mut state.queues[stream.0 as usize]);
        for instruction in rest {
            if let What::Dead(storage) = instruction.what {
                let index = storages[storage.0 as usize];
                if table.get(index).epoch == queue.epoch {
                    queue.tape.dead(table.get(index).local);
                } else {
                    let slot = table.get_mut(index);
                    // The cut left nothing that names it: it ends here.
                    if let Some(memory) = slot.memory.take()
                        && slot.owner.is_none()
                    {
                        self.device.executor().release(memory, stream);
                    }
                    table.recycle(index);
                }
                continue;
            }
            let shape = match (&instruction.what, instruction.inputs.first()) {
                (What::Reduce(..), Some(Operand::View(view))) => view.layout.shape.clone(),
                _ => instruction.outputs[0].layout.shape.clone(),
            };
            queue.tape.begin(instruction.what, instruction.outputs.len(), instruction.inputs.len(), &shape);
            for view in &instruction.outputs {
                let index = storages[view.storage.0 as usize];
                let local = queue.local(table, index);
                queue.write(table.get_mut(index));
                queue.tape.view(local, view.dtype, &view.layout, &[], &shape);
            }
            for input in &instruction.inputs {
                match input {
                    Operand::View(view) => {
                        let local = queue.local(table, storages[view.storage.0 as usize]);
                        queue.tape.view(local, view.dtype, &view.layout, &view.wraps, &shape);
                    }
                    Operand::Scalar(id) => queue.tape.scalar(scalars[id.0 as usize]),
                    Operand::Position(layout) => queue.tape.position(layout),
                }
            }
        }
    }

    /// A storage's memory, after what it waits for has run. A storage that nothing was written to gets memory now.
    pub(crate) fn memory(&mut self, storage: &StorageRef) -> Result<Memory> {
        self.flush_storage(storage)?;
        let slot = self.state.table.get_mut(storage.index());
        match slot.memory {
            Some(memory) => Ok(memory),
            None => {
                let memory = self.device.executor().allocate(slot.bytes, slot.stream)?;
                slot.memory = Some(memory);
                Ok(memory)
            }
        }
    }

    /// A storage's memory where it has any and nothing waits to write it.
    #[inline]
    pub(crate) fn ready(&self, index: u32) -> Option<Memory> {
        let slot = self.state.table.get(index);
        if slot.written { None } else { slot.memory }
    }

    /// Gives a storage memory that was filled just now.
    #[inline]
    pub(crate) fn fill(&mut self, storage: &StorageRef, memory: Memory) {
        self.state.table.get_mut(storage.index()).memory = Some(memory);
    }

    /// The stream of a storage.
    pub(crate) fn stream_of(&self, storage: &StorageRef) -> StreamId {
        self.state.table.get(storage.index()).stream
    }

    /// The length of a storage in bytes.
    pub(crate) fn bytes(&self, storage: &StorageRef) -> u64 {
        self.state.table.get(storage.index()).bytes
    }

    /// Notes that a storage's memory is known outside, and gives it.
    pub(crate) fn export(&mut self, storage: &StorageRef, volatile: bool) -> Result<Memory> {
        let memory = self.memory(storage)?;
        let slot = self.state.table.get_mut(storage.index());
        slot.exported = true;
        slot.volatile |= volatile;
        Ok(memory)
    }
}

impl Input<'_> {
    #[inline]
    fn storage(&self) -> Option<u32> {
        match self {
            Input::View(index, ..) => Some(*index),
            _ => None,
        }
    }
}

impl Queue {
    /// The place of a storage in this queue's program.
    #[inline]
    fn local(&mut self, table: &mut Table, index: u32) -> u32 {
        let slot = table.get_mut(index);
        if slot.epoch != self.epoch {
            slot.epoch = self.epoch;
            slot.local = self.storages.len() as u32;
            slot.written = false;
            self.storages.push(index);
        }
        slot.local
    }

    /// Notes that the last instruction of this program writes a storage.
    #[inline]
    fn write(&mut self, slot: &mut Slot) {
        if !slot.written {
            slot.written = true;
            slot.born = self.tape.starts.len() as u32 - 1;
            if slot.memory.is_none() {
                self.waiting += slot.bytes;
            }
        }
    }

    /// Where to cut a full queue: within the last turn of the loop that filled it (its last quarter, where it looks like no
    /// loop), at the place that the fewest bytes without memory of their own live across. Each turn of a loop is cut at the
    /// same place, so that the next full queue looks the same and finds its plan.
    fn clean_cut(&self, table: &Table) -> usize {
        let n = self.tape.starts.len();
        let first = n - self.tape.period().unwrap_or(n / 4).max(1);
        let alive = self.storages.iter().filter(|&&index| table.is_alive(index)).map(|&index| table.get(index));
        let alive = alive.filter(|slot| slot.written && slot.memory.is_none());
        let alive = alive.map(|slot| Span { born: slot.born, died: n as u32, bytes: slot.bytes });
        // What lives across a cut before instruction `cut` was born before it and dies at it or later.
        let mut across = vec![0u64; n - first];
        for span in alive.chain(self.spans.iter().map(|span| Span { ..*span })) {
            let (from, to) = ((span.born as usize + 1).max(first + 1), (span.died as usize).min(n));
            (from..=to).for_each(|cut| across[cut - first - 1] += span.bytes);
        }
        let best = across.iter().enumerate().rev().min_by_key(|(_, bytes)| **bytes);
        best.map_or(n, |(place, _)| first + 1 + place)
    }

    #[cold]
    fn over_the_bytes(&mut self, executor: &dyn Executor) -> bool {
        if self.most_waiting == 0 {
            self.most_waiting = MOST_BYTES.min(executor.memory().free / 4).max(1 << 20);
        }
        self.waiting > self.most_waiting
    }
}
