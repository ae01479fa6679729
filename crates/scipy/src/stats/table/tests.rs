//! The declarations of tests of means, and of ranks.

use cuprust::table::texts::{ALTERNATIVE, AXIS, NAN_POLICY};
use cuprust::table::{Axes, Class, Returned, functions};
use cuprust::{Argument, Array};
use cuprust_ir::Error;

use super::statistic_axes;
use crate::stats::tests::alternative::{Alternative, PValue};
use crate::stats::tests::ttests::{Significance, TTest};
use crate::stats::tests::wilcoxon::Zeros;
use crate::stats::{
    brunnermunzel, f_oneway, friedmanchisquare, kruskal, mannwhitneyu, ranksums, ttest_1samp, ttest_ind,
    ttest_ind_from_stats, ttest_rel, wilcoxon,
};

/// The module of SciPy's statistics in Python.
pub(in crate::stats) const STATS: &str = "cuprust.scipy.stats";

/// A test's result as the class of a name.
pub(in crate::stats) fn named(name: &'static str, test: Significance) -> Returned {
    Returned::Named(Class(STATS, name), vec![test.statistic, test.pvalue])
}

fn of_means(test: TTest) -> Returned {
    let TTest { statistic, pvalue, df, standard_error, estimate, alternative } = test;
    let arrays = [statistic, pvalue, df, standard_error, estimate].map(Returned::Array);
    let parts = arrays.into_iter().chain([Returned::Int(alternative.sign())]).collect();
    Returned::Made(Class(STATS, "TtestResult"), parts)
}

functions! {
    in "cuprust.scipy.stats";

    /// Student's test of whether the mean of samples is `popmean`, a number or an array that has extent one along
    /// `axis`.
    ///
    /// The result has `statistic`, `pvalue`, `df` and `confidence_interval()`.
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.ttest_1samp(cp.array([1.0, 2.0, 3.0, 4.0]), 0.0).statistic
    /// array(3.87298335)
    fn ttest_1samp(
        a: &Array, popmean: Argument, axis: Axes = 0, nan_policy: &str = "propagate", alternative: &str = "two-sided", *,
        keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        ttest_1samp(a, popmean, along, Alternative::from_name(alternative)?).map(of_means)
    }

    /// Whether the means of independent samples differ: Student's test, Welch's without `equal_var`, Yuen's with
    /// `trim`.
    ///
    /// `trim` is the share of observations that is left out at either end of a sample. The result has `statistic`,
    /// `pvalue`, `df` and `confidence_interval()`.
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.ttest_ind(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 6.0, 8.0])).statistic
    /// array(-1.87256335)
    fn ttest_ind(
        a: &Array, b: &Array, *, axis: Axes = 0, equal_var: bool = True, nan_policy: &str = "propagate",
        alternative: &str = "two-sided", trim: f64 = 0, keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        ttest_ind(a, b, along, equal_var, Alternative::from_name(alternative)?, trim).map(of_means)
    }

    /// Student's test of whether the means of paired samples differ.
    ///
    /// The result has `statistic`, `pvalue`, `df` and `confidence_interval()`.
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.ttest_rel(cp.array([1.0, 2.0, 4.0]), cp.array([0.0, 2.0, 1.0])).statistic
    /// array(1.51185789)
    fn ttest_rel(
        a: &Array, b: &Array, axis: Axes = 0, nan_policy: &str = "propagate", alternative: &str = "two-sided", *,
        keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        ttest_rel(a, b, along, Alternative::from_name(alternative)?).map(of_means)
    }

    /// As `ttest_ind`, of means, standard deviations and counts of observations, which broadcast.
    ///
    #[doc = ALTERNATIVE]
    ///
    /// >>> cp.scipy.stats.ttest_ind_from_stats(2.0, 1.0, 10, 1.0, 1.0, 10).statistic
    /// array(2.23606798)
    fn ttest_ind_from_stats(
        mean1: &Array, std1: &Array, nobs1: &Array, mean2: &Array, std2: &Array, nobs2: &Array, equal_var: bool = True,
        alternative: &str = "two-sided"
    ) -> Returned {
        let alternative = Alternative::from_name(alternative)?;
        let test = ttest_ind_from_stats([mean1, std1, nobs1], [mean2, std2, nobs2], equal_var, alternative)?;
        Ok(named("Ttest_indResult", test))
    }

    /// Whether the means of normal samples differ: the analysis of variance, Welch's without `equal_var`.
    ///
    #[doc = NAN_POLICY]
    /// Raises TypeError for fewer than two samples.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.f_oneway(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    /// array(1.92857143)
    fn f_oneway(
        *samples: Vec<&Array>, axis: Axes = 0, equal_var: bool = True, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Returned {
        Ok(named("F_onewayResult", f_oneway(&samples, equal_var, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether the medians of samples differ, by the ranks of observations among all, of Kruskal and Wallis.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError for fewer than two samples.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.kruskal(cp.array([1.0, 3.0, 5.0]), cp.array([2.0, 4.0, 6.0])).statistic
    /// array(0.42857143)
    fn kruskal(
        *samples: Vec<&Array>, nan_policy: &str = "propagate", axis: Axes = 0, keepdims: bool = False
    ) -> Returned {
        Ok(named("KruskalResult", kruskal(&samples, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether paired samples, three at least, have one distribution, by Friedman.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError for fewer than three samples.
    #[doc = AXIS]
    ///
    /// >>> a, b, c = cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 3.0, 5.0]), cp.array([4.0, 6.0, 4.0])
    /// >>> cp.scipy.stats.friedmanchisquare(a, b, c).statistic
    /// array(4.66666667)
    fn friedmanchisquare(
        *samples: Vec<&Array>, axis: Axes = 0, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        Ok(named("FriedmanchisquareResult", friedmanchisquare(&samples, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether observations of two samples are equally large, by Wilcoxon's sums of ranks, without correction for ties.
    ///
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.ranksums(cp.array([1.0, 2.0, 3.0]), cp.array([4.0, 5.0])).statistic
    /// array(-1.73205081)
    fn ranksums(
        x: &Array, y: &Array, alternative: &str = "two-sided", *, axis: Axes = 0, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        Ok(named("RanksumsResult", ranksums(x, y, along, Alternative::from_name(alternative)?)?))
    }

    /// Whether observations of one sample are greater than those of another one, by Mann and Whitney.
    ///
    /// The statistic is the number of pairs in which the first sample's is the greater one. `method` is "exact",
    /// "asymptotic", or "auto", the first where a sample has at most eight observations and none are equal;
    /// `use_continuity` corrects the second by half a pair. Where NaN are left out, exact p-values wait for the counts.
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.mannwhitneyu(cp.array([1.0, 2.0, 3.0]), cp.array([4.0, 5.0]), alternative="less").pvalue
    /// array(0.1)
    fn mannwhitneyu(
        x: &Array, y: &Array, use_continuity: bool = True, alternative: &str = "two-sided", axis: Axes = 0,
        method: &str = "auto", *, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let text = "`method` must be one of {'asymptotic', 'exact', 'auto'}.";
        let method = PValue::from_name(&method.to_lowercase(), text)?;
        let alternative = Alternative::from_name(&alternative.to_lowercase())?;
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        Ok(named("MannwhitneyuResult", mannwhitneyu(x, y, use_continuity, alternative, along, method)?))
    }

    /// Whether observations, or the differences of paired ones, are symmetric about zero, by Wilcoxon's signed ranks.
    ///
    /// `zero_method` says what becomes of differences of zero: "wilcox" leaves them out, "pratt" after ranking,
    /// "zsplit" counts half of their ranks for either sign. `method` is "exact", which waits for the number of
    /// differences, "asymptotic", or "auto": of up to 50 differences the first, of up to 13 some of which are equal
    /// or zero all signs that they might have. `correction` is for continuity. With "asymptotic" the result has
    /// `zstatistic`.
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.wilcoxon(cp.array([1.0, -2.0, 3.0, 4.0, 5.0])).pvalue
    /// array(0.1875)
    fn wilcoxon(
        x: &Array, y: Option<&Array> = None, zero_method: &str = "wilcox", correction: bool = False,
        alternative: &str = "two-sided", method: &str = "auto", *, axis: Axes = 0, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Returned {
        let text = "`method` must be one of {'auto', 'asymptotic', 'exact'}.";
        let method = PValue::from_name(if method == "approx" { "asymptotic" } else { method }, text)?;
        let alternative = Alternative::from_name(&alternative.to_lowercase())?;
        let (along, zeros) = (statistic_axes(axis, nan_policy, keepdims)?, Zeros::from_name(zero_method)?);
        let test = wilcoxon(x, y, zeros, correction, alternative, along, method)?;
        let arrays = [test.statistic, test.pvalue].into_iter().chain(test.zstatistic).collect();
        Ok(Returned::Named(Class(STATS, "WilcoxonResult"), arrays))
    }

    /// Whether an observation of one sample is as likely greater as less than one of another one, by Brunner and
    /// Munzel.
    ///
    /// The `distribution` of the statistic is "t" or "normal".
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.brunnermunzel(cp.array([1.0, 2.0, 4.0]), cp.array([3.0, 5.0, 6.0, 7.0])).statistic
    /// array(3.53553391)
    fn brunnermunzel(
        x: &Array, y: &Array, alternative: &str = "two-sided", distribution: &str = "t",
        nan_policy: &str = "propagate", *, axis: Axes = 0, keepdims: bool = False
    ) -> Returned {
        let normal = match distribution {
            "t" => false,
            "normal" => true,
            _ => return Err(Error::value("distribution should be 't' or 'normal'")),
        };
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        let test = brunnermunzel(x, y, along, Alternative::from_name(alternative)?, normal)?;
        Ok(named("BrunnerMunzelResult", test))
    }
}
