//! What the environment and the program choose: accelerators, switches, the NumPy that is followed.

pub(super) mod accelerators;
pub(super) mod chosen_accelerators;
pub(super) mod env;
pub(super) mod numpy;
