//! What SciPy has and NumPy has not, in modules named for SciPy's.

pub mod fft;
pub mod linalg;
pub mod modules;
pub mod ndimage;
pub mod sparse;
pub mod special;
