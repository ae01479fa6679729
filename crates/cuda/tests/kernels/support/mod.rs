//! What the tests of written kernels share: kernels built by hand, their results by definition, and a block on the CPU.

pub mod build;
pub mod compare;
// Not every test that shares these modules runs on a device.
#[allow(dead_code)]
pub mod device;
pub mod family;
pub mod machine;
pub mod reference;
