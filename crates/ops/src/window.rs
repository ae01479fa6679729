//! Windows of an array: which element replaces one beyond the edge, and how a window's elements are combined.

use crate::parameter::Parameter;

/// Which element replaces one beyond the edge of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Edge {
    /// The axis is reflected about the edge of its last element: `d c b a | a b c d | d c b a`.
    Reflect,
    /// The axis is reflected about the centre of its last element: `d c b | a b c d | c b a`.
    Mirror,
    /// The last element: `a a a a | a b c d | d d d d`.
    Nearest,
    /// The axis is periodic: `a b c d | a b c d | a b c d`.
    Wrap,
    /// None: a constant replaces it.
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

    /// The index within an axis of this extent that replaces an index; `None` where a constant does. An axis without
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
                let folded = index.rem_euclid(2 * extent);
                Some(folded.min(2 * extent - 1 - folded))
            }
            Edge::Mirror if extent == 1 => Some(0),
            Edge::Mirror => {
                let folded = index.rem_euclid(2 * extent - 2);
                Some(folded.min(2 * extent - 2 - folded))
            }
        }
    }
}

/// How the elements of a window are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Summary {
    /// Their arithmetic mean, in float64.
    Mean,
    /// Their minimum; NaN where one is NaN.
    Minimum,
    /// Their maximum; NaN where one is NaN.
    Maximum,
}

impl Summary {
    const NAMES: [(Summary, &'static str); 3] =
        [(Summary::Mean, "mean"), (Summary::Minimum, "minimum"), (Summary::Maximum, "maximum")];
}

/// How the elements of a window are combined with a weight for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weighted {
    /// The sum of the products, in float64 and in the order of the offsets.
    Sum,
    /// The minimum of the sums of an element and its weight, in float64; NaN where one is NaN.
    Minimum,
    /// The maximum of the sums of an element and its weight, in float64; NaN where one is NaN.
    Maximum,
}

impl Weighted {
    const NAMES: [(Weighted, &'static str); 3] =
        [(Weighted::Sum, "sum"), (Weighted::Minimum, "minimum"), (Weighted::Maximum, "maximum")];
}

/// What extends an array that is interpolated between its elements beyond its edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extrapolation {
    /// The array is reflected about the edge of its last element.
    Reflect,
    /// The array is reflected about the centre of its last element.
    Mirror,
    /// The last element.
    Nearest,
    /// The array is periodic with its last element identified with its first one.
    Wrap,
    /// A constant replaces every coordinate outside of the centres of the first and the last element.
    Constant,
    /// The array is periodic, and its first element follows its last one.
    GridWrap,
    /// A constant replaces each element outside, and is interpolated like the elements.
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

    /// Which element replaces one of those around a coordinate that lies beyond the edge.
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

    /// Whether a coordinate stays as it is, however far outside, and only the elements around it are folded.
    pub const fn is_unbounded(self) -> bool {
        matches!(self, Extrapolation::Nearest | Extrapolation::GridConstant)
    }

    /// The coordinate, near the elements of an axis of this extent, that replaces one outside of them; a number of -1
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
                        // Prevents a coordinate next to zero from becoming -1.
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

/// A window that is a rectangle over the last two axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// The numbers of its rows and columns.
    pub extents: [u16; 2],
    /// How many rows and columns of it lie before its element.
    pub before: [u16; 2],
}

impl Rectangle {
    /// The rectangle of these numbers of rows and columns, if it has elements and its element is one of them.
    pub fn new(extents: [i64; 2], before: [i64; 2]) -> Option<Rectangle> {
        let small = |numbers: [i64; 2]| Some([u16::try_from(numbers[0]).ok()?, u16::try_from(numbers[1]).ok()?]);
        let (extents, before) = (small(extents)?, small(before)?);
        (before[0] < extents[0] && before[1] < extents[1]).then_some(Rectangle { extents, before })
    }

    /// The number of its elements.
    pub fn count(self) -> i64 {
        i64::from(self.extents[0]) * i64::from(self.extents[1])
    }
}

impl Parameter for Option<Rectangle> {
    fn to_word(self) -> u64 {
        self.map_or(0, |Rectangle { extents: [rows, columns], before: [above, left] }| {
            [rows, columns, above, left].into_iter().fold(0, |word, part| word << 16 | u64::from(part))
        })
    }

    fn from_word(word: u64) -> Option<Option<Rectangle>> {
        let part = |index: u32| i64::from((word >> (48 - 16 * index)) as u16);
        if word == 0 {
            return Some(None);
        }
        Rectangle::new([part(0), part(1)], [part(2), part(3)]).map(Some)
    }

    fn to_text(self) -> String {
        self.map_or("none".into(), |Rectangle { extents: [rows, columns], before: [above, left] }| {
            format!("{rows}x{columns}@{above}x{left}")
        })
    }

    fn from_text(text: &str) -> Option<Option<Rectangle>> {
        if text == "none" {
            return Some(None);
        }
        let pair = |text: &str| {
            let (rows, columns) = text.split_once('x')?;
            Some([rows.parse().ok()?, columns.parse().ok()?])
        };
        let (extents, before) = text.split_once('@')?;
        Rectangle::new(pair(extents)?, pair(before)?).map(Some)
    }
}
