//! Recording: how an instruction gets into its stream's queue, and where the queue is cut.

pub(super) mod cut;
pub(super) mod masked;
pub(super) mod queue;
pub(super) mod raw_bools;
pub(super) mod traced;
pub(super) mod value_ranges;
