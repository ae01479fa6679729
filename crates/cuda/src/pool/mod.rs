//! The memory pool: blocks of device memory are cached and reused in stream order, without calls of the driver.
//!
//! A block freed on a stream is at once free for that stream, because its later work runs later. For another stream it
//! is free once an event that was recorded on the first stream after the free has passed; the event is recorded only
//! when another stream could use the block, so that freeing costs no call of the driver.

mod blocks;
mod exact;
mod fences;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, ErrorKind, Result, Switch, disabled};

use crate::driver::{Address, Driver, Stream};
use blocks::{Blocks, GRANULE};
use exact::Exact;
use fences::{Fences, READY, Slot};

/// A piece of device memory that a pool has allocated. It is plain data: [`Pool::free`] frees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Its address: a multiple of 512 bytes, or 0 for the empty block.
    pub address: Address,
    id: u32,
    generation: u32,
}

impl Block {
    /// The block of no bytes.
    pub const EMPTY: Block = Block { address: Address(0), id: u32::MAX, generation: 0 };
}

/// The memory of a pool, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Allocated, each piece rounded up to 512 bytes.
    pub used: usize,
    /// Taken from the driver.
    pub total: usize,
    /// The maximum that was allocated at one time.
    pub peak: usize,
    /// The number of blocks that are free (of any stream).
    pub free_blocks: usize,
}

/// The memory pool of one device. Any thread may call it.
pub struct Pool {
    driver: Arc<dyn Driver>,
    state: Mutex<State>,
    /// Replaces all blocks, if the driver must see every piece or nothing shall be reused.
    exact: Option<Exact>,
}

struct State {
    blocks: Blocks,
    fences: Fences,
    /// Freed blocks that other streams may still use, each with the fences to wait for.
    pending: Vec<(u32, Vec<(Slot, u64)>)>,
    used: usize,
    peak: usize,
    limit: Option<usize>,
    /// Streams whose freed blocks are not reused yet, with these blocks.
    retained: Vec<(Slot, Vec<Block>)>,
}

/// The most repetitions of waiting for the device, while memory is freed meanwhile.
const MAX_WAITS: usize = 16;

impl Pool {
    /// An empty pool on this device.
    pub fn new(driver: Arc<dyn Driver>) -> Pool {
        Pool::with_reuse(driver, !disabled(Switch::Arena))
    }

    /// As [`Pool::new`], independent of switches. Without `reuse`, freed memory is not reused for a long while: this is
    /// slow, and reveals uses of freed memory.
    pub fn with_reuse(driver: Arc<dyn Driver>, reuse: bool) -> Pool {
        let state = State {
            blocks: Blocks::default(),
            fences: Fences::new(),
            pending: Vec::new(),
            used: 0,
            peak: 0,
            limit: None,
            retained: Vec::new(),
        };
        // A driver that must see every piece checks every use of a freed one.
        let checks = driver.exact_memory();
        let exact = (checks || !reuse).then(|| Exact::new(!checks));
        Pool { driver, state: Mutex::new(state), exact }
    }

    /// Memory for work of this stream. Its contents are undefined. Error: `OutOfMemory`, after all free memory was
    /// returned to the driver and the allocation was repeated.
    pub fn alloc(&self, bytes: usize, stream: Stream) -> Result<Block> {
        if bytes == 0 {
            return Ok(Block::EMPTY);
        }
        if let Some(exact) = &self.exact {
            return exact.alloc(&*self.driver, bytes, self.limit());
        }
        let mut state = self.lock();
        let Some(rounded) = bytes.checked_next_multiple_of(GRANULE).filter(|bytes| *bytes <= isize::MAX as usize)
        else {
            return Err(self.exhausted(&state, bytes));
        };
        let slot = state.fences.slot(stream);
        let found = match state.blocks.take(rounded, slot, &[slot, READY], None) {
            None => self.find(&mut state, rounded, slot)?,
            found => found,
        };
        match found {
            Some(id) => Ok(state.allocate(id, rounded)),
            None => {
                drop(state);
                self.find_by_waiting(rounded, stream)
            }
        }
    }

    /// Frees a block, in stream order: all work that uses it was queued before, on the stream it was allocated for or
    /// on one passed to [`Pool::record_stream`]. Errors: `Value` for a block that was freed before; `Cuda` if the
    /// device has failed, and the block is freed nevertheless.
    pub fn free(&self, block: Block) -> Result<()> {
        if block == Block::EMPTY {
            return Ok(());
        }
        if let Some(exact) = &self.exact {
            return exact.free(&*self.driver, block);
        }
        let mut guard = self.lock();
        let state = &mut *guard;
        state.blocks.check(block.id, block.generation, block.address.0)?;
        let own = state.blocks.slot(block.id);
        if let Some((_, freed)) = state.retained.iter_mut().find(|(slot, _)| *slot == own) {
            freed.push(block);
            return Ok(());
        }
        let (requested, slot, uses) = state.blocks.release_handle(block.id);
        state.used -= requested;
        let freed = state.fences.tick();
        let slot = state.fences.live_slot(slot);
        if uses.is_empty() {
            state.blocks.release(block.id, slot, freed);
            return Ok(());
        }
        let mut waits = Vec::with_capacity(uses.len());
        let mut failed = None;
        for used_on in uses {
            if state.fences.live_slot(used_on) == READY {
                continue;
            }
            // A fence that cannot be recorded never passes, so the block is kept until the device has been
            // synchronised.
            failed = state.fences.record(&*self.driver, used_on, freed).err().or(failed);
            waits.push((used_on, freed));
        }
        state.pending.push((block.id, waits));
        failed.map_or(Ok(()), Err)
    }

    /// Records that a block is used on another stream too: when it is freed, its reuse waits for the work queued there
    /// until then.
    pub fn record_stream(&self, block: Block, stream: Stream) -> Result<()> {
        if block == Block::EMPTY || self.exact.is_some() {
            return Ok(());
        }
        let mut guard = self.lock();
        let state = &mut *guard;
        state.blocks.check(block.id, block.generation, block.address.0)?;
        let slot = state.fences.slot(stream);
        state.blocks.also_used_on(block.id, slot);
        Ok(())
    }

    /// Blocks of a stream that are freed from now on are kept: its work will be repeated, with the same memory.
    pub fn retain(&self, stream: Stream) {
        if self.exact.is_none() {
            let mut state = self.lock();
            let slot = state.fences.slot(stream);
            state.retained.push((slot, Vec::new()));
        }
    }

    /// Whether freed blocks of a stream are kept.
    pub fn retains(&self, stream: Stream) -> bool {
        let state = self.lock();
        let slot = state.fences.known(stream);
        state.retained.iter().any(|(own, _)| Some(*own) == slot)
    }

    /// Ends [`Pool::retain`], and frees the kept blocks, whose work is done.
    ///
    /// # Errors
    /// As [`Pool::free`].
    pub fn end_retaining(&self, stream: Stream) -> Result<()> {
        let blocks = {
            let mut state = self.lock();
            let slot = state.fences.known(stream);
            let entry = state.retained.iter().position(|(own, _)| Some(*own) == slot);
            entry.map(|entry| state.retained.swap_remove(entry).1).unwrap_or_default()
        };
        blocks.into_iter().try_for_each(|block| self.free(block))
    }

    /// Takes back the cached blocks of a stream that is about to be destroyed; called before that, by the destroying
    /// thread. It waits for the stream's work. Blocks that are still allocated may be freed later.
    pub fn forget_stream(&self, stream: Stream) -> Result<()> {
        let Some(slot) = self.lock().fences.known(stream) else { return Ok(()) };
        // The lock is released while waiting, as above.
        self.driver.stream_synchronize(stream)?;
        let mut guard = self.lock();
        let state = &mut *guard;
        state.fences.forget(slot);
        state.blocks.make_ready(slot, u64::MAX);
        state.check(&*self.driver)?;
        Ok(())
    }

    /// Returns all memory that is not allocated to the driver. It waits for the device's work. If other threads keep
    /// freeing memory, what they free last stays.
    pub fn free_all_blocks(&self) -> Result<()> {
        if let Some(exact) = &self.exact {
            return exact.trim(&*self.driver);
        }
        // The lock is released while waiting: a host call may need a lock of a thread that frees memory meanwhile.
        // Memory freed while the device is waited for may still be in use, and is waited for again.
        for _ in 0..MAX_WAITS {
            let freed = self.lock().fences.now();
            self.driver.synchronize()?;
            let mut state = self.lock();
            state.passed_until(freed);
            let segments = state.blocks.take_free_segments();
            let is_last = state.fences.now() == freed;
            drop(state);
            self.give_back(segments)?;
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// The usage of the pool.
    pub fn usage(&self) -> Usage {
        if let Some(exact) = &self.exact {
            return exact.usage();
        }
        let state = self.lock();
        Usage {
            used: state.used,
            total: state.blocks.total(),
            peak: state.peak,
            free_blocks: state.blocks.free_count() + state.pending.len(),
        }
    }

    /// Bytes allocated, and taken from the driver.
    pub(crate) fn held(&self) -> (usize, usize) {
        if let Some(exact) = &self.exact {
            let usage = exact.usage();
            return (usage.used, usage.total);
        }
        let state = self.lock();
        (state.used, state.blocks.total())
    }

    /// Limits the bytes that are taken from the driver; `None` removes the limit. Memory that was taken already stays.
    pub fn set_limit(&self, bytes: Option<usize>) {
        self.lock().limit = bytes;
    }

    /// The limit on the bytes that are taken from the driver.
    pub fn limit(&self) -> Option<usize> {
        self.lock().limit
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The slow path of [`Pool::alloc`], when neither the stream nor the common list has a block: increasingly costly
    /// steps, none of which waits for the device. `None` where the driver has no more memory.
    #[cold]
    fn find(&self, state: &mut State, bytes: usize, slot: Slot) -> Result<Option<u32>> {
        if state.check(&*self.driver)?
            && let Some(id) = state.blocks.take(bytes, slot, &[slot, READY], None)
        {
            return Ok(Some(id));
        }
        if let Some(id) = state.blocks.carve(bytes, slot) {
            return Ok(Some(id));
        }
        if let Some(id) = self.take_from_others(state, bytes, slot)? {
            return Ok(Some(id));
        }
        match self.grow(state, bytes, slot) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => Ok(None),
            result => result.map(Some),
        }
    }

    /// A block when memory is exhausted: after waiting for the device, and returning free segments to the driver.
    #[cold]
    fn find_by_waiting(&self, bytes: usize, stream: Stream) -> Result<Block> {
        // The lock is released while waiting: other threads free meanwhile, and a host call that the device waits for
        // may be one of them.
        for attempt in 1.. {
            let freed = self.lock().fences.now();
            self.driver.synchronize()?;
            let mut state = self.lock();
            state.passed_until(freed);
            let slot = state.fences.slot(stream);
            if let Some(id) = state.blocks.take(bytes, slot, &[slot, READY], None) {
                return Ok(state.allocate(id, bytes));
            }
            let segments = state.blocks.take_free_segments();
            drop(state);
            self.give_back(segments)?;
            let mut state = self.lock();
            let slot = state.fences.slot(stream);
            if let Some(id) = self.find(&mut state, bytes, slot)? {
                return Ok(state.allocate(id, bytes));
            }
            // A small block may still fit into the rest of a segment for large ones.
            if let Some(id) = state.blocks.take(bytes.max(blocks::MIN_LARGE_BLOCK_BYTES), slot, &[slot, READY], None) {
                return Ok(state.allocate(id, bytes));
            }
            if attempt == MAX_WAITS || state.fences.now() == freed {
                return Err(self.exhausted(&state, bytes));
            }
        }
        unreachable!("the last attempt returns")
    }

    /// A block that another stream freed and has passed.
    fn take_from_others(&self, state: &mut State, bytes: usize, slot: Slot) -> Result<Option<u32>> {
        for other in state.fences.others(slot) {
            let Some(freed) = state.blocks.freed_at(bytes, other) else { continue };
            let passed = state.fences.passed(&*self.driver, other, freed)?;
            if let Some(id) = state.blocks.take(bytes, slot, &[other], Some(passed)) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Takes a segment from the driver and allocates a block from it.
    fn grow(&self, state: &mut State, bytes: usize, slot: Slot) -> Result<u32> {
        let remaining = state.limit.map_or(usize::MAX, |limit| limit.saturating_sub(state.blocks.total()));
        let (least, preferred) = Blocks::segment(bytes);
        if least > remaining {
            return Err(Error::out_of_memory("the limit is reached"));
        }
        let mut size = preferred.min(remaining / GRANULE * GRANULE).max(least);
        let address = match self.driver.alloc(size) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory && size > least => {
                size = least;
                self.driver.alloc(size)?
            }
            result => result?,
        };
        Ok(state.blocks.add_segment(address.0, size, bytes, slot))
    }

    /// Returns removed segments to the driver: they were wholly free, and ready.
    fn give_back(&self, segments: Vec<u64>) -> Result<()> {
        let mut result = Ok(());
        for address in segments {
            // SAFETY: the address came from this driver, no block of its segment is allocated, and the device's work
            // was waited for when the blocks became ready.
            let freed = unsafe { self.driver.free(Address(address)) };
            result = result.and(freed);
        }
        result
    }

    fn exhausted(&self, state: &State, bytes: usize) -> Error {
        let cached = state.blocks.total().saturating_sub(state.used);
        exhausted(&*self.driver, bytes, state.used, cached, state.limit)
    }
}

/// The error of a request that cannot be met, with all figures that explain it.
#[cold]
fn exhausted(driver: &dyn Driver, bytes: usize, used: usize, cached: usize, limit: Option<usize>) -> Error {
    let device = match driver.memory() {
        Ok((free, all)) => format!("{} of the device's {} are free", size(free), size(all)),
        Err(error) => format!("the device does not say what is free ({error})"),
    };
    let limit = limit.map_or(String::from("there is no limit"), |limit| format!("the limit is {}", size(limit)));
    Error::out_of_memory(format!(
        "out of memory on {}: asked for {}, while {} are in use and {} cached ({} taken from the driver); {device}; {limit}. \
         Delete arrays that are no longer needed, work in smaller pieces, or raise the limit",
        driver.properties().name,
        size(bytes),
        size(used),
        size(cached),
        size(used + cached),
    ))
}

impl State {
    /// Marks a removed block as allocated.
    fn allocate(&mut self, id: u32, bytes: usize) -> Block {
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        let (address, generation) = self.blocks.allocate(id, bytes);
        Block { address: Address(address), id, generation }
    }

    /// The work that was queued before a free is done: blocks freed up to then are free for every stream.
    fn passed_until(&mut self, freed: u64) {
        self.fences.passed_until(freed);
        let (passed, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|(_, waits)| waits.iter().all(|(_, of)| *of <= freed));
        self.pending = waiting;
        for (id, _) in passed {
            self.blocks.release(id, READY, 0);
        }
        self.blocks.all_ready(freed);
    }

    /// Frees the pending blocks whose fences have passed; returns whether there was one.
    fn check(&mut self, driver: &dyn Driver) -> Result<bool> {
        // The progress of each stream is queried once, since there may be many pending blocks.
        let mut progress: Vec<(Slot, u64)> = Vec::new();
        let mut any = false;
        let mut index = 0;
        while let Some((id, waits)) = self.pending.get(index) {
            let id = *id;
            let mut waiting = false;
            for (slot, freed) in waits {
                if self.fences.live_slot(*slot) == READY {
                    continue;
                }
                let passed = match progress.iter().find(|(known, _)| known == slot) {
                    Some((_, passed)) => *passed,
                    None => {
                        let passed = self.fences.passed(driver, *slot, *freed)?;
                        progress.push((*slot, passed));
                        passed
                    }
                };
                waiting |= passed < *freed;
            }
            if waiting {
                index += 1;
                continue;
            }
            self.pending.swap_remove(index);
            // The free was ordered on the block's own stream: as long as that lives, the block returns to it.
            let slot = self.fences.live_slot(self.blocks.slot(id));
            let freed = self.fences.now();
            self.blocks.release(id, slot, freed);
            any = true;
        }
        Ok(any)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        // There is no caller to report a failure to, and a process that ends has lost its device already.
        let _ = self.driver.synchronize();
        if let Some(exact) = &self.exact {
            exact.clear(&*self.driver);
        }
        state.fences.destroy(&*self.driver);
        for address in state.blocks.take_every_segment() {
            // SAFETY: the address came from this driver; owners of blocks hold the pool.
            let _ = unsafe { self.driver.free(Address(address)) };
        }
    }
}

/// Bytes in a readable unit, with the exact number in brackets.
fn size(bytes: usize) -> String {
    for (unit, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] {
        if bytes >= unit {
            return format!("{:.2} {name} ({bytes} bytes)", bytes as f64 / unit as f64);
        }
    }
    format!("{bytes} bytes")
}
