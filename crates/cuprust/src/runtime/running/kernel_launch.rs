//! Storages that a user's kernel, or other work outside of plans, borrows for its run: work recorded for them runs
//! first, and later work on them waits.

use cuprust_ir::{Memory, Result, StreamId};
use smallvec::SmallVec;

use crate::runtime::devices::device::on_different_devices;
use crate::runtime::host::host_calls;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Guard, StorageRef};

/// The storages that a kernel borrows, with their memory.
pub(crate) struct BorrowedStorages<'a> {
    stream: StreamId,
    storages: &'a [(&'a StorageRef, bool)],
    /// Their memory, in their order.
    pub memories: SmallVec<[Memory; 8]>,
    /// Whether each was written before, where the kernel reads host memory, which may be uninitialised.
    pub written: SmallVec<[bool; 8]>,
}

impl Guard {
    /// Moves storages to a stream and computes them; the stream's program is run too. Each storage comes with whether
    /// the kernel may write raw bools to it.
    ///
    /// # Errors
    /// A value error for a storage of another device; what went wrong in what was recorded.
    pub(crate) fn borrow_storages<'a>(
        &mut self,
        storages: &'a [(&'a StorageRef, bool)],
        stream: StreamId,
    ) -> Result<BorrowedStorages<'a>> {
        let mut memories = SmallVec::with_capacity(storages.len());
        let mut written: SmallVec<[bool; 8]> = SmallVec::with_capacity(storages.len());
        self.flush(stream, Reason::Kernel)?;
        // While the state was unlocked for one storage, other threads may have recorded for another.
        loop {
            memories.clear();
            for (position, (storage, _)) in storages.iter().enumerate() {
                if storage.device() != self.device {
                    return Err(on_different_devices(self.device, storage.device()));
                }
                if self.state.table.get(storage.index()).stream != stream {
                    self.move_to_stream(storage.index(), stream)?;
                }
                if self.device.capabilities().host_memory {
                    self.note_written(storages, position, &mut written)?;
                }
                memories.push(self.memory(storage)?);
            }
            let is_ready =
                |(storage, _): &(&StorageRef, bool)| self.is_free(storage) && self.stream_of(storage) == stream;
            if storages.iter().all(is_ready) && self.is_empty(stream) {
                break;
            }
            self.flush(stream, Reason::Kernel)?;
        }
        if let Some(capture) = self.capture_of(stream).cloned() {
            storages.iter().for_each(|(storage, _)| self.hold_captured(&capture, storage, true));
        }
        let state = &mut *self.state;
        // The kernel's writes depend on all its storages: an error in one of them poisons all.
        let deferred = storages.iter().fold(0, |all, (storage, _)| all | state.table.get(storage.index()).deferred);
        for (storage, raw_bools) in storages {
            let slot = state.table.get_mut(storage.index());
            slot.deferred |= deferred;
            slot.raw_bools |= *raw_bools;
            state.window.forget(storage.index());
        }
        Ok(BorrowedStorages { stream, storages, memories, written })
    }

    /// Records whether each of the storages was written, before it is given memory.
    fn note_written(
        &mut self,
        storages: &[(&StorageRef, bool)],
        position: usize,
        written: &mut SmallVec<[bool; 8]>,
    ) -> Result<()> {
        let storage = storages[position].0;
        self.flush_storage(storage, false, Reason::Memory)?;
        let has_memory = self.state.table.get(storage.index()).memory.is_some();
        match written.get_mut(position) {
            // A storage that is not ready is about to be written by another thread.
            Some(written) => *written = true,
            // One storage may be passed twice.
            None => {
                let before = storages[..position].iter().position(|(other, _)| other.index() == storage.index());
                written.push(before.map_or(has_memory, |before| written[before]));
            }
        }
        Ok(())
    }

    /// The other exported storages, with their memory: the kernel may hold pointers to them in the memory it is given.
    pub(crate) fn known_outside(&self) -> Vec<(StorageRef, Memory)> {
        let table = &self.state.table;
        let all = self.state.shared.all();
        all.filter_map(|(index, memory)| Some((table.reference(index)?, memory))).collect()
    }

    /// Queues a kernel. The state stays locked, unless host calls are pending, which the device may have to wait for.
    ///
    /// # Errors
    /// Where the device refuses.
    #[inline]
    pub(crate) fn queue_borrowed(
        &mut self,
        borrowed: &BorrowedStorages<'_>,
        queue: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        if host_calls::are_waiting() { self.run_borrowed(borrowed, queue) } else { queue() }
    }

    /// Runs a kernel within this call, with the state unlocked: other work on the stream and on the storages waits.
    ///
    /// # Errors
    /// What the kernel's run raises.
    pub(crate) fn run_borrowed<T>(
        &mut self,
        borrowed: &BorrowedStorages<'_>,
        run: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let queue = borrowed.stream.0 as usize;
        self.mark(borrowed, true);
        self.state.queues[queue].running = true;
        // A panic must not leave the queue marked as running for ever.
        let ran = self.unlocked(|| std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)));
        self.mark(borrowed, false);
        self.state.queues[queue].running = false;
        if self.state.waiters > 0 {
            self.device.finished().notify_all();
        }
        ran.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    fn mark(&mut self, borrowed: &BorrowedStorages<'_>, running: bool) {
        // A stream on which nothing was recorded gets its queue now.
        self.state.queue(borrowed.stream);
        for (storage, _) in borrowed.storages {
            let slot = self.state.table.get_mut(storage.index());
            slot.note_exported(0);
            slot.running = running;
        }
    }
}
