//! Densities of samples, and distances between them.

pub(in crate::stats) mod distances;
pub(in crate::stats) mod kde;
