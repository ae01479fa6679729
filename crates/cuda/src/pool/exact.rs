//! Memory taken from the driver piece by piece, as long as was asked for: a machine that checks accesses sees each end then,
//! and also what nothing wrote and what was freed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, ErrorKind, Result};

use super::{Block, Usage};
use crate::driver::{Address, Driver};

/// The pieces that are out.
#[derive(Default)]
pub(super) struct Exact {
    pieces: Mutex<Pieces>,
}

#[derive(Default)]
struct Pieces {
    bytes: HashMap<u64, usize>,
    used: usize,
    peak: usize,
}

impl Exact {
    /// A piece of so many bytes, which are not 0, where `limit` leaves room for it.
    pub(super) fn alloc(&self, driver: &dyn Driver, bytes: usize, limit: Option<usize>) -> Result<Block> {
        let mut pieces = self.lock();
        let after = pieces.used.saturating_add(bytes);
        let exhausted = |used: usize| super::exhausted(driver, bytes, used, 0, limit);
        if limit.is_some_and(|limit| after > limit) {
            return Err(exhausted(pieces.used));
        }
        let address = match driver.alloc(bytes) {
            Err(error) if error.kind() == ErrorKind::OutOfMemory => return Err(exhausted(pieces.used)),
            result => result?,
        };
        pieces.bytes.insert(address.0, bytes);
        pieces.used = after;
        pieces.peak = pieces.peak.max(after);
        Ok(Block { address, id: 0, generation: 0 })
    }

    /// Gives a piece back.
    pub(super) fn free(&self, driver: &dyn Driver, block: Block) -> Result<()> {
        let mut pieces = self.lock();
        let bytes = pieces.bytes.remove(&block.address.0);
        pieces.used -=
            bytes.ok_or_else(|| Error::value("this block of device memory was freed before, or is another pool's"))?;
        // SAFETY: the address came from this driver and has left the list. Such a driver's work is done when its call returns, so
        // nothing queued uses it.
        unsafe { driver.free(block.address) }
    }

    pub(super) fn usage(&self) -> Usage {
        let pieces = self.lock();
        Usage { used: pieces.used, total: pieces.used, peak: pieces.peak, free_blocks: 0 }
    }

    /// Gives every piece back, at the end of the pool.
    pub(super) fn clear(&self, driver: &dyn Driver) {
        for (address, _) in self.lock().bytes.drain() {
            // SAFETY: the address came from this driver; whoever holds pieces holds the pool.
            let _ = unsafe { driver.free(Address(address)) };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pieces> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
