//! Descriptive statistics: means, moments, spreads, modes, frequencies, and samples without their outermost
//! observations.

pub(in crate::stats) mod binned;
pub(in crate::stats) mod entropies;
pub(in crate::stats) mod frequencies;
pub(in crate::stats) mod means;
pub(in crate::stats) mod modes;
pub(in crate::stats) mod moments;
pub(in crate::stats) mod spread;
pub(in crate::stats) mod trimming;
