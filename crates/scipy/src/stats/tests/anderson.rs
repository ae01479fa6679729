//! The test of Anderson and Darling of one sample against a distribution whose parameters come from the sample.

use cuprust::math::{Beyond, interp};
use cuprust::{Array, DType, axis};
use cuprust_ir::{Error, Result};

use crate::stats::samples::groups::common_dtype;
use crate::stats::samples::ranks::last_axis_indices;
use crate::stats::terms::Term;

/// Steps of Newton's method for the parameters: each doubles the digits, so that these are more than enough from the
/// moments on.
const STEPS: usize = 30;

/// The distribution that a sample is held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NullFamily {
    /// The normal distribution.
    #[default]
    Normal,
    /// The exponential distribution.
    Exponential,
    /// The logistic distribution.
    Logistic,
    /// The Gumbel distribution of smallest values.
    GumbelLeft,
    /// The Gumbel distribution of greatest values.
    GumbelRight,
}

impl NullFamily {
    /// The distribution of SciPy's name: "norm", "expon", "logistic", "gumbel_l" with the names "gumbel" and
    /// "extreme1", or "gumbel_r".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<NullFamily> {
        match name.to_lowercase().as_str() {
            "norm" => Ok(NullFamily::Normal),
            "expon" => Ok(NullFamily::Exponential),
            "logistic" => Ok(NullFamily::Logistic),
            "gumbel_l" | "gumbel" | "extreme1" => Ok(NullFamily::GumbelLeft),
            "gumbel_r" => Ok(NullFamily::GumbelRight),
            _ => Err(Error::value(
                "Invalid distribution; dist must be in {'norm', 'expon', 'logistic', 'gumbel_l', 'gumbel_r'}.",
            )),
        }
    }

    /// The critical values for n observations, rounded to three digits as in Stephens' tables, and their levels in
    /// percent.
    fn critical(self, n: f64) -> (Vec<f64>, Vec<f64>) {
        const FIVE: [f64; 5] = [15.0, 10.0, 5.0, 2.5, 1.0];
        let (values, levels, scale): (&[f64], &[f64], f64) = match self {
            NullFamily::Normal => (&[0.561, 0.631, 0.752, 0.873, 1.035], &FIVE, 1.0 + 0.75 / n + 2.25 / n / n),
            NullFamily::Exponential => (&[0.916, 1.062, 1.321, 1.591, 1.959], &FIVE, 1.0 + 0.6 / n),
            NullFamily::Logistic => {
                (&[0.426, 0.563, 0.660, 0.769, 0.906, 1.010], &[25.0, 10.0, 5.0, 2.5, 1.0, 0.5], 1.0 + 0.25 / n)
            }
            NullFamily::GumbelLeft | NullFamily::GumbelRight => {
                (&[0.474, 0.637, 0.757, 0.877, 1.038], &[25.0, 10.0, 5.0, 2.5, 1.0], 1.0 + 0.2 / n.sqrt())
            }
        };
        (values.iter().map(|value| (value / scale * 1e3).round_ties_even() / 1e3).collect(), levels.to_vec())
    }
}

/// The result of [`anderson`].
#[derive(Debug, Clone)]
pub struct Anderson {
    /// The statistic.
    pub statistic: Array,
    /// The values that the statistic exceeds with the probabilities of the levels.
    pub critical_values: Array,
    /// The levels of significance in percent.
    pub significance_level: Array,
}

impl Anderson {
    /// The p-value, by interpolation between the critical values; at the ends the level there.
    ///
    /// # Errors
    /// Where there is no memory.
    pub fn pvalue(&self) -> Result<Array> {
        let levels = Term::from(&self.significance_level) / 100.0;
        interp(&self.statistic, &self.critical_values, &levels.done(DType::F64)?, Beyond::default())
    }
}

/// Whether a sample, a vector, is of a family of distributions, by Anderson and Darling: `scipy.stats.anderson`,
/// float64. The parameters are the likeliest ones, of the normal distribution the mean and the standard deviation.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, NullFamily};
/// # fn main() -> Result<()> {
/// let test = stats::anderson(&array![1.0, 2.0, 3.0, 4.0, 9.0], NullFamily::Normal)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "0.401494");
/// assert_eq!(test.critical_values.to_string(), "[0.452 0.509 0.606 0.704 0.835]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for an array of other than one axis, a type error for complex numbers.
pub fn anderson(x: &Array, distribution: NullFamily) -> Result<Anderson> {
    common_dtype(&[x])?;
    if x.ndim() != 1 {
        return Err(Error::value("`x` has to have one axis"));
    }
    let sorted = cuprust::sorting::sort(&x.in_dtype(DType::F64)?, Some(-1))?;
    let n = x.size() as f64;
    let values = Term::from(&sorted);
    let sum = |terms: &Term| terms.with(|terms| cuprust::sum(terms, axis(-1).keepdims()));
    let mean = sum(&values) / n;
    let deviation = (sum(&(&values - &mean).squared()) / (n - 1.0)).sqrt();
    let (below, above) = match distribution {
        NullFamily::Normal => {
            let w = (&values - &mean) / &deviation;
            (w.log_ndtr(), (-w).log_ndtr())
        }
        NullFamily::Exponential => {
            let w = &values / &mean;
            ((-(-&w).exp()).log1p(), -w)
        }
        NullFamily::Logistic => {
            let (location, scale) = logistic(&values, &mean, &deviation, n, &sum);
            let w = (&values - location) / scale;
            (-(-&w).exp().log1p(), -w.exp().log1p())
        }
        NullFamily::GumbelRight => {
            let (location, scale) = gumbel(&values, &mean, &deviation, &sum, n);
            let e = (-((&values - location) / scale)).exp();
            (-&e, (-(-e).exp()).log1p())
        }
        NullFamily::GumbelLeft => {
            let negated = -&values;
            let (location, scale) = gumbel(&negated, &-&mean, &deviation, &sum, n);
            let e = ((&values + location) / scale).exp();
            ((-(-&e).exp()).log1p(), -e)
        }
    };
    let position = Term::from(last_axis_indices(&sorted));
    let reversed = above.with(|above| above.flip(-1));
    let statistic = -sum(&((position * 2.0 + 1.0) / n * (below + reversed))) - n;
    let statistic = statistic.with(|statistic| statistic.squeeze(-1)).done(DType::F64)?;
    let (critical, levels) = distribution.critical(n);
    let device = x.device();
    Ok(Anderson {
        statistic,
        critical_values: Array::from_slice(&critical, critical.len(), device)?,
        significance_level: Array::from_slice(&levels, levels.len(), device)?,
    })
}

/// The likeliest location and scale of a Gumbel distribution of greatest values.
fn gumbel(x: &Term, mean: &Term, deviation: &Term, sum: &impl Fn(&Term) -> Term, n: f64) -> (Term, Term) {
    let mut scale = deviation * (6f64.sqrt() / std::f64::consts::PI);
    // Relative to the mean, so that no exponential overflows.
    let centered = x - mean;
    for _ in 0..STEPS {
        let weight = (-(&centered / &scale)).exp();
        let whole = sum(&weight);
        let first = sum(&(&centered * &weight)) / &whole;
        let second = sum(&(centered.squared() * &weight)) / &whole;
        let slope = (second - first.squared()) / scale.squared() + 1.0;
        let next = &scale - (&scale + &first) / slope;
        // A step beyond zero is replaced by half of the way.
        scale = next.gt(0.0).choose(&next, &scale * 0.5);
    }
    let location = mean - &scale * (sum(&(-(&centered / &scale)).exp()) / n).log();
    (location, scale)
}

/// The likeliest location and scale of a logistic distribution.
fn logistic(x: &Term, mean: &Term, deviation: &Term, n: f64, sum: &impl Fn(&Term) -> Term) -> (Term, Term) {
    let mut location = mean.clone();
    let mut scale = deviation * (3f64.sqrt() / std::f64::consts::PI);
    for _ in 0..STEPS {
        let z = (x - &location) / &scale;
        let u = 1.0 / (z.exp() + 1.0);
        let v = &u * (1.0 - &u);
        let odd = &u * 2.0 - 1.0;
        let [f, g] = [sum(&u) - n * 0.5, sum(&(&z * &odd)) + n];
        // The derivatives by the location and by the scale, times the scale.
        let fa = sum(&v);
        let fb = sum(&(&v * &z));
        let inner = &v * &z * 2.0 - &odd;
        let [ga, gb] = [sum(&inner), sum(&(&inner * &z))];
        let determinant = &fa * &gb - &fb * &ga;
        let step_a = (&f * &gb - &fb * &g) / &determinant * &scale;
        let step_b = (&fa * &g - &f * &ga) / &determinant * &scale;
        location = location - step_a;
        let next = &scale - step_b;
        scale = next.gt(0.0).choose(&next, &scale * 0.5);
    }
    (location, scale)
}
