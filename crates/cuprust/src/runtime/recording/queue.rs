//! The queue of each stream: recording into it, and handing what it holds to be run.

use cuprust_ir::{Instruction, Layout, Memory, Opcode, Operand, Result, StreamId};
use cuprust_num::DType;

use crate::runtime::devices::allocator;
use crate::runtime::devices::device::on_different_devices;
use crate::runtime::host::host_calls;
use crate::runtime::host::traced::break_trace;
use crate::runtime::recording::cut::{MAX_QUEUED_INSTRUCTIONS, MAX_TRACED_INSTRUCTIONS, MIN_CHECKED_BYTES};
use crate::runtime::settings::env;
use crate::runtime::state::captured::still_captured;
use crate::runtime::state::operands::{Input, Output, in_place_of};
use crate::runtime::state::reason::Reason;
use crate::runtime::state::tape::Tape;
use crate::runtime::state::{Device, Guard, Name, Owner, Queue, Slot, State, StorageRef, Table};

/// A program runs when more bytes of a user's allocator wait for its end.
const MAX_FURNISHED_BYTES: u64 = 64 << 20;

impl State {
    /// The queue of a stream, beside the table.
    #[inline]
    pub(in crate::runtime) fn queue(&mut self, stream: StreamId) -> (&mut Table, &mut Queue) {
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
                waited: 0,
                running: false,
                unraised: None,
                spare: None,
                tape: Tape::default(),
                storages: vec![],
                waiting: 0,
                furnished: 0,
                most_waiting: MIN_CHECKED_BYTES,
                synchronous: env::synchronous(),
                capture: None,
                tracing: None,
            });
        }
    }

    /// Whether a program that was taken from its queue still runs.
    pub(in crate::runtime) fn is_running(&self) -> bool {
        self.queues.iter().any(|queue| queue.running)
    }

    /// Takes back the memory of a storage whose last reference is gone, and frees its entry. Gives the owner of memory
    /// that was lent, to be dropped when the state is unlocked.
    #[must_use = "an owner is dropped when the state is unlocked"]
    pub(in crate::runtime) fn end(&mut self, device: Device, index: u32) -> Option<Owner> {
        let slot = self.table.get_mut(index);
        let owner = if slot.loose || slot.owner.is_some() { self.forget_shared(index) } else { None };
        let slot = self.table.get_mut(index);
        if let Some(memory) = slot.memory.take()
            && owner.is_none()
        {
            device.executor().release(memory, slot.stream);
        }
        self.table.recycle(index);
        self.window.forget(index);
        owner
    }
}

impl Guard {
    /// The streams that have a queue and were not abandoned.
    pub(in crate::runtime) fn streams(&self) -> impl Iterator<Item = StreamId> + use<> {
        let executor = self.device.executor();
        let all = (0..self.state.queues.len().max(1) as u32).map(StreamId);
        all.filter(move |stream| executor.has_stream(*stream))
    }

    /// Records an instruction on the thread's current stream.
    ///
    /// `shape` is the space of the instruction: of a reduction its input's, else its first output's.
    ///
    /// # Errors
    /// Where an input could not be computed earlier; or whatever running brings, where recording led to a flush.
    pub(crate) fn record(&mut self, opcode: Opcode, shape: &[i64], outputs: &[Output], inputs: &[Input]) -> Result<()> {
        let stream = self.device.stream();
        let storages = outputs.iter().map(|output| output.0).chain(inputs.iter().filter_map(Input::storage));
        let loose = self.make_ready(stream, storages)?;
        if loose && self.reads_loose_bools(inputs) {
            return self.with_truths(shape, inputs, |state, inputs| state.record(opcode, shape, outputs, inputs));
        }
        if loose
            && self.state.shared.are_several()
            && let Some(copies) = self.copies_of_aliases(shape, outputs, inputs)?
        {
            return self.record(opcode, shape, outputs, &in_place_of(inputs, &copies));
        }
        let (table, queue) = self.state.queue(stream);
        queue.tape.begin(opcode, outputs.len(), inputs.len(), shape);
        let mut shared = false;
        for &(storage, dtype, layout) in outputs {
            let local = queue.name(table, storage.index());
            let slot = table.get_mut(storage.index());
            queue.write(slot);
            shared |= slot.shared;
            queue.tape.view(local, dtype, layout, &[], shape);
        }
        shared |= queue.inputs(table, inputs, shape);
        self.run_if_due(stream, shared)
    }

    /// Records an instruction that fills a new storage of so many bytes, and gives the storage. Its space is the shape
    /// of the layout, which is plain or not. Otherwise as [`Guard::record`].
    pub(crate) fn record_new(
        &mut self,
        opcode: Opcode,
        bytes: u64,
        (dtype, layout, plain): (DType, &Layout, bool),
        inputs: &[Input],
    ) -> Result<StorageRef> {
        let (device, stream) = (self.device, self.device.stream());
        let given = self.allocate_by_user(bytes)?;
        if self.make_ready(stream, inputs.iter().filter_map(Input::storage))? && self.reads_loose_bools(inputs) {
            drop(given);
            return self.with_truths(&layout.shape, inputs, |state, inputs| {
                state.record_new(opcode, bytes, (dtype, layout, plain), inputs)
            });
        }
        let (table, queue) = self.state.queue(stream);
        let shape = &layout.shape;
        let storage = table.create(device, bytes, stream)?;
        queue.tape.begin(opcode, 1, inputs.len(), shape);
        let name = queue.next_name(queue.place());
        table.name_new(&storage, name);
        queue.storages.push(storage.index());
        queue.waiting += bytes;
        if plain {
            queue.tape.plain(name.local, dtype, shape.len(), 0);
        } else {
            queue.tape.view(name.local, dtype, layout, &[], shape);
        }
        let shared = queue.inputs(table, inputs, shape);
        if given.is_some() {
            queue.furnished += bytes;
        }
        // What a user's allocator gave is held until the program has run, though no array may hold it any more.
        let due = shared || queue.furnished > MAX_FURNISHED_BYTES;
        self.furnish(storage.index(), given);
        self.run_if_due(stream, due)?;
        Ok(storage)
    }

    /// Brings storages to a stream, and says whether one of them is loose: bytes of bools in it may be other than 0 and
    /// 1.
    ///
    /// # Errors
    /// A value error for a storage of another device; where one could not be computed earlier.
    #[inline]
    pub(in crate::runtime) fn make_ready<'a>(
        &mut self,
        stream: StreamId,
        storages: impl Iterator<Item = &'a StorageRef> + Clone,
    ) -> Result<bool> {
        let (device, table) = (self.device, &self.state.table);
        let is_ready = |storage: &StorageRef| {
            storage.device() == device && {
                let slot = table.get(storage.index());
                slot.stream == stream && slot.poison.is_none() && !slot.loose
            }
        };
        if storages.clone().all(is_ready) { Ok(false) } else { self.make_unusual_ready(stream, storages) }
    }

    /// As [`Guard::make_ready`], where some of the storages are on another stream or device, poisoned or loose.
    #[cold]
    fn make_unusual_ready<'a>(
        &mut self,
        stream: StreamId,
        storages: impl Iterator<Item = &'a StorageRef> + Clone,
    ) -> Result<bool> {
        // Where the state was unlocked for one storage, other threads may have taken another one to their stream.
        'unlocked: loop {
            let mut loose = false;
            for storage in storages.clone() {
                if storage.device() != self.device {
                    return Err(on_different_devices(self.device, storage.device()));
                }
                let slot = self.state.table.get(storage.index());
                if slot.stream != stream {
                    self.bring_to_stream(storage.index(), stream)?;
                    continue 'unlocked;
                }
                if let Some(poison) = &slot.poison {
                    return Err(poison.clone());
                }
                // What is shared is loose.
                if slot.loose {
                    loose = true;
                    if slot.shared && self.state.shared.are_several() && self.bring_aliases(storage.index(), stream)? {
                        continue 'unlocked;
                    }
                }
            }
            return Ok(loose);
        }
    }

    /// Runs what was recorded where others may look at it now, or where it has become too much.
    #[inline]
    fn run_if_due(&mut self, stream: StreamId, shared: bool) -> Result<()> {
        let (table, queue) = self.state.queue(stream);
        self.device.note_recorded(queue.tape.len());
        if queue.synchronous {
            self.flush(stream, Reason::Switch)?;
            let (device, waited) = (self.device, self.waiting_for(stream));
            self.unlocked(|| device.wait_for_stream(stream, "CUPRUST_SYNC=1"))?;
            return self.check(Some(waited));
        }
        if shared {
            return self.flush(stream, Reason::Shared);
        }
        // What is traced stays one program.
        if queue.is_traced() {
            let is_full = queue.tape.len() >= MAX_TRACED_INSTRUCTIONS;
            return if is_full { self.flush(stream, Reason::Full) } else { Ok(()) };
        }
        if queue.tape.len() >= MAX_QUEUED_INSTRUCTIONS {
            return self.cut_full(stream);
        }
        if queue.waiting > queue.most_waiting && queue.over_the_bytes(table, self.device.executor()) {
            return self.flush(stream, Reason::Bytes);
        }
        Ok(())
    }

    /// Brings a storage to another stream: what its own stream has to do for it comes first.
    #[cold]
    pub(in crate::runtime) fn bring_to_stream(&mut self, index: u32, stream: StreamId) -> Result<()> {
        loop {
            self.finish_storage(index, false, Reason::OtherStream)?;
            let from = self.state.table.get(index).stream;
            self.follow_captured(index, from, stream)?;
            self.order_streams(from, stream)?;
            // Where the state was unlocked, another thread may have recorded for the storage.
            let slot = self.state.table.get(index);
            let queue = self.state.queues.get(slot.stream.0 as usize);
            let is_named = queue.is_some_and(|queue| queue.epoch == slot.epoch);
            if slot.stream == from && !slot.running && !is_named {
                self.state.table.get_mut(index).stream = stream;
                return Ok(());
            }
        }
    }

    /// Lets what is queued on a stream from now on wait for what was queued on another. Where calls of the host wait,
    /// the state is unlocked meanwhile.
    pub(in crate::runtime) fn order_streams(&mut self, first: StreamId, stream: StreamId) -> Result<()> {
        if self.device.capabilities().synchronous || first == stream {
            return Ok(());
        }
        let executor = self.device.executor();
        let order = || {
            let event = executor.create_event(false)?;
            let waited = executor.record_event(event, first).and_then(|()| executor.wait_event(stream, event));
            executor.destroy_event(event);
            waited
        };
        if host_calls::are_waiting() { self.unlocked(order) } else { order() }
    }

    /// Runs what a stream has to do, and brings its storages to another stream.
    ///
    /// # Errors
    /// What went wrong in what was recorded on it.
    pub(in crate::runtime) fn leave_stream(&mut self, stream: StreamId, to: StreamId, reason: Reason) -> Result<()> {
        let flushed = loop {
            let flushed = self.flush(stream, reason);
            self.order_streams(stream, to)?;
            // Where the state was unlocked, another thread may have recorded on it.
            if flushed.is_err() || self.is_empty(stream) {
                break flushed;
            }
        };
        let ended = self.wait_for_program(stream);
        self.state.table.iter_mut().filter(|slot| slot.stream == stream).for_each(|slot| slot.stream = to);
        flushed.and(ended)
    }

    /// Runs what names a storage, and waits for what runs already.
    pub(super) fn finish_storage(&mut self, index: u32, reading: bool, reason: Reason) -> Result<()> {
        loop {
            let slot = self.state.table.get(index);
            let (stream, running) = (slot.stream, slot.running);
            if self.state.queues.get(stream.0 as usize).is_some_and(|queue| queue.epoch == slot.epoch) {
                self.flush_for(stream, reading, reason)?;
            } else if running {
                self.wait_for_program(stream)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Runs all that a stream has to do. On a GPU it is launched, not waited for.
    ///
    /// # Errors
    /// What went wrong. The storages that could not be computed raise it again when they are used.
    pub(crate) fn flush(&mut self, stream: StreamId, reason: Reason) -> Result<()> {
        self.flush_for(stream, false, reason)
    }

    /// As [`Guard::flush`]; `reading` says that results of one element are about to be read.
    fn flush_for(&mut self, stream: StreamId, reading: bool, reason: Reason) -> Result<()> {
        if let Some(tracing) = self.tracing_of(stream) {
            tracing.broken.get_or_insert(reason.text());
        }
        if self.is_empty(stream) {
            return Ok(());
        }
        self.make_quiet(stream)?;
        match self.state.queues[stream.0 as usize].tape.len() {
            0 => Ok(()),
            all => self.run_first(stream, all, reading, reason),
        }
    }

    /// Waits until the next program of a stream can be taken from its queue. Other threads may record meanwhile.
    pub(in crate::runtime) fn make_quiet(&mut self, stream: StreamId) -> Result<()> {
        self.check_many(stream)?;
        self.wait_for_program(stream)?;
        self.migrate_named(stream)
    }

    /// Whether a stream has nothing recorded that is still to be run, nor anything that runs.
    pub(crate) fn is_empty(&self, stream: StreamId) -> bool {
        let is_empty = |queue: &Queue| queue.tape.len() == 0 && !queue.running && queue.unraised.is_none();
        self.state.queues.get(stream.0 as usize).is_none_or(is_empty)
    }

    /// Runs what a storage waits for.
    pub(crate) fn flush_storage(&mut self, storage: &StorageRef, reading: bool, reason: Reason) -> Result<()> {
        break_trace(reason.text());
        self.finish_storage(storage.index(), reading, reason)?;
        let slot = self.state.table.get(storage.index());
        if slot.captured && (reading || slot.stream != self.device.stream()) {
            return Err(still_captured());
        }
        match &slot.poison {
            Some(poison) => Err(poison.clone()),
            None => Ok(()),
        }
    }

    /// Puts instructions back into a queue whose first part was run.
    pub(in crate::runtime) fn record_again(
        &mut self,
        stream: StreamId,
        storages: &[u32],
        rest: Vec<Instruction>,
        scalars: &[cuprust_num::Scalar],
    ) {
        let (table, queue) = self.state.queue(stream);
        let mut names = Vec::new();
        for instruction in rest {
            let place = queue.tape.len() as u32;
            names.clear();
            for view in &instruction.outputs {
                let index = storages[view.storage.0 as usize];
                names.push(queue.name_at(table, index, place));
                queue.write_at(table.get_mut(index), place);
            }
            for view in instruction.inputs.iter().filter_map(Operand::view) {
                names.push(queue.name_at(table, storages[view.storage.0 as usize], place));
            }
            queue.tape.append(&instruction, scalars, &names);
        }
    }

    /// A storage's memory, after what it waits for has run. A storage that nothing was written to gets memory now.
    pub(crate) fn memory(&mut self, storage: &StorageRef) -> Result<Memory> {
        self.flush_storage(storage, false, Reason::Memory)?;
        self.migrate(storage.index())?;
        self.own_memory(storage)
    }

    /// The memory of a new storage, for elements that come from the host.
    pub(crate) fn memory_to_fill(&mut self, storage: &StorageRef) -> Result<Memory> {
        self.note_upload(storage);
        self.own_memory(storage)
    }

    /// The memory of a storage that nothing waits for. It is got now where nothing was written.
    fn own_memory(&mut self, storage: &StorageRef) -> Result<Memory> {
        let slot = self.state.table.get_mut(storage.index());
        match slot.memory {
            Some(memory) => Ok(memory),
            None => {
                let (bytes, stream, executor) = (slot.bytes, slot.stream, self.device.executor());
                // Where there is no room the device is waited for: not with locks that a call of the host may want.
                let memory = match host_calls::are_waiting() {
                    true => self.unlocked(|| executor.allocate(bytes, stream))?,
                    false => executor.allocate(bytes, stream)?,
                };
                let slot = self.state.table.get_mut(storage.index());
                if let Some(other) = slot.memory {
                    executor.release(memory, stream);
                    return Ok(other);
                }
                slot.memory = Some(memory);
                Ok(memory)
            }
        }
    }

    /// Where bytes of a storage of this device are, where it has that many and nothing waits to write them.
    #[inline]
    pub(crate) fn ready(&self, storage: &StorageRef, offset: u64, bytes: u64) -> Option<*const u8> {
        if storage.device() != self.device || self.captures() || allocator::is_set() {
            return None;
        }
        let slot = self.state.table.get(storage.index());
        let memory =
            slot.memory.filter(|_| !slot.written && !slot.running && !slot.captured && slot.poison.is_none())?;
        let inside = offset.checked_add(bytes)? <= memory.bytes;
        inside.then_some((memory.address + offset) as *const u8)
    }

    /// Whether no recorded or running instruction names a storage, which is of this device.
    #[inline]
    pub(crate) fn is_free(&self, storage: &StorageRef) -> bool {
        if storage.device() != self.device {
            return false;
        }
        let slot = self.state.table.get(storage.index());
        slot.poison.is_none()
            && !slot.running
            && self.state.queues.get(slot.stream.0 as usize).is_none_or(|queue| queue.epoch != slot.epoch)
    }

    /// Whether a storage may be written at once, and not in the order of what is recorded.
    #[inline]
    pub(crate) fn takes_now(&self, storage: &StorageRef) -> bool {
        self.is_free(storage) && !self.captures()
    }

    /// The stream of a storage.
    pub(crate) fn stream_of(&self, storage: &StorageRef) -> StreamId {
        self.state.table.get(storage.index()).stream
    }
}

impl Queue {
    /// Whether its program becomes a trace: nothing has broken it so far.
    #[inline]
    fn is_traced(&self) -> bool {
        self.tracing.as_ref().is_some_and(|tracing| tracing.broken.is_none())
    }

    /// The number of the instruction that is being recorded.
    #[inline]
    pub(super) fn place(&self) -> u32 {
        self.tape.len() as u32 - 1
    }

    /// How a new storage is named by an instruction of this program.
    #[inline]
    fn next_name(&self, instruction: u32) -> Name {
        Name { epoch: self.epoch, local: self.storages.len() as u32, instruction }
    }

    /// The place of a storage in this queue's program, whose last instruction names it.
    #[inline]
    fn name(&mut self, table: &mut Table, index: u32) -> u32 {
        self.name_at(table, index, self.place())
    }

    /// The place of a storage in this queue's program, which this instruction names.
    #[inline]
    fn name_at(&mut self, table: &mut Table, index: u32, instruction: u32) -> u32 {
        let name = self.next_name(instruction);
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
        let mut shared = false;
        for input in inputs {
            match *input {
                Input::Plain(storage, dtype, offset) => {
                    let local = self.name(table, storage.index());
                    shared |= table.get(storage.index()).shared;
                    self.tape.plain(local, dtype, shape.len(), offset);
                }
                Input::View(storage, dtype, layout, circular) => {
                    let local = self.name(table, storage.index());
                    shared |= table.get(storage.index()).shared;
                    self.tape.view(local, dtype, layout, circular, shape);
                }
                Input::Scalar(scalar) => self.tape.scalar(scalar),
                Input::Position(layout) => self.tape.position(layout),
            }
        }
        shared
    }

    /// Notes that the last instruction of this program writes a storage.
    #[inline]
    fn write(&mut self, slot: &mut Slot) {
        self.write_at(slot, self.place());
    }

    /// Notes that this instruction of the program writes a storage.
    #[inline]
    fn write_at(&mut self, slot: &mut Slot, instruction: u32) {
        if !slot.written {
            slot.written = true;
            slot.born = instruction;
            if slot.memory.is_none() {
                self.waiting += slot.bytes;
            }
        }
    }
}
