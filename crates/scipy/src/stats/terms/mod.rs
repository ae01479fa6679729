//! Formulas of numbers and arrays, written with operators and functions.

mod functions;
mod term;

pub(in crate::stats) use functions::*;
pub(crate) use term::Term;
