//! Shared parts of the tasks: writing generated files or finding stale ones, and the stubs of ufuncs.

pub mod made;
pub mod ufuncs;
