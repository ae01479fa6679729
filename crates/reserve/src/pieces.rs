//! Pieces of address space that nothing touches, and the reservations that are made of them.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::Refused;

/// How many pieces the process may hold at once, and of how many one reservation is made at most.
const SLOTS: usize = 512;
const MAX_PIECES_PER_RESERVATION: usize = 8;

/// Every piece is a multiple of so many bytes, and begins at one.
const PAGE: usize = 4096;

/// A reservation of no more bytes is left to the ballast, which has them.
pub const COVERED: usize = 8 << 20;

/// The pieces of all reservations; zero where there is none. A word names a piece whole, so that who exchanges it has
/// the piece.
static PIECES: [AtomicU64; SLOTS] = [const { AtomicU64::new(0) }; SLOTS];

/// Whether an allocator gives pieces back when the system refuses it memory.
static SERVED: AtomicBool = AtomicBool::new(false);

/// A mapping: the number of its first page in the upper 36 bits, as addresses have 48, and in the lower ones how many
/// pages it has.
#[derive(Clone, Copy)]
pub(crate) struct Piece(u64);

const COUNT_BITS: u32 = 28;

impl Piece {
    /// A mapping of this many bytes at least; nothing where the system has no more.
    pub(crate) fn map(bytes: usize) -> Option<Piece> {
        let pages = bytes.div_ceil(PAGE);
        if pages >= 1 << COUNT_BITS {
            return None;
        }
        let start = system::map(pages * PAGE)? as u64;
        Some(Piece((start / PAGE as u64) << COUNT_BITS | pages as u64))
    }

    /// Gives it back to the system.
    pub(crate) fn unmap(self) {
        let (start, pages) = ((self.0 >> COUNT_BITS) as usize * PAGE, (self.0 & ((1 << COUNT_BITS) - 1)) as usize);
        system::unmap(start as *mut u8, pages * PAGE);
    }

    /// Puts it where it is found by who needs memory; nothing where there is no slot left.
    pub(crate) fn store(self, slots: &[AtomicU64]) -> Option<usize> {
        slots.iter().position(|slot| {
            slot.load(Ordering::Relaxed) == 0
                && slot.compare_exchange(0, self.0, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        })
    }

    /// Takes the piece of a slot.
    pub(crate) fn take(slot: &AtomicU64) -> Option<Piece> {
        let word = slot.load(Ordering::Relaxed);
        let taken = word != 0 && slot.compare_exchange(word, 0, Ordering::AcqRel, Ordering::Relaxed).is_ok();
        taken.then_some(Piece(word))
    }
}

/// Says that an allocator gives pieces back when the system refuses it memory.
pub(crate) fn serve() {
    SERVED.store(true, Ordering::Relaxed);
}

/// Gives one piece after another of the reservations back to the system until `allocate` succeeds; null where none is
/// left.
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

/// Address space that allocations may use that cannot fail, until it is dropped.
#[derive(Debug)]
#[must_use = "what is reserved is given back when this is dropped"]
pub struct Reservation {
    /// The slots and words of its pieces.
    pieces: [(u16, u64); MAX_PIECES_PER_RESERVATION],
    count: usize,
}

/// Reserves memory for allocations that cannot fail, so many bytes of them at a time. Where no allocator is
/// [`crate::Ballasted`], the system is only asked whether it has them.
///
/// # Errors
/// Where the system has no such memory.
pub fn reserve(bytes: usize) -> Result<Reservation, Refused> {
    let mut reservation = Reservation { pieces: [(0, 0); MAX_PIECES_PER_RESERVATION], count: 0 };
    if bytes <= COVERED {
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
    if !SERVED.load(Ordering::Relaxed) {
        reservation.give_back();
    }
    Ok(reservation)
}

impl Reservation {
    fn give_back(&mut self) {
        for &(slot, word) in &self.pieces[..self.count] {
            // An allocation may have spent the piece, and its slot may hold another reservation's since.
            if PIECES[slot as usize].compare_exchange(word, 0, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                Piece(word).unmap();
            }
        }
        self.count = 0;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.give_back();
    }
}

#[cfg(unix)]
mod system {
    /// A mapping that counts against the process's limits, and as little as the system allows against the machine's
    /// memory.
    pub(super) fn map(bytes: usize) -> Option<*mut u8> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE;
        // SAFETY: a new mapping, wherever the system likes, touches no memory that is in use.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), bytes, access, kind, -1, 0) };
        (start != libc::MAP_FAILED).then_some(start.cast())
    }

    pub(super) fn unmap(start: *mut u8, bytes: usize) {
        // SAFETY: the range is a mapping that `map` made; who took its word out of the slot has it alone.
        unsafe { libc::munmap(start.cast(), bytes) };
    }
}

#[cfg(not(unix))]
mod system {
    use std::alloc::{GlobalAlloc, Layout, System};

    pub(super) fn map(bytes: usize) -> Option<*mut u8> {
        let layout = Layout::from_size_align(bytes, super::PAGE).ok()?;
        // SAFETY: the layout has a size.
        let start = unsafe { System.alloc(layout) };
        (!start.is_null()).then_some(start)
    }

    pub(super) fn unmap(start: *mut u8, bytes: usize) {
        if let Ok(layout) = Layout::from_size_align(bytes, super::PAGE) {
            // SAFETY: `map` allocated the block with this layout; who took its word out of the slot has it alone.
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
        assert!(reserve(0).is_ok() && reserve(COVERED + 1).is_ok() && reserve(1 << 30).is_ok());
    }

    #[test]
    fn a_refused_allocation_spends_pieces_until_it_succeeds() {
        serve();
        let held = reserve(64 << 20).unwrap();
        let (asked, mut block) = (std::cell::Cell::new(0), 0u8);
        let start: *mut u8 = &mut block;
        let third = || {
            asked.set(asked.get() + 1);
            if asked.get() == 3 { start } else { std::ptr::null_mut() }
        };
        assert_eq!(spend(&third), start);
        drop(held);
        assert!(reserve(64 << 20).is_ok());
    }
}
