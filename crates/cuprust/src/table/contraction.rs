//! The types of parameters that `einsum` alone has.

use super::{Given, Literal, Type, Typed};
use crate::linalg::Path;
use crate::{Array, Error, Result};

/// A text of labels and the arrays that they belong to.
#[derive(Clone)]
pub struct Labelled<'a> {
    /// The labels.
    pub text: &'a str,
    /// The arrays.
    pub operands: Vec<&'a Array>,
}

impl<'a> Typed<'a> for Labelled<'a> {
    const TYPE: Type = Type::Labelled;

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        let Given::Each(each) = given else { return None };
        let (Given::Text(text), operands) = each.split_first()? else { return None };
        Some(Labelled { text, operands: operands.iter().map(Typed::typed).collect::<Option<_>>()? })
    }
}

/// An order of contraction.
#[derive(Clone, Default)]
pub enum AnyPath<'a> {
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
    pub fn path(self, operands: usize) -> Result<Path> {
        match self {
            AnyPath::Name(name) if operands > 2 => Path::from_name(name),
            AnyPath::Default | AnyPath::Name(_) => Ok(Path::Greedy),
            AnyPath::Steps(steps) => Ok(Path::Given(steps)),
        }
    }
}

impl<'a> Typed<'a> for AnyPath<'a> {
    const TYPE: Type = Type::Contraction;

    fn typed(given: &'a Given<'a>) -> Option<Self> {
        Some(match given {
            Given::None | Given::Bool(_) => AnyPath::Default,
            Given::Text(name) => AnyPath::Name(name),
            Given::IntLists(steps) => {
                // A negative place is none; neither is one beyond the operands.
                let step =
                    |step: &crate::Dims| step.iter().map(|&at| usize::try_from(at).unwrap_or(usize::MAX)).collect();
                AnyPath::Steps(steps.iter().map(step).collect())
            }
            _ => return None,
        })
    }

    fn from_default(literal: Literal) -> Option<Self> {
        matches!(literal, Literal::Bool(_)).then_some(AnyPath::Default)
    }
}

/// The error for too few arguments.
pub fn no_operands() -> Error {
    Error::value(
        "must specify the einstein sum subscripts string and at least one operand, or at least one operand and its corresponding \
         subscripts list",
    )
}
