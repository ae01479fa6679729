//! What the chores share: how made files are written, or found stale, and the stubs of ufuncs.

pub mod made;
pub mod ufuncs;
