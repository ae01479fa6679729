//! The distributions of random numbers.

use crate::parameter::Parameter;

/// A distribution of random numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distribution {
    /// Float: uniform on [0, 1), every multiple of 2^-53 (float64) or 2^-24 (float32) equally likely.
    Uniform,
    /// Float: the standard normal distribution, by the Box-Muller transform.
    Normal,
    /// Integers: uniform from a low to a high bound, both inclusive, which are two int64 or uint64 scalars. The result
    /// is unbiased: a draw that would bias it is rejected and repeated with words of its own.
    Integers,
}

impl Distribution {
    /// Each distribution and its name.
    const NAMES: [(Distribution, &'static str); 3] =
        [(Distribution::Uniform, "uniform"), (Distribution::Normal, "normal"), (Distribution::Integers, "integers")];
}

impl Parameter for Distribution {
    fn to_word(self) -> u64 {
        self as u64
    }

    fn from_word(word: u64) -> Option<Distribution> {
        Distribution::NAMES.get(usize::try_from(word).ok()?).map(|(distribution, _)| *distribution)
    }

    fn to_text(self) -> String {
        Distribution::NAMES[self as usize].1.into()
    }

    fn from_text(text: &str) -> Option<Distribution> {
        Distribution::NAMES.iter().find(|(_, name)| *name == text).map(|(distribution, _)| *distribution)
    }
}
