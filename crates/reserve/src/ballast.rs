//! The allocator with ballast, and what it does when the system refuses an allocation.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::pieces::{Piece, note_ballasted_allocator, spend};
use crate::{MAX_COVERED_BYTES, Refused};

/// The pieces of the ballast, and the bytes of each. A table that doubles may need several.
const BALLAST_PIECES: usize = 16;
const PIECE_BYTES: usize = 1 << 20;

/// The fewest mapped pieces with which calls begin.
const MIN_MAPPED_PIECES: usize = MAX_COVERED_BYTES / PIECE_BYTES;

static BALLAST: [AtomicU64; BALLAST_PIECES] = [const { AtomicU64::new(0) }; BALLAST_PIECES];

/// Whether the program has a ballast.
static HAS_BALLAST: AtomicBool = AtomicBool::new(false);

/// The pieces that are not mapped.
static UNMAPPED: AtomicUsize = AtomicUsize::new(BALLAST_PIECES);

/// The system's allocator with ballast, for use as a program's global allocator.
pub struct Ballasted;

// SAFETY: every block is the system allocator's, allocated and freed with the caller's own arguments.
unsafe impl GlobalAlloc for Ballasted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let allocate = || unsafe { System.alloc(layout) };
        or_after_unmapping(layout.size(), allocate)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let allocate = || unsafe { System.alloc_zeroed(layout) };
        or_after_unmapping(layout.size(), allocate)
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises. A reallocation that fails leaves the block as it is.
        let allocate = || unsafe { System.realloc(block, layout, size) };
        or_after_unmapping(size, allocate)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) };
    }
}

/// Allocates `bytes` bytes, and unmaps reserved address space where the system refuses.
#[inline]
fn or_after_unmapping(bytes: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let block = allocate();
    if block.is_null() { after_unmapping(bytes, allocate) } else { block }
}

/// Returns address space to the system until an allocation of `bytes` bytes succeeds. A small allocation spends the
/// ballast first, so that reservations stay with the calls that made them; a large one spends the reservations first.
/// Null where none is left.
#[cold]
fn after_unmapping(bytes: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    if crate::list::can_fail() {
        return null_mut();
    }
    let mut block = null_mut();
    if bytes <= PIECE_BYTES {
        block = spend_ballast(&allocate);
    }
    if block.is_null() {
        block = spend(&allocate);
    }
    if block.is_null() && (PIECE_BYTES..=BALLAST_PIECES * PIECE_BYTES).contains(&bytes) {
        block = spend_ballast(&allocate);
    }
    block
}

/// Unmaps the ballast piece by piece until `allocate` succeeds; null where none is left.
fn spend_ballast(allocate: &impl Fn() -> *mut u8) -> *mut u8 {
    for slot in &BALLAST {
        let Some(piece) = Piece::take(slot) else { continue };
        UNMAPPED.fetch_add(1, Ordering::Relaxed);
        piece.unmap();
        let block = allocate();
        if !block.is_null() {
            return block;
        }
    }
    null_mut()
}

/// Whether there is memory to begin a call with: the ballast is whole, or is made so.
///
/// # Errors
/// Where too little of it is left and the system has no more.
#[inline]
pub fn check() -> Result<(), Refused> {
    if UNMAPPED.load(Ordering::Relaxed) == 0 { Ok(()) } else { fill() }
}

/// Whether a fallible allocation may proceed: it must not use up the last memory of a program with ballast, because
/// working memory of the same call may need it.
#[inline]
pub fn may_take() -> bool {
    UNMAPPED.load(Ordering::Relaxed) == 0 || !HAS_BALLAST.load(Ordering::Relaxed) || fill().is_ok()
}

/// Maps the missing pieces.
#[cold]
fn fill() -> Result<(), Refused> {
    HAS_BALLAST.store(true, Ordering::Relaxed);
    note_ballasted_allocator();
    while UNMAPPED.load(Ordering::Relaxed) > 0 {
        let Some(piece) = Piece::map(PIECE_BYTES) else { break };
        if piece.store(&BALLAST).is_none() {
            // Other threads have mapped it meanwhile.
            piece.unmap();
            break;
        }
        UNMAPPED.fetch_sub(1, Ordering::Relaxed);
    }
    let whole = BALLAST_PIECES - UNMAPPED.load(Ordering::Relaxed).min(BALLAST_PIECES) >= MIN_MAPPED_PIECES;
    if whole { Ok(()) } else { Err(Refused { bytes: BALLAST_PIECES * PIECE_BYTES }) }
}
