//! Allocations directly from the driver, each exactly as long as requested: a machine that checks accesses then detects
//! accesses beyond each end, to unwritten memory, and to freed memory.
//!
//! On a device without checks, freed memory may be quarantined for a while: a wrong use of it then does not hit another
//! array's elements, nor the right ones by chance.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, ErrorKind, Result};

use super::{Block, Usage};
use crate::driver::{Address, Driver};

/// The most quarantined bytes.
const MAX_CACHED_BYTES: usize = 256 << 20;

/// The allocated pieces.
pub(super) struct Exact {
    /// Whether freed pieces are quarantined.
    aside: bool,
    pieces: Mutex<Pieces>,
}

#[derive(Default)]
struct Pieces {
    bytes: HashMap<u64, usize>,
    used: usize,
    peak: usize,
    /// Freed pieces, the oldest first, and their bytes.
    freed: VecDeque<(Address, usize)>,
    freed_bytes: usize,
}

impl Exact {
    /// No pieces yet; freed ones will be quarantined (`aside`) or returned to the driver at once.
    pub(super) fn new(aside: bool) -> Exact {
        Exact { aside, pieces: Mutex::default() }
    }

    /// A piece of this many bytes (not 0), if `limit` permits it.
    pub(super) fn alloc(&self, driver: &dyn Driver, bytes: usize, limit: Option<usize>) -> Result<Block> {
        let mut pieces = self.lock();
        let after = pieces.used.saturating_add(bytes);
        let exhausted = |used: usize| super::exhausted(driver, bytes, used, 0, limit);
        if limit.is_some_and(|limit| after > limit) {
            return Err(exhausted(pieces.used));
        }
        let address = match driver.alloc(bytes) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => {
                pieces.give_back(driver, 0)?;
                driver.alloc(bytes).map_err(|_| exhausted(pieces.used))?
            }
            result => result?,
        };
        pieces.bytes.insert(address.0, bytes);
        pieces.used = after;
        pieces.peak = pieces.peak.max(after);
        Ok(Block { address, id: 0, generation: 0 })
    }

    /// Frees a piece.
    pub(super) fn free(&self, driver: &dyn Driver, block: Block) -> Result<()> {
        let mut pieces = self.lock();
        let bytes = pieces.bytes.remove(&block.address.0);
        let bytes =
            bytes.ok_or_else(|| Error::value("this block of device memory was freed before, or is another pool's"))?;
        pieces.used -= bytes;
        pieces.freed.push_back((block.address, bytes));
        pieces.freed_bytes += bytes;
        pieces.give_back(driver, if self.aside { MAX_CACHED_BYTES } else { 0 })
    }

    /// Returns the quarantined pieces to the driver.
    pub(super) fn trim(&self, driver: &dyn Driver) -> Result<()> {
        self.lock().give_back(driver, 0)
    }

    pub(super) fn usage(&self) -> Usage {
        let pieces = self.lock();
        Usage {
            used: pieces.used,
            total: pieces.used + pieces.freed_bytes,
            peak: pieces.peak,
            free_blocks: pieces.freed.len(),
        }
    }

    /// Returns every piece to the driver, at the end of the pool.
    pub(super) fn clear(&self, driver: &dyn Driver) {
        let mut pieces = self.lock();
        // There is no caller to report a failure to.
        let _ = pieces.give_back(driver, 0);
        for (address, _) in pieces.bytes.drain() {
            // SAFETY: the address came from this driver; owners of pieces hold the pool.
            let _ = unsafe { driver.free(Address(address)) };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pieces> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pieces {
    /// Returns the oldest freed pieces to the driver, until at most this many bytes are left.
    fn give_back(&mut self, driver: &dyn Driver, keep: usize) -> Result<()> {
        let mut result = Ok(());
        while self.freed_bytes > keep {
            let Some((address, bytes)) = self.freed.pop_front() else { break };
            self.freed_bytes -= bytes;
            // SAFETY: the address came from this driver and was removed from both lists. A driver that checks accesses
            // has done its work when its call returns; any other waits for the queued work before it frees.
            result = result.and(unsafe { driver.free(address) });
        }
        result
    }
}
