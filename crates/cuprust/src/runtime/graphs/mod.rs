//! Captures, and the graphs that they produce.

pub(super) mod capture;
pub(super) mod graph;
