//! The parameters of routines, and their two representations: as a word of a program, and as text.

use cuprust_num::DType;

use crate::RowId;

/// A parameter of a routine. Programs that differ in one differ in their words, so that each has its own plan.
pub trait Parameter: Copy {
    /// The parameter as a word.
    fn to_word(self) -> u64;
    /// The parameter of a word.
    fn from_word(word: u64) -> Option<Self>;
    /// The parameter in the text form of programs, without spaces, commas and `=`.
    fn to_text(self) -> String;
    /// The parameter of a text.
    fn from_text(text: &str) -> Option<Self>;
}

impl Parameter for i64 {
    fn to_word(self) -> u64 {
        self as u64
    }

    fn from_word(word: u64) -> Option<i64> {
        Some(word as i64)
    }

    fn to_text(self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<i64> {
        text.parse().ok()
    }
}

impl Parameter for bool {
    fn to_word(self) -> u64 {
        self.into()
    }

    fn from_word(word: u64) -> Option<bool> {
        (word < 2).then_some(word == 1)
    }

    fn to_text(self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<bool> {
        text.parse().ok()
    }
}

impl Parameter for DType {
    fn to_word(self) -> u64 {
        self as u64
    }

    fn from_word(word: u64) -> Option<DType> {
        DType::from_number(u8::try_from(word).ok()?)
    }

    fn to_text(self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<DType> {
        DType::from_name(text)
    }
}

impl Parameter for RowId {
    fn to_word(self) -> u64 {
        self.number().into()
    }

    fn from_word(word: u64) -> Option<RowId> {
        RowId::from_number(u16::try_from(word).ok()?)
    }

    fn to_text(self) -> String {
        self.row().name.into()
    }

    fn from_text(text: &str) -> Option<RowId> {
        RowId::find(text)
    }
}

/// The most parameters that a routine has.
const MAX_PARAMETERS: usize = 6;

/// The parameters of a routine as words.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    words: [u64; MAX_PARAMETERS],
    count: u8,
}

impl Words {
    #[inline]
    pub(crate) fn new(parameters: &[u64]) -> Words {
        let mut words = [0; MAX_PARAMETERS];
        words[..parameters.len()].copy_from_slice(parameters);
        Words { words, count: parameters.len() as u8 }
    }
}

impl std::ops::Deref for Words {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.words[..usize::from(self.count)]
    }
}
