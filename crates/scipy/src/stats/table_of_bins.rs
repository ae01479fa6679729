//! The declarations of statistics by the bins of a grid.

use cuprust::Array;
use cuprust::chapters::{EachBins, EachInterval, coordinates};
use cuprust::table::texts::WAITS;
use cuprust::table::{ArrayOrSequence, Returned, functions};

use super::binned::expanded;
use super::{BinStatistic, binned_statistic_dd};

functions! {
    in "cuprust.scipy.stats";

    /// A statistic of the values whose points are in each bin of a grid, the edges along each axis, and each point's bin.
    ///
    #[doc = WAITS]
    /// `sample` has a point in each row, or is a sequence of coordinates along each axis; the last axis of `values` is that of
    /// points. `statistic` is "mean", "std", "median", "count", "sum", "min" or "max".
    /// Raises ValueError for another one, for coordinates that are not finite, and for edges that do not ascend.
    ///
    /// >>> cp.scipy.stats.binned_statistic_dd([cp.array([1.0, 1.0, 5.0])], cp.array([1.0, 3.0, 5.0]), bins=2).statistic
    /// array([2., 5.])
    fn binned_statistic_dd(
        sample: ArrayOrSequence, values: &Array, statistic: &str = "mean", bins: EachBins = 10,
        range: Option<EachInterval> = None, expand_binnumbers: bool = False
    ) -> Returned {
        let coordinates = coordinates(&sample)?;
        let each: Vec<&Array> = coordinates.iter().collect();
        let (statistic, axes) = (BinStatistic::from_name(statistic)?, each.len());
        let found = binned_statistic_dd(&each, values, statistic, &bins.bins(axes)?, &EachInterval::of(range, axes))?;
        let numbers = match expand_binnumbers && axes > 1 {
            true => expanded(&found.numbers, &found.edges)?,
            false => found.numbers,
        };
        let edges = found.edges.into_iter().map(Returned::Array).collect();
        Ok(Returned::Several(vec![Returned::Array(found.statistic), Returned::List(edges), Returned::Array(numbers)]))
    }
}
