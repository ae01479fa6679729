//! Devices, and what threads do with their state: opening, locking, waiting, forking; users' allocators.

pub(super) mod allocator;
pub(super) mod device;
pub(super) mod fork;
pub(super) mod numbers;
pub(super) mod waiting;
