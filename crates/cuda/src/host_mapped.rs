//! Small results in host-mapped memory that kernels write directly, so that the host sees them without a copy.
//!
//! A piece is filled with a mark before a kernel gets it. The host polls it until the mark is gone, which is sooner
//! than a copy after the kernel, or an event. A result that happens to equal the mark is waited for in the usual way.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use cuprust_ir::Result;

use crate::driver::{Address, Driver, Mapped, Stream};

/// The most bytes of a result: a complex128. It is written in steps of up to eight bytes.
pub(crate) const MAX_RESULT_BYTES: usize = 16;
/// Pieces are a cache line of the host apart.
const PIECE_STRIDE_BYTES: usize = 64;
/// The number of pieces.
const PIECE_COUNT: usize = 64;
/// The contents of a piece until a kernel writes it. No byte of it is 0 or 1, so that no bool equals it.
const UNWRITTEN_MARK: u64 = 0xA7C5_93E1_5B2D_F68B;
/// How long the host spins before it lets the driver wait: within so short a time it could do nothing else.
const MAX_SPIN: Duration = Duration::from_micros(200);

/// The pieces of one device.
pub(crate) struct HostMapped {
    driver: Arc<dyn Driver>,
    /// The device address of the pieces; an impossible one before the first allocation.
    device: AtomicU64,
    state: Mutex<State>,
}

struct State {
    page: Page,
    free: Vec<u8>,
    /// Freed pieces that a kernel may still write, or a copy read.
    waiting: Vec<u8>,
    /// By piece: its size in bytes, and whether the host has seen them.
    out: [(u8, bool); PIECE_COUNT],
}

enum Page {
    Unmapped,
    Refused,
    Mapped(Mapped),
}

impl HostMapped {
    pub(crate) fn new(driver: Arc<dyn Driver>) -> HostMapped {
        let state =
            State { page: Page::Unmapped, free: Vec::new(), waiting: Vec::new(), out: [(0, false); PIECE_COUNT] };
        HostMapped { driver, device: AtomicU64::new(1 << 63), state: Mutex::new(state) }
    }

    /// A piece for a result of `bytes` bytes: a power of two up to [`MAX_RESULT_BYTES`]. `None` where none is free, or
    /// the device does not write host memory.
    pub(crate) fn alloc(&self, bytes: usize) -> Option<Address> {
        if !bytes.is_power_of_two() || bytes > MAX_RESULT_BYTES {
            return None;
        }
        let mut state = self.lock();
        if matches!(state.page, Page::Unmapped) {
            state.page = match self.driver.alloc_mapped(PIECE_COUNT * PIECE_STRIDE_BYTES) {
                Ok(page) => {
                    self.device.store(page.device.0, Ordering::Relaxed);
                    state.free.extend((0..PIECE_COUNT as u8).rev());
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
        let piece = state.free.pop()?;
        state.out[usize::from(piece)] = (bytes as u8, false);
        for at in (0..bytes).step_by(8) {
            // SAFETY: the piece is 64 bytes of the page, and no queued kernel uses it.
            unsafe {
                page.host.add(usize::from(piece) * PIECE_STRIDE_BYTES + at).cast::<u64>().write_volatile(UNWRITTEN_MARK)
            };
        }
        Some(page.device.offset(usize::from(piece) * PIECE_STRIDE_BYTES))
    }

    /// The piece at an address.
    #[inline]
    pub(crate) fn piece(&self, address: u64) -> Option<u8> {
        let index = address.wrapping_sub(self.device.load(Ordering::Relaxed)) / PIECE_STRIDE_BYTES as u64;
        (index < PIECE_COUNT as u64).then_some(index as u8)
    }

    /// Frees a piece.
    pub(crate) fn release(&self, piece: u8) {
        let mut state = self.lock();
        let seen = state.out[usize::from(piece)].1 || state.read_if_written(piece).is_some();
        if seen { state.free.push(piece) } else { state.waiting.push(piece) }
    }

    /// Frees a piece that a queued copy may still read.
    pub(crate) fn release_later(&self, piece: u8) {
        self.lock().waiting.push(piece);
    }

    /// The bytes of a piece, if a kernel has written them.
    pub(crate) fn peek(&self, piece: u8, to: &mut [u8]) -> bool {
        let mut state = self.lock();
        match state.read_if_written(piece) {
            Some(bytes) => {
                to.copy_from_slice(&bytes[..to.len()]);
                true
            }
            None => false,
        }
    }

    /// Polls for the bytes of a piece for a while, and returns whether they were written.
    pub(crate) fn await_briefly(&self, piece: u8, to: &mut [u8]) -> bool {
        let start = Instant::now();
        for poll in 1u32.. {
            if self.peek(piece, to) {
                return true;
            }
            if poll.is_multiple_of(64) && start.elapsed() > MAX_SPIN {
                break;
            }
            std::hint::spin_loop();
        }
        false
    }

    /// Waits for the bytes of a piece, which the queued work of a stream writes.
    pub(crate) fn read(&self, piece: u8, to: &mut [u8], stream: Stream) -> Result<()> {
        if self.await_briefly(piece, to) {
            return Ok(());
        }
        self.driver.stream_synchronize(stream)?;
        let mut state = self.lock();
        state.out[usize::from(piece)].1 = true;
        to.copy_from_slice(&state.bytes(piece)[..to.len()]);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The present contents of a piece.
    fn bytes(&self, piece: u8) -> [u8; MAX_RESULT_BYTES] {
        let mut bytes = [0; MAX_RESULT_BYTES];
        if let Page::Mapped(page) = self.page {
            let from = page.host.wrapping_add(usize::from(piece) * PIECE_STRIDE_BYTES);
            for (at, word) in bytes.chunks_exact_mut(8).enumerate() {
                // SAFETY: the word lies in the piece, which is in the page. A kernel may write it meanwhile: each
                // element of it atomically, and it is read atomically.
                word.copy_from_slice(&unsafe { from.cast::<u64>().add(at).read_volatile() }.to_ne_bytes());
            }
        }
        bytes
    }

    /// The contents of a piece, if all of it was written.
    fn read_if_written(&mut self, piece: u8) -> Option<[u8; MAX_RESULT_BYTES]> {
        let (bytes, held) = (self.bytes(piece), usize::from(self.out[usize::from(piece)].0));
        let mark = UNWRITTEN_MARK.to_ne_bytes();
        let written = bytes[..held].chunks(8).all(|part| part != &mark[..part.len()]);
        self.out[usize::from(piece)].1 |= written;
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

    /// Queues a copy to a piece, which stands for a kernel's write.
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
        assert_eq!(mapped.piece(0), None);
        for bytes in [1usize, 2, 4, 8, 16] {
            let at = mapped.alloc(bytes).unwrap();
            let piece = mapped.piece(at.0).unwrap();
            let value: Vec<u8> = (0..bytes as u8).map(|i| i * 7).collect();
            let mut got = vec![0xEE; bytes];
            write(&driver, &value, at);
            assert!(!mapped.peek(piece, &mut got), "the device has not come to it");
            driver.stream_synchronize(Stream::DEFAULT).unwrap();
            assert!(mapped.peek(piece, &mut got));
            assert_eq!(got, value);
            mapped.release(piece);
            assert_eq!(mapped.alloc(bytes), Some(at), "what was seen is free at once");
        }
        assert_eq!((mapped.alloc(3), mapped.alloc(32), mapped.alloc(0)), (None, None, None));
    }

    #[test]
    fn a_result_that_equals_the_mark_or_comes_late_is_waited_for() {
        let driver = Arc::new(Fake::new(1 << 20));
        let mapped = HostMapped::new(driver.clone());
        for value in [UNWRITTEN_MARK, 0, 5] {
            let at = mapped.alloc(8).unwrap();
            write(&driver, &value.to_ne_bytes(), at);
            let (piece, mut got) = (mapped.piece(at.0).unwrap(), [0; 8]);
            mapped.read(piece, &mut got, Stream::DEFAULT).unwrap();
            assert_eq!(u64::from_ne_bytes(got), value);
            mapped.release(piece);
        }
        // A partly written result counts as unwritten.
        let at = mapped.alloc(16).unwrap();
        write(&driver, &[1; 8], at);
        driver.stream_synchronize(Stream::DEFAULT).unwrap();
        assert!(!mapped.peek(mapped.piece(at.0).unwrap(), &mut [0; 16]));
    }

    #[test]
    fn pieces_that_may_still_be_written_come_back_when_the_device_was_waited_for() {
        let driver = Arc::new(Fake::new(1 << 20));
        let mapped = HostMapped::new(driver.clone());
        let all: Vec<Address> = std::iter::from_fn(|| mapped.alloc(4)).collect();
        assert_eq!(all.len(), PIECE_COUNT);
        write(&driver, &[9; 4], all[7]);
        mapped.release(mapped.piece(all[7].0).unwrap());
        assert_eq!(driver.waiting(), 1);
        assert_eq!(mapped.alloc(8), Some(all[7]));
        assert_eq!(driver.waiting(), 0);
        assert_eq!(mapped.alloc(8), None);
        drop(mapped);
        assert_eq!(driver.allocations().1, 0);
    }
}
