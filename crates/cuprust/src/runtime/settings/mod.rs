//! Settings of the environment and the program: accelerators, switches, the version of NumPy to follow.

pub(super) mod accelerators;
pub(super) mod chosen_accelerators;
pub(super) mod env;
pub(super) mod numpy;
