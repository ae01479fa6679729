//! Resampling: permutations, and intervals by the bootstrap.

pub(in crate::stats) mod intervals;
pub(in crate::stats) mod permutations;
