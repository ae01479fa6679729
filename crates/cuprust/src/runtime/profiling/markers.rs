//! Ranges and marks of a program as NVIDIA's tools see them, by NVTX.

use cuprust_cuda::driver::nvtx;

/// Begins a range of this thread.
pub(crate) fn push_range_of_tools(name: &str, colour: u32) {
    nvtx::push(name, colour);
}

/// Ends the last range of this thread.
pub(crate) fn pop_range_of_tools() {
    nvtx::pop();
}

/// Marks a moment.
pub(crate) fn mark_for_tools(name: &str, colour: u32) {
    nvtx::mark(name, colour);
}
