//! The queue of each stream: recording into it, cutting it, flushing it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuprust_ir::{Error, Instruction, Layout, Memory, Operand, Program, Result, Storage, StreamId, What};
use cuprust_num::DType;

use super::cut::{BETWEEN_LOOKS, FEW_BYTES, WORTH_A_FLUSH, with_deaths};
use super::device::{Device, Guard};
use super::doubts::Doubts;
use super::plans::{Failure, Notes, Plans};
use super::showing::Showing;
use super::storage::{Name, Slot, Table};
use super::tape::{Input, Output, Tape};
use super::{StorageRef, env};

/// What the arrays of a device share.
#[derive(Default)]
pub(super) struct State {
    pub(super) table: Table,
    pub(super) queues: Vec<Queue>,
    pub(super) plans: Plans,
    /// The memories and the facts of the storages of the program that is being run, and an empty list of storages: kept for
    /// their allocations.
    memories: Vec<Memory>,
    facts: Vec<Storage>,
    spare: Vec<u32>,
    pub(super) doubts: Doubts,
    pub(super) showing: Showing,
}

/// The program that a stream has still to run.
pub(super) struct Queue {
    /// Tells this program from earlier ones: a storage whose entry has this number is named in it.
    epoch: u64,
    pub(super) tape: Tape,
    /// The storages named, by their entries in the table.
    pub(super) storages: Vec<u32>,
    /// Bytes of the storages written that have no memory yet: those that have died since they were counted are among them.
    pub(super) waiting: u64,
    /// How many bytes may wait before they are counted anew.
    pub(super) most_waiting: u64,
    /// With how many instructions it is seen next whether to run some of them.
    pub(super) next_look: usize,
    /// With how many bytes of storages an idle device is given some.
    pub(super) worth_a_flush: u64,
    /// Whether each instruction runs as it is recorded.
    synchronous: bool,
}

impl State {
    /// The queue of a stream, beside the table.
    #[inline]
    pub(super) fn queue(&mut self, stream: StreamId) -> (&mut Table, &mut Queue) {
        let place = stream.0 as usize;
        if self.queues.len() <= place {
            self.add_queues(place);
        }
        (&mut self.table, &mut self.queues[place])
    }

    #[cold]
    fn add_queues(&mut self, place: usize) {
        while self.queues.len() <= place {
            let stream = self.queues.len() as u64;
            // Epochs of different queues never meet: the lower half counts, the upper half names the stream.
            let epoch = stream << 40 | 1;
            self.queues.push(Queue {
                epoch,
                tape: Tape::default(),
                storages: vec![],
                waiting: 0,
                most_waiting: FEW_BYTES,
                next_look: BETWEEN_LOOKS,
                worth_a_flush: WORTH_A_FLUSH,
                synchronous: env::synchronous(),
            });
        }
    }

    /// Whether somebody else's memory is behind a storage.
    pub(super) fn is_lent(&self, index: u32) -> bool {
        self.table.get(index).owner.is_some()
    }

    /// Takes back the memory of a storage whose last reference is gone, and frees its entry.
    pub(super) fn end(&mut self, device: Device, index: u32) {
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
        let storages = outputs.iter().map(|output| output.0).chain(inputs.iter().filter_map(Input::storage));
        if self.make_ready(stream, storages)? && self.reads_loose_bools(inputs) {
            return self.with_truths(shape, inputs, |state, inputs| state.record(what, shape, outputs, inputs));
        }
        let (table, queue) = self.state.queue(stream);
        queue.tape.begin(what, outputs.len(), inputs.len(), shape);
        let mut volatile = false;
        for &(index, dtype, layout) in outputs {
            let local = queue.name(table, index);
            let slot = table.get_mut(index);
            queue.write(slot);
            volatile |= slot.volatile;
            queue.tape.view(local, dtype, layout, &[], shape);
        }
        volatile |= queue.inputs(table, inputs, shape);
        self.run_if_due(stream, volatile)
    }

    /// Records an instruction that fills a new storage of so many bytes, and gives the storage. Its space is the shape of the
    /// layout, which is plain or not. Otherwise as [`Guard::record`].
    pub(crate) fn record_new(
        &mut self,
        what: What,
        bytes: u64,
        (dtype, layout, plain): (DType, &Layout, bool),
        inputs: &[Input],
    ) -> Result<StorageRef> {
        let (device, stream) = (self.device, self.device.stream());
        if self.make_ready(stream, inputs.iter().filter_map(Input::storage))? && self.reads_loose_bools(inputs) {
            return self.with_truths(&layout.shape, inputs, |state, inputs| {
                state.record_new(what, bytes, (dtype, layout, plain), inputs)
            });
        }
        let (table, queue) = self.state.queue(stream);
        let shape = &layout.shape;
        queue.tape.begin(what, 1, inputs.len(), shape);
        let name = queue.next_name();
        let storage = table.create_named(device, bytes, stream, name);
        queue.storages.push(storage.index());
        queue.waiting += bytes;
        if plain {
            queue.tape.plain(name.local, dtype, shape.len(), 0);
        } else {
            queue.tape.view(name.local, dtype, layout, &[], shape);
        }
        let volatile = queue.inputs(table, inputs, shape);
        self.run_if_due(stream, volatile)?;
        Ok(storage)
    }

    /// Brings storages to a stream, and says whether one of them is loose: bytes of bools in it may be other than 0 and 1.
    ///
    /// # Errors
    /// Where one could not be computed earlier.
    #[inline]
    fn make_ready(&mut self, stream: StreamId, storages: impl Iterator<Item = u32>) -> Result<bool> {
        let mut loose = false;
        for index in storages {
            if self.state.table.get(index).stream != stream {
                self.migrate(index, stream)?;
            }
            let slot = self.state.table.get(index);
            if let Some(poison) = &slot.poison {
                return Err(poison.clone());
            }
            loose |= slot.loose;
        }
        Ok(loose)
    }

    /// Runs what was recorded where somebody may look at it now, or where it has become too much.
    #[inline]
    fn run_if_due(&mut self, stream: StreamId, volatile: bool) -> Result<()> {
        let (table, queue) = self.state.queue(stream);
        self.device.note_recorded(queue.tape.len());
        if volatile || queue.synchronous {
            self.flush(stream)?;
            self.device.executor().synchronize(stream)?;
            return self.settle(Some(stream));
        }
        if queue.tape.len() >= queue.next_look {
            return self.look(stream);
        }
        if queue.waiting > queue.most_waiting && queue.over_the_bytes(table, self.device.executor()) {
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
        match self.state.queues.get(stream.0 as usize).map_or(0, |queue| queue.tape.len()) {
            0 => Ok(()),
            all => self.flush_first(stream, all),
        }
    }

    /// Whether a stream has nothing recorded that is still to be run.
    pub(crate) fn is_empty(&self, stream: StreamId) -> bool {
        self.state.queues.get(stream.0 as usize).is_none_or(|queue| queue.tape.len() == 0)
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
    pub(super) fn flush_first(&mut self, stream: StreamId, count: usize) -> Result<()> {
        self.settle_many(stream)?;
        self.bring_named_home(stream)?;
        let device = self.device;
        let state = &mut *self.state;
        state.doubts.enter(&state.table, &state.queues[stream.0 as usize].storages);
        let queue = &mut state.queues[stream.0 as usize];
        let rest = queue.tape.decode(count, queue.tape.len());
        let end = queue.tape.marks.get(count).copied();
        let rest_scalars = end.map_or(vec![], |end| queue.tape.scalars.split_off(end.scalar as usize));
        let words = end.map_or(queue.tape.words.len(), |end| end.word as usize);

        let storages = std::mem::replace(&mut queue.storages, std::mem::take(&mut state.spare));
        let shown = state.showing.begin();
        let (table, plans, tape, doubts) = (&state.table, &mut state.plans, &queue.tape, &mut state.doubts);
        // What nobody holds and the rest does not name is not wanted afterwards.
        let kept = |index: u32| table.is_held(index) || table.get(index).last as usize >= count;
        let (memories, facts) = (&mut state.memories, &mut state.facts);
        facts.clear();
        facts.extend(storages.iter().map(|&index| {
            let slot = table.get(index);
            let (bytes, given) = (slot.bytes as i64, slot.memory.is_some());
            Storage { bytes, given, kept: kept(index), exported: slot.exported }
        }));
        memories.clear();
        memories.extend(storages.iter().map(|&index| table.get(index).memory.unwrap_or_default()));
        // What was found wrong since the program was recorded is lost to it too.
        let poisons = || storages.iter().map(|&index| &table.get(index).poison);
        let before = poisons().flatten().next().map(|error| Failure {
            error: error.clone(),
            lost: poisons().map(Option::is_some).collect(),
            raise: None,
        });
        let owned = |local: usize| storages.get(local).is_none_or(|&index| table.get(index).owner.is_none());
        let program = || {
            let last = |local: usize| table.get(storages[local]).last as usize;
            let instructions = with_deaths(tape.decode(0, count), facts, last);
            Program { storages: facts.clone(), scalars: tape.scalars.clone(), instructions }
        };
        // A defect that shows as a panic must not leave the queue half run: it becomes the error of what was to be computed.
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let plan = plans.find(facts, &tape.words[..words], device.executor(), program)?;
            Ok(plan.run(memories, &tape.scalars, &owned, device.executor(), stream, Notes { doubts, shown, before }))
        }));
        let failure = match caught {
            Ok(Ok(None)) => None,
            Ok(Ok(Some(failure))) => Some(failure),
            Ok(Err(error)) => Some(Failure::new(error, vec![true; storages.len()])),
            Err(_) => {
                let error =
                    Error::runtime("running recorded operations panicked: a defect of cuprust, please report it");
                Some(Failure::new(error, vec![true; storages.len()]))
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
                slot.poison.get_or_insert_with(|| failure.error.clone());
            }
        }
        state.showing.end(&mut state.table, &storages);
        state.doubts.leave(&mut state.table, &storages);
        let ran = failure.and_then(|failure| failure.raise).map_or(Ok(()), Err);
        queue.tape.clear();
        queue.next_look = BETWEEN_LOOKS;
        queue.epoch += 1;
        queue.waiting = 0;
        self.record_again(stream, &storages, rest, &rest_scalars);
        for &index in &storages {
            if self.state.table.unname(index) {
                self.state.end(device, index);
            }
        }
        self.state.spare = storages;
        self.state.spare.clear();
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
        let (table, queue) = self.state.queue(stream);
        for instruction in rest {
            let shape = match (&instruction.what, instruction.inputs.first()) {
                (What::Reduce(..), Some(Operand::View(view))) => view.layout.shape.clone(),
                _ => instruction.outputs[0].layout.shape.clone(),
            };
            queue.tape.begin(instruction.what, instruction.outputs.len(), instruction.inputs.len(), &shape);
            for view in &instruction.outputs {
                let index = storages[view.storage.0 as usize];
                let local = queue.name(table, index);
                queue.write(table.get_mut(index));
                queue.tape.view(local, view.dtype, &view.layout, &[], &shape);
            }
            for input in &instruction.inputs {
                match input {
                    Operand::View(view) => {
                        let local = queue.name(table, storages[view.storage.0 as usize]);
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
        self.bring_home(storage.index())?;
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
        if slot.written || slot.poison.is_some() { None } else { slot.memory }
    }

    /// Whether no recorded instruction names a storage.
    #[inline]
    pub(crate) fn is_free(&self, index: u32) -> bool {
        let slot = self.state.table.get(index);
        slot.poison.is_none()
            && self.state.queues.get(slot.stream.0 as usize).is_none_or(|queue| queue.epoch != slot.epoch)
    }

    /// The stream of a storage.
    pub(crate) fn stream_of(&self, storage: &StorageRef) -> StreamId {
        self.state.table.get(storage.index()).stream
    }

    /// Notes that a storage's memory is known outside, and gives it.
    pub(crate) fn export(&mut self, storage: &StorageRef, volatile: bool) -> Result<Memory> {
        let memory = self.memory(storage)?;
        self.device.executor().share();
        let slot = self.state.table.get_mut(storage.index());
        slot.exported = true;
        slot.volatile |= volatile;
        slot.loose = true;
        Ok(memory)
    }
}

impl Input<'_> {
    #[inline]
    fn storage(&self) -> Option<u32> {
        match self {
            Input::View(index, ..) | Input::Plain(index, ..) => Some(*index),
            _ => None,
        }
    }
}

impl Queue {
    /// How a new storage is named by the last instruction of this program.
    #[inline]
    fn next_name(&self) -> Name {
        Name { epoch: self.epoch, local: self.storages.len() as u32, instruction: self.tape.len() as u32 - 1 }
    }

    /// The place of a storage in this queue's program, whose last instruction names it.
    #[inline]
    fn name(&mut self, table: &mut Table, index: u32) -> u32 {
        let name = self.next_name();
        if table.get(index).epoch != self.epoch {
            table.name(index, name);
            self.storages.push(index);
        }
        let slot = table.get_mut(index);
        slot.last = name.instruction;
        slot.local
    }

    /// Records the operands of the last instruction, and says whether others may write one of them at any time.
    #[inline]
    fn inputs(&mut self, table: &mut Table, inputs: &[Input], shape: &[i64]) -> bool {
        let mut volatile = false;
        for input in inputs {
            match *input {
                Input::Plain(index, dtype, offset) => {
                    let local = self.name(table, index);
                    volatile |= table.get(index).volatile;
                    self.tape.plain(local, dtype, shape.len(), offset);
                }
                Input::View(index, dtype, layout, wraps) => {
                    let local = self.name(table, index);
                    volatile |= table.get(index).volatile;
                    self.tape.view(local, dtype, layout, wraps, shape);
                }
                Input::Scalar(scalar) => self.tape.scalar(scalar),
                Input::Position(layout) => self.tape.position(layout),
            }
        }
        volatile
    }

    /// Notes that the last instruction of this program writes a storage.
    #[inline]
    fn write(&mut self, slot: &mut Slot) {
        if !slot.written {
            slot.written = true;
            slot.born = self.tape.len() as u32 - 1;
            if slot.memory.is_none() {
                self.waiting += slot.bytes;
            }
        }
    }
}
