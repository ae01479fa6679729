//! Options of a histogram: its bins, their range, and the rule that chooses their number.

use cuprust_ir::{Error, Result};

use crate::{Argument, Array};

/// Options of a histogram: `Histogram { bins: 4.into(), ..Default::default() }`.
#[derive(Clone, Copy, Default)]
pub struct Histogram<'a> {
    /// The bins; by default ten.
    pub bins: Bins<'a>,
    /// The range of equal bins; by default from the minimum to the maximum of the elements.
    pub range: Option<Interval>,
    /// The weight of each element.
    pub weights: Option<&'a Array>,
    /// Whether counts are divided by their sum and by the widths of the bins.
    pub density: bool,
}

/// The bins of a histogram.
#[derive(Clone, Copy)]
pub enum Bins<'a> {
    /// A number of bins of equal width.
    Count(i64),
    /// Bins between ascending edges.
    Edges(&'a Array),
    /// Bins of equal width, whose number an estimator chooses.
    Estimated(Estimator),
}

impl Default for Bins<'_> {
    fn default() -> Self {
        Bins::Count(10)
    }
}

impl From<i64> for Bins<'_> {
    fn from(count: i64) -> Self {
        Bins::Count(count)
    }
}

impl<'a> From<&'a Array> for Bins<'a> {
    fn from(edges: &'a Array) -> Self {
        Bins::Edges(edges)
    }
}

impl From<Estimator> for Bins<'_> {
    fn from(estimator: Estimator) -> Self {
        Bins::Estimated(estimator)
    }
}

/// The range of the bins: `Interval::new(0.0, 1.0)`.
#[derive(Clone, Copy)]
pub struct Interval {
    pub(super) first: Argument<'static>,
    pub(super) last: Argument<'static>,
}

impl Interval {
    /// An interval from one number to another.
    ///
    /// ```
    /// # use cuprust::*;
    /// let range = Some(statistics::Interval::new(0.0, 4.0));
    /// let said = statistics::Histogram { bins: 2.into(), range, ..Default::default() };
    /// let (counts, edges) = statistics::histogram(&array![0.5, 1.0, 3.0], said)?;
    /// assert_eq!(format!("{counts} {edges}"), "[2 1] [0. 2. 4.]");
    /// # Ok::<(), Error>(())
    /// ```
    pub fn new(first: impl Into<Argument<'static>>, last: impl Into<Argument<'static>>) -> Interval {
        Interval { first: first.into(), last: last.into() }
    }
}

/// A rule for the number of bins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Estimator {
    /// The narrower bins of Freedman and Diaconis and of Sturges, but not narrower than half of those by the square
    /// root.
    Auto,
    /// Freedman and Diaconis: by the interquartile range.
    FreedmanDiaconis,
    /// Doane: Sturges with a correction for the skewness.
    Doane,
    /// Scott: by the standard deviation.
    Scott,
    /// Stone: by the least estimated squared error, with leave-one-out cross-validation.
    Stone,
    /// Rice: twice the cube root of the number of elements.
    Rice,
    /// Sturges: by the logarithm of the number of elements.
    Sturges,
    /// The square root of the number of elements.
    SquareRoot,
}

impl Estimator {
    /// The rule by its name in NumPy.
    ///
    /// # Errors
    /// A value error for another name.
    ///
    /// ```
    /// # use cuprust::*;
    /// assert_eq!(statistics::Estimator::from_name("fd")?, statistics::Estimator::FreedmanDiaconis);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Estimator> {
        Ok(match name {
            "auto" => Estimator::Auto,
            "fd" => Estimator::FreedmanDiaconis,
            "doane" => Estimator::Doane,
            "scott" => Estimator::Scott,
            "stone" => Estimator::Stone,
            "rice" => Estimator::Rice,
            "sturges" => Estimator::Sturges,
            "sqrt" => Estimator::SquareRoot,
            _ => return Err(Error::value(format!("'{name}' is not a valid estimator for `bins`"))),
        })
    }
}
