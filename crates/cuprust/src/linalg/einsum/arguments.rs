//! The forms of `einsum`'s arguments: its operands and its order of contraction.

use cuprust_ir::{Dims, Result};

use super::Path;
use crate::Array;
use crate::table::{ArgumentValue, Kind, Literal, Type, Typed};

/// A text of labels and the arrays to which they belong.
#[derive(Clone)]
pub(crate) struct Labelled<'a> {
    /// The labels.
    pub text: &'a str,
    /// The arrays.
    pub operands: Vec<&'a Array>,
}

impl<'a> Typed<'a> for Labelled<'a> {
    const TYPE: Type = Type::of(Kind::Labelled);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        let ArgumentValue::Each(each) = argument else { return None };
        let (ArgumentValue::Text(text), operands) = each.split_first()? else { return None };
        Some(Labelled { text, operands: operands.iter().map(Typed::typed).collect::<Option<_>>()? })
    }
}

/// An order of contraction.
#[derive(Clone, Default)]
pub(crate) enum AnyPath<'a> {
    /// The order that the crate chooses.
    #[default]
    Default,
    /// A strategy, by name.
    Name(&'a str),
    /// An explicit order.
    Steps(Vec<Vec<usize>>),
}

impl AnyPath<'_> {
    /// The order for this many operands. As in NumPy, a name matters only for three or more.
    ///
    /// # Errors
    /// A value error for another name.
    pub(crate) fn path(self, operands: usize) -> Result<Path> {
        match self {
            AnyPath::Name(name) if operands > 2 => Path::from_name(name),
            AnyPath::Default | AnyPath::Name(_) => Ok(Path::Greedy),
            AnyPath::Steps(steps) => Ok(Path::Explicit(steps)),
        }
    }
}

impl<'a> Typed<'a> for AnyPath<'a> {
    const TYPE: Type = Type::of(Kind::Contraction);

    fn typed(argument: &'a ArgumentValue<'a>) -> Option<Self> {
        Some(match argument {
            ArgumentValue::None | ArgumentValue::Bool(_) => AnyPath::Default,
            ArgumentValue::Text(name) => AnyPath::Name(name),
            ArgumentValue::IntLists(steps) => {
                // A negative index is invalid, and so is one beyond the operands.
                let step = |step: &Dims| step.iter().map(|&at| usize::try_from(at).unwrap_or(usize::MAX)).collect();
                AnyPath::Steps(steps.iter().map(step).collect())
            }
            _ => return None,
        })
    }

    fn from_default(literal: Literal) -> Option<Self> {
        matches!(literal, Literal::Bool(_)).then_some(AnyPath::Default)
    }
}
