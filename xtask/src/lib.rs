//! What the chores share: how made files are written, or found stale.

pub mod made;
