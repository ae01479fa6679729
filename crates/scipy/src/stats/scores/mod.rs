//! Observations on other scales: scores, and transforms to a normal shape.

pub(in crate::stats) mod minimum;
pub(in crate::stats) mod standard;
pub(in crate::stats) mod transforms;
