//! Statistics of samples, by SciPy's names.
//!
//! | room | holds |
//! |---|---|
//! | `terms/` | formulas of numbers and arrays, which all others are written in |
//! | `samples/` | observations along axes, the samples of tests, sorted observations, ranks |
//! | `descriptions/`, `scores/` | what describes samples; observations on other scales |
//! | `tests/` | hypothesis tests and their null distributions |
//! | `correlation/`, `resampling/`, `density/` | association; permutations and the bootstrap; densities and distances |
//! | `distributions/`, `qmc/` | families of distributions; points that fill the unit cube |
//! | `table/` | declarations |
//!
//! ```
//! use cuprust::*;
//! use cuprust_scipy::stats::{self, along};
//!
//! # fn main() -> Result<()> {
//! let a = array![[1.0, 2.0, 3.0], [2.0, 2.0, f64::NAN]];
//! assert_eq!(stats::gmean(&a, along(1).omit(), None)?.to_string(), "[1.81712059 2.        ]");
//! # Ok(())
//! # }
//! ```

mod correlation;
mod density;
mod descriptions;
pub mod distributions;
pub mod qmc;
mod resampling;
mod samples;
mod scores;
pub(crate) mod table;
pub(crate) mod terms;
mod tests;

pub use correlation::kendall::{Tau, kendalltau};
pub use correlation::linear::{Pearson, pearsonr, pointbiserialr, spearmanr};
pub use correlation::regression::{Regression, TheilSlopes, linregress, siegelslopes, theilslopes};
pub use correlation::weighted::{RankedBy, Weights, weightedtau};
pub use density::distances::{energy_distance, wasserstein_distance};
pub use density::kde::GaussianKde;
pub use descriptions::binned::{BinStatistic, Binned, binned_statistic_dd};
pub use descriptions::entropies::{Spacings, differential_entropy, entropy};
pub use descriptions::frequencies::{Ranking, cumfreq, percentileofscore, relfreq};
pub use descriptions::means::{gmean, hmean, pmean};
pub use descriptions::modes::{Description, describe, mode, sigmaclip};
pub use descriptions::moments::{kurtosis, moment, sem, skew, variation};
pub use descriptions::spread::{iqr, median_abs_deviation};
pub use descriptions::trimming::{Within, tmax, tmean, tmin, trim_mean, trim1, trimboth, tsem, tstd, tvar};
pub use distributions::*;
pub use resampling::intervals::{
    Bootstrap, Draw, Interval, bootstrap, jackknifed, monte_carlo_test, null_pvalue, permutation_test,
};
pub use resampling::permutations::{Permuted, orders, partitions, resampled};
pub use samples::observations::{Along, NanPolicy, along};
pub use samples::ranks::{Ties, rankdata, tiecorrect};
pub use scores::standard::{gstd, gzscore, zmap, zscore};
pub use scores::transforms::{
    boxcox_exponent, boxcox_interval, boxcox_llf, yeojohnson, yeojohnson_exponent, yeojohnson_llf,
};
pub use tests::alternative::{Alternative, PValue};
pub use tests::anderson::{Anderson, NullFamily, anderson};
pub use tests::combining::{Combination, combine_pvalues, false_discovery_control};
pub use tests::contingency::{
    AtMedian, Contingency, MedianTest, chi2_contingency, chisquare, expected_freq, margins, median_test,
    power_divergence,
};
pub use tests::cramer::cramervonmises_2samp;
pub use tests::exact_tests::{BinomialTest, Proportion, binomtest, fisher_exact};
pub use tests::ks::{Distance, KolmogorovSmirnov, cramervonmises, ks_1samp, ks_2samp};
pub use tests::mannwhitney::mannwhitneyu;
pub use tests::normality::{jarque_bera, kurtosistest, normaltest, skewtest};
pub use tests::random_tables::{random_tables, table_probability};
pub use tests::rank_tests::{brunnermunzel, friedmanchisquare, kruskal, ranksums};
pub use tests::scale_tests::{Center, ansari, bartlett, fligner, levene, mood};
pub use tests::shapiro::shapiro;
pub use tests::ttests::{Significance, TTest, ttest_1samp, ttest_ind, ttest_ind_from_stats, ttest_rel};
pub use tests::variance_analysis::f_oneway;
pub use tests::wilcoxon::{Wilcoxon, Zeros, wilcoxon};
