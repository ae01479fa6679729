//! Pieces of untouched address space, and the reservations that are made of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::Refused;

/// The most pieces of the process at once, and of one reservation.
const MAX_PIECES: usize = 512;
const MAX_PIECES_PER_RESERVATION: usize = 8;

/// Every piece is a multiple of a page, and begins at one.
const PAGE_BYTES: usize = 4096;

/// The largest reservation that needs no pieces of its own: the ballast covers it.
pub const MAX_COVERED_BYTES: usize = 8 << 20;

/// The pieces of all reservations; zero for a free slot. A word describes a piece completely, so that the thread that
/// exchanges it owns the piece.
static PIECES: [AtomicU64; MAX_PIECES] = [const { AtomicU64::new(0) }; MAX_PIECES];

/// Whether the program's allocator unmaps pieces when the system refuses it memory.
static HAS_BALLASTED_ALLOCATOR: AtomicBool = AtomicBool::new(false);

/// A mapping: the number of its first page in the upper 36 bits, as addresses have 48, and in the lower ones how many
/// pages it has.
#[derive(Clone, Copy)]
pub(crate) struct Piece(u64);

const COUNT_BITS: u32 = 28;

impl Piece {
    /// A mapping of at least this many bytes; `None` where the system refuses.
    pub(crate) fn map(bytes: usize) -> Option<Piece> {
        let pages = bytes.div_ceil(PAGE_BYTES);
        if pages >= 1 << COUNT_BITS {
            return None;
        }
        let start = system::map(pages * PAGE_BYTES)? as u64;
        Some(Piece((start / PAGE_BYTES as u64) << COUNT_BITS | pages as u64))
    }

    /// Returns it to the system.
    pub(crate) fn unmap(self) {
        let (start, pages) =
            ((self.0 >> COUNT_BITS) as usize * PAGE_BYTES, (self.0 & ((1 << COUNT_BITS) - 1)) as usize);
        system::unmap(start as *mut u8, pages * PAGE_BYTES);
    }

    /// Stores it in a free slot, where an allocation finds it; `None` where no slot is free.
    pub(crate) fn store(self, slots: &[AtomicU64]) -> Option<usize> {
        slots.iter().position(|slot| {
            slot.load(Ordering::Relaxed) == 0
                && slot.compare_exchange(0, self.0, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        })
    }

    /// Takes the piece out of a slot.
    pub(crate) fn take(slot: &AtomicU64) -> Option<Piece> {
        let word = slot.load(Ordering::Relaxed);
        let was_taken = word != 0 && slot.compare_exchange(word, 0, Ordering::AcqRel, Ordering::Relaxed).is_ok();
        was_taken.then_some(Piece(word))
    }
}

/// Records that the program's allocator unmaps pieces when the system refuses it memory.
pub(crate) fn note_ballasted_allocator() {
    HAS_BALLASTED_ALLOCATOR.store(true, Ordering::Relaxed);
}

/// Unmaps the pieces of reservations one after another until `allocate` succeeds; null where none is left.
pub(crate) fn spend(allocate: &impl Fn() -> *mut u8) -> *mut u8 {
    for slot in &PIECES {
        let Some(piece) = Piece::take(slot) else { continue };
        piece.unmap();
        let block = allocate();
        if !block.is_null() {
            return block;
        }
    }
    std::ptr::null_mut()
}

/// Address space for allocations that cannot fail, until it is dropped.
#[derive(Debug)]
#[must_use = "the reserved memory is released when this is dropped"]
pub struct Reservation {
    /// The slots and words of its pieces.
    pieces: [(u16, u64); MAX_PIECES_PER_RESERVATION],
    count: usize,
}

/// Reserves address space for infallible allocations of up to `bytes` bytes at a time. Where the program's allocator is
/// not [`crate::Ballasted`], this only tests whether the system has them.
///
/// # Errors
/// Where the system refuses.
pub fn reserve(bytes: usize) -> Result<Reservation, Refused> {
    let mut reservation = Reservation { pieces: [(0, 0); MAX_PIECES_PER_RESERVATION], count: 0 };
    if bytes <= MAX_COVERED_BYTES {
        return Ok(reservation);
    }
    let each = bytes.div_ceil(MAX_PIECES_PER_RESERVATION);
    let mut unstored = None;
    for _ in 0..MAX_PIECES_PER_RESERVATION {
        let piece = Piece::map(each).ok_or(Refused { bytes })?;
        match piece.store(&PIECES) {
            Some(slot) => {
                reservation.pieces[reservation.count] = (slot as u16, piece.0);
                reservation.count += 1;
            }
            None => {
                unstored = Some(piece);
                break;
            }
        }
    }
    unstored.into_iter().for_each(Piece::unmap);
    if !HAS_BALLASTED_ALLOCATOR.load(Ordering::Relaxed) {
        reservation.release();
    }
    Ok(reservation)
}

impl Reservation {
    fn release(&mut self) {
        for &(slot, word) in &self.pieces[..self.count] {
            // An allocation may have spent the piece, and its slot may hold a piece of another reservation now.
            if PIECES[slot as usize].compare_exchange(word, 0, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                Piece(word).unmap();
            }
        }
        self.count = 0;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(unix)]
mod system {
    /// A mapping that counts against the process's limits, and as little as possible against the machine's memory.
    pub(super) fn map(bytes: usize) -> Option<*mut u8> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
        // SAFETY: a new mapping at an address of the system's choice touches no memory that is in use.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0) };
        (start != libc::MAP_FAILED).then_some(start.cast())
    }

    pub(super) fn unmap(start: *mut u8, bytes: usize) {
        // SAFETY: the range is a mapping that `map` made; the thread that took its word out of the slot owns it.
        unsafe { libc::munmap(start.cast(), bytes) };
    }
}

#[cfg(not(unix))]
mod system {
    use std::alloc::{GlobalAlloc, Layout, System};

    pub(super) fn map(bytes: usize) -> Option<*mut u8> {
        let layout = Layout::from_size_align(bytes, super::PAGE_BYTES).ok()?;
        // SAFETY: the layout has a size.
        let start = unsafe { System.alloc(layout) };
        (!start.is_null()).then_some(start)
    }

    pub(super) fn unmap(start: *mut u8, bytes: usize) {
        if let Ok(layout) = Layout::from_size_align(bytes, super::PAGE_BYTES) {
            // SAFETY: `map` allocated the block with this layout; the thread that took its word out of the slot owns
            // it.
            unsafe { System.dealloc(start, layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused() {
        for bytes in [1 << 50, usize::MAX / 2, usize::MAX] {
            assert_eq!(reserve(bytes).unwrap_err(), Refused { bytes });
        }
        assert!(reserve(0).is_ok() && reserve(MAX_COVERED_BYTES + 1).is_ok() && reserve(1 << 30).is_ok());
    }

    #[test]
    fn a_refused_allocation_spends_pieces_until_it_succeeds() {
        note_ballasted_allocator();
        let held = reserve(64 << 20).unwrap();
        let (calls, mut block) = (std::cell::Cell::new(0), 0u8);
        let start: *mut u8 = &mut block;
        let third = || {
            calls.set(calls.get() + 1);
            if calls.get() == 3 { start } else { std::ptr::null_mut() }
        };
        assert_eq!(spend(&third), start);
        drop(held);
        assert!(reserve(64 << 20).is_ok());
    }
}
