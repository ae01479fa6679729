//! The CPU's memory: aligned blocks, kept for the next array, because a fresh page costs more than the arithmetic on
//! it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuprust_ir::{Error, Memory, MemoryUse, Result, Switch, disabled};

/// Every block starts on a cache line.
pub const ALIGNMENT: usize = 64;

/// How many bytes are kept for the next arrays at most, unless a single block is larger.
const MAX_CACHED_BYTES: u64 = 256 << 20;

/// A pool of aligned blocks. They are the system allocator's own: where it has none, that is an error here, so they
/// must not use up what a program sets aside for allocations that cannot fail.
#[derive(Debug, Default)]
pub struct Pool(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The blocks that are not in use, by the number of their size class.
    free: Vec<Vec<u64>>,
    used: u64,
    cached: u64,
    /// The most that arrays may hold; zero for no limit but the machine's.
    limit: u64,
    /// Where nothing is handed out again: what was given back, the oldest first.
    aside: Option<VecDeque<(u64, u64)>>,
}

/// So many bytes are kept aside at most, where nothing is handed out again.
const ASIDE: u64 = 256 << 20;

/// What fills fresh and freed memory where nothing is handed out again: reading either is seldom right by chance.
const GARBAGE: u8 = 0xCB;

impl Pool {
    /// An empty pool. Where the switch `arena` is off, freed memory is not handed out again for a long while: it is
    /// slow, and shows who uses memory that is no longer theirs.
    pub fn new() -> Pool {
        Pool::with_reuse(!disabled(Switch::Arena))
    }

    /// As [`Pool::new`], whatever is switched off.
    fn with_reuse(reuse: bool) -> Pool {
        Pool(Mutex::new(State { aside: (!reuse).then(VecDeque::new), ..State::default() }))
    }

    /// A block of at least this many bytes, with any contents.
    ///
    /// # Errors
    /// Out of memory: beyond the limit, or refused by the system after everything kept was given back.
    pub fn allocate(&self, bytes: u64) -> Result<Memory> {
        self.obtain(bytes).map(|(memory, ..)| memory)
    }

    /// As [`Pool::allocate`], and whether the block was got from the system, and not kept from before; and what
    /// [`Pool::held`] says then.
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
        // A call that runs several kernels takes memory between them: what is set aside for the working memory of the
        // next must not become an array.
        let from_system = || {
            if !cuprust_reserve::may_take() {
                return std::ptr::null_mut();
            }
            // SAFETY: the layout has a size above zero.
            unsafe { System.alloc(layout) }
        };
        let mut pointer = from_system();
        if pointer.is_null() {
            state.give_back(0);
            pointer = from_system();
        }
        if pointer.is_null() {
            return Err(exhausted(bytes, &state));
        }
        ask_for_large_pages(pointer, class);
        if state.aside.is_some() {
            // SAFETY: the block has as many bytes, and no other thread has it.
            unsafe { pointer.write_bytes(GARBAGE, class as usize) };
        }
        state.used += class;
        Ok((Memory { address: pointer as u64, bytes }, true, state.held()))
    }

    /// Takes back a block that [`Pool::allocate`] gave, and says what [`Pool::held`] does then.
    pub fn release(&self, memory: Memory) -> (u64, u64) {
        let mut state = self.lock();
        let Ok(class) = class(memory.bytes) else { return state.held() };
        state.used -= class.min(state.used);
        if let Some(aside) = &mut state.aside {
            // SAFETY: the block has as many bytes, and the caller that gave it back uses it no more.
            unsafe { (memory.address as *mut u8).write_bytes(GARBAGE, class as usize) };
            aside.push_back((memory.address, class));
            state.cached += class;
            state.give_back(ASIDE);
            return state.held();
        }
        // What stays is bounded: make room first, and the block just freed, still in the caches, is what stays.
        state.give_back(MAX_CACHED_BYTES.saturating_sub(class));
        state.cached += class;
        let number = number(class);
        if state.free.len() <= number {
            state.free.resize_with(number + 1, Vec::new);
        }
        state.free[number].push(memory.address);
        state.held()
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

    /// Bytes held by arrays, and held for the next arrays.
    pub fn held(&self) -> (u64, u64) {
        self.lock().held()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is whole between any two statements, so a panic elsewhere leaves nothing to mend.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Bytes in use, and bytes that are kept for the next arrays.
    fn held(&self) -> (u64, u64) {
        (self.used, self.cached)
    }

    fn take(&mut self, class: u64) -> Option<u64> {
        let address = self.free.get_mut(number(class))?.pop()?;
        self.cached -= class;
        Some(address)
    }

    /// Frees kept blocks, largest first, until at most `keep` bytes are kept.
    fn give_back(&mut self, keep: u64) {
        while self.cached > keep {
            if let Some(aside) = &mut self.aside {
                let Some((address, class)) = aside.pop_front() else { return };
                self.free_block(address, class);
                continue;
            }
            let Some(addresses) = self.free.last_mut() else { return };
            let Some(address) = addresses.pop() else {
                self.free.pop();
                continue;
            };
            self.free_block(address, size(self.free.len() - 1));
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

/// The size of the blocks that hold this many bytes: four classes to each doubling, so that arrays of like sizes share.
fn class(bytes: u64) -> Result<u64> {
    if bytes > isize::MAX as u64 / 2 {
        return Err(Error::out_of_memory(format!("no machine has {bytes} bytes: the array is too large")));
    }
    let bytes = bytes.max(ALIGNMENT as u64);
    let step = (bytes.next_power_of_two() / 8).max(ALIGNMENT as u64);
    Ok(bytes.div_ceil(step) * step)
}

/// The bytes behind an allocation of this length that are no other's: what rounds its block up, and the system's note
/// behind the block.
pub(crate) fn padding(bytes: u64) -> u64 {
    const NOTE: u64 = 16;
    class(bytes).map_or(0, |class| class - bytes) + NOTE
}

/// The number of a class, in order of size: it is a multiple of 64 bytes up to 512, and of an eighth of a power of two
/// above.
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

/// The system's large pages, which blocks from [`MIN_LARGE_PAGE_BYTES`] on are aligned to and asked to have.
const PAGE: usize = 2 << 20;

/// Fewest bytes of a block with large pages, as NumPy's have.
const MIN_LARGE_PAGE_BYTES: u64 = 4 << 20;

/// Asks the system to give a block large pages: fewer faults when it is first touched, and fewer misses later.
fn ask_for_large_pages(pointer: *mut u8, class: u64) {
    #[cfg(target_os = "linux")]
    if class >= MIN_LARGE_PAGE_BYTES {
        // SAFETY: the range is a block of ours. The advice changes no contents; where it is refused, nothing is lost.
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
    fn without_reuse_a_block_is_not_handed_out_again_and_holds_garbage() {
        let pool = Pool::with_reuse(false);
        let mut seen = std::collections::HashSet::new();
        for turn in 0..1000 {
            let block = pool.allocate(8 * (turn % 40 + 1)).unwrap();
            assert!(seen.insert(block.address), "turn {turn}");
            // SAFETY: the block has eight bytes at least, and is kept aside when it was given back.
            let read = || unsafe { (block.address as *const u64).read() };
            assert_eq!(read(), u64::from_ne_bytes([GARBAGE; 8]));
            // SAFETY: as above.
            unsafe { (block.address as *mut u64).write(turn) };
            pool.release(block);
            assert_eq!(read(), u64::from_ne_bytes([GARBAGE; 8]));
        }
        assert_eq!(pool.usage().used, 0);
        // What is kept aside is bounded.
        for _ in 0..3 {
            let block = pool.allocate(150 << 20).unwrap();
            pool.release(block);
            assert!(pool.usage().cached <= ASIDE);
        }
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
