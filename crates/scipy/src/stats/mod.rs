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

mod binned;
mod descriptions;
mod distances;
mod entropies;
mod frequencies;
mod means;
mod minimum;
mod moments;
mod sample;
mod scores;
mod spread;
pub(crate) mod table;
pub(crate) mod table_of_descriptions;
pub(crate) mod table_of_transforms;
mod transforms;
mod trimming;

pub use binned::{BinStatistic, Binned, binned_statistic_dd};
pub use descriptions::{Description, describe, mode, sigmaclip};
pub use distances::{energy_distance, wasserstein_distance};
pub use entropies::{Spacings, differential_entropy, entropy};
pub use frequencies::{Ranking, cumfreq, percentileofscore, relfreq};
pub use means::{gmean, hmean, pmean};
pub use moments::{kurtosis, moment, sem, skew, variation};
pub use sample::{Along, NanPolicy, along};
pub use scores::{gstd, gzscore, zmap, zscore};
pub use spread::{iqr, median_abs_deviation};
pub use transforms::{boxcox_exponent, boxcox_interval, boxcox_llf, yeojohnson, yeojohnson_exponent, yeojohnson_llf};
pub use trimming::{Within, tmax, tmean, tmin, trim_mean, trim1, trimboth, tsem, tstd, tvar};
