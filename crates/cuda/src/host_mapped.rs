//! Small results in host-mapped memory that kernels write directly, so that the host sees them without a copy.
//!
//! A slot is filled with a sentinel before a kernel gets it. The host polls it until the sentinel is overwritten, which
//! has less latency than a copy after the kernel, or an event. For a result that equals the sentinel the host waits for
//! the stream.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cuprust_ir::Result;

use crate::driver::{Address, Driver, Mapped, Stream};

/// The most bytes of a result: a complex128. It is written in steps of up to eight bytes.
pub(crate) const MAX_RESULT_BYTES: usize = 16;
/// Pieces are a cache line of the host apart.
const SLOT_STRIDE_BYTES: usize = 64;
/// The number of slots.
const SLOT_COUNT: usize = 64;
/// The contents of a slot until a kernel writes it. No byte of it is 0 or 1, so that no bool equals it.
const UNWRITTEN_SENTINEL: u64 = 0xA7C5_93E1_5B2D_F68B;
/// How long the host spins before it lets the driver wait: within so short a time it could do nothing else.
const MAX_SPIN: Duration = Duration::from_micros(200);

/// The slots of one device.
pub(crate) struct HostMapped {
    driver: Arc<dyn Driver>,
    /// The device address of the slots; an impossible one before the first allocation.
    device: AtomicU64,
    state: Mutex<State>,
}

struct State {
    page: Page,
    free: Vec<u8>,
    /// Freed slots that a kernel may still write, or a copy read.
    waiting: Vec<u8>,
    /// By slot: its size in bytes, and whether the host has seen them.
    out: [(u8, bool); SLOT_COUNT],
}

enum Page {
    Unmapped,
    Refused,
    Mapped(Mapped),
}

impl HostMapped {
    pub(crate) fn new(driver: Arc<dyn Driver>) -> HostMapped {
        let state =
            State { page: Page::Unmapped, free: Vec::new(), waiting: Vec::new(), out: [(0, false); SLOT_COUNT] };
        HostMapped { driver, device: AtomicU64::new(1 << 63), state: Mutex::new(state) }
    }

    /// A slot for a result of `bytes` bytes: a power of two up to [`MAX_RESULT_BYTES`]. `None` where none is free, or
    /// the device does not write host memory.
    pub(crate) fn alloc(&self, bytes: usize) -> Option<Address> {
        if !bytes.is_power_of_two() || bytes > MAX_RESULT_BYTES {
            return None;
        }
        let mut state = self.lock();
        if matches!(state.page, Page::Unmapped) {
            state.page = match self.driver.alloc_mapped(SLOT_COUNT * SLOT_STRIDE_BYTES) {
                Ok(page) => {
                    self.device.store(page.device.0, Ordering::Relaxed);
                    state.free.extend((0..SLOT_COUNT as u8).rev());
                    Page::Mapped(page)
                }
                Err(_) => Page::Refused,
            };
        }
        let Page::Mapped(page) = state.page else { return None };
        if state.free.is_empty() && !state.waiting.is_empty() && self.driver.synchronize().is_ok() {
            let waiting = std::mem::take(&mut state.waiting);
            state.free.extend(waiting);
        }
        let slot = state.free.pop()?;
        state.out[usize::from(slot)] = (bytes as u8, false);
        for at in (0..bytes).step_by(8) {
            // SAFETY: the slot is 64 bytes of the page, and no queued kernel uses it.
            unsafe {
                page.host
                    .add(usize::from(slot) * SLOT_STRIDE_BYTES + at)
                    .cast::<u64>()
                    .write_volatile(UNWRITTEN_SENTINEL)
            };
        }
        Some(page.device.offset(usize::from(slot) * SLOT_STRIDE_BYTES))
    }

    /// The slot at an address.
    #[inline]
    pub(crate) fn slot(&self, address: u64) -> Option<u8> {
        let index = address.wrapping_sub(self.device.load(Ordering::Relaxed)) / SLOT_STRIDE_BYTES as u64;
        (index < SLOT_COUNT as u64).then_some(index as u8)
    }

    /// Frees a slot.
    pub(crate) fn release(&self, slot: u8) {
        let mut state = self.lock();
        let seen = state.out[usize::from(slot)].1 || state.read_if_written(slot).is_some();
        if seen { state.free.push(slot) } else { state.waiting.push(slot) }
    }

    /// Frees a slot that a queued copy may still read.
    pub(crate) fn release_later(&self, slot: u8) {
        self.lock().waiting.push(slot);
    }

    /// The bytes of a slot, if a kernel has written them.
    pub(crate) fn peek(&self, slot: u8, to: &mut [u8]) -> bool {
        let mut state = self.lock();
        match state.read_if_written(slot) {
            Some(bytes) => {
                to.copy_from_slice(&bytes[..to.len()]);
                true
            }
            None => false,
        }
    }

    /// Polls for the bytes of a slot for a while, and returns whether they were written.
    pub(crate) fn await_briefly(&self, slot: u8, to: &mut [u8]) -> bool {
        let start = Instant::now();
        for poll in 1u32.. {
            if self.peek(slot, to) {
                return true;
            }
            if poll.is_multiple_of(64) && start.elapsed() > MAX_SPIN {
                break;
            }
            std::hint::spin_loop();
        }
        false
    }

    /// Waits for the bytes of a slot, which the queued work of a stream writes.
    pub(crate) fn read(&self, slot: u8, to: &mut [u8], stream: Stream) -> Result<()> {
        if self.await_briefly(slot, to) {
            return Ok(());
        }
        self.driver.stream_synchronize(stream)?;
        let mut state = self.lock();
        state.out[usize::from(slot)].1 = true;
        to.copy_from_slice(&state.bytes(slot)[..to.len()]);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The present contents of a slot.
    fn bytes(&self, slot: u8) -> [u8; MAX_RESULT_BYTES] {
        let mut bytes = [0; MAX_RESULT_BYTES];
        if let Page::Mapped(page) = self.page {
            let from = page.host.wrapping_add(usize::from(slot) * SLOT_STRIDE_BYTES);
            for (at, word) in bytes.chunks_exact_mut(8).enumerate() {
                // SAFETY: the word lies in the slot, which is in the page. A kernel may write it meanwhile: each
                // element of it atomically, and it is read atomically.
                word.copy_from_slice(&unsafe { from.cast::<u64>().add(at).read_volatile() }.to_ne_bytes());
            }
        }
        bytes
    }

    /// The contents of a slot, if all of it was written.
    fn read_if_written(&mut self, slot: u8) -> Option<[u8; MAX_RESULT_BYTES]> {
        let (bytes, held) = (self.bytes(slot), usize::from(self.out[usize::from(slot)].0));
        let sentinel = UNWRITTEN_SENTINEL.to_ne_bytes();
        let written = bytes[..held].chunks(8).all(|part| part != &sentinel[..part.len()]);
        self.out[usize::from(slot)].1 |= written;
        (written && held > 0).then_some(bytes)
    }
}

impl Drop for HostMapped {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Page::Mapped(page) = state.page {
            // There is no caller to report a failure to, and a process that ends has lost its device already.
            let _ = self.driver.synchronize();
            // SAFETY: the page was mapped here, and queued work is done.
            let _ = unsafe { self.driver.free_pinned(page.host) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::fake::Fake;

    /// Queues a copy to a slot, which stands for a kernel's write.
    fn write(driver: &Fake, from: &[u8], to: Address) -> Address {
        let device = driver.alloc(from.len()).unwrap();
        // SAFETY: both ranges have as many bytes, and both live until the driver ends.
        unsafe {
            std::ptr::copy_nonoverlapping(from.as_ptr(), device.0 as *mut u8, from.len());
            driver.copy(to, device, from.len(), Stream::DEFAULT).unwrap();
        }
        device
    }

    #[test]
    fn results_of_every_size_are_seen_when_they_are_written() {
        let driver = Arc::new(Fake::new(1 << 20));
        let mapped = HostMapped::new(driver.clone());
        assert_eq!(mapped.slot(0), None);
        for bytes in [1usize, 2, 4, 8, 16] {
            let at = mapped.alloc(bytes).unwrap();
            let slot = mapped.slot(at.0).unwrap();
            let value: Vec<u8> = (0..bytes as u8).map(|i| i * 7).collect();
            let mut got = vec![0xEE; bytes];
            write(&driver, &value, at);
            assert!(!mapped.peek(slot, &mut got), "the device has not come to it");
            driver.stream_synchronize(Stream::DEFAULT).unwrap();
            assert!(mapped.peek(slot, &mut got));
            assert_eq!(got, value);
            mapped.release(slot);
            assert_eq!(mapped.alloc(bytes), Some(at), "what was seen is free at once");
        }
        assert_eq!((mapped.alloc(3), mapped.alloc(32), mapped.alloc(0)), (None, None, None));
    }

    #[test]
    fn a_result_that_equals_the_mark_or_comes_late_is_waited_for() {
        let driver = Arc::new(Fake::new(1 << 20));
        let mapped = HostMapped::new(driver.clone());
        for value in [UNWRITTEN_SENTINEL, 0, 5] {
            let at = mapped.alloc(8).unwrap();
            write(&driver, &value.to_ne_bytes(), at);
            let (slot, mut got) = (mapped.slot(at.0).unwrap(), [0; 8]);
            mapped.read(slot, &mut got, Stream::DEFAULT).unwrap();
            assert_eq!(u64::from_ne_bytes(got), value);
            mapped.release(slot);
        }
        // A partly written result counts as unwritten.
        let at = mapped.alloc(16).unwrap();
        write(&driver, &[1; 8], at);
        driver.stream_synchronize(Stream::DEFAULT).unwrap();
        assert!(!mapped.peek(mapped.slot(at.0).unwrap(), &mut [0; 16]));
    }

    #[test]
    fn pieces_that_may_still_be_written_come_back_when_the_device_was_waited_for() {
        let driver = Arc::new(Fake::new(1 << 20));
        let mapped = HostMapped::new(driver.clone());
        let all: Vec<Address> = std::iter::from_fn(|| mapped.alloc(4)).collect();
        assert_eq!(all.len(), SLOT_COUNT);
        write(&driver, &[9; 4], all[7]);
        mapped.release(mapped.slot(all[7].0).unwrap());
        assert_eq!(driver.waiting(), 1);
        assert_eq!(mapped.alloc(8), Some(all[7]));
        assert_eq!(driver.waiting(), 0);
        assert_eq!(mapped.alloc(8), None);
        drop(mapped);
        assert_eq!(driver.allocations().1, 0);
    }
}
