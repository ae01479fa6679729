//! What a number is: the dtypes, their promotion and casting, and scalar functions on them.

pub mod math;
