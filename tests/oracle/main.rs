//! Programs on every executor against what they mean: those of `tests/programs`, random ones, and one of each special
//! function.

mod fuzz;
mod generator;
mod programs;
mod reference;
mod runner;
mod special;
