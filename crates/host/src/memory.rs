//! The CPU's memory: aligned blocks, kept for the next array, because a fresh page costs more than the arithmetic on it.

use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, Memory, MemoryUse, Result};

/// Every block starts on a cache line.
pub const ALIGNMENT: usize = 64;

/// How many bytes are kept for the next arrays at most, unless a single block is larger.
const KEPT: u64 = 256 << 20;

/// A pool of aligned blocks.
#[derive(Debug, Default)]
pub struct Pool(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The blocks that nobody uses, by size class.
    free: BTreeMap<u64, Vec<u64>>,
    used: u64,
    cached: u64,
    /// The most that arrays may hold; zero for no limit but the machine's.
    limit: u64,
}

impl Pool {
    /// A block of at least this many bytes, with any contents.
    ///
    /// # Errors
    /// Out of memory: beyond the limit, or refused by the system after everything kept was given back.
    pub fn allocate(&self, bytes: u64) -> Result<Memory> {
        let class = class(bytes)?;
        let mut state = self.lock();
        if state.limit != 0 && state.used.saturating_add(class) > state.limit {
            return Err(exhausted(bytes, &state));
        }
        if let Some(address) = state.take(class) {
            state.used += class;
            return Ok(Memory { address, bytes });
        }
        let layout = layout(class)?;
        // SAFETY: the layout has a size above zero.
        let mut pointer = unsafe { alloc(layout) };
        if pointer.is_null() {
            state.give_back(0);
            // SAFETY: as above.
            pointer = unsafe { alloc(layout) };
        }
        if pointer.is_null() {
            return Err(exhausted(bytes, &state));
        }
        state.used += class;
        Ok(Memory { address: pointer as u64, bytes })
    }

    /// Takes back a block that [`Pool::allocate`] gave.
    pub fn release(&self, memory: Memory) {
        let Ok(class) = class(memory.bytes) else { return };
        let mut state = self.lock();
        state.used -= class.min(state.used);
        // What stays is bounded: make room first, and the block just freed, still in the caches, is what stays.
        state.give_back(KEPT.saturating_sub(class));
        state.cached += class;
        state.free.entry(class).or_default().push(memory.address);
    }

    /// Gives everything kept back to the system.
    pub fn trim(&self) {
        self.lock().give_back(0);
    }

    /// Sets the most bytes that arrays may hold together; zero takes the limit away.
    pub fn set_limit(&self, bytes: u64) {
        self.lock().limit = bytes;
    }

    /// The most bytes that arrays may hold together; zero where there is no limit.
    pub fn limit(&self) -> u64 {
        self.lock().limit
    }

    /// How much is used, kept and free.
    pub fn usage(&self) -> MemoryUse {
        let (total, free) = machine();
        let state = self.lock();
        match state.limit {
            0 => MemoryUse { used: state.used, cached: state.cached, free, total },
            limit => MemoryUse {
                used: state.used,
                cached: state.cached,
                free: free.min(limit.saturating_sub(state.used)),
                total: total.min(limit),
            },
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole between any two statements, so a panic elsewhere leaves nothing to mend.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn take(&mut self, class: u64) -> Option<u64> {
        let address = self.free.get_mut(&class)?.pop()?;
        self.cached -= class;
        Some(address)
    }

    /// Frees kept blocks, largest first, until at most `keep` bytes are kept.
    fn give_back(&mut self, keep: u64) {
        while self.cached > keep {
            let Some((&class, addresses)) = self.free.iter_mut().next_back() else { return };
            match (addresses.pop(), layout(class)) {
                (Some(address), Ok(layout)) => {
                    // SAFETY: the address came from `alloc` with the layout of its class, and is used nowhere.
                    unsafe { dealloc(address as *mut u8, layout) };
                    self.cached -= class;
                }
                _ => {
                    self.free.remove(&class);
                }
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.trim();
    }
}

/// The size of the blocks that hold this many bytes: four classes to each doubling, so that arrays of like sizes share.
fn class(bytes: u64) -> Result<u64> {
    if bytes > isize::MAX as u64 / 2 {
        return Err(Error::out_of_memory(format!("no machine has {bytes} bytes: the array is too large")));
    }
    let bytes = bytes.max(ALIGNMENT as u64);
    let step = (bytes.next_power_of_two() / 8).max(ALIGNMENT as u64);
    Ok(bytes.div_ceil(step) * step)
}

fn layout(class: u64) -> Result<Layout> {
    Layout::from_size_align(class as usize, ALIGNMENT)
        .map_err(|_| Error::out_of_memory(format!("no machine has {class} bytes: the array is too large")))
}

#[cold]
fn exhausted(bytes: u64, state: &State) -> Error {
    let (total, free) = machine();
    let (limit, free) = match state.limit {
        0 => (total, free),
        limit => (limit, free.min(limit.saturating_sub(state.used))),
    };
    Error::out_of_memory(format!(
        "out of memory allocating {bytes} bytes on the CPU: {} bytes are used by arrays, {free} of {limit} are free; \
         free arrays that are no longer needed, or raise the limit",
        state.used
    ))
}

/// The machine's memory and what of it is free, in bytes; zeros where the system does not tell.
fn machine() -> (u64, u64) {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse::<u64>().ok()).unwrap_or(0)
            * 1024
    };
    (field("MemTotal:"), field("MemAvailable:"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cuprust_ir::ErrorKind;

    #[test]
    fn blocks_come_back_and_are_counted() {
        let pool = Pool::default();
        let first = pool.allocate(1000).unwrap();
        assert_eq!(first.address % ALIGNMENT as u64, 0);
        assert!(pool.usage().used >= 1000);
        pool.release(first);
        assert_eq!(pool.usage().used, 0);
        assert!(pool.usage().cached >= 1000);
        assert_eq!(pool.allocate(1001).unwrap().address, first.address);
        assert_eq!(pool.usage().cached, 0);
        pool.release(Memory { address: first.address, bytes: 1001 });
        pool.trim();
        assert_eq!(pool.usage().cached, 0);
    }

    #[test]
    fn the_limit_is_an_error_that_says_how_much() {
        let pool = Pool::default();
        pool.set_limit(4096);
        let held = pool.allocate(4000).unwrap();
        let error = pool.allocate(512).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfMemory);
        assert!(error.text().contains("allocating 512 bytes") && error.text().contains("of 4096"), "{error}");
        pool.release(held);
        assert!(pool.allocate(512).is_ok());
        assert_eq!(pool.allocate(u64::MAX).unwrap_err().kind(), ErrorKind::OutOfMemory);
    }

    #[test]
    fn classes_hold_what_they_are_for_without_much_waste() {
        for bytes in (0..5000).chain([1 << 20, (1 << 20) + 1, 80_000_000]) {
            let class = class(bytes).unwrap();
            assert!(class >= bytes && class.is_multiple_of(64));
            assert!(class <= bytes.max(64) + (bytes / 4).max(64), "{bytes} in {class}");
        }
    }
}
