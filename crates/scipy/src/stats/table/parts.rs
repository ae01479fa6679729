//! The declarations of what Python's classes and functions of callables are made of: parts of tests that Python cannot
//! call whole, because a function of the caller's is between them.

use cuprust::statistics::{Bins, Interval};
use cuprust::table::{Axes, Class, Named, Returned, functions};
use cuprust::{Argument, Array, Value};
use cuprust_ir::{Dims, Error, Result};

use super::distributions::of_distances;
use super::statistic_axes;
use super::tests::{STATS, named};
use crate::stats::correlation::linear::pearson_interval;
use crate::stats::density::kde::GaussianKde;
use crate::stats::resampling::intervals::{self, interval};
use crate::stats::resampling::permutations::Permuted;
use crate::stats::samples::groups::observations;
use crate::stats::tests::alternative::Alternative;
use crate::stats::tests::exact_tests::{BinomialTest, Proportion};
use crate::stats::tests::ks::{distance_by_name, sorted_observations, values_of};
use crate::stats::tests::ttests::t_interval;
use crate::stats::{
    BinStatistic, MultivariateNormal, Precision, RankedBy, Weights, binned_statistic_dd, cramervonmises, expected_freq,
    integrated, jackknifed, ks_1samp, margins, median_abs_deviation, null_pvalue, quadrature, random_tables, resampled,
    table_probability, weightedtau,
};

/// The alternative of SciPy's number of it.
fn by_sign(sign: i64) -> Alternative {
    match sign {
        -1 => Alternative::Less,
        1 => Alternative::Greater,
        _ => Alternative::TwoSided,
    }
}

/// The bins along an axis: this many, or their edges.
fn bins_of<'a>(argument: &Argument<'a>) -> Result<Bins<'a>> {
    match argument {
        Argument::Array(edges) => Ok(Bins::Edges(edges)),
        Argument::Value(Value::Int(count)) => Ok(Bins::Count(i64::try_from(*count).unwrap_or(i64::MAX))),
        _ => Err(Error::type_("bins are a number or edges")),
    }
}

/// The bounds of each axis, of which both are numbers or neither is.
fn ranges(bounds: &[Argument<'_>]) -> Vec<Option<Interval>> {
    let number = |bound: &Argument<'_>| match bound {
        Argument::Value(Value::Int(value)) => Some(*value as f64),
        Argument::Value(Value::Float(value)) => Some(*value),
        _ => None,
    };
    let interval = |pair: &[Argument<'_>]| Some(Interval::new(number(&pair[0])?, number(&pair[1])?));
    bounds.chunks_exact(2).map(interval).collect()
}

functions! {
    in "cuprust.scipy._statistics";

    /// The weighted tau of paired samples, by ranks and by weights of ranks.
    ///
    /// >>> x = cp.array([1.0, 2.0, 3.0])
    /// >>> cp.scipy._statistics.weighted_tau(x, x, None, True, None, True)
    /// array(1.)
    fn weighted_tau(
        x: &Array, y: &Array, rank: Option<&Array>, both: bool, weights: Option<&Array>, additive: bool,
        axis: Axes = None, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Array {
        let own = if both { RankedBy::Both } else { RankedBy::First };
        let ranked = rank.map_or(own, |ranks| RankedBy::Explicit(ranks.clone()));
        let weights = Weights { of_rank: weights, additive };
        weightedtau(x, y, statistic_axes(axis, nan_policy, keepdims)?, &ranked, weights)
    }

    /// The points and the weights of an integral between bounds.
    ///
    /// >>> points, weights = cp.scipy._statistics.quadrature(0.0, 1.0, 1.0, 4)
    /// >>> cp.scipy._statistics.integrated(points, points, weights)
    /// array(0.33333333)
    fn quadrature(low: f64, high: f64, width: f64, level: i64) -> Returned {
        let level = u32::try_from(level).unwrap_or(0);
        Ok(Returned::Tuple(quadrature([low, high], width, level, cuprust::Device::current()?)?.into()))
    }

    /// The sum of products of values, densities and weights.
    ///
    /// >>> cp.scipy._statistics.integrated(cp.array([1.0, 2.0]), cp.array([0.5, 0.25]), cp.array(2.0))
    /// array(2.)
    fn integrated(values: &Array, densities: &Array, weights: &Array) -> Array {
        integrated(values, densities, weights)
    }

    /// The probabilities of normal vectors between bounds.
    ///
    /// >>> cp.scipy._statistics.normal_cdf(cp.array([0.0]), None, None, False, None, cp.zeros((2, 1)), None, 1e-5, 1e-5)
    /// array(0.5)
    fn normal_cdf(
        x: &Array, mean: Option<&Array>, cov: Option<&Array>, allow_singular: bool, lower_limit: Option<&Array>,
        shifts: &Array, maxpts: Option<i64>, abseps: f64, releps: f64
    ) -> Array {
        let law = MultivariateNormal::new(mean, cov, allow_singular)?;
        law.cdf(x, lower_limit, shifts, Precision { points: maxpts, absolute: abseps, relative: releps })
    }

    /// The probability of tables among all of their margins.
    ///
    /// >>> cp.scipy._statistics.table_probability(cp.array([[1, 0], [0, 1]]))
    /// array(0.5)
    fn table_probability(tables: &Array) -> Array {
        table_probability(tables)
    }

    /// Tables of the margins of a table, by the order of uniform numbers.
    ///
    /// >>> cp.scipy._statistics.random_tables(cp.array([[1, 0], [0, 1]]), cp.array([[0.2, 0.1]]))
    /// array([[[0, 1],
    ///         [1, 0]]])
    fn random_tables(table: &Array, uniform: &Array) -> Array {
        random_tables(table, uniform)
    }

    /// The median distance of observations from their median, or from centers that broadcast to the samples.
    ///
    /// >>> cp.scipy._statistics.median_abs_deviation(cp.array([1.0, 2.0, 4.0]), 0, None, 1.0, "propagate", False)
    /// array(1.)
    fn median_abs_deviation(
        x: &Array, axis: Axes, center: Option<&Array>, scale: f64, nan_policy: &str, keepdims: bool
    ) -> Array {
        median_abs_deviation(x, center, scale, statistic_axes(axis, nan_policy, keepdims)?)
    }

    /// A statistic of the values in each bin of a grid, each point's bin, and the edges along each axis.
    ///
    /// The bounds of an axis are two numbers, or False where they are those of the points.
    ///
    /// >>> x = cp.array([0.0, 1.0])
    /// >>> cp.scipy._statistics.binned_statistic([x], x, "sum", [2], [False, False])[0]
    /// array([0., 1.])
    fn binned_statistic(
        coordinates: Vec<&Array>, values: &Array, statistic: &str, bins: Vec<Argument>, bounds: Vec<Argument>
    ) -> Returned {
        let each = bins.iter().map(bins_of).collect::<Result<Vec<_>>>()?;
        let statistic = BinStatistic::from_name(statistic)?;
        let found = binned_statistic_dd(&coordinates, values, statistic, &each, &ranges(&bounds))?;
        Ok(Returned::Tuple([found.statistic, found.numbers].into_iter().chain(found.edges).collect()))
    }

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

    /// The interval of Pearson's coefficient of this many observations.
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
        sorted_observations(x, &statistic_axes(axis, nan_policy, false)?)
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
        let along = statistic_axes(axis, nan_policy, keepdims)?;
        ks_1samp(x, values_of(values), alternative, method, along).map(of_distances)
    }

    /// The test of Cramér and von Mises of samples, with the values of a distribution function at sorted ones.
    ///
    /// >>> x = cp.array([0.1, 0.4, 0.7])
    /// >>> cp.scipy._statistics.cramervonmises(x, x).statistic
    /// array(0.06)
    fn cramervonmises(
        x: &Array, values: &Array, axis: Axes = 0, nan_policy: &str = "propagate", keepdims: bool = False
    ) -> Returned {
        let test = cramervonmises(x, values_of(values), statistic_axes(axis, nan_policy, keepdims)?)?;
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

    /// Arrays broadcast along the axes but one, which becomes the last.
    ///
    /// >>> cp.scipy._statistics.observations([cp.ones((2, 3)), cp.ones((4, 1))], 0)[1].shape
    /// (3, 4)
    fn observations(data: Vec<&Array>, axis: i64) -> Returned {
        Ok(Returned::List(observations(&data, axis)?.into_iter().map(Returned::Array).collect()))
    }

    /// The elements of samples along the last axis at indices, whose axes are in place of that axis.
    ///
    /// >>> cp.scipy._statistics.resampled(cp.array([1.0, 2.0, 3.0]), cp.array([[0, 0, 2], [1, 2, 1]]))
    /// array([[1., 1., 3.],
    ///        [2., 3., 2.]])
    fn resampled(sample: &Array, positions: &Array) -> Array {
        resampled(sample, positions)
    }

    /// The samples without one observation each, for every observation of the last axis.
    ///
    /// >>> cp.scipy._statistics.jackknifed(cp.array([1.0, 2.0, 3.0]))
    /// array([[2., 3.],
    ///        [1., 3.],
    ///        [1., 2.]])
    fn jackknifed(sample: &Array) -> Array {
        jackknifed(sample)
    }

    /// The bounds of a statistic, of resampled ones along the last axis, and their standard deviation.
    ///
    /// >>> cp.scipy._statistics.interval(cp.arange(101.0), None, [], 0.9, "two-sided", "percentile")[0]
    /// array(5.)
    fn interval(
        resamples: &Array, statistic: Option<&Array>, jackknife: Vec<&Array>, confidence_level: f64, alternative: &str,
        method: &str
    ) -> Returned {
        let (alternative, method) = (Alternative::from_name(alternative)?, intervals::Interval::from_name(method)?);
        let found = interval(resamples, statistic, &jackknife, confidence_level, alternative, method)?;
        Ok(Returned::Tuple(vec![found.low, found.high, found.standard_error]))
    }

    /// How many permutations there are of samples of this many observations, and the extents of the indices of one.
    ///
    /// >>> cp.scipy._statistics.permutations("independent", [3, 2])
    /// (10.0, [5])
    fn permutations(permutation_type: &str, lengths: Dims) -> Returned {
        let permuted = Permuted::from_name(permutation_type)?;
        let extents = permuted.extents(&lengths).into_iter().map(Returned::Int).collect();
        let count = Returned::Number(cuprust::Scalar::new(permuted.count(&lengths)));
        Ok(Returned::Several(vec![count, Returned::List(extents)]))
    }

    /// The indices of all permutations of samples of this many observations.
    ///
    /// >>> cp.scipy._statistics.all_permutations("independent", [2, 1])
    /// array([[0, 1, 2],
    ///        [0, 2, 1],
    ///        [1, 2, 0]])
    fn all_permutations(permutation_type: &str, lengths: Dims) -> Array {
        Permuted::from_name(permutation_type)?.all(&lengths, cuprust::Device::current()?)
    }

    /// Samples under permutations of indices, along a new first axis.
    ///
    /// >>> x = cp.array([1.0, 2.0])
    /// >>> cp.scipy._statistics.permuted("pairings", [x], cp.array([[[1, 0]]]))
    /// [array([[2., 1.]])]
    fn permuted(permutation_type: &str, data: Vec<&Array>, positions: &Array) -> Returned {
        let moved = Permuted::from_name(permutation_type)?.apply(&data, positions)?;
        Ok(Returned::List(moved.into_iter().map(Returned::Array).collect()))
    }

    /// The p-values of statistics under a null distribution along the first axis, all of it or drawn from it.
    ///
    /// >>> cp.scipy._statistics.null_pvalue(cp.arange(1.0, 5.0), cp.array(3.0), "greater", True)
    /// array(0.6)
    fn null_pvalue(null_distribution: &Array, statistic: &Array, alternative: &str, drawn: bool) -> Array {
        null_pvalue(null_distribution, statistic, Alternative::from_name(alternative)?, drawn)
    }

    /// The points, the weights, and the points' covariance with its Cholesky factor, of a density by kernels.
    ///
    /// >>> cp.scipy._statistics.kde_parts(cp.array([1.0, 2.0, 3.0]))[2]
    /// array([[1.]])
    fn kde_parts(dataset: &Array, weights: Option<&Array> = None) -> Returned {
        Ok(Returned::Tuple(GaussianKde::new(dataset, weights)?.parts()))
    }

    /// The density, or its logarithm, at points.
    ///
    /// >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    /// >>> cp.scipy._statistics.kde_density(*parts, 1.0, cp.array([1.0]), False).shape
    /// (1,)
    fn kde_density(
        dataset: &Array, weights: &Array, covariance: &Array, root: &Array, factor: f64, points: &Array, log: bool
    ) -> Array {
        let kde = GaussianKde::of_parts([dataset, weights, covariance, root], factor);
        if log { kde.log_density(points) } else { kde.density(points) }
    }

    /// The integral of a density of one dimension between two bounds.
    ///
    /// >>> parts = cp.scipy._statistics.kde_parts(cp.array([-1.0, 1.0]))
    /// >>> cp.scipy._statistics.kde_box(*parts, 1.0, 0.0, float("inf"))
    /// array(0.5)
    fn kde_box(
        dataset: &Array, weights: &Array, covariance: &Array, root: &Array, factor: f64, low: f64, high: f64
    ) -> Array {
        GaussianKde::of_parts([dataset, weights, covariance, root], factor).integrate_box_1d(low, high)
    }

    /// The integral of the product of a density with a normal one.
    ///
    /// >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    /// >>> cp.scipy._statistics.kde_gaussian(*parts, 1.0, cp.array(0.0), cp.array(1.0)).shape
    /// ()
    fn kde_gaussian(
        dataset: &Array, weights: &Array, covariance: &Array, root: &Array, factor: f64, mean: &Array, cov: &Array
    ) -> Array {
        GaussianKde::of_parts([dataset, weights, covariance, root], factor).integrate_gaussian(mean, cov)
    }

    /// The integral of the product of two densities, each of its parts and its factor.
    ///
    /// >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    /// >>> cp.scipy._statistics.kde_product(list(parts), 1.0, list(parts), 1.0).shape
    /// ()
    fn kde_product(first: Vec<&Array>, factor: f64, second: Vec<&Array>, other_factor: f64) -> Array {
        let density = |parts: Vec<&Array>, factor: f64| match parts[..] {
            [dataset, weights, covariance, root] => {
                Ok(GaussianKde::of_parts([dataset, weights, covariance, root], factor))
            }
            _ => Err(Error::value("a density has four parts")),
        };
        density(first, factor)?.integrate_kde(&density(second, other_factor)?)
    }

    /// Points of a density: those of the sample at indices, moved by standard normal deviates.
    ///
    /// >>> parts = cp.scipy._statistics.kde_parts(cp.array([0.0, 1.0, 2.0, 4.0]))
    /// >>> cp.scipy._statistics.kde_moved(*parts, 1.0, cp.array([0, 3]), cp.zeros((1, 2)))
    /// array([[0., 4.]])
    fn kde_moved(
        dataset: &Array, weights: &Array, covariance: &Array, root: &Array, factor: f64, positions: &Array,
        deviates: &Array
    ) -> Array {
        GaussianKde::of_parts([dataset, weights, covariance, root], factor).moved(positions, deviates)
    }
}
