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

/// What stands beyond the edges of an array that is interpolated between its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extrapolation {
    /// The array is reflected about the edge of its last element.
    Reflect,
    /// The array is reflected about the centre of its last element.
    Mirror,
    /// The last element.
    Nearest,
    /// The array begins anew where its last element stands, which is its first one.
    Wrap,
    /// A constant stands for every coordinate outside of the centres of the first and the last element.
    Constant,
    /// The array begins anew behind its last element.
    GridWrap,
    /// A constant stands for each element outside, and is interpolated as one.
    GridConstant,
}

impl Extrapolation {
    const NAMES: [(Extrapolation, &'static str); 7] = [
        (Extrapolation::Reflect, "reflect"),
        (Extrapolation::Mirror, "mirror"),
        (Extrapolation::Nearest, "nearest"),
        (Extrapolation::Wrap, "wrap"),
        (Extrapolation::Constant, "constant"),
        (Extrapolation::GridWrap, "grid_wrap"),
        (Extrapolation::GridConstant, "grid_constant"),
    ];

    /// Which element stands for one of those around a coordinate that lies beyond the edge.
    pub const fn edge(self) -> Edge {
        match self {
            Extrapolation::Reflect => Edge::Reflect,
            Extrapolation::Mirror | Extrapolation::Wrap | Extrapolation::Constant => Edge::Mirror,
            Extrapolation::Nearest => Edge::Nearest,
            Extrapolation::GridWrap => Edge::Wrap,
            Extrapolation::GridConstant => Edge::Constant,
        }
    }

    /// The edge that the coefficients of a B-spline are computed with.
    pub const fn spline_edge(self) -> Edge {
        match self {
            Extrapolation::Reflect | Extrapolation::Nearest => Edge::Reflect,
            Extrapolation::GridWrap => Edge::Wrap,
            _ => Edge::Mirror,
        }
    }

    /// Whether a coordinate stays where it is, however far outside, and only the elements around it are folded.
    pub const fn is_unbounded(self) -> bool {
        matches!(self, Extrapolation::Nearest | Extrapolation::GridConstant)
    }

    /// The coordinate, near the elements of an axis of this extent, that stands for one outside of them; a number of -1
    /// or less, or NaN, where the constant does. Rounded as SciPy rounds it.
    #[inline]
    pub fn fold(self, x: f64, extent: i64) -> f64 {
        let (last, below) = ((extent - 1) as f64, x < 0.0);
        if self.is_unbounded() || !(below || x > last) {
            return x;
        }
        let whole_periods = |x: f64, period: f64| period * (x / period).trunc();
        match self {
            Extrapolation::Constant => -1.0,
            _ if extent <= 1 => 0.0,
            Extrapolation::Mirror => {
                let period = 2.0 * last;
                if below {
                    let x = whole_periods(-x, period) + x;
                    if x <= -last { x + period } else { -x }
                } else {
                    let x = x - whole_periods(x, period);
                    if x >= extent as f64 { period - x } else { x }
                }
            }
            Extrapolation::Reflect => {
                let period = 2.0 * extent as f64;
                if below {
                    let x = if x < -period { whole_periods(-x, period) + x } else { x };
                    if x < -(extent as f64) {
                        x + period
                    } else {
                        // So that what is next to zero is not taken for -1.
                        (if x > -1e-15 { 1e-15 } else { -x }) - 1.0
                    }
                } else {
                    let x = x - whole_periods(x, period);
                    if x >= extent as f64 { period - x - 1.0 } else { x }
                }
            }
            Extrapolation::Wrap if below => x + last * ((-x / last).trunc() + 1.0),
            Extrapolation::Wrap => x - whole_periods(x, last),
            _ if below => x + extent as f64 * (((-1.0 - x) / extent as f64).trunc() + 1.0),
            _ => x - whole_periods(x, extent as f64),
        }
    }
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
named_parameter!(Edge Summary Weighted Extrapolation);
