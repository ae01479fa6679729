//! The host language and the host: its lock and its signals, and the calls that streams make of it.

pub(super) mod embedding;
pub(super) mod host_calls;
pub(super) mod signals;
pub(super) mod traced;
