//! Tests of frequencies: observed ones against expected ones, and tables of contingency.

use cuprust::table::NumberOrText;
use cuprust::ufunc::rows;
use cuprust::{Array, DType, axis, full, shape};
use cuprust_ir::{Dims, Error, Result};
use cuprust_reserve::list;

use super::ttests::Significance;
use crate::stats::samples::groups::Test;
use crate::stats::samples::observations::{Along, NanPolicy, along};
use crate::stats::terms::{Term, chdtrc, xlogy};

/// The divergence of Cressie and Read, by its exponent.
///
/// # Errors
/// A value error for a name that none has.
pub(in crate::stats) fn exponent(lambda: NumberOrText) -> Result<f64> {
    match lambda {
        NumberOrText::None => Ok(1.0),
        NumberOrText::Number(value) => Ok(value.to(DType::F64).map_or(f64::NAN, |scalar| scalar.get())),
        NumberOrText::Text(name) => match name {
            "pearson" => Ok(1.0),
            "log-likelihood" => Ok(0.0),
            "freeman-tukey" => Ok(-0.5),
            "mod-log-likelihood" => Ok(-1.0),
            "neyman" => Ok(-2.0),
            "cressie-read" => Ok(2.0 / 3.0),
            _ => Err(Error::value(format!(
                "invalid string for lambda_: '{name}'. Valid strings are 'pearson', 'log-likelihood', \
                 'freeman-tukey', 'mod-log-likelihood', 'neyman', 'cressie-read'"
            ))),
        },
    }
}

/// Whether frequencies are as expected, by Pearson's chi-squared statistic: [`power_divergence`] with the exponent one.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::chisquare(&array![1.0, 2.0, 3.0], None, 0.0, along(..), true)?;
/// assert_eq!(test.statistic.to_string(), "1.0");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// As [`power_divergence`].
pub fn chisquare(
    observed: &Array,
    expected: Option<&Array>,
    ddof: f64,
    along: Along,
    check: bool,
) -> Result<Significance> {
    divergence(observed, expected, ddof, along, 1.0, check)
}

/// Whether frequencies are as expected, or all equal where nothing is said, by the power divergence of Cressie and
/// Read: `scipy.stats.power_divergence`. The exponent 1 is Pearson's statistic, 0 the logarithm of the likelihood
/// ratio. `ddof` is taken from the degrees of freedom. Waits for the elements where frequencies are expected, to
/// compare sums.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, along};
/// # fn main() -> Result<()> {
/// let test = stats::power_divergence(&array![1.0, 2.0, 3.0], None, 0.0, along(..), 0.0)?;
/// assert_eq!(format!("{:.6}", test.statistic.item()?.get::<f64>()), "1.046496");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error where the sums of observed and expected frequencies differ, and for shapes that do not broadcast; an
/// axis error.
pub fn power_divergence(
    observed: &Array,
    expected: Option<&Array>,
    ddof: f64,
    along: Along,
    lambda: f64,
) -> Result<Significance> {
    divergence(observed, expected, ddof, along, lambda, true)
}

fn divergence(
    observed: &Array,
    expected: Option<&Array>,
    ddof: f64,
    along: Along,
    lambda: f64,
    check: bool,
) -> Result<Significance> {
    let arrays: Vec<&Array> = std::iter::once(observed).chain(expected).collect();
    let test = Test::paired(&arrays, &along, 0)?;
    let dtype = test.dtype();
    let results = test.run(|samples| {
        let sample = &samples[0];
        let f = sample.x();
        let e = match samples.get(1) {
            None => sample.average(&f),
            Some(expected) => {
                if check {
                    let tolerance = cuprust::chapters::epsilon(dtype).sqrt();
                    let [own, other] = [&f, &expected.x()].map(|terms| sample.total(terms.to(DType::F64)));
                    let difference = (&own - &other).abs() / own.minimum(&other);
                    let beyond = difference.gt(tolerance).done(DType::Bool)?;
                    if rows::any(&beyond, ..)?.item()?.get() {
                        return Err(Error::value(format!(
                            "For each axis slice, the sum of the observed frequencies must agree with the sum of the \
                             expected frequencies to a relative tolerance of {tolerance}."
                        )));
                    }
                }
                expected.x()
            }
        };
        let terms = if lambda == 1.0 {
            (&f - &e).squared() / &e
        } else if lambda == 0.0 {
            xlogy(&f, &f / &e) * 2.0
        } else if lambda == -1.0 {
            xlogy(&e, &e / &f) * 2.0
        } else {
            &f * ((&f / &e).pow(lambda) - 1.0) / (0.5 * lambda * (lambda + 1.0))
        };
        let statistic = sample.total(terms);
        let p = chdtrc(sample.n() - (1.0 + ddof), &statistic);
        Ok([statistic, p])
    })?;
    Ok(results.into())
}

/// The sums of a table over all axes but one, for each axis, with all axes kept: `scipy.stats.contingency.margins`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let margins = stats::margins(&array![[1, 2], [3, 4]])?;
/// assert_eq!(format!("{} {}", margins[0], margins[1]), "[[3]\n [7]] [[4 6]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Where there is no memory.
pub fn margins(a: &Array) -> Result<Vec<Array>> {
    let others = |own: usize| (0..a.ndim()).filter(|&axis| axis != own).map(|axis| axis as i64).collect::<Dims>();
    (0..a.ndim()).map(|own| rows::sum(a, axis(others(own)).keepdims())).collect()
}

/// The frequencies of a table whose variables do not depend on each other, from its margins: float64.
/// `scipy.stats.contingency.expected_freq`.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let expected = stats::expected_freq(&array![[10, 10, 20], [20, 20, 20]])?;
/// assert_eq!(expected.to_string(), "[[12. 12. 16.]\n [18. 18. 24.]]");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// Where there is no memory.
pub fn expected_freq(observed: &Array) -> Result<Array> {
    let observed = observed.in_dtype(DType::F64)?;
    let margins = margins(&observed)?;
    let product =
        margins.iter().skip(1).fold(Term::from(margins[..].first().unwrap_or(&observed)), |product, own| product * own);
    let whole = Term::from(rows::sum(&observed, ..)).pow(observed.ndim() as f64 - 1.0);
    (product / whole).done(DType::F64)
}

/// The result of [`chi2_contingency`].
#[derive(Debug, Clone)]
pub struct Contingency {
    /// The statistic.
    pub statistic: Array,
    /// The p-value.
    pub pvalue: Array,
    /// The degrees of freedom.
    pub dof: i64,
    /// The frequencies that are expected, in the table's shape.
    pub expected_freq: Array,
}

/// Whether the variables of a table of frequencies depend on each other: `scipy.stats.chi2_contingency`. `correction`
/// is Yates', for one degree of freedom; the exponent is that of [`power_divergence`]. Waits for the elements, to check
/// them.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats;
/// # fn main() -> Result<()> {
/// let test = stats::chi2_contingency(&array![[10, 10, 20], [20, 20, 20]], true, 1.0)?;
/// assert_eq!(format!("{:.6} {}", test.statistic.item()?.get::<f64>(), test.dof), "2.777778 2");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for negative frequencies, for none at all, and where zero is expected somewhere.
pub fn chi2_contingency(observed: &Array, correction: bool, lambda: f64) -> Result<Contingency> {
    if observed.dtype() != DType::Bool && rows::any(&rows::less(observed, 0i64)?, ..)?.item()?.get() {
        return Err(Error::value("All values in `observed` must be nonnegative."));
    }
    if observed.size() == 0 {
        return Err(Error::value("No data; `observed` has size 0."));
    }
    let expected = expected_freq(observed)?;
    let zero = rows::equal(&expected, 0.0)?;
    if rows::any(&zero, ..)?.item()?.get() {
        let first = cuprust::indexing::argwhere(&zero)?.to_vec::<i64>()?;
        let index: Vec<String> = first[..expected.ndim()].iter().map(i64::to_string).collect();
        return Err(Error::value(format!(
            "The internally computed table of expected frequencies has a zero element at ({}).",
            index.join(", ")
        )));
    }
    let extents = expected.shape();
    let dof = expected.size() - extents.iter().sum::<i64>() + expected.ndim() as i64 - 1;
    if dof == 0 {
        let number = |number: f64| full(shape(()).dtype(DType::F64).on(expected.device()), number);
        return Ok(Contingency { statistic: number(0.0)?, pvalue: number(1.0)?, dof, expected_freq: expected });
    }
    let mut frequencies = observed.in_dtype(DType::F64)?;
    if dof == 1 && correction {
        let difference = Term::from(&expected) - Term::from(&frequencies);
        let moved = difference.abs().minimum(0.5) * difference.sign();
        frequencies = (Term::from(&frequencies) + moved).done(DType::F64)?;
    }
    let ddof = (expected.size() - 1 - dof) as f64;
    let test = power_divergence(&frequencies, Some(&expected), ddof, along(..), lambda)?;
    Ok(Contingency { statistic: test.statistic, pvalue: test.pvalue, dof, expected_freq: expected })
}

/// The treatment of observations equal to the median of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AtMedian {
    /// They are counted with those below it.
    #[default]
    Below,
    /// They are counted with those above it.
    Above,
    /// They are left out.
    Ignored,
}

impl AtMedian {
    /// The rule of SciPy's name: "below", "above" or "ignore".
    ///
    /// # Errors
    /// A value error for another name.
    pub fn from_name(name: &str) -> Result<AtMedian> {
        match name {
            "below" => Ok(AtMedian::Below),
            "above" => Ok(AtMedian::Above),
            "ignore" => Ok(AtMedian::Ignored),
            _ => Err(Error::value(format!(
                "invalid 'ties' option '{name}'; 'ties' must be one of: 'below', 'above', 'ignore'"
            ))),
        }
    }
}

/// The result of [`median_test`].
#[derive(Debug, Clone)]
pub struct MedianTest {
    /// The statistic.
    pub statistic: Array,
    /// The p-value.
    pub pvalue: Array,
    /// The median of all observations.
    pub median: Array,
    /// How many observations of each sample are above the median, and how many below, as int64; None if it is NaN.
    pub table: Option<Array>,
}

/// Whether samples, each a vector, have one median, by Mood: `scipy.stats.median_test`. Waits for the elements.
///
/// ```
/// use cuprust::*;
/// use cuprust_scipy::stats::{self, AtMedian, NanPolicy};
/// # fn main() -> Result<()> {
/// let samples = [&array![1.0, 2.0, 3.0], &array![2.0, 3.0, 4.0, 5.0]];
/// let test = stats::median_test(&samples, AtMedian::Below, true, 1.0, NanPolicy::Propagate)?;
/// assert_eq!(format!("{} {:.6}", test.median, test.pvalue.item()?.get::<f64>()), "3.0 0.545972");
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// A value error for fewer than two samples, for samples without observations or of other than one axis, where all
/// observations are on one side of the median, and for NaN where the policy says so.
pub fn median_test(
    samples: &[&Array],
    ties: AtMedian,
    correction: bool,
    lambda: f64,
    policy: NanPolicy,
) -> Result<MedianTest> {
    if samples.len() < 2 {
        return Err(Error::value("median_test requires two or more samples."));
    }
    for (index, sample) in samples.iter().enumerate() {
        let number = index + 1;
        if sample.size() == 0 {
            return Err(Error::value(format!(
                "Sample {number} is empty. All samples must contain at least one value."
            )));
        }
        if sample.ndim() != 1 {
            return Err(Error::value(format!(
                "Sample {number} has {} dimensions. All samples must be one-dimensional sequences.",
                sample.ndim()
            )));
        }
    }
    let test = Test::independent(samples, &along(-1).nan_policy(policy), 0)?;
    let all = crate::stats::samples::groups::joined(&test.samples)?;
    let median = crate::stats::samples::quantiles::median(&Term::from(all.sorted()), &all.n());
    let dtype = all.values.dtype();
    let grand = all.spoiled(&median.done(dtype)?)?.squeeze(-1)?;
    let grand_number: f64 = grand.item()?.get();
    if grand_number.is_nan() {
        return Ok(MedianTest { statistic: grand.clone(), pvalue: grand.clone(), median: grand, table: None });
    }
    let mut counts = list(samples.len())?;
    for sample in &test.samples {
        let count = |condition: Term| sample.total(condition).done(DType::F64)?.reshape(1);
        let [above, below] = [sample.x().gt(&grand), sample.x().lt(&grand)].map(count);
        let equal = count(sample.x().equals(&grand))?;
        counts.push(match ties {
            AtMedian::Below => [above?, rows::add(&below?, &equal)?],
            AtMedian::Above => [rows::add(&above?, &equal)?, below?],
            AtMedian::Ignored => [above?, below?],
        });
    }
    let row = |own: usize| counts.iter().map(|pair| &pair[own]).collect::<Vec<_>>();
    let whole = [row(0), row(1)].concat();
    let table = cuprust::concatenate(&whole, 0)?.reshape((2, samples.len()))?.in_dtype(DType::I64)?;
    let known = table.to_vec::<i64>()?;
    let (above, below) = known.split_at(samples.len());
    if above.iter().sum::<i64>() == 0 {
        return Err(Error::value(format!("All values are below the grand median ({grand_number:?}).")));
    }
    if below.iter().sum::<i64>() == 0 {
        return Err(Error::value(format!("All values are above the grand median ({grand_number:?}).")));
    }
    if let (AtMedian::Ignored, Some(empty)) = (ties, (0..samples.len()).find(|&own| above[own] == 0 && below[own] == 0))
    {
        return Err(Error::value(format!(
            "All values in sample {} are equal to the grand median ({grand_number:?}), so they are ignored, resulting \
             in an empty sample.",
            empty + 1
        )));
    }
    let test = chi2_contingency(&table, correction, lambda)?;
    Ok(MedianTest { statistic: test.statistic, pvalue: test.pvalue, median: grand, table: Some(table) })
}
