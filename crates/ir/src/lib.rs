//! What shall be done: layouts, instructions, programs, kernels, and the trait that runs them.
