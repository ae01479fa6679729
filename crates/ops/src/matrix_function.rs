//! The functions of triangular matrices that routines compute.

use crate::Parameter;

/// A function of upper triangular complex matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatrixFunction {
    /// The square root whose eigenvalues have no negative real part. It does not exist where a zero eigenvalue would
    /// need a second one.
    Root,
    /// The principal logarithm.
    Logarithm,
    /// 1 for eigenvalues to the right of the imaginary axis, -1 for those to the left, 0 for those on it.
    Sign,
    /// A function whose values at the eigenvalues are an operand, by Parlett's recurrence.
    AtEigenvalues,
}

impl MatrixFunction {
    /// Each function and its name, in the order of the variants.
    const NAMES: [(MatrixFunction, &'static str); 4] = [
        (MatrixFunction::Root, "root"),
        (MatrixFunction::Logarithm, "logarithm"),
        (MatrixFunction::Sign, "sign"),
        (MatrixFunction::AtEigenvalues, "at_eigenvalues"),
    ];
}

impl Parameter for MatrixFunction {
    fn to_word(self) -> u64 {
        self as u64
    }

    fn from_word(word: u64) -> Option<MatrixFunction> {
        MatrixFunction::NAMES.get(usize::try_from(word).ok()?).map(|(function, _)| *function)
    }

    fn to_text(self) -> String {
        MatrixFunction::NAMES[self as usize].1.into()
    }

    fn from_text(text: &str) -> Option<MatrixFunction> {
        MatrixFunction::NAMES.iter().find(|(_, name)| *name == text).map(|(function, _)| *function)
    }
}
