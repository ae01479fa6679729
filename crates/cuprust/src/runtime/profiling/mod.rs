//! What the profiler is told.

pub(super) mod events;
pub(super) mod markers;
