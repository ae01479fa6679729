//! Defaults as a declaration writes them.

/// A default: a literal of Python.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Literal {
    /// `None`.
    None,
    /// `True` or `False`.
    Bool(bool),
    /// An integer.
    Int(i32),
    /// A floating-point number.
    Float(f64),
    /// A string.
    Text(&'static str),
    /// A tuple of integers.
    Ints(&'static [i64]),
    /// A tuple of truth values.
    Bools(&'static [bool]),
}

impl From<i32> for Literal {
    fn from(value: i32) -> Literal {
        Literal::Int(value)
    }
}

impl From<f64> for Literal {
    fn from(value: f64) -> Literal {
        Literal::Float(value)
    }
}

impl From<&'static str> for Literal {
    fn from(value: &'static str) -> Literal {
        Literal::Text(value)
    }
}
