//! What SciPy has and NumPy has not, in modules named for SciPy's.

pub mod sparse;
pub mod special;
