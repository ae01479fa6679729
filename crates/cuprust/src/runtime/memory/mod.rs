//! Memory beside that of arrays: pools, page-locked memory, and what is known of addresses.

pub(super) mod known;
pub(super) mod pinned;
pub(super) mod pool;
