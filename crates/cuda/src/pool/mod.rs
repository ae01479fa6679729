//! Device memory without the driver: blocks are kept and handed out again in stream order.
//!
//! A block freed on a stream is at once free for that stream, because its later work runs later. For another stream it
//! is free once an event that was recorded on the first stream after the free has passed; the event is recorded only
//! when another stream has a use for the block, so that freeing costs no call of the driver.

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

/// A piece of device memory that a pool has handed out. It is plain data: [`Pool::free`] gives it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Where it begins: a multiple of 512 bytes, or 0 for the empty block.
    pub address: Address,
    id: u32,
    generation: u32,
}

impl Block {
    /// The block of no bytes.
    pub const EMPTY: Block = Block { address: Address(0), id: u32::MAX, generation: 0 };
}

/// What a pool holds, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// Handed out, each piece rounded up to 512 bytes.
    pub used: usize,
    /// Taken from the driver.
    pub total: usize,
    /// The most that was handed out at one time.
    pub peak: usize,
    /// The number of blocks that are free (of any stream).
    pub free_blocks: usize,
}

/// The memory pool of one device. Any thread may call it.
pub struct Pool {
    driver: Arc<dyn Driver>,
    state: Mutex<State>,
    /// In place of all blocks, where the driver wants to know of every piece or nothing shall be handed out again.
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
    /// Streams whose blocks are not handed out again, with those that were freed.
    retained: Vec<(Slot, Vec<Block>)>,
}

/// The most times that the device is waited for anew, where memory is freed meanwhile.
const MAX_WAITS: usize = 16;

impl Pool {
    /// An empty pool on this device.
    pub fn new(driver: Arc<dyn Driver>) -> Pool {
        Pool::with_reuse(driver, !disabled(Switch::Arena))
    }

    /// As [`Pool::new`], whatever is switched off. Without `reuse`, freed memory is not handed out again for a long
    /// while: it is slow, and shows who uses memory that is no longer theirs.
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
        // A driver that wants to know of every piece checks every use of a freed one.
        let checks = driver.exact_memory();
        let exact = (checks || !reuse).then(|| Exact::new(!checks));
        Pool { driver, state: Mutex::new(state), exact }
    }

    /// Memory for work of this stream. Its content is undefined. Error: `OutOfMemory`, after everything free was given
    /// back to the driver and asked for again.
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
            Some(id) => Ok(state.hand_out(id, rounded)),
            None => {
                drop(state);
                self.find_by_waiting(rounded, stream)
            }
        }
    }

    /// Gives a block back, in stream order: all work that uses it was queued before, on the stream it was allocated for
    /// or on one named to [`Pool::record_stream`]. Errors: `Value` for a block that was freed before; `Cuda` where the
    /// device has failed, and the block is given back nevertheless.
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
        let slot = state.fences.living(slot);
        if uses.is_empty() {
            state.blocks.release(block.id, slot, freed);
            return Ok(());
        }
        let mut waits = Vec::with_capacity(uses.len());
        let mut failed = None;
        for used_on in uses {
            if state.fences.living(used_on) == READY {
                continue;
            }
            // A fence that cannot be recorded is waited for in vain, so the block stays aside until the device was
            // synchronised.
            failed = state.fences.record(&*self.driver, used_on, freed).err().or(failed);
            waits.push((used_on, freed));
        }
        state.pending.push((block.id, waits));
        failed.map_or(Ok(()), Err)
    }

    /// Says that a block is used on another stream too: freed, it waits for the work queued there until then.
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

    /// From now on blocks of a stream are kept when they are freed: its work will be done again, with the same memory.
    pub fn retain(&self, stream: Stream) {
        if self.exact.is_none() {
            let mut state = self.lock();
            let slot = state.fences.slot(stream);
            state.retained.push((slot, Vec::new()));
        }
    }

    /// Whether blocks of a stream are kept when they are freed.
    pub fn retains(&self, stream: Stream) -> bool {
        let state = self.lock();
        let slot = state.fences.known(stream);
        state.retained.iter().any(|(own, _)| Some(*own) == slot)
    }

    /// Ends [`Pool::retain`], and frees what was kept. The work with it is done.
    ///
    /// # Errors
    /// As [`Pool::free`].
    pub fn end_retaining(&self, stream: Stream) -> Result<()> {
        let blocks = {
            let mut state = self.lock();
            let slot = state.fences.known(stream);
            let place = state.retained.iter().position(|(own, _)| Some(*own) == slot);
            place.map(|place| state.retained.swap_remove(place).1).unwrap_or_default()
        };
        blocks.into_iter().try_for_each(|block| self.free(block))
    }

    /// Takes back what is kept for a stream that is about to be destroyed; to be called before it is, and by its
    /// destroyer. It waits for the stream's work. Blocks that are still out may be freed later.
    pub fn forget_stream(&self, stream: Stream) -> Result<()> {
        let Some(slot) = self.lock().fences.known(stream) else { return Ok(()) };
        // Waited for without the lock, as above.
        self.driver.stream_synchronize(stream)?;
        let mut guard = self.lock();
        let state = &mut *guard;
        state.fences.forget(slot);
        state.blocks.make_ready(slot, u64::MAX);
        state.check(&*self.driver)?;
        Ok(())
    }

    /// Gives all memory that is not handed out back to the driver. It waits for the device's work. Where other threads
    /// free memory all the while, what they free last stays.
    pub fn free_all_blocks(&self) -> Result<()> {
        if let Some(exact) = &self.exact {
            return exact.trim(&*self.driver);
        }
        // Waited for without the lock: a call of the host may want what a thread holds that frees meanwhile. What is
        // freed while the device is waited for may still be in use, and is waited for again.
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

    /// What the pool holds.
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

    /// Bytes handed out, and taken from the driver.
    pub(crate) fn held(&self) -> (usize, usize) {
        if let Some(exact) = &self.exact {
            let usage = exact.usage();
            return (usage.used, usage.total);
        }
        let state = self.lock();
        (state.used, state.blocks.total())
    }

    /// Bounds the bytes that are taken from the driver; `None` lifts the bound. What is held already stays.
    pub fn set_limit(&self, bytes: Option<usize>) {
        self.lock().limit = bytes;
    }

    /// The bound on the bytes that are taken from the driver.
    pub fn limit(&self) -> Option<usize> {
        self.lock().limit
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What [`Pool::alloc`] does when neither the stream nor the common store has a block: ever more costly steps, of
    /// which none waits for the device. Nothing where the driver has no more memory.
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
        if let Some(id) = self.steal(state, bytes, slot)? {
            return Ok(Some(id));
        }
        match self.grow(state, bytes, slot) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => Ok(None),
            result => result.map(Some),
        }
    }

    /// A block where memory is out: what the device still used, and what is taken from the driver and free, is used
    /// again.
    #[cold]
    fn find_by_waiting(&self, bytes: usize, stream: Stream) -> Result<Block> {
        // Waited for without the lock: other threads free meanwhile, and a call of the host that the device waits for
        // may be one of them.
        for turn in 1.. {
            let freed = self.lock().fences.now();
            self.driver.synchronize()?;
            let mut state = self.lock();
            state.passed_until(freed);
            let slot = state.fences.slot(stream);
            if let Some(id) = state.blocks.take(bytes, slot, &[slot, READY], None) {
                return Ok(state.hand_out(id, bytes));
            }
            let segments = state.blocks.take_free_segments();
            drop(state);
            self.give_back(segments)?;
            let mut state = self.lock();
            let slot = state.fences.slot(stream);
            if let Some(id) = self.find(&mut state, bytes, slot)? {
                return Ok(state.hand_out(id, bytes));
            }
            // A small block may still fit into what is left of a segment for large ones.
            if let Some(id) = state.blocks.take(bytes.max(blocks::MIN_LARGE_BLOCK_BYTES), slot, &[slot, READY], None) {
                return Ok(state.hand_out(id, bytes));
            }
            if turn == MAX_WAITS || state.fences.now() == freed {
                return Err(self.exhausted(&state, bytes));
            }
        }
        unreachable!("the last turn returns")
    }

    /// A block that another stream freed and no longer uses.
    fn steal(&self, state: &mut State, bytes: usize, slot: Slot) -> Result<Option<u32>> {
        for other in state.fences.others(slot) {
            let Some(freed) = state.blocks.freed_at(bytes, other) else { continue };
            let passed = state.fences.passed(&*self.driver, other, freed)?;
            if let Some(id) = state.blocks.take(bytes, slot, &[other], Some(passed)) {
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Takes a segment from the driver and a block from it.
    fn grow(&self, state: &mut State, bytes: usize, slot: Slot) -> Result<u32> {
        let room = state.limit.map_or(usize::MAX, |limit| limit.saturating_sub(state.blocks.total()));
        let (least, wished) = Blocks::segment(bytes);
        if least > room {
            return Err(Error::out_of_memory("the limit is reached"));
        }
        let mut size = wished.min(room / GRANULE * GRANULE).max(least);
        let address = match self.driver.alloc(size) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory && size > least => {
                size = least;
                self.driver.alloc(size)?
            }
            result => result?,
        };
        Ok(state.blocks.add_segment(address.0, size, bytes, slot))
    }

    /// Gives segments that were taken out back to the driver: they were wholly free, and ready.
    fn give_back(&self, segments: Vec<u64>) -> Result<()> {
        let mut result = Ok(());
        for address in segments {
            // SAFETY: the address came from this driver, no block of its segment is handed out, and the device's work
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

/// The error of a request that cannot be met: all that it takes to find out why.
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
    /// Marks a block that was taken out as handed out.
    fn hand_out(&mut self, id: u32, bytes: usize) -> Block {
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        let (address, generation) = self.blocks.hand_out(id, bytes);
        Block { address: Address(address), id, generation }
    }

    /// The work that was queued before a free is done: what was freed up to then is free for every stream.
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

    /// Releases the pending blocks whose fences have passed; whether there was one.
    fn check(&mut self, driver: &dyn Driver) -> Result<bool> {
        // How far each stream has come, asked once for each: the pending blocks may be many.
        let mut asked: Vec<(Slot, u64)> = Vec::new();
        let mut any = false;
        let mut index = 0;
        while let Some((id, waits)) = self.pending.get(index) {
            let id = *id;
            let mut waiting = false;
            for (slot, freed) in waits {
                if self.fences.living(*slot) == READY {
                    continue;
                }
                let passed = match asked.iter().find(|(known, _)| known == slot) {
                    Some((_, passed)) => *passed,
                    None => {
                        let passed = self.fences.passed(driver, *slot, *freed)?;
                        asked.push((*slot, passed));
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
            // The free was later work of the block's own stream: as long as that lives, the block goes back to it.
            let slot = self.fences.living(self.blocks.slot(id));
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
        // No caller is left to return a failure to, and a process that ends has lost its device already.
        let _ = self.driver.synchronize();
        if let Some(exact) = &self.exact {
            exact.clear(&*self.driver);
        }
        state.fences.destroy(&*self.driver);
        for address in state.blocks.take_every_segment() {
            // SAFETY: the address came from this driver; what holds blocks holds the pool.
            let _ = unsafe { self.driver.free(Address(address)) };
        }
    }
}

/// Bytes as a reader likes them, exact in brackets.
fn size(bytes: usize) -> String {
    for (unit, name) in [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")] {
        if bytes >= unit {
            return format!("{:.2} {name} ({bytes} bytes)", bytes as f64 / unit as f64);
        }
    }
    format!("{bytes} bytes")
}
