//! Programs on every executor against what they mean: those of `tests/programs`, and random ones.

mod fuzz;
mod generator;
mod programs;
mod reference;
mod runner;
