//! The declarations of tests of how samples are distributed, and how they scatter.

use cuprust::Array;
use cuprust::table::texts::{ALTERNATIVE, AXIS, NAN_POLICY};
use cuprust::table::{Axes, Class, Named, Returned, functions};
use cuprust_ir::Error;

use super::statistic_axes;
use super::tests::{STATS, named};
use crate::stats::tests::alternative::{Alternative, PValue};
use crate::stats::tests::anderson::NullFamily;
use crate::stats::tests::ks::{KolmogorovSmirnov, alternative_by_letter, distance_by_name};
use crate::stats::tests::scale_tests::Center;
use crate::stats::tests::ttests::Significance;
use crate::stats::{
    anderson, ansari, bartlett, cramervonmises_2samp, fligner, jarque_bera, ks_2samp, kurtosistest, levene, mood,
    normaltest, shapiro, skewtest,
};

/// The result of a test of Kolmogorov and Smirnov.
pub(in crate::stats) fn of_distances(test: KolmogorovSmirnov) -> Named {
    let KolmogorovSmirnov { statistic, pvalue, location, sign } = test;
    Named(Class(STATS, "KstestResult"), vec![statistic, pvalue, location, sign])
}

functions! {
    in "cuprust.scipy.stats";

    /// Whether the skewness of samples is that of a normal distribution: NaN for fewer than eight observations.
    ///
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.skewtest(cp.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0])).statistic
    /// array(3.53706093)
    fn skewtest(
        a: &Array, axis: Axes = 0, nan_policy: &str = "propagate", alternative: &str = "two-sided", *,
        keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        Ok(named("SkewtestResult", skewtest(a, along, Alternative::from_name(alternative)?)?))
    }

    /// Whether the kurtosis of samples is that of a normal distribution: NaN for fewer than five observations.
    ///
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.kurtosistest(cp.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0])).statistic
    /// array(3.16533557)
    fn kurtosistest(
        a: &Array, axis: Axes = 0, nan_policy: &str = "propagate", alternative: &str = "two-sided", *,
        keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        Ok(named("KurtosistestResult", kurtosistest(a, along, Alternative::from_name(alternative)?)?))
    }

    /// Whether samples are of a normal distribution, by skewness and kurtosis: NaN for fewer than eight observations.
    ///
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.normaltest(cp.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 80.0])).statistic
    /// array(22.53014935)
    fn normaltest(a: &Array, axis: Axes = 0, nan_policy: &str = "propagate", *, keepdims: bool = False) -> Returned {
        Ok(named("NormaltestResult", normaltest(a, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether samples are of a normal distribution, by skewness and kurtosis, of Jarque and Bera.
    ///
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.jarque_bera(cp.array([1.0, 2.0, 3.0, 4.0])).statistic
    /// array(0.30826667)
    fn jarque_bera(x: &Array, *, axis: Axes = None, nan_policy: &str = "propagate", keepdims: bool = False) -> Returned {
        Ok(named("SignificanceResult", jarque_bera(x, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether samples are of a normal distribution, by Shapiro and Wilk: NaN for fewer than three observations.
    ///
    /// Where NaN are left out, this waits for the counts of observations.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.shapiro(cp.array([0.1, 0.3, -2.5, 4.0, 1.0])).statistic
    /// array(0.95014814)
    fn shapiro(x: &Array, *, axis: Axes = None, nan_policy: &str = "propagate", keepdims: bool = False) -> Returned {
        Ok(named("ShapiroResult", shapiro(x, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether a sample, a vector, is of a family of distributions, by Anderson and Darling.
    ///
    /// `dist` is "norm", "expon", "logistic", "gumbel_l", or "gumbel_r", whose parameters come from the sample.
    /// Without a `method` the result has `statistic`, `critical_values` and `significance_level`, the levels of
    /// these in percent; with "interpolate" `statistic` and `pvalue`.
    ///
    /// >>> cp.scipy.stats.anderson(cp.array([1.0, 2.0, 3.0, 4.0, 9.0])).statistic
    /// array(0.40149442)
    fn anderson(x: &Array, dist: &str = "norm", *, method: Option<&str> = None) -> Returned {
        let test = anderson(x, NullFamily::from_name(dist)?)?;
        match method {
            None => {
                let arrays = vec![test.statistic, test.critical_values, test.significance_level];
                Ok(Returned::Named(Class(STATS, "AndersonResult"), arrays))
            }
            Some("interpolate") => {
                let pvalue = test.pvalue()?;
                Ok(named("SignificanceResult", Significance { statistic: test.statistic, pvalue }))
            }
            Some(_) => Err(Error::value("`method` must be 'interpolate' or None.")),
        }
    }

    /// Whether two samples are of one distribution, by the greatest distance of their distribution functions.
    ///
    /// `method` is "exact", "asymp", or "auto", the first of up to 10 000 observations; `alternative` says where the
    /// first function is. The result has `statistic_location` and `statistic_sign` too. Waits for the statistic, but
    /// for one-sided p-values of the limiting distribution.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.ks_2samp(cp.array([1.0, 2.0, 3.0]), cp.array([2.5, 4.0, 5.0, 6.0])).statistic
    /// array(0.75)
    fn ks_2samp(
        data1: &Array, data2: &Array, alternative: &str = "two-sided", method: &str = "auto", *, axis: Axes = 0,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Named {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        let alternative = alternative_by_letter(alternative)?;
        ks_2samp(data1, data2, alternative, distance_by_name(method, false)?, along).map(of_distances)
    }

    /// Whether two samples are of one distribution, by Cramér and von Mises: NaN for fewer than two observations.
    ///
    /// `method` is "exact", which waits for the statistic, "asymptotic", or "auto", the first of up to 20 observations.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.cramervonmises_2samp(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 3.0, 4.0])).pvalue
    /// array(0.6)
    fn cramervonmises_2samp(
        x: &Array, y: &Array, method: &str = "auto", *, axis: Axes = 0, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Returned {
        let method = PValue::from_name(method, "method must be either auto, exact or asymptotic.")?;
        let test = cramervonmises_2samp(x, y, method, statistic_axes(axis, nan_policy, keepdims)?)?;
        Ok(named("CramerVonMisesResult", test))
    }

    /// Whether the variances of samples differ, by distances from the `center`: "median", "mean" or "trimmed".
    ///
    /// `proportiontocut` is the share of observations that "trimmed" leaves out at either end.
    #[doc = NAN_POLICY]
    /// Raises ValueError for fewer than two samples.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.levene(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    /// array(1.25)
    fn levene(
        *samples: Vec<&Array>, center: &str = "median", proportiontocut: f64 = 0.05, axis: Axes = 0,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let center = Center::from_name(center, proportiontocut)?;
        Ok(named("LeveneResult", levene(&samples, center, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether the variances of normal samples differ, by Bartlett.
    ///
    #[doc = NAN_POLICY]
    /// Raises ValueError for fewer than two samples.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.bartlett(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    /// array(2.12299351)
    fn bartlett(
        *samples: Vec<&Array>, axis: Axes = 0, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        Ok(named("BartlettResult", bartlett(&samples, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether the variances of samples differ, by the ranks of distances from the `center`, of Fligner and Killeen.
    ///
    /// The center is "median", "mean" or "trimmed", without a share `proportiontocut` of the observations at either
    /// end.
    #[doc = NAN_POLICY]
    /// Raises ValueError for fewer than two samples.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.fligner(cp.array([1.0, 2.0, 3.0]), cp.array([2.0, 4.0, 9.0])).statistic
    /// array(1.08127133)
    fn fligner(
        *samples: Vec<&Array>, center: &str = "median", proportiontocut: f64 = 0.05, axis: Axes = 0,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let center = Center::from_name(center, proportiontocut)?;
        Ok(named("FlignerResult", fligner(&samples, center, statistic_axes(axis, nan_policy, keepdims)?)?))
    }

    /// Whether two samples of one middle scatter equally, by the squared distances of ranks from it, of Mood.
    ///
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.mood(cp.array([1.0, 9.0, 2.0, 8.0]), cp.array([4.0, 5.0, 6.0])).statistic
    /// array(2.04124145)
    fn mood(
        x: &Array, y: &Array, axis: Axes = 0, alternative: &str = "two-sided", *, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        Ok(named("SignificanceResult", mood(x, y, along, Alternative::from_name(alternative)?)?))
    }

    /// Whether two samples of one middle scatter equally, by the ranks from both ends, of Ansari and Bradley.
    ///
    /// The p-value is exact where both have fewer than 55 observations of which none are equal; where NaN are left out,
    /// this waits for the counts.
    #[doc = NAN_POLICY]
    #[doc = ALTERNATIVE]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.ansari(cp.array([1.0, 9.0, 2.0, 8.0]), cp.array([4.0, 5.0, 6.0])).statistic
    /// array(6.)
    fn ansari(
        x: &Array, y: &Array, alternative: &str = "two-sided", *, axis: Axes = 0, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Returned {
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        Ok(named("AnsariResult", ansari(x, y, along, Alternative::from_name(alternative)?)?))
    }
}
