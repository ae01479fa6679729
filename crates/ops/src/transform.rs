//! The discrete Fourier transforms.

use crate::parameter::Parameter;

/// A discrete Fourier transform of single or double precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Transform {
    /// Complex numbers to complex numbers.
    Forward,
    /// The same with the other sign of the exponent.
    Inverse,
    /// Real numbers to the spectrum's first `n / 2 + 1` elements along the last axis; the others are their conjugates.
    RealForward,
    /// Those elements to the `n` real numbers. The imaginary parts of the first, and of the last for an even `n`, count
    /// as zero.
    RealInverse,
}

impl Transform {
    /// Each transform and its name.
    const NAMES: [(Transform, &'static str); 4] = [
        (Transform::Forward, "forward"),
        (Transform::Inverse, "inverse"),
        (Transform::RealForward, "real_forward"),
        (Transform::RealInverse, "real_inverse"),
    ];
}

impl Parameter for Transform {
    fn to_word(self) -> u64 {
        self as u64
    }

    fn from_word(word: u64) -> Option<Transform> {
        Transform::NAMES.get(usize::try_from(word).ok()?).map(|(transform, _)| *transform)
    }

    fn to_text(self) -> String {
        Transform::NAMES[self as usize].1.into()
    }

    fn from_text(text: &str) -> Option<Transform> {
        Transform::NAMES.iter().find(|(_, name)| *name == text).map(|(transform, _)| *transform)
    }
}
