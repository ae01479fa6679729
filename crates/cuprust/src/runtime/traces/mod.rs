//! Traces: the recorded program of a function, which is replayed on other storages.

pub(in crate::runtime) mod replay;
pub(in crate::runtime) mod trace;
