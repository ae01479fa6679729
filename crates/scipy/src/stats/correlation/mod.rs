//! Correlation, linear and of ranks, and lines through points.

pub(in crate::stats) mod kendall;
pub(in crate::stats) mod linear;
pub(in crate::stats) mod regression;
pub(in crate::stats) mod weighted;
