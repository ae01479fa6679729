//! The allocator with ballast: what an allocation does that the system refuses.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::pieces::{Piece, serve, spend};
use crate::{COVERED, Refused};

/// How many pieces the ballast has, and of how many bytes each. A table that doubles may need several.
const PIECES: usize = 16;
const BYTES: usize = 1 << 20;

/// With fewer pieces than this, calls are refused.
const MIN_PIECES: usize = COVERED / BYTES;

static BALLAST: [AtomicU64; PIECES] = [const { AtomicU64::new(0) }; PIECES];

/// Whether the program has a ballast.
static HAS_BALLAST: AtomicBool = AtomicBool::new(false);

/// How many pieces are not mapped.
static MISSING: AtomicUsize = AtomicUsize::new(PIECES);

/// The system's allocator with ballast: to be a program's global allocator.
pub struct Ballasted;

// SAFETY: every block is the system allocator's, asked for and given back with the caller's own arguments.
unsafe impl GlobalAlloc for Ballasted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let allocate = || unsafe { System.alloc(layout) };
        or_with_room(layout.size(), allocate)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let allocate = || unsafe { System.alloc_zeroed(layout) };
        or_with_room(layout.size(), allocate)
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises. A reallocation that fails leaves the block as it is.
        let allocate = || unsafe { System.realloc(block, layout, size) };
        or_with_room(size, allocate)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) };
    }
}

/// What an allocation of so many bytes gives: at once, or with room made for it.
#[inline]
fn or_with_room(bytes: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let block = allocate();
    if block.is_null() { with_room(bytes, allocate) } else { block }
}

/// Gives address space back to the system until an allocation of so many bytes succeeds: that of the ballast for what
/// is little, so that reservations stay with the calls that made them, and theirs. Null where none is left.
#[cold]
fn with_room(bytes: usize, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    if crate::list::can_fail() {
        return null_mut();
    }
    let mut block = null_mut();
    if bytes <= BYTES {
        block = spend_ballast(&allocate);
    }
    if block.is_null() {
        block = spend(&allocate);
    }
    if block.is_null() && (BYTES..=PIECES * BYTES).contains(&bytes) {
        block = spend_ballast(&allocate);
    }
    block
}

/// Gives the ballast back piece by piece until `allocate` succeeds; null where none is left.
fn spend_ballast(allocate: &impl Fn() -> *mut u8) -> *mut u8 {
    for slot in &BALLAST {
        let Some(piece) = Piece::take(slot) else { continue };
        MISSING.fetch_add(1, Ordering::Relaxed);
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
    if MISSING.load(Ordering::Relaxed) == 0 { Ok(()) } else { fill() }
}

/// Whether memory may be taken for what can fail: not the last that there is, where a program has ballast. Working
/// memory of the same call may need it.
#[inline]
pub fn may_take() -> bool {
    MISSING.load(Ordering::Relaxed) == 0 || !HAS_BALLAST.load(Ordering::Relaxed) || fill().is_ok()
}

/// Maps what is missing.
#[cold]
fn fill() -> Result<(), Refused> {
    HAS_BALLAST.store(true, Ordering::Relaxed);
    serve();
    while MISSING.load(Ordering::Relaxed) > 0 {
        let Some(piece) = Piece::map(BYTES) else { break };
        if piece.store(&BALLAST).is_none() {
            // Other threads filled it.
            piece.unmap();
            break;
        }
        MISSING.fetch_sub(1, Ordering::Relaxed);
    }
    let whole = PIECES - MISSING.load(Ordering::Relaxed).min(PIECES) >= MIN_PIECES;
    if whole { Ok(()) } else { Err(Refused { bytes: PIECES * BYTES }) }
}
