//! Running: a program that left its queue, its steps, its errors, and memory shared with others.

pub(super) mod background;
pub(super) mod completion;
pub(super) mod deferred;
pub(super) mod dispatch;
pub(super) mod host_mapped;
pub(super) mod kernel_launch;
pub(super) mod plan_graphs;
pub(super) mod raising;
pub(super) mod recovery;
pub(super) mod sharing;
pub(super) mod steps;
pub(super) mod threads;
pub(super) mod window;
