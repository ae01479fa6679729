//! The inputs of statistics: observations along axes, samples of tests, sorted observations and ranks.

pub(in crate::stats) mod groups;
pub(in crate::stats) mod observations;
pub(in crate::stats) mod quantiles;
pub(in crate::stats) mod ranks;
