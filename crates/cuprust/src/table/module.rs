//! Modules of the host language's package, as data.

use super::Function;

/// A module of the package: what is made of it are the Python module with its functions, its stub, its part of the
/// reference, and the comparison of its functions with those of NumPy or SciPy.
pub struct Module {
    /// The name as Python has it: `cuprust.scipy.fft`.
    pub name: &'static str,
    /// What it has, in one sentence: the documentation of the Python module.
    pub doc: &'static str,
    /// What its functions are compared with.
    pub reference: Reference,
    /// The declarations of its functions, each list under its title in the reference. A list may declare functions of
    /// another module too.
    pub lists: &'static [(&'static str, &'static [Function])],
}

/// What the functions of a module are compared with on every dtype and form of array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reference {
    /// The functions of the same names in this module of NumPy or SciPy.
    Module(&'static str),
    /// Nothing, for a reason that names the test they have instead.
    None(&'static str),
}
