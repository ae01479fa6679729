//! Running: a program that left its queue, its steps, its errors, and memory shared with others.

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
