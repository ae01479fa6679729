//! What the tests of written kernels share: kernels built by hand, their results by definition, and a block on the CPU.

pub mod build;
pub mod compare;
pub mod device;
pub mod family;
pub mod machine;
pub mod reference;
