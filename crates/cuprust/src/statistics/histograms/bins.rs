//! What may be said of a histogram: its bins, their range, and the rule that finds their number.

use cuprust_ir::{Error, Result};

use crate::{Argument, Array};

/// What is said of a histogram beside its elements: `Histogram { bins: 4.into(), ..Default::default() }`.
#[derive(Clone, Copy, Default)]
pub struct Histogram<'a> {
    /// The bins; ten where nothing is said.
    pub bins: Bins<'a>,
    /// From where to where equal bins reach; from the least to the largest element where nothing is said.
    pub range: Option<Interval>,
    /// How much each element counts.
    pub weights: Option<&'a Array>,
    /// Whether counts are divided by their sum and by the widths of the bins.
    pub density: bool,
}

/// The bins of a histogram.
#[derive(Clone, Copy)]
pub enum Bins<'a> {
    /// So many of one width.
    Count(i64),
    /// Between edges that ascend.
    Edges(&'a Array),
    /// So many of one width as an estimator finds right.
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

/// From where to where bins reach: `Interval::new(0.0, 1.0)`.
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
    /// Freedman and Diaconis: by the distance of the quartiles.
    FreedmanDiaconis,
    /// Doane: Sturges with regard to the skewness.
    Doane,
    /// Scott: by the standard deviation.
    Scott,
    /// Stone: the least estimated squared error, by leaving one out.
    Stone,
    /// Rice: twice the cube root of the number of elements.
    Rice,
    /// Sturges: by the logarithm of the number of elements.
    Sturges,
    /// The square root of the number of elements.
    SquareRoot,
}

impl Estimator {
    /// The rule of NumPy's name for it.
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
