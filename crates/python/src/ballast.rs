//! What an allocation does when the system has no memory left: it takes room that was set aside, and later calls are refused.
//!
//! Rust ends the process where a small allocation fails, and an allocator must not unwind. So some address space is set aside at
//! import and never touched. An allocation that fails gives a piece of it back to the system and tries again; the call at work
//! goes on to its end. The next call sets aside anew what is missing, and is refused with a memory error where that fails. The
//! elements of large arrays, which are allocated by calls that can fail, take none of it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use cuprust::Error;

use crate::error::{Failure, Result};

/// How many pieces are set aside, and of how many bytes each. A table that doubles may need several.
const PIECES: usize = 16;
const BYTES: usize = 1 << 20;

/// With fewer pieces than this left, calls are refused.
const FEWEST: usize = PIECES / 2;

/// The elements of large arrays begin on large pages; nothing else is aligned so strictly.
const MOST_ALIGNMENT: usize = 4096;

static SET_ASIDE: [AtomicPtr<u8>; PIECES] = [const { AtomicPtr::new(null_mut()) }; PIECES];

/// How many pieces are not set aside.
static MISSING: AtomicUsize = AtomicUsize::new(PIECES);

/// The system's allocator, with the room set aside behind it.
struct Ballasted;

#[global_allocator]
static ALLOCATOR: Ballasted = Ballasted;

// SAFETY: every block is the system allocator's, asked for and given back with the caller's own arguments.
unsafe impl GlobalAlloc for Ballasted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let allocate = || unsafe { System.alloc(layout) };
        or_with_room(layout.size(), layout, allocate)
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let allocate = || unsafe { System.alloc_zeroed(layout) };
        or_with_room(layout.size(), layout, allocate)
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises. A reallocation that fails leaves the block as it is.
        let allocate = || unsafe { System.realloc(block, layout, size) };
        or_with_room(size, layout, allocate)
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) };
    }
}

/// What an allocation of so many bytes gives: at once, or with room made for it.
#[inline]
fn or_with_room(bytes: usize, layout: Layout, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    let block = allocate();
    if block.is_null() { with_room(bytes, layout, allocate) } else { block }
}

/// Gives pieces back to the system until an allocation of so many bytes succeeds; null where none is left or they are too few.
#[cold]
fn with_room(bytes: usize, layout: Layout, allocate: impl Fn() -> *mut u8) -> *mut u8 {
    if layout.align() > MOST_ALIGNMENT || bytes > PIECES * BYTES {
        return null_mut();
    }
    for piece in &SET_ASIDE {
        let piece = piece.swap(null_mut(), Ordering::AcqRel);
        if piece.is_null() {
            continue;
        }
        MISSING.fetch_add(1, Ordering::Relaxed);
        give_back(piece);
        let block = allocate();
        if !block.is_null() {
            return block;
        }
    }
    null_mut()
}

/// Whether there is memory to begin a call with.
///
/// # Errors
/// Out of memory where too little is set aside and the system has no more.
#[inline]
pub(crate) fn check() -> Result<()> {
    if MISSING.load(Ordering::Relaxed) == 0 { Ok(()) } else { set_aside() }
}

/// Sets aside what is missing.
///
/// # Errors
/// As [`check`].
#[cold]
pub(crate) fn set_aside() -> Result<()> {
    for place in &SET_ASIDE {
        if !place.load(Ordering::Relaxed).is_null() {
            continue;
        }
        let Some(piece) = take() else { break };
        match place.compare_exchange(null_mut(), piece, Ordering::AcqRel, Ordering::Relaxed) {
            Ok(_) => _ = MISSING.fetch_sub(1, Ordering::Relaxed),
            // Another thread set a piece aside here.
            Err(_) => give_back(piece),
        }
    }
    if PIECES - MISSING.load(Ordering::Relaxed) >= FEWEST {
        return Ok(());
    }
    Err(Failure::Crate(Error::out_of_memory(
        "the process has no memory left for anything but to free some: drop arrays that are no longer needed",
    )))
}

/// A piece of the process's address space that nothing touches.
#[cfg(unix)]
fn take() -> Option<*mut u8> {
    let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANON);
    // SAFETY: a new mapping, wherever the system likes, touches no memory that is in use.
    let piece = unsafe { libc::mmap(null_mut(), BYTES, access, kind, -1, 0) };
    (piece != libc::MAP_FAILED).then_some(piece.cast())
}

#[cfg(unix)]
fn give_back(piece: *mut u8) {
    // SAFETY: the piece is a mapping of this many bytes that `take` made; it was taken out of the list, so no other has it.
    unsafe { libc::munmap(piece.cast(), BYTES) };
}

#[cfg(not(unix))]
fn take() -> Option<*mut u8> {
    let layout = Layout::from_size_align(BYTES, MOST_ALIGNMENT).ok()?;
    // SAFETY: the layout has a size.
    let piece = unsafe { System.alloc(layout) };
    (!piece.is_null()).then_some(piece)
}

#[cfg(not(unix))]
fn give_back(piece: *mut u8) {
    if let Ok(layout) = Layout::from_size_align(BYTES, MOST_ALIGNMENT) {
        // SAFETY: the piece was allocated by `take` with this layout, and was taken out of the list.
        unsafe { System.dealloc(piece, layout) };
    }
}
