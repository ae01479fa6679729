//! Running: a program that is taken from its queue, its steps, its faults, and what others know of its memory.

pub(super) mod deferred;
pub(super) mod ending;
pub(super) mod host_mapped;
pub(super) mod kernel_launch;
pub(super) mod parcel;
pub(super) mod salvage;
pub(super) mod sharing;
pub(super) mod steps;
pub(super) mod taking;
pub(super) mod threads;
pub(super) mod window;
