//! Text as an argument: borrowed from the call.

use super::argument::{Type, Typed};
use super::{Given, Literal};

impl<'a> Typed<'a> for Option<&'a str> {
    const TYPE: Type = Type::OptionalText;

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        match given {
            Given::None => Some(None),
            Given::Text(text) => Some(Some(text)),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<Self> {
        (literal == Literal::None).then_some(None)
    }
}

impl<'a> Typed<'a> for &'a str {
    const TYPE: Type = Type::Text;

    fn typed(given: &'a Given<'a>) -> Option<&'a str> {
        match given {
            Given::Text(text) => Some(text),
            _ => None,
        }
    }

    fn from_default(literal: Literal) -> Option<&'a str> {
        match literal {
            Literal::Text(text) => Some(text),
            _ => None,
        }
    }
}
