//! Streams and the events in them.

pub(super) mod event;
pub(super) mod stream;
