//! How many streams capture, and the error of what a capture does not allow.

use std::sync::atomic::{AtomicI64, Ordering};

use cuprust_ir::Error;

/// How many streams capture.
static CAPTURES: AtomicI64 = AtomicI64::new(0);

/// Changes the number of streams that capture.
pub(in crate::runtime) fn note_captures(more: i64) {
    CAPTURES.fetch_add(more, Ordering::Relaxed);
}

/// Whether any stream captures.
pub(in crate::runtime) fn any_captures() -> bool {
    CAPTURES.load(Ordering::Relaxed) > 0
}

/// An error of CUDA's runtime, by its name.
#[cold]
pub(in crate::runtime) fn refused(name: &str, why: &str) -> Error {
    Error::cuda(format!("cudaErrorStreamCapture{name}: {why}"))
}

/// The error of reading a value that a capture has only recorded.
#[cold]
pub(in crate::runtime) fn still_captured() -> Error {
    refused("Unsupported", "what the array holds is capturing: it is computed when the graph is launched")
}
