//! What a call of `einsum` may name its operands and its order of contraction by.

use cuprust_ir::{Dims, Result};

use super::Path;
use crate::Array;
use crate::table::{ArgumentValue, Kind, Literal, Type, Typed};

/// A text of labels and the arrays that they belong to.
#[derive(Clone)]
pub(crate) struct Labelled<'a> {
    /// The labels.
    pub text: &'a str,
    /// The arrays.
    pub operands: Vec<&'a Array>,
}

impl<'a> Typed<'a> for Labelled<'a> {
    const TYPE: Type = Type::of(Kind::Labelled);

    fn typed(given: &'a ArgumentValue<'a>) -> Option<Self> {
        let ArgumentValue::Each(each) = given else { return None };
        let (ArgumentValue::Text(text), operands) = each.split_first()? else { return None };
        Some(Labelled { text, operands: operands.iter().map(Typed::typed).collect::<Option<_>>()? })
    }
}

/// An order of contraction.
#[derive(Clone, Default)]
pub(crate) enum AnyPath<'a> {
    /// As the crate finds right.
    #[default]
    Default,
    /// The one of a name.
    Name(&'a str),
    /// This one.
    Steps(Vec<Vec<usize>>),
}

impl AnyPath<'_> {
    /// The order for so many operands. As NumPy, a name counts where there are three or more.
    ///
    /// # Errors
    /// A value error for another name.
    pub(crate) fn path(self, operands: usize) -> Result<Path> {
        match self {
            AnyPath::Name(name) if operands > 2 => Path::from_name(name),
            AnyPath::Default | AnyPath::Name(_) => Ok(Path::Greedy),
            AnyPath::Steps(steps) => Ok(Path::Given(steps)),
        }
    }
}

impl<'a> Typed<'a> for AnyPath<'a> {
    const TYPE: Type = Type::of(Kind::Contraction);

    fn typed(given: &'a ArgumentValue<'a>) -> Option<Self> {
        Some(match given {
            ArgumentValue::None | ArgumentValue::Bool(_) => AnyPath::Default,
            ArgumentValue::Text(name) => AnyPath::Name(name),
            ArgumentValue::IntLists(steps) => {
                // A negative place is none; neither is one beyond the operands.
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
