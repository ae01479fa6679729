//! Traces: what a function recorded, as one program that runs again and again on other storages.

pub(in crate::runtime) mod replay;
pub(in crate::runtime) mod trace;
