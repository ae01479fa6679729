//! The events that the runtime records for the profiler, and the NVTX ranges that NVIDIA's tools see.

pub(super) mod events;
pub(super) mod markers;
