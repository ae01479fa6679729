//! The declarations of ranks, of correlation and of lines through points.

use cuprust::Array;
use cuprust::table::texts::{ALTERNATIVE, AXIS, NAN_POLICY, WAITS};
use cuprust::table::{Axes, Class, Named, Returned, functions};
use cuprust_ir::{Error, Result};

use super::statistic_axes;
use super::tests::{STATS, named};
use crate::stats::correlation::kendall::Tau;
use crate::stats::samples::observations::NanPolicy;
use crate::stats::samples::ranks::Ties;
use crate::stats::tests::alternative::{Alternative, PValue};
use crate::stats::{
    kendalltau, linregress, pearsonr, pointbiserialr, rankdata, siegelslopes, spearmanr, theilslopes, tiecorrect,
};

/// One of two ways, by name.
fn one_of(name: &str, names: [&str; 2], text: &str) -> Result<bool> {
    match names.iter().position(|known| *known == name) {
        Some(index) => Ok(index == 1),
        None => Err(Error::value(text)),
    }
}

functions! {
    in "cuprust.scipy.stats";

    /// The ranks of elements along an axis, or of all in a vector.
    ///
    /// `method` says which rank equal elements have: "average", "min", "max", "dense" or "ordinal". A NaN makes all
    /// ranks along its axis NaN, or with the `nan_policy` "omit" its own alone, and the result float64; other
    /// methods than "average" wait for the elements of floating-point numbers to know that.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.rankdata(cp.array([3.0, 1.0, 3.0]))
    /// array([2.5, 1. , 2.5])
    fn rankdata(
        a: &Array, method: &str = "average", *, axis: Option<i64> = None, nan_policy: &str = "propagate"
    ) -> Array {
        rankdata(a, Ties::from_name(method)?, axis, NanPolicy::from_name(nan_policy)?)
    }

    /// The factor by which the variance of rank statistics shrinks for equal ranks.
    ///
    /// It is one less the sum of t^3 - t over groups of t equal ranks, over n^3 - n.
    ///
    /// >>> cp.scipy.stats.tiecorrect(cp.array([1.0, 2.5, 2.5, 4.0]))
    /// array(0.9)
    fn tiecorrect(rankvals: &Array) -> Array {
        tiecorrect(rankvals)
    }

    /// Pearson's correlation coefficient of samples, and the p-value of there being none.
    ///
    /// The arrays broadcast. The coefficient is NaN where a sample is constant. The result has
    /// `confidence_interval()` too.
    #[doc = ALTERNATIVE]
    /// Raises ValueError for samples of other lengths and for fewer than two observations.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.pearsonr(cp.array([1.0, 2.0, 3.0]), cp.array([1.0, 3.0, 2.0])).statistic
    /// array(0.5)
    fn pearsonr(
        x: &Array, y: &Array, *, alternative: &str = "two-sided", axis: Option<i64> = 0
    ) -> Returned {
        let test = pearsonr(x, y, axis, Alternative::from_name(alternative)?)?;
        let parts = vec![
            Returned::Array(test.statistic), Returned::Array(test.pvalue), Returned::Int(test.count),
            Returned::Int(test.alternative.sign()),
        ];
        Ok(Returned::Made(Class(STATS, "PearsonRResult"), parts))
    }

    /// The correlation of samples of two values with others, which is Pearson's, and the p-value of there being none.
    ///
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.pointbiserialr(cp.array([0, 0, 1, 1]), cp.array([1.0, 2.0, 3.0, 4.0])).statistic
    /// array(0.89442719)
    fn pointbiserialr(
        x: &Array, y: &Array, *, axis: Axes = 0, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        Ok(named("_correlation_result", pointbiserialr(x, y, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Spearman's correlation of the ranks of variables, and the p-value of there being none.
    ///
    /// Variables are the columns of `a` and `b`, the rows where `axis` is 1, or all elements of each where it is None.
    /// Of more than two the results are matrices of all pairs.
    /// `nan_policy` is "propagate", "omit", which leaves out pairs with NaN, or "raise".
    #[doc = ALTERNATIVE]
    /// Raises ValueError for more than two axes, and for one variable.
    ///
    /// >>> cp.scipy.stats.spearmanr(cp.array([1.0, 2.0, 3.0, 4.0]), cp.array([5.0, 6.0, 8.0, 7.0])).statistic
    /// array(0.8)
    fn spearmanr(
        a: &Array, b: Option<&Array> = None, axis: Option<i64> = 0, nan_policy: &str = "propagate",
        alternative: &str = "two-sided"
    ) -> Returned {
        let alternative = Alternative::from_name(alternative)?;
        let test = spearmanr(a, b, axis, NanPolicy::from_name(nan_policy)?, alternative)?;
        Ok(named("_correlation_result", test))
    }

    /// Kendall's tau of the orders of paired samples, and the p-value of there being no association.
    ///
    /// `method` is "exact", which waits for the elements and refuses equal ones, "asymptotic", or "auto", the first
    /// of up to 33 observations none of which are equal. `variant` is "b" or "c".
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.kendalltau(cp.array([1.0, 2.0, 3.0, 4.0]), cp.array([1.0, 2.0, 4.0, 3.0])).statistic
    /// array(0.66666667)
    fn kendalltau(
        x: &Array, y: &Array, *, nan_policy: &str = "propagate", method: &str = "auto", variant: &str = "b",
        alternative: &str = "two-sided", axis: Axes = None, keepdims: bool = False
    ) -> Returned {
        let text = format!("Unknown method {method} specified.  Use 'auto', 'exact' or 'asymptotic'.");
        let method = PValue::from_name(method, &text)?;
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        let test = kendalltau(x, y, along, method, Tau::from_name(variant)?, Alternative::from_name(alternative)?)?;
        Ok(named("_correlation_result", test))
    }

    /// The line of least squares through points.
    ///
    /// The result has `slope`, `intercept`, `rvalue`, `pvalue`, `stderr` and `intercept_stderr`.
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = WAITS]
    /// Raises ValueError where all `x` of a line are equal.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.linregress(cp.array([0.0, 1.0, 2.0]), cp.array([1.0, 3.0, 5.0])).slope
    /// array(2.)
    fn linregress(
        x: &Array, y: &Array, alternative: &str = "two-sided", *, axis: Axes = 0, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Named {
        let line = linregress(x, y, statistic_axes(axis, nan_policy, keepdims)?, Alternative::from_name(alternative)?)?;
        let arrays = vec![line.slope, line.intercept, line.rvalue, line.pvalue, line.stderr, line.intercept_stderr];
        Ok(Named(Class(STATS, "LinregressResult"), arrays))
    }

    /// The line of Theil and Sen through points: the median of the slopes between all pairs, and an interval of it.
    ///
    /// `x` are the indices of `y`, where they are not given. The intercept is that of the medians of both, or with the
    /// `method` "joint" the median of residuals.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.theilslopes(cp.array([1.0, 3.0, 5.0, 60.0])).slope
    /// array(10.83333333)
    fn theilslopes(
        y: &Array, x: Option<&Array> = None, alpha: f64 = 0.95, method: &str = "separate", *, axis: Axes = None,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Named {
        let text = format!("method must be either 'joint' or 'separate'.'{method}' is invalid.");
        let joint = one_of(method, ["separate", "joint"], &text)?;
        let line = theilslopes(y, x, alpha, joint, statistic_axes(axis, nan_policy, keepdims)?)?;
        let arrays = vec![line.slope, line.intercept, line.low_slope, line.high_slope];
        Ok(Named(Class(STATS, "TheilslopesResult"), arrays))
    }

    /// The line of Siegel through points: the median over points of the median of the slopes to all others.
    ///
    /// `x` are the indices of `y`, where they are not given. The intercept is the median of residuals, or with the
    /// `method` "separate" found as the slope is.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.siegelslopes(cp.array([1.0, 3.0, 5.0, 60.0])).slope
    /// array(2.)
    fn siegelslopes(
        y: &Array, x: Option<&Array> = None, method: &str = "hierarchical", *, axis: Axes = None,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Named {
        let text = "method can only be 'hierarchical' or 'separate'";
        let separate = one_of(method, ["hierarchical", "separate"], text)?;
        let [slope, intercept] = siegelslopes(y, x, separate, statistic_axes(axis, nan_policy, keepdims)?)?;
        Ok(Named(Class(STATS, "SiegelslopesResult"), vec![slope, intercept]))
    }
}
