//! Device memory: its address space, its allocations, and the state of each byte.

use crate::error::{Error, ErrorKind, Result};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// The windows through which generic addresses see a block's shared memory, a lane's local memory, and a kernel's
/// parameters. Each is as long as the distance to the next.
pub(crate) const SHARED_WINDOW: u64 = 0x0001_0000_0000;
pub(crate) const LOCAL_WINDOW: u64 = 0x0002_0000_0000;
pub(crate) const PARAMETER_WINDOW: u64 = 0x0003_0000_0000;
/// How long a window is.
pub(crate) const WINDOW_BYTES: u64 = 0x0001_0000_0000;
/// The first address of device memory.
pub(crate) const DEVICE_BASE: u64 = 0x7f00_0000_0000;
/// Where memory has the host's addresses, memory that cannot have its own begins here, beyond all addresses of the
/// host.
const BASE_BEYOND_HOST: u64 = 1 << 48;
/// The least distance between allocations, so that an access just out of bounds hits no other one.
const MIN_GAP_BYTES: u64 = 1 << 16;
/// The most freed allocations that are remembered.
const MAX_FREED_ALLOCATIONS: usize = 4096;

/// Zeroed words that several threads may change at once. Untouched pages cost nothing.
pub(crate) struct Words {
    words: *mut u64,
    length: usize,
    /// The layout to free; `None` for borrowed memory.
    owned: Option<Vec<u64>>,
}

// SAFETY: while a kernel runs, every access to the words is atomic; accesses from the host's side borrow the machine
// exclusively.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Words {
    pub(crate) fn new(bytes: u64) -> Result<Words> {
        let length = bytes.div_ceil(8) as usize;
        let mut owned: Vec<u64> = Vec::new();
        if owned.try_reserve_exact(length).is_err() {
            return Err(Error::new(ErrorKind::OutOfMemory, format!("the machine has no {bytes} bytes left")));
        }
        drop(owned);
        // The allocator returns zeroed pages without touching them.
        let mut owned = vec![0u64; length];
        Ok(Words { words: owned.as_mut_ptr(), length, owned: Some(owned) })
    }

    /// The word of this index.
    #[inline(always)]
    pub(crate) fn word(&self, index: usize) -> &AtomicU64 {
        assert!(index < self.length);
        // SAFETY: the index is in bounds, words are aligned, and all accesses are atomic while kernels run.
        unsafe { AtomicU64::from_ptr(self.words.add(index)) }
    }

    fn bytes(&self) -> *mut u8 {
        let _ = &self.owned;
        self.words.cast()
    }
}

/// One allocation, global variable, or borrowed region.
pub(crate) struct Allocation {
    pub(crate) start: u64,
    pub(crate) bytes: u64,
    pub(crate) name: String,
    /// Constant memory: kernels may not write it.
    pub(crate) read_only: bool,
    data: Words,
    /// One bit for each byte that was written; `None` where all of them are.
    written: Option<Words>,
    /// Three records for each four bytes: the last write and two reads. They are allocated with the first recorded
    /// access, and stay absent where the machine has no memory for them.
    records: OnceLock<Option<Words>>,
}

/// The records of four bytes.
pub(crate) const RECORDS: usize = 3;

impl Allocation {
    fn new(start: u64, bytes: u64, name: String, data: Words) -> Result<Allocation> {
        let written = Some(Words::new(bytes.div_ceil(8) + 16)?);
        Ok(Allocation { start, bytes, name, read_only: false, data, written, records: OnceLock::new() })
    }

    /// The value at this offset, of 1, 2, 4 or 8 bytes; the caller has checked bounds and alignment.
    #[inline(always)]
    pub(crate) fn load(&self, offset: u64, bytes: u32) -> u64 {
        assert!(offset + u64::from(bytes) <= self.bytes);
        // SAFETY: in bounds as asserted; the offset is a multiple of the size, as is the start of the data; all
        // accesses are such atomics while kernels run.
        unsafe {
            let at = self.data.bytes().add(offset as usize);
            match bytes {
                1 => u64::from(AtomicU8::from_ptr(at).load(Relaxed)),
                2 => u64::from(AtomicU16::from_ptr(at.cast()).load(Relaxed)),
                4 => u64::from(AtomicU32::from_ptr(at.cast()).load(Relaxed)),
                _ => AtomicU64::from_ptr(at.cast()).load(Relaxed),
            }
        }
    }

    /// Stores a value of 1, 2, 4 or 8 bytes; the caller has checked bounds and alignment.
    #[inline(always)]
    pub(crate) fn store(&self, offset: u64, bytes: u32, value: u64) {
        assert!(offset + u64::from(bytes) <= self.bytes);
        // SAFETY: as in `load`.
        unsafe {
            let at = self.data.bytes().add(offset as usize);
            match bytes {
                1 => AtomicU8::from_ptr(at).store(value as u8, Relaxed),
                2 => AtomicU16::from_ptr(at.cast()).store(value as u16, Relaxed),
                4 => AtomicU32::from_ptr(at.cast()).store(value as u32, Relaxed),
                _ => AtomicU64::from_ptr(at.cast()).store(value, Relaxed),
            }
        }
    }

    /// Replaces a value by a function of it, atomically; returns the old value.
    pub(crate) fn update(&self, offset: u64, bytes: u32, mut f: impl FnMut(u64) -> u64) -> u64 {
        use std::sync::atomic::Ordering::SeqCst;
        assert!(offset + u64::from(bytes) <= self.bytes);
        macro_rules! update {
            ($atomic:ty, $ty:ty) => {{
                // SAFETY: as in `load`.
                let cell = unsafe { <$atomic>::from_ptr(self.data.bytes().add(offset as usize).cast()) };
                cell.fetch_update(SeqCst, SeqCst, |v| Some(f(u64::from(v)) as $ty)).map_or(0, u64::from)
            }};
        }
        match bytes {
            2 => update!(AtomicU16, u16),
            4 => update!(AtomicU32, u32),
            _ => update!(AtomicU64, u64),
        }
    }

    /// Whether these bytes (at most 8, in one aligned group of 8) are all written.
    #[inline(always)]
    pub(crate) fn is_written(&self, offset: u64, bytes: u32) -> bool {
        let Some(written) = &self.written else { return true };
        let mask = (u64::MAX >> (64 - bytes)) << (offset & 63);
        written.word((offset >> 6) as usize).load(Relaxed) & mask == mask
    }

    #[inline(always)]
    pub(crate) fn mark_written(&self, offset: u64, bytes: u32) {
        let Some(written) = &self.written else { return };
        let mask = (u64::MAX >> (64 - bytes)) << (offset & 63);
        let word = written.word((offset >> 6) as usize);
        if word.load(Relaxed) & mask != mask {
            word.fetch_or(mask, Relaxed);
        }
    }

    /// Marks one byte as unwritten.
    pub(crate) fn mark_unwritten(&self, offset: u64) {
        if let Some(written) = &self.written {
            written.word((offset >> 6) as usize).fetch_and(!(1 << (offset & 63)), Relaxed);
        }
    }

    /// The records of the four bytes at this offset.
    #[inline(always)]
    pub(crate) fn records(&self, offset: u64) -> Option<[&AtomicU64; RECORDS]> {
        let size = self.bytes.div_ceil(4) * 8 * RECORDS as u64;
        let records = self.records.get_or_init(|| Words::new(size).ok()).as_ref()?;
        let at = (offset >> 2) as usize * RECORDS;
        Some([records.word(at), records.word(at + 1), records.word(at + 2)])
    }

    fn mark_range(&self, offset: u64, bytes: u64) {
        let Some(written) = &self.written else { return };
        let (mut at, end) = (offset, offset + bytes);
        while at < end {
            let word = at >> 6;
            let stop = end.min((word + 1) << 6);
            let count = stop - at;
            let mask = (u64::MAX >> (64 - count)) << (at & 63);
            written.word(word as usize).fetch_or(mask, Relaxed);
            at = stop;
        }
    }
}

/// All allocations, in the order of their addresses.
pub(crate) struct Map {
    pub(crate) live: Vec<Allocation>,
    /// Start, length and name of recently freed allocations.
    pub(crate) freed: std::collections::VecDeque<(u64, u64, String)>,
    next: u64,
    used: u64,
    limit: u64,
    /// Whether kernels see memory at the addresses that it has for the host.
    host: bool,
}

/// Why an address is invalid.
pub(crate) enum Miss {
    Freed {
        start: u64,
        bytes: u64,
        name: String,
    },
    /// Start, length and name of the nearest allocation.
    Nearest(Option<(u64, u64, String)>),
}

impl Map {
    pub(crate) fn new(limit: u64, host: bool) -> Map {
        let next = if host { BASE_BEYOND_HOST } else { DEVICE_BASE };
        Map { live: Vec::new(), freed: Default::default(), next, used: 0, limit, host }
    }

    /// Allocates bytes; an allocation of zero bytes has an address of its own too.
    pub(crate) fn allocate(&mut self, bytes: u64, name: &str) -> Result<u64> {
        if bytes > self.limit - self.used.min(self.limit) {
            return Err(Error::new(
                ErrorKind::OutOfMemory,
                format!("{bytes} bytes were requested, and {} of {} are in use", self.used, self.limit),
            ));
        }
        let data = Words::new(bytes.max(8))?;
        let start = self.address(data.bytes() as u64, bytes);
        let allocation = Allocation::new(start, bytes, name.to_owned(), data)?;
        self.used += bytes;
        self.insert(allocation);
        Ok(start)
    }

    /// The address at which kernels see memory that the host has at `own`.
    fn address(&mut self, own: u64, bytes: u64) -> u64 {
        // An address of the host may lie in the windows of shared or local memory.
        if self.host && (own >= PARAMETER_WINDOW + WINDOW_BYTES || own + bytes <= SHARED_WINDOW) {
            return own;
        }
        // It has the alignment of the memory itself.
        let start = self.next + if self.host { own & 4095 } else { 0 };
        self.next = (start + bytes + MIN_GAP_BYTES).next_multiple_of(4096);
        start
    }

    fn insert(&mut self, allocation: Allocation) {
        let at = self.live.partition_point(|a| a.start < allocation.start);
        self.live.insert(at, allocation);
    }

    /// Makes memory of the host visible to kernels; returns its address for them. It counts as written.
    ///
    /// # Safety
    /// The memory is valid for reads and, unless it is read-only, for writes, and nothing else accesses it, until
    /// [`Map::free`] on its address.
    pub(crate) unsafe fn map_host_memory(
        &mut self,
        memory: *mut u8,
        bytes: u64,
        name: &str,
        read_only: bool,
    ) -> Result<u64> {
        if !self.host && !(memory as u64).is_multiple_of(8) {
            return Err(Error::new(ErrorKind::Address, "host memory must begin at a multiple of 8 bytes"));
        }
        let (own, end) = (memory as u64, memory as u64 + bytes);
        if self.host && self.live.iter().any(|a| a.start < end && own < a.start + a.bytes) {
            return Err(Error::new(ErrorKind::Address, "the host memory overlaps memory that is mapped already"));
        }
        let start = self.address(own, bytes);
        let data = Words { words: memory.cast(), length: (bytes / 8) as usize, owned: None };
        let (name, records) = (name.to_owned(), OnceLock::new());
        self.insert(Allocation { start, bytes, name, read_only, data, written: None, records });
        Ok(start)
    }

    /// Frees an allocation; its address is never reused.
    pub(crate) fn free(&mut self, address: u64) -> Result<()> {
        let Ok(at) = self.live.binary_search_by_key(&address, |a| a.start) else {
            let text = match self.miss(address) {
                Miss::Freed { .. } => format!("{address:#x} was freed already"),
                Miss::Nearest(_) => format!("{address:#x} is not the start of an allocation"),
            };
            return Err(Error::new(ErrorKind::Address, text));
        };
        let removed = self.live.remove(at);
        if removed.data.owned.is_some() {
            self.used -= removed.bytes;
        }
        if self.host {
            // The host reuses its addresses.
            return Ok(());
        }
        self.freed.push_back((removed.start, removed.bytes, removed.name));
        if self.freed.len() > MAX_FREED_ALLOCATIONS {
            self.freed.pop_front();
        }
        Ok(())
    }

    /// The index of the allocation that holds all these bytes; `hint` is tried first.
    #[inline(always)]
    pub(crate) fn find(&self, address: u64, bytes: u64, hint: usize) -> Option<usize> {
        let fits = |a: &Allocation| {
            let offset = address.wrapping_sub(a.start);
            offset < a.bytes && a.bytes - offset >= bytes
        };
        if self.live.get(hint).is_some_and(fits) {
            return Some(hint);
        }
        let at = self.live.partition_point(|a| a.start <= address).checked_sub(1)?;
        fits(&self.live[at]).then_some(at)
    }

    /// Why this address is invalid.
    pub(crate) fn miss(&self, address: u64) -> Miss {
        if let Some((start, bytes, name)) = self.freed.iter().rev().find(|(s, b, _)| address.wrapping_sub(*s) < *b) {
            return Miss::Freed { start: *start, bytes: *bytes, name: name.clone() };
        }
        let at = self.live.partition_point(|a| a.start <= address);
        let distance = |a: &Allocation| {
            if address < a.start { a.start - address } else { address - (a.start + a.bytes).min(address) }
        };
        let around = [at.checked_sub(1), Some(at)].into_iter().flatten().filter_map(|k| self.live.get(k));
        Miss::Nearest(around.min_by_key(|a| distance(a)).map(|a| (a.start, a.bytes, a.name.clone())))
    }

    fn range(&self, address: u64, bytes: usize) -> Result<(&Allocation, u64)> {
        match self.find(address, bytes as u64, 0) {
            Some(k) => Ok((&self.live[k], address - self.live[k].start)),
            None => {
                let text = match self.miss(address) {
                    Miss::Freed { .. } => format!("{address:#x} lies in memory that was freed"),
                    Miss::Nearest(Some((start, length, _))) => format!(
                        "{bytes} bytes at {address:#x} lie in no allocation; the nearest has {length} bytes at {start:#x}"
                    ),
                    Miss::Nearest(None) => format!("{address:#x} lies in no allocation: none is live"),
                };
                Err(Error::new(ErrorKind::Address, text))
            }
        }
    }

    pub(crate) fn write(&mut self, address: u64, from: &[u8]) -> Result<()> {
        if from.is_empty() {
            return Ok(());
        }
        let (a, offset) = self.range(address, from.len())?;
        // SAFETY: the range lies in the allocation, and the map is borrowed exclusively, so no kernel runs.
        unsafe { std::ptr::copy(from.as_ptr(), a.data.bytes().add(offset as usize), from.len()) };
        a.mark_range(offset, from.len() as u64);
        Ok(())
    }

    pub(crate) fn read(&mut self, address: u64, to: &mut [u8]) -> Result<()> {
        if to.is_empty() {
            return Ok(());
        }
        let (a, offset) = self.range(address, to.len())?;
        // SAFETY: the range lies in the allocation, and the map is borrowed exclusively, so no kernel runs.
        unsafe { std::ptr::copy(a.data.bytes().add(offset as usize), to.as_mut_ptr(), to.len()) };
        Ok(())
    }

    /// Writes a repeated pattern; the length is a multiple of the pattern's.
    pub(crate) fn fill(&mut self, address: u64, pattern: &[u8], bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (a, offset) = self.range(address, bytes)?;
        // SAFETY: the range lies in the allocation, and the map is borrowed exclusively, so no kernel runs.
        let to = unsafe { std::slice::from_raw_parts_mut(a.data.bytes().add(offset as usize), bytes) };
        match pattern {
            [one] => to.fill(*one),
            _ => to.chunks_mut(pattern.len()).for_each(|c| c.copy_from_slice(&pattern[..c.len()])),
        }
        a.mark_range(offset, bytes as u64);
        Ok(())
    }

    /// Copies within device memory; bytes that are unwritten at the source become unwritten at the target.
    pub(crate) fn copy(&mut self, to: u64, from: u64, bytes: usize) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let ((a, x), (b, y)) = (self.range(to, bytes)?, self.range(from, bytes)?);
        // SAFETY: both ranges lie in their allocations, and the map is borrowed exclusively; `copy` allows overlap.
        unsafe { std::ptr::copy(b.data.bytes().add(y as usize), a.data.bytes().add(x as usize), bytes) };
        let whole = (0..bytes as u64).step_by(64).all(|k| {
            let count = 64.min(bytes as u64 - k);
            (0..count).step_by(8).all(|j| {
                let at = y + k + j;
                (at..(at + 8.min(count - j))).all(|byte| b.is_written(byte, 1))
            })
        });
        if whole {
            a.mark_range(x, bytes as u64);
        } else {
            (0..bytes as u64).filter(|k| b.is_written(y + k, 1)).for_each(|k| a.mark_written(x + k, 1));
        }
        Ok(())
    }

    /// Marks these bytes as unwritten.
    pub(crate) fn forget(&mut self, address: u64, bytes: u64) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let (a, offset) = self.range(address, bytes as usize)?;
        let Some(written) = &a.written else { return Ok(()) };
        let (mut at, end) = (offset, offset + bytes);
        while at < end {
            let stop = end.min(((at >> 6) + 1) << 6);
            let mask = (u64::MAX >> (64 - (stop - at))) << (at & 63);
            written.word((at >> 6) as usize).fetch_and(!mask, Relaxed);
            at = stop;
        }
        Ok(())
    }

    /// Marks borrowed memory, by its address, as unwritten.
    pub(crate) fn unmap_host_memory(&mut self, address: u64) -> Result<()> {
        if let Ok(at) = self.live.binary_search_by_key(&address, |a| a.start) {
            let borrowed = &mut self.live[at];
            borrowed.written = Some(Words::new(borrowed.bytes.div_ceil(8) + 16)?);
        }
        Ok(())
    }

    /// A fresh allocation counts as written with zeros, which it holds.
    pub(crate) fn mark_zero(&mut self, address: u64, bytes: u64) -> Result<()> {
        if bytes > 0 {
            let (a, offset) = self.range(address, bytes as usize)?;
            a.mark_range(offset, bytes);
        }
        Ok(())
    }

    pub(crate) fn set_read_only(&mut self, address: u64, read_only: bool) {
        if let Ok(at) = self.live.binary_search_by_key(&address, |a| a.start) {
            self.live[at].read_only = read_only;
        }
    }

    /// Drops the records of accesses.
    pub(crate) fn forget_records(&mut self) {
        self.live.iter_mut().for_each(|a| a.records = OnceLock::new());
    }

    pub(crate) fn used(&self) -> u64 {
        self.used
    }
}
