//! The analysis of variance of one factor.

use cuprust::chapters::warn;
use cuprust::{Array, Warning};
use cuprust_ir::{Error, Result};

use super::rank_tests::total;
use super::ttests::Significance;
use crate::stats::samples::groups::{Test, joined};
use crate::stats::samples::observations::{Along, Sample};
use crate::stats::terms::{Term, fdtrc};

/// Whether the means of normal samples differ: `scipy.stats.f_oneway`, by Welch where variances are not taken to be
/// equal. The statistic is infinite where each sample is constant, and NaN where all observations are equal.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::f_oneway(&[&array![1.0, 2.0, 3.0], &array![2.0, 4.0, 9.0]], true, along(..))?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "1.928571");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A type error for fewer than two samples, a value error for shapes that do not broadcast; an axis error.
pub fn f_oneway(samples: &[&Array], equal_variances: bool, along: Along) -> Result<Significance> {
    if samples.len() < 2 {
        return Err(Error::type_(format!("at least two inputs are required; got {}.", samples.len())));
    }
    let test = Test::independent(samples, &along, 1)?;
    if test.samples.iter().all(|sample| sample.length() == 1) {
        let text =
            "all input arrays have length 1.  f_oneway requires that at least one input has length greater than 1.";
        warn(Warning::Of("cuprust.scipy.stats", "SmallSampleWarning"), text)?;
    }
    let lone = |samples: &[Sample]| {
        samples.iter().map(|sample| sample.n().le(1.0)).fold(Term::Number(1.0), |all, own| all.and(own))
    };
    let test = test.quietly_small_where(lone);
    let results = test.run(|samples| {
        let all = joined(samples)?;
        let (f, df1, df2) = if equal_variances { student(samples, &all) } else { welch(samples) };
        let constant = samples.iter().map(Sample::is_constant).fold(Term::Number(1.0), |all, own| all.and(own));
        let f = constant.choose(f64::INFINITY, f).nan_where(all.is_constant());
        let p = fdtrc(&df1, &df2, &f);
        Ok([f, p])
    })?;
    Ok(results.into())
}

/// The statistic and its degrees of freedom if the variances are assumed equal.
fn student(samples: &[Sample], all: &Sample) -> (Term, Term, Term) {
    let k = samples.len() as f64;
    let mean = all.average(all.x());
    let between = total(samples.iter().map(|own| own.total(own.x() - &mean).squared() / own.n()));
    let within = total(samples.iter().map(|own| own.squares_of(own.x())));
    let [df1, df2] = [Term::Number(k - 1.0), all.n() - k];
    (between / &df1 / (within / &df2), df1, df2)
}

/// The same where they are not.
fn welch(samples: &[Sample]) -> (Term, Term, Term) {
    let k = samples.len() as f64;
    let means: Vec<Term> = samples.iter().map(|own| own.average(own.x())).collect();
    let weights: Vec<Term> = samples.iter().map(|own| own.n() / own.variance_of(own.x(), 1.0)).collect();
    let weight = total(weights.iter().cloned());
    let each = || weights.iter().zip(&means);
    let mean = total(each().map(|(weight, mean)| weight * mean)) / &weight;
    let numerator = total(each().map(|(weight, own)| weight * (own - &mean).squared())) / (k - 1.0);
    let spread = samples.iter().zip(&weights);
    let spread = total(spread.map(|(own, part)| (1.0 - part / &weight).squared() / (own.n() - 1.0)));
    let denominator = &spread * (2.0 * (k - 2.0) / (k * k - 1.0)) + 1.0;
    (numerator / denominator, Term::Number(k - 1.0), (k * k - 1.0) / (spread * 3.0))
}
