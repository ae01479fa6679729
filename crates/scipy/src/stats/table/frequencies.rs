//! The declarations of tests of frequencies, and of several p-values.

use cuprust::table::texts::{ALTERNATIVE, AXIS, NAN_POLICY, WAITS};
use cuprust::table::{Axes, Class, NumberOrText, Returned, functions};
use cuprust::{Array, Scalar};
use cuprust_ir::{Error, Result};

use crate::stats::tests::alternative::Alternative;
use crate::stats::tests::combining::Combination;
use crate::stats::tests::contingency::{AtMedian, exponent};

use super::statistic_axes;
use super::tests::{STATS, named};
use crate::stats::samples::observations::NanPolicy;
use crate::stats::{
    binomtest, chi2_contingency, chisquare, combine_pvalues, false_discovery_control, fisher_exact, median_test,
    power_divergence,
};

/// The alternative of SciPy's name, with the text of a function's own for another one.
fn alternative_of(name: &str, text: String) -> Result<Alternative> {
    Alternative::from_name(name).map_err(|_| Error::value(text))
}

functions! {
    in "cuprust.scipy.stats";

    /// Whether frequencies are as expected, or all equal where nothing is said, by Pearson's chi-squared statistic.
    ///
    /// `ddof` is taken from the degrees of freedom. With `f_exp` and `sum_check` this waits for the elements, and
    /// raises ValueError where the sums of both differ.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.chisquare(cp.array([1.0, 2.0, 3.0])).statistic
    /// array(1.)
    fn chisquare(
        f_obs: &Array, f_exp: Option<&Array> = None, ddof: f64 = 0, axis: Axes = 0, *, sum_check: bool = True,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        Ok(named("Power_divergenceResult", chisquare(f_obs, f_exp, ddof, along, sum_check)?))
    }

    /// Whether frequencies are as expected, or all equal where nothing is said, by a divergence of Cressie and Read.
    ///
    /// `lambda_` is its exponent, 1 for Pearson's, or a name: "pearson", "log-likelihood", "freeman-tukey",
    /// "mod-log-likelihood", "neyman" or "cressie-read". `ddof` is taken from the degrees of freedom. With `f_exp` this
    /// waits for the elements, and raises ValueError where the sums of both differ.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.power_divergence(cp.array([1.0, 2.0, 3.0]), lambda_="log-likelihood").statistic
    /// array(1.04649629)
    fn power_divergence(
        f_obs: &Array, f_exp: Option<&Array> = None, ddof: f64 = 0, axis: Axes = 0, lambda__: NumberOrText = None, *,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        let test = power_divergence(f_obs, f_exp, ddof, along, exponent(lambda__)?)?;
        Ok(named("Power_divergenceResult", test))
    }

    /// Whether the variables of a table of frequencies, one an axis, depend on each other.
    ///
    /// `correction` is Yates', for one degree of freedom; `lambda_` is that of `power_divergence`. The result has
    /// `statistic`, `pvalue`, `dof` and `expected_freq`.
    #[doc = WAITS]
    /// Raises ValueError for negative frequencies, and where zero is expected somewhere.
    ///
    /// >>> cp.scipy.stats.chi2_contingency(cp.array([[10, 10, 20], [20, 20, 20]])).statistic
    /// array(2.77777778)
    fn chi2_contingency(observed: &Array, correction: bool = True, lambda__: NumberOrText = None) -> Returned {
        let test = chi2_contingency(observed, correction, exponent(lambda__)?)?;
        let parts = vec![
            Returned::Array(test.statistic), Returned::Array(test.pvalue), Returned::Int(test.dof),
            Returned::Array(test.expected_freq),
        ];
        Ok(Returned::Made(Class(STATS, "Chi2ContingencyResult"), parts))
    }

    /// The odds ratio of a table of two rows and two columns, and the p-value of it being one, by Fisher's exact test.
    ///
    #[doc = ALTERNATIVE]
    #[doc = WAITS]
    /// Raises ValueError for a table of another shape, and for negative frequencies.
    ///
    /// >>> float(cp.scipy.stats.fisher_exact(cp.array([[6, 2], [1, 4]])).statistic)
    /// 12.0
    fn fisher_exact(table: &Array, alternative: Option<&str> = None) -> Returned {
        let text = "`alternative` should be one of {'two-sided', 'less', 'greater'}".to_owned();
        let [ratio, pvalue] = fisher_exact(table, alternative_of(alternative.unwrap_or("two-sided"), text)?)?;
        let parts = [ratio, pvalue].map(|number| Returned::Number(Scalar::new(number)));
        Ok(Returned::Made(Class(STATS, "SignificanceResult"), parts.into()))
    }

    /// The p-value of a probability `p` of success, by how many of `n` trials had it.
    ///
    /// The result has `k`, `n`, `alternative`, `statistic`, which is the share of successes, `pvalue` and
    /// `proportion_ci()`.
    #[doc = ALTERNATIVE]
    /// Raises ValueError for more successes than trials, and for a probability out of range.
    ///
    /// >>> round(cp.scipy.stats.binomtest(3, 15, 0.1, alternative="greater").pvalue, 6)
    /// 0.184061
    fn binomtest(k: i64, n: i64, p: f64 = 0.5, alternative: &str = "two-sided") -> Returned {
        let text = format!("alternative ('{alternative}') not recognized; \nmust be 'two-sided', 'less' or 'greater'");
        let test = binomtest(k, n, p, alternative_of(alternative, text)?)?;
        let parts = vec![
            Returned::Int(k), Returned::Int(n), Returned::Text(alternative.to_owned()),
            Returned::Number(Scalar::new(test.statistic)), Returned::Number(Scalar::new(test.pvalue)),
        ];
        Ok(Returned::Made(Class(STATS, "BinomTestResult"), parts))
    }

    /// Whether samples, each a vector, have one median, by Mood.
    ///
    /// `ties` says with which observations those are counted that are the median of all: "below", "above", or "ignore".
    /// `correction` and `lambda_` are those of `chi2_contingency`. The result has `statistic`, `pvalue`, `median` and
    /// `table`, the counts above and below the median.
    #[doc = WAITS]
    /// Raises ValueError for samples without observations, and where all are on one side of the median.
    ///
    /// >>> cp.scipy.stats.median_test(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 3.0, 4.0, 5.0])).median
    /// array(3.)
    fn median_test(
        *samples: Vec<&Array>, ties: &str = "below", correction: bool = True, lambda__: NumberOrText = 1,
        nan_policy: &str = "propagate"
    ) -> Returned {
        let policy = NanPolicy::from_name(nan_policy)?;
        let test = median_test(&samples, AtMedian::from_name(ties)?, correction, exponent(lambda__)?, policy)?;
        let table = test.table.map_or(Returned::None, Returned::Array);
        let parts = [test.statistic, test.pvalue, test.median].map(Returned::Array).into_iter().chain([table]);
        Ok(Returned::Made(Class(STATS, "MedianTestResult"), parts.collect()))
    }

    /// One p-value of several independent tests of a hypothesis.
    ///
    /// `method` is "fisher", "pearson", "mudholkar_george", "tippett" or "stouffer"; `weights` are for the last.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.combine_pvalues(cp.array([0.1, 0.05, 0.02, 0.3])).pvalue
    /// array(0.00761687)
    fn combine_pvalues(
        pvalues: &Array, method: &str = "fisher", weights: Option<&Array> = None, *, axis: Axes = 0,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        let test = combine_pvalues(pvalues, Combination::from_name(method)?, weights, along)?;
        Ok(named("SignificanceResult", test))
    }

    /// The p-values of several hypotheses, adjusted so that the share of false discoveries below a bound is controlled.
    ///
    /// `method` is "bh", of Benjamini and Hochberg, or "by", of Benjamini and Yekutieli, where the tests depend on each
    /// other.
    #[doc = WAITS]
    /// Raises ValueError for what is not between 0 and 1.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.false_discovery_control(cp.array([0.1, 0.01, 0.4]))
    /// array([0.15, 0.03, 0.4 ])
    fn false_discovery_control(ps: &Array, *, axis: Option<i64> = 0, method: &str = "bh") -> Array {
        let dependent = match method.to_lowercase().as_str() {
            "bh" => false,
            "by" => true,
            _ => {
                let text = format!("Unrecognized `method` '{method}'.Method must be one of {{'bh', 'by'}}.");
                return Err(Error::value(text));
            }
        };
        false_discovery_control(ps, axis, dependent)
    }
}
