//! Turns an allocation failure, where Rust would end the process, into an error of the call, by address space that is
//! reserved before the call.
//!
//! Rust ends the process where an allocation that cannot fail fails, and an allocator must not unwind. So the allocator
//! here has a *ballast*: mappings that are made at start and never touched. An allocation that the system refuses
//! unmaps some of them and tries again; the call at work goes on to its end. The next call maps anew what is missing,
//! and is refused where that fails.
//!
//! The ballast is for small allocations. Working memory whose size a caller chooses is allocated in one of two ways: by
//! [`list`], which can fail; or, where a library allocates it, within a [`Reservation`] of as many bytes, which refuses
//! the call before it begins.

mod ballast;
mod list;
mod pieces;

pub use ballast::{Ballasted, check, may_take};
pub use list::{collected, copied, fallible, filled, grow, list};
pub use pieces::{MAX_COVERED_BYTES, Reservation, reserve};

/// The system refused memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    /// The bytes that were requested.
    pub bytes: usize,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "out of memory: {} bytes of working memory are not to be had; drop arrays that are no longer needed",
            self.bytes
        )
    }
}

impl std::error::Error for Refused {}
