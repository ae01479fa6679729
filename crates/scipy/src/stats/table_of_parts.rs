//! The declarations of what Python's classes and functions of callables are made of: parts of tests that Python cannot
//! call whole, because a function of the caller's stands between them.

use cuprust::Array;
use cuprust::table::{Axes, Class, Named, Returned, functions};

use super::alternative::Alternative;
use super::correlation::pearson_interval;
use super::exact_tests::{BinomialTest, Proportion};
use super::ks::{distance_by_name, sorted_observations, values_of};
use super::table::said;
use super::table_of_distributions::of_distances;
use super::table_of_tests::{STATS, named};
use super::ttests::t_interval;
use super::{cramervonmises, expected_freq, ks_1samp, margins};

/// The alternative of SciPy's number of it.
fn by_sign(sign: i64) -> Alternative {
    match sign {
        -1 => Alternative::Less,
        1 => Alternative::Greater,
        _ => Alternative::TwoSided,
    }
}

functions! {
    in "cuprust.scipy._statistics";

    /// The interval of a mean, or of a difference of means, of the parts of a result of a t-test.
    ///
    /// >>> half = cp.array(0.5)
    /// >>> cp.scipy._statistics.t_interval(cp.array(3.0), half, half, 0, 0.0)[0]
    /// array(0.5)
    fn t_interval(
        df: &Array, standard_error: &Array, estimate: &Array, alternative: i64, confidence_level: f64
    ) -> Named {
        let bounds = t_interval(df, standard_error, estimate, by_sign(alternative), confidence_level)?;
        Ok(Named(Class(STATS, "ConfidenceInterval"), bounds.into()))
    }

    /// The interval of Pearson's coefficient of so many observations.
    ///
    /// >>> cp.scipy._statistics.pearson_interval(cp.array(0.5), 3, 0, 0.95)[1]
    /// array(1.)
    fn pearson_interval(statistic: &Array, count: i64, alternative: i64, confidence_level: f64) -> Named {
        let bounds = pearson_interval(statistic, count, by_sign(alternative), confidence_level)?;
        Ok(Named(Class(STATS, "ConfidenceInterval"), bounds.into()))
    }

    /// The interval of the probability of success, of which `k` of `n` trials had it.
    ///
    /// >>> cp.scipy._statistics.proportion_interval(0, 5, "two-sided", 0.95, "exact")[0]
    /// 0.0
    fn proportion_interval(k: i64, n: i64, alternative: &str, confidence_level: f64, method: &str) -> Returned {
        let alternative = Alternative::from_name(alternative)?;
        let test = BinomialTest { k, n, alternative, statistic: 0.0, pvalue: 0.0 };
        let bounds = test.proportion_ci(confidence_level, Proportion::from_name(method)?)?;
        let parts = bounds.map(|bound| Returned::Number(cuprust::Scalar::new(bound)));
        Ok(Returned::Made(Class(STATS, "ConfidenceInterval"), parts.into()))
    }

    /// Samples in ascending order along the last axis, of which a distribution function says the values.
    ///
    /// >>> cp.scipy._statistics.sorted_observations(cp.array([0.7, 0.1, 0.4]))
    /// array([0.1, 0.4, 0.7])
    fn sorted_observations(x: &Array, axis: Axes = 0, nan_policy: &str = "propagate") -> Array {
        sorted_observations(x, &said(axis, nan_policy, false)?)
    }

    /// The test of Kolmogorov and Smirnov of samples, with the values of a distribution function at sorted ones.
    ///
    /// >>> x = cp.array([0.1, 0.4, 0.7])
    /// >>> cp.scipy._statistics.ks_1samp(x, x, "two-sided", "auto").statistic
    /// array(0.3)
    fn ks_1samp(
        x: &Array, values: &Array, alternative: &str, method: &str, axis: Axes = 0, nan_policy: &str = "propagate",
        keepdims: bool = False
    ) -> Named {
        let (alternative, method) = (Alternative::from_name(alternative)?, distance_by_name(method, true)?);
        let along = said(axis, nan_policy, keepdims)?;
        ks_1samp(x, values_of(values), alternative, method, along).map(of_distances)
    }

    /// The test of Cramér and von Mises of samples, with the values of a distribution function at sorted ones.
    ///
    /// >>> x = cp.array([0.1, 0.4, 0.7])
    /// >>> cp.scipy._statistics.cramervonmises(x, x).statistic
    /// array(0.05777778)
    fn cramervonmises(
        x: &Array, values: &Array, axis: Axes = 0, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let test = cramervonmises(x, values_of(values), said(axis, nan_policy, keepdims)?)?;
        Ok(named("CramerVonMisesResult", test))
    }

    /// The sums of a table over all axes but one, for each axis, with all axes kept.
    ///
    /// >>> cp.scipy._statistics.margins(cp.array([[1, 2], [3, 4]]))[1]
    /// array([[4, 6]])
    fn margins(a: &Array) -> Returned {
        Ok(Returned::List(margins(a)?.into_iter().map(Returned::Array).collect()))
    }

    /// The frequencies of a table whose variables do not depend on each other, from its margins.
    ///
    /// >>> cp.scipy._statistics.expected_freq(cp.array([[10, 10, 20], [20, 20, 20]]))
    /// array([[12., 12., 16.],
    ///        [18., 18., 24.]])
    fn expected_freq(observed: &Array) -> Array {
        expected_freq(observed)
    }
}
