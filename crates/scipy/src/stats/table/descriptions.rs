//! The declarations of what describes samples: scores, entropies, spreads, modes and frequencies.

use cuprust::statistics::Method;
use cuprust::table::texts::{AXIS, NAN_POLICY, WAITS};
use cuprust::table::{Axes, Class, Limits, Named, NumberOrText, functions};
use cuprust::{Array, DType, Error, Result, Value};

use super::statistic_axes;
use crate::stats::descriptions::frequencies::Frequencies;
use crate::stats::samples::observations::NanPolicy;
use crate::stats::{
    Ranking, Spacings, cumfreq, describe, differential_entropy, energy_distance, entropy, gstd, gzscore, iqr, mode,
    percentileofscore, relfreq, sigmaclip, wasserstein_distance, zmap, zscore,
};

/// Where Python's classes of results are.
const MODULE: &str = "cuprust.scipy.stats";

/// Two limits, neither of which is missing.
fn both(limits: Option<Limits>) -> Result<Option<[f64; 2]>> {
    match limits {
        None => Ok(None),
        Some(Limits([Some(low), Some(high)])) => Ok(Some([low, high])),
        Some(_) => Err(Error::type_("both limits are numbers")),
    }
}

/// The scale that distances are divided by: a number, or "normal", by which a quantile estimates the standard deviation
/// of a normal distribution.
fn scale(scale: NumberOrText, normal: f64, function: &str) -> Result<f64> {
    match scale {
        NumberOrText::Number(Value::Complex(_)) => Err(Error::type_("scale must be a real number, not complex")),
        NumberOrText::Number(number) => {
            number.to(DType::F64).map(|number| number.get()).ok_or_else(|| Error::value("scale must be a real number"))
        }
        NumberOrText::Text(text) if text.eq_ignore_ascii_case("normal") => Ok(normal),
        NumberOrText::Text(text) => Err(Error::value(format!("{text} is not a valid scale for `{function}`"))),
        NumberOrText::None => Err(Error::type_("scale must be a number or 'normal', not None")),
    }
}

/// Frequencies and their bins, as arrays.
fn shown(name: &'static str, found: Frequencies) -> Result<Named> {
    let device = found.frequencies.device();
    let number = |value: f64| Array::from_slice(&[value], (), device);
    let outside = Array::from_slice(&[found.outside], (), device)?;
    let (lower, width) = (number(found.lower)?, number(found.width)?);
    Ok(Named(Class(MODULE, name), vec![found.frequencies, lower, width, outside]))
}

functions! {
    in "cuprust.scipy.stats";

    /// How many standard deviations each element of `scores` is above the mean of the samples in `compare`.
    ///
    /// The standard deviation has `ddof` taken from its count.
    #[doc = NAN_POLICY]
    /// Raises ValueError where the shapes do not broadcast.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.zmap(cp.array([0.0, 4.0]), cp.array([1.0, 3.0]))
    /// array([-2.,  2.])
    fn zmap(
        scores: &Array, compare: &Array, axis: Axes = 0, ddof: f64 = 0, nan_policy: &str = "propagate"
    ) -> Array {
        zmap(scores, compare, statistic_axes(axis, nan_policy, false)?, ddof)
    }

    /// How many standard deviations each observation is above the mean of its sample: NaN where all are equal.
    ///
    /// The standard deviation has `ddof` taken from its count.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.zscore(cp.array([1.0, 3.0]))
    /// array([-1.,  1.])
    fn zscore(a: &Array, axis: Axes = 0, ddof: f64 = 0, nan_policy: &str = "propagate") -> Array {
        zscore(a, statistic_axes(axis, nan_policy, false)?, ddof)
    }

    /// How many geometric standard deviations each observation is above the geometric mean of its sample.
    ///
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.gzscore(cp.array([1.0, 100.0]))
    /// array([-1.,  1.])
    fn gzscore(a: &Array, *, axis: Axes = 0, ddof: f64 = 0, nan_policy: &str = "propagate") -> Array {
        gzscore(a, statistic_axes(axis, nan_policy, false)?, ddof)
    }

    /// The geometric standard deviation of samples: the exponential of the standard deviation of logarithms.
    ///
    /// It is NaN where an observation is not positive.
    #[doc = NAN_POLICY]
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.gstd(cp.array([1.0, 1.0, 1.0]))
    /// array(1.)
    fn gstd(
        a: &Array, axis: Axes = 0, ddof: f64 = 1, *, keepdims: bool = False, nan_policy: &str = "propagate"
    ) -> Array {
        gstd(a, statistic_axes(axis, nan_policy, keepdims)?, ddof)
    }

    /// The entropy of distributions, -sum(p log(p)), or their relative entropy sum(p log(p/q)) to those of `qk`.
    ///
    /// What is given is divided by its sum. `base` is the base of the logarithms, e where there is none.
    #[doc = NAN_POLICY]
    /// Raises ValueError where the shapes do not broadcast, and for a base that is not positive.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.entropy(cp.array([0.5, 0.5]), base=2)
    /// array(1.)
    fn entropy(
        pk: &Array, qk: Option<&Array> = None, base: Option<f64> = None, axis: Axes = 0, *,
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        entropy(pk, qk, base, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The differential entropy of what samples are drawn from, estimated from spacings of ordered observations.
    ///
    /// `method` is "vasicek", "van es", "correa", "ebrahimi", or "auto", which chooses one by the number of
    /// observations; half a spacing is `window_length` observations wide. NaN for a window of no observation or of half
    /// of them and more.
    #[doc = NAN_POLICY]
    /// Raises ValueError for an unknown method, and for a base that is not positive.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.differential_entropy(cp.linspace(0, 1, 101)).round(2)
    /// array(0.01)
    fn differential_entropy(
        values: &Array, *, window_length: Option<i64> = None, base: Option<f64> = None, axis: Axes = 0, method: &str = "auto",
        nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        let method = Spacings::from_name(method)?;
        differential_entropy(values, window_length, base, method, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The most frequent observations of samples, of several the smallest, and how often each is in its sample.
    ///
    #[doc = NAN_POLICY]
    /// NaN count as one value, where they are not left out.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.mode(cp.array([3, 1, 3, 1, 2]))
    /// ModeResult(mode=array(1), count=array(2))
    fn mode(a: &Array, axis: Axes = 0, nan_policy: &str = "propagate", keepdims: bool = False) -> Named {
        let (mode, count) = mode(a, statistic_axes(axis, nan_policy, keepdims)?)?;
        Ok(Named(Class(MODULE, "ModeResult"), vec![mode, count]))
    }

    /// The number, the extremes, the mean, the variance, the skewness and the kurtosis of samples.
    ///
    /// The variance has `ddof` taken from its count; skewness and kurtosis are corrected for the count unless `bias` is
    /// set.
    #[doc = NAN_POLICY]
    /// Raises ValueError where there are no elements.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.describe(cp.array([1.0, 2.0, 6.0])).variance
    /// array(7.)
    fn describe(
        a: &Array, axis: Axes = 0, ddof: f64 = 1, bias: bool = True, nan_policy: &str = "propagate"
    ) -> Named {
        let found = describe(a, statistic_axes(axis, nan_policy, false)?, ddof, bias)?;
        let [smallest, largest] = found.minmax;
        let all = vec![found.nobs, smallest, largest, found.mean, found.variance, found.skewness, found.kurtosis];
        Ok(Named(Class(MODULE, "DescribeResult"), all))
    }

    /// The interquartile range of samples, or that between two other percentiles, divided by a scale.
    ///
    /// The scale "normal" makes it an estimate of a normal distribution's standard deviation. `interpolation` says
    /// which elements a quantile is made of where it falls between two, as in `quantile`.
    #[doc = NAN_POLICY]
    /// Raises ValueError for percentiles that are NaN or not from 0 to 100, and for an unknown scale.
    #[doc = AXIS]
    ///
    /// >>> cp.scipy.stats.iqr(cp.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    /// array(2.)
    fn iqr(
        x: &Array, axis: Axes = None, rng: Limits = (25, 75), scale: NumberOrText = 1.0, nan_policy: &str = "propagate",
        interpolation: &str = "linear", keepdims: bool = False
    ) -> Array {
        let range = both(Some(rng))?.unwrap_or_default();
        // The distance of the quartiles of the standard normal distribution.
        let scale = self::scale(scale, 1.348_979_500_392_163_5, "iqr")?;
        iqr(x, range, scale, Method::from_name(interpolation)?, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// The observations left when those `low` standard deviations below the mean or `high` above it are cut repeatedly.
    ///
    #[doc = WAITS]
    ///
    /// >>> cp.scipy.stats.sigmaclip(cp.array([9.0, 10.0, 11.0, 10.0, 100.0]), 1.5, 1.5).clipped
    /// array([ 9., 10., 11., 10.])
    fn sigmaclip(a: &Array, low: f64 = 4.0, high: f64 = 4.0) -> Named {
        let (clipped, lower, upper) = sigmaclip(a, low, high)?;
        Ok(Named(Class(MODULE, "SigmaclipResult"), vec![clipped, lower, upper]))
    }

    /// How many percent of the observations are below each score.
    ///
    /// `kind` says what those count that are equal to a score: "rank" for their mean rank, "weak" for all of them,
    /// "strict" for none, "mean" for half of them. NaN for a score that is NaN, and for every score where an
    /// observation is, unless `nan_policy` leaves NaN out.
    /// Raises ValueError for observations of more axes than one, and for an unknown kind.
    ///
    /// >>> cp.scipy.stats.percentileofscore(cp.array([1, 2, 3, 4]), cp.array([3]))
    /// array([75.])
    fn percentileofscore(a: &Array, score: &Array, kind: &str = "rank", nan_policy: &str = "propagate") -> Array {
        percentileofscore(a, score, Ranking::from_name(kind)?, NanPolicy::from_name(nan_policy)?)
    }

    /// How many observations are in each of some bins of one width and in those before.
    ///
    #[doc = WAITS]
    /// The bins reach from half a bin below the smallest observation to half of one above the largest, where
    /// `defaultreallimits` does not say from where to where.
    /// Raises ValueError for no bins, and for limits that are not finite.
    ///
    /// >>> cp.scipy.stats.cumfreq(cp.array([1.0, 4.0, 2.0, 1.0, 3.0, 1.0]), 4, (1, 5)).cumcount
    /// array([3., 4., 5., 6.])
    fn cumfreq(
        a: &Array, numbins: i64 = 10, defaultreallimits: Option<Limits> = None, weights: Option<&Array> = None
    ) -> Named {
        shown("CumfreqResult", cumfreq(a, numbins, both(defaultreallimits)?, weights)?)
    }

    /// Which share of the observations is in each of some bins of one width.
    ///
    #[doc = WAITS]
    /// The bins reach from half a bin below the smallest observation to half of one above the largest, where
    /// `defaultreallimits` does not say from where to where.
    /// Raises ValueError for no bins, and for limits that are not finite.
    ///
    /// >>> cp.scipy.stats.relfreq(cp.array([1.0, 4.0, 2.0, 1.0]), 4, (1, 5)).frequency
    /// array([0.5 , 0.25, 0.  , 0.25])
    fn relfreq(
        a: &Array, numbins: i64 = 10, defaultreallimits: Option<Limits> = None, weights: Option<&Array> = None
    ) -> Named {
        shown("RelfreqResult", relfreq(a, numbins, both(defaultreallimits)?, weights)?)
    }

    /// The first Wasserstein distance between two distributions of which observations, and their weights, are known.
    ///
    #[doc = WAITS]
    /// Raises ValueError for more axes than one, no observations, and weights that do not fit, are negative or vanish.
    ///
    /// >>> cp.scipy.stats.wasserstein_distance(cp.array([0, 1, 3]), cp.array([5, 6, 8]))
    /// array(5.)
    fn wasserstein_distance(
        u_values: &Array, v_values: &Array, u_weights: Option<&Array> = None, v_weights: Option<&Array> = None
    ) -> Array {
        wasserstein_distance(u_values, v_values, u_weights, v_weights)
    }

    /// The energy distance between two distributions of which observations, and their weights, are known.
    ///
    #[doc = WAITS]
    /// Raises ValueError for more axes than one, no observations, and weights that do not fit, are negative or vanish.
    ///
    /// >>> cp.scipy.stats.energy_distance(cp.array([0.0]), cp.array([2.0]))
    /// array(2.)
    fn energy_distance(
        u_values: &Array, v_values: &Array, u_weights: Option<&Array> = None, v_weights: Option<&Array> = None
    ) -> Array {
        energy_distance(u_values, v_values, u_weights, v_weights)
    }
}
