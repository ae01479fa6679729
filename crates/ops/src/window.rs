//! What routines on windows of an array know: which element stands for one beyond the edge, and what is made of a
//! window's elements.

use crate::parameter::Parameter;

/// Which element stands for one beyond the edge of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The axis is reflected about the edge of its last element: `d c b a | a b c d | d c b a`.
    Reflect,
    /// The axis is reflected about the centre of its last element: `d c b | a b c d | c b a`.
    Mirror,
    /// The last element: `a a a a | a b c d | d d d d`.
    Nearest,
    /// The axis begins anew: `a b c d | a b c d | a b c d`.
    Wrap,
    /// None: a constant stands there.
    Constant,
}

impl Edge {
    const NAMES: [(Edge, &'static str); 5] = [
        (Edge::Reflect, "reflect"),
        (Edge::Mirror, "mirror"),
        (Edge::Nearest, "nearest"),
        (Edge::Wrap, "wrap"),
        (Edge::Constant, "constant"),
    ];

    /// The index within an axis of this extent that stands for an index; none where a constant does. An axis without
    /// elements has none.
    #[inline]
    pub fn fold(self, index: i64, extent: i64) -> Option<i64> {
        if (0..extent).contains(&index) {
            return Some(index);
        }
        match self {
            _ if extent == 0 => None,
            Edge::Constant => None,
            Edge::Nearest => Some(if index < 0 { 0 } else { extent - 1 }),
            Edge::Wrap => Some(index.rem_euclid(extent)),
            Edge::Reflect => {
                let place = index.rem_euclid(2 * extent);
                Some(place.min(2 * extent - 1 - place))
            }
            Edge::Mirror if extent == 1 => Some(0),
            Edge::Mirror => {
                let place = index.rem_euclid(2 * extent - 2);
                Some(place.min(2 * extent - 2 - place))
            }
        }
    }
}

/// What is made of the elements of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Summary {
    /// Their arithmetic mean, in float64.
    Mean,
    /// The least of them; NaN where one is NaN.
    Minimum,
    /// The greatest of them; NaN where one is NaN.
    Maximum,
}

impl Summary {
    const NAMES: [(Summary, &'static str); 3] =
        [(Summary::Mean, "mean"), (Summary::Minimum, "minimum"), (Summary::Maximum, "maximum")];
}

/// What is made of the elements of a window and of a weight for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weighted {
    /// The sum of the products, in float64 and in the order of the offsets.
    Sum,
    /// The least sum of an element and its weight, in float64; NaN where one is NaN.
    Minimum,
    /// The greatest sum of an element and its weight, in float64; NaN where one is NaN.
    Maximum,
}

impl Weighted {
    const NAMES: [(Weighted, &'static str); 3] =
        [(Weighted::Sum, "sum"), (Weighted::Minimum, "minimum"), (Weighted::Maximum, "maximum")];
}

macro_rules! named_parameter {
    ($($kind:ident)*) => { $(
        impl Parameter for $kind {
            fn to_word(self) -> u64 {
                self as u64
            }

            fn from_word(word: u64) -> Option<$kind> {
                $kind::NAMES.get(usize::try_from(word).ok()?).map(|(kind, _)| *kind)
            }

            fn to_text(self) -> String {
                $kind::NAMES[self as usize].1.into()
            }

            fn from_text(text: &str) -> Option<$kind> {
                $kind::NAMES.iter().find(|(_, name)| *name == text).map(|(kind, _)| *kind)
            }
        }
    )* };
}
named_parameter!(Edge Summary Weighted);
