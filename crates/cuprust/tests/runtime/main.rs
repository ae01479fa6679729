//! Arrays of the runtime: what is recorded, what fails, streams, and kernels of users.

mod failure;
mod first;
mod fused;
mod kernels;
mod life;
mod queue;
mod streams;
