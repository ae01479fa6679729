//! Memory outside of arrays: pools, page-locked memory, and checks of addresses.

pub(super) mod known;
pub(super) mod pinned;
pub(super) mod pool;
