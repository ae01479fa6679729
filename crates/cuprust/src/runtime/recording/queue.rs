//! The queue of each stream: recording into it, and flushing its program.

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
use crate::runtime::state::unraised::RecordedBy;
use crate::runtime::state::{Device, Guard, Name, Owner, Queue, Raised, Slot, State, StorageRef, Table};

/// A program runs when it holds more bytes of a user's allocator than this.
const MAX_USER_ALLOCATED_BYTES: u64 = 64 << 20;

impl State {
    /// The table of storages and the queue of a stream.
    #[inline]
    pub(in crate::runtime) fn queue(&mut self, stream: StreamId) -> (&mut Table, &mut Queue) {
        let index = stream.0 as usize;
        if self.queues.len() <= index {
            self.add_queues(index);
        }
        (&mut self.table, &mut self.queues[index])
    }

    #[cold]
    fn add_queues(&mut self, index: usize) {
        while self.queues.len() <= index {
            let stream = self.queues.len() as u64;
            // Epochs of different queues never coincide: the lower half counts, the upper half is the stream's number.
            let epoch = stream << 40 | 1;
            self.queues.push(Queue {
                epoch,
                waited: 0,
                running: false,
                recorder: RecordedBy::default(),
                spare: None,
                tape: Tape::default(),
                storages: vec![],
                waiting: 0,
                user_allocated: 0,
                most_waiting: MIN_CHECKED_BYTES,
                synchronous: env::synchronous(),
                capture: None,
                tracing: None,
            });
        }
    }

    /// Whether a program that left this queue still runs.
    pub(in crate::runtime) fn is_running(&self) -> bool {
        self.queues.iter().any(|queue| queue.running)
    }

    /// Frees the memory of a storage whose last reference was dropped, and its entry. Returns the owner of foreign
    /// memory, to be dropped when the state is unlocked.
    #[must_use = "an owner is dropped when the state is unlocked"]
    pub(in crate::runtime) fn end(&mut self, device: Device, index: u32) -> Option<Owner> {
        let slot = self.table.get_mut(index);
        let owner = if slot.raw_bools || slot.owner.is_some() { self.forget_shared(index) } else { None };
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
    /// `shape` is the iteration space of the instruction: the input's for a reduction, else the first output's.
    ///
    /// # Errors
    /// Where computing an input failed earlier; errors of running, where recording led to a flush.
    pub(crate) fn record(&mut self, opcode: Opcode, shape: &[i64], outputs: &[Output], inputs: &[Input]) -> Result<()> {
        let stream = self.device.stream();
        let storages = outputs.iter().map(|output| output.0).chain(inputs.iter().filter_map(Input::storage));
        let raw_bools = self.make_ready(stream, storages)?;
        if raw_bools && self.reads_raw_bools(inputs) {
            return self
                .with_compared_bools(shape, inputs, |state, inputs| state.record(opcode, shape, outputs, inputs));
        }
        if raw_bools
            && self.state.shared.are_several()
            && let Some(copies) = self.copies_of_aliases(shape, outputs, inputs)?
        {
            return self.record(opcode, shape, outputs, &in_place_of(inputs, &copies));
        }
        let (table, queue) = self.state.queue(stream);
        queue.recorder.join();
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

    /// Records an instruction that fills a new storage of this many bytes, and returns the storage. Its iteration space
    /// is the shape of the layout, which need not be contiguous. Otherwise as [`Guard::record`].
    pub(crate) fn record_new(
        &mut self,
        opcode: Opcode,
        bytes: u64,
        (dtype, layout, plain): (DType, &Layout, bool),
        inputs: &[Input],
    ) -> Result<StorageRef> {
        let (device, stream) = (self.device, self.device.stream());
        let allocation = self.allocate_by_user(bytes)?;
        if self.make_ready(stream, inputs.iter().filter_map(Input::storage))? && self.reads_raw_bools(inputs) {
            drop(allocation);
            return self.with_compared_bools(&layout.shape, inputs, |state, inputs| {
                state.record_new(opcode, bytes, (dtype, layout, plain), inputs)
            });
        }
        let (table, queue) = self.state.queue(stream);
        let shape = &layout.shape;
        let storage = table.create(device, bytes, stream)?;
        queue.recorder.join();
        queue.tape.begin(opcode, 1, inputs.len(), shape);
        let name = queue.next_name(queue.current_instruction());
        table.name_new(&storage, name);
        queue.storages.push(storage.index());
        queue.waiting += bytes;
        if plain {
            queue.tape.plain(name.local, dtype, shape.len(), 0);
        } else {
            queue.tape.view(name.local, dtype, layout, &[], shape);
        }
        let shared = queue.inputs(table, inputs, shape);
        if allocation.is_some() {
            queue.user_allocated += bytes;
        }
        // Memory of a user's allocator is held until the program has run, even if no array holds it any more.
        let due = shared || queue.user_allocated > MAX_USER_ALLOCATED_BYTES;
        self.attach_allocation(storage.index(), allocation);
        self.run_if_due(stream, due)?;
        Ok(storage)
    }

    /// Moves storages to a stream. Returns whether one of them has raw bools: bytes other than 0 and 1.
    ///
    /// # Errors
    /// A value error for a storage of another device; where computing one failed earlier.
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
                slot.stream == stream && slot.poison.is_none() && !slot.raw_bools
            }
        };
        if storages.clone().all(is_ready) { Ok(false) } else { self.make_unusual_ready(stream, storages) }
    }

    /// As [`Guard::make_ready`], where some storages are on another stream or device, poisoned, or have raw bools.
    #[cold]
    fn make_unusual_ready<'a>(
        &mut self,
        stream: StreamId,
        storages: impl Iterator<Item = &'a StorageRef> + Clone,
    ) -> Result<bool> {
        // While the state was unlocked for one storage, other threads may have moved another one to their stream.
        'unlocked: loop {
            let mut raw_bools = false;
            for storage in storages.clone() {
                if storage.device() != self.device {
                    return Err(on_different_devices(self.device, storage.device()));
                }
                let slot = self.state.table.get(storage.index());
                if slot.stream != stream {
                    self.move_to_stream(storage.index(), stream)?;
                    continue 'unlocked;
                }
                // Shared memory may hold raw bools.
                let (may_be_raw, is_shared) = (slot.raw_bools, slot.shared);
                self.raise_poison(storage.index())?;
                if may_be_raw {
                    raw_bools = true;
                    if is_shared && self.state.shared.are_several() && self.move_aliases(storage.index(), stream)? {
                        continue 'unlocked;
                    }
                }
            }
            return Ok(raw_bools);
        }
    }

    /// Runs the program if others may read its memory now, or if the queue is full.
    #[inline]
    fn run_if_due(&mut self, stream: StreamId, shared: bool) -> Result<()> {
        let (table, queue) = self.state.queue(stream);
        self.device.note_recorded(queue.tape.len());
        if queue.synchronous {
            self.flush(stream, Reason::Switch)?;
            let (device, waited) = (self.device, self.waiting_for(stream));
            self.unlocked(|| device.wait_for_stream(stream, "CUPRUST_SYNC=1"))?;
            return self.check(Some(waited), Raised::Own);
        }
        if shared {
            return self.flush(stream, Reason::Shared);
        }
        // A traced program is not split.
        if queue.is_traced() {
            let is_full = queue.tape.len() >= MAX_TRACED_INSTRUCTIONS;
            return if is_full { self.flush(stream, Reason::Full) } else { Ok(()) };
        }
        if queue.tape.len() >= MAX_QUEUED_INSTRUCTIONS {
            return self.cut_full(stream);
        }
        if queue.waiting > queue.most_waiting && queue.exceeds_waiting_bytes(table, self.device.executor()) {
            return self.flush(stream, Reason::Bytes);
        }
        Ok(())
    }

    /// Moves a storage to another stream, after the work that its own stream has for it.
    #[cold]
    pub(in crate::runtime) fn move_to_stream(&mut self, index: u32, stream: StreamId) -> Result<()> {
        loop {
            self.finish_storage(index, false, Reason::OtherStream)?;
            let from = self.state.table.get(index).stream;
            self.follow_captured(index, from, stream)?;
            self.order_streams(from, stream)?;
            // While the state was unlocked, another thread may have recorded for the storage.
            let slot = self.state.table.get(index);
            let queue = self.state.queues.get(slot.stream.0 as usize);
            let is_named = queue.is_some_and(|queue| queue.epoch == slot.epoch);
            if slot.stream == from && !slot.running && !is_named {
                self.state.table.get_mut(index).stream = stream;
                return Ok(());
            }
        }
    }

    /// Makes later work of a stream wait for all work queued on another. The state is unlocked meanwhile if host calls
    /// are pending.
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

    /// Runs the program of a stream, and moves its storages to another stream.
    ///
    /// # Errors
    /// What went wrong in what was recorded on it.
    pub(in crate::runtime) fn leave_stream(&mut self, stream: StreamId, to: StreamId, reason: Reason) -> Result<()> {
        let flushed = loop {
            let flushed = self.flush(stream, reason);
            self.order_streams(stream, to)?;
            // While the state was unlocked, another thread may have recorded on it.
            if flushed.is_err() || self.is_empty(stream) {
                break flushed;
            }
        };
        let ended = self.wait_for_program(stream);
        self.state.table.iter_mut().filter(|slot| slot.stream == stream).for_each(|slot| slot.stream = to);
        self.state.deferred.move_steps(stream, to);
        flushed.and(ended)
    }

    /// Runs the program that names a storage, and waits for one that runs already.
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

    /// Runs the program of a stream. On a GPU it is launched, not waited for.
    ///
    /// # Errors
    /// What went wrong. The storages that could not be computed raise it again when they are used.
    pub(crate) fn flush(&mut self, stream: StreamId, reason: Reason) -> Result<()> {
        self.flush_for(stream, false, reason)
    }

    /// As [`Guard::flush`]; `reading` says that single-element results are about to be read.
    fn flush_for(&mut self, stream: StreamId, reading: bool, reason: Reason) -> Result<()> {
        if let Some(tracing) = self.tracing_of(stream) {
            tracing.broken.get_or_insert(reason.text());
        }
        if self.is_empty(stream) {
            return Ok(());
        }
        self.wait_until_idle(stream)?;
        match self.state.queues[stream.0 as usize].tape.len() {
            0 => Ok(()),
            all => self.run_first(stream, all, reading, reason),
        }
    }

    /// Waits until the next program of a stream may leave its queue. Other threads may record meanwhile.
    pub(in crate::runtime) fn wait_until_idle(&mut self, stream: StreamId) -> Result<()> {
        self.check_many()?;
        self.wait_for_program(stream)?;
        self.migrate_named(stream)
    }

    /// Whether a stream has no recorded and no running program, and no error for this thread.
    pub(crate) fn is_empty(&self, stream: StreamId) -> bool {
        let is_empty = |queue: &Queue| queue.tape.len() == 0 && !queue.running;
        self.state.queues.get(stream.0 as usize).is_none_or(is_empty) && !self.state.has_unraised(stream, false)
    }

    /// Whether another thread traces the program of a stream.
    pub(crate) fn is_traced_elsewhere(&self, stream: StreamId) -> bool {
        let elsewhere = |queue: &Queue| queue.is_traced() && !queue.recorder.is_current();
        self.state.queues.get(stream.0 as usize).is_some_and(elsewhere)
    }

    /// Whether waiting for a stream would do and raise nothing, as far as the host knows.
    pub(crate) fn is_idle(&self, stream: StreamId) -> bool {
        self.is_empty(stream) && !self.state.has_unraised(stream, true)
    }

    /// Runs the program that a storage depends on.
    pub(crate) fn flush_storage(&mut self, storage: &StorageRef, reading: bool, reason: Reason) -> Result<()> {
        break_trace(reason.text());
        self.finish_storage(storage.index(), reading, reason)?;
        let slot = self.state.table.get(storage.index());
        if slot.captured && (reading || slot.stream != self.device.stream()) {
            return Err(still_captured());
        }
        self.raise_poison(storage.index())
    }

    /// Appends instructions again to a queue whose first part was run.
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
            let position = queue.tape.len() as u32;
            names.clear();
            for view in &instruction.outputs {
                let index = storages[view.storage.0 as usize];
                names.push(queue.name_at(table, index, position));
                queue.write_at(table.get_mut(index), position);
            }
            for view in instruction.inputs.iter().filter_map(Operand::view) {
                names.push(queue.name_at(table, storages[view.storage.0 as usize], position));
            }
            queue.tape.append(&instruction, scalars, &names);
        }
    }

    /// A storage's memory, after the work on it has run. A storage that nothing was written to is allocated now.
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

    /// The memory of a storage without pending work. It is allocated now if nothing was written.
    fn own_memory(&mut self, storage: &StorageRef) -> Result<Memory> {
        let slot = self.state.table.get_mut(storage.index());
        match slot.memory {
            Some(memory) => Ok(memory),
            None => {
                let (bytes, stream, executor) = (slot.bytes, slot.stream, self.device.executor());
                // If memory is exhausted the device is waited for, without locks that a host call may need.
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

    /// The address of bytes of a storage of this device, if it has that many and no work on it is pending.
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

    /// Whether no recorded or running instruction names a storage of this device.
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

    /// Whether a storage may be written immediately instead of in recorded order.
    #[inline]
    pub(crate) fn is_writable_now(&self, storage: &StorageRef) -> bool {
        self.is_free(storage) && !self.captures()
    }

    /// The stream of a storage.
    pub(crate) fn stream_of(&self, storage: &StorageRef) -> StreamId {
        self.state.table.get(storage.index()).stream
    }
}

impl Queue {
    /// Whether its program can still become a trace.
    #[inline]
    fn is_traced(&self) -> bool {
        self.tracing.as_ref().is_some_and(|tracing| tracing.broken.is_none())
    }

    /// The number of the instruction that is being recorded.
    #[inline]
    pub(super) fn current_instruction(&self) -> u32 {
        self.tape.len() as u32 - 1
    }

    /// The name that an instruction of this program gives to a new storage.
    #[inline]
    fn next_name(&self, instruction: u32) -> Name {
        Name { epoch: self.epoch, local: self.storages.len() as u32, instruction }
    }

    /// The index of a storage in this queue's program; the last instruction names it.
    #[inline]
    fn name(&mut self, table: &mut Table, index: u32) -> u32 {
        self.name_at(table, index, self.current_instruction())
    }

    /// The index of a storage in this queue's program; this instruction names it.
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

    /// Records the operands of the last instruction. Returns whether one of them is shared, so that others may write it
    /// at any time.
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
        self.write_at(slot, self.current_instruction());
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
