//! Statistics of samples, by SciPy's names.
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

mod alternative;
mod anderson;
mod binned;
mod combining;
mod contingency;
mod correlation;
mod cramer;
mod descriptions;
mod distances;
pub mod distributions;
mod entropies;
mod exact_tests;
mod formula;
mod frequencies;
mod kde;
mod kendall;
mod kolmogorov;
mod ks;
mod mannwhitney;
mod means;
mod minimum;
mod moments;
mod normality;
mod permutations;
mod quantiles;
mod rank_tests;
mod ranks;
mod regression;
mod resampling;
mod sample;
mod samples;
mod scale_tests;
mod scores;
mod shapiro;
mod spread;
pub(crate) mod table;
pub(crate) mod table_of_correlations;
pub(crate) mod table_of_descriptions;
pub(crate) mod table_of_distributions;
pub(crate) mod table_of_frequencies;
pub(crate) mod table_of_parts;
pub(crate) mod table_of_tests;
pub(crate) mod table_of_transforms;
mod tables;
mod transforms;
mod trimming;
mod ttests;
mod variance_analysis;
mod wilcoxon;

pub use alternative::{Alternative, PValue};
pub use anderson::{Anderson, NullFamily, anderson};
pub use binned::{BinStatistic, Binned, binned_statistic_dd};
pub use combining::{Combination, combine_pvalues, false_discovery_control};
pub use contingency::{
    AtMedian, Contingency, MedianTest, chi2_contingency, chisquare, expected_freq, margins, median_test,
    power_divergence,
};
pub use correlation::{Pearson, pearsonr, pointbiserialr, spearmanr};
pub use cramer::cramervonmises_2samp;
pub use descriptions::{Description, describe, mode, sigmaclip};
pub use distances::{energy_distance, wasserstein_distance};
pub use distributions::*;
pub use entropies::{Spacings, differential_entropy, entropy};
pub use exact_tests::{BinomialTest, Proportion, binomtest, fisher_exact};
pub use frequencies::{Ranking, cumfreq, percentileofscore, relfreq};
pub use kde::GaussianKde;
pub use kendall::{Tau, kendalltau};
pub use ks::{Distance, KolmogorovSmirnov, cramervonmises, ks_1samp, ks_2samp};
pub use mannwhitney::mannwhitneyu;
pub use means::{gmean, hmean, pmean};
pub use moments::{kurtosis, moment, sem, skew, variation};
pub use normality::{jarque_bera, kurtosistest, normaltest, skewtest};
pub use permutations::{Permuted, orders, partitions, resampled};
pub use rank_tests::{brunnermunzel, friedmanchisquare, kruskal, ranksums};
pub use ranks::{Ties, rankdata, tiecorrect};
pub use regression::{Regression, TheilSlopes, linregress, siegelslopes, theilslopes};
pub use resampling::{
    Bootstrap, Draw, Interval, bootstrap, jackknifed, monte_carlo_test, null_pvalue, permutation_test,
};
pub use sample::{Along, NanPolicy, along};
pub use scale_tests::{Center, ansari, bartlett, fligner, levene, mood};
pub use scores::{gstd, gzscore, zmap, zscore};
pub use shapiro::shapiro;
pub use spread::{iqr, median_abs_deviation};
pub use transforms::{boxcox_exponent, boxcox_interval, boxcox_llf, yeojohnson, yeojohnson_exponent, yeojohnson_llf};
pub use trimming::{Within, tmax, tmean, tmin, trim_mean, trim1, trimboth, tsem, tstd, tvar};
pub use ttests::{Significance, TTest, ttest_1samp, ttest_ind, ttest_ind_from_stats, ttest_rel};
pub use variance_analysis::f_oneway;
pub use wilcoxon::{Wilcoxon, Zeros, wilcoxon};
