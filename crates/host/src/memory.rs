//! The CPU's memory: aligned blocks, cached for the next array, because a fresh page costs more than the arithmetic on
//! it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, Memory, MemoryUse, Result, Switch, disabled};

/// Every block starts on a cache line.
pub const ALIGNMENT: usize = 64;

/// Most bytes that are cached for the next arrays, unless a single block is larger.
const MAX_CACHED_BYTES: u64 = 256 << 20;

/// A pool of aligned blocks. They come from the system allocator directly: an allocation that it refuses is an error
/// here, so blocks must not use the reserve that a program keeps for allocations that cannot fail.
#[derive(Debug, Default)]
pub struct Pool(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The free blocks, by the number of their size class, the last released at the back: their addresses, and how many
    /// blocks had been released before.
    free: Vec<VecDeque<(u64, u64)>>,
    /// How many blocks have been released.
    releases: u64,
    used: u64,
    cached: u64,
    /// The most bytes that arrays may hold; zero if only the machine limits them.
    limit: u64,
    /// Released blocks, the oldest first, where blocks are not reused.
    quarantine: Option<VecDeque<(u64, u64)>>,
}

/// Most bytes of released blocks that are kept where blocks are not reused.
const MAX_QUARANTINED_BYTES: u64 = 256 << 20;

/// The byte that fills fresh and released blocks where blocks are not reused, so that wrong reads do not look right.
const FILL_BYTE: u8 = 0xCB;

impl Pool {
    /// An empty pool. Where the switch `arena` is off, a released block is not reused until many others were released:
    /// this is slow, and exposes accesses to released memory.
    pub fn new() -> Pool {
        Pool::with_reuse(!disabled(Switch::Arena))
    }

    /// As [`Pool::new`], with reuse chosen by the argument and not by the switch.
    fn with_reuse(reuse: bool) -> Pool {
        Pool(Mutex::new(State { quarantine: (!reuse).then(VecDeque::new), ..State::default() }))
    }

    /// A block of at least this many bytes, with any contents.
    ///
    /// # Errors
    /// Out of memory: beyond the limit, or refused by the system after all cached blocks were returned to it.
    pub fn allocate(&self, bytes: u64) -> Result<Memory> {
        self.obtain(bytes).map(|(memory, ..)| memory)
    }

    /// As [`Pool::allocate`], also returning whether the block is new from the system and not from the cache, and then
    /// [`Pool::held`].
    ///
    /// # Errors
    /// As there.
    pub fn obtain(&self, bytes: u64) -> Result<(Memory, bool, (u64, u64))> {
        let class = class(bytes)?;
        let mut state = self.lock();
        if state.limit != 0 && state.used.saturating_add(class) > state.limit {
            return Err(exhausted(bytes, &state));
        }
        if let Some(address) = state.take(class) {
            state.used += class;
            return Ok((Memory { address, bytes }, false, state.held()));
        }
        let layout = layout(class)?;
        // A call that runs several kernels allocates arrays between them: the reserve for the next kernel's scratch
        // memory must not be used for an array.
        let from_system = || {
            if !cuprust_reserve::may_take() {
                return std::ptr::null_mut();
            }
            // SAFETY: the layout has a size above zero.
            unsafe { System.alloc(layout) }
        };
        let mut pointer = from_system();
        if pointer.is_null() {
            state.free_cached(0);
            pointer = from_system();
        }
        if pointer.is_null() {
            return Err(exhausted(bytes, &state));
        }
        advise_huge_pages(pointer, class);
        if state.quarantine.is_some() {
            // SAFETY: the block has as many bytes, and no other thread has its address.
            unsafe { pointer.write_bytes(FILL_BYTE, class as usize) };
        }
        state.used += class;
        Ok((Memory { address: pointer as u64, bytes }, true, state.held()))
    }

    /// Releases a block of [`Pool::allocate`], and then returns [`Pool::held`].
    pub fn release(&self, memory: Memory) -> (u64, u64) {
        let mut state = self.lock();
        let Ok(class) = class(memory.bytes) else { return state.held() };
        state.used -= class.min(state.used);
        if let Some(quarantine) = &mut state.quarantine {
            // SAFETY: the block has as many bytes, and the caller that released it no longer uses it.
            unsafe { (memory.address as *mut u8).write_bytes(FILL_BYTE, class as usize) };
            quarantine.push_back((memory.address, class));
            state.cached += class;
            state.free_cached(MAX_QUARANTINED_BYTES);
            return state.held();
        }
        // The cache is bounded: others are freed first, since the block just released is still in the processor's.
        state.free_cached(MAX_CACHED_BYTES.saturating_sub(class));
        state.cached += class;
        let number = number(class);
        if state.free.len() <= number {
            state.free.resize_with(number + 1, VecDeque::new);
        }
        let time = state.releases;
        state.releases += 1;
        state.free[number].push_back((memory.address, time));
        state.held()
    }

    /// Counts memory of arrays that does not come from this pool.
    ///
    /// # Errors
    /// Out of memory: beyond the limit, or more than the machine has.
    pub fn charge(&self, bytes: u64) -> Result<()> {
        let mut state = self.lock();
        let (total, _) = machine();
        let limit = if state.limit == 0 { total } else { state.limit };
        if limit != 0 && state.used.saturating_add(bytes) > limit {
            return Err(exhausted(bytes, &state));
        }
        state.used += bytes;
        Ok(())
    }

    /// Ends the count of such memory.
    pub fn discharge(&self, bytes: u64) {
        let mut state = self.lock();
        state.used -= bytes.min(state.used);
    }

    /// Returns all cached blocks to the system.
    pub fn trim(&self) {
        self.lock().free_cached(0);
    }

    /// Sets the most bytes that all arrays may hold; zero removes the limit.
    pub fn set_limit(&self, bytes: u64) {
        self.lock().limit = bytes;
    }

    /// The most bytes that all arrays may hold; zero if there is no limit.
    pub fn limit(&self) -> u64 {
        self.lock().limit
    }

    /// Used, cached and free bytes.
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

    /// Bytes held by arrays, and bytes cached for the next arrays.
    pub fn held(&self) -> (u64, u64) {
        self.lock().held()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is consistent between any two statements, so a panic elsewhere leaves nothing to repair.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Bytes in use, and bytes that are cached for the next arrays.
    fn held(&self) -> (u64, u64) {
        (self.used, self.cached)
    }

    fn take(&mut self, class: u64) -> Option<u64> {
        let (address, _) = self.free.get_mut(number(class))?.pop_back()?;
        self.cached -= class;
        Some(address)
    }

    /// Frees cached blocks until at most `keep` bytes are cached, those first that have waited longest: a program that
    /// goes on to other sizes does not need them again.
    fn free_cached(&mut self, keep: u64) {
        while self.cached > keep {
            if let Some(quarantine) = &mut self.quarantine {
                let Some((address, class)) = quarantine.pop_front() else { return };
                self.free_block(address, class);
                continue;
            }
            // The oldest block of each class, in turn up to the next oldest of another.
            let fronts =
                || self.free.iter().enumerate().filter_map(|(number, blocks)| Some((blocks.front()?.1, number)));
            let Some((oldest, number)) = fronts().min() else { return };
            let next = fronts().map(|(time, _)| time).filter(|&time| time > oldest).min().unwrap_or(u64::MAX);
            while self.cached > keep
                && let Some((address, _)) = self.free[number].pop_front_if(|&mut (_, time)| time < next)
            {
                self.free_block(address, size(number));
            }
        }
    }

    fn free_block(&mut self, address: u64, class: u64) {
        if let Ok(layout) = layout(class) {
            // SAFETY: the address came from `alloc` with the layout of its class, and is used nowhere.
            unsafe { System.dealloc(address as *mut u8, layout) };
        }
        self.cached -= class;
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.trim();
    }
}

/// The size class of this many bytes: four classes to each doubling, so that arrays of similar sizes share blocks.
fn class(bytes: u64) -> Result<u64> {
    if bytes > isize::MAX as u64 / 2 {
        return Err(Error::out_of_memory(format!("no machine has {bytes} bytes: the array is too large")));
    }
    let bytes = bytes.max(ALIGNMENT as u64);
    let step = (bytes.next_power_of_two() / 8).max(ALIGNMENT as u64);
    Ok(bytes.div_ceil(step) * step)
}

/// The bytes after an allocation of this length that belong to no other: what its block is rounded up by, and the
/// system allocator's metadata after the block.
pub(crate) fn padding(bytes: u64) -> u64 {
    const ALLOCATOR_METADATA: u64 = 16;
    class(bytes).map_or(0, |class| class - bytes) + ALLOCATOR_METADATA
}

/// The number of a class, in order of size: classes are multiples of 64 bytes up to 512, and of an eighth of a power of
/// two above.
fn number(class: u64) -> usize {
    let units = class / ALIGNMENT as u64;
    if units <= 8 {
        return units as usize;
    }
    // Above half of a power of two there are four classes, five to eight eighths of it.
    let power = (units - 1).ilog2() as usize + 1;
    4 * (power - 3) + units.div_ceil(1 << (power - 3)) as usize
}

/// The size of the class with a number: the inverse of [`number`].
fn size(number: usize) -> u64 {
    if number <= 8 {
        return (number * ALIGNMENT) as u64;
    }
    let power = (number - 5) / 4;
    let eighths = (number - 5) % 4 + 5;
    ((eighths << power) * ALIGNMENT) as u64
}

/// The size of the system's large pages, to which blocks of at least [`MIN_LARGE_PAGE_BYTES`] are aligned.
const PAGE: usize = 2 << 20;

/// Fewest bytes of a block with large pages, as in NumPy.
const MIN_LARGE_PAGE_BYTES: u64 = 4 << 20;

/// Advises the system to use large pages for a block: fewer faults on first touch, and fewer TLB misses later.
fn advise_huge_pages(pointer: *mut u8, class: u64) {
    #[cfg(target_os = "linux")]
    if class >= MIN_LARGE_PAGE_BYTES {
        // SAFETY: the range is a block of ours. The advice changes no contents, and a refusal does no harm.
        unsafe { libc::madvise(pointer.cast(), class as usize, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (pointer, class);
}

fn layout(class: u64) -> Result<Layout> {
    let alignment = if class >= MIN_LARGE_PAGE_BYTES { PAGE } else { ALIGNMENT };
    Layout::from_size_align(class as usize, alignment)
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

/// The machine's total and available memory in bytes; zeros where the system does not report them.
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
    fn without_reuse_a_block_is_not_handed_out_again_and_holds_garbage() {
        let pool = Pool::with_reuse(false);
        let mut seen = std::collections::HashSet::new();
        for round in 0..1000 {
            let block = pool.allocate(8 * (round % 40 + 1)).unwrap();
            assert!(seen.insert(block.address), "round {round}");
            // SAFETY: the block has at least eight bytes, and stays allocated after its release.
            let read = || unsafe { (block.address as *const u64).read() };
            assert_eq!(read(), u64::from_ne_bytes([FILL_BYTE; 8]));
            // SAFETY: as above.
            unsafe { (block.address as *mut u64).write(round) };
            pool.release(block);
            assert_eq!(read(), u64::from_ne_bytes([FILL_BYTE; 8]));
        }
        assert_eq!(pool.usage().used, 0);
        // The released blocks that are kept are bounded.
        for _ in 0..3 {
            let block = pool.allocate(150 << 20).unwrap();
            pool.release(block);
            assert!(pool.usage().cached <= MAX_QUARANTINED_BYTES);
        }
        pool.trim();
        assert_eq!(pool.usage().cached, 0);
    }

    #[test]
    fn blocks_that_have_waited_longest_are_freed_first() {
        let pool = Pool::default();
        let (small, large) = (2 << 20, 24 << 20);
        let allocate = |count: u64, bytes: u64| (0..count).map(|_| pool.allocate(bytes).unwrap()).collect::<Vec<_>>();
        // A program of small arrays fills the cache; the next one of large ones finds its blocks again.
        allocate(MAX_CACHED_BYTES / small, small).into_iter().for_each(|block| _ = pool.release(block));
        let first = allocate(6, large);
        let addresses: Vec<u64> = first.iter().map(|block| block.address).collect();
        first.into_iter().for_each(|block| _ = pool.release(block));
        assert!(pool.usage().cached <= MAX_CACHED_BYTES);
        let again = allocate(6, large);
        assert!(again.iter().all(|block| addresses.contains(&block.address)));
        again.into_iter().for_each(|block| _ = pool.release(block));
        // Of the small ones those are left for which there is room.
        let (block, is_new, _) = pool.obtain(small).unwrap();
        assert!(!is_new);
        pool.release(block);
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
    fn classes_have_numbers_in_their_order() {
        let mut last = 0;
        for bytes in (0..40_000).chain((16..62).flat_map(|power| [(1 << power) - 1, 1 << power, (1 << power) + 1])) {
            let class = class(bytes).unwrap();
            assert_eq!(size(number(class)), class, "{bytes}");
            assert!(number(class) == last || number(class) == last + 1 || bytes >= 40_000 && number(class) > last);
            last = number(class);
        }
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
