//! The tests of Kolmogorov and Smirnov: of one sample against a distribution, and of two against each other.

use cuprust::math::cumsum;
use cuprust::{Array, DType};
use cuprust_ir::{Error, Result};

use super::alternative::Alternative;
use super::kolmogorov::{gcd, of_two_samples, two_sided};
use super::tables::by_host;
use crate::stats::samples::groups::{Test, joined};
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::samples::ranks::{Ranked, last_axis_indices};
use crate::stats::terms::{Term, smirnov};

/// Most observations of a sample for which two samples have the exact distribution by default, as in SciPy.
const MAX_EXACT: f64 = 10_000.0;

/// How the p-value of a distance is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Distance {
    /// By the exact distribution, of two samples for at most 10 000 observations.
    #[default]
    Auto,
    /// By the exact distribution.
    Exact,
    /// By the limiting distribution.
    Asymptotic,
    /// For one sample as twice the one-sided probability.
    Approximate,
}

/// The result of a test of distribution functions.
#[derive(Debug, Clone)]
pub struct KolmogorovSmirnov {
    /// The greatest distance between the distribution functions.
    pub statistic: Array,
    /// The p-value under the alternative.
    pub pvalue: Array,
    /// The observation where it is.
    pub location: Array,
    /// One where the first distribution function is above there, -1 where it is below.
    pub sign: Array,
}

impl KolmogorovSmirnov {
    fn new([statistic, pvalue, location, sign]: [Array; 4]) -> Result<KolmogorovSmirnov> {
        Ok(KolmogorovSmirnov { statistic, pvalue, location, sign })
    }
}

/// The observations of samples in ascending order along the last axis, as a distribution function of
/// [`ks_1samp`] gets them: NaN that are left out are last.
///
/// # Errors
/// As [`ks_1samp`].
pub(in crate::stats) fn sorted_observations(x: &Array, along: &Along) -> Result<Array> {
    Test::independent(&[x], along, 1)?.samples[0].sorted()
}

/// Whether samples are of a distribution, whose function is given, by Kolmogorov and Smirnov: `scipy.stats.ks_1samp`.
/// The function gets an array of observations in ascending order along the last axis. The alternative says where the
/// samples' distribution function is above or below the given one. Exact p-values wait for the statistic.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, Distance, along};
/// # fn main() -> Result<()> {
/// let x = array![0.1, 0.4, 0.7];
/// let uniform = |x: &Array| Ok(x.clone());
/// let test = stats::ks_1samp(&x, uniform, Alternative::TwoSided, Distance::Auto, along(..))?;
/// let (statistic, pvalue): (f64, f64) = (test.statistic.item()?.get(), test.pvalue.item()?.get());
/// assert_eq!(format!("{statistic:.4} {pvalue:.4}"), "0.3000 0.8862");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range; what the function returns.
pub fn ks_1samp(
    x: &Array,
    cdf: impl FnOnce(&Array) -> Result<Array>,
    alternative: Alternative,
    method: Distance,
    along: Along,
) -> Result<KolmogorovSmirnov> {
    let test = Test::independent(&[x], &along, 1)?;
    let results = test.run(|samples| {
        let sample = &samples[0];
        let sorted = sample.sorted()?;
        let values = Term::from(cdf(&sorted)?);
        let (n, position) = (sample.n(), Term::from(last_axis_indices(&sorted)));
        let counted = position.lt(&n);
        let greatest = |distance: Term| {
            let distance = counted.choose(distance, f64::NEG_INFINITY);
            let most = distance.max(None);
            let at = distance.equals(&most).choose(Term::from(&sorted), f64::INFINITY).min(None);
            [most, at]
        };
        let [above, at_above] = greatest((&position + 1.0) / &n - &values);
        let [below, at_below] = greatest(&values - &position / &n);
        let one_sided = |distance: &Term| smirnov(&n, distance);
        let [statistic, p, location, sign] = match alternative {
            Alternative::Greater => [above.clone(), one_sided(&above), at_above, Term::Number(1.0)],
            Alternative::Less => [below.clone(), one_sided(&below), at_below, Term::Number(-1.0)],
            Alternative::TwoSided => {
                let upper = above.gt(&below);
                let most = upper.choose(&above, &below);
                let p = match method {
                    Distance::Auto | Distance::Exact => {
                        by_host(&[&most, &n], |numbers| two_sided(numbers[1] as i64, numbers[0]))
                    }
                    Distance::Asymptotic => (&most * n.sqrt()).kolmogorov(),
                    Distance::Approximate => smirnov(&n, &most) * 2.0,
                };
                let p = p.maximum(0.0).minimum(1.0);
                [most, p, upper.choose(at_above, at_below), upper.choose(1.0, -1.0)]
            }
        };
        Ok([statistic, p, location, sign])
    })?;
    KolmogorovSmirnov::new(results)
}

/// Whether two samples are of one distribution, by Kolmogorov and Smirnov: `scipy.stats.ks_2samp`, float64. The
/// alternative says where the first sample's distribution function is above or below the second one's. Waits for the
/// statistic, but for one-sided p-values of the limiting distribution.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative, Distance, along};
/// # fn main() -> Result<()> {
/// let (x, y) = (array![1.0, 2.0, 3.0], array![2.5, 4.0, 5.0, 6.0]);
/// let test = stats::ks_2samp(&x, &y, Alternative::TwoSided, Distance::Auto, along(..))?;
/// let (statistic, pvalue): (f64, f64) = (test.statistic.item()?.get(), test.pvalue.item()?.get());
/// assert_eq!(format!("{statistic:.4} {pvalue:.4}"), "0.7500 0.2286");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// An axis error for axes out of range, a value error for shapes that do not broadcast.
pub fn ks_2samp(
    x: &Array,
    y: &Array,
    alternative: Alternative,
    method: Distance,
    along: Along,
) -> Result<KolmogorovSmirnov> {
    let results = Test::independent(&[x, y], &along, 1)?.run_in(DType::F64, |samples| {
        let ranked = Ranked::new(&joined(samples)?)?;
        let [n1, n2] = [samples[0].n(), samples[1].n()];
        let split = samples[0].length();
        let own = [ranked.from(0, split), ranked.from(split, split + samples[1].length())];
        // How many observations of a sample are at most each one: counted up to the last that is equal.
        let counted = |own: &Term| ranked.at_end(&own.to(DType::F64).with(|own| cumsum(own, -1)));
        let difference = counted(&own[0]) / &n1 - counted(&own[1]) / &n2;
        let greatest = |difference: Term| {
            let difference = own[0].or(&own[1]).choose(difference, f64::NEG_INFINITY);
            let most = difference.max(None);
            let there = difference.equals(&most);
            // As SciPy, the first sample's observation where one has it.
            let [first, second] =
                [0, 1].map(|which| there.and(&own[which]).choose(Term::from(&ranked.values), f64::INFINITY).min(None));
            let at = there.and(&own[0]).any().choose(first, second);
            [most, at]
        };
        let [below, at_below] = greatest(-&difference);
        let below = below.maximum(0.0).minimum(1.0);
        let [above, at_above] = greatest(difference);
        let lower = match alternative {
            Alternative::Less => Term::Number(1.0),
            Alternative::Greater => Term::Number(0.0),
            Alternative::TwoSided => below.gt(&above),
        };
        let statistic = lower.choose(&below, &above);
        let location = lower.choose(at_below, at_above);
        let (statistic, p) = pvalue(&statistic, [&n1, &n2], alternative, method);
        Ok([statistic, p, location, lower.choose(-1.0, 1.0)])
    })?;
    KolmogorovSmirnov::new(results)
}

/// The statistic as the nearest that two samples can have, and its p-value.
fn pvalue(statistic: &Term, counts: [&Term; 2], alternative: Alternative, method: Distance) -> (Term, Term) {
    let [n1, n2] = counts;
    let one_sided = alternative != Alternative::TwoSided;
    let few = n1.maximum(n2).le(MAX_EXACT);
    let exact = match method {
        Distance::Exact => Term::Number(1.0),
        Distance::Auto => few,
        Distance::Asymptotic | Distance::Approximate => Term::Number(0.0),
    };
    let steps = |d: f64, n1: f64, n2: f64| {
        let (n1, n2) = (n1 as i64, n2 as i64);
        let multiple = (n1 / gcd(n1, n2)) as f64 * n2 as f64;
        ((d * multiple).round_ties_even(), multiple)
    };
    let nearest = || {
        by_host(&[statistic, n1, n2], |numbers| {
            let &[d, n1, n2] = numbers else { return Ok(f64::NAN) };
            if n1 < 1.0 || n2 < 1.0 {
                return Ok(f64::NAN);
            }
            let (steps, multiple) = steps(d, n1, n2);
            Ok(steps / multiple)
        })
    };
    let tabled = || {
        by_host(&[statistic, n1, n2, &exact], |numbers| match numbers {
            &[d, n1, n2, exact] if exact != 0.0 && d.is_finite() && n1 > 0.0 && n2 > 0.0 => {
                of_two_samples(n1 as i64, n2 as i64, steps(d, n1, n2).0 as i64, one_sided)
            }
            _ => Ok(f64::NAN),
        })
    };
    let limit = || {
        let [most, least] = [n1.maximum(n2), n1.minimum(n2)];
        let product = &most * &least;
        let effective = &product / (&most + &least);
        if one_sided {
            let z = effective.sqrt() * statistic;
            let shift = &z * 2.0 * (&most + &least * 2.0) / (product * (&most + &least)).sqrt() / 3.0;
            (-(z.squared() * 2.0) - shift).exp()
        } else {
            by_host(&[statistic, &effective.rint()], |numbers| two_sided(numbers[1] as i64, numbers[0]))
        }
    };
    let p = match exact.number() {
        Some(0.0) => limit(),
        Some(_) => tabled(),
        None => exact.choose(tabled(), limit()),
    };
    let statistic = match exact.number() {
        Some(0.0) => statistic.clone(),
        _ => exact.choose(nearest(), statistic),
    };
    (statistic, p.maximum(0.0).minimum(1.0))
}

/// Whether a name is one of a method of the tests of Kolmogorov and Smirnov: "auto", "exact", "asymp", and of one
/// sample "approx".
///
/// # Errors
/// A value error for another name.
pub(in crate::stats) fn distance_by_name(name: &str, of_one: bool) -> Result<Distance> {
    match name {
        "auto" => Ok(Distance::Auto),
        "exact" => Ok(Distance::Exact),
        "asymp" => Ok(Distance::Asymptotic),
        // As SciPy, of one sample whatever is none of these.
        _ if of_one => Ok(Distance::Approximate),
        _ => Err(Error::value(format!("Invalid value for mode: {name}"))),
    }
}

/// The alternative by SciPy's names of these tests, of which the first letter is enough.
///
/// # Errors
/// A value error for another name.
pub(in crate::stats) fn alternative_by_letter(name: &str) -> Result<Alternative> {
    match name.to_lowercase().chars().next() {
        Some('t') => Ok(Alternative::TwoSided),
        Some('g') => Ok(Alternative::Greater),
        Some('l') => Ok(Alternative::Less),
        _ => Err(Error::value(format!("Invalid value for alternative: {name}"))),
    }
}

/// The sample whose values a distribution function has of observations: [`ks_1samp`] of Python, which calls the
/// function itself.
pub(in crate::stats) fn values_of(values: &Array) -> impl FnOnce(&Array) -> Result<Array> + '_ {
    move |sorted| values.broadcast_to(sorted.shape())
}

/// The test of Cramér and von Mises of samples against a distribution, whose function is given:
/// `scipy.stats.cramervonmises`, NaN for fewer than two observations. The function gets an array of observations in
/// ascending order along the last axis.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::cramervonmises(&array![0.1, 0.4, 0.7], |x| Ok(x.clone()), along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.060000");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`ks_1samp`].
pub fn cramervonmises(
    x: &Array,
    cdf: impl FnOnce(&Array) -> Result<Array>,
    along: Along,
) -> Result<crate::stats::Significance> {
    let results = Test::independent(&[x], &along, 2)?.run(|samples: &[Sample]| {
        let values = Term::from(cdf(&samples[0].sorted()?)?);
        Ok(super::cramer::against_distribution(&samples[0], &values))
    })?;
    Ok(results.into())
}
