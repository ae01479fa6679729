//! The host language and the host: its lock and its signals, and host functions called from streams.

pub(super) mod embedding;
pub(super) mod host_calls;
pub(super) mod signals;
pub(super) mod traced;
