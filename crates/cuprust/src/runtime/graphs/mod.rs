//! Captures, and the graphs that come of them.

pub(super) mod capture;
pub(super) mod graph;
