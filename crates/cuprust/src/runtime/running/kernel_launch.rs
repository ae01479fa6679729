//! Storages that a user's kernel, or other work outside of plans, borrows for its run: what was recorded for them runs
//! first, and other work on them waits.

use cuprust_ir::{Memory, Result, StreamId};
use smallvec::SmallVec;

use crate::runtime::devices::device::on_different_devices;
use crate::runtime::host::host_calls;
use crate::runtime::state::reason::Reason;
use crate::runtime::state::{Guard, StorageRef};

/// The storages that a kernel borrows, whose memory is known.
pub(crate) struct BorrowedStorages<'a> {
    stream: StreamId,
    storages: &'a [(&'a StorageRef, bool)],
    /// Their memory, in their order.
    pub memories: SmallVec<[Memory; 8]>,
    /// Whether each has held anything yet, where the kernel reads memory of the host, which may be new.
    pub written: SmallVec<[bool; 8]>,
}

impl Guard {
    /// Brings storages to a stream and computes them; what was recorded on the stream is run too. Of each storage is
    /// said whether the kernel may write bytes other than 0 and 1 to bools in it.
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
        // Where the state was unlocked for one storage, other threads may have recorded for another.
        loop {
            memories.clear();
            for (place, (storage, _)) in storages.iter().enumerate() {
                if storage.device() != self.device {
                    return Err(on_different_devices(self.device, storage.device()));
                }
                if self.state.table.get(storage.index()).stream != stream {
                    self.bring_to_stream(storage.index(), stream)?;
                }
                if self.device.capabilities().host_memory {
                    self.note_written(storages, place, &mut written)?;
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
        // The kernel writes what it depends on: an error in one of them is one in all.
        let deferred = storages.iter().fold(0, |all, (storage, _)| all | state.table.get(storage.index()).deferred);
        for (storage, loose) in storages {
            let slot = state.table.get_mut(storage.index());
            slot.deferred |= deferred;
            slot.loose |= *loose;
            state.window.forget(storage.index());
        }
        Ok(BorrowedStorages { stream, storages, memories, written })
    }

    /// Notes whether one of the storages has held anything yet, before it is given memory.
    fn note_written(
        &mut self,
        storages: &[(&StorageRef, bool)],
        place: usize,
        written: &mut SmallVec<[bool; 8]>,
    ) -> Result<()> {
        let storage = storages[place].0;
        self.flush_storage(storage, false, Reason::Memory)?;
        let has_memory = self.state.table.get(storage.index()).memory.is_some();
        match written.get_mut(place) {
            // What is not ready at once is about to be written by another thread.
            Some(written) => *written = true,
            // The same storage may be given twice.
            None => {
                let before = storages[..place].iter().position(|(other, _)| other.index() == storage.index());
                written.push(before.map_or(has_memory, |before| written[before]));
            }
        }
        Ok(())
    }

    /// The other storages whose addresses others may know, with their memory: a kernel may find those in the memory it
    /// is given.
    pub(crate) fn known_outside(&self) -> Vec<(StorageRef, Memory)> {
        let table = &self.state.table;
        let all = self.state.shared.all();
        all.filter_map(|(index, memory)| Some((table.reference(index)?, memory))).collect()
    }

    /// Queues a kernel. The state stays locked, but where calls of the host wait, which the device may have to be
    /// waited for.
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

    /// Runs a kernel within this call, with the state unlocked: other work of the stream, and whatever wants the
    /// storages, waits.
    ///
    /// # Errors
    /// What the kernel's run gives.
    pub(crate) fn run_borrowed<T>(
        &mut self,
        borrowed: &BorrowedStorages<'_>,
        run: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let place = borrowed.stream.0 as usize;
        self.mark(borrowed, true);
        self.state.queues[place].running = true;
        // A panic must not leave the queue as running for ever.
        let ran = self.unlocked(|| std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)));
        self.mark(borrowed, false);
        self.state.queues[place].running = false;
        if self.state.waiters > 0 {
            self.device.finished().notify_all();
        }
        ran.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    fn mark(&mut self, borrowed: &BorrowedStorages<'_>, running: bool) {
        // The queue of a stream on which nothing was recorded is made now.
        self.state.queue(borrowed.stream);
        for (storage, _) in borrowed.storages {
            self.state.table.get_mut(storage.index()).running = running;
        }
    }
}
