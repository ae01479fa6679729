//! Exact tests of counts: Fisher's of a table of two rows and columns, and the binomial one.

use cuprust::Array;
use cuprust_ir::{Error, Result};
use cuprust_num::special::{bdtr, bdtrc, betaincinv, binom, binomial_mass, gammaln, ndtri};
use cuprust_reserve::filled;

use super::alternative::Alternative;

/// Frequencies of which a probability is no larger, but for rounding, are as extreme.
const SLACK: f64 = 1.0 + 1e-14;

/// The odds ratio of a table of two rows and columns, and the p-value of it being one, by Fisher's exact test:
/// `scipy.stats.fisher_exact`. Both are numbers. Waits for the elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, Alternative};
/// # fn main() -> Result<()> {
/// let [ratio, p] = stats::fisher_exact(&array![[6, 2], [1, 4]], Alternative::TwoSided)?;
/// assert_eq!(format!("{ratio} {p:.6}"), "12 0.102564");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for a table of another shape and for negative frequencies.
pub fn fisher_exact(table: &Array, alternative: Alternative) -> Result<[f64; 2]> {
    if table.ndim() != 2 {
        return Err(Error::value("The input `table` must have two dimensions."));
    }
    if table.dtype().is_complex() {
        return Err(Error::type_("frequencies are real numbers"));
    }
    let counts = table.in_dtype(cuprust::DType::I64)?.to_vec::<i64>()?;
    if counts.iter().any(|&count| count < 0) {
        return Err(Error::value("All values in `table` must be nonnegative."));
    }
    let &[a, b, c, d] = &counts[..] else {
        return Err(Error::value("Fisher's exact test is that of a table of two rows and two columns"));
    };
    if table.shape() != [2, 2] {
        return Err(Error::value("Fisher's exact test is that of a table of two rows and two columns"));
    }
    if [a + b, c + d, a + c, b + d].contains(&0) {
        return Ok([f64::NAN, 1.0]);
    }
    let ratio = if b > 0 && c > 0 { a as f64 * d as f64 / (c as f64 * b as f64) } else { f64::INFINITY };
    let hypergeometric = Hypergeometric::new(a + b, c + d, a + c)?;
    let own = hypergeometric.mass(a);
    let p = match alternative {
        Alternative::Less => hypergeometric.sum(|count| count <= a),
        Alternative::Greater => hypergeometric.sum(|count| count >= a),
        Alternative::TwoSided => {
            let as_extreme = own * SLACK;
            hypergeometric.masses.iter().filter(|&&mass| mass <= as_extreme).sum()
        }
    };
    Ok([ratio, p.min(1.0)])
}

/// The probabilities of how many of the first kind are among some that are drawn from things of two kinds.
struct Hypergeometric {
    least: i64,
    masses: Vec<f64>,
}

impl Hypergeometric {
    fn new(first: i64, second: i64, drawn: i64) -> Result<Hypergeometric> {
        let (least, most) = ((drawn - second).max(0), drawn.min(first));
        let logarithm =
            |n: i64, k: i64| gammaln(n as f64 + 1.0) - gammaln(k as f64 + 1.0) - gammaln((n - k) as f64 + 1.0);
        let mode = ((drawn + 1) as f64 * (first + 1) as f64 / (first + second + 2) as f64) as i64;
        let mode = mode.clamp(least, most);
        // From the likeliest count by ratios of neighbours; where the counts of choices are numbers, these.
        let exact = binom(first as f64, mode as f64) * binom(second as f64, (drawn - mode) as f64)
            / binom((first + second) as f64, drawn as f64);
        let peak = if exact.is_finite() && exact > 0.0 {
            exact
        } else {
            (logarithm(first, mode) + logarithm(second, drawn - mode) - logarithm(first + second, drawn)).exp()
        };
        let mut masses = filled(0.0, (most - least + 1) as usize)?;
        masses[(mode - least) as usize] = peak;
        let ratio = |count: i64| {
            (first - count) as f64 * (drawn - count) as f64 / ((count + 1) as f64 * (second - drawn + count + 1) as f64)
        };
        for count in mode..most {
            masses[(count + 1 - least) as usize] = masses[(count - least) as usize] * ratio(count);
        }
        for count in (least..mode).rev() {
            masses[(count - least) as usize] = masses[(count + 1 - least) as usize] / ratio(count);
        }
        Ok(Hypergeometric { least, masses })
    }

    fn mass(&self, count: i64) -> f64 {
        usize::try_from(count - self.least).ok().and_then(|index| self.masses.get(index)).copied().unwrap_or(0.0)
    }

    /// The probability of counts of which a condition is true.
    fn sum(&self, condition: impl Fn(i64) -> bool) -> f64 {
        let counted = self.masses.iter().enumerate().filter(|&(index, _)| condition(self.least + index as i64));
        let mut masses: Vec<f64> = counted.map(|(_, &mass)| mass).collect();
        // Small ones first, so that they are not lost.
        masses.sort_by(f64::total_cmp);
        masses.iter().sum()
    }
}

/// The result of [`binomtest`].
#[derive(Debug, Clone, Copy)]
pub struct BinomialTest {
    /// The number of successes.
    pub k: i64,
    /// The number of trials.
    pub n: i64,
    /// The alternative hypothesis.
    pub alternative: Alternative,
    /// The share of successes.
    pub statistic: f64,
    /// The p-value under the alternative.
    pub pvalue: f64,
}

/// How the interval of a probability is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Proportion {
    /// By the binomial distribution, of Clopper and Pearson.
    #[default]
    Exact,
    /// By Wilson's scores.
    Wilson,
    /// By these with a correction for continuity.
    WilsonCorrected,
}

impl Proportion {
    /// The way of SciPy's name: "exact", "wilson" or "wilsoncc".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<Proportion> {
        match name {
            "exact" => Ok(Proportion::Exact),
            "wilson" => Ok(Proportion::Wilson),
            "wilsoncc" => Ok(Proportion::WilsonCorrected),
            _ => Err(Error::value(format!("method ('{name}') must be one of 'exact', 'wilson' or 'wilsoncc'."))),
        }
    }
}

/// The p-value of a probability of success, by how many of n trials had it: `scipy.stats.binomtest`.
///
/// ```
/// use cuprust_scipy::stats::{self, Alternative, Proportion};
/// # fn main() -> cuprust::Result<()> {
/// let test = stats::binomtest(3, 15, 0.1, Alternative::Greater)?;
/// assert_eq!(format!("{:.6}", test.pvalue), "0.184061");
/// assert_eq!(format!("{:.6}", test.proportion_ci(0.95, Proportion::Exact)?[0]), "0.056847");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for more successes than trials, no trial, a negative number, and a probability out of range.
pub fn binomtest(k: i64, n: i64, p: f64, alternative: Alternative) -> Result<BinomialTest> {
    for (name, value, least) in [("k", k, 0), ("n", n, 1)] {
        if value < least {
            return Err(Error::value(format!("{name} must be an integer not less than {least}, but got {value}")));
        }
    }
    if k > n {
        return Err(Error::value(format!("k ({k}) must not be greater than n ({n}).")));
    }
    if !(0.0..=1.0).contains(&p) {
        return Err(Error::value(format!("p ({p}) must be in range [0,1]")));
    }
    let (count, trials) = (k as f64, n as f64);
    let at_most = |k: f64| if k < 0.0 { 0.0 } else { bdtr(k, trials, p) };
    let at_least = |k: f64| if k <= 0.0 { 1.0 } else { bdtrc(k - 1.0, trials, p) };
    let pvalue = match alternative {
        Alternative::Less => at_most(count),
        Alternative::Greater => at_least(count),
        Alternative::TwoSided if count == p * trials => 1.0,
        Alternative::TwoSided => {
            let as_extreme = mass(k, n, p) * (1.0 + 1e-7);
            // The probabilities fall from the likeliest count on: the bound is found by halving.
            if count < p * trials {
                // No count may be as extreme; one after the last is no integer where there are as many trials as those
                // hold.
                let (mut from, mut to) = ((p * trials).ceil() as i64, n);
                while from < to {
                    let middle = from + (to - from) / 2;
                    if mass(middle, n, p) <= as_extreme { to = middle } else { from = middle + 1 }
                }
                at_most(count) + if from <= n && mass(from, n, p) <= as_extreme { at_least(from as f64) } else { 0.0 }
            } else {
                let (mut from, mut to) = (-1, (p * trials).floor() as i64);
                while from < to {
                    let middle = to - (to - from) / 2;
                    if mass(middle, n, p) <= as_extreme { from = middle } else { to = middle - 1 }
                }
                at_most(from as f64) + at_least(count)
            }
        }
    };
    Ok(BinomialTest { k, n, alternative, statistic: count / trials, pvalue: pvalue.min(1.0) })
}

/// The probability of k successes in n trials, with its digits where there are as many trials as integers hold too.
fn mass(k: i64, n: i64, p: f64) -> f64 {
    binomial_mass(k as f64, n as f64, p)
}

impl BinomialTest {
    /// The interval that holds the probability of success with a probability.
    ///
    /// # Errors
    /// A value error for a level that is not between 0 and 1.
    pub fn proportion_ci(&self, level: f64, method: Proportion) -> Result<[f64; 2]> {
        if !(0.0..=1.0).contains(&level) {
            return Err(Error::value(format!("confidence_level ({level}) must be in the interval [0, 1].")));
        }
        let (k, n) = (self.k as f64, self.n as f64);
        let two_sided = self.alternative == Alternative::TwoSided;
        let no_lower = self.alternative == Alternative::Less || self.k == 0;
        let no_upper = self.alternative == Alternative::Greater || self.k == self.n;
        let [low, high] = if method == Proportion::Exact {
            let tail = if two_sided { (1.0 - level) / 2.0 } else { 1.0 - level };
            [betaincinv(k, n - k + 1.0, tail), betaincinv(k + 1.0, n - k, 1.0 - tail)]
        } else {
            let (p, q) = (k / n, 1.0 - k / n);
            let z = ndtri(if two_sided { 0.5 + 0.5 * level } else { level });
            let scale = 2.0 * (n + z * z);
            let center = (2.0 * n * p + z * z) / scale;
            if method == Proportion::WilsonCorrected {
                let reach = |sign: f64, other: f64| {
                    (1.0 + z * (z * z + sign * 2.0 - 1.0 / n + 4.0 * p * (n * q + other)).sqrt()) / scale
                };
                [center - reach(-1.0, 1.0), center + reach(1.0, -1.0)]
            } else {
                let reach = z / scale * (4.0 * n * p * q + z * z).sqrt();
                [center - reach, center + reach]
            }
        };
        Ok([if no_lower { 0.0 } else { low }, if no_upper { 1.0 } else { high }])
    }
}
